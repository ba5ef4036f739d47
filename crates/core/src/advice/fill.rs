//! A template with the arguments of a call.
//!
//! | piece | becomes |
//! |---|---|
//! | `{run}` | the program with what stands before the words that matched (`git -C web`) |
//! | `{operands}` | the arguments behind those words that are no flags |
//! | `{first}` | the first of them |
//! | `{all}` | all arguments behind those words |
//! | `{without -w --watch}` | the same, less these flags (short ones also out of a cluster) |
//! | `{list}` | the same for `tar`, with `t` for the `x` of its first word |
//! | `{before -exec}` | the arguments in front of this one |
//!
//! A piece for which the call has nothing, or nothing that is known, makes the whole proposal fall away.

use super::ways::Match;
use crate::quote;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The text with every piece filled in, each word quoted for the shell.
pub fn fill(template: &str, found: &Match<'_>) -> Option<String> {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once('{') {
        let (piece, after) = behind.split_once('}')?;
        text.push_str(before);
        text.push_str(&filled(piece, found)?);
        rest = after;
    }
    text.push_str(rest);
    Some(text)
}

fn filled(piece: &str, found: &Match<'_>) -> Option<String> {
    let (name, flags) = piece.split_once(' ').unwrap_or((piece, ""));
    let words = match name {
        "run" => return Some(quote::line(&run(found)?)),
        "operands" => operands(found).collect::<Option<Vec<String>>>()?,
        "first" => Vec::from([operands(found).next()??]),
        "all" => all(found)?,
        "without" => without(all(found)?, flags),
        "list" => listing(all(found)?),
        "before" => all(found)?.into_iter().take_while(|word| word != flags).collect(),
        _ => return None,
    };
    // A backtick would end the command in the printed text.
    let fits = !words.is_empty() && words.iter().all(|word| !word.contains('`'));
    fits.then(|| words.iter().map(|word| quote::word(word)).collect::<Vec<_>>().join(" "))
}

fn run(found: &Match<'_>) -> Option<Vec<String>> {
    let head: Option<Vec<String>> = found.head.iter().cloned().collect();
    let words = core::iter::once(found.program.to_string()).chain(head?);
    let words: Vec<String> = words.collect();
    words.iter().all(|word| !word.contains('`')).then_some(words)
}

fn all(found: &Match<'_>) -> Option<Vec<String>> {
    found.tail.iter().cloned().collect()
}

fn operands<'a>(found: &Match<'a>) -> impl Iterator<Item = Option<String>> + use<'a> {
    found.tail.iter().filter(|word| !word.as_deref().is_some_and(|text| text.starts_with('-'))).cloned()
}

/// `xzf a.tgz` unpacks, `tzf a.tgz` lists.
fn listing(mut words: Vec<String>) -> Vec<String> {
    if let Some(first) = words.first_mut().filter(|first| !first.starts_with("--")) {
        *first = first.replacen('x', "t", 1);
    }
    words
}

/// `-nm text` without `-n` is `-m text`.
fn without(words: Vec<String>, flags: &str) -> Vec<String> {
    let left = |word: String| flags.split(' ').try_fold(word, less);
    words.into_iter().filter_map(left).collect()
}

/// The word without the flag; nothing, where it was the flag alone.
fn less(word: String, flag: &str) -> Option<String> {
    let cluster = word.starts_with('-') && !word.starts_with("--");
    match flag.strip_prefix('-') {
        _ if word == flag => None,
        Some(letter) if cluster && letter.len() == 1 => Some(word.replacen(letter, "", 1)),
        Some(_) | None => Some(word),
    }
}
