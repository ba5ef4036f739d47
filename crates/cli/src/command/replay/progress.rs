//! How far it is, on standard error, where that is a terminal.

use std::cell::Cell;
use std::io::{IsTerminal, Read, Write};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Columns of the bar.
const WIDE: u64 = 24;
const PAUSE: Duration = Duration::from_millis(100);

pub struct Progress {
    on: bool,
    total: u64,
    done: Rc<Cell<u64>>,
    started: Instant,
    drawn: Instant,
}

impl Progress {
    pub fn new(total: u64) -> Self {
        let now = Instant::now();
        let on =
            std::io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        Progress { on, total, done: Rc::default(), started: now, drawn: now }
    }

    /// Counts the bytes that were read.
    pub fn done(&self) -> Rc<Cell<u64>> {
        Rc::clone(&self.done)
    }

    /// Draws it, if it is time to.
    pub fn draw(&mut self, calls: u64) {
        if !self.on || self.drawn.elapsed() < PAUSE {
            return;
        }
        self.drawn = Instant::now();
        let line = line(self.done.get(), self.total, calls, self.started.elapsed());
        // Nobody is told what only shows that something goes on.
        let _ = write!(std::io::stderr(), "\r\x1b[2K{line}");
    }

    /// Takes it away.
    pub fn end(&self) {
        if self.on {
            let _ = write!(std::io::stderr(), "\r\x1b[2K");
        }
    }
}

/// `[######------------------]  25 %  250 MB of 1000 MB, 41000 calls/s`
fn line(done: u64, total: u64, calls: u64, took: Duration) -> String {
    let share = |of: u64| done.min(total) * of / total.max(1);
    let filled = usize::try_from(share(WIDE)).unwrap_or(0);
    let bar = "#".repeat(filled) + &"-".repeat(usize::try_from(WIDE).unwrap_or(0) - filled);
    let rate = u128::from(calls) * 1_000 / took.as_millis().max(1);
    format!(
        "[{bar}] {:>3} %  {} MB of {} MB, {rate} calls/s",
        share(100),
        done / 1_000_000,
        total / 1_000_000
    )
}

/// A file whose bytes are counted.
pub struct Counted<R> {
    input: R,
    done: Rc<Cell<u64>>,
}

impl<R> Counted<R> {
    pub fn new(input: R, done: Rc<Cell<u64>>) -> Self {
        Counted { input, done }
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, free: &mut [u8]) -> std::io::Result<usize> {
        let count = self.input.read(free)?;
        self.done.set(self.done.get() + count as u64);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars() {
        let second = Duration::from_secs(1);
        assert_eq!(
            line(0, 0, 0, Duration::ZERO),
            format!("[{}]   0 %  0 MB of 0 MB, 0 calls/s", "-".repeat(24))
        );
        let half = line(500_000_000, 1_000_000_000, 41_000, second);
        assert_eq!(
            half,
            format!("[{}{}]  50 %  500 MB of 1000 MB, 41000 calls/s", "#".repeat(12), "-".repeat(12))
        );
        // A file that grew while it was read.
        assert!(line(30, 10, 1, second).starts_with(&format!("[{}] 100 %", "#".repeat(24))));
    }
}
