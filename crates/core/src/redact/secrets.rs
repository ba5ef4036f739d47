//! The secrets that were found in a call, so that they are not said elsewhere in its record.

use super::cooked::HOLE;
use super::marks::MASK;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// More than a call has; with more of them nothing else is said at all.
const MOST: usize = 256;
/// A part of a secret that is shorter says nothing.
const LEAST: usize = 4;

/// Values of secrets.
#[derive(Clone, Debug, Default)]
pub struct Secrets {
    values: Vec<String>,
    /// There were more.
    more: bool,
}

impl Secrets {
    /// Adds a secret: all of it, and its parts between what is substituted, line ends and signs.
    pub fn add(&mut self, secret: &str) {
        for part in secret.split([HOLE, '\n', '\r']) {
            self.add_one(part);
            let parts = part.split(['=', ';', '&', ' ', ':', ',', '"', '\'', '\\', '$', '{', '}']);
            parts
                .filter(|piece| piece.len() < part.len() && is_peculiar(piece))
                .for_each(|piece| self.add_one(piece));
        }
    }

    fn add_one(&mut self, secret: &str) {
        let secret = secret.trim();
        if secret.is_empty() || secret.contains(MASK) || self.values.iter().any(|known| known == secret) {
            return;
        }
        if self.values.len() >= MOST {
            self.more = true;
            return;
        }
        let at = self.values.partition_point(|known| known.len() >= secret.len());
        self.values.insert(at, secret.to_owned());
    }

    /// `text` without any of them. `common`: also those that may be a word of their own.
    pub fn without(&self, text: String, common: bool) -> String {
        if self.more && common && !text.is_empty() {
            return MASK.to_owned();
        }
        let mut text = text;
        for secret in &self.values {
            if (common || is_peculiar(secret)) && text.contains(secret.as_str()) {
                text = replaced(&text, secret);
            }
        }
        text
    }
}

/// Not to be taken for anything else.
fn is_peculiar(secret: &str) -> bool {
    secret.len() >= 6 && super::entropy::is_chosen(secret)
}

/// A short secret is replaced only where it stands alone.
fn replaced(text: &str, secret: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(secret) {
        let (before, found) = rest.split_at_checked(at).unwrap_or((rest, ""));
        let behind = found.get(secret.len()..).unwrap_or_default();
        let alone = !before.ends_with(char::is_alphanumeric) && !behind.starts_with(char::is_alphanumeric);
        out.push_str(before);
        out.push_str(if secret.len() >= LEAST || alone { MASK } else { secret });
        rest = behind;
    }
    out.push_str(rest);
    out
}
