//! `Bash(…)`: a pattern against every simple command of a text.

use super::commands::{self, Part};
use crate::hook::matcher::wildcard::{Letter, holds, may_hold as may};
use crate::shell::read;
use crate::shell::syntax::{Command, Piece, Word};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// Could the pattern hold one of the text's simple commands? A text that cannot be read could be anything.
pub fn may_hold(pattern: &str, text: &str) -> bool {
    let Ok(script) = read(text) else { return true };
    let patterns = meanings(pattern);
    // A rule with operators in it speaks of the whole line.
    let mut found = patterns.iter().any(|pattern| holds(pattern, text.trim()));
    commands::each(&script.body, &mut |part| {
        let Part::Simple(command, words) = part else { return };
        found |= patterns.iter().any(|pattern| meets(pattern, text, command, words));
    });
    found
}

/// `git *` and `git:*` hold `git` alone as well, and never `gitk`.
fn meanings(pattern: &str) -> Vec<String> {
    let bare = pattern.strip_suffix(":*").or_else(|| pattern.strip_suffix(" *"));
    match bare {
        Some(bare) => vec![bare.trim_end().to_string(), [bare.trim_end(), " *"].concat()],
        None => vec![pattern.to_string()],
    }
}

/// A rule is compared with the words as the command gets them, and as they are written, with and without redirections.
fn meets(pattern: &str, text: &str, command: &Command, words: &[Word]) -> bool {
    let Some((first, last)) = words.first().zip(words.last()) else { return false };
    let written = |end: u32| text.get(first.span.start as usize..end as usize).unwrap_or_default();
    holds(pattern, written(last.span.end))
        || holds(pattern, written(command.span.end))
        || may(pattern, &letters(words))
}

fn letters(words: &[Word]) -> Vec<Letter> {
    let mut letters = Vec::new();
    for (index, word) in words.iter().enumerate() {
        letters.extend((index > 0).then_some(Letter::Is(' ')));
        word.pieces.iter().for_each(|piece| push(piece, &mut letters));
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
