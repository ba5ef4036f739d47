//! Short names: `CLAUDE~1` is `.claude` to file systems of Windows, also where Linux mounts them.

use super::entries::ENTRIES;
use alloc::string::String;

/// Letters of a name that its short form keeps.
const KEPT: usize = 6;

/// A name of this form may stand for one of the floor; whether it does, only the file system knows.
pub fn may_stand_for_floor(name: &str) -> bool {
    let folded = name.to_ascii_lowercase();
    let Some((front, behind)) = folded.split_once('~') else { return false };
    let counted = behind.split('.').next().unwrap_or_default();
    let is_short = (1..=KEPT).contains(&front.chars().count())
        && (1..=KEPT).contains(&counted.len())
        && counted.bytes().all(|b| b.is_ascii_digit());
    is_short && names().any(|entry| fits(front, entry))
}

/// The last name of every entry that is one, and the first of those that are several.
fn names() -> impl Iterator<Item = &'static str> {
    ENTRIES.iter().flat_map(|(_, entries)| entries.iter()).flat_map(|entry| entry.split('/'))
}

/// The front of a short name is what the entry's would begin with: without dots, or two letters and a number made of the name.
fn fits(front: &str, entry: &str) -> bool {
    let literal = entry.split(['*', '<']).next().unwrap_or_default();
    let kept = |c: &char| *c != '.' && *c != ' ';
    let stem: String = literal.trim_start_matches('.').chars().filter(kept).take(KEPT).collect();
    let base: String = literal.trim_start_matches('.').chars().take_while(|c| *c != '.').take(KEPT).collect();
    let open = literal.len() < entry.len() && !stem.is_empty() && front.starts_with(&stem);
    let hashed = front.len() == KEPT
        && front.get(2..).is_some_and(|number| number.bytes().all(|b| b.is_ascii_hexdigit()))
        && front.get(..2).is_some_and(|start| stem.starts_with(start));
    !front.is_empty() && (front == stem || front == base || open || hashed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_of_the_floor() {
        for name in [
            "GIT~1",
            "git~2",
            "CLAUDE~1",
            "ENV~1",
            "ENV~1.LOC",
            "GITHUB~1",
            "MCP~1.JSO",
            "GI7EBA~1",
            "JENKIN~1",
            "SSH~1",
        ] {
            assert!(may_stand_for_floor(name), "{name}");
        }
        for name in
            ["HEAD~1", "draft~1.md", "notes~", "main.rs~", "~1", "a~b", "README~1", "claude", "longname~1"]
        {
            assert!(!may_stand_for_floor(name), "{name}");
        }
    }
}
