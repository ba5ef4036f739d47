//! The record: one JSON line per verdict, appended under a short lock. What is no verdict and belongs in it all the same
//! (a pause, a breach) is a line with an `event` and without a decision.
//!
//! Nothing is synced to the disk: a sync costs more than the whole decision, and what it would save, the last lines
//! before a power cut, concerns calls whose own effects were lost with them. A line that the kernel has taken survives
//! the death of this process.

pub mod entry;

pub use entry::{Entry, EntryEffect, EntryReason, Kind};

use crate::{clock, redact, sha256, store};
use mastiff_core::effect::Followed;
use mastiff_core::policy::Outcome;
use mastiff_core::verdict::Origin;
use mastiff_core::{Decision, Reason, Tool, ToolCall, Verdict};
use serde_json::{Value, json};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::{FileExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::time::{Duration, Instant};

/// The version of a line's fields.
pub const VERSION: u32 = 1;
/// The longest summary of an input.
const SUMMARY_BYTES: usize = 4_096;
/// The longest message of a reason.
const MESSAGE_BYTES: usize = 1_024;
/// Reasons that are written down; the rest is counted.
const REASONS: usize = 64;
/// The longest path of a file that was relied on.
const PATH_BYTES: usize = 4_096;
/// How long to wait for others who append: far longer than many appends take, so that a loaded machine does not deny,
/// and far shorter than any host waits.
const PATIENCE: Duration = Duration::from_secs(1);

/// Everything a line says.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    /// The host's id of the session.
    pub session: Option<&'a str>,
    /// The host, as in `--host`.
    pub host: &'a str,
    /// The call; none when it could not be read.
    pub call: Option<&'a ToolCall>,
    /// The answer.
    pub verdict: &'a Verdict,
    /// What the host was told.
    pub outcome: Outcome,
    /// The session's roots.
    pub roots: &'a [String],
    /// Files that were read to know what the call would do.
    pub followed: &'a [Followed],
    /// It was a stop, and a pause left it to the host.
    pub paused: bool,
    /// How long reading and judging took.
    pub took: Duration,
    /// mastiff's version.
    pub version: &'a str,
}

/// Appends the record to the ledger, which is created when there is none. An error means: not recorded.
pub fn append(file: &Path, record: &Record<'_>) -> io::Result<()> {
    append_line(file, &line(record))
}

/// A field of a line.
pub type Field = (&'static str, Value);

/// Appends a line that is no verdict: its fields follow version, time and the name of what happened.
pub fn append_event(file: &Path, event: &'static str, fields: &[Field]) -> io::Result<()> {
    let mut all = vec![("v", json!(VERSION)), ("time", json!(clock::now())), ("event", json!(event))];
    all.extend_from_slice(fields);
    append_fields(file, &all)
}

/// Appends a line of these fields.
pub fn append_fields(file: &Path, fields: &[Field]) -> io::Result<()> {
    append_line(file, &object(fields))
}

/// The ledger for reading. What stands in its place, a FIFO say, is not waited for.
pub fn open_to_read(file: &Path) -> io::Result<File> {
    let flags = libc::O_NONBLOCK | libc::O_NOCTTY;
    let file = OpenOptions::new().read(true).custom_flags(flags).open(file)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(not_regular()) }
}

/// `[deny]  Bash git push --force   via force_push`
pub fn human_line(record: &Record<'_>) -> String {
    let word = match record.outcome {
        Outcome::Ask => "ask",
        Outcome::Deny => "deny",
        Outcome::Allow | Outcome::Silent => record.verdict.decision().word(),
    };
    let (tool, summary) =
        record.call.map_or(("?", String::new()), |call| (call.name.as_str(), summary(call)));
    let shown = record.roots.iter().fold(summary, |shown, root| relative(&shown, root));
    let what = redact::cut(&format!("{} {shown}", redact::summary(tool, 64)), 160);
    format!("{:<8}{:<21}   via {}", format!("[{word}]"), what.trim_end(), record.verdict.rule())
}

/// A path below the root is shown without it.
fn relative(shown: &str, root: &str) -> String {
    let below = shown.strip_prefix(root).and_then(|below| below.strip_prefix('/'));
    below.unwrap_or(shown).to_owned()
}

fn line(record: &Record<'_>) -> String {
    let call = record.call;
    let fields = [
        ("v", json!(VERSION)),
        ("time", json!(clock::now())),
        ("session", text(record.session)),
        ("host", json!(record.host)),
        ("agent", text(call.and_then(|call| call.agent.as_deref()))),
        ("call", text(call.and_then(|call| call.id.as_deref()))),
        ("mode", text(call.and_then(|call| call.mode.as_deref()))),
        ("cwd", text(call.map(|call| call.cwd.as_str()))),
        ("tool", text(call.map(|call| call.name.as_str()))),
        ("input", call.map_or(Value::Null, |call| json!(summary(call)))),
        ("decision", json!(record.verdict.decision().word())),
        ("outcome", json!(outcome_word(record.outcome))),
        ("rule", json!(redact::cut(&record.verdict.rule(), MESSAGE_BYTES))),
        ("reasons", record.verdict.reasons().take(REASONS).map(reason).collect()),
        ("more_reasons", json!(record.verdict.reasons().skip(REASONS).count())),
        ("roots", json!(record.roots)),
        ("followed", record.followed.iter().map(followed).collect()),
        ("paused", json!(record.paused)),
        ("micros", json!(u64::try_from(record.took.as_micros()).unwrap_or(u64::MAX))),
        ("mastiff", json!(record.version)),
    ];
    object(&fields)
}

/// An object of `serde_json` would sort its keys; people read this file too.
fn object(fields: &[Field]) -> String {
    let fields: Vec<String> = fields.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    format!("{{{}}}\n", fields.join(","))
}

fn text(value: Option<&str>) -> Value {
    value.map_or(Value::Null, |value| json!(redact::summary(value, MESSAGE_BYTES)))
}

fn reason(reason: &Reason) -> Value {
    let origin = match &reason.origin {
        Origin::BuiltIn => Value::Null,
        Origin::Policy { file, line } => json!(format!("{file}:{line}")),
    };
    json!({
        "decision": reason.decision.word(),
        "rule": reason.rule,
        "message": redact::summary(&reason.message, MESSAGE_BYTES),
        "span": reason.span.map(|span| [span.start, span.end]),
        "origin": origin,
    })
}

/// A file that the verdict relied on, as it was then.
fn followed(file: &Followed) -> Value {
    json!({ "path": redact::cut(&file.path, PATH_BYTES), "sha256": sha256::of(file.text.as_bytes()) })
}

/// What the call is about, in one line: the command, the paths, the address.
pub fn summary(call: &ToolCall) -> String {
    let text = match &call.tool {
        Tool::Shell(shell) => shell.command.clone(),
        Tool::Look { paths, .. } => paths.join(" "),
        Tool::Change(changes) => {
            changes.iter().map(|change| change.path.as_str()).collect::<Vec<_>>().join(" ")
        }
        Tool::Fetch { url } => url.clone(),
        Tool::Malformed { why } => why.clone(),
        Tool::Mcp { .. }
        | Tool::Search
        | Tool::Talk
        | Tool::SubAgent { .. }
        | Tool::Schedule
        | Tool::Foreign { .. }
        | Tool::Unknown => String::new(),
    };
    redact::summary(&text, SUMMARY_BYTES)
}

fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Allow => Decision::Allow.word(),
        Outcome::Silent => "silent",
        Outcome::Ask => Decision::Ask.word(),
        Outcome::Deny => Decision::Deny.word(),
    }
}

/// One complete line more, or the file as it was. What it costs does not depend on how much stands there already.
fn append_line(path: &Path, line: &str) -> io::Result<()> {
    let mut file = open(path)?;
    lock(&file)?;
    let before = file.metadata()?.len();
    let torn = before > 0 && !ends_with_newline(&file, before)?;
    let line = if torn { format!("\n{line}") } else { line.to_owned() };
    // The file was opened for appending and the lock is held: one write, one line, nobody else's in between.
    let written = file.write(line.as_bytes());
    if matches!(written, Ok(count) if count == line.len()) {
        return Ok(());
    }
    // A full disk takes half a line: take it back.
    let _ = file.set_len(before);
    written.and(Err(io::Error::new(io::ErrorKind::StorageFull, "the line was not taken whole")))
}

/// Never waits (a FIFO in its place), never follows a link in the last place, always for this user alone.
fn open(path: &Path) -> io::Result<File> {
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_NOCTTY;
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true).mode(0o600).custom_flags(flags);
    let file = match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            store::make_parent(path)?;
            options.open(path)?
        }
        opened => opened?,
    };
    let found = file.metadata()?;
    if !found.is_file() {
        return Err(not_regular());
    }
    if found.permissions().mode() & 0o077 != 0 {
        file.set_permissions(PermissionsExt::from_mode(0o600))?;
    }
    Ok(file)
}

fn not_regular() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "the ledger is not a regular file")
}

fn lock(file: &File) -> io::Result<()> {
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) if start.elapsed() >= PATIENCE => {
                return Err(io::Error::new(
                    io::ErrorKind::TimedOut,
                    "the ledger is locked by another process",
                ));
            }
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// A process that died while writing leaves a torn line; it must not swallow this one.
fn ends_with_newline(file: &File, length: u64) -> io::Result<bool> {
    let mut last = [0];
    file.read_exact_at(&mut last, length - 1)?;
    Ok(last == *b"\n")
}
