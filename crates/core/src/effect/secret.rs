//! Secrets of the environment: a word that holds the value of one stops, whatever becomes of the word. Only a command
//! that asks whether a word is empty, or drops it, may have one, as long as nothing shows the words of commands.

use super::Hazard;
use super::environment;
use super::expand::literal;
use super::reading::Reading;
use super::value::Value;
use crate::shell::syntax::{Param, ParamOp, Piece, Word};
use crate::verdict::Span;
use alloc::format;

impl Reading<'_> {
    /// What is expanded holds a secret, or may: it has the name of one, and nothing certain was assigned to it.
    pub(super) fn may_be_secret(param: &Param, plain: &Value) -> bool {
        plain.is_secret() || (plain.texts().is_none() && environment::is_secret(&param.name))
    }

    /// A variable whose value is a secret, by its name or by what the session has in it: an address with a password.
    pub(super) fn is_secret_variable(&self, name: &str) -> bool {
        environment::is_secret(name) || self.session.variable(name).is_some_and(environment::has_login)
    }

    /// A secret becomes a word, or a part of one.
    pub(super) fn expands_secret(&mut self, name: &str, span: Span) {
        self.keeps_secret |= self.only_asked;
        if !self.only_asked || self.shows_words {
            self.stop_secret(format!("the value of `{name}`, which looks like a secret, is used"), span);
        }
    }

    /// Words of commands are printed, or the last one is taken up again: `set -x`, `$_`. In a loop also those before.
    pub(super) fn takes_up_words(&mut self, span: Span) {
        self.shows_words = true;
        if self.keeps_secret {
            self.stop_secret("the words of commands are shown, and a secret is among them".into(), span);
        }
    }

    /// An act of its own: words are expanded in places where no command is being read.
    pub(super) fn stop_secret(&mut self, message: alloc::string::String, span: Span) {
        self.aside(span, |reading| {
            reading.hazard(Hazard::Secret, "print_environment", message, None, span);
        });
    }
}

/// `[ -n "$x" ]`, `test -z "$x"`, `: "${x:?}"`: all that can be seen of the words is whether they are empty.
pub(super) fn only_asks(words: &[Word]) -> bool {
    let Some((name, rest)) = words.split_first() else { return false };
    match literal(name).as_deref() {
        Some(":") => rest.iter().all(|word| literal(word).is_some() || is_whole_value(word, true)),
        Some("test") => asks_for_length(rest),
        Some("[") => match rest.split_last() {
            Some((end, inner)) => is(end, &["]"]) && asks_for_length(inner),
            None => false,
        },
        Some(_) | None => false,
    }
}

fn asks_for_length(words: &[Word]) -> bool {
    let words = match words.split_first() {
        Some((first, rest)) if is(first, &["!"]) => rest,
        Some(_) | None => words,
    };
    matches!(words, [op, word] if is(op, &["-n", "-z"]) && is_whole_value(word, true))
}

fn is(word: &Word, texts: &[&str]) -> bool {
    literal(word).is_some_and(|text| texts.contains(&text.as_ref()))
}

/// One word in which nothing runs; where it would be split, in quotes.
pub(super) fn is_whole_value(word: &Word, in_quotes: bool) -> bool {
    word.pieces.iter().all(|piece| match piece {
        Piece::Text { .. } => true,
        Piece::Param { param, quoted, span: _ } => (*quoted || !in_quotes) && is_plain(param),
        Piece::Glob(_)
        | Piece::Tilde(_)
        | Piece::Command { .. }
        | Piece::Process { .. }
        | Piece::Arith { .. } => false,
    })
}

fn is_plain(param: &Param) -> bool {
    let plain = match &param.op {
        ParamOp::Plain | ParamOp::Length => true,
        ParamOp::Default(word) | ParamOp::Alternative(word) | ParamOp::Error(word) => literal(word).is_some(),
        ParamOp::Assign(_) | ParamOp::Edit(..) | ParamOp::Slice(_) => false,
    };
    plain && param.subscript.is_none()
}

#[cfg(test)]
mod tests {
    use crate::Decision::{Allow, Ask};
    use crate::effect::program::examples::{judge_on_with, machine, run_on};

    #[test]
    fn variables_whose_value_says_that_they_are_secrets() {
        for (name, value, command, expected) in [
            ("HTTPS_PROXY", "http://me:hunter2@proxy:3128", "echo \"$HTTPS_PROXY\"", Ask),
            ("HTTPS_PROXY", "http://me:hunter2@proxy:3128", "printenv HTTPS_PROXY", Ask),
            ("HTTPS_PROXY", "http://proxy:3128", "echo \"$HTTPS_PROXY\"", Allow),
            ("HTTPS_PROXY", "http://proxy:3128", "printenv HTTPS_PROXY", Allow),
            ("GOPROXY", "https://me:tok@go.example", "go env", Ask),
            ("GOPROXY", "https://me:tok@go.example", "go env -json", Ask),
            ("GOPROXY", "https://me:tok@go.example", "go env GOPROXY", Ask),
            ("GOPROXY", "https://me:tok@go.example", "go env GOPATH", Allow),
            ("GOPROXY", "https://proxy.golang.org,direct", "go env", Allow),
        ] {
            assert_eq!(judge_on_with(&machine(), name, value, command), expected, "{name}={value} {command}");
        }
    }

    #[test]
    fn settings_whose_names_sign_in() {
        let of = |login: &str| {
            let text =
                alloc::format!("[url \"https://{login}github.com/\"]\n\tinsteadOf = https://github.com/\n");
            machine().file("/home/user/.gitconfig", &text)
        };
        run_on(
            &of("me:TOKEN@"),
            "ask git remote -v\nask git remote get-url origin\nallow git remote\nallow git status",
        );
        run_on(&of(""), "allow git remote -v\nallow git remote get-url origin");
        let kept = machine().file("/home/user/.config/go/env", "GOPROXY=https://me:tok@go.example\n");
        run_on(&kept, "ask go env\nallow go env GOROOT");
    }
}
