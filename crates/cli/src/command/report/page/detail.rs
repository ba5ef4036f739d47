//! What a selected record shows beside its row, in blocks that the page reads when somebody asks.

use super::base64;
use super::pool::Pool;
use crate::json::{list, quoted, value};
use mastiff_core::escape::cut;
use mastiff_core::json::Json;
use mastiff_engine::ledger::{Entry, Kind};

/// Records in a block.
const BLOCK: usize = 1_000;
/// The longest input, in bytes; `mastiff log show` has all of it.
const INPUT: usize = 4_000;
/// Effects of one record; of more it is only said how many.
const EFFECTS: usize = 40;
/// Fields of an event that the page shows under names of its own.
const OWN: [&str; 12] =
    ["v", "n", "time", "event", "session", "host", "agent", "call", "tool", "input", "digest", "chain"];

/// Records being collected, in the order of the rows.
#[derive(Debug, Default)]
pub struct Details {
    words: Pool,
    reasons: Pool,
    effects: Pool,
    files: Pool,
    blocks: Vec<String>,
    open: Vec<String>,
}

impl Details {
    /// One record more. `shown`: what its row says it is about.
    pub fn add(&mut self, entry: &Entry, shown: &str) {
        let fields = [
            self.word(entry, "agent"),
            self.word(entry, "call"),
            self.word(entry, "mode"),
            self.word(entry, "cwd"),
            self.word(entry, "mcp"),
            self.word(entry, "mcp_source"),
            self.word(entry, "decision"),
            self.word(entry, "policy"),
            self.word(entry, "mastiff"),
            flags(entry).to_string(),
            self.input(entry, shown).to_string(),
            entry.count("micros").map_or("null".into(), |micros| micros.to_string()),
            entry.count("approved").map_or("null".into(), |number| number.to_string()),
            digest(entry.text("digest")),
            digest(entry.text("chain")),
            list(entry.texts("roots").iter().map(|root| self.words.text(root).to_string())),
            self.reasons(entry),
            entry.count("more_reasons").unwrap_or(0).to_string(),
            self.effects(entry),
            entry.effects().skip(EFFECTS).count().to_string(),
            self.files(entry),
            self.rest(entry),
        ];
        self.open.push(list(fields.into_iter()));
        if self.open.len() >= BLOCK {
            self.close();
        }
    }

    /// The blocks; the last one has the texts of all others.
    pub fn done(mut self) -> Vec<String> {
        self.close();
        let pools = [self.words, self.reasons, self.effects, self.files].map(Pool::done);
        self.blocks.push(list(pools.into_iter()));
        self.blocks
    }

    fn close(&mut self) {
        if !self.open.is_empty() {
            let open = std::mem::take(&mut self.open);
            self.blocks.push(list(open.into_iter()));
        }
    }

    fn word(&mut self, entry: &Entry, name: &str) -> String {
        self.words.maybe(entry.text(name)).to_string()
    }

    /// What the call was given, where that is more than its row says.
    fn input(&mut self, entry: &Entry, shown: &str) -> usize {
        let text = match entry.json().get("input") {
            Some(Json::Object(fields)) => given(fields),
            Some(Json::String(text)) => text.clone(),
            Some(Json::Null | Json::Bool(_) | Json::Number(_)) | None => String::new(),
            Some(list @ Json::Array(_)) => value(list),
        };
        if text == shown { 0 } else { self.words.lines(&cut(&text, INPUT)) }
    }

    fn reasons(&mut self, entry: &Entry) -> String {
        let instead = |at: usize| match entry.json().get("reasons") {
            Some(Json::Array(reasons)) => reasons.get(at)?.get("instead")?.as_str(),
            Some(Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Object(_)) | None => {
                None
            }
        };
        list(entry.reasons().enumerate().map(|(at, reason)| {
            let words = &mut self.words;
            let texts = [
                words.text(reason.decision),
                words.text(reason.rule),
                words.text(reason.message),
                words.maybe(instead(at)),
                words.maybe(reason.origin),
                words.text(reason.depth),
            ];
            self.reasons.raw(list(texts.iter().map(usize::to_string))).to_string()
        }))
    }

    fn effects(&mut self, entry: &Entry) -> String {
        list(entry.effects().take(EFFECTS).map(|effect| {
            let words = &mut self.words;
            let texts = [words.text(effect.program), words.text(effect.does), words.maybe(effect.path)];
            self.effects.raw(list(texts.iter().map(usize::to_string))).to_string()
        }))
    }

    fn files(&mut self, entry: &Entry) -> String {
        let files = match entry.json().get("followed") {
            Some(Json::Array(files)) => files.as_slice(),
            Some(Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Object(_)) | None => {
                &[]
            }
        };
        list(files.iter().map(|file| {
            let text = |name: &str| file.get(name).and_then(Json::as_str);
            let fields = [self.words.maybe(text("path")).to_string(), digest(text("sha256"))];
            self.files.raw(list(fields.into_iter())).to_string()
        }))
    }

    /// What an event says beside all that.
    fn rest(&mut self, entry: &Entry) -> String {
        let fields = match (entry.kind(), entry.json()) {
            (Kind::Breach | Kind::Ran | Kind::Event(_), Json::Object(fields)) => fields.as_slice(),
            (_, _) => &[],
        };
        let others =
            fields.iter().filter(|(name, value)| !OWN.contains(&name.as_str()) && *value != Json::Null);
        list(others.flat_map(|(name, value)| {
            [self.words.text(name).to_string(), self.words.text(&said(value)).to_string()]
        }))
    }
}

/// Names and values, a line each; a single text stands for itself.
fn given(fields: &[(String, Json)]) -> String {
    match fields {
        [(_, Json::String(text))] => text.clone(),
        fields => {
            let lines = fields.iter().map(|(name, value)| format!("{name}: {}", said(value)));
            lines.collect::<Vec<_>>().join("\n")
        }
    }
}

fn said(json: &Json) -> String {
    json.as_str().map_or_else(|| value(json), str::to_owned)
}

fn flags(entry: &Entry) -> usize {
    ["headless", "paused", "cut"]
        .iter()
        .enumerate()
        .map(|(bit, name)| usize::from(entry.is(name)) << bit)
        .sum()
}

/// Short where it is hexadecimal, else behind a mark.
fn digest(text: Option<&str>) -> String {
    let Some(text) = text else { return "\"\"".into() };
    match base64::of_hex(text) {
        Some(short) => quoted(&short),
        None => quoted(&format!("!{}", mastiff_core::escape::for_people(&cut(text, 200)))),
    }
}
