//! Reads what a named task would run: the file that defines it, and the body in it.
//!
//! Each file format has one module with one pure function: text and task name in, shell texts out. What is found is
//! read for harm; a task that no file defines is judged by its name alone.

mod cargo;
mod justfile;
mod makefile;
mod package;
mod python;
mod taskfile;
mod toml_tasks;

pub use cargo::alias as cargo_alias;

use super::Effect;
use super::place::within;
use super::place::{self, Place};
use super::reading::Reading;
use crate::verdict::Span;
use crate::world::{Stands, Unreadable};
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
    /// `pyproject.toml`: hatch.
    Hatch,
    /// `pyproject.toml`: pdm.
    Pdm,
    /// `tox.ini`.
    Tox,
}

/// The definition is there and cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub struct Broken;

/// The shell texts that a task runs; none when the file does not define it.
pub type Bodies = Result<Vec<String>, Broken>;

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
            Source::Poe | Source::Hatch | Source::Pdm => &["pyproject.toml"],
            Source::Tox => &["tox.ini"],
        }
    }

    fn bodies(self, text: &str, task: &str) -> Bodies {
        match self {
            Source::Package => package::npm(text, task),
            Source::Composer => package::composer(text, task),
            Source::Deno => package::deno(text, task),
            Source::Make => Ok(makefile::bodies(text, task)),
            Source::Just => Ok(justfile::bodies(text, task)),
            Source::Taskfile => Ok(taskfile::bodies(text, task)),
            Source::Mise => toml_tasks::mise(text, task),
            Source::Poe => toml_tasks::poe(text, task),
            Source::Hatch => toml_tasks::hatch(text, task),
            Source::Pdm => toml_tasks::pdm(text, task),
            Source::Tox => Ok(python::tox(text, task)),
        }
    }
}

/// Finds the definition of `task` from where the command runs, upwards to the root, and reads it for harm.
pub fn task(reading: &mut Reading<'_>, source: Source, task: &str, span: Span) {
    for dir in reading.dirs().to_vec() {
        let found = find(reading, source, task, &dir);
        let (file, bodies) = match found {
            Found::Nothing => continue,
            Found::Changed(file) => {
                let message =
                    format!("`{file}`, which may define the task `{task}`, is changed by the same command");
                reading.add(Effect::Opaque, "changed_before", message, span);
                continue;
            }
            Found::Broken(file) => {
                let message = format!("`{file}` defines the task `{task}` and cannot be read");
                reading.add(Effect::Opaque, "unread_task", message, span);
                continue;
            }
            Found::Bodies { file, bodies } => (file, bodies),
        };
        if !reading.opens_task(&file.path, task) {
            continue;
        }
        for body in &bodies {
            reading.task_body(body, &file, span);
        }
    }
}

enum Found {
    Nothing,
    /// What is on disk now is not what will run.
    Changed(String),
    Broken(String),
    Bodies {
        file: Place,
        bodies: Vec<String>,
    },
}

fn find(reading: &mut Reading<'_>, source: Source, task: &str, dir: &str) -> Found {
    for folder in folders(reading, dir) {
        for name in source.files() {
            let path = place::join(&folder, name);
            if reading.was_written(&path) {
                return Found::Changed(path);
            }
            let text = match reading.world.read(&path) {
                Ok(_) if reading.unsettled => return Found::Changed(path),
                Ok(text) => text,
                Err(Unreadable::Missing) => continue,
                Err(Unreadable::TooLarge | Unreadable::Other) => return Found::Broken(path),
            };
            match source.bodies(&text, task) {
                Err(Broken) => return Found::Broken(path),
                Ok(bodies) if bodies.is_empty() => {}
                Ok(bodies) => return found(path, bodies),
            }
        }
        if source == Source::Mise
            && let Some((path, text)) = task_file(reading, &folder, task)
        {
            let bodies = shell_text(&text).into_iter().collect();
            return found(path, bodies);
        }
    }
    Found::Nothing
}

fn found(path: String, bodies: Vec<String>) -> Found {
    Found::Bodies { file: Place { shown: path.clone(), path }, bodies }
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

/// A task that is a file of its own.
fn task_file(reading: &Reading<'_>, folder: &str, task: &str) -> Option<(String, String)> {
    let name = task.replace(':', "/");
    ["mise-tasks", ".mise-tasks", "mise/tasks", ".mise/tasks", ".config/mise/tasks"].iter().find_map(
        |tasks| {
            let path = format!("{folder}/{tasks}/{name}");
            let resolved = reading.world.resolve(&path)?;
            matches!(resolved.stands, Stands::File { .. }).then_some(())?;
            reading.world.read(&path).ok().map(|text| (path, text))
        },
    )
}

/// The text of a script that a shell would run; nothing for other interpreters.
fn shell_text(text: &str) -> Option<String> {
    let first = text.lines().next().unwrap_or_default();
    let shell = !first.starts_with("#!") || first.trim_end().ends_with("sh") || first.contains("sh -");
    shell.then(|| text.to_string())
}
