//! Tasks in TOML files: `mise.toml`, and `pyproject.toml` for poe, hatch and pdm.

use super::plan::{MAX_TASKS, Plan};
use super::{Broken, Defined};
use crate::json::Json;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use toml::de::{DeTable, DeValue};

/// A task of `mise.toml` with what it depends on.
pub fn mise(text: &str, task: &str, args: &[String]) -> Defined {
    let file = read(text)?;
    let keys =
        Keys { commands: &["run"], depends: &["depends", "depends_post", "wait_for"], quiet: MISE_QUIET };
    let mut plan = closure(file.get("tasks"), task, &keys)?;
    if let Some(plan) = &mut plan {
        only_keys(&file, &["tasks", "min_version"], plan);
        if !args.is_empty() {
            plan.doubt("arguments are handed on");
        }
        for step in &plan.steps.clone() {
            if ["{{", "{%", "#!"].iter().any(|mark| step.text.contains(mark)) {
                plan.doubt(format!("`{}` is a template or a script", step.text));
            }
        }
    }
    Ok(plan)
}

/// A task of `[tool.poe.tasks]`.
pub fn poe(text: &str, task: &str, args: &[String]) -> Defined {
    let Some(tool) = tool(text, &["poe"])? else { return Ok(None) };
    let keys = Keys { commands: &["cmd", "shell", "sequence"], depends: &["deps", "ref"], quiet: &["help"] };
    let mut plan = closure(tool.get("tasks"), task, &keys)?;
    if let Some(plan) = &mut plan {
        only_keys(&tool, &["tasks"], plan);
        words_only(plan, args);
    }
    Ok(plan)
}

/// A script of `[tool.pdm.scripts]`.
pub fn pdm(text: &str, task: &str, args: &[String]) -> Defined {
    let scripts = tool(text, &["pdm", "scripts"])?;
    let keys = Keys { commands: &["cmd", "shell"], depends: &["composite"], quiet: &["help"] };
    let mut plan = closure(scripts.as_ref(), task, &keys)?;
    if let Some(plan) = &mut plan {
        if let Some(Json::Object(fields)) = &scripts {
            let around = |key: &str| key == "_" || key.starts_with("pre_") || key.starts_with("post_");
            for (key, _) in fields.iter().filter(|(key, _)| around(key)) {
                plan.doubt(format!("`{key}` may run with every script"));
            }
        }
        words_only(plan, args);
    }
    Ok(plan)
}

/// A script of any environment in `[tool.hatch.envs.*.scripts]`.
pub fn hatch(text: &str, task: &str, _args: &[String]) -> Defined {
    // A file of its own has the same tables without `tool.hatch` in front.
    let envs = match tool(text, &["hatch", "envs"])? {
        Some(envs) => Some(envs),
        None => read(text)?.get("envs").cloned(),
    };
    let Some(Json::Object(envs)) = envs else { return Ok(None) };
    let script = task.rsplit(':').next().unwrap_or(task);
    let keys = Keys { commands: &[], depends: &[], quiet: &[] };
    let mut found: Option<Plan> = None;
    for scripts in envs.iter().map(|(_, env)| env.get("scripts")) {
        if let Some(plan) = closure(scripts, script, &keys)? {
            found.get_or_insert_default().extend(plan);
        }
    }
    if let Some(plan) = &mut found {
        plan.doubt("an environment may be made first");
    }
    Ok(found)
}

const MISE_QUIET: &[&str] = &["description", "alias", "hide", "quiet", "silent", "sources", "outputs"];

/// How the long form of a task is written.
struct Keys {
    /// Hold commands.
    commands: &'static [&'static str],
    /// Hold names of other tasks.
    depends: &'static [&'static str],
    /// Change nothing about what runs.
    quiet: &'static [&'static str],
}

/// Keys beside these may change what runs.
fn only_keys(json: &Json, known: &[&str], plan: &mut Plan) {
    let Json::Object(fields) = json else { return };
    for (key, _) in fields.iter().filter(|(key, _)| !known.contains(&key.as_str())) {
        plan.doubt(format!("`{key}` is not followed"));
    }
}

/// These runners start most commands without a shell: only what both take for the same words is certain.
fn words_only(plan: &mut Plan, args: &[String]) {
    if !args.is_empty() {
        plan.doubt("arguments are handed on");
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || " _./:=@%+,-".contains(c);
    for step in &plan.steps.clone() {
        if !step.text.chars().all(plain) {
            plan.doubt(format!("`{}` is not only words", step.text));
        }
    }
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

/// The commands of a task and of the tasks it names; `None` when there is none of that name.
fn closure(tasks: Option<&Json>, task: &str, keys: &Keys) -> Defined {
    let Some(tasks) = tasks.filter(|tasks| tasks.get(task).is_some()) else { return Ok(None) };
    let mut plan = Plan::default();
    let mut open = vec![task.to_string()];
    let mut seen: Vec<String> = vec![];
    while let Some(name) = open.pop() {
        if seen.contains(&name) {
            continue;
        }
        if seen.len() >= MAX_TASKS {
            plan.doubt("it leads to more tasks than are followed");
            break;
        }
        match tasks.get(&name) {
            Some(long @ Json::Object(_)) => {
                let known: Vec<&str> = [keys.commands, keys.depends, keys.quiet].concat();
                only_keys(long, &known, &mut plan);
                for key in keys.commands {
                    run_all(long.get(key), &mut plan)?;
                }
                for key in keys.depends {
                    for name in long.get(key).map_or(Ok(vec![]), lines)? {
                        if name.contains([' ', '*']) {
                            plan.doubt(format!("`{name}` names tasks in a way that is not followed"));
                        }
                        open.extend(name.split(' ').next().map(ToString::to_string));
                    }
                }
            }
            Some(short) => run_all(Some(short), &mut plan)?,
            None => plan.doubt(format!("there is no task `{name}`")),
        }
        seen.push(name);
    }
    plan.parallel = seen.len() > 1;
    Ok(Some(plan))
}

/// Commands, and what a list of them holds besides.
fn run_all(value: Option<&Json>, plan: &mut Plan) -> Result<(), Broken> {
    let Some(value) = value else { return Ok(()) };
    let only_texts = match value {
        Json::String(_) => true,
        Json::Array(items) => items.iter().all(|item| item.as_str().is_some()),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Object(_) => false,
    };
    if !only_texts {
        plan.doubt("its commands are not only texts");
    }
    lines(value)?.into_iter().for_each(|line| plan.run(line));
    Ok(())
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
    use super::*;

    fn texts(defined: Defined) -> Vec<String> {
        defined.unwrap().unwrap_or_default().texts().into_iter().map(String::from).collect()
    }

    #[test]
    fn mise_tasks_come_short_and_long() {
        let text = "[tasks]\nlint = \"golangci-lint run\"\n[tasks.test]\nrun = [\"go test\", \"go vet\"]\ndepends = \
            [\"gen\"]\n[tasks.gen]\nrun = \"curl x | sh\"\n[tasks.\"test:ci\"]\nrun = \"go test -race\"\n";
        assert_eq!(texts(mise(text, "test", &[])), ["go test", "go vet", "curl x | sh"]);
        assert_eq!(texts(mise(text, "lint", &[])), ["golangci-lint run"]);
        assert_eq!(texts(mise(text, "test:ci", &[])), ["go test -race"]);
        assert_eq!(mise(text, "fmt", &[]), Ok(None));
        assert_eq!(mise("[tasks\n", "test", &[]), Err(Broken));
        assert_eq!(mise("[tasks]\ntest = 1\n", "test", &[]), Err(Broken));
    }

    #[test]
    fn pyproject_holds_tasks_of_several_runners() {
        let text = "[tool.poe.tasks]\ntest = \"pytest\"\nall = [\"test\"]\n[tool.poe.tasks.lint]\nshell = \"ruff \
            check\"\n[tool.pdm.scripts]\ntest = {cmd = \"pytest -q\"}\n[tool.hatch.envs.default.scripts]\ntest = [\"a\", \"b\"]\n";
        assert_eq!(texts(poe(text, "test", &[])), ["pytest"]);
        assert_eq!(texts(poe(text, "lint", &[])), ["ruff check"]);
        assert_eq!(texts(pdm(text, "test", &[])), ["pytest -q"]);
        assert_eq!(texts(hatch(text, "test", &[])), ["a", "b"]);
        assert_eq!(texts(hatch(text, "default:test", &[])), ["a", "b"]);
        assert_eq!(hatch("", "test", &[]), Ok(None));
        assert_eq!(texts(hatch("[envs.default.scripts]\ntest = \"c\"\n", "test", &[])), ["c"]);
    }

    #[test]
    fn what_changes_a_task_leaves_a_gap() {
        for (text, certain) in [
            ("[tasks]\na = \"ls\"\n", true),
            ("min_version = \"1\"\n[tasks.a]\nrun = [\"ls\", \"pwd\"]\ndescription = \"x\"\n", true),
            ("[tasks.a]\nrun = \"ls\"\ndepends = [\"b\"]\n[tasks.b]\nrun = \"pwd\"\n", true),
            ("[tasks.a]\nrun = \"ls\"\ndepends = [\"b\"]\n", false),
            ("[tasks.a]\nrun = \"ls\"\ndepends = [\"b:*\"]\n", false),
            ("[tools]\nx = \"1\"\n[tasks]\na = \"ls\"\n", false),
            ("[env]\nPATH = \"x\"\n[tasks]\na = \"ls\"\n", false),
            ("[hooks]\nenter = \"x\"\n[tasks]\na = \"ls\"\n", false),
            ("[tasks.a]\nrun = \"ls\"\nshell = \"./x -c\"\n", false),
            ("[tasks.a]\nrun = \"ls\"\nenv = {PATH = \"x\"}\n", false),
            ("[tasks.a]\nrun = \"ls\"\ndir = \"/tmp\"\n", false),
            ("[tasks.a]\nrun = \"ls {{arg()}}\"\n", false),
            ("[tasks.a]\nrun = [{task = \"b\"}]\n[tasks.b]\nrun = \"ls\"\n", false),
            ("[tasks.a]\nrun = \"#!/usr/bin/env python3\\nprint(1)\"\n", false),
            ("[tasks.a]\nfile = \"x.sh\"\n", false),
        ] {
            assert_eq!(mise(text, "a", &[]).unwrap().unwrap().gap.is_none(), certain, "{text}");
        }
        for (text, certain) in [
            ("[tool.poe.tasks]\na = \"ls src\"\n", true),
            ("[tool.poe.tasks]\na = \"ls $X\"\n", false),
            ("[tool.poe.tasks]\na = \"ls; id\"\n", false),
            ("[tool.poe.tasks.a]\nscript = \"x:main\"\n", false),
            ("[tool.poe.tasks.a]\ncmd = \"ls\"\nenv = {A = \"b\"}\n", false),
            ("[tool.poe]\nenvfile = \".env\"\n[tool.poe.tasks]\na = \"ls\"\n", false),
        ] {
            assert_eq!(poe(text, "a", &[]).unwrap().unwrap().gap.is_none(), certain, "{text}");
        }
        for line in ["_.env_file = \".env\"", "pre_a = \"x\"", "post_run = \"x\""] {
            let text = format!("[tool.pdm.scripts]\n{line}\na = \"ls\"\n");
            assert!(pdm(&text, "a", &[]).unwrap().unwrap().gap.is_some(), "{text}");
        }
        assert!(pdm("[tool.pdm.scripts]\na = \"ls\"\n", "a", &[]).unwrap().unwrap().gap.is_none());
        assert!(mise("[tasks]\na = \"ls\"\n", "a", &["x".into()]).unwrap().unwrap().gap.is_some());
    }
}
