//! What git may do and what not, one row a case.

mod branches;
mod ground;
mod reading;
mod work;

use crate::call::Session;
use crate::effect::reading::{Invocation, Reading, Stdin};
use crate::effect::value::{Arg, Unknown, Value};
use crate::effect::{Effect, Finding};
use crate::verdict::Span;
use crate::world::fake::Fake;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Judges git calls on `machine`, started in `cwd`: rows of `allow|ask`, the rule, the command.
#[track_caller]
pub fn run_on(machine: &Fake, session: &Session, cwd: &str, table: &str) {
    let mut wrong: Vec<String> = Vec::new();
    for row in table.lines().map(str::trim).filter(|row| !row.is_empty() && !row.starts_with('#')) {
        let (expected, command) = row.split_once(' ').expect("`decision command`");
        let (decision, why) = judge(machine, session, cwd, command.trim());
        if decision != expected {
            wrong.push(format!("{expected} expected for `{}`: {why}", command.trim()));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// The rule that decides one call.
pub fn rule(machine: &Fake, session: &Session, cwd: &str, command: &str) -> String {
    judge(machine, session, cwd, command).1.split(':').next().unwrap_or("").to_string()
}

fn judge(machine: &Fake, session: &Session, cwd: &str, command: &str) -> (&'static str, String) {
    let findings = findings(machine, session, cwd, command);
    let deciding = findings.iter().find(|finding| stops(finding)).or(findings.last()).expect("a finding");
    let decision = if findings.iter().any(stops) { "ask" } else { "allow" };
    (decision, format!("{}: {}", deciding.rule, deciding.message))
}

/// What git's reading found in one call.
pub fn findings(machine: &Fake, session: &Session, cwd: &str, command: &str) -> Vec<Finding> {
    let mut reading = Reading::new(machine, session, cwd);
    let (env, words) = words(command);
    let args: Vec<Arg> =
        words.into_iter().skip(1).map(|value| Arg { value, span: Span::default() }).collect();
    let call = Invocation {
        name: "git".into(),
        args,
        env,
        stdin: Stdin::Inherited,
        span: Span::default(),
        start: 0,
    };
    let saved = reading.begin();
    crate::effect::program::find("git").expect("git").read(&mut reading, &call);
    reading.finish("git".into(), &[], Span::default(), saved);
    reading.effects.acts.into_iter().flat_map(|act| act.findings).collect()
}

/// As the defaults judge: secrets, changes and everything not understood stop.
fn stops(finding: &Finding) -> bool {
    match &finding.effect {
        Effect::Harmless | Effect::ProjectCode => false,
        Effect::Read { place, .. } => [".env", "id_rsa"].iter().any(|name| place.path.ends_with(name)),
        Effect::Write { .. }
        | Effect::Delete { .. }
        | Effect::Hazard(_)
        | Effect::Opaque
        | Effect::Catastrophe => true,
    }
}

/// Splits at blanks outside quotes. `$X` is one unknown field in double quotes and any number of them without.
fn words(command: &str) -> (Vec<(String, Value)>, Vec<Value>) {
    let mut words: Vec<Value> = Vec::new();
    let mut env = Vec::new();
    for word in split(command) {
        let value = match word.split_once('$') {
            Some((prefix, _)) => Value::Unknown(Unknown {
                prefix: prefix.replace('\u{1}', ""),
                splits: !word.contains('\u{1}'),
                listed: false,
                why: "comes from a variable",
            }),
            None => Value::known(word.replace('\u{1}', "")),
        };
        match value.prefix().split_once('=') {
            Some((name, text)) if words.is_empty() => env.push((name.to_string(), Value::known(text))),
            _ => words.push(value),
        }
    }
    (env, words)
}

/// Words; `\u{1}` marks that one had quotes.
fn split(command: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match (c, quote) {
            (' ', None) => words.extend(word.take()),
            ('\'' | '"', None) => {
                quote = Some(c);
                word.get_or_insert_default().push('\u{1}');
            }
            (c, Some(open)) if c == open => quote = None,
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}
