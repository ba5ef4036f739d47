//! Helm: releases of a cluster are asked for, charts of the project are checked.

use super::super::links::{self, Touch};
use super::super::spec::{Parsed, Program, Style, custom, group, parse, project, safe, stop};
use super::{
    Client, asks, asks_for_help, brings, help, installs, leads_away, literal, settles, shows_secrets,
    without_addresses, writes,
};
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::Arg;
use crate::effect::{Hazard, place};
use alloc::format;

/// The family.
pub const PROGRAMS: &[Program] = &[custom("helm", |reading, call| HELM.read(reading, call))];

macro_rules! global {
    ($flags:literal) => {
        concat!("-n: --namespace: --kube-context: --debug ", $flags)
    };
}

/// Left out: `--post-renderer` runs a program, `--output-dir` writes, `--set-file` shows a file, `--validate` and
/// `--dry-run=server` ask the cluster, `--dependency-update` and `--repo` fetch.
const TEMPLATE: &str = global!(
    "-f< --values< --set: --set-string: --set-json: --set-literal: -s: --show-only: -a: --api-versions: --kube-version: \
     --include-crds --skip-crds --skip-tests --no-hooks --is-upgrade --create-namespace --release-name -g --generate-name \
     --name-template: --version: --skip-schema-validation --dry-run=client --disable-openapi-validation"
);
const LINT: &str = global!(
    "-f< --values< --set: --set-string: --set-json: --set-literal: --strict --with-subcharts --kube-version: --quiet \
     --skip-schema-validation"
);

const SUBS: &[Program] = &[
    asks(
        "list ls",
        global!(
            "-a --all -A --all-namespaces -d --date --deployed --failed -f: --filter: -m: --max: --no-headers --offset: -o: \
             --output: --pending -r --reverse -l: --selector: -q --short --superseded --time-format: --uninstalled \
             --uninstalling"
        ),
        "",
    ),
    asks("status", global!("--revision: --show-desc --show-resources"), ":"),
    asks("history hist", global!("--max: -o: --output:"), ":"),
    group(
        "get",
        global!(""),
        &[
            asks("notes metadata", global!("--revision: -o: --output:"), ":"),
            shows_secrets("values manifest hooks all")
                .instead("`helm get metadata NAME` tells about the release"),
        ],
    ),
    group(
        "search",
        "",
        &[
            safe(
                "repo",
                global!(
                    "-l --versions --devel -r --regexp --version: -o: --output: --max-col-width: --fail-on-no-result"
                ),
                ":*",
            ),
            stop("hub", Hazard::Network, "network", "sends words to a public search"),
        ],
    ),
    group("show inspect", "", &[custom("chart readme values crds all", read_show)]),
    custom("template", read_template),
    custom("lint", read_lint),
    group(
        "dependency dep dependencies",
        "",
        &[safe("list ls", "--max-col-width:", "<"), installs("build update up")],
    ),
    group("repo", "", &[safe("list ls", "-o: --output:", ""), settles("add update up index remove rm")]),
    group("plugin", "", &[safe("list ls", "", ""), installs("install update uninstall add rm remove")]),
    safe("version", "--short --template: -c --client", ""),
    // Its list has the token for the cluster in it.
    shows_secrets("env"),
    writes("install upgrade uninstall un del delete rollback test push registry")
        .instead("`helm template --skip-schema-validation RELEASE ./CHART` renders without a cluster"),
    brings("pull fetch"),
    safe("completion", "", ":"),
    safe("help", "", ":*"),
];

const HELM: Client = Client {
    program: group("helm", global!(""), SUBS).ends_alone(),
    judge: without_addresses,
    known: &[leads_away(
        "--kubeconfig --kube-token --kube-apiserver --kube-as-user --kube-as-group --kube-ca-file \
         --kube-insecure-skip-tls-verify --registry-config --repository-config --repository-cache --repo --endpoint",
    )],
};

/// A chart of the project is rendered here; `lookup` finds nothing without a cluster.
fn read_template(reading: &mut Reading<'_>, call: &Invocation) {
    let roles = |operands: usize| if operands > 1 { ": @" } else { "@" };
    if checks_no_schema(reading, call) {
        read_chart(reading, call, TEMPLATE, |count| {
            project("template", "check_command", TEMPLATE, roles(count))
        });
    }
}

fn read_lint(reading: &mut Reading<'_>, call: &Invocation) {
    if checks_no_schema(reading, call) {
        project("lint", "check_command", LINT, "@*").read(reading, call);
    }
}

/// The schema of a chart may refer to addresses, and those are fetched.
fn checks_no_schema(reading: &mut Reading<'_>, call: &Invocation) -> bool {
    const FLAG: &str = "--skip-schema-validation";
    let skips = call.args.iter().any(|arg| arg.text() == Some(FLAG)) || asks_for_help(&call.args);
    if !skips {
        let message = format!("`{}` fetches what the schema of a chart refers to", call.name);
        let instead = Some("`helm template --skip-schema-validation RELEASE ./CHART` fetches nothing");
        reading.hazard(Hazard::Network, "network", message, instead, call.span);
    }
    skips
}

fn read_show(reading: &mut Reading<'_>, call: &Invocation) {
    read_chart(reading, call, "--jsonpath:", |_| safe("show", "--jsonpath:", "<<"));
}

/// The last operand is the chart: a directory or archive here, or a name that is fetched.
fn read_chart(
    reading: &mut Reading<'_>,
    call: &Invocation,
    flags: &'static str,
    program: impl Fn(usize) -> Program,
) {
    if asks_for_help(&call.args) {
        return help(reading, call);
    }
    let parsed = match parse(Style::Gnu, flags, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return HELM.refuse(reading, call, unread),
    };
    if !literal(reading, call, &parsed) || !without_addresses(reading, call, &parsed) {
        return;
    }
    match chart(&parsed) {
        Some(chart) if !is_here(reading, chart) => {
            let message = format!("`{}` would fetch the chart `{}`", call.name, chart.value.prefix());
            reading.hazard(Hazard::Network, "network", message, None, chart.span);
        }
        found @ (Some(_) | None) => {
            // It loads whole folders, and follows links in them.
            found.into_iter().for_each(|chart| links::behind(reading, call, chart, Touch::Read));
            program(parsed.operands.len()).read(reading, call);
        }
    }
}

fn chart<'p>(parsed: &'p Parsed<'_>) -> Option<&'p Arg> {
    parsed.operands.last().copied()
}

fn is_here(reading: &Reading<'_>, chart: &Arg) -> bool {
    // skipped: a chart that is not known is none of this project.
    let Some(text) = chart.text() else { return false };
    let stands = |cwd: &str| {
        let found = reading.world.resolve(&place::join(cwd, text));
        found.is_some_and(|found| found.stands != crate::world::Stands::Nothing)
    };
    text.starts_with(['.', '/']) || reading.dirs().iter().all(|cwd| stands(cwd))
}
