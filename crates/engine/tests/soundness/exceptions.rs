//! What programs do beside what they are asked for: every line says why it is no news to a reader of the command.

use crate::predict::{Prediction, settled};
use crate::trace::{Deed, Observed, base_name};
use mastiff_core::effect::place;

/// A program (or `*`), what it touches, and why that needs no prediction.
struct Exception {
    by: &'static str,
    touches: &'static str,
    why: &'static str,
}

const fn except(by: &'static str, touches: &'static str, why: &'static str) -> Exception {
    Exception { by, touches, why }
}

/// Paths that may be written or removed. `*` is any text without a slash, `**` any text, `?` a letter.
const PATHS: &[Exception] = &[
    except("*", "/dev/null", "swallows everything"),
    except("*", "/dev/tty", "the terminal, if there were one"),
    except("*", "pipe:**", "an open pipe by its name: `/dev/stdout`, `/dev/fd/1`, process substitution"),
    except("*", "/proc/*/fd/*", "the same, not opened"),
    except("bash", "/tmp/sh-thd.*", "bash keeps the text of a here-document there"),
    except("sort", "/tmp/sort*", "what does not fit into memory"),
    except(
        "git",
        "/repo/.git/index.lock",
        "`git status` and `git diff` refresh what they know of file times",
    ),
    except("git", "/repo/.git/index", "the same"),
    except("tmux", "/tmp/tmux-*", "where it looks for the socket of its server"),
    except("go", "/home/user/.cache", "the user's cache of builds, for `go list` and `go doc` too"),
    except("go", "/home/user/.cache/go-build**", "the same"),
];

/// Secrets that may be read.
const SECRETS: &[Exception] = &[
    except("grep", "/home/user/.ssh/id_rsa", "`-R` follows links out of the repository: docs/limits.md"),
    except("rg", "/home/user/.ssh/id_rsa", "the same with `-L`"),
    except("ag", "/home/user/.ssh/id_rsa", "the same with `-f`"),
    except("git", "/repo/.env", "`git grep --no-index` reads everything below: docs/limits.md"),
];

/// Files beside one whose change is predicted.
const BESIDE: &[Exception] = &[
    except("sed", "sed??????", "`-i` writes the new text there, then renames it"),
    except("zip", "zi??????", "the same for an archive"),
    except("perl", "XX??????", "the same as `sed`"),
];

/// What git changes in its own folder, by the rule that says so; its configuration keeps which branch follows which.
const GIT: &[(&str, &[&str])] = &[
    ("git_add", &["objects/**"]),
    (
        "git_commit",
        &[
            "objects/**",
            "COMMIT_EDITMSG",
            "next-index-*.lock",
            "HEAD",
            "HEAD.lock",
            "logs/**",
            "refs/heads/**",
        ],
    ),
    ("git_branch", &["config", "config.lock", "HEAD.lock", "logs/**", "refs/heads/**"]),
    ("git_checkout", &["config", "config.lock", "HEAD", "HEAD.lock", "logs/**", "refs/heads/**"]),
    ("git_switch", &["config", "config.lock", "HEAD", "HEAD.lock", "logs/**", "refs/heads/**"]),
    ("git_tag", &["objects/**", "refs/tags/**"]),
];

/// Programs that programs start of their own accord, by path.
const PROGRAMS: &[Exception] = &[
    except("git", "/usr/lib/git-core/git", "git's own parts"),
    except("ag", "/bin/sh", "asks git for the user's list of ignored files"),
    except("sh of ag", "/usr/bin/git", "the same"),
    except("git", "/usr/bin/man", "shows a manual page"),
    except("xargs", "/usr/bin/echo", "what it runs if nothing is named"),
    except("npm", "/usr/bin/node", "is written in JavaScript"),
    except("npx", "/usr/bin/node", "the same"),
    except("z*", "/usr/bin/gzip", "a shell script around it"),
    except("go", "/usr/lib/go-*/pkg/tool/**", "go's own parts"),
];

/// Calls out of the process.
const REACHES: &[Exception] = &[
    except("node", "**AF_NETLINK**", "asks the kernel for the addresses of this machine"),
    except("hostname", "**AF_NETLINK**", "the same"),
    except("ss", "**NETLINK**", "asks the kernel for the sockets of this machine"),
    except("ss", "**sdiag_family**", "the same"),
    except("ss", "**SOCK_DIAG**", "the same"),
    except("ss", "connect(**sun_path=\"/var/run/rpcbind.sock\"**", "names of local services"),
    except("*", "socket(AF_UNIX,**", "says nothing until it is connected or bound"),
    except("tmux", "connect(**sun_path=\"/tmp/tmux-*/default\"**", "its reading commands ask the server"),
    except("docker", "connect(**sun_path=\"/var/run/docker.sock\"**", "its reading commands ask the daemon"),
    except("*", "connect(**sun_path=\"/var/run/nscd/socket\"**", "the C library asks for the name of a user"),
];

/// The deed stands in a table.
pub fn covers(prediction: &Prediction, one: &Observed) -> bool {
    match &one.deed {
        Deed::Read(path) => listed(SECRETS, &one.by, path),
        Deed::Write(path) | Deed::Delete(path) | Deed::MakeDirectory(path) => {
            let path = if path.starts_with('/') { settled(&place::normal(path)) } else { path.clone() };
            listed(PATHS, &one.by, &path)
                || (one.by == "git" && of_git(prediction, &path))
                || (listed(BESIDE, &one.by, base_name(&path)) && prediction.changes_beside(&path))
        }
        Deed::Run(path, _) => listed(PROGRAMS, &one.by, path),
        Deed::Reach(call) => listed(REACHES, &one.by, call),
    }
}

fn listed(table: &[Exception], by: &str, what: &str) -> bool {
    let covers = |row: &Exception| {
        debug_assert!(!row.why.is_empty(), "an exception has a reason");
        fits(row.by.as_bytes(), by.as_bytes()) && fits(row.touches.as_bytes(), what.as_bytes())
    };
    table.iter().any(covers)
}

fn of_git(prediction: &Prediction, path: &str) -> bool {
    let Some(path) = path.strip_prefix("/repo/.git/") else { return false };
    let rows = GIT.iter().filter(|(rule, _)| prediction.rules.contains(*rule));
    rows.flat_map(|(_, paths)| paths.iter()).any(|pattern| fits(pattern.as_bytes(), path.as_bytes()))
}

fn fits(pattern: &[u8], text: &[u8]) -> bool {
    match pattern {
        [] => text.is_empty(),
        [b'*', b'*', rest @ ..] => (0..=text.len()).any(|at| fits(rest, &text[at..])),
        [b'*', rest @ ..] => {
            let end = text.iter().position(|b| *b == b'/').unwrap_or(text.len());
            (0..=end).any(|at| fits(rest, &text[at..]))
        }
        [b'?', rest @ ..] => text.first().is_some_and(|b| *b != b'/') && fits(rest, &text[1..]),
        [first, rest @ ..] => text.first() == Some(first) && fits(rest, &text[1..]),
    }
}
