//! Finds and reads the files that configure hooks.
//!
//! The user's own files count as they are. A repository's are commands of a stranger: they are read, shown, and run
//! only after the user has trusted exactly that content. A broken file is an error, never "no hooks".

use super::pins::{Pin, pins, unpinned};
use crate::dirs::Dirs;
use crate::disk::{FILE_BYTES, read_regular, resolve};
use crate::own::both_ends;
use crate::repository;
use crate::session::physical;
use crate::trust::Trust;
use mastiff_core::effect::place;
use mastiff_core::hook::config::{self, Config};
use mastiff_core::hook::{Dialect, Hook, Loose};
use mastiff_core::policy::Problem;
use mastiff_core::world::{Stands, Unreadable};
use std::fmt;
use std::path::Path;

/// mastiff's own file, below the user's configuration and below `.mastiff` in a repository.
pub const OWN: &str = "hooks.toml";
/// Where a repository configures hooks.
pub const OF_PROJECT: &[&str] =
    &[".claude.json", ".claude/settings.json", ".claude/settings.local.json", ".mastiff/hooks.toml"];
/// Where a user does, below their home.
const OF_USER: &[&str] = &[".claude.json", ".claude/settings.json"];
/// What is said of a file that is not what it was.
const CHANGED: &str = "it was trusted, and it or a file that it names has changed since; look at it, then run \
    `mastiff trust` again, or `mastiff trust --revoke` to do without its hooks";
/// What is said of one that is not there any more.
const GONE: &str =
    "it was trusted, and it is gone; bring it back, or run `mastiff trust --revoke` to do without its hooks";
/// Claude Code keeps its whole state in `~/.claude.json`.
const STATE_BYTES: u64 = 64 << 20;

/// Whose a file is, hence whether its hooks run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The user's.
    User,
    /// The repository's.
    Project {
        /// The user trusted exactly this content.
        trusted: bool,
    },
    /// Named by the user for this one time.
    Named,
}

/// One file that configures hooks.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// Where it lies.
    pub path: String,
    /// Whose it is.
    pub owner: Owner,
    /// What it says.
    pub config: Config,
    /// The files of the repository that its hooks run.
    pub pins: Vec<Pin>,
}

impl File {
    /// Its hooks run.
    pub fn runs(&self) -> bool {
        self.owner != Owner::Project { trusted: false }
    }
}

/// All files, the user's first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loaded {
    /// In the order in which their hooks run.
    pub files: Vec<File>,
}

impl Loaded {
    /// The hooks that run, in the order of the configuration.
    pub fn hooks(&self) -> Vec<Hook> {
        let running = self.files.iter().filter(|file| file.runs());
        running.flat_map(|file| file.config.hooks.iter().cloned()).collect()
    }

    /// Files with hooks that do not run, because nobody has trusted them.
    pub fn held(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| !file.runs() && !file.config.hooks.is_empty())
    }

    /// What nobody but the user may change while these hooks guard something: the files, where they lie and where they
    /// lead, and the scripts that they name.
    pub fn protected(&self) -> Vec<String> {
        let here = std::env::current_dir().unwrap_or_default();
        let absolute = |path: &str| here.join(path).to_str().map(str::to_owned);
        let pins = self.files.iter().flat_map(|file| file.pins.iter().map(|pin| pin.path.clone()));
        let files = self.files.iter().filter_map(|file| absolute(&file.path));
        files.chain(pins).flat_map(both_ends).collect()
    }
}

/// Files that cannot be used: nothing may run on their account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Everything that is wrong with them.
    pub problems: Vec<Problem>,
}

impl fmt::Display for Broken {
    /// One problem per line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.problems.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for Broken {}

/// The files at their usual places: the user's, then those of the repository around `directory`, or of the directory
/// itself where there is none.
///
/// A repository's file that was trusted and has changed since is an error: a guard that the user relies on must not fall
/// away because somebody touched it.
pub fn discover(directory: Option<&str>, dirs: &Dirs) -> Result<Loaded, Broken> {
    let home = dirs.home.as_deref().and_then(Path::to_str);
    let root = directory.map(|directory| root(directory, home.unwrap_or_default())).transpose()?;
    let root = root.as_deref();
    let own = dirs.config.as_deref().and_then(Path::to_str).map(|config| place::join(config, OWN));
    let mut places: Vec<(String, Owner)> = Vec::new();
    let of_user = home.into_iter().flat_map(|home| OF_USER.iter().map(|name| place::join(home, name)));
    places.extend(of_user.chain(own).map(|path| (path, Owner::User)));
    // A project that is the home directory has the user's own files.
    if let Some(root) = root.filter(|root| home.map(physical).as_deref() != Some(root)) {
        places.extend(
            OF_PROJECT.iter().map(|name| (place::join(root, name), Owner::Project { trusted: false })),
        );
    }
    let trust = Trust::of(dirs);
    let read = places.into_iter().filter_map(|(path, owner)| {
        let Some(text) = content(&path, owner).transpose() else {
            let gone = matches!(owner, Owner::Project { .. }) && trust.has_trusted(&path);
            return gone.then(|| Err(broken(&path, GONE)));
        };
        Some(text.and_then(|text| file(path, owner, &text, root, &trust)))
    });
    gather(read)
}

/// Files that the user named. One that is missing is an error.
pub fn named(paths: &[String], dialect: Option<Dialect>) -> Result<Loaded, Broken> {
    let here = std::env::current_dir().ok().and_then(|here| here.into_os_string().into_string().ok());
    let read = paths.iter().map(|path| {
        let text = content(path, Owner::Named)?.ok_or_else(|| broken(path, "there is no such file"))?;
        let config = config::read(path, &text, dialect).map_err(|problems| Broken { problems })?;
        let pins = here.as_deref().map(|here| pins(&config.hooks, here).pins).unwrap_or_default();
        Ok(File { path: path.clone(), owner: Owner::Named, config, pins })
    });
    gather(read)
}

/// What trusting a repository's file means to trust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// The text of the file, and with it every file it names.
    pub content: String,
    /// Those files.
    pub pins: Vec<Pin>,
    /// Commands that run what nobody can name beforehand: no trust covers it.
    pub unclear: Vec<String>,
    /// What the hooks run whose code is not pinned.
    pub loose: Vec<Loose>,
}

/// Seals a repository's file. `None`: a file that it names cannot be read, or there are too many of them, so that nobody
/// could say what was trusted.
pub fn sealed(path: &str, text: &str, root: &str) -> Result<Option<Sealed>, Broken> {
    let config = config::read(path, text, None).map_err(|problems| Broken { problems })?;
    let pinned = pins(&config.hooks, root);
    let content = pinned.sealed(text);
    Ok(content.map(|content| Sealed {
        content,
        pins: pinned.pins,
        unclear: pinned.unclear,
        loose: unpinned(&config.hooks, root),
    }))
}

/// The root that hooks and gate agree on.
fn root(directory: &str, home: &str) -> Result<String, Broken> {
    let found = resolve(directory).filter(|found| found.stands == Stands::Directory);
    match found.filter(|_| directory.starts_with('/')) {
        Some(found) => Ok(repository::around(&found.path, home).unwrap_or(found.path)),
        None => Err(broken(directory, "the directory of the project must be absolute, and be there")),
    }
}

fn gather(read: impl Iterator<Item = Result<File, Broken>>) -> Result<Loaded, Broken> {
    let (mut files, mut problems) = (Vec::new(), Vec::new());
    for one in read {
        match one {
            Ok(file) => files.push(file),
            Err(broken) => problems.extend(broken.problems),
        }
    }
    if problems.is_empty() { Ok(Loaded { files }) } else { Err(Broken { problems }) }
}

fn file(path: String, owner: Owner, text: &str, root: Option<&str>, trust: &Trust) -> Result<File, Broken> {
    let mut config = config::read(&path, text, None).map_err(|problems| Broken { problems })?;
    let (Owner::Project { .. }, Some(root)) = (owner, root) else {
        let pins = root.map(|root| pins(&config.hooks, root).pins).unwrap_or_default();
        return Ok(File { path, owner, config, pins });
    };
    let pinned = pins(&config.hooks, root);
    let trusted = pinned.sealed(text).is_some_and(|sealed| trust.is_trusted(&path, &sealed));
    if !trusted && trust.has_trusted(&path) {
        return Err(broken(&path, CHANGED));
    }
    // What was pinned is relative to the root; so is what runs.
    config.hooks.iter_mut().for_each(|hook| hook.directory = Some(root.to_owned()));
    Ok(File { path, owner: Owner::Project { trusted }, config, pins: pinned.pins })
}

/// The text of a file; `None` where nothing stands. A link in a repository may lead anywhere, so it must stay inside.
fn content(path: &str, owner: Owner) -> Result<Option<String>, Broken> {
    if let Owner::Project { .. } = owner
        && resolve(path).is_some_and(|found| found.path != path)
    {
        return Err(broken(path, "it is a link, or lies behind one; a repository's hooks must lie in it"));
    }
    let limit = if owner == Owner::User { STATE_BYTES } else { FILE_BYTES };
    match read_regular(Path::new(path), limit) {
        Ok(text) => Ok(Some(text)),
        Err(Unreadable::Missing) if std::fs::symlink_metadata(path).is_err() => Ok(None),
        Err(Unreadable::Missing) => Err(broken(path, "it is a link to nothing; remove it")),
        Err(Unreadable::TooLarge) => Err(broken(path, "it is too large to be a configuration")),
        Err(Unreadable::Other) => {
            Err(broken(path, "it is no regular file with UTF-8 text that you may read"))
        }
    }
}

fn broken(path: &str, message: &str) -> Broken {
    let problem = Problem { file: path.to_owned(), at: Default::default(), message: message.into() };
    Broken { problems: vec![problem] }
}
