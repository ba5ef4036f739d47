//! C and C++: build systems, compilers, linters.

use super::super::fetched::Fetch;
use super::super::loaded::Load;
use super::super::spec::{Program, Style, Unread, custom, group, parse, safe};
use super::task::{self, Kind};
use super::{build, check, formatter, loads, machine, only_asks_for_help, unread_code};
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::{Arg, Value};
use crate::effect::{Effect, Hazard};
use alloc::format;

const CTEST: &str = "--test-dir/ -R: --tests-regex: -E: --exclude-regex: -L: --label-regex: -LE: --label-exclude: -N --show-only? -V --verbose -VV --extra-verbose -Q --quiet -j? --parallel? --output-on-failure --rerun-failed --repeat: \
    --repeat-until-fail: --stop-on-failure --timeout: --schedule-random --no-tests: --progress --no-label-summary -C: --build-config: --preset: --list-presets -I: --print-labels --output-junit> -O> --output-log> --test-output-size-passed: --test-output-size-failed:";

const BAZEL_FETCHES: Fetch =
    Fetch::of("module.bazel module.bazel.lock workspace workspace.bazel workspace.bzlmod");

/// Build tools and checks of C and C++.
pub const PROGRAMS: &[Program] = &[
    custom("cmake", cmake),
    custom("ctest", |reading, call| without_counts(reading, call, &check("ctest", CTEST, ""))),
    custom("ninja samu", |reading, call| {
        built(reading, call, "-C/ -j? -k: -l: -n -v --verbose --quiet -d: -f@")
    }),
    group(
        "meson",
        "",
        &[
            check(
                "test",
                "-C/ --list --suite: --no-suite: -v --verbose -q --quiet --no-rebuild --print-errorlogs -t: --timeout-multiplier: --num-processes: -j: --repeat: --maxfail: --benchmark --logbase&",
                ":*",
            ),
            custom("compile", |reading, call| {
                built(reading, call, "-C/ -j: --jobs: -v --verbose --clean -l:")
            }),
            safe(
                "introspect",
                "-a --all --targets --tests --buildoptions --dependencies --indent -i --projectinfo --ast",
                "<",
            ),
            formatter(
                "format fmt",
                "-q --check-only -i* --inplace* -r --recursive -c@ --configuration@",
                "@*",
            ),
            custom("setup configure install dist init wrap subprojects devenv env2mfile", unread_code),
        ],
    ),
    custom("gcc g++ cc c++ clang clang++ c99 c89 cpp clang-cpp", compiler),
    custom("clang-format", |reading, call| {
        for (arg, file) in call.args.iter().filter_map(|arg| Some((arg, style_file(arg.value.prefix())?))) {
            // What it cannot read as a style it shows.
            reading.run_path(
                &call.name,
                &Arg {
                    value: arg.text().map_or(Value::unknown("is not known"), |_| Value::known(file)),
                    span: arg.span,
                },
            );
        }
        formatter("clang-format", "-i* -n --dry-run --Werror -Werror -style: --style: --fallback-style: --assume-filename: --lines: --verbose --sort-includes --ferror-limit: --dump-config -dump-config", "@*").read(reading, call)
    }),
    check(
        "clang-tidy",
        "-p@ --checks: -checks: --fix* -fix* --fix-errors* --format-style: --header-filter: -header-filter: --warnings-as-errors: -warnings-as-errors: --quiet -quiet --list-checks -list-checks --config-file@ --dump-config --use-color --system-headers --line-filter: --export-fixes>",
        "@*",
    ),
    check("run-clang-tidy", "-p@ -checks: -j: -quiet -header-filter: -warnings-as-errors: -fix", ":*")
        .style(Style::Single),
    check(
        "cppcheck",
        "--enable: --disable: --std: --language: -x: --suppress: --suppressions-list@ --inline-suppr --error-exitcode: --quiet -q --verbose -v --force -f --template: --platform: -I@ -D: -U: -i: --max-configs: -j: --xml --project@ --check-level: --inconclusive --cppcheck-build-dir> --output-file> --library:",
        "@*",
    ),
    check(
        "cpplint",
        "--filter: --linelength: --recursive --quiet --extensions: --exclude: --root@ --verbose: --counting: --output:",
        "@*",
    ),
    check("include-what-you-use iwyu_tool iwyu_tool.py", "-p@ -j:", "@*"),
    // `tools/bazel` runs in its place; the others choose which version, and with which flags its server starts.
    custom("bazel bazelisk", bazel)
        .loads_unless_check(&[
            Load::above("tools/bazel .bazelversion .bazeliskrc .bazelrc tools/bazel.rc").yours_if_guarded()
        ])
        .fetches(&BAZEL_FETCHES),
    custom("buck2 pants", |reading, call| loads(reading, call, &PANTS))
        .loads_unless_check(&[Load::above("pants.toml .pants.rc .pants.bootstrap .buckconfig .buckversion")]),
    formatter("buildifier", "-mode: -lint: -r -v -warnings: --mode: --lint:", ">*").style(Style::Go),
    safe(
        "pkg-config",
        "--cflags --libs --exists --modversion --list-all --print-errors --static --variable: --cflags-only-I --libs-only-l --libs-only-L",
        ":*",
    ),
    group(
        "zig",
        "",
        &[
            check("test", "-O: -target: --test-filter: --summary: -fsummary", "@*"),
            check("ast-check", "--color:", "@*"),
            formatter("fmt", "--check --ast-check --exclude: --color:", ">*"),
            safe("version env targets zen help", "", ":*"),
            custom("build", zig_build),
            custom("run build-exe build-lib build-obj translate-c cc c++ fetch init init-exe", unread_code),
        ],
    )
    .ends_alone(),
];

/// Plugins that its file names are loaded whatever it is asked for.
const PANTS: Program =
    group("buck2 pants", "", &[check("test lint check fmt", "", ":*"), build("build", "", ":*")]);

/// Configuring and building inside the project; script modes and installs stop.
fn cmake(reading: &mut Reading<'_>, call: &Invocation) {
    let first = call.args.first().and_then(Arg::text);
    match first {
        _ if only_asks_for_help(&call.args) => safe("cmake", "--help --version", "").read(reading, call),
        Some("--build") => {
            let rest = call.args.get(1..).unwrap_or_default();
            let (own, _) = super::split_dashes(rest);
            let flags = "-j? --parallel? -t: --target: --config: --clean-first -v --verbose --preset:";
            let program = build("cmake", flags, "@");
            if !only_builds(flags, own) {
                unread_code(reading, call);
            }
            if own.len() == rest.len() {
                without_counts(reading, &super::subcommand(call, "--build", own), &program);
            } else {
                unread_code(reading, call);
            }
        }
        Some("--list-presets") => check("cmake", "--list-presets?", "").read(reading, call),
        Some(_) | None => {
            let program = build(
                "cmake",
                "-S@ -B> -G: -D? -U: --preset: -Wno-dev -Wdev --fresh -A: --log-level: -N -L -LA",
                "@",
            );
            for flag in call.args.iter().filter(|arg| arg.value.prefix().starts_with("-D")) {
                if !plain_define(flag.value.prefix()) || flag.text().is_none() {
                    let message =
                        format!("`{}` sets a variable that may name a program or a file", call.name);
                    reading.add(Effect::Opaque, "unknown_flag", message, flag.span);
                }
            }
            program.read(reading, call);
        }
    }
}

/// No target installs, publishes or runs on: neither the values of the flags, however often they stand, nor the words
/// behind them, which are targets too.
fn only_builds(flags: &str, args: &[Arg]) -> bool {
    let Ok(parsed) = parse(Style::Gnu, flags, args) else { return false };
    let values = parsed.flags.iter().filter(|flag| matches!(flag.name, "-t" | "--target"));
    let mut targets = values.filter_map(|flag| flag.value.as_ref()).chain(parsed.operands.iter().copied());
    targets.all(|target| {
        target.text().is_some_and(|target| {
            !matches!(task::kind(target), Kind::Publish | Kind::Lasting)
                && !target.to_ascii_lowercase().contains("install")
        })
    })
}

/// `-DCMAKE_BUILD_TYPE=Debug` and switches.
fn plain_define(text: &str) -> bool {
    let text = text.trim_start_matches("-D");
    let Some((name, value)) = text.split_once('=') else { return false };
    let name = name.split(':').next().unwrap_or(name);
    let switch = ["ON", "OFF", "TRUE", "FALSE", "1", "0", "YES", "NO"].contains(&value);
    let runs = [
        "COMPILER",
        "LAUNCHER",
        "TOOLCHAIN",
        "LINKER",
        "PROGRAM",
        "INCLUDE",
        "MODULE_PATH",
        "PREFIX",
        "MAKE",
        "FLAGS",
    ];
    let data = matches!(
        name,
        "CMAKE_BUILD_TYPE"
            | "CMAKE_CXX_STANDARD"
            | "CMAKE_C_STANDARD"
            | "CMAKE_EXPORT_COMPILE_COMMANDS"
            | "CMAKE_OSX_ARCHITECTURES"
    );
    data || (switch && !runs.iter().any(|word| name.contains(word)))
}

/// `-j 8`: a count behind a flag that may also stand alone.
fn without_counts(reading: &mut Reading<'_>, call: &Invocation, program: &Program) {
    let mut args = alloc::vec::Vec::new();
    let mut counted = false;
    for arg in &call.args {
        let number =
            arg.text().is_some_and(|text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()));
        if !(counted && number) {
            args.push(arg.clone());
        }
        counted = matches!(arg.text(), Some("-j" | "--parallel" | "--jobs"));
    }
    program.read(reading, &Invocation { args, ..call.clone() });
}

/// Targets of a build tool: checks, formatters and builds by name; other files are built.
fn built(reading: &mut Reading<'_>, call: &Invocation, flags: &'static str) {
    if let Ok(parsed) = parse(Style::Gnu, flags, &call.args) {
        for target in &parsed.operands {
            // skipped: one that is not known counts as the worst.
            let name = target.text().unwrap_or("publish");
            let installs = name.to_ascii_lowercase().contains("install");
            if matches!(task::kind(name), Kind::Publish | Kind::Lasting) || installs {
                task::by_name(reading, call, name, target.span);
                unread_code(reading, call);
            }
        }
    }
    without_counts(reading, call, &build("ninja", flags, ":*"));
}

/// Checks and compiles; linker scripts, plugins, wrappers and response files are not among the flags.
fn compiler(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str = "-c -S -E -o> -g -g0 -g1 -g2 -g3 -ggdb -O -O0 -O1 -O2 -O3 -Os -Og -Oz -Ofast -w -v -pedantic -pedantic-errors -ansi -pipe -pthread -static -shared -fPIC -fpic -fPIE -pie -M -MM -MD -MMD -MP -MF> -MT: -x: \
        -I@ -L@ -l: -D: -U: -include@ -isystem@ -iquote@ -std? --std? -fsyntax-only -dM -dumpversion -dumpmachine -m32 -m64 -march: -mtune: -target: --target: -fno-exceptions -fno-rtti -fno-common -fdiagnostics-color? \
        -fcolor-diagnostics -fsanitize: -fno-omit-frame-pointer -fstack-protector-strong -fvisibility: -nostdlib -ffreestanding";
    let warning = |text: &str| {
        text.strip_prefix("-W").is_some_and(|rest| {
            !rest.is_empty()
                && !rest.contains(',')
                && rest.chars().all(|c| c.is_ascii_alphanumeric() || "-=+_".contains(c))
        })
    };
    // `-o=x` is the file `=x` to them.
    let equals = |arg: &&Arg| {
        let prefix = arg.value.prefix();
        prefix.starts_with('-') && prefix.chars().nth(2) == Some('=')
    };
    if let Some(odd) = call.args.iter().find(equals) {
        return reading.unread(&call.name, Unread::flag(odd.value.prefix(), odd.span));
    }
    let plain = call.args.iter().filter(|arg| !arg.text().is_some_and(warning));
    let args = plain.flat_map(parted).collect();
    let checks = call.args.iter().any(|arg| {
        matches!(arg.text(), Some("-fsyntax-only" | "-dumpversion" | "-dumpmachine" | "--version" | "-v"))
    });
    let shows = call.args.iter().any(|arg| arg.text() == Some("-E")) || call.name.ends_with("cpp");
    let names = call.args.iter().any(|arg| matches!(arg.text(), Some("-dM" | "--version" | "--help")));
    if shows && !names {
        let message = format!("`{}` shows whatever its files include, and that is not read", call.name);
        return reading.add(Effect::Opaque, "unread_code", message, call.span);
    }
    // To the preprocessor a second operand is the file to write.
    let operands = if call.name.ends_with("cpp") { "@ >" } else { "@*" };
    let program = if checks { check("cc", FLAGS, operands) } else { build("cc", FLAGS, operands) };
    // A word is one flag: `-working-directory=x` is no `-w -o`.
    program.style(Style::Single).read(reading, &Invocation { args, ..call.clone() });
}

/// `-Iinclude` as two words. Only these take a value in the same word whatever it is.
fn parted(arg: &Arg) -> alloc::vec::Vec<Arg> {
    let joined = |text: &str| match text.split_at_checked(2) {
        Some((flag @ ("-I" | "-L" | "-l" | "-D" | "-U" | "-x"), value)) if !value.is_empty() => {
            Some([flag, value].map(|part| Arg { value: Value::known(part), span: arg.span }))
        }
        Some(_) | None => None,
    };
    arg.text().and_then(joined).map_or_else(|| alloc::vec![arg.clone()], Into::into)
}

/// The file in `file:x`, `--style=file:x`.
fn style_file(text: &str) -> Option<&str> {
    let value = if text.starts_with('-') { text.split_once('=')?.1 } else { text };
    value.strip_prefix("file:")
}

fn bazel(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str = "--config: -c: --compilation_mode: --test_output: --test_filter: --test_arg: --test_tag_filters: --build_tag_filters: --keep_going -k --nokeep_going --jobs: -j: --cache_test_results? --nocache_test_results --runs_per_test: \
        --test_timeout: --verbose_failures --noshow_progress --color: --curses: --show_result: --test_summary: --flaky_test_attempts: --build_tests_only --nobuild --features: --platforms: --cpu: --ui_event_filters: --local_test_jobs: --announce_rc --lockfile_mode:";
    const SUBS: &[Program] = &[
        check("test coverage", FLAGS, ":*"),
        build("build", FLAGS, ":*"),
        check(
            "query cquery aquery",
            "--output: --noimplicit_deps --keep_going -k --nohost_deps --notool_deps --order_output: --universe_scope:",
            ":*",
        ),
        custom("info", info),
        safe("version help", "", ":*"),
        machine("clean shutdown sync fetch vendor mod dump"),
        custom("run mobile-install", unread_code),
    ];
    // Where the project has a `tools/bazel`, that is what runs.
    loads(reading, call, &group("bazel", "", SUBS).ends_alone());
}

/// `bazel info client-env` prints every variable of the environment.
fn info(reading: &mut Reading<'_>, call: &Invocation) {
    if call.args.iter().any(|arg| arg.text().is_none_or(|text| text == "client-env")) {
        let message = "`bazel info client-env` shows the environment, secrets among it";
        reading.hazard(Hazard::Secret, "secrets", message, None, call.span);
    }
    safe("info", "", ":*").read(reading, call);
}

/// `zig build`, `zig build test`.
fn zig_build(reading: &mut Reading<'_>, call: &Invocation) {
    let is_step = |arg: &&Arg| !arg.value.prefix().starts_with('-');
    let is_known = |step: &str| matches!(task::kind(step), Kind::Check | Kind::Build | Kind::Format);
    let known = call.args.iter().filter(is_step).all(|step| step.text().is_some_and(is_known));
    if known {
        build("", "-Doptimize: --summary: -j: --verbose -Dtest-filter:", ":*").read(reading, call)
    } else {
        unread_code(reading, call)
    }
}
