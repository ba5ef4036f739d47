//! The reader against the installed Python: what a program really does must be no more than was predicted.
//!
//! Candidates are every attribute of every kind of value, and every name of every module, called in several ways. Those
//! that the reader allows run where they can harm nothing, and an audit hook reports what Python did for them.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test's helpers may fail it")]

mod sandbox;
mod seeds;

use mastiff_core::call::ShellCall;
use mastiff_core::effect::Effect;
use mastiff_core::world::fake::Fake;
use mastiff_core::{Decision, Json, Policy, Session, Tool, ToolCall, decide};
use serde_json::{Value, from_str, json};

/// Modules whose names are tried: those that may be imported.
fn modules() -> String {
    const ALL: &str = "abc argparse array ast base64 binascii bisect bz2 calendar cmath cmd code codecs collections configparser \
        contextlib copy csv ctypes dataclasses datetime decimal difflib dis enum errno fileinput fnmatch fractions functools \
        gc getpass glob graphlib gzip hashlib heapq hmac html http importlib importlib.metadata inspect io ipaddress \
        itertools json keyword linecache locale logging lzma marshal math mimetypes mmap multiprocessing numbers operator \
        os os.path pathlib pickle pkgutil platform plistlib pprint posixpath queue random re reprlib resource runpy secrets \
        select shelve shlex shutil signal site socket sqlite3 stat statistics string struct subprocess sys sysconfig tarfile \
        tempfile textwrap threading time timeit tokenize tomllib traceback types typing unicodedata unittest urllib \
        urllib.parse urllib.request uuid warnings weakref xml xml.etree xml.etree.ElementTree zipfile zlib zoneinfo";
    let may = |name: &&str| allowed(&format!("import {name}")).is_some();
    ALL.split_ascii_whitespace().filter(may).collect::<Vec<_>>().join(" ")
}

fn machine() -> Fake {
    Fake::new()
        .file("/w/repo/.git/HEAD", "ref: refs/heads/main\n")
        .file("/w/repo/README.md", "a,b\n1,2\n")
        .file("/w/repo/doc.xml", "<a/>\n")
        .file("/w/repo/src/a.py", "x = 1\n")
        .file("/w/home/note", "x\n")
}

/// What the reader says a program reads, if it lets it run.
fn allowed(text: &str) -> Option<Vec<Value>> {
    let command = format!("python3 -c '{}' README.md", text.replace('\'', r"'\''"));
    let call = ToolCall {
        name: "Bash".into(),
        tool: Tool::Shell(ShellCall { command, ..ShellCall::default() }),
        cwd: "/w/repo".into(),
        mode: None,
        id: None,
        agent: None,
        input: Json::Null,
    };
    let session = Session {
        roots: vec!["/w/repo".into()],
        home: "/w/home".into(),
        own: Vec::new(),
        env: vec![("PATH".into(), "/usr/bin".into()), ("HOME".into(), "/w/home".into())],
        headless: false,
    };
    let judgement = decide(&call, &session, &Policy::default(), &machine());
    if judgement.verdict.decision() != Decision::Allow {
        return None;
    }
    let findings = judgement.effects.acts.iter().flat_map(|act| &act.findings);
    let reads = findings.filter_map(|finding| {
        if let Effect::Read { place, deep } = &finding.effect {
            Some(json!([place.path, deep]))
        } else {
            None
        }
    });
    Some(reads.collect())
}

/// One in this many candidates is tried; all with `MASTIFF_ALL=1`.
const SAMPLE: usize = 12;

#[test]
fn programs_that_pass_do_no_more_than_predicted() {
    if let Err(why) = sandbox::run("open('/w/log', 'w').write('x')", "", "") {
        return println!("SKIPPED: no sandbox with Python here: {why}");
    }
    let candidates = sandbox::run(include_str!("candidates.py"), "", &modules()).expect("candidates");
    let step = if std::env::var_os("MASTIFF_ALL").is_some() { 1 } else { SAMPLE };
    let candidates: Vec<String> = candidates.iter().map(|line| from_str(line).expect("a text")).collect();
    let tried = candidates.iter().step_by(step).map(String::as_str);
    let programs: Vec<String> = seeds::SEEDS
        .split("\n---\n")
        .chain(tried)
        .filter_map(|text| Some(json!([text, allowed(text)?]).to_string()))
        .collect();
    println!("{} candidates, {} pass and are run", candidates.len() / step, programs.len());
    assert!(programs.len() > 200, "hardly anything passes: nothing would be tested");
    let outcomes =
        sandbox::run(include_str!("driver.py"), &programs.join("\n"), "").expect("the driver runs");
    report(&outcomes, programs.len());
}

fn report(outcomes: &[String], expected: usize) {
    let outcomes: Vec<[String; 3]> =
        outcomes.iter().map(|line| from_str(line).expect("an outcome")).collect();
    let count = |kind: &str| outcomes.iter().filter(|[found, _, _]| found == kind).count();
    println!("{} ran to the end, {} failed, {} did more", count("ok"), count("failed"), count("bad"));
    let bad: Vec<String> = outcomes
        .iter()
        .filter(|[kind, _, _]| kind == "bad")
        .map(|[_, text, said]| format!("{}\n  -> {said}", text.trim()))
        .collect();
    assert!(bad.is_empty(), "{} programs did more than predicted:\n{}", bad.len(), bad.join("\n"));
    assert_eq!(count("end"), 1, "the driver did not come to its end");
    assert!(count("ok") > expected / 20, "hardly anything ran to its end");
}

#[test]
fn seeds_pass() {
    let stopped: Vec<&str> = seeds::SEEDS.split("\n---\n").filter(|text| allowed(text).is_none()).collect();
    assert!(stopped.is_empty(), "stopped:\n{}", stopped.join("\n---\n"));
}

/// Whatever word of a harmless program is exchanged for a call that is not known, the program stops: no part of the text
/// goes unread.
#[test]
fn a_poisoned_seed_stops() {
    let mut passed = Vec::new();
    for seed in seeds::SEEDS.split("\n---\n") {
        for (start, end) in words(seed) {
            let poisoned = format!("{}boom(1){}", seed.get(..start).unwrap(), seed.get(end..).unwrap());
            if allowed(&poisoned).is_some() {
                passed.push(poisoned);
            }
        }
    }
    assert!(passed.is_empty(), "{} pass:\n{}", passed.len(), passed.join("\n---\n"));
}

/// Names, numbers and strings with their prefixes, by their places.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = text.get(at..).unwrap();
        let name = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let quote = rest.get(name..).and_then(|rest| rest.chars().next()).filter(|c| ['"', '\''].contains(c));
        let length = match quote {
            Some(quote) => name + 2 + rest.get(name + 1..).and_then(|inside| inside.find(quote)).unwrap_or(0),
            None => name,
        };
        if length > 0 {
            found.push((at, at + length));
        }
        at += length.max(c.len_utf8());
    }
    found
}
