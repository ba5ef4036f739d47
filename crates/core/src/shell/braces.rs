//! Brace lists, spread out as bash does it: textually and before everything else. Only lists of plain or quoted text
//! are read; a list around anything live is refused, because the pieces could become something new.

use super::atoms::{ANSI, Atom, Atoms};
use super::cursor::{Read, Reader};
use super::sequence::sequence;
use super::syntax::Piece;
use super::words::is_assignment;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Deepest nesting of lists.
const MAX_NESTING: usize = 8;

/// zsh looks for sequences when everything else is expanded, and in quoted text too.
const LATE: &str = "braces that zsh may take for a sequence";

/// What a pair of braces in a word is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    /// `{a,b}`
    List,
    /// `{1..5}`
    Sequence,
    /// `{}`, `{a}`: text.
    Text,
}

/// An opening brace whose end has not come yet.
struct Open {
    at: usize,
    comma: bool,
    /// `..` somewhere behind it.
    dots: bool,
}

impl Reader<'_> {
    /// The words that one written word becomes; the word itself if it has no brace list.
    pub(super) fn spread(&mut self, atoms: Atoms, start: usize) -> Read<Vec<Atoms>> {
        if !self.has_list(&atoms, start)? {
            return Ok(vec![atoms]);
        }
        let spread = self.product(&atoms.0, 0, start)?;
        match spread.iter().find_map(|word| unlike(word)) {
            Some(why) => self.refuse(start, why),
            None => Ok(spread.into_iter().map(Atoms).collect()),
        }
    }

    /// A list or a sequence stands in the word, and it can be spread out.
    pub(super) fn has_list(&self, atoms: &Atoms, start: usize) -> Read<bool> {
        if !atoms.has_brace() {
            return Ok(false);
        }
        let (groups, balanced) = self.groups(&atoms.0, start)?;
        let text = groups.iter().all(|&group| group == Group::Text);
        // bash may take a later brace for the end of a pair that had no comma: `{a},b}`
        if text && (balanced || atoms.0.iter().all(is_plain)) {
            return Ok(false);
        }
        if !balanced || groups.contains(&Group::Text) || !may_spread(&atoms.0) {
            return self.refuse(start, "a brace list that is not plain text");
        }
        Ok(true)
    }

    /// All pairs of braces, inner before outer, and whether every brace has its partner.
    fn groups(&self, atoms: &[Atom], start: usize) -> Read<(Vec<Group>, bool)> {
        let mut groups = Vec::new();
        let mut stack: Vec<Open> = Vec::new();
        let mut balanced = true;
        for (at, atom) in atoms.iter().enumerate() {
            match atom {
                Atom::Mark(b'{') => stack.push(Open { at, comma: false, dots: false }),
                Atom::Mark(b'}') => match stack.pop() {
                    Some(open) => {
                        groups.push(self.kind(
                            atoms.get(open.at + 1..at).unwrap_or_default(),
                            &open,
                            start,
                        )?);
                        if let Some(outer) = stack.last_mut() {
                            outer.dots |= open.dots;
                        }
                    }
                    None => balanced = false,
                },
                Atom::Mark(_) | Atom::Piece(_) => {
                    if let Some(open) = stack.last_mut() {
                        open.comma |= matches!(atom, Atom::Mark(b','));
                        open.dots |= has_dots(atom);
                    }
                }
            }
        }
        if stack.iter().any(|open| open.comma || open.dots) {
            return self.refuse(start, "a brace list that is never closed");
        }
        Ok((groups, balanced && stack.is_empty()))
    }

    fn kind(&self, inside: &[Atom], open: &Open, start: usize) -> Read<Group> {
        if open.comma {
            return Ok(Group::List);
        }
        match inside {
            [Atom::Piece(Piece::Text { text, quoted: false })] => match sequence(text) {
                Ok(Some(_)) => Ok(Group::Sequence),
                Ok(None) if text.contains("..") => self.refuse(start, LATE),
                Ok(None) => Ok(Group::Text),
                Err(why) => self.refuse(start, why),
            },
            _ if open.dots => self.refuse(start, "a brace sequence that is not plain text"),
            _ if inside.iter().any(is_expanded) || joined(inside).contains("..") => self.refuse(start, LATE),
            _ => Ok(Group::Text),
        }
    }

    /// Everything `atoms` can become, leftmost choice slowest.
    fn product(&mut self, atoms: &[Atom], nesting: usize, start: usize) -> Read<Vec<Vec<Atom>>> {
        if nesting > MAX_NESTING {
            return self.refuse(start, "brace lists nested too deeply");
        }
        let mut words: Vec<Vec<Atom>> = vec![Vec::new()];
        let mut at = 0;
        while let Some(atom) = atoms.get(at) {
            if matches!(atom, Atom::Mark(b'{')) {
                let close = closing(atoms, at);
                let choices = self.choices(atoms.get(at + 1..close).unwrap_or_default(), nesting, start)?;
                words = self.multiply(&words, &choices, start)?;
                at = close + 1;
            } else {
                self.spend(words.len(), size(atom), start)?;
                words.iter_mut().for_each(|word| word.push(atom.clone()));
                at += 1;
            }
        }
        Ok(words)
    }

    /// What the inside of one pair of braces can be.
    fn choices(&mut self, inside: &[Atom], nesting: usize, start: usize) -> Read<Vec<Vec<Atom>>> {
        if let [Atom::Piece(Piece::Text { text, quoted: false })] = inside
            && let Ok(Some(steps)) = sequence(text)
        {
            let atom = |text| vec![Atom::Piece(Piece::Text { text, quoted: false })];
            return Ok(steps.into_iter().map(atom).collect());
        }
        let mut choices = Vec::new();
        for part in parts(inside) {
            choices.extend(self.product(part, nesting + 1, start)?);
        }
        Ok(choices)
    }

    fn multiply(&mut self, words: &[Vec<Atom>], choices: &[Vec<Atom>], start: usize) -> Read<Vec<Vec<Atom>>> {
        let Some(left) = self.budget.spread_words.checked_sub(words.len() * choices.len()) else {
            return self.refuse(start, "brace lists that make too many words");
        };
        self.budget.spread_words = left;
        let mut out = Vec::with_capacity(words.len() * choices.len());
        for word in words {
            for choice in choices {
                self.spend(1, word.iter().chain(choice).map(size).sum(), start)?;
                out.push(word.iter().chain(choice).cloned().collect());
            }
        }
        Ok(out)
    }

    fn spend(&mut self, copies: usize, size: usize, start: usize) -> Read<()> {
        match self.budget.spread_size.checked_sub(copies * size) {
            Some(left) => self.budget.spread_size = left,
            None => return self.refuse(start, "brace lists that make too much text"),
        }
        Ok(())
    }
}

/// Why bash and zsh make different things of a word from a list.
fn unlike(word: &[Atom]) -> Option<&'static str> {
    match word {
        [] => Some("a brace list that makes an empty word, which is one to zsh and none to bash"),
        word if joined(word).starts_with('=') => {
            Some("a brace list that makes a word with `=` in front, which zsh replaces by a program's path")
        }
        word if is_assignment(word) => {
            Some("a brace list in an assignment, which is text to zsh behind `export` and the like")
        }
        _ => None,
    }
}

/// Something else may stand there when it runs.
fn is_expanded(atom: &Atom) -> bool {
    match atom {
        Atom::Mark(_) | Atom::Piece(Piece::Text { .. } | Piece::Glob(_)) => false,
        Atom::Piece(
            Piece::Tilde(_)
            | Piece::Param { .. }
            | Piece::Command { .. }
            | Piece::Process { .. }
            | Piece::Arith { .. },
        ) => true,
    }
}

/// The text of all that is written out.
fn joined(atoms: &[Atom]) -> String {
    let mut text = String::new();
    for atom in atoms {
        match atom {
            Atom::Mark(byte) => text.push(char::from(*byte)),
            Atom::Piece(Piece::Text { text: part, .. } | Piece::Glob(part)) => text.push_str(part),
            Atom::Piece(_) => {}
        }
    }
    text
}

/// Copies of the pieces mean the same as the text bash would make: nothing live inside braces, and nothing before
/// a brace that would take the text behind it into its name.
fn may_spread(atoms: &[Atom]) -> bool {
    let opened = |at: usize| matches!(atoms.get(at), Some(Atom::Mark(b'{')));
    let mut inside = 0_usize;
    for (at, atom) in atoms.iter().enumerate() {
        match atom {
            Atom::Mark(b'{') => inside += 1,
            Atom::Mark(b'}') => inside -= 1,
            Atom::Mark(b'$' | ANSI) => return false,
            Atom::Mark(_) => {}
            Atom::Piece(Piece::Text { text, quoted }) => {
                if !quoted && text.contains('~') {
                    return false;
                }
            }
            Atom::Piece(Piece::Tilde(_)) => {
                if opened(at + 1) {
                    return false;
                }
            }
            Atom::Piece(Piece::Param { param, quoted, .. }) => {
                // Several words: bash makes copies of them all, zsh of the last one.
                let several = matches!(param.name.as_str(), "@" | "*") || param.subscript.is_some();
                if several || inside > 0 || (!quoted && opened(at + 1)) {
                    return false;
                }
            }
            Atom::Piece(
                Piece::Glob(_) | Piece::Command { .. } | Piece::Process { .. } | Piece::Arith { .. },
            ) => return false,
        }
    }
    true
}

/// The brace that closes the one at `open`.
fn closing(atoms: &[Atom], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, atom) in atoms.iter().enumerate().skip(open) {
        match atom {
            Atom::Mark(b'{') => depth += 1,
            Atom::Mark(b'}') => depth -= 1,
            Atom::Mark(_) | Atom::Piece(_) => {}
        }
        if depth == 0 {
            return at;
        }
    }
    atoms.len()
}

/// The pieces between commas that belong to this pair of braces.
fn parts(inside: &[Atom]) -> impl Iterator<Item = &[Atom]> {
    let mut depth = 0_usize;
    inside.split(move |atom| {
        match atom {
            Atom::Mark(b'{') => depth += 1,
            Atom::Mark(b'}') => depth = depth.saturating_sub(1),
            Atom::Mark(_) | Atom::Piece(_) => {}
        }
        depth == 0 && matches!(atom, Atom::Mark(b','))
    })
}

fn has_dots(atom: &Atom) -> bool {
    matches!(atom, Atom::Piece(Piece::Text { text, .. }) if text.contains(".."))
}

/// Neither live nor able to separate anything in braces.
fn is_plain(atom: &Atom) -> bool {
    match atom {
        Atom::Mark(byte) => !matches!(*byte, b',' | ANSI),
        Atom::Piece(Piece::Text { text, .. }) => !text.contains("..") && !text.contains(','),
        Atom::Piece(_) => false,
    }
}

fn size(atom: &Atom) -> usize {
    match atom {
        Atom::Piece(Piece::Text { text, .. }) => 8 + text.len(),
        Atom::Piece(_) | Atom::Mark(_) => 32,
    }
}
