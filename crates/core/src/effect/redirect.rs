//! Redirections: files that are opened, and what a command gets on standard input.

use super::expand::literal;
use super::reading::{Reading, Stdin};
use super::value::{Arg, Value};
use super::{Effect, Hazard};
use crate::shell::syntax::{Command, Fd, Redirect, RedirectOp, Word};
use alloc::format;
use alloc::string::String;

impl Reading<'_> {
    /// Redirections are an act of their own: a rule about a program does not speak of where its output is sent.
    pub(super) fn redirect_aside(&mut self, command: &Command) -> Option<Stdin> {
        let saved = self.begin();
        let piped = (self.stage == Some(command.span)).then(|| self.stdin.clone());
        let stdin = self.redirects(&command.redirects, piped);
        if self.found_nothing() {
            self.findings_restore(saved);
        } else {
            self.finish(String::new(), &[], command.span, saved);
        }
        stdin
    }

    /// Adds what redirections open. For bash the last that gives standard input counts; zsh joins them all, and what comes
    /// through a pipe as well.
    fn redirects(&mut self, redirects: &[Redirect], piped: Option<Stdin>) -> Option<Stdin> {
        let mut stdin = None;
        for redirect in redirects {
            let opened = self.redirect(redirect);
            match (&redirect.fd, opened) {
                (Fd::Default | Fd::Number(0), Some(opened)) => {
                    let before = stdin.as_ref().or(piped.as_ref());
                    stdin = Some(before.map_or(opened.clone(), |before| self.one_behind(before, opened)));
                }
                (Fd::Default | Fd::Number(_), _) => {}
                (Fd::Variable(name), _) => {
                    self.assign(name, Value::unknown("is a descriptor"), redirect.span);
                }
            }
        }
        stdin
    }

    /// One input in front of another.
    fn one_behind(&self, before: &Stdin, last: Stdin) -> Stdin {
        let network = |stdin: &Stdin| *stdin == Stdin::Stream { network: true };
        match self.shell.is_bash {
            true => last,
            false => Stdin::Stream { network: network(before) || network(&last) },
        }
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
            RedirectOp::Duplicate(_) => None,
            // Whatever was opened there.
            RedirectOp::DuplicateInput(_) => Some(Stdin::Stream { network: self.network_since(0) }),
            RedirectOp::HereString(word) | RedirectOp::Heredoc(word) => {
                let live = literal(word).is_none();
                let value = self.single(word);
                self.shows("<<", &value, redirect.span);
                Some(match value {
                    Value::Known(text) => Stdin::Text(text),
                    Value::Unknown(_) => Stdin::Stream { network: live && self.network_since(0) },
                })
            }
        }
    }

    /// The one file a redirection names; `/dev/tcp` is the network.
    fn target(&mut self, word: &Word) -> Option<Arg> {
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
