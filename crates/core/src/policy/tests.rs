//! Tables over whole policies.

mod errors;
mod judged;
mod language;
mod layers;
mod levels;
mod outcomes;
mod rules;
mod words;

use super::{Layer, Policy, Trusted};
use crate::effect::Act;
use crate::verdict::Span;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A layer whose text must be right; the version is added.
#[track_caller]
fn layer(text: &str) -> Layer {
    Layer::parse("policy.toml", &["version = 1\n", text].concat())
        .unwrap_or_else(|problems| panic!("{problems:?}\n{text}"))
}

/// The policy of a user's file.
#[track_caller]
fn user(text: &str) -> Policy {
    Policy::layered(None, Some(layer(text)), None).unwrap().at_home("/home/user")
}

/// The problems of a text, as shown.
fn problems(text: &str) -> Vec<String> {
    match Layer::parse("p.toml", text) {
        Ok(_) => Vec::new(),
        Err(problems) => problems.iter().map(ToString::to_string).collect(),
    }
}

/// A command of plain words; `$x` is one that is not known.
fn act(command: &str) -> Act {
    let mut words = command.split_whitespace();
    let program = words.next().unwrap_or_default().to_string();
    let args = words.map(|word| (!word.starts_with('$')).then(|| word.to_string())).collect();
    Act {
        program,
        args,
        findings: Vec::new(),
        span: Span::default(),
        followed: false,
        fed: false,
        elsewhere: false,
        dirs: Vec::new(),
    }
}

/// Rows of a table: columns separated by two blanks or more.
fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table
        .lines()
        .map(str::trim)
        .filter(|row| !row.is_empty() && !row.starts_with('#'))
        .map(|row| row.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect())
}

fn untrusted(text: &str) -> Option<(Layer, Trusted)> {
    Some((layer(text), Trusted::No))
}

fn trusted(text: &str) -> Option<(Layer, Trusted)> {
    Some((layer(text), Trusted::Yes))
}
