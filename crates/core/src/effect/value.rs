//! What a word will be when it is used: known, or not.

use crate::verdict::Span;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The value of a word, a variable, a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Exactly this text, one field.
    Known(String),
    /// Not known before it runs.
    Unknown(Unknown),
}

/// What is still certain about an unknown value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The certain beginning; possibly empty.
    pub prefix: String,
    /// It may become none or several fields (unquoted expansion, a glob).
    pub splits: bool,
    /// It may become none: a pattern of the shell that matches nothing stays a word, and `xargs` appends what it has.
    pub may_be_none: bool,
    /// Every field it becomes is the name of an existing file below the directory part of `prefix`, begins with
    /// `prefix` and climbs nowhere: a glob, or what `find` prints.
    pub listed: bool,
    /// The directories from which such a list was looked at; none where that does not matter. From another one the same names are
    /// other files.
    pub listed_in: Vec<String>,
    /// A name of such a list may be a link that leads elsewhere.
    pub may_link: bool,
    /// What its text is made of.
    pub shape: Shape,
    /// Why, for people: completes "its value …", as in "comes from a command".
    pub why: &'static str,
}

/// What the text of an unknown value is made of, split or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Anything.
    Free,
    /// One integer, perhaps negative; never empty.
    Number,
    /// Decimal digits, perhaps none, perhaps several numbers, blanks and line ends around them: what `wc -l` prints.
    Count,
    /// Names of commits, perhaps none, perhaps several: hexadecimal digits, or a branch whose name is no flag.
    Revision,
    /// Certain text in which a mark stands for each part of one of the three shapes above, or for a fresh path.
    Parts(String),
    /// One of these texts, the whole of it: what both ways of a branch, or a command that may fail, leave behind.
    OneOf(Vec<String>),
}

/// In [`Shape::Parts`]: a [`Shape::Number`].
pub const NUMBER_MARK: char = '\u{1}';
/// In [`Shape::Parts`]: a [`Shape::Count`].
pub const COUNT_MARK: char = '\u{2}';
/// In [`Shape::Parts`]: a [`Shape::Revision`].
pub const REVISION_MARK: char = '\u{3}';
/// In [`Shape::Parts`]: the path of what `mktemp` made; nothing, if that failed.
pub const FRESH_MARK: char = '\u{4}';

/// Why a value is not known that nobody should see.
pub const SECRET: &str = "is a secret of the environment";

/// Why a word that stands for several files is not known: shells sort them by the locale. Where a program takes all of
/// them alike, each was judged already, in some order; see [`Arg::is_judged`].
pub const MATCHES: &str = "stands for several files in an order that only the shell knows";

/// More texts than this are no knowledge, nor are longer ones.
const MAX_TEXTS: usize = 4;
const MAX_TEXT: usize = 4_096;

impl Unknown {
    /// One field of which nothing is certain.
    pub fn one(why: &'static str) -> Self {
        Unknown {
            prefix: String::new(),
            splits: false,
            may_be_none: false,
            listed: false,
            listed_in: Vec::new(),
            may_link: true,
            shape: Shape::Free,
            why,
        }
    }

    /// No field, one or several, of which nothing is certain.
    pub fn several(why: &'static str) -> Self {
        Unknown { splits: true, may_be_none: true, ..Unknown::one(why) }
    }

    /// The directory that holds everything a listed value can stand for.
    pub fn directory(&self) -> &str {
        match self.prefix.rsplit_once('/') {
            Some(("", _)) => "/",
            Some((directory, _)) => directory,
            None => ".",
        }
    }

    /// The certain text with a mark for each part that is not known; `None` when a part may be anything.
    pub fn marked(&self) -> Option<String> {
        match &self.shape {
            Shape::Number => Some(NUMBER_MARK.into()),
            Shape::Count => Some(COUNT_MARK.into()),
            Shape::Revision => Some(REVISION_MARK.into()),
            Shape::Parts(text) => Some(text.clone()),
            Shape::Free | Shape::OneOf(_) => None,
        }
    }

    /// What stands behind the first `bytes` of the certain beginning: the value in `--flag=value`.
    pub fn behind(&self, bytes: usize) -> Value {
        let cut = |text: &str| text.get(bytes..).unwrap_or("").to_string();
        let shape = match &self.shape {
            Shape::OneOf(texts) => {
                let texts = texts.iter().map(|text| cut(text)).collect();
                return Value::one_of(texts, self.why).with_splits(self.splits);
            }
            Shape::Parts(text) => Shape::of_parts(cut(text)),
            other @ (Shape::Free | Shape::Number | Shape::Count | Shape::Revision) => other.clone(),
        };
        Value::Unknown(Unknown { prefix: cut(&self.prefix), shape, ..self.clone() })
    }

    /// However many fields it becomes, each consists of digits or is the name of a commit.
    pub fn is_plain_words(&self) -> bool {
        matches!(self.shape, Shape::Count | Shape::Revision)
    }

    /// Several files, each of them known.
    fn is_matches(&self) -> bool {
        self.splits && self.why == MATCHES
    }

    /// A field of it may be this text.
    fn may_be(&self, text: &str) -> bool {
        let is_integer = || {
            let digits = text.strip_prefix('-').unwrap_or(text);
            !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
        };
        match &self.shape {
            Shape::OneOf(texts) if self.splits => {
                texts.iter().any(|one| one.split_whitespace().any(|field| field == text))
            }
            Shape::OneOf(texts) => texts.iter().any(|one| one == text),
            Shape::Number => is_integer(),
            Shape::Count => text.bytes().all(|b| b.is_ascii_digit()),
            // Somebody may have given a branch any name.
            Shape::Revision => !text.starts_with('-'),
            // Behind the first field anything may come.
            Shape::Parts(_) | Shape::Free if self.splits && !self.listed => true,
            Shape::Parts(parts) => {
                let marks = [NUMBER_MARK, COUNT_MARK, REVISION_MARK, FRESH_MARK];
                parts.split(marks).next().is_none_or(|certain| text.starts_with(certain))
            }
            Shape::Free => text.starts_with(self.prefix.as_str()),
        }
    }

    /// A field of it may look like a flag.
    fn may_be_flag(&self) -> bool {
        let free = self.prefix.is_empty() || self.prefix.starts_with('-');
        match &self.shape {
            // Names that begin with a sign are no such word.
            _ if self.is_matches() => false,
            _ if self.splits && !self.listed => true,
            Shape::OneOf(texts) => texts.iter().any(|text| text.starts_with('-') && text != "-"),
            Shape::Count | Shape::Revision => false,
            Shape::Parts(text) => dash_may_lead(text),
            Shape::Free | Shape::Number => free,
        }
    }
}

/// A mark may vanish or end a field: a dash, or a number with one, behind it or in front may then begin one.
fn dash_may_lead(text: &str) -> bool {
    let mut leads = true;
    for c in text.chars() {
        if leads && (c == '-' || c == NUMBER_MARK) {
            return true;
        }
        leads = matches!(c, COUNT_MARK | REVISION_MARK | FRESH_MARK);
    }
    false
}

impl Shape {
    /// The shape of a text with marks in it.
    pub fn of_parts(text: String) -> Shape {
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(NUMBER_MARK), None) => Shape::Number,
            (Some(COUNT_MARK), None) => Shape::Count,
            (Some(REVISION_MARK), None) => Shape::Revision,
            _ => Shape::Parts(text),
        }
    }
}

impl Value {
    /// A known text.
    pub fn known(text: impl Into<String>) -> Self {
        Value::Known(text.into())
    }

    /// An unknown value of which nothing is certain.
    pub fn unknown(why: &'static str) -> Self {
        Value::Unknown(Unknown::several(why))
    }

    /// One field that is not known, of this shape.
    pub fn shaped(shape: Shape, why: &'static str) -> Self {
        Value::Unknown(Unknown { shape, ..Unknown::one(why) })
    }

    /// One of these texts.
    pub fn one_of(mut texts: Vec<String>, why: &'static str) -> Self {
        texts.sort();
        texts.dedup();
        let prefix = common_prefix(&texts);
        match texts.as_slice() {
            [only] => Value::known(only.as_str()),
            [] => Value::Unknown(Unknown::one(why)),
            many if many.len() > MAX_TEXTS || many.iter().any(|text| text.len() > MAX_TEXT) => {
                Value::Unknown(Unknown { prefix, ..Unknown::one(why) })
            }
            _ => Value::Unknown(Unknown { prefix, shape: Shape::OneOf(texts), ..Unknown::one(why) }),
        }
    }

    /// Names of existing files that begin with `prefix`; see [`Unknown::listed`].
    pub fn listed(prefix: impl Into<String>, splits: bool, why: &'static str) -> Self {
        Value::Unknown(Unknown { prefix: prefix.into(), splits, listed: true, ..Unknown::one(why) })
    }

    /// The same value; an unknown one becomes one field, or may become several.
    pub fn with_splits(self, splits: bool) -> Self {
        match self {
            Value::Known(text) => Value::Known(text),
            Value::Unknown(unknown) => Value::Unknown(Unknown { splits, ..unknown }),
        }
    }

    /// The text, if it is known.
    pub fn text(&self) -> Option<&str> {
        match self {
            Value::Known(text) => Some(text),
            Value::Unknown(_) => None,
        }
    }

    /// It is exactly this text, for certain. For what makes a call safer; where the text would make it worse, ask
    /// [`Value::may_be`].
    pub fn is_text(&self, text: &str) -> bool {
        self.text() == Some(text)
    }

    /// It is this text, or may turn out to be: `"ex$x"` may be `expire`. For what makes a call worse.
    pub fn may_be(&self, text: &str) -> bool {
        match self {
            Value::Known(known) => known == text,
            Value::Unknown(unknown) => unknown.may_be(text),
        }
    }

    /// Every text it may be, if that is known.
    pub fn texts(&self) -> Option<Vec<&str>> {
        match self {
            Value::Known(text) => Some(alloc::vec![text.as_str()]),
            Value::Unknown(Unknown { shape: Shape::OneOf(texts), .. }) => {
                Some(texts.iter().map(String::as_str).collect())
            }
            Value::Unknown(_) => None,
        }
    }

    /// The part that is certain: all of it, or the beginning.
    pub fn prefix(&self) -> &str {
        match self {
            Value::Known(text) => text,
            Value::Unknown(unknown) => &unknown.prefix,
        }
    }

    /// The shape of an unknown value.
    pub fn shape(&self) -> Option<&Shape> {
        match self {
            Value::Known(_) => None,
            Value::Unknown(unknown) => Some(&unknown.shape),
        }
    }

    /// It holds a secret of the environment.
    pub fn is_secret(&self) -> bool {
        matches!(self, Value::Unknown(unknown) if unknown.why == SECRET)
    }

    /// It may be read as a flag by a program that looks for flags at its place.
    pub fn may_be_flag(&self) -> bool {
        match self {
            Value::Known(text) => text.starts_with('-') && text != "-",
            Value::Unknown(unknown) => unknown.may_be_flag(),
        }
    }
}

/// What all texts begin with.
pub fn common_prefix(texts: &[String]) -> String {
    let Some((first, rest)) = texts.split_first() else { return String::new() };
    let mut common = first.as_str();
    for text in rest {
        let end = common.char_indices().zip(text.chars()).find(|((_, a), b)| a != b).map(|((at, _), _)| at);
        common = common.get(..end.unwrap_or(common.len().min(text.len()))).unwrap_or("");
    }
    common.to_string()
}

/// An argument after expansion: a value and where it stood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arg {
    /// The value.
    pub value: Value,
    /// Its word.
    pub span: Span,
}

impl Arg {
    /// The text, if it is known.
    pub fn text(&self) -> Option<&str> {
        self.value.text()
    }

    /// It is exactly this text, for certain; see [`Value::is_text`].
    pub fn is_text(&self, text: &str) -> bool {
        self.value.is_text(text)
    }

    /// It may turn out to be this text; see [`Value::may_be`].
    pub fn may_be(&self, text: &str) -> bool {
        self.value.may_be(text)
    }

    /// It stands for several files, and each of them was judged where the program takes all of them alike. Only a reader
    /// that gives every one the same role may pass over it.
    pub fn is_judged(&self) -> bool {
        matches!(&self.value, Value::Unknown(unknown) if unknown.is_matches())
    }

    /// It stands for files that exist, and which they are is not known.
    pub fn is_uncertain_match(&self) -> bool {
        matches!(&self.value, Value::Unknown(unknown) if unknown.listed && !unknown.is_matches())
    }

    /// It may become no word at all.
    pub fn may_vanish(&self) -> bool {
        matches!(&self.value, Value::Unknown(unknown) if unknown.may_be_none)
    }

    /// It may become none or several words.
    pub fn splits(&self) -> bool {
        matches!(&self.value, Value::Unknown(unknown) if unknown.splits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn parts(text: &str) -> Value {
        let text = text.replace('N', "\u{1}").replace('C', "\u{2}").replace('R', "\u{3}");
        Value::shaped(Shape::of_parts(text), "is a test")
    }

    #[test]
    fn what_may_be_a_flag() {
        for (text, flag) in [
            ("R", false),
            ("C", false),
            ("N", true),
            ("R..x", false),
            ("R-x", true),
            ("RR-x", true),
            ("x-R", false),
            ("-R", true),
            ("RN", true),
            ("xN", false),
            ("RC..N", false),
        ] {
            assert_eq!(parts(text).may_be_flag(), flag, "{text}");
        }
        let one_of = |texts: &[&str]| {
            Value::one_of(texts.iter().map(ToString::to_string).collect(), "is a test").may_be_flag()
        };
        assert!(!one_of(&["a", "b"]) && one_of(&["a", "-b"]) && !one_of(&["a", ""]) && !one_of(&["-", "a"]));
    }

    #[test]
    fn what_may_be_a_text() {
        let one =
            |prefix: &str| Value::Unknown(Unknown { prefix: prefix.into(), ..Unknown::one("is a test") });
        let several = |prefix: &str| one(prefix).with_splits(true);
        let texts =
            |texts: &[&str]| Value::one_of(texts.iter().map(ToString::to_string).collect(), "is a test");
        for (value, may, may_not) in [
            (Value::known("expire"), "expire", "expir"),
            (one("ex"), "expire", "show"),
            (several("ex"), "show", ""),
            (texts(&["a", "b"]), "b", "c"),
            (texts(&["a x", "b"]).with_splits(true), "x", "a x"),
            (parts("N"), "-12", "x"),
            (parts("C"), "12", "-12"),
            (parts("R"), "expire", "-x"),
            (parts("vN"), "v1", "x1"),
        ] {
            assert!(value.may_be(may), "{value:?} {may}");
            assert!(may_not.is_empty() || !value.may_be(may_not), "{value:?} {may_not}");
            assert_eq!(value.is_text(may), value.text().is_some(), "{value:?}");
        }
    }

    #[test]
    fn several_texts_have_a_common_beginning() {
        let texts =
            |texts: &[&str]| Value::one_of(texts.iter().map(ToString::to_string).collect(), "is a test");
        assert_eq!(texts(&["a", "a"]), Value::known("a"));
        assert_eq!(texts(&["src/a", "src/b"]).prefix(), "src/");
        assert_eq!(texts(&["src/a", "src/b"]).texts(), Some(vec!["src/a", "src/b"]));
        assert_eq!(texts(&["a", "b", "c", "d", "e"]).texts(), None);
        assert_eq!(texts(&["é", "è"]).prefix(), "");
    }
}
