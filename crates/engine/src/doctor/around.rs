//! Which folders count for the directory that is looked at.
//!
//! A host reads the project's files where it is started, and some above. So every folder from the directory up to the project's
//! root is looked at: whichever of them the host takes, what it finds there has been seen.

use super::Question;
use crate::install::{Scope, Site};
use std::path::{Path, PathBuf};

/// The directory, and the folders above it up to the project's root.
pub fn folders(question: &Question<'_>) -> Vec<PathBuf> {
    let directory = question.directory;
    let root = question.site.root.as_deref().filter(|root| directory.starts_with(root));
    let end = root.unwrap_or(directory);
    above(directory).take_while(|folder| folder.starts_with(end)).map(Path::to_path_buf).collect()
}

/// The directory, and every folder above it.
pub fn above(directory: &Path) -> impl Iterator<Item = &Path> {
    directory.ancestors()
}

/// The user's files alone.
pub fn user(site: &Site) -> Site {
    Site { scope: Scope::User, root: None, ..site.clone() }
}

/// The files of one folder, as those of a project.
pub fn project(site: &Site, folder: &Path) -> Site {
    Site { scope: Scope::Project, root: Some(folder.to_path_buf()), ..site.clone() }
}

/// Each once, in their order.
pub fn once(files: impl IntoIterator<Item = PathBuf>) -> Vec<PathBuf> {
    let mut seen: Vec<PathBuf> = Vec::new();
    for file in files {
        if !seen.contains(&file) {
            seen.push(file);
        }
    }
    seen
}
