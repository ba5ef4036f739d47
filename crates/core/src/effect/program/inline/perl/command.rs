//! The command line of perl: clusters of letters, some of which take the rest of the word.

use super::{Found, Stop, parse};
use crate::effect::program::spec::{Program, Unread, custom, only_asks_for_help};
use crate::effect::reading::{Invocation, Reading, Stdin};
use crate::effect::value::{Arg, Value};
use crate::effect::{Effect, place, script};
use crate::verdict::Span;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The family.
pub const PROGRAMS: &[Program] = &[custom("perl", read_perl)];

/// What the flags say.
#[derive(Default)]
struct Flags<'c> {
    code: Vec<&'c str>,
    code_span: Option<Span>,
    found: Found,
    looped: bool,
    /// The ending of backups, when files are changed in place.
    in_place: Option<String>,
}

fn read_perl(reading: &mut Reading<'_>, call: &Invocation) {
    let tells = matches!(call.args.as_slice(), [only] if matches!(only.text(), Some("-v" | "-V")));
    if tells || only_asks_for_help(&call.args) {
        return reading.add(Effect::Harmless, "help", "`perl` tells about itself", call.span);
    }
    let (flags, operands) = match flags(&call.args) {
        Ok(told) => told,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    if let Some(span) = flags.code_span {
        let code = flags.code.join("\n");
        return read_code(reading, call, (&code, span), flags, operands);
    }
    match operands.split_first() {
        Some((file, behind)) if file.text() != Some("-") => read_file(reading, call, file, flags, behind),
        Some((_, behind)) => read_input(reading, call, flags, behind),
        None => read_input(reading, call, flags, &[]),
    }
}

fn read_input(reading: &mut Reading<'_>, call: &Invocation, flags: Flags<'_>, operands: &[Arg]) {
    match &call.stdin {
        Stdin::Text(text) => read_code(reading, call, (text, call.span), flags, operands),
        Stdin::Stream { network: true } => {
            let message = format!("`{}` would run what comes from the network", call.name);
            reading.add(Effect::Catastrophe, "network_into_shell", message, call.span);
        }
        Stdin::Stream { network: false } | Stdin::Names(_) | Stdin::File | Stdin::Inherited => {
            let message = format!("`{}` runs code that is not read", call.name);
            reading.add(Effect::Opaque, "unread_code", message, call.span);
        }
    }
}

fn read_file(reading: &mut Reading<'_>, call: &Invocation, file: &Arg, flags: Flags<'_>, operands: &[Arg]) {
    let path = match (file.text(), reading.dirs()) {
        (Some(path), [cwd]) if !reading.shell.lost => place::join(cwd, path),
        _ => {
            let message = format!("`{}` runs a file that is not read", call.name);
            return reading.add(Effect::Opaque, "unread_code", message, file.span);
        }
    };
    let Some(text) = script::text_of(reading, &path, call) else { return };
    read_code(reading, call, (without_first_line(&text), file.span), flags, operands);
}

/// Perl takes flags from the first line, or starts what it names; one without either is a comment.
fn without_first_line(text: &str) -> &str {
    const PLAIN: &[&str] = &["#!/usr/bin/perl", "#!/usr/bin/env perl", "#!/usr/bin/perl -w", "#!perl"];
    match text.split_once('\n') {
        Some((first, rest)) if PLAIN.contains(&first.trim_end()) => rest,
        Some(_) | None => text,
    }
}

fn read_code(
    reading: &mut Reading<'_>,
    call: &Invocation,
    (code, span): (&str, Span),
    flags: Flags<'_>,
    operands: &[Arg],
) {
    let stop = |reading: &mut Reading<'_>, message: String| {
        reading.unread(&call.name, Unread { rule: "inline_code".into(), message, span });
    };
    let opens = flags.looped || flags.in_place.is_some();
    let found = Found { opens_arguments: opens, ..flags.found };
    let found = match parse::program(code, found, flags.looped) {
        Ok(found) => found,
        Err(Stop(message)) => return stop(reading, message),
    };
    let opens = found.opens_arguments;
    if opens && found.names_arguments {
        return stop(reading, "may change the list of files that it opens".to_string());
    }
    if opens {
        for operand in operands.iter().filter(|operand| !operand.is_judged()) {
            opened(reading, call, operand, flags.in_place.as_deref());
        }
    }
    // If an opening of the arguments was taken for text by mistake, they could still do no harm.
    let could_open = code.contains('<') || code.contains("eof");
    if let Some(odd) = operands.iter().find(|operand| !opens && could_open && !is_plain(operand)) {
        return reading.unread(&call.name, Unread::value(odd));
    }
    let message = format!("`{}` runs code that was read to the end", call.name);
    reading.add(Effect::Harmless, "inline_harmless", message, span);
}

/// A file that is opened by its name. The name itself can say to run a program or to write: `id|`, `>x`.
fn opened(reading: &mut Reading<'_>, call: &Invocation, operand: &Arg, in_place: Option<&str>) {
    let plain = match &operand.value {
        Value::Known(text) if text == "-" && in_place.is_none() => return,
        Value::Known(text) => !magic(text),
        Value::Unknown(unknown) => {
            unknown.listed && !unknown.prefix.is_empty() && !magic(&unknown.prefix) && {
                let below = unknown.directory().to_string();
                plain_names_below(reading, &below)
            }
        }
    };
    if !plain {
        return reading.unread(&call.name, Unread::value(operand));
    }
    match in_place {
        None => reading.read_path(&call.name, operand, false),
        Some(ending) => {
            reading.write_path(&call.name, operand, false);
            if let (Some(text), false) = (operand.text(), ending.is_empty()) {
                let value = Value::known(format!("{text}{ending}"));
                reading.write_path(&call.name, &Arg { value, span: operand.span }, false);
            }
        }
    }
}

/// The name can say more than a name.
fn magic(text: &str) -> bool {
    text.contains(['|', '<', '>', '&', '\0']) || text.trim() != text || text.starts_with('+')
}

fn is_plain(operand: &Arg) -> bool {
    operand.is_judged() || operand.text().is_some_and(|text| !magic(text))
}

/// No name below a directory, as deep as it goes, could be taken for more than a name.
fn plain_names_below(reading: &Reading<'_>, directory: &str) -> bool {
    const MOST: usize = 2_000;
    if reading.wrote || reading.unsettled || reading.shell.lost {
        return false;
    }
    let mut folders: Vec<String> = reading.dirs().iter().map(|cwd| place::join(cwd, directory)).collect();
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        let Some(names) = reading.world.list(&folder) else { continue };
        seen += names.len() + 1;
        if seen > MOST || names.iter().any(|name| name.contains(['|', '<', '>', '&']) || name.trim() != name)
        {
            return false;
        }
        folders.extend(names.iter().map(|name| place::join(&folder, name)));
    }
    true
}

/// Flags, and what stands behind them.
fn flags(args: &[Arg]) -> Result<(Flags<'_>, &[Arg]), Unread> {
    let mut flags = Flags::default();
    let mut rest = args;
    while let Some((arg, behind)) = rest.split_first() {
        let Some(text) = arg.text() else {
            if arg.value.may_be_flag() {
                return Err(Unread::value(arg));
            }
            break;
        };
        if text == "--" {
            return Ok((flags, behind));
        }
        let Some(cluster) = text.strip_prefix('-').filter(|cluster| !cluster.is_empty()) else { break };
        rest = cluster_of(&mut flags, cluster, arg, behind)?;
    }
    Ok((flags, rest))
}

/// One word of flags; what is left behind it.
fn cluster_of<'c>(
    flags: &mut Flags<'c>,
    cluster: &'c str,
    arg: &'c Arg,
    behind: &'c [Arg],
) -> Result<&'c [Arg], Unread> {
    let stop = |flag: &str| Unread::flag(&format!("-{flag}"), arg.span);
    let mut left = cluster;
    while let Some(letter) = left.chars().next() {
        let tail = left.get(letter.len_utf8()..).unwrap_or("");
        left = match letter {
            'n' | 'p' => {
                flags.looped = true;
                tail
            }
            'a' | 'w' | 'W' | 'X' | 't' | 'T' | 'c' | 'f' => tail,
            'l' | '0' => {
                let hex = letter == '0' && tail.starts_with(['x', 'X']);
                let digits = tail.bytes().skip(usize::from(hex)).take_while(u8::is_ascii_hexdigit);
                let digits = digits.take_while(|b| hex || (b'0'..=b'7').contains(b)).count();
                tail.get(digits + usize::from(hex)..).unwrap_or("")
            }
            'C' => tail.trim_start_matches(|c: char| c.is_ascii_digit() || "IOEioADSLa".contains(c)),
            'F' => {
                flags.looped = true;
                return if is_plain_split(tail) { Ok(behind) } else { Err(stop("F")) };
            }
            'i' => {
                if !tail.bytes().all(|b| b.is_ascii_alphanumeric() || b".~_-".contains(&b)) {
                    return Err(stop("i"));
                }
                flags.in_place = Some(tail.to_string());
                return Ok(behind);
            }
            'M' => {
                let said = module_said(tail).ok_or_else(|| stop(left))?;
                flags.found.load(&said).map_err(|_| stop(left))?;
                return Ok(behind);
            }
            'e' | 'E' if tail.is_empty() => {
                let (code, behind) = behind.split_first().ok_or_else(|| stop("e"))?;
                let text = code.text().ok_or_else(|| Unread {
                    rule: "inline_code".into(),
                    message: "has a program that is not known".into(),
                    span: code.span,
                })?;
                if letter == 'E' {
                    flags.found.imported.push("say".to_string());
                }
                flags.code.push(text);
                flags.code_span = Some(code.span);
                return Ok(behind);
            }
            _ => return Err(stop(left)),
        };
    }
    Ok(behind)
}

/// `-F` takes a pattern; one in quotes is put into the program as it stands.
fn is_plain_split(pattern: &str) -> bool {
    let inside = match pattern.chars().next() {
        None => return false,
        Some(quote @ ('/' | '"' | '\'')) => {
            let body = pattern.strip_prefix(quote).and_then(|body| body.strip_suffix(quote));
            match body {
                Some(body) if !body.contains(quote) => body,
                Some(_) | None => return false,
            }
        }
        Some(_) => pattern,
    };
    !inside.contains(['$', '@', '{', '\0'])
        && !inside.contains(|c: char| c.is_whitespace())
        && !inside.ends_with('\\')
}

/// `-MList::Util=sum,max` says `use List::Util qw(sum max)`.
fn module_said(tail: &str) -> Option<String> {
    match tail.split_once('=') {
        None => Some(tail.to_string()),
        Some((module, names)) => {
            let plain = names.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b',');
            plain.then(|| format!("{module} qw({})", names.replace(',', " ")))
        }
    }
}
