//! Where a program works that is told to work elsewhere: `make -C dir`, `env -C dir`, `npm --prefix dir`.
//!
//! A directory that is not known before it runs is never passed over: [`Reading::enter`] fails, the caller says so to
//! the user, and until [`Reading::leave`] every relative path and all code of the directory stop as well.

use super::place;
use super::program::spec::Unread;
use super::reading::Reading;
use super::value::{Arg, Value};
use crate::verdict::Span;
use alloc::string::String;
use alloc::vec::Vec;

/// Where commands run outside of a program that went elsewhere.
#[derive(Debug)]
#[must_use = "give it to `Reading::leave`, or what follows is judged in the wrong directory"]
pub struct Outside {
    dirs: Vec<String>,
    lost: bool,
    told: bool,
}

impl Reading<'_> {
    /// Where commands run now.
    pub fn outside(&self) -> Outside {
        Outside { dirs: self.shell.dirs.clone(), lost: self.shell.lost, told: self.told_directory }
    }

    /// Back to where commands ran before.
    pub fn leave(&mut self, outside: Outside) {
        self.shell.dirs = outside.dirs;
        self.shell.lost = outside.lost;
        self.told_directory = outside.told;
    }

    /// The program being read is told to work in `dir`. It fails where nobody can say which directory that is.
    ///
    /// Of programs that are told twice some go from the first to the second, others only to the second
    /// (`env -C a -C ..`), so that fails too.
    pub fn enter(&mut self, dir: &Arg) -> Result<(), Unread> {
        if core::mem::replace(&mut self.told_directory, true) {
            self.shell.lost = true;
            return Err(Unread::second_directory(dir));
        }
        match &dir.value {
            Value::Known(text) => self.enter_dir(text, dir.span),
            Value::Unknown(unknown) => {
                // One of the directories that were found, the first of them often: harm in there is still seen.
                if unknown.listed && self.enter_dir(unknown.directory(), dir.span).is_err() {
                    return Err(Unread::directory(dir));
                }
                self.shell.lost = true;
                Err(Unread::directory(dir))
            }
        }
    }

    /// From here on commands run in `dir` (relative to each possible directory), links followed. It fails where the
    /// links lead nowhere.
    pub fn enter_dir(&mut self, dir: &str, span: Span) -> Result<(), Unread> {
        self.stop_astray(dir, span);
        let resolved = |cwd: &String| self.world.resolve(&place::join(cwd, dir)).map(|found| found.path);
        let entered: Option<Vec<String>> = self.shell.dirs.iter().map(resolved).collect();
        match entered {
            Some(dirs) => {
                self.shell.dirs = dirs;
                self.loads_there();
                Ok(())
            }
            None => {
                self.shell.lost = true;
                Err(Unread::no_directory(dir, span))
            }
        }
    }
}

#[cfg(test)]
const EXAMPLES: &str = r#"
        ask   find .git -name hooks -exec env -C {} cp /repo/README.md pre-commit \;
        ask   find .git -name hooks -exec env -C {} ls \;
        ask   find .git -name hooks -exec env --chdir={} cp /repo/README.md pre-commit \;
        ask   find .git -name hooks -exec env -C{} cp /repo/README.md pre-commit \;
        ask   find .git -name hooks -print0 | xargs -0 -I{} env -C {} cp /repo/README.md pre-commit
        ask   find .git -name hooks | xargs -I{} env -C {} cp /repo/README.md pre-commit
        ask   find .git -name hooks | xargs -I % env --chdir=% cp /repo/README.md pre-commit
        ask   find src -exec env -C {} python3 -c 'import json' \;
        ask   find src -exec nice env -C {} python3 -c 'import json' \;
        ask   env -C "$UNKNOWN" ls
        ask   env -C "src/$UNKNOWN" ls
        ask   env --chdir="$UNKNOWN" ls
        ask   env -C src/* ls
        allow env -C src ls
        allow env -C src python3 -c 'import json'
        allow env --chdir=src cat main.rs
        allow find src -name '*.rs' -exec env LC_ALL=C wc -l {} \;
        ask   find . -exec make -C {} test \;
        ask   find . -exec make --directory={} test \;
        ask   make -C "src/$UNKNOWN" test
        allow make -C . test
        ask   find . -exec cargo -C {} test \;
        ask   find . -exec go -C {} test ./... \;
        ask   find . -exec go test -C {} ./... \;
        ask   find . -exec npm --prefix {} test \;
        ask   find . -exec npm test --prefix={} \;
        ask   find . -exec pnpm -C {} test \;
        ask   find . -exec yarn --cwd {} test \;
        ask   find . -exec bun --cwd {} test \;
        ask   find . -exec uv --directory {} run pytest \;
        ask   find . -exec composer -d {} test \;
        ask   find . -exec just -d {} -f justfile test \;
        ask   find . -exec task -d {} test \;
        ask   find . -exec mise -C {} run test \;
        ask   find . -exec ./gradlew -p {} test \;
        ask   find . -exec ninja -C {} \;
        ask   find . -exec ctest --test-dir {} \;
        ask   find . -exec tar -C {} -cf /repo/out.tar . \;
        ask   find / -exec tar -C {} -cf out.tar . \;
        ask   find . -exec fd --base-directory {} x \;
        ask   find . -exec terraform -chdir={} validate \;
        ask   find . -exec git -C {} status \;
        allow npm --prefix . test
        allow npm --prefix web run fmt
        allow for d in .; do npm --prefix "$d" test; done
        allow fd --base-directory src x
        ask   env -C src -C .. touch x
        ask   env -C src --chdir=.. ls
        ask   uv --directory src run --directory .. pytest
        ask   mise -C src run -C .. test
        allow env -C src env -C .. ls
        allow env -C src make -C .. test
        ask   env -C src env -C ../.. touch x
        allow env -C src ls && env -C tests ls
        ask   (env -C "$UNKNOWN" ls); cat README.md
"#;

#[cfg(test)]
mod tests {
    #[test]
    fn a_directory_that_is_not_known_stops() {
        crate::effect::program::examples::run(super::EXAMPLES);
    }
}
