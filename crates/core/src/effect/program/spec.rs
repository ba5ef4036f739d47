//! The little language in which programs are described.
//!
//! `flags` lists every flag that is known to be safe, separated by blanks. A mark behind the name says what its
//! value is:
//!
//! | mark | meaning |
//! |---|---|
//! | none | takes no value |
//! | `:` | a value that is only data |
//! | `?` | data that may be attached (`--color=auto`, `-i.bak`), never the next word |
//! | `<` | a path that is read |
//! | `>` | a path that is written |
//! | `/` | a directory in which the program then works: operands are relative to it |
//! | `@` | a path whose content is run or steers what runs: it must lie inside the session's roots, as must each part of a list |
//! | `&` | data that may hold paths that are written (`xml:report.xml`, `trx;LogFileName=x`) |
//! | `!` | a file or directory that is emptied or removed, then written |
//! | `^` | (behind one of the above) the first operand falls away, as with `grep -e` |
//! | `%` | no value; operands are read with everything below them, as with `grep -r` |
//! | `+` | no value; the same, and links below them are followed, as with `grep -R` |
//! | `*` | no value; operands are changed in place, as with `gofmt -w` |
//! | `~` | (behind any of the above) only names, counts or a status are shown, as with `grep -l` |
//! | `-#` | a number as a flag (`head -20`) |
//! | `=word` | (`--watch=false`) exactly this value, attached |
//!
//! `operands` says what each operand is: `:` data, `<` read, `<<` read with everything below, `>` written,
//! `@` run (inside the session's roots only; with a `*` flag also changed in place, and so for a formatter that needs none), `@>` run and written (`compileall`), `x` removed, `xx` removed with everything below, `!` the name of a program whose arguments follow. A `*` behind
//! one lets it repeat; what follows a repeated one is taken from the end (`<* >` is `cp`). More operands than
//! described make the call opaque. A program that reads with everything below (`<<*`, or a `%` flag) and gets no
//! such operand reads the directory it is in.

pub use super::arguments::{Parsed, Unread, parse};

use super::super::reading::{Invocation, Reading};
use super::super::value::{Arg, Shape, Value};
use super::super::{Effect, Hazard};
use super::arguments::tell_apart;
use super::fetched::Fetch;
use super::links::{self, Touch};
use super::loaded::{Load, Loads};
use super::whole;
use crate::policy::scope;
use crate::words::listed;
use alloc::format;
use alloc::vec::Vec;

/// How a program looks for flags among its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Anywhere, `-abc` is three flags, `--long=value`, `--` ends them.
    Gnu,
    /// The same, but the first operand ends them: wrappers, programs with subcommands.
    Posix,
    /// `-long` with one or two dashes, `-long=value`; no clusters: Java, X11, `go test`.
    Single,
    /// The same, as Go's own library finds them: the first operand ends them. What looks like a flag behind it is
    /// an operand there and a flag with other libraries of that spelling, so it stops.
    Go,
    /// A flag is a whole word as it is described, with one dash or two: no clusters, and a value is attached by `=`
    /// behind two dashes only. For programs that read their arguments in a way of their own.
    Whole,
    /// None: every argument is data, as with `echo`.
    Free,
}

impl Style {
    /// Long flags have one dash or two, and there are no clusters.
    pub(super) fn one_dash(self) -> bool {
        matches!(self, Style::Single | Style::Go | Style::Whole)
    }
}

/// What a program, or a subcommand, comes to when all its arguments are described.
#[derive(Clone, Copy)]
pub enum Does {
    /// Reads, prints, computes; or writes only what its operands say. The rule an allowed call is recorded under.
    Safe(&'static str),
    /// Runs code of the project: tests, builds, formatters.
    Project(&'static str),
    /// Understood, and not for an agent alone: whatever its arguments.
    Stop(Hazard, &'static str, &'static str),
    /// Data does not suffice.
    Custom(fn(&mut Reading<'_>, &Invocation)),
}

/// What arguments that are not known before it runs can make of a program at worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtWorst {
    /// Anything: some flag of it writes, runs or connects. An argument that may be a flag stops.
    Anything,
    /// It shows a file: no flag in any version writes, runs or connects. A path that is not known still stops.
    Shows,
    /// The same, and it shows names, sizes and counts only: arguments that are not known may pass.
    Names,
}

/// What a program looks at beside its arguments, each more than the one before. An observer around it (`strace`) shows
/// what it looks at; an environment that was emptied (`env -i`) makes it look elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Consults {
    /// Nothing that a variable or a file in the home steers in a way that matters: `ls`, `sort`.
    Nothing,
    /// Settings of the user, found by variables: `exiftool`, `gcc`.
    Settings,
    /// The same, and it may use what signs the user in, or run code that does: `git`, `npm`, tests.
    Credentials,
    /// A client of a service, which sends such credentials: `aws`, `gh`. Logs for debugging may show them.
    Service,
}

/// A program or a subcommand.
#[derive(Clone, Copy)]
pub struct Program {
    /// Its names, separated by blanks.
    pub names: &'static str,
    /// What it comes to.
    pub does: Does,
    /// How flags are found.
    pub style: Style,
    /// Safe flags.
    pub flags: &'static str,
    /// Roles of the operands.
    pub operands: &'static str,
    /// Subcommands; with any, `flags` are those before the subcommand.
    pub subs: &'static [Program],
    /// What to suggest when it stops.
    pub instead: Option<&'static str>,
    /// What unknown arguments can make of it.
    pub at_worst: AtWorst,
    /// Without its subcommand, or without the command it starts, it prints something and ends. Others read commands
    /// from elsewhere then, or do what they are made for: they stop.
    pub ends_alone: bool,
    /// Files that it takes up by itself.
    pub loads: Loads,
    /// What its checks and builds fetch by themselves.
    pub fetches: Option<&'static Fetch>,
    /// What it looks at beside its arguments, where that differs from its family.
    pub consults: Option<Consults>,
    /// No variable beside those that `effect/steering.rs` knows changes what it does.
    pub ignores_variables: bool,
}

/// Reads or prints: rule `read_only_command`.
pub const fn safe(names: &'static str, flags: &'static str, operands: &'static str) -> Program {
    described(names, Does::Safe("read_only_command"), flags, operands)
}

/// Runs project code under `rule`.
pub const fn project(
    names: &'static str,
    rule: &'static str,
    flags: &'static str,
    operands: &'static str,
) -> Program {
    described(names, Does::Project(rule), flags, operands)
}

/// Always stops: `why` completes "`name` …", as in "reaches the network".
pub const fn stop(names: &'static str, hazard: Hazard, rule: &'static str, why: &'static str) -> Program {
    described(names, Does::Stop(hazard, rule, why), "", "")
}

/// Read by a function.
pub const fn custom(names: &'static str, read: fn(&mut Reading<'_>, &Invocation)) -> Program {
    described(names, Does::Custom(read), "", "")
}

/// A program with subcommands; `flags` are the safe ones before the subcommand. Without a subcommand it stops, unless
/// it is known to [end there](Program::ends_alone).
pub const fn group(names: &'static str, flags: &'static str, subs: &'static [Program]) -> Program {
    let mut program = described(names, Does::Safe("read_only_command"), flags, "");
    program.subs = subs;
    program.style = Style::Posix;
    program
}

const fn described(names: &'static str, does: Does, flags: &'static str, operands: &'static str) -> Program {
    Program {
        names,
        does,
        style: Style::Gnu,
        flags,
        operands,
        subs: &[],
        instead: None,
        at_worst: AtWorst::Anything,
        ends_alone: false,
        loads: Loads::Unsaid,
        fetches: None,
        consults: None,
        ignores_variables: false,
    }
}

impl Program {
    /// With another way of finding flags.
    pub const fn style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }

    /// Recorded under another rule.
    pub const fn rule(mut self, rule: &'static str) -> Self {
        self.does = match self.does {
            Does::Safe(_) => Does::Safe(rule),
            Does::Project(_) => Does::Project(rule),
            Does::Stop(hazard, _, why) => Does::Stop(hazard, rule, why),
            Does::Custom(read) => Does::Custom(read),
        };
        self
    }

    /// With a suggestion for a stop.
    pub const fn instead(mut self, instead: &'static str) -> Self {
        self.instead = Some(instead);
        self
    }

    /// Whatever its arguments, it shows files at worst: no flag of it writes, runs or connects.
    pub const fn shows_at_worst(mut self) -> Self {
        self.at_worst = AtWorst::Shows;
        self
    }

    /// Whatever its arguments, it shows names, sizes and counts at worst.
    pub const fn names_at_worst(mut self) -> Self {
        self.at_worst = AtWorst::Names;
        self
    }

    /// Without its subcommand, or without the command it starts, it prints something and ends.
    pub const fn ends_alone(mut self) -> Self {
        self.ends_alone = true;
        self
    }

    /// It takes up these files by itself, whatever it is asked for.
    pub const fn loads(mut self, files: &'static [Load]) -> Self {
        self.loads = Loads::Always(files);
        self
    }

    /// The same, of a program whose checks and builds run code of the project anyway: what is no check stops where one
    /// of these is found.
    pub const fn loads_unless_check(mut self, files: &'static [Load]) -> Self {
        self.loads = Loads::UnlessCheck(files);
        self
    }

    /// Its checks and builds fetch what manifests name.
    pub const fn fetches(mut self, fetch: &'static Fetch) -> Self {
        self.fetches = Some(fetch);
        self
    }

    /// It looks at more, or at less, than others of its family.
    pub const fn consults(mut self, consults: Consults) -> Self {
        self.consults = Some(consults);
        self
    }

    /// It looks at no variable beside those that everybody knows to steer programs: a plain printer, or a starter of
    /// another program, which is judged by itself. Never said of scripts, nor of what starts helpers.
    pub const fn ignores_variables(mut self) -> Self {
        self.ignores_variables = true;
        self
    }

    /// Tests, builds, linters: whatever its arguments, it is the project's code that runs.
    pub fn runs_project_code(&self) -> bool {
        matches!(self.does, Does::Project(_))
    }

    /// `name` is one of its names.
    pub fn is_named(&self, name: &str) -> bool {
        listed(self.names, name)
    }

    /// Reads one call of it.
    pub fn read(&self, reading: &mut Reading<'_>, call: &Invocation) {
        if super::response::stops(reading, call) {
            return;
        }
        self.read_words(reading, call);
        super::response::stop_unknown(reading, call);
    }

    fn read_words(&self, reading: &mut Reading<'_>, call: &Invocation) {
        if let Does::Custom(read) = self.does {
            return read(reading, call);
        }
        if only_asks_for_help(&call.args) {
            return self.help(reading, call);
        }
        if let Does::Stop(hazard, rule, why) = self.does {
            let message = format!("`{}` {why}", call.name);
            return reading.hazard(hazard, rule, message, self.instead, call.span);
        }
        match tell_apart(self.style, self.flags, &call.args, self.at_worst) {
            Err(unread) => reading.unread(&call.name, unread),
            Ok(parsed) if self.subs.is_empty() => self.finish(reading, call, &parsed),
            Ok(parsed) => self.read_subcommand(reading, call, &parsed),
        }
    }

    /// It puts files in order: because a flag says so, or because none is needed for that and none forbids it.
    fn changes_files(&self, parsed: &Parsed<'_>) -> bool {
        let needs_flag = || self.flags.split_ascii_whitespace().any(|flag| flag.ends_with('*'));
        let only_looks = || parsed.has(&["--check", "--dry-run"]);
        match self.does {
            Does::Project("formatter") => parsed.marked('*') || !(needs_flag() || only_looks()),
            Does::Project(_) | Does::Safe(_) | Does::Stop(..) | Does::Custom(_) => parsed.marked('*'),
        }
    }

    /// It goes through folders and prints lines of what it finds there. A formatter that changes nothing prints what it
    /// would write or what differs, a check the lines it complains about, and both show what they cannot parse.
    fn shows_lines(&self, call: &Invocation) -> bool {
        let takes_paths = || self.operands.contains(['@', '<', '>']);
        // What runs the project's own code shows whatever that opens.
        let runs_code = || call.name.split(' ').any(|word| listed(RUNS_CODE, word));
        let goes_through = || call.name.split(' ').any(|word| listed(LINTS_HERE, word));
        match self.does {
            Does::Project("formatter") | Does::Safe("formatter") => true,
            Does::Project("check_command") => (takes_paths() && !runs_code()) || goes_through(),
            Does::Project(_) | Does::Safe(_) | Does::Stop(..) | Does::Custom(_) => false,
        }
    }

    /// A formatter that is asked for differences prints them, whether it writes or not. One that changes nothing prints what
    /// it would write, unless it only names files.
    fn prints_formatted(&self, call: &Invocation, parsed: &Parsed<'_>) -> bool {
        const DIFFERENCES: &[&str] = &["-d", "-diff", "--diff", "--terragrunt-diff", "-dry"];
        const NAMES: &[&str] = &["--check", "-check", "-l", "--list", "--list-different", "--dry-run"];
        let formats = match self.does {
            Does::Project(rule) | Does::Safe(rule) => rule == "formatter",
            Does::Stop(..) | Does::Custom(_) => false,
        };
        let only_names = || self.changes_files(parsed) || parsed.has(NAMES);
        whole::shows_differences(&call.name) || (formats && (parsed.has(DIFFERENCES) || !only_names()))
    }

    /// Test runners, linters and their like read the project's configuration first, and load the plugins it names.
    fn help(&self, reading: &mut Reading<'_>, call: &Invocation) {
        let message = format!("`{}` prints help", call.name);
        match self.does {
            // Which files it loads for that is known: it need not count as a check.
            Does::Project(_) if reading.loading.is_some() => reading.loads_project(&call.name, call.span),
            Does::Project(rule) => {
                reading.run_here(&call.name, call.span);
                reading.add(Effect::ProjectCode, rule, message, call.span);
            }
            Does::Safe(_) | Does::Stop(..) | Does::Custom(_) => {
                reading.add(Effect::Harmless, "help", message, call.span);
            }
        }
    }

    fn read_subcommand(&self, reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) {
        let Some((name, rest)) = parsed.operands.split_first() else {
            return self.finish(reading, call, parsed);
        };
        let Some(text) = name.text() else {
            return reading.unread(&call.name, Unread::value(name));
        };
        let full = format!("{} {text}", call.name);
        let Some(sub) = self.subs.iter().find(|sub| sub.is_named(text)) else {
            let message = format!("`{full}` is not a subcommand that mastiff knows");
            return reading.add(Effect::Opaque, "unknown_command", message, name.span);
        };
        parsed.value_effects(reading, call);
        let inner =
            Invocation { name: full, args: rest.iter().map(|arg| (*arg).clone()).collect(), ..call.clone() };
        let saved = parsed.enter(reading, call);
        sub.read(reading, &inner);
        reading.leave(saved);
    }

    fn finish(&self, reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) {
        let alone = !self.subs.is_empty() || lacks_command(self.operands, parsed);
        if alone && !self.ends_alone {
            return reading.unread(&call.name, Unread::alone(call.span));
        }
        if self.runs_project_code() {
            super::dev::strange_operands(reading, call, self.operands, parsed);
            super::dev::stray_values(reading, call, self.operands, parsed);
            // Many of them are written in languages whose libraries look for flags in the place of values.
            if let Some(value) = parsed.value_or_flag() {
                reading.unread(&call.name, Unread::value(value));
            }
        }
        parsed.value_effects(reading, call);
        let saved = parsed.enter(reading, call);
        let changes = self.changes_files(parsed);
        assigned_operands(reading, call, self.operands, parsed, (self.at_worst, changes));
        match self.does {
            Does::Safe(_) if self.style == Style::Gnu && self.at_worst != AtWorst::Names => {
                late_values(reading, call, self.operands, parsed);
            }
            Does::Project(_) => revisions(reading, call, parsed),
            Does::Safe(_) | Does::Stop(..) | Does::Custom(_) => {}
        }
        if matches!(self.does, Does::Project(_)) {
            reading.run_here(&call.name, call.span);
        }
        let prints = self.prints_formatted(call, parsed);
        if prints {
            whole::formatted(reading, call, &parsed.operands);
        }
        if prints || self.shows_lines(call) {
            whole::widened(reading, call, parsed);
        }
        if changes {
            links::touched_below(reading, call, parsed, Touch::Write);
        } else if prints {
            links::touched_below(reading, call, parsed, Touch::Read);
        } else if self.shows_lines(call) {
            links::touched_below(reading, call, parsed, Touch::Lint);
            whole::linted(reading, call, parsed);
        }
        reading.leave(saved);
        match self.does {
            Does::Safe(rule) => {
                reading.add(Effect::Harmless, rule, ["`", &call.name, "` is understood"].concat(), call.span)
            }
            Does::Project(rule) => {
                let message = format!("`{}` runs project code", call.name);
                reading.add(Effect::ProjectCode, rule, message, call.span)
            }
            // Both were answered before the arguments were looked at.
            Does::Stop(..) | Does::Custom(_) => {}
        }
    }
}

/// Checks that run the project's code: tests, and interpreters that are given them.
const RUNS_CODE: &str = "test tests runtest bench pytest jest vitest mocha _mocha ava tap tape uvu japa qunit playwright cypress \
    cucumber cucumber-js c8 nyc phpunit pest paratest simple-phpunit phpspec behat codecept rspec minitest m bats busted doctest \
    unittest gotestsum node ruby php coverage";
/// Linters that take no operands and go through the folder they are in.
const LINTS_HERE: &str = "swiftlint tflint knip terraform tofu";

/// Exactly `--help` or `--version`.
pub fn only_asks_for_help(args: &[Arg]) -> bool {
    matches!(args, [arg] if matches!(arg.text(), Some("--help" | "--version")))
}

/// Effects of the operands, by their roles.
pub fn operands(reading: &mut Reading<'_>, call: &Invocation, roles: &str, parsed: &Parsed<'_>) {
    if lacks_command(roles, parsed) {
        return reading.unread(&call.name, Unread::alone(call.span));
    }
    assigned_operands(reading, call, roles, parsed, (AtWorst::Anything, parsed.marked('*')));
}

/// It starts a command and is given none: some start a shell then, which runs what it reads.
fn lacks_command(roles: &str, parsed: &Parsed<'_>) -> bool {
    roles.split_ascii_whitespace().position(|role| role == "!").is_some_and(|at| parsed.operands.len() <= at)
}

/// `changes`: operands that are run are changed in place as well.
fn assigned_operands(
    reading: &mut Reading<'_>,
    call: &Invocation,
    roles: &str,
    parsed: &Parsed<'_>,
    (at_worst, changes): (AtWorst, bool),
) {
    let mut roles: Vec<&str> = roles.split_ascii_whitespace().collect();
    if parsed.marked('^') && !roles.is_empty() {
        roles.remove(0);
    }
    let only_names = at_worst == AtWorst::Names || (at_worst == AtWorst::Shows && parsed.shows_less());
    let follows = parsed.marked('+');
    let deep = parsed.marked('%') || follows;
    let mut below_here = roles.iter().any(|role| role.starts_with("<<") || (deep && role.starts_with('<')));
    let assigned = assign_roles(&roles, parsed.operands.len());
    for (index, operand) in parsed.operands.iter().enumerate() {
        let Some((role, repeats)) = assigned.get(index).copied().flatten() else {
            let shown = operand.value.prefix();
            let message = format!("`{}` takes an operand `{shown}` that is not expected", call.name);
            reading.add(Effect::Opaque, "unknown_flag", message, operand.span);
            return;
        };
        let role = if parsed.marked('*') && role.starts_with('<') { ">" } else { role };
        below_here &= !role.starts_with('<');
        if operand.text().is_none() && only_names && role != "!" {
            let message = format!("`{}` looks at a path that is not known", call.name);
            reading.add(Effect::Harmless, "unknown_read", message, operand.span);
            continue;
        }
        // One that becomes none or several would move the roles of those behind it.
        if operand.splits() && !repeats {
            return reading.unread(&call.name, Unread::value(operand));
        }
        if operand.is_judged() {
            continue;
        }
        // Many programs take arguments from a file that is named so.
        if at_worst == AtWorst::Anything
            && ["<", "<<", ">", "@", "@>"].contains(&role)
            && operand.value.prefix().starts_with('@')
        {
            let shown = operand.value.prefix();
            let message = format!("`{}` may take arguments from a file by `{shown}`", call.name);
            reading.add(Effect::Opaque, "unknown_flag", message, operand.span);
            return;
        }
        // Programs that were written in Haskell: what follows is for their run-time, which writes files (`+RTS -sout`).
        if at_worst == AtWorst::Anything && role != ":" && operand.text() == Some("+RTS") {
            return reading.unread(&call.name, Unread::flag("+RTS", operand.span));
        }
        match role {
            ":" => {}
            "<" | "<<" if operand.text() == Some("-") => {}
            "<" | "<<" => {
                // Names and sizes of git's objects tell nothing of what they hold: their folder is looked at.
                let objects = operand.text().filter(|_| only_names).and_then(scope::folder_of_objects);
                let folder = objects.map(|folder| Arg { value: Value::known(folder), span: operand.span });
                reading.read_path(&call.name, folder.as_ref().unwrap_or(operand), deep || role == "<<");
                if follows {
                    links::behind(reading, call, operand, Touch::Read);
                }
            }
            ">" => reading.write_path(&call.name, operand, deep),
            "@" | "@>" => {
                reading.run_path(&call.name, operand);
                if changes || role == "@>" {
                    reading.write_path(&call.name, operand, false);
                }
            }
            "x" => reading.delete_path(&call.name, operand, deep),
            "xx" => reading.delete_path(&call.name, operand, true),
            "!" => {
                let command: Vec<Arg> =
                    parsed.operands.iter().skip(index).map(|arg| (*arg).clone()).collect();
                return reading.command(&command, call);
            }
            other => {
                let message =
                    format!("`{}` is described with the role `{other}`, which does not exist", call.name);
                return reading.add(Effect::Opaque, "unknown_command", message, call.span);
            }
        }
    }
    if below_here {
        let here = Arg { value: Value::known("."), span: call.span };
        reading.read_path(&call.name, &here, true);
        if follows {
            links::behind(reading, call, &here, Touch::Read);
        }
    }
}

/// `head README.md -n .env`: for BSD's programs the first operand ends the flags, and the value of one behind it is an
/// operand like the others.
fn late_values(reading: &mut Reading<'_>, call: &Invocation, roles: &str, parsed: &Parsed<'_>) {
    let writes = roles.contains(['>', 'x']);
    if let Some(unread) = parsed.unclear_operands(&[]).filter(|_| writes) {
        return reading.unread(&call.name, unread);
    }
    let late = parsed.flags.iter().filter(|flag| flag.late && flag.apart && !writes);
    for value in late.filter_map(|flag| flag.value.as_ref()).filter(|value| !is_number(value)) {
        if roles.contains('<') {
            reading.read_path(&call.name, value, false);
        }
    }
}

fn is_number(value: &Arg) -> bool {
    matches!(&value.value, Value::Unknown(unknown) if matches!(unknown.shape, Shape::Number | Shape::Count))
}

/// Flags of tools that ask git what changed: the value becomes one of git's arguments.
const REVISIONS: &[&str] = &[
    "--new-from-rev",
    "--new-from-merge-base",
    "--changedSince",
    "--changed",
    "--since",
    "--base",
    "--head",
    "--from",
    "--to",
    "--from-ref",
    "--to-ref",
    "--diff",
    "--commits",
];

fn revisions(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) {
    let given = parsed.flags.iter().filter(|flag| REVISIONS.contains(&flag.name));
    let values = given.filter_map(|flag| flag.value.as_ref());
    if let Some(value) = values.into_iter().find(|value| value.value.may_be_flag()) {
        reading.unread(&call.name, Unread::value(value));
    }
}

/// One role per operand, and whether it is the one that repeats; `None` where there are more operands than roles.
fn assign_roles<'a>(roles: &[&'a str], count: usize) -> Vec<Option<(&'a str, bool)>> {
    let repeated = roles.iter().position(|role| role.ends_with('*'));
    let (front, repeated_role, back) = match repeated {
        None => (roles, None, [].as_slice()),
        Some(at) => {
            let (front, tail) = roles.split_at(at);
            match tail.split_first() {
                Some((role, back)) => (front, Some((role.trim_end_matches('*'), true)), back),
                None => (front, None, [].as_slice()),
            }
        }
    };
    let from_end = count.saturating_sub(back.len()).max(front.len().min(count));
    (0..count)
        .map(|index| {
            if let Some(role) = front.get(index) {
                Some((*role, false))
            } else if index >= from_end {
                back.get(index - from_end).map(|role| (*role, false)).or(repeated_role)
            } else {
                repeated_role
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is given neither a subcommand nor a command may read some, or do what it is made for.
    #[test]
    fn only_what_is_known_to_end_there_may_be_called_alone() {
        crate::effect::program::examples::run(
            r#"
            allow cargo
            allow go
            allow docker -v
            allow kubectl
            allow gh
            allow terraform -version
            allow rustup show
            allow deno -V
            allow timedatectl
            allow mise tasks
            ask   swift
            ask   swift < evil.sh
            ask   echo id | swift
            allow swift --version
            allow swift test
            ask   mix
            allow mix test
            ask   bundle
            ask   bundle --verbose
            ask   deno -q
            ask   vercel
            ask   gopls
            ask   meson
            ask   launchctl
            ask   pyre
            ask   dune
            ask   rebar3
            ask   ollama
            ask   nyc
            allow nyc mocha
            "#,
        );
    }

    #[test]
    fn roles_are_given_from_both_ends() {
        let roles = |roles: &str, count| {
            let roles: Vec<&str> = roles.split(' ').collect();
            let assigned = assign_roles(&roles, count);
            assigned.iter().map(|role| role.map_or("?", |(role, _)| role)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(roles("<* >", 3), "< < >");
        assert_eq!(roles("<* >", 1), ">");
        assert_eq!(roles(": <*", 3), ": < <");
        assert_eq!(roles(": <*", 1), ":");
        assert_eq!(roles("< >", 3), "< > ?");
        assert_eq!(roles(": <* >", 2), ": >");
    }
}
