//! Files that git shows without being asked for them by name: outside of a repository, in somebody else's, by the names
//! of objects.

use super::run_on;
use crate::effect::program::examples::{machine, session};
use crate::world::ObjectKind;
use crate::world::fake::Fake;
use alloc::format;

fn repository(machine: Fake, git_dir: &str) -> Fake {
    machine
        .file(&[git_dir, "/HEAD"].concat(), "ref: refs/heads/main\n")
        .file(&[git_dir, "/objects/x"].concat(), "")
        .file(&[git_dir, "/refs/x"].concat(), "")
        .file(&[git_dir, "/config"].concat(), "[core]\n\trepositoryformatversion = 0\n")
}

#[track_caller]
fn run(machine: &Fake, table: &str) {
    run_on(machine, &session(), "/repo", table);
}

#[test]
fn without_an_index_the_directory_is_read() {
    let machine =
        machine().file("/empty/dir/x", "").file("/home/user/notes.txt", "").file("/other/src/a.rs", "");
    run(
        &machine,
        "
        ask   git -C ~/.ssh grep --no-index -h .
        ask   git -C ~/.ssh grep --no-index foo
        ask   cd ~/.ssh && git grep --no-index foo
        ask   git -C ~ grep --no-index foo -- '*'
        ask   git -C ~ grep --no-index foo -- ':!notes.txt'
        ask   git -C ~ grep --no-index foo -- :/
        ask   git -C ~ grep --no-index foo -- ':(top)'
        ask   git -C ~ grep foo
        ask   cd / && git grep foo
        ask   git -C ~ diff /empty/dir .
        ask   git -C ~ diff . /empty/dir
        ask   git -C ~ diff --no-index /empty/dir .
        ask   git diff /empty/dir ~
        ask   git diff /empty/dir ~/.ssh
        ask   git diff ../empty/dir .
        ask   git -C /empty/dir diff . ../../home/user
        allow git -C /other diff src /empty/dir
        allow git -C /other grep foo
        allow git -C /other grep --no-index foo
        allow git grep --no-index foo
        allow git grep --no-index foo -- src
        allow git diff --no-index src tests
        allow git diff HEAD -- src
        allow cd src && git diff HEAD -- ../README.md
        ",
    );
}

#[test]
fn a_repository_of_somebody_else() {
    let machine = repository(machine(), "/home/user/.git");
    let machine = repository(machine, "/home/user/.password-store/.git");
    let machine = repository(machine, "/home/user/project/.git").file("/home/user/project/.env", "");
    run(
        &machine,
        "
        ask   git -C ~ log -p
        ask   git -C ~ diff
        ask   git -C ~ show
        ask   git -C ~ status -v
        ask   git -C ~/.ssh log -p
        ask   git -C ~/.ssh show HEAD
        ask   git -C ~/.password-store log -p
        ask   git -C ~/.password-store show
        ask   git -C ~/.password-store diff HEAD~1
        ask   cd ~/.password-store && git stash show -p
        ask   git -C ~ archive HEAD
        allow git -C ~ status
        allow git -C ~ log --oneline
        allow git -C ~/.ssh ls-files -o
        allow git -C ~/.password-store log --stat
        allow git -C ~/project log -p
        allow git -C ~/project diff
        allow git -C ~/project show HEAD
        ask   git -C ~/project show HEAD:.env
        ask   git -C ~/project grep -h .
        allow git -C ~/project grep foo
        ",
    );
}

#[test]
fn a_bare_repository_that_nobody_named() {
    let machine = repository(machine(), "/repo/docs/planted");
    let machine = repository(machine, "/srv/x.git");
    let machine = repository(machine, "/srv/work/.git");
    run(
        &machine,
        "
        ask   git -C docs/planted status
        ask   git -C docs/planted/refs log
        ask   git -C /srv/x.git log
        ask   cd /srv/x.git && git log
        allow git --git-dir=/srv/x.git log
        allow git -C /srv/work log
        allow git -C /srv/work/.git log
        allow git -C docs status
        ",
    );
}

/// A tag may name a file; a clone brings such tags along.
#[test]
fn a_tag_may_name_a_file() {
    let blob = "b10bb10bb10bb10bb10bb10bb10bb10bb10bb10b";
    let commit = "c0ffeec0ffeec0ffeec0ffeec0ffeec0ffeec0ff";
    let tag = "7a97a97a97a97a97a97a97a97a97a97a97a97a97";
    let packed = format!(
        "# pack-refs with: peeled fully-peeled sorted\n{blob} refs/tags/packed-file\n{commit} refs/tags/packed\n\
         {tag} refs/tags/said-file\n^{blob}\n{tag} refs/tags/said\n^{commit}\n"
    );
    let machine = repository(machine(), "/repo/.git")
        .file("/repo/.git/refs/tags/file", &format!("{blob}\n"))
        .file("/repo/.git/refs/tags/v1", &format!("{commit}\n"))
        .file("/repo/.git/refs/remotes/origin/file", &format!("{blob}\n"))
        .file("/repo/.git/refs/remotes/other/HEAD", "ref: refs/remotes/origin/file\n")
        .file("/repo/.git/refs/tags/link", "ref: refs/tags/link-again\n")
        .file("/repo/.git/refs/tags/link-again", "ref: refs/tags/packed-file\n")
        .file("/repo/.git/refs/tags/link-fine", "ref: refs/tags/v1\n")
        .file("/repo/.git/refs/tags/circle", "ref: refs/tags/circle\n")
        .file("/repo/.git/ORIG_HEAD", &format!("{commit}\n"))
        .file(
            "/repo/.git/FETCH_HEAD",
            &format!(
                "{commit}\t\tbranch 'main' of https://x\n{blob}\tnot-for-merge\ttag 'v1' of https://x\n"
            ),
        )
        .file("/repo/.git/packed-refs", &packed)
        .file("/repo/.git/refs/tags/loose", &format!("{tag}\n"))
        .object(&format!("/repo/.git/objects/{blob}"), ObjectKind::Blob)
        .object(&format!("/repo/.git/objects/{tag}"), ObjectKind::Tag)
        .object(&format!("/repo/.git/objects/{commit}"), ObjectKind::Commit);
    run(
        &machine,
        "
        ask   git show file
        ask   git show tags/file
        ask   git show refs/tags/file
        ask   git show 'file^{}'
        ask   git show 'loose^{}'
        ask   git show 'refs/tags/loose^{}'
        ask   git show 'loose^{blob}'
        ask   git show 'refs/tags/nosuch^{blob}'
        ask   git show 'loose^{object}'
        allow git show 'loose^{commit}'
        allow git show 'v1^{}'
        allow git show 'v1^{commit}'
        allow git rev-parse 'loose^{}'
        allow git rev-parse 'loose^{object}'
        ask   git show origin/file
        ask   git cat-file -p file
        ask   git show packed-file
        ask   git show said-file
        ask   git show FETCH_HEAD
        ask   git show FETCH_HEAD^0
        ask   git cat-file -p FETCH_HEAD
        ask   git show link
        ask   git show other
        allow git show ORIG_HEAD
        allow git show link-fine
        allow git show circle
        allow git show v1
        allow git show v1~2
        allow git show packed
        allow git show said
        allow git show main
        allow git show nosuch
        allow git log -p v1
        allow git diff v1
        allow git cat-file -t file
        ",
    );
}

#[test]
fn the_name_of_an_object_may_be_a_files() {
    let machine = repository(machine(), "/repo/.git")
        .object("/repo/.git/objects/b10bb10bb10bb10bb10bb10bb10bb10bb10bb10b", ObjectKind::Blob)
        .object("/repo/.git/objects/c0ffeec0ffeec0ffeec0ffeec0ffeec0ffeec0ff", ObjectKind::Commit)
        .object("/repo/.git/objects/7eee7eee7eee7eee7eee7eee7eee7eee7eee7eee", ObjectKind::Tree)
        .object("/repo/.git/objects/dddd7eee7eee7eee7eee7eee7eee7eee7eee7eee", ObjectKind::Unknown);
    run(
        &machine,
        "
        ask   git show b10bb10b
        ask   git show B10BB10B
        ask   git show b10bb10bb10bb10bb10bb10bb10bb10bb10bb10b
        ask   git show --stat b10bb10b
        ask   git show b10bb10b^{}
        ask   git show 'b10bb10b^{blob}'
        ask   git show c0ffee b10bb10b
        ask   git cat-file -p b10bb10b
        ask   git cat-file blob b10bb10b
        ask   git cat-file --batch <<< b10bb10b
        ask   git diff b10bb10b c0ffee
        ask   git diff c0ffee..b10bb10b
        ask   git show dddd7eee
        ask   git show $(git rev-parse --verify b10bb10b)
        ask   git tag t b10bb10b
        ask   git tag -a -m x t HEAD:.env
        allow git cat-file -t b10bb10b
        allow git cat-file -s b10bb10b
        allow git cat-file -e b10bb10b
        allow git show c0ffee
        allow git show c0ffee^
        allow git show c0ffee -- src
        allow git show c0ffee:src/main.rs
        ask   git show c0ffee:.env
        allow git cat-file -p c0ffee
        allow git cat-file -p 7eee7eee
        allow git diff c0ffee~1 c0ffee
        allow git show $(git rev-parse --verify c0ffee)
        allow git show abcdef12
        allow git show v1.2
        allow git tag t c0ffee
        allow git tag t
        ",
    );
}
