//! The secrets that were found in a call, so that they are not said elsewhere in its record.
//!
//! Elsewhere only what looks made is one: who may name an ordinary word a password could otherwise blank every other place
//! where that word stands.

use super::cooked::HOLE;
use super::entropy::is_peculiar;
use super::known::Known;
use super::marks::{MASK, Mark, apply, mask_of};
use crate::steps;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// More than a call has; what comes behind them is found by its form alone.
const MOST: usize = 256;
/// Words with a secret in them that are remembered, and how long they may be.
const WORDS: usize = 64;
const LONGEST: usize = 1024;

/// Values of secrets.
#[derive(Clone, Debug, Default)]
pub struct Secrets {
    values: Vec<String>,
    /// Words of a command that hold one, and what is written down of them.
    words: Vec<(String, String)>,
    expanded: bool,
}

impl Secrets {
    /// With those that are known already.
    pub fn knowing(known: &Known) -> Self {
        Secrets { values: known.values().to_vec(), ..Secrets::default() }
    }

    /// Adds a secret: all of it, and its parts between what is substituted, line ends and signs.
    pub fn add(&mut self, secret: &str) {
        steps::add(secret.len());
        for part in secret.split([HOLE, '\n', '\r']) {
            self.add_one(part);
            let quoted = part.split(['"', '\'', '\\', '$', '{', '}', ' ', ';', '&']);
            quoted.filter(|piece| piece.len() < part.len()).for_each(|piece| self.add_one(piece));
            let parts = part.split(['=', ';', '&', ' ', ':', ',', '"', '\'', '\\', '$', '{', '}']);
            parts.filter(|piece| piece.len() < part.len()).for_each(|piece| self.add_one(piece));
        }
    }

    fn add_one(&mut self, secret: &str) {
        let secret = secret.trim();
        let known = || self.values.iter().any(|known| known == secret);
        if !is_peculiar(secret) || secret.contains(MASK) || self.values.len() >= MOST || known() {
            return;
        }
        let at = self.values.partition_point(|known| known.len() >= secret.len());
        self.values.insert(at, secret.to_owned());
    }

    /// Adds the secrets that are marked in a word of a command.
    pub fn add_marked(&mut self, word: &str, marks: &[Mark]) {
        marks.iter().for_each(|mark| self.add(word.get(mark.from..mark.to).unwrap_or_default()));
        let whole = |mark: &Mark| mark.to - mark.from >= word.len();
        let known = || self.words.iter().any(|(known, _)| known == word);
        if marks.is_empty() || word.len() > LONGEST || self.words.len() >= WORDS || known() {
            return;
        }
        if !marks.iter().any(whole) {
            self.words.push((word.to_owned(), apply(word, marks)));
        }
    }

    /// A variable is expanded whose value was masked, and its value may be any word: `TOKEN=rm; $TOKEN -rf /`. What is
    /// written down does not say what would run.
    pub fn expanded(&mut self) {
        self.expanded = true;
    }

    /// The same, asked.
    pub fn is_expanded(&self) -> bool {
        self.expanded
    }

    /// `text` without any of them.
    pub fn without(&self, text: String) -> String {
        let mut text = text;
        for secret in &self.values {
            steps::add(text.len());
            if text.contains(secret.as_str()) {
                text = text.replace(secret.as_str(), mask_of(secret));
            }
        }
        text
    }

    /// The same for a text that speaks of the call: also without the words that hold one, where they stand whole.
    pub fn unsaid(&self, text: String) -> String {
        let mut text = text;
        for (word, masked) in &self.words {
            if text.contains(word.as_str()) {
                text = replaced(&text, word, masked);
            }
        }
        self.without(text)
    }
}

/// `word` is replaced where nothing but quotes or blanks stand around it.
fn replaced(text: &str, word: &str, masked: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(word) {
        let (before, found) = rest.split_at_checked(at).unwrap_or((rest, ""));
        let behind = found.get(word.len()..).unwrap_or_default();
        out.push_str(before);
        let opens = out.chars().next_back().is_none_or(is_around);
        let closes = behind.chars().next().is_none_or(|c| is_around(c) || matches!(c, ',' | ';' | '.'));
        out.push_str(if opens && closes { masked } else { word });
        rest = behind;
    }
    out.push_str(rest);
    out
}

fn is_around(c: char) -> bool {
    c.is_whitespace() || matches!(c, '`' | '\'' | '"' | '(' | ')')
}
