//! A policy file, read into a layer: every key, its type and its meaning.

use super::document::{Document, Field, Node, Set, dotted};
use super::layer::{Answer, Answers, ByHuman, Layer, Ledger, Mcp, OnAllow, OnFailure, OnRepeat, OnStop, Web};
use super::pattern::Pattern;
use super::problem::{Problem, near, suggest};
use super::{Level, glob, ids, keeping, read_rule, web};
use crate::verdict::Decision;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use toml::de::DeTable;

/// The keys at the top of a file.
pub const TOP: &[&str] = &[
    "version",
    "level",
    "write_scope",
    "read_scope",
    "scratch",
    "on_stop",
    "on_allow",
    "pause",
    "approve",
    "repeat",
    "lock",
    "floor",
    "rules",
    "rule",
    "mcp",
    "web",
    "host",
    "mode",
    "headless",
    "ledger",
];
/// The keys of `[floor]`.
pub const FLOOR: &[&str] = &["extra"];
/// The keys of `[web]`.
pub const WEB: &[&str] = &["default", "documentation", "allow", "deny"];
/// The keys of `[[mcp]]`.
pub const MCP: &[&str] = &["server", "source", "tools", "decision"];
/// The keys of `[headless]`, `[host.NAME]` and `[mode.NAME]`.
pub const ANSWER: &[&str] = &["on_stop", "on_allow"];
/// The keys of `[ledger]`.
pub const LEDGER: &[&str] = &["on_failure", "file_mib", "file_days", "keep_mib", "keep_days"];
/// The hosts that `[host.NAME]` may name.
pub const HOSTS: &[&str] = &[
    "claude",
    "codex",
    "gemini",
    "cursor",
    "copilot",
    "qwen",
    "droid",
    "kiro",
    "goose",
    "windsurf",
    "cline",
    "opencode",
    "agent-code",
    "claw",
];

/// The words for decisions.
pub const DECISIONS: &[(&str, Decision)] =
    &[("allow", Decision::Allow), ("ask", Decision::Ask), ("deny", Decision::Deny)];
const LEVELS: &[(&str, Level)] =
    &[("strict", Level::Strict), ("normal", Level::Normal), ("quiet", Level::Quiet)];
const STOPS: &[(&str, OnStop)] = &[("defer", OnStop::Defer), ("ask", OnStop::Ask), ("deny", OnStop::Deny)];
const ALLOWS: &[(&str, OnAllow)] = &[("allow", OnAllow::Allow), ("silent", OnAllow::Silent)];
const PAUSES: &[(&str, ByHuman)] = &[("allow", ByHuman::Allow), ("deny", ByHuman::Deny)];
const REPEATS: &[(&str, OnRepeat)] = &[("allow", OnRepeat::Allow), ("ask", OnRepeat::Ask)];
const FAILURES: &[(&str, OnFailure)] = &[("continue", OnFailure::Continue), ("deny", OnFailure::Deny)];

/// More days or MiB than anybody means.
const MOST: u64 = 1_000_000;

/// Directories that are never scratch as a whole.
pub(crate) const NO_SCRATCH: &[&str] = &[
    "bin",
    "boot",
    "dev",
    "etc",
    "home",
    "lib",
    "lib64",
    "media",
    "mnt",
    "opt",
    "private",
    "proc",
    "root",
    "run",
    "sbin",
    "srv",
    "sys",
    "usr",
    "var",
    "Applications",
    "Library",
    "System",
    "Users",
    "Volumes",
];

/// Reads a file; all problems in the order of the file, or the layer.
pub fn layer(file: &str, text: &str) -> Result<Layer, Vec<Problem>> {
    let (mut document, root) = Document::parse(file, text);
    let mut layer = Layer { file: file.into(), ..Layer::default() };
    let fields = document.fields(root.get_ref(), "", TOP);
    if !fields.iter().any(|field| field.key == "version") {
        let start = super::problem::At { line: 1, column: 1 };
        document.note(start, "the file does not say its version; add `version = 1`");
    }
    for field in &fields {
        top(&mut document, field, &mut layer);
    }
    if document.problems.is_empty() {
        return Ok(layer);
    }
    document.problems.sort_by_key(|problem| problem.at);
    Err(document.problems)
}

fn top(document: &mut Document<'_>, field: &Field<'_, '_>, layer: &mut Layer) {
    let node = field.node;
    match field.key {
        "version" => version(document, node),
        "level" => layer.level = document.word("level", node, LEVELS),
        "write_scope" => layer.write_scope = patterns(document, "write_scope", node, in_repository),
        "read_scope" => layer.read_scope = patterns(document, "read_scope", node, anywhere),
        "scratch" => layer.scratch = patterns(document, "scratch", node, as_scratch),
        "on_stop" => layer.answers.general.on_stop = document.word("on_stop", node, STOPS),
        "on_allow" => layer.answers.general.on_allow = document.word("on_allow", node, ALLOWS),
        "pause" => layer.pause = document.word("pause", node, PAUSES),
        "approve" => layer.approve = document.word("approve", node, PAUSES),
        "repeat" => layer.repeat = document.word("repeat", node, REPEATS),
        "lock" => layer.lock = locks(document, node),
        "floor" => layer.floor = floor(document, node),
        "rules" => layer.rules = rules(document, node),
        "rule" => read_rule::rules(document, node, &mut layer.rule),
        "mcp" => layer.mcp = mcp(document, node),
        "web" => layer.web = web_table(document, node),
        "host" => hosts(document, node, &mut layer.answers),
        "mode" => layer.answers.mode = named_answers(document, "mode", node),
        "headless" => layer.answers.headless = answer(document, "headless", node),
        "ledger" => layer.ledger = ledger(document, node),
        // Unknown: already noted.
        _ => {}
    }
}

fn version(document: &mut Document<'_>, node: &Node<'_>) {
    match node.get_ref().as_integer().map(ToString::to_string).as_deref() {
        Some("1") => {}
        Some(other) => {
            let message =
                format!("this mastiff reads version 1, not {other}; update mastiff or write `version = 1`");
            document.note(document.at(node), message);
        }
        None => document.mistyped("version", node, "an integer", "version = 1"),
    }
}

/// A list of patterns; `check` says what this key does not take.
fn patterns(
    document: &mut Document<'_>,
    key: &str,
    node: &Node<'_>,
    check: fn(&str) -> Result<(), &'static str>,
) -> Option<Set<Vec<Pattern>>> {
    let at = document.at(node);
    let mut value = Vec::new();
    for entry in document.strings(key, node) {
        if let Err(why) = glob::check(&entry.value).and_then(|()| check(&entry.value)) {
            document.note(entry.at, format!("`{key}` cannot hold `{}`: {why}", entry.value));
        }
        value.push(Pattern::new(&entry.value));
    }
    Some(Set { value, at })
}

/// Patterns that are relative to the repository's root.
pub fn in_repository(text: &str) -> Result<(), &'static str> {
    if text.starts_with(['/', '~']) {
        return Err("it is relative to the repository; for directories outside use `scratch`");
    }
    Ok(())
}

fn anywhere(text: &str) -> Result<(), &'static str> {
    if text.starts_with('/')
        || text == "~"
        || text.starts_with("~/")
        || text == "**"
        || text.starts_with("**/")
    {
        return Ok(());
    }
    Err("it speaks of paths outside the repository; start it with `/`, `~/` or `**/`")
}

fn as_scratch(text: &str) -> Result<(), &'static str> {
    let Some(rest) = text.strip_prefix('/').or_else(|| text.strip_prefix("~/")) else {
        return Err("a scratch directory is absolute; start it with `/` or `~/`");
    };
    let mut parts = rest.split('/').filter(|part| !part.is_empty());
    let first = parts.next().unwrap_or("*");
    let wide = parts.all(|part| part.contains('*'));
    let system = text.starts_with('/') && wide && NO_SCRATCH.contains(&first);
    if first.contains(['*', '?', '[']) || system {
        return Err("this would open far more than a scratch directory; name one, as in `/tmp`");
    }
    Ok(())
}

/// Keys that may be locked: any of the top, also with what is below (`web.default`, `rule.NAME`).
fn locks(document: &mut Document<'_>, node: &Node<'_>) -> Vec<Set<String>> {
    let locks = document.strings("lock", node);
    for lock in &locks {
        let (first, rest) =
            lock.value.split_once('.').map_or((lock.value.as_str(), None), |(f, r)| (f, Some(r)));
        let lockable = TOP.iter().copied().filter(|key| !matches!(*key, "version" | "lock" | "floor"));
        if !lockable.clone().any(|key| key == first) {
            let hint = suggest(first, lockable);
            document.note(lock.at, format!("`{}` cannot be locked{hint}", lock.value));
            continue;
        }
        let below: Option<&[&str]> = match first {
            "web" => Some(WEB),
            "headless" => Some(ANSWER),
            "ledger" => Some(LEDGER),
            "rules" | "rule" | "host" | "mode" => None,
            _ => Some(&[]),
        };
        if let (Some(rest), Some(known)) = (rest, below)
            && !known.contains(&rest)
        {
            document.note(lock.at, format!("there is no key `{}` to lock; write `{first}`", lock.value));
        }
    }
    locks
}

fn floor(document: &mut Document<'_>, node: &Node<'_>) -> Vec<Set<Pattern>> {
    let Some(table) = document.table("floor", node) else { return Vec::new() };
    let mut entries = Vec::new();
    for field in document.fields(table, "floor", FLOOR).iter().filter(|field| field.key == "extra") {
        for entry in document.strings("floor.extra", field.node) {
            if let Err(why) = glob::check(&entry.value) {
                document.note(entry.at, format!("`floor.extra` cannot hold `{}`: {why}", entry.value));
            }
            entries.push(Set { value: Pattern::new(&entry.value), at: entry.at });
        }
    }
    entries
}

fn rules(document: &mut Document<'_>, node: &Node<'_>) -> BTreeMap<String, Set<Decision>> {
    let mut rules = BTreeMap::new();
    let Some(table) = document.table("rules", node) else { return rules };
    for field in document.open_fields(table) {
        let may = ids::may(field.key);
        if may.is_none() {
            let hint = match near(field.key, ids::all()) {
                Some(name) => format!("did you mean `{name}`?"),
                None => "docs/rules.md lists them; for a program of your own write a `[[rule]]`".into(),
            };
            document.note(field.at, format!("there is no built-in rule `{}`; {hint}", field.key));
        }
        let Some(decision) = document.word(&dotted("rules", field.key), field.node, DECISIONS) else {
            continue;
        };
        if let (Some(ids::May::Tighten(instead)), Decision::Allow) = (may, decision.value) {
            document.note(decision.at, format!("`{}` can be tightened, never allowed; {instead}", field.key));
        }
        if may == Some(ids::May::Tighten(ids::NOTHING)) && decision.value != Decision::Deny {
            document.note(decision.at, format!("`{}` is always denied; {}", field.key, ids::NOTHING));
        }
        rules.insert(field.key.into(), decision);
    }
    rules
}

fn mcp(document: &mut Document<'_>, node: &Node<'_>) -> Vec<Mcp> {
    let mut entries = Vec::new();
    for (at, table) in document.tables("mcp", node) {
        let mut entry =
            Mcp { server: String::new(), source: None, tools: Vec::new(), decision: Decision::Ask, at };
        let mut decided = false;
        for field in document.fields(table, "mcp", MCP) {
            match field.key {
                "server" => {
                    entry.server = document.string("server", field.node).map_or_else(String::new, |s| s.value)
                }
                "source" => entry.source = document.string("source", field.node).map(|s| s.value),
                "tools" => {
                    entry.tools = document.strings("tools", field.node).into_iter().map(|t| t.value).collect()
                }
                "decision" => {
                    let word = document.word("decision", field.node, DECISIONS);
                    decided = true;
                    entry.decision = word.map_or(Decision::Ask, |word| word.value);
                }
                _ => {}
            }
        }
        if entry.server.is_empty() {
            document.note(at, "an `[[mcp]]` entry needs a server; add `server = \"name\"`");
        }
        if entry.tools.is_empty() {
            document.note(
                at,
                "an `[[mcp]]` entry needs its tools; add `tools = [\"name\"]`, or `[\"*\"]` for all",
            );
        }
        if !decided {
            document.note(at, "an `[[mcp]]` entry needs a decision; add `decision = \"ask\"`");
        }
        if entry.decision == Decision::Allow && entry.server.contains('*') {
            document.note(at, "allowing tools of servers that nobody named is too wide; name the server");
        }
        entries.push(entry);
    }
    entries
}

fn web_table(document: &mut Document<'_>, node: &Node<'_>) -> Web {
    let mut found = Web::default();
    let Some(table) = document.table("web", node) else { return found };
    for field in document.fields(table, "web", WEB) {
        match field.key {
            "default" => found.default = document.word("web.default", field.node, DECISIONS),
            "documentation" => found.documentation = document.boolean("web.documentation", field.node),
            "allow" => found.allow = web_hosts(document, "web.allow", field.node),
            "deny" => found.deny = web_hosts(document, "web.deny", field.node),
            _ => {}
        }
    }
    found
}

fn web_hosts(document: &mut Document<'_>, key: &str, node: &Node<'_>) -> Vec<Set<String>> {
    let mut hosts = Vec::new();
    for written in document.strings(key, node) {
        match web::entry(&written.value) {
            Ok(value) => hosts.push(Set { value, at: written.at }),
            Err(why) => document.note(written.at, format!("`{key}` cannot hold `{}`: {why}", written.value)),
        }
    }
    hosts
}

fn hosts(document: &mut Document<'_>, node: &Node<'_>, answers: &mut Answers) {
    if let Some(table) = document.table("host", node) {
        document.fields(table, "host", HOSTS);
        answers.host = named_answers(document, "host", node);
    }
}

fn named_answers(document: &mut Document<'_>, key: &str, node: &Node<'_>) -> BTreeMap<String, Answer> {
    let Some(table) = document.table(key, node) else { return BTreeMap::new() };
    let fields = document.open_fields(table);
    fields
        .iter()
        .map(|field| (field.key.into(), answer(document, &dotted(key, field.key), field.node)))
        .collect()
}

fn answer(document: &mut Document<'_>, key: &str, node: &Node<'_>) -> Answer {
    let mut answer = Answer::default();
    let Some(table) = document.table(key, node) else { return answer };
    for field in document.fields(table, key, ANSWER) {
        match field.key {
            "on_stop" => answer.on_stop = document.word(&dotted(key, "on_stop"), field.node, STOPS),
            "on_allow" => answer.on_allow = document.word(&dotted(key, "on_allow"), field.node, ALLOWS),
            _ => {}
        }
    }
    answer
}

fn ledger(document: &mut Document<'_>, node: &Node<'_>) -> Ledger {
    let mut ledger = Ledger::default();
    let Some(table): Option<&DeTable<'_>> = document.table("ledger", node) else { return ledger };
    for field in document.fields(table, "ledger", LEDGER) {
        if field.key == "on_failure" {
            ledger.on_failure = document.word("ledger.on_failure", field.node, FAILURES);
        }
        let limits = keeping::KEYS.iter().zip(&mut ledger.limits);
        for ((key, default), limit) in limits.filter(|((key, _), _)| *key == field.key) {
            *limit = limit_of(document, &dotted("ledger", key), field.node, *default);
        }
    }
    ledger
}

/// A number of days or MiB; 0 stands for no limit.
fn limit_of(document: &mut Document<'_>, key: &str, node: &Node<'_>, default: u64) -> Option<Set<u64>> {
    let number = node.get_ref().as_integer().and_then(|integer| integer.as_str().parse::<u64>().ok());
    let number = number.filter(|number| *number <= MOST);
    let Some(number) = number else {
        document.mistyped(
            key,
            node,
            "an integer from 0 (no limit) to 1000000",
            &format!("{key} = {default}"),
        );
        return None;
    };
    let value = if number == 0 { keeping::NO_LIMIT } else { number };
    Some(Set { value, at: document.at(node) })
}
