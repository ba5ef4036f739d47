//! Which repository git would use, and what its configuration would run.

use super::run_on;
use crate::call::Session;
use crate::effect::program::examples::{machine, session};
use crate::words::listed;
use crate::world::fake::Fake;
use alloc::format;
use alloc::vec;

const HARMLESS: &str =
    "[core]\n\trepositoryformatversion = 0\n\tbare = false\n[remote \"origin\"]\n\turl = x\n";

fn repository(machine: Fake, git_dir: &str, config: &str) -> Fake {
    machine
        .file(&format!("{git_dir}/HEAD"), "ref: refs/heads/main\n")
        .file(&format!("{git_dir}/objects/x"), "")
        .file(&format!("{git_dir}/refs/x"), "")
        .file(&format!("{git_dir}/config"), config)
}

#[track_caller]
fn run(machine: &Fake, cwd: &str, table: &str) {
    run_on(machine, &session(), cwd, table);
}

#[test]
fn a_foreign_repository_may_be_read_when_it_runs_nothing() {
    let machine = repository(machine(), "/repo/vendor/.git", HARMLESS);
    let table = "
        allow git status
        allow git log --oneline
        ask   git add .
        ask   git commit -m x
        ask   git branch topic
        allow git branch
        ask   git tag v1
        ask   git checkout -b topic
        allow git -C .. commit -m x
        ask   git push
    ";
    run(&machine, "/repo/vendor", table);
    run(
        &machine,
        "/repo",
        "ask git -C vendor commit -m x\nask git -C vendor restore --staged x\nallow git -C vendor status",
    );
}

#[test]
fn a_foreign_repository_that_can_run_something_stops() {
    for config in [
        "[core]\n\tfsmonitor = ./x\n",
        "[core]\n\tfsmonitor\n",
        "[core] pager = ./x\n",
        "[core]\nhooksPath = x\n",
        "[core]\nsshCommand = x\n",
        "[core]\nworktree = /\n",
        "[diff]\nexternal = x\n",
        "[diff \"x\"]\ntextconv = x\n",
        "[diff \"x\"]\ncommand = x\n",
        "[filter \"x\"]\nclean = x\n",
        "[filter.y \"x\"]\nsmudge = x\n",
        "[alias]\nst = !x\n",
        "[include]\npath = x\n",
        "[includeIf \"gitdir:/\"]\npath = x\n",
        "[gpg]\nprogram = x\n",
        "[gpg \"ssh\"]\nprogram = x\n",
        "[pager]\nstatus = x\n",
        "[remote \"o\"]\nuploadpack = x\n",
        "[remote \"o\"]\npromisor = true\n",
        "[protocol \"ext\"]\nallow = always\n",
        "[credential]\nhelper = x\n",
        "[url \"ext::x\"]\ninsteadOf = y\n",
        "[help]\nformat = web\n",
        "[tomorrow]\nkey = x\n",
        "not a configuration",
        "[core\n",
    ] {
        let machine = repository(machine(), "/repo/vendor/.git", config);
        for command in ["git status", "git log", "git diff", "git rev-parse HEAD", "git help"] {
            run(&machine, "/repo/vendor/src", &format!("ask {command}"));
        }
        run(
            &machine,
            "/repo",
            "allow git status\nask git -C vendor status\nask git --git-dir=vendor/.git status",
        );
    }
}

/// Git starts itself in every repository that it has recorded in its working tree.
#[test]
fn a_nested_repository_that_can_run_something_stops() {
    const LOOKS: &str = "
        git status
        git status --short
        git diff
        git diff HEAD
        git diff --submodule=diff
        git diff-files
        git diff-index HEAD
        git add sub
        git add -A
        git commit -am x
        git describe --always --dirty
        git log -p --submodule=diff
        git show --submodule=diff
        git grep --recurse-submodules hi
        git ls-files --recurse-submodules
        git submodule status
        git submodule summary
        git -C src status
        cd src && git status
        git st
    ";
    const APART: &str =
        "allow git rev-parse HEAD\nallow git branch\nallow git cat-file -p HEAD\nallow git blame a.txt";
    let looks = |decision: &str| {
        let rows = LOOKS.lines().map(str::trim).filter(|row| !row.is_empty());
        rows.map(|row| format!("{decision} {row}\n")).collect::<alloc::string::String>()
    };
    const EVIL: &str = "[core]\n\tfsmonitor = /repo/evil.sh\n";
    let recorded = |machine: Fake| machine.nested("/repo/.git", Some(&["deep/sub"]));
    let machine = || {
        machine()
            .file("/home/user/.gitconfig", "[alias]\n\tst = status\n")
            .file("/repo/src/a", "")
            .file("/repo/.gitignore", ".env\n")
    };
    let base = || recorded(machine());
    for evil in [
        repository(base(), "/repo/deep/sub/.git", EVIL),
        repository(base(), "/repo/deep/sub/.git", HARMLESS)
            .file("/repo/deep/sub/.git/hooks/post-index-change", ""),
        // Where a file leads.
        repository(base().file("/repo/deep/sub/.git", "gitdir: ../../kept\n"), "/repo/kept", EVIL),
        // One that lies in a harmless one.
        repository(repository(base(), "/repo/deep/sub/.git", HARMLESS), "/repo/deep/sub/more/.git", EVIL)
            .nested("/repo/deep/sub/.git", Some(&["more"])),
        base().file("/repo/deep/sub/.git", "something else"),
        machine().nested("/repo/.git", None),
    ] {
        run(&evil, "/repo", &looks("ask"));
        run(&evil, "/repo", APART);
    }
    for harmless in [
        base(),
        base().file("/repo/deep/sub/a", ""),
        repository(base(), "/repo/deep/sub/.git", HARMLESS),
        // A genuine submodule.
        repository(
            base().file("/repo/deep/sub/.git", "gitdir: ../../.git/modules/sub\n"),
            "/repo/.git/modules/sub",
            "[core]\n\tbare = false\n\tworktree = ../../../deep/sub\n[remote \"origin\"]\n\turl = x\n",
        ),
        // Not recorded: git does not look into it.
        repository(machine(), "/repo/deep/sub/.git", EVIL),
    ] {
        run(&harmless, "/repo", &looks("allow"));
        run(&harmless, "/repo", APART);
    }
    // Recorded in the same call.
    let planted = repository(machine(), "/repo/deep/sub/.git", EVIL);
    let table = "
        ask   git add -A && git status
        ask   git add deep && git diff
        ask   git switch other; git status
        allow git add -A
        allow git commit -m x && git status
        allow git log -3; git status
    ";
    run(&planted, "/repo", table);
    let ignored = planted.file("/repo/.gitignore", "deep/\n.env\n");
    run(&ignored, "/repo", "allow git add -A && git status\nask echo > .gitignore; git add -A && git status");
    let harmless = repository(machine(), "/repo/deep/sub/.git", HARMLESS);
    run(&harmless, "/repo", "allow git add -A && git status\nallow git add deep && git diff");
    run(&base(), "/repo", "ask tar xf a.tar -C deep/sub; git status\nallow git status");
}

#[test]
fn a_planted_bare_repository_is_seen() {
    let machine = repository(machine(), "/repo/docs/x", "[core]\nbare = true\nfsmonitor = ./evil\n");
    run(&machine, "/repo", "ask git -C docs/x status\nask git -C docs/x/refs log\nallow git -C docs status");
    run(&machine, "/repo/docs/x", "ask git status");
    // Not yet whole: git would pass it by, and may not tomorrow.
    let partial = super::super::super::examples::machine()
        .file("/repo/docs/y/HEAD", "x")
        .file("/repo/docs/y/config", "[core]\nfsmonitor = ./evil\n");
    run(&partial, "/repo/docs/y", "ask git status");
}

#[test]
fn hooks_of_a_foreign_repository() {
    let base = repository(machine(), "/repo/vendor/.git", HARMLESS);
    let sample = base.clone().file("/repo/vendor/.git/hooks/pre-commit.sample", "");
    run(&sample, "/repo/vendor", "allow git status");
    let commit = base.clone().file("/repo/vendor/.git/hooks/pre-commit", "");
    run(&commit, "/repo/vendor", "allow git status\nask git commit -m x");
    let index = base.file("/repo/vendor/.git/hooks/post-index-change", "");
    run(&index, "/repo/vendor", "ask git status\nask git commit -m x");
}

#[test]
fn links_and_git_files() {
    let machine = repository(machine(), "/elsewhere/evil", "[core]\nfsmonitor = ./x\n")
        .file("/repo/sub/.git", "gitdir: /elsewhere/evil\n")
        .file("/repo/broken/.git", "something else\n")
        .file("/trees/w/.git", "gitdir: /repo/.git/worktrees/w\n")
        .file("/repo/.git/worktrees/w/HEAD", "x")
        .file("/repo/.git/worktrees/w/commondir", "../..\n")
        .link("/repo/away", "/elsewhere/evil")
        .link("/repo/inner", "/elsewhere/evil/refs");
    run(&machine, "/repo", "ask git -C sub status\nask git -C broken status\nask git -C away status");
    // Logically `/repo`; git goes where the link leads.
    run(&machine, "/repo", "ask git -C inner/.. status\nallow git -C src/.. status");
    run(&machine, "/trees/w", "allow git status\nallow git commit -m x");
}

#[test]
fn by_hand() {
    let machine = repository(machine(), "/elsewhere/.git", HARMLESS);
    let table = "
        allow git --git-dir=/repo/.git log
        allow git --git-dir .git --work-tree . status
        ask   git --git-dir=/repo/.git --work-tree=/ status
        ask   git --work-tree=/ checkout -f
        ask   git --git-dir=/repo/.git commit -m x
        allow git --git-dir=/elsewhere/.git log
        ask   git --git-dir=\"$DIR\" log
        ask   git --git-dir
    ";
    run(&machine, "/repo", table);
}

#[test]
fn the_sessions_own_configuration() {
    for (config, verdict) in [
        ("[core]\npager = delta\n", "allow"),
        ("[core]\nfsmonitor = true\n", "allow"),
        ("[filter \"lfs\"]\nprocess = git-lfs filter-process\nclean = git-lfs clean -- %f\n", "allow"),
        ("[core]\nhooksPath = .husky/_\n", "allow"),
        ("[core]\nhooksPath = .githooks\n", "allow"),
        ("[core]\nhooksPath = .git/hooks\n", "allow"),
        ("[core]\nhooksPath = /home/user/.githooks\n", "allow"),
        ("[core]\nhooksPath = ~/hooks\n", "allow"),
        ("[blame]\nignoreRevsFile = .git-blame-ignore-revs\n", "allow"),
        ("[commit]\ntemplate = README.md\n", "allow"),
        ("[alias]\nx = !./evil.sh\n", "allow"),
        ("[credential \"https://example.com\"]\nhelper = !/usr/bin/gh auth git-credential\n", "allow"),
        ("[gitflow \"prefix\"]\nfeature = feature/\n", "allow"),
        ("[core]\nhooksPath = scripts/hooks\n", "ask"),
        ("[core]\nhooksPath = ./.git/../scripts\n", "ask"),
        ("[core]\nfsmonitor = ./x\n", "ask"),
        ("[core]\npager = ./x | less\n", "ask"),
        ("[core]\npager = \"less; ./x\"\n", "ask"),
        ("[core]\npager = less ; ./x\n", "allow"),
        ("[core]\neditor = /repo/x\n", "ask"),
        ("[diff]\nexternal = sh evil.sh\n", "ask"),
        ("[diff \"x\"]\ntextconv = python later.py\n", "ask"),
        ("[filter.a \"x\"]\nclean = node src/app.js\n", "ask"),
        ("[merge \"x\"]\ndriver = ./merge %A\n", "ask"),
        ("[include]\npath = ../shared.gitconfig\n", "ask"),
        ("[include]\npath = /repo/shared.gitconfig\n", "ask"),
        ("[tomorrow]\nprogram = evil.sh\n", "ask"),
        ("[core\n", "ask"),
    ] {
        let machine = machine().file("/repo/.git/config", config);
        run(&machine, "/repo", &format!("{verdict} git status\n{verdict} git commit -m x"));
        run(&machine, "/repo/src", &format!("{verdict} git status"));
    }
}

#[test]
fn a_program_that_path_finds_in_the_tree() {
    let machine =
        machine().file("/repo/.git/config", "[core]\npager = delta\n").program_at("delta", "/repo/bin/delta");
    run(&machine, "/repo", "ask git log");
}

#[test]
fn a_subcommand_that_is_a_program_of_its_own() {
    run(&machine(), "/repo", "allow git lfs ls-files");
    run(
        &machine().program_at("git-lfs", "/repo/bin/git-lfs"),
        "/repo",
        "ask git lfs ls-files\nask git lfs --help",
    );
}

#[test]
fn the_users_configuration() {
    let global = |text: &str| machine().file("/home/user/.gitconfig", text);
    run(&global("[core]\npager = delta\n[include]\npath = work.inc\n"), "/repo", "allow git log");
    run(&global("[core]\npager = /repo/x\n"), "/repo", "ask git log");
    run(&global("[core]\nhooksPath = hooks\n"), "/repo", "ask git commit -m x");
    run(&global("[include]\npath = /repo/x\n"), "/repo", "ask git log");
    run(&global("broken"), "/repo", "ask git log");
    let included = global("[include]\npath = ~/more\n").file("/home/user/more", "[diff]\nexternal = ./x\n");
    run(&included, "/repo", "ask git log");
    let xdg = machine().file("/home/user/.config/git/config", "[core]\npager = ./x\n");
    run(&xdg, "/repo", "ask git log");
}

#[test]
fn aliases() {
    let machine = machine().file(
        "/home/user/.gitconfig",
        "[alias]\nst = status -sb\nlg = log --oneline\nwipe = reset --hard\nloop = loop\nci = commit\n\
         fp = push --force\nsneaky = -c core.pager=x log\ndeep = lg -5\nstatus = push\n",
    );
    let table = "
        allow git st
        allow git lg -5
        allow git deep
        ask   git lg --output=x
        ask   git wipe
        ask   git loop
        allow git ci -m x
        ask   git ci
        ask   git fp
        ask   git sneaky
        allow git status
        ask   git other
    ";
    run(&machine, "/repo", table);
}

#[test]
fn outside_any_repository() {
    let machine = machine().file("/tmp/x/a", "");
    run(&machine, "/tmp/x", "allow git status\nallow git log\nallow git --version");
}

#[test]
fn a_root_below_the_repository() {
    let session = Session { roots: vec!["/repo/src".into()], ..session() };
    run_on(&machine(), &session, "/repo/src", "allow git status\nallow git commit -m x");
}

/// What `git --list-cmds=main` names, and what git installs beside it.
const ALL: &str = "add am annotate apply archimport archive bisect blame branch bugreport bundle cat-file check-attr \
    check-ignore check-mailmap check-ref-format checkout checkout--worker checkout-index cherry cherry-pick clean clone \
    column commit commit-graph commit-tree config count-objects credential credential-cache credential-cache--daemon \
    credential-store cvsexportcommit cvsimport cvsserver daemon describe diagnose diff diff-files diff-index diff-tree \
    difftool difftool--helper fast-export fast-import fetch fetch-pack filter-branch fmt-merge-msg for-each-ref \
    for-each-repo format-patch fsck fsck-objects fsmonitor--daemon gc get-tar-commit-id grep hash-object help hook \
    http-backend http-fetch http-push imap-send index-pack init init-db instaweb interpret-trailers log ls-files \
    ls-remote ls-tree mailinfo mailsplit maintenance merge merge-base merge-file merge-index merge-octopus \
    merge-one-file merge-ours merge-recursive merge-recursive-ours merge-recursive-theirs merge-resolve merge-subtree \
    merge-tree mergetool mktag mktree multi-pack-index mv name-rev notes p4 pack-objects pack-redundant pack-refs \
    patch-id pickaxe prune prune-packed pull push quiltimport range-diff read-tree rebase receive-pack reflog refs \
    remote remote-ext remote-fd remote-ftp remote-ftps remote-http remote-https repack replace replay request-pull \
    rerere reset restore rev-list rev-parse revert rm send-email send-pack sh-i18n--envsubst shell shortlog show \
    show-branch show-index show-ref sparse-checkout stage stash status stripspace submodule submodule--helper svn \
    switch symbolic-ref tag unpack-file unpack-objects update-index update-ref update-server-info upload-archive \
    upload-archive--writer upload-pack var verify-commit verify-pack verify-tag version web--browse whatchanged \
    worktree write-tree gui gitk citool lfs subtree scalar";

#[test]
fn every_subcommand_is_classified_once() {
    let tables = [
        super::super::reads::READS,
        super::super::local::LOCAL,
        super::super::groups::GROUPS,
        super::super::stops::STOPS,
    ];
    for name in ALL.split_ascii_whitespace() {
        let subs = tables.iter().flat_map(|table| table.iter());
        let count = subs.filter(|sub| listed(sub.names, name)).count();
        assert_eq!(count, 1, "{name}");
    }
}
