//! The input of any tool: the same fields, without secrets, without contents, and bounded.

mod role;

use super::bounds::{head, looked};
use super::names::{Announces, announces_field};
use super::secrets::Secrets;
use super::{Known, Redacted, blocks, command, command_into, marks, patch, text};
use crate::call::{Tool, ToolCall};
use crate::json::Json;
use crate::tool::commands::is_plain;
use crate::tool::names;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use role::{Role, Tools};

/// The longest text that judging needs.
const NEEDED: usize = 16 * 1024;
/// The longest text for people.
const SAID: usize = 4 * 1024;
/// The largest input.
const WHOLE: usize = 64 * 1024;
/// No text is looked through further than this: what stands behind is left out.
const LOOKED: usize = 128 * 1024;

/// A call's input as it may be written down.
pub fn redact(call: &ToolCall, known: &Known) -> Redacted {
    let kind = match &call.tool {
        // A tool that a server calls `Bash` is not the host's.
        Tool::Mcp { .. } | Tool::Unknown => None,
        Tool::Look { .. }
        | Tool::Change(_)
        | Tool::Shell(_)
        | Tool::Fetch { .. }
        | Tool::Search
        | Tool::Talk
        | Tool::SubAgent { .. }
        | Tool::Schedule
        | Tool::Foreign { .. }
        | Tool::Malformed { .. } => names::kind(&call.name),
    };
    let tools = Tools::new(kind, &call.input);
    let mut work =
        Work { tools, secrets: Secrets::knowing(known), left: WHOLE, cut: known.change(&call.input) };
    let role = work.tools.whole();
    let mut input = work.value(&call.input, "", role);
    work.again(&mut input);
    Redacted { input, cut: work.cut || work.secrets.is_expanded(), secrets: work.secrets }
}

struct Work {
    tools: Tools,
    secrets: Secrets,
    /// Bytes that may still be kept.
    left: usize,
    cut: bool,
}

impl Work {
    fn value(&mut self, value: &Json, key: &str, role: Role) -> Json {
        match value {
            Json::Null | Json::Bool(_) => self.kept(value.clone(), 8),
            Json::Number(number)
                if matches!(role, Role::Secret | Role::Sealed)
                    && self::text::is_announced_field(key, &number.to_string()) =>
            {
                self.string(&number.to_string(), key, role)
            }
            Json::Number(_) => self.kept(value.clone(), 24),
            Json::String(text) => self.string(text, key, role),
            Json::Array(items) => self.array(items, key, role),
            Json::Object(fields) => self.object(fields, key, role),
        }
    }

    fn kept(&mut self, value: Json, cost: usize) -> Json {
        self.left = self.left.saturating_sub(cost);
        value
    }

    fn array(&mut self, items: &[Json], key: &str, role: Role) -> Json {
        let words: Option<Vec<&str>> = items.iter().map(Json::as_str).collect();
        if let Some(words) = words.filter(|_| role == Role::Words) {
            return self.words(&words);
        }
        let paired = pair(items).filter(|_| role != Role::Content);
        let whole;
        let items = match self.without_blocks(items) {
            Some(masked) => {
                whole = masked;
                whole.as_slice()
            }
            None => items,
        };
        let mut out = Vec::new();
        for (index, item) in items.iter().enumerate() {
            if self.is_full() {
                break;
            }
            let (key, role) = match paired.filter(|_| index == 1) {
                Some(name) => (name, Role::Secret),
                None => (key, role),
            };
            out.push(self.value(item, key, role));
        }
        Json::Array(out)
    }

    /// The items without a private key that stands in them line by line; `None`: there is none.
    fn without_blocks(&mut self, items: &[Json]) -> Option<Vec<Json>> {
        let texts: Vec<&str> =
            items.iter().map(|item| looked(item.as_str().unwrap_or_default(), LOOKED)).collect();
        let marks = blocks::find_apart(&texts);
        if marks.iter().all(Vec::is_empty) {
            return None;
        }
        let masked = items.iter().zip(texts).zip(marks).map(|((item, text), marks)| {
            if marks.is_empty() {
                return item.clone();
            }
            marks.iter().for_each(|mark| self.secrets.add(text.get(mark.from..mark.to).unwrap_or_default()));
            Json::String(marks::apply(text, &marks))
        });
        Some(masked.collect())
    }

    /// A program and its arguments, one in each text.
    fn words(&mut self, words: &[&str]) -> Json {
        let masked = command::words(words, &mut self.secrets);
        let mut out = Vec::new();
        for word in masked {
            if self.is_full() {
                break;
            }
            out.push(Json::String(self.bounded(word, NEEDED, true)));
        }
        Json::Array(out)
    }

    fn object(&mut self, fields: &[(String, Json)], outer: &str, role: Role) -> Json {
        let named = names_secret(fields);
        let sealed = role == Role::Sealed;
        let mut out: Vec<(String, Json)> = Vec::new();
        for (key, value) in fields {
            if self.is_full() {
                break;
            }
            let valued = named.filter(|_| VALUES.contains(&key.as_str()) && role != Role::Content);
            let role = if valued.is_some() { Role::Secret } else { self.tools.role(key, value, role) };
            let name = unused(&self::text(key), &out);
            self.left = self.left.saturating_sub(name.len() + 4);
            let value = match self.arguments(fields, key, value) {
                Some(arguments) => arguments,
                None if sealed => self.value(value, outer, role),
                None => self.value(value, valued.unwrap_or(sealing(key, role)), role),
            };
            out.push((name, value));
        }
        Json::Object(out)
    }

    /// `args`, with or without a `command` beside: the words of one program.
    fn arguments(&mut self, fields: &[(String, Json)], key: &str, value: &Json) -> Option<Json> {
        let Json::Array(items) = value else { return None };
        let program =
            fields.iter().find(|(key, _)| key == "command").map_or(Some("_"), |(_, name)| name.as_str())?;
        let items: Option<Vec<&str>> = items.iter().map(Json::as_str).collect();
        let words: Vec<&str> = core::iter::once(program).chain(items?).collect();
        let Json::Array(mut masked) = matches!(key, "args" | "argv").then(|| self.words(&words))? else {
            return None;
        };
        for (word, masked) in words.iter().zip(&mut masked) {
            keep_odd(word, masked);
        }
        Some(Json::Array(masked.drain(..).skip(1).collect()))
    }

    fn string(&mut self, given: &str, key: &str, role: Role) -> Json {
        let looked = looked(given, LOOKED);
        let longer = looked.len() < given.len();
        Json::String(match role {
            Role::Command | Role::Words => {
                self.cut |= longer;
                let masked = command_into(looked, &mut self.secrets);
                self.bounded(masked, NEEDED, true)
            }
            Role::Patch => self.patch(given),
            Role::Content => {
                self.found(looked);
                let size = if is_size(given) { given.into() } else { format!("({} bytes)", given.len()) };
                self.bounded(size, SAID, false)
            }
            Role::Secret | Role::Sealed if self::text::is_announced_field(key, given) => {
                self.secrets.add(looked);
                self.bounded(marks::MASK.into(), SAID, false)
            }
            Role::Secret | Role::Sealed | Role::Said => {
                self.found(looked);
                let given = &without_login(given, &mut self.secrets);
                self.bounded(text(self::looked(given, SAID * 4)), SAID, false)
            }
            Role::Needed => {
                self.cut |= longer;
                self.found(looked);
                self.bounded(text(looked), NEEDED, true)
            }
        })
    }

    /// Secrets of a text must not be said elsewhere either.
    fn found(&mut self, text: &str) {
        for mark in text::find(text, text::Place::Text) {
            self.secrets.add(text.get(mark.from..mark.to).unwrap_or_default());
        }
    }

    fn patch(&mut self, given: &str) -> String {
        self.found(looked(given, LOOKED));
        let masked = patch::redact(given);
        let masked = if masked.len() > NEEDED { patch::headers(given).unwrap_or(masked) } else { masked };
        self.bounded(masked, NEEDED, true)
    }

    /// At most `limit` bytes, and no more than what is left.
    fn bounded(&mut self, text: String, limit: usize, needed: bool) -> String {
        let limit = limit.min(self.left);
        if cost(&text) <= limit || text.len() <= limit && cost(&text) <= self.left {
            self.left = self.left.saturating_sub(cost(&text));
            return text;
        }
        self.cut |= needed;
        let kept = head(&text, limit.min(limit * text.len() / cost(&text).max(1)));
        self.left = self.left.saturating_sub(cost(kept) + 32);
        format!("{kept}… ({} bytes)", text.len())
    }

    /// Nothing more can be kept.
    fn is_full(&mut self) -> bool {
        self.cut |= self.left == 0;
        self.left == 0
    }

    /// Once all secrets are known, they go from the texts that came before them too.
    fn again(&self, value: &mut Json) {
        match value {
            Json::Null | Json::Bool(_) | Json::Number(_) => {}
            Json::String(text) => *text = self.secrets.without(core::mem::take(text)),
            Json::Array(items) => items.iter_mut().for_each(|item| self.again(item)),
            Json::Object(fields) => fields.iter_mut().for_each(|(_, value)| self.again(value)),
        }
    }
}

/// What everything below a field is called: `{"auth": ["me", …]}`.
fn sealing(key: &str, role: Role) -> &str {
    let weak = role == Role::Sealed && announces_field(key) == Announces::Perhaps;
    if weak { "password" } else { key }
}

/// Fields that name what another holds.
const NAMES: &[&str] = &["name", "key", "header", "field", "element", "selector", "label"];
/// Fields that hold it.
const VALUES: &[&str] = &["value", "val", "text"];

/// `{"name": "API_TOKEN", "value": …}`: the name by which the value is a secret.
fn names_secret(fields: &[(String, Json)]) -> Option<&str> {
    let names = fields.iter().filter(|(key, _)| NAMES.contains(&key.as_str()));
    names.filter_map(|(_, name)| announcing(name.as_str()?)).next()
}

/// `["Authorization", "Bearer …"]`
fn pair(items: &[Json]) -> Option<&str> {
    let [Json::String(name), Json::String(_)] = items else { return None };
    announcing(name)
}

/// The word of a short name that announces a secret: `#password`, `Password field`.
fn announcing(name: &str) -> Option<&str> {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-').take(6);
    let mut words = words.filter(|_| name.len() < 128);
    words.find(|word| announces_field(word) == Announces::Secret || self::text::is_header(word))
}

/// `me:password@tcp(h:3306)/db` without its password.
fn without_login(text: &str, secrets: &mut Secrets) -> String {
    let marks = command::login(text);
    marks.iter().for_each(|mark| secrets.add(text.get(mark.from..mark.to).unwrap_or_default()));
    marks::apply(text, &marks)
}

/// A word that no shell takes as it is must not become one.
fn keep_odd(word: &str, masked: &mut Json) {
    if let Json::String(text) = masked
        && !is_plain(word)
        && is_plain(text)
    {
        text.push('!');
    }
}

/// What was left out before.
fn is_size(text: &str) -> bool {
    let inside = text.strip_prefix('(').and_then(|text| text.strip_suffix(" bytes)"));
    inside.is_some_and(|count| count.len() < 20 && count.bytes().all(|byte| byte.is_ascii_digit()))
}

/// No key may stand twice.
fn unused(key: &str, fields: &[(String, Json)]) -> String {
    let taken = |name: &str| fields.iter().any(|(known, _)| known == name);
    let mut name = head(key, 256).to_string();
    while taken(&name) {
        name = format!("{name}-{}", fields.len());
    }
    name
}

/// How many bytes the text takes as JSON.
fn cost(text: &str) -> usize {
    let more = |byte: u8| match byte {
        b'"' | b'\\' | b'\n' | b'\t' | b'\r' => 1,
        0..=0x1f => 5,
        _ => 0,
    };
    text.len() + text.bytes().map(more).sum::<usize>() + 3
}
