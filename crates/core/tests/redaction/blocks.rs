//! Private keys that stand in no one text: unquoted, a line in each command, a line in each element of a list.

use crate::table::{are_masked, stay};
use mastiff_core::json::Json;
use mastiff_core::redact;
use mastiff_core::{Tool, ToolCall};

const ONE: &str = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj";
const TWO: &str = "kF3aMMUNqWk7p0J4y2T+8wq/Zz1Q=";

/// `@1` and `@2` stand for two lines of a key.
fn rows(rows: &[(&str, &str)]) {
    let filled: Vec<(String, String)> = rows
        .iter()
        .map(|(command, masked)| (command.replace("@1", ONE).replace("@2", TWO), (*masked).to_owned()))
        .collect();
    let filled: Vec<(&str, &str)> = filled.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    are_masked(&filled);
}

#[test]
fn on_a_command_line_without_quotes() {
    rows(&[
        (
            "echo -----BEGIN RSA PRIVATE KEY----- @1 @2 -----END RSA PRIVATE KEY----- > k",
            "echo -----BEGIN RSA PRIVATE KEY----- REDACTED REDACTED -----END RSA PRIVATE KEY----- > k",
        ),
        (
            "echo -----BEGIN PRIVATE KEY-----\n@1\n@2\n-----END PRIVATE KEY-----",
            "echo -----BEGIN PRIVATE KEY-----\nREDACTED\nREDACTED\n-----END PRIVATE KEY-----",
        ),
        (
            "echo -----BEGIN\\ OPENSSH\\ PRIVATE\\ KEY-----\\\n@1\\\n@2\\\n-----END\\ OPENSSH\\ PRIVATE\\ KEY-----",
            "echo -----BEGIN\\ OPENSSH\\ PRIVATE\\ KEY-----\\\nREDACTED\\\n\\\n-----END\\ OPENSSH\\ PRIVATE\\ KEY-----",
        ),
        (
            "import-key -----BEGIN EC PRIVATE KEY----- @1 @2 && ls",
            "import-key -----BEGIN EC PRIVATE KEY----- REDACTED REDACTED && ls",
        ),
        (
            "echo -----BEGIN PGP PRIVATE KEY BLOCK----- @1 -----END PGP PRIVATE KEY BLOCK-----",
            "echo -----BEGIN PGP PRIVATE KEY BLOCK----- REDACTED -----END PGP PRIVATE KEY BLOCK-----",
        ),
        (
            "echo ---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ---- @1 @2 ---- END SSH2 ENCRYPTED PRIVATE KEY ----",
            "echo ---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ---- REDACTED REDACTED ---- END SSH2 ENCRYPTED PRIVATE KEY ----",
        ),
        (
            "cat > k.ppk <<EOF\nPrivate-Lines: 2\n@1\n@2\nPrivate-MAC: 0a1b\nEOF",
            "cat > k.ppk <<EOF\nPrivate-Lines: 2\nREDACTED\nREDACTED\nPrivate-MAC: 0a1b\nEOF",
        ),
    ]);
}

#[test]
fn line_by_line() {
    rows(&[
        (
            "echo '-----BEGIN PRIVATE KEY-----' > k; echo '@1' >> k; echo @2 >> k; echo '-----END PRIVATE KEY-----' >> k",
            "echo '-----BEGIN PRIVATE KEY-----' > k; echo 'REDACTED' >> k; echo REDACTED >> k; echo '-----END PRIVATE KEY-----' >> k",
        ),
        (
            "printf '%s\\n' '-----BEGIN PRIVATE KEY-----' '@1' '@2' '-----END PRIVATE KEY-----' > k",
            "printf '%s\\n' '-----BEGIN PRIVATE KEY-----' 'REDACTED' 'REDACTED' '-----END PRIVATE KEY-----' > k",
        ),
        // What stands between the lines stays.
        (
            "echo -----BEGIN PRIVATE KEY----- > /tmp/Some/Long/Directory/Name/k1; cat \"$PART_ONE\"; echo @1 >> k; echo -----END PRIVATE KEY-----",
            "echo -----BEGIN PRIVATE KEY----- > /tmp/Some/Long/Directory/Name/k1; cat \"$PART_ONE\"; echo REDACTED >> k; echo -----END PRIVATE KEY-----",
        ),
    ]);
}

#[test]
fn what_is_public_or_none_stays() {
    let (one, two) = (
        "MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ",
        "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAu1SU1LfVLPHCozMxH2Mo",
    );
    let certificate = format!("echo -----BEGIN CERTIFICATE----- {one} -----END CERTIFICATE-----");
    let public = format!("echo -----BEGIN PUBLIC KEY-----\n{two}\n-----END PUBLIC KEY-----");
    stay(&[
        &certificate,
        &public,
        "grep -r 'BEGIN RSA PRIVATE KEY' src && echo Found in SomeLongFileName",
        "git grep -e '-----BEGIN PRIVATE KEY-----' -- src docs",
        "echo BEGIN PRIVATE KEY; ls SomeLongFileName1234; echo END",
        "sed -n '/BEGIN/,/END/p' notes.txt",
    ]);
}

#[test]
fn in_the_elements_of_a_list() {
    for (name, last) in [("lines", "done"), ("content_lines", "done"), ("args", "BEGIN")] {
        let lines = ["-----BEGIN PRIVATE KEY-----", ONE, TWO, "-----END PRIVATE KEY-----", "done"];
        let list = Json::Array(lines.iter().map(|line| Json::from(*line)).collect());
        let input = Json::object([(name, list)]);
        let call = ToolCall {
            tool: Tool::Unknown,
            name: "mcp__store__put".into(),
            cwd: "/repo".into(),
            mode: None,
            id: None,
            agent: None,
            input,
        };
        let shown = redact::call(&call).input().to_string();
        assert!(!shown.contains(ONE) && !shown.contains(TWO) && shown.contains(last), "{name}: {shown}");
    }
}
