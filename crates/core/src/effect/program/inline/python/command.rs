//! `python3 -c TEXT`, `python3 FILE`, `python3 - <<'PY'`: which text runs, and where.

use super::judge::{self, Reach, Reads, Setting};
use super::secrets;
use super::shadow;
use super::statements;
use super::stop::{Read, Stop};
use super::value::{Known, Spot};
use crate::effect::reading::{Invocation, Reading, Stdin};
use crate::effect::value::{Arg, Value};
use crate::effect::{Effect, Followed, place};
use crate::verdict::Span;
use crate::world::Unreadable;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Letters of flags that change nothing about what runs.
const FLAGS: &str = "BEIOPqsSuvb";

/// Values of `-X` that only tell or tune.
const SETTINGS: &[&str] =
    &["dev", "utf8", "utf8=0", "utf8=1", "importtime", "no_debug_ranges", "faulthandler"];

/// Values of `-W` that name no class: those would be imported.
const WARNINGS: &[&str] = &["ignore", "default", "error", "always", "module", "once", "all"];

/// Where the program stands in the arguments.
enum Program<'a> {
    /// `-c TEXT`
    Text(Arg),
    /// A file.
    File(&'a Arg),
    /// Standard input.
    Stdin,
}

/// Arguments told apart.
struct Told<'a> {
    program: Program<'a>,
    /// `sys.argv[1:]`
    rest: &'a [Arg],
    /// Nothing of the current directory is imported.
    isolated: bool,
}

/// A program that is known to the letter.
struct Source<'a> {
    text: &'a str,
    span: Span,
    setting: Setting,
    /// Where Python looks for modules first.
    dirs: Vec<String>,
    /// It stands in a file, not in the command.
    file: bool,
}

/// Reads a call of Python that names neither a version nor a module.
pub fn run(reading: &mut Reading<'_>, call: &Invocation) {
    match tell(&call.args) {
        Err((rule, span)) => {
            let from_stdin = call.args.iter().any(|arg| arg.text() == Some("-"));
            if from_stdin && matches!(call.stdin, Stdin::Stream { network: true }) {
                return from_network(reading, call);
            }
            let message = format!("`{}` is started in a way that is not read", call.name);
            reading.add(Effect::Opaque, rule, message, span);
        }
        Ok(Told { program: Program::Text(code), rest, isolated }) => {
            let Some(text) = code.text() else { return unknown_text(reading, call, &code) };
            let dirs = if isolated { Vec::new() } else { reading.dirs().to_vec() };
            let setting = setting(reading, "-c", rest, None);
            prove(reading, call, &Source { text, span: code.span, setting, dirs, file: false });
        }
        Ok(Told { program: Program::Stdin, rest, isolated }) => match &call.stdin {
            Stdin::Text(text) => {
                let dirs = if isolated { Vec::new() } else { reading.dirs().to_vec() };
                let setting = setting(reading, "-", rest, None);
                prove(reading, call, &Source { text, span: call.span, setting, dirs, file: false });
            }
            Stdin::Stream { network: true } => from_network(reading, call),
            Stdin::Stream { network: false } | Stdin::Names(_) | Stdin::File | Stdin::Inherited => {
                let message =
                    format!("`{}` runs what it gets on standard input that was not read", call.name);
                reading.add(Effect::Opaque, "unread_code", message, call.span);
            }
        },
        Ok(Told { program: Program::File(file), rest, isolated }) => {
            run_file(reading, call, file, (rest, isolated))
        }
    }
}

/// Python's own way through its arguments: the program ends the flags.
fn tell(args: &[Arg]) -> Result<Told<'_>, (&'static str, Span)> {
    let mut isolated = false;
    let mut rest = args;
    while let [arg, behind @ ..] = rest {
        let Some(text) = arg.text() else {
            // `-c"$x"`: the text is not known, and neither is where it begins.
            let rule = if arg.value.prefix().starts_with("-c") { "inline_code" } else { "unread_code" };
            return Err((rule, arg.span));
        };
        let Some(letters) = text.strip_prefix('-') else {
            return Ok(Told { program: Program::File(arg), rest: behind, isolated });
        };
        if letters.is_empty() {
            return Ok(Told { program: Program::Stdin, rest: behind, isolated });
        }
        rest = behind;
        let mut letters = letters.chars();
        while let Some(letter) = letters.next() {
            let attached = letters.as_str();
            match letter {
                'c' | 'W' | 'X' => {
                    let value = match (attached, behind) {
                        ("", []) => return Err(("unknown_flag", arg.span)),
                        ("", [next, ..]) => next.clone(),
                        (value, _) => Arg { value: Value::known(value), span: arg.span },
                    };
                    let behind = if attached.is_empty() { behind.get(1..).unwrap_or(&[]) } else { behind };
                    if letter == 'c' {
                        if value.splits() {
                            return Err(("inline_code", value.span));
                        }
                        return Ok(Told { program: Program::Text(value), rest: behind, isolated });
                    }
                    let known = if letter == 'W' { WARNINGS } else { SETTINGS };
                    if !value.text().is_some_and(|value| known.contains(&value)) {
                        return Err(("unknown_flag", arg.span));
                    }
                    rest = behind;
                    break;
                }
                letter if FLAGS.contains(letter) => isolated |= matches!(letter, 'I' | 'P'),
                _ => return Err(("unread_code", arg.span)),
            }
        }
    }
    Ok(Told { program: Program::Stdin, rest: &[], isolated })
}

fn from_network(reading: &mut Reading<'_>, call: &Invocation) {
    let message = format!("`{}` would run what comes from the network", call.name);
    reading.add(Effect::Catastrophe, "network_into_shell", message, call.span);
}

/// `-c "$x"`
fn unknown_text(reading: &mut Reading<'_>, call: &Invocation, code: &Arg) {
    if reading.network_since(call.start) {
        return from_network(reading, call);
    }
    let message = format!("`{}` runs inline code that is not known to the letter", call.name);
    reading.add(Effect::Opaque, "inline_code", message, code.span);
}

/// A file of the project.
fn run_file(reading: &mut Reading<'_>, call: &Invocation, file: &Arg, (rest, isolated): (&[Arg], bool)) {
    let stop = |reading: &mut Reading<'_>, rule: &'static str, why: &str| {
        let shown = file.value.prefix();
        reading.add(Effect::Opaque, rule, format!("`{}` runs `{shown}`, which {why}", call.name), file.span);
    };
    let (Some(path), [cwd]) = (file.text(), reading.dirs()) else {
        return stop(reading, "unread_code", "is not known before it runs");
    };
    if reading.shell.lost {
        return stop(reading, "unread_code", "lies in a directory that is not known");
    }
    let whole = place::join(cwd, path);
    let text = match reading.world.read(&whole) {
        Ok(text) => text,
        Err(Unreadable::Missing) => return stop(reading, "unread_code", "does not exist"),
        Err(Unreadable::TooLarge | Unreadable::Other) => {
            return stop(reading, "unread_code", "cannot be read");
        }
    };
    let Some(real) = reading.world.resolve(&whole) else {
        return stop(reading, "unread_code", "cannot be found without following an unknown link");
    };
    if reading.unsettled || reading.was_written(&place::normal(&whole)) {
        return stop(reading, "changed_before", "is changed by the same command before it runs");
    }
    if !reading.session.roots.iter().any(|root| place::within(&real.path, root)) {
        return stop(reading, "unread_code", "is not the project's own");
    }
    reading.read_path(&call.name, file, false);
    reading.effects.followed.push(Followed { path: place::normal(&whole), text: text.clone() });
    let dirs = if isolated { Vec::new() } else { [folder(&whole), folder(&real.path)].to_vec() };
    let setting = setting(reading, path, rest, Some(path));
    prove(reading, call, &Source { text: &text, span: file.span, setting, dirs, file: true });
}

fn folder(path: &str) -> String {
    path.rsplit_once('/').map_or("/", |(folder, _)| if folder.is_empty() { "/" } else { folder }).to_string()
}

/// Reads the text of a script that the system would start with Python, in the directory `call` runs in. `path` is how
/// it was named.
pub fn read(reading: &mut Reading<'_>, call: &Invocation, path: &str, text: &str, span: Span) {
    let whole: Vec<String> = reading.dirs().iter().map(|cwd| place::join(cwd, path)).collect();
    let mut dirs: Vec<String> = whole.iter().map(|path| folder(path)).collect();
    for path in &whole {
        match reading.world.resolve(path) {
            Some(real) => dirs.push(folder(&real.path)),
            None => return stop(reading, call, span, &Stop::unlisted("runs a file that cannot be found", 1)),
        }
    }
    let setting = setting(reading, path, &call.args, Some(path));
    prove(reading, call, &Source { text, span, setting, dirs, file: true });
}

fn setting(reading: &Reading<'_>, first: &str, rest: &[Arg], file: Option<&str>) -> Setting {
    let cwd = match reading.dirs() {
        [cwd] if !reading.shell.lost => reading.world.resolve(cwd).map(|found| found.path),
        _ => None,
    };
    let splits = rest.iter().any(Arg::splits);
    let arguments = core::iter::once(Known::text(first)).chain(rest.iter().map(argument));
    Setting {
        arguments: (!splits).then(|| arguments.collect()),
        file: file.map(ToString::to_string),
        cwd,
        home: reading.session.home.clone(),
    }
}

fn argument(arg: &Arg) -> Known {
    match &arg.value {
        Value::Known(text) => Known::text(text),
        Value::Unknown(unknown) if unknown.listed => {
            Known::spots(Vec::from([Spot::Below(unknown.directory().to_string())]), false)
        }
        Value::Unknown(_) => Known::Plain,
    }
}

/// Adds what the program does, or why it stops.
fn prove(reading: &mut Reading<'_>, call: &Invocation, source: &Source<'_>) {
    let span = source.span;
    let reads = match proven(reading, call, source) {
        Ok(reads) => reads,
        Err(mut stopped) => {
            // A rule of the policy may speak for a file.
            if source.file && stopped.hazard.is_none() {
                stopped.rule = "unread_code";
            }
            return stop(reading, call, span, &stopped);
        }
    };
    for (path, reach) in reads {
        let deep = reach != Reach::Itself;
        reading.read_path(&call.name, &Arg { value: Value::known(path), span }, deep);
    }
    let message = format!("`{}` runs code that only computes, prints and reads", call.name);
    reading.add(Effect::Harmless, "inline_harmless", message, span);
}

/// What the program reads, if that is all it does.
fn proven(reading: &Reading<'_>, call: &Invocation, source: &Source<'_>) -> Read<Reads> {
    let stop = |why: String| Stop { rule: "inline_code", why, hazard: None };
    if let Some(why) = foreign(reading, call, source.text) {
        return Err(stop(why.to_string()));
    }
    let resolve = |path: &str| reading.world.resolve(path).map(|found| found.path);
    let searches = secrets::Searches::new(reading);
    let find = |dir: &str, pattern: &str, hidden: bool| searches.find(dir, pattern, hidden);
    let reads = judge::judge(&statements::program(source.text)?, &source.setting, &resolve, &find)?;
    let open =
        reads.iter().find(|(dir, reach)| *reach == Reach::Below && find(dir, secrets::EVERYTHING, true));
    if let Some((dir, _)) = open {
        let why = format!("reads files that it finds below `{dir}`, where secrets may lie");
        return Err(Stop { rule: "unknown_value", why, hazard: None });
    }
    for dir in source.dirs.iter().chain(&searched(reading)) {
        if let Some(shadow) = shadow::shadow(reading, dir) {
            return Err(stop(shadow::why(&shadow, dir)));
        }
    }
    Ok(reads)
}

/// Directories of the user's own `PYTHONPATH`: they come before the library too.
fn searched(reading: &Reading<'_>) -> Vec<String> {
    let paths = reading.session.variable("PYTHONPATH").unwrap_or_default().split(':');
    let dirs = reading.dirs();
    paths
        .filter(|path| !path.is_empty())
        .flat_map(|path| dirs.iter().map(move |cwd| place::join(cwd, path)))
        .collect()
}

/// The interpreter or its surroundings are not what the text is read for.
fn foreign(reading: &Reading<'_>, call: &Invocation, text: &str) -> Option<&'static str> {
    let found = reading.world.program(&reading.started).and_then(|path| reading.world.resolve(&path));
    let found = found.map_or_else(|| reading.started.clone(), |found| found.path);
    let old = |name: &str| name.starts_with("python2") || name == "pypy";
    if [&reading.started, &found].iter().any(|path| path.rsplit('/').next().is_some_and(old)) {
        return Some("is Python 2, whose programs are not read");
    }
    if reading.shell.lost {
        return Some("runs in a directory that is not known");
    }
    if reading.is_of_project() {
        return Some("is an interpreter of the project, and what starts with it was not read");
    }
    let encoding = |name: &str| name.starts_with("LC_") || name.starts_with("LANG");
    let set = call.env.iter().map(|(name, _)| name).chain(reading.shell.variables.keys());
    if !text.is_ascii() && set.into_iter().any(|name| encoding(name)) {
        return Some("may read letters beyond ASCII in another way");
    }
    None
}

fn stop(reading: &mut Reading<'_>, call: &Invocation, span: Span, stop: &Stop) {
    let message = format!("`{}` {}", call.name, stop.why);
    match stop.hazard {
        Some(hazard) => reading.hazard(hazard, stop.rule, message, None, span),
        None => reading.add(Effect::Opaque, stop.rule, message, span),
    }
}
