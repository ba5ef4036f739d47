//! Scripts in JSON files: `package.json`, `composer.json`, `deno.json`.

use super::plan::{MAX_TASKS, Plan, quoted};
use super::{Broken, Defined};
use crate::json::Json;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// A script of `package.json` with what runs before and after it; `args` go behind its own text.
pub fn npm(text: &str, task: &str, args: &[String]) -> Defined {
    let json = Json::parse(text.as_bytes()).map_err(|_| Broken)?;
    let Some(scripts) = json.get("scripts") else { return Ok(None) };
    let Some(own) = scripts.get(task) else { return Ok(None) };
    let around = |name: String| scripts.get(&name).map(text_of).transpose();
    let texts = [
        around(format!("pre{task}"))?,
        Some(with_arguments(text_of(own)?, args)),
        around(format!("post{task}"))?,
    ];
    Ok(Some(Plan::of(texts.into_iter().flatten())))
}

/// A script of `composer.json`: one command or several; `@name` is another script.
pub fn composer(text: &str, task: &str, args: &[String]) -> Defined {
    let json = Json::parse(text.as_bytes()).map_err(|_| Broken)?;
    let Some(scripts) = json.get("scripts").filter(|scripts| scripts.get(task).is_some()) else {
        return Ok(None);
    };
    let mut plan = Plan::default();
    if !args.is_empty() {
        plan.doubt("arguments are handed on");
    }
    if let Some(event) =
        ["init", "command", "pre-command-run"].iter().find(|event| scripts.get(event).is_some())
    {
        plan.doubt(format!("`{event}` runs before every command"));
    }
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
        for line in scripts.get(&name).map_or(Ok(vec![]), lines)? {
            composer_line(&line, &mut plan, &mut open);
        }
        seen.push(name);
    }
    Ok(Some(plan))
}

fn composer_line(line: &str, plan: &mut Plan, open: &mut Vec<String>) {
    let Some(rest) = line.strip_prefix('@') else {
        // `Vendor\Class::method` is called as it is.
        if !line.contains(' ') && (line.contains("::") || line.contains('\\')) {
            plan.doubt(format!("`{line}` is a method of a class"));
        }
        return plan.run(line);
    };
    match rest.split_once(' ').unwrap_or((rest, "")) {
        ("php" | "composer", _) => plan.run(rest),
        ("putenv", _) => plan.doubt(format!("`{line}` changes the environment")),
        (other, behind) => {
            if !behind.is_empty() {
                plan.doubt(format!("`{line}` hands on arguments"));
            }
            open.push(other.to_string());
        }
    }
}

/// A task of `deno.json`: a command, or an object with a command and dependencies.
pub fn deno(text: &str, task: &str, args: &[String]) -> Defined {
    let json = Json::parse(text.as_bytes()).map_err(|_| Broken)?;
    let Some(tasks) = json.get("tasks").filter(|tasks| tasks.get(task).is_some()) else { return Ok(None) };
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
        if name.contains('*') {
            plan.doubt(format!("`{name}` may stand for several tasks"));
        }
        let Some(definition) = tasks.get(&name) else {
            plan.doubt(format!("`{name}` is not a task of the file"));
            seen.push(name);
            continue;
        };
        let command =
            if definition.as_str().is_some() { Some(definition) } else { definition.get("command") };
        if let Some(command) = command {
            let own = if name == task { args } else { &[] };
            plan.run(with_arguments(text_of(command)?, own));
        }
        open.extend(definition.get("dependencies").map_or(Ok(vec![]), lines)?);
        seen.push(name);
    }
    plan.parallel = seen.len() > 1;
    own_shell(&mut plan);
    Ok(Some(plan))
}

/// A runner with a shell of its own: certain is what every shell reads alike.
pub fn own_shell(plan: &mut Plan) {
    let plain = |c: char| c.is_ascii_alphanumeric() || " _./:=@%+,-&'\"".contains(c);
    let odd =
        plan.steps.iter().find(|step| !step.text.replace("&&", "").chars().all(|c| plain(c) && c != '&'));
    if let Some(odd) = odd.map(|step| step.text.clone()) {
        plan.doubt(format!("`{odd}` is run by a shell of the runner's own"));
    }
}

fn with_arguments(text: String, args: &[String]) -> String {
    args.iter().fold(text, |text, arg| format!("{text} {}", quoted(arg)))
}

fn text_of(json: &Json) -> Result<String, Broken> {
    json.as_str().map(ToString::to_string).ok_or(Broken)
}

/// A text, or a list of texts.
fn lines(json: &Json) -> Result<Vec<String>, Broken> {
    match json {
        Json::String(text) => Ok(vec![text.clone()]),
        Json::Array(items) => items.iter().map(text_of).collect(),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Object(_) => Err(Broken),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(defined: Defined) -> Vec<String> {
        defined.unwrap().unwrap_or_default().texts().into_iter().map(String::from).collect()
    }

    #[test]
    fn a_script_runs_with_what_stands_around_it() {
        let text = r#"{"scripts":{"pretest":"a","test":"b","posttest":"c","lint":"d"}}"#;
        assert_eq!(texts(npm(text, "test", &[])), ["a", "b", "c"]);
        assert_eq!(texts(npm(text, "lint", &[])), ["d"]);
        assert_eq!(npm(text, "check", &[]), Ok(None));
        assert_eq!(npm("{}", "test", &[]), Ok(None));
    }

    #[test]
    fn arguments_go_behind_the_script_alone() {
        let text = r#"{"scripts":{"pretest":"a","test":"b && c","posttest":"d"}}"#;
        let args = ["x y".into(), "it's; id".into(), "--fix".into()];
        assert_eq!(texts(npm(text, "test", &args)), ["a", r"b && c 'x y' 'it'\''s; id' --fix", "d"]);
    }

    #[test]
    fn what_is_ambiguous_is_broken() {
        assert_eq!(npm(r#"{"scripts":{"test":"a","test":"b"}}"#, "test", &[]), Err(Broken));
        assert_eq!(npm(r#"{"scripts":{"test":["a"]}}"#, "test", &[]), Err(Broken));
        assert_eq!(npm("// no json", "test", &[]), Err(Broken));
    }

    #[test]
    fn scripts_that_name_scripts_are_opened() {
        let text = r#"{"scripts":{"test":["@lint","phpunit"],"lint":"phpcs","loop":"@loop"}}"#;
        assert_eq!(texts(composer(text, "test", &[])), ["phpunit", "phpcs"]);
        assert!(texts(composer(text, "loop", &[])).is_empty());
        let text = r#"{"tasks":{"test":{"command":"deno test","dependencies":["lint"]},"lint":"deno lint"}}"#;
        assert_eq!(texts(deno(text, "test", &["-q".into()])), ["deno test -q", "deno lint"]);
    }

    #[test]
    fn what_is_no_command_leaves_a_gap() {
        for line in ["@putenv A=1", "App\\\\Script::run", "App\\\\Command", "@lint --fix"] {
            let text = format!(r#"{{"scripts":{{"go":["{line}"],"lint":"phpcs"}}}}"#);
            assert!(composer(&text, "go", &[]).unwrap().unwrap().gap.is_some(), "{line}");
        }
        let text = r#"{"scripts":{"go":["@php -v","@lint","phpcs src"],"lint":"phpcs"}}"#;
        assert_eq!(composer(text, "go", &[]).unwrap().unwrap().gap, None);
    }
}
