//! Hooks of a repository run after a human has trusted exactly them.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod gate;

use gate::Gate;
use gate::hooks::{GUARD, PLAIN, fire, place, trust, typed};
use serde_json::json;

#[test]
fn hooks_of_a_repository_are_held_until_exactly_they_are_trusted() {
    let gate = place().file("repo/.claude/settings.json", PLAIN);
    let file = "repo/.claude/settings.json";
    let held = |gate: &Gate, when: &str| {
        let answer = fire(gate, "wipe", &["--json"]);
        assert_eq!((answer.code, &answer.json()["hooks"]), (Some(0), &json!([])), "{when}: {answer:?}");
        assert_eq!(answer.json()["held"][0]["file"], json!(gate.path(file)), "{when}");
        assert!(answer.stderr.contains("held: not trusted"), "{when}: {answer:?}");
    };
    held(&gate, "before");
    trust(&gate, file);
    let answer = fire(&gate, "wipe", &[]);
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(2), ""), "{answer:?}");
    assert!(gate.run_with(&["trust", "--list"]).stdout.trim_end().ends_with("in force"));

    let changed = |gate: &Gate, when: &str| {
        let answer = fire(gate, "ls", &[]);
        assert_eq!(answer.code, Some(3), "{when}: {answer:?}");
        assert!(answer.stderr.contains("changed since"), "{when}: {answer:?}");
    };
    let gate = gate.file("repo/guards/guard.sh", &format!("{GUARD}# longer\n"));
    changed(&gate, "with another script");
    assert!(gate.run_with(&["trust", "--list"]).stdout.trim_end().ends_with("has changed since"));
    let gate = gate.file("repo/guards/guard.sh", GUARD);
    assert_eq!(fire(&gate, "wipe", &[]).code, Some(2), "the same script again");

    let gate = gate.file(file, &PLAIN.replace("audit", "other"));
    changed(&gate, "with another configuration");
    trust(&gate, file);
    assert_eq!(fire(&gate, "wipe", &[]).code, Some(2));
    let revoked = gate.run_with(&["trust", "--revoke", "BASE/repo/.claude/settings.json"]);
    assert!(revoked.code == Some(3) && revoked.stderr.contains("terminal"), "a human's: {revoked:?}");
    assert_eq!(fire(&gate, "wipe", &[]).code, Some(2));
    let Some((code, text)) = typed(&gate, "trust --revoke .claude/settings.json", "") else { return };
    assert_eq!(code, 0, "{text}");
    held(&gate, "revoked");
    std::fs::remove_file(gate.base.join(file)).unwrap();
    let revoked = gate.run_with(&["trust", "--revoke"]);
    assert!(revoked.code == Some(3) && revoked.stderr.contains("is not trusted"), "{revoked:?}");
}

#[test]
fn a_human_trusts_one_file_after_the_other() {
    let gate = place()
        .file("repo/.mastiff.toml", "version = 1\nscratch = [\"/somewhere\"]\n")
        .file("repo/.claude/settings.json", PLAIN)
        .file("repo/.claude.json", "{}");
    let Some((code, text)) = typed(&gate, "trust", "no\\ny\\n") else { return };
    assert_eq!(code, 1, "one was declined: {text}");
    let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("no {part:?} in {text}"));
    let policy = at("would loosen:");
    let none = at(".claude.json` configures no hooks");
    let runs = at("settings.json` would run 2 hooks:");
    assert!(policy < none && none < runs, "{text}");
    at("line 3: PreToolUse *\r\n    runs: bash guards/guard.sh\r\n");
    at(&format!("as they are now:\r\n  {}", gate.path("repo/guards/guard.sh")));
    at("settings.json` is trusted until it changes");
    let listed = gate.run_with(&["trust", "--list"]).stdout;
    assert!(listed.lines().count() == 1 && listed.contains("settings.json  in force"), "{listed}");
    assert_eq!(fire(&gate, "wipe", &[]).code, Some(2));
    let (code, text) = typed(&gate, "trust .claude/settings.json", "").unwrap();
    assert!(code == 0 && text.contains("is trusted already"), "{text}");
}

#[test]
fn what_cannot_be_trusted() {
    let gate = place().file("elsewhere.json", PLAIN).file("repo/.claude.json", "{\"hooks\": 1}");
    std::fs::create_dir(gate.base.join("repo/.claude")).unwrap();
    std::os::unix::fs::symlink(gate.path("elsewhere.json"), gate.path("repo/.claude/settings.json")).unwrap();
    for (args, part) in [
        ("trust --yes .claude/settings.json", "is a link"),
        ("trust --yes .claude.json", "cannot be trusted"),
        ("trust --yes .mastiff/hooks.toml", "nothing to trust"),
        ("trust --yes guards/guard.sh", "neither a directory nor"),
    ] {
        let Some((code, text)) = typed(&gate, args, "") else { return };
        assert!(code == 3 && text.contains(part), "{args}: {code} {text}");
    }
    assert_eq!(gate.run_with(&["trust", "--list"]).stdout, "nothing is trusted\n");
    let answer = gate.run_with(&["trust", "--yes", ".claude.json"]);
    assert!(answer.code == Some(3) && answer.stderr.contains("no terminal"), "{answer:?}");
}
