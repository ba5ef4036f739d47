//! Ends of names that mean the same to whoever looks for the file: `netlify<data>` is `netlify.toml` and its relatives.

/// An end of an entry that stands for several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
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
const SCRIPTS: &[&str] = &[".js", ".cjs", ".mjs", ".ts", ".cts", ".mts"];
const MODULES: &[&str] = &[".py", ".pyc", ".pyo", ".pyw", ".so", ".pyd", ".dll", ".dylib", ".sl"];

impl Ending {
    /// A pattern without its end, and the end; `None` if it has none of these.
    pub fn split(pattern: &str) -> Option<(&str, Ending)> {
        let (stem, word) = pattern.strip_suffix('>')?.rsplit_once('<')?;
        let ending = match word {
            "data" => Ending::Data,
            "code" => Ending::Code,
            "rc" => Ending::Rc,
            "module" => Ending::Module,
            _ => return None,
        };
        Some((stem, ending))
    }

    /// What a name has in the place of the stem, each way that it may be read.
    pub fn stems(self, name: &str) -> impl Iterator<Item = &str> {
        let ends = self.ends().iter().flat_map(|ends| ends.iter());
        let cut = ends.filter_map(move |end| name.strip_suffix(end));
        let bare = matches!(self, Ending::Rc | Ending::Module).then_some(name);
        // `x.cpython-312-x86_64-linux-gnu.so`: the tag of a version is no part of the module's name.
        let untagged = move |stem: &'_ str| match self {
            Ending::Module => name.get(..stem.rfind('.').filter(|at| *at > 0)?),
            Ending::Data | Ending::Code | Ending::Rc => None,
        };
        cut.flat_map(move |stem| [Some(stem), untagged(stem)]).flatten().chain(bare)
    }

    fn ends(self) -> &'static [&'static [&'static str]] {
        match self {
            Ending::Data => &[DATA],
            Ending::Code | Ending::Rc => &[DATA, SCRIPTS],
            Ending::Module => &[MODULES],
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
