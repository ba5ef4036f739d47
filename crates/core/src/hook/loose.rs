//! What a hook runs whose code no trust in its file can cover, by form: a program that `PATH` finds, a package that is
//! fetched, a module that is imported, what a variable holds.

use super::condition::commands::{self, Part};
use super::condition::doubt::{basename, literal};
use super::{Action, Hook};
use crate::effect::behind::{Behind, behind};
use crate::effect::{Arg, Value};
use crate::shell::read;
use crate::shell::syntax::{Piece, Word};
use crate::verdict::Span;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Something that a hook runs and whose code is not in its file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Loose {
    /// A path that is run; whether it lies in the repository its owner knows.
    Path(String),
    /// A program that is looked for in `PATH`.
    Program(String),
    /// A module that an interpreter imports.
    Module(String),
    /// Code in the line that may import anything.
    Code(String),
    /// A package that is fetched, or was.
    Package(String),
    /// What a file for a task runner says.
    Task(String),
    /// What is known only when it runs.
    Unknown(String),
    /// A server.
    Server(String),
    /// A variable by which programs load code.
    Loads(String),
    /// A text that cannot be read.
    Unread(String),
}

impl Loose {
    /// What it is, as it is written.
    pub fn what(&self) -> &str {
        match self {
            Loose::Path(what)
            | Loose::Program(what)
            | Loose::Module(what)
            | Loose::Code(what)
            | Loose::Package(what)
            | Loose::Task(what)
            | Loose::Unknown(what)
            | Loose::Server(what)
            | Loose::Loads(what)
            | Loose::Unread(what) => what,
        }
    }

    /// Why nothing is pinned, for people.
    pub fn why(&self) -> &'static str {
        match self {
            Loose::Path(_) => "lies outside the repository",
            Loose::Program(_) => "is whatever program `PATH` finds under that name",
            Loose::Module(_) => "imports modules, which import others",
            Loose::Code(_) => "is code that may load other files",
            Loose::Package(_) => "runs a package that is fetched or was installed",
            Loose::Task(_) => "runs what another file says",
            Loose::Unknown(_) => "holds a name that is known only when it runs",
            Loose::Server(_) => "is a server, which may answer anything at any time",
            Loose::Loads(_) => "is a variable that makes programs load code",
            Loose::Unread(_) => "is a command line that cannot be read",
        }
    }
}

/// Programs that fetch what they run, some of them only with the word behind.
#[rustfmt::skip]
const FETCHERS: &[(&str, &str)] = &[
    ("npx", ""), ("bunx", ""), ("uvx", ""), ("pipx", ""), ("pnpx", ""), ("npm", "exec"), ("npm", "x"), ("pnpm", "dlx"),
    ("pnpm", "exec"), ("yarn", "dlx"), ("yarn", "exec"), ("bun", "x"), ("uv", "tool"), ("go", "run"), ("deno", "run"),
    ("docker", "run"), ("podman", "run"), ("docker", "compose"), ("nix", "run"), ("nix-shell", ""), ("cargo", "run"),
    ("dotnet", "tool"), ("gem", "exec"), ("mise", "exec"), ("mise", "x"),
];
/// Programs that run what some file says.
#[rustfmt::skip]
const TASKS: &[&str] = &[
    "make", "gmake", "just", "task", "rake", "npm", "pnpm", "yarn", "uv", "poetry", "pdm", "hatch", "pipenv", "tox",
    "nox", "bundle", "composer", "mise", "docker", "podman", "pre-commit", "lefthook", "husky", "gradle", "mvn", "cargo",
    "bun", "deno", "turbo", "nx", "bazel", "ninja", "cmake",
];
/// Programs that run a text among their words of which nothing more is known here: `hyperfine 'x'`, `concurrently 'x' 'y'`.
#[rustfmt::skip]
const TEXT_RUNNERS: &[&str] = &[
    "hyperfine", "ssh", "bwrap", "mapfile", "readarray", "concurrently", "tclsh", "at", "batch", "expect", "gdb",
    "firejail",
];
/// Programs whose code is a word of theirs, and may start others.
const CODE_RUNNERS: &[&str] = &["awk", "gawk", "mawk", "sed"];
/// Programs whose unknown subcommands are aliases or programs of their own, with those that are not.
#[rustfmt::skip]
const EXTENDED: &[(&str, &[&str])] = &[
    ("git", &["add", "branch", "check-ignore", "commit", "config", "diff", "diff-index", "diff-tree", "fetch", "log", "ls-files",
        "merge-base", "rev-list", "rev-parse", "remote", "show", "stash", "status", "symbolic-ref", "describe", "grep"]),
    ("gh", &["api", "auth", "issue", "pr", "release", "repo", "run", "search", "workflow"]),
    ("cargo", &["build", "check", "clippy", "fmt", "test"]), ("kubectl", &["get", "describe", "logs", "config"]),
];
/// Programs that run the file that they are given first.
#[rustfmt::skip]
const RUNNERS: &[&str] = &[
    "bash", "sh", "dash", "zsh", "ksh", "fish", "source", ".", "python", "node", "nodejs", "deno", "bun", "ruby", "perl",
    "php", "lua", "pwsh", "osascript", "tsx", "ts-node", "java", "Rscript", "pypy",
];
/// Shells, whose text is read like the line itself.
const SHELLS: &[&str] = &["bash", "sh", "dash", "zsh", "ksh"];
/// What a shell does by itself.
#[rustfmt::skip]
const BUILTINS: &[&str] = &[
    ".", ":", "[", "[[", "alias", "bg", "break", "builtin", "cd", "command", "continue", "declare", "dirs", "echo",
    "eval", "exec", "exit", "export", "false", "fg", "getopts", "hash", "jobs", "kill", "let", "local", "mapfile",
    "popd", "printf", "pushd", "pwd", "read", "readarray", "readonly", "return", "set", "shift", "shopt", "source",
    "test", "times", "trap", "true", "type", "typeset", "ulimit", "umask", "unalias", "unset", "wait",
];
/// Variables that name the project, which is what is trusted.
const PROJECT: &[&str] = &["CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR", "PWD"];
/// Variables by which programs are found or load code; a star stands for any letters.
#[rustfmt::skip]
const LOADING: &[&str] = &[
    "PATH", "LD_*", "DYLD_*", "BASH_ENV", "ENV", "PYTHON*", "NODE_*", "RUBYOPT", "RUBYLIB", "PERL5*", "PERLLIB",
    "GIT_*", "JAVA_TOOL_OPTIONS", "CLASSPATH", "LUA_PATH", "PHPRC", "ZDOTDIR", "HOME", "SHELLOPTS",
];
/// Texts in texts that are read, at most.
const DEPTH: usize = 3;

/// Everything of that kind in a hook, each once. A path stands as it is written.
pub fn loose(hook: &Hook) -> Vec<Loose> {
    let mut found = Vec::new();
    match &hook.action {
        Action::Shell { command, .. } => in_text(command, DEPTH, &mut found),
        Action::Exec { program, args } => {
            let words: Vec<Option<String>> =
                core::iter::once(program).chain(args).map(|word| Some(word.clone())).collect();
            in_words(&words, &words_joined(&words), DEPTH, &mut found);
        }
        Action::Http(http) => found.push(Loose::Server(http.url.clone())),
        Action::Unsupported { .. } => {}
    }
    let loads = hook.env.iter().filter(|(name, _)| is_loading(name));
    found.extend(loads.map(|(name, value)| Loose::Loads(format!("{name}={value}"))));
    found.sort_unstable();
    found.dedup();
    found
}

fn is_loading(name: &str) -> bool {
    LOADING.iter().any(|known| match known.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == *known,
    })
}

fn words_joined(words: &[Option<String>]) -> String {
    let words: Vec<&str> = words.iter().flatten().map(String::as_str).collect();
    words.join(" ")
}

fn in_text(text: &str, depth: usize, found: &mut Vec<Loose>) {
    let Ok(script) = read(text) else {
        found.push(Loose::Unread(text.into()));
        return;
    };
    let mut sets: Vec<(String, Option<String>)> = Vec::new();
    commands::each(&script.body, &mut |part| match part {
        Part::Sets(name, _) => sets.push((name.into(), None)),
        Part::Simple(..) | Part::Word(_) | Part::List(_) => {}
    });
    found
        .extend(sets.iter().filter(|(name, _)| is_loading(name)).map(|(name, _)| Loose::Loads(name.clone())));
    commands::each(&script.body, &mut |part| {
        let Part::Simple(command, words) = part else { return };
        let (start, end) = (command.span.start as usize, command.span.end as usize);
        let whole = text.get(start..end).unwrap_or(text);
        let words: Vec<Option<String>> = words.iter().map(known).collect();
        in_words(&words, whole, depth, found);
    });
}

/// The text of a word, the project's directory read as the directory where hooks run; `None`: it is known only then.
fn known(word: &Word) -> Option<String> {
    if let Some(text) = literal(word) {
        return Some(text);
    }
    let mut text = String::new();
    for (at, piece) in word.pieces.iter().enumerate() {
        match piece {
            Piece::Text { text: part, .. } => text.push_str(part),
            Piece::Param { param, .. } if at <= 1 && PROJECT.contains(&param.name.as_str()) => text.push('.'),
            Piece::Tilde(_) => text.push('~'),
            Piece::Glob(_) => text.push('*'),
            Piece::Param { .. } | Piece::Command { .. } | Piece::Process { .. } | Piece::Arith { .. } => {
                return None;
            }
        }
    }
    Some(text)
}

/// One command: `whole` is how it is written.
fn in_words(words: &[Option<String>], whole: &str, depth: usize, found: &mut Vec<Loose>) {
    let Some(first) = words.first() else { return };
    let Some(name) = first else {
        found.push(Loose::Unknown(whole.to_string()));
        return;
    };
    let base = basename(name);
    if name.contains('/') || name.starts_with('~') {
        found.push(Loose::Path(name.clone()));
    } else if !BUILTINS.contains(&base) {
        found.push(Loose::Program(name.clone()));
    }
    let rest = words.get(1..).unwrap_or_default();
    let operand = || rest.iter().find(|word| word.as_deref().is_none_or(|word| !word.starts_with('-')));
    let second = operand().and_then(Option::as_deref).unwrap_or_default();
    if FETCHERS.iter().any(|(program, word)| *program == base && (word.is_empty() || *word == second)) {
        found.push(Loose::Package(whole.to_string()));
    } else if TASKS.contains(&base) {
        found.push(Loose::Task(whole.to_string()));
    }
    if EXTENDED.iter().any(|(program, own)| *program == base && !own.contains(&second)) {
        found.push(Loose::Task(whole.to_string()));
    }
    match base {
        "eval" => found.push(Loose::Unknown(whole.to_string())),
        "trap" => in_handler(rest, whole, depth, found),
        _ => match behind(base, &as_args(rest)) {
            Some(started) => in_started(&started, rest, whole, depth, found),
            // Which of its words it runs is not known.
            None if TEXT_RUNNERS.contains(&base) => {
                found.push(Loose::Unknown(whole.to_string()));
                in_texts(rest, whole, depth, found);
            }
            None if CODE_RUNNERS.contains(&base) => in_texts(rest, whole, depth, found),
            None => {}
        },
    }
    if base == "find"
        && rest.iter().flatten().any(|word| matches!(word.as_str(), "-exec" | "-execdir" | "-ok" | "-okdir"))
    {
        found.push(Loose::Unknown(whole.to_string()));
    }
    let runner = base.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    if RUNNERS.contains(&base) || !runner.is_empty() && RUNNERS.contains(&runner) {
        in_runner(runner, rest, whole, depth, found);
    }
}

/// What the core knows that a program starts by its words: behind `env X=1`, `timeout -s KILL 5`, `su -c`. Where that cannot be told for
/// certain, the whole line is named.
fn in_started(
    started: &[Behind],
    rest: &[Option<String>],
    whole: &str,
    depth: usize,
    found: &mut Vec<Loose>,
) {
    for one in started {
        match one {
            Behind::Unclear => found.push(Loose::Unknown(whole.to_string())),
            _ if depth == 0 => found.push(Loose::Unknown(whole.to_string())),
            Behind::Text(text) => in_text(text, depth - 1, found),
            Behind::Words(at) => {
                let sets = rest.iter().take(*at).flatten().filter_map(|word| word.split_once('='));
                let loads = sets.filter(|(name, _)| is_loading(name));
                found.extend(loads.map(|(name, value)| Loose::Loads(format!("{name}={value}"))));
                in_words(rest.get(*at..).unwrap_or_default(), whole, depth - 1, found);
            }
        }
    }
}

fn as_args(words: &[Option<String>]) -> Vec<Arg> {
    let value = |word: &Option<String>| match word {
        Some(text) => Value::known(text),
        None => Value::unknown("is known only when it runs"),
    };
    words.iter().map(|word| Arg { value: value(word), span: Span::default() }).collect()
}

/// `trap TEXT SIGNAL…`; without a text it shows, ignores or resets.
fn in_handler(rest: &[Option<String>], whole: &str, depth: usize, found: &mut Vec<Loose>) {
    let is_flag =
        |word: &&Option<String>| word.as_deref().is_some_and(|word| word.starts_with('-') && word != "-");
    let mut words = rest.iter().skip_while(is_flag);
    match (words.next(), words.next()) {
        (Some(Some(text)), Some(_)) if text == "-" || text.is_empty() => {}
        (Some(Some(text)), Some(_)) if depth > 0 => in_text(text, depth - 1, found),
        (Some(_), Some(_)) => found.push(Loose::Unknown(whole.to_string())),
        (Some(_) | None, None) | (None, Some(_)) => {}
    }
}

/// Texts among the words of a command that runs one: each that holds more than a word is read like a line.
fn in_texts(rest: &[Option<String>], whole: &str, depth: usize, found: &mut Vec<Loose>) {
    let texts = rest.iter().filter(|word| word.as_deref().is_none_or(|word| word.contains([' ', ';', '\n'])));
    for text in texts {
        match text.as_deref().filter(|_| depth > 0) {
            Some(text) => in_text(text, depth - 1, found),
            None => found.push(Loose::Unknown(whole.to_string())),
        }
    }
}

/// An interpreter: what it is given is a file, a text, a module, or stands on its input.
fn in_runner(runner: &str, rest: &[Option<String>], whole: &str, depth: usize, found: &mut Vec<Loose>) {
    let is_shell = SHELLS.contains(&runner);
    let mut is_value = false;
    for (at, word) in rest.iter().enumerate() {
        if core::mem::take(&mut is_value) {
            continue;
        }
        let next = rest.get(at + 1).and_then(Option::as_deref);
        match word.as_deref() {
            None => return found.push(Loose::Unknown(whole.to_string())),
            Some(flag) if flag == "-m" || flag.starts_with("-m") && !is_shell => {
                return found.push(Loose::Module(whole.to_string()));
            }
            Some(flag) if takes_text(flag) => {
                return match next.filter(|_| is_shell && depth > 0) {
                    Some(text) => in_text(text, depth - 1, found),
                    None if is_shell => found.push(Loose::Unknown(whole.to_string())),
                    None => found.push(Loose::Code(whole.to_string())),
                };
            }
            Some(flag) if !is_shell && matches!(flag, "-r" | "--require" | "--import" | "--loader") => {
                found.push(Loose::Module(whole.to_string()));
                is_value = true;
            }
            // `-Ilib`, `-MGuard`, `-rguard`, `-l guard`: from where, and which modules.
            Some(flag) if !is_shell && ["-I", "-M", "-r", "-l"].iter().any(|own| flag.starts_with(own)) => {
                found.push(Loose::Module(whole.to_string()));
                is_value = flag == "-l" && runner == "lua";
            }
            Some("--rcfile" | "--init-file") => {
                found
                    .push(next.map_or_else(|| Loose::Unknown(whole.into()), |file| Loose::Path(file.into())));
                is_value = true;
            }
            Some(flag) if flag.starts_with('-') && flag != "-" => {}
            // A file of flags.
            Some(list) if runner == "java" && list.starts_with('@') => {
                found.push(Loose::Unknown(whole.to_string()));
            }
            Some("run") if matches!(runner, "deno" | "bun") => {}
            Some(script) => return found.push(Loose::Path(script.to_string())),
        }
    }
    // Without a file it runs what stands on its input, unless that is in the line.
    if !whole.contains("<<") {
        found.push(Loose::Unknown(whole.to_string()));
    }
}

/// `-c`, `-e`, `-lc`, `--eval`: the next word is code.
fn takes_text(flag: &str) -> bool {
    let short = flag.strip_prefix('-').filter(|rest| !rest.starts_with('-') && !rest.is_empty());
    let letters = short.is_some_and(|rest| rest.len() <= 4 && rest.ends_with(['c', 'e', 'p']));
    letters || matches!(flag, "--eval" | "--print" | "--command")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line and what is named of it, by form.
    #[rustfmt::skip]
    const ROWS: &[(&str, &[&str])] = &[
        ("cat >> audit.log", &["program cat"]),
        ("echo no >&2; exit 2", &[]),
        ("jq -e .x", &["program jq"]),
        ("bash tools/guard.sh", &["path tools/guard.sh", "program bash"]),
        (r#""$CLAUDE_PROJECT_DIR"/tools/guard.sh"#, &["path ./tools/guard.sh"]),
        (r#""${CLAUDE_PROJECT_DIR}/tools/guard.sh""#, &["path ./tools/guard.sh"]),
        ("/usr/local/bin/guard", &["path /usr/local/bin/guard"]),
        ("~/bin/guard", &["path ~/bin/guard"]),
        ("../guard.sh", &["path ../guard.sh"]),
        ("python3 -m tools.guard", &["program python3", "module python3 -m tools.guard"]),
        ("python3 -mtools.guard", &["program python3", "module python3 -mtools.guard"]),
        ("python3.12 -c 'import x'", &["program python3.12", "code python3.12 -c 'import x'"]),
        ("node -r ./x.js y.js", &["path y.js", "program node", "module node -r ./x.js y.js"]),
        ("npx guard", &["program npx", "package npx guard"]),
        ("npm exec guard", &["program npm", "package npm exec guard"]),
        ("npm run guard", &["program npm", "task npm run guard"]),
        ("uvx guard", &["program uvx", "package uvx guard"]),
        ("make -s guard", &["program make", "task make -s guard"]),
        ("docker run x", &["program docker", "package docker run x"]),
        ("$GUARD", &["unknown $GUARD"]),
        (r#"bash "$X""#, &["program bash", r#"unknown bash "$X""#]),
        ("$HOME/guard.sh", &["unknown $HOME/guard.sh"]),
        ("curl https://x | sh", &["program curl", "program sh", "unknown sh"]),
        ("bash <<< 'exit 2'", &["program bash"]),
        ("bash -c 'npx guard'", &["program bash", "program npx", "package npx guard"]),
        ("env A=1 npx guard", &["program env", "program npx", "package env A=1 npx guard"]),
        ("env PATH=. guard", &["program env", "program guard", "loads PATH=."]),
        ("PYTHONPATH=lib python3 g.py", &["path g.py", "program python3", "loads PYTHONPATH"]),
        ("timeout 5 bash g.sh", &["path g.sh", "program bash", "program timeout"]),
        ("timeout -s KILL 5 ~/x", &["path ~/x", "program timeout"]),
        ("timeout -k 1s --signal=KILL 5 ~/x", &["path ~/x", "program timeout"]),
        ("timeout $T ~/x", &["program timeout", "unknown timeout $T ~/x"]),
        ("timeout --unheard 5 ~/x", &["program timeout", "unknown timeout --unheard 5 ~/x"]),
        ("sudo -u me ~/x", &["path ~/x", "program sudo"]),
        ("sudo -u me A=1 PATH=. guard", &["program guard", "program sudo", "loads PATH=."]),
        ("sudo --unheard me ~/x", &["program sudo", "unknown sudo --unheard me ~/x"]),
        ("nice -n 5 ~/x y", &["path ~/x", "program nice"]),
        ("ionice -c 2 -n 0 ~/x", &["path ~/x", "program ionice"]),
        ("stdbuf -o L ~/x", &["path ~/x", "program stdbuf"]),
        ("flock -w 5 lock ~/x", &["path ~/x", "program flock"]),
        ("flock lock -c ~/x", &["program flock", "unknown flock lock -c ~/x"]),
        ("env -u A -C src ~/x", &["path ~/x", "program env"]),
        ("env -S '~/x y'", &["program env", "unknown env -S '~/x y'"]),
        ("exec -a name ~/x", &["path ~/x"]),
        ("command -v jq", &[]),
        ("command -p ~/x", &["path ~/x"]),
        ("nohup setsid -f ~/x", &["path ~/x", "program nohup", "program setsid"]),
        ("xargs -n 1 -I {} ~/x {}", &["path ~/x", "program xargs"]),
        ("chronic ~/x", &["path ~/x", "program chronic"]),
        ("xvfb-run -s '-screen 0' ~/x", &["path ~/x", "program xvfb-run"]),
        ("chroot --userspec a:b / ~/x", &["path ~/x", "program chroot"]),
        ("sh -c ~/x", &["path ~/x", "program sh"]),
        ("sh -c '~/x'", &["path ~/x", "program sh"]),
        ("trap '~/x' EXIT", &["path ~/x"]),
        ("trap guard EXIT", &["program guard"]),
        ("trap - EXIT; trap '' INT", &[]),
        ("trap \"$X\" EXIT", &["unknown trap \"$X\" EXIT"]),
        ("alias g=~/x", &["unread alias g=~/x"]),
        ("script -qc guard /dev/null", &["program guard", "program script"]),
        ("script -q /dev/null guard", &["program script", "unknown script -q /dev/null guard"]),
        ("su -c ~/x", &["path ~/x", "program su"]),
        ("su -s /bin/sh -c '~/x' me", &["path ~/x", "program su"]),
        ("watch -n 5 ~/x", &["path ~/x", "program watch"]),
        ("hyperfine ~/x", &["program hyperfine", "unknown hyperfine ~/x"]),
        ("sed -n 1p a.txt", &["program sed"]),
        ("eval \"$X\"", &["unknown eval \"$X\""]),
        ("find . -exec sh {} ;", &["program find", "unknown find . -exec sh {}"]),
        ("source ./lib.sh; guard", &["path ./lib.sh", "program guard"]),
        ("if then fi", &["unread if then fi"]),
        ("trap 'npx guard' EXIT; exit 0", &["program npx", "package npx guard"]),
        ("perl -Ilib -MGuard g.pl", &["path g.pl", "program perl", "module perl -Ilib -MGuard g.pl"]),
        ("ruby -rguard g.rb", &["path g.rb", "program ruby", "module ruby -rguard g.rb"]),
        ("lua -l guard x.lua", &["path x.lua", "program lua", "module lua -l guard x.lua"]),
        ("script -qc 'npx guard' /dev/null", &["program npx", "program script", "package npx guard"]),
        ("su -c 'npx guard'", &["program npx", "program su", "package npx guard"]),
        ("git guard", &["program git", "task git guard"]),
        ("git diff --quiet", &["program git"]),
        ("bash --rcfile tools/x -i", &["path tools/x", "program bash", "unknown bash --rcfile tools/x -i"]),
    ];

    fn shown(loose: &Loose) -> String {
        let form = match loose {
            Loose::Path(_) => "path",
            Loose::Program(_) => "program",
            Loose::Module(_) => "module",
            Loose::Code(_) => "code",
            Loose::Package(_) => "package",
            Loose::Task(_) => "task",
            Loose::Unknown(_) => "unknown",
            Loose::Server(_) => "server",
            Loose::Loads(_) => "loads",
            Loose::Unread(_) => "unread",
        };
        format!("{form} {}", loose.what().trim())
    }

    #[test]
    fn what_no_trust_covers() {
        for (line, expected) in ROWS {
            let mut found = Vec::new();
            in_text(line, DEPTH, &mut found);
            found.sort_unstable();
            found.dedup();
            let found: Vec<String> = found.iter().map(shown).collect();
            assert_eq!(found, *expected, "{line}");
        }
    }
}
