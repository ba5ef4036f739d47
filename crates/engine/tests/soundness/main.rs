//! Soundness by execution: what an allowed command really does was among the effects that were predicted for it.
//!
//! Each command that mastiff allows is run under a tracer, in namespaces of its own, on a scratch repository made for
//! it. Every file it writes, removes or renames, every program it starts and every socket must have been foreseen, or
//! stand in the short table of exceptions. `scripts/soundness` runs the same over a file of real calls.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::wildcard_enum_match_arm,
    reason = "a test's helpers may fail it"
)]

mod commands;
mod compare;
mod corpus;
mod driver;
mod exceptions;
mod fixture;
mod mutate;
mod populate;
mod predict;
mod probe;
mod report;
mod repository;
mod sandbox;
mod trace;

use report::Report;
use sandbox::Row;

/// The project's own commands: part of the test suite.
#[test]
fn allowed_commands_do_no_more_than_predicted() {
    let rows: Vec<Row> = commands::ALLOWED.iter().map(|command| Row::new(*command, *command)).collect();
    let Some(report) = run(&rows) else { return };
    print!("{report}");
    assert!(report.asked().is_empty(), "not allowed any more: {:#?}", report.asked());
    assert!(report.ran() * 10 > rows.len() * 8, "too few commands ran");
    assert!(report.violations().is_empty(), "commands did more than was predicted");
}

/// The harness sees what is done behind its back: without this an empty list of violations would mean nothing.
#[test]
fn what_is_not_predicted_is_seen() {
    let rows: Vec<Row> = commands::BETRAYALS
        .iter()
        .map(|(predicted, really)| Row {
            id: (*really).into(),
            command: (*predicted).into(),
            really: (*really).into(),
        })
        .collect();
    let Some(report) = run(&rows) else { return };
    let unseen: Vec<&Row> =
        rows.iter().filter(|row| !report.violations().iter().any(|(id, _)| *id == row.id)).collect();
    assert!(unseen.is_empty(), "went unnoticed: {unseen:#?}\n{report}");
}

/// Real calls: `scripts/soundness FILE…`.
#[test]
#[ignore = "needs files of calls: MASTIFF_CALLS"]
fn calls_of_files_do_no_more_than_predicted() {
    let rows = corpus::rows();
    let report = sandbox::run_among_files(&rows).expect("a sandbox is needed");
    print!("{report}");
    assert!(report.violations().is_empty(), "calls did more than was predicted");
}

/// Every flag that a program's own help names and mastiff allows: `scripts/soundness --flags [PROGRAM…]`.
#[test]
#[ignore = "takes long"]
fn allowed_flags_do_no_more_than_predicted() {
    let helps = run(&probe::helps()).expect("a sandbox is needed");
    let rows = probe::rows(&helps);
    println!("{} programs and subcommands, {} command lines", helps.printed().len(), rows.len());
    let report = sandbox::run_in_haste(&rows).expect("a sandbox is needed");
    print!("{report}");
    assert!(report.violations().is_empty(), "flags did more than was predicted");
}

/// Not a test: what runs inside the sandbox.
#[test]
#[ignore = "the half that runs inside the sandbox"]
fn inside() {
    driver::run();
}

/// `None`, loudly, where no sandbox can be made. That fails where `MASTIFF_REQUIRE_SANDBOX` is set, and in CI unless
/// `MASTIFF_NO_SANDBOX` says that none can be had there.
fn run(rows: &[Row]) -> Option<Report> {
    match sandbox::run(rows) {
        Ok(report) => Some(report),
        Err(why) => {
            eprintln!("SOUNDNESS NOT TESTED: no sandbox can be made here ({why})");
            let is_set = |name| std::env::var_os(name).is_some();
            let required =
                is_set("MASTIFF_REQUIRE_SANDBOX") || (is_set("CI") && !is_set("MASTIFF_NO_SANDBOX"));
            assert!(!required, "a sandbox is required");
            None
        }
    }
}
