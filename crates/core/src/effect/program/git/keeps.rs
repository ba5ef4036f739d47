//! What changes a repository and loses nothing: `git restore --staged x`, `git fetch origin`.
//!
//! Each has a rule of its own beside the wider one of its subcommand, so that a level or a policy can let it run. What is not
//! described here is left to the wider rule.

use super::super::super::Hazard;
use super::super::super::reading::{Invocation, Reading};
use super::super::super::value::Arg;
use super::super::spec::{self, Parsed, Style};
use super::config::Setting;
use super::repository::Repository;
use super::trust::Ground;
use super::{Touch, stopped};
use crate::effect::place::join;
use crate::words::listed;
use crate::world::{Stands, Unreadable};
use alloc::format;
use alloc::string::String;

/// Adds the stop under the narrower rule.
fn keeps(
    reading: &mut Reading<'_>,
    call: &Invocation,
    hazard: Hazard,
    rule: &'static str,
    what: &str,
) -> Touch {
    reading.hazard(hazard, rule, format!("`{}` {what}", call.name), instead_of(rule), call.span);
    Touch::Repository
}

/// What shows the same without a change.
fn instead_of(rule: &str) -> Option<&'static str> {
    match rule {
        "git_restore_staged" | "git_reset_index" => Some("`git diff --cached`"),
        "git_stash_keep" => Some("`git diff`"),
        "git_fetch_remote" => Some("`git branch -r`"),
        _ => None,
    }
}

/// Nothing is in the middle of being done: a merge or a rebase keeps in the index what stands nowhere else.
fn is_calm(reading: &Reading<'_>, ground: &Ground) -> bool {
    const UNDERWAY: &[&str] = &[
        "MERGE_HEAD",
        "CHERRY_PICK_HEAD",
        "REVERT_HEAD",
        "rebase-merge",
        "rebase-apply",
        "BISECT_LOG",
        "AUTO_MERGE",
    ];
    let is_gone =
        |path: String| reading.world.resolve(&path).is_some_and(|found| found.stands == Stands::Nothing);
    let mut states = ground.git_dirs.iter().flat_map(|dir| UNDERWAY.iter().map(|name| join(dir, name)));
    !ground.git_dirs.is_empty() && states.all(is_gone)
}

/// All of these are there, and what lies below them: of a file that was removed the index may hold the last copy.
fn are_there(reading: &Reading<'_>, ground: &Ground, paths: &[&Arg]) -> bool {
    let is_there = |path: String| {
        let found = reading.world.resolve(&path);
        found.is_some_and(|found| found.stands != Stands::Nothing)
    };
    let names = |text: &str| reading.dirs().iter().all(|dir| is_there(join(dir, text)));
    let is_file = |path: &&&Arg| {
        let stands = |dir: &String| {
            let found = path.text().and_then(|text| reading.world.resolve(&join(dir, text)));
            found.is_some_and(|found| matches!(found.stands, Stands::File { .. }))
        };
        reading.dirs().iter().all(stands)
    };
    let several = paths.is_empty() || !paths.iter().all(|path| is_file(&path));
    !reading.dirs().is_empty()
        && paths.iter().all(|path| is_path(path) && path.text().is_some_and(names))
        && (!several || is_index_there(reading, ground))
}

/// So many recorded files are looked for; in a larger repository nobody can tell cheaply.
const MAX_FILES: usize = 20_000;

/// Every file of the index is in the last commit or in the working tree.
fn is_index_there(reading: &Reading<'_>, ground: &Ground) -> bool {
    let is_whole = |repository: &Repository| {
        let tracked = reading.world.tracked(&repository.git_dir, &repository.common_dir);
        tracked.is_some_and(|tracked| {
            let is_there = |name: &String| {
                let found = reading.world.resolve(&join(&repository.worktree, name));
                found.is_some_and(|found| found.stands != Stands::Nothing)
            };
            tracked.is_committed || (tracked.names.len() <= MAX_FILES && tracked.names.iter().all(is_there))
        })
    };
    !ground.repositories.is_empty() && ground.repositories.iter().all(is_whole)
}

/// `git rm --cached x` takes files out of the index and leaves them where they are.
pub fn is_rm_cached(reading: &Reading<'_>, ground: &Ground, paths: &[&Arg]) -> bool {
    is_calm(reading, ground) && are_there(reading, ground, paths)
}

/// Adds the stop under the wider rule.
fn loses(reading: &mut Reading<'_>, call: &Invocation, hazard: Hazard, why: &str, instead: &str) -> Touch {
    stopped(reading, call, hazard, why, instead);
    Touch::Nothing
}

/// The arguments, if each is described: `flags` lists what loses nothing.
fn plain<'a>(flags: &'a str, args: &'a [Arg]) -> Option<Parsed<'a>> {
    let parsed = spec::parse(Style::Gnu, flags, args).ok()?;
    parsed.operands.iter().all(|operand| operand.text().is_some()).then_some(parsed)
}

/// `git stash push -- src/a.rs` takes away what it names. Without names it may take away settings that hold the gate.
pub fn stash_push(reading: &mut Reading<'_>, call: &Invocation, _: &Ground) -> Touch {
    const FLAGS: &str = "-q --quiet -k --keep-index --no-keep-index -m: --message:";
    let named = plain(FLAGS, &call.args).filter(|parsed| !parsed.operands.is_empty());
    let Some(parsed) =
        named.filter(|parsed| parsed.before_dashes == 0 && parsed.operands.iter().all(is_path))
    else {
        let why = "takes uncommitted work out of the files";
        return loses(reading, call, Hazard::History, why, "git stash list");
    };
    parsed.operands.iter().for_each(|path| reading.write_path(&call.name, path, true));
    keeps(reading, call, Hazard::History, "git_stash_keep", "puts uncommitted work of these files aside")
}

/// A name, not a pattern of git's.
fn is_path(arg: &&Arg) -> bool {
    arg.text().is_some_and(|text| !text.starts_with(':') && !text.contains(['*', '?', '[', '\\']))
}

/// `git restore --staged x` takes changes out of the index and leaves the files as they are.
pub fn restore(reading: &mut Reading<'_>, call: &Invocation, ground: &Ground) -> Touch {
    const FLAGS: &str = "-S --staged -q --quiet";
    let keeps_all =
        |parsed: &Parsed<'_>| is_calm(reading, ground) && are_there(reading, ground, &parsed.operands);
    match plain(FLAGS, &call.args) {
        Some(parsed) if parsed.has(&["-S", "--staged"]) && keeps_all(&parsed) => {
            keeps(reading, call, Hazard::History, "git_restore_staged", "takes changes out of the index")
        }
        Some(_) | None => {
            let why = "throws away changes of files, or takes them out of the index";
            loses(reading, call, Hazard::History, why, "git diff")
        }
    }
}

/// `git reset`, `git reset HEAD x`, `git reset -- x` leave branch and files as they are.
pub fn reset(reading: &mut Reading<'_>, call: &Invocation, ground: &Ground) -> Touch {
    const FLAGS: &str = "-q --quiet --no-quiet --mixed";
    let keeps_all = |parsed: &Parsed<'_>| {
        let is_head = |first: &&&Arg| parsed.before_dashes > 0 && first.text() == Some("HEAD");
        let paths = parsed.operands.get(usize::from(parsed.operands.first().filter(is_head).is_some())..);
        // The first word may be a commit, unless it is `HEAD` or stands behind `--`.
        let are_paths = parsed.before_dashes == 0 || parsed.operands.first().filter(is_head).is_some();
        are_paths && are_there(reading, ground, paths.unwrap_or_default()) && is_calm(reading, ground)
    };
    match plain(FLAGS, &call.args) {
        Some(parsed) if keeps_all(&parsed) => {
            keeps(reading, call, Hazard::History, "git_reset_index", "takes changes out of the index")
        }
        Some(_) | None => {
            let why = "moves the branch or throws away what was staged";
            loses(reading, call, Hazard::History, why, "git diff --cached")
        }
    }
}

/// `git fetch origin main` adds what a remote of the settings has, and moves no branch of the user's.
pub fn fetch(reading: &mut Reading<'_>, call: &Invocation, ground: &Ground) -> Touch {
    const FLAGS: &str =
        "-q --quiet -v --verbose --all --tags -t --no-tags -n --unshallow --progress --no-progress --dry-run";
    let is_kept = |parsed: &Parsed<'_>| {
        let is_branch = |arg: &&Arg| arg.text().is_some_and(is_branch);
        let names = parsed.operands.split_first();
        !parsed.has(&["--all"]) && names.is_none_or(|(_, branches)| branches.iter().all(is_branch))
            || parsed.operands.is_empty()
    };
    match plain(FLAGS, &call.args) {
        Some(parsed) if is_kept(&parsed) && has_remote(ground, parsed.operands.first()) => keeps(
            reading,
            call,
            Hazard::Network,
            "git_fetch_remote",
            "asks a remote of this repository for news",
        ),
        Some(_) | None => loses(reading, call, Hazard::Network, "reaches the network", "git branch -r"),
    }
}

/// Remotes that hold what everybody sees anyway. To another one a push may be a deployment: `git push heroku main`.
const SHARED: &str = "origin upstream fork github gitlab";

/// `git push`, `git push -u origin topic` add to what a remote of the settings has. `None`: the call may do more.
pub fn pushed(reading: &Reading<'_>, call: &Invocation, ground: &Ground) -> Option<&'static str> {
    const FLAGS: &str = "-u --set-upstream -q --quiet -v --verbose --progress --no-progress --porcelain";
    let parsed = plain(FLAGS, &call.args)?;
    let is_plain = match parsed.operands.as_slice() {
        [] | [_] => true,
        [_, branch] => {
            branch.text().is_some_and(|name| is_branch(name) && is_only_branch(reading, ground, name))
        }
        [_, _, _, ..] => false,
    };
    let to = parsed.operands.first();
    let shared = |name: &str| listed(SHARED, name);
    let is_shared = to.is_none_or(|to| to.text().is_some_and(shared));
    let leads_on = |setting: &Setting| match (setting.section.as_str(), setting.name.as_str()) {
        ("push", "default") => setting.value.as_deref() == Some("matching"),
        ("push", "followtags" | "recursesubmodules" | "pushoption") => true,
        ("submodule", "recurse") => true,
        ("remote", "pushdefault") | ("branch", "remote" | "pushremote") => {
            !setting.value.as_deref().is_some_and(shared)
        }
        _ => false,
    };
    let leads_on = ground.settings.iter().any(|setting| leads_on(setting));
    let has_remote = has_remote(ground, to.copied().as_ref());
    (is_plain && is_shared && !leads_on && has_remote).then_some("git_push_branch")
}

/// The name of one branch: no `:` that says where it goes, no `+` that forces, no other spelling of a commit.
fn is_branch(text: &str) -> bool {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'-' | b'_' | b'.');
    !text.starts_with('-') && !text.contains("..") && text.bytes().all(is_plain)
}

/// There is such a branch, and nothing else of that name: `stash` and tags are pushed by their short names too.
fn is_only_branch(reading: &Reading<'_>, ground: &Ground, name: &str) -> bool {
    let is_only = |git_dir: &String| {
        let stands = |front: &str| {
            let found = reading.world.resolve(&join(git_dir, &[front, name].concat()));
            found.is_none_or(|found| found.stands != Stands::Nothing)
        };
        // One that is missing has nothing packed; one that cannot be read may have anything.
        let packed = match reading.world.read(&join(git_dir, "packed-refs")) {
            Ok(text) => Some(text),
            Err(Unreadable::Missing) => Some(String::new()),
            Err(Unreadable::TooLarge | Unreadable::Other) => None,
        };
        let is_packed = |front: &str| {
            let full = [front, name].concat();
            packed.as_deref().map(|text| {
                text.lines().any(|line| line.split_once(' ').is_some_and(|(_, of)| of.trim() == full))
            })
        };
        let has = |front: &str| stands(front) || is_packed(front).unwrap_or(true);
        let is_there = stands("refs/heads/") || is_packed("refs/heads/") == Some(true);
        is_there && !["", "refs/", "refs/tags/"].iter().any(|front| has(front))
    };
    name == "HEAD" || (!ground.git_dirs.is_empty() && ground.git_dirs.iter().all(is_only))
}

/// The remote stands in the settings of this session's repository, and keeps what it brings apart from the user's own branches and
/// tags. Without a name every remote may be meant.
fn has_remote(ground: &Ground, name: Option<&&Arg>) -> bool {
    // A name that is not known is no name of the settings.
    let wanted = match name.map(|name| name.text()) {
        None => None,
        Some(Some(text)) => Some(text),
        Some(None) => return false,
    };
    let of_remote = || {
        let remotes = ground.settings.iter().filter(|setting| setting.section == "remote");
        remotes.filter(move |setting| wanted.is_none_or(|wanted| setting.subsection == wanted))
    };
    let apart = |value: &str| value.split_once(':').is_some_and(|(_, to)| to.starts_with("refs/remotes/"));
    let is_plain = of_remote().all(|setting| match setting.name.as_str() {
        "url" | "pushurl" => setting.value.as_deref().is_some_and(is_address),
        "fetch" => setting.value.as_deref().is_some_and(apart),
        "push" | "mirror" | "vcs" | "uploadpack" | "receivepack" | "proxy" | "prunetags" | "tagopt" => false,
        _ => true,
    });
    // Settings of all remotes: what stands in the place of an address, and what removes tags.
    let misleads = |setting: &Setting| match (setting.section.as_str(), setting.name.as_str()) {
        ("url", _) => !is_address(&setting.subsection),
        ("fetch", "prunetags") => true,
        _ => false,
    };
    let misled = ground.settings.iter().any(|setting| misleads(setting));
    !ground.foreign && !misled && is_plain && of_remote().any(|setting| setting.name == "url")
}

/// An address of the usual kinds: `ext::sh -c x` starts a program.
fn is_address(text: &str) -> bool {
    !text.contains("::") && !text.starts_with('-')
}
