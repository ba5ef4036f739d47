//! Patterns over paths: `*`, `?` and `[…]` inside one component, `**` for any number of components.
//!
//! A pattern speaks of the whole path. `**/.git/**` holds `.git` at any depth and everything below it; `src/` is
//! short for `src/**`. Nothing is compiled and nothing is allocated; the work is bounded by the product of the two
//! lengths, because only the last star ever has to be taken back.

use core::str::Chars;

/// Does `pattern` hold `path`? Both are split at `/`; empty components (a doubled slash) do not count, a leading
/// slash does. Matching goes on where [`check`] would complain: a bracket that is never closed is a plain bracket.
pub fn matches(pattern: &str, path: &str, fold_case: bool) -> bool {
    if pattern.starts_with('/') != path.starts_with('/') && !pattern.starts_with("**/") && pattern != "**" {
        return false;
    }
    // `src/` means what lies in it, and the directory itself.
    let below = pattern.ends_with('/').then_some("**");
    let pattern = pattern.split('/').filter(|part| !part.is_empty()).chain(below);
    let path = path.split('/').filter(|part| !part.is_empty());
    components(pattern, path, fold_case)
}

/// Does `pattern` hold a name in which a slash means nothing?
pub fn matches_name(pattern: &str, name: &str) -> bool {
    component(pattern, name, false)
}

/// Does `pattern` hold `path` or a directory that `path` lies in?
pub fn covers(pattern: &str, path: &str, fold_case: bool) -> bool {
    let mut path = path.trim_end_matches('/');
    loop {
        if matches(pattern, path, fold_case) {
            return true;
        }
        match path.rsplit_once('/') {
            Some((parent, _)) if !parent.is_empty() => path = parent.trim_end_matches('/'),
            Some(_) | None => return false,
        }
    }
}

/// Why `pattern` cannot mean what its author hoped, with the way out.
pub fn check(pattern: &str) -> Result<(), &'static str> {
    if pattern.is_empty() {
        return Err("an empty pattern matches nothing; write `**` for everything");
    }
    if pattern.contains('\0') {
        return Err("no path contains a NUL");
    }
    pattern.split('/').try_for_each(check_component)
}

fn check_component(part: &str) -> Result<(), &'static str> {
    if part == "." || part == ".." {
        return Err("paths are resolved before they are compared; write the pattern without `.` and `..`");
    }
    if part.contains("**") && part != "**" {
        return Err("`**` stands alone between slashes; inside a name write `*`");
    }
    let mut rest = part.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' if rest.next().is_none() => {
                return Err("nothing follows the backslash; write `\\\\` for a backslash");
            }
            '[' => match class(&rest) {
                Some((_, after)) => rest = after,
                None => return Err("`[` is never closed; write `\\[` for a plain bracket"),
            },
            '{' | '}' => {
                return Err(
                    "braces are not alternatives here; write two patterns, or `\\{` for a plain brace",
                );
            }
            _ => {}
        }
    }
    Ok(())
}

/// Components against components: a `**` that took too few takes one more.
fn components<'a, P, T>(mut pattern: P, mut path: T, fold_case: bool) -> bool
where
    P: Iterator<Item = &'a str> + Clone,
    T: Iterator<Item = &'a str> + Clone,
{
    let mut retry: Option<(P, T)> = None;
    loop {
        let here = path.clone();
        let advanced = match (pattern.next(), path.next()) {
            (None, None) => return true,
            (Some("**"), _) => {
                path = here;
                retry = Some((pattern.clone(), path.clone()));
                true
            }
            (Some(part), Some(name)) => component(part, name, fold_case),
            (Some(_), None) => return false,
            (None, Some(_)) => false,
        };
        if advanced {
            continue;
        }
        let Some((after_stars, mut taken)) = retry.take() else { return false };
        if taken.next().is_none() {
            return false;
        }
        pattern = after_stars.clone();
        path = taken.clone();
        retry = Some((after_stars, taken));
    }
}

/// One name against one component of a pattern.
fn component(pattern: &str, name: &str, fold_case: bool) -> bool {
    let (mut pattern, mut name) = (pattern.chars(), name.chars());
    let mut retry: Option<(Chars<'_>, Chars<'_>)> = None;
    loop {
        if pattern.as_str().starts_with('*') {
            pattern.next();
            retry = Some((pattern.clone(), name.clone()));
            continue;
        }
        let advanced = match name.next() {
            None => return pattern.as_str().is_empty(),
            Some(c) => one(&mut pattern, c, fold_case),
        };
        if advanced {
            continue;
        }
        let Some((after_star, mut taken)) = retry.take() else { return false };
        if taken.next().is_none() {
            return false;
        }
        pattern = after_star.clone();
        name = taken.clone();
        retry = Some((after_star, taken));
    }
}

/// One character against the next item of a pattern, which is used up.
fn one(pattern: &mut Chars<'_>, c: char, fold_case: bool) -> bool {
    match pattern.next() {
        None => false,
        Some('?') => true,
        Some('\\') => pattern.next().is_some_and(|literal| same(literal, c, fold_case)),
        Some('[') => match class(pattern) {
            Some((members, after)) => {
                *pattern = after;
                in_class(members, c, fold_case)
            }
            None => same('[', c, fold_case),
        },
        Some(literal) => same(literal, c, fold_case),
    }
}

/// The inside of a class whose `[` was just read, and what follows its `]`. A `]` in first place is a member.
fn class<'a>(rest: &Chars<'a>) -> Option<(&'a str, Chars<'a>)> {
    let text = rest.as_str();
    let negated = usize::from(text.starts_with(['!', '^']));
    let first = text.get(negated..)?.chars().next()?.len_utf8();
    let end = text.get(negated + first..)?.find(']')? + negated + first;
    Some((text.get(..end)?, text.get(end + 1..)?.chars()))
}

fn in_class(members: &str, c: char, fold_case: bool) -> bool {
    let negated = members.starts_with(['!', '^']);
    let mut items = members.chars();
    if negated {
        items.next();
    }
    let mut found = false;
    while let Some(low) = items.next() {
        let mut ahead = items.clone();
        match (ahead.next(), ahead.next()) {
            (Some('-'), Some(high)) => {
                items = ahead;
                found |= between(low, high, c, fold_case);
            }
            _ => found |= same(low, c, fold_case),
        }
    }
    found != negated
}

fn between(low: char, high: char, c: char, fold_case: bool) -> bool {
    let holds = |c: char| low <= c && c <= high;
    holds(c) || (fold_case && (c.to_lowercase().any(holds) || c.to_uppercase().any(holds)))
}

/// Folding goes up and then down, so that `ſ` and `K` (kelvin) meet `s` and `k` as they do on such file systems.
fn same(a: char, b: char, fold_case: bool) -> bool {
    a == b || (fold_case && fold(a).eq(fold(b)))
}

fn fold(c: char) -> impl Iterator<Item = char> {
    c.to_uppercase().flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    /// `yes|no pattern path`, in equal parts: what is held, and its look-alike.
    const TABLE: &str = "
        yes **/.git/**        .git
        yes **/.git/**        .git/config
        yes **/.git/**        a/b/.git/hooks/pre-commit
        yes **/.git/**        /repo/.git
        no  **/.git/**        .gitignore
        no  **/.git/**        a/x.git/config
        no  **/.git/**        .github/workflows/x.yml
        yes src/**            src
        yes src/**            src/a/b.rs
        no  src/**            srcs/a.rs
        no  src/**            lib/src/a.rs
        no  src/**            /src/a.rs
        yes src/              src/a/b.rs
        yes src/              src
        no  src/              src2/a
        yes src/*             src/a
        no  src/*             src/a/b
        no  src/*             src
        yes *.rs              a.rs
        no  *.rs              a.rst
        no  *.rs              d/a.rs
        yes **/*.rs           a.rs
        yes **/*.rs           d/e/a.rs
        no  **/*.rs           d/e/a.rs/x
        yes **                anything/at/all
        yes **                /anything
        yes *secret*          my.secret.txt
        yes *secret*          secret
        no  *secret*          secre
        yes .env.*            .env.local
        no  .env.*            .env
        no  .env.*            .environment
        yes id_rsa*           id_rsa.pub
        no  id_rsa*           xid_rsa
        yes a?c               abc
        yes a?c               aéc
        no  a?c               ac
        no  a?c               abbc
        yes [abc]x            bx
        no  [abc]x            dx
        yes [!abc]x           dx
        no  [!abc]x           ax
        yes [^a-c]x           zx
        no  [^a-c]x           bx
        yes [a-cx-z]          y
        no  [a-cx-z]          m
        yes []a]              ]
        yes []a]              a
        no  []a]              b
        yes [a-]              -
        yes [*]               *
        no  [*]               a
        yes \\*               *
        no  \\*               a
        yes a[b               a[b
        no  a[b               ab
        yes /tmp/**           /tmp/x/y
        yes /tmp/**           //tmp//x
        no  /tmp/**           tmp/x
        no  /tmp/**           /tmpx
        no  /tmp/**           /var/tmp/x
        yes a/**/z            a/z
        yes a/**/z            a/b/c/z
        no  a/**/z            a/zz
        no  a/**/z            b/a/z
        yes a/**/b/**/c       a/b/b/c
        no  a/**/b/**/c       a/c/b
        yes **/a/**/a/b       x/a/a/a/b
        no  **/a/**/a/b       x/a/b
    ";

    #[test]
    fn table() {
        let mut wrong: Vec<String> = Vec::new();
        for row in TABLE.lines().map(str::trim).filter(|r| !r.is_empty()) {
            let [expected, pattern, path] = row.split_whitespace().collect::<Vec<_>>()[..] else {
                panic!("three columns: {row}")
            };
            if matches(pattern, path, false) != (expected == "yes") {
                wrong.push(row.into());
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn folds_case_only_on_demand() {
        for (pattern, path) in [
            ("**/.git/**", "a/.GIT/config"),
            ("**/.git/**", ".Git"),
            ("[a-c]", "B"),
            ("id_rsa", "ID_RſA"),
            ("*.key", "A.KEY"),
            ("*.key", "a.\u{212a}ey"),
            ("é", "É"),
        ] {
            assert!(matches(pattern, path, true), "{pattern} {path}");
            assert!(!matches(pattern, path, false), "{pattern} {path}");
        }
        assert!(!matches(".git", ".got", true));
    }

    #[test]
    fn a_directory_covers_what_lies_in_it() {
        assert!(covers("infra", "infra/prod/main.tf", false));
        assert!(covers("**/*.tfstate", "a/x.tfstate/y", false));
        assert!(covers("/srv/data", "/srv/data/x", false));
        assert!(!covers("infra", "infrared/x", false));
        assert!(!covers("infra", "a/infra/x", false));
        assert!(!covers("/srv/data", "/srv", false));
    }

    #[test]
    fn complains_with_a_way_out() {
        for good in ["src/**", "**/*.rs", "[a-z]*", "\\{a\\}", "/tmp/", "[]x]", "a[!b]"] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
        for bad in ["", "a**", "src/**.rs", "../x", "./src", "a[b", "a[]", "x\\", "{a,b}", "a\0"] {
            assert!(check(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn stars_do_not_explode() {
        let pattern = format!("{}b", "*a".repeat(200));
        let name = "a".repeat(5_000);
        assert!(!matches(&pattern, &name, false));
        let pattern = format!("{}b", "**/a/".repeat(200));
        let path = "a/".repeat(2_000);
        assert!(!matches(&pattern, &path, false));
    }
}
