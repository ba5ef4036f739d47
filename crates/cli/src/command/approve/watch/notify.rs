//! A word to the desktop. It is the watcher that tells, never the gate: a call must not wait for a desktop.

use crate::render::cut;
use std::process::{Command, Stdio};

/// Columns of a notification.
const WIDTH: usize = 160;

/// Rings the bell of the terminal, and tells the desktop if it has a way to be told.
pub fn tell(calls: &[String]) {
    let text = match calls {
        [one] => one.clone(),
        [first, rest @ ..] => format!("{first}, and {} more", rest.len()),
        [] => return,
    };
    let text = cut(&text, WIDTH);
    // A terminal that cannot ring, and a desktop that cannot be told, are no reason to stop.
    let _ = crate::render::print("\x07");
    let _ = start(&text);
}

/// The text goes as an argument, never into a script: it comes from an agent.
fn start(text: &str) -> std::io::Result<()> {
    let mut command = if cfg!(target_os = "macos") {
        let mut command = Command::new("osascript");
        let script = "display notification (item 1 of argv) with title \"mastiff: a call waits\"";
        command.args(["-e", "on run argv", "-e", script, "-e", "end run", "--", text]);
        command
    } else {
        let mut command = Command::new("notify-send");
        command.args(["--app-name=mastiff", "--", "mastiff: a call waits", &plain(text)]);
        command
    };
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    std::thread::spawn(move || child.wait());
    Ok(())
}

/// Without markup, which notification servers read.
fn plain(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
