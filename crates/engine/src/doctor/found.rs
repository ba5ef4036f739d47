//! Lines of mastiff's in a file, whoever wrote them.

use crate::disk::read_bytes;
use crate::install::recipe::{self, script};
use crate::install::site::TIMEOUTS;
use crate::install::{Site, line};
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;
use mastiff_core::world::Unreadable;
use std::io::ErrorKind;
use std::path::Path;

/// Hosts have no limit; what is larger is refused rather than half read.
const LIMIT: u64 = 64 << 20;

/// The text of a file, if there is one that can be read; an error if it is there and cannot be. What is no UTF-8 is read as hosts
/// do: with a mark in the place of it.
pub fn text(path: &Path) -> Result<Option<String>, String> {
    match read_bytes(path, LIMIT) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(Unreadable::Missing) => Ok(None),
        Err(Unreadable::TooLarge) => Err("it is larger than 64 MiB".into()),
        Err(Unreadable::Other) if is_below_a_file(path) => Ok(None),
        Err(Unreadable::Other) => Err("it is no regular file that you may read".into()),
    }
}

/// There is no folder that could hold it.
fn is_below_a_file(path: &Path) -> bool {
    std::fs::metadata(path).is_err_and(|error| error.kind() == ErrorKind::NotADirectory)
}

/// Every line of mastiff's in it, each once, in the order of the file.
pub fn lines(path: &Path, text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(root) = tree(path, text) {
        collect(&root, &mut lines);
    }
    lines
}

/// What the file holds, if it is JSON (perhaps with comments) or TOML.
pub fn tree(path: &Path, text: &str) -> Option<Json> {
    if path.extension().is_some_and(|end| end == "toml") {
        return Json::parse_toml(text).ok();
    }
    recipe::json(text)
}

fn collect(node: &Json, lines: &mut Vec<String>) {
    match node {
        Json::String(text) if is_ours(text) && !lines.contains(text) => lines.push(text.clone()),
        Json::Array(items) => items.iter().for_each(|item| collect(item, lines)),
        Json::Object(fields) => fields.iter().for_each(|(_, value)| collect(value, lines)),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}

/// Also one that somebody put something around.
pub fn is_ours(line: &str) -> bool {
    line::host_of(line).is_some() || (line.contains(" hook --host ") && line.contains("mastiff"))
}

/// A line as mastiff writes it, told apart from anything that only looks like one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Byte for byte what [`line::before`] writes for this binary.
    Guarded,
    /// Byte for byte what an earlier version wrote.
    Earlier,
    /// Nothing but the binary and its words: what somebody writes by hand, and what stands after calls.
    Plain,
    /// Anything else: nobody can say what it does.
    Edited,
}

/// What a line is, and the site that it was written for.
pub fn known(line: &str, host: Host, site: &Site) -> (Known, Site) {
    let program = line::program_of(line).unwrap_or_default().to_owned();
    let places = line::places_of(line).unwrap_or_else(|| site.places.clone());
    let written = Site { mastiff: program, places, timeout: watch(line), ..site.clone() };
    let named = [&written.mastiff, &written.places.config, &written.places.state];
    let whole = named.into_iter().all(|path| line::fit(path));
    let known = if whole && line == line::before(&written, host) {
        Known::Guarded
    } else if whole && line::is_earlier(line, &written, host) {
        Known::Earlier
    } else if whole && (line == line::after(&written, host) || is_bare(line, &written.mastiff, host)) {
        Known::Plain
    } else {
        Known::Edited
    };
    (known, written)
}

/// Nothing but the binary and its host: in quotes, or with nothing in the path that a shell would read.
fn is_bare(line: &str, program: &str, host: Host) -> bool {
    let harmless = program.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
    let words = format!("hook --host {}", host.id());
    line == format!("'{program}' {words}") || (harmless && line == format!("{program} {words}"))
}

/// The program that ends the gate, as far as the line names one of the system's: any other is somebody's own program.
fn watch(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("$(")?;
    let (watch, _) = rest.split_once(" -s KILL ")?;
    TIMEOUTS.contains(&watch).then(|| watch.to_owned())
}

/// The site that a script was written for.
pub fn of_script(text: &str, host: Host, site: &Site) -> Option<Site> {
    let (gate, _) = script::gate_of(text).filter(|(_, of)| *of == host)?;
    let places = script::places_of(text)?;
    Some(Site { mastiff: gate.to_owned(), places, timeout: watch(text), ..site.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::install::{Places, Scope};

    /// A line that only looks like one of ours is never run.
    #[test]
    fn what_is_no_line_of_ours_is_told_apart() {
        let site = Site {
            home: "/h".into(),
            root: None,
            environment: Vec::new(),
            scope: Scope::User,
            mastiff: "/usr/bin/mastiff".into(),
            places: Places::below("/h"),
            timeout: Some("/usr/bin/timeout".into()),
        };
        let before = line::before(&site, Host::Claude);
        let earlier = line::earlier::before(&site, Host::Claude);
        let untimed = line::earlier::before(&Site { timeout: None, ..site.clone() }, Host::Claude);
        let rows: &[(&str, Known)] = &[
            (&before, Known::Guarded),
            (&earlier, Known::Earlier),
            (&untimed, Known::Earlier),
            ("'/usr/bin/mastiff' hook --host claude", Known::Plain),
            ("/usr/bin/mastiff hook --host claude", Known::Plain),
            ("/usr/bin/mastiff hook --host claude || true", Known::Edited),
            ("evil; /usr/bin/mastiff hook --host claude", Known::Edited),
            ("/x/$(evil)/mastiff hook --host claude", Known::Edited),
            (&format!("{before}; evil"), Known::Edited),
            (&format!("{before}\nevil"), Known::Edited),
            (&format!("evil; {before}"), Known::Edited),
            (&before.replace("exit 2", "exit 0"), Known::Edited),
            (&before.replace("12)", "12|0)"), Known::Edited),
            (&before.replace("/usr/bin/mastiff", "/usr/bin/$(evil)/mastiff"), Known::Edited),
            (&before.replace("--guarded", ""), Known::Edited),
            (&before.replace("--host claude", "--host codex"), Known::Edited),
            (&earlier.replace("/usr/bin/timeout", "/usr/bin/timeout; evil;"), Known::Edited),
            (&earlier.replace("/usr/bin/timeout", "/repo/timeout"), Known::Edited),
            (&earlier.replace("/usr/bin/timeout", "/bin/timeout"), Known::Earlier),
        ];
        for (line, expected) in rows {
            assert_eq!(known(line, Host::Claude, &site).0, *expected, "{line}");
        }
    }
}
