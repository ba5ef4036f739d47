//! .NET: the dotnet command.

use super::super::spec::{Program, Style, custom, group, safe};
use super::{build, check, formatter, install, machine, publish, unread_code};
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::Arg;
use crate::words::listed;

macro_rules! common {
    () => {
        "-c: --configuration: -f: --framework: -r: --runtime: -v: --verbosity: -a: --arch: --os: --no-restore --no-dependencies --no-incremental --nologo -nologo --tl? -m? -maxcpucount? --interactive=false --use-current-runtime --no-self-contained --self-contained "
    };
}
const BUILD: &str = concat!(common!(), "-o> --output> --artifacts-path> --version-suffix:");
const TEST: &str = concat!(
    common!(),
    "-o> --output> --filter: -l& --logger& --no-build -t --list-tests --blame --blame-hang --blame-hang-timeout: --blame-crash --collect& --results-directory> -e@ --environment@ --diag> -s@ --settings@ --artifacts-path> --project@ --solution@ --max-parallel-test-modules: --report-trx --coverage"
);
const FORMAT: &str = "--verify-no-changes --no-restore --include: --exclude: --severity: --diagnostics: --exclude-diagnostics: --include-generated -v: --verbosity: --report> --binarylog>";

/// .NET and its neighbours.
pub const PROGRAMS: &[Program] = &[
    custom("dotnet", dotnet),
    check("csharpier", "--check --no-cache --fast --skip-write --log-level: --config-path@", ">*"),
    check("fantomas", "--check --recurse -r --force", ">*"),
    custom("msbuild nuget paket fsi csi", unread_code),
];

const SUBS: &[Program] = &[
    custom("test", |reading, call| properties(reading, call, &check("test", TEST, "@*"))),
    custom("build", |reading, call| properties(reading, call, &build("build", BUILD, "@*"))),
    formatter("format", FORMAT, "@*"),
    group(
        "list",
        "",
        &[check(
            "package reference",
            "--include-transitive --framework: --format: --project@ -v: --verbosity:",
            "@*",
        )],
    ),
    group("sln solution", "", &[safe("list", "", ""), install("add remove migrate")]),
    safe("help", "", ""),
    install("restore add remove tool workload new package reference"),
    publish("publish nuget pack"),
    machine("clean dev-certs user-secrets store build-server sdk"),
    custom("run watch exec fsi msbuild vstest script ef", unread_code),
];

/// `dotnet --info`, subcommands, or a file to run.
fn dotnet(reading: &mut Reading<'_>, call: &Invocation) {
    read_dotnet(reading, call);
    // `global.json` may name a kit that lies in the project.
    reading.loads_project(&call.name, call.span);
}

fn read_dotnet(reading: &mut Reading<'_>, call: &Invocation) {
    match call.args.first().and_then(Arg::text) {
        Some("--info" | "--list-sdks" | "--list-runtimes" | "--version" | "--help" | "-h") => {
            safe("dotnet", "--info --list-sdks --list-runtimes --version --help -h", "").read(reading, call);
        }
        Some("csharpier") => check("", "--check --no-cache --fast --skip-write --log-level:", ">*")
            .read(reading, &super::renamed(call, "csharpier", call.args.get(1..).unwrap_or_default())),
        Some(_) => group("dotnet", "", SUBS).read(reading, call),
        None => safe("dotnet", "", "").read(reading, call),
    }
}

/// `/p:Name=value` and `-p:Name=value` set properties: only those that steer nothing but warnings and versions.
fn properties(reading: &mut Reading<'_>, call: &Invocation, program: &Program) {
    let known = "Configuration WarningLevel TreatWarningsAsErrors CollectCoverage CoverletOutputFormat NoWarn Platform Version ContinuousIntegrationBuild Deterministic UseSharedCompilation";
    let harmless = |text: &str| {
        let rest =
            ["-p:", "/p:", "--property:", "-property:"].iter().find_map(|prefix| text.strip_prefix(prefix));
        let name = rest.and_then(|rest| rest.split('=').next());
        name.is_some_and(|name| listed(known, name)) || matches!(text, "/nologo" | "/m" | "-m:1" | "/m:1")
    };
    let args = call.args.iter().filter(|arg| !arg.text().is_some_and(harmless)).cloned().collect();
    let program = Program { style: Style::Gnu, ..*program };
    program.read(reading, &Invocation { args, ..call.clone() });
}
