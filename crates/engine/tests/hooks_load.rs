//! Many hooks at once, and one after the other: nothing lost, nothing mixed, nothing left. (What one costs: `benches/hook.rs`.)
#![cfg(target_os = "linux")]
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on says so"
)]

mod support;

use mastiff_core::Json;
use mastiff_core::hook::{Call, Dialect, Ended, Facts, Happened, Hook, Occasion, Opinion, config};
use mastiff_engine::hooks::run::{Task, run};
use mastiff_engine::hooks::{Cancel, Firing, fire};
use std::time::Duration;
use support::hooks::{children, descriptors, script, task};

const THREADS: usize = 8;
const RUNS: usize = 1000;

/// One test in a process of its own: it counts the descriptors and children of the whole process.
#[test]
fn load() {
    let before = descriptors();
    many_at_once("processes", one_of_many);
    many_at_once("occasions", one_occasion_of_many);
    every_way_to_end();
    assert_eq!(children(), Vec::<u32>::new(), "children are left");
    assert_eq!(descriptors(), before, "descriptors are left");
}

fn many_at_once(what: &str, one: fn(usize)) {
    println!("{RUNS} {what} from {THREADS} threads");
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            scope.spawn(move || (thread..RUNS).step_by(THREADS).for_each(one));
        }
    });
}

/// The payload comes back, in some runs more than a pipe holds; the other output is another one.
fn one_of_many(number: usize) {
    let payload = format!("payload {number}; ").repeat(if number.is_multiple_of(10) { 8000 } else { 20 });
    let text = format!("echo errors of {number} >&2; cat; echo end of {number} >&2; exit {}", number % 200);
    let ran = script(&text, &payload, support::hooks::LONG);
    assert_eq!(ran.how, Ended::Exited(i32::try_from(number % 200).unwrap()));
    assert!(ran.stdout.text == payload && ran.stdout.dropped == 0, "{number}: stdout");
    assert_eq!(ran.stderr.text, format!("errors of {number}\nend of {number}\n"));
}

/// The whole way: the hook prints what it is sent, and that is what the model would get. Every seventh says no.
fn one_occasion_of_many(number: usize) {
    let no = number.is_multiple_of(7);
    let end = if no { "echo reason >&2; exit 2" } else { "exit 0" };
    let command = format!("echo {number} {}", "x".repeat(number * 7 % 3000));
    let combined =
        fired(&hook(Dialect::HookSystem, &format!("printf 'got '; cat; {end}")), &command).combined;
    let said = if no { combined.reason().unwrap_or_default() } else { combined.context[0].as_str() };
    let sent = Json::parse(said.trim().trim_start_matches("got ").as_bytes()).unwrap();
    assert_eq!(sent.get("tool_input"), Some(&command.as_str().into()), "{number}");
    assert_eq!(combined.opinion, if no { Opinion::Deny } else { Opinion::None }, "{number}");
}

fn hook(dialect: Dialect, command: &str) -> Vec<Hook> {
    let handler = Json::object([("command", command.into())]);
    let text = format!("{{\"hooks\":{{\"PreToolUse\":[{handler}]}}}}");
    config::read("settings.json", &text, Some(dialect)).unwrap().hooks
}

fn fired(hooks: &[Hook], command: &str) -> Firing {
    let facts = Facts { cwd: "/".into(), project_dir: "/".into(), ..Facts::default() };
    let input = Json::object([("command", command.into())]);
    let call = Call { id: "c1".into(), tool: "Bash".into(), input, mcp: None };
    let occasion =
        Occasion { facts: &facts, happened: Happened::Before(&call), now: "2026-01-01T00:00:00.000Z" };
    fire(hooks, &occasion, &Cancel::default())
}

/// None of them leaves anything: ended, killed, called off, never started.
fn every_way_to_end() {
    let (much, short) = ("x".repeat(1 << 20), Duration::from_millis(50));
    for _ in 0..10 {
        script("exec sleep 600", &much, short);
        script("exec yes", "", short);
        script("kill -9 $$", &much, short);
        script("exit 3", &much, Duration::MAX);
        run(&task("mastiff-no-such-program", &[]), &Cancel::default());
        run(&Task { stdin: "a", ..task("true", &["\0".to_owned()]) }, &Cancel::default());
        let cancel = Cancel::default();
        std::thread::scope(|scope| {
            scope.spawn(|| run(&task("sleep", &["600".to_owned()]), &cancel));
            std::thread::sleep(short);
            cancel.cancel();
        });
    }
}
