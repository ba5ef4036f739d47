//! A rule of the user's about one simple command, in words and arguments.
//!
//! "Prove safe" and "spot danger" are different questions. An `allow` rule matches only a call of which every word is
//! known and said by the rule, and which is given nothing on standard input unless the rule says so. An `ask` or `deny`
//! rule matches what may be meant: flags in clusters and shortened, words behind other flags, a word that is not known
//! before it runs, whatever the input.

use super::pattern::Pattern;
use super::problem::At;
use crate::effect::{Act, Effect, place};
use crate::verdict::Decision;
use crate::words::listed;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// One `[[rule]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The name verdicts show.
    pub name: String,
    /// What it decides.
    pub decision: Decision,
    /// Names without directory; `*` for any, in rules that stop.
    pub programs: Vec<String>,
    /// The first words behind the program, each with its alternatives.
    pub args: Vec<Vec<String>>,
    /// `allow`: flags the call may have. Otherwise: flags of which the call has one.
    pub flags: Vec<String>,
    /// `ask`, `deny`: flags that make the rule not apply.
    pub except_flags: Vec<String>,
    /// `allow`: further words may follow.
    pub operands: bool,
    /// `allow`: the call may give it something on standard input.
    pub input: bool,
    /// `allow`: all paths lie here. Otherwise: one of them does.
    pub paths: Vec<Pattern>,
    /// For people, in the verdict.
    pub reason: Option<String>,
    /// How many examples it carries; all of them hold, or there would be no rule.
    pub examples: usize,
    /// Where it stands.
    pub at: At,
}

/// Whether a rule speaks of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Match {
    /// It does.
    Yes,
    /// It does if a word that is not known turns out so.
    Maybe,
    /// It does not; why, for people.
    No(String),
}

/// A command, with what the judge knows about it.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The command.
    pub act: &'a Act,
    /// Paths it touches, links followed: relative to their root, or absolute outside. `None`: nobody resolved them.
    pub places: Option<&'a [String]>,
    /// The user's home; may be empty.
    pub home: &'a str,
    /// Roots, each with the words that lead to another file there. Empty: nobody looked, as in examples.
    pub astray: &'a [Astray],
}

/// The words of a command that lead to another file from where it runs than from a root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Astray {
    /// The root, resolved.
    pub root: String,
    /// Their places among the arguments.
    pub words: Vec<usize>,
}

impl Rule {
    /// Does the rule speak of this command?
    pub fn matches(&self, subject: Subject<'_>) -> Match {
        let program = subject.act.program.as_str();
        if !self.programs.iter().any(|name| name == program || (name == "*" && !program.is_empty())) {
            return Match::No(format!("it runs `{program}`, not `{}`", self.programs.join("` or `")));
        }
        match self.decision {
            Decision::Allow => self.proves(subject),
            Decision::Ask | Decision::Deny => self.spots(subject),
        }
    }

    /// Every word must be known and said by the rule.
    fn proves(&self, subject: Subject<'_>) -> Match {
        let Some(words) = subject.act.args.iter().map(Option::as_deref).collect::<Option<Vec<&str>>>() else {
            return Match::No("a word of it is not known before it runs".into());
        };
        // What it is given there may be orders, and no word of the rule speaks of them.
        if subject.act.fed && !self.input {
            return Match::No(
                "it is given something on standard input; permit that with `input = true`".into(),
            );
        }
        for (index, expected) in self.args.iter().enumerate() {
            let found = words.get(index).copied();
            if !found.is_some_and(|word| expected.iter().any(|e| e == word)) {
                let found = found.map_or("nothing".into(), |word| format!("`{word}`"));
                return Match::No(format!(
                    "the rule says `{}` where the command has {found}",
                    expected.join("|")
                ));
            }
        }
        for word in words.iter().skip(self.args.len()) {
            if is_flag(word) && !self.flags.iter().any(|flag| permits(flag, word)) {
                return Match::No(format!("the flag `{word}` is not in `flags`"));
            }
            if !is_flag(word) && !self.operands {
                return Match::No(format!(
                    "the rule does not say `{word}`; permit further words with `operands = true`"
                ));
            }
        }
        if let Some(word) = self.astray(&words, subject.astray) {
            return Match::No(format!(
                "`{word}` is another file where the command runs than at the project's root, or may be"
            ));
        }
        self.proves_paths(subject)
    }

    /// A word that the rule says itself and that is not the file it means: the one at a root.
    fn astray<'w>(&self, words: &[&'w str], astray: &[Astray]) -> Option<&'w str> {
        let said = |at: usize| {
            at < self.args.len() || words.get(at).is_some_and(|word| self.flags.iter().any(|f| f == word))
        };
        let first = |one: &Astray| one.words.iter().copied().find(|at| said(*at));
        let strays: Option<Vec<usize>> = astray.iter().map(first).collect();
        strays?.first().and_then(|at| words.get(*at)).copied()
    }

    fn proves_paths(&self, subject: Subject<'_>) -> Match {
        if self.paths.is_empty() {
            return Match::Yes;
        }
        let places = subject.places.unwrap_or_default();
        if places.is_empty() {
            return Match::No("it is not known which paths the command touches".into());
        }
        match places.iter().find(|place| !self.paths.iter().any(|p| p.permits(place, subject.home))) {
            Some(place) => Match::No(format!("`{place}` is not in `paths`")),
            None => Match::Yes,
        }
    }

    /// Whatever may be meant counts.
    fn spots(&self, subject: Subject<'_>) -> Match {
        let args = &subject.act.args;
        if let Some(flag) = known(args).find(|word| self.except_flags.iter().any(|flag| flag == word)) {
            return Match::No(format!("`{flag}` is in `except_flags`"));
        }
        let words = leads(&self.args, args);
        let flags = if self.flags.is_empty() { Match::Yes } else { self.spots_flag(args) };
        let paths = if self.paths.is_empty() { Match::Yes } else { self.spots_path(subject) };
        both(both(words, flags), paths)
    }

    fn spots_flag(&self, args: &[Option<String>]) -> Match {
        if known(args).any(|word| self.flags.iter().any(|flag| may_mean(flag, word))) {
            Match::Yes
        } else if args.contains(&None) {
            Match::Maybe
        } else {
            Match::No(format!("it has none of the flags `{}`", self.flags.join("`, `")))
        }
    }

    fn spots_path(&self, subject: Subject<'_>) -> Match {
        let act = subject.act;
        let resolved = subject.places.unwrap_or_default().iter().map(|place| Cow::Borrowed(place.as_str()));
        let read = act
            .findings
            .iter()
            .filter_map(|finding| touched(&finding.effect))
            .map(|p| Cow::Owned(place::normal(p)));
        let written = known(&act.args)
            .flat_map(|word| [Some(word), word.split_once('=').map(|(_, v)| v)])
            .flatten()
            .map(tidy);
        let mut maybe = act.args.contains(&None);
        for path in resolved.chain(read).chain(written) {
            if self.paths.iter().any(|pattern| pattern.forbids(&path, subject.home)) {
                return Match::Yes;
            }
            maybe |= self.paths.iter().any(|pattern| pattern.may_lie_below(&path, subject.home));
        }
        if maybe { Match::Maybe } else { Match::No("it touches nothing in `paths`".into()) }
    }
}

/// The stricter reading of two conditions that must both hold.
fn both(a: Match, b: Match) -> Match {
    match (a, b) {
        (Match::No(why), _) | (_, Match::No(why)) => Match::No(why),
        (Match::Yes, Match::Yes) => Match::Yes,
        (Match::Maybe, Match::Yes | Match::Maybe) | (Match::Yes, Match::Maybe) => Match::Maybe,
    }
}

fn known(args: &[Option<String>]) -> impl Iterator<Item = &str> {
    args.iter().flatten().map(String::as_str)
}

/// Interpreters: a rule may allow one file for them, not code on the command line.
const INTERPRETERS: &[&str] =
    &["awk", "bun", "deno", "lua", "node", "osascript", "perl", "php", "pwsh", "python", "ruby", "tclsh"];
/// More programs whose first word is a file with code.
const RUN_FILES: &str = "elixir gawk groovy guile julia luajit mawk nodejs pypy pythonw raku rscript scala swipl ts-node tsx wish";

/// It runs code that it is given, under whatever version: `python3.12`.
pub fn is_interpreter(program: &str) -> bool {
    INTERPRETERS.contains(&unversioned(program))
}

fn unversioned(program: &str) -> &str {
    program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-')
}

/// The word at this place is a file that the program runs, whether it is there yet or not. `spelled`: as a path.
pub fn runs_files(program: &str, at: usize, spelled: bool) -> bool {
    // Their first word is an order, as in `deno run tools/gen.ts`.
    let has_orders = matches!(program, "bun" | "deno");
    let runs = is_interpreter(program) || listed(RUN_FILES, &unversioned(program).to_ascii_lowercase());
    runs && if has_orders { spelled } else { at == 0 }
}

/// It begins with a dash, and is more than that.
pub fn is_flag(word: &str) -> bool {
    word.starts_with('-') && word != "-"
}

/// A flag of an `allow` rule: the same word; `--out=` stands for any value behind the sign, `*` for any flag.
fn permits(flag: &str, word: &str) -> bool {
    flag == word || flag == "*" || (flag.ends_with('=') && word.starts_with(flag))
}

/// A flag of a rule that stops: with a value, shortened, or in a cluster of letters.
fn may_mean(flag: &str, word: &str) -> bool {
    let name = word.split('=').next().unwrap_or(word);
    let flag = flag.trim_end_matches('=');
    if flag == word || flag == name {
        return true;
    }
    if let (Some(long), Some(written)) = (flag.strip_prefix("--"), name.strip_prefix("--")) {
        return !written.is_empty() && long.starts_with(written);
    }
    let mut letters = flag.chars();
    let (Some('-'), Some(letter), None) = (letters.next(), letters.next(), letters.next()) else {
        return false;
    };
    word.starts_with('-') && !word.starts_with("--") && word.chars().skip(1).any(|c| c == letter)
}

/// Do the words of a rule lead the arguments? Flags may stand between them, each with a value.
fn leads(words: &[Vec<String>], args: &[Option<String>]) -> Match {
    // For each number of words found so far: not possible, possible, certain.
    let mut reached: Vec<Option<bool>> = vec![None; words.len() + 1];
    if let Some(start) = reached.first_mut() {
        *start = Some(true);
    }
    let mut behind_flag = false;
    for arg in args {
        if reached.last().copied().flatten() == Some(true) {
            break;
        }
        let mut next: Vec<Option<bool>> = vec![None; words.len() + 1];
        for (found, certain) in reached.iter().enumerate().filter_map(|(i, c)| c.map(|c| (i, c))) {
            let stays = match arg {
                Some(word) => is_flag(word) || behind_flag,
                None => true,
            };
            let step = match (arg, words.get(found)) {
                (_, None) => None,
                (Some(word), Some(expected)) => expected.iter().any(|e| e == word).then_some(certain),
                (None, Some(_)) => Some(false),
            };
            if stays || found == words.len() {
                raise(&mut next, found, Some(certain));
            }
            raise(&mut next, found + 1, step);
        }
        behind_flag = arg.as_ref().is_some_and(|word| is_flag(word) && !word.contains('='));
        reached = next;
    }
    match reached.last().copied().flatten() {
        Some(true) => Match::Yes,
        Some(false) => Match::Maybe,
        None => {
            let said: Vec<String> = words.iter().map(|alternatives| alternatives.join("|")).collect();
            Match::No(format!("it does not begin with `{}`", said.join(" ")))
        }
    }
}

fn raise(states: &mut [Option<bool>], at: usize, to: Option<bool>) {
    if let Some(state) = states.get_mut(at) {
        *state = (*state).max(to);
    }
}

/// The path of an effect.
pub fn touched(effect: &Effect) -> Option<&str> {
    match effect {
        Effect::Read { place, .. } | Effect::Write { place, .. } | Effect::Delete { place, .. } => {
            Some(&place.path)
        }
        Effect::Harmless | Effect::ProjectCode | Effect::Hazard(_) | Effect::Opaque | Effect::Catastrophe => {
            None
        }
    }
}

/// A word as a path: `..` taken back by text, so that `x/../infra` shows what it is.
fn tidy(word: &str) -> Cow<'_, str> {
    if !word.contains("./") && !word.ends_with("..") && !word.contains("//") {
        return Cow::Borrowed(word);
    }
    let normal = place::normal(word);
    if word.starts_with('/') { Cow::Owned(normal) } else { Cow::Owned(normal.trim_start_matches('/').into()) }
}
