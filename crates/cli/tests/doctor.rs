//! `mastiff doctor` through the real binary: one broken set-up per row, and what is found of it.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod gate;

use gate::house::{House, check};
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;
use mastiff_engine::install::{Scope, line};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

const SETTINGS: &str = "home/.claude/settings.json";

fn claude() -> House {
    House::told(Host::Claude)
}

#[test]
fn broken_set_ups_of_claude() {
    check(&[
        ("fine", claude, 0, &[]),
        ("nothing at all", House::new, 1, &[]),
        ("here, and not told", || House::new().file("home/.claude/x", ""), 1, &["not_configured?"]),
        (
            "another host is here, and not told",
            || claude().file("home/.gemini/x", ""),
            0,
            &["not_configured?"],
        ),
        ("binary gone", || claude().binary(None, 0), 1, &["binary_missing!"]),
        (
            "binary not executable",
            || claude().binary(Some("#!/bin/sh\n"), 0o644),
            1,
            &["binary_not_executable!"],
        ),
        (
            "binary an empty file",
            || claude().binary(Some(""), 0o755),
            1,
            &["binary_other?", "canary_denied_all!"],
        ),
        (
            "binary that says nothing",
            || claude().binary(Some("#!/bin/sh\nexit 0\n"), 0o755),
            1,
            &["binary_other?", "canary_denied_all!"],
        ),
        (
            "binary that always allows",
            || {
                claude().binary(
                    Some("#!/bin/sh\n[ $1 = --version ] && echo mastiff 0.0.1 && exit 0\nexit 10\n"),
                    0o755,
                )
            },
            1,
            &["binary_version?", "canary_let_through!"],
        ),
        (
            "policy broken",
            || claude().file("home/.config/mastiff/policy.toml", "nonsense = ["),
            1,
            &["policy_broken!", "canary_denied_all!"],
        ),
        (
            "no ledger",
            || claude().file("state/mastiff", ""),
            1,
            &["ledger_unwritable!", "breaches_unreadable?", "canary_denied_all!"],
        ),
        (
            "a ledger without its anchor",
            || claude().file("state/mastiff/ledger/000001.jsonl", "{}\n"),
            0,
            &["ledger_cut?"],
        ),
        ("of files elsewhere", || claude().env("XDG_STATE_HOME", "BASE/else"), 1, &["places_other!"]),
        (
            "switched off in the user's settings",
            || claude().changed(SETTINGS, r#"{"hooks""#, r#"{"disableAllHooks":true,"hooks""#),
            1,
            &["switched_off!"],
        ),
        (
            "switched off in the project",
            || claude().file("repo/.claude/settings.json", r#"{"disableAllHooks":true}"#),
            1,
            &["switched_off!"],
        ),
        (
            "switched off in the checkout",
            || claude().file("repo/.claude/settings.local.json", r#"{"disableAllHooks":true}"#),
            1,
            &["switched_off!"],
        ),
        (
            "an invalid neighbour",
            || {
                claude().changed(
                    SETTINGS,
                    r#"{"hooks":{"#,
                    r#"{"hooks":{"Stop":[{"hooks":[{"type":"command"}]}],"#,
                )
            },
            1,
            &["invalid_entry!"],
        ),
        (
            "an invalid neighbour in another file",
            || claude().file("repo/.claude/settings.json", r#"{"hooks":{"Stop":[{}]}}"#),
            0,
            &["invalid_entry?"],
        ),
        (
            "a neighbour that may rewrite",
            || {
                let other = r#"{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"x"}]}]}}"#;
                claude().file("repo/.claude/settings.json", other)
            },
            0,
            &["other_hook"],
        ),
        (
            "narrowed",
            || claude().changed(SETTINGS, r#""matcher":"*""#, r#""matcher":"Bash""#),
            1,
            &["entry_differs?", "narrowed!"],
        ),
        (
            "not waited for",
            || claude().changed(SETTINGS, r#""onFailure":"block""#, r#""onFailure":"block","async":true"#),
            1,
            &["entry_differs?", "not_waited_for!"],
        ),
        (
            "open when it fails",
            || claude().changed(SETTINGS, r#","onFailure":"block""#, ""),
            0,
            &["entry_differs?", "open_on_failure?"],
        ),
        (
            "edited",
            || claude().changed(SETTINGS, "trap - 0; exit 2;;", "trap - 0; exit 0;;"),
            1,
            &["line_edited!", "other_hook"],
        ),
        (
            "edited to do more",
            || claude().changed(SETTINGS, "POSIXLY_CORRECT=1", "touch x; POSIXLY_CORRECT=1"),
            1,
            &["line_edited!", "other_hook"],
        ),
        (
            "without the tripwire",
            || claude().changed(SETTINGS, "PostToolUse\"", "Post\""),
            0,
            &["no_tripwire?"],
        ),
        ("not before calls", || claude().changed(SETTINGS, "PreToolUse", "Pre"), 1, &["not_asked!"]),
        (
            "no JSON",
            || claude().changed(SETTINGS, r#"{"hooks""#, r#"{,"hooks""#).file("home/.claude/x", ""),
            1,
            &["unreadable!"],
        ),
    ]);
}

/// What somebody wrote by hand, before there was `mastiff init`.
#[test]
fn a_plain_line_is_weak() {
    let house = House::new();
    let line = format!("{} hook --host claude", house.site.mastiff);
    let settings = format!(
        r#"{{"hooks":{{"PreToolUse":[{{"matcher":"*","hooks":[{{"type":"command","command":"{line}","onFailure":"block"}}]}}]}}}}"#
    );
    let house = house.file(SETTINGS, &settings);
    assert_eq!(house.found(&[]), (Some(0), vec!["line_old?".into()]));
}

/// The line as it was before still holds.
#[test]
fn a_line_of_an_earlier_version_is_weak() {
    let house = House::new();
    let line = Json::from(line::earlier::before(&house.site, Host::Claude));
    let settings = format!(
        r#"{{"hooks":{{"PreToolUse":[{{"matcher":"*","hooks":[{{"type":"command","command":{line},"timeout":30,"onFailure":"block"}}]}}]}}}}"#
    );
    assert_eq!(house.file(SETTINGS, &settings).found(&[]), (Some(0), vec!["line_earlier?".into()]));
}

#[test]
fn an_edited_line_is_never_run() {
    let house = claude().changed(SETTINGS, "POSIXLY_CORRECT=1", "touch BASE; POSIXLY_CORRECT=1");
    let mark = house.gate.path("mark");
    let house = house.changed(SETTINGS, "touch BASE", &format!("touch {mark}"));
    assert_eq!(house.found(&[]).0, Some(1));
    assert!(!Path::new(&mark).exists());
}

/// A repository brings its own binary, in its own file.
#[test]
fn a_binary_that_a_project_names_is_not_run() {
    let mut house = House::new();
    let mark = house.gate.path("mark");
    house.site.mastiff = house.gate.path("repo/mastiff");
    let house = house.file("repo/mastiff", &format!("#!/bin/sh\ntouch {mark}\nexit 10\n"));
    fs::set_permissions(house.gate.path("repo/mastiff"), fs::Permissions::from_mode(0o755)).unwrap();
    let house = house.tell(Host::Claude, Scope::Project);
    let (code, found) = house.found(&[]);
    assert_eq!((code, found.contains(&"binary_other!".to_owned())), (Some(1), true), "{found:?}");
    assert!(!Path::new(&mark).exists());
}

#[test]
fn who_names_a_host_wants_it_protected() {
    assert_eq!(claude().found(&["claude"]).0, Some(0));
    assert_eq!(claude().found(&["claude", "codex"]), (Some(1), vec!["not_configured!".into()]));
    let answer = claude().gate.run_with(&["doctor", "nobody"]);
    assert_eq!(answer.code, Some(3));
    assert!(answer.stderr.contains("there is no host `nobody`"), "{answer:?}");
}

/// The real Codex takes this digest; without it the hook is skipped.
#[test]
fn trust_of_codex() {
    let digest_of = |house: &House| {
        let line = mastiff_engine::install::line::before(&house.site, Host::Codex);
        let handler = Json::object([
            ("async", false.into()),
            ("command", line.into()),
            ("timeout", 30_u64.into()),
            ("type", "command".into()),
        ]);
        let entry = Json::object([
            ("event_name", "pre_tool_use".into()),
            ("hooks", Json::Array(vec![handler])),
            ("matcher", "*".into()),
        ]);
        mastiff_engine::sha256::of(entry.to_string().as_bytes())
    };
    let with = |state: &str| {
        let house = House::told(Host::Codex);
        let key = format!("{}:pre_tool_use:0:0", house.gate.path("home/.codex/hooks.json"));
        let state = state.replace("DIGEST", &digest_of(&house));
        let text = format!("model = \"x\"\n[hooks.state.\"{key}\"]\n{state}\n");
        house.file("home/.codex/config.toml", &text).found(&[])
    };
    let untrusted = || (Some(1), vec!["untrusted!".to_owned()]);
    assert_eq!(House::told(Host::Codex).found(&[]), untrusted());
    assert_eq!(with("trusted_hash = \"sha256:DIGEST\""), (Some(0), vec![]));
    assert_eq!(with("trusted_hash = \"sha256:00\""), untrusted());
    assert_eq!(
        with("trusted_hash = \"sha256:DIGEST\"\nenabled = false"),
        (Some(1), vec!["switched_off!".into()])
    );
    let off = House::told(Host::Codex).file("home/.codex/config.toml", "[features]\nhooks = false\n");
    assert_eq!(off.found(&[]).1, ["switched_off!", "untrusted!"]);
}

/// Every host: what its recipe writes is found sound, and its canary sings.
#[test]
fn every_host_is_protected_by_its_recipe() {
    let mut wrong = Vec::new();
    for host in Host::all() {
        for scope in [Scope::User, Scope::Project] {
            let house = House::new().tell(host, scope);
            let (_, found) = house.found(&[]);
            assert_eq!(house.found(&[]).1, found, "{}: looked at again", host.id());
            let expected: &[&str] = match (host, scope) {
                (Host::Codex, _) => &["host_gone", "untrusted!"],
                (Host::Gemini | Host::Qwen, Scope::Project) => &["host_gone", "folder_trust"],
                _ => &["host_gone"],
            };
            let extra: Vec<&String> = found.iter().filter(|id| !expected.contains(&id.as_str())).collect();
            if !extra.is_empty() {
                wrong.push(format!("{} {scope:?}: {extra:?}", host.id()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The canary is judged with what the user has, and so it stands in the ledger, under a name of its own.
#[test]
fn nothing_but_two_records_is_left_behind() {
    let house = claude();
    let listed = |house: &House| {
        let out = std::process::Command::new("find").arg(&house.gate.base).output().unwrap();
        let files = String::from_utf8(out.stdout).unwrap();
        let ledgers = |file: &&str| file.contains("/state/mastiff") || file.contains("/home/.config");
        files.lines().filter(|file| !ledgers(file)).map(str::to_owned).collect::<Vec<_>>()
    };
    let before = listed(&house);
    assert_eq!(house.found(&[]).0, Some(0));
    assert_eq!(listed(&house), before);
    let ledger = fs::read_to_string(house.gate.path("state/mastiff/ledger/000001.jsonl")).unwrap();
    // The first says that the file begins.
    assert_eq!(ledger.lines().count(), 3, "{ledger}");
    assert!(ledger.lines().skip(1).all(|record| record.contains("mastiff-doctor")), "{ledger}");
}

#[test]
fn people_read_what_is_wrong_and_what_to_do() {
    let house = claude().binary(None, 0);
    let answer = house.gate.run_with(&["doctor"]);
    assert_eq!(answer.code, Some(1));
    for part in [
        "Claude Code\n",
        "  x `",
        "is not there: every call is denied",
        "-> run `mastiff init claude`",
        "not protected: claude\n",
    ] {
        assert!(answer.stdout.contains(part), "{part}: {}", answer.stdout);
    }
    let fine = claude().env("LANG", "C.UTF-8").gate.run_with(&["doctor"]);
    for part in ["  ✓ tried: `git status` passes, `rm -rf /` is denied\n", "protected: claude\n"] {
        assert!(fine.stdout.contains(part), "{part}: {}", fine.stdout);
    }
}
