//! What a tool shows of the files below a folder: `Grep` with `output_mode: content`, `read_many_files` with a pattern.

use super::fields::{Fields, PATHS, Wrong};
use super::known;
use super::names::{self, Kind};
use super::path;
use crate::json::Json;
use alloc::format;
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
    /// Many lines around each match are shown.
    pub around: bool,
    /// Files of git's own are gone through. Claude Code's search leaves them out.
    pub sees_git: bool,
}

/// Fields by which a search shows less, and that the tool of this name has on every host that has such a tool: the
/// folder, the filter, and the rest. A host passes over a field that it does not know, so that others leave out nothing:
/// `dir_path` is the folder for one `grep_search`, and nothing for the next.
const NARROWS: &[(&str, &[&str])] = &[
    ("Grep", &["path", "glob", "type", "output_mode"]),
    ("grep", &["path"]),
    ("rg", &["path"]),
    ("search_files", &["path", "file_pattern"]),
];

fn narrows(name: &str, field: &str) -> bool {
    NARROWS.iter().any(|(tool, fields)| *tool == name && fields.contains(&field))
}

/// Tools that show fifty lines around a word that stands in one place, unless they are told how many.
const SHOWS_AROUND: &[&str] = &["grep_search", "search_file_content"];

/// Lines around a word that show more than it.
const SOME: usize = 2;

/// Where hosts put what is looked for.
const PATTERNS: &[&str] = &["pattern", "query", "regex"];
/// The same, several of them.
const SEVERAL: &str = "queries";

/// Tools that answer a question in words, from an index of their own.
const BY_MEANING: &[&str] = &["codebase_search"];

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
        let mut takes: Vec<String> = patterns.into_iter().chain(fields.texts("include")?).collect();
        let mut all = folders.clone();
        for glob in &takes {
            all.push(".".into());
            all.extend(path::starts_of_glob(".", glob)?);
        }
        all.sort();
        all.dedup();
        // The patterns are for the other files: what is named is shown, and with it what lies below.
        if !takes.is_empty() {
            takes.extend(folders.iter().map(|folder| format!("{folder}/**")));
            takes.extend(folders);
        }
        if takes.iter().any(|path| path.split('/').any(|name| matches!(name, "." | ".."))) {
            takes.clear();
        }
        Ok(Shown { folders: all, takes, search: None, follows_links: true, around: false, sees_git: true })
    };
    Some(read())
}

/// Lines that are shown, as the words of `rg` would ask for them.
fn lines(name: &str, fields: &Fields<'_>) -> Option<Result<Shown, Wrong>> {
    let lists = match fields.words("output_mode") {
        "files_with_matches" | "count" => narrows(name, "output_mode"),
        "" => name == LISTS_BY_DEFAULT && fields.present(&["output_mode"]).is_none(),
        _ => false,
    };
    (!lists).then(|| search(name, fields))
}

fn search(name: &str, fields: &Fields<'_>) -> Result<Shown, Wrong> {
    // Claude Code's own passes over what git ignores; of the others that is not known.
    let reach = if name == LISTS_BY_DEFAULT { "--hidden" } else { "-uu" };
    let patterns = patterns(fields)?;
    let mut words: Vec<String> = vec![reach.into()];
    words.extend(patterns.iter().flat_map(|pattern| ["-e".into(), pattern.clone()]));
    let takes = filters(name, fields)?;
    const AROUND: &[(&str, &str)] = &[
        ("-A", "-A"),
        ("-B", "-B"),
        ("-C", "-C"),
        ("context", "-C"),
        ("before", "-B"),
        ("after", "-A"),
        ("context_before", "-B"),
        ("context_after", "-A"),
    ];
    // A pattern that takes files in counts for more than their type.
    let kind = (narrows(name, "type") && takes.is_some()).then_some(("type", "-t"));
    for (key, flag) in AROUND.iter().copied().chain(kind) {
        let value = match fields.get(key) {
            None | Some(Json::Null) => continue,
            Some(Json::String(text)) => text.clone(),
            Some(other) => other.to_string(),
        };
        words.extend([flag.to_string(), value]);
    }
    let switches = [("multiline", "-U"), ("-i", "-i"), ("case_insensitive", "-i")];
    for (_, flag) in switches.iter().filter(|(key, _)| fields.switched_on(&[key])) {
        words.push((*flag).into());
    }
    let mut folders = fields.paths()?;
    let is_named = |key: &&str| narrows(name, key) && fields.present(&[key]).is_some();
    if folders.is_empty() || !PATHS.iter().any(is_named) {
        folders.push(".".into());
    }
    let is_told = fields.present(&["context", "before", "after"]).is_some();
    let lines = |key: &str| match fields.get(key) {
        None | Some(Json::Null) => 0,
        // What is no number may be many.
        Some(value) => value.to_string().trim_matches('"').parse::<usize>().unwrap_or(usize::MAX),
    };
    // `-C`: so many before and as many behind.
    let sides = |flag: &str| if flag == "-C" { 2 } else { 1 };
    let around = AROUND.iter().map(|(key, flag)| lines(key).saturating_mul(sides(flag)));
    let told = around.fold(0_usize, usize::saturating_add);
    let around = told > SOME || (SHOWS_AROUND.contains(&name) && !is_told);
    Ok(Shown {
        folders,
        takes: takes.unwrap_or_default(),
        search: Some(words),
        follows_links: name != LISTS_BY_DEFAULT,
        around,
        sees_git: name != LISTS_BY_DEFAULT,
    })
}

/// The patterns for names that count; `None`: what they leave out is not certain.
fn filters(name: &str, fields: &Fields<'_>) -> Result<Option<Vec<String>>, Wrong> {
    let mut takes = Vec::new();
    for key in known::FILTERS.iter().filter(|key| narrows(name, key)) {
        for filter in fields.texts(key)? {
            let cut = cut(&filter);
            // Who takes it for one pattern leaves out something else. Blanks beyond the usual are cut at by some.
            let is_odd = |c: char| !c.is_ascii() && !c.is_alphanumeric();
            if (cut.len() > 1 && filter.contains('!')) || filter.contains(is_odd) {
                return Ok(None);
            }
            takes.extend(cut);
        }
    }
    Ok(Some(takes))
}

/// The patterns in a filter: Claude Code cuts it at blanks, and at commas where there are no braces.
fn cut(filter: &str) -> Vec<String> {
    let has_braces = |part: &str| part.contains('{') && part.contains('}');
    let parts = filter.split_whitespace().flat_map(|part| match has_braces(part) {
        true => alloc::vec![part],
        false => part.split(',').filter(|one| !one.is_empty()).collect(),
    });
    parts.map(String::from).collect()
}

/// What is looked for: one text, or a list of them.
pub fn patterns(fields: &Fields<'_>) -> Result<Vec<String>, Wrong> {
    let several = fields.texts(SEVERAL)?;
    // Which of two a host takes is not known.
    match fields.present(PATTERNS) {
        Some(_) => Ok([alloc::vec![fields.only_text(PATTERNS)?], several].concat()),
        None if several.is_empty() => fields.only_text(PATTERNS).map(|one| alloc::vec![one]),
        None => Ok(several),
    }
}

/// A pattern that is a flag to whoever hands it on as a word: `grep_search` gives it to `git grep`.
pub fn is_flag_for_pattern(name: &str, input: &Json) -> bool {
    let one = |key: &str| input.get(key).and_then(Json::as_str);
    let several = match input.get(SEVERAL) {
        Some(Json::Array(items)) => items.iter().filter_map(Json::as_str).collect(),
        _ => one(SEVERAL).into_iter().collect::<Vec<&str>>(),
    };
    let mut patterns = PATTERNS.iter().filter_map(|key| one(key)).chain(several);
    let is_flag = |pattern: &str| {
        let second = pattern.strip_prefix('-').and_then(|rest| rest.chars().next());
        second.is_some_and(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    name != LISTS_BY_DEFAULT && !BY_MEANING.contains(&name) && patterns.any(is_flag)
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
