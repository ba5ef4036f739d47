//! Gemini CLI: `tmp/<project>/chats/session-*`, as lines or, in earlier versions, as one object.
//!
//! A message is written again whenever something is added to it, and a chat that is taken up again begins with all that came
//! before: calls repeat. The directory stands in a file beside the chats, or in the words that open a chat.

use super::said::{into_items, object, text};
use super::{Called, Heard, NAMELESS, Records};
use mastiff_core::ToolCall;
use mastiff_core::json::Json;
use mastiff_core::protocol::{self, Host};
use mastiff_core::tool::McpServer;
use memchr::memmem::{Finder, find};

const CALLS: &[u8] = b"\"toolCalls\"";
const HEADER: &[u8] = b"\"projectHash\"";
/// The first directory of the project in the words that open a chat, as it stands in JSON.
const OPENINGS: &[&[u8]] =
    &[b"Workspace Directories:**\\n  - /", b"I'm currently working in the directory: /"];
/// Records in which those words may stand.
const FIRST: u64 = 16;

pub struct Reader {
    calls: Finder<'static>,
    header: Finder<'static>,
    session: Option<String>,
    cwd: Option<String>,
    seen: std::cell::Cell<u64>,
}

impl Reader {
    pub fn new(project: Option<&str>) -> Self {
        Reader {
            calls: Finder::new(CALLS),
            header: Finder::new(HEADER),
            session: None,
            cwd: project.map(str::to_owned),
            seen: std::cell::Cell::new(0),
        }
    }

    fn opens(&self, record: &[u8]) -> bool {
        self.seen.set(self.seen.get() + 1);
        self.cwd.is_none() && self.seen.get() <= FIRST && directory(record).is_some()
    }

    fn called(&self, time: Option<&str>, mut call: Json) -> Option<Called> {
        let name = text(&call, "name")?;
        let input = call.take("args").unwrap_or(Json::Null);
        let cwd = self.cwd.clone().unwrap_or_default();
        let server = McpServer { name: server(&name, &call), source: None };
        Some(Called {
            host: Some(Host::Gemini),
            call: ToolCall {
                tool: protocol::tool(Some(Host::Gemini), &name, &input, &server),
                name,
                cwd: cwd.clone(),
                mode: None,
                id: text(&call, "id"),
                agent: None,
                input,
            },
            session: self.session.clone(),
            root: cwd,
            time: text(&call, "timestamp").or_else(|| time.map(str::to_owned)),
            attended: true,
            then: None,
        })
    }

    /// `nameless` is set where a call has no name. `false`: enough.
    fn message(&self, mut message: Json, nameless: &mut bool, tell: &mut dyn FnMut(Heard) -> bool) -> bool {
        let calls = into_items(message.take("toolCalls"));
        let time = text(&message, "timestamp");
        for call in calls {
            match self.called(time.as_deref(), call) {
                Some(called) => {
                    if !tell(Heard::Call(Box::new(called))) {
                        return false;
                    }
                }
                None => *nameless = true,
            }
        }
        true
    }
}

impl Records for Reader {
    fn matters(&self, record: &[u8]) -> bool {
        self.opens(record) || self.calls.find(record).is_some() || self.header.find(record).is_some()
    }

    fn hear(&mut self, record: &[u8], tell: &mut dyn FnMut(Heard) -> bool) -> Result<bool, String> {
        if self.cwd.is_none() {
            self.cwd = directory(record);
        }
        let mut line = object(record)?;
        if line.get("projectHash").is_some() {
            self.session = text(&line, "sessionId").or(self.session.take());
        }
        // All messages at once, where a chat is taken up again or rewritten.
        let list =
            line.take("$set").and_then(|mut set| set.take("messages")).or_else(|| line.take("messages"));
        let mut nameless = false;
        for message in into_items(list).into_iter().chain([line]) {
            if !self.message(message, &mut nameless, tell) {
                return Ok(false);
            }
        }
        if nameless { Err(NAMELESS.into()) } else { Ok(true) }
    }
}

/// The server of a tool that is shown as `tool (server MCP Server)`. Its hook is told it.
fn server(name: &str, call: &Json) -> Option<String> {
    let shown = call.get("displayName").and_then(Json::as_str).filter(|_| name.starts_with("mcp_"))?;
    let (_, server) = shown.strip_suffix(" MCP Server)")?.rsplit_once('(')?;
    Some(server.to_owned())
}

/// The directory in the words that open a chat.
fn directory(record: &[u8]) -> Option<String> {
    let behind = OPENINGS.iter().find_map(|words| {
        let at = find(record, words)?;
        record.get(at + words.len() - 1..)
    })?;
    let end = behind.iter().position(|byte| matches!(byte, b'\\' | b'"'))?;
    let path = std::str::from_utf8(behind.get(..end)?).ok()?;
    Some(path.trim_end().to_owned())
}
