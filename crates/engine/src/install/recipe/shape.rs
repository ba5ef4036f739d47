//! Pieces that several hosts share: where their files are, and how an entry looks.

use crate::dirs::variable;
use crate::install::{Content, Member, Scope, Site, Slot};
use mastiff_core::json::Json;
use std::path::{Path, PathBuf};

/// How long a host may wait for the line, in seconds: the line itself gives up before.
pub const SECONDS: u64 = 30;
/// The same for hosts that count milliseconds.
pub const MILLISECONDS: u64 = SECONDS * 1000;

/// A directory of the host's: what the variable names, else a folder below the home. As most hosts do, an empty or
/// relative value counts as none.
pub fn moved(site: &Site, name: &str, below_home: &str) -> PathBuf {
    let named = variable(&site.environment, name).map(PathBuf::from).filter(|path| path.is_absolute());
    named.unwrap_or_else(|| site.home.join(below_home))
}

/// A folder in the user's directory of configuration.
pub fn config_home(site: &Site, folder: &str) -> PathBuf {
    moved(site, "XDG_CONFIG_HOME", ".config").join(folder)
}

/// A path below the project's root.
pub fn in_project(site: &Site, path: &str) -> Result<PathBuf, String> {
    let none = || "there is no project here: run it inside of one, or without `--project`".to_owned();
    site.root.as_ref().map(|root| root.join(path)).ok_or_else(none)
}

/// The user's file, or the project's.
pub fn by_scope(site: &Site, user: PathBuf, project: &str) -> Result<PathBuf, String> {
    match site.scope {
        Scope::User => Ok(user),
        Scope::Project => in_project(site, project),
    }
}

/// `{"matcher": …, "hooks": [handler]}` in the list of an event.
pub fn group(event: &str, matcher: &str, handler: Vec<(&str, Json)>) -> Member {
    let group =
        Json::object([("matcher", matcher.into()), ("hooks", Json::Array(vec![Json::object(handler)]))]);
    member(event, group)
}

/// A value in the list of an event below `hooks`.
pub fn member(event: &str, value: Json) -> Member {
    Member { at: vec!["hooks".into(), event.into()], value }
}

/// One file of the host's with these members.
pub fn edited(path: PathBuf, members: Vec<Member>) -> Vec<Slot> {
    vec![Slot { path, content: Content::Json { given: Vec::new(), members } }]
}

/// One file of the host's with these members, and fields that must stand at its top.
pub fn edited_with(path: PathBuf, given: Vec<(&'static str, Json)>, members: Vec<Member>) -> Vec<Slot> {
    vec![Slot { path, content: Content::Json { given, members } }]
}

/// `"event": [value]` for a file of mastiff's own, one event after the other.
pub fn events(members: &[Member]) -> String {
    let event = |member: &Member| {
        format!("    \"{}\": [\n      {}\n    ]", member.at.last().map_or("", String::as_str), member.value)
    };
    members.iter().map(event).collect::<Vec<_>>().join(",\n")
}

/// A file of mastiff's own.
pub fn own(path: PathBuf, text: String, executable: bool) -> Slot {
    Slot { path, content: Content::Whole { text, executable } }
}

/// `{"command": …, "timeout": …}` for hosts that count seconds.
pub fn command(line: String) -> Vec<(&'static str, Json)> {
    vec![("type", "command".into()), ("command", line.into()), ("timeout", SECONDS.into())]
}

/// The same for Gemini CLI. The name keeps the entry apart in `gemini hooks`, where it can be switched off by it.
pub fn gemini_handler(line: String) -> Vec<(&'static str, Json)> {
    vec![
        ("name", "mastiff".into()),
        ("type", "command".into()),
        ("command", line.into()),
        ("timeout", MILLISECONDS.into()),
    ]
}

/// The files with this ending in a folder, by name.
pub fn files_in(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let fits = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(ending));
    let mut files: Vec<PathBuf> = entries.filter(fits).collect();
    files.sort();
    files
}

/// A file of the administrator's, or the one that a variable names instead.
pub fn system(site: &Site, name: &str, usual: &str) -> PathBuf {
    variable(&site.environment, name).filter(|path| !path.is_empty()).unwrap_or(usual).into()
}

/// The user's file and the project's.
pub fn both(site: &Site, user: PathBuf, project: &str) -> Vec<PathBuf> {
    let project = site.root.iter().map(|root| root.join(project));
    std::iter::once(user).chain(project).collect()
}
