//! The end of a process: seen at once, or brought about.

use super::cancel::LOOK;
use mastiff_core::hook::Ended;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

/// How often the end is looked for where the system cannot tell of it.
const TICK: Duration = Duration::from_millis(2);

/// How long a killed process may take to go. One that is stuck in the kernel takes longer, and is not waited for.
const GOING: Duration = Duration::from_secs(2);

/// A process that has been started and not been waited for: its id, and its group's, belong to nobody else.
pub struct Running {
    child: Child,
    pidfd: Option<OwnedFd>,
}

impl Running {
    pub fn new(child: Child) -> Self {
        let pidfd = pidfd(&child);
        Running { child, pidfd }
    }

    /// As if the system could not tell of the end.
    #[cfg(test)]
    pub fn ticking(child: Child) -> Self {
        Running { child, pidfd: None }
    }

    /// A descriptor that becomes readable at the end of the process.
    pub fn pidfd(&self) -> Option<BorrowedFd<'_>> {
        self.pidfd.as_ref().map(AsFd::as_fd)
    }

    /// How long one may sleep before looking again.
    pub fn patience(&self) -> Duration {
        if self.pidfd.is_some() { LOOK } else { TICK }
    }

    /// How it ended, if it did.
    pub fn ended(&mut self) -> Option<Ended> {
        match self.child.try_wait() {
            Ok(status) => status.map(how),
            // Somebody else in this process waited for it, or the host ignores `SIGCHLD`: nobody knows what it said.
            Err(error) => Some(Ended::Lost(error.to_string())),
        }
    }

    /// Kills it with its group, and waits until it is gone.
    pub fn end(mut self) {
        if let Some(pid) = pid(&self.child) {
            // It leads its group; but it may have gone to another one, and then the group may be nobody's.
            let _ = kill_process_group(pid, Signal::KILL);
            let _ = kill_process(pid, Signal::KILL);
        }
        if !self.goes() {
            let reaper = std::thread::Builder::new().name("mastiff-reaper".to_owned());
            let _ = reaper.spawn(move || self.child.wait());
        }
    }

    fn goes(&mut self) -> bool {
        let start = Instant::now();
        while start.elapsed() < GOING {
            if self.ended().is_some() {
                return true;
            }
            let mut fds: Vec<_> = self.pidfd.iter().map(|fd| PollFd::new(fd, PollFlags::IN)).collect();
            sleep(&mut fds, self.patience());
        }
        false
    }
}

/// One `poll`. An interruption is as good as the end of the time: whoever waits looks again.
pub fn sleep(fds: &mut [PollFd<'_>], patience: Duration) {
    let patience = Timespec::try_from(patience).unwrap_or(Timespec { tv_sec: 0, tv_nsec: 0 });
    let _ = poll(fds, Some(&patience));
}

fn how(status: ExitStatus) -> Ended {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ended::Exited(code),
        (None, signal) => Ended::Signalled(signal.unwrap_or_default()),
    }
}

fn pid(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}

/// `None` on an old kernel, or where too many files are open.
#[cfg(target_os = "linux")]
fn pidfd(child: &Child) -> Option<OwnedFd> {
    rustix::process::pidfd_open(pid(child)?, rustix::process::PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
fn pidfd(_: &Child) -> Option<OwnedFd> {
    None
}
