//! Variables: those around, and those that a `.env` sets for the host and its hooks.

use super::examined::{Whose, unreadable};
use super::{Finding, Level, Question, around, found};
use crate::dirs::variable;
use crate::install::Recipe;
use crate::install::recipe::{dotenv, switches_off};
use mastiff_core::protocol::Host;
use std::path::{Path, PathBuf};

/// The variable that moves the files of a host, and whether an empty one does (measured for Claude Code and Gemini CLI).
const HOMES: &[(Host, &str, bool)] = &[
    (Host::Claude, "CLAUDE_CONFIG_DIR", true),
    (Host::Codex, "CODEX_HOME", false),
    (Host::Gemini, "GEMINI_CLI_HOME", false),
    (Host::Copilot, "COPILOT_HOME", false),
    (Host::Claw, "CLAW_CONFIG_HOME", false),
];

/// Hosts that take variables from a `.env`: the folder of theirs that may hold one too.
const DOTENV: &[(Host, &str)] = &[(Host::Gemini, ".gemini/.env"), (Host::Qwen, ".qwen/.env")];

/// Looks at them.
pub fn look(question: &Question<'_>, recipe: &Recipe) -> Vec<Finding> {
    let mut findings: Vec<Finding> = moved(question, recipe.host).into_iter().collect();
    findings.extend(off(question, recipe.host));
    findings.extend(files(question, recipe.host).into_iter().flat_map(|file| of_file(question, &file)));
    findings
}

/// A relative path means another folder wherever the host is started.
fn moved(question: &Question<'_>, host: Host) -> Option<Finding> {
    let (_, name, empty) = HOMES.iter().find(|(of, _, _)| *of == host)?;
    let value = variable(&question.site.environment, name)?;
    if Path::new(value).is_absolute() || (value.is_empty() && !empty) {
        return None;
    }
    let message = format!("`{name}` is no absolute path: the host looks for its files where it is started");
    let remedy = format!("unset it or make it absolute, and run `mastiff init {}`", host.id());
    Some(Finding::new(Level::Fatal, "moved", message).remedy(remedy))
}

fn off(question: &Question<'_>, host: Host) -> Vec<Finding> {
    let set = question.site.environment.iter().filter(|(name, value)| switches_off(host, name, value));
    let finding = |(name, _): &(String, String)| {
        let message =
            format!("`{name}` is set in this environment: the host runs without these hooks, or around them");
        Finding::new(Level::Fatal, "switched_off", message).remedy(format!("unset `{name}`"))
    };
    set.map(finding).collect()
}

/// The host takes the nearest; which one that is may change with every file, so each counts.
fn files(question: &Question<'_>, host: Host) -> Vec<PathBuf> {
    let Some((_, own)) = DOTENV.iter().find(|(of, _)| *of == host) else { return Vec::new() };
    let folders = around::above(question.directory).chain(std::iter::once(question.site.home.as_path()));
    around::once(folders.flat_map(|folder| [folder.join(own), folder.join(".env")]))
}

fn of_file(question: &Question<'_>, file: &Path) -> Vec<Finding> {
    let home = &question.site.home;
    let users =
        [home.join(".env"), home.join(".gemini/.env"), home.join(".qwen/.env")].iter().any(|own| own == file);
    let whose = Whose { file, ours: false, users };
    match found::text(file) {
        Ok(None) => Vec::new(),
        Ok(Some(text)) => dotenv(&text).into_iter().map(|flaw| whose.finding(flaw)).collect(),
        Err(why) => vec![unreadable(&why, file)],
    }
}
