//! Helpers beside kubectl: contexts, logs of many pods, a screen.

use super::super::spec::{Program, Style, custom, parse, safe};
use super::kubectl::KNOWN;
use super::{asks, asks_for_help, help, literal, refuse};
use crate::effect::Hazard;
use crate::effect::reading::{Invocation, Reading};
use alloc::format;

/// The family.
pub const PROGRAMS: &[Program] =
    &[custom("kubectx kubens", read_switch), custom("stern", read_stern), custom("k9s", read_k9s)];

/// Without an operand the contexts are listed; with one, another becomes the current one.
fn read_switch(reading: &mut Reading<'_>, call: &Invocation) {
    match call.args.as_slice() {
        [arg] if asks_for_help(&call.args) || arg.text() == Some("-V") => help(reading, call),
        [] => safe("kubectx", "", "").read(reading, call),
        [arg] if matches!(arg.text(), Some("-c" | "--current")) => {
            safe("kubectx", "-c --current", "").read(reading, call);
        }
        _ => {
            let message = format!("`{}` makes other contexts the current ones", call.name);
            let instead = Some("`kubectl config get-contexts` shows them");
            reading.hazard(Hazard::Machine, "machine", message, instead, call.span);
        }
    }
}

/// It follows logs unless it is told not to.
fn read_stern(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str = "--no-follow -n: --namespace: -A --all-namespaces --context: -c: --container: -l: --selector: -s: --since: \
         --tail: --timestamps? -o: --output: --color: -e: --exclude: -i: --include: -E: --exclude-container: \
         --exclude-pod: --container-state: --only-log-lines --max-log-requests: --node: --field-selector:";
    if asks_for_help(&call.args) {
        return help(reading, call);
    }
    let parsed = match parse(Style::Gnu, FLAGS, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return refuse(reading, call, KNOWN, unread),
    };
    if !parsed.has(&["--no-follow"]) {
        let instead = Some("`stern --no-follow NAME` shows what is there");
        let message = format!("`{}` follows logs until somebody stops it", call.name);
        return reading.hazard(Hazard::Lasting, "lasting", message, instead, call.span);
    }
    if literal(reading, call, &parsed) {
        asks("stern", FLAGS, ":").read(reading, call);
    }
}

fn read_k9s(reading: &mut Reading<'_>, call: &Invocation) {
    match call.args.as_slice() {
        _ if asks_for_help(&call.args) => help(reading, call),
        [sub] if matches!(sub.text(), Some("version" | "info")) => help(reading, call),
        _ => {
            let instead = Some("`kubectl get pods` and its like read");
            reading.hazard_opaque("interactive", "`k9s` waits for keys", instead, call.span);
        }
    }
}
