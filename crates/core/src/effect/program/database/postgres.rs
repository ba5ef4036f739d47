//! psql: queries given with `-c` or as text on standard input, and backslash commands that describe.

use super::super::super::reading::{Invocation, Reading, Stdin};
use super::super::super::value::Arg;
use super::super::spec::{Parsed, Style, Unread, parse};
use super::sql::only_reads;
use super::token::{Dialect, Why};
use super::{elsewhere, help, interactive, is_here, is_only, is_plain, passes, stops};
use crate::words::listed;
use alloc::format;
use alloc::string::String;

/// Left out: `-f` (a file of commands), `-o` (a file or a program), `-L`, `-s`, `-S` and `-W`.
const FLAGS: &str = "-0 -1 -a -A -b -c: -d: -e -E -F: -h: -H -l -n -p: -P: -q -R: -t -T: -U: -v: -w -x -X -z --command: --csv --dbname: \
     --echo-all --echo-errors --echo-hidden --echo-queries --expanded --field-separator: --field-separator-zero --host: --html --list \
     --no-align --no-password --no-psqlrc --no-readline --port: --pset: --quiet --record-separator: --record-separator-zero --set: \
     --single-transaction --table-attr: --tuples-only --username: --variable:";

pub(super) fn read(reading: &mut Reading<'_>, call: &Invocation) {
    if is_only(&call.args, &["--help", "-?", "--version", "-V"]) {
        return help(reading, call);
    }
    let parsed = match parse(Style::Gnu, FLAGS, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    server(reading, call, &parsed);
    settings(reading, call, &parsed);
    let commands = parsed.flags.iter().filter(|flag| ["-c", "--command"].contains(&flag.name));
    let mut any = parsed.has(&["-l", "--list"]);
    for command in commands.filter_map(|flag| flag.value.as_ref()) {
        any = true;
        let Some(text) = command.text() else { return reading.unread(&call.name, Unread::value(command)) };
        if let Err(why) = command_text(text) {
            return stops(reading, call, &format!("may change something: its SQL {why}"), command.span);
        }
    }
    match &call.stdin {
        _ if any => passes(reading, call, "remote_read"),
        Stdin::Text(text) => match script(text) {
            Ok(()) => passes(reading, call, "remote_read"),
            Err(why) => stops(reading, call, &format!("may change something: its SQL {why}"), call.span),
        },
        Stdin::Inherited => interactive(reading, call),
        Stdin::File | Stdin::Stream { .. } | Stdin::Names(_) => {
            stops(reading, call, "reads SQL that is not known", call.span)
        }
    }
}

/// Where it goes: the configured place, or one that is this machine.
fn server(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) {
    let hosts = parsed.flags.iter().filter(|flag| ["-h", "--host"].contains(&flag.name));
    let named = parsed.flags.iter().filter(|flag| ["-d", "--dbname"].contains(&flag.name));
    let databases =
        named.filter_map(|flag| flag.value.as_ref()).chain(parsed.operands.iter().copied().take(1));
    for host in hosts.filter_map(|flag| flag.value.as_ref()) {
        judge(reading, call, host, is_local_host);
    }
    for database in databases {
        judge(reading, call, database, is_local_database);
    }
    for extra in parsed.operands.iter().skip(1) {
        judge(reading, call, extra, is_plain);
    }
}

fn judge(reading: &mut Reading<'_>, call: &Invocation, value: &Arg, is_fine: fn(&str) -> bool) {
    match value.text() {
        None => reading.unread(&call.name, Unread::value(value)),
        Some(text) if is_fine(text) => {}
        Some(_) => elsewhere(reading, call, value.span),
    }
}

/// A name of this machine, or a directory in which the system keeps sockets.
fn is_local_host(host: &str) -> bool {
    is_here(host) || ["/tmp", "/run/postgresql", "/var/run/postgresql"].contains(&host)
}

/// A name, or an address whose parts are all plain and lead to this machine.
fn is_local_database(text: &str) -> bool {
    if let Some(address) = text.strip_prefix("postgresql://").or_else(|| text.strip_prefix("postgres://")) {
        return is_local_address(address);
    }
    match text.contains('=') {
        true => text.split_ascii_whitespace().all(is_local_setting),
        false => is_plain(text),
    }
}

/// `[user[:password]@][host][:port][/database][?sslmode=…]`.
fn is_local_address(address: &str) -> bool {
    // The library looks for the `@` before it looks for anything else.
    let behind = address.find('?').and_then(|at| address.get(at..)).unwrap_or("");
    if behind.contains('@') || address.matches('@').count() > 1 {
        return false;
    }
    let (address, settings) = address.split_once('?').unwrap_or((address, ""));
    let (server, database) = address.split_once('/').unwrap_or((address, ""));
    let (user, host) = server.rsplit_once('@').unwrap_or(("", server));
    let name = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => {
            if !port.bytes().all(|b| b.is_ascii_digit()) {
                return false;
            }
            name
        }
        _ => host,
    };
    is_here(name)
        && !user.contains(['/', '@'])
        && (database.is_empty() || is_plain(database))
        && settings.split('&').filter(|setting| !setting.is_empty()).all(is_local_setting)
}

/// One `key=value`. Left out: whatever names a file, a service or other options.
fn is_local_setting(setting: &str) -> bool {
    let Some((key, value)) = setting.split_once('=') else { return false };
    // Behind an empty value the library goes on with the next word.
    if value.is_empty() || value.contains(['\'', '\\', '%', '"', ',']) {
        return false;
    }
    match key {
        "host" => is_local_host(value),
        "dbname" | "user" | "port" | "sslmode" | "connect_timeout" | "application_name" | "schema" => {
            is_plain(value)
        }
        "password" => !value.contains(['@', '/', '?', ':', '#']),
        _ => false,
    }
}

/// Variables steer psql itself; only those that say how it fails or prints.
fn settings(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) {
    let set = parsed.flags.iter().filter(|flag| ["-v", "--set", "--variable"].contains(&flag.name));
    for setting in set.filter_map(|flag| flag.value.as_ref()) {
        let name = setting.text().and_then(|text| text.split('=').next());
        if !name.is_some_and(|name| ["ON_ERROR_STOP", "QUIET", "VERBOSITY", "ECHO"].contains(&name)) {
            reading.unread(&call.name, Unread::flag("-v", setting.span));
        }
    }
}

/// One `-c`: a backslash command, or SQL for the server.
fn command_text(text: &str) -> Result<(), Why> {
    match text.strip_prefix('\\') {
        Some(command) => backslash(command),
        None => only_reads(text, Dialect::Postgres),
    }
}

/// Lines that are backslash commands, and SQL between them.
fn script(text: &str) -> Result<(), Why> {
    let mut sql = String::new();
    for line in text.split('\n') {
        match line.trim().strip_prefix('\\') {
            Some(command) => backslash(command)?,
            None => {
                sql.push_str(line);
                sql.push('\n');
            }
        }
    }
    only_reads(&sql, Dialect::Postgres)
}

/// Commands that describe, list, or say how things are printed.
const BACKSLASH: &str = "d dt dv di ds dm dn du dg df dT dx db dc dC dD dd dE dew det dF dl dL dO dp dP dy da dA z l x a t H q timing \
     conninfo pset errverbose ? h";

/// Nothing in it but plain names and patterns: backquotes run programs, a bar pipes, a backslash starts another command.
fn backslash(command: &str) -> Result<(), Why> {
    let mut words = command.split_ascii_whitespace();
    let name = words.next().unwrap_or("").trim_end_matches(['+', 'S']);
    let plain = |c: char| c.is_ascii_alphanumeric() || " \t_.*+?$-".contains(c);
    match listed(BACKSLASH, name) && command.chars().all(plain) {
        true => Ok(()),
        false => Err("has a backslash command that is not known to only describe"),
    }
}
