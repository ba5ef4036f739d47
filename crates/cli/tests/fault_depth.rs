//! Commands made to exhaust the reader: the tool must not run, and the answer must not take long.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod gate;

use gate::{Fault, Gate, all_refuse};

const SOON: u64 = 9;

/// Deep inside each other: `open` so many times, something, `close` as often.
fn nested(open: &str, inner: &str, close: &str) -> Gate {
    Gate::hook(&format!("echo {}{inner}{}", open.repeat(10_000), close.repeat(10_000)))
}

fn small_stack(gate: Gate) -> Gate {
    gate.inside("ulimit -s 256; exec \"$@\"")
}

fn long(unit: &str, bytes: usize) -> Gate {
    Gate::hook(&unit.repeat(bytes / unit.len()))
}

const MB: usize = 1_000_000;

const ROWS: &[Fault] = &[
    ("$(", SOON, || nested("$(", "ls", ")")),
    ("$( not closed", SOON, || nested("$(", "ls", "")),
    ("$( as commands", SOON, || nested("$(echo ", "ls", ")")),
    ("\"$(", SOON, || nested("\"$(echo ", "ls", ")\"")),
    ("(", SOON, || nested("(", "ls", ")")),
    ("( as commands", SOON, || Gate::hook(&format!("{}ls{}", "(".repeat(10_000), ")".repeat(10_000)))),
    ("( not closed", SOON, || Gate::hook(&"(".repeat(10_000))),
    ("( with blanks", SOON, || Gate::hook(&format!("{}ls{}", "( ".repeat(10_000), " )".repeat(10_000)))),
    ("{a,", SOON, || nested("{a,", "b", "}")),
    ("{a, not closed", SOON, || nested("{a,", "b", "")),
    ("{ groups", SOON, || Gate::hook(&format!("{}ls;{}", "{ ".repeat(10_000), " };".repeat(10_000)))),
    ("${a:-", SOON, || nested("${a:-", "b", "}")),
    ("${a[", SOON, || nested("${a[", "b", "]}")),
    ("$((", SOON, || nested("$((", "1", "))")),
    ("$(( (", SOON, || Gate::hook(&format!("echo $(({}1{}))", "(".repeat(10_000), ")".repeat(10_000)))),
    ("<(", SOON, || nested("<(cat ", "ls", ")")),
    ("[[ (", SOON, || Gate::hook(&format!("[[ {} a {} ]]", "( ".repeat(10_000), " )".repeat(10_000)))),
    // With a stack of 256 KiB.
    ("$( on a small stack", SOON, || small_stack(nested("$(", "ls", ")"))),
    ("( on a small stack", SOON, || small_stack(nested("(", "ls", ")"))),
    ("{a, on a small stack", SOON, || small_stack(nested("{a,", "b", "}"))),
    ("${a:- on a small stack", SOON, || small_stack(nested("${a:-", "b", "}"))),
    ("if on a small stack", SOON, || {
        small_stack(Gate::hook(&format!("{}nosuch{}", "if true; then ".repeat(240), "; fi".repeat(240))))
    }),
    // Long.
    ("1 MB: one word", SOON, || Gate::hook(&format!("echo {}", "a".repeat(MB)))),
    ("1 MB: commands", SOON, || long("ls;", MB)),
    ("1 MB: pipes", SOON, || long("ls|", MB)),
    ("1 MB: lines", SOON, || long("ls\n", MB)),
    ("1 MB: quotes", SOON, || long("'a' \"b\" ", MB)),
    ("1 MB: one heredoc", SOON, || {
        Gate::hook(&format!("cat <<'E'\n{}\nE\n", "a line of text\n".repeat(MB / 15)))
    }),
    ("1 MB: blanks", SOON, || long(" ", MB)),
    ("1 MB: comments", SOON, || long("# a\n", MB)),
    ("1 MB: backslashes", SOON, || long("\\", MB)),
    ("1 MB: wide characters", SOON, || Gate::hook(&format!("echo {}", "日".repeat(MB / 3)))),
];

/// Deep or wide in ways that a shell would bear: a human may be asked, but nothing is let pass.
const STOPPED: &[Fault] = &[
    ("`", SOON, || Gate::hook(&"`".repeat(10_000))),
    ("if", SOON, || Gate::hook(&format!("{}ls{}", "if true; then ".repeat(8_000), "; fi".repeat(8_000)))),
    ("while", SOON, || {
        Gate::hook(&format!("{}ls{}", "while true; do ".repeat(6_000), "; done".repeat(6_000)))
    }),
    ("case", SOON, || Gate::hook(&format!("{}ls{}", "case a in a) ".repeat(6_000), ";; esac".repeat(6_000)))),
    ("[[ !", SOON, || Gate::hook(&format!("[[ {} a ]]", "! ".repeat(10_000)))),
    ("!", SOON, || Gate::hook(&format!("{} nosuch", "! ".repeat(10_000)))),
    ("functions", SOON, || Gate::hook(&format!("{}ls{}", "f() { ".repeat(10_000), "; }".repeat(10_000)))),
    ("env of env", SOON, || Gate::hook(&format!("{}ls", "env ".repeat(10_000)))),
    ("eval of eval", SOON, || Gate::hook(&format!("{}ls", "eval ".repeat(10_000)))),
    ("brace bomb", SOON, || Gate::hook(&format!("echo {}", "{a,b}".repeat(10_000)))),
    ("range bomb", SOON, || Gate::hook("echo {1..999999999}{1..999999999}")),
];

#[test]
fn refused() {
    all_refuse(ROWS);
}

#[test]
fn stopped() {
    for (name, seconds, gate) in STOPPED {
        let answer = gate().run();
        let decision = answer.decision();
        assert!(matches!(decision.as_deref(), Some("ask" | "deny")), "{name}: {answer:?}");
        assert!(answer.took.as_secs() < *seconds, "{name}: {:?}", answer.took);
    }
}

/// As long as a command may be, in shapes that tempt a reader to look twice: an answer, whichever, in time.
const WITHIN: &[Fault] = &[
    ("one word", SOON, || long("a", 120_000)),
    ("commands", SOON, || long("ls;", 120_000)),
    ("pipes", SOON, || long("cat|", 120_000)),
    ("heredocs", SOON, || long("cat <<E\nx\nE\n", 120_000)),
    ("heredocs on one line", SOON, || {
        Gate::hook(&format!("cat {}\n{}", "<<E ".repeat(8_000), "E\n".repeat(8_000)))
    }),
    ("opened quotes", SOON, || long("\"'", 120_000)),
    ("variables", SOON, || long("a=$a;", 120_000)),
    ("doubling variables", SOON, || Gate::hook(&format!("a=xx;{}echo $a", "a=$a$a;".repeat(10_000)))),
    ("globs", SOON, || Gate::hook(&format!("ls {}", "*/".repeat(50_000)))),
    ("braces", SOON, || Gate::hook(&format!("echo {}", "{a,b}".repeat(20_000)))),
    ("cd", SOON, || long("cd a && ", 120_000)),
    ("cd that may fail", SOON, || long("cd a; ", 120_000)),
    ("redirections", SOON, || Gate::hook(&format!("ls {}", ">a ".repeat(30_000)))),
    ("flags", SOON, || Gate::hook(&format!("git log {}", "-p ".repeat(30_000)))),
    ("dollar parens", SOON, || long("$(ls) ", 120_000)),
];

#[test]
fn answered_in_time() {
    for (name, seconds, gate) in WITHIN {
        let answer = gate().run();
        assert!(matches!(answer.code, Some(0 | 2)), "{name}: {:?} {}", answer.code, answer.stderr);
        assert!(answer.took.as_secs() < *seconds, "{name}: {:?}", answer.took);
    }
}
