//! The places of a row, read from its text.

use super::shape::Shape;

/// Where the value of a flag stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// In the same word.
    Attached,
    /// In the next one.
    Next,
    /// In either.
    Either,
}

/// One place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The value of a flag.
    Flag {
        /// With its dashes.
        flag: &'static str,
        /// What of the value.
        shape: Shape,
        /// Where it stands.
        stands: Stands,
    },
    /// A flag with a value that is no secret.
    Value(&'static str),
    /// A flag without a value.
    Switch(&'static str),
    /// The operand of this number, from 1 on; 0: each of them.
    Operand(usize, Shape),
    /// The same if the first operand names a secret setting.
    Setting(usize),
    /// The last operand, if the flags hold a `b`.
    LastOfBatch,
    /// What stands behind this word.
    Behind(&'static str),
    /// The two words behind this one.
    BehindTwo(&'static str),
    /// The value of `name=value` with this name, or with one that ends in it behind a dot.
    Pair(&'static str),
    /// The value of `--arg NAME VALUE` and `-v NAME %s VALUE`, if the name announces a secret.
    Named,
    /// What stands behind each word that announces a secret.
    Pairs,
    /// The operand behind the one that names a share: `\\\\host\\share` or `//host/share`.
    BehindShare,
    /// Standard input.
    Input(Shape),
    /// Standard input, with the flag `-S`.
    InputOfSudo,
    /// Standard input, if an operand names a secret.
    InputOfRead,
    /// Short flags may stand together.
    Together,
}

impl Place {
    /// The flag that it is about.
    pub fn flag(self) -> Option<&'static str> {
        match self {
            Place::Flag { flag, .. } | Place::Value(flag) | Place::Switch(flag) => Some(flag),
            Place::Operand(..)
            | Place::Setting(_)
            | Place::LastOfBatch
            | Place::Behind(_)
            | Place::BehindTwo(_)
            | Place::Pair(_)
            | Place::Named
            | Place::Pairs
            | Place::BehindShare
            | Place::Input(_)
            | Place::InputOfSudo
            | Place::InputOfRead
            | Place::Together => None,
        }
    }

    /// The same, if it takes the next word.
    pub fn takes_next(self) -> Option<&'static str> {
        let alone = matches!(self, Place::Switch(_) | Place::Flag { stands: Stands::Attached, .. });
        self.flag().filter(|_| !alone)
    }
}

/// The places that the text of a row names.
pub fn places(text: &'static str) -> impl Iterator<Item = Place> {
    text.split_ascii_whitespace().map(place)
}

fn place(text: &'static str) -> Place {
    let (name, sign) = text.split_once('|').unwrap_or((text, ""));
    let shape = Shape::of(sign);
    match text {
        "~" => return Place::Together,
        "#htpasswd" => return Place::LastOfBatch,
        "<sudo" => return Place::InputOfSudo,
        "<read" => return Place::InputOfRead,
        "@arg" => return Place::Named,
        "@pairs" => return Place::Pairs,
        "@share" => return Place::BehindShare,
        _ => {}
    }
    match text.as_bytes().first() {
        Some(b'#') if sign == "config" => Place::Setting(number(name)),
        Some(b'#') => Place::Operand(number(name), shape),
        Some(b'<') => Place::Input(shape),
        Some(b'!') => Place::Value(behind(text)),
        Some(b'?') => Place::Switch(behind(text)),
        Some(b'@') if text.starts_with("@@") => Place::BehindTwo(behind(behind(text))),
        Some(b'@') => Place::Behind(behind(text)),
        Some(b'=') => Place::Pair(behind(text)),
        _ => flag(name, shape),
    }
}

fn flag(name: &'static str, shape: Shape) -> Place {
    let (flag, stands) = match name.as_bytes().last() {
        Some(b'^') => (name.trim_end_matches('^'), Stands::Attached),
        Some(b':') => (name, Stands::Attached),
        Some(b'.') => (name.trim_end_matches('.'), Stands::Next),
        Some(_) | None => (name, Stands::Either),
    };
    Place::Flag { flag, shape, stands }
}

/// Without its sign.
fn behind(text: &'static str) -> &'static str {
    text.get(1..).unwrap_or_default()
}

/// `#3`; `#*` is 0.
fn number(name: &str) -> usize {
    name.trim_start_matches('#').parse().unwrap_or(0)
}
