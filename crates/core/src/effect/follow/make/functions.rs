//! Functions of make: those on text are computed, `shell` is a step, others are not followed.

use super::scan::arguments;
use super::{Makefile, UNKNOWN};
use crate::effect::follow::plan::quoted;
use crate::effect::place;
use crate::words::listed;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Functions on text, with how many arguments each takes.
const TEXT: &[(&str, usize)] = &[
    ("subst", 3),
    ("patsubst", 3),
    ("strip", 1),
    ("findstring", 2),
    ("filter", 2),
    ("filter-out", 2),
    ("sort", 1),
    ("word", 2),
    ("words", 1),
    ("firstword", 1),
    ("lastword", 1),
    ("dir", 1),
    ("notdir", 1),
    ("suffix", 1),
    ("basename", 1),
    ("addsuffix", 2),
    ("addprefix", 2),
    ("abspath", 1),
];

const OTHER: &str = "if or and foreach call shell info warning error wildcard realpath eval value origin flavor file \
    join wordlist guile let intcmp";

/// Most words that a loop goes through.
const MAX_WORDS: usize = 256;

pub fn is_function(name: &str) -> bool {
    TEXT.iter().any(|(known, _)| *known == name) || listed(OTHER, name)
}

impl Makefile<'_> {
    /// `$(name text)`.
    pub(super) fn function(&mut self, name: &str, text: &str) -> String {
        if let Some((_, count)) = TEXT.iter().find(|(known, _)| *known == name) {
            let Some(parts) = self.parts(text, *count) else { return UNKNOWN.to_string() };
            let parts: Vec<String> = parts.into_iter().map(|part| self.expand(part)).collect();
            if parts.len() != *count || parts.iter().any(|part| part.contains(UNKNOWN)) {
                return UNKNOWN.to_string();
            }
            return computed(name, &parts, self.around.directory()).unwrap_or_else(|| UNKNOWN.to_string());
        }
        match name {
            "if" => self.choose(text),
            "or" | "and" => self.any_or_all(name, text),
            "foreach" => self.each(text),
            "call" => self.call(text),
            "info" | "warning" | "error" => {
                let said = self.expand(text);
                self.note_secret(&said);
                String::new()
            }
            "shell" => {
                let command = self.expand(text);
                self.shell_text(&command, true);
                UNKNOWN.to_string()
            }
            "wildcard" | "realpath" | "value" | "origin" | "flavor" | "join" | "wordlist" => {
                self.expand(text);
                UNKNOWN.to_string()
            }
            // `eval` makes rules, `file` reads or writes, the rest is not known.
            _ => {
                let text = self.expand(text);
                // `$(file <.env)`
                let read = text.strip_prefix('<').map(str::trim).filter(|path| !path.contains(UNKNOWN));
                if let Some(path) = read.filter(|_| name == "file") {
                    self.shell_text(&["cat -- ", &quoted(path)].concat(), true);
                }
                self.plan.doubt(alloc::format!("`$({name} …)` is not followed"));
                UNKNOWN.to_string()
            }
        }
    }

    /// The arguments of a function, not yet expanded.
    fn parts<'t>(&mut self, text: &'t str, most: usize) -> Option<Vec<&'t str>> {
        let parts = arguments(text, most);
        if parts.is_none() {
            self.expand(text);
            self.plan.doubt("brackets stand alone among the arguments of a function");
        }
        parts
    }

    fn choose(&mut self, text: &str) -> String {
        let Some(parts) = self.parts(text, 3) else { return UNKNOWN.to_string() };
        let condition = self.expand(parts.first().copied().unwrap_or_default().trim());
        let (yes, no) =
            (parts.get(1).copied().unwrap_or_default(), parts.get(2).copied().unwrap_or_default());
        if condition.contains(UNKNOWN) {
            self.expand(yes);
            self.expand(no);
            return UNKNOWN.to_string();
        }
        self.expand(if condition.is_empty() { no } else { yes })
    }

    /// What may not be looked at is looked at too: only more is found that way.
    fn any_or_all(&mut self, name: &str, text: &str) -> String {
        let Some(parts) = self.parts(text, usize::MAX) else { return UNKNOWN.to_string() };
        let values: Vec<String> = parts.into_iter().map(|part| self.expand(part.trim())).collect();
        if values.iter().any(|value| value.contains(UNKNOWN)) {
            return UNKNOWN.to_string();
        }
        let found = match name {
            "or" => values.iter().find(|value| !value.is_empty()),
            _ if values.iter().any(String::is_empty) => None,
            _ => values.last(),
        };
        found.cloned().unwrap_or_default()
    }

    fn each(&mut self, text: &str) -> String {
        let Some(parts) = self.parts(text, 3) else { return UNKNOWN.to_string() };
        let [name, words, body] = parts.as_slice() else { return UNKNOWN.to_string() };
        let (name, words) = (self.expand(name.trim()), self.expand(words));
        if words.contains(UNKNOWN) || words.split_whitespace().count() > MAX_WORDS {
            self.bound.push((name, UNKNOWN.to_string()));
            self.expand(body);
            self.bound.pop();
            return UNKNOWN.to_string();
        }
        let mut out: Vec<String> = Vec::new();
        for word in words.split_whitespace() {
            self.bound.push((name.clone(), word.to_string()));
            out.push(self.expand(body));
            self.bound.pop();
        }
        out.join(" ")
    }

    /// `$(call name,a,b)`: the variable's text with `$(1)`, `$(2)` bound.
    fn call(&mut self, text: &str) -> String {
        let Some(parts) = self.parts(text, usize::MAX) else { return UNKNOWN.to_string() };
        let parts: Vec<String> = parts.into_iter().map(|part| self.expand(part)).collect();
        let name = parts.first().map(|name| name.trim().to_string()).unwrap_or_default();
        if is_function(&name) || self.bound.len() > 64 {
            self.plan.doubt("a function is called by a name that is put together");
            return UNKNOWN.to_string();
        }
        let before = self.bound.len();
        for number in 0..10_usize {
            let value = parts.get(number).cloned().unwrap_or_default();
            self.bound.push((number.to_string(), value));
        }
        let value = match self.variables.get(&name).cloned() {
            Some(super::Variable::Recursive(body)) => self.expand(&body),
            Some(super::Variable::Simple(value)) => value,
            None => self.value(&name),
        };
        self.bound.truncate(before);
        value
    }
}

/// `$(name:from=to)`.
pub fn substituted(value: &str, from: &str, to: &str) -> String {
    if [value, from, to].iter().any(|part| part.contains(UNKNOWN)) || from.contains('\\') {
        return UNKNOWN.to_string();
    }
    let (from, to) = if from.contains('%') {
        (from.to_string(), to.to_string())
    } else {
        (alloc::format!("%{from}"), alloc::format!("%{to}"))
    };
    each_word(value, |word| replaced(word, &from, &to))
}

fn computed(name: &str, parts: &[String], directory: &str) -> Option<String> {
    let part = |at: usize| parts.get(at).map_or("", String::as_str);
    let last = parts.last().map_or("", String::as_str);
    let word = |number: &str, text: &str| {
        let number: usize = number.trim().parse().ok()?;
        Some(text.split_whitespace().nth(number.checked_sub(1)?).unwrap_or_default().to_string())
    };
    let by_pattern = matches!(name, "patsubst" | "filter" | "filter-out");
    Some(match name {
        _ if by_pattern && part(0).contains('\\') => return None,
        "subst" if part(0).is_empty() => return None,
        "subst" => last.replace(part(0), part(1)),
        "patsubst" => each_word(last, |word| replaced(word, part(0).trim(), part(1).trim())),
        "strip" => each_word(last, ToString::to_string),
        "findstring" => {
            if last.contains(part(0)) {
                part(0).to_string()
            } else {
                String::new()
            }
        }
        "filter" => kept(last, |word| part(0).split_whitespace().any(|pattern| matches(pattern, word))),
        "filter-out" => kept(last, |word| !part(0).split_whitespace().any(|pattern| matches(pattern, word))),
        "sort" => {
            let mut words: Vec<&str> = last.split_whitespace().collect();
            words.sort_unstable();
            words.dedup();
            words.join(" ")
        }
        "word" => return word(part(0), last),
        "words" => last.split_whitespace().count().to_string(),
        "firstword" => last.split_whitespace().next().unwrap_or_default().to_string(),
        "lastword" => last.split_whitespace().next_back().unwrap_or_default().to_string(),
        "dir" => each_word(last, |word| {
            word.rfind('/').map_or("./", |at| word.get(..=at).unwrap_or_default()).to_string()
        }),
        "notdir" => each_word(last, |word| word.rsplit('/').next().unwrap_or_default().to_string()),
        "suffix" => each_word(last, |word| dot(word).1.to_string()),
        "basename" => each_word(last, |word| dot(word).0.to_string()),
        "addsuffix" => each_word(last, |word| alloc::format!("{word}{}", part(0))),
        "addprefix" => each_word(last, |word| alloc::format!("{}{word}", part(0))),
        "abspath" => each_word(last, |word| place::normal(&place::join(directory, word))),
        _ => return None,
    })
}

fn each_word(text: &str, change: impl Fn(&str) -> String) -> String {
    text.split_whitespace().map(change).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn kept(text: &str, keep: impl Fn(&str) -> bool) -> String {
    text.split_whitespace().filter(|word| keep(word)).collect::<Vec<_>>().join(" ")
}

/// The part that `%` of a pattern stands for.
pub fn stem<'a>(pattern: &str, word: &'a str) -> Option<&'a str> {
    match pattern.split_once('%') {
        Some((head, tail)) => word.strip_prefix(head)?.strip_suffix(tail),
        None => (pattern == word).then_some(""),
    }
}

fn matches(pattern: &str, word: &str) -> bool {
    stem(pattern, word).is_some()
}

fn replaced(word: &str, from: &str, to: &str) -> String {
    match stem(from, word) {
        Some(stem) => to.replacen('%', stem, 1),
        None => word.to_string(),
    }
}

/// A word in front of its last dot, and from it on; a dot in a directory's name is none.
fn dot(word: &str) -> (&str, &str) {
    match word.rfind('.').filter(|at| !word.get(*at..).unwrap_or_default().contains('/')) {
        Some(at) => word.split_at_checked(at).unwrap_or((word, "")),
        None => (word, ""),
    }
}
