//! The lines that `mastiff init` writes, run by real shells, with all that can happen to the binary behind them and to the
//! environment around them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test stops at the first surprise"
)]

mod gate;

use gate::{Gate, MASTIFF};
use mastiff_engine::core::protocol::Host;
use mastiff_engine::install::{Places, Scope, Site, line};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;

const PRINTS_ALLOW: &str = r#"printf '{"decision":"allow","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'"#;

/// What stands in the place of the binary; each must be a deny that says why.
const FAULTS: &[(&str, Option<&str>)] = &[
    ("missing", None),
    ("an empty file", Some("")),
    ("no program at all", Some("\u{0}\u{1}\u{2}")),
    ("ends well, says nothing", Some("#!/bin/sh\nexit 0\n")),
    ("ends well, says allow", Some("#!/bin/sh\nALLOW\n")),
    ("ends with 1", Some("#!/bin/sh\nexit 1\n")),
    ("ends with 2, says nothing", Some("#!/bin/sh\nexit 2\n")),
    ("ends with a number that is nearly an answer", Some("#!/bin/sh\nALLOW\nexit 11\n")),
    ("a panic that nobody caught", Some("#!/bin/sh\nexit 101\n")),
    ("crashes", Some("#!/bin/sh\nkill -SEGV $$\n")),
    ("is killed", Some("#!/bin/sh\nkill -KILL $$\n")),
    ("says allow, then is killed", Some("#!/bin/sh\nALLOW\nkill -KILL $$\n")),
    ("says half an answer, then is killed", Some("#!/bin/sh\nprintf '{\"decision\":'\nkill -KILL $$\n")),
    ("an interpreter that is not there", Some("#!/no/such/interpreter\n")),
];

/// As hosts start lines: `sh`, which may be any of the first, or bash.
const SHELLS: &[&[&str]] = &[
    &["/bin/sh", "-c"],
    &["sh", "-lc"],
    &["dash", "-c"],
    &["bash", "-c"],
    &["bash", "-lc"],
    &["bash", "--posix", "-c"],
    &["LINKS/sh", "-c"],
    &["busybox", "sh", "-c"],
];

/// What else may be a user's own shell.
const OWN_SHELLS: &[&[&str]] = &[
    &["zsh", "-c"],
    &["zsh", "-lc"],
    &["fish", "-c"],
    &["fish", "-lc"],
    &["mksh", "-c"],
    &["ksh", "-c"],
    &["yash", "-c"],
];

/// One host for each form of the line.
const HOSTS: &[Host] = &[Host::Claude, Host::Gemini, Host::Codex];

type Shell = Vec<String>;

/// The shells in which a host may start its line, as far as they are on this machine. `sh` in the folder of links is bash.
fn shells(gate: &Gate, host: Host) -> Vec<Shell> {
    let links = gate.path("links");
    if fs::create_dir_all(&links).is_ok() {
        let _ = symlink("/bin/bash", format!("{links}/sh"));
    }
    let own = if host == Host::Codex { OWN_SHELLS } else { &[] };
    let words = |words: &&[&str]| words.iter().map(|word| word.replace("LINKS", &links)).collect::<Shell>();
    let all = SHELLS.iter().chain(own).map(words);
    let home = gate.path("home");
    all.filter(|shell| runs(shell, &home)).collect()
}

/// Whether a shell is on this machine is asked once.
fn runs(shell: &Shell, home: &str) -> bool {
    static KNOWN: Mutex<BTreeMap<String, bool>> = Mutex::new(BTreeMap::new());
    let name = format!("{:?}", shell.iter().map(|word| word.rsplit('/').next()).collect::<Vec<_>>());
    *KNOWN.lock().unwrap().entry(name).or_insert_with(|| starts(shell, home))
}

fn starts(shell: &Shell, home: &str) -> bool {
    let (program, flags) = shell.split_first().unwrap();
    // Without the profiles of whoever runs the tests.
    Command::new(program).args(flags).arg("exit 0").env("HOME", home).status().is_ok_and(|s| s.success())
}

fn site(gate: &Gate, binary: &str) -> Site {
    Site {
        home: gate.base.join("home"),
        root: None,
        environment: Vec::new(),
        scope: Scope::User,
        mastiff: binary.to_owned(),
        places: Places { config: gate.path("home/.config/mastiff"), state: gate.path("state/mastiff") },
        timeout: None,
    }
}

/// Environments and limits come before the shell: `env A=B`, `prlimit …`.
fn run(gate: &Gate, around: &[String], shell: &Shell, line: &str, event: &[u8]) -> Output {
    let words: Vec<&String> = around.iter().chain(shell).collect();
    let (program, flags) = words.split_first().unwrap();
    let mut child = Command::new(program)
        .args(flags)
        .arg(line)
        .current_dir(gate.base.join("repo"))
        .env("HOME", gate.base.join("home"))
        .env("XDG_STATE_HOME", gate.base.join("state"))
        .env_remove("CLAUDECODE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // What does not read its input closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(event);
    child.wait_with_output().unwrap()
}

fn event(gate: &Gate, command: &str) -> Vec<u8> {
    gate.event("Bash", json!({ "command": command }))
}

#[test]
fn an_answer_of_the_gate_is_passed_on() {
    let gate = Gate::new(&[]);
    let line = line::before(&site(&gate, MASTIFF), Host::Claude);
    for shell in shells(&gate, Host::Claude) {
        let allowed = run(&gate, &[], &shell, &line, &event(&gate, "git status"));
        assert_eq!(allowed.status.code(), Some(0), "{shell:?} {allowed:?}");
        let text = String::from_utf8(allowed.stdout).unwrap();
        assert!(
            text.trim_end().ends_with('}') && text.contains(r#""permissionDecision":"allow""#),
            "{shell:?} {text}"
        );
        assert!(allowed.stderr.is_empty(), "{shell:?} {:?}", allowed.stderr);
        let denied = run(&gate, &[], &shell, &line, &event(&gate, "rm -rf /"));
        assert_eq!(denied.status.code(), Some(2), "{shell:?} {denied:?}");
        assert!(String::from_utf8(denied.stdout).unwrap().contains(r#""permissionDecision":"deny""#));
        assert!(!String::from_utf8(denied.stderr).unwrap().contains("gave no answer"), "{shell:?}");
        let refused = run(&gate, &[], &shell, &line, b"no event");
        assert_eq!(refused.status.code(), Some(2), "{shell:?} {refused:?}");
        assert!(String::from_utf8(refused.stderr).unwrap().contains("[broken]"));
    }
}

#[test]
fn what_is_held_back_comes_out_as_it_was() {
    let gate = Gate::new(&[]);
    let binary = gate.path("mastiff");
    let text = r#"{"reason":"100 %s of \\n $HOME `x` 'y' \"z\""}"#;
    put(&binary, &format!("#!/bin/sh\ncat <<'E'\n{text}\nE\nexit ${{CODE}}\n"));
    let line = line::before(&site(&gate, &binary), Host::Gemini);
    for shell in shells(&gate, Host::Gemini) {
        for (code, end) in [("10", 0), ("12", 2)] {
            let around = ["env".to_owned(), format!("CODE={code}")];
            let out = run(&gate, &around, &shell, &line, b"{}");
            assert_eq!(
                (out.status.code(), String::from_utf8(out.stdout).unwrap().as_str()),
                (Some(end), text),
                "{shell:?}"
            );
        }
    }
}

#[test]
fn a_deny_by_exit_code_keeps_its_reason_and_an_allow_stays_silent() {
    let gate = Gate::new(&[]);
    let line = line::before(&site(&gate, MASTIFF), Host::Codex);
    for shell in shells(&gate, Host::Codex) {
        let denied = run(&gate, &[], &shell, &line, &event(&gate, "rm -rf /"));
        let said = String::from_utf8(denied.stderr).unwrap();
        assert_eq!(denied.status.code(), Some(2), "{shell:?} {said}");
        assert!(said.starts_with("mastiff: ") && !said.contains("gave no answer"), "{shell:?} {said}");
        let allowed = run(&gate, &[], &shell, &line, &event(&gate, "git status"));
        assert_eq!((allowed.status.code(), allowed.stdout.as_slice()), (Some(0), &b""[..]), "{shell:?}");
    }
}

fn put(binary: &str, text: &str) {
    let _ = fs::remove_file(binary);
    fs::write(binary, text.replace("ALLOW", PRINTS_ALLOW)).unwrap();
    fs::set_permissions(binary, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn whatever_happens_to_the_binary_is_a_deny() {
    let gate = Gate::new(&[]);
    let binary = gate.path("mastiff");
    let site = site(&gate, &binary);
    for (what, text) in FAULTS {
        let _ = fs::remove_file(&binary);
        if let Some(text) = text {
            put(&binary, text);
        }
        is_denied_for_all(&gate, &site, what, &[]);
    }
    fs::copy(MASTIFF, &binary).unwrap();
    fs::set_permissions(&binary, fs::Permissions::from_mode(0o644)).unwrap();
    is_denied_for_all(&gate, &site, "not executable", &[]);
}

fn is_denied_for_all(gate: &Gate, site: &Site, what: &str, around: &[String]) {
    for host in HOSTS {
        for shell in shells(gate, *host) {
            let out = run(gate, around, &shell, &line::before(site, *host), &event(gate, "git status"));
            is_denied(&out, *host, &format!("{what} {shell:?}"));
        }
    }
}

/// Exit 2 and a text on standard error is a deny whatever stands on standard output, but for Gemini CLI.
fn is_denied(out: &Output, host: Host, what: &str) {
    assert_eq!(out.status.code(), Some(2), "{what} {host:?} {out:?}");
    assert!(!out.stderr.is_empty(), "{what} {host:?} {out:?}");
    assert!(host != Host::Gemini || out.stdout.is_empty(), "{what} {host:?} {out:?}");
}

/// A gate that was stopped runs no handler, and no alarm reaches it.
#[cfg(debug_assertions)]
#[test]
fn a_gate_that_was_stopped_is_a_deny() {
    let gate = Gate::new(&[]);
    let site = site(&gate, MASTIFF);
    let shell = ["/bin/sh", "-c"].map(str::to_owned).to_vec();
    let around = ["env", "MASTIFF_FAULT=stop"].map(str::to_owned);
    for host in HOSTS {
        let out = run(&gate, &around, &shell, &line::before(&site, *host), &event(&gate, "git status"));
        is_denied(&out, *host, "stopped");
    }
}

/// Functions that bash takes from its environment: each would end the line as one that has answered, with an allow.
const SHADOWED: &[&str] = &[
    "echo",
    "printf",
    "exit",
    "trap",
    "unset",
    "eval",
    "case",
    "test",
    "[",
    ":",
    ".",
    "set",
    "export",
    "exec",
    "return",
    "builtin",
    "command",
    "kill",
    "for",
    "true",
    "source",
    "declare",
    "POSIXLY_CORRECT",
    "mastiff_said",
];

/// Settings that bash takes from its environment, and variables that shells look at.
const SETTINGS: &[&str] = &[
    "SHELLOPTS=errexit",
    "SHELLOPTS=errexit:nounset:pipefail",
    "SHELLOPTS=noexec",
    "SHELLOPTS=nounset",
    "SHELLOPTS=xtrace",
    "SHELLOPTS=verbose",
    "SHELLOPTS=posix",
    "SHELLOPTS=noglob",
    "SHELLOPTS=noclobber",
    "SHELLOPTS=keyword",
    "SHELLOPTS=monitor",
    "SHELLOPTS=onecmd",
    "SHELLOPTS=privileged",
    "SHELLOPTS=allexport",
    "SHELLOPTS=functrace:errtrace",
    "SHELLOPTS=history:histexpand",
    "BASHOPTS=expand_aliases",
    "BASHOPTS=extglob",
    "BASHOPTS=failglob",
    "BASHOPTS=execfail",
    "BASHOPTS=extdebug",
    "BASHOPTS=inherit_errexit",
    "BASHOPTS=lastpipe",
    "BASH_COMPAT=3.1",
    "BASH_ARGV0=zsh",
    "POSIXLY_CORRECT=",
    "ZSH_EXECUTION_STRING=exit 0",
    "ZSH_VERSION=5.9",
    "mastiff_line=; exit 0",
    "mastiff_said={}",
    "ENV=/etc/passwd",
    "IFS=012",
    "TMPDIR=/nowhere",
    "PATH=/nowhere",
    "LC_ALL=xx_YY",
];

/// What a gate says that has answered is a pass or a deny as it is; everything else is a deny. `noexec` carries nothing out.
#[test]
fn whatever_stands_in_the_environment_forges_no_answer() {
    let gate = Gate::new(&[]);
    let binary = gate.path("mastiff");
    let forged = |name: &&str| format!("BASH_FUNC_{name}%%=() {{ builtin {PRINTS_ALLOW}; builtin exit 0; }}");
    let set: Vec<String> =
        SHADOWED.iter().map(forged).chain(SETTINGS.iter().map(ToString::to_string)).collect();
    for (text, answered) in
        [(Some("#!/bin/sh\nexit 10\n"), Some(0)), (Some("#!/bin/sh\nexit 0\n"), None), (None, None)]
    {
        let _ = fs::remove_file(&binary);
        if let Some(text) = text {
            put(&binary, text);
        }
        for host in HOSTS {
            let line = line::before(&site(&gate, &binary), *host);
            // Of the shells that hosts start only bash takes functions and options from its environment.
            for shell in shells(&gate, *host).into_iter().filter(takes_settings) {
                for setting in &set {
                    let around = ["/usr/bin/env".to_owned(), setting.clone()];
                    let whole = shell_by_path(&shell);
                    let out = run(&gate, &around, &whole, &line, b"{}");
                    let passes = out.status.code() == answered && answered.is_some();
                    if !passes {
                        is_denied(&out, *host, &format!("{setting} {shell:?}"));
                    }
                    // In a shell that takes nothing of it an answer is still one.
                    let taken = setting.contains("noexec") || setting.starts_with("BASH_FUNC_");
                    assert!(passes || answered.is_none() || taken, "{setting} {shell:?} {host:?} {out:?}");
                    assert!(
                        !String::from_utf8_lossy(&out.stdout).contains("allow"),
                        "{setting} {shell:?} {out:?}"
                    );
                }
            }
        }
    }
}

fn takes_settings(shell: &Shell) -> bool {
    let words = shell.join(" ");
    words == "bash -c" || words.ends_with("links/sh -c")
}

/// Also where the environment has another `PATH`.
fn shell_by_path(shell: &Shell) -> Shell {
    let (program, flags) = shell.split_first().unwrap();
    let found = ["/bin", "/usr/bin"].iter().map(|dir| format!("{dir}/{program}"));
    let mut found = std::iter::once(program.clone()).chain(found).filter(|path| path.starts_with('/'));
    let program = found.find(|path| fs::metadata(path).is_ok()).unwrap();
    std::iter::once(program).chain(flags.iter().cloned()).collect()
}

/// Where the trace of the shell goes to standard output, no answer there can be read: the gate denies by exit code.
#[test]
fn a_trace_in_the_place_of_the_answer_is_a_deny() {
    let gate = Gate::new(&[]);
    let line = line::before(&site(&gate, MASTIFF), Host::Claude);
    let shell = ["bash", "-c"].map(str::to_owned).to_vec();
    let around = ["env", "SHELLOPTS=xtrace", "BASH_XTRACEFD=1"].map(str::to_owned);
    let out = run(&gate, &around, &shell, &line, &event(&gate, "git status"));
    is_denied(&out, Host::Claude, "trace");
    let harmless = ["env", "SHELLOPTS=xtrace"].map(str::to_owned);
    let out = run(&gate, &harmless, &shell, &line, &event(&gate, "git status"));
    assert_eq!(out.status.code(), Some(0), "{out:?}");
}

/// Where the loader writes to standard output before any program runs, no answer there can be read either.
#[test]
fn a_loader_that_writes_in_the_place_of_the_answer_is_a_deny() {
    let gate = Gate::new(&[]);
    for host in HOSTS {
        let line = line::before(&site(&gate, MASTIFF), *host);
        for shell in ["bash", "sh"] {
            let shell = [shell, "-c"].map(str::to_owned).to_vec();
            for (set, code) in [
                ("LD_SHOW_AUXV=1", 2),
                ("LD_SHOW_AUXV=", 2),
                ("LD_BIND_NOW=1", 0),
                ("LD_LIBRARY_PATH=/opt/x", 0),
            ] {
                let around = ["env", set].map(str::to_owned);
                let out = run(&gate, &around, &shell, &line, &event(&gate, "git status"));
                assert_eq!(out.status.code(), Some(code), "{set} {host:?} {out:?}");
            }
        }
    }
}

/// What stands before each step that bash shows is expanded first, and that can set variables: the one that holds an answer, and
/// the text itself. bash takes it from the environment of nobody but ordinary users.
const MARKS: &[(&str, &str, bool)] = &[
    ("xtrace", "$((mastiff_said=1))", true),
    ("xtrace", r"\044((mastiff_said=1))", true),
    ("xtrace", "${mastiff_line:=x}", true),
    ("errexit:xtrace", "$((mastiff_said=1,PS4=1))", true),
    ("xtrace", "$((BASH_XTRACEFD=1,PS4=1))", true),
    ("xtrace", "`printf {}`", true),
    ("xtrace", "+ ", false),
    ("errexit", "$((mastiff_said=1))", false),
];

#[test]
fn a_shell_that_changes_the_answer_while_it_traces_is_a_deny() {
    let gate = Gate::new(&[]);
    let site = site(&gate, MASTIFF);
    open_to_all(&gate.base);
    let ordinary = ["setpriv", "--reuid", "61234", "--clear-groups", "env"];
    let tried = Command::new("setpriv").args(ordinary.iter().skip(1)).arg("true").status();
    let ordinary = if tried.is_ok_and(|status| status.success()) { &ordinary[..] } else { &["env"] };
    let shell = ["bash", "-c"].map(str::to_owned).to_vec();
    for host in HOSTS {
        let line = line::before(&site, *host);
        for (options, mark, meddles) in MARKS {
            let set = [format!("SHELLOPTS={options}"), format!("PS4={mark}")];
            let around: Vec<String> = ordinary.iter().map(ToString::to_string).chain(set).collect();
            let passed = run(&gate, &around, &shell, &line, &event(&gate, "git status"));
            let denied = run(&gate, &around, &shell, &line, &event(&gate, "rm -rf /"));
            assert_eq!(denied.status.code(), Some(2), "{mark} {host:?} {denied:?}");
            if *meddles {
                for out in [passed, denied] {
                    assert!(
                        out.status.code() == Some(2) && !out.stderr.is_empty(),
                        "{mark} {host:?} {out:?}"
                    );
                    // What is no JSON is taken for the reason of the deny.
                    let forged = serde_json::from_slice::<serde_json::Value>(&out.stdout).is_ok();
                    assert!(*host != Host::Gemini || !forged, "{mark} {out:?}");
                }
            } else {
                assert_eq!(passed.status.code(), Some(0), "{mark} {host:?} {passed:?}");
                let said = String::from_utf8_lossy(&denied.stdout).into_owned();
                assert!(*host != Host::Gemini || said.contains("deny"), "{mark} {said}");
            }
        }
    }
}

/// No process can be made any more. Only where limits hold for this user.
#[test]
fn a_machine_that_gives_nothing_is_a_deny() {
    let gate = Gate::new(&[]);
    let site = site(&gate, MASTIFF);
    open_to_all(&gate.base);
    let limit = ["setpriv", "--reuid", "61234", "--clear-groups", "prlimit", "--nproc=0:0"];
    let around = limit.map(str::to_owned);
    let tried = Command::new("setpriv").args(limit.iter().skip(1)).arg("true").status();
    if !tried.is_ok_and(|status| status.success()) {
        eprintln!("skipped: no limits can be set here");
        return;
    }
    let plain = |shell: &Shell| {
        let words = shell.join(" ");
        // What reads profiles first may fail there, fish itself cannot run without processes, and ksh tries for ever.
        !["-lc", "fish", "--posix", "ksh -c"].iter().any(|word| words.contains(word)) || words == "mksh -c"
    };
    // bash tries again for a quarter of a minute.
    std::thread::scope(|scope| {
        for host in HOSTS {
            for shell in shells(&gate, *host).into_iter().filter(plain) {
                let (gate, site, around) = (&gate, &site, &around);
                scope.spawn(move || {
                    let out =
                        run(gate, around, &shell, &line::before(site, *host), &event(gate, "git status"));
                    is_denied(&out, *host, &format!("{shell:?}"));
                });
            }
        }
    });
}

fn open_to_all(base: &std::path::Path) {
    let _ = Command::new("chmod").arg("-R").arg("a+rwX").arg(base).status();
}

/// Nobody reads the answer, or nothing comes to judge.
#[test]
fn closed_ends_are_a_deny() {
    let gate = Gate::new(&[]);
    let site = site(&gate, MASTIFF);
    let line = line::before(&site, Host::Claude);
    for (what, script) in [
        ("standard output closed", "exec \"$@\" >&-"),
        ("standard output thrown away", "exec \"$@\" >/dev/null"),
        ("standard output full", "exec \"$@\" >/dev/full"),
        ("standard error closed", "exec \"$@\" 2>&- </dev/null"),
        ("standard input closed", "exec \"$@\" <&-"),
        ("signals of broken pipes ignored", "trap '' PIPE; \"$@\" >&-"),
        ("signals of children ignored", "trap '' CHLD; exec \"$@\" >&-"),
    ] {
        for shell in shells(&gate, Host::Claude) {
            let around = ["sh", "-c", script, "sh"].map(str::to_owned);
            let out = run(&gate, &around, &shell, &line, &event(&gate, "git status"));
            assert_eq!(out.status.code(), Some(2), "{what} {shell:?} {out:?}");
        }
    }
}

/// The line of a plugin looks in several places. The first that holds a program is asked, whatever comes of it.
#[test]
fn the_next_place_is_tried_only_where_there_is_no_program() {
    let gate = Gate::new(&[]);
    let (first, missing) = (gate.path("mastiff"), gate.path("missing/mastiff"));
    let Places { config, state } = site(&gate, &first).places;
    let places = format!("--config \"{config}\" --state \"{state}\"");
    let start = |programs: &[&str]| line::Start {
        programs: programs.iter().map(|program| format!("\"{program}\"")).collect(),
        places: places.clone(),
    };
    for host in HOSTS {
        for shell in shells(&gate, *host) {
            let ask = |programs: &[&str], command: &str| {
                run(&gate, &[], &shell, &line::before_by(&start(programs), *host), &event(&gate, command))
            };
            let allowed = ask(&[&missing, &missing, MASTIFF], "git status");
            assert_eq!(allowed.status.code(), Some(0), "{shell:?} {allowed:?}");
            let denied = ask(&[&missing, MASTIFF], "rm -rf /");
            let said = String::from_utf8_lossy(&denied.stderr).into_owned();
            assert!(!said.contains("gave no answer"), "{shell:?} {said}");
            is_denied(&ask(&[&missing, &missing], "git status"), *host, &format!("nowhere {shell:?}"));
            for text in ["#!/bin/sh\nexit 1\n", "#!/bin/sh\nALLOW\nkill -KILL $$\n"] {
                put(&first, text);
                let out = ask(&[&first, MASTIFF], "git status");
                is_denied(&out, *host, &format!("{text} {shell:?}"));
            }
        }
    }
}

/// Whoever sets the variables of a hook would choose its policy.
#[test]
fn by_account_an_environment_that_leads_elsewhere_is_a_deny() {
    let gate = Gate::new(&[]);
    let line = line::before_by(
        &line::Start { programs: vec![format!("\"{MASTIFF}\"")], places: line::ACCOUNT.into() },
        Host::Claude,
    );
    // The home of the tests is not that of whoever runs them.
    let out = run(&gate, &[], &vec!["/bin/sh".into(), "-c".into()], &line, &event(&gate, "git status"));
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(2), "{said}");
    assert!(said.contains("names other folders than this account's own"), "{said}");
}
