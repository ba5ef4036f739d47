//! The line by which a host starts the gate.
//!
//! Most hosts take a hook that is missing, killed or late for permission. So the line is a small shell script around the
//! binary: only when the gate itself says, by an exit code that nothing else gives, that it has answered, does the line pass
//! the answer on. Everything else (no binary, an empty one, a crash, a signal, a hang) it turns into a deny: exit 2 with a line
//! on standard error, and nothing on standard output, since some hosts believe what stands there whatever the exit code. The
//! same bytes come out for every version of mastiff, because some hosts ask again for trust in a line that has changed.

use super::{Places, Site};
use mastiff_core::protocol::Host;

/// The gate has answered, and this is not a deny by exit code.
pub const ANSWERED: u8 = 10;
/// The gate has denied by exit code, and said why.
pub const DENIED: u8 = 12;
/// The flag that makes the gate end with these codes.
pub const GUARDED: &str = "--guarded";
/// The flags that name the user's configuration of mastiff, and its state.
pub const CONFIG: &str = "--config";
/// The flag of the line after calls: what goes wrong there denies nothing, since there is nothing left to deny.
pub const AFTER: &str = "--after";
/// See [`CONFIG`].
pub const STATE: &str = "--state";

/// Longer than the gate's own alarm, shorter than any host waits.
const SECONDS: u8 = 20;
/// Said where nobody else said anything.
const NO_ANSWER: &str = "mastiff: the gate gave no answer, so this call is denied; a human runs mastiff doctor, or installs mastiff again";

/// Before a call: whatever goes wrong, the call is denied. Its variables have names that nothing else has: Gemini CLI puts
/// values of its environment into the texts of its settings.
pub fn before(site: &Site, host: Host) -> String {
    let watch = site.timeout.as_ref().map(|timeout| format!("{timeout} -s KILL {SECONDS} "));
    format!(
        "/bin/sh -c 'mastiff_said=$({}\"$0\" hook --host {} {GUARDED} {CONFIG} \"$1\" {STATE} \"$2\"); mastiff_end=$?; \
         case $mastiff_end in {ANSWERED}|{DENIED}) ;; *) echo \"{NO_ANSWER}\" >&2; exit 2;; esac; \
         printf \"%s\" \"$mastiff_said\" && [ $mastiff_end = {ANSWERED} ] || exit 2' {} {} {}",
        watch.unwrap_or_default(),
        host.id(),
        quoted(&site.mastiff),
        quoted(&site.places.config),
        quoted(&site.places.state),
    )
}

/// After a call: nothing depends on it.
pub fn after(site: &Site, host: Host) -> String {
    let Places { config, state } = &site.places;
    let program = quoted(&site.mastiff);
    format!(
        "{program} hook --host {} {AFTER} {CONFIG} {} {STATE} {}",
        host.id(),
        quoted(config),
        quoted(state)
    )
}

/// The host of a line that is mastiff's own: one that it writes, or the bare binary with nothing but its host. A line that does
/// more, or that says more, is somebody else's.
pub fn host_of(line: &str) -> Option<Host> {
    let (_, rest) = line.split_once(" hook --host ")?;
    let id = rest.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).next()?;
    let program = program_of(line).filter(|program| program.rsplit('/').next() == Some("mastiff"))?;
    let host = Host::from_id(id)?;
    let plain = !program.contains([' ', '\t', '\n', '$', '`', ';', '|', '&', '\'']);
    let bare = [format!("'{program}' hook --host {id}"), format!("{program} hook --host {id}")];
    let is_bare = (plain || line.starts_with('\'')) && bare.iter().any(|bare| bare == line);
    let written = || places_of(line).map(|places| Site::of_line(program, places, watch_of(line)));
    let is_written = |site: Site| line == before(&site, host) || line == after(&site, host);
    (is_bare || written().is_some_and(is_written)).then_some(host)
}

/// The program that ends the gate in such a line.
pub fn watch_of(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("$(")?;
    let (watch, _) = rest.split_once(" -s KILL ")?;
    (!watch.contains(['\'', '"', ' '])).then(|| watch.to_owned())
}

/// The binary that such a line starts.
pub fn program_of(line: &str) -> Option<&str> {
    match behind_script(line) {
        Some(words) => words.split('\'').nth(1),
        None => Some(line.split_once(" hook --host ")?.0.trim().trim_matches('\'')),
    }
}

/// The places that such a line names.
pub fn places_of(line: &str) -> Option<Places> {
    let words = behind_script(line).unwrap_or(line);
    let mut quoted = words.split('\'').skip(3).step_by(2).map(str::to_owned);
    Some(Places { config: quoted.next()?, state: quoted.next()? })
}

/// The words that the script of a line is given.
fn behind_script(line: &str) -> Option<&str> {
    Some(line.strip_prefix("/bin/sh -c ")?.rsplit_once("exit 2' ")?.1)
}

/// A path that every shell takes for itself, and that stands in single quotes: `None` is no path for a hook line.
pub fn fit(path: &str) -> bool {
    path.starts_with('/') && !path.chars().any(|c| c.is_control() || matches!(c, '\'' | '\\' | '"'))
}

fn quoted(path: &str) -> String {
    format!("'{path}'")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::install::Scope;

    fn site(mastiff: &str, timeout: Option<&str>) -> Site {
        Site {
            home: "/h".into(),
            root: None,
            environment: Vec::new(),
            scope: Scope::User,
            mastiff: mastiff.into(),
            places: Places { config: "/h/.config/mastiff".into(), state: "/h/my state/mastiff".into() },
            timeout: timeout.map(str::to_owned),
        }
    }

    #[test]
    fn a_line_is_found_again_with_its_host_and_binary() {
        for timeout in [None, Some("/usr/bin/timeout")] {
            let site = site("/opt/my tools/mastiff", timeout);
            for host in Host::all() {
                for line in [before(&site, host), after(&site, host)] {
                    assert_eq!(host_of(&line), Some(host), "{line}");
                    assert_eq!(program_of(&line), Some("/opt/my tools/mastiff"), "{line}");
                    assert_eq!(places_of(&line).as_ref(), Some(&site.places), "{line}");
                }
            }
        }
        assert_eq!(host_of("mastiff hook --host claude"), Some(Host::Claude));
        assert_eq!(host_of("~/.cargo/bin/mastiff hook --host claude"), Some(Host::Claude));
        for other in [
            "mastiff hook",
            "othertool hook --host claude",
            "echo mastiff",
            "mastiff hook --host none",
            "/opt/bullmastiff hook --host claude",
            "logger x; /usr/bin/mastiff hook --host claude | tee /x",
            "/usr/bin/mastiff hook --host claude || true",
            "Bash(mastiff hook --host claude)",
            "mastiff hook --host claude --policy /home/u/strict.toml",
            "/opt/audit/wrap /usr/bin/mastiff hook --host claude",
            "env MASTIFF_POLICY=/home/u/strict.toml /usr/bin/mastiff hook --host claude",
            "sudo -u bob /usr/bin/mastiff hook --host claude",
            "/bin/sh -c 'tee -a /x | \"$0\" hook --host claude || exit 2' '/usr/bin/mastiff'",
            "/bin/sh -c '/opt/other hook --host claude || exit 2' '/x/mastiff' '/a' '/b'",
        ] {
            assert_eq!(host_of(other), None, "{other}");
        }
    }

    /// A change of these bytes costs every user of Codex a question; it needs a reason.
    #[test]
    fn the_line_stays_as_it_is() {
        assert_eq!(
            before(&site("/usr/local/bin/mastiff", Some("/usr/bin/timeout")), Host::Codex),
            "/bin/sh -c 'mastiff_said=$(/usr/bin/timeout -s KILL 20 \"$0\" hook --host codex --guarded --config \"$1\" \
             --state \"$2\"); mastiff_end=$?; case $mastiff_end in 10|12) ;; *) echo \"mastiff: the gate gave no answer, so \
             this call is denied; a human runs mastiff doctor, or installs mastiff again\" >&2; exit 2;; esac; printf \"%s\" \"$mastiff_said\" && \
             [ $mastiff_end = 10 ] || exit 2' '/usr/local/bin/mastiff' '/h/.config/mastiff' '/h/my state/mastiff'"
        );
        assert_eq!(
            after(&site("/usr/local/bin/mastiff", None), Host::Codex),
            "'/usr/local/bin/mastiff' hook --host codex --after --config '/h/.config/mastiff' --state '/h/my state/mastiff'"
        );
    }

    #[test]
    fn paths_that_would_leave_their_quotes_are_refused() {
        for (path, expected) in [
            ("/a/b c/mastiff", true),
            ("a/mastiff", false),
            ("/it's/mastiff", false),
            ("/a\nb/mastiff", false),
        ] {
            assert_eq!(fit(path), expected, "{path:?}");
        }
    }
}
