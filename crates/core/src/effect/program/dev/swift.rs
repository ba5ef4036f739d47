//! Swift, Dart and Flutter, Xcode.

use super::super::fetched::Fetch;
use super::super::spec::{Program, Style, custom, group, parse, safe};
use super::{
    build, check, formatter, install, lasting, machine, network, only_asks_for_help, publish, unread_code,
};
use crate::effect::reading::{Invocation, Reading};

const SPM: &str = "-c: --configuration: --package-path/ --build-path> --scratch-path> -v --verbose -q --quiet --very-verbose -j: --jobs: --target: --product: --arch: --triple: --skip-update --disable-automatic-resolution --enable-code-coverage \
    --sanitize: --static-swift-stdlib --build-tests --show-bin-path --build-system: --traits:";

const SWIFT_FETCHES: Fetch = Fetch::of("package.swift package.resolved");
const DART_FETCHES: Fetch = Fetch::of("pubspec.yaml pubspec.lock");

/// Tools of Apple's platforms, and Dart's.
pub const PROGRAMS: &[Program] = &[
    group(
        "swift",
        "",
        &[
            check(
                "test",
                "-c: --configuration: --package-path/ --build-path> --scratch-path> -v --verbose -q --quiet --filter: --skip: -s: --parallel --no-parallel --num-workers: --list-tests -l --skip-build --enable-code-coverage --xunit-output> \
            -j: --jobs: --arch: --sanitize: --show-codecov-path --enable-swift-testing --disable-swift-testing --enable-xctest --disable-xctest --test-product:",
                ":*",
            ),
            build("build", SPM, ""),
            formatter(
                "format",
                "-i* --in-place* -r --recursive -p --parallel --configuration@ -s --strict --ignore-unparsable-files",
                "@*",
            ),
            group(
                "package",
                "--package-path/",
                &[
                    check("describe show-dependencies dump-package tools-version", "--format: --type:", ""),
                    install(
                        "resolve update init edit unedit reset clean purge-cache config add-dependency add-target",
                    ),
                    publish("archive-source"),
                ],
            ),
            custom("run repl", unread_code),
        ],
    ).fetches(&SWIFT_FETCHES),
    custom("swiftc", |reading, call| {
        build("swiftc", "-o> -O -Onone -g -typecheck -parse -emit-module -module-name: -sdk< -target: -I@ -L@ -F@ -framework: -D: -swift-version: -version --version -v", "@*").style(Style::Single).read(reading, call)
    }),
    custom("swiftlint", lints),
    formatter(
        "swiftformat swift-format",
        "--lint --dryrun --config@ --rules: --disable: --enable: --swiftversion: --quiet --verbose --strict --exclude: --cache& -i* --in-place* -r --recursive -p --parallel --configuration@ --lenient --reporter: --indent:",
        ">*",
    ),
    custom("xcodebuild", xcodebuild),
    custom("xcrun", unread_code),
    safe("xcode-select", "-p --print-path -v --version", ""),
    formatter(
        "xcbeautify xcpretty",
        "--quiet -q --is-ci --color --simple -s --test -t --report: --disable-colored-output --disable-logging",
        "",
    ),
    group(
        "dart",
        "",
        &[
            check(
                "test",
                "-n: --name: -N: --plain-name: -t: --tags: -x: --exclude-tags: -r: --reporter: -j: --concurrency: --coverage> --chain-stack-traces --timeout: --fail-fast --run-skipped --color --no-color -p: --platform:",
                "@*",
            ),
            check("analyze", "--fatal-infos --fatal-warnings --no-fatal-warnings --format:", "@*"),
            formatter(
                "format",
                "-o: --output: --set-exit-if-changed -l: --line-length: --show: --language-version:",
                ">*",
            ),
            check("fix", "-n --dry-run --apply --code:", "@*"),
            group(
                "pub",
                "",
                &[
                    safe("deps", "--json --style: --no-dev", ""),
                    install("get add remove upgrade downgrade global cache unpack"),
                    network("outdated"),
                    publish("publish login logout token"),
                ],
            ),
            custom("run compile create devtools doc", unread_code),
        ],
    ).ends_alone().fetches(&DART_FETCHES),
    group(
        "flutter",
        "--no-version-check -v --suppress-analytics --no-color",
        &[
            check(
                "test",
                "--name: --plain-name: -t: --tags: -x: --exclude-tags: --coverage --coverage-path> --no-pub --pub -j: --concurrency: -r: --reporter: --update-goldens --machine --dart-define: --fail-fast --timeout: --no-test-assets --test-randomize-ordering-seed:",
                "@*",
            ),
            check(
                "analyze",
                "--fatal-infos --no-fatal-infos --no-fatal-warnings --no-pub --no-preamble --suggestions",
                "@*",
            ),
            formatter("format", "--set-exit-if-changed -l: -o:", ">*"),
            build(
                "build",
                "--debug --release --profile --no-pub --flavor: -t@ --target@ --no-codesign --dart-define: --simulator",
                ":*",
            ),
            safe("doctor devices", "-v", ""),
            install("pub upgrade downgrade create precache config channel"),
            lasting("run attach drive"),
            machine("clean install"),
        ],
    ).ends_alone().fetches(&DART_FETCHES),
    custom("pod carthage fastlane", unread_code),
];

fn lints(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str = "--fix* --autocorrect* --format --strict --lenient --quiet --config@ --reporter: --no-cache --cache-path> --force-exclude --use-alternative-excluding --only-rule: --path@ --progress --silence-deprecation-warnings --output> --baseline@ --enable-all-rules";
    const SUBS: &[Program] = &[
        check("lint", FLAGS, "@*"),
        check("autocorrect", FLAGS, ">*"),
        check("analyze", "--compiler-log-path@ --strict --quiet --config@ --reporter:", "@*"),
        safe("rules version reporters docs-list", "--enabled -e --disabled -d --verbose -v", ":*"),
    ];
    let sub = call.args.first().is_some_and(|first| first.text().is_some_and(|text| !text.starts_with('-')));
    if sub {
        group("swiftlint", "", SUBS).read(reading, call)
    } else {
        check("swiftlint", FLAGS, "").read(reading, call)
    }
}

/// Actions stand among the flags; anything but checking and building stops.
fn xcodebuild(reading: &mut Reading<'_>, call: &Invocation) {
    let flags = "-project@ -workspace@ -scheme: -target: -configuration: -destination: -sdk: -arch: -quiet -verbose -list -json -version -showsdks -showdestinations -showBuildSettings -only-testing: -skip-testing: -enableCodeCoverage: \
        -parallel-testing-enabled: -maximum-parallel-testing-workers: -derivedDataPath> -resultBundlePath> -testPlan: -skipPackagePluginValidation -skipMacroValidation -disableAutomaticPackageResolution -test-iterations: -retry-tests-on-failure -hideShellScriptEnvironment -showTestPlans";
    if only_asks_for_help(&call.args) {
        return check("xcodebuild", "", "").read(reading, call);
    }
    let known = parse(Style::Single, flags, &call.args).is_ok_and(|parsed| {
        parsed.operands.iter().all(|arg| {
            matches!(
                arg.text(),
                Some("test" | "build" | "build-for-testing" | "test-without-building" | "analyze" | "clean")
            )
        })
    });
    if known {
        check("xcodebuild", flags, ":*").style(Style::Single).read(reading, call)
    } else {
        unread_code(reading, call)
    }
}
