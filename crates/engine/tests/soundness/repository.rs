//! What stands in the scratch repository and the scratch home.

/// Tracked files.
pub const TRACKED: &[(&str, &str)] = &[
    ("README.md", "# sample\n\nA scratch repository. TODO: nothing\n"),
    (
        "package.json",
        "{\n  \"name\": \"sample\",\n  \"version\": \"1.0.0\",\n  \"scripts\": {\n    \"test\": \"node --test tests\",\n    \"lint\": \"eslint src\",\n    \"build\": \"tsc -p .\"\n  }\n}\n",
    ),
    ("tsconfig.json", "{ \"compilerOptions\": { \"strict\": true } }\n"),
    ("Makefile", ".PHONY: test lint\ntest:\n\tpython3 -m unittest\nlint:\n\tgo vet ./...\n"),
    ("pyproject.toml", "[project]\nname = \"sample\"\nversion = \"1.0.0\"\n"),
    ("Cargo.toml", "[package]\nname = \"sample\"\nversion = \"1.0.0\"\nedition = \"2021\"\n"),
    ("go.mod", "module example.com/sample\n\ngo 1.22\n"),
    (".gitignore", "node_modules/\ntarget/\n.env\n"),
    ("src/app.js", "export function add(a, b) { return a + b }\n"),
    ("src/app.py", "def add(a, b):\n    return a + b\n"),
    ("src/main.rs", "fn main() {\n    println!(\"hello\");\n}\n"),
    ("src/main.go", "package main\n\nfunc main() {}\n"),
    ("src/with blank.txt", "one\ntwo\nthree\n"),
    ("src/-dash.txt", "a name that looks like a flag\n"),
    ("src/deep/er/x.txt", "1 2 3\n4 5 6\n"),
    ("tests/test_app.py", "import unittest\n"),
    ("docs/guide.md", "# guide\n\n## part\n"),
    ("scripts/hello.sh", "#!/bin/sh\necho hello\n"),
    ("data/list.csv", "name,count\nb,2\na,1\nc,3\n"),
    ("data/object.json", "{\"a\": [1, 2, {\"b\": \"c\"}], \"name\": \"x\"}\n"),
    ("data/log.txt", "2026-01-01 ok\n2026-01-02 error: bad\n2026-01-03 ok\n"),
    (".github/workflows/ci.yml", "on: push\njobs: {}\n"),
];

/// Beside them, not tracked.
pub const UNTRACKED: &[(&str, &str)] = &[
    (".env", "API_KEY=not-a-real-key\n"),
    ("notes.txt", "not tracked\n"),
    ("node_modules/pkg/index.js", "module.exports = 1\n"),
    ("target/out.txt", "built\n"),
];

/// In the home.
pub const HOME: &[(&str, &str)] = &[
    (".gitconfig", "[user]\n\tname = dev\n\temail = dev@example.com\n"),
    (".ssh/id_rsa", "not a key\n"),
    (".bashrc", "# nothing\n"),
    (".config/app/settings.json", "{}\n"),
    ("other/file.txt", "outside\n"),
];

/// Links that lead out of the repository.
pub const LINKS: &[(&str, &str)] =
    &[("link-out", "/home/user"), ("link-to-etc", "/etc"), ("src/link-in.txt", "../data/log.txt")];

/// Commits, branches, a remote that was seen, a stash, and work in progress.
pub const HISTORY: &str = r#"
set -e
git init -q -b main .
git add -A; git commit -q -m start
echo more >>README.md; git commit -q -am 'more words'
git tag v1.0.0
git checkout -q -b feature/x; echo x >src/x.txt; git add -A; git commit -q -m 'a feature'
git checkout -q -b dev main; echo y >src/y.txt; git add -A; git commit -q -m 'another'
git checkout -q main
git remote add origin https://git.example/sample.git
git update-ref refs/remotes/origin/main main
git symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/main
git branch -q --set-upstream-to=origin/main main
echo stashed >>docs/guide.md; git stash -q
echo changed >>src/app.py
echo new >src/new.txt; git add src/new.txt
"#;

/// Files that no allowed command may open: absolute, as the commands see them.
pub const SECRETS: &[&str] = &["/repo/.env", "/home/user/.ssh/id_rsa"];
