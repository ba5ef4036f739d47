//! The last resorts: whatever kills this process, a deny is written first.
//!
//! Most hosts take a hook that dies from a signal, or that never answers, for a "go ahead". So before anything is read a
//! reply is prepared, and a stack overflow, a crash, an exhausted memory or a hang writes it and exits. What runs then
//! uses only `write`, `_exit` and what sets a timer or a mask, on static bytes: it may run inside a signal handler, inside
//! the allocator, on a stack that is full.
//!
//! A process that was stopped, or that waits for a disk that does not answer, runs no handler. For that the kernel is told to
//! kill it some time after the alarm: the line around the gate makes a deny of that.
//!
//! What stays out of reach: `SIGKILL` from elsewhere (the kernel's own out-of-memory killer, a host that loses patience) and a
//! process that never starts. A limit on the address space (`RLIMIT_AS`) would add nothing to [`Bounded`]: its failures arrive
//! in the allocator, too.

mod pool;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ffi::c_int;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicPtr, AtomicU8, Ordering};

/// The exit code that every host reads as "blocked".
const BLOCKED: c_int = 2;
/// Milliseconds from the start of the process to its answer: waiting for the event, judging, recording, answering. Hosts
/// give a hook ten seconds and more, but what they take a late one for is often a "go ahead".
pub const BUDGET: u32 = 4_000;
/// Milliseconds from the start to the end of a process that could not even be told to end: longer than the alarm and the last
/// words, shorter than any host waits.
const END: u32 = 8_000;
/// Milliseconds for the last words. Whoever reads them may have stopped reading.
const FAREWELL: u32 = 300;
/// Memory that one decision may hold. The largest event ([`crate::input::BYTES`]) with its text kept a few times fits;
/// one that is made of millions of small values does not, and is denied.
const MEMORY: usize = 128 << 20;
/// Larger than any signal frame, also with the widest vector registers. Not touched before it is needed.
const STACK: usize = 64 << 10;

/// A deny that is ready before it is needed.
#[derive(Debug)]
pub struct DenyReply {
    /// What this host honours on stdout; empty where stderr and the exit code decide.
    pub stdout: &'static [u8],
    /// What this host honours as exit code.
    pub exit: i32,
}

/// What ends the process.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Cause {
    Crash,
    Stopped,
    Memory,
    Stdin,
    Decision,
}

static REPLY: AtomicPtr<DenyReply> = AtomicPtr::new(ptr::null_mut());
static DYING: AtomicBool = AtomicBool::new(false);
static ANSWERING: AtomicBool = AtomicBool::new(false);
static WAITING_FOR: AtomicU8 = AtomicU8::new(Cause::Decision as u8);

/// What Rust's runtime does before `main`, for a program that begins without it: a standard descriptor that is closed is opened,
/// so that no file gets its number, and a reader who left is an error, not a signal.
pub fn begin() {
    let ask = |fd| libc::pollfd { fd, events: 0, revents: 0 };
    let mut standard = [libc::STDIN_FILENO, libc::STDOUT_FILENO, libc::STDERR_FILENO].map(ask);
    // SAFETY: the array lives across the call, which is given its length.
    let asked = unsafe { libc::poll(standard.as_mut_ptr(), 3, 0) };
    for one in standard {
        // Where nobody can tell, each is asked for by itself.
        // SAFETY: asking for the flags of a number changes nothing.
        let closed = one.revents & libc::POLLNVAL != 0
            || (asked < 0 && unsafe { libc::fcntl(one.fd, libc::F_GETFD) } < 0);
        // SAFETY: a constant text with its end; the lowest number that is free is this one.
        if closed && unsafe { libc::open(c"/dev/null".as_ptr(), libc::O_RDWR) } < 0 {
            std::process::abort();
        }
    }
    act_on(libc::SIGPIPE, libc::SIG_IGN);
}

/// Prepares for the worst. Call it first; it starts no thread and allocates nothing.
///
/// Panics stay silent from here on: whoever catches the unwinding answers, and a second message on stderr would stand
/// before the reason.
pub fn arm(reply: &'static DenyReply) {
    REPLY.store(ptr::from_ref(reply).cast_mut(), Ordering::Release);
    LIMIT.store(MEMORY.cast_signed(), Ordering::Relaxed);
    std::panic::set_hook(Box::new(|_| {}));
    use_own_signal_stack();
    // They come with a failed `write` (a reader who left, a file grown to its limit), which says so itself.
    for signal in [libc::SIGPIPE, libc::SIGXFSZ] {
        act_on(signal, libc::SIG_IGN);
    }
    for (signal, handler) in HANDLED {
        act_on(*signal, *handler as *const () as libc::sighandler_t);
    }
    block_all_but(HANDLED.iter().map(|(signal, _)| *signal));
    kill_after(END);
}

/// The kernel kills this process then, whatever it does. A system that cannot do that has the alarm alone.
#[cfg(target_os = "linux")]
fn kill_after(millis: u32) {
    let never = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    let then = libc::timespec {
        tv_sec: libc::time_t::from((millis / 1_000) as i32),
        tv_nsec: libc::c_long::from((millis % 1_000) as i32) * 1_000_000,
    };
    let after = libc::itimerspec { it_interval: never, it_value: then };
    // SAFETY: all-zero is a valid `sigevent`; the timer is set only if it was made, and the old value is not asked for.
    unsafe {
        let mut event: libc::sigevent = std::mem::zeroed();
        event.sigev_notify = libc::SIGEV_SIGNAL;
        event.sigev_signo = libc::SIGKILL;
        let mut timer: libc::timer_t = std::mem::zeroed();
        if libc::timer_create(libc::CLOCK_MONOTONIC, &raw mut event, &raw mut timer) == 0 {
            libc::timer_settime(timer, 0, &raw const after, ptr::null_mut());
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn kill_after(_millis: u32) {}

/// From now on the real answer is being written: a later death no longer touches stdout, where a second document would
/// make the first one unreadable, but still exits as blocked.
pub fn answering() {
    ANSWERING.store(true, Ordering::Release);
}

/// Denies when there is no answer within `millis` from now. Replaces an earlier deadline; 0 lifts it.
///
/// Until [`event_read`] it is the event that is being waited for.
pub fn deadline(millis: u32) {
    WAITING_FOR.store(Cause::Stdin as u8, Ordering::Release);
    ring_after(millis);
}

/// The event is there: from now on whatever takes long is mastiff's own doing. The deadline stays.
pub fn event_read() {
    WAITING_FOR.store(Cause::Decision as u8, Ordering::Release);
}

fn ring_after(millis: u32) {
    let never = libc::timeval { tv_sec: 0, tv_usec: 0 };
    let then = libc::timeval {
        tv_sec: libc::time_t::from((millis / 1_000) as i32),
        tv_usec: libc::suseconds_t::from((millis % 1_000 * 1_000) as i32),
    };
    let timer = libc::itimerval { it_interval: never, it_value: then };
    // SAFETY: `timer` is a filled structure that the call only reads; the old value is not asked for.
    unsafe { libc::setitimer(libc::ITIMER_REAL, &raw const timer, ptr::null_mut()) };
}

const HANDLED: &[(c_int, extern "C" fn(c_int))] = &[
    (libc::SIGSEGV, on_crash),
    (libc::SIGBUS, on_crash),
    (libc::SIGILL, on_crash),
    (libc::SIGFPE, on_crash),
    (libc::SIGTRAP, on_crash),
    (libc::SIGABRT, on_crash),
    (libc::SIGSYS, on_crash),
    (libc::SIGXCPU, on_alarm),
    (libc::SIGALRM, on_alarm),
    (libc::SIGTERM, on_stop),
    (libc::SIGINT, on_stop),
    (libc::SIGHUP, on_stop),
    (libc::SIGQUIT, on_stop),
];

extern "C" fn on_crash(_signal: c_int) {
    last_words(Cause::Crash)
}

extern "C" fn on_stop(_signal: c_int) {
    last_words(Cause::Stopped)
}

extern "C" fn on_alarm(_signal: c_int) {
    let stdin = WAITING_FOR.load(Ordering::Acquire) == Cause::Stdin as u8;
    last_words(if stdin { Cause::Stdin } else { Cause::Decision })
}

/// Writes the prepared deny and ends the process.
fn last_words(cause: Cause) -> ! {
    let reply = REPLY.load(Ordering::Acquire);
    if reply.is_null() || DYING.swap(true, Ordering::AcqRel) {
        exit(BLOCKED);
    }
    // SAFETY: the only pointer ever stored comes from a `&'static DenyReply`.
    let reply = unsafe { &*reply };
    // A pipe that is full and never read would hold us here, and inside its own handler the alarm is blocked.
    ring_after(FAREWELL);
    unblock(std::iter::once(libc::SIGALRM));
    if !ANSWERING.load(Ordering::Acquire) {
        write(libc::STDOUT_FILENO, reply.stdout);
    }
    write(libc::STDERR_FILENO, reason(cause));
    exit(reply.exit)
}

fn reason(cause: Cause) -> &'static [u8] {
    match cause {
        Cause::Crash => b"mastiff denied this call: it crashed while judging it\n",
        Cause::Stopped => b"mastiff denied this call: it was stopped before it had an answer\n",
        Cause::Memory => b"mastiff denied this call: it ran out of memory while judging it\n",
        Cause::Stdin => b"mastiff denied this call: the event on stdin did not end in time\n",
        Cause::Decision => b"mastiff denied this call: it had no answer in time\n",
    }
}

fn write(to: c_int, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        // SAFETY: the pointer and the length describe one live slice.
        let count = unsafe { libc::write(to, bytes.as_ptr().cast(), bytes.len()) };
        match usize::try_from(count).ok().filter(|count| *count > 0).and_then(|count| bytes.get(count..)) {
            Some(rest) => bytes = rest,
            None => return,
        }
    }
}

fn exit(code: c_int) -> ! {
    // SAFETY: ends the process at once; nothing of it runs afterwards.
    unsafe { libc::_exit(code) }
}

struct SignalStack(UnsafeCell<[u8; STACK]>);

// SAFETY: nobody reads or writes it through Rust; it is handed to the kernel once.
unsafe impl Sync for SignalStack {}

static SIGNAL_STACK: SignalStack = SignalStack(UnsafeCell::new([0; STACK]));

/// A handler for a full stack needs another one.
fn use_own_signal_stack() {
    let stack = libc::stack_t { ss_sp: SIGNAL_STACK.0.get().cast(), ss_flags: 0, ss_size: STACK };
    // SAFETY: the memory is static and used for nothing else; the old stack is not asked for.
    unsafe { libc::sigaltstack(&raw const stack, ptr::null_mut()) };
}

fn act_on(signal: c_int, handler: libc::sighandler_t) {
    // SAFETY: all-zero is a valid `sigaction`: no flags, an empty mask.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    action.sa_sigaction = handler;
    action.sa_flags = libc::SA_ONSTACK;
    // SAFETY: `action` is filled; the handlers only do what is said above.
    unsafe { libc::sigaction(signal, &raw const action, ptr::null_mut()) };
}

/// The host may have started us with the alarm blocked. Every other signal waits for good. Most would end the process or put it to sleep, and whoever may send one could so
/// open the gate. One call for all of them: the gate is started for every tool call.
fn block_all_but(handled: impl Iterator<Item = c_int>) {
    // SAFETY: `set` is initialised by `sigfillset` before it is used; the old mask is not asked for.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&raw mut set);
        for signal in handled {
            libc::sigdelset(&raw mut set, signal);
        }
        libc::sigprocmask(libc::SIG_SETMASK, &raw const set, ptr::null_mut());
    }
}

fn unblock(signals: impl Iterator<Item = c_int>) {
    // SAFETY: `set` is initialised by `sigemptyset` before it is used; the old mask is not asked for.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        for signal in signals {
            libc::sigaddset(&raw mut set, signal);
        }
        libc::sigprocmask(libc::SIG_UNBLOCK, &raw const set, ptr::null_mut());
    }
}

/// Taken from the system since [`arm`]; less than nothing where older memory was given back.
static USED: AtomicIsize = AtomicIsize::new(0);
/// Nothing is counted below zero: before [`arm`], and where nobody arms.
static LIMIT: AtomicIsize = AtomicIsize::new(-1);

/// An allocator with a limit, once [`arm`] was called: exceeding it denies. A system without memory denies at any time.
///
/// Small pieces come from a pool; what that takes from the system is counted, not each of them. The pool is made for a
/// short-lived program that works on one thread, as the gate is; a long-lived one is better off without it.
#[derive(Debug)]
pub struct Bounded;

// SAFETY: the pool keeps the contract of this trait, and so does the system that it asks.
unsafe impl GlobalAlloc for Bounded {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of this very function.
        unsafe { pool::take(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        unsafe { pool::take_zeroed(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above; all memory comes from the pool.
        unsafe { pool::give_back(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        unsafe { pool::resize(memory, layout, size) }
    }
}

/// The system's allocator, counted. It gives no null: whoever cannot have memory is denied.
struct Counted;

impl Counted {
    fn take(size: usize) {
        Counted::count(size.cast_signed());
    }

    fn give_back(size: usize) {
        Counted::count(size.cast_signed().wrapping_neg());
    }

    /// Not in one step: whoever armed has one thread, and a locked addition for every piece of memory is dear.
    fn count(size: isize) {
        let limit = LIMIT.load(Ordering::Relaxed);
        if limit < 0 {
            return;
        }
        let used = USED.load(Ordering::Relaxed).saturating_add(size);
        USED.store(used, Ordering::Relaxed);
        if used > limit {
            last_words(Cause::Memory);
        }
    }

    /// Also before there is a reply: the abort that the caller would make of it is no "blocked" to a host.
    fn given(memory: *mut u8) -> *mut u8 {
        if memory.is_null() {
            last_words(Cause::Memory);
        }
        memory
    }
}

// SAFETY: every request is passed on to the system's allocator as it came; only counting is added.
unsafe impl GlobalAlloc for Counted {
    #[cold]
    #[inline(never)]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Counted::take(layout.size());
        // SAFETY: the caller keeps the contract of this very function.
        Counted::given(unsafe { System.alloc(layout) })
    }

    #[cold]
    #[inline(never)]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Counted::take(layout.size());
        // SAFETY: as above.
        Counted::given(unsafe { System.alloc_zeroed(layout) })
    }

    #[cold]
    #[inline(never)]
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        Counted::give_back(layout.size());
        // SAFETY: as above; all memory comes from `System`.
        unsafe { System.dealloc(memory, layout) }
    }

    #[cold]
    #[inline(never)]
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        Counted::take(size);
        Counted::give_back(layout.size());
        // SAFETY: as above.
        Counted::given(unsafe { System.realloc(memory, layout, size) })
    }
}
