//! Where transcripts lie.

use crate::dirs::{Dirs, Environment, variable};
use std::fs;
use std::path::{Path, PathBuf};

/// How deep folders of transcripts are nested.
const DEEP: usize = 8;
/// Files that are looked at in one run.
const MOST: usize = 200_000;

/// A file that may be a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Where it lies.
    pub file: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// Somebody named it: if it is no transcript, that is worth a word.
    pub named: bool,
}

/// The folders in which the agents of this machine, and mastiff itself, leave what they did.
pub fn of_machine(environment: &Environment, dirs: &Dirs) -> Vec<PathBuf> {
    let home = dirs.home.as_deref();
    let place = |name: &str, default: &str| {
        let named = variable(environment, name).filter(|path| path.starts_with('/')).map(PathBuf::from);
        named.or_else(|| home.map(|home| home.join(default)))
    };
    let below = |base: Option<PathBuf>, folders: &[&str]| -> Vec<PathBuf> {
        base.map(|base| folders.iter().map(|folder| base.join(folder)).collect()).unwrap_or_default()
    };
    let gemini =
        variable(environment, "GEMINI_CLI_HOME").filter(|path| path.starts_with('/')).map(PathBuf::from);
    let gemini = gemini.or_else(|| home.map(Path::to_path_buf)).map(|base| base.join(".gemini"));
    let mut folders = below(place("CLAUDE_CONFIG_DIR", ".claude"), &["projects"]);
    folders.extend(below(place("CODEX_HOME", ".codex"), &["sessions", "archived_sessions"]));
    folders.extend(below(gemini, &["tmp"]));
    folders.extend(dirs.ledger().map(|ledger| ledger.directory().to_owned()));
    folders.retain(|folder| folder.is_dir());
    folders
}

/// The files to read, in an order that does not change: a file is itself, a folder all files below it that could be
/// transcripts by their name. Links to folders are not followed.
pub fn find(paths: &[PathBuf], named: bool) -> Result<Vec<Found>, String> {
    let mut found = Vec::new();
    for path in paths {
        let about = fs::metadata(path).map_err(|error| format!("`{}`: {error}", path.display()))?;
        if about.is_dir() {
            below(path, 0, &mut found);
        } else if about.is_file() {
            found.push(Found { file: path.clone(), bytes: about.len(), named });
        } else {
            return Err(format!("`{}` is neither a file nor a directory", path.display()));
        }
    }
    Ok(found)
}

/// The directory that Gemini CLI writes down beside its chats.
pub fn project_of(file: &Path) -> Option<String> {
    let folder = file.parent().filter(|folder| folder.ends_with("chats"))?.parent()?;
    let text = crate::disk::read_regular(&folder.join(".project_root"), 8 * 1024).ok()?;
    let path = text.trim_end_matches(['\n', '\r']);
    path.starts_with('/').then(|| path.to_owned())
}

fn below(folder: &Path, depth: usize, found: &mut Vec<Found>) {
    if depth > DEEP {
        return;
    }
    let mut entries: Vec<fs::DirEntry> = fs::read_dir(folder).into_iter().flatten().flatten().collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let Ok(kind) = entry.file_type() else { continue };
        let path = entry.path();
        if kind.is_dir() {
            below(&path, depth + 1, found);
        } else if kind.is_file() && found.len() < MOST && is_candidate(&path) {
            let bytes = entry.metadata().map_or(0, |about| about.len());
            found.push(Found { file: path, bytes, named: false });
        }
    }
}

fn is_candidate(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "jsonl" || end == "json")
}
