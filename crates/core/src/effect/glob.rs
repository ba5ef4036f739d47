//! Pathname expansion, as bash would do it now: `World` says which names there are.

use super::place;
use crate::world::{Stands, World};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// More matches than this are not followed one by one.
const MAX_MATCHES: usize = 512;

/// A word with unquoted `*`, `?` or `[…]` in it.
#[derive(Clone, Debug, Default)]
pub struct Pattern {
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
enum Part {
    Literal(String),
    Live(String),
}

impl Pattern {
    /// A pattern that starts with literal text.
    pub fn after(text: &str) -> Self {
        Pattern { parts: vec![Part::Literal(text.into())] }
    }

    /// Adds text that stands for itself.
    pub fn literal(&mut self, text: &str) {
        self.parts.push(Part::Literal(text.into()));
    }

    /// Adds `*`, `?` or `[…]`.
    pub fn live(&mut self, text: &str) {
        self.parts.push(Part::Live(text.into()));
    }

    /// What every match begins with.
    pub fn literal_prefix(&self) -> String {
        match self.parts.first() {
            Some(Part::Literal(text)) => text.clone(),
            Some(Part::Live(_)) | None => String::new(),
        }
    }

    /// Every match lies directly in the directory of the literal prefix: no live component leads on through a link,
    /// and no `.*` leads up.
    pub fn stays_below(&self) -> bool {
        let mut live = false;
        for part in &self.parts {
            match part {
                Part::Literal(text) if live && text.contains('/') => return false,
                Part::Literal(_) => {}
                Part::Live(_) => live = true,
            }
        }
        !self.literal_prefix().rsplit('/').next().unwrap_or("").starts_with('.')
    }

    /// The pattern cut at its slashes.
    fn components(&self) -> Vec<Vec<Token>> {
        let mut components: Vec<Vec<Token>> = vec![Vec::new()];
        for part in &self.parts {
            match part {
                Part::Literal(text) => {
                    for c in text.chars() {
                        if c == '/' {
                            components.push(Vec::new());
                        } else if let Some(last) = components.last_mut() {
                            last.push(Token::Char(c));
                        }
                    }
                }
                Part::Live(text) => {
                    if let Some(last) = components.last_mut() {
                        last.push(Token::of(text));
                    }
                }
            }
        }
        components
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Char(char),
    One,
    Many,
    Set {
        not: bool,
        ranges: Vec<(char, char)>,
    },
    /// One letter; which ones it may be depends on the shell or the locale: `[a-z]`, `[^x]`.
    Unclear,
    /// A bracket expression that is not read here.
    Odd,
}

impl Token {
    fn of(live: &str) -> Token {
        match live {
            "*" => Token::Many,
            "?" => Token::One,
            set => Token::set(set).unwrap_or(Token::Odd),
        }
    }

    fn set(text: &str) -> Option<Token> {
        let inner = text.strip_prefix('[')?.strip_suffix(']')?;
        // A slash ends the brackets for some shells; `^` is a letter like any other for dash.
        if inner.contains(['[', ']', '\\', '/']) || !inner.is_ascii() {
            return None;
        }
        if inner.starts_with('^') {
            return Some(Token::Unclear);
        }
        let (not, inner) = match inner.strip_prefix('!') {
            Some(rest) => (true, rest),
            None => (false, inner),
        };
        let mut ranges = Vec::new();
        let mut chars = inner.chars().peekable();
        while let Some(low) = chars.next() {
            let mut ahead = chars.clone();
            match (ahead.next(), ahead.next()) {
                // Which letters a range of letters holds depends on the locale.
                (Some('-'), Some(high)) if low.is_ascii_digit() && high.is_ascii_digit() => {
                    ranges.push((low, high));
                    chars = ahead;
                }
                (Some('-'), Some(_)) => return Some(Token::Unclear),
                _ => ranges.push((low, low)),
            }
        }
        Some(Token::Set { not, ranges })
    }
}

/// The names a pattern matches, sorted; empty when none does (bash then keeps the word). `None`: cannot be known.
pub fn expand(world: &dyn World, cwd: &str, pattern: &Pattern) -> Option<Vec<String>> {
    let components = pattern.components();
    if components.iter().any(|component| is_odd(component)) {
        return None;
    }
    let mut found: Vec<String> = vec![String::new()];
    let last = components.len().saturating_sub(1);
    for (index, component) in components.iter().enumerate() {
        let mut next = Vec::new();
        for base in &found {
            step(world, cwd, base, component, &mut next)?;
        }
        if index < last {
            for path in &mut next {
                path.push('/');
            }
        }
        if next.len() > MAX_MATCHES {
            return None;
        }
        found = next;
    }
    found.sort();
    Some(found)
}

/// The pattern may match a file of which `test` holds, whatever the shell and its options make of the pattern. Its last component
/// alone is live. With `any_name` an option may have changed what it matches: hidden files, letters of either case.
pub fn may_match(
    world: &dyn World,
    cwd: &str,
    pattern: &Pattern,
    any_name: bool,
    test: impl Fn(&str) -> bool,
) -> bool {
    let prefix = pattern.literal_prefix();
    let folder =
        prefix.rsplit_once('/').map_or(".", |(folder, _)| if folder.is_empty() { "/" } else { folder });
    let Some(folder) = world.resolve(&place::join(cwd, folder)) else { return true };
    if folder.stands != Stands::Directory {
        return false;
    }
    let Some(names) = world.list(&folder.path) else { return true };
    let mut last = pattern.components().pop().unwrap_or_default();
    // Where brackets that are not read here end is not known either.
    if let Some(odd) = last.iter().position(|token| *token == Token::Odd) {
        last.truncate(odd);
        last.push(Token::Many);
    }
    let is_matched = |name: &String| {
        // What one letter is depends on the locale.
        let may_match = || !name.is_ascii() || matches(&last, &name.chars().collect::<Vec<_>>());
        any_name || (!name.starts_with('.') && may_match())
    };
    names.iter().filter(|name| is_matched(name)).any(|name| test(&place::join(&folder.path, name)))
}

/// Shells disagree about what it matches: `**` leads down any number of folders, or none, for zsh, and `.*` matches `..` for
/// dash and older versions of bash.
fn is_odd(component: &[Token]) -> bool {
    let many = |pair: &[Token]| pair.iter().all(|token| *token == Token::Many);
    let live = component.iter().any(|token| !matches!(token, Token::Char(_)));
    component.contains(&Token::Odd)
        || component.contains(&Token::Unclear)
        || component.windows(2).any(many)
        || (live && component.first() == Some(&Token::Char('.')))
}

/// Adds what one component matches below `base`.
fn step(world: &dyn World, cwd: &str, base: &str, component: &[Token], next: &mut Vec<String>) -> Option<()> {
    let literal: Option<String> = component
        .iter()
        .map(|token| match token {
            Token::Char(c) => Some(*c),
            Token::One | Token::Many | Token::Set { .. } | Token::Unclear | Token::Odd => None,
        })
        .collect();
    if let Some(name) = literal {
        let path = [base, name.as_str()].concat();
        let found = world.resolve(&place::join(cwd, &path))?;
        let is_there = match found.stands {
            Stands::Directory => true,
            // A slash at the end asks for a directory.
            Stands::File { .. } | Stands::Other => !name.is_empty(),
            Stands::Nothing => is_link(world, cwd, base, &name, &found.path)?,
        };
        if is_there {
            next.push(path);
        }
        return Some(());
    }
    let directory = place::join(cwd, if base.is_empty() { "." } else { base });
    match world.resolve(&directory)?.stands {
        Stands::Directory => {}
        Stands::Nothing | Stands::File { .. } | Stands::Other => return Some(()),
    }
    let counts = component.iter().any(|token| matches!(token, Token::One | Token::Set { .. }));
    for name in world.list(&directory)? {
        // What one letter is depends on the locale.
        if counts && !name.is_ascii() {
            return None;
        }
        if !name.starts_with('.') && matches(component, &name.chars().collect::<Vec<_>>()) {
            next.push([base, &name].concat().to_string());
        }
    }
    Some(())
}

/// The name stands there although nothing is behind it: a link that leads nowhere yet. bash counts it as a match, and
/// writing to it creates what it names.
fn is_link(world: &dyn World, cwd: &str, base: &str, name: &str, led_to: &str) -> Option<bool> {
    let directory = world.resolve(&place::join(cwd, if base.is_empty() { "." } else { base }))?;
    Some(
        directory.stands == Stands::Directory
            && !name.is_empty()
            && place::join(&directory.path, name) != led_to,
    )
}

/// Greedy with one point to come back to: linear in practice, quadratic at worst.
fn matches(pattern: &[Token], name: &[char]) -> bool {
    let (mut p, mut n) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match (pattern.get(p), name.get(n)) {
            (Some(Token::Many), _) => {
                star = Some((p + 1, n));
                p += 1;
            }
            (Some(token), Some(c)) if one(token, *c) => {
                p += 1;
                n += 1;
            }
            _ => match star {
                Some((after, at)) => {
                    star = Some((after, at + 1));
                    (p, n) = (after, at + 1);
                }
                None => return false,
            },
        }
    }
    pattern.iter().skip(p).all(|token| *token == Token::Many)
}

fn one(token: &Token, c: char) -> bool {
    match token {
        Token::Char(expected) => *expected == c,
        Token::One | Token::Unclear => true,
        Token::Set { not, ranges } => ranges.iter().any(|(low, high)| (*low..=*high).contains(&c)) != *not,
        Token::Many | Token::Odd => false,
    }
}
