//! PHP: test runners, analysers, formatters, composer.

use super::super::loaded::{Load, may_say};
use super::super::spec::{Program, Style, custom, parse, safe};
use super::task::owned;
use super::{check, fetches, formatter, install, network, only_asks_for_help, publish, task, unread_code};
use crate::effect::follow::Source;
use crate::effect::reading::{Invocation, Reading};
use crate::words::listed;

const PHPUNIT: &str = "--filter: --exclude-filter: --testsuite: --exclude-testsuite: --group: --exclude-group: --covers: --uses: --list-tests --list-groups --list-suites --bootstrap@ -c@ --configuration@ --no-configuration \
    --no-coverage --coverage-text?> --coverage-html> --coverage-clover> --coverage-xml> --coverage-filter@ --log-junit> --testdox --testdox-text> --testdox-html> --colors? --columns: --stop-on-failure --stop-on-error --stop-on-defect \
    --stop-on-warning --stop-on-skipped --stop-on-risky --fail-on-warning --fail-on-risky --fail-on-deprecation --fail-on-notice --fail-on-skipped --fail-on-incomplete --display-deprecations --display-warnings --display-notices --display-errors \
    --display-skipped --display-incomplete --display-all-issues --order-by: --random-order --random-order-seed: --reverse-order --repeat: --verbose -v --debug --no-output --no-progress --no-results --no-logging --cache-directory> --do-not-cache-result \
    --cache-result --process-isolation --globals-backup --strict-coverage --disallow-test-output --enforce-time-limit --default-time-limit: --dont-report-useless-tests --path-coverage --no-extensions --compact --parallel -p --processes: --ci --dirty --retry --bail --profile --todos --type-coverage --min: --mutate --coverage";

/// PHP's checks and its package manager.
pub const PROGRAMS: &[Program] = &[
    check("phpunit pest paratest simple-phpunit", PHPUNIT, "@*"),
    custom("phpstan", |reading, call| {
        first_word(
            reading,
            call,
            "analyse analyze",
            &check(
                "phpstan",
                "-c@ --configuration@ -l: --level: --memory-limit: --no-progress --error-format: -a@ --autoload-file@ -b --no-ansi --ansi -v -vv -vvv --debug -q --quiet --xdebug -n --no-interaction --paths-file@ --tmp-file< --instead-of<",
                "@*",
            ),
        )
    }),
    check(
        "psalm",
        "-c@ --config@ --no-cache --show-info? --threads: --no-progress --output-format: --stats --long-progress --no-diff --diff --find-dead-code? --find-unused-code? --error-level: --php-version: --report> -m --monochrome --no-suggestions --use-baseline@ --ignore-baseline --taint-analysis --memory-limit: -r@ --root@",
        "@*",
    ),
    custom("php-cs-fixer", |reading, call| {
        first_word(
            reading,
            call,
            "fix check list-files describe",
            &formatter(
                "php-cs-fixer",
                "--dry-run --diff --config@ --rules: --path-mode: --allow-risky: --using-cache: --cache-file> --show-progress: --stop-on-violation --format: --sequential -v -vv -vvv -q --quiet --ansi --no-ansi -n --no-interaction",
                ">*",
            ),
        )
    }),
    check(
        "phpcs",
        "--standard@ -s -p -n -v -q --report@ --report-width: --colors --no-colors --extensions: --ignore: --sniffs: --exclude: --severity: --error-severity: --warning-severity: --parallel: --cache --no-cache --encoding: --tab-width: -d& -i -e",
        "@*",
    ),
    formatter(
        "phpcbf",
        "--standard@ -p -n -v -q --extensions: --ignore: --sniffs: --exclude: --severity: --parallel: --encoding: --tab-width: --no-colors",
        ">*",
    ),
    formatter(
        "pint",
        "--test --dirty --diff: --config@ --preset: -v -q --quiet --format: --bail --repair --parallel",
        ">*",
    ),
    custom("rector", |reading, call| {
        first_word(
            reading,
            call,
            "process list-rules",
            &formatter(
                "rector",
                "-n --dry-run -c@ --config@ --no-progress-bar --no-diffs --clear-cache --output-format: --memory-limit: --debug --ansi --no-ansi",
                ">*",
            ),
        )
    }),
    check(
        "infection phpmd phpcpd deptrac parallel-lint",
        "--threads: --min-msi: --min-covered-msi: --no-progress --only-covered --filter: --exclude: --colors --no-colors --config-file@ --report-uncovered",
        "@*",
    ),
    custom("codecept", |reading, call| {
        first_word(
            reading,
            call,
            "run",
            &check(
                "codecept",
                "--steps --no-colors -v -vv --debug -d -f --fail-fast? -g: --group: -s: --skip: --env: --no-exit --no-rebuild -c@ --config@",
                "@*",
            ),
        )
    }),
    custom("composer", composer).loads_unless_check(COMPOSER_LOADS),
    custom("psysh", unread_code),
];

/// A subcommand that only has to be one of a list.
fn first_word(reading: &mut Reading<'_>, call: &Invocation, words: &str, program: &Program) {
    let Some((first, rest)) = call.args.split_first() else { return program.read(reading, call) };
    match first.text() {
        Some(word) if listed(words, word) => program.read(reading, &super::subcommand(call, word, rest)),
        Some("--version" | "-V" | "list" | "--help") => {
            check("", "--version -V --help", ":*").read(reading, call)
        }
        Some(_) | None => unread_code(reading, call),
    }
}

/// Every command loads the plugins in `vendor`, and starts the scripts that wait for one.
const COMPOSER_LOADS: &[Load] = &[
    Load::here("composer.json").unless(|text| {
        !may_say(text, &["pre-command-run", "vendor-dir", "\"command\"", "\"init\"", "-status-cmd"])
    }),
    Load::here("vendor/composer/installed.json")
        .unless(|text| !may_say(text, &["composer-plugin", "composer-installer"])),
];

const SUBS: &[Program] = &[
    safe(
        "show info licenses depends why prohibits why-not check-platform-reqs suggests",
        "-t --tree -i --installed -D --direct -N --name-only -P --path -f: --format: --no-dev -p --platform -s --self --locked -r -n",
        ":*",
    ),
    check(
        "validate",
        "--strict --no-check-all --no-check-publish --no-check-lock --no-interaction -n -q",
        "@",
    ),
    safe("status about list help", "-v", ":*"),
    check(
        "dump-autoload dumpautoload",
        "-o --optimize --no-dev -a --classmap-authoritative -q --no-scripts",
        "",
    ),
    network("search outdated audit diagnose browse home archive"),
    install(
        "install i update u upgrade require r remove rm uninstall create-project init reinstall bump global self-update selfupdate clear-cache clearcache cc config repository repo",
    ),
    custom("exec", fetches),
    custom("completion _complete", unread_code),
    publish("publish"),
];

/// More than one of which only the first counts, wherever it stands.
fn names_directories(call: &Invocation) -> bool {
    let names = |text: &str| text.starts_with("--working-dir") || text.starts_with("-d");
    call.args.iter().filter(|arg| names(arg.value.prefix())).count() > 1
}

/// Its own subcommands, `composer run-script x`, `composer x`.
fn composer(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) {
        return reading.loads_project(&call.name, call.span);
    }
    let flags = "-q --quiet -n --no-interaction --ansi --no-ansi -v -vv -vvv --profile --no-plugins --no-scripts -d/ --working-dir/ --no-cache --timeout: --dev --no-dev -l --list";
    let parsed = match parse(Style::Posix, flags, &call.args) {
        Ok(_) if names_directories(call) => return unread_code(reading, call),
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    parsed.value_effects(reading, call);
    let saved = parsed.enter(reading, call);
    match parsed.operands.split_first() {
        None => reading.loads_project(&call.name, call.span),
        Some((first, rest)) => {
            let rest = owned(rest);
            match first.text() {
                Some("run-script" | "run") => task::named(
                    reading,
                    &super::subcommand(call, "run-script", &rest),
                    flags,
                    Some(Source::Composer),
                ),
                Some(name) => match SUBS.iter().find(|sub| sub.is_named(name)) {
                    Some(sub) => sub.read(reading, &super::subcommand(call, name, &rest)),
                    None => task::run(reading, call, first, &rest, Some(Source::Composer)),
                },
                None => unread_code(reading, call),
            }
        }
    }
    reading.leave(saved);
}
