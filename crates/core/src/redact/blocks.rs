//! Blocks of private keys that nobody put into one text: unquoted on a command line, a line in each `echo`, a line in each
//! element of a list. Inside one text [`super::text`] finds them; here the words between their first and last line are
//! looked at one by one, so that what stands around them stays what it is.

use super::entropy::is_path;
use super::marks::Mark;
use crate::steps;
use alloc::string::String;
use alloc::vec::Vec;

/// Names of kinds, `RSA PRIVATE KEY` and longer, are no longer than that.
const TITLE: usize = 96;
/// First lines of keys that no last line closes.
const OPEN: &[&str] = &["Private-Lines:", "encrypted secret key", "signify secret key"];

/// Where in `source` the words of keys stand; in order, apart from each other.
pub fn find(source: &str) -> Vec<Mark> {
    if !source.contains("BEGIN") && !OPEN.iter().any(|first| source.contains(first)) {
        return Vec::new();
    }
    let (mut marks, mut done, mut last) = (Vec::new(), 0, None);
    for body in bodies(source) {
        if body < done {
            continue;
        }
        // Looked for once: many blocks may have no end.
        if last.is_none_or(|end| end < body) {
            last = Some(end_of(source, body).unwrap_or(usize::MAX));
        }
        done = match last.filter(|end| *end < usize::MAX) {
            Some(end) => {
                closed(source, body, end, &mut marks);
                end
            }
            None => open(source, body, &mut marks),
        };
    }
    marks
}

/// The same in texts that belong together, in each of them.
pub fn find_apart(texts: &[&str]) -> Vec<Vec<Mark>> {
    let mut joined = String::new();
    let mut starts = Vec::new();
    for text in texts {
        starts.push(joined.len());
        joined.push_str(text);
        joined.push('\n');
    }
    let mut apart: Vec<Vec<Mark>> = texts.iter().map(|_| Vec::new()).collect();
    for mark in find(&joined) {
        let index = starts.partition_point(|start| *start <= mark.from).saturating_sub(1);
        let start = starts.get(index).copied().unwrap_or(0);
        if let Some(marks) = apart.get_mut(index) {
            marks.push(Mark { from: mark.from - start, to: mark.to - start, ..mark });
        }
    }
    apart
}

/// Where what stands behind a first line begins, in order.
fn bodies(source: &str) -> Vec<usize> {
    let begun = source.match_indices("BEGIN").filter_map(|(at, _)| begun(source, at));
    let named = OPEN.iter().flat_map(|first| source.match_indices(first).map(|(at, first)| at + first.len()));
    let mut bodies: Vec<usize> = begun.chain(named).collect();
    bodies.sort_unstable();
    bodies
}

/// `-----BEGIN RSA PRIVATE KEY-----`, the `BEGIN` at `at`: where it ends.
fn begun(source: &str, at: usize) -> Option<usize> {
    let before = source.get(..at)?.trim_end_matches([' ', '\\']);
    let rest = source.get(at + "BEGIN".len()..)?;
    let near = rest.char_indices().nth(TITLE).map_or(rest, |(end, _)| rest.get(..end).unwrap_or(rest));
    let close = near.find("----")?;
    let title = near.get(..close)?;
    let plain = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || is_between(c);
    let is_key = ["PRIVATE", "SECRET"].iter().any(|kind| title.contains(kind)) && title.contains("KEY");
    let behind = rest.get(close..)?;
    let dashes = behind.len() - behind.trim_start_matches('-').len();
    (before.ends_with("----") && is_key && title.chars().all(plain))
        .then_some(at + "BEGIN".len() + close + dashes)
}

/// Where the last line of a block begins.
fn end_of(source: &str, body: usize) -> Option<usize> {
    steps::add(source.len() - body);
    let ends = source.get(body..)?.match_indices("END");
    ends.map(|(at, _)| body + at).find_map(|at| {
        let before = source.get(body..at)?.trim_end_matches([' ', '\\']);
        let bare = before.trim_end_matches('-');
        (before.len() - bare.len() >= 4).then_some(body + bare.len())
    })
}

/// What may stand between the words of a key.
fn is_between(c: char) -> bool {
    c.is_ascii_whitespace() || matches!(c, '\\' | '\'' | '"' | ',')
}

fn closed(source: &str, body: usize, end: usize, marks: &mut Vec<Mark>) {
    let region = source.get(body..end).unwrap_or_default();
    steps::add(region.len());
    let is_bare = region.chars().all(|c| is_of_key(c) || is_between(c));
    for (from, to) in words(region) {
        if is_bare || stands_out(region, from, to) {
            marks.push(Mark::new(body + from, body + to));
        }
    }
}

/// A block that nothing closes: as far as its words look like those of a key. Returns where it ends.
fn open(source: &str, body: usize, marks: &mut Vec<Mark>) -> usize {
    let region = source.get(body..).unwrap_or_default();
    let end = region.find(|c: char| !is_of_key(c) && !is_between(c)).unwrap_or(region.len());
    let region = region.get(..end).unwrap_or_default();
    steps::add(region.len());
    let mut last = 0;
    for (from, to) in words(region) {
        let word = region.get(from..to).unwrap_or_default();
        // How many lines follow stands behind `Private-Lines:`.
        let is_count = last == 0 && word.bytes().all(|byte| byte.is_ascii_digit());
        if !is_count && !is_line(word) {
            break;
        }
        if !is_count {
            marks.push(Mark::new(body + from, body + to));
        }
        last = to;
    }
    body + last
}

fn is_of_key(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=')
}

/// The words of a region; `\n` that is written as two signs stands between them.
fn words(region: &str) -> Vec<(usize, usize)> {
    let bytes = region.as_bytes();
    let (mut words, mut from, mut at) = (Vec::new(), None, 0);
    while at <= bytes.len() {
        let byte = bytes.get(at).copied().unwrap_or(b' ');
        if is_of_key(char::from(byte)) {
            from = from.or(Some(at));
            at += 1;
            continue;
        }
        if let Some(from) = from.take() {
            words.push((from, at));
        }
        let is_escape = byte == b'\\' && matches!(bytes.get(at + 1), Some(b'n' | b'r' | b't'));
        at += if is_escape { 2 } else { 1 };
    }
    words
}

/// A word of a key among other words: long and mixed as no other word is, and no part of a name or a path.
fn stands_out(region: &str, from: usize, to: usize) -> bool {
    let word = region.get(from..to).unwrap_or_default();
    let (before, after) = (region.get(..from).unwrap_or_default(), region.get(to..).unwrap_or_default());
    let joined = before.ends_with(['$', '_', '.', '~', '@', ':', '{'])
        || after.starts_with(['_', '.', '@', ':', '(', '-'])
        || (before.ends_with('-') && !before.ends_with("--"));
    is_line(word) && word.len() >= 8 && !joined && !is_path(word)
}

/// Long, or of capital, small letters and digits together.
fn is_line(word: &str) -> bool {
    let upper = word.bytes().any(|byte| byte.is_ascii_uppercase());
    let lower = word.bytes().any(|byte| byte.is_ascii_lowercase());
    let digit = word.bytes().any(|byte| byte.is_ascii_digit());
    word.len() >= 16 && upper && (lower || digit)
        || word.len() >= 8 && upper && lower && digit
        || word.len() >= 40
}
