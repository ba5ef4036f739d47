//! A call that a person asks about: from arguments or a batch line to a verdict.
//!
//! It goes the way of a real call, except that nothing is remembered and nothing recorded.

use crate::args::{Args, Flag, Usage, path, switch, value};
use crate::command::init::level::named as named_level;
use crate::exit::Failure;
use crate::judged::Judged;
use crate::look::Look;
use mastiff_core::json::Json;
use mastiff_core::policy::{Level, Outcome};
use mastiff_core::protocol::{self, Asker, Host};
use mastiff_core::tool::{self, McpServer};
use mastiff_core::{ToolCall, Verdict};
use mastiff_engine::machine::{Machine, Opened};
use mastiff_engine::session::Seen;
use std::io::Read;
use std::path::Path;

/// `--tool NAME`
pub const TOOL: Flag = value("--tool", "NAME", "a tool as the host calls it, instead of a command line");
/// `--input JSON`
pub const INPUT: Flag = value("--input", "JSON", "that tool's input");
/// `--cwd DIR`
pub const CWD: Flag = path("--cwd", "DIR", "the directory the call runs in (this one)");
/// `--root DIR`
pub const ROOT: Flag = path("--root", "DIR", "the project (the repository around --cwd)");
/// `--level NAME`
pub const LEVEL: Flag = value("--level", "NAME", "judge at this level: strict, normal or quiet");
/// `--policy FILE`
pub const POLICY: Flag = path("--policy", "FILE", "this policy instead of the user's");
/// `--host NAME`
pub const HOST: Flag = value("--host", "NAME", "answer as for this host (claude)");
/// `--mode NAME`
pub const MODE: Flag = value("--mode", "NAME", "the host's permission mode");
/// `--headless`
pub const HEADLESS: Flag = switch("--headless", "nobody is there to answer");

/// The permission modes that hosts send.
const MODES: &[&str] = &[
    "default",
    "plan",
    "acceptEdits",
    "auto",
    "dontAsk",
    "bypassPermissions",
    "auto_edit",
    "yolo",
    "off",
    "spec",
    "auto-low",
    "auto-medium",
    "auto-high",
];

/// The longest command that is read from standard input.
const BYTES: u64 = 8 << 20;

/// What holds for every question of a run.
pub struct Settings {
    machine: Machine,
    cwd: String,
    roots: Vec<String>,
    host: Host,
    mode: Option<String>,
    headless: bool,
}

/// A call, before it is judged.
pub struct Question {
    tool: String,
    input: Json,
    cwd: Option<String>,
}

impl Settings {
    /// From the flags that `check` and `explain` share.
    pub fn from_args(args: &Args) -> Result<Self, Failure> {
        let cwd = match args.value("--cwd") {
            Some(dir) => directory(&CWD, dir)?,
            None => text(
                std::env::current_dir().map_err(|e| Failure::new(format!("this directory is gone: {e}")))?,
            )?,
        };
        let root = args.value("--root").map(|dir| directory(&ROOT, dir)).transpose()?;
        let settings = Settings {
            machine: Machine::new(args.value("--policy")).at_level(level(args)?),
            cwd,
            roots: root.into_iter().collect(),
            host: host(args.value("--host").unwrap_or("claude"))?,
            mode: args.value("--mode").map(Into::into),
            headless: args.has("--headless"),
        };
        settings.check_mode().map(|()| settings)
    }

    /// A mode that no host has is a slip, unless a policy speaks of it.
    fn check_mode(&self) -> Result<(), Failure> {
        let Some(mode) = self.mode.as_deref().filter(|mode| !MODES.contains(mode)) else { return Ok(()) };
        if self.open(&self.cwd)?.policy.names_mode(mode) {
            return Ok(());
        }
        let failure = Failure::new(format!("there is no permission mode `{}`", mode.escape_debug()));
        Err(failure.hint(format!("one of {}, or a `[mode.NAME]` of the policy", MODES.join(", "))))
    }

    /// The verdict on one question.
    pub fn judge(&self, question: Question) -> Result<Judged, Failure> {
        Look::begin(self).judge(question)
    }

    /// Session and policy for calls made in `cwd`.
    pub fn open(&self, cwd: &str) -> Result<Opened, Failure> {
        let seen = Seen { id: None, declared: &self.roots, cwd, headless: self.headless };
        self.machine.open(&seen).map_err(Failure::new)
    }

    /// What a decision becomes for this host, mode and run.
    pub fn outcome(&self, opened: &Opened, verdict: &Verdict) -> Outcome {
        let outcome = opened.policy.outcome_of(verdict, self.host.id(), self.mode.as_deref(), self.headless);
        match outcome {
            Outcome::Ask if !Asker::from(Some(self.host)).asks => Outcome::Deny,
            Outcome::Allow | Outcome::Silent | Outcome::Ask | Outcome::Deny => outcome,
        }
    }

    /// The call that a question is about.
    pub fn call(&self, question: Question) -> ToolCall {
        let server = McpServer::default();
        let input = protocol::with_defaults(Some(self.host), &question.tool, question.input);
        ToolCall {
            tool: tool::read(&question.tool, &input, &server),
            name: question.tool,
            cwd: question.cwd.unwrap_or_else(|| self.cwd.clone()),
            mode: self.mode.clone(),
            id: None,
            agent: None,
            input,
        }
    }
}

impl Question {
    /// The one question that the arguments hold.
    pub fn from_args(usage: &Usage, args: &Args) -> Result<Self, Failure> {
        match (args.operands(), args.value("--tool"), args.value("--input")) {
            ([command], None, None) if command == "-" => Ok(Question::command(&read_command()?)),
            ([command], None, None) => Ok(Question::command(command)),
            ([], Some(tool), Some(input)) => {
                let input = Json::parse(input.as_bytes());
                let input = input.map_err(|error| Failure::new(format!("`--input` is not JSON: {error}")))?;
                Ok(Question::tool(tool, input))
            }
            ([], Some(_), None) => Err(Failure::new("`--tool` needs `--input JSON`")),
            ([], None, Some(_)) => Err(Failure::new("`--input` needs `--tool NAME`")),
            ([], None, None) => {
                Err(Failure::new("nothing to judge").hint(format!("mastiff {} 'git status'", usage.name)))
            }
            ([..], Some(_), _) | ([..], _, Some(_)) => {
                Err(Failure::new("a command line and `--tool` are two different questions"))
            }
            (several, None, None) => {
                Err(Failure::new(format!("{} arguments, where one command was expected", several.len()))
                    .hint(format!("quote the whole command: mastiff {} 'git push --force'", usage.name)))
            }
        }
    }

    /// A command line for the shell tool.
    pub fn command(command: &str) -> Self {
        let input = Json::Object(vec![("command".into(), Json::String(command.into()))]);
        Question::tool("Bash", input)
    }

    /// Any tool.
    pub fn tool(name: &str, input: Json) -> Self {
        Question { tool: name.into(), input, cwd: None }
    }

    /// The same, in another directory.
    pub fn in_dir(mut self, cwd: Option<&str>) -> Result<Self, Failure> {
        self.cwd = cwd.map(absolute).transpose()?;
        Ok(self)
    }
}

/// The level that was named.
pub fn level(args: &Args) -> Result<Option<Level>, Failure> {
    args.value("--level").map(named_level).transpose()
}

fn host(name: &str) -> Result<Host, Failure> {
    let failure = || {
        let names: Vec<&str> = Host::all().map(Host::id).collect();
        Failure::new(format!("there is no host `{name}`")).hint(format!("one of {}", names.join(", ")))
    };
    Host::from_id(name).ok_or_else(failure)
}

fn read_command() -> Result<String, Failure> {
    let mut command = String::new();
    std::io::stdin().lock().take(BYTES).read_to_string(&mut command)?;
    Ok(command)
}

/// The directory that a flag names.
pub fn directory(flag: &Flag, dir: &str) -> Result<String, Failure> {
    let path = absolute(dir)?;
    match std::fs::metadata(&path) {
        Ok(found) if found.is_dir() => Ok(path),
        Ok(_) => Err(Failure::new(format!("`{} {}`: that is no directory", flag.name, dir.escape_debug()))),
        Err(error) => Err(Failure::new(format!("`{} {}`: {error}", flag.name, dir.escape_debug()))),
    }
}

fn absolute(dir: &str) -> Result<String, Failure> {
    let path = std::path::absolute(Path::new(dir));
    text(path.map_err(|error| Failure::new(format!("`{dir}` cannot be a directory: {error}")))?)
}

fn text(path: std::path::PathBuf) -> Result<String, Failure> {
    let bad =
        |path: std::ffi::OsString| Failure::new(format!("`{}` is not valid UTF-8", path.to_string_lossy()));
    path.into_os_string().into_string().map_err(bad)
}
