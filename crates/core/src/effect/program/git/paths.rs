//! Files that git itself shows or takes in: a secret is a secret also when git prints it.

use super::super::super::Effect;
use super::super::super::place::{Place, join, normal};
use super::super::super::reading::{Invocation, Reading};
use super::super::super::value::{Arg, Value};
use super::super::spec::{Parsed, Unread};
use super::trust::Ground;
use crate::world::Stands;
use alloc::format;
use alloc::string::String;

/// Flags with which only names and counts are shown.
const NO_CONTENT: &[&str] = &[
    "--stat",
    "--numstat",
    "--shortstat",
    "--name-only",
    "--name-status",
    "--summary",
    "--check",
    "--dirstat",
    "--compact-summary",
    "--quiet",
    "-s",
    "--no-patch",
    "--raw",
    "-t",
    "-e",
    "-l",
    "--files-with-matches",
    "-c",
    "--batch-check",
    "-L",
    "--count",
    "-q",
];

/// Flags with which `git log` shows content.
const PATCH: &[&str] = &[
    "-p",
    "-u",
    "--patch",
    "-L",
    "-U",
    "--unified",
    "-c",
    "--cc",
    "-m",
    "--remerge-diff",
    "--word-diff",
    "--color-words",
];

/// Adds the files whose content the operands make git print.
pub fn shown(
    reading: &mut Reading<'_>,
    call: &Invocation,
    ground: &Ground,
    shows: bool,
    parsed: &Parsed<'_>,
) {
    if parsed.has(&["--no-index"]) {
        let grep = call.name == "git grep";
        for operand in parsed.operands.iter().skip(usize::from(grep && !parsed.has(&["-e", "-f"]))) {
            reading.read_path(&call.name, operand, true);
        }
        return;
    }
    let content = if shows { !only_names(parsed) } else { parsed.has(PATCH) };
    if !content {
        return;
    }
    for operand in &parsed.operands {
        named(reading, call, ground, operand);
    }
    if let Some((_, file)) =
        parsed.value(&["-L"]).and_then(Arg::text).and_then(|range| range.rsplit_once(':'))
    {
        add(reading, call, file, parsed.operands.first().map_or(call.span, |arg| arg.span));
    }
}

fn only_names(parsed: &Parsed<'_>) -> bool {
    parsed.has(NO_CONTENT)
        && !parsed.has(&["-p", "-u", "--patch", "-U", "--unified", "--patch-with-stat", "--patch-with-raw"])
}

/// `revision:path`, or the path of a file that is there.
fn named(reading: &mut Reading<'_>, call: &Invocation, ground: &Ground, operand: &Arg) {
    let text = match &operand.value {
        Value::Known(text) => text.as_str(),
        // A revision that is not known shows what was committed; a path that is not known may be any file.
        Value::Unknown(unknown) if unknown.prefix.contains(':') || unknown.prefix.contains('/') => {
            return reading.unread(&call.name, Unread::value(operand));
        }
        Value::Unknown(_) => return reading.unread(&call.name, Unread::value(operand)),
    };
    if let Some((revision, path)) = text.split_once(':')
        && !revision.is_empty()
    {
        let from_here = path.starts_with("./") || path.starts_with("../");
        for top in ground.tops.iter().filter(|_| !from_here && !path.is_empty()) {
            let place = Place { shown: text.into(), path: join(top, path) };
            let message = format!("`{}` shows `{text}`", call.name);
            reading.add(Effect::Read { place, deep: false }, "read_only_command", message, operand.span);
        }
        if from_here {
            add(reading, call, path, operand.span);
        }
        return;
    }
    if exists(reading, &pathspec(text)) {
        add(reading, call, &pathspec(text), operand.span);
    }
}

fn add(reading: &mut Reading<'_>, call: &Invocation, path: &str, span: crate::verdict::Span) {
    let arg = Arg { value: Value::known(path), span };
    reading.read_path(&call.name, &arg, false);
}

fn exists(reading: &Reading<'_>, path: &str) -> bool {
    let stands = |dir: &String| reading.world.resolve(&join(dir, path)).map_or(Stands::Other, |r| r.stands);
    reading.dirs().iter().any(|dir| stands(dir) != Stands::Nothing)
}

/// Pathspecs that git takes the content of: `git add`, `git commit`. Exclusions take nothing.
pub fn taken(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) {
    for operand in &parsed.operands {
        match operand.text() {
            Some(text) if is_exclusion(text) => {}
            Some(text) => add(reading, call, &pathspec(text), operand.span),
            None => reading.unread(&call.name, Unread::value(operand)),
        }
    }
}

/// Every pathspec is a file that is there.
pub fn are_files(reading: &Reading<'_>, parsed: &Parsed<'_>) -> bool {
    let is_file = |dir: &String, path: &str| {
        matches!(reading.world.resolve(&join(dir, path)).map(|r| r.stands), Some(Stands::File { .. }))
    };
    parsed
        .operands
        .iter()
        .all(|operand| operand.text().is_some_and(|path| reading.dirs().iter().all(|dir| is_file(dir, path))))
}

fn is_exclusion(text: &str) -> bool {
    text.starts_with(":!") || text.starts_with(":^") || text.starts_with(":(exclude")
}

/// The path in a pathspec, its magic taken off. `:/x` is counted from here: the last name is what matters.
fn pathspec(text: &str) -> String {
    let path = match text.strip_prefix(":(") {
        Some(magic) => magic.split_once(')').map_or("", |(_, path)| path),
        None => text.strip_prefix(":/").or_else(|| text.strip_prefix(':')).unwrap_or(text),
    };
    if path.starts_with('/') { normal(path) } else { path.into() }
}
