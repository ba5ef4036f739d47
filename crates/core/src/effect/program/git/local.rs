//! Everyday local work, where the arguments decide: adding, committing, branches, tags, configuration.

use super::super::super::Hazard;
use super::super::super::place::join;
use super::super::super::reading::{Invocation, Reading, Stdin};
use super::super::super::value::{Arg, Value};
use super::super::spec::{self, Parsed, Style};
use super::flags::references;
use super::{Does, Sub, Touch, harmless, options, paths, repository, stopped, without_lone_filter};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

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
    custom("push", push),
    custom("apply", apply),
    custom("archive", archive),
    custom("symbolic-ref", symbolic_ref),
    custom("rm", remove),
    custom("mv", rename),
];

const fn custom(names: &'static str, read: fn(&mut Reading<'_>, &Invocation) -> Touch) -> Sub {
    Sub { names, does: Does::Custom(read) }
}

/// Parses, or adds the stop.
fn parsed<'a>(
    reading: &mut Reading<'_>,
    call: &Invocation,
    flags: &'a str,
    args: &'a [Arg],
) -> Option<Parsed<'a>> {
    spec::parse(Style::Gnu, flags, args).map_err(|unread| reading.unread(&call.name, unread)).ok()
}

/// Stops under `git_<sub>`.
fn stop(reading: &mut Reading<'_>, call: &Invocation, why: &str, instead: &str) -> Touch {
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
    if let Some(value) = given.value(&["--pathspec-from-file"]).filter(|value| value.text() != Some("-")) {
        reading.read_path(&call.name, value, false);
    }
    if given.has(&["--amend"]) {
        let message = "`git commit --amend` rewrites the last commit";
        reading.hazard(Hazard::History, "git_commit_amend", message, Some("git log -1"), call.span);
    }
    if given.has(&["-n", "--no-verify"]) {
        let message = "`git commit --no-verify` goes around the hooks";
        reading.hazard(Hazard::Evasion, "git_commit_no_verify", message, Some("git status"), call.span);
    }
    if opens_editor(call, &given) {
        let message = "`git commit` without a message opens an editor";
        reading.hazard(Hazard::Lasting, "git_commit", message, Some("git commit -m message"), call.span);
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

fn branch(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    let args = without_lone_filter(&call.args);
    let Some(given) = parsed(reading, call, BRANCH, &args) else { return Touch::Nothing };
    let stops =
        |name: &str| branch_stops!().split_ascii_whitespace().any(|flag| flag.trim_end_matches(':') == name);
    if let Some(flag) = given.flags.iter().find(|flag| stops(flag.name)) {
        let why = format!("with `{}` moves, removes or rewires a branch", flag.name);
        return stop(reading, call, &why, "git branch --list");
    }
    harmless(reading, call, "git_branch", "lists or creates branches");
    if given.operands.is_empty() || given.has(&["-l", "--list", "--show-current"]) {
        Touch::Nothing
    } else {
        Touch::Repository
    }
}

const TAG: &str = concat!(
    references!(),
    "-l --list -n? -a --annotate -m: --message: -F< --file< -s --sign --no-sign -u: --local-user: --cleanup: \
     --create-reflog --no-create-reflog --trailer: -f --force -d --delete -v --verify -e --edit"
);

fn tag(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
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
    harmless(reading, call, "git_tag", "lists or creates tags");
    let creates = !given.operands.is_empty() && !given.has(&["-l", "--list", "-v", "--verify"]);
    if creates { Touch::Repository } else { Touch::Nothing }
}

/// `checkout -b name` leaves every file as it is; everything else changes files.
fn checkout(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    new_branch(reading, call, "-b", "-q --quiet -b:", "git branch --list")
}

fn switch(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    new_branch(reading, call, "-c", "-q --quiet -c: --create:", "git branch --list")
}

fn new_branch(
    reading: &mut Reading<'_>,
    call: &Invocation,
    create: &str,
    flags: &str,
    instead: &str,
) -> Touch {
    let creates = spec::parse(Style::Gnu, flags, &call.args).is_ok_and(|given| {
        given.has(&[create, "--create"]) && given.operands.is_empty() && !ends_flags(call)
    });
    if !creates {
        return stop(reading, call, "changes files, and can throw away what is not committed", instead);
    }
    let rule = super::rule_of(call.name.split(' ').nth(1).unwrap_or(""));
    harmless(reading, call, &rule, "creates a branch here");
    Touch::Repository
}

fn ends_flags(call: &Invocation) -> bool {
    call.args.iter().any(|arg| arg.text() == Some("--"))
}

const CONFIG_SCOPES: &str = "--global --system --local --worktree -f< --file< --blob: --show-origin --show-scope --name-only \
    --show-names --no-show-names -z --null --type: -t: --no-type --bool --int --bool-or-int --bool-or-str --path --expiry-date --includes \
    --no-includes --default: --fixed-value --all --regexp --value: --url: -l --list --get --get-all --get-regexp \
    --get-urlmatch --get-color --get-colorbool";

fn config(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    let args = certain_question(&call.args);
    let given = spec::parse(Style::Gnu, CONFIG_SCOPES, &args).ok().filter(only_asks);
    match given {
        Some(given) => {
            given.value_effects(reading, call);
            harmless(reading, call, "git_config", "shows configuration");
            Touch::Nothing
        }
        None => {
            config_file(reading, call);
            stop(reading, call, "changes git's configuration", "git config --list")
        }
    }
}

const ASKS: &[&str] = &[
    "-l",
    "--list",
    "--get",
    "--get-all",
    "--get-regexp",
    "--get-urlmatch",
    "--get-color",
    "--get-colorbool",
];

/// Git takes one action at a time: behind `--get` no other argument, known or not, can make it set anything.
fn certain_question(args: &[Arg]) -> Vec<Arg> {
    let flag_first = args.first().and_then(Arg::text).is_some_and(|text| text.starts_with("--"));
    let asks = args.iter().any(|arg| arg.text().is_some_and(|text| ASKS.contains(&text)));
    let certain = args.iter().filter(|arg| !(flag_first && asks && arg.text().is_none()));
    certain.cloned().collect()
}

/// `git config key` shows, `git config key value` sets; of an unknown key nothing is certain.
fn only_asks(given: &Parsed<'_>) -> bool {
    const ASKS: &[&str] = &[
        "-l",
        "--list",
        "--get",
        "--get-all",
        "--get-regexp",
        "--get-urlmatch",
        "--get-color",
        "--get-colorbool",
    ];
    let first = given.operands.first().map(|arg| arg.value.prefix()).unwrap_or("");
    let key_alone = given.operands.len() == 1 && first.contains('.');
    given.has(ASKS) || key_alone || matches!(first, "list" | "get")
}

/// The file that a change goes to: the floor guards it.
fn config_file(reading: &mut Reading<'_>, call: &Invocation) {
    let has = |flag: &str| call.args.iter().any(|arg| arg.text() == Some(flag));
    let files: Vec<String> = if has("--global") {
        vec![join(&reading.session.home, ".gitconfig")]
    } else if has("--system") {
        vec![String::from("/etc/gitconfig")]
    } else {
        let found = reading.dirs().iter().flat_map(|dir| repository::find(reading.world, dir).candidates);
        found.flat_map(|repository| repository.config_files()).collect()
    };
    for file in files {
        let file = Arg { value: Value::known(file), span: call.span };
        reading.write_path(&call.name, &file, false);
    }
}

/// Every push reaches others; one that overwrites or removes has its own rule.
fn push(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    if call.args.iter().any(|arg| forces(arg.value.prefix())) {
        let message = "`git push` overwrites or removes what others may have";
        reading.hazard(
            Hazard::History,
            "force_push",
            message,
            Some("git log --oneline origin/main..HEAD"),
            call.span,
        );
    } else {
        stopped(
            reading,
            call,
            Hazard::Publish,
            "sends commits to another machine",
            "git log --oneline origin/main..HEAD",
        );
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
            harmless(reading, call, "git_archive", "writes an archive to its output");
        }
        Ok(_) | Err(_) => stopped(reading, call, Hazard::Machine, "writes an archive", "git ls-files"),
    }
    Touch::Nothing
}

fn symbolic_ref(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    match spec::parse(Style::Gnu, "-q --quiet --short --recurse --no-recurse", &call.args) {
        Ok(given) if given.operands.len() == 1 => harmless(reading, call, "git_symbolic_ref", "only reads"),
        Ok(_) | Err(_) => {
            stopped(reading, call, Hazard::History, "moves a reference", "git symbolic-ref HEAD")
        }
    }
    Touch::Nothing
}

fn remove(reading: &mut Reading<'_>, call: &Invocation) -> Touch {
    const FLAGS: &str = "-r -q --quiet -n --dry-run --cached --ignore-unmatch --sparse";
    let Some(given) = parsed(reading, call, FLAGS, &call.args) else { return Touch::Nothing };
    if given.has(&["-n", "--dry-run"]) {
        harmless(reading, call, "git_rm", "only says what it would remove");
        return Touch::Nothing;
    }
    for operand in given.operands.iter().filter(|_| !given.has(&["--cached"])) {
        reading.delete_path(&call.name, operand, given.has(&["-r"]));
    }
    stop(reading, call, "removes files from the index and the working tree", "git rm -r -n .")
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
