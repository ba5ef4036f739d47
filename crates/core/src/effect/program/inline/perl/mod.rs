//! Perl: enough of it to prove that a program computes, prints, and changes only the files it is given to change.
//!
//! Why nothing else can run. Perl does harm only through a function, an operator that runs or opens (backquotes, `<…>`,
//! two-argument open of the arguments), code inside a quote or a pattern, or a name that is made up at run time. Words
//! that may be called are on lists; no function of the text, no method, no `&` and no package can be named. Quotes hold
//! plain variables only, patterns no code, and a replacement with `e` is read as code itself. References are followed
//! only under `use strict`, which refuses names that are made up. Where Perl guesses whether a `/` or `<` begins a term,
//! the program stops. What `<>`, `-n` and `-p` open are the arguments: each must be known to be a file's plain name, and
//! the program must not touch the list of them.

mod command;
#[cfg(test)]
mod examples;
mod parse;
mod quote;
mod words;

pub use command::{PROGRAMS, run_by_name};

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Why a program does not pass: completes "`perl` …".
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stop(String);

impl Stop {
    fn new(why: &str) -> Self {
        Stop(why.to_string())
    }
}

/// What was seen of a program so far.
#[derive(Clone, Debug, Default)]
struct Found {
    /// It opens its arguments as files.
    opens_arguments: bool,
    /// It names the list of its arguments.
    names_arguments: bool,
    /// Under `use strict`.
    strict: bool,
    /// Modules that are loaded.
    modules: Vec<String>,
}

impl Found {
    /// `use …` or `-M…`
    fn load(&mut self, said: &str) -> Result<(), Stop> {
        let stop = || Stop(format!("loads `{said}`, which is not known to be harmless"));
        if said.trim_start_matches('v').bytes().all(|b| b.is_ascii_digit() || b == b'.') {
            return if said.is_empty() { Err(stop()) } else { Ok(()) };
        }
        let (name, rest) = said.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((said, ""));
        let (_, functions) = words::MODULES.iter().find(|(module, _)| *module == name).ok_or_else(stop)?;
        let rest = rest.trim();
        let inside = match rest.chars().next() {
            None => "",
            Some('\'' | '"') => rest.trim_matches(['\'', '"']),
            Some(_) => {
                let body = rest.strip_prefix("qw").map(str::trim_start).ok_or_else(stop)?;
                body.get(1..body.len().saturating_sub(1)).unwrap_or("")
            }
        };
        let plain = inside.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b.is_ascii_whitespace());
        let listed = inside.split_ascii_whitespace().all(|function| words::has(functions, function));
        let by_name = *functions == "*" || !inside.trim().is_empty();
        if !plain || !by_name || !(listed || (*functions == "*" && inside.is_empty())) {
            return Err(stop());
        }
        self.strict |= name == "strict";
        self.modules.push(name.to_string());
        Ok(())
    }

    /// A variable is named; `rest` is what follows it.
    fn variable(&mut self, sigil: char, name: &str, rest: &str) -> Result<(), Stop> {
        match name {
            "ARGV" if sigil == '$' && !rest.starts_with('[') => Ok(()),
            "ARGV" => {
                self.names_arguments = true;
                Ok(())
            }
            // One variable by name is no more than the shell itself would show.
            "ENV" if sigil == '$' && is_word_key(rest) => Ok(()),
            "ENV" => Err(Stop::new("shows the whole environment")),
            "INC" | "SIG" | "ARGVOUT" | "STDIN" | "STDOUT" | "STDERR" | "main" => {
                Err(Stop(format!("uses `{sigil}{name}`, which is not known to be harmless")))
            }
            _ => Ok(()),
        }
    }

    /// Something is followed to what it refers to. Without `use strict` a text is followed to the variable of that name.
    fn reference(&self) -> Result<(), Stop> {
        if self.strict { Ok(()) } else { Err(Stop::new("follows a reference without `use strict`")) }
    }
}

fn is_word_key(rest: &str) -> bool {
    let Some((key, _)) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) else { return false };
    let key = key.trim_matches(['\'', '"']);
    !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
