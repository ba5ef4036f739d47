//! mysql: queries given with `-e`, on this machine.

use super::super::super::reading::{Invocation, Reading};
use super::super::super::value::Arg;
use super::super::spec::{Style, Unread, parse};
use super::sql::only_reads;
use super::token::{Dialect, Why};
use super::{elsewhere, help, interactive, is_here, is_only, is_plain, passes, stops};
use alloc::format;

/// Left out: files of options, sockets, plug-ins, `--init-command`, `--tee`, `--pager` and named commands.
const FLAGS: &str = "-A -B -C -D: -e: -E -h: -N -n -P: -p? -q -r -s -ss -t -u: -v -X --batch --column-names --compress --connect-timeout: \
     --database: --execute: --host: --no-auto-rehash --password? --port: --protocol: --quick --raw --silent --skip-column-names --table \
     --user: --verbose --vertical --xml --skip-ssl";

pub(super) fn read(reading: &mut Reading<'_>, call: &Invocation) {
    if is_only(&call.args, &["--help", "-?", "--version", "-V"]) {
        return help(reading, call);
    }
    let parsed = match parse(Style::Gnu, FLAGS, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    let mut any = false;
    for flag in &parsed.flags {
        let Some(value) = &flag.value else { continue };
        match flag.name {
            "-h" | "--host" => place(reading, call, value, is_here),
            "-D" | "--database" => place(reading, call, value, is_database),
            "-e" | "--execute" => {
                any = true;
                execute(reading, call, value);
            }
            _ => {}
        }
    }
    for operand in &parsed.operands {
        place(reading, call, operand, is_database);
    }
    match any {
        true => passes(reading, call, "remote_read"),
        false => interactive(reading, call),
    }
}

/// `mysql` holds the accounts.
fn is_database(name: &str) -> bool {
    is_plain(name) && !name.eq_ignore_ascii_case("mysql")
}

fn place(reading: &mut Reading<'_>, call: &Invocation, value: &Arg, is_fine: fn(&str) -> bool) {
    match value.text() {
        None => reading.unread(&call.name, Unread::value(value)),
        Some(text) if is_fine(text) => {}
        Some(_) => elsewhere(reading, call, value.span),
    }
}

fn execute(reading: &mut Reading<'_>, call: &Invocation, value: &Arg) {
    let Some(text) = value.text() else { return reading.unread(&call.name, Unread::value(value)) };
    if let Err(why) = judge(text) {
        stops(reading, call, &format!("may change something: its SQL {why}"), value.span);
    }
}

/// The client takes a first word of a line for a command of its own, and `\G` for an end.
fn judge(text: &str) -> Result<(), Why> {
    const OWN: &str = "charset clear connect delimiter edit ego exit go help nopager notee nowarning pager print prompt query_attributes quit \
         rehash resetconnection source ssl_session_data_print status sandbox system tee use warnings";
    let own = text.split('\n').filter_map(|line| line.split_ascii_whitespace().next());
    let mut own = own.map(|word| word.trim_end_matches(';'));
    if own.any(|word| OWN.split_ascii_whitespace().any(|known| known.eq_ignore_ascii_case(word))) {
        return Err("has a command of the client");
    }
    let text = text.trim_end();
    only_reads(text.strip_suffix("\\G").unwrap_or(text), Dialect::Mysql)
}
