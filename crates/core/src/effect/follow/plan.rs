//! What a task runs, as its definition says it.

use crate::effect::environment;
use alloc::string::String;
use alloc::vec::Vec;

/// The commands of a task in order, and whether they are all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// What runs.
    pub steps: Vec<Step>,
    /// Why more or other things may run than the steps say: completes "… is not certain: ". `None`: the steps are all.
    pub gap: Option<String>,
    /// Steps may run at the same time.
    pub parallel: bool,
    /// The runner was told only to say what it would run.
    pub dry: bool,
    /// Bytes of all steps.
    size: usize,
}

/// Most bytes of all steps.
const MAX_SIZE: usize = 1 << 20;

/// Most tasks that one task leads to.
pub const MAX_TASKS: usize = 256;

/// One text that a shell of its own runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Shell text.
    pub text: String,
    /// Run by bash; otherwise by sh.
    pub bash: bool,
    /// It belongs to a check that is allowed by its name: only harm counts in it.
    pub by_name: bool,
    /// It runs also when the runner is only to say what it would run.
    pub always: bool,
}

impl Plan {
    /// A plan of texts for sh.
    pub fn of(texts: impl IntoIterator<Item = String>) -> Self {
        let mut plan = Plan::default();
        texts.into_iter().for_each(|text| plan.run(text));
        plan
    }

    /// One text more for sh.
    pub fn run(&mut self, text: impl Into<String>) {
        self.push(Step { text: text.into(), bash: false, by_name: false, always: false });
    }

    /// One step more, as long as all of them stay small.
    pub fn push(&mut self, step: Step) {
        self.size = self.size.saturating_add(step.text.len());
        if self.size > MAX_SIZE {
            return self.doubt("it runs more than is followed");
        }
        self.steps.push(step);
    }

    /// An expression of the runner names a secret variable, `{{env("TOKEN")}}`, `{{.TOKEN}}`: as if a command printed that.
    pub fn note_secret(&mut self, expression: &str) {
        if let Some(name) = secret_in(expression) {
            self.run(alloc::format!("echo \"${name}\""));
        }
    }

    /// Something was not understood. The first such thing is the one that is told.
    pub fn doubt(&mut self, why: impl Into<String>) {
        self.gap.get_or_insert_with(|| why.into());
    }

    /// Only what runs in a dry run is left, if that is certain.
    pub fn without_what_is_said(&mut self) {
        self.dry = true;
        if self.gap.is_none() {
            self.steps.retain(|step| step.always);
        }
    }

    /// Another plan behind this one.
    pub fn extend(&mut self, other: Plan) {
        other.steps.into_iter().for_each(|step| self.push(step));
        self.parallel |= other.parallel;
        if let Some(gap) = other.gap {
            self.doubt(gap);
        }
    }

    /// The texts alone.
    #[cfg(test)]
    pub fn texts(&self) -> Vec<&str> {
        self.steps.iter().map(|step| step.text.as_str()).collect()
    }
}

/// The name of a secret variable in an expression of a runner.
pub fn secret_in(expression: &str) -> Option<&str> {
    let mut words = expression.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.find(|word| environment::is_secret(word))
}

/// What stands in the braces of a text: `{{.X}}`.
pub fn braced(text: &str) -> impl Iterator<Item = &str> {
    text.split("{{").skip(1).filter_map(|rest| rest.split("}}").next())
}

/// `word` as one word of a shell text, whatever it holds.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_./:=@%+,-".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.into();
    }
    alloc::format!("'{}'", word.replace('\'', "'\\''"))
}
