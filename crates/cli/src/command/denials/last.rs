//! One stop in full.

use crate::command::report::words::{time, who};
use crate::render::{Paint, columns, cut, paragraph};
use mastiff_core::Decision;
use mastiff_core::escape::for_people;
use mastiff_core::json::Json;
use mastiff_engine::ledger::Entry;
use mastiff_engine::report::Told;

/// Columns before every line but the first.
const INDENT: usize = 8;
/// Columns of what a call was about, and of a reason.
const MOST: usize = 600;

/// Its head, what it was about, every reason that stopped it, and what would be allowed instead.
pub fn stop(entry: &Entry, paint: Paint) -> String {
    let told = Told::of(entry);
    let decision = if told == Told::Ask { Decision::Ask } else { Decision::Deny };
    let tool = for_people(entry.text("tool").unwrap_or("?")).into_owned();
    let head = [format!("#{}", entry.number()), time(entry.time()), who(entry)].map(|part| paint.dim(&part));
    let word = paint.decision(decision, &format!("[{}]", told.word()));
    let [number, time, who] = head;
    let mut out = format!("{number}  {time}  {who}  {word} {}\n", paint.bold(&tool));
    let input = for_people(&entry.summary()).into_owned();
    if !input.is_empty() {
        out.push_str(&lines(&input));
    }
    reasons(entry).iter().for_each(|line| out.push_str(&lines(line)));
    out
}

fn lines(text: &str) -> String {
    paragraph(&cut(text, MOST), INDENT, columns())
}

/// What stopped it. Fields that the ledger of an earlier version does not have are passed over.
fn reasons(entry: &Entry) -> Vec<String> {
    let Some(Json::Array(reasons)) = entry.json().get("reasons") else { return Vec::new() };
    let mut out = Vec::new();
    for reason in reasons {
        let text = |key: &str| reason.get(key).and_then(Json::as_str);
        if text("decision") == Some(Decision::Allow.word()) {
            continue;
        }
        let origin = text("origin").map(|origin| format!(" ({origin})")).unwrap_or_default();
        let line =
            format!("{}: {}{origin}", text("rule").unwrap_or("?"), text("message").unwrap_or_default());
        out.push(for_people(&line).into_owned());
        out.extend(text("instead").map(|instead| for_people(&format!("instead: {instead}")).into_owned()));
    }
    out
}
