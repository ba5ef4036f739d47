//! A tighter policy never allows more.

use crate::judge::{judge_under, policy};
use crate::pool;
use crate::random::{Random, rounds};
use crate::spelling::SPELLINGS;
use crate::words;
use mastiff_core::Policy;

/// Pairs of policies, the second tighter than the first.
const TIGHTER: &[(&str, &str)] = &[
    ("", "write_scope = []\n"),
    ("", "write_scope = [\"src/**\"]\n"),
    ("write_scope = [\"src/**\", \"docs/**\"]\n", "write_scope = [\"src/**\"]\n"),
    ("write_scope = [\"**\"]\n", "write_scope = [\"docs/guide.md\"]\n"),
    ("", "read_scope = []\n"),
    ("read_scope = [\"/etc/**\", \"/usr/**\"]\n", "read_scope = [\"/usr/**\"]\n"),
    ("scratch = [\"/tmp\"]\n", ""),
    ("scratch = [\"/tmp\", \"/srv/s\"]\n", "scratch = [\"/srv/s\"]\n"),
    ("", "[floor]\nextra = [\"src/**\"]\n"),
    ("", "[floor]\nextra = [\"docs/guide.md\", \"data/**\"]\n"),
    ("", "[rules]\nread_only_command = \"ask\"\n"),
    ("", "[rules]\nwrite_scope = \"deny\"\n"),
    ("", "[rules]\nshell_builtin = \"deny\"\n"),
    ("[rules]\nbackground = \"allow\"\n", ""),
    ("[rules]\ndelete = \"allow\"\n", "[rules]\ndelete = \"deny\"\n"),
    ("[rules]\nsafety_floor = \"ask\"\n", "[rules]\nsafety_floor = \"deny\"\n"),
];

#[test]
fn a_tighter_policy_never_allows_more() {
    let mut looser = Vec::new();
    for (wide, tight) in TIGHTER {
        let (wide_policy, tight_policy) = (policy(wide), policy(tight));
        for command in pool::all() {
            let (before, after) = (judge_under(&wide_policy, command), judge_under(&tight_policy, command));
            if after < before {
                looser.push(format!("`{command}`: {before:?} under {wide:?}, {after:?} under {tight:?}"));
            }
        }
    }
    assert!(looser.is_empty(), "{}", looser.join("\n"));
}

/// Rules that ask or deny, made of the words of commands, added to a policy with and without a rule that allows.
#[test]
fn a_rule_that_stops_never_allows_more() {
    let mut random = Random::new();
    let all = pool::all();
    let mut looser = Vec::new();
    for _ in 0..rounds(250) {
        let rule = stopping(&mut random, &all);
        let base = if random.below(2) == 0 { String::new() } else { allowing(&mut random, &all) };
        let before = policy(&base);
        let after = policy(&format!("{base}{rule}"));
        for _ in 0..25 {
            let command = *random.pick(&all);
            let (loose, strict) = (judge_under(&before, command), judge_under(&after, command));
            if strict < loose {
                looser.push(format!("`{command}`: {loose:?}, and {strict:?} with\n{rule}"));
            }
        }
    }
    assert!(looser.is_empty(), "{}", looser.join("\n"));
}

/// Whatever a policy allows, what is denied outright stays denied.
#[test]
fn no_policy_lifts_a_catastrophe() {
    let mut random = Random::new();
    let all = pool::all();
    let denied: Vec<&str> =
        all.iter().copied().filter(|c| judge_under(&Policy::default(), c).word() == "deny").collect();
    assert!(denied.len() > 20, "only {} denied", denied.len());
    for _ in 0..rounds(60) {
        let lax = policy(&allowing(&mut random, &denied));
        for command in &denied {
            assert_eq!(judge_under(&lax, command).word(), "deny", "{command}");
        }
    }
}

fn stopping(random: &mut Random, commands: &[&str]) -> String {
    let decision = *random.pick(&["ask", "deny"]);
    let reason = if decision == "deny" { "reason = \"not here\"\n" } else { "" };
    format!("[[rule]]\nname = \"stops\"\ndecision = \"{decision}\"\n{}{reason}", about(random, commands))
}

fn allowing(random: &mut Random, commands: &[&str]) -> String {
    format!("[[rule]]\nname = \"allows\"\ndecision = \"allow\"\n{}operands = true\n", about(random, commands))
}

/// Names that no rule may speak of: what they start is judged by itself.
const OPENED: &[&str] = &[
    "exec", "eval", "bash", "sh", "env", "command", "xargs", "time", "nice", "nohup", "timeout", "sudo",
    "setsid", "find", "su", "doas", "source", "trap", "builtin", "python", "perl", "ruby", "node", "php",
    "awk", "make", "npm", "ssh", "docker", "watch", "parallel", "ionice", "stdbuf", "chroot", "unshare",
    "strace",
];

/// The program, and sometimes a word behind it, of one of the commands.
fn about(random: &mut Random, commands: &[&str]) -> String {
    loop {
        let Some(pieces) = words::cut(random.pick::<&str>(commands)) else { continue };
        let is_plain = |text: &str| text.bytes().all(|b| b.is_ascii_lowercase());
        let mut names = pieces.iter().map(words::Piece::text).take(2).filter(|text| is_plain(text));
        let Some(program) = names.next().filter(|name| !OPENED.contains(name)) else { continue };
        let args = match names.next() {
            Some(word) if random.below(2) == 0 => format!("args = [\"{word}\"]\n"),
            _ => String::new(),
        };
        return format!("program = \"{program}\"\n{args}");
    }
}

/// A rule that denies a program denies it in every spelling.
#[test]
fn a_denied_program_stays_denied_however_it_is_spelled() {
    let mut random = Random::new();
    let mut faults = Vec::new();
    for command in pool::allowed() {
        let Some(name) = command.split(' ').next().filter(|name| is_program(name)) else { continue };
        let rule =
            format!("[[rule]]\nname = \"no\"\ndecision = \"deny\"\nprogram = \"{name}\"\nreason = \"no\"\n");
        let strict = policy(&rule);
        if judge_under(&strict, command).word() != "deny" {
            faults.push(format!("`{command}`"));
        }
        for spelling in SPELLINGS {
            let Some(other) = (spelling.write)(command, &mut random) else { continue };
            if judge_under(&strict, &other).word() == "allow" {
                faults.push(format!("`{other}` ({})", spelling.name));
            }
        }
    }
    assert!(faults.is_empty(), "{} get past the rule:\n{}", faults.len(), faults.join("\n"));
}

fn is_program(name: &str) -> bool {
    name.bytes().all(|b| b.is_ascii_alphanumeric())
        && !OPENED.contains(&name)
        && !["cd", "for", "if", "while", "case"].contains(&name)
}
