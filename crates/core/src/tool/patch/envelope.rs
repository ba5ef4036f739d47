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
    let (mut ended, mut last) = (false, found.changes.len());
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
            let path = line.trim_start().strip_prefix(header).filter(|path| !path.trim().is_empty());
            let path = path.ok_or("has a header in its patch without a path")?;
            if header.starts_with("*** Move") {
                found.remove_from(last);
            }
            last = found.changes.len();
            found.push_trimmed(path, *removes)?;
        } else if whole && trimmed.starts_with("***") && !MARKS.contains(&trimmed) && !line.starts_with(' ') {
            return Err(format!("has a line `{trimmed}` in its patch that is not understood"));
        }
        ended |= whole && line.trim_end() == "*** End Patch";
    }
    Ok(())
}

/// The line is one of this form, however many blanks stand in it.
pub fn is_header(line: &str) -> bool {
    let squeezed = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let line = squeezed(line);
    let marks = HEADERS.iter().map(|(header, _)| *header).chain(MARKS.iter().copied());
    line.starts_with("***") && marks.into_iter().any(|mark| line.starts_with(&squeezed(mark)))
}
