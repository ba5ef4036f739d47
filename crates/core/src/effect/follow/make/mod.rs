//! Makefiles: what a goal runs, and whether that is all.
//!
//! The file is read as GNU make reads it: conditionals are decided, variables expanded, rules collected. Whatever is
//! not understood leaves a gap, and a gap means that nothing is proven; what was read on the way still counts as harm.
//! `$(shell …)` runs while the file is read or a recipe is expanded, so those commands are steps too.

mod expand;
mod functions;
mod lines;
mod plain;
mod read;
mod rules;
mod scan;
#[cfg(test)]
mod tests;

pub use plain::gap as not_plain;

use super::plan::{Plan, Step};
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

/// Stands for text that is not known.
const UNKNOWN: char = '\u{f8ff}';

/// Stands behind it where that text is a secret of the session.
const SECRET: char = '\u{f8fe}';

/// What make asks the world around it.
pub trait Around {
    /// A variable of the environment that make starts with; `Err` when it cannot be known.
    fn variable(&self, name: &str) -> Result<Option<String>, ()>;
    /// The value of this variable is a secret of the session: it is never filled in, so that no message tells it.
    fn hides(&self, name: &str) -> bool;
    /// Recipes inherit this variable with this value; `false` when that may change what programs do.
    fn export(&mut self, name: &str, value: &str) -> bool;
    /// The names in a directory, relative to where make runs; `None` when they cannot be known, none when it is none.
    fn list(&self, directory: &str) -> Option<Vec<String>>;
    /// The text of a file that is included; `None` when there is none, `Err` when it cannot be read.
    fn open(&mut self, path: &str) -> Result<Option<String>, ()>;
    /// The directory make runs in.
    fn directory(&self) -> &str;
    /// A target that is allowed by its name.
    fn is_check(&self, target: &str) -> bool;
}

/// What make is told besides the file.
#[derive(Clone, Debug, Default)]
pub struct Asked<'a> {
    /// Goals; none means the file's first.
    pub goals: &'a [String],
    /// `NAME=value` on the command line.
    pub variables: &'a [(String, String)],
    /// The file's name as make sees it.
    pub file: &'a str,
    /// `-j`.
    pub parallel: bool,
    /// `-n`: recipes are said, not run, but for lines that are marked.
    pub dry: bool,
}

/// What make runs for these goals, and the work it took; `None` when the file defines none of them.
pub fn plan(text: &str, asked: &Asked<'_>, around: &mut dyn Around, budget: usize) -> (Option<Plan>, usize) {
    let mut file = Makefile::new(asked, around);
    file.budget = budget;
    file.read(text, asked.file);
    let goals = match asked.goals {
        [] => file.default_goal().into_iter().collect(),
        goals => goals.to_vec(),
    };
    file.remakes_itself();
    file.plan.parallel |= asked.parallel;
    let known = goals.iter().any(|goal| file.defines(goal));
    goals.iter().for_each(|goal| file.make(goal));
    let used = budget - file.budget;
    (known.then_some(file.plan), used)
}

/// A makefile being read.
struct Makefile<'a> {
    around: &'a mut dyn Around,
    asked: &'a Asked<'a>,
    variables: BTreeMap<String, Variable>,
    rules: Vec<Rule>,
    /// Targets, prerequisites and phony names of all rules: what looking for one of them costs.
    names: usize,
    phony: Vec<String>,
    /// Files that were read: make looks for ways to make them first.
    files: Vec<String>,
    plan: Plan,
    bash: bool,
    one_shell: bool,
    /// What is expanded now belongs to a check that its name allows.
    by_name: bool,
    /// Names of loops and calls that are being expanded, innermost last.
    bound: Vec<(String, String)>,
    /// The last secret that was asked for, and how many values held one.
    secret: String,
    secrets: usize,
    /// A file was included that is not looked at: it may set any variable.
    has_hidden_file: bool,
    /// What is left of the work that one file may cost.
    budget: usize,
    depth: u32,
    include_depth: u32,
}

/// A variable and when its value is expanded.
#[derive(Clone, Debug)]
enum Variable {
    /// Each time it is used.
    Recursive(String),
    /// Once, when it was set.
    Simple(String),
}

struct Rule {
    targets: Vec<String>,
    prerequisites: Vec<String>,
    /// Behind `|`: made before, and not among the automatic variables.
    order_only: Vec<String>,
    /// Lines as they stand, not yet expanded.
    recipe: Vec<String>,
    /// `::`: every such rule runs, not the last alone.
    double: bool,
    /// A recipe was given, if only an empty one.
    has_recipe: bool,
    /// Why it is not understood.
    gap: Option<&'static str>,
}

impl<'a> Makefile<'a> {
    fn new(asked: &'a Asked<'a>, around: &'a mut dyn Around) -> Self {
        let mut variables = BTreeMap::new();
        for (name, value) in asked.variables {
            variables.insert(name.clone(), Variable::Recursive(value.clone()));
        }
        Makefile {
            around,
            asked,
            variables,
            rules: Vec::new(),
            names: 0,
            phony: Vec::new(),
            files: Vec::new(),
            plan: Plan::default(),
            bash: false,
            one_shell: false,
            by_name: false,
            bound: Vec::new(),
            secret: String::new(),
            secrets: 0,
            has_hidden_file: false,
            budget: 0,
            depth: 0,
            include_depth: 0,
        }
    }

    /// Takes work from the budget; `false` when there is none left.
    fn spend(&mut self, cost: usize) -> bool {
        match self.budget.checked_sub(cost.max(1)) {
            Some(left) => {
                self.budget = left;
                true
            }
            None => {
                self.budget = 0;
                self.plan.doubt("it takes more work to expand than is followed");
                false
            }
        }
    }

    /// A text that a shell runs. What is not known in it becomes a variable that nobody knows.
    fn shell_text(&mut self, text: &str, always: bool) {
        self.note_secret(text);
        let text = &text.replace(SECRET, "");
        if text.contains(UNKNOWN) {
            let shown: String = text.chars().map(|c| if c == UNKNOWN { '…' } else { c }).take(60).collect();
            self.plan.doubt(alloc::format!("`{}` holds a value that is not known", shown.trim()));
        }
        let text = text.replace(UNKNOWN, "$UNKNOWN");
        self.plan.push(Step { text, bash: self.bash, by_name: self.by_name, always });
    }

    /// A text that make prints, or hands to a shell, holds a secret: as if a command printed that.
    fn note_secret(&mut self, text: &str) {
        if text.contains(SECRET) {
            let text = alloc::format!("echo \"${}\"", self.secret);
            self.plan.push(Step { text, bash: self.bash, by_name: self.by_name, always: true });
        }
    }
}
