//! `mastiff init` and `mastiff uninstall` through the real binary, on files as people have them.

mod gate;

use gate::{Answer, Gate, MASTIFF};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;

const CLAUDE: &str = "home/.claude/settings.json";
const CODEX: &str = "home/.codex/hooks.json";
const GEMINI: &str = "home/.gemini/settings.json";
const AGENT_CODE: &str = "home/.config/agent-code/config.toml";

fn here() -> Gate {
    // No agent of this machine is to be found.
    Gate::new(&[]).env("PATH", "/usr/bin:/bin")
}

fn init(gate: &Gate, words: &[&str]) -> Answer {
    gate.run_with(&[&["init", "--yes", "--binary", MASTIFF], words].concat())
}

fn uninstall(gate: &Gate, words: &[&str]) -> Answer {
    gate.run_with(&[&["uninstall", "--yes"], words].concat())
}

fn fine(answer: &Answer) {
    assert_eq!(answer.code, Some(0), "{}\n{}", answer.stdout, answer.stderr);
}

/// Everything outside of mastiff's own state: kind and mode, and what is in it or where it leads.
fn tree(gate: &Gate) -> BTreeMap<String, (u32, Vec<u8>)> {
    let mut all = BTreeMap::new();
    for part in ["home", "repo", "elsewhere"] {
        add(&gate.base.join(part), &mut all);
    }
    all
}

fn add(path: &Path, all: &mut BTreeMap<String, (u32, Vec<u8>)>) {
    let Ok(found) = fs::symlink_metadata(path) else { return };
    let content = if found.is_symlink() {
        fs::read_link(path).unwrap().into_os_string().into_encoded_bytes()
    } else if found.is_file() {
        fs::read(path).unwrap()
    } else {
        for entry in fs::read_dir(path).unwrap() {
            add(&entry.unwrap().path(), all);
        }
        Vec::new()
    };
    all.insert(path.display().to_string(), (found.mode(), content));
}

fn text(gate: &Gate, path: &str) -> String {
    fs::read_to_string(gate.base.join(path)).unwrap()
}

/// Every one of these is what it was after init, init again, and uninstall, to the byte.
#[test]
fn there_and_back() {
    const THEIRS: &str =
        r#"{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"x"}]}]}}"#;
    let rows: &[(&str, &str, Option<&str>)] = &[
        ("claude", CLAUDE, None),
        ("claude", CLAUDE, Some("")),
        ("claude", CLAUDE, Some("\n\n")),
        ("claude", CLAUDE, Some("{}")),
        ("claude", CLAUDE, Some("{\r\n    \"model\": \"x\",\r\n    \"env\": {}\r\n}\r\n")),
        ("claude", CLAUDE, Some("{\n\t\"model\": \"x\"\n}")),
        ("claude", CLAUDE, Some("{\n     \"odd\": [ 1,2 ,\n 3]\n   , \"b\": 2 }\n\n\n")),
        ("claude", CLAUDE, Some("{\"permissions\":{\"allow\":[\"Bash(mastiff hook --host claude)\"]}}")),
        ("claude", CLAUDE, Some(THEIRS)),
        (
            "claude",
            CLAUDE,
            Some("{\n  \"hooks\": {\n    \"PreToolUse\": [],\n    \"Stop\": []\n  },\n  \"z\": 1\n}\n"),
        ),
        ("codex", CODEX, None),
        ("codex", CODEX, Some(THEIRS)),
        ("codex", CODEX, Some("{\n  \"description\": \"é\",\n  \"hooks\": {}\n}\n")),
        ("gemini", GEMINI, None),
        ("gemini", GEMINI, Some("// mine\n{\n  /* a, b */ \"theme\": \"x\" // why, why\n}\n")),
        (
            "gemini",
            GEMINI,
            Some(
                "{\"hooks\": {\"BeforeTool\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"x\"}]}]}}",
            ),
        ),
        ("agent-code", AGENT_CODE, None),
        ("agent-code", AGENT_CODE, Some("# mine\r\nmodel = \"x\" # why\r\n\r\n[ui]\r\na = 1")),
        (
            "agent-code",
            AGENT_CODE,
            Some("[[hooks]]\nevent = \"stop\"\naction = { type = \"shell\", command = \"x\" }\n"),
        ),
        ("cursor", "home/.cursor/hooks.json", Some("{\n  \"version\": 1,\n  \"hooks\": {}\n}\n")),
        ("claw", "home/.claw/settings.json", Some("{\"hooks\":{\"PreToolUse\":[\"x\"]}}")),
    ];
    for (host, path, before) in rows {
        let gate = here();
        if let Some(text) = before {
            fs::create_dir_all(gate.base.join(path).parent().unwrap()).unwrap();
            fs::write(gate.base.join(path), text).unwrap();
            fs::set_permissions(gate.base.join(path), fs::Permissions::from_mode(0o640)).unwrap();
        }
        let old = tree(&gate);
        fine(&init(&gate, &[host]));
        let with = text(&gate, path);
        assert!(with.contains(&format!("hook --host {host} --guarded")), "{host} {before:?}: {with}");
        let inode = fs::metadata(gate.base.join(path)).unwrap().ino();
        fine(&init(&gate, &[host]));
        assert_eq!(
            fs::metadata(gate.base.join(path)).unwrap().ino(),
            inode,
            "written again: {host} {before:?}"
        );
        fine(&uninstall(&gate, &[host]));
        assert_eq!(tree(&gate), old, "{host} {before:?}");
        fine(&uninstall(&gate, &[host]));
        assert_eq!(tree(&gate), old, "twice: {host} {before:?}");
    }
}

/// All hosts at once, user-wide and for the project, leave nothing behind, not even a folder.
#[test]
fn all_hosts() {
    let hosts: Vec<&str> =
        mastiff_engine::install::recipe::all().iter().map(|recipe| recipe.host.id()).collect();
    for scope in ["--user", "--project"] {
        let gate = here().file("home/.config/agent-code/config.toml", "a = 1\n");
        let old = tree(&gate);
        let words = [&[scope], hosts.as_slice()].concat();
        let answer = init(&gate, &[&["--json"], words.as_slice()].concat());
        fine(&answer);
        let rows = answer.json()["hosts"].as_array().unwrap().clone();
        assert_eq!(rows.len(), hosts.len());
        assert!(rows.iter().all(|row| row["outcome"] == "done"), "{}", answer.stdout);
        fine(&uninstall(&gate, &[scope]));
        assert_eq!(tree(&gate), old, "{scope}");
    }
}

#[test]
fn edits_made_since_stay() {
    let before = "{\n  \"model\": \"x\"\n}\n";
    let rows: &[(fn(&str) -> String, &str)] = &[
        (|text| text.replace("\"x\"", "\"y\""), "{\n  \"model\": \"y\"\n}\n"),
        (|text| text.replacen('{', "{\n  \"new\": 1,", 1), "{\n  \"new\": 1,\n  \"model\": \"x\"\n}\n"),
        (
            |text| text.replace("\"hooks\": {\n    \"Pre", "\"hooks\": {\n    \"Stop\": [],\n    \"Pre"),
            "{\n  \"model\": \"x\",\n  \"hooks\": {\n    \"Stop\": []\n  }\n}\n",
        ),
    ];
    for (edit, expected) in rows {
        // Also when init has run again since: what stood there first is not what is wanted back.
        for again in [false, true] {
            let gate = here().file(CLAUDE, before);
            fine(&init(&gate, &["claude"]));
            let edited = edit(&text(&gate, CLAUDE)).replace("\"timeout\": 30,", "\"timeout\": 31,");
            fs::write(gate.base.join(CLAUDE), &edited).unwrap();
            if again {
                fine(&init(&gate, &["claude"]));
                assert_eq!(text(&gate, CLAUDE), edited.replace("\"timeout\": 31,", "\"timeout\": 30,"));
            }
            let answer = uninstall(&gate, &["claude"]);
            fine(&answer);
            assert_eq!(text(&gate, CLAUDE), *expected);
            assert_eq!(answer.stdout.contains("has changed since"), !again, "{}", answer.stdout);
        }
    }
}

#[test]
fn another_binary_takes_the_place_of_the_first() {
    let before = "{\"a\": 1}";
    let gate = here().file(CLAUDE, before).file("home/bin/mastiff", "");
    let other = gate.path("home/bin/mastiff");
    fs::copy(MASTIFF, &other).unwrap();
    fs::set_permissions(&other, fs::Permissions::from_mode(0o755)).unwrap();
    fine(&init(&gate, &["claude"]));
    let first = text(&gate, CLAUDE);
    let answer = gate.run_with(&["init", "claude", "--yes", "--binary", &other]);
    fine(&answer);
    assert_eq!(text(&gate, CLAUDE), first.replace(MASTIFF, &other));
    fine(&uninstall(&gate, &["claude"]));
    assert_eq!(text(&gate, CLAUDE), before);
}

#[test]
fn links_stay_links() {
    for target in ["../../elsewhere/settings.json", "BASE/elsewhere/settings.json"] {
        let gate = here().file("elsewhere/settings.json", "{ \"a\": 1 }\n");
        fs::create_dir_all(gate.base.join("home/.claude")).unwrap();
        let target = target.replace("BASE", gate.base.to_str().unwrap());
        symlink(&target, gate.base.join(CLAUDE)).unwrap();
        let old = tree(&gate);
        fine(&init(&gate, &["claude"]));
        assert!(text(&gate, "elsewhere/settings.json").contains("--guarded"));
        assert_eq!(fs::read_link(gate.base.join(CLAUDE)).unwrap(), Path::new(&target));
        fine(&uninstall(&gate, &["claude"]));
        assert_eq!(tree(&gate), old, "{target}");
    }
}

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
            && answer.stdout.contains("trust the hooks")
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
        (&["init", "claude", "--yes"], 3, "lies where builds put their results"),
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

#[test]
fn agents_are_found_by_program_and_by_trace() {
    let gate = here();
    let answer = init(&gate, &[]);
    assert_eq!(answer.code, Some(1));
    assert!(
        answer.stdout.contains("`claude` on PATH") && answer.stdout.contains(".claude.json"),
        "{}",
        answer.stdout
    );
    let gate = here()
        .file("home/.codex/config.toml", "")
        .file("home/bin/claude", "")
        .env("PATH", "BASE/home/bin:/usr/bin:/bin");
    fs::set_permissions(gate.base.join("home/bin/claude"), fs::Permissions::from_mode(0o755)).unwrap();
    fine(&init(&gate, &[]));
    assert!(text(&gate, CLAUDE).contains("--guarded") && text(&gate, CODEX).contains("--guarded"));
    assert!(!gate.base.join(GEMINI).exists());
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

/// Without records (another machine's home, a lost state) what is mastiff's is found by its line.
#[test]
fn what_is_not_remembered_is_taken_out_all_the_same() {
    let rows = [
        ("claude", CLAUDE, "{\n  \"model\": \"x\"\n}\n"),
        ("agent-code", AGENT_CODE, "a = 1\n"),
        ("claw", "home/.claw/settings.json", "{\"hooks\":{\"PreToolUse\":[\"x\"]}}"),
    ];
    for (host, path, before) in rows {
        let gate = here().file(path, before);
        fine(&init(&gate, &[host]));
        fs::remove_dir_all(gate.base.join("state/mastiff")).unwrap();
        fine(&uninstall(&gate, &[]));
        assert_eq!(text(&gate, path), before, "{host}");
    }
}

/// A backup that somebody has tampered with is not restored.
#[test]
fn a_backup_must_be_what_it_was() {
    let gate = here().file(CLAUDE, "{\n  \"a\": 1\n}\n");
    fine(&init(&gate, &["claude"]));
    for entry in fs::read_dir(gate.base.join("state/mastiff/backup")).unwrap() {
        fs::write(entry.unwrap().path(), "{\"hooks\": {\"Stop\": []}}").unwrap();
    }
    fine(&uninstall(&gate, &["claude"]));
    assert_eq!(text(&gate, CLAUDE), "{\n  \"a\": 1\n}\n");
}

#[test]
fn a_human_is_asked() {
    for (answer, code, written) in [("yes\\n", 0, true), ("y\\n", 1, false), ("no\\n", 1, false)] {
        let gate = here().file(CLAUDE, "{}");
        let words = format!("init claude --binary {MASTIFF}");
        let Some((ended, shown)) = gate::hooks::typed(&gate, &words, answer) else { return };
        assert_eq!(ended, code, "{shown}");
        assert!(shown.contains("write this? type yes: ") && shown.contains("PreToolUse"), "{shown}");
        assert_eq!(text(&gate, CLAUDE).contains("--guarded"), written, "{answer}");
    }
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

#[test]
fn projects_that_are_left_are_named() {
    let gate = here();
    fine(&init(&gate, &["codex", "--project"]));
    fine(&init(&gate, &["codex"]));
    let answer = uninstall(&gate, &[]);
    fine(&answer);
    assert!(answer.stderr.contains(&gate.path("repo/.codex/hooks.json")), "{}", answer.stderr);
    fine(&uninstall(&gate, &["--project"]));
    assert!(!gate.base.join("repo/.codex").exists());
    assert_eq!(uninstall(&gate, &[]).stderr, "");
}
