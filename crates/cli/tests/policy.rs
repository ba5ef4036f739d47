//! `mastiff policy` and `mastiff trust` through the real binary, in a throw-away home and repository.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

struct Place {
    base: PathBuf,
}

struct Answer {
    code: i32,
    out: String,
    err: String,
}

impl Place {
    fn new(name: &str) -> Self {
        let base = std::env::temp_dir().join(format!("mastiff-policy-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&base);
        for directory in ["repo/.git", "home/.config/mastiff"] {
            std::fs::create_dir_all(base.join(directory)).unwrap();
        }
        let base = base.canonicalize().unwrap();
        Place { base }.with("repo/.git/HEAD", "ref: refs/heads/main\n").with("repo/.git/config", "[core]\n")
    }

    fn with(self, path: &str, text: &str) -> Self {
        let file = self.base.join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
        self
    }

    fn user(self, text: &str) -> Self {
        self.with("home/.config/mastiff/policy.toml", &format!("version = 1\n{text}"))
    }

    fn project(self, text: &str) -> Self {
        self.with("repo/.mastiff.toml", &format!("version = 1\n{text}"))
    }

    fn run(&self, args: &[&str]) -> Answer {
        self.run_with(args, &[])
    }

    fn run_with(&self, args: &[&str], env: &[(&str, &str)]) -> Answer {
        let output = Command::new(env!("CARGO_BIN_EXE_mastiff"))
            .args(args)
            .current_dir(self.base.join("repo"))
            .env_clear()
            .env("HOME", self.base.join("home"))
            .env("PATH", "/usr/bin:/bin")
            .envs(env.iter().copied())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Answer { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
    }

    fn path(&self, path: &str) -> String {
        Path::new(&self.base).join(path).display().to_string()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.base);
    }
}

#[test]
fn show_names_the_origin_of_what_is_not_built_in() {
    let place = Place::new("show").user("on_stop = \"deny\"\n").project("[rules]\nnetwork = \"deny\"\n");
    let answer = place.run(&["policy", "show"]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let line = |start: &str| answer.out.lines().find(|line| line.starts_with(start)).unwrap().to_owned();
    assert!(line("on_stop").ends_with(&format!("# {}:2", place.path("home/.config/mastiff/policy.toml"))));
    assert!(line("rules.network ").contains(&format!("# {}:3", place.path("repo/.mastiff.toml"))));
    assert!(line("scratch").ends_with("# built in"));
    assert!(answer.out.contains("not trusted: may only tighten"));
    let json = place.run(&["policy", "show", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(value["files"][1]["trusted"], false);
    assert!(value["settings"].as_array().unwrap().iter().any(|s| s["key"] == "on_stop" && s["line"] == 2));
}

#[test]
fn lint_tells_everything_at_once() {
    let place = Place::new("lint").with("bad.toml", "version = 1\non_stp = 1\n[web]\nallow = [\"a/b\"]\n");
    let file = place.path("bad.toml");
    let answer = place.run(&["policy", "lint", &file]);
    assert_eq!(answer.code, 1);
    assert!(answer.out.starts_with(&format!(
        "{file}:2:1: there is no key `on_stp`; did you mean `on_stop`?\n{file}:4:10: "
    )));
    assert_eq!(answer.out.lines().count(), 2);
    assert_eq!(place.run(&["policy", "lint"]).out, "0 files, no problems\n");
    assert_eq!(place.run(&["policy", "lint", "/nowhere.toml"]).code, 3);
    let place = place.project("scratch = [\"/opt/x\"]\n");
    let answer = place.run(&["policy", "lint"]);
    assert!(answer.code == 1 && answer.out.contains("run `mastiff trust`"), "{}", answer.out);
}

/// The file stays in force: such a rule does no harm but to whoever relies on it.
#[test]
fn lint_tells_of_rules_that_never_match() {
    let dead = "version = 1\n\n[[rule]]\nname = \"no_timing\"\ndecision = \"deny\"\nprogram = \"time\"\n";
    let place = Place::new("never").with("dead.toml", dead);
    let answer = place.run(&["policy", "lint", &place.path("dead.toml")]);
    assert_eq!(answer.code, 1, "{}", answer.out);
    assert!(answer.out.contains("dead.toml:3:1: the rule `no_timing` can never match"), "{}", answer.out);
    let in_force = place.run(&["policy", "lint", "--policy", &place.path("dead.toml")]);
    assert_eq!((in_force.code, in_force.out.contains("no_timing")), (1, true), "{}", in_force.out);
    let json = place.run(&["policy", "lint", "--json", &place.path("dead.toml")]);
    assert!(json.out.contains("\"line\":3") && json.out.contains("\"column\":1"), "{}", json.out);
    assert_eq!(place.run(&["check", "--policy", &place.path("dead.toml"), "ls"]).code, 0);
}

#[test]
fn lint_tells_what_nobody_hears() {
    let place = Place::new("idle");
    let around = place.path("home").replace("/home", "");
    let place = place.user(&format!("scratch = [\"/nowhere/x\", \"{around}\"]\n"));
    let answer = place.run(&["policy", "lint"]);
    assert!(answer.code == 1 && answer.out.contains("has no effect: your home `"), "{}", answer.out);
    assert_eq!(answer.out.lines().count(), 1, "{}", answer.out);
    let file = place.path("home/.config/mastiff/policy.toml");
    let given = place.run(&["policy", "lint", &file]);
    assert!(given.code == 0 && given.err.contains("has no effect"), "{}{}", given.out, given.err);
    let place = place.user("scratch = [\"/nowhere/x\"]\n");
    assert_eq!(place.run(&["policy", "lint"]).out, "1 file, no problems\n");
}

/// Each with what the message names. A slip is never judged around.
#[test]
fn slips_in_flags_are_said() {
    let place = Place::new("slips").user("[mode.ours]\non_stop = \"deny\"\n").with("file", "");
    let file = place.path("file");
    let rows: &[(&[&str], &[&str])] = &[
        (&["check", "--cwd", "/nowhere", "ls"], &["`--cwd /nowhere`", "No such file"]),
        (&["check", "--cwd", &file, "ls"], &["--cwd", "no directory"]),
        (&["check", "--root", "/nowhere", "ls"], &["`--root /nowhere`"]),
        (&["check", "--batch", "--cwd", "/nowhere"], &["`--cwd /nowhere`"]),
        (&["explain", "--cwd", "/nowhere", "ls"], &["`--cwd /nowhere`"]),
        (&["policy", "show", "--cwd", "/nowhere"], &["`--cwd /nowhere`"]),
        (&["policy", "lint", "--cwd", "/nowhere"], &["`--cwd /nowhere`"]),
        (&["policy", "test", "--root", "/nowhere"], &["`--root /nowhere`"]),
        (&["check", "--mode", "bogus", "ls"], &["`bogus`", "bypassPermissions", "[mode.NAME]"]),
        (&["check", "--batch", "--mode", "bogus"], &["`bogus`"]),
        (&["explain", "--mode", "bogus", "ls"], &["`bogus`"]),
        (&["policy", "test", "--mode", "bogus"], &["`bogus`"]),
    ];
    for (words, parts) in rows {
        let answer = place.run(words);
        assert_eq!(answer.code, 3, "{words:?}: {}{}", answer.out, answer.err);
        assert!(parts.iter().all(|part| answer.err.contains(part)), "{words:?}: {}", answer.err);
    }
    for mode in ["plan", "bypassPermissions", "auto-low", "ours"] {
        assert_eq!(place.run(&["check", "--mode", mode, "ls"]).code, 0, "{mode}");
    }
    assert_eq!(place.run(&["check", "--mode", "ours", "git push"]).code, 2);
}

#[test]
fn trust_is_named_where_it_helps() {
    let place = Place::new("remedy").project("[rules]\ndelete = \"allow\"\n");
    let policy = place.path("repo/.mastiff.toml");
    let answer = place.run(&["policy", "test", &policy]);
    assert_eq!(answer.code, 3);
    assert!(answer.err.contains("--policy FILE") && !answer.err.contains("trust"), "{}", answer.err);
    let place = place.with("expected.toml", "[[expect]]\ncommand = \"rm a\"\ndecision = \"allow\"\n");
    let expected = place.path("expected.toml");
    let answer = place.run(&["policy", "test", &expected]);
    assert!(answer.code == 1 && answer.out.contains("--policy FILE --cwd DIR"), "{}", answer.out);
    let place = place.with("plain/a", "");
    let plain = place.path("plain");
    let answer = place.run(&["policy", "test", "--policy", &policy, "--cwd", &plain, &expected]);
    assert!(answer.code == 0, "{}{}", answer.out, answer.err);
    let answer = place.run(&["trust", "--revoke"]);
    assert!(answer.code == 3 && answer.err.contains("nor is any file of it"), "{}", answer.err);
    assert!(answer.err.contains("mastiff trust --list"), "{}", answer.err);
    let answer = place.run(&["trust", "--revoke", &policy]);
    assert!(answer.err.contains(".mastiff.toml` is not trusted"), "{}", answer.err);
}

#[test]
fn a_loosening_project_denies_until_it_is_trusted() {
    let place = Place::new("loosening").project("scratch = [\"/somewhere\"]\n");
    let check = ["check", "touch /somewhere/x"];
    assert_eq!(place.run(&check).code, 3, "no policy, no verdict");
    let (file, text) = (place.path("repo/.mastiff.toml"), "version = 1\nscratch = [\"/somewhere\"]\n");
    let environment = [("HOME".to_owned(), place.path("home"))];
    let dirs = mastiff_engine::Dirs::of(&environment);
    mastiff_engine::trust::Trust::of(&dirs).trust(&file, text).unwrap();
    let answer = place.run(&check);
    assert_eq!(answer.code, 0, "{}{}", answer.out, answer.err);
    assert!(place.run(&["trust", "--list"]).out.trim_end().ends_with("in force"));
    let place = place.project("scratch = [\"/somewhere\"]\n# changed\n");
    assert_eq!(place.run(&check).code, 3, "trust ends with the next change");
    assert_eq!(place.run(&["trust", "--revoke"]).code, 0);
    assert_eq!(place.run(&["trust", "--list"]).out, "nothing is trusted\n");
}

#[test]
fn nobody_but_a_human_trusts() {
    let place = Place::new("human").project("scratch = [\"/somewhere\"]\n");
    for (args, env, why) in [
        (&["trust"][..], &[][..], "there is no terminal"),
        (&["trust", "--yes"], &[], "there is no terminal"),
        (&["trust", "--yes", "."], &[("CLAUDECODE", "1")], "an agent is around"),
        (&["trust", "--yes"], &[("GEMINI_CLI", "1")], "an agent is around"),
    ] {
        let answer = place.run_with(args, env);
        assert_eq!(answer.code, 3, "{args:?}");
        assert!(answer.err.contains(why), "{args:?}: {}", answer.err);
    }
    assert_eq!(place.run(&["trust", "--list"]).out, "nothing is trusted\n");
}

const RULE: &str = "[[rule]]\nname = \"plan\"\ndecision = \"allow\"\nprogram = \"frobctl\"\nargs = [\"plan\"]\n\
                    examples = { match = [\"frobctl plan\"], no_match = [\"frobctl apply\"] }\n";

#[test]
fn expected_verdicts() {
    let expected = "[[expect]]\ncommand = \"frobctl plan\"\ndecision = \"allow\"\nrule = \"plan\"\n\
                    [[expect]]\ncommand = \"frobctl apply\"\ndecision = \"ask\"\n\
                    [[expect]]\ntool = \"Write\"\ninput = { file_path = \".env\", content = \"\" }\ndecision = \"ask\"\n";
    let place = Place::new("expected").user(RULE).with("e.toml", expected);
    let file = place.path("e.toml");
    let answer = place.run(&["policy", "test", &file]);
    assert_eq!(
        (answer.code, answer.out.as_str()),
        (0, "2 examples of rules hold; 3 expected verdicts, all as expected\n")
    );
    let place = place.with("e.jsonl", "{\"command\": \"frobctl apply\", \"decision\": \"allow\"}\n");
    let answer = place.run(&["policy", "test", &file, &place.path("e.jsonl")]);
    assert_eq!(answer.code, 1);
    assert!(
        answer
            .out
            .contains("e.jsonl:1: frobctl apply\n    expected allow\n    got      ask via unknown_command")
    );
    let answer = place.run(&["policy", "test", "--headless", &file]);
    assert!(answer.out.contains("got      deny via unknown_command"), "{}", answer.out);
}

#[test]
fn a_policy_whose_examples_fail_is_not_used() {
    let place = Place::new("examples")
        .user(&RULE.replace("no_match = [\"frobctl apply\"]", "no_match = [\"frobctl plan\"]"));
    let answer = place.run(&["policy", "test"]);
    assert_eq!(answer.code, 1);
    assert!(
        answer.out.contains("policy.toml:7:") && answer.out.contains("which it must not"),
        "{}",
        answer.out
    );
    assert_eq!(place.run(&["check", "ls"]).code, 3);
}

#[test]
fn template_and_schema() {
    let place = Place::new("template");
    let template = place.run(&["policy", "template"]).out;
    let place = place.with("t.toml", &template);
    assert_eq!(place.run(&["policy", "lint", &place.path("t.toml")]).out, "1 file, no problems\n");
    let schema: serde_json::Value = serde_json::from_str(&place.run(&["policy", "schema"]).out).unwrap();
    assert_eq!(schema["properties"]["version"]["const"], 1);
}

#[test]
fn wrong_usage() {
    let place = Place::new("usage");
    for (args, part) in [
        (&["policy"][..], "show | lint"),
        (&["policy", "tets"], "did you mean `mastiff policy test`?"),
        (&["policy", "show", "x"], "one argument too many"),
        (&["trust", "a", "b"], "one repository at a time"),
        (&["trust", "/etc/hostname"], "neither a directory nor"),
    ] {
        let answer = place.run(args);
        assert_eq!(answer.code, 3, "{args:?}");
        assert!(answer.err.contains(part), "{args:?}: {}", answer.err);
    }
}
