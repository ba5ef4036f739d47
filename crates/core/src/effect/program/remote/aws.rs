//! The client of AWS. Its operations take hundreds of parameters, all of them data of a request that only reads; what
//! counts are the few flags of the client itself, and values that make it read a file or fetch an address.

use super::super::spec::{Parsed, Program, Style, Unread, custom, parse, safe};
use super::aws_services::{only_reads, shows_secrets};
use super::{asks, asks_for_help, follows, help, is_plain_name, leads_away, literal, refuse, unknown};
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::{Arg, Value};
use crate::effect::{Effect, Hazard};
use crate::words::listed;
use alloc::format;

/// The family.
pub const PROGRAMS: &[Program] = &[custom("aws", read_aws)];

macro_rules! global {
    ($flags:literal) => {
        concat!(
            "--region: --profile: --output: --query: --color: --no-paginate --no-cli-pager --no-sign-request \
             --cli-read-timeout: --cli-connect-timeout: ",
            $flags
        )
    };
}

/// The client's own flags that lead to another host, read files or show the request. It takes their beginnings too.
const OWN: &[&str] = &[
    "--endpoint-url",
    "--no-verify-ssl",
    "--ca-bundle",
    "--cli-input-json",
    "--cli-input-yaml",
    "--cli-auto-prompt",
    "--cli-binary-format",
    "--generate-cli-skeleton",
    "--debug",
    "--with-decryption",
    "--v2-debug",
];

/// Commands that are the client's own, with their flags.
const COMMANDS: &[(&str, Program)] = &[
    (
        "s3",
        asks("ls", global!("--recursive --human-readable --summarize --page-size: --request-payer?"), ":"),
    ),
    (
        "logs",
        asks(
            "tail",
            global!("--since: --format: --filter-pattern: --log-stream-names: --log-stream-name-prefix:"),
            ":",
        ),
    ),
    ("configure", safe("list list-profiles", global!(""), "")),
];

fn read_aws(reading: &mut Reading<'_>, call: &Invocation) {
    if asks_for_help(&call.args) {
        return help(reading, call);
    }
    let Some((service, inner)) = word(reading, call) else { return };
    let Some((operation, inner)) = word(reading, &inner) else { return };
    let command = COMMANDS.iter().find(|(name, program)| *name == service && program.is_named(&operation));
    if let Some((_, program)) = command {
        return read_command(reading, &inner, program);
    }
    if !only_reads(&service, &operation) {
        return stop(reading, &inner, &service, &operation);
    }
    let mut before = "";
    for arg in &inner.args {
        if let Err(unread) = acceptable(before, arg) {
            return reading.unread(&inner.name, unread);
        }
        // skipped: one that is not known was refused just now.
        before = arg.text().unwrap_or("");
    }
    reading.add(Effect::Harmless, "remote_read", format!("`{}` is understood", inner.name), inner.span);
}

type Word = alloc::string::String;

/// The next word behind flags of the client, and the call without it. `None`: it was answered.
fn word(reading: &mut Reading<'_>, call: &Invocation) -> Option<(Word, Invocation)> {
    if let Some(dashes) = call.args.iter().find(|arg| arg.text() == Some("--")) {
        reading.unread(&call.name, Unread::flag("--", dashes.span));
        return None;
    }
    let parsed = match parse(Style::Posix, global!(""), &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => {
            refuse(reading, call, &[leads_away("--endpoint-url --no-verify-ssl --ca-bundle")], unread);
            return None;
        }
    };
    if !literal(reading, call, &parsed) || !in_region(reading, call, &parsed) {
        return None;
    }
    let Some((first, rest)) = parsed.operands.split_first() else {
        help(reading, call);
        return None;
    };
    // skipped: one that is not known names no service, and stops.
    let text = first.text().unwrap_or_default();
    // Unlike `--help` of others, it starts a pager.
    if text == "help" {
        let message = format!("`{} help` opens a pager", call.name);
        reading.add(Effect::Opaque, "interactive", message, first.span);
        return None;
    }
    let name = format!("{} {text}", call.name);
    let args = rest.iter().map(|arg| (*arg).clone()).collect();
    Some((text.into(), Invocation { name, args, ..call.clone() }))
}

fn read_command(reading: &mut Reading<'_>, call: &Invocation, program: &Program) {
    let parsed = match parse(program.style, program.flags, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return refuse(reading, call, &[follows("logs tail", "--follow")], unread),
    };
    if !literal(reading, call, &parsed) || !in_region(reading, call, &parsed) {
        return;
    }
    let address =
        |arg: &&Arg| arg.text().is_some_and(|text| text.contains("://") && !text.starts_with("s3://"));
    let strange = super::operands(&parsed).chain(super::values(&parsed)).find(address).cloned();
    match strange {
        Some(arg) => super::elsewhere(reading, call, &arg),
        None => program.read(reading, call),
    }
}

fn in_region(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) -> bool {
    let region = parsed.values(&["--region"]).find(|arg| !arg.text().is_some_and(is_plain_name));
    if let Some(arg) = region {
        super::elsewhere(reading, call, arg);
    }
    region.is_none()
}

/// A parameter of an operation that only reads, behind the word `before`.
fn acceptable(before: &str, arg: &Arg) -> Result<(), Unread> {
    let Some(text) = arg.text() else { return Err(Unread::value(arg)) };
    let refused = Err(Unread::flag(text, arg.span));
    // `help` starts a pager; `file://`, `fileb://` and, in older versions, `https://`: the value is what lies there.
    if text == "help" || text.contains("://") || (is_region(before) && !is_plain_name(text)) {
        return refused;
    }
    if !text.starts_with('-') || text.bytes().skip(1).all(|b| b.is_ascii_digit()) {
        return Ok(());
    }
    let (name, value) = text.split_once('=').unwrap_or((text, "x"));
    let spelled = name.starts_with("--")
        && name.len() > 3
        && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    let own = OWN.iter().any(|flag| flag.starts_with(name));
    let strays = is_region(name) && !is_plain_name(value);
    if spelled && !own && !strays { Ok(()) } else { refused }
}

/// The region is a part of the host's name. Beginnings of the flag count.
fn is_region(flag: &str) -> bool {
    flag.len() > 2 && "--region".starts_with(flag)
}

const WRITES: &str = "create delete put update modify run start stop terminate reboot attach detach associate disassociate \
     invoke publish send deploy tag untag register deregister authorize revoke enable disable restore copy purge cancel set add \
     remove import execute";

fn stop(reading: &mut Reading<'_>, call: &Invocation, service: &str, operation: &str) {
    let verb = operation.split('-').next().unwrap_or(operation);
    let (hazard, rule, why, instead) = match service {
        _ if shows_secrets(service, operation) => {
            (Hazard::Secret, "secrets", "shows keys, tokens, or settings that may hold them", WHO)
        }
        "configure" | "sso" | "login" => (
            Hazard::Machine,
            "machine",
            "changes settings or credentials of this user",
            "`aws configure list` shows them",
        ),
        "s3" => {
            (Hazard::Publish, "publish", "copies, removes or publishes objects", "`aws s3 ls` lists them")
        }
        _ if verb == "wait" => (Hazard::Lasting, "lasting", "waits", WHO),
        _ if listed(WRITES, verb) => (Hazard::Publish, "publish", "writes to a service that others use", WHO),
        _ => {
            let word = Arg { value: Value::known(operation), span: call.span };
            return unknown(reading, &call.name, &word);
        }
    };
    reading.hazard(hazard, rule, format!("`{}` {why}", call.name), Some(instead), call.span);
}

const WHO: &str = "`aws sts get-caller-identity` and operations that list or describe only read";
