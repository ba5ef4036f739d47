//! A page in roff, in the macros that every `man` knows.

use crate::args::Usage;
use crate::details::{Piece, pieces};
use crate::{command, help};
use std::fmt::Write;

/// The page of mastiff itself, with all commands.
pub fn overview() -> String {
    let mut out = head("mastiff", "a guard dog for AI coding agents");
    out.push_str(".SH SYNOPSIS\n.B mastiff\n.I COMMAND\n.RI [ FLAGS ]\n.SH DESCRIPTION\n");
    prose(&mut out, &help::INTRODUCTION.lines().collect::<Vec<_>>().join(" "));
    out.push_str(".SH COMMANDS\n");
    for usage in command::ALL {
        let _ = writeln!(out, ".TP\n.B {}\n{}", text(usage.name), text(usage.summary));
    }
    out.push_str(".SH \"EXIT STATUS\"\n");
    let codes =
        [("0", "done"), ("1", "something needs a hand"), ("2", "denied"), ("3", "mastiff itself failed")];
    for (code, what) in codes {
        let _ = writeln!(out, ".TP\n.B {code}\n{}", text(what));
    }
    out.push_str(".SH FILES\n");
    for (file, what) in FILES {
        let _ = writeln!(out, ".TP\n.I {}\n{}", text(file), text(what));
    }
    let pages: Vec<String> = command::ALL
        .iter()
        .map(|usage| format!(".BR {} (1)", text(&format!("mastiff-{}", usage.name))))
        .collect();
    let _ = writeln!(out, ".SH \"SEE ALSO\"\n{}", pages.join(",\n"));
    out
}

/// What people look for first.
const FILES: &[(&str, &str)] = &[
    ("~/.config/mastiff/policy.toml", "the user's policy"),
    (".mastiff.toml", "a project's policy, at the root of its repository"),
    ("/etc/mastiff/policy.toml", "the policy of whoever manages the machine"),
    ("~/.local/state/mastiff/ledger", "the records"),
];

/// The page of a command.
pub fn page(usage: &Usage) -> String {
    let mut out = head(&format!("mastiff-{}", usage.name), usage.summary);
    let _ = writeln!(out, ".SH SYNOPSIS\n.B mastiff {}\n.RI [ FLAGS ]", text(usage.name));
    if !usage.operands.is_empty() {
        let _ = writeln!(out, "{}", text(usage.operands));
    }
    out.push_str(".SH DESCRIPTION\n");
    details(&mut out, usage.details);
    out.push_str(".SH OPTIONS\n");
    for flag in usage.flags {
        let value = flag.value.map(|value| format!(" \" \" \\fI{}\\fR", text(value))).unwrap_or_default();
        let _ = writeln!(out, ".TP\n.BR {}{value}\n{}", text(flag.name), text(flag.help));
    }
    out.push_str(".TP\n.B \\-\\-help\nthis page in short\n");
    if !usage.examples.is_empty() {
        out.push_str(".SH EXAMPLES\n");
    }
    for (line, what) in usage.examples {
        let _ = writeln!(out, ".TP\n.B \"{}\"\n{}", text(line).replace('"', "\\(dq"), text(what));
    }
    out.push_str(".SH \"SEE ALSO\"\n.BR mastiff (1)\n");
    out
}

fn head(name: &str, summary: &str) -> String {
    let title = text(&name.to_uppercase());
    let version = concat!("mastiff ", env!("CARGO_PKG_VERSION"));
    format!(".TH {title} 1 \"\" \"{version}\" \"mastiff\"\n.SH NAME\n{} \\- {}\n", text(name), text(summary))
}

fn details(out: &mut String, text: &str) {
    for (at, piece) in pieces(text).into_iter().enumerate() {
        match piece {
            Piece::Text(text) => {
                out.push_str(if at == 0 { "" } else { ".PP\n" });
                prose(out, &text);
            }
            Piece::Row { term, text, .. } => {
                let _ =
                    writeln!(out, ".TP\n.B \"{}\"\n{}", self::text(&term).replace('"', "\\(dq"), line(&text));
            }
            Piece::Gap => {}
        }
    }
}

fn prose(out: &mut String, text: &str) {
    let _ = writeln!(out, "{}", line(text));
}

/// A line of text; an empty one would be a gap.
fn line(text: &str) -> String {
    if text.is_empty() { "\\&".into() } else { self::text(text) }
}

/// A text in which nothing is a request: `.` and `'` begin one at the start of a line, `\` everywhere; `-` is a minus, as
/// it is typed.
fn text(text: &str) -> String {
    let plain = text.replace('\\', "\\e").replace('-', "\\-").replace('~', "\\(ti").replace('^', "\\(ha");
    let plain = plain.replace('`', "\\(ga").replace('\'', "\\(aq").replace('…', "...");
    if plain.starts_with('.') { format!("\\&{plain}") } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_a_request() {
        let rows = [
            (".mastiff.toml", "\\&.mastiff.toml"),
            ("it's", "it\\(aqs"),
            ("'x", "\\(aqx"),
            (r"a\b", "a\\eb"),
            ("--yes", "\\-\\-yes"),
        ];
        for (given, expected) in rows {
            assert_eq!(text(given), expected);
        }
    }
}
