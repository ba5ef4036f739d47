//! Variables that a file of a host sets for the host, and for every hook that it starts.

use super::place::Step;
use super::{Look, each};
use crate::install::Flaw;
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;

/// What a variable does to the gate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// The host runs no hook, or looks for its files elsewhere.
    Off,
    /// Whoever sets it has a say in what the gate does.
    Gate,
    /// It may change what is found; most hosts do not take it from there.
    Odd,
}

/// Names, and beginnings of names (with `*`), in the order in which they are tried.
const VARIABLES: &[(&str, Effect)] = &[
    ("CLAUDE_CODE_PERSONAL_HOOKS_OFF", Effect::Off),
    ("CLAUDE_CODE_SAFE_MODE", Effect::Off),
    ("CLAUDE_CODE_SHELL_PREFIX", Effect::Off),
    ("CLAUDE_CODE_SIMPLE", Effect::Off),
    ("CLAUDE_CONFIG_DIR", Effect::Off),
    ("CODEX_HOME", Effect::Off),
    ("COPILOT_HOME", Effect::Off),
    ("CLAW_CONFIG_HOME", Effect::Off),
    ("GEMINI_CLI_HOME", Effect::Off),
    ("GEMINI_CLI_SYSTEM_SETTINGS_PATH", Effect::Off),
    ("GEMINI_CLI_SYSTEM_DEFAULTS_PATH", Effect::Off),
    ("GEMINI_CLI_TRUSTED_FOLDERS_PATH", Effect::Off),
    ("QWEN_HOME", Effect::Off),
    ("QWEN_CODE_SYSTEM_SETTINGS_PATH", Effect::Off),
    ("QWEN_CODE_SYSTEM_DEFAULTS_PATH", Effect::Off),
    ("QWEN_CODE_TRUSTED_FOLDERS_PATH", Effect::Off),
    ("MASTIFF_*", Effect::Gate),
    ("XDG_CONFIG_HOME", Effect::Gate),
    ("XDG_STATE_HOME", Effect::Gate),
    ("XDG_DATA_HOME", Effect::Gate),
    ("BASH_ENV", Effect::Gate),
    ("BASH_FUNC_*", Effect::Gate),
    ("SHELLOPTS", Effect::Gate),
    ("LD_*", Effect::Gate),
    ("DYLD_*", Effect::Gate),
    ("CLAUDE_CODE_PROCESS_WRAPPER", Effect::Odd),
    ("CLAUDE_CODE_SHELL", Effect::Odd),
    ("XDG_*", Effect::Odd),
    ("HOME", Effect::Odd),
    ("PATH", Effect::Odd),
];

/// Those that Claude Code takes as switches, and the one by which it has another program start its hooks (measured).
const SWITCHES: &[&str] = &[
    "CLAUDE_CODE_PERSONAL_HOOKS_OFF",
    "CLAUDE_CODE_SAFE_MODE",
    "CLAUDE_CODE_SHELL_PREFIX",
    "CLAUDE_CODE_SIMPLE",
];

/// Values with which a switch is not on.
const UNSET: &[&str] = &["", "0", "false"];

/// Whether a variable of the environment keeps this host from running hooks as they stand.
pub fn switches_off(host: Host, name: &str, value: &str) -> bool {
    host == Host::Claude && SWITCHES.contains(&name) && !UNSET.contains(&value)
}

/// Looks at a table of variables in a file of the host's.
pub(super) fn table(look: &mut Look<'_>, root: &Json, field: &str) {
    for variables in each(root, field) {
        let Json::Object(variables) = variables else { continue };
        for (name, value) in variables {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            if let Some(flaw) = flaw(name, &text) {
                let at = super::place::of(look.text, &[Step::Key(field), Step::Key(name)]);
                look.flaws.push(Flaw { at, ..flaw });
            }
        }
    }
}

/// Looks at a `.env`, as the hosts' reader takes it: a name may be set with `=` or `:`, behind `export`, and even on the line
/// before its sign. So the first word of a line is enough.
pub fn dotenv(text: &str) -> Vec<Flaw> {
    let lines = text.replace("\r\n", "\n");
    let lines = lines.split(['\n', '\r', '\u{2028}', '\u{2029}']).enumerate();
    lines.filter_map(|(index, line)| Some(Flaw { at: Some((index + 1, 1)), ..set_in(line)? })).collect()
}

fn set_in(line: &str) -> Option<Flaw> {
    let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
    let line = line.trim_start_matches(blank);
    let line = match line.strip_prefix("export") {
        Some(rest) if rest.starts_with(blank) => rest.trim_start_matches(blank),
        Some(_) | None => line,
    };
    let end = line.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-')));
    let (name, rest) = line.split_at_checked(end.unwrap_or(line.len()))?;
    flaw(
        name,
        rest.trim_start_matches(|c| blank(c) || matches!(c, '=' | ':')).trim_matches(['"', '\'', '`', ' ']),
    )
}

fn flaw(name: &str, value: &str) -> Option<Flaw> {
    let is = |known: &str| match known.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == known,
    };
    let (_, effect) = VARIABLES.iter().find(|(known, _)| is(known))?;
    if SWITCHES.contains(&name) && UNSET.contains(&value) {
        return None;
    }
    let (id, fatal, what) = match effect {
        Effect::Off => {
            ("switched_off", true, "with it the host runs without these hooks, or looks for them elsewhere")
        }
        Effect::Gate => ("redirected", false, "whoever sets it has a say in what the gate does"),
        Effect::Odd => ("environment", false, "it may lead the host or the gate elsewhere"),
    };
    let message = format!("the variable `{name}` is set here: {what}");
    Some(Flaw { id, fatal, at: None, message, remedy: "remove it from this file".into() })
}
