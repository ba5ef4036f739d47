//! Compose: questions about the services of a file. The file is read, because it can make compose fetch other files.

use super::super::super::reading::{Invocation, Reading};
use super::super::super::value::Arg;
use super::super::super::{Effect, Hazard};
use super::super::spec::{Parsed, Program, Style, Unread, custom, only_asks_for_help, parse};
use super::{asks, changes, lasting, machine, network, read_logs};
use crate::effect::place;
use crate::verdict::Span;
use crate::world::Unreadable;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// Left out: `--env-file` and `--project-directory` (they may lead to other files).
const FLAGS: &str = "-f< --file< -p: --project-name: --profile: --ansi: --progress: --compatibility --no-ansi --verbose \
     --all-resources";

const SUBS: &[Program] = &[
    asks(
        "ps",
        "-a --all --filter: --format: --no-trunc --orphans --no-orphans -q --quiet --services --status:",
        ":*",
    ),
    asks("ls", "-a --all --filter: --format: -q --quiet", ""),
    asks("images", "--format: -q --quiet", ":*"),
    asks("top", "", ":*"),
    asks("port", "--index: --protocol:", ": :"),
    asks("version", "-f: --format: --short", ""),
    asks("volumes", "--format: -q --quiet", ":*"),
    custom("logs", read_logs),
    custom("stats", super::read_stats),
    custom("config convert", read_config),
    lasting("events attach wait watch"),
    super::super::spec::stop(
        "up",
        Hazard::Lasting,
        "lasting",
        "starts services that run on until somebody stops them",
    )
    .instead("`docker compose ps` shows what runs"),
    network("pull push publish"),
    changes(
        "down start stop restart kill rm run exec build create cp pause unpause scale export commit alpha bridge",
    ),
];

/// `docker compose …`, `docker-compose …`.
pub(super) fn read(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) {
        return reading.add(Effect::Harmless, "help", format!("`{}` prints help", call.name), call.span);
    }
    let parsed = match parse(Style::Posix, FLAGS, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    let Some((sub, rest)) = parsed.operands.split_first() else {
        return reading.add(Effect::Harmless, "help", format!("`{}` prints help", call.name), call.span);
    };
    let Some(name) = sub.text() else { return reading.unread(&call.name, Unread::value(sub)) };
    let Some(program) = SUBS.iter().find(|program| program.is_named(name)) else {
        let message = format!("`{} {name}` is not a subcommand that mastiff knows", call.name);
        return reading.add(Effect::Opaque, "unknown_command", message, sub.span);
    };
    let inner = Invocation {
        name: format!("{} {name}", call.name),
        args: rest.iter().map(|arg| (*arg).clone()).collect(),
        ..call.clone()
    };
    if !["ls", "version"].contains(&name) {
        read_files(reading, call, &parsed);
    }
    program.read(reading, &inner);
}

/// Only names: the plain form shows every value, secrets filled in. Images and profiles are values too.
fn read_config(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str = "--services --volumes --images --profiles --networks --hash: -q --quiet --no-interpolate --no-consistency";
    match parse(Style::Gnu, FLAGS, &call.args) {
        Ok(parsed)
            if parsed.has(&[
                "--services",
                "--volumes",
                "--images",
                "--profiles",
                "--networks",
                "--hash",
                "-q",
                "--quiet",
            ]) && (parsed.has(&["--no-interpolate"]) || !parsed.has(&["--images", "--profiles"])) =>
        {
            asks("config", FLAGS, ":*").read(reading, call);
        }
        Ok(_) if only_asks_for_help(&call.args) => asks("config", FLAGS, "").read(reading, call),
        Ok(_) => {
            let message = format!("`{}` shows every setting with its value filled in", call.name);
            let instead = "`docker compose config --services` or `docker compose config --quiet`";
            reading.hazard(Hazard::Secret, "print_environment", message, Some(instead), call.span);
        }
        Err(unread) => reading.unread(&call.name, unread),
    }
}

const DEFAULTS: &[&str] = &[
    "compose.yaml",
    "compose.yml",
    "docker-compose.yml",
    "docker-compose.yaml",
    "compose.override.yaml",
    "compose.override.yml",
    "docker-compose.override.yml",
    "docker-compose.override.yaml",
];

/// Most folders upwards in which a file is looked for.
const MAX_FOLDERS: usize = 32;

/// Every file that compose would load is there, and loads no other.
fn read_files(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) {
    let named: Vec<&Arg> = parsed
        .flags
        .iter()
        .filter(|flag| ["-f", "--file"].contains(&flag.name))
        .filter_map(|flag| flag.value.as_ref())
        .collect();
    for file in &named {
        reading.read_path(&call.name, file, false);
    }
    if named.is_empty() && reading.shell.lost {
        return machine(reading, call, "looks for a file in a directory that is not known", LIST_INSTEAD);
    }
    for dir in reading.dirs().to_vec() {
        if named.is_empty() {
            for path in default_files(&dir) {
                judge(reading, call, &path, true, call.span);
            }
        }
        for file in &named {
            let path = place::join(&dir, file.value.prefix());
            judge(reading, call, &path, false, file.span);
        }
    }
}

const LIST_INSTEAD: &str = "`docker ps` lists containers";

/// The default names in `dir` and in every folder above it.
fn default_files(dir: &str) -> Vec<String> {
    let mut paths = vec![];
    let mut at = Some(place::normal(dir));
    for _ in 0..MAX_FOLDERS {
        let Some(folder) = at else { break };
        paths.extend(DEFAULTS.iter().map(|name| format!("{folder}/{name}")));
        at = folder.rsplit_once('/').map(|(parent, _)| parent.to_string());
    }
    paths
}

fn judge(reading: &mut Reading<'_>, call: &Invocation, path: &str, may_lack: bool, span: Span) {
    if reading.was_written(path) {
        let message = format!("`{path}` is changed by the same command");
        return reading.add(Effect::Opaque, "changed_before", message, span);
    }
    if reading.is_secret(path) {
        return machine(reading, call, "loads a file that may hold secrets", LIST_INSTEAD);
    }
    match reading.world.read(path) {
        Err(Unreadable::Missing) if may_lack => {}
        Ok(text) if stands_alone(&text) && !reading.unsettled => {}
        Ok(_) | Err(_) => {
            let why = format!("may fetch or load more files: `{path}` was not read to its end");
            machine(reading, call, &why, LIST_INSTEAD);
        }
    }
}

/// Nothing in it can name another file of services: `include` and `extends` may fetch from anywhere, and both can be
/// spelled with escapes or encoded keys.
fn stands_alone(text: &str) -> bool {
    const LOADS: &[&str] = &["include", "extends", "binary", "%TAG", "\\x", "\\u", "\\U", "\\\n", "\\\r"];
    !LOADS.iter().any(|sign| text.contains(sign))
}
