//! Rules of a file that never decide anything: nothing that could be run is what they speak of, or a stricter rule of the
//! same file speaks of all of it.
//!
//! A rule is tried on calls that are made from its own words and read as the gate reads them. What matches no call that
//! says exactly what the rule says matches none.

use super::example::{HOME, try_read};
use super::problem::{At, Problem};
use super::rule::{Match, Rule};
use crate::quote;
use crate::verdict::Decision;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// Calls that are tried for one part of a rule.
const TRIED: usize = 64;
/// More rules than that are not compared with each other.
const COMPARED: usize = 500;

/// What stands in `rules` for nothing.
pub fn problems<'r>(file: &str, rules: impl Iterator<Item = &'r Rule>) -> Vec<Problem> {
    let rules: Vec<&Rule> = rules.collect();
    let mut found: Vec<(At, String)> = Vec::new();
    for rule in &rules {
        let dead = dead(rule);
        if dead.is_empty() && rules.len() <= COMPARED {
            found.extend(overruled(rule, &rules).map(|message| (rule.at, message)));
        }
        found.extend(dead.into_iter().map(|message| (rule.at, message)));
    }
    found.into_iter().map(|(at, message)| Problem { file: file.into(), at, message }).collect()
}

/// One thing that a rule names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Program(usize),
    Word(usize, usize),
    Flag(usize),
    Path(usize),
}

/// Why the rule, or a part of it, matches nothing.
fn dead(rule: &Rule) -> Vec<String> {
    if let Err(why) = witness(rule, None) {
        return vec![format!("the rule `{}` can never match: {why}", rule.name)];
    }
    let programs = (0..rule.programs.len()).map(Part::Program);
    let words = rule.args.iter().enumerate();
    let words =
        words.flat_map(|(at, alternatives)| (0..alternatives.len()).map(move |one| Part::Word(at, one)));
    let stops = rule.decision != Decision::Allow;
    let flags = (0..rule.flags.len()).filter(|_| stops).map(Part::Flag);
    let paths = (0..rule.paths.len()).map(Part::Path);
    let parts = programs.chain(words).chain(flags).chain(paths);
    let dead: Vec<String> = parts
        .filter_map(|part| {
            let why = witness(rule, Some(part)).err()?;
            Some(format!("`{}` of the rule `{}` can never match: {why}", name_of(rule, part), rule.name))
        })
        .collect();
    dead
}

fn name_of(rule: &Rule, part: Part) -> String {
    let name = match part {
        Part::Program(at) => rule.programs.get(at).cloned(),
        Part::Word(at, one) => rule.args.get(at).and_then(|words| words.get(one)).cloned(),
        Part::Flag(at) => rule.flags.get(at).cloned(),
        Part::Path(at) => rule.paths.get(at).map(|pattern| pattern.text().to_string()),
    };
    name.unwrap_or_default()
}

/// A call that has this part and that the rule speaks of; else why it does not speak of the first that was tried.
fn witness(rule: &Rule, part: Option<Part>) -> Result<(), String> {
    let mut first = None;
    for call in calls(rule, part).into_iter().take(TRIED) {
        match try_read(rule, &call) {
            Match::Yes | Match::Maybe => return Ok(()),
            Match::No(why) => first = first.or(Some(format!("not even `{call}`, because {why}"))),
        }
    }
    Err(first.unwrap_or_else(|| "it names no program".into()))
}

/// Calls in the words of the rule, with this part in them.
fn calls(rule: &Rule, part: Option<Part>) -> Vec<String> {
    let stops = rule.decision != Decision::Allow;
    let most = rule.args.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let fixed = |all: usize, of: fn(Part) -> Option<usize>| match part.and_then(of) {
        Some(one) => vec![Some(one)],
        None if all == 0 => vec![None],
        None => (0..all).map(Some).collect(),
    };
    let programs =
        fixed(rule.programs.len(), |part| if let Part::Program(at) = part { Some(at) } else { None });
    let flags = if stops { rule.flags.len() } else { 0 };
    let flags = fixed(flags, |part| if let Part::Flag(at) = part { Some(at) } else { None });
    let paths = fixed(rule.paths.len(), |part| if let Part::Path(at) = part { Some(at) } else { None });
    let mut calls = Vec::new();
    for nth in 0..most {
        for (program, flag) in
            programs.iter().flat_map(|program| flags.iter().map(move |flag| (program, flag)))
        {
            for path in &paths {
                calls.extend(call(rule, part, nth, [*program, *flag, *path]));
            }
        }
    }
    calls
}

/// One call: of every list of alternatives the `nth`, or the one that is asked for.
fn call(
    rule: &Rule,
    part: Option<Part>,
    nth: usize,
    [program, flag, path]: [Option<usize>; 3],
) -> Option<String> {
    let program = rule.programs.get(program?)?;
    let mut words = Vec::new();
    for (at, alternatives) in rule.args.iter().enumerate() {
        let one = match part {
            Some(Part::Word(of, one)) if of == at => one,
            Some(Part::Word(..) | Part::Program(_) | Part::Flag(_) | Part::Path(_)) | None => {
                nth.min(alternatives.len().checked_sub(1)?)
            }
        };
        words.push(alternatives.get(one)?.clone());
    }
    words.extend(flag.and_then(|at| rule.flags.get(at)).map(|flag| flagged(flag)));
    let may_follow = rule.decision != Decision::Allow || rule.operands;
    let path = path.and_then(|at| rule.paths.get(at)).filter(|_| may_follow);
    words.extend(path.map(|pattern| sample(pattern.text())));
    let words: Vec<String> = words.iter().map(|word| quote::word(word)).collect();
    // The name as people write it: in quotes a word of the shell would be the name of a program.
    let name = if program == "*" { "example" } else { program };
    Some([&[name.to_string()], words.as_slice()].concat().join(" "))
}

/// `--out=` with a value.
fn flagged(flag: &str) -> String {
    if flag.ends_with('=') { format!("{flag}x") } else { flag.into() }
}

/// A path that a pattern holds.
fn sample(pattern: &str) -> String {
    let mut path = String::new();
    let mut signs = pattern.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '*' => {
                while signs.next_if_eq(&'*').is_some() {}
                path.push('x');
            }
            '?' => path.push('x'),
            '[' => {
                let inside: String = signs.by_ref().take_while(|sign| *sign != ']').collect();
                path.push(inside.chars().find(|sign| !"!^".contains(*sign)).unwrap_or('x'));
            }
            sign => path.push(sign),
        }
    }
    match path.strip_prefix('~') {
        Some(below) if below.is_empty() || below.starts_with('/') => format!("{HOME}{below}"),
        Some(_) | None => path,
    }
}

/// A stricter rule of the file speaks of every call that this one speaks of.
fn overruled(rule: &Rule, rules: &[&Rule]) -> Option<String> {
    let by = rules.iter().find(|other| other.decision > rule.decision && covers(other, rule))?;
    Some(format!(
        "the rule `{}` never decides: `{}` in line {} is stricter and speaks of every call that it speaks of",
        rule.name, by.name, by.at.line
    ))
}

/// `wide` stops whatever `narrow` speaks of.
fn covers(wide: &Rule, narrow: &Rule) -> bool {
    let names = |name: &String| wide.programs.contains(name) || wide.programs.iter().any(|any| any == "*");
    let allows = narrow.decision == Decision::Allow;
    let begins = wide.args.len() <= narrow.args.len()
        && wide
            .args
            .iter()
            .zip(&narrow.args)
            .all(|(wide, narrow)| narrow.iter().all(|word| wide.contains(word)));
    let certain =
        |flags: &[String]| narrow.args.iter().any(|words| words.iter().all(|word| flags.contains(word)));
    let flagged = wide.flags.is_empty()
        || certain(&wide.flags)
        || (!allows && !narrow.flags.is_empty() && narrow.flags.iter().all(|flag| wide.flags.contains(flag)));
    let spared = match allows {
        true => {
            let may_have = |flag: &String| {
                narrow.flags.iter().any(|permitted| permitted == flag || permitted == "*")
                    || narrow.args.iter().flatten().any(|word| word == flag)
            };
            wide.except_flags.iter().any(may_have)
        }
        false => wide.except_flags.iter().any(|flag| !narrow.except_flags.contains(flag)),
    };
    let placed = wide.paths.is_empty()
        || (!narrow.paths.is_empty() && narrow.paths.iter().all(|path| wide.paths.contains(path)));
    narrow.programs.iter().all(names) && begins && flagged && !spared && placed
}

#[cfg(test)]
mod tests {
    use crate::policy::Layer;
    use alloc::format;
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    fn lint(rules: &str) -> Vec<String> {
        let layer = Layer::parse("p.toml", &format!("version = 1\n{rules}")).expect("a policy");
        layer.never().iter().map(ToString::to_string).collect()
    }

    fn rule(keys: &str) -> String {
        format!("[[rule]]\nname = \"mine\"\n{keys}\n")
    }

    #[test]
    fn rules_that_match_something_are_fine() {
        for keys in [
            "decision = \"allow\"\nprogram = \"make\"\nargs = [\"deploy\"]",
            "decision = \"allow\"\nprogram = [\"docker\", \"podman\"]\nargs = [\"compose\", [\"ps\", \"logs\"]]\nflags = [\"--tail=\", \"-f\"]\noperands = true",
            "decision = \"deny\"\nprogram = \"git\"\nargs = [\"push\"]\nflags = [\"--force\", \"-f\"]\nexcept_flags = [\"--dry-run\"]",
            "decision = \"ask\"\nprogram = \"*\"\npaths = [\"infra/**\", \"~/keys\", \"*.tfstate\", \"[ab]?.txt\"]",
            "decision = \"allow\"\nprogram = \"rm\"\nflags = [\"-r\", \"-f\", \"-rf\"]\noperands = true\npaths = [\"build\", \"dist/*\"]",
            "decision = \"deny\"\nprogram = \"sudo\"",
            "decision = \"deny\"\nprogram = \"cd\"",
            "decision = \"ask\"\nprogram = \"curl\"\nflags = [\"-d\", \"--data=\"]",
            "decision = \"allow\"\nprogram = \"node\"\nargs = [\"tools/gen.js\"]",
            "decision = \"deny\"\nprogram = \"npm\"\nargs = [[\"publish\", \"unpublish\"]]",
            "decision = \"deny\"\nprogram = \"kubectl\"\nargs = [\"delete\"]\npaths = [\"prod/*.yaml\"]",
        ] {
            assert_eq!(lint(&rule(keys)), Vec::<String>::new(), "{keys}");
        }
    }

    #[test]
    fn rules_that_match_nothing_are_told() {
        for (keys, said) in [
            ("decision = \"deny\"\nprogram = \"time\"", "`mine` can never match"),
            ("decision = \"deny\"\nprogram = \"FOO=bar\"", "`mine` can never match"),
            ("decision = \"deny\"\nprogram = \"if\"", "`mine` can never match"),
            ("decision = \"deny\"\nprogram = \"a;b\"", "`mine` can never match"),
            ("decision = \"deny\"\nprogram = [\"rm\", \"while\"]", "`while` of the rule `mine`"),
            (
                "decision = \"deny\"\nprogram = \"git\"\nargs = [\"push\", \"--force\"]\nexcept_flags = [\"--force\"]",
                "`--force` is in `except_flags`",
            ),
            (
                "decision = \"deny\"\nprogram = \"git\"\nargs = [\"push\"]\nflags = [\"--force\"]\nexcept_flags = [\"--force\"]",
                "`--force` is in `except_flags`",
            ),
            (
                "decision = \"deny\"\nprogram = \"git\"\nargs = [\"push\"]\nflags = [\"--force\", \"-f\"]\nexcept_flags = [\"-f\"]",
                "`-f` of the rule `mine` can never match",
            ),
            (
                "decision = \"deny\"\nprogram = \"git\"\nargs = [[\"push\", \"--mirror\"]]\nexcept_flags = [\"--mirror\"]",
                "`--mirror` of the rule `mine` can never match",
            ),
            (
                "decision = \"allow\"\nprogram = \"frobnicate\"\npaths = [\"src\"]",
                "it is not known which paths the command touches",
            ),
            (
                "decision = \"allow\"\nprogram = \"rm\"\nargs = [\"build\"]\npaths = [\"dist\"]",
                "`build` is not in `paths`",
            ),
        ] {
            let found = lint(&rule(keys));
            assert!(found.len() == 1 && found.iter().all(|one| one.contains(said)), "{keys}\n{found:?}");
            assert!(found.iter().all(|one| one.starts_with("p.toml:2:1: ")), "{found:?}");
        }
    }

    #[test]
    fn rules_that_a_stricter_one_covers_are_told() {
        let pair = |first: &str, second: &str| {
            format!("[[rule]]\nname = \"first\"\n{first}\n[[rule]]\nname = \"second\"\n{second}\n")
        };
        let deny = "decision = \"deny\"\nprogram = \"git\"\nargs = [\"push\"]";
        let allow = "decision = \"allow\"\nprogram = \"git\"\nargs = [\"push\", \"origin\"]";
        for (first, second, dead) in [
            (deny, allow, Some("second")),
            (allow, deny, Some("first")),
            (
                deny,
                "decision = \"ask\"\nprogram = \"git\"\nargs = [\"push\"]\nflags = [\"--force\"]",
                Some("second"),
            ),
            ("decision = \"ask\"\nprogram = \"*\"", allow, Some("second")),
            // The stricter one leaves something.
            ("decision = \"deny\"\nprogram = \"git\"\nargs = [\"push\"]\nflags = [\"--force\"]", allow, None),
            ("decision = \"deny\"\nprogram = \"git\"\nargs = [\"push\", \"upstream\"]", allow, None),
            ("decision = \"deny\"\nprogram = \"git\"\npaths = [\"infra\"]", allow, None),
            (
                "decision = \"deny\"\nprogram = \"git\"\nargs = [\"push\"]\nexcept_flags = [\"--dry-run\"]",
                "decision = \"allow\"\nprogram = \"git\"\nargs = [\"push\"]\nflags = [\"--dry-run\"]",
                None,
            ),
            (deny, "decision = \"ask\"\nprogram = [\"git\", \"hub\"]\nargs = [\"push\"]", None),
        ] {
            let found = lint(&pair(first, second));
            let said: Vec<bool> = found
                .iter()
                .map(|one| dead.is_some_and(|dead| one.contains(&format!("`{dead}` never decides"))))
                .collect();
            assert_eq!(
                said,
                dead.map(|_| true).into_iter().collect::<Vec<_>>(),
                "{first}\n{second}\n{found:?}"
            );
        }
    }
}
