//! What a shell is known to hold at one point of the text: directories, variables, functions.

use super::value::{SECRET, Shape, Value};
use crate::shell::syntax::Command;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

/// A digit string whose value is not known: it cannot be code when arithmetic evaluates it again.
pub const NUMBER: &str = "is a number that is not known yet";

const DEPENDS: &str = "depends on what ran before";

/// More directories than this at once are no knowledge.
pub const MAX_DIRS: usize = 8;

/// A function of the shell.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// What it runs.
    pub body: Rc<Command>,
    /// It is defined so at this point; otherwise it may be, or otherwise, or not at all.
    pub certain: bool,
}

/// One shell: a subshell works on a copy. Most copies never change, so they share what they hold until one does.
#[derive(Clone, Debug)]
pub struct Shell(Rc<Holds>);

/// What a shell holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Holds {
    /// Directories it may be in: at least one.
    pub dirs: Vec<String>,
    /// It may also be somewhere else.
    pub lost: bool,
    /// Variables assigned in this text. Others are whatever the environment holds.
    pub variables: BTreeMap<String, Value>,
    /// Functions defined in this text.
    pub functions: BTreeMap<String, Function>,
    /// `$1`, `$2`, …; `None` when not known.
    pub arguments: Option<Vec<Value>>,
    /// Directories below the current one on the `pushd` stack.
    pub stack: Vec<Vec<String>>,
    /// Where `cd -` leads, if that is certain.
    pub previous: Option<Vec<String>>,
    /// Names whose assignments may not hold what was assigned: `readonly`, `declare -l`.
    pub stuck: BTreeSet<String>,
    /// Names that arithmetic assigned.
    pub integers: BTreeSet<String>,
    /// Field splitting or globbing no longer works by default (`IFS`, `shopt`, `set -f`).
    pub odd_fields: bool,
    /// It is bash and no other shell: the text was given to it by name.
    pub is_bash: bool,
    /// A limit was set under which programs may fail that never fail otherwise.
    pub starved: bool,
}

impl Deref for Shell {
    type Target = Holds;

    fn deref(&self) -> &Holds {
        &self.0
    }
}

impl DerefMut for Shell {
    fn deref_mut(&mut self) -> &mut Holds {
        Rc::make_mut(&mut self.0)
    }
}

impl Shell {
    /// A shell that was just started in `cwd`.
    pub fn new(cwd: String) -> Self {
        Shell(Rc::new(Holds {
            dirs: vec![cwd],
            lost: false,
            variables: BTreeMap::new(),
            functions: BTreeMap::new(),
            arguments: None,
            stack: Vec::new(),
            previous: None,
            stuck: BTreeSet::new(),
            integers: BTreeSet::new(),
            odd_fields: false,
            is_bash: false,
            starved: false,
        }))
    }

    /// The variable holds this from now on.
    pub fn set(&mut self, name: impl Into<String>, value: Value) {
        self.variables.insert(name.into(), value);
    }

    /// Either this shell or the other: what both agree on stays known.
    pub fn join(&mut self, other: &Shell) {
        if !self.agrees_with(other) {
            Rc::make_mut(&mut self.0).join(other);
        }
    }

    /// How much a copy of it holds.
    pub fn size(&self) -> usize {
        let arguments = self.arguments.as_ref().map_or(0, Vec::len);
        self.variables.len() + self.functions.len() + arguments
    }

    /// Nothing that a loop's body changed differs any more.
    pub fn agrees_with(&self, other: &Shell) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Holds {
    fn join(&mut self, other: &Holds) {
        for dir in &other.dirs {
            if !self.dirs.contains(dir) {
                self.dirs.push(dir.clone());
            }
        }
        self.lost |= other.lost || self.dirs.len() > MAX_DIRS;
        self.dirs.truncate(MAX_DIRS);
        self.odd_fields |= other.odd_fields;
        self.starved |= other.starved;
        self.is_bash &= other.is_bash;
        if self.previous != other.previous {
            self.previous = None;
        }
        self.stuck.extend(other.stuck.iter().cloned());
        self.integers.extend(other.integers.iter().cloned());
        if self.arguments != other.arguments {
            self.arguments = None;
        }
        if self.stack != other.stack {
            self.stack.clear();
        }
        join_variables(&mut self.variables, &other.variables);
        join_functions(&mut self.functions, &other.functions);
    }
}

fn join_variables(ours: &mut BTreeMap<String, Value>, theirs: &BTreeMap<String, Value>) {
    let names: Vec<String> = ours.keys().chain(theirs.keys()).cloned().collect();
    for name in names {
        let values = [ours.get(&name), theirs.get(&name)];
        let value = match values {
            [Some(a), Some(b)] if a == b => continue,
            [a, b] if a.is_some_and(Value::is_secret) || b.is_some_and(Value::is_secret) => {
                Value::unknown(SECRET)
            }
            [Some(a), Some(b)] => both_numbers(a, b),
            [Some(_) | None, _] => Value::unknown(DEPENDS),
        };
        ours.insert(name, value);
    }
}

/// A number if both are, and nothing otherwise.
fn both_numbers(a: &Value, b: &Value) -> Value {
    // The empty text is a number to arithmetic, but vanishes as an argument.
    let certain = |value: &Value| is_number(value) && !may_be_empty(value);
    match (certain(a) && certain(b), is_number(a) && is_number(b)) {
        (true, _) => number(),
        (false, true) if !may_be_negative(a) && !may_be_negative(b) => Value::shaped(Shape::Count, NUMBER),
        (false, _) => Value::unknown(DEPENDS),
    }
}

fn may_be_empty(value: &Value) -> bool {
    match value.texts() {
        Some(texts) => texts.contains(&""),
        None => value.shape() != Some(&Shape::Number),
    }
}

/// It may begin with a sign.
pub fn may_be_negative(value: &Value) -> bool {
    match value.texts() {
        Some(texts) => texts.iter().any(|text| text.starts_with('-')),
        None => value.shape() != Some(&Shape::Count),
    }
}

/// A name that is defined in one of two shells, or in both in two ways, may be either. One body is kept: what would
/// ruin things is denied although it only may run.
fn join_functions(ours: &mut BTreeMap<String, Function>, theirs: &BTreeMap<String, Function>) {
    for (name, function) in theirs {
        if ours.get(name) != Some(function) {
            ours.entry(name.clone()).or_insert_with(|| function.clone()).certain = false;
        }
    }
    for (name, function) in ours {
        function.certain &= theirs.contains_key(name);
    }
}

/// A number that is not known.
pub fn number() -> Value {
    Value::shaped(Shape::Number, NUMBER)
}

/// Arithmetic may evaluate this value again without running anything.
pub fn is_number(value: &Value) -> bool {
    match value.texts() {
        Some(texts) => texts.iter().all(|text| is_integer(text)),
        None => matches!(value.shape(), Some(Shape::Number | Shape::Count)),
    }
}

fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    text.is_empty() || (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}
