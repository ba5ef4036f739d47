//! Globs that single out secrets: `.e?v` and `*.p?m` name what `.env` and `*.pem` name.

use super::entries::{CREDENTIALS_TO_READ, DATA_EXTENSIONS, SECRET_TO_READ};
use super::grouped;
use super::spelled::spells;
use crate::policy::glob::matches_name;
use crate::words::listed;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The globs in a text: groups are alternatives, and hosts cut it at commas and blanks. One that begins with `!` only takes
/// away. `None` when there are too many.
pub fn alternatives(globs: &str) -> Option<Vec<String>> {
    Some(grouped::opened(globs)?.iter().map(|glob| grouped::widened(glob)).collect())
}

/// The names that a filter of a search is about: the secrets that it singles out, and what it says without its
/// patterns. `None` when there are too many alternatives to tell.
pub fn meant_by(globs: &str) -> Option<Vec<String>> {
    let mut names = Vec::new();
    for glob in grouped::opened(globs)? {
        names.extend(secrets_in(&glob));
        names.extend(glob.split('/').map(bare).filter(|name| !matches!(name.as_str(), "" | "." | "..")));
    }
    Some(names)
}

/// The globs in a text with what each is about: the secrets that it singles out. `None` when there are too many.
pub fn each_with_secrets(globs: &str) -> Option<Vec<(String, Vec<String>)>> {
    let each = grouped::opened(globs)?;
    Some(each.iter().map(|glob| (grouped::widened(glob), secrets_in(glob))).collect())
}

fn secrets_in(glob: &str) -> Vec<String> {
    let parts = parts(glob);
    let mut names: Vec<String> = parts.iter().filter_map(|part| singled_out(part)).collect();
    names.extend(by_place(&parts));
    names
}

/// A secret that is known by where it stands, `.config/gh`, and that components in a row single out: `**/.config/g?/*`.
fn by_place(parts: &[String]) -> Option<String> {
    let folded: Vec<String> = parts.iter().map(|part| plain_classes(&part.to_lowercase())).collect();
    let said = |part: &str| part.contains(char::is_alphanumeric);
    let entries = SECRET_TO_READ.iter().chain(CREDENTIALS_TO_READ).filter(|entry| entry.contains('/'));
    let meets = |entry: &&&str| {
        let names: Vec<&str> = entry.split('/').collect();
        folded.windows(names.len()).any(|window| {
            let fits = |(part, name): (&String, &&str)| grouped::matches(part, &name.replace('*', "x"));
            window.last().is_some_and(|last| said(last)) && window.iter().zip(&names).all(fits)
        })
    };
    entries.into_iter().find(meets).map(|entry| entry.replace('*', "x"))
}

/// The components of a glob. A `/` between brackets parts nothing, and what they hold counts as any character.
pub fn parts(glob: &str) -> Vec<String> {
    let mut whole = String::new();
    let mut rest = glob;
    while let Some((front, tail)) = rest.split_once('[') {
        whole.push_str(front);
        // A `]` that comes first is a member.
        let members = tail.char_indices().skip(2).chain(tail.char_indices().skip(1).take(1));
        let close = members.filter(|(_, c)| *c == ']').map(|(at, _)| at).min();
        match close.and_then(|close| Some((tail.get(..close)?, tail.get(close + 1..)?))) {
            Some((class, after)) if class.contains('/') => {
                whole.push('?');
                rest = after;
            }
            Some(_) | None => {
                whole.push('[');
                rest = tail;
            }
        }
    }
    whole.push_str(rest);
    whole.split('/').map(String::from).collect()
}

/// Names that are a word of many others: `*api*` is about interfaces, `.api*` about a key.
const ORDINARY: &str = ".*-api-key .*-token .*_api_key .*_token .api-key .api_key .apikey .chef .cloudflare .comet.config .cometml.config .ftpconfig .gcloud .gist .mailrc .mutt \
    .okta .purple .rancher .serverlessrc .token";

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
    let component = plain_classes(&component.to_lowercase());
    if grouped::repeats(&component) {
        return by_repetition(&component);
    }
    let fixed = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    if !component.contains(fixed) && !component.starts_with('.') && !component.contains(['?', '[']) {
        return None;
    }
    if component.trim_matches('?').is_empty() || is_kind_of_data(&component) {
        return None;
    }
    // Names such as `kubeconfig.yaml` are what `*config*` matches and seldom what it is about.
    let open = component.starts_with('*');
    let (head, tail) = ends(&component);
    let near = |entry: &str| entry.contains('*') || (entry.starts_with(head) && entry.ends_with(tail));
    let is_meant = |entry: &str| entry.starts_with('.') && near(entry) && !(open && listed(ORDINARY, entry));
    let hidden = CREDENTIALS_TO_READ.iter().filter(|entry| is_meant(entry));
    let names = SECRET_TO_READ.iter().chain(SECRET_DATA).chain(hidden).filter(|entry| !entry.contains('/'));
    let spelled = spells(&component, "secret") && may_be_data(&component);
    let secret = names.copied().find_map(|entry| match entry.strip_prefix("*.") {
        Some(extension) => by_extension(&component, tail, extension),
        None if !near(entry) => None,
        None => ["", "x"]
            .iter()
            .map(|filling| entry.replace('*', filling))
            .find(|name| matches_name(&component, name) && speaks_of(&component, name)),
    });
    secret.or_else(|| spelled.then(|| "secret.txt".into()))
}

/// The same for a component with a group that repeats. One that matches any name singles out none.
fn by_repetition(component: &str) -> Option<String> {
    if ["zqx", "zqx.zq"].iter().any(|any| grouped::matches(component, any)) {
        return None;
    }
    let names = SECRET_TO_READ.iter().chain(CREDENTIALS_TO_READ).chain(SECRET_DATA);
    let names = names
        .filter(|entry| !entry.contains('/'))
        .flat_map(|entry| ["", "x"].map(|filling| entry.replace('*', filling)));
    names.into_iter().find(|name| grouped::matches(component, name))
}

/// What every name begins and ends with that the glob matches.
fn ends(component: &str) -> (&str, &str) {
    let head = component.split(is_pattern).next().unwrap_or_default();
    let classes = component.contains(['[', '\\']);
    let tail = component.rsplit(is_pattern).next().filter(|_| !classes).unwrap_or_default();
    (head, tail)
}

/// `*.json*`, with `jsonl` and backups among what it matches: a kind of data, no file.
fn is_kind_of_data(component: &str) -> bool {
    let kind = component.strip_prefix("*.").and_then(|rest| rest.strip_suffix('*'));
    matches!(kind, Some("json" | "yaml" | "yml" | "toml" | "txt" | "xml" | "csv"))
}

/// No extension says that what it names is code.
fn may_be_data(component: &str) -> bool {
    let end = component.rsplit_once('.').map_or("", |(_, end)| end);
    end.contains(is_pattern) || DATA_EXTENSIONS.contains(&end)
}

/// `[[:alpha:]]` taken for any character: which ones it holds is not looked up.
fn plain_classes(component: &str) -> String {
    let mut plain = String::new();
    let mut rest = component;
    while let Some((front, tail)) = rest.split_once('[') {
        plain.push_str(front);
        rest = match behind_named_class(tail) {
            Some(after) => {
                plain.push('?');
                after
            }
            None => {
                plain.push('[');
                tail
            }
        };
    }
    plain + rest
}

/// What follows a class that holds named ones, given what follows its `[`.
fn behind_named_class(tail: &str) -> Option<&str> {
    let mut rest = tail;
    let mut named = false;
    loop {
        let inner =
            [":", "=", "."].iter().filter_map(|kind| Some((rest.find(&format!("[{kind}"))?, *kind))).min();
        // A `]` in the first place is a member.
        let close =
            rest.char_indices().skip(usize::from(!named)).find(|(_, c)| *c == ']').map(|(at, _)| at)?;
        match inner {
            Some((at, kind)) if at < close => {
                let ends = format!("{kind}]");
                rest = rest.get(at + 2..)?.split_once(ends.as_str()).map(|(_, after)| after)?;
                named = true;
            }
            Some(_) | None => return named.then(|| rest.get(close + 1..))?,
        }
    }
}

/// `*.p?m`, `*env`, `app*env`: the end says it, or the whole with what it begins with. Every name that the glob matches
/// ends with `tail`.
fn by_extension(component: &str, tail: &str, extension: &str) -> Option<String> {
    let said = component.rsplit_once('.').map(|(_, end)| end).filter(|end| !end.trim_matches('*').is_empty());
    let meets_end = tail.ends_with(extension) || extension.ends_with(tail.trim_start_matches('.'));
    let is_whole = || {
        let begins: String = component.chars().take_while(|c| !is_pattern(*c)).collect();
        matches_name(component, &format!("{begins}.{extension}"))
    };
    let whole = meets_end && !component.ends_with('*') && is_whole();
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
        .filter(|c| {
            !matches!(c, '*' | '?' | '[' | ']' | '{' | '}' | '(' | ')' | '|' | '!' | '\\') && !c.is_control()
        })
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
            ".api*",
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
            ".en[[:alpha:]]",
            ".[[:alpha:]x[:digit:]]nv",
            "my-s?cret*",
            "*.k*",
            "*.env*",
            "*.secret*",
            "*.kdbx*",
            "*.jso*",
            ".en\\v",
        ] {
            assert!(singled_out(glob).is_some(), "{glob}");
        }
        for glob in [
            "*",
            "**",
            "*.*",
            "*.ts",
            "*.json*",
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
            "*api*",
            "*mail*.py",
            "*.xml",
            "README*",
            "?",
            "*retry*",
            "my-s?cret*.rs",
            "[[:alpha:]].ts",
        ] {
            assert_eq!(singled_out(glob), None, "{glob}");
        }
    }
}
