//! What a value looks like: a secret, a placeholder, a piece of code, a sentence.

use super::header::is_header;
use crate::redact::cooked::HOLE;
use crate::redact::entropy;
use crate::redact::names::{Announces, announces, announces_field, counts, ends_with};
use crate::words::listed;

/// Values that say that there is none, or of which kind it is.
const WORDS: &str = "true false yes no null none nil undefined inherit required optional string str text bool boolean int \
    integer number float bytes any object array void unknown never self this String &str u8 u32 u64 usize i32 i64 Vec Option \
    Some None default disabled enabled auto empty missing invalid valid expired redacted hidden masked";

/// A value with what is asked about it.
pub(super) struct Shape<'a> {
    value: &'a str,
}

impl<'a> Shape<'a> {
    pub fn of(value: &'a str) -> Self {
        Shape { value }
    }

    /// A placeholder, or something that is filled in elsewhere.
    pub fn is_shown(&self) -> bool {
        is_shown(self.value)
    }

    /// The value is a secret if its name announces one.
    pub fn is_secret(&self, announced: Announces, name: &str) -> bool {
        let digits = self.value.bytes().all(|byte| byte.is_ascii_digit());
        if digits && (counts(name) || self.value.len() < 4) || entropy::is_path(self.value) {
            return false;
        }
        let made =
            entropy::is_key(self.value) || listed("auth bearer", name) && entropy::is_peculiar(self.value);
        announced == Announces::Secret || made
    }

    /// A password rather than a word of prose.
    pub fn is_chosen(&self) -> bool {
        entropy::is_chosen(self.value)
    }

    /// Several words, none of which looks chosen.
    pub fn is_sentence(&self) -> bool {
        let mut words = self.value.split(' ');
        self.value.contains(' ')
            && self.value.len() > 12
            && words.all(is_prose)
            && self.value.split(' ').count() > 2
    }

    /// A call, a pattern, a reference in some language.
    pub fn is_code(&self) -> bool {
        let value = self.value;
        let opens = value
            .starts_with(['(', '[', '{', '<', '&', '*', '!', '|', '\\', '.', ',', ';', '@', '?', '/', '=']);
        let marks = ["(", ".*", ".+", "\\s", "\\w", "\\S", "[^", "[A-", "[a-", "(?", "::", "->", "${{"];
        opens || marks.iter().any(|mark| value.contains(mark)) || is_member(value)
    }

    /// A word that is rather a password than a variable: long, and no part of it is the name's.
    pub fn is_passphrase(&self, name: &str) -> bool {
        let letters = self.value.bytes().all(|byte| byte.is_ascii_lowercase());
        let speaks = ["pass", "token", "secret", "key", "input", "prompt"]
            .iter()
            .any(|word| self.value.contains(word));
        self.value.len() >= 8 && letters && !speaks && ends_with(name, "password")
    }

    /// Letters alone: a variable or a type as well as a word.
    pub fn is_identifier(&self) -> bool {
        let letters = |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'.' | b'?');
        self.value.bytes().all(letters) || self.value.bytes().all(|byte| byte.is_ascii_digit())
    }
}

/// `config.secret`, `process.env.TOKEN`, `self.token`
fn is_member(value: &str) -> bool {
    let name = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_')
            && part.len() < 24
    };
    value.contains('.') && value.split('.').all(name)
}

fn is_prose(word: &str) -> bool {
    word.trim_matches([',', '.', ':', ';', '!', '?', '(', ')'])
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte == b'-' || byte == b'\'')
        || word.bytes().skip(1).all(|byte| byte.is_ascii_lowercase() || b".,!?".contains(&byte))
}

/// A placeholder, or something that is filled in elsewhere: `$TOKEN`, `<token>`, `{{ token }}`, `***`.
pub(super) fn is_shown(value: &str) -> bool {
    let value = value.trim_matches([HOLE, ' ']);
    let bytes = value.as_bytes();
    let between = |open: &str, close: &str| value.starts_with(open) && value.ends_with(close);
    let filler = |byte: &u8| {
        matches!(byte, b'*' | b'.' | b'x' | b'X' | b'-' | b'_' | b':' | b'/' | b'@' | b'%' | b'#' | b'?')
    };
    value.is_empty()
        || bytes.iter().all(filler)
        || value == "…"
        || between("<", ">")
        || between("{", "}")
        || is_reference(value)
        || between("$(", ")")
        || between("%", "%")
        || is_variable(value)
        || listed(WORDS, value.trim_end_matches([',', ';']))
}

/// `${NAME}`, `${NAME:?…}`, `${NAME:-$OTHER}`, `${{ secrets.NAME }}`; not `${NAME:-value}`.
fn is_reference(value: &str) -> bool {
    let Some(inside) = value.strip_prefix("${").and_then(|value| value.strip_suffix('}')) else {
        return false;
    };
    let operator = inside.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let word = operator.trim_start_matches([':', '-', '=', '+']);
    inside.starts_with('{') || operator.trim_start_matches(':').starts_with('?') || is_shown(word)
}

fn is_variable(value: &str) -> bool {
    let name =
        value.strip_prefix("$env:").or(value.strip_prefix('$')).map(|name| name.trim_end_matches([',', ';']));
    name.is_some_and(|name| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

/// The value of a variable of this name is a secret, as far as it is written out.
pub fn is_announced(name: &str, value: &str) -> bool {
    is_written(announces(name), name, value)
}

/// The same of a field.
pub fn is_announced_field(name: &str, value: &str) -> bool {
    is_written(announces_field(name), name, value) || is_header(name) && is_sent(value)
}

/// The value of a header, behind the word that says of which kind it is.
fn is_sent(value: &str) -> bool {
    let sent = value.trim().split_once(' ').map_or(value.trim(), |(_, sent)| sent.trim());
    !is_shown(sent) && !listed(WORDS, sent)
}

fn is_written(announced: Announces, name: &str, value: &str) -> bool {
    let shape = Shape::of(value);
    let written = value.trim_matches([HOLE, ' ']);
    announced != Announces::Nothing
        && shape.is_secret(announced, name)
        && written.bytes().any(|byte| byte.is_ascii_alphanumeric() || byte >= 0x80)
        && !listed(WORDS, written)
}
