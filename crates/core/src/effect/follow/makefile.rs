//! Recipes of a makefile, read as far as they are plain: rules, prerequisites, simple variables.
//!
//! Included files and generated rules are not followed. `$(shell …)` runs while the file is read, whatever the goal,
//! so those commands belong to every goal.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// What `goal` runs: its recipe, those of its prerequisites, and what runs when the file is read.
pub fn bodies(text: &str, goal: &str) -> Vec<String> {
    let file = Makefile::read(text);
    let mut open = vec![goal.to_string()];
    let mut seen: Vec<String> = vec![];
    let mut bodies = Vec::new();
    while let Some(target) = open.pop() {
        if seen.contains(&target) {
            continue;
        }
        for rule in file.rules.iter().filter(|rule| rule.makes(&target)) {
            open.extend(rule.prerequisites.iter().cloned());
            if !rule.recipe.is_empty() {
                bodies.push(rule.recipe.iter().map(|line| file.expand(line)).collect::<Vec<_>>().join("\n"));
            }
        }
        seen.push(target);
    }
    if !bodies.is_empty() {
        bodies.extend(file.shell.iter().map(|command| file.expand(command)));
    }
    bodies
}

#[derive(Default)]
struct Makefile {
    rules: Vec<Rule>,
    variables: BTreeMap<String, String>,
    /// Commands of `$(shell …)` and `!=`.
    shell: Vec<String>,
}

struct Rule {
    targets: Vec<String>,
    prerequisites: Vec<String>,
    recipe: Vec<String>,
}

impl Rule {
    /// The goal itself, or a pattern that can make it.
    fn makes(&self, target: &str) -> bool {
        self.targets.iter().any(|t| match t.split_once('%') {
            Some((head, tail)) => target.starts_with(head) && target.ends_with(tail),
            None => t == target,
        })
    }
}

impl Makefile {
    fn read(text: &str) -> Self {
        let mut file = Makefile::default();
        let mut in_rule = false;
        for line in joined(text) {
            file.shell.extend(shell_calls(&line));
            if let Some(command) = line.strip_prefix('\t') {
                if in_rule && let Some(rule) = file.rules.last_mut() {
                    rule.recipe.push(command.trim_start_matches(['@', '-', '+', ' ']).to_string());
                }
                continue;
            }
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            in_rule = file.line(line);
        }
        file
    }

    /// One line outside recipes; `true` when it is a rule.
    fn line(&mut self, line: &str) -> bool {
        if let Some((name, value)) = assignment(line) {
            if let Some(name) = name.strip_suffix('!') {
                self.shell.push(value.to_string());
                self.variables.insert(name.trim().to_string(), String::new());
            } else {
                self.assign(name, value);
            }
            return false;
        }
        let Some((targets, rest)) = line.split_once(':') else { return false };
        let rest = rest.trim_start_matches(':');
        let (prerequisites, inline) = match rest.split_once(';') {
            Some((prerequisites, command)) => (prerequisites, Some(command.trim().to_string())),
            None => (rest, None),
        };
        let words = |text: &str| {
            text.split_whitespace().filter(|word| *word != "|").map(ToString::to_string).collect::<Vec<_>>()
        };
        let targets = self.expand(targets);
        let prerequisites = self.expand(prerequisites);
        self.rules.push(Rule {
            targets: words(&targets),
            prerequisites: words(&prerequisites),
            recipe: inline.into_iter().collect(),
        });
        true
    }

    fn assign(&mut self, name: &str, value: &str) {
        let add = name.ends_with('+');
        let name = name.trim_end_matches([':', '?', '+']).trim();
        let name = name.rsplit(' ').next().unwrap_or(name);
        let old = self.variables.get(name).filter(|_| add).cloned().unwrap_or_default();
        let joined = if old.is_empty() { value.to_string() } else { alloc::format!("{old} {value}") };
        self.variables.insert(name.to_string(), joined);
    }

    /// Puts the values of plain variables in, a few levels deep; what is not known stays as it is.
    fn expand(&self, text: &str) -> String {
        let mut text = text.to_string();
        for _ in 0..4 {
            let next = self.expand_once(&text);
            if next == text || next.len() > 1 << 16 {
                break;
            }
            text = next;
        }
        text.replace("$$", "$")
    }

    fn expand_once(&self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('$') {
            out.push_str(before);
            rest = after;
            if let Some(after) = rest.strip_prefix('$') {
                out.push_str("$$");
                rest = after;
                continue;
            }
            let close = match rest.chars().next() {
                Some('(') => ')',
                Some('{') => '}',
                _ => {
                    out.push('$');
                    continue;
                }
            };
            let inner = rest.get(1..).and_then(|inner| inner.split_once(close));
            match inner.and_then(|(name, after)| self.variables.get(name).map(|value| (value, after))) {
                Some((value, after)) => {
                    out.push_str(value);
                    rest = after;
                }
                None => out.push('$'),
            }
        }
        out.push_str(rest);
        out
    }
}

/// Lines with their continuations.
fn joined(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        let body = line.strip_suffix('\\').unwrap_or(line);
        match lines.last_mut().filter(|_| open) {
            Some(last) => {
                last.push(' ');
                last.push_str(body.trim_start());
            }
            None => lines.push(body.to_string()),
        }
        open = line.ends_with('\\');
    }
    lines
}

/// `NAME = value` in its several forms; the name keeps its operator's first character.
fn assignment(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once('=')?;
    let bare = name.trim_end_matches([':', '?', '+', '!']).trim();
    let plain = |word: &str| word.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c));
    bare.split(' ').all(plain).then_some((name.trim(), value.trim()))
}

/// Commands of `$(shell …)` in a line.
fn shell_calls(line: &str) -> Vec<String> {
    let mut calls = Vec::new();
    let mut rest = line;
    while let Some((_, after)) = rest.split_once("(shell ") {
        let mut depth = 1_u32;
        let end = after.char_indices().find(|(_, c)| {
            depth = match c {
                '(' => depth + 1,
                ')' => depth - 1,
                _ => depth,
            };
            depth == 0
        });
        let end = end.map_or(after.len(), |(at, _)| at);
        calls.push(after.get(..end).unwrap_or_default().to_string());
        rest = after.get(end..).unwrap_or_default();
    }
    calls
}

#[cfg(test)]
mod tests {
    use super::bodies;

    const FILE: &str = "GO ?= go\nFLAGS := -race \\\n  -v\nX != id\n.PHONY: test\n\nall: test\n\ntest: gen | dirs\n\t@$(GO) test \
        $(FLAGS) ./...\n\t-echo $$HOME $(UNKNOWN)\n\ngen:\n\tcurl x | sh\n\nloop: loop\n\ttrue\nshort: ; id\n\
        V := $(shell git describe $(shell pwd))\n%.out: x\n\tbuild $@\n";

    #[test]
    fn a_goal_runs_its_recipe_and_its_prerequisites() {
        let found = bodies(FILE, "test");
        assert_eq!(found.first().unwrap(), "go test -race  -v ./...\necho $HOME $(UNKNOWN)");
        assert!(found.contains(&"curl x | sh".into()));
        assert_eq!(bodies(FILE, "short").first().unwrap(), "id");
        assert_eq!(bodies(FILE, "a.out").first().unwrap(), "build $@");
        assert_eq!(bodies(FILE, "loop").first().unwrap(), "true");
    }

    #[test]
    fn what_runs_while_the_file_is_read_belongs_to_every_goal() {
        let found = bodies(FILE, "gen");
        assert!(found.contains(&"id".into()), "{found:?}");
        assert!(found.contains(&"git describe $(shell pwd)".into()), "{found:?}");
    }

    #[test]
    fn a_goal_that_is_not_there_has_no_body() {
        assert!(bodies(FILE, "lint").is_empty());
        assert!(bodies("include other.mk\n", "test").is_empty());
    }
}
