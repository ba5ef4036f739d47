//! Qwen Code: Gemini's engine with Claude Code's events and answers. Exit 2 needs a text on standard error.

use super::Reply;
use super::adapter::{Adapter, Asks, Keys};
use super::reply::{Said, claude_form};

pub static ADAPTER: Adapter = Adapter {
    id: "qwen",
    name: "Qwen Code",
    keys: Keys { call: &["tool_use_id", "tool_call_id"], ..Keys::CLAUDE },
    asks: Asks::Always,
    project_variables: &["QWEN_PROJECT_DIR"],
    workdirs: &["directory"],
    allows: true,
    notices: true,
    // As in the engine that it comes from.
    seekers: &["replace", "edit"],
    write,
    ..Adapter::PLAIN
};

fn write(said: &Said<'_>) -> Reply {
    said.reply(claude_form(said))
}
