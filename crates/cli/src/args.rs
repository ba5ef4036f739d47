//! Arguments of a subcommand, told apart by the table that also prints its help.
//!
//! Written by hand because it is small and sits on the hot path: `mastiff hook` must not pay for anything that it
//! does not use.

use crate::exit::Failure;
use std::ffi::OsString;

/// A flag that a subcommand knows.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    /// Its name, with the dashes.
    pub name: &'static str,
    /// The name of its value in the help; `None`: a switch.
    pub value: Option<&'static str>,
    /// Its value is a path. People write it from where they are; the commands get it absolute.
    pub is_path: bool,
    /// One line of help.
    pub help: &'static str,
}

/// A flag without a value.
pub const fn switch(name: &'static str, help: &'static str) -> Flag {
    Flag { name, value: None, is_path: false, help }
}

/// A flag with a value.
pub const fn value(name: &'static str, value: &'static str, help: &'static str) -> Flag {
    Flag { name, value: Some(value), is_path: false, help }
}

/// A flag whose value is a file or a directory, written from the current directory or absolute.
pub const fn path(name: &'static str, value: &'static str, help: &'static str) -> Flag {
    Flag { name, value: Some(value), is_path: true, help }
}

/// A subcommand as its help shows it.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// Its name.
    pub name: &'static str,
    /// One line: what it does.
    pub summary: &'static str,
    /// The operands, as in `[COMMAND]`.
    pub operands: &'static str,
    /// What else one should know, in full sentences.
    pub details: &'static str,
    /// Its flags; `--help` is known everywhere.
    pub flags: &'static [Flag],
    /// Command lines that work, each with what it shows.
    pub examples: &'static [(&'static str, &'static str)],
}

/// What was typed behind the subcommand.
#[derive(Debug, Default)]
pub struct Args {
    flags: Vec<(&'static str, String)>,
    /// Paths as they were typed, where that is not what `flags` holds.
    written: Vec<(&'static str, String)>,
    operands: Vec<String>,
    /// How many operands stood before `--`.
    before_dashes: Option<usize>,
    /// `--help` or `-h` was among them.
    pub help: bool,
}

impl Args {
    /// Tells flags and operands apart; everything behind `--` is an operand.
    pub fn parse(usage: &Usage, words: impl Iterator<Item = OsString>) -> Result<Args, Failure> {
        let mut args = Args::default();
        let mut words = words.map(text);
        let mut only_operands = false;
        while let Some(word) = words.next() {
            let word = word?;
            if only_operands || word == "-" || !word.starts_with('-') {
                args.operands.push(word);
            } else if word == "--" {
                only_operands = true;
                args.before_dashes = Some(args.operands.len());
            } else {
                args.flag(usage, word, &mut words)?;
            }
        }
        Ok(args)
    }

    /// The value of a flag; of several the last.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.flags.iter().rev().find(|(n, _)| *n == name).map(|(_, v)| v.as_str())
    }

    /// The path of a flag as it was typed, for people; of several the last.
    pub fn written(&self, name: &str) -> Option<&str> {
        self.written.iter().rev().find(|(n, _)| *n == name).map(|(_, v)| v.as_str())
    }

    /// All values of a flag that may be given several times.
    pub fn values(&self, name: &str) -> Vec<String> {
        self.flags.iter().filter(|(n, _)| *n == name).map(|(_, v)| v.clone()).collect()
    }

    /// The names of all flags that were given.
    pub fn given(&self) -> impl Iterator<Item = &'static str> {
        self.flags.iter().map(|(name, _)| *name)
    }

    /// The operands behind `--`, if it was given.
    pub fn behind_dashes(&self) -> Option<&[String]> {
        self.before_dashes.and_then(|count| self.operands.get(count..))
    }

    /// A switch was given.
    pub fn has(&self, name: &str) -> bool {
        self.flags.iter().any(|(n, _)| *n == name)
    }

    /// Everything that is not a flag, in order.
    pub fn operands(&self) -> &[String] {
        &self.operands
    }

    fn flag(
        &mut self,
        usage: &Usage,
        word: String,
        words: &mut impl Iterator<Item = Result<String, Failure>>,
    ) -> Result<(), Failure> {
        if word == "--help" || word == "-h" {
            self.help = true;
            return Ok(());
        }
        let (name, attached) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (word.as_str(), None),
        };
        let Some(flag) = usage.flags.iter().find(|f| f.name == name) else {
            return Err(unknown_flag(usage, name));
        };
        let value = match (flag.value, attached) {
            (None, None) => String::new(),
            (None, Some(_)) => return Err(Failure::new(format!("`{name}` takes no value"))),
            (Some(_), Some(value)) => value,
            (Some(what), None) => match words.next() {
                Some(value) => value?,
                None => return Err(Failure::new(format!("`{name}` needs a value: {name} {what}"))),
            },
        };
        let value = match flag.is_path {
            true => {
                self.written.push((flag.name, value.clone()));
                absolute(name, value)?
            }
            false => value,
        };
        self.flags.push((flag.name, value));
        Ok(())
    }
}

/// The nearest of `names`, if it is near enough to have been meant.
pub fn near_miss<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let (distance, name) = names.map(|name| (distance(word, name), name)).min_by_key(|(d, _)| *d)?;
    (distance <= 1 + name.len() / 4).then_some(name)
}

/// The path from the root. `-` stands for standard input or output and stays.
fn absolute(flag: &str, path: String) -> Result<String, Failure> {
    if path == "-" || path.starts_with('/') {
        return Ok(path);
    }
    if path.is_empty() {
        return Err(Failure::new(format!("`{flag}` needs a path, and got an empty one")));
    }
    let wrong = |error: std::io::Error| {
        Failure::new(format!("`{flag} {}` cannot be found from here: {error}", path.escape_debug()))
    };
    text(std::path::absolute(&path).map_err(wrong)?.into_os_string())
}

fn text(word: OsString) -> Result<String, Failure> {
    word.into_string().map_err(|word| {
        Failure::new(format!("`{}` is not valid UTF-8", word.to_string_lossy().escape_debug()))
    })
}

fn unknown_flag(usage: &Usage, name: &str) -> Failure {
    let failure = Failure::new(format!("`mastiff {}` has no flag `{}`", usage.name, name.escape_debug()));
    match near_miss(name, usage.flags.iter().map(|f| f.name)) {
        Some(near) => failure.hint(format!("did you mean `{near}`?")),
        None if usage.operands.contains("-- COMMAND") => {
            failure.hint("the flags of a command stand behind `--`: mastiff hooks exec -- git push --force")
        }
        None if usage.operands.contains("COMMAND") => {
            failure.hint(format!("quote the whole command: mastiff {} 'git push --force'", usage.name))
        }
        None => failure.hint(format!("mastiff {} --help lists the flags", usage.name)),
    }
}

/// Edits (insert, delete, replace) that lead from one word to the other.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut above_left = i;
        let mut left = i + 1;
        let mut next = vec![left];
        for (y, above) in b.chars().zip(row.iter().skip(1)) {
            let edit = above_left + usize::from(x != y);
            left = edit.min(left + 1).min(above + 1);
            above_left = *above;
            next.push(left);
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const USAGE: Usage = Usage {
        name: "check",
        summary: "",
        operands: "COMMAND",
        details: "",
        flags: &[switch("--json", ""), value("--cwd", "DIR", ""), path("--policy", "FILE", "")],
        examples: &[],
    };

    fn parse(words: &[&str]) -> Result<Args, String> {
        Args::parse(&USAGE, words.iter().map(OsString::from))
            .map_err(|f| f.message + &f.hint.unwrap_or_default())
    }

    #[test]
    fn flags_and_operands_in_any_order() {
        for words in [
            &["--json", "--cwd", "/x", "ls -l"][..],
            &["ls -l", "--cwd=/x", "--json"],
            &["--cwd=/y", "--json", "--cwd", "/x", "--", "ls -l"],
        ] {
            let args = parse(words).unwrap();
            assert!(args.has("--json"), "{words:?}");
            assert_eq!(args.value("--cwd"), Some("/x"), "{words:?}");
            assert_eq!(args.operands(), ["ls -l"], "{words:?}");
        }
        assert_eq!(parse(&["--", "--json"]).unwrap().operands(), ["--json"]);
        assert_eq!(parse(&["-"]).unwrap().operands(), ["-"]);
        let args = parse(&["x", "--cwd", "/a", "--cwd=/b", "--", "y", "--", "--json"]).unwrap();
        assert_eq!(args.values("--cwd"), ["/a", "/b"]);
        assert_eq!(args.given().collect::<Vec<_>>(), ["--cwd", "--cwd"]);
        assert_eq!(args.behind_dashes().unwrap(), ["y", "--", "--json"]);
        assert!(parse(&["x"]).unwrap().behind_dashes().is_none());
        assert!(parse(&["--cwd", "x", "-h"]).unwrap().help);
    }

    #[test]
    fn paths_are_written_from_here() {
        let here = std::env::current_dir().unwrap();
        for (written, path) in [
            ("p.toml", here.join("p.toml")),
            ("./p.toml", here.join("p.toml")),
            ("../p.toml", here.join("../p.toml")),
            ("/p.toml", "/p.toml".into()),
            ("-", "-".into()),
        ] {
            let args = parse(&["--policy", written]).unwrap();
            assert_eq!(args.value("--policy"), path.to_str(), "{written}");
            assert_eq!(args.written("--policy"), Some(written));
        }
        assert!(parse(&["--policy="]).unwrap_err().contains("needs a path"));
    }

    #[test]
    fn wrong_usage_says_what_is_wrong() {
        let rows: &[(&[&str], &str)] = &[
            (&["--jsn"], "did you mean `--json`?"),
            (&["--cwd"], "needs a value: --cwd DIR"),
            (&["--json=1"], "takes no value"),
            (&["git", "push", "--force-with-lease"], "quote the whole command"),
        ];
        for (words, part) in rows {
            let message = parse(words).unwrap_err();
            assert!(message.contains(part), "{words:?}: {message}");
        }
    }

    #[test]
    fn near_misses_are_near() {
        let names = ["hook", "check", "explain", "log", "policy", "trust"];
        let rows = [
            ("chekc", Some("check")),
            ("explian", Some("explain")),
            ("lg", Some("log")),
            ("hok", Some("hook")),
            ("frobnicate", None),
            ("", None),
        ];
        for (word, near) in rows {
            assert_eq!(near_miss(word, names.into_iter()), near, "{word}");
        }
    }
}
