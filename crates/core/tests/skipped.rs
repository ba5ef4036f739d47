//! A value that is not known is never skipped unseen: where code goes on without one, a comment says why that is right.
//!
//! `value.text()` is nothing for a value that nobody knows before the call runs. Code that judges must stop there, take
//! the worst, or say in a comment `// skipped:` why nothing is missed. The questions `is_text` (known to be this) and
//! `may_be` (could turn out to be this) say in their names which way they err.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

use std::fs;
use std::path::{Path, PathBuf};

/// Rooms in which calls are read and judged.
const ROOMS: &[&str] = &["src/effect", "src/judge", "src/tool"];

/// How far above a line its reason may stand.
const ABOVE: usize = 3;

/// Ways to go on without a value, each with its harmful look: `if let Some(x) = v.text()` without an `else` is one.
fn skips(line: &str) -> bool {
    let asks = [".text()", "Arg::text", "Value::text"].iter().any(|question| line.contains(question));
    asks && !line.trim_start().starts_with("//")
        && (drops(line) || defaults(line) || leaves(line) || only_if_known(line))
}

/// `filter_map(Arg::text)`, `filter_map(|arg| arg.text())`.
fn drops(line: &str) -> bool {
    line.split("filter_map(").skip(1).any(|inside| match inside.strip_prefix('|') {
        Some(closure) => closure.split('|').nth(1).is_some_and(|body| body.contains("text")),
        None => inside.starts_with("Arg::text") || inside.starts_with("Value::text"),
    })
}

/// `value.text().unwrap_or_default()`.
fn defaults(line: &str) -> bool {
    ["text().unwrap_or", "text()).unwrap_or", "text).unwrap_or"].iter().any(|way| line.contains(way))
}

/// `let Some(x) = value.text() else { return };`
fn leaves(line: &str) -> bool {
    let ways = ["{ return }", "{ continue }", "{ return false }", "{ return true }", "{ return None }"];
    line.contains("let Some(") && ways.iter().any(|way| line.contains(&format!("else {way}")))
}

/// `if let Some(x) = value.text() {`, also behind `&&`.
fn only_if_known(line: &str) -> bool {
    let binds = ["if let Some(", "&& let Some(", "if let (Some("].iter().any(|way| line.contains(way));
    let compares = ["text() ==", "text() !=", "text().is_"].iter().any(|way| line.contains(way));
    binds && !compares
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a room") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_string();
        if path.is_dir() && name != "examples" && name != "tests" {
            sources(&path, files);
        } else if name.ends_with(".rs")
            && !["value.rs", "cases.rs", "examples.rs", "tests.rs"].contains(&name.as_str())
        {
            files.push(path);
        }
    }
}

#[test]
fn every_value_that_is_skipped_has_its_reason() {
    let mut files = Vec::new();
    for room in ROOMS {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(room), &mut files);
    }
    let (mut asked, mut said, mut wrong) = (0, 0, Vec::new());
    for file in &files {
        let text = fs::read_to_string(file).expect("a source");
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let lines: Vec<&str> = code.lines().collect();
        asked += code.matches(".text()").count();
        for (at, line) in lines.iter().enumerate().filter(|(_, line)| skips(line)) {
            let above = lines.get(at.saturating_sub(ABOVE)..at).unwrap_or_default();
            match above.iter().any(|line| line.trim_start().starts_with("// skipped: ")) {
                true => said += 1,
                false => wrong.push(format!("{}:{}: {}", file.display(), at + 1, line.trim())),
            }
        }
    }
    assert!(
        asked > 300 && said > 40,
        "{asked} questions and {said} reasons: is this still looking at the right place?"
    );
    assert!(
        wrong.is_empty(),
        "say `// skipped:` and why above each of these, or stop:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn what_counts_as_skipping() {
    for line in [
        "    if let Some(text) = operand.text() {",
        "        && let Some(text) = name.text()",
        "    let Some(text) = operand.text() else { return };",
        "    let Some(text) = operand.text().filter(|text| *text != \"-\") else { continue };",
        "    let words = call.args.iter().filter_map(Arg::text);",
        "    let words = call.args.iter().filter_map(|arg| arg.text());",
        "    let name = first.text().unwrap_or_default();",
        "    let name = call.args.first().and_then(Arg::text).unwrap_or_default();",
    ] {
        assert!(skips(line), "{line}");
    }
    for line in [
        "    let Some(text) = arg.text() else { return reading.unread(&call.name, Unread::value(arg)) };",
        "    if let Some(odd) = args.iter().find(|arg| arg.text().is_none()) {",
        "    let values = flags.filter_map(|flag| flag.value.as_ref()).find(|value| value.text().is_none());",
        "    match operand.text() {",
        "    // if let Some(text) = operand.text() {",
    ] {
        assert!(!skips(line), "{line}");
    }
}
