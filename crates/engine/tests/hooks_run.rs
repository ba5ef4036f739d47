//! Hooks as real processes: whatever one does, its host is back and knows what was said.
#![cfg(target_os = "linux")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on says so"
)]

mod support;

use mastiff_core::hook::Ended;
use mastiff_engine::hooks::Cancel;
use mastiff_engine::hooks::run::{Task, run};
use std::path::Path;
use std::time::Duration;
use support::Scratch;
use support::hooks::{LONG, is_dead, most_memory, script, task, wait_for};

const MIB: u64 = 1 << 20;

/// A timeout that is meant to be reached.
const SHORT: Duration = Duration::from_millis(400);

/// The same for a hook that must have said something by then.
const SPOKEN: Duration = Duration::from_secs(5);

#[test]
fn hooks_that_never_end_are_ended() {
    let table = [
        ("never ends", "exec sleep 600", ""),
        ("never ends, and never reads", "exec sleep 600", "much"),
        ("ignores what can be ignored", "trap '' TERM INT HUP QUIT PIPE; while :; do sleep 0.05; done", ""),
        ("waits for a child that ignores", "sh -c \"trap '' TERM; sleep 600; :\"; :", ""),
        ("stops itself", "kill -STOP $$; sleep 600", ""),
        ("stops itself, and never reads", "kill -STOP $$; sleep 600", "much"),
        ("closes its outputs", "exec >&- 2>&-; sleep 600; :", ""),
        ("closes its input too", "exec <&- >&- 2>&-; sleep 600; :", "much"),
        ("has closed outputs, and a child that has not", "sleep 600 & exec >&- 2>&-; wait", ""),
    ];
    let much = "x".repeat(2 << 20);
    std::thread::scope(|scope| {
        for (name, text, input) in table {
            let input = if input.is_empty() { "" } else { &much };
            scope.spawn(move || {
                let ran = script(text, input, SHORT);
                assert_eq!(ran.how, Ended::TimedOut, "{name}");
            });
        }
    });
}

#[test]
fn floods_end_at_the_timeout_too() {
    for text in
        ["exec yes", "exec yes >&2", "yes & yes >&2; :", "trap '' TERM PIPE; while :; do echo on; done"]
    {
        let ran = script(text, "", SPOKEN);
        assert_eq!(ran.how, Ended::TimedOut, "{text}");
        assert!(ran.stdout.text.len() + ran.stderr.text.len() > 1000, "{text}");
    }
}

#[test]
fn floods_are_drained_and_not_kept() {
    let before = most_memory();
    for (text, out, err) in [
        ("exec head -c 1073741824 /dev/zero", 1024 * MIB, 0),
        ("exec head -c 1073741824 /dev/zero >&2", 0, 1024 * MIB),
        ("head -c 134217728 /dev/zero & head -c 134217728 /dev/zero >&2; wait", 128 * MIB, 128 * MIB),
        ("exec head -c 5242880 /dev/zero", 5 * MIB, 0),
        ("exec head -c 1048576 /dev/zero", MIB, 0),
        ("exec head -c 1048577 /dev/zero", MIB + 1, 0),
        ("exec head -c 262145 /dev/zero >&2", 0, MIB / 4 + 1),
    ] {
        let ran = script(text, "", LONG);
        assert_eq!(ran.how, Ended::Exited(0), "{text}");
        assert_eq!(sizes(&ran.stdout), (out.min(MIB), out.saturating_sub(MIB)), "{text}: stdout");
        assert_eq!(sizes(&ran.stderr), (err.min(MIB / 4), err.saturating_sub(MIB / 4)), "{text}: stderr");
    }
    assert!(most_memory() - before < 64 * MIB, "{} bytes more", most_memory() - before);
}

fn sizes(captured: &mastiff_core::hook::Captured) -> (u64, u64) {
    (captured.text.len() as u64, captured.dropped)
}

#[test]
fn whoever_is_left_behind_does_not_keep_the_host() {
    let answer = "printf '{\"decision\":\"deny\"}'";
    // It tells its id, and then that it has told it.
    let stay = |forever: &str| format!("setsid sh -c 'echo $$ >&2; : > $0; exec {forever}' $up");
    let (up, wait) = ("up=$(mktemp -u)", "until [ -e $up ]; do sleep 0.02; done; rm $up");
    for (name, text) in [
        ("in the same group", format!("sleep 600 & echo $! >&2; {answer}")),
        ("in a session of its own", format!("{up}; {} & {wait}; {answer}", stay("sleep 600"))),
        ("forked twice", format!("{up}; ({} & exit 0) & wait; {wait}; {answer}", stay("sleep 600"))),
        ("that never stops writing", format!("{answer}; {up}; {} & {wait}", stay("yes"))),
    ] {
        let ran = script(&text, "", LONG);
        let left: u32 = ran.stderr.text.trim().parse().expect("the one who stays tells its id");
        let was_there = !is_dead_now(left);
        kill(left);
        assert_eq!(ran.how, Ended::Exited(0), "{name}");
        assert!(ran.stdout.text.starts_with("{\"decision\":\"deny\"}"), "{name}: {}", ran.stdout.text.len());
        assert!(was_there || name == "that never stops writing", "{name}: the case is not what it says");
    }
}

fn is_dead_now(pid: u32) -> bool {
    support::hooks::stat(pid).is_none_or(|(state, ..)| state == 'Z')
}

fn kill(pid: u32) {
    let _ = std::process::Command::new("kill").args(["-9", &pid.to_string()]).output();
}

#[test]
fn words_that_come_by_a_detour_are_waited_for_a_moment() {
    let args = ["-c".to_owned(), "exec > >(cat); printf veto; exit 2".to_owned()];
    let ran = run(&task("bash", &args), &Cancel::new());
    assert_eq!((ran.how, ran.stdout.text.as_str()), (Ended::Exited(2), "veto"));
}

#[test]
fn everything_written_before_the_end_is_read() {
    // More than a pipe holds and less: the last part is still in the pipe when the process ends.
    for size in [1, 4096, 65_535, 65_536, 65_537, 200_000, 1_000_000] {
        for _ in 0..8 {
            let text = format!("head -c {size} /dev/zero >&2 & head -c {size} /dev/zero; wait");
            let ran = script(&text, "", LONG);
            assert_eq!(sizes(&ran.stdout), (size, 0));
            assert_eq!(sizes(&ran.stderr).0 + sizes(&ran.stderr).1, size);
        }
    }
}

#[test]
fn input_arrives_whole_or_not_at_all() {
    let much = "0123456789abcdef".repeat(2 << 16);
    for (name, text, input, expected) in [
        ("read at once", "wc -c", much.as_str(), "2097152\n"),
        ("read late", "sleep 0.3; wc -c", &much, "2097152\n"),
        ("sent back", "cat", "both ways", "both ways"),
        ("never read", "echo done", &much, "done\n"),
        ("closed unread", "exec <&-; sleep 0.1; echo done", &much, "done\n"),
        ("read in part", "head -c 4", &much, "0123"),
        ("nothing", "wc -c", "", "0\n"),
    ] {
        let ran = script(text, input, LONG);
        assert_eq!((ran.how, ran.stdout.text.trim_start()), (Ended::Exited(0), expected), "{name}");
    }
    let half = "0123456789abcdef".repeat(1 << 16);
    let ran = script("cat", &half, LONG);
    assert!(ran.stdout.text == half && ran.stdout.dropped == 0);
}

#[test]
fn every_exit_code() {
    for code in 0..=255 {
        assert_eq!(script(&format!("exit {code}"), "", LONG).how, Ended::Exited(code));
    }
}

#[test]
fn signals_are_no_exit_codes() {
    // A hook that was started with `SIGPIPE` ignored would survive its own.
    for (name, number) in [("KILL", 9), ("TERM", 15), ("SEGV", 11), ("PIPE", 13)] {
        let ran = script(&format!("ulimit -c 0; printf said; kill -{name} $$; exit 0"), "", LONG);
        assert_eq!((ran.how, ran.stdout.text.as_str()), (Ended::Signalled(number), "said"), "{name}");
    }
}

#[test]
fn outputs_do_not_mix() {
    let text = "i=0; while [ $i -lt 500 ]; do echo out; echo err >&2; i=$((i+1)); done; printf '\\377' >&2";
    let ran = script(text, "", LONG);
    assert_eq!(ran.stdout.text, "out\n".repeat(500));
    assert_eq!(ran.stderr.text, "err\n".repeat(500) + "\u{fffd}");
}

#[test]
fn what_cannot_start_says_why() {
    let scratch = Scratch::new();
    let plain = scratch.file("plain", "#!/bin/sh\nexit 0\n");
    let broken = executable(&scratch, "broken", "#!/nothing/here\n");
    let (dir, missing) = (scratch.dir("dir"), scratch.at("missing"));
    let (huge, nul) = ("x".repeat(3 << 20), "a\0b");
    let (none, root) = ([""; 3], "/");
    // Program, directory; argument, name and value of a variable.
    let table = [
        ("missing", missing.as_str(), root, none, "no such program"),
        ("missing by name", "mastiff-no-such-program", root, none, "no such program"),
        ("without a name", "", root, none, "no such program"),
        ("not executable", &plain, root, none, "may not be executed"),
        ("a directory", &dir, root, none, "may not be executed"),
        ("interpreter missing", &broken, root, none, "interpreter"),
        ("cwd missing", "sh", &missing, none, "is no directory"),
        ("cwd a file", "sh", &plain, none, "is no directory"),
        ("huge argument", "sh", root, [&huge, "A", ""], "longer than"),
        ("huge variable", "sh", root, ["", "A", &huge], "longer than"),
        ("NUL in the program", "s\0h", root, none, "NUL"),
        ("NUL in an argument", "sh", root, [nul, "A", ""], "NUL"),
        ("NUL in a name", "sh", root, ["", nul, ""], "NUL"),
        ("NUL in a value", "sh", root, ["", "A", nul], "NUL"),
    ];
    for (name, program, cwd, [arg, variable, value], expected) in table {
        let (args, env) = ([arg.to_owned()], [(variable.to_owned(), value.to_owned())]);
        let ran = run(&Task { cwd: Path::new(cwd), env: &env, ..task(program, &args) }, &Cancel::new());
        let Ended::NotStarted(why) = &ran.how else {
            panic!("{name}: {ran:?}");
        };
        assert!(why.contains(expected), "{name}: {why}");
        assert_eq!((ran.stdout.text.as_str(), ran.stderr.text.as_str()), ("", ""), "{name}");
    }
}

/// Written by another process: while this one has a file open for writing, a process that another test starts has it
/// too, and what is open for writing cannot be executed.
fn executable(scratch: &Scratch, name: &str, text: &str) -> String {
    let (source, path) = (scratch.file("source", text), scratch.at(name));
    let made = std::process::Command::new("install").args(["-m", "755", &source, &path]).status();
    assert!(made.unwrap().success());
    path
}

#[test]
fn where_and_with_what_it_runs() {
    let scratch = Scratch::new();
    scratch.dir("sub");
    let text = "#!/bin/sh\npwd; echo \"$1|$ADDED|${HOME-none}|${CARGO_MANIFEST_DIR-none}\"\n";
    executable(&scratch, "sub/hook", text);
    let (args, cwd) = (["one two".to_owned()], scratch.at("sub"));
    let env = [("ADDED".to_owned(), "with $HOME 'quotes'".to_owned()), ("HOME".to_owned(), "new".to_owned())];
    let task =
        Task { cwd: Path::new(&cwd), env: &env, without: &["CARGO_*", "HOME"], ..task("./hook", &args) };
    let ran = run(&task, &Cancel::new());
    assert_eq!(ran.stdout.text, format!("{cwd}\none two|with $HOME 'quotes'|new|none\n"), "{ran:?}");

    let ran = run(&Task { without: &[], ..task }, &Cancel::new());
    assert!(ran.stdout.text.contains(env!("CARGO_MANIFEST_DIR")), "inherited otherwise: {ran:?}");
}

/// A hook with a child and a grandchild, who write their ids to a file.
const FAMILY: &str = "sleep 600 & echo $! >> pids; (sleep 600 & echo $! >> pids; wait) & echo $! >> pids; \
                      echo $$ >> pids; echo ready; wait";

#[test]
fn the_whole_family_goes() {
    let args = ["-c".to_owned(), FAMILY.to_owned()];
    for way in [Ended::TimedOut, Ended::Cancelled] {
        let scratch = Scratch::new();
        let cancel = Cancel::new();
        let is_cancelled = way == Ended::Cancelled;
        let ran = std::thread::scope(|scope| {
            let timeout = if is_cancelled { LONG } else { SPOKEN };
            let (cwd, args, flag) = (scratch.path(), &args, cancel.clone());
            let hook = scope.spawn(move || run(&Task { cwd, timeout, ..task("sh", args) }, &flag));
            if is_cancelled {
                let told = || std::fs::read_to_string(scratch.at("pids")).ok();
                wait_for(|| told().filter(|pids| pids.lines().count() == 4));
                std::thread::sleep(Duration::from_millis(500));
                cancel.cancel();
            }
            hook.join().unwrap()
        });
        assert_eq!((ran.how, ran.stdout.text.as_str()), (way, "ready\n"));
        let pids = std::fs::read_to_string(scratch.at("pids")).unwrap();
        let pids: Vec<u32> = pids.lines().map(|pid| pid.parse().unwrap()).collect();
        assert_eq!(pids.len(), 4);
        assert!(pids.iter().all(|pid| is_dead(*pid)), "{pids:?}");
    }
}

#[test]
fn who_left_its_group_goes_as_well() {
    let script = "setpgrp(0, getpgrp(getppid())) or die; $| = 1; print getpgrp, ' ', $$; sleep 600";
    let args = ["-e".to_owned(), script.to_owned()];
    let ran = run(&Task { timeout: SPOKEN, ..task("perl", &args) }, &Cancel::new());
    if let Ended::NotStarted(_) = ran.how {
        println!("perl is not there: not tested");
        return;
    }
    let own = support::hooks::stat(std::process::id()).unwrap().2;
    let (group, pid) = ran.stdout.text.split_once(' ').unwrap();
    assert_eq!((ran.how, group), (Ended::TimedOut, own.to_string().as_str()));
    assert!(is_dead(pid.parse().unwrap()));
}

#[test]
fn cancelled_is_cancelled_at_once() {
    let (scratch, cancel) = (Scratch::new(), Cancel::new());
    cancel.clone().cancel();
    let args = ["-c".to_owned(), "echo > started".to_owned()];
    let ran = run(&Task { cwd: scratch.path(), ..task("sh", &args) }, &cancel);
    assert_eq!(ran.how, Ended::Cancelled);
    assert!(!scratch.path().join("started").exists());
}

#[test]
fn any_timeout_is_a_timeout() {
    assert_eq!(script("exec sleep 600", "", Duration::ZERO).how, Ended::TimedOut);
    assert_eq!(script("exec sleep 600", "", Duration::from_nanos(1)).how, Ended::TimedOut);
    assert_eq!(script("exit 3", "", Duration::MAX).how, Ended::Exited(3));
    assert_eq!(script("exit 3", "", Duration::from_secs(u64::MAX / 2)).how, Ended::Exited(3));
}
