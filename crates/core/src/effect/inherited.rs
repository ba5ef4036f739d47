//! Variables that the session has already, and that lead a program to code in what the agent may write:
//! `PYTHONPATH=lib` of a `.envrc` makes `python3 -m json.tool` run `lib/json.py`.
//!
//! They are the user's own settings and pass as long as they lead elsewhere. What runs code of the project anyway, a test or a
//! build, is left alone.

use super::Effect;
use super::place::{join, within};
use super::program::inline::python;
use super::reading::{Invocation, Reading};
use crate::words::listed;
use crate::world::Stands;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Who takes code, a program or flags from a variable.
struct Steers {
    variables: &'static str,
    /// Names of programs; none means every one.
    programs: &'static str,
}

/// The loader of every program takes these files.
const PRELOADED: &str = "LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES";

/// The loader of every program looks for libraries there first.
const LIBRARIES: &str = "LD_LIBRARY_PATH DYLD_LIBRARY_PATH DYLD_FRAMEWORK_PATH";

/// Variables that hold a command.
const COMMANDS: &str = "PAGER MANPAGER GIT_PAGER GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_SSH GIT_SSH_COMMAND GIT_EXTERNAL_DIFF \
    GIT_PROXY_COMMAND GIT_ASKPASS BAT_PAGER PSQL_PAGER RUSTC RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTDOC CARGO_BUILD_RUSTC \
    CARGO_BUILD_RUSTC_WRAPPER LESSOPEN LESSCLOSE MAKEFLAGS GNUMAKEFLAGS MFLAGS GOFLAGS RUBYOPT NODE_OPTIONS PERL5OPT";

/// Where the system keeps its own.
const SYSTEM: &[&str] = &[
    "/lib",
    "/usr/lib",
    "/lib64",
    "/usr/lib64",
    "/usr/local/lib",
    "/lib/x86_64-linux-gnu",
    "/usr/lib/x86_64-linux-gnu",
    "/lib/aarch64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
];

/// Programs in Python.
const PYTHON: &str = "python python2 python3 pip pip3 pipx pydoc pydoc3 yamllint pygmentize http https httpie aws az ansible \
    ansible-doc ansible-inventory ansible-lint poetry pdm hatch tox nox conda mamba csvcut csvgrep csvlook csvstat jupyter \
    sqlformat mdformat glances ranger howdoi tldr youtube-dl yt-dlp meson";

/// Code and flags by program.
const STEERED: &[Steers] = &[
    Steers { variables: "PYTHONHOME PYTHONUSERBASE PYTHONPLATLIBDIR PYTHONEXECUTABLE", programs: PYTHON },
    Steers {
        variables: "PERL5LIB PERL5OPT PERLLIB PERL5DB",
        programs: "perl exiftool ack ack-grep cloc prove perldoc perlcritic perltidy shasum json_pp pod2text colordiff",
    },
    Steers {
        variables: "RUBYLIB RUBYOPT GEM_PATH GEM_HOME",
        programs: "ruby gem bundle bundler rake irb rails rspec rubocop ri jekyll pod fastlane",
    },
    Steers {
        variables: "NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE",
        programs: "node nodejs npm npx pnpm yarn corepack tsc tsx eslint prettier jest vitest vercel netlify wrangler firebase \
            heroku bun deno cdk serverless markdownlint stylelint",
    },
    Steers { variables: "LESSOPEN LESSCLOSE LESSKEY LESSKEYIN LESSKEY_SYSTEM", programs: "less zless man" },
    Steers { variables: "MAKEFILES MAKEFLAGS GNUMAKEFLAGS MFLAGS", programs: "make gmake gnumake" },
    Steers {
        variables: "JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS JDK_JAVAC_OPTIONS CLASSPATH",
        programs: "java javac javap jar jshell jcmd jps keytool mvn mvnw gradle gradlew kotlin kotlinc scala sbt ant lein clojure",
    },
    Steers { variables: "GOFLAGS GOROOT GOTOOLDIR", programs: "go gofmt gopls" },
    Steers {
        variables: "RUSTC RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTDOC CARGO_BUILD_RUSTC CARGO_BUILD_RUSTC_WRAPPER",
        programs: "cargo rustc rustdoc rustfmt",
    },
    Steers {
        variables: "GIT_EXTERNAL_DIFF GIT_PAGER GIT_EDITOR GIT_SSH GIT_SSH_COMMAND GIT_PROXY_COMMAND GIT_ASKPASS GIT_EXEC_PATH \
            GIT_TEMPLATE_DIR GIT_CONFIG GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_SEQUENCE_EDITOR",
        programs: "git gh glab tig delta",
    },
    Steers {
        variables: "PAGER MANPAGER MANOPT MANPATH",
        programs: "man git gh glab psql mysql systemctl journalctl",
    },
    Steers { variables: "BAT_PAGER BAT_CONFIG_PATH BAT_CONFIG_DIR BAT_CACHE_PATH", programs: "bat batcat" },
    Steers { variables: "GCONV_PATH", programs: "iconv" },
    Steers { variables: "RIPGREP_CONFIG_PATH", programs: "rg" },
    Steers { variables: "ACKRC", programs: "ack ack-grep" },
    Steers { variables: "CURL_HOME", programs: "curl" },
    Steers { variables: "WGETRC SYSTEM_WGETRC", programs: "wget" },
    Steers { variables: "EXIFTOOL_HOME", programs: "exiftool" },
    Steers { variables: "MISE_CONFIG_FILE MISE_GLOBAL_CONFIG_FILE MISE_DATA_DIR", programs: "mise" },
    Steers { variables: "GRADLE_USER_HOME GRADLE_OPTS", programs: "gradle gradlew" },
    Steers { variables: "PHPRC PHP_INI_SCAN_DIR", programs: "php composer phpunit phpstan" },
    Steers { variables: "LUA_INIT LUA_PATH LUA_CPATH", programs: "lua luajit luac" },
    Steers {
        variables: "R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER R_LIBS R_LIBS_USER",
        programs: "R Rscript",
    },
    Steers { variables: "DOTNET_STARTUP_HOOKS DOTNET_ROOT CORECLR_PROFILER_PATH", programs: "dotnet" },
    Steers { variables: "PSQLRC PSQL_PAGER", programs: "psql" },
];

impl Reading<'_> {
    /// Stops a program that an inherited variable leads to what may be written here. There were `before` acts before it.
    pub(super) fn stop_inherited(&mut self, call: &Invocation, before: usize) {
        let Some((variable, place)) = self.led_into_scope(&call.name) else { return };
        if self.is_check_since(before) {
            return;
        }
        let message =
            format!("`{variable}` leads `{}` to code in `{place}`, which may be written here", call.name);
        self.add(Effect::Opaque, "environment", message, call.span);
    }

    /// A variable of the session, and the place in a root that it names to this program.
    fn led_into_scope(&self, program: &str) -> Option<(String, String)> {
        self.session.env.iter().find_map(|(name, value)| {
            // What the command takes away or sets itself is judged there.
            let place = match name.as_str() {
                _ if value.is_empty() || self.was_set(name) => None,
                name if listed(PRELOADED, name) => self.first_in_scope(value),
                name if listed(LIBRARIES, name) => self.first_shadowing(value),
                // A folder of modules is an everyday thing; one by the name of a library's is not.
                "PYTHONPATH" if listed(PYTHON, program) => self.first_with_module(value),
                name if steers(name, program) && listed(COMMANDS, name) => self.first_command(value),
                name if steers(name, program) => self.first_in_scope(value),
                _ => None,
            };
            place.map(|place| (name.clone(), place))
        })
    }

    /// The first piece of a value that is a place in one of the roots, from any directory the command may run in.
    fn first_in_scope(&self, value: &str) -> Option<String> {
        pieces(value).into_iter().find(|piece| self.places(piece).iter().any(|place| self.is_in_roots(place)))
    }

    /// The same for a command line: a bare word there is a program that `PATH` finds.
    fn first_command(&self, value: &str) -> Option<String> {
        self.first_in_scope(value).filter(|piece| piece.contains('/') || piece.starts_with('.'))
    }

    /// The first folder of a list that lies in a root and holds a library by the name of one of the system's.
    fn first_shadowing(&self, value: &str) -> Option<String> {
        let is_of_system = |name: &String| {
            let stands = |folder: &&str| {
                self.world.resolve(&join(folder, name)).is_none_or(|found| found.stands != Stands::Nothing)
            };
            (name.contains(".so") || name.contains(".dylib")) && SYSTEM.iter().any(stands)
        };
        value.split(':').map(|folder| if folder.is_empty() { "." } else { folder }).find_map(|folder| {
            let shadows = |place: &String| {
                self.is_in_roots(place)
                    && self.world.list(place).is_none_or(|names| names.iter().any(is_of_system))
            };
            self.places(folder).iter().any(shadows).then(|| folder.into())
        })
    }

    /// The first folder of a list that lies in a root and holds a module by the name of one of Python's own.
    fn first_with_module(&self, value: &str) -> Option<String> {
        let is_missing = |place: &str| {
            let found = self.world.resolve(place).is_some_and(|found| found.stands == Stands::Nothing);
            found && !self.was_written(place)
        };
        let shadows = |place: &String| {
            self.is_in_roots(place) && !is_missing(place) && python::shadow(self, place).is_some()
        };
        pieces(value).into_iter().find(|piece| self.places(piece).iter().any(shadows))
    }

    fn places(&self, path: &str) -> Vec<String> {
        let resolved = |dir: &String| {
            let path = join(dir, path);
            self.world.resolve(&path).map_or(path, |found| found.path)
        };
        self.dirs().iter().map(resolved).collect()
    }

    fn is_in_roots(&self, path: &str) -> bool {
        self.session.roots.iter().any(|root| within(path, root))
    }
}

fn steers(variable: &str, program: &str) -> bool {
    STEERED.iter().any(|row| listed(row.variables, variable) && listed(row.programs, program))
}

/// The paths in a value: a list, a command line, a flag with a value. A relative one has a slash or stands in a list alone.
fn pieces(value: &str) -> Vec<String> {
    let is_list = !value.contains([' ', '|', '=']);
    let parts = value.split([':', ',', ';', ' ', '|', '=', '\t', '\n', '"', '\'']);
    let parts = parts.map(|part| part.trim_start_matches(['@', '%']));
    let may_be_path = |part: &&str| !part.is_empty() && (part.contains('/') || part.starts_with('.'));
    if is_list {
        // An empty part of a list is the current directory.
        return value.split(':').map(|part| if part.is_empty() { "." } else { part }.into()).collect();
    }
    parts.filter(may_be_path).map(String::from).collect()
}

#[cfg(test)]
mod tests {
    use crate::Decision::{self, Allow, Ask};
    use crate::effect::program::examples;

    /// The same variable in front of a command asks; what the session has already leads to the same code.
    #[test]
    fn variables_of_the_session_that_lead_into_the_tree() {
        let rows: &[(&str, &str, &str, Decision)] = &[
            ("PYTHONPATH", "planted", "python3 -m json.tool package.json", Ask),
            ("PYTHONPATH", "/repo/planted", "python3 -m json.tool package.json", Ask),
            ("PYTHONPATH", "/opt/lib:/repo/planted", "pip list", Ask),
            ("PYTHONPATH", "/opt/lib", "pip list", Allow),
            ("PYTHONPATH", "/repo/src", "pip list", Allow),
            ("PYTHONPATH", "/repo/src", "python3 -m json.tool package.json", Allow),
            ("PYTHONPATH", "/repo/planted", "pytest", Allow),
            ("PYTHONHOME", "/repo/py", "pip list", Ask),
            ("PYTHONPATH", "/repo/src", "ls -la", Allow),
            ("PERL5LIB", "/repo/lib", "ack foo", Ask),
            ("PERL5LIB", "/home/user/perl5/lib", "ack foo", Allow),
            ("NODE_OPTIONS", "--require ./x.js", "npm ls", Ask),
            ("NODE_OPTIONS", "--require=/repo/x.js", "npm ls", Ask),
            ("NODE_OPTIONS", "--max-old-space-size=4096", "npm ls", Allow),
            ("NODE_OPTIONS", "--require ./x.js", "npm test", Allow),
            ("LESSOPEN", "|./d %s", "less README.md", Ask),
            ("LESSOPEN", "| /usr/bin/lesspipe %s", "less README.md", Allow),
            ("GIT_EXTERNAL_DIFF", "./d", "git diff", Ask),
            ("GIT_PAGER", "delta", "git log", Allow),
            ("MAKEFILES", "/repo/te", "make -n all", Ask),
            ("LD_PRELOAD", "/repo/x.so", "ls", Ask),
            ("LD_PRELOAD", "/usr/lib/libjemalloc.so", "ls", Allow),
            ("LD_LIBRARY_PATH", "/repo/src", "ls", Allow),
            ("LD_LIBRARY_PATH", "/opt/x:/repo/so", "ls", Ask),
        ];
        for (name, value, command, expected) in rows {
            let machine = examples::machine()
                .file("/repo/planted/json.py", "")
                .file("/repo/so/libselinux.so.1", "")
                .file("/usr/lib/libselinux.so.1", "");
            let decision = examples::judge_on_with(&machine, name, value, command);
            assert_eq!(decision, *expected, "{name}={value} {command}");
        }
    }
}
