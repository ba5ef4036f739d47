//! What a hook is sent.
//!
//! The payload is the dialect's own: its keys in its order, its names of events and tools. It is one line of JSON,
//! whatever the input holds, and always whole; a final newline stands where the host sends one, and where scripts read
//! a line.
//!
//! The variables are those of the dialect's host, as far as they tell about the event: never those by which a host
//! says who it is. Every dialect also gets the common ones (`environment`).

mod agent_code;
mod claude;
mod claw;
mod codex;
mod environment;
mod fields;
mod gemini;
mod hook_system;
mod scene;

use super::{Dialect, Occasion};
use alloc::string::String;
use alloc::vec::Vec;
use scene::Scene;

/// What a hook finds when it starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// Its standard input, or the body of a request.
    pub stdin: String,
    /// Variables that are added to the host's environment.
    pub env: Vec<(String, String)>,
    /// Variables of the host that it does not inherit; a star at the end stands for any letters. They go before those
    /// of `env` come.
    pub without: &'static [&'static str],
    /// Variables that do not hold all of their text: a hook that looks at nothing else may miss something.
    pub cut: Vec<&'static str>,
}

/// What a dialect's hooks are sent on an occasion.
pub fn message(dialect: Dialect, occasion: &Occasion<'_>) -> Message {
    let scene = Scene::new(dialect, occasion);
    let payload = match dialect {
        Dialect::HookSystem => hook_system::payload(&scene),
        Dialect::Claude => claude::payload(&scene),
        Dialect::Codex => codex::payload(&scene),
        Dialect::Gemini => gemini::payload(&scene),
        Dialect::Claw => claw::payload(&scene),
        Dialect::Veto | Dialect::AgentCode => agent_code::payload(&scene),
    };
    let mut stdin = alloc::format!("{payload}");
    let environment = environment::environment(&scene, &stdin);
    stdin.push_str(end(dialect));
    Message {
        stdin,
        env: environment.variables,
        without: environment::not_inherited(dialect),
        cut: environment.cut,
    }
}

/// What stands behind the payload.
fn end(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::HookSystem | Dialect::Veto | Dialect::Claude | Dialect::Claw | Dialect::AgentCode => "\n",
        Dialect::Codex | Dialect::Gemini => "",
    }
}
