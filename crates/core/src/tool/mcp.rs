//! Tools of MCP servers: the names that hosts make for them.

use crate::call::Tool;
use alloc::string::String;

/// What the host says about an MCP server beside the tool's name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct McpServer {
    /// The server's name, if the host gives it apart; empty if it only says that there is one.
    pub name: Option<String>,
    /// Where it is configured.
    pub source: Option<String>,
}

impl McpServer {
    /// The host says that the tool is one of a server.
    pub fn is_named(&self) -> bool {
        self.name.is_some() || self.source.is_some()
    }
}

/// How hosts put a server and its tool into one name: before, between, and whether the cut is certain without help.
const FORMS: &[(&str, &str, bool)] = &[("mcp__", "__", true), ("mcp_", "_", false), ("@", "/", true)];

/// A tool of a server. Where the host does not name the server apart and the name can be cut in two ways, the server
/// stays unknown, so that no rule for another server matches.
pub fn read(name: &str, server: &McpServer) -> Option<Tool> {
    let tool = |server_name: &str, tool: &str| {
        Some(Tool::Mcp { server: server_name.into(), source: server.source.clone(), tool: tool.into() })
    };
    if let Some(rest) = name.strip_prefix("MCP:") {
        return tool("", rest);
    }
    let form = FORMS.iter().find_map(|form| Some((name.strip_prefix(form.0)?, form)));
    let Some((rest, (_, between, certain))) = form else {
        // Only the host's word makes it one of a server.
        return server.is_named().then(|| tool(server.name.as_deref().unwrap_or_default(), name)).flatten();
    };
    match &server.name {
        Some(named) => match after(rest, named, between) {
            Some(part) => tool(named, part),
            None => tool("", rest),
        },
        None if *certain => match once(rest, between) {
            Some((named, part)) => tool(named, part),
            None => tool("", rest),
        },
        None => server.is_named().then(|| tool("", rest)).flatten(),
    }
}

/// What stands behind the server's name.
fn after<'a>(rest: &'a str, server: &str, between: &str) -> Option<&'a str> {
    let tail = rest.strip_prefix(spelled(server).as_str()).or_else(|| rest.strip_prefix(server))?;
    tail.strip_prefix(between).filter(|tool| !tool.is_empty() && !server.is_empty())
}

/// The two parts, if there is but one way to cut.
fn once<'a>(rest: &'a str, between: &str) -> Option<(&'a str, &'a str)> {
    rest.split_once(between).filter(|(_, tool)| !tool.is_empty() && !tool.contains(between))
}

/// A server's name as it stands inside a tool's name.
fn spelled(server: &str) -> String {
    server
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' })
        .collect()
}
