//! Files that a host runs or loads, and that start the gate themselves.
//!
//! Each names the binary once, in a line of its own, so that it can be found again.

use crate::install::{Places, Site, line};
use mastiff_core::protocol::Host;

const CLINE_BEFORE: &str = include_str!("script/cline-before.sh");
const CLINE_AFTER: &str = include_str!("script/cline-after.sh");
const OPENCODE: &str = include_str!("script/opencode.js");

/// What stands before the path of the binary, in each of the two languages.
const MARKS: [&str; 2] = ["gate='", "const gate = \""];

/// What earlier versions of the script lack.
const HARDENED: &str = "# What the environment may bring into the shell (functions, options) is of no use here: see the line of the other hosts. The group
# comes first, and prints nothing: a shell that shows its steps on standard output (xtrace, BASH_XTRACEFD=1) stops to do so in it.
{ POSIXLY_CORRECT=1; set +ex; } >/dev/null
unset -f echo printf 2>/dev/null || :
";

/// A script as an earlier mastiff wrote it, if it differs from this one.
pub fn earlier(text: &str) -> Option<String> {
    text.contains(HARDENED).then(|| text.replacen(HARDENED, "", 1))
}

/// Cline, before a call.
pub fn cline_before(site: &Site) -> String {
    let watch = site.timeout.as_ref().map(|timeout| format!("{timeout} -s KILL 20 ")).unwrap_or_default();
    filled(CLINE_BEFORE, site).replace("@WATCH@", &watch)
}

/// Cline, after a call.
pub fn cline_after(site: &Site) -> String {
    filled(CLINE_AFTER, site)
}

/// opencode, before and after a call.
pub fn opencode(site: &Site) -> String {
    filled(OPENCODE, site)
}

/// Paths that are fit for a line are the same text in both languages.
fn filled(script: &str, site: &Site) -> String {
    let places = &site.places;
    let named = [("@GATE@", &site.mastiff), ("@CONFIG@", &places.config), ("@STATE@", &places.state)];
    named.into_iter().fold(script.to_owned(), |script, (mark, path)| script.replace(mark, path))
}

/// The binary that such a file starts, and the host that it is for.
pub fn gate_of(text: &str) -> Option<(&str, Host)> {
    let gate = text.lines().find_map(|line| MARKS.iter().find_map(|mark| line.strip_prefix(mark)))?;
    let gate = gate.trim_end_matches(['\'', '"']);
    let host = [("--host cline", Host::Cline), ("\"--host\", \"opencode\"", Host::Opencode)];
    let (_, host) = host.into_iter().find(|(sign, _)| text.contains(sign))?;
    line::fit(gate).then_some((gate, host))
}

/// The places that such a file names.
pub fn places_of(text: &str) -> Option<Places> {
    let behind = |flag: &str| {
        let rest = text.split_once(flag)?.1.trim_start_matches(['"', '\'', ',', ' ']);
        rest.split(['"', '\'']).next().map(str::to_owned)
    };
    Some(Places { config: behind(line::CONFIG)?, state: behind(line::STATE)? })
}

#[cfg(test)]
mod tests;
