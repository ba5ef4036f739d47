//! One call being read: what is known so far, and what was found.

use super::place::{self, Place};
use super::program::spec::Unread;
use super::value::{Arg, Value};
use super::{Act, Effect, Effects, Finding, Hazard};
use crate::call::Session;
use crate::verdict::{RuleId, Span};
use crate::world::World;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// Deepest nesting of texts, wrappers and files.
pub const MAX_DEPTH: u32 = 24;

/// A program with its arguments, expanded.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The program's name without directory, for a subcommand with what leads to it (`git stash`).
    pub name: String,
    /// Arguments behind the name.
    pub args: Vec<Arg>,
    /// `A=1` in front of the name, and `env A=1`.
    pub env: Vec<(String, Value)>,
    /// What it would read from standard input.
    pub stdin: Stdin,
    /// The whole command in the text.
    pub span: Span,
}

/// What a command gets on standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stdin {
    /// Whatever the shell has: nothing of interest.
    Inherited,
    /// A here-document or here-string that is known to the letter.
    Text(String),
    /// A file.
    File,
    /// The output of another command, or text that is not known.
    Stream,
}

/// The state of reading one call.
pub struct Reading<'a> {
    /// The machine.
    pub world: &'a dyn World,
    /// The session.
    pub session: &'a Session,
    /// What was found.
    pub effects: Effects,
    /// Directories the next command may be in; more than one when a `cd` may have failed.
    dirs: Vec<String>,
    /// Findings of the command being read.
    findings: Vec<Finding>,
    /// While a nested text is read: the word it stands in, so that spans stay in the original.
    outer: Option<Span>,
    /// The text comes from a followed file.
    followed: bool,
    depth: u32,
}

impl<'a> Reading<'a> {
    /// A fresh reading of a call made in `cwd`.
    pub fn new(world: &'a dyn World, session: &'a Session, cwd: &str) -> Self {
        Reading {
            world,
            session,
            effects: Effects::default(),
            dirs: vec![place::normal(cwd)],
            findings: Vec::new(),
            outer: None,
            followed: false,
            depth: 0,
        }
    }

    /// Directories the next command may be in: at least one.
    pub fn dirs(&self) -> &[String] {
        &self.dirs
    }

    /// From here on commands run in `dir` (relative to each possible directory).
    pub fn enter_dir(&mut self, dir: &str) {
        self.dirs = self.dirs.iter().map(|cwd| place::normal(&place::join(cwd, dir))).collect();
    }

    /// Back to the directories saved before.
    pub fn leave(&mut self, saved: Vec<String>) {
        self.dirs = saved;
    }

    /// Adds a finding to the command being read.
    pub fn add(&mut self, effect: Effect, rule: impl Into<RuleId>, message: impl Into<String>, span: Span) {
        let span = self.outer.unwrap_or(span);
        self.findings.push(Finding {
            effect,
            rule: rule.into(),
            message: message.into(),
            instead: None,
            span,
        });
    }

    /// Adds a harm that is understood.
    pub fn hazard(
        &mut self,
        hazard: Hazard,
        rule: impl Into<RuleId>,
        message: impl Into<String>,
        instead: Option<&str>,
        span: Span,
    ) {
        self.add(Effect::Hazard(hazard), rule, message, span);
        if let Some(finding) = self.findings.last_mut() {
            finding.instead = instead.map(ToString::to_string);
        }
    }

    /// Adds a stop because arguments could not be told apart.
    pub fn unread(&mut self, name: &str, unread: Unread) {
        self.add(Effect::Opaque, unread.rule, format!("`{name}` {}", unread.message), unread.span);
    }

    /// `name` reads the file or directory `arg`.
    pub fn read_path(&mut self, name: &str, arg: &Arg, deep: bool) {
        self.path(name, arg, "reads", |place| Effect::Read { place, deep });
    }

    /// `name` creates or changes `arg`.
    pub fn write_path(&mut self, name: &str, arg: &Arg, deep: bool) {
        self.path(name, arg, "writes", |place| Effect::Write { place, deep });
    }

    /// `name` removes `arg`.
    pub fn delete_path(&mut self, name: &str, arg: &Arg, deep: bool) {
        self.path(name, arg, "removes", |place| Effect::Delete { place, deep });
    }

    fn path(&mut self, name: &str, arg: &Arg, verb: &str, effect: impl Fn(Place) -> Effect) {
        let Some(path) = arg.text() else {
            return self.unread(name, Unread::value(arg));
        };
        let rule = match verb {
            "reads" => "read_only_command",
            "writes" => "write_scope",
            _ => "delete",
        };
        for cwd in self.dirs.clone() {
            let place = Place::new(&cwd, path);
            self.add(effect(place), rule, format!("`{name}` {verb} `{path}`"), arg.span);
        }
    }

    /// `name` runs what stands at `arg`, or is steered by it (a test, a plugin, a configuration that is code): fine for
    /// the project's own files, a stop for anything outside the roots.
    pub fn run_path(&mut self, name: &str, arg: &Arg) {
        let Some(path) = arg.text() else {
            return self.unread(name, Unread::value(arg));
        };
        let address = path.contains("://") || ["@", "file:", "data:"].iter().any(|p| path.starts_with(p));
        for cwd in self.dirs.clone() {
            let place = Place::new(&cwd, path);
            if address || !self.in_roots(&place.path) {
                let message = format!("`{name}` would run or load `{path}`, which is not the project's own");
                self.add(Effect::Opaque, "code_outside_repo", message, arg.span);
            } else {
                let message = format!("`{name}` reads `{path}`");
                self.add(Effect::Read { place, deep: false }, "read_only_command", message, arg.span);
            }
        }
    }

    /// `name` runs code of the directory it is in: a stop where that is not the project.
    pub fn run_here(&mut self, name: &str, span: Span) {
        if let Some(dir) = self.dirs.iter().find(|dir| !self.in_roots(dir)).cloned() {
            let message = format!("`{name}` would run code of `{dir}`, which is not the project");
            self.add(Effect::Opaque, "code_outside_repo", message, span);
        }
    }

    /// An absolute path, links followed, lies inside one of the session's roots.
    fn in_roots(&self, path: &str) -> bool {
        let Some(resolved) = self.world.resolve(path) else { return false };
        self.session.roots.iter().any(|root| place::within(&resolved.path, root))
    }

    /// The body of a task that `file` defines: read for harm; what is merely unknown in it does not stop a check.
    pub fn task_body(&mut self, text: &str, file: &Place, span: Span) {
        let _ = (text, file, span);
    }

    /// `call` runs the program `command[0]` with the arguments behind it: a wrapper.
    pub fn command(&mut self, command: &[Arg], call: &Invocation) {
        let _ = (command, call);
        self.add(Effect::Opaque, "unknown_command", "wrappers are not read yet", call.span);
    }

    /// A shell text inside this one (`bash -c`, `eval`): read like the outer, in a child shell.
    pub fn script(&mut self, text: &str, span: Span) {
        let _ = text;
        self.add(Effect::Opaque, "unknown_command", "nested texts are not read yet", span);
    }

    /// Ends the command being read. One without findings was not read at all: that stops.
    pub(super) fn finish(&mut self, program: String, args: &[Arg], span: Span, saved: Vec<Finding>) {
        if self.findings.is_empty() {
            self.add(Effect::Opaque, "nothing_read", format!("nothing is known about `{program}`"), span);
        }
        let findings = core::mem::replace(&mut self.findings, saved);
        let span = self.outer.unwrap_or(span);
        let args = args.iter().map(|arg| arg.text().map(ToString::to_string)).collect();
        self.effects.acts.push(Act { program, args, findings, span, followed: self.followed });
    }

    /// Starts a command; give the result to [`Reading::finish`].
    pub(super) fn begin(&mut self) -> Vec<Finding> {
        core::mem::take(&mut self.findings)
    }

    /// One level deeper; `false` when it is too deep, and the stop was added.
    pub(super) fn deeper(&mut self, span: Span) -> bool {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            self.add(Effect::Opaque, "too_deep", "commands are nested too deeply to be read", span);
            return false;
        }
        true
    }
}
