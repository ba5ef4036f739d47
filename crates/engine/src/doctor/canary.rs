//! The canary: the very line from the host's own file, run as the host runs it, once with a call that must pass and once with
//! one that must not. Neither call is ever carried out: the line only judges it. It names the user's own ledger, so both stand there
//! afterwards, marked as probes.

mod answer;
mod payload;

use super::scratch::Scratch;
use super::standing::Asked;
use super::{Finding, Level, Question};
use crate::dirs::variable;
use crate::hooks::Cancel;
use crate::hooks::run::{Task, run};
use crate::install::{Recipe, Spawn};
use crate::probe::{FORBIDDEN, HARMLESS};
use crate::shells::{SH, bash};
use answer::Answer;
use mastiff_core::hook::Ran;
use std::path::Path;
use std::time::Duration;

/// Longer than the line waits.
const PATIENCE: Duration = Duration::from_secs(25);

/// Of an agent around this process: the line must not take them for its own.
const WITHOUT: &[&str] = &[
    "AGENT_CODE_HOOK_*",
    "CLAUDE_CODE_*",
    "CLAUDE_PROJECT_DIR",
    "CURSOR_*",
    "FACTORY_PROJECT_DIR",
    "GEMINI_*",
    "HOOK_*",
    "QWEN_PROJECT_DIR",
];

/// Loads a plugin of opencode, and says whether it throws.
const DRIVER: &str = include_str!("canary/driver.mjs");

/// Lets it sing.
pub fn sing(question: &Question<'_>, recipe: &Recipe, asked: &Asked) -> Finding {
    let finding = match heard(question, recipe, asked) {
        Ok((harmless, forbidden)) => judged(&harmless, &forbidden),
        Err(why) => why,
    };
    finding.file(&asked.file)
}

fn judged(harmless: &Answer, forbidden: &Answer) -> Finding {
    match (harmless, forbidden) {
        (Answer::Passed, Answer::Denied(_)) => {
            let message = format!("tried: `{HARMLESS}` passes, `{FORBIDDEN}` is denied");
            Finding::new(Level::Good, "canary", message)
        }
        (_, Answer::Passed) => {
            let message = format!("tried: the host would have let `{FORBIDDEN}` run");
            Finding::new(Level::Fatal, "canary_let_through", message)
                .remedy("put a sound mastiff in the place of the binary")
        }
        (_, Answer::Unclear(why)) | (Answer::Unclear(why), _) => {
            let message = format!("tried: the answer is none that the host understands: {why}");
            Finding::new(Level::Fatal, "canary_unclear", message)
                .remedy("put a sound mastiff in the place of the binary")
        }
        (Answer::Denied(why), Answer::Denied(_)) => blocks(why),
    }
}

/// A policy may well be this strict; a gate that is broken denies everything as well.
fn blocks(why: &str) -> Finding {
    let message = format!("tried: even `{HARMLESS}` is denied: {why}");
    let broken = why.contains("[broken]") || !why.contains("mastiff: ") || why.contains("gave no answer");
    let level = if broken { Level::Fatal } else { Level::Note };
    Finding::new(level, "canary_denied_all", message)
        .remedy("see the other findings; `mastiff check` judges by hand")
}

fn heard(question: &Question<'_>, recipe: &Recipe, asked: &Asked) -> Result<(Answer, Answer), Finding> {
    let untried = |level: Level, why: &str| {
        Finding::new(level, "canary_not_run", format!("the line was not tried: {why}"))
    };
    // What was not tried is not proved. Only where a program of the host's is missing there is nothing to try it with.
    let scratch = Scratch::new().map_err(|error| {
        let remedy =
            "make the directory for temporary files (`TMPDIR`, else `/tmp`) one that you may write to";
        untried(Level::Fatal, &format!("no scratch folder: {error}")).remedy(remedy)
    })?;
    let bird = Bird::new(question, recipe, asked, &scratch).map_err(|why| untried(Level::Note, &why))?;
    let answer = |command: &str| answer::read(recipe.host, &bird.sing(command));
    Ok((answer(HARMLESS), answer(FORBIDDEN)))
}

/// A line ready to be started.
struct Bird<'a> {
    recipe: &'a Recipe,
    scratch: &'a Scratch,
    program: String,
    args: Vec<String>,
}

impl<'a> Bird<'a> {
    fn new(
        question: &Question<'_>,
        recipe: &'a Recipe,
        asked: &Asked,
        scratch: &'a Scratch,
    ) -> Result<Self, String> {
        let user_shell =
            variable(&question.site.environment, "SHELL").filter(|shell| Path::new(shell).is_file());
        let line = || asked.line.clone();
        let (program, args) = match recipe.spawn {
            Spawn::Sh => (SH, vec!["-c".into(), line()]),
            Spawn::LoginSh => (SH, vec!["-lc".into(), line()]),
            Spawn::Bash => (bash(), vec!["-c".into(), line()]),
            Spawn::LoginShell => (user_shell.unwrap_or(SH), vec!["-lc".into(), line()]),
            Spawn::File => (asked.file.to_str().ok_or("its name is not UTF-8")?, Vec::new()),
            Spawn::Module => ("node", module(scratch, &asked.line)?),
        };
        Ok(Bird { recipe, scratch, program: program.to_owned(), args })
    }

    fn sing(&self, command: &str) -> Ran {
        let cwd = self.scratch.path();
        let payload = payload::of(self.recipe.host, command, &cwd.display().to_string());
        let env = payload.env;
        let (program, args, stdin) = (self.program.as_str(), self.args.as_slice(), payload.stdin.as_str());
        run(
            &Task { program, args, cwd, env: &env, without: WITHOUT, stdin, timeout: PATIENCE },
            &Cancel::new(),
        )
    }
}

/// The plugin as a module of its own, and what loads it.
fn module(scratch: &Scratch, text: &str) -> Result<Vec<String>, String> {
    let node = std::env::var_os("PATH").is_some_and(|path| {
        std::env::split_paths(&path).any(|folder| folder.is_absolute() && folder.join("node").is_file())
    });
    if !node {
        return Err("there is no `node` to load it with".into());
    }
    let (plugin, driver) = (scratch.beside("mastiff.mjs"), scratch.beside("driver.mjs"));
    let write = |path: &Path, text: &str| std::fs::write(path, text).map_err(|error| error.to_string());
    write(&plugin, text)?;
    write(&driver, DRIVER)?;
    Ok([driver, plugin].map(|path| path.display().to_string()).into())
}
