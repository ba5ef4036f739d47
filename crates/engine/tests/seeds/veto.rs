//! Document 004: a hook before a tool that does not succeed vetoes the call.

use super::ran::{check, ran};
use super::support::Scratch;
use super::support::server::{Server, say};
use mastiff_core::Json;
use mastiff_core::hook::{Call, Facts};
use mastiff_engine::hooks::{Before, Cancel, Engine, load};
use std::net::TcpStream;

/// Section, the shell's text, tool, command, what must hold.
struct Row(&'static str, &'static str, &'static str, &'static str, &'static [&'static str]);

const EXAMPLE: &str = r#"
  if echo "$TOOL_INPUT" | grep -q 'rm -rf /'; then
    echo "refusing destructive root delete" >&2
    exit 1
  fi
"#;

#[rustfmt::skip]
const ROWS: &[Row] = &[
    Row("example", EXAMPLE, "Bash", "rm -rf /",
        &["opinion=deny", "reason=refusing destructive root delete",
          "told=Blocked by pre-tool-use hook: refusing destructive root delete"]),
    Row("example", EXAMPLE, "Bash", "ls", &["opinion=none", "ran=1"]),
    Row("example", EXAMPLE, "Write", "rm -rf /", &["ran=0"]),
    Row("summary", "exit 1", "Bash", "ls", &["opinion=deny"]),
    Row("summary", "exit 2", "Bash", "ls", &["opinion=deny"]),
    Row("summary", "exit 42", "Bash", "ls", &["opinion=deny"]),
    Row("summary", "exit 127", "Bash", "ls", &["opinion=deny"]),
    Row("summary", "kill -9 $$", "Bash", "ls", &["opinion=deny"]),
    Row("summary", "exit 1", "Bash", "ls", &["reason=blocked by pre-tool-use hook"]),
    Row("reason", "echo err >&2; echo out; exit 1", "Bash", "ls", &["reason=err"]),
    Row("reason", "echo out; exit 1", "Bash", "ls", &["reason=out"]),
    Row("reason", "printf '  \\n' >&2; echo out; exit 1", "Bash", "ls", &["reason=out"]),
    Row("reason", "printf '  first  \\nsecond\\n' >&2; exit 1", "Bash", "ls",
        &["reason=first", "told=Blocked by pre-tool-use hook: first"]),
    Row("reason", "printf 'first\\nsecond\\n'; exit 1", "Bash", "ls", &["reason=first"]),
    Row("compatibility", "exit 0", "Bash", "ls", &["opinion=none", "warned=false"]),
    Row("compatibility", "echo log; exit 0", "Bash", "ls", &["opinion=none", "context="]),
    Row("compatibility", "echo progress >&2; exit 0", "Bash", "ls", &["opinion=none", "warned=false"]),
    Row("problem", "printf '%s' \"$TOOL_INPUT\" > seen", "Bash", "echo x", &[r#"seen={"command":"echo x"}"#]),
    Row("problem", "cat > in", "Bash", "echo x", &["in.command=echo x"]),
];

fn config(text: &str) -> String {
    format!(
        "[[hooks]]\nevent = \"pre_tool_use\"\ntool_name = \"Bash\"\naction = {{ type = \"shell\", command = '''{text}''' }}\n"
    )
}

#[test]
fn document_004_veto() {
    for Row(section, text, tool, command, expected) in ROWS {
        let input = Json::object([("command", (*command).into())]).to_string();
        let ran = ran("hooks.toml", &config(text), tool, &input, None);
        check(&ran, &format!("{section}: {text}"), expected);
    }
}

#[test]
fn document_004_order() {
    let two = [config("echo one > one; exit 1"), config("echo two > two; echo later >&2; exit 1")].concat();
    let ran = ran("hooks.toml", &two, "Bash", r#"{"command":"ls"}"#, None);
    check(&ran, "every hook runs", &["ran=2", "skipped=0", "opinion=deny", "one=one", "two=two"]);
}

/// A server has no standard error; its status decides.
#[test]
fn document_004_http() {
    let fine: fn(&mut TcpStream) = |s| say(s, "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
    let refuses: fn(&mut TcpStream) = |s| say(s, "HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n");
    let fails: fn(&mut TcpStream) = |s| say(s, "HTTP/1.1 500 Oops\r\ncontent-length: 0\r\n\r\n");
    for (status, answer, expected) in
        [("200", fine, "none"), ("403", refuses, "deny"), ("500", fails, "deny")]
    {
        let server = Server::new(answer);
        let text = format!(
            "[[hooks]]\nevent = \"pre_tool_use\"\naction = {{ type = \"http\", url = \"{}\" }}\n",
            server.url()
        );
        let ran = ran("hooks.toml", &text, "Bash", r#"{"command":"ls"}"#, None);
        check(&ran, status, &[&format!("opinion={expected}"), "ran=1"]);
    }
}

/// A veto is recorded like every other denial, told to those who wait for denials, and the model gets an error.
#[test]
fn document_004_denials() {
    let scratch = Scratch::new();
    let mut text = config("echo not today >&2; echo more >&2; exit 1");
    text.push_str(&format!(
        "[[hooks]]\nevent = \"permission_denied\"\naction = {{ type = \"shell\", command = \"cat > {}\" }}\n",
        scratch.at("told")
    ));
    let hooks = load::named(&[scratch.file("hooks.toml", &text)], None).expect("is read").hooks();
    let engine = Engine::new(hooks);
    let facts = Facts { cwd: scratch.at(""), project_dir: scratch.at(""), ..Facts::default() };
    let input = Json::object([("command", "ls".into())]);
    let call = Call { id: "c1".into(), tool: "Bash".into(), input, mcp: None };
    let Before::Refused(refused) = engine.before(&facts, &call, &Cancel::default()) else { panic!("it ran") };
    let denials = engine.denials();
    let told = std::fs::read_to_string(scratch.at("told")).expect("was told");
    for (statement, holds) in [
        ("the model is told", refused.result == "Blocked by pre-tool-use hook: not today"),
        ("it is recorded", denials.total() == 1),
        ("with its first line", refused.denial.reason == "not today"),
        ("with its tool", refused.denial.tool == "Bash"),
        ("with its call", refused.denial.call == "c1"),
        (
            "hooks for denials hear of it",
            told.contains("\"reason\":\"not today\"") && told.contains("\"tool\":\"Bash\""),
        ),
    ] {
        assert!(holds, "{statement}: {:?} {told}", refused.denial);
    }
}
