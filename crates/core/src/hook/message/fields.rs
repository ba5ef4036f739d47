//! A payload in the making.

use crate::json::Json;
use alloc::string::String;
use alloc::vec::Vec;

/// Fields in their order; none stands twice.
#[derive(Default)]
pub struct Fields(Vec<(String, Json)>);

impl Fields {
    /// Adds a field; the first of a name stays.
    pub fn put(&mut self, key: &str, value: impl Into<Json>) {
        if !self.has(key) {
            self.0.push((key.into(), value.into()));
        }
    }

    /// Adds a field if there is something to put into it.
    pub fn put_some(&mut self, key: &str, value: Option<impl Into<Json>>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    /// Adds the fields that a host sends besides, except those that have their place elsewhere.
    pub fn put_rest(&mut self, extra: &[(String, Json)], placed: &[&str]) {
        for (key, value) in extra.iter().filter(|(key, _)| !placed.contains(&key.as_str())) {
            self.put(key, value.clone());
        }
    }

    /// The object.
    pub fn done(self) -> Json {
        Json::Object(self.0)
    }

    fn has(&self, key: &str) -> bool {
        self.0.iter().any(|(name, _)| name == key)
    }
}
