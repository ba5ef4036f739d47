//! Clients whose commands are paths of words with a verb at the end: `gcloud compute disks list`, `az vm show`.

use super::super::spec::{Does, Program, Style, Unread, parse};
use super::{Judge, Known, asks, asks_for_help, help, refuse, unknown};
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::Arg;
use crate::words::listed;
use alloc::format;
use alloc::string::String;

/// Deepest path of words.
const MAX_WORDS: usize = 7;

/// Kinds of things below a path, and the verbs that only read them.
pub struct Row {
    /// The words in front, separated by blanks.
    pub path: &'static str,
    /// Last words, separated by blanks; empty when the path is complete.
    pub kinds: &'static str,
    pub verbs: &'static str,
}

/// One row.
pub const fn row(path: &'static str, kinds: &'static str, verbs: &'static str) -> Row {
    Row { path, kinds, verbs }
}

/// A client.
pub struct Tree {
    /// Flags between the words: few, because a value that is taken for a word would hide the verb.
    pub globals: &'static str,
    /// Flags behind the verb.
    pub flags: &'static str,
    /// What may stand behind the verb.
    pub operands: &'static str,
    pub rows: &'static [Row],
    /// Commands with flags of their own, or that stop; by their whole path.
    pub leaves: &'static [Program],
    /// Verbs that stop, wherever they stand.
    pub stops: &'static [Program],
    pub judge: Judge,
    pub known: &'static [Known],
}

impl Tree {
    /// Reads one call.
    pub fn read(&self, reading: &mut Reading<'_>, call: &Invocation) {
        // Which words are flags would depend on where the client stops to look for them.
        if let Some(dashes) = call.args.iter().find(|arg| arg.text() == Some("--")) {
            return reading.unread(&call.name, Unread::flag("--", dashes.span));
        }
        let mut path = String::new();
        let mut inner = call.clone();
        for _ in 0..MAX_WORDS {
            let Some((word, behind)) = self.next_word(reading, &inner) else { return };
            inner = behind;
            // skipped: `next_word` gives known words only.
            let text = word.text().unwrap_or_default();
            if let Some(program) = self.ends_at(&path, text) {
                return self.judged(reading, &inner, program);
            }
            if !path.is_empty() {
                path.push(' ');
            }
            path.push_str(text);
            if !self.leads_on(&path) {
                return unknown(reading, &inner.name, &word);
            }
        }
        reading.unread(&call.name, Unread::flag(&path, call.span));
    }

    /// The next word, and the call without it: flags in front of it are looked at with those behind it. `None`: the
    /// call was answered.
    fn next_word(&self, reading: &mut Reading<'_>, call: &Invocation) -> Option<(Arg, Invocation)> {
        if asks_for_help(&call.args) {
            help(reading, call);
            return None;
        }
        let parsed = match parse(Style::Posix, self.globals, &call.args) {
            Ok(parsed) if !parsed.operands.is_empty() => parsed,
            Ok(_) => {
                help(reading, call);
                return None;
            }
            Err(unread) => {
                refuse(reading, call, self.known, unread);
                return None;
            }
        };
        let (word, rest) = parsed.operands.split_first()?;
        let Some(text) = word.text() else {
            reading.unread(&call.name, Unread::value(word));
            return None;
        };
        let flags = call.args.len().saturating_sub(parsed.operands.len());
        let args = call.args.iter().take(flags).chain(rest.iter().copied()).cloned().collect();
        let name = format!("{} {text}", call.name);
        Some(((*word).clone(), Invocation { name, args, ..call.clone() }))
    }

    fn judged(&self, reading: &mut Reading<'_>, call: &Invocation, program: Program) {
        if asks_for_help(&call.args) || matches!(program.does, Does::Stop(..) | Does::Custom(_)) {
            return program.read(reading, call);
        }
        match parse(program.style, program.flags, &call.args) {
            Err(unread) => refuse(reading, call, self.known, unread),
            Ok(parsed) => {
                if (self.judge)(reading, call, &parsed) {
                    program.read(reading, call);
                }
            }
        }
    }

    /// The description of what `word` behind `path` does, when the path ends there.
    fn ends_at(&self, path: &str, word: &str) -> Option<Program> {
        let leaf = self.leaves.iter().find(|leaf| {
            let (front, last) = leaf.names.rsplit_once(' ').unwrap_or(("", leaf.names));
            front == path && last.split('|').any(|name| name == word)
        });
        if leaf.is_some() {
            return leaf.copied();
        }
        let (front, kind) = path.rsplit_once(' ').unwrap_or(("", path));
        let reads = self.rows.iter().any(|row| {
            let stands = if row.kinds.is_empty() {
                row.path == path
            } else {
                row.path == front && listed(row.kinds, kind)
            };
            stands && listed(row.verbs, word)
        });
        if reads {
            return Some(asks("", self.flags, self.operands));
        }
        self.stops.iter().find(|stop| !path.is_empty() && stop.is_named(word)).copied()
    }

    /// Some path goes on behind `path`.
    fn leads_on(&self, path: &str) -> bool {
        let longer = |whole: &str| {
            whole.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        let by_row = self.rows.iter().any(|row| {
            let below = path.strip_prefix(row.path).and_then(|rest| rest.strip_prefix(' '));
            longer(row.path) || below.is_some_and(|kind| listed(row.kinds, kind))
        });
        by_row || self.leaves.iter().any(|leaf| longer(leaf.names))
    }
}
