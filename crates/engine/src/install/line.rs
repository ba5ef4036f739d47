//! The line by which a host starts the gate.
//!
//! Most hosts take a hook that is missing, killed or late for permission. So the line is a small shell text around the binary:
//! only when the gate itself says, by an exit code that nothing else gives, that it has answered, does the line end as one that
//! has answered. Every other end (no binary, an empty one, a crash, a signal, a process that cannot be made) is a deny: exit 2
//! with a line on standard error. The same bytes come out for every version of mastiff, because some hosts ask again for trust
//! in a line that has changed.
//!
//! Hosts start the line by a shell, so it is a text for that shell: no second shell, no other program on the way to the gate.
//!
//! # What an environment can do to it
//!
//! Where the shell is bash, variables bring functions and options with them. So the line rests on nothing that they reach:
//!
//! - `POSIXLY_CORRECT=1` comes first. From then on bash looks for `trap`, `unset`, `exit`, `eval` and `:` among its own commands
//!   before it looks for functions. `echo` and `printf` are not of that kind: functions of these names are taken away before they
//!   are used. Words with a slash, assignments and `case` are never functions.
//! - The refusal is the trap for the end of the shell. It is in force before anything can go wrong, and only a proven answer lifts
//!   it: an option that ends the shell early (`errexit`), and a process that cannot be made, after which bash gives up the whole
//!   line, end in it.
//! - With `noexec` nothing is carried out at all. The second line is what no bash can read; a shell that carries the first one out
//!   never comes to it, and one that only reads ends there, with 2. (zsh reads everything first, so it is a text that zsh knows.)
//! - There is no `$name` in it where the host puts values of its environment into the texts of its settings (Gemini CLI, Qwen).
//! - A shell that shows its steps (`xtrace`) expands `PS4` before each, and that may set any variable, so also the one in which an
//!   answer is held back. The gate sees both variables in its own environment, and then ends with neither of its codes.
//! - With `LD_SHOW_AUXV` the loader writes a table to standard output before every program. The gate sees that too, and denies so.
//!
//! What runs code in the shell before the line does (`BASH_ENV`, `PS4` with a command in it, `LD_PRELOAD`), or ends it before
//! (`LD_TRACE_LOADED_OBJECTS`, `LD_DEBUG=help`), is out of its reach.
//!
//! # What holds an answer back
//!
//! For nearly all hosts exit 2 with a text on standard error is a deny, whatever stands on standard output. There the gate writes
//! straight to the host, as its very last act, and a gate that dies behind its answer is still a deny. Gemini CLI believes what
//! stands on standard output whatever the exit code: there the answer is held back until it is proven.
//!
//! # What ends a gate that hangs
//!
//! The gate: its alarm, and behind it a timer of the kernel's that kills it even where it is stopped or waits for a disk. A program
//! in the place of the gate that never ends is left to the host's own patience.

pub mod earlier;

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
/// The flag of a line that knows no user: the configuration and the state are those of the account that runs it.
pub const ACCOUNT: &str = "--account";

/// Said where nobody else said anything. Words that no shell takes for more than words.
const NO_ANSWER: &str = "mastiff: the gate gave no answer, so this call is denied. A human runs mastiff doctor, or installs mastiff again";
/// What bash cannot read, and zsh can.
const UNREADABLE: &str = "(){ }";
/// Prints what was held back. The name does not stand behind its sign, see above.
const PRINT: &str = r#"eval "printf %s \"\$"mastiff_said"\"""#;

/// What a host makes of the line.
enum Form {
    /// It starts `sh` or `bash`, and exit 2 is a deny whatever stands on standard output.
    Straight,
    /// It starts `bash`, and believes what stands on standard output.
    Held,
    /// It starts the user's own shell, or nobody has said which.
    AnyShell,
}

fn form(host: Host) -> Form {
    match host {
        Host::Claude
        | Host::Copilot
        | Host::Qwen
        | Host::Kiro
        | Host::Goose
        | Host::AgentCode
        | Host::Claw => Form::Straight,
        Host::Gemini => Form::Held,
        Host::Codex | Host::Cursor | Host::Droid | Host::Windsurf => Form::AnyShell,
        // They start no line: a script and a plug-in of their own ask the gate.
        Host::Cline | Host::Opencode => Form::Straight,
    }
}

/// The gate as a line starts it.
pub struct Start {
    /// Words of the shell, quoted: where the binary may be. The first that is there is asked.
    pub programs: Vec<String>,
    /// What names the user's configuration and state, quoted.
    pub places: String,
}

impl Start {
    /// The one binary and the places of a site.
    fn of(site: &Site, quote: char) -> Start {
        let Places { config, state } = &site.places;
        let places = format!("{CONFIG} {quote}{config}{quote} {STATE} {quote}{state}{quote}");
        Start { programs: vec![format!("{quote}{}{quote}", site.mastiff)], places }
    }
}

/// Before a call: whatever goes wrong, the call is denied.
pub fn before(site: &Site, host: Host) -> String {
    before_by(&Start::of(site, '"'), host)
}

/// The same for a binary that may be in several places.
pub fn before_by(start: &Start, host: Host) -> String {
    let gate = |program: &String| format!("{program} hook --host {} {GUARDED} {}", host.id(), start.places);
    let gates: Vec<String> = start.programs.iter().map(gate).collect();
    match form(host) {
        Form::Straight => format!("{}\n{UNREADABLE}", asked(&gates, "")),
        Form::Held => {
            let held: Vec<String> = gates.iter().map(|gate| format!("mastiff_said=$({gate})")).collect();
            format!("{}\n{UNREADABLE}", asked(&held, PRINT))
        }
        Form::AnyShell => in_any_shell(&asked(&gates, "")),
    }
}

/// The text for shells like `sh`; `print` comes before an answer is passed on.
fn asked(gates: &[String], print: &str) -> String {
    let (proven, said) = match print {
        "" => (String::new(), String::new()),
        print => (format!("{print} && "), format!("{print}; ")),
    };
    let answers = format!("{ANSWERED}) {proven}trap - 0 && exit 0;; {DENIED}) {said}trap - 0; exit 2;;");
    let ask = gates.iter().rev().fold(String::new(), |next, gate| {
        // No shell has started a program that ends so: the event is still unread, and the next place is tried.
        let absent = if next.is_empty() { next } else { format!(" 126|127) {next};;") };
        format!("{gate} || case $? in {answers}{absent} esac")
    });
    format!(
        "POSIXLY_CORRECT=1; trap \"echo {NO_ANSWER} >&2; exit 2\" 0; unset -f echo printf 2>&- || :; {ask}; exit 2"
    )
}

/// The same where the shell may also be zsh or fish. Both hand the whole text to `/bin/sh`: zsh does not come back when it cannot
/// make a process, and fish speaks another language. In fish, and there alone, a backslash hides the quote behind it: for fish
/// everything up to the last quote is one text, the value of `mastiff_line`, and what stands behind it is a comment for all others.
/// zsh is told by how it counts, which no variable changes.
fn in_any_shell(asked: &str) -> String {
    format!(
        "for mastiff_line in '\\'; do case $((010)):$0 in 10:*zsh) exec /bin/sh -c \"$ZSH_EXECUTION_STRING\";; esac; \
         {asked}; done\n{UNREADABLE} #'; exec /bin/sh -c \"for mastiff_line in '\\\\$mastiff_line\"; exit 2; end"
    )
}

/// After a call: nothing depends on it.
pub fn after(site: &Site, host: Host) -> String {
    after_by(&Start::of(site, '\''), host)
}

/// The same for a binary that may be in several places.
pub fn after_by(start: &Start, host: Host) -> String {
    let line = |program: &String| format!("{program} hook --host {} {AFTER} {}", host.id(), start.places);
    // One that is there ends with 0.
    start.programs.iter().map(line).collect::<Vec<_>>().join(" || ")
}

/// Byte for byte what an earlier mastiff wrote before calls.
pub fn is_earlier(line: &str, site: &Site, host: Host) -> bool {
    line == earlier::before(site, host)
}

/// The host of a line that is mastiff's own: one that it writes or once wrote, or the bare binary with nothing but its host. A line
/// that does more, or that says more, is somebody else's.
pub fn host_of(line: &str) -> Option<Host> {
    let (_, rest) = line.split_once(" hook --host ")?;
    let id = rest.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).next()?;
    let program = program_of(line).filter(|program| program.rsplit('/').next() == Some("mastiff"))?;
    let host = Host::from_id(id)?;
    let plain = !program.contains([' ', '\t', '\n', '$', '`', ';', '|', '&', '\'', '"']);
    let bare = [format!("'{program}' hook --host {id}"), format!("{program} hook --host {id}")];
    let is_bare = (plain || line.starts_with('\'')) && bare.iter().any(|bare| bare == line);
    let written = || places_of(line).map(|places| Site::of_line(program, places, earlier::watch_of(line)));
    let is_written = |site: Site| {
        line == before(&site, host) || line == after(&site, host) || is_earlier(line, &site, host)
    };
    (is_bare || written().is_some_and(is_written)).then_some(host)
}

/// The binary that such a line starts.
pub fn program_of(line: &str) -> Option<&str> {
    if let Some(words) = earlier::words(line) {
        return words.split('\'').nth(1);
    }
    let (head, _) = line.split_once(" hook --host ")?;
    match head.strip_suffix('"') {
        Some(head) => Some(head.rsplit_once('"')?.1),
        None => Some(head.trim().trim_matches('\'')),
    }
}

/// The places that such a line names.
pub fn places_of(line: &str) -> Option<Places> {
    if let Some(words) = earlier::words(line) {
        let mut quoted = words.split('\'').skip(3).step_by(2).map(str::to_owned);
        return Some(Places { config: quoted.next()?, state: quoted.next()? });
    }
    let behind = |flag: &str| {
        let rest = line.split_once(&format!(" {flag} "))?.1;
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        rest.split(quote).nth(1).map(str::to_owned)
    };
    Some(Places { config: behind(CONFIG)?, state: behind(STATE)? })
}

/// A path that every shell takes for itself between quotes of either kind.
pub fn fit(path: &str) -> bool {
    path.starts_with('/')
        && !path.chars().any(|c| c.is_control() || matches!(c, '\'' | '\\' | '"' | '$' | '`'))
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
                for line in [before(&site, host), after(&site, host), earlier::before(&site, host)] {
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
        let site = site("/usr/local/bin/mastiff", Some("/usr/bin/timeout"));
        assert_eq!(
            before(&site, Host::Claude),
            "POSIXLY_CORRECT=1; trap \"echo mastiff: the gate gave no answer, so this call is denied. A human runs mastiff \
             doctor, or installs mastiff again >&2; exit 2\" 0; unset -f echo printf 2>&- || :; \"/usr/local/bin/mastiff\" hook \
             --host claude --guarded --config \"/h/.config/mastiff\" --state \"/h/my state/mastiff\" || case $? in 10) trap \
             - 0 && exit 0;; 12) trap - 0; exit 2;; esac; exit 2\n(){ }"
        );
        assert_eq!(
            before(&site, Host::Codex),
            "for mastiff_line in '\\'; do case $((010)):$0 in 10:*zsh) exec /bin/sh -c \"$ZSH_EXECUTION_STRING\";; esac; \
             POSIXLY_CORRECT=1; trap \"echo mastiff: the gate gave no answer, so this call is denied. A human runs mastiff \
             doctor, or installs mastiff again >&2; exit 2\" 0; unset -f echo printf 2>&- || :; \"/usr/local/bin/mastiff\" hook \
             --host codex --guarded --config \"/h/.config/mastiff\" --state \"/h/my state/mastiff\" || case $? in 10) trap \
             - 0 && exit 0;; 12) trap - 0; exit 2;; esac; exit 2; done\n(){ } #'; exec /bin/sh -c \"for mastiff_line in \
             '\\\\$mastiff_line\"; exit 2; end"
        );
        assert_eq!(
            after(&site, Host::Codex),
            "'/usr/local/bin/mastiff' hook --host codex --after --config '/h/.config/mastiff' --state '/h/my state/mastiff'"
        );
    }

    /// Those who have it are not asked who wrote it.
    #[test]
    fn the_earlier_line_is_known() {
        let line = "/bin/sh -c 'mastiff_said=$(/usr/bin/timeout -s KILL 20 \"$0\" hook --host codex --guarded --config \"$1\" \
             --state \"$2\"); mastiff_end=$?; case $mastiff_end in 10|12) ;; *) echo \"mastiff: the gate gave no answer, so \
             this call is denied; a human runs mastiff doctor, or installs mastiff again\" >&2; exit 2;; esac; printf \"%s\" \"$mastiff_said\" && \
             [ $mastiff_end = 10 ] || exit 2' '/usr/local/bin/mastiff' '/h/.config/mastiff' '/h/my state/mastiff'";
        assert_eq!(host_of(line), Some(Host::Codex));
        assert!(is_earlier(line, &site("/usr/local/bin/mastiff", Some("/usr/bin/timeout")), Host::Codex));
    }

    /// Gemini CLI and Qwen put values of their environment into the texts of their settings.
    #[test]
    fn no_variable_is_named_where_the_host_would_fill_it_in() {
        for host in [Host::Gemini, Host::Qwen] {
            let line = before(&site("/usr/local/bin/mastiff", None), host);
            let named = line
                .split('$')
                .skip(1)
                .filter(|rest| rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '{'));
            assert_eq!(named.count(), 0, "{line}");
        }
    }

    #[test]
    fn paths_that_would_leave_their_quotes_are_refused() {
        for (path, expected) in [
            ("/a/b c/mastiff", true),
            ("a/mastiff", false),
            ("/it's/mastiff", false),
            ("/a\nb/mastiff", false),
            ("/a$b/mastiff", false),
            ("/a`b/mastiff", false),
        ] {
            assert_eq!(fit(path), expected, "{path:?}");
        }
    }
}
