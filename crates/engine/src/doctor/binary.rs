//! The binary that a line starts: is it there, and is it this one?

use super::scratch::Scratch;
use super::standing::Asked;
use super::{Finding, Level, Question};
use crate::hooks::Cancel;
use crate::hooks::run::{Task, run};
use crate::install::{Recipe, Scope, Site};
use crate::sys;
use mastiff_core::hook::Ended;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::Duration;

/// How long a binary may take to say its version.
const PATIENCE: Duration = Duration::from_secs(5);

/// Looks at the binary of every line; gives back the lines that may be run.
///
/// A file of a project is whatever somebody put into the repository: of a line in it nothing is run but this very binary.
pub fn look<'a>(
    question: &Question<'_>,
    recipe: &Recipe,
    asked: &'a [Asked],
    findings: &mut Vec<Finding>,
) -> Vec<&'a Asked> {
    let mut fit = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for asked in asked.iter().filter(|asked| asked.sound) {
        let first = !seen.contains(&asked.program.as_str());
        seen.push(&asked.program);
        let program = Path::new(&asked.program);
        let found = if may_run(question.site, asked) { broken(program) } else { Some(strange(program)) };
        let is_fit = found.is_none();
        if first {
            let found = found.or_else(|| another(question, program));
            let remedy = format!("run `mastiff init {}`", recipe.host.id());
            findings.extend(found.map(|finding| finding.remedy(remedy.clone())));
            findings.extend(exposed(program));
        }
        if is_fit {
            fit.push(asked);
        }
    }
    fit
}

/// The binaries of lines that are not there, or cannot be executed; nothing is started.
pub(super) fn missing(recipe: &Recipe, asked: &[Asked]) -> Vec<Finding> {
    let mut programs: Vec<&str> = asked.iter().map(|asked| asked.program.as_str()).collect();
    programs.sort_unstable();
    programs.dedup();
    let remedy = format!("run `mastiff init {}`", recipe.host.id());
    programs
        .iter()
        .filter_map(|program| broken(Path::new(program)))
        .map(|found| found.remedy(remedy.clone()))
        .collect()
}

fn may_run(site: &Site, asked: &Asked) -> bool {
    let program = Path::new(&asked.program);
    asked.scope == Scope::User || program == Path::new(&site.mastiff) || is_this(program)
}

fn strange(program: &Path) -> Finding {
    let message = format!(
        "`{}` is not the mastiff that you run, and stands in a file of the project",
        program.display()
    );
    Finding::new(Level::Fatal, "binary_other", message)
}

/// It is no program at all.
fn broken(program: &Path) -> Option<Finding> {
    let shown = program.display();
    match std::fs::metadata(program) {
        Err(_) => {
            let message = format!("`{shown}` is not there: every call is denied");
            Some(Finding::new(Level::Fatal, "binary_missing", message))
        }
        Ok(found) if !found.is_file() || !sys::executable(program) => {
            let message = format!("`{shown}` cannot be executed: every call is denied");
            Some(Finding::new(Level::Fatal, "binary_not_executable", message))
        }
        Ok(_) => None,
    }
}

/// It is another one than this.
fn another(question: &Question<'_>, program: &Path) -> Option<Finding> {
    if is_this(program) {
        return None;
    }
    let shown = program.display();
    match version(program) {
        Some(version) if version == question.version => None,
        Some(version) => {
            let message = format!("`{shown}` is version {version}, and this is {}", question.version);
            Some(Finding::new(Level::Weak, "binary_version", message))
        }
        None => {
            let message = format!("`{shown}` does not say that it is mastiff");
            Some(Finding::new(Level::Weak, "binary_other", message))
        }
    }
}

fn is_this(program: &Path) -> bool {
    let of = |path: &Path| std::fs::metadata(path).ok().map(|found| (found.dev(), found.ino()));
    let this = std::env::current_exe().ok().and_then(|exe| of(&exe));
    this.is_some() && of(program) == this
}

fn version(program: &Path) -> Option<String> {
    let scratch = Scratch::new().ok()?;
    let args = ["--version".to_owned()];
    let program = program.to_str()?;
    let task = Task {
        program,
        args: &args,
        cwd: scratch.path(),
        env: &[],
        without: &[],
        stdin: "",
        timeout: PATIENCE,
    };
    let ran = run(&task, &Cancel::new());
    if ran.how != Ended::Exited(0) {
        return None;
    }
    ran.stdout.text.trim().strip_prefix("mastiff ").map(str::to_owned)
}

/// Somebody else can put another one in its place.
fn exposed(program: &Path) -> Option<Finding> {
    let program = program.canonicalize().ok()?;
    let open = [Some(program.as_path()), program.parent()].into_iter().flatten().find(|path| {
        std::fs::metadata(path).is_ok_and(|found| {
            let sticky = found.is_dir() && found.mode() & 0o1000 != 0;
            let strangers = found.uid() != 0 && found.uid() != sys::user();
            strangers || (found.mode() & 0o002 != 0 && !sticky)
        })
    })?;
    let message = format!("others than you may change `{}`, and with it the gate", open.display());
    let remedy = format!("give it to yourself or root, and run `chmod o-w {}`", open.display());
    Some(Finding::new(Level::Weak, "binary_writable", message).remedy(remedy))
}
