//! Redirections: files that are opened, and what a command gets on standard input.

use super::expand::literal;
use super::reading::{Reading, Stdin};
use super::value::{Arg, Value};
use super::{Effect, Hazard};
use crate::shell::syntax::{Command, Fd, Piece, Redirect, RedirectOp, Word};
use alloc::format;

impl Reading<'_> {
    /// Redirections are an act of their own: a rule about a program does not speak of where its output is sent.
    /// A result is its standard input, if they say anything about it.
    pub(super) fn redirect_aside(&mut self, command: &Command, piped: Option<&Stdin>) -> Option<Stdin> {
        let saved = self.begin();
        let stdin = self.redirects(&command.redirects, piped);
        if self.found_nothing() {
            self.findings_restore(saved);
        } else {
            self.finish_unnamed(&[], command.span, saved);
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
                let opened = opened.unwrap_or(Stdin::Stream { network: self.network_since(0), piped: false });
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
                if !gives_input(redirect) {
                    // As `/dev/fd/3`, or as standard output, it can be opened again, for writing.
                    self.write_path("<", &target, false);
                }
                // Nothing comes from there.
                Some(if target.text() == Some("/dev/null") { Stdin::Inherited } else { Stdin::File })
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
            RedirectOp::Duplicate(from) | RedirectOp::DuplicateInput(from) => {
                let of_input = !from.is_empty() && from.bytes().all(|b| b == b'0');
                if gives_input(redirect) || of_input {
                    let message = "standard input becomes a copy of another descriptor, or another one of it";
                    self.add(Effect::Opaque, "unknown_value", message, redirect.span);
                }
                None
            }
            RedirectOp::HereString(word) | RedirectOp::Heredoc(word) => {
                let live = literal(word).is_none();
                let value = self.single(word);
                self.shows("<<", &value, redirect.span);
                Some(match value {
                    Value::Known(text) => Stdin::Text(text),
                    Value::Unknown(_) => {
                        Stdin::Stream { network: live && self.network_since(0), piped: true }
                    }
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
    Stdin::Stream { network: a.is_from_network() || b.is_from_network(), piped: false }
}

#[cfg(test)]
const EXAMPLES: &str = r#"
        allow python3 - <<< 'print(1)'
        allow timeout 5 python3 - <<'E' | head -3⏎print(1)⏎E
        allow python3 - "$(pwd)" <<'E'⏎print(1)⏎E
        ask   python3 - <<'E' > "$(head -c5 > /dev/null; echo out)"⏎print(1)⏎E
        ask   CI=$(head -c5) python3 - <<'E'⏎print(1)⏎E
        ask   f() { head -c5; bash; }; f <<< 'echo touch /tmp/m'
        ask   bash -c 'read -rn5 x; bash' <<< 'echo touch /tmp/m'
        ask   f() { read -r l; python3 -; }; f <<< 'print(1)'
        ask   f() { python3 -; }; f <<< 'print(1)'
        allow f() { python3 - <<< 'print(1)'; }; f
        allow f() { cat; }; f <<< 'print(1)'
        ask   { python3 -; } <<< 'print(1)'
        ask   eval 'python3 -' <<< 'print(1)'
        ask   bash -c 'exec < evil.sh; bash' <<< 'echo 1'
        ask   f() { eval bash < evil.sh; }; f <<< 'echo 1'
        ask   f() { . ./hello.sh < evil.sh; python3 -; }; f <<< 'print(1)'
        ask   f() { cat evil.sh > >(bash); }; f <<< 'echo 1'
        ask   bash -c 'cat evil.sh > >(python3 -)' <<< 'print(1)'
        ask   find . -exec head -c5 {} \; -exec python3 - \; <<< 'print(1)'
        ask   exec < evil.sh
        ask   bash -c 'exec 0< evil.sh'
        ask   command exec < evil.sh
        allow exec 3< src/main.rs; cat README.md
        ask   exec 3< /etc/passwd; echo x > /dev/fd/3
        ask   echo x 3< /etc/passwd > /dev/fd/3
        ask   echo x 1< /etc/passwd > /dev/stdout
        ask   { echo x > /dev/stdout; } < /etc/passwd >&0
        ask   sqlite3 -safe app.db <<< 'select 1' > /dev/fd/0
        allow cat < /etc/passwd > /dev/stdout
        allow ls > /dev/fd/2
        allow ls > >(cat)
        ask   bash <<< 'exec < evil.sh'
        ask   bash <<< 'echo 1'
        allow bash -c 'echo 1'
        ask   bash -i -c 'echo 1'
        ask   bash -i <<< ': ../../M; touch src/!#:1'
        ask   bash -n -i hello.sh
        allow bash -n hello.sh
        ask   bash 3<evil.sh <<< 'echo 1' 0>&3
        ask   python3 - 3<evil.sh <<< 'print(1)' 0>&3
        ask   python3 - <<< 'print(1)' <&3
        ask   python3 - <<< 'print(1)' 0> x
        ask   python3 - <<< 'print(1)' <<< 'print(2)'
        ask   bash -c "python3 - <<< 'print(1)' <<< 'print(2)'"
        ask   cat evil.sh | bash $(true | true) <<< 'echo 1'
        ask   cat evil.sh | CI=$(true | true) python3 - <<< 'print(1)'
        ask   cat evil.sh | python3 - <<< 'print(1)'
        allow find src -type f -print0 | xargs -0 touch
        ask   find src -type f -print0 | { exec < list0; xargs -0 touch; }
        ask   find src -type f -print0 | { head -c3; xargs -0 touch; }
        ask   find src -type f -print0 | xargs -0 touch $(head -c3 > /dev/null)
        ask   find src -type f -print0 | bash -c 'xargs -0 touch'
        ask   find src -type f -print0 | eval 'xargs -0 touch' < list0
        ask   find src -type f -print0 | cat list0 > >(xargs -0 touch)
        allow ls > out.txt
        ask   sh -c 'echo hi > [x]a/../../M'
        ask   echo hi > s?c/x
        ask   bash --posix -c 'echo hi > x'
        ask   cat < *.md
        allow echo hi > '[x]'
"#;

#[cfg(test)]
mod tests {
    use super::super::program::examples;

    #[test]
    fn examples_read_as_they_should() {
        examples::run(super::EXAMPLES);
    }
}
