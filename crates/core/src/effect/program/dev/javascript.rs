//! JavaScript and TypeScript: test runners, linters, formatters, compilers, bundlers.

use super::super::loaded::Load;
use super::super::spec::{Program, Style, Unread, custom, group, parse, safe};
use super::{
    build, check, formatter, install, lasting, loads_for_help, machine, network, publish, task, unread_code,
};
use crate::effect::follow::Source;
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::Arg;
use alloc::format;

const JEST: &str = "-t: --testNamePattern: --testPathPattern: --testPathPatterns: --testPathIgnorePatterns: --testMatch: \
    --testRegex: --testTimeout: -c@ --config@ --rootDir@ --roots@ --selectProjects: --ignoreProjects: --projects@ --coverage? \
    --no-coverage --collectCoverage --collectCoverageFrom: --coverageReporters@ --coverageProvider: --coverageDirectory> \
    --coverageThreshold: --verbose? --silent? -i --runInBand? --bail? -b --ci? --no-ci -u --updateSnapshot --passWithNoTests? -w: \
    --maxWorkers: --maxConcurrency: --detectOpenHandles? --forceExit? --listTests --showConfig --no-cache --cache --json \
    --outputFile> -o --onlyChanged -f --onlyFailures --changedSince: --findRelatedTests --lastCommit --shard: --expand --errorOnDeprecated \
    --logHeapUsage --colors --color --no-color --noStackTrace --notify=false --watchAll=false --watch=false --watchman? --no-watchman \
    --randomize --seed: --showSeed --runTestsByPath --testLocationInResults --workerThreads --resetMocks --clearMocks --restoreMocks \
    --useStderr --waitNextEventLoopTurnForUnhandledRejectionEvents --reporters@ --debug --env@ --testEnvironment@ --injectGlobals?";
const VITEST: &str = "-t: --testNamePattern: -c@ --config@ -r/ --root/ --dir@ --run --no-watch -u --update? --reporter@ --outputFile> \
    --coverage? --watch=false --coverage.enabled? --coverage.provider@ --coverage.reporter@ --coverage.include: --coverage.exclude: --no-coverage \
    --coverage.reportsDirectory! --coverage.all? --silent? --hideSkippedTests --bail: --retry: --passWithNoTests --testTimeout: \
    --hookTimeout: --teardownTimeout: --project: --environment@ --dom --globals --isolate? --no-isolate --pool@ --poolOptions.threads.singleThread \
    --poolOptions.forks.singleFork --maxWorkers: --minWorkers: --fileParallelism? --no-file-parallelism --no-fileParallelism --sequence.shuffle \
    --sequence.seed: --shard: --changed? --exclude: --typecheck --typecheck.only --allowOnly --dangerouslyIgnoreUnhandledErrors --logHeapUsage \
    --no-color --color --mode: --expandSnapshotDiff --disableConsoleIntercept --printConsoleTrace --clearScreen? --standalone=false \
    --slowTestThreshold: --maxConcurrency: --no-threads --threads? --single-thread --json --tags-filter: --tagsFilter:";
const MOCHA: &str = "-g: --grep: -f: --fgrep: -i --invert -R@ --reporter@ -O& --reporter-options& --reporter-option& -t: --timeout: -s: \
    --slow: -b --bail --exit --recursive --extension: -c --color -C --no-color --forbid-only --forbid-pending --parallel -j: --jobs: \
    --retries: --check-leaks --full-trace --diff --no-diff --inline-diffs -r@ --require@ --config@ --package@ --spec@ --file@ --ignore: \
    --exclude: --sort --dry-run --fail-zero --allow-uncaught --async-only -A -u@ --ui@ --list-files --globals: --import@";
const ESLINT: &str = "--fix* --fix-dry-run --fix-type: --ext: -c@ --config@ --no-config-lookup --no-eslintrc --env: --parser@ --parser-options: \
    --plugin@ --rule: --ignore-pattern: --ignore-path@ --no-ignore --max-warnings: --quiet -f@ --format@ -o> --output-file> --cache --cache-location> \
    --cache-file> --cache-strategy: --color --no-color --debug --no-error-on-unmatched-pattern --exit-on-fatal-error --no-warn-ignored \
    --pass-on-no-patterns --report-unused-disable-directives --report-unused-disable-directives-severity: --report-unused-inline-configs: --stdin \
    --stdin-filename@ --print-config@ --stats --concurrency: --no-inline-config --suppress-all --suppress-rule: --prune-suppressions --flag: -v -h \
    --env-info --global:";
const PRETTIER: &str = "--write* -w* --check -c -l --list-different --config@ --no-config --config-precedence: --ignore-path@ --no-editorconfig \
    --ignore-unknown -u --no-error-on-unmatched-pattern --log-level: --loglevel: --parser@ --stdin-filepath@ --cache --cache-location> \
    --cache-strategy: --with-node-modules --tab-width: --print-width: --single-quote --use-tabs --no-semi --trailing-comma: --prose-wrap: \
    --end-of-line: --arrow-parens: --bracket-same-line --no-bracket-spacing --color --no-color --file-info@ --find-config-path@ --support-info \
    --embedded-language-formatting: --quote-props: --plugin@ --insert-pragma --require-pragma --experimental-cli";
const TSC: &str = "-p@ --project@ --noEmit -noEmit --skipLibCheck --pretty --strict --incremental --listFiles --listFilesOnly --listEmittedFiles \
    --showConfig --explainFiles --extendedDiagnostics --diagnostics --traceResolution --noErrorTruncation --preserveWatchOutput -b --build -f --force \
    -d --dry -v --verbose --target: -t: --module: -m: --moduleResolution: --jsx: --lib: --esModuleInterop --allowJs --checkJs \
    --resolveJsonModule --isolatedModules --declaration --emitDeclarationOnly --declarationMap --sourceMap --inlineSourceMap --outDir> --outFile> \
    --declarationDir> --tsBuildInfoFile> --rootDir@ --baseUrl@ --types: --typeRoots@ --noUnusedLocals --noUnusedParameters --noImplicitAny \
    --noImplicitReturns --noFallthroughCasesInSwitch --noUncheckedIndexedAccess --exactOptionalPropertyTypes --allowImportingTsExtensions \
    --allowSyntheticDefaultImports --experimentalDecorators --emitDecoratorMetadata --downlevelIteration --forceConsistentCasingInFileNames \
    --strictNullChecks --useDefineForClassFields --verbatimModuleSyntax --noEmitOnError --composite --assumeChangesOnlyAffectDirectDependencies \
    --ignoreDeprecations: --ignoreConfig --allowArbitraryExtensions --customConditions: --noCheck --stopBuildOnErrors --libReplacement?";
const STYLELINT: &str = "--fix* --config@ --config-basedir@ -f@ --formatter@ --max-warnings: --quiet -q --cache --cache-location> --ignore-path@ \
    --ignore-pattern: --allow-empty-input --aei --color --no-color --output-file> -o> --report-needless-disables --rd --custom-syntax@";
const BIOME: &str = "--write* --fix* --unsafe --apply* --apply-unsafe* --config-path@ --changed --staged --since: --files-ignore-unknown: --no-errors-on-unmatched \
    --diagnostic-level: --max-diagnostics: --reporter: --colors: --verbose --skip-errors --error-on-warnings --formatter-enabled: --linter-enabled: \
    --organize-imports-enabled: --assist-enabled: --enforce-assist: --only: --skip: --stdin-file-path: --indent-style: --indent-width: --line-width: --log-level: --log-kind: \
    --quote-style: --javascript-formatter-quote-style: --semicolons: --use-server=false --vcs-enabled: --formatter: --linter: --json-formatter-enabled: --files-max-size:";
const PLAYWRIGHT: &str = "-g: --grep: --grep-invert: --project: --reporter@ -c@ --config@ --list -x --max-failures: --repeat-each: --retries: --timeout: \
    --global-timeout: -j: --workers: --fully-parallel --forbid-only --last-failed --only-changed? --output! --pass-with-no-tests --quiet --shard: \
    -u? --update-snapshots? --update-source-method: --trace: --headed --tsconfig@ --no-deps --ignore-snapshots --fail-on-flaky-tests --test-list<";
const TURBO: &str = "--filter: -F: --force --no-cache --cache: --concurrency: --continue? --dry? --dry-run? --summarize? --output-logs: --log-order: \
    --log-prefix: --no-daemon --ui: --color --no-color --parallel --affected --only --env-mode: --framework-inference: --verbosity: -v -vv --graph?> --cwd/ \
    --no-update-notifier --skip-infer --preflight";
const NX: &str = "-p: --projects: --all --exclude: --parallel: --skip-nx-cache --skipNxCache --no-cache --base: --head: --uncommitted --untracked --files: -c: \
    --configuration: --verbose --nxBail --nx-bail --output-style: --outputStyle: --no-tui --tui? -t: --targets: --target: --skipRemoteCache --nxIgnoreCycles \
    --testFile: --testNamePattern: --testPathPattern: --coverage --codeCoverage --ci --silent --fix --quiet --maxWorkers: --runInBand --passWithNoTests --watch=false --no-watch";
const LERNA: &str = "--scope: --ignore: --since? --stream --parallel --concurrency: --no-bail --no-sort --no-prefix --loglevel: --include-dependents --include-dependencies \
    --no-private --skip-nx-cache --ci --all --json --long -l --toposort";

const BIOME_SUBS: &[Program] = &[
    check("check lint ci", BIOME, "@*"),
    formatter("format", BIOME, "@*"),
    safe("version rage explain", "", ":*"),
    lasting("start lsp-proxy"),
    machine("init migrate stop clean upgrade"),
];

/// What people run in JavaScript projects, the package managers apart.
pub const PROGRAMS: &[Program] = &[
    check("jest", JEST, "@*"),
    custom("vitest", vitest),
    check("mocha _mocha", MOCHA, "@*").loads_unless_check(&[Load::above(".mocharc.js .mocharc.cjs .mocharc.mjs")]),
    check("ava", "-v --verbose -t --tap -m: --match: -s --serial --fail-fast -u --update-snapshots -T: --timeout: -c: --concurrency: --config@ --no-worker-threads --color --no-color", "@*").loads_unless_check(&[Load::above("ava.config* node_modules/ava")]),
    check("tap tape uvu japa qunit", "-R@ --reporter@ -j: --jobs: -t: --timeout: -b --bail --no-coverage -q --disable-coverage --allow-empty-coverage --color -c --only -g: --grep:", "@*"),
    group("playwright", "", &[
        check("test", PLAYWRIGHT, "@*"),
        check("merge-reports", "--reporter@", "<"),
        install("install install-deps uninstall"),
        lasting("codegen open show-report show-trace cr ff wk run-server"),
    ]).ends_alone(),
    group("cypress", "", &[
        check("run", "-s@ --spec@ --headless -b@ --browser@ --config-file@ -C@ --component --e2e -q --quiet --reporter@ --project@ -P@ --no-runner-ui --runner-ui", ""),
        check("verify", "", ""),
        safe("version info", "", ""),
        install("install cache"),
        lasting("open"),
    ]).ends_alone(),
    check("cucumber-js cucumber", "--tags: -t: --fail-fast --dry-run --parallel: --name: --require@ -r@ --import@ -i@ --profile: -p: --config@ -c@ --retry: --strict --no-strict", "@*"),
    check("c8 nyc", "--reporter@ -r@ --all -a --include: -n: --exclude: -x: --check-coverage --lines: --functions: --branches: --statements: --reports-dir> --report-dir> --temp-directory! --clean --src@ --silent --extension: -e:", "!")
        .loads_unless_check(&[Load::above("nyc.config*")])
        .style(Style::Posix),
    check("eslint", ESLINT, "@*"),
    check("oxlint", "--fix* --fix-suggestions* -c@ --config@ --tsconfig@ -A: --allow: -W: --warn: -D: --deny: --ignore-path@ --ignore-pattern: --no-ignore --quiet --deny-warnings --max-warnings: -f: --format: --threads: --silent --type-aware --import-plugin --react-plugin --jest-plugin --vitest-plugin --jsx-a11y-plugin --nextjs-plugin --promise-plugin --node-plugin --rules", "@*"),
    formatter("oxfmt dprint-fmt", "--check --config@ -c@ --write*", "@*"),
    group("dprint", "-c@ --config@ --verbose -L: --log-level:", &[
        formatter("fmt", "--diff --stdin: --allow-no-files --staged --incremental? -c@ --config@ --excludes: --includes-override:", ">*"),
        formatter("check", "--list-different --allow-no-files --staged --incremental? -c@ --config@ --excludes:", "@*"),
        check("file-paths output-file-paths resolved-config", "", ":*"),
    ]).ends_alone(),
    group("biome", "", BIOME_SUBS).ends_alone(),
    formatter("prettier", PRETTIER, "@*"),
    check("standard xo ts-standard semistandard", "--fix* --verbose -v --quiet --env: --global: --ext: --ignore: --reporter@ --stdin", "@*"),
    custom("tsc tsgo vue-tsc", tsc),
    // Whatever they are asked, they leave a server behind.
    custom("eslint_d prettierd", |reading, call| loads_for_help(reading, call, &lasting("eslint_d"))),
    check("svelte-check", "--workspace@ --output: --tsconfig@ --no-tsconfig --ignore: --fail-on-warnings --threshold: --compiler-warnings: --diagnostic-sources:", ""),
    check("astro-check", "", ""),
    check("tsd attw publint madge dpdm depcheck", "--circular -c --json --extensions: --ts-config@ --tsConfig@ --no-color --no-spinner --ignores: --ignore-patterns: --strict --format: -f: --pack --no-emoji --warning --exclude: -x:", "@*"),
    check("stylelint", STYLELINT, "@*"),
    check("knip", "-c@ --config@ -t@ --tsConfig@ --production -p --strict --include: --exclude: --dependencies --exports --files -W: --workspace: --reporter@ --no-progress -n --no-exit-code --cache --cache-location> --debug --max-issues: --include-entry-exports --include-libs --tags: --directory/ --no-gitignore --performance", ""),
    check("markdownlint markdownlint-cli2", "--fix* -f* -c@ --config@ --no-globs -i: --ignore: -p@ --ignore-path@ --json -j -q --quiet --enable: --disable:", "@*"),
    check("commitlint", "-f: --from: -t: --to: -l --last -e? --edit? -V --verbose -g@ --config@ -q --quiet -c? --color --no-color -s --strict --from-last-tag --print-config --help-url: -d/ --cwd/", ""),
    check("cspell", "--no-progress --no-summary --quiet --words-only -u --unique -c@ --config@ --gitignore --no-gitignore --dot -e: --exclude: --show-suggestions --show-context --cache --no-cache --no-must-find-files --relative -v --verbose --file: --locale: --no-color --color", "@*"),
    check("sort-package-json syncpack-lint", "--check -c --quiet -q", ">*"),
    // A version that was installed for all starts the one of the project.
    custom("turbo", turbo).loads_unless_check(&[Load::above("node_modules/turbo")]),
    custom("nx", nx).loads_unless_check(&[Load::above("node_modules/nx .nx")]),
    custom("lerna", lerna).loads_unless_check(&[Load::above("node_modules/lerna")]),
    custom("vite", |reading, call| bundler(reading, call, &VITE)),
    custom("webpack webpack-cli", |reading, call| bundler(reading, call, &WEBPACK)),
    build("rollup", "-c@ --config@ -i@ --input@ -o> --file> -d> --dir> -f: --format: -m --sourcemap? --silent --bundleConfigAsCjs --configPlugin@ --environment: --failAfterWarnings -n: --name: -e: --external: --no-treeshake", "@*"),
    build("esbuild", "--bundle --minify --minify-whitespace --minify-syntax --minify-identifiers --sourcemap? --format: --platform: --target: --outfile> --outdir> --outbase: --splitting --tsconfig@ --metafile> --analyze? --log-level: --color? --tree-shaking: --packages: --main-fields: --conditions: --jsx: --keep-names --legal-comments: --entry-names& --chunk-names& --asset-names& --charset: --allow-overwrite --log-limit:", "@*"),
    build("tsup tsdown unbuild", "--dts --format: --minify --sourcemap --clean --target: --platform: -d! --out-dir! --config@ -c@ --tsconfig@ --splitting --treeshake --silent --external: --entry: --no-config --shims", "@*"),
    build("swc", "-d> --out-dir> -o> --out-file> --config-file@ --source-maps? -s? --copy-files -D --strip-leading-paths --only: --ignore: --quiet -q", "@*"),
    build("babel", "-d> --out-dir> -o> --out-file> --config-file@ --extensions: -x: --source-maps? -s? --copy-files --only: --ignore: --env-name: --verbose", "@*"),
    custom("next nuxt nuxi astro svelte-kit remix gatsby docusaurus ng vue-cli-service react-scripts parcel rspack rsbuild storybook", framework),
    custom("tsx ts-node esno swc-node babel-node zx nodemon ts-node-dev ts-node-esm", unread_code),
    custom("npm-run-all run-s run-p npm-run-all2", run_all),
    custom("concurrently wireit", unread_code),
    custom("semantic-release changeset changesets np release-it", |reading, call| {
        loads_for_help(reading, call, &publish("np"));
    }),
    publish("wrangler firebase"),
    // `.ncurc.js` is a program.
    custom("npm-check-updates ncu npm-check", |reading, call| {
        loads_for_help(reading, call, &network("ncu"));
    }),
];

const VITE: Program = build(
    "vite",
    "-c@ --config@ --mode: -m: -l: --logLevel: --base: --outDir! --sourcemap? --minify? --ssr? --manifest?& --ssrManifest?& --target: --clearScreen? -d? --debug? --assetsDir& --assetsInlineLimit: --app",
    "@",
);
const WEBPACK: Program = build(
    "webpack",
    "-c@ --config@ --mode: --env: --config-name: --progress --stats? --json?> --color --no-color -d: --devtool: --node-env: -o> --output-path> --bail --fail-on-warnings -t: --target: -m --merge",
    "",
);

/// `run-s a b`: each word is a script of the project. Patterns (`lint:*`) and arguments in a word are not followed.
fn run_all(reading: &mut Reading<'_>, call: &Invocation) {
    let flags = "-s -p -l -n -c --silent --parallel --sequential --serial --print-label --print-name --continue-on-error \
        --aggregate-output";
    let parsed = match parse(Style::Gnu, flags, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    let plain = |arg: &&Arg| {
        arg.text().is_some_and(|text| text.chars().all(|c| c.is_ascii_alphanumeric() || "_:.-".contains(c)))
    };
    if parsed.operands.is_empty() || !parsed.operands.iter().all(plain) {
        return unread_code(reading, call);
    }
    for _ in 0..2 {
        // They may run at the same time: what one writes, every other may meet.
        let before = reading.writes();
        for name in &parsed.operands {
            task::run(reading, call, name, &[], Some(Source::Package));
        }
        if reading.writes() == before {
            return;
        }
    }
}

/// `vitest`, `vitest run`, `vitest related`, `vitest list`; watching and benches are told apart by the first word.
fn vitest(reading: &mut Reading<'_>, call: &Invocation) {
    match call.args.split_first().map(|(first, rest)| (first.text(), rest)) {
        Some((Some("watch" | "dev"), _)) => lasting("vitest").read(reading, call),
        Some((Some(sub @ ("run" | "related" | "list" | "bench" | "typecheck")), rest)) => {
            check("vitest", VITEST, "@*").read(reading, &super::subcommand(call, sub, rest));
        }
        Some((Some("init"), _)) => machine("vitest").read(reading, call),
        Some(_) | None => check("vitest", VITEST, "@*").read(reading, call),
    }
}

/// Without output it only checks types.
fn tsc(reading: &mut Reading<'_>, call: &Invocation) {
    let checks = call.args.iter().any(|arg| {
        matches!(
            arg.text(),
            Some("--noEmit" | "-noEmit" | "--showConfig" | "--version" | "-v" | "--listFilesOnly" | "--help")
        )
    });
    let program = if checks { check("tsc", TSC, "@*") } else { build("tsc", TSC, "@*") };
    program.read(reading, call);
}

/// `build` builds; anything else serves.
fn bundler(reading: &mut Reading<'_>, call: &Invocation, program: &Program) {
    let serves = ["serve", "dev", "preview", "watch", "s", "w"];
    match call.args.split_first().map(|(first, rest)| (first.text(), rest)) {
        Some((Some(sub @ ("build" | "b")), rest)) => {
            program.read(reading, &super::subcommand(call, sub, rest))
        }
        Some((Some(sub), _)) if serves.contains(&sub) => lasting("").read(reading, call),
        Some(_) if program.is_named("webpack") => program.read(reading, call),
        None if program.is_named("webpack") => program.read(reading, call),
        Some((Some("--version" | "--help"), _)) => program.read(reading, call),
        Some(_) | None => lasting("").read(reading, call),
    }
}

/// Frameworks: `build`, `lint`, `check` and `test` are tasks of their own; the rest serves or changes things.
fn framework(reading: &mut Reading<'_>, call: &Invocation) {
    let Some((first, rest)) = call.args.split_first() else {
        return lasting("").read(reading, call);
    };
    match first.text() {
        Some("--version" | "--help" | "info" | "version") => {
            check("", "--version --help", ":*").read(reading, call)
        }
        Some("build" | "lint" | "check" | "test" | "typecheck" | "prepare" | "sync") => {
            // skipped: it is one of the words above.
            let sub = first.text().unwrap_or_default();
            let flags = "--prod --production --configuration: -c@ --debug --no-lint --verbose --silent --dir@> --fix* --quiet --ci --coverage --watch=false --no-watch --watchAll=false --mode: --noEmit --json";
            let program = if sub == "build" { build("", flags, "@*") } else { check("", flags, "@*") };
            program.read(reading, &super::subcommand(call, sub, rest));
        }
        Some(_) | None => lasting("").read(reading, call),
    }
}

/// `turbo run a b`, `turbo a b`; what stands behind `--` goes to the tasks.
fn turbo(reading: &mut Reading<'_>, call: &Invocation) {
    let reads = ["ls", "info", "bin", "config"];
    let stops = [
        "login",
        "logout",
        "link",
        "unlink",
        "prune",
        "gen",
        "generate",
        "telemetry",
        "watch",
        "daemon",
        "boundaries",
        "query",
        "scan",
    ];
    tasks(reading, call, TURBO, &["run"], &reads, &stops);
}

/// `nx run-many -t test lint`, `nx affected -t test`, `nx run app:test`, `nx test app`.
fn nx(reading: &mut Reading<'_>, call: &Invocation) {
    let reads = ["show", "list", "report", "--version", "--help"];
    let Some((first, rest)) = call.args.split_first() else {
        return check("nx", "", "").read(reading, call);
    };
    let inner = super::subcommand(call, first.value.prefix(), rest);
    match first.text() {
        // The plugins of the project say what there is to show.
        Some(sub) if reads.contains(&sub) => check(
            "nx",
            "--json --projects: --web=false --type: --with-target: --affected --help --version",
            ":*",
        )
        .read(reading, &inner),
        Some("run-many" | "affected") => nx_many(reading, &inner),
        Some("run") => match rest.split_first() {
            // `project:target:configuration`
            Some((what, rest)) => {
                let target = what.text().and_then(|text| text.split(':').nth(1)).unwrap_or_default();
                task::by_name(reading, &inner, target, what.span);
                check("nx", NX, "").read(reading, &super::renamed(&inner, "nx run", rest));
            }
            None => unread_code(reading, &inner),
        },
        Some("graph" | "dep-graph" | "serve" | "daemon" | "console") => lasting("nx").read(reading, call),
        Some("release") => publish("nx").read(reading, call),
        Some(
            "add" | "migrate" | "init" | "import" | "connect" | "reset" | "repair" | "generate" | "g"
            | "exec",
        ) => unread_code(reading, call),
        Some("format:check" | "format" | "format:write") => formatter("nx", NX, "").read(reading, &inner),
        Some(_) | None => {
            // `nx test app`; a name that is not known is no task of ours.
            // skipped: a task without a name is one that nobody knows, and stops.
            task::by_name(reading, call, first.text().unwrap_or_default(), first.span);
            check("nx", NX, ":").read(reading, &inner);
        }
    }
}

/// Targets stand behind `-t` or `--target`, further ones as operands.
fn nx_many(reading: &mut Reading<'_>, call: &Invocation) {
    let parsed = match parse(Style::Gnu, NX, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    let flags = parsed.flags.iter().filter(|flag| matches!(flag.name, "-t" | "--target" | "--targets"));
    let values = flags.filter_map(|flag| flag.value.as_ref()).chain(parsed.operands.iter().copied());
    let mut none = true;
    for value in values {
        // skipped: a task without a name is one that nobody knows, and stops.
        for name in value.text().unwrap_or_default().split(',') {
            none = false;
            task::by_name(reading, call, name, value.span);
        }
    }
    if none {
        return unread_code(reading, call);
    }
    check("nx", NX, ":*").read(reading, call);
}

fn lerna(reading: &mut Reading<'_>, call: &Invocation) {
    let stops = [
        "publish",
        "version",
        "init",
        "create",
        "add",
        "bootstrap",
        "link",
        "import",
        "exec",
        "clean",
        "diff",
        "watch",
        "repair",
    ];
    tasks(reading, call, LERNA, &["run"], &["ls", "list", "la", "ll", "changed", "info"], &stops);
}

/// `runner [run] task…` with flags anywhere.
fn tasks(
    reading: &mut Reading<'_>,
    call: &Invocation,
    flags: &'static str,
    run: &[&str],
    reads: &[&str],
    stops: &[&str],
) {
    let (own, behind) = super::split_dashes(&call.args);
    let parsed = match parse(Style::Gnu, flags, own) {
        Ok(parsed) => parsed,
        Err(_) if super::only_asks_for_help(&call.args) => {
            return reading.loads_project(&call.name, call.span);
        }
        Err(unread) => return reading.unread(&call.name, unread),
    };
    super::outside::data_of_flags(reading, call, &parsed);
    parsed.value_effects(reading, call);
    let saved = parsed.enter(reading, call);
    reading.run_here(&call.name, call.span);
    let mut names = parsed.operands.iter().copied().peekable();
    match names.peek().and_then(|first| first.text()) {
        Some(first) if reads.contains(&first) => {
            reading.counts_as_check(&format!("{} {first}", call.name), call.span);
        }
        Some(first) if stops.contains(&first) => unread_code(reading, call),
        None => unread_code(reading, call),
        Some(first) => {
            if run.contains(&first) {
                names.next();
            }
            named_tasks(reading, call, names);
            task::forward(reading, call, behind);
        }
    }
    reading.leave(saved);
}

fn named_tasks<'a>(reading: &mut Reading<'_>, call: &Invocation, names: impl Iterator<Item = &'a Arg>) {
    let mut none = true;
    for name in names {
        none = false;
        let Some(text) = name.text() else {
            reading.unread(&call.name, Unread::value(name));
            continue;
        };
        // `package#task`
        task::by_name(reading, call, text.rsplit('#').next().unwrap_or(text), name.span);
    }
    if none {
        unread_code(reading, call);
    }
}
