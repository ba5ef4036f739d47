//! No input, however hostile, makes the reader panic, overflow its stack, or take more than linear time.

use mastiff_core::shell::{self, MAX_LENGTH};
use std::time::{Duration, Instant};

/// Beginnings that nest.
const OPENERS: [&str; 21] = [
    "$(",
    "(",
    "((",
    "{a,",
    "{ ",
    "\"${x:-",
    "\"$(",
    "${x:-",
    "${x%",
    "$((",
    "<(",
    "a[",
    "[[ ( ",
    "! ",
    "if ",
    "while ",
    "f() { ",
    "case x in x) ",
    "a=( ",
    "\"${x:-\"",
    "time ",
];

/// Pieces that repeat without nesting, each a possible source of repeated scanning.
const REPEATED: [&str; 34] = [
    "{a,",
    "\"${x",
    "((",
    "`",
    "<<E ",
    "<<E\n",
    "{",
    "[",
    "a[",
    "\\\n",
    "$((1) ",
    "{a..",
    "x{a,b}",
    "$x{a,b} ",
    ">a ",
    ">a b ",
    "((a);",
    "'",
    "\"",
    "# ",
    "a b ",
    "; ",
    "a;",
    "a|",
    "a&&",
    "1",
    "~",
    "[[ a == b ]];",
    "<(",
    "{}",
    "$'\\x41'",
    "cat <<E\nE\n",
    "${x:-a}",
    "=a",
];

#[test]
fn deep_nesting_is_refused() {
    // the smallest stack that a thread of this program is given
    let small = std::thread::Builder::new().stack_size(1 << 20);
    let reading = small.spawn(|| {
        for opener in OPENERS {
            for count in [10, 90, 101, 250, 10_000, MAX_LENGTH / opener.len()] {
                let text = opener.repeat(count);
                let started = Instant::now();
                assert!(shell::read(&text).is_err(), "{opener:?} x {count} was read");
                assert!(started.elapsed() < Duration::from_secs(2), "{opener:?} x {count} took long");
            }
        }
    });
    reading.expect("a thread").join().expect("no overflow, no refusal missed");
}

#[test]
fn balanced_nesting_is_read_up_to_the_limit_and_refused_beyond() {
    let pairs = [
        ("$(", ")"),
        ("( ", " )"),
        ("{ ", "; }"),
        ("\"$(", ")\""),
        ("${x:-", "}"),
        ("<(", ")"),
        ("if ", "; then a; fi"),
    ];
    let small = std::thread::Builder::new().stack_size(1 << 20);
    let reading = small.spawn(move || {
        for (open, close) in pairs {
            let nested = |depth: usize| {
                format!("a {}", if open.starts_with(['$', '"', '<']) { "" } else { "; " })
                    + &open.repeat(depth)
                    + "a"
                    + &close.repeat(depth)
            };
            assert!(shell::read(&nested(15)).is_ok(), "{:?}", shell::read(&nested(15)));
            assert!(shell::read(&nested(300)).is_err(), "{open}");
        }
    });
    reading.expect("a thread").join().expect("no overflow");
}

#[test]
fn the_length_is_limited() {
    assert!(shell::read(&"a".repeat(MAX_LENGTH)).is_ok());
    assert!(shell::read(&"a".repeat(MAX_LENGTH + 1)).is_err());
}

#[test]
fn time_is_linear_in_length() {
    for piece in REPEATED {
        for (before, behind) in [("", ""), ("echo ", ""), ("a=(", ")"), ("$(", ")"), ("cat <<E\n", "\nE\n")] {
            let time = |length: usize| {
                let text = format!("{before}{}{behind}", piece.repeat(length / piece.len()));
                (0..3).map(|_| clocked(&text)).min().unwrap_or_default()
            };
            let (half, whole) = (time(MAX_LENGTH / 2 - 64), time(MAX_LENGTH - 64));
            // small times are noise; a quadratic reader would take seconds for this length
            let linear = whole < half * 4 || whole < Duration::from_millis(150);
            assert!(linear, "{before:?} {piece:?}: {half:?} for half, {whole:?} for all");
        }
    }
}

/// Processor time where the system tells it, so that a busy machine does not count.
fn clocked(text: &str) -> Duration {
    let (started, used) = (Instant::now(), processor_time());
    let _ = std::hint::black_box(shell::read(text));
    match (used, processor_time()) {
        (Some(before), Some(after)) if after > before => after - before,
        _ => started.elapsed(),
    }
}

fn processor_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(stat.split_whitespace().next()?.parse().ok()?))
}

#[test]
fn no_bytes_make_it_panic() {
    let alphabet: Vec<char> =
        "ab 1'\"`$(){}[]<>|&;#\\\n\t=!*?~,:-@%+E/^._é€\u{1}\u{7f}\r\0\u{a0}".chars().collect();
    let words = [
        "$(", "${", "<<E\n", "if ", "then ", "fi", "case ", "esac", "\\\n", "$'", "((", "))", "[[ ", " ]]",
        "{a..c}", "\nE\n",
    ];
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = move |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from((state >> 11) % limit as u64).expect("small")
    };
    for _ in 0..60_000 {
        let mut text = String::new();
        for _ in 0..next(40) {
            if next(4) == 0 {
                text.push_str(words[next(words.len())]);
            } else {
                text.push(alphabet[next(alphabet.len())]);
            }
        }
        if let Err(refusal) = shell::read(&text) {
            let (start, end) = (refusal.span.start, refusal.span.end);
            assert!(start <= end && end as usize <= text.len(), "{text:?}: {refusal:?}");
            assert!(refusal.span.of(&text).is_some(), "{text:?}: {refusal:?}");
        }
    }
}
