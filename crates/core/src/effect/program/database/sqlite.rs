//! sqlite3: a file, and SQL or dot commands behind it or on standard input.

use super::super::super::reading::{Invocation, Reading, Stdin};
use super::super::super::value::Arg;
use super::super::super::{Effect, Hazard};
use super::super::spec::{Parsed, Style, Unread, parse};
use super::sql::only_reads;
use super::token::{Dialect, Why};
use super::{help, interactive, is_only, passes, stops};
use crate::effect::place;
use crate::words::listed;
use crate::world::Stands;
use alloc::format;
use alloc::vec::Vec;

/// Left out: `-init`, `-A`, `-append`, `-zip`, `-vfs`, `-interactive`, `-nonce` and what sets memory.
const FLAGS: &str = "-ascii -bail -batch -box -column -cmd: -csv -echo -header -headers -noheader -html -json -line -list -markdown \
     -newline: -nofollow -nullvalue: -quote -readonly -safe -separator: -stats -table -tabs -utf8";

pub(super) fn read(reading: &mut Reading<'_>, call: &Invocation) {
    if is_only(&call.args, &["--help", "-help", "--version", "-version"]) {
        return help(reading, call);
    }
    let parsed = match parse(Style::Single, FLAGS, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    let Some((file, queries)) = parsed.operands.split_first() else { return interactive(reading, call) };
    if file.text() != Some(":memory:") && !is_safe(&parsed) {
        let message = format!("`{}` may run what a view of the database calls", call.name);
        let instead = Some("`sqlite3 -safe -readonly app.db .schema` keeps views from running programs");
        return reading.hazard(Hazard::Machine, "database", message, instead, call.span);
    }
    database(reading, call, file, &parsed);
    let before =
        parsed.flags.iter().filter(|flag| flag.name == "-cmd").filter_map(|flag| flag.value.as_ref());
    for command in before.chain(queries.iter().copied()) {
        argument(reading, call, command);
    }
    if queries.is_empty() {
        return input(reading, call);
    }
    passes(reading, call, "read_only_command");
}

/// Views of the file cannot call what runs or writes; a `-cmd` in front of the flag would come before it.
fn is_safe(parsed: &Parsed<'_>) -> bool {
    let at = |name: &str| parsed.flags.iter().position(|flag| flag.name == name);
    at("-safe").is_some_and(|safe| at("-cmd").is_none_or(|command| safe < command))
}

/// The file is read. One that is not there is made, and what lies beside it may be played back into it.
fn database(reading: &mut Reading<'_>, call: &Invocation, file: &Arg, parsed: &Parsed<'_>) {
    let Some(path) = file.text() else { return reading.unread(&call.name, Unread::value(file)) };
    if path == ":memory:" {
        return;
    }
    if path.starts_with("file:") || path.is_empty() {
        return stops(reading, call, "is given a file with settings of its own", file.span);
    }
    reading.read_path(&call.name, file, false);
    if parsed.has(&["-readonly"]) {
        return;
    }
    // Of a link it looks beside what that leads to.
    let at = |suffix: &str| -> Vec<Option<Stands>> {
        let stands = |path: &str| {
            let beside = format!("{path}{suffix}");
            let changed =
                !suffix.is_empty() && (reading.was_written(&beside) || reading.leads_astray(&beside));
            if changed { None } else { Some(reading.world.resolve(&beside)?.stands) }
        };
        let beside = |dir: &alloc::string::String| {
            let path = place::join(dir, path);
            let led_to = reading.world.resolve(&path).and_then(|found| stands(&found.path));
            [stands(&path), led_to]
        };
        reading.dirs().iter().flat_map(beside).collect()
    };
    let lacks = |found: &Option<Stands>| *found == Some(Stands::Nothing);
    if !at("-journal").iter().all(lacks) {
        let message = format!("`{path}-journal` lies beside it: opening it would change files");
        return reading.add(Effect::Opaque, "unknown_value", message, file.span);
    }
    if at("").iter().any(lacks) || !at("-wal").iter().all(lacks) {
        reading.write_path(&call.name, file, false);
    }
}

/// Behind the file: a dot command or a text of SQL.
fn argument(reading: &mut Reading<'_>, call: &Invocation, command: &Arg) {
    let Some(text) = command.text() else { return reading.unread(&call.name, Unread::value(command)) };
    let judged = match text.starts_with('.') {
        true => dot_command(text),
        false => only_reads(text, Dialect::Sqlite),
    };
    if let Err(why) = judged {
        stops(reading, call, &format!("may change something: its SQL {why}"), command.span);
    }
}

/// On standard input every line that begins with a dot may be a command.
fn input(reading: &mut Reading<'_>, call: &Invocation) {
    match &call.stdin {
        Stdin::Text(text) => match script(text) {
            Ok(()) => passes(reading, call, "read_only_command"),
            Err(why) => stops(reading, call, &format!("may change something: its SQL {why}"), call.span),
        },
        Stdin::Inherited => interactive(reading, call),
        Stdin::File | Stdin::Stream { .. } | Stdin::Names(_) => {
            stops(reading, call, "reads SQL that is not known", call.span)
        }
    }
}

/// A line that begins with a dot, wherever it stands, must be a harmless command of plain words, so that taking it out
/// moves no quote. A line that begins with `#` or `/` or says `go` is special too.
fn script(text: &str) -> Result<(), Why> {
    let mut sql = alloc::string::String::new();
    for line in text.split('\n') {
        let bare = line.trim();
        if line.starts_with('.') {
            dot_command(bare)?;
            continue;
        }
        if line.starts_with(['#', '/']) || bare.eq_ignore_ascii_case("go") {
            return Err("has a line that the shell of sqlite reads in its own way");
        }
        sql.push_str(line);
        sql.push('\n');
    }
    only_reads(&sql, Dialect::Sqlite)
}

/// Commands that print, or set how things are printed.
const DOT_COMMANDS: &str = ".bail .changes .databases .dbinfo .dump .echo .eqp .exit .explain .fullschema .header .headers .help .indexes \
     .indices .mode .nullvalue .print .quit .schema .separator .show .stats .table .tables .timeout .timer .version .width";

fn dot_command(text: &str) -> Result<(), Why> {
    let known = text.split_ascii_whitespace().next().is_some_and(|first| listed(DOT_COMMANDS, first));
    let plain = |c: char| c.is_ascii_alphanumeric() || " \t._%*,:=-".contains(c);
    match known && text.chars().all(plain) {
        true => Ok(()),
        false => Err("has a dot command that is not known to only print"),
    }
}
