//! Codex: `sessions/<year>/<month>/<day>/rollout-*.jsonl`.
//!
//! A call is told as its hook is: whatever the tool that runs a command is called, the hook sees `Bash` with a `command`, in
//! the directory that the model asked for.

use super::said::{items, json, object, text};
use super::{Called, Heard, NAMELESS, Records};
use mastiff_core::ToolCall;
use mastiff_core::effect::place::join;
use mastiff_core::json::Json;
use mastiff_core::protocol::{self, Host};
use mastiff_core::quote;
use mastiff_core::tool::McpServer;
use memchr::memmem::Finder;

/// What stands in a line that matters: the end of the name of every kind of call, and where a session and a turn begin.
const MARKS: &[&str] = &["_call\"", "\"session_meta\"", "\"turn_context\""];
/// Tools that run a command.
const SHELLS: &[&str] = &["exec_command", "shell", "shell_command", "local_shell", "container.exec"];
/// Tools that no hook is told of.
const UNSEEN: &[&str] = &["write_stdin", "wait"];
/// Programs whose `-c` is a command, and how that flag is spelled.
const INTERPRETERS: &[&str] = &["bash", "sh", "zsh", "dash"];
const COMMAND_FLAGS: &[&str] = &["-c", "-lc", "-ic", "-lic"];

pub struct Reader {
    marks: Vec<Finder<'static>>,
    session: Option<String>,
    /// Where the session began; empty: not said.
    root: String,
    cwd: String,
    mode: Option<String>,
}

impl Reader {
    pub fn new() -> Self {
        let marks = MARKS.iter().map(|mark| Finder::new(mark.as_bytes())).collect();
        Reader { marks, session: None, root: String::new(), cwd: String::new(), mode: None }
    }

    /// A fork begins with its own name, and goes on with those of its parents.
    fn begin(&mut self, meta: &Json) {
        if self.session.is_none() {
            self.session = text(meta, "id").or_else(|| text(meta, "session_id"));
            self.root = text(meta, "cwd").unwrap_or_default();
            self.cwd = self.root.clone();
        }
    }

    fn turn(&mut self, context: &Json) {
        if let Some(cwd) = text(context, "cwd") {
            if self.root.is_empty() {
                self.root.clone_from(&cwd);
            }
            self.cwd = cwd;
        }
        self.mode = text(context, "approval_policy")
            .map(|policy| if policy == "never" { "bypassPermissions" } else { "default" }.to_owned());
    }

    fn called(&self, time: Option<String>, id: Option<String>, asked: Asked) -> Heard {
        let Asked { name, input, workdir } = asked;
        let cwd = workdir.map_or_else(|| self.cwd.clone(), |workdir| join(&self.cwd, &workdir));
        Heard::Call(Box::new(Called {
            host: Some(Host::Codex),
            call: ToolCall {
                tool: protocol::tool(Some(Host::Codex), &name, &input, &McpServer::default()),
                name,
                cwd: if cwd.starts_with('/') { cwd } else { String::new() },
                mode: self.mode.clone(),
                id,
                agent: None,
                input,
            },
            session: self.session.clone(),
            root: self.root.clone(),
            time,
            attended: true,
            then: None,
        }))
    }
}

impl Records for Reader {
    fn matters(&self, record: &[u8]) -> bool {
        self.marks.iter().any(|mark| mark.find(record).is_some())
    }

    fn hear(&mut self, record: &[u8], tell: &mut dyn FnMut(Heard) -> bool) -> Result<bool, String> {
        let mut line = object(record)?;
        let kind = text(&line, "type").unwrap_or_default();
        let time = text(&line, "timestamp");
        // The first versions wrote the items themselves.
        let item = line.take("payload").unwrap_or(line);
        match kind.as_str() {
            "session_meta" => self.begin(&item),
            "turn_context" => self.turn(&item),
            "response_item" | "function_call" | "local_shell_call" | "custom_tool_call" => {
                let id = text(&item, "call_id").or_else(|| text(&item, "id"));
                return match asked(item)? {
                    None => Ok(true),
                    Some(asked) if UNSEEN.contains(&asked.name.as_str()) => Ok(tell(Heard::Unseen)),
                    Some(asked) => Ok(tell(self.called(time, id, asked))),
                };
            }
            _ => {}
        }
        Ok(true)
    }
}

/// A call as the hook is told of it.
struct Asked {
    name: String,
    input: Json,
    workdir: Option<String>,
}

/// `None`: the item is no call.
fn asked(mut item: Json) -> Result<Option<Asked>, String> {
    let name = || text(&item, "name").ok_or(NAMELESS);
    match text(&item, "type").unwrap_or_default().as_str() {
        "function_call" => {
            let name = name()?;
            let given = text(&item, "arguments").ok_or("a call whose arguments are no text")?;
            // What the model wrote may be no JSON; then it is a text, which no tool takes.
            let input = json(given.as_bytes()).unwrap_or(Json::String(given));
            Ok(Some(match text(&item, "namespace") {
                Some(server) => Asked { name: format!("{server}__{name}"), input, workdir: None },
                None => of_function(name, input),
            }))
        }
        "custom_tool_call" => {
            let name = name()?;
            let input = item.take("input").unwrap_or(Json::Null);
            Ok(Some(Asked { name, input: Json::object([("command", input)]), workdir: None }))
        }
        "local_shell_call" => {
            let action = item.take("action").ok_or("a call without an action")?;
            let workdir = text(&action, "working_directory");
            Ok(Some(Asked { workdir, ..command(action.get("command")) }))
        }
        _ => Ok(None),
    }
}

fn of_function(name: String, input: Json) -> Asked {
    if !SHELLS.contains(&name.as_str()) {
        return Asked { name, input, workdir: None };
    }
    let workdir = text(&input, "workdir").filter(|workdir| !workdir.is_empty());
    Asked { workdir, ..command(input.get("cmd").or_else(|| input.get("command"))) }
}

/// `Bash` with this command. A list of words becomes a line; what the model got wrong stays wrong.
fn command(given: Option<&Json>) -> Asked {
    let words: Option<Vec<String>> = match items(given) {
        [] => None,
        words => words.iter().map(|word| word.as_str().map(str::to_owned)).collect(),
    };
    let line = match words {
        Some(words) => Json::String(line(&words)),
        None => given.cloned().unwrap_or(Json::Null),
    };
    Asked { name: "Bash".into(), input: Json::object([("command", line)]), workdir: None }
}

/// `bash -lc 'TEXT'` is the text; other words are one command of these words.
fn line(words: &[String]) -> String {
    match words {
        [shell, flag, text] if is_shell(shell) && COMMAND_FLAGS.contains(&flag.as_str()) => text.clone(),
        words => quote::line(words),
    }
}

fn is_shell(program: &str) -> bool {
    INTERPRETERS.contains(&program.rsplit('/').next().unwrap_or(program))
}
