//! Proposals built from a call's own arguments: which row is about a call.

mod table;

use super::fill::fill;
use crate::effect::Act;
use crate::words::{Sieve, listed, sieve};
use alloc::string::String;

/// One row: for calls of these programs, a proposal.
pub struct Way {
    /// Names of programs, separated by blanks; `*` for every one, then `!name` for those it is not about.
    programs: &'static str,
    /// The calls it is about, separated by `|`: subcommands in their order, then flags of which each must be given
    /// (`restore --staged`, `*` for any subcommand). Empty: every call.
    calls: &'static str,
    /// Only for stops under this rule; empty: under any.
    rule: &'static str,
    /// The text, see [`super::fill`].
    says: &'static str,
}

/// A call that a row is about.
pub struct Match<'a> {
    /// The program.
    pub program: &'a str,
    /// Arguments in front of the words that matched.
    pub head: &'a [Option<String>],
    /// Arguments behind them.
    pub tail: &'a [Option<String>],
}

/// Proposals for an act that stopped under `rule`, best first.
pub fn built<'a>(act: &'a Act, rule: &'a str) -> impl Iterator<Item = String> + use<'a> {
    let named = SIEVE.may_hold(&act.program);
    let about = move |way: &&Way| {
        let named = named || way.programs.starts_with('*');
        named && (way.rule.is_empty() || way.rule == rule) && way.is_about(&act.program)
    };
    table::WAYS.iter().filter(about).filter_map(move |way| fill(way.says, &way.matched(act)?))
}

/// The programs that rows name.
static SIEVE: Sieve = sieve!(table::WAYS, programs);

impl Way {
    fn is_about(&self, program: &str) -> bool {
        match self.programs.strip_prefix('*') {
            Some(except) => !except.split(' ').any(|name| name.strip_prefix('!') == Some(program)),
            None => listed(self.programs, program),
        }
    }

    fn matched<'a>(&self, act: &'a Act) -> Option<Match<'a>> {
        self.calls.split('|').find_map(|call| match_call(call, act))
    }
}

fn match_call<'a>(call: &str, act: &'a Act) -> Option<Match<'a>> {
    let (mut head, mut tail): (&[Option<String>], _) = (&[], act.args.as_slice());
    let is = |arg: &Option<String>, word: &str| arg.as_deref() == Some(word);
    for (index, word) in call.split_ascii_whitespace().enumerate() {
        if word.starts_with('-') {
            has_flag(tail, word).then_some(())?;
            continue;
        }
        // The first subcommand may stand behind options of the program; a further one stands right behind it.
        let at = tail.iter().position(|arg| is(arg, word)).filter(|at| index == 0 || *at == 0)?;
        let (before, behind) = tail.split_at(at);
        if index == 0 {
            head = options_only(before)?;
        }
        tail = behind.get(1..)?;
    }
    Some(Match { program: &act.program, head, tail })
}

/// Options and values of options: no more words than options, and none first.
fn options_only(words: &[Option<String>]) -> Option<&[Option<String>]> {
    let mut after_option = false;
    for word in words {
        let option = word.as_deref()?.starts_with('-');
        (option || after_option).then_some(())?;
        after_option = option;
    }
    Some(words)
}

/// The flag is given: as it is, with a value attached, or as a letter of a cluster.
fn has_flag(args: &[Option<String>], flag: &str) -> bool {
    let letter = flag.strip_prefix('-').filter(|letter| letter.len() == 1);
    args.iter().flatten().any(|arg| {
        let cluster = arg.starts_with('-') && !arg.starts_with("--");
        let named = arg.split('=').next() == Some(flag);
        named || cluster && letter.is_some_and(|letter| arg.contains(letter))
    })
}

/// Every template, for tests.
#[cfg(test)]
pub fn texts() -> impl Iterator<Item = &'static str> {
    table::WAYS.iter().map(|way| way.says)
}
