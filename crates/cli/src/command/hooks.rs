//! `mastiff hooks`: look at hooks, check them, fire them, run a command under them.

mod exec;
mod fire;
mod here;
mod lint;
mod list;
mod occasion;

use crate::args::{Args, Usage, near_miss, path, switch, value};
use crate::exit::{Exit, Failure};
use crate::{help, question, render};
use std::env::ArgsOs;
use std::ffi::OsString;
use std::iter::Skip;

/// What `mastiff hooks --help` shows.
pub const USAGE: Usage = Usage {
    name: "hooks",
    summary: "list, check and fire hooks, or run a command under them",
    operands: "list | lint [FILE…] | template | fire | exec -- COMMAND…",
    details: "\
list      the hooks found here, whose they are and whether they run; with --tool what that call matches
          (--event --tool --input --config --dialect --cwd --json)
lint      every problem and every oddity of the files given, or of those found here (--cwd --json)
template  a hook file to start from, in which a hook that fails stops the call
fire      runs the hooks of one event and shows what each said, and what they say together
          (--event --tool --input --output --error --prompt --session --config --dialect --on-failure
          --cwd --json)
exec      a small host: fires SessionStart, asks the hooks and the gate about COMMAND as a Bash call,
          runs it with `bash -c`, tells the hooks what came of it, fires SessionEnd
          (--config --dialect --on-failure --no-gate --session)

Hooks are looked for in ~/.claude.json, ~/.claude/settings.json and ~/.config/mastiff/hooks.toml, and in
the repository: .claude.json, .claude/settings.json, .claude/settings.local.json, .mastiff/hooks.toml.
Those of a repository are held until `mastiff trust` of exactly their content. --config names files to be
used instead, as they are. A file with a problem is an error: then nothing runs.

--dialect changes how hooks are spoken to and how their answers are read. Each file is still read by its
own rules: the units of its timeouts, its matchers and the tools it names.

exec quotes each word of COMMAND. Where the gate or a hook asks, it asks on the terminal; without one the
call is refused. If a hook waits for the result, the output is held back (up to 16 MiB of each stream)
until the hooks have seen it, because they may replace it.

Exit codes of fire: 0 nobody objects, 1 ask or defer, 2 deny, 3 failed. Of lint: 0 clean, 1 oddities
only, 3 problems. Of list and template: 0, or 3. Of exec: the command's own, 128 and the number of the
signal that ended it, 126 refused, 125 mastiff itself failed.",
    flags: &[
        value("--event", "NAME", "PreToolUse, PostToolUse, …; as any host spells it"),
        question::TOOL,
        question::INPUT,
        value("--output", "TEXT", "what the tool said; why the call was refused; what the agent said last"),
        switch("--error", "the tool failed"),
        value("--prompt", "TEXT", "what the user said"),
        value("--session", "ID", "the id of the session"),
        path("--config", "FILE", "this file instead of those found; may be given several times"),
        value("--dialect", "NAME", "speak this dialect with every hook; files are read as ever"),
        value("--on-failure", "open|closed", "what a failing hook means, for all of them"),
        question::CWD,
        switch("--no-gate", "ask the hooks alone"),
        switch("--json", "for programs"),
        render::COLOR,
    ],
    examples: &[
        ("mastiff hooks list --tool Bash --input '{\"command\":\"ls\"}'", "what that call would meet"),
        (
            "mastiff hooks fire --event PreToolUse --tool Bash --input '{\"command\":\"ls\"}'",
            "what the hooks say about it",
        ),
        ("mastiff hooks lint .claude/settings.json", "before hooks are committed"),
        ("mastiff hooks exec -- cargo test", "one command, as an agent's"),
    ],
};

/// `exec`: mastiff itself failed, and the command did not start. As `env`, `nice` and `timeout` have it.
const NOT_STARTED: u8 = 125;

/// One of them: its name, the flags it knows, what it does with its operands.
type Sub = (&'static str, &'static [&'static str], fn(&Args, &[String]) -> Result<Exit, Failure>);

#[rustfmt::skip]
const SUBS: &[Sub] = &[
    ("list", &["--event", "--tool", "--input", "--config", "--dialect", "--cwd", "--json"], list::run),
    ("lint", &["--cwd", "--json"], lint::run),
    ("template", &[], template),
    ("fire", &["--event", "--tool", "--input", "--output", "--error", "--prompt", "--session", "--config", "--dialect",
               "--on-failure", "--cwd", "--json"], fire::run),
    ("exec", &["--config", "--dialect", "--on-failure", "--no-gate", "--session"], exec::run),
];

/// Runs one of them.
pub fn run(words: Skip<ArgsOs>) -> Exit {
    let words: Vec<OsString> = words.collect();
    let exec = words.iter().take_while(|word| *word != "--").any(|word| word == "exec");
    let result = Args::parse(&USAGE, words.into_iter()).and_then(|args| {
        render::choose_colour(args.value(render::COLOR.name))?;
        if args.help { help::command(&USAGE) } else { chosen(&args) }
    });
    result.unwrap_or_else(|failure| {
        render::complain(&failure);
        if exec { Exit::Of(NOT_STARTED) } else { Exit::Failed }
    })
}

fn chosen(args: &Args) -> Result<Exit, Failure> {
    let Some((name, operands)) = args.operands().split_first() else {
        return Err(Failure::new("what about hooks?").hint(format!("mastiff hooks {}", USAGE.operands)));
    };
    let (_, flags, run) = SUBS.iter().find(|(sub, ..)| sub == name).ok_or_else(|| unknown(name))?;
    // A flag that is not heard would be believed.
    match args.given().find(|flag| *flag != render::COLOR.name && !flags.contains(flag)) {
        Some(flag) => Err(Failure::new(format!("`mastiff hooks {name}` has no flag `{flag}`"))),
        None => run(args, operands),
    }
}

fn template(_args: &Args, operands: &[String]) -> Result<Exit, Failure> {
    no_operands(operands)?;
    render::print(mastiff_core::hook::config::template()).map(|()| Exit::Fine)
}

fn no_operands(operands: &[String]) -> Result<(), Failure> {
    match operands.first() {
        Some(word) => Err(Failure::new(format!("`{}` is one argument too many", word.escape_debug()))),
        None => Ok(()),
    }
}

fn unknown(name: &str) -> Failure {
    let failure = Failure::new(format!("there is no `mastiff hooks {}`", name.escape_debug()));
    match near_miss(name, SUBS.iter().map(|(name, ..)| *name)) {
        Some(near) => failure.hint(format!("did you mean `mastiff hooks {near}`?")),
        None => failure.hint(format!("mastiff hooks {}", USAGE.operands)),
    }
}
