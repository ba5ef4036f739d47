//! Task runners. The name decides what is trusted; a definition that is found is read for harm.

use super::super::loaded::{Load, may_say};
use super::super::spec::{Parsed, Program, Style, Unread, custom, group, only_asks_for_help, parse, safe};
use super::outside;
use super::{check, fetches, install, machine, split_dashes, subcommand, unread_code};
use crate::effect::environment::may_export;
use crate::effect::follow::{self, Source};
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::{Arg, Value};
use crate::effect::{Effect, Hazard};
use crate::verdict::Span;
use crate::words::listed;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What a task's name promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Tests, linters, type checkers.
    Check,
    /// Formatters.
    Format,
    /// Builds.
    Build,
    /// Servers and watchers.
    Lasting,
    /// Publishing and deploying.
    Publish,
    /// Anything else.
    Other,
}

/// Reads a task's name: a known word alone, or with a suffix behind `:`, `-` or `_`.
pub fn kind(name: &str) -> Kind {
    let words: Vec<&str> = name.split([':', '-', '_']).collect();
    let holds = |list: &str| words.iter().any(|word| listed(list, word));
    if holds("deploy publish release push upload") {
        return Kind::Publish;
    }
    if holds("watch serve server dev start preview ui open storybook") {
        return Kind::Lasting;
    }
    let builds = matches!(words.first(), Some(&("build" | "compile")));
    if holds("install disk remote clean reset destroy drop")
        || (holds("prod production") && !builds)
        || !name.is_ascii()
        // A recipe of another folder.
        || name.contains('/')
    {
        return Kind::Other;
    }
    let first =
        if name.starts_with("type-check") { "typecheck" } else { words.first().copied().unwrap_or("") };
    match first {
        "test" | "lint" | "check" | "typecheck" => Kind::Check,
        "fmt" | "format" => Kind::Format,
        "build" | "compile" => Kind::Build,
        _ => Kind::Other,
    }
}

/// `call` runs the task `name`, whose definition stands in `source`, with `forwarded` behind its own command line.
pub fn run(
    reading: &mut Reading<'_>,
    call: &Invocation,
    name: &Arg,
    forwarded: &[Arg],
    source: Option<Source>,
) {
    let Some(task) = name.text() else {
        return reading.unread(&call.name, Unread::value(name));
    };
    if kind(task) == Kind::Other
        && let Some(source) = source
    {
        reading.run_here(&call.name, call.span);
        if follow::prove(reading, call, source, task, forwarded, name.span) {
            return;
        }
    }
    by_name(reading, call, task, name.span);
    forward(reading, call, forwarded);
    if source.is_some_and(Source::pastes) {
        let pasted = forwarded.iter().filter(|arg| !arg.text().is_some_and(no_shell)).map(|arg| arg.span);
        for span in pasted {
            let message = format!("`{}` pastes an argument into a shell line", call.name);
            reading.add(Effect::Opaque, "unknown_value", message, span);
        }
    }
    if source == Some(Source::Package) {
        let odd = |arg: &&Arg| !arg.text().is_some_and(survives_quoting);
        for span in forwarded.iter().filter(odd).map(|arg| arg.span) {
            let message = format!("`{}` hands on an argument that a shell may read again", call.name);
            reading.add(Effect::Opaque, "unknown_value", message, span);
        }
    }
    reading.run_here(&call.name, call.span);
    if let Some(source) = source {
        follow::task(reading, source, task, call.span);
    }
}

/// What the name of a task alone comes to.
pub fn by_name(reading: &mut Reading<'_>, call: &Invocation, task: &str, span: Span) {
    let runs = format!("`{}` runs the task `{task}`", call.name);
    match kind(task) {
        Kind::Check => reading.add(Effect::ProjectCode, "check_command", runs, span),
        Kind::Format => reading.add(Effect::ProjectCode, "formatter", runs, span),
        Kind::Build => reading.add(Effect::ProjectCode, "build_command", runs, span),
        Kind::Lasting => {
            let message = format!("{runs}, which by its name runs on until somebody stops it");
            reading.hazard(Hazard::Lasting, "lasting", message, None, span);
        }
        Kind::Publish => {
            let message = format!("{runs}, which by its name publishes or deploys");
            reading.hazard(Hazard::Publish, "publish", message, None, span);
        }
        Kind::Other => {
            let message =
                format!("{runs}, whose name is not one of test, lint, fmt, format, check, typecheck, build");
            reading.add(Effect::Opaque, "unknown_task", message, span);
        }
    }
}

/// Arguments that a task hands on to a program nobody knows here: only what every test runner, linter or formatter
/// means harmlessly by them, and only paths of the project.
pub fn forward(reading: &mut Reading<'_>, call: &Invocation, args: &[Arg]) {
    assignments(reading, call, args);
    for arg in args {
        let Some(text) = arg.text() else {
            return reading.unread(&call.name, Unread::value(arg));
        };
        if text == "--" || text == ":::" {
            continue;
        }
        let (flag, value) = match text.split_once('=') {
            Some((flag, value)) if text.starts_with('-') => (flag, value),
            _ if text.starts_with('-') => (text, ""),
            _ => ("", text),
        };
        if matches!((flag, value), ("--watch" | "--watchAll", "false")) {
            continue;
        }
        if !flag.is_empty() && !listed(FORWARDED, flag) {
            let message = format!("`{}` hands on `{flag}`, which is not known to be safe", call.name);
            return reading.add(Effect::Opaque, "unknown_flag", message, arg.span);
        }
        if !plain(value) {
            let message = format!("`{}` hands on `{value}`, which may lead out of the project", call.name);
            return reading.add(Effect::Opaque, "code_outside_repo", message, arg.span);
        }
    }
}

/// `NAME=value` becomes a variable of the environment or of recipes with many runners: only what may stand in front of a
/// command as well, and what names a test.
pub fn assignments(reading: &mut Reading<'_>, call: &Invocation, args: &[Arg]) {
    let is_variable = |name: &str| {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        name.chars().all(plain) && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
    };
    for arg in args {
        let Some((name, value)) = arg.value.prefix().split_once('=').filter(|(name, _)| is_variable(name))
        else {
            continue;
        };
        let known = arg.text().is_some() && may_export(name, &Value::known(value));
        let data = arg.text().is_some() && listed("TEST SPEC SEED N V COVERAGE", name) && is_data(value);
        if !known && !data {
            let message = format!("`{}` sets `{name}`, which may steer what runs", call.name);
            reading.add(Effect::Opaque, "unknown_flag", message, arg.span);
        }
    }
}

/// A name or a path of the project that no shell and no program reads as more.
fn is_data(value: &str) -> bool {
    plain(value) && no_shell(value) && !value.starts_with('-')
}

/// Nothing that a shell reads as more than a word.
pub fn no_shell(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || "_.,/:=@%+-".contains(c))
}

/// The same word whichever kind of quotes is put around it.
fn survives_quoting(text: &str) -> bool {
    !text.contains(['`', '\\', '"', '!', '\n']) && !text.trim_end_matches('$').contains('$')
}

/// No path that leaves the project, no address, nothing a badly quoting task could read as shell text.
fn plain(value: &str) -> bool {
    let leaves =
        value.starts_with(['/', '~', '@']) || value.split(['/', ',', ':', '=']).any(|part| part == "..");
    let inner = value.split([',', ':', '=']).skip(1).any(|part| part.starts_with(['/', '~']));
    let shell =
        value.contains(['`', '\n', ';', '<', '>', '&']) || value.contains("$(") || value.contains("${");
    !(leaves || inner || shell || outside::leaves(value) || names_hidden(value))
}

/// `.git/hooks`: what the program behind the task would make of it nobody knows.
fn names_hidden(value: &str) -> bool {
    let names = value.split(|c: char| "/,:={}()|[]".contains(c) || c.is_whitespace());
    let mut hidden = names.filter_map(|name| name.strip_prefix('.'));
    hidden.any(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

const FORWARDED: &str = "
    -run --run -v -vv -vvv --verbose -count -race -short -timeout --timeout -failfast -bench -benchtime -benchmem -tags
    --tags -cover -parallel -json --json -update -cpu -shuffle
    -k -x -q -s --tb --lf --ff --last-failed --failed-first --maxfail --durations -n --no-header --cov --no-cov -ra -rA
    --grep -g -t --testNamePattern --test-name-pattern --testPathPattern --testPathPatterns --testPathIgnorePatterns
    --reporter --silent --coverage --no-coverage --detectOpenHandles --forceExit --runInBand -i --bail -b
    --passWithNoTests --ci --updateSnapshot -u --filter --maxWorkers --workers --retries
    --project --list --listTests --shard --changed --onlyChanged --only-changed --related --sequence --testTimeout
    --nocapture --test-threads --exact --ignored --include-ignored --lib --release --all --all-targets --all-features
    --features --workspace --package --example --test --no-fail-fast
    --fix --check --quiet --max-warnings --ext --color --no-color --colors --noEmit --skipLibCheck --pretty --cache
    --no-cache --concurrency --write --diff --stat --dry-run --help --version --format --only --spec --pattern --seed
    --fail-fast --parallel --jobs -j --processes --debug --no-watch --strict --summary --output-format";

/// Task runners that are nothing else.
pub const PROGRAMS: &[Program] = &[
    custom("make gmake", make),
    custom("just", just),
    custom("task go-task", task),
    custom("mise rtx", mise).loads_unless_check(MISE_LOADS),
    custom("rake", rake).loads_unless_check(&[]),
    custom("invoke inv", |reading, call| several(reading, call, "-l --list -e --echo --no-dedupe"))
        .loads_unless_check(&[]),
    custom("poe", |reading, call| named(reading, call, "-q --quiet -v --verbose", Some(Source::Poe)))
        .loads_unless_check(POE_LOADS),
    custom("grunt gulp", |reading, call| several(reading, call, "--no-color --silent")).loads_unless_check(
        &[Load::above("node_modules/grunt Gruntfile* gruntfile* gulpfile* Gulpfile* .gulp*")],
    ),
];

/// Templates run commands, hooks and sources are scripts.
const MISE_LOADS: &[Load] = &[Load::above("mise* .mise* .rtx* .config/mise* .tool-versions")
    .unless(|text| !may_say(text, &["{{", "{%", "hooks", "source", "plugins", "_.", "file:", "path:"]))];

/// Tasks that a script of the project makes.
const POE_LOADS: &[Load] = &[Load::above("pyproject.toml poe_tasks*")
    .unless(|text| !may_say(text, &["include_script"]))
    .but_for_version()];

/// Stops a call in which one of these flags leads to another file of tasks: the usual one says nothing of what runs.
pub fn stop_other_file(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>, flags: &[&str]) {
    if parsed.has(flags) {
        let message = format!("`{}` takes its tasks from another file than the usual one", call.name);
        reading.add(Effect::Opaque, "unread_task", message, call.span);
    }
}

/// `runner [flags] task [arguments]`.
pub fn named(reading: &mut Reading<'_>, call: &Invocation, flags: &'static str, source: Option<Source>) {
    if only_asks_for_help(&call.args) {
        return reading.loads_project(&call.name, call.span);
    }
    let parsed = match parse(Style::Posix, flags, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    parsed.value_effects(reading, call);
    let saved = parsed.enter(reading, call);
    match parsed.operands.split_first() {
        Some((name, rest)) => run(reading, call, name, &owned(rest), source),
        // Tasks are found by running the file that defines them.
        None if parsed.has(&["-l", "--list", "-T", "--tasks", "--summary", "-a", "--list-all"]) => {
            reading.counts_as_check(&call.name, call.span)
        }
        None => unread_code(reading, call),
    }
    reading.leave(saved);
}

fn harmless(reading: &mut Reading<'_>, call: &Invocation, rule: &'static str) {
    reading.add(Effect::Harmless, rule, format!("`{}` is understood", call.name), call.span);
}

/// Arguments by value.
pub fn owned(args: &[&Arg]) -> Vec<Arg> {
    args.iter().map(|arg| (*arg).clone()).collect()
}

/// Every operand is a goal; `NAME=value` sets a variable that recipes paste into their commands.
fn make(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) {
        return harmless(reading, call, "help");
    }
    let flags = "-C/ --directory/ -f@ --file@ --makefile@ -j? --jobs? -k --keep-going -s --silent --quiet -B \
        --always-make -n --dry-run --just-print -O? --output-sync? --no-print-directory -w --print-directory -i \
        --ignore-errors --trace";
    let args = without_counts(&call.args);
    let parsed = match parse(Style::Gnu, flags, &args) {
        Ok(parsed) if !make_goes_elsewhere(&parsed) && !parsed.operands.iter().any(|arg| is_count(arg)) => {
            parsed
        }
        Ok(_) => return unread_code(reading, call),
        Err(unread) => return reading.unread(&call.name, unread),
    };
    parsed.value_effects(reading, call);
    let saved = parsed.enter(reading, call);
    let (variables, goals): (Vec<&Arg>, Vec<&Arg>) =
        parsed.operands.iter().copied().partition(|arg| arg.value.prefix().contains('='));
    for variable in &variables {
        make_variable(reading, call, variable);
    }
    let files = parsed.flags.iter().filter(|flag| matches!(flag.name, "-f" | "--file" | "--makefile"));
    let told = Told {
        // skipped: a file that is not known was stopped as one that is run.
        files: files.map(|flag| flag.value.as_ref().and_then(Arg::text).unwrap_or_default()).collect(),
        // skipped: one that is not known was stopped by `make_variable`.
        variables: variables.iter().filter_map(|arg| arg.text()?.split_once('=')).collect(),
        parallel: parsed.has(&["-j", "--jobs"]),
        dry: parsed.has(&["-n", "--dry-run", "--just-print"]),
    };
    make_goals(reading, call, &goals, &told);
    reading.leave(saved);
}

/// What make is told besides its goals.
struct Told<'a> {
    files: Vec<&'a str>,
    variables: Vec<(&'a str, &'a str)>,
    parallel: bool,
    dry: bool,
}

/// Goals that are checks by their names are read for harm; all others, and the first of the file, are proven.
fn make_goals(reading: &mut Reading<'_>, call: &Invocation, goals: &[&Arg], told: &Told<'_>) {
    let other = |arg: &&&Arg| arg.text().is_some_and(|goal| kind(goal) == Kind::Other);
    let unknown: Vec<String> =
        // skipped: one that is not known is stopped by `check_goal`.
        goals.iter().filter(other).filter_map(|arg| arg.text().map(String::from)).collect();
    if told.files.len() <= 1 && (goals.is_empty() || !unknown.is_empty()) {
        let variables: Vec<(String, String)> =
            told.variables.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        variables.iter().for_each(|(name, _)| reading.note_set(name));
        // Checks are code that nobody read, and may run before.
        reading.ran_code |= unknown.len() < goals.len();
        reading.run_here(&call.name, call.span);
        // skipped: one that is not known is stopped by `check_goal`.
        let all: Vec<String> = goals.iter().filter_map(|arg| arg.text().map(String::from)).collect();
        let goals_of = if goals.is_empty() { &all } else { &unknown };
        let asked = follow::Asked {
            goals: goals_of,
            variables: &variables,
            file: told.files.first().copied().unwrap_or_default(),
            parallel: told.parallel,
            dry: told.dry,
        };
        if follow::prove_make(reading, call, &asked, call.span) {
            let rest = goals.iter().filter(|arg| !other(arg));
            return rest.for_each(|goal| check_goal(reading, call, goal, told));
        }
    }
    if goals.is_empty() {
        reading.run_here(&call.name, call.span);
        let message = "`make` without a goal runs whatever its file lists first";
        reading.add(Effect::Opaque, "unknown_task", message, call.span);
    }
    for goal in goals {
        match goal.text() {
            Some(task) if kind(task) == Kind::Other => {
                by_name(reading, call, task, goal.span);
                // A rule of the user's may lift what the name comes to, and not the harm.
                follow::make_files(reading, &told.files, task, goal.span);
            }
            Some(_) | None => check_goal(reading, call, goal, told),
        }
    }
}

/// A goal that its name allows, read for harm in the file that defines it.
fn check_goal(reading: &mut Reading<'_>, call: &Invocation, goal: &Arg, told: &Told<'_>) {
    match (told.files.as_slice(), goal.text()) {
        ([], _) | (_, None) => run(reading, call, goal, &[], Some(Source::Make)),
        (files, Some(task)) => {
            run(reading, call, goal, &[], None);
            follow::make_files(reading, files, task, goal.span);
        }
    }
}

/// Flags of make that take no value: the word behind them stands for itself.
const MAKE_SWITCHES: &[&str] = &[
    "-k",
    "--keep-going",
    "-s",
    "--silent",
    "--quiet",
    "-B",
    "--always-make",
    "-n",
    "--dry-run",
    "--just-print",
    "--no-print-directory",
    "-i",
    "--ignore-errors",
    "--trace",
    "-w",
    "--print-directory",
    "-O",
    "--output-sync",
];

/// What make takes for a count behind `-j` however that is spelled, and for a goal elsewhere: digits, or nothing.
fn is_count(arg: &Arg) -> bool {
    arg.text().is_some_and(|text| text.bytes().all(|b| b.is_ascii_digit()))
}

/// `-j 4`: a number directly behind `-j` is its count, which may also be left out. Any other number stays, and stops.
fn without_counts(args: &[Arg]) -> Vec<Arg> {
    let is_number = |arg: &Arg| is_count(arg) && arg.text() != Some("");
    let stands_for_itself = |at: usize| match at.checked_sub(1).and_then(|at| args.get(at)) {
        Some(before) => {
            before.text().is_some_and(|text| !text.starts_with('-') || MAKE_SWITCHES.contains(&text))
        }
        None => true,
    };
    let behind_jobs = |at: usize| {
        let flag = at.checked_sub(1).filter(|flag| stands_for_itself(*flag));
        let flag = flag.and_then(|flag| args.get(flag)).and_then(Arg::text);
        matches!(flag, Some("-j" | "--jobs")) && args.iter().take(at).all(|arg| arg.text() != Some("--"))
    };
    let kept = args.iter().enumerate().filter(|(at, arg)| !(is_number(arg) && behind_jobs(*at)));
    kept.map(|(_, arg)| arg.clone()).collect()
}

/// make reads `~` in these names by itself, takes `-` for its input, and enters one directory after the other.
fn make_goes_elsewhere(parsed: &Parsed<'_>) -> bool {
    let takes = ["-C", "--directory", "-f", "--file", "--makefile"];
    let values = parsed.flags.iter().filter(|flag| takes.contains(&flag.name));
    // skipped: one that is not known was stopped as a directory or a file that is run.
    let odd = values.filter_map(|flag| flag.value.as_ref()?.text()).any(|text| text.starts_with(['~', '-']));
    odd || parsed.flags.iter().filter(|flag| matches!(flag.name, "-C" | "--directory")).count() > 1
}

/// `NAME=value` with a value that is one word, and a name that names no program and no file of make's own.
fn is_plain_setting(text: &str) -> bool {
    const STEERS: &str = "SHELL SHELLFLAGS MAKE MAKEFLAGS MFLAGS GNUMAKEFLAGS MAKEFILES MAKEFILE_LIST MAKECMDGOALS MAKESHELL VPATH CC CXX CPP \
        LD AR AS NM RM SUDO INSTALL PYTHON PYTHON3 NODE NPM NPX PERL RUBY GO CARGO DOCKER KUBECTL GIT CURL BASH SH";
    text.split_once('=').is_some_and(|(name, value)| {
        let is_name = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        is_name && !listed(STEERS, name) && is_data(value)
    })
}

fn make_variable(reading: &mut Reading<'_>, call: &Invocation, arg: &Arg) {
    let data = "V VERBOSE CI T TEST TESTS RUN TESTRUN PKG PKGS PACKAGE PACKAGES COUNT TIMEOUT COVERAGE RACE DEBUG \
        TEST_PATH TEST_FILE FILE FILES NO_COLOR VERSION";
    let known = arg
        .text()
        .and_then(|text| text.split_once('='))
        .is_some_and(|(name, value)| listed(data, name) && is_data(value));
    if known {
        return;
    }
    let message = format!("`{}` sets a variable that recipes may run", call.name);
    // What a user may say `ENV=staging` of, he has not said `X=$(shell id)` and `X!=id` of: make runs these itself.
    let rule = if arg.text().is_some_and(is_plain_setting) { "unknown_flag" } else { "inline_code" };
    reading.add(Effect::Opaque, rule, message, arg.span);
}

fn just(reading: &mut Reading<'_>, call: &Invocation) {
    let list = safe("just", "-l --list --summary --show: -s: --dump --list-submodules --unsorted -u", "");
    let lists = ["-l", "--list", "--summary", "--show", "-s", "--dump"];
    if call.args.first().and_then(Arg::text).is_some_and(|first| lists.contains(&first)) {
        return list.read(reading, call);
    }
    if call.args.iter().any(|arg| arg.value.prefix().contains('=')) {
        return unread_code(reading, call);
    }
    let flags = "-d/ --working-directory/ -f@ --justfile@ -q --quiet -v --verbose -n --dry-run --no-deps --color: \
        --highlight --no-highlight --one";
    if only_asks_for_help(&call.args) {
        return harmless(reading, call, "help");
    }
    let parsed = match parse(Style::Posix, flags, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    parsed.value_effects(reading, call);
    let saved = parsed.enter(reading, call);
    stop_other_file(reading, call, &parsed, &["-f", "--justfile"]);
    let source = if parsed.has(&["-f", "--justfile"]) { None } else { Some(Source::Just) };
    let recipes = owned(&parsed.operands);
    if recipes.is_empty() && source.is_some() {
        let first = Arg { value: Value::known(""), span: call.span };
        run(reading, call, &first, &[], source);
    } else if recipes.is_empty() {
        unread_code(reading, call);
    }
    just_recipes(reading, call, &recipes, source);
    reading.leave(saved);
}

/// A recipe takes as many of the words behind it as it has parameters; the next word is a recipe again.
fn just_recipes(reading: &mut Reading<'_>, call: &Invocation, words: &[Arg], source: Option<Source>) {
    let mut words = words;
    while let Some((name, behind)) = words.split_first() {
        let takes = name.text().map_or(0, |name| follow::just_takes(reading, name));
        let (args, left) = behind.split_at(takes.min(behind.len()));
        run(reading, call, name, args, source);
        words = left;
    }
}

/// All operands up to `--` are tasks.
fn task(reading: &mut Reading<'_>, call: &Invocation) {
    let flags = "-l --list -a --list-all -s --silent -f --force -v --verbose -p --parallel -d/ --dir/ -n --dry -o: \
        --output: -c --color -C: --concurrency: -y --yes --summary --status -x --exit-code";
    let (own, tail) = split_dashes(&call.args);
    let parsed = match parse(Style::Gnu, flags, own) {
        // The last directory counts, from where the call starts.
        Ok(parsed) if parsed.flags.iter().filter(|flag| flag.marks == "/").count() > 1 => {
            return unread_code(reading, call);
        }
        Ok(parsed) => parsed,
        Err(_) if only_asks_for_help(own) => return harmless(reading, call, "help"),
        Err(unread) => return reading.unread(&call.name, unread),
    };
    parsed.value_effects(reading, call);
    let saved = parsed.enter(reading, call);
    if parsed.has(&["-l", "--list", "-a", "--list-all"]) {
        // Variables of the file may be commands, and some versions run them for a list.
        reading.counts_as_check(&call.name, call.span);
        follow::list(reading, Source::Taskfile, call.span);
    } else if parsed.operands.is_empty() || parsed.operands.iter().any(|arg| arg.value.prefix().contains('='))
    {
        // The default task, or a variable that is pasted into commands.
        unread_code(reading, call);
    }
    for name in &parsed.operands {
        run(reading, call, name, tail, Some(Source::Taskfile));
    }
    reading.leave(saved);
}

fn rake(reading: &mut Reading<'_>, call: &Invocation) {
    let flags =
        "-T? --tasks? -q --quiet -s --silent -t? --trace? -v --verbose -n --dry-run -j? -m -P --prereqs";
    several(reading, call, flags);
}

/// `runner [flags] task task …`: every operand is a task.
fn several(reading: &mut Reading<'_>, call: &Invocation, flags: &'static str) {
    let Ok(parsed) = parse(Style::Posix, flags, &call.args) else { return named(reading, call, flags, None) };
    let (first, rest) = match parsed.operands.split_first() {
        Some((_, rest)) => (call.args.len() - rest.len(), owned(rest)),
        None => (call.args.len(), Vec::new()),
    };
    let own = call.args.get(..first).unwrap_or_default().to_vec();
    named(reading, &Invocation { args: own, ..call.clone() }, flags, None);
    for name in &rest {
        match name.text() {
            // A flag, or a value that tasks look at.
            Some(text) if !text.starts_with('-') && !text.contains('=') => {
                by_name(reading, call, text, name.span);
            }
            Some(_) => forward(reading, call, core::slice::from_ref(name)),
            None => reading.unread(&call.name, Unread::value(name)),
        }
    }
}

const MISE_FLAGS: &str = "-C/ --cd/ -q --quiet -v --verbose -y --yes --no-config --silent";
const MISE_RUN: &str = "-C/ --cd/ -q --quiet -v --verbose -y --yes -S --silent -n --dry-run -f --force -j: --jobs: -o: \
    --output: -p --prefix -i --interleave -r --raw --timings --no-timings --no-cache --continue-on-error -c";

const MISE_SUBS: &[Program] = &[
    group(
        "tasks task t",
        MISE_TASKS,
        &[
            check("ls list", MISE_TASKS, ""),
            check("info", "-J --json", ":"),
            check("deps", "--hidden", ":*"),
            check("validate", "--errors-only --json", ":*"),
            custom("run r", mise_run),
            machine("add edit"),
        ],
    )
    .ends_alone(),
    check(
        "ls list",
        "-c --current -i --installed -g --global -l --local -m --missing -J --json --no-header",
        ":*",
    ),
    check("current where which", "", ":*"),
    group(
        "alias aliases a tool-alias",
        "",
        &[check("ls list get", "--no-header", ":*"), machine("set unset add remove rm del")],
    )
    .ends_alone(),
    safe("version -v", "-J --json", ""),
    check("doctor settings config cfg", "-J --json --no-header --names", ""),
    custom("exec x", mise_exec),
    install(
        "install i use u up upgrade uninstall unuse remove rm prune link sync plugins plugin p self-update test-tool",
    ),
    machine("trust untrust activate deactivate set unset implode reshim cache generate sync edit backends"),
];

const MISE_TASKS: &str =
    "-l --local -g --global --no-header -x --extended --json -J --hidden --sort: --usage";

/// `mise run task`, `mise task`, or one of its own subcommands.
fn mise(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) {
        return harmless(reading, call, "help");
    }
    let parsed = match parse(Style::Posix, MISE_FLAGS, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    parsed.value_effects(reading, call);
    let saved = parsed.enter(reading, call);
    match parsed.operands.split_first() {
        None => harmless(reading, call, "help"),
        Some((first, rest)) => {
            let rest = owned(rest);
            match first.text() {
                Some("run" | "r") => mise_run(reading, &subcommand(call, "run", &rest)),
                Some(sub) if MISE_SUBS.iter().any(|s| s.is_named(sub)) || kind(sub) == Kind::Other => {
                    let args = core::iter::once((*first).clone()).chain(rest).collect();
                    let inner = Invocation { args, ..call.clone() };
                    group("mise", "", MISE_SUBS).read(reading, &inner);
                    // Its file may hold templates that run commands, and is read before anything else.
                    reading.loads_project(&call.name, call.span);
                }
                Some(_) | None => run(reading, call, first, &rest, Some(Source::Mise)),
            }
        }
    }
    reading.leave(saved);
}

/// Tasks are parted by `:::`; what stands behind a task goes to it.
fn mise_run(reading: &mut Reading<'_>, call: &Invocation) {
    let parsed = match parse(Style::Posix, MISE_RUN, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    parsed.value_effects(reading, call);
    let saved = parsed.enter(reading, call);
    if parsed.operands.is_empty() {
        unread_code(reading, call);
    }
    for part in parsed.operands.split(|arg| arg.text() == Some(":::")) {
        match part.split_first() {
            Some((name, rest)) => run(reading, call, name, &owned(rest), Some(Source::Mise)),
            None => unread_code(reading, call),
        }
    }
    reading.leave(saved);
}

/// `mise exec -- command`; naming a tool (`mise exec node@20 -- …`) may install it.
fn mise_exec(reading: &mut Reading<'_>, call: &Invocation) {
    let (own, command) = split_dashes(&call.args);
    if command.is_empty() || !own.is_empty() {
        return fetches(reading, call);
    }
    super::opens(reading, call, command);
}

#[cfg(test)]
mod tests {
    use super::{Kind, kind, plain};

    #[test]
    fn a_name_is_trusted_by_its_first_word() {
        for name in
            ["test", "test:unit", "test-unit", "lint:fix", "check", "typecheck", "type-check", "test_e2e"]
        {
            assert_eq!(kind(name), Kind::Check, "{name}");
        }
        for name in ["fmt", "format", "fmt:check", "format:write"] {
            assert_eq!(kind(name), Kind::Format, "{name}");
        }
        for name in [
            "testing",
            "test-x/go",
            "test/x",
            "checkout",
            "formatter",
            "latest",
            "contest",
            "linter",
            "install",
            "format-disk",
            "",
        ] {
            assert_eq!(kind(name), Kind::Other, "{name}");
        }
        for name in ["dev", "start", "test:watch", "serve", "lint-watch", "test:ui"] {
            assert_eq!(kind(name), Kind::Lasting, "{name}");
        }
        for name in ["deploy", "publish", "test-and-deploy", "check:release", "build:publish"] {
            assert_eq!(kind(name), Kind::Publish, "{name}");
        }
    }

    #[test]
    fn what_is_handed_on_stays_in_the_project() {
        for value in ["TestX", "./cmd/...", "tests/a.spec.ts", "a|b", "^Test$", "registry", "!tmp/"] {
            assert!(plain(value), "{value}");
        }
        for value in [
            "/tmp/x",
            "../x",
            "a/../../x",
            "~/x",
            "a=/etc/x",
            "$(id)",
            "x;id",
            "https://x.example",
            "@/tmp/a",
            "{/tmp/a}",
            "a/{..,b}/x",
            ".git/hooks",
            "x,.env",
        ] {
            assert!(!plain(value), "{value}");
        }
    }
}
