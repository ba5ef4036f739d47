//! Ends of names that mean the same to whoever looks for the file: `netlify<data>` is `netlify.toml` and its relatives.

/// An end of an entry that stands for several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    kind: Kind,
    /// A file of one's own beside it counts as well: `lefthook<+data>` is also `lefthook.local.yml` and `lefthook-local.yml`.
    with_local: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A file of settings: `travis<data>`.
    Data,
    /// The same, or a script that computes them: `lint-staged.config<code>`.
    Code,
    /// The same, or the bare name: `.lintstagedrc<rc>`.
    Rc,
    /// All forms in which Python finds a module: file, package, compiled, built for one version.
    Module,
}

const DATA: &[&str] =
    &[".yml", ".yaml", ".toml", ".json", ".jsonc", ".json5", ".xml", ".ini", ".kdl", ".hcl"];
/// What a file of one's own has behind its name.
const LOCAL: &[&str] = &[".local", "-local"];
const SCRIPTS: &[&str] = &[".js", ".cjs", ".mjs", ".ts", ".cts", ".mts"];
const MODULES: &[&str] = &[".py", ".pyc", ".pyo", ".pyw", ".so", ".pyd", ".dll", ".dylib", ".sl"];

impl Ending {
    /// A pattern without its end, and the end; `None` if it has none of these.
    pub fn split(pattern: &str) -> Option<(&str, Ending)> {
        let (stem, word) = pattern.strip_suffix('>')?.rsplit_once('<')?;
        let kind = match word.trim_start_matches('+') {
            "data" => Kind::Data,
            "code" => Kind::Code,
            "rc" => Kind::Rc,
            "module" => Kind::Module,
            _ => return None,
        };
        Some((stem, Ending { kind, with_local: word.starts_with('+') }))
    }

    /// What a name has in the place of the stem, each way that it may be read.
    pub fn stems<'a>(self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let ends = self.ends().iter().flat_map(|ends| ends.iter());
        let cut = ends.filter_map(move |end| name.strip_suffix(end));
        let bare = matches!(self.kind, Kind::Rc | Kind::Module).then_some(name);
        // `x.cpython-312-x86_64-linux-gnu.so`: the tag of a version is no part of the module's name.
        let untagged = move |stem: &'_ str| match self.kind {
            Kind::Module => name.get(..stem.rfind('.').filter(|at| *at > 0)?),
            Kind::Data | Kind::Code | Kind::Rc => None,
        };
        let own = move |stem: &'a str| {
            LOCAL.iter().find_map(|end| stem.strip_suffix(end)).filter(|_| self.with_local)
        };
        let stems = cut.flat_map(move |stem| [Some(stem), untagged(stem)]).flatten().chain(bare);
        stems.flat_map(move |stem| [Some(stem), own(stem)]).flatten()
    }

    fn ends(self) -> &'static [&'static [&'static str]] {
        match self.kind {
            Kind::Data => &[DATA],
            Kind::Code | Kind::Rc => &[DATA, SCRIPTS],
            Kind::Module => &[MODULES],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_stands_for_its_spellings() {
        let has = |pattern: &str, name: &str| {
            let (stem, ending) = Ending::split(pattern).unwrap();
            ending.stems(name).any(|found| found == stem)
        };
        for (pattern, name, expected) in [
            ("x<data>", "x.toml", true),
            ("x<data>", "x.yml", true),
            ("x<data>", "x", false),
            ("x<data>", "x.ts", false),
            ("x<data>", "x.md", false),
            ("x<code>", "x.mjs", true),
            ("x<code>", "x.json", true),
            ("x<code>", "x", false),
            ("x<rc>", "x", true),
            ("x<rc>", "x.cjs", true),
            ("x<rc>", "x.md", false),
            ("x<+data>", "x.yml", true),
            ("x<+data>", "x.local.yml", true),
            ("x<+data>", "x-local.toml", true),
            ("x<+data>", "x.locale.yml", false),
            ("x<+code>", "x.local.mjs", true),
            ("x<+rc>", "x.local", true),
            ("x<data>", "x.local.yml", false),
            ("x<module>", "x", true),
            ("x<module>", "x.py", true),
            ("x<module>", "x.cpython-312.pyc", true),
            ("x<module>", "x.cpython-312-x86_64-linux-gnu.so", true),
            ("x<module>", "x.abi3.so", true),
            ("x<module>", "x_test.py", false),
            ("x<module>", "x.md", false),
        ] {
            assert_eq!(has(pattern, name), expected, "{pattern} {name}");
        }
        assert_eq!(Ending::split("x"), None);
    }
}
