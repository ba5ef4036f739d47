//! A line of the ledger, read again: for the log, reports, suggestions, and to judge what it says once more.

use crate::probe;
use mastiff_core::json::Json;
use mastiff_core::tool::{self, McpServer};
use mastiff_core::{Decision, ToolCall};

/// One line, with its fields under the names they have in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    fields: Json,
}

/// What a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind<'a> {
    /// The gate answered a call.
    Verdict,
    /// The host says that a call ran, or was tried and failed.
    Ran,
    /// A call ran that was denied, or that nobody had asked about.
    Breach,
    /// Anything else that happened: a pause, a new file, what was purged, an event of a later version.
    Event(&'a str),
}

/// Why a verdict is what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryReason<'a> {
    /// `allow`, `ask` or `deny`.
    pub decision: &'a str,
    /// The rule.
    pub rule: &'a str,
    /// For people; secrets are masked.
    pub message: &'a str,
    /// `file:line` of a policy; `None`: built in.
    pub origin: Option<&'a str>,
    /// `policy`, `floor` or `catastrophe`: what may lift it.
    pub depth: &'a str,
}

/// One thing that the call would have done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryEffect<'a> {
    /// The program; empty for tools, redirections and where it is unknown.
    pub program: &'a str,
    /// `read`, `write`, `delete`, `network`, `opaque` …
    pub does: &'a str,
    /// The path, if it is about one.
    pub path: Option<&'a str>,
}

impl Entry {
    /// Reads one line. `None`: it is no record.
    pub fn parse(line: &[u8]) -> Option<Entry> {
        let fields = Json::parse(line).ok()?;
        matches!(fields, Json::Object(_)).then_some(Entry { fields })
    }

    /// Its number, which is its id for people; 0 for a line that has none.
    pub fn number(&self) -> u64 {
        self.count("n").unwrap_or(0)
    }

    /// What it is about.
    pub fn kind(&self) -> Kind<'_> {
        match self.text("event") {
            None => Kind::Verdict,
            Some("ran") => Kind::Ran,
            Some("breach") => Kind::Breach,
            Some(event) => Kind::Event(event),
        }
    }

    /// When, as ISO 8601 in UTC.
    pub fn time(&self) -> &str {
        self.text("time").unwrap_or_default()
    }

    /// A field that holds text: `session`, `host`, `agent`, `call`, `mode`, `cwd`, `tool`, `rule`, `why` …
    pub fn text(&self, name: &str) -> Option<&str> {
        self.fields.get(name).and_then(Json::as_str)
    }

    /// A field that holds a number: `of` (the verdict that an event belongs to), `micros`, `approved` …
    pub fn count(&self, name: &str) -> Option<u64> {
        match self.fields.get(name)? {
            Json::Number(number) => number.as_u64(),
            Json::Null | Json::Bool(_) | Json::String(_) | Json::Array(_) | Json::Object(_) => None,
        }
    }

    /// A field that is set: `headless`, `paused`, `cut`, `probe`.
    pub fn is(&self, name: &str) -> bool {
        matches!(self.fields.get(name), Some(Json::Bool(true)))
    }

    /// Texts in a list: `roots`.
    pub fn texts(&self, name: &str) -> Vec<&str> {
        self.list(name).filter_map(Json::as_str).collect()
    }

    /// What was judged.
    pub fn decision(&self) -> Option<Decision> {
        [Decision::Allow, Decision::Ask, Decision::Deny]
            .into_iter()
            .find(|decision| self.text("decision") == Some(decision.word()))
    }

    /// What the host was told: `allow`, `silent`, `ask` or `deny`; empty for what is no verdict.
    pub fn outcome(&self) -> &str {
        self.text("outcome").unwrap_or_default()
    }

    /// Every reason.
    pub fn reasons(&self) -> impl Iterator<Item = EntryReason<'_>> {
        self.list("reasons").map(|reason| {
            let text = |name: &str| reason.get(name).and_then(Json::as_str);
            EntryReason {
                decision: text("decision").unwrap_or_default(),
                rule: text("rule").unwrap_or_default(),
                message: text("message").unwrap_or_default(),
                origin: text("origin"),
                depth: text("depth").unwrap_or("policy"),
            }
        })
    }

    /// What the call would have done.
    pub fn effects(&self) -> impl Iterator<Item = EntryEffect<'_>> {
        self.list("effects").map(|effect| {
            let text = |name: &str| effect.get(name).and_then(Json::as_str);
            EntryEffect {
                program: text("program").unwrap_or_default(),
                does: text("does").unwrap_or_default(),
                path: text("path"),
            }
        })
    }

    /// The call as it can be judged again: its input is masked. `None` where there was no call, or where too much of the
    /// input was left out.
    pub fn call(&self) -> Option<ToolCall> {
        if self.is("cut") {
            return None;
        }
        let text = |name: &str| self.text(name).map(str::to_owned);
        let name = text("tool")?;
        let input = self.fields.get("input").filter(|input| **input != Json::Null)?.clone();
        let server = McpServer { name: text("mcp"), source: text("mcp_source") };
        Some(ToolCall {
            tool: tool::read(&name, &input, &server),
            name,
            cwd: text("cwd")?,
            mode: text("mode"),
            id: text("call"),
            agent: text("agent"),
            input,
        })
    }

    /// What it is about in one line: the command, the paths, the address; masked and safe to show.
    pub fn summary(&self) -> String {
        self.text("input")
            .map(str::to_owned)
            .or_else(|| self.call().map(|call| super::summary(&call)))
            .unwrap_or_default()
    }

    /// `mastiff doctor` tried a host's line with it: no agent made this call. Records of earlier versions have no such field,
    /// but the same call.
    pub fn is_probe(&self) -> bool {
        let unmarked = || {
            let command =
                self.fields.get("input").and_then(|input| input.get("command")).and_then(Json::as_str);
            let [summary, cwd] = ["input", "cwd"].map(|name| self.text(name));
            command.or(summary).zip(cwd).is_some_and(|(command, cwd)| probe::is_probe(command, cwd))
        };
        self.is("probe") || unmarked()
    }

    /// All its fields.
    pub fn json(&self) -> &Json {
        &self.fields
    }

    fn list(&self, name: &str) -> impl Iterator<Item = &Json> {
        let items = match self.fields.get(name) {
            Some(Json::Array(items)) => items.as_slice(),
            Some(Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Object(_)) | None => {
                &[]
            }
        };
        items.iter()
    }
}
