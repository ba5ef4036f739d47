//! Every text once: what repeats is named by its number.

use crate::json::{list, quoted};
use mastiff_core::escape::{cut, for_people};
use std::collections::HashMap;

/// The longest text, in bytes.
const TEXT: usize = 4_096;

/// Values by number, each there once; number 0 is the empty text.
#[derive(Debug)]
pub struct Pool {
    numbers: HashMap<String, usize>,
    values: Vec<String>,
}

impl Default for Pool {
    fn default() -> Self {
        let mut pool = Pool { numbers: HashMap::new(), values: Vec::new() };
        pool.raw("\"\"".into());
        pool
    }
}

impl Pool {
    /// The number of a text, made safe to show.
    pub fn text(&mut self, text: &str) -> usize {
        if text.is_empty() { 0 } else { self.raw(quoted(&for_people(&cut(text, TEXT)))) }
    }

    /// The same for lines: their ends stay.
    pub fn lines(&mut self, text: &str) -> usize {
        let lines: Vec<_> = text.split('\n').map(for_people).collect();
        if text.is_empty() { 0 } else { self.raw(quoted(&lines.join("\n"))) }
    }

    /// The number of a text that may be missing.
    pub fn maybe(&mut self, text: Option<&str>) -> usize {
        self.text(text.unwrap_or_default())
    }

    /// The number of a value that is JSON already.
    pub fn raw(&mut self, json: String) -> usize {
        let next = self.values.len();
        *self.numbers.entry(json).or_insert_with_key(|json| {
            self.values.push(json.clone());
            next
        })
    }

    /// All values, in the order of their numbers.
    pub fn done(self) -> String {
        list(self.values.into_iter())
    }
}
