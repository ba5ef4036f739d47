//! Trust is in one content at one path.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

mod support;

use mastiff_engine::dirs::Dirs;
use mastiff_engine::trust::Trust;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use support::Scratch;

fn store(s: &Scratch) -> (Trust, PathBuf) {
    let dirs = Dirs::of(&[("HOME".into(), s.at("home"))]);
    (Trust::of(&dirs), dirs.state.expect("below home").join("trust"))
}

#[test]
fn exactly_this_content_at_exactly_this_path() {
    let s = Scratch::new();
    let (trust, directory) = store(&s);
    assert!(!trust.is_trusted("/a/.mastiff.toml", "x"));
    assert_eq!(trust.list().expect("readable"), []);
    trust.trust("/a/.mastiff.toml", "x").expect("kept");
    trust.trust("/a/.mastiff.toml", "x").expect("again");
    assert!(trust.is_trusted("/a/.mastiff.toml", "x"));
    for (path, content) in [("/a/.mastiff.toml", "x "), ("/b/.mastiff.toml", "x"), ("/a/.mastiff.tom", "lx")]
    {
        assert!(!trust.is_trusted(path, content), "{path} {content}");
    }
    let file = std::fs::read_dir(&directory).expect("exists").next().expect("one").expect("readable");
    assert_eq!(file.metadata().expect("readable").permissions().mode() & 0o777, 0o600);
    assert_eq!(std::fs::metadata(&directory).expect("exists").permissions().mode() & 0o777, 0o700);
}

#[test]
fn what_was_trusted_can_be_listed_and_revoked() {
    let s = Scratch::new();
    let (trust, _) = store(&s);
    for (path, content) in [("/b", "1"), ("/a", "1"), ("/a", "2")] {
        trust.trust(path, content).expect("kept");
    }
    let paths: Vec<String> = trust.list().expect("readable").into_iter().map(|entry| entry.path).collect();
    assert_eq!(paths, ["/a", "/a", "/b"]);
    assert_eq!(trust.revoke("/a").expect("possible"), 2);
    assert_eq!(trust.revoke("/a").expect("possible"), 0);
    assert!(!trust.is_trusted("/a", "1") && !trust.is_trusted("/a", "2"));
    assert!(trust.is_trusted("/b", "1"));
}

#[test]
fn a_spoiled_store_trusts_nothing() {
    let s = Scratch::new();
    let (trust, directory) = store(&s);
    trust.trust("/a", "1").expect("kept");
    let file = std::fs::read_dir(&directory).expect("exists").next().expect("one").expect("readable").path();
    for text in [
        "",
        "{",
        "{}",
        "{\"v\":1}",
        "{\"v\":1,\"path\":\"/b\",\"time\":\"t\"}",
        "{\"v\":2,\"path\":\"/a\",\"time\":\"t\"}",
    ] {
        std::fs::write(&file, text).expect("can be written");
        assert!(!trust.is_trusted("/a", "1"), "{text}");
    }
    std::fs::write(&file, "spoiled").expect("can be written");
    trust.trust("/a", "1").expect("repaired");
    assert!(trust.is_trusted("/a", "1"));
}

#[test]
fn without_a_home_nothing_is_trusted() {
    let trust = Trust::of(&Dirs { home: None, config: None, state: None, managed: "/etc/mastiff".into() });
    assert!(!trust.is_trusted("/a", "1"));
    assert!(trust.trust("/a", "1").is_err());
    assert!(trust.list().is_err());
}
