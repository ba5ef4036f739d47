//! The floor as seen from the home and from `/`, whatever the session's root: a root that lies in the floor, or holds a
//! part of it, must not hide it.

use super::entries::{ANCHORED, ROOTED, ROOTS, SECRET_TO_READ_ANCHORED};
use super::{FLOOR, FLOOR_INDEX, SECRETS, SECRETS_INDEX};
use super::{Group, Hit, Index, Name, Parts, begins_at, depth, find, fold, matches_from_start, names, nth};
use crate::world::{Stands, World};
use alloc::string::String;

/// Folders of agents in which they keep checkouts: each of them is a project like any other.
const WORKTREES: &[&str] = &["worktrees", "worktree"];

/// Folders of the home whose programs stand on `PATH`, or whose files are loaded at log-in, with everything below: `~/bin`,
/// `~/.bun/bin`, `~/miniconda3/etc/profile.d`. `~/go/src` is people's own work.
#[rustfmt::skip]
const AT_HOME: &[&str] = &[
    "bin", "sbin", ".bin", ".bun", ".deno", ".npm-global", ".npm-packages", ".npm", ".node_modules", ".yarn", ".pnpm", ".n", ".fnm",
    ".nodenv", ".rvm", ".rbenv", ".gem", ".gems", ".bundle", ".pyenv", ".rye", ".poetry", ".conda", "miniconda", "miniconda2", "miniconda3",
    "anaconda", "anaconda2", "anaconda3", "miniforge3", "miniforge", "mambaforge", "micromamba", ".pixi", "go/bin", ".goenv", ".gvm",
    ".jenv", ".jabba", ".phpenv", ".phpbrew", ".composer", ".plenv", ".perlbrew", "perl5", ".luaver", ".luarocks", ".juliaup", ".swiftly", ".swiftenv",
    ".dotnet", ".cabal", ".ghcup", ".stack", ".opam", ".nimble", ".choosenim", ".mix", ".kiex", ".kerl", ".wasmtime", ".wasmer", ".foundry", ".proto",
    ".vfox", ".version-fox", ".krew", ".arkade", ".pulumi", ".tfenv", ".tgenv", ".linuxbrew", ".homebrew", "homebrew/bin", ".nix-profile",
    ".nix-defexpr", ".fzf", ".bash_it", ".bash-it", ".oh-my-bash", ".zinit", ".zplug", ".zgen", ".zgenom", ".zprezto", ".zim", ".antigen",
    ".antidote", ".tmux", ".iterm2", ".lmstudio", ".modular", ".moonbit", ".elan", ".roswell", ".emacs.d", ".doom.d", ".vim_runtime",
];

/// Folders below `~/Library` that hold people's own work: what is synchronised with a service.
const SYNCHRONISED: &[&str] = &["cloudstorage", "mobile documents"];

/// No entry has more names than this above a root that lies in it.
const DEEPEST: usize = 4;

/// Where a path stands: its names, and how many of them are above the home and above the root.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    /// All names of the path, folded.
    pub names: &'a [Name<'a>],
    /// Names of the home, if the path lies in it.
    pub home: Option<usize>,
    /// Names of the root, if the path lies in one.
    pub root: Option<usize>,
}

impl Ground<'_> {
    /// The entry that the path runs into, seen from its root, from the home or from `/`.
    pub fn hit(&self) -> Option<Hit> {
        super::hit(self.below_root(), false).or_else(|| self.hit_above())
    }

    fn hit_above(&self) -> Option<Hit> {
        find(ANCHORED, |entry| matches_from_start(entry, self.names))
            .or_else(|| self.met_at_home(&FLOOR_INDEX, &FLOOR).and_then(nth))
            .or_else(|| self.met_across_root(&FLOOR_INDEX, &FLOOR).and_then(nth))
    }

    /// The same on this machine: what is read only at the root of a repository or a package counts there alone. `path` is
    /// the one that the names are of.
    pub fn hit_on(&self, world: &dyn World, path: &str) -> Option<Hit> {
        let hit = self.hit()?;
        let is_rooted = |entry: &str| ROOTED.contains(&entry);
        if !is_rooted(hit.entry) || self.is_at_root(world, path) {
            return Some(hit);
        }
        let other = super::hit_of(self.below_root(), false, |entry| !is_rooted(entry));
        other.or_else(|| self.hit_above())
    }

    /// The folder of a path may be the root of a repository or of a package.
    fn is_at_root(&self, world: &dyn World, path: &str) -> bool {
        // Outside of every root nobody knows.
        if self.root.is_none_or(|root| self.names.len() <= root + 1) {
            return true;
        }
        let folder = path.trim_end_matches('/').rsplit_once('/').map_or("/", |(folder, _)| folder);
        let is_missing = || world.resolve(folder).is_some_and(|found| found.stands == Stands::Nothing);
        let marks = |name: &String| {
            let name = fold(name);
            ROOTS.iter().any(|mark| name == *mark || (mark.starts_with('.') && name.ends_with(mark)))
        };
        match world.list(folder) {
            Some(names) => names.iter().any(marks),
            None => !is_missing(),
        }
    }

    /// Reading it would show a credential. `directory`: a directory stands there.
    pub fn is_secret(&self, directory: bool) -> bool {
        super::secret_to_read(self.below_root(), false, directory)
            || self.is_placed_secret()
            || super::copy::originals(self.names)
                .any(|names| Ground { names: &names, ..*self }.is_placed_secret())
    }

    /// A credential by where it lies, seen from `/`, from the home or across the root.
    fn is_placed_secret(&self) -> bool {
        let anchored =
            || SECRET_TO_READ_ANCHORED.iter().any(|entry| super::may_be_copy_at(entry, self.names));
        let at_home = || self.met_at_home(&SECRETS_INDEX, &SECRETS).is_some();
        let across = || self.met_across_root(&SECRETS_INDEX, &SECRETS).is_some();
        (anchored() || at_home() || across()) && !super::is_public(self.names)
    }

    /// The names below the root; all of them where there is none.
    pub fn below_root(&self) -> &[Name<'_>] {
        self.names.get(self.root.unwrap_or(0)..).unwrap_or(self.names)
    }

    /// The first entry that begins at the home and is not complete before the path enters its root: a project that is
    /// called `my-secret-plan` is no secret.
    fn met_at_home<const COUNT: usize>(
        &self,
        index: &Index<COUNT>,
        entries: &[&str; COUNT],
    ) -> Option<usize> {
        let (home, root) = (self.home?, self.root?);
        let below = self.names.get(home..)?;
        let above = self.names.get(home..root)?;
        let is_met = |at: &usize| {
            entries.get(*at).is_some_and(|entry| begins_at(entry, below, 0) && !begins_at(entry, above, 0))
        };
        index.likely(below.first()?).filter(is_met).min()
    }

    /// The first entry that begins above the root and ends below it: `application support/code/user` for the root
    /// `~/Library/Application Support`, `.venv/**/bin` for the root `.venv`. What stands above must be written out in the
    /// entry: a project somewhere below a folder called `env` has a `bin` of its own.
    fn met_across_root<const COUNT: usize>(
        &self,
        index: &Index<COUNT>,
        entries: &[&str; COUNT],
    ) -> Option<usize> {
        let root = self.root?;
        let met_from = |at: usize| {
            let below = self.names.get(at..)?;
            let above = self.names.get(at..root)?;
            let crosses = |entry: &str| {
                depth(Parts::of(entry).front) >= above.len()
                    && begins_at(entry, below, 0)
                    && !begins_at(entry, above, 0)
            };
            let is_met = |at: &usize| entries.get(*at).is_some_and(|entry| crosses(entry));
            index.likely(below.first()?).filter(is_met).min()
        };
        (root.saturating_sub(DEEPEST)..root).find_map(met_from)
    }
}

/// How many names a home has, if a path lies in it; letters count alike in both cases.
pub fn depth_within(path: &str, home: &str) -> Option<usize> {
    let home = home.trim_end_matches('/');
    let (above, below) = path.split_at_checked(home.len())?;
    let inside =
        !home.is_empty() && above.eq_ignore_ascii_case(home) && (below.is_empty() || below.starts_with('/'));
    inside.then(|| depth(home))
}

/// A directory that is no root: it lies in what the floor protects (`~/.claude/plugins/x`), or holds nothing but such
/// places (`~/.config`), or programs that are started by their name (`~/bin`). A session that begins there may write nothing unasked.
pub fn is_no_root(path: &str, home: &str) -> bool {
    let names = names(path);
    let lies = names.iter().enumerate().any(|(at, name)| {
        let is_met = |entry: Option<&&str>| entry.is_some_and(|entry| begins_at(entry, &names, at));
        let private = |group, entry| is_private(group, entry) && !is_worktree(group, entry, &names, at);
        let mut entries = FLOOR_INDEX.likely(name).filter(|entry| is_met(FLOOR.get(*entry))).filter_map(nth);
        let mut secrets = SECRETS_INDEX.likely(name).filter_map(|entry| SECRETS.get(entry));
        entries.any(|hit| private(hit.group, hit.entry))
            || secrets.any(|entry| is_met(Some(entry)) && private(Group::Secrets, entry))
    });
    let at_home = depth_within(path, home).and_then(|depth| names.get(depth..));
    lies || at_home.is_some_and(|names| holds_private(names) || holds_programs(names))
        || at_home.is_some_and(|names| is_library(names) && called_library(path, home))
}

/// These names lie in a folder of programs at home: `bin`, `.bun/install`.
fn holds_programs(at_home: &[Name<'_>]) -> bool {
    AT_HOME.iter().any(|entry| begins_at(entry, at_home, 0))
}

/// These names are `~/Library` or lie in it: settings, agents and programs of macOS. What is synchronised there, and what an agent has
/// checked out (`Library/Application Support/x/worktrees/fix`), is people's own work.
fn is_library(at_home: &[Name<'_>]) -> bool {
    let Some((_, below)) = at_home.split_first().filter(|(first, _)| *first == "library") else {
        return false;
    };
    let is_synchronised =
        below.len() > 1 && below.first().is_some_and(|name| SYNCHRONISED.contains(&name.as_ref()));
    let is_checkout = below.iter().rev().skip(1).any(|name| WORKTREES.contains(&name.as_ref()));
    !is_synchronised && !is_checkout
}

/// Elsewhere than on macOS `~/library` is a project like any other.
fn called_library(path: &str, home: &str) -> bool {
    let below = path.get(home.trim_end_matches('/').len()..).unwrap_or(path);
    home.starts_with("/Users/") || below.trim_start_matches('/').starts_with("Library")
}

/// An entry that says by its first name whose it is: one of a user or of a program, never of a project. `.github` is
/// also what repositories are called.
fn is_private(group: Group, entry: &str) -> bool {
    let first = entry.split('/').next().unwrap_or(entry);
    let named = !first.contains(['*', '<']) && first != ".git";
    named
        && match group {
            Group::Ci => false,
            Group::AgentSettings | Group::Secrets | Group::StartUp => true,
            Group::VersionControl | Group::Hijack | Group::Opening => first.starts_with('.'),
        }
}

/// A checkout that an agent made directly below its settings, which begin at `at`: `.claude/worktrees/fix`. A folder of that
/// name elsewhere, `.claude/plugins/worktrees`, is none.
fn is_worktree(group: Group, entry: &str, names: &[Name<'_>], at: usize) -> bool {
    let folder = at + depth(entry);
    let is_named = names.get(folder).is_some_and(|name| WORKTREES.contains(&name.as_ref()));
    group == Group::AgentSettings && is_named && folder + 1 < names.len()
}

/// Where a path leads inside a checkout that an agent made below its settings: `src/x` for
/// `/repo/.claude/worktrees/fix/src/x`. `None` for a path that lies in no such checkout.
pub fn below_checkout(path: &str) -> Option<String> {
    let names = names(path);
    let is_settings = |at: usize, name: &Name<'_>| {
        let met = FLOOR_INDEX
            .likely(name)
            .filter(|entry| FLOOR.get(*entry).is_some_and(|entry| begins_at(entry, &names, at)));
        met.filter_map(nth).any(|hit| is_worktree(hit.group, hit.entry, &names, at))
    };
    let at = names.iter().enumerate().position(|(at, name)| is_settings(at, name))?;
    let folder = at + names.get(at..)?.iter().position(|name| WORKTREES.contains(&name.as_ref()))?;
    Some(names.get(folder + 2..)?.join("/"))
}

/// These are the first names of an entry, and hidden from everyday eyes: `.config` of `.config/gh`.
fn holds_private(at_home: &[Name<'_>]) -> bool {
    let is_begun = |entry: &&str| {
        let front = Parts::of(entry).front;
        front.split('/').count() > at_home.len()
            && front.split('/').zip(at_home).all(|(one, name)| one == name)
    };
    at_home.first().is_some_and(|first| first.starts_with('.')) && FLOOR.iter().chain(&SECRETS).any(is_begun)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_root() {
        let home = "/home/user";
        for path in [
            "/home/user/.claude",
            "/home/user/.Claude",
            "/home/user/.claude/plugins/x",
            "/home/user/.claude/worktrees",
            "/home/user/.claude/plugins/worktrees/x",
            "/home/user/.codex",
            "/home/user/.config",
            "/home/user/.config/nvim",
            "/home/user/.config/opencode/plugins",
            "/home/user/.config/mastiff",
            "/home/user/.local",
            "/home/user/.local/share",
            "/home/user/.local/state",
            "/home/user/.local/state/mastiff/ledger",
            "/home/user/.local/bin",
            "/home/user/.aws",
            "/home/user/.ssh",
            "/home/user/.docker",
            "/home/user/.cargo",
            "/home/user/.gnupg/private-keys-v1.d",
            "/home/user/.vscode/extensions/x",
            "/home/user/Documents/Cline/Hooks",
            "/home/user/Library/Keychains",
            "/home/user/Library/LaunchAgents",
            "/home/other/.ssh",
            "/srv/project/.claude",
            "/srv/project/.cursor/rules",
            "/home/user/bin",
            "/home/user/bin/x",
            "/home/user/.bun",
            "/home/user/.bun/install/global",
            "/home/user/.deno/bin",
            "/home/user/.npm-global",
            "/home/user/.rvm/scripts",
            "/home/user/.fzf",
            "/home/user/.pyenv/plugins/x",
            "/home/user/miniconda3",
            "/home/user/anaconda3/etc/profile.d",
            "/home/user/go/bin",
            "/home/user/Library",
            "/home/user/Library/Application Support/iTerm2/Scripts",
            "/home/user/Library/CloudStorage",
            "/home/user/Library/worktrees",
        ] {
            assert!(is_no_root(path, home), "{path}");
        }
        for path in [
            "/home/user/project",
            "/home/user/dotfiles",
            "/home/user/my-secret-plan",
            "/home/user/Documents",
            "/home/user/Documents/project",
            "/home/user/library",
            "/home/user/Library/Mobile Documents/com~apple~CloudDocs/project",
            "/home/user/Library/CloudStorage/Dropbox/project",
            "/home/user/Library/Application Support/x/worktrees/fix",
            "/home/user/go",
            "/home/user/go/src/github.com/x/y",
            "/home/user/go/src/github.com/x/y/bin",
            "/home/user/src/bin",
            "/home/user/binary",
            "/home/user/homebrew",
            "/srv/bin",
            "/home/user/src/.github",
            "/home/user/.dotfiles",
            "/home/user/.local/share/chezmoi",
            "/home/user/.config/my-own-tool",
            "/home/user/.claude/worktrees/feature",
            "/home/user/.cursor/worktrees/project/feature",
            "/home/user/.codex/worktrees/1a2b/project",
            "/home/user/.local/share/opencode/worktree/1a2b/feature",
            "/srv/project/.claude/worktrees/feature",
            "/srv/env/project",
            "/home/user/claude",
        ] {
            assert!(!is_no_root(path, home), "{path}");
        }
        assert!(is_no_root("/Users/me/library/Scripts", "/Users/me"));
        assert!(!is_no_root("/Users/me/Documents/library", "/Users/me"));
    }
}
