//! Patches: which files a text would change.
//!
//! What is wanted is a superset: a line that one applier may take for a header counts, whatever another makes of it.
//! So both forms are read in every text. A patch without any header, or with something that is neither, is not
//! understood.

mod envelope;
mod unified;

use super::path;
use crate::call::Change;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

/// More files than a person would look at in one patch.
const MAX_FILES: usize = 1000;

/// The files that a patch changes or removes, or what is wrong with it (completes "the input of `Tool` …").
pub fn changes(text: &str) -> Result<Vec<Change>, String> {
    if text.split('\n').any(hides_header) {
        return Err("has a header in its patch behind a line break that appliers read differently".into());
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
        || hides_header(line))
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
