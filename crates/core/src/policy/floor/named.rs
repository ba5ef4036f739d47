//! Files that a start-up file at a root names: `.envrc` with `. ./scripts/dev.sh` or `use flake`, `.Rprofile` with
//! `source("renv/activate.R")`. They run when the user's next prompt or session begins, as if they stood in the start-up file.
//!
//! Only what is written out counts. What a named file names in turn, and what is put together, is not looked for.

use super::linked::Link;
use crate::effect::place::{join, normal, within};
use crate::words::listed;
use crate::world::{Stands, World};
use alloc::string::String;
use alloc::vec::Vec;

/// So many names are taken from one file.
const MAX_NAMES: usize = 128;

/// A start-up file, and how the names in it are found.
type Reader = fn(&str) -> Vec<String>;
const FILES: &[(&str, Reader)] = &[(".envrc", in_envrc), (".Rprofile", in_profile)];

/// What the start-up files at these roots name: a link from the start-up file to each.
pub fn named(world: &dyn World, roots: &[String], home: &str) -> Vec<Link> {
    let mut links = Vec::new();
    for root in roots {
        for (file, names) in FILES {
            let path = join(root, file);
            // A file that is missing names nothing; what one names that cannot be read is declared in docs/limits.md.
            let text = world.read(&path).unwrap_or_default();
            for name in names(&text).into_iter().take(MAX_NAMES) {
                let ends = ends(world, root, &at_home(&name, home));
                if !ends.is_empty() {
                    links.push(Link { path: path.clone(), ends });
                }
            }
        }
    }
    links
}

/// Where a name leads, as written and as found, if that is inside the root. A folder is no file that runs.
fn ends(world: &dyn World, root: &str, name: &str) -> Vec<String> {
    let written = normal(&join(root, name));
    let found = world.resolve(&written).filter(|found| found.stands != Stands::Directory);
    let mut ends: Vec<String> = found.into_iter().map(|found| found.path).collect();
    if !ends.is_empty() && !ends.contains(&written) {
        ends.push(written);
    }
    ends.retain(|end| within(end, root) && end != root);
    ends
}

/// `~/repo/x.sh`, as the shell reads it.
fn at_home(name: &str, home: &str) -> String {
    name.strip_prefix("~/").map_or_else(|| name.into(), |below| join(home, below))
}

/// Commands of direnv and of the shell whose operands are files that are run or read, each with what it takes without any.
const TAKING: &[(&str, &[&str])] = &[
    (".", &[]),
    ("source", &[]),
    ("source_env", &[]),
    ("source_env_if_exists", &[]),
    ("dotenv", &[]),
    ("dotenv_if_exists", &[]),
    ("watch_file", &[]),
    ("bash", &[]),
    ("sh", &[]),
    ("zsh", &[]),
    ("python", &[]),
    ("python3", &[]),
    ("node", &[]),
    ("ruby", &[]),
    ("perl", &[]),
    ("use_nix", &["shell.nix", "default.nix"]),
    ("use_flake", FLAKE),
    ("use_guix", &["guix.scm", "manifest.scm"]),
];

/// Commands that run a text they are given.
const RUN_TEXTS: &str = "trap eval bash sh zsh dash direnv";

/// What makes a flake, in the folder that is named.
const FLAKE: &[&str] = &["flake.nix", "flake.lock"];

/// The names in a `.envrc`: operands of the commands above, and any path with a slash in it that is no value of a variable.
fn in_envrc(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for line in text.replace("\\\n", " ").lines() {
        for command in commands(line) {
            add_named(&command, &mut names);
        }
        add_around(line, &mut names);
    }
    names
}

/// Words with which a line runs what it names, wherever in it: `if [ -f t.sh ]; then . t.sh; fi`, `eval "$(cat t.sh)"`.
const RUNNING: &str = ". source eval trap bash sh zsh dash ksh env python python3 node deno bun ruby perl php uv poetry nix direnv_load \
    source_env source_env_if_exists dotenv dotenv_if_exists watch_file nix_direnv_watch_file";

/// Adds every word like a path in a line that runs something, whatever surrounds it.
fn add_around(line: &str, names: &mut Vec<String>) {
    let line = spelled_out(line);
    let line = line.split_once(" #").map_or(line.as_str(), |(line, _)| line).trim_start();
    let words = || line.split(|c: char| c.is_whitespace() || "\"'`$(){}<>;|&,=!".contains(c));
    let exports = line.contains("export") && line.contains(['`', '$']);
    let runs = exports || words().any(|word| listed(RUNNING, word) || word.starts_with("python3."));
    if line.starts_with('#') || !runs {
        return;
    }
    let is_path = |word: &&str| {
        let inside = word.trim_matches('.');
        !word.starts_with('-') && !word.contains('\\') && (inside.contains('/') || inside.contains('.'))
    };
    for word in words().filter(is_path) {
        if !names.iter().any(|name| name == word) {
            names.push(word.into());
        }
    }
}

/// Adds what one command names: `use flake ./nix#dev` is `nix/flake.nix` and `nix/flake.lock`.
fn add_named(words: &[String], names: &mut Vec<String>) {
    let Some((first, rest)) = words.split_first() else { return };
    // A text with commands in it: `trap '. scripts/x.sh' EXIT`. Each is shorter than the text it stands in.
    for text in rest.iter().filter(|word| word.contains(char::is_whitespace) && listed(RUN_TEXTS, first)) {
        commands(text).iter().for_each(|inner| add_named(inner, names));
    }
    let (called, operands) = match rest.split_first() {
        Some((what, operands)) if first == "use" => (["use_", what].concat(), operands),
        Some(_) | None => (first.clone(), rest),
    };
    let operands: Vec<&str> =
        operands.iter().map(String::as_str).filter(|word| !word.starts_with('-')).collect();
    let taking = TAKING.iter().find(|(name, _)| *name == called);
    match taking {
        Some((_, defaults)) if *defaults == FLAKE => {
            let folder = operands.first().map_or(".", |given| folder_of_flake(given));
            names.extend(FLAKE.iter().map(|file| join(folder, file)));
        }
        Some((_, defaults)) => {
            names.extend(operands.iter().copied().map(String::from));
            names.extend(defaults.iter().copied().map(String::from));
        }
        None => {
            let is_text = |word: &&String| listed(RUN_TEXTS, first) && word.contains(char::is_whitespace);
            let paths =
                words.iter().filter(|word| word.contains('/') && !word.starts_with('-') && !is_text(word));
            names.extend(paths.cloned());
        }
    }
}

/// The folder of a flake: `path:./nix?x#dev` is `./nix`.
fn folder_of_flake(given: &str) -> &str {
    let given = given.split(['#', '?']).next().unwrap_or(given);
    let folder = ["path:", "git+file:"].iter().find_map(|scheme| given.strip_prefix(scheme)).unwrap_or(given);
    if folder.is_empty() { "." } else { folder }
}

/// The line with the folder of the file, in which it runs, and the home as they are usually written.
fn spelled_out(line: &str) -> String {
    // The folder of the file, in which it runs.
    let here = ["\"$PWD\"", "\"${PWD}\"", "$(pwd)", "`pwd`", "${PWD}", "$PWD"];
    let line = here.iter().fold(String::from(line), |line, spelled| line.replace(spelled, "."));
    let home = ["\"$HOME\"/", "\"${HOME}\"/", "$HOME/", "${HOME}/"];
    home.iter().fold(line, |line, spelled| line.replace(spelled, "~/"))
}

/// The commands in a line of a shell, as words that are written out. Words that are not, and values of variables, are left out; a
/// command inside of another counts by itself: `export V="$(./scripts/version.sh)"`.
fn commands(line: &str) -> Vec<Vec<String>> {
    let line = spelled_out(line);
    let mut in_backquotes = false;
    let mut commands = Vec::new();
    let (mut words, mut word) = (Vec::new(), String::new());
    let (mut is_literal, mut quote) = (true, None);
    let end_word = |word: &mut String, is_literal: &mut bool, words: &mut Vec<String>| {
        let done = core::mem::take(word);
        let kept = core::mem::replace(is_literal, true) && !done.is_empty() && !is_assigned(&done);
        if kept {
            words.push(done);
        }
    };
    let mut letters = line.chars();
    while let Some(c) = letters.next() {
        match c {
            // The letter behind it stands for itself.
            '\\' if quote != Some('\'') => word.extend(letters.next()),
            '\'' | '"' if quote.is_none() => quote = Some(c),
            '\'' | '"' if quote == Some(c) => quote = None,
            '#' if word.is_empty() && is_literal && quote.is_none() => break,
            ' ' | '\t' if quote.is_none() => end_word(&mut word, &mut is_literal, &mut words),
            ';' | '&' | '|' | '(' | ')' | '`' | '<' | '>' if quote != Some('\'') => {
                // What is written in front of `$(` belongs to a word that is put together.
                is_literal &= c != '(' && (c != '`' || in_backquotes);
                in_backquotes ^= c == '`';
                end_word(&mut word, &mut is_literal, &mut words);
                commands.push(core::mem::take(&mut words));
                quote = None;
            }
            '$' | '*' | '?' | '{' | '}' | '['
                if quote != Some('\'') && !(c == '?' && word.starts_with("path:")) =>
            {
                is_literal = false;
            }
            _ => word.push(c),
        }
    }
    end_word(&mut word, &mut is_literal, &mut words);
    commands.push(words);
    commands
}

/// `NAME=value`: a value is data, not a file that runs.
fn is_assigned(word: &str) -> bool {
    let name = word.split_once('=').map(|(name, _)| name);
    name.is_some_and(|name| {
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'+')
    })
}

/// What R loads by a name that is written out: ends of names.
const LOADED_BY_R: &[&str] = &[".r", ".rds", ".rdata", ".rda", ".so", ".rprofile"];

/// The names in a `.Rprofile`: texts in quotes that end like code or data of R.
fn in_profile(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for line in text.lines() {
        let (mut quote, mut name) = (None, String::new());
        for c in line.chars() {
            match (c, quote) {
                ('#', None) => break,
                ('"' | '\'', None) => quote = Some(c),
                (_, Some(open)) if c == open => {
                    let name = core::mem::take(&mut name);
                    let lower = name.to_lowercase();
                    if LOADED_BY_R.iter().any(|end| lower.ends_with(end)) {
                        names.push(name);
                    }
                    quote = None;
                }
                (_, Some(_)) => name.push(c),
                (_, None) => {}
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::program::examples::{judge_on, machine};

    #[test]
    fn names_in_start_up_files() {
        for (text, names) in [
            (". ./scripts/dev.sh", "./scripts/dev.sh"),
            ("source scripts/dev.sh", "scripts/dev.sh"),
            ("source_env_if_exists ./scripts/env.sh # x", "./scripts/env.sh"),
            ("watch_file a.nix b.nix", "a.nix b.nix"),
            ("watch_file a.nix \\\n  b.nix", "a.nix b.nix"),
            ("has nix && use flake", "./flake.nix ./flake.lock"),
            ("use flake ./nix#dev", "./nix/flake.nix ./nix/flake.lock"),
            ("use flake . --impure", "./flake.nix ./flake.lock"),
            ("use flake path:./nix?dir=x", "./nix/flake.nix ./nix/flake.lock"),
            ("use nix", "shell.nix default.nix"),
            ("use nix dev.nix", "dev.nix shell.nix default.nix"),
            // A name with a blank, and what it may be two names of.
            (". \"$PWD/scripts/a b.sh\"", "./scripts/a b.sh ./scripts/a b.sh"),
            (". \"${PWD}/x.sh\"; . $(pwd)/y.sh", "./x.sh ./y.sh"),
            ("export V=\"$(./scripts/version.sh)\"", "./scripts/version.sh"),
            ("eval \"$(bash tools/env.sh --x)\"", "tools/env.sh"),
            ("[ -f x ] && ./scripts/setup.sh", "./scripts/setup.sh"),
            ("export CONFIG=config/dev.yml", ""),
            ("# . ./scripts/dev.sh", ""),
            ("layout python3", ""),
            (". \"$HOME/x.sh\"", "~/x.sh"),
            (". ~/repo/x.sh", "~/repo/x.sh"),
            (". \"$HOME\"/repo/x.sh", "~/repo/x.sh"),
            ("eval \"`./scripts/env.sh`\"", "./scripts/env.sh"),
            ("X=`./scripts/env.sh`", "./scripts/env.sh"),
            ("trap '. scripts/x.sh' EXIT", "scripts/x.sh"),
            ("eval '. scripts/x.sh; date'", "scripts/x.sh"),
            (". scr\\ipts/x.sh", "scripts/x.sh"),
            ("echo \"see a b\"", ""),
            ("if [ -f t.sh ]; then . t.sh; fi", "t.sh"),
            ("! . t.sh", "t.sh"),
            ("eval \"$(cat t.sh)\"", "t.sh"),
            ("export $(cat vars.txt | xargs)", "vars.txt"),
            ("echo \"(don't)\"; . scripts/t.sh", "dont)\"; . scripts/t.sh scripts/t.sh"),
            ("export PS1='; . $'scripts/t.sh'", "scripts/t.sh"),
            ("eval \"$(uv run t.py)\"", "t.py"),
            ("PATH_add bin", ""),
            (". ./env.$NAME.sh", "./env. NAME.sh"),
        ] {
            assert_eq!(in_envrc(text).join(" "), names, "{text}");
        }
        for (text, names) in [
            ("source(\"renv/activate.R\")", "renv/activate.R"),
            ("if (file.exists('dev.r')) source('dev.r')", "dev.r dev.r"),
            ("# source(\"renv/activate.R\")", ""),
            ("options(repos = 'https://cran.r-project.org')", ""),
        ] {
            assert_eq!(in_profile(text).join(" "), names, "{text}");
        }
    }

    /// Beside each write to what such a file names, one to what it does not.
    #[test]
    fn what_start_up_files_name_is_protected() {
        let envrc =
            "use flake\n. ./scripts/dev.sh\nsource_env_if_exists ./scripts/env.sh\nexport C=config/dev.yml\n";
        let world = machine()
            .file("/repo/scripts/dev.sh", "")
            .file("/repo/scripts/build.sh", "")
            .file("/repo/flake.nix", "")
            .file("/repo/renv/activate.R", "")
            .file("/repo/.envrc", envrc)
            .file("/repo/.Rprofile", "source(\"renv/activate.R\")\n");
        for (command, decision) in [
            ("echo x > scripts/dev.sh", "ask"),
            ("echo x >> ./scripts/../scripts/dev.sh", "ask"),
            ("cp README.md scripts/env.sh", "ask"),
            ("sed -i s/a/b/ flake.nix", "ask"),
            ("touch flake.lock", "ask"),
            ("tee renv/activate.R < README.md", "ask"),
            ("cat scripts/dev.sh", "allow"),
            ("echo x > scripts/build.sh", "allow"),
            ("echo x > config/dev.yml", "allow"),
            ("touch shell.nix", "allow"),
            ("touch sub/flake.nix", "allow"),
        ] {
            let said = judge_on(&world, command);
            assert!(said.starts_with(decision), "{command}: {said}");
        }
        for command in ["touch flake.nix", "echo x > flake.nix", "echo x > scripts/dev.sh"] {
            let said = judge_on(&machine(), command);
            assert!(said.starts_with("allow"), "{command}: {said}");
        }
    }

    /// So many names count, and no more.
    #[test]
    fn names_are_bounded() {
        let text: String = (0..1000).map(|at| alloc::format!(". ./x/{at}.sh\n")).collect();
        let world = machine().file("/repo/.envrc", &text);
        assert_eq!(named(&world, &["/repo".into()], "/home/user").len(), MAX_NAMES);
    }
}
