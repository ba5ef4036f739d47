//! What the tracer wrote, read into deeds.

mod line;
mod table;

use line::Call;
use mastiff_core::effect::place;
use std::collections::BTreeMap;
use table::{CALLS, Takes};

/// Something that a process did, or tried and was not let.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deed {
    /// Opened a file for reading.
    Read(String),
    /// Created or changed a file.
    Write(String),
    /// Created a directory.
    MakeDirectory(String),
    /// Removed a file or directory, or moved it away.
    Delete(String),
    /// Started a program: its path and the words behind its name.
    Run(String, Vec<String>),
    /// Touched the network, another process or the machine.
    Reach(String),
}

/// A deed and the program that did it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Observed {
    /// What.
    pub deed: Deed,
    /// Name of the program, without directory.
    pub by: String,
}

/// The calls a tracer should watch; a `?` lets it pass over those that this machine does not have.
pub fn watched() -> String {
    let others = ["open", "openat", "openat2", "creat", "execve", "execveat", "chdir", "fchdir"];
    let births = ["clone", "clone3", "fork", "vfork"];
    let names = CALLS.iter().map(|(name, _)| *name).chain(others).chain(births);
    let names: Vec<String> = names.map(|name| format!("?{name}")).collect();
    format!("trace={}", names.join(","))
}

/// All deeds in a trace whose first process started in `cwd`.
pub fn read(text: &str, cwd: &str) -> Vec<Observed> {
    let calls = line::calls(text);
    let mut processes = Processes::new(&calls, cwd);
    let mut observed: Vec<Observed> = Vec::new();
    let mut started = false;
    for call in &calls {
        let process = processes.of(call.pid);
        let deeds = deeds(call, &process.cwd);
        let by = process.program.clone();
        processes.follow(call);
        if call.is_exec() && !started {
            // the shell itself
            started = call.succeeded();
            continue;
        }
        observed.extend(deeds.into_iter().map(|deed| Observed { deed, by: by.clone() }));
    }
    observed.sort();
    observed.dedup();
    observed
}

/// Where a process is, and what it runs.
#[derive(Clone)]
struct Process {
    cwd: String,
    program: String,
}

impl Process {
    /// A shell that a program started of its own accord is told apart from those of the command.
    fn becomes(&mut self, name: &str) {
        let by_shell = ["bash", "sh"].contains(&self.program.as_str());
        self.program =
            if name == "sh" && !by_shell { format!("sh of {}", self.program) } else { name.into() };
    }
}

/// Every process that was seen.
struct Processes(BTreeMap<u32, Process>);

impl Processes {
    fn new(calls: &[Call], cwd: &str) -> Self {
        let first = calls.first().map(|call| (call.pid, Process { cwd: cwd.into(), program: "bash".into() }));
        Processes(first.into_iter().collect())
    }

    fn of(&self, pid: u32) -> Process {
        let unknown = || Process { cwd: "/unknown".into(), program: "unknown".into() };
        self.0.get(&pid).cloned().unwrap_or_else(unknown)
    }

    /// A birth stands before everything that the child does: calls are in the order in which they began.
    fn follow(&mut self, call: &Call) {
        if let Some(child) = call.child() {
            let parent = self.of(call.pid);
            self.0.insert(child, parent);
        }
        let Some(process) = self.0.get_mut(&call.pid).filter(|_| call.succeeded()) else { return };
        match call.name.as_str() {
            "chdir" => process.cwd = place::join(&process.cwd, &call.text(0)),
            "fchdir" => process.cwd = call.descriptor(0),
            "execve" => process.becomes(base_name(&call.text(0))),
            "execveat" => process.becomes(base_name(&call.text(1))),
            _ => {}
        }
    }
}

/// A path's last part.
pub fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn deeds(call: &Call, cwd: &str) -> Vec<Deed> {
    match call.name.as_str() {
        "open" => opened(call, cwd, &call.text(0), 1),
        "creat" => vec![Deed::Write(written(call, &place::join(cwd, &call.text(0))))],
        "openat" | "openat2" => opened(call, &call.descriptor(0), &call.text(1), 2),
        "execve" | "execveat" if !call.succeeded() => Vec::new(),
        "execve" => vec![Deed::Run(place::join(cwd, &call.text(0)), call.words(1))],
        "execveat" => vec![Deed::Run(place::join(&call.descriptor(0), &call.text(1)), call.words(2))],
        name => match CALLS.iter().find(|(known, _)| *known == name) {
            Some((_, takes)) => touched(call, cwd, *takes),
            None => Vec::new(),
        },
    }
}

/// Opened to be written, or only read; what was not there or not allowed to be read says nothing.
fn opened(call: &Call, directory: &str, path: &str, flags: usize) -> Vec<Deed> {
    let path = place::join(directory, path);
    let flags = call.argument(flags);
    let writes =
        ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND"].iter().any(|flag| flags.contains(flag));
    match (writes, call.succeeded()) {
        // a lock that somebody else holds, a folder opened like a file, a try without O_CREAT: nothing came of it
        (true, false) if call.failed_with(&["ENOENT", "EEXIST", "EISDIR", "ENXIO", "ENOTDIR"]) => Vec::new(),
        (true, _) => vec![Deed::Write(written(call, &path))],
        (false, true) => vec![Deed::Read(written(call, &path))],
        (false, false) => Vec::new(),
    }
}

/// The path as the kernel resolved it, if it was opened.
fn written(call: &Call, path: &str) -> String {
    call.returned().unwrap_or_else(|| path.into())
}

fn touched(call: &Call, cwd: &str, takes: Takes) -> Vec<Deed> {
    let at = |path: usize| place::join(cwd, &call.text(path));
    let under = |directory: usize| {
        let path = call.argument(directory + 1);
        if path == "NULL" || call.text(directory + 1).is_empty() {
            return call.descriptor(directory);
        }
        place::join(&call.descriptor(directory), &call.text(directory + 1))
    };
    if takes != Takes::Reaches && call.failed_with(&["ENOENT", "EEXIST", "ENOTDIR", "ENOTEMPTY"]) {
        return Vec::new();
    }
    match takes {
        Takes::Changes(path) => vec![Deed::Write(at(path))],
        Takes::ChangesUnder(directory) => vec![Deed::Write(under(directory))],
        Takes::ChangesOpen(descriptor) => vec![Deed::Write(call.descriptor(descriptor))],
        Takes::Makes(path) => vec![Deed::MakeDirectory(at(path))],
        Takes::MakesUnder(directory) => vec![Deed::MakeDirectory(under(directory))],
        Takes::Removes(path) => vec![Deed::Delete(at(path))],
        Takes::RemovesUnder(directory) => vec![Deed::Delete(under(directory))],
        Takes::Moves => vec![Deed::Delete(at(0)), Deed::Write(at(1))],
        Takes::MovesUnder => vec![Deed::Delete(under(0)), Deed::Write(under(2))],
        Takes::Signals if call.argument(0) == call.pid.to_string() || call.argument(0) == "0" => Vec::new(),
        Takes::Signals | Takes::Reaches => vec![Deed::Reach(call.shown())],
    }
}
