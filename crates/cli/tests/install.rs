//! `mastiff init` and `mastiff uninstall` through the real binary, on files as people have them.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod gate;

use gate::MASTIFF;
use gate::install::{AGENT_CODE, CLAUDE, CODEX, GEMINI, fine, here, init, text, tree, uninstall};
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;

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
        ("claude", CLAUDE, Some("\u{feff}{\"a\": 1}\n")),
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
        ("agent-code", AGENT_CODE, Some("\u{feff}a = 1\n")),
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
    type Edit = fn(&str) -> String;
    let rows: &[(Edit, &str)] = &[
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

/// Whoever keeps the file elsewhere since then keeps it.
#[test]
fn what_has_become_a_link_stays_one() {
    let gate = here();
    fine(&init(&gate, &["claude"]));
    fs::create_dir_all(gate.base.join("elsewhere")).unwrap();
    fs::rename(gate.base.join(CLAUDE), gate.base.join("elsewhere/settings.json")).unwrap();
    symlink("../../elsewhere/settings.json", gate.base.join(CLAUDE)).unwrap();
    fine(&uninstall(&gate, &["claude"]));
    assert_eq!(text(&gate, CLAUDE), "{}\n");
    assert!(gate.base.join(CLAUDE).is_symlink());
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

/// A plugin is a folder and nothing else: no file of the host's changes, and what is in the way stays.
#[test]
fn a_plugin_is_written_into_its_folder_alone() {
    for host in ["claude", "codex", "gemini"] {
        let gate = here();
        let (old, folder) = (tree(&gate), gate.path("plugin"));
        for _ in 0..2 {
            fine(&init(&gate, &[host, "--plugin", &folder]));
        }
        assert_eq!(tree(&gate), old, "{host}");
        let hooks = text(&gate, "plugin/hooks/hooks.json");
        assert!(hooks.contains(&format!("hook --host {host} --guarded --config")), "{hooks}");
        assert!(hooks.contains(MASTIFF) && !hooks.contains("--account"), "{hooks}");
        fine(&init(&gate, &[host, "--plugin", &folder, "--portable"]));
        let hooks = text(&gate, "plugin/hooks/hooks.json");
        assert!(hooks.contains("--account") && !hooks.contains(&gate.path("")), "{hooks}");
    }
    let gate = here();
    fs::create_dir(gate.base.join("full")).unwrap();
    fs::write(gate.base.join("full/mine"), "x").unwrap();
    let folder = gate.path("full");
    for (words, why) in [
        (&["claude", "--plugin", &folder][..], "holds something else"),
        (&["--plugin", &folder], "one host"),
        (&["claude", "codex", "--plugin", &folder], "one host"),
        (&["goose", "--plugin", &folder], "there is no plugin for"),
        (&["claude", "--portable"], "is about a plugin"),
    ] {
        let answer = init(&gate, words);
        assert!(answer.code == Some(3) && answer.stderr.contains(why), "{words:?}: {}", answer.stderr);
    }
}
