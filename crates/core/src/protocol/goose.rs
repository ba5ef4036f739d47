//! goose: the event's name under `event`, the directory under `working_dir`; exit 2 or `decision: "block"` denies.

use super::Reply;
use super::adapter::{Adapter, Keys};
use super::reply::{Said, document, quoted};
use crate::policy::Outcome;
use alloc::format;

pub static ADAPTER: Adapter = Adapter {
    id: "goose",
    name: "goose",
    keys: Keys { event: &["event"], cwd: &["working_dir"], ..Keys::CLAUDE },
    write,
    ..Adapter::PLAIN
};

fn write(said: &Said<'_>) -> Reply {
    let denied = said.outcome == Outcome::Deny;
    let block = denied.then(|| format!("\"decision\":\"block\",\"reason\":{}", quoted(said.line)));
    said.reply(document([block]))
}
