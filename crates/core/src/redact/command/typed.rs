//! What a script types for somebody: `send "…"` of expect, `sendline(…)` of its libraries, `keystroke "…"` of AppleScript,
//! `ConvertTo-SecureString "…"` of PowerShell.

use crate::redact::cooked::HOLE;
use crate::redact::entropy::is_peculiar;
use crate::redact::marks::Mark;
use crate::steps;
use alloc::vec::Vec;

/// Words behind which the text stands that is typed.
const TYPED: &[&str] =
    &["sendline", "send_line", "sendLine", "SendKeys", "keystroke", "ConvertTo-SecureString"];
/// The same in scripts that talk to another program; elsewhere they send something else.
const TYPED_IN_TALKS: &[&str] = &["send", "exp_send", "send_expect"];
/// Words that such scripts have.
const OF_TALKS: &[&str] = &["spawn", "expect", "pexpect", "interact", "Expect"];
/// Answers that are nobody's secret.
const ANSWERS: &[&str] = &["", "y", "n", "yes", "no", "q", "quit", "exit", "logout", "ok", "true", "false"];
/// What a program asks before a secret is typed; their first letter may be large or small.
const ASKED: &[&str] =
    &["assword", "assphrase", "asscode", "ecret", "oken", "PIN", "OTP", "redential", "pwd", "PASS"];
/// So far before the text what was asked is looked for.
const NEAR: usize = 200;
/// Nobody types more at once.
const LONGEST: usize = 512;

/// Where in a script typed secrets stand. `talks`: it is one that talks to another program.
pub fn find(text: &str, talks: bool) -> Vec<Mark> {
    let mut marks = Vec::new();
    let talks = talks || OF_TALKS.iter().any(|word| finds(text, word).next().is_some());
    let verbs = TYPED.iter().chain(TYPED_IN_TALKS.iter().filter(|_| talks));
    for verb in verbs {
        marks.extend(finds(text, verb).filter_map(|at| typed(text, at, at + verb.len())));
    }
    marks
}

/// Where the word stands, and no longer one.
fn finds<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    let letter = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    text.match_indices(word).map(|(at, _)| at).filter(move |at| {
        let before = text.get(..*at).and_then(|before| before.chars().next_back());
        let after = text.get(at + word.len()..).and_then(|after| after.chars().next());
        !before.is_some_and(|c| letter(c) || c == '$') && !after.is_some_and(letter)
    })
}

/// The secret that the verb at `verb..end` types.
fn typed(text: &str, verb: usize, end: usize) -> Option<Mark> {
    let (from, to) = argument(text, end).or_else(|| piped(text, verb))?;
    let said = text.get(from..to)?;
    let bare = without_end(said);
    let known = !bare.is_empty() && !bare.starts_with(['$', '[', HOLE]) && !ANSWERS.contains(&bare);
    (known && (is_asked(text, verb) || is_peculiar(bare) || !bare.contains(' ')))
        .then(|| Mark::new(from, from + bare.len()))
}

/// A secret was asked for just before.
fn is_asked(text: &str, verb: usize) -> bool {
    let start = (verb.saturating_sub(NEAR)..=verb).find(|at| text.is_char_boundary(*at)).unwrap_or(verb);
    let before = text.get(start..verb).unwrap_or_default();
    ASKED.iter().any(|asked| before.contains(asked))
}

/// The first thing behind a verb that is no flag: between quotes or braces, or one word.
fn argument(text: &str, end: usize) -> Option<(usize, usize)> {
    let mut at = past(text, end, &[' ', '\t', '(']);
    while text.get(at..)?.starts_with('-') {
        let flag = word_end(text, at);
        let takes_next = text.get(at..flag) == Some("-i");
        at = past(text, flag, &[' ', '\t', '(']);
        if takes_next {
            at = past(text, word_end(text, at), &[' ', '\t']);
        }
    }
    let rest = text.get(at..)?;
    match rest.chars().next()? {
        quote @ ('"' | '\'') => Some((at + 1, closing(text, at + 1, quote))),
        '{' => Some((at + 1, closing(text, at + 1, '}'))),
        ';' | '\n' | '|' | ')' | '}' => None,
        _ => Some((at, word_end(text, at))),
    }
}

/// `"secret" | ConvertTo-SecureString`
fn piped(text: &str, verb: usize) -> Option<(usize, usize)> {
    let before = text.get(..verb)?.trim_end().strip_suffix('|')?.trim_end();
    let quote = before.chars().next_back().filter(|c| matches!(c, '"' | '\''))?;
    let inside = before.strip_suffix(quote)?;
    Some((inside.rfind(quote)? + 1, inside.len()))
}

fn past(text: &str, at: usize, blanks: &[char]) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.len() - rest.trim_start_matches(blanks).len()
}

fn word_end(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.find(|c: char| c.is_whitespace() || ";)}]\"'".contains(c)).unwrap_or(rest.len())
}

/// The next sign of this kind that no backslash stands before; else the end, or as far as anybody types.
fn closing(text: &str, from: usize, sign: char) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    let mut escaped = false;
    for (at, c) in rest.char_indices() {
        if at >= LONGEST {
            return from + at;
        }
        steps::add(1);
        match (escaped, c) {
            (false, c) if c == sign => return from + at,
            (false, '\\') => escaped = true,
            (_, _) => escaped = false,
        }
    }
    text.len()
}

/// Without the line's end that is typed behind it.
fn without_end(said: &str) -> &str {
    let ends = ["\\r", "\\n", "\\015", "\\012", "\\x0d", "\\x0a", "\r", "\n", "{ENTER}", "~"];
    let mut bare = said;
    while let Some(less) = ends.iter().find_map(|end| bare.strip_suffix(end)) {
        bare = less;
    }
    bare
}
