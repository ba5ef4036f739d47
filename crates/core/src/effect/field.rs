//! A field while it is put together from the pieces of a word.

use super::glob::Pattern;
use super::value::{COUNT_MARK, FRESH_MARK, NUMBER_MARK, REVISION_MARK, SECRET, Shape, Unknown, Value};
use alloc::string::String;
use alloc::vec::Vec;

/// A longer value is not followed.
pub const MAX_VALUE: usize = 64 * 1024;
/// More texts than this are not put together.
const MAX_TEXTS: usize = 16;

/// A field so far.
#[derive(Default)]
pub struct Field {
    /// It is an argument even if it stays empty.
    pub exists: bool,
    /// Something that stays stands in it: a quoted piece, literal text.
    solid: bool,
    /// Something stands beside the first unknown piece.
    joined: bool,
    /// Certain text; behind the first unknown piece nothing is added.
    pub text: String,
    unknown: Option<Unknown>,
    /// All that it may be, while that is known.
    texts: Option<Vec<String>>,
    /// The certain text with marks, while every unknown piece has a shape.
    marked: Option<String>,
    /// Set as soon as a live `*`, `?` or `[…]` stands in it.
    pub glob: Option<Pattern>,
}

impl Field {
    /// Adds text that stands for itself.
    pub fn push(&mut self, text: &str) {
        self.joined |= self.unknown.is_some() && !text.is_empty();
        self.solid |= !text.is_empty();
        if let Some(glob) = &mut self.glob {
            glob.literal(text);
        }
        if self.unknown.is_some() {
            return self.push_behind(text);
        }
        if self.text.len() + text.len() > MAX_VALUE {
            return self.unknown(too_long());
        }
        self.text.push_str(text);
    }

    fn push_behind(&mut self, text: &str) {
        for one in self.texts.iter_mut().flatten() {
            one.push_str(text);
        }
        match &mut self.marked {
            Some(marked) if !is_marked(text) && marked.len() < MAX_VALUE => marked.push_str(text),
            Some(_) | None => self.marked = None,
        }
    }

    /// A quoted piece: the field exists even if the piece is empty.
    pub fn quoted(&mut self) {
        self.exists = true;
        self.solid = true;
    }

    /// Adds a live `*`, `?` or `[…]`.
    pub fn pattern(&mut self, pattern: &str) {
        self.exists = true;
        (self.texts, self.marked) = (None, None);
        let text = &self.text;
        self.glob.get_or_insert_with(|| Pattern::after(text)).live(pattern);
        if self.unknown.is_none() {
            self.text.push_str(pattern);
        }
    }

    /// Adds a piece that is not known.
    pub fn unknown(&mut self, unknown: Unknown) {
        self.exists = true;
        self.compose(&unknown);
        match &mut self.unknown {
            None => {
                self.joined = !self.text.is_empty();
                self.text.push_str(&unknown.prefix);
                self.unknown = Some(unknown);
            }
            Some(first) => {
                first.splits |= unknown.splits;
                if unknown.why == SECRET {
                    first.why = SECRET;
                }
                first.listed = false;
                self.joined = true;
            }
        }
    }

    /// What the texts and the marked text become with one more unknown piece.
    fn compose(&mut self, unknown: &Unknown) {
        let first = self.unknown.is_none() && self.glob.is_none();
        let before = if first { Some(alloc::vec![self.text.clone()]) } else { self.texts.take() };
        self.texts = match (&unknown.shape, before) {
            (Shape::OneOf(texts), Some(before)) if before.len() * texts.len() <= MAX_TEXTS => {
                let both = before.iter().flat_map(|a| texts.iter().map(move |b| [a.as_str(), b].concat()));
                Some(both.collect())
            }
            _ => None,
        };
        let before = if first { Some(self.text.clone()) } else { self.marked.take() };
        self.marked = match (unknown.marked(), before) {
            (Some(marked), Some(before)) if !first || !is_marked(&before) => Some([before, marked].concat()),
            _ => None,
        };
    }

    /// Adds a value.
    pub fn take(&mut self, value: Value) {
        match value {
            Value::Known(text) => self.push(&text),
            Value::Unknown(unknown) => self.unknown(unknown),
        }
    }

    /// Nothing in it is unknown.
    pub fn is_known(&self) -> bool {
        self.unknown.is_none()
    }

    /// Certainly nothing stands in it.
    pub fn is_empty(&self) -> bool {
        self.unknown.is_none() && self.glob.is_none() && self.text.is_empty()
    }

    /// Nothing may stand in it yet.
    pub fn may_be_empty(&self) -> bool {
        let unknown = self.unknown.is_some();
        let texts = self.texts.as_ref().filter(|_| unknown);
        self.text.is_empty()
            && self.glob.is_none()
            && texts.is_none_or(|texts| texts.iter().any(String::is_empty))
    }

    /// What the field became.
    pub fn value(self) -> Value {
        let Some(unknown) = self.unknown else { return Value::Known(self.text) };
        // Without anything that stays, an empty text is no field at all.
        let vanishes = !self.solid && self.texts.iter().flatten().any(String::is_empty);
        let splits = unknown.splits || vanishes;
        if !self.joined {
            return Value::Unknown(Unknown { splits, ..unknown });
        }
        if let Some(texts) = self.texts {
            return Value::one_of(texts, PUT_TOGETHER).with_splits(splits);
        }
        let shape = match self.marked {
            Some(marked) => Shape::of_parts(marked),
            None => Shape::Free,
        };
        // A number with anything beside it is no number, and a listed name no name that was listed.
        let kept = unknown.shape == Shape::Free || unknown.why == SECRET;
        let why = if kept { unknown.why } else { PUT_TOGETHER };
        Value::Unknown(Unknown { prefix: self.text, splits, shape, ..Unknown::one(why) })
    }

    /// Its unknown piece may become none or several fields.
    pub fn splits(&self) -> bool {
        self.unknown.as_ref().is_some_and(|unknown| unknown.splits)
    }
}

const PUT_TOGETHER: &str = "is put together from parts";

/// A literal mark would be taken for a part.
fn is_marked(text: &str) -> bool {
    text.contains([NUMBER_MARK, COUNT_MARK, REVISION_MARK, FRESH_MARK])
}

/// A value that is too long to be followed.
pub fn too_long() -> Unknown {
    Unknown::one("is too long to be followed")
}
