//! Members of lists in a JSON file of a host's, taken out again.

use super::container::Container;
use super::document::{self, of_object, to_json};
use super::foreign::{Scope, unharmed};
use super::json::repeated;
use super::owned::{Owned, owned};
use super::style::behind_mark;
use super::{Original, Trouble};
use crate::install::Member;
use jsonc_parser::ast::{Array, Object, Value};
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;

/// The text without them, and without the lists and objects that were made for them; `None`: nothing else is left of a file
/// that was made for them.
pub fn take(
    given: &[(&'static str, Json)],
    members: &[Member],
    host: Host,
    text: &str,
    original: Original<'_>,
) -> Result<Option<String>, Trouble> {
    let (mark, before) = behind_mark(text);
    if document::is_empty(before)? {
        return Ok(Some(text.to_owned()));
    }
    let (made, scope) = (Made::by(original), Scope::of(given, members, host));
    let after = repeated(before.to_owned(), |text| take_one(text, &scope, &made))?;
    unharmed(before, &after, &scope)?;
    let left = of_object(&document::read(&after)?);
    let only_given = matches!(&left, Json::Object(fields) if fields.iter().all(|(name, value)| {
        given.iter().any(|(given, v)| given == name && v == value)
    }));
    let gone = original == Original::Missing && only_given && after != before;
    Ok((!gone).then(|| format!("{mark}{after}")))
}

/// The first of mastiff's own below these fields, taken out.
fn take_one(text: &str, scope: &Scope<'_>, made: &Made) -> Result<Option<String>, Trouble> {
    let root = document::read(text)?;
    for field in root.properties.iter().filter(|field| scope.tops.contains(&field.name.as_str())) {
        let mut way = vec![field.name.as_str().to_owned()];
        if let Some(taken) = take_below(text, &field.value, scope.host, &mut way) {
            return prune(taken, way, made).map(Some);
        }
    }
    Ok(None)
}

/// Leaves in `way` the fields that lead to the list from which it was taken.
fn take_below(text: &str, value: &Value<'_>, host: Host, way: &mut Vec<String>) -> Option<String> {
    match value {
        Value::Array(list) => {
            let is_ours = |item: &Value<'_>| owned(&to_json(item), host) == Owned::Whole;
            let whole = list.elements.iter().position(is_ours);
            let whole = whole.map(|index| Container::of_list(list).remove(text, index));
            whole.or_else(|| take_from_parts(text, list, host))
        }
        Value::Object(object) => object.properties.iter().find_map(|field| {
            way.push(field.name.as_str().to_owned());
            let taken = take_below(text, &field.value, host, way);
            if taken.is_none() {
                way.pop();
            }
            taken
        }),
        Value::StringLit(_) | Value::NumberLit(_) | Value::BooleanLit(_) | Value::NullKeyword(_) => None,
    }
}

/// Mastiff's own hook out of a group in which somebody else's stands too.
pub fn take_from_parts(text: &str, list: &Array<'_>, host: Host) -> Option<String> {
    let mut parts = list.elements.iter().filter(|item| owned(&to_json(item), host) == Owned::Part);
    parts.find_map(|part| take_below(text, part, host, &mut Vec::new()))
}

/// Takes out what has become empty, from the inside out, as far as it was made for mastiff.
fn prune(mut text: String, mut way: Vec<String>, made: &Made) -> Result<String, Trouble> {
    while let Some(name) = way.last().cloned() {
        let root = document::read(&text)?;
        let whole_way = way.clone();
        way.pop();
        let Some(parent) = object_at(&root, &way) else { return Ok(text) };
        let Some(index) = parent.properties.iter().position(|field| field.name.as_str() == name) else {
            return Ok(text);
        };
        let is_empty = parent.properties.get(index).is_some_and(|field| match &field.value {
            Value::Array(list) => list.elements.is_empty(),
            Value::Object(object) => object.properties.is_empty(),
            Value::StringLit(_) | Value::NumberLit(_) | Value::BooleanLit(_) | Value::NullKeyword(_) => false,
        });
        if !is_empty || !made.has_made(&whole_way) {
            return Ok(text);
        }
        text = Container::of_object(parent).remove(&text, index);
    }
    Ok(text)
}

/// What was made for mastiff: everything that was not there before.
struct Made {
    before: Option<Json>,
}

impl Made {
    fn by(original: Original<'_>) -> Self {
        let before = match original {
            Original::Text(text) => document::read(behind_mark(text).1).ok().map(|root| of_object(&root)),
            Original::Unknown | Original::Missing => None,
        };
        Made { before }
    }

    fn has_made(&self, way: &[String]) -> bool {
        let mut value = self.before.as_ref();
        for name in way {
            value = value.and_then(|value| value.get(name));
        }
        value.is_none()
    }
}

fn object_at<'a, 'b>(root: &'b Object<'a>, way: &[String]) -> Option<&'b Object<'a>> {
    way.iter().try_fold(root, |object, name| object.get(name).and_then(|field| field.value.as_object()))
}
