//! What holds for a whole session: its roots, the user's home, what is mastiff's own.
//!
//! Roots are bound to the session. A host that names its project directories names them with every call; for the
//! others the repository around the first directory seen is remembered under the session's id, so that `cd` in a later
//! call neither drops that root nor makes another repository writable.

use crate::config::PROJECT_POLICY;
use crate::dirs::Dirs;
use crate::disk::resolve;
use crate::{own, repository, sha256, store};
use mastiff_core::Session;
use mastiff_core::effect::place;
use mastiff_core::json::Json;
use mastiff_core::world::Stands;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What the host says about the session a call belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// The host's id of the session.
    pub id: Option<&'a str>,
    /// The project directories the host names; empty when it names none.
    pub declared: &'a [String],
    /// The directory the call runs in.
    pub cwd: &'a str,
    /// Nobody is there to answer.
    pub headless: bool,
}

/// A session and what was wrong with finding its roots.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The session.
    pub session: Session,
    /// Why there is no root although a directory was given, for people. Without a root every write is outside.
    pub trouble: Option<String>,
    /// A project's policy is or may be there that no root leads to, for people. Going on without it is not safe: it
    /// may have tightened anything.
    pub unheard: Option<String>,
}

/// Finds what holds for the session.
///
/// It cannot fail: where the roots cannot be known there are none, which is the tightest session there is.
pub fn open(seen: &Seen<'_>, dirs: &Dirs, environment: &[(String, String)]) -> Opened {
    let home = dirs.home.as_deref().and_then(Path::to_str).map(physical).unwrap_or_default();
    let (roots, trouble) = match roots(seen, dirs, &home) {
        Ok(roots) => (roots, None),
        Err(trouble) => (Vec::new(), Some(trouble)),
    };
    let unheard = unheard(seen, &roots, dirs, &home);
    let own = own::paths(dirs, environment, &home, seen.cwd);
    let session = Session { roots, home, own, env: environment.to_vec(), headless: seen.headless };
    Opened { session, trouble, unheard }
}

/// The roots of a session whose host says with every call where it works, and may move there: the first of these directories
/// counts for all of it. Without an id there is nothing to bind it to.
pub fn bound(id: Option<&str>, began: &str, dirs: &Dirs) -> Result<Vec<String>, String> {
    let home = dirs.home.as_deref().and_then(Path::to_str).map(physical).unwrap_or_default();
    match id {
        Some(id) => remembered(id, began, dirs, &home),
        None => Ok(vec![began.to_owned()]),
    }
}

/// The session as it would have been in a project that is no longer there: its directory is its one root.
pub fn imagined(root: &str, dirs: &Dirs, environment: &[(String, String)]) -> Session {
    let home = dirs.home.as_deref().and_then(Path::to_str).map(physical).unwrap_or_default();
    let root = physical(root);
    let own = own::paths(dirs, environment, &home, &root);
    let roots = Some(root).filter(|root| repository::may_be_root(root, &home)).into_iter().collect();
    Session { roots, home, own, env: environment.to_vec(), headless: false }
}

/// Every directory that the host names counts, also beside others that can be roots.
fn unheard(seen: &Seen<'_>, roots: &[String], dirs: &Dirs, home: &str) -> Option<String> {
    if !seen.declared.is_empty() {
        return seen.declared.iter().find_map(|directory| without_root(directory, home));
    }
    if !roots.is_empty() {
        return None;
    }
    let memory = seen.id.map(|id| memory(id, dirs).ok_or_else(no_memory).and_then(|file| recall(&file)));
    match memory {
        Some(Err(trouble)) => Some(trouble),
        // Could not be kept either.
        Some(Ok(None)) => Some(not_kept(seen.id, dirs)),
        Some(Ok(Some(_))) | None => without_root(seen.cwd, home),
    }
}

fn not_kept(id: Option<&str>, dirs: &Dirs) -> String {
    let file = id.and_then(|id| memory(id, dirs));
    let place = file
        .as_deref()
        .and_then(Path::parent)
        .map(|place| format!(": `{}` cannot be written", place.display()));
    format!("where this session began cannot be remembered{}", place.unwrap_or_default())
}

/// Why a policy in a directory would go unheard.
fn without_root(directory: &str, home: &str) -> Option<String> {
    if repository::around(directory, home).is_some() {
        return None;
    }
    let Some(found) = resolve(directory).filter(|found| found.stands == Stands::Directory) else {
        return Some(format!(
            "the directory of the project (`{directory}`) is not there; make it again, or start a new session of the agent"
        ));
    };
    let policy = place::join(&found.path, PROJECT_POLICY);
    let missing = std::fs::symlink_metadata(&policy).is_err_and(|error| error.kind() == ErrorKind::NotFound);
    (!missing).then(|| {
        format!("the policy `{policy}` cannot be used: `{directory}` is too wide to be a project; move or remove it")
    })
}

fn roots(seen: &Seen<'_>, dirs: &Dirs, home: &str) -> Result<Vec<String>, String> {
    let mut roots: Vec<String> = Vec::new();
    for first in first_roots(seen, dirs, home)? {
        for root in repository::family(&first, home) {
            if !roots.contains(&root) {
                roots.push(root);
            }
        }
    }
    if roots.is_empty() {
        return Err("the session began in a directory that cannot be a root".into());
    }
    Ok(roots)
}

/// One root per project directory, before worktrees are added.
fn first_roots(seen: &Seen<'_>, dirs: &Dirs, home: &str) -> Result<Vec<String>, String> {
    if !seen.declared.is_empty() {
        let found: Vec<String> =
            seen.declared.iter().filter_map(|dir| repository::around(dir, home)).collect();
        let named =
            || format!("no directory of the project (`{}`) can be a root", seen.declared.join("`, `"));
        return if found.is_empty() { Err(named()) } else { Ok(found) };
    }
    match seen.id {
        Some(id) => remembered(id, seen.cwd, dirs, home),
        // Nothing to bind a root to: such hosts run the hook where they were started.
        None => around_cwd(seen.cwd, home),
    }
}

fn around_cwd(cwd: &str, home: &str) -> Result<Vec<String>, String> {
    let root = repository::around(cwd, home);
    root.map(|root| vec![root]).ok_or_else(|| format!("the directory `{cwd}` cannot be a root"))
}

/// The root remembered for `id`; the first call of a session decides it.
///
/// A memory that cannot be read or kept gives no root. Falling back to the directory of the call would let whoever
/// spoils the memory choose a new root with `cd`.
fn remembered(id: &str, cwd: &str, dirs: &Dirs, home: &str) -> Result<Vec<String>, String> {
    let file = memory(id, dirs).ok_or_else(no_memory)?;
    if let Some(roots) = recall(&file)? {
        return Ok(roots);
    }
    let found = repository::around(cwd, home).into_iter().collect::<Vec<_>>();
    let kept = store::create(&file, &memory_text(&found));
    let kept = kept.map_err(|error| format!("`{}` cannot be written: {error}", file.display()))?;
    if kept { Ok(found) } else { recall(&file)?.ok_or_else(|| unusable(&file)) }
}

/// The file of a session. Its name is a digest: an id is the host's text and no path.
fn memory(id: &str, dirs: &Dirs) -> Option<PathBuf> {
    let name = sha256::hex(&[b"session", id.as_bytes()]);
    Some(dirs.state.as_ref()?.join("sessions").join(name))
}

fn memory_text(roots: &[String]) -> String {
    format!("{}\n", serde_json::json!({ "v": 1, "roots": roots }))
}

fn recall(file: &Path) -> Result<Option<Vec<String>>, String> {
    match store::read(file) {
        Ok(None) => Ok(None),
        Ok(Some(text)) => parse_memory(&text).map(Some).ok_or_else(|| unusable(file)),
        Err(_) => Err(unusable(file)),
    }
}

fn parse_memory(text: &str) -> Option<Vec<String>> {
    let memory = Json::parse(text.as_bytes()).ok()?;
    (memory.get("v")? == &Json::Number(1.into())).then_some(())?;
    let Json::Array(roots) = memory.get("roots")? else {
        return None;
    };
    roots.iter().map(|root| root.as_str().filter(|path| path.starts_with('/')).map(str::to_owned)).collect()
}

fn no_memory() -> String {
    "there is no home directory to remember this session in".into()
}

fn unusable(file: &Path) -> String {
    format!("`{}` does not hold a session; remove it to bind the session again", file.display())
}

/// Where a path leads; as written when that cannot be known.
pub(crate) fn physical(path: &str) -> String {
    resolve(path).map_or_else(|| path.to_owned(), |found| found.path)
}
