//! One host, from its program to the canary.

use super::standing::{self, Asked, Standing, again};
use super::{Checkup, Finding, Level, Question, binary, canary, codex, found};
use crate::dirs::variable;
use crate::install::{Flaw, Recipe, Scope, Site};
use crate::sys;
use mastiff_core::protocol::Host;
use std::path::{Path, PathBuf};

/// Looks at a host.
pub fn look(question: &Question<'_>, recipe: &'static Recipe) -> Checkup {
    let site = question.site;
    let program = on_path(site, recipe.programs);
    let used = recipe.traces.iter().any(|trace| site.home.join(trace).exists());
    let installed = program.is_some() || used;
    let mut checkup = Checkup { recipe, program, installed, configured: Vec::new(), findings: Vec::new() };
    let scopes: Vec<Standing> = sites(site).iter().map(|site| standing::look(recipe, site)).collect();
    for (standing, site) in scopes.iter().zip(sites(site)) {
        checkup.configured.extend(standing.files.iter().map(|file| (site.scope, file.clone())));
    }
    if checkup.configured.is_empty() {
        checkup.findings.push(not_configured(question, recipe, checkup.installed));
        return checkup;
    }
    told(question, &mut checkup, scopes);
    checkup
}

fn sites(site: &Site) -> Vec<Site> {
    let of = |scope| Site { scope, ..site.clone() };
    let project = site.root.is_some().then(|| of(Scope::Project));
    std::iter::once(of(Scope::User)).chain(project).collect()
}

fn on_path(site: &Site, programs: &[&str]) -> Option<PathBuf> {
    let path = variable(&site.environment, "PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(path).filter(|folder| folder.is_absolute()).collect();
    let files = programs.iter().flat_map(|program| folders.iter().map(move |folder| folder.join(program)));
    files.into_iter().find(|file| file.is_file() && sys::executable(file))
}

/// Whoever names a host wants it protected.
fn not_configured(question: &Question<'_>, recipe: &Recipe, installed: bool) -> Finding {
    let level = if question.hosts.is_empty() { Level::Weak } else { Level::Fatal };
    let message =
        if installed { "it is here, and mastiff is not before it" } else { "mastiff is not before it" };
    Finding::new(level, "not_configured", message).remedy(format!("run `mastiff init {}`", recipe.host.id()))
}

/// A host that is told of mastiff.
fn told(question: &Question<'_>, checkup: &mut Checkup, scopes: Vec<Standing>) {
    let recipe = checkup.recipe;
    if !checkup.installed {
        let finding =
            Finding::new(Level::Note, "host_gone", "mastiff is before it, but it is not on this machine");
        checkup
            .findings
            .push(finding.remedy(format!("`mastiff uninstall {}` takes mastiff out", recipe.host.id())));
    }
    let files: Vec<PathBuf> = checkup.configured.iter().map(|(_, file)| file.clone()).collect();
    checkup.findings.extend(files.iter().map(|file| {
        Finding::new(Level::Good, "configured", "mastiff stands in its configuration").file(file)
    }));
    let mut asked: Vec<Asked> = Vec::new();
    for standing in scopes {
        checkup.findings.extend(standing.findings);
        asked.extend(standing.asked);
    }
    checkup.findings.extend(examined(question.site, recipe, &files));
    checkup.findings.extend(trusted(question, recipe, &asked));
    let sound = binary::look(question, recipe, &asked, &mut checkup.findings);
    checkup.findings.extend(sound.iter().map(|asked| canary::sing(question, recipe, asked)));
}

/// What its files say, those of others too: what switches hooks off does so from any of them.
fn examined(site: &Site, recipe: &Recipe, ours: &[PathBuf]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut files = (recipe.merged)(site);
    files.dedup();
    for file in files {
        let Ok(Some(text)) = found::text(&file) else { continue };
        let is_ours = ours.contains(&file);
        findings.extend((recipe.examine)(&text).into_iter().map(|flaw| finding(flaw, &file, is_ours)));
    }
    findings.extend(shadowed(site, recipe, ours));
    findings
}

fn finding(flaw: Flaw, file: &Path, is_ours: bool) -> Finding {
    // Only the administrator's word counts there.
    let counts = match flaw.id {
        "switched_off" => true,
        "managed_only" => file.starts_with("/etc") || file.starts_with("/Library"),
        _ => is_ours,
    };
    let level = match (flaw.fatal && counts, flaw.id) {
        (true, _) => Level::Fatal,
        (false, "other_hook") => Level::Note,
        (false, _) => Level::Weak,
    };
    Finding { at: flaw.at, ..Finding::new(level, flaw.id, flaw.message).file(file).remedy(flaw.remedy) }
}

/// droid: hooks of the settings are read where there is no `hooks.json` beside them.
fn shadowed(site: &Site, recipe: &Recipe, ours: &[PathBuf]) -> Vec<Finding> {
    if recipe.host != Host::Droid {
        return Vec::new();
    }
    let bases = std::iter::once(&site.home).chain(&site.root);
    let files = bases.map(|base| base.join(".factory/hooks.json"));
    let hides = |file: &PathBuf| file.exists() && ours.iter().any(|ours| ours.parent() == file.parent());
    let message = "this file may keep droid from reading the hooks in the settings beside it";
    let remedy = "move its hooks to the settings, or see with `/hooks` that those of mastiff are there";
    files
        .filter(hides)
        .map(|file| Finding::new(Level::Fatal, "shadowed", message).file(file).remedy(remedy))
        .collect()
}

/// Hosts that run a hook only after a human has said so.
fn trusted(question: &Question<'_>, recipe: &Recipe, asked: &[Asked]) -> Vec<Finding> {
    match recipe.host {
        Host::Codex => codex::look(question.site, asked),
        Host::Gemini | Host::Qwen => {
            let of_project = asked.iter().filter(|asked| asked.scope == Scope::Project);
            let message = "hooks of a project count in a trusted folder alone, which mastiff cannot see";
            let note = |asked: &Asked| {
                let remedy = format!("trust the folder, or {}", again(recipe, question.site));
                Finding::new(Level::Note, "folder_trust", message).file(&asked.file).remedy(remedy)
            };
            of_project.map(note).collect()
        }
        Host::Claude
        | Host::Cursor
        | Host::Copilot
        | Host::Droid
        | Host::Kiro
        | Host::Goose
        | Host::Windsurf
        | Host::Cline
        | Host::Opencode
        | Host::AgentCode
        | Host::Claw => Vec::new(),
    }
}
