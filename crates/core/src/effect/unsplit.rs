//! Names of files that stay one word each, for somebody who takes a list of them apart: `xargs`, or a shell at a variable
//! without quotes.

use super::place;
use super::reading::Reading;
use super::value::Arg;
use super::{Effect, Finding};
use crate::world::Stands;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Names looked at before the look gives up.
const MAX_NAMES: usize = 5000;

/// What is known about a folder that is gone through.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Of the project.
    Plain,
    /// `.git` itself, or the repository of a submodule.
    Repository,
    /// Repositories of submodules lie in it, under any name that `.gitmodules` has for them: `.git/modules/x y`.
    Modules,
    /// `.git/lfs`.
    Large,
    /// Of git's own, and none of the others: `.git/refs`, where branches and tags are files.
    OfGit,
}

impl Kind {
    /// Of the folder `name` in this one; `None` for `objects`, in which git alone makes names, by their sums: `.git/objects/4b`.
    fn of_child(self, name: &str) -> Option<Self> {
        match (self, name) {
            (Kind::Plain, ".git") => Some(Kind::Repository),
            (Kind::Plain, _) => Some(Kind::Plain),
            (Kind::Repository | Kind::Large, "objects") => None,
            (Kind::Repository, "modules" | "worktrees") | (Kind::Modules, _) => Some(Kind::Modules),
            (Kind::Repository, "lfs") => Some(Kind::Large),
            (Kind::Repository | Kind::Large | Kind::OfGit, _) => Some(Kind::OfGit),
        }
    }
}

impl Reading<'_> {
    /// No name at or below `start` breaks, now or by what was made earlier in this call.
    pub(super) fn stay_whole(&self, start: &str, breaks: impl Fn(&str) -> bool) -> bool {
        self.stay_whole_but(start, &|_, _| false, &breaks)
    }

    /// The same where folders called `.git` may be left out for certain: asked of each as it is shown, and so many levels below `start`.
    pub(super) fn stay_whole_but(
        &self,
        start: &str,
        leaves_out: &dyn Fn(&str, usize) -> bool,
        breaks: &dyn Fn(&str) -> bool,
    ) -> bool {
        let mut look = Look { leaves_out, breaks, seen: 0, seen_of_git: 0 };
        let mut stay = |cwd: &String| self.below_stay_whole(cwd, start, &mut look);
        !self.makes_odd_names() && !self.shell.lost && !breaks(start) && self.dirs().iter().all(&mut stay)
    }

    fn below_stay_whole(&self, cwd: &str, written: &str, look: &mut Look<'_>) -> bool {
        let Some(start) = self.world.resolve(&place::join(cwd, written)) else { return false };
        if written.rsplit('/').next() == Some(".git") && (look.leaves_out)(written, 0) {
            return true;
        }
        let is_file = |path: &str| {
            matches!(self.world.resolve(path).map(|found| found.stands), Some(Stands::File { .. }))
        };
        let mut pending = vec![(start.path, String::from(written), Kind::Plain, 0)];
        while let Some((at, shown, mut kind, depth)) = pending.pop() {
            match self.world.resolve(&at) {
                None => return false,
                // What is behind a link is not listed.
                Some(found) if found.path != at || found.stands != Stands::Directory => continue,
                Some(_) => {}
            }
            let Some(names) = self.world.list(&at) else {
                if super::program::whole::stays_closed(self, &at) {
                    continue;
                }
                return false;
            };
            if !look.takes(&names, kind) {
                return false;
            }
            // A submodule whose name holds a slash lies deeper: `.git/modules/vendor/lib`. Git puts no other into one.
            if kind == Kind::Modules && is_file(&place::join(&at, "HEAD")) {
                kind = Kind::Repository;
            }
            for name in names {
                let Some(inner) = kind.of_child(&name) else { continue };
                let shown = if shown.is_empty() { name.clone() } else { place::join(&shown, &name) };
                let is_git = kind == Kind::Plain && inner == Kind::Repository;
                if !(is_git && (look.leaves_out)(&shown, depth + 1)) {
                    pending.push((place::join(&at, &name), shown, inner, depth + 1));
                }
            }
        }
        true
    }

    /// A name in the directory it is in begins with a dash, or nobody can tell: to whoever gets it, it is a flag.
    pub(super) fn names_flag(&self) -> bool {
        let begins = |names: Vec<String>| names.iter().any(|name| name.starts_with('-'));
        self.makes_odd_names() || self.dirs().iter().any(|dir| self.world.list(dir).is_none_or(begins))
    }

    /// Words become names of branches or tags, and so those of files in `.git/refs`: `git branch "it's"`.
    pub(super) fn makes_references(&mut self, names: &[&Arg]) {
        self.odd_names |= names.iter().any(|name| name.text().is_none_or(is_odd));
    }

    /// Earlier in this call names may have come up that break, or that are taken for flags.
    pub(super) fn makes_odd_names(&self) -> bool {
        self.odd_names || self.unsettled
    }
}

/// A look through trees, and how much of it was done.
struct Look<'a> {
    leaves_out: &'a dyn Fn(&str, usize) -> bool,
    breaks: &'a dyn Fn(&str) -> bool,
    seen: usize,
    seen_of_git: usize,
}

impl Look<'_> {
    /// None of the names in one folder breaks, and they are not too many: files of the project leave room for those of git.
    fn takes(&mut self, names: &[String], kind: Kind) -> bool {
        let seen = match kind {
            Kind::Plain => &mut self.seen,
            Kind::OfGit | Kind::Modules | Kind::Large | Kind::Repository => &mut self.seen_of_git,
        };
        *seen += names.len();
        *seen <= MAX_NAMES && !names.iter().any(|name| (self.breaks)(name))
    }
}

/// A command may make such names: by a word that is one, or by what it brings along and nobody has named. A copy may have
/// the name of any of its words.
pub(super) fn makes_odd_names(findings: &[Finding], args: &[Arg], copies: bool) -> bool {
    let mut writes = findings.iter().filter_map(|finding| match &finding.effect {
        Effect::Write { place, deep } => Some((place.shown.as_str(), *deep)),
        Effect::Harmless
        | Effect::Read { .. }
        | Effect::Delete { .. }
        | Effect::ProjectCode
        | Effect::Hazard(_)
        | Effect::Opaque
        | Effect::Catastrophe => None,
    });
    // Code of the project that ran needs no such names to do harm, but for those that are given to it.
    let runs_code = findings.iter().any(|finding| finding.effect == Effect::ProjectCode);
    let odd_word = |arg: &Arg| arg.text().is_none_or(is_odd);
    let is_dashed = |name: &str| name.starts_with('-');
    writes.any(|(path, deep)| {
        is_odd(path) || is_dashed(path) || (!runs_code && (deep || (copies && args.iter().any(odd_word))))
    })
}

/// One of the names in a path is not plain, or one behind the first begins with a dash.
fn is_odd(path: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || "_-./+@=,:~%#".contains(c);
    !path.chars().all(plain) || path.contains("/-")
}

#[cfg(test)]
mod tests {
    use crate::effect::program::examples::{machine, run, run_on};
    use crate::world::fake::Fake;

    /// A file that is called like a flag: `grep foo *` becomes `grep foo -rv …`, which shows every line below.
    #[test]
    fn a_pattern_that_matches_a_flag() {
        let rows = |expected: &str| {
            [
                "touch q; grep foo *",
                "for f in *; do grep foo $f; done",
                "for f in *; do grep foo \"$f\"; done",
                "touch q; wc -l *",
            ]
            .map(|command| alloc::format!("{expected} {command}"))
            .join("\n")
        };
        run(&rows("allow"));
        let planted = machine().file("/repo/-rv", "");
        run_on(&planted, &rows("ask"));
        run_on(
            &planted,
            "ask grep foo *\nask grep foo [a-z-]*\nallow grep foo ./*\nallow grep foo src/*\nallow ls *",
        );
        run("ask gcc -c a.c -o 'src/z .env x'; find src -type f | xargs cat\n\
             allow gcc -c a.c -o src/z.o; find src -type f | xargs cat\n\
             ask pytest --junitxml='src/z .env x'; find src -type f | xargs cat\n\
             allow pytest --junitxml=src/z.xml; find src -type f | xargs cat");
        run("ask touch -- '-rv'; grep foo *\nallow touch -- '-rv'; grep foo ./*\nallow grep foo *");
    }

    /// An ordinary clone, without secrets.
    fn clone() -> Fake {
        Fake::new()
            .file("/repo/.git/HEAD", "ref: refs/heads/main\n")
            .file("/repo/.git/config", "[core]\n\trepositoryformatversion = 0\n")
            .file("/repo/.git/hooks/pre-push.sample", "")
            .file("/repo/.git/refs/heads/main", "")
            .file("/repo/src/main.rs", "fn main() {}\n")
            .file("/repo/y/HEAD", "id\n")
            .file("/repo/README.md", "# x\n")
    }

    /// Names in `.git` come from `.gitmodules`, and from whoever made a branch or a tag.
    #[test]
    fn names_in_git() {
        const LISTS: [&str; 6] = [
            "find . -name '*.md' | xargs cat",
            "find . -type f | xargs head",
            "grep -rl . . | xargs head",
            "find . -name '*.md' | sort | xargs cat",
            "find . -type f -name HEAD -exec sh -c 'sed -n 1p $1' _ {} \\;",
            "find . -path ./src -prune -o -name '*.md' -print | xargs cat",
        ];
        const WITHOUT_GIT: [&str; 7] = [
            "find . -name .git -prune -o -name '*.md' -print | xargs cat",
            "find . -path ./.git -prune -o -name '*.md' -print | xargs cat",
            "find src -type f | xargs cat",
            "find . -maxdepth 1 -name '*.md' | xargs cat",
            "grep -rl --exclude-dir=.git foo . | xargs wc -l",
            "git ls-files '*.md' | xargs cat",
            "find . -name '*.md' -print0 | xargs -0 cat",
        ];
        let rows = |expected: &str, commands: &[&str]| {
            commands
                .iter()
                .map(|command| alloc::format!("{expected} {command}\n"))
                .collect::<alloc::string::String>()
        };
        let odd = [
            "modules/x .env y.md/HEAD",
            "modules/x -e 1e y/HEAD",
            "modules/m/objects/x .env y.md/HEAD",
            "modules/lib/modules/x y/HEAD",
            "modules/lib/refs/heads/it's",
            "worktrees/w/refs/bisect/it's",
            "refs/heads/q/'.'./'.'./home/x",
            "refs/heads/HEAD/objects/it's",
            "refs/tags/say\"",
            "logs/refs/remotes/origin/it's",
        ];
        for name in odd {
            let planted = clone().file(&["/repo/.git/", name].concat(), "");
            let breaks = if name.contains(' ') { &LISTS[..] } else { &LISTS[..4] };
            run_on(&planted, &rows("ask", breaks));
            run_on(&planted, &rows("allow", &WITHOUT_GIT));
            run_on(&planted, &rows("ask", &["find .git -type f | xargs head", "rg -l . .git | xargs head"]));
            let deep = clone().file(&["/repo/vendor/x/.git/", name].concat(), "");
            run_on(&deep, &rows("ask", breaks));
        }
        let plain = [
            "modules/lib/HEAD",
            "refs/heads/feat/a-b_c#1",
            "packed-refs",
            "objects/4b/x y",
            "lfs/objects/4b/x y",
        ];
        for name in plain {
            let planted = clone().file(&["/repo/.git/", name].concat(), "");
            run_on(&planted, &rows("allow", &LISTS));
        }
        let inner =
            clone().file("/repo/.git/modules/lib/HEAD", "").file("/repo/.git/modules/lib/objects/x y", "");
        run_on(&inner, &rows("allow", &LISTS));
    }

    /// A branch of such a name is a file of such a name.
    #[test]
    fn references_that_are_made() {
        let machine = clone();
        let makers = [
            "git branch NAME",
            "git tag NAME",
            "git switch -c NAME",
            "git checkout -q -b NAME",
            "git tag -m x NAME",
        ];
        for maker in makers {
            let row = |expected: &str, name: &str| {
                alloc::format!("{expected} {}; find . -type f | xargs cat", maker.replace("NAME", name))
            };
            for odd in [r#""q/'.'./'.'./home/x""#, "'say\"x'", "'a<b'", "'a|b'", "'a&b'", "\"$x\"", "a\\'b"] {
                run_on(&machine, &row("ask", odd));
            }
            for plain in ["feature", "fix/a-b_c", "v1.0+x", "'user@x/#12'"] {
                run_on(&machine, &row("allow", plain));
            }
        }
        run_on(
            &machine,
            "allow git tag -a v1 -m \"it's out\"; find . -type f | xargs cat\n\
             allow git branch feature; find src -type f | xargs cat\n\
             allow git branch --list \"it's*\"; find . -type f | xargs cat\n\
             ask git branch \"it's\" && grep -rl . . | xargs head\n\
             allow git branch its && grep -rl . . | xargs head\n\
             allow git branch \"it's\" && grep -rn foo src",
        );
    }
}
