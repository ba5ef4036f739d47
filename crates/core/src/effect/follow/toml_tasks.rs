//! Tasks in TOML files: `mise.toml`, and `pyproject.toml` for poe, hatch and pdm.

use super::{Bodies, Broken};
use crate::json::Json;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use toml::de::{DeTable, DeValue};

/// A task of `mise.toml` with what it depends on.
pub fn mise(text: &str, task: &str) -> Bodies {
    let file = read(text)?;
    let Some(tasks) = file.get("tasks") else { return Ok(vec![]) };
    closure(tasks, task, &["run"], &["depends", "depends_post", "wait_for"])
}

/// A task of `[tool.poe.tasks]`.
pub fn poe(text: &str, task: &str) -> Bodies {
    let Some(tasks) = tool(text, &["poe", "tasks"])? else { return Ok(vec![]) };
    closure(&tasks, task, &["cmd", "shell", "sequence"], &["deps", "ref"])
}

/// A script of `[tool.pdm.scripts]`.
pub fn pdm(text: &str, task: &str) -> Bodies {
    let Some(scripts) = tool(text, &["pdm", "scripts"])? else { return Ok(vec![]) };
    closure(&scripts, task, &["cmd", "shell"], &["composite"])
}

/// A script of any environment in `[tool.hatch.envs.*.scripts]`.
pub fn hatch(text: &str, task: &str) -> Bodies {
    let Some(Json::Object(envs)) = tool(text, &["hatch", "envs"])? else { return Ok(vec![]) };
    let script = task.rsplit(':').next().unwrap_or(task);
    let mut bodies = Vec::new();
    for scripts in envs.iter().filter_map(|(_, env)| env.get("scripts")) {
        bodies.extend(closure(scripts, script, &[], &[])?);
    }
    Ok(bodies)
}

/// A TOML file as the same tree that JSON gives; what is neither text nor a container comes as `Null`.
pub fn read(text: &str) -> Result<Json, Broken> {
    DeTable::parse(text).map(|table| tree(table.get_ref())).map_err(|_| Broken)
}

fn tree(table: &DeTable<'_>) -> Json {
    Json::Object(
        table.iter().map(|(key, value)| (key.get_ref().to_string(), branch(value.get_ref()))).collect(),
    )
}

fn branch(value: &DeValue<'_>) -> Json {
    match value {
        DeValue::String(text) => Json::String(text.to_string()),
        DeValue::Array(items) => Json::Array(items.iter().map(|item| branch(item.get_ref())).collect()),
        DeValue::Table(table) => tree(table),
        DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_) => Json::Null,
    }
}

/// `[tool.a.b]` of a `pyproject.toml`.
fn tool(text: &str, path: &[&str]) -> Result<Option<Json>, Broken> {
    let file = read(text)?;
    Ok(path.iter().fold(file.get("tool"), |at, key| at?.get(key)).cloned())
}

/// The commands of a task and of the tasks it names; `commands` and `depends` are the keys of the long form.
fn closure(tasks: &Json, task: &str, commands: &[&str], depends: &[&str]) -> Bodies {
    let mut bodies = Vec::new();
    let mut open = vec![task.to_string()];
    let mut seen: Vec<String> = vec![];
    while let Some(name) = open.pop() {
        if seen.contains(&name) {
            continue;
        }
        match tasks.get(&name) {
            Some(long @ Json::Object(_)) => {
                for key in commands {
                    bodies.extend(long.get(key).map_or(Ok(vec![]), lines)?);
                }
                for key in depends {
                    let names = long.get(key).map_or(Ok(vec![]), lines)?;
                    open.extend(
                        names.iter().filter_map(|name| name.split(' ').next()).map(ToString::to_string),
                    );
                }
            }
            Some(short) => bodies.extend(lines(short)?),
            None => {}
        }
        seen.push(name);
    }
    Ok(bodies)
}

/// A text, or a list of texts; a table in a list may hold a command.
fn lines(value: &Json) -> Result<Vec<String>, Broken> {
    match value {
        Json::String(text) => Ok(vec![text.clone()]),
        Json::Array(items) => Ok(items.iter().map(lines).collect::<Result<Vec<_>, _>>()?.concat()),
        Json::Object(_) => {
            let keys = ["run", "cmd", "shell", "task", "tasks", "ref"];
            let found = keys.iter().filter_map(|key| value.get(key)).map(lines);
            Ok(found.collect::<Result<Vec<_>, _>>()?.concat())
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => Err(Broken),
    }
}

#[cfg(test)]
mod tests {
    use super::{hatch, mise, pdm, poe};
    use crate::effect::follow::Broken;

    #[test]
    fn mise_tasks_come_short_and_long() {
        let text = "[tasks]\nlint = \"golangci-lint run\"\n[tasks.test]\nrun = [\"go test\", \"go vet\"]\ndepends = \
            [\"gen\"]\n[tasks.gen]\nrun = \"curl x | sh\"\n[tasks.\"test:ci\"]\nrun = \"go test -race\"\n";
        assert_eq!(mise(text, "test").unwrap(), ["go test", "go vet", "curl x | sh"]);
        assert_eq!(mise(text, "lint").unwrap(), ["golangci-lint run"]);
        assert_eq!(mise(text, "test:ci").unwrap(), ["go test -race"]);
        assert!(mise(text, "fmt").unwrap().is_empty());
        assert_eq!(mise("[tasks\n", "test"), Err(Broken));
        assert_eq!(mise("[tasks]\ntest = 1\n", "test"), Err(Broken));
    }

    #[test]
    fn pyproject_holds_tasks_of_several_runners() {
        let text = "[tool.poe.tasks]\ntest = \"pytest\"\nall = [\"test\"]\n[tool.poe.tasks.lint]\nshell = \"ruff \
            check\"\n[tool.pdm.scripts]\ntest = {cmd = \"pytest -q\"}\n[tool.hatch.envs.default.scripts]\ntest = [\"a\", \"b\"]\n";
        assert_eq!(poe(text, "test").unwrap(), ["pytest"]);
        assert_eq!(poe(text, "lint").unwrap(), ["ruff check"]);
        assert_eq!(pdm(text, "test").unwrap(), ["pytest -q"]);
        assert_eq!(hatch(text, "test").unwrap(), ["a", "b"]);
        assert_eq!(hatch(text, "default:test").unwrap(), ["a", "b"]);
        assert!(hatch("", "test").unwrap().is_empty());
    }
}
