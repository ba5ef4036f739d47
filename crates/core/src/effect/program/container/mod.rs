//! docker, podman, nerdctl and compose: what lists, shows or counts passes; what starts, changes, enters or copies stops.
//!
//! Which daemon answers is the user's configuration: flags that choose another one are not described.

mod compose;
/// Programs of this family that take up nothing by themselves that could carry harm; see [`super::loaded`].
#[cfg(test)]
pub const LOADS_NOTHING: &str = "docker podman nerdctl docker-compose podman-compose";

#[cfg(test)]
mod examples;
mod template;

use super::super::reading::{Invocation, Reading};
use super::super::value::Arg;
use super::super::{Effect, Hazard};
use super::lasting::unless;
use super::spec::{Parsed, Program, Unread, custom, group, safe, stop};
use alloc::format;

/// The family.
pub const PROGRAMS: &[Program] = &[
    group("docker podman nerdctl", "-D --debug -l: --log-level: -v", SUBS).ends_alone(),
    custom("docker-compose podman-compose", compose::read),
    stop("buildah skopeo ctr crictl lxc lxd incus", Hazard::Machine, "machine", CHANGES),
];

const CHANGES: &str = "changes containers or images, or runs something in them";

/// A question to the daemon.
const fn asks(names: &'static str, flags: &'static str, operands: &'static str) -> Program {
    safe(names, flags, operands).rule("remote_read")
}

const fn changes(names: &'static str) -> Program {
    stop(names, Hazard::Machine, "machine", CHANGES).instead("`docker ps` lists them")
}

const fn network(names: &'static str) -> Program {
    stop(names, Hazard::Network, "network", "talks to a registry")
}

const PS: Program = asks(
    "ps",
    "-a -f: -l -n: -q -s --all --filter: --format: --last: --latest --no-trunc --quiet --size",
    "",
);
const LIST: Program = asks("ls list ps", PS.flags, "");
const NAMES: &str = "-f: --filter: --format: --no-trunc -q --quiet";
const IMAGES: &str = "-a --all --digests -f: --filter: --format: --no-trunc -q --quiet --tree";
const INSPECT: &str = "-f: --format: -v --verbose --platform:";
const HISTORY: Program = asks("history", "-H --human -q --quiet --platform:", ":");

const SUBS: &[Program] = &[
    PS,
    asks("images", IMAGES, ":"),
    custom("logs", read_logs),
    custom("stats", read_stats),
    custom("inspect", template::read_inspect),
    // Words behind the container go to `ps`, which can show environments.
    asks("top", "", ":"),
    asks("port", "-a --all", ": :"),
    asks("diff", "--format:", ":"),
    HISTORY,
    asks("version info", "-f: --format:", ""),
    group("container", "", CONTAINER),
    group("image", "", IMAGE),
    group("network", "", &[asks("ls list", NAMES, ""), asks("inspect", INSPECT, ":*"), changes(MANAGED)]),
    group(
        "volume",
        "",
        &[asks("ls list", NAMES, ""), custom("inspect", template::read_inspect), changes(MANAGED)],
    ),
    group(
        "system",
        "",
        &[
            asks("df", "--format: -v --verbose", ""),
            asks("info", "-f: --format:", ""),
            lasting("events"),
            changes("prune dial-stdio reset migrate renumber connection service"),
        ],
    ),
    group(
        "context",
        "",
        &[
            asks("ls list", "--format: -q --quiet", ""),
            asks("show", "", ""),
            changes("create use rm remove update export import inspect"),
        ],
    ),
    group(
        "buildx builder",
        "",
        &[
            asks("ls du", "--format: --no-trunc --verbose --filter:", ""),
            asks("version", "", ""),
            changes(
                "build bake create rm use prune stop install uninstall imagetools dial-stdio debug history inspect",
            ),
        ],
    ),
    group(
        "pod machine",
        "",
        &[
            asks("ls list ps", "-a --all -q --quiet --format: --filter: -f: --no-trunc --noheading", ""),
            changes("create rm start stop kill pause unpause restart prune init ssh set"),
        ],
    ),
    group(
        "plugin secret config node",
        "",
        &[
            asks("ls list", NAMES, ""),
            changes("create rm remove update install enable disable inspect ps promote demote"),
        ],
    ),
    group(
        "service stack",
        "",
        &[
            asks("ls list", NAMES, ""),
            asks("ps services", NAMES, ":*"),
            custom("logs", read_logs),
            changes("create rm remove update scale rollback deploy up down config inspect"),
        ],
    ),
    group("manifest", "", &[network("inspect push"), changes("create annotate rm add")]),
    custom("compose", compose::read),
    lasting("events attach wait"),
    network("search login logout pull push trust scout"),
    changes(
        "run exec build create start stop restart kill rm rmi cp commit rename tag save load import export update pause unpause swarm \
         checkpoint init apply system-prune play kube generate unshare mount unmount umount untag cleanup farm healthcheck auto-update \
         sandbox model mcp ai debug desktop extension",
    ),
];

const MANAGED: &str = "create rm remove prune connect disconnect update import export reload mount unmount";

const CONTAINER: &[Program] = &[
    LIST,
    custom("logs", read_logs),
    custom("stats", read_stats),
    custom("inspect", template::read_inspect),
    asks("top", "", ":"),
    asks("port", "-a --all", ": :"),
    asks("diff", "--format:", ":"),
    asks("exists", "", ":"),
    lasting("attach wait"),
    changes(
        "run exec create start stop restart kill rm cp commit rename export update pause unpause prune checkpoint restore cleanup clone init mount unmount runlabel",
    ),
];

const IMAGE: &[Program] = &[
    asks("ls list", IMAGES, ":"),
    custom("inspect", template::read_inspect),
    HISTORY,
    asks("exists", "", ":"),
    network("pull push search"),
    changes("build rm prune tag save load import sign trust mount unmount scp untag"),
];

const fn lasting(names: &'static str) -> Program {
    stop(names, Hazard::Lasting, "lasting", "waits until something happens")
        .instead("`docker ps` shows the present state")
}

/// The flags of `docker logs` and of compose's, without the ones that follow.
const LOGS: &str = "--details --since: -n: --tail: -t --timestamps --until: -f --follow --names --color --no-color \
     --no-log-prefix --index: --no-resolve --no-task-ids --no-trunc --raw";

/// What was logged so far; following goes on until somebody stops it.
fn read_logs(reading: &mut Reading<'_>, call: &Invocation) {
    let follows = |parsed: &Parsed<'_>| parsed.has(&["-f", "--follow"]);
    let instead = format!("`{} --tail 100 NAME` shows the last lines", call.name);
    unless(reading, call, &asks("logs", LOGS, ":*"), follows, &instead);
}

/// Numbers once; without `--no-stream` they are printed again and again.
fn read_stats(reading: &mut Reading<'_>, call: &Invocation) {
    let program = asks("stats", "-a --all --format: --no-stream --no-trunc --no-reset", ":*");
    let streams = |parsed: &Parsed<'_>| !parsed.has(&["--no-stream"]);
    let instead = format!("`{} --no-stream` shows the present numbers", call.name);
    unless(reading, call, &program, streams, &instead);
}

fn machine(reading: &mut Reading<'_>, call: &Invocation, why: &str, instead: &str) {
    reading.hazard(Hazard::Machine, "machine", format!("`{}` {why}", call.name), Some(instead), call.span);
}

fn passes(reading: &mut Reading<'_>, call: &Invocation) {
    let message = format!("`{}` only shows", call.name);
    reading.add(Effect::Harmless, "remote_read", message, call.span);
}

/// The text of a word that must be known.
fn known<'a>(reading: &mut Reading<'_>, call: &Invocation, arg: &'a Arg) -> Option<&'a str> {
    let text = arg.text();
    if text.is_none() {
        reading.unread(&call.name, Unread::value(arg));
    }
    text
}
