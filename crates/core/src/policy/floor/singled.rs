//! Globs that single out secrets: `.e?v` and `*.p?m` name what `.env` and `*.pem` name.

use super::entries::{DATA_EXTENSIONS, SECRET_TO_READ};
use crate::policy::glob::matches_name;
use alloc::format;
use alloc::string::{String, ToString};

/// Data that has `secret` in its name.
const SECRET_DATA: &[&str] = &[
    "secret",
    "secrets",
    "secrets.yaml",
    "secrets.yml",
    "secret.json",
    "secrets.json",
    "secrets.toml",
    "secret.txt",
];

/// The name of a secret that one component of a glob singles out. A glob that is wide open singles out nothing.
pub fn singled_out(component: &str) -> Option<String> {
    let component = component.to_lowercase();
    let fixed = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    if !component.contains(fixed) && !component.starts_with('.') && !component.contains(['?', '[']) {
        return None;
    }
    if component.trim_matches('?').is_empty() {
        return None;
    }
    let names = SECRET_TO_READ.iter().chain(SECRET_DATA).filter(|entry| !entry.contains('/'));
    names.copied().find_map(|entry| match entry.strip_prefix("*.") {
        Some(extension) => by_extension(&component, extension),
        None => ["", "x"]
            .iter()
            .map(|filling| entry.replace('*', filling))
            .find(|name| matches_name(&component, name) && speaks_of(&component, name)),
    })
}

/// `*.p?m`, `*env`, `app*env`: the end says it, or the whole with what it begins with.
fn by_extension(component: &str, extension: &str) -> Option<String> {
    let said = component.rsplit_once('.').map(|(_, end)| end).filter(|end| !end.trim_matches('*').is_empty());
    let begins: String = component.chars().take_while(|c| !is_pattern(*c)).collect();
    let name = format!("{begins}.{extension}");
    let whole = !component.ends_with('*') && matches_name(component, &name);
    (whole || said.is_some_and(|end| matches_name(end, extension))).then(|| format!("x.{extension}"))
}

/// `*.json` is about data, `cred*.json` about one file.
fn speaks_of(component: &str, name: &str) -> bool {
    let extension = name.trim_start_matches('.').rsplit_once('.').map_or("", |(_, end)| end);
    let ordinary = !extension.is_empty() && DATA_EXTENSIONS.contains(&extension);
    let stem = component.rsplit_once('.').map_or(component, |(stem, _)| stem);
    !ordinary || stem.contains(char::is_alphanumeric)
}

fn is_pattern(c: char) -> bool {
    matches!(c, '*' | '?' | '[' | '\\')
}

/// A glob without its patterns is still a name: `*.prod.env` is about `.prod.env`.
pub fn bare(component: &str) -> String {
    component
        .chars()
        .filter(|c| !matches!(c, '*' | '?' | '[' | ']' | '{' | '}' | '!' | '\\'))
        .map(|c| c.to_string())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glob_names_what_it_matches() {
        for glob in [
            ".env",
            ".e?v",
            ".en*",
            "*env",
            ".*",
            "id_*",
            "*.p?m",
            "*.pem",
            "*.e*",
            ".[e]nv",
            "[.]env",
            "\\.env",
            "app*env",
            "a[pb]*.p?m",
            ".s?h",
            "cred*.json",
            "*secret*",
            "*.KEY",
            ".EN?",
            ".n*rc",
            "?env",
        ] {
            assert!(singled_out(glob).is_some(), "{glob}");
        }
        for glob in [
            "*",
            "**",
            "*.*",
            "*.ts",
            "*.tsx",
            "*.json",
            "*.y*ml",
            "*.toml",
            "src",
            "*.py",
            "*.[ch]",
            "*_test.go",
            "test_*",
            "[id].tsx",
            "Cargo.*",
            "*.md",
            "*.txt",
            ".eslintrc*",
            ".github",
            "*config*",
            "*.xml",
            "README*",
            "?",
        ] {
            assert_eq!(singled_out(glob), None, "{glob}");
        }
    }
}
