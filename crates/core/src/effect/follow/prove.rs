//! Tasks that their name does not allow: every command of theirs is read, and has to be fit to run by itself.

use super::make::Asked;
use super::open::Unopened;
use super::plan::{Plan, Step};
use super::workspace::is_alone;
use super::{Broken, Source, folders, gate, make, make_plan};
use crate::effect::Effect;
use crate::effect::place::{self, Place};
use crate::effect::planted::standing;
use crate::effect::program::dev::is_tool;
use crate::effect::program::dev::task::no_shell;
use crate::effect::reading::{Invocation, Reading};
use crate::effect::script::differs_in_sh;
use crate::effect::state::Shell;
use crate::effect::value::Arg;
use crate::verdict::Span;
use crate::world::Stands;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// `call` runs `task` with `args` behind it. `false` when no definition of it was found: nothing was added then.
pub fn prove(
    reading: &mut Reading<'_>,
    call: &Invocation,
    source: Source,
    task: &str,
    args: &[Arg],
    span: Span,
) -> bool {
    let (folder, name, text) = match definition(reading, call, source, task, span) {
        Ok(Some(found)) => found,
        Ok(None) => return false,
        Err(Stopped) => return true,
    };
    let path = place::join(&folder, &name);
    let known: Option<Vec<String>> = args.iter().map(|arg| arg.text().map(ToString::to_string)).collect();
    let plan = match source.plan(&text, task, &known.clone().unwrap_or_default()) {
        Ok(Some(mut plan)) => {
            if known.is_none() {
                plan.doubt("it is given arguments that are not known");
            }
            if source == Source::Package {
                settings(reading, call, &folder, args, &mut plan);
            }
            let dir = reading.dirs().first().cloned().unwrap_or_default();
            if let Some(gap) = gate::gap(reading, source, (&dir, &folder), &text) {
                plan.doubt(gap);
            }
            plan
        }
        Ok(None) => return false,
        Err(Broken) => {
            let message = format!("`{path}` may define the task `{task}` and cannot be read");
            reading.add(Effect::Opaque, "unread_task", message, span);
            return true;
        }
    };
    let start = reading.effects.acts.len();
    run(reading, call, (&path, task), &folder, plan, span);
    if source == Source::Composer {
        shadowed(reading, &place::join(&folder, "vendor/bin"), start, span);
    }
    if matches!(source, Source::Package | Source::Deno) {
        for folder in folders(reading, &folder) {
            shadowed(reading, &place::join(&folder, "node_modules/.bin"), start, span);
        }
    }
    true
}

/// These runners look for programs in a folder of the project first: what is trusted there is the project's own tools,
/// not what has the name of a program of the system.
fn shadowed(reading: &mut Reading<'_>, bin: &str, start: usize, span: Span) {
    if reading.was_written(bin) {
        let message = format!("the same command changes `{bin}`, where programs are looked for first");
        return reading.add(Effect::Opaque, "changed_before", message, span);
    }
    let acts = reading.effects.acts.get(start..).unwrap_or_default();
    let runs =
        |act: &&crate::effect::Act| act.findings.iter().any(|finding| finding.effect == Effect::ProjectCode);
    let program = |act: &crate::effect::Act| act.program.split(' ').next().unwrap_or_default().to_string();
    // A tool that only the project has is what is meant.
    let is_meant = |name: &str| is_tool(name) && reading.files_named(name).is_empty();
    let stands = |name: &str| {
        let found = reading.world.resolve(&place::join(bin, name));
        found.is_none_or(|found| found.stands != Stands::Nothing)
    };
    let found = acts.iter().filter(|act| !runs(act)).map(program);
    let mut found = found.filter(|name| !name.is_empty() && !name.contains('/') && !is_meant(name));
    let shadow = found.find(|name| stands(name));
    // And what the runner and these programs start by its name: the shell of the task comes first.
    let started =
        || acts.iter().any(|act| !runs(&act)).then(|| standing(reading.world, bin).into_iter().next())?;
    if let Some(name) = shadow.or_else(started) {
        let message = format!("`{bin}/{name}` would run in the place of `{name}`");
        reading.add(Effect::Opaque, "shadowed_program", message, span);
    }
}

/// Settings that change how scripts are run, and arguments that package managers hand on in different ways.
fn settings(reading: &mut Reading<'_>, call: &Invocation, folder: &str, args: &[Arg], plan: &mut Plan) {
    for folder in folders(reading, folder) {
        for name in gate::settings_files() {
            let path = place::join(&folder, name);
            let says = match reading.glance(&path) {
                Ok(text) => !gate::sets_nothing(name, &text),
                Err(why) => why != Unopened::Missing,
            };
            if says || reading.was_written(&path) {
                plan.doubt(format!("`{path}` may change how it is run"));
            }
        }
    }
    if args.iter().any(|arg| !arg.text().is_some_and(no_shell)) {
        plan.doubt("how its arguments are quoted depends on the version");
    }
    if call.name.starts_with("npm") && !is_alone(reading, folder) {
        plan.doubt("it belongs to a workspace that is not followed");
    }
    if call.name.starts_with("yarn") {
        super::package::own_shell(plan);
    }
    if !call.name.starts_with("npm") && args.iter().any(|arg| arg.text() == Some("--")) {
        plan.doubt("whether `--` is handed on depends on the version");
    }
}

/// The same for make, which is asked for several goals at once, or for none.
pub fn prove_make(reading: &mut Reading<'_>, call: &Invocation, asked: &Asked<'_>, span: Span) -> bool {
    let task = asked.goals.join(" ");
    let found = match asked.file {
        "" => definition(reading, call, Source::Make, &task, span),
        file => {
            let [dir] = reading.dirs() else { return false };
            let dir = dir.clone();
            opened(reading, &dir, file, &task, span).map(|text| Some((dir, file.to_string(), text)))
        }
    };
    let (folder, name, text) = match found {
        Ok(Some(found)) => found,
        Ok(None) => return false,
        Err(Stopped) => return true,
    };
    let asked = Asked { file: &name, ..asked.clone() };
    let Some(mut plan) = make_plan(reading, &folder, &text, &asked) else { return false };
    if let Some(gap) = make::not_plain(&text, &name, asked.goals) {
        plan.doubt(gap);
    }
    plan.parallel |= reading.session.variable("MAKEFLAGS").is_some();
    if asked.dry {
        plan.without_what_is_said();
    }
    let path = place::join(&folder, &name);
    // Recipes run where make does, not where its file lies.
    run(reading, call, (&path, &task), &folder, plan, span);
    true
}

/// Why nothing was found was added.
struct Stopped;

/// A folder, the name of a file in it, and its text.
type Definition = (String, String, String);

/// The one file that the runner takes; `None` when there is none.
fn definition(
    reading: &mut Reading<'_>,
    call: &Invocation,
    source: Source,
    task: &str,
    span: Span,
) -> Result<Option<Definition>, Stopped> {
    let [dir] = reading.dirs() else {
        let message = format!("`{}` runs a task in a directory that is not known", call.name);
        reading.add(Effect::Opaque, "unknown_task", message, span);
        return Err(Stopped);
    };
    let dir = dir.clone();
    let mut up = folders(reading, &dir);
    if !source.climbs() {
        up.truncate(1);
    } else if reading.world.resolve(&dir).is_none_or(|found| found.path != dir) {
        // Behind a link it depends on the runner which directories lie above.
        let message = format!("`{}` looks for its task from a directory behind a link", call.name);
        reading.add(Effect::Opaque, "unread_task", message, span);
        return Err(Stopped);
    }
    for folder in up {
        for name in source.files() {
            match reading.open(&place::join(&folder, name)) {
                Err(Unopened::Missing) => {}
                Err(why) => {
                    stop(reading, &place::join(&folder, name), task, why, span);
                    return Err(Stopped);
                }
                Ok(text) => return Ok(Some((folder, (*name).to_string(), text))),
            }
        }
    }
    Ok(None)
}

fn opened(
    reading: &mut Reading<'_>,
    dir: &str,
    file: &str,
    task: &str,
    span: Span,
) -> Result<String, Stopped> {
    let path = place::join(dir, file);
    match reading.open(&path) {
        Ok(text) => Ok(text),
        Err(why) => {
            stop(reading, &path, task, why, span);
            Err(Stopped)
        }
    }
}

fn stop(reading: &mut Reading<'_>, path: &str, task: &str, why: Unopened, span: Span) {
    let message = format!("`{path}`, which may define the task `{task}`, {}", why.why());
    reading.add(Effect::Opaque, why.rule("unread_task"), message, span);
}

/// `task` of the file at `path`, whose steps run in `folder`.
fn run(
    reading: &mut Reading<'_>,
    call: &Invocation,
    (path, task): (&str, &str),
    folder: &str,
    plan: Plan,
    span: Span,
) {
    let verb = if plan.dry { "says what it would run for" } else { "runs" };
    let runs = match task {
        "" => format!("`{}` {verb} the first task of its file", call.name),
        _ => format!("`{}` {verb} the task `{task}`", call.name),
    };
    if reading.ran_code {
        let message = format!("{runs}, whose definition project code that runs before may change");
        return reading.add(Effect::Opaque, "changed_before", message, span);
    }
    let key = (path.to_string(), task.to_string());
    if reading.inside.contains(&key) {
        return reading.add(Effect::Opaque, "unread_task", format!("{runs}, which runs itself"), span);
    }
    match &plan.gap {
        Some(gap) if plan.dry => hides(reading, call, &runs, gap),
        Some(gap) => {
            let message = format!("{runs}, and what that runs is not certain: {gap}");
            reading.add(Effect::Opaque, "unread_task", message, span);
        }
        None => {}
    }
    reading.add(Effect::Harmless, "script", format!("{runs}, which is read"), span);
    reading.inside.push(key);
    let before = reading.writes();
    // Of tasks that run side by side one alone gets the input.
    reading.with_input(&call.stdin.replaced(), |reading| {
        steps(reading, &plan.steps, folder, path, span);
        if plan.parallel && reading.writes() != before {
            // What one of them writes, every other may meet.
            steps(reading, &plan.steps, folder, path, span);
        }
    });
    reading.inside.pop();
}

/// What a dry run may run although it only says it. In front of the steps, which would read as if all of them ran.
fn hides(reading: &mut Reading<'_>, call: &Invocation, runs: &str, gap: &str) {
    let saved = reading.begin();
    let message = format!(
        "{runs}; lines with `+`, `$(MAKE)` or `$(shell …)` run all the same, and that there are none is not certain: \
         {gap}"
    );
    reading.add(Effect::Opaque, "unread_task", message, call.span);
    reading.finish(call.name.clone(), &call.args, &call.stdin, call.span, saved);
}

fn steps(reading: &mut Reading<'_>, steps: &[Step], folder: &str, path: &str, span: Span) {
    for step in steps {
        if step.by_name {
            let file = Place { shown: path.to_string(), path: place::join(folder, "tasks") };
            reading.task_body(&step.text, &file, span);
            // Whatever else the check does, it is code that nobody read.
            reading.ran_code = true;
        } else {
            proven(reading, step, folder, span);
        }
    }
}

/// One text in a shell of its own, all of which counts.
fn proven(reading: &mut Reading<'_>, step: &Step, folder: &str, span: Span) {
    reading.in_subshell(span, |reading| {
        let mut fresh = Shell::new(folder.to_string());
        match reading.world.resolve(folder) {
            Some(found) if found.path == folder => {}
            Some(found) => fresh.dirs.push(found.path),
            None => fresh.lost = true,
        }
        fresh.arguments = Some(Vec::new());
        reading.shell = fresh;
        if !step.bash && differs_in_sh(&step.text) {
            reading.aside(span, |reading| {
                let message = "a line of the task that sh may read in another way than bash";
                reading.add(Effect::Opaque, "unreadable", message, span);
            });
        }
        reading.nested(span, true, |reading| reading.text(&step.text, span));
    });
}

impl Source {
    /// The runner looks for its file in the directories above, too.
    fn climbs(self) -> bool {
        !matches!(self, Source::Make | Source::Composer)
    }
}
