//! redis-cli: commands that read, on this machine.

use super::super::super::reading::{Invocation, Reading};
use super::super::spec::{Style, Unread, parse};
use super::{elsewhere, help, interactive, is_here, is_only, passes, stops};
use alloc::format;

/// Left out: addresses, files, scripts, pipes, repetition and what goes on without end.
const FLAGS: &str = "-2 -3 -a: -h: -n: -p: --bigkeys --csv --json --memkeys --no-auth-warning --no-raw --pass: --pattern: --count: --raw --scan \
     --type: --user:";

/// Commands that read keys or tell about the server.
const READS: &str = "bitcount bitpos dbsize echo exists expiretime geodist geohash geopos geosearch get getbit getrange hexists hget hgetall \
     hkeys hlen hmget hrandfield hscan hstrlen httl hvals info keys lastsave lcs lindex llen lolwut lpos lrange mget pexpiretime pfcount ping \
     pttl randomkey role scan scard sdiff sinter sintercard sismember smembers smismember srandmember sscan strlen substr sunion time ttl \
     type xinfo xlen xpending xrange xrevrange zcard zcount zdiff zinter zlexcount zmscore zrandmember zrange zrangebylex zrangebyscore zrank \
     zrevrange zrevrangebyscore zrevrank zscan zscore zunion";

/// The same with a second word.
const READS_OF: &[(&str, &str)] = &[
    ("client", "list info id getname"),
    ("cluster", "info nodes slots shards myid keyslot countkeysinslot"),
    ("command", "count docs info list getkeys"),
    ("latency", "latest history doctor"),
    ("memory", "usage stats doctor"),
    ("object", "encoding freq idletime refcount"),
    ("pubsub", "channels numsub numpat"),
    ("slowlog", "get len"),
];

pub(super) fn read(reading: &mut Reading<'_>, call: &Invocation) {
    if is_only(&call.args, &["--help", "--version", "-v"]) {
        return help(reading, call);
    }
    let parsed = match parse(Style::Posix, FLAGS, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    for host in parsed.flags.iter().filter(|flag| flag.name == "-h").filter_map(|flag| flag.value.as_ref()) {
        if !host.text().is_some_and(is_here) {
            elsewhere(reading, call, host.span);
        }
    }
    let lists = parsed.has(&["--scan", "--bigkeys", "--memkeys"]);
    let Some(first) = parsed.operands.first() else {
        return if lists { passes(reading, call, "remote_read") } else { interactive(reading, call) };
    };
    let Some(command) = first.text() else { return reading.unread(&call.name, Unread::value(first)) };
    match is_reading(command, parsed.operands.get(1).and_then(|arg| arg.text())) {
        true => passes(reading, call, "remote_read"),
        false => stops(
            reading,
            call,
            &format!("gives the command `{command}`, which is not known to only read"),
            first.span,
        ),
    }
}

fn is_reading(command: &str, second: Option<&str>) -> bool {
    let listed =
        |list: &str, word: &str| list.split_ascii_whitespace().any(|known| known.eq_ignore_ascii_case(word));
    let sub = READS_OF.iter().find(|(name, _)| name.eq_ignore_ascii_case(command));
    match sub {
        Some((_, subs)) => second.is_some_and(|second| listed(subs, second)),
        None => listed(READS, command),
    }
}
