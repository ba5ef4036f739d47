//! Generated lines: the reader refused, or everything bash ran and wrote was predicted.

use crate::generate::{self, Random};
use crate::predict::Prediction;
use crate::sandbox::{self, Outcome};
use crate::table::{self, Class};
use mastiff_core::shell;

/// Lines per run; `MASTIFF_LINES` asks for another number.
const LINES: usize = 24_000;

/// The seed of a run that everybody can repeat; `MASTIFF_SEED` takes a number, or `random`.
const SEED: u64 = 20_261;

#[test]
fn bash_runs_nothing_that_was_not_predicted() {
    let seed = seed();
    let count = std::env::var("MASTIFF_LINES").ok().and_then(|n| n.parse().ok()).unwrap_or(LINES);
    let mut random = Random::new(seed);
    let lines: Vec<String> = (0..count).map(|_| generate::line(&mut random)).collect();
    let accepted: Vec<(String, Prediction)> = lines.into_iter().filter_map(predicted).collect();
    let texts: Vec<String> = accepted.iter().map(|(line, _)| line.clone()).collect();
    let Some(outcomes) = outcomes(&texts) else { return };
    let ran = outcomes.iter().filter(|outcome| !outcome.ran.is_empty()).count();
    let commands: usize = outcomes.iter().map(|outcome| outcome.ran.len()).sum();
    println!(
        "seed {seed}: {count} lines, {} refused, {} executed up to three times each; in {ran} of them stubs ran, {commands} different commands",
        count - accepted.len(),
        accepted.len(),
    );
    let faults: Vec<String> = accepted
        .iter()
        .zip(&outcomes)
        .filter_map(|((line, prediction), outcome)| fault(line, prediction, outcome))
        .collect();
    assert!(ran * 3 > accepted.len(), "too few lines ran anything: the sandbox does not work");
    assert!(
        faults.is_empty(),
        "{} lines with something hidden (seed {seed}):\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// The table is true: bash runs what it says.
#[test]
fn the_table_is_what_bash_does() {
    let rows = table::rows();
    let texts: Vec<String> = rows.iter().map(|row| row.text.clone()).collect();
    let Some(outcomes) = outcomes(&texts) else { return };
    for (row, outcome) in rows.iter().zip(&outcomes) {
        // there is no `cat` in the sandbox, so that words made by it differ; policy rows need real programs
        let is_stub = |run: &&Vec<String>| run.first().is_some_and(|name| name.starts_with('Z'));
        let missing = row.runs.iter().filter(is_stub).find(|run| !outcome.ran.contains(*run));
        assert!(
            row.class == Class::Policy || missing.is_none(),
            "{}\n  bash ran {:?}",
            row.line,
            outcome.ran
        );
    }
}

/// Why lines are refused, most frequent first: `cargo test … why_lines_are_refused -- --ignored --nocapture`.
#[test]
#[ignore = "prints a survey"]
fn why_lines_are_refused() {
    let mut random = Random::new(seed());
    let mut reasons = std::collections::BTreeMap::<String, (usize, String)>::new();
    for line in (0..LINES).map(|_| generate::line(&mut random)) {
        if let Err(refusal) = shell::read(&line) {
            let reason = reasons.entry(refusal.why).or_insert((0, line));
            reason.0 += 1;
        }
    }
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    for (why, (count, line)) in reasons {
        println!("{count:6} {why}   {line:?}");
    }
}

pub fn seed() -> u64 {
    match std::env::var("MASTIFF_SEED") {
        Ok(text) if text == "random" => {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
            now.map_or(SEED, |since| since.as_secs() ^ u64::from(since.subsec_nanos()))
        }
        Ok(text) => text.parse().unwrap_or(SEED),
        Err(_) => SEED,
    }
}

fn predicted(line: String) -> Option<(String, Prediction)> {
    let script = shell::read(&line).ok()?;
    Some((line, Prediction::of(&script)))
}

/// `None`, loudly, where no sandbox can be made. That fails where `MASTIFF_REQUIRE_SANDBOX` is set, and in CI unless
/// `MASTIFF_NO_SANDBOX` says that none can be had there.
pub fn outcomes(lines: &[String]) -> Option<Vec<Outcome>> {
    let workers = std::thread::available_parallelism().map_or(2, usize::from).clamp(2, 8);
    match sandbox::run(lines, workers) {
        Ok(outcomes) => Some(outcomes),
        Err(why) => {
            eprintln!("NOT TESTED AGAINST BASH: no sandbox can be made here ({why})");
            let is_set = |name| std::env::var_os(name).is_some();
            let required =
                is_set("MASTIFF_REQUIRE_SANDBOX") || (is_set("CI") && !is_set("MASTIFF_NO_SANDBOX"));
            assert!(!required, "a sandbox is required");
            None
        }
    }
}

/// What happened and was not predicted.
fn fault(line: &str, prediction: &Prediction, outcome: &Outcome) -> Option<String> {
    let hidden = outcome.ran.iter().find(|argv| !prediction.covers(argv) && !evaluated(argv, prediction));
    let written = outcome.files.iter().find(|file| !prediction.writes_to(file));
    match (hidden, written) {
        (Some(argv), _) => Some(format!("{line:?}\n  bash ran {argv:?}")),
        (None, Some(file)) => Some(format!("{line:?}\n  bash wrote {file:?}")),
        (None, None) => None,
    }
}

/// The stub inside a variable's value, where the tree shows that values are evaluated.
fn evaluated(argv: &[String], prediction: &Prediction) -> bool {
    prediction.evaluates && argv == ["ZX"]
}
