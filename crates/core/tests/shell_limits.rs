//! No input, however hostile, makes the reader panic or overflow its stack. (That its steps grow as the text does: `shell/growth.rs`.)

use mastiff_core::shell::{self, MAX_LENGTH};

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

#[test]
fn deep_nesting_is_refused() {
    // the smallest stack that a thread of this program is given
    let small = std::thread::Builder::new().stack_size(1 << 20);
    let reading = small.spawn(|| {
        for opener in OPENERS {
            for count in [10, 90, 101, 250, 10_000, MAX_LENGTH / opener.len()] {
                let text = opener.repeat(count);
                assert!(shell::read(&text).is_err(), "{opener:?} x {count} was read");
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
