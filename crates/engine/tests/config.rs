//! Policies are found where they belong, and a policy that cannot be used is an error.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

mod support;

use mastiff_core::{Decision, Session};
use mastiff_engine::config::{Owner, Source, load, protect, sources};
use mastiff_engine::dirs::Dirs;
use mastiff_engine::disk::{Snapshot, resolve};
use mastiff_engine::trust::Trust;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use support::Scratch;

struct Machine {
    s: Scratch,
    dirs: Dirs,
    session: Session,
}

fn machine() -> Machine {
    let s = Scratch::new();
    let mut dirs = Dirs::of(&[("HOME".into(), s.dir("home"))]);
    dirs.managed = s.path().join("etc");
    let session = Session { roots: vec![s.dir("repo"), s.dir("other")], ..Session::default() };
    Machine { s, dirs, session }
}

impl Machine {
    fn found(&self, named: Option<&str>) -> Vec<(Owner, String)> {
        let found = sources(&self.dirs, named.map(Path::new), &self.session).expect("usable");
        found.into_iter().map(|Source { owner, text, .. }| (owner, text)).collect()
    }

    fn fault(&self, named: Option<&str>) -> String {
        sources(&self.dirs, named.map(Path::new), &self.session).expect_err("not usable").to_string()
    }
}

#[test]
fn nothing_anywhere_is_no_fault() {
    assert_eq!(machine().found(None), []);
    let mut m = machine();
    (m.dirs.config, m.dirs.state) = (None, None);
    assert_eq!(m.found(None), []);
}

#[test]
fn three_layers_in_order() {
    let m = machine();
    m.s.file("home/.config/mastiff/policy.toml", "user");
    m.s.file("repo/.mastiff.toml", "first");
    let second = m.s.file("other/.mastiff.toml", "second");
    Trust::of(&m.dirs).trust(&second, "second").expect("kept");
    let projects = [
        (Owner::User, "user".to_owned()),
        // The trusted one first: those that may only tighten have the last word.
        (Owner::Project { trusted: true }, "second".to_owned()),
        (Owner::Project { trusted: false }, "first".to_owned()),
    ];
    assert_eq!(m.found(None), projects);
    m.s.file("repo/.mastiff.toml", "second");
    assert_eq!(m.found(None)[1..], [(Owner::Project { trusted: true }, "second".into())]);
    m.s.file("repo/.mastiff.toml", "second, changed");
    assert_eq!(m.found(None)[2], (Owner::Project { trusted: false }, "second, changed".into()));
}

#[test]
fn a_named_policy_stands_in_for_the_users() {
    let mut m = machine();
    m.s.file("home/.config/mastiff/policy.toml", "user");
    let flag = m.s.file("flag.toml", "flag");
    let variable = m.s.file("variable.toml", "variable");
    m.session.env.push(("MASTIFF_POLICY".into(), variable));
    assert_eq!(m.found(None), [(Owner::User, "variable".into())]);
    assert_eq!(m.found(Some(&flag)), [(Owner::User, "flag".into())]);
    m.session.env = vec![("MASTIFF_POLICY".into(), m.s.at("missing"))];
    let fault = m.fault(None);
    assert!(fault.contains("MASTIFF_POLICY") && fault.contains(&m.s.at("missing")), "{fault}");
    m.session.env = vec![("MASTIFF_POLICY".into(), String::new())];
    assert_eq!(m.found(None), [(Owner::User, "user".into())]);
}

#[test]
fn a_named_policy_that_cannot_be_used_is_a_fault() {
    let m = machine();
    let large = m.s.file("large", &"#".repeat((1 << 20) + 1));
    std::fs::write(m.s.at("binary"), [0xff]).expect("can be written");
    let table = [
        (m.s.at("missing"), "does not exist"),
        (m.s.dir("dir"), "regular file"),
        (m.s.fifo("fifo"), "regular file"),
        (m.s.at("binary"), "UTF-8"),
        (m.s.link("dangling", "nowhere"), "leads nowhere"),
        (m.s.link("loop", "loop"), "regular file"),
        ("/dev/zero".into(), "regular file"),
        (large, "larger"),
        ("relative.toml".into(), "not absolute"),
    ];
    for (file, expected) in table {
        let fault = m.fault(Some(&file));
        assert!(fault.contains(expected) && fault.contains(&file), "{fault}");
    }
    if !support::is_root() {
        let closed = m.s.file("closed", "");
        std::fs::set_permissions(&closed, PermissionsExt::from_mode(0o000)).expect("can be set");
        assert!(m.fault(Some(&closed)).contains("cannot be read"));
    }
}

#[test]
fn a_default_policy_that_is_there_must_be_usable() {
    for place in ["home/.config/mastiff/policy.toml", "repo/.mastiff.toml", "etc/policy.toml"] {
        let m = machine();
        m.s.dir(place);
        assert!(m.fault(None).contains("regular file"), "{place}");
        let m = machine();
        m.s.dir(Path::new(place).parent().expect("has one").to_str().expect("text"));
        m.s.fifo(place);
        assert!(m.fault(None).contains("regular file"), "{place}");
    }
}

#[test]
fn a_link_to_nowhere_on_the_way_is_no_missing_policy() {
    for (link, above) in [
        ("home/.config/mastiff", "home/.config"),
        ("home/.config", "home"),
        ("etc", ""),
        ("repo/.mastiff.toml", "repo"),
    ] {
        let m = machine();
        m.s.dir(above);
        let link = m.s.link(link, "gone/away");
        let fault = m.fault(None);
        assert!(fault.contains("leads nowhere") && fault.contains(&link), "{fault}");
    }
    // Through two links, the second of which dangles.
    let m = machine();
    m.s.dir("dotfiles");
    m.s.link("home/.config", "../dotfiles");
    m.s.link("dotfiles/mastiff", "gone");
    assert!(m.fault(None).contains("leads nowhere"));
}

/// Also within one look at the machine, which knows by then what stands on the way.
#[test]
fn a_file_on_the_way_is_no_missing_policy() {
    for file in ["home/.config", "home/.config/mastiff", "etc"] {
        let m = machine();
        m.s.dir(Path::new(file).parent().and_then(Path::to_str).expect("text"));
        m.s.file(file, "");
        assert!(m.fault(None).contains("cannot be read"), "{file}");
        let _one_look = Snapshot::begin();
        assert!(resolve(&m.s.at(file)).is_some());
        assert!(m.fault(None).contains("cannot be read"), "{file}, seen before");
    }
}

#[test]
fn links_that_lead_somewhere_are_followed() {
    let m = machine();
    m.s.dir("dotfiles");
    m.s.link("home/.config", "../dotfiles");
    assert_eq!(m.found(None), []);
    m.s.file("dotfiles/real/policy.toml", "user");
    m.s.link("dotfiles/mastiff", "real");
    assert_eq!(m.found(None), [(Owner::User, "user".into())]);
}

#[test]
fn the_machines_policy_must_be_roots_alone() {
    let m = machine();
    let file = m.s.file("etc/policy.toml", "managed");
    let mode = |path: &str, mode: u32| {
        std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).expect("can be set");
    };
    mode(&file, 0o644);
    mode(&m.s.at("etc"), 0o755);
    if !support::is_root() {
        assert!(m.fault(None).contains("others than root"));
        return;
    }
    assert_eq!(m.found(None), [(Owner::Managed, "managed".into())]);
    for (path, bits) in [(&file, 0o664), (&file, 0o646), (&m.s.at("etc"), 0o777)] {
        mode(path, bits);
        assert!(m.fault(None).contains("others than root"), "{path} {bits:o}");
        mode(path, 0o755);
    }
    std::os::unix::fs::chown(&file, Some(12_345), None).expect("root may");
    assert!(m.fault(None).contains("chown root"));
}

#[test]
fn the_files_of_the_policy_are_below_the_floor() {
    let mut m = machine();
    let real = m.s.file("repo/dotfiles/policy.toml", "user");
    m.s.dir("home/.config/mastiff");
    let link = m.s.link("home/.config/mastiff/policy.toml", &real);
    let found = sources(&m.dirs, None, &m.session).expect("usable");
    protect(&mut m.session, &found);
    protect(&mut m.session, &found);
    assert_eq!(m.session.own, [link, real]);
}

#[test]
fn every_project_file_is_heard() {
    let mut m = machine();
    m.s.file("repo/.mastiff.toml", "version = 1\n[rules]\nbuild_command = \"deny\"\n");
    m.s.file("other/.mastiff.toml", "version = 1\n[rules]\ncheck_command = \"ask\"\n");
    let loaded = load(&m.dirs, None, &mut m.session).expect("usable");
    let said = |rule: &str| loaded.policy.about_rule(rule).map(|hit| hit.decision);
    assert_eq!(said("build_command"), Some(Decision::Deny));
    assert_eq!(said("check_command"), Some(Decision::Ask));
    assert_eq!(said("formatter"), None);
    assert_eq!(loaded.sources.len(), 2);
    assert!(m.session.own.contains(&m.s.at("repo/.mastiff.toml")));
}

#[test]
fn a_project_file_loosens_only_when_it_is_trusted() {
    let mut m = machine();
    let text = "version = 1\n[rules]\nnetwork = \"allow\"\n";
    let file = m.s.file("repo/.mastiff.toml", text);
    let broken = load(&m.dirs, None, &mut m.session).expect_err("loosens").to_string();
    assert!(broken.starts_with(&format!("{file}:3:")), "{broken}");
    Trust::of(&m.dirs).trust(&file, text).expect("kept");
    let loaded = load(&m.dirs, None, &mut m.session).expect("trusted");
    assert_eq!(loaded.policy.about_rule("network").map(|hit| hit.decision), Some(Decision::Allow));
    m.s.file("repo/.mastiff.toml", &format!("{text}# changed\n"));
    assert!(load(&m.dirs, None, &mut m.session).is_err());
}

#[test]
fn the_problems_of_all_files_come_at_once() {
    let mut m = machine();
    let user = m.s.file("home/.config/mastiff/policy.toml", "version = 1\nnonsense = 1\n");
    let project = m.s.file("repo/.mastiff.toml", "version = 1\non_stop = \"perhaps\"\n");
    let broken = load(&m.dirs, None, &mut m.session).expect_err("two problems").to_string();
    let lines: Vec<&str> = broken.lines().collect();
    assert!(lines.len() == 2 && lines[0].starts_with(&format!("{user}:2:")), "{broken}");
    assert!(lines[1].starts_with(&format!("{project}:2:")), "{broken}");
}
