//! Words to a command line that a shell reads as exactly these words.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// What is another word to a shell when it stands first.
pub const RESERVED: &[&str] = &[
    "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if", "in", "select",
    "then", "time", "until", "while",
];

/// One command line.
pub fn line(words: &[String]) -> String {
    let quoted = words.iter().enumerate().map(|(number, text)| match number {
        0 if RESERVED.contains(&text.as_str()) || text.contains('=') => in_quotes(text),
        _ => word(text),
    });
    quoted.collect::<Vec<_>>().join(" ")
}

/// One word that is not the first.
pub fn word(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:@%+,=".contains(c);
    if !text.is_empty() && text.chars().all(plain) { text.to_owned() } else { in_quotes(text) }
}

fn in_quotes(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
