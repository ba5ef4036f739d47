//! Commands that change how bash reads what follows.

use super::cursor::{Read, Reader};
use super::syntax::{Piece, Word};
use alloc::string::String;
use alloc::vec::Vec;

/// Options of `shopt` that leave the grammar alone.
const HARMLESS_SHOPT: [&str; 13] = [
    "-s",
    "-u",
    "-q",
    "-p",
    "nullglob",
    "globstar",
    "dotglob",
    "nocaseglob",
    "failglob",
    "nocasematch",
    "lastpipe",
    "inherit_errexit",
    "checkwinsize",
];

/// Options of `set -o` that change the grammar or what names mean.
const NEW_GRAMMAR: [&str; 6] = ["posix", "keyword", "histexpand", "history", "braceexpand", "noexec"];

impl Reader<'_> {
    /// Refuses `shopt -s extglob`, `alias` and the like: the text behind them could mean something else.
    pub(super) fn no_new_grammar(&self, words: &[Word], start: usize) -> Read<()> {
        let mut words = words;
        // `command` and `builtin` pass their arguments on
        while let [first, rest @ ..] = words
            && matches!(text(first).as_deref(), Some("command" | "builtin"))
        {
            words = rest;
        }
        let Some((name, args)) = words.split_first() else { return Ok(()) };
        match text(name).as_deref() {
            Some("shopt") if !args.iter().all(is_harmless_shopt) => {
                self.refuse(start, "`shopt`, which may change how the rest is read")
            }
            Some("set") if changes_grammar(args) => {
                self.refuse(start, "`set`, which may change how the rest is read")
            }
            Some("alias") if !args.is_empty() => {
                self.refuse(start, "an alias, which changes what the rest means")
            }
            _ => Ok(()),
        }
    }
}

fn is_harmless_shopt(word: &Word) -> bool {
    text(word).is_some_and(|text| HARMLESS_SHOPT.contains(&text.as_str()))
}

/// `set` before its `--`: an option that changes the grammar, or one that is not known.
fn changes_grammar(args: &[Word]) -> bool {
    for arg in args {
        let Some(text) = text(arg) else { return true };
        if text == "--" || text == "-" {
            return false;
        }
        let letters = text.strip_prefix(['-', '+']).unwrap_or_default();
        if letters.contains(['k', 'H', 'B', 'n']) || NEW_GRAMMAR.contains(&text.as_str()) {
            return true;
        }
    }
    false
}

/// The text of a word without expansions.
fn text(word: &Word) -> Option<String> {
    let parts: Option<Vec<&str>> = word
        .pieces
        .iter()
        .map(|piece| match piece {
            Piece::Text { text, .. } => Some(text.as_str()),
            Piece::Glob(_)
            | Piece::Tilde(_)
            | Piece::Param { .. }
            | Piece::Command { .. }
            | Piece::Process { .. }
            | Piece::Arith { .. } => None,
        })
        .collect();
    parts.map(|parts| parts.concat())
}
