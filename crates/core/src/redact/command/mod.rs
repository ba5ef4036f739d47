//! One shell command: secrets are found by what the words are to the shell and to its programs.

mod argv;
mod cluster;
mod crude;
mod places;
mod printed;
mod reads;
mod shape;
mod spoken;
mod table;
mod typed;
mod walk;

use super::blocks;
use super::cooked::Cooked;
use super::marks::{Mark, apply, settle};
use super::secrets::Secrets;
use crate::policy::floor;
use alloc::string::String;
use alloc::vec::Vec;

/// Commands inside arguments of commands are followed this far.
const DEEPEST: u32 = 3;

/// Where in `text` secrets stand; in order, apart from each other. What they are is added to `secrets`.
pub fn find(text: &str, secrets: &mut Secrets) -> Vec<Mark> {
    let mut marks = nested(text, secrets, 0);
    let blocks = untouched(blocks::find(text), &marks);
    if !blocks.is_empty() {
        secrets.add_marked(text, &blocks);
        marks.extend(blocks);
        settle(&mut marks);
    }
    marks
}

/// Those of `more` that none of the settled `marks` reaches.
fn untouched(more: Vec<Mark>, marks: &[Mark]) -> Vec<Mark> {
    let is_touched = |mark: &Mark| {
        let at = marks.partition_point(|known| known.to < mark.from);
        marks.get(at).is_some_and(|known| known.from <= mark.to)
    };
    more.into_iter().filter(|mark| !is_touched(mark)).collect()
}

fn nested(text: &str, secrets: &mut Secrets, depth: u32) -> Vec<Mark> {
    let mut marks = match crate::shell::read(text) {
        Ok(script) => walk::find(text, &script, secrets, depth),
        Err(_) => crude::find(text, secrets, depth),
    };
    settle(&mut marks);
    marks
}

/// The words of one program, which no shell takes apart, without their secrets.
pub fn words(words: &[&str], secrets: &mut Secrets) -> Vec<String> {
    let cook = |text: &&str| Cooked::unplaced((*text).into());
    let cooked: Vec<Cooked<'_>> = words.iter().map(cook).collect();
    let found = argv::find(&cooked);
    let mut blocks = blocks::find_apart(words);
    let masked = cooked.iter().zip(&found.marks).zip(0..).map(|((word, marks), index)| {
        let mut marks = marks.clone();
        let block = blocks.get_mut(index).map(core::mem::take).unwrap_or_default();
        marks.extend(untouched(block, &marks));
        settle(&mut marks);
        if found.is_code(index, &word.text) {
            marks.extend(nested(&word.text, secrets, 1));
            settle(&mut marks);
        }
        secrets.add_marked(&word.text, &marks);
        apply(&word.text, &marks)
    });
    masked.collect()
}

/// A file of secrets by its name.
pub fn is_secret_place(path: &str) -> bool {
    floor::secret_to_read(&floor::names(path), path.starts_with('/'), false)
}

/// The program takes secrets in some place.
pub fn takes_secrets(program: &str) -> bool {
    table::rows(program).next().is_some()
}

/// Every program that does.
#[cfg(test)]
pub fn programs() -> impl Iterator<Item = &'static str> {
    table::ROWS.iter().flat_map(|row| row.programs.split_whitespace())
}

/// Where in a text that is `user:password@host` the password stands.
pub fn login(text: &str) -> Vec<Mark> {
    shape::login(text, 0).into_iter().collect()
}
