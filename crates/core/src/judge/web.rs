//! Web addresses, read strictly: only what every client reads the same way has a host name here.

use crate::policy::Policy;
use crate::verdict::{Decision, Reason};
use alloc::format;
use alloc::string::String;

/// Longer addresses carry data rather than name a page.
const MAX_URL: usize = 2048;

/// The reason that fetching `url` comes to.
pub fn fetch(url: &str, policy: &Policy) -> Reason {
    let host = match host_of(url) {
        Ok(host) => host,
        Err(why) => {
            let decision = policy.web_default().max(Decision::Ask);
            return Reason::new(decision, "web_fetch", format!("the address `{url}` {why}"));
        }
    };
    match policy.about_web(&host) {
        // Whoever sits on the way answers instead of the site, and reads what is asked.
        Some(hit) if hit.rule == "web_documentation" && !is_encrypted(url) => Reason::new(
            policy.web_default().max(Decision::Ask),
            "web_fetch",
            format!("the address `{url}` is not encrypted"),
        ),
        Some(hit) => {
            let message = format!("the policy names the site `{host}`");
            let mut reason = Reason::new(hit.decision, hit.rule, message);
            reason.origin = hit.origin;
            reason
        }
        None => {
            let message =
                format!("`{host}` is not a site the policy names, and an address can carry data out");
            Reason::new(Decision::Ask, "web_fetch", message)
        }
    }
}

fn is_encrypted(url: &str) -> bool {
    url.split_once("://").is_some_and(|(scheme, _)| scheme.eq_ignore_ascii_case("https"))
}

/// The host name of a plain public address, or why it has none; completes "the address …".
pub fn host_of(url: &str) -> Result<String, &'static str> {
    if url.len() > MAX_URL {
        return Err("is longer than an address needs to be");
    }
    if !url.bytes().all(|b| b.is_ascii_graphic()) || url.contains(['\\', '`', '<', '>', '"']) {
        return Err("has characters that do not belong in one");
    }
    let (scheme, rest) = url.split_once("://").ok_or("has no scheme")?;
    if !scheme.eq_ignore_ascii_case("https") && !scheme.eq_ignore_ascii_case("http") {
        return Err("is not a web address");
    }
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.contains(['@', '%']) {
        return Err("has a user name or an escape in its host");
    }
    let host = match authority.split_once(':') {
        Some((host, "443" | "80")) => host,
        Some(_) => return Err("names a port"),
        None => authority,
    };
    plain_host(host)
}

fn plain_host(host: &str) -> Result<String, &'static str> {
    let host = host.to_ascii_lowercase();
    let allowed = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'.');
    if host.is_empty() || host.len() > 253 || !host.bytes().all(allowed) {
        return Err("has no plain host name");
    }
    if host.split('.').any(|label| label.is_empty() || label.starts_with('-') || label.ends_with('-')) {
        return Err("has no plain host name");
    }
    if host.split('.').any(|label| label.starts_with("xn--")) {
        return Err("has a host name in another script");
    }
    let last = host.rsplit('.').next().unwrap_or_default();
    if last.bytes().next().is_some_and(|b| b.is_ascii_digit()) {
        return Err("is a number instead of a name");
    }
    let private =
        ["local", "localhost", "internal", "intranet", "lan", "home", "corp", "test", "arpa", "onion"];
    if !host.contains('.') || private.contains(&last) {
        return Err("is not on the public web");
    }
    Ok(host)
}
