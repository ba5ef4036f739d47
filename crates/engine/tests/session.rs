//! Roots are bound to the session.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

mod support;

use mastiff_engine::dirs::Dirs;
use mastiff_engine::session::{Opened, Seen, open};
use std::process::Command;
use support::Scratch;

/// A machine with a home, and everything of mastiff's below it.
fn dirs(s: &Scratch) -> Dirs {
    let home = s.dir("home/user");
    Dirs::of(&[("HOME".into(), home)])
}

fn seen<'a>(id: Option<&'a str>, declared: &'a [String], cwd: &'a str) -> Seen<'a> {
    Seen { id, declared, cwd, headless: false }
}

fn begin(s: &Scratch, id: Option<&str>, declared: &[String], cwd: &str) -> Opened {
    open(&seen(id, declared, cwd), &dirs(s), &[])
}

fn roots(s: &Scratch, id: Option<&str>, declared: &[&str], cwd: &str) -> Vec<String> {
    let declared: Vec<String> = declared.iter().map(|dir| s.at(dir)).collect();
    let opened = begin(s, id, &declared, &s.at(cwd));
    assert_eq!(opened.trouble.is_some(), opened.session.roots.is_empty());
    let base = s.at("");
    opened
        .session
        .roots
        .iter()
        .map(|r| r.strip_prefix(&base).unwrap_or(r).trim_start_matches('/').into())
        .collect()
}

fn git(s: &Scratch, cwd: &str, args: &[&str]) {
    let status = Command::new("git")
        .args(["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main"])
        .args(args)
        .current_dir(s.at(cwd))
        .env_remove("GIT_DIR")
        .output()
        .expect("git runs");
    assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stderr));
}

fn has_git() -> bool {
    Command::new("git").arg("--version").output().is_ok()
}

#[test]
fn a_declared_directory_stands_for_its_repository() {
    let s = Scratch::new();
    s.dir("repo/.git");
    s.dir("repo/src/deep");
    s.dir("plain/sub");
    s.dir("other/.git");
    s.link("to-repo", "repo/src");
    let none = Vec::<String>::new();
    assert_eq!(roots(&s, None, &["repo"], "plain"), ["repo"]);
    assert_eq!(roots(&s, None, &["repo/src/deep"], "other"), ["repo"]);
    assert_eq!(roots(&s, None, &["to-repo"], "other"), ["repo"]);
    assert_eq!(roots(&s, None, &["plain/sub"], "other"), ["plain/sub"]);
    assert_eq!(roots(&s, None, &["repo", "plain", "repo/src"], "other"), ["repo", "plain"]);
    assert_eq!(roots(&s, None, &["missing"], "other"), none);
    assert_eq!(roots(&s, None, &[], "repo/src"), ["repo"]);
}

/// Codex runs its hooks where it works, and that may change in a session.
#[test]
fn where_a_session_began_counts_for_all_of_it() {
    let s = Scratch::new();
    s.dir("repo/.git");
    s.dir("repo/src");
    s.dir("other/.git");
    s.dir("home/user");
    let bound = |id: Option<&str>, began: &str| mastiff_engine::session::bound(id, &s.at(began), &dirs(&s));
    let rows: &[(Option<&str>, &str, &[&str])] = &[
        (Some("a"), "repo/src", &["repo"]),
        (Some("a"), "other", &["repo"]),
        (Some("a"), "home/user", &["repo"]),
        (Some("b"), "other", &["other"]),
        // What began where there is no root gets none by going to one.
        (Some("c"), "home/user", &[]),
        (Some("c"), "repo", &[]),
        (None, "other", &["other"]),
        (None, "repo", &["repo"]),
    ];
    for (id, began, expected) in rows {
        let expected: Vec<String> = expected.iter().map(|root| s.at(root)).collect();
        assert_eq!(bound(*id, began), Ok(expected), "{id:?} {began}");
    }
    let opened = begin(&s, Some("c"), &[], &s.at("repo"));
    assert_eq!(opened.session.roots, Vec::<String>::new());
}

#[test]
fn home_and_the_machine_are_never_a_root() {
    let s = Scratch::new();
    s.dir("home/user/.git");
    s.dir("home/user/project/src");
    s.dir("home/user/repo/.git");
    let none = Vec::<String>::new();
    assert_eq!(roots(&s, None, &["home/user/project/src"], ""), ["home/user/project/src"]);
    assert_eq!(roots(&s, None, &["home/user/repo"], ""), ["home/user/repo"]);
    assert_eq!(roots(&s, None, &["home/user"], ""), none);
    assert_eq!(roots(&s, None, &["home"], ""), none);
    for never in ["/", "/etc", "/tmp", "/usr", "/usr/bin", "/var", "/home", "/proc/self"] {
        assert!(begin(&s, None, &[never.into()], "/").session.roots.is_empty(), "{never}");
    }
}

#[test]
fn the_first_directory_decides_for_the_whole_session() {
    let s = Scratch::new();
    s.dir("repo/.git");
    s.dir("repo/src");
    s.dir("other/.git");
    assert_eq!(roots(&s, Some("one"), &[], "repo/src"), ["repo"]);
    assert_eq!(roots(&s, Some("one"), &[], "other"), ["repo"]);
    assert_eq!(roots(&s, Some("two"), &[], "other"), ["other"]);
    assert_eq!(roots(&s, Some("one"), &[], "repo"), ["repo"]);
    // An id is no path.
    assert_eq!(roots(&s, Some("../../../x"), &[], "other"), ["other"]);
    assert!(!s.path().join("home/x").exists());
}

#[test]
fn a_session_that_began_without_a_root_keeps_none() {
    let s = Scratch::new();
    s.dir("repo/.git");
    s.dir("home/user");
    assert!(roots(&s, Some("one"), &[], "home/user").is_empty());
    assert!(roots(&s, Some("one"), &[], "repo").is_empty());
}

#[test]
fn a_spoiled_memory_gives_no_root() {
    let s = Scratch::new();
    s.dir("repo/.git");
    s.dir("other/.git");
    assert_eq!(roots(&s, Some("one"), &[], "repo"), ["repo"]);
    let sessions = s.path().join("home/user/.local/state/mastiff/sessions");
    let file = std::fs::read_dir(&sessions).expect("exists").next().expect("one").expect("readable").path();
    for text in [
        "",
        "{",
        "[]",
        "{\"v\":2,\"roots\":[\"/\"]}",
        "{\"v\":1,\"roots\":[\"x\"]}",
        "{\"v\":1,\"roots\":[1]}",
    ] {
        std::fs::write(&file, text).expect("can be written");
        let opened = begin(&s, Some("one"), &[], &s.at("other"));
        assert!(opened.session.roots.is_empty(), "{text}");
        assert!(opened.trouble.expect("told").contains("does not hold a session"));
    }
    std::fs::remove_file(&file).expect("can be removed");
    let fifo = file.strip_prefix(s.path()).expect("below").to_str().expect("text").to_owned();
    s.fifo(&fifo);
    assert!(begin(&s, Some("one"), &[], &s.at("other")).session.roots.is_empty());
}

#[test]
fn a_memory_that_cannot_be_kept_gives_no_root() {
    let s = Scratch::new();
    s.dir("repo/.git");
    s.file("home/user/.local/state/mastiff", "in the way");
    assert!(roots(&s, Some("one"), &[], "repo").is_empty());
    // A host that names its directories needs no memory.
    assert_eq!(roots(&s, Some("one"), &["repo"], "repo"), ["repo"]);
}

#[test]
fn of_many_first_calls_one_wins_for_all() {
    let s = Scratch::new();
    let count = 16;
    for n in 0..count {
        s.dir(&format!("repo{n}/.git"));
    }
    let all: Vec<Vec<String>> = std::thread::scope(|scope| {
        let s = &s;
        let threads: Vec<_> = (0..count)
            .map(|n| scope.spawn(move || roots(s, Some("race"), &[], &format!("repo{n}"))))
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    assert!(all.iter().all(|roots| roots == &all[0] && roots.len() == 1), "{all:?}");
    let left = std::fs::read_dir(s.path().join("home/user/.local/state/mastiff/sessions")).expect("exists");
    assert_eq!(left.count(), 1, "no drafts are left behind");
}

#[test]
fn worktrees_of_one_repository_belong_together() {
    if !has_git() {
        return;
    }
    let s = Scratch::new();
    s.dir("main");
    git(&s, "main", &["init", "-q"]);
    git(&s, "main", &["commit", "-q", "--allow-empty", "-m", "x"]);
    git(&s, "main", &["worktree", "add", "-q", "../linked"]);
    s.dir("linked/src");
    assert_eq!(roots(&s, None, &["linked/src"], ""), ["linked", "main"]);
    assert_eq!(roots(&s, None, &["main"], ""), ["main", "linked"]);
    git(&s, "main", &["worktree", "add", "-q", "../neighbour"]);
    assert_eq!(roots(&s, None, &["linked"], ""), ["linked", "main"]);
    assert_eq!(roots(&s, None, &["linked", "neighbour"], ""), ["linked", "main", "neighbour"]);
    let mut all = roots(&s, None, &["main"], "");
    all.sort();
    assert_eq!(all, ["linked", "main", "neighbour"]);
    git(&s, "", &["init", "-q", "other"]);
    assert_eq!(roots(&s, None, &["other"], ""), ["other"]);
}

#[test]
fn a_git_file_cannot_claim_another_repository() {
    if !has_git() {
        return;
    }
    let s = Scratch::new();
    s.dir("main");
    git(&s, "main", &["init", "-q"]);
    git(&s, "main", &["commit", "-q", "--allow-empty", "-m", "x"]);
    git(&s, "main", &["worktree", "add", "-q", "../linked"]);
    s.file("hostile/.git", &format!("gitdir: {}\n", s.at("main/.git/worktrees/linked")));
    assert_eq!(roots(&s, None, &["hostile"], ""), ["hostile"]);
    s.file("direct/.git", &format!("gitdir: {}\n", s.at("main/.git")));
    assert_eq!(roots(&s, None, &["direct"], ""), ["direct"]);
    s.dir("linking");
    s.link("linking/.git", "../main/.git");
    assert_eq!(roots(&s, None, &["linking"], ""), ["linking"]);
    // Its own list of worktrees names a directory that knows nothing of it.
    s.file("liar/.git/worktrees/x/gitdir", &format!("{}\n", s.at("linked/.git")));
    assert_eq!(roots(&s, None, &["liar"], ""), ["liar"]);
    for (name, text) in [("empty", ""), ("garbage", "gitdir"), ("lines", "gitdir: a\nb\n")] {
        s.file(&format!("{name}/.git"), text);
        assert_eq!(roots(&s, None, &[name], ""), [name]);
    }
}

#[test]
fn what_is_mastiffs_own_is_known() {
    let s = Scratch::new();
    s.dir("home/user/.local/state");
    s.dir("home/user/dotfiles/config");
    s.link("home/user/.config", "dotfiles/config");
    s.dir("home/user/elsewhere");
    s.link("home/user/.local/state/mastiff", "../../elsewhere");
    let opened = begin(&s, None, &[], &s.at("home"));
    let own = &opened.session.own;
    // What a link leads to, and the link.
    for path in ["home/user/dotfiles/config/mastiff", "home/user/elsewhere", "home/user/.local/state/mastiff"]
    {
        assert!(own.contains(&s.at(path)), "{own:?}");
    }
    assert!(own.contains(&"/etc/mastiff".into()));
    let exe = std::env::current_exe().expect("known");
    assert!(own.iter().any(|path| path == exe.to_str().expect("text")));
    assert_eq!(opened.session.home, s.at("home/user"));
}

/// What the environment moves into the repository is as closed as it was at home.
#[test]
fn what_variables_name_is_own() {
    let s = Scratch::new();
    s.dir("repo/.git");
    s.dir("repo/real");
    s.link("repo/agent", "real");
    let at = |path: &str| s.at(path);
    let environment = [
        ("HOME", at("home/user")),
        ("CLAUDE_CONFIG_DIR", at("repo/agent")),
        ("CODEX_HOME", "codex".into()),
        ("BASH_ENV", "$HOME/start".into()),
        ("CARGO_HOME", at("repo/cargo/")),
        ("XDG_CONFIG_HOME", at("repo/cfg")),
        ("KUBECONFIG", format!("{}:{}", at("repo/k1"), at("repo/k2"))),
        ("GIT_CONFIG_GLOBAL", "/dev/null".into()),
        ("DOCKER_CONFIG", String::new()),
        ("UNRELATED", at("repo/src")),
    ]
    .map(|(name, value)| (name.to_owned(), value));
    let dirs = dirs(&s);
    let own = open(&seen(None, &[], &at("repo")), &dirs, &environment).session.own;
    for path in [
        "repo/agent",
        "repo/real",
        "repo/codex",
        "home/user/start",
        "repo/cargo/config.toml",
        "repo/cargo/bin",
        "repo/cfg/git",
        "repo/k1",
        "repo/k2",
    ] {
        assert!(own.contains(&at(path)), "{path}: {own:?}");
    }
    // The look-alikes stay open.
    for path in [at("repo"), at("repo/cargo"), at("repo/cfg"), at("repo/src"), "/dev/null".into(), "/".into()]
    {
        assert!(!own.contains(&path), "{path}: {own:?}");
    }
}

/// A project's policy that no root leads to must not be forgotten.
#[test]
fn a_policy_without_a_root_is_told() {
    let s = Scratch::new();
    s.dir("repo/.git");
    s.dir("home/user");
    let unheard = |id: Option<&str>, declared: &[&str], cwd: &str| {
        let declared: Vec<String> = declared.iter().map(|dir| s.at(dir)).collect();
        begin(&s, id, &declared, &s.at(cwd)).unheard
    };
    // A home without a policy is merely no project.
    assert_eq!(unheard(None, &["home/user"], "repo"), None);
    assert_eq!(unheard(None, &[], "home/user"), None);
    assert_eq!(unheard(Some("early"), &[], "home/user"), None);
    let policy = s.file("home/user/.mastiff.toml", "version = 1\n");
    for declared in [&["home/user"][..], &["repo", "home/user"]] {
        assert!(unheard(None, declared, "repo").expect("told").contains(&policy));
    }
    assert!(unheard(None, &[], "home/user").expect("told").contains(&policy));
    assert!(unheard(Some("one"), &[], "home/user").expect("told").contains(&policy));
    assert!(unheard(None, &["missing"], "repo").expect("told").contains("not there"));
    assert!(unheard(None, &["repo", "missing"], "repo").expect("told").contains("not there"));
    // Where there is a root its policy is read, and this is no concern.
    assert_eq!(unheard(None, &["repo"], "home/user"), None);
    assert_eq!(unheard(None, &[], "repo"), None);
    assert_eq!(unheard(Some("two"), &[], "repo"), None);
    assert_eq!(unheard(Some("two"), &[], "home/user"), None);
}

#[test]
fn a_memory_that_is_spoiled_or_cannot_be_kept_is_told() {
    let s = Scratch::new();
    s.dir("repo/.git");
    assert_eq!(begin(&s, Some("one"), &[], &s.at("repo")).unheard, None);
    let sessions = s.path().join("home/user/.local/state/mastiff/sessions");
    let file = std::fs::read_dir(&sessions).expect("exists").next().expect("one").expect("readable").path();
    std::fs::write(&file, "{").expect("can be written");
    assert!(begin(&s, Some("one"), &[], &s.at("repo")).unheard.expect("told").contains("remove it"));
    std::fs::remove_dir_all(s.path().join("home/user/.local/state/mastiff")).expect("can be removed");
    s.file("home/user/.local/state/mastiff", "in the way");
    assert!(begin(&s, Some("one"), &[], &s.at("repo")).unheard.is_some());
}
