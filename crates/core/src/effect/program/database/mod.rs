//! Clients of databases: a query that provably only reads passes, on this machine or at the place the user configured;
//! everything else stops.

mod client;
/// Programs of this family that take up nothing by themselves that could carry harm; see [`super::loaded`].
#[cfg(test)]
pub const LOADS_NOTHING: &str = "pg_isready pg_config mongo mongosh mongodump mongorestore mongoexport mongoimport clickhouse clickhouse-client cqlsh influx duckdb sqlcmd usql pgcli mycli litecli iredis pg_dump pg_dumpall pg_restore \
    pg_basebackup pg_ctl pgbench vacuumdb reindexdb initdb mysqldump mysqladmin mysqlimport mariadb-dump \
    mariadb-admin dropdb createdb dropuser createuser sqlplus snowsql cockroach etcdctl memcached-tool";

#[cfg(test)]
mod examples;
mod mysql;
mod postgres;
mod redis;
mod sql;
mod sqlite;
mod token;
mod words;

use super::super::reading::{Invocation, Reading};
use super::super::value::Arg;
use super::super::{Effect, Hazard};
use super::loaded::Load;
use super::spec::{Program, custom, safe, stop};
use crate::verdict::Span;
use alloc::format;

/// The family.
pub const PROGRAMS: &[Program] = &[
    custom("sqlite3", |reading, call| {
        sqlite::read(reading, call);
        client::read(reading, call);
    })
    .loads(&[Load::home(".sqliterc .config/sqlite3")]),
    custom("psql", |reading, call| {
        postgres::read(reading, call);
        client::read(reading, call);
    })
    .loads(&[Load::home(".psqlrc* .pg_service.conf")]),
    custom("mysql mariadb", |reading, call| {
        mysql::read(reading, call);
        client::read(reading, call);
    })
    .loads(&[Load::home(".my.cnf .mylogin.cnf")]),
    custom("redis-cli valkey-cli", |reading, call| {
        redis::read(reading, call);
        client::read(reading, call);
    })
    .loads(&[Load::home(".redisclirc")]),
    safe("pg_isready", "-q -d: -p: -U: -t: --quiet --dbname: --port: --username: --timeout:", "")
        .rule("remote_read"),
    safe("pg_config", "--bindir --includedir --libdir --version --sharedir --pkglibdir", ""),
    custom(
        "mongo mongosh mongodump mongorestore mongoexport mongoimport clickhouse clickhouse-client cqlsh influx duckdb sqlcmd usql pgcli mycli litecli \
         iredis pg_dump pg_dumpall pg_restore pg_basebackup pg_ctl pgbench vacuumdb reindexdb initdb mysqldump mysqladmin mysqlimport \
         mariadb-dump mariadb-admin dropdb createdb dropuser createuser sqlplus snowsql cockroach etcdctl memcached-tool",
        |reading, call| {
            OTHERS.read(reading, call);
            client::read(reading, call);
        },
    ),
];

/// Clients and tools whose words are not read.
const OTHERS: Program = stop("", Hazard::Machine, "database", "talks to a database");

/// A host that is this machine.
fn is_here(host: &str) -> bool {
    ["", "localhost", "127.0.0.1", "::1", "[::1]"].contains(&host)
}

fn stops(reading: &mut Reading<'_>, call: &Invocation, why: &str, span: Span) {
    reading.hazard(Hazard::Machine, "database", format!("`{}` {why}", call.name), None, span);
}

fn elsewhere(reading: &mut Reading<'_>, call: &Invocation, span: Span) {
    let message = format!("`{}` may talk to another machine", call.name);
    reading.hazard(Hazard::Network, "network", message, None, span);
}

fn passes(reading: &mut Reading<'_>, call: &Invocation, rule: &'static str) {
    reading.add(Effect::Harmless, rule, format!("`{}` only reads", call.name), call.span);
}

fn help(reading: &mut Reading<'_>, call: &Invocation) {
    reading.add(Effect::Harmless, "help", format!("`{}` tells about itself", call.name), call.span);
}

/// Waits for somebody to type.
fn interactive(reading: &mut Reading<'_>, call: &Invocation) {
    let message = format!("`{}` without a query waits for one", call.name);
    reading.add(Effect::Opaque, "interactive", message, call.span);
}

/// Exactly one argument, one of `words`.
fn is_only(args: &[Arg], words: &[&str]) -> bool {
    matches!(args, [only] if only.text().is_some_and(|text| words.contains(&text)))
}

/// Letters, digits and a few marks: nothing that a client takes for more than a name.
fn is_plain(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c))
}
