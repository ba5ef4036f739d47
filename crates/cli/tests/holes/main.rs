//! Holes that were once open, executed for real: each command does its harm in a throw-away root, mastiff stops it, and the
//! harmless command beside it is allowed in the same place.
//!
//! A row whose program is not installed is judged, not executed; the run says which. Where no namespace can be made,
//! nothing is executed and the run says so loudly.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

mod directories;
mod environment;
mod floor;
mod loaded;
mod reads;
mod sandbox;
mod values;

use sandbox::Seen;

/// One hole.
pub struct Hole {
    /// Programs that must be installed for the command to do its harm, separated by blanks.
    pub needs: &'static str,
    /// Prepares the place: a shell script, run in the repository `/home/user/repo` (made by `git init`, one commit).
    /// `HOME` is `/home/user`; below `/etc` stands a `shadow` that reads `CANARY`. Where it ends with 77, the program that is
    /// installed is of a version that does no such harm: the row is judged only.
    pub setup: &'static str,
    /// Where both commands run and are judged, from the home: `repo` for most rows.
    pub at: &'static str,
    /// The command that does harm and must stop.
    pub harmful: &'static str,
    /// A shell test that succeeds once the harm is done. `/out` holds what the command printed.
    pub harm: &'static str,
    /// What people really type there, and what must stay allowed.
    pub harmless: &'static str,
}

/// Every table of holes, by its file.
const TABLES: &[(&str, &[Hole])] = &[
    ("self_test", SELF_TEST),
    ("directories", directories::HOLES),
    ("reads", reads::HOLES),
    ("floor", floor::HOLES),
    ("environment", environment::HOLES),
    ("loaded", loaded::HOLES),
    ("values", values::HOLES),
];

/// Shows that the harness sees harm, and what a stop and an allow look like.
const SELF_TEST: &[Hole] = &[Hole {
    needs: "cat",
    setup: "echo CANARY > .env",
    at: "repo",
    harmful: "cat .env",
    harm: "grep -q CANARY /out",
    harmless: "cat README.md",
}];

#[test]
fn holes_do_harm_and_are_stopped() {
    let mut wrong = Vec::new();
    let (mut executed, mut judged) = (0, 0);
    for (file, hole) in TABLES.iter().flat_map(|(file, holes)| holes.iter().map(move |hole| (file, hole))) {
        let Some(seen) = sandbox::run(hole) else { return };
        let Seen { stopped, allowed, harmed, missing, said } = seen;
        let mut fail = |what: &str| {
            wrong.push(format!("{file}: {what}\n  {}\n  {}\n{said}", hole.harmful, hole.harmless))
        };
        if !stopped {
            fail("the harmful command is not stopped");
        }
        if !allowed {
            fail("the harmless command is not allowed");
        }
        match harmed {
            Some(true) => executed += 1,
            Some(false) => fail("the harmful command did no harm: the row shows nothing"),
            None => println!("not executed, `{missing}` is not installed: {}", hole.harmful),
        }
        judged += 1;
    }
    println!("{judged} holes judged, {executed} of them executed");
    assert!(wrong.is_empty(), "{} of {judged}:\n{}", wrong.len(), wrong.join("\n"));
}
