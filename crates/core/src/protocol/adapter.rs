//! What is special about a host, as data; how events are read and answered in general stands in `request` and `reply`.

use super::reply::Said;
use super::sent::Sent;
use super::{Event, Reply, reply, sent};
use crate::json::Json;
use alloc::string::String;

/// One host.
pub struct Adapter {
    /// The name in `--host`, policies and the ledger.
    pub id: &'static str,
    /// The name that people know it by.
    pub name: &'static str,
    /// Where it puts what every host sends.
    pub keys: Keys,
    /// The call in an event, by the event's name.
    pub sent: fn(&Json, &Keys, &str) -> Sent,
    /// After a call: it ran, or did not; `None` when that is not clear.
    pub ran: fn(&Json, &Event) -> Option<bool>,
    /// When a stop can be handed to a human.
    pub asks: Asks,
    /// It says that nobody is there to answer.
    pub headless: fn(&Scene<'_>) -> bool,
    /// The variables in which it names the project's directory.
    pub project_variables: &'static [&'static str],
    /// The fields of a shell call's input that say where it runs, as far as this host heeds them.
    pub workdirs: &'static [&'static str],
    /// Its own tools, where it names those of MCP servers like them: a name that is not listed is nobody's. Empty: any name that
    /// some host has.
    pub tools: &'static [&'static str],
    /// Its hooks run where the host works, while the directory in an event is the call's, which the model may choose: the project
    /// is around the former, as it was at the first call of the session.
    pub rooted: bool,
    /// Its hooks may run elsewhere than in the project: a project of one directory is where a call without one runs.
    pub strays: bool,
    /// The tools that hand work to somebody whose own calls do not come here.
    pub unseen: &'static [&'static str],
    /// The tools that look for a file elsewhere in the project where nothing stands at the relative path that they are given.
    pub seekers: &'static [&'static str],
    /// What the host takes for a field that a call leaves out, where that changes what is judged: tool, field, value.
    pub defaults: &'static [(&'static str, &'static str, &'static str)],
    /// Fields that this host calls otherwise than the host whose names are judged: tool, its name, the other. One that it passes
    /// over gets a name by which nothing is left out. In order.
    pub spells: &'static [(&'static str, &'static str, &'static str)],
    /// The same for a value: tool, field, its word, the other.
    pub says: &'static [(&'static str, &'static str, &'static str, &'static str)],
    /// An allow is more than saying nothing: it spares the human a question.
    pub allows: bool,
    /// A line for the user has a place of its own: `systemMessage`.
    pub notices: bool,
    /// The bytes and the exit code that it honours.
    pub write: fn(&Said<'_>) -> Reply,
}

impl Adapter {
    /// A host that sends what Claude Code sends, cannot ask, and is denied by exit code: the others say where they differ.
    pub const PLAIN: Adapter = Adapter {
        id: "",
        name: "",
        keys: Keys::CLAUDE,
        sent: sent::common,
        ran,
        asks: Asks::Never,
        headless: attended,
        project_variables: &[],
        workdirs: &[],
        tools: &[],
        rooted: false,
        strays: false,
        unseen: &[],
        seekers: &[],
        defaults: &[("Grep", "output_mode", "content")],
        spells: &[],
        says: &[],
        allows: false,
        notices: false,
        write: reply::by_exit,
    };
}

/// When a host can hand a call to a human.
#[derive(Clone, Copy, Debug)]
pub enum Asks {
    /// Never: a stop is a deny.
    Never,
    /// At every event before a call; where nobody is there it refuses by itself.
    Always,
    /// The same, but where nobody is there a question ends the whole run.
    Attended,
    /// At these events only.
    At(&'static [&'static str]),
}

/// What a host may say about who is there.
pub struct Scene<'a> {
    /// Its permission mode.
    pub mode: Option<&'a str>,
    /// Its environment.
    pub variable: &'a dyn Fn(&str) -> Option<String>,
    /// The hook has a terminal that controls it.
    pub terminal: bool,
}

/// Names of fields, the one that counts first.
pub struct Keys {
    /// What happened.
    pub event: &'static [&'static str],
    /// What stands in an event after a call alone, where the host does not name its events.
    pub result: &'static [&'static str],
    /// The tool's name.
    pub tool: &'static [&'static str],
    /// The tool's input.
    pub input: &'static [&'static str],
    /// The directory that the call runs in.
    pub cwd: &'static [&'static str],
    /// The session.
    pub session: &'static [&'static str],
    /// The call.
    pub call: &'static [&'static str],
    /// The sub-agent.
    pub agent: &'static [&'static str],
    /// The permission mode.
    pub mode: &'static [&'static str],
    /// The project's directories.
    pub roots: &'static [&'static str],
}

impl Keys {
    /// Claude Code's, which many hosts took over.
    pub const CLAUDE: Keys = Keys {
        event: &["hook_event_name"],
        result: &[],
        tool: &["tool_name"],
        input: &["tool_input"],
        cwd: &["cwd"],
        session: &["session_id"],
        call: &["tool_use_id"],
        agent: &["agent_id"],
        mode: &["permission_mode"],
        roots: &[],
    };
}

impl Asks {
    /// A human can be asked at the event `name`.
    pub fn at(self, name: &str, headless: bool) -> bool {
        match self {
            Asks::Never => false,
            Asks::Always => true,
            Asks::Attended => !headless,
            Asks::At(names) => names.contains(&name),
        }
    }
}

/// Nothing says that nobody is there.
pub fn attended(_: &Scene<'_>) -> bool {
    false
}

/// A host that tells failures apart: what is no failure ran. A failure may be one before the tool began.
pub fn ran(_: &Json, event: &Event) -> Option<bool> {
    (*event == Event::PostTool).then_some(true)
}
