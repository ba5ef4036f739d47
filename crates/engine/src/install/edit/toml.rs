//! A block of mastiff's own at the end of a TOML file of a host's, between two comment lines.

use super::owned::{Owned, owned};
use super::style::{behind_mark, eol};
use super::{Original, Trouble, piece, splice};
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;
use std::ops::Range;
use toml::de::{DeTable, DeValue};

const FIRST: &str = "# >>> mastiff";
const FIRST_REST: &str =
    " (by `mastiff init`; `mastiff uninstall` takes it out; keep it at the end of the file)";
const LAST: &str = "# <<< mastiff";

/// The text with this block.
pub fn put(block: &str, host: Host, text: Option<&str>) -> Result<String, Trouble> {
    let (mark, text) = behind_mark(text.unwrap_or_default());
    let before = read(text)?;
    let old = marked(text)?;
    if old.is_none() && has_all(&before, block) {
        return Ok(format!("{mark}{text}"));
    }
    let eol = eol(text);
    let new = format!("{FIRST}{FIRST_REST}\n{}\n{LAST}\n", block.trim_end()).replace('\n', eol);
    let after = match old {
        Some(old) => {
            let theirs = foreign(piece(text, old.start, old.end), host, block);
            let rest = without_own(piece(text, 0, old.start), host, block);
            format!("{rest}{theirs}{new}{}", without_own(piece(text, old.end, text.len()), host, block))
        }
        None => {
            let text = without_own(text, host, block);
            let end = if text.is_empty() || text.ends_with('\n') { "" } else { eol };
            let between = if text.trim().is_empty() { "" } else { eol };
            format!("{text}{end}{between}{new}")
        }
    };
    let beside = outside(&after).unwrap_or_default();
    read(&after).map_err(|found| does_not_fit(text, &found))?;
    inline(&beside, host)?.map_or_else(|| Ok(format!("{mark}{after}")), Err)
}

/// The text without it. What a host has put between the two lines since stays.
pub fn take(block: &str, host: Host, text: &str, original: Original<'_>) -> Result<Option<String>, Trouble> {
    let (mark, text) = behind_mark(text);
    let after = match marked(text)? {
        Some(old) => {
            let theirs = foreign(piece(text, old.start, old.end), host, block);
            let before = piece(text, 0, old.start);
            // The empty line before it was mastiff's, too.
            let blank = ["\r\n", "\n"].into_iter().find(|eol| {
                theirs.is_empty() && before.strip_suffix(eol).is_some_and(|before| before.ends_with('\n'))
            });
            splice(text, old.start - blank.map_or(0, str::len), old.end, &theirs)
        }
        None => text.to_owned(),
    };
    // Beside the block a note of trust may be one that was there before.
    let after = without_own(&after, host, "");
    read(&after)?;
    if let Some(found) = inline(&after, host)? {
        return Err(found);
    }
    let gone = original == Original::Missing && after.trim().is_empty();
    Ok((!gone).then(|| format!("{mark}{after}")))
}

/// What of the block is not mastiff's: hosts write tables of their own where tables like them stand.
fn foreign(marked: &str, host: Host, block: &str) -> String {
    let is_line = |part: &str| part.starts_with(FIRST) || part.starts_with(LAST);
    let lines: String = marked.split_inclusive('\n').filter(|line| !is_line(line)).collect();
    let kept = without_own(&lines, host, block);
    if kept.trim().is_empty() { String::new() } else { kept }
}

/// The text without tables that start the gate, or that the block has, too. Comments behind such a table stay.
fn without_own(text: &str, host: Host, block: &str) -> String {
    let kept = |part: &'_ str| if is_own(part, host, block) { comments(part) } else { part.to_owned() };
    parts(text).into_iter().map(kept).collect()
}

/// The lines at the end of a part that say something about what comes next.
fn comments(part: &str) -> String {
    let is_said = |line: &&str| line.trim().is_empty() || line.starts_with('#');
    let mut said: Vec<&str> = part.split_inclusive('\n').rev().take_while(is_said).collect();
    said.reverse();
    let blank = said.iter().all(|line| line.trim().is_empty());
    if blank { String::new() } else { said.concat() }
}

/// A note of trust is known by its name, whatever it says: what stands under it is about mastiff's entry.
fn is_own(part: &str, host: Host, block: &str) -> bool {
    let name = |part: &str| part.lines().next().map(|line| line.trim_end().to_owned());
    let is_note = part.starts_with("[hooks.state.");
    let listed = || is_note && parts(block).into_iter().any(|own| name(own) == name(part));
    part.starts_with('[') && alone(part).is_some_and(|table| listed() || owned(&table, host) == Owned::Whole)
}

/// A part in which nothing stands but what belongs to `hooks`.
fn alone(part: &str) -> Option<Json> {
    let only_hooks = |table: &Json| match table {
        Json::Object(fields) => matches!(fields.as_slice(), [(key, _)] if key == "hooks"),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => false,
    };
    read(part).ok().filter(only_hooks)
}

/// The text cut before each table; a `[hooks.action]` belongs to the `[[hooks]]` above it. A line in a text of several lines may
/// look like a table, so a document with such texts is not cut.
fn parts(text: &str) -> Vec<&str> {
    if ["\"\"\"", "'''"].iter().any(|quotes| text.contains(quotes)) {
        return vec![text];
    }
    let (mut parts, mut start, mut at) = (Vec::new(), 0, 0);
    let mut in_hooks = false;
    for line in text.split_inclusive('\n') {
        let goes_on = in_hooks && line.starts_with("[hooks.");
        if line.starts_with('[') && !goes_on {
            parts.push(piece(text, start, at));
            start = at;
            in_hooks = line.starts_with("[[hooks]]");
        }
        at += line.len();
    }
    parts.push(piece(text, start, at));
    parts
}

/// The text beside the block; `None` where that is not clear.
pub fn outside(text: &str) -> Option<String> {
    let old = marked(text).ok()?;
    Some(old.map_or_else(|| text.to_owned(), |old| splice(text, old.start, old.end, "")))
}

/// Where the block stands, with its two lines.
fn marked(text: &str) -> Result<Option<Range<usize>>, Trouble> {
    let (mut first, mut last, mut at) = (Vec::new(), Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        if line.starts_with(FIRST) {
            first.push(at);
        }
        at += line.len();
        if line.starts_with(LAST) {
            last.push(at);
        }
    }
    let range = match (first.as_slice(), last.as_slice()) {
        ([], []) => return Ok(None),
        ([first], [last]) if first < last => *first..*last,
        (firsts, lasts) => {
            let at = firsts.iter().chain(lasts).min().copied().unwrap_or_default();
            let remedy =
                format!("take out everything from `{FIRST}` to `{LAST}` by hand, and run this again");
            return Err(
                Trouble::new("the lines around mastiff's block are not one pair", remedy).at(text, at)
            );
        }
    };
    nothing_hangs_on(text, range.end).map(|()| Some(range))
}

/// A field behind the block belongs to the block's last table; without the block it would belong to another.
fn nothing_hangs_on(text: &str, end: usize) -> Result<(), Trouble> {
    let mut at = end;
    for line in piece(text, end, text.len()).split_inclusive('\n') {
        let shown = line.trim();
        if shown.starts_with('[') {
            return Ok(());
        }
        if !shown.is_empty() && !shown.starts_with('#') {
            let message = "this stands behind mastiff's block, and so belongs to its last table";
            return Err(Trouble::new(message, "move it above the block, and run this again").at(text, at));
        }
        at += line.len();
    }
    Ok(())
}

/// A hook of mastiff's that stands in no table of its own, but in a list within a line.
fn inline(text: &str, host: Host) -> Result<Option<Trouble>, Trouble> {
    let document = parse(text)?;
    let found = document.iter().find(|(_, value)| owned(&to_json(value.get_ref()), host) != Owned::No);
    Ok(found.map(|(key, _)| {
        let message =
            format!("in `{}` stands a hook of mastiff's that is not in a table of its own", key.get_ref());
        let remedy = "take it out by hand, and run this again";
        Trouble::new(message, remedy).at(text, text.find("mastiff").unwrap_or(key.span().start))
    }))
}

/// Every hook of the block stands in the file.
fn has_all(document: &Json, block: &str) -> bool {
    let hooks = |document: &Json| match document.get("hooks") {
        Some(Json::Array(hooks)) => hooks.clone(),
        Some(_) | None => Vec::new(),
    };
    let there = hooks(document);
    let wanted = read(block).map(|block| hooks(&block)).unwrap_or_default();
    !wanted.is_empty() && wanted.iter().all(|hook| there.contains(hook))
}

fn does_not_fit(text: &str, found: &Trouble) -> Trouble {
    let key = parse(text).ok().and_then(|table| {
        table.iter().find(|(key, _)| key.get_ref() == "hooks").map(|(key, _)| key.span().start)
    });
    let message = format!("what `hooks` is there cannot be added to: {}", found.message);
    let trouble =
        Trouble::new(message, "write the hooks that are there as [[hooks]] tables, and run this again");
    key.map_or_else(|| trouble.clone(), |key| trouble.clone().at(text, key))
}

fn read(text: &str) -> Result<Json, Trouble> {
    let table = parse(text)?;
    Ok(of_table(&table))
}

fn parse(text: &str) -> Result<DeTable<'_>, Trouble> {
    DeTable::parse(text).map(toml::Spanned::into_inner).map_err(|error| {
        let message = format!("this is no TOML: {}", error.message().replace('\n', ", "));
        let trouble = Trouble::new(message, "correct it there, and run this again");
        error.span().map_or_else(|| trouble.clone(), |span| trouble.clone().at(text, span.start))
    })
}

fn of_table(table: &DeTable<'_>) -> Json {
    let field = |(key, value): (&toml::Spanned<toml::de::DeString<'_>>, &toml::Spanned<DeValue<'_>>)| {
        (key.get_ref().to_string(), to_json(value.get_ref()))
    };
    Json::Object(table.iter().map(field).collect())
}

/// Enough of a value to compare it and to find lines in it.
fn to_json(value: &DeValue<'_>) -> Json {
    match value {
        DeValue::String(text) => Json::String(text.to_string()),
        DeValue::Integer(number) => Json::String(number.to_string()),
        DeValue::Float(number) => Json::String(number.to_string()),
        DeValue::Boolean(truth) => Json::Bool(*truth),
        DeValue::Datetime(date) => Json::String(date.to_string()),
        DeValue::Array(items) => Json::Array(items.iter().map(|item| to_json(item.get_ref())).collect()),
        DeValue::Table(table) => of_table(table),
    }
}
