//! What looking through a text takes grows as the text does, whatever it is made of.

use crate::redact;
use crate::steps::spent;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Pieces that mean something to one part or another; each repeated until the text is long.
const UNITS: &[&str] = &[
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
    "-----BEGIN RSA PRIVATE KEY----- echo ",
    "Private-Lines: Ab1Ab1Ab1Ab1Ab1Ab1Ab1 ",
    "expect -c 'send \"a ",
    "spawn send \"",
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

#[test]
fn steps_grow_with_the_text() {
    let mut wrong: Vec<String> = Vec::new();
    // As it is, and in a command that no shell reader takes.
    for (unit, end) in UNITS.iter().flat_map(|unit| [(unit, ""), (unit, "\n )")]) {
        let steps = |size: usize| {
            let text = unit.repeat(size / unit.len()) + end;
            spent(|| {
                redact::command(&text);
                redact::text(&text);
            })
        };
        let (small, large) = (steps(2_000), steps(16_000));
        // Eight times the text: what looks near around itself does so in full only in the longer one; what looked at everything
        // again and again would take 64 times as much.
        if large > small * 20 + 10_000 {
            wrong.push(format!("{unit:?}{end:?}: {small} steps for 2 kB, {large} for 16 kB"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
