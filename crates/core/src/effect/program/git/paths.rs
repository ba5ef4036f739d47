//! Files that git itself shows or takes in: a secret is a secret also when git prints it.

use super::super::super::Effect;
use super::super::super::place::{join, normal};
use super::super::super::reading::{Invocation, Reading, Stdin};
use super::super::super::value::{Arg, Value};
use super::super::arguments::{Flag, Unread};
use super::super::spec::Parsed;
use super::objects;
use super::revision::{self, Revision};
use super::tree;
use super::trust::Ground;
use crate::policy::floor::{parts_of_glob, singled_out};
use crate::verdict::Span;
use crate::world::Stands;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Flags with which only names, sizes and counts are shown.
const NO_CONTENT: &[(&str, &[&str])] = &[
    (
        "grep",
        &[
            "-l",
            "--files-with-matches",
            "--name-only",
            "-L",
            "--files-without-match",
            "-c",
            "--count",
            "-q",
            "--quiet",
        ],
    ),
    ("cat-file", &["-t", "-s", "-e", "--batch-check"]),
    ("blame", &[]),
    ("annotate", &[]),
];

/// The same for everything that shows differences.
const NO_CONTENT_OF_DIFFERENCES: &[&str] = &[
    "--stat",
    "--numstat",
    "--shortstat",
    "--name-only",
    "--name-status",
    "--summary",
    "--dirstat",
    "--compact-summary",
    "--quiet",
    "-s",
    "--no-patch",
    "--raw",
];

/// Flags with which content is shown all the same, and with which `git log` shows any.
const PATCH: &[&str] = &[
    "-p",
    "-u",
    "--patch",
    "-U",
    "--unified",
    "-W",
    "--function-context",
    "--binary",
    "--patch-with-stat",
    "--patch-with-raw",
    "-L",
    "--cc",
    "-c",
    "-m",
    "--dd",
    "--remerge-diff",
    "--word-diff",
    "--word-diff-regex",
    "--color-words",
    // Whatever its value: most imply the differences.
    "--diff-merges",
    // Prints the lines that it complains about.
    "--check",
];

/// Adds the files whose content the operands make git print.
pub fn shown(
    reading: &mut Reading<'_>,
    call: &Invocation,
    ground: &Ground,
    shows: bool,
    parsed: &Parsed<'_>,
) {
    let grep = call.name == "git grep" && !parsed.has(&["-e", "-f"]);
    let operands = parsed.operands.iter().skip(usize::from(grep));
    let prints_changes = call.name == "git status" && parsed.has(&["-v", "--verbose"]);
    let prints = prints_changes || tree::prints_merge(call, parsed);
    let content = prints || if shows { !only_names(call, parsed) } else { parsed.has(PATCH) };
    // Which words a file holds is told letter by letter: `git grep -q ^k -- .env`.
    let tells = call.name == "git grep" || parsed.has(&["-S", "-G"]);
    if content {
        reading.show_taken_in();
        tree::foreign_repository(reading, call, ground);
        tree::whole_tree(reading, call, ground, parsed);
    }
    if tree::goes_by_files(reading, call, ground, parsed) {
        for operand in operands {
            // Pathspecs of git also where no repository is asked.
            match operand.text() {
                Some(text) if is_exclusion(text) => {}
                Some(text) => add(reading, call, &pathspec(text), operand.span),
                // Nothing that git knows is asked for here: it is a path, whatever it looks like.
                None => reading.read_path(&call.name, operand, true),
            }
        }
        return tree::files(reading, call, ground, parsed);
    }
    if call.name == "git cat-file" && parsed.has(&["--batch", "--batch-command"]) {
        batch(reading, call, ground, parsed);
    }
    // With a path outside it compares files as `diff` does, wherever they lie.
    for operand in parsed.operands.iter().filter(|_| call.name == "git diff") {
        if operand
            .text()
            .is_some_and(|text| text.starts_with('/') || text.split('/').any(|part| part == ".."))
        {
            reading.read_path(&call.name, operand, true);
        }
    }
    let is_blame = matches!(call.name.as_str(), "git blame" | "git annotate");
    for operand in operands {
        named(reading, call, ground, operand, (shows, content || tells));
        // It takes the file before and behind the revision, there or not: `git blame .env old`.
        // skipped: what is not known was judged above.
        if let Some(text) = operand.text().filter(|_| is_blame) {
            add(reading, call, &pathspec(text), operand.span);
        }
    }
    if content || tells {
        behind_dashes(reading, call);
    }
    for flag in &parsed.flags {
        let Some(value) = &flag.value else { continue };
        match flag.name {
            "-L" => lines_of(reading, call, value),
            // The first file of all that are shown, from the top.
            "--skip-to" | "--rotate-to" if content => match value.text() {
                Some(path) => blob(reading, call, ground, path, value.span),
                None => reading.read_path(&call.name, value, false),
            },
            "--find-object" if content => named(reading, call, ground, value, (true, true)),
            _ => {}
        }
    }
    if matches!(call.name.as_str(), "git show" | "git diff") {
        let mut flags = parsed.flags.iter().filter(|flag| ALL_REFERENCES.contains(&flag.name));
        if let Some(flag) = flags.next() {
            reading.unread(&call.name, Unread::flag(flag.name, flag.span));
        }
    }
    if matches!(call.name.as_str(), "git for-each-ref" | "git refs list" | "git verify-tag") {
        formatted(reading, call, parsed);
    }
}

/// Flags that stand for many references. A tag may be about a file, which is then shown.
const ALL_REFERENCES: &[&str] = &["--all", "--tags", "--remotes", "--glob", "--reflog", "--alternate-refs"];

/// Adds a stop where references are listed in a format that may show what they are about.
pub fn formatted(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) {
    if let Some(format) = parsed.values(&["--format"]).find(|format| may_show_objects(format)) {
        reading.unread(&call.name, Unread::value(format));
    }
}

/// `%(raw)` prints the object itself: a file, where the tag names one. `%(upstream:remotename)` is an address with its password,
/// where a branch has no remote of a name.
fn may_show_objects(format: &Arg) -> bool {
    let tells = |text: &str| ["(raw", "(*raw", ":remotename"].iter().any(|field| text.contains(field));
    format.text().is_none_or(tells)
}

/// The file in `-L1,9:file`, `-L:function:file`. Its own name may hold a colon.
fn lines_of(reading: &mut Reading<'_>, call: &Invocation, range: &Arg) {
    match range.text() {
        Some(text) => {
            let files: Vec<&str> = text.match_indices(':').filter_map(|(at, _)| text.get(at + 1..)).collect();
            files
                .iter()
                .filter(|file| !file.is_empty())
                .for_each(|file| add(reading, call, file, range.span));
        }
        None => reading.read_path(&call.name, range, false),
    }
}

/// Behind `--` stand paths, also of files that are no longer there.
fn behind_dashes(reading: &mut Reading<'_>, call: &Invocation) {
    let paths = call.args.iter().skip_while(|arg| !arg.is_text("--")).skip(1);
    for path in paths {
        match path.text() {
            Some(text) if is_exclusion(text) => {}
            Some(text) => add(reading, call, &pathspec(text), path.span),
            // Also what elsewhere is the name of a commit: a branch may be called `id_rsa`.
            None => reading.read_path(&call.name, path, false),
        }
    }
}

/// Objects named on standard input are printed; all of them with `--batch-all-objects`.
fn batch(reading: &mut Reading<'_>, call: &Invocation, ground: &Ground, parsed: &Parsed<'_>) {
    let Stdin::Text(text) = &call.stdin else {
        let message = "`git cat-file` prints objects that only its input names";
        return reading.add(Effect::Opaque, "git_cat_file", message, call.span);
    };
    if parsed.has(&["--batch-command", "--batch-all-objects"]) {
        let message = "`git cat-file` prints objects that are not named one by one";
        return reading.add(Effect::Opaque, "git_cat_file", message, call.span);
    }
    for line in text.split(['\n', '\0']) {
        let object = Arg { value: Value::known(line.trim()), span: call.span };
        named(reading, call, ground, &object, (true, true));
    }
}

fn only_names(call: &Invocation, parsed: &Parsed<'_>) -> bool {
    let sub = call.name.split(' ').nth(1).unwrap_or("");
    match NO_CONTENT.iter().find(|(name, _)| *name == sub) {
        Some((_, flags)) => parsed.has(flags),
        None => {
            parsed.has(NO_CONTENT_OF_DIFFERENCES)
                && !parsed.has(PATCH)
                && !parsed.flags.iter().any(takes_back)
        }
    }
}

/// `--no-stat`, `--no-quiet`: the differences are shown after all.
fn takes_back(flag: &Flag<'_>) -> bool {
    let taken = flag.name.strip_prefix("--no-");
    taken.is_some_and(|taken| NO_CONTENT_OF_DIFFERENCES.iter().any(|f| f.strip_prefix("--") == Some(taken)))
}

/// `revision:path` (a blob is shown whatever the flags), or the path of a file that is there.
fn named(
    reading: &mut Reading<'_>,
    call: &Invocation,
    ground: &Ground,
    operand: &Arg,
    (shows, content): (bool, bool),
) {
    let Some(text) = operand.text() else {
        return match revision::read(&operand.value) {
            Some(Revision::Commit) => {}
            Some(Revision::File(path)) if shows => blob(reading, call, ground, &path, operand.span),
            Some(Revision::File(_)) => {}
            // `git show --stat "HEAD:$x"` shows a file all the same.
            None if content || call.name == "git show" => reading.read_path(&call.name, operand, false),
            None => {}
        };
    };
    if is_exclusion(text) {
        return;
    }
    // Only `cat-file` can be asked about a file without showing it.
    if content || (shows && call.name != "git cat-file") {
        objects::stop_file(reading, call, ground, operand);
    }
    match in_revision(text) {
        Some(path) if shows => blob(reading, call, ground, path, operand.span),
        None if content && (is_glob(text) || exists(reading, &pathspec(text))) => {
            add(reading, call, &pathspec(text), operand.span)
        }
        Some(_) | None => {}
    }
    // `:path` is a file of the index, and `:/path` one of the tree: both count from the top.
    if shows && text.starts_with(':') {
        blob(reading, call, ground, &pathspec(text), operand.span);
    }
}

/// The path in `revision:path`, `:path` and `:0:path`. A colon in braces belongs to the revision (`HEAD@{12:00}:x`).
pub(super) fn in_revision(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    let colon = text.char_indices().find(|(_, c)| {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        *c == ':' && depth == 0
    });
    let (at, _) = colon?;
    let path = text.get(at + 1..)?;
    match at {
        // A stage of the index; the other forms that begin with a colon are pathspecs and searches.
        0 => ["0:", "1:", "2:", "3:"].iter().find_map(|stage| path.strip_prefix(stage)),
        _ => Some(path),
    }
}

/// The paths that `git archive` takes out of a revision, or that one itself.
pub fn archived(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) {
    for operand in parsed.operands.iter().skip(1) {
        match operand.text() {
            Some(text) if is_exclusion(text) => {}
            Some(text) => add(reading, call, &pathspec(text), operand.span),
            None => reading.read_path(&call.name, operand, false),
        }
    }
    tree::archived_tree(reading, call, parsed);
    let Some(operand) = parsed.operands.first() else { return };
    let path = match (operand.text(), revision::read(&operand.value)) {
        (Some(text), _) => in_revision(text).unwrap_or("").to_string(),
        (None, Some(Revision::Commit)) => String::new(),
        (None, Some(Revision::File(path))) => path,
        (None, None) => return reading.read_path(&call.name, operand, false),
    };
    if !path.is_empty() {
        add(reading, call, &path, operand.span);
    }
}

/// A path in a revision counts from the top, unless it begins with a dot.
fn blob(reading: &mut Reading<'_>, call: &Invocation, ground: &Ground, path: &str, span: Span) {
    if path.starts_with("./") || path.starts_with("../") {
        return add(reading, call, path, span);
    }
    for top in ground.tops.iter().filter(|_| !path.is_empty()) {
        add(reading, call, &join(top, path), span);
    }
}

/// A path, or a pattern: of that what it singles out.
fn add(reading: &mut Reading<'_>, call: &Invocation, path: &str, span: Span) {
    let parts = if is_glob(path) { parts_of_glob(path) } else { Vec::new() };
    for name in parts.iter().filter_map(|part| singled_out(part)) {
        reading.read_path(&call.name, &Arg { value: Value::known(name), span }, false);
    }
    let arg = Arg { value: Value::known(path), span };
    reading.read_path(&call.name, &arg, false);
}

pub(super) fn is_glob(path: &str) -> bool {
    path.contains(['*', '?', '[', '\\'])
}

pub(super) fn exists(reading: &Reading<'_>, path: &str) -> bool {
    let stands = |dir: &String| reading.world.resolve(&join(dir, path)).map_or(Stands::Other, |r| r.stands);
    reading.dirs().iter().any(|dir| stands(dir) != Stands::Nothing)
}

/// Pathspecs that git takes the content of: `git add`, `git commit`. Exclusions take nothing.
pub fn taken(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) {
    for operand in &parsed.operands {
        match operand.text() {
            Some(text) if is_exclusion(text) => {}
            Some(text) => add(reading, call, &pathspec(text), operand.span),
            None if operand.is_judged() => {}
            None => reading.read_path(&call.name, operand, false),
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

/// A pathspec told apart: `:(top,icase)x`, `:/x`, `:!x`, `:^/x`.
pub(super) struct Pathspec<'a> {
    /// It counts from the top of the working tree.
    pub top: bool,
    /// It takes away.
    pub excludes: bool,
    /// It is compared otherwise than letter by letter: `:(icase)KEYS`, `:(attr:x)`.
    pub odd: bool,
    /// What is left without its magic.
    pub path: &'a str,
}

impl<'a> Pathspec<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        if let Some((words, path)) =
            text.strip_prefix(":(").map(|rest| rest.split_once(')').unwrap_or((rest, "")))
        {
            let has = |wanted: &str| words.split(',').any(|word| word.trim() == wanted);
            let is_plain = |word: &str| matches!(word.trim(), "" | "top" | "exclude" | "literal" | "glob");
            let odd = !words.split(',').all(is_plain);
            return Pathspec { top: has("top"), excludes: has("exclude"), odd, path };
        }
        let Some(rest) = text.strip_prefix(':') else {
            return Pathspec { top: false, excludes: false, odd: false, path: text };
        };
        let path = rest.trim_start_matches(['/', '!', '^']);
        let signs = rest.get(..rest.len() - path.len()).unwrap_or_default();
        let path = path.strip_prefix(':').unwrap_or(path);
        Pathspec { top: signs.contains('/'), excludes: signs.contains(['!', '^']), odd: false, path }
    }
}

pub(super) fn is_exclusion(text: &str) -> bool {
    Pathspec::of(text).excludes
}

/// The path in a pathspec, its magic taken off. `:/x` is counted from here: the last name is what matters.
pub(super) fn pathspec(text: &str) -> String {
    let path = Pathspec::of(text).path;
    if path.starts_with('/') { normal(path) } else { path.into() }
}
