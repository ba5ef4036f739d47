//! The words of a command that nobody read: each may be a place that the program reads and writes. Once a rule of the user's
//! allows it, floor, secrets and scope hold for them as they do for the operands of a program that is described. Without
//! one it stops anyway, and a pause or a repetition must be told of the floor.

use super::lift::{OUTSIDE, decided};
use super::too_much;
use crate::effect::named::paths;
use crate::effect::place::{join, normal};
use crate::effect::{Act, Place};
use crate::policy::glob::matches_name;
use crate::policy::scope::{Scope, Use};
use crate::policy::{Hit, floor};
use crate::verdict::{Decision, Depth, Reason};
use crate::world::Stands;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Places that one command may name; each costs a look at the disk.
const MAX_PLACES: usize = 512;

/// What surrounds a path in a list, a pattern or a piece of code, and stands in few file names.
const AROUND: &[char] = &['|', '(', ')', '[', ']', '>', '?', '#', '&', '!', '*', '^', '`', '\\', '+'];

/// What parts the paths in a text of several words: a sentence, JSON, a query.
const BETWEEN: &[char] =
    &['"', '\'', '`', '(', ')', '[', ']', '{', '}', '<', '>', ',', ';', ':', '=', '|', '&', '!', '?'];

/// Every stop that the words of a command come to that a rule allows.
pub fn stops(act: &Act, hit: &Hit, scope: &Scope<'_>) -> Vec<Reason> {
    all(act, &|at| hit.names_paths || at < hit.words, scope)
}

/// What the words of a command that stops anyway say about the floor and secrets.
pub fn on_floor(act: &Act, scope: &Scope<'_>) -> Vec<Reason> {
    let mut stops = all(act, &|_| true, scope);
    stops.retain(|stop| stop.depth == Depth::Floor);
    // Nothing of it was allowed, so nothing is denied for what was not looked at.
    stops.iter_mut().filter(|stop| stop.rule == "too_much").for_each(|stop| stop.decision = Decision::Ask);
    stops
}

/// A word of it may be a place that the project has no say in.
pub fn names_more_than_project(act: &Act, scope: &Scope<'_>) -> bool {
    !all(act, &|_| false, scope).is_empty()
}

/// The same, given which words were said to the user's liking, wherever they lead.
fn all(act: &Act, is_said: &dyn Fn(usize) -> bool, scope: &Scope<'_>) -> Vec<Reason> {
    let mut stops: Vec<Reason> = act.dirs.iter().filter_map(|dir| read(&here(dir), false, scope)).collect();
    stops.extend(act.dirs.iter().filter_map(|dir| writes_here(dir, scope)));
    let mut left = MAX_PLACES;
    for (at, word) in act.args.iter().enumerate() {
        // skipped: a rule lifts nothing of a command with a word that is not known.
        let Some(word) = word else { continue };
        let said = is_said(at);
        if act.dirs.is_empty() && !said && !word.starts_with(['/', '-']) {
            stops.push(unknown_directory(word));
        }
        stops.extend(singled_out(word, act, scope));
        for path in candidates(word, &scope.session.home) {
            for place in places(&path, word, act, scope) {
                let Some(rest) = left.checked_sub(1) else {
                    stops.push(too_much("the command names more places than can be judged"));
                    return stops;
                };
                left = rest;
                let found = read(&place, true, scope).into_iter().chain(write(&place, scope));
                stops.extend(found.filter(|stop| !(said && OUTSIDE.contains(&stop.rule.as_ref()))));
            }
        }
    }
    stops.into_iter().map(|stop| stop.at(act.span)).collect()
}

/// A pattern that the program may expand by itself, and that is about a secret (`.e?v`) or about what stands on the floor.
fn singled_out(word: &str, act: &Act, scope: &Scope<'_>) -> Vec<Reason> {
    let is_pattern = |path: &&str| path.contains(['*', '?', '[', '{']);
    if word.contains(char::is_whitespace) {
        return Vec::new();
    }
    let ask = |rule: &'static str, what: &str| {
        let message = format!("`{word}` is a pattern that {what}");
        let mut reason = Reason::new(Decision::Ask, rule, message);
        reason.depth = Depth::Floor;
        stop(reason, scope)
    };
    let mut stops = Vec::new();
    for path in paths(word).into_iter().filter(is_pattern) {
        match floor::each_with_secrets(path) {
            None => stops.extend(ask("too_much", "has more alternatives than can be judged")),
            Some(globs) => {
                let secret = globs.iter().find_map(|(_, secrets)| secrets.first());
                stops
                    .extend(secret.and_then(|secret| ask("read_secret", &format!("singles out `{secret}`"))));
            }
        }
        let kept = act.dirs.iter().find_map(|dir| on_floor_by_pattern(dir, path, scope));
        stops.extend(kept.and_then(|name| ask("safety_floor", &format!("names the protected `{name}`"))));
    }
    stops
}

/// A protected name in `dir` that a pattern of one component matches. One that begins with `*` is about a kind of file.
fn on_floor_by_pattern(dir: &str, pattern: &str, scope: &Scope<'_>) -> Option<String> {
    if pattern.starts_with('*') || pattern.contains('/') {
        return None;
    }
    let globs = floor::alternatives(&pattern.to_lowercase())?;
    let is_named = |name: &String| globs.iter().any(|glob| matches_name(glob, &name.to_lowercase()));
    let names = scope.world.list(dir)?;
    names.into_iter().filter(is_named).find(|name| scope.is_protected_name(&join(dir, name)))
}

fn unknown_directory(word: &str) -> Reason {
    let message = format!("`{word}` may be a file in a directory that is not known");
    let mut reason = Reason::new(Decision::Ask, "unresolved_path", message);
    reason.depth = Depth::Floor;
    reason
}

fn here(dir: &str) -> Place {
    Place { shown: dir.into(), path: dir.into() }
}

/// It may write where it runs, under a name of its own or by a word that names no file yet. Outside of the project that is
/// what the rule allows; on the floor it is not.
fn writes_here(dir: &str, scope: &Scope<'_>) -> Option<Reason> {
    let file = here(&join(dir, "file"));
    write(&file, scope).filter(|stop| !OUTSIDE.contains(&stop.rule.as_ref()))
}

fn read(place: &Place, deep: bool, scope: &Scope<'_>) -> Option<Reason> {
    stop(scope.judge(Use::Read, place, deep, "read_only_command"), scope)
}

/// Devices that are only for reading are not written by whoever is given their name.
fn write(place: &Place, scope: &Scope<'_>) -> Option<Reason> {
    let device = scope.judge(Use::Read, place, false, "read_only_command").rule == "harmless";
    if device { None } else { stop(scope.judge(Use::Write, place, false, "write_scope"), scope) }
}

fn stop(mut reason: Reason, scope: &Scope<'_>) -> Option<Reason> {
    decided(&mut reason, true, scope.policy);
    (reason.decision != Decision::Allow).then_some(reason)
}

/// Where a candidate would lead from each directory that the command may run in. What cannot be a path is none: a plain
/// word of which there is no file, unless a file of that name would be on the floor once it is made (`Jenkinsfile`).
fn places(path: &str, word: &str, act: &Act, scope: &Scope<'_>) -> Vec<Place> {
    let prose = word.contains(char::is_whitespace);
    let shaped = !prose && (path.contains('/') || path.starts_with('.'));
    // An absolute path leads to the same place from everywhere.
    let root = [String::from("/")];
    let dirs = if act.dirs.is_empty() { &root } else { act.dirs.as_slice() };
    let mut places: Vec<Place> = Vec::new();
    for dir in dirs {
        let place = Place { shown: path.into(), path: join(dir, path) };
        let is_there = || {
            let found = scope.world.resolve(&place.path);
            found.is_none_or(|found| found.stands != Stands::Nothing)
        };
        // In a text only what leads to the floor is meant before it is there: `.git/hooks/pre-commit`.
        let is_protected = || prose && path.contains('/') && floor::hit(&floor::names(path), false).is_some();
        let makes = || !prose && scope.is_protected_name(&place.path);
        if (shaped || is_there() || is_protected() || makes()) && !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

/// The texts in a word that may be paths.
fn candidates(word: &str, home: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut add = |path: &str| {
        let path = at_home(path, home);
        if !path.is_empty() && !found.contains(&path) {
            found.push(path);
        }
    };
    if word.contains(char::is_whitespace) {
        // A text for people or for another reader: the paths in it that are there, and a file with blanks in its name.
        add(word);
        word.split_once('=').into_iter().for_each(|(_, value)| add(value));
        let parts = word.split(|c: char| c.is_whitespace() || BETWEEN.contains(&c));
        let parts = parts.map(|part| part.trim_end_matches('.'));
        // A bare name in a text is what people write about: "a missing .env".
        let is_path = |part: &&str| part.contains(['/', '%']) || part.starts_with(['~', '$']);
        for part in parts.filter(is_path) {
            add(part);
            if part.contains('%') {
                add(&decoded(part));
            }
        }
        return found;
    }
    // Behind however many letters of flags.
    let flags = word.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
    flags.and_then(|flags| flags.get(flags.find(['.', '/'])?..)).into_iter().for_each(&mut add);
    for path in paths(word).into_iter().chain(local_address(word)) {
        add(path);
        if path.contains(AROUND) {
            path.split(AROUND)
                .filter(|piece| piece.contains('/') || piece.starts_with('.'))
                .for_each(&mut add);
        }
        if path.contains('%') {
            add(&decoded(path));
        }
    }
    found
}

/// `sqlite:///x`, `git+file://host/x`: an address of this machine.
fn local_address(word: &str) -> Option<&str> {
    let (scheme, rest) = word.split_once("://")?;
    let local = rest.starts_with('/') || scheme.to_ascii_lowercase().ends_with("file");
    local.then(|| rest.find('/').and_then(|at| rest.get(at..))).flatten()
}

/// Programs expand `~` and `$HOME` themselves where the shell did not.
fn at_home(path: &str, home: &str) -> String {
    let signs = ["~/", "$HOME/", "${HOME}/"];
    if let Some(below) = signs.iter().find_map(|sign| path.strip_prefix(sign)) {
        return join(home, below);
    }
    match path.strip_prefix('~') {
        Some("") => home.to_string(),
        // Somebody's home.
        Some(user) if user.contains('/') && !home.is_empty() => normal(&format!("{home}/../{user}")),
        Some(_) | None => path.to_string(),
    }
}

/// `%2e` and the like as what they stand for.
fn decoded(path: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = path;
    while let Some((front, behind)) = rest.split_once('%') {
        bytes.extend(front.bytes());
        let code = behind.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(code.unwrap_or(b'%'));
        rest = if code.is_some() { behind.get(2..).unwrap_or_default() } else { behind };
    }
    bytes.extend(rest.bytes());
    String::from_utf8_lossy(&bytes).into_owned()
}
