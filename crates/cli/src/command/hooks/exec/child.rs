//! The command itself, with its output kept if a hook waits for it.

use crate::exit::Failure;
use crate::render;
use mastiff_core::hook::Done;
use mastiff_core::json::Json;
use mastiff_engine::interrupt::Interrupts;
use mastiff_engine::shells;
use std::io::{ErrorKind, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What is kept of each stream.
const KEPT: usize = 16 << 20;
/// How long output is waited for after the command is gone. What it left behind in the background may hold the other
/// end of the pipe for ever.
const GRACE: Duration = Duration::from_millis(500);

/// A command that ended.
pub struct Ran {
    /// How.
    pub status: ExitStatus,
    took: Duration,
    /// Standard output and standard error, if they were kept.
    kept: Option<(Kept, Kept)>,
}

/// The beginning of a stream.
#[derive(Clone, Default)]
struct Kept {
    bytes: Vec<u8>,
    dropped: u64,
}

/// What would run before the command line, or in the place of its programs, and was not judged.
fn is_foreign(name: &str) -> bool {
    matches!(name, "BASH_ENV" | "ENV" | "SHELLOPTS" | "BASHOPTS") || name.starts_with("BASH_FUNC_")
}

/// Runs a command line as the Bash tool does, and waits for it. Standard input is its own.
pub fn run(command: &str, keep: bool, interrupts: &Interrupts) -> Result<Ran, Failure> {
    let started = Instant::now();
    let mut bash = Command::new(shells::bash());
    bash.args(["-c", "--", command]);
    for (name, _) in std::env::vars_os().filter(|(name, _)| is_foreign(&name.to_string_lossy())) {
        bash.env_remove(name);
    }
    if keep {
        bash.stdout(Stdio::piped()).stderr(Stdio::piped());
    }
    let mut child = bash.spawn().map_err(|error| Failure::new(format!("bash did not start: {error}")))?;
    interrupts.pass_on_to(Some(child.id()));
    let streams = child.stdout.take().map(collect).zip(child.stderr.take().map(collect));
    let status = child.wait();
    interrupts.pass_on_to(None);
    let deadline = Instant::now() + GRACE;
    let kept = streams.map(|(out, err)| (out.until(deadline), err.until(deadline)));
    Ok(Ran { status: status?, took: started.elapsed(), kept })
}

impl Ran {
    /// What hooks are told.
    pub fn done(&self, interrupted: bool) -> Done {
        let (out, err) = self.kept.as_ref().map(|(out, err)| (out.text(), err.text())).unwrap_or_default();
        let fields = [
            ("stdout", out.as_str().into()),
            ("stderr", err.as_str().into()),
            ("interrupted", interrupted.into()),
            ("isImage", false.into()),
        ];
        let between = if out.is_empty() || err.is_empty() || out.ends_with('\n') { "" } else { "\n" };
        Done {
            output: format!("{out}{between}{err}"),
            is_error: !self.status.success(),
            response: Some(Json::object(fields)),
            duration: Some(self.took),
            interrupted,
        }
    }

    /// Prints what was kept, or what a hook put in its place.
    pub fn print(&self, instead: Option<&Json>) {
        let Some((out, err)) = &self.kept else { return };
        for (stream, kept) in [("output", out), ("error", err)].iter().filter(|(_, kept)| kept.dropped > 0) {
            let what = format!(
                "standard {stream} was longer than {} MiB: {} bytes are lost",
                KEPT >> 20,
                kept.dropped
            );
            render::remark(&format!("warning: {what}, because a hook waits for it"));
        }
        let Some(instead) = instead else { return write(&out.bytes, &err.bytes) };
        let part = |key: &str| instead.get(key).and_then(Json::as_str);
        match (instead.as_str(), part("stdout"), part("stderr")) {
            (Some(text), ..) => write(text.as_bytes(), b""),
            (None, None, None) => write(format!("{instead}\n").as_bytes(), b""),
            (None, out, err) => write(out.unwrap_or_default().as_bytes(), err.unwrap_or_default().as_bytes()),
        }
    }
}

impl Kept {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    fn add(&mut self, more: &[u8]) {
        let (kept, rest) = more.split_at(more.len().min(KEPT.saturating_sub(self.bytes.len())));
        self.bytes.extend_from_slice(kept);
        self.dropped += rest.len() as u64;
    }
}

/// A stream that is being read.
struct Collecting {
    kept: Arc<Mutex<Kept>>,
    ended: Receiver<()>,
}

impl Collecting {
    fn until(self, deadline: Instant) -> Kept {
        let patience = deadline.saturating_duration_since(Instant::now());
        if self.ended.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
            let what = "the command left something behind that holds its output; what that writes from now on is lost";
            render::remark(&format!("warning: {what}, because a hook waits for it"));
        }
        std::mem::take(&mut *self.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn collect(mut stream: impl Read + Send + 'static) -> Collecting {
    let kept = Arc::new(Mutex::new(Kept::default()));
    let (end, ended) = channel();
    let to = Arc::clone(&kept);
    std::thread::spawn(move || {
        let mut buffer = vec![0; 64 << 10];
        loop {
            match stream.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => {
                    let read = buffer.get(..count).unwrap_or_default();
                    to.lock().unwrap_or_else(PoisonError::into_inner).add(read);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        // Nobody may be waiting any more.
        let _ = end.send(());
    });
    Collecting { kept, ended }
}

/// Each stream by itself: that one cannot be written is no reason to lose the other, nor how the command ended.
fn write(out: &[u8], err: &[u8]) {
    let mut stdout = std::io::stdout().lock();
    let written = stdout.write_all(out).and_then(|()| stdout.flush());
    // Nowhere left to say that even this failed.
    let _ = std::io::stderr().lock().write_all(err);
    match written {
        // A reader that went away has read enough.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            render::remark(&format!("warning: the output could not be written: {error}"));
        }
        Ok(()) | Err(_) => {}
    }
}
