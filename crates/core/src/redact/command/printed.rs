//! What one program prints for the next.

use super::shape::Shape;
use crate::redact::cooked::Cooked;
use crate::redact::marks::Mark;
use alloc::vec::Vec;

/// Arguments of a program that prints them for one that takes a secret.
pub fn printed(
    words: &[Cooked<'_>],
    shape: Shape,
    marks: &mut [Vec<Mark>],
    mut code: impl FnMut(&str) -> Vec<Mark>,
) {
    let prints =
        |word: &Cooked<'_>| matches!(word.text.as_ref(), "echo" | "printf" | "print" | "yes" | "/bin/echo");
    let Some(program) = words.iter().take(6).position(prints) else { return };
    let format = words.get(program).is_some_and(|word| word.text == "printf") && words.len() > program + 2;
    let first = program + if format { 2 } else { 1 };
    for (word, found) in words.iter().zip(marks).skip(first) {
        let text = word.text.as_ref();
        if shape == Shape::Code {
            found.extend(code(text));
        } else if !(text.starts_with('-') && text.len() < 4) {
            let end = text.trim_end_matches("\\n").len();
            found.extend(shape.find(text.get(..end).unwrap_or(text), 0));
        }
    }
}
