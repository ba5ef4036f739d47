//! One `[[rule]]`, read and tried on its own examples.

use super::document::{Document, Field, Node, Set};
use super::layer::Rules;
use super::pattern::Pattern;
use super::problem::At;
use super::read::DECISIONS;
use super::rule::{Match, Rule, is_interpreter};
use super::{example, glob, ids};
use crate::verdict::Decision;
use crate::words::listed;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use toml::de::DeTable;

/// The keys of `[[rule]]`.
pub const RULE: &[&str] = &[
    "name",
    "decision",
    "program",
    "args",
    "flags",
    "except_flags",
    "operands",
    "input",
    "paths",
    "reason",
    "examples",
];
/// The keys of `examples`.
pub const EXAMPLES: &[&str] = &["match", "no_match"];

/// Programs that run whatever they are given: a rule that allows one allows everything.
const RUN_ANYTHING: &[&str] = &[
    ".", "bash", "builtin", "command", "csh", "dash", "doas", "env", "eval", "exec", "find", "fish", "ksh",
    "nice", "nohup", "parallel", "setsid", "sh", "source", "ssh", "stdbuf", "sudo", "su", "time", "timeout",
    "watch", "xargs", "zsh",
];
/// Other shells. A rule may say a whole call of theirs, as `nu --version`.
const OTHER_SHELLS: &str = "elvish mksh nu rc tcsh xonsh yash";

/// Reads all rules into `rules`.
pub fn rules(document: &mut Document<'_>, node: &Node<'_>, rules: &mut Rules) {
    let mut named: BTreeMap<String, At> = BTreeMap::new();
    for (at, table) in document.tables("rule", node) {
        let rule = rule(document, at, table);
        if let Some(first) = named.get(&rule.name) {
            let message = format!(
                "the name `{}` is taken by the rule in line {}; choose another",
                rule.name, first.line
            );
            document.note(at, message);
        }
        named.insert(rule.name.clone(), at);
        rules.push(rule);
    }
}

fn rule(document: &mut Document<'_>, at: At, table: &DeTable<'_>) -> Rule {
    let before = document.problems.len();
    let mut rule = empty(at);
    let fields = document.fields(table, "rule", RULE);
    for field in &fields {
        read_field(document, field, &mut rule);
    }
    for (key, way_out) in [
        ("name", "add `name = \"my_rule\"`"),
        ("decision", "add `decision = \"ask\"`"),
        ("program", "it would match nothing; add `program = \"name\"`"),
    ] {
        if !fields.iter().any(|field| field.key == key) {
            document.note(at, format!("a rule needs `{key}`; {way_out}"));
        }
    }
    check(document, &rule);
    // Examples of a rule that is wrong in itself would only repeat its problems.
    if document.problems.len() == before
        && let Some(field) = fields.iter().find(|field| field.key == "examples")
    {
        rule.examples = examples(document, field.node, &rule);
    }
    rule
}

fn empty(at: At) -> Rule {
    Rule {
        name: String::new(),
        decision: Decision::Ask,
        programs: Vec::new(),
        args: Vec::new(),
        flags: Vec::new(),
        except_flags: Vec::new(),
        operands: false,
        input: false,
        paths: Vec::new(),
        reason: None,
        examples: 0,
        at,
    }
}

fn read_field(document: &mut Document<'_>, field: &Field<'_, '_>, rule: &mut Rule) {
    let node = field.node;
    match field.key {
        "name" => rule.name = name(document, node),
        "decision" => {
            rule.decision = document.word("decision", node, DECISIONS).map_or(Decision::Ask, |set| set.value);
        }
        "program" => rule.programs = programs(document, node),
        "args" => rule.args = args(document, node),
        "flags" => rule.flags = flags(document, "flags", node),
        "except_flags" => rule.except_flags = flags(document, "except_flags", node),
        "operands" => rule.operands = document.boolean("operands", node).is_some_and(|set| set.value),
        "input" => rule.input = document.boolean("input", node).is_some_and(|set| set.value),
        "paths" => rule.paths = paths(document, node),
        "reason" => rule.reason = document.string("reason", node).map(|set| set.value),
        // Examples come last; unknown keys are noted already.
        _ => {}
    }
}

fn name(document: &mut Document<'_>, node: &Node<'_>) -> String {
    let Some(name) = document.string("name", node) else { return String::new() };
    let snake = name.value.starts_with(|c: char| c.is_ascii_lowercase())
        && name.value.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if !snake {
        let message = format!("`{}` is no rule name; use lower case letters, digits and `_`", name.value);
        document.note(name.at, message);
    } else if ids::may(&name.value).is_some() {
        let message = format!(
            "`{}` is a built-in rule; choose another name, or change the built-in one in `[rules]`",
            name.value
        );
        document.note(name.at, message);
    }
    name.value
}

fn programs(document: &mut Document<'_>, node: &Node<'_>) -> Vec<String> {
    let written = match node.get_ref().as_str() {
        Some(_) => document.string("program", node).into_iter().collect(),
        None => document.strings("program", node),
    };
    let one_name = |name: &str| !name.is_empty() && !name.contains(|c: char| c == '/' || c.is_whitespace());
    for program in &written {
        if !one_name(&program.value) {
            let message = format!(
                "`{}` is no program name; write the name alone, without directory, and its words in `args`",
                program.value
            );
            document.note(program.at, message);
        } else if program.value.contains('*') && program.value != "*" {
            document.note(program.at, "a program is named in full; only `*` alone stands for all");
        }
    }
    if written.is_empty() && node.get_ref().as_array().is_some() {
        document.note(document.at(node), "a rule without a program matches nothing; name one");
    }
    written.into_iter().map(|set| set.value).collect()
}

/// Words, or lists of words that are alternatives.
fn args(document: &mut Document<'_>, node: &Node<'_>) -> Vec<Vec<String>> {
    let Some(list) = node.get_ref().as_array() else {
        document.mistyped("args", node, "a list of words", "args = [\"compose\", [\"ps\", \"logs\"]]");
        return Vec::new();
    };
    let mut words = Vec::new();
    for item in list.iter() {
        let alternatives = match item.get_ref().as_str() {
            Some(_) => document.string("args", item).into_iter().collect(),
            None => document.strings("args", item),
        };
        if alternatives.is_empty() || alternatives.iter().any(|word| word.value.is_empty()) {
            document.note(document.at(item), "an empty word matches nothing; leave it out");
        }
        if let Some(spaced) = alternatives.iter().find(|word| word.value.contains(char::is_whitespace)) {
            let message = format!("`{}` is more than one word; write one string per word", spaced.value);
            document.note(spaced.at, message);
        }
        words.push(alternatives.into_iter().map(|set| set.value).collect());
    }
    words
}

fn flags(document: &mut Document<'_>, key: &str, node: &Node<'_>) -> Vec<String> {
    let written = document.strings(key, node);
    for flag in &written {
        if flag.value != "*" && (!flag.value.starts_with('-') || flag.value == "-") {
            document.note(
                flag.at,
                format!("`{}` is no flag; write it with its dash, as in `--quiet`", flag.value),
            );
        }
    }
    written.into_iter().map(|set| set.value).collect()
}

fn paths(document: &mut Document<'_>, node: &Node<'_>) -> Vec<Pattern> {
    let mut patterns = Vec::new();
    for entry in document.strings("paths", node) {
        if let Err(why) = glob::check(&entry.value) {
            document.note(entry.at, format!("`paths` cannot hold `{}`: {why}", entry.value));
        }
        patterns.push(Pattern::new(&entry.value));
    }
    patterns
}

/// What a rule says as a whole.
fn check(document: &mut Document<'_>, rule: &Rule) {
    let problems: Vec<String> = match rule.decision {
        Decision::Allow => check_allow(rule),
        Decision::Ask | Decision::Deny => check_stop(rule),
    };
    for problem in problems {
        document.note(rule.at, problem);
    }
}

/// Words may follow that the rule does not say.
fn is_open(rule: &Rule) -> bool {
    rule.operands || rule.flags.iter().any(|flag| flag == "*")
}

fn check_allow(rule: &Rule) -> Vec<String> {
    let mut problems = vec![];
    if !rule.except_flags.is_empty() {
        problems.push("an `allow` rule lists what it permits; use `flags` instead of `except_flags`".into());
    }
    for program in &rule.programs {
        let first = rule.args.first();
        let bare = first.is_none_or(|words| words.iter().any(|word| word.starts_with('-')));
        if program == "*" {
            problems.push("an `allow` rule for every program allows everything; name the program".into());
        } else if RUN_ANYTHING.contains(&program.as_str()) || (listed(OTHER_SHELLS, program) && is_open(rule))
        {
            problems.push(format!(
                "`{program}` runs whatever it is given, and what it runs is judged by itself; write the rule for that program"
            ));
        } else if is_interpreter(program) && bare {
            problems.push(format!(
                "`{program}` runs any code; name the file in `args`, as in `args = [\"tools/gen.py\"]`"
            ));
        }
    }
    problems
}

fn check_stop(rule: &Rule) -> Vec<String> {
    let mut problems = vec![];
    if rule.operands {
        problems.push(
            "`operands` belongs to `allow` rules; a rule that stops holds with any further words".into(),
        );
    }
    if rule.input {
        problems.push("`input` belongs to `allow` rules; a rule that stops holds with any input".into());
    }
    if rule.flags.iter().chain(&rule.except_flags).any(|flag| flag == "*") {
        problems.push(
            "a rule that stops names its flags; leave `flags` out to stop with and without them".into(),
        );
    }
    problems
}

/// Tries all examples, and says how many there are.
fn examples(document: &mut Document<'_>, node: &Node<'_>, rule: &Rule) -> usize {
    let Some(table) = document.table("examples", node) else { return 0 };
    let mut count = 0;
    for field in document.fields(table, "examples", EXAMPLES) {
        let must_match = match field.key {
            "match" => true,
            "no_match" => false,
            _ => continue,
        };
        for example in document.strings(&["examples.", field.key].concat(), field.node) {
            count += 1;
            if let Some(problem) = try_example(rule, &example, must_match) {
                document.note(example.at, problem);
            }
        }
    }
    count
}

/// What is wrong with an example, if something is.
fn try_example(rule: &Rule, example: &Set<String>, must_match: bool) -> Option<String> {
    let command = &example.value;
    match (example::try_rule(rule, command), must_match) {
        (Match::Yes | Match::Maybe, true) | (Match::No(_), false) => None,
        (Match::No(why), true) => {
            Some(format!("the rule `{}` does not match its example `{command}`: {why}", rule.name))
        }
        (Match::Yes | Match::Maybe, false) => Some(format!(
            "the rule `{}` matches `{command}`, which it must not; say more in `args` or `flags`",
            rule.name
        )),
    }
}
