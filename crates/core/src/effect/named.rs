//! What a command names that is understood and stopped whatever its arguments: `curl -o .claude/settings.json`.
//!
//! Such a command is not read word by word, so a policy that permits the network would permit the write with it. Words that
//! name what is on the floor are therefore taken for places that are written. Secrets are left out: programs are given keys
//! and environments to use them. So is a bare `.git`, which is named to be left out.

use super::place::{normal, within};
use super::reading::Reading;
use super::value::Arg;
use super::{Effect, Place};
use crate::policy::floor::{self, Group};
use alloc::vec::Vec;

/// Flags whose value is left alone by the program.
const LEFT_OUT: &[&str] = &["--exclude", "--ignore", "--exclude-dir", "--exclude-from"];

/// Words of one command that are looked at; each costs a look at the disk.
const WORDS: usize = 512;

impl Reading<'_> {
    /// Adds a write for each argument of a hazard that names something on the floor.
    pub(super) fn add_named(&mut self, program: &str, args: &[Arg]) {
        if !self.found_hazard() {
            return;
        }
        if let Some(arg) = args.get(WORDS) {
            self.add(Effect::Opaque, "too_much", "the call names more than can be judged", arg.span);
        }
        let mut before = "";
        for arg in args.iter().take(WORDS) {
            let Some(word) = arg.text() else { continue };
            if !LEFT_OUT.iter().any(|flag| before == *flag || is_attached(word, flag)) {
                for place in self.named_by(word) {
                    let message = ["`", program, "` may change `", &place.shown, "`"].concat();
                    self.add(Effect::Write { place, deep: false }, "write_scope", message, arg.span);
                }
            }
            before = word;
        }
    }

    fn named_by(&self, word: &str) -> Vec<Place> {
        let paths = paths(word).filter(|path| !path.contains("://") && !path.contains(char::is_whitespace));
        let places = paths.flat_map(|path| self.dirs().iter().map(move |dir| Place::new(dir, path)));
        places.filter(|place| self.is_protected(&place.path)).collect()
    }

    fn is_protected(&self, path: &str) -> bool {
        let lexical = normal(path);
        let resolved = self.world.resolve(path).map(|found| found.path);
        let forms = [Some(lexical), resolved];
        forms.iter().flatten().any(|path| self.is_own(path) || self.is_on_floor(path))
    }

    fn is_own(&self, path: &str) -> bool {
        self.session.own.iter().any(|own| within(path, own))
    }

    fn is_on_floor(&self, path: &str) -> bool {
        let roots = self.session.roots.iter().map(|root| root.trim_end_matches('/'));
        let root = roots.filter(|root| within(path, root)).max_by_key(|root| root.len());
        let below = path.get(root.map_or(0, str::len)..).unwrap_or(path);
        let names = floor::names(below);
        let Some(hit) = floor::hit(&names, root.is_none()) else { return false };
        let anchored = hit.entry.starts_with('/');
        match hit.group {
            Group::AgentSettings => true,
            Group::StartUp | Group::Hijack => !anchored,
            Group::VersionControl | Group::Ci => !anchored && names.len() > 1,
            Group::Secrets => false,
        }
    }
}

fn is_attached(word: &str, flag: &str) -> bool {
    word.strip_prefix(flag).is_some_and(|rest| rest.starts_with('='))
}

/// The word itself, and what may be a path in it: `--output=x`, `-ox`, `@x`, `from:to`.
fn paths(word: &str) -> impl Iterator<Item = &str> {
    let short = word.strip_prefix('-').filter(|rest| !rest.starts_with('-')).and_then(|rest| {
        let mut letters = rest.chars();
        letters.next().map(|_| letters.as_str())
    });
    let whole = Some(word).filter(|word| !word.starts_with('-'));
    let parts = word.split(['=', ':', '@', ',']).filter(|part| !part.starts_with('-'));
    whole.into_iter().chain(short).chain(parts).filter(|path| !path.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(word: &str) -> Vec<&str> {
        paths(word).collect()
    }

    #[test]
    fn words_and_the_paths_in_them() {
        for (word, path) in [
            ("a/b", "a/b"),
            ("-oa/b", "a/b"),
            ("--output=a/b", "a/b"),
            ("@a/b", "a/b"),
            ("-d@a/b", "a/b"),
            ("host:a/b", "a/b"),
            ("src=x,dst=/a/b", "/a/b"),
        ] {
            assert!(all(word).contains(&path), "{word}: {:?}", all(word));
        }
        assert!(all("--output").is_empty());
    }
}
