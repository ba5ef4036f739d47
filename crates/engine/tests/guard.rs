//! Each way to die is tried in a process of its own: it must say no before it goes.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

use mastiff_engine::guard::{self, Bounded, DenyReply};
use std::hint::black_box;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};

#[global_allocator]
static MEMORY: Bounded = Bounded;

static REPLY: DenyReply = DenyReply { stdout: b"{\"prepared\":\"deny\"}", exit: 2 };

/// Run by the other tests, with the way to die in the environment.
#[test]
#[ignore = "dies"]
fn die() {
    let Ok(way) = std::env::var("MASTIFF_TEST_DEATH") else {
        return;
    };
    if way == "before it is armed" {
        drop(black_box(Vec::<u8>::with_capacity(black_box(1 << 46))));
    }
    guard::arm(&REPLY);
    match way.as_str() {
        "overflow" => drop(black_box(deeper(black_box(1)))),
        "abort" => std::process::abort(),
        "memory" => drop(black_box(vec![1_u8; black_box(129 << 20)])),
        "memory, slowly" => {
            let mut hoard = Vec::new();
            loop {
                hoard.push(black_box(vec![0_u8; 1 << 20]));
            }
        }
        "more than there is" => drop(black_box(Vec::<u8>::with_capacity(black_box(1 << 46)))),
        "stdin" => {
            guard::deadline(50);
            forever()
        }
        "decision" => {
            guard::deadline(10_000);
            // Long enough that the event is read before it ends, on a busy machine too.
            guard::deadline(1_000);
            guard::event_read();
            forever()
        }
        "while answering" => {
            guard::answering();
            std::process::abort()
        }
        "double panic" => {
            struct Again;
            impl Drop for Again {
                fn drop(&mut self) {
                    panic!("again");
                }
            }
            let _again = Again;
            panic!("first");
        }
        other => {
            // SAFETY: sends a signal to this process; no memory is involved.
            unsafe { libc::raise(other.parse().expect("a signal")) };
        }
    }
    println!("survived");
}

#[expect(unconditional_recursion, reason = "the stack is to overflow")]
fn deeper(n: u64) -> u64 {
    let frame = black_box([n; 64]);
    deeper(frame[3] + 1) + frame[5]
}

fn forever() -> ! {
    loop {
        std::thread::sleep(std::time::Duration::from_secs(1));
    }
}

/// Exit code, stdout, stderr of a process that dies in this way.
fn death(way: &str, stdin: Stdio) -> (Option<i32>, String, String) {
    let exe = std::env::current_exe().expect("known");
    let output = Command::new(exe)
        // One thread, as in the gate: a second one that wants memory would end the process while the first still speaks.
        .args(["die", "--exact", "--ignored", "--nocapture", "--test-threads=1"])
        .env("MASTIFF_TEST_DEATH", way)
        .stdin(stdin)
        .output()
        .expect("starts");
    assert_eq!(output.status.signal(), None, "{way}: no signal reaches the host");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn every_death_is_a_deny() {
    let signal = |signal: i32| signal.to_string();
    let table = [
        ("overflow".to_owned(), "crashed"),
        ("abort".to_owned(), "crashed"),
        ("double panic".to_owned(), "crashed"),
        ("memory".to_owned(), "memory"),
        ("memory, slowly".to_owned(), "memory"),
        ("more than there is".to_owned(), "memory"),
        ("stdin".to_owned(), "stdin"),
        ("decision".to_owned(), "no answer in time"),
        (signal(libc::SIGSEGV), "crashed"),
        (signal(libc::SIGBUS), "crashed"),
        (signal(libc::SIGILL), "crashed"),
        (signal(libc::SIGTERM), "stopped"),
        (signal(libc::SIGXCPU), "in time"),
    ];
    for (way, reason) in table {
        let (code, stdout, stderr) = death(&way, Stdio::null());
        assert_eq!(code, Some(2), "{way}: {stdout} {stderr}");
        assert!(stdout.ends_with("{\"prepared\":\"deny\"}"), "{way}: {stdout}");
        assert!(stderr.contains(reason) && stderr.ends_with('\n'), "{way}: {stderr}");
        assert!(!stdout.contains("survived"), "{way}");
    }
}

#[test]
fn an_answer_that_was_begun_is_not_spoiled() {
    let (code, stdout, stderr) = death("while answering", Stdio::null());
    assert_eq!(code, Some(2));
    assert!(!stdout.contains("prepared"), "{stdout}");
    assert!(stderr.contains("denied"), "{stderr}");
}

/// All but those that nobody can catch, and two that the C library keeps for itself.
#[test]
fn no_other_signal_kills_or_stops() {
    let signals = [
        libc::SIGPIPE,
        libc::SIGXFSZ,
        libc::SIGUSR1,
        libc::SIGUSR2,
        libc::SIGVTALRM,
        libc::SIGPROF,
        libc::SIGIO,
        libc::SIGTSTP,
        libc::SIGTTIN,
        libc::SIGTTOU,
        libc::SIGCHLD,
        libc::SIGCONT,
        libc::SIGWINCH,
    ];
    let of_linux: &[i32] = if cfg!(target_os = "linux") { &[16, 30, 34, 35, 63, 64] } else { &[] };
    for signal in signals.iter().chain(of_linux) {
        let (code, stdout, _) = death(&signal.to_string(), Stdio::null());
        assert_eq!(code, Some(0), "{signal}");
        assert!(stdout.contains("survived"), "{signal}: {stdout}");
    }
}

#[test]
fn memory_that_is_not_there_before_the_guard_is_armed_denies() {
    let (code, stdout, _) = death("before it is armed", Stdio::null());
    assert_eq!(code, Some(2));
    assert!(!stdout.contains("survived"));
}
