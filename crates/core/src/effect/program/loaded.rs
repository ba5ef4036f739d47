//! Files that a program takes up by itself, without being asked: from the directory it runs in, from those above, from
//! the home.
//!
//! A program that is read by its flags is only as safe as the flags and the code that such a file adds. So each
//! description says which files these are, and each file is read, kept by the floor, or a reason to stop.
//! Files that cannot carry harm (`.gitignore` and its like, colours, columns) are not listed.

use super::super::Effect;
use super::super::place;
use super::super::reading::{Invocation, Reading};
use super::git;
use super::spec::{Program, only_asks_for_help};
use crate::policy::floor;
use crate::world::Stands;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What a program takes up by itself.
#[derive(Clone, Copy, Debug)]
pub enum Loads {
    /// Nobody has said. A test finds such programs where they are said to read only.
    Unsaid,
    /// These, whatever it is asked for.
    Always(&'static [Load]),
    /// These, and its checks and builds run code of the project anyway: whatever else it is asked for is no check, and
    /// stops where one of these is found.
    UnlessCheck(&'static [Load]),
}

impl Loads {
    /// There is something to look for.
    pub fn are_any(&self) -> bool {
        match self {
            Loads::Always(loads) => !loads.is_empty(),
            Loads::UnlessCheck(_) => true,
            Loads::Unsaid => false,
        }
    }
}

/// Files of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    /// Their paths from the directory they are looked for in, separated by blanks. A `*` stands for the end of a name.
    pub files: &'static str,
    /// Where they are looked for.
    pub from: From,
    /// What they can do.
    pub carries: Carries,
    /// They are not looked at when the program is only asked for its version.
    pub spares_version: bool,
    /// Where the floor guards them in the session's directories they are taken for the user's own.
    pub yours_if_guarded: bool,
}

/// Where a program looks for a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// In the directory it runs in.
    Here,
    /// There, and in every directory above.
    Above,
    /// In the home. It is the user's own, unless the session works in the home.
    Home,
}

/// What a file can do to the program that takes it up.
#[derive(Clone, Copy, Debug)]
pub enum Carries {
    /// It is code, or names code, or holds flags that nobody reads here.
    Code,
    /// The same, unless this says of its text that it is harmless.
    CodeUnless(fn(&str) -> bool),
    /// The settings of the repository that git would find.
    GitSettings,
}

impl Load {
    /// Files in the directory it runs in.
    pub const fn here(files: &'static str) -> Self {
        Load {
            files,
            from: From::Here,
            carries: Carries::Code,
            spares_version: false,
            yours_if_guarded: false,
        }
    }

    /// Files there or above.
    pub const fn above(files: &'static str) -> Self {
        Load { from: From::Above, ..Load::here(files) }
    }

    /// Files in the home.
    pub const fn home(files: &'static str) -> Self {
        Load { from: From::Home, ..Load::here(files) }
    }

    /// The repository that git would find, for a program that reads its settings or starts git.
    pub const fn git() -> Self {
        Load { carries: Carries::GitSettings, ..Load::here("") }
    }

    /// Harmless where `is_harmless` says so of their text.
    pub const fn unless(mut self, is_harmless: fn(&str) -> bool) -> Self {
        self.carries = Carries::CodeUnless(is_harmless);
        self
    }

    /// Taken for the user's own where the floor guards them: files that projects of that kind really have.
    pub const fn yours_if_guarded(mut self) -> Self {
        self.yours_if_guarded = true;
        self
    }

    /// Not looked at for `--version`.
    pub const fn but_for_version(mut self) -> Self {
        self.spares_version = true;
        self
    }
}

/// Stops `call` of `program` where a file that it always takes up is found, in the directories it now is in.
pub fn stop_always(reading: &mut Reading<'_>, call: &Invocation, program: &Program) {
    match program.loads {
        Loads::Always(loads) => {
            stop_for(reading, call, loads);
        }
        Loads::Unsaid | Loads::UnlessCheck(_) => {}
    }
}

/// Stops `call`, which is no check, where `program` takes up code of the project for it.
pub fn stop_unless_check(reading: &mut Reading<'_>, call: &Invocation, program: &Program) {
    match program.loads {
        Loads::UnlessCheck(loads) => {
            stop_for(reading, call, loads);
        }
        Loads::Unsaid | Loads::Always(_) => {}
    }
}

/// Adds a stop for the first of these that is found; says whether it did.
pub fn stop_for(reading: &mut Reading<'_>, call: &Invocation, loads: &[Load]) -> bool {
    let for_version =
        only_asks_for_help(&call.args) && call.args.iter().any(|arg| arg.text() == Some("--version"));
    let looked_at = loads.iter().filter(|load| !(for_version && load.spares_version));
    for load in looked_at {
        if let Carries::GitSettings = load.carries {
            if !git::may_start_here(reading, call) {
                return true;
            }
            continue;
        }
        if let Some((rule, why)) = found(reading, call, load) {
            reading.add(Effect::Opaque, rule, format!("`{}` {why}", call.name), call.span);
            return true;
        }
    }
    false
}

/// Rule, and what completes "`name` …".
type Stop = (&'static str, String);

fn found(reading: &Reading<'_>, call: &Invocation, load: &Load) -> Option<Stop> {
    if load.from != From::Home && reading.shell.lost {
        let why = format!("may take up `{}` in a directory that is not known", load.files);
        return Some(("unknown_value", why));
    }
    if load.from != From::Home && reading.unsettled {
        let why = format!("may take up `{}`, and other parts of the command may change it", load.files);
        return Some(("changed_before", why));
    }
    let folders = folders(reading, call, load.from);
    load.files
        .split_ascii_whitespace()
        .flat_map(|file| folders.iter().map(move |folder| (folder, file)))
        .find_map(|(folder, file)| stop_at(reading, load, folder, file))
}

/// Directories among the words of a call: a flag may make the program work there, `composer -d DIR`, `poetry -PDIR`,
/// `yarn --cwd=DIR`. Which flags do so differs from version to version, so every word that names one counts.
fn named_directories(reading: &Reading<'_>, call: &Invocation) -> Vec<String> {
    let texts = call.args.iter().filter_map(|arg| arg.value.texts()).flatten();
    let words = texts.flat_map(|text| {
        let value = text.split_once('=').map(|(_, value)| value);
        // Behind however many letters of flags: `-vPDIR`.
        let letters = text.strip_prefix('-').filter(|flag| !flag.starts_with('-')).unwrap_or_default();
        let attached = letters.char_indices().skip(1).take(4).filter_map(|(at, _)| letters.get(at..));
        [Some(text), value].into_iter().flatten().chain(attached).filter(|word| !word.is_empty())
    });
    let paths = words.flat_map(|word| reading.dirs().iter().map(move |dir| place::join(dir, word)));
    let is_directory =
        |path: &String| reading.world.resolve(path).is_some_and(|found| found.stands == Stands::Directory);
    paths.filter(is_directory).collect()
}

/// The directories in which a file is looked for, by name and by where they really are.
pub fn folders(reading: &Reading<'_>, call: &Invocation, from: From) -> Vec<String> {
    let home = reading.session.home.as_str();
    if from == From::Home {
        return if home.is_empty() { Vec::new() } else { alloc::vec![home.to_string()] };
    }
    let mut folders: Vec<String> = Vec::new();
    let named = named_directories(reading, call);
    for dir in reading.dirs().iter().chain(&named) {
        let real = reading.world.resolve(dir).map(|found| found.path);
        for mut at in [Some(place::normal(dir)), real].into_iter().flatten() {
            loop {
                if folders.contains(&at) {
                    break;
                }
                folders.push(at.clone());
                if at == "/" || from == From::Here {
                    break;
                }
                at.truncate(at.rfind('/').filter(|slash| *slash > 0).unwrap_or(1));
            }
        }
    }
    folders
}

fn stop_at(reading: &Reading<'_>, load: &Load, folder: &str, file: &str) -> Option<Stop> {
    match file.strip_suffix('*') {
        None => stop_by(reading, load, folder, &place::join(folder, file)),
        Some(start) => {
            let (below, start) = start
                .rsplit_once('/')
                .map_or((folder.to_string(), start), |(below, start)| (place::join(folder, below), start));
            let Some(written) = reading.written_in(&below) else {
                return Some((
                    "changed_before",
                    format!("looks for `{file}` in `{below}`, which the same command writes"),
                ));
            };
            // A folder that cannot be listed holds none for the program either, or is none.
            let on_disk = reading.world.list(&below).unwrap_or_default();
            let names = on_disk.into_iter().chain(written).filter(|name| name.starts_with(start));
            names.into_iter().find_map(|name| stop_by(reading, load, folder, &place::join(&below, &name)))
        }
    }
}

/// Why the file at `path` stops the program that takes it up.
fn stop_by(reading: &Reading<'_>, load: &Load, folder: &str, path: &str) -> Option<Stop> {
    if reading.was_written(path) || reading.leads_astray(path) {
        return Some(("changed_before", format!("takes up `{path}`, which the same command writes")));
    }
    match reading.world.resolve(path) {
        Some(found) if found.stands == Stands::Nothing => return None,
        Some(_) | None => {}
    }
    if is_users(reading, folder, path) {
        return None;
    }
    let is_harmless = match load.carries {
        Carries::Code | Carries::GitSettings => load.yours_if_guarded && is_guarded(reading, path),
        Carries::CodeUnless(is_harmless) => reading.world.read(path).is_ok_and(|text| is_harmless(&text)),
    };
    if is_harmless {
        return None;
    }
    Some(("unread_code", format!("takes up `{path}`, which may hold code or flags that were not read")))
}

/// What lies in the home itself is the user's, unless that is where the session works.
pub fn is_users(reading: &Reading<'_>, folder: &str, path: &str) -> bool {
    folder == reading.session.home && !reading.session.roots.iter().any(|root| place::within(path, root))
}

/// In the session's directories nobody writes this without a human.
fn is_guarded(reading: &Reading<'_>, path: &str) -> bool {
    let is_in = |root: &&String| {
        let real = reading.world.resolve(path).is_some_and(|found| place::within(&found.path, root));
        real && place::within(path, root)
    };
    let root = reading.session.roots.iter().find(is_in);
    let below = root.and_then(|root| path.get(root.len()..));
    below.is_some_and(|below| floor::hit(&floor::names(below), false).is_some())
}

/// A text of JSON, TOML or YAML may say one of `words`: as it stands, or with letters that are escaped.
pub fn may_say(text: &str, words: &[&str]) -> bool {
    let is_escaped = |rest: &str| {
        let ascii = |digits: &str| digits.starts_with("00") && digits.get(2..3).is_some_and(|d| d < "8");
        rest.strip_prefix('u').is_some_and(ascii)
            || rest.strip_prefix("U0000").is_some_and(ascii)
            || rest.starts_with('x')
            // A line that goes on in the next.
            || rest.starts_with(['\n', '\r', ' '])
    };
    words.iter().any(|word| text.contains(word)) || text.split('\\').skip(1).any(is_escaped)
}

#[cfg(test)]
mod tests {
    use super::super::*;
    use super::Loads;
    use crate::effect::program::spec::Does;
    use crate::words::listed;
    use alloc::vec::Vec;

    /// Families of programs that are read by their flags, each with the names that take up nothing by themselves.
    const READERS: &[(&[Program], &str)] = &[
        (text::PROGRAMS, text::LOADS_NOTHING),
        (search::PROGRAMS, search::LOADS_NOTHING),
        (look::PROGRAMS, look::LOADS_NOTHING),
        (inline::sed::PROGRAMS, inline::LOADS_NOTHING),
        (inline::awk::PROGRAMS, inline::LOADS_NOTHING),
        (inline::jq::PROGRAMS, inline::LOADS_NOTHING),
        (inline::perl::PROGRAMS, inline::LOADS_NOTHING),
        (inline::unread::PROGRAMS, inline::LOADS_NOTHING),
        (find::PROGRAMS, "find gfind"),
        (xargs::PROGRAMS, xargs::LOADS_NOTHING),
        (archive::PROGRAMS, archive::LOADS_NOTHING),
        (binary::PROGRAMS, binary::LOADS_NOTHING),
        (container::PROGRAMS, container::LOADS_NOTHING),
        (copy::PROGRAMS, copy::LOADS_NOTHING),
        (data::PROGRAMS, data::LOADS_NOTHING),
        (database::PROGRAMS, database::LOADS_NOTHING),
        (files::PROGRAMS, files::LOADS_NOTHING),
        (machine::PROGRAMS, machine::LOADS_NOTHING),
        (own::PROGRAMS, own::LOADS_NOTHING),
        (package::PROGRAMS, package::LOADS_NOTHING),
        (service::PROGRAMS, service::LOADS_NOTHING),
        (remote::ansible::PROGRAMS, ""),
        (remote::aws::PROGRAMS, remote::LOADS_NOTHING),
        (remote::az::PROGRAMS, remote::LOADS_NOTHING),
        (remote::gcloud::PROGRAMS, remote::LOADS_NOTHING),
        (remote::gh::PROGRAMS, remote::LOADS_NOTHING),
        (remote::glab::PROGRAMS, remote::LOADS_NOTHING),
        (remote::google::PROGRAMS, remote::LOADS_NOTHING),
        (remote::helm::PROGRAMS, remote::LOADS_NOTHING),
        (remote::hosting::PROGRAMS, remote::LOADS_NOTHING),
        (remote::kube_tools::PROGRAMS, remote::LOADS_NOTHING),
        (remote::kubectl::PROGRAMS, remote::LOADS_NOTHING),
        (remote::pulumi::PROGRAMS, remote::LOADS_NOTHING),
        (remote::terraform::PROGRAMS, remote::LOADS_NOTHING),
        (system::PROGRAMS, system::LOADS_NOTHING),
        (wrapper::PROGRAMS, wrapper::LOADS_NOTHING),
    ];

    /// Whoever describes a program that reads says what it takes up by itself: in its row, or by naming it among those
    /// that take up nothing.
    #[test]
    fn every_reader_says_what_it_loads() {
        let mut unsaid: Vec<&str> = Vec::new();
        for (programs, nothing) in READERS {
            let readers = programs.iter().filter(|program| !matches!(program.does, Does::Stop(..)));
            for program in readers.filter(|program| matches!(program.loads, Loads::Unsaid)) {
                unsaid.extend(program.names.split(' ').filter(|name| !listed(nothing, name)));
            }
        }
        assert!(unsaid.is_empty(), "what do these load from the directory they run in? {}", unsaid.join(" "));
    }

    fn on(files: &[(&str, &str)], table: &str) {
        let mut machine = examples::machine();
        for (path, text) in files {
            machine = machine.file(path, text);
        }
        examples::run_on(&machine, table);
    }

    /// Flags and code that a file of the tree gives to a program which only reads.
    #[test]
    fn files_of_the_tree_stop_readers() {
        on(
            &[
                ("/repo/plain/.ackrc", "# types\n--type-add=proto:ext:proto\n--ignore-dir=vendor\n"),
                ("/repo/listed/.ackrc", "--files-from=/home/user/list\n"),
                ("/repo/listed/below/a.txt", ""),
                ("/repo/under/_ackrc", "--follow\n"),
                ("/repo/photos/.ExifTool_config", "system('id');\n"),
                ("/repo/photos/a.jpg", ""),
                ("/home/user/.ackrc", "--pager=less\n"),
                ("/home/user/.sqliterc", ".shell id\n"),
                ("/repo/app.db", ""),
            ],
            "
            allow ack foo
            allow ack foo src
            allow cd plain && ack foo
            ask   cd listed && ack foo
            ask   cd listed/below && ack foo
            ask   (cd listed; ack foo)
            ask   cd under && ack foo
            ask   echo --follow > .ackrc && ack foo
            ask   cp listed/.ackrc . && ack foo
            allow echo --follow > notes.txt && ack foo
            allow exiftool photos/a.jpg
            ask   cd photos && exiftool a.jpg
            ask   cd photos && exiftool -ver
            ask   find photos -execdir exiftool {} +
            allow sqlite3 -safe app.db .tables
            allow git diff | delta
            ",
        );
    }

    /// What a home holds is the user's, until the session works there.
    #[test]
    fn files_of_the_home_stop_where_the_session_works_in_it() {
        let machine = examples::machine()
            .file("/home/user/.sqliterc", ".shell id\n")
            .file("/home/user/.jq", "def keys: env;\n")
            .file("/home/user/app.db", "");
        let mut session = examples::session();
        for (command, here, in_home) in [
            ("sqlite3 -safe /home/user/app.db .tables", "allow", "ask"),
            ("jq . /repo/package.json", "allow", "ask"),
            ("less /repo/README.md", "allow", "allow"),
        ] {
            session.roots = alloc::vec!["/repo".into()];
            assert_eq!(examples::word(&machine, &session, command), here, "{command}");
            session.roots = alloc::vec!["/home/user".into(), "/repo".into()];
            assert_eq!(examples::word(&machine, &session, command), in_home, "{command}");
        }
    }

    /// Asked about itself, a tool loads code all the same where a file of the project names some; that is no check.
    #[test]
    fn what_is_no_check_stops_for_code_of_the_project() {
        on(
            &[
                ("/repo/poet/pyproject.toml", "[tool.poetry]\nname = 'x'\n"),
                ("/repo/plug/pyproject.toml", "[tool.poetry.requires-plugins]\nevil = { path = 'evil' }\n"),
                ("/repo/spelt/pyproject.toml", "[tool.poetry.\"requires\\u002dplugins\"]\nevil = '1'\n"),
                ("/repo/pdm/.pdm-plugins/x", ""),
                ("/repo/pdmvenv/.pdm-python", "/repo/pdmvenv/.venv/bin/python\n"),
                ("/repo/pdmown/.pdm-python", "/repo/pdmown/python\n"),
                ("/repo/net/global.json", "{\"sdk\":{\"version\":\"8.0.100\"}}"),
                ("/repo/netown/global.json", "{\"sdk\":{\"paths\":[\".dotnet\"]}}"),
                ("/repo/baz/MODULE.bazel", ""),
                ("/repo/bazown/tools/bazel", "#!/bin/sh\n"),
                ("/repo/bazown/src/a.txt", ""),
                ("/repo/toxy/toxfile.py", ""),
                ("/repo/conf/conftest.py", ""),
                (
                    "/repo/gem/Gemfile",
                    "source 'https://rubygems.org'\n\ngem 'rake', '~> 13'\ngroup :test do\n  gem 'rspec'\nend\n",
                ),
                ("/repo/gemown/Gemfile", "gem 'rake'\nsystem('id')\n"),
                ("/repo/railsapp/bin/rails", "#!/usr/bin/env ruby\n"),
                ("/repo/y/.yarnrc.yml", "yarnPath: .yarn/releases/yarn-4.1.0.cjs\n"),
                ("/repo/yown/.yarnrc.yml", "yarnPath: tools/yarn.cjs\n"),
                ("/repo/ycomment/.yarnrc.yml", "yarnPath: tools/x.cjs # .yarn/releases/y.cjs\n"),
                ("/repo/ylist/.yarnrc.yml", "plugins:\n  - ./tools/x.cjs\n"),
                ("/repo/yquote/.yarnrc.yml", "plugins:\n  - spec: x\n    \"path\": ./tools/x.cjs\n"),
                ("/repo/ymore/.yarnrc.yml", "yarnPath: .yarn/releases/x\n  /../../../tools/x.cjs\n"),
                (
                    "/repo/yplug/.yarnrc.yml",
                    "nodeLinker: node-modules\n\nplugins:\n  - path: .yarn/plugins/@yarnpkg/plugin-x.cjs\n    spec: \"@yarnpkg/x\"\n\nyarnPath: .yarn/releases/yarn-4.cjs\n",
                ),
                ("/repo/poetpath/poetry.toml", "[virtualenvs]\npath = \"ev\"\n"),
                ("/repo/pdmpath/pdm.toml", "[venv]\nlocation = \"/x\"\n"),
                ("/repo/hatchy/pyproject.toml", "[tool.hatch.env]\nrequires = [\"x @ file:///x\"]\n"),
                (
                    "/repo/hatchenv/pyproject.toml",
                    "[tool.hatch.envs.default.env-vars]\nFOO = \"{env:GITHUB_TOKEN:none}\"\n",
                ),
                (
                    "/repo/hatchok/pyproject.toml",
                    "[build-system]\nrequires = [\"hatchling\"]\n[project]\nrequires-python = \">=3.9\"\n",
                ),
                (
                    "/repo/hatchtext/pyproject.toml",
                    "[tool.hatch.env]\nx = \"\"\"\n[build-system]\n\"\"\"\nrequires = [\"x @ file:///x\"]\n",
                ),
                ("/repo/gemif/Gemfile", "gem \"rake\" if system \"id\"\n"),
                ("/repo/yurl/package.json", "{\"packageManager\":\"yarn@https://x.example/y.js\"}"),
                ("/repo/rs/rust-toolchain.toml", "[toolchain]\nchannel = 'stable'\n"),
                ("/repo/rsown/rust-toolchain.toml", "[toolchain]\npath = './kit'\n"),
                ("/repo/ans/ansible.cfg", "[defaults]\ncow_path = ./x\n"),
                ("/repo/mav/.mvn/jvm.config", "-Xmx1g\n"),
                ("/home/user/clone/.mvn/jvm.config", "-javaagent:x.jar\n"),
            ],
            "
            allow poetry --version
            allow cd poet && poetry --version
            allow cd poet && poetry show --tree
            ask   cd plug && poetry --version
            ask   cd plug && poetry show
            ask   cd plug && poetry about
            ask   cd spelt && poetry --version
            ask   cp plug/pyproject.toml . && poetry --version
            allow pdm info
            ask   cd pdm && pdm info
            ask   cd pdm && pdm --version
            allow cd pdmvenv && pdm info
            ask   cd pdmown && pdm info
            allow cd net && dotnet --version
            ask   cd netown && dotnet --version
            ask   cd netown && dotnet --info
            allow cd baz && bazel version
            ask   cd bazown && bazel version
            ask   cd bazown/src && bazel version
            ask   cd bazown && bazel info
            allow cd bazown && bazel test //...
            allow tox --version
            ask   cd toxy && tox --version
            allow pytest --version
            ask   cd conf && pytest --version
            allow cd conf && pytest
            allow cd gem && bundle version
            ask   cd gemown && bundle version
            allow cd gemown && bundle --version
            ask   cd gemown && jekyll --version
            allow cd gem && jekyll --version
            allow rails --version
            ask   cd railsapp && rails --version
            ask   cd railsapp && rails -v
            allow cd y && yarn --version
            ask   cd yown && yarn --version
            ask   yarn --cwd yown why x
            ask   cd ycomment && yarn --version
            ask   cd ylist && yarn --version
            ask   cd yquote && yarn --version
            ask   cd ymore && yarn --version
            allow cd yplug && yarn --version
            ask   cd poetpath && poetry env info
            ask   poetry -P plug version
            ask   poetry --project=plug about
            ask   poetry -Pplug show
            ask   poetry -vPplug version
            ask   cd rsown && rustup --version
            ask   cd rsown && rustup show active-toolchain
            ask   cd hatchtext && hatch env show
            ask   cd pdmpath && pdm info
            ask   cd hatchy && hatch env show
            allow cd hatchok && hatch env show
            ask   cd hatchenv && hatch env show
            ask   cd hatchenv && hatch env show --json
            ask   cd gemif && bundle platform
            ask   cd rsown && rustc --version
            ask   cd rsown && rustfmt --version
            allow cd rs && rustc --version
            ask   bazel info client-env
            allow bazel info output_base
            ask   gradle properties
            ask   mvn help:evaluate
            ask   mvn help:evaluate -Dexpression=settings -q -DforceStdout
            ask   mvn help:evaluate -Dexpression=env.TOKEN
            ask   cd yurl && yarn --version
            ask   cd yurl && pnpm -v
            allow yarn --version
            allow cd rs && cargo --version
            ask   cd rsown && cargo --version
            ask   cd rsown && cargo version
            allow cd rsown && cargo test
            ask   cd ans && ansible --version
            allow ansible --version
            allow cd mav && mvn -v
            ask   cd ~/clone && mvn -v
            allow mvn -v
            ",
        );
    }

    #[test]
    fn escaped_letters_are_reckoned_with() {
        let says = |text: &str| super::may_say(text, &["paths"]);
        for text in ["\"paths\"", "\"p\\u0061ths\"", "\"\\U00000070aths\"", "\"\\x70aths\"", "\"pa\\\n ths\""]
        {
            assert!(says(text), "{text}");
        }
        for text in ["{}", "\"caf\\u00e9\"", "\"a\\nb\"", "\"a\\/b\"", "\"\\u65e5\""] {
            assert!(!says(text), "{text}");
        }
    }

    #[test]
    fn every_family_says_it() {
        let tools: usize = dev::FAMILIES.iter().map(|family| family.len()).sum();
        let readers: usize = READERS.iter().map(|(programs, _)| programs.len()).sum();
        let all: usize = FAMILIES.iter().map(|family| family.programs.len()).sum();
        assert_eq!(tools + readers + git::PROGRAMS.len(), all, "a family is missing here");
    }
}
