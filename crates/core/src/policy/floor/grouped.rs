//! Groups in globs: `{a,b}`, `{a..c}`, `@(a|b)`, `?(a)`, `!(a)`, `+(a|b)`, `(a|b)`.
//!
//! Hosts hand a glob to different libraries, and each reads other groups. Whatever one of them may match counts: a group is
//! taken for each of its alternatives, what a group leaves out for anything, and a group that repeats is kept as one.

use super::super::glob::matches_name;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// More alternatives than a person would write.
const MAX_ALTERNATIVES: usize = 64;

/// Around and between the alternatives of a group that repeats.
const OPEN: char = '\u{1}';
const BETWEEN: char = '\u{2}';
const CLOSE: char = '\u{3}';

/// What separates globs in one text, for one host or another.
const SEPARATORS: &[char] = &[',', ' ', '\t', '\n', '\r', ';', '|'];

/// The globs in a text, with every group opened but those that repeat. One that begins with `!` only takes away. `None` when
/// there are too many, or the text has characters that no glob has.
pub fn opened(globs: &str) -> Option<Vec<String>> {
    if globs.contains([OPEN, BETWEEN, CLOSE]) {
        return None;
    }
    let mut pending = Vec::from([String::from(globs)]);
    let mut done: Vec<String> = Vec::new();
    while let Some(one) = pending.pop() {
        match first_opened(&one) {
            Some(each) => pending.extend(each),
            None => done.extend(one.split(SEPARATORS).map(String::from)),
        }
        if pending.len() + done.len() > MAX_ALTERNATIVES {
            return None;
        }
    }
    done.retain(|glob| !glob.is_empty() && (!glob.starts_with('!') || glob.starts_with("!!")));
    Some(done)
}

/// The text in each reading of one group in it; `None` when there is none left.
fn first_opened(text: &str) -> Option<Vec<String>> {
    if let Some(group) = Group::innermost(text) {
        return Some(group.readings());
    }
    let (front, inside, back) = innermost(text, '{', '}')?;
    let parts = match range(inside) {
        Some(range) => Vec::from([range]),
        None => inside.split(',').map(String::from).collect(),
    };
    Some(parts.iter().map(|part| [front, part, back].concat()).collect())
}

/// The first pair of brackets that holds no other.
fn innermost(text: &str, open: char, close: char) -> Option<(&str, &str, &str)> {
    let end = text.find(close)?;
    match text.get(..end)?.rfind(open) {
        Some(start) => Some((text.get(..start)?, text.get(start + 1..end)?, text.get(end + 1..)?)),
        // One that was never opened is a letter like any other.
        None => {
            let before = text.get(..=end)?.len();
            let (front, inside, back) = innermost(text.get(before..)?, open, close)?;
            Some((text.get(..before + front.len())?, inside, back))
        }
    }
}

/// `{a..c}` as a class, `{1..12}` as any digits.
fn range(inside: &str) -> Option<String> {
    let mut ends = inside.split("..");
    let (from, to) = (ends.next()?, ends.next()?);
    let is_number = |text: &str| text.trim_start_matches('-').bytes().all(|b| b.is_ascii_digit());
    let mut letters = from.chars().chain(to.chars());
    match (letters.next(), letters.next(), letters.next()) {
        (Some(from), Some(to), None) => Some(format!("[{}-{}]", from.min(to), from.max(to))),
        _ if is_number(from) && is_number(to) => Some("*".into()),
        _ => None,
    }
}

/// A group in round brackets, with the sign that says what it means.
struct Group<'a> {
    front: &'a str,
    sign: Option<char>,
    inside: &'a str,
    back: &'a str,
}

impl<'a> Group<'a> {
    fn innermost(text: &'a str) -> Option<Self> {
        let (front, inside, back) = innermost(text, '(', ')')?;
        let sign = front.chars().last().filter(|sign| "@+*?!".contains(*sign));
        let front = front.strip_suffix(|c| Some(c) == sign).unwrap_or(front);
        // Some libraries take what follows a bare group for how often it comes.
        match back.chars().next().filter(|next| sign.is_none() && "+*?".contains(*next)) {
            Some(next) => Some(Group { front, sign: Some(next), inside, back: back.get(1..)? }),
            None => Some(Group { front, sign, inside, back }),
        }
    }

    fn readings(&self) -> Vec<String> {
        let put = |text: &str| [self.front, text, self.back].concat();
        let each = self.inside.split('|').map(put);
        match self.sign {
            Some('!') => Vec::from([put("*")]),
            Some('?') => each.chain([put("")]).collect(),
            Some('+') => each.chain([put(&self.repeated())]).collect(),
            Some('*') => each.chain([put(""), put(&self.repeated())]).collect(),
            Some(_) | None => each.collect(),
        }
    }

    fn repeated(&self) -> String {
        // A path or a group in it is not followed any further.
        if self.inside.contains([OPEN, '/']) {
            return "*".into();
        }
        let mut group = String::from(OPEN);
        group.extend(self.inside.chars().map(|c| if c == '|' { BETWEEN } else { c }));
        group.push(CLOSE);
        group
    }
}

/// It has a group that repeats.
pub fn repeats(glob: &str) -> bool {
    glob.contains(OPEN)
}

/// The glob with anything in the place of its groups that repeat.
pub fn widened(glob: &str) -> String {
    match innermost(glob, OPEN, CLOSE) {
        Some((front, _, back)) => widened(&[front, "*", back].concat()),
        None => glob.into(),
    }
}

/// The name is one that a component matches, however often its groups are repeated.
pub fn matches(component: &str, name: &str) -> bool {
    let Some((front, behind)) = component.split_once(OPEN) else { return matches_name(component, name) };
    let (inside, back) = behind.split_once(CLOSE).unwrap_or((behind, ""));
    let each: Vec<&str> = inside.split(BETWEEN).collect();
    let ends = name.char_indices().map(|(at, _)| at).chain([name.len()]);
    // Where one more of the group may begin.
    let mut reached: Vec<usize> =
        ends.clone().filter(|at| name.get(..*at).is_some_and(|start| matches_name(front, start))).collect();
    // Where one of them ends: the group comes once at least.
    let mut ended: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(from) = reached.get(at).copied() {
        for to in ends.clone().filter(|to| *to >= from && !ended.contains(to)).collect::<Vec<_>>() {
            let piece = name.get(from..to).unwrap_or_default();
            if each.iter().any(|one| matches_name(one, piece)) {
                ended.push(to);
                reached.extend((!reached.contains(&to)).then_some(to));
            }
        }
        at += 1;
    }
    ended.iter().any(|at| name.get(*at..).is_some_and(|rest| matches(back, rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_opened() {
        for (globs, one) in [
            ("@(.env)", ".env"),
            ("@(a|.env)", ".env"),
            ("?(x).env", ".env"),
            ("+(.env|b)", ".env"),
            ("*(.env|b)", ".env"),
            ("(a|.env)", ".env"),
            (".(e|f)nv", ".env"),
            ("{a,@(b|.env)}", ".env"),
            ("@(a|{b,.env})", ".env"),
            ("a)@(.env)", "a).env"),
            (".{e..f}nv", ".[e-f]nv"),
            (".{f..e}nv", ".[e-f]nv"),
            (".e!(x)", ".e*"),
            ("!(a).env", "*.env"),
            ("*.ts;.env", ".env"),
            ("*.ts|.env", ".env"),
        ] {
            assert!(
                opened(globs).is_some_and(|all| all.iter().any(|glob| glob == one)),
                "{globs}: {:?}",
                opened(globs)
            );
        }
        assert_eq!(opened("!*.ts"), Some(Vec::new()));
        assert_eq!(opened("{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}"), None);
        assert_eq!(opened("a\u{1}b"), None);
    }

    #[test]
    fn groups_that_repeat() {
        for (globs, name, expected) in [
            ("+(.|e|n|v)", ".env", true),
            ("+(.e|nv)", ".env", true),
            ("*(.|e)nv", ".env", true),
            ("(.|e|n|v)+", ".env", true),
            ("*.+(p|e|m)", "x.pem", true),
            ("*.+(js|jsx)", ".env", false),
            ("*.+(js|jsx)", ".env.", false),
            ("+(a|b)", ".env", false),
            ("+([a-z])", ".env", false),
        ] {
            let all = opened(globs).unwrap_or_default();
            assert_eq!(all.iter().any(|glob| matches(glob, name)), expected, "{globs}: {all:?}");
            assert!(!expected || all.iter().any(|glob| matches_name(&widened(glob), name)), "{globs}");
        }
    }
}
