//! What a hook costs, in units of the same command started directly.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a measurement that cannot go on says so"
)]

use mastiff_core::Json;
use mastiff_core::hook::{Call, Dialect, Facts, Happened, Hook, Occasion, Opinion, config};
use mastiff_engine::hooks::{Cancel, Firing, fire};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn main() {
    // What `cargo test --benches` calls is no measurement.
    if std::env::args().any(|arg| arg == "--bench") {
        println!("a hook costs {:.3} times the command alone", ratio());
    }
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
