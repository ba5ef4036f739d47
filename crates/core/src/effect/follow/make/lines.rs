//! The lines of a makefile: continuations, comments, recipes told apart from the rest.

use alloc::string::String;

/// Goes through a text line by line.
pub struct Lines<'t> {
    rest: &'t str,
}

/// Why a line is not followed.
pub type Odd = &'static str;

impl<'t> Lines<'t> {
    pub fn new(text: &'t str) -> Self {
        Lines { rest: text }
    }

    /// The next line as it stands.
    pub fn raw(&mut self) -> Option<&'t str> {
        if self.rest.is_empty() {
            return None;
        }
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        Some(line)
    }

    /// A line of a recipe with its continuations, which the shell gets to see; `first` is behind its tab.
    pub fn recipe(&mut self, first: &str) -> String {
        let mut line = String::from(first);
        while goes_on(&line) {
            let Some(next) = self.raw() else { break };
            line.push('\n');
            line.push_str(next.strip_prefix('\t').unwrap_or(next));
        }
        line
    }

    /// Any other line: a continuation is one blank.
    pub fn joined(&mut self, first: &str) -> Result<String, Odd> {
        let mut line = String::from(first);
        while goes_on(&line) {
            line.pop();
            line.truncate(line.trim_end().len());
            let Some(next) = self.raw() else { break };
            line.push(' ');
            line.push_str(next.trim_start());
        }
        if line.ends_with('\\') {
            return Err("backslashes end a line");
        }
        without_comment(&line)
    }
}

/// An odd number of backslashes at the end.
fn goes_on(line: &str) -> bool {
    line.bytes().rev().take_while(|b| *b == b'\\').count() % 2 == 1
}

/// Whether `#` inside a reference begins a comment differs between versions.
fn without_comment(line: &str) -> Result<String, Odd> {
    let Some(at) = line.find('#') else { return Ok(line.into()) };
    let (before, _) = super::scan::around(line, at, 1);
    let opened = before.matches(['(', '{']).count();
    let closed = before.matches([')', '}']).count();
    if opened != closed || before.ends_with('\\') {
        return Err("a `#` stands where it may or may not begin a comment");
    }
    Ok(before.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn continuations_and_comments() {
        let joined = |text: &str| {
            let mut lines = Lines::new(text);
            let first = lines.raw().unwrap();
            lines.joined(first)
        };
        assert_eq!(joined("a \\\n  b\\\nc # d").unwrap(), "a b c ");
        assert_eq!(joined("# all of it \\\n and this").unwrap(), "");
        assert!(joined("a\\#b").is_err());
        assert!(joined("$(shell echo #)").is_err());
        assert!(joined("a \\\\").is_err());
        let mut lines = Lines::new("b\nc");
        assert_eq!(lines.recipe("a \\"), "a \\\nb");
        assert_eq!(lines.raw(), Some("c"));
    }
}
