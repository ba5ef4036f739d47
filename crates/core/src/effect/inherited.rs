//! Variables that the session has already, and that lead a program to code in what the agent may write:
//! `PYTHONPATH=lib` of a `.envrc` makes `python3 -m json.tool` run `lib/json.py`.
//!
//! They are the user's own settings and pass as long as they lead elsewhere. What runs code of the project anyway, a test or a
//! build, is left alone.

use super::Effect;
use super::place::{join, within};
use super::program::inline::python;
use super::reading::{Invocation, Reading};
use crate::policy::scope::loader;
use crate::verdict::Span;
use crate::words::{Shape, Sieve, listed};
use crate::world::Stands;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// How a variable leads to code.
#[derive(Clone, Copy)]
enum Leads {
    /// It is a path, or a list of paths: `/a:/b`. Empty parts mean what is usual.
    Paths,
    /// A command line or flags; a path in it begins with `/`, `./` or `../`.
    Words,
    /// The same; the word behind `-r` and its like names a module, which may be a file here.
    Node,
    /// One file that a shell runs before anything else, if it is there. The shell fills in variables first.
    Started,
    /// A list of folders in which modules are looked for before those that came with the language. A folder counts if it holds
    /// one by such a name.
    Modules(&'static str),
}

/// Who takes code, a program or flags from a variable.
struct Steers {
    variables: &'static str,
    /// Rules out most other variables at one look.
    sieve: Sieve<1>,
    leads: Leads,
    programs: &'static str,
}

/// These variables lead these programs.
const fn steers(variables: &'static str, leads: Leads, programs: &'static str) -> Steers {
    Steers { variables, sieve: Sieve::EMPTY.with(variables), leads, programs }
}

/// Languages of which a program may be a script, by their interpreters: each begins a list below.
const LANGUAGES: &[&str] = &["python", "perl", "ruby", "node", "bash"];

/// Programs in Python, and those that start one or are linked with it: `gcloud`, `gdb`.
const PYTHON: &str = "python python2 python3 pip pip3 pipx pydoc pydoc3 yamllint pygmentize http https httpie aws az ansible \
    ansible-doc ansible-inventory ansible-lint poetry pdm hatch tox nox conda mamba csvcut csvgrep csvlook csvstat jupyter \
    sqlformat mdformat glances ranger howdoi tldr youtube-dl yt-dlp meson gcloud gsutil bq gdb icdiff lsb_release \
    docker-compose pre-commit mkdocs twine sqlfluff linode-cli ansible-galaxy";
const PERL: &str =
    "perl exiftool ack ack-grep cloc prove perldoc perlcritic perltidy shasum json_pp pod2text colordiff";
const RUBY: &str = "ruby gem bundle bundler rake irb rails rspec rubocop ri jekyll pod fastlane";
const NODE: &str = "node nodejs npm npx pnpm yarn corepack tsc tsx eslint prettier jest vitest vercel netlify wrangler firebase \
    heroku cdk serverless markdownlint stylelint";
const SHELLS: &str = "bash sh dash ash ksh mksh";
const JAVA: &str = "java javac javap jar jshell jcmd jps keytool mvn mvnw gradle gradlew kotlin kotlinc scala sbt ant lein clojure";

/// Programs that OpenSSL is a part of.
const OPENSSL: &str =
    "openssl curl wget ssh scp sftp ssh-keygen ssh-add ssh-keyscan rsync node nodejs npm git ruby php";

/// Modules of Perl and Ruby that everything loads.
const OF_PERL: &str = "strict.pm warnings.pm Carp.pm Exporter.pm File Getopt Encode.pm Digest IO.pm Cwd.pm Config.pm vars.pm \
    lib.pm utf8.pm constant.pm base.pm parent.pm overload.pm POSIX.pm Scalar List Term Text Time Data Symbol.pm feature.pm \
    integer.pm bytes.pm Storable.pm Pod AutoLoader.pm XSLoader.pm DynaLoader.pm";
const OF_RUBY: &str = "rubygems.rb rubygems bundler.rb bundler json.rb json set.rb fileutils.rb pathname.rb time.rb yaml.rb psych.rb \
    did_you_mean.rb error_highlight.rb monitor.rb rbconfig.rb optparse.rb shellwords.rb tmpdir.rb uri.rb date.rb stringio.rb \
    forwardable.rb delegate.rb ostruct.rb English.rb etc.rb socket.rb openssl.rb net erb.rb timeout.rb tsort.rb syntax_suggest";

/// Code and flags by program.
#[rustfmt::skip]
const STEERED: &[Steers] = &[
    steers("PYTHONHOME PYTHONUSERBASE PYTHONPLATLIBDIR PYTHONEXECUTABLE PYTHONPYCACHEPREFIX PIP_PYTHON PYENV_ROOT", Leads::Paths, PYTHON),
    steers("PERL5LIB PERLLIB", Leads::Modules(OF_PERL), PERL),
    steers("PERL5OPT PERL5DB", Leads::Words, PERL),
    steers("RUBYLIB", Leads::Modules(OF_RUBY), RUBY),
    steers("RUBYOPT", Leads::Words, RUBY),
    steers("BUNDLE_GEMFILE GEM_PATH GEM_HOME", Leads::Paths, RUBY),
    steers("NODE_OPTIONS", Leads::Node, NODE),
    steers("NODE_REPL_EXTERNAL_MODULE", Leads::Words, NODE),
    steers("BASH_ENV ENV", Leads::Started, SHELLS),
    steers("YARN_YARN_PATH YARN_PLUGINS YARN_RC_FILENAME", Leads::Paths, "yarn yarnpkg"),
    steers("LESSOPEN LESSCLOSE", Leads::Words, "less zless man"),
    steers("LESSKEY LESSKEYIN LESSKEY_SYSTEM", Leads::Paths, "less zless man"),
    steers("MAKEFILES", Leads::Words, "make gmake gnumake"),
    steers("MAKEFLAGS GNUMAKEFLAGS MFLAGS", Leads::Words, "make gmake gnumake"),
    steers("JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS JDK_JAVAC_OPTIONS MAVEN_OPTS GRADLE_OPTS SBT_OPTS JAVA_HOME", Leads::Words, JAVA),
    steers("GRADLE_USER_HOME", Leads::Paths, "gradle gradlew"),
    steers("GOFLAGS GOROOT GOTOOLDIR", Leads::Words, "go gofmt gopls"),
    steers("RUSTC RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTDOC CARGO_BUILD_RUSTC CARGO_BUILD_RUSTC_WRAPPER RUSTUP_TOOLCHAIN", Leads::Words, "cargo rustc rustdoc rustfmt clippy-driver"),
    steers("GIT_EXTERNAL_DIFF GIT_PAGER GIT_EDITOR GIT_PROXY_COMMAND GIT_ASKPASS GIT_SEQUENCE_EDITOR GIT_CONFIG_PARAMETERS", Leads::Words, "git tig delta"),
    steers("GIT_EXEC_PATH GIT_TEMPLATE_DIR GIT_CONFIG GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM", Leads::Paths, "git tig delta"),
    steers("PAGER", Leads::Words, "git gh glab man psql mysql systemctl journalctl"),
    steers("MANPAGER", Leads::Words, "man"),
    steers("GH_PAGER", Leads::Words, "gh"),
    steers("SYSTEMD_PAGER", Leads::Words, "systemctl journalctl"),
    steers("DELTA_PAGER", Leads::Words, "delta"),
    steers("BAT_PAGER", Leads::Words, "bat batcat"),
    steers("BAT_CONFIG_PATH BAT_CONFIG_DIR BAT_CACHE_PATH", Leads::Paths, "bat batcat"),
    steers("TAR_OPTIONS", Leads::Words, "tar gtar bsdtar"),
    steers("GCONV_PATH", Leads::Paths, "iconv"),
    steers("RIPGREP_CONFIG_PATH", Leads::Paths, "rg"),
    steers("ACKRC", Leads::Paths, "ack ack-grep"),
    steers("CURL_HOME", Leads::Paths, "curl"),
    steers("WGETRC SYSTEM_WGETRC", Leads::Paths, "wget"),
    steers("EXIFTOOL_HOME", Leads::Paths, "exiftool"),
    steers("MISE_CONFIG_FILE MISE_GLOBAL_CONFIG_FILE MISE_DATA_DIR", Leads::Paths, "mise"),
    steers("PHPRC PHP_INI_SCAN_DIR COMPOSER_HOME", Leads::Paths, "php composer phpunit phpstan"),
    steers("LUA_INIT LUA_PATH LUA_CPATH", Leads::Words, "lua luajit luac"),
    steers("R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER", Leads::Paths, "R Rscript"),
    steers("DOTNET_STARTUP_HOOKS DOTNET_ROOT CORECLR_PROFILER_PATH", Leads::Paths, "dotnet"),
    steers("PSQLRC", Leads::Paths, "psql"),
    steers("PSQL_PAGER", Leads::Words, "psql"),
    steers("ANSIBLE_CONFIG ANSIBLE_LIBRARY", Leads::Paths, "ansible ansible-doc ansible-inventory ansible-lint ansible-config"),
    steers("OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES", Leads::Paths, OPENSSL),
    steers("OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES", Leads::Paths, PYTHON),
    steers("GOENV", Leads::Paths, "go gofmt gopls"),
    steers("GOCACHEPROG", Leads::Words, "go"),
    steers("CLOUDSDK_PYTHON", Leads::Words, "gcloud gsutil bq"),
    steers("RUSTUP_HOME", Leads::Paths, "cargo rustc rustdoc rustfmt clippy-driver rustup"),
    steers("TF_CLI_CONFIG_FILE TF_PLUGIN_CACHE_DIR", Leads::Paths, "terraform tofu terragrunt"),
    steers("HELM_PLUGINS HELM_CONFIG_HOME HELM_DATA_HOME", Leads::Paths, "helm helmfile"),
    steers("COREPACK_HOME", Leads::Paths, "npm npx pnpm yarn corepack"),
    steers("GROFF_BIN_PATH", Leads::Paths, "man groff nroff troff"),
    steers("PYENV_HOOK_PATH PYENV_ROOT", Leads::Paths, "pyenv"),
    steers("AZURE_EXTENSION_DIR AZURE_CONFIG_DIR", Leads::Paths, "az"),
    steers("XDG_DATA_HOME XDG_CONFIG_HOME", Leads::Paths, "helm helmfile"),
    steers("GIT_COMMON_DIR", Leads::Paths, "git tig delta"),
    steers("MYSQL_HOME", Leads::Paths, "mysql mysqldump mysqladmin mariadb"),
    steers("RBENV_HOOK_PATH", Leads::Paths, "rbenv"),
    steers("ASDF_DATA_DIR ASDF_DIR ASDF_CONFIG_FILE", Leads::Paths, "asdf"),
];

/// Rules out most variables at one look: every program is asked about all of them.
static NAMES: Sieve<32> = names();

#[expect(clippy::indexing_slicing, reason = "the compiler runs it: a mistake is an error there")]
const fn names() -> Sieve<32> {
    let mut names = Sieve::EMPTY.with(loader::PRELOADED).with(loader::FOLDERS).with("PYTHONPATH");
    let mut row = 0;
    while row < STEERED.len() {
        names = names.with(STEERED[row].variables);
        row += 1;
    }
    names
}

fn may_lead(name: &str) -> bool {
    NAMES.may_hold(name) || name.starts_with(SETTINGS)
}

/// Settings of git, one a variable.
const SETTINGS: &str = "GIT_CONFIG_VALUE_";

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

    /// The same for a shell that runs a script or a text.
    pub(super) fn stop_led_shell(&mut self, shell: &str, span: Span) {
        if let Some((variable, place)) = self.led_into_scope(shell) {
            let message =
                format!("`{variable}` has `{shell}` run `{place}` first, which may be written here");
            self.add(Effect::Opaque, "environment", message, span);
        }
    }

    /// A variable of the session, and the place in a root that it names to this program.
    fn led_into_scope(&self, program: &str) -> Option<(String, String)> {
        self.session.env.iter().filter(|(name, _)| may_lead(name)).find_map(|(name, value)| {
            // What the command takes away or sets itself is judged there.
            let place = match name.as_str() {
                _ if value.is_empty() || self.was_set(name) => None,
                name if listed(loader::PRELOADED, name) => {
                    self.first_in_scope(loader::parts(value).collect())
                }
                name if listed(loader::FOLDERS, name) => self.first_shadowing(value),
                // A folder of modules is an everyday thing; one by the name of a library's is not.
                "PYTHONPATH" => self.first_with_module(value).filter(|_| self.is_written_in(PYTHON, program)),
                // `GIT_CONFIG_COUNT` settings: any may name a program.
                name if name.starts_with(SETTINGS) && program == "git" => self.first_in_scope(words(value)),
                name => self.led_by_row(name, value, program),
            };
            place.map(|place| (name.clone(), place))
        })
    }

    /// The place in a root that a listed variable names to this program. Where it names none, the program is not looked at.
    fn led_by_row(&self, variable: &str, value: &str, program: &str) -> Option<String> {
        let shape = Shape::of(variable);
        let is_named = |row: &&Steers| row.sieve.may_hold_shape(shape) && listed(row.variables, variable);
        let may_be_led = |row: &&Steers| language_of(row.programs).is_some() || listed(row.programs, program);
        STEERED.iter().filter(is_named).filter(may_be_led).find_map(|row| {
            let place = match row.leads {
                Leads::Paths => self.first_in_scope(paths(value)),
                Leads::Words => self.first_in_scope(words(value)),
                Leads::Node => self.first_in_scope(words(value)).or_else(|| self.first_required(value)),
                Leads::Started => self.started_with(value),
                Leads::Modules(modules) => self.first_holding(value, modules),
            };
            place.filter(|_| self.is_written_in(row.programs, program))
        })
    }

    /// The program is one of these, or a script in their language.
    fn is_written_in(&self, programs: &str, program: &str) -> bool {
        listed(programs, program)
            || language_of(programs).is_some_and(|interpreter| self.is_script_of(interpreter, program))
    }

    /// The first line of the program names this interpreter: `#!/usr/bin/python3` of `csvsort`.
    fn is_script_of(&self, interpreter: &str, program: &str) -> bool {
        let first = |path: String| self.world.first_line(&path).ok();
        let first = self.world.program(program).and_then(first).unwrap_or_default();
        first.starts_with("#!") && first.contains(interpreter)
    }

    /// The first of these that is a place in one of the roots, from any directory the command may run in.
    fn first_in_scope(&self, pieces: Vec<&str>) -> Option<String> {
        let is_in_scope = |piece: &&str| self.places(piece).iter().any(|place| self.is_in_roots(place));
        pieces.into_iter().find(is_in_scope).map(String::from)
    }

    /// The first module behind a flag of node's that is a file in a root: `x.js` in `-r x.js`, in `--import file:///repo/x.js`.
    fn first_required(&self, value: &str) -> Option<String> {
        let is_in_scope = |path: &String| {
            self.places(path).iter().any(|place| self.is_in_roots(place) && self.is_file_or_made(place))
        };
        required(value).into_iter().find(|module| {
            let module = module.strip_prefix("file://").unwrap_or(module);
            ["", ".js", ".cjs", ".mjs", ".json", ".node", "/index.js"]
                .iter()
                .any(|end| is_in_scope(&format!("{module}{end}")))
        })
    }

    /// The file in a root that a shell runs first, by a variable of this value.
    fn started_with(&self, value: &str) -> Option<String> {
        let home = ["~", "$HOME", "${HOME}"].iter().find_map(|home| value.strip_prefix(home));
        let path = match home.filter(|rest| rest.starts_with('/')) {
            Some(rest) => format!("{}{rest}", self.session.home),
            None => value.into(),
        };
        // What else the shell fills in may lead anywhere.
        let filled_in = path.contains(['$', '`']);
        let is_run = |place: &String| self.is_in_roots(place) && self.is_file_or_made(place);
        (filled_in || self.places(&path).iter().any(is_run)).then(|| value.into())
    }

    /// A file stands there, or the same command makes one. What cannot be looked at may be one.
    fn is_file_or_made(&self, place: &str) -> bool {
        let stands = self.world.resolve(place).map(|found| found.stands);
        let is_none = matches!(stands, Some(Stands::Nothing | Stands::Directory));
        !is_none || self.was_written(place)
    }

    /// The first folder of a list that lies in a root and holds one of these names.
    fn first_holding(&self, value: &str, names: &str) -> Option<String> {
        let holds = |place: &String| {
            let known = |held: Vec<String>| held.iter().any(|name| listed(names, name));
            self.is_in_roots(place) && self.is_there(place) && self.world.list(place).is_none_or(known)
        };
        paths(value).into_iter().find(|path| self.places(path).iter().any(holds)).map(String::from)
    }

    /// Something stands there, or the same command makes it.
    fn is_there(&self, place: &str) -> bool {
        let missing = self.world.resolve(place).is_some_and(|found| found.stands == Stands::Nothing);
        !missing || self.was_written(place)
    }

    /// The first folder of a list that lies in a root and holds a library by the name of one of the system's.
    fn first_shadowing(&self, value: &str) -> Option<String> {
        let is_of_system =
            |name: &String| loader::is_of_system(self.world, name) || loader::NEARER.contains(&name.as_str());
        let shadows = |place: &String| {
            let Some(put) = self.written_in(place) else {
                return self.is_in_roots(place) && self.is_there(place);
            };
            self.is_in_roots(place)
                && self.is_there(place)
                && (put.iter().any(is_of_system)
                    || self.world.list(place).is_none_or(|names| names.iter().any(is_of_system)))
        };
        loader::parts(value).find(|folder| self.places(folder).iter().any(shadows)).map(String::from)
    }

    /// The first folder of a list that lies in a root and holds a module by the name of one of Python's own.
    fn first_with_module(&self, value: &str) -> Option<String> {
        let shadows = |place: &String| {
            self.is_in_roots(place) && self.is_there(place) && python::shadow(self, place).is_some()
        };
        // To Python an empty part is the directory that it is started in.
        let mut folders = value.split(':').map(|path| if path.is_empty() { "." } else { path });
        folders.find(|path| self.places(path).iter().any(shadows)).map(String::from)
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

/// The interpreter that begins a list of programs in its language.
fn language_of(programs: &str) -> Option<&str> {
    programs.split_ascii_whitespace().next().filter(|interpreter| LANGUAGES.contains(interpreter))
}

/// The parts of a list.
fn paths(value: &str) -> Vec<&str> {
    value.split(':').filter(|part| !part.is_empty() && !part.starts_with('~')).collect()
}

/// The paths in a command line or in flags: `./d` in `|./d %s`, `/repo/a.jar` in `-javaagent:/repo/a.jar`, `/repo/lib` in
/// `-I/repo/lib`, `/repo/args` in `@/repo/args`.
fn words(value: &str) -> Vec<&str> {
    let parts = value.split([':', ',', ';', ' ', '|', '=', '@', '\t', '\n', '"', '\'']);
    let parts = parts.filter_map(behind_flag);
    parts.filter(|part| ["/", "./", "../"].iter().any(|start| part.starts_with(start))).collect()
}

/// The modules that node loads before a program, by its own flags.
fn required(value: &str) -> Vec<String> {
    const FLAGS: &str = "-r --require --import --loader --experimental-loader";
    let is_flag = |word: &str| listed(FLAGS, &word.replace('_', "-"));
    let words: Vec<&str> = value.split([' ', '\t', '\n', '"']).filter(|word| !word.is_empty()).collect();
    let attached = words.iter().filter_map(|word| word.split_once('=').filter(|(flag, _)| is_flag(flag)));
    let behind = words.iter().zip(words.iter().skip(1)).filter(|(flag, _)| is_flag(flag));
    attached.map(|(_, module)| module).chain(behind.map(|(_, module)| *module)).map(String::from).collect()
}

/// What stands behind the letters of a flag: `/repo/lib` in `-I/repo/lib`.
fn behind_flag(part: &str) -> Option<&str> {
    match part.strip_prefix('-') {
        Some(flag) => flag.find(['/', '.']).and_then(|at| flag.get(at..)),
        None => Some(part),
    }
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
            ("PYTHONPATH", "/opt/lib:", "cd planted && pip list", Ask),
            ("PYTHONPATH", ":", "cd planted && python3 -m json.tool x.json", Ask),
            ("PYTHONPATH", "/opt/lib:", "pip list", Allow),
            ("PYTHONPATH", "/repo/planted", "gcloud config list", Ask),
            ("PYTHONPATH", "/repo/src", "gcloud config list", Allow),
            ("PYTHONPATH", "/repo/planted", "csvsort a.csv", Ask),
            ("PYTHONPATH", "/repo/src", "csvsort a.csv", Allow),
            ("PYTHONPATH", "/repo/planted", "cat README.md", Allow),
            ("PYTHONPATH", "/repo/src", "pip list", Allow),
            ("PYTHONPATH", "/repo/src", "python3 -m json.tool package.json", Allow),
            ("PYTHONPATH", "/repo/planted", "pytest", Allow),
            ("PYTHONHOME", "/repo/py", "pip list", Ask),
            ("PYTHONPATH", "/repo/planted", "ls -la", Allow),
            ("PERL5LIB", "/repo/perl", "ack foo", Ask),
            ("PERL5OPT", "-I/repo/perl -Mx", "perl -ne print README.md", Ask),
            ("PERL5OPT", "-I/repo/perl -Mx", "shasum README.md", Ask),
            ("PERL5OPT", "-I/opt/perl -Mx", "shasum README.md", Allow),
            ("PYTHONPYCACHEPREFIX", "/repo/cache", "python3 -m json.tool package.json", Ask),
            ("PYTHONPYCACHEPREFIX", "/tmp/cache", "python3 -m json.tool package.json", Allow),
            ("OPENSSL_CONF", "/repo/o.cnf", "pip list", Ask),
            ("OPENSSL_CONF", "/etc/ssl/o.cnf", "pip list", Allow),
            ("JDK_JAVA_OPTIONS", "@/repo/args", "java -version", Ask),
            ("GOENV", "/repo/goenv", "go version", Ask),
            ("PERL5LIB", "/repo/src", "ack foo", Allow),
            ("PERL5LIB", "/home/user/perl5/lib:", "ack foo", Allow),
            ("NODE_OPTIONS", "--require ./x.js", "npm ls", Ask),
            ("NODE_OPTIONS", "--require=/repo/x.js", "npm ls", Ask),
            ("NODE_OPTIONS", "--max-old-space-size=4096", "npm ls", Allow),
            ("NODE_OPTIONS", "--require dotenv/config", "npm ls", Allow),
            ("NODE_OPTIONS", "--require ./x.js", "npm test", Allow),
            ("NODE_OPTIONS", "-r hook", "npm ls", Ask),
            ("NODE_OPTIONS", "-r hook.js", "npm ls", Ask),
            ("NODE_OPTIONS", "--max-old-space-size=4096 --require=hook.js", "npm ls", Ask),
            ("NODE_OPTIONS", "--import hook.js", "npm ls", Ask),
            ("NODE_OPTIONS", "--import=file:///repo/hook.js", "npm ls", Ask),
            ("NODE_OPTIONS", "--experimental-loader hook.js", "node -e 'console.log(1)'", Ask),
            ("NODE_OPTIONS", "-r other", "npm ls", Allow),
            ("NODE_OPTIONS", "-r src", "npm ls", Allow),
            ("NODE_OPTIONS", "-r hook.js", "cat README.md", Allow),
            ("NODE_OPTIONS", "--import=file:///opt/hook.js", "npm ls", Allow),
            ("NODE_OPTIONS", "-r hook.js", "cd src && npm ls", Allow),
            ("BASH_ENV", "hello.sh", "bash -c ls", Ask),
            ("BASH_ENV", "hello.sh", "bash hello.sh", Ask),
            ("BASH_ENV", "./hello.sh", "./hello.sh", Ask),
            ("BASH_ENV", "/repo/hello.sh", "bash -c ls", Ask),
            ("BASH_ENV", "$PWD/hello.sh", "bash -c ls", Ask),
            ("BASH_ENV", "$(./x)", "bash -c ls", Ask),
            ("BASH_ENV", "hello.sh", "zgrep x README.md", Ask),
            ("BASH_ENV", "made.sh", "echo ls > made.sh; bash -c ls", Ask),
            ("BASH_ENV", "hello.sh", "ls", Allow),
            ("BASH_ENV", "hello.sh", "cd src && bash -c ls", Allow),
            ("BASH_ENV", "nosuch.sh", "bash -c ls", Allow),
            ("BASH_ENV", "/usr/share/lmod/init/bash", "bash hello.sh", Allow),
            ("BASH_ENV", "$HOME/.bashenv", "bash hello.sh", Allow),
            ("ENV", "hello.sh", "sh -c ls", Ask),
            ("ENV", "production", "sh -c ls", Allow),
            ("ENV", "src", "bash hello.sh", Allow),
            ("LESSOPEN", "|./d %s", "less README.md", Ask),
            ("LESSOPEN", "| /usr/bin/lesspipe %s", "less README.md", Allow),
            ("GIT_EXTERNAL_DIFF", "./d", "git diff", Ask),
            ("GIT_CONFIG_VALUE_0", "./x", "git diff", Ask),
            ("GIT_PAGER", "delta", "git log", Allow),
            ("GIT_SSH_COMMAND", "ssh -i ~/.ssh/k -o IdentitiesOnly=yes", "git log", Allow),
            ("MANPATH", "/usr/share/man:", "git log", Allow),
            ("MANPAGER", "sh -c 'sed -e s/x//g | bat -p'", "git log", Allow),
            ("PAGER", "./x", "git log", Ask),
            ("JAVA_TOOL_OPTIONS", "-Xmx2g", "mvn -v", Allow),
            ("JAVA_TOOL_OPTIONS", "-javaagent:/repo/a.jar", "mvn -v", Ask),
            ("GOFLAGS", "-ldflags=-X=example.com/a/b.v", "go version", Allow),
            ("GOFLAGS", "-toolexec=/repo/te", "go version", Ask),
            ("MAKEFILES", "/repo/te", "make -n all", Ask),
            ("TAR_OPTIONS", "--checkpoint-action=exec=./x", "tar tf a.tar", Ask),
            ("LD_PRELOAD", "/repo/x.so", "ls", Ask),
            ("LD_PRELOAD", "/usr/lib/libjemalloc.so", "ls", Allow),
            ("LD_LIBRARY_PATH", "/repo/src", "ls", Allow),
            ("LD_LIBRARY_PATH", "/opt/x:/repo/so", "ls", Ask),
        ];
        for (name, value, command, expected) in rows {
            let machine = examples::machine()
                .program_at("csvsort", "/usr/bin/csvsort")
                .file("/usr/bin/csvsort", "#!/usr/bin/python3\nimport json\n")
                .program_at("zgrep", "/usr/bin/zgrep")
                .file("/usr/bin/zgrep", "#!/usr/bin/bash\n")
                .file("/repo/hook.js", "")
                .file("/repo/planted/json.py", "")
                .file("/repo/perl/strict.pm", "")
                .file("/repo/so/libselinux.so.1", "")
                .file("/usr/lib/libselinux.so.1", "");
            let decision = examples::judge_on_with(&machine, name, value, command);
            assert_eq!(decision, *expected, "{name}={value} {command}");
        }
    }
}
