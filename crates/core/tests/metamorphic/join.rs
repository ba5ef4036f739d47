//! Joining commands never loosens: the whole is at least as strict as its strictest part.

use crate::judge::{judge, looser};
use crate::pool;
use crate::random::{Random, rounds};

/// Ways to make one command of two.
const JOINS: &[(&str, &str)] = &[
    ("; ", ""),
    (" && ", ""),
    (" || ", ""),
    (" | ", ""),
    (" |& ", ""),
    ("\n", ""),
    (" & ", ""),
    (" &\n", "\nwait"),
];

/// Ways to build a command into something larger; `A` and `B` are the commands.
const FRAMES: &[&str] = &[
    "if A\nthen B\nfi",
    "if true; then A\nelse B\nfi",
    "if false; then A\nelif B\nthen true; fi",
    "while A\ndo B\nbreak; done",
    "until A\ndo B\nbreak; done",
    "for zz in 1 2; do A\nB\ndone",
    "case x in y) A\n;; *) B\n;; esac",
    "( A\n) ; { B\n}",
    "{ A\n} | { B\n}",
    "! A\nB",
    "echo \"$(A\n)\"; B",
    "zz=$(A\n); B",
    "echo \"$(B\n)\" && A",
    "cat <(A\n) <(B\n)",
    "A\n B",
    "zz() { A\n}; zz; B",
    "zz() { B\n}; A\nzz",
    "for ((zz=0; zz<2; zz++)); do A\ndone; B",
    "( A\n) > out.txt; B",
    "{ A\nB\n} 2>/dev/null",
    "A\n# a comment\nB",
    "true && { A\n} || { B\n}",
    "trap 'echo' EXIT; A\nB",
    "echo ${zz:-$(A\n)}; B",
    "cat <<ZZ\n$(A\n)\nZZ\nB",
    "[ -n \"$(A\n)\" ] && B",
    "[[ -n $(A\n) ]]; B",
    "echo $(( $(A\n) + 1 )); B",
];

#[test]
fn two_commands_are_as_strict_as_the_stricter() {
    let mut random = Random::new();
    let all = pool::joinable();
    let stopped = pool::joinable_stopped();
    let mut faults = Vec::new();
    for round in 0..rounds(8_000) {
        // One of the two stops more often than not, or there is nothing to see.
        let (a, b) = match round % 3 {
            0 => (*random.pick(&stopped), *random.pick(&all)),
            1 => (*random.pick(&all), *random.pick(&stopped)),
            _ => (*random.pick(&all), *random.pick(&all)),
        };
        let joined = if random.below(2) == 0 {
            let (between, behind) = random.pick(JOINS);
            format!("{}{between}{}{behind}", grouped(a), grouped(b))
        } else {
            let frame = *random.pick(FRAMES);
            framed(frame, a, b)
        };
        if let Some(fault) = looser(&joined, judge(a).max(judge(b))) {
            faults.push(format!("{fault}: {joined:?}\n    of `{a}` and `{b}`"));
        }
    }
    assert!(faults.is_empty(), "{} are looser:\n{}", faults.len(), faults.join("\n"));
}

/// Several commands joined with others stay together.
fn grouped(command: &str) -> String {
    let several = [';', '&', '|', '\n'].iter().any(|sign| command.contains(*sign));
    if several { format!("{{ {command}\n}}") } else { command.into() }
}

/// The commands in their places; neither holds the other's letter as a word of its own.
fn framed(frame: &str, a: &str, b: &str) -> String {
    let open = frame.replace('A', "\u{1}").replace('B', "\u{2}");
    open.replace('\u{1}', &grouped(a)).replace('\u{2}', &grouped(b))
}

/// Harmless company of any number does not help.
#[test]
fn many_commands_are_as_strict_as_the_strictest() {
    let mut random = Random::new();
    let (allowed, stopped) = (pool::joinable_allowed(), pool::joinable_stopped());
    let mut faults = Vec::new();
    for _ in 0..rounds(1_500) {
        let stop = *random.pick(&stopped);
        let mut parts: Vec<&str> = (0..2 + random.below(8)).map(|_| *random.pick(&allowed)).collect();
        let at = random.below(parts.len() + 1);
        parts.insert(at, stop);
        let parts: Vec<String> = parts.into_iter().map(grouped).collect();
        let joined = parts.join(*random.pick(&["; ", " && ", "\n"]));
        if let Some(fault) = looser(&joined, judge(stop)) {
            faults.push(format!("{fault}: {joined:?}\n    holds `{stop}`"));
        }
    }
    assert!(faults.is_empty(), "{} are looser:\n{}", faults.len(), faults.join("\n"));
}
