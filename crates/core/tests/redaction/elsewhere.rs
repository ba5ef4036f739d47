//! What a call holds changes nothing that says which call it is, and hides nothing else that it does.

use crate::judge::call;
use mastiff_core::{Json, redact};

/// Commands, what is said of them, and how that is written down.
const SAID: &[(&str, &str, &str)] = &[
    // Ordinary words are no secrets elsewhere.
    ("PASSWORD=Bash; ls", "`Bash` runs `ls`", "`Bash` runs `ls`"),
    ("PASSWORD=etc; rm -rf /etc", "removes `/etc`", "removes `/etc`"),
    ("DB_PASSWORD=test; pytest test", "`pytest test` is not known", "`pytest test` is not known"),
    ("POSTGRES_PASSWORD=repo docker compose ps", "in /repo", "in /repo"),
    ("grep -rn \"password=src\" src", "reads `src`", "reads `src`"),
    ("TOKEN=python3; python3 x.py", "`python3` runs `x.py`", "`python3` runs `x.py`"),
    ("PASSWORD='rm -rf /'; rm -rf /", "`rm -rf /` removes `/`", "`rm -rf /` removes `/`"),
    ("TOKEN=x86_64-linux-gnu; ls x86_64-linux-gnu", "reads x86_64-linux-gnu", "reads x86_64-linux-gnu"),
    ("TOKEN=/etc/passwd1; cat /etc/passwd1", "reads /etc/passwd1", "reads /etc/passwd1"),
    // What looks made is.
    ("TOKEN=q7Zk29fLw0 make", "`q7Zk29fLw0` is not known", "`REDACTED` is not known"),
    ("sshpass -p 'x9!kd#02w' ssh h", "x9!kd#02w", "REDACTED"),
    ("7z x -phunter2Zq9 a", "has the flag `-phunter2Zq9`", "has the flag `-pREDACTED`"),
    ("curl -u me:q7Zk29fLw0 h", "sends q7Zk29fLw0 to h", "sends REDACTED to h"),
    // So is a word that holds one, where it stands whole.
    ("7z x -phunter a", "has the flag `-phunter`", "has the flag `-pREDACTED`"),
    ("7z x -phunter a", "the hunter of -phunters", "the hunter of -phunters"),
    ("bash -c '7z x -phunter a'", "has the flag `-phunter`, and more", "has the flag `-pREDACTED`, and more"),
    ("7z x -phunter a )", "has the flag `-phunter`", "has the flag `-pREDACTED`"),
    (
        "git -c http.extraheader='AUTHORIZATION: bearer hunter' fetch",
        "sets `http.extraheader=AUTHORIZATION: bearer hunter`",
        "sets `http.extraheader=AUTHORIZATION: bearer REDACTED`",
    ),
];

#[test]
fn only_what_looks_made_is_a_secret_elsewhere() {
    for (command, message, expected) in SAID {
        let redacted = redact::call(&call("Bash", Json::object([("command", (*command).into())])));
        assert_eq!(redacted.clean(message), *expected, "{command}");
    }
}

#[test]
fn many_secrets_blank_nothing() {
    for secret in ["aibi", "q7Zk29fLw0"] {
        let many: String = (0..300).map(|number| format!("T{number}_TOKEN={secret}{number};")).collect();
        let redacted =
            redact::call(&call("Bash", Json::object([("command", format!("{many} rm -rf /").into())])));
        assert_eq!(redacted.clean("removes `/` for good"), "removes `/` for good");
        assert!(redacted.input().to_string().ends_with("; rm -rf /\"}"), "{}", redacted.input());
    }
}

#[test]
fn other_fields_of_an_input_keep_their_words() {
    let input = r#"{"file_path":"/repo/src/a","content":"PASSWORD=src\nTOKEN=repo\n"}"#;
    let redacted = redact::call(&call("Write", input.parse().expect("JSON")));
    assert!(redacted.input().to_string().contains("\"/repo/src/a\""), "{}", redacted.input());
    let input = r#"{"command":"TOKEN=q7Zk29fLw0 make","description":"makes with q7Zk29fLw0"}"#;
    let redacted = redact::call(&call("Bash", input.parse().expect("JSON")));
    assert!(redacted.input().to_string().contains("makes with REDACTED"), "{}", redacted.input());
}
