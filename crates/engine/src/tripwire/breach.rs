//! Breaches, kept for whoever asks later how well the gate held.

use super::{Who, Wrong, host_id};
use crate::dirs::Dirs;
use crate::ledger::{Entry, Field};
use crate::{clock, ledger, store};
use mastiff_core::ToolCall;
use mastiff_core::json::Json;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A file this long is put aside, in the place of the one before it.
const FULL: u64 = 256 * 1024;

/// A call that ran although it should not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// When it was noticed.
    pub time: String,
    /// The host.
    pub host: String,
    /// The host's id of the session.
    pub session: Option<String>,
    /// The host's id of the call.
    pub call: Option<String>,
    /// The tool.
    pub tool: String,
    /// What the call was about, masked.
    pub input: String,
    /// `denied` or `unseen`.
    pub why: String,
}

impl Breach {
    /// Of this call, now.
    pub fn of(who: Who<'_>, call: &ToolCall, wrong: Wrong) -> Self {
        let masked = |text: &str| crate::redact::summary(text, 256);
        Breach {
            time: clock::now(),
            host: host_id(who).to_owned(),
            session: who.session.map(masked),
            call: call.id.as_deref().map(masked),
            tool: masked(&call.name),
            input: ledger::summary(call),
            why: wrong.id().to_owned(),
        }
    }

    /// Keeps it among the breaches of this user.
    pub fn keep(&self, dirs: &Dirs) -> io::Result<()> {
        let [file, before] = files(dirs).ok_or_else(no_home)?;
        if std::fs::symlink_metadata(&file).is_ok_and(|found| found.len() > FULL) {
            std::fs::rename(&file, &before)?;
        }
        ledger::plain::append(&file, &self.fields())
    }

    /// The fields of its line.
    fn fields(&self) -> Vec<Field> {
        let mut fields = vec![
            ("v", ledger::VERSION.into()),
            ("time", self.time.as_str().into()),
            ("event", "breach".into()),
        ];
        fields.extend(self.said());
        fields
    }

    /// The record of the ledger tells of this one.
    pub fn is_told_by(&self, entry: &Entry) -> bool {
        let text = |name: &str| entry.text(name);
        text("host") == Some(&self.host)
            && text("session") == self.session.as_deref()
            && text("call") == self.call.as_deref()
            && text("tool") == Some(&self.tool)
            && text("input") == Some(&self.input)
            && text("why") == Some(&self.why)
    }

    /// What it says, also in the ledger.
    pub fn said(&self) -> Vec<Field> {
        vec![
            ("session", self.session.clone().into()),
            ("host", self.host.as_str().into()),
            ("call", self.call.clone().into()),
            ("tool", self.tool.as_str().into()),
            ("input", self.input.as_str().into()),
            ("why", self.why.as_str().into()),
        ]
    }
}

/// Every breach that is kept, oldest first. A line that cannot be read is a breach of which nothing is known: whoever
/// spoils the file must not make it look clean.
pub fn breaches(dirs: &Dirs) -> io::Result<Vec<Breach>> {
    let [file, before] = files(dirs).ok_or_else(no_home)?;
    let mut found = Vec::new();
    for file in [before, file] {
        let text = text(&file)?;
        found.extend(text.lines().filter(|line| !line.is_empty()).map(read));
    }
    Ok(found)
}

/// Takes out the breaches that a human has looked at; how many. The ledger keeps them. One that is noticed meanwhile stays.
pub fn take_out(dirs: &Dirs, is_seen: impl Fn(&Breach) -> bool) -> io::Result<usize> {
    let [file, before] = files(dirs).ok_or_else(no_home)?;
    let mut gone = 0;
    for file in [before, file] {
        let text = text(&file)?;
        let lines = || text.lines().filter(|line| !line.is_empty());
        let kept: Vec<&str> = lines().filter(|line| !is_seen(&read(line))).collect();
        let seen = lines().count() - kept.len();
        if seen == 0 {
            continue;
        }
        let kept: String = kept.iter().map(|line| format!("{line}\n")).collect();
        // What was appended since it was read goes behind what stays.
        let more = self::text(&file)?.get(text.len()..).unwrap_or_default().to_owned();
        match kept.is_empty() && more.is_empty() {
            true => std::fs::remove_file(&file)?,
            false => store::replace(&file, &(kept + &more))?,
        }
        gone += seen;
    }
    Ok(gone)
}

/// Where the last ones are kept.
pub fn file(dirs: &Dirs) -> Option<PathBuf> {
    files(dirs).map(|[file, _]| file)
}

fn files(dirs: &Dirs) -> Option<[PathBuf; 2]> {
    let state = dirs.state.as_ref()?;
    Some([state.join("breaches.jsonl"), state.join("breaches.old.jsonl")])
}

fn text(file: &Path) -> io::Result<String> {
    let opened = match ledger::files::open_to_read(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(String::new()),
        opened => opened?,
    };
    let mut bytes = vec![];
    opened.take(4 * FULL).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn read(line: &str) -> Breach {
    let line = Json::parse(line.as_bytes()).unwrap_or(Json::Null);
    let text = |name: &str| line.get(name).and_then(Json::as_str).map(str::to_owned);
    let known = |name: &str| text(name).unwrap_or_else(|| "?".into());
    Breach {
        time: known("time"),
        host: known("host"),
        session: text("session"),
        call: text("call"),
        tool: known("tool"),
        input: text("input").unwrap_or_default(),
        why: known("why"),
    }
}

fn no_home() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "there is no home directory to keep breaches in")
}
