//! `cd`, `pushd`, `popd`: where the next command runs.

use crate::effect::output::FRESH;
use crate::effect::program::spec::Unread;
use crate::effect::reading::{Invocation, Reading};
use crate::effect::state::Shell;
use crate::effect::value::Arg;
use crate::effect::{Effect, place};
use crate::world::Stands;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

pub fn cd(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    let mut args: Vec<&Arg> = call.args.iter().collect();
    let physical = args.iter().any(|arg| arg.text() == Some("-P"));
    let flags =
        args.iter().filter(|arg| arg.value.prefix().starts_with('-') && arg.text() != Some("-")).count();
    if flags > 1 {
        // The last of `-L` and `-P` counts, and what stands behind `--` is no flag.
        let before = reading.shell.clone();
        lose(reading, call);
        return Some(before);
    }
    // To zsh `-e` is a part of the path, to be replaced by the next word.
    let is_bash = reading.shell.is_bash;
    args.retain(|arg| match arg.text() {
        Some("-L" | "-P" | "--") => false,
        Some("-e") => !is_bash,
        Some(_) | None => true,
    });
    let targets = match args.as_slice() {
        [] => home(reading),
        [dir] if dir.text() == Some("-") && flags == 0 => return back(reading, call),
        [dir] => targets(reading, dir),
        _ => None,
    };
    if physical && let Some([target]) = targets.as_deref() {
        let before = reading.shell.clone();
        let here = left_behind(reading);
        if let Err(unread) = reading.enter_dir(target, call.span) {
            reading.unread(&call.name, unread);
        }
        reading.shell.previous = here;
        reading.add(Effect::Harmless, "shell_builtin", "`cd` changes the directory", call.span);
        return Some(before);
    }
    change(reading, call, targets.filter(|_| !physical))
}

fn home(reading: &Reading<'_>) -> Option<Vec<String>> {
    let home = reading.session.home.as_str();
    let known = !home.is_empty() && !reading.shell.variables.contains_key("HOME");
    known.then(|| vec![home.to_string()])
}

/// Every directory that the word may name. One that vanishes leads home; an empty one leads nowhere.
fn targets(reading: &Reading<'_>, dir: &Arg) -> Option<Vec<String>> {
    // skipped: one that is not known is gone through below.
    if let Some(text) = dir.text() {
        let plain = !is_entry(text) && !text.is_empty();
        return plain.then(|| vec![text.to_string()]);
    }
    let mut targets: Vec<String> = Vec::new();
    let fresh = reading.fresh(&dir.value);
    let texts = match &fresh {
        Some(both) => both.iter().map(String::as_str).collect(),
        None => dir.value.texts()?,
    };
    for text in texts {
        match text {
            "" if dir.splits() => targets.extend(home(reading)?),
            "" => targets.push(".".into()),
            text if is_entry(text) => return None,
            text => targets.push(text.into()),
        }
    }
    let there: Vec<String> = targets.iter().filter(|target| may_be_there(reading, target)).cloned().collect();
    Some(if there.is_empty() { targets } else { there })
}

/// A flag, or an entry of the stack of directories: zsh goes to `+1` and `-1`.
fn is_entry(text: &str) -> bool {
    text.starts_with(['-', '+'])
}

/// Nobody enters a directory that is not there, unless this very call makes it.
fn may_be_there(reading: &Reading<'_>, target: &str) -> bool {
    let there = |dir: &String| {
        let found = reading.world.resolve(&place::join(dir, target));
        found.is_none_or(|found| found.stands != Stands::Nothing)
    };
    reading.wrote || reading.unsettled || target.contains(FRESH) || reading.dirs().iter().any(there)
}

/// `cd -`
fn back(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    let before = reading.shell.clone();
    match reading.shell.previous.clone() {
        Some(dirs) => {
            reading.shell.previous = left_behind(reading);
            reading.shell.dirs = dirs;
            reading.stop_astray(".", call.span);
            reading.add(Effect::Harmless, "shell_builtin", "`cd` goes back", call.span);
        }
        None => lose(reading, call),
    }
    Some(before)
}

/// What `cd -` will lead to.
fn left_behind(reading: &Reading<'_>) -> Option<Vec<String>> {
    (!reading.shell.lost).then(|| reading.dirs().to_vec())
}

pub fn pushd(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    let targets = match call.args.as_slice() {
        [dir] if !dir.value.prefix().starts_with('+') && !dir.splits() => targets(reading, dir),
        _ => None,
    };
    let here = reading.dirs().to_vec();
    let failed = change(reading, call, targets);
    reading.shell.stack.push(here);
    failed
}

pub fn popd(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    let before = reading.shell.clone();
    let here = left_behind(reading);
    match (call.args.is_empty(), reading.shell.stack.pop()) {
        (true, Some(dirs)) => {
            reading.shell.dirs = dirs;
            reading.stop_astray(".", call.span);
        }
        (true | false, _) => lose(reading, call),
    }
    reading.shell.previous = here;
    reading.add(Effect::Harmless, "shell_builtin", "`popd` changes the directory", call.span);
    Some(before)
}

/// Enters one of `targets`; the shell that holds if that fails.
fn change(reading: &mut Reading<'_>, call: &Invocation, targets: Option<Vec<String>>) -> Option<Shell> {
    let before = reading.shell.clone();
    let Some(targets) = targets else {
        match call.args.iter().find(|arg| arg.text().is_none()) {
            Some(arg) => reading.unread(&call.name, Unread::value(arg)),
            None => lose(reading, call),
        }
        reading.shell.lost = true;
        reading.shell.previous = None;
        return Some(before);
    };
    // With CDPATH set a relative name may mean another place.
    let here = |target: &String| {
        ["/", "./", "../"].iter().any(|start| target.starts_with(start)) || target == "." || target == ".."
    };
    let searched = reading.session.variable("CDPATH").is_some_and(|p| !p.is_empty());
    if searched && !targets.iter().all(here) {
        lose(reading, call);
    }
    let behind = left_behind(reading);
    reading.enter_by_name(&targets, call.span);
    reading.shell.previous = behind;
    reading.add(Effect::Harmless, "shell_builtin", "`cd` changes the directory", call.span);
    Some(before)
}

fn lose(reading: &mut Reading<'_>, call: &Invocation) {
    reading.shell.lost = true;
    reading.shell.previous = None;
    reading.add(
        Effect::Opaque,
        "unknown_value",
        "the directory of the following commands is not known",
        call.span,
    );
}
