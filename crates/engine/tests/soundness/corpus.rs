//! Rows from files of calls: JSON lines with `id`, `tool` and `input`.

use crate::mutate;
use crate::sandbox::Row;
use mastiff_core::json::Json;

/// The rows of the files that `MASTIFF_CALLS` names, separated by blanks; with `MASTIFF_MUTATE` variants of them too.
pub fn rows() -> Vec<Row> {
    let files = std::env::var("MASTIFF_CALLS").expect("MASTIFF_CALLS names files");
    let mut rows: Vec<Row> = files.split_ascii_whitespace().flat_map(read).collect();
    if let Ok(count) = std::env::var("MASTIFF_MUTATE") {
        let count = count.parse().expect("MASTIFF_MUTATE is a number");
        rows = mutate::variants(&rows, count);
    }
    if let Some(part) = std::env::var("MASTIFF_EVERY").ok().and_then(|n| n.parse().ok()) {
        rows = rows.into_iter().step_by(part).collect();
    }
    rows
}

fn read(file: &str) -> Vec<Row> {
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    text.lines().filter(|line| !line.is_empty()).filter_map(row).collect()
}

/// Calls of other tools run nothing.
fn row(line: &str) -> Option<Row> {
    let row = Json::parse(line.as_bytes()).expect("a JSON line");
    let command = row.get("input")?.get("command")?.as_str()?;
    let id = row.get("id").and_then(Json::as_str).unwrap_or(command);
    (!command.contains('\0')).then(|| Row::new(id, command))
}
