//! The human in front of the terminal.

use crate::human;
use mastiff_core::escape::for_people;
use mastiff_core::hook::Call;
use mastiff_core::json::Json;
use mastiff_engine::interrupt;
use std::io::{BufRead, Write};

/// Asks whether a call may run. Whatever is no `y` or `yes` is a no, also a signal that ends the question.
pub fn yes(call: &Call, reasons: &[String]) -> bool {
    let command = call.input.get("command").and_then(Json::as_str).unwrap_or_default();
    let reasons: String = reasons.iter().map(|reason| format!("  {}\n", for_people(reason))).collect();
    let text = format!("{}\n{reasons}run it? [y/N] ", for_people(command));
    // What was typed before the question is no answer to it.
    interrupt::forget_typed();
    let asked = std::io::stderr().lock().write_all(text.as_bytes());
    // One look: a terminal gives one line, and no more of what is meant for the command is taken.
    asked.is_ok() && std::io::stdin().lock().fill_buf().is_ok_and(is_yes)
}

fn is_yes(line: &[u8]) -> bool {
    line.ends_with(b"\n") && std::str::from_utf8(line).is_ok_and(human::is_yes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_yes_is_one() {
        let rows: &[(&[u8], bool)] = &[
            (b"y\n", true),
            (b" yes \n", true),
            (b"Y\n", true),
            (b"YES\n", true),
            (b"\n", false),
            (b"", false),
            (b"yep\n", false),
            (b"y", false),
            (b"n\ny\n", false),
        ];
        for (line, expected) in rows {
            assert_eq!(is_yes(line), *expected, "{line:?}");
        }
    }
}
