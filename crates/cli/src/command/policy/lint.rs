//! `mastiff policy lint`: every problem, each with file, line and column.

use super::session;
use crate::args::Args;
use crate::exit::{Exit, Failure};
use crate::json;
use crate::render;
use mastiff_core::escape::for_people;
use mastiff_core::policy::{Layer, Policy, Problem, Trusted};
use mastiff_engine::config::{self, Broken};
use mastiff_engine::machine::Machine;
use std::path::Path;

/// Prints all problems of the files given, or of those in force.
pub fn run(args: &Args, files: &[String]) -> Result<Exit, Failure> {
    let (count, problems) =
        if files.is_empty() { in_force(args)? } else { (files.len(), given(args, files)?) };
    let text = if args.has("--json") { as_json(&problems) } else { as_text(count, &problems) };
    render::print(&text)?;
    Ok(if problems.is_empty() { Exit::Fine } else { Exit::Ask })
}

fn given(args: &Args, files: &[String]) -> Result<Vec<Problem>, Failure> {
    let home = session(&Machine::new(None), args)?.home;
    let mut problems = Vec::new();
    for file in files {
        let layer = match Layer::parse(file, &super::text_of(file)?) {
            Ok(layer) => layer,
            Err(wrong) => {
                problems.extend(wrong);
                continue;
            }
        };
        // The file is well; it is this machine on which a part of it means nothing.
        for idle in layer.idle(&home) {
            render::remark(&format!("warning: {idle}"));
        }
        problems.extend(layer.never());
        // A repository's own file is read as it is for whoever has not trusted it.
        if Path::new(file).file_name().is_some_and(|name| name == ".mastiff.toml") {
            problems.extend(Policy::layered(None, None, [(layer, Trusted::No)]).err().unwrap_or_default());
        }
    }
    Ok(problems)
}

/// The files that hold here, with what they may not do to each other.
fn in_force(args: &Args) -> Result<(usize, Vec<Problem>), Failure> {
    let machine = Machine::new(args.value("--policy"));
    let mut session = session(&machine, args)?;
    let named = args.value("--policy").map(Path::new);
    match config::load(&machine.dirs, named, &mut session) {
        Ok(loaded) => {
            let layers =
                loaded.sources.iter().filter_map(|source| Layer::parse(&source.file, &source.text).ok());
            let never = layers.flat_map(|layer| layer.never());
            Ok((loaded.sources.len(), loaded.policy.idle().into_iter().chain(never).collect()))
        }
        Err(Broken::Wrong(problems)) => Ok((0, problems)),
        Err(Broken::Unreadable(fault)) => Err(Failure::new(fault.to_string())),
    }
}

fn as_text(count: usize, problems: &[Problem]) -> String {
    if problems.is_empty() {
        let files = if count == 1 { "1 file".into() } else { format!("{count} files") };
        return format!("{files}, no problems\n");
    }
    problems.iter().map(|problem| for_people(&problem.to_string()).into_owned() + "\n").collect()
}

fn as_json(problems: &[Problem]) -> String {
    json::problems(problems) + "\n"
}
