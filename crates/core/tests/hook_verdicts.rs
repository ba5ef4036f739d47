//! What four real clients did with 94 hooks (`hook_verdicts.json`), and what the dialects make of the same.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on says so"
)]

use mastiff_core::hook::{
    Captured, Dialect, Ended, Event, OnFailure, Opinion, Outcome, Ran, outcome, refusal,
};
use mastiff_core::json::Json;

/// Column, dialect, failure policy, the tool runs only if a hook allows it.
#[rustfmt::skip]
const COLUMNS: &[(&str, Dialect, Option<OnFailure>, bool)] = &[
    ("claude-code",                 Dialect::Claude,    None,                   false),
    ("claude-code onFailure=block", Dialect::Claude,    Some(OnFailure::Block), false),
    ("claude-code needs-prompt",    Dialect::Claude,    None,                   true),
    ("claude-code 2.1.197",         Dialect::Claude,    None,                   false),
    ("codex",                       Dialect::Codex,     None,                   false),
    ("gemini-cli",                  Dialect::Gemini,    None,                   false),
    ("agent-code",                  Dialect::AgentCode, None,                   false),
];

/// Where this engine does something else, and what.
#[rustfmt::skip]
const DEVIATIONS: &[(&str, &[&str], &str)] = &[
    // hooks that ran side by side and want different inputs: the client takes whoever was last, this engine nobody
    ("A and B both allow + updatedInput, A slower",         &["claude-code", "claude-code needs-prompt", "claude-code 2.1.197", "codex"], "disagreed"),
    ("A and B both allow + updatedInput, B slower",         &["claude-code", "claude-code needs-prompt", "claude-code 2.1.197", "codex"], "disagreed"),
    // an orphan that holds standard output is not waited for, so that the answer is not lost
    ("JSON deny printed, orphan child holds stdout 6 s",    &["codex"], "blocked"),
    // what a tool needs in its input is not known here: the input is read again before the tool runs
    ("allow + updatedInput missing required field",         &["claude-code", "claude-code onFailure=block", "claude-code needs-prompt", "claude-code 2.1.197", "codex"], "ran-rewritten"),
];

/// The client's own words for something that is said differently here.
const OTHER_WORDS: &[&str] = &["updatedInput is a string"];

struct Case<'a> {
    name: &'a str,
    runs: Vec<Ran>,
    results: &'a Json,
}

fn cases(file: &Json) -> Vec<Case<'_>> {
    let limit = number(file, "hook_timeout_s").expect("the time limit of the measurement");
    let case = |case| Case {
        name: text(case, "case").expect("a name"),
        runs: items(case, "hooks").iter().map(|hook| run(hook, limit)).collect(),
        results: case.get("results").expect("results"),
    };
    items(file, "cases").iter().map(case).collect()
}

fn run(hook: &Json, limit: f64) -> Ran {
    let letters = "R".repeat(100_000);
    let printed = |key| Captured::whole(text(hook, key).expect("a stream").replace("@R*100000@", &letters));
    let late = number(hook, "sleep_first_s").is_some_and(|slept| slept > limit);
    let how = match (number(hook, "exit"), number(hook, "signal")) {
        _ if late => Ended::TimedOut,
        (_, Some(signal)) => Ended::Signalled(signal as i32),
        (Some(exit), None) => Ended::Exited(exit as i32),
        (None, None) => panic!("no end: {hook}"),
    };
    Ran { how, stdout: printed("stdout"), stderr: printed("stderr") }
}

/// What became of the call, in the words of the measurement.
fn became(dialect: Dialect, outcomes: &[Outcome], needs_prompt: bool) -> &'static str {
    let opinion = outcomes.iter().map(|outcome| outcome.opinion).max().expect("a hook");
    let inputs: Vec<&Json> = outcomes.iter().filter_map(|outcome| outcome.input.as_ref()).collect();
    let stops = outcomes.iter().any(|outcome| outcome.stop.is_some());
    match opinion {
        Opinion::Deny if stops => "run-ended",
        Opinion::Deny => "blocked",
        Opinion::Defer => "run-ended",
        Opinion::Ask if dialect == Dialect::Gemini => "run-ended",
        Opinion::Ask => "blocked",
        Opinion::None if needs_prompt => "blocked",
        Opinion::None | Opinion::Allow if inputs.windows(2).any(|two| two[0] != two[1]) => "disagreed",
        Opinion::None | Opinion::Allow if !inputs.is_empty() => "ran-rewritten",
        Opinion::None | Opinion::Allow => "ran",
    }
}

#[test]
fn every_call_becomes_what_the_client_made_of_it() {
    let file = Json::parse(include_bytes!("hook_verdicts.json")).expect("JSON");
    let (mut compared, mut deviating) = (0, 0);
    for case in cases(&file) {
        for (column, dialect, own, needs_prompt) in COLUMNS {
            let Some(result) = case.results.get(column) else { continue };
            let outcomes: Vec<Outcome> =
                case.runs.iter().map(|ran| outcome(*dialect, Event::PreToolUse, ran, *own)).collect();
            let measured = text(result, "outcome").expect("an outcome");
            let deviation = DEVIATIONS.iter().find(|row| row.0 == case.name && row.1.contains(column));
            let want = deviation.map_or(measured, |row| row.2);
            assert_eq!(became(*dialect, &outcomes, *needs_prompt), want, "{} in {column}", case.name);
            assert!(deviation.is_none() || want != measured, "{} in {column}: no deviation", case.name);
            compared += 1;
            deviating += usize::from(deviation.is_some());
        }
    }
    let listed: usize = DEVIATIONS.iter().map(|row| row.1.len()).sum();
    assert_eq!((compared, deviating), (results(&file), listed));
}

#[test]
fn every_refusal_reads_as_the_client_wrote_it() {
    let file = Json::parse(include_bytes!("hook_verdicts.json")).expect("JSON");
    let mut compared = 0;
    for case in cases(&file).iter().filter(|case| !OTHER_WORDS.contains(&case.name)) {
        // an older client had other words
        for (column, dialect, own, _) in COLUMNS.iter().filter(|column| column.0 != "claude-code 2.1.197") {
            let Some(said) = case.results.get(column).and_then(|result| text(result, "model_text")) else {
                continue;
            };
            let outcomes = case.runs.iter().map(|ran| outcome(*dialect, Event::PreToolUse, ran, *own));
            let stopped: Vec<Outcome> = outcomes.filter(|outcome| outcome.opinion >= Opinion::Ask).collect();
            if stopped.is_empty() {
                continue;
            }
            let told: Vec<String> = stopped.iter().map(|outcome| tell(*dialect, outcome, said)).collect();
            assert!(
                told.iter().any(|told| same(told, said)),
                "{} in {column}: {told:?} for {said}",
                case.name
            );
            compared += 1;
        }
    }
    assert!(compared > 120, "{compared}");
}

fn tell(dialect: Dialect, outcome: &Outcome, said: &str) -> String {
    let reason = outcome.reason.as_deref().unwrap_or_default();
    let command = said.split_once(". Command: ").map_or("", |(_, command)| command);
    let told = refusal(dialect, "Bash", Some(command), reason);
    match (dialect, outcome.opinion) {
        (_, Opinion::Ask) => reason.into(),
        (Dialect::Gemini, _) => format!("{{\"error\": {}}}", Json::from(told)),
        _ => told,
    }
}

/// The same text; what the measurement cut is not compared, nor how failures are told, nor capitals.
fn same(told: &str, said: &str) -> bool {
    let said = said.replace("[HOOK COMMAND LINE]: ", "").replace("No stderr output", "Blocked by hook");
    if said.contains("blocking because onFailure") {
        return told.starts_with("PreToolUse:Bash hook error: the hook failed: ");
    }
    match said.strip_suffix("...") {
        Some(beginning) => told.starts_with(beginning),
        None => told.eq_ignore_ascii_case(&said),
    }
}

/// How many results the file has.
fn results(file: &Json) -> usize {
    let count = |case: &Json| match case.get("results") {
        Some(Json::Object(columns)) => columns.len(),
        _ => 0,
    };
    items(file, "cases").iter().map(count).sum()
}

fn items<'a>(json: &'a Json, key: &str) -> &'a [Json] {
    match json.get(key) {
        Some(Json::Array(items)) => items,
        _ => panic!("no list `{key}`"),
    }
}

fn text<'a>(json: &'a Json, key: &str) -> Option<&'a str> {
    json.get(key).and_then(Json::as_str)
}

fn number(json: &Json, key: &str) -> Option<f64> {
    match json.get(key) {
        Some(Json::Number(number)) => number.as_f64(),
        _ => None,
    }
}
