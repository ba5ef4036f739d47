//! Settings of the user that have a search show more than it does by itself: `--hidden` in the configuration of `rg`, `!.env`
//! in what git ignores everywhere.

use super::super::super::place::join;
use super::super::super::reading::Reading;
use super::super::git;
use super::{Picks, Recorded};
use crate::world::{Unreadable, World};
use alloc::string::String;
use alloc::vec::Vec;

/// Names that are hidden or ignored may be shown after all.
pub fn are_widened(reading: &Reading<'_>, picks: &Picks) -> bool {
    let is_git = picks.recorded != Recorded::Not;
    let takes_something_back = |file: &String| has_line(reading.world, file, takes_back);
    (picks.skips_hidden || picks.skips_ignored)
        && (excludes(reading).is_none_or(|files| files.iter().any(takes_something_back))
            || (!is_git && rg_is_widened(reading)))
}

/// For names that `rg` lists; its searches are read with the words of its settings.
fn rg_is_widened(reading: &Reading<'_>) -> bool {
    let file = reading.session.variable("RIPGREP_CONFIG_PATH").filter(|file| !file.is_empty());
    file.is_some_and(|file| has_line(reading.world, file, widens_rg))
}

/// One that cannot be read may have any line.
fn has_line(world: &dyn World, file: &str, is_it: fn(&str) -> bool) -> bool {
    match world.read(file) {
        Ok(text) => text.lines().map(str::trim).any(is_it),
        Err(Unreadable::Missing) => false,
        Err(Unreadable::TooLarge | Unreadable::Other) => true,
    }
}

fn takes_back(line: &str) -> bool {
    line.starts_with('!')
}

/// `--hidden`, `-uu`, `--no-ignore-vcs`, `--glob=.env`; one that leaves something out does not: `--glob=!.git`.
fn widens_rg(line: &str) -> bool {
    let leaves_out = ["--glob=!", "--iglob=!", "-g!", "-g=!"].iter().any(|start| line.starts_with(start));
    const WIDENS: [&str; 8] =
        ["--hidden", "-.", "-u", "--unrestricted", "--no-ignore", "--glob", "--iglob", "--ignore-file"];
    // Letters may stand together: `-Suu`, `-n.`.
    let letters = line.strip_prefix('-').filter(|letters| !letters.starts_with('-')).unwrap_or_default();
    !leaves_out && (letters.contains(['u', '.', 'g']) || WIDENS.iter().any(|start| line.starts_with(start)))
}

/// What git ignores everywhere: the usual file, and what `core.excludesFile` names. `None`: any file may be named.
fn excludes(reading: &Reading<'_>) -> Option<Vec<String>> {
    let usual = join(&reading.session.home, ".config");
    let config = reading.session.variable("XDG_CONFIG_HOME").filter(|path| path.starts_with('/'));
    let mut files = git::excludes(reading)?;
    files.push(join(config.unwrap_or(&usual), "git/ignore"));
    Some(files)
}

#[cfg(test)]
mod tests {
    use crate::Decision::{Allow, Ask};
    use crate::effect::program::examples::{judge_on_with, machine, run_on};
    use alloc::format;

    #[test]
    fn settings_of_the_user_that_widen_a_search() {
        let at = |line: &str| machine().file("/home/user/.rgrc", &format!("# mine\n{line}\n"));
        for (line, verdict) in [
            ("--hidden", Ask),
            ("-uu", Ask),
            ("--no-ignore-vcs", Ask),
            ("--glob=.env", Ask),
            ("--glob=!.git", Allow),
            ("--smart-case", Allow),
            ("--max-columns=150", Allow),
            ("-S.", Ask),
            ("-nuu", Ask),
            ("--ignore-file=/home/user/.rules", Ask),
        ] {
            let found = judge_on_with(&at(line), "RIPGREP_CONFIG_PATH", "/home/user/.rgrc", "rg . ");
            assert_eq!(found, verdict, "{line}");
        }
        for (line, verdict) in [
            ("--hidden\n--passthru", Ask),
            ("--hidden\n--context=99", Ask),
            ("--hidden", Allow),
            ("--frobnicate", Ask),
        ] {
            let found = judge_on_with(&at(line), "RIPGREP_CONFIG_PATH", "/home/user/.rgrc", "rg NODE");
            assert_eq!(found, verdict, "{line}");
        }
    }

    #[test]
    fn what_git_ignores_everywhere() {
        let rows = |word: &str| format!("{word} rg .\nallow rg TODO\n{word} rg --files | xargs cat");
        run_on(&machine(), &rows("allow"));
        run_on(&machine().file("/home/user/.config/git/ignore", "*.swp\n"), &rows("allow"));
        run_on(&machine().file("/home/user/.config/git/ignore", "*.swp\n!.env\n"), &rows("ask"));
        let named = machine()
            .file("/home/user/.gitconfig", "[core]\n\texcludesFile = ~/.ignored\n")
            .file("/home/user/.ignored", "!.env\n");
        run_on(&named, &rows("ask"));
        let ignored = || machine().file("/home/user/.ignored", "!.env\n");
        let core = "[core]\n\texcludesFile = ~/.ignored\n";
        for (file, text) in [
            ("/home/user/.gitconfig", "[include]\n\tpath = more\n"),
            ("/home/user/.gitconfig", "[includeIf \"gitdir:~/x/\"]\n\tpath = ~/more\n"),
            ("/home/user/.config/git/config", "[include]\n\tpath = ../../more\n"),
            ("/repo/.git/config", "[include]\n\tpath = /home/user/more\n"),
            ("/etc/gitconfig", "[include]\n\tpath = /home/user/more\n"),
        ] {
            run_on(&ignored().file("/home/user/more", core).file(file, text), &rows("ask"));
            run_on(&machine().file("/home/user/more", core).file(file, text), &rows("allow"));
        }
        run_on(&ignored().file("/repo/.git/config", core), &rows("ask"));
        run_on(&ignored().file("/home/user/.gitconfig", "[include]\n\tpath = .gitconfig\n"), &rows("ask"));
    }
}
