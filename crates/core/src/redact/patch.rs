//! Patches: which files they change stays, what is changed in them goes.

use super::text;
use crate::tool::patch::{changes, is_plain_body};
use alloc::string::String;

/// A patch with its headers, and of every other line its first sign. Where that would change which files are meant, all
/// of it without its secrets.
pub fn redact(patch: &str) -> String {
    let bare = reduced(patch);
    if changes(&bare) == changes(patch) { text(&bare) } else { text(patch) }
}

fn reduced(patch: &str) -> String {
    let mut out = String::new();
    for line in patch.split_inclusive('\n') {
        if !is_plain_body(line.trim_end_matches('\n')) {
            out.push_str(line);
            continue;
        }
        out.extend(line.chars().next().filter(|c| matches!(c, '+' | '-' | ' ' | '@' | '\\')));
        out.push_str(if line.ends_with('\n') { "\n" } else { "" });
    }
    out
}

/// The headers alone, if they mean the same files.
pub fn headers(patch: &str) -> Option<String> {
    let bare: String =
        patch.split_inclusive('\n').filter(|line| !is_plain_body(line.trim_end_matches('\n'))).collect();
    (changes(&bare) == changes(patch)).then(|| text(&bare))
}
