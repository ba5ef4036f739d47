//! Any text is looked through, and what was masked once stays as it is.

use crate::random::{Random, rounds};
use mastiff_core::redact;

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
