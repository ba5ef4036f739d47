//! Members of lists in a JSON file of a host's.
//!
//! One change at a time, each on the text as it then is. At the end the whole is compared: what is not mastiff's must be
//! what it was.

use super::Trouble;
use super::container::Container;
use super::document::{self, same, to_json};
use super::foreign::{Scope, unharmed};
use super::owned::{Owned, owned};
use super::style::{behind_mark, eol, indent_at, starts_line, write, write_field};
use super::taking::take_from_parts;
use crate::install::Member;
use jsonc_parser::ast::{Array, Object, Value};
use jsonc_parser::common::Ranged;
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;

/// Far more changes than a file needs.
const CHANGES: usize = 1_000;

/// The text with these members.
pub fn put(
    given: &[(&'static str, Json)],
    members: &[Member],
    host: Host,
    text: Option<&str>,
) -> Result<String, Trouble> {
    let (mark, before) = behind_mark(text.unwrap_or_default());
    let mut text = started(before)?;
    for (name, value) in given {
        text = with_field(&text, name, value)?;
    }
    for at in lists(members) {
        let wanted: Vec<&Json> = members.iter().filter(|m| m.at == at).map(|m| &m.value).collect();
        text = repeated(text, |text| settle(text, at, &wanted, host))?;
    }
    unharmed(&started(before)?, &text, &Scope::of(given, members, host))?;
    Ok(format!("{mark}{text}"))
}

/// A text in which there is an object.
fn started(text: &str) -> Result<String, Trouble> {
    if !document::is_empty(text)? {
        return Ok(text.to_owned());
    }
    let (comments, eol) = (text.trim_end(), eol(text));
    let between = if comments.is_empty() { "" } else { eol };
    Ok(format!("{comments}{between}{{}}{eol}"))
}

/// Changes until nothing is left to change.
pub fn repeated(
    mut text: String,
    change: impl Fn(&str) -> Result<Option<String>, Trouble>,
) -> Result<String, Trouble> {
    for _ in 0..CHANGES {
        match change(&text)? {
            Some(changed) => text = changed,
            None => return Ok(text),
        }
    }
    Err(Trouble::new("there are too many hooks of mastiff's in it", "take them out by hand"))
}

fn with_field(text: &str, name: &str, value: &Json) -> Result<String, Trouble> {
    let root = document::read(text)?;
    if root.get(name).is_some() {
        return Ok(text.to_owned());
    }
    let field = |layout: &_| write_field(name, value, layout);
    Ok(Container::of_object(&root).append(text, &unit(text, &root), field))
}

/// One step nearer to a list in which exactly these are mastiff's; `None`: it is there.
fn settle(text: &str, at: &[String], wanted: &[&Json], host: Host) -> Result<Option<String>, Trouble> {
    let root = document::read(text)?;
    let unit = unit(text, &root);
    let list = match walk(text, &root, at)? {
        Found::List(list) => list,
        Found::Missing { object, name, below } => {
            let all = Json::Array(wanted.iter().map(|value| (*value).clone()).collect());
            let value = below.iter().rev().fold(all, |value, name| Json::object([(name.as_str(), value)]));
            let field = |layout: &_| write_field(name, &value, layout);
            return Ok(Some(Container::of_object(object).append(text, &unit, field)));
        }
    };
    if let Some(parted) = take_from_parts(text, list, host) {
        return Ok(Some(parted));
    }
    let items: Vec<Json> = list.elements.iter().map(to_json).collect();
    let mut ours = items.iter().enumerate().filter(|(_, item)| owned(item, host) == Owned::Whole);
    let container = Container::of_list(list);
    for want in wanted {
        match ours.next() {
            Some((_, is)) if same(is, want) => {}
            Some((index, _)) => {
                return Ok(Some(container.replace(text, index, &unit, |layout| write(want, layout))));
            }
            None => return Ok(Some(container.append(text, &unit, |layout| write(want, layout)))),
        }
    }
    Ok(ours.next().map(|(index, _)| container.remove(text, index)))
}

enum Found<'a, 'b> {
    List(&'b Array<'a>),
    /// The object in which the next name is missing, and the names below that.
    Missing {
        object: &'b Object<'a>,
        name: &'b str,
        below: &'b [String],
    },
}

fn walk<'a, 'b>(text: &str, root: &'b Object<'a>, at: &'b [String]) -> Result<Found<'a, 'b>, Trouble> {
    let mut object = root;
    let mut names = at;
    while let [name, below @ ..] = names {
        let Some(field) = object.get(name) else { return Ok(Found::Missing { object, name, below }) };
        match (&field.value, below.is_empty()) {
            (Value::Array(list), true) => return Ok(Found::List(list)),
            (Value::Object(inner), false) => object = inner,
            (other, at_end) => {
                let what = if at_end { "a list" } else { "an object" };
                let message = format!("`{name}` is not {what}, so this host would not read it as hooks");
                let remedy = format!("make it {what}, or take it out, and run this again");
                return Err(Trouble::new(message, remedy).at(text, other.start()));
            }
        }
        names = below;
    }
    Err(Trouble::new("there is no way to a list in it", "say so to the makers of mastiff"))
}

/// One level of indentation: that of the first field.
fn unit(text: &str, root: &Object<'_>) -> String {
    let first = root.properties.first().map(Ranged::start).filter(|start| starts_line(text, *start));
    first.map_or_else(|| "  ".to_owned(), |start| indent_at(text, start).to_owned())
}

/// Every list that is to have members, once.
fn lists(members: &[Member]) -> Vec<&[String]> {
    let mut lists: Vec<&[String]> = Vec::new();
    for member in members {
        if !lists.contains(&member.at.as_slice()) {
            lists.push(&member.at);
        }
    }
    lists
}
