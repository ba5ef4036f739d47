//! Hooks for tests, and what is left of them.

use mastiff_core::hook::Ran;
use mastiff_engine::hooks::Cancel;
use mastiff_engine::hooks::run::{Task, run};
use std::path::Path;
use std::time::{Duration, Instant};

/// Far more than anything here takes on a busy machine; less than the hooks that never end would take.
pub const LONG: Duration = Duration::from_secs(240);

/// A script for `sh`, with its input and timeout.
pub fn script(text: &str, stdin: &str, timeout: Duration) -> Ran {
    let args = ["-c".to_owned(), text.to_owned()];
    run(&Task { stdin, timeout, ..task("sh", &args) }, &Cancel::new())
}

/// A program with its arguments, in `/`, with nothing on its input.
pub fn task<'a>(program: &'a str, args: &'a [String]) -> Task<'a> {
    Task { program, args, cwd: Path::new("/"), env: &[], without: &[], stdin: "", timeout: LONG }
}

/// The third to fifth field of `/proc/ID/stat`: state, parent, group. `None` when it is gone.
pub fn stat(pid: u32) -> Option<(char, u32, u32)> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    let state = fields.next()?.chars().next()?;
    Some((state, fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
}

/// It is gone, or will be as soon as its parent looks; waits for that a moment.
pub fn is_dead(pid: u32) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(60) {
        if stat(pid).is_none_or(|(state, ..)| state == 'Z' || state == 'X') {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    false
}

/// The processes that this one started and that still are there, dead or alive.
pub fn children() -> Vec<u32> {
    let own = std::process::id();
    let entries = std::fs::read_dir("/proc").expect("a list of processes").flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter(|pid| stat(*pid).is_some_and(|(_, parent, _)| parent == own)).collect()
}

/// How many descriptors this process has open.
pub fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").expect("a list of descriptors").count()
}

/// What comes about sooner or later.
pub fn wait_for<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < LONG, "it never came");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The most memory this process ever had, in bytes.
pub fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("figures");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the peak");
    line.trim().trim_end_matches(" kB").trim().parse::<u64>().expect("a number") * 1024
}
