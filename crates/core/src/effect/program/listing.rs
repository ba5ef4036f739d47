//! Which commands print nothing but names of files that exist, and where those lie.
//!
//! The walk asks this about the stages of a pipe in front of a command, to say what that command gets on its standard
//! input ([`Stdin::Names`](super::super::reading::Stdin::Names)).

use super::super::{Act, Effect};
use super::whole::{Links, Picks, Recorded, Test};
use crate::policy::floor::{parts_of_glob, singled_out};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// Names of files that a pipe of commands prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// The directories that hold every one: each name begins with its directory, and with nothing certain where that
    /// is the empty text.
    pub below: Vec<String>,
    /// Which of the files there are printed.
    pub picks: Picks,
    /// Git prints them, from its index and from these commits: a name need not be on the disk.
    pub recorded: Option<Revisions>,
    /// A filter goes by lines, and cuts a name that has a line end in it.
    pub cut_at_lines: bool,
}

/// Words of a call of git that may name commits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revisions {
    /// The words.
    pub words: Vec<String>,
    /// Git takes a word that names a file for that file. With a `--` behind the words it does not.
    pub may_be_files: bool,
}

/// What is printed by a pipe of these commands, one act per stage. `None` when it may print anything but names.
pub fn names_printed(stages: &[Act]) -> Option<Names> {
    let (first, filters) = stages.split_first()?;
    let below = printed_by(first)?;
    let picks = filters.iter().filter_map(kept_lines).fold(picked_by(first), Picks::and);
    let cut_at_lines = !filters.iter().all(goes_by_nulls);
    let names = || Names { below, picks, recorded: recorded_by(first), cut_at_lines };
    filters.iter().all(passes_lines).then(names)
}

/// `sort -z`. No other filter that passes takes this letter.
fn goes_by_nulls(filter: &Act) -> bool {
    filter.program == "sort" && filter.args.iter().flatten().any(|flag| flag.contains('z'))
}

/// The commits that git takes names from, beside its index.
fn recorded_by(act: &Act) -> Option<Revisions> {
    let args: Vec<&str> = act.args.iter().flatten().map(String::as_str).collect();
    let (sub, rest) = args.split_first().filter(|_| act.program == "git")?;
    let end = rest.iter().position(|arg| *arg == "--");
    let before = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
    let words = before.iter().filter(|arg| !arg.starts_with('-')).map(ToString::to_string);
    let words = match *sub {
        "ls-files" => Vec::new(),
        // What was not deleted is there on the newer side, and that is the disk for the first word where it is one commit.
        "diff" if leaves_out_deleted(before) => {
            let mut words = words.peekable();
            words.next_if(|word| super::git::is_one_commit(word));
            words.collect()
        }
        "diff" if before.iter().any(|arg| ["--cached", "--staged"].contains(arg)) => {
            words.chain(["HEAD".to_string()]).collect()
        }
        "diff" => words.collect(),
        // `git grep`: the first is the pattern.
        _ => words.skip(1).collect(),
    };
    Some(Revisions { words, may_be_files: end.is_none() })
}

/// `--diff-filter=ACM` and `--diff-filter=d`.
fn leaves_out_deleted(args: &[&str]) -> bool {
    match args.iter().filter_map(|arg| arg.strip_prefix("--diff-filter=")).collect::<Vec<&str>>().as_slice() {
        [kinds] => {
            let kept = !kinds.is_empty() && kinds.bytes().all(|kind| b"ACMRT".contains(&kind));
            kept || (kinds.contains('d') && kinds.bytes().all(|kind| kind.is_ascii_lowercase()))
        }
        [] | [_, _, ..] => false,
    }
}

/// Of the files that the first command could print those that its flags let through.
fn picked_by(act: &Act) -> Picks {
    let args: Vec<&str> = act.args.iter().flatten().map(String::as_str).collect();
    let given = |flags: &[&str]| args.iter().any(|arg| flags.contains(arg));
    let owned = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<String>>();
    match act.program.as_str() {
        "find" | "gfind" => {
            let paths = args.iter().take_while(|arg| !arg.starts_with(['-', '(', '!'])).count();
            Picks::default().and(Test::Find(owned(args.get(paths..).unwrap_or_default())))
        }
        "ls" => Picks { skips_hidden: !given(&["-A"]), links: Links::Files, ..Picks::default() }
            .and(Test::Find(owned(&["-maxdepth", "1"]))),
        "fd" | "fdfind" => Picks {
            skips_hidden: !given(&["-H"]),
            skips_ignored: true,
            links: Links::Files,
            ..Picks::default()
        },
        "git" => {
            let untracked = given(&["-o", "--others"]) && !given(&["--exclude-standard"]);
            let picks = Picks {
                skips_ignored: !untracked,
                recorded: Recorded::OnDisk,
                links: Links::Files,
                ..Picks::default()
            };
            let paths: Vec<&str> = args.iter().skip(1).filter(|arg| !arg.starts_with('-')).copied().collect();
            match args.first() {
                Some(&"ls-files") => picks.at_paths_of_git(&owned(&paths)),
                // Which files changed is not known: any that is recorded. The difference would show lines of them, and
                // whoever gets their names shows all.
                Some(&"diff") if !paths.iter().any(|path| super::git::may_name_tree(path)) => {
                    let picks = Picks { recorded: Recorded::Changed, ..picks };
                    let named: Vec<&str> =
                        args.iter().skip_while(|arg| **arg != "--").skip(1).copied().collect();
                    picks.at_paths_of_git(&owned(&named))
                }
                Some(_) | None => picks,
            }
        }
        program => super::search::picks_of(program, &args),
    }
}

/// What a filter in the pipe leaves of the lines.
fn kept_lines(act: &Act) -> Option<Test> {
    if !["grep", "egrep"].contains(&act.program.as_str()) {
        return None;
    }
    let (pattern, flags) = act.args.split_last()?;
    let inverted = flags.iter().flatten().any(|flag| flag.contains('v'));
    let folds = flags.iter().flatten().any(|flag| flag.contains(['i', 'w', 'x', 'F']));
    pattern.clone().filter(|_| !folds).map(|pattern| Test::Line(pattern, inverted))
}

fn printed_by(act: &Act) -> Option<Vec<String>> {
    let args: Vec<&str> = act.args.iter().map(|arg| arg.as_deref()).collect::<Option<_>>()?;
    if !act.findings.iter().all(|finding| only_looks(&finding.effect)) {
        return None;
    }
    match act.program.as_str() {
        "find" | "gfind" => found(&args),
        "grep" | "egrep" | "fgrep" => {
            listed_by_search(("rlLinEFwHsaIvxPZ", GREP_TAKES), &args, &act.findings)
        }
        // Its `-r` and `-E` take a word, and its `-L` follows links.
        "rg" => listed_by_search(("linFwsSuUv0", RG_TAKES), &args, &act.findings),
        // Not `-a`, which lists `..`.
        "ls" if args.iter().all(|arg| ["-1", "-t", "-r", "-A", "."].contains(arg)) => here(),
        "fd" | "fdfind" if args.iter().all(|arg| ["-1", "-H", "."].contains(arg)) => here(),
        "git" if lists_tracked(&args) => {
            // A name that is asked for is meant.
            let named = args.iter().skip(1).filter(|arg| !arg.starts_with('-'));
            let meant = named.clone().map(ToString::to_string).chain(named.flat_map(|name| singled(name)));
            Some(core::iter::once(String::new()).chain(meant).collect())
        }
        _ => None,
    }
}

fn only_looks(effect: &Effect) -> bool {
    match effect {
        Effect::Harmless | Effect::Read { .. } => true,
        Effect::Write { place, .. } => place.path == "/dev/null",
        Effect::Delete { .. }
        | Effect::ProjectCode
        | Effect::Hazard(_)
        | Effect::Opaque
        | Effect::Catastrophe => false,
    }
}

/// Bare names in the directory it is in: one may look like a flag.
fn here() -> Option<Vec<String>> {
    Some(vec![String::new()])
}

/// What makes find print something else than names below its directories, or run what may.
const OTHER_OUTPUT: &[&str] = &[
    "-L",
    "-follow",
    "-printf",
    "-ls",
    "-exec",
    "-execdir",
    "-ok",
    "-okdir",
    "-f",
    "-D",
    "-files0-from",
    "-regex",
    "-iregex",
    "-samefile",
    "-inum",
    "-wholename",
    "-iwholename",
    "-lname",
    "-ilname",
];

/// What may come first where no directory is named.
const TESTS: &[&str] = &[
    "-name",
    "-iname",
    "-path",
    "-ipath",
    "-type",
    "-maxdepth",
    "-mindepth",
    "-not",
    "-size",
    "-mtime",
    "-mmin",
    "-newer",
    "-empty",
    "-print",
    "-print0",
];

fn found(args: &[&str]) -> Option<Vec<String>> {
    if args.iter().any(|arg| OTHER_OUTPUT.contains(arg)) {
        return None;
    }
    // Behind an option that only some versions know, directories may follow.
    if args.first().is_some_and(|first| first.starts_with('-') && !TESTS.contains(first)) {
        return None;
    }
    let mut paths: Vec<String> =
        args.iter().take_while(|arg| !arg.starts_with(['-', '(', '!'])).map(ToString::to_string).collect();
    if paths.is_empty() {
        paths.push(".".into());
    }
    // The name that is looked for: a secret's name means that this secret is meant.
    let wanted = args.windows(2).filter(|pair| matches!(pair, ["-name" | "-iname" | "-path" | "-ipath", _]));
    for name in wanted.filter_map(|pair| pair.last()) {
        paths.extend(Some(name.trim_matches('*').to_string()).filter(|name| !name.is_empty()));
        paths.extend(singled(name));
    }
    Some(paths)
}

/// The secrets that a pattern singles out.
fn singled(pattern: &str) -> Vec<String> {
    let parts = parts_of_glob(pattern);
    let globs = parts.iter().filter(|part| part.contains(['*', '?', '[', '\\']));
    globs.filter_map(|part| singled_out(part)).collect()
}

/// Flags of `rg` that take the next word.
const RG_TAKES: &[&str] = &["-g", "--glob", "--iglob", "-t", "--type", "-T", "--type-not", "-e", "--regexp"];
/// The same for `grep`.
const GREP_TAKES: &[&str] = &["-e", "--regexp"];

/// Flags of searches that change nothing about what a line of the list is.
const SEARCH_PLAIN: &[&str] = &[
    "--recursive",
    "--ignore-case",
    "--fixed-strings",
    "--word-regexp",
    "--extended-regexp",
    "--pcre2",
    "--smart-case",
    "--multiline",
    "--hidden",
    "--no-ignore",
    "--no-ignore-vcs",
    "--no-messages",
    "--null",
    "--color=never",
];

const SEARCH_ATTACHED: &[&str] =
    &["--include=", "--exclude=", "--exclude-dir=", "--glob=", "--iglob=", "--type=", "--regexp="];

/// With `-l` and the like: the places that were read. Any flag that is not known to leave the lines alone may print
/// something else (`--label`, `--type-list`), and `-` is no name.
fn listed_by_search(
    (letters, takes): (&str, &[&str]),
    args: &[&str],
    findings: &[super::super::Finding],
) -> Option<Vec<String>> {
    let mut lists = false;
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let cluster = arg.strip_prefix('-').filter(|flags| flags.chars().all(|c| letters.contains(c)));
        match (*arg, cluster) {
            ("-" | "--", _) => return None,
            ("--files" | "--files-with-matches" | "--files-without-match", _) => lists = true,
            (_, Some(flags)) => lists |= flags.contains(['l', 'L']),
            (flag, None) if takes.contains(&flag) => {
                rest.next()?;
            }
            (flag, None) if SEARCH_PLAIN.contains(&flag) => {}
            (flag, None) if SEARCH_ATTACHED.iter().any(|start| flag.starts_with(start)) => {}
            (flag, None) if flag.starts_with('-') => return None,
            (_, None) => {}
        }
    }
    if !lists {
        return None;
    }
    let mut places = Vec::new();
    for finding in findings {
        if let Effect::Read { place, .. } = &finding.effect {
            // Without an operand it prints names without `./` in front.
            let implied = place.shown == "." && !args.contains(&".");
            places.push(if implied { String::new() } else { place.shown.clone() });
        }
    }
    if places.is_empty() { here() } else { Some(places) }
}

/// Names from the top, or from here. Of flags only those that leave the names as they are.
fn lists_tracked(args: &[&str]) -> bool {
    const FILES: &[&str] = &[
        "-z",
        "-m",
        "-o",
        "-c",
        "--cached",
        "--modified",
        "--others",
        "--exclude-standard",
        "--full-name",
        "--",
    ];
    const DIFF: &[&str] =
        &["--name-only", "--cached", "--staged", "--merge-base", "--no-renames", "-z", "--"];
    const GREP: &[&str] = &[
        "-l",
        "-il",
        "-li",
        "-rl",
        "-i",
        "-w",
        "-E",
        "-F",
        "-P",
        "-I",
        "-n",
        "-z",
        "--name-only",
        "--files-with-matches",
        "--",
    ];
    let only = |rest: &[&str], known: &[&str]| {
        rest.iter()
            .all(|arg| !arg.starts_with('-') || known.contains(arg) || arg.starts_with("--diff-filter="))
    };
    // A path above, or one with magic, brings names that climb.
    let stays = |rest: &[&str]| rest.iter().all(|arg| !arg.starts_with(['/', ':']) && !arg.contains(".."));
    match args.split_first() {
        Some((&"ls-files", rest)) => only(rest, FILES) && stays(rest),
        Some((&"diff", rest)) => rest.contains(&"--name-only") && only(rest, DIFF) && stays(rest),
        Some((&"grep", rest)) => {
            let lists = ["-l", "-il", "-li", "-rl", "--name-only", "--files-with-matches"];
            let flags = rest.iter().take_while(|arg| **arg != "--");
            flags.clone().any(|arg| lists.contains(arg)) && only(rest, GREP) && stays(rest)
        }
        Some(_) | None => false,
    }
}

/// It reads standard input and prints some of its lines, unchanged.
fn passes_lines(act: &Act) -> bool {
    let reads_a_file = |finding: &super::super::Finding| matches!(finding.effect, Effect::Read { .. });
    if act.findings.iter().any(|finding| reads_a_file(finding) || !only_looks(&finding.effect)) {
        return false;
    }
    let args = act.args.iter().map(|arg| arg.as_deref()).collect::<Option<Vec<&str>>>();
    args.is_some_and(|args| passes(&act.program, &args))
}

/// A program that, with these arguments and without a file, prints lines of its standard input unchanged.
pub fn passes(program: &str, args: &[&str]) -> bool {
    let plain = |arg: &&str, letters: &str| {
        arg.strip_prefix('-').is_some_and(|flags| {
            !flags.is_empty() && flags.chars().all(|c| c.is_ascii_digit() || letters.contains(c))
        })
    };
    match program {
        "head" | "tail" => match args {
            [] => true,
            [flag] => plain(flag, "n"),
            [flag, count] => *flag == "-n" && count.chars().all(|c| c.is_ascii_digit()),
            _ => false,
        },
        "sort" => args.iter().all(|arg| plain(arg, "urnVfz")),
        "uniq" => args.iter().all(|arg| plain(arg, "udi")),
        "grep" | "egrep" => match args.split_last() {
            Some((pattern, flags)) => {
                // A number would print lines between, and `--` between those.
                let digits = |arg: &&str| arg.contains(|c: char| c.is_ascii_digit());
                !pattern.starts_with('-') && flags.iter().all(|arg| plain(arg, "viEFPwx") && !digits(arg))
            }
            None => false,
        },
        _ => false,
    }
}
