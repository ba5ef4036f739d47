//! Builtins that set variables and options.

use super::{described, harmless, unknown};
use crate::effect::program::spec::{self, Style, Unread};
use crate::effect::reading::{Invocation, Reading};
use crate::effect::state::Shell;
use crate::effect::value::{Arg, Value};
use crate::effect::walk::is_name;
use crate::effect::{Effect, Hazard, environment};
use crate::verdict::Span;
use alloc::format;
use alloc::string::{String, ToString};

pub fn export(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    match spec::parse(Style::Posix, "-n -p -f", &call.args) {
        Ok(parsed) if parsed.operands.is_empty() || parsed.has(&["-p"]) => print_all(reading, call),
        // Some shells know no `-n`, and go on without it.
        Ok(parsed) if parsed.has(&["-f", "-n"]) => return unknown(reading, call),
        Ok(parsed) => {
            reading.sure = true;
            for arg in parsed.operands {
                let Some((name, value)) = definition(reading, call, arg) else { continue };
                // Without a value, what was assigned before is handed on.
                let held = value.or_else(|| reading.shell.variables.get(&name).cloned());
                let held = held.unwrap_or(Value::unknown("is whatever it was before"));
                if !environment::may_export(&name, &held) {
                    let message = format!("`{name}` is handed to every program that follows");
                    reading.add(Effect::Opaque, "environment", message, arg.span);
                }
            }
            harmless(reading, call);
        }
        Err(unread) => reading.unread(&call.name, unread),
    }
    None
}

pub fn declare(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    match spec::parse(Style::Posix, "-a -A -r -l -u -p -f -F", &call.args) {
        // A function that cannot be changed, one that zsh looks for in files; a number that zsh evaluates.
        Ok(parsed) if !parsed.operands.is_empty() && parsed.has(&["-f", "-F"]) => {
            drop(unknown(reading, call))
        }
        // `-p` prints those that are named.
        Ok(parsed) if parsed.has(&["-p"]) || (parsed.operands.is_empty() && !parsed.has(&["-f", "-F"])) => {
            print_all(reading, call)
        }
        Ok(parsed) => {
            // `declare -a 'a=(…)'` evaluates the text.
            let array = parsed.has(&["-a", "-A"]);
            let stuck = parsed.has(&["-r", "-l", "-u", "-A"]) || call.name == "readonly";
            // A flag may be an error or mean that nothing is assigned; some shells have no `declare`, and outside of a
            // function there is no `local`.
            let plain = parsed.flags.is_empty()
                && match call.name.as_str() {
                    "local" => !reading.calling.is_empty(),
                    "readonly" => true,
                    _ => reading.shell.is_bash,
                };
            reading.sure = plain;
            for arg in parsed.operands {
                let Some((name, value)) = definition(reading, call, arg) else { continue };
                if array && value.is_some_and(|value| value.text().is_none_or(|text| text.starts_with('('))) {
                    reading.evaluated(arg.span);
                }
                reading.sure &= !reading.shell.stuck.contains(&name);
                if !plain {
                    reading.assign(&name, Value::unknown("may not be what was assigned"), arg.span);
                }
                if stuck {
                    reading.shell.stuck.insert(name.clone());
                }
                if !reading.calling.is_empty() {
                    reading.locals.push(name);
                }
            }
            harmless(reading, call);
        }
        Err(unread) => reading.unread(&call.name, unread),
    }
    None
}

/// `name` or `name=value`: assigned, and given back.
fn definition(reading: &mut Reading<'_>, call: &Invocation, arg: &Arg) -> Option<(String, Option<Value>)> {
    let prefix = arg.value.prefix();
    let (name, value) = match (prefix.split_once('='), &arg.value) {
        (Some((name, text)), Value::Known(_)) => (name, Some(Value::known(text))),
        (Some((name, text)), Value::Unknown(unknown)) if !unknown.splits => {
            (name, Some(unknown.behind(prefix.len().saturating_sub(text.len()))))
        }
        (None, Value::Known(text)) => (text.as_str(), None),
        (Some(_) | None, Value::Unknown(_)) => {
            reading.unread(&call.name, Unread::value(arg));
            return None;
        }
    };
    let (name, value) = match name.strip_suffix('+') {
        Some(name) => (name, Some(Value::unknown("is put together from parts"))),
        None => (name, value),
    };
    let name = name.to_string();
    if !is_name(&name) {
        reading.evaluated(arg.span);
        return None;
    }
    match &value {
        Some(value) => reading.assign(&name, value.clone(), arg.span),
        // Only handed on.
        None if call.name == "export" => {}
        None => {
            // zsh prints it.
            if reading.is_secret_variable(&name) {
                reading.stop_secret(format!("`{}` may show the value of `{name}`", call.name), arg.span);
            }
            reading.assign(&name, Value::unknown("is whatever it was before"), arg.span);
        }
    }
    Some((name, value))
}

fn print_all(reading: &mut Reading<'_>, call: &Invocation) {
    let message = format!("`{}` prints all variables, secrets among them", call.name);
    reading.hazard(Hazard::Secret, "print_environment", message, None, call.span);
}

pub fn unset(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    match spec::parse(Style::Posix, "-f -v", &call.args) {
        Ok(parsed) => {
            let functions = parsed.has(&["-f"]);
            for arg in parsed.operands {
                reading.names_a_variable(&arg.value, arg.span);
                // skipped: one that is not known was stopped as any name.
                let Some(name) = arg.text().map(ToString::to_string) else { continue };
                if functions {
                    reading.shell.functions.remove(&name);
                } else if let Some(function) = reading.shell.functions.get_mut(&name) {
                    // Without a flag a function goes only if there is no variable of that name.
                    function.certain = false;
                }
                if !functions {
                    if !environment::may_take(reading.session, &name) {
                        let message = format!("`unset` takes away `{name}`, which other programs rely on");
                        reading.add(Effect::Opaque, "environment", message, arg.span);
                    }
                    // It may uncover another variable of that name.
                    reading.assign(&name, Value::unknown("was unset"), arg.span);
                }
            }
            harmless(reading, call);
        }
        Err(unread) => reading.unread(&call.name, unread),
    }
    None
}

pub fn read(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    for (name, value) in &call.env {
        if name != "IFS" && !environment::may_export(name, value) {
            reading.add(
                Effect::Opaque,
                "environment",
                format!("`{name}=…` may change what `read` does"),
                call.span,
            );
        }
    }
    names(reading, call, "-r -s -e -p: -t: -n: -N: -d: -u: -a: -i:", "is read from input")
}

pub fn mapfile(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    names(reading, call, "-t -d: -n: -O: -s: -u:", "is an array")
}

/// `read -n 1 x` sets `$1` in zsh.
fn may_be_name(reading: &mut Reading<'_>, name: &str, span: Span) {
    if !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit()) {
        reading.shell.arguments = None;
    } else if is_name(name) {
        reading.assign(name, Value::unknown("may be read from input"), span);
    }
}

/// Operands are names of variables that are set to something unknown.
fn names(
    reading: &mut Reading<'_>,
    call: &Invocation,
    flags: &'static str,
    why: &'static str,
) -> Option<Shell> {
    match spec::parse(Style::Posix, flags, &call.args) {
        Ok(parsed) => {
            // zsh evaluates counts and times as arithmetic.
            for count in parsed.values(&["-t", "-n", "-N", "-u", "-O", "-s"]) {
                let plain = |text: &str| text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
                if !count.text().is_some_and(plain) {
                    reading.evaluated_value(&count.value, count.span);
                }
            }
            let array = parsed.values(&["-a"]);
            // For zsh some of these take no value, so that it is a name as well.
            if !reading.shell.is_bash {
                for value in parsed.flags.iter().filter_map(|flag| flag.value.as_ref()) {
                    match value.text() {
                        Some(name) => may_be_name(reading, name, call.span),
                        None => reading.names_a_variable(&value.value, value.span),
                    }
                }
            }
            for arg in parsed.operands.iter().copied().chain(array) {
                reading.names_a_variable(&arg.value, arg.span);
                // skipped: one that is not known was stopped as any name.
                if let Some(name) = arg.text() {
                    let name = name.to_string();
                    reading.assign(&name, Value::unknown(why), arg.span);
                }
            }
            harmless(reading, call);
        }
        Err(unread) => reading.unread(&call.name, unread),
    }
    None
}

pub fn let_(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    for arg in &call.args {
        match arg.text() {
            Some(text) => reading.statements(text, arg.span),
            None => reading.evaluated_value(&arg.value, arg.span),
        }
    }
    harmless(reading, call)
}

pub fn set(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        match arg.text() {
            Some("--") => {
                reading.shell.arguments = crate::effect::launch::positional(args.as_slice());
                reading.sure = true;
                break;
            }
            Some("-o" | "+o") => {
                let option = args.next().and_then(Arg::text);
                if !matches!(
                    option,
                    Some("pipefail" | "errexit" | "nounset" | "xtrace" | "noclobber" | "verbose")
                ) {
                    return unknown(reading, call);
                }
                if option == Some("xtrace") {
                    reading.takes_up_words(call.span);
                }
            }
            Some(flags) if flags.starts_with(['-', '+']) && flags.len() > 1 => {
                let letters = flags.trim_start_matches(['-', '+']);
                if letters.contains('f') {
                    reading.shell.odd_fields = true;
                }
                if letters.contains('x') {
                    reading.takes_up_words(call.span);
                }
                if !letters.chars().all(|c| "euxvnofCE".contains(c)) {
                    return unknown(reading, call);
                }
                if letters.contains('o') && !matches!(args.next().and_then(Arg::text), Some("pipefail")) {
                    return unknown(reading, call);
                }
            }
            Some(_) | None => return unknown(reading, call),
        }
    }
    if call.args.is_empty() {
        print_all(reading, call);
    }
    harmless(reading, call)
}

pub fn shopt(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    const GLOBS: &[&str] = &["nullglob", "globstar", "nocaseglob", "inherit_errexit", "lastpipe"];
    // skipped: one that is not known stops below.
    let known = call.args.iter().filter_map(Arg::text).filter(|text| !text.starts_with('-'));
    let mut all = true;
    for option in known {
        all &= GLOBS.contains(&option);
    }
    if !all || call.args.iter().any(|arg| arg.text().is_none()) {
        return unknown(reading, call);
    }
    // `lastpipe` lets the last stage of a pipe change this shell.
    if call.args.iter().any(|arg| arg.text() == Some("lastpipe")) {
        return unknown(reading, call);
    }
    reading.shell.odd_fields = true;
    described(reading, call, "-s -u -q -p", ":*")
}

#[cfg(test)]
const EXAMPLES: &str = r#"
        ask   readonly x=src; touch "$x/a"
        ask   x=/tmp/m; readonly -r x=src; touch "$x"
        ask   x=/tmp/m; readonly -p x=src; touch "$x"
        ask   x=/tmp/m; f() { local -p x=src; touch "$x"; }; f
        ask   f() { local x=src; touch "$x/a"; }; f
        ask   bash -c 'x=/tmp/m; declare -p x=src; touch "$x"'
        ask   bash -c 'declare -r x=src; touch "$x"'
        ask   bash -c 'declare x=src; touch "$x/a"'
        ask   CI=/tmp/m; export -n CI=src; touch "$CI"
        allow export CI=1; ls
        allow f() { ls; }; f
        allow log() { echo "$1"; }; log x
        ask   nocorrect() { :; }; nocorrect touch /tmp/m
        ask   integer() { :; }; integer x='path[$(touch /tmp/m)1]'
        ask   x=src; export() { :; }; export x=/tmp/m; touch "$x"
        ask   x=src; typeset() { :; }; typeset x=/tmp/m; touch "$x"
        ask   cd() { ls; }; cd src
        ask   noglob() { ls; }
        ask   touch b=~/../../M
        ask   cp README.md b=~/../../M
        ask   export X=~/x; touch "$X"
        allow x=~; ls "$x"
        allow echo a=~/x
"#;

#[cfg(test)]
mod tests {
    use crate::effect::program::examples;

    #[test]
    fn examples_read_as_they_should() {
        examples::run(super::EXAMPLES);
    }
}
