//! Kinds of files by which searches pick what they go through: `rg -t py`, `ag --java`.

use crate::policy::floor;
use crate::words::listed;

/// Kinds of code by the names that `rg` and `ag` give them, with the endings of all their versions.
const CODE: &[(&str, &str)] = &[
    ("rust rs", "rs"),
    ("py python", "py pyi pyw"),
    ("js jsx javascript", "js jsx mjs cjs es6 vue"),
    ("ts tsx typescript", "ts tsx mts cts"),
    ("go golang", "go"),
    ("java", "java jsp jspx properties"),
    ("c h cpp cc cxx", "c h cats in cpp hpp cc hh cxx hxx inl tpp m xs"),
    ("ruby rb", "rb rbw ru gemspec gemfile rakefile irbrc rhtml rjs rxml erb rake spec"),
    ("php", "php php3 php4 php5 php7 php8 phtml phpt pht phps"),
    ("html", "html htm ejs shtml xhtml"),
    ("css scss", "css scss sass less"),
    ("md markdown", "md markdown mdown mdwn mkd mkdn mdx"),
    ("swift", "swift"),
    ("kotlin", "kt kts"),
    ("scala", "scala sbt"),
    ("sql", "sql psql ctl"),
    ("csharp cs", "cs csx"),
    ("lua", "lua"),
    ("proto", "proto"),
    ("cmake", "cmake cmakelists.txt"),
    ("haskell", "hs lhs hsc c2hs cpphs"),
    ("elixir", "ex exs eex heex leex livemd"),
    ("erlang", "erl hrl"),
    ("dart", "dart"),
    ("r", "r rmd rnw"),
    ("perl", "pl pm pm6 pod t perl plh plx psgi"),
    ("vue", "vue"),
    ("svelte", "svelte svelte.ts svelte.js"),
    ("zig", "zig zon"),
];

/// Kinds of data.
const DATA: &[(&str, &str)] = &[
    ("json", "json jsonl lock map sarif"),
    ("yaml yml", "yaml yml"),
    ("toml", "toml lock"),
    ("xml", "xml xsd xsl xslt dtd rng sch xhtml xjb dist pom plist"),
];

/// Kinds by a word anywhere in the name: `*Dockerfile*`.
const BY_WORD: &[(&str, &[&str])] =
    &[("docker", &["dockerfile", "containerfile"]), ("make", &["makefile", ".mk", ".mak"])];

/// A file of this name may be of the kind. One that is not listed here takes any file.
pub fn may_be_of(kind: &str, name: &str) -> bool {
    let name = name.to_lowercase();
    let ends = |ending: &str| {
        name.strip_suffix(ending).is_some_and(|front| front.is_empty() || front.ends_with('.'))
    };
    let by_ending = CODE.iter().chain(DATA).find(|(names, _)| listed(names, kind));
    let by_word = BY_WORD.iter().find(|(names, _)| listed(names, kind));
    match (by_ending, by_word) {
        (Some((_, endings)), _) => endings.split(' ').any(ends),
        (None, Some((_, words))) => words.iter().any(|word| name.contains(word)),
        (None, None) => true,
    }
}

/// A file of this name is code: no secret is known that ends so.
pub fn is_code(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    CODE.iter().any(|(_, endings)| listed(endings, ending))
        && !floor::endings_of_secrets().any(|one| one == ending)
}
