//! What a shell is known to hold at one point of the text: directories, variables, functions.

use super::value::{Unknown, Value};
use crate::shell::syntax::Command;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// A digit string whose value is not known: it cannot be code when arithmetic evaluates it again.
pub const NUMBER: &str = "is a number that is not known yet";

/// More directories than this at once are no knowledge.
const MAX_DIRS: usize = 8;

/// One shell: a subshell works on a copy.
#[derive(Clone, Debug)]
pub struct Shell {
    /// Directories it may be in: at least one.
    pub dirs: Vec<String>,
    /// It may also be somewhere else.
    pub lost: bool,
    /// Variables assigned in this text. Others are whatever the environment holds.
    pub variables: BTreeMap<String, Value>,
    /// Functions defined in this text; `None` where one may or may not be defined.
    pub functions: BTreeMap<String, Option<Rc<Command>>>,
    /// `$1`, `$2`, …; `None` when not known.
    pub arguments: Option<Vec<Value>>,
    /// Directories below the current one on the `pushd` stack.
    pub stack: Vec<Vec<String>>,
    /// Names whose assignments may not hold what was assigned: `readonly`, `declare -l`.
    pub stuck: BTreeSet<String>,
    /// Field splitting or globbing no longer works by default (`IFS`, `shopt`, `set -f`).
    pub odd_fields: bool,
}

impl Shell {
    /// A shell that was just started in `cwd`.
    pub fn new(cwd: String) -> Self {
        Shell {
            dirs: vec![cwd],
            lost: false,
            variables: BTreeMap::new(),
            functions: BTreeMap::new(),
            arguments: None,
            stack: Vec::new(),
            stuck: BTreeSet::new(),
            odd_fields: false,
        }
    }

    /// Either this shell or the other: only what both agree on stays known.
    pub fn join(&mut self, other: &Shell) {
        for dir in &other.dirs {
            if !self.dirs.contains(dir) {
                self.dirs.push(dir.clone());
            }
        }
        self.lost |= other.lost || self.dirs.len() > MAX_DIRS;
        self.dirs.truncate(MAX_DIRS);
        self.odd_fields |= other.odd_fields;
        self.stuck.extend(other.stuck.iter().cloned());
        if self.arguments != other.arguments {
            self.arguments = None;
        }
        if self.stack != other.stack {
            self.stack.clear();
        }
        join_variables(&mut self.variables, &other.variables);
        join_functions(&mut self.functions, &other.functions);
    }

    /// Nothing that a loop's body changed differs any more.
    pub fn agrees_with(&self, other: &Shell) -> bool {
        self.dirs == other.dirs
            && self.lost == other.lost
            && self.variables == other.variables
            && self.functions == other.functions
            && self.arguments == other.arguments
            && self.odd_fields == other.odd_fields
            && self.stack == other.stack
            && self.stuck == other.stuck
    }
}

fn join_variables(ours: &mut BTreeMap<String, Value>, theirs: &BTreeMap<String, Value>) {
    let names: Vec<String> = ours.keys().chain(theirs.keys()).cloned().collect();
    for name in names {
        let (a, b) = (ours.get(&name), theirs.get(&name));
        if a == b {
            continue;
        }
        // The empty text is a number to arithmetic, but vanishes as an argument.
        let certain = |value: &Value| is_number(value) && value.text() != Some("");
        let both_numbers = a.is_some_and(certain) && b.is_some_and(certain);
        let value = if both_numbers { number() } else { Value::unknown("depends on what ran before") };
        ours.insert(name, value);
    }
}

fn join_functions(
    ours: &mut BTreeMap<String, Option<Rc<Command>>>,
    theirs: &BTreeMap<String, Option<Rc<Command>>>,
) {
    let names: Vec<String> = ours.keys().chain(theirs.keys()).cloned().collect();
    for name in names {
        if ours.get(&name) != theirs.get(&name) {
            ours.insert(name, None);
        }
    }
}

/// A number that is not known.
pub fn number() -> Value {
    Value::Unknown(Unknown { prefix: String::new(), splits: false, listed: false, why: NUMBER })
}

/// Arithmetic may evaluate this value again without running anything.
pub fn is_number(value: &Value) -> bool {
    match value {
        Value::Known(text) => {
            let digits = text.strip_prefix('-').unwrap_or(text);
            text.is_empty() || (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
        }
        Value::Unknown(unknown) => unknown.why == NUMBER && unknown.prefix.is_empty(),
    }
}
