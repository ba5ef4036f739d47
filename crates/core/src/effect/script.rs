//! Shells and the files they run: the text is read like the command line itself.

use super::Effect;
use super::follow::Unopened;
use super::launch::positional;
use super::place;
use super::reading::{Invocation, Reading, Stdin};
use super::shebang::{self, Runs};
use super::state::Shell;
use super::value::{Arg, Value};
use crate::effect::program::about;
use crate::effect::program::spec::{self, Style, Unread};
use crate::verdict::Span;
use crate::world::Stands;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Shells whose language is read. Others (zsh, fish, ksh) are programs that mastiff does not know.
pub fn is_shell(name: &str) -> bool {
    matches!(name, "bash" | "sh" | "dash" | "ash")
}

const FLAGS: &str =
    "-c -e -u -x -v -n -l -s -o: -f -h -m -p -r -E -T --login --norc --noprofile --verbose --restricted";

/// `bash -c TEXT`, `bash FILE`, `bash < text`.
pub fn run_shell(reading: &mut Reading<'_>, call: &Invocation) {
    // With a standard input it may be another shell under that name, which runs that.
    if about::ends_after(&call.name, &call.args) && call.stdin == Stdin::Inherited {
        return reading.add(Effect::Harmless, "help", "a shell prints its help", call.span);
    }
    reading.stop_led_shell(&call.name, call.span);
    let parsed = match spec::parse(Style::Posix, FLAGS, &call.args) {
        Ok(parsed) => parsed,
        Err(_) if reading.network_since(call.start) => return from_network(reading, call),
        Err(unread) => return reading.unread(&call.name, unread),
    };
    let mut operands = parsed.operands.iter();
    const OPTIONS: &[&str] = &["pipefail", "errexit", "nounset", "xtrace", "noclobber", "verbose"];
    let odd = parsed.flags.iter().find(|flag| {
        flag.name == "-o" && !flag.value.as_ref().and_then(Arg::text).is_some_and(|o| OPTIONS.contains(&o))
    });
    if let Some(flag) = odd {
        return reading.unread(&call.name, Unread::flag("-o", flag.span));
    }
    // skipped: an option that is not known was stopped above.
    let mut options = parsed.flags.iter().filter_map(|flag| flag.value.as_ref().and_then(Arg::text));
    if parsed.has(&["-x"]) || options.any(|option| option == "xtrace") {
        reading.takes_up_words(call.span);
    }
    if parsed.has(&["-n"]) && parsed.operands.iter().any(|arg| arg.value.prefix().starts_with(['+', '-'])) {
        return reading.unread(&call.name, Unread::flag("+n", call.span));
    }
    if parsed.has(&["-c"]) {
        let Some(code) = operands.next() else {
            return reading.add(Effect::Opaque, "unknown_command", "`-c` without a text", call.span);
        };
        let behind: Vec<Arg> = operands.map(|arg| (*arg).clone()).collect();
        let arguments = positional(&behind).map(|all| all.into_iter().skip(1).collect());
        return run_text(reading, code, arguments, call);
    }
    if parsed.has(&["-n"]) {
        for file in operands {
            reading.read_path(&call.name, file, false);
        }
        return reading.add(Effect::Harmless, "check_command", "a shell checks syntax only", call.span);
    }
    // `bash +n x`, `bash - x`: more options, of the shell's own kind.
    if let Some(first) = parsed.operands.first()
        && (first.value.prefix().starts_with('+') || first.text() == Some("-"))
    {
        return reading.unread(&call.name, Unread::flag(first.value.prefix(), first.span));
    }
    match operands.next() {
        Some(file) if !parsed.has(&["-s"]) => match file.text() {
            Some(path) => {
                let path = path.to_string();
                let behind: Vec<Arg> = operands.map(|arg| (*arg).clone()).collect();
                follow(reading, &path, positional(&behind), call);
            }
            None => stop_code(reading, file, call),
        },
        Some(_) | None => run_stdin(reading, call),
    }
}

/// A text given as an argument, run in a child shell.
fn run_text(reading: &mut Reading<'_>, code: &Arg, arguments: Option<Vec<Value>>, call: &Invocation) {
    let Some(text) = code.text() else { return stop_code(reading, code, call) };
    let text = text.to_string();
    as_sh(reading, &call.name, &text, call.span);
    reading.add(Effect::Harmless, "shell_builtin", format!("`{}` runs a text", call.name), call.span);
    child(reading, &text, arguments, code.span, (call, From::Line));
}

/// Code that is not known; code that comes from the network is a catastrophe.
pub fn stop_code(reading: &mut Reading<'_>, code: &Arg, call: &Invocation) {
    if reading.network_since(call.start) {
        return from_network(reading, call);
    }
    reading.unread(
        &call.name,
        Unread { message: format!("runs code that {}", why(&code.value)), ..Unread::value(code) },
    );
}

fn from_network(reading: &mut Reading<'_>, call: &Invocation) {
    let message = format!("`{}` would run what comes from the network", call.name);
    reading.add(Effect::Catastrophe, "network_into_shell", message, call.span);
}

fn why(value: &Value) -> &'static str {
    match value {
        Value::Known(_) => "is not a text",
        Value::Unknown(unknown) => unknown.why,
    }
}

/// A shell without a file reads its standard input.
fn run_stdin(reading: &mut Reading<'_>, call: &Invocation) {
    match &call.stdin {
        Stdin::Text(text) => {
            let text = text.clone();
            let message = format!("`{}` runs a text of which its own commands may read a part", call.name);
            let instead = Some("give the text as an argument of -c");
            reading.hazard_opaque("unknown_script", &message, instead, call.span);
            // Read for the harm that shows at once.
            child(reading, &text, None, call.span, (call, From::Line));
        }
        Stdin::Stream { network: true, .. } => from_network(reading, call),
        Stdin::Stream { network: false, .. } | Stdin::Names(_) | Stdin::File | Stdin::Inherited => {
            let message = format!("`{}` runs commands that are not known before they are typed", call.name);
            reading.add(Effect::Opaque, "unknown_command", message, call.span);
        }
    }
}

/// `./x.sh`: a file of the repository run by its name; the first line says by what.
pub fn run_file(reading: &mut Reading<'_>, path: &str, call: &Invocation) {
    let arguments = positional(&call.args);
    let Some(text) = readable(reading, path, call) else { return };
    match shebang::runs(&text) {
        Runs::Shell(_) => {
            reading.stop_led_shell("bash", call.span);
            follow_text(reading, path, text, arguments, call);
        }
        // What the kernel makes of it: the interpreter with the file behind its own arguments.
        Runs::Program(words) => {
            let words = words.into_iter().chain([path.to_string()]);
            let words = words.map(|word| Arg { value: Value::Known(word), span: call.span });
            let command: Vec<Arg> = words.chain(call.args.iter().cloned()).collect();
            let message = format!("the first line of `{path}` names what runs it");
            reading.add(Effect::Harmless, "wrapper", message, call.span);
            reading.command(&command, call);
        }
        Runs::Nothing(why) => {
            let message = format!("`{}` is a program of the repository that {why}", call.name);
            reading.add(Effect::Opaque, "unknown_script", message, call.span);
        }
    }
}

/// Reads a script file as the shell `call` would.
pub fn follow(reading: &mut Reading<'_>, path: &str, arguments: Option<Vec<Value>>, call: &Invocation) {
    let [cwd] = reading.dirs() else {
        return reading.add(
            Effect::Opaque,
            "unknown_script",
            "a script lies in a directory that is not known",
            call.span,
        );
    };
    let path = place::join(cwd, path);
    let Some(text) = readable(reading, &path, call) else { return };
    follow_text(reading, &path, text, arguments, call);
}

/// `source x`: the same, in this shell.
pub fn source(reading: &mut Reading<'_>, path: &str, call: &Invocation) {
    let [cwd] = reading.dirs() else {
        return reading.add(
            Effect::Opaque,
            "unknown_script",
            "a script lies in a directory that is not known",
            call.span,
        );
    };
    let path = place::join(cwd, path);
    // What zsh compiled it to, if that is newer, is what zsh runs.
    let compiled = format!("{path}.zwc");
    let found = reading.world.resolve(&compiled);
    if found.is_none_or(|found| found.stands != Stands::Nothing) || reading.was_written(&compiled) {
        let message = format!("`{compiled}` may run in its place");
        return reading.add(Effect::Opaque, "unknown_script", message, call.span);
    }
    let Some(text) = readable(reading, &path, call) else { return };
    if call.args.len() > 1 {
        let message = "`source` with arguments is not followed";
        return reading.add(Effect::Opaque, "unknown_script", message, call.span);
    }
    if !enter(reading, &path, &text, call) {
        return;
    }
    if reading.deeper(call.span) {
        let returns = core::mem::take(&mut reading.returns);
        reading.with_input(&call.stdin, |reading| {
            reading.nested(call.span, true, |reading| reading.text(&text, call.span));
        });
        for left in core::mem::replace(&mut reading.returns, returns) {
            reading.shell.join(&left);
        }
        reading.shallower();
    }
    leave(reading, &path, call);
}

/// The text of a script, unless it is missing, too large, or may change before it runs.
pub fn readable(reading: &mut Reading<'_>, path: &str, call: &Invocation) -> Option<String> {
    if reading.network_since(call.start) {
        from_network(reading, call);
        return None;
    }
    if reading.unsettled || reading.ran_code {
        let what = if reading.unsettled {
            "what still runs, or ran before,"
        } else {
            "project code that runs before"
        };
        let message = format!("{what} may change the script `{path}`");
        reading.add(Effect::Opaque, "changed_before", message, call.span);
        return None;
    }
    let opened = match may_have_changed(reading, path) {
        true => Err(Unopened::Changed),
        false => reading.open(path),
    };
    match opened {
        Ok(text) => Some(text),
        Err(why) => {
            let message = format!("the script `{path}` {}", why.why());
            reading.add(Effect::Opaque, why.rule("unknown_script"), message, call.span);
            None
        }
    }
}

/// By its name, or by where that leads: `link/../x` lies beside what the link leads to.
fn may_have_changed(reading: &Reading<'_>, path: &str) -> bool {
    reading.was_written(path) || reading.leads_astray(path)
}

/// The script is about to be read: not one that is being read already, and not one that shells disagree about.
fn enter(reading: &mut Reading<'_>, path: &str, text: &str, call: &Invocation) -> bool {
    let odd = match () {
        () if reading.inside.iter().any(|(file, _)| file == path) => Some("runs itself"),
        () if text.starts_with('\u{feff}') => {
            Some("begins with a byte order mark, which shells take for a part of a name")
        }
        () if text.contains('\r') => Some("holds carriage returns, which shells take for a part of words"),
        () if text.contains('\0') => Some("is not a text"),
        () => None,
    };
    if let Some(odd) = odd {
        reading.add(Effect::Opaque, "unknown_script", format!("the script `{path}` {odd}"), call.span);
        return false;
    }
    reading.add(Effect::Harmless, "script", format!("the script `{path}` is read"), call.span);
    reading.inside.push((path.to_string(), String::new()));
    true
}

/// A shell reads a script as it goes: what is added to the file while it runs is run as well.
fn leave(reading: &mut Reading<'_>, path: &str, call: &Invocation) {
    reading.inside.pop();
    if may_have_changed(reading, path) {
        let message = format!("the script `{path}` changes itself while it runs");
        reading.add(Effect::Opaque, "changed_before", message, call.span);
    }
}

fn follow_text(
    reading: &mut Reading<'_>,
    path: &str,
    text: String,
    arguments: Option<Vec<Value>>,
    call: &Invocation,
) {
    as_sh(reading, &shell_of(&text, call), &text, call.span);
    if enter(reading, path, &text, call) {
        child(reading, &text, arguments, call.span, (call, From::File));
        leave(reading, path, call);
    }
}

/// The shell that reads a file: the one that was named, else the one that its first line names.
fn shell_of(text: &str, call: &Invocation) -> String {
    match shebang::runs(text) {
        Runs::Shell(shell) if !is_shell(&call.name) => shell,
        Runs::Shell(_) | Runs::Program(_) | Runs::Nothing(_) => call.name.clone(),
    }
}

/// Where a text stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum From {
    /// In the command line.
    Line,
    /// In a file.
    File,
}

/// Reads a text in a fresh child shell that starts where this one is.
fn child(
    reading: &mut Reading<'_>,
    text: &str,
    arguments: Option<Vec<Value>>,
    span: Span,
    (call, followed): (&Invocation, From),
) {
    let shell = match followed {
        From::File => shell_of(text, call),
        From::Line => call.name.clone(),
    };
    reading.in_subshell(span, |reading| {
        let mut fresh = Shell::new(String::new());
        fresh.dirs = reading.shell.dirs.clone();
        // Without PWD in its environment a shell knows its directory by its real path only.
        for dir in &reading.shell.dirs {
            match reading.world.resolve(dir) {
                Some(found) if fresh.dirs.contains(&found.path) => {}
                Some(found) => fresh.dirs.push(found.path),
                None => fresh.lost = true,
            }
        }
        fresh.lost |= reading.shell.lost;
        fresh.arguments = arguments;
        fresh.is_bash = shell == "bash";
        fresh.starved = reading.shell.starved;
        reading.take_variables_from(&mut fresh);
        reading.shell = fresh;
        // No function of this shell is being called there, nor is any loop of it run.
        let calling = (core::mem::take(&mut reading.calling), core::mem::take(&mut reading.locals));
        let jumps = (core::mem::take(&mut reading.loops), core::mem::take(&mut reading.in_stage));
        let caught = core::mem::take(&mut reading.caught);
        reading.with_input(&call.stdin, |reading| {
            reading.nested(span, followed == From::File, |reading| reading.text(text, span));
        });
        (reading.calling, reading.locals) = calling;
        (reading.loops, reading.in_stage) = jumps;
        reading.caught = caught;
    });
}

/// A text for another shell than bash must not be one that it reads in another way.
fn as_sh(reading: &mut Reading<'_>, shell: &str, text: &str, span: Span) {
    if shell != "bash" && differs_in_sh(text) {
        let message = format!("`{shell}` may read this text in another way than bash");
        reading.add(Effect::Opaque, "unreadable", message, span);
    }
}

/// sh is dash on many machines, and reads these as something else.
pub fn differs_in_sh(text: &str) -> bool {
    const BASHISMS: &[&str] = &[
        "function ",
        "[[",
        "((",
        "$'",
        "$\"",
        "<(",
        ">(",
        "&>",
        "<<<",
        "=(",
        "+=",
        "|&",
        ";&",
        ";;&",
        "select ",
        "source ",
        "declare ",
        "typeset ",
        "local -",
        "~+",
        "{0..",
        "{1..",
        "coproc ",
        ",}",
        "shopt ",
        "time ",
        "}>",
        "}<",
    ];
    let brace_list = text.split('{').skip(1).any(|rest| {
        let word = rest.split([' ', '\t', '\n', '}']).next().unwrap_or("");
        word.contains(',') || word.contains("..")
    });
    brace_list || BASHISMS.iter().any(|bashism| text.contains(bashism))
}
