//! Which files rustfmt reaches: it follows `mod`, and `#[path = "…"]` or a manifest may say that they lie elsewhere.

use crate::effect::Effect;
use crate::effect::place;
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::{Arg, Value};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// Names that are passed before the look gives up, which stops.
const MAX_NAMES: usize = 300_000;
/// The same for files that are opened.
const MAX_FILES: usize = 10_000;

/// Adds what lies outside of the project and is named by a path in it. Wherever rustfmt starts, it gets no further than
/// the project's own files without such a path.
pub fn named(reading: &mut Reading<'_>, call: &Invocation) {
    for root in reading.session.roots.clone() {
        match strays(reading, &root) {
            Ok(paths) => {
                for path in paths {
                    let path = Arg { value: Value::Known(path), span: call.span };
                    reading.write_path(&call.name, &path, false);
                }
            }
            Err(why) => {
                let message = format!("`{}` follows paths in files, and {why}", call.name);
                reading.add(Effect::Opaque, "unknown_value", message, call.span);
            }
        }
    }
}

fn strays(reading: &Reading<'_>, root: &str) -> Result<Vec<String>, String> {
    let (mut pending, mut strays) = (vec![root.to_string()], Vec::new());
    let (mut names_left, mut files_left) = (MAX_NAMES, MAX_FILES);
    let too_much = || "there are too many to look for them".to_string();
    while let Some(at) = pending.pop() {
        let unlisted = || format!("`{at}` cannot be listed");
        let names = reading.world.list(&at).ok_or_else(unlisted)?;
        // What cargo builds into.
        if at.ends_with("/target") && names.iter().any(|name| name == "CACHEDIR.TAG") {
            continue;
        }
        names_left = names_left.checked_sub(names.len()).ok_or_else(too_much)?;
        for name in names {
            if name.ends_with(".rs") || name == "Cargo.toml" {
                files_left = files_left.checked_sub(1).ok_or_else(too_much)?;
                strays.extend(strays_of(reading, &at, &place::join(&at, &name))?);
            }
        }
        let branches = reading.world.branches(&at).ok_or_else(unlisted)?;
        let folders =
            branches.folders.iter().filter(|name| !matches!(name.as_str(), ".git" | "node_modules"));
        pending.extend(folders.map(|name| place::join(&at, name)));
    }
    Ok(strays)
}

/// The paths of one file that leave the session's roots.
fn strays_of(reading: &Reading<'_>, folder: &str, file: &str) -> Result<Vec<String>, String> {
    // What cannot be read here is nothing that rustfmt could read.
    let Ok(text) = reading.world.read(file) else { return Ok(Vec::new()) };
    let named = match file.ends_with(".toml") {
        true => in_manifest(&text),
        false => in_source(&text),
    };
    let named = named.ok_or_else(|| format!("`{file}` spells one in a way that is not read"))?;
    let outside = |path: &String| {
        let roots = &reading.session.roots;
        let found = reading.world.resolve(path);
        !found.is_some_and(|found| roots.iter().any(|root| place::within(&found.path, root)))
    };
    Ok(named.into_iter().map(|path| place::join(folder, path)).filter(outside).collect())
}

/// Every text of a manifest that may be a path that climbs.
fn in_manifest(text: &str) -> Option<Vec<&str>> {
    let climbs = |piece: &&str| piece.starts_with('/') || piece.split('/').any(|name| name == "..");
    let escapes = ["\\u", "\\U", "\\x"].iter().any(|sign| text.contains(sign));
    (!escapes).then(|| text.split(['"', '\'', '\n']).filter(climbs).collect())
}

/// The values of `path = "…"` where an attribute may hold them; `None` when one is not plain.
fn in_source(text: &str) -> Option<Vec<&str>> {
    let mut paths = Vec::new();
    let conditional = text.contains("cfg_attr");
    for (at, name) in text.match_indices("path") {
        let (before, behind) = (text.get(..at)?, text.get(at + name.len()..)?);
        if !may_be_attribute(before, conditional) {
            continue;
        }
        let behind = behind.trim_start_matches(is_blank);
        if is_comment(behind) {
            return None;
        }
        let Some(value) = behind.strip_prefix('=').filter(|value| !value.starts_with(['=', '>'])) else {
            continue;
        };
        let value = value.trim_start_matches(is_blank);
        if is_comment(value) {
            return None;
        }
        let value = value.strip_prefix('r').map_or(value, |raw| raw.trim_start_matches('#'));
        let Some(value) = value.strip_prefix('"') else { continue };
        let (value, _) = value.split_once('"')?;
        // Of another name it would be a source that nobody looks for.
        if value.contains('\\') || !value.ends_with(".rs") {
            return None;
        }
        paths.push(value);
    }
    Some(paths)
}

/// What stands in front of it does not say that it is part of something else: `let path`, `self.path`, `filepath`,
/// `route(path = …)`. Only `cfg_attr` holds the attribute in brackets.
fn may_be_attribute(before: &str, conditional: bool) -> bool {
    let text = before.trim_end_matches(is_blank);
    let line_ended = before.get(text.len()..).is_some_and(|blanks| blanks.contains('\n'));
    let line = text.rsplit('\n').next().unwrap_or_default();
    (line_ended && line.contains("//"))
        || text.ends_with(['[', '/', '#'])
        || (conditional && text.ends_with([',', '(']))
}

fn is_comment(text: &str) -> bool {
    text.starts_with("/*") || text.starts_with("//")
}

/// What Rust takes for a blank.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200e}' | '\u{200f}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::program::examples::{machine, run_on};

    #[test]
    fn paths_in_sources() {
        let cases: &[(&str, Option<&[&str]>)] = &[
            ("#[path = \"../../o.rs\"]\nmod o;", Some(&["../../o.rs"])),
            ("#[path=\"a.rs\"] mod a;", Some(&["a.rs"])),
            ("#\n[\n  path\n=\n\"/etc/o.rs\"]", Some(&["/etc/o.rs"])),
            ("#[cfg_attr(all(), path = r#\"../o.rs\"#)]", Some(&["../o.rs"])),
            ("#[r#path = \"../o.rs\"]", Some(&["../o.rs"])),
            ("#[ // x\n path = \"../o.rs\"]", Some(&["../o.rs"])),
            ("#[/* x */path = \"../o.rs\"]", Some(&["../o.rs"])),
            ("#[path /* x */ = \"../o.rs\"]", None),
            ("#[path = /* x */ \"../o.rs\"]", None),
            ("#[path = \"\\x2e./o.rs\"]", None),
            ("#[path\u{200e}= \"../o.rs\"]", Some(&["../o.rs"])),
            ("let path = \"../x\"; self.path = \"../y\"; let filepath = \"../z\";", Some(&[])),
            ("#[get(path = \"/api\")]", Some(&[])),
            ("#[path = \"o.txt\"]", None),
            ("foo(path, other); if path == \"../x\" {}", Some(&[])),
        ];
        for (text, expected) in cases {
            assert_eq!(in_source(text).as_deref(), *expected, "{text:?}");
        }
        assert_eq!(in_manifest("a = { path = \"../b\" }"), Some(vec!["../b"]));
        assert_eq!(in_manifest("a = \"\\u002e./b\""), None);
    }

    #[test]
    fn a_module_elsewhere_is_written_there() {
        let table = |decision: &str| {
            [
                "rustfmt src/main.rs",
                "rustfmt --backup src/main.rs",
                "cargo fmt",
                "cargo fmt --all",
                "cargo fmt -- src/main.rs",
            ]
            .map(|command| format!("{decision} {command}\n"))
            .concat()
        };
        let with = |file: &str, text: &str| machine().file(file, text);
        run_on(&machine(), &table("allow"));
        run_on(&with("/repo/src/a.rs", "#[path = \"../tests/o.rs\"]\nmod o;\n"), &table("allow"));
        run_on(&with("/repo/src/a.rs", "#[path = \"../../o.rs\"]\nmod o;\n"), &table("ask"));
        run_on(&with("/repo/Cargo.toml", "[lib]\npath = \"../o.rs\"\n"), &table("ask"));
        run_on(&with("/repo/Cargo.toml", "[workspace]\nmembers = [\"crates/*\"]\n"), &table("allow"));
        let outside = with("/repo/src/a.rs", "#[path = \"../../o.rs\"]\nmod o;\n");
        run_on(
            &outside,
            "allow cargo fmt --check\nallow rustfmt --check src/main.rs\nallow cargo fmt -- --check\n",
        );
    }
}
