//! A screen that is driven by keys, on a terminal of its own.

use super::hooks::wait_for;
use super::{Gate, MASTIFF};
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

/// What to wait for, and the keys to press then.
pub type Step<'a> = (&'a str, &'a str);

/// Runs the binary on a terminal of 80 columns and 24 lines, and presses the keys of each step once its text has appeared behind
/// that of the step before; what was shown. `None`: there is no `script` here.
pub fn driven(gate: &Gate, args: &str, steps: &[Step<'_>]) -> Option<String> {
    Command::new("script").arg("--version").output().ok().filter(|output| output.status.success())?;
    let line = format!("stty cols 80 rows 24; stty -a; {MASTIFF} {args}; echo \"ended $?\"; stty -a");
    let mut child = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .current_dir(gate.base.join("repo"))
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("SHELL", "/bin/sh")
        .env("TERM", "xterm")
        .env("HOME", gate.base.join("home"))
        .env("XDG_STATE_HOME", gate.base.join("state"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut keys = child.stdin.take().unwrap();
    let mut output = child.stdout.take().unwrap();
    let shown = Arc::new(Mutex::new(Vec::new()));
    let to = Arc::clone(&shown);
    let reader = std::thread::spawn(move || {
        let mut some = [0; 4096];
        while let Ok(count) = output.read(&mut some) {
            if count == 0 {
                break;
            }
            to.lock().unwrap().extend_from_slice(some.get(..count).unwrap_or_default());
        }
    });
    let text = || String::from_utf8_lossy(&shown.lock().unwrap()).into_owned();
    let mut from = 0;
    for (awaited, pressed) in steps {
        from = wait_for(|| {
            let all = text();
            all.get(from..)?.find(awaited).map(|at| from + at + awaited.len())
        });
        keys.write_all(pressed.as_bytes()).unwrap();
    }
    child.wait().unwrap();
    drop(keys);
    reader.join().unwrap();
    Some(text())
}

/// The settings of the terminal before and after are the same, and the first screen is back.
pub fn is_restored(shown: &str) -> bool {
    let settings: Vec<&str> =
        shown.split("speed ").skip(1).filter_map(|part| part.split("ended").next()).collect();
    let [before, after] = settings.as_slice() else { return false };
    let lines = |text: &str| text.lines().take(10).filter(|line| line.contains("icanon")).count();
    let leaves = shown.rfind("\x1b[?1049l") > shown.rfind("\x1b[?1049h");
    leaves && lines(before) == 1 && lines(after) == 1 && !after.contains("-icanon")
}
