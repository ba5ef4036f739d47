//! Finds and reads the policy files that hold for a session.
//!
//! A file at a default place may be missing; a file that is there and cannot be read, or was named and is missing, is
//! an error, and an error means deny. A gate that quietly went on without its policy would be a different gate.

use crate::dirs::{Dirs, garbled, variable};
use crate::disk::{FILE_BYTES, is_missing, read_regular, resolve};
use crate::sha256;
use crate::trust::Trust;
use mastiff_core::effect::place;
use mastiff_core::policy::{Layer, Level, Problem, Trusted};
use mastiff_core::world::Unreadable;
use mastiff_core::{Policy, Session};
use std::fmt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The name of a policy in the directories of mastiff.
const POLICY: &str = "policy.toml";
/// The name of a policy in a repository.
pub const PROJECT_POLICY: &str = ".mastiff.toml";
/// Names a policy that stands in for the user's.
///
/// An agent cannot use it to bring its own: the variable is read from the environment of the host's process, which
/// starts the hook, and a command that the agent runs sets variables for itself and its children only. A project can, where
/// its host lets it set variables: the line that `mastiff init` writes does without.
pub(crate) const VARIABLE: &str = "MASTIFF_POLICY";

/// Whose a policy file is, hence what it may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The machine's: may lock keys.
    Managed,
    /// The user's, or the file named in its place.
    User,
    /// The repository's: may only tighten, unless exactly this content was trusted.
    Project {
        /// The user trusted it.
        trusted: bool,
    },
}

/// One policy file, as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Whose it is.
    pub owner: Owner,
    /// The file, as it was found.
    pub file: String,
    /// Its content.
    pub text: String,
}

/// A policy that cannot be used. Its text names the file and the way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file.
    pub file: String,
    /// For people.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the policy `{}` {}", self.file, self.message)
    }
}

impl std::error::Error for Fault {}

/// Why a session has no policy: deny.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// A file cannot be read.
    Unreadable(Fault),
    /// What stands in the files is wrong.
    Wrong(Vec<Problem>),
}

impl fmt::Display for Broken {
    /// One problem per line; the first line is complete in itself.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::Unreadable(fault) => fault.fmt(f),
            Broken::Wrong(problems) => {
                let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
                f.write_str(&lines.join("\n"))
            }
        }
    }
}

impl std::error::Error for Broken {}

/// A session's policy, and the files it was made of.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// What is in force.
    pub policy: Policy,
    /// In the order managed, user, project.
    pub sources: Vec<Source>,
}

/// The policy that holds for the session, or everything that is wrong with its files. Its files go below the floor of
/// the session: a policy may be a link into a repository, or be named there.
pub fn load(dirs: &Dirs, named: Option<&Path>, session: &mut Session) -> Result<Loaded, Broken> {
    let sources = sources(dirs, named, session).map_err(Broken::Unreadable)?;
    protect(session, &sources);
    let policy = assemble(&sources, &session.home).map_err(Broken::Wrong)?;
    Ok(Loaded { policy, sources })
}

impl Loaded {
    /// Tells this policy from any other: the files with their places and contents.
    pub fn digest(&self) -> String {
        let pieces = self.sources.iter().flat_map(|source| [source.file.as_bytes(), source.text.as_bytes()]);
        sha256::hex(&pieces.collect::<Vec<_>>())
    }
}

/// The files put together; the problems of all of them at once.
pub fn assemble(sources: &[Source], home: &str) -> Result<Policy, Vec<Problem>> {
    let (mut managed, mut user, mut projects, mut problems) = (None, None, Vec::new(), Vec::new());
    for source in sources {
        match (Layer::parse(&source.file, &source.text), source.owner) {
            (Err(found), _) => problems.extend(found),
            (Ok(layer), Owner::Managed) => managed = Some(layer),
            (Ok(layer), Owner::User) => user = Some(layer),
            (Ok(layer), Owner::Project { trusted }) => projects.push((layer, trusted)),
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let trusted = |yes: bool| if yes { Trusted::Yes } else { Trusted::No };
    let projects = projects.into_iter().map(|(layer, yes)| (layer, trusted(yes)));
    Ok(Policy::layered_on(Level::DEFAULT, managed, user, projects)?.at_home(home))
}

/// Reads every policy file that holds for the session, in the order managed, user, project.
///
/// `named` is the file given with `--policy`; it stands in for the user's own, as `MASTIFF_POLICY` does.
pub fn sources(dirs: &Dirs, named: Option<&Path>, session: &Session) -> Result<Vec<Source>, Fault> {
    if let Some((name, value)) = garbled(&session.env) {
        let message = format!("cannot be found: the variable `{name}` is not valid UTF-8; name another path");
        return Err(fault(Path::new(value), message));
    }
    let mut sources = Vec::new();
    sources.extend(managed(&dirs.managed)?);
    sources.extend(user(dirs, named, session)?);
    let trust = Trust::of(dirs);
    let mut projects: Vec<Source> = Vec::new();
    for root in &session.roots {
        projects.extend(project(root, &trust)?);
    }
    sources.extend(one_of_each(projects));
    Ok(sources)
}

/// Worktrees of one repository carry the same file: it counts once, and is trusted where one of them is.
fn one_of_each(mut projects: Vec<Source>) -> Vec<Source> {
    projects.sort_by_key(|source| source.owner != Owner::Project { trusted: true });
    let mut each: Vec<Source> = Vec::new();
    for source in projects {
        if !each.iter().any(|kept| kept.text == source.text) {
            each.push(source);
        }
    }
    each
}

/// Puts the files of the policy below the floor, where they stand and where they lead.
pub fn protect(session: &mut Session, sources: &[Source]) {
    for source in sources {
        let physical = resolve(&source.file).map(|found| found.path);
        for path in [Some(source.file.clone()), physical].into_iter().flatten() {
            if !session.own.contains(&path) {
                session.own.push(path);
            }
        }
    }
}

/// The machine's policy counts only if nobody but root can have written it.
fn managed(directory: &Path) -> Result<Option<Source>, Fault> {
    let file = directory.join(POLICY);
    let Some(text) = read_if_there(&file)? else {
        return Ok(None);
    };
    for path in [directory, &file] {
        let found =
            std::fs::metadata(path).map_err(|error| fault(&file, format!("cannot be read: {error}")))?;
        if found.uid() != 0 || found.mode() & 0o022 != 0 {
            let path = path.display();
            let way_out = format!("run `chown root {path}` and `chmod go-w {path}`");
            return Err(fault(
                &file,
                format!("is not honoured: others than root may write `{path}`; {way_out}"),
            ));
        }
    }
    Ok(Some(source(Owner::Managed, &file, text)))
}

fn user(dirs: &Dirs, named: Option<&Path>, session: &Session) -> Result<Option<Source>, Fault> {
    if let Some(file) = named {
        return named_file(file, "--policy").map(Some);
    }
    if let Some(file) = variable(&session.env, VARIABLE).filter(|file| !file.is_empty()) {
        return named_file(Path::new(file), VARIABLE).map(Some);
    }
    let Some(file) = dirs.config.as_ref().map(|config| config.join(POLICY)) else {
        return Ok(None);
    };
    Ok(read_if_there(&file)?.map(|text| source(Owner::User, &file, text)))
}

/// A file that was named must be there. Its name must be absolute: the hook runs in whatever directory the agent is in,
/// and a relative name would let the agent choose the policy with `cd`.
fn named_file(file: &Path, by: &str) -> Result<Source, Fault> {
    if !file.is_absolute() {
        return Err(fault(file, format!("is named by `{by}` and is not absolute; write its whole path")));
    }
    match read_if_there(file)? {
        Some(text) => Ok(source(Owner::User, file, text)),
        None => Err(fault(file, format!("is named by `{by}` and does not exist; create it or drop `{by}`"))),
    }
}

fn project(root: &str, trust: &Trust) -> Result<Option<Source>, Fault> {
    let file = PathBuf::from(place::join(root, PROJECT_POLICY));
    let Some(text) = read_if_there(&file)? else {
        return Ok(None);
    };
    let trusted = file.to_str().is_some_and(|path| trust.is_trusted(path, &text));
    Ok(Some(source(Owner::Project { trusted }, &file, text)))
}

fn source(owner: Owner, file: &Path, text: String) -> Source {
    Source { owner, file: file.display().to_string(), text }
}

/// Never waits: what is no regular file is not opened.
fn read_if_there(file: &Path) -> Result<Option<String>, Fault> {
    // Most files are not there, and nothing on the way is a link: one look tells.
    if file.to_str().is_some_and(is_missing) {
        return Ok(None);
    }
    match read_regular(file, FILE_BYTES) {
        Ok(text) => Ok(Some(text)),
        Err(Unreadable::Missing) => dangling(file).map_or(Ok(None), Err),
        Err(Unreadable::TooLarge) => Err(fault(file, "is larger than 1 MiB; make it smaller".into())),
        Err(Unreadable::Other) => Err(fault(
            file,
            "cannot be read: it must be a regular file with UTF-8 text that you may read; fix or remove it"
                .into(),
        )),
    }
}

/// A link that leads nowhere is there, and somebody meant it: the file itself, or a directory on the way to it (dotfiles
/// that were moved, a disk that is not mounted).
fn dangling(file: &Path) -> Option<Fault> {
    // Behind the first that can be looked at, everything above it can be.
    let mut on_the_way = file.ancestors().skip_while(|path| std::fs::symlink_metadata(path).is_err());
    let link = on_the_way.next().filter(|path| std::fs::metadata(path).is_err())?;
    let message = if link == file {
        "is a link that leads nowhere; remove it".into()
    } else {
        format!("cannot be found: `{}` is a link that leads nowhere; restore or remove it", link.display())
    };
    Some(fault(file, message))
}

fn fault(file: &Path, message: String) -> Fault {
    Fault { file: file.display().to_string(), message }
}
