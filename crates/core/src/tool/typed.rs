//! Commands that a host types into a terminal, as a person would. An interactive zsh knows no comments, and history
//! (`!!`) and completion (a tab) put other text in the place of what was typed.

use crate::verdict::Span;
use crate::words::listed;

/// Tools of such hosts.
const TERMINALS: &str = "run_in_terminal execute_command run_command run_commands terminal run_terminal_cmd";

/// Where a terminal may read something else than a script would, and what; completes "in a terminal …".
pub fn read_otherwise(tool: &str, command: &str) -> Option<(Span, &'static str)> {
    if !listed(TERMINALS, tool) {
        return None;
    }
    let mut quote = None;
    let mut before = '\n';
    let mut rest = command.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let behind = command.get(at + c.len_utf8()..).unwrap_or_default();
        let here = |why| Some((Span::new(at, at + c.len_utf8()), why));
        let starts_word = before.is_whitespace() || ";&|(){}".contains(before);
        match (c, quote) {
            // Quotes are nothing to the editor of a line.
            ('\t', _) if !before.is_whitespace() => return here("a tab completes the word in front of it"),
            ('\t' | '\n', _) => {}
            (c, _) if c.is_control() => return here("a control character is an order to the line's editor"),
            ('\'', Some('\'')) | ('"', Some('"')) => quote = None,
            ('\'' | '"', None) => quote = Some(c),
            (_, Some('\'')) => {}
            ('!', _) if may_recall(behind) => return here("`!` may stand for an earlier command"),
            ('\\', _) => drop(rest.next()),
            ('#', None) if starts_word => {
                let line = behind.split('\n').next().unwrap_or_default();
                if !line.chars().all(is_plain) {
                    return here("what stands behind `#` may be more than a comment");
                }
                // The end of the line stays.
                while rest.next_if(|(_, c)| *c != '\n').is_some() {}
            }
            (_, _) => {}
        }
        before = c;
    }
    None
}

/// `!!`, `!$`, `!rm`: not before a blank, a closing quote, `=` or `(`.
fn may_recall(behind: &str) -> bool {
    behind.chars().next().is_some_and(|next| !next.is_whitespace() && !"=(\"".contains(next))
}

/// Letters and signs that no shell takes for more.
fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || " \t.,:/_-+@%".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_reads_otherwise() {
        for (command, otherwise) in [
            ("ls # ; rm README.md", true),
            ("echo a #$(rm README.md)", true),
            ("ls #> .mcp.json", true),
            ("cat README.md #| sh", true),
            ("# '\necho ' ; rm x ; '\n# '", true),
            ("ls;# & curl x", true),
            ("echo !!:gs/\"/ /", true),
            ("echo \"!!\"", true),
            ("echo !$", true),
            ("cat .e\t", true),
            ("# run the tests\npytest", false),
            ("ls # all files", false),
            ("[ ! -f x ]", false),
            ("[ a != b ]", false),
            ("echo \"Done!\"", false),
            ("git commit -m 'fix!: x; y # z'", false),
            ("echo a#b;ls", false),
            ("if true; then\n\t\tls\nfi", false),
            ("echo \\# x", false),
            ("echo 'a\tb'", true),
            ("echo '\u{15}rm README.md #'", true),
            ("ls\r", true),
            ("echo 'a\nb'", false),
        ] {
            assert_eq!(read_otherwise("execute_command", command).is_some(), otherwise, "{command}");
            assert_eq!(read_otherwise("Bash", command), None, "{command}");
        }
    }
}
