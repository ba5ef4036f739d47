//! One hook as a request.
//!
//! Nothing but the configured URL is spoken to: redirects are answers like any other, and proxies of the environment
//! are not used. A request carries the whole tool call and its answer decides about it; neither a server nor a variable
//! that somebody set may send it elsewhere.

use super::cancel::{Cancel, LOOK};
use super::exchange::Exchange;
use super::headers::headers;
use super::text::silent;
use mastiff_core::hook::{Ended, Http, Method, Ran};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// No request takes longer, whatever is configured: clocks end somewhere.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// How much longer than the request itself its own thread may take to say that it has timed out.
const SLACK: Duration = Duration::from_millis(50);

/// What is to be sent.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Where to, and how.
    pub http: &'a Http,
    /// The payload, as JSON. A `GET` does not send it.
    pub body: &'a str,
    /// The variables that headers can show, if they are allowed to.
    pub env: &'a [(String, String)],
    /// How long all of it may take, from the name lookup to the last byte of the answer.
    pub timeout: Duration,
}

/// Sends a request and waits for the answer. Any status is an answer; its body is the standard output.
pub fn request(request: &Request<'_>, cancel: &Cancel) -> Ran {
    if cancel.is_cancelled() {
        return silent(Ended::Cancelled);
    }
    let timeout = request.timeout.min(LONGEST);
    match prepared(request, timeout).and_then(started) {
        Ok(answer) => awaited(&answer, timeout + SLACK, cancel),
        Err(why) => silent(Ended::Unanswered(why)),
    }
}

fn prepared(request: &Request<'_>, timeout: Duration) -> Result<Exchange, String> {
    Ok(Exchange {
        url: request.http.url.clone(),
        headers: headers(request.http, request.env)?,
        body: match request.http.method {
            Method::Post => Some(request.body.to_owned()),
            Method::Get => None,
        },
        timeout,
    })
}

/// In a thread of its own, which may be left alone: it ends with its timeout.
fn started(exchange: Exchange) -> Result<Receiver<Ran>, String> {
    let (sender, answer) = sync_channel(1);
    std::thread::Builder::new()
        .name("mastiff-request".to_owned())
        .spawn(move || sender.send(exchange.run()))
        .map_err(|error| format!("the request did not start: {error}"))?;
    Ok(answer)
}

fn awaited(answer: &Receiver<Ran>, timeout: Duration, cancel: &Cancel) -> Ran {
    let start = Instant::now();
    loop {
        let left = timeout.saturating_sub(start.elapsed());
        match answer.recv_timeout(left.min(LOOK)) {
            Ok(ran) => return ran,
            Err(RecvTimeoutError::Disconnected) => {
                return silent(Ended::Unanswered("the request broke".to_owned()));
            }
            Err(RecvTimeoutError::Timeout) if cancel.is_cancelled() => return silent(Ended::Cancelled),
            Err(RecvTimeoutError::Timeout) if left.is_zero() => return silent(Ended::TimedOut),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}
