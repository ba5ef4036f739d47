//! Revisions that are not known to the letter: `$base..HEAD` where `$base` holds what `git merge-base` prints.

use super::super::super::value::{Arg, COUNT_MARK, NUMBER_MARK, REVISION_MARK, Value};
use super::super::spec::Parsed;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A word that names no more than one commit: `main`, `HEAD~2`, `@{u}`. Not `a..b`, `^a`, and not `a^!`, `a^-`, `a^@`, which are a
/// commit and its parents.
pub fn is_one_commit(word: &str) -> bool {
    let steps = word.split('^').skip(1);
    word.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '@')
        && word.chars().all(|c| c.is_ascii_alphanumeric() || "_/.-@{}~^".contains(c))
        && !word.contains("..")
        && steps.into_iter().all(|step| step.chars().all(|c| c.is_ascii_digit() || c == '~'))
}

/// What a word names.
#[derive(Debug, PartialEq, Eq)]
pub enum Revision {
    /// One commit or a range of them, or nothing.
    Commit,
    /// The file of that path in a commit.
    File(String),
}

/// The words with each revision taken for one word. For a command that only reads it does not matter whether it
/// vanishes or becomes several, unless it is the value of a flag ([`moved`]).
pub fn settled(args: &[Arg]) -> Vec<Arg> {
    let settle = |arg: &Arg| match read(&arg.value) {
        Some(_) => Arg { value: arg.value.clone().with_splits(false), span: arg.span },
        None => arg.clone(),
    };
    args.iter().map(settle).collect()
}

/// A revision that may vanish or become several where a flag takes its value: the words behind it would move.
pub fn moved<'a>(parsed: &Parsed<'_>, args: &'a [Arg]) -> Option<&'a Arg> {
    let values: Vec<&Arg> = parsed.flags.iter().filter_map(|flag| flag.value.as_ref()).collect();
    args.iter().find(|arg| arg.splits() && values.iter().any(|value| value.span == arg.span))
}

/// Reads a value that holds a revision; `None` when it may be anything else, a path above all.
pub fn read(value: &Value) -> Option<Revision> {
    let Value::Unknown(unknown) = value else { return None };
    let marked = unknown.marked()?;
    let (revision, path) = match marked.split_once(':') {
        Some((revision, path)) => (revision, Some(path)),
        None => (marked.as_str(), None),
    };
    let ends = revision.split_once("...").or_else(|| revision.split_once(".."));
    let named = match ends {
        // Without its unknown part it still begins or ends with dots, so it is no path.
        Some((from, to)) => is_end(from) && is_end(to) && (holds_mark(from) || holds_mark(to)),
        None => is_commit(revision) && holds_mark(revision),
    };
    match path {
        _ if !named => None,
        None => Some(Revision::Commit),
        Some(path) if ends.is_some() || path.contains(MARKS) => None,
        Some(path) => Some(Revision::File(path.to_string())),
    }
}

const MARKS: [char; 3] = [NUMBER_MARK, COUNT_MARK, REVISION_MARK];

fn holds_mark(text: &str) -> bool {
    text.contains(MARKS)
}

/// One end of a range.
fn is_end(text: &str) -> bool {
    let name = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '@')
            && text.chars().all(|c| c.is_ascii_alphanumeric() || "_/.-@".contains(c))
            && !text.contains("..")
    };
    let (start, steps) =
        text.split_at_checked(text.find(['~', '^']).unwrap_or(text.len())).unwrap_or((text, ""));
    text.is_empty() || is_commit(text) || (name(start) && are_steps(steps))
}

/// A name that is not known, or `HEAD`, and steps back from it.
fn is_commit(text: &str) -> bool {
    let mut mark = [0; 4];
    let mark: &str = REVISION_MARK.encode_utf8(&mut mark);
    let starts = [mark, "HEAD", "@", "origin/"];
    let rest = starts.iter().find_map(|start| text.strip_prefix(*start).map(|rest| (*start, rest)));
    match rest {
        Some(("origin/", rest)) => rest.strip_prefix(REVISION_MARK).is_some_and(are_steps),
        Some((_, rest)) => are_steps(rest),
        None => false,
    }
}

/// `~3`, `^`, `^2`, with numbers that may be unknown.
fn are_steps(text: &str) -> bool {
    text.is_empty()
        || (text.starts_with(['~', '^'])
            && text.chars().all(|c| matches!(c, '~' | '^' | NUMBER_MARK | COUNT_MARK) || c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::super::super::super::value::Shape;
    use super::*;

    #[test]
    fn words_that_can_only_be_revisions() {
        for (text, path) in [
            ("R", None),
            ("R..HEAD", None),
            ("R...HEAD", None),
            ("main..R", None),
            ("R..R", None),
            ("R..", None),
            ("R~1..R", None),
            ("R^", None),
            ("HEAD~N", None),
            ("HEAD~N..HEAD", None),
            ("origin/R..HEAD", None),
            ("R..origin/main", None),
            ("v1.2..R", None),
            ("R:src/a", Some("src/a")),
            ("R~2:.env", Some(".env")),
        ] {
            let expected = path.map_or(Revision::Commit, |path: &str| Revision::File(path.into()));
            assert_eq!(read(&parts(text)), Some(expected), "{text}");
        }
        for text in [
            "C",
            "N",
            ".envC",
            ".envR",
            "R.env",
            "R../.env",
            "R..x/../.env",
            "R/x",
            "src/R",
            "R:C",
            "Rx",
            "xR",
            "a..b:R",
            "R..a:x",
            "R R",
            "R*",
            "R^.env",
            "R~x",
            "main:R",
            ":R",
            "R..-x",
            "origin/R.env",
            "HEADR",
        ] {
            assert_eq!(read(&parts(text)), None, "{text}");
        }
    }

    fn parts(text: &str) -> Value {
        let mut marked = String::new();
        let mut letters = text.chars().peekable();
        while let Some(c) = letters.next() {
            let word = letters.peek().is_some_and(char::is_ascii_uppercase);
            marked.push(match c {
                'R' => REVISION_MARK,
                'N' => NUMBER_MARK,
                'C' => COUNT_MARK,
                c => c,
            });
            if c == 'H' && word {
                marked.extend(letters.by_ref().take(3));
            }
        }
        Value::shaped(Shape::of_parts(marked), "is a test")
    }
}
