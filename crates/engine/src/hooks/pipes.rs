//! The three pipes to a process. None of them ever blocks, and none of them can fill the memory.

use super::cancel::{Cancel, LOOK};
use super::child::sleep;
use super::text::captured;
use mastiff_core::hook::Captured;
use rustix::event::{PollFd, PollFlags};
use rustix::io::{Errno, ioctl_fionbio, ioctl_fionread, read, retry_on_intr, write};
use std::os::fd::{BorrowedFd, OwnedFd};
use std::process::Child;
use std::time::{Duration, Instant};

/// What is kept of standard output.
const STDOUT: usize = 1 << 20;

/// What is kept of standard error.
const STDERR: usize = 256 << 10;

/// What is read at once: what a pipe usually holds.
const CHUNK: usize = 64 << 10;

/// This side of a process's pipes.
pub struct Pipes<'a> {
    stdin: Feed<'a>,
    stdout: Keep,
    stderr: Keep,
    chunk: Vec<u8>,
}

impl<'a> Pipes<'a> {
    /// Takes the pipes of a process that was just started, and writes what fits: mostly all of it.
    pub fn of(child: &mut Child, stdin: &'a str) -> Self {
        let mut pipes = Pipes {
            stdin: Feed::new(child.stdin.take().and_then(patient), stdin.as_bytes()),
            stdout: Keep::new(child.stdout.take().and_then(patient), STDOUT),
            stderr: Keep::new(child.stderr.take().and_then(patient), STDERR),
            chunk: vec![0; CHUNK],
        };
        pipes.stdin.write();
        pipes
    }

    /// Sleeps until a pipe or the end of the process wants attention, and does what can be done without waiting.
    pub fn serve(&mut self, end: Option<BorrowedFd<'_>>, patience: Duration) {
        self.sleep(end, patience);
        self.stdin.write();
        self.stdout.read(&mut self.chunk);
        self.stderr.read(&mut self.chunk);
    }

    /// What a process wrote before its end; and what those wrote who still hold its outputs, as far as it comes soon.
    pub fn last_words(&mut self, patience: Duration, cancel: &Cancel) {
        self.stdin.close();
        self.drain();
        let start = Instant::now();
        while self.is_open() && !cancel.is_cancelled() {
            let left = patience.saturating_sub(start.elapsed());
            if left.is_zero() {
                return;
            }
            self.serve(None, left.min(LOOK));
        }
    }

    /// Reads what is in the pipes now, and not what somebody goes on writing.
    pub fn drain(&mut self) {
        self.stdout.drain(&mut self.chunk);
        self.stderr.drain(&mut self.chunk);
    }

    /// Standard output and standard error.
    pub fn captured(self) -> (Captured, Captured) {
        (self.stdout.captured(), self.stderr.captured())
    }

    fn is_open(&self) -> bool {
        self.stdout.pipe.is_some() || self.stderr.pipe.is_some()
    }

    fn sleep(&self, end: Option<BorrowedFd<'_>>, patience: Duration) {
        let pipes = [
            (&self.stdin.pipe, PollFlags::OUT),
            (&self.stdout.pipe, PollFlags::IN),
            (&self.stderr.pipe, PollFlags::IN),
        ];
        let mut fds: Vec<PollFd<'_>> = pipes
            .into_iter()
            .filter_map(|(pipe, flags)| Some(PollFd::new(pipe.as_ref()?, flags)))
            .chain(end.map(|end| PollFd::from_borrowed_fd(end, PollFlags::IN)))
            .collect();
        sleep(&mut fds, patience);
    }
}

/// A pipe that cannot be made to return at once is not used at all: it could keep the host.
fn patient(pipe: impl Into<OwnedFd>) -> Option<OwnedFd> {
    let pipe = pipe.into();
    ioctl_fionbio(&pipe, true).is_ok().then_some(pipe)
}

/// A text on its way into a process.
struct Feed<'a> {
    pipe: Option<OwnedFd>,
    left: &'a [u8],
}

impl<'a> Feed<'a> {
    fn new(pipe: Option<OwnedFd>, left: &'a [u8]) -> Self {
        Feed { pipe, left }
    }

    /// Writes until the pipe is full. When all is written or nobody reads, it is closed.
    fn write(&mut self) {
        while let Some(pipe) = &self.pipe {
            match retry_on_intr(|| write(pipe, self.left)) {
                Ok(count) => self.left = self.left.get(count..).unwrap_or_default(),
                Err(Errno::AGAIN) => return,
                Err(_) => self.close(),
            }
            if self.left.is_empty() {
                self.close();
            }
        }
    }

    fn close(&mut self) {
        self.pipe = None;
    }
}

/// The beginning of what comes out of a process; the rest is counted.
struct Keep {
    pipe: Option<OwnedFd>,
    kept: Vec<u8>,
    limit: usize,
    dropped: u64,
}

impl Keep {
    fn new(pipe: Option<OwnedFd>, limit: usize) -> Self {
        Keep { pipe, kept: Vec::new(), limit, dropped: 0 }
    }

    /// Reads once, and says how much there was. Nothing also means that it is over, or that nothing is there yet.
    fn read(&mut self, chunk: &mut [u8]) -> u64 {
        let Some(pipe) = &self.pipe else {
            return 0;
        };
        match retry_on_intr(|| read(pipe, &mut *chunk)) {
            Err(Errno::AGAIN) => 0,
            Ok(0) | Err(_) => {
                self.pipe = None;
                0
            }
            Ok(count) => self.keep(chunk.get(..count).unwrap_or_default()),
        }
    }

    fn keep(&mut self, bytes: &[u8]) -> u64 {
        let room = self.limit.saturating_sub(self.kept.len()).min(bytes.len());
        let (kept, dropped) = bytes.split_at_checked(room).unwrap_or((bytes, &[]));
        self.kept.extend_from_slice(kept);
        self.dropped = self.dropped.saturating_add(dropped.len() as u64);
        bytes.len() as u64
    }

    /// Once more than was there has been read, the rest is newer; the last read, of nothing, sees the end of the pipe.
    fn drain(&mut self, chunk: &mut [u8]) {
        let mut left = self.pipe.as_ref().and_then(|pipe| ioctl_fionread(pipe).ok()).unwrap_or(0);
        loop {
            match self.read(chunk) {
                0 => return,
                count if count > left => return,
                count => left -= count,
            }
        }
    }

    fn captured(self) -> Captured {
        captured(self.kept, self.dropped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    /// What was written is read even when there is no time left; what is written for ever is not.
    #[test]
    fn the_last_words_need_no_time() {
        for (script, at_least, at_most) in [
            ("printf said", 4, 4),
            ("head -c 60000 /dev/zero", 60_000, 60_000),
            ("yes & sleep 0.2", 60_000, 4 * CHUNK),
        ] {
            let mut command = Command::new("sh");
            command.args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = command.spawn().unwrap();
            let mut pipes = Pipes::of(&mut child, "");
            child.wait().unwrap();
            pipes.last_words(Duration::ZERO, &Cancel::new());
            let size = pipes.captured().0.text.len();
            assert!(at_least <= size && size <= at_most, "{script}: {size}");
        }
    }
}
