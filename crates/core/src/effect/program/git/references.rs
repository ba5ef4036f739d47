//! Branches, tags, remotes and pushes: listing and creating is fine, moving and removing is not.

use super::super::super::Hazard;
use super::super::super::reading::{Invocation, Reading};
use super::super::super::value::Arg;
use super::super::spec::{self, Style};
use super::flags::references;
use super::local::{parsed, stop};
use super::revision::{self, Revision};
use super::trust::Ground;
use super::{Touch, harmless, keeps, paths, stopped, without_lone_filter};
use alloc::format;
use alloc::vec::Vec;

/// Flags of `git branch` that move, remove or rewire one.
macro_rules! branch_stops {
    () => {
        " -f --force -d -D --delete -m -M --move -c -C --copy -u: --set-upstream-to: --unset-upstream --edit-description"
    };
}

const BRANCH: &str = concat!(
    references!(),
    "-l --list -a --all -r --remotes -v -vv --verbose -q --quiet --show-current --abbrev? --no-abbrev -t --track? --no-track \
     --create-reflog --no-create-reflog",
    branch_stops!()
);

pub fn branch(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    let args = without_lone_filter(&call.args);
    let Some(given) = parsed(reading, call, BRANCH, &args) else { return Touch::Nothing };
    let stops =
        |name: &str| branch_stops!().split_ascii_whitespace().any(|flag| flag.trim_end_matches(':') == name);
    if let Some(flag) = given.flags.iter().find(|flag| stops(flag.name)) {
        let why = format!("with `{}` moves, removes or rewires a branch", flag.name);
        return stop(reading, call, &why, "git branch --list");
    }
    paths::formatted(reading, call, &given);
    harmless(reading, call, "git_branch", "lists or creates branches");
    if given.operands.is_empty() || given.has(&["-l", "--list", "--show-current"]) {
        Touch::Nothing
    } else {
        reading.makes_references(&given.operands);
        Touch::Repository
    }
}

const TAG: &str = concat!(
    references!(),
    "-l --list -n? -a --annotate -m: --message: -F< --file< -s --sign --no-sign -u: --local-user: --cleanup: \
     --create-reflog --no-create-reflog --trailer: -f --force -d --delete -v --verify -e --edit"
);

pub fn tag(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    let args = without_lone_filter(&call.args);
    let Some(given) = parsed(reading, call, TAG, &args) else { return Touch::Nothing };
    if given.has(&["-f", "--force", "-d", "--delete", "-e", "--edit"]) {
        return stop(reading, call, "moves or removes a tag", "git tag --list");
    }
    let annotated = given.has(&["-a", "--annotate", "-s", "--sign", "-u", "--local-user"]);
    if annotated && !given.has(&["-m", "--message", "-F", "--file"]) {
        return stop(reading, call, "without a message opens an editor", "git tag --list");
    }
    given.value_effects(reading, call);
    paths::formatted(reading, call, &given);
    let creates = !given.operands.is_empty() && !given.has(&["-l", "--list", "-v", "--verify"]);
    let is_file = |text: &str| text.contains(':') || super::objects::may_be_no_commit_here(reading, text);
    let is_commit = |object: &Arg| match object.text() {
        Some(text) => !is_file(text),
        None => matches!(revision::read(&object.value), Some(Revision::Commit)),
    };
    if creates && given.operands.get(1).is_some_and(|object| !is_commit(object)) {
        return stop(reading, call, "gives a name to what may be a file, not a commit", "git tag --list");
    }
    harmless(reading, call, "git_tag", "lists or creates tags");
    if !creates {
        return Touch::Nothing;
    }
    reading.makes_references(&given.operands);
    Touch::Repository
}

/// `checkout -b name` leaves every file as it is; everything else changes files.
pub fn checkout(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    new_branch(reading, call, "-b", "-q --quiet -b:", "git branch --list")
}

pub fn switch(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    new_branch(reading, call, "-c", "-q --quiet -c: --create:", "git branch --list")
}

fn new_branch(
    reading: &mut Reading<'_>,
    call: &Invocation,
    create: &str,
    flags: &str,
    instead: &str,
) -> Touch {
    let name = match spec::parse(Style::Gnu, flags, &call.args) {
        Ok(given) if given.operands.is_empty() && !ends_flags(call) => {
            given.value(&[create, "--create"]).cloned()
        }
        Ok(_) | Err(_) => None,
    };
    let Some(name) = name else {
        reading.makes_references(&call.args.iter().collect::<Vec<_>>());
        return stop(reading, call, "changes files, and can throw away what is not committed", instead);
    };
    reading.makes_references(&[&name]);
    let rule = super::rule_of(call.name.split(' ').nth(1).unwrap_or(""));
    harmless(reading, call, &rule, "creates a branch here");
    Touch::Repository
}

fn ends_flags(call: &Invocation) -> bool {
    call.args.iter().any(|arg| arg.text() == Some("--"))
}

/// Every push reaches others; one that overwrites or removes has its own rule.
pub fn push(reading: &mut Reading<'_>, call: &Invocation, ground: &Ground) -> Touch {
    if call.args.iter().any(|arg| forces(arg.value.prefix())) {
        let message = "`git push` overwrites or removes what others may have";
        reading.hazard(
            Hazard::History,
            "force_push",
            message,
            Some("`git log --oneline origin/main..HEAD`"),
            call.span,
        );
    } else if let Some(rule) = keeps::pushed(reading, call, ground) {
        let message = format!("`{}` adds commits to a remote of this repository", call.name);
        let instead = Some("`git log --oneline origin/main..HEAD`");
        reading.hazard(Hazard::Publish, rule, message, instead, call.span);
        return Touch::Repository;
    } else {
        stopped(
            reading,
            call,
            Hazard::Publish,
            "sends commits to another machine",
            "git log --oneline origin/main..HEAD",
        );
        // A rule that lets pushes through does not let these: `"$x"` may be `--force`, `+main` or `:main`.
        let may_force =
            |arg: &&Arg| arg.text().is_none() && ["--force", "+x", ":x"].iter().any(|text| arg.may_be(text));
        if let Some(arg) = call.args.iter().find(may_force) {
            let message =
                "`git push` may overwrite or remove what others have: one of its words is not known";
            reading.hazard(Hazard::History, "force_push", message, None, arg.span);
        }
    }
    Touch::Nothing
}

fn forces(arg: &str) -> bool {
    match arg.strip_prefix("--") {
        Some(long) => {
            ["f", "mi", "de", "pru"].iter().any(|start| long.starts_with(start)) && long != "follow-tags"
        }
        None => {
            arg.starts_with(['+', ':'])
                || arg.strip_prefix('-').is_some_and(|short| short.contains(['f', 'd']))
        }
    }
}

pub fn symbolic_ref(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    match spec::parse(Style::Gnu, "-q --quiet --short --recurse --no-recurse", &call.args) {
        Ok(given) if given.operands.len() == 1 => harmless(reading, call, "git_symbolic_ref", "only reads"),
        Ok(_) | Err(_) => {
            stopped(reading, call, Hazard::History, "moves a reference", "git symbolic-ref HEAD")
        }
    }
    Touch::Nothing
}

/// `-n` asks nobody; without a name the remotes are listed.
pub fn remote_show(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    match spec::parse(Style::Gnu, "-n", &call.args) {
        Ok(given) if given.has(&["-n"]) || call.args.is_empty() => {
            harmless(reading, call, "git_remote", "only reads")
        }
        Ok(_) | Err(_) => stopped(reading, call, Hazard::Network, "reaches the network", "git remote -v"),
    }
    Touch::Nothing
}
