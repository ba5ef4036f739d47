//! What stands before the subcommand: `-C`, `-c`, `--git-dir`, and `GIT_*` in the environment.

use super::super::super::reading::{Invocation, Reading};
use super::super::super::value::Arg;
use super::super::super::{Effect, Hazard};
use super::super::spec::{self, Parsed, Style, Unread};
use super::config::Setting;
use super::settings;
use crate::words::listed;
use alloc::format;
use alloc::string::String;

/// Options of git itself. `--exec-path=…`, `--config-env`, `--namespace`, `--bare`, `-p` and whatever comes later
/// are not among them and stop.
const FLAGS: &str = "-C: -c: --git-dir: --work-tree: --no-pager -P --no-optional-locks --no-replace-objects \
    --no-lazy-fetch --no-advice \
    --version -v --help -h --exec-path --html-path --man-path --info-path --list-cmds:";

/// Tells git's own options from the subcommand and what follows it.
pub fn parse<'a>(args: &'a [Arg]) -> Result<Parsed<'a>, Unread> {
    spec::parse(Style::Posix, FLAGS, args)
}

/// Stops at settings and variables that could make git run or write something. `false`: it did, and nothing more
/// can be said about the call.
pub fn check(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) -> bool {
    let mut fine = true;
    for (name, value) in call.env.iter().filter(|(name, _)| name.starts_with("GIT_")) {
        if !harmless_env(name, value.text()) {
            let message = format!("`{name}` can change which programs git runs and which files it uses");
            reading.add(Effect::Opaque, "git_environment", message, call.span);
            fine = false;
        }
    }
    // The session may have them as well: what a path means then is not what it says.
    const PATHSPECS: &str =
        "GIT_ICASE_PATHSPECS GIT_LITERAL_PATHSPECS GIT_GLOB_PATHSPECS GIT_NOGLOB_PATHSPECS";
    let set = |(name, value): &&(String, String)| {
        name.starts_with("GIT_") && listed(PATHSPECS, name) && !value.is_empty()
    };
    if let Some((name, _)) = reading.session.env.iter().find(set) {
        let message = format!("`{name}` changes what paths mean to git");
        reading.add(Effect::Opaque, "git_environment", message, call.span);
        fine = false;
    }
    for flag in parsed.flags.iter().filter(|flag| flag.name == "-c") {
        let fine_setting = flag.value.as_ref().and_then(setting).is_some_and(|s| settings::fine_by_hand(&s));
        if !fine_setting {
            let shown = flag.value.as_ref().map_or("", |value| value.value.prefix());
            let message = format!("`git -c {shown}` is not known to be a harmless setting");
            reading.hazard(Hazard::Evasion, "git_setting", message, None, flag.span);
            fine = false;
        }
    }
    fine
}

/// `section.name=value`; of an unknown value the beginning must hold the whole name.
fn setting(arg: &Arg) -> Option<Setting> {
    match (arg.text(), arg.value.prefix().split_once('=')) {
        (Some(_), Some((key, value))) => Setting::dotted(key, Some(value)),
        (Some(key), None) => Setting::dotted(key, None),
        (None, Some((key, _))) => Setting::dotted(key, None),
        (None, None) => None,
    }
}

/// Whatever the value: names, dates, switches of appearance.
const ANY_VALUE: &str = "GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_AUTHOR_DATE GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL \
    GIT_COMMITTER_DATE GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS GIT_ADVICE GIT_FLUSH GIT_PROGRESS_DELAY GIT_REFLOG_ACTION \
    GIT_NO_LAZY_FETCH GIT_LFS_SKIP_SMUDGE GIT_MERGE_AUTOEDIT GIT_MERGE_VERBOSITY GIT_PRINT_SHA1_ELLIPSIS \
    GIT_PAGER_IN_USE GIT_CONFIG_NOSYSTEM GIT_DEFAULT_HASH";

/// A `GIT_*` variable with this value (`None`: not known) changes neither programs nor files.
pub fn harmless_env(name: &str, value: Option<&str>) -> bool {
    if listed(ANY_VALUE, name) {
        return true;
    }
    let Some(value) = value else { return false };
    match name {
        "GIT_PAGER" => matches!(value, "cat" | ""),
        "GIT_EDITOR" | "GIT_SEQUENCE_EDITOR" => idle_editor(value),
        "GIT_ASKPASS" => matches!(value, "" | "true" | "/bin/true" | "echo" | "/bin/echo"),
        "GIT_CONFIG_GLOBAL" | "GIT_CONFIG_SYSTEM" => value == "/dev/null",
        "GIT_TRACE"
        | "GIT_TRACE_SETUP"
        | "GIT_TRACE_PERFORMANCE"
        | "GIT_TRACE_PACK_ACCESS"
        | "GIT_TRACE_REFS" => {
            matches!(value, "0" | "1" | "2" | "true" | "false" | "")
        }
        _ => false,
    }
}

/// An editor that leaves the text as it is.
pub fn idle_editor(value: &str) -> bool {
    matches!(value, "true" | ":" | "/bin/true" | "/usr/bin/true" | "cat")
}

#[cfg(test)]
mod tests {
    use super::harmless_env;

    #[test]
    fn variables_are_judged_by_name_and_value() {
        for (name, value) in [
            ("GIT_PAGER", "cat"),
            ("GIT_EDITOR", ":"),
            ("GIT_AUTHOR_DATE", "x"),
            ("GIT_CONFIG_GLOBAL", "/dev/null"),
        ] {
            assert!(harmless_env(name, Some(value)), "{name}");
        }
        for (name, value) in [
            ("GIT_PAGER", "sh -c x"),
            ("GIT_EDITOR", "./x"),
            ("GIT_SSH_COMMAND", "ssh"),
            ("GIT_DIR", "x"),
            ("GIT_EXTERNAL_DIFF", ""),
            ("GIT_CONFIG_COUNT", "1"),
            ("GIT_TRACE", "/repo/x"),
            ("GIT_EXEC_PATH", "."),
            ("GIT_TEMPLATE_DIR", "."),
            ("GIT_TOMORROW", "1"),
        ] {
            assert!(!harmless_env(name, Some(value)), "{name}");
        }
        assert!(harmless_env("GIT_AUTHOR_NAME", None));
        assert!(!harmless_env("GIT_PAGER", None));
    }
}
