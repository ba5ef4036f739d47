//! What policies change about whole verdicts, each beside its harmful twin.

use super::*;
use crate::call::{ShellCall, Tool, ToolCall};
use crate::decide;
use crate::effect::program::examples::{machine, session};
use crate::json::Json;

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
    ask    frobctl plan > /etc/motd
    ask    frobctl plan > .git/config
    ask    frobctl plan && frobctl apply
    ask    frobctl plan; frobnicate
    ask    frobnicate
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

#[test]
fn verdicts_under_a_policy() {
    let policy = user(POLICY);
    let machine = machine();
    let mut wrong = Vec::new();
    for row in TABLE.lines().map(str::trim).filter(|row| !row.is_empty() && !row.starts_with('#')) {
        let (expected, command) = row.split_once(' ').unwrap();
        let call = ToolCall {
            name: "Bash".into(),
            tool: Tool::Shell(ShellCall { command: command.trim().into(), ..ShellCall::default() }),
            cwd: "/repo".into(),
            mode: None,
            id: None,
            agent: None,
            input: Json::Null,
        };
        let verdict = decide(&call, &session(), &policy, &machine).verdict;
        if verdict.decision().word() != expected {
            wrong.push(alloc::format!("{row}: {} {}", verdict.rule(), verdict.deciding().message));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
