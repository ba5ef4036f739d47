//! Plain makefiles: the only ones in which a goal is proven.
//!
//! make has more ways to read a line than any reader but make itself follows. So each line has to be one of a few
//! kinds that have one meaning, and each target on the way has to say itself how it is made.

use crate::words::listed;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Words that make something else of a line than a rule or a variable.
const DIRECTIVES: &str = "include sinclude export unexport override private undefine define endef ifdef ifndef ifeq ifneq \
    else endif vpath load";

/// Variables that make, its own rules or the programs it starts look at.
const TAKEN: &str = "AR AS CC CXX CPP FC F77 M2C PC CO GET LD LEX YACC LINT RM TEX TEXI2DVI WEAVE CWEAVE TANGLE CTANGLE \
    OBJC OBJCXX LOADLIBES LDLIBS OUTPUT_OPTION SUFFIXES SHELL CURDIR VPATH GPATH PATH HOME USER LOGNAME PWD OLDPWD TERM \
    LANG TMPDIR EDITOR VISUAL PAGER BROWSER IFS ENV CDPATH COPY PARSE MODLIB";

/// Beginnings of such names.
const TAKEN_HEADS: &[&str] = &[
    "MAKE", "GNUMAKE", "BASH", "LD_", "DYLD_", "LC_", "GIT_", "NODE_", "NPM_", "npm_", "PYTHON", "PERL",
    "RUBY", "CARGO_", "RUSTC",
];

/// Why the file is not plain, or these goals do not stand in it as they have to; `None` when all is well.
pub fn gap(text: &str, file: &str, goals: &[String]) -> Option<String> {
    let mut plain = Plain::default();
    for line in text.split('\n') {
        if plain.line(line).is_none() {
            let shown: String = line.trim().chars().take(60).collect();
            return Some(format!("`{shown}` is not a line of a plain makefile"));
        }
    }
    plain.unassigned().or_else(|| plain.names_itself(file)).or_else(|| plain.unmade(goals))
}

#[derive(Default)]
struct Plain<'t> {
    assigned: BTreeSet<&'t str>,
    used: BTreeSet<&'t str>,
    phony: BTreeSet<&'t str>,
    targets: BTreeMap<&'t str, Target<'t>>,
    first: Option<&'t str>,
    /// Targets of the rule that a recipe line would belong to.
    open: Vec<&'t str>,
}

#[derive(Default)]
struct Target<'t> {
    needs: Vec<&'t str>,
    has_recipe: bool,
}

impl<'t> Plain<'t> {
    fn line(&mut self, line: &'t str) -> Option<()> {
        if line.ends_with('\\') || line.contains(|c: char| c.is_control() && c != '\t') {
            return None;
        }
        if line.starts_with('#') || line.trim_matches(' ').is_empty() {
            return Some(());
        }
        if let Some(command) = line.strip_prefix('\t') {
            return self.recipe(command);
        }
        self.open.clear();
        if line.starts_with(' ') {
            return None;
        }
        if line.contains('=') { self.assignment(line) } else { self.rule(line) }
    }

    fn recipe(&mut self, command: &'t str) -> Option<()> {
        if self.open.is_empty() || command.trim().is_empty() {
            return None;
        }
        for name in &self.open {
            self.targets.get_mut(name)?.has_recipe = true;
        }
        self.used.extend(references(command, true)?);
        Some(())
    }

    /// `NAME = value`, `NAME := value`; the value looks back only.
    fn assignment(&mut self, line: &'t str) -> Option<()> {
        let (name, value) = line.split_once('=')?;
        let name = name.strip_suffix(':').unwrap_or(name).trim_end_matches(' ');
        let fits = |c: char| c.is_ascii_graphic() && c != '#' && c != '\\' || c == ' ';
        let known = references(value, false)?.iter().all(|used| self.assigned.contains(used));
        (is_own_variable(name) && value.chars().all(fits) && known && self.assigned.insert(name))
            .then_some(())
    }

    /// `targets: prerequisites`.
    fn rule(&mut self, line: &'t str) -> Option<()> {
        let (targets, needs) = line.split_once(':')?;
        let needs = names(needs)?;
        if targets == ".PHONY" {
            self.phony.extend(needs);
            return Some(());
        }
        self.open = names(targets)?;
        self.first = self.first.or(Some(*self.open.first()?));
        for name in &self.open {
            self.targets.entry(name).or_default().needs.extend(&needs);
        }
        Some(())
    }

    fn unassigned(&self) -> Option<String> {
        let name = self.used.iter().find(|name| !self.assigned.contains(*name))?;
        Some(format!("`{name}` is not a variable of the file's own"))
    }

    /// make looks for a way to make its file anew, out of whatever is called like it.
    fn names_itself(&self, file: &str) -> Option<String> {
        let base = |path: &str| path.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
        let own = base(file);
        let stem = own.split('.').next().unwrap_or_default();
        let needs = self.targets.values().flat_map(|target| &target.needs);
        let mut all = self.targets.keys().chain(&self.phony).chain(needs);
        let named = all.find(|name| base(name).starts_with(stem))?;
        Some(format!("`{named}` is called like the file itself"))
    }

    /// Every target on the way has a recipe of its own or is no file: no other way to make it is looked for.
    fn unmade(&self, goals: &[String]) -> Option<String> {
        let mut open: Vec<&str> = goals.iter().map(String::as_str).collect();
        if open.is_empty() {
            open.extend(self.first);
        }
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        while let Some(name) = open.pop() {
            if !seen.insert(name) {
                continue;
            }
            let target = self.targets.get(name);
            if !target.is_some_and(|target| target.has_recipe) && !self.phony.contains(name) {
                return Some(format!("`{name}` has no recipe of its own"));
            }
            open.extend(target.into_iter().flat_map(|target| &target.needs));
        }
        None
    }
}

/// Words that mean themselves, to make and to the shell.
fn names(text: &str) -> Option<Vec<&str>> {
    let words = text.split([' ', '\t']).filter(|word| !word.is_empty());
    words.map(|word| is_name(word).then_some(word)).collect()
}

fn is_name(word: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_.-/".contains(c);
    let is_part = |part: &str| !matches!(part, "" | "." | "..");
    word.chars().all(plain)
        && !word.starts_with(['-', '.'])
        && word.split('/').all(is_part)
        && !listed(DIRECTIVES, word)
}

fn is_own_variable(name: &str) -> bool {
    let taken = |list: &str| listed(list, name);
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !taken(TAKEN)
        && !taken(DIRECTIVES)
        && !name.ends_with("FLAGS")
        && !TAKEN_HEADS.iter().any(|head| name.starts_with(head))
}

/// Names of the variables in a text; `None` where a `$` means anything else. Recipes also know `$$` and `$@`.
fn references(text: &str, in_recipe: bool) -> Option<Vec<&str>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((_, behind)) = rest.split_once('$') {
        let inner = behind.get(1..);
        rest = match behind.chars().next()? {
            '$' | '@' if in_recipe => inner?,
            open @ ('(' | '{') => {
                let (name, behind) = inner?.split_once(if open == '(' { ')' } else { '}' })?;
                found.push(Some(name).filter(|name| is_own_variable(name))?);
                behind
            }
            _ => return None,
        };
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn of(text: &str, goals: &str) -> Option<String> {
        let goals: Vec<String> = goals.split_whitespace().map(ToString::to_string).collect();
        gap(text, "Makefile", &goals)
    }

    #[test]
    fn plain_files_pass() {
        for text in [
            "a:\n\ttrue\n",
            "# c\n\nGO = go\nX := $(GO) vet\n.PHONY: a b\na: b src/c\n\t@echo $(X) ${GO} $$HOME $@\n\n# d\n\techo 2\nb:\nsrc/c:\n\ttrue\n",
            "a b: c\n\ttrue\nc:\n\ttrue",
        ] {
            assert_eq!(of(text, "a"), None, "{text}");
            assert_eq!(of(text, ""), None, "{text}");
        }
    }

    /// Each next to a rule that is fine by itself.
    #[test]
    fn any_other_line_stops() {
        for line in [
            "all: ; echo a#b; touch X",
            "all: ; echo a \\\n touch X",
            "x = a \\",
            "# x \\",
            "b: ./evil",
            "./b:",
            "b: x//y",
            "b: ../x",
            "-include x.mk",
            "include x.mk",
            "ifdef CC",
            "else = 1",
            "endif",
            "RM ?= echo",
            "RM = echo",
            "CC := x",
            "MAKEFLAGS += -R",
            "MAKEFLAGS = -R",
            "CFLAGS = -x",
            ".SHELLFLAGS = pipefail -c",
            "SHELL = ./x",
            "PATH = x",
            "override b: evil",
            "override X = 1",
            "export X = 1",
            "export",
            "b: X = 1",
            "b: X != touch E",
            "X != touch E",
            "X += 1",
            "X ::= 1",
            "X = 1 # c",
            "X = $(shell id)",
            "X = $(Y)",
            "X = $Y",
            "X = $$Y",
            "X = $(X)",
            "X = $(call f)",
            "define X\nendef",
            "%.o: %.c",
            "b:: c",
            "b: c | d",
            "b: c # d",
            "b: $(X)",
            "b&: c",
            "b: *.c",
            ".DEFAULT: x",
            ".c.o:",
            ".ONESHELL:",
            "include: x",
            "load: x",
            "-lfoo: x",
            " b:",
            "word",
            "$(info x)",
            "X = 1\n\tid",
            ".PHONY: x\n\tid",
            "b:\n\t",
            "b:\n\tid $(shell id)",
            "b:\n\tid $<",
            "b:\n\tid $(10)",
            "b:\n\tid $(MAKE)",
            "b:\n\tid $(NONE)",
            "b:\n\tid $",
            "b:\n\tid \\\n\tx",
            "b:\r",
            "\u{feff}",
            "Makefile: x",
            "makefile.sh:",
            "X = 1\nX = 2",
        ] {
            for text in [alloc::format!("{line}\na:\n\ttrue\n"), alloc::format!("a:\n\ttrue\n{line}\n")] {
                assert!(of(&text, "a").is_some(), "{text}");
            }
        }
    }

    #[test]
    fn targets_say_themselves_how_they_are_made() {
        for text in
            ["a: b\n\ttrue\n", "a: b\n\ttrue\nb:\n", "a: b\nb:\n\ttrue\n", "b:\n\ttrue\n", "foo.c:\na: foo\n"]
        {
            assert!(of(text, "a").is_some(), "{text}");
        }
        assert!(gap("x.c:\n\ttrue\na:\n\ttrue\n", "./x.mk", &["a".to_string()]).is_some());
        assert!(of("a:\n\ttrue\n", "./a").is_some());
        assert!(of("", "").is_none());
    }
}
