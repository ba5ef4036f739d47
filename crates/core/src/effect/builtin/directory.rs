//! `cd`, `pushd`, `popd`: where the next command runs.

use crate::effect::Effect;
use crate::effect::program::spec::Unread;
use crate::effect::reading::{Invocation, Reading};
use crate::effect::state::Shell;
use crate::effect::value::Arg;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub fn cd(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    let mut args: Vec<&Arg> = call.args.iter().collect();
    let physical = args.iter().any(|arg| arg.text() == Some("-P"));
    let flags = args.iter().filter(|arg| arg.value.prefix().starts_with('-')).count();
    if flags > 1 {
        // The last of `-L` and `-P` counts, and what stands behind `--` is no flag.
        let before = reading.shell.clone();
        lose(reading, call);
        return Some(before);
    }
    args.retain(|arg| !matches!(arg.text(), Some("-L" | "-P" | "-e" | "--")));
    let target = match args.as_slice() {
        [] => Some(reading.session.home.clone()).filter(|home| !home.is_empty()),
        [dir] => {
            dir.text().filter(|text| !text.starts_with('-') && !text.is_empty()).map(ToString::to_string)
        }
        _ => None,
    };
    if physical && let Some(target) = &target {
        let before = reading.shell.clone();
        reading.enter_dir(target);
        reading.add(Effect::Harmless, "shell_builtin", "`cd` changes the directory", call.span);
        return Some(before);
    }
    change(reading, call, target)
}

pub fn pushd(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    let target = match call.args.as_slice() {
        [dir] => dir.text().filter(|text| !text.starts_with(['-', '+'])).map(ToString::to_string),
        _ => None,
    };
    let here = reading.dirs().to_vec();
    let failed = change(reading, call, target);
    reading.shell.stack.push(here);
    failed
}

pub fn popd(reading: &mut Reading<'_>, call: &Invocation) -> Option<Shell> {
    let before = reading.shell.clone();
    match (call.args.is_empty(), reading.shell.stack.pop()) {
        (true, Some(dirs)) => reading.shell.dirs = dirs,
        (true | false, _) => lose(reading, call),
    }
    reading.add(Effect::Harmless, "shell_builtin", "`popd` changes the directory", call.span);
    Some(before)
}

/// Enters `target`; the shell that holds if that fails.
fn change(reading: &mut Reading<'_>, call: &Invocation, target: Option<String>) -> Option<Shell> {
    let before = reading.shell.clone();
    let Some(target) = target else {
        match call.args.iter().find(|arg| arg.text().is_none()) {
            Some(arg) => reading.unread(&call.name, Unread::value(arg)),
            None => lose(reading, call),
        }
        reading.shell.lost = true;
        return Some(before);
    };
    // With CDPATH set a relative name may mean another place.
    let here =
        ["/", "./", "../"].iter().any(|start| target.starts_with(start)) || target == "." || target == "..";
    let searched = !here && reading.session.variable("CDPATH").is_some_and(|p| !p.is_empty());
    if searched {
        lose(reading, call);
    }
    reading.enter_by_name(&target);
    reading.add(Effect::Harmless, "shell_builtin", "`cd` changes the directory", call.span);
    Some(before)
}

fn lose(reading: &mut Reading<'_>, call: &Invocation) {
    reading.shell.lost = true;
    reading.add(
        Effect::Opaque,
        "unknown_value",
        "the directory of the following commands is not known",
        call.span,
    );
}
