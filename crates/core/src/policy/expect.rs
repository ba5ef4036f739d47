//! A file of expected verdicts, for a team's CI: `[[expect]]` tables, or one JSON object per line.

use super::document::{Document, Field, Node};
use super::problem::{At, Problem};
use super::read::DECISIONS;
use crate::json::Json;
use crate::verdict::Decision;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use toml::de::DeValue;

/// The keys of `[[expect]]`.
const KEYS: &[&str] = &["command", "tool", "input", "cwd", "decision", "rule"];

/// A call and the verdict it must get.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// Where it stands.
    pub at: At,
    /// The tool's name.
    pub tool: String,
    /// Its input.
    pub input: Json,
    /// The directory it runs in, if not the one of the test.
    pub cwd: Option<String>,
    /// The decision it must get.
    pub decision: Decision,
    /// The rule that must decide, if it matters.
    pub rule: Option<String>,
}

/// Reads a file of expectations; which language it is shows in its first character.
pub fn expectations(file: &str, text: &str) -> Result<Vec<Expectation>, Vec<Problem>> {
    if text.trim_start().starts_with('{') { json_lines(file, text) } else { toml(file, text) }
}

/// What was read of one entry so far.
#[derive(Default)]
struct Draft {
    command: Option<String>,
    tool: Option<String>,
    input: Option<Json>,
    cwd: Option<String>,
    decision: Option<Decision>,
    rule: Option<String>,
}

impl Draft {
    fn finish(self, at: At) -> Result<Expectation, &'static str> {
        let (tool, input) = match (self.command, self.tool, self.input) {
            (Some(command), None, None) => {
                ("Bash".into(), Json::Object(vec![("command".into(), Json::String(command))]))
            }
            (None, Some(tool), Some(input)) => (tool, input),
            (None | Some(_), None | Some(_), None | Some(_)) => {
                return Err("an expectation has either a `command`, or a `tool` with its `input`");
            }
        };
        let decision =
            self.decision.ok_or("an expectation needs `decision = \"allow\"`, `\"ask\"` or `\"deny\"`")?;
        Ok(Expectation { at, tool, input, cwd: self.cwd, decision, rule: self.rule })
    }
}

fn toml(file: &str, text: &str) -> Result<Vec<Expectation>, Vec<Problem>> {
    let (mut document, root) = Document::parse(file, text);
    let mut expectations = Vec::new();
    for list in document.fields(root.get_ref(), "", &["expect"]).iter().filter(|field| field.key == "expect")
    {
        for (at, table) in document.tables("expect", list.node) {
            let before = document.problems.len();
            let mut draft = Draft::default();
            for field in document.fields(table, "expect", KEYS) {
                toml_field(&mut document, &field, &mut draft);
            }
            match draft.finish(at) {
                Ok(expectation) => expectations.push(expectation),
                // What is missing may be what was already complained about.
                Err(why) if document.problems.len() == before => document.note(at, why),
                Err(_) => {}
            }
        }
    }
    if document.problems.is_empty() { Ok(expectations) } else { Err(document.problems) }
}

fn toml_field(document: &mut Document<'_>, field: &Field<'_, '_>, draft: &mut Draft) {
    let node = field.node;
    let mut text = |key: &str| document.string(key, node).map(|set| set.value);
    match field.key {
        "command" => draft.command = text("command"),
        "tool" => draft.tool = text("tool"),
        "cwd" => draft.cwd = text("cwd"),
        "rule" => draft.rule = text("rule"),
        "decision" => draft.decision = document.word("decision", node, DECISIONS).map(|set| set.value),
        "input" => {
            draft.input = json(node);
            if draft.input.is_none() {
                document.note(
                    document.at(node),
                    "`input` holds a number or date that JSON cannot; write a string",
                );
            }
        }
        _ => {}
    }
}

fn json(node: &Node<'_>) -> Option<Json> {
    Some(match node.get_ref() {
        DeValue::String(text) => Json::String(text.to_string()),
        DeValue::Boolean(value) => Json::Bool(*value),
        DeValue::Integer(number) => Json::Number(number.to_string().parse::<i64>().ok()?.into()),
        DeValue::Float(number) => Json::Number(serde_json::Number::from_f64(number.as_str().parse().ok()?)?),
        DeValue::Array(items) => Json::Array(items.iter().map(json).collect::<Option<Vec<Json>>>()?),
        DeValue::Table(table) => {
            let field = |(key, value): (&toml::Spanned<toml::de::DeString<'_>>, &Node<'_>)| {
                Some((key.get_ref().to_string(), json(value)?))
            };
            Json::Object(table.iter().map(field).collect::<Option<Vec<_>>>()?)
        }
        DeValue::Datetime(_) => return None,
    })
}

fn json_lines(file: &str, text: &str) -> Result<Vec<Expectation>, Vec<Problem>> {
    let (mut expectations, mut problems) = (Vec::new(), Vec::new());
    for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        let at = At { line, column: 1 };
        match json_line(text).and_then(|draft| draft.finish(at).map_err(Into::into)) {
            Ok(expectation) => expectations.push(expectation),
            Err(message) => problems.push(Problem { file: file.into(), at, message }),
        }
    }
    if problems.is_empty() { Ok(expectations) } else { Err(problems) }
}

fn json_line(line: &str) -> Result<Draft, String> {
    let value = Json::parse(line.as_bytes()).map_err(|error| format!("this is not JSON: {error}"))?;
    let Json::Object(fields) = value else { return Err("a line must be a JSON object".into()) };
    let mut draft = Draft::default();
    for (key, value) in fields {
        let text = value.as_str().map(ToString::to_string);
        match (key.as_str(), text) {
            ("command", Some(text)) => draft.command = Some(text),
            ("tool", Some(text)) => draft.tool = Some(text),
            ("cwd", Some(text)) => draft.cwd = Some(text),
            ("rule", Some(text)) => draft.rule = Some(text),
            ("decision", Some(text)) => {
                let known = DECISIONS.iter().find(|(word, _)| *word == text);
                draft.decision = Some(known.ok_or_else(|| format!("`decision` cannot be `{text}`"))?.1);
            }
            ("input", _) => draft.input = Some(value),
            ("command" | "tool" | "cwd" | "rule" | "decision", None) => {
                return Err(format!("`{key}` must be a string"));
            }
            (unknown, _) => {
                return Err(format!("there is no key `{unknown}`; possible: {}", KEYS.join(", ")));
            }
        }
    }
    Ok(draft)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_say_the_same() {
        let toml = "[[expect]]\ncommand = \"ls\"\ndecision = \"allow\"\n\n[[expect]]\ntool = \"Write\"\n\
                    input = { file_path = \".env\", lines = [1, true] }\ndecision = \"ask\"\nrule = \"safety_floor\"\n";
        let json = "{\"command\": \"ls\", \"decision\": \"allow\"}\n\n{\"tool\": \"Write\", \"input\": \
                    {\"file_path\": \".env\", \"lines\": [1, true]}, \"decision\": \"ask\", \"rule\": \"safety_floor\"}\n";
        let plain = |text: &str| {
            let found = expectations("e", text).unwrap();
            found.into_iter().map(|e| (e.tool, e.input, e.decision, e.rule)).collect::<Vec<_>>()
        };
        assert_eq!(plain(toml), plain(json));
        assert_eq!(plain(toml).len(), 2);
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, part) in [
            ("[[expect]]\ncommand = \"ls\"", "e:1:1: an expectation needs `decision"),
            ("[[expect]]\ndecision = \"ask\"", "either a `command`"),
            ("[[expect]]\ndecision = \"ask\"\ntool = \"x\"", "either a `command`"),
            (
                "[[expect]]\ndecison = \"ask\"\ncommand = \"x\"",
                "e:2:1: there is no key `expect.decison`; did you mean",
            ),
            ("[[expects]]\n", "did you mean `expect`?"),
            ("{\"command\": \"ls\"}", "e:1:1: an expectation needs `decision"),
            ("{\"command\": \"ls\", \"decision\": \"no\"}", "cannot be `no`"),
            ("{\"command\": 1, \"decision\": \"ask\"}", "`command` must be a string"),
            ("{\"x\": 1}", "no key `x`"),
            ("{", "not JSON"),
        ] {
            let found = expectations("e", text).unwrap_err();
            assert!(found[0].to_string().contains(part), "{text}: {found:?}");
        }
    }
}
