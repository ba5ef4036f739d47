//! Hosts that take some files instead of others.
//!
//! agent-code (measured with 0.30, and its source): the user's file, then the nearest `.agent/settings.toml` at or above the
//! directory, then the nearest `.agent/settings.local.toml`. A list in a later file replaces that of an earlier one, so one hook
//! of a project's own is enough to lose those of the user. Gemini CLI (measured with 0.61) reads the project's file of the very
//! directory that it is started in.

use super::standing::{Asked, again};
use super::{Finding, Level, Question, around, found};
use crate::install::{Recipe, Scope, Site, line};
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;
use std::path::PathBuf;

const LAYERS: [&str; 2] = [".agent/settings.toml", ".agent/settings.local.toml"];

/// What takes the place of the files with the line.
pub fn look(question: &Question<'_>, recipe: &Recipe, asked: &[Asked]) -> Vec<Finding> {
    let found = match recipe.host {
        Host::AgentCode => replaced(question, recipe),
        Host::Gemini | Host::Qwen => {
            elsewhere(question, recipe, asked).or_else(|| distrusted(question, recipe))
        }
        Host::Claude
        | Host::Codex
        | Host::Cursor
        | Host::Copilot
        | Host::Droid
        | Host::Kiro
        | Host::Goose
        | Host::Windsurf
        | Host::Cline
        | Host::Opencode
        | Host::Claw => None,
    };
    found.into_iter().collect()
}

fn replaced(question: &Question<'_>, recipe: &Recipe) -> Option<Finding> {
    let user = (recipe.merged)(&around::user(question.site)).into_iter().next();
    let nearest = |name: &str| {
        let files = around::above(question.directory).map(|folder| folder.join(name));
        files.into_iter().find(|file| file.exists())
    };
    let files: Vec<PathBuf> = user.into_iter().chain(LAYERS.into_iter().filter_map(nearest)).collect();
    let project = Site { scope: Scope::Project, ..question.site.clone() };
    let remedy = again(recipe, &project);
    let mut counts: Option<(PathBuf, Json)> = None;
    for file in files {
        let root = match found::text(&file).map(|text| text.map(|text| Json::parse_toml(&text))) {
            Ok(None) => continue,
            Ok(Some(Ok(root))) => root,
            Ok(Some(Err(why))) | Err(why) => return Some(super::examined::unreadable(&why, &file)),
        };
        if let Some(hooks) = root.get("hooks") {
            counts = Some((file, hooks.clone()));
        }
    }
    let message = match &counts {
        Some((_, hooks)) if asks(hooks) => return None,
        Some(_) => {
            "the hooks of this file replace those of the files before it, and mastiff is not among them"
        }
        None => "no file that counts in this directory has the line",
    };
    let finding = Finding::new(Level::Fatal, "shadowed", message).remedy(remedy);
    Some(counts.into_iter().fold(finding, |finding, (file, _)| finding.file(file)))
}

/// A line of mastiff's stands before calls.
fn asks(hooks: &Json) -> bool {
    let Json::Array(hooks) = hooks else { return false };
    hooks.iter().any(|hook| {
        let line = hook.get("action").and_then(|action| action.get("command")).and_then(Json::as_str);
        hook.get("event").and_then(Json::as_str) == Some("pre_tool_use")
            && line.and_then(line::host_of).is_some()
    })
}

/// In a folder that somebody chose not to trust, no hook runs.
fn distrusted(question: &Question<'_>, recipe: &Recipe) -> Option<Finding> {
    let user = (recipe.merged)(&around::user(question.site)).into_iter().next()?;
    let file = user.with_file_name("trustedFolders.json");
    let folders = match found::text(&file) {
        Ok(text) => found::tree(&file, &text?)?,
        Err(why) => return Some(super::examined::unreadable(&why, &file)),
    };
    let Json::Object(folders) = folders else { return None };
    let here = |(folder, trust): &(String, Json)| {
        trust.as_str() == Some("DO_NOT_TRUST") && question.directory.starts_with(folder)
    };
    let (folder, _) = folders.into_iter().find(here)?;
    let message = format!("`{folder}` is not trusted: no hook runs there, not even the user's");
    let remedy = "trust the folder, or work elsewhere";
    Some(Finding::new(Level::Fatal, "untrusted", message).file(file).remedy(remedy))
}

fn elsewhere(question: &Question<'_>, recipe: &Recipe, asked: &[Asked]) -> Option<Finding> {
    let root = question.site.root.as_deref()?;
    let of_project = asked.iter().find(|asked| asked.scope == Scope::Project)?;
    if asked.iter().any(|asked| asked.scope == Scope::User) || root == question.directory {
        return None;
    }
    let message = format!("it counts where the host is started in `{}`, and not here below", root.display());
    let remedy = format!("run `mastiff init {}`", recipe.host.id());
    Some(Finding::new(Level::Fatal, "shadowed", message).file(&of_project.file).remedy(remedy))
}
