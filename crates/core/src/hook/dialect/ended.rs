//! How a hook ended, in numbers and in words.

use super::super::{Ended, Ran, first_line};
use alloc::format;
use alloc::string::String;

/// A first line of standard error is quoted up to here: one line may hold megabytes.
const QUOTED: usize = 200;

/// It ended as a hook does that has nothing to complain about.
pub fn is_fine(how: &Ended) -> bool {
    code(how) == Some(0)
}

/// The exit code; a server's yes is a zero. Every other end has none.
pub fn code(how: &Ended) -> Option<i32> {
    match how {
        Ended::Exited(code) => Some(*code),
        Ended::Answered(200..=299) => Some(0),
        Ended::Signalled(_)
        | Ended::TimedOut
        | Ended::Cancelled
        | Ended::Lost(_)
        | Ended::NotStarted(_)
        | Ended::Answered(_)
        | Ended::Unanswered(_) => None,
    }
}

/// One line about an end that is no answer, with what the hook said about it.
pub fn why(ran: &Ran) -> String {
    let how = words(&ran.how);
    match first_line(&ran.stderr.text) {
        "" => how,
        line => format!("{how}: {}", line.chars().take(QUOTED).collect::<String>()),
    }
}

/// One line about an end.
pub fn words(how: &Ended) -> String {
    match how {
        Ended::Exited(code) => format!("exit code {code}"),
        Ended::Signalled(signal) => format!("ended by signal {signal}"),
        Ended::TimedOut => "it did not end in time".into(),
        Ended::Cancelled => "it was called off".into(),
        Ended::Lost(why) => format!("its exit status was lost: {why}"),
        Ended::NotStarted(why) => format!("it did not start: {why}"),
        Ended::Answered(status) => format!("the server answered with status {status}"),
        Ended::Unanswered(why) => format!("no answer from the server: {why}"),
    }
}
