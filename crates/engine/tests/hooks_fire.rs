//! Many hooks on one occasion, with real processes: order, rewriting, conflicts, duplicates, cancellation.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests may fail loudly")]

mod support;

use mastiff_core::Json;
use mastiff_core::hook::{Call, Done, Facts, Happened, Occasion, Opinion};
use mastiff_engine::hooks::{Cancel, Firing, fire, load};
use std::time::Duration;
use support::Scratch;

const ALLOW: &str = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}"#;
const DENY: &str = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}"#;
const ASK: &str = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"well"}}"#;

fn rewrite(command: &str) -> String {
    format!(
        r#"{{"hookSpecificOutput":{{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{{"command":"{command}"}}}}}}"#
    )
}

/// A settings file with these commands for an event, in Claude's form.
fn claude(event: &str, commands: &[&str]) -> String {
    let handlers: Vec<String> = commands
        .iter()
        .map(|command| Json::object([("type", "command".into()), ("command", (*command).into())]).to_string())
        .collect();
    format!("{{\"hooks\": {{\"{event}\": [{{\"matcher\": \"*\", \"hooks\": [{}]}}]}}}}", handlers.join(","))
}

fn plain(event: &str, commands: &[&str]) -> String {
    let handlers: Vec<String> =
        commands.iter().map(|command| Json::object([("command", (*command).into())]).to_string()).collect();
    format!("{{\"hooks\": {{\"{event}\": [{}]}}}}", handlers.join(","))
}

fn run(scratch: &Scratch, config: &str, happened: Happened<'_>, cancel: &Cancel) -> Firing {
    let file = scratch.file("settings.json", config);
    let hooks = load::named(&[file], None).expect("is read").hooks();
    let facts = Facts { cwd: scratch.at(""), project_dir: scratch.at(""), ..Facts::default() };
    fire(&hooks, &Occasion { facts: &facts, happened, now: "2026-01-01T00:00:00.000Z" }, cancel)
}

fn before(config: &str) -> Firing {
    run(&Scratch::new(), config, Happened::Before(&bash("ls")), &Cancel::default())
}

fn bash(command: &str) -> Call {
    let input = Json::object([("command", command.into())]);
    Call { id: "c1".into(), tool: "Bash".into(), input, mcp: None }
}

#[test]
fn the_slower_no_wins_over_the_faster_yes_and_the_other_way_round() {
    for (first, second) in [("0.3", "0"), ("0", "0.3")] {
        let no = format!("sleep {first}; echo '{DENY}'");
        let yes = format!("sleep {second}; echo '{ALLOW}'");
        let ask = format!("echo '{ASK}'");
        let firing = before(&claude("PreToolUse", &[&yes, &ask, &no]));
        assert_eq!(firing.combined.opinion, Opinion::Deny);
        let said: Vec<Opinion> = firing.combined.said.iter().map(|said| said.opinion).collect();
        assert_eq!(said, [Opinion::Allow, Opinion::Ask, Opinion::Deny], "in the order of the configuration");
    }
}

/// Each waits until all of them are there: one after the other none would ever end.
#[test]
fn concurrent_hooks_run_at_the_same_time() {
    let scratch = Scratch::new();
    let meet = |number: usize| {
        format!(
            "touch here-{number}; until [ -e here-0 ] && [ $(ls here-* | wc -l) = 8 ]; do sleep 0.05; done; touch met-{number}"
        )
    };
    let all: Vec<String> = (0..8).map(meet).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let firing =
        run(&scratch, &claude("PreToolUse", &all), Happened::Before(&bash("ls")), &Cancel::default());
    assert_eq!(firing.fired.len(), 8);
    let met = (0..8).filter(|number| scratch.path().join(format!("met-{number}")).exists());
    assert_eq!(met.count(), 8, "{firing:?}");
}

#[test]
fn identical_handlers_run_once() {
    let scratch = Scratch::new();
    let once = "echo ran >> count";
    let _ = run(
        &scratch,
        &claude("PreToolUse", &[once, once, once]),
        Happened::Before(&bash("ls")),
        &Cancel::default(),
    );
    assert_eq!(std::fs::read_to_string(scratch.at("count")).unwrap(), "ran\n");
}

#[test]
fn a_rewritten_input_is_passed_on_or_refused() {
    let one = format!("echo '{}'", rewrite("ls -l"));
    let two = format!("echo '{}'", rewrite("ls -a"));
    let firing = before(&claude("PreToolUse", &[&one, &format!("{one} # again")]));
    assert_eq!(
        firing.combined.input,
        Some(Json::object([("command", "ls -l".into())])),
        "both want the same"
    );
    let firing = before(&claude("PreToolUse", &[&one, &two]));
    assert_eq!((firing.combined.opinion, firing.combined.input), (Opinion::Deny, None));
    let reason = firing.combined.said.first().map(|said| said.reason.clone()).unwrap();
    assert!(reason.contains("rewrite the input differently"), "{reason}");
    let no = format!("echo '{DENY}'");
    let firing = before(&claude("PreToolUse", &[&one, &no]));
    assert_eq!(firing.combined.opinion, Opinion::Deny, "a rewriting does not undo a no");
}

#[test]
fn a_rewritten_input_that_the_tool_cannot_take_is_refused() {
    let broken = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"description":"x"}}}"#;
    let firing = before(&claude("PreToolUse", &[&format!("echo '{broken}'")]));
    assert_eq!((firing.combined.opinion, firing.combined.input), (Opinion::Deny, None));
}

/// Whoever rewrites last must not decide past a guard: each of these ends in a command that the guard forbids.
#[test]
fn a_guard_sees_what_would_run_in_the_end() {
    let guard = "if grep -q forbidden; then echo no >&2; exit 2; fi";
    let writer = format!("echo '{}'", rewrite("echo forbidden"));
    let (guard, writer) = (Json::from(guard), Json::from(writer.as_str()));
    let group =
        |hooks: &str, event: &str| format!("{{\"{event}\": [{{\"matcher\": \"*\", \"hooks\": [{hooks}]}}]}}");
    let of = |command: &Json| format!("{{\"type\": \"command\", \"command\": {command}}}");
    let when = format!("{{\"type\": \"command\", \"command\": {guard}, \"if\": \"Bash(echo forbidden)\"}}");
    let rows = [
        ("beside it", "claude", format!("{}, {}", of(&guard), of(&writer))),
        ("before it, in turn", "claw", format!("{}, {}", of(&guard), of(&writer))),
        ("behind it, in turn", "claw", format!("{}, {}", of(&writer), of(&guard))),
        ("identical before and behind", "claw", format!("{0}, {1}, {0}", of(&guard), of(&writer))),
        ("that did not fit before", "claude", format!("{}, {when}", of(&writer))),
        ("that did not fit before, in turn", "claw", format!("{}, {when}", of(&writer))),
    ];
    for (name, dialect, hooks) in rows {
        let config = format!("{{\"dialect\": \"{dialect}\", \"hooks\": {}}}", group(&hooks, "PreToolUse"));
        let firing = before(&config);
        assert_eq!(firing.combined.opinion, Opinion::Deny, "{name}: {firing:?}");
    }
    let harmless = Json::from(format!("echo '{}'", rewrite("echo fine")).as_str());
    let config =
        format!("{{\"hooks\": {}}}", group(&format!("{}, {}", of(&guard), of(&harmless)), "PreToolUse"));
    let firing = before(&config);
    assert_eq!(firing.combined.input, Some(Json::object([("command", "echo fine".into())])), "{firing:?}");
    assert_eq!(firing.fired.iter().filter(|one| one.again).count(), 1, "{firing:?}");
}

/// A sanitizer that only now has something to do, and an allow for what does not run any more.
#[test]
fn who_would_have_said_otherwise_has_not_agreed() {
    let gemini = |hooks: &[&str]| {
        let hooks: Vec<String> =
            hooks.iter().map(|command| Json::object([("command", (*command).into())]).to_string()).collect();
        format!(
            "{{\"dialect\": \"gemini\", \"hooks\": {{\"BeforeTool\": [{{\"sequential\": true, \"hooks\": [{}]}}]}}}}",
            hooks.join(",")
        )
    };
    let to = |command: &str| {
        format!(
            r#"echo '{{"hookSpecificOutput":{{"hookEventName":"BeforeTool","tool_input":{{"command":"{command}"}}}}}}'"#
        )
    };
    let sanitize = format!("if grep -q forbidden; then {}; fi", to("echo safe"));
    let firing = before(&gemini(&[&sanitize, &to("echo forbidden")]));
    assert_eq!(firing.combined.opinion, Opinion::Deny, "{firing:?}");
    let firing = before(&gemini(&[&to("echo one"), &to("echo two")]));
    assert_eq!(firing.combined.opinion, Opinion::None, "a chain is no quarrel: {firing:?}");
    assert_eq!(firing.combined.input, Some(Json::object([("command", "echo two".into())])));

    let fickle = format!("if ! grep -q 'ls -l'; then echo '{ALLOW}'; fi");
    let silent =
        r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"ls -l"}}}"#;
    let firing = before(&claude("PreToolUse", &[&fickle, &format!("echo '{silent}'")]));
    assert_eq!(firing.combined.opinion, Opinion::None, "nobody allowed `ls -l`: {firing:?}");
}

#[test]
fn one_after_the_other_sees_what_the_one_before_left() {
    let config = |second: &str| {
        let first = r#"echo '{"hookSpecificOutput":{"hookEventName":"BeforeTool","tool_input":{"command":"first"}}}'"#;
        let handlers: Vec<String> = [first, second]
            .iter()
            .map(|command| Json::object([("command", (*command).into())]).to_string())
            .collect();
        format!(
            "{{\"dialect\": \"gemini\", \"hooks\": {{\"BeforeTool\": [{{\"sequential\": true, \"hooks\": [{}]}}]}}}}",
            handlers.join(",")
        )
    };
    let scratch = Scratch::new();
    let firing = run(&scratch, &config("cat > seen"), Happened::Before(&bash("zero")), &Cancel::default());
    assert_eq!(firing.combined.input.and_then(|input| input.get("command").cloned()), Some("first".into()));
    let seen = std::fs::read_to_string(scratch.at("seen")).unwrap();
    assert!(seen.contains("first") && !seen.contains("zero"), "{seen}");
}

#[test]
fn the_first_no_ends_a_plain_list() {
    let scratch = Scratch::new();
    let list = plain("PreToolUse", &["touch one", "echo no; exit 2", "touch three"]);
    let firing = run(&scratch, &list, Happened::Before(&bash("ls")), &Cancel::default());
    assert_eq!(firing.combined.opinion, Opinion::Deny);
    assert_eq!((firing.fired.len(), firing.skipped.len()), (2, 1));
    assert!(scratch.path().join("one").exists() && !scratch.path().join("three").exists());
}

#[test]
fn a_post_hook_annotates_and_replaces_and_cannot_block() {
    let replace = r#"{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"mind the gap","updatedToolOutput":{"stdout":"***"}}}"#;
    let done = Done { output: "secret".into(), ..Done::default() };
    let config = claude("PostToolUse", &[&format!("echo '{replace}'"), "echo stop >&2; exit 2"]);
    let firing = run(&Scratch::new(), &config, Happened::After(&bash("ls"), &done), &Cancel::default());
    assert_eq!(firing.combined.opinion, Opinion::None);
    assert!(firing.combined.context.iter().any(|text| text == "mind the gap"), "{firing:?}");
    assert!(firing.combined.context.iter().any(|text| text.contains("stop")), "{firing:?}");
    assert!(firing.combined.output.is_some());
}

#[test]
fn a_cancelled_hook_is_ended_and_nothing_runs() {
    let cancel = Cancel::default();
    let soon = cancel.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        soon.cancel();
    });
    let list = claude("PreToolUse", &["sleep 600"]);
    let firing = run(&Scratch::new(), &list, Happened::Before(&bash("ls")), &cancel);
    thread.join().unwrap();
    assert_eq!(firing.combined.opinion, Opinion::Deny, "{firing:?}");
}

#[test]
fn a_hook_in_the_background_decides_nothing_and_is_not_waited_for() {
    let scratch = Scratch::new();
    let aside = Json::object([
        ("type", "command".into()),
        ("command", "until [ -e go ]; do sleep 0.05; done; touch late; exit 2".into()),
        ("async", true.into()),
    ]);
    let config = format!("{{\"hooks\": {{\"PreToolUse\": [{{\"hooks\": [{aside}]}}]}}}}");
    let firing = run(&scratch, &config, Happened::Before(&bash("ls")), &Cancel::default());
    assert_eq!(firing.combined.opinion, Opinion::None);
    assert!(!scratch.path().join("late").exists(), "it was waited for");
    scratch.file("go", "");
    for one in firing.background {
        one.join().unwrap();
    }
    assert!(scratch.path().join("late").exists());
}
