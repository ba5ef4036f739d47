//! Commands made to exhaust the reader: the tool must not run, and the answer must not take long.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod gate;

use gate::{Fault, Gate, all_refuse};

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
    ("$(", || nested("$(", "ls", ")")),
    ("$( not closed", || nested("$(", "ls", "")),
    ("$( as commands", || nested("$(echo ", "ls", ")")),
    ("\"$(", || nested("\"$(echo ", "ls", ")\"")),
    ("(", || nested("(", "ls", ")")),
    ("( as commands", || Gate::hook(&format!("{}ls{}", "(".repeat(10_000), ")".repeat(10_000)))),
    ("( not closed", || Gate::hook(&"(".repeat(10_000))),
    ("( with blanks", || Gate::hook(&format!("{}ls{}", "( ".repeat(10_000), " )".repeat(10_000)))),
    ("{a,", || nested("{a,", "b", "}")),
    ("{a, not closed", || nested("{a,", "b", "")),
    ("{ groups", || Gate::hook(&format!("{}ls;{}", "{ ".repeat(10_000), " };".repeat(10_000)))),
    ("${a:-", || nested("${a:-", "b", "}")),
    ("${a[", || nested("${a[", "b", "]}")),
    ("$((", || nested("$((", "1", "))")),
    ("$(( (", || Gate::hook(&format!("echo $(({}1{}))", "(".repeat(10_000), ")".repeat(10_000)))),
    ("<(", || nested("<(cat ", "ls", ")")),
    ("[[ (", || Gate::hook(&format!("[[ {} a {} ]]", "( ".repeat(10_000), " )".repeat(10_000)))),
    // With a stack of 256 KiB.
    ("$( on a small stack", || small_stack(nested("$(", "ls", ")"))),
    ("( on a small stack", || small_stack(nested("(", "ls", ")"))),
    ("{a, on a small stack", || small_stack(nested("{a,", "b", "}"))),
    ("${a:- on a small stack", || small_stack(nested("${a:-", "b", "}"))),
    ("if on a small stack", || {
        small_stack(Gate::hook(&format!("{}nosuch{}", "if true; then ".repeat(240), "; fi".repeat(240))))
    }),
    // Long.
    ("1 MB: one word", || Gate::hook(&format!("echo {}", "a".repeat(MB)))),
    ("1 MB: commands", || long("ls;", MB)),
    ("1 MB: pipes", || long("ls|", MB)),
    ("1 MB: lines", || long("ls\n", MB)),
    ("1 MB: quotes", || long("'a' \"b\" ", MB)),
    ("1 MB: one heredoc", || Gate::hook(&format!("cat <<'E'\n{}\nE\n", "a line of text\n".repeat(MB / 15)))),
    ("1 MB: blanks", || long(" ", MB)),
    ("1 MB: comments", || long("# a\n", MB)),
    ("1 MB: backslashes", || long("\\", MB)),
    ("1 MB: wide characters", || Gate::hook(&format!("echo {}", "日".repeat(MB / 3)))),
];

/// Deep or wide in ways that a shell would bear: a human may be asked, but nothing is let pass.
const STOPPED: &[Fault] = &[
    ("`", || Gate::hook(&"`".repeat(10_000))),
    ("if", || Gate::hook(&format!("{}ls{}", "if true; then ".repeat(8_000), "; fi".repeat(8_000)))),
    ("while", || Gate::hook(&format!("{}ls{}", "while true; do ".repeat(6_000), "; done".repeat(6_000)))),
    ("case", || Gate::hook(&format!("{}ls{}", "case a in a) ".repeat(6_000), ";; esac".repeat(6_000)))),
    ("[[ !", || Gate::hook(&format!("[[ {} a ]]", "! ".repeat(10_000)))),
    ("!", || Gate::hook(&format!("{} nosuch", "! ".repeat(10_000)))),
    ("functions", || Gate::hook(&format!("{}ls{}", "f() { ".repeat(10_000), "; }".repeat(10_000)))),
    ("env of env", || Gate::hook(&format!("{}ls", "env ".repeat(10_000)))),
    ("eval of eval", || Gate::hook(&format!("{}ls", "eval ".repeat(10_000)))),
    ("brace bomb", || Gate::hook(&format!("echo {}", "{a,b}".repeat(10_000)))),
    ("range bomb", || Gate::hook("echo {1..999999999}{1..999999999}")),
];

#[test]
fn refused() {
    all_refuse(ROWS);
}

#[test]
fn stopped() {
    for (name, gate) in STOPPED {
        let answer = gate().run();
        // On a machine that is busy enough the alarm says no before the reader has.
        let stops = answer.decision().as_deref() == Some("ask") || answer.refuses().is_ok();
        assert!(stops, "{name}: {answer:?}");
    }
}

/// As long as a command may be, in shapes that tempt a reader to look twice: an answer, whichever.
const WITHIN: &[Fault] = &[
    ("one word", || long("a", 120_000)),
    ("commands", || long("ls;", 120_000)),
    ("pipes", || long("cat|", 120_000)),
    ("heredocs", || long("cat <<E\nx\nE\n", 120_000)),
    ("heredocs on one line", || {
        Gate::hook(&format!("cat {}\n{}", "<<E ".repeat(8_000), "E\n".repeat(8_000)))
    }),
    ("opened quotes", || long("\"'", 120_000)),
    ("variables", || long("a=$a;", 120_000)),
    ("doubling variables", || Gate::hook(&format!("a=xx;{}echo $a", "a=$a$a;".repeat(10_000)))),
    ("globs", || Gate::hook(&format!("ls {}", "*/".repeat(50_000)))),
    ("braces", || Gate::hook(&format!("echo {}", "{a,b}".repeat(20_000)))),
    ("cd", || long("cd a && ", 120_000)),
    ("cd that may fail", || long("cd a; ", 120_000)),
    ("redirections", || Gate::hook(&format!("ls {}", ">a ".repeat(30_000)))),
    ("flags", || Gate::hook(&format!("git log {}", "-p ".repeat(30_000)))),
    ("dollar parens", || long("$(ls) ", 120_000)),
];

#[test]
fn answered() {
    for (name, gate) in WITHIN {
        let answer = gate().run();
        assert!(matches!(answer.code, Some(0 | 2)), "{name}: {:?} {}", answer.code, answer.stderr);
    }
}
