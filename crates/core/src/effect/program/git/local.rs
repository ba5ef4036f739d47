//! Everyday local work on files and commits, where the arguments decide.

use super::super::super::Hazard;
use super::super::super::reading::{Invocation, Reading, Stdin};
use super::super::super::value::Arg;
use super::super::spec::{self, Parsed, Style, Unread};
use super::configure::config;
use super::references::{branch, checkout, push, switch, symbolic_ref, tag};
use super::trust::Ground;
use super::{Does, Sub, Touch, harmless, keeps, options, paths, stopped, tree};

/// By name.
pub const LOCAL: &[Sub] = &[
    custom("add stage", add),
    custom("commit", commit),
    custom("help", help),
    custom("branch", branch),
    custom("tag", tag),
    custom("checkout", checkout),
    custom("switch", switch),
    custom("config", config),
    Sub { names: "push", does: Does::Grounded(push) },
    custom("apply", apply),
    custom("archive", archive),
    custom("symbolic-ref", symbolic_ref),
    Sub { names: "rm", does: Does::Grounded(remove) },
    custom("clean", clean),
    custom("mv", rename),
];

const fn custom(names: &'static str, read: fn(&mut Reading<'_>, &Invocation) -> Touch) -> Sub {
    Sub { names, does: Does::Custom(read) }
}

/// Parses, or adds the stop.
pub fn parsed<'a>(
    reading: &mut Reading<'_>,
    call: &Invocation,
    flags: &'a str,
    args: &'a [Arg],
) -> Option<Parsed<'a>> {
    spec::parse(Style::Gnu, flags, args).map_err(|unread| reading.unread(&call.name, unread)).ok()
}

/// Stops under `git_<sub>`.
pub fn stop(reading: &mut Reading<'_>, call: &Invocation, why: &str, instead: &str) -> Touch {
    stopped(reading, call, Hazard::History, why, instead);
    Touch::Nothing
}

const ADD: &str = "-n --dry-run -v --verbose -A --all --no-all -u --update -N --intent-to-add --ignore-removal \
    --no-ignore-removal --refresh --ignore-errors --ignore-missing --sparse --renormalize --chmod: -f --force \
    --no-warn-embedded-repo -p --patch";

fn add(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    let Some(given) = parsed(reading, call, ADD, &call.args) else { return Touch::Nothing };
    if given.has(&["-p", "--patch"]) && !answers_are_known(call) {
        return stop(reading, call, "with `-p` asks at the terminal", "git diff");
    }
    let one_by_one = !given.operands.is_empty() && paths::are_files(reading, &given);
    if given.has(&["-f", "--force"]) && !one_by_one {
        return stop(
            reading,
            call,
            "takes in ignored files that are not named one by one",
            "git status --short",
        );
    }
    paths::taken(reading, call, &given);
    // Nothing new is taken in, or nothing at all: `git add -u`, `git add -n .`.
    let takes_new =
        !given.has(&["-u", "--update", "-n", "--dry-run", "--refresh", "--renormalize", "-p", "--patch"])
            && (!given.operands.is_empty() || given.has(&["-A", "--all"]));
    if takes_new && !one_by_one {
        reading.keep_taken_in(|reading| tree::added(reading, call, &given));
    }
    harmless(reading, call, "git_add", "stages changes");
    Touch::Repository
}

/// The questions of `git add -p` are answered by a text that is known, and no answer opens an editor.
fn answers_are_known(call: &Invocation) -> bool {
    let plain =
        |line: &str| matches!(line.trim(), "" | "y" | "n" | "q" | "a" | "d" | "s" | "j" | "J" | "k" | "K");
    matches!(&call.stdin, Stdin::Text(text) if text.lines().all(plain))
}

/// A manual page, shown by the user's own viewer; `-w` and `-i` start other programs.
fn help(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    const FLAGS: &str = "-a --all -g --guides -c --config -v --verbose --no-external-commands --no-aliases \
        --user-interfaces --developer-interfaces -m --man";
    let Some(given) = parsed(reading, call, FLAGS, &call.args) else { return Touch::Nothing };
    let is_name = |text: &str| text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    if given.operands.iter().any(|arg| !arg.text().is_some_and(is_name)) {
        return stop(reading, call, "shows a page that is not a name", "git help -a");
    }
    harmless(reading, call, "git_help", "shows a manual page");
    Touch::Nothing
}

const COMMIT: &str = "-a --all -q --quiet -v --verbose -m: --message: -F< --file< -C: --reuse-message: --fixup: --squash: \
    --author: --date: --cleanup: -s --signoff --no-signoff --trailer: --allow-empty --allow-empty-message --no-edit --dry-run \
    --short --branch --ahead-behind --no-ahead-behind --porcelain --long -z --null --status --no-status -i --include -o --only \
    -u? --untracked-files? -S? --gpg-sign? --no-gpg-sign --no-post-rewrite --reset-author --pathspec-from-file< \
    --pathspec-file-nul --amend -n --no-verify --verify -e --edit";

fn commit(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    let Some(given) = parsed(reading, call, COMMIT, &call.args) else { return Touch::Nothing };
    for flag in given.flags.iter().filter(|flag| ["-F", "--file"].contains(&flag.name)) {
        if let Some(value) = flag.value.as_ref().filter(|value| value.text() != Some("-")) {
            reading.read_path(&call.name, value, false);
        }
    }
    if let Some(value) = given.value(&["--pathspec-from-file"]) {
        // The paths that it names are not looked at, as those of `git commit .env` are.
        reading.read_path(&call.name, value, false);
        reading.unread(&call.name, Unread::value(value));
    }
    if given.has(&["--amend"]) {
        let message = "`git commit --amend` rewrites the last commit";
        reading.hazard(Hazard::History, "git_commit_amend", message, Some("`git log -1`"), call.span);
    }
    if given.has(&["-n", "--no-verify"]) {
        let message = "`git commit --no-verify` goes around the hooks";
        reading.hazard(Hazard::Evasion, "git_commit_no_verify", message, Some("`git status`"), call.span);
    }
    if opens_editor(call, &given) {
        let message = "`git commit` without a message opens an editor";
        reading.hazard(Hazard::Lasting, "git_commit", message, Some("`git commit -m message`"), call.span);
    }
    paths::taken(reading, call, &given);
    harmless(reading, call, "git_commit", "commits what is staged");
    Touch::Repository
}

/// A message that is complete needs no editor; an editor that does nothing is none.
fn opens_editor(call: &Invocation, given: &Parsed<'_>) -> bool {
    let idle = call
        .env
        .iter()
        .any(|(name, value)| name == "GIT_EDITOR" && value.text().is_some_and(options::idle_editor));
    let rewords = given
        .value(&["--fixup"])
        .is_some_and(|value| value.value.prefix().contains(':') || value.text().is_none());
    let complete =
        given.has(&["-m", "--message", "-F", "--file", "-C", "--reuse-message", "--no-edit", "--dry-run"])
            || given.has(&["--short", "--porcelain", "--long"])
            || (given.has(&["--fixup"]) && !rewords);
    !idle && (given.has(&["-e", "--edit"]) || !complete)
}

const APPLY_LOOKS: &str = "--check --stat --numstat --summary -v --verbose -q --quiet -p: -C: -R --reverse --recount \
    --unidiff-zero --ignore-space-change --ignore-whitespace --whitespace: --include: --exclude: --directory: -z \
    --index --cached -3 --3way --inaccurate-eof --allow-binary-replacement --binary --unsafe-paths";

/// Only looks at a patch with `--check`, `--stat` and the like; `--apply` would change files after all.
fn apply(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    match spec::parse(Style::Gnu, APPLY_LOOKS, &call.args) {
        Ok(given)
            if given.has(&["--check", "--stat", "--numstat", "--summary"])
                && !given.has(&["--unsafe-paths"]) =>
        {
            for operand in given.operands.iter().filter(|arg| arg.text() != Some("-")) {
                reading.read_path(&call.name, operand, false);
            }
            harmless(reading, call, "git_apply", "looks at a patch");
        }
        Ok(_) | Err(_) => {
            stopped(reading, call, Hazard::History, "changes files by a patch", "git apply --stat patch.diff")
        }
    }
    Touch::Nothing
}

/// To standard output it only reads; `--output`, `--remote` and `--exec` are not described.
fn archive(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    const FLAGS: &str = "--format: --prefix: -l --list -v --verbose --worktree-attributes -# --mtime:";
    match spec::parse(Style::Gnu, FLAGS, &call.args) {
        Ok(given)
            if matches!(
                given.value(&["--format"]).map(Arg::text),
                None | Some(Some("tar" | "zip" | "tar.gz" | "tgz"))
            ) =>
        {
            // It looks for flags twice, and the first time in the place of values too: `--output=f`.
            if let Some(value) = given.value_or_flag() {
                reading.unread(&call.name, Unread::value(value));
            }
            paths::archived(reading, call, &given);
            harmless(reading, call, "git_archive", "writes an archive to its output");
        }
        Ok(_) | Err(_) => stopped(reading, call, Hazard::Machine, "writes an archive", "git ls-files"),
    }
    Touch::Nothing
}

fn remove(reading: &mut Reading<'_>, call: &Invocation, ground: &Ground) -> Touch {
    const FLAGS: &str = "-r -q --quiet -n --dry-run --cached --ignore-unmatch --sparse";
    let Some(given) = parsed(reading, call, FLAGS, &call.args) else { return Touch::Nothing };
    if given.has(&["-n", "--dry-run"]) {
        harmless(reading, call, "git_rm", "only says what it would remove");
        return Touch::Nothing;
    }
    if given.has(&["--cached"]) {
        if !keeps::is_rm_cached(reading, ground, &given.operands) {
            return stop(
                reading,
                call,
                "takes out of the index what may stand nowhere else",
                "git rm -r -n .",
            );
        }
        let message = "`git rm --cached` takes files out of the index";
        reading.hazard(Hazard::History, "git_rm_cached", message, Some("`git rm -r -n .`"), call.span);
        return Touch::Repository;
    }
    for operand in &given.operands {
        reading.delete_path(&call.name, operand, given.has(&["-r"]));
    }
    stop(reading, call, "removes files from the index and the working tree", "git rm -r -n .")
}

/// A dry run only lists, also where it is told to force.
fn clean(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    const FLAGS: &str = "-n --dry-run -d -x -X -e: --exclude: -f --force -q --quiet";
    match spec::parse(Style::Gnu, FLAGS, &call.args) {
        Ok(given) if given.has(&["-n", "--dry-run"]) => {
            harmless(reading, call, "git_clean", "only lists what it would remove");
            Touch::Nothing
        }
        Ok(_) | Err(_) => {
            stop(reading, call, "removes files that are not tracked", "git status --short --ignored")
        }
    }
}

fn rename(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    const FLAGS: &str = "-v --verbose -n --dry-run -k --sparse";
    let Some(given) = parsed(reading, call, FLAGS, &call.args) else { return Touch::Nothing };
    if given.has(&["-n", "--dry-run"]) {
        harmless(reading, call, "git_mv", "only says what it would move");
        return Touch::Nothing;
    }
    if let Some((target, sources)) = given.operands.split_last() {
        sources.iter().for_each(|source| reading.delete_path(&call.name, source, true));
        reading.write_path(&call.name, target, true);
    }
    stop(reading, call, "moves files", "git status --short")
}
