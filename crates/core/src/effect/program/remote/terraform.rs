//! Terraform and its kin. Checking a configuration starts the providers that lie in `.terraform`: project code.

use super::super::spec::{Program, Style, custom, group, parse, project, safe, stop};
use super::{Client, Judge, asks_for_help, help, installs, lasting, literal, settles, shows_secrets, writes};
use crate::effect::Hazard;
use crate::effect::place;
use crate::effect::reading::{Invocation, Reading};
use crate::world::Stands;

/// The family.
pub const PROGRAMS: &[Program] = &[
    custom("terraform tofu", |reading, call| TERRAFORM.read(reading, call)),
    custom("terragrunt", |reading, call| TERRAGRUNT.read(reading, call)),
];

/// Project code, recorded as a look at the service that keeps the state.
const fn looks(names: &'static str, flags: &'static str, operands: &'static str) -> Program {
    project(names, "remote_read", flags, operands).style(Style::Go)
}

/// A look at the state. In a directory that was initialised it goes where the configuration, a file of the project, says.
fn look(reading: &mut Reading<'_>, call: &Invocation, program: &Program) {
    let lacks = |dir: &alloc::string::String| {
        let found = reading.world.resolve(&place::join(dir, ".terraform"));
        found.is_some_and(|found| found.stands == Stands::Nothing)
    };
    let moved = reading.session.variable("TF_DATA_DIR").is_some() || reading.was_set("TF_DATA_DIR");
    if !moved && reading.dirs().iter().all(lacks) {
        return program.read(reading, call);
    }
    let message = alloc::format!("`{}` asks the service that the configuration names", call.name);
    let instead = Some("`terraform validate` checks the configuration");
    reading.hazard(Hazard::Network, "network", message, instead, call.span);
}

const fn check(names: &'static str, flags: &'static str) -> Program {
    project(names, "check_command", flags, "").style(Style::Go)
}

const PLAN: Program = stop(
    "plan refresh",
    Hazard::Machine,
    "machine",
    "runs providers and programs that the configuration names, with your credentials",
)
.instead("`terraform validate` checks the configuration");

const SUBS: &[Program] = &[
    custom("fmt", read_fmt),
    check("validate", "-json -no-color -no-tests -test-directory:"),
    safe("version", "-json", "").style(Style::Go),
    group("metadata", "", &[safe("functions", "-json", "").style(Style::Go)]),
    custom("providers", read_providers),
    check("graph", "-type: -draw-cycles"),
    // One output by its name is shown even if it is marked as sensitive; the list hides those.
    custom("output", |reading, call| look(reading, call, &looks("output", "-no-color", ""))),
    group(
        "state",
        "",
        &[
            custom("list", |reading, call| look(reading, call, &looks("list", "-id:", ":*"))),
            shows_secrets("show pull").instead("`terraform validate` checks the configuration"),
            writes("mv rm push replace-provider"),
        ],
    ),
    shows_secrets("show").instead("`terraform validate` checks the configuration"),
    group(
        "workspace",
        "",
        &[
            custom("show list", |reading, call| look(reading, call, &looks("show list", "", ""))),
            settles("select new delete"),
        ],
    ),
    PLAN,
    installs("init get"),
    writes("apply destroy import taint untaint force-unlock test")
        .instead("`terraform validate` checks the configuration"),
    settles("login logout"),
    lasting("console").instead("`terraform validate` checks the configuration"),
];

const TERRAFORM: Client = Client {
    program: group("terraform", "-chdir/ -version -v", SUBS).ends_alone(),
    judge: JUDGE,
    known: &[],
};

/// Everything else runs hooks and programs that `terragrunt.hcl` names.
const TERRAGRUNT: Client = Client {
    program: group(
        "terragrunt",
        "",
        &[
            HCLFMT,
            group("hcl", "", &[HCLFMT]),
            PLAN.instead("`terragrunt hclfmt --check` checks the format"),
            writes("apply destroy import run run-all stack")
                .instead("`terragrunt hclfmt --check` checks the format"),
        ],
    ),
    judge: JUDGE,
    known: &[],
};

const HCLFMT: Program =
    project("hclfmt fmt format", "formatter", "--check --diff --terragrunt-check --terragrunt-diff", "");

const JUDGE: Judge = literal;

/// With `-check` or `-write=false` it only compares.
fn read_fmt(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str =
        "-check -diff -list=false -list=true -write=false -no-color -recursive -recursive=true";
    if asks_for_help(&call.args) {
        return help(reading, call);
    }
    let parsed = match parse(Style::Go, FLAGS, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    // Only alone is a dash standard input.
    let input = matches!(parsed.operands.as_slice(), [only] if only.text() == Some("-"));
    let compares = parsed.has(&["-check", "-write=false"]) || input;
    let program = match compares {
        true => safe("fmt", FLAGS, "<<*").rule("formatter"),
        false => project("fmt", "formatter", FLAGS, ">*"),
    };
    program.style(Style::Go).read(reading, call);
}

/// The tree of requirements, or what the providers say about themselves.
fn read_providers(reading: &mut Reading<'_>, call: &Invocation) {
    let is = |name: &str| call.args.first().and_then(|arg| arg.text()) == Some(name);
    let rest = || Invocation { args: call.args.iter().skip(1).cloned().collect(), ..call.clone() };
    if asks_for_help(&call.args) {
        help(reading, call);
    } else if is("schema") {
        check("providers schema", "-json").read(reading, &rest());
    } else if is("lock") || is("mirror") {
        installs("providers").read(reading, call);
    } else {
        check("providers", "-test-directory:").read(reading, call);
    }
}
