//! Whether a file of the project may be what an MCP server's name comes from.
//!
//! Few hosts say where a server is configured. Most read servers from files of the project too, and there a repository may
//! give its own server the name of one of the user's.

use crate::call::Session;
use crate::effect::place::{join, within};
use crate::world::{Stands, Unreadable, World};
use alloc::string::String;
use alloc::vec::Vec;

/// Files of a project in which hosts look for servers.
const FILES: &[&str] = &[
    ".mcp.json",
    "mcp.json",
    ".mcp.jsonc",
    ".agent/settings.local.toml",
    ".agent/settings.toml",
    ".agents/mcp.json",
    ".aider.conf.yml",
    ".amazonq/default.json",
    ".amazonq/mcp.json",
    ".amp/settings.json",
    ".augment/settings.json",
    ".claude.json",
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".claw.json",
    ".claw/mcp.json",
    ".claw/settings.json",
    ".claw/settings.local.json",
    ".cline/mcp.json",
    ".codex/config.toml",
    ".continue/config.json",
    ".continue/config.yaml",
    ".copilot/mcp-config.json",
    ".crush.json",
    "crush.json",
    ".cursor/mcp.json",
    ".devcontainer/devcontainer.json",
    ".factory/mcp.json",
    ".factory/settings.json",
    ".gemini/settings.json",
    ".github/copilot/mcp-config.json",
    ".github/copilot/settings.json",
    ".github/copilot/settings.local.json",
    ".github/mcp.json",
    ".goose/config.yaml",
    ".goosehints",
    ".junie/mcp/mcp.json",
    ".kilocode/mcp.json",
    ".kiro/settings/mcp.json",
    ".opencode/opencode.json",
    ".opencode/opencode.jsonc",
    "opencode.json",
    "opencode.jsonc",
    ".qwen/settings.json",
    ".roo/mcp.json",
    ".trae/mcp.json",
    ".vscode/mcp.json",
    ".vscode/settings.json",
    ".windsurf/mcp_config.json",
    ".zed/settings.json",
];

/// Folders of a project whose files bring servers, whatever these are called.
const FOLDERS: &[&str] = &[
    ".amazonq/cli-agents",
    ".agents/plugins",
    ".claude/agents",
    ".claude/plugins",
    ".claude-plugin",
    ".continue/mcpServers",
    ".factory/plugins",
    ".gemini/extensions",
    ".kiro/agents",
    ".opencode/agent",
    ".opencode/agents",
    ".opencode/plugin",
    ".opencode/plugins",
    ".qwen/extensions",
];

/// Files of such a folder that are looked at.
const MOST_FILES: usize = 64;

/// A file of the project may define a server of this name, for all that can be told.
pub fn may_be(server: &str, cwd: &str, session: &Session, world: &dyn World) -> bool {
    let dirs = folders(cwd, session);
    let file = |dir: &String| FILES.iter().any(|name| may_name(server, &join(dir, name), world));
    let holds = |dir: &String| FOLDERS.iter().any(|name| may_hold(server, &join(dir, name), world));
    dirs.iter().any(|dir| file(dir) || holds(dir))
}

/// The roots, and where the call is made from, with what is above it up to a root.
fn folders(cwd: &str, session: &Session) -> Vec<String> {
    let mut dirs: Vec<String> = session.roots.clone();
    let mut dir = cwd.trim_end_matches('/');
    while !dirs.iter().any(|known| known == dir) && !dir.is_empty() {
        dirs.push(dir.into());
        let above = dir.rsplit_once('/').map_or("", |(above, _)| above);
        if !session.roots.iter().any(|root| within(above, root)) {
            break;
        }
        dir = above;
    }
    dirs
}

/// The text has the name in it, in whichever spelling hosts make of it, or may have it where letters are written otherwise.
fn may_name(server: &str, file: &str, world: &dyn World) -> bool {
    match world.read(file) {
        Ok(text) => {
            let escaped = ["\\u", "\\x", "\\U"].iter().any(|sign| text.contains(sign));
            escaped || plain(&text).contains(&plain(server))
        }
        Err(Unreadable::Missing) => false,
        Err(Unreadable::TooLarge | Unreadable::Other) => true,
    }
}

/// Letters and digits alone: hosts make `_` of the rest, and drop some of it.
fn plain(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// One of the files in a folder may name it; a folder in it is not looked into.
fn may_hold(server: &str, folder: &str, world: &dyn World) -> bool {
    match world.resolve(folder).map(|found| found.stands) {
        Some(Stands::Nothing) => return false,
        Some(Stands::Directory) => {}
        Some(Stands::File { .. } | Stands::Other) | None => return true,
    }
    let Some(names) = world.list(folder) else { return true };
    let may = |name: &String| {
        let path = join(folder, name);
        let is_folder = world.resolve(&path).is_none_or(|found| found.stands == Stands::Directory);
        is_folder || may_name(server, &path, world)
    };
    names.len() > MOST_FILES || names.iter().any(may)
}
