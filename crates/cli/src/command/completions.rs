//! `mastiff completions`: what a shell needs to complete mastiff's words, from the tables that print the help.

mod bash;
mod fish;
mod zsh;

use crate::args::{Args, Flag, Usage};
use crate::exit::{Exit, Failure};
use crate::render;
use mastiff_core::protocol::Host;

/// What `mastiff completions --help` shows.
pub const USAGE: Usage = Usage {
    name: "completions",
    summary: "print what a shell needs to complete mastiff's words",
    operands: "bash | zsh | fish",
    details: "\
Where it belongs:
  bash  ~/.local/share/bash-completion/completions/mastiff
  zsh   a file `_mastiff` in a directory of $fpath
  fish  ~/.config/fish/completions/mastiff.fish",
    flags: &[],
    examples: &[
        ("mastiff completions fish > ~/.config/fish/completions/mastiff.fish", "for every new fish"),
        ("source <(mastiff completions bash)", "for this bash alone"),
    ],
};

/// Prints them.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let shells = "one of bash, zsh, fish";
    let script = match args.operands() {
        [shell] if shell == "bash" => bash::script(),
        [shell] if shell == "zsh" => zsh::script(),
        [shell] if shell == "fish" => fish::script(),
        [shell] => {
            return Err(
                Failure::new(format!("there are no completions for `{}`", shell.escape_debug())).hint(shells)
            );
        }
        [] | [_, ..] => return Err(Failure::new("for which shell?").hint(shells)),
    };
    render::print(&script).map(|()| Exit::Fine)
}

/// What may stand in the place of a value or an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Wanted {
    /// One of these words.
    Words(Vec<&'static str>),
    /// A file or a directory.
    Path,
    /// Something that no shell can know.
    Other,
}

/// What a flag takes; `None`: nothing.
fn wanted(flag: &Flag) -> Option<Wanted> {
    let name = flag.value?;
    Some(match flag.name {
        _ if flag.is_path => Wanted::Path,
        _ if name.contains('|') => Wanted::Words(name.split('|').collect()),
        "--host" => Wanted::Words(Host::all().map(Host::id).collect()),
        _ if ["FILE", "DIR", "PATH"].contains(&name) => Wanted::Path,
        _ => Wanted::Other,
    })
}

/// What stands behind the flags: `[show ID | verify]` begins with `show` or `verify`.
fn operands(usage: &Usage) -> Wanted {
    let plain = |c: char| matches!(c, '[' | ']' | '…');
    let parts = usage.operands.split('|').map(|part| part.trim().trim_matches(plain));
    let firsts = parts.filter_map(|part| part.split(' ').next());
    let words: Vec<&str> =
        firsts.filter(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase())).collect();
    match usage.operands {
        _ if !words.is_empty() => Wanted::Words(words),
        text if text.contains("HOST") => Wanted::Words(Host::all().map(Host::id).collect()),
        text if ["FILE", "DIR", "PATH"].iter().any(|name| text.contains(name)) => Wanted::Path,
        _ => Wanted::Other,
    }
}

/// A text between single quotes, as bash and zsh read it.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command;

    #[test]
    fn operands_are_read_from_the_help() {
        let rows = [
            (
                &command::log::USAGE,
                Wanted::Words(vec!["show", "verify", "head", "purge", "forget", "acknowledge"]),
            ),
            (&USAGE, Wanted::Words(vec!["bash", "zsh", "fish"])),
            (&command::trust::USAGE, Wanted::Path),
            (&command::pause::USAGE, Wanted::Other),
        ];
        for (usage, expected) in rows {
            assert_eq!(operands(usage), expected, "{}", usage.name);
        }
        assert!(matches!(operands(&command::init::USAGE), Wanted::Words(hosts) if hosts.contains(&"claude")));
    }
}
