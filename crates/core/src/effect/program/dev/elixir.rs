//! Elixir and Erlang: mix, rebar, formatters.

use super::super::loaded::{Load, may_say};
use super::super::spec::{Program, custom, group, safe};
use super::jvm::version_only;
use super::{build, check, formatter, install, loads, machine, network, publish, unread_code};

const MIX: &[Program] = &[
    check(
        "test",
        "--cover --exclude: --include: --only: --failed --stale --max-failures: --seed: --slowest: --slowest-modules: --timeout: --trace --color --no-color --no-compile --no-deps-check --no-start --raise --repeat-until-failure: \
        --warnings-as-errors --all-warnings --formatter: --partitions: --max-cases: --max-requires: --force --preload-modules --no-archives-check --export-coverage&",
        "@*",
    ),
    formatter(
        "format",
        "--check-formatted --check-equivalent --dry-run --dot-formatter@ --no-exit --stdin-filename: --migrate --force",
        ">*",
    ),
    build(
        "compile",
        "--force --warnings-as-errors --all-warnings --no-deps-check --no-archives-check --return-errors --verbose --no-optional-deps --no-protocol-consolidation --no-elixir-version-check --no-app-loading --no-warnings-as-errors",
        "",
    ),
    check(
        "credo",
        "--strict --all -a --format: --only: --ignore: -c: --checks: -C: --config-name: --config-file@ --min-priority: --mute-exit-status --verbose --no-color --color --files-included: --files-excluded: --read-from-stdin --all-priorities -A --first-run",
        ":*",
    ),
    check(
        "dialyzer",
        "--format: --quiet --no-check --no-compile --halt-exit-status --ignore-exit-status --list-unused-filters --plt --force-check --quiet-with-result",
        "",
    ),
    check(
        "sobelow",
        "--config --exit: --skip --quiet --verbose --private -i: --ignore: --compact --threshold:",
        "",
    ),
    check("doctor", "--full --summary --short --raise", ""),
    check("xref", "--format: --label: --source: --sink: --exclude: --fail-above: --include-siblings", ":*"),
    check("deps.tree app.tree deps", "--only: --exclude: --format:", ":*"),
    check("phx.routes ecto.migrations", "--info: --method: --no-compile", ":*"),
    safe("help", "--names --search:", ":*"),
    build("docs", "-f: --formatter: -o> --output> --proglang:", ""),
    network("hex.audit hex.outdated hex.info hex.search hex.package"),
    install(
        "deps.get deps.update deps.unlock deps.clean deps.compile local.hex local.rebar archive.install escript.install new phx.new hex.config local.phx archive",
    ),
    publish("hex.publish hex.user hex.owner hex.organization release"),
    machine("clean ecto.drop ecto.create ecto.migrate ecto.rollback ecto.reset ecto.setup"),
    custom(
        "run eval do cmd phx.server escript.build escript profile.cprof profile.eprof profile.fprof phx.gen.schema phx.gen.context ecto.gen.migration",
        unread_code,
    ),
];

const REBAR: Program = group(
    "rebar3",
    "",
    &[
        check(
            "eunit ct dialyzer xref lint fmt proper cover",
            "-v --verbose --suite: --case: --module: -m: --dir@ --app: -c --cover --check",
            ":*",
        ),
        build("compile", "", ""),
        check("tree", "", ""),
        check("version help", "", ":*"),
        install("get-deps upgrade update unlock plugins new"),
        publish("hex release tar"),
        custom("shell do as", unread_code),
    ],
);

/// Plugins, and a file that is evaluated beside the other.
const REBAR_LOADS: &[Load] = &[
    Load::here("rebar.config").unless(|text| !may_say(text, &["plugins", "~"])),
    Load::here("rebar.config.script"),
];

/// The tools of the BEAM.
pub const PROGRAMS: &[Program] = &[
    // Both evaluate files of the project, whatever they are asked for.
    custom("mix", |reading, call| loads(reading, call, &group("mix", "", MIX)))
        .loads_unless_check(&[Load::here("mix.exs").but_for_version()]),
    custom("elixir iex erl escript elixirc erlc", version_only),
    custom("rebar3", |reading, call| loads(reading, call, &REBAR)).loads_unless_check(REBAR_LOADS),
    group(
        "gleam",
        "",
        &[
            check("test", "--target: -t: --runtime:", ""),
            check("check", "", ""),
            build("build", "--target: -t: --warnings-as-errors", ""),
            formatter("format", "--check --stdin", ">*"),
            install("add remove update deps new"),
            publish("publish hex"),
            custom("run shell export", unread_code),
        ],
    ),
    check("erlfmt", "--check -c --write* -w* --verbose", "@*"),
];
