//! In tests: the descriptions that a call was read by, also those that stand inside of functions.

use super::spec::Style;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::RefCell;

std::thread_local! {
    static FLAGS: RefCell<Vec<(Style, String)>> = const { RefCell::new(Vec::new()) };
}

/// Arguments are told apart by this description.
pub fn note(style: Style, flags: &str) {
    FLAGS.with_borrow_mut(|seen| {
        if !seen.iter().any(|(_, known)| known == flags) {
            seen.push((style, flags.to_string()));
        }
    });
}

/// What was used since it was asked last.
pub fn take() -> Vec<(Style, String)> {
    FLAGS.take()
}
