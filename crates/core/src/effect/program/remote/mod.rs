//! Clients of services that the user is signed in to: reading passes under `remote_read`, everything else stops.
//!
//! A table names each subcommand that only reads, with every flag that keeps it so. What a table cannot say, a client's
//! `judge` looks at: values that would lead to another host, read a file, or show a secret. Whatever is asked leaves the
//! machine, so operands and most values must be literal.

pub mod ansible;
pub mod aws;
mod aws_services;
pub mod az;
pub mod gcloud;
pub mod gh;
mod gh_api;
mod gh_commands;
pub mod glab;
pub mod google;
pub mod helm;
pub mod hosting;
pub mod kube_tools;
pub mod kubectl;
pub mod pulumi;
pub mod terraform;
mod tree;

/// Programs of this family that take up nothing by themselves that could carry harm; see [`super::loaded`].
#[cfg(test)]
pub const LOADS_NOTHING: &str = "aws gcloud gh glab gsutil bq helm vercel vc now netlify ntl fly flyctl heroku kubectx kubens stern k9s \
    kubectl oc kustomize pulumi terraform tofu terragrunt";

#[cfg(test)]
mod examples;

use super::super::reading::{Invocation, Reading};
use super::super::value::Arg;
use super::super::{Effect, Hazard};
use super::spec::{Does, Parsed, Program, Unread, parse, safe, stop};
use alloc::format;
use alloc::vec::Vec;

/// Only asks a service.
const fn asks(names: &'static str, flags: &'static str, operands: &'static str) -> Program {
    safe(names, flags, operands).rule("remote_read")
}

/// Creates, changes or removes something that others see.
const fn writes(names: &'static str) -> Program {
    stop(names, Hazard::Publish, "publish", "writes to a service that others use")
}

/// Changes settings, credentials or contexts of this user.
const fn settles(names: &'static str) -> Program {
    stop(names, Hazard::Machine, "machine", "changes settings or credentials of this user")
}

/// Runs something over there, or opens a way to it.
const fn reaches_in(names: &'static str) -> Program {
    stop(names, Hazard::Machine, "machine", "runs commands or opens a connection on another machine")
}

/// Brings files from the service.
const fn brings(names: &'static str) -> Program {
    stop(names, Hazard::Network, "network", "fetches files and writes them here")
}

/// Shows keys, tokens, or settings that hold them.
const fn shows_secrets(names: &'static str) -> Program {
    stop(names, Hazard::Secret, "secrets", "shows keys, tokens, or settings that may hold them")
}

/// Runs on until somebody stops it.
const fn lasting(names: &'static str) -> Program {
    stop(names, Hazard::Lasting, "lasting", "runs on until somebody stops it")
}

/// Installs extensions, plugins or packages.
const fn installs(names: &'static str) -> Program {
    stop(names, Hazard::Install, "package_install", "installs extensions or packages")
}

/// A flag that is known, and why it stops. Only words the stop: a flag that no table has stops anyway.
struct Known {
    /// The end of the name of the subcommand; empty for any.
    sub: &'static str,
    /// Its spellings, separated by blanks.
    flags: &'static str,
    /// `None`: it waits for a human.
    hazard: Option<Hazard>,
    rule: &'static str,
    /// Completes "`name` …".
    why: &'static str,
}

/// `flags` of the subcommand `sub` go on until somebody stops them.
const fn follows(sub: &'static str, flags: &'static str) -> Known {
    let why = "would go on until somebody stops it";
    Known { sub, flags, hazard: Some(Hazard::Lasting), rule: "lasting", why }
}

/// `flags` open a browser.
const fn browses(flags: &'static str) -> Known {
    Known { sub: "", flags, hazard: None, rule: "interactive", why: "would open a browser" }
}

/// `flags` lead to another service or another identity than the configured one.
const fn leads_away(flags: &'static str) -> Known {
    let why = "would use another host, identity or configuration than the user's own";
    Known { sub: "", flags, hazard: Some(Hazard::Network), rule: "network", why }
}

/// `flags` show what is secret.
const fn reveals(flags: &'static str) -> Known {
    let why = "would show tokens or secrets";
    Known { sub: "", flags, hazard: Some(Hazard::Secret), rule: "secrets", why }
}

/// Looks at arguments that a table allows. `false`: it stopped the call, and said why.
type Judge = fn(&mut Reading<'_>, &Invocation, &Parsed<'_>) -> bool;

/// A client with its subcommands.
struct Client {
    /// A group, or a program without subcommands.
    program: Program,
    judge: Judge,
    known: &'static [Known],
}

impl Client {
    /// Goes down to the subcommand, and reads it when nothing on the way stops.
    fn read(&self, reading: &mut Reading<'_>, call: &Invocation) {
        let saved = reading.outside();
        self.descend(reading, call.clone());
        reading.leave(saved);
    }

    fn descend(&self, reading: &mut Reading<'_>, mut call: Invocation) {
        let mut program = &self.program;
        loop {
            if asks_for_help(&call.args) {
                return help(reading, &call);
            }
            if matches!(program.does, Does::Stop(..) | Does::Custom(_)) {
                return program.read(reading, &call);
            }
            let mut parsed = match parse(program.style, program.flags, &call.args) {
                Ok(parsed) => parsed,
                Err(unread) => return self.refuse(reading, &call, unread),
            };
            // Of a group only the flags in front of the subcommand are its own.
            let words = match program.subs {
                [] => Vec::new(),
                _ => core::mem::take(&mut parsed.operands),
            };
            if !(self.judge)(reading, &call, &parsed) {
                return;
            }
            let Some((word, rest)) = words.split_first() else { return program.read(reading, &call) };
            let Some(text) = word.text() else { return reading.unread(&call.name, Unread::value(word)) };
            let name = format!("{} {text}", call.name);
            let Some(sub) = program.subs.iter().find(|sub| sub.is_named(text)) else {
                return unknown(reading, &name, word);
            };
            parsed.value_effects(reading, &call);
            // Left in `read`, with everything on the way down.
            let _left_by_caller = parsed.enter(reading, &call);
            let args = rest.iter().map(|arg| (*arg).clone()).collect();
            call = Invocation { name, args, ..call.clone() };
            program = sub;
        }
    }

    /// Stops, in better words where the flag is known.
    fn refuse(&self, reading: &mut Reading<'_>, call: &Invocation, unread: Unread) {
        refuse(reading, call, self.known, unread);
    }
}

fn refuse(reading: &mut Reading<'_>, call: &Invocation, known: &[Known], unread: Unread) {
    let names = |row: &&Known| {
        call.name.ends_with(row.sub)
            && row.flags.split_ascii_whitespace().any(|flag| unread.message.contains(&format!("`{flag}")))
    };
    let Some(row) = known.iter().find(names) else { return reading.unread(&call.name, unread) };
    let given = unread.message.trim_end_matches(", which is not known to be safe");
    let message = format!("`{}` {given} and {}", call.name, row.why);
    match row.hazard {
        Some(hazard) => reading.hazard(hazard, row.rule, message, None, unread.span),
        None => reading.add(Effect::Opaque, row.rule, message, unread.span),
    }
}

/// Exactly one word that asks for help.
fn asks_for_help(args: &[Arg]) -> bool {
    matches!(args, [arg] if matches!(arg.text(), Some("--help" | "-h" | "-help" | "--version")))
}

fn help(reading: &mut Reading<'_>, call: &Invocation) {
    reading.add(Effect::Harmless, "help", format!("`{}` prints help", call.name), call.span);
}

fn unknown(reading: &mut Reading<'_>, name: &str, word: &Arg) {
    let message = format!("`{name}` is not a subcommand that mastiff knows");
    reading.add(Effect::Opaque, "unknown_command", message, word.span);
}

/// Every operand and every value is known: what is asked leaves the machine, and could carry anything with it.
fn literal(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) -> bool {
    let unknown = operands(parsed).chain(values(parsed)).find(|arg| arg.text().is_none());
    if let Some(arg) = unknown {
        reading.unread(&call.name, Unread::value(arg));
    }
    unknown.is_none()
}

/// The same, and nothing is an address: `file://`, `https://`, `oci://` make a client read or fetch what they name.
fn without_addresses(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) -> bool {
    if !literal(reading, call, parsed) {
        return false;
    }
    let address = operands(parsed)
        .chain(values(parsed))
        .find(|arg| arg.text().is_some_and(|text| text.contains("://")));
    if let Some(arg) = address {
        elsewhere(reading, call, arg);
    }
    address.is_none()
}

fn elsewhere(reading: &mut Reading<'_>, call: &Invocation, arg: &Arg) {
    let shown = arg.value.prefix();
    let message = format!("`{}` would read or fetch what `{shown}` names", call.name);
    reading.hazard(Hazard::Network, "network", message, None, arg.span);
}

fn operands<'p>(parsed: &'p Parsed<'_>) -> impl Iterator<Item = &'p Arg> {
    parsed.operands.iter().copied()
}

fn values<'p>(parsed: &'p Parsed<'_>) -> impl Iterator<Item = &'p Arg> {
    parsed.flags.iter().filter_map(|flag| flag.value.as_ref())
}

/// The value as the client takes it: behind a short flag a `=` is no part of it (`-o=json`).
fn value_text(arg: &Arg) -> Option<&str> {
    arg.text().map(|text| text.strip_prefix('=').unwrap_or(text))
}

/// Letters, digits, and `-`, `_`, `.`: no host, no path, no address.
fn is_plain_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
}
