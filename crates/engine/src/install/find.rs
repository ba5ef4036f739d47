//! Which agents are on this machine.

use super::{Recipe, Site, recipe};
use crate::dirs::variable;
use crate::sys;
use std::path::PathBuf;

/// A host, and by what it was found.
pub struct Found {
    /// The host.
    pub recipe: &'static Recipe,
    /// Its program, or a trace of it.
    pub sign: PathBuf,
}

/// Every host whose program is on `PATH`, or that has left traces in the home.
pub fn hosts(site: &Site) -> Vec<Found> {
    recipe::all().iter().filter_map(|recipe| Some(Found { sign: sign(recipe, site)?, recipe })).collect()
}

fn sign(recipe: &Recipe, site: &Site) -> Option<PathBuf> {
    let path = variable(&site.environment, "PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(path).filter(|folder| folder.is_absolute()).collect();
    let programs =
        recipe.programs.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    let is_program = |path: &PathBuf| path.is_file() && sys::executable(path);
    let mut traces = recipe.traces.iter().map(|trace| site.home.join(trace));
    programs.into_iter().find(is_program).or_else(|| traces.find(|trace| trace.exists()))
}
