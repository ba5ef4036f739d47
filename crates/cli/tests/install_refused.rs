//! What `mastiff init` and `mastiff uninstall` do not do, and for whom.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

mod gate;

use gate::install::{AGENT_CODE, CLAUDE, CODEX, GEMINI, fine, here, init, text, tree};
use gate::{Gate, MASTIFF};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

/// Each is left alone with a reason that names the file, and nothing at all is changed; nor is it for the neighbour that could
/// be written if it belongs to the same host.
#[test]
fn what_is_refused() {
    type Prepare = fn(&Gate);
    fn write(gate: &Gate, path: &str, text: &str) {
        fs::create_dir_all(gate.base.join(path).parent().unwrap()).unwrap();
        fs::write(gate.base.join(path), text).unwrap();
    }
    fn mode(gate: &Gate, path: &str, mode: u32) {
        fs::set_permissions(gate.base.join(path), fs::Permissions::from_mode(mode)).unwrap();
    }
    let rows: &[(&str, &[&str], Prepare, &str)] = &[
        (
            "a dangling link",
            &["claude"],
            |g| {
                fs::create_dir_all(g.base.join("home/.claude")).unwrap();
                symlink("nowhere", g.base.join(CLAUDE)).unwrap();
            },
            "leads nowhere",
        ),
        (
            "a read-only file",
            &["claude"],
            |g| {
                write(g, CLAUDE, "{}");
                mode(g, CLAUDE, 0o444);
            },
            "it is read only",
        ),
        (
            "a read-only folder",
            &["claude"],
            |g| {
                write(g, CLAUDE, "{}");
                mode(g, "home/.claude", 0o555);
            },
            "its folder",
        ),
        ("a read-only home", &["claude"], |g| mode(g, "home", 0o555), "its folder"),
        (
            "a folder in its place",
            &["claude"],
            |g| fs::create_dir_all(g.base.join(CLAUDE)).unwrap(),
            "no regular file",
        ),
        ("a file for a folder", &["claude"], |g| write(g, "home/.claude", ""), "is no folder"),
        (
            "a second name",
            &["claude"],
            |g| {
                write(g, CLAUDE, "{}");
                fs::hard_link(g.base.join(CLAUDE), g.base.join("home/second")).unwrap();
            },
            "2 names",
        ),
        (
            "no text",
            &["claude"],
            |g| {
                write(g, CLAUDE, "");
                fs::write(g.base.join(CLAUDE), b"{\"a\": \"\xff\"}").unwrap();
            },
            "cannot be read as text",
        ),
        (
            "no JSON",
            &["claude"],
            |g| write(g, CLAUDE, "{\n  \"a\": 1\n  \"b\": 2\n}"),
            ":2:9: this is no JSON",
        ),
        (
            "a key twice",
            &["claude"],
            |g| write(g, CLAUDE, "{\n  \"hooks\": {},\n  \"hooks\": {}\n}"),
            ":3:3: the key `hooks`",
        ),
        (
            "hooks as a list",
            &["codex"],
            |g| write(g, CODEX, "{\"hooks\": []}"),
            ":1:11: `hooks` is not an object",
        ),
        (
            "an event as an object",
            &["gemini"],
            |g| write(g, GEMINI, "{\"hooks\": {\"BeforeTool\": {}}}"),
            "`BeforeTool` is not a list",
        ),
        (
            "an invalid neighbour",
            &["claude"],
            |g| {
                write(g, CLAUDE, "{\n\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"bogus\"}]}]}\n}");
            },
            "settings.json:2:",
        ),
        // The place is that in the file as it stands, not as it would be.
        ("a comma too many", &["claude"], |g| write(g, CLAUDE, "{\n\"a\": 1,\n}"), "settings.json:3:1: "),
        (
            "a comment where there may be none",
            &["claude"],
            |g| write(g, CLAUDE, "{ // x\n}"),
            "settings.json:1:3: ",
        ),
        (
            "hooks that are switched off",
            &["claude"],
            |g| write(g, CLAUDE, "{\n  \"disableAllHooks\": true\n}"),
            "settings.json:2:",
        ),
        ("no TOML", &["agent-code"], |g| write(g, AGENT_CODE, "a = 1\na =\n"), ":2:"),
        ("hooks inline", &["agent-code"], |g| write(g, AGENT_CODE, "hooks = []\n"), ":1:1: "),
        (
            "somebody's file in the place of ours",
            &["copilot"],
            |g| {
                write(g, "home/.copilot/hooks/mastiff.json", "{}");
            },
            "another file stands",
        ),
        (
            "one of two files",
            &["goose"],
            |g| {
                write(g, "home/.agents/plugins/mastiff/plugin.json", "{}");
            },
            "another file stands",
        ),
        (
            "a link out of the project",
            &["--project", "codex"],
            |g| {
                write(g, "elsewhere/hooks.json", "{}");
                fs::create_dir_all(g.base.join("repo/.codex")).unwrap();
                symlink("../../elsewhere/hooks.json", g.base.join("repo/.codex/hooks.json")).unwrap();
            },
            "out of the project",
        ),
        (
            "a folder that leads out of the project",
            &["--project", "codex"],
            |g| {
                fs::create_dir_all(g.base.join("elsewhere")).unwrap();
                symlink("../elsewhere", g.base.join("repo/.codex")).unwrap();
            },
            "out of the project",
        ),
    ];
    for (name, words, prepare, message) in rows {
        let gate = here();
        prepare(&gate);
        let old = tree(&gate);
        let answer = init(&gate, words);
        assert_eq!(answer.code, Some(1), "{name}: {}{}", answer.stdout, answer.stderr);
        let said: String = answer.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(message) && said.contains("left alone: "), "{name}: {}", answer.stdout);
        assert_eq!(tree(&gate), old, "{name}");
        let found = fs::read_dir(gate.base.join("state")).unwrap().count();
        assert_eq!(found, 0, "{name}: something was remembered");
    }
}

/// One host that is refused does not keep the other from being guarded.
#[test]
fn hosts_stand_for_themselves() {
    let gate = here().file(CLAUDE, "{").file(CODEX, "{}");
    let answer = init(&gate, &["claude", "codex"]);
    assert_eq!(answer.code, Some(1));
    assert_eq!(text(&gate, CLAUDE), "{");
    assert!(text(&gate, CODEX).contains("--guarded"));
    assert!(
        answer.stdout.contains("Codex CLI: the gate is in place")
            && answer.stdout.contains("noted your trust")
    );
}

#[test]
fn nothing_is_written_without_a_yes() {
    let gate = here().file(CLAUDE, "{}").file(AGENT_CODE, "");
    fine(&init(&gate, &["codex"]));
    let old = tree(&gate);
    let rows: &[(&[&str], i32, &str)] = &[
        (&["init", "claude", "--dry-run", "--binary", MASTIFF], 0, "+   \"hooks\": {"),
        (&["init", "claude", "--dry-run", "--yes", "--binary", MASTIFF], 0, "nothing was written"),
        (&["init", "claude", "--dry-run", "--json", "--binary", MASTIFF], 0, "\"outcome\":\"planned\""),
        (&["init", "claude", "--binary", MASTIFF], 1, "init --yes"),
        (&["init", "claude", "--json", "--binary", MASTIFF], 1, "init --yes"),
        (&["init", "--print", "claude", "--binary", MASTIFF], 0, "claude --settings '{"),
        (&["init", "--print", "codex", "--binary", MASTIFF], 1, "mastiff init codex"),
        (&["uninstall", "--dry-run"], 0, "goes, since it was made for mastiff"),
        (&["uninstall"], 1, "uninstall --yes"),
        (&["init", "clade"], 3, "did you mean `claude`?"),
        (&["init", "nobody"], 3, "one of claude, codex"),
        (&["init", "claude", "--user", "--project"], 3, "two different places"),
        (&["init", "claude", "--yes"], 3, "insist with `--binary PATH`"),
        (&["init", "claude", "--yes", "--binary", "/bin/sh"], 3, "called `mastiff`"),
        (&["init", "claude", "--yes", "--binary", "/nowhere/mastiff"], 3, "is no program"),
    ];
    for (words, code, said) in rows {
        let answer = gate.run_with(words);
        let all = format!("{}{}", answer.stdout, answer.stderr);
        assert_eq!(answer.code, Some(*code), "{words:?}: {all}");
        assert!(all.contains(said), "{words:?}: {all}");
        assert_eq!(tree(&gate), old, "{words:?}");
    }
}

/// A name on `PATH` that leads to the program is what hosts are told: it stays when the version behind it changes.
#[test]
fn the_name_that_lasts_is_written() {
    let gate = here().env("PATH", "BASE/stable:/usr/bin:/bin");
    fs::create_dir_all(gate.base.join("stable")).unwrap();
    symlink(MASTIFF, gate.base.join("stable/mastiff")).unwrap();
    // Behind the name lies a build, and the name itself in a temporary directory: said, not written.
    let answer = gate.run_with(&["init", "claude", "--yes"]);
    assert_eq!(answer.code, Some(3), "{}", answer.stdout);
    assert!(answer.stderr.contains(&gate.path("stable/mastiff")), "{}", answer.stderr);
}

#[test]
fn an_agent_may_not() {
    for mark in ["CLAUDECODE", "CODEX_THREAD_ID", "GEMINI_CLI", "AI_AGENT"] {
        let gate = here().file(CLAUDE, "{}");
        fine(&init(&gate, &["claude"]));
        let gate = gate.env(mark, "1");
        let old = tree(&gate);
        for words in [
            &["init", "codex", "--yes", "--binary", MASTIFF][..],
            &["uninstall", "--yes"],
            &["init", "--print", "claude"],
        ] {
            let answer = gate.run_with(words);
            assert_eq!(answer.code, Some(3), "{mark} {words:?}: {}", answer.stdout);
            assert!(answer.stderr.contains("an agent is around"), "{}", answer.stderr);
        }
        assert_eq!(tree(&gate), old, "{mark}");
    }
}

#[test]
fn a_human_is_asked() {
    for (answer, code, written) in
        [("yes\\n", 0, true), ("Y\\n", 0, true), ("\\n", 1, false), ("no\\n", 1, false)]
    {
        let gate = here().file(CLAUDE, "{}");
        let words = format!("init claude --binary {MASTIFF}");
        let Some((ended, shown)) = gate::hooks::typed(&gate, &words, answer) else { return };
        assert_eq!(ended, code, "{shown}");
        assert!(shown.contains("settings.json: changes, ") && !shown.contains("PreToolUse"), "{shown}");
        let before = shown.split("write this? [y/N] ").next().unwrap();
        assert!(shown.contains("write this? [y/N] ") && before.lines().count() <= 11, "{shown}");
        assert_eq!(text(&gate, CLAUDE).contains("--guarded"), written, "{answer}");
    }
}

#[test]
fn ten_lines_before_the_question_and_everything_on_request() {
    let gate = here().file(CLAUDE, "{}");
    let words = format!(
        "init claude codex gemini cursor copilot droid kiro goose qwen windsurf cline opencode --binary {MASTIFF}"
    );
    let Some((_, shown)) = gate::hooks::typed(&gate, &words, "no\\n") else { return };
    let before = shown.split("write this?").next().unwrap();
    let lines: Vec<&str> = before.lines().filter(|line| !line.starts_with("mastiff: ")).collect();
    assert!(lines.len() <= 10 && before.contains("more") && before.contains("--verbose"), "{shown}");
    let (_, shown) = gate::hooks::typed(&gate, &format!("{words} --verbose"), "no\\n").unwrap();
    assert!(shown.lines().count() > 50 && shown.contains("PreToolUse"), "{shown}");
}

/// `sudo` leaves the home with its owner.
#[test]
fn root_leaves_the_home_of_others_alone() {
    let gate = here().file(CLAUDE, "{}");
    // Only root can give it away.
    if std::os::unix::fs::chown(gate.base.join("home"), Some(65_534), None).is_err() {
        return;
    }
    let answer = init(&gate, &["claude"]);
    assert_eq!(answer.code, Some(3), "{}", answer.stdout);
    assert!(answer.stderr.contains("without `sudo`"), "{}", answer.stderr);
    assert_eq!(text(&gate, CLAUDE), "{}");
}
