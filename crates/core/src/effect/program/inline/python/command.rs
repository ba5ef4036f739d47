//! `python3 -c TEXT`, `python3 FILE`, `python3 - <<'PY'`: which text runs, and where.

use super::check::{self, Arguments};
use super::shadow;
use super::statements;
use super::stop::{Read, Stop};
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
}

/// A program that is known to the letter.
struct Source<'a> {
    text: &'a str,
    span: Span,
    arguments: Arguments,
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
            if from_stdin && call.stdin.is_from_network() {
                return from_network(reading, call);
            }
            let message = format!("`{}` is started in a way that is not read", call.name);
            reading.add(Effect::Opaque, rule, message, span);
        }
        Ok(Told { program: Program::Text(code), rest }) => {
            let Some(text) = code.text() else { return unknown_text(reading, call, &code) };
            let (arguments, dirs) = (arguments(rest), reading.dirs().to_vec());
            prove(reading, call, &Source { text, span: code.span, arguments, dirs, file: false });
        }
        Ok(Told { program: Program::Stdin, rest }) => match &call.stdin {
            Stdin::Text(text) => {
                let (arguments, dirs) = (arguments(rest), reading.dirs().to_vec());
                prove(reading, call, &Source { text, span: call.span, arguments, dirs, file: false });
            }
            Stdin::Stream { network: true, .. } => from_network(reading, call),
            Stdin::Stream { network: false, .. } | Stdin::Names(_) | Stdin::File | Stdin::Inherited => {
                let message =
                    format!("`{}` runs what it gets on standard input that was not read", call.name);
                reading.add(Effect::Opaque, "unread_code", message, call.span);
            }
        },
        Ok(Told { program: Program::File(file), rest }) => run_file(reading, call, file, rest),
    }
}

/// Python's own way through its arguments: the program ends the flags.
fn tell(args: &[Arg]) -> Result<Told<'_>, (&'static str, Span)> {
    let mut rest = args;
    while let [arg, behind @ ..] = rest {
        let Some(text) = arg.text() else {
            // `-c"$x"`: the text is not known, and neither is where it begins.
            let rule = if arg.value.prefix().starts_with("-c") { "inline_code" } else { "unread_code" };
            return Err((rule, arg.span));
        };
        let Some(letters) = text.strip_prefix('-') else {
            return Ok(Told { program: Program::File(arg), rest: behind });
        };
        if letters.is_empty() {
            return Ok(Told { program: Program::Stdin, rest: behind });
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
                        return Ok(Told { program: Program::Text(value), rest: behind });
                    }
                    let known = if letter == 'W' { WARNINGS } else { SETTINGS };
                    if !value.text().is_some_and(|value| known.contains(&value)) {
                        return Err(("unknown_flag", arg.span));
                    }
                    rest = behind;
                    break;
                }
                letter if FLAGS.contains(letter) => {}
                _ => return Err(("unread_code", arg.span)),
            }
        }
    }
    Ok(Told { program: Program::Stdin, rest: &[] })
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
fn run_file(reading: &mut Reading<'_>, call: &Invocation, file: &Arg, rest: &[Arg]) {
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
    // What it says must not be told in a reason.
    if reading.is_secret(&whole) {
        reading.read_path(&call.name, file, false);
        return stop(reading, "read_secret", "may hold secrets");
    }
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
    if reading.unsettled || reading.was_written(&whole) || reading.leads_astray(&whole) {
        return stop(reading, "changed_before", "is changed by the same command before it runs");
    }
    if !reading.session.roots.iter().any(|root| place::within(&real.path, root)) {
        return stop(reading, "unread_code", "is not the project's own");
    }
    reading.read_path(&call.name, file, false);
    reading.effects.followed.push(Followed { path: real.path.clone(), text: text.clone() });
    let (arguments, dirs) = (arguments(rest), [folder(&whole), folder(&real.path)].to_vec());
    prove(reading, call, &Source { text: &text, span: file.span, arguments, dirs, file: true });
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
    prove(reading, call, &Source { text, span, arguments: arguments(&call.args), dirs, file: true });
}

/// `sys.argv[1:]`: not known where a word may become several.
fn arguments(rest: &[Arg]) -> Arguments {
    let known = |arg: &Arg| arg.text().map(ToString::to_string);
    (!rest.iter().any(Arg::splits)).then(|| rest.iter().map(known).collect())
}

/// Adds what the program does, or why it stops.
fn prove(reading: &mut Reading<'_>, call: &Invocation, source: &Source<'_>) {
    let span = source.span;
    let reads = match proven(reading, call, source) {
        Ok(reads) => reads,
        Err(mut stopped) => {
            // A rule of the policy may speak for a file.
            if source.file {
                stopped.rule = "unread_code";
            }
            return stop(reading, call, span, &stopped);
        }
    };
    for path in reads {
        reading.read_path(&call.name, &Arg { value: Value::known(path), span }, false);
    }
    let message = format!("`{}` runs code that only computes, prints and reads", call.name);
    reading.add(Effect::Harmless, "inline_harmless", message, span);
}

/// What the program reads, if that is all it does.
fn proven(reading: &Reading<'_>, call: &Invocation, source: &Source<'_>) -> Read<Vec<String>> {
    let stop = |why: String| Stop { rule: "inline_code", why };
    if let Some(why) = foreign(reading, call, source.text) {
        return Err(stop(why.to_string()));
    }
    let (body, names) = statements::program(source.text)?;
    let reads = check::check(&body, &names, &source.arguments)?;
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
    let session =
        ["LC_ALL", "LC_CTYPE", "LANG"].map(|name| reading.session.variable(name).unwrap_or_default());
    if !text.is_ascii() && !session.into_iter().all(is_unicode) {
        return Some("may read letters beyond ASCII in another way");
    }
    let encoding = |name: &str| name.starts_with("LC_") || name.starts_with("LANG");
    let set = call.env.iter().map(|(name, _)| name).chain(reading.shell.variables.keys());
    if !text.is_ascii() && set.into_iter().any(|name| encoding(name)) {
        return Some("may read letters beyond ASCII in another way");
    }
    None
}

fn stop(reading: &mut Reading<'_>, call: &Invocation, span: Span, stop: &Stop) {
    reading.add(Effect::Opaque, stop.rule, format!("`{}` {}", call.name, stop.why), span);
}

/// A locale in which Python reads its program as UTF-8.
fn is_unicode(locale: &str) -> bool {
    let lower = locale.to_ascii_lowercase();
    ["", "c", "posix"].contains(&lower.as_str()) || lower.ends_with(".utf-8") || lower.ends_with(".utf8")
}
