//! How far the reading is, for whoever waits at a terminal.

use std::io::{IsTerminal, Write};

/// Records between two signs of life.
const EVERY: u64 = 50_000;

/// Counts, and says so from time to time.
pub struct Sign {
    on: bool,
    count: u64,
}

impl Sign {
    /// Silent where nobody looks.
    pub fn new() -> Self {
        Sign { on: std::io::stderr().is_terminal(), count: 0 }
    }

    /// One more record was read.
    pub fn one_more(&mut self) {
        self.count += 1;
        if self.on && self.count.is_multiple_of(EVERY) {
            say(&format!("\rreading: {} records", self.count));
        }
    }

    /// Takes the sign away.
    pub fn done(&self) {
        if self.on && self.count >= EVERY {
            say("\r\x1b[K");
        }
    }
}

/// It is only a sign: that it cannot be written is no failure.
fn say(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
