//! `mastiff check`: the verdict on one call, or on many.

mod batch;

use crate::args::{Args, Usage, switch};
use crate::command::explain::headline;
use crate::exit::{Exit, Failure};
use crate::json::Object;
use crate::judged::Judged;
use crate::question::{self, Question, Settings};
use crate::render::{self, Paint, columns, excerpt, paragraph};
use mastiff_core::Decision;
use mastiff_core::escape::for_people;

/// What `mastiff check --help` shows.
pub const USAGE: Usage = Usage {
    name: "check",
    summary: "say whether a call would run, be asked about or be refused",
    operands: "COMMAND",
    details: "\
COMMAND is one argument: quote the whole command line. `-` reads it from standard input.
Nothing is run and nothing is recorded.

Exit codes: 0 allow, 1 ask, 2 deny, 3 mastiff itself failed.

--batch reads JSON lines, {\"command\": …} or {\"tool\": …, \"input\": …}, each with an optional \"cwd\"
and \"id\", and answers one JSON line each, in order. A line that cannot be read gets a deny with an
\"error\"; the exit code is 0 unless mastiff itself failed.",
    flags: &[
        question::TOOL,
        question::INPUT,
        question::CWD,
        question::ROOT,
        question::POLICY,
        question::LEVEL,
        question::HOST,
        question::MODE,
        question::HEADLESS,
        switch("--json", "one JSON object"),
        switch("--batch", "many calls as JSON lines on standard input"),
        render::COLOR,
    ],
    examples: &[
        ("mastiff check 'git push --force'", "a command line"),
        ("mastiff check --tool Write --input '{\"file_path\": \".env\", \"content\": \"\"}'", "another tool"),
        ("mastiff check --headless 'npm install'", "as it would end with nobody there to ask"),
        ("echo '{\"id\": 1, \"command\": \"ls\"}' | mastiff check --batch", "many calls"),
    ],
};

/// Judges what was asked.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    if args.has("--batch") {
        return batch::run(args);
    }
    let judged = Settings::from_args(args)?.judge(Question::from_args(&USAGE, args)?)?;
    if args.has("--json") {
        render::print(&(judged.answer(Object::new()).done() + "\n"))?;
    } else {
        render::print(&block(&judged, Paint::for_stdout(), columns()))?;
    }
    Ok(exit(judged.decision()))
}

fn exit(decision: Decision) -> Exit {
    match decision {
        Decision::Allow => Exit::Fine,
        Decision::Ask => Exit::Ask,
        Decision::Deny => Exit::Deny,
    }
}

/// The verdict in a few lines: decision and rule, why, the piece, what instead.
fn block(judged: &Judged, paint: Paint, width: usize) -> String {
    let mut out = headline(judged, paint) + "\n";
    if judged.verdict.decision() == Decision::Allow {
        return out;
    }
    let reason = judged.verdict.deciding();
    out.push_str(&paragraph(&for_people(&reason.message), 7, width));
    let marks = judged.marks();
    if !marks.is_empty() {
        out.push('\n');
        out.push_str(&excerpt::underlined(&judged.text, &marks, 7, width, paint));
    }
    if let Some(instead) = &reason.instead {
        out.push('\n');
        out.push_str(&paragraph(&format!("instead: {}", for_people(instead)), 7, width));
    }
    out
}
