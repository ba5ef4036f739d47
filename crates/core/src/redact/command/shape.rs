//! How a secret stands in an argument.

use super::typed;
use crate::redact::cooked::HOLE;
use crate::redact::entropy::is_peculiar;
use crate::redact::marks::Mark;
use crate::redact::text::{self, Place};
use alloc::vec::Vec;

/// Which part of a text is the secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// All of it.
    Whole,
    /// What stands behind the first of these on each line: `user:password`, `user%password`.
    Behind(u8),
    /// What stands between `/` and `@`: `user/password@database`, `userid=user/password`.
    Slashed,
    /// What an FTP client logs in with: the last word of `user me password`.
    Ftp,
    /// What stands behind `pass:`; `file:`, `env:` and the like name where it is.
    Pass,
    /// The value of a header, whatever its name, if the name announces one.
    Header,
    /// Cookies: every `name=value`; a word without `=` is a file.
    Cookies,
    /// What stands between `:` and `@` of an address without `://`: `user:password@host`.
    Login,
    /// The same with a domain or a way in front of the user: `domain/user:password@host`, `:pserver:user:password@host`.
    Domain,
    /// What stands behind `:`, or all of it if it looks made.
    Auth,
    /// All of it, unless it is a switch (`/add`) or a `*` that asks for it.
    Word,
    /// All of it, unless it is a `name=value` itself.
    Unpaired,
    /// What goes into a file of secrets: on each line the value of a `name=value`, or all of it.
    Stored,
    /// Commands.
    Code,
    /// Code of another language.
    Inline,
}

impl Shape {
    /// By its sign in the table.
    pub fn of(sign: &str) -> Shape {
        match sign {
            ":" => Shape::Behind(b':'),
            "=" => Shape::Behind(b'='),
            "%" => Shape::Behind(b'%'),
            "," => Shape::Behind(b','),
            "/" => Shape::Slashed,
            "p" => Shape::Pass,
            "h" => Shape::Header,
            "c" => Shape::Cookies,
            "@" => Shape::Login,
            "a" => Shape::Auth,
            "w" => Shape::Word,
            "u" => Shape::Unpaired,
            "d" => Shape::Domain,
            "f" => Shape::Ftp,
            "blank" => Shape::Behind(b' '),
            "code" => Shape::Code,
            _ => Shape::Whole,
        }
    }

    /// Where the secret is in `text`, of which the part from `start` on is meant.
    pub fn find(self, text: &str, start: usize) -> Vec<Mark> {
        let part = text.get(start..).unwrap_or_default();
        match self {
            Shape::Whole => whole(part, start).into_iter().collect(),
            Shape::Behind(sign) => lines(part, start, |line| {
                line.bytes().position(|byte| byte == sign).map(|at| (at + 1, line.len()))
            }),
            Shape::Slashed => lines(part, start, |line| {
                let from = line.find('/')? + 1;
                let user = line.get(..from - 1).unwrap_or_default();
                let (name, user) = user.split_once('=').unwrap_or(("userid", user));
                let named =
                    name.eq_ignore_ascii_case("userid") && !user.is_empty() && !user.contains(['@', ' ']);
                named.then(|| (from, line.rfind('@').filter(|to| *to > from).unwrap_or(line.len())))
            }),
            Shape::Ftp => lines(part, start, |line| {
                let mut words = line.split_ascii_whitespace();
                let logs_in = words.next().is_some_and(|word| word.eq_ignore_ascii_case("user"));
                let last = words.nth(1).filter(|_| logs_in)?;
                line.rfind(last).map(|from| (from, from + last.len()))
            }),
            Shape::Pass => lines(part, start, |line| {
                let named =
                    ["file:", "env:", "fd:"].iter().any(|kind| line.starts_with(kind)) || line == "stdin";
                let from = if line.starts_with("pass:") { 5 } else { 0 };
                (!named).then_some((from, line.len()))
            }),
            Shape::Stored => lines(part, start, |line| {
                // A line of several words may say which of them is one.
                let says = line.contains(' ') && !text::find(line, Place::Text).is_empty();
                (!says).then(|| (name_of_setting(line), line.len()))
            }),
            Shape::Login => login(part, start).into_iter().collect(),
            Shape::Domain => {
                let way = if part.starts_with(':') {
                    part.get(1..).and_then(|rest| rest.find(':')).map_or(0, |at| at + 2)
                } else {
                    0
                };
                let user = part.get(way..).and_then(|rest| rest.find(':')).map_or(way, |at| way + at);
                let domain = part
                    .get(way..user)
                    .and_then(|user| user.rfind(['/', '\\']))
                    .map_or(way, |at| way + at + 1);
                login(part.get(domain..).unwrap_or_default(), start + domain).into_iter().collect()
            }
            Shape::Auth if part.contains(':') => Shape::Behind(b':').find(text, start),
            Shape::Auth if is_peculiar(part) => whole(part, start).into_iter().collect(),
            Shape::Auth => Vec::new(),
            Shape::Cookies => cookies(part, start),
            Shape::Header | Shape::Code => shifted(text::find(part, Place::Argument), start),
            Shape::Inline => {
                let mut marks = text::find(part, Place::Code);
                marks.extend(typed::find(part, false));
                shifted(marks, start)
            }
            Shape::Word if part.starts_with('/') || part == "*" => Vec::new(),
            Shape::Unpaired if part.contains('=') => Vec::new(),
            Shape::Word | Shape::Unpaired => whole(part, start).into_iter().collect(),
        }
    }
}

fn whole(part: &str, start: usize) -> Option<Mark> {
    let skipped = part.len() - part.trim_start().len();
    let trimmed = part.trim();
    is_worth(trimmed).then(|| Mark::new(start + skipped, start + skipped + trimmed.len()))
}

/// How long the `name=` in front of a value is, if there is one.
fn name_of_setting(line: &str) -> usize {
    let is_name =
        |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-. ".contains(&byte));
    line.split_once('=').filter(|(name, _)| is_name(name)).map_or(0, |(name, _)| name.len() + 1)
}

/// Something is written out there.
pub fn is_worth(text: &str) -> bool {
    text.chars().any(|c| c != HOLE && !c.is_whitespace()) && !matches!(text, "-" | "--")
}

fn lines(part: &str, start: usize, secret: impl Fn(&str) -> Option<(usize, usize)>) -> Vec<Mark> {
    let mut at = start;
    let mut marks = Vec::new();
    for line in part.split_inclusive('\n') {
        let bare = line.trim_end_matches(['\n', '\r', ' ']);
        if let Some((from, to)) =
            secret(bare).filter(|(from, to)| from < to && is_worth(bare.get(*from..*to).unwrap_or_default()))
        {
            marks.push(Mark::new(at + from, at + to));
        }
        at += line.len();
    }
    marks
}

fn cookies(part: &str, start: usize) -> Vec<Mark> {
    let mut at = start;
    let mut marks = Vec::new();
    for cookie in part.split_inclusive(';') {
        let bare = cookie.trim_end_matches([';', ' ']);
        if let Some(sign) = bare.find('=').filter(|sign| is_worth(bare.get(sign + 1..).unwrap_or_default())) {
            marks.push(Mark::new(at + sign + 1, at + bare.len()));
        }
        at += cookie.len();
    }
    marks
}

/// Only where nothing else can be meant: a name, a password, a host, and what follows a host.
pub fn login(part: &str, start: usize) -> Option<Mark> {
    let (user, rest) = part.split_once(':')?;
    let (password, host) = rest.rsplit_once('@')?;
    let name = |text: &str| {
        !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b))
    };
    let written = |byte: u8| byte > b' ' && !b"\"'{}<>@".contains(&byte);
    let digest = ["sha256:", "sha512:"].iter().any(|kind| host.starts_with(kind));
    let is_login = name(user)
        && !password.contains('/')
        && password.bytes().all(written)
        && is_worth(password)
        && host.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '[')
        && host.bytes().all(|byte| byte > b' ')
        && !digest;
    is_login.then(|| Mark::new(start + user.len() + 1, start + user.len() + 1 + password.len()))
}

/// The same marks `by` bytes later.
pub fn shifted(mut marks: Vec<Mark>, by: usize) -> Vec<Mark> {
    for mark in &mut marks {
        mark.from += by;
        mark.to += by;
    }
    marks
}
