//! What a human's yes holds for: one call that was approved, and the same call again.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

mod frozen;

use frozen::decide;
use mastiff_core::call::{Session, ShellCall, Tool, ToolCall};
use mastiff_core::decide::Judgement;
use mastiff_core::json::Json;
use mastiff_core::policy::Layer;
use mastiff_core::world::fake::Fake;
use mastiff_core::{Decision, Policy, Verdict};

fn judged(policy: &Policy, command: &str) -> Judgement {
    let machine = Fake::new()
        .file("/repo/.git/HEAD", "ref: refs/heads/main\n")
        .file("/repo/.git/config", "")
        .file("/repo/build/x", "")
        .file("/repo/data.json", "{}")
        .file("/repo/tool.py", "import thing\n")
        .file("/repo/package.json", "{}")
        .file("/repo/Makefile", "deploy:\n\tscp x y:\n");
    let session = Session {
        roots: vec!["/repo".into()],
        home: "/home/user".into(),
        env: vec![("PATH".into(), "/usr/bin".into()), ("HOME".into(), "/home/user".into())],
        ..Session::default()
    };
    let tool = Tool::Shell(ShellCall { command: command.into(), ..ShellCall::default() });
    let (cwd, mode, id, agent) = ("/repo".into(), None, None, None);
    let call = ToolCall { name: "Bash".into(), tool, cwd, mode, id, agent, input: Json::Null };
    decide(&call, &session, policy, &machine)
}

fn verdict(policy: &Policy, command: &str) -> Verdict {
    judged(policy, command).verdict
}

fn is_repeated(policy: &Policy, command: &str) -> bool {
    let Judgement { verdict, effects } = judged(policy, command);
    policy.yields_to_repetition(&verdict, &effects)
}

fn policy(text: &str) -> Policy {
    let layer = Layer::parse("user.toml", &format!("version = 1\n{text}")).expect(text);
    Policy::layered(None, Some(layer), None).expect(text)
}

#[test]
fn what_was_not_read_to_its_end_is_nobodys_to_approve() {
    let policy = policy("repeat = \"allow\"\n");
    let loops = "for i in {1..9}; do for j in {1..9}; do ls; done; done; ".repeat(50);
    let rows = [
        ("too_long", format!("ls {}", "x".repeat(200 * 1024))),
        ("too_deep", format!("{}ls{}", "( ".repeat(40), " )".repeat(40))),
        ("too_much", loops),
    ];
    for (rule, command) in &rows {
        let verdict = verdict(&policy, command);
        assert!(verdict.reasons().any(|reason| reason.rule == *rule), "{rule}: {}", verdict.rule());
        assert_eq!(verdict.decision(), Decision::Deny, "{rule}");
        assert!(!policy.yields_to_approval(&verdict), "{rule} is approved");
        assert!(!is_repeated(&policy, command), "{rule} is repeated");
        assert!(!policy.yields_to_pause(&verdict), "{rule} is left to the host");
    }
    for command in ["git push", "zfrobnicate x", "cat .env"] {
        assert!(policy.yields_to_approval(&verdict(&policy, command)), "{command}");
    }
}

/// The same text does the same.
const REPEATED: &[&str] = &["echo x > /srv/x", "kubectl get pods -n x", "sleep 5 &", "cd /repo; env"];

/// The same text may do something else.
const ASKED_AGAIN: &[&str] = &[
    "git push",
    "git push --force",
    "git reset --hard HEAD~1",
    "rm -r build",
    "mv build old",
    "python3 tool.py",
    "python3 -c 'import thing'",
    "npm install",
    "npm install left-pad",
    "npm publish",
    "npm run deploy",
    "make deploy",
    "docker compose up",
    "docker run --rm image",
    "kubectl apply -f deploy.yaml",
    "curl -d @data.json https://x.example",
    "ssh host ./deploy",
    "git bisect run ./tool.py",
    "git pull",
    "git merge topic",
    "git cherry-pick topic",
    "git revert --no-edit HEAD",
    "git switch -f topic",
    "git init -q --template=./t sub/n",
    "git worktree add sub/w topic",
    "git read-tree -u --reset HEAD",
    "git checkout-index -f -a",
    "git gc --prune=now",
    "git clone https://git.example/r.git d",
    "git commit --amend --no-edit",
    "git update-ref refs/heads/topic main",
    "git diff > /srv/x",
    "rm -rf /srv/x",
    "mv /srv/x /srv/y",
    "chmod -R 777 /srv/x",
    "ls > /srv/x",
    "cat data.json > /srv/x",
    "cp data.json /srv/x",
    "mkdir /srv/x && echo y > /srv/x/y",
    "cp -r build /srv/x",
    "grep -rh . build > /srv/x",
    "tar cf /srv/x.tar build",
    "kubectl get pods -n x > /srv/x",
    "sudo ls",
    "git rebase -x ./tool.py main",
    "zfrobnicate x",
    "ls --frobnicate",
    "rm \"$x\"",
    "kill 1234",
    "git push; python3 tool.py",
];

#[test]
fn a_yes_is_repeated_only_for_what_cannot_have_changed() {
    let policy = policy("repeat = \"allow\"\n[rules]\nremote_read = \"ask\"\n");
    let mut wrong = Vec::new();
    for (commands, repeats) in [(REPEATED, true), (ASKED_AGAIN, false)] {
        for command in commands {
            let verdict = verdict(&policy, command);
            assert_eq!(verdict.decision(), Decision::Ask, "{command}");
            if is_repeated(&policy, command) != repeats {
                wrong.push(format!("`{command}`: {repeats} expected, by {}", verdict.rule()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let plain = Policy::default();
    assert!(!is_repeated(&plain, "echo x > /srv/x"), "nobody asked for it");
}
