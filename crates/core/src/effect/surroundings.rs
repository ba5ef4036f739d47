//! What surrounds a command beside its arguments: an observer that shows what it looks at, an environment that was
//! emptied, variables that make it talkative.

use super::program::{self, Consults};
use super::reading::{Invocation, Reading};
use super::state::Shell;
use super::value::{Arg, Unknown, Value};
use super::{Act, Effect, Hazard};
use crate::words::listed;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Variables that make clients of services log what they send.
const TALKATIVE: &str = "DEBUG VERBOSE VERBOSITY LOG_LEVEL LOGLEVEL LOG_FORMAT RUST_LOG";

impl Reading<'_> {
    /// What `read` reads is watched: all that it reads and sends is printed.
    pub fn under_observation(&mut self, call: &Invocation, read: impl FnOnce(&mut Self)) {
        let first = self.effects.acts.len();
        let before = core::mem::replace(&mut self.observed, true);
        read(self);
        self.observed = before;
        let trees = self.effects.acts.get(first..).unwrap_or_default().iter().flat_map(trees_read);
        let trees: BTreeSet<String> = trees.collect();
        for tree in trees {
            let folder = Arg { value: Value::known(tree), span: call.span };
            program::whole::below(self, call, &folder, &program::whole::Picks::default());
        }
    }

    /// What `read` reads starts with an empty environment.
    pub fn with_emptied_environment(&mut self, read: impl FnOnce(&mut Self)) {
        let before = core::mem::replace(&mut self.emptied, true);
        read(self);
        self.emptied = before;
    }

    /// Stops a program that looks at more than its arguments where that is shown, or led elsewhere.
    pub(super) fn check_surroundings(&mut self, call: &Invocation) {
        let talkative = TALKATIVE.split(' ').find(|name| self.was_set(name));
        if !self.observed && !self.emptied && talkative.is_none() {
            return;
        }
        let consults = program::consults(&call.name);
        if self.observed && consults >= Consults::Credentials {
            let message =
                format!("what `{}` reads and sends, credentials among it, would be shown", call.name);
            self.hazard(Hazard::Secret, "secrets", message, None, call.span);
        }
        if self.emptied && consults >= Consults::Settings {
            let message =
                format!("`{}` looks for its settings by variables, and those were taken away", call.name);
            self.add(Effect::Opaque, "environment", message, call.span);
        }
        if let Some(name) = talkative.filter(|_| consults == Consults::Service) {
            let message =
                format!("with `{name}` set, `{}` may show the credentials that it sends", call.name);
            self.hazard(Hazard::Secret, "secrets", message, None, call.span);
        }
    }

    /// A shell that starts without variables knows neither home nor folder for temporary files.
    pub(super) fn take_variables_from(&self, shell: &mut Shell) {
        if self.emptied {
            for name in ["HOME", "TMPDIR", "CDPATH"] {
                shell.set(name, Value::Unknown(Unknown::one("was taken from the environment")));
            }
        }
    }
}

/// Programs that look at names, sizes and kinds, and into no file.
const LISTS: &str = "ls gls find gfind fd fdfind tree du gdu stat gstat test [ echo printf mkdir rmdir touch";

/// Searches that go down from where they are if no file is named.
const SEARCHES: &str = "rg ag ack ack-grep ugrep rgrep cloc tokei scc";

/// The directories whose files a command opens, however little of them it shows itself: `grep -rq x .`.
fn trees_read(act: &Act) -> Vec<String> {
    if listed(LISTS, &act.program) {
        return Vec::new();
    }
    let mut trees: Vec<String> = Vec::new();
    let mut reads = false;
    for finding in &act.findings {
        if let Effect::Read { place, deep } = &finding.effect {
            reads = true;
            trees.extend(deep.then(|| place.path.clone()));
        }
    }
    let goes_down = |flag: &str| {
        let letters = flag.strip_prefix('-').filter(|rest| !rest.starts_with('-')).unwrap_or_default();
        letters.contains(['r', 'R', 'd']) || flag.contains("recurs") || flag.starts_with("--dir")
    };
    // A word that is not known may be such a flag.
    let searches = listed(SEARCHES, &act.program)
        || (act.program.ends_with("grep") && act.args.iter().any(|arg| arg.as_deref().is_none_or(goes_down)));
    if searches && !reads {
        trees.push(".".into());
    }
    trees
}

#[cfg(test)]
mod tests {
    use crate::effect::program::examples;

    /// Around a program that signs the user in, an observer prints what it reads and sends.
    #[test]
    fn observers_show_what_a_program_reads() {
        examples::run(
            r#"
            ask   strace -f -s 9999 aws sts get-caller-identity
            ask   strace -f gh pr list
            ask   strace npm ls
            ask   strace git status
            ask   strace -f docker ps
            ask   strace -f cargo test
            ask   strace psql -c 'select 1'
            ask   strace timeout 5 git status
            ask   strace env git status
            ask   timeout 5 strace git status
            ask   strace -f bash -c 'ls && git status'
            ask   strace -f sh -c 'echo x | gh pr list'
            ask   strace -f find . -exec git log {} \;
            ask   strace -cC git status
            allow strace -c git status
            allow strace -f ls -la
            allow strace cat README.md
            allow strace -f bash -c 'ls | sort'
            allow strace gcc -c src/a.c
            allow strace -f ./hello.sh; git status
            ask   ltrace git status
            ask   perf trace ls
            ask   gdb -batch -ex run ls
            ask   valgrind --trace-syscalls=yes git status
            "#,
        );
    }

    /// What clients log for debugging shows what they send; for all others such variables are an everyday thing.
    #[test]
    fn variables_that_make_clients_talk() {
        examples::run(
            r#"
            ask   DEBUG=api gh pr list
            ask   DEBUG='*' heroku apps
            ask   DEBUG=1 glab mr list
            ask   env DEBUG=api gh pr list
            ask   export DEBUG=api; gh pr list
            ask   VERBOSE=1 terraform validate
            ask   GH_DEBUG=api gh pr list
            ask   NODE_DEBUG=http npm ls
            ask   mvn -X test
            ask   gradle --debug test
            ask   gradle test -d
            allow gradle test --info
            allow mvn test
            allow gh pr list
            allow DEBUG=app:* npm test
            allow RUST_LOG=debug cargo test
            allow VERBOSE=1 make test
            "#,
        );
    }

    /// Without variables shells look for programs elsewhere, and programs for their settings.
    #[test]
    fn an_emptied_environment_is_one_that_was_set() {
        let installed =
            ["ls", "sort", "bash", "sh", "xargs", "timeout", "git", "jq", "python3", "find", "cat"];
        let machine = installed
            .iter()
            .fold(examples::machine(), |machine, name| machine.file(&alloc::format!("/usr/bin/{name}"), ""));
        examples::run_on(
            &machine,
            r#"
            allow env -i ls
            allow env -i sort README.md
            allow env -i bash -c 'ls | sort'
            allow env -i FOO=bar ls
            allow env -i ls; git status
            ask   env -i bash -c gcat
            ask   env -i sh -c 'rg x'
            ask   env -i timeout 5 bash -c gcat
            ask   env -i xargs gcat < README.md
            ask   find . -exec env -i sh -c gcat \;
            ask   env --ignore-environment bash -c gcat
            ask   env -iv bash -c gcat
            ask   env -i rg x
            ask   env -i exiftool a.jpg
            ask   env -i git status
            ask   env -i jq . package.json
            ask   env -i python3 -c 'print(1)'
            ask   env -i npm test
            ask   env -i bash -c 'cat "$HOME/x"'
            ask   env -i bash -c 'cat ~/x'
            ask   env -i bash -c 'cd; cat x'
            ask   env - ls
            ask   exec -c ls
            ask   env -u PATH ls
            ask   env -u HOME exiftool a.jpg
            ask   unset HOME; exiftool a.jpg
            ask   unset PATH; ls
            ask   HOME= exiftool a.jpg
            allow env -u FOO git status
            allow env -u RIPGREP_CONFIG_PATH rg x
            allow unset FOO; git status
            "#,
        );
        use crate::Decision::{Allow, Ask};
        for (name, command, expected) in [
            ("PYTHONSAFEPATH", "env -u PYTHONSAFEPATH ls", Ask),
            ("PYTHONSAFEPATH", "unset PYTHONSAFEPATH; ls", Ask),
            ("GIT_CEILING_DIRECTORIES", "env -u GIT_CEILING_DIRECTORIES git status", Ask),
            ("XDG_CONFIG_HOME", "env --unset=XDG_CONFIG_HOME git status", Ask),
            ("EXIFTOOL_HOME", "env -u EXIFTOOL_HOME exiftool a.jpg", Ask),
            ("FOO", "env -u FOO git status", Allow),
        ] {
            assert_eq!(examples::judge_with(name, "/x", command), expected, "{command}");
        }
    }
}
