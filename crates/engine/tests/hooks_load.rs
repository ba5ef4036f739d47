//! Many hooks at once, and one after the other: nothing lost, nothing mixed, nothing left, nothing wasted.
#![cfg(target_os = "linux")]
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on says so"
)]

mod support;

use mastiff_core::hook::Ended;
use mastiff_engine::hooks::Cancel;
use mastiff_engine::hooks::run::{Task, run};
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
    many_at_once();
    every_way_to_end();
    assert_eq!(children(), Vec::<u32>::new(), "children are left");
    assert_eq!(descriptors(), before, "descriptors are left");
    little_more_than_the_command_itself();
}

fn many_at_once() {
    let start = Instant::now();
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            scope.spawn(move || (thread..RUNS).step_by(THREADS).for_each(one_of_many));
        }
    });
    println!("{RUNS} hooks from {THREADS} threads: {:?}", start.elapsed());
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
    let mut ratios: Vec<f64> = (0..25)
        .map(|_| {
            let hook = timed(BATCH, || as_hook(&payload));
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

/// With variables added and withheld, as a dialect does.
fn as_hook(payload: &str) {
    let env =
        [("HOOK_EVENT".to_owned(), "PreToolUse".to_owned()), ("TOOL_INPUT".to_owned(), payload.to_owned())];
    let args = ["-c".to_owned(), SCRIPT.to_owned()];
    let ran = run(
        &Task { env: &env, without: &["CLAUDE_*"], stdin: payload, ..task("sh", &args) },
        &Cancel::default(),
    );
    assert_eq!((ran.how, ran.stdout.text.as_str()), (Ended::Exited(0), "{}\n"));
}

fn directly(payload: &str) {
    let mut command = Command::new("sh");
    command.args(["-c", SCRIPT]).current_dir("/");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(payload.as_bytes()).unwrap();
    assert_eq!(child.wait_with_output().unwrap().stdout, b"{}\n");
}
