//! goose: the event's name under `event`, the directory under `working_dir`; exit 2 or `decision: "block"` denies.

use super::adapter::{Adapter, Asks, Keys, attended, ran};
use super::reply::{Said, document, quoted};
use super::{Reply, sent};
use crate::policy::Outcome;
use alloc::format;

pub static ADAPTER: Adapter = Adapter {
    id: "goose",
    name: "goose",
    keys: Keys { event: &["event"], cwd: &["working_dir"], ..Keys::CLAUDE },
    sent: sent::common,
    ran,
    asks: Asks::Never,
    headless: attended,
    project_variables: &[],
    workdirs: &[],
    strays: false,
    unseen: &[],
    allows: false,
    notices: false,
    write,
};

fn write(said: &Said<'_>) -> Reply {
    let denied = said.outcome == Outcome::Deny;
    let block = denied.then(|| format!("\"decision\":\"block\",\"reason\":{}", quoted(said.line)));
    said.reply(document([block]))
}
