//! A call that a person asks about: from arguments or a batch line to a verdict.
//!
//! It goes the way of a real call, except that nothing is remembered and nothing recorded.

use crate::args::{Args, Flag, Usage, switch, value};
use crate::exit::Failure;
use crate::judged::Judged;
use mastiff_core::json::Json;
use mastiff_core::{Policy, Session, ToolCall, decide};

/// `--tool NAME`
pub const TOOL: Flag = value("--tool", "NAME", "a tool as the host calls it, instead of a command line");
/// `--input JSON`
pub const INPUT: Flag = value("--input", "JSON", "that tool's input");
/// `--cwd DIR`
pub const CWD: Flag = value("--cwd", "DIR", "the directory the call runs in (this one)");
/// `--root DIR`
pub const ROOT: Flag = value("--root", "DIR", "the project (the repository around --cwd)");
/// `--policy FILE`
pub const POLICY: Flag = value("--policy", "FILE", "this policy instead of the user's");
/// `--host NAME`
pub const HOST: Flag = value("--host", "NAME", "answer as for this host (claude)");
/// `--mode NAME`
pub const MODE: Flag = value("--mode", "NAME", "the host's permission mode");
/// `--headless`
pub const HEADLESS: Flag = switch("--headless", "nobody is there to answer");

/// What holds for every question of a run.
pub struct Settings {}

/// A call, before it is judged.
pub struct Question<'a> {
    settings: &'a Settings,
}

pub fn settings(args: &Args) -> Result<Settings, Failure> {
    Err(Failure::new("x"))
}
pub struct Asked(Judged);
impl Asked {
    pub fn judge(self) -> Result<Judged, Failure> {
        Ok(self.0)
    }
}
pub fn from_args(usage: &Usage, args: &Args) -> Result<Asked, Failure> {
    Err(Failure::new("x"))
}
impl<'a> Question<'a> {
    pub fn command(settings: &'a Settings, command: &str) -> Self {
        Question { settings }
    }
    pub fn tool(settings: &'a Settings, name: &str, input: Json) -> Self {
        Question { settings }
    }
    pub fn in_dir(self, cwd: Option<&str>) -> Self {
        self
    }
    pub fn judge(&self) -> Result<Judged, Failure> {
        Err(Failure::new("x"))
    }
}
