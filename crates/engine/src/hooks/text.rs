//! Bytes to the text that a report can hold.

use mastiff_core::hook::{Captured, Ended, Ran};

/// The text of what was kept; what is no UTF-8 is replaced.
pub fn captured(kept: Vec<u8>, dropped: u64) -> Captured {
    let text = String::from_utf8(kept)
        .unwrap_or_else(|broken| String::from_utf8_lossy(broken.as_bytes()).into_owned());
    Captured { text, dropped }
}

/// A run that left nothing behind.
pub fn silent(how: Ended) -> Ran {
    Ran { how, stdout: Captured::default(), stderr: Captured::default() }
}
