//! Where mastiff is to be put: this user, this project, this binary.

use super::{Places, Scope, Site, line};
use crate::dirs::{Dirs, Environment, variable};
use crate::{repository, sys};
use std::ffi::OsStr;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Where `timeout` is looked for.
pub(crate) const TIMEOUTS: &[&str] =
    &["/usr/bin/timeout", "/bin/timeout", "/usr/local/bin/timeout", "/opt/homebrew/bin/timeout"];
/// Directories that are emptied, and in which everybody may write.
const TEMPORARY: &[&str] = &["/tmp", "/var/tmp", "/dev/shm", "/private/tmp", "/private/var/folders"];
/// Lines are found again by it.
const NAME: &str = "mastiff";

/// Why there is no binary to put before an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit {
    /// For people.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

impl Site {
    /// This user's, around `cwd`. Nothing is said yet about the binary: who takes mastiff out needs none.
    pub fn around(environment: Environment, dirs: &Dirs, cwd: &Path, scope: Scope) -> Result<Site, Unfit> {
        let remedy = "set `HOME` to your home directory, and run this again";
        let unfit = || Unfit { message: "there is no home directory".into(), remedy: remedy.into() };
        let home = dirs.home.clone().ok_or_else(unfit)?;
        own_home(&home)?;
        let root = cwd.to_str().zip(home.to_str()).and_then(|(cwd, home)| repository::around(cwd, home));
        let timeout = TIMEOUTS.iter().find(|path| is_program(Path::new(path))).map(|path| (*path).to_owned());
        let mastiff = std::env::current_exe().unwrap_or_default().to_string_lossy().into_owned();
        let places = places(dirs)?;
        Ok(Site { home, root: root.map(PathBuf::from), environment, scope, mastiff, places, timeout })
    }

    /// The same, with the binary that a host is to start: the one that was named, or this one, by the name that stays when it
    /// is upgraded.
    pub fn here(
        environment: Environment,
        dirs: &Dirs,
        cwd: &Path,
        scope: Scope,
        named: Option<&str>,
    ) -> Result<Site, Unfit> {
        let mut site = Site::around(environment, dirs, cwd, scope)?;
        site.mastiff = match named {
            Some(path) => given(path, cwd)?,
            None => {
                let own = own(&site)?;
                safe(&own, &site).map_or(Ok(own), Err)?
            }
        };
        Ok(site)
    }

    /// Why an agent could replace the binary: the gate would be the agent's then.
    pub fn exposed(&self) -> Option<Unfit> {
        safe(&self.mastiff, self)
    }
}

/// What the line names. Both must be paths that every shell takes for themselves.
fn places(dirs: &Dirs) -> Result<Places, Unfit> {
    let text = |path: Option<&PathBuf>| {
        path.and_then(|path| path.to_str()).filter(|path| line::fit(path)).map(str::to_owned)
    };
    let places = text(dirs.config.as_ref()).zip(text(dirs.state.as_ref()));
    places.map(|(config, state)| Places { config, state }).ok_or_else(|| Unfit {
        message: "the directories of mastiff's own files have names that no hook line can hold".into(),
        remedy: "set `XDG_CONFIG_HOME` and `XDG_STATE_HOME` to paths without quotes and line ends".into(),
    })
}

/// With `sudo` the home stays the user's, and what root makes there (folders, records, the ledger) is lost to the user.
fn own_home(home: &Path) -> Result<(), Unfit> {
    let is_others = std::fs::metadata(home).is_ok_and(|found| found.uid() != 0);
    if sys::user() != 0 || !is_others {
        return Ok(());
    }
    let message = format!("this runs as root, and `{}` is the home of another user", home.display());
    Err(Unfit { message, remedy: "run it as that user, without `sudo`".into() })
}

fn given(path: &str, cwd: &Path) -> Result<String, Unfit> {
    let remedy = "name the installed program: `--binary /usr/local/bin/mastiff`";
    let unfit = |message: String| Unfit { message, remedy: remedy.into() };
    let path = cwd.join(path);
    if !is_program(&path) {
        return Err(unfit(format!("`{}` is no program", path.display())));
    }
    as_line(&path).ok_or_else(|| unfit(no_line(&path)))
}

fn own(site: &Site) -> Result<String, Unfit> {
    let remedy = "install mastiff in a plain place, or name it with `--binary PATH`";
    let unfit = |message: String| Unfit { message, remedy: remedy.into() };
    let exe = std::env::current_exe().and_then(|exe| exe.canonicalize());
    let exe = exe.map_err(|error| unfit(format!("the path of this program cannot be told: {error}")))?;
    let lasting = names(site).find(|name| *name != exe && name.canonicalize().is_ok_and(|end| end == exe));
    let line = lasting.and_then(|name| as_line(&name)).or_else(|| as_line(&exe));
    line.ok_or_else(|| unfit(no_line(&exe)))
}

/// Names that may lead to this program: the one it was started by, and those on `PATH`. Package managers keep versions behind
/// such names.
fn names(site: &Site) -> impl Iterator<Item = PathBuf> {
    let started = std::env::args_os().next().map(PathBuf::from).filter(|path| path.is_absolute());
    let path = variable(&site.environment, "PATH").unwrap_or_default();
    let on_path = std::env::split_paths(path).filter(|folder| folder.is_absolute());
    started.into_iter().chain(on_path.map(|folder| folder.join(NAME)))
}

/// The path as it can stand in a hook line, by which it is found again.
fn as_line(path: &Path) -> Option<String> {
    let text = path.to_str().filter(|text| line::fit(text))?;
    (path.file_name() == Some(OsStr::new(NAME))).then(|| text.to_owned())
}

fn no_line(path: &Path) -> String {
    format!(
        "`{}` cannot stand in a hook line: it must be absolute, called `{NAME}`, and without quotes and backslashes",
        path.display()
    )
}

/// Wherever the name or what it leads to lies, nobody but the user may write there, and least of all an agent.
fn safe(mastiff: &str, site: &Site) -> Option<Unfit> {
    let name = PathBuf::from(mastiff);
    let ends = [name.canonicalize().ok(), Some(name)];
    let why = ends.iter().flatten().find_map(|path| exposure(path, site))?;
    Some(Unfit {
        message: format!("`{mastiff}` {why}: whoever replaces it there replaces the gate"),
        remedy: "install it elsewhere (`cargo install --path crates/cli`, a package), or insist with `--binary PATH`".into(),
    })
}

fn exposure(path: &Path, site: &Site) -> Option<&'static str> {
    let temporary = variable(&site.environment, "TMPDIR").filter(|dir| dir.len() > 1);
    let open = |path: &Path| std::fs::metadata(path).is_ok_and(|found| found.mode() & 0o002 != 0);
    if site.root.as_ref().is_some_and(|root| path.starts_with(root)) {
        Some("lies in the project, where an agent may write")
    } else if TEMPORARY.iter().copied().chain(temporary).any(|dir| path.starts_with(dir)) {
        Some("lies in a temporary directory")
    } else if path.components().any(|part| part.as_os_str() == "target") {
        Some("lies where builds put their results")
    } else if open(path) || path.parent().is_some_and(open) {
        Some("can be written by everybody")
    } else {
        None
    }
}

fn is_program(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|found| found.is_file()) && sys::executable(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_an_agent_may_write_there_is_no_gate() {
        let site = Site {
            home: "/home/user".into(),
            root: Some("/home/user/project".into()),
            environment: vec![("TMPDIR".into(), "/home/user/scratch".into())],
            scope: Scope::User,
            mastiff: String::new(),
            places: Places::below("/h"),
            timeout: None,
        };
        for (path, fit) in [
            ("/home/user/.cargo/bin/mastiff", true),
            ("/usr/local/bin/mastiff", true),
            ("/home/user/project/bin/mastiff", false),
            ("/home/user/project2/bin/mastiff", true),
            ("/home/user/src/mastiff/target/release/mastiff", false),
            ("/home/user/targets/mastiff", true),
            ("/home/user/scratch/mastiff", false),
            ("/tmp/mastiff", false),
            ("/var/tmp/x/mastiff", false),
            ("/dev/shm/mastiff", false),
        ] {
            assert_eq!(safe(path, &site).is_none(), fit, "{path}");
        }
    }

    #[test]
    fn what_can_stand_in_a_line() {
        for (path, fit) in [
            ("/usr/bin/mastiff", true),
            ("/my tools/mastiff", true),
            ("mastiff", false),
            ("/usr/bin/mastiff-dev", false),
            ("/it's/mastiff", false),
        ] {
            assert_eq!(as_line(Path::new(path)).is_some(), fit, "{path}");
        }
    }
}
