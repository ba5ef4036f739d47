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

impl Reading<'_> {
    /// No name at or below `start` breaks, now or by what was made earlier in this call.
    pub(super) fn stay_whole(&self, start: &str, breaks: impl Fn(&str) -> bool) -> bool {
        let mut seen = 0;
        let mut stay = |cwd: &String| self.below_stay_whole(&place::join(cwd, start), &breaks, &mut seen);
        !self.makes_odd_names() && !self.shell.lost && !breaks(start) && self.dirs().iter().all(&mut stay)
    }

    fn below_stay_whole(&self, start: &str, breaks: &impl Fn(&str) -> bool, seen: &mut usize) -> bool {
        let Some(start) = self.world.resolve(start) else { return false };
        let mut pending = vec![start.path];
        while let Some(at) = pending.pop() {
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
            *seen += names.len();
            if *seen > MAX_NAMES || names.iter().any(|name| breaks(name)) {
                return false;
            }
            // Nobody but git makes names in there, and git makes none of this kind.
            let inner = names.iter().filter(|name| *name != ".git");
            pending.extend(inner.map(|name| place::join(&at, name)));
        }
        true
    }

    /// A name in the directory it is in begins with a dash, or nobody can tell: to whoever gets it, it is a flag.
    pub(super) fn names_flag(&self) -> bool {
        let begins = |names: Vec<String>| names.iter().any(|name| name.starts_with('-'));
        self.makes_odd_names() || self.dirs().iter().any(|dir| self.world.list(dir).is_none_or(begins))
    }

    /// Earlier in this call names may have come up that break, or that are taken for flags.
    pub(super) fn makes_odd_names(&self) -> bool {
        self.odd_names || self.unsettled
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
}
