//! Commands of mastiff's own that are a human's, found by a look at words and texts: spotting, not proof.
//!
//! What is read in full is judged by `program/own.rs`. This is for the rest: a program that nobody knows and that may start its
//! words, a text that could not be read. Prose passes: a name in the middle of a sentence is no command.

use super::reading::Reading;
use super::value::Arg;
use super::{Effect, Hazard};
use crate::verdict::Span;
use crate::words::listed;
use alloc::vec::Vec;

/// What decides about the gate, the first word behind the name.
const HUMAN: &str = "approve pause resume init uninstall trust suggest hook";

/// The same behind `mastiff log`.
const HUMAN_LOG: &str = "purge forget acknowledge";

/// Programs whose words are texts.
const PROSE: &str = "ack ag echo egrep fgrep grep printf rg";

/// Flags whose value is a text for people, and the programs that have them.
const TELLERS: &str = "gh git glab hg jj svn";
const TELLS: &str = "-b -d -m -n -t --body --description --message --notes --subject --title";

/// Words behind which a command stands.
const STARTERS: &str = "! builtin command do doas else env eval exec if ionice nice nohup script setsid spawn stdbuf sudo then time \
    timeout unbuffer until watch while xargs";

/// For people, of a call in which one was found.
pub const SPOTTED: &str = "the call names a command of mastiff's that is a human's";

impl Reading<'_> {
    /// Adds a stop for a human's command among the words of a command that stops anyway.
    pub(super) fn add_own(&mut self, program: &str, args: &[Arg], span: Span) {
        if !self.found_stop() || listed(PROSE, program) || program == "mastiff" {
            return;
        }
        // skipped: the command stops already, and only what is spelled out can be spotted.
        let words: Vec<&str> = args.iter().map(|arg| arg.text().unwrap_or_default()).collect();
        let tells = |at: usize| {
            let before = at.checked_sub(1).and_then(|at| words.get(at)).copied().unwrap_or_default();
            listed(TELLERS, program) && is_teller(before, words.get(at).copied().unwrap_or_default())
        };
        let as_words = || (0..words.len()).any(|at| begins(words.iter().skip(at).copied()));
        let in_text = || words.iter().enumerate().any(|(at, word)| !tells(at) && spotted(word));
        if as_words() || in_text() {
            self.add(Effect::Hazard(Hazard::Evasion), "safety_floor", SPOTTED, span);
        }
    }
}

/// `text`, which may be of any language, holds such a command where a command may begin.
pub fn spotted(text: &str) -> bool {
    // Most texts do not hold the name at all.
    if !text.contains("mastiff") {
        return false;
    }
    text.split(ENDS).any(|line| {
        let words: Vec<(&str, bool)> = words(line).collect();
        let mut open = false;
        words.iter().enumerate().any(|(at, (word, first))| {
            if *first {
                open = listed(STARTERS, base(word)) || word.contains('=');
            }
            let behind = words.iter().skip(at).map(|(word, _)| *word);
            (*first || open) && begins(behind)
        })
    })
}

/// What no command reaches across.
const ENDS: &[char] = &['\n', ';', '|', '&'];

/// The words of one line; `true`: something in front of it makes it the first of a text or of a command.
fn words(line: &str) -> impl Iterator<Item = (&str, bool)> {
    let opens = |c: char| "\"'`(){}[]".contains(c);
    let mut at = 0;
    let mut begun = true;
    core::iter::from_fn(move || {
        let rest = line.get(at..)?;
        let gap = rest.find(|c: char| !(c.is_whitespace() || opens(c) || c == ','))?;
        let (between, behind) = rest.split_at_checked(gap)?;
        let first = core::mem::take(&mut begun) || between.contains(opens);
        let end = behind.find(|c: char| c.is_whitespace() || opens(c) || c == ',').unwrap_or(behind.len());
        at += gap + end;
        Some((behind.get(..end)?, first))
    })
}

/// The words begin with such a command.
fn begins<'a>(mut words: impl Iterator<Item = &'a str>) -> bool {
    let name = words.next().map(base);
    name == Some("mastiff")
        && match words.next() {
            Some("log") => words.next().is_some_and(|word| listed(HUMAN_LOG, word)),
            Some("pending") => words.any(|word| word == "--watch"),
            Some(word) => listed(HUMAN, word),
            None => false,
        }
}

/// The name without its directory, and without a flag that it is the value of.
fn base(word: &str) -> &str {
    word.rsplit(['/', '=']).next().unwrap_or(word)
}

/// The word is the value of a flag for people's texts: `-m x`, `-am x`, `-mx`, `--message=x`.
fn is_teller(before: &str, word: &str) -> bool {
    let cluster = |flag: &str| flag.starts_with('-') && !flag.starts_with("--") && flag.ends_with('m');
    let attached =
        word.starts_with("-m") || word.split_once('=').is_some_and(|(flag, _)| listed(TELLS, flag));
    listed(TELLS, before) || cluster(before) || attached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_told_from_prose() {
        for text in [
            "mastiff approve 1 --yes",
            "/usr/bin/mastiff pause 24h",
            "~/bin/mastiff resume",
            "ls; mastiff trust",
            "ls &&mastiff init",
            "x=$(mastiff uninstall)",
            "`mastiff hook`",
            "env -u CLAUDECODE mastiff approve 12 --yes",
            "A=1 mastiff approve 12",
            "sudo -u x timeout 5 mastiff approve 12",
            "script -qec \"mastiff approve 1 --yes\" /dev/null; coproc x { ls; }",
            "import os; os.system('mastiff approve 1')",
            "subprocess.run([\"mastiff\", \"approve\", \"1\"])",
            "\"mastiff\" approve 1",
            "mastiff log purge 1d",
            "mastiff log forget",
            "mastiff log acknowledge --all",
            "mastiff approve --watch",
            "mastiff pending --all --watch",
            "ls\nmastiff approve 1",
            "spawn mastiff approve 1",
        ] {
            assert!(spotted(text), "{text}");
        }
        for text in [
            "run mastiff approve 3",
            "mention mastiff approve",
            "docs: say what mastiff approve does",
            "mastiff check 'ls'",
            "mastiff log head",
            "mastiff pending --json",
            "mastiff status",
            "mastiff log verify",
            "mastiff-approve 1",
            "mastiffs approve",
            "mastiff and approve",
            "mastiff",
            "cargo test -p mastiff --test approve",
            "",
        ] {
            assert!(!spotted(text), "{text}");
        }
    }
}
