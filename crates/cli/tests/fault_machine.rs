//! The machine fails mastiff, or mastiff fails itself: the tool must not run.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod gate;

use gate::{Fault, Gate, MASTIFF, UNSHARE, all_refuse, can_mount};
use serde_json::json;

/// Runs without the rights of root, for which no directory is closed.
const PLAIN: &str = "[ \"$(id -u)\" = 0 ] && exec unshare --user \"$@\"; exec \"$@\"";

fn ls() -> Gate {
    Gate::hook("ls")
}

const ROWS: &[Fault] = &[
    ("HOME unset", || ls().without_env("HOME")),
    ("HOME and the state directory unset", || ls().without_env("HOME").without_env("XDG_STATE_HOME")),
    ("HOME empty", || ls().env("HOME", "")),
    ("HOME not absolute", || ls().env("HOME", "home")),
    ("no environment at all", || ls().inside("exec env -i \"$@\"")),
    ("working directory deleted", || {
        let gate = Gate::hook("ls");
        let event = json!({
            "session_id": "s", "transcript_path": "/t", "cwd": gate.path("gone"), "permission_mode": "default",
            "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_use_id": "t"
        });
        gate.stdin(event.to_string())
            .inside("mkdir BASE/gone && cd BASE/gone && rmdir BASE/gone && exec \"$@\"")
    }),
    // The record cannot be written.
    ("state directory closed", || ls().inside(&format!("chmod 500 BASE/state; {PLAIN}"))),
    ("state directory a file", || ls().env("XDG_STATE_HOME", "BASE/f").file("f", "")),
    ("state directory a link to nowhere", || {
        ls().inside("rmdir BASE/state && ln -s nowhere/x BASE/state; exec \"$@\"")
    }),
    ("ledger a directory", || ls().inside("mkdir -p BASE/state/mastiff/ledger/000001.jsonl; exec \"$@\"")),
    ("ledger a full device", || {
        ls().inside("mkdir -p BASE/state/mastiff/ledger && ln -s /dev/full BASE/state/mastiff/ledger/000001.jsonl; exec \"$@\"")
    }),
    ("ledger a FIFO", || {
        ls().inside("mkdir -p BASE/state/mastiff/ledger && mkfifo BASE/state/mastiff/ledger/000001.jsonl; exec \"$@\"")
    }),
    ("ledger not writable", || {
        ls().inside(&format!("\"$@\" </dev/null >/dev/null 2>&1; \"$@\" >/dev/null <<'E'\n{{}}\nE\nchmod -R a-w BASE/state; {PLAIN}"))
    }),
    ("ledger removed, all of it", || {
        ls().inside("cat >BASE/event; \"$@\" <BASE/event >/dev/null; rm -r BASE/state/mastiff/ledger; exec \"$@\" <BASE/event")
    }),
    ("all that is remembered removed", || {
        ls().inside("cat >BASE/event; \"$@\" <BASE/event >/dev/null; rm -r BASE/state/mastiff; exec \"$@\" <BASE/event")
    }),
    ("another ledger in its place", || {
        ls().inside("cat >BASE/event; \"$@\" <BASE/event >/dev/null; sed -i '1s/ .\\{8\\}/ 00000000/' BASE/state/mastiff/ledger/head; exec \"$@\" <BASE/event")
    }),
    ("no file may grow", || ls().inside("ulimit -f 0; exec \"$@\"")),
    // The answer cannot be written.
    ("stdout closed", || ls().inside("exec \"$@\" >&-")),
    ("stdout nobody reads", || {
        ls().inside("{ sleep 0.3; \"$@\"; echo $? >BASE/code; } | :; exit \"$(cat BASE/code)\"")
    }),
    ("stdout full", || ls().inside("exec \"$@\" >/dev/full")),
    ("stdout thrown away", || ls().inside("exec \"$@\" >/dev/null")),
    ("stdout swallowed", || ls().inside("exec \"$@\" >/dev/zero")),
    ("stdout not for writing", || ls().inside("exec \"$@\" 1</dev/null")),
    ("stdout closed, and a deny", || Gate::hook("rm -rf /").inside("exec \"$@\" >&-")),
    // Memory.
    ("an event that does not fit into memory", || {
        let gate = ls();
        let event = format!("{{\"tool_name\":\"Bash\",\"x\":[{}{{}}]}}", "{},".repeat(2_500_000));
        gate.stdin(event).inside("ulimit -v 65536; exec \"$@\"")
    }),
];

#[test]
fn refused() {
    all_refuse(ROWS);
}

/// Faults that mastiff brings upon itself when a build for tests is asked to.
#[cfg(debug_assertions)]
const PROVOKED: &[Fault] = &[
    ("a panic", || ls().env("MASTIFF_FAULT", "panic")),
    ("a panic while panicking", || ls().env("MASTIFF_FAULT", "panic-twice")),
    ("stack overflow", || ls().env("MASTIFF_FAULT", "overflow")),
    ("stack overflow on a small stack", || {
        ls().env("MASTIFF_FAULT", "overflow").inside("ulimit -s 256; exec \"$@\"")
    }),
    ("memory without end", || ls().env("MASTIFF_FAULT", "memory")),
    ("memory without end, by the machine's limit", || {
        ls().env("MASTIFF_FAULT", "memory").inside("ulimit -v 65536; exec \"$@\"")
    }),
    ("one allocation too large", || ls().env("MASTIFF_FAULT", "huge")),
    ("a hang that burns the processor", || ls().env("MASTIFF_FAULT", "hang")),
    ("a hang that sleeps", || ls().env("MASTIFF_FAULT", "sleep")),
    ("a wild pointer", || ls().env("MASTIFF_FAULT", "segfault")),
    ("an abort", || ls().env("MASTIFF_FAULT", "abort")),
];

#[cfg(debug_assertions)]
#[test]
fn provoked_and_refused() {
    all_refuse(PROVOKED);
}

#[test]
fn faults_on_request_are_no_part_of_a_release() {
    let binary = std::fs::read(MASTIFF).unwrap();
    let trigger = b"MASTIFF_FAULT";
    assert_eq!(binary.windows(trigger.len()).any(|bytes| bytes == trigger), cfg!(debug_assertions));
}

#[test]
fn disk_full() {
    if !can_mount() {
        eprintln!("skipped: no mount namespaces here");
        return;
    }
    let full =
        "mount -t tmpfs -o size=64k none BASE/state && { dd if=/dev/zero of=BASE/state/x 2>/dev/null || :; }";
    let inside = format!("exec {UNSHARE} sh -c '{full}; exec \"$@\"' sh \"$@\"");
    let nearly = inside.replace("of=BASE/state/x", "of=BASE/state/x count=1");
    let answer = ls().inside(&inside).run();
    assert_eq!(answer.refuses(), Ok(()), "{answer:?}");
    let answer = ls().inside(&nearly).run();
    assert_eq!(answer.decision().as_deref(), Some("allow"), "the twin with room left: {answer:?}");
}

/// Nothing to write to at all: the exit code alone still refuses.
#[test]
fn stdout_and_stderr_closed() {
    for script in
        ["exec \"$@\" >&- 2>&-", "exec \"$@\" >/dev/full 2>/dev/full", "exec \"$@\" >&- 2>/dev/full"]
    {
        let answer = ls().inside(script).run();
        assert_eq!(answer.code, Some(2), "{script}: {answer:?}");
    }
}

/// A pipe that is full and that nobody reads, in the place of standard error: the answer is there before the host's
/// patience ends, whether mastiff has something to say there or only the guard.
const STUFFED: &str = "mkfifo BASE/full && exec 9<>BASE/full && \
    { timeout 0.3 cat /dev/zero >&9; :; } && exec \"$@\" 2>&9";

#[test]
fn stderr_full_and_never_read() {
    let rows = [
        ("a deny", Gate::hook("rm -rf /")),
        ("an event that never ends", ls().stdin_left_open("{")),
        ("another host", Gate::hook("rm -rf /").arg("--host=gemini")),
        ("a wrong line", ls().arg("--nonsense")),
    ];
    for (name, gate) in rows {
        let answer = gate.inside(STUFFED).run();
        let denied = answer.code == Some(2) || answer.decision().as_deref() == Some("deny");
        assert!(denied, "{name}: {answer:?}");
    }
    let answer = ls().inside(STUFFED).run();
    assert_eq!(answer.decision().as_deref(), Some("allow"), "{answer:?}");
}

#[cfg(debug_assertions)]
#[test]
fn a_hang_with_stderr_full_and_never_read() {
    let answer = ls().env("MASTIFF_FAULT", "sleep").inside(STUFFED).run();
    assert_eq!(answer.code, Some(2), "{answer:?}");
}

/// Waiting for the event and judging it share one budget.
#[cfg(debug_assertions)]
#[test]
fn a_late_event_leaves_less_time_to_judge_it() {
    let late = "{ sleep 3; cat; } | \"$@\"";
    let answer = ls().env("MASTIFF_FAULT", "sleep").inside(late).run();
    assert_eq!(answer.refuses(), Ok(()), "{answer:?}");
    assert!(answer.stderr.contains("no answer in time"), "{answer:?}");
    let answer = ls().inside(late).run();
    let too_late = answer.stderr.contains("no answer in time") && answer.refuses().is_ok();
    assert!(too_late || answer.decision().as_deref() == Some("allow"), "{answer:?}");
}

/// As large as an event may be: the text of one file is judged, millions of small values are refused; both at once.
#[test]
fn the_largest_events() {
    let gate = Gate::hook("ls");
    let text = "a line of text\n".repeat((8_000_000) / 16);
    let event = gate.event("Write", json!({"file_path": gate.path("repo/src/a.txt"), "content": text}));
    let answer = gate.stdin(event).run();
    // On a machine that is busy enough the alarm comes first, and denies.
    let late = answer.stderr.contains("no answer in time") && answer.refuses().is_ok();
    assert!(late || answer.decision().as_deref() == Some("allow"), "{answer:?}");
    for unit in ["[],", "{},", "0,", "\"\","] {
        let gate = Gate::hook("ls");
        let list = unit.repeat(8_000_000 / unit.len());
        let event = String::from_utf8(gate.event("Bash", json!({"command": "ls", "x": "MARK"}))).unwrap();
        let answer = gate.stdin(event.replace("\"MARK\"", &format!("[{list}0]"))).run();
        assert_eq!(answer.refuses(), Ok(()), "{unit}: {answer:?}");
    }
}

/// Without a fault the same call runs: it is the fault that refuses.
#[test]
fn control() {
    for script in ["exec \"$@\"", "ulimit -s 256; exec \"$@\"", PLAIN] {
        let answer = ls().inside(script).run();
        assert_eq!(answer.decision().as_deref(), Some("allow"), "{script}: {answer:?}");
    }
}
