//! From a name to what runs: function, builtin, described program, file of the repository, or nothing known.

use super::lookup::Found;
use super::place;
use super::reading::{Invocation, Reading, Stdin};
use super::state::Shell;
use super::value::{Arg, Shape, Value};
use super::{Effect, Finding, builtin, program, script};
use crate::verdict::Span;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A command about to be started.
pub(super) struct Launch<'a> {
    pub name: &'a Arg,
    pub args: Vec<Arg>,
    /// Assignments in front.
    pub env: Vec<(String, Value)>,
    pub stdin: Stdin,
    pub span: Span,
    /// The first act that belongs to it: what its own substitutions ran.
    pub start: usize,
}

/// Where a program's file may lie without being the program of that name.
pub(super) const SHARED_PLACES: &[&str] =
    &["/tmp", "/var/tmp", "/dev", "/proc", "/run/user", "/private/tmp", "/private/var/tmp"];

/// Where programs of the system lie.
pub(super) const SYSTEM_FOLDERS: &[&str] =
    &["/bin", "/usr/bin", "/usr/local/bin", "/sbin", "/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"];

/// Folders inside a repository that the floor keeps the agent from writing, so that names in them can be trusted.
const KEPT_FOLDERS: &[&str] = &["/node_modules/.bin/", "/.venv/bin/", "/venv/bin/", "/.venv/Scripts/"];

/// Folders of a project with runners that it installed; the floor does not keep them.
const RUNNER_FOLDERS: &[&str] = &["/vendor/bin/"];

impl Reading<'_> {
    /// Reads one simple command to its end. A result is the shell that holds if it failed (`cd`).
    pub(super) fn launch(&mut self, launch: Launch<'_>, saved: Vec<Finding>) -> Option<Shell> {
        let first = self.in_place(launch.name, &launch.args);
        let Some(name) = first.text() else {
            self.unknown_name(&first, launch.start);
            self.finish_unnamed(&launch.args, launch.span, saved);
            return None;
        };
        let name = name.to_string();
        let mut call = Invocation {
            name: base_name(&name).to_string(),
            args: launch.args,
            env: launch.env,
            stdin: launch.stdin,
            span: launch.span,
            start: launch.start,
        };
        if let Some(function) = self.shell.functions.get(&name).cloned() {
            self.check_env(&call);
            self.add(Effect::Harmless, "shell_builtin", format!("`{name}` is a function"), call.span);
            let env = core::mem::take(&mut call.env);
            call = self.shuffled(&call).unwrap_or(call);
            self.bind(&env, call.span);
            self.finish(name.clone(), &call.args, &call.stdin, call.span, saved);
            if !function.certain {
                self.aside(call.span, |reading| {
                    let message = format!("`{name}` may or may not be this function here");
                    reading.add(Effect::Opaque, "unknown_command", message, call.span);
                });
            }
            self.call_function(&name, &function.body, call);
            self.unbind(&env, launch.span);
            return None;
        }
        let in_this_shell = !call.env.is_empty() && name != "read" && builtin::find(&name).is_some();
        let env = if in_this_shell { call.env.clone() } else { Vec::new() };
        self.bind(&env, launch.span);
        let mut failed = self.run(&name, &call);
        self.finish(call.name, &call.args, &call.stdin, launch.span, saved);
        self.unbind(&env, launch.span);
        if let Some(failed) = &mut failed {
            forget(failed, &env);
        }
        failed
    }

    /// Variables set for a function or a builtin hold while it runs, and in sh also afterwards.
    fn bind(&mut self, env: &[(String, Value)], span: Span) {
        for (name, value) in env {
            self.aside(span, |reading| {
                reading.assign(name, value.clone(), span);
                reading.add(Effect::Harmless, "shell_builtin", "a variable is set for one command", span);
            });
        }
    }

    fn unbind(&mut self, env: &[(String, Value)], _span: Span) {
        forget(&mut self.shell, env);
    }

    /// A wrapper (`timeout 5 …`, `xargs …`, `find -exec …`) runs `command[0]` with the arguments behind it.
    pub fn command(&mut self, command: &[Arg], call: &Invocation) {
        let Some((name, args)) = command.split_first() else {
            return self.add(
                Effect::Opaque,
                "unknown_command",
                format!("`{}` names no program", call.name),
                call.span,
            );
        };
        if !self.deeper(call.span) {
            return;
        }
        let saved = self.begin();
        let Some(text) = name.text().map(ToString::to_string) else {
            self.unknown_name(name, call.start);
            self.finish_unnamed(args, call.span, saved);
            return self.shallower();
        };
        let inner = Invocation {
            name: base_name(&text).to_string(),
            args: args.to_vec(),
            env: call.env.clone(),
            stdin: call.stdin.clone(),
            span: call.span,
            start: call.start,
        };
        // A program that starts programs knows neither functions nor builtins, but the external twins of builtins
        // do the same as they do, and a `cd` in a child changes nothing here.
        let shell = self.shell.clone();
        let before = self.effects.acts.len();
        match self.meaning(&text) {
            Meaning::Program | Meaning::Own => {
                self.run(&text, &inner);
            }
            Meaning::File(path) => {
                self.check_env(&inner);
                let shuffled = self.shuffled(&inner);
                script::run_file(self, &path, shuffled.as_ref().unwrap_or(&inner));
                self.stop_planted(&inner, before);
            }
            Meaning::Shared => self.stop_shared(&text, call.span),
            Meaning::Nothing(why) => {
                self.add(Effect::Opaque, "stray_program", format!("`{text}` {why}"), call.span);
            }
        }
        self.shell = shell;
        self.finish(inner.name, args, &call.stdin, call.span, saved);
        self.shallower();
    }

    /// Builtin, shell, program or file.
    pub(super) fn run(&mut self, name: &str, call: &Invocation) -> Option<Shell> {
        if !name.contains('/')
            && let Some(builtin) = builtin::find(name)
        {
            if name != "read" {
                self.check_env(call);
            }
            let shuffled = self.shuffled(call);
            return builtin(self, shuffled.as_ref().unwrap_or(call));
        }
        let doubtful = self.check_names_of(call);
        let before = self.effects.acts.len();
        self.started = name.to_string();
        // A directory that the program around it was told is where this one starts, and no flag of its own.
        let told = core::mem::take(&mut self.told_directory);
        match self.meaning(name) {
            Meaning::Program => {
                self.in_any_order(call);
                self.settle_variables(call, &doubtful, before);
                self.stop_planted(call, before);
            }
            Meaning::Own => {
                self.in_any_order(call);
                self.is_own_tool(call);
                self.settle_variables(call, &doubtful, before);
            }
            Meaning::File(path) => {
                self.stop_variables(call, &doubtful);
                let shuffled = self.shuffled(call);
                script::run_file(self, &path, shuffled.as_ref().unwrap_or(call));
                self.stop_planted(call, before);
            }
            Meaning::Shared => {
                self.stop_variables(call, &doubtful);
                self.stop_shared(name, call.span);
            }
            Meaning::Nothing(why) => {
                self.stop_variables(call, &doubtful);
                self.add(Effect::Opaque, "stray_program", format!("`{name}` {why}"), call.span);
            }
        }
        self.told_directory = told;
        None
    }

    /// Names in the folders of installed programs are kept, the code behind them is not: it is the project's.
    fn is_own_tool(&mut self, call: &Invocation) {
        if program::dev::is_tool(&call.name) {
            return self.counts_as_check(&call.name, call.span);
        }
        if !self.found_project_code() {
            let message = format!("`{}` is a program of the project, and not one of its tools", call.name);
            self.add(Effect::Opaque, "unread_code", message, call.span);
        }
    }

    /// Where a word may be one of several, each of them is judged.
    pub(super) fn known_program(&mut self, call: &Invocation) {
        // Nearly every program prints its words in one way or another.
        call.args.iter().for_each(|arg| self.shows(&call.name, &arg.value, arg.span));
        let several = |arg: &Arg| matches!(arg.value.shape(), Some(Shape::OneOf(_) | Shape::Parts(_)));
        if !call.args.iter().any(several) {
            return self.one_program(call);
        }
        let ways = ways(&self.with_fresh(call));
        let count = ways.len();
        for args in ways {
            self.one_program(&Invocation { args, ..call.clone() });
        }
        self.doubt_deletions(&call.name, count);
    }

    /// The arguments in which `mktemp` named something, with that name. Only where a mistaken path costs too much it is
    /// reckoned with that it failed, its directory being there.
    fn with_fresh(&self, call: &Invocation) -> Vec<Arg> {
        let named = |arg: &Arg| match self.fresh(&arg.value) {
            Some(both) if REMOVERS.contains(&call.name.as_str()) => {
                let value = Value::one_of(both.to_vec(), "comes from a command").with_splits(arg.splits());
                Arg { value, span: arg.span }
            }
            Some([made, _]) => Arg { value: Value::Known(made), span: arg.span },
            None => arg.clone(),
        };
        call.args.iter().map(named).collect()
    }

    fn one_program(&mut self, call: &Invocation) {
        if script::is_shell(&call.name) {
            return script::run_shell(self, call);
        }
        self.check_surroundings(call);
        match program::find(&call.name) {
            Some(program) if super::order::decides(program, call) => {
                let message = format!("`{}` takes the first of several files for something else", call.name);
                self.add(Effect::Opaque, "unknown_value", message, call.span);
            }
            Some(program) => {
                program::lasting::note(self, call);
                self.described(program, call);
                self.only_tells(call);
            }
            None => {
                let message = format!("`{}` is not a program that mastiff knows", call.name);
                self.add(Effect::Opaque, "unknown_command", message, call.span);
            }
        }
    }

    /// Reads a call of a described program, and the files that it takes up by itself.
    fn described(&mut self, program: &'static program::Program, call: &Invocation) {
        let loading = program.loads.are_any().then(|| (program, call.clone()));
        let outer = core::mem::replace(&mut self.loading, loading);
        let before = self.effects.acts.len();
        program::loaded::stop_always(self, call, program);
        program.read(self, call);
        self.add_worst(call);
        let manifests = program::manifest::read_links(self, call);
        match self.is_check_since(before) {
            true => program::fetched::stop(self, call, program, manifests.as_ref()),
            false if self.found_stop() => {}
            false => program::loaded::stop_unless_check(self, call, program),
        }
        self.stop_inherited(call, before);
        self.loading = outer;
    }

    /// Nobody gives an input to a program that only prints its help: if it does not know the flag after all, it may run
    /// what it is given.
    fn only_tells(&mut self, call: &Invocation) {
        let asked = || program::spec::only_asks_for_help(&call.args) || self.found_rule("help");
        if call.stdin != Stdin::Inherited && asked() {
            let message =
                format!("`{}` is asked about itself and given an input, which it may run", call.name);
            self.add(Effect::Opaque, "unread_code", message, call.span);
        }
    }

    /// A program in `/tmp` may be anybody's: it stops in the body of a check, too, which runs code of the project alone.
    fn stop_shared(&mut self, name: &str, span: Span) {
        let message = format!("`{name}` lies where anybody may write");
        self.add(Effect::Opaque, "code_outside_repo", message, span);
    }

    /// The name stands for the program of that name, and it is there.
    pub(super) fn is_program(&self, name: &str) -> bool {
        let found = !name.contains('/') && !self.files_named(name).is_empty();
        found && matches!(self.meaning(name), Meaning::Program)
    }

    /// What runs under that name is nothing that the agent may have put there.
    pub(super) fn is_of_system(&self, name: &str) -> bool {
        matches!(self.meaning(name), Meaning::Program)
    }

    /// What a name stands for on this machine: the known program only where the agent cannot have put another.
    fn meaning(&self, name: &str) -> Meaning {
        if name.contains('/') {
            return match self.shell.dirs.as_slice() {
                [cwd] if !self.shell.lost => self.meaning_of_file(name, &place::join(cwd, name)),
                _ if name.starts_with('/') => self.meaning_of_file(name, name),
                _ => Meaning::Nothing("lies in a directory that is not known"),
            };
        }
        match self.look_up(name) {
            // Nothing of that name: either it fails to start or it is installed where the agent cannot write.
            Found::Nowhere => Meaning::Program,
            Found::Unclear(why) => Meaning::Nothing(why),
            Found::Files(files) => match files.as_slice() {
                [file] => self.meaning_of_file(name, file),
                several => self.one_meaning(name, several),
            },
        }
    }

    /// What several files come to of which one will run: it must be the program of that name, whichever it is.
    fn one_meaning(&self, name: &str, files: &[String]) -> Meaning {
        let mut own = false;
        for file in files {
            match self.meaning_of_file(name, file) {
                Meaning::Program => {}
                Meaning::Own => own = true,
                Meaning::File(_) | Meaning::Shared | Meaning::Nothing(_) => {
                    return Meaning::Nothing("may be one of several files");
                }
            }
        }
        if own { Meaning::Own } else { Meaning::Program }
    }

    /// The same for a file that was found under that name.
    fn meaning_of_file(&self, name: &str, written: &str) -> Meaning {
        let Some(resolved) = self.world.resolve(written) else {
            return Meaning::Nothing("cannot be found without following an unknown link");
        };
        let lexical = place::normal(written);
        let is_direct = resolved.path == lexical;
        let in_root = |path: &str| self.session.roots.iter().any(|root| place::within(path, root));
        if in_root(&resolved.path) || !is_direct && in_root(&lexical) {
            let trusted = in_root(&lexical) && self.is_trusted_in_root(&lexical);
            return match trusted {
                true => Meaning::Own,
                false if self.leads_astray(written) => {
                    Meaning::Nothing("is, or is reached through, what the same command put there")
                }
                false => Meaning::File(resolved.path),
            };
        }
        let shared = |path: &str| SHARED_PLACES.iter().any(|dir| place::within(path, dir));
        if shared(&resolved.path) || !is_direct && shared(&lexical) {
            return Meaning::Shared;
        }
        if name.contains('/') && !self.is_installed(&lexical) {
            return Meaning::Nothing("lies outside the directories of installed programs");
        }
        Meaning::Program
    }

    /// A file of the repository that is what its name says.
    fn is_trusted_in_root(&self, lexical: &str) -> bool {
        // The folder must be the real one: a link in its place could lead to anything.
        let folder = lexical.rsplit_once('/').map_or("/", |(folder, _)| folder);
        let real = || self.world.resolve(folder).is_some_and(|found| found.path == folder);
        let kept = KEPT_FOLDERS.iter().any(|folder| lexical.contains(folder));
        // Whoever may write a test may write these: they are trusted as far as tests are, and no further.
        let runner = || {
            RUNNER_FOLDERS.iter().any(|folder| lexical.contains(folder))
                && program::find(base_name(lexical)).is_some_and(program::Program::runs_project_code)
        };
        (kept || runner()) && real() && !self.was_written(lexical)
    }

    /// The program being read lies in the project: the code it starts with may have been written by the agent.
    pub(super) fn is_of_project(&self) -> bool {
        let written = match (self.started.contains('/'), self.shell.dirs.as_slice()) {
            (true, [cwd]) => alloc::vec![place::join(cwd, &self.started)],
            (true, _) => return true,
            (false, _) => self.files_named(&self.started),
        };
        let in_root = |path: &str| self.session.roots.iter().any(|root| place::within(path, root));
        self.own_environment || written.iter().any(|path| in_root(&place::normal(path)))
    }

    /// A path that the search for its bare name would find too, or that lies in a directory of the system.
    fn is_installed(&self, path: &str) -> bool {
        let base = base_name(path);
        let folder = path.strip_suffix(base).unwrap_or("").trim_end_matches('/');
        SYSTEM_FOLDERS.contains(&folder) || self.world.program(base).is_some_and(|found| found == path)
    }

    fn unknown_name(&mut self, name: &Arg, start: usize) {
        if self.network_since(start) {
            let message = "what comes from the network would be run as a command";
            return self.add(Effect::Catastrophe, "network_into_shell", message, name.span);
        }
        let why = match &name.value {
            Value::Known(_) => "is empty",
            Value::Unknown(unknown) => unknown.why,
        };
        self.add(Effect::Opaque, "unknown_command", format!("the name of the program {why}"), name.span);
    }

    fn call_function(&mut self, name: &str, body: &crate::shell::syntax::Command, call: Invocation) {
        if self.calling.iter().any(|active| active == name) {
            return self.aside(call.span, |reading| {
                let message = format!("the function `{name}` calls itself");
                if reading.unsettled || matches!(call.stdin, Stdin::Stream { .. } | Stdin::Names(_)) {
                    reading.add(Effect::Catastrophe, "fork_bomb", message, call.span);
                } else {
                    reading.add(Effect::Opaque, "unknown_command", message, call.span);
                }
            });
        }
        if !self.deeper(call.span) {
            return;
        }
        let arguments = positional(&call.args);
        let outer_arguments = core::mem::replace(&mut self.shell.arguments, arguments);
        let outer_returns = core::mem::take(&mut self.returns);
        let outer_locals = core::mem::take(&mut self.locals);
        let outer_jumps = (core::mem::take(&mut self.loops), core::mem::take(&mut self.in_stage));
        self.calling.push(name.to_string());
        let body = alloc::vec![crate::shell::syntax::Item { command: body.clone(), background: false }];
        self.with_input(&call.stdin, |reading| reading.list(&body));
        self.calling.pop();
        (self.loops, self.in_stage) = outer_jumps;
        for left in core::mem::replace(&mut self.returns, outer_returns) {
            self.shell.join(&left);
        }
        for name in core::mem::replace(&mut self.locals, outer_locals) {
            self.shell.set(name, one_unknown("may have been local to a function"));
        }
        self.shell.arguments = outer_arguments;
        self.shallower();
    }
}

enum Meaning {
    /// The program of that name.
    Program,
    /// The program of that name as the project installed it.
    Own,
    /// A file of the repository, by its path.
    File(String),
    /// A file in a place where anybody may write.
    Shared,
    /// Completes "`name` …".
    Nothing(&'static str),
}

/// Programs with which one mistaken path costs too much.
const REMOVERS: &[&str] =
    &["rm", "rmdir", "unlink", "find", "mv", "chmod", "chown", "shred", "rsync", "truncate"];

/// More ways than this are not gone.
const MAX_WAYS: usize = 8;

/// The arguments with every word that may be one of several in each of its forms. One that may vanish is left out then.
fn ways(args: &[Arg]) -> Vec<Vec<Arg>> {
    let several = |arg: &&Arg| matches!(arg.value.shape(), Some(Shape::OneOf(_)));
    let forms = args.iter().filter(several).filter_map(|arg| arg.value.texts()).map(|texts| texts.len());
    let count = forms.fold(1, usize::saturating_mul);
    let mut ways = alloc::vec![Vec::new()];
    for arg in args {
        let texts = if several(&arg) { arg.value.texts() } else { None };
        let forms: Vec<Option<Arg>> = match texts {
            None => alloc::vec![Some(arg.clone())],
            Some(_) if count > MAX_WAYS => {
                let why = "is one of too many";
                let unknown = if arg.splits() { Value::unknown(why) } else { one_unknown(why) };
                alloc::vec![Some(Arg { value: unknown, span: arg.span })]
            }
            Some(texts) => {
                let form = |text: &&str| {
                    let gone = text.is_empty() && arg.splits();
                    (!gone).then(|| Arg { value: Value::known(*text), span: arg.span })
                };
                texts.iter().map(form).collect()
            }
        };
        let with = |way: &Vec<Arg>, form: &Option<Arg>| way.iter().chain(form).cloned().collect::<Vec<Arg>>();
        ways = ways.iter().flat_map(|way| forms.iter().map(move |form| with(way, form))).collect();
    }
    ways
}

/// More arguments than this are not kept: shells are copied where their ways part.
const MAX_ARGUMENTS: usize = 1_000;

/// `$1`, `$2`, …: unknown when one of them may become several.
pub(super) fn positional(args: &[Arg]) -> Option<Vec<Value>> {
    let splits = args.iter().any(Arg::splits);
    (!splits && args.len() <= MAX_ARGUMENTS).then(|| args.iter().map(|arg| arg.value.clone()).collect())
}

fn forget(shell: &mut Shell, env: &[(String, Value)]) {
    for (name, _) in env {
        shell.set(name.as_str(), one_unknown("may be set for one command only"));
    }
}

fn one_unknown(why: &'static str) -> Value {
    Value::Unknown(super::value::Unknown::one(why))
}

fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
