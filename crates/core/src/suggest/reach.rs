//! What a rule about a command would open beyond what was approved: the rule holds in every directory, for every text
//! of a file that it names, and for whatever a task of that name does in the next repository.

use super::shape::known;
use super::tables::OF_PATHS;
use crate::call::Session;
use crate::effect::{Act, Place, place};
use crate::policy::Policy;
use crate::policy::scope::{Scope, Searches, Use};
use crate::verdict::Decision;
use crate::world::{Stands, World};
use alloc::vec::Vec;

/// A rule would drop the directory, or hold for a task that is another one tomorrow.
pub fn is_wider(act: &Act) -> bool {
    let words = known(act).unwrap_or_default();
    act.elsewhere || words.iter().any(|word| leads_elsewhere(word)) || runs_a_definition(act, &words)
}

/// A word of it names a file or directory that the agent may write: what that says tomorrow is the agent's.
pub fn names_files(act: &Act, cwd: &str, session: &Session, policy: &Policy, world: &dyn World) -> bool {
    let searches = Searches::default();
    let scope = Scope { world, session, policy, searches: &searches };
    // What they do with it does not depend on what it says.
    let of_paths = OF_PATHS.iter().any(|(program, _)| *program == act.program);
    let words = known(act).unwrap_or_default();
    !of_paths && words.iter().any(|word| names_a_file(word, cwd, &scope))
}

/// Flags behind which a directory stands in which the program works.
const DIRECTORY: &[&str] = &[
    "--chdir",
    "--cwd",
    "--directory",
    "--git-dir",
    "--prefix",
    "--project-directory",
    "--work-tree",
    "--workdir",
    "--working-directory",
    "-chdir",
];

fn leads_elsewhere(word: &str) -> bool {
    let name = word.split('=').next().unwrap_or_default();
    DIRECTORY.contains(&name) || (word.starts_with("-C") && !word.starts_with("--"))
}

/// Which subcommands of a program do what a file of the repository says.
enum Runs {
    All,
    Only(&'static [&'static str]),
    Unless(&'static [&'static str]),
}

/// Their orders lie in the repository, where the agent may change them.
const RUNNERS: &[(&str, Runs)] = &[
    ("act", Runs::All),
    ("ansible-playbook", Runs::All),
    ("ant", Runs::All),
    ("bazel", Runs::All),
    ("bmake", Runs::All),
    ("bun", Runs::Unless(&["add", "install", "remove", "update"])),
    ("cargo", Runs::Only(&["bench", "build", "make", "run", "test", "xtask"])),
    ("cdk", Runs::All),
    ("cmake", Runs::All),
    ("composer", Runs::Only(&["exec", "run", "run-script"])),
    ("deno", Runs::Only(&["run", "task"])),
    ("docker", Runs::Only(&["bake", "compose", "stack"])),
    ("docker-compose", Runs::All),
    ("doit", Runs::All),
    ("dotnet", Runs::Only(&["build", "msbuild", "publish", "run", "test"])),
    ("earthly", Runs::All),
    ("foreman", Runs::All),
    ("go", Runs::Only(&["generate", "run", "test"])),
    ("gmake", Runs::All),
    ("gradle", Runs::All),
    ("gradlew", Runs::All),
    ("grunt", Runs::All),
    ("gulp", Runs::All),
    ("hatch", Runs::Only(&["run"])),
    ("helmfile", Runs::All),
    ("honcho", Runs::All),
    ("inv", Runs::All),
    ("invoke", Runs::All),
    ("just", Runs::All),
    ("lefthook", Runs::All),
    ("lein", Runs::All),
    ("lerna", Runs::All),
    ("mage", Runs::All),
    ("make", Runs::All),
    ("meson", Runs::All),
    ("mise", Runs::Only(&["r", "run", "task", "tasks", "watch", "x", "exec"])),
    ("mix", Runs::All),
    ("moon", Runs::All),
    ("mvn", Runs::All),
    ("mvnw", Runs::All),
    ("ninja", Runs::All),
    ("nox", Runs::All),
    (
        "npm",
        Runs::Only(&[
            "exec",
            "restart",
            "rum",
            "run",
            "run-script",
            "start",
            "stop",
            "t",
            "test",
            "tst",
            "urn",
            "x",
        ]),
    ),
    ("nx", Runs::All),
    ("overmind", Runs::All),
    ("pdm", Runs::Only(&["run"])),
    ("pipenv", Runs::Only(&["run"])),
    ("pixi", Runs::Only(&["run"])),
    ("pnpm", Runs::Unless(&["add", "i", "install", "remove", "update"])),
    ("podman", Runs::Only(&["compose"])),
    ("podman-compose", Runs::All),
    ("poe", Runs::All),
    ("poetry", Runs::Only(&["run"])),
    ("pre-commit", Runs::All),
    ("pulumi", Runs::All),
    ("rake", Runs::All),
    ("rush", Runs::All),
    ("rye", Runs::Only(&["run"])),
    ("sbt", Runs::All),
    ("scons", Runs::All),
    ("serverless", Runs::All),
    ("skaffold", Runs::All),
    ("sls", Runs::All),
    ("task", Runs::All),
    ("terraform", Runs::All),
    ("terragrunt", Runs::All),
    ("tilt", Runs::All),
    ("tofu", Runs::All),
    ("tox", Runs::All),
    ("turbo", Runs::All),
    ("uv", Runs::Only(&["run"])),
    ("vagrant", Runs::All),
    ("yarn", Runs::Unless(&["add", "install", "remove", "upgrade"])),
];

fn runs_a_definition(act: &Act, words: &[&str]) -> bool {
    let Some((_, runs)) = RUNNERS.iter().find(|(program, _)| *program == act.program) else { return false };
    match runs {
        Runs::All => true,
        Runs::Only(subcommands) => words.iter().any(|word| subcommands.contains(word)),
        Runs::Unless(subcommands) => words.first().is_some_and(|word| !subcommands.contains(word)),
    }
}

/// Endings of files that programs take orders, lists or code from: they count where no such file stands any more.
const OF_ORDERS: &[&str] = &[
    "bat",
    "c",
    "cfg",
    "cjs",
    "conf",
    "cron",
    "cpp",
    "csv",
    "diff",
    "env",
    "exs",
    "gd",
    "go",
    "gradle",
    "groovy",
    "hcl",
    "ini",
    "ipynb",
    "jar",
    "java",
    "jl",
    "js",
    "json",
    "jsonl",
    "kt",
    "kts",
    "lua",
    "mjs",
    "mk",
    "nix",
    "nu",
    "patch",
    "php",
    "pl",
    "plist",
    "properties",
    "ps1",
    "py",
    "r",
    "rb",
    "rs",
    "scm",
    "scpt",
    "service",
    "sh",
    "sql",
    "swift",
    "tcl",
    "tf",
    "tfvars",
    "toml",
    "ts",
    "txt",
    "wasm",
    "xml",
    "yaml",
    "yml",
    "zip",
    "zsh",
];

fn names_a_file(word: &str, cwd: &str, scope: &Scope<'_>) -> bool {
    readings(word).into_iter().any(|path| {
        let place = Place { shown: path.into(), path: place::join(cwd, path) };
        let stands = || scope.world.resolve(&place.path).is_none_or(|found| found.stands != Stands::Nothing);
        let writable = || scope.judge(Use::Write, &place, false, "write_file").decision == Decision::Allow;
        (is_spelled_as_path(path) || stands()) && writable()
    })
}

fn is_spelled_as_path(path: &str) -> bool {
    let ending = path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map(|(_, ending)| ending);
    let starts = ["/", "./", "../"].iter().any(|start| path.starts_with(start));
    starts || ending.is_some_and(|ending| OF_ORDERS.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// The word, and what stands behind a sign or a letter in it: `@file`, `--file=file`, `-ffile`, `file://file`, `a:b`.
fn readings(word: &str) -> Vec<&str> {
    let signs = ['=', '@', ':', ','];
    let behind = word.match_indices(signs).filter_map(|(at, sign)| word.get(at + sign.len()..));
    let letter = word.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
    let attached = letter.and_then(|rest| rest.char_indices().nth(1)).and_then(|(at, _)| word.get(at + 1..));
    let mut all: Vec<&str> =
        core::iter::once(word).chain(behind).chain(attached).chain(word.split(signs)).collect();
    let schemeless: Vec<&str> = all.iter().filter_map(|path| path.strip_prefix("//")).collect();
    all.extend(schemeless);
    all.retain(|path| !path.is_empty() && *path != "-");
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_word_may_name() {
        for (word, path) in [
            ("k.yml", "k.yml"),
            ("@k.yml", "k.yml"),
            ("--file=k.yml", "k.yml"),
            ("--body=@k.yml", "k.yml"),
            ("-fk.yml", "k.yml"),
            ("file://k.yml", "k.yml"),
            ("src:/x", "src"),
            ("key=a,value=k.yml", "k.yml"),
        ] {
            assert!(readings(word).contains(&path), "{word}: {:?}", readings(word));
        }
        assert!(readings("-").is_empty() && readings("@-").iter().all(|path| *path == "@-"));
    }
}
