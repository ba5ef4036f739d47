//! Names of web hosts: compared whole, label by label, never as text that happens to contain another.

use alloc::string::String;
use core::net::IpAddr;

/// Sites that publish documentation of languages, libraries and tools, and nothing that strangers can read back:
/// an address there carries data to nobody who waits for it.
pub const DOCUMENTATION: &[&str] = &[
    "cmake.org",
    "code.claude.com",
    "dart.dev",
    "dev.mysql.com",
    "developer.android.com",
    "developer.apple.com",
    "developer.mozilla.org",
    "doc.rust-lang.org",
    "docs.anthropic.com",
    "docs.aws.amazon.com",
    "docs.djangoproject.com",
    "docs.docker.com",
    "docs.github.com",
    "docs.gitlab.com",
    "docs.gradle.org",
    "docs.npmjs.com",
    "docs.oracle.com",
    "docs.pytest.org",
    "docs.python.org",
    "docs.rs",
    "docs.ruby-lang.org",
    "docs.spring.io",
    "docs.swift.org",
    "elixir-lang.org",
    "en.cppreference.com",
    "git-scm.com",
    "go.dev",
    "hexdocs.pm",
    "kotlinlang.org",
    "kubernetes.io",
    "learn.microsoft.com",
    "man7.org",
    "nextjs.org",
    "nodejs.org",
    "peps.python.org",
    "pkg.go.dev",
    "react.dev",
    "vuejs.org",
    "www.gnu.org",
    "www.php.net",
    "www.postgresql.org",
    "www.rfc-editor.org",
    "www.sqlite.org",
    "www.typescriptlang.org",
];

/// A host name in its one spelling: lower case ASCII labels, no final dot. `None` if it is no such name.
pub fn plain(host: &str) -> Option<String> {
    let host = host.strip_suffix('.').unwrap_or(host);
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    (host.len() <= 253 && host.split('.').all(label)).then(|| host.to_ascii_lowercase())
}

/// Does the entry of a list hold a plain host? `*.example.com` holds every name below it, but not itself.
pub fn holds(entry: &str, host: &str) -> bool {
    match entry.strip_prefix("*.") {
        None => entry == host,
        Some(parent) => host
            .strip_suffix(parent)
            .and_then(|front| front.strip_suffix('.'))
            .is_some_and(|front| !front.is_empty() && host.parse::<IpAddr>().is_err()),
    }
}

/// An entry in its one spelling, or why it is none, with the way out.
pub fn entry(written: &str) -> Result<String, &'static str> {
    let (star, name) = match written.strip_prefix("*.") {
        Some(parent) => ("*.", parent),
        None => ("", written),
    };
    if written.contains("://") || written.contains('/') {
        return Err("only the host name is compared; leave scheme and path out");
    }
    if name.contains('@') || name.contains(':') {
        return Err("only the host name is compared; leave user and port out");
    }
    if name.contains('*') {
        return Err("a star stands only in front, as in `*.example.com`; for all hosts set `default`");
    }
    if !name.is_ascii() {
        return Err("write an international name in its `xn--…` form, so that look-alikes show");
    }
    let name = plain(name).ok_or("this is not a host name; write it as in `docs.example.com`")?;
    if !star.is_empty() && !name.contains('.') {
        return Err("this would hold a whole top-level domain; name the site, as in `*.example.com`");
    }
    Ok([star, name.as_str()].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_hold_names_not_text() {
        for (entry, host) in [
            ("docs.rs", "docs.rs"),
            ("*.example.com", "a.example.com"),
            ("*.example.com", "a.b.example.com"),
            ("10.0.0.1", "10.0.0.1"),
        ] {
            assert!(holds(entry, host), "{entry} {host}");
        }
        for (entry, host) in [
            ("docs.rs", "docs.rs.evil.example"),
            ("docs.rs", "xdocs.rs"),
            ("docs.rs", "www.docs.rs"),
            ("*.example.com", "example.com"),
            ("*.example.com", "badexample.com"),
            ("*.example.com", "example.com.evil.example"),
            ("*.0.0.1", "10.0.0.1"),
        ] {
            assert!(!holds(entry, host), "{entry} {host}");
        }
    }

    #[test]
    fn entries_are_checked() {
        assert_eq!(entry("Docs.Example.COM.").as_deref(), Ok("docs.example.com"));
        assert_eq!(entry("*.Example.com").as_deref(), Ok("*.example.com"));
        for bad in [
            "",
            "*",
            "*.com",
            "a*.example.com",
            "https://x.example",
            "x.example/path",
            "x.example:80",
            "me@x.example",
            "münchen.example",
            "a..b",
            "-x.example",
            "*.*.example.com",
        ] {
            assert!(entry(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn names_have_one_spelling() {
        for (host, expected) in [
            ("Docs.RS", Some("docs.rs")),
            ("docs.rs.", Some("docs.rs")),
            ("docs.rs..", None),
            ("docs.rs:443", None),
            ("me@docs.rs", None),
            ("docs%2ers", None),
            ("dоcs.rs", None),
            ("[::1]", None),
            ("docs.rs/x", None),
            (" docs.rs", None),
            ("", None),
            (".", None),
        ] {
            assert_eq!(plain(host).as_deref(), expected, "{host}");
        }
    }

    #[test]
    fn the_built_in_list_is_plain_and_sorted() {
        for host in DOCUMENTATION {
            assert_eq!(entry(host).as_deref(), Ok(*host));
        }
        assert!(DOCUMENTATION.is_sorted());
    }
}
