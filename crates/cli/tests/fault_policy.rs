//! A policy that cannot be used, whoever named it: the tool must not run.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod gate;

use gate::{Fault, Gate, all_refuse};

/// Runs without the rights of root, for which no file is unreadable.
const PLAIN: &str = "[ \"$(id -u)\" = 0 ] && exec unshare --user \"$@\"; exec \"$@\"";

/// A hook line that names this policy.
fn named(file: &str) -> Gate {
    Gate::hook("ls").arg("--policy").arg(file)
}

fn prepared(gate: Gate, preparation: &str) -> Gate {
    gate.inside(&format!("{preparation} || exit 9; {PLAIN}"))
}

const USER: &str = "home/.config/mastiff/policy.toml";

const ROWS: &[Fault] = &[
    ("named and missing", || named("BASE/none.toml")),
    ("named and empty string", || named("")),
    ("named and below a missing directory", || named("BASE/no/where/policy.toml")),
    ("named and below a file", || named("BASE/p.toml/x").file("p.toml", "version = 1\n")),
    ("named and unreadable", || {
        prepared(named("BASE/p.toml").file("p.toml", "version = 1\n"), "chmod 000 BASE/p.toml")
    }),
    ("named and not TOML", || named("BASE/p.toml").file("p.toml", "version = = 1\n")),
    ("named and an unknown key", || named("BASE/p.toml").file("p.toml", "version = 1\nwrite_scop = []\n")),
    ("named and a wrong type", || named("BASE/p.toml").file("p.toml", "version = 1\nwrite_scope = 5\n")),
    ("named and of tomorrow", || named("BASE/p.toml").file("p.toml", "version = 99\n")),
    ("named and not UTF-8", || prepared(named("BASE/p.toml"), "printf '\\377' >BASE/p.toml")),
    ("named and a directory", || named("BASE/repo")),
    ("named and a FIFO", || prepared(named("BASE/p.toml"), "mkfifo BASE/p.toml")),
    ("named and endless", || named("/dev/zero")),
    ("named and a dangling link", || prepared(named("BASE/p.toml"), "ln -s nowhere BASE/p.toml")),
    ("named and a link to itself", || prepared(named("BASE/p.toml"), "ln -s p.toml BASE/p.toml")),
    ("named and huge", || prepared(named("BASE/p.toml"), "yes '# comment' | head -c 50000000 >BASE/p.toml")),
    ("the user's, broken", || Gate::hook("ls").file(USER, "version = = 1\n")),
    ("the user's, unreadable", || {
        prepared(Gate::hook("ls").file(USER, "version = 1\n"), &format!("chmod 000 BASE/{USER}"))
    }),
    ("the user's, in a directory that may not be searched", || {
        prepared(Gate::hook("ls").file(USER, "version = 1\n"), "chmod 000 BASE/home/.config/mastiff")
    }),
    ("the user's, a directory", || prepared(Gate::hook("ls"), &format!("mkdir -p BASE/{USER}"))),
    ("the user's, a FIFO", || {
        prepared(Gate::hook("ls"), &format!("mkdir -p BASE/home/.config/mastiff && mkfifo BASE/{USER}"))
    }),
    ("the user's, behind a link to nowhere", || {
        prepared(Gate::hook("ls"), "mkdir -p BASE/home/.config && ln -s gone BASE/home/.config/mastiff")
    }),
    ("the user's, two levels behind a link to nowhere", || {
        prepared(Gate::hook("ls"), "ln -s gone/away BASE/home/.config")
    }),
    ("the project's, in a home that is no project", || {
        Gate::hook("ls").env("CLAUDE_PROJECT_DIR", "BASE/home").file("home/.mastiff.toml", "version = 1\n")
    }),
    ("the project's, in a directory that is gone", || {
        Gate::hook("ls").env("CLAUDE_PROJECT_DIR", "BASE/gone")
    }),
    ("the project's, broken", || Gate::hook("ls").file("repo/.mastiff.toml", "version = = 1\n")),
    ("the project's, a FIFO", || prepared(Gate::hook("ls"), "mkfifo BASE/repo/.mastiff.toml")),
    ("the project's, unreadable", || {
        prepared(
            Gate::hook("ls").file("repo/.mastiff.toml", "version = 1\n"),
            "chmod 000 BASE/repo/.mastiff.toml",
        )
    }),
];

/// The same with a variable whose value has a byte that is not UTF-8.
fn garbled(name: &str, rest: &str) -> Gate {
    Gate::hook("ls").inside(&format!("export {name}=\"BASE/$(printf 'odd\\377'){rest}\"; exec \"$@\""))
}

const GARBLED: &[Fault] = &[
    ("HOME", || garbled("HOME", "")),
    ("the configuration", || garbled("XDG_CONFIG_HOME", "")),
    ("the state", || garbled("XDG_STATE_HOME", "")),
    ("the policy", || garbled("MASTIFF_POLICY", "/p.toml")),
    ("the project", || garbled("CLAUDE_PROJECT_DIR", "")),
];

#[test]
fn places_that_are_not_text_are_refused_and_nothing_is_created() {
    all_refuse(GARBLED);
    for (name, gate) in GARBLED {
        let gate = gate();
        gate.run();
        let mut entries: Vec<_> =
            std::fs::read_dir(&gate.base).unwrap().map(|e| e.unwrap().file_name()).collect();
        entries.sort();
        assert_eq!(entries, ["home", "repo", "state"], "{name}");
    }
    let answer = Gate::hook("ls").inside("export LANG=\"$(printf '\\377')\"; exec \"$@\"").run();
    assert_eq!(answer.decision().as_deref(), Some("allow"), "one that names no place: {answer:?}");
}

#[test]
fn refused() {
    all_refuse(ROWS);
}

#[test]
fn no_policy_at_the_default_places_is_no_fault() {
    let answer = Gate::hook("ls").run();
    assert_eq!(answer.decision().as_deref(), Some("allow"), "{answer:?}");
}

#[test]
fn the_same_policy_without_a_fault_is_used() {
    let answer = named("BASE/p.toml").file("p.toml", "version = 1\n").inside(PLAIN).run();
    assert_eq!(answer.decision().as_deref(), Some("allow"), "{answer:?}");
}

#[test]
fn a_home_without_a_project_policy_is_no_fault() {
    let answer = Gate::hook("ls").env("CLAUDE_PROJECT_DIR", "BASE/home").run();
    assert_eq!(answer.decision().as_deref(), Some("allow"), "{answer:?}");
}

#[test]
fn several_problems_are_one_readable_line() {
    let text = "version = 1\nnonsense = 1\non_stop = \"perhaps\"\n";
    let reason = Gate::hook("ls").file("repo/.mastiff.toml", text).run().reason();
    assert!(
        reason.contains(".mastiff.toml:2:") && reason.contains("; ") && reason.contains(".mastiff.toml:3:"),
        "{reason}"
    );
    assert!(!reason.contains("\\n") && !reason.contains('\n'), "{reason}");
}
