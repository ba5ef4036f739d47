//! Many hooks at once, and one after the other: nothing lost, nothing mixed, nothing left, nothing wasted.
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
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
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
    little_more_than_the_command_itself();
}

fn many_at_once(what: &str, one: fn(usize)) {
    let start = Instant::now();
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            scope.spawn(move || (thread..RUNS).step_by(THREADS).for_each(one));
        }
    });
    println!("{RUNS} {what} from {THREADS} threads: {:?}", start.elapsed());
}

/// The payload comes back, in some runs more than a pipe holds; the other output is another one.
fn one_of_many(number: usize) {
    let payload = format!("payload {number}; ").repeat(if number.is_multiple_of(10) { 8000 } else { 20 });
    let text = format!("echo errors of {number} >&2; cat; echo end of {number} >&2; exit {}", number % 200);
    let (ran, _) = script(&text, &payload, Duration::from_secs(120));
    assert_eq!(ran.how, Ended::Exited(i32::try_from(number % 200).unwrap()));
    assert!(ran.stdout.text == payload && ran.stdout.dropped == 0, "{number}: stdout");
    assert_eq!(ran.stderr.text, format!("errors of {number}\nend of {number}\n"));
}

/// The whole way: the hook prints what it is sent, and that is what the model would get. Every seventh says no.
fn one_occasion_of_many(number: usize) {
    let no = number.is_multiple_of(7);
    let end = if no { "echo reason >&2; exit 2" } else { "exit 0" };
    let command = format!("echo {number} {}", "x".repeat(number * 7 % 3000));
    let combined = fired(&hook(Dialect::HookSystem, &format!("cat; {end}")), &command).combined;
    let said = if no { combined.reason().unwrap_or_default() } else { combined.context[0].as_str() };
    let sent = Json::parse(said.trim().as_bytes()).unwrap();
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
        script("exec sleep 60", &much, short);
        script("exec yes", "", short);
        script("kill -9 $$", &much, short);
        script("exit 3", &much, Duration::MAX);
        run(&task("mastiff-no-such-program", &[]), &Cancel::default());
        run(&Task { stdin: "a", ..task("true", &["\0".to_owned()]) }, &Cancel::default());
        let cancel = Cancel::default();
        std::thread::scope(|scope| {
            scope.spawn(|| run(&task("sleep", &["60".to_owned()]), &cancel));
            std::thread::sleep(short);
            cancel.cancel();
        });
    }
}

/// What a hook may cost, in units of the same command started directly.
const LIMIT: f64 = 1.3;

/// A busy machine gets two more tries.
fn little_more_than_the_command_itself() {
    let mut figure = f64::INFINITY;
    for _ in 0..3 {
        figure = figure.min(ratio());
        println!("a hook costs {figure:.3} times the command alone (at most {LIMIT})");
        if figure <= LIMIT {
            return;
        }
    }
    assert!(figure <= LIMIT, "{figure}");
}

/// Batches of both in turns, so that whatever else the machine does meets both; the median of their ratios.
fn ratio() -> f64 {
    const BATCH: usize = 20;
    let payload = "{\"tool_name\":\"Bash\"}".repeat(50);
    let hooks = hook(Dialect::Claude, SCRIPT);
    let mut ratios: Vec<f64> = (0..25)
        .map(|_| {
            let hook = timed(BATCH, || as_hook(&hooks, &payload));
            let direct = timed(BATCH, || directly(&payload));
            hook.as_secs_f64() / direct.as_secs_f64()
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

fn timed(count: usize, work: impl Fn()) -> Duration {
    let start = Instant::now();
    (0..count).for_each(|_| work());
    start.elapsed()
}

const SCRIPT: &str = "cat >/dev/null; echo '{}'";

/// The whole way: chosen, told, run, understood.
fn as_hook(hooks: &[Hook], payload: &str) {
    let firing = fired(hooks, payload);
    assert_eq!((firing.fired.len(), firing.combined.opinion), (1, Opinion::None));
}

fn directly(payload: &str) {
    let mut command = Command::new("sh");
    command.args(["-c", SCRIPT]).current_dir("/");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(payload.as_bytes()).unwrap();
    assert_eq!(child.wait_with_output().unwrap().stdout, b"{}\n");
}
