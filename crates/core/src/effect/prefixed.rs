//! `FOO=bar PROGRAM`: in front of which programs a variable may stand that nobody described.
//!
//! Names alone do not tell: `CMP=rm zcmp x y` deletes, `MAGIC=id_rsa file x` prints a key. So a variable that is not known
//! passes only in front of programs of which it is known what they look at, and of those that run the project's own
//! code anyway; and its value must be a word that names no file.

use super::program::{self, Consults};
use super::reading::{Invocation, Reading};
use super::value::{Arg, Value};
use super::{Effect, environment, place, steering};
use crate::policy::floor;
use crate::redact;
use crate::words::listed;
use crate::world::Stands;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Builtins that look at nothing but their words.
const PRINTERS: &str = "echo printf true false : pwd";

/// Where Python looks for modules first.
const MODULES: &str = "PYTHONPATH";

/// Programs, and modules that Python runs, that load the project's own modules.
const TESTERS: &str = "pytest py.test unittest";

/// What git does without starting hooks, which others have switches for: `HK=0 git commit`.
const HOOKLESS: &str = "status log diff show branch tag ls-files ls-tree rev-parse rev-list blame describe shortlog grep \
    remote add reflog diff-tree diff-index diff-files for-each-ref show-ref merge-base name-rev cat-file whatchanged \
    count-objects check-ignore stash version help";

impl Reading<'_> {
    /// Variables set for a function, a builtin or a file of the repository.
    pub(super) fn check_env(&mut self, call: &Invocation) {
        let doubtful = self.check_names_of(call);
        if !(listed(PRINTERS, &call.name) && self.are_words(call, &doubtful)) {
            self.stop_variables(call, &doubtful);
        }
    }

    /// Stops variables that are known to steer programs. The names of those that may mean nothing to this one are given
    /// back: whether they do is settled when it has been read.
    pub(super) fn check_names_of(&mut self, call: &Invocation) -> Vec<String> {
        let mut doubtful = Vec::new();
        let mut steering = Vec::new();
        for (name, value) in &call.env {
            self.note_set(name);
            match environment::may_export(name, value) {
                true => {}
                // What is masked in the ledger must be judged as before.
                false if environment::is_secret(name) || redact::names_secret(name) => {
                    steering.push(name.clone())
                }
                false if steering::is_plain(name, value) => doubtful.push(name.clone()),
                false if name == MODULES && self.are_folders_of_project(value) => doubtful.push(name.clone()),
                false => steering.push(name.clone()),
            }
        }
        self.stop_variables(call, &steering);
        doubtful
    }

    /// Stops the variables of which nothing is known, unless they mean nothing to the program that was read. There were
    /// `before` acts before it.
    pub(super) fn settle_variables(&mut self, call: &Invocation, doubtful: &[String], before: usize) {
        if doubtful.is_empty() {
            return;
        }
        let (modules, words): (Vec<String>, Vec<String>) =
            doubtful.iter().cloned().partition(|name| name == MODULES);
        if !modules.is_empty() && !self.ignores_modules(call, before) {
            self.stop_variables(call, &modules);
        }
        let are_harmless = || self.ignores_variables(call, before) && self.are_words(call, &words);
        if !words.is_empty() && !are_harmless() {
            self.stop_variables(call, &words);
        }
    }

    pub(super) fn stop_variables(&mut self, call: &Invocation, names: &[String]) {
        for name in names {
            let message = format!("`{name}=…` may change what `{}` does", call.name);
            self.add(Effect::Opaque, "environment", message, call.span);
        }
    }

    /// Which variables the program looks at is known, or it runs code of the project, which looks at what it likes.
    fn ignores_variables(&self, call: &Invocation, before: usize) -> bool {
        // A compiler, a linter: what it looks at is its own business, not the project's.
        let runs_project = || program::consults(&call.name) == Consults::Credentials;
        let known = program::find(&call.name).is_some_and(|program| program.ignores_variables);
        known || is_hookless_git(call) || (runs_project() && self.is_check_since(before))
    }

    /// Modules of the project are nothing to the program, or code that it runs anyway.
    fn ignores_modules(&self, call: &Invocation, before: usize) -> bool {
        let runs_tests = || {
            let mut words = call.args.iter();
            match call.name.starts_with("python") {
                true => {
                    words.next().is_some_and(|arg| arg.is_text("-m"))
                        && words.next().and_then(Arg::text).is_some_and(|module| listed(TESTERS, module))
                }
                false => listed(TESTERS, &call.name),
            }
        };
        let is_blind = program::find(&call.name).is_some_and(|program| program.ignores_variables);
        is_blind || (runs_tests() && self.is_check_since(before))
    }

    /// Each of a list is a folder of the project, open to everybody, and as it was before the command.
    fn are_folders_of_project(&self, value: &Value) -> bool {
        let is_open = |path: &str| {
            let found = self.world.resolve(path).filter(|found| found.stands == Stands::Directory);
            let hides = |below: &str| below.split('/').any(|name| name.starts_with('.'));
            let lies = |path: &str| {
                let below = self.session.roots.iter().find_map(|root| path.strip_prefix(root.as_str()));
                below.is_some_and(|below| (below.is_empty() || below.starts_with('/')) && !hides(below))
            };
            let is_kept = || self.is_on_floor(path) || self.is_secret(path) || self.was_written(path);
            lies(&place::normal(path)) && found.is_some_and(|found| lies(&found.path)) && !is_kept()
        };
        let is_list = |text: &str| {
            let folder = |part: &str| self.dirs().iter().all(|dir| is_open(&place::join(dir, part)));
            text.split(':').all(|part| folder(if part.is_empty() { "." } else { part }))
        };
        !self.shell.lost && value.texts().is_some_and(|texts| texts.into_iter().all(is_list))
    }

    /// None of the values is the name of a file, neither of one that is there nor of one that must not come to be.
    fn are_words(&self, call: &Invocation, names: &[String]) -> bool {
        let values = call.env.iter().filter(|(name, _)| names.contains(name)).map(|(_, value)| value);
        let is_word = |value: &Value| {
            value.texts().is_some_and(|texts| texts.into_iter().all(|text| self.is_word(call, text)))
        };
        !self.shell.lost && values.into_iter().all(is_word)
    }

    fn is_word(&self, call: &Invocation, text: &str) -> bool {
        let folders = || {
            // skipped: a folder that is not known stops where it is entered or run.
            let told = call.args.iter().filter_map(|arg| arg.text());
            let told = told.flat_map(|arg| [arg, arg.rsplit('=').next().unwrap_or(arg)]);
            ["."].into_iter().chain(told)
        };
        let is_free = |path: &str| {
            let found = self.world.resolve(path).map(|found| found.stands);
            let is_kept = self.is_on_floor(path) || self.is_secret(path) || self.was_written(path);
            matches!(found, Some(Stands::Nothing | Stands::Directory)) && !is_kept
        };
        let is_kept = |part: &str| {
            let names = floor::names(part);
            floor::hit(&names, true).is_some() || floor::secret_to_read(&names, true, false)
        };
        // A list of names, or one behind a word of its own.
        let parts = || text.split([':', ',', '@']).chain([text]).filter(|part| !part.is_empty());
        parts().all(|part| {
            let here =
                |dir: &String| folders().all(|folder| is_free(&place::join(&place::join(dir, folder), part)));
            !is_kept(part) && (is_number(part) || self.dirs().iter().all(here))
        })
    }
}

/// All variables that git itself looks at are known; those of hooks are not.
fn is_hookless_git(call: &Invocation) -> bool {
    let mut words = call.args.iter().map(|arg| arg.text());
    let mut sub = words.next();
    while let Some(Some(flag)) = sub.filter(|word| word.is_some_and(|word| word.starts_with('-'))) {
        let skipped = if flag == "-C" { words.next() } else { Some(None) };
        sub = if skipped.is_some() { words.next() } else { None };
    }
    call.name == "git" && sub.flatten().is_some_and(|sub| listed(HOOKLESS, sub))
}

/// Nobody means a file by it.
fn is_number(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use crate::effect::program::examples;

    #[test]
    fn a_variable_that_nobody_knows() {
        examples::run(
            r#"
            allow FOO=bar pytest
            allow FOO=bar BAZ=1 pytest -k x
            allow FOO=bar git status
            allow FOO=bar git log --oneline
            allow FOO=bar npm test
            allow FOO=bar cargo test
            allow FOO=bar go test ./...
            allow FOO=bar make test
            allow FOO=bar npx jest
            allow FOO=bar ls -la
            allow FOO=bar cat README.md | head -3
            allow FOO=bar echo hi
            allow FOO=bar grep x README.md
            allow FOO=bar rg x src
            allow FOO=bar find src -name x
            allow FOO=bar find src -name x -exec grep y {} +
            allow FOO=bar cmp README.md hello.sh
            allow env FOO=bar grep -rn x src
            ask   GREP_OPTIONS=-r grep x README.md
            ask   GREP_COLORS=x grep x README.md
            ask   RIPGREP_CONFIG_PATH=x rg x src
            ask   LESS=x less README.md
            ask   LESSOPEN=x less README.md
            ask   FOO=bar less README.md
            ask   LD_PRELOAD=x grep x README.md
            ask   FOO=./x.so grep x README.md
            ask   FOO=README.md grep x src/main.rs
            ask   FOO=bar find src -exec zdiff {} y ;
            ask   CMP=rm find src -exec zcmp {} y \;
            ask   FOO=bar egrep x README.md
            allow FOO=bar timeout 5 pytest
            allow env FOO=bar pytest
            allow env FOO=bar BAZ=1 timeout 60 cargo test
            allow FOO= pytest
            ask   HK=0 git commit -m x
            ask   TALISMAN_SKIP=1 git commit -m x
            ask   CAPTAINHOOK_SKIP=1 git -C src commit -m x
            allow git commit -m x
            allow FOO=bar git -C src status
            ask   DIFF=sh zdiff x.sh y
            ask   CMP=rm zcmp x y
            ask   FOO=bar zdiff x y
            ask   FOO=bar zgrep x y
            ask   MAGIC=words file README.md
            ask   FOO=bar file README.md
            ask   SUNPRO_DEPENDENCIES=Jenkinsfile gcc -c src/a.c
            ask   SUNPRO_DEPENDENCIES=x gcc -c src/a.c
            ask   FOO=bar timeout 5 zdiff x y
            ask   env CMP=rm timeout 5 zcmp x y
            ask   FOO=bar env BAZ=1 zdiff x y
            ask   FOO=bar bash -c 'zdiff x y'
            ask   FOO=bar eval 'zdiff x y'
            ask   f() { zdiff x y; }; FOO=bar f
            ask   export FOO=bar; zdiff x y
            ask   FOO=bar gh pr list
            ask   FOO=bar jq . package.json
            ask   FOO=bar shellcheck a.sh
            ask   FOO=bar ./hello.sh
            "#,
        );
    }

    /// Tests run the project's modules anyway; other programs do not.
    #[test]
    fn folders_of_modules() {
        examples::run(
            r#"
            allow PYTHONPATH=src pytest
            allow PYTHONPATH=. pytest -q
            allow PYTHONPATH=./src pytest tests
            allow PYTHONPATH=src:tests pytest
            allow PYTHONPATH= pytest
            allow PYTHONPATH=/repo/src pytest
            allow PYTHONPATH=src python -m pytest
            allow PYTHONPATH=src python3 -m pytest -x tests
            allow PYTHONPATH=src FOO=bar timeout 60 pytest
            allow env PYTHONPATH=src pytest
            allow cd tests && PYTHONPATH=../src pytest
            ask   PYTHONPATH=/tmp/x pytest
            ask   PYTHONPATH=../x pytest
            ask   PYTHONPATH=.. pytest
            ask   PYTHONPATH=.git pytest
            ask   PYTHONPATH=.git/hooks pytest
            ask   PYTHONPATH=src:/tmp/x pytest
            ask   PYTHONPATH=src:.. pytest
            ask   PYTHONPATH=src:$X pytest
            ask   PYTHONPATH=$X pytest
            ask   PYTHONPATH=missing pytest
            ask   PYTHONPATH=README.md pytest
            ask   PYTHONPATH=link-to-etc pytest
            ask   PYTHONPATH=~/x pytest
            ask   cd /tmp && PYTHONPATH=. pytest
            ask   PYTHONPATH=src python3 -m json.tool package.json
            ask   PYTHONPATH=src python3 -c 'print(1)'
            ask   PYTHONPATH=src python3 -m pip list
            ask   PYTHONPATH=src python3
            ask   PYTHONPATH=src mypy src
            ask   PYTHONPATH=src ./hello.sh
            ask   PYTHONPATH=src timeout 5 python3 -m json.tool package.json
            ask   PYTHONHOME=src pytest
            ask   PYTHONSTARTUP=src pytest
            ask   mkdir -p src/x && PYTHONPATH=src/x pytest
            "#,
        );
    }

    /// Without a place for what it makes, a build leaves it where it runs.
    #[test]
    fn builds_on_the_floor() {
        examples::run(
            r#"
            ask   cd .git/hooks && go build ../../cmd/pre-commit
            ask   go build -C .git/hooks ../../cmd/pre-commit
            ask   env -C .git/hooks go build ../../cmd/pre-commit
            ask   cd .git/hooks && gcc ../../a.c
            ask   cd .github/workflows && make test
            ask   cd .claude && go build ../cmd/x
            ask   cd .claude/worktrees/fix/.git/hooks && go build ../../cmd/pre-commit
            allow cd .claude/worktrees/fix/src && go build ./...
            allow cd src && go build ./...
            allow cd tests && pytest
            "#,
        );
    }

    #[test]
    fn a_word_that_names_a_file_is_no_word() {
        examples::run(
            r#"
            ask   FOO=README.md pytest
            ask   FOO=Jenkinsfile pytest
            ask   FOO=server.key git status
            ask   cd ~/.ssh && FOO=id_rsa git status
            ask   FOO=id_rsa git -C ~/.ssh status
            ask   FOO=main.rs git -C src status
            ask   FOO=x,README.md pytest
            ask   cd .git/hooks && FOO=pre-commit git status
            ask   env -C .git/hooks FOO=pre-commit ls
            ask   FOO=pre-commit git -C .git/hooks status
            ask   WORDLIST=server.key look C
            ask   LIBMOUNT_FSTAB=credentials findmnt -s
            ask   ZCAT=sh zstdgrep foo evil
            ask   touch made && FOO=made pytest
            allow FOO=src pytest
            allow FOO=1.5 pytest
            allow FOO=test:unit pytest
            "#,
        );
    }
}
