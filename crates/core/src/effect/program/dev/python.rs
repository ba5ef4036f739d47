//! Python: test runners, linters, formatters, type checkers, package managers.

use super::super::fetched::Fetch;
use super::super::keys;
use super::super::loaded::{self, From, Load, may_say};
use super::super::spec::{Parsed, Program, Style, Unread, custom, group, only_asks_for_help, parse, safe};
use super::interpreter::{python_module, split_module};
use super::task::{self, owned};
use super::{
    build, check, fetches, formatter, install, lasting, loads, machine, network, publish, unread_code,
};
use crate::effect::Effect;
use crate::effect::follow::Source;
use crate::effect::place;
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::{Arg, Value};
use crate::policy::floor;
use crate::verdict::Span;
use crate::world::Stands;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Programs that `python -m` starts under the same name.
pub const MODULES: &str = "pytest mypy ruff black isort flake8 pylint pyright bandit coverage pip tox nox pyflakes pycodestyle pydocstyle \
    yamllint sqlfluff pre_commit";

/// Modules of the standard library and others that are no programs by themselves.
pub const LIBRARY: &[Program] = &[
    custom("unittest", unittest),
    check("doctest tabnanny tokenize", "-v -q -o: --option: -f --fail-fast -e --exact", "@*"),
    custom("py_compile", |reading, call| {
        // The names of files may come from standard input.
        match call.args.iter().find(|arg| arg.text().is_none_or(|text| text == "-")) {
            Some(arg) => reading.unread(&call.name, Unread::value(arg)),
            None => check("py_compile", "-q", "@>*").read(reading, call),
        }
    }),
    // They write `__pycache__` beside what they are given, or the file itself: `compileall -b .git/hooks/x.py`.
    check("compileall", "-q -qq -f -l -r: -j: --workers: -x: -b", "@>*"),
    safe(
        "json.tool",
        "--sort-keys --no-ensure-ascii --json-lines --indent: --tab --no-indent --compact",
        "< >",
    ),
    safe(
        "ast dis",
        "-m: --mode: --no-type-comments -a --include-attributes -i: --indent: -C --show-caches -O --show-offsets",
        "<",
    ),
    build(
        "build",
        "-s --sdist -w --wheel -n --no-isolation -o> --outdir> -v -x --skip-dependency-check",
        "@",
    ),
];

pub(super) const PYTEST: &str = "-k: -m: -v -vv -vvv --verbose -q -qq --quiet -x --exitfirst -s --capture: --maxfail: --tb: -l --showlocals --lf --last-failed --ff \
    --failed-first --nf --new-first --sw --stepwise --sw-skip --stepwise-skip --cache-show? --cache-clear --durations: --durations-min: -r: -ra -rA \
    -rs -rx -rf -rP --co --collect-only --setup-show --setup-only --setup-plan --fixtures --fixtures-per-test --markers --co --strict --strict-markers \
    --strict-config --no-header --no-summary --disable-warnings --disable-pytest-warnings -W: --pythonwarnings: --color: --code-highlight: --ignore@ \
    --ignore-glob: --deselect: --rootdir@ --confcutdir@ -c@ --config-file@ --import-mode: --junitxml> --junit-xml> --junit-prefix: --basetemp! \
    --log-level: --log-cli-level: --log-format: --log-file> --show-capture: --full-trace --runxfail --doctest-modules --doctest-glob: \
    --doctest-continue-on-collection-errors --noconftest --keep-duplicates --last-failed-no-failures: --lfnf: --fold-skipped --no-fold-skipped \
    -n: --numprocesses: --dist: --maxprocesses: --max-worker-restart: --cov? --cov-report& --cov-config@ --cov-append --cov-branch --cov-fail-under: \
    --no-cov --no-cov-on-fail --cov-context: --timeout: --timeout-method: --reruns: --reruns-delay: --asyncio-mode: --anyio-mode: --random-order \
    --random-order-seed: -p: --benchmark-skip --benchmark-only --benchmark-disable --snapshot-update --inline-snapshot: --mypy --flake8 --ruff \
    --runslow --run-slow --slow --integration --create-db --reuse-db --no-migrations --ds: --hypothesis-seed: --hypothesis-show-statistics \
    --hypothesis-profile: --count: --repeat: --testmon --forked --html> --self-contained-html --json-report --json-report-file> --picked? -V --version";
const RUFF_CHECK: &str = "--fix* --unsafe-fixes --no-fix --diff --show-fixes --no-unsafe-fixes --fix-only* --select: --ignore: --extend-select: --extend-ignore: \
    --per-file-ignores: --fixable: --unfixable: --extend-fixable: --output-format: --config@ --isolated --target-version: --line-length: --preview \
    --no-preview --exclude: --extend-exclude: --force-exclude --no-cache -n --cache-dir> --statistics --add-noqa* --show-files --show-settings --exit-zero -e \
    --exit-non-zero-on-fix --no-respect-gitignore --respect-gitignore --stdin-filename: -v --verbose -q --quiet -s --silent -o> --output-file> --color: \
    --ignore-noqa --ext: --extension: --explain-rules";
const RUFF_FORMAT: &str = "--check --diff --config@ --isolated --target-version: --line-length: --preview --exclude: --force-exclude --no-cache -n --cache-dir> \
    --stdin-filename: -v --verbose -q --quiet -s --silent --range: --exit-non-zero-on-format --respect-gitignore --output-format: --extension:";
const BLACK: &str = "--check --diff --color --no-color -l: --line-length: -t: --target-version: -S --skip-string-normalization -C --skip-magic-trailing-comma --preview \
    --unstable --fast --safe -q --quiet -v --verbose --exclude: --extend-exclude: --force-exclude: --include: --config@ -W: --workers: --pyi --ipynb --line-ranges: \
    --stdin-filename: --required-version: --enable-unstable-feature: -x --skip-source-first-line --no-cache";
const ISORT: &str = "-c --check --check-only --diff --df -q --quiet -v --verbose --profile: --sp@ --settings-path@ --settings-file@ --settings@ --settings-file: -l: -w: --line-length: \
    --skip: -s: --skip-glob: --sg: --extend-skip: --extend-skip-glob: --filter-files --atomic --ac --float-to-top --fss --force-sort-within-sections --sl \
    --force-single-line --tc --trailing-comma -m: --multi-line: --src: -p: --known-first-party: -o: --known-third-party: --color --only-modified --om --gitignore --py: \
    --python-version: -j: --jobs: --up --use-parentheses --lbt: --combine-as --show-files --show-config --stdout -d";
const FLAKE8: &str = "--select: --ignore: --extend-ignore: --extend-select: --max-line-length: --max-complexity: --max-doc-length: --exclude: --extend-exclude: --filename: \
    --per-file-ignores: --format: --config@ --append-config@ --isolated --count --statistics --show-source --no-show-source --exit-zero -q --quiet -v --verbose -j: --jobs: \
    --disable-noqa --hang-closing --benchmark --stdin-display-name: --output-file> --tee --color: --version --doctests --builtins:";
const PYLINT: &str = "--disable: -d: --enable: -e: --rcfile@ -j: --jobs: --output-format& -f& --reports: -r: --score: -s: --errors-only -E --fail-under: --fail-on: --max-line-length: \
    --ignore: --ignore-paths: --ignore-patterns: --recursive: --py-version: --msg-template: -v --verbose --exit-zero --persistent: --good-names: --list-msgs --list-msgs-enabled \
    --help-msg: --generated-members: --ignored-modules: --extension-pkg-allow-list: --from-stdin --source-roots@ --clear-cache-post-run: --confidence: --docstring-min-length:";
const MYPY: &str = "--strict --ignore-missing-imports --follow-imports: --show-error-codes --hide-error-codes --show-error-context --show-column-numbers --show-error-end --pretty --no-pretty \
    --no-error-summary --error-summary --config-file@ --python-version: --platform: -p: --package: -m: --module: --explicit-package-bases --namespace-packages --no-namespace-packages --exclude: \
    --exclude-gitignore --check-untyped-defs --disallow-untyped-defs --disallow-incomplete-defs --disallow-untyped-calls --disallow-any-generics --warn-unused-ignores --warn-redundant-casts --warn-return-any \
    --warn-unreachable --warn-unused-configs --no-implicit-optional --implicit-optional --strict-optional --no-strict-optional --strict-equality --no-incremental --incremental --cache-dir> --sqlite-cache \
    --skip-version-check --skip-cache-mtime-checks --disable-error-code: --enable-error-code: --junit-xml> --txt-report> --html-report> --xml-report> --any-exprs-report> --linecount-report> --lineprecision-report> \
    --no-color-output --color-output --show-traceback --tb --verbose -v --no-site-packages --local-partial-types --allow-redefinition --allow-untyped-globals --scripts-are-modules --fast-module-lookup \
    --no-silence-site-packages --enable-incomplete-feature: --output: -O: --non-interactive --show-absolute-path --hide-error-context --dump-type-stats --always-true: --always-false: --extra-checks -V";
const PYRIGHT: &str = "-p@ --project@ --outputjson --level: --stats --verbose --warnings --pythonversion: --pythonplatform: --threads? --dependencies --skipunannotated --ignoreexternal";
const COVERAGE_OUT: &str = "-i --ignore-errors --include: --omit: -m --show-missing --skip-covered --no-skip-covered --skip-empty --fail-under: --precision: --sort: --format: -q --quiet --rcfile@ \
    --data-file> --contexts: --show-contexts --title: --pretty-print -o> -d> --directory> -a --append --keep";

/// Python's checks and package managers.
pub const PROGRAMS: &[Program] = &[
    // Help shows the options that plugins add, which files of the project name.
    custom("pytest py.test", pytest).loads_unless_check(PYTEST_LOADS),
    custom("tox", |reading, call| environments(reading, call, TOX, "-e", Source::Tox)).loads_unless_check(TOX_LOADS).fetches(&ENVIRONMENTS),
    custom("nox", nox).fetches(&ENVIRONMENTS),
    group(
        "ruff",
        "--config@ --isolated -v --verbose -q --quiet -s --silent --color: -V",
        &[
            check("check", RUFF_CHECK, "@*"),
            formatter("format", RUFF_FORMAT, ">*"),
            safe("rule linter version config help", "--all --output-format:", ":*"),
            custom("analyze", |reading, call| {
                check("analyze", "--preview --direction:", ":*").read(reading, call)
            }),
            machine("clean"),
            lasting("server"),
        ],
    ).ends_alone(),
    formatter("black", BLACK, ">*"),
    lasting("blackd"),
    formatter("isort", ISORT, ">*"),
    formatter(
        "autopep8 yapf autoflake docformatter pyupgrade add-trailing-comma",
        "-i* --in-place* -r --recursive -d --diff --check --check-diff -a --aggressive -v --verbose --max-line-length: --ignore: --select: --style: -p --parallel -j: --jobs: --remove-all-unused-imports \
        --remove-unused-variables --expand-star-imports --exclude: -e: -q --quiet --py3-plus --py36-plus --py37-plus --py38-plus --py39-plus --py310-plus --py311-plus --py312-plus",
        ">*",
    ),
    check("flake8", FLAKE8, "@*").loads_unless_check(FLAKE8_LOADS),
    check(
        "pyflakes pycodestyle pydocstyle vulture",
        "--max-line-length: --ignore: --select: --exclude: --statistics --count --min-confidence: --sort-by-size --convention: --show-source --first -q -v",
        "@*",
    ),
    check("pylint", PYLINT, "@*").loads_unless_check(PYLINT_LOADS),
    check("mypy", MYPY, "@*"),
    check("pyright basedpyright", PYRIGHT, "@*"),
    custom("pyre ty pyrefly", |reading, call| loads(reading, call, &PYRE)).loads_unless_check(&[Load::above(".pyre_configuration*")]),
    check(
        "bandit",
        "-r --recursive -l -ll -lll -i -ii -iii -f: --format: -c@ --configfile@ -x: --exclude: -s: --skip: -t: --tests: -q --quiet --silent -v --verbose --severity-level: --confidence-level: -n: -a: -o> --output> -b< --baseline< --exit-zero --ini@ -p: --profile:",
        "@*",
    ),
    custom("coverage coverage3", coverage).loads_unless_check(&[]),
    custom("pre-commit pre_commit prek", pre_commit),
    check(
        "interrogate pydeps deptry import-linter lint-imports pip-check-reqs creosote",
        "-v -vv -q --quiet --config@ --fail-under: --no-cache --verbose",
        "@*",
    ),
    group(
        "pip pip3",
        "-q --quiet -v --verbose --disable-pip-version-check --no-input --no-color --isolated",
        PIP,
    ).ends_alone(),
    group(
        "pipx",
        "",
        &[
            safe("list environment", "--json --short", ""),
            install("install upgrade upgrade-all uninstall inject reinstall"),
            custom("run runpip", fetches),
        ],
    ).ends_alone(),
    custom("pipenv", |reading, call| loads(reading, call, &PIPENV)).loads_unless_check(&[]),
    custom("uv", uv).fetches(&UV_FETCHES),
    custom("uvx", fetches),
    custom("poetry", poetry).loads_unless_check(POETRY_LOADS).fetches(&POETRY_FETCHES),
    custom("pdm", pdm).loads_unless_check(PDM_LOADS).fetches(&PDM_FETCHES),
    custom("hatch", hatch).loads_unless_check(HATCH_LOADS).fetches(&HATCH_FETCHES),
    custom("rye", |reading, call| loads(reading, call, &RYE)).loads_unless_check(RYE_LOADS),
    group(
        "conda mamba micromamba",
        "",
        &[
            safe("list info", "-n: --name: -p< --json --envs -e --export --explicit", ":*"),
            group("env", "", &[safe("list", "--json", ""), install("create update remove export")]),
            install(
                "install create update remove uninstall upgrade clean config init activate deactivate run search",
            ),
        ],
    ).ends_alone(),
    publish("twine flit"),
    custom("ipython ipython3 jupyter streamlit uvicorn gunicorn flask celery", unread_code),
    network("safety pip-audit pip-review"),
];

/// Its configuration names the binary that it starts, for its version too.
const PYRE: Program = group(
    "pyre ty pyrefly",
    "",
    &[
        check(
            "check",
            "--output-format: --project@ --config@ --error-on-warning --exit-zero --python-version: --ignore: --warn: --error: -q -v --summarize-errors --no-progress",
            "@*",
        ),
        safe("version", "", ""),
        lasting("start server lsp watch"),
    ],
);

const PIPENV: Program = group(
    "pipenv",
    "",
    &[
        custom("run", script_first),
        check("graph", "--json --bare", ""),
        check("verify", "", ""),
        install("install sync update uninstall lock upgrade clean"),
        custom("shell", unread_code),
    ],
)
.ends_alone();

const RYE: Program = group(
    "rye",
    "",
    &[
        custom("run", script_first),
        check("test", "-q -v --all -p:", ":*"),
        check("lint", "--fix* -q -v", "@*"),
        formatter("fmt format", "--check -q -v", ">*"),
        // `rye version 2.0` would write it.
        safe("show list version", "", ""),
        install("sync add remove lock install fetch"),
    ],
)
.ends_alone();

/// The environment is brought up to date first.
const UV_FETCHES: Fetch = Fetch {
    lock: "uv.lock",
    told: "project.urls project.description project.readme project.authors project.maintainers project.license \
        project.license-files project.classifiers project.keywords project.scripts project.gui-scripts project.entry-points tool",
    // Hooks of hatchling name what they need.
    but: "tool.uv tool.hatch.build",
    offline: "--offline --frozen --no-sync --no-project",
    starts_command: true,
    ..Fetch::of("pyproject.toml uv.lock uv.toml")
};

/// The same for those that build in an environment of their own.
const POETRY_FETCHES: Fetch =
    Fetch { lock: "poetry.lock", but: "tool.poetry tool.hatch.build", offline: "", ..UV_FETCHES };
const PDM_FETCHES: Fetch =
    Fetch { lock: "pdm.lock", but: "tool.pdm tool.hatch.build", offline: "", ..UV_FETCHES };
/// It has no lock file, so every address is a new one.
const HATCH_FETCHES: Fetch = Fetch { lock: "pylock.toml", but: "tool.hatch", offline: "", ..UV_FETCHES };

const ENVIRONMENTS: Fetch =
    Fetch::of("pyproject.toml tox.ini tox.toml setup.cfg setup.py requirements.txt noxfile.py");

/// Options that name plugins stand in these files, and `conftest.py` is one.
const PYTEST_LOADS: &[Load] = &[
    Load::above("conftest.py"),
    Load::above("pytest.ini .pytest.ini pytest.toml .pytest.toml tox.ini setup.cfg pyproject.toml")
        .unless(|text| !may_say(text, &["addopts"]) || names_no_plugin(text)),
    Load::here("tests/conftest.py test/conftest.py"),
];

/// No word looks like `-p`, alone or among other letters.
fn names_no_plugin(text: &str) -> bool {
    let words = text.split(|c: char| c.is_whitespace() || "\"'=,[]".contains(c));
    let is_short = |word: &&str| word.starts_with('-') && !word.starts_with("--");
    !may_say(text, &[]) && !words.into_iter().filter(is_short).any(|word| word.contains('p'))
}

const TOX_LOADS: &[Load] = &[Load::above("toxfile.py")];

/// Plugins that lie in the project are named in its file, and asked for their versions.
const FLAKE8_LOADS: &[Load] =
    &[Load::here(".flake8 setup.cfg tox.ini").unless(|text| !may_say(text, &["local-plugins"]))];

const PYLINT_LOADS: &[Load] =
    &[Load::above("pylintrc pylintrc.toml .pylintrc .pylintrc.toml setup.cfg tox.ini pyproject.toml")
        .unless(|text| !may_say(text, &["init-hook", "init_hook", "load-plugins", "load_plugins"]))];

const POETRY_LOADS: &[Load] = &[
    Load::above("pyproject.toml").unless(|text| !may_say(text, &["requires-plugins"])),
    Load::above(".poetry"),
    Load::above("poetry.toml").unless(|text| !may_say(text, &["path", "cache-dir", "data-dir"])),
];

/// Plugins of the project, and the interpreter that it is asked about.
const PDM_LOADS: &[Load] = &[
    Load::above(".pdm-plugins"),
    Load::above(".pdm-python .pdm.toml").unless(names_guarded_python).but_for_version(),
    Load::above("pdm.toml").unless(|text| !may_say(text, &["venv", "location", "python", "path"])),
];

const HATCH_LOADS: &[Load] = &[Load::above("pyproject.toml hatch.toml")
    // `{env:X}` is filled in with what the session has.
    .unless(|text| !may_say(text, &["custom", "{env:"]) && !may_require_plugins(text))
    .but_for_version()];

/// `requires` below `tool.hatch.env` is installed before anything else; that of `[build-system]` is not.
fn may_require_plugins(text: &str) -> bool {
    let mut header = "";
    // Inside a text of several lines nothing is a header.
    let has_text = text.contains("\"\"\"") || text.contains("'''");
    text.lines().map(str::trim).any(|line| {
        if line.starts_with('[') {
            header = line;
        }
        let says = line.replace("requires-python", "").contains("requires");
        says && (has_text || header != "[build-system]")
    })
}

/// A version that is not written down is asked from the code that builds the project.
const RYE_LOADS: &[Load] =
    &[Load::above("pyproject.toml").unless(|text| !may_say(text, &["dynamic"])).but_for_version()];

/// The path of an interpreter that was installed for all, or that lies in an environment which the floor guards.
fn names_guarded_python(text: &str) -> bool {
    let path = text.trim();
    let guarded =
        || floor::hit(&floor::names(path), false).is_some_and(|hit| hit.group == floor::Group::Hijack);
    !path.contains("..") && !path.contains('\n') && (path.starts_with("/usr/") || guarded())
}

const PIP: &[Program] = &[
    safe(
        "list",
        "-e --editable -l --local --user --format: --not-required --exclude: --path< --exclude-editable --include-editable -q -v --disable-pip-version-check",
        "",
    ),
    safe("show", "-f --files -v --verbose -q", ":*"),
    custom("freeze", |reading, call| {
        const FLAGS: &str = "-l --local --user --all --exclude-editable --exclude: -r< --path<";
        safe("freeze", FLAGS, "").read(reading, call);
        shows_remote(reading, call);
    }),
    safe("check", "", ""),
    safe("inspect debug", "--local --user --path< -v", ""),
    safe("help", "", ":*"),
    group("cache", "", &[safe("dir info list", "--format:", ":*"), machine("purge remove")]),
    group(
        "config",
        "--user --global --site",
        &[custom("get", keys::shows_one), keys::lists_all("list"), machine("set unset edit")],
    ),
    network("index search"),
    install("install uninstall download wheel lock"),
    safe("hash", "-a: --algorithm:", "<*"),
];

const TOX: &str = "-e: -q -qq -v -vv -p: --parallel: --parallel-no-spinner -o -s: --skip-missing-interpreters: --skip-pkg-install --skip-env: -m: -f: --no-recreate-pkg -c@ --conf@ \
    --colored: --result-json> --root@ -l -a --listenvs --listenvs-all --version";
const NOX: &str = "-s: --session: --sessions: -e: -k: --keywords: -t: --tags: -l --list --list-sessions -r -R --reuse-existing-virtualenvs --no-venv -p: --python: -x --stop-on-first-error -v --verbose -f@ --noxfile@ \
    --no-color --forcecolor --non-interactive --no-install --report> --no-error-on-missing-interpreters --error-on-missing-interpreters";

/// `-p name` loads a plugin: only leaving one out (`no:name`) or the well-known ones.
fn pytest(reading: &mut Reading<'_>, call: &Invocation) {
    if let Ok(parsed) = parse(Style::Gnu, PYTEST, &call.args) {
        let plain = |value: &str| {
            value.starts_with("no:")
                || ["xdist", "pytest_cov", "randomly", "pytester", "cacheprovider"].contains(&value)
        };
        let plugins = parsed.flags.iter().filter(|flag| flag.name == "-p");
        for flag in plugins.filter(|flag| !flag.value.as_ref().and_then(Arg::text).is_some_and(plain)) {
            let message = format!("`{}` loads a plugin by name", call.name);
            reading.add(Effect::Opaque, "unknown_flag", message, flag.span);
        }
    }
    check("pytest", PYTEST, "@*").read(reading, call);
}

/// Environments are whatever the project calls them; what stands behind `--` goes to their commands.
fn environments(
    reading: &mut Reading<'_>,
    call: &Invocation,
    flags: &'static str,
    chosen: &str,
    source: Source,
) {
    let (own, behind) = super::split_dashes(&call.args);
    let own = match own.split_first() {
        Some((first, rest))
            if matches!(first.text(), Some("run" | "r" | "run-parallel" | "p" | "list" | "l")) =>
        {
            rest
        }
        Some(_) | None => own,
    };
    check("tox", flags, "").read(reading, &Invocation { args: own.to_vec(), ..call.clone() });
    task::forward(reading, call, behind);
    if only_asks_for_help(own) {
        return;
    }
    let Ok(parsed) = parse(Style::Gnu, flags, own) else { return };
    task::stop_other_file(reading, call, &parsed, &["-c", "--conf", "--root"]);
    no_flag_as_value(reading, call, &parsed);
    goes_out(reading, call, &parsed, &[chosen, "-m", "-f"]);
    let given: Vec<&str> = parsed
        .flags
        .iter()
        .filter(|flag| flag.name == chosen)
        // skipped: one that is not known was stopped by `goes_out`.
        .filter_map(|flag| flag.value.as_ref().and_then(Arg::text))
        .collect();
    let names = if given.is_empty() { alloc::vec!["py"] } else { given };
    for name in names.iter().flat_map(|names| names.split(',')) {
        crate::effect::follow::task(reading, source, name, call.span);
    }
}

/// `-p -edeploy`: a value that may be left out, so what looks like one may be a flag.
fn no_flag_as_value(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) {
    let odd = |value: &Arg| value.value.prefix().starts_with('-');
    for flag in parsed.flags.iter().filter(|flag| flag.value.as_ref().is_some_and(odd)) {
        let message = format!("`{}` has `{}` with what may be another flag", call.name, flag.name);
        reading.add(Effect::Opaque, "unknown_flag", message, flag.span);
    }
}

/// Environments, sessions, labels and tags that by their name publish, deploy or run on.
fn goes_out(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>, flags: &[&str]) {
    for flag in parsed.flags.iter().filter(|flag| flags.contains(&flag.name)) {
        let Some(value) = flag.value.as_ref() else { continue };
        let Some(text) = value.text() else {
            reading.unread(&call.name, Unread::value(value));
            continue;
        };
        let name = text.replace(|c: char| !c.is_ascii_alphanumeric(), "-").to_ascii_lowercase();
        if matches!(task::kind(&name), task::Kind::Publish | task::Kind::Lasting) {
            task::by_name(reading, call, &name, flag.span);
        }
    }
}

/// Sessions are project code by the project's own names.
fn nox(reading: &mut Reading<'_>, call: &Invocation) {
    let (own, behind) = super::split_dashes(&call.args);
    task::forward(reading, call, behind);
    let call = Invocation { args: own.to_vec(), ..call.clone() };
    if let Ok(parsed) = parse(Style::Gnu, NOX, &call.args) {
        no_flag_as_value(reading, &call, &parsed);
        let chosen = ["-s", "--session", "--sessions", "-e", "-t", "--tags", "-k", "--keywords"];
        goes_out(reading, &call, &parsed, &chosen);
        for name in
            parsed.flags.iter().filter(|flag| matches!(flag.name, "-s" | "--session" | "--sessions" | "-e"))
        {
            // skipped: one that is not known was stopped by `goes_out`.
            let text = name.value.as_ref().and_then(Arg::text).unwrap_or_default();
            let first = text.split(['(', '-']).next().unwrap_or(text);
            let tests = ["tests", "mypy", "unit", "coverage", "docs", "pytest"].contains(&first);
            if !tests {
                task::by_name(reading, &call, text, name.span);
            }
        }
    }
    check("nox", NOX, "").read(reading, &call);
}

/// `coverage run -m pytest` runs, the rest reports.
fn coverage(reading: &mut Reading<'_>, call: &Invocation) {
    const SUBS: &[Program] = &[
        // Its configuration names plugins, which any of these load.
        check("report", COVERAGE_OUT, "<*"),
        check("html xml json lcov annotate", COVERAGE_OUT, "<*"),
        // What it combines is removed.
        check("combine", "-a --append --keep -q --quiet --rcfile@ --data-file>", "x*"),
        // `debug sys` shows variables of the environment.
        group("debug", "", &[check("data config premain pybehave", "", "")]),
        safe("help", "", ":*"),
        custom("run", coverage_run),
    ];
    loads(reading, call, &group("coverage", "", SUBS).ends_alone());
}

fn coverage_run(reading: &mut Reading<'_>, call: &Invocation) {
    let flags = "-a --append --branch --source: --include: --omit: --rcfile@ --data-file> -p --parallel-mode --concurrency: --context: --timid -L --pylib";
    match split_module(&call.args, flags) {
        Some((own, module, rest)) => {
            check("run", flags, "").read(reading, &Invocation { args: own.to_vec(), ..call.clone() });
            python_module(reading, call, module, rest);
        }
        None => unread_code(reading, call),
    }
}

fn pre_commit(reading: &mut Reading<'_>, call: &Invocation) {
    const SUBS: &[Program] = &[
        check(
            "run",
            "-a --all-files --files* -v --verbose --show-diff-on-failure --hook-stage: --from-ref: --to-ref: -s: -o: --color: --fail-fast -c@ --config@",
            "@*",
        ),
        check("validate-config validate-manifest", "", "@*"),
        safe("help", "", ":*"),
        install(
            "install uninstall autoupdate update install-hooks init-templatedir migrate-config gc clean try-repo sample-config hook-impl",
        ),
    ];
    group("pre-commit", "", SUBS).read(reading, call);
}

/// `runner run [flags] command`: the command is read like any other; a script is not.
fn wrap(reading: &mut Reading<'_>, call: &Invocation, flags: &'static str) {
    let parsed = match parse(Style::Posix, flags, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    parsed.value_effects(reading, call);
    let saved = parsed.enter(reading, call);
    reading.run_here(&call.name, call.span);
    match parsed.operands.first().map(|first| first.value.prefix()) {
        Some(first) if !first.ends_with(".py") && !first.contains("://") && first != "-" => {
            super::opens(reading, call, &owned(&parsed.operands));
        }
        Some(_) | None => unread_code(reading, call),
    }
    reading.leave(saved);
}

/// A shell line of the project comes before a program of the same name.
fn script_first(reading: &mut Reading<'_>, call: &Invocation) {
    // skipped: a program whose name is not known is stopped by `wrap`.
    let name = call.args.first().and_then(Arg::text).unwrap_or_default();
    if let Some(file) = crate::effect::follow::python_script(reading, name) {
        let message = format!("`{file}` may define the script `{name}`, which is not followed");
        reading.add(Effect::Opaque, "unread_task", message, call.span);
    }
    wrap(reading, call, "");
}

/// `pip freeze` asks git where a package that is installed from here comes from, and prints that address.
fn shows_remote(reading: &mut Reading<'_>, call: &Invocation) {
    let configs =
        loaded::folders(reading, call, From::Above).into_iter().map(|at| place::join(&at, ".git/config"));
    let is_there = |path: &String| {
        reading.world.resolve(path).is_some_and(|found| matches!(found.stands, Stands::File { .. }))
    };
    if let Some(config) = configs.into_iter().find(is_there) {
        let config = Arg { value: Value::Known(config), span: call.span };
        reading.read_path(&call.name, &config, false);
    }
}

const UV_PIP: &str = "--format: -e --editable --exclude-editable --exclude: -q --quiet --strict --files -f --system --depth: --invert --package: --offline";

fn uv(reading: &mut Reading<'_>, call: &Invocation) {
    const RUN: &str = "--no-sync --frozen --locked --extra: --all-extras --no-extra: --group: --all-groups --no-group: --only-group: --dev --no-dev --only-dev --package: --all-packages \
        --no-project --exact --active -q --quiet -v --verbose --offline --no-progress --color: --project@ --directory/ --isolated --no-env-file -p: --python:";
    const TREE: &str = "--project@ --directory/ --depth: --prune: --package: --no-dedupe --invert --frozen --locked --universal --offline -q --quiet --no-dev --only-dev --group: --all-groups";
    const SUBS: &[Program] = &[
        custom("run", |reading, call| uv_run(reading, call, RUN)),
        check("tree", TREE, ""),
        group(
            "pip",
            "",
            &[
                // The interpreter of the project is started and asked.
                check("list show check tree", UV_PIP, ":*"),
                custom("freeze", |reading, call| {
                    check("freeze", UV_PIP, ":*").read(reading, call);
                    shows_remote(reading, call);
                }),
                install("install uninstall sync compile"),
            ],
        ),
        group(
            "python",
            "",
            &[
                custom("list find", uv_python),
                safe("dir", "--bin --managed-python", ""),
                install("install uninstall pin upgrade update-shell"),
            ],
        ),
        group(
            "tool",
            "",
            &[
                safe("list dir", "--show-paths --show-version-specifiers", ""),
                install("install upgrade uninstall update-shell"),
                custom("run", fetches),
            ],
        ),
        group("cache", "", &[safe("dir", "", ""), machine("clean prune")]),
        safe("version", "--short --output-format: --package:", ""),
        safe("help", "", ":*"),
        formatter("format", "--check --diff", "@*"),
        build("build", "--wheel --sdist -o> --out-dir> --package: --all-packages -q --offline", "@"),
        install("add remove sync lock venv init export self auth"),
        publish("publish"),
    ];
    group(
        "uv",
        "-q --quiet -v --verbose --offline --no-progress --color: --project@ --directory/ --no-config -V",
        SUBS,
    )
    .ends_alone()
    .read(reading, call);
}

/// `uv run -m module`, or a command.
fn uv_run(reading: &mut Reading<'_>, call: &Invocation, flags: &'static str) {
    if let Ok(parsed) = parse(Style::Posix, flags, &call.args) {
        for flag in parsed.flags.iter().filter(|flag| matches!(flag.name, "-p" | "--python")) {
            if !flag.value.as_ref().and_then(Arg::text).is_some_and(is_version) {
                not_a_version(reading, call, flag.span);
            }
        }
    }
    match split_module(&call.args, flags) {
        Some((own, module, rest)) => {
            check("run", flags, "").read(reading, &Invocation { args: own.to_vec(), ..call.clone() });
            python_module(reading, call, module, rest);
        }
        None => wrap(reading, call, flags),
    }
}

/// `uv python find 3.12`: an interpreter is started to ask for its version.
fn uv_python(reading: &mut Reading<'_>, call: &Invocation) {
    let flags = "--only-installed --all-versions --offline --no-python-downloads --managed-python --system";
    if let Ok(parsed) = parse(Style::Gnu, flags, &call.args) {
        for odd in parsed.operands.iter().filter(|arg| !arg.text().is_some_and(is_version)) {
            not_a_version(reading, call, odd.span);
        }
    }
    check("find", flags, ":*").read(reading, call);
}

/// `3.12`, `python3.12`, `cpython-3.12`: no path, no file of that name, no program.
fn is_version(text: &str) -> bool {
    let bare = ["cpython", "python", "pypy"].iter().find_map(|name| text.strip_prefix(name)).unwrap_or(text);
    let bare = bare.strip_prefix(['-', '@']).unwrap_or(bare);
    bare.starts_with(|c: char| c.is_ascii_digit())
        && bare.chars().all(|c| c.is_ascii_digit() || c == '.')
        && !bare.contains("..")
}

fn not_a_version(reading: &mut Reading<'_>, call: &Invocation, span: Span) {
    let message = format!("`{}` may start an interpreter that is not known", call.name);
    reading.add(Effect::Opaque, "unread_code", message, span);
}

fn poetry(reading: &mut Reading<'_>, call: &Invocation) {
    const SUBS: &[Program] = &[
        custom("run", |reading, call| wrap(reading, call, "-q -v --no-ansi -n --no-interaction")),
        safe(
            "show",
            "-t --tree --top-level -T -a --all --without: --with: --only: --why --no-ansi -n --no-interaction --no-truncate -f: --format:",
            ":*",
        ),
        check("check", "--lock --strict -q", ""),
        safe("about list help", "", ":*"),
        group(
            "env",
            "",
            &[
                safe("info list activate", "-p --path -e --executable --full-path", ":*"),
                install("use remove"),
            ],
        ),
        custom("version", |reading, call| {
            let program = if call.args.iter().all(|arg| arg.value.may_be_flag()) {
                safe("version", "-s --short", "")
            } else {
                publish("version")
            };
            program.read(reading, call);
        }),
        build("build", "-f: --format: -q -o> --output> -n --no-interaction", ""),
        install("install add remove update lock sync init new export self cache source"),
        network("search"),
        machine("config"),
        publish("publish"),
        custom("shell", unread_code),
    ];
    // `-C` is left out: it depends on the version where the command then runs. Plugins of the project are loaded first.
    let program = group("poetry", "-P@ --project@ -q --quiet -v -vv --no-ansi -n --no-interaction -V", SUBS)
        .ends_alone();
    loads(reading, call, &program);
}

fn pdm(reading: &mut Reading<'_>, call: &Invocation) {
    const SUBS: &[Program] = &[
        custom("run", |reading, call| script_or_command(reading, call, Source::Pdm)),
        safe(
            "list info",
            "--tree --graph --json --fields: --sort: --csv --python --packages --env --where -v",
            ":*",
        ),
        network("show"),
        build("build", "-d> --dest> --no-sdist --no-wheel -q -v", ""),
        install(
            "install add remove update lock sync init new import export use venv python outdated cache self plugin",
        ),
        machine("config"),
        publish("publish"),
    ];
    // Plugins of the project are loaded first.
    loads(reading, call, &group("pdm", "-q -v", SUBS).ends_alone());
}

/// A script of the project, or any command.
fn script_or_command(reading: &mut Reading<'_>, call: &Invocation, source: Source) {
    let parsed = match parse(Style::Posix, "-l --list -q -v", &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    match parsed.operands.split_first() {
        Some((first, rest)) if first.text().is_some_and(|name| task::kind(name) != task::Kind::Other) => {
            task::run(reading, call, first, &owned(rest), Some(source));
        }
        Some((first, rest)) => {
            // skipped: a program whose name is not known is stopped by `wrap`.
            let name = first.text().unwrap_or_default();
            // A script comes before a program of the same name.
            if !crate::effect::follow::prove(reading, call, source, name, &owned(rest), first.span) {
                wrap(reading, call, "-q -v");
            }
        }
        None => unread_code(reading, call),
    }
}

fn hatch(reading: &mut Reading<'_>, call: &Invocation) {
    const SUBS: &[Program] = &[
        custom("run", hatch_run),
        custom("test", |reading, call| {
            let (own, behind) = super::split_dashes(&call.args);
            task::forward(reading, call, behind);
            check("test", "-c --cover --cover-quiet -r --randomize -p --parallel --retries: --retry-delay: -i: -x: -py: --python: -a --all -s --show -d", "@*")
                .read(reading, &Invocation { args: own.to_vec(), ..call.clone() });
        }),
        formatter("fmt", "--check -l --linter -f --formatter --preview --unsafe-fixes", "@*"),
        build("build", "-t: --target: -c --clean", "@"),
        safe("status", "", ""),
        group("env", "", &[safe("show find", "--ascii --json", ":*"), install("create remove prune")]),
        install("dep new init python self config clean version"),
        publish("publish"),
        custom("shell", unread_code),
    ];
    loads(reading, call, &group("hatch", "-q -v -e@ --env@ --no-color --color", SUBS).ends_alone());
}

/// `hatch run [env:]script`.
fn hatch_run(reading: &mut Reading<'_>, call: &Invocation) {
    // skipped: one that is not known is taken for a command, whose name must be known.
    let name = call.args.first().and_then(Arg::text).unwrap_or_default();
    let script = name.rsplit(':').next().unwrap_or(name);
    if task::kind(script) == task::Kind::Other {
        // What stands in front is the name of an environment, which promises nothing.
        return if script == name {
            script_or_command(reading, call, Source::Hatch)
        } else {
            unread_code(reading, call)
        };
    }
    let Some((first, rest)) = call.args.split_first() else { return unread_code(reading, call) };
    task::by_name(reading, call, script, first.span);
    task::forward(reading, call, rest);
    reading.run_here(&call.name, call.span);
    crate::effect::follow::task(reading, Source::Hatch, name, call.span);
}

/// `python -m unittest`: it imports whatever it is given, so that must be a test, or a place of the project to look for some.
fn unittest(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str = "-v --verbose -q --quiet -f --failfast -c --catch -b --buffer -k: --locals --durations: -s@ \
        --start-directory@ -p: --pattern: -t@ --top-level-directory@";
    let operands = match parse(Style::Gnu, FLAGS, &call.args) {
        Ok(parsed) => parsed.operands,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    let discovers = operands.first().is_some_and(|first| first.text() == Some("discover"));
    for (index, operand) in operands.iter().enumerate().skip(usize::from(discovers)) {
        // skipped: one that is not known is not named like a test, and stops.
        let name = operand.text().unwrap_or_default();
        if discovers && index != 2 || name.ends_with(".py") {
            reading.run_path(&call.name, operand);
        } else if !name.to_ascii_lowercase().contains("test") || name.starts_with('/') {
            let message = "`unittest` imports a module that is not named like a test";
            reading.add(Effect::Opaque, "unread_code", message, operand.span);
        }
    }
    check("unittest", FLAGS, ":*").read(reading, call);
}
