//! Masks what is plainly a secret before it is written down.
//!
//! A ledger is read by more people than a terminal. This errs towards masking too much: a masked word costs a look at
//! the transcript, a recorded password costs the password. It is no proof that a text holds no secret.

use crate::call::ToolCall;
use crate::escape;
use crate::json::Json;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// What stands in place of a secret.
const MASK: &str = "REDACTED";
/// A name with one of these in it names a secret (`GITHUB_TOKEN=`, `--db-password`, `"apiKey":`).
const NAMES: &[&str] = &[
    "token",
    "secret",
    "passw",
    "passphrase",
    "passwd",
    "credential",
    "apikey",
    "api_key",
    "api-key",
    "access_key",
    "access-key",
    "private_key",
    "private-key",
    "authorization",
    "cookie",
    "_auth",
    "_pass",
    "_pwd",
    "_key",
];
/// A word that begins with one of these is a secret by its own form.
const FORMS: &[&str] = &[
    "AKIA",
    "ASIA",
    "AIza",
    "eyJ",
    "gho_",
    "ghp_",
    "ghr_",
    "ghs_",
    "ghu_",
    "github_pat_",
    "glpat-",
    "hf_",
    "npm_",
    "pypi-",
    "sk-",
    "sk_live_",
    "sk_test_",
    "rk_live_",
    "whsec_",
    "xoxa-",
    "xoxb-",
    "xoxp-",
    "xoxs-",
    "dop_v1_",
    "AGE-SECRET-KEY-",
];
/// Shorter than this a word with such a beginning is just a word.
const FORM_BYTES: usize = 16;
/// How a value may be announced before it stands as a word of its own (`Authorization: Bearer x`).
const SCHEMES: &[&str] = &["bearer", "basic", "token", "digest", "negotiate"];

/// A call as it may be written down.
pub struct Redacted {
    input: Json,
}

/// The call's input.
pub fn call(call: &ToolCall) -> Redacted {
    Redacted { input: masked(&call.input) }
}

impl Redacted {
    /// Of the same shape.
    pub fn input(&self) -> &Json {
        &self.input
    }

    /// Something was left out.
    pub fn cut(&self) -> bool {
        false
    }

    /// Another text.
    pub fn clean(&self, text: &str) -> String {
        mask(text)
    }
}

/// Free text.
pub fn text(text: &str) -> String {
    mask(text)
}

/// A command.
pub fn command(text: &str) -> String {
    mask(text)
}

fn masked(json: &Json) -> Json {
    match json {
        Json::String(text) => Json::String(mask(text)),
        Json::Array(items) => Json::Array(items.iter().map(masked).collect()),
        Json::Object(fields) => {
            Json::Object(fields.iter().map(|(k, v)| (k.clone(), masked(v))).collect::<Vec<_>>())
        }
        other @ (Json::Null | Json::Bool(_) | Json::Number(_)) => other.clone(),
    }
}

/// `text` for the record: secrets masked, safe to show, at most about `limit` bytes.
pub fn summary(text: &str, limit: usize) -> String {
    // Cut first: the work stays bounded. A secret that the cut falls into is masked like a whole one.
    cut(&escape::for_people(&mask(&cut(text, limit))), limit)
}

/// The first `limit` bytes of a text, whole characters only, with `…` when something was left out.
pub fn cut(text: &str, limit: usize) -> String {
    if text.len() <= limit {
        return text.to_owned();
    }
    let end = (0..=limit).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    format!("{}…", text.get(..end).unwrap_or_default())
}

/// `text` with the values that look like secrets replaced.
pub fn mask(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut words = Words { rest: text };
    // What the words so far announce, and the quote that was open when they did.
    let (mut announced, mut open, mut last) = (false, None, "");
    while let Some((gap, word)) = words.next() {
        masked.push_str(gap);
        let opened = gap.chars().next_back().filter(|c| is_quote(*c));
        let ends = gap.contains([';', '|', '&', '(', ')', '\n']);
        if announced && !ends && is_scheme(word) {
            masked.push_str(word);
        } else if announced && !ends && !(word.starts_with('-') && opened.is_none()) {
            masked.push_str(if word.is_empty() { "" } else { MASK });
            words.skip_to(if gap.contains(is_quote) { opened } else { open });
            announced = false;
        } else {
            let is_field = gap.starts_with(is_quote) && word.starts_with([':', '=']) && names_a_secret(last);
            announced = if is_field { push_field(&mut masked, word) } else { push_word(&mut masked, word) };
            open = opened.filter(|_| word.contains(':'));
        }
        last = word;
    }
    masked
}

/// A text as pairs of what separates words and a word.
struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<(&'a str, &'a str)> {
        if self.rest.is_empty() {
            return None;
        }
        let start = self.rest.find(|c| !separates(c)).unwrap_or(self.rest.len());
        let (gap, tail) = self.rest.split_at_checked(start)?;
        let (word, tail) = tail.split_at_checked(tail.find(separates).unwrap_or(tail.len()))?;
        self.rest = tail;
        Some((gap, word))
    }

    /// Leaves out what stands before the closing quote.
    fn skip_to(&mut self, quote: Option<char>) {
        if let Some(quote) = quote {
            self.rest = self.rest.find(quote).and_then(|at| self.rest.get(at..)).unwrap_or_default();
        }
    }
}

fn separates(c: char) -> bool {
    c.is_whitespace() || is_quote(c) || matches!(c, ';' | '|' | '&' | '(' | ')' | ',' | '{' | '}' | '<' | '>')
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '`')
}

/// Adds the `:` behind a quoted name that names a secret, and what may stick to it.
fn push_field(masked: &mut String, word: &str) -> bool {
    let (sign, value) = word.split_at_checked(1).unwrap_or((word, ""));
    masked.push_str(sign);
    masked.push_str(if value.is_empty() { "" } else { MASK });
    value.is_empty()
}

/// Adds one word, masked where it must be. `true`: the word announces a secret that the next word holds.
fn push_word(masked: &mut String, word: &str) -> bool {
    if let Some((name, value)) = word.split_once(['=', ':']).filter(|(name, _)| names_a_secret(name)) {
        masked.push_str(name);
        masked.push_str(word.get(name.len()..=name.len()).unwrap_or_default());
        let announces = value.is_empty() || is_scheme(value);
        masked.push_str(if announces { value } else { MASK });
        return announces;
    }
    if let Some((scheme, rest)) = word.split_once("://") {
        push_address(masked, scheme, rest);
    } else if let Some(at) = form(word) {
        masked.push_str(word.get(..at).unwrap_or_default());
        masked.push_str(MASK);
    } else {
        masked.push_str(word);
        // `--password x`, `-u name:x`, `Bearer x`; a bare `token` in a sentence announces nothing.
        return word == "-u"
            || word.eq_ignore_ascii_case("bearer")
            || word.starts_with('-') && names_a_secret(word);
    }
    false
}

/// An address without who logs in there, and without the values of parameters that name a secret.
fn push_address(masked: &mut String, scheme: &str, rest: &str) {
    masked.push_str(scheme);
    masked.push_str("://");
    let host_end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, tail) = rest.split_at_checked(host_end).unwrap_or((rest, ""));
    match host.rsplit_once('@') {
        Some((_, host)) => {
            masked.push_str(MASK);
            masked.push('@');
            masked.push_str(host);
        }
        None => masked.push_str(host),
    }
    for (index, parameter) in tail.split_inclusive(['?', '&', '#']).enumerate() {
        match parameter.split_once('=') {
            Some((name, _)) if index > 0 && names_a_secret(name) => {
                masked.push_str(name);
                masked.push('=');
                masked.push_str(MASK);
                masked.push_str(if parameter.ends_with('&') { "&" } else { "" });
            }
            Some(_) | None => masked.push_str(parameter),
        }
    }
}

fn names_a_secret(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let bare = name.trim_start_matches('-');
    bare == "key"
        || bare == "auth"
        || bare == "pass"
        || bare == "pwd"
        || NAMES.iter().any(|part| name.contains(part))
}

/// Where in a word a secret begins that shows itself by its form: at its head, or behind `=`, `:`, `/` or `@`.
fn form(word: &str) -> Option<usize> {
    let heads = core::iter::once(0).chain(word.match_indices(['=', ':', '/', '@']).map(|(at, _)| at + 1));
    heads.into_iter().find(|at| {
        let tail = word.get(*at..).unwrap_or_default();
        tail.len() >= FORM_BYTES && FORMS.iter().any(|head| tail.starts_with(head))
    })
}

fn is_scheme(word: &str) -> bool {
    SCHEMES.iter().any(|scheme| word.eq_ignore_ascii_case(scheme))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_masked() {
        let table = [
            ("GITHUB_TOKEN=abc gh pr list", "GITHUB_TOKEN=REDACTED gh pr list"),
            ("export AWS_SECRET_ACCESS_KEY='a b' && x", "export AWS_SECRET_ACCESS_KEY='REDACTED' && x"),
            ("mysql --password hunter2 -e x", "mysql --password REDACTED -e x"),
            ("mysql --password=hunter2", "mysql --password=REDACTED"),
            ("curl -H 'Authorization: Bearer abc.def' x", "curl -H 'Authorization: Bearer REDACTED' x"),
            ("curl -H \"Authorization:Basic abc\"", "curl -H \"Authorization:Basic REDACTED\""),
            ("curl -H 'Cookie: sid=1; id=2' x", "curl -H 'Cookie: REDACTED' x"),
            ("PASSWORD='never closed", "PASSWORD='REDACTED"),
            ("x = {'token': 'a b', 'n': 1}", "x = {'token': 'REDACTED', 'n': 1}"),
            ("{\"token\":123}", "{\"token\":REDACTED}"),
            ("KEY= make; echo done", "KEY= REDACTED; echo done"),
            ("--token; ls x", "--token; ls x"),
            ("curl -u me:pw http://h", "curl -u REDACTED http://h"),
            ("git clone https://me:pw@host.example/x.git", "git clone https://REDACTED@host.example/x.git"),
            (
                "curl 'https://h.example/a?x=1&token=abc&y=2'",
                "curl 'https://h.example/a?x=1&token=REDACTED&y=2'",
            ),
            ("{\"password\":\"hunter2\",\"a\":1}", "{\"password\":\"REDACTED\",\"a\":1}"),
            ("echo ghp_0123456789abcdefghij", "echo REDACTED"),
            ("x --header=sk-0123456789abcdefghij", "x --header=REDACTED"),
        ];
        for (text, expected) in table {
            assert_eq!(mask(text), expected);
        }
    }

    #[test]
    fn ordinary_commands_stay_as_they_are() {
        let table = [
            "git push --force",
            "cargo test token_reader -- --nocapture",
            "grep -rn 'password' src/",
            "git commit -m 'basic token handling'",
            "sk-lint .",
            "curl https://docs.rs/serde?x=1#key",
            "FOO=bar make test",
            "",
            "  ",
        ];
        for text in table {
            assert_eq!(mask(text), text);
        }
    }

    #[test]
    fn a_cut_keeps_characters_whole() {
        assert_eq!(cut("short", 5), "short");
        assert_eq!(cut("shorter", 5), "short…");
        assert_eq!(cut("äöü", 3), "ä…");
    }

    #[test]
    fn a_summary_is_short_and_safe_to_show() {
        let long = format!("echo {}", "\x1b".repeat(10_000));
        let summary = summary(&long, 4_096);
        assert!(summary.len() <= 4_096 + '…'.len_utf8());
        assert!(!summary.contains('\x1b'));
    }
}
