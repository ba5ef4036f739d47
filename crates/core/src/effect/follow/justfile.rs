//! Recipes of a justfile: settings, variables, parameters, dependencies, bodies.
//!
//! Only literals are followed: an expression, an import or a setting that is not known leaves a gap. Backticks run
//! whenever any recipe runs, so they are steps of every recipe.

mod expression;
mod plain;
#[cfg(test)]
mod tests;

pub use plain::gap as not_plain;

use super::plan::{Plan, Step};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use expression::{Value, literal};

/// Recipes that one call is followed through.
const MAX_CALLS: usize = 256;

/// What `recipe`, or without a name the first one, runs with these arguments; `None` when the file does not define it.
pub fn plan(text: &str, recipe: &str, args: &[String]) -> Option<Plan> {
    let mut file = Justfile::read(text);
    let first = file.recipes.first().map(|first| first.name.clone()).unwrap_or_default();
    let recipe = if recipe.is_empty() { first.as_str() } else { recipe };
    let known = file.recipe(recipe).is_some();
    let commands = core::mem::take(&mut file.backticks);
    for command in commands {
        file.step(command);
    }
    let args = args.iter().cloned().map(Some).collect();
    file.run((recipe.to_string(), args));
    known.then_some(file.plan)
}

/// How many words behind its name `recipe` takes at most.
pub fn takes(text: &str, recipe: &str) -> usize {
    let parameters = Justfile::read(text).recipe(recipe).map(|recipe| recipe.parameters).unwrap_or_default();
    if parameters.iter().any(|parameter| parameter.variadic) { usize::MAX } else { parameters.len() }
}

#[derive(Default)]
struct Justfile {
    recipes: Vec<Recipe>,
    aliases: Vec<(String, String)>,
    variables: BTreeMap<String, Value>,
    backticks: Vec<String>,
    bash: bool,
    plan: Plan,
}

#[derive(Clone)]
struct Recipe {
    name: String,
    parameters: Vec<Parameter>,
    depends: Vec<Call>,
    after: Vec<Call>,
    body: Vec<String>,
    gap: Option<String>,
}

#[derive(Clone)]
struct Parameter {
    name: String,
    default: Option<Value>,
    /// `+` or `*`: takes all that is left.
    variadic: bool,
    optional: bool,
}

/// A recipe with its arguments; `None` where one is not known.
type Call = (String, Vec<Option<String>>);

impl Justfile {
    fn read(text: &str) -> Self {
        let mut file = Justfile::default();
        if text.contains(['\r', '\0', '\u{feff}']) {
            file.plan.doubt("it holds characters that are not read");
        }
        let mut attributes = String::new();
        let mut inside = false;
        for line in text.lines() {
            if line.trim().is_empty() {
                continue;
            }
            if line.starts_with([' ', '\t']) {
                match file.recipes.last_mut().filter(|_| inside) {
                    Some(recipe) => recipe.body.push(line.to_string()),
                    None => file.plan.doubt("an indented line stands outside of a recipe"),
                }
                continue;
            }
            inside = file.line(line, &mut attributes);
        }
        file
    }

    /// One line that is not indented; `true` when a body may follow.
    fn line(&mut self, line: &str, attributes: &mut String) -> bool {
        let word = line.split([' ', '\t']).next().unwrap_or_default();
        let rest = line.strip_prefix(word).unwrap_or_default().trim();
        if line.starts_with('#') {
            return false;
        }
        if line.starts_with('[') {
            attributes.push_str(line.trim());
            return false;
        }
        if !line.contains(":=") || matches!(word, "set" | "import" | "import?" | "mod" | "mod?") {
            match word {
                "set" => self.setting(rest),
                "import" | "import?" | "mod" | "mod?" | "unexport" => {
                    self.plan.doubt(format!("`{word}` is not followed"));
                }
                _ => return self.header(line, &core::mem::take(attributes)),
            }
            return false;
        }
        match word {
            "alias" => match rest.split_once(":=") {
                Some((short, name)) => self.aliases.push((short.trim().into(), name.trim().into())),
                None => self.plan.doubt("an alias is not read"),
            },
            "export" => self.plan.doubt("a variable is handed to every program"),
            // A default or an argument may hold `:=` as text.
            _ if !is_name(line.split(":=").next().unwrap_or_default().trim()) => {
                return self.header(line, &core::mem::take(attributes));
            }
            _ => self.variable(line),
        }
        false
    }

    fn setting(&mut self, rest: &str) {
        let rest: String = rest.split_whitespace().collect::<Vec<_>>().join(" ").replace('\'', "\"");
        match rest.as_str() {
            "shell := [\"bash\", \"-c\"]"
            | "shell := [\"bash\", \"-cu\"]"
            | "shell := [\"bash\", \"-euo\", \"pipefail\", \"-c\"]"
            | "shell := [\"bash\", \"-uc\"]"
            | "shell := [\"bash\", \"-euc\"]"
            | "shell := [\"bash\", \"-eu\", \"-c\"]" => self.bash = true,
            "shell := [\"sh\", \"-c\"]"
            | "shell := [\"sh\", \"-cu\"]"
            | "shell := [\"sh\", \"-uc\"]"
            | "quiet"
            | "quiet := true"
            | "allow-duplicate-recipes := false"
            | "dotenv-load := false"
            | "ignore-comments"
            | "ignore-comments := true" => {}
            _ => self.plan.doubt(format!("`set {rest}` is not followed")),
        }
    }

    fn variable(&mut self, line: &str) {
        let Some((name, value)) = line.split_once(":=") else { return };
        let value = literal(value);
        if let Value::Command(command) = &value {
            self.backticks.push(command.clone());
        }
        if matches!(&value, Value::Unknown(text) if expression::runs(text)) {
            self.plan.doubt(format!("`{}` is computed in a way that is not followed", name.trim()));
        }
        self.variables.insert(name.trim().to_string(), value);
    }

    /// `name parameters: dependencies && dependencies`.
    fn header(&mut self, line: &str, attributes: &str) -> bool {
        let Some((head, depends)) = expression::split_header(line) else {
            self.plan.doubt("a line is neither a recipe nor a variable");
            return false;
        };
        let mut words = expression::words(head).into_iter();
        let name = words.next().unwrap_or_default().trim_start_matches('@').to_string();
        let mut gap = None;
        let known = ["private", "no-exit-message", "no-quiet"];
        let groups = ["[group", "[doc"];
        for attribute in attributes.split_inclusive(']') {
            let inner = attribute.trim_matches(['[', ']']);
            if !known.contains(&inner) && !groups.iter().any(|group| attribute.starts_with(group)) {
                gap = Some(format!("`{attribute}` is not followed"));
            }
        }
        let mut parameters = Vec::new();
        for word in words {
            match parameter(&word) {
                Some(parameter) => parameters.push(parameter),
                None => gap = Some(format!("its parameter `{word}` is not followed")),
            }
        }
        let (before, after) = depends.split_once("&&").unwrap_or((depends, ""));
        let mut read = |text: &str| {
            expression::calls(text).unwrap_or_else(|names| {
                gap = Some("it depends on recipes in a way that is not followed".to_string());
                names
            })
        };
        let (depends, after) = (read(before), read(after));
        self.recipes.push(Recipe { name, parameters, depends, after, body: Vec::new(), gap });
        true
    }

    fn recipe(&self, name: &str) -> Option<Recipe> {
        let name = self.aliases.iter().find(|(short, _)| short == name).map_or(name, |(_, name)| name);
        self.recipes.iter().rev().find(|recipe| recipe.name == name).cloned()
    }

    /// A recipe, what it depends on first; each with the same arguments runs once.
    fn run(&mut self, call: Call) {
        let mut seen: Vec<Call> = Vec::new();
        let mut open: Vec<(Call, bool)> = alloc::vec![(call, false)];
        while let Some((call, due)) = open.pop() {
            let Some(recipe) = self.recipe(&call.0) else {
                self.plan.doubt(format!("there is no recipe `{}`", call.0));
                continue;
            };
            if due {
                self.body(&recipe, &call.1);
                continue;
            }
            if seen.contains(&call) {
                continue;
            }
            if seen.len() >= MAX_CALLS {
                return self.plan.doubt("it depends on more recipes than are followed");
            }
            seen.push(call.clone());
            open.extend(recipe.after.iter().rev().cloned().map(|call| (call, false)));
            open.push((call, true));
            open.extend(recipe.depends.iter().rev().cloned().map(|call| (call, false)));
        }
    }

    fn body(&mut self, recipe: &Recipe, args: &[Option<String>]) {
        if let Some(gap) = &recipe.gap {
            self.plan.doubt(gap.clone());
        }
        let bound = self.bind(recipe, args);
        let mut lines: Vec<String> = Vec::new();
        let mut open = false;
        for line in &recipe.body {
            let line = self.filled(line.trim_start(), &bound);
            match lines.last_mut().filter(|_| open) {
                Some(last) => {
                    last.truncate(last.len().saturating_sub(1));
                    last.push_str(&line);
                }
                None => lines.push(line.clone()),
            }
            open = line.ends_with('\\');
        }
        if recipe.body.first().is_some_and(|line| line.trim_start().starts_with("#!")) {
            return self.script(recipe, &bound);
        }
        for line in lines {
            let line = line.trim_start_matches(['@', '-']).to_string();
            self.step(line);
        }
    }

    /// A body that is a script of its own.
    fn script(&mut self, recipe: &Recipe, bound: &BTreeMap<String, Value>) {
        let text: Vec<String> =
            recipe.body.iter().map(|line| self.filled(line.trim_start(), bound)).collect();
        let text = text.join("\n");
        match crate::effect::shebang::runs(&text) {
            crate::effect::shebang::Runs::Shell(shell) => {
                // Here-documents and the like depend on blanks that were taken away above.
                if text.contains("<<") {
                    self.plan.doubt("a script in it holds a here-document");
                }
                self.plan.push(Step { text, bash: shell == "bash", by_name: false, always: false });
            }
            crate::effect::shebang::Runs::Program(_) | crate::effect::shebang::Runs::Nothing(_) => {
                self.plan.doubt("a script in it is not a shell script");
            }
        }
    }

    fn step(&mut self, text: String) {
        if !text.trim().is_empty() {
            self.plan.push(Step { text, bash: self.bash, by_name: false, always: false });
        }
    }

    /// Parameters with their values.
    fn bind(&mut self, recipe: &Recipe, args: &[Option<String>]) -> BTreeMap<String, Value> {
        let value = |arg: &Option<String>| match arg {
            Some(text) => Value::Text(text.clone()),
            None => Value::Unknown(String::new()),
        };
        let mut bound = BTreeMap::new();
        let mut left = args;
        for parameter in &recipe.parameters {
            let taken = if parameter.variadic {
                let all: Option<Vec<String>> = left.iter().cloned().collect();
                let none = left.is_empty();
                left = &[];
                match (none, all) {
                    (true, _) => None,
                    (false, Some(all)) => Some(Value::Text(all.join(" "))),
                    (false, None) => Some(Value::Unknown(String::new())),
                }
            } else {
                let first = left.split_first();
                left = first.map_or(&[], |(_, rest)| rest);
                first.map(|(first, _)| value(first))
            };
            let empty = parameter.optional.then(|| Value::Text(String::new()));
            let value = taken.or_else(|| parameter.default.clone()).or(empty);
            bound.insert(parameter.name.clone(), value.unwrap_or(Value::Unknown(String::new())));
        }
        if !left.is_empty() {
            self.plan.doubt("it is given more arguments than it takes");
        }
        bound
    }

    /// A line with its `{{…}}` put in.
    fn filled(&mut self, line: &str, bound: &BTreeMap<String, Value>) -> String {
        let mut out = String::new();
        let mut rest = line;
        while let Some((before, after)) = rest.split_once("{{") {
            out.push_str(before);
            let Some((inner, behind)) = after.split_once("}}") else {
                self.plan.doubt("an expression is not closed");
                break;
            };
            let name = inner.trim();
            let value = bound.get(name).or_else(|| self.variables.get(name)).cloned();
            match &value {
                Some(Value::Text(text)) => out.push_str(text),
                Some(Value::Command(_) | Value::Unknown(_)) | None => {
                    self.plan.doubt(format!("`{{{{{name}}}}}` is not known"));
                    self.plan.note_secret(name);
                    if let Some(Value::Unknown(expression)) = &value {
                        self.plan.note_secret(expression);
                    }
                    out.push_str("$UNKNOWN");
                }
            }
            rest = behind;
        }
        out.push_str(rest);
        out
    }
}

/// `name`, `name='default'`, `+name`, `*name`.
fn parameter(word: &str) -> Option<Parameter> {
    let (sign, bare) = match word.chars().next()? {
        sign @ ('+' | '*') => (Some(sign), word.get(1..)?),
        _ => (None, word),
    };
    let (name, default) = match bare.split_once('=') {
        Some((name, default)) => (name, Some(literal(default))),
        None => (bare, None),
    };
    if default.as_ref().is_some_and(|value| !matches!(value, Value::Text(_))) {
        return None;
    }
    let parameter =
        Parameter { name: name.to_string(), default, variadic: sign.is_some(), optional: sign == Some('*') };
    is_name(name).then_some(parameter)
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}
