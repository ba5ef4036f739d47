//! Whole trees that git shows: without an index, in an archive, in a repository of somebody else's, or by a pattern that
//! matches every line.

use super::super::super::Hazard;
use super::super::super::place::{join, within};
use super::super::super::reading::{Invocation, Reading};
use super::super::super::value::{Arg, Value};
use super::super::spec::Parsed;
use super::super::whole::pattern::{self, Dialect};
use super::super::whole::{self, Picks, Recorded, Test};
use super::paths::{Pathspec, exists, in_revision, is_exclusion, is_glob, pathspec};
use super::revision::{self, Revision};
use super::trust::Ground;
use super::{objects, repository, top_of};
use crate::verdict::Span;
use crate::words::listed;
use crate::world::{Stands, Unreadable};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The tree without files, by the names that git has for it: what differs from it is everything.
const EMPTY_TREES: [&str; 2] = [
    "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
];

/// Git looks at files as they lie on the disk, tracked or not: with `--no-index`, and by itself outside of a
/// repository or where a path leads out of one.
pub fn goes_by_files(reading: &Reading<'_>, call: &Invocation, ground: &Ground, parsed: &Parsed<'_>) -> bool {
    let outside = || parsed.operands.iter().any(|operand| leads_out(reading, ground, operand));
    match call.name.as_str() {
        "git diff" => parsed.has(&["--no-index"]) || ground.outside || outside(),
        // A setting makes it do so outside of a repository.
        "git grep" => parsed.has(&["--no-index"]) || ground.outside,
        _ => false,
    }
}

/// A path that lies in none of the working trees.
fn leads_out(reading: &Reading<'_>, ground: &Ground, operand: &Arg) -> bool {
    // skipped: what is not known is read where it leads, or stops.
    let Some(text) = operand.text() else { return false };
    let is_path = text.starts_with('/') || text.split('/').any(|part| part == "..");
    is_path
        && reading.dirs().iter().any(|dir| {
            let path = reading.world.resolve(&join(dir, text)).map(|found| found.path);
            !path.is_some_and(|path| ground.tops.iter().any(|top| within(&path, top)))
        })
}

/// Files and folders that are read as they lie there.
pub fn files(reading: &mut Reading<'_>, call: &Invocation, ground: &Ground, parsed: &Parsed<'_>) {
    let is_diff = call.name == "git diff";
    let spec = Pathspecs::of(reading, call, ground, parsed);
    for start in &spec.starts {
        reading.read_path(&call.name, start, true);
    }
    let names_alone =
        parsed.has(&["--stat", "--name-only", "--name-status", "--quiet", "--shortstat", "--numstat"]);
    if is_diff && !names_alone {
        spec.show(reading, call, &Picks::default());
    }
}

/// `git grep` with a pattern that matches any line, and `git diff` against nothing, show all that is tracked.
pub fn whole_tree(reading: &mut Reading<'_>, call: &Invocation, ground: &Ground, parsed: &Parsed<'_>) {
    let no_index = parsed.has(&["--no-index"]) || ground.outside;
    let takes_ignored = (no_index && !parsed.has(&["--exclude-standard"]))
        || (parsed.has(&["--untracked"]) && parsed.has(&["--no-exclude-standard"]));
    let searches = call.name == "git grep" && is_telling(parsed);
    let picks = |recorded| Picks { skips_ignored: !takes_ignored, recorded, ..Picks::default() };
    if searches || compares_trees(reading, call, ground, parsed) || seeks_changed_secrets(parsed) {
        stop_other_trees(reading, call, ground, parsed);
        let picks = picks(recorded(reading, call, parsed));
        Pathspecs::of(reading, call, ground, parsed).show(reading, call, &picks);
    } else if call.name == "git grep" && pattern::lines_around(parsed) > 2 {
        // A secret that holds the word is shown with it.
        stop_other_trees(reading, call, ground, parsed);
        let (patterns, dialects) = patterns(parsed);
        // skipped: a pattern that is not known is telling.
        let texts = patterns.into_iter().filter_map(Arg::text);
        let holds = texts.flat_map(|one| dialects.iter().map(move |way| (one.into(), *way))).collect();
        let picks = picks(recorded(reading, call, parsed)).and(Test::Holds(holds));
        Pathspecs::of(reading, call, ground, parsed).show(reading, call, &picks);
    }
}

/// Where the files come from: the disk, the index, or a commit where a word may name one.
fn recorded(reading: &Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) -> Recorded {
    let pattern = usize::from(!parsed.has(&["-e", "-f"]));
    let paths = paths_behind_dashes(call);
    let has_dashes = call.args.iter().any(|arg| arg.text().is_none_or(|text| text == "--"));
    let is_path = |operand: &Arg| {
        let exists = |text: &str| text.starts_with(':') || is_glob(text) || exists(reading, &pathspec(text));
        paths.iter().any(|arg| arg.span == operand.span)
            || (!has_dashes && operand.text().is_some_and(exists))
    };
    match call.name.as_str() {
        "git grep" if parsed.operands.iter().skip(pattern).all(|operand| is_path(operand)) => {
            if parsed.has(&["--cached"]) { Recorded::Index } else { Recorded::OnDisk }
        }
        _ => Recorded::Head,
    }
}

/// Stops where a whole tree is shown that is not the one on the disk: files of another revision, or of a commit that is asked
/// for inside `.git`, may be secrets that nobody finds by looking.
fn stop_other_trees(reading: &mut Reading<'_>, call: &Invocation, ground: &Ground, parsed: &Parsed<'_>) {
    let by_files = parsed.has(&["--no-index"]) || ground.outside;
    let pattern = usize::from(call.name == "git grep" && !parsed.has(&["-e", "-f"]));
    let paths = paths_behind_dashes(call);
    let has_dashes = call.args.iter().any(|arg| arg.text().is_none_or(|text| text == "--"));
    let is_path = |operand: &Arg| paths.iter().any(|arg| arg.span == operand.span);
    // Files that are named one by one are judged by their names.
    let is_file = |arg: &&Arg| {
        let at = |dir: &String, text: &str| reading.world.resolve(&join(dir, text)).map(|found| found.stands);
        let stands = |text: &str| {
            reading.dirs().iter().all(|dir| matches!(at(dir, text), Some(Stands::File { .. })))
                || (!text.starts_with(':')
                    && !is_glob(text)
                    && text.rsplit('/').next().is_some_and(is_source))
        };
        arg.text().is_some_and(stands)
    };
    if !paths.is_empty() && paths.iter().all(is_file) {
        return;
    }
    let named = parsed.operands.iter().skip(pattern).filter(|operand| !is_path(operand));
    let other = named.copied().find(|operand| may_be_other_tree(reading, ground, operand, has_dashes));
    let span = match other {
        Some(operand) => operand.span,
        None if takes_trees(call, parsed) || is_without_files(reading, ground) => call.span,
        None => return,
    };
    if !by_files {
        stop_tree(reading, call, span);
    }
}

/// From inside `.git` all of a commit is shown, not what lies below.
fn is_without_files(reading: &Reading<'_>, ground: &Ground) -> bool {
    let is_inside = |dir: &String| {
        let dir = reading.world.resolve(dir).map_or_else(|| dir.clone(), |found| found.path);
        ground.git_dirs.iter().any(|git| within(&dir, git))
    };
    ground.tops.is_empty() || reading.dirs().iter().any(is_inside)
}

/// A file of code or prose by its name, whether it lies here or not: `skills.go`.
fn is_source(name: &str) -> bool {
    const ENDS: &str =
        "rs go py js jsx ts tsx mjs c h cc cpp hpp cs java kt scala swift rb php ex md rst html css vue";
    name.rsplit_once('.').is_some_and(|(front, end)| !front.is_empty() && listed(ENDS, end))
}

fn stop_tree(reading: &mut Reading<'_>, call: &Invocation, span: Span) {
    let message = format!("`{}` shows whole files of a revision that is not checked out", call.name);
    reading.hazard(Hazard::Secret, "secrets", message, None, span);
}

/// A revision, unless it is the one that is checked out, the tree without files, or a path.
///
/// In front of `--` git takes every word for a revision, also one that is the name of a folder.
fn may_be_other_tree(reading: &Reading<'_>, ground: &Ground, operand: &Arg, has_dashes: bool) -> bool {
    // skipped: what is not known may be any revision, and that stops.
    let Some(text) = operand.text() else { return true };
    // `:/TEXT` is the commit whose message has this text, and only then a path.
    if text.starts_with(":/") {
        return text.len() > 2;
    }
    let is_revision = has_dashes || ["^{", "@{"].iter().any(|sign| text.contains(sign));
    let is_pathspec =
        !is_revision && (text.starts_with(':') || is_glob(text) || exists(reading, &pathspec(text)));
    let is_here = |end: &str| end.is_empty() || is_empty_tree(end) || is_checked_out(reading, ground, end);
    !is_pathspec && !text.split("..").map(|end| end.trim_matches('.')).all(is_here)
}

/// `HEAD`, a path in it, or the branch that is checked out.
fn is_checked_out(reading: &Reading<'_>, ground: &Ground, revision: &str) -> bool {
    let name = revision.split(':').next().unwrap_or(revision);
    let is_branch = |dir: &String| {
        let head = reading.world.read(&join(dir, "HEAD")).unwrap_or_default();
        head.trim().strip_prefix("ref: refs/heads/").is_some_and(|branch| branch == name)
            && !is_ambiguous(reading, dir, name)
    };
    matches!(name, "HEAD" | "@") || (!ground.git_dirs.is_empty() && ground.git_dirs.iter().all(is_branch))
}

/// The name of a branch is also that of something which git finds first: a tag, or a file in its directory.
fn is_ambiguous(reading: &Reading<'_>, git_dir: &str, name: &str) -> bool {
    let common = reading.world.read(&join(git_dir, "commondir")).map(|text| join(git_dir, text.trim()));
    let dirs = [Some(String::from(git_dir)), common.ok()].into_iter().flatten();
    let fronts = ["", "refs/", "refs/tags/"];
    dirs.into_iter().any(|dir| {
        let stands = |path: &str| {
            let found = reading.world.resolve(&join(&dir, path)).map(|found| found.stands);
            found != Some(Stands::Nothing)
        };
        let is_packed = |text: &str| {
            let named = |line: &str| {
                line.split_once(' ')
                    .and_then(|(_, full)| full.trim().strip_prefix("refs/"))
                    .is_some_and(|rest| rest == name || rest.strip_prefix("tags/") == Some(name))
            };
            text.lines().any(named)
        };
        let packed = match reading.world.read(&join(&dir, "packed-refs")) {
            Ok(text) => is_packed(&text),
            Err(Unreadable::Missing) => false,
            Err(Unreadable::TooLarge | Unreadable::Other) => true,
        };
        packed || stands("reftable") || fronts.iter().any(|front| stands(&[front, name].concat()))
    })
}

/// `git merge-tree` in its old form, which prints what it merges.
pub fn prints_merge(call: &Invocation, parsed: &Parsed<'_>) -> bool {
    call.name == "git merge-tree" && (parsed.has(&["--trivial-merge"]) || parsed.operands.len() > 2)
}

/// Two trees may stand on one line of its input: `git diff-tree --stdin -p <<< '4b825dc HEAD^{tree}'`.
fn takes_trees(call: &Invocation, parsed: &Parsed<'_>) -> bool {
    call.name == "git diff-tree" && parsed.has(&["--stdin"])
}

/// One end of a difference is not plainly a commit: all files of the other end may be new to it.
fn compares_trees(reading: &Reading<'_>, call: &Invocation, ground: &Ground, parsed: &Parsed<'_>) -> bool {
    const DIFFERENCES: [&str; 4] = ["git diff", "git diff-tree", "git diff-index", "git range-diff"];
    let is_file = |text: &str| {
        let path = in_revision(text).filter(|path| !path.is_empty());
        let at = |top: &String, path: &str| reading.world.resolve(&join(top, path)).map(|found| found.stands);
        path.is_some_and(|path| {
            ground.tops.iter().all(|top| matches!(at(top, path), Some(Stands::File { .. })))
        })
    };
    let is_tree = |text: &str| {
        // Notes have no file in common with what they are about.
        is_empty_tree(text)
            || text.contains("refs/notes")
            || (objects::may_be_tree(reading.world, &ground.git_dirs, text) && !is_file(text))
    };
    // skipped: what is not known is a commit, or stops.
    let texts = || parsed.operands.iter().filter_map(|operand| operand.text());
    prints_merge(call, parsed)
        || takes_trees(call, parsed)
        || texts().any(is_empty_tree)
        || (DIFFERENCES.contains(&call.name.as_str()) && texts().any(is_tree))
}

/// All of it but what git ignores, below the directory it is called in.
pub fn archived_tree(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) {
    if parsed.has(&["-l", "--list"]) {
        return;
    }
    let here = Arg { value: Value::known("."), span: call.span };
    reading.read_path(&call.name, &here, true);
    // skipped: of a path that is not known it is not said below that it alone is taken.
    let paths: Vec<&str> = parsed.operands.iter().skip(1).filter_map(|operand| operand.text()).collect();
    let are_known = parsed.operands.iter().skip(1).all(|operand| operand.text().is_some());
    let (left, taken): (Vec<&str>, Vec<&str>) = paths.iter().partition(|path| is_exclusion(path));
    let mut picks = Picks { skips_ignored: true, recorded: Recorded::Head, ..Picks::default() };
    if taken.iter().all(|path| *path == "." || whole::is_plain_path(path)) {
        picks.tests.push(Test::NotAt(left.iter().filter_map(|path| surely_left_out(path)).collect()));
    }
    let ground = &ground_of_archive(reading);
    let is_here = |tree: &&Arg| tree.text().is_some_and(|text| is_checked_out(reading, ground, text));
    if !parsed.operands.first().copied().as_ref().is_some_and(is_here) || ground.tops.is_empty() {
        stop_tree(reading, call, call.span);
    }
    let folder = parsed.operands.first().map_or_else(String::new, |tree| match revision::read(&tree.value) {
        Some(Revision::File(path)) => path,
        Some(Revision::Commit) => String::new(),
        // What is neither known nor a revision was stopped by `archived`.
        None => tree.text().and_then(in_revision).unwrap_or("").into(),
    });
    if folder.is_empty() {
        let taken: Vec<String> = taken.iter().map(|path| String::from(*path)).collect();
        let picks = if are_known { picks.clone().at_paths_of_git(&taken) } else { picks.clone() };
        whole::below(reading, call, &here, &picks);
    }
    // A path in a revision counts from the top, and the others from there: all of it may be taken.
    let tops: Vec<String> = reading.dirs().iter().filter_map(|dir| top_of(reading.world, dir)).collect();
    for top in tops.iter().filter(|_| !folder.is_empty()) {
        let start = Arg { value: Value::known(join(top, &folder)), span: call.span };
        whole::below(reading, call, &start, &picks);
    }
}

/// What `git add` takes in that was not recorded before, secrets that are not ignored among it: without a path all of the tree.
pub fn added(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) {
    let ground = ground_of_archive(reading);
    let mut spec = Pathspecs { starts: Vec::new(), globs: Vec::new(), left_out: Vec::new() };
    for operand in &parsed.operands {
        spec.take(reading, &ground, operand, true);
    }
    // Exclusions alone take away from all of it.
    let spec = spec.or_all(call, &ground);
    let picks = Picks { skips_ignored: true, recorded: Recorded::Untracked, ..Picks::default() };
    spec.show(reading, call, &picks);
}

/// The repositories from which an archive may be taken; one that has no files beside it counts as none.
fn ground_of_archive(reading: &Reading<'_>) -> Ground {
    let mut ground = Ground::default();
    for dir in reading.dirs() {
        match repository::find(reading.world, dir).candidates.first() {
            Some(found) if !found.bare => {
                ground.tops.push(found.worktree.clone());
                ground.git_dirs.push(found.git_dir.clone());
            }
            Some(_) | None => return Ground::default(),
        }
    }
    ground
}

/// What is shown of a repository that is not the session's: its own place, and a home with all that lies there.
pub fn foreign_repository(reading: &mut Reading<'_>, call: &Invocation, ground: &Ground) {
    if !ground.foreign {
        return;
    }
    let home = reading.session.home.clone();
    for top in &ground.tops {
        let holds_home = !home.is_empty() && within(&home, top);
        let top = Arg { value: Value::known(top.as_str()), span: call.span };
        reading.read_path(&call.name, &top, holds_home);
    }
    let here = Arg { value: Value::known("."), span: call.span };
    reading.read_path(&call.name, &here, false);
}

/// It is, or begins as, the name of the tree without files; or a range from there.
fn is_empty_tree(text: &str) -> bool {
    let is_prefix = |text: &str| text.len() >= 4 && EMPTY_TREES.iter().any(|tree| tree.starts_with(text));
    text.split("..").any(is_prefix)
}

/// Changes are picked by a word that announces secrets: `git log -p -S api_key`.
fn seeks_changed_secrets(parsed: &Parsed<'_>) -> bool {
    let is_pick = |name: &str| matches!(name, "-S" | "-G");
    let mut picks =
        parsed.flags.iter().filter(|flag| is_pick(flag.name)).filter_map(|flag| flag.value.as_ref());
    let seeks = |text: &&str| {
        [Dialect::Fixed, Dialect::Extended].iter().any(|dialect| pattern::seeks_secrets(text, *dialect))
    };
    picks.any(|pick| pick.value.texts().is_none_or(|texts| texts.iter().any(seeks)))
}

/// The pattern of `git grep` matches lines of any kind. A setting chooses how it is read, and of several flags the last.
fn is_telling(parsed: &Parsed<'_>) -> bool {
    const EVERY_LINE: &[&str] = &["-v", "--invert-match", "--not", "-f", "--or", "-W", "--function-context"];
    if parsed.has(EVERY_LINE) || pattern::shows_around(parsed) {
        return true;
    }
    let (patterns, dialects) = patterns(parsed);
    pattern::any_is_telling(&patterns, dialects)
}

/// What `git grep` looks for, and the dialects in which that may be read.
fn patterns<'p>(parsed: &'p Parsed<'_>) -> (Vec<&'p Arg>, &'static [Dialect]) {
    let given = parsed.flags.iter().filter(|flag| flag.name == "-e");
    let mut patterns: Vec<&Arg> = given.filter_map(|flag| flag.value.as_ref()).collect();
    if patterns.is_empty() {
        patterns.extend(parsed.operands.first());
    }
    let fixed = parsed.has(&["-F", "--fixed-strings"]);
    let extended = parsed.has(&["-E", "-P", "--extended-regexp", "--perl-regexp"]);
    let basic = parsed.has(&["-G", "--basic-regexp"]);
    let dialects: &'static [Dialect] = match (fixed, extended, basic) {
        (true, false, false) => &[Dialect::Fixed],
        (false, true, false) => &[Dialect::Extended],
        (false, false, true) => &[Dialect::Basic],
        (false, false, false) | (false, true, true) => &[Dialect::Basic, Dialect::Extended],
        (true, _, _) => &[Dialect::Fixed, Dialect::Basic, Dialect::Extended],
    };
    (patterns, dialects)
}

/// The words behind `--`. One that stands behind a flag may be the value of that: `git grep -e -- old`.
fn paths_behind_dashes(call: &Invocation) -> Vec<&Arg> {
    let is_free = |at: &usize| {
        let before = at.checked_sub(1).and_then(|before| call.args.get(before));
        before.is_none_or(|before| !before.value.prefix().starts_with('-') && before.text().is_some())
    };
    let at = call.args.iter().position(|arg| arg.is_text("--")).filter(is_free);
    at.and_then(|at| call.args.get(at + 1..)).unwrap_or_default().iter().collect()
}

/// Where the paths of a call begin, and what patterns among them pick.
struct Pathspecs {
    starts: Vec<Arg>,
    globs: Vec<String>,
    left_out: Vec<String>,
}

impl Pathspecs {
    fn of(reading: &Reading<'_>, call: &Invocation, ground: &Ground, parsed: &Parsed<'_>) -> Self {
        let mut spec = Pathspecs { starts: Vec::new(), globs: Vec::new(), left_out: Vec::new() };
        let pattern = call.name == "git grep" && !parsed.has(&["-e", "-f"]);
        let certain = paths_behind_dashes(call);
        for operand in parsed.operands.iter().skip(usize::from(pattern)) {
            let is_path = certain.iter().any(|arg| arg.span == operand.span);
            spec.take(reading, ground, operand, is_path);
        }
        spec.or_all(call, ground)
    }

    /// With all of the tree where no path is left.
    fn or_all(mut self, call: &Invocation, ground: &Ground) -> Self {
        let at = |path: &str| Arg { value: Value::known(path), span: call.span };
        if self.starts.is_empty() && call.name != "git grep" {
            // A difference is one of the whole tree, wherever it is asked for.
            self.starts.extend(ground.tops.iter().map(|top| at(top)));
        }
        // Words that may become none leave it without a path.
        if self.starts.iter().all(Arg::may_vanish) {
            self.starts.push(at("."));
        }
        self
    }

    fn take(&mut self, reading: &Reading<'_>, ground: &Ground, operand: &Arg, is_path: bool) {
        let at = |path: &str| Arg { value: Value::known(path), span: operand.span };
        let Some(text) = operand.text() else {
            // A revision is no path, unless it stands where only paths do. What is none is read wherever it may lead.
            if is_path || revision::read(&operand.value).is_none() {
                self.starts.push(operand.clone());
            }
            return;
        };
        let path = pathspec(text);
        if is_exclusion(text) {
            self.left_out.extend(surely_left_out(text));
        } else if Pathspec::of(text).odd {
            // Any folder may be meant.
            self.starts.push(at("."));
            self.starts.extend(ground.tops.iter().map(|top| at(top)));
        } else if Pathspec::of(text).top {
            self.starts.extend(ground.tops.iter().map(|top| at(&join(top, without_glob(&path)))));
        } else if is_glob(&path) {
            self.starts.push(at(without_glob(&path)));
            self.globs.push(path);
        } else if is_path || exists(reading, &path) {
            self.starts.push(at(&path));
        }
    }

    /// Adds the secrets among the files they stand for.
    fn show(&self, reading: &mut Reading<'_>, call: &Invocation, picks: &Picks) {
        let everything = picks.clone();
        let mut picks = picks.clone().and(Test::NotAt(self.left_out.clone()));
        if self.globs.len() == self.starts.len() {
            picks = picks.at_paths_of_git(&self.globs);
        }
        for start in &self.starts {
            // What is left out counts from here. Of a path that begins elsewhere, or goes there and back, git compares another
            // spelling: `cd src && git grep . -- :/ ':!*.key'`, `git grep . -- docs/.. ':!docs'`.
            let is_here =
                start.text().is_some_and(|path| matches!(path, "." | "./") || whole::is_plain_path(path));
            whole::below(reading, call, start, if is_here { &picks } else { &everything });
        }
    }
}

/// The path from here that an exclusion without further magic takes away.
fn surely_left_out(text: &str) -> Option<String> {
    let signs = [":!", ":^", ":(exclude)"];
    let path = signs.iter().find_map(|sign| text.strip_prefix(sign))?;
    let is_plain = path.starts_with(|c: char| c.is_ascii_alphanumeric() || "._*".contains(c));
    // With a slash at its end it speaks of folders alone.
    let path = if path.ends_with('/') { [path, "*"].concat() } else { path.into() };
    is_plain.then_some(path)
}

/// The folder in which a pattern begins.
fn without_glob(path: &str) -> &str {
    match path.find(['*', '?', '[', '\\']).and_then(|at| path.get(..at)) {
        Some(before) => before.rsplit_once('/').map_or(".", |(folder, _)| folder),
        None => path,
    }
}
