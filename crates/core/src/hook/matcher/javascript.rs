//! What is no regular expression in JavaScript either.
//!
//! Gemini CLI takes such a text for a name. JavaScript forgives a lot (`x{`, `]`, `\_`, `[^]`), so only what it is known
//! to refuse counts: a text that is wrongly taken for a name is a hook that never runs.

/// Is it certain that JavaScript refuses the text?
pub fn refuses(text: &str) -> bool {
    let (mut depth, mut before) = (0_usize, Before::Nothing);
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        before = match c {
            '\\' if rest.next().is_none() => return true,
            '\\' => Before::Something,
            '[' if !closes(&mut rest) => return true,
            '(' => {
                depth += 1;
                Before::Group
            }
            ')' if depth == 0 => return true,
            ')' => {
                depth -= 1;
                Before::Something
            }
            '|' => Before::Nothing,
            // `(?:` and its relatives; which of them there are is not for here to say.
            '?' if before == Before::Group => Before::Something,
            '*' | '+' | '?' if matches!(before, Before::Nothing | Before::Group) => return true,
            '?' if before == Before::Count => Before::Lazy,
            '*' | '+' | '?' if matches!(before, Before::Count | Before::Lazy) => return true,
            '*' | '+' | '?' => Before::Count,
            _ => Before::Something,
        };
    }
    depth > 0
}

/// What stands in front of a character.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// The beginning of an alternative.
    Nothing,
    /// An opening parenthesis.
    Group,
    /// Something that can be repeated, as far as one can tell.
    Something,
    /// `*`, `+` or `?`
    Count,
    /// `*?`
    Lazy,
}

/// Goes behind the class that was opened; a bracket that closes at once closes an empty one.
fn closes(rest: &mut core::str::Chars<'_>) -> bool {
    while let Some(c) = rest.next() {
        match c {
            ']' => return true,
            '\\' if rest.next().is_none() => return false,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::refuses;

    /// As `new RegExp(text)` has it.
    #[test]
    fn table() {
        for text in [
            "[", "a[b", "[\\]", "(", ")", "a)", "(a", "*", "+a", "?", "a|*", "(*)", "a**", "a*+", "a*??",
            "a\\",
        ] {
            assert!(refuses(text), "{text}");
        }
        for text in [
            "", "a", "x{", "a|x{", "[^]", "[]", "]", "}", "\\_", "\\u0072", "(?:a)", "(?<n>a)", "a*?", "a+",
            "[(]", "\\(", "(a|)", "|", "[\\]]", "a{2}", "a??", "()", "mcp_{",
        ] {
            assert!(!refuses(text), "{text}");
        }
    }
}
