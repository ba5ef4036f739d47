//! This user, this project, this binary.

use crate::exit::Failure;
use mastiff_engine::install::{Scope, Site};
use mastiff_engine::machine::Machine;
use mastiff_engine::repository;
use std::path::{Path, PathBuf};

/// Where `timeout` may be; also as it is called where another one has the name.
const TIMEOUTS: &[&str] =
    &["/usr/bin/timeout", "/bin/timeout", "/opt/homebrew/bin/timeout", "/opt/homebrew/bin/gtimeout"];

/// What is looked at.
pub fn site(machine: &Machine, project: Option<&str>) -> Result<Site, Failure> {
    let home =
        machine.dirs.home.clone().ok_or_else(|| Failure::new("there is no home directory to look at"))?;
    let mastiff = std::env::current_exe()?;
    let mastiff = mastiff.to_str().ok_or_else(|| Failure::new("this binary has a path that is not UTF-8"))?;
    let timeout = TIMEOUTS.iter().find(|path| Path::new(path).is_file());
    Ok(Site {
        root: root(&home, project)?,
        home,
        environment: machine.environment.clone(),
        scope: Scope::User,
        mastiff: mastiff.to_owned(),
        timeout: timeout.map(|path| (*path).to_owned()),
    })
}

/// The project around this directory, or the one that was named, which must be there.
fn root(home: &Path, project: Option<&str>) -> Result<Option<PathBuf>, Failure> {
    let directory = match project {
        Some(named) => Path::new(named)
            .canonicalize()
            .map_err(|error| Failure::new(format!("`{named}` cannot be looked at: {error}")))?,
        None => std::env::current_dir()?,
    };
    let (Some(directory), Some(home)) = (directory.to_str(), home.to_str()) else {
        return Err(Failure::new("the project has a path that is not UTF-8"));
    };
    Ok(repository::around(directory, home).map(PathBuf::from))
}
