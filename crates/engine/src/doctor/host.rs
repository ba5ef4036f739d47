//! One host, from its program to the canary.

use super::standing::{self, Asked, Standing, again};
use super::{Checkup, Depth, Finding, Level, Question, binary, canary, codex, environment, examined, layers};
use crate::dirs::variable;
use crate::install::record::{Record, Records};
use crate::install::{Recipe, Scope, Site};
use crate::sys;
use mastiff_core::protocol::Host;
use std::path::{Path, PathBuf};

/// Looks at a host.
pub(super) fn look(question: &Question<'_>, recipe: &'static Recipe, depth: Depth) -> Checkup {
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
        let lost = lost(question, recipe);
        if lost.is_empty() {
            checkup.findings.push(not_configured(question, recipe, checkup.installed));
        } else {
            checkup.findings.extend(lost.iter().map(|file| taken_out(recipe, file)));
            checkup.findings.extend(examined::look(question, recipe, &lost));
            once(&mut checkup.findings);
        }
        return checkup;
    }
    told(question, &mut checkup, scopes, depth);
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

/// Files in which mastiff stood, and out of which nobody has taken it by `mastiff uninstall`.
fn lost(question: &Question<'_>, recipe: &Recipe) -> Vec<PathBuf> {
    let root = question.site.root.as_deref();
    let here = |record: &Record| match record.scope {
        Scope::User => true,
        Scope::Project => root.is_some_and(|root| record.path.starts_with(root)),
    };
    let records = Records::of(&question.machine.dirs).map(|records| records.list()).unwrap_or_default();
    let records = records.into_iter().filter(|record| record.host == recipe.host && here(record));
    records.map(|record| record.path).collect()
}

fn taken_out(recipe: &Recipe, file: &Path) -> Finding {
    let message = "mastiff was put before it, and is not there any more, or the file cannot be read";
    let remedy = format!(
        "`mastiff init {0}` puts it back; `mastiff uninstall {0}` if that is what you want",
        recipe.host.id()
    );
    Finding::new(Level::Fatal, "taken_out", message).file(file).remedy(remedy)
}

/// Whoever names a host wants it protected.
fn not_configured(question: &Question<'_>, recipe: &Recipe, installed: bool) -> Finding {
    let level = if question.hosts.is_empty() { Level::Weak } else { Level::Fatal };
    let message =
        if installed { "it is here, and mastiff is not before it" } else { "mastiff is not before it" };
    Finding::new(level, "not_configured", message).remedy(format!("run `mastiff init {}`", recipe.host.id()))
}

/// A host that is told of mastiff.
fn told(question: &Question<'_>, checkup: &mut Checkup, scopes: Vec<Standing>, depth: Depth) {
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
    checkup.findings.extend(examined::look(question, recipe, &files));
    checkup.findings.extend(layers::look(question, recipe, &asked));
    checkup.findings.extend(environment::look(question, recipe));
    checkup.findings.extend(trusted(question, recipe, &asked));
    once(&mut checkup.findings);
    if depth == Depth::Files {
        checkup.findings.extend(binary::missing(recipe, &asked));
        return;
    }
    let sound = binary::look(question, recipe, &asked, &mut checkup.findings);
    checkup.findings.extend(sound.iter().map(|asked| canary::sing(question, recipe, asked)));
}

/// That a file cannot be read is said once, whoever wanted to read it.
fn once(findings: &mut Vec<Finding>) {
    let mut seen: Vec<PathBuf> = Vec::new();
    findings.retain(|finding| {
        let Some(file) = finding.file.as_ref().filter(|_| finding.id == "unreadable") else { return true };
        let is_new = !seen.contains(file);
        seen.push(file.clone());
        is_new
    });
}

/// Hosts that run a hook only after a human has said so.
fn trusted(question: &Question<'_>, recipe: &Recipe, asked: &[Asked]) -> Vec<Finding> {
    match recipe.host {
        Host::Codex => codex::look(question, asked),
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
