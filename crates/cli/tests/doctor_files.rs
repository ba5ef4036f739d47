//! `mastiff doctor`, and the files that a host puts together with those that hold the line: each way to take the gate away
//! through one of them, beside its harmless twin.
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
use std::process::Command;

const SHARED: &str = "repo/.claude/settings.json";
const LOCAL: &str = "repo/.claude/settings.local.json";
const USER: &str = "home/.claude/settings.json";
const GEMINI: &str = "repo/.gemini/settings.json";
const AGENT: &str = "repo/.agent/settings.toml";

fn claude() -> House {
    House::told(Host::Claude)
}

fn gemini() -> House {
    House::told(Host::Gemini)
}

fn agent_code() -> House {
    House::told(Host::AgentCode)
}

fn large(start: &str) -> String {
    format!("{{{start}\"x\":\"{}\"}}", "a".repeat(1_200_000))
}

fn deep(start: &str, depth: usize) -> String {
    format!("{{{start}\"x\":{}{}}}", "[".repeat(depth), "]".repeat(depth))
}

/// With the line of Claude in a file, and these fields beside it.
fn again(file: &'static str, matcher: &str, fields: &str) -> House {
    let handler = format!(r#"{{"type":"command","command":LINE{fields}}}"#);
    let text = format!(r#"{{"hooks":{{"PreToolUse":[{{"matcher":"{matcher}","hooks":[{handler}]}}]}}}}"#);
    claude().filled(file, Host::Claude, &text)
}

#[test]
fn what_cannot_be_read_may_hold_a_switch() {
    const OFF: &str = r#""disableAllHooks":true,"#;
    check(&[
        ("large", || claude().file(SHARED, &large(OFF)), 1, &["switched_off!"]),
        ("large, harmless", || claude().file(SHARED, &large("")), 0, &[]),
        (
            "no UTF-8",
            || claude().bytes(SHARED, b"{\"disableAllHooks\":true,\"x\":\"\xff\"}"),
            1,
            &["switched_off!"],
        ),
        ("no UTF-8, harmless", || claude().bytes(SHARED, b"{\"x\":\"\xff\"}"), 0, &[]),
        (
            "twice",
            || claude().file(SHARED, r#"{"disableAllHooks":false,"disableAllHooks":true}"#),
            1,
            &["switched_off!"],
        ),
        ("twice, harmless", || claude().file(SHARED, r#"{"model":"a","model":"b"}"#), 0, &[]),
        ("deep", || claude().file(SHARED, &deep(OFF, 300)), 1, &["switched_off!"]),
        ("deep, harmless", || claude().file(SHARED, &deep("", 300)), 0, &[]),
        ("deeper than can be read", || claude().file(SHARED, &deep("", 100_000)), 1, &["unreadable!"]),
        (
            "half a pair",
            || claude().file(SHARED, r#"{"disableAllHooks":true,"x":"\ud800"}"#),
            1,
            &["switched_off!"],
        ),
        ("half a pair, harmless", || claude().file(SHARED, r#"{"x":"\ud800"}"#), 0, &[]),
        ("no JSON", || claude().file(SHARED, r#"{"disableAllHooks":true,}"#), 1, &["unreadable!"]),
        ("empty", || claude().file(SHARED, ""), 0, &[]),
        ("a folder", || claude().file("repo/.claude/settings.json/x", ""), 1, &["unreadable!"]),
        ("no folder", || claude().file("repo/.claude", ""), 0, &[]),
        (
            "the user's own, large",
            || {
                claude().changed(
                    USER,
                    "{\"hooks\"",
                    &format!("{{\"x\":\"{}\",\"hooks\"", "a".repeat(1_200_000)),
                )
            },
            0,
            &[],
        ),
        (
            "Gemini, large",
            || gemini().file(GEMINI, &large(r#""hooksConfig":{"enabled":false},"#)),
            1,
            &["switched_off!"],
        ),
        (
            "Gemini, twice",
            || gemini().file(GEMINI, r#"{"hooksConfig":{},"hooksConfig":{"enabled":false}}"#),
            1,
            &["switched_off!"],
        ),
        (
            "Gemini, harmless",
            || gemini().file(GEMINI, "{\"hooksConfig\":{\"enabled\":true}} // fine"),
            0,
            &[],
        ),
    ]);
}

#[test]
fn a_pipe_in_the_place_of_a_file_is_not_waited_for() {
    let house = claude().file("repo/.claude/x", "");
    assert!(Command::new("mkfifo").arg(house.gate.path(SHARED)).status().unwrap().success());
    assert_eq!(house.found(&[]), (Some(1), vec!["unreadable!".into()]));
}

#[test]
fn switches_of_other_hosts() {
    check(&[
        (
            "Gemini, a text",
            || gemini().file(GEMINI, r#"{"hooksConfig":{"enabled":"false"}}"#),
            1,
            &["switched_off!"],
        ),
        ("Gemini, 0", || gemini().file(GEMINI, r#"{"hooksConfig":{"enabled":0}}"#), 1, &["switched_off!"]),
        (
            "Gemini, named",
            || gemini().file(GEMINI, r#"{"hooksConfig":{"disabled":"mastiff"}}"#),
            1,
            &["switched_off!"],
        ),
        ("Gemini, others named", || gemini().file(GEMINI, r#"{"hooksConfig":{"disabled":["fmt"]}}"#), 0, &[]),
        ("Gemini, replaced", || gemini().file(GEMINI, r#"{"hooks":null}"#), 1, &["shadowed!"]),
        ("Gemini, joined", || gemini().file(GEMINI, r#"{"hooks":{"AfterTool":[]}}"#), 0, &[]),
        (
            "Gemini, not trusted",
            || {
                gemini().filled(
                    "home/.gemini/trustedFolders.json",
                    Host::Gemini,
                    r#"{"BASE":"DO_NOT_TRUST"}"#,
                )
            },
            1,
            &["untrusted!"],
        ),
        (
            "Gemini, trusted",
            || {
                gemini().filled(
                    "home/.gemini/trustedFolders.json",
                    Host::Gemini,
                    r#"{"BASE":"TRUST_FOLDER"}"#,
                )
            },
            0,
            &[],
        ),
        (
            "Copilot, by a file of Claude's",
            || House::told(Host::Copilot).file(SHARED, r#"{"disableAllHooks":"yes"}"#),
            1,
            &["switched_off!"],
        ),
        (
            "Copilot, by a file of Claude's, with the line of mastiff",
            || House::told(Host::Copilot).tell(Host::Claude, Scope::Project),
            0,
            &["host_gone"],
        ),
        (
            "Copilot, by a file of hooks",
            || House::told(Host::Copilot).file("repo/.github/hooks/a.json", r#"{"disableAllHooks":true}"#),
            1,
            &["switched_off!"],
        ),
        (
            "Copilot, harmless",
            || {
                House::told(Host::Copilot)
                    .file("repo/.github/hooks/a.json", r#"{"disableAllHooks":false} // x"#)
            },
            0,
            &[],
        ),
        (
            "droid",
            || House::told(Host::Droid).file("repo/.factory/settings.json", r#"{"hooksDisabled":1}"#),
            1,
            &["switched_off!"],
        ),
        ("droid, harmless", || House::told(Host::Droid).file("repo/.factory/settings.json", "{}"), 0, &[]),
        (
            "Qwen",
            || House::told(Host::Qwen).file("repo/.qwen/settings.json", r#"{"disableAllHooks":1}"#),
            1,
            &["switched_off!"],
        ),
        ("Qwen, harmless", || House::told(Host::Qwen).file("repo/.qwen/settings.json", "{}"), 0, &[]),
        (
            "an agent of Kiro's without the line",
            || {
                House::new()
                    .file("home/.kiro/agents/x", "")
                    .tell(Host::Kiro, Scope::User)
                    .file("home/.kiro/agents/new.json", "{}")
            },
            1,
            &["not_asked!"],
        ),
        (
            "an agent of Kiro's",
            || House::new().file("home/.kiro/agents/new.json", "{}").tell(Host::Kiro, Scope::User),
            0,
            &[],
        ),
    ]);
}

/// Nobody has trusted the line in these homes, which is a finding of its own.
#[test]
fn every_layer_of_codex() {
    const OFF: &str = "[features]\nhooks = false\n";
    let codex = || House::told(Host::Codex);
    let rows: &[(&str, &str, bool)] = &[
        ("repo/.codex/config.toml", OFF, true),
        ("repo/.codex/config.toml", "[features]\ncodex_hooks = false\n", true),
        ("repo/.codex/config.toml", "features = { hooks = 0 }\n", true),
        ("repo/.codex/config.toml", "[features]\nhooks = true\nweb = false\n", false),
        ("repo/src/.codex/config.toml", OFF, true),
        ("repo/other/.codex/config.toml", OFF, false),
        ("home/.codex/config.toml", "[profiles.x.features]\nhooks = false\n", true),
        ("home/.codex/config.toml", "[profiles.x.features]\nhooks = true\n", false),
        ("home/.codex/work.config.toml", OFF, true),
    ];
    for (file, text, off) in rows {
        let found = codex().file(file, text).within("repo/src").found(&[]).1;
        let expected: &[&str] = if *off { &["switched_off!", "untrusted!"] } else { &["untrusted!"] };
        assert_eq!(found, expected, "{file} {text}");
    }
    let broken = codex().file("repo/.codex/config.toml", "[features").found(&[]).1;
    assert_eq!(broken, ["unreadable!", "untrusted!"]);
}

#[test]
fn variables_that_files_set() {
    let set = |name: &str| format!(r#"{{"env":{{"{name}":"1"}}}}"#);
    let rows: &[(&str, &str, &[&str])] = &[
        (SHARED, "MASTIFF_POLICY", &["redirected!"]),
        (LOCAL, "MASTIFF_POLICY", &["redirected!"]),
        (SHARED, "CLAUDE_CODE_SHELL_PREFIX", &["switched_off!"]),
        (SHARED, "PATH", &["environment?"]),
        (SHARED, "FOO", &[]),
        ("home/.claude.json", "CLAUDE_CODE_SIMPLE", &["switched_off!"]),
        ("home/.claude.json", "MASTIFF_POLICY", &["redirected?"]),
        ("home/.claude.json", "FOO", &[]),
    ];
    for (file, name, expected) in rows {
        assert_eq!(claude().file(file, &set(name)).found(&[]).1, *expected, "{file} {name}");
    }
    let in_users = |name: &str| {
        claude().changed(USER, "{\"hooks\"", &format!("{{\"env\":{{\"{name}\":\"1\"}},\"hooks\"")).found(&[])
    };
    assert_eq!(in_users("CLAUDE_CODE_SIMPLE"), (Some(1), vec!["switched_off!".into()]));
    assert_eq!(in_users("MASTIFF_POLICY"), (Some(0), vec!["redirected?".into()]));
    assert_eq!(in_users("FOO"), (Some(0), vec![]));
}

#[test]
fn variables_around() {
    check(&[
        ("without hooks", || claude().env("CLAUDE_CODE_SIMPLE", "1"), 1, &["switched_off!"]),
        ("with them", || claude().env("CLAUDE_CODE_SIMPLE", "0"), 0, &[]),
        ("a program around", || claude().env("CLAUDE_CODE_SHELL_PREFIX", "./x"), 1, &["switched_off!"]),
        ("of no concern to Gemini", || gemini().env("CLAUDE_CODE_SIMPLE", "1"), 0, &[]),
        ("moved to where it is started", || claude().env("CLAUDE_CONFIG_DIR", "x"), 1, &["moved!"]),
        ("moved to nowhere", || claude().env("CLAUDE_CONFIG_DIR", ""), 1, &["moved!"]),
        ("not moved", || claude().env("CLAUDE_CONFIG_DIR", "BASE/home/.claude"), 0, &[]),
        ("Gemini, moved", || gemini().env("GEMINI_CLI_HOME", "x"), 1, &["moved!"]),
        ("Gemini, elsewhere", || gemini().env("GEMINI_CLI_HOME", "BASE/else"), 1, &["not_configured?"]),
        ("Gemini, not moved", || gemini().env("GEMINI_CLI_HOME", "BASE/home"), 0, &[]),
        ("no place to try it", || claude().env("TMPDIR", "/nonexistent"), 1, &["canary_not_run!"]),
    ]);
}

#[test]
fn variables_of_a_dotenv() {
    let rows: &[(&str, &str, &[&str])] = &[
        ("repo/.env", "A=1\nMASTIFF_POLICY=/repo/x\n", &["redirected!"]),
        ("repo/.gemini/.env", "XDG_CONFIG_HOME=/repo/x\n", &["redirected!"]),
        ("repo/src/.env", "BASH_ENV=x\n", &["redirected!"]),
        (".env", "LD_PRELOAD=x\n", &["redirected!"]),
        ("repo/.env", "GEMINI_CLI_HOME=/repo/x\n", &["switched_off!"]),
        ("repo/.env", "PATH=x\n", &["environment?"]),
        ("home/.env", "MASTIFF_POLICY=/x\n", &["redirected?"]),
        ("home/.gemini/.env", "MASTIFF_POLICY=/x\n", &["redirected?"]),
        ("repo/.env", "# MASTIFF_POLICY=x\nGEMINI_API_KEY=x\n", &[]),
        ("repo/other/.env", "MASTIFF_POLICY=/x\n", &[]),
    ];
    for (file, text, expected) in rows {
        assert_eq!(gemini().file(file, text).within("repo/src").found(&[]).1, *expected, "{file} {text}");
    }
    // Claude Code takes none.
    assert_eq!(claude().file("repo/.env", "MASTIFF_POLICY=/x\n").found(&[]).1, [""; 0]);
}

/// Claude Code runs a line once, and takes the terms of the last file that has it.
#[test]
fn the_same_line_on_weaker_terms() {
    check(&[
        ("the same", || again(SHARED, "*", r#","onFailure":"block""#), 0, &[]),
        (
            "not waited for",
            || again(SHARED, "*", r#","onFailure":"block","async":true"#),
            1,
            &["not_waited_for!"],
        ),
        (
            "at once given up",
            || again(SHARED, "*", r#","onFailure":"block","timeout":0.001"#),
            1,
            &["impatient!"],
        ),
        ("open when it fails", || again(SHARED, "*", ""), 1, &["open_on_failure!"]),
        ("narrowed", || again(SHARED, "Bash", r#","onFailure":"block""#), 1, &["narrowed!"]),
        ("sometimes", || again(SHARED, "*", r#","onFailure":"block","if":"Bash(x)""#), 1, &["conditional!"]),
        (
            "not as it stands",
            || again(SHARED, "*", r#","onFailure":"block","args":[]"#),
            1,
            &["entry_differs!"],
        ),
        (
            "in the checkout",
            || again(LOCAL, "*", r#","onFailure":"block","async":true"#),
            1,
            &["entry_differs?", "not_waited_for!"],
        ),
    ]);
}

/// A line that has another program watch the gate, or the gate rest on other files, is somebody else's.
#[test]
fn a_line_of_the_projects_own() {
    let planted = |from: &str, to: &str| {
        let house = House::new().tell(Host::Claude, Scope::Project);
        let (from, to) =
            (from.replace("BASE", &house.gate.path("")), to.replace("BASE", &house.gate.path("")));
        let mark = house.gate.path("mark");
        let house =
            house.file("repo/ev", &format!("#!/bin/sh\ntouch {mark}\nexit 10\n")).changed(LOCAL, &from, &to);
        Command::new("chmod").args(["+x", &house.gate.path("repo/ev")]).status().unwrap();
        let found = house.found(&[]);
        assert!(!std::path::Path::new(&mark).exists(), "it was run");
        found
    };
    assert_eq!(planted("unset -f", "BASErepo/ev; unset -f").1, ["host_gone", "line_edited!", "other_hook"]);
    assert_eq!(planted("home/.config/mastiff", "repo/x").1, ["host_gone", "places_other!"]);
    assert_eq!(planted("onFailure", "onFailure"), (Some(0), vec!["host_gone".into()]));
}

#[test]
fn hooks_of_agent_code_replace_each_other() {
    const OTHER: &str =
        "[[hooks]]\nevent = \"pre_tool_use\"\naction = { type = \"shell\", command = \"true\" }\n";
    check(&[
        ("none", || agent_code().file(AGENT, "[api]\nmodel = \"x\"\n"), 0, &[]),
        ("emptied", || agent_code().file(AGENT, "hooks = []\n"), 1, &["shadowed!"]),
        ("another", || agent_code().file(AGENT, OTHER), 1, &["shadowed!"]),
        (
            "for this checkout",
            || agent_code().file("repo/.agent/settings.local.toml", "hooks = []\n"),
            1,
            &["shadowed!"],
        ),
        ("above", || agent_code().file(".agent/settings.toml", "hooks = []\n"), 1, &["shadowed!"]),
        (
            "above, and a nearer one",
            || agent_code().file(".agent/settings.toml", "hooks = []\n").file(AGENT, ""),
            0,
            &[],
        ),
        ("below", || agent_code().file("repo/src/.agent/settings.toml", "hooks = []\n"), 0, &[]),
        (
            "here below",
            || agent_code().file("repo/src/.agent/settings.toml", "hooks = []\n").within("repo/src"),
            1,
            &["shadowed!"],
        ),
        (
            "written anew by the host",
            || {
                let line = |house: &House, after: bool| {
                    let line = if after { line::after } else { line::before };
                    Json::from(line(&house.site, Host::AgentCode)).to_string()
                };
                let house = House::new();
                let hook = |event: &str, line: String| {
                    format!(
                        "[[hooks]]\nevent = \"{event}\"\n\n[hooks.action]\ncommand = {line}\ntype = \"shell\"\n\n"
                    )
                };
                let before = hook("pre_tool_use", line(&house, false));
                let text =
                    format!("schema_version = 2\n\n{before}{}", hook("post_tool_use", line(&house, true)));
                house.file("home/.config/agent-code/config.toml", &text)
            },
            0,
            &[],
        ),
        ("put there too", || agent_code().tell(Host::AgentCode, Scope::Project), 0, &[]),
        (
            "put there too, and emptied for this checkout",
            || {
                agent_code()
                    .tell(Host::AgentCode, Scope::Project)
                    .file("repo/.agent/settings.local.toml", "hooks = []\n")
            },
            1,
            &["shadowed!"],
        ),
        (
            "unreadable",
            || agent_code().file("repo/.agent/settings.local.toml", "hooks = ["),
            1,
            &["unreadable!"],
        ),
    ]);
}

/// Hosts read the folder that they are started in.
#[test]
fn doctor_speaks_for_the_directory() {
    const OFF: &str = r#"{"disableAllHooks":true}"#;
    check(&[
        (
            "here",
            || claude().file("repo/src/.claude/settings.json", OFF).within("repo/src"),
            1,
            &["switched_off!"],
        ),
        (
            "between",
            || claude().file("repo/src/.claude/settings.json", OFF).within("repo/src/a"),
            1,
            &["switched_off!"],
        ),
        ("below", || claude().file("repo/src/.claude/settings.json", OFF), 0, &[]),
        ("beside", || claude().file("repo/other/.claude/settings.json", OFF).within("repo/src"), 0, &[]),
        (
            "Gemini, here",
            || {
                gemini()
                    .file("repo/src/.gemini/settings.json", r#"{"hooksConfig":{"enabled":0}}"#)
                    .within("repo/src")
            },
            1,
            &["switched_off!"],
        ),
        (
            "Gemini, told at the root alone",
            || House::new().file("home/.gemini/x", "").tell(Host::Gemini, Scope::Project).within("repo/src"),
            1,
            &["shadowed!", "folder_trust"],
        ),
        (
            "Gemini, told at the root, and looked at there",
            || House::new().file("home/.gemini/x", "").tell(Host::Gemini, Scope::Project),
            0,
            &["folder_trust"],
        ),
    ]);
}
