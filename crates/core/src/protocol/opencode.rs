//! opencode: no hooks of its own; a plugin passes each call on, and throws when it is denied by exit code.

use super::adapter::{Adapter, Asks, Keys, attended, ran};
use super::{reply, sent};

pub static ADAPTER: Adapter = Adapter {
    id: "opencode",
    name: "opencode",
    keys: Keys::CLAUDE,
    sent: sent::common,
    ran,
    asks: Asks::Never,
    headless: attended,
    project_variables: &[],
    workdirs: &["workdir"],
    strays: false,
    unseen: &[],
    allows: false,
    notices: false,
    write: reply::by_exit,
};
