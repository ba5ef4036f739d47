//! Where the hooks are looked for, and what they are told about the place.

use crate::args::{Args, near_miss};
use crate::exit::Failure;
use crate::{quote, render};
use mastiff_core::escape::for_people;
use mastiff_core::hook::{Dialect, Facts, Hook, OnFailure};
use mastiff_core::policy::Problem;
use mastiff_engine::hooks::load::{self, Broken};
use mastiff_engine::hooks::{Loaded, Owner};
use mastiff_engine::{Machine, repository};
use std::path::PathBuf;

/// A directory on this machine.
pub struct Here {
    /// The machine.
    pub machine: Machine,
    /// The directory, resolved.
    pub cwd: String,
    /// The repository around it, else the directory itself.
    pub project: String,
}

impl Here {
    /// `--cwd`, else the directory this runs in.
    pub fn from_args(args: &Args) -> Result<Self, Failure> {
        let machine = Machine::new(None);
        let cwd = match args.value("--cwd") {
            Some(dir) => directory(dir)?,
            None => text(
                std::env::current_dir().map_err(|e| Failure::new(format!("this directory is gone: {e}")))?,
            )?,
        };
        // Going on without it would read as "you have no hooks".
        let (Some(home), Some(_)) = (&machine.dirs.home, &machine.dirs.config) else {
            return Err(Failure::new("there is no home directory to find your hooks in"));
        };
        let home = text(home.canonicalize().unwrap_or_else(|_| home.clone()))?;
        let project = repository::around(&cwd, &home).unwrap_or_else(|| cwd.clone());
        Ok(Here { machine, cwd, project })
    }

    /// The files that were named, else those found here; with what the flags say about all their hooks.
    pub fn load(&self, args: &Args) -> Result<Loaded, Failure> {
        let (dialect, on_failure) = (dialect(args)?, on_failure(args)?);
        let named = args.values("--config");
        let mut loaded = match named.is_empty() {
            true => load::discover(Some(&self.project), &self.machine.dirs),
            false => load::named(&named, None),
        }
        .map_err(broken)?;
        // Every file is read by its own rules; only then is it decided how its hooks are spoken to.
        if let Some(dialect) = dialect {
            loaded.files.iter_mut().for_each(|file| file.config.speak(dialect));
        }
        for hook in loaded.files.iter_mut().flat_map(|file| &mut file.config.hooks) {
            hook.on_failure = on_failure.or(hook.on_failure);
        }
        Ok(loaded)
    }

    /// What hooks are told about the session; `what` names it where nobody else does.
    pub fn facts(&self, args: &Args, what: &str) -> Facts {
        let own = || format!("{what}-{}", std::process::id());
        Facts {
            session_id: args.value("--session").map_or_else(own, Into::into),
            cwd: self.cwd.clone(),
            project_dir: self.project.clone(),
            permission_mode: Some("default".into()),
            ..Facts::default()
        }
    }
}

/// Says which hooks do not run although somebody wrote them: those that are held, with what would make them run, and
/// those that a slip in their file leaves out.
pub fn tell_idle(loaded: &Loaded) {
    for lost in loaded.files.iter().filter(|file| file.runs()).flat_map(|file| &file.config.lost) {
        render::remark(&format!("warning: {}", problem(lost)));
    }
    for file in loaded.held() {
        let count = counted(file.config.hooks.len(), "hook");
        render::remark(&format!(
            "{count} of `{}` held: not trusted; read it, then run `{}`",
            file.path,
            way(&file.path)
        ));
    }
}

/// The command that trusts a file.
pub fn way(path: &str) -> String {
    format!("mastiff trust {}", quote::word(path))
}

/// Whose a file is, for programs.
pub fn owner(owner: Owner) -> &'static str {
    match owner {
        Owner::User => "user",
        Owner::Project { .. } => "project",
        Owner::Named => "named",
    }
}

/// What a failure of this hook means: its own word, else its dialect's.
pub fn failure_policy(hook: &Hook) -> &'static str {
    match hook.on_failure.unwrap_or(hook.dialect.rules().on_failure) {
        OnFailure::Open => "open",
        OnFailure::Block => "block",
        OnFailure::Closed => "closed",
    }
}

/// A problem as one line; a file that could not even be read has no place in it.
pub fn problem(problem: &Problem) -> String {
    let line = match problem.at.line {
        0 => format!("{}: {}", problem.file, problem.message),
        _ => problem.to_string(),
    };
    for_people(&line).into_owned()
}

/// `1 hook`, `2 hooks`.
pub fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn broken(broken: Broken) -> Failure {
    let lines: Vec<String> = broken.problems.iter().map(problem).collect();
    Failure::new(lines.join("\n         ")).hint("until this is fixed no hook runs, and nothing under hooks")
}

fn dialect(args: &Args) -> Result<Option<Dialect>, Failure> {
    let Some(name) = args.value("--dialect") else { return Ok(None) };
    let names = || Dialect::all().map(Dialect::name);
    Dialect::from_name(name).map(Some).ok_or_else(|| {
        let failure = Failure::new(format!("there is no dialect `{}`", for_people(name)));
        match near_miss(name, names()) {
            Some(near) => failure.hint(format!("did you mean `{near}`?")),
            None => failure.hint(format!("one of {}", names().collect::<Vec<_>>().join(", "))),
        }
    })
}

fn on_failure(args: &Args) -> Result<Option<OnFailure>, Failure> {
    match args.value("--on-failure") {
        None => Ok(None),
        Some("open") => Ok(Some(OnFailure::Open)),
        Some("closed") => Ok(Some(OnFailure::Closed)),
        Some(other) => {
            Err(Failure::new(format!("`--on-failure` is open or closed, not `{}`", for_people(other))))
        }
    }
}

fn directory(dir: &str) -> Result<String, Failure> {
    let wrong = |why: &str| Failure::new(format!("`{}` {why}", for_people(dir)));
    let path = std::fs::canonicalize(dir).map_err(|error| wrong(&format!("cannot be used: {error}")))?;
    if path.is_dir() { text(path) } else { Err(wrong("is no directory")) }
}

fn text(path: PathBuf) -> Result<String, Failure> {
    let wrong =
        |path: std::ffi::OsString| Failure::new(format!("`{}` is not valid UTF-8", path.to_string_lossy()));
    path.into_os_string().into_string().map_err(wrong)
}
