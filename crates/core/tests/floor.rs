//! The floor and the scope, through every door: one table for writing, one for reading, one for whole trees.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::wildcard_enum_match_arm,
    reason = "a test that cannot go on says so"
)]

mod frozen;

use frozen::decide;
use mastiff_core::Policy;
use mastiff_core::advice::Judge;
use mastiff_core::call::{Change, Session, Tool, ToolCall};
use mastiff_core::effect::{Act, Effect, Effects, Finding, Place};
use mastiff_core::json::Json;
use mastiff_core::judge;
use mastiff_core::verdict::{Span, Verdict};
use mastiff_core::world::fake::Fake;

fn machine() -> Fake {
    Fake::new()
        .file("/repo/.git/HEAD", "ref: refs/heads/main\n")
        .file("/repo/.github/workflows/ci.yml", "")
        .file("/repo/.env", "KEY=1")
        .file("/repo/src/main.rs", "")
        .file("/repo/src/deep/er/x.rs", "")
        .file("/repo/templates/app/.envrc", "")
        .file("/repo/templates/app/.gitmodules", "")
        .file("/repo/docs/guide.md", "")
        .file("/repo/planted/HEAD", "")
        .file("/repo/planted/objects/x", "")
        .file("/repo/planted/refs/x", "")
        .file("/repo/half/objects/x", "")
        .file("/repo/pkg/node_modules/.bin/jest", "")
        .file("/repo/pkg/node_modules/.cache/babel/x.json", "")
        .file("/repo/pkg/node_modules/.cache/babel/.env", "")
        .file("/swapfile", "")
        .file("/home/user/.ssh/id_rsa", "")
        .file("/home/user/.bashrc", "")
        .file("/home/user/notes/a.txt", "")
        .file("/home/user/work/.aws/credentials", "")
        .file("/etc/passwd", "")
        .file("/usr/include/stdio.h", "")
        .file("/mnt/disk/photo.jpg", "")
        .file("/opt/guard/ledger/head", "")
        .file("/opt/other/ledger/head", "")
        .link("/repo/key-link", "/opt/guard/ledger/head")
        .link("/repo/out", "/home/user")
        .link("/repo/hooks-link", "/repo/.git/hooks")
        .link("/repo/inner", "/repo/src")
        .link("/repo/tree/leads-out", "/etc")
        .link("/repo/loop", "/repo/loop")
        .file("/repo/tools/real/guard", "")
        .link("/repo/tools/mastiff", "/repo/tools/real/guard")
        .program_at("mastiff", "/repo/tools/mastiff")
}

fn session() -> Session {
    Session {
        roots: vec!["/repo".into()],
        home: "/home/user".into(),
        own: vec!["/home/user/.config/mastiff".into(), "/opt/guard".into()],
        env: vec![],
        headless: false,
    }
}

fn call(tool: Tool) -> ToolCall {
    ToolCall {
        name: "T".into(),
        tool,
        cwd: "/repo".into(),
        mode: None,
        id: None,
        agent: None,
        input: Json::Null,
    }
}

fn told(verdict: &Verdict) -> String {
    format!("{} {}", verdict.decision().word(), verdict.rule())
}

fn write(path: &str) -> String {
    let tool = Tool::Change(vec![Change { path: path.into(), removes: false, sought: false }]);
    told(&decide(&call(tool), &session(), &Policy::default(), &machine()).verdict)
}

fn read(path: &str, deep: bool) -> String {
    let tool = Tool::Look { paths: vec![path.into()], deep };
    told(&decide(&call(tool), &session(), &Policy::default(), &machine()).verdict)
}

fn finding(effect: Effect) -> Finding {
    Finding { effect, rule: "write_scope".into(), message: "m".into(), instead: None, span: Span::default() }
}

fn act(program: &str, args: &[&str], effects: Vec<Effect>) -> Act {
    let args = args.iter().map(|arg| Some((*arg).to_string())).collect();
    let findings = effects.into_iter().map(finding).collect();
    let (span, program) = (Span::default(), program.into());
    Act { program, args, findings, span, followed: false, fed: false, elsewhere: false, dirs: vec![] }
}

fn judged(acts: Vec<Act>) -> String {
    let effects = Effects { acts, followed: vec![] };
    told(&Verdict::from_reasons(judge::judge(
        &effects,
        &session(),
        &Policy::default(),
        &machine(),
        &Judge::none(),
    )))
}

fn at(path: &str) -> Place {
    Place::new("/repo", path)
}

fn check(table: &str, answer: impl Fn(&str) -> String) {
    let rows = table.lines().map(str::trim).filter(|row| !row.is_empty() && !row.starts_with('#'));
    let wrong: Vec<String> = rows
        .filter_map(|row| {
            let (expected, path) = row.split_once('|').expect("`expected | path`");
            let got = answer(path.trim());
            (got != expected.trim())
                .then(|| format!("{} expected for {}, got {got}", expected.trim(), path.trim()))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn writing_a_file() {
    check(
        "
        allow write_scope      | src/main.rs
        allow write_scope      | /repo/src/new/file.rs
        allow write_scope      | inner/main.rs
        allow write_scope      | package.json
        allow write_scope      | Makefile
        ask safety_floor       | mise.toml
        allow write_scope      | CLAUDE.md
        allow write_scope      | AGENTS.md
        allow write_scope      | .gitignore
        allow write_scope      | src/github/client.ts
        allow write_scope      | src/env.ts
        allow write_scope      | src/environment.prod.ts
        allow write_scope      | src/keys.rs
        allow write_scope      | src/chromium/launch.ts
        allow write_scope      | src/credentials/mod.rs
        allow write_scope      | src/config
        # The program that hooks start, and what its name leads to.
        allow write_scope      | tools/other
        allow write_scope      | tools/real/other
        ask safety_floor       | tools/mastiff
        ask safety_floor       | tools/real/guard
        ask safety_floor       | tools/real/../mastiff
        allow write_scope      | half/config
        allow write_scope      | src/Head/index.tsx
        allow write_scope      | src/head
        allow harmless         | /dev/null
        allow harmless         | /dev/fd/2
        ask safety_floor       | .git/config
        ask safety_floor       | .GIT/config
        ask safety_floor       | .g\u{200c}it/config
        ask safety_floor       | git~1/config
        ask safety_floor       | CLAUDE~1/settings.json
        ask safety_floor       | env~1
        ask safety_floor       | sub/GITHUB~1/workflows/x.yml
        allow write_scope      | draft~1.md
        allow write_scope      | src/main.rs~
        # What servers run, editors obey and everyday commands load; beside each a name of ordinary source.
        ask safety_floor       | .ci/build.sh
        allow write_scope      | ci/build.sh
        ask safety_floor       | skaffold.yaml
        allow write_scope      | scaffold.yaml
        ask safety_floor       | .goreleaser.yml
        ask safety_floor       | goreleaser.yaml
        ask safety_floor       | .config/goreleaser.yml
        allow write_scope      | docs/release.yml
        ask safety_floor       | .releaserc
        ask safety_floor       | .versionrc.json
        allow write_scope      | versionrc.json
        ask safety_floor       | circle.yml
        allow write_scope      | src/shapes/circle.yml
        ask safety_floor       | .crow/build.yaml
        ask safety_floor       | .lagoon.yml
        ask safety_floor       | .trunk/trunk.yaml
        allow write_scope      | src/trunk/trunk.yaml
        ask safety_floor       | devenv.yaml
        ask safety_floor       | devenv.local.nix
        allow write_scope      | src/devenv.rs
        ask safety_floor       | .ddev/config.yaml
        ask safety_floor       | omnisharp.json
        ask safety_floor       | .clangd
        ask safety_floor       | .kilo/rules.md
        ask safety_floor       | kilo.json
        allow write_scope      | src/kilo.rs
        ask safety_floor       | .serena/project.yml
        ask safety_floor       | .continuerc.json
        ask safety_floor       | .venv-dev/bin/python
        ask safety_floor       | .pixi/envs/default/bin/x
        allow write_scope      | venv_tools/bin/x
        allow write_scope      | app.json
        allow write_scope      | src/app.json
        allow write_scope      | app.yaml
        allow write_scope      | serverless.yml
        ask safety_floor       | .luarc.json
        ask safety_floor       | rust-analyzer.toml
        allow write_scope      | rustfmt.toml
        allow write_scope      | .editorconfig
        ask safety_floor       | .rspec
        allow write_scope      | spec/spec_helper.rb
        ask safety_floor       | bunfig.toml
        ask safety_floor       | uv.toml
        allow write_scope      | uv.lock
        ask safety_floor       | .buckconfig
        ask safety_floor       | .buckconfig.local
        allow write_scope      | BUCK
        ask safety_floor       | .condarc
        allow write_scope      | environment.yml
        ask safety_floor       | .ackrc
        ask safety_floor       | .latexmkrc
        ask safety_floor       | .valgrindrc
        ask safety_floor       | .lfsconfig
        allow write_scope      | .gitattributes
        allow write_scope      | .babelrc
        allow write_scope      | flake.nix
        ask safety_floor       | .git./config
        ask safety_floor       | .git
        ask safety_floor       | src/../.git/hooks/pre-commit
        ask safety_floor       | ./.claude/../.git/config
        ask safety_floor       | sub/module/.git/config
        ask safety_floor       | hooks-link/pre-commit
        ask safety_floor       | .github/workflows/x.yml
        ask safety_floor       | .GitHub/workflows/x.yml
        ask safety_floor       | .gitlab-ci.yml
        ask safety_floor       | sub/Jenkinsfile
        ask safety_floor       | .circleci/config.yml
        ask safety_floor       | .env
        ask safety_floor       | .env.local
        ask safety_floor       | packages/a/.env
        ask safety_floor       | src/secrets.ts
        ask safety_floor       | deploy/my-secret.yaml
        ask safety_floor       | .npmrc
        ask safety_floor       | id_rsa.pub
        ask safety_floor       | cert/server.pem
        ask safety_floor       | .claude/settings.json
        ask safety_floor       | .claude/settings.local.json
        ask safety_floor       | .CLAUDE/settings.json
        ask safety_floor       | .claude.json
        ask safety_floor       | .mcp.json
        ask safety_floor       | .cursor/mcp.json
        ask safety_floor       | .codex/config.toml
        ask safety_floor       | .mastiff.toml
        ask safety_floor       | .husky/pre-commit
        ask safety_floor       | .pre-commit-config.yaml
        ask safety_floor       | .envrc
        ask safety_floor       | .cargo/config.toml
        ask safety_floor       | rust-toolchain
        ask safety_floor       | sub/rust-toolchain.toml
        ask safety_floor       | .tool-versions
        ask safety_floor       | .yarnrc.yml
        ask safety_floor       | .devcontainer/devcontainer.json
        ask safety_floor       | .vscode/tasks.json
        ask safety_floor       | .idea/workspace.xml
        ask safety_floor       | .venv/bin/python
        ask safety_floor       | .venv/lib/x/bin/python
        ask safety_floor       | node_modules/.bin/jest
        ask safety_floor       | venv/lib/python3.12/site-packages/x.pth
        ask safety_floor       | planted/config
        ask safety_floor       | planted/hooks/post-checkout
        ask safety_floor       | anywhere/HEAD
        ask safety_floor       | half/head
        ask safety_floor       | out/.zshrc
        ask safety_floor       | /home/user/.bashrc
        ask safety_floor       | /home/user/.config/mastiff/policy.toml
        ask safety_floor       | /home/user/.ssh/authorized_keys
        ask safety_floor       | /opt/guard/mastiff
        ask safety_floor       | /etc/crontab
        ask safety_floor       | /etc/claude-code/managed-settings.json
        ask write_outside_repo | out/notes/a.txt
        ask write_outside_repo | ../etc/x
        ask write_outside_repo | /repo-evil/x
        ask write_outside_repo | /etc/hosts
        ask write_outside_repo | /tmp/x
        ask unresolved_path    | loop/x
        ask unresolved_path    | C:/Users/x
        allow write_scope      | src/C:/x
        ask machine            | /proc/sysrq-trigger
        ask machine            | /dev/ttyS0
        ask network            | /dev/tcp/203.0.113.1/80
        deny device_write     | /dev/sda
        deny device_write     | /dev/../dev/nvme0n1
        ",
        |path| write(&path.replace("\\u{200c}", "\u{200c}")),
    );
}

/// A file that is called like a short name, and listed so, stands for no other.
#[test]
fn writing_by_a_short_name() {
    let machine = machine().file("/repo/short/ENV~1", "");
    for (path, expected) in [("short/ENV~1", "allow write_scope"), ("short/ENV~2", "ask safety_floor")] {
        let tool = Tool::Change(vec![Change { path: path.into(), removes: false, sought: false }]);
        let verdict = decide(&call(tool), &session(), &Policy::default(), &machine).verdict;
        assert_eq!(told(&verdict), expected, "{path}");
    }
}

#[test]
fn reading() {
    check(
        "
        allow read_only_tool | src/main.rs
        allow read_only_tool | /etc/passwd
        allow read_only_tool | /usr/include/stdio.h
        allow read_only_tool | .github/workflows/ci.yml
        allow read_only_tool | .git/config
        allow read_only_tool | .claude/settings.json
        allow read_only_tool | .env.example
        allow read_only_tool | .env.production.sample
        allow read_only_tool | src/secret_store.go
        allow read_only_tool | docs/secrets.md
        allow read_only_tool | src/secrets/mod.rs
        allow read_only_tool | /home/user/.ssh/known_hosts
        allow read_only_tool | missing.txt
        allow harmless       | /dev/null
        ask read_secret      | .env
        ask read_secret      | .env.production
        ask read_secret      | .ENV
        ask read_secret      | deploy/secrets.yaml
        ask read_secret      | /home/user/.config/anytool/credentials
        ask read_secret      | /home/user/.config/anytool/credentials.toml
        ask read_secret      | /home/user/.local/share/anytool/auth.json
        allow read_only_tool | /home/user/.config/anytool/settings.toml
        ask read_secret      | /home/user/.deploy-token
        ask read_secret      | deploy/prod.kubeconfig
        allow read_only_tool | pkg/kubeconfig/load.go
        ask read_secret      | infra/terraform.tfstate.1700000000.backup
        allow read_only_tool | infra/main.tf
        ask read_secret      | ssh_host_ed25519_key
        ask read_secret      | gcp-credentials.json
        allow read_only_tool | src/credentials.rs
        ask read_secret      | .vault_pass.txt
        ask read_secret      | cookies.txt
        allow read_only_tool | src/cookies.ts
        ask read_secret      | /home/user/.muttrc
        ask read_secret      | wp-config.php
        allow read_only_tool | config.php
        ask read_secret      | secrets/database
        ask read_secret      | out/.ssh/id_rsa
        ask read_secret      | /home/user/.aws/credentials
        ask read_secret      | /home/user/.config/gh/hosts.yml
        ask read_secret      | /etc/shadow
        ask read_secret      | /proc/self/environ
        ask read_secret      | /home/user/.bash_history
        ask read_secret      | ~/../server.key
        ask read_secret      | /opt/guard/ledger/head
        ask read_secret      | /opt/guard/x/../ledger/head
        ask read_secret      | /opt/guard/Ledger/HEAD
        ask read_secret      | key-link
        allow read_only_tool | /opt/guard/ledger/000001.jsonl
        allow read_only_tool | /opt/guard/head
        allow read_only_tool | src/ledger/head
        ask machine          | /dev/sda
        ask network          | /dev/tcp/203.0.113.1/80
        ask unresolved_path  | loop/x
        ask unresolved_path  | C:/Users/x
        allow read_only_tool | src/C:/x
        ",
        |path| read(path, false),
    );
}

#[test]
fn reading_whole_trees() {
    check(
        "
        allow read_only_tool | .
        allow read_only_tool | src
        allow read_only_tool | /usr/include
        allow read_only_tool | /home/user/notes
        ask read_secret      | /
        ask read_secret      | /home
        ask read_secret      | /home/user
        ask read_secret      | out
        ask read_secret      | ~/../../home/user/work
        ask read_secret      | /home/user/work
        ask read_secret      | /home/user/.ssh
        ask read_secret      | /opt/guard
        ask read_secret      | /opt/guard/ledger
        allow read_only_tool | /opt/other
        ",
        |path| read(&path.replace("~/../..", "/x/.."), true),
    );
}

#[test]
fn removing_whole_trees() {
    check(
        "
        ask delete               | src
        ask delete               | docs/guide.md
        # Whatever a tool keeps there; what lies beside it counts.
        ask delete               | pkg/node_modules/.cache
        ask delete               | pkg/node_modules/.cache/babel
        ask safety_floor         | pkg/node_modules
        # A file at the top of the machine is no directory of it.
        ask write_outside_repo   | ../tmp.json
        ask write_outside_repo   | /swapfile
        deny catastrophic_delete | /srv
        deny catastrophic_delete | /opt
        ask delete               | inner
        ask safety_floor         | .
        ask safety_floor         | src/..
        ask safety_floor         | .git
        ask safety_floor         | .github
        ask safety_floor         | templates
        ask safety_floor         | pkg
        ask safety_floor         | planted
        ask safety_floor         | hooks-link
        ask safety_floor         | /home/user/work
        ask write_outside_repo   | /home/user/notes
        ask write_outside_repo   | /tmp/x
        ask write_outside_repo   | /mnt/disk/photos
        deny catastrophic_delete | /
        deny catastrophic_delete | ..
        deny catastrophic_delete | /home/user
        deny catastrophic_delete | out
        deny catastrophic_delete | /home
        deny catastrophic_delete | /home/other
        deny catastrophic_delete | /etc
        deny catastrophic_delete | /usr
        deny catastrophic_delete | /mnt/disk
        deny catastrophic_delete | /mnt/disk/
        ",
        |path| judged(vec![act("rm", &["-rf", path], vec![Effect::Delete { place: at(path), deep: true }])]),
    );
}

#[test]
fn writing_whole_trees() {
    check(
        "
        allow write_scope      | build
        allow write_scope      | src
        ask safety_floor       | .
        ask safety_floor       | .docker
        ask safety_floor       | pkg/node_modules
        ask safety_floor       | templates
        ask safety_floor       | tree
        ask write_outside_repo | /srv/x
        ",
        |path| judged(vec![act("unpack", &[path], vec![Effect::Write { place: at(path), deep: true }])]),
    );
}

fn copy(program: &str, from: &str, to: &str, deep: bool) -> Act {
    let effects = vec![Effect::Read { place: at(from), deep }, Effect::Write { place: at(to), deep }];
    act(program, &[from, to], effects)
}

#[test]
fn what_a_copy_brings() {
    assert_eq!(judged(vec![copy("cp", "src/main.rs", "docs", false)]), "allow write_scope");
    assert_eq!(judged(vec![copy("cp", "templates/app/.gitmodules", "docs", false)]), "ask safety_floor");
    assert_eq!(judged(vec![copy("cp", "planted/HEAD", "half", false)]), "ask safety_floor");
    assert_eq!(judged(vec![copy("cp", "src", "copy", true)]), "allow write_scope");
    assert_eq!(judged(vec![copy("cp", "templates", "copy", true)]), "ask safety_floor");
}

#[test]
fn what_another_part_plants() {
    let link = || act("ln", &["-s", "a", "l"], vec![Effect::Write { place: at("l"), deep: false }]);
    let mkdir = || act("mkdir", &["d"], vec![Effect::Write { place: at("d"), deep: false }]);
    let write = |path: &str| act("tee", &[path], vec![Effect::Write { place: at(path), deep: false }]);
    let read = |path: &str| act("cat", &[path], vec![Effect::Read { place: at(path), deep: false }]);
    assert_eq!(judged(vec![mkdir(), write("d/x")]), "allow write_scope");
    assert_eq!(judged(vec![link(), write("m")]), "allow write_scope");
    for acts in [
        vec![link(), write("l/x")],
        vec![link(), write("l")],
        vec![write("l/x"), link()],
        vec![link(), read("l")],
    ] {
        assert_eq!(judged(acts), "ask unsettled_path");
    }
    let unpacked = || act("unpack", &["d"], vec![Effect::Write { place: at("d"), deep: true }]);
    assert_eq!(judged(vec![unpacked(), write("d/x")]), "ask unsettled_path");
}

#[test]
fn the_message_names_the_entry() {
    let tool = Tool::Change(vec![Change { path: ".husky/pre-push".into(), removes: false, sought: false }]);
    let verdict = decide(&call(tool), &session(), &Policy::default(), &machine()).verdict;
    assert_eq!(
        verdict.deciding().message,
        "`.husky/pre-push` is a file that makes an everyday command run something else (`.husky`)"
    );
}

#[test]
fn the_innermost_root_counts() {
    let mut session = session();
    session.roots = vec!["/repo".into(), "/repo/.claude/worktrees/w".into(), "/common/.git".into()];
    let answer = |path: &str| {
        let tool = Tool::Change(vec![Change { path: path.into(), removes: false, sought: false }]);
        told(&decide(&call(tool), &session, &Policy::default(), &machine()).verdict)
    };
    assert_eq!(answer("/repo/.claude/worktrees/w/src/x.rs"), "allow write_scope");
    assert_eq!(answer("/repo/.claude/worktrees/w/.claude/settings.json"), "ask safety_floor");
    assert_eq!(answer("/repo/.claude/worktrees/x"), "ask safety_floor");
    assert_eq!(answer("/common/.git/hooks/pre-commit"), "ask safety_floor");
}

/// A session that begins in what the floor protects has no root there; one that holds such a place does not hide it.
#[test]
fn the_floor_does_not_end_at_the_root() {
    let answer = |row: &str| {
        let words: Vec<&str> = row.split_whitespace().collect();
        let [root, tool, path] = words.as_slice() else { panic!("`root tool path`: {row}") };
        let session = Session { roots: vec![(*root).into()], ..session() };
        let tool = match *tool {
            "Write" => Tool::Change(vec![Change { path: (*path).into(), removes: false, sought: false }]),
            _ => Tool::Look { paths: vec![(*path).into()], deep: false },
        };
        let call = ToolCall { cwd: (*root).into(), ..call(tool) };
        told(&decide(&call, &session, &Policy::default(), &machine()).verdict)
    };
    check(
        "
        ask safety_floor       | /home/user/.claude Write settings.json
        ask safety_floor       | /home/user/.claude Write plugins/x/index.js
        ask safety_floor       | /home/user/.claude/plugins/x Write index.js
        ask safety_floor       | /home/user/.codex Write config.toml
        ask safety_floor       | /home/user/.codex Write hooks.json
        ask safety_floor       | /home/user/.config Write opencode/plugins/mastiff.js
        ask safety_floor       | /home/user/.config Write agent-code/config.toml
        ask write_outside_repo | /home/user/.config Write other/x.toml
        ask safety_floor       | /home/user/.config/nvim Write init.lua
        ask safety_floor       | /home/user/.ssh Write authorized_keys
        ask safety_floor       | /home/user/Documents Write Cline/Hooks/PreToolUse
        allow write_scope      | /home/user/Documents Write letter.md
        ask safety_floor       | /home/user/Library Write LaunchAgents/x.plist
        ask safety_floor       | /opt/homebrew Write bin/git
        allow write_scope      | /opt/homebrew Write Library/x.rb
        ask safety_floor       | /srv/x/.cursor Write hooks.json
        ask read_secret        | /home/user/.aws Read credentials
        ask read_secret        | /home/user/.aws Read config
        ask read_secret        | /home/user/.config Read gh/hosts.yml
        ask read_secret        | /home/user/.ssh Read work_key
        allow read_only_tool   | /home/user/.ssh Read known_hosts
        allow read_only_tool   | /home/user/.config Read nvim/init.lua
        # Projects by any name, and checkouts that agents make.
        allow write_scope      | /home/user/my-secret-plan Write src/main.rs
        allow write_scope      | /home/user/src/.github Write profile/README.md
        allow write_scope      | /home/user/.claude/worktrees/x Write src/main.rs
        ask safety_floor       | /home/user/.claude/worktrees/x Write .claude/settings.json
        allow write_scope      | /home/user/.config/my-own-tool Write x.toml
        allow write_scope      | /home/user/dotfiles Write zsh/aliases.txt
        allow read_only_tool   | /home/user/my-secret-plan Read src/main.rs
        ",
        answer,
    );
}

/// Both ends of a link that stands in the place of an entry.
#[test]
fn the_floor_is_followed_through_its_own_links() {
    let machine = machine()
        .file("/repo/claude/settings.json", "")
        .file("/repo/ssh/work_key", "")
        .file("/repo/aws.txt", "")
        .file("/repo/zsh/rc", "")
        .file("/repo/AGENTS.md", "")
        .file("/repo/tool.sh", "")
        .file("/repo/nvim/init.lua", "")
        .file("/repo/codex/auth.json", "")
        .link("/home/user/.claude/settings.json", "/repo/claude/middle.json")
        .link("/repo/claude/middle.json", "settings.json")
        .link("/home/user/.ssh", "/repo/ssh")
        .link("/home/user/.aws/credentials", "/repo/aws.txt")
        .link("/home/user/.zshrc", "../../repo/zsh/rc")
        .link("/home/user/.config/nvim", "/repo/nvim")
        .link("/home/user/.local/bin/tool", "/repo/tool.sh")
        .link("/repo/.claude/CLAUDE.md", "../AGENTS.md")
        .link("/repo/.envrc", "dev/environment.sh")
        .link("/repo/.git/hooks/pre-commit", "../../scripts/check.sh");
    let session = Session { env: vec![("CODEX_HOME".into(), "/repo/codex".into())], ..session() };
    let decided = |tool: Tool| told(&decide(&call(tool), &session, &Policy::default(), &machine).verdict);
    let written =
        |path: &str| decided(Tool::Change(vec![Change { path: path.into(), removes: false, sought: false }]));
    check(
        "
        ask safety_floor  | claude/settings.json
        ask safety_floor  | claude/middle.json
        allow write_scope | claude/other.json
        ask safety_floor  | ssh/config
        ask safety_floor  | aws.txt
        allow write_scope | aws.md
        ask safety_floor  | zsh/rc
        allow write_scope | zsh/other
        ask safety_floor  | nvim/lua/x.lua
        ask safety_floor  | dev/environment.sh
        allow write_scope | dev/other.sh
        ask safety_floor  | scripts/check.sh
        allow write_scope | scripts/other.sh
        ask safety_floor  | codex/config.toml
        # What people work on, and what has no say.
        allow write_scope | tool.sh
        allow write_scope | AGENTS.md
        allow write_scope | src/main.rs
        ",
        written,
    );
    check(
        "
        ask read_secret      | ssh/work_key
        allow read_only_tool | ssh/known_hosts
        ask read_secret      | aws.txt
        ask read_secret      | codex/auth.json
        allow read_only_tool | codex/config.toml
        allow read_only_tool | claude/settings.json
        allow read_only_tool | zsh/rc
        allow read_only_tool | src/main.rs
        ",
        |path| decided(Tool::Look { paths: vec![path.into()], deep: false }),
    );
    let removed = |path: &str| {
        let act = act("rm", &["-rf", path], vec![Effect::Delete { place: at(path), deep: true }]);
        let effects = Effects { acts: vec![act], followed: vec![] };
        let reasons = judge::judge(&effects, &session, &Policy::default(), &machine, &Judge::none());
        told(&Verdict::from_reasons(reasons))
    };
    check(
        "ask safety_floor | claude\nask safety_floor | ssh\nask safety_floor | zsh\nask delete | src",
        removed,
    );
}
