//! `mastiff hooks lint`: every problem and every oddity, each with file, line and column.

use super::here::{Here, counted, problem};
use crate::args::Args;
use crate::exit::{Exit, Failure};
use crate::json::{self, Object};
use crate::render;
use mastiff_core::policy::Problem;
use mastiff_engine::hooks::Loaded;
use mastiff_engine::hooks::load::{self, Broken};

/// What was found.
#[derive(Default)]
struct Found {
    files: usize,
    problems: Vec<Problem>,
    notes: Vec<Problem>,
}

/// Prints all of it, for the files given or those found here.
pub fn run(args: &Args, files: &[String]) -> Result<Exit, Failure> {
    let mut found = Found::default();
    if files.is_empty() {
        let here = Here::from_args(args)?;
        found.add(load::discover(Some(&here.project), &here.machine.dirs));
    }
    for file in files {
        found.add(load::named(std::slice::from_ref(file), None));
    }
    render::print(&if args.has("--json") { as_json(&found) } else { as_text(&found) })?;
    Ok(match (found.problems.is_empty(), found.notes.is_empty()) {
        (true, true) => Exit::Fine,
        (true, false) => Exit::Ask,
        // What `fire` and `exec` would say, too.
        (false, _) => Exit::Failed,
    })
}

impl Found {
    fn add(&mut self, read: Result<Loaded, Broken>) {
        match read {
            Ok(loaded) => {
                self.files += loaded.files.len();
                self.notes.extend(loaded.files.into_iter().flat_map(|file| file.config.notes));
            }
            Err(broken) => self.problems.extend(broken.problems),
        }
    }
}

fn as_text(found: &Found) -> String {
    if found.problems.is_empty() && found.notes.is_empty() {
        return format!("{}, no problems\n", counted(found.files, "file"));
    }
    let problems = found.problems.iter().map(|one| problem(one) + "\n");
    let notes =
        found.notes.iter().map(|one| Problem { message: format!("note: {}", one.message), ..one.clone() });
    problems.chain(notes.map(|one| problem(&one) + "\n")).collect()
}

fn as_json(found: &Found) -> String {
    let (problems, notes) = (json::problems(&found.problems), json::problems(&found.notes));
    Object::new().raw("problems", problems).raw("notes", notes).done() + "\n"
}
