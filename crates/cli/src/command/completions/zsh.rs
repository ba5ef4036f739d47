//! For zsh: `_arguments` per command.

use super::{Wanted, operands, quoted, wanted};
use crate::args::{Flag, Usage};
use crate::command;
use std::fmt::Write;

const HEAD: &str = r#"#compdef mastiff
# What zsh completes behind `mastiff`; made by `mastiff completions zsh`.
_mastiff() {
    local curcontext=$curcontext state line
    local -a commands
    _arguments -C '(- *)--help[the first page]' '(- *)--version[the version]' '1:command:->command' '*::word:->word'
    commands=(
"#;

const MIDDLE: &str = r"        'help:the page of a command'
    )
    case $state in
    command) _describe -t commands command commands ;;
    word)
        case $line[1] in
";

const TAIL: &str = r#"        help) _describe -t commands command commands ;;
        esac ;;
    esac
}
if [[ $funcstack[1] == _mastiff ]]; then
    _mastiff "$@"
else
    compdef _mastiff mastiff
fi
"#;

/// The whole script.
pub fn script() -> String {
    let mut out = HEAD.to_owned();
    for usage in command::ALL {
        let _ = writeln!(out, "        {}", quoted(&format!("{}:{}", usage.name, plain(usage.summary))));
    }
    out.push_str(MIDDLE);
    command::ALL.iter().for_each(|usage| out.push_str(&case(usage)));
    out + TAIL
}

fn case(usage: &Usage) -> String {
    let mut out = format!("        {})\n            _arguments \\\n", usage.name);
    for flag in usage.flags {
        let _ = writeln!(out, "                {} \\", quoted(&of_flag(flag)));
    }
    let operands = format!("*:{}", message_and_action("word", &operands(usage)));
    let _ = writeln!(out, "                '--help[this page]' \\\n                {} ;;", quoted(&operands));
    out
}

/// `--policy[this policy instead of the user's]:FILE:_files`
fn of_flag(flag: &Flag) -> String {
    let again = if flag.help.contains("several times") { "*" } else { "" };
    let value = match wanted(flag) {
        Some(wanted) => format!(":{}", message_and_action(flag.value.unwrap_or_default(), &wanted)),
        None => String::new(),
    };
    format!("{again}{}[{}]{value}", flag.name, plain(flag.help))
}

fn message_and_action(message: &str, wanted: &Wanted) -> String {
    let action = match wanted {
        Wanted::Words(words) => format!("({})", words.join(" ")),
        Wanted::Path => "_files".into(),
        Wanted::Other => " ".into(),
    };
    format!("{}:{action}", plain(message))
}

/// Without the characters that end a part.
fn plain(text: &str) -> String {
    text.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]").replace(':', "\\:")
}
