//! Redirections: files that are opened, and what a command gets on standard input.

use super::expand::literal;
use super::reading::{Reading, Stdin};
use super::value::{Arg, Value};
use super::{Effect, Hazard};
use crate::shell::syntax::{Command, Fd, Piece, Redirect, RedirectOp, Word};
use alloc::format;
use alloc::string::String;

impl Reading<'_> {
    /// Redirections are an act of their own: a rule about a program does not speak of where its output is sent.
    /// A result is its standard input, if they say anything about it.
    pub(super) fn redirect_aside(&mut self, command: &Command, piped: Option<&Stdin>) -> Option<Stdin> {
        let saved = self.begin();
        let stdin = self.redirects(&command.redirects, piped);
        if self.found_nothing() {
            self.findings_restore(saved);
        } else {
            self.finish(String::new(), &[], command.span, saved);
        }
        stdin
    }

    /// Adds what redirections open. Of two inputs the last counts for bash, and zsh joins them, with what comes through a
    /// pipe as well: one alone is known.
    fn redirects(&mut self, redirects: &[Redirect], piped: Option<&Stdin>) -> Option<Stdin> {
        let mut stdin = None;
        for redirect in redirects {
            let opened = self.redirect(redirect);
            if let Fd::Variable(name) = &redirect.fd {
                self.assign(name, Value::unknown("is a descriptor"), redirect.span);
            }
            if gives_input(redirect) {
                let opened = opened.unwrap_or(Stdin::Stream { network: self.network_since(0) });
                stdin = Some(match stdin.as_ref().or(piped) {
                    Some(before) => mixed(before, &opened),
                    None => opened,
                });
            }
        }
        stdin
    }

    fn redirect(&mut self, redirect: &Redirect) -> Option<Stdin> {
        match &redirect.op {
            RedirectOp::Read(word) => {
                let target = self.target(word)?;
                self.read_path("<", &target, false);
                Some(Stdin::File)
            }
            RedirectOp::Write(word) | RedirectOp::WriteBoth(word) => {
                let target = self.target(word)?;
                self.write_path(">", &target, false);
                None
            }
            RedirectOp::Append(word) | RedirectOp::AppendBoth(word) => {
                let target = self.target(word)?;
                self.write_path(">>", &target, false);
                None
            }
            RedirectOp::ReadWrite(word) => {
                let target = self.target(word)?;
                self.read_path("<>", &target, false);
                self.write_path("<>", &target, false);
                Some(Stdin::File)
            }
            RedirectOp::Duplicate(_) | RedirectOp::DuplicateInput(_) => {
                if gives_input(redirect) {
                    let message =
                        "standard input becomes a copy of another descriptor, whatever was opened there";
                    self.add(Effect::Opaque, "unknown_value", message, redirect.span);
                }
                None
            }
            RedirectOp::HereString(word) | RedirectOp::Heredoc(word) => {
                let live = literal(word).is_none();
                let value = self.single(word);
                Some(match value {
                    Value::Known(text) => Stdin::Text(text),
                    Value::Unknown(_) => Stdin::Stream { network: live && self.network_since(0) },
                })
            }
        }
    }

    /// The one file a redirection names; `/dev/tcp` is the network.
    fn target(&mut self, word: &Word) -> Option<Arg> {
        if word.pieces.iter().any(|piece| matches!(piece, Piece::Glob(_))) {
            let message = "a pattern in a redirection, which sh takes for a name";
            self.add(Effect::Opaque, "unknown_value", message, word.span);
        }
        let mut fields = self.arguments(core::slice::from_ref(word));
        let (Some(arg), true) = (fields.pop(), fields.is_empty()) else {
            self.add(Effect::Opaque, "unknown_value", "a redirection does not name one file", word.span);
            return None;
        };
        let prefix = arg.value.prefix();
        if prefix.starts_with("/dev/tcp/") || prefix.starts_with("/dev/udp/") {
            let message = format!("`{prefix}` opens a network connection");
            self.hazard(Hazard::Network, "network", message, None, word.span);
            return None;
        }
        Some(arg)
    }
}

/// It changes descriptor 0, whatever the operator.
fn gives_input(redirect: &Redirect) -> bool {
    let reads = match &redirect.op {
        RedirectOp::Read(_)
        | RedirectOp::ReadWrite(_)
        | RedirectOp::DuplicateInput(_)
        | RedirectOp::HereString(_)
        | RedirectOp::Heredoc(_) => true,
        RedirectOp::Write(_)
        | RedirectOp::Append(_)
        | RedirectOp::WriteBoth(_)
        | RedirectOp::AppendBoth(_)
        | RedirectOp::Duplicate(_) => false,
    };
    match redirect.fd {
        Fd::Default => reads,
        Fd::Number(number) => number == 0,
        Fd::Variable(_) => false,
    }
}

/// One input, the other, or both.
fn mixed(a: &Stdin, b: &Stdin) -> Stdin {
    let network = |stdin: &Stdin| *stdin == Stdin::Stream { network: true };
    Stdin::Stream { network: network(a) || network(b) }
}
