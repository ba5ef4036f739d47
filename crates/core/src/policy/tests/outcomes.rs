//! What verdicts become.

use super::*;
use crate::effect::program::examples::{call, machine, session};
use crate::policy::{Level, OnFailure, Outcome};
use crate::verdict::Decision;

/// outcome of an ask, of an allow; host, mode, headless
const TABLE: &str = "
    Ask   Allow   claude  default            no
    Deny  Silent  claude  default            yes
    Ask   Silent  codex   default            no
    Deny  Allow   claude  bypassPermissions  no
    Deny  Silent  codex   bypassPermissions  yes
    Ask   Allow   codex   plan               no
    Deny  Silent  codex   plan               yes
    Ask   Allow   nobody  -                  no
";

#[test]
fn mode_before_host_before_general_and_headless_on_top() {
    let policy = user(
        "[host.codex]\non_allow = \"silent\"\n[mode.bypassPermissions]\non_stop = \"deny\"\n\
         [mode.plan]\non_allow = \"allow\"\n[headless]\non_allow = \"silent\"",
    );
    for row in rows(TABLE) {
        let [stop, allow, host, mode, headless] = row[..] else { panic!("five columns: {row:?}") };
        let mode = (mode != "-").then_some(mode);
        let of = |decision| alloc::format!("{:?}", policy.outcome(decision, host, mode, headless == "yes"));
        assert_eq!(
            [of(Decision::Ask), of(Decision::Allow), of(Decision::Deny)],
            [stop, allow, "Deny"],
            "{row:?}"
        );
    }
}

/// What is merely unknown, and its twin that speaks of harm.
const UNKNOWN: &[&str] = &[
    "frobnicate --all src",
    "ls --frobnicate",
    "python3 -c 'class A: pass'",
    "node -e 'class A {}'",
    "frobnicate tool.py --all",
    "python3 good.py --all",
    "frobnicate src | wc -l",
];
const HARMFUL: &[&str] = &[
    "cp $X ~/.bashrc",
    "rm -rf \"$X\"",
    "rm -rf ${X:-~}",
    "cat $X",
    "tee $X",
    "eval $X",
    "bash -c \"$X\"",
    "frobnicate | sh",
    "frobnicate | python3",
    "python3 -c 'open(\"/home/user/.claude/settings.json\", \"w\").write(\"{}\")'",
    "python3 -c 'print(open(\"/home/user/.ssh/id_rsa\").read(), x.y)'",
    "python3 -c 'import os; os.remove(\"src/main.rs\")'",
    "python3 -c 'import shutil; shutil.rmtree(\"src\")'",
    "python3 -c 'exec(\"\\x72\")'",
    "node -e 'fs.rmSync(\"src\")'",
    "node -e 'fetch(\"//x.example\")'",
    "ruby -e 'File.delete(\"x\")'",
    "awk 'BEGIN{system(\"id\")}'",
    "frobnicate git push --force",
    "frobnicate rm -rf src",
    "frobnicate kubectl delete ns prod",
    "frobnicate claude -p hi",
    "frobnicate https://x.example",
    "frobnicate ~/thesis",
    "python3 evil.py",
    "cd src && python3 good.py",
    "python3 -m evil",
    "python3 gone.py",
    "python3 -c 'open(\"/home/user/thesis\", \"w\").close()'",
    "awk 'BEGIN{print > \"x\"; \"id\" | getline}'",
    "sed -n 'e id' README.md",
    "perl -e 'print `id`'",
    "frobnicate python3 -c 1",
    "frobnicate x.example:443",
    "frobnicate 10.0.0.1",
    "frobnicate of=/dev/sda",
    "frobnicate .git/hooks/pre-commit",
    "rm --frobnicate README.md",
    "frobnicate; curl https://x.example",
];

#[test]
fn what_is_merely_unknown_is_left_to_a_host_that_judges_for_itself() {
    let at = |level| Policy::layered_on(level, None, None, []).unwrap();
    let (normal, strict) = (at(Level::Normal), at(Level::Strict));
    let machine = || {
        machine()
            .file("/repo/good.py", "class A:\n    pass\n")
            .file("/repo/evil.py", "import shutil\nshutil.rmtree('src')\n")
    };
    let judge =
        |policy: &Policy, call: &crate::ToolCall| crate::decide(call, &session(), policy, &machine()).verdict;
    let auto =
        |policy: &Policy, verdict: &crate::Verdict| policy.outcome_of(verdict, "claude", Some("auto"), false);
    for command in UNKNOWN {
        let verdict = judge(&normal, &call(command));
        for (policy, host, mode, headless, expected) in [
            (&normal, "claude", "auto", false, Outcome::Silent),
            (&normal, "claude", "default", false, Outcome::Ask),
            (&normal, "codex", "auto", false, Outcome::Ask),
            (&normal, "claude", "auto", true, Outcome::Deny),
            (&strict, "claude", "auto", false, Outcome::Ask),
        ] {
            let outcome = policy.outcome_of(&verdict, host, Some(mode), headless);
            assert_eq!(outcome, expected, "{command}: {host} {mode} {}", verdict.rule());
        }
    }
    let told: Vec<_> = HARMFUL
        .iter()
        .filter(|command| auto(&normal, &judge(&normal, &call(command))) == Outcome::Silent)
        .collect();
    assert!(told.is_empty(), "{told:?}");
}

#[test]
fn tools_that_nobody_knows_are_left_to_the_host_where_no_field_speaks_of_harm() {
    let normal = Policy::layered_on(Level::Normal, None, None, []).unwrap();
    for (name, input, expected) in [
        ("mcp__notes__list", r#"{"query": "plan"}"#, Outcome::Silent),
        ("mcp__notes__delete_note", r#"{"id": 1}"#, Outcome::Ask),
        ("mcp__fs__put", r#"{"path": "/home/user/.bashrc", "text": "x"}"#, Outcome::Ask),
        ("mcp__fs__get", r#"{"paths": ["src/a", "/home/user/.ssh/id_rsa"]}"#, Outcome::Ask),
        ("mcp__github__merge_pull_request", r#"{"id": 1}"#, Outcome::Ask),
        ("mcp__x__y", r#"{"query": "select 1", "to": "x.example.com"}"#, Outcome::Ask),
        ("mcp__x__y", r#"{"command": ["rm", "-r", "src"]}"#, Outcome::Ask),
        ("mcp__x__y", r#"{"edits": [{"file": ".git/hooks/pre-commit"}]}"#, Outcome::Ask),
    ] {
        let input = crate::json::Json::parse(input.as_bytes()).unwrap();
        let tool = crate::tool::read(name, &input, &crate::tool::McpServer::default());
        let call = crate::ToolCall { name: name.into(), input, tool, ..call("ls") };
        let verdict = crate::decide(&call, &session(), &normal, &machine()).verdict;
        assert_eq!(
            normal.outcome_of(&verdict, "claude", Some("auto"), false),
            expected,
            "{name} {}",
            verdict.rule()
        );
    }
}

#[test]
fn a_project_may_not_leave_to_the_host_what_a_human_is_asked_about() {
    let project = |text: &str| {
        let layer = Layer::parse("p.toml", &alloc::format!("version = 1\n{text}")).unwrap();
        Policy::layered_on(Level::Normal, None, None, [(layer, Trusted::No)])
    };
    assert!(project("on_stop = \"defer\"").is_err());
    assert!(project("level = \"quiet\"").is_err());
    assert!(project("level = \"normal\"").is_ok());
    assert_eq!(project("level = \"strict\"").unwrap().level(), Level::Strict);
    assert!(project("scratch = [\"/tmp\"]").is_ok(), "the level opens it already");
    assert!(project("scratch = [\"/opt/x\"]").is_err());
}

#[test]
fn a_wider_rule_of_a_file_goes_before_a_narrower_one_of_the_level() {
    let at_normal = |text: &str| {
        let layer = Layer::parse("u.toml", &alloc::format!("version = 1\n{text}")).unwrap();
        Policy::layered_on(Level::Normal, None, Some(layer), []).unwrap()
    };
    let decided = |policy: &Policy, rule: &str| policy.about_rule(rule).map(|hit| hit.decision);
    assert_eq!(decided(&at_normal(""), "git_fetch_remote"), Some(Decision::Allow));
    assert_eq!(decided(&at_normal(""), "git_fetch"), None);
    let denies = at_normal("[rules]\ngit_fetch = \"deny\"");
    assert_eq!(decided(&denies, "git_fetch_remote"), Some(Decision::Deny));
    let strict = at_normal("level = \"strict\"");
    assert_eq!(decided(&strict, "git_fetch_remote"), None);
}

#[test]
fn defaults() {
    let policy = Policy::default();
    assert_eq!(policy.outcome(Decision::Ask, "claude", Some("default"), false), Outcome::Ask);
    assert_eq!(policy.outcome(Decision::Ask, "claude", None, true), Outcome::Deny, "nobody can answer");
    assert_eq!(policy.outcome(Decision::Allow, "claude", None, true), Outcome::Allow);
    assert_eq!(policy.on_ledger_failure(), OnFailure::Deny);
}

#[test]
fn headless_may_ask_where_the_user_says_that_somebody_answers() {
    let policy = user("[headless]\non_stop = \"ask\"");
    assert_eq!(policy.outcome(Decision::Ask, "claude", None, true), Outcome::Ask);
    let policy = user("on_stop = \"deny\"\n[headless]\non_stop = \"ask\"");
    assert_eq!(
        policy.outcome(Decision::Ask, "claude", None, true),
        Outcome::Deny,
        "never looser than with a human"
    );
}

#[test]
fn no_layer_gets_around_a_lock_by_being_more_special() {
    let stop = |managed: &str, user: &str| {
        let policy = Policy::layered(Some(layer(managed)), Some(layer(user)), None);
        policy.map(|policy| policy.outcome(Decision::Ask, "claude", Some("plan"), false)).ok()
    };
    let locked = "lock = [\"host\"]\n[host.claude]\non_stop = \"deny\"";
    assert_eq!(stop(locked, "[mode.plan]\non_stop = \"ask\""), Some(Outcome::Deny));
    assert_eq!(stop("lock = [\"on_stop\"]\non_stop = \"deny\"", "[mode.plan]\non_stop = \"ask\""), None);
    assert_eq!(
        stop("lock = [\"mode\"]", "[mode.plan]\non_stop = \"deny\""),
        Some(Outcome::Deny),
        "tightening stays"
    );
    assert_eq!(
        stop("on_stop = \"deny\"", "[mode.plan]\non_stop = \"ask\""),
        Some(Outcome::Ask),
        "not locked"
    );
}

#[test]
fn an_untrusted_project_tightens_whatever_the_user_says() {
    let stop = |user: &str, project: &str| {
        let policy = Policy::layered(None, Some(layer(user)), untrusted(project)).unwrap();
        policy.outcome(Decision::Ask, "claude", Some("plan"), false)
    };
    assert_eq!(stop("[mode.plan]\non_stop = \"ask\"", "on_stop = \"deny\""), Outcome::Deny);
    assert_eq!(stop("[host.claude]\non_stop = \"ask\"", "[mode.plan]\non_stop = \"deny\""), Outcome::Deny);
    assert_eq!(stop("", "[mode.other]\non_stop = \"deny\""), Outcome::Ask);
}
