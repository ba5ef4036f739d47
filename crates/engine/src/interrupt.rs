//! Ctrl-C and its like, while hooks or a command run on somebody's behalf.
//!
//! Hooks run in process groups of their own, where the terminal's signal does not reach them. So the host catches it
//! and calls them off; one that just died would leave them running.

use crate::hooks::Cancel;
use std::ffi::c_int;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};

/// What a host is doing, hence what a signal calls off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It asks the hooks.
    Before,
    /// The command runs: a signal of the terminal reaches it by itself.
    Command,
    /// It tells the hooks.
    After,
}

/// What was caught.
#[derive(Debug, Default)]
pub struct Interrupts {
    cancels: [Cancel; 3],
    phase: AtomicUsize,
    signal: AtomicI32,
    command: AtomicI32,
}

const CAUGHT: &[c_int] = &[libc::SIGINT, libc::SIGQUIT, libc::SIGTERM, libc::SIGHUP];

static ALL: OnceLock<Interrupts> = OnceLock::new();

/// Catches them from now on. Calls that wait come back with an error then (no `SA_RESTART`), so that a question on the
/// terminal can be left.
pub fn catch() -> &'static Interrupts {
    let all = ALL.get_or_init(Interrupts::default);
    for signal in CAUGHT {
        // SAFETY: all-zero is a valid `sigaction`: no flags, an empty mask.
        let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
        action.sa_sigaction = on_signal as extern "C" fn(c_int) as *const () as libc::sighandler_t;
        // SAFETY: as above.
        let mut before: libc::sigaction = unsafe { std::mem::zeroed() };
        // SAFETY: only asks what holds now.
        unsafe { libc::sigaction(*signal, ptr::null(), &raw mut before) };
        // `nohup` and its like: what was ignored stays ignored.
        if before.sa_sigaction == libc::SIG_IGN {
            continue;
        }
        // SAFETY: `action` is filled; the handler only touches atomics and calls `kill`.
        unsafe { libc::sigaction(*signal, &raw const action, ptr::null_mut()) };
    }
    all
}

/// Hears of the end of children from now on. Whoever started this process may ignore `SIGCHLD`; that is inherited, and
/// then the system throws every exit status away before anybody can ask for it.
pub fn hear_of_children() {
    // SAFETY: all-zero is a valid `sigaction`: no flags, an empty mask, the default disposition.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    action.sa_sigaction = libc::SIG_DFL;
    // SAFETY: `action` is filled, and there is no handler.
    unsafe { libc::sigaction(libc::SIGCHLD, &raw const action, ptr::null_mut()) };
}

impl Interrupts {
    /// A signal calls this phase off from now on, and what the phase runs under.
    pub fn enter(&self, phase: Phase) -> Cancel {
        self.phase.store(phase as usize, Ordering::Release);
        self.cancels.get(phase as usize).cloned().unwrap_or_default()
    }

    /// The process that is told to end when this one is; also when that was just before it started.
    pub fn pass_on_to(&self, process: Option<u32>) {
        let process = process.and_then(|id| i32::try_from(id).ok()).unwrap_or(0);
        self.command.store(process, Ordering::SeqCst);
        if let Some(signal) = self.signal().filter(|_| process > 0) {
            // SAFETY: sends a signal; the process is a child that was not waited for yet.
            unsafe { libc::kill(process, signal) };
        }
    }

    /// The signal that called something off, if one did.
    pub fn signal(&self) -> Option<i32> {
        Some(self.signal.load(Ordering::SeqCst)).filter(|signal| *signal != 0)
    }

    fn caught(&self, signal: c_int) {
        self.signal.store(signal, Ordering::SeqCst);
        let phase = self.phase.load(Ordering::Acquire);
        // At the end also what still runs in the background since the beginning.
        let all = phase == Phase::After as usize;
        for (_, cancel) in self.cancels.iter().enumerate().filter(|(number, _)| all || *number == phase) {
            cancel.cancel();
        }
        let command = self.command.load(Ordering::SeqCst);
        // The terminal sends these two to the command as well; twice would be once too often.
        if command > 0 && signal != libc::SIGINT && signal != libc::SIGQUIT {
            // SAFETY: sends a signal; the process is a child that was not waited for yet.
            unsafe { libc::kill(command, signal) };
        }
    }
}

/// Drops what was typed on the terminal of standard input and not read yet.
pub fn forget_typed() {
    // SAFETY: touches the terminal's queue alone; without a terminal it fails and nothing happens.
    unsafe { libc::tcflush(libc::STDIN_FILENO, libc::TCIFLUSH) };
}

extern "C" fn on_signal(signal: c_int) {
    if let Some(all) = ALL.get() {
        all.caught(signal);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_calls_off_the_phase_it_arrives_in() {
        let all = Interrupts::default();
        let before = all.enter(Phase::Before);
        let command = all.enter(Phase::Command);
        assert_eq!(all.signal(), None);
        all.caught(libc::SIGINT);
        let after = all.enter(Phase::After);
        let called_off = || [before.is_cancelled(), command.is_cancelled(), after.is_cancelled()];
        assert_eq!(all.signal(), Some(libc::SIGINT));
        assert_eq!(called_off(), [false, true, false]);
        all.caught(libc::SIGTERM);
        assert_eq!(called_off(), [true, true, true]);
    }
}
