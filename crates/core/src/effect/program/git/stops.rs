//! Subcommands that are understood and not for an agent alone.

use super::super::super::Hazard::{self, History, Install, Lasting, Machine, Network, Publish, Secret};
use super::super::super::reading::{Invocation, Reading};
use super::trust::Ground;
use super::{Does, Sub, Touch, keeps};

/// `why` completes "`git name` …"; `instead` is a command that is allowed, or empty where none serves the same end.
const fn stop(names: &'static str, hazard: Hazard, why: &'static str, instead: &'static str) -> Sub {
    Sub { names, does: Does::Stop(hazard, why, instead) }
}

/// The arguments decide which rule it is.
const fn grounded(names: &'static str, read: fn(&mut Reading<'_>, &Invocation, &Ground) -> Touch) -> Sub {
    Sub { names, does: Does::Grounded(read) }
}

/// By name.
pub const STOPS: &[Sub] = &[
    // Uncommitted work and history.
    grounded("reset", keeps::reset),
    grounded("restore", keeps::restore),
    stop("rebase", History, "rewrites history", "git log --oneline -10"),
    stop("merge", History, "changes the branch and the files", "git log --oneline HEAD..main"),
    stop("cherry-pick", History, "changes the branch and the files", "git log --oneline -5"),
    stop("revert", History, "changes the branch and the files", "git show HEAD"),
    stop("am", History, "applies patches that were not read", "git status"),
    stop("quiltimport", History, "applies patches that were not read", "git status"),
    stop(
        "filter-branch filter-repo",
        History,
        "rewrites history and runs commands on it",
        "git log --oneline -10",
    ),
    stop("replay", History, "rewrites history", "git log --oneline -10"),
    stop("history", History, "rewrites history", "git log --oneline -10"),
    stop("backfill", Network, "fetches objects", ""),
    stop("replace", History, "makes git show other objects than were committed", "git log --oneline -5"),
    stop("read-tree", History, "overwrites the index", "git status"),
    stop("checkout-index", History, "overwrites files from the index", "git status"),
    stop(
        "merge-index merge-file merge-one-file",
        History,
        "changes files or runs a merge program",
        "git status",
    ),
    stop(
        "merge-octopus merge-ours merge-recursive merge-recursive-ours merge-recursive-theirs merge-resolve merge-subtree \
         merge-ort",
        History,
        "is a part of `git merge`",
        "git status",
    ),
    stop("update-ref", History, "moves or removes a reference", "git show-ref"),
    stop("update-index", History, "changes the index by hand", "git status"),
    stop(
        "gc prune prune-packed repack pack-refs",
        History,
        "can remove objects that nothing refers to",
        "git count-objects -v",
    ),
    stop(
        "verify-pack show-index",
        Machine,
        "reads packs that are named to it, which need not be git's own",
        "git count-objects -v",
    ),
    stop(
        "pack-redundant pack-objects index-pack unpack-objects unpack-file",
        Machine,
        "writes object files",
        "git count-objects -v",
    ),
    stop(
        "multi-pack-index commit-graph update-server-info",
        Machine,
        "writes files of the repository",
        "git count-objects -v",
    ),
    stop("mktag mktree commit-tree write-tree hash-object", Machine, "writes objects by hand", ""),
    stop("fast-import", History, "writes history from a stream", "git log --oneline -5"),
    stop("fast-export", Machine, "exports all of history", ""),
    stop("sparse-checkout", History, "removes files from the working tree", "git ls-files"),
    stop("init init-db", Machine, "creates a repository", ""),
    stop("difftool mergetool difftool--helper", Machine, "starts an external program", "git diff"),
    stop(
        "gui citool gitk instaweb web--browse",
        Lasting,
        "starts a program with a window or a server",
        "git log --oneline -10",
    ),
    stop("daemon fsmonitor--daemon credential-cache--daemon checkout--worker", Lasting, "keeps running", ""),
    stop("shell http-backend cvsserver", Lasting, "serves others", ""),
    stop("for-each-repo", Machine, "runs git in other repositories", ""),
    stop("mailinfo mailsplit", Machine, "writes files", ""),
    stop("format-patch", Machine, "writes patch files", "git log -p -1"),
    stop("bugreport diagnose", Machine, "collects the machine's details into a file", "git version"),
    stop("interpret-trailers", Machine, "can run configured commands and change files", "git log -1"),
    stop("fmt-merge-msg request-pull", Network, "can ask another repository", "git log --oneline -5"),
    stop("subtree", History, "rewrites history", "git log --oneline -5"),
    stop("flow", History, "merges and removes branches", "git branch --list"),
    // Secrets.
    stop("credential credential-store credential-cache", Secret, "shows or stores passwords", ""),
    // Other machines.
    grounded("fetch", keeps::fetch),
    stop("pull", Network, "reaches the network and changes the files", "git status"),
    stop("clone", Network, "copies a repository that was not read", ""),
    stop("ls-remote", Network, "reaches the network", "git branch -r"),
    stop(
        "fetch-pack http-fetch remote-http remote-https remote-ftp remote-ftps remote-ext remote-fd upload-pack \
         upload-archive upload-archive--writer",
        Network,
        "reaches the network or runs a transport",
        "",
    ),
    stop("send-pack http-push receive-pack imap-send send-email", Publish, "sends to another machine", ""),
    stop(
        "svn p4 archimport cvsimport cvsexportcommit",
        Network,
        "talks to another version control system",
        "",
    ),
    stop("annex crypt secret", Secret, "moves or decrypts files", ""),
    stop("scalar", Install, "changes the machine's git configuration", ""),
    stop(
        "submodule--helper pickaxe add--interactive bisect--helper env--helper sh-i18n--envsubst mergetool--lib sh-setup sh-i18n \
         sh-prompt",
        Machine,
        "is an inner part of git",
        "",
    ),
];
