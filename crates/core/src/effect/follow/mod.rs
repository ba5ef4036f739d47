//! Reads what a named task would run: the file that defines it, and the body in it.
//!
//! Each file format has one module: text and task name in, a [`Plan`] out. Two questions are asked of it. A task that
//! is allowed by its name is read for harm, and what is not understood is passed over. Any other task must be proven:
//! its plan has no gap, and everything in it may run by itself.

mod around;
mod cargo;
#[cfg(test)]
mod cases;
mod gate;
mod justfile;
mod make;
mod open;
mod package;
mod plan;
mod prove;
mod python;
mod taskfile;
mod toml_tasks;
mod workspace;

pub use around::make_plan;
pub use cargo::alias as cargo_alias;
pub use make::Asked;
pub use open::{Opened, Unopened};
pub use plan::{Plan, Step};
pub use prove::{prove, prove_make};
pub use python::script as python_script;
pub use workspace::{is_one_member, is_package, package_folder};

use super::place::within;
use super::place::{self, Place};
use super::reading::Reading;
use super::{Effect, Hazard};
use crate::verdict::Span;
use crate::world::Stands;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Where a runner looks for the definition of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// `package.json`: npm, pnpm, yarn, bun.
    Package,
    /// `composer.json`.
    Composer,
    /// `deno.json`.
    Deno,
    /// A makefile.
    Make,
    /// A justfile.
    Just,
    /// `Taskfile.yml`.
    Taskfile,
    /// `mise.toml` and task files.
    Mise,
    /// `pyproject.toml`: poe.
    Poe,
    /// `hatch.toml` and `pyproject.toml`: hatch.
    Hatch,
    /// `pyproject.toml`: pdm.
    Pdm,
    /// `tox.ini`.
    Tox,
}

/// The definition is there and cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub struct Broken;

/// What a task runs; `None` when the file does not define it.
pub type Defined = Result<Option<Plan>, Broken>;

impl Source {
    /// It pastes arguments into shell lines as they are.
    pub fn pastes(self) -> bool {
        matches!(self, Source::Just | Source::Taskfile | Source::Tox | Source::Hatch)
    }

    /// File names in the order in which the runner prefers them.
    fn files(self) -> &'static [&'static str] {
        match self {
            Source::Package => &["package.json"],
            Source::Composer => &["composer.json"],
            Source::Deno => &["deno.json", "deno.jsonc"],
            Source::Make => &["GNUmakefile", "makefile", "Makefile"],
            Source::Just => &["justfile", ".justfile", "Justfile"],
            Source::Taskfile => &["Taskfile.yml", "taskfile.yml", "Taskfile.yaml", "taskfile.yaml"],
            Source::Mise => &[
                "mise.local.toml",
                "mise.toml",
                ".mise.local.toml",
                ".mise.toml",
                "mise/config.toml",
                ".mise/config.toml",
                ".config/mise.toml",
                ".config/mise/config.toml",
            ],
            Source::Hatch => &["hatch.toml", "pyproject.toml"],
            Source::Poe | Source::Pdm => &["pyproject.toml"],
            Source::Tox => &["tox.ini"],
        }
    }

    /// What the file says of `task`. Makefiles are read in [`around`]: they ask for more than their text.
    fn plan(self, text: &str, task: &str, args: &[String]) -> Defined {
        match self {
            Source::Package => package::npm(text, task, args),
            Source::Composer => package::composer(text, task, args),
            Source::Deno => package::deno(text, task, args),
            Source::Make => Ok(None),
            Source::Just => Ok(justfile::plan(text, task, args)),
            Source::Taskfile => Ok(taskfile::plan(text, task, args)),
            Source::Mise => toml_tasks::mise(text, task, args),
            Source::Poe => toml_tasks::poe(text, task, args),
            Source::Hatch => toml_tasks::hatch(text, task, args),
            Source::Pdm => toml_tasks::pdm(text, task, args),
            Source::Tox => Ok(python::tox(text, task)),
        }
    }
}

/// Finds the definition of `task` from where the command runs, upwards to the root, and reads it for harm.
pub fn task(reading: &mut Reading<'_>, source: Source, task: &str, span: Span) {
    for dir in reading.dirs().to_vec() {
        let found = find(reading, source, task, &dir);
        let (file, plan) = match found {
            Found::Nothing => continue,
            Found::Changed(file) => {
                let message =
                    format!("`{file}`, which may define the task `{task}`, is changed by the same command");
                reading.add(Effect::Opaque, "changed_before", message, span);
                continue;
            }
            Found::Broken(file, why) => {
                let message = format!("`{file}` may define the task `{task}` and {}", why.why());
                reading.add(Effect::Opaque, why.rule("unread_task"), message, span);
                continue;
            }
            Found::Plan { file, plan } => (file, plan),
        };
        if !reading.opens_task(&file.path, task) {
            continue;
        }
        for step in &plan.steps {
            reading.task_body(&step.text, &file, span);
        }
    }
}

/// A list of tasks prints what their file says of them, with variables filled in: `desc: "{{.TOKEN}}"`.
pub fn list(reading: &mut Reading<'_>, source: Source, span: Span) {
    for dir in reading.dirs().to_vec() {
        let paths = folders(reading, &dir).into_iter();
        let paths =
            paths.flat_map(|folder| source.files().iter().map(move |name| place::join(&folder, name)));
        // One that cannot be read cannot be listed either, or is stopped when it runs.
        let text = paths.into_iter().find_map(|path| reading.open(&path).ok()).unwrap_or_default();
        if let Some(name) = plan::braced(&text).find_map(plan::secret_in) {
            let message = format!("a list of tasks shows the value of `{name}`, which looks like a secret");
            reading.hazard(Hazard::Secret, "print_environment", message, None, span);
        }
    }
}

/// A goal that is allowed by its name, in the files that make is given: read for harm, as one text, as make does.
pub fn make_files(reading: &mut Reading<'_>, files: &[&str], goal: &str, span: Span) {
    let Some(first) = files.first() else { return };
    for dir in reading.dirs().to_vec() {
        let mut whole = String::new();
        for file in files {
            let path = place::join(&dir, file);
            match reading.open(&path) {
                Ok(text) => whole.extend([text.as_str(), "\n"]),
                Err(why) => {
                    let message = format!("`{path}`, which may define the task `{goal}`, {}", why.why());
                    reading.add(Effect::Opaque, why.rule("unread_task"), message, span);
                }
            }
        }
        let goals = [goal.to_string()];
        let asked = Asked { goals: &goals, file: first, ..Asked::default() };
        let plan = make_plan(reading, &dir, &whole, &asked).unwrap_or_default();
        // Recipes run where make does, not where its file lies.
        let here = Place { shown: place::join(&dir, first), path: place::join(&dir, "Makefile") };
        plan.steps.iter().for_each(|step| reading.task_body(&step.text, &here, span));
    }
}

enum Found {
    Nothing,
    /// What is on disk now is not what will run.
    Changed(String),
    Broken(String, Unopened),
    Plan {
        file: Place,
        plan: Plan,
    },
}

fn find(reading: &mut Reading<'_>, source: Source, task: &str, dir: &str) -> Found {
    for folder in folders(reading, dir) {
        for name in source.files() {
            let path = place::join(&folder, name);
            let text = match reading.open(&path) {
                Ok(text) => text,
                Err(Unopened::Changed) => return Found::Changed(path),
                Err(Unopened::Missing) => continue,
                Err(why) => return Found::Broken(path, why),
            };
            let defined = if source == Source::Make {
                let goals = [task.to_string()];
                let asked = Asked { goals: &goals, file: name, ..Asked::default() };
                Ok(make_plan(reading, &folder, &text, &asked))
            } else {
                source.plan(&text, task, &[])
            };
            match defined {
                Err(Broken) => return Found::Broken(path, Unopened::Other),
                Ok(None) => {}
                Ok(Some(plan)) => return found(path, plan),
            }
        }
        if source == Source::Mise
            && let Some((path, text)) = task_file(reading, &folder, task)
        {
            return found(path, Plan::of(shell_text(&text)));
        }
    }
    Found::Nothing
}

fn found(path: String, plan: Plan) -> Found {
    Found::Plan { file: Place { shown: path.clone(), path }, plan }
}

/// `dir` and its parents, as far as they lie inside a root.
fn folders(reading: &Reading<'_>, dir: &str) -> Vec<String> {
    let roots = &reading.session.roots;
    let mut folders = Vec::new();
    let mut at = Some(dir.to_string());
    while let Some(folder) = at.filter(|folder| roots.iter().any(|root| within(folder, root))) {
        at = folder.rsplit_once('/').map(|(parent, _)| parent.to_string());
        folders.push(folder);
    }
    folders
}

/// How many words a recipe of the nearest justfile takes; 0 when it is not known.
pub fn just_takes(reading: &mut Reading<'_>, recipe: &str) -> usize {
    let dirs = reading.dirs().to_vec();
    let [dir] = dirs.as_slice() else { return 0 };
    for folder in folders(reading, dir) {
        for name in Source::Just.files() {
            if let Ok(text) = reading.open(&place::join(&folder, name)) {
                return justfile::takes(&text, recipe);
            }
        }
    }
    0
}

/// A task that is a file of its own.
fn task_file(reading: &mut Reading<'_>, folder: &str, task: &str) -> Option<(String, String)> {
    let name = task.replace(':', "/");
    for tasks in ["mise-tasks", ".mise-tasks", "mise/tasks", ".mise/tasks", ".config/mise/tasks"] {
        let path = format!("{folder}/{tasks}/{name}");
        let is_file =
            reading.world.resolve(&path).is_some_and(|found| matches!(found.stands, Stands::File { .. }));
        if is_file && let Ok(text) = reading.open(&path) {
            return Some((path, text));
        }
    }
    None
}

/// The text of a script that a shell would run; nothing for other interpreters.
fn shell_text(text: &str) -> Option<String> {
    let first = text.lines().next().unwrap_or_default();
    let shell = !first.starts_with("#!") || first.trim_end().ends_with("sh") || first.contains("sh -");
    shell.then(|| text.to_string())
}
