//! Scripts in JSON files: `package.json`, `composer.json`, `deno.json`.

use super::{Bodies, Broken};
use crate::json::Json;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// A script of `package.json`, with what runs before and after it.
pub fn npm(text: &str, task: &str) -> Bodies {
    let json = Json::parse(text.as_bytes()).map_err(|_| Broken)?;
    let Some(scripts) = json.get("scripts") else { return Ok(vec![]) };
    if scripts.get(task).is_none() {
        return Ok(vec![]);
    }
    let names = [format!("pre{task}"), task.to_string(), format!("post{task}")];
    names.iter().filter_map(|name| scripts.get(name)).map(text_of).collect()
}

/// A script of `composer.json`: one command or several; `@name` is another script.
pub fn composer(text: &str, task: &str) -> Bodies {
    let json = Json::parse(text.as_bytes()).map_err(|_| Broken)?;
    let Some(scripts) = json.get("scripts") else { return Ok(vec![]) };
    let mut bodies = Vec::new();
    let mut open = vec![task.to_string()];
    let mut seen: Vec<String> = vec![];
    while let Some(name) = open.pop() {
        if seen.contains(&name) {
            continue;
        }
        for line in scripts.get(&name).map_or(Ok(vec![]), lines)? {
            match line.strip_prefix('@').map(|rest| rest.split(' ').next().unwrap_or(rest)) {
                Some("php" | "composer") => bodies.push(line.trim_start_matches('@').to_string()),
                Some("putenv") => {}
                Some(other) => open.push(other.to_string()),
                None => bodies.push(line),
            }
        }
        seen.push(name);
    }
    Ok(bodies)
}

/// A task of `deno.json`: a command, or an object with a command and dependencies.
pub fn deno(text: &str, task: &str) -> Bodies {
    let json = Json::parse(text.as_bytes()).map_err(|_| Broken)?;
    let Some(tasks) = json.get("tasks") else { return Ok(vec![]) };
    let mut bodies = Vec::new();
    let mut open = vec![task.to_string()];
    let mut seen: Vec<String> = vec![];
    while let Some(name) = open.pop() {
        if seen.contains(&name) {
            continue;
        }
        if let Some(task) = tasks.get(&name) {
            match task.get("command") {
                Some(command) => bodies.push(text_of(command)?),
                None if task.as_str().is_some() => bodies.push(text_of(task)?),
                None => {}
            }
            open.extend(task.get("dependencies").map_or(Ok(vec![]), lines)?);
        }
        seen.push(name);
    }
    Ok(bodies)
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
    use super::{composer, deno, npm};
    use crate::effect::follow::Broken;

    #[test]
    fn a_script_runs_with_what_stands_around_it() {
        let text = r#"{"scripts":{"pretest":"a","test":"b","posttest":"c","lint":"d"}}"#;
        assert_eq!(npm(text, "test").unwrap(), ["a", "b", "c"]);
        assert_eq!(npm(text, "lint").unwrap(), ["d"]);
        assert!(npm(text, "check").unwrap().is_empty());
        assert!(npm("{}", "test").unwrap().is_empty());
    }

    #[test]
    fn what_is_ambiguous_is_broken() {
        assert_eq!(npm(r#"{"scripts":{"test":"a","test":"b"}}"#, "test"), Err(Broken));
        assert_eq!(npm(r#"{"scripts":{"test":["a"]}}"#, "test"), Err(Broken));
        assert_eq!(npm("// no json", "test"), Err(Broken));
    }

    #[test]
    fn scripts_that_name_scripts_are_opened() {
        let text = r#"{"scripts":{"test":["@lint","phpunit"],"lint":"phpcs","loop":"@loop"}}"#;
        assert_eq!(composer(text, "test").unwrap(), ["phpunit", "phpcs"]);
        assert!(composer(text, "loop").unwrap().is_empty());
        let text = r#"{"tasks":{"test":{"command":"deno test","dependencies":["lint"]},"lint":"deno lint"}}"#;
        assert_eq!(deno(text, "test").unwrap(), ["deno test", "deno lint"]);
    }
}
