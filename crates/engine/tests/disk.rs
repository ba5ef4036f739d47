//! The real machine answers as the kernel would act.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

mod support;

use mastiff_core::World;
use mastiff_core::world::{Stands, Unreadable};
use mastiff_engine::Disk;
use mastiff_engine::disk::Snapshot;
use std::os::unix::fs::PermissionsExt;
use support::Scratch;

const FILE: Stands = Stands::File { hard_linked: false };

fn disk() -> Disk {
    Disk::new(Some("/usr/bin:/bin"), "")
}

/// What a path leads to, below the scratch directory.
fn led(scratch: &Scratch, path: &str) -> Option<(String, Stands)> {
    let found = disk().resolve(&scratch.at(path))?;
    let shown = found.path.strip_prefix(&scratch.at("")).unwrap_or(&found.path).trim_start_matches('/');
    Some((shown.to_owned(), found.stands))
}

#[test]
fn paths_are_followed_physically() {
    let s = Scratch::new();
    s.file("a/file", "x");
    s.dir("a/b/c");
    s.link("to-c", "a/b/c");
    s.link("a/up", "..");
    s.link("absolute", &s.at("a/file"));
    s.link("dangling", "a/not/there");
    s.link("chain", "to-c");
    let table: &[(&str, Option<(&str, Stands)>)] = &[
        ("a/file", Some(("a/file", FILE))),
        ("a//./file", Some(("a/file", FILE))),
        ("a", Some(("a", Stands::Directory))),
        ("a/", Some(("a", Stands::Directory))),
        ("a/.", Some(("a", Stands::Directory))),
        ("a/b/..", Some(("a", Stands::Directory))),
        ("to-c/", Some(("a/b/c", Stands::Directory))),
        // The parent of where the link leads, not of where it stands.
        ("to-c/../new", Some(("a/b/new", Stands::Nothing))),
        ("chain/../../file", Some(("a/file", FILE))),
        ("a/up/a/file", Some(("a/file", FILE))),
        ("absolute", Some(("a/file", FILE))),
        ("dangling", Some(("a/not/there", Stands::Nothing))),
        ("dangling/x", Some(("a/not/there/x", Stands::Nothing))),
        ("new/tail/file", Some(("new/tail/file", Stands::Nothing))),
        ("new/tail/../../a/file", Some(("a/file", FILE))),
        ("new/..", Some(("", Stands::Directory))),
        // A file is no directory: the kernel refuses, and no `..` leads out of it.
        ("a/file/x", Some(("a/file/x", Stands::Nothing))),
        ("a/file/..", None),
        ("a/file/x/../../b", None),
    ];
    for (path, expected) in table {
        let expected = expected.map(|(path, stands)| (path.to_owned(), stands));
        assert_eq!(led(&s, path), expected, "{path}");
    }
}

#[test]
fn existing_paths_agree_with_the_kernel() {
    let s = Scratch::new();
    s.file("x/y/z", "");
    s.link("l1", "x/y");
    s.link("x/l2", "../l1/../y/z");
    s.link("x/y/l3", "/");
    for path in ["l1/z", "x/l2", "l1/../y/z", "x/y/l3/usr", "l1/l3/../bin", "x/../l1/./z", "l1/../.."] {
        let kernel = std::fs::canonicalize(s.at(path)).expect("exists");
        let ours = disk().resolve(&s.at(path)).expect("known").path;
        assert_eq!(ours, kernel.to_str().expect("text"), "{path}");
    }
}

#[test]
fn what_cannot_be_known() {
    let s = Scratch::new();
    s.link("loop", "loop");
    s.link("ping", "pong");
    s.link("pong", "ping/x");
    for path in ["loop", "loop/x", "ping"] {
        assert_eq!(led(&s, path), None, "{path}");
    }
    let world = disk();
    let long = format!("/{}", "a/".repeat(3_000));
    for path in
        ["", "relative", "/nul\0", "/proc/self/cwd/x", "/proc/self/root/etc", "/proc/self/fd/0", &long]
    {
        assert_eq!(world.resolve(path), None, "{path:?}");
    }
    let name_too_long = format!("/tmp/{}", "n".repeat(300));
    assert_eq!(world.resolve(&name_too_long), None);
}

#[test]
fn the_process_that_asks_is_not_the_one_that_runs() {
    if std::path::Path::new("/proc/self/status").exists() {
        assert_eq!(disk().resolve("/proc/self/status").expect("known").path, "/proc/self/status");
        assert_eq!(disk().resolve("/proc/mounts").expect("known").path, "/proc/self/mounts");
        assert_eq!(disk().read("/proc/self/environ"), Err(Unreadable::Other));
    }
}

#[test]
fn a_chain_of_links_has_an_end() {
    let s = Scratch::new();
    s.file("l0", "");
    for n in 1..=41 {
        s.link(&format!("l{n}"), &format!("l{}", n - 1));
    }
    assert_eq!(led(&s, "l40"), Some(("l0".into(), FILE)));
    assert_eq!(led(&s, "l41"), None);
}

#[test]
fn hard_links_and_special_files_are_told() {
    let s = Scratch::new();
    s.file("one", "");
    std::fs::hard_link(s.at("one"), s.at("two")).expect("can be linked");
    s.fifo("fifo");
    assert_eq!(led(&s, "one"), Some(("one".into(), Stands::File { hard_linked: true })));
    assert_eq!(led(&s, "fifo"), Some(("fifo".into(), Stands::Other)));
    assert_eq!(disk().resolve("/dev/null").expect("known").stands, Stands::Other);
}

#[test]
fn a_directory_that_may_not_be_searched_is_unknown() {
    if support::is_root() {
        return;
    }
    let s = Scratch::new();
    s.file("closed/file", "");
    std::fs::set_permissions(s.at("closed"), PermissionsExt::from_mode(0o000)).expect("can be set");
    assert_eq!(led(&s, "closed/file"), None);
    assert_eq!(disk().list(&s.at("closed")), None);
}

#[test]
fn only_small_regular_text_is_read() {
    let s = Scratch::new();
    let world = disk();
    assert_eq!(world.read(&s.file("text", "grüße\n")), Ok("grüße\n".into()));
    assert_eq!(world.read(&s.file("empty", "")), Ok(String::new()));
    assert_eq!(world.read(&s.link("link", "text")), Ok("grüße\n".into()));
    assert_eq!(world.read(&s.at("missing")), Err(Unreadable::Missing));
    assert_eq!(world.read(&s.at("text/below")), Err(Unreadable::Missing));
    assert_eq!(world.read(&s.dir("dir")), Err(Unreadable::Other));
    assert_eq!(world.read(&s.fifo("fifo")), Err(Unreadable::Other));
    assert_eq!(world.read("/dev/zero"), Err(Unreadable::Other));
    std::fs::write(s.at("binary"), [0xff, 0xfe]).expect("can be written");
    assert_eq!(world.read(&s.at("binary")), Err(Unreadable::Other));
    let full = "x".repeat(1 << 20);
    assert_eq!(world.read(&s.file("full", &full)).map(|text| text.len()), Ok(1 << 20));
    assert_eq!(world.read(&s.file("large", &format!("{full}x"))), Err(Unreadable::TooLarge));
}

fn executable(s: &Scratch, path: &str) -> String {
    let path = s.file(path, "#!/bin/sh\n");
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("can be set");
    path
}

#[test]
fn programs_are_found_as_a_shell_finds_them() {
    let s = Scratch::new();
    s.file("first/tool", "not executable");
    s.dir("first/dir");
    executable(&s, "second/tool");
    executable(&s, "second/dir");
    executable(&s, "cwd/here");
    executable(&s, "cwd/sub/there");
    executable(&s, "home/bin/mine");
    executable(&s, "cwd/~/bin/both");
    executable(&s, "home/bin/both");
    let path = format!("{}:{}::sub:~/bin", s.at("first"), s.at("second"));
    let world = Disk::new(Some(&path), &s.at("home"));
    let table = [
        ("tool", Some("second/tool")),
        ("dir", Some("second/dir")),
        // Relative entries are looked at where the command runs.
        ("here", None),
        ("there", None),
        ("mine", Some("home/bin/mine")),
        ("both", Some("home/bin/both")),
        ("nowhere", None),
        ("", None),
        ("sub/there", None),
    ];
    for (name, expected) in table {
        let found = world.program(name).map(|path| path.replace("//", "/"));
        assert_eq!(found, expected.map(|path| s.at(path)), "{name}");
    }
    assert!(Disk::new(None, "").program("sh").is_some());
}

#[test]
fn directories_are_listed_whole_or_not_at_all() {
    let s = Scratch::new();
    s.file("dir/b", "");
    s.file("dir/a", "");
    s.dir("dir/.c");
    assert_eq!(disk().list(&s.at("dir")), Some(vec![".c".into(), "a".into(), "b".into()]));
    assert_eq!(disk().list(&s.at("dir/a")), None);
    assert_eq!(disk().list(&s.at("missing")), None);
    s.dir("many");
    for n in 0..4_097 {
        s.file(&format!("many/{n}"), "");
    }
    assert_eq!(disk().list(&s.at("many")), None);
    std::fs::remove_file(s.at("many/0")).expect("can be removed");
    assert_eq!(disk().list(&s.at("many")).map(|names| names.len()), Some(4_096));
}

#[test]
fn what_leads_on_from_a_directory_is_told_apart() {
    let s = Scratch::new();
    s.file("a/file", "x");
    s.dir("a/folder");
    s.link("a/to-folder", "folder");
    s.link("a/dangling", "not/there");
    s.link("a/loop", "loop");
    let mut found = disk().branches(&s.at("a")).expect("a directory");
    found.folders.sort();
    found.links.sort();
    assert_eq!(found.folders, ["folder"]);
    assert_eq!(found.links, ["dangling", "loop", "to-folder"]);
    assert_eq!(found.names, 5);
    assert_eq!(disk().branches(&s.at("a/file")), None);
    assert_eq!(disk().branches(&s.at("nowhere")), None);
}

#[test]
fn a_snapshot_looks_once_and_forgets_when_it_ends() {
    let s = Scratch::new();
    let stands = || disk().resolve(&s.at("a/b")).map(|found| found.stands);
    let snapshot = Snapshot::begin();
    assert_eq!(stands(), Some(Stands::Nothing));
    s.dir("a/b");
    assert_eq!(stands(), Some(Stands::Nothing), "seen before");
    drop(snapshot);
    assert_eq!(stands(), Some(Stands::Directory));
}
