//! For fish: one line per word.

use super::{Wanted, operands, wanted};
use crate::args::{Flag, Usage};
use crate::command;
use std::fmt::Write;

const HEAD: &str = r"# What fish completes behind `mastiff`; made by `mastiff completions fish`.
function __mastiff_first
    test (count (commandline -opc)) -eq 1
end
function __mastiff_in
    set -l words (commandline -opc)
    test (count $words) -gt 1; and contains -- $words[2] $argv
end
complete -c mastiff -f
complete -c mastiff -n __mastiff_first -l help -d 'the first page'
complete -c mastiff -n __mastiff_first -l version -d 'the version'
complete -c mastiff -n __mastiff_first -a help -d 'the page of a command'
";

/// The whole script.
pub fn script() -> String {
    let mut out = HEAD.to_owned();
    let names: Vec<&str> = command::ALL.iter().map(|usage| usage.name).collect();
    let _ = writeln!(out, "complete -c mastiff -n '__mastiff_in help' -a '{}'", names.join(" "));
    for usage in command::ALL {
        let summary = quoted(usage.summary);
        let _ = writeln!(out, "complete -c mastiff -n __mastiff_first -a {} -d {summary}", usage.name);
        out.push_str(&lines(usage));
    }
    out
}

fn lines(usage: &Usage) -> String {
    let start = format!("complete -c mastiff -n '__mastiff_in {}'", usage.name);
    let mut out = String::new();
    for flag in usage.flags {
        let _ = writeln!(out, "{start} {} -d {}", of_flag(flag), quoted(flag.help));
    }
    let _ = writeln!(out, "{start} -l help -d 'this page'");
    match operands(usage) {
        Wanted::Words(words) => out.push_str(&format!("{start} -a '{}'\n", words.join(" "))),
        Wanted::Path => out.push_str(&format!("{start} -F\n")),
        Wanted::Other => {}
    }
    out
}

/// `-l policy -r -F`
fn of_flag(flag: &Flag) -> String {
    let name = match flag.name.strip_prefix("--") {
        Some(long) => format!("-l {long}"),
        None => format!("-s {}", flag.name.trim_start_matches('-')),
    };
    match wanted(flag) {
        None => name,
        Some(Wanted::Words(words)) => format!("{name} -x -a '{}'", words.join(" ")),
        Some(Wanted::Path) => format!("{name} -r -F"),
        Some(Wanted::Other) => format!("{name} -x"),
    }
}

/// A text between single quotes, as fish reads it.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', r"\\").replace('\'', r"\'"))
}
