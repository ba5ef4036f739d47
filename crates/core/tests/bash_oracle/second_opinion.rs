//! Another parser's opinion: no command that it sees may be missing from an accepted reading.
//!
//! It accepts more than bash and misreads some of it, so that its finds are only held against the reader where the
//! text holds none of the forms it is known to misread.

use crate::generate::{self, Random};
use crate::predict::{Field, Prediction};
use mastiff_core::shell;
use rable::{CasePattern, ListItem, Node, NodeKind};

/// Lines compared.
const LINES: usize = 20_000;

/// What it reads as commands and bash does not, each with the reason.
const MISREAD: [(&str, fn(&str) -> bool); 1] =
    [("in quoted backticks an escaped quote is a quote, and hides `<(`", |line| {
        line.contains('`') && line.contains("\\\"")
    })];

#[test]
fn no_command_that_another_parser_sees_is_missing() {
    let mut random = Random::new(77);
    let (mut compared, mut excused) = (0_usize, 0_usize);
    let mut faults = Vec::new();
    for line in (0..LINES).map(|_| generate::line(&mut random)) {
        let Ok(script) = shell::read(&line) else { continue };
        let Some(seen) = commands(&line) else { continue };
        let prediction = Prediction::of(&script);
        compared += 1;
        let Some(name) = seen.into_iter().find(|name| !is_predicted(name, &prediction)) else { continue };
        match MISREAD.iter().any(|(_, misreads)| misreads(&line)) {
            true => excused += 1,
            false => faults.push(format!("{line:?}\n  it sees {name:?}")),
        }
    }
    println!("compared {compared} accepted lines, {excused} differences in forms it is known to misread");
    assert!(compared > LINES / 5, "too few lines were compared");
    assert!(faults.is_empty(), "{} lines:\n{}", faults.len(), faults.join("\n"));
}

fn is_predicted(name: &str, prediction: &Prediction) -> bool {
    prediction.commands.iter().any(|fields| match fields.first() {
        Some(Field::Known(known)) => known == name,
        Some(Field::One(_) | Field::Any) | None => false,
    })
}

/// Names of all stub commands it sees, as far as they are plain text.
fn commands(line: &str) -> Option<Vec<String>> {
    let nodes = rable::parse(line, false).ok()?;
    let mut names = Vec::new();
    nodes.iter().for_each(|node| visit(node, &mut names));
    Some(names)
}

fn visit_all(nodes: &[Node], names: &mut Vec<String>) {
    nodes.iter().for_each(|node| visit(node, names));
}

fn visit(node: &Node, names: &mut Vec<String>) {
    use NodeKind as K;
    match &node.kind {
        K::Command { assignments, words, redirects } => {
            if let Some(K::Word { value, .. }) = words.first().map(|word| &word.kind)
                && value.starts_with('Z')
                && value.bytes().all(|byte| byte.is_ascii_alphanumeric())
            {
                names.push(value.clone());
            }
            visit_all(assignments, names);
            visit_all(words, names);
            visit_all(redirects, names);
        }
        K::Word { parts: nodes, .. } | K::Pipeline { commands: nodes, .. } | K::Array { elements: nodes } => {
            visit_all(nodes, names);
        }
        K::List { items } => items.iter().for_each(|ListItem { command, .. }| visit(command, names)),
        K::If { condition, then_body, else_body, redirects } => {
            visit(condition, names);
            visit(then_body, names);
            else_body.iter().for_each(|body| visit(body, names));
            visit_all(redirects, names);
        }
        K::While { condition, body, redirects } | K::Until { condition, body, redirects } => {
            visit(condition, names);
            visit(body, names);
            visit_all(redirects, names);
        }
        K::For { words, body, redirects, .. } | K::Select { words, body, redirects, .. } => {
            words.iter().for_each(|words| visit_all(words, names));
            visit(body, names);
            visit_all(redirects, names);
        }
        K::ForArith { body, redirects, .. }
        | K::Subshell { body, redirects }
        | K::BraceGroup { body, redirects }
        | K::ConditionalExpr { body, redirects } => {
            visit(body, names);
            visit_all(redirects, names);
        }
        K::Case { word, patterns, redirects } => {
            visit(word, names);
            for CasePattern { patterns, body, .. } in patterns {
                visit_all(patterns, names);
                body.iter().for_each(|body| visit(body, names));
            }
            visit_all(redirects, names);
        }
        K::Function { body: inner, .. }
        | K::Coproc { command: inner, .. }
        | K::Redirect { target: inner, .. }
        | K::CommandSubstitution { command: inner, .. }
        | K::ProcessSubstitution { command: inner, .. }
        | K::Negation { pipeline: inner }
        | K::Time { pipeline: inner, .. }
        | K::UnaryTest { operand: inner, .. }
        | K::CondNot { operand: inner }
        | K::CondParen { inner } => visit(inner, names),
        K::BinaryTest { left, right, .. } | K::CondAnd { left, right } | K::CondOr { left, right } => {
            visit(left, names);
            visit(right, names);
        }
        other => leaf(other),
    }
}

/// Kinds that hold no command: text, and arithmetic without substitutions.
fn leaf(_: &NodeKind) {}
