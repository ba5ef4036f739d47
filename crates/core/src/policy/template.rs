//! The whole language of a policy file, for people and for editors.

/// A policy file with every key at its default and a comment.
pub fn template() -> &'static str {
    include_str!("template.toml")
}

/// A JSON Schema (draft 2020-12) of policy files.
pub fn schema() -> &'static str {
    include_str!("schema.json")
}
