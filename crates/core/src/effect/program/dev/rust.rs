//! Rust: cargo and the programs beside it.

use super::super::fetched::Fetch;
use super::super::loaded::{Load, may_say};
use super::super::spec::{Program, Style, custom, group, parse, safe, stop};
use super::{
    build, check, formatter, install, machine, network, publish, split_dashes, subcommand, unread_code,
};
use crate::effect::follow;
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::{Arg, Value};
use crate::effect::{Effect, Hazard};
use crate::words::listed;
use alloc::string::String;
use alloc::vec::Vec;

macro_rules! common {
    () => {
        "-p: --package: --workspace --all --exclude: --lib --bins --bin: --examples --example: --tests --test: --benches \
         --bench: --all-targets -F: --features: --all-features --no-default-features -r --release --profile: --target@ \
         --target-dir> --manifest-path@ --message-format: -j: --jobs: --keep-going --timings? --locked --offline --frozen \
         --ignore-rust-version -v -vv --verbose -q --quiet --color: --future-incompat-report --lockfile-path@> "
    };
}
const CHECK: &str = common!();
const TEST: &str = concat!(common!(), "--no-run --no-fail-fast --doc");
const BUILD: &str = concat!(common!(), "--artifact-dir>");
const CLIPPY: &str = concat!(common!(), "--fix --allow-dirty --allow-staged --no-deps --broken-code");
const DOC: &str = concat!(common!(), "--no-deps --document-private-items");
const NEXTEST: &str = concat!(
    common!(),
    "--no-run --no-fail-fast --fail-fast --max-fail: --no-capture --nocapture -E: --filterset: --filter-expr: \
     --run-ignored: --partition: --retries: --test-threads: --failure-output: --success-output: --status-level: \
     --final-status-level: --show-progress: --hide-progress-bar --no-tests: -P: --cargo-profile: --cargo-quiet --build-jobs: -T: \
     --list-type: -n: --nff --ff"
);
const LIBTEST: &str = "--nocapture --no-capture --show-output --test-threads: --exact --ignored --include-ignored --list --skip: -q \
    --quiet --color: --format: --test --bench --ensure-time --report-time --shuffle --shuffle-seed: -Z: --force-run-in-process \
    --exclude-should-panic --sample-size: --warm-up-time: --measurement-time: --noplot --verbose --save-baseline& --baseline:";
const LINTS: &str = "-D: -W: -A: -F: --deny: --warn: --allow: --forbid: --cap-lints: --no-deps --force-warn:";

const SUBS: &[Program] = &[
    custom("test t", |reading, call| with_tail(reading, call, &check("test", TEST, ":*"), LIBTEST, ":*")),
    custom("bench", |reading, call| with_tail(reading, call, &check("bench", TEST, ":*"), LIBTEST, ":*")),
    check("check c", CHECK, ""),
    build("build b", BUILD, ""),
    custom("clippy", |reading, call| with_tail(reading, call, &check("clippy", CLIPPY, ""), LINTS, "")),
    custom("fmt", |reading, call| {
        let own = formatter(
            "fmt",
            "--all -p: --package: --check -v --verbose -q --quiet --message-format: --manifest-path@",
            "",
        );
        let (before, behind) = split_dashes(&call.args);
        if only_checks(own.flags, before) || only_checks(RUSTFMT, behind) {
            // It means the same on both sides of the dashes.
            let check = Arg { value: Value::known("--check"), span: call.span };
            let args = core::iter::once(check).chain(call.args.iter().cloned()).collect();
            return with_tail(reading, &Invocation { args, ..call.clone() }, &own, RUSTFMT, ">*");
        }
        with_tail(reading, call, &own, RUSTFMT, ">*");
    }),
    build("doc d", DOC, ""),
    check("fix", CLIPPY, ""),
    group(
        "nextest",
        "--color: -v",
        &[
            custom("run r", |reading, call| {
                with_tail(reading, call, &check("run", NEXTEST, ":*"), LIBTEST, ":*")
            }),
            check("list", NEXTEST, ":*"),
            check("show-config", "", ":"),
            install("self archive"),
        ],
    ),
    check(
        "tree",
        "-e: --edges: -i? --invert? -d --duplicates --depth: --prefix: --prune: --no-dedupe --charset: -f: --format: \
        -p: --package: --workspace --exclude: --features: -F: --all-features --no-default-features --target: --manifest-path@ \
        --locked --offline --frozen -v -q --color:",
        ":*",
    ),
    check(
        "metadata",
        "--format-version: --no-deps --features: --all-features --no-default-features --filter-platform: \
        --manifest-path@ --locked --offline --frozen -v -q --color:",
        "",
    ),
    safe("version", "-v --verbose", ""),
    safe(
        "pkgid locate-project read-manifest verify-project",
        "-p: --package: --manifest-path@ --message-format: --workspace \
        --offline --locked --frozen",
        ":*",
    ),
    safe("help", "", ":*"),
    group(
        "deny",
        "--workspace --all-features --no-default-features --manifest-path@ --offline --exclude: -L: --log-level:",
        &[
            check("check", "--hide-inclusion-graph --show-stats -A: -W: -D: --config@ -c@", ":*"),
            check("list", "-f: --format: -l: --layout:", ""),
        ],
    ),
    check("machete udeps llvm-cov", CHECK, ""),
    group(
        "insta",
        "",
        &[check("test", concat!(common!(), "--unreferenced: --check --accept --test-runner:"), ":*")],
    ),
    network("search info audit outdated fetch update generate-lockfile"),
    install("add remove rm install uninstall binstall vendor init new upgrade"),
    publish("publish yank owner login logout package release"),
    custom("run r hack expand tarpaulin watch miri flamegraph xtask script fuzz", unread_code),
    stop("clean sweep", Hazard::Machine, "machine", "removes what was built"),
    machine("cache config"),
];

const RUSTFMT: &str = "--check --config: --config-path@ --edition: --style-edition: -l --files-with-diff --color: --emit: --backup -v \
    -q --quiet --unstable-features --skip-children --print-config:";

const RUSTC: Program = safe("rustc", "-V --version -vV -Vv --print& --explain: -v --verbose --target@", "");

/// Cargo and its neighbours.
pub const PROGRAMS: &[Program] = &[
    custom("cargo", cargo).loads_unless_check(TOOLCHAIN).fetches(&CRATES),
    custom("rustfmt", |reading, call| with_toolchain(reading, call, &formatter("rustfmt", RUSTFMT, ">*")))
        .loads(TOOLCHAIN),
    custom("rustc clippy-driver rustdoc", |reading, call| with_toolchain(reading, call, &RUSTC))
        .loads(TOOLCHAIN),
    group(
        "rustup",
        "-v -q",
        &[
            group("show", "-v", &[safe("active-toolchain home profile", "-v", "")]).ends_alone(),
            safe("which", "", ":"),
            group(
                "toolchain target component",
                "",
                &[safe("list", "-v --installed -q", ""), install("install add remove uninstall link")],
            ),
            install("update install uninstall default override self set check"),
        ],
    )
    .ends_alone()
    .loads(TOOLCHAIN),
    group(
        "taplo",
        "--colors: --verbose",
        &[
            formatter("fmt format", "--check --diff -c@ --config@ -o: --option: -f", ">*"),
            check("lint check", "-c@ --config@ --default-schema-catalogs --no-schema", "@*"),
        ],
    )
    .ends_alone(),
];

/// Crates from a repository, or from another registry.
const CRATES: Fetch = Fetch {
    lock: "Cargo.lock",
    told: "package project badges lints workspace.package workspace.metadata workspace.lints",
    offline: "--offline --frozen",
    ..Fetch::of("cargo.toml cargo.lock")
};

/// What chooses the compiler: a toolchain may be a folder of the project.
const TOOLCHAIN: &[Load] = &[
    Load::above("rust-toolchain.toml").unless(|text| !may_say(text, &["path"])),
    // A name, or the same as in the other file.
    Load::above("rust-toolchain").unless(|text| !may_say(text, &["path", "/"])),
];

fn only_checks(flags: &str, args: &[Arg]) -> bool {
    parse(Style::Gnu, flags, args).is_ok_and(|parsed| parsed.has(&["--check"]))
}

/// `rustfmt [+toolchain] …`: all of them may be rustup, which chooses the program by that word and takes it away.
fn with_toolchain(reading: &mut Reading<'_>, call: &Invocation, program: &Program) {
    match behind_toolchain(call) {
        Some(args) => program.read(reading, &Invocation { args: args.to_vec(), ..call.clone() }),
        None => unread_code(reading, call),
    }
}

/// The arguments behind `+nightly`; `None` where it is the path of a toolchain or is not known.
fn behind_toolchain(call: &Invocation) -> Option<&[Arg]> {
    let Some((first, rest)) = call.args.split_first() else { return Some(&call.args) };
    let Some(name) = first.value.prefix().strip_prefix('+') else { return Some(&call.args) };
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let installed = name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.chars().all(plain);
    (installed && first.text().is_some()).then_some(rest)
}

/// `cargo [+toolchain] [flags] subcommand`, or an alias of the project.
fn cargo(reading: &mut Reading<'_>, call: &Invocation) {
    let Some(args) = behind_toolchain(call) else { return unread_code(reading, call) };
    let flags = "-v --verbose -q --quiet --color: --offline --locked --frozen --list -V --version -C/";
    let call = Invocation { args: args.to_vec(), ..call.clone() };
    let mut call = call;
    let mut seen: Vec<String> = Vec::new();
    for _ in 0..MAX_ALIASES {
        match alias(reading, &call, flags, &mut seen) {
            Ok(Some(expanded)) => call = expanded,
            Ok(None) => return group("cargo", flags, SUBS).ends_alone().read(reading, &call),
            Err(follow::Broken) => break,
        }
    }
    let message = "`cargo` runs an alias that cannot be followed";
    reading.add(Effect::Opaque, "unread_task", message, call.span);
}

/// Aliases that stand for aliases.
const MAX_ALIASES: usize = 8;

/// Subcommands that are cargo's own: no alias takes their place. All others it may shadow, `clippy` and `fmt` too.
/// Not its short names (`t`, `b`): those are aliases themselves, and another one takes their place.
const OWN: &str = "test bench check build doc rustdoc rustc fix tree metadata version pkgid locate-project read-manifest \
    verify-project help search info fetch update generate-lockfile add remove install uninstall vendor init new publish yank \
    owner login logout package run clean config report git-checkout";

/// The call with an alias of `.cargo/config.toml` put in; `None` when the subcommand is none. One that was `seen` before
/// leads back to itself (`clippy = "clippy --all-targets"`): cargo refuses it, or starts the program of that name.
fn alias(
    reading: &mut Reading<'_>,
    call: &Invocation,
    flags: &str,
    seen: &mut Vec<String>,
) -> Result<Option<Invocation>, follow::Broken> {
    let Ok(parsed) = parse(Style::Posix, flags, &call.args) else { return Ok(None) };
    let Some((first, rest)) = parsed.operands.split_first() else { return Ok(None) };
    let is_alias = |name: &&str| !listed(OWN, name) && !seen.iter().any(|seen| seen == name);
    let Some(name) = first.text().filter(is_alias) else {
        return Ok(None);
    };
    let Some(words) = follow::cargo_alias(reading, name)? else { return Ok(None) };
    seen.push(name.into());
    let words = words.into_iter().map(|word| Arg { value: Value::Known(word), span: first.span });
    let args: Vec<Arg> = words.chain(rest.iter().map(|arg| (*arg).clone())).collect();
    Ok(Some(Invocation { args, ..call.clone() }))
}

/// Cargo's own arguments, then `--` and those of the program it starts.
fn with_tail(
    reading: &mut Reading<'_>,
    call: &Invocation,
    own: &Program,
    tail: &'static str,
    operands: &'static str,
) {
    let (before, behind) = split_dashes(&call.args);
    own.read(reading, &Invocation { args: before.to_vec(), ..call.clone() });
    if !behind.is_empty() {
        let inner = subcommand(call, "--", behind);
        Program { flags: tail, operands, ..*own }.read(reading, &inner);
    }
}
