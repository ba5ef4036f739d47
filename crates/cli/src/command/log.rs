//! `mastiff log`: the last records of the ledger.

mod row;

use crate::args::{Args, Usage, switch, value};
use crate::exit::{Exit, Failure};
use crate::json;
use crate::render::{self, Paint};
use mastiff_core::escape::for_people;
use mastiff_core::json::Json;
use mastiff_engine::{Dirs, ledger};
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

/// What `mastiff log --help` shows.
pub const USAGE: Usage = Usage {
    name: "log",
    summary: "show the last verdicts of the ledger",
    operands: "",
    details: "\
Every verdict of the gate leaves one record, and so do pauses and breaches (a call that ran although it was
denied or never seen); the newest is shown last. Times are UTC.",
    flags: &[
        value("-n", "COUNT", "how many records (20)"),
        switch("--why", "with the reasons of every stop"),
        switch("--json", "the records as they stand in the ledger, one JSON line each"),
    ],
    examples: &[
        ("mastiff log -n 100", "the last hundred verdicts"),
        ("mastiff log --why", "and why they stopped what they stopped"),
    ],
};

/// How much is read at a time, from the end.
const BLOCK: u64 = 64 * 1024;

/// A ledger's line is far smaller; a file without line ends is no ledger.
const MOST: u64 = 64 << 20;

/// Prints the last records.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let count = match args.value("-n") {
        Some(text) => {
            text.parse().map_err(|_| Failure::new(format!("`{text}` is not a number of records")))?
        }
        None => 20,
    };
    let dirs = Dirs::of(&mastiff_engine::dirs::environment());
    let file =
        dirs.ledger().ok_or_else(|| Failure::new("there is no home directory to find the ledger in"))?;
    let text = last_lines(&file, count)?;
    let page = match args.has("--json") {
        true => programs(&text),
        false if count == 0 => String::new(),
        false if text.is_empty() => {
            format!("no verdicts yet in `{}`\n", for_people(&file.display().to_string()))
        }
        false => row::people(&text, args.has("--why"), Paint::for_stdout()),
    };
    render::print(&page)?;
    Ok(Exit::Fine)
}

/// The last `count` lines; none when there is no ledger yet. What it costs does not depend on the file's size.
fn last_lines(path: &Path, count: usize) -> Result<String, Failure> {
    let shown = path.display();
    let mut file = match ledger::open_to_read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(String::new()),
        opened => opened.map_err(|error| Failure::new(format!("`{shown}` cannot be read: {error}")))?,
    };
    let length = file.metadata()?.len();
    let mut size = BLOCK;
    loop {
        let tail = tail(&mut file, length, size)?;
        let lines = tail.split_inclusive('\n').count();
        // The first line of a tail may be the end of a longer one.
        if lines > count || size >= length || size >= MOST {
            let kept = tail.split_inclusive('\n').skip(lines.saturating_sub(count));
            return Ok(kept.collect());
        }
        size *= 4;
    }
}

fn tail(file: &mut File, length: u64, size: u64) -> Result<String, Failure> {
    file.seek(SeekFrom::Start(length.saturating_sub(size)))?;
    let mut bytes = vec![];
    file.take(size).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The lines that are records. Another line may be anything; what it is goes into a string, and what could fool a
/// terminal is escaped everywhere, as it may be inside the strings of JSON, where alone it can stand.
fn programs(text: &str) -> String {
    let line = |line: &str| match Json::parse(line.as_bytes()) {
        Ok(Json::Object(_)) => line.to_owned(),
        Ok(_) | Err(_) => json::Object::new().text("unreadable", line).done(),
    };
    text.lines().map(|text| json::harmless(&line(text)) + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_of_a_long_file() {
        let path = std::env::temp_dir().join(format!("mastiff-log-{}", std::process::id()));
        let lines: String = (0..50_000).map(|n| format!("line {n}\n")).collect();
        std::fs::write(&path, lines).unwrap();
        assert_eq!(last_lines(&path, 2).unwrap(), "line 49998\nline 49999\n");
        let many = last_lines(&path, 30_000).unwrap();
        assert!(many.starts_with("line 20000\n"), "{:?}", many.get(..20));
        assert_eq!(last_lines(&path, 99_999).unwrap().lines().count(), 50_000);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(last_lines(&path, 5).unwrap(), "");
    }

    #[test]
    fn every_line_for_programs_is_json_and_harmless() {
        let ledger = "{\"tool\":\"Bash\",\"input\":\"a\u{9b}2Jb\u{202e}c\u{e0041}\"}\n\u{1b}]0;x\u{7}\n[1]\n\n{\"a\":\r\t1}\n";
        let shown = programs(ledger);
        assert!(
            !shown.chars().any(|c| (c.is_control() && c != '\n') || mastiff_core::escape::is_deceptive(c)),
            "{shown:?}"
        );
        let records: Vec<Json> = shown.lines().map(|line| Json::parse(line.as_bytes()).unwrap()).collect();
        assert_eq!(records[0].get("input").and_then(Json::as_str), Some("a\u{9b}2Jb\u{202e}c\u{e0041}"));
        assert_eq!(records[1].get("unreadable").and_then(Json::as_str), Some("\u{1b}]0;x\u{7}"));
        assert_eq!(records.len(), 5);
    }

    #[test]
    fn what_is_no_file_is_not_waited_for() {
        let path = std::env::temp_dir().join(format!("mastiff-log-fifo-{}", std::process::id()));
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        let failure = last_lines(&path, 5).unwrap_err();
        std::fs::remove_file(&path).unwrap();
        assert!(failure.message.contains("not a regular file"), "{}", failure.message);
        assert!(last_lines(&std::env::temp_dir(), 5).is_err());
    }
}
