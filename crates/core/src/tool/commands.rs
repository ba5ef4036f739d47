//! Cline's `run_commands`: one command or many, in whatever shape the model wrote them.
//!
//! Each one runs in a shell of its own, and in no certain order. They are read as one text only if each is complete in itself:
//! an open quote or here-document would otherwise swallow the next. Written twice over, every one of them comes after every other.

use super::fields::{Fields, Wrong, items};
use super::known::COMMANDS;
use super::shell;
use crate::call::{ShellCall, Tool};
use crate::json::Json;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// More than anybody runs at once.
const MOST: usize = 32;

/// What the commands would do.
pub fn read(input: &Json) -> Result<Tool, Wrong> {
    let (texts, beside) = match input {
        Json::String(text) => (vec![text.clone()], None),
        Json::Array(list) => (each(list)?, None),
        Json::Object(_) => (of_object(&Fields::of(input)?)?, Some(without_commands(input))),
        Json::Null | Json::Bool(_) | Json::Number(_) => return Err("names no command".into()),
    };
    let command = Json::String(joined(&texts)?);
    let Json::Object(mut fields) = beside.unwrap_or_else(|| Json::Object(Vec::new())) else {
        return Err("is no object".into());
    };
    fields.push(("command".into(), command));
    let call: ShellCall = shell(&Fields::of(&Json::Object(fields))?)?;
    Ok(Tool::Shell(call))
}

fn of_object(fields: &Fields<'_>) -> Result<Vec<String>, Wrong> {
    match (fields.present(&["commands"]), fields.present(COMMANDS)) {
        (Some(_), Some(key)) => Err(format!("has a second text under `{key}`")),
        (Some(key), None) => match fields.get(key) {
            Some(Json::String(text)) => Ok(vec![text.clone()]),
            Some(list) => each(items(list, key)?),
            None => Err("names no command".into()),
        },
        (None, _) => one(fields).map(|text| vec![text]),
    }
}

fn each(list: &[Json]) -> Result<Vec<String>, Wrong> {
    list.iter()
        .map(|item| match item {
            Json::String(text) => Ok(text.clone()),
            Json::Object(given) if given.iter().all(|(key, _)| key == "command" || key == "args") => {
                one(&Fields::of(item)?)
            }
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => {
                Err("has a command that nothing here reads".into())
            }
        })
        .collect()
}

/// A command with its arguments apart is the same text for a shell as long as all of them are plain words.
fn one(fields: &Fields<'_>) -> Result<String, Wrong> {
    let command = fields.only_text(COMMANDS)?;
    let args = fields.texts("args")?;
    if args.is_empty() {
        return Ok(command);
    }
    if !args.iter().chain([&command]).all(|word| is_plain(word)) {
        return Err("has arguments apart that are no plain words".into());
    }
    Ok(format!("{command} {}", args.join(" ")))
}

/// The same to every shell.
pub(crate) fn is_plain(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_./=:,+@%".contains(&b))
}

/// The input with what is read here taken out; the rest is judged as that of any shell.
fn without_commands(input: &Json) -> Json {
    let mut rest = input.clone();
    for key in COMMANDS.iter().chain(&["commands", "args"]) {
        rest.take(key);
    }
    rest
}

fn joined(texts: &[String]) -> Result<String, Wrong> {
    if let [one] = texts {
        return Ok(one.clone());
    }
    if texts.is_empty() || texts.len() > MOST {
        return Err("names no command, or too many".into());
    }
    if texts
        .iter()
        .any(|text| text.trim().is_empty() || text.ends_with('\\') || crate::shell::read(text).is_err())
    {
        return Err("has several commands, one of which cannot be read by itself".into());
    }
    let apart = texts.iter().map(|text| format!("(\n{text}\n)\n")).collect::<String>();
    Ok(format!("{apart}{apart}"))
}
