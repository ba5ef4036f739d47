//! Secrets are told to nobody: not to the host, not to the ledger, not by `check` and `explain`.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod gate;

use gate::Gate;

#[test]
fn neither_answers_nor_records_hold_a_secret() {
    for (command, secret) in [
        ("7z a -phunter2Zq x.7z src", "hunter2Zq"),
        ("zrun blue-horse-4711", "blue-horse-4711"),
        ("rm -rf /srv/blue-horse-4711", "blue-horse-4711"),
        ("echo blue-horse-4711 > src/a", "blue-horse-4711"),
    ] {
        let gate = Gate::hook(command).env("DEPLOY_TOKEN", "blue-horse-4711");
        let answer = gate.run();
        let record = std::fs::read_to_string(gate.path("state/mastiff/ledger/000001.jsonl")).unwrap();
        let said = format!("{}{}{record}", answer.stdout, answer.stderr);
        assert!(!said.contains(secret), "{command}: {said}");
    }
    let gate = Gate::new(&["check", "--json", "zrun blue-horse-4711"]).env("DEPLOY_TOKEN", "blue-horse-4711");
    let answer = gate.run();
    let message = answer.stdout.split("\"message\":").nth(1).unwrap().split("\",").next().unwrap().to_owned();
    assert!(!message.contains("blue-horse-4711"), "{message}");
}
