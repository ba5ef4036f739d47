//! Subcommands that have subcommands of their own.

use super::super::super::Hazard::{History, Machine, Network};
use super::flags::{commits, diff, log, merges};
use super::{Does, Hazard, Sub, keeps, reads, references, shows, worktree};

const fn group(names: &'static str, flags: &'static str, default: &'static str, subs: &'static [Sub]) -> Sub {
    Sub { names, does: Does::Group { flags, default, subs } }
}

const fn stop(names: &'static str, hazard: Hazard, why: &'static str, instead: &'static str) -> Sub {
    Sub { names, does: Does::Stop(hazard, why, instead) }
}

/// By name; without a subcommand the named default is meant.
pub const GROUPS: &[Sub] = &[
    group(
        "stash",
        "",
        "push",
        &[
            reads("list", concat!(commits!(), diff!(), merges!(), log!())),
            reads("show", concat!(diff!(), "--include-untracked --no-include-untracked --only-untracked")),
            Sub { names: "push", does: Does::Grounded(keeps::stash_push) },
            stop("save", History, "takes uncommitted work out of the files", "git stash list"),
            stop("pop apply", History, "changes files with stashed work", "git stash show -p"),
            stop("drop clear", History, "throws stashed work away", "git stash list"),
            stop(
                "branch create store export import",
                History,
                "changes stashed work or branches",
                "git stash list",
            ),
        ],
    ),
    group(
        "worktree",
        "",
        "",
        &[
            reads("list", "-v --verbose --porcelain -z"),
            Sub { names: "add", does: Does::Custom(worktree::add) },
            Sub { names: "move", does: Does::Custom(worktree::relocate) },
            Sub { names: "remove", does: Does::Custom(worktree::remove) },
            Sub { names: "repair", does: Does::Custom(worktree::repair) },
            stop(
                "prune lock unlock",
                Machine,
                "creates, moves or removes working trees",
                "git worktree list",
            ),
        ],
    ),
    group(
        "remote",
        "-v --verbose",
        "",
        &[
            reads("get-url", "--push --all"),
            Sub { names: "show", does: Does::Custom(references::remote_show) },
            stop(
                "add rename remove rm set-url set-head set-branches",
                Machine,
                "changes where fetches and pushes go",
                "git remote -v",
            ),
            stop("prune update", Network, "reaches the network", "git remote -v"),
        ],
    ),
    group(
        "submodule",
        "-q --quiet --cached",
        "status",
        &[
            reads("status", "--cached --recursive -q --quiet"),
            reads("summary", "--cached --files -n: --summary-limit:"),
            stop("foreach", Machine, "runs a command in every submodule", "git submodule status"),
            stop(
                "add update init deinit sync absorbgitdirs set-branch set-url",
                Network,
                "changes submodules",
                "git submodule status",
            ),
        ],
    ),
    group(
        "notes",
        "--ref:",
        "list",
        &[
            reads("list", ""),
            shows("show", ""),
            reads("get-ref", ""),
            stop("add append copy edit merge prune remove", History, "changes notes", "git notes list"),
        ],
    ),
    group(
        "bisect",
        "",
        "",
        &[
            reads("log", ""),
            reads("terms", "--term-good --term-old --term-bad --term-new"),
            stop("run", Machine, "runs a command for every step", "git bisect log"),
            stop(
                "start good bad new old skip reset next replay visualize view",
                History,
                "checks other commits out",
                "git bisect log",
            ),
        ],
    ),
    group(
        "reflog",
        "",
        "show",
        &[
            reads("show", REFLOG),
            reads("exists list", ""),
            stop("expire delete drop write", History, "throws away the way back", "git reflog"),
        ],
    ),
    group(
        "rerere",
        "",
        "forget",
        &[
            reads("status remaining", ""),
            shows("diff", ""),
            stop(
                "clear forget gc",
                History,
                "records, replays or throws away resolutions",
                "git rerere status",
            ),
        ],
    ),
    group(
        "maintenance",
        "",
        "",
        &[
            stop("run", History, "can remove objects that nothing refers to", "git count-objects -v"),
            stop(
                "start stop register unregister is-needed",
                Machine,
                "changes scheduled work",
                "git count-objects -v",
            ),
        ],
    ),
    group(
        "bundle",
        "",
        "",
        &[
            Sub { names: "verify", does: Does::Files("-q --quiet") },
            Sub { names: "list-heads", does: Does::Files("") },
            stop("create", Machine, "writes a bundle", ""),
            stop("unbundle", Machine, "unpacks a bundle", "git bundle list-heads FILE"),
        ],
    ),
    group("hook", "", "", &[stop("run list", Machine, "runs a hook", "")]),
    group(
        "refs",
        "",
        "",
        &[
            reads("verify", "--strict --verbose"),
            reads(
                "list exists",
                "--format: --sort: --count: --contains: --merged: --no-merged: --points-at:",
            ),
            stop("migrate optimize", Machine, "rewrites references", "git show-ref"),
        ],
    ),
    group(
        "lfs",
        "",
        "",
        &[
            reads(
                "ls-files",
                "-l --long -s --size -d --debug -a --all --deleted -I: --include: -X: --exclude: -n --name-only -j --json",
            ),
            reads("status", "--porcelain --json -p -j"),
            reads("env version", ""),
            Sub {
                names: "pointer",
                does: Does::Files("--file< --pointer< --check --strict --no-strict --stdin"),
            },
            stop(
                "fetch pull push clone locks lock unlock install uninstall update migrate prune checkout track untrack \
                 smudge clean filter-process pre-push post-checkout post-commit post-merge fsck dedup logs ext merge-driver \
                 standalone-file",
                Network,
                "moves large files or changes how git handles them",
                "git lfs ls-files",
            ),
        ],
    ),
];

const REFLOG: &str = concat!(commits!(), diff!(), merges!(), log!());
