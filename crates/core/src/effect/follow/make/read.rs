//! Reading a makefile line by line: conditionals, variables, includes, rules.

use super::lines::Lines;
use super::{Makefile, Rule, UNKNOWN, Variable, scan};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Files that include each other are followed this deep.
const MAX_INCLUDES: u32 = 8;

/// More rules are not followed.
const MAX_RULES: usize = 2_048;

/// More targets or prerequisites of one rule are not followed.
const MAX_NAMES: usize = 512;

/// One `ifeq` that is open.
struct Branch {
    /// Lines in it count.
    active: bool,
    /// One of its branches was taken already.
    taken: bool,
    /// What is around it does not count either.
    outer: bool,
}

impl Makefile<'_> {
    /// Reads a whole file.
    pub(super) fn read(&mut self, text: &str, name: &str) {
        self.files.push(name.to_string());
        if text.contains(['\r', '\0', '\u{feff}']) {
            self.plan.doubt("it holds characters that make does not take for line ends or blanks");
        }
        let mut lines = Lines::new(text);
        let mut branches: Vec<Branch> = Vec::new();
        let mut in_rule = false;
        while let Some(line) = lines.raw() {
            if !self.spend(line.len()) {
                return;
            }
            let active = branches.last().is_none_or(|branch| branch.active);
            if let Some(command) = line.strip_prefix('\t').filter(|_| in_rule) {
                let command = lines.recipe(command);
                if let Some(rule) = self.rules.last_mut().filter(|_| active) {
                    rule.recipe.push(command);
                    rule.has_recipe = true;
                }
                continue;
            }
            let line = match lines.joined(line) {
                Ok(line) => line,
                Err(odd) => {
                    self.plan.doubt(odd);
                    continue;
                }
            };
            let indented = line.starts_with('\t');
            // Blanks at the end belong to a variable's value.
            let line = line.trim_start();
            if line.is_empty() {
                continue;
            }
            if indented {
                self.plan.doubt("an indented line stands outside of a rule");
            }
            if self.conditional(line.trim_end(), &mut branches) {
                continue;
            }
            if first_word(line) == "define" {
                if !active {
                    self.plan.doubt("a definition stands in a branch that is not taken");
                }
                self.define(line, &mut lines);
                in_rule = false;
            } else if active {
                in_rule = self.line(line);
            }
        }
        if !branches.is_empty() {
            self.plan.doubt("a conditional is not closed");
        }
    }

    /// `ifeq`, `else`, `endif` and their like.
    fn conditional(&mut self, line: &str, branches: &mut Vec<Branch>) -> bool {
        let word = first_word(line);
        let rest = line.strip_prefix(word).unwrap_or_default().trim();
        match word {
            "ifeq" | "ifneq" | "ifdef" | "ifndef" => {
                let outer = branches.last().is_none_or(|branch| branch.active);
                let holds = if outer { self.condition(word, rest) } else { Some(false) };
                branches.push(Branch {
                    active: outer && holds != Some(false),
                    taken: holds == Some(true),
                    outer,
                });
            }
            "else" => {
                let Some(branch) = branches.last_mut() else {
                    self.plan.doubt("`else` stands alone");
                    return true;
                };
                let (open, word) = (branch.outer && !branch.taken, first_word(rest));
                let condition = rest.strip_prefix(word).unwrap_or_default().trim();
                let holds = match word {
                    "" => Some(true),
                    _ if !open => Some(false),
                    _ => self.condition(word, condition),
                };
                if let Some(branch) = branches.last_mut() {
                    branch.active = open && holds != Some(false);
                    branch.taken |= holds == Some(true);
                }
            }
            "endif" => {
                branches.pop();
            }
            _ => return false,
        }
        true
    }

    /// Whether a condition holds; where that is not known both branches are read, and nothing is proven.
    fn condition(&mut self, word: &str, rest: &str) -> Option<bool> {
        let holds = match word {
            "ifdef" | "ifndef" => {
                let name = self.expand(rest);
                self.is_set(name.trim()).ok().filter(|_| !name.contains(UNKNOWN))
            }
            "ifeq" | "ifneq" => compared(rest).and_then(|(left, right)| {
                let (left, right) = (self.expand(left), self.expand(right));
                let same = left == right;
                // Which blanks count is nothing to rely on.
                let settled = same == (left.trim() == right.trim());
                (settled && !left.contains(UNKNOWN) && !right.contains(UNKNOWN)).then_some(same)
            }),
            _ => None,
        };
        if holds.is_none() {
            self.plan.doubt("a condition cannot be decided");
        }
        holds.map(|holds| holds != matches!(word, "ifneq" | "ifndef"))
    }

    /// `define NAME` … `endef`.
    fn define(&mut self, line: &str, lines: &mut Lines<'_>) {
        let head = line.strip_prefix("define").unwrap_or_default().trim();
        let (name, op) = head.split_once(char::is_whitespace).unwrap_or((head, "="));
        let mut body: Vec<&str> = Vec::new();
        loop {
            let Some(line) = lines.raw() else {
                return self.plan.doubt("a definition is not closed");
            };
            let continued = body.last().is_some_and(|last| last.ends_with('\\'));
            match first_word(line.trim_start()) {
                // Behind a tab it is a line of the definition.
                "endef" | "define" if line.starts_with('\t') => body.push(line),
                "endef" if !continued => break,
                "endef" | "define" => self.plan.doubt("where a definition ends is not certain"),
                _ => body.push(line),
            }
        }
        if op.trim() != "="
            || head.starts_with(['=', ':', '?', '+', '!'])
            || name.is_empty()
            || name.contains(['$', '=', ':'])
        {
            self.plan.doubt("a definition has a head that is not followed");
        }
        if self.asked.variables.iter().all(|(given, _)| given != name) {
            self.variables.insert(name.to_string(), Variable::Recursive(body.join("\n")));
        }
        if name.starts_with('.') || self.around.variable(name) != Ok(None) {
            self.plan.doubt("a definition changes what make or its programs look at");
        }
    }

    /// One line outside recipes; `true` when recipe lines may follow it.
    fn line(&mut self, line: &str) -> bool {
        let word = first_word(line);
        let rest = line.strip_prefix(word).unwrap_or_default().trim_start();
        let directive = !rest.starts_with([':', '=', '?', '+', '!']);
        match word {
            "include" | "-include" | "sinclude" if directive => self.include(rest, word == "include"),
            "export" | "unexport" | "override" if directive => self.modified(word, rest),
            "private" | "undefine" | "vpath" | "load" | "-load" | "endef" if directive => {
                self.plan.doubt(format!("`{word}` is not followed"));
            }
            _ => return self.assignment_or_rule(line),
        }
        false
    }

    fn assignment_or_rule(&mut self, line: &str) -> bool {
        if let Some((name, op, value)) = assignment(line) {
            if name.contains(char::is_whitespace) {
                self.plan.doubt("a line is neither a variable nor a rule");
            }
            let name = self.expand(name);
            self.assign(name.trim(), op, value, false);
            return false;
        }
        match scan::outside(line, |rest| rest.starts_with(':')) {
            Some(at) => self.rule(line.trim_end(), at),
            None => {
                // `$(info …)` leaves nothing; anything else makes rules.
                if !self.expand(line).trim().is_empty() {
                    self.plan.doubt("rules are made while the file is read");
                }
                false
            }
        }
    }

    /// `export NAME`, `export NAME = value`, `override NAME = value`.
    fn modified(&mut self, word: &str, rest: &str) {
        let first = first_word(rest);
        if matches!(first, "export" | "override" | "private" | "unexport" | "define")
            || (rest.is_empty() && word == "export")
        {
            return self.plan.doubt(format!("`{word} {first}` is not followed"));
        }
        if let Some((name, op, value)) = assignment(rest) {
            let name = self.expand(name).trim().to_string();
            self.assign(&name, op, value, word == "override");
            if word == "export" {
                self.export(&name);
            }
            return;
        }
        let names = self.expand(rest);
        for name in names.split_whitespace().filter(|_| word == "export") {
            self.export(name);
        }
    }

    fn include(&mut self, rest: &str, must: bool) {
        let names = self.expand(rest);
        if names.contains(UNKNOWN) || names.contains(['*', '?', '[', '~']) {
            return self.plan.doubt("it includes files that are not known");
        }
        for name in names.split_whitespace() {
            if self.include_depth >= MAX_INCLUDES {
                return self.plan.doubt("files include each other too deeply");
            }
            match self.around.open(name) {
                Ok(Some(text)) => {
                    self.include_depth += 1;
                    self.read(&text, name);
                    self.include_depth -= 1;
                }
                // make would look for a way to make it.
                Ok(None) if must => {
                    self.plan.doubt(format!("it includes `{name}`, which does not exist"));
                }
                Ok(None) => self.files.push(name.to_string()),
                Err(()) => {
                    self.has_hidden_file = true;
                    self.plan.doubt(format!("it includes `{name}`, which cannot be read"));
                }
            }
        }
    }

    /// `targets: prerequisites | order-only ; command`.
    fn rule(&mut self, line: &str, colon: usize) -> bool {
        let (targets, mut rest) = scan::around(line, colon, 1);
        let double = rest.starts_with(':');
        rest = rest.trim_start_matches(':');
        let mut gap = None;
        let (rest, inline) = match scan::outside(rest, |rest| rest.starts_with(';')) {
            Some(at) => {
                let (rest, command) = scan::around(rest, at, 1);
                (rest, Some(command.trim().to_string()))
            }
            None => (rest, None),
        };
        if scan::outside(rest, |rest| rest.starts_with('=')).is_some() {
            gap = Some("it has variables of its own");
        } else if scan::outside(rest, |rest| rest.starts_with(':')).is_some() {
            gap = Some("its targets are made by a pattern");
        }
        let (targets, rest) = (self.expand(targets), self.expand(rest));
        if targets.contains([UNKNOWN, '*', '?', '[', '(', '~', '\\', '&', ';', '='])
            || targets.trim().is_empty()
        {
            self.plan.doubt("a rule has targets that are not known");
        }
        if gap.is_none() && rest.contains([UNKNOWN, '*', '?', '[', '(', '~', '\\', ';', ':', '=']) {
            gap = Some("it depends on what is not known");
        }
        if gap.is_some() && targets.contains('%') {
            self.plan.doubt("a pattern changes the rules of many targets");
        }
        let (before, after) = rest.split_once('|').unwrap_or((&rest, ""));
        if [&targets, &rest].iter().any(|text| text.split_whitespace().nth(MAX_NAMES).is_some()) {
            self.plan.doubt("a rule has more names than are followed");
        }
        let words =
            |text: &str| text.split_whitespace().take(MAX_NAMES).map(ToString::to_string).collect::<Vec<_>>();
        let (targets, prerequisites, order_only) = (words(&targets), words(before), words(after));
        self.names += 1 + targets.len() + prerequisites.len() + order_only.len();
        self.special_targets(&targets, &prerequisites);
        if self.rules.len() >= MAX_RULES {
            self.plan.doubt("it has more rules than are followed");
            return true;
        }
        self.rules.push(Rule {
            targets,
            prerequisites,
            order_only,
            has_recipe: inline.is_some(),
            recipe: inline.into_iter().collect(),
            double,
            gap,
        });
        true
    }

    fn special_targets(&mut self, targets: &[String], prerequisites: &[String]) {
        for target in targets.iter().filter(|target| target.starts_with('.') && !target.contains('/')) {
            match target.as_str() {
                ".PHONY" => self.phony.extend(prerequisites.iter().cloned()),
                ".ONESHELL" => self.one_shell = true,
                ".SILENT" | ".NOTPARALLEL" | ".DELETE_ON_ERROR" | ".PRECIOUS" | ".SECONDARY" | ".POSIX" => {}
                ".SUFFIXES" if prerequisites.is_empty() => {}
                _ => self.plan.doubt(format!("`{target}` is not followed")),
            }
        }
    }
}

fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

/// `NAME op value`; `None` when the line is something else.
fn assignment(line: &str) -> Option<(&str, &'static str, &str)> {
    const OPS: &[&str] = &[":::=", "::=", ":=", "?=", "+=", "!=", "="];
    let starts = |rest: &str| OPS.iter().find(|op| rest.starts_with(**op)).copied();
    let at = scan::outside(line, |rest| starts(rest).is_some() || rest.starts_with([':', ';']))?;
    let op = starts(line.get(at..)?)?;
    let (name, value) = scan::around(line, at, op.len());
    Some((name.trim(), op, value.trim_start()))
}

/// The two sides of `ifeq`.
fn compared(rest: &str) -> Option<(&str, &str)> {
    if let Some(inner) = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        return match scan::arguments(inner, usize::MAX)?.as_slice() {
            [left, right] => Some((left.trim(), right.trim())),
            _ => None,
        };
    }
    let (left, rest) = in_quotes(rest)?;
    let (right, rest) = in_quotes(rest.trim_start())?;
    rest.trim().is_empty().then_some((left, right))
}

fn in_quotes(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    text.get(1..)?.split_once(quote)
}

/// The value of `.DEFAULT_GOAL`, for those who look for the first goal.
pub(super) fn chosen_goal(file: &mut Makefile<'_>) -> Option<String> {
    file.variables.contains_key(".DEFAULT_GOAL").then(|| file.value(".DEFAULT_GOAL").trim().to_string())
}
