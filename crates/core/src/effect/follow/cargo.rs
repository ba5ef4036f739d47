//! Aliases of cargo: `[alias]` in `.cargo/config.toml`.

use super::open::Unopened;
use super::{Broken, toml_tasks};
use crate::effect::reading::Reading;
use crate::json::Json;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The words an alias stands for, from the nearest configuration that has it: above the project are the user's own.
pub fn alias(reading: &mut Reading<'_>, name: &str) -> Result<Option<Vec<String>>, Broken> {
    let dirs = reading.dirs().to_vec();
    let [dir] = dirs.as_slice() else { return Err(Broken) };
    for folder in configurations(reading, dir) {
        for file in ["config", "config.toml"] {
            let text = match reading.open(&format!("{folder}/{file}")) {
                Ok(text) => text,
                Err(Unopened::Missing) => continue,
                Err(
                    Unopened::Changed
                    | Unopened::TooLarge
                    | Unopened::TooMuch
                    | Unopened::Secret
                    | Unopened::Other,
                ) => {
                    return Err(Broken);
                }
            };
            if let Some(words) = defined(&text, name)? {
                return Ok(Some(words));
            }
        }
    }
    Ok(None)
}

/// Folders with a configuration, the nearest first; cargo's own home comes last.
fn configurations(reading: &Reading<'_>, dir: &str) -> Vec<String> {
    let mut folders = Vec::new();
    let mut at = Some(dir);
    while let Some(folder) = at {
        folders.push(format!("{folder}/.cargo"));
        at = folder.rsplit_once('/').map(|(parent, _)| parent);
    }
    let home = match reading.session.variable("CARGO_HOME") {
        Some(home) => home.to_string(),
        None => format!("{}/.cargo", reading.session.home),
    };
    folders.push(home);
    folders
}

fn defined(text: &str, name: &str) -> Result<Option<Vec<String>>, Broken> {
    let file = toml_tasks::read(text)?;
    match file.get("alias").and_then(|aliases| aliases.get(name)) {
        None => Ok(None),
        Some(Json::String(text)) => Ok(Some(text.split_whitespace().map(ToString::to_string).collect())),
        Some(Json::Array(words)) => {
            let words: Option<Vec<String>> =
                words.iter().map(|w| w.as_str().map(ToString::to_string)).collect();
            words.map(Some).ok_or(Broken)
        }
        Some(Json::Null | Json::Bool(_) | Json::Number(_) | Json::Object(_)) => Err(Broken),
    }
}

#[cfg(test)]
mod tests {
    use super::defined;

    #[test]
    fn an_alias_is_a_text_or_a_list() {
        let text = "[alias]\nlint = \"clippy --all-targets\"\nt = [\"test\", \"--all\"]\nbad = 1\n";
        assert_eq!(defined(text, "lint").unwrap().unwrap(), ["clippy", "--all-targets"]);
        assert_eq!(defined(text, "t").unwrap().unwrap(), ["test", "--all"]);
        assert_eq!(defined(text, "x"), Ok(None));
        assert!(defined(text, "bad").is_err());
    }
}
