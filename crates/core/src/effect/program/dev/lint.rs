//! Checkers that belong to no language of their own: shell, containers, prose, configuration, SQL, protocols.

use super::super::spec::{Consults, Program, Style, custom, group, safe};
use super::{build, check, formatter, install, machine, network, publish, unread_code};

/// Linters and formatters for everything else.
pub const PROGRAMS: &[Program] = &[
    // Left out: `-a`, which shows lines of whatever a script sources.
    check("shellcheck", "-s: --shell: -S: --severity: -e: --exclude: -i: --include: -f: --format: -x --external-sources -o: --enable: -P@ --source-path@ --norc --rcfile@ -C? --color? -W: --wiki-link-count: -V --list-optional --extended-analysis:", "<*"),
    formatter("shfmt", "-w* --write* -d --diff -l? --list? -i: --indent: -s --simplify -ln: --language-dialect: -p --posix -bn --binary-next-line -ci --case-indent -sr --space-redirects -kp --keep-padding -fn --func-next-line -mn --minify -f --find --filename: --apply-ignore -tojson --to-json", "@*").style(Style::Go),
    check("hadolint", "-f: --format: -c@ --config@ --ignore: --failure-threshold: -t: --no-fail --no-color --trusted-registry: --strict-labels --require-label: -V --verbose --error: --warning: --info: --style:", "<*"),
    check("yamllint", "-c@ --config-file@ -d: --config-data: -f: --format: -s --strict --no-warnings --list-files", "@*"),
    formatter("yamlfmt", "-lint -dry -conf@ -quiet -formatter: -exclude: -dstar -gitignore_excludes -output_format: -v -version", ">*").style(Style::Go),
    check("actionlint", "-color -no-color -oneline -format: -ignore: -verbose -version -config-file@ -stdin-filename:", "<*").style(Style::Go),
    check("tflint", "--recursive -f: --format: -c@ --config@ --minimum-failure-severity: --no-color --color --enable-rule: --disable-rule: --only: --call-module-type: --filter: --force --chdir/ --var-file< --version", ""),
    custom("buf", buf).consults(Consults::Credentials),
    safe("protoc", "--version -I< --proto_path< --descriptor_set_out> --include_imports --include_source_info", "<*"),
    group("sqlfluff", "", &[
        check("lint", "--dialect: -d: --rules: -r: --exclude-rules: -e: --config@ -f: --format: -v -vv --nocolor --processes: -p: --templater: --ignore: --disregard-sqlfluffignores --warn-unused-ignores -t:", "@*"),
        formatter("fix format", "--dialect: -d: --rules: -r: --exclude-rules: --config@ -f --force --check -v -q --quiet --nocolor --processes: -p: --templater: --ignore:", ">*"),
        check("parse render", "--dialect: -d: --config@ -f: --format: --templater: -v --nocolor", "@*"),
        safe("rules dialects version", "-v", ""),
    ]).ends_alone(),
    // Left out: `-C` shows lines around a word that a dictionary of the project may name.
    check("codespell", "-w* --write-changes* -L: --ignore-words-list: -I@ --ignore-words@ -S: --skip: -q: --quiet-level: -f --check-filenames -c --enable-colors -d --disable-colors --count --toml@ --config@ -D@ --dictionary@ --builtin: -x@ --exclude-file@ -s --summary -e --hard-encoding-detection -i: --interactive:", "@*"),
    // Left out: `--words` and `--identifiers` print all of every file.
    check("typos", "-w* --write-changes* --diff --format: --config@ -c@ --exclude: --locale: --color: --files --type-list --dump-config> -q -v --force-exclude --sort -j: --threads: --file-types --isolated --no-check-filenames --no-check-files", "@*"),
    check("vale", "--config@ --output@ --minAlertLevel: --glob: --ext: --no-exit --no-wrap --no-global --ignore-syntax --filter: -v", "@*"),
    check("proselint write-good alex textlint remark rumdl mdl mado", "--json --quiet -q --no-color --frail --fix* -f@ --format@ -c@ --config@ --rc-path@ --ignore-path@ --rules@ -r@ --style@ --no --yes --parse --check", "@*"),
    check("editorconfig-checker ec eclint", "-config@ -exclude: -ignore-defaults -no-color -verbose -format: -dry-run -v --fix*", "@*").style(Style::Go),
    check("jsonlint check-jsonschema ajv", "--schemafile@ -q --quiet -c --compact -v --verbose --builtin-schema: --default-filetype: -s@ -d@ --strict? --spec: --errors: --all-errors", "@*"),
    check("kubeconform kubeval kube-linter kube-score conftest", "-strict -summary -output: -kubernetes-version: -ignore-missing-schemas -skip: -reject: -n: -verbose -v --config@ --format: -p@ --policy@", "@*").style(Style::Go),
    check("ansible-lint", "-p --parseable -q -v --offline --nocolor --profile: -x: --exclude: -w: --warn-list: -f: --format: -c@ --strict --skip-list:", "@*"),
    check("dotenv-linter", "-r --recursive --not-check-updates -q --quiet --no-color -e: -s:", "@*"),
    check("nixfmt alejandra nixpkgs-fmt statix deadnix", "-c --check -q --quiet -w: --width: -v --verify", ">*"),
    formatter("stylua", "--check -c --verify -f@ --config-path@ --glob: -g: --color: --search-parent-directories -v --verbose --allow-hidden --respect-ignores --indent-type: --indent-width:", ">*"),
    check("luacheck selene", "--no-color -q --quiet --codes --ranges --std: --globals: --only: --ignore: --config@ --exclude-files: --formatter@ --display-style: --allow-warnings", "@*"),
    check("busted", "-v --verbose -o@ --output@ --filter: --filter-out: -t: --tags: --exclude-tags: -p: --pattern: --no-coverage -c --coverage --shuffle --lazy -R: --repeat:", "@*"),
    check("bats", "-r --recursive -t --tap -p --pretty -f: --filter: --filter-tags: -F@ --formatter@ -j: --jobs: -T --timing --print-output-on-failure -x --trace --no-tempdir-cleanup --show-output-of-passing-tests --verbose-run -c --count --abort --gather-test-outputs-in>", "@*"),
    check("hlint", "--hint@ -h@ --color? --ignore: -i: --json --no-summary -j? --git --only:", "@*"),
    formatter("ormolu fourmolu", "-m: --mode: -i* -c --check-idempotence -q --quiet --no-cabal --ghc-opt: --unsafe --stdin-input-file:", "@*"),
    formatter("ocamlformat", "--check -i* --inplace* --enable-outside-detected-project --impl --intf --name:", "@*"),
    custom("dune", dune),
    check("gitlint", "--commits: --commit: --config@ -C@ --ignore: -c: -v -vv --staged --msg-filename<", ""),
    check("semgrep", "--version --validate --metrics:", "").consults(Consults::Credentials),
    check("djlint curlylint", "--check --lint --reformat* --profile: --ignore: --extension: -e: --quiet --configuration@ --indent: --warn", "@*"),
    check("jscpd", "-r@ --reporters@ -l: --min-lines: -k: --min-tokens: -i: --ignore: -f: --format: -s --silent -t: --threshold: -c@ --config@ -g --gitignore --pattern: -p:", "@*"),
    network("lychee linkchecker markdown-link-check osv-scanner trivy grype snyk"),
    custom("gitleaks trufflehog detect-secrets checkov tfsec terrascan", unread_code).consults(Consults::Credentials),
];

fn buf(reading: &mut crate::effect::reading::Reading<'_>, call: &crate::effect::reading::Invocation) {
    const SUBS: &[Program] = &[
        check(
            "lint",
            "--config@ --error-format: --path@ --exclude-path: --timeout: -v --debug --disable-symlinks",
            "@",
        ),
        formatter(
            "format",
            "-w* --write* -d --diff --exit-code --config@ --path@> --exclude-path: -o> --output>",
            "@",
        ),
        check(
            "breaking",
            "--against@ --config@ --against-config@ --error-format: --path@ --limit-to-input-files",
            "@",
        ),
        build("build", "-o> --output> --config@ --path@ --as-file-descriptor-set --exclude-imports", "@"),
        check("ls-files", "--config@ --path@ --format: --include-imports", "@"),
        network("registry curl push export dep mod plugin"),
        custom("generate beta alpha config convert", unread_code),
    ];
    group("buf", "-v --debug --log-format: --timeout:", SUBS).ends_alone().read(reading, call);
}

fn dune(reading: &mut crate::effect::reading::Reading<'_>, call: &crate::effect::reading::Invocation) {
    const SUBS: &[Program] = &[
        check(
            "test runtest",
            "--force -f --display: -j: --profile: --auto-promote --no-buffer --root/",
            "@*",
        ),
        build("build", "--display: -j: --profile: --auto-promote -p: --release --root/", "@*"),
        formatter("fmt", "--auto-promote --preview --check --root/", ""),
        check("describe", "", ":*"),
        machine("clean cache"),
        install("install uninstall pkg init"),
        publish("release"),
        custom("exec utop promote", unread_code),
    ];
    group("dune", "", SUBS).read(reading, call);
}
