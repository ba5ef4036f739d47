//! Programs that talk to other machines, and the words by which they do more than that: run a command, load code, take
//! their orders from a file, ask a service of this machine.
//!
//! What they are for stops under a rule that a policy may lift. These words stop under rules that no `[rules]` line
//! lifts, so whoever permits the network has not permitted commands that nobody read.

mod rows;

use super::Effect;
use super::program::spec::Unread;
use super::reading::Reading;
use super::value::{Arg, Value};
use crate::words::listed;
use alloc::vec::Vec;
use rows::{OPTIONS, ROWS, Row, WHATEVER};

impl Reading<'_> {
    /// Adds a stop for each word by which `program` does more than talk.
    pub(super) fn add_steered(&mut self, program: &str, args: &[Arg]) {
        let Some(first) = args.first() else { return };
        if listed(WHATEVER, program) {
            let message =
                ["`", program, "` runs what it is told by another side, a file or an input"].concat();
            return self.add(Effect::Opaque, "unread_code", message, first.span);
        }
        let Some(row) = ROWS.iter().find(|row| listed(row.programs, program)) else { return };
        let given = Given::of(row, args);
        for flag in &given.flags {
            self.judge_flag(program, row, flag);
        }
        for word in args.iter().filter(|arg| arg.text().is_some_and(|word| is_command(row, word))) {
            let message =
                ["`", program, "` takes a command, or a service of this machine, for an address"].concat();
            self.add(Effect::Opaque, "inline_code", message, word.span);
        }
        if let Some(command) = row.remote.and_then(|at| given.operands.get(at)) {
            let message = ["`", program, "` runs a command on the other machine"].concat();
            self.add(Effect::Opaque, "unread_code", message, command.span);
        }
        for arg in args.iter().filter(|arg| may_steer(&arg.value)) {
            self.unread(program, Unread::value(arg));
        }
    }

    fn judge_flag(&mut self, program: &str, row: &Row, flag: &Flag<'_>) {
        let value = flag.value.and_then(Arg::text).or(flag.attached);
        if row.options && flag.name == "-o" {
            if !value.is_some_and(is_plain_option) {
                let message = ["`", program, "` is given an option that may run a command"].concat();
                self.add(Effect::Opaque, "inline_code", message, flag.span);
            }
        } else if has(row.runs, flag.name) && !(program == "rsync" && value.is_some_and(is_plain_shell)) {
            let message = ["`", program, "` runs, or loads, what `", flag.name, "` says"].concat();
            self.add(Effect::Opaque, "inline_code", message, flag.span);
        } else if has(row.orders, flag.name) {
            let message = ["`", program, "` takes its orders from what `", flag.name, "` names"].concat();
            self.add(Effect::Opaque, "unread_code", message, flag.span);
        }
    }
}

/// One flag as it is given.
struct Flag<'a> {
    /// `-e` or `--exec`, without what is attached.
    name: &'a str,
    attached: Option<&'a str>,
    /// The word behind it, where that may be its value.
    value: Option<&'a Arg>,
    span: crate::verdict::Span,
}

/// The words of a command, told apart as far as the row can.
struct Given<'a> {
    flags: Vec<Flag<'a>>,
    operands: Vec<&'a Arg>,
}

impl<'a> Given<'a> {
    fn of(row: &Row, args: &'a [Arg]) -> Self {
        let mut given = Given { flags: Vec::new(), operands: Vec::new() };
        let mut rest = args;
        while let Some((arg, behind)) = rest.split_first() {
            let taken = match arg.text() {
                Some("--") => {
                    given.operands.extend(behind);
                    return given;
                }
                Some(word) if word.starts_with("--") => {
                    given.long(word, arg, behind.first());
                    0
                }
                Some(word) if word.starts_with('-') && word.len() > 1 => {
                    given.short(row, word, arg, behind.first())
                }
                Some(_) | None => {
                    given.operands.push(arg);
                    0
                }
            };
            rest = behind.get(taken..).unwrap_or_default();
        }
        given
    }

    fn long(&mut self, word: &'a str, arg: &Arg, next: Option<&'a Arg>) {
        let (name, attached) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
        let value = next.filter(|_| attached.is_none());
        self.flags.push(Flag { name, attached, value, span: arg.span });
    }

    /// How many of the words behind it were taken.
    fn short(&mut self, row: &Row, word: &'a str, arg: &Arg, next: Option<&'a Arg>) -> usize {
        // Some programs have long names behind a single dash.
        self.long(word, arg, next);
        for (at, letter) in word.char_indices().skip(1) {
            let name = letter_flag(row, letter);
            let attached = word.get(at + letter.len_utf8()..).filter(|rest| !rest.is_empty());
            let takes = row.takes.contains(letter);
            let value = next.filter(|_| takes && attached.is_none());
            if let Some(name) = name {
                self.flags.push(Flag { name, attached: attached.filter(|_| takes), value, span: arg.span });
            }
            if takes {
                return usize::from(value.is_some());
            }
        }
        0
    }
}

/// The short flag of that letter, where the row speaks of it.
fn letter_flag(row: &Row, letter: char) -> Option<&'static str> {
    let named = row.runs.split(' ').chain(row.orders.split(' ')).chain(row.options.then_some("-o"));
    named.into_iter().find(|flag| {
        let mut chars = flag.chars();
        (chars.next(), chars.next(), chars.next()) == (Some('-'), Some(letter), None)
    })
}

/// `name` is one of `flags`, or an abbreviation of a long one.
fn has(flags: &str, name: &str) -> bool {
    let abbreviates = |flag: &str| name.len() >= 5 && name.starts_with("--") && flag.starts_with(name);
    !name.is_empty() && flags.split(' ').any(|flag| flag == name || abbreviates(flag))
}

fn is_plain_option(option: &str) -> bool {
    let option = option.trim_start();
    let name = option.split(|c: char| c == '=' || c.is_whitespace()).next().unwrap_or_default();
    listed(OPTIONS, &name.to_ascii_lowercase()) && !option.contains(['\n', '\r'])
}

/// `ssh`, or `ssh -p 22`.
fn is_plain_shell(command: &str) -> bool {
    let words: Vec<&str> = command.split(' ').collect();
    match words.as_slice() {
        ["ssh"] => true,
        ["ssh", "-p", port] => port.bytes().all(|b| b.is_ascii_digit()),
        _ => false,
    }
}

fn is_command(row: &Row, word: &str) -> bool {
    let folded = word.to_ascii_lowercase();
    row.inside.split(' ').any(|mark| !mark.is_empty() && folded.contains(mark))
}

/// A word that is not known may be any of the above, unless it begins as an address or as a text for people.
fn may_steer(value: &Value) -> bool {
    let Value::Unknown(unknown) = value else { return false };
    let begin = unknown.prefix.as_str();
    let address = begin.starts_with("http://") || begin.starts_with("https://");
    let header = begin.contains(": ") && !begin.starts_with(['-', '@']);
    unknown.splits || !(address || header)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_run_nothing() {
        for (option, plain) in [
            ("ConnectTimeout=5", true),
            ("connecttimeout 5", true),
            (" StrictHostKeyChecking=no", true),
            ("ProxyCommand=x", false),
            ("proxycommand x", false),
            ("\"ProxyCommand\"=x", false),
            ("LocalCommand=x", false),
            ("KnownHostsCommand=x", false),
            ("Include x", false),
            ("", false),
            ("Port=1\nProxyCommand=x", false),
        ] {
            assert_eq!(is_plain_option(option), plain, "{option}");
        }
    }

    #[test]
    fn long_flags_may_be_abbreviated() {
        for (name, found) in [
            ("--config", true),
            ("--conf", true),
            ("--co", false),
            ("--compressed", false),
            ("-K", true),
            ("", false),
        ] {
            assert_eq!(has("-K --config", name), found, "{name}");
        }
    }
}
