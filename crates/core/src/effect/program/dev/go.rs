//! Go: the go command, its formatters and linters.

use super::super::fetched::Fetch;
use super::super::spec::{Parsed, Program, Style, custom, group, parse, safe};
use super::{build, check, formatter, install, machine, network, only_asks_for_help, unread_code};
use crate::effect::environment::has_login;
use crate::effect::place;
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::Arg;
use crate::effect::{Effect, Hazard};
use crate::words::listed;
use crate::world::Unreadable;
use alloc::format;
use alloc::string::String;

macro_rules! build_flags {
    () => {
        "-a -n -x -v -v=true -v=false -work -race -race=true -race=false -msan -asan -cover -covermode: -coverpkg: -p: -tags: -trimpath -buildvcs? -mod=readonly -mod=vendor -C/ \
         -ldflags: -gcflags: -asmflags: -buildmode: -linkshared -pgo< -json "
    };
}

const BUILD: &str = concat!(build_flags!(), "-o>");
const TEST: &str = concat!(
    build_flags!(),
    "-run: -skip: -count: -short -timeout: -failfast -bench: -benchtime: -benchmem -cpu: -parallel: -list: -shuffle: \
     -fullpath -vet: -update -fuzz: -fuzztime: -fuzzminimizetime: -c -i -o> -coverprofile> -cpuprofile> -memprofile> \
     -blockprofile> -mutexprofile> -trace> -outputdir> -memprofilerate: -test.run: -test.v -test.count: -test.short \
     -test.timeout: -test.bench: -test.benchtime: -test.benchmem"
);
const VET: &str =
    concat!(build_flags!(), "-c: -printf? -shadow? -composites? -copylocks? -unusedresult? -fix -diff");
const LIST: &str = concat!(build_flags!(), "-f: -e -deps -m -test -find -export -compiled");

const MODULES: Fetch = Fetch::of("go.mod go.sum go.work go.work.sum");

const SUBS: &[Program] = &[
    custom("test", test),
    custom("build", |reading, call| {
        packages(reading, call, &build("build", BUILD, "@*").style(Style::Single))
    }),
    custom("vet", |reading, call| packages(reading, call, &check("vet", VET, "@*").style(Style::Single))),
    custom("list", list),
    custom("fmt", |reading, call| {
        packages(
            reading,
            call,
            &formatter("fmt", "-n -x -mod=readonly -mod=vendor -C/", "@*").style(Style::Single),
        )
    }),
    custom("fix", |reading, call| {
        packages(reading, call, &formatter("fix", "-fix: -diff -C/", "@*").style(Style::Single))
    }),
    custom("env", env),
    safe("version", "-m -v -C/", "<*").style(Style::Single),
    safe("doc", "-all -c -cmd -short -src -u -C/", ":*").style(Style::Single),
    safe("help", "", ":*"),
    custom("tool", tool),
    group(
        "mod",
        "",
        &[
            safe("graph", "-go: -x -C/", "").style(Style::Single),
            safe("why", "-m -vendor -C/", ":*").style(Style::Single),
            safe("verify", "-C/", "").style(Style::Single),
            install("tidy download init edit vendor"),
        ],
    ),
    group("work", "", &[install("init use edit sync vendor")]),
    custom("run", unread_code),
    custom("generate", unread_code),
    install("get install"),
    machine("clean"),
    machine("telemetry bug"),
];

/// Go and what comes with it.
pub const PROGRAMS: &[Program] = &[
    // What `go.sum` does not know is refused.
    group("go", "-C/", SUBS).ends_alone().fetches(&MODULES),
    custom("gofmt goimports gofumpt", gofmt),
    custom("golangci-lint", golangci),
    check(
        "staticcheck",
        "-checks: -f: -tags: -tests -go: -fail: -show-ignored -explain: -debug.version -matrix -merge",
        "@*",
    )
    .style(Style::Go),
    check("revive", "-formatter: -exclude: -config@ -set_exit_status -max_open_files:", "@*")
        .style(Style::Go),
    check(
        "errcheck ineffassign unparam deadcode gocyclo misspell nilaway",
        "-tags: -test -tests -asserts -blank \
        -ignoretests -over: -avg -top: -error -locale: -source: -json -f: -abspath -verbose -v -w*",
        "@*",
    )
    .style(Style::Go),
    check(
        "gosec",
        "-fmt: -severity: -confidence: -exclude: -include: -exclude-dir: -tests -quiet -no-fail -tags: -out>",
        "@*",
    )
    .style(Style::Go),
    network("govulncheck"),
    custom("gotestsum", gotestsum),
    check(
        "ginkgo",
        "-r -v -vv --race --cover --fail-fast --focus: --skip: --label-filter: --tags: --timeout: -p --procs: \
        --dry-run --no-color --succinct --trace --json-report> --junit-report>",
        "@*",
    )
    .style(Style::Go),
    custom("dlv", unread_code),
    group("gopls", "", &[safe("version", "", ""), check("check", "-severity:", "@*").style(Style::Go)]),
];

/// Flags whose values reach the compiler or linker are read one level further.
fn flagged(reading: &mut Reading<'_>, call: &Invocation, program: &Program) {
    if let Ok(parsed) = parse(Style::Single, program.flags, &call.args) {
        inner_flags(reading, call, &parsed);
    }
    program.read(reading, call);
}

/// Behind `-args` everything goes to the tests.
fn test(reading: &mut Reading<'_>, call: &Invocation) {
    let own = call.args.iter().position(|arg| matches!(arg.text(), Some("-args" | "--args")));
    let (own, behind) = call.args.split_at(own.unwrap_or(call.args.len()));
    super::task::forward(reading, call, behind.get(1..).unwrap_or_default());
    let call = Invocation { args: own.to_vec(), ..call.clone() };
    packages(reading, &call, &check("test", TEST, "@*").style(Style::Single));
}

/// The packages it is given are the project's: `./x`, a path of its own module, or the standard library.
fn packages(reading: &mut Reading<'_>, call: &Invocation, program: &Program) {
    if let Ok(parsed) = parse(Style::Single, program.flags, &call.args) {
        let own = if parsed.has(&["-C"]) { None } else { own_module(reading) };
        for package in &parsed.operands {
            no_stranger(reading, call, package, package.value.prefix(), own.as_deref());
        }
    }
    flagged(reading, call, program);
}

/// What has a dot in its first part is a module of another machine unless it is the project's own; `all` is every
/// module that is depended on.
fn no_stranger(reading: &mut Reading<'_>, call: &Invocation, arg: &Arg, package: &str, own: Option<&str>) {
    let is_path = package == "."
        || package.starts_with(['/', '~'])
        || package.starts_with("./")
        || package.starts_with("..");
    let is_path = is_path && !package.starts_with("...");
    let first = package.split('/').next().unwrap_or(package);
    let is_file = first == package && package.ends_with(".go");
    let is_own = own.is_some_and(|own| {
        package.strip_prefix(own).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    });
    let fetched = package.contains('@') || package == "all" || (first.contains('.') && !is_file && !is_own);
    if fetched && !is_path {
        let message =
            format!("`{}` may fetch `{package}`, which is not the project's own, and run it", call.name);
        reading.add(Effect::Opaque, "code_outside_repo", message, arg.span);
    }
}

/// The path in the nearest `go.mod` of the project.
fn own_module(reading: &Reading<'_>) -> Option<String> {
    let [dir] = reading.dirs() else { return None };
    let mut at = dir.as_str();
    while reading.session.roots.iter().any(|root| place::within(at, root)) {
        if let Ok(text) = reading.world.read(&format!("{at}/go.mod")) {
            let module = text.lines().find_map(|line| line.trim().strip_prefix("module "))?.trim();
            return Some(module.trim_matches('"').into()).filter(|module: &String| !module.is_empty());
        }
        at = at.rsplit_once('/')?.0;
    }
    None
}

/// `-ldflags "-extld=x"` would run another linker, `-gcflags "-cpuprofile=x"` would write a file.
fn inner_flags(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) {
    for flag in &parsed.flags {
        let known: &[&str] = match flag.name {
            "-ldflags" => &["-s", "-w", "-X", "-v", "-buildid"],
            "-gcflags" | "-asmflags" => &["-N", "-l", "-m", "-S", "-e", "-trimpath", "-B", "-C", "-c"],
            _ => continue,
        };
        let Some(text) = flag.value.as_ref().and_then(|value| value.text()) else {
            let message = format!("`{}` takes `{}` whose value is not known", call.name, flag.name);
            reading.add(Effect::Opaque, "unknown_value", message, flag.span);
            continue;
        };
        if let Some(word) = strange_flag(text, known) {
            let message =
                format!("`{}` has `{}` with `{word}`, which is not known to be safe", call.name, flag.name);
            reading.add(Effect::Opaque, "unknown_flag", message, flag.span);
        }
    }
}

/// The first word that is not one of `known`, or the value behind `-X`. As Go does, text that does not begin with a dash
/// has a pattern of packages up to its first `=`.
fn strange_flag<'a>(text: &'a str, known: &[&str]) -> Option<&'a str> {
    let text = text.trim();
    let mut rest = match text.split_once('=') {
        Some((_, flags)) if !text.starts_with('-') => flags,
        Some(_) | None => text,
    };
    let mut value = false;
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return None;
        }
        let Some((word, behind)) = field(rest) else { return Some(rest) };
        let name = word.split('=').next().unwrap_or(word);
        // It would take the next word for its value.
        let lacks_value = ["-buildid", "-trimpath", "-c"].contains(&word);
        if !value && (!known.contains(&name) || lacks_value) {
            return Some(word);
        }
        value = !value && word == "-X";
        rest = behind;
    }
}

/// One word in front, and what follows: quotes count only around the whole of it. `None` if they are not closed.
fn field(text: &str) -> Option<(&str, &str)> {
    match text.strip_prefix(['"', '\'']) {
        Some(quoted) => quoted.split_once(text.chars().next()?),
        None => Some(text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))),
    }
}

/// A module with a version is looked for on other machines.
fn list(reading: &mut Reading<'_>, call: &Invocation) {
    let fetched = |module: &&&Arg| module.text().is_none_or(|module| module.contains('@'));
    let parsed = parse(Style::Single, LIST, &call.args);
    if let Some(module) = parsed.iter().flat_map(|parsed| &parsed.operands).find(fetched) {
        let message = format!("`{}` asks other machines for `{}`", call.name, module.value.prefix());
        return reading.hazard(Hazard::Network, "network", message, None, module.span);
    }
    flagged(reading, call, &check("list", LIST, ":*").style(Style::Single));
}

/// Settings of go that hold addresses, or programs that sign in.
const ADDRESSES: &str = "GOPROXY GOSUMDB GOAUTH GOFLAGS GOVCS";

/// `go env` reads; `-w` and `-u` change the user's settings.
fn env(reading: &mut Reading<'_>, call: &Invocation) {
    let writes = call.args.iter().any(|arg| matches!(arg.text(), Some("-w" | "--w" | "-u" | "--u")));
    let program =
        if writes { machine("env") } else { safe("env", "-json -changed -C/", ":*").style(Style::Single) };
    // Named, one that holds no address is shown alone.
    let is_plain =
        |arg: &Arg| arg.text().is_some_and(|name| name.starts_with("GO") && !listed(ADDRESSES, name));
    let asks_for_plain = !call.args.is_empty() && call.args.iter().all(is_plain);
    if !writes && !asks_for_plain && keeps_login(reading) {
        let message = "`go env` shows settings, and an address with a password is among them";
        reading.hazard(Hazard::Secret, "secrets", message, Some("`go env GOPATH`"), call.span);
    }
    program.read(reading, call);
}

/// `GOPROXY=https://me:TOKEN@proxy/`, in the session or where `go env -w` keeps it.
fn keeps_login(reading: &Reading<'_>) -> bool {
    let kept = match reading.world.read(&place::join(&reading.session.home, ".config/go/env")) {
        Ok(text) => has_login(&text),
        Err(Unreadable::Missing) => false,
        Err(Unreadable::TooLarge | Unreadable::Other) => true,
    };
    let mut variables = reading.session.env.iter().filter(|(name, _)| name.starts_with("GO"));
    kept || variables.any(|(_, value)| has_login(value))
}

fn tool(reading: &mut Reading<'_>, call: &Invocation) {
    // Not `-html`: it copies the files that a profile names.
    let cover = safe("cover", "-func< -o>", "").style(Style::Go);
    let pprof = safe(
        "pprof",
        "-top -text -peek: -nodecount: -cum -flat -alloc_space -alloc_objects -inuse_space \
        -inuse_objects -sample_index: -focus: -ignore: -lines -functions",
        "<*",
    )
    .style(Style::Go);
    let Some((name, rest)) = call.args.split_first() else {
        return safe("tool", "", "").read(reading, call);
    };
    // skipped: one that is not known is told apart below, and stops.
    let inner = super::subcommand(call, name.text().unwrap_or_default(), rest);
    match name.text() {
        Some("cover") => cover.read(reading, &inner),
        Some("pprof") if local_profile(&inner) => pprof.read(reading, &inner),
        // With an operand it would run that.
        Some("test2json") => safe("tool", "-t -p:", "").style(Style::Go).read(reading, &inner),
        Some("nm" | "objdump" | "buildid") => {
            safe("tool", "-s: -n -size -sort: -type -t -p:", "<*").style(Style::Go).read(reading, &inner)
        }
        Some(_) | None => unread_code(reading, call),
    }
}

/// A profile may be an address, also one without a scheme (`host:port/path`); without a report flag it opens a prompt.
fn local_profile(call: &Invocation) -> bool {
    // skipped: what is not known is a flag or a path to the description, which stops for both.
    let texts = || call.args.iter().filter_map(|arg| arg.text());
    let fetched = |text: &str| {
        text.contains("://") || (!text.starts_with('-') && text.contains(':')) || text.starts_with("//")
    };
    !texts().any(fetched)
        && texts().any(|text| {
            ["top", "text", "peek"].iter().any(|flag| text.trim_start_matches('-').starts_with(flag))
        })
}

fn gofmt(reading: &mut Reading<'_>, call: &Invocation) {
    formatter("gofmt", "-l -d -w* -s -e -r: -local: -v -srcdir: -format-only -extra -lang: -modpath:", "@*")
        .style(Style::Go)
        .read(reading, call);
}

fn golangci(reading: &mut Reading<'_>, call: &Invocation) {
    const RUN: &str = "-c@ --config@ --no-config --timeout: --build-tags: -E: --enable: -D: --disable: --disable-all? \
        --enable-all? --default: --enable-only: -p: --presets: --fast? --fast-only? --new? --new-from-rev: \
        --new-from-merge-base: --new-from-patch< --whole-files? --fix?* --out-format& --print-issued-lines? \
        --print-linter-name? --sort-results? --max-issues-per-linter: --max-same-issues: --uniq-by-line? --issues-exit-code: \
        --tests? --skip-dirs: --skip-files: --exclude: --exclude-use-default? --path-prefix: --path-mode: \
        --modules-download-mode=readonly --modules-download-mode=vendor --allow-parallel-runners? --allow-serial-runners? -j: --concurrency: --color: -v --verbose \
        -s --silent --show-stats? --go: --output.text.path: --output.text.colors --output.text.print-issued-lines \
        --output.json.path: --relative-path-mode:";
    const SUBS: &[Program] = &[
        check("run", RUN, "@*"),
        formatter(
            "fmt",
            "-c@ --config@ --no-config -E: --enable: -d --diff --diff-colored --stdin -v --color: -j:",
            ">*",
        ),
        check("linters formatters", "-c@ --config@ --no-config -v --color: --fast-only? --json", ""),
        check("config", "-c@ --config@ -v", ":*"),
        safe("version", "--format: --short --debug --json", ""),
        safe("help", "", ":*"),
        machine("cache"),
        custom("custom migrate", unread_code),
    ];
    let outputs = |text: &str| text.starts_with("--output.") && text.contains(".path");
    for (index, arg) in call.args.iter().enumerate().filter(|(_, arg)| outputs(arg.value.prefix())) {
        let text = arg.value.prefix();
        let value = text.split_once('=').map(|(_, v)| v).or_else(|| call.args.get(index + 1)?.text());
        if !matches!(value, Some("stdout" | "stderr" | "/dev/null")) {
            let message = format!("`{}` writes a report to a file", call.name);
            reading.add(Effect::Opaque, "unknown_flag", message, arg.span);
        }
    }
    group("golangci-lint", "-v --verbose --color: -j: --concurrency:", SUBS).ends_alone().read(reading, call);
}

/// Its own flags, then `--` and those of `go test`.
fn gotestsum(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) {
        return check("gotestsum", "", "").read(reading, call);
    }
    let (own, rest) = super::split_dashes(&call.args);
    let flags = "-f: --format: --format-hide-empty-pkg --format-icons: --hide-summary: --no-color --no-summary: --debug \
        --packages@ --rerun-fails? --rerun-fails-max-failures: --max-fails: --junitfile> --jsonfile> --ignore-non-json-output-lines";
    if let Ok(parsed) = parse(Style::Gnu, flags, own) {
        let module = own_module(reading);
        for given in parsed.values(&["--packages"]).chain(parsed.operands.iter().copied()) {
            for package in given.value.prefix().split_whitespace() {
                no_stranger(reading, call, given, package, module.as_deref());
            }
        }
    }
    check("gotestsum", flags, "@*").read(reading, &super::renamed(call, "gotestsum", own));
    if !rest.is_empty() {
        test(reading, &super::renamed(call, "go test", rest));
    }
}

#[cfg(test)]
mod tests {
    use crate::effect::program::examples::{machine, run_on};

    /// The module says which packages with a dot in front are its own.
    #[test]
    fn packages_of_the_project_may_be_named_by_their_path() {
        let machine = machine().file("/repo/go.mod", "// x\nmodule example.com/me/app\n\ngo 1.22\n");
        run_on(
            &machine,
            "
            allow go test example.com/me/app
            allow go test example.com/me/app/...
            allow cd src && go vet example.com/me/app/src
            ask   go test example.com/me/application
            ask   go test example.com/me
            ask   go test example.com/me/app@latest
            ask   go -C src test example.com/other
            ",
        );
    }
}
