//! Reads that show whole files of a tree: `find . -exec cat {} +`, `grep -rh . .`, `git archive HEAD`.
//!
//! Which files those are is looked up on the machine. A secret among them is added as a file that is read, and judged
//! like one that was named. A search for a particular word shows lines with that word and is left alone.

mod expression;
mod ignore;
mod kinds;
pub mod pattern;
mod picks;
mod recorded;
mod usual;

pub use picks::{Links, Picks, Recorded, Rule, Test, Unmatched, is_plain_glob, is_plain_path};
pub use recorded::newly_nested;

use super::super::reading::{Invocation, Reading};
use super::super::value::{Arg, Value};
use super::super::{Effect, Hazard};
use super::arguments::Flag;
use super::search::Word;
use super::spec::{AtWorst, Does, Parsed};
use crate::effect::place::{self, within};
use crate::policy::{floor, scope};
use crate::words::listed;
use crate::world::{Branches, Resolved, Stands, Unreadable};
use alloc::collections::{BTreeSet, VecDeque};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use ignore::{Ignored, Reader};

/// Names passed before the look gives up, which stops: some tenths of a second.
const MAX_NAMES: usize = 200_000;

/// Names passed for the sake of a word: some milliseconds.
const MAX_FOR_WORD: usize = 10_000;

/// Adds the first secret below `folder` that is shown with the rest.
pub fn below(reading: &mut Reading<'_>, call: &Invocation, folder: &Arg, picks: &Picks) {
    let folders = texts_of(folder);
    // What its paths look like is not known.
    let any_path = folder.text().is_none() && picks.goes_by_paths();
    let everything = Picks { tests: Vec::new(), ..picks.clone() };
    let picks = if any_path { &everything } else { picks };
    for folder_text in &folders {
        for cwd in reading.dirs().to_vec() {
            let start = place::join(&cwd, folder_text);
            match first_secret(reading, &cwd, folder_text, picks) {
                Found::Nothing => {}
                Found::Secret(path) => {
                    let shown = Arg { value: Value::known(path), span: folder.span };
                    return reading.read_path(&call.name, &shown, false);
                }
                Found::Settings(git_dir) => {
                    let shown = Arg { value: Value::known(git_dir), span: folder.span };
                    return reading.read_path(&call.name, &shown, true);
                }
                Found::Unrecorded => {
                    let message = format!(
                        "`{}` shows whole files that git has recorded, and which ones those are cannot be known",
                        call.name
                    );
                    return reading.hazard(Hazard::Secret, "secrets", message, None, folder.span);
                }
                Found::TooMuch => {
                    let message = format!(
                        "`{}` shows whole files below `{start}`, which holds too much to look for secrets",
                        call.name
                    );
                    return reading.add(Effect::Opaque, "too_much", message, folder.span);
                }
            }
        }
    }
}

/// What a folder is called, or the one that it is found in.
fn texts_of(folder: &Arg) -> Vec<String> {
    match &folder.value {
        Value::Unknown(unknown) if unknown.listed => vec![unknown.directory().to_string()],
        // Where it is not known, whoever reads it stopped already.
        value @ (Value::Known(_) | Value::Unknown(_)) => {
            value.texts().unwrap_or_default().into_iter().map(String::from).collect()
        }
    }
}

/// The same for every operand, and for the directory the program is in where there is none.
pub fn below_all(reading: &mut Reading<'_>, call: &Invocation, folders: &[&Arg], picks: &Picks) {
    let here = Arg { value: Value::known("."), span: call.span };
    let folders = if folders.is_empty() { vec![&here] } else { folders.to_vec() };
    folders.iter().for_each(|folder| below(reading, call, folder, picks));
}

/// Lines around a word that show more than it: a secret is often shorter than that.
const SOME: usize = 2;

/// Adds what a search for a word shows of secrets all the same: settings of a repository where the word is in the very line with the
/// password (`grep -rn github .`), and secrets that hold it where many lines around it are shown (`rg --hidden -C 19 NODE_ENV`).
pub fn word_below(
    reading: &mut Reading<'_>,
    call: &Invocation,
    folders: &[&Arg],
    picks: &Picks,
    word: &Word,
) {
    let here = Arg { value: Value::known("."), span: call.span };
    let folders = if folders.is_empty() { vec![&here] } else { folders.to_vec() };
    settings_below(reading, call, &folders, picks, word);
    if word.lines_around > SOME {
        let picks = picks.clone().and(Test::Holds(word.readings().collect()));
        folders.iter().for_each(|folder| below(reading, call, folder, &picks));
    }
}

/// Adds the settings of a repository in a folder that is gone through, where they have a line with the word and a secret.
fn settings_below(
    reading: &mut Reading<'_>,
    call: &Invocation,
    folders: &[&Arg],
    picks: &Picks,
    word: &Word,
) {
    for folder in folders {
        for text in texts_of(folder) {
            for cwd in reading.dirs().to_vec() {
                let (path, deep) = match settings_with_word(reading, &cwd, &text, picks, word) {
                    Found::Secret(path) => (path, false),
                    // Where there may be more, all of the folder counts.
                    Found::Settings(git_dir) => (git_dir, true),
                    // A search for a word in a tree too large to look through.
                    Found::Nothing | Found::Unrecorded | Found::TooMuch => continue,
                };
                let path = Arg { value: Value::known(path), span: folder.span };
                return reading.read_path(&call.name, &path, deep);
            }
        }
    }
}

/// Settings of the repository at `written`, and of those further down where the word may be one of an address: other words
/// are not worth a look through the whole tree.
fn settings_with_word(reading: &Reading<'_>, cwd: &str, written: &str, picks: &Picks, word: &Word) -> Found {
    let has_word = |path: &str| match reading.world.read(path) {
        Ok(text) => word.shows_secret_of(&text),
        Err(Unreadable::Missing) => false,
        Err(Unreadable::TooLarge | Unreadable::Other) => true,
    };
    let shown = place::join(written, ".git");
    let git_dir = place::join(&place::join(cwd, written), ".git");
    // Git lists nothing of its own files, and a mirror in the tree (`x.git`) is no file of its own.
    let sees_git = !picks.passes_over(".git") && picks.recorded == Recorded::Not;
    if sees_git && !picks.leaves_out(&shown, ".git", 1) {
        let here = first_settings(reading, picks, (&git_dir, &shown, 1), has_word);
        if here != Found::Nothing || !word.may_be_of_address() {
            return here;
        }
    } else if !word.may_be_of_address() {
        return Found::Nothing;
    }
    let mut visit = |met: &Met<'_>| match met {
        Met::Repository(found) if found.name == ".git" && !sees_git => Found::Nothing,
        Met::Repository(found) => {
            first_settings(reading, picks, (found.path, found.shown, found.depth), has_word)
        }
        Met::File(_) => Found::Nothing,
    };
    walk(reading, (cwd, written), picks, MAX_FOR_WORD, &mut visit)
}

/// Formatters of data, and what they take up: keys and tokens lie in such files. Those of code find none there.
const FORMATS_DATA: &[(&str, &[&str])] = &[
    (
        "prettier oxfmt",
        &["*.json*", "*.y*ml", "*.toml", "*.xml", "*.html", "*.md*", ".*rc", "*.env", ".env*"],
    ),
    ("biome rome", &["*.json*"]),
    ("dprint deno", &["*.json*", "*.y*ml", "*.toml", "*.md*"]),
    ("taplo", &["*.toml"]),
    ("yamlfmt", &["*.y*ml"]),
    ("jsonlint", &["*.json*"]),
    ("terraform tofu terragrunt hclfmt", &["*.tf", "*.tfvars", "*.hcl"]),
];

/// Adds the first secret that a formatter of data prints.
pub fn formatted(reading: &mut Reading<'_>, call: &Invocation, operands: &[&Arg]) {
    let is_called = |names: &str| call.name.split([' ', '/']).any(|word| listed(names, word));
    for (_, data) in FORMATS_DATA.iter().filter(|(names, _)| is_called(names)) {
        let data = data.iter().map(|glob| String::from(*glob)).collect();
        let picks = Picks::default().and(Test::Named(data));
        folders(call, operands).iter().for_each(|folder| below(reading, call, folder, &picks));
    }
}

/// Flags that have a formatter or a linter take files of any kind for its own: `prettier --parser markdown '*'`.
const WIDENS: &[&str] = &["--parser", "--filename", "--extension", "--extensions", "--include", "--language"];

/// The same, with endings of names that may be those of code: `eslint --ext .ts,.tsx`, `djlint -e html`.
const ENDINGS: &[(&str, &[&str])] = &[("eslint", &["--ext"]), ("djlint", &["-e"])];

/// A flag takes in files whose names do not end like code.
fn takes_other_endings(call: &Invocation, parsed: &Parsed<'_>) -> bool {
    let is_called = |name: &str| call.name.split([' ', '/']).any(|word| word == name);
    let flags =
        ENDINGS.iter().filter(|(name, _)| is_called(name)).flat_map(|(_, flags)| flags.iter().copied());
    let flags: Vec<&str> = flags.collect();
    let is_code = |ending: &str| kinds::is_code(&["x.", ending.trim().trim_start_matches('.')].concat());
    // skipped: one that is not known takes in any file.
    parsed.values(&flags).any(|value| value.text().is_none_or(|text| !text.split(',').all(is_code)))
}

/// Adds the first secret that such a flag makes it show.
pub fn widened(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) {
    // Settings that are written out: `--config 'include=["*"]'`.
    let is_setting = |value: &Arg| value.value.prefix().contains('=') || value.text().is_none();
    let has_value = |flag: &Flag<'_>| flag.value.is_some() && WIDENS.contains(&flag.name);
    let widens = parsed.flags.iter().any(has_value) || takes_other_endings(call, parsed);
    if widens || parsed.values(&["--config"]).any(is_setting) {
        folders(call, &parsed.operands)
            .iter()
            .for_each(|folder| below(reading, call, folder, &Picks::default()));
    }
    // A pattern that the program itself applies: `ajv -d 'conf/**/*.json'`.
    let takes_file = |flag: &&Flag<'_>| flag.marks.contains(['@', '<']);
    let values = parsed.flags.iter().filter(takes_file).filter_map(|flag| flag.value.as_ref());
    let is_pattern = |value: &&Arg| value.value.prefix().contains(['*', '?', '[', '{']);
    for value in values.filter(is_pattern) {
        folders(call, &[value]).iter().for_each(|folder| below(reading, call, folder, &Picks::default()));
    }
}

/// Where a program begins to look for what its operands name, patterns of its own among them; without any, where it is.
fn folders(call: &Invocation, operands: &[&Arg]) -> Vec<Arg> {
    if operands.is_empty() {
        return vec![Arg { value: Value::known("."), span: call.span }];
    }
    let folder = |operand: &&Arg| match operand.text() {
        Some(text) => Arg { value: Value::known(super::links::without_pattern(text)), span: operand.span },
        None => (*operand).clone(),
    };
    operands.iter().map(folder).collect()
}

/// Checks that print what a formatter would change: `biome check`, `deno fmt --check`.
pub fn shows_differences(program: &str) -> bool {
    let has = |words: &str| program.split([' ', '/']).any(|word| listed(words, word));
    (has("biome rome") && has("check ci format"))
        || (has("dprint") && has("check"))
        || (has("deno") && has("fmt"))
}

/// Linters of prose, which take any file for a text and show lines of it.
const LINTS_PROSE: &str =
    "markdownlint markdownlint-cli markdownlint-cli2 mdl textlint remark alex write-good vale cspell";

/// Linters whose results may hold whole files where a format for them is named: `eslint -f json`.
const TELLS_SOURCE: &str = "eslint stylelint xo standard oxlint";

/// Adds the first secret that a linter shows lines of where a pattern of its own takes it in: `markdownlint-cli2 '**'`.
pub fn linted(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) {
    let is_called = |names: &str| call.name.split([' ', '/']).any(|word| listed(names, word));
    let tells_source =
        || is_called(TELLS_SOURCE) && parsed.has(&["-f", "--format", "--formatter", "--reporter"]);
    if !is_called(LINTS_PROSE) && !tells_source() {
        return;
    }
    for operand in &parsed.operands {
        // skipped: what is not known stopped already, and what is no pattern is judged by its name.
        let Some(text) = operand.text().filter(|text| text.contains(['*', '?', '[', '{', '('])) else {
            continue;
        };
        // Names of code are what it is for.
        if kinds::is_code(text) {
            continue;
        }
        let folder = Arg { value: Value::known(super::links::without_pattern(text)), span: operand.span };
        // Groups are no more than a name to some.
        let is_plain = !text.contains(['(', '[', '{', '!']);
        let named = Test::Named(vec![text.into()]);
        let picks = if is_plain { Picks::default().and(named) } else { Picks::default() };
        below(reading, call, &folder, &picks);
    }
}

#[derive(PartialEq, Eq)]
enum Found {
    Nothing,
    Secret(String),
    /// The folder of a repository that has more settings than are found.
    Settings(String),
    Unrecorded,
    TooMuch,
}

/// What is met on the way through a tree.
enum Met<'a> {
    /// Anything but a folder.
    File(Entry<'a>),
    /// The folder of a repository: `.git`, `x.git`, `.hg`.
    Repository(Entry<'a>),
}

/// A folder that is still to be looked at.
struct Folder {
    at: String,
    /// As the program prints it.
    shown: String,
    depth: usize,
    /// Where the links led that lie on the way to it.
    linked: Vec<String>,
}

struct Entry<'a> {
    path: &'a str,
    /// As the program prints it.
    shown: &'a str,
    name: &'a str,
    depth: usize,
    /// The file that a link leads to.
    target: Option<Resolved>,
}

fn first_secret(reading: &Reading<'_>, cwd: &str, written: &str, picks: &Picks) -> Found {
    let Some(top) = reading.world.resolve(&place::join(cwd, written)) else { return Found::Nothing };
    let recorded = recorded::first_secret(reading, &top.path, written, picks);
    if recorded != Found::Nothing {
        return recorded;
    }
    // What git lists was looked at, where its names are those of files from here: they begin at the top.
    let is_top = || {
        let here = reading.world.resolve(cwd)?.path;
        Some(super::git::repository_of(reading.world, &here)?.worktree == here)
    };
    if picks.recorded == Recorded::Changed && is_top() == Some(true) {
        return Found::Nothing;
    }
    let is_new = |path: &str| {
        picks.recorded != Recorded::Untracked || recorded::is_untracked(reading, &top.path, path)
    };
    let mut visit = |met: &Met<'_>| match met {
        // Of git's own files only the settings may hold a secret.
        Met::Repository(_) if picks.recorded == Recorded::Untracked => Found::Nothing,
        Met::Repository(found) => {
            first_settings(reading, picks, (found.path, found.shown, found.depth), |path| {
                is_secret(reading, path) && picks.may_show_contents(reading.world, path)
            })
        }
        Met::File(found) => {
            let leads_to_secret =
                found.target.as_ref().is_some_and(|target| is_secret(reading, &target.path));
            let is_shown = (leads_to_secret || is_secret(reading, found.path))
                && picks.may_show(found.shown, found.name, found.depth)
                && picks.may_show_contents(reading.world, found.path)
                && is_new(found.path);
            if is_shown { Found::Secret(found.path.into()) } else { Found::Nothing }
        }
    };
    walk(reading, (cwd, written), picks, MAX_NAMES, &mut visit)
}

/// Goes through the tree at `written`, which is how it was named from `cwd`, until `visit` finds something: paths are tested as
/// the program prints them. What lies near the top comes first, and after `most` names the look gives up.
fn walk(
    reading: &Reading<'_>,
    (cwd, written): (&str, &str),
    picks: &Picks,
    most: usize,
    visit: &mut dyn FnMut(&Met<'_>) -> Found,
) -> Found {
    let Some(top) = reading.world.resolve(&place::join(cwd, written)) else { return Found::Nothing };
    // A file that is named is judged by its name.
    if top.stands != Stands::Directory {
        return Found::Nothing;
    }
    let mut ignored = Ignored::above(reading.world, &top.path, Reader::of(picks));
    // Formatters of a whole tree leave the rules alone, and often come before `git add`.
    let is_told = picks.recorded == Recorded::Untracked && !reading.moved_trees();
    let has_new_rules = if is_told { names_rules(reading) } else { has_new_rules(reading, &top.path) };
    let is_uncertain = is_linked(reading, cwd, written, &top.path) || has_new_rules;
    if is_uncertain || usual::are_widened(reading, picks) {
        ignored.distrust();
    }
    let here = || reading.world.resolve(cwd).and_then(|here| super::git::top_of(reading.world, &here.path));
    let own = if picks.recorded == Recorded::Untracked { here() } else { None };
    let mut left = most;
    let mut followed = BTreeSet::from([top.path.clone()]);
    let mut goes_by_ways = None;
    let mut pending =
        VecDeque::from([Folder { at: top.path, shown: written.into(), depth: 0, linked: Vec::new() }]);
    // Folders that were looked at under another name come last.
    let mut again = VecDeque::new();
    while let Some(Folder { at, shown, depth, linked }) = pending.pop_front().or_else(|| again.pop_front()) {
        let listing = reading.world.list(&at).zip(reading.world.branches(&at));
        let Some((names, Branches { folders, links, .. })) = listing else {
            if stays_closed(reading, &at) || picks.is_narrow() {
                continue;
            }
            return Found::TooMuch;
        };
        let Some(rest) = left.checked_sub(names.len() + 1) else {
            return if picks.is_narrow() { Found::Nothing } else { Found::TooMuch };
        };
        left = rest;
        // Of a repository in this one git takes in the name of its commit alone.
        let is_nested = || {
            let top = || super::git::top_of(reading.world, &at);
            names.iter().any(|name| name == ".git")
                && top().is_some_and(|top| top == at && Some(&top) != own.as_ref())
        };
        if picks.recorded == Recorded::Untracked && is_nested() {
            continue;
        }
        ignored.enter(&at, &names);
        let depth = depth + 1;
        for name in names {
            let path = place::join(&at, &name);
            let shown = if shown.is_empty() { name.clone() } else { place::join(&shown, &name) };
            let is_folder = folders.contains(&name);
            let passed_over = match !linked.is_empty() {
                // To the program it has the name of the link, of which other rules speak.
                true => picks.passes_over(&name) && !ignored.take_back_anything(),
                false => {
                    (picks.passes_over(&name) || ignored.holds(&path, &name, is_folder))
                        && !ignored.takes_back(&path, &name, is_folder)
                }
            };
            if passed_over {
                continue;
            }
            if is_folder {
                if picks.leaves_out(&shown, &name, depth) {
                    continue;
                }
                if name.ends_with(".git") || name == ".hg" {
                    let entry = Entry { path: &path, shown: &shown, name: &name, depth, target: None };
                    let found = visit(&Met::Repository(entry));
                    if found != Found::Nothing {
                        return found;
                    }
                }
                if name != ".git" {
                    pending.push_back(Folder { at: path, shown, depth, linked: linked.clone() });
                }
                continue;
            }
            let follows = links.contains(&name) && picks.links != Links::Left;
            let target = if follows { reading.world.resolve(&path) } else { None };
            if let Some(Resolved { path: folder, stands: Stands::Directory }) = target {
                // A link on its own way is a circle, which nobody goes round.
                if picks.links != Links::All || linked.contains(&folder) {
                    continue;
                }
                let linked = linked.iter().chain([&folder]).cloned().collect();
                let is_new = followed.insert(folder.clone());
                let way = Folder { at: folder, shown, depth, linked };
                if is_new {
                    pending.push_back(way);
                } else if *goes_by_ways.get_or_insert_with(|| picks.goes_by_ways() && !picks.is_narrow()) {
                    again.push_back(way);
                }
                continue;
            }
            let entry = Entry { path: &path, shown: &shown, name: &name, depth, target };
            let found = visit(&Met::File(entry));
            if found != Found::Nothing {
                return found;
            }
        }
    }
    Found::Nothing
}

/// The folder cannot be listed by any program of this user either. What the same command changed before may open it.
pub fn stays_closed(reading: &Reading<'_>, folder: &str) -> bool {
    reading.written_nothing() && !reading.unsettled && reading.world.is_closed(folder)
}

/// A file of the repository at `git_dir`, which is shown as `shown`, is taken.
fn is_taken(picks: &Picks, git_dir: &str, path: &str, shown: &str, depth: usize) -> bool {
    let below = path.strip_prefix(git_dir).unwrap_or(path).trim_start_matches('/');
    let name = below.rsplit('/').next().unwrap_or(below);
    picks.may_show(&place::join(shown, below), name, depth + below.split('/').count())
}

/// Settings of the repository at `git_dir` that are taken and of which `is_meant` is true, or may be: not all of them are found.
fn first_settings(
    reading: &Reading<'_>,
    picks: &Picks,
    (git_dir, shown, depth): (&str, &str, usize),
    is_meant: impl Fn(&str) -> bool,
) -> Found {
    let is_shown = |path: &str| is_taken(picks, git_dir, path, shown, depth);
    let settings = scope::settings_of_git(reading.world, git_dir);
    match settings.files.into_iter().find(|path| is_shown(path) && is_meant(path)) {
        Some(path) => Found::Secret(path),
        None if settings.more && is_shown(&[git_dir, "/modules/config"].concat()) => {
            Found::Settings(git_dir.into())
        }
        None => Found::Nothing,
    }
}

/// A link stands in the path that was named: rules speak of one name, the program of another.
fn is_linked(reading: &Reading<'_>, cwd: &str, written: &str, found: &str) -> bool {
    let cwd = reading.world.resolve(cwd).map_or_else(|| cwd.to_string(), |cwd| cwd.path);
    place::normal(&place::join(&cwd, written)) != found
}

/// An earlier part of the command may have changed what is ignored, or what is a repository.
fn has_new_rules(reading: &Reading<'_>, top: &str) -> bool {
    names_rules(reading) || reading.is_changed_tree(top, &ignore::FILES)
}

/// The same by a file that it names: `echo '!.env' >> .gitignore`.
fn names_rules(reading: &Reading<'_>) -> bool {
    let is_rule = |path: &str| {
        let last = path.rsplit('/').next().unwrap_or_default();
        ignore::FILES.contains(&last) || last == ".git" || path.contains("/.git/info")
    };
    reading.unsettled || reading.any_touched(is_rule)
}

fn is_secret(reading: &Reading<'_>, path: &str) -> bool {
    let roots = reading.session.roots.iter().map(|root| root.trim_end_matches('/'));
    let root = roots.filter(|root| within(path, root)).max_by_key(|root| root.len());
    let names = floor::names(path);
    let below = root.map_or(0, floor::depth);
    floor::secret_to_read(names.get(below..).unwrap_or(&names), root.is_none(), false)
        || scope::hold_secret(reading.world, path, &names)
        || scope::recorded_secret(reading.world, path).is_some()
}

/// Programs that are given files and print no more of them than names, sizes, sums and kinds.
const LITTLE: &str = "wc gwc file du gdu echo printf test [ true false : chmod chown chgrp touch mkdir rm rmdir unlink cksum tokei \
    cloc scc";

/// Programs that give a file another place, and another name where that place is no folder.
const MOVERS: &str = "mv cp ln install gmv gcp gln ginstall";

/// A command that is given the files of a tree shows what is in them.
pub fn is_shown_by(reading: &Reading<'_>, command: &[Arg]) -> bool {
    let Some((name, rest)) = command.split_first() else { return false };
    // skipped: a program that is not known shows them.
    let Some(name) = name.text() else { return true };
    let base = name.rsplit('/').next().unwrap_or(name);
    if listed(LITTLE, base) {
        return rest.iter().any(|arg| takes_list(base, arg.value.prefix()));
    }
    if listed(MOVERS, base) {
        return !moves_into_folder(reading, rest);
    }
    if let Some(search) = super::search::told(base, rest) {
        return search;
    }
    match super::find(base) {
        // Formatters and linters print what they are given.
        Some(program) => match program.does {
            Does::Project(_) => true,
            Does::Safe(_) | Does::Stop(..) | Does::Custom(_) => program.at_worst != AtWorst::Names,
        },
        None => true,
    }
}

/// A flag with which the lines of a file are taken for names, and printed where there is no such file.
fn takes_list(program: &str, flag: &str) -> bool {
    let long = ["--files", "--magic", "--exclude-from", "--list", "--reference"];
    let letters = flag.strip_prefix('-').filter(|letters| !letters.starts_with('-')).unwrap_or_default();
    long.iter().any(|start| flag.starts_with(start))
        || (program == "file" && letters.contains(['f', 'm']))
        || (["du", "gdu"].contains(&program) && letters.contains('X'))
}

/// The last word is a folder that is there, or one is named by a flag: what is moved keeps its name.
fn moves_into_folder(reading: &Reading<'_>, args: &[Arg]) -> bool {
    let is_folder = |path: &str| {
        let at = |dir: &String| reading.world.resolve(&place::join(dir, path)).map(|found| found.stands);
        reading.dirs().iter().all(|dir| at(dir) == Some(Stands::Directory))
    };
    let names_folder = |arg: &Arg| {
        let text = arg.value.prefix();
        text == "-t" || text.starts_with("--target-directory")
    };
    let last = args.iter().rev().find(|arg| !arg.value.prefix().starts_with('-'));
    args.iter().any(names_folder) || last.and_then(Arg::text).is_some_and(is_folder)
}

#[cfg(test)]
mod filters;
#[cfg(test)]
mod patterns;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod words;
