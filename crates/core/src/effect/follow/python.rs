//! Commands of `tox.ini`.

use super::plan::Plan;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What an environment runs: the commands of every `[testenv…]` section, since factors may combine them. Never all: tox
/// makes environments first.
pub fn tox(text: &str, env: &str) -> Option<Plan> {
    let mut plan = Plan::of(commands(text, env));
    plan.doubt("an environment may be made first");
    (!plan.steps.is_empty()).then_some(plan)
}

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
