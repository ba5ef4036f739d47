//! Perl: enough of it to prove that a program computes, prints, and changes only the files it is given to change.
//!
//! Why nothing else can run. Perl does harm only through a function, an operator that runs or opens (backquotes, `<…>`,
//! two-argument open of the arguments), code inside a quote or a pattern, or a name that is made up at run time. Words
//! that may be called are on lists; no function of the text, no method, no `&` and no package can be named. Quotes hold
//! plain variables only, patterns no code, and a replacement with `e` is read as code itself. References are followed
//! by subscripts only, and under `use strict`, which refuses names that are made up. Where Perl guesses whether a `/` or
//! `<` begins a term, the program stops; and because that is a hard thing to get right, the words that could do harm must not stand
//! anywhere in it, not even as text (`words::HARMFUL`), unless it does nothing but substitute and match. What `<>`, `-n` and `-p` open are the arguments: each must be known to be a file's plain name, and
//! the program must not touch the list of them.

mod call;
mod command;
#[cfg(test)]
mod examples;
mod parse;
mod quote;
mod words;

pub use command::PROGRAMS;

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
    /// Functions that were imported so far.
    imported: Vec<String>,
    /// How often the words `use`, `ARGV` and `ENV` were read, each where it does no harm.
    uses: usize,
    /// How often `eof` was read, each without brackets.
    ends: usize,
    arguments: usize,
    environment: usize,
}

impl Found {
    /// `use …` or `-M…`
    fn load(&mut self, said: &str) -> Result<(), Stop> {
        let stop = || Stop(format!("loads `{said}`, which is not known to be harmless"));
        let (name, rest) = said.split_once([' ', '\t']).unwrap_or((said, ""));
        let (_, functions) = words::MODULES.iter().find(|(module, _)| *module == name).ok_or_else(stop)?;
        let rest = rest.trim_matches([' ', '\t']);
        let inside = match rest.chars().next() {
            // Two of them are known to hand out what they have.
            None if matches!(name, "Data::Dumper" | "JSON::PP") => functions,
            None if *functions == "*" => "",
            // With a list, even an empty one, they do less than they seem to.
            Some(_) if *functions == "*" => return Err(stop()),
            Some('\'') => {
                rest.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')).ok_or_else(stop)?
            }
            Some('q') => rest.strip_prefix("qw(").and_then(|rest| rest.strip_suffix(')')).ok_or_else(stop)?,
            Some(_) | None => return Err(stop()),
        };
        if !inside
            .split([' ', '\t'])
            .all(|function| function.is_empty() || crate::words::listed(functions, function))
        {
            return Err(stop());
        }
        self.imported.extend(inside.split_ascii_whitespace().map(ToString::to_string));
        self.strict |= name == "strict";
        Ok(())
    }

    /// A variable is named; `rest` is what follows it.
    fn variable(&mut self, sigil: char, name: &str, rest: &str) -> Result<(), Stop> {
        match name {
            "ARGV" if sigil == '$' && !rest.starts_with('[') => {
                self.arguments += 1;
                Ok(())
            }
            "ARGV" if sigil == '$' => {
                self.names_arguments = true;
                Ok(())
            }
            "ARGV" => Err(Stop::new("may change the list of its arguments, which can be opened as files")),
            // One variable by name is no more than the shell itself would show.
            "ENV" if sigil == '$' && is_word_key(rest) => {
                self.environment += 1;
                Ok(())
            }
            "ENV" => Err(Stop::new("shows the whole environment")),
            "INC" | "SIG" | "ARGVOUT" | "STDIN" | "STDOUT" | "STDERR" | "main" => {
                Err(Stop(format!("uses `{sigil}{name}`, which is not known to be harmless")))
            }
            _ => Ok(()),
        }
    }

    /// `@$x`, `%{…}`: what it refers to could be the list of arguments or the environment.
    fn dereference() -> Stop {
        Stop::new("follows a reference to a whole, which is not read")
    }

    /// An element of what something refers to. Without `use strict` a text is followed to the variable of that name.
    fn reference(&self) -> Result<(), Stop> {
        if self.strict { Ok(()) } else { Err(Stop::new("follows a reference without `use strict`")) }
    }
}

fn is_word_key(rest: &str) -> bool {
    let Some((key, _)) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) else { return false };
    let key = key.trim_matches(['\'', '"']);
    !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
