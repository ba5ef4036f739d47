//! Claude Code: `projects/<directory>/<session>.jsonl`, and a file of the same form for each sub-agent.

use super::said::{into_items, is_whole, object, text};
use super::{Called, Heard, NAMELESS, NOT_WHOLE, Records};
use mastiff_core::ToolCall;
use mastiff_core::json::Json;
use mastiff_core::protocol::{self, Host};
use mastiff_core::tool::McpServer;
use memchr::memmem::Finder;

/// Stands in every message that calls a tool. Text that quotes it has its quotes escaped.
const CALL: &[u8] = b"\"tool_use\"";
/// The mode stands in what the user said, and holds from there on.
const MODE: &[u8] = b"\"permissionMode\":\"";
/// How it was started where nobody sat in front of it.
const UNATTENDED: &[&str] = &["sdk-cli", "sdk-ts", "sdk-py", "claude-code-github-action", "mcp"];

pub struct Reader {
    call: Finder<'static>,
    mode: Finder<'static>,
    current_mode: Option<String>,
    root: Option<String>,
}

impl Reader {
    pub fn new() -> Self {
        Reader { call: Finder::new(CALL), mode: Finder::new(MODE), current_mode: None, root: None }
    }

    /// Read without parsing: such lines can be long.
    fn note_mode(&mut self, record: &[u8]) {
        let behind = self.mode.find(record).and_then(|at| record.get(at + MODE.len()..));
        let word = behind.and_then(|behind| behind.split(|byte| *byte == b'"').next());
        let plain = word.filter(|word| word.len() < 64 && word.iter().all(u8::is_ascii_alphanumeric));
        if let Some(word) = plain.and_then(|word| std::str::from_utf8(word).ok()) {
            self.current_mode = Some(word.to_owned());
        }
    }

    fn called(&mut self, line: &Json, mut block: Json) -> Option<Called> {
        let name = text(&block, "name")?;
        let input = block.take("input").unwrap_or(Json::Null);
        let cwd = text(line, "cwd").unwrap_or_default();
        let root = self.root.get_or_insert_with(|| cwd.clone()).clone();
        let mode = self.current_mode.clone();
        let alone = text(line, "entrypoint").is_some_and(|entry| UNATTENDED.contains(&entry.as_str()));
        Some(Called {
            host: Some(Host::Claude),
            call: ToolCall {
                tool: protocol::tool(Some(Host::Claude), &name, &input, &McpServer::default()),
                name,
                cwd,
                id: text(&block, "id"),
                agent: text(line, "agentId"),
                input,
                mode: mode.clone(),
            },
            session: text(line, "sessionId"),
            root,
            time: text(line, "timestamp"),
            attended: !alone && mode.as_deref() != Some("dontAsk"),
            then: None,
        })
    }
}

impl Records for Reader {
    fn matters(&self, record: &[u8]) -> bool {
        self.call.find(record).is_some() || self.mode.find(record).is_some()
    }

    fn hear(&mut self, record: &[u8], tell: &mut dyn FnMut(Heard) -> bool) -> Result<bool, String> {
        if self.call.find(record).is_none() {
            if !is_whole(record) {
                return Err(NOT_WHOLE.into());
            }
            self.note_mode(record);
            return Ok(true);
        }
        let mut line = object(record)?;
        let message = match line.take("message") {
            Some(message) => Some(message),
            // What a sub-agent does, told to the session that waits for it.
            None => line.take("data").and_then(|mut data| data.take("message")?.take("message")),
        };
        let content = into_items(message.and_then(|mut message| message.take("content")));
        let calls =
            content.into_iter().filter(|block| block.get("type").and_then(Json::as_str) == Some("tool_use"));
        let mut nameless = false;
        for block in calls {
            match self.called(&line, block) {
                Some(called) => {
                    if !tell(Heard::Call(Box::new(called))) {
                        return Ok(false);
                    }
                }
                None => nameless = true,
            }
        }
        if nameless { Err(NAMELESS.into()) } else { Ok(true) }
    }
}
