//! Commands that a host types into a terminal, as a person would. An interactive zsh knows no comments, and history
//! (`!!`) and completion (a tab) put other text in the place of what was typed. What is quoted is not told apart: here-documents
//! and substitutions hide it, and the editor of a line knows no quotes at all.

use crate::verdict::Span;
use crate::words::listed;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Tools of such hosts.
const TERMINALS: &str =
    "Shell run_in_terminal execute_command run_command run_commands terminal run_terminal_cmd";

/// Where a terminal may take what is typed for something else, and what; completes "in a terminal …".
pub fn read_otherwise(tool: &str, command: &str) -> Option<(Span, &'static str)> {
    if !listed(TERMINALS, tool) {
        return None;
    }
    let (mut start, mut goes_on) = (0, false);
    for line in command.split('\n') {
        let text = line.trim_start_matches(' ');
        let indent = line.len() - text.len();
        if let Some((at, why)) = odd(text, goes_on) {
            let at = start + indent + at;
            return Some((Span::new(at, at + 1), why));
        }
        start += line.len() + 1;
        goes_on = line.ends_with('\\');
    }
    None
}

/// The first place in a line. `goes_on`: it belongs to the one before.
fn odd(line: &str, goes_on: bool) -> Option<(usize, &'static str)> {
    if let Some(at) = line.find(char::is_control) {
        return Some((at, "a control character is an order to the line's editor"));
    }
    if line.starts_with('^') {
        return Some((0, "`^` changes an earlier command and runs it"));
    }
    if line.starts_with('#') && !goes_on && !line.chars().skip(1).all(is_plain) {
        return Some((0, "what stands behind `#` may be more than a comment"));
    }
    if let Some(at) = stays(line) {
        return Some((at, LASTS));
    }
    let recalls = |at: &usize| line.get(at + 1..).is_some_and(may_recall);
    let recalled = line.match_indices('!').map(|(at, _)| at).find(recalls)?;
    Some((recalled, "`!` may stand for an earlier command"))
}

/// A program of this name, however it is written, sets what stays: `"sh"opt -s nullglob`.
pub fn lasts(tool: &str, program: &str) -> bool {
    listed(TERMINALS, tool) && STAYS.contains(&program)
}

/// Commands that set what stays for the next one.
const STAYS: [&str; 6] = ["readonly", "declare", "typeset", "shopt", "setopt", "unsetopt"];

/// Why that is no good.
pub const LASTS: &str = "what is set so stays for the next command, and changes what it means";

/// Where a line fixes how a variable takes values, or what a pattern becomes: in a shell that lives on, `readonly x=.env` makes the
/// next call's `x=a` fail, and `shopt -s nullglob` takes its `src/*.x` away.
fn stays(line: &str) -> Option<usize> {
    let is_word = |at: usize, word: &str| {
        let is_letter = |c: char| c.is_alphanumeric() || c == '_';
        let before = line.get(..at).and_then(|text| text.chars().next_back());
        let behind = line.get(at + word.len()..).and_then(|text| text.chars().next());
        !before.is_some_and(is_letter) && (word.ends_with('=') || !behind.is_some_and(is_letter))
    };
    let mut words = STAYS.into_iter().chain(["IFS="]);
    words.find_map(|word| line.match_indices(word).map(|(at, _)| at).find(|at| is_word(*at, word)))
}

/// `!!`, `!$`, `!rm`: not before a blank, `=` or `(`. A quote does not help: zsh drops `!"` and leaves the text open.
fn may_recall(behind: &str) -> bool {
    behind.chars().next().is_some_and(|next| !next.is_whitespace() && !"=(".contains(next))
}

/// Letters and signs that no shell takes for more.
fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || " .,:/_-+@%".contains(c)
}

/// The command as a terminal may read it that knows no comments: each `#` behind a command is a word like any other. `None`
/// where there is none.
pub fn without_comments(tool: &str, command: &str) -> Option<String> {
    if !listed(TERMINALS, tool) || !command.contains('#') {
        return None;
    }
    let mut goes_on = false;
    let lines: Vec<String> = command
        .split('\n')
        .map(|line| {
            let is_comment = line.trim_start().starts_with('#') && !goes_on;
            goes_on = line.ends_with('\\');
            if is_comment { line.to_string() } else { with_words(line) }
        })
        .collect();
    let read = lines.join("\n");
    (read != command).then_some(read)
}

/// A letter for each `#` that begins a word.
fn with_words(line: &str) -> String {
    let mut before = ' ';
    let word = |c: char| {
        let begins = before.is_whitespace() || ";&|()`".contains(before);
        before = c;
        if c == '#' && begins { 'x' } else { c }
    };
    line.chars().map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_reads_otherwise() {
        for (command, otherwise) in [
            ("# '\necho ' ; rm x ; '\n# '", true),
            ("echo !!:gs/\"/ /", true),
            ("echo \"!!\"", true),
            ("echo !$", true),
            ("echo !\"x\"", true),
            ("echo \"z\n^a^c^\"", true),
            ("cat .e\t", true),
            ("cat docs/ \t\t", true),
            ("echo 'a\tb'", true),
            ("echo '\u{15}rm README.md #'", true),
            ("echo \"\\\u{15}rm README.md #\"", true),
            ("ls\r", true),
            ("readonly x=.env", true),
            ("ls; declare -l x", true),
            ("IFS=x", true),
            ("grep my_readonly src", false),
            ("# run the tests\npytest", false),
            ("ls # all files", false),
            ("[ ! -f x ]", false),
            ("[ a != b ]", false),
            ("echo \"Done!\"", true),
            ("echo \"Done!\" '\"; touch x; : \\'", true),
            ("echo !' '", true),
            ("echo Done!", false),
            ("echo a#b;ls", false),
            ("if true; then\n\t\techo nrm x\nfi", true),
            ("if true; then\n    ls\nfi", false),
            ("echo \\# x", false),
            ("echo 'a\nb'", false),
        ] {
            assert_eq!(read_otherwise("execute_command", command).is_some(), otherwise, "{command}");
            assert_eq!(read_otherwise("Bash", command), None, "{command}");
        }
    }

    #[test]
    fn comments_that_are_words() {
        for (command, read) in [
            ("ls # all files", "ls x all files"),
            ("cat a #.env", "cat a x.env"),
            ("ls \\\n# ; rm x", "ls \\\nx ; rm x"),
            ("echo \"$(ls # ; rm x\n)\"", "echo \"$(ls x ; rm x\n)\""),
            ("echo `# ; rm x\nls`", "echo `x ; rm x\nls`"),
            ("cat <<E\nit's\nE\nls # ; rm x", "cat <<E\nit's\nE\nls x ; rm x"),
        ] {
            assert_eq!(without_comments("execute_command", command).as_deref(), Some(read));
            assert_eq!(without_comments("Bash", command), None);
        }
        for command in ["# run the tests\npytest", "echo a#b $# ${#x}", "ls"] {
            assert_eq!(without_comments("execute_command", command), None, "{command}");
        }
    }
}
