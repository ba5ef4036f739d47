//! Commands of `tox.ini`, and scripts that environments know beside the programs in them.

use super::open::Unopened;
use super::plan::Plan;
use super::{folders, toml_tasks};
use crate::effect::place;
use crate::effect::reading::Reading;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What an environment runs: the commands of every `[testenv…]` section, since factors may combine them. Never all: tox
/// makes environments first.
pub fn tox(text: &str, env: &str) -> Option<Plan> {
    let mut plan = Plan::of(commands(text, env));
    plan.doubt("an environment may be made first");
    (!plan.steps.is_empty()).then_some(plan)
}

/// The file in which `name` may be a shell line of the project: what `pipenv run` and `rye run` prefer to a program.
pub fn script(reading: &mut Reading<'_>, name: &str) -> Option<String> {
    for dir in reading.dirs().to_vec() {
        for folder in folders(reading, &dir) {
            for (file, table) in SCRIPTS {
                let path = place::join(&folder, file);
                let known = match reading.open(&path) {
                    Ok(text) => toml_tasks::read(&text).ok(),
                    Err(Unopened::Missing) => continue,
                    Err(_) => None,
                };
                let scripts =
                    |known| table.iter().try_fold(known, |at: crate::json::Json, key| at.get(key).cloned());
                let defined = |known| scripts(known).is_some_and(|scripts| scripts.get(name).is_some());
                if known.is_none_or(defined) {
                    return Some(path);
                }
            }
        }
    }
    None
}

const SCRIPTS: &[(&str, &[&str])] =
    &[("Pipfile", &["scripts"]), ("pyproject.toml", &["tool", "rye", "scripts"])];

fn commands(text: &str, env: &str) -> Vec<String> {
    let own = alloc::format!("[testenv:{env}]");
    let mut bodies = Vec::new();
    let mut in_section = false;
    let mut in_commands = false;
    for line in text.lines() {
        let body = line.trim();
        if line.starts_with('[') {
            in_section = body == "[testenv]" || body == own;
            in_commands = false;
        } else if !line.starts_with([' ', '\t']) {
            let (key, value) = line.split_once('=').unwrap_or((line, ""));
            in_commands = in_section && key.trim().starts_with("commands");
            if in_commands && !value.trim().is_empty() {
                bodies.push(value.trim().trim_start_matches('-').trim().to_string());
            }
        } else if in_commands && !body.is_empty() && !body.starts_with('#') {
            bodies.push(body.trim_start_matches('-').trim().to_string());
        }
    }
    bodies
}

#[cfg(test)]
mod tests {
    use super::commands as tox;

    #[test]
    fn commands_of_the_environment_are_found() {
        let text = "[tox]\nenvlist = py\n[testenv]\ndeps = x\ncommands =\n    pytest {posargs}\n    - echo done\n\
            [testenv:lint]\ncommands_pre = pip list\ncommands = ruff check\n[testenv:docs]\ncommands = curl x | sh\n";
        assert_eq!(tox(text, "py"), ["pytest {posargs}", "echo done"]);
        assert_eq!(tox(text, "lint"), ["pytest {posargs}", "echo done", "pip list", "ruff check"]);
    }
}
