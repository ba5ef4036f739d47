//! An expression of `find`, asked about one path. Tests that look at more than names are uncertain.

use super::picks::{is_plain_glob, loosened};
use crate::policy::glob::matches_name;
use alloc::string::String;

/// Whether something holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Holds {
    No,
    Maybe,
    Yes,
}

impl Holds {
    fn of(holds: bool) -> Self {
        if holds { Holds::Yes } else { Holds::No }
    }

    fn not(self) -> Self {
        match self {
            Holds::No => Holds::Yes,
            Holds::Maybe => Holds::Maybe,
            Holds::Yes => Holds::No,
        }
    }
}

/// The file may come to `-exec` or `-print`; without any action, the expression may hold.
pub fn may_act(words: &[String], path: &str, name: &str, depth: usize) -> bool {
    let mut asked = Asked::new(words, path, name, false);
    let holds = asked.list(Holds::Yes);
    if asked.deepest.is_some_and(|most| depth > most) {
        return false;
    }
    if asked.has_action { asked.acted } else { holds != Holds::No }
}

/// The folder is not entered, for certain.
pub fn prunes(words: &[String], path: &str, name: &str, depth: usize) -> bool {
    let mut asked = Asked::new(words, path, name, true);
    asked.list(Holds::Yes);
    // A folder at the last depth is not entered. Where what lies in a folder comes first, nothing is pruned.
    let is_asked = depth >= asked.shallowest && !asked.depth_first;
    (asked.pruned && is_asked) || asked.deepest.is_some_and(|most| depth >= most)
}

/// Whether a pattern for names holds; where versions differ in how they read it, it may.
fn named(glob: &str, name: &str) -> Holds {
    match is_plain_glob(glob) {
        true => Holds::of(matches_name(glob, name)),
        false if glob.is_ascii() && !matches_name(&loosened(glob), name) => Holds::No,
        false => Holds::Maybe,
    }
}

struct Asked<'a> {
    words: core::iter::Peekable<core::slice::Iter<'a, String>>,
    path: &'a str,
    name: &'a str,
    folder: bool,
    has_action: bool,
    acted: bool,
    pruned: bool,
    /// `-depth`, or an action that asks for it.
    depth_first: bool,
    /// The most levels that any `-maxdepth` leaves: of several the last counts, or the first.
    deepest: Option<usize>,
    /// Above the level of any `-mindepth` nothing is asked, wherever it stands, and so nothing is pruned.
    shallowest: usize,
}

impl<'a> Asked<'a> {
    fn new(words: &'a [String], path: &'a str, name: &'a str, folder: bool) -> Self {
        Asked {
            words: words.iter().peekable(),
            path,
            name,
            folder,
            has_action: false,
            acted: false,
            pruned: false,
            depth_first: false,
            deepest: None,
            shallowest: 0,
        }
    }

    fn next(&mut self) -> &'a str {
        self.words.next().map_or("", String::as_str)
    }

    fn peek(&mut self) -> Option<&'a str> {
        self.words.peek().map(|word| word.as_str())
    }

    /// `a , b`: both are asked. By the manual the last one counts; without an action GNU's prints what the first finds.
    /// `live`: whether they are asked at all.
    fn list(&mut self, live: Holds) -> Holds {
        let mut holds = self.any(live);
        while self.peek() == Some(",") {
            self.next();
            let right = self.any(live);
            holds = if right == holds { right } else { Holds::Maybe };
        }
        holds
    }

    /// `a -o b`: the second is asked where the first does not hold.
    fn any(&mut self, live: Holds) -> Holds {
        let mut holds = self.all(live);
        while matches!(self.peek(), Some("-o" | "-or")) {
            self.next();
            let right = self.all(live.min(holds.not()));
            holds = holds.max(right);
        }
        holds
    }

    fn all(&mut self, live: Holds) -> Holds {
        let mut holds = Holds::Yes;
        loop {
            match self.peek() {
                None | Some(")" | "-o" | "-or" | ",") => return holds,
                Some("-a" | "-and") => {
                    self.next();
                }
                Some(_) => {
                    let right = self.one(live.min(holds));
                    holds = holds.min(right);
                }
            }
        }
    }

    fn one(&mut self, live: Holds) -> Holds {
        match self.next() {
            "!" | "-not" => self.one(live).not(),
            "(" => {
                let holds = self.list(live);
                if self.peek() == Some(")") {
                    self.next();
                }
                holds
            }
            "-name" => named(self.next(), self.name),
            "-iname" => named(&self.next().to_lowercase(), &self.name.to_lowercase()),
            "-path" | "-wholename" => named(self.next(), self.path),
            "-ipath" | "-iwholename" => named(&self.next().to_lowercase(), &self.path.to_lowercase()),
            "-type" => match self.next() {
                "f" => Holds::of(!self.folder),
                "d" => Holds::of(self.folder),
                _ => Holds::Maybe,
            },
            "-maxdepth" => {
                let most = self.next().parse::<usize>().unwrap_or(usize::MAX);
                self.deepest = Some(self.deepest.map_or(most, |other| other.max(most)));
                Holds::Yes
            }
            "-mindepth" => {
                let least = self.next().parse::<usize>().unwrap_or(usize::MAX);
                self.shallowest = self.shallowest.max(least);
                Holds::Yes
            }
            "-depth" | "-d" | "-delete" => {
                self.depth_first = true;
                Holds::Maybe
            }
            "-fprintf" => {
                self.next();
                self.next();
                Holds::Yes
            }
            "-prune" => {
                self.pruned |= live == Holds::Yes && self.folder;
                Holds::Yes
            }
            "-print" | "-print0" | "-ls" => self.act(live),
            "-exec" | "-ok" | "-execdir" | "-okdir" => {
                while !matches!(self.peek(), None | Some(";" | "+")) {
                    self.next();
                }
                self.next();
                self.act(live);
                Holds::Maybe
            }
            "-false" => Holds::No,
            "-true" | "-mount" | "-xdev" | "-follow" | "-noleaf" | "-warn" | "-nowarn" | "-daystart" => {
                Holds::Yes
            }
            "-empty"
            | "-executable"
            | "-readable"
            | "-writable"
            | "-nouser"
            | "-nogroup"
            | "-quit"
            | "-acl"
            | "-xattr"
            | "-x"
            | "-ignore_readdir_race"
            | "-noignore_readdir_race" => Holds::Maybe,
            // Everything else that is read at all takes one word.
            _ => {
                self.next();
                Holds::Maybe
            }
        }
    }

    fn act(&mut self, live: Holds) -> Holds {
        self.has_action = true;
        self.acted |= live != Holds::No;
        Holds::Yes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn expressions_about_one_file() {
        for (words, path, shown) in [
            ("", "./.env", true),
            ("-type f", "./.env", true),
            ("-type d", "./.env", false),
            ("-name *.rs", "./.env", false),
            ("-name *.rs -o -name .e*", "./.env", true),
            ("-not -name .env", "./.env", false),
            ("! -name *.rs -type f", "./.env", true),
            ("( -name *.ts -o -name *.tsx ) -type f", "./.env", false),
            ("-type f ( -name *.ts -o -mtime 1 )", "./.env", true),
            ("-maxdepth 1 -type f", "./.env", true),
            ("-maxdepth 1 -type f", "./a/.env", false),
            ("-not -path */a/*", "./a/.env", false),
            ("-path ./a -prune -o -type f -print", "./.env", true),
            ("-name .env -prune -o -type f -print", "./.env", false),
            ("-size +1k", "./.env", true),
            ("-maxdepth 1 -maxdepth 5 -type f", "./a/.env", true),
            ("! -maxdepth 1 -o -type f", "./.env", true),
            ("-fprintf x -false -type f -exec cat {} +", "./.env", true),
            ("-not -name .en[v]", "./.env", true),
            ("-name .en[v]", "./.env", true),
            ("-name *.[ch]", "./.env", false),
            ("-type f -exec cat {} +", "./.env", true),
            ("-name *.rs -exec cat {} ;", "./.env", false),
            ("-name *.rs -exec wc {} ; -o -exec cat {} ;", "./.env", true),
        ] {
            let words: Vec<String> = words.split_whitespace().map(String::from).collect();
            let depth = path.matches('/').count();
            let name = path.rsplit('/').next().unwrap();
            assert_eq!(may_act(&words, path, name, depth), shown, "{words:?} {path}");
        }
        let prune: Vec<String> =
            "-path ./node_modules -prune -o -print".split_whitespace().map(String::from).collect();
        assert!(prunes(&prune, "./node_modules", "node_modules", 1));
        assert!(!prunes(&prune, "./src", "src", 1));
        let deep: Vec<String> =
            "-depth -path ./a -prune -o -print".split_whitespace().map(String::from).collect();
        assert!(!prunes(&deep, "./a", "a", 1));
    }
}
