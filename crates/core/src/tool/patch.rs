//! Patches: which files a text would change.
//!
//! What is wanted is a superset: a line that one applier may take for a header counts, whatever another makes of it.
//! So both forms are read in every text. A patch without any header, or with something that is neither, is not
//! understood.

mod envelope;
mod unified;

use super::path;
use crate::call::Change;
use crate::escape::is_deceptive;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

/// More files than a person would look at in one patch.
const MAX_FILES: usize = 1000;

/// The files that a patch changes or removes, or what is wrong with it (completes "the input of `Tool` …").
pub fn changes(text: &str) -> Result<Vec<Change>, String> {
    if text.split('\n').any(hides_header) || has_stray_return(text) {
        return Err("has a header in its patch behind a line break that appliers read differently".into());
    }
    if text.split('\n').any(veils_header) {
        return Err("has a header in its patch with characters that appliers read differently".into());
    }
    let mut found = Found::default();
    let enveloped = text.trim_start().starts_with("*** Begin Patch");
    envelope::read(text, enveloped, &mut found)?;
    if !enveloped || text.lines().any(unified::begins) {
        unified::read(text, enveloped, &mut found)?;
    }
    if found.changes.is_empty() {
        return Err("is a patch that names no file".into());
    }
    Ok(found.distinct())
}

/// No reader takes the line for a header, or for anything else that it looks into.
pub(crate) fn is_plain_body(line: &str) -> bool {
    let plain = unindented(line);
    !(plain.starts_with("***")
        || plain.starts_with("deleted file mode ")
        || unified::begins(line)
        || unified::is_header(plain)
        || unified::is_unreadable(line, plain)
        || hides_header(line)
        || veils_header(line))
}

/// What the readers found, in order.
#[derive(Default)]
struct Found {
    changes: Vec<Change>,
}

impl Found {
    fn push(&mut self, path: &str, removes: bool) -> Result<(), String> {
        if self.changes.len() >= MAX_FILES * 4 {
            return Err("is a patch of too many files".into());
        }
        let meant = path::meant(path)?.into_iter();
        self.changes.extend(meant.map(|path| Change { path, removes, sought: false }));
        Ok(())
    }

    /// The same for a path with blanks around it: some appliers cut them, for others they belong to the name.
    fn push_trimmed(&mut self, written: &str, removes: bool) -> Result<(), String> {
        let written = written.trim_end_matches('\r');
        let path = written.trim();
        self.push(path, removes)?;
        if path != written {
            self.changes.push(Change { path: written.into(), removes, sought: false });
        }
        Ok(())
    }

    /// What was found from `at` on goes away.
    fn remove_from(&mut self, at: usize) {
        self.changes.iter_mut().skip(at).for_each(|change| change.removes = true);
    }

    fn distinct(self) -> Vec<Change> {
        let mut seen = BTreeSet::new();
        self.changes.into_iter().filter(|one| seen.insert((one.path.clone(), one.removes))).collect()
    }
}

/// Some appliers end a line at more than a newline.
fn is_odd_break(c: char) -> bool {
    matches!(c, '\r' | '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// A header on either side of such a break.
fn hides_header(line: &str) -> bool {
    let line = line.strip_suffix('\r').unwrap_or(line);
    line.contains(is_odd_break)
        && line.split(is_odd_break).any(|part| {
            let part = unindented(part);
            part.starts_with("***") || unified::begins(part) || unified::is_header(part)
        })
}

/// A header that ends with `\r` in a text whose lines do not: to some appliers it is a part of the name.
fn has_stray_return(text: &str) -> bool {
    let lines = || text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
    let is_stray = |line: &str| {
        line.strip_suffix('\r').is_some_and(|line| {
            let plain = unindented(line);
            envelope::is_header(line) || unified::begins(line) || unified::is_header(plain)
        })
    };
    lines().any(is_stray) && lines().any(|line| !line.ends_with('\r'))
}

/// A line that is a header to an applier which takes away what nobody sees, or which knows more blanks than others.
fn veils_header(line: &str) -> bool {
    let line = line.strip_suffix('\r').unwrap_or(line);
    let is_unseen = |c: char| c != '\t' && (c.is_control() || is_deceptive(c));
    if !line.contains(is_unseen) {
        return false;
    }
    let seen: String = line.chars().filter(|c| !is_unseen(*c)).collect();
    let is_new = |is: fn(&str) -> bool| is(unindented(&seen)) && !is(unindented(line));
    envelope::is_header(&seen) || is_new(unified::is_header) || is_new(unified::begins)
}

/// The line as the most forgiving applier sees it: `patch` skips blanks, the `X` of old mails and the `- ` of
/// quoted ones.
fn unindented(line: &str) -> &str {
    let mut rest = line;
    loop {
        let next = rest.trim_start_matches([' ', '\t', 'X']);
        let next = next.strip_prefix("- ").unwrap_or(next);
        if next.len() == rest.len() {
            return rest;
        }
        rest = next;
    }
}
