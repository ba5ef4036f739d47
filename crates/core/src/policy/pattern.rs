//! An entry of a path list: a glob that may start at the user's home.

use super::glob;
use alloc::string::String;

/// A pattern as it was written, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    text: String,
    /// The last component is a plain name: what lies below it is held too.
    plain_end: bool,
}

impl Pattern {
    /// A pattern whose text passed [`glob::check`].
    pub fn new(text: &str) -> Self {
        let last = text.rsplit('/').next().unwrap_or_default();
        Pattern { text: text.into(), plain_end: !last.contains(['*', '?', '[']) }
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Holds `path`, read for a list that permits: letter by letter, and below only what ends in a plain name.
    pub fn permits(&self, path: &str, home: &str) -> bool {
        let Some((pattern, path)) = self.placed(path, home) else { return false };
        if self.plain_end { glob::covers(pattern, path, false) } else { glob::matches(pattern, path, false) }
    }

    /// Permits the home itself: a list that does was not written for scratch.
    pub fn holds_home(&self, home: &str) -> bool {
        !home.is_empty() && self.permits(home, home)
    }

    /// Holds `path`, read for a list that forbids: a bare name at any depth, everything below, in any case.
    pub fn forbids(&self, path: &str, home: &str) -> bool {
        match self.placed(path, home) {
            Some((pattern, path)) => {
                let bare = !pattern.trim_end_matches('/').contains('/');
                glob::covers(pattern, path, true)
                    || (bare && path.split('/').any(|name| glob::matches(pattern, name, true)))
            }
            // Without a home nobody knows where it starts: then anywhere.
            None if home.is_empty() => {
                let below_home = self.text.trim_start_matches(['~', '/']);
                suffixes(path).any(|tail| glob::covers(below_home, tail, true))
            }
            None => false,
        }
    }

    /// Something that it holds may lie below the directory `dir`.
    pub fn may_lie_below(&self, dir: &str, home: &str) -> bool {
        let dir = dir.trim_start_matches("./").trim_end_matches('/');
        let bare = !self.text.trim_end_matches('/').contains('/');
        if dir.is_empty() || dir == "." || bare {
            return true;
        }
        let literal = |part: &&str| !part.contains(['*', '?', '[']);
        let mut places = dir.split('/').filter(|p| !p.is_empty());
        let (start, rest) = match self.text.strip_prefix("~/") {
            Some(rest) => (home, rest),
            None => ("", self.text.as_str()),
        };
        let full = start.split('/').chain(rest.split('/')).filter(|p| !p.is_empty());
        for part in full.take_while(literal) {
            match places.next() {
                None => return true,
                Some(place) if place.to_lowercase() != part.to_lowercase() => return false,
                Some(_) => {}
            }
        }
        places.next().is_none() || self.text.contains("**")
    }

    /// Pattern and path without the home in front; `None` when the path is not there.
    fn placed<'a>(&'a self, path: &'a str, home: &str) -> Option<(&'a str, &'a str)> {
        if self.text == "~" || self.text == "~/" {
            return below(path, home).map(|rest| ("**", rest));
        }
        match self.text.strip_prefix("~/") {
            Some(pattern) => below(path, home).map(|rest| (pattern, rest)),
            None => Some((&self.text, path)),
        }
    }
}

/// `path` relative to `home`, if it lies there.
fn below<'a>(path: &'a str, home: &str) -> Option<&'a str> {
    if home.is_empty() || home == "/" {
        return None;
    }
    let rest = path.strip_prefix(home.trim_end_matches('/'))?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

/// `a/b/c`, `b/c`, `c`.
fn suffixes(path: &str) -> impl Iterator<Item = &str> {
    let path = path.trim_start_matches('/');
    core::iter::once(path).chain(path.match_indices('/').filter_map(|(at, _)| path.get(at + 1..)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: &str = "/home/user";

    #[test]
    fn permitting_is_exact() {
        let rows = [
            ("src", "src/a/b.rs", true),
            ("src", "src", true),
            ("src", "srcs/a", false),
            ("src/*", "src/a", true),
            ("src/*", "src/a/b", false),
            ("*.md", "a.md", true),
            ("*.md", "docs/a.md", false),
            ("*.md", "a.MD", false),
            ("/tmp", "/tmp/x", true),
            ("/tmp", "/tmpx", false),
            ("~/.cache", "/home/user/.cache/x", true),
            ("~/.cache", "/home/other/.cache/x", false),
            ("~/.cache", "/home/user2/.cache/x", false),
            ("~", "/home/user/x", true),
            ("**", "/any/thing", true),
        ];
        for (pattern, path, expected) in rows {
            assert_eq!(Pattern::new(pattern).permits(path, HOME), expected, "{pattern} {path}");
        }
        assert!(!Pattern::new("~/.cache").permits("/.cache/x", ""));
        assert!(!Pattern::new("~").permits("/etc", "/"));
    }

    #[test]
    fn forbidding_is_wide() {
        let rows = [
            ("infra", "infra/x", true),
            ("infra", "deep/infra/x", true),
            ("infra", "INFRA/x", true),
            ("infra", "infrared/x", false),
            ("*.tfstate", "a/b/x.tfstate", true),
            ("a/infra", "b/a/infra", false),
            ("a/*", "a/b/c", true),
            ("~/keys", "/home/user/keys/a", true),
            ("~/keys", "/home/other/keys/a", false),
        ];
        for (pattern, path, expected) in rows {
            assert_eq!(Pattern::new(pattern).forbids(path, HOME), expected, "{pattern} {path}");
        }
        assert!(Pattern::new("~/keys").forbids("/somewhere/keys/a", ""), "an unknown home is any");
        assert!(!Pattern::new("~/keys").forbids("/somewhere/key", ""));
    }

    #[test]
    fn what_may_lie_below() {
        for (pattern, dir, expected) in [
            ("infra/prod/**", "infra", true),
            ("infra/prod/**", ".", true),
            ("infra/prod/**", "infra/prod/x", true),
            ("infra/prod/**", "src", false),
            ("infra/prod/x", "infra/prod/x/y", false),
            ("**/x", "src", true),
            ("*.tfstate", "src", true),
            ("~/keys", "/home", true),
            ("~/keys", "/etc", false),
        ] {
            assert_eq!(Pattern::new(pattern).may_lie_below(dir, HOME), expected, "{pattern} {dir}");
        }
    }
}
