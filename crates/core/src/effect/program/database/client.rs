//! Commands of the clients themselves: they start programs, load code, read orders from a file.
//!
//! A client that stops is permitted by `database = "allow"`, and that speaks of the database alone.

use super::super::super::Effect;
use super::super::super::reading::{Invocation, Reading, Stdin};
use super::super::super::value::Arg;
use super::super::spec::Unread;
use crate::words::listed;
use alloc::format;

/// How a client's own commands look, in a text given to it.
struct Own {
    programs: &'static str,
    /// Anywhere in it, in small letters.
    inside: &'static [&'static str],
    /// First words of a line.
    lines: &'static str,
    /// Lines that begin with a dot, other than those that only show.
    dots: bool,
    /// Flags that name a file of orders, or code.
    orders: &'static str,
}

const PLAIN: Own = Own { programs: "", inside: &[], lines: "", dots: false, orders: "" };

const OWN: &[Own] = &[
    Own {
        programs: "sqlite3 litecli duckdb",
        inside: &["load_extension", "writefile", "edit(", "fts3_tokenizer", "shellfs"],
        lines: "copy install load",
        dots: true,
        orders: "-init -f -A -vfs",
    },
    // Every backslash: `\!`, `\copy … program`, `\g |…`, `\i`.
    Own {
        programs: "psql pgcli pgbench usql cockroach",
        inside: &[
            "\\",
            " program",
            "pg_execute",
            "lo_export",
            "create extension",
            "create function",
            "plpython",
            "plperl",
        ],
        orders: "-f --file",
        ..PLAIN
    },
    Own {
        programs: "mysql mariadb mycli",
        inside: &[
            "\\!",
            "\\.",
            "\\p",
            "\\t",
            "\\e",
            "outfile",
            "dumpfile",
            "sys_exec",
            "sys_eval",
            "install plugin",
        ],
        lines: "edit pager source system tee",
        orders: "--init-command --init-file --pager --tee",
        ..PLAIN
    },
    Own {
        programs: "redis-cli valkey-cli iredis",
        inside: &["module"],
        orders: "--eval --functions-rdb",
        ..PLAIN
    },
    Own { programs: "mongo mongosh", orders: "-f --file --eval", ..PLAIN },
    Own { programs: "sqlplus snowsql sqlcmd", inside: &["!"], lines: "ho host", orders: "-f -i", ..PLAIN },
    Own {
        programs: "cqlsh clickhouse clickhouse-client influx",
        inside: &["executable("],
        lines: "source",
        orders: "-f -e --file --queries-file",
        ..PLAIN
    },
];

/// Dot commands that only show.
const DOTS: &str = ".databases .dump .exit .headers .help .indexes .mode .quit .schema .show .tables .timeout .version .width";

/// Adds a stop for what the client would do beside talking to its database.
pub(super) fn read(reading: &mut Reading<'_>, call: &Invocation) {
    if !reading.found_stop() {
        return;
    }
    let Some(own) = OWN.iter().find(|own| listed(own.programs, &call.name)) else { return };
    let given = match &call.stdin {
        Stdin::Text(text) => Some(text.as_str()),
        Stdin::Inherited => None,
        Stdin::File | Stdin::Stream { .. } | Stdin::Names(_) => {
            let message = format!("`{}` takes its orders from an input that is not known", call.name);
            return reading.add(Effect::Opaque, "unread_code", message, call.span);
        }
    };
    // Also where a rule lets the client through: the word may be an order, or hold one.
    if let Some(unknown) = call.args.iter().find(|arg| arg.text().is_none()) {
        reading.unread(&call.name, Unread::value(unknown));
    }
    // skipped: what is not known stops just above.
    let words = || call.args.iter().filter_map(Arg::text);
    let is_order =
        |word: &str| listed(own.orders, word.split('=').next().unwrap_or(word)) || word.starts_with('@');
    if words().any(is_order) {
        let message = format!("`{}` takes its orders from a file, or is given code", call.name);
        reading.add(Effect::Opaque, "unread_code", message, call.span);
    }
    if words().chain(given).any(|text| own.holds(text)) {
        let message = format!("`{}` is given a command that may start programs or load code", call.name);
        reading.add(Effect::Opaque, "inline_code", message, call.span);
    }
}

impl Own {
    fn holds(&self, text: &str) -> bool {
        let folded = text.to_ascii_lowercase();
        let begins = |line: &str| {
            let first = line.split_ascii_whitespace().next().unwrap_or_default();
            let first = first.trim_end_matches(';');
            listed(self.lines, first) || (self.dots && is_dot_command(first) && !listed(DOTS, first))
        };
        self.inside.iter().any(|mark| folded.contains(mark)) || folded.split(['\n', ';']).any(begins)
    }
}

/// `.shell`, and not `./app.db` or `.`.
fn is_dot_command(word: &str) -> bool {
    word.strip_prefix('.').is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
        && !word.contains('/')
}
