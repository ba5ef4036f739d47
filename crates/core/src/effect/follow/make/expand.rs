//! Variables of a makefile: set, looked up, expanded.

use super::scan;
use super::{Makefile, SECRET, UNKNOWN, Variable};
use crate::effect::environment;
use crate::words::listed;
use alloc::format;
use alloc::string::{String, ToString};

/// Deepest nesting of references that is followed.
const MAX_DEPTH: u32 = 32;

/// Variables that make brings along, where their value is certain.
const BUILT_IN: &[(&str, &str)] = &[
    ("MAKE", "make"),
    ("CC", "cc"),
    ("CXX", "g++"),
    ("AR", "ar"),
    ("AS", "as"),
    ("RM", "rm -f"),
    ("LEX", "lex"),
    ("YACC", "yacc"),
];

/// Variables that make brings along and that are not followed; so are all names with a dot.
const NOT_FOLLOWED: &str = "MAKEFLAGS MFLAGS MAKEOVERRIDES MAKELEVEL MAKE_VERSION MAKE_HOST MAKE_TERMOUT MAKE_TERMERR MAKE_COMMAND \
    GNUMAKE SHELL ARFLAGS CPP LD FC F77 F77FLAGS PC GET GFLAGS SCCS_OUTPUT_OPTION SCCSFLAGS CO COFLAGS CHECKOUT LINT M2C MAKEINFO \
    MAKEFILES MAKE_RESTARTS OBJC OBJCXX OUTPUT_OPTION TANGLE TEX TEXI2DVI WEAVE CWEAVE CTANGLE VPATH GPATH SUFFIXES";

/// Variables that make or its shell looks at.
const SPECIAL: &str =
    "SHELL MAKE MAKEFLAGS MAKEFILES MAKECMDGOALS CURDIR VPATH GPATH MFLAGS MAKEFILE_LIST MAKEOVERRIDES PATH";

impl Makefile<'_> {
    /// `text` with its references replaced.
    pub(super) fn expand(&mut self, text: &str) -> String {
        self.depth += 1;
        let out = if self.depth > MAX_DEPTH {
            self.plan.doubt("variables are nested too deeply");
            UNKNOWN.to_string()
        } else if !self.spend(text.len()) {
            UNKNOWN.to_string()
        } else {
            self.expand_level(text)
        };
        self.depth -= 1;
        out
    }

    fn expand_level(&mut self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('$') {
            out.push_str(before);
            let mut width = 0;
            match after.chars().next() {
                Some('$') => out.push('$'),
                Some('(' | '{') => match scan::bracketed(after) {
                    Some((inner, behind)) => {
                        let value = self.referenced(inner);
                        if !self.spend(value.len()) {
                            return UNKNOWN.to_string();
                        }
                        out.push_str(&value);
                        rest = behind;
                        continue;
                    }
                    None => {
                        self.plan.doubt("a reference is not closed");
                        return UNKNOWN.to_string();
                    }
                },
                Some(c) => {
                    let value = self.value(c.encode_utf8(&mut [0; 4]));
                    out.push_str(&value);
                    width = c.len_utf8();
                }
                None => {}
            }
            rest = after.get(width.max(usize::from(after.starts_with('$')))..).unwrap_or_default();
        }
        out.push_str(rest);
        out
    }

    /// What stands between the brackets of a reference. Made of a secret, it is one.
    fn referenced(&mut self, inner: &str) -> String {
        let before = self.secrets;
        let mut value = self.looked_up(inner);
        if self.secrets > before && value.contains(UNKNOWN) && !value.contains(SECRET) {
            value.push(SECRET);
        }
        value
    }

    /// A function, a substitution, or a name.
    fn looked_up(&mut self, inner: &str) -> String {
        if let Some((name, arguments)) = inner.split_once(char::is_whitespace)
            && super::functions::is_function(name)
        {
            return self.function(name, arguments.trim_start());
        }
        let inner = self.expand(inner);
        if let Some((name, substitution)) = inner.split_once(':') {
            let Some((from, to)) = substitution.split_once('=') else { return UNKNOWN.to_string() };
            let value = self.value(name);
            return super::functions::substituted(&value, from, to);
        }
        self.value(&inner)
    }

    /// The value of a variable, expanded.
    pub(super) fn value(&mut self, name: &str) -> String {
        let value = self.value_of(name);
        self.secrets += usize::from(value.contains(SECRET));
        value
    }

    /// A secret of the session, which stays unknown.
    fn hidden(&mut self, name: &str) -> String {
        self.secret = name.to_string();
        [UNKNOWN, SECRET].into_iter().collect()
    }

    fn value_of(&mut self, name: &str) -> String {
        let plain = |c: char| c.is_ascii_alphanumeric() || "_.-+@<^?*%|/".contains(c);
        if name.contains(UNKNOWN) {
            return UNKNOWN.to_string();
        }
        if !name.chars().all(plain) {
            self.plan.doubt("a variable has a name that is not read");
            return UNKNOWN.to_string();
        }
        if let Some((_, value)) = self.bound.iter().rev().find(|(bound, _)| bound == name) {
            return value.clone();
        }
        match self.variables.get(name).cloned() {
            Some(Variable::Simple(value)) => value,
            Some(Variable::Recursive(value)) => self.expand(&value),
            None => self.inherited(name),
        }
    }

    fn inherited(&mut self, name: &str) -> String {
        match name {
            "CURDIR" => return self.around.directory().to_string(),
            "MAKECMDGOALS" => return self.asked.goals.join(" "),
            "MAKEFILE_LIST" => return self.files.join(" "),
            _ => {}
        }
        let not_followed = name.contains('.') || listed(NOT_FOLLOWED, name);
        let automatic = name.chars().next().is_none_or(|c| "@<^+?*%|".contains(c));
        if not_followed || automatic {
            return UNKNOWN.to_string();
        }
        if self.around.hides(name) {
            return self.hidden(name);
        }
        match self.around.variable(name) {
            Ok(Some(value)) if !value.contains('$') => value,
            Err(()) | Ok(Some(_)) => UNKNOWN.to_string(),
            Ok(None) if self.has_hidden_file && environment::is_secret(name) => self.hidden(name),
            Ok(None) => self.built_in(name),
        }
    }

    fn built_in(&self, name: &str) -> String {
        let value = BUILT_IN.iter().find(|(built_in, _)| *built_in == name).map_or("", |(_, value)| value);
        if name == "MAKE" {
            let given = self.asked.variables.iter().map(|(name, value)| format!(" {name}={value}"));
            return given.fold(value.to_string(), |make, one| make + &one);
        }
        value.to_string()
    }

    /// A variable is set somewhere: by the file, the command line or the environment.
    pub(super) fn is_set(&self, name: &str) -> Result<bool, ()> {
        match self.variables.get(name) {
            Some(Variable::Simple(value) | Variable::Recursive(value)) => Ok(!value.is_empty()),
            None if self.around.hides(name) => Ok(true),
            None => Ok(self.around.variable(name)?.is_some_and(|value| !value.is_empty())),
        }
    }

    /// `name op value`; `forced` is `override`.
    pub(super) fn assign(&mut self, name: &str, op: &str, value: &str, forced: bool) {
        if name.contains(UNKNOWN) || name.is_empty() {
            return self.plan.doubt("a variable is set whose name is not known");
        }
        let given = self.asked.variables.iter().any(|(given, _)| given == name);
        if given && !forced {
            // Its value is still expanded where that happens at once.
            if matches!(op, ":=" | "::=" | "!=") {
                self.expand(value);
            }
            return;
        }
        let variable = match (op, self.variables.get(name).cloned()) {
            ("=", _) => Variable::Recursive(value.to_string()),
            (":=" | "::=", _) => Variable::Simple(self.expand(value)),
            ("?=", Some(set)) => set,
            ("?=", None) if self.around.hides(name) => Variable::Simple(self.hidden(name)),
            ("?=", None) => match self.around.variable(name) {
                Ok(None) => Variable::Recursive(value.to_string()),
                Ok(Some(set)) if !set.contains('$') => Variable::Simple(set),
                Err(()) | Ok(Some(_)) => Variable::Simple(UNKNOWN.to_string()),
            },
            ("+=", Some(Variable::Simple(old))) => {
                Variable::Simple(format!("{old} {}", self.expand(value)).trim_start().to_string())
            }
            ("+=", Some(Variable::Recursive(old))) => {
                Variable::Recursive(format!("{old} {value}").trim_start().to_string())
            }
            ("+=", None) => {
                let old = self.inherited(name);
                Variable::Recursive(format!("{} {value}", old.replace('$', "$$")).trim_start().to_string())
            }
            ("!=", _) => {
                let command = self.expand(value);
                self.shell_text(&command, true);
                Variable::Simple(UNKNOWN.to_string())
            }
            _ => return self.plan.doubt(format!("`{op}` sets a variable in a way that is not followed")),
        };
        self.variables.insert(name.to_string(), variable);
        self.is_special(name);
        if self.around.variable(name) != Ok(None) {
            self.export(name);
        }
    }

    /// Recipes get this variable in their environment.
    pub(super) fn export(&mut self, name: &str) {
        let value = self.value(name);
        if !self.around.export(name, &value) {
            self.plan.doubt(format!("`{name}` in the environment may change what programs do"));
        }
    }

    /// Variables that make itself looks at.
    fn is_special(&mut self, name: &str) {
        if !listed(SPECIAL, name) && !name.starts_with('.') {
            return;
        }
        let value = self.value(name);
        match name {
            "SHELL" => match value.as_str() {
                "/bin/bash" | "/usr/bin/bash" | "bash" | "/usr/bin/env bash" => self.bash = true,
                "/bin/sh" | "sh" => self.bash = false,
                _ => self.plan.doubt("another shell runs its recipes"),
            },
            ".SHELLFLAGS" => {
                let known = "-c -e -u -x -ec -eu -euc -euxc -exc -uc -xc -o pipefail -euo";
                if !value.split_ascii_whitespace().all(|flag| listed(known, flag)) {
                    self.plan.doubt("its shell gets flags that are not known");
                }
            }
            "MAKEFLAGS" => {
                let known = "--no-print-directory --warn-undefined-variables --silent -s --no-builtin-rules -r \
                    --no-builtin-variables -R -rR --output-sync -k --keep-going";
                let words = value.replace(UNKNOWN, "");
                self.plan.parallel |= words.contains("-j");
                let jobs = |flag: &str| {
                    flag.strip_prefix("-j").is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()))
                };
                if !words.split_ascii_whitespace().all(|f| jobs(f) || listed(known, f)) {
                    self.plan.doubt("`MAKEFLAGS` is set");
                }
            }
            ".DEFAULT_GOAL" => {}
            _ => self.plan.doubt(format!("`{name}` is set")),
        }
    }
}
