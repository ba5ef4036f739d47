//! Adding and committing, configuration, patches; and what throws work away.

use super::{findings, rule, run_on};
use crate::effect::program::examples::{machine, session};
use crate::world::Tracked;
use crate::world::fake::Fake;
use alloc::string::String;

#[track_caller]
fn run(table: &str) {
    run_on(&machine(), &session(), "/repo", table);
}

/// What is new is taken in with the rest: `git add -A && git diff --cached` shows all of it.
#[test]
fn staging_secrets() {
    const TAKES_ALL: &str = "
        WORD git add -N . && git diff
        WORD git add -A && git diff --cached
        WORD git add . && git commit -m x && git show
        WORD git add -A && git commit -m x && git diff --cached
        WORD git add -A && git diff --cached
        WORD git add --all . && git diff --cached
        WORD git add :/ && git diff --cached
        WORD git add ./ && git diff --cached
        WORD git add '*' && git diff --cached
        WORD git add -- ':!docs' && git diff --cached
        WORD git add ':(top)' && git diff --cached
        WORD cd src && git add -A && git diff --cached
        WORD cd src && git add .. && git diff --cached
        WORD cd src && git add :/ && git diff --cached
        WORD git stage . && git diff --cached
        allow git add -u && git diff --cached
        allow git add -n . && git diff --cached
        allow git add src && git diff --cached
        allow git add -A src README.md && git diff --cached
        allow git add src/*.js && git diff --cached
        allow git add 'src/*' && git diff --cached
        allow touch src/new.rs && git add src/new.rs && git diff --cached
        allow cd src && git add . && git diff --cached
        allow git add README.md && git commit -m x && git diff --cached
    ";
    let judge =
        |machine: Fake, word: &str| run_on(&machine, &session(), "/repo", &TAKES_ALL.replace("WORD", word));
    let tracked = |names: &[&str]| {
        let names = names.iter().map(|name| String::from(*name)).collect();
        Some(Tracked { names, is_committed: true })
    };
    judge(machine(), "ask");
    judge(machine().tracked("/repo/.git", None), "ask");
    judge(machine().file("/repo/.gitignore", "node_modules\n"), "ask");
    judge(machine().file("/repo/.gitignore", ".env\n"), "allow");
    judge(
        machine()
            .file("/repo/.gitignore", ".env*\n!.env.example\n*.py[cod]\n")
            .file("/repo/.env.example", ""),
        "allow",
    );
    judge(machine().file("/repo/.git/info/exclude", ".env\n"), "allow");
    judge(machine().file("/repo/.gitignore", ".env\n").file("/repo/conf/server.key", "KEY"), "ask");
    judge(machine().file("/repo/.gitignore", ".env\nconf/\n").file("/repo/conf/server.key", "KEY"), "allow");
    // What is recorded is changed at most, and `git diff` shows that anyway.
    judge(machine().tracked("/repo/.git", tracked(&[".env"])), "allow");
    judge(machine().tracked("/repo/.git", tracked(&[".env"])).file("/repo/conf/.env", ""), "ask");
    // Of another repository only its commit is taken in.
    let nested = machine()
        .file("/repo/.gitignore", ".env\n")
        .file("/repo/sub/.git/HEAD", "ref: refs/heads/main\n")
        .file("/repo/sub/.git/config", "[core]\n\tbare = false\n")
        .file("/repo/sub/.git/objects/x", "")
        .file("/repo/sub/.git/refs/x", "")
        .file("/repo/sub/server.key", "KEY");
    run_on(
        &nested,
        &session(),
        "/repo",
        "allow git add sub && git diff --cached\nallow git add sub README.md && git diff --cached\nask cd sub && git add . && git diff --cached",
    );
    judge(nested, "allow");
    judge(
        machine()
            .file("/repo/.gitignore", ".env\n")
            .file("/repo/sub/.git/x", "")
            .file("/repo/sub/server.key", "KEY"),
        "ask",
    );
    // What formatters and checks change is not what is ignored.
    run_on(
        &machine().file("/repo/.gitignore", ".env\n"),
        &session(),
        "/repo",
        "allow prettier --write . && git add -A && git diff --cached
         allow cargo fmt && git add -A && git commit -m x && git diff --cached
         allow npm test && git add . && git diff --cached
         allow npm run build && git add -A && git diff --cached
         allow ruff format . && git add . && git diff --cached
         allow eslint --fix . && git add -A && git diff --cached
         allow sed -i s/a/b/ src/main.rs && git add -A && git diff --cached
         allow mkdir -p made && touch made/x && git add -A && git diff --cached
         allow cp src/main.rs src/b.rs && git add -A && git diff --cached
         ask   echo '!.env' >> .gitignore && git add -A && git diff --cached
         ask   cp -r web/. . && git add -A && git diff --cached",
    );
    let folders = machine().file("/repo/.gitignore", ".env\n").file("/repo/conf/server.key", "KEY");
    run_on(
        &folders,
        &session(),
        "/repo",
        "ask   git add conf && git diff --cached
         ask   git add con* && git diff --cached
         ask   git add 'con*' && git diff --cached
         ask   git add * && git diff --cached
         ask   git add conf/* && git diff --cached
         ask   git add conf README.md && git diff --cached
         allow git add . ':!conf' && git diff --cached
         allow git add src README.md && git diff --cached
         allow git add 'src/*' ':/README.md' && git diff --cached
         ask   for f in *; do git add \"$f\"; done; git diff --cached",
    );
    run_on(
        &machine(),
        &session(),
        "/repo",
        "allow git add ':!.env' . && git diff --cached\nask git add ':!.envx' . && git diff --cached",
    );
}

#[test]
fn staging() {
    run("
        allow git add .
        allow git add -A
        allow git add -n -A
        allow git add -u
        allow git add -u src
        allow git add src
        allow git add src/main.rs README.md
        allow git add -- src/app.js
        allow git add -N README.md
        allow git add ':!.env' .
        allow git add :/src
        allow git stage README.md
        ask   git add .env
        ask   git add -f .env
        ask   git add -f .
        ask   git add -fA
        allow git add -f README.md
        ask   git add -p
        ask   git add -i
        ask   git add -e
        ask   git add --patch
        ask   git add \"$FILE\"
        ask   git add $FILES
        ask   git add -- \"$FILE\"
        ask   git add --pathspec-from-file=x
        ask   git rm src/main.rs
        ask   git rm -r --cached .
        allow git rm -n src/main.rs
        ask   git mv src lib
        ask   git mv .github x
        allow git mv -n src lib
        ask   git update-index --assume-unchanged x
        ask   git update-index --index-info
        ask   git read-tree HEAD
        ask   git write-tree
        ask   git hash-object -w x
    ");
}

#[test]
fn committing() {
    run("
        allow git commit -m x
        allow git commit -qm x
        allow git commit -am 'fix: x'
        allow git commit -m \"$MESSAGE\"
        ask   git commit -m $MESSAGE
        allow git commit -m x -m y --author='A <a@example.com>'
        allow git commit -F -
        allow git commit -F README.md
        ask   git commit -F .env
        ask   git commit -F /home/user/.ssh/id_rsa
        allow git commit --allow-empty -m x
        allow git commit --no-edit
        allow git commit -C HEAD
        allow git commit --fixup HEAD~2
        ask   git commit --fixup=amend:HEAD
        ask   git commit --squash HEAD~2
        allow git commit --squash HEAD~2 -m x
        ask   git commit
        ask   git commit -a
        ask   git commit -e -m x
        ask   git commit -c HEAD
        ask   git commit -t README.md
        allow GIT_EDITOR=true git commit
        allow git commit --dry-run
        ask   git commit --amend --no-edit
        ask   git commit --amend -m x
        ask   git commit -m x --no-verify
        ask   git commit -nm x
        ask   git commit -anm x
        ask   git commit -p -m x
        ask   git commit --interactive -m x
        ask   git commit -m x -- .env
        allow git commit -m x -- README.md
        allow git commit -s -S -m x
        ask   git commit --tomorrow -m x
        allow git commit -m '--amend'
        allow git commit -m --no-verify
    ");
}

#[test]
fn rules_have_their_names() {
    let rule = |command| rule(&machine(), &session(), "/repo", command);
    for (command, expected) in [
        ("git status", "git_status"),
        ("git rev-parse HEAD", "git_rev_parse"),
        ("git commit -m x", "git_commit"),
        ("git commit --amend -m x", "git_commit_amend"),
        ("git commit -n -m x", "git_commit_no_verify"),
        ("git push", "git_push"),
        ("git push origin main", "git_push"),
        ("git push --follow-tags", "git_push"),
        ("git push -u origin x", "git_push"),
        ("git push --force", "force_push"),
        ("git push -f", "force_push"),
        ("git push -uf origin x", "force_push"),
        ("git push --force-with-lease", "force_push"),
        ("git push --forc", "force_push"),
        ("git push origin +main", "force_push"),
        ("git push origin :main", "force_push"),
        ("git push --delete origin x", "force_push"),
        ("git push --mirror", "force_push"),
        ("git push --prune origin", "force_push"),
        ("git branch -D x", "git_branch"),
        ("git reset --hard", "git_reset"),
        ("git stash drop", "git_stash"),
        ("git log --tomorrow", "unknown_flag"),
        ("git log $X", "unknown_value"),
        ("git -c core.pager=x log", "git_setting"),
        ("GIT_DIR=x git log", "environment"),
        ("git unheard-of", "unknown_command"),
    ] {
        assert_eq!(rule(command), expected, "{command}");
    }
}

#[test]
fn what_is_suggested_is_allowed() {
    let subs = super::super::stops::STOPS.iter().chain(super::super::local::LOCAL);
    let names = subs.flat_map(|sub| sub.names.split_ascii_whitespace());
    let nested = [
        "stash",
        "stash pop",
        "stash drop",
        "worktree add",
        "remote add",
        "submodule foreach",
        "notes add",
        "bisect run",
        "bisect start",
        "reflog expire",
        "rerere clear",
        "maintenance start",
        "bundle create",
        "hook run",
        "refs migrate",
        "lfs pull",
        "branch -D x",
        "tag -d x",
        "config a.b c",
        "commit --amend",
        "commit -n",
        "add -f .",
    ];
    for name in names.chain(nested) {
        for finding in findings(&machine(), &session(), "/repo", &alloc::format!("git {name}")) {
            let written = finding.instead.as_deref().unwrap_or_default();
            for command in crate::advice::commands(written) {
                run(&alloc::format!("allow {command}"));
            }
        }
    }
}

#[test]
fn configuration() {
    run("
        ask   git config --list
        ask   git config -l --show-origin
        ask   git config --list --local
        allow git config --list --name-only
        allow git config -l --name-only
        ask   git config --get http.extraheader
        ask   git config --get-all http.https://github.com/.extraheader
        ask   git config http.proxy
        ask   git config --get-urlmatch http https://github.com
        ask   git config --get-regexp .
        ask   git config --get-regexp '^user*'
        ask   git config --get-regexp '^user|http'
        ask   git config --get-regexp 'user'
        allow git config --get-regexp '^alias\\.'
        allow git config --get-regexp alias
        ask   git config get --all --regexp 'http.*'
        allow git config --get remote.origin.url
        ask   git config --get-color http.extraheader
        ask   git config --get --name-only http.extraheader
        ask   git config -f .git/config -l
        allow git config -f .gitmodules --get-regexp path
        ask   git config --get \"http.$NAME\"
        ask   git config --get-regexp \"^user.$NAME\"
        ask   git config --get sendemail.smtppass
        allow git config --get user.email
        allow git config --global --get core.excludesfile
        allow git config user.name
        allow git config --global gc.auto
        allow git config get user.name
        ask   git config list
        allow git config list --name-only
        allow git config --get-regexp '^remote'
        ask   git config user.name x
        ask   git config --global core.hooksPath /tmp
        ask   git config core.pager ./x
        ask   git config --add a.b c
        ask   git config --unset a.b
        ask   git config --edit
        ask   git config -e
        ask   git config set a.b c
        ask   git config unset a.b
        ask   git config --replace-all a.b c
        ask   git config --rename-section a b
        ask   git config edit
        ask   git config --file .env --list
        ask   git config -f x.cfg --includes --list
        ask   git config --blob=HEAD:.env --list
        allow git config -f x.cfg --list
        ask   git config --list $UNKNOWN
        ask   git config --get pypi.$UNKNOWN
        ask   git config \"$KEY\"
        allow git config \"branch.$NAME\"
        ask   git config branch.$NAME
    ");
}

#[test]
fn patches_and_archives() {
    run("
        allow git apply --check x.patch
        allow git apply --stat -
        ask   git apply x.patch
        ask   git apply --stat --apply x.patch
        ask   git apply --check --unsafe-paths x.patch
        ask   git apply --cached x.patch
        ask   git am x.mbox
        ask   git format-patch -1
        ask   git quiltimport
        ask   git bundle create x --all
        allow git bundle verify x.bundle
        ask   git bundle verify .env
        ask   git bundle unbundle x
        ask   git fast-import
        ask   git fast-export --all
        ask   git mailsplit x
        ask   git interpret-trailers --in-place README.md
    ");
}

#[test]
fn throwing_away_and_rewriting() {
    run("
        ask git reset
        ask git reset --hard
        ask git reset --soft HEAD~1
        ask git reset HEAD README.md
        ask git restore .
        ask git restore README.md
        ask git restore --staged README.md
        ask git restore -S .
        ask git restore --staged
        ask git restore --staged --worktree README.md
        ask git restore -SW README.md
        ask git restore --source HEAD~1 README.md
        ask git clean -fd
        allow git clean -n
        allow git clean -ndx src
        allow git clean -nfd -e '*.log'
        ask git clean -f -n -i
        ask git clean -n --no-dry-run -f
        ask git clean -n $FLAG
        ask git clean -f -- -n
        ask git clean --dry -f
        ask git rebase main
        ask git rebase -i HEAD~3
        ask git rebase --exec ./x main
        ask git rebase --abort
        ask git merge main
        ask git merge --abort
        ask git cherry-pick a
        ask git revert HEAD
        ask git filter-branch --tree-filter x HEAD
        ask git filter-repo --path x
        ask git replace a b
        ask git gc
        ask git gc --prune=now
        ask git prune
        ask git repack -ad
        ask git pack-refs --all
        ask git update-ref refs/heads/main a
        ask git update-ref -d HEAD
        ask git checkout-index -a -f
        ask git sparse-checkout set x
        ask git commit-tree a -m x
        ask git mktree
        ask git subtree split
        ask git replay --onto a b
    ");
}

#[test]
fn other_machines_and_programs() {
    run("
        ask git fetch
        ask git fetch --upload-pack=./x origin
        ask git pull --rebase
        ask git push
        ask git push --force
        ask git clone https://example.com/x
        ask git clone ext::sh
        ask git ls-remote
        ask git ls-remote --upload-pack=./x x
        ask git ls-remote ext::sh
        ask git remote update
        ask git remote show origin
        allow git remote show -n origin
        allow git remote show
        allow git remote
        allow git remote -v
        allow git remote get-url origin
        ask git remote add x https://example.com
        ask git remote set-url origin x
        ask git remote remove x
        ask git remote tomorrow
        ask git send-email x
        ask git request-pull a b
        ask git svn fetch
        ask git p4 sync
        ask git http-fetch x
        ask git credential fill
        ask git credential-store get
        ask git daemon --base-path=/
        ask git instaweb
        ask git gui
        ask git citool
        ask git mergetool
        ask git init
        ask git init --template=x
        ask git maintenance start
        ask git maintenance run
        ask git hook run pre-commit
        ask git for-each-repo --config=x gc
        ask git bugreport
        ask git upload-pack .
        ask git receive-pack .
        ask git shell
    ");
}
