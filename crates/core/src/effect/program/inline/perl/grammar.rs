//! The program: statements between `;`, each an action under conditions.

use super::Stop;
use super::quoted::{Quoted, variable};
use crate::effect::program::inline::placed;

/// Longer ones are no one-liners.
const MOST: usize = 4_096;

/// Letters behind `s/…/…/`, behind `/…/`, and behind `tr/…/…/`. Left out above all: `e`, which runs the replacement, and
/// `x`, which brings comments.
const OF_SUBSTITUTION: &str = "gims";
const OF_PATTERN: &str = "ims";
const OF_SIGNS: &str = "cds";

/// Longer ones first.
const COMPARISONS: &[&str] = &["==", "!=", ">=", "<=", ">", "<"];
const JOINS: &[&str] = &["&&", "||", ".."];
const ARITHMETIC: &[&str] = &["**", "*", "+", "-"];

/// `says`: the word `say` is known to print. A stop says on which line.
pub fn program(code: &str, says: bool) -> Result<(), Stop> {
    let plain = code.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t' | b'\n'));
    // Perl takes `=` at the beginning of a line for documentation.
    if !plain || code.len() > MOST || code.contains("\n=") {
        return Err(Stop::new("has a program that is too long, or with something else than plain text"));
    }
    let mut reader = Reader { rest: "", says };
    reader.set(code);
    let read = reader.statements();
    read.map_err(|Stop(why)| Stop(placed(why, code, code.len().saturating_sub(reader.rest.len()))))
}

/// What is left to be read; blanks are skipped behind every part.
struct Reader<'a> {
    rest: &'a str,
    says: bool,
}

impl<'a> Reader<'a> {
    fn statements(&mut self) -> Result<(), Stop> {
        loop {
            while self.takes(";") {}
            if self.rest.is_empty() {
                return Ok(());
            }
            self.statement()?;
            if !self.rest.is_empty() && !self.rest.starts_with(';') {
                return Err(Stop::at(self.rest));
            }
        }
    }

    /// `[condition and]… action [if condition]`
    fn statement(&mut self) -> Result<(), Stop> {
        while !self.action()? {
            self.term()?;
            if !self.joins()? {
                return Err(Stop::at(self.rest));
            }
        }
        if self.takes_word("if", "")? || self.takes_word("unless", "")? { self.condition() } else { Ok(()) }
    }

    fn condition(&mut self) -> Result<(), Stop> {
        self.term()?;
        while self.joins()? {
            self.term()?;
        }
        Ok(())
    }

    fn joins(&mut self) -> Result<bool, Stop> {
        let sign = JOINS.iter().any(|sign| self.takes(sign));
        Ok(sign || self.takes_word("and", "")? || self.takes_word("or", "")?)
    }

    /// `/x/`, `!/x/`, `$_ =~ /x/`, `$. > 5`, `5`
    fn term(&mut self) -> Result<(), Stop> {
        if self.rest.starts_with("$.") {
            self.set(variable(self.rest)?);
            let compared = COMPARISONS.iter().any(|sign| self.takes(sign));
            return if compared { self.count() } else { Err(Stop::at(self.rest)) };
        }
        if self.rest.starts_with(|sign: char| sign.is_ascii_digit()) {
            return self.count();
        }
        if self.rest.starts_with("$_") {
            self.set(variable(self.rest)?);
            if !self.takes("=~") && !self.takes("!~") {
                return Err(Stop::at(self.rest));
            }
        } else {
            self.takes("!");
        }
        let pattern = self.rest.strip_prefix('/').ok_or_else(|| Stop::at(self.rest))?;
        let behind = pattern_of(pattern, '/')?;
        self.modifiers(behind, OF_PATTERN)
    }

    /// `false`: none stands here.
    fn action(&mut self) -> Result<bool, Stop> {
        if let Some(behind) = self.rest.strip_prefix("s/") {
            self.substitution(behind, '/')?;
        } else if let Some(behind) = self.rest.strip_prefix("s|") {
            self.substitution(behind, '|')?;
        } else if let Some(behind) = self.rest.strip_prefix("tr/") {
            let behind = Quoted::Signs.skip(behind, '/')?;
            let behind = Quoted::Signs.skip(behind, '/')?;
            self.modifiers(behind, OF_SIGNS)?;
        } else if self.takes_word("print", "(\"$")? || (self.says && self.takes_word("say", "(\"$")?) {
            self.printed()?;
        } else {
            return Ok(self.takes_word("next", "")? || self.takes_word("last", "")?);
        }
        Ok(true)
    }

    fn substitution(&mut self, behind: &'a str, close: char) -> Result<(), Stop> {
        let behind = pattern_of(behind, close)?;
        let behind = Quoted::Text.skip(behind, close)?;
        self.modifiers(behind, OF_SUBSTITUTION)
    }

    /// Letters at once behind a closing delimiter.
    fn modifiers(&mut self, behind: &'a str, known: &str) -> Result<(), Stop> {
        let rest = behind.trim_start_matches(|letter: char| known.contains(letter));
        // What is left of a longer word would be another modifier.
        if rest.starts_with(|sign: char| sign.is_ascii_alphanumeric() || sign == '_') {
            return Err(Stop::at(rest));
        }
        self.set(rest);
        Ok(())
    }

    /// What is printed, perhaps nothing, perhaps all of it in brackets.
    fn printed(&mut self) -> Result<(), Stop> {
        if self.rest.is_empty() || self.rest.starts_with([';', 'i', 'u']) {
            return Ok(());
        }
        let bracket = self.takes("(");
        loop {
            self.item()?;
            // `.5` is a number, and `..` something else.
            let glued = self.rest.starts_with('.')
                && self.rest.chars().nth(1).is_some_and(|sign| sign == '.' || sign.is_ascii_digit());
            if glued || !(self.takes(".") || self.takes(",")) {
                break;
            }
        }
        if bracket && !self.takes(")") { Err(Stop::at(self.rest)) } else { Ok(()) }
    }

    /// A text, a variable, or numbers with signs between them.
    fn item(&mut self) -> Result<(), Stop> {
        if let Some(text) = self.rest.strip_prefix('"') {
            self.set(Quoted::Text.skip(text, '"')?);
        } else if let Some(text) = self.rest.strip_prefix('\'') {
            self.set(Quoted::Raw.skip(text, '\'')?);
        } else if self.rest.starts_with('$') {
            self.set(variable(self.rest)?);
        } else {
            self.number()?;
            while ARITHMETIC.iter().any(|sign| self.takes(sign)) {
                self.number()?;
            }
        }
        Ok(())
    }

    /// `12`, `1.5`
    fn number(&mut self) -> Result<(), Stop> {
        let whole = digits(self.rest).ok_or_else(|| Stop::at(self.rest))?;
        let behind = whole.strip_prefix('.').map_or(Some(whole), digits).unwrap_or(whole);
        self.ends_number(behind, ".")
    }

    /// `12`, perhaps the beginning of `12..15`.
    fn count(&mut self) -> Result<(), Stop> {
        let behind = digits(self.rest).ok_or_else(|| Stop::at(self.rest))?;
        let dot = if behind.starts_with("..") { "" } else { "." };
        self.ends_number(behind, dot)
    }

    fn ends_number(&mut self, behind: &'a str, dot: &str) -> Result<(), Stop> {
        let glued = |sign: char| sign.is_ascii_alphanumeric() || sign == '_' || dot.contains(sign);
        if behind.starts_with(glued) {
            return Err(Stop::at(behind));
        }
        self.set(behind);
        Ok(())
    }

    /// This word, and behind it a blank, an end or one of `signs`: other signs could make it a longer name.
    fn takes_word(&mut self, word: &str, signs: &str) -> Result<bool, Stop> {
        let end = self.rest.find(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_');
        let (here, behind) = self.rest.split_at_checked(end.unwrap_or(self.rest.len())).unwrap_or_default();
        if here != word {
            return Ok(false);
        }
        if behind.starts_with(|sign: char| !" \t\n;".contains(sign) && !signs.contains(sign)) {
            return Err(Stop::at(behind));
        }
        self.set(behind);
        Ok(true)
    }

    fn takes(&mut self, sign: &str) -> bool {
        let behind = self.rest.strip_prefix(sign);
        self.set(behind.unwrap_or(self.rest));
        behind.is_some()
    }

    /// Goes on at `rest`, over blanks.
    fn set(&mut self, rest: &'a str) {
        self.rest = rest.trim_start_matches([' ', '\t', '\n']);
    }
}

/// Behind a pattern. An empty one means another pattern.
fn pattern_of(rest: &str, close: char) -> Result<&str, Stop> {
    if rest.starts_with(close) { Err(Stop::at(rest)) } else { Quoted::Pattern.skip(rest, close) }
}

fn digits(rest: &str) -> Option<&str> {
    let behind = rest.trim_start_matches(|sign: char| sign.is_ascii_digit());
    (behind.len() < rest.len()).then_some(behind)
}
