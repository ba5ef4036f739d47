//! Values that nobody would think up: made by a machine, or chosen to be hard to guess.

use crate::policy::floor;

/// What a value is made of.
#[derive(Default)]
struct Made {
    lower: usize,
    upper: usize,
    digits: usize,
    other: usize,
    /// Steps from one kind of character to another.
    turns: usize,
    /// Kinds of characters seen, one bit for each of 64.
    seen: u64,
}

impl Made {
    fn of(value: &str) -> Self {
        let (mut made, mut last) = (Made::default(), 0);
        for byte in value.bytes() {
            let kind = match byte {
                b'a'..=b'z' => &mut made.lower,
                b'A'..=b'Z' => &mut made.upper,
                b'0'..=b'9' => &mut made.digits,
                _ => &mut made.other,
            };
            *kind += 1;
            let class = kind_of(byte);
            made.turns += usize::from(last != 0 && class != last);
            last = class;
            made.seen |= 1 << (byte % 64);
        }
        made
    }

    fn letters(&self) -> usize {
        self.lower + self.upper
    }
}

fn kind_of(byte: u8) -> u8 {
    match byte {
        b'a'..=b'z' => 1,
        b'A'..=b'Z' => 2,
        b'0'..=b'9' => 3,
        _ => 4,
    }
}

/// Looks like a key: long, mixed, without the rhythm of words. Digests of commits, identifiers, paths and versions do not.
pub fn is_key(value: &str) -> bool {
    if value.len() < 16 || is_look_alike(value) {
        return false;
    }
    let made = Made::of(value);
    let distinct = usize::try_from(made.seen.count_ones()).unwrap_or(0);
    let mixed = made.letters() > 2 && made.digits > 1;
    let cased = made.lower > 2 && made.upper > 2 && value.len() >= 24 && made.turns * 5 >= value.len() * 2;
    (mixed || cased) && distinct >= 8 && made.turns * 6 >= value.len()
}

/// Looks like a password that somebody chose with care: not a word, not a number.
pub fn is_chosen(value: &str) -> bool {
    let made = Made::of(value);
    let mixed = made.letters() > 0 && (made.digits > 0 || made.other > 1 && !is_wordy(value));
    value.len() >= 6 && mixed && !is_path(value)
}

/// Looks so made that it is no word, no name and no path anywhere else either.
pub fn is_peculiar(value: &str) -> bool {
    let shell = |byte: u8| byte <= b' ' || b";|&<>()$`\"'\\".contains(&byte);
    if value.len() < 8 || value.starts_with(['/', '~', '.', '-']) || value.bytes().any(shell) {
        return false;
    }
    let odd = value.contains(['!', '%', '^', '#', '~']);
    let digits = value.bytes().any(|byte| byte.is_ascii_digit());
    let letters = value.bytes().any(|byte| byte.is_ascii_alphabetic());
    let mut runs = value.split(|c: char| !c.is_ascii_alphanumeric());
    let made = letters && digits && (odd || runs.clone().any(is_mixed));
    (made || is_key(value) && runs.any(|run| run.len() >= 16)) && !leads_away(value)
}

/// Letters, digits and letters again: not a name with a number behind it.
fn is_mixed(run: &str) -> bool {
    let digit = |byte: &u8| byte.is_ascii_digit();
    run.as_bytes()
        .windows(2)
        .filter(|two| two.first().is_some_and(digit) != two.last().is_some_and(digit))
        .count()
        > 1
}

/// As a path it would be judged by what it names.
fn leads_away(value: &str) -> bool {
    let hit = || floor::hit(&floor::names(value), false);
    value.contains("../../") || hit().is_some_and(|hit| hit.group != floor::Group::Secrets)
}

/// Words joined by signs: `feature-branch-name`, `a.b.c`, `snake_case`.
fn is_wordy(value: &str) -> bool {
    value.bytes().all(|byte| byte.is_ascii_alphabetic() || b"-_./:".contains(&byte))
}

/// UUIDs, digests of git and SHA-256, dates, paths.
fn is_look_alike(value: &str) -> bool {
    let hex = value.bytes().all(|byte| byte.is_ascii_hexdigit());
    hex && matches!(value.len(), 40 | 64) || is_uuid(value) || is_path(value) || value.starts_with("sha")
}

fn is_uuid(value: &str) -> bool {
    value.len() == 36
        && value.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// A path: it begins like one, and its parts are names.
pub fn is_path(value: &str) -> bool {
    let begins = ["/", "./", "../", "~/"].iter().any(|start| value.starts_with(start));
    let named = |part: &str| part.len() < 24 || !is_random(part);
    begins
        && value.len() > 1
        && value
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte >= 0x80 || b"/._-~@\x01".contains(&byte))
        && value.split('/').all(named)
}

fn is_random(part: &str) -> bool {
    let made = Made::of(part);
    made.digits > 1 && made.letters() > 0 && made.turns * 4 >= part.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_look_made_and_names_do_not() {
        for key in [
            "a8Fj2kLs9QwErT4y",
            "Zm9vYmFyYmF6cXV4MTIz",
            "d41d8cd98f00b204e9800998ecf8427e",
            "tGzv3JOkF0XG5Qx2TlKW",
        ] {
            assert!(is_key(key), "{key}");
        }
        for other in [
            "0123456789abcdef0123456789abcdef01234567",
            "123e4567-e89b-12d3-a456-426614174000",
            "/usr/lib/x86_64-linux-gnu/libc.so.6",
            "feature-branch-with-a-long-name",
            "VeryLongCamelCaseIdentifierName",
            "short1",
            "2026-01-01T00:00:00Z",
        ] {
            assert!(!is_key(other), "{other}");
        }
    }
}
