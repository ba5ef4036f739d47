//! What in a JSON file is not mastiff's, to see that it stays.

use super::Trouble;
use super::document::{self, of_object, same};
use super::owned::{Owned, owned};
use crate::install::Member;
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;

/// What of a file mastiff has to do with.
pub struct Scope<'a> {
    /// Fields that must be there.
    given: Vec<&'a str>,
    /// Fields below which its members stand.
    pub tops: Vec<&'a str>,
    /// Whose lines count.
    pub host: Host,
}

impl<'a> Scope<'a> {
    pub fn of(given: &'a [(&'static str, Json)], members: &'a [Member], host: Host) -> Self {
        let tops = members.iter().filter_map(|member| member.at.first());
        let given = given.iter().map(|(name, _)| *name);
        Scope { given: given.collect(), tops: tops.map(String::as_str).collect(), host }
    }
}

/// What is not mastiff's is what it was: whatever may be wrong above, nobody's setting gets lost.
pub fn unharmed(before: &str, after: &str, scope: &Scope<'_>) -> Result<(), Trouble> {
    let foreign = |text: &str| document::read(text).map(|root| theirs(of_object(&root), scope));
    if same(&foreign(before)?, &foreign(after)?) {
        return Ok(());
    }
    let remedy = "add the hooks by hand, and send this file to the makers of mastiff";
    Err(Trouble::new("this file cannot be edited without a change to what is not mastiff's", remedy))
}

fn theirs(root: Json, scope: &Scope<'_>) -> Json {
    let Json::Object(fields) = root else { return root };
    let kept = fields.into_iter().filter(|(name, _)| !scope.given.contains(&name.as_str()));
    let kept = kept.filter_map(|(name, value)| {
        let below = scope.tops.contains(&name.as_str());
        Some(if below { (name, without(value, scope.host)?) } else { (name, value) })
    });
    Json::Object(kept.collect())
}

/// Without mastiff's own, and without what is empty then.
fn without(value: Json, host: Host) -> Option<Json> {
    match value {
        Json::Array(items) => {
            let kept = items.into_iter().filter(|item| owned(item, host) != Owned::Whole);
            let kept: Vec<Json> = kept.filter_map(|item| without(item, host)).collect();
            (!kept.is_empty()).then_some(Json::Array(kept))
        }
        Json::Object(fields) => {
            let kept = fields.into_iter().filter_map(|(name, value)| Some((name, without(value, host)?)));
            let kept: Vec<(String, Json)> = kept.collect();
            (!kept.is_empty()).then_some(Json::Object(kept))
        }
        other @ (Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_)) => Some(other),
    }
}
