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
    let rest = old.clone().map_or_else(|| text.to_owned(), |old| splice(text, old.start, old.end, ""));
    if let Some(found) = unmarked(&rest, host)? {
        return if old.is_none() && has_all(&before, block) {
            Ok(format!("{mark}{text}"))
        } else {
            Err(found)
        };
    }
    let eol = eol(text);
    let block = format!("{FIRST}{FIRST_REST}\n{}\n{LAST}\n", block.trim_end()).replace('\n', eol);
    let after = match old {
        Some(old) => splice(text, old.start, old.end, &block),
        None => {
            let end = if text.is_empty() || text.ends_with('\n') { "" } else { eol };
            let between = if text.trim().is_empty() { "" } else { eol };
            format!("{text}{end}{between}{block}")
        }
    };
    read(&after).map_err(|found| does_not_fit(text, &found))?;
    Ok(format!("{mark}{after}"))
}

/// The text without it.
pub fn take(host: Host, text: &str, original: Original<'_>) -> Result<Option<String>, Trouble> {
    let (mark, text) = behind_mark(text);
    let Some(old) = marked(text)? else {
        return unmarked(text, host)?.map_or_else(|| Ok(Some(format!("{mark}{text}"))), Err);
    };
    let before = piece(text, 0, old.start);
    // The empty line before it was mastiff's, too.
    let blank = ["\r\n", "\n"]
        .into_iter()
        .find(|eol| before.strip_suffix(eol).is_some_and(|before| before.ends_with('\n')));
    let from = old.start - blank.map_or(0, str::len);
    let after = splice(text, from, old.end, "");
    read(&after)?;
    if let Some(found) = unmarked(&after, host)? {
        return Err(found);
    }
    let gone = original == Original::Missing && after.trim().is_empty();
    Ok((!gone).then(|| format!("{mark}{after}")))
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

/// A hook of mastiff's that is not in the block: put there by hand, or the host has written the file anew without comments.
fn unmarked(text: &str, host: Host) -> Result<Option<Trouble>, Trouble> {
    let document = parse(text)?;
    let found = document.iter().find(|(_, value)| owned(&to_json(value.get_ref()), host) != Owned::No);
    Ok(found.map(|(key, _)| {
        let message =
            format!("in `{}` stands a hook of mastiff's that is not in a block of its own", key.get_ref());
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
