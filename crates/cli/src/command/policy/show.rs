//! `mastiff policy show`: what is in force, and who says so.

use super::session;
use crate::args::Args;
use crate::exit::{Exit, Failure};
use crate::json::{self, Object};
use crate::render::{self, Paint, padded};
use mastiff_core::Origin;
use mastiff_core::escape::for_people;
use mastiff_core::policy::Setting;
use mastiff_engine::config::{self, Loaded, Owner, Source};
use mastiff_engine::machine::Machine;
use std::path::Path;

/// Keys wider than this push their origin to the right.
const COLUMN: usize = 44;

/// Prints it.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let machine = Machine::new(args.value("--policy"));
    let mut session = session(&machine, args)?;
    let named = args.value("--policy").map(Path::new);
    let loaded = config::load(&machine.dirs, named, &mut session).map_err(|broken| {
        Failure::new(broken.to_string()).hint("until this is fixed every call is denied")
    })?;
    let text = if args.has("--json") { as_json(&loaded) } else { as_text(&loaded, Paint::for_stdout()) };
    render::print(&text)?;
    Ok(Exit::Fine)
}

fn as_text(loaded: &Loaded, paint: Paint) -> String {
    let mut out = String::new();
    for source in &loaded.sources {
        out.push_str(&paint.bold(&format!("# {} ({})\n", for_people(&source.file), owner(source))));
    }
    if loaded.sources.is_empty() {
        out.push_str(&paint.bold("# no policy file: the built-in defaults\n"));
    }
    for setting in loaded.policy.settings() {
        let line = format!("{} = {}", setting.key, setting.value);
        let line = padded(&for_people(&line), COLUMN);
        let (from, own) = origin(&setting);
        let from = paint.dim(&format!("# {from}"));
        out.push_str(&format!("{} {from}\n", if own { paint.bold(&line) } else { line }));
    }
    out
}

/// Where a setting comes from, and whether a file says it.
fn origin(setting: &Setting) -> (String, bool) {
    let bound = if setting.only_tightens { ", heard where it is stricter" } else { "" };
    match &setting.origin {
        Origin::BuiltIn => ("built in".into(), false),
        Origin::Policy { file, line } => (format!("{}:{line}{bound}", for_people(file)), true),
    }
}

fn owner(source: &Source) -> &'static str {
    match source.owner {
        Owner::Managed => "managed",
        Owner::User => "the user's",
        Owner::Project { trusted: true } => "the project's, trusted",
        Owner::Project { trusted: false } => "the project's, not trusted: may only tighten",
    }
}

fn as_json(loaded: &Loaded) -> String {
    let files = loaded.sources.iter().map(|source| {
        let (whose, trusted) = match source.owner {
            Owner::Managed => ("managed", true),
            Owner::User => ("user", true),
            Owner::Project { trusted } => ("project", trusted),
        };
        Object::new().text("file", &source.file).text("owner", whose).raw("trusted", trusted).done()
    });
    let settings = loaded.policy.settings();
    let settings = settings.iter().map(|setting| {
        let object = Object::new().text("key", &setting.key).text("value", &setting.value);
        match &setting.origin {
            Origin::BuiltIn => object.done(),
            Origin::Policy { file, line } => {
                object.text("file", file).raw("line", line).raw("only_tightens", setting.only_tightens).done()
            }
        }
    });
    Object::new().raw("files", json::list(files)).raw("settings", json::list(settings)).done() + "\n"
}
