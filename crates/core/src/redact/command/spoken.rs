//! Commands that a text holds: a line of a script that is written to a file, an alias, a table of cron.

use super::argv::{find_spoken, is_known};
use crate::redact::cooked::Cooked;
use crate::redact::marks::Mark;
use alloc::vec::Vec;

/// So many words of a line are looked at.
const MOST: usize = 64;

/// Where in `text` the flags of programs that are known to take a secret have one.
pub fn find(text: &str) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        crate::steps::add(line.len());
        // Without a flag nothing is found.
        if line.contains(" -") {
            line_of(text, at, line, &mut marks);
        }
        at += line.len();
    }
    marks
}

fn line_of(text: &str, start: usize, line: &str, marks: &mut Vec<Mark>) {
    let signs = |c: char| c.is_whitespace() || "'\"`();|&\\".contains(c);
    let mut words = Vec::new();
    let mut at = 0;
    for word in line.split(signs).take(MOST) {
        let begins = words.is_empty();
        // `m=mysql` of an alias.
        let name = if begins { word.rsplit('=').next().unwrap_or_default() } else { word };
        if !word.is_empty() && (!begins || is_known(name)) {
            let from = start + at + word.len() - name.len();
            words.push((from, Cooked::unplaced(name.into())));
        }
        at += word.len()
            + line.get(at + word.len()..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    }
    let (places, words): (Vec<usize>, Vec<Cooked<'_>>) = words.into_iter().unzip();
    for (from, found) in places.into_iter().zip(find_spoken(&words)) {
        let placed =
            found.into_iter().map(|mark| Mark { from: from + mark.from, to: from + mark.to, ..mark });
        marks.extend(placed.filter(|mark| text.is_char_boundary(mark.to)));
    }
}
