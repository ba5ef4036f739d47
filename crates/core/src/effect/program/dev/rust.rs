//! Rust: cargo and the programs beside it.

use super::super::spec::{Program, Style, custom, group, parse, safe, stop};
use super::{
    build, check, formatter, install, machine, network, publish, split_dashes, subcommand, unread_code,
};
use crate::effect::follow;
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::{Arg, Value};
use crate::effect::{Effect, Hazard};
use crate::words::listed;
use alloc::vec::Vec;

macro_rules! common {
    () => {
        "-p: --package: --workspace --all --exclude: --lib --bins --bin: --examples --example: --tests --test: --benches \
         --bench: --all-targets -F: --features: --all-features --no-default-features -r --release --profile: --target@ \
         --target-dir> --manifest-path@ --message-format: -j: --jobs: --keep-going --timings? --locked --offline --frozen \
         --ignore-rust-version -v -vv --verbose -q --quiet --color: --future-incompat-report --lockfile-path@ "
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

/// Cargo and its neighbours.
pub const PROGRAMS: &[Program] = &[
    custom("cargo", cargo),
    formatter("rustfmt", RUSTFMT, ">*"),
    safe(
        "rustc clippy-driver rustdoc",
        "-V --version -vV -Vv --print& --explain: -v --verbose --target@",
        "",
    ),
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
    .ends_alone(),
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

fn only_checks(flags: &str, args: &[Arg]) -> bool {
    parse(Style::Gnu, flags, args).is_ok_and(|parsed| parsed.has(&["--check"]))
}

/// `cargo [+toolchain] [flags] subcommand`, or an alias of the project.
fn cargo(reading: &mut Reading<'_>, call: &Invocation) {
    let toolchain = call.args.first().and_then(Arg::text).and_then(|first| first.strip_prefix('+'));
    let args = match toolchain {
        Some(name) if name.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c)) => {
            call.args.get(1..).unwrap_or_default()
        }
        Some(_) => return unread_code(reading, call),
        None => &call.args,
    };
    let flags = "-v --verbose -q --quiet --color: --offline --locked --frozen --list -V --version -C/";
    let call = Invocation { args: args.to_vec(), ..call.clone() };
    let mut call = call;
    for _ in 0..MAX_ALIASES {
        match alias(reading, &call, flags) {
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
const OWN: &str = "test t bench check c build b doc d rustdoc rustc fix tree metadata version pkgid locate-project read-manifest \
    verify-project help search info fetch update generate-lockfile add remove rm install uninstall vendor init new publish yank \
    owner login logout package run r clean config report";

/// The call with an alias of `.cargo/config.toml` put in; `None` when the subcommand is none.
fn alias(
    reading: &mut Reading<'_>,
    call: &Invocation,
    flags: &str,
) -> Result<Option<Invocation>, follow::Broken> {
    let Ok(parsed) = parse(Style::Posix, flags, &call.args) else { return Ok(None) };
    let Some((first, rest)) = parsed.operands.split_first() else { return Ok(None) };
    let Some(name) = first.text().filter(|name| !listed(OWN, name)) else {
        return Ok(None);
    };
    let Some(words) = follow::cargo_alias(reading, name)? else { return Ok(None) };
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
