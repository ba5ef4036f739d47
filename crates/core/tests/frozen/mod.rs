//! Verdicts that stay as they are. Every example row that is judged through [`decide`] must have the decision and the rule
//! that `verdicts.txt` has for it, so that a change of a verdict is seen, and a refactoring changes none.
//!
//! `scripts/verdicts` judges every row anew, prints what changed, and writes the file.

#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops at the first surprise")]

use mastiff_core::call::Change;
use mastiff_core::decide::Judgement;
use mastiff_core::{Policy, Session, Tool, ToolCall, Verdict, World};
use std::collections::HashMap;
use std::fmt::Debug;
use std::format;
use std::io::Write;
use std::string::String;
use std::sync::OnceLock;
use std::vec::Vec;

/// One row a line, sorted: what is judged, where (a digest), the decision and the rule, with tabs between them.
const VERDICTS: &str = include_str!("verdicts.txt");

/// Where the rows are written instead of being compared: set by `scripts/verdicts`.
const RECORD: &str = "MASTIFF_VERDICTS";

/// Judges as the crate does, and compares with what is written down.
#[track_caller]
pub fn decide(
    call: &ToolCall,
    session: &Session,
    policy: &Policy,
    machine: &(impl World + Debug),
) -> Judgement {
    let judgement = mastiff_core::decide(call, session, policy, machine);
    // What holds without a level is `strict`: tables of before there were levels stay as they are.
    let said = policy.settings().into_iter().filter(|setting| setting.value != "\"strict\"");
    let settings = said.map(|setting| format!("{}={}\n", setting.key, setting.value));
    let place = format!(
        "{} {} {:?} {} {} {:?} {:?} {:?} {} {}{machine:?}",
        call.name,
        call.input,
        call.mode,
        call.cwd,
        session.home,
        session.roots,
        session.own,
        session.env,
        session.headless,
        settings.collect::<String>(),
    );
    let subject = subject(call);
    if let Some(change) = difference(&subject, &digest(&place), &judgement.verdict, &subject) {
        panic!(
            "{change}\nA verdict has changed: `scripts/verdicts` shows every change and writes them down."
        );
    }
    judgement
}

/// What became of one verdict, if it is another one than what is written down. `text` is for whoever reads that, and is never
/// written down itself.
pub fn difference(subject: &str, place: &str, verdict: &Verdict, text: &str) -> Option<String> {
    let key = format!("{subject}\t{place}");
    let got = format!("{}\t{}", verdict.decision().word(), verdict.rule());
    if let Some(file) = std::env::var_os(RECORD) {
        let mut file =
            std::fs::OpenOptions::new().append(true).create(true).open(file).expect("a file to record in");
        let row = format!("{key}\t{got}\t{}\n", one_line(text));
        file.write_all(row.as_bytes()).expect("recorded");
        return None;
    }
    let said = |row: &str| row.replace('\t', " ");
    match rows().get(key.as_str()) {
        Some(old) if old.contains(&got.as_str()) => None,
        Some(old) => Some(format!("{} → {}  {text}", said(&old.join(" or ")), said(&got))),
        None => Some(format!("new → {}  {text}", said(&got))),
    }
}

/// The digest of a text, 64 bits in hexadecimal (FNV-1a: it must stay the same, and nothing else).
pub fn digest(text: &str) -> String {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, mix))
}

/// By what is judged and where. Two verdicts stand beside each other where only the rules of a policy differ.
fn rows() -> &'static HashMap<&'static str, Vec<&'static str>> {
    static ROWS: OnceLock<HashMap<&str, Vec<&str>>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let mut rows: HashMap<&str, Vec<&str>> = HashMap::new();
        for line in VERDICTS.lines() {
            let (at, tab) = line.match_indices('\t').nth(1).expect("four columns");
            let (key, verdict) = line.split_at(at);
            rows.entry(key).or_default().push(verdict.trim_start_matches(tab));
        }
        rows
    })
}

/// What is judged, in one line.
fn subject(call: &ToolCall) -> String {
    let name = &call.name;
    let text = match &call.tool {
        Tool::Shell(shell) => {
            let workdir = shell.workdir.as_ref().map(|dir| format!(" in {dir}")).unwrap_or_default();
            let background = if shell.background { " in the background" } else { "" };
            let unsandboxed = if shell.unsandboxed { " without the host's sandbox" } else { "" };
            format!("{}{workdir}{background}{unsandboxed}", shell.command)
        }
        Tool::Look { paths, deep } => format!("{name}: look {paths:?}{}", if *deep { " deep" } else { "" }),
        Tool::Change(changes) => {
            let change = |c: &Change| format!("{} {}", if c.removes { "remove" } else { "write" }, c.path);
            format!("{name}: {}", changes.iter().map(change).collect::<Vec<_>>().join(", "))
        }
        Tool::Fetch { url } => format!("{name}: fetch {url}"),
        Tool::Mcp { server, source, tool } => format!("{name}: mcp {server} {source:?} {tool}"),
        Tool::SubAgent { mode } => format!("{name}: sub-agent {mode:?}"),
        Tool::Foreign { what } => format!("{name}: {what}"),
        Tool::Malformed { why } => format!("{name}: malformed, {why}"),
        Tool::Search => format!("{name}: search"),
        Tool::Talk => format!("{name}: talk"),
        Tool::Schedule => format!("{name}: schedule"),
        Tool::Unknown => format!("{name}: unknown"),
    };
    one_line(&text)
}

/// A long text is cut, and told apart by its digest.
fn one_line(text: &str) -> String {
    const LONGEST: usize = 300;
    let escaped = |c: char| match c {
        '\n' => String::from("⏎"),
        '\\' => String::from("\\\\"),
        control if control.is_control() => control.escape_default().collect(),
        plain => plain.into(),
    };
    let line: String = text.chars().map(escaped).collect();
    match line.char_indices().nth(LONGEST) {
        None => line,
        Some((at, _)) => format!("{}… {}", line.get(..at).unwrap_or_default(), digest(text)),
    }
}
