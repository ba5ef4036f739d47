//! How a file is written, so that what is added looks like what is there.

use super::piece;
use mastiff_core::json::Json;

/// The byte order mark that some editors put first, and the text behind it.
pub fn behind_mark(text: &str) -> (&str, &str) {
    text.split_at(if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 })
}

/// How one value is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// On one line.
    Inline {
        /// With a blank behind colons and commas.
        spaced: bool,
    },
    /// One line per field and member.
    Lines {
        /// Before the line on which the value starts.
        indent: String,
        /// One level more.
        unit: String,
        /// The end of a line.
        eol: &'static str,
    },
}

/// `\r\n` where the text has it.
pub fn eol(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// The white space at the start of the line of `offset`.
pub fn indent_at(text: &str, offset: usize) -> &str {
    let line = line_before(text, offset);
    piece(line, 0, line.len() - line.trim_start_matches([' ', '\t']).len())
}

/// Nothing but white space stands before `offset` on its line, and the line is not the first.
pub fn starts_line(text: &str, offset: usize) -> bool {
    let before = line_before(text, offset);
    before.len() < offset && before.chars().all(|c| c == ' ' || c == '\t')
}

/// A value as text.
pub fn write(value: &Json, layout: &Layout) -> String {
    match layout {
        Layout::Inline { spaced } => inline(value, if *spaced { " " } else { "" }),
        Layout::Lines { indent, unit, eol } => lines(value, indent, unit, eol),
    }
}

/// A field of an object as text.
pub fn write_field(name: &str, value: &Json, layout: &Layout) -> String {
    let colon = if *layout == (Layout::Inline { spaced: false }) { ":" } else { ": " };
    format!("{}{colon}{}", Json::from(name), write(value, layout))
}

fn line_before(text: &str, offset: usize) -> &str {
    piece(text, 0, offset).rsplit('\n').next().unwrap_or_default()
}

fn inline(value: &Json, blank: &str) -> String {
    let list = |items: Vec<String>| items.join(&format!(",{blank}"));
    match value {
        Json::Array(items) => format!("[{}]", list(items.iter().map(|item| inline(item, blank)).collect())),
        Json::Object(fields) => {
            let field = |(name, value): &(String, Json)| {
                format!("{}:{blank}{}", Json::from(name.as_str()), inline(value, blank))
            };
            format!("{{{}}}", list(fields.iter().map(field).collect()))
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => value.to_string(),
    }
}

fn lines(value: &Json, indent: &str, unit: &str, eol: &str) -> String {
    let deeper = format!("{indent}{unit}");
    let list = |open: &str, items: Vec<String>, close: &str| {
        let items = items.join(&format!(",{eol}{deeper}"));
        format!("{open}{eol}{deeper}{items}{eol}{indent}{close}")
    };
    match value {
        Json::Array(items) if !items.is_empty() => {
            list("[", items.iter().map(|item| lines(item, &deeper, unit, eol)).collect(), "]")
        }
        Json::Object(fields) if !fields.is_empty() => {
            let field = |(name, value): &(String, Json)| {
                format!("{}: {}", Json::from(name.as_str()), lines(value, &deeper, unit, eol))
            };
            list("{", fields.iter().map(field).collect(), "}")
        }
        Json::Array(_) | Json::Object(_) | Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {
            value.to_string()
        }
    }
}
