//! What git prints where that is certain before it runs: the top directory, names of commits, a count.

use super::super::super::place::within;
use super::super::super::reading::Reading;
use super::super::super::value::{Arg, Shape, Value};
use super::super::spec::{self, Parsed, Style};
use super::options;
use super::repository::Repository;
use super::trust;
use crate::words::listed;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

const FROM_GIT: &str = "is what git prints";

/// The text that `git` prints with these arguments. Git may fail and print nothing.
pub fn printed(reading: &Reading<'_>, args: &[Arg]) -> Option<Value> {
    let options =
        options::parse(args).ok().filter(|options| options.flags.iter().all(|f| f.name == "--no-pager"))?;
    let (name, rest) = options.operands.split_first()?;
    let rest: Vec<Arg> = rest.iter().map(|arg| (*arg).clone()).collect();
    let texts: Option<Vec<&str>> = rest.iter().map(Arg::text).collect();
    match (name.text()?, texts.as_deref()) {
        ("rev-parse", Some([what])) if what.starts_with("--") => place(reading, &options, what),
        ("rev-parse", Some(["--abbrev-ref", "HEAD"]))
        | ("branch", Some(["--show-current"]))
        | ("symbolic-ref", Some(["--short", "HEAD"])) => branch(reading, &options),
        ("rev-parse", Some(texts)) => {
            let is_file = |text: &&str| super::objects::may_be_no_commit_here(reading, text);
            (parses_one(texts) && !texts.iter().any(is_file)).then(revisions)
        }
        ("merge-base", _) => only(MERGE_BASE, &rest).then(revisions),
        ("rev-list", _) if only(COUNTS, &rest) && has(&rest, "--count") => {
            Some(Value::shaped(Shape::Count, FROM_GIT))
        }
        ("rev-list", _) => only(COMMITS, &rest).then(revisions),
        ("log", Some(texts)) => {
            let formats = texts.iter().filter(|text| HASHES.contains(text)).count();
            let others: Vec<Arg> =
                rest.iter().filter(|arg| !arg.text().is_some_and(|t| HASHES.contains(&t))).cloned().collect();
            (formats > 0 && only(COMMITS, &others) && shows_no_signature(reading, &options)).then(revisions)
        }
        _ => None,
    }
}

fn revisions() -> Value {
    Value::shaped(Shape::Revision, FROM_GIT)
}

const MERGE_BASE: &str = "-a --all --octopus --independent --fork-point";

/// Flags that choose commits and leave each line the name of one.
const COMMITS: &str = "-# -n: --max-parents: --min-parents: --max-count: --skip: --all --branches --tags --remotes --no-merges --merges --first-parent \
    --reverse --since: --until: --after: --before: --author: --committer: --grep: -i -E -F --follow --date-order \
    --topo-order --no-show-signature -S: -G: --diff-filter: --no-abbrev-commit --abbrev-commit";

const COUNTS: &str = "--count -# -n: --max-count: --skip: --all --branches --tags --remotes --no-merges --merges \
    --first-parent --since: --until: --after: --before: --author: --committer: --grep: -i -E -F";

/// Formats of `git log` that print a name and nothing else.
const HASHES: &[&str] = &[
    "--format=%H",
    "--format=%h",
    "--pretty=%H",
    "--pretty=%h",
    "--pretty=format:%H",
    "--pretty=format:%h",
    "--format=format:%H",
    "--format=format:%h",
];

fn only(flags: &str, args: &[Arg]) -> bool {
    spec::parse(Style::Gnu, flags, &super::revision::settled(args)).is_ok()
}

fn has(args: &[Arg], flag: &str) -> bool {
    args.iter().any(|arg| arg.text() == Some(flag))
}

/// `git rev-parse` prints what it does not understand as it is: only `--verify` (and `--short`, which implies it) and
/// `HEAD` are certain.
fn parses_one(texts: &[&str]) -> bool {
    let (Some((operand, flags)), true) = (texts.split_last(), texts.len() < 5) else { return false };
    let known = |flag: &&str| {
        let digits = flag.strip_prefix("--short=");
        let short =
            digits.is_some_and(|digits| digits.len() < 3 && digits.bytes().all(|b| b.is_ascii_digit()));
        matches!(*flag, "--verify" | "-q" | "--quiet" | "--short") || short
    };
    let verified = flags.iter().any(|flag| *flag == "--verify" || flag.starts_with("--short"));
    let head = operand.strip_prefix("HEAD").or_else(|| operand.strip_prefix('@'));
    let steps = head.is_some_and(|steps| steps.chars().all(|c| c.is_ascii_digit() || "~^".contains(c)));
    let plain = |c: char| c.is_ascii_alphanumeric() || "_./~^@{}-".contains(c);
    let name =
        operand.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '@') && operand.chars().all(plain);
    flags.iter().all(known) && if verified { name } else { steps && flags.is_empty() }
}

/// The user may have asked for signatures in front of every commit.
fn shows_no_signature(reading: &Reading<'_>, options: &Parsed<'_>) -> bool {
    !reading.shell.lost
        && reading.dirs().iter().all(|dir| {
            let found = trust::surveyed(reading, options, dir);
            found.is_some_and(|(_, ground)| !ground.settings.iter().any(|s| s.is("log", "showsignature")))
        })
}

/// A question of `git rev-parse` about where it is.
fn place(reading: &Reading<'_>, options: &Parsed<'_>, what: &str) -> Option<Value> {
    let mut texts = alloc::vec![String::new()];
    for dir in reading.dirs() {
        let repository = certain(reading, options, dir)?;
        let here = reading.world.resolve(dir)?.path;
        let below = here
            .strip_prefix(repository.worktree.as_str())
            .filter(|_| within(&here, &repository.worktree))?;
        let below = below.trim_matches('/');
        texts.push(match what {
            "--show-toplevel" => repository.worktree,
            "--absolute-git-dir" => repository.git_dir,
            "--show-prefix" if below.is_empty() => String::new(),
            "--show-prefix" => [below, "/"].concat(),
            "--show-cdup" if below.is_empty() => String::new(),
            "--show-cdup" => "../".repeat(below.split('/').count()),
            _ => return None,
        });
    }
    let plain = texts.iter().all(|text| !text.contains('\n'));
    (plain && !reading.shell.lost).then(|| Value::one_of(texts, FROM_GIT))
}

/// Variables of the user's own session that say nothing about where a repository lies.
const OF_NETWORK_AND_PEOPLE: &str = "GIT_SSL_CAINFO GIT_SSL_CAPATH GIT_SSL_CERT GIT_SSL_KEY GIT_SSL_VERSION \
    GIT_SSL_CIPHER_LIST GIT_SSL_NO_VERIFY GIT_HTTP_USER_AGENT GIT_HTTP_PROXY_AUTHMETHOD GIT_HTTP_LOW_SPEED_LIMIT \
    GIT_HTTP_LOW_SPEED_TIME GIT_CURL_VERBOSE GIT_PROXY_COMMAND GIT_SSH GIT_SSH_COMMAND GIT_SSH_VARIANT GIT_ASKPASS \
    GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER";

/// The one repository git uses from `dir`, with its files where they are found.
fn certain(reading: &Reading<'_>, options: &Parsed<'_>, dir: &str) -> Option<Repository> {
    let steered = |(name, value): &(String, String)| {
        name.starts_with("GIT_")
            && !listed(OF_NETWORK_AND_PEOPLE, name)
            && !options::harmless_env(name, Some(value.as_str()))
    };
    if reading.unsettled || reading.session.env.iter().any(steered) {
        return None;
    }
    let (repositories, ground) = trust::surveyed(reading, options, dir)?;
    let elsewhere = ground.settings.iter().any(|setting| setting.is("core", "worktree"));
    match repositories.as_slice() {
        [repository] if !repository.bare && !elsewhere && !ground.foreign => Some(repository.clone()),
        _ => None,
    }
}

/// The current branch, if its name cannot be taken for a flag: a hostile clone may hold such a one.
fn branch(reading: &Reading<'_>, options: &Parsed<'_>) -> Option<Value> {
    for dir in reading.dirs() {
        let repository = certain(reading, options, dir)?;
        let head = reading.world.read(&super::super::super::place::join(&repository.git_dir, "HEAD")).ok()?;
        let name = head.trim_end().strip_prefix("ref: refs/heads/").map(ToString::to_string);
        let name = name.unwrap_or_else(|| head.trim_end().to_string());
        let plain = |c: char| c.is_ascii_alphanumeric() || "_./-".contains(c);
        if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) || !name.chars().all(plain) {
            return None;
        }
    }
    (!reading.shell.lost).then(revisions)
}

#[cfg(test)]
mod tests {
    use crate::effect::program::examples::judge_with;
    use crate::verdict::Decision;

    #[test]
    fn what_git_prints_is_certain_unless_a_variable_steers_it() {
        for (name, value, expected) in [
            ("GIT_SSL_CAINFO", "/etc/ssl/x.pem", Decision::Allow),
            ("GIT_SSH_COMMAND", "ssh -v", Decision::Allow),
            ("GIT_DIR", "/home/user/other/.git", Decision::Ask),
            ("GIT_WORK_TREE", "/home/user", Decision::Ask),
            ("GIT_CEILING_DIRECTORIES", "/repo", Decision::Ask),
            ("GIT_NEW_IN_NEXT_YEAR", "1", Decision::Ask),
        ] {
            let command = "cd \"$(git rev-parse --show-toplevel)\" && touch src/a";
            assert_eq!(judge_with(name, value, command), expected, "{name}");
        }
    }
}
