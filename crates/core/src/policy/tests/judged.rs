//! What policies change about whole verdicts, each beside its harmful twin.

use super::*;
use crate::call::{ShellCall, Tool, ToolCall};
use crate::effect::program::examples::{machine, machine_with_links, session};
use crate::frozen::decide;
use crate::json::Json;
use crate::verdict::Verdict;

const POLICY: &str = r#"
    scratch = ["/scratch"]

    [floor]
    extra = ["infra"]

    [rules]
    delete = "allow"
    unknown_value = "deny"

    [[rule]]
    name = "plan"
    decision = "allow"
    program = "frobctl"
    args = ["plan"]
    flags = ["-no-color"]

    [[rule]]
    name = "load"
    decision = "allow"
    program = "frobctl"
    args = ["load"]
    input = true

    [[rule]]
    name = "never"
    decision = "deny"
    program = "frobctl"
    args = ["wipe"]

    [[rule]]
    name = "exactly"
    decision = "allow"
    program = "frobctl"
    args = ["delete", "x", "--dry-run=client"]

    [[rule]]
    name = "show"
    decision = "allow"
    program = "cat"
    operands = true

    [[rule]]
    name = "install_logs"
    decision = "allow"
    program = "touch"
    operands = true
    paths = ["/var/log/ours", "logs"]

    [[rule]]
    name = "generator"
    decision = "allow"
    program = "python3"
    args = ["tools/gen.py"]

    [[rule]]
    name = "frob"
    decision = "allow"
    program = "npm"
    args = ["run", "frob"]
"#;

const TABLE: &str = "
    allow  frobctl plan
    allow  frobctl plan -no-color 2>&1
    allow  frobctl plan 2>/dev/null
    allow  cd src && frobctl plan
    ask    frobctl plan -destroy
    ask    frobctl plan extra
    ask    frobctl apply
    ask    frobctl
    ask    /tmp/frobctl plan
    ask    ./frobctl plan
    ask    LD_PRELOAD=./x.so frobctl plan
    # flags among the words stand there exactly
    allow  frobctl delete x --dry-run=client
    ask    frobctl delete x
    ask    frobctl delete --dry-run=client x
    ask    frobctl delete x --dry-run=none
    ask    frobctl delete x --dry-run=client --dry-run=none
    # what it is given, whoever gives it
    allow  frobctl plan < /dev/null
    allow  frobctl plan | cat
    allow  echo x | cat; frobctl plan
    allow  for x in a b; do frobctl plan; done
    ask    echo x | frobctl plan
    ask    frobctl plan < README.md
    ask    frobctl plan 0< README.md
    ask    frobctl plan <<< x
    ask    x=$(frobctl plan) < README.md
    allow  x=$(frobctl plan)
    ask    frobctl plan <<E\\nx\\nE
    ask    echo x | timeout 5 frobctl plan
    ask    echo x | command frobctl plan
    ask    echo x | { frobctl plan; }
    ask    echo x | (cd src && frobctl plan)
    ask    { frobctl plan; } < README.md
    ask    while read x; do frobctl plan; done < README.md
    ask    if true; then frobctl plan; fi <<< x
    ask    f() { frobctl plan; }; echo x | f
    ask    f() { frobctl plan; } <<< x; f
    ask    echo x | bash -c 'frobctl plan'
    ask    echo x | eval 'frobctl plan'
    ask    echo x | tee >(frobctl plan)
    ask    echo x | frobctl plan < /dev/null
    deny   frobctl plan <&3
    allow  echo x | frobctl load
    allow  frobctl load <<< x
    allow  frobctl load
    deny   frobctl wipe
    deny   echo x | frobctl wipe
    deny   frobctl wipe <<< x
    ask    frobctl plan > /etc/motd
    ask    frobctl plan > .git/config
    ask    frobctl plan && frobctl apply
    ask    frobctl plan; frobnicate
    ask    frobnicate
    # one file of an interpreter, one task
    allow  python3 tools/gen.py
    ask    python3 tools/other.py
    ask    python3 tools/gen.py extra
    ask    python3 -c 'import app' tools/gen.py
    allow  npm run frob
    ask    npm run other
    # built-in rules
    allow  rm src/app.js
    ask    rm .git/config
    ask    rm /etc/passwd
    ask    rm link-to-etc/passwd
    deny   rm -rf /
    deny   rm -rf ~
    # scratch, and the floor below it
    allow  touch /scratch/x
    ask    touch /scratchy/x
    ask    touch /scratch/../etc/x
    ask    touch /scratch/.ssh/id_rsa
    ask    touch infra/main.tf
    ask    touch src/infra/x
    # a rule does not make a secret readable, nor another place writable
    ask    cat .env
    ask    cat ~/.ssh/id_rsa
    allow  cat src/main.rs
    ask    cat src/main.rs > /etc/motd
    # paths
    allow  touch logs/a
    allow  touch /var/log/ours/a
    ask    touch /var/log/a
    ask    touch /var/log/ours/../a
    ask    touch /var/log/ours/a /etc/b
    ask    cd /etc && touch logs/a
";

fn judge(tool: Tool, policy: &Policy) -> Verdict {
    decide(&call(tool), &session(), policy, &machine_with_links()).verdict
}

pub(super) fn call(tool: Tool) -> ToolCall {
    ToolCall {
        name: "a tool".into(),
        tool,
        cwd: "/repo".into(),
        mode: None,
        id: None,
        agent: None,
        input: Json::Null,
    }
}

#[test]
fn verdicts_under_a_policy() {
    let policy = user(POLICY);
    let mut wrong = Vec::new();
    for row in TABLE.lines().map(str::trim).filter(|row| !row.is_empty() && !row.starts_with('#')) {
        let (expected, command) = row.split_once(' ').unwrap();
        let command = command.trim().replace("\\n", "\n");
        let verdict = judge(Tool::Shell(ShellCall { command, ..ShellCall::default() }), &policy);
        if verdict.decision().word() != expected {
            wrong.push(alloc::format!("{row}: {} {}", verdict.rule(), verdict.deciding().message));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What `mktemp` makes lies in a scratch directory; that it fails is not reckoned with, unless something is removed.
const TEMPORARY: &str = "
    allow  d=$(mktemp -d); echo x > \"$d/a\"
    allow  d=$(mktemp -d) && touch \"$d/a\" && cat \"$d/a\"
    allow  f=$(mktemp); ls > \"$f\"; rm -f \"$f\"
    allow  d=$(mktemp -d); rm -rf \"$d\"
    allow  echo x > \"${TMPDIR:-/tmp}/x\"
    ask    d=$(mktemp -d); rm -rf \"$d/x\"
    ask    d=$(mktemp -d); rm -rf \"$d\"/*
    ask    d=$(mktemp -d); rm -rf $d/
    ask    d=$(mktemp -d); echo x > \"$d/../../etc/x\"
    ask    d=$(mktemp -d /nonexist/x.XXXXXX); echo x > \"$d/etc/x\"
    ask    d=$(mktemp -d -p /nonexist); echo x > \"$d/etc/x\"
    ask    ulimit -n 1; d=$(mktemp -d); echo x > \"$d/etc/x\"
    ask    TMPDIR=/nonexist; d=$(mktemp -d); echo x > \"$d/etc/x\"
    ask    mktemp() { :; }; d=$(mktemp -d); echo x > \"$d/etc/x\"
    ask    if false; then d=$(mktemp -d); else d=; fi; echo x > \"$d/etc/x\"
    ask    d=$(mktemp -d); y=${d//[!X]/}; echo x > \"$y/etc/x\"
    ask    d=$(mktemp -d); bash -c \"${d}touch /etc/x\"
    ask    d=$(mktemp -d | cat); echo x > \"$d/etc/x\"
    ask    echo x > \"${OTHER:-/tmp}/x\"
";

#[test]
fn temporary_files_in_scratch() {
    let (policy, machine) = (user("scratch = [\"/tmp\"]"), machine().file("/tmp/x", ""));
    let mut wrong = Vec::new();
    for row in TEMPORARY.lines().map(str::trim).filter(|row| !row.is_empty()) {
        let (expected, command) = row.split_once(' ').unwrap();
        let tool = Tool::Shell(ShellCall { command: command.trim().into(), ..ShellCall::default() });
        let verdict = decide(&call(tool), &session(), &policy, &machine).verdict;
        if verdict.decision().word() != expected {
            wrong.push(alloc::format!("{row}: {} {}", verdict.rule(), verdict.deciding().message));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_repository_in_a_scratch_directory_keeps_its_own_scope() {
    let policy = user("scratch = [\"/repo\", \"/tmp\"]\nwrite_scope = [\"src/**\"]");
    for (expected, command) in [
        ("ask", "echo x > b"),
        ("allow", "echo x > src/b"),
        ("allow", "echo x > /tmp/b"),
        ("ask", "echo x > /opt/b"),
    ] {
        let tool = Tool::Shell(ShellCall { command: command.into(), ..ShellCall::default() });
        let verdict = decide(&call(tool), &session(), &policy, &machine()).verdict;
        assert_eq!(verdict.decision().word(), expected, "{command}");
    }
}

/// decision, policy, address
const WEB: &[(&str, &str, &str)] = &[
    ("allow", "", "https://docs.rs/serde"),
    ("ask", "", "https://docs.rs@evil.example/"),
    ("ask", "", "https://docs.rs:8443/"),
    ("ask", "", "https://evil.example/?docs.rs"),
    ("allow", "[web]\ndefault = \"allow\"", "https://any.example/x"),
    ("ask", "[web]\ndefault = \"allow\"", "https://u@any.example/x"),
    ("deny", "[web]\ndefault = \"deny\"", "https://any.example/x"),
    ("deny", "[web]\ndefault = \"deny\"", "https://u@any.example/x"),
    ("deny", "[rules]\nweb_fetch = \"deny\"", "https://any.example/x"),
    ("allow", "[rules]\nweb_fetch = \"deny\"", "https://docs.rs/x"),
    ("deny", "[web]\ndeny = [\"docs.rs\"]", "https://docs.rs/x"),
];

#[test]
fn web_and_mcp_verdicts() {
    for (expected, policy, url) in WEB {
        let verdict = judge(Tool::Fetch { url: (*url).into() }, &user(policy));
        assert_eq!(verdict.decision().word(), *expected, "{policy} {url}");
    }
    let mcp = || Tool::Mcp { server: "s".into(), source: None, tool: "t".into() };
    let listed = "[[mcp]]\nserver = \"s\"\ntools = [\"t\"]\ndecision = \"allow\"";
    for (expected, policy) in [("ask", ""), ("allow", listed), ("deny", "[rules]\nmcp_tool = \"deny\"")] {
        assert_eq!(judge(mcp(), &user(policy)).decision().word(), expected, "{policy}");
    }
}

/// Files of the project that may bring a server of the name, beside files that do not: `expected  file  text`.
const CLAIMS: &[(&str, &str, &str)] = &[
    ("allow", "/repo/README.md", "tracker"),
    ("allow", "/repo/.mcp.json", r#"{"mcpServers":{"other":{}}}"#),
    ("ask", "/repo/.mcp.json", r#"{"mcpServers":{"tracker":{"command":"x"}}}"#),
    ("ask", "/repo/.mcp.json", r#"{"mcpServers":{"tr\u0061cker":{}}}"#),
    ("ask", "/repo/sub/.mcp.json", r#"{"mcpServers":{"tracker":{}}}"#),
    ("allow", "/repo/other/.mcp.json", r#"{"mcpServers":{"tracker":{}}}"#),
    ("ask", "/repo/.codex/config.toml", "[mcp_servers.tracker]"),
    ("allow", "/repo/.codex/config.toml", "[features]"),
    ("ask", "/repo/.gemini/settings.json", r#"{"mcpServers":{"Tracker":{}}}"#),
    ("ask", "/repo/.gemini/extensions/x/gemini-extension.json", "{}"),
    ("ask", "/repo/.claude/agents/a.md", "mcpServers: [tracker]"),
    ("allow", "/repo/.claude/agents/a.md", "reads code"),
    ("ask", "/repo/opencode.json", r#"{"mcp":{"tracker":{}}}"#),
];

#[test]
fn servers_that_a_project_may_name() {
    let named = |source: &str| {
        user(&alloc::format!(
            "[[mcp]]\nserver = \"tracker\"\ntools = [\"t\"]\ndecision = \"allow\"\n{source}"
        ))
    };
    for (expected, file, text) in CLAIMS {
        let machine = machine().file(file, text);
        let word = |source: Option<&str>, policy: &Policy| {
            let tool =
                Tool::Mcp { server: "tracker".into(), source: source.map(Into::into), tool: "t".into() };
            let call = ToolCall { cwd: "/repo/sub".into(), ..call(tool) };
            crate::decide(&call, &session(), policy, &machine).verdict.decision().word()
        };
        assert_eq!(word(None, &named("")), *expected, "{file}: {text}");
        assert_eq!(word(Some("user"), &named("")), "allow", "{file}");
        assert_eq!(word(Some("project"), &named("")), "ask", "{file}");
        assert_eq!(word(None, &named("source = \"user\"")), "ask", "{file}");
    }
}
