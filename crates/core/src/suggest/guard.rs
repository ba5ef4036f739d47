//! A line that asks before it acts: `grep -q staging context && kubectl delete ns x`. A rule about the command would drop
//! the question.

use crate::shell;
use crate::shell::syntax::{Command, Kind, List, Piece, Word};

/// Something in the text hangs on a question, or nobody can tell.
pub fn is_guarded(text: &str) -> bool {
    shell::read(text).map_or(true, |script| list(&script.body))
}

fn list(list: &List) -> bool {
    list.iter().any(|item| command(&item.command))
}

fn command(one: &Command) -> bool {
    match &one.kind {
        Kind::Simple { .. } | Kind::Cond(_) | Kind::Arith(_) => false,
        Kind::Pipe(stages) => stages.iter().any(command),
        Kind::Chain { first, rest } => {
            // Nothing hangs on the last.
            let before = core::iter::once(&**first).chain(rest.iter().map(|(_, one)| one)).take(rest.len());
            before.into_iter().any(asks) || command(first) || rest.iter().any(|(_, one)| command(one))
        }
        Kind::Not(inner) | Kind::Time(inner) => command(inner),
        Kind::Subshell(body) | Kind::Group(body) => list(body),
        Kind::For { body, .. } | Kind::ForArith { body, .. } => list(body),
        Kind::Function { body, .. } => command(body),
        Kind::If { .. } | Kind::Loop { .. } | Kind::Case { .. } => true,
    }
}

/// Programs that are asked for their answer more than for what they do.
const ASKED: &[&str] =
    &["[", "cmp", "confirm", "diff", "egrep", "false", "fgrep", "gum", "grep", "pgrep", "read", "rg", "test"];

/// It is run for its answer.
fn asks(one: &Command) -> bool {
    match &one.kind {
        Kind::Simple { words, .. } => words.first().and_then(plain).is_some_and(|name| ASKED.contains(&name)),
        Kind::Pipe(stages) => stages.last().is_some_and(asks),
        Kind::Chain { first, rest } => asks(rest.last().map_or(&**first, |(_, one)| one)),
        Kind::Not(_) | Kind::Cond(_) | Kind::Arith(_) => true,
        Kind::Time(inner) => asks(inner),
        Kind::Subshell(list) | Kind::Group(list) => list.last().is_some_and(|item| asks(&item.command)),
        Kind::For { .. } | Kind::ForArith { .. } | Kind::Function { .. } => false,
        Kind::If { .. } | Kind::Loop { .. } | Kind::Case { .. } => true,
    }
}

fn plain(word: &Word) -> Option<&str> {
    if let [Piece::Text { text, .. }] = word.pieces.as_slice() { Some(text) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions() {
        for text in [
            "test -f x && deploy",
            "[ -f x ] && deploy",
            "[[ $x == staging ]] && deploy",
            "(( x > 1 )) && deploy",
            "current | grep -q staging && deploy",
            "! grep -q prod x && deploy",
            "git fetch && grep -q x y && deploy",
            "{ read x; } && deploy",
            "if current; then deploy; fi",
            "while current; do deploy; done",
            "case $x in a) deploy;; esac",
            "f() { test -f x && deploy; }; f",
            "deploy '",
        ] {
            assert!(is_guarded(text), "{text}");
        }
        for text in [
            "deploy",
            "git fetch && git rebase origin/main",
            "deploy | grep x",
            "deploy && test -f x",
            "for x in a b; do deploy; done",
            "grep -q x y; deploy",
        ] {
            assert!(!is_guarded(text), "{text}");
        }
    }
}
