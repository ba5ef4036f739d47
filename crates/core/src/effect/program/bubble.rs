//! `bwrap` starts a command in a view of the machine that its flags put together. A stop in itself; the command is read, as long
//! as every path means there what it means here.

use super::super::Effect;
use super::super::behind::Behind;
use super::super::place::normal;
use super::super::reading::{Invocation, Reading};
use super::super::value::Arg;
use super::spec::{Unread, only_asks_for_help};
use crate::words::listed;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

/// Flags without a value.
const ALONE: &str = "--unshare-all --share-net --unshare-user --unshare-user-try --unshare-ipc --unshare-pid --unshare-net --unshare-uts \
    --unshare-cgroup --unshare-cgroup-try --new-session --die-with-parent --as-pid-1 --disable-userns \
    --assert-userns-disabled --level-prefix";

/// Flags with one value, by which nothing on the disk changes its name.
const ONE: &str = "--uid --gid --hostname --proc --dev --tmpfs --mqueue --remount-ro --cap-drop --perms --size --sync-fd --block-fd \
    --info-fd --json-status-fd";

/// Flags that show one place as another.
const BINDS: &str = "--bind --bind-try --dev-bind --dev-bind-try --ro-bind --ro-bind-try";

/// What the flags come to.
struct Bubble<'a> {
    /// Places that are shown under names.
    binds: Vec<(&'a Arg, &'a Arg)>,
    /// Variables that are set.
    set: Vec<(&'a Arg, &'a Arg)>,
    /// Where the command begins.
    command: usize,
}

fn parse(args: &[Arg]) -> Result<Bubble<'_>, Unread> {
    let mut bubble = Bubble { binds: Vec::new(), set: Vec::new(), command: 0 };
    while let Some(arg) = args.get(bubble.command) {
        let Some(flag) = arg.text() else { return Err(Unread::value(arg)) };
        if !flag.starts_with('-') {
            break;
        }
        let value = |at: usize| {
            args.get(bubble.command + at)
                .ok_or_else(|| Unread::flag("with a flag that has no value", arg.span))
        };
        let words = match flag {
            "--" => {
                bubble.command += 1;
                break;
            }
            _ if listed(ALONE, flag) => 1,
            _ if listed(ONE, flag) => 2,
            _ if listed(BINDS, flag) => {
                let bind = (value(1)?, value(2)?);
                bubble.binds.push(bind);
                3
            }
            "--setenv" => {
                let set = (value(1)?, value(2)?);
                bubble.set.push(set);
                3
            }
            // Left out: words, files and rules that come from elsewhere, other directories and names.
            _ => return Err(Unread::value(arg)),
        };
        bubble.command += words;
    }
    Ok(bubble)
}

/// The command that it starts, by its words alone; see [`super::super::behind`].
pub fn behind(args: &[Arg]) -> Vec<Behind> {
    match parse(args) {
        Ok(bubble) if bubble.command < args.len() => vec![Behind::Words(bubble.command)],
        Ok(_) => Vec::new(),
        Err(_) => vec![Behind::Unclear],
    }
}

/// Reads one call.
pub fn read(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) {
        return reading.add(Effect::Harmless, "help", format!("`{}` prints help", call.name), call.span);
    }
    let message = format!("`{}` starts a command in another view of the machine", call.name);
    reading.add(Effect::Opaque, "unknown_command", message, call.span);
    let bubble = match parse(&call.args) {
        Ok(bubble) => bubble,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    for (from, to) in &bubble.binds {
        let same = |from: &str, to: &str| from.starts_with('/') && normal(from) == normal(to);
        if !from.text().zip(to.text()).is_some_and(|(from, to)| same(from, to)) {
            let message =
                format!("`{}` shows a place under another name, so what runs is not known", call.name);
            reading.add(Effect::Opaque, "unknown_value", message, to.span);
        }
    }
    let mut inner = call.clone();
    for (name, value) in &bubble.set {
        match name.text() {
            Some(name) => inner.env.push((name.into(), value.value.clone())),
            None => reading.unread(&call.name, Unread::value(name)),
        }
    }
    match call.args.get(bubble.command..).filter(|command| !command.is_empty()) {
        Some(command) => reading.command(command, &inner),
        None => reading.unread(&call.name, Unread::alone(call.span)),
    }
}
