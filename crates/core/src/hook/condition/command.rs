//! `Bash(…)`: a pattern against every simple command of a text.

use super::commands::{self, Part};
use super::doubt::{self, basename, literal};
use crate::hook::matcher::wildcard::{Letter, holds, may_hold as may};
use crate::shell::read;
use crate::shell::syntax::{Command, Piece, Word};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// Most steps of a comparison.
const MAX_WORK: usize = 1 << 26;

/// Could the pattern hold one of the text's simple commands? A text that cannot be read could be anything.
pub fn may_hold(pattern: &str, text: &str) -> bool {
    let Ok(script) = read(text) else { return true };
    let patterns = meanings(pattern);
    // Neither a rule nor a text that long was written by hand.
    if pattern.len().saturating_mul(text.len()) > MAX_WORK {
        return true;
    }
    // A rule with operators in it speaks of the whole line.
    let mut found = patterns.iter().any(|pattern| holds(pattern, text.trim()));
    commands::each(&script.body, &mut |part| {
        let Part::Simple(command, words) = part else { return };
        found |=
            doubt::is_about(words) || patterns.iter().any(|pattern| meets(pattern, text, command, words));
    });
    found
}

/// As it is written, and with the program's own name: where it lies does not matter.
fn meanings(pattern: &str) -> Vec<String> {
    let program = pattern.split(' ').next().unwrap_or_default();
    let named = pattern.get(program.len() - basename(program).len()..).unwrap_or(pattern);
    [forms(pattern), forms(named)].concat()
}

/// `git *` and `git:*` hold `git` alone as well, and never `gitk`.
fn forms(pattern: &str) -> Vec<String> {
    let bare = pattern.strip_suffix(":*").or_else(|| pattern.strip_suffix(" *"));
    match bare {
        Some(bare) => vec![bare.trim_end().to_string(), [bare.trim_end(), " *"].concat()],
        None => vec![pattern.to_string()],
    }
}

/// A rule is compared with the words as the command gets them, and as they are written, with and without redirections.
fn meets(pattern: &str, text: &str, command: &Command, words: &[Word]) -> bool {
    let Some((first, last)) = words.first().zip(words.last()) else { return false };
    if options_first(pattern, words) {
        return true;
    }
    let written = |end: u32| text.get(first.span.start as usize..end as usize).unwrap_or_default();
    holds(pattern, written(last.span.end))
        || holds(pattern, written(command.span.end))
        || may(pattern, &letters(words))
}

/// `git -C . push`: what stands behind the options of a program is not told from their values.
fn options_first(pattern: &str, words: &[Word]) -> bool {
    let mut wanted = pattern.split(' ').filter(|word| !word.is_empty());
    let mut given = words.iter().map(|word| literal(word).unwrap_or_default());
    let same_program = wanted.next() == given.next().as_deref().map(basename);
    let wants_word = wanted.next().is_some_and(|word| !word.starts_with('-'));
    same_program && wants_word && given.next().is_some_and(|word| word.starts_with('-'))
}

fn letters(words: &[Word]) -> Vec<Letter> {
    let mut letters = Vec::new();
    for (index, word) in words.iter().enumerate() {
        letters.extend((index > 0).then_some(Letter::Is(' ')));
        match literal(word) {
            // The program by its name.
            Some(name) if index == 0 => letters.extend(basename(&name).chars().map(Letter::Is)),
            Some(_) | None => word.pieces.iter().for_each(|piece| push(piece, &mut letters)),
        }
    }
    letters
}

/// What is expanded may become any text, blanks included.
fn push(piece: &Piece, letters: &mut Vec<Letter>) {
    match piece {
        Piece::Text { text, .. } => letters.extend(text.chars().map(Letter::Is)),
        Piece::Glob(_)
        | Piece::Tilde(_)
        | Piece::Param { .. }
        | Piece::Command { .. }
        | Piece::Process { .. }
        | Piece::Arith { .. } => letters.push(Letter::Any),
    }
}
