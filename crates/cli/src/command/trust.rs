//! `mastiff trust`: let the policy of one repository loosen, exactly as it is now.
//!
//! This is a human's decision. An agent that could take it would choose its own policy, so it needs a terminal, and
//! no agent around.

use crate::args::{Args, Usage, switch};
use crate::exit::{Exit, Failure};
use crate::render;
use mastiff_core::Policy;
use mastiff_core::escape::for_people;
use mastiff_core::policy::{Layer, Trusted};
use mastiff_core::world::Unreadable;
use mastiff_engine::config::PROJECT_POLICY;
use mastiff_engine::disk::{FILE_BYTES, read_regular};
use mastiff_engine::machine::Machine;
use mastiff_engine::repository;
use mastiff_engine::trust::{Trust, digest};
use std::io::{BufRead, IsTerminal};
use std::path::{Path, PathBuf};

/// What `mastiff trust --help` shows.
pub const USAGE: Usage = Usage {
    name: "trust",
    summary: "let a repository's own policy loosen, exactly as it is now",
    operands: "[PATH]",
    details: "\
PATH is a repository or its .mastiff.toml; without it, the repository around this directory.
Until then such a file may only tighten. Trust ends with the next change of the file.
It needs a terminal, and is refused inside an agent.",
    flags: &[
        switch("--list", "what is trusted"),
        switch("--revoke", "trust it no longer"),
        switch("--yes", "do not ask again (still needs a terminal)"),
    ],
    examples: &[
        ("mastiff trust", "the repository around this directory"),
        ("mastiff trust --list", "what is trusted, and what has changed since"),
        ("mastiff trust --revoke .", "take it back"),
    ],
};

/// Set by agents for the commands they run.
const MARKS: &[&str] = &[
    "AGENT_CODE_HOOK_EVENT",
    "AI_AGENT",
    "CLAUDECODE",
    "CLAUDE_CODE_ENTRYPOINT",
    "CLAUDE_CODE_SESSION_ID",
    "CLAUDE_PROJECT_DIR",
    "CLINE_ACTIVE",
    "CODEX_SANDBOX",
    "CODEX_SANDBOX_NETWORK_DISABLED",
    "CODEX_THREAD_ID",
    "COPILOT_AGENT_SESSION_ID",
    "COPILOT_CLI",
    "CURSOR_AGENT",
    "CURSOR_PROJECT_DIR",
    "FACTORY_PROJECT_DIR",
    "GEMINI_CLI",
    "GEMINI_SESSION_ID",
    "GOOSE_TERMINAL",
    "HOOK_EVENT",
    "HOOK_TOOL_NAME",
    "OPENCODE",
    "OPENCODE_SESSION_ID",
    "QWEN_CODE",
    "QWEN_PROJECT_DIR",
];

/// Trusts, lists or revokes.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let machine = Machine::new(None);
    let trust = Trust::of(&machine.dirs);
    if args.has("--list") {
        return list(&trust);
    }
    let file = match args.operands() {
        [] => around_here(&machine)?,
        [path] => project_file(Path::new(path))?,
        [_, ..] => return Err(Failure::new("one repository at a time")),
    };
    if args.has("--revoke") { revoke(&trust, &file) } else { grant(&trust, &file, args.has("--yes")) }
}

fn list(trust: &Trust) -> Result<Exit, Failure> {
    let mut out = String::new();
    for entry in trust.list()? {
        let state = match read_regular(Path::new(&entry.path), FILE_BYTES) {
            Ok(text) if digest(&entry.path, &text) == entry.digest => "in force",
            Ok(_) => "the file has another content now",
            Err(_) => "the file is gone",
        };
        out.push_str(&format!("{}  {}  {state}\n", entry.time, for_people(&entry.path)));
    }
    render::print(if out.is_empty() { "nothing is trusted\n" } else { &out })?;
    Ok(Exit::Fine)
}

fn revoke(trust: &Trust, file: &str) -> Result<Exit, Failure> {
    match trust.revoke(file)? {
        0 => Err(Failure::new(format!("`{}` is not trusted", for_people(file)))),
        _ => render::print(&format!("`{}` is no longer trusted\n", for_people(file))).map(|()| Exit::Fine),
    }
}

fn grant(trust: &Trust, file: &str, sure: bool) -> Result<Exit, Failure> {
    only_a_human()?;
    let text = content(file)?;
    let loosens = loosened(file, &text)?;
    let shown = for_people(file);
    if trust.is_trusted(file, &text) {
        return render::print(&format!("`{shown}` is trusted already\n")).map(|()| Exit::Fine);
    }
    render::print(&description(&shown, &loosens))?;
    if !sure && !confirmed()? {
        render::print("nothing was changed\n")?;
        return Ok(Exit::Ask);
    }
    // Between the question and the answer the file may have become another.
    if content(file)? != text {
        return Err(Failure::new(format!("`{shown}` changed while you read it")).hint("look again"));
    }
    trust.trust(file, &text)?;
    render::print(&format!("`{shown}` is trusted until it changes\n"))?;
    Ok(Exit::Fine)
}

/// Refuses wherever an agent may be the one who types.
fn only_a_human() -> Result<(), Failure> {
    let hint = "a human runs `mastiff trust` in a terminal of their own";
    if let Some(mark) = MARKS.iter().find(|mark| std::env::var_os(mark).is_some()) {
        return Err(
            Failure::new(format!("an agent is around (`{mark}` is set), and trust is a human's")).hint(hint)
        );
    }
    if !(std::io::stdin().is_terminal() && std::io::stdout().is_terminal()) {
        return Err(Failure::new("there is no terminal, and trust is a human's").hint(hint));
    }
    Ok(())
}

/// What the file would loosen, one line each; a file with problems cannot be trusted.
fn loosened(file: &str, text: &str) -> Result<Vec<String>, Failure> {
    let layer = Layer::parse(file, text).map_err(|problems| {
        let lines: Vec<String> =
            problems.iter().map(|problem| for_people(&problem.to_string()).into()).collect();
        Failure::new(lines.join("\n")).hint("a file with problems cannot be trusted")
    })?;
    let problems = Policy::layered(None, None, [(layer, Trusted::No)]).err().unwrap_or_default();
    let short = |message: &str| message.split(", and a project file").next().unwrap_or_default().to_owned();
    Ok(problems.iter().map(|p| format!("line {}: {}", p.at.line, for_people(&short(&p.message)))).collect())
}

fn description(file: &str, loosens: &[String]) -> String {
    if loosens.is_empty() {
        return format!(
            "`{file}` only tightens: it holds without trust, and trust would let it replace your own scopes\n"
        );
    }
    format!("`{file}` would loosen:\n  {}\n", loosens.join("\n  "))
}

fn confirmed() -> Result<bool, Failure> {
    render::print("trust exactly this content? type yes: ")?;
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer)?;
    Ok(answer.trim() == "yes")
}

fn content(file: &str) -> Result<String, Failure> {
    let shown = for_people(file);
    read_regular(Path::new(file), FILE_BYTES).map_err(|why| match why {
        Unreadable::Missing => Failure::new(format!("there is no `{shown}`")),
        Unreadable::TooLarge => Failure::new(format!("`{shown}` is larger than 1 MiB")),
        Unreadable::Other => {
            Failure::new(format!("`{shown}` is no regular file with UTF-8 text that you may read"))
        }
    })
}

/// The policy file of the repository around this directory.
fn around_here(machine: &Machine) -> Result<String, Failure> {
    let here = std::env::current_dir()?;
    let home = machine.dirs.home.as_deref().and_then(Path::to_str).unwrap_or_default();
    let root = here.to_str().and_then(|here| repository::around(here, home));
    let root = root.ok_or_else(|| Failure::new("there is no repository around this directory"))?;
    project_file(Path::new(&root))
}

/// The policy file that a path means, as the gate will name it: its directory resolved, its own name kept.
fn project_file(path: &Path) -> Result<String, Failure> {
    let shown = path.display().to_string();
    let wrong = |why: &str| Failure::new(format!("`{}` {why}", for_people(&shown)));
    let directory = if path.is_dir() {
        path.to_path_buf()
    } else if path.file_name().is_some_and(|name| name == PROJECT_POLICY) {
        std::path::absolute(path)?.parent().map(Path::to_path_buf).unwrap_or_default()
    } else {
        return Err(wrong("is neither a directory nor a `.mastiff.toml`"));
    };
    let file: PathBuf =
        directory.canonicalize().map_err(|error| wrong(&error.to_string()))?.join(PROJECT_POLICY);
    file.into_os_string().into_string().map_err(|_| wrong("is not valid UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_would_loosen_is_named() {
        let text = "version = 1\nscratch = [\"/tmp\"]\n[rules]\nnetwork = \"allow\"\n";
        let found = loosened("x", text).unwrap();
        assert_eq!(found, ["line 2: `scratch` opens `/tmp`", "line 4: `network = \"allow\"`"]);
        assert!(loosened("x", "version = 1\non_stop = \"deny\"\n").unwrap().is_empty());
        assert!(loosened("x", "version = 2\n").is_err());
    }

    #[test]
    fn a_path_means_the_file_in_it() {
        let file = project_file(Path::new(".")).unwrap();
        assert!(file.starts_with('/') && file.ends_with("/.mastiff.toml"), "{file}");
        assert!(project_file(Path::new("/nowhere/policy.toml")).is_err());
    }
}
