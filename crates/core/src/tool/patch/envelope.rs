//! `*** Begin Patch` … `*** End Patch`.

use super::Found;
use alloc::format;
use alloc::string::String;

const HEADERS: &[(&str, bool)] = &[
    ("*** Add File: ", false),
    ("*** Update File: ", false),
    ("*** Delete File: ", true),
    ("*** Move to: ", false),
];
const MARKS: &[&str] = &["*** Begin Patch", "*** End Patch", "*** End of File"];

/// The headers of this form. `whole`: the text is of this form, so that every line with `***` must be known.
pub fn read(text: &str, whole: bool, found: &mut Found) -> Result<(), String> {
    let mut ended = false;
    for line in text.lines() {
        let trimmed = line.trim();
        if ended && !trimmed.is_empty() {
            return Err("has more text behind the end of its patch".into());
        }
        if line.starts_with(['+', '-']) {
            continue;
        }
        if let Some((header, removes)) =
            HEADERS.iter().find(|(header, _)| trimmed.starts_with(header.trim_end()))
        {
            let path = trimmed.strip_prefix(header).ok_or("has a header in its patch without a path")?;
            if header.starts_with("*** Move") {
                found.remove_from(found.changes.len().saturating_sub(1));
            }
            found.push(path.trim(), *removes)?;
        } else if whole && trimmed.starts_with("***") && !MARKS.contains(&trimmed) && !line.starts_with(' ') {
            return Err(format!("has a line `{trimmed}` in its patch that is not understood"));
        }
        ended |= whole && line.trim_end() == "*** End Patch";
    }
    Ok(())
}
