//! What a tool shows of the files below a folder: `Grep` with `output_mode: content`, `read_many_files` with a pattern.

use super::fields::{Fields, Wrong};
use super::known;
use super::names::{self, Kind};
use super::path;
use crate::json::Json;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// Files of a tree that a tool shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Where it looks.
    pub folders: Vec<String>,
    /// Patterns for the names of the files; none means all of them.
    pub takes: Vec<String>,
    /// `None`: the files are shown whole.
    pub search: Option<Vec<String>>,
    /// What links below lead to may be shown too.
    pub follows_links: bool,
}

/// Tools that answer a question in words, from an index of their own.
const BY_MEANING: &[&str] = &["codebase_search", "search_codebase"];

/// Tools that list names unless they are told otherwise.
const LISTS_BY_DEFAULT: &str = "Grep";

/// What the tool shows of the files in folders; `None` for one that shows names, one file, or nothing.
pub fn shown(name: &str, input: &Json) -> Option<Shown> {
    let fields = Fields::of(input).ok()?;
    match names::kind(name)? {
        Kind::Look(_) => whole(&fields),
        Kind::Grep if BY_MEANING.contains(&name) => None,
        Kind::Grep => lines(name, &fields),
        Kind::Lsp
        | Kind::Glob
        | Kind::Change(_)
        | Kind::Editor
        | Kind::Remove
        | Kind::Patch
        | Kind::Shell
        | Kind::Commands
        | Kind::Monitor
        | Kind::Fetch
        | Kind::FetchFromPrompt
        | Kind::Search
        | Kind::SubAgent
        | Kind::McpResource
        | Kind::Talk
        | Kind::Schedule
        | Kind::Foreign(_) => None,
    }
    // An input that cannot be read stopped before.
    .transpose()
    .ok()?
}

/// Files that are shown whole: by patterns, or by the folder they lie in. A list of names goes by the same field.
fn whole(fields: &Fields<'_>) -> Option<Result<Shown, Wrong>> {
    let several = ["paths", "files", "file_paths", "include"];
    fields.present(&several)?;
    let read = || {
        let paths = fields.paths()?;
        let (patterns, folders): (Vec<String>, Vec<String>) =
            paths.into_iter().partition(|path| path::is_pattern(path));
        let takes: Vec<String> = patterns.into_iter().chain(fields.texts("include")?).collect();
        let mut all = folders;
        for glob in &takes {
            all.push(".".into());
            all.extend(path::starts_of_glob(".", glob)?);
        }
        all.sort();
        all.dedup();
        Ok(Shown { folders: all, takes, search: None, follows_links: true })
    };
    Some(read())
}

/// Lines that are shown, as the words of `rg` would ask for them.
fn lines(name: &str, fields: &Fields<'_>) -> Option<Result<Shown, Wrong>> {
    let lists = match fields.words("output_mode") {
        "files_with_matches" | "count" => true,
        "" => name == LISTS_BY_DEFAULT && fields.present(&["output_mode"]).is_none(),
        _ => false,
    };
    if lists || fields.switched_on(&["names_only"]) {
        return None;
    }
    Some(search(name, fields))
}

fn search(name: &str, fields: &Fields<'_>) -> Result<Shown, Wrong> {
    // Claude Code's own passes over what git ignores; of the others that is not known.
    let reach = if name == LISTS_BY_DEFAULT { "--hidden" } else { "-uu" };
    let mut words: Vec<String> =
        vec![reach.into(), "-e".into(), fields.text(&["pattern", "query", "regex"])?.into()];
    for (key, flag) in [
        ("-A", "-A"),
        ("-B", "-B"),
        ("-C", "-C"),
        ("context", "-C"),
        ("before", "-B"),
        ("after", "-A"),
        ("type", "-t"),
    ] {
        let value = match fields.get(key) {
            None | Some(Json::Null) => continue,
            Some(Json::String(text)) => text.clone(),
            Some(other) => other.to_string(),
        };
        words.extend([flag.to_string(), value]);
    }
    let switches = [("multiline", "-U"), ("fixed_strings", "-F"), ("-i", "-i"), ("case_insensitive", "-i")];
    for (_, flag) in switches.iter().filter(|(key, _)| fields.switched_on(&[key])) {
        words.push((*flag).into());
    }
    let mut takes = Vec::new();
    for key in known::FILTERS {
        takes.extend(fields.texts(key)?);
    }
    let folders = fields.paths()?;
    let folders = if folders.is_empty() { vec![".".into()] } else { folders };
    Ok(Shown { folders, takes, search: Some(words), follows_links: name != LISTS_BY_DEFAULT })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, input: &str) -> Option<Shown> {
        shown(name, &Json::parse(input.as_bytes()).unwrap())
    }

    #[test]
    fn names_alone_are_not_contents() {
        for (tool, input) in [
            ("Grep", r#"{"pattern": "."}"#),
            ("Grep", r#"{"pattern": ".", "output_mode": "count"}"#),
            ("Grep", r#"{"pattern": ".", "output_mode": "files_with_matches"}"#),
            ("search_file_content", r#"{"pattern": ".", "names_only": true}"#),
            ("codebase_search", r#"{"query": "where are keys read"}"#),
            ("Read", r#"{"file_path": "a.py"}"#),
            ("Glob", r#"{"pattern": "**"}"#),
        ] {
            assert_eq!(of(tool, input), None, "{tool} {input}");
        }
        for (tool, input) in [
            ("Grep", r#"{"pattern": ".", "output_mode": "content"}"#),
            ("Grep", r#"{"pattern": ".", "output_mode": "everything"}"#),
            ("Grep", r#"{"pattern": ".", "output_mode": 7}"#),
            ("search_file_content", r#"{"pattern": "."}"#),
            ("read_many_files", r#"{"paths": ["**"]}"#),
            ("read_many_files", r#"{"include": ["src/*"]}"#),
        ] {
            assert!(of(tool, input).is_some(), "{tool} {input}");
        }
    }
}
