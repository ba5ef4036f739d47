//! Any text is looked through, and its time grows as it does.

use crate::random::{Random, rounds};
use mastiff_core::redact;
use std::time::{Duration, Instant};

/// Pieces that mean something to one part or another.
const PIECES: &[&str] = &[
    "password",
    "token",
    "=",
    ":",
    "://",
    "@",
    "'",
    "\"",
    "`",
    "$(",
    ")",
    "${",
    "}",
    "\\",
    "\n",
    " ",
    " ",
    "-p",
    "--token",
    "mysql",
    "echo",
    "|",
    ";",
    "&&",
    "<<EOF\n",
    "EOF\n",
    "<<<",
    "#",
    "-----BEGIN RSA PRIVATE KEY-----",
    "-----END ",
    "PRIVATE KEY-----",
    "Bearer ",
    "Cookie: ",
    "ghp_0123456789abcdefghij",
    "eyJhbGciOiJIUzI1NiJ9.x",
    "ü",
    "\u{1}",
    "\0",
    "{",
    "[",
    "*",
    "x",
    "7",
    "abc123def",
    "\\n",
    "<password>",
    "</",
    "identified by '",
    "login ",
    "bash -c ",
    "curl -u ",
    "a:b",
    "$'",
    "\\x41",
    "\t",
    ",",
    "REDACTED",
    "sudo ",
    "docker login -p ",
    "export ",
    "REDACTED.",
];

#[test]
fn any_text_is_masked_once_and_for_all() {
    let mut random = Random::new();
    let mut wrong = Vec::new();
    for _ in 0..rounds(20_000) {
        let text: String = (0..random.below(24)).map(|_| *random.pick(PIECES)).collect();
        let masked = redact::text(&text);
        if redact::text(&masked) != masked {
            wrong.push(format!("text {text:?}\n     {masked:?}\n     {:?}", redact::text(&masked)));
        }
        let masked = redact::command(&text);
        if redact::command(&masked) != masked {
            wrong.push(format!("command {text:?}\n     {masked:?}\n     {:?}", redact::command(&masked)));
        }
    }
    assert!(wrong.is_empty(), "{} {}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
}

#[test]
fn time_grows_with_the_text() {
    let units = [
        "a",
        " ",
        "'",
        "\"",
        "`",
        "$(",
        "${",
        "(",
        "=",
        "password=",
        "password=a,",
        "password='\\'",
        "token: x ",
        "cookie: ",
        "cookie: a ",
        "authorization: a b ",
        "identified ",
        "password ",
        "://",
        "a://b:c/",
        "a://b:c@",
        "-----BEGIN PRIVATE KEY",
        "-----BEGIN RSA PRIVATE KEY----- ",
        "-----END RSA PRIVATE KEY----- A",
        "eyJ.",
        "SG.a",
        "--token ",
        "--a-",
        "<password>",
        "> ",
        "#",
        " # a",
        "\\",
        "\\\\\"",
        "a\n",
        "password: a\n",
        "mysql -p",
        "echo 'a' ",
        "x=1 ",
        "cat <<A\nb\nA\n",
        "{a,b} ",
        "$x",
        "\"$x\" ",
        "12345678:",
        "bearer ",
        ", ",
        "secret=\"a\\",
        "sudo ",
        "&a",
        "password=`",
        "`a` ",
        "\u{1}",
        "# '",
        "cookie: a=b ",
        "password='a password=\"b ",
        "TOKEN=a;$TOKEN;",
    ];
    // As it is, and in a command that no shell reader takes.
    for (unit, end) in units.iter().flat_map(|unit| [(unit, ""), (unit, "\n )")]) {
        let spend = |size: usize| {
            let text = unit.repeat(size / unit.len()) + end;
            let least = (0..3).map(|_| {
                let start = Instant::now();
                let masked = redact::command(&text).len() + redact::text(&text).len();
                (start.elapsed(), masked).0
            });
            least.min().unwrap_or_default()
        };
        let (small, large) = (spend(12_000), spend(96_000));
        let noise = Duration::from_millis(4);
        assert!(large <= small * 24 + noise, "{unit:?}: {small:?} for 12 kB, {large:?} for 96 kB");
    }
}
