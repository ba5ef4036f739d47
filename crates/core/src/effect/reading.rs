//! One call being read: what is known so far, and what was found.

use super::changed::{self, Ground, Paths, Way};
use super::output::FRESH;
use super::place::{self, Place};
use super::program::links::{self, Touch};
use super::program::listing::Names;
use super::program::spec::Unread;
use super::program::{self, Program};
use super::script;
use super::state::{MAX_DIRS, Shell};
use super::unsplit;
use super::value::{Arg, Shape, Unknown, Value};
use super::{Act, Effect, Effects, Finding, Hazard};
use crate::call::Session;
use crate::policy::floor;
use crate::verdict::{RuleId, Span};
use crate::words::listed;
use crate::world::{Stands, World};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// No kernel follows a longer path, so nobody is in such a directory.
const MAX_PATH: usize = 4_096;

/// Deepest nesting of texts, wrappers and files.
pub const MAX_DEPTH: u32 = 24;

/// Most commands that one call is followed through, loops and functions counted each time.
const MAX_STEPS: u32 = 5_000;

/// Variables, functions, arguments and written paths that cost one more step each time.
const HELD_PER_STEP: usize = 200;

/// Places that one call may touch: each is compared with what was written before it.
const MAX_PLACES: usize = 5_000;

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
    /// Acts from here on were run by this command's own substitutions and redirections.
    pub start: usize,
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
    Stream {
        /// Something before it talked to the network.
        network: bool,
        /// It surely comes through a pipe: a search that is given no file reads that.
        piped: bool,
    },
    /// Names of existing files, each below one of these directories (empty text: bare names here): what `find`,
    /// `grep -l` or `ls` prints. See [`super::program::listing`].
    Names(Names),
}

impl Stdin {
    /// What is left of it for whoever only inherits it: others may have read first, and took what they wanted.
    pub fn inherited(&self) -> Stdin {
        match self {
            Stdin::Text(_) | Stdin::Names(_) => Stdin::Stream { network: false, piped: true },
            Stdin::Inherited | Stdin::File | Stdin::Stream { .. } => self.clone(),
        }
    }

    /// What is left of it for whoever may get something else in its place.
    pub fn replaced(&self) -> Stdin {
        match self.inherited() {
            Stdin::Stream { network, .. } => Stdin::Stream { network, piped: false },
            other @ (Stdin::Inherited | Stdin::File | Stdin::Text(_) | Stdin::Names(_)) => other,
        }
    }

    /// Something before it talked to the network.
    pub fn is_from_network(&self) -> bool {
        matches!(self, Stdin::Stream { network: true, .. })
    }
}

/// The state of reading one call.
pub struct Reading<'a> {
    /// The machine.
    pub world: &'a dyn World,
    /// The session.
    pub session: &'a Session,
    /// What was found.
    pub effects: Effects,
    /// The shell at this point of the text.
    pub(super) shell: Shell,
    /// The directories that the call itself may be made in.
    own_dirs: Vec<String>,
    /// What the next command gets on standard input if nothing redirects it: inherited, so never a text or names.
    pub(super) stdin: Stdin,
    /// Something was written, moved or removed earlier in this call.
    pub(super) wrote: bool,
    /// Something is still running, or changed files that nobody can name: files are not certain any more.
    pub(super) unsettled: bool,
    /// Files were made earlier in this call whose names may be split, or taken for flags; see [`super::unsplit`].
    pub(super) odd_names: bool,
    /// Secrets that `git add` took in earlier in this call; they count once a command shows them.
    taken_in: Vec<Finding>,
    /// The text being read holds the word `function`: sh would run the bodies of its functions at once.
    pub(super) says_function: bool,
    /// The text is of the kind in which values are followed; see [`super::plain`].
    pub(super) certain: bool,
    /// Values are followed in every text: a second reading, for what would ruin things if they are what they seem.
    pub(super) follows: bool,
    /// A value was asked for that is not.
    pub(super) unfollowed: core::cell::Cell<bool>,
    /// Functions that are being read, innermost last.
    pub(super) calling: Vec<String>,
    /// What all places agree on at which an error may have abandoned the rest of the line: the next line starts there.
    pub(super) abandoned: Option<Shell>,
    /// Shells at each `break` and `continue` of the loop being read.
    pub(super) breaks: Vec<Shell>,
    /// Shells at each `return` of the function or file being read.
    pub(super) returns: Vec<Shell>,
    /// Names declared inside the function being read.
    pub(super) locals: Vec<String>,
    /// What was written earlier in this call.
    written: Paths,
    /// What was moved, linked or copied with links: what lies there, and where it leads, is not known.
    placed: Paths,
    /// Trees that were written or removed: what is found from inside them may be something else.
    trees: Paths,
    /// Findings of the command being read.
    findings: Vec<Finding>,
    /// While a nested text is read: the word it stands in, so that spans stay in the original.
    outer: Option<Span>,
    /// The text comes from a followed file.
    followed: bool,
    /// The name of the program being read, as it was written.
    pub(super) started: String,
    /// The program being read was told a directory to work in; see [`super::entering`].
    pub(super) told_directory: bool,
    /// Programs are looked for in the project's own environment first (`uv run`, `poetry run`).
    pub(super) own_environment: bool,
    /// Tasks whose definition was opened already, by file and name: each is read once.
    tasks: Vec<(String, String)>,
    /// The program being read, with its call, where it takes up files by itself.
    pub(super) loading: Option<(&'static Program, Invocation)>,
    depth: u32,
    steps: u32,
    /// Words that became several files: in which order is not known.
    pub(super) unordered: alloc::collections::BTreeSet<(u32, u32)>,
    /// The same arguments are being judged without their order too.
    pub(super) in_order: bool,
    /// Bytes of values that were followed.
    pub(super) expanded: core::cell::Cell<usize>,
    /// Files that were opened to know what runs.
    pub(super) opened: super::follow::Opened,
    /// Project code ran earlier in this call: it may have changed any file.
    pub(super) ran_code: bool,
    /// Scripts and tasks that are being read, innermost last.
    pub(super) inside: Vec<(String, String)>,
    /// Variables that were set anywhere in this call: programs may inherit them.
    set: alloc::collections::BTreeSet<String>,
    /// An observer shows what the command being read looks at (`strace`).
    pub(super) observed: bool,
    /// The command being read starts with an empty environment (`env -i`).
    pub(super) emptied: bool,
    /// The command being read redirects its standard input itself.
    pub(super) own_input: bool,
    /// What a pipe leads into the very command that is read next.
    pub(super) stage: Option<Stdin>,
    /// The builtin that was just read changes the shell whether it succeeds or not.
    pub(super) sure: bool,
    /// The command that is read next is one whose output becomes a word.
    pub(super) captures: bool,
    /// What such commands print, as far as that is certain, and where they stand.
    pub(super) captured: super::output::Captured,
    /// The text is read as zsh runs it: an unquoted `$x` is not split.
    pub(super) as_zsh: bool,
    /// A value was split at blanks where zsh would not split it.
    pub(super) split_by_bash: core::cell::Cell<bool>,
    /// A command of the substitution being read may fail before it starts.
    pub(super) fails: bool,
    /// How many texts (`eval`, `source`) are being read whose errors end the text but not the shell.
    pub(super) caught: u32,
    /// How many loops are being read, of the function or stage of a pipe being read.
    pub(super) loops: u32,
    /// The last stage of a pipe is being read, which zsh runs in the shell itself.
    pub(super) in_stage: bool,
    /// The words being expanded belong to a command that only asks whether they are empty, or drops them.
    pub(super) only_asked: bool,
    /// A secret stands among such words.
    pub(super) keeps_secret: bool,
    /// Words of commands are shown, or the last one is used again.
    pub(super) shows_words: bool,
}

impl<'a> Reading<'a> {
    /// A fresh reading of a call made in `cwd`.
    pub fn new(world: &'a dyn World, session: &'a Session, cwd: &str) -> Self {
        let shell = started(world, session, cwd);
        Reading {
            world,
            session,
            effects: Effects::default(),
            own_dirs: shell.dirs.clone(),
            shell,
            stdin: Stdin::Inherited,
            wrote: false,
            unsettled: false,
            odd_names: false,
            taken_in: Vec::new(),
            says_function: false,
            certain: true,
            follows: false,
            unfollowed: core::cell::Cell::new(false),
            calling: Vec::new(),
            abandoned: None,
            breaks: Vec::new(),
            returns: Vec::new(),
            locals: Vec::new(),
            written: Paths::default(),
            placed: Paths::default(),
            trees: Paths::default(),
            findings: Vec::new(),
            outer: None,
            followed: false,
            started: String::new(),
            told_directory: false,
            own_environment: false,
            tasks: Vec::new(),
            loading: None,
            depth: 0,
            steps: 0,
            unordered: alloc::collections::BTreeSet::new(),
            in_order: false,
            expanded: core::cell::Cell::new(0),
            opened: super::follow::Opened::default(),
            ran_code: false,
            inside: Vec::new(),
            set: alloc::collections::BTreeSet::new(),
            observed: false,
            emptied: false,
            own_input: false,
            stage: None,
            sure: false,
            captures: false,
            captured: Vec::new(),
            as_zsh: false,
            split_by_bash: core::cell::Cell::new(false),
            fails: false,
            caught: 0,
            loops: 0,
            in_stage: false,
            only_asked: false,
            keeps_secret: false,
            shows_words: false,
        }
    }

    /// zsh or sh may refuse a word here: a pattern that matches nothing, an expansion that they do not have.
    pub(super) fn may_fail_elsewhere(&mut self) {
        if !self.shell.is_bash {
            self.may_fail();
        }
    }

    /// The shell may refuse a word here: nothing is printed then, and the rest of the text dropped.
    pub(super) fn may_fail(&mut self) {
        self.fails = true;
        if self.caught > 0 {
            self.may_abandon();
        }
    }

    /// A value is shown: what is printed stays in transcripts.
    pub(super) fn shows(&mut self, name: &str, value: &Value, span: Span) {
        if value.is_secret() {
            let message = format!("`{name}` shows a variable that looks like a secret");
            self.hazard(Hazard::Secret, "print_environment", message, None, span);
        }
    }

    /// A variable is set or taken away in this call, whether or not programs inherit it; `*` means all of them.
    pub fn note_set(&mut self, name: &str) {
        if !self.set.contains(name) {
            self.set.insert(name.to_string());
        }
    }

    /// A variable was set in this call: the environment no longer tells its value.
    pub fn was_set(&self, name: &str) -> bool {
        self.set.contains(name) || self.set.contains("*")
    }

    /// Directories the next command may be in: at least one.
    pub fn dirs(&self) -> &[String] {
        &self.shell.dirs
    }

    /// The program being read looks for its files in the directory that it is told to work in.
    pub(super) fn loads_there(&mut self) {
        if let Some((program, call)) = self.loading.take() {
            program::loaded::stop_always(self, &call, program);
            self.loading = Some((program, call));
        }
    }

    /// What a plain `cd` to one of `targets` does: `..` takes away a name, whatever link it was.
    pub(super) fn enter_by_name(&mut self, targets: &[String], span: Span) {
        targets.iter().for_each(|target| self.stop_astray(target, span));
        let mut entered: Vec<String> = Vec::new();
        for (cwd, dir) in self.shell.dirs.iter().flat_map(|cwd| targets.iter().map(move |dir| (cwd, dir))) {
            let path = place::normal(&place::join(cwd, dir));
            if !entered.contains(&path) {
                entered.push(path);
            }
        }
        let fits = entered.len() <= MAX_DIRS && entered.iter().all(|path| path.len() <= MAX_PATH);
        if fits {
            self.shell.dirs = entered;
        } else {
            self.shell.lost = true;
        }
    }

    /// A directory that the call itself put somewhere, or that is reached through such a one, is not known: the stop is
    /// added.
    pub fn stop_astray(&mut self, dir: &str, span: Span) {
        if self.placed.is_empty() {
            return;
        }
        if self.shell.dirs.iter().any(|cwd| self.leads_astray(&place::join(cwd, dir))) {
            self.shell.lost = true;
            let message = format!("the directory `{dir}` is reached through what the same command put there");
            self.add(Effect::Opaque, "changed_before", message, span);
        }
    }

    /// `path` (absolute, as it was written) may lead elsewhere by the time it is used.
    pub fn leads_astray(&self, path: &str) -> bool {
        self.ground().leads_astray(path, Way::Plain)
    }

    fn ground(&self) -> Ground<'_> {
        Ground { world: self.world, roots: &self.session.roots, written: &self.written, placed: &self.placed }
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
        self.path(name, arg, "reads", |place, listed| Effect::Read { place, deep: deep || listed });
    }

    /// `name` creates or changes `arg`.
    pub fn write_path(&mut self, name: &str, arg: &Arg, deep: bool) {
        self.path(name, arg, "writes", |place, listed| Effect::Write { place, deep: deep || listed });
    }

    /// `name` removes `arg`.
    pub fn delete_path(&mut self, name: &str, arg: &Arg, deep: bool) {
        self.path(name, arg, "removes", |place, listed| Effect::Delete { place, deep: deep || listed });
    }

    /// The command removes one of several things, and which is not known: a question, not a catastrophe. What this
    /// very call made under a fresh name may go.
    pub(super) fn doubt_deletions(&mut self, name: &str, ways: usize) {
        let removed = |finding: &Finding| match &finding.effect {
            Effect::Delete { place, .. } => Some(place.path.clone()),
            Effect::Harmless
            | Effect::Read { .. }
            | Effect::Write { .. }
            | Effect::ProjectCode
            | Effect::Hazard(_)
            | Effect::Opaque
            | Effect::Catastrophe => None,
        };
        let all: Vec<String> = self.findings.iter().filter_map(removed).collect();
        for finding in &mut self.findings {
            let Some(path) = removed(finding) else { continue };
            let certain = all.iter().filter(|other| **other == path).count() >= ways;
            if !certain && !path.contains(FRESH) {
                finding.effect = Effect::Opaque;
                finding.rule = "unknown_value".into();
                finding.message = format!("`{name}` removes one of several things, `{path}` perhaps");
            }
        }
    }

    /// Said once for a command: what it touches beyond is not looked at, and it stops.
    fn too_many_places(&mut self, span: Span) {
        if self.findings.last().is_none_or(|last| last.rule != "too_much") {
            self.add(Effect::Opaque, "too_much", "the call touches more than can be judged", span);
        }
    }

    /// Of a name that is only known to be listed below a directory, that directory is taken with all in it; of one
    /// that may be one of several, every one.
    fn path(&mut self, name: &str, arg: &Arg, verb: &str, effect: impl Fn(Place, bool) -> Effect) {
        // That `mktemp` failed, with its directory there, is not reckoned with.
        if let (Some([made, _]), true) = (self.fresh(&arg.value), verb != "removes") {
            return self.one_path((name, verb), &made, false, arg, &effect);
        }
        match (&arg.value, arg.value.texts()) {
            (_, Some(texts)) if !arg.splits() => {
                texts.iter().for_each(|path| self.one_path((name, verb), path, false, arg, &effect));
            }
            (Value::Unknown(unknown), _) if unknown.listed && self.is_listed_here(unknown) => {
                self.one_path((name, verb), unknown.directory(), true, arg, &effect);
                // One of the names may be a link. Whoever removes it removes the link.
                let touch = match verb {
                    "reads" => Some(Touch::Read),
                    "writes" => Some(Touch::Write),
                    _ => None,
                };
                if let Some(touch) = touch.filter(|_| unknown.may_link) {
                    links::add_behind(self, name, arg, touch);
                }
            }
            (Value::Known(_) | Value::Unknown(_), _) => self.unread(name, Unread::value(arg)),
        }
    }

    /// The names are still those of the files that were looked at.
    fn is_listed_here(&self, unknown: &Unknown) -> bool {
        unknown.listed_in.is_empty()
            || unknown.prefix.starts_with('/')
            || unknown.listed_in == self.shell.dirs
    }

    fn one_path(
        &mut self,
        (name, verb): (&str, &str),
        path: &str,
        listed: bool,
        arg: &Arg,
        effect: &impl Fn(Place, bool) -> Effect,
    ) {
        // No file has an empty name.
        if path.is_empty() && matches!((verb, name), ("removes", "rm" | "unlink" | "rmdir") | (_, ">" | ">>"))
        {
            return self.add(Effect::Harmless, "shell_builtin", format!("`{name}` names no file"), arg.span);
        }
        if self.written.len() + self.findings.len() >= MAX_PLACES {
            return self.too_many_places(arg.span);
        }
        let rule = match verb {
            "reads" => "read_only_command",
            "writes" => "write_scope",
            _ => "delete",
        };
        if self.shell.lost && !path.starts_with('/') {
            let message = format!("`{name}` {verb} `{path}` in a directory that is not known");
            return self.add(Effect::Opaque, "unknown_value", message, arg.span);
        }
        // Many programs fetch what is named so, and no file of a project is.
        if verb == "reads" && path.contains("://") {
            let message = format!("`{name}` may fetch `{path}`");
            return self.hazard(Hazard::Network, "network", message, None, arg.span);
        }
        for cwd in self.shell.dirs.clone() {
            let place = Place::new(&cwd, path);
            if self.leads_astray(&place.path) {
                let message = format!("`{path}` is, or is reached through, what the same command put there");
                self.add(Effect::Opaque, "changed_before", message, arg.span);
            }
            let message = ["`", name, "` ", verb, " `", path, "`"].concat();
            self.add(effect(place, listed), rule, message, arg.span);
        }
    }

    /// `name` runs what stands at `arg`, or is steered by it (a test, a plugin, a configuration that is code): fine for
    /// the project's own files, a stop for anything outside the roots.
    pub fn run_path(&mut self, name: &str, arg: &Arg) {
        let path = match &arg.value {
            Value::Known(path) => path.as_str(),
            Value::Unknown(unknown) if unknown.listed => {
                if unknown.may_link {
                    links::add_behind(self, name, arg, Touch::Run);
                }
                unknown.directory()
            }
            Value::Unknown(Unknown { shape: Shape::OneOf(texts), splits: false, .. }) => {
                for text in texts {
                    self.run_path(name, &Arg { value: Value::known(text.as_str()), span: arg.span });
                }
                return;
            }
            Value::Unknown(_) => return self.unread(name, Unread::value(arg)),
        };
        if path == "/dev/null" {
            return;
        }
        let address = path.contains("://") || ["@", "file:", "data:"].iter().any(|p| path.starts_with(p));
        if address || !self.dirs().iter().all(|cwd| self.in_roots(&place::join(cwd, path))) {
            let message = format!("`{name}` would run or load `{path}`, which is not the project's own");
            return self.add(Effect::Opaque, "code_outside_repo", message, arg.span);
        }
        self.read_path(name, arg, false);
    }

    /// `name` runs code of the directory it is in: a stop where that is not the project.
    pub fn run_here(&mut self, name: &str, span: Span) {
        if self.shell.lost {
            let message = format!("`{name}` would run code of a directory that is not known");
            return self.add(Effect::Opaque, "code_outside_repo", message, span);
        }
        self.stop_astray(".", span);
        if let Some(dir) = self.shell.dirs.iter().find(|dir| !self.in_roots(dir)).cloned() {
            let message = format!("`{name}` would run code of `{dir}`, which is not the project");
            self.add(Effect::Opaque, "code_outside_repo", message, span);
        }
        self.writes_here(name, span);
    }

    /// Builds and checks leave files where they run, unless they are told another place: `cd .git/hooks && go build …`.
    fn writes_here(&mut self, name: &str, span: Span) {
        let files = self.shell.dirs.iter().map(|dir| Place::new(dir, "file"));
        let is_kept = |place: &Place| match floor::below_checkout(&place.path) {
            None => self.is_on_floor(&place.path),
            Some(inside) => {
                self.session.roots.iter().any(|root| self.is_on_floor(&place::join(root, &inside)))
            }
        };
        let kept: Vec<Place> = files.filter(is_kept).collect();
        for place in kept {
            let message = format!("`{name}` may leave files where it runs");
            self.add(Effect::Write { place, deep: false }, "write_scope", message, span);
        }
    }

    /// An absolute path, links followed, lies inside one of the session's roots.
    pub(super) fn in_roots(&self, path: &str) -> bool {
        let Some(resolved) = self.world.resolve(path) else { return false };
        self.session.roots.iter().any(|root| place::within(&resolved.path, root))
    }

    /// A stop that names a way out.
    pub(super) fn hazard_opaque(
        &mut self,
        rule: &'static str,
        message: &str,
        instead: Option<&str>,
        span: Span,
    ) {
        self.add(Effect::Opaque, rule, message, span);
        if let Some(finding) = self.findings.last_mut() {
            finding.instead = instead.map(ToString::to_string);
        }
    }

    /// The definition of `task` in `file` is opened for the first time: tasks may call each other in circles.
    pub fn opens_task(&mut self, file: &str, task: &str) -> bool {
        let key = (file.to_string(), task.to_string());
        let fresh = !self.tasks.contains(&key);
        if fresh {
            self.tasks.push(key);
        }
        fresh
    }

    /// A shell text inside this one, read in a child shell.
    pub fn script(&mut self, text: &str, span: Span) {
        self.in_subshell(span, |reading| reading.nested(span, false, |reading| reading.text(text, span)));
    }

    /// The body of a check task that `file` defines, run in that file's directory. Only what reads as harmful counts:
    /// a check runs unread project code anyway.
    pub fn task_body(&mut self, text: &str, file: &Place, span: Span) {
        let start = self.effects.acts.len();
        let (wrote, unsettled, odd_names) = (self.wrote, self.unsettled, self.odd_names);
        let (written, placed) = (self.written.clone(), self.placed.clone());
        let folder = file.path.rsplit_once('/').map_or("/", |(folder, _)| folder).to_string();
        self.in_subshell(span, |reading| {
            if let Err(unread) = reading.enter_dir(&folder, span) {
                reading.aside(span, |reading| reading.unread("the task", unread));
            }
            reading.nested(span, true, |reading| reading.text(text, span));
        });
        (self.wrote, self.unsettled, self.odd_names) = (wrote, unsettled, odd_names);
        (self.written, self.placed) = (written, placed);
        let body = self.effects.acts.split_off(start.min(self.effects.acts.len()));
        for mut act in body {
            // A text that reaches a shell, or that the body writes itself, is no code of the project: `echo "rm -rf ~" | sh`.
            let is_told = script::is_shell(&act.program) || (act.fed && is_bare_interpreter(&act));
            let fed = act.fed;
            let tells = |finding: &Finding| {
                is_told
                    && finding.effect == Effect::Opaque
                    && (fed || matches!(finding.rule.as_ref(), "changed_before" | "unread_code"))
                    && finding.rule != "unknown_script"
            };
            act.findings.retain(|finding| {
                // Out of steps means that what follows is not read either, here and outside. Code from elsewhere is none of the project's.
                matches!(finding.rule.as_ref(), "too_much" | "code_outside_repo")
                    || tells(finding)
                    || !matches!(
                        finding.effect,
                        Effect::Opaque | Effect::Harmless | Effect::Hazard(Hazard::Lasting)
                    )
            });
            if !act.findings.is_empty() {
                self.effects.acts.push(act);
            }
        }
    }

    /// Reads what may not run at all. Only what would be ruined by it counts, and nothing of it is relied on.
    pub(super) fn for_ruin(&mut self, read: impl FnOnce(&mut Self)) {
        let start = self.effects.acts.len();
        let (wrote, unsettled, ran_code) = (self.wrote, self.unsettled, self.ran_code);
        let (written, placed, trees) = (self.written.clone(), self.placed.clone(), self.trees.clone());
        let shell = self.shell.clone();
        read(self);
        self.shell = shell;
        (self.wrote, self.unsettled, self.ran_code) = (wrote, unsettled, ran_code);
        (self.written, self.placed, self.trees) = (written, placed, trees);
        let ruins = |effect: &Effect| match effect {
            Effect::Catastrophe | Effect::Delete { deep: true, .. } => true,
            Effect::Delete { deep: false, .. }
            | Effect::Harmless
            | Effect::Read { .. }
            | Effect::Write { .. }
            | Effect::ProjectCode
            | Effect::Hazard(_)
            | Effect::Opaque => false,
        };
        for mut act in self.effects.acts.split_off(start.min(self.effects.acts.len())) {
            // Out of steps means that what follows is not read either, here and outside.
            act.findings.retain(|finding| finding.rule == "too_much" || ruins(&finding.effect));
            if !act.findings.is_empty() {
                self.effects.acts.push(act);
            }
        }
    }

    /// Reads with spans that stay in the original text.
    pub(super) fn nested(&mut self, span: Span, followed: bool, read: impl FnOnce(&mut Self)) {
        let (outer, was_followed) = (self.outer, self.followed);
        self.outer = Some(outer.unwrap_or(span));
        self.followed |= followed;
        read(self);
        (self.outer, self.followed) = (outer, was_followed);
    }

    /// How many commands were read so far: more of them behind an expansion means that it ran some.
    pub(super) fn commands_read(&self) -> u32 {
        self.steps
    }

    /// Reads what a command with this input runs in turn: it inherits the input.
    pub(super) fn with_input(&mut self, stdin: &Stdin, read: impl FnOnce(&mut Self)) {
        let outer = core::mem::replace(&mut self.stdin, stdin.inherited());
        read(self);
        self.stdin = outer;
    }

    /// An act from `start` on talks to the network, or asks a service: what comes back is somebody else's text.
    pub(super) fn network_since(&self, start: usize) -> bool {
        let acts = self.effects.acts.get(start..).unwrap_or(&[]);
        let findings = acts.iter().flat_map(|act| &act.findings);
        findings.into_iter().any(|f| f.effect == Effect::Hazard(Hazard::Network) || f.rule == "remote_read")
    }

    /// `path` (absolute, as it was written), something above or something below it was written earlier in this call.
    pub(super) fn was_written(&self, path: &str) -> bool {
        if self.written.is_empty() {
            return false;
        }
        let found = self.world.resolve(path);
        // Another name of the same file may have been written.
        let linked =
            matches!(found, Some(crate::world::Resolved { stands: Stands::File { hard_linked: true }, .. }));
        let touched = |name: &String| self.written.hold(name) || self.written.reach_into(name);
        (linked && self.wrote)
            || changed::names(self.world, path).iter().any(touched)
            || self.ground().leads_astray(path, Way::Old)
    }

    /// `test` holds for a path that this call writes or removes, up to and with the command being read. Case is folded.
    pub(super) fn any_touched(&self, test: impl Fn(&str) -> bool) -> bool {
        let now = self.findings.iter().filter_map(|finding| match &finding.effect {
            Effect::Write { place, .. } | Effect::Delete { place, .. } => Some(place),
            Effect::Harmless
            | Effect::Read { .. }
            | Effect::ProjectCode
            | Effect::Hazard(_)
            | Effect::Opaque
            | Effect::Catastrophe => None,
        });
        self.written.iter().any(&test)
            || now
                .into_iter()
                .any(|place| changed::names(self.world, &place.path).iter().any(|name| test(name)))
    }

    /// Nothing was written earlier in this call.
    pub(super) fn written_nothing(&self) -> bool {
        self.written.is_empty()
    }

    /// First names of what was written inside `folder`, case folded; `None` when the folder itself was.
    pub(super) fn written_in(&self, folder: &str) -> Option<Vec<String>> {
        let mut inside = Vec::new();
        if self.written.is_empty() {
            return Some(inside);
        }
        if self.leads_astray(folder) {
            return None;
        }
        for name in changed::names(self.world, folder) {
            let firsts = self.written.below(&name).filter_map(|rest| rest.split('/').next());
            inside.extend(firsts.map(ToString::to_string));
        }
        Some(inside)
    }

    /// What is found from `dir` upwards may not be what stands on the disk: it lies in a tree that was written or
    /// moved, or a file of one of these names was put into it.
    pub(super) fn is_changed_tree(&self, dir: &str, files: &[&str]) -> bool {
        let put = |dir: &String| {
            files.iter().any(|file| self.written.reach_into(&changed::folded(place::join(dir, file))))
        };
        !(self.written.is_empty() && self.trees.is_empty())
            && (changed::names(self.world, dir).iter().any(|dir| self.trees.hold(dir) || put(dir))
                || self.leads_astray(dir))
    }

    /// Whole trees were copied, moved or removed earlier in this call, by something else than code of the project: `cp -r a/. .`.
    pub(super) fn moved_trees(&self) -> bool {
        let is_deep = |finding: &Finding| match &finding.effect {
            Effect::Write { deep, .. } | Effect::Delete { deep, .. } => *deep,
            Effect::Harmless
            | Effect::Read { .. }
            | Effect::ProjectCode
            | Effect::Hazard(_)
            | Effect::Opaque
            | Effect::Catastrophe => false,
        };
        self.effects.acts.iter().any(|act| {
            let runs_code = act.findings.iter().any(|finding| finding.effect == Effect::ProjectCode);
            COPIES.contains(&act.program.as_str()) || (!runs_code && act.findings.iter().any(is_deep))
        })
    }

    /// An expansion may fail here: bash then drops the rest of the line and goes on with the next.
    pub(super) fn may_abandon(&mut self) {
        self.fails = true;
        match &mut self.abandoned {
            Some(joined) => joined.join(&self.shell),
            None => self.abandoned = Some(self.shell.clone()),
        }
    }

    /// How much was written so far, to see whether something changed it.
    pub fn writes(&self) -> (usize, usize, bool) {
        (self.written.len(), self.placed.len(), self.unsettled)
    }

    /// What was found for a tool, which is no command.
    pub fn take_findings(&mut self) -> Vec<Finding> {
        core::mem::take(&mut self.findings)
    }

    /// Keeps what `find` adds until a later command of the call shows it: `git add -A && git diff --cached`.
    pub(super) fn keep_taken_in(&mut self, find: impl FnOnce(&mut Self)) {
        let before = self.findings.len();
        find(self);
        let found = self.findings.split_off(before.min(self.findings.len()));
        self.taken_in.extend(found);
    }

    /// Adds what was kept: this command shows it.
    pub(super) fn show_taken_in(&mut self) {
        let kept = core::mem::take(&mut self.taken_in);
        self.findings.extend(kept);
    }

    /// Ends the command being read. One without findings was not read at all: that stops.
    pub(super) fn finish(
        &mut self,
        program: String,
        args: &[Arg],
        stdin: &Stdin,
        span: Span,
        saved: Vec<Finding>,
    ) {
        if self.findings.is_empty() {
            self.add(Effect::Opaque, "nothing_read", format!("nothing is known about `{program}`"), span);
        }
        self.add_named(&program, args);
        self.add_started(&program, args, stdin, span);
        self.add_own(&program, args, span);
        if self.unsettled && self.findings.iter().any(|finding| places(&program, finding)) {
            let message = format!("`{program}` puts files somewhere while another part of the command runs");
            self.add(Effect::Opaque, "changed_before", message, span);
        }
        self.unsettled |= self.brings_files(&program, args);
        let mut findings = core::mem::replace(&mut self.findings, saved);
        let span = self.outer.unwrap_or(span);
        // A file that had to be opened is opened for the whole command.
        findings.iter_mut().filter(|one| one.span == Span::default()).for_each(|one| one.span = span);
        self.odd_names |= unsplit::makes_odd_names(&findings, args, COPIES.contains(&program.as_str()));
        let args = args.iter().map(|arg| arg.text().map(ToString::to_string)).collect();
        self.remember(&program, &findings);
        let fed = *stdin != Stdin::Inherited;
        let elsewhere = self.shell.lost || self.shell.dirs != self.own_dirs;
        let followed = self.followed;
        let dirs = if self.shell.lost { Vec::new() } else { self.shell.dirs.clone() };
        self.effects.acts.push(Act { program, args, findings, span, followed, fed, elsewhere, dirs });
    }

    /// Ends what has no name that a rule could speak of: a redirection, an assignment, an unknown program.
    pub(super) fn finish_unnamed(&mut self, args: &[Arg], span: Span, saved: Vec<Finding>) {
        self.finish(String::new(), args, &Stdin::Inherited, span, saved);
    }

    /// What this command changes, later ones cannot rely on.
    fn remember(&mut self, program: &str, findings: &[Finding]) {
        // A formatter or build that is given a directory leaves definitions of tasks what they were.
        let in_order = findings.iter().any(|finding| finding.effect == Effect::ProjectCode);
        self.ran_code |= in_order;
        for finding in findings {
            let (Effect::Write { place, deep } | Effect::Delete { place, deep }) = &finding.effect else {
                continue;
            };
            let names = changed::names(self.world, &place.path);
            // `cp x made`: a folder that this call makes is none on the disk yet, so what it gets inside has no name.
            if *deep || COPIES.contains(&program) {
                self.trees.add(&names);
            }
            let stands = || self.world.resolve(&place.path).map(|found| found.stands);
            if in_order && stands() == Some(Stands::Directory) {
                continue;
            }
            self.wrote |= !place::normal(&place.path).starts_with("/dev/");
            if places(program, finding) {
                self.placed.add(&names);
            }
            self.written.add(&names);
        }
    }

    /// The command being read stops: by what it does, or because it was not read.
    pub(super) fn found_stop(&self) -> bool {
        let stops = |effect: &Effect| matches!(effect, Effect::Hazard(_) | Effect::Opaque);
        self.findings.iter().any(|finding| stops(&finding.effect))
    }

    /// The command being read does something that is understood and stops.
    pub(super) fn found_hazard(&self) -> bool {
        self.findings.iter().any(|finding| matches!(finding.effect, Effect::Hazard(_)))
    }

    /// The command being read is one of these hazards.
    pub(super) fn found_any(&self, hazards: &[Hazard]) -> bool {
        let one = |effect: &Effect| matches!(effect, Effect::Hazard(hazard) if hazards.contains(hazard));
        self.findings.iter().any(|finding| one(&finding.effect))
    }

    /// The command being read is known to run code of the project.
    pub(super) fn found_project_code(&self) -> bool {
        self.findings.iter().any(|finding| finding.effect == Effect::ProjectCode)
    }

    /// Something was found under `rule` for the command being read.
    pub(super) fn found_rule(&self, rule: &str) -> bool {
        self.findings.iter().any(|finding| finding.rule == rule)
    }

    /// The command being read loads code of the project, whatever it is asked for. Where it is no check or build, it
    /// stops for the files from which that code would come.
    pub fn loads_project(&mut self, name: &str, span: Span) {
        self.run_here(name, span);
        if self.found_project_code() {
            return;
        }
        if self.loading.is_some() {
            // Whether it does is looked at when the call was read to its end. Nobody knows each of its versions: what
            // follows does not rely on it.
            self.ran_code = true;
            let message = format!("`{name}` may load code of the project");
            return self.add(Effect::Harmless, "help", message, span);
        }
        let message = format!("`{name}` may load code of the project for this, and it is no check");
        self.add(Effect::Opaque, "unread_code", message, span);
    }

    /// The command being read, or one that it started since there were `before` acts, runs code of the project as a
    /// check, a build or a formatter.
    pub(super) fn is_check_since(&self, before: usize) -> bool {
        let started = self.effects.acts.get(before..).unwrap_or_default();
        self.found_project_code()
            || started
                .iter()
                .flat_map(|act| &act.findings)
                .any(|finding| finding.effect == Effect::ProjectCode)
    }

    /// The command being read runs code of the project and is trusted as far as a check is: a list of tasks, a tool that
    /// the project installed.
    pub fn counts_as_check(&mut self, name: &str, span: Span) {
        self.run_here(name, span);
        if !self.found_project_code() {
            let message = format!("`{name}` loads code of the project");
            self.add(Effect::ProjectCode, "check_command", message, span);
        }
    }

    /// The command being read has no findings yet.
    pub(super) fn found_nothing(&self) -> bool {
        self.findings.is_empty()
    }

    /// Gives back findings that were set aside by [`Reading::begin`].
    pub(super) fn findings_restore(&mut self, saved: Vec<Finding>) {
        // A nested read leaves nothing behind: each of its commands became an act.
        let left = core::mem::replace(&mut self.findings, saved);
        self.findings.extend(left);
    }

    /// Counts work, not time: a loaded machine must not change a verdict.
    pub(super) fn step(&mut self, span: Span) -> bool {
        let before = self.steps;
        self.steps = self.steps.saturating_add(self.step_costs());
        if before < MAX_STEPS && self.steps >= MAX_STEPS {
            self.aside(span, |reading| {
                reading.add(
                    Effect::Opaque,
                    "too_much",
                    "the command takes more steps than are followed",
                    span,
                );
            });
        }
        self.steps < MAX_STEPS
    }

    /// A command costs more the more there is to copy, to compare with, and to look at.
    fn step_costs(&self) -> u32 {
        let held = self.shell.size() + self.written.len();
        let dirs = self.shell.dirs.len().max(1);
        u32::try_from(dirs * dirs + held / HELD_PER_STEP).unwrap_or(u32::MAX)
    }

    /// Back up one level.
    pub(super) fn shallower(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Starts a command; give the result to [`Reading::finish`].
    pub(super) fn begin(&mut self) -> Vec<Finding> {
        core::mem::take(&mut self.findings)
    }

    /// One level deeper; `false` when it is too deep, and the stop was added.
    pub(super) fn deeper(&mut self, span: Span) -> bool {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            self.depth -= 1;
            self.aside(span, |reading| {
                reading.add(Effect::Opaque, "too_deep", "commands are nested too deeply to be read", span);
            });
            return false;
        }
        true
    }
}

/// The shell that a call starts with.
fn started(world: &dyn World, session: &Session, cwd: &str) -> Shell {
    let mut shell = Shell::new(place::normal(cwd));
    match changed::start(world, &session.roots, cwd) {
        Some(dirs) if dirs == shell.dirs => {}
        Some(dirs) => shell.dirs = dirs,
        None => shell.lost = true,
    }
    shell
}

/// Programs that change nothing about where paths lead, whatever they are given.
const LEAVES_PATHS: &[&str] = &["chmod", "chown", "chgrp", "touch", "mkdir", "rm", "rmdir", "sed"];

/// Programs that bring links, or take folders away, also where they are given one file.
const BRINGS_LINKS: &[&str] = &[
    "mv", "gmv", "ln", "gln", "link", "tar", "gtar", "bsdtar", "unzip", "cpio", "ditto", "rename", "pax",
    "mount",
];

/// Programs that put a file into a folder if one stands at the name they are given.
const COPIES: &[&str] = &["cp", "gcp", "install", "ginstall", "mv", "gmv", "ln", "gln", "rsync"];

/// Where the place of this finding leads is not known any more: it may be a link, or hold some, or be gone. A file that
/// is copied alone is none: links are followed then.
fn places(program: &str, finding: &Finding) -> bool {
    match &finding.effect {
        Effect::Write { deep, .. } | Effect::Delete { deep, .. } => {
            BRINGS_LINKS.contains(&program) || (*deep && !LEAVES_PATHS.contains(&program))
        }
        Effect::Harmless
        | Effect::Read { .. }
        | Effect::ProjectCode
        | Effect::Hazard(_)
        | Effect::Opaque
        | Effect::Catastrophe => false,
    }
}

/// An interpreter without a file or a text to run: it takes its input for that.
fn is_bare_interpreter(act: &Act) -> bool {
    const INTERPRETERS: &str = "python python2 python3 node nodejs perl ruby php lua deno bun xargs parallel";
    let is_flag =
        |word: &Option<String>| word.as_ref().is_some_and(|word| word.starts_with('-') && word.len() == 1);
    listed(INTERPRETERS, &act.program) && act.args.iter().all(is_flag)
}
