//! The fields of an input, with every surprise an error.

use super::names::{ALARMING, SANDBOX_LEAVERS};
use super::path;
use crate::json::Json;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What is wrong with an input: completes "the input of `Tool` …".
pub type Wrong = String;

/// Where hosts put the path of a file or directory.
pub const PATHS: &[&str] = &[
    "file_path",
    "path",
    "filePath",
    "notebook_path",
    "dir_path",
    "absolute_path",
    "target_file",
    "filename",
    "relative_workspace_path",
    "target_directory",
    "directory",
    "dir",
    "target_notebook",
];

/// Where they put several.
pub const MANY_PATHS: &[&str] = &["paths", "files", "operations", "file_paths", "image_paths"];

/// The fields of one object.
pub struct Fields<'a> {
    object: &'a Json,
}

impl<'a> Fields<'a> {
    /// Of an input that must be an object.
    pub fn of(input: &'a Json) -> Result<Self, Wrong> {
        match input {
            Json::Object(_) => Ok(Fields { object: input }),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => {
                Err("is no object".into())
            }
        }
    }

    /// A field.
    pub fn get(&self, key: &str) -> Option<&'a Json> {
        self.object.get(key)
    }

    /// The first of `keys` that is there with a value.
    pub fn present<'k>(&self, keys: &[&'k str]) -> Option<&'k str> {
        keys.iter().copied().find(|key| self.get(key).is_some_and(|value| *value != Json::Null))
    }

    /// The text under the first of `keys` that is there.
    pub fn text(&self, keys: &[&str]) -> Result<&'a str, Wrong> {
        let missing = || format!("has no `{}`", keys.first().copied().unwrap_or_default());
        let key = self.present(keys).ok_or_else(missing)?;
        self.get(key).and_then(Json::as_str).ok_or_else(|| format!("has a `{key}` that is no text"))
    }

    /// The texts of a field that may be missing, be one or hold a list of them.
    pub fn texts(&self, key: &str) -> Result<Vec<String>, Wrong> {
        let text = |item: &Json| {
            item.as_str().map(ToString::to_string).ok_or_else(|| format!("has a `{key}` that is no text"))
        };
        match self.get(key) {
            None | Some(Json::Null) => Ok(Vec::new()),
            Some(Json::Array(items)) => items.iter().map(text).collect(),
            Some(one) => text(one).map(|one| alloc::vec![one]),
        }
    }

    /// The text of a field that may be missing.
    pub fn words(&self, key: &str) -> &'a str {
        self.get(key).and_then(Json::as_str).unwrap_or_default()
    }

    /// The same where two of `keys` with different texts would leave open which one counts.
    pub fn only_text(&self, keys: &[&str]) -> Result<String, Wrong> {
        let first = self.text(keys)?;
        for key in keys.iter().filter(|key| self.present(&[key]).is_some()) {
            if self.text(&[key])? != first {
                return Err(format!("has a second text under `{key}`"));
            }
        }
        Ok(first.into())
    }

    /// The one path under `keys`, if there is any.
    pub fn only_path(&self, keys: &[&str]) -> Result<Option<String>, Wrong> {
        if self.present(keys).is_none() {
            return Ok(None);
        }
        let text = self.only_text(keys)?;
        if path::is_encoded(&text) {
            return Err(format!("has a directory `{text}` that some hosts decode and others do not"));
        }
        path::plain(&text).map(|path| Some(path.to_string()))
    }

    /// Every path in it, whatever the host calls the field.
    pub fn paths(&self) -> Result<Vec<String>, Wrong> {
        let mut paths = Vec::new();
        for key in PATHS.iter().filter(|key| self.present(&[key]).is_some()) {
            paths.extend(path::meant(self.text(&[key])?)?);
        }
        for key in MANY_PATHS {
            if let Some(list) = self.get(key).filter(|list| **list != Json::Null) {
                for item in items(list, key)? {
                    paths.extend(match item {
                        Json::String(one) => path::meant(one)?,
                        Json::Object(_) => Fields { object: item }.paths()?,
                        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) => {
                            return Err(format!("has something in `{key}` that is no path"));
                        }
                    });
                }
            }
        }
        paths.dedup();
        Ok(paths)
    }

    /// One of `keys` is there with anything but `false`: a host may read `"true"` or `1` as true.
    pub fn switched_on(&self, keys: &[&str]) -> bool {
        keys.iter().any(|key| self.get(key).is_some_and(on))
    }

    /// Some switch asks for more than the host would give.
    pub fn leaves_sandbox(&self) -> bool {
        let Json::Object(fields) = self.object else { return false };
        fields.iter().any(|(key, value)| {
            let folded = key.to_ascii_lowercase();
            let alarming =
                SANDBOX_LEAVERS.contains(&key.as_str()) || ALARMING.iter().any(|a| folded.contains(a));
            let protection_off =
                matches!(key.as_str(), "sandbox" | "namespaceRestrictions" | "isolateNetwork")
                    && *value == Json::Bool(false);
            let escalated = key == "sandbox_permissions" && value.as_str() != Some("use_default");
            let mounts = matches!(key.as_str(), "filesystemMode" | "allowedMounts") && on(value);
            (alarming && on(value)) || protection_off || escalated || mounts
        })
    }
}

fn on(value: &Json) -> bool {
    !matches!(value, Json::Null | Json::Bool(false))
}

/// The items of an array.
pub fn items<'a>(value: &'a Json, key: &str) -> Result<&'a [Json], Wrong> {
    match value {
        Json::Array(items) => Ok(items),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Object(_) => {
            Err(format!("has a `{key}` that is no list"))
        }
    }
}
