//! The command line of perl: flags as whole words of a closed list, one program, files.

use super::{Stop, grammar};
use crate::effect::Effect;
use crate::effect::program::spec::{Program, Unread, custom, only_asks_for_help};
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::{Arg, Value};
use crate::words::listed;
use alloc::format;

/// The family.
pub const PROGRAMS: &[Program] = &[custom("perl", read_perl)];

/// Words in front of the program, whether they open the arguments, and the ending of backups where they change these.
/// Perl reads a cluster by rules of its own (`-pie` has no program, `-a` opens files), so each is spelt out.
const FLAGS: &[(&str, bool, Option<&str>)] = &[
    ("-l -w -0 -00 -0777", false, None),
    ("-n -p -ln -nl -lp -pl -0n -0p -0777n -0777p", true, None),
    ("-i", false, Some("")),
    ("-i.bak", false, Some(".bak")),
    ("-i.orig", false, Some(".orig")),
    ("-ni -pi -0pi -0777pi", true, Some("")),
    ("-ni.bak -pi.bak -0pi.bak -0777pi.bak", true, Some(".bak")),
    ("-ni.orig -pi.orig -0pi.orig -0777pi.orig", true, Some(".orig")),
];

/// Words with a program behind them, and whether they open the arguments. A capital letter makes `say` print.
const CODE: &[(&str, bool)] = &[
    ("-e -E -le -lE -we -wE", false),
    ("-ne -pe -nE -pE -nle -lne -nlE -lnE -ple -lpe -plE -lpE -wne -wpe", true),
    ("-0ne -0pe -00ne -00pe -0777ne -0777pe", true),
];

/// What a command line says.
struct Said<'c> {
    code: &'c Arg,
    says: bool,
    opens: bool,
    /// The ending of backups, when files are changed in place.
    in_place: Option<&'static str>,
    operands: &'c [Arg],
}

fn read_perl(reading: &mut Reading<'_>, call: &Invocation) {
    if matches!(call.args.as_slice(), [only] if only.text() == Some("-v")) || only_asks_for_help(&call.args) {
        return reading.add(Effect::Harmless, "help", "`perl` tells about itself", call.span);
    }
    match said(&call.args) {
        Err(unread) => reading.unread(&call.name, unread),
        Ok(None) => unread_program(reading, call),
        Ok(Some(said)) => read_code(reading, call, &said),
    }
}

/// `None`: the program is in a file, or comes from the input.
fn said(args: &[Arg]) -> Result<Option<Said<'_>>, Unread> {
    let (mut opens, mut in_place) = (false, None);
    let mut rest = args;
    while let Some((arg, behind)) = rest.split_first() {
        let word = arg.text().ok_or_else(|| Unread::value(arg))?;
        let stop = || Unread::flag(word, arg.span);
        if word == "-" || !word.starts_with('-') {
            return Ok(None);
        }
        if let Some((_, opening)) = CODE.iter().find(|(words, _)| listed(words, word)) {
            let (code, operands) = behind.split_first().ok_or_else(stop)?;
            let says = word.ends_with('E');
            return Ok(Some(Said { code, says, opens: opens || *opening, in_place, operands }));
        }
        let (_, opening, changing) = FLAGS.iter().find(|(words, ..)| listed(words, word)).ok_or_else(stop)?;
        if in_place.is_some() && changing.is_some() {
            return Err(stop());
        }
        opens |= opening;
        in_place = in_place.or(*changing);
        rest = behind;
    }
    Ok(None)
}

fn unread_program(reading: &mut Reading<'_>, call: &Invocation) {
    let named = call.args.iter().any(|arg| arg.text().is_none_or(|word| !word.starts_with('-')));
    if !named && call.stdin.is_from_network() {
        let message = format!("`{}` would run what comes from the network", call.name);
        return reading.add(Effect::Catastrophe, "network_into_shell", message, call.span);
    }
    let message = format!("`{}` runs code that is not read", call.name);
    reading.add(Effect::Opaque, "unread_code", message, call.span);
}

fn read_code(reading: &mut Reading<'_>, call: &Invocation, said: &Said<'_>) {
    let span = said.code.span;
    let read = match said.code.text() {
        Some(code) => grammar::program(code, said.says),
        None => Err(Stop::new("has a program that is not known")),
    };
    if let Err(Stop(message)) = read {
        return reading.unread(&call.name, Unread { rule: "inline_code".into(), message, span });
    }
    if let Some(odd) = said.operands.iter().find(|operand| !said.opens || !is_plain(operand)) {
        return reading.unread(&call.name, Unread::value(odd));
    }
    for operand in said.operands.iter().filter(|operand| !operand.is_judged()) {
        opened(reading, call, operand, said.in_place);
    }
    let message = format!("`{}` runs code that was read to the end", call.name);
    reading.add(Effect::Harmless, "inline_harmless", message, span);
}

/// A known name of signs that mean nothing else. Perl goes on looking for flags behind the program, and a name itself can
/// say to run a program or to write: `id|`, `>x`.
fn is_plain(operand: &Arg) -> bool {
    let plain = operand.text().is_some_and(|name| {
        name.starts_with(|sign: char| sign.is_ascii_alphanumeric() || "._/".contains(sign))
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._/-+=,@%~:".contains(&byte))
    });
    plain || operand.is_judged()
}

fn opened(reading: &mut Reading<'_>, call: &Invocation, operand: &Arg, in_place: Option<&str>) {
    let Some(ending) = in_place else { return reading.read_path(&call.name, operand, false) };
    reading.write_path(&call.name, operand, false);
    // skipped: one that is not known was stopped as a path that is written.
    if let (Some(name), false) = (operand.text(), ending.is_empty()) {
        let value = Value::known(format!("{name}{ending}"));
        reading.write_path(&call.name, &Arg { value, span: operand.span }, false);
    }
}
