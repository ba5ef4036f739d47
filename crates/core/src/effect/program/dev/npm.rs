//! npm, pnpm, yarn, bun, deno, and the runners that come with them.
//!
//! Scripts are tasks; what is in `node_modules/.bin` is read as the program it is; everything that can fetch a package
//! by name stops.

use super::super::fetched::Fetch;
use super::super::inline::javascript;
use super::super::keys;
use super::super::loaded::{Load, may_say, stop_for};
use super::super::spec::{
    Parsed, Program, Style, Unread, custom, group, only_asks_for_help, parse, safe, stop,
};
use super::task::{self, owned};
use super::{
    build, check, fetches, formatter, install, lasting, machine, network, publish, split_dashes, subcommand,
    unread_code,
};
use crate::effect::follow::{self, Source};
use crate::effect::place;
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::{Arg, Value};
use crate::effect::{Effect, Hazard};
use crate::json::Json;
use crate::words::listed;
use crate::world::Stands;
use alloc::format;
use alloc::vec::Vec;

/// Package managers of JavaScript.
pub const PROGRAMS: &[Program] = &[
    custom("npm", |reading, call| {
        keys::stop_sent_variables(reading, call);
        manager(reading, call, &NPM);
    }),
    custom("pnpm", |reading, call| {
        keys::stop_sent_variables(reading, call);
        manager(reading, call, &PNPM);
    })
    .loads_unless_check(&[OWN_VERSION]),
    custom("yarn yarnpkg", |reading, call| {
        keys::stop_sent_variables(reading, call);
        manager(reading, call, &YARN);
    })
    .loads_unless_check(YARN_LOADS),
    custom("bun", |reading, call| {
        keys::stop_sent_variables(reading, call);
        bun(reading, call);
    })
    .fetches(&BUN_FETCHES),
    custom("npx pnpx bunx", |reading, call| {
        keys::stop_sent_variables(reading, call);
        runner(reading, call);
    }),
    custom("deno", deno)
        .loads(&[Load::above("deno.json deno.jsonc").unless(locks_in_place)])
        .fetches(&DENO_FETCHES),
    group("corepack", "", &[install("enable disable install prepare use up pack hydrate")]),
    group(
        "nvm fnm volta",
        "",
        &[safe("ls list current which version", "", ":*"), install("install use uninstall pin")],
    ),
];

/// The version of the manager that the package asks for; from anywhere, if it says so.
const OWN_VERSION: Load = Load::above("package.json").unless(|text| !says_address(text));

/// The file that is run in place of yarn, and its plugins, must be where the floor guards them.
const YARN_LOADS: &[Load] = &[
    OWN_VERSION,
    Load::above(".yarnrc .yarnrc.yml").unless(|text| !may_say(text, &[]) && is_guarded_yarn(text)),
];

/// `"packageManager": "yarn@https://…"`.
fn says_address(text: &str) -> bool {
    let field = text.split("packageManager").nth(1).and_then(|rest| rest.split([',', '}']).next());
    may_say(text, &[]) || field.is_some_and(|field| field.contains("//") || field.contains("file:"))
}

/// Every program and plugin that it names lies where the floor guards it. Only plain lines are read: `yarnPath: FILE`, and below
/// `plugins:` items with `path: FILE`, or bare names of files. A line in another spelling of YAML is not understood, and stops.
fn is_guarded_yarn(text: &str) -> bool {
    let is_guarded = |value: &str| {
        let path = value.trim().trim_matches(['"', '\'']);
        let path = path.strip_prefix("./").unwrap_or(path);
        let plain = path.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-/@+".contains(&b));
        plain
            && !path.contains("..")
            && (path.starts_with(".yarn/releases/") || path.starts_with(".yarn/plugins/"))
    };
    let is_item = |told: &str| match told.strip_prefix("- ").unwrap_or(told).split_once(": ") {
        Some(("path", path)) => is_guarded(path),
        Some(("spec" | "checksum", value)) => !value.starts_with(['&', '*', '|', '>', '!']),
        Some(_) => false,
        None => told.strip_prefix("- ").is_some_and(is_guarded),
    };
    let (mut in_plugins, mut behind_path) = (false, false);
    !text.contains('\\')
        && text.lines().filter(|line| !line.trim().is_empty() && !line.trim().starts_with('#')).all(|line| {
            let told = line.trim();
            let is_inner = line.starts_with([' ', '\t', '-']);
            let goes_on = core::mem::take(&mut behind_path) && is_inner;
            if !is_inner {
                in_plugins = told == "plugins:";
            }
            match told.strip_prefix("yarnPath:").or(told.strip_prefix("yarn-path ")) {
                _ if goes_on => false,
                Some(path) if !is_inner => {
                    behind_path = true;
                    is_guarded(path)
                }
                Some(_) => false,
                None if in_plugins => told == "plugins:" || (is_inner && is_item(told)),
                None => !["yarnPath", "yarn-path", "plugins"].iter().any(|key| told.contains(key)),
            }
        })
}

/// How a package manager looks at its command line.
struct Manager {
    /// Flags before a subcommand or script, and of `run`.
    flags: &'static str,
    /// Own flags may also stand behind the script; what the script gets stands behind `--`.
    flags_anywhere: bool,
    /// A word that is no subcommand is a script or a program of the project.
    scripts_by_name: bool,
    /// Words behind which a script is named.
    runs: &'static str,
    /// Words for the script `test`.
    tests: &'static str,
    subs: &'static [Program],
}

/// Flags that choose other packages of the workspace, whose scripts stand elsewhere, or several scripts.
const ELSEWHERE: &str = "-w --workspace -ws --workspaces --no-workspaces -iwr --include-workspace-root --workspace-root --filter -F --filter-prod \
    -r --recursive --parallel --sequential --resume-from --top-level -T";

/// Flags that name the directory to work in.
const DIRECTORIES: &str = "-C --prefix --dir --cwd";

/// Words that some version of some manager keeps for itself, besides those that are described: without `run` it is not
/// certain that they name a script.
const OWN_WORDS: &str = "
    access add add-user adduser approve-builds approve-scripts audit auth author autoclean bin bugs c cache cat-file cat-index changelogs ci cit
    clean clean-install cloud completion completion-server completions config constraints create ddp dedupe deploy deprecate diff discord dislink
    dist-tag dist-tags dlx docs doctor edit entries env eval exec expand explain explore feedback fetch find find-dupes find-hash fund
    generate-completion generate-lock-entry generateLockEntry get getcompletes global help help-search home hook i ic ignored-builds import in info
    init innit ins inst install install-ci-test install-clean install-completion install-test isntall isntall-clean issues it la licenses link list
    ll ln lockfile login logout ls m migrate multi node npm org outdated owner pack package patch patch-commit patch-remove peers ping pkg plugin pm
    policies prefix profile prune publish purge query r rb rebuild recursive remove repl repo restart rm root rt rum run run-script runtime s sbom
    sdks se search self-update server set set-script setup show shrinkwrap sit stage star stars start stop store t tag team token trust tst un
    undeprecate uni uninstall uninstall-completion unlink unplug unpublish unset unstar up update upgrade upgrade-interactive upgradeInteractive urn
    use v verison version versions vi view whoami why with workspace workspaces x xmas";

/// Where scripts are looked for.
#[derive(Clone, Copy)]
struct Scope {
    /// `None`: it is not known where they stand.
    source: Option<Source>,
    /// What is found there is what runs, and all that runs.
    certain: bool,
}

/// Scripts of packages that are not known.
const NOWHERE: Scope = Scope { source: None, certain: false };

const NPM: Manager = Manager {
    flags: "-w: --workspace: --workspaces --include-workspace-root --if-present -s --silent -q --quiet --prefix/ -C/ \
        --color? --no-color --loglevel: -d -dd --verbose --json --offline --prefer-offline --no-audit --no-fund --no-progress \
        --foreground-scripts --ignore-scripts --no-update-notifier -ws -iwr --parseable --long --depth: --all -a --no-workspaces",
    flags_anywhere: true,
    scripts_by_name: false,
    runs: "run run-script rum urn",
    tests: "test t tst",
    subs: &[
        safe(
            "ls list ll la",
            "-a --all --depth: --json --long -l --parseable -p -g --global --omit: --include: --link --package-lock-only \
            -w: --workspace: --workspaces --prod --production --dev --silent",
            ":*",
        ),
        safe("explain why", "--json -w: --workspace:", ":*"),
        safe("query", "--json -w: --workspace: --workspaces --global -g", ":*"),
        safe("root prefix bin", "-g --global", ""),
        custom("help help-search", npm_help),
        group(
            "pkg",
            "--json -w: --workspace:",
            &[safe("get", "--json -w: --workspace:", ":*"), machine("set delete fix")],
        ),
        group(
            "config c",
            "",
            &[
                custom("get", keys::shows_one),
                keys::lists_all("list ls").instead("`npm config get registry` shows one"),
                machine("set delete rm edit fix"),
            ],
        ),
        custom("version", npm_version),
        custom("exec x", exec),
        lasting("start restart"),
        network(
            "view info show v search s se find outdated audit doctor ping whoami fund diff docs home bugs repo issues sbom pack",
        ),
        install(
            "install i in ins inst isntall add ci clean-install ic install-test it install-ci-test cit uninstall un unlink remove rm r \
            update up upgrade udpate dedupe ddp find-dupes prune rebuild rb link ln init create innit set-script shrinkwrap cache set edit",
        ),
        publish(
            "publish unpublish deprecate undeprecate dist-tag dist-tags owner author access token login adduser add-user logout team org \
            hook profile star unstar stars trust stage",
        ),
        custom("stop", unread_code),
    ],
};

const PNPM: Manager = Manager {
    flags: "--filter: -F: --filter-prod: -r --recursive -w --workspace-root -C/ --dir/ -s --silent --reporter: --if-present --no-bail --bail \
        --parallel --stream --aggregate-output --workspace-concurrency: --color --no-color --offline --prefer-offline --sort --no-sort \
        --report-summary --reporter-hide-prefix --fail-if-no-match --loglevel: --sequential --include-workspace-root",
    flags_anywhere: false,
    scripts_by_name: true,
    runs: "run run-script",
    tests: "test t",
    subs: &[
        // `pnpm-workspace.yaml` may name a file of code that each of them loads.
        check(
            "ls list ll la",
            "-r --recursive --depth: --json --long --parseable -g --global -P --prod -D --dev --no-optional --only-projects \
            --filter: -F:",
            ":*",
        ),
        check("why", "-r --recursive --json --long --parseable --depth: -P --prod -D --dev -g", ":*"),
        check("root bin help licenses", "-g --global -w --workspace-root --json", ":*"),
        group(
            "config c",
            "",
            &[
                // The workspace's file may put any variable into a setting.
                keys::lists_all("get list ls"),
                machine("set delete"),
            ],
        ),
        custom("exec", exec),
        custom("dlx", fetches),
        lasting("start"),
        network("view info show outdated audit search s ping whoami pack"),
        install(
            "install i add ci install-test it update up upgrade remove rm uninstall un unlink link ln prune rebuild rb dedupe import fetch \
            create init patch patch-commit patch-remove approve-builds store env setup self-update deploy cat-file cat-index find-hash server \
            ignored-builds",
        ),
        publish("publish login logout dist-tag owner access token deprecate"),
    ],
};

const YARN: Manager = Manager {
    flags: "--cwd/ -s --silent --verbose --no-progress --non-interactive --offline --json --top-level -T",
    flags_anywhere: false,
    scripts_by_name: true,
    runs: "run",
    tests: "test",
    subs: &[
        safe("why", "-R --recursive --peers --json", ":*"),
        // Not `list`, `licenses`, `versions`: Yarn 2 and later take these for scripts of the package.
        safe("bin help", "-v --verbose --json", ":*"),
        custom("config", yarn_config),
        custom("workspaces", yarn_workspaces),
        custom("exec node", unread_code),
        custom("dlx", fetches),
        lasting("start"),
        network("info outdated audit search npm pack"),
        install(
            "install add remove up upgrade upgrade-interactive import link unlink dedupe rebuild set plugin patch patch-commit create init \
            cache global autoclean check-cache policies unplug stage prune",
        ),
        publish("publish login logout owner tag team version"),
    ],
};

/// Alone it lists all settings.
fn yarn_config(reading: &mut Reading<'_>, call: &Invocation) {
    const LISTS: Program = keys::lists_all("list").instead("`yarn config get nodeLinker` shows one");
    const SUBS: &[Program] = &[custom("get", keys::shows_one), LISTS, machine("set unset delete")];
    let program = if call.args.is_empty() { LISTS } else { group("config", "", SUBS) };
    program.read(reading, call);
}

/// Settings of the project may name the program that shows a page: `viewer=browser` and `browser=./x`. Names of settings may be
/// put together from variables.
const NPM_VIEWER: &[Load] = &[Load::above(".npmrc").unless(|text| {
    let has_variable = |line: &str| line.split('=').next().is_some_and(|name| name.contains("${"));
    !may_say(text, &["viewer", "browser"]) && !text.lines().any(has_variable)
})];

fn npm_help(reading: &mut Reading<'_>, call: &Invocation) {
    if !call.args.is_empty() && stop_for(reading, call, NPM_VIEWER) {
        return;
    }
    safe("help", "", ":*").read(reading, call);
}

/// `manager [flags] subcommand …`, `manager run script …`, `manager script …`.
fn manager(reading: &mut Reading<'_>, call: &Invocation, manager: &Manager) {
    if only_asks_for_help(&call.args) || matches!(call.args.as_slice(), [arg] if arg.text() == Some("-v")) {
        return reading.add(Effect::Harmless, "help", format!("`{}` prints help", call.name), call.span);
    }
    if let Some(word) = swallowed(&call.args, manager).or_else(|| misleads(&call.args)) {
        return reading.unread(&call.name, Unread::value(word));
    }
    let parsed = match parse(Style::Posix, manager.flags, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    if let Some(word) = odd_spelling(in_front(&call.args, &parsed), manager) {
        return reading.unread(&call.name, Unread::value(word));
    }
    let certain = is_one_package(reading, &call.args, manager);
    parsed.value_effects(reading, call);
    let saved = parsed.enter(reading, call);
    let scope = Scope { source: enter_package(reading, call, &parsed, Some(Source::Package)), certain };
    match parsed.operands.split_first() {
        Some((first, rest)) => script_or_sub(reading, call, manager, first, &owned(rest), scope),
        None if call.name.starts_with("yarn") => install("yarn").read(reading, call),
        None => reading.add(Effect::Harmless, "help", format!("`{}` prints help", call.name), call.span),
    }
    reading.leave(saved);
}

/// `--json false go`: a word behind a switch that the manager takes for its value, where it looks like one.
fn swallowed<'a>(args: &'a [Arg], manager: &Manager) -> Option<&'a Arg> {
    let is_word =
        |text: &str| matches!(text, "true" | "false" | "null" | "undefined" | "always" | "auto" | "never");
    let is_number =
        |text: &str| text.starts_with(|c: char| c.is_ascii_digit()) || text.parse::<f64>().is_ok();
    let takes = |flag: &str| {
        let known = |known: &str| known.strip_suffix([':', '/']) == Some(flag);
        manager.flags.split_ascii_whitespace().any(known)
    };
    let mut behind_flag = false;
    let mut behind_switch = false;
    for arg in args {
        // skipped: what is not known stops where flags and scripts are told apart.
        let text = arg.text().unwrap_or_default();
        if text == "--" {
            return None;
        }
        let is_flag = text.starts_with('-');
        if (behind_flag && is_word(text)) || (behind_switch && is_number(text)) {
            return Some(arg);
        }
        // What stands behind the script is its own.
        if !manager.flags_anywhere && !is_flag && !behind_flag && text != "run" {
            return None;
        }
        behind_flag = is_flag && !text.contains('=');
        behind_switch = behind_flag && !takes(text);
    }
    None
}

/// The flag `arg` is one of `list`; a value may be attached.
fn is_one_of(list: &str, arg: &Arg) -> bool {
    let text = arg.value.prefix();
    listed(list, text.split_once('=').map_or(text, |(name, _)| name))
}

/// What chooses a directory or other packages, with its value if it has one, wherever it stands: versions differ in
/// which words are still the manager's own.
fn choices(args: &[Arg]) -> Vec<(&Arg, Option<&str>)> {
    let (own, _) = split_dashes(args);
    let next = own.iter().skip(1).map(Some).chain([None]);
    let chosen = own.iter().zip(next);
    let chosen = chosen.filter(|(arg, _)| is_one_of(ELSEWHERE, arg) || is_one_of(DIRECTORIES, arg));
    chosen
        .map(|(arg, next)| match arg.value.prefix().contains('=') {
            true => (arg, arg.text().and_then(|text| Some(text.split_once('=')?.1))),
            false => (arg, next.and_then(Arg::text)),
        })
        .collect()
}

/// A directory that is not named once, alone and plainly: the last one may count or all of them, from here or from the
/// package that is chosen, and some managers expand what they get.
fn misleads(args: &[Arg]) -> Option<&Arg> {
    let chosen = choices(args);
    let (flag, value) = chosen.iter().find(|(flag, _)| is_one_of(DIRECTORIES, flag))?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "@/._+-".contains(c);
    let is_plain = value.is_some_and(|text| {
        let behind_up = text.split('/').skip_while(|part| *part == "..");
        text.chars().all(plain) && !text.starts_with('-') && !behind_up.into_iter().any(|part| part == "..")
    });
    (chosen.len() > 1 || !is_plain).then_some(*flag)
}

/// What stands in front of the first operand, where that ends the flags.
fn in_front<'a>(args: &'a [Arg], parsed: &Parsed<'_>) -> &'a [Arg] {
    args.get(..args.len().saturating_sub(parsed.operands.len())).unwrap_or_default()
}

/// `--` in front of the script, or short flags that are put together: managers take them apart in ways of their own.
fn odd_spelling<'a>(args: &'a [Arg], manager: &Manager) -> Option<&'a Arg> {
    let known = |text: &str| {
        let mut flags = manager.flags.split_ascii_whitespace();
        flags.any(|flag| flag.trim_end_matches([':', '/', '?']) == text)
    };
    args.iter().find(|arg| {
        let text = arg.value.prefix();
        text == "--"
            || (text.starts_with('-')
                && !text.starts_with("--")
                && text != "-"
                && !(known(text) && arg.text().is_some()))
    })
}

/// No flag chooses packages, or exactly one does in a way that leaves no doubt.
fn is_one_package(reading: &mut Reading<'_>, args: &[Arg], manager: &Manager) -> bool {
    match choices(args).as_slice() {
        [] => true,
        [(flag, Some(value))] if is_one_of(DIRECTORIES, flag) => follow::is_package(reading, value),
        // pnpm's `-w` is the root.
        [(flag, Some(value))] if is_one_of("-w --workspace", flag) && manager.flags_anywhere => {
            follow::is_one_member(reading, value)
        }
        [_, ..] => false,
    }
}

/// The manager may keep the word for itself. Other kinds of names are judged by what they promise.
fn is_own_word(name: &str) -> bool {
    task::kind(name) == task::Kind::Other && listed(OWN_WORDS, name)
}

/// A name that no manager takes for a path, a pattern or several names.
fn is_plain_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "_:-".contains(c))
}

fn script_or_sub(
    reading: &mut Reading<'_>,
    call: &Invocation,
    manager: &Manager,
    first: &Arg,
    rest: &[Arg],
    scope: Scope,
) {
    let Some(name) = first.text() else {
        return reading.unread(&call.name, Unread::value(first));
    };
    match name {
        _ if listed(manager.runs, name) => {
            script(reading, &subcommand(call, "run", rest), manager, rest, scope)
        }
        _ if listed(manager.tests, name) => {
            let test = Arg { value: Value::known("test"), span: first.span };
            let rest: Vec<Arg> = core::iter::once(test).chain(rest.iter().cloned()).collect();
            script(reading, call, manager, &rest, scope);
        }
        "workspace" if call.name.starts_with("yarn") => yarn_workspace(reading, call, rest, scope),
        // Flags behind the program may still choose where it runs.
        "exec" | "x" if manager.flags_anywhere && !scope.certain => unread_code(reading, call),
        _ => match manager.subs.iter().find(|sub| sub.is_named(name)) {
            Some(sub) => sub.read(reading, &subcommand(call, name, rest)),
            None if manager.scripts_by_name && !is_own_word(name) => {
                let all: Vec<Arg> = core::iter::once(first.clone()).chain(rest.iter().cloned()).collect();
                script(reading, call, manager, &all, scope);
            }
            None => {
                let message = format!("`{} {name}` is not a subcommand that mastiff knows", call.name);
                reading.add(Effect::Opaque, "unknown_command", message, first.span);
            }
        },
    }
}

/// `[flags] script [arguments]`.
fn script(reading: &mut Reading<'_>, call: &Invocation, manager: &Manager, args: &[Arg], scope: Scope) {
    let (own, behind) = if manager.flags_anywhere { split_dashes(args) } else { (args, [].as_slice()) };
    let style = if manager.flags_anywhere { Style::Gnu } else { Style::Posix };
    let parsed = match parse(style, manager.flags, own) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    // Behind `--` stands the name of the script, too.
    let odd = behind.first().filter(|_| parsed.operands.is_empty());
    let flags = if manager.flags_anywhere { own } else { in_front(own, &parsed) };
    if let Some(word) = odd.or_else(|| odd_spelling(flags, manager)) {
        return reading.unread(&call.name, Unread::value(word));
    }
    let Some((name, rest)) = parsed.operands.split_first() else {
        return reading.add(
            Effect::Harmless,
            "read_only_command",
            format!("`{}` lists scripts", call.name),
            call.span,
        );
    };
    parsed.value_effects(reading, call);
    let saved = parsed.enter(reading, call);
    let mut source = enter_package(reading, call, &parsed, scope.source);
    let mut forwarded = owned(rest);
    forwarded.extend(behind.iter().cloned());
    let other = name.text().filter(|name| task::kind(name) == task::Kind::Other);
    if other.is_some_and(|name| !scope.certain || !is_plain_name(name)) {
        source = None;
    }
    let other = other.filter(|_| manager.scripts_by_name);
    match (other, source) {
        // A script comes before a program of the same name.
        (Some(text), Some(source)) if follow::prove(reading, call, source, text, &forwarded, name.span) => {
            reading.run_here(&call.name, call.span);
        }
        (other, source) => match local_bin(reading, name).filter(|_| other.is_some() && source.is_some()) {
            Some(bin) => run_bin(reading, call, bin, &forwarded),
            None => task::run(reading, call, name, &forwarded, source),
        },
    }
    reading.leave(saved);
}

/// Enters the one package that flags choose. Where it is not certain which, scripts are known by their names alone.
fn enter_package(
    reading: &mut Reading<'_>,
    call: &Invocation,
    parsed: &Parsed<'_>,
    source: Option<Source>,
) -> Option<Source> {
    let mut chosen = parsed.flags.iter().filter(|flag| listed(ELSEWHERE, flag.name));
    match (chosen.next(), chosen.next()) {
        (None, _) => source,
        (Some(flag), None) => {
            let value = flag.value.as_ref()?;
            // Any package of the project, or of elsewhere: what its script says cannot be looked up.
            let Some(name) = value.text() else {
                reading.unread(&call.name, Unread::value(value));
                return None;
            };
            let folder = follow::package_folder(reading, name, flag.span).filter(|_| source.is_some())?;
            reading.enter_dir(&folder, flag.span).ok().and(source)
        }
        (Some(_), Some(_)) => None,
    }
}

/// The program of that name in the nearest `node_modules/.bin` of the project.
fn local_bin(reading: &Reading<'_>, name: &Arg) -> Option<Arg> {
    let text = name.text().filter(|text| !text.contains(['/', '@']) && !text.is_empty())?;
    let [dir] = reading.dirs() else { return None };
    let mut at = dir.as_str();
    loop {
        if !reading.session.roots.iter().any(|root| place::within(at, root)) {
            return None;
        }
        let path = format!("{at}/node_modules/.bin/{text}");
        if reading.world.resolve(&path).is_some_and(|resolved| matches!(resolved.stands, Stands::File { .. }))
        {
            return Some(Arg { value: Value::Known(path), span: name.span });
        }
        at = at.rsplit_once('/')?.0;
    }
}

fn run_bin(reading: &mut Reading<'_>, call: &Invocation, bin: Arg, args: &[Arg]) {
    let command: Vec<Arg> = core::iter::once(bin).chain(args.iter().cloned()).collect();
    super::opens(reading, call, &command);
}

/// `npx name …`: a program of the project if there is one, else something that may be fetched.
fn runner(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) {
        return reading.add(Effect::Harmless, "help", format!("`{}` prints help", call.name), call.span);
    }
    exec(reading, call);
}

fn exec(reading: &mut Reading<'_>, call: &Invocation) {
    let parsed = match parse(
        Style::Posix,
        "--no-install --no --offline -q --quiet -s --silent --prefer-offline --bun",
        &call.args,
    ) {
        Ok(parsed) => parsed,
        Err(_) => return fetches(reading, call),
    };
    let Some((name, rest)) = parsed.operands.split_first() else {
        return fetches(reading, call);
    };
    let stays = parsed.has(&["--no-install", "--no"]);
    match local_bin(reading, name) {
        Some(bin) => run_bin(reading, call, bin, &owned(rest)),
        None if stays => super::opens(reading, call, &owned(&parsed.operands)),
        None => fetches(reading, call),
    }
}

/// Alone it prints; with an operand it changes the version.
fn npm_version(reading: &mut Reading<'_>, call: &Invocation) {
    const CHANGES: &str = "changes the version of the package, and tags it";
    let program = match call.args.is_empty() {
        true => safe("version", "--json", ""),
        false => stop("version", Hazard::Publish, "publish", CHANGES),
    };
    program.read(reading, call);
}

/// `yarn workspace name command …`
fn yarn_workspace(reading: &mut Reading<'_>, call: &Invocation, args: &[Arg], scope: Scope) {
    let [name, first, rest @ ..] = args else {
        return unread_code(reading, call);
    };
    let call = super::renamed(call, "yarn", &[]);
    if name.text().is_none() {
        return reading.unread(&call.name, Unread::value(name));
    }
    let folder = name.text().and_then(|text| follow::package_folder(reading, text, name.span));
    let certain = scope.certain && name.text().is_some_and(|name| follow::is_one_member(reading, name));
    let saved = reading.outside();
    // A package that is not found, or nowhere to be entered: its scripts are known by their names alone.
    let folder = folder.filter(|folder| reading.enter_dir(folder, name.span).is_ok());
    let scope = Scope { source: folder.map(|_| Source::Package), certain };
    script_or_sub(reading, &call, &YARN, first, rest, scope);
    reading.leave(saved);
}

/// `yarn workspaces foreach [flags] run task`, `yarn workspaces run task`
fn yarn_workspaces(reading: &mut Reading<'_>, call: &Invocation) {
    let Some((first, rest)) = call.args.split_first() else {
        return unread_code(reading, call);
    };
    let yarn = super::renamed(call, "yarn", &[]);
    match first.text() {
        Some("list") => {
            safe("", "--json -v --since? -R --recursive", "").read(reading, &subcommand(call, "list", rest))
        }
        Some("run") => script(reading, &yarn, &YARN, rest, NOWHERE),
        Some("foreach") => {
            let flags = "-A --all -R --recursive -W --worktree -p --parallel -v --verbose -i --interlaced -j: --jobs: -t --topological \
                --topological-dev --include: --exclude: --no-private --since? -n --dry-run --from:";
            match parse(Style::Posix, flags, rest) {
                Ok(parsed) => match parsed.operands.split_first() {
                    Some((first, rest)) => script_or_sub(reading, &yarn, &YARN, first, &owned(rest), NOWHERE),
                    None => unread_code(reading, call),
                },
                Err(unread) => reading.unread(&call.name, unread),
            }
        }
        Some(_) | None => unread_code(reading, call),
    }
}

const BUN_TEST: &str = "--timeout: -t: --test-name-pattern: --bail? --coverage --coverage-reporter: --coverage-dir> --only --todo --rerun-each: -u \
    --update-snapshots --filter: --reporter: --reporter-outfile> --preload@ -r@ --concurrent --max-concurrency: --randomize --seed: --silent \
    --smol --only-failures --dots --pass-with-no-tests --tsconfig-override@ --cwd/ --conditions: --no-env-file";
const BUN_BUILD: &str = "--outdir> --outfile> --target: --format: --minify --minify-syntax --minify-whitespace --minify-identifiers --sourcemap? --splitting \
    --external: -e: --packages: --entry-naming& --chunk-naming& --asset-naming& --define: --root@ --production --compile --bytecode --no-bundle \
    --emit-dce-annotations --public-path: --env: --banner: --footer: --conditions: --tsconfig-override@ --loader: --splitting --metafile>";
const BUN: Manager = Manager {
    flags: "--filter: -F: --cwd/ --silent --bun -b --if-present --smol --no-install --elide-lines: --workspaces --no-clear-screen",
    flags_anywhere: false,
    scripts_by_name: true,
    runs: "run",
    tests: "test",
    subs: &[
        group(
            "pm",
            "",
            &[
                safe("ls list bin hash hash-string hash-print whoami why", "--all -g", ":*"),
                install("cache migrate trust untrusted default-trusted version pack pkg"),
            ],
        ),
        build("build", BUN_BUILD, "@*"),
        custom("x", runner),
        check("why", "", ":*"),
        safe("help", "", ":*"),
        network("info outdated audit"),
        install("install i add a remove rm update link unlink create c init upgrade patch patch-commit"),
        publish("publish"),
        custom("repl exec eval", unread_code),
    ],
};

/// Files and inline code besides what the others have; `bun test` is a test runner of its own.
fn bun(reading: &mut Reading<'_>, call: &Invocation) {
    if call.args.iter().any(|arg| matches!(arg.text(), Some("-e" | "--eval" | "-p" | "--print"))) {
        if javascript::bun(reading, call) {
            return;
        }
        let message = "`bun` runs inline code that was not read";
        return reading.add(Effect::Opaque, "inline_code", message, call.span);
    }
    if let Some(word) = misleads(&call.args) {
        return reading.unread(&call.name, Unread::value(word));
    }
    let parsed = parse(Style::Posix, BUN.flags, &call.args);
    let Ok(parsed) = parsed else {
        return manager(reading, call, &BUN);
    };
    let mut names = parsed.operands.iter().copied();
    let first = names.next();
    let runs = if first.and_then(Arg::text) == Some("run") {
        names.find(|arg| !arg.value.may_be_flag())
    } else {
        first
    };
    if runs.is_some_and(|name| is_file(name.value.prefix())) {
        return unread_code(reading, call);
    }
    match parsed.operands.split_first() {
        Some((first, rest)) if first.text() == Some("test") && !parsed.has(&["--filter", "-F"]) => {
            parsed.value_effects(reading, call);
            let saved = parsed.enter(reading, call);
            check("test", BUN_TEST, "@*").read(reading, &subcommand(call, "test", &owned(rest)));
            reading.leave(saved);
        }
        Some(_) | None => manager(reading, call, &BUN),
    }
}

fn is_file(name: &str) -> bool {
    let endings = [".js", ".ts", ".mjs", ".cjs", ".mts", ".cts", ".jsx", ".tsx", ".wasm", ".sh", ".json"];
    name.contains('/')
        || name.starts_with('.')
        || name == "-"
        || endings.iter().any(|ending| name.ends_with(ending))
}

const BUN_FETCHES: Fetch = Fetch::of("bun.lock bun.lockb bunfig.toml package.json");
const DENO_FETCHES: Fetch = Fetch::of("deno.json deno.jsonc deno.lock import_map.json package.json");

/// `deno check` writes a lock file where `deno.json` says: `"lock": "../x"`, `"lock": {"path": ".git/hooks/x"}`.
fn locks_in_place(text: &str) -> bool {
    if !may_say(text, &["lock"]) {
        return true;
    }
    let Ok(json) = Json::parse(text.as_bytes()) else { return false };
    let stays = |path: &str| {
        let is_hidden = |name: &str| name.starts_with('.') && name != ".";
        !path.starts_with('/') && !path.contains('\\') && !path.split('/').any(is_hidden)
    };
    match json.get("lock") {
        None | Some(Json::Bool(_) | Json::Null) => true,
        Some(Json::String(path)) => stays(path),
        Some(lock @ Json::Object(_)) => lock.get("path").is_none_or(|path| path.as_str().is_some_and(stays)),
        Some(Json::Number(_) | Json::Array(_)) => false,
    }
}

const DENO_RUNTIME: &str = "-A --allow-all -q --quiet --no-check? --check? -c@ --config@ --no-config --lock@> --no-lock --frozen? --cached-only --no-remote --no-npm \
    --import-map@ --unstable --seed: -L: --log-level: --node-modules-dir? --permit-no-files";

/// `deno test`, `deno check`, `deno task`; what it can import by address is the project's to say.
fn deno(reading: &mut Reading<'_>, call: &Invocation) {
    const TEST: &str = "-A --allow-all -R? --allow-read? -W? --allow-write? -N? --allow-net? -E? --allow-env? --allow-run? --allow-ffi? --allow-sys? -q --quiet \
        --no-check? --check? -c@ --config@ --no-config --lock@> --no-lock --frozen? --cached-only --no-remote --no-npm --import-map@ --filter: --fail-fast? \
        --parallel --shuffle? --coverage?> --doc --no-run --reporter: --junit-path> --trace-leaks --permit-no-files --ignore? --seed: --no-prompt";
    const SUBS: &[Program] = &[
        check("test", TEST, "@*"),
        check("bench", TEST, "@*"),
        check("check", DENO_RUNTIME, "@*"),
        check(
            "lint",
            "--fix* --rules-tags: --rules-include: --rules-exclude: --rules --json --compact --ignore? -c@ --config@ --no-config -q --quiet --permit-no-files",
            "@*",
        ),
        formatter(
            "fmt",
            "--check --ext: --ignore? -c@ --config@ --no-config -q --quiet --indent-width: --line-width: --prose-wrap: --single-quote --no-semicolons \
            --use-tabs --permit-no-files --unstable-component",
            ">*",
        ),
        custom("task", |reading, call| {
            let flags = "-c@ --config@ --cwd/ -q --quiet -f: --filter: -r --recursive";
            // All other flags lead to another file, or to tasks of other packages.
            let quiet = |arg: &&Arg| matches!(arg.text(), Some("-q" | "--quiet"));
            let name = call.args.iter().find(|arg| !quiet(arg));
            let here = name.is_none_or(|name| !name.value.may_be_flag());
            if let Ok(parsed) = parse(Style::Posix, flags, &call.args) {
                task::stop_other_file(reading, call, &parsed, &["-c", "--config", "--cwd"]);
            }
            task::named(reading, call, flags, here.then_some(Source::Deno));
        }),
        check("doc", "--json --private --filter: --lint", "@*"),
        safe("types help", "", ":*"),
        check("coverage", "--lcov --detailed --exclude: --include: --output>", "<*"),
        network("info outdated audit"),
        install("install i add remove uninstall upgrade cache vendor update approve-scripts"),
        publish("publish deploy"),
        lasting("serve lsp jupyter repl"),
        custom("eval", |reading, call| {
            if !javascript::deno(reading, call) {
                unread_code(reading, call);
            }
        }),
        custom("run compile bundle x create init clean", unread_code),
    ];
    if call.args.is_empty() {
        return unread_code(reading, call);
    }
    if matches!(call.args.as_slice(), [arg] if arg.text() == Some("-V")) {
        return safe("deno", "-V", "").read(reading, call);
    }
    group("deno", "-q --quiet", SUBS).read(reading, call);
}
