//! Cline. From its source.
//!
//! Cline runs a file by its name and looks at what it prints, whatever its exit code. So the script holds the answer back until
//! the gate has ended as one that answered, and prints a refusal of its own otherwise.

use super::script;
use super::shape::{in_project, own};
use crate::install::{Recipe, Scope, Site, Slot, Spawn};
use mastiff_core::protocol::Host;
use std::path::PathBuf;

/// The recipe.
pub const RECIPE: Recipe = Recipe {
    host: Host::Cline,
    name: "Cline",
    programs: &["cline"],
    traces: &[".cline", "Documents/Cline"],
    slots,
    then: None,
    merged,
    examine: |_| Vec::new(),
    spawn: Spawn::File,
    afterwards: &["switch hooks on in Cline's settings: there is no file for it"],
    one_off: None,
    gaps: &[
        "a script that cannot be started, or that the host gives up waiting for, counts as permission; the script itself \
         refuses whatever happens to the gate",
        "hooks can be switched off in Cline's settings, which mastiff cannot see",
        "it cannot ask: what needs a human is denied",
    ],
};

/// The extension of editors, and the command line.
const USER: &[&str] = &["Documents/Cline/Hooks", ".cline/hooks"];
const PROJECT: &str = ".clinerules/hooks";

fn slots(site: &Site) -> Result<Vec<Slot>, String> {
    let folders: Vec<PathBuf> = match site.scope {
        Scope::User => USER.iter().map(|folder| site.home.join(folder)).collect(),
        Scope::Project => vec![in_project(site, PROJECT)?],
    };
    let of = |folder: PathBuf| {
        let before = own(folder.join("PreToolUse"), script::cline_before(site), true);
        [before, own(folder.join("PostToolUse"), script::cline_after(site), true)]
    };
    Ok(folders.into_iter().flat_map(of).collect())
}

fn merged(site: &Site) -> Vec<PathBuf> {
    let user = USER.iter().map(|folder| site.home.join(folder).join("PreToolUse"));
    let project = site.root.iter().map(|root| root.join(PROJECT).join("PreToolUse"));
    user.chain(project).collect()
}
