//! For bash: one function, without the package `bash-completion`, and for the bash of macOS too.

use super::{Wanted, operands, quoted, wanted};
use crate::args::Usage;
use crate::command;
use std::fmt::Write;

const HEAD: &str = r#"# What bash completes behind `mastiff`; made by `mastiff completions bash`.
_mastiff_words() {
    COMPREPLY=($(compgen -W "$1" -- "$current"))
}
_mastiff_paths() {
    compopt -o filenames 2>/dev/null
    local IFS=$'\n'
    COMPREPLY=($(compgen -f -- "$current"))
}
_mastiff() {
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    COMPREPLY=()
"#;

/// The whole script.
pub fn script() -> String {
    let names: Vec<&str> = command::ALL.iter().map(|usage| usage.name).collect();
    let mut out = HEAD.to_owned();
    let all = quoted(&format!("{} help --help --version", names.join(" ")));
    let _ = writeln!(
        out,
        "    if ((COMP_CWORD == 1)); then\n        _mastiff_words {all}\n        return\n    fi"
    );
    out.push_str("    case ${COMP_WORDS[1]} in\n");
    command::ALL.iter().for_each(|usage| out.push_str(&case(usage)));
    let _ = writeln!(out, "    help) _mastiff_words {} ;;", quoted(&names.join(" ")));
    out.push_str("    esac\n}\ncomplete -F _mastiff mastiff\n");
    out
}

/// One command: values of its flags, its flags, its operands.
fn case(usage: &Usage) -> String {
    let mut out = format!("    {})\n        case $before in\n", usage.name);
    for flag in usage.flags {
        if let Some(wanted) = wanted(flag) {
            let _ = writeln!(out, "        {}) {}return ;;", flag.name, reply(&wanted));
        }
    }
    out.push_str("        esac\n");
    let flags: Vec<&str> = usage.flags.iter().map(|flag| flag.name).chain(["--help"]).collect();
    let flags = quoted(&flags.join(" "));
    let _ = writeln!(out, "        if [[ $current == -* ]]; then\n            _mastiff_words {flags}");
    let operands = reply(&operands(usage));
    match operands.is_empty() {
        true => {}
        false => {
            let _ = writeln!(out, "        else\n            {}", operands.trim_end_matches("; "));
        }
    }
    out.push_str("        fi ;;\n");
    out
}

fn reply(wanted: &Wanted) -> String {
    match wanted {
        Wanted::Words(words) => format!("_mastiff_words {}; ", quoted(&words.join(" "))),
        Wanted::Path => "_mastiff_paths; ".into(),
        Wanted::Other => String::new(),
    }
}
