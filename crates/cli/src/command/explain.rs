//! `mastiff explain`: everything that led to a verdict.

use crate::args::{Args, Usage, switch};
use crate::exit::{Exit, Failure};
use crate::judged::Judged;
use crate::question::{self, Question, Settings};
use crate::render::{self, Paint, columns, cut, excerpt, padded, paragraph};
use crate::words;
use mastiff_core::effect::{Act, Effect};
use mastiff_core::escape::for_people;
use mastiff_core::policy::ids;
use mastiff_core::{Decision, Origin, Reason};
use std::fmt::Write;

/// What `mastiff explain --help` shows.
pub const USAGE: Usage = Usage {
    name: "explain",
    summary: "show what a call would do, and every rule that had a say",
    operands: "COMMAND",
    details: "\
Shows the command with the deciding pieces underlined, what each part of it would do, the rules
that judged it, the lines of policy files among them, and what would be allowed instead.
Nothing is run and nothing is recorded. `-` reads the command from standard input.
The exit code says whether it could be explained; `mastiff check` answers with the verdict.",
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
        render::COLOR,
    ],
    examples: &[
        ("mastiff explain 'cd src && git push --force'", "a command line"),
        (
            "mastiff explain --tool Write --input '{\"file_path\": \".env\", \"content\": \"\"}'",
            "another tool",
        ),
    ],
};

/// Width of the column with the pieces of the command.
const PIECE: usize = 36;

/// Explains one call.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let judged = Settings::from_args(args)?.judge(Question::from_args(&USAGE, args)?)?;
    if args.has("--json") {
        render::print(&(judged.everything().done() + "\n"))?;
    } else {
        render::print(&page(&judged, Paint::for_stdout(), columns()))?;
    }
    Ok(Exit::Fine)
}

fn page(judged: &Judged, paint: Paint, width: usize) -> String {
    let mut out = format!("{}\n\n", headline(judged, paint));
    out.push_str(&excerpt::underlined(&judged.text, &judged.marks(), 2, width, paint));
    effects(&mut out, judged, paint, width);
    rules(&mut out, judged, paint, width);
    policy_lines(&mut out, judged, paint, width);
    instead(&mut out, judged, paint, width);
    out
}

/// The decision and its rule; what was judged, where the policy made something else of it.
pub fn headline(judged: &Judged, paint: Paint) -> String {
    let (shown, decided) = (judged.decision(), judged.verdict.decision());
    let mut line =
        format!("{}  {}", paint.decision(shown, &format!("{:<5}", shown.word())), judged.verdict.rule());
    if shown != decided {
        let note = format!("   (judged {}; here that becomes {})", decided.word(), shown.word());
        line.push_str(&paint.dim(&note));
    }
    line
}

fn effects(out: &mut String, judged: &Judged, paint: Paint, width: usize) {
    heading(out, "what it would do", paint);
    if judged.effects.acts.is_empty() {
        out.push_str("  nothing that could be read\n");
    }
    for act in &judged.effects.acts {
        let mut piece = piece(judged, act);
        for what in acts_effects(act) {
            let what = cut(&for_people(&what), width.saturating_sub(PIECE + 4));
            let _ = writeln!(out, "  {}  {what}", padded(&piece, PIECE));
            piece.clear();
        }
    }
    for file in &judged.effects.followed {
        let _ = writeln!(out, "  {}", paint.dim(&format!("read to know it: {}", for_people(&file.path))));
    }
}

/// The command as it stands in the text, or its program where it comes out of a followed file.
fn piece(judged: &Judged, act: &Act) -> String {
    let piece = act.span.of(&judged.text).filter(|piece| judged.spans && !piece.is_empty());
    let text = piece.unwrap_or(if act.program.is_empty() { &judged.tool } else { &act.program });
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    cut(&for_people(&one_line), PIECE)
}

/// Each effect once; what is harmless only where there is nothing else to say, in the words of the finding.
fn acts_effects(act: &Act) -> Vec<String> {
    let telling = act.findings.iter().filter(|f| f.effect != Effect::Harmless);
    let mut all: Vec<String> = vec![];
    for what in telling.map(|finding| words::of_act(act, &finding.effect)) {
        if !all.contains(&what) {
            all.push(what);
        }
    }
    if all.is_empty() {
        let said =
            act.findings.first().map(|finding| finding.message.clone()).filter(|said| !said.is_empty());
        all.push(said.unwrap_or_else(|| words::describe(&Effect::Harmless)));
    }
    all
}

fn rules(out: &mut String, judged: &Judged, paint: Paint, width: usize) {
    heading(out, "rules", paint);
    let reasons = distinct(judged);
    let wide = reasons.iter().map(|r| r.rule.len()).max().unwrap_or(0);
    for reason in reasons {
        let word = paint.decision(reason.decision, &format!("{:<5}", reason.decision.word()));
        let page = match reason.origin {
            Origin::BuiltIn => format!("docs/rules.md#{}", ids::entry(&reason.rule).trim_end_matches('*')),
            Origin::Policy { .. } => "your policy".to_owned(),
        };
        let _ = writeln!(out, "  {word}  {:<wide$}  {}", reason.rule, paint.dim(&page));
        if reason.decision != Decision::Allow {
            out.push_str(&paragraph(&for_people(&reason.message), 9, width));
        }
    }
}

/// The strictest first, each rule with the same words once.
fn distinct(judged: &Judged) -> Vec<&Reason> {
    let mut all: Vec<&Reason> = vec![];
    for reason in judged.verdict.reasons() {
        let same = |r: &&Reason| {
            r.rule == reason.rule
                && r.decision == reason.decision
                && r.origin == reason.origin
                && (r.decision == Decision::Allow || r.message == reason.message)
        };
        if !all.iter().any(same) {
            all.push(reason);
        }
    }
    all.sort_by_key(|reason| std::cmp::Reverse(reason.decision));
    all
}

fn policy_lines(out: &mut String, judged: &Judged, paint: Paint, width: usize) {
    let mut seen = vec![];
    for reason in judged.verdict.reasons() {
        let Origin::Policy { file, line } = &reason.origin else { continue };
        if seen.contains(&(file, line)) {
            continue;
        }
        if seen.is_empty() {
            heading(out, "policy", paint);
        }
        seen.push((file, line));
        let _ = writeln!(out, "  {}", paint.dim(&format!("{}:{line}", for_people(file))));
        if let Some(text) = line_of(file, *line) {
            let _ = writeln!(out, "    {}", cut(&for_people(text.trim()), width.saturating_sub(4)));
        }
    }
}

fn line_of(file: &str, line: u32) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    text.lines().nth(line.checked_sub(1)? as usize).map(str::to_owned)
}

fn instead(out: &mut String, judged: &Judged, paint: Paint, width: usize) {
    let decision = judged.verdict.decision();
    let mut hints: Vec<&str> = vec![];
    for reason in judged.verdict.reasons().filter(|r| r.decision == decision) {
        if let Some(hint) = reason.instead.as_deref()
            && !hints.contains(&hint)
        {
            hints.push(hint);
        }
    }
    if !hints.is_empty() {
        heading(out, "allowed instead", paint);
        hints.iter().for_each(|hint| out.push_str(&paragraph(&for_people(hint), 2, width)));
    }
}

fn heading(out: &mut String, text: &str, paint: Paint) {
    let _ = writeln!(out, "\n{}", paint.bold(text));
}

#[cfg(test)]
mod tests;
