//! `mastiff hooks list`: what is configured, whose it is, and what a call would meet.

use super::here::{self, Here, counted, failure_policy};
use super::{no_operands, occasion};
use crate::args::Args;
use crate::exit::{Exit, Failure};
use crate::json::{self, Object};
use crate::render::{self, Paint};
use mastiff_core::escape::for_people;
use mastiff_core::hook::{Action, Call, Denied, Done, Event, Facts, Happened, Hook, Occasion, Shell, select};
use mastiff_engine::hooks::load::File;
use mastiff_engine::hooks::{Loaded, Owner};
use mastiff_engine::redact;
use std::borrow::Cow;

/// Which hooks are asked for.
struct Wanted {
    event: Option<Event>,
    call: Option<Call>,
    facts: Facts,
}

/// Prints them.
pub fn run(args: &Args, operands: &[String]) -> Result<Exit, Failure> {
    no_operands(operands)?;
    let here = Here::from_args(args)?;
    let loaded = here.load(args)?;
    let wanted = Wanted {
        event: occasion::event(args)?,
        call: occasion::call(args)?,
        facts: here.facts(args, "list"),
    };
    if let (Some(event), Some(_)) = (wanted.event.filter(|event| !event.has_tool()), &wanted.call) {
        return Err(Failure::new(format!("{} is not about a tool", event.name())));
    }
    let hooks = wanted.of(&loaded);
    let text = match args.has("--json") {
        true => as_json(&loaded, &hooks),
        false => as_text(&loaded, &hooks, &wanted, Paint::for_stdout()),
    };
    render::print(&text).map(|()| Exit::Fine)
}

impl Wanted {
    /// Of those that run, identical ones once; those that are held are looked at for themselves.
    fn of(&self, loaded: &Loaded) -> Vec<Hook> {
        let held = loaded.held().map(|file| file.config.hooks.clone());
        let groups = std::iter::once(loaded.hooks()).chain(held);
        groups.flat_map(|group| self.among(&group)).collect()
    }

    fn among(&self, hooks: &[Hook]) -> Vec<Hook> {
        let asked = |hook: &&Hook| self.event.is_none_or(|event| hook.event == event);
        let Some(call) = &self.call else { return hooks.iter().filter(asked).cloned().collect() };
        let (ran, failed, denied) =
            (Done::default(), Done { is_error: true, ..Done::default() }, Denied::default());
        let happened = [
            Happened::Before(call),
            Happened::After(call, &ran),
            Happened::After(call, &failed),
            Happened::Denied(call, &denied),
        ];
        let mut found: Vec<Hook> = Vec::new();
        for happened in happened {
            let occasion = Occasion { facts: &self.facts, happened, now: "" };
            if self.event.is_some_and(|event| event != occasion.event()) {
                continue;
            }
            let more = select(hooks, &occasion).into_iter().map(Cow::into_owned);
            found.extend(more.filter(|hook| !found.contains(hook)).collect::<Vec<_>>());
        }
        found
    }
}

fn as_text(loaded: &Loaded, hooks: &[Hook], wanted: &Wanted, paint: Paint) -> String {
    let mut out = String::new();
    for file in &loaded.files {
        out.push_str(&paint.bold(&format!("{} ({})\n", for_people(&file.path), whose(file))));
        for hook in of(file, hooks) {
            out.push_str(&row(hook, paint));
        }
        for lost in &file.config.lost {
            out.push_str(&format!("  warning: {}\n", here::problem(lost)));
        }
        let others = file.config.notes.len().saturating_sub(file.config.lost.len());
        if others > 0 {
            let notes = counted(others, "note");
            out.push_str(&paint.dim(&format!("  {notes}: mastiff hooks lint\n")));
        }
    }
    match (loaded.files.is_empty(), hooks.is_empty(), wanted.call.is_some() || wanted.event.is_some()) {
        (true, ..) => "no hook file found\n".into(),
        (_, true, true) => out + "no hook matches\n",
        (_, true, false) => out + "no hooks\n",
        (_, false, _) => out,
    }
}

fn of<'h>(file: &File, hooks: &'h [Hook]) -> impl Iterator<Item = &'h Hook> {
    let path = file.path.clone();
    hooks.iter().filter(move |hook| hook.source.file == path)
}

fn whose(file: &File) -> String {
    match file.owner {
        Owner::User => "yours".into(),
        Owner::Named => "named".into(),
        Owner::Project { trusted: true } => "the repository's, trusted".into(),
        Owner::Project { trusted: false } if file.config.hooks.is_empty() => "the repository's".into(),
        Owner::Project { trusted: false } => {
            format!("the repository's, held: not trusted; {}", for_people(&here::way(&file.path)))
        }
    }
}

fn row(hook: &Hook, paint: Paint) -> String {
    let name = hook.name.as_deref().map(|name| format!("{}: ", for_people(name))).unwrap_or_default();
    let matcher = hook.matcher.to_string();
    let does = does(&hook.action);
    let head = format!("  {} {}  {name}{}\n", hook.event.name(), for_people(&matcher), for_people(&does));
    let mut facts = vec![format!("line {}", hook.source.at.line), hook.dialect.name().into()];
    facts.extend(
        hook.condition.as_ref().map(|condition| format!("if {}", for_people(&condition.to_string()))),
    );
    facts.push(format!("{} s", timeout(hook)));
    facts.push(format!("on failure {}", failure_policy(hook)));
    facts.extend(hook.background.then(|| "in the background".into()));
    head + &paint.dim(&format!("      {}\n", facts.join(", ")))
}

/// The whole of it: a name or a first line would hide what runs.
fn does(action: &Action) -> String {
    // An agent may list hooks; what is secret in their lines it may not read.
    redact::mask(&whole(action))
}

fn whole(action: &Action) -> String {
    match action {
        Action::Shell { command, shell: None } => command.clone(),
        Action::Shell { command, shell: Some(shell) } => format!("{command} ({})", form(*shell)),
        Action::Exec { program, args } => {
            let words: Vec<String> = std::iter::once(program).chain(args).cloned().collect();
            crate::quote::line(&words)
        }
        Action::Http(_) | Action::Unsupported { .. } => action.label(),
    }
}

fn form(shell: Shell) -> &'static str {
    match shell {
        Shell::Sh => "sh -c",
        Shell::ShLogin => "sh -lc",
        Shell::Bash => "bash -c",
        Shell::UserLogin => "$SHELL -lc",
    }
}

fn timeout(hook: &Hook) -> f64 {
    hook.timeout.unwrap_or_else(|| hook.dialect.timeout(hook.event)).as_secs_f64()
}

fn as_json(loaded: &Loaded, hooks: &[Hook]) -> String {
    let files = loaded.files.iter().map(|file| {
        let pins = file.pins.iter().map(|pin| json::quoted(&pin.path));
        Object::new()
            .text("file", &file.path)
            .text("owner", here::owner(file.owner))
            .raw("trusted", file.runs())
            .raw("pins", json::list(pins))
            .raw("notes", json::problems(&file.config.notes))
            .raw("hooks", json::list(of(file, hooks).map(|hook| hook_json(hook, file.runs()))))
            .done()
    });
    Object::new().raw("files", json::list(files)).done() + "\n"
}

fn hook_json(hook: &Hook, runs: bool) -> String {
    let condition = hook.condition.as_ref().map(ToString::to_string);
    Object::new()
        .text("event", hook.event.name())
        .text("matcher", &hook.matcher.to_string())
        .maybe("if", condition.as_deref())
        .text("dialect", hook.dialect.name())
        .maybe("name", hook.name.as_deref())
        .raw("action", action_json(&hook.action))
        .raw("timeout_seconds", timeout(hook))
        .text("on_failure", failure_policy(hook))
        .raw("background", hook.background)
        .raw("runs", runs)
        .raw("line", hook.source.at.line)
        .raw("column", hook.source.at.column)
        .done()
}

fn action_json(action: &Action) -> String {
    match action {
        Action::Shell { command, shell } => Object::new()
            .text("type", "shell")
            .text("command", command)
            .maybe("shell", shell.map(form))
            .done(),
        Action::Exec { program, args } => {
            let args = json::list(args.iter().map(|arg| json::quoted(arg)));
            Object::new().text("type", "exec").text("program", program).raw("args", args).done()
        }
        Action::Http(http) => Object::new()
            .text("type", "http")
            .text("method", http.method.word())
            .text("url", &http.url)
            .done(),
        Action::Unsupported { kind } => Object::new().text("type", kind).raw("supported", false).done(),
    }
}
