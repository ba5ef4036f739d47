//! Faults on request, so that tests can see what mastiff does when it fails. Not part of a release build.

#[cfg(debug_assertions)]
use std::hint::black_box;

/// Brings about the fault that `MASTIFF_FAULT` names.
#[cfg(not(debug_assertions))]
pub fn provoke() {}

/// Brings about the fault that `MASTIFF_FAULT` names.
#[cfg(debug_assertions)]
#[expect(clippy::panic, reason = "that is the point")]
pub fn provoke() {
    let Ok(fault) = std::env::var("MASTIFF_FAULT") else { return };
    match fault.as_str() {
        "panic" => panic!("asked to"),
        "panic-twice" => {
            let _bomb = Bomb;
            panic!("asked to");
        }
        "overflow" => drop(black_box(deeper(0))),
        "memory" => hoard(),
        "huge" => drop(black_box(vec![1u8; 1 << 46])),
        "hang" => loop {
            black_box(0);
        },
        "sleep" => std::thread::sleep(std::time::Duration::from_secs(3600)),
        // As somebody who may send signals to it would: no handler runs any more.
        "stop" => stop(),
        "abort" => std::process::abort(),
        "segfault" => segfault(),
        other => panic!("no fault is called {other}"),
    }
}

#[cfg(debug_assertions)]
struct Bomb;

#[cfg(debug_assertions)]
impl Drop for Bomb {
    fn drop(&mut self) {
        let nothing: Option<u8> = black_box(None);
        #[expect(clippy::unwrap_used, reason = "a panic while unwinding aborts the process")]
        black_box(nothing.unwrap());
    }
}

#[cfg(debug_assertions)]
#[expect(unconditional_recursion, reason = "the stack is to run out")]
fn deeper(n: u64) -> u64 {
    let frame = black_box([n; 64]);
    deeper(black_box(n + 1)) + black_box(frame).iter().sum::<u64>()
}

#[cfg(debug_assertions)]
fn hoard() -> ! {
    let mut hoard: Vec<Vec<u8>> = vec![];
    loop {
        hoard.push(black_box(vec![1; 1 << 20]));
    }
}

#[cfg(debug_assertions)]
fn stop() {
    let _ = std::process::Command::new("kill").args(["-STOP", &std::process::id().to_string()]).status();
}

#[cfg(debug_assertions)]
fn segfault() {
    let nowhere = black_box(8usize) as *const u8;
    // SAFETY: there is none; the kernel is to send the signal.
    black_box(unsafe { nowhere.read_volatile() });
}
