//! Git: every subcommand, the options before it, the repository it would really use, and what that would run.
//!
//! A call goes through four gates: options and variables (`options`), the ground it stands on (`trust`, with
//! `repository`, `config` and `settings`), the subcommand's own description (the tables), and the paths it names
//! (`paths`). Rule ids are `git_<subcommand>`, whether the call passes or stops.

mod alias;
mod config;
mod configure;
#[cfg(test)]
mod examples;
mod flags;
mod groups;
mod keeps;
mod local;
mod nested;
mod objects;
mod options;
mod paths;
mod printed;
mod reads;
mod references;
mod repository;
mod revision;
mod settings;
mod stops;
mod tree;
mod trust;
mod worktree;

pub use trust::{InTree, excludes, in_tree_of};

pub use objects::may_name_tree;
pub use options::harmless_env;
pub use printed::printed;
pub use revision::is_one_commit;

use super::super::environment::has_login;
use super::super::reading::{Invocation, Reading};
use super::super::value::Arg;
use super::super::{Effect, Hazard};
use super::spec::{self, Program, Style, Unread, custom};
use crate::effect::place::join;
use crate::policy::{floor, scope};
use crate::words::{Sieve, listed, sieve};
use crate::world::World;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use trust::Ground;

/// The family.
pub const PROGRAMS: &[Program] = &[custom("git", read)];

/// A subcommand: one row of a table.
struct Sub {
    /// Its names, separated by blanks.
    names: &'static str,
    does: Does,
}

/// What a subcommand comes to.
enum Does {
    /// Only reads; these flags are safe, operands are revisions, references, patterns.
    Reads(&'static str),
    /// The same, and prints the content of files that operands name.
    Shows(&'static str),
    /// The same, and operands are files.
    Files(&'static str),
    /// Has subcommands.
    Group { flags: &'static str, default: &'static str, subs: &'static [Sub] },
    /// Understood, and not for an agent alone: hazard, why, the command that may run instead (empty: none).
    Stop(Hazard, &'static str, &'static str),
    /// Data does not suffice, and the settings of the repository matter.
    Grounded(fn(&mut Reading<'_>, &Invocation, &Ground) -> Touch),
    /// Data does not suffice.
    Custom(fn(&mut Reading<'_>, &Invocation) -> Touch),
}

/// Whether a call changes the repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Touch {
    /// Nothing is changed, or the call stopped already.
    Nothing,
    /// Commits, branches, the index.
    Repository,
}

const fn reads(names: &'static str, flags: &'static str) -> Sub {
    Sub { names, does: Does::Reads(flags) }
}

const fn shows(names: &'static str, flags: &'static str) -> Sub {
    Sub { names, does: Does::Shows(flags) }
}

fn named(table: &'static [Sub], name: &str) -> Option<&'static Sub> {
    table.iter().find(|sub| listed(sub.names, name))
}

fn find(name: &str) -> Option<&'static Sub> {
    let likely = TABLES.iter().filter(|(_, sieve)| sieve.may_hold(name));
    likely.into_iter().find_map(|(table, _)| named(table, name))
}

static TABLES: [(&[Sub], Sieve); 4] = [
    (reads::READS, sieve!(reads::READS, names)),
    (local::LOCAL, sieve!(local::LOCAL, names)),
    (groups::GROUPS, sieve!(groups::GROUPS, names)),
    (stops::STOPS, sieve!(stops::STOPS, names)),
];

/// Reads one call of git.
fn read(reading: &mut Reading<'_>, call: &Invocation) {
    let options = match options::parse(&call.args) {
        Ok(options) => options,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    if !options::check(reading, call, &options) {
        return;
    }
    let saved = reading.outside();
    if trust::enter(reading, call, &options)
        && let Some(ground) = trust::survey(reading, call, &options)
    {
        match options.operands.split_first() {
            None => harmless(reading, call, "git", "`git` prints about itself"),
            Some((name, rest)) => {
                let args: Vec<Arg> = rest.iter().map(|arg| (*arg).clone()).collect();
                dispatch(reading, call, &ground, name, args, 0);
            }
        }
    }
    reading.leave(saved);
}

/// The top of the working tree that git would find from `dir`.
pub fn top_of(world: &dyn World, dir: &str) -> Option<String> {
    let found = repository::find(world, dir);
    found
        .candidates
        .first()
        .filter(|repository| !repository.bare)
        .map(|repository| repository.worktree.clone())
}

/// The repository with a working tree that git would find from `dir`.
pub fn repository_of(world: &dyn World, dir: &str) -> Option<repository::Repository> {
    repository::find(world, dir).candidates.first().filter(|repository| !repository.bare).cloned()
}

/// A subcommand that changes nothing.
pub fn only_reads(name: &str) -> bool {
    reads::READS.iter().any(|sub| listed(sub.names, name))
}

/// Whether a program that starts git for reading may do so here; if not, the stop was added.
pub fn may_start_here(reading: &mut Reading<'_>, call: &Invocation) -> bool {
    let nothing = spec::Parsed { flags: Vec::new(), operands: Vec::new(), before_dashes: 0 };
    trust::survey(reading, call, &nothing)
        .is_some_and(|ground| nested::are_harmless(reading, call, &ground, "status"))
}

/// The same for a program that takes the host it sends its token to from the repository: that must be the session's.
pub fn may_follow_remotes(reading: &mut Reading<'_>, call: &Invocation) -> bool {
    let nothing = spec::Parsed { flags: Vec::new(), operands: Vec::new(), before_dashes: 0 };
    let Some(ground) = trust::survey(reading, call, &nothing) else { return false };
    if ground.foreign {
        let message = format!("`{}` would ask the host that a repository of somebody else names", call.name);
        reading.add(Effect::Opaque, "git_foreign_repository", message, call.span);
    }
    !ground.foreign && nested::are_harmless(reading, call, &ground, "status")
}

/// It prints how `HEAD` was moved: with the whole command behind `git pull`, and so with a password in an address there.
fn shows_moves(name: &str, args: &[Arg]) -> bool {
    const WALKS: &[&str] = &["-g", "--walk-reflogs", "--reflog", "reflog"];
    let formats = |arg: &Arg| arg.value.prefix().contains("%g");
    name == "reflog"
        || args
            .iter()
            .any(|arg| formats(arg) || WALKS.iter().any(|flag| arg.value.prefix().starts_with(flag)))
}

/// Finds the subcommand, or the alias that stands for one.
fn dispatch(
    reading: &mut Reading<'_>,
    call: &Invocation,
    ground: &Ground,
    name: &Arg,
    args: Vec<Arg>,
    depth: usize,
) {
    let Some(text) = name.text() else {
        return reading.unread(&call.name, Unread::value(name));
    };
    let inner = Invocation { name: ["git ", text].concat(), args, ..call.clone() };
    let Some(sub) = find(text) else {
        return alias::read(reading, &inner, ground, name, depth);
    };
    if let Some(path) = trust::shadowed(reading, ground, text) {
        let message = format!("`git {text}` would run `{path}`, which the agent may have written");
        return reading.add(Effect::Opaque, "shadowed_program", message, name.span);
    }
    let rule = rule_of(text);
    if asks_for_usage(&inner.args) {
        return harmless(reading, &inner, &rule, "prints its usage");
    }
    if !nested::are_harmless(reading, call, ground, text) {
        return;
    }
    // `git remote` alone prints names.
    let shows_addresses = text == "config"
        || (text == "remote" && !inner.args.is_empty())
        || (text == "lfs" && inner.args.iter().any(|arg| arg.may_be("env")));
    if shows_addresses && let Some(setting) = ground.settings.iter().find(|setting| holds_password(setting)) {
        let message = format!(
            "git's `{}.{}` has a password in its address, which would be shown",
            setting.section, setting.name
        );
        reading.hazard(Hazard::Secret, "secrets", message, None, call.span);
    }
    let has_login = |dir: &String| {
        let path = join(dir, "logs/HEAD");
        scope::hold_secret(reading.world, &path, &floor::names(&path))
    };
    // Remotes of the old kind stand in files of their own.
    let in_files = |dir: &String| {
        let files = |folder: &str| {
            reading
                .world
                .list(&join(dir, folder))
                .unwrap_or_default()
                .into_iter()
                .map(|name| [folder, "/", &name].concat())
                .collect::<Vec<_>>()
        };
        ["remotes", "branches"].iter().flat_map(|folder| files(folder)).any(|file| {
            let path = join(dir, &file);
            scope::hold_secret(reading.world, &path, &floor::names(&path))
        })
    };
    if shows_addresses && ground.git_dirs.iter().any(in_files) {
        let message = "an address with a password stands in a file of git's, and would be shown";
        reading.hazard(Hazard::Secret, "secrets", message, None, call.span);
    }
    if shows_moves(text, &inner.args) && ground.git_dirs.iter().any(has_login) {
        let message = "an address with a password was once pulled from, and would be shown";
        reading.hazard(Hazard::Secret, "secrets", message, None, call.span);
    }
    let touch = run(reading, &inner, ground, sub, &rule);
    if touch == Touch::Repository && (ground.foreign || ground.by_hand) {
        let message = format!("`{}` would change a repository that is not this session's", inner.name);
        reading.add(Effect::Opaque, "git_foreign_repository", message, call.span);
    }
}

/// `remote.origin.url = https://user:TOKEN@host/x`, `[url "https://user:TOKEN@host/"] insteadOf = https://host/`.
fn holds_password(setting: &config::Setting) -> bool {
    setting.value.as_deref().is_some_and(has_login) || has_login(&setting.subsection)
}

/// `git_rev_parse` for `rev-parse`.
fn rule_of(name: &str) -> String {
    ["git_", &name.replace('-', "_")].concat()
}

/// Exactly `-h` or `--help`.
fn asks_for_usage(args: &[Arg]) -> bool {
    matches!(args, [arg] if matches!(arg.text(), Some("-h" | "--help")))
}

fn harmless(reading: &mut Reading<'_>, call: &Invocation, rule: &str, what: &str) {
    reading.add(Effect::Harmless, String::from(rule), ["`", &call.name, "` ", what].concat(), call.span);
}

/// Reads one subcommand by its description.
fn run(reading: &mut Reading<'_>, call: &Invocation, ground: &Ground, sub: &Sub, rule: &str) -> Touch {
    match sub.does {
        Does::Reads(flags) => described(reading, call, ground, rule, (flags, Operands::Names)),
        Does::Shows(flags) => described(reading, call, ground, rule, (flags, Operands::Content)),
        Does::Files(flags) => described(reading, call, ground, rule, (flags, Operands::Files)),
        Does::Group { flags, default, subs } => group(reading, call, ground, rule, (flags, default, subs)),
        Does::Stop(hazard, why, instead) => {
            stopped(reading, call, hazard, why, instead);
            Touch::Nothing
        }
        Does::Grounded(read) => read(reading, call, ground),
        Does::Custom(read) => read(reading, call),
    }
}

/// What the operands of a reading subcommand are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operands {
    /// Revisions, references, patterns, paths of which only the name matters.
    Names,
    /// The same, and the content of what they name is printed.
    Content,
    /// Files.
    Files,
}

/// Reads a subcommand that only reads.
fn described(
    reading: &mut Reading<'_>,
    call: &Invocation,
    ground: &Ground,
    rule: &str,
    (flags, operands): (&str, Operands),
) -> Touch {
    let args = revision::settled(&without_lone_filter(&call.args));
    match spec::parse(Style::Gnu, flags, &args) {
        Err(unread) => reading.unread(&call.name, unread),
        Ok(parsed) => {
            if let Some(value) = revision::moved(&parsed, &call.args) {
                reading.unread(&call.name, Unread::value(value));
            }
            parsed.value_effects(reading, call);
            match operands {
                Operands::Files => {
                    parsed.operands.iter().for_each(|arg| reading.read_path(&call.name, arg, false));
                }
                Operands::Names => paths::shown(reading, call, ground, false, &parsed),
                Operands::Content => paths::shown(reading, call, ground, true, &parsed),
            }
            harmless(reading, call, rule, "only reads");
        }
    }
    Touch::Nothing
}

/// Adds the stop of a subcommand that is understood.
fn stopped(reading: &mut Reading<'_>, call: &Invocation, hazard: Hazard, why: &str, instead: &str) {
    let sub = call.name.split(' ').nth(1).unwrap_or("");
    let message = format!("`{}` {why}", call.name);
    let instead = (!instead.is_empty()).then(|| format!("`{instead}`"));
    reading.hazard(hazard, rule_of(sub), message, instead.as_deref(), call.span);
}

/// Filters such as `--merged` mean `HEAD` when they stand last.
fn without_lone_filter(args: &[Arg]) -> Vec<Arg> {
    let mut args = args.to_vec();
    let lone = args.last().and_then(Arg::text).is_some_and(|text| {
        ["--contains", "--no-contains", "--merged", "--no-merged", "--with", "--without", "--points-at"]
            .contains(&text)
    });
    if lone {
        args.pop();
    }
    args
}

/// `git stash list`: the first operand picks the description; without one the default is meant.
fn group(
    reading: &mut Reading<'_>,
    call: &Invocation,
    ground: &Ground,
    rule: &str,
    (flags, default, subs): (&'static str, &'static str, &'static [Sub]),
) -> Touch {
    let parsed = spec::parse(Style::Posix, flags, &call.args);
    let first = parsed.as_ref().ok().and_then(|parsed| parsed.operands.split_first());
    // `git reflog "ex$x"` may expire what is there, also where its default only reads.
    if let Some((name, _)) = first
        && name.text().is_none()
        && subs.iter().flat_map(|sub| sub.names.split(' ')).any(|sub| name.may_be(sub))
    {
        reading.unread(&call.name, Unread::value(name));
        return Touch::Nothing;
    }
    if let Some((name, rest)) = first
        // skipped: what may be a subcommand was stopped just now; what cannot be one is for the default.
        && let Some(text) = name.text()
        && let Some(sub) = named(subs, text)
    {
        let args = rest.iter().map(|arg| (*arg).clone()).collect();
        let inner = Invocation { name: format!("{} {text}", call.name), args, ..call.clone() };
        return run(reading, &inner, ground, sub, rule);
    }
    if let Some(sub) = named(subs, default) {
        return run(reading, call, ground, sub, rule);
    }
    match parsed {
        Err(unread) => reading.unread(&call.name, unread),
        Ok(parsed) => match parsed.operands.first() {
            None => harmless(reading, call, rule, "only reads"),
            Some(name) => {
                let message = format!("`{} {}` is not known", call.name, name.value.prefix());
                reading.add(Effect::Opaque, "unknown_command", message, name.span);
            }
        },
    }
    Touch::Nothing
}
