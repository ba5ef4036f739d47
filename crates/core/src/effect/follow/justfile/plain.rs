//! Plain justfiles: the only ones in which a recipe is proven.

use super::is_name;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Words that begin another kind of line.
const KEYWORDS: &[&str] = &["set", "alias", "import", "mod", "export", "unexport", "if", "else", "assert"];

/// Why the file is not plain; `None` when each line has one meaning.
pub fn gap(text: &str) -> Option<String> {
    let mut plain = Plain::default();
    let odd = text.split('\n').find(|line| plain.line(line).is_none())?;
    let shown: String = odd.trim().chars().take(60).collect();
    Some(format!("`{shown}` is not a line of a plain justfile"))
}

#[derive(Default)]
struct Plain<'t> {
    names: Vec<&'t str>,
    /// Where the body of a recipe stands.
    body: Body<'t>,
}

#[derive(Default)]
enum Body<'t> {
    /// No body may follow.
    #[default]
    Closed,
    /// Its first line may follow.
    Due,
    /// Lines with this indentation follow.
    Open(&'t str),
}

impl<'t> Plain<'t> {
    fn line(&mut self, line: &'t str) -> Option<()> {
        if line.ends_with('\\') || line.contains("{{") || line.contains(|c: char| c.is_control() && c != '\t')
        {
            return None;
        }
        if line.starts_with([' ', '\t']) {
            return self.command(line);
        }
        self.body = Body::Closed;
        if line.is_empty() || line.starts_with('#') {
            return Some(());
        }
        match line.split_once(":=") {
            Some((name, value)) => (self.is_new(name.trim_end()) && is_literal(value.trim())).then_some(()),
            None => self.header(line),
        }
    }

    /// A line of a body; a script in one, or a deeper line, is not followed.
    fn command(&mut self, line: &'t str) -> Option<()> {
        let command = line.trim_start_matches([' ', '\t']);
        let indent = line.strip_suffix(command)?;
        let fits = match self.body {
            Body::Closed => false,
            Body::Due => !command.starts_with("#!"),
            Body::Open(first) => first == indent,
        };
        self.body = Body::Open(indent);
        (fits && !command.trim().is_empty()).then_some(())
    }

    /// `name: dependencies`.
    fn header(&mut self, line: &'t str) -> Option<()> {
        let (name, depends) = line.split_once(':')?;
        let name = name.strip_prefix('@').unwrap_or(name);
        self.body = Body::Due;
        (self.is_new(name) && depends.split(' ').all(|word| word.is_empty() || is_name(word))).then_some(())
    }

    fn is_new(&mut self, name: &'t str) -> bool {
        let fits = is_name(name) && !name.starts_with('-') && !KEYWORDS.contains(&name);
        let fits = fits && self.names.len() < 1_024 && !self.names.contains(&name);
        self.names.push(name);
        fits
    }
}

/// One text in quotes that ends with its line.
fn is_literal(text: &str) -> bool {
    let within = |quote| text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    let inner = within('\'').or_else(|| within('"'));
    inner.is_some_and(|inner| !inner.contains(['\'', '"', '\\', '`']))
}

#[cfg(test)]
mod tests {
    use super::gap;

    #[test]
    fn plain_files_pass() {
        for text in [
            "",
            "a:\n    true\n",
            "# c\nx := 'y'\nz := \"y\"\n\n@a: b c-d\n\t@echo a\n\t-echo b\n\nb:\nc-d:\n  true",
        ] {
            assert_eq!(gap(text), None, "{text}");
        }
    }

    #[test]
    fn any_other_line_stops() {
        for line in [
            "set shell := ['./x', '-c']",
            "set dotenv-load",
            "set export",
            "set unstable",
            "import 'x'",
            "mod x",
            "export X := 'a'",
            "alias b := a",
            "[private]",
            "[group('x'), script('./x')]",
            "[default]",
            "x := `id`",
            "x := 'a' + 'b'",
            "x := 'a",
            "x := '''a'''",
            "x := \"a\\n\"",
            "x := env('X')",
            "x := x'~'",
            "b x:\n  true",
            "b x='a':\n  true",
            "b: (a 'x')\n  true",
            "b: a && a\n  true",
            "b: # c\n  true",
            "b:\n  echo {{x}}",
            "b:\n  true \\\n  id",
            "b:\n  true\n\n  id",
            "b:\n  true\n    id",
            "b:\n  #!/bin/sh\n  id",
            "b:\n  true\n# c\n  id",
            "b:\n  true\n \n  id",
            "b:\n  true\r",
            "a:\n  id",
            "word",
        ] {
            for text in [alloc::format!("{line}\na:\n  true\n"), alloc::format!("a:\n  true\n{line}\n")] {
                assert!(gap(&text).is_some(), "{text}");
            }
        }
    }
}
