//! Which commands print nothing but names of files that exist, and where those lie.
//!
//! The walk asks this about the stages of a pipe in front of a command, to say what that command gets on its standard
//! input ([`Stdin::Names`](super::super::reading::Stdin::Names)).

use super::super::{Act, Effect};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// The directories that hold every name printed by a pipe of these commands, one act per stage: each name begins with
/// its directory, and with nothing certain where that is the empty text. `None` when it may print anything else.
pub fn names_printed(stages: &[Act]) -> Option<Vec<String>> {
    let (first, filters) = stages.split_first()?;
    let below = printed_by(first)?;
    filters.iter().all(passes_lines).then_some(below)
}

fn printed_by(act: &Act) -> Option<Vec<String>> {
    let args: Vec<&str> = act.args.iter().map(|arg| arg.as_deref()).collect::<Option<_>>()?;
    if !act.findings.iter().all(|finding| only_looks(&finding.effect)) {
        return None;
    }
    match act.program.as_str() {
        "find" | "gfind" => found(&args),
        "grep" | "rg" | "egrep" | "fgrep" | "ag" => listed_by_search(&args, &act.findings),
        "ls" | "fd" | "fdfind"
            if args.iter().all(|arg| ["-1", "-t", "-r", "-a", "-A", "-H", "."].contains(arg)) =>
        {
            here()
        }
        "git" if lists_tracked(&args) => here(),
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
const OTHER_OUTPUT: &[&str] = &["-L", "-follow", "-printf", "-ls", "-exec", "-execdir", "-ok", "-okdir"];

fn found(args: &[&str]) -> Option<Vec<String>> {
    if args.iter().any(|arg| OTHER_OUTPUT.contains(arg)) {
        return None;
    }
    let options = args.iter().take_while(|arg| ["-H", "-P"].contains(*arg)).count();
    let mut paths: Vec<String> = args
        .iter()
        .skip(options)
        .take_while(|arg| !arg.starts_with(['-', '(', '!']))
        .map(ToString::to_string)
        .collect();
    if paths.is_empty() {
        paths.push(".".into());
    }
    // The name that is looked for: a secret's name means that this secret is meant.
    let wanted = args.windows(2).filter(|pair| matches!(pair, ["-name" | "-iname" | "-path" | "-ipath", _]));
    let names = wanted.filter_map(|pair| pair.last()).map(|name| name.trim_matches('*').to_string());
    paths.extend(names.filter(|name| !name.is_empty()));
    Some(paths)
}

/// With `-l` and the like: the places that were read.
fn listed_by_search(args: &[&str], findings: &[super::super::Finding]) -> Option<Vec<String>> {
    let lists = |arg: &&str| {
        let cluster = arg.starts_with('-')
            && !arg.starts_with("--")
            && arg.chars().skip(1).all(|c| "rRlLinEFwHsS".contains(c));
        ["--files", "--files-with-matches", "--files-without-match"].contains(arg)
            || (cluster && arg.contains(['l', 'L']))
    };
    // `--` or a colour could put a pattern or escapes where a flag seems to be.
    if !args.iter().any(lists) || args.iter().any(|arg| *arg == "--" || arg.starts_with("--col")) {
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

fn lists_tracked(args: &[&str]) -> bool {
    match args.split_first() {
        Some((&"ls-files", rest)) => {
            rest.iter().all(|arg| !arg.starts_with('-') || ["-z", "-m", "-o", "-c"].contains(arg))
        }
        Some((&"diff", rest)) => rest.contains(&"--name-only"),
        Some((&"grep", rest)) => rest.iter().any(|arg| ["-l", "-il", "-li", "-rl"].contains(arg)),
        Some(_) | None => false,
    }
}

/// It reads standard input and prints some of its lines, unchanged.
fn passes_lines(act: &Act) -> bool {
    let reads_a_file = |finding: &super::super::Finding| matches!(finding.effect, Effect::Read { .. });
    if act.findings.iter().any(|finding| reads_a_file(finding) || !only_looks(&finding.effect)) {
        return false;
    }
    let Some(args) = act.args.iter().map(|arg| arg.as_deref()).collect::<Option<Vec<&str>>>() else {
        return false;
    };
    let plain = |arg: &&str, letters: &str| {
        arg.strip_prefix('-').is_some_and(|flags| {
            !flags.is_empty() && flags.chars().all(|c| c.is_ascii_digit() || letters.contains(c))
        })
    };
    match act.program.as_str() {
        "head" | "tail" => match args.as_slice() {
            [] => true,
            [flag] => plain(flag, "n"),
            [flag, count] => *flag == "-n" && count.chars().all(|c| c.is_ascii_digit()),
            _ => false,
        },
        "sort" => args.iter().all(|arg| plain(arg, "urnVfz")),
        "uniq" => args.iter().all(|arg| plain(arg, "udi")),
        "grep" | "egrep" => match args.split_last() {
            Some((pattern, flags)) => {
                !pattern.starts_with('-') && flags.iter().all(|arg| plain(arg, "viEFPwx"))
            }
            None => false,
        },
        _ => false,
    }
}
