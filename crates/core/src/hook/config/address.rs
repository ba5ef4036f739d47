//! The address of an HTTP hook: one that nothing can be sent to is a slip that shows when the file is read, not when the
//! guard is needed.

/// Why no request can be sent to an address: completes "no request can be sent to it: …".
pub fn check(url: &str) -> Result<(), &'static str> {
    let rest = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"));
    let rest = rest.ok_or("it must start with `http://` or `https://`")?;
    if url.chars().any(|c| !c.is_ascii_graphic()) {
        return Err("it has blanks, control characters or letters beyond ASCII");
    }
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.contains('\\') {
        return Err("it has a backslash before its path");
    }
    let authority = authority.rsplit_once('@').map_or(authority, |(_, behind)| behind);
    match authority.strip_prefix('[') {
        Some(inner) => {
            let (host, behind) = inner.split_once(']').ok_or("its `[` is not closed")?;
            host.parse::<core::net::Ipv6Addr>().map_err(|_| "it has no IPv6 address between `[` and `]`")?;
            match behind.strip_prefix(':') {
                Some(number) => port(number),
                None if behind.is_empty() => Ok(()),
                None => Err("something stands behind its `]`"),
            }
        }
        None => {
            let (name, number) = match authority.split_once(':') {
                Some((name, number)) => (name, Some(number)),
                None => (authority, None),
            };
            host(name).and_then(|()| number.map_or(Ok(()), port))
        }
    }
}

fn port(number: &str) -> Result<(), &'static str> {
    let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    match number.parse::<u16>() {
        Ok(1..) if digits => Ok(()),
        Ok(_) | Err(_) => Err("its port must be a number from 1 to 65535"),
    }
}

/// A name, or an address of four numbers.
fn host(name: &str) -> Result<(), &'static str> {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
    let label = |label: &str| (1..=63).contains(&label.len()) && label.bytes().all(plain);
    let labels = name.strip_suffix('.').unwrap_or(name);
    if labels.is_empty() {
        return Err("it names no host");
    }
    if labels.len() > 253 || !labels.split('.').all(label) {
        return Err("its host is no name that a machine can have");
    }
    let last = labels.rsplit('.').next().unwrap_or_default();
    let is_number = last.bytes().all(|b| b.is_ascii_digit());
    if is_number && labels.parse::<core::net::Ipv4Addr>().is_err() {
        return Err("its host ends like an IPv4 address and is none");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        #[rustfmt::skip]
        let rows: &[(&str, bool)] = &[
            ("http://127.0.0.1:8080/hook", true),
            ("https://example.com", true),
            ("https://example.com.", true),
            ("https://example.com?x=1", true),
            ("http://localhost:1", true),
            ("http://localhost:65535/", true),
            ("http://my_service:80/a:0/b", true),
            ("http://[::1]:8080/", true),
            ("http://[::1]", true),
            ("http://user:secret@example.com:8080/", true),
            ("http://example.com/?u=http://x:99999/", true),
            ("http://localhost:0/", false),
            ("http://localhost:65536/", false),
            ("http://localhost:99999", false),
            ("http://localhost:", false),
            ("http://localhost:/x", false),
            ("http://localhost:+80/", false),
            ("http://localhost:-1/", false),
            ("http://localhost:8o8o/", false),
            ("http://localhost:80:80/", false),
            ("http://localhost:$PORT/", false),
            ("http://[::1]:0/", false),
            ("http://[::1]8080/", false),
            ("http://[::1/", false),
            ("http://[local]/", false),
            ("http://user@:80/", false),
            ("http://", false),
            ("http:///hook", false),
            ("http://:8080/", false),
            ("http://a..b/", false),
            ("http://.a/", false),
            ("http://a b/", false),
            ("http://$HOST/", false),
            ("http://256.1.1.1/", false),
            ("http://1.2.3/", false),
            ("http://h\u{f6}st/", false),
            ("http://a\\b/", false),
            ("http:/a/", false),
            ("ftp://example.com/", false),
            ("file:///etc/passwd", false),
            ("example.com", false),
            ("", false),
        ];
        for (url, expected) in rows {
            assert_eq!(check(url).is_ok(), *expected, "{url}: {:?}", check(url));
        }
    }
}
