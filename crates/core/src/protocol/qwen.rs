//! Qwen Code: Gemini's engine with Claude Code's events and answers. Exit 2 needs a text on standard error.

use super::adapter::{Adapter, Asks, Keys, attended, ran};
use super::reply::{Said, claude_form};
use super::{Reply, sent};

pub static ADAPTER: Adapter = Adapter {
    id: "qwen",
    name: "Qwen Code",
    keys: Keys { call: &["tool_use_id", "tool_call_id"], ..Keys::CLAUDE },
    sent: sent::common,
    ran,
    asks: Asks::Always,
    headless: attended,
    project_variables: &["QWEN_PROJECT_DIR"],
    workdirs: &["directory"],
    strays: false,
    unseen: &[],
    allows: true,
    notices: true,
    write,
};

fn write(said: &Said<'_>) -> Reply {
    said.reply(claude_form(said))
}
