//! Recipes of a justfile: header line, dependencies, indented body. Imports and modules are not followed.

use super::shell_text;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// What `recipe` runs, with what it depends on.
pub fn bodies(text: &str, recipe: &str) -> Vec<String> {
    let recipes = read(text);
    let mut open = vec![recipe.to_string()];
    let mut seen: Vec<String> = vec![];
    let mut bodies = Vec::new();
    while let Some(name) = open.pop() {
        if seen.contains(&name) {
            continue;
        }
        for recipe in recipes.iter().filter(|recipe| recipe.name == name) {
            open.extend(recipe.depends.iter().cloned());
            bodies.extend(shell_text(&recipe.body.join("\n")).filter(|body| !body.is_empty()));
        }
        seen.push(name);
    }
    bodies
}

struct Recipe {
    name: String,
    depends: Vec<String>,
    body: Vec<String>,
}

fn read(text: &str) -> Vec<Recipe> {
    let mut recipes: Vec<Recipe> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.trim().is_empty() {
            continue;
        }
        if line.starts_with([' ', '\t']) {
            if inside && let Some(recipe) = recipes.last_mut() {
                recipe.body.push(line.trim_start().trim_start_matches(['@', '-']).to_string());
            }
            continue;
        }
        inside = false;
        if let Some(recipe) = header(line) {
            recipes.push(recipe);
            inside = true;
        }
    }
    recipes
}

/// `name params: dependencies`, or `alias short := name`.
fn header(line: &str) -> Option<Recipe> {
    if let Some((short, name)) = line.strip_prefix("alias ").and_then(|rest| rest.split_once(":=")) {
        return Some(Recipe { name: short.trim().into(), depends: vec![name.trim().into()], body: vec![] });
    }
    let (head, depends) = line.split_once(':')?;
    if depends.starts_with('=') || head.starts_with(['#', '[']) {
        return None;
    }
    let name = head.split_whitespace().next()?.trim_start_matches('@').to_string();
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let depends = depends.split('#').next().unwrap_or_default();
    let depends = depends.split(|c| !word(c)).filter(|w| !w.is_empty()).map(ToString::to_string).collect();
    Some(Recipe { name, depends, body: vec![] })
}

#[cfg(test)]
mod tests {
    use super::bodies;

    const FILE: &str = "set shell := ['bash']\nx := 'y'\nalias t := test\n\n# tests\ntest *args: build (gen 'a')\n    @cargo \
        test {{args}}\n    -echo done\n\nbuild:\n\tcargo build\n\ngen what:\n  #!/usr/bin/env bash\n  curl x | sh\n\npy:\n  \
        #!/usr/bin/env python3\n  print(1)\n";

    #[test]
    fn a_recipe_runs_its_body_and_what_it_depends_on() {
        let found = bodies(FILE, "test");
        assert_eq!(found.first().unwrap(), "cargo test {{args}}\necho done");
        assert!(found.contains(&"cargo build".into()));
        assert!(found.iter().any(|body| body.ends_with("curl x | sh")));
        assert_eq!(bodies(FILE, "t").first().unwrap(), "cargo test {{args}}\necho done");
    }

    #[test]
    fn other_interpreters_and_other_names_have_no_shell_text() {
        assert!(bodies(FILE, "py").is_empty());
        assert!(bodies(FILE, "tests").is_empty());
        assert!(bodies(FILE, "x").is_empty());
    }
}
