//! The records of this user's ledger, and the flags that choose among them.

mod since;

use crate::args::{Args, Flag, value};
use crate::exit::Failure;
use mastiff_engine::Dirs;
use mastiff_engine::ledger::{self, Entry};
use mastiff_engine::report::Filter;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

/// `--since`
pub const SINCE: Flag = value(
    "--since",
    "WHEN",
    "not older: 30m, 24h, 7d, 2w, or a date as in 2026-11-15 or 2026-11-15T22:04 (UTC)",
);
/// `--session`
pub const SESSION: Flag = value("--session", "ID", "of this session; the beginning of its id is enough");
/// `--host`
pub const HOST: Flag = value("--host", "HOST", "of this host");
/// `--rule`
pub const RULE: Flag = value("--rule", "RULE", "with this rule among the reasons");
/// `--tool`
pub const TOOL: Flag = value("--tool", "TOOL", "of this tool");

/// A line is far shorter; what is longer is no record.
const LINE: u64 = 16 << 20;
/// Records between two signs of life.
const SIGN: u64 = 50_000;

/// What the flags ask for.
pub fn filter(args: &Args) -> Result<Filter, Failure> {
    let text = |name: &str| args.value(name).map(str::to_owned);
    Ok(Filter {
        since: args.value("--since").map(since::moment).transpose()?,
        session: text("--session"),
        host: text("--host"),
        rule: text("--rule"),
        tool: text("--tool"),
    })
}

/// The ledger's files, oldest first.
#[derive(Debug, Default)]
pub struct Records {
    /// Where they lie.
    pub directory: PathBuf,
    files: Vec<PathBuf>,
}

impl Records {
    /// Of this user; a ledger that does not exist yet has none.
    pub fn here() -> Result<Records, Failure> {
        let dirs = Dirs::of(&mastiff_engine::dirs::environment());
        let state =
            dirs.state.ok_or_else(|| Failure::new("there is no home directory to find the ledger in"))?;
        let directory = state.join("ledger");
        let mut files = Vec::new();
        match std::fs::read_dir(&directory) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            listed => {
                for file in listed.map_err(|error| unreadable(&directory, &error))? {
                    files.push(file?.path());
                }
            }
        }
        files.retain(|file| file.extension().is_some_and(|extension| extension == "jsonl"));
        files.sort();
        Ok(Records { directory, files })
    }

    /// Gives every record to `each`, oldest first. The result is how many lines were none.
    pub fn read(&self, mut each: impl FnMut(Entry)) -> Result<u64, Failure> {
        let mut wrong = 0;
        let mut sign = Sign::new();
        for path in &self.files {
            let file = ledger::open_to_read(path).map_err(|error| unreadable(path, &error))?;
            let mut lines = BufReader::with_capacity(1 << 16, file);
            while let Some(line) = next_line(&mut lines).map_err(|error| unreadable(path, &error))? {
                sign.one_more();
                match Entry::parse(&line) {
                    Some(entry) => each(entry),
                    None => wrong += 1,
                }
            }
        }
        sign.done();
        Ok(wrong)
    }
}

fn next_line(lines: &mut BufReader<File>) -> std::io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    lines.by_ref().take(LINE).read_until(b'\n', &mut line)?;
    Ok((!line.is_empty()).then_some(line))
}

fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("`{}` cannot be read: {error}", path.display()))
}

/// How far the reading is, for whoever waits at a terminal.
struct Sign {
    on: bool,
    count: u64,
}

impl Sign {
    fn new() -> Self {
        Sign { on: std::io::stderr().is_terminal(), count: 0 }
    }

    fn one_more(&mut self) {
        self.count += 1;
        if self.on && self.count.is_multiple_of(SIGN) {
            self.say(&format!("\rreading: {} records", self.count));
        }
    }

    fn done(&self) {
        if self.on && self.count >= SIGN {
            self.say("\r\x1b[K");
        }
    }

    /// It is only a sign: that it cannot be written is no failure.
    fn say(&self, text: &str) {
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }
}
