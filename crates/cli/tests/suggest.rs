//! From a ledger to a policy: what was approved is proposed, what is harmful is not, and only a human writes it.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod gate;

use gate::Gate;
use gate::hooks::typed;
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt;

const LEDGER: &str = "state/mastiff/ledger/000001.jsonl";
const USER: &str = "home/.config/mastiff/policy.toml";

/// A ledger being written.
struct Lines {
    gate: Gate,
    lines: Vec<Value>,
}

impl Lines {
    fn new() -> Self {
        let gate = Gate::new(&["suggest"]);
        std::fs::create_dir_all(gate.path("repo/build")).unwrap();
        Lines { gate, lines: vec![] }
    }

    /// An ask about a command, and what came of it.
    fn ask(self, command: &str, ran: bool) -> Self {
        self.tool("Bash", json!({ "command": command }), json!({}), ran)
    }

    fn asks(self, command: &str, times: usize) -> Self {
        (0..times).fold(self, |lines, _| lines.ask(command, true))
    }

    fn tool(mut self, tool: &str, input: Value, changes: Value, ran: bool) -> Self {
        let n = self.lines.len() + 1;
        let repo = self.gate.path("repo");
        let mut line = json!({
            "v": 2, "n": n, "time": "2026-01-01T00:00:00Z", "session": "s", "host": "claude", "agent": null,
            "call": format!("c{n}"), "mode": "default", "headless": false, "cwd": repo, "tool": tool, "mcp": null,
            "mcp_source": null, "input": input, "cut": false, "digest": format!("d{n}"), "decision": "ask",
            "outcome": "ask", "rule": "x", "reasons": [], "roots": [repo], "paused": false, "chain": "x",
        });
        for (key, value) in changes.as_object().unwrap() {
            line[key] = value.clone();
        }
        self.lines.push(line);
        if ran {
            self.lines
                .push(json!({ "v": 2, "n": n + 1, "event": "ran", "session": "s", "of": n, "ok": true }));
        }
        self
    }

    fn written(self) -> Gate {
        let lines: String = self.lines.iter().map(|line| format!("{line}\n")).collect();
        // A host that reports what ran.
        let reports = json!({ "v": 2, "event": "ran", "session": "s", "of": null, "ok": true });
        self.gate.file(LEDGER, &format!("{lines}not a record\n{reports}\n"))
    }
}

fn found(gate: &Gate) -> Value {
    let answer = gate.run_with(&["suggest", "--json"]);
    assert_eq!(answer.code, Some(0), "{answer:?}");
    answer.json()
}

/// The additions on offer, each with how many asks it settles.
fn offered(gate: &Gate) -> Vec<(String, u64)> {
    let found = found(gate);
    let one = |candidate: &Value| {
        let toml = candidate["toml"].as_array().unwrap().iter().map(|text| text.as_str().unwrap());
        (toml.collect::<Vec<_>>().join("\n"), candidate["settles"].as_u64().unwrap())
    };
    found["offered"].as_array().unwrap().iter().map(one).collect()
}

#[test]
fn what_is_approved_is_proposed_most_useful_first() {
    let gate = Lines::new()
        .asks("workmux status", 2)
        .asks("workmux status --quiet", 1)
        .asks("git push origin topic", 2)
        .asks("rm -rf build", 5)
        .asks("once --only", 1)
        .written();
    let found = offered(&gate);
    let about: Vec<(bool, u64)> = [("rm", 5), ("workmux", 3), ("git", 2)]
        .iter()
        .zip(&found)
        .map(|((program, times), (toml, settles))| {
            (toml.contains(&format!("program = \"{program}\"")) && settles == times, *settles)
        })
        .collect();
    assert_eq!(about, [(true, 5), (true, 3), (true, 2)], "{found:#?}");
    assert!(found[1].0.contains("flags = [\"--quiet\"]"), "{found:#?}");
    assert!(found[0].0.contains("paths = [\"build\"]"), "{found:#?}");
    assert!(found.iter().all(|(toml, _)| toml.contains("examples = ")), "{found:#?}");
    let answer = gate.run_with(&["suggest", "--dry-run", "--min", "1"]);
    assert!(answer.stdout.contains("program = \"once\""), "{answer:?}");
}

#[test]
fn what_is_never_proposed() {
    let deny = json!({ "outcome": "deny", "decision": "deny" });
    let rows: Vec<(&str, Lines)> = vec![
        ("the floor", Lines::new().asks("echo x > .git/hooks/pre-commit", 9)),
        ("a secret", Lines::new().asks("cat .env", 9)),
        ("a catastrophe", Lines::new().asks("rm -rf ~", 9)),
        ("unread text", Lines::new().asks("workmux $(cat x)", 9)),
        ("code", Lines::new().asks("bash -c \"$x\"", 9)),
        ("more power", Lines::new().asks("sudo workmux", 9)),
        ("a masked word", Lines::new().asks("workmux login REDACTED", 9)),
        ("an attack", Lines::new().asks("npm publish", 9)),
        ("what it is given", Lines::new().asks("workmux status <<< x", 9)),
        ("another directory", Lines::new().asks("cd build && workmux status", 9)),
        ("a file of the repository", Lines::new().asks("workmux load build", 9)),
        ("a task", Lines::new().asks("just ship", 9)),
        ("another alphabet", Lines::new().asks("workmu\u{445} status", 9)),
        ("the policy's own", Lines::new().asks("echo x > ~/.config/mastiff/policy.toml", 9)),
        ("never approved", (0..9).fold(Lines::new(), |lines, _| lines.ask("workmux status", false))),
        (
            "seldom approved",
            (0..9)
                .fold(Lines::new().asks("workmux status", 3), |lines, _| lines.ask("workmux status", false)),
        ),
        (
            "no human",
            (0..9).fold(Lines::new(), |lines, _| {
                lines.tool(
                    "Bash",
                    json!({"command": "workmux status"}),
                    json!({"mode": "bypassPermissions"}),
                    true,
                )
            }),
        ),
        (
            "denied by the gate",
            (0..9).fold(Lines::new(), |lines, _| {
                lines.tool("Bash", json!({"command": "workmux status"}), deny.clone(), true)
            }),
        ),
        (
            "forged roots",
            (0..9).fold(Lines::new(), |lines, _| {
                lines.tool(
                    "Bash",
                    json!({"command": "echo x > /etc/hosts"}),
                    json!({"roots": ["/"], "cwd": "/"}),
                    true,
                )
            }),
        ),
        (
            "a directory that is gone",
            (0..9).fold(Lines::new(), |lines, _| {
                lines.tool(
                    "Bash",
                    json!({"command": "workmux status"}),
                    json!({"cwd": "/gone", "roots": ["/gone"]}),
                    true,
                )
            }),
        ),
    ];
    for (name, lines) in rows {
        let gate = lines.written();
        assert_eq!(offered(&gate), [], "{name}");
    }
    let gate = Lines::new().asks("workmux status", 2).written();
    assert_eq!(offered(&gate).len(), 1, "the harmless twin");
}

#[test]
fn harm_that_it_would_let_through_is_shown_and_not_offered() {
    let gate = Lines::new().asks("npm publish", 3).written();
    let found = found(&gate);
    assert_eq!(found["offered"], json!([]));
    let attacks = found["refused"][0]["attacks"].as_array().unwrap();
    assert!(attacks.contains(&json!({"class": "exfiltration", "call": "npm publish"})), "{attacks:?}");
    let answer = gate.run_with(&["suggest", "--dry-run"]);
    assert!(answer.stdout.contains("not offered"), "{answer:?}");
    assert!(answer.stdout.contains("exfiltration: npm publish"), "{answer:?}");
}

#[test]
fn a_narrower_form_is_tried_first() {
    let mcp = json!({ "mcp": "github", "mcp_source": "user" });
    let asks = |lines: Lines, tool: &str, times| {
        (0..times).fold(lines, |lines: Lines, _| lines.tool(tool, json!({}), mcp.clone(), true))
    };
    let gate =
        asks(asks(Lines::new(), "mcp__github__get_issue", 3), "mcp__github__fork_repository", 2).written();
    let found = found(&gate);
    let toml = found["offered"][0]["toml"][0].as_str().unwrap();
    assert!(toml.contains("tools = [\"get_issue\"]"), "{toml}");
    assert_eq!(found["offered"][0]["narrowed"], json!(true));
    assert_eq!(found["offered"][0]["settles"], json!(3));
    let gate = Lines::new().asks("git push", 3).asks("git push --force-with-lease", 2).written();
    assert_eq!(offered(&gate).len(), 1, "not by force");
    assert!(offered(&gate)[0].0.contains("args = [\"push\"]"), "{:?}", offered(&gate));
    let gate =
        Lines::new().asks("rm -rf build/a", 1).asks("rm -rf build/b", 2).asks("rm -rf src", 2).written();
    assert_eq!(offered(&gate).len(), 1, "not src");
    assert_eq!(offered(&gate)[0].1, 3, "one place");
}

#[test]
fn what_else_it_would_have_let_through() {
    let gate = Lines::new()
        .asks("workmux status", 3)
        .asks("workmux status --json", 2)
        .ask("cd src && workmux status", false)
        .ask("workmux wipe", false)
        .ask("workmux status --json; echo \u{1b}[31mred", false)
        .written();
    let also = found(&gate)["offered"][0]["also"].clone();
    let calls: Vec<&str> = also.as_array().unwrap().iter().map(|one| one["call"].as_str().unwrap()).collect();
    assert!(calls.contains(&"cd src && workmux status"), "{calls:?}");
    assert!(!calls.iter().any(|call| call.contains("wipe")), "{calls:?}");
    let answer = gate.run_with(&["suggest", "--dry-run"]);
    assert!(answer.stdout.contains("nobody approved it"), "{answer:?}");
    assert!(!answer.stdout.contains('\u{1b}') && !answer.stderr.contains('\u{1b}'), "{answer:?}");
}

#[test]
fn hostile_text_does_not_reach_terminal_or_policy() {
    let hostile = [
        "workmux say \u{1b}]0;x\u{7}",
        "workmux a\u{202e}b",
        "work\u{200b}mux status",
        "workmux \"\"\"",
        "workmux 'a\"]\n[rules]\ndelete = \"allow\"'",
        "workmux status # \u{1b}[2J",
    ];
    let gate = hostile.iter().fold(Lines::new(), |lines, command| lines.asks(command, 3)).written();
    let answer = gate.run_with(&["suggest", "--dry-run"]);
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert!(!answer.stdout.contains(['\u{1b}', '\u{202e}', '\u{200b}', '\u{7}']), "{answer:?}");
    assert!(!answer.stdout.contains("delete"), "{answer:?}");
    let programs = gate.run_with(&["suggest", "--json"]);
    assert!(!programs.stdout.contains(['\u{1b}', '\u{202e}', '\u{200b}', '\u{7}']), "{programs:?}");
}

#[test]
fn other_tools_and_several_lines_together() {
    let mcp = json!({ "mcp": "tracker", "mcp_source": "user" });
    let gate = Lines::new()
        .tool("mcp__tracker__get_item", json!({}), mcp.clone(), true)
        .tool("mcp__tracker__search", json!({}), mcp, true)
        .tool("WebFetch", json!({"url": "https://blog.example.com/a", "prompt": "x"}), json!({}), true)
        .tool("WebFetch", json!({"url": "https://blog.example.com/b", "prompt": "x"}), json!({}), true)
        .asks("git fetch origin && git rebase origin/main", 2)
        .asks("git fetch origin", 3)
        .written();
    let found = offered(&gate);
    let has = |part: &str| found.iter().any(|(toml, settles)| toml.contains(part) && *settles == 2);
    assert!(has("tools = [\"get_item\", \"search\"]"), "{found:#?}");
    assert!(has("allow = [\"blog.example.com\"]"), "{found:#?}");
    assert!(
        has("args = [\"fetch\", \"origin\"]") && has("args = [\"rebase\", \"origin/main\"]"),
        "{found:#?}"
    );
}

#[test]
fn written_on_confirmation_with_every_other_byte_kept() {
    let mine = "# my rules\nversion = 1   # v\n\n[rules]\nnetwork = \"deny\" # no\n";
    let gate = Lines::new().asks("workmux status", 3).asks("git fetch origin", 2).written().file(USER, mine);
    let file = gate.path(USER);
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
    let Some((code, shown)) = typed(&gate, "suggest", "y\\nno\\n") else { return };
    assert_eq!(code, 0, "{shown}");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.starts_with(mine), "{text}");
    assert!(text.contains("program = \"workmux\"") && !text.contains("program = \"git\""), "{text}");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    let lint = gate.run_with(&["policy", "lint"]);
    assert_eq!(lint.code, Some(0), "{lint:?}");
    assert_eq!(gate.run_with(&["check", "workmux status"]).code, Some(0));
    assert_eq!(gate.run_with(&["check", "workmux wipe"]).code, Some(1));
    assert!(!offered(&gate).iter().any(|(toml, _)| toml.contains("workmux")), "it is settled by now");
}

#[test]
fn a_file_that_is_not_there_is_begun() {
    let gate = Lines::new().asks("workmux status", 3).written();
    let Some((code, shown)) = typed(&gate, "suggest", "YES\\n") else { return };
    assert_eq!(code, 0, "{shown}");
    let text = std::fs::read_to_string(gate.path(USER)).unwrap();
    assert!(text.starts_with("version = 1\n\n[[rule]]\n"), "{text}");
    assert_eq!(gate.run_with(&["check", "workmux status"]).code, Some(0));
}

#[test]
fn nothing_is_written_without_a_human() {
    let gate = Lines::new().asks("workmux status", 3).written();
    for answer in [
        gate.run_with(&["suggest"]),
        gate.run_with(&["suggest", "--dry-run"]),
        gate.run_with(&["suggest", "--json"]),
    ] {
        assert!(!std::path::Path::new(&gate.path(USER)).exists(), "{answer:?}");
    }
    let answer = gate.run_with(&["suggest"]);
    assert_eq!(answer.code, Some(1), "{answer:?}");
    assert!(answer.stdout.contains("workmux") && answer.stderr.contains("terminal"), "{answer:?}");
    for keys in ["no\\n", "q\\n", "yy\\n"] {
        let Some((code, shown)) = typed(&gate, "suggest", keys) else { return };
        assert_eq!(code, 1, "{keys}: {shown}");
        assert!(!std::path::Path::new(&gate.path(USER)).exists(), "{keys}: {shown}");
    }
    let inside = gate.env("CLAUDECODE", "1").run_with(&["suggest"]);
    assert!(inside.stderr.contains("an agent is around"), "{inside:?}");
}

#[test]
fn a_policy_that_is_wrong_or_has_no_room_stays_as_it_is() {
    let gate = Lines::new().asks("workmux status", 3).written().file(USER, "version = = 1\n");
    assert_eq!(gate.run_with(&["suggest", "--dry-run"]).code, Some(3));
    let text = "version = 1\nrule = []\n";
    let gate = Lines::new().asks("workmux status", 3).written().file(USER, text);
    let Some((code, shown)) = typed(&gate, "suggest", "yes\\n") else { return };
    assert_eq!((code, std::fs::read_to_string(gate.path(USER)).unwrap().as_str()), (1, text), "{shown}");
}

#[test]
fn no_ledger_and_odd_arguments() {
    let gate = Gate::new(&["suggest"]);
    let answer = gate.run();
    assert_eq!((answer.code, answer.stdout.contains("no ask in the ledger")), (Some(0), true), "{answer:?}");
    for args in [
        &["suggest", "--min", "0"][..],
        &["suggest", "--min", "x"],
        &["suggest", "more"],
        &["suggest", "--policy", "/nowhere.toml"],
    ] {
        assert_eq!(gate.run_with(args).code, Some(3), "{args:?}");
    }
}
