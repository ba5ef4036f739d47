//! Template, schema and reader speak of the same keys.

use super::*;
use crate::json::Json;
use crate::policy::{Level, read, read_rule, schema, template};
use alloc::collections::BTreeSet;

#[test]
fn the_template_is_the_default_policy() {
    let parsed = Layer::parse("template", template()).unwrap();
    let policy = Policy::layered_on(Level::DEFAULT, None, Some(parsed), None).unwrap();
    let default = Policy::layered_on(Level::DEFAULT, None, None, None).unwrap();
    let plain = |policy: &Policy| {
        let mut rows: Vec<(String, String)> =
            policy.settings().into_iter().map(|s| (s.key, s.value)).collect();
        rows.sort();
        rows
    };
    assert_eq!(plain(&policy), plain(&default));
}

#[test]
fn the_template_tightens_nothing_and_loosens_nothing() {
    let parsed = Layer::parse("template", template()).unwrap();
    assert!(Policy::layered_on(Level::DEFAULT, None, None, Some((parsed, Trusted::No))).is_ok());
}

#[test]
fn what_the_template_shows_in_comments_is_right_too() {
    let shown: Vec<String> = template().lines().map(uncommented).collect();
    let text = shown.join("\n");
    let layer = Layer::parse("template", &text).unwrap_or_else(|problems| panic!("{problems:#?}\n{text}"));
    assert!(Policy::layered(Some(layer), None, None).is_ok());
}

#[test]
fn template_schema_and_reader_agree() {
    let schema = Json::parse(schema().as_bytes()).unwrap();
    let reader: BTreeSet<String> = [
        ("", read::TOP),
        ("floor.", read::FLOOR),
        ("web.", read::WEB),
        ("mcp.", read::MCP),
        ("headless.", read::ANSWER),
        ("ledger.", read::LEDGER),
        ("rule.", read_rule::RULE),
        ("rule.examples.", read_rule::EXAMPLES),
    ]
    .iter()
    .flat_map(|(table, keys)| keys.iter().map(move |key| [*table, *key].concat()))
    .collect();
    let mut in_schema = BTreeSet::new();
    collect(&schema, &schema, "", &mut in_schema);
    assert_eq!(in_schema, reader);
    let in_template = template_keys();
    let missing: Vec<&String> = reader.iter().filter(|key| !in_template.contains(*key)).collect();
    assert!(missing.is_empty(), "not in the template: {missing:?}");
}

#[test]
fn the_schema_knows_the_hosts() {
    let schema = Json::parse(schema().as_bytes()).unwrap();
    let names =
        schema.get("properties").and_then(|p| p.get("host")?.get("propertyNames")?.get("enum")).unwrap();
    let Json::Array(names) = names else { panic!("a list") };
    let names: Vec<&str> = names.iter().filter_map(Json::as_str).collect();
    assert_eq!(names, read::HOSTS);
}

#[test]
fn the_files_in_the_documentation_are_right() {
    let page = include_str!("../../../../../docs/policy.md");
    let blocks = page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let (files, expected): (Vec<&str>, Vec<&str>) = blocks.partition(|block| block.contains("version = 1"));
    assert!(files.len() >= 4 && expected.len() == 1);
    for file in files {
        let layer =
            Layer::parse("docs/policy.md", file).unwrap_or_else(|problems| panic!("{problems:#?}\n{file}"));
        assert!(Policy::layered(None, Some(layer), None).is_ok(), "{file}");
    }
    assert_eq!(crate::policy::expect::expectations("docs/policy.md", expected[0]).unwrap().len(), 3);
    for key in read::TOP.iter().chain(read_rule::RULE).chain(read::WEB).chain(read::MCP) {
        let shown = ["`", "[", "\n"].iter().any(|before| page.contains(&[*before, *key].concat()));
        assert!(shown, "docs/policy.md does not explain `{key}`");
    }
}

/// A comment that is TOML, without its sign.
fn uncommented(line: &str) -> String {
    let text = line.strip_prefix("# ").unwrap_or(line);
    let is_toml = text.starts_with('[')
        || text
            .split_once(" = ")
            .is_some_and(|(key, _)| key.chars().all(|c| c.is_ascii_lowercase() || c == '_'));
    if is_toml { text.into() } else { String::new() }
}

/// All keys of the template, dotted, those in comments too.
fn template_keys() -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    let mut table = String::new();
    for line in template().lines().map(uncommented).filter(|line| !line.is_empty()) {
        if line.starts_with('[') {
            table = [line.trim_matches(['[', ']']), "."].concat();
            keys.insert(table.split('.').next().unwrap().into());
            continue;
        }
        let (key, value) = line.split_once(" = ").unwrap();
        keys.insert([&table, key].concat());
        for inner in ["match", "no_match"].iter().filter(|_| key == "examples") {
            assert!(value.contains(inner));
            keys.insert([&table, key, ".", inner].concat());
        }
    }
    keys
}

/// The properties of an object of the schema, dotted.
fn collect(root: &Json, node: &Json, path: &str, keys: &mut BTreeSet<String>) {
    let node = match node.get("$ref").and_then(Json::as_str) {
        Some(target) => root.get("$defs").and_then(|defs| defs.get(target.rsplit('/').next()?)).unwrap(),
        None => node,
    };
    let node = node.get("items").unwrap_or(node);
    let Some(Json::Object(properties)) = node.get("properties") else { return };
    for (key, value) in properties {
        keys.insert([path, key].concat());
        collect(root, value, &[path, key, "."].concat(), keys);
    }
}
