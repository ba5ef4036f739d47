//! Kubernetes: reading a cluster through the contexts of the user's own configuration.

use super::super::spec::{Parsed, Program, custom, group, safe, stop};
use super::{
    Client, Known, asks, follows, lasting, leads_away, literal, operands, reaches_in, reveals, settles,
    shows_secrets, value_text, writes,
};
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::Arg;
use crate::effect::{Effect, Hazard};
use alloc::format;

/// The family.
pub const PROGRAMS: &[Program] = &[
    custom("kubectl oc", |reading, call| KUBECTL.read(reading, call)),
    group("kustomize", "", &[fetches("build"), safe("version", "-o: --output: --short", "")]).ends_alone(),
];

/// Reads the manifests of the project, and fetches whatever they name.
const fn fetches(names: &'static str) -> Program {
    stop(names, Hazard::Network, "network", "fetches what a kustomization refers to")
}

/// Of the flags that every command takes: those that stay within the user's own configuration.
macro_rules! global {
    () => {
        "-n: --namespace: --context: --request-timeout: "
    };
    ($flags:literal) => {
        concat!("-n: --namespace: --context: --request-timeout: ", $flags)
    };
}

const LOGS: &str = global!(
    "--all-containers --all-containers=true --all-pods -c: --container: --ignore-errors --limit-bytes: --max-log-requests: \
     --pod-running-timeout: -p --previous --prefix -l: --selector: --since: --since-time: --tail: --timestamps"
);

const SUBS: &[Program] = &[
    asks(
        "get",
        global!(
            "-A --all-namespaces --chunk-size: --field-selector: --ignore-not-found -L: --label-columns: -l: --selector: \
             --no-headers --no-headers=true -o: --output: --show-kind --show-labels --show-managed-fields --sort-by: --subresource:"
        ),
        ":*",
    ),
    asks("describe", global!("-A --all-namespaces --chunk-size: -l: --selector: --show-events?"), ":*"),
    asks("logs", LOGS, ":*"),
    group(
        "top",
        global!(),
        &[
            asks(
                "pod pods po node nodes no",
                global!("-A --all-namespaces --containers --field-selector: -l: --selector: --no-headers \
                     --sort-by: --sum --show-capacity"),
                ":*",
            ),
        ],
    ),
    asks("explain", global!("--api-version: --recursive -o: --output:"), ":"),
    asks(
        "api-resources",
        global!("--api-group: --cached --categories: --namespaced? --no-headers -o: --output: --sort-by: --verbs:"),
        "",
    ),
    asks("api-versions", global!(), ""),
    asks("version", global!("--client --client=true -o: --output: --short"), ""),
    asks("cluster-info", global!(), ""),
    asks(
        "events",
        global!("-A --all-namespaces --chunk-size: --for: --no-headers -o: --output: --types:"),
        "",
    ),
    asks(
        "wait",
        global!("--all -A --all-namespaces --field-selector: --for: -l: --selector: --timeout: -o: --output:"),
        ":*",
    ),
    group(
        "rollout",
        global!(),
        &[
            asks("status", global!("--revision: -l: --selector: --timeout: --watch=false"), ":*"),
            asks("history", global!("--revision: -l: --selector: -o: --output:"), ":*"),
            writes("restart undo pause resume").instead("`kubectl rollout history deployment/NAME` shows what \
                 was rolled out"),
        ],
    ),
    group(
        "auth",
        global!(),
        &[
            asks("can-i", global!("-A --all-namespaces --list -q --quiet --subresource: --no-headers"), ":*"),
            asks("whoami", global!("-o: --output:"), ""),
            writes("reconcile"),
        ],
    ),
    group(
        "config",
        "",
        &[
            safe("current-context get-clusters get-users", "", ""),
            safe("get-contexts", "--no-headers -o: --output:", ":*"),
            // Certificates are left out, tokens of plugins and their environment are not.
            shows_secrets("view").instead("`kubectl config get-contexts` shows them"),
            settles("delete-cluster delete-context delete-user rename-context set set-cluster set-context \
                 set-credentials unset use use-context")
                .instead("`kubectl config get-contexts` shows them"),
        ],
    ),
    fetches("kustomize"),
    writes(
        "apply create delete edit patch replace scale autoscale label annotate set expose taint cordon uncordon drain \
         certificate new-app new-project start-build adm policy tag import-image",
    )
    .instead("`kubectl get pods` and its like read"),
    reaches_in("exec attach cp debug run rsh rsync"),
    lasting("port-forward proxy"),
    // It starts the program that `KUBECTL_EXTERNAL_DIFF` names, and sends the manifests.
    reaches_in("diff").instead("`kubectl get pods` and its like read"),
    settles("login logout project"),
    shows_secrets("extract whoami"),
    safe("completion options", "", ":*"),
    safe("help", "", ":*"),
];

const KUBECTL: Client =
    Client { program: group("kubectl", global!(), SUBS).ends_alone(), judge, known: KNOWN };

/// Flags that stop, of it and its kin.
pub(super) const KNOWN: &[Known] = &[
    follows("logs", "-f --follow"),
    follows("", "-w --watch --watch-only"),
    reveals("--raw --flatten"),
    leads_away(
        "--kubeconfig -s --server --token --as --as-group --as-uid --user --cluster --username --password \
         --insecure-skip-tls-verify --certificate-authority --client-key --client-certificate --tls-server-name",
    ),
];

fn judge(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) -> bool {
    if !literal(reading, call, parsed) {
        return false;
    }
    let formats = parsed.flags.iter().filter(|flag| ["-o", "--output"].contains(&flag.name));
    for value in formats.filter_map(|flag| flag.value.as_ref()) {
        if !value_text(value).is_some_and(is_format) {
            let message =
                format!("`{}` has an output format that is not known, or takes it from a file", call.name);
            reading.add(Effect::Opaque, "unknown_flag", message, value.span);
            return false;
        }
    }
    let shows = ["get", "describe"].iter().any(|sub| call.name.ends_with(&format!(" {sub}")));
    let Some(secret) = operands(parsed).enumerate().find(|(at, arg)| names_secrets(*at, arg)) else {
        return true;
    };
    if !shows || (call.name.ends_with(" get") && lists_names(parsed)) {
        return true;
    }
    let message = format!("`{}` would show secrets", call.name);
    let instead = Some("`kubectl get secrets -o name` lists their names");
    reading.hazard(Hazard::Secret, "secrets", message, instead, secret.1.span);
    false
}

/// Formats that stand on the line. The others take a template from a file.
fn is_format(text: &str) -> bool {
    let (name, given) = text.split_once('=').map_or((text, false), |(name, _)| (name, true));
    match name {
        "json" | "yaml" | "name" | "wide" | "plaintext" | "plaintext-openapiv2" => !given,
        "jsonpath" | "jsonpath-as-json" | "go-template" | "template" | "custom-columns" => given,
        _ => false,
    }
}

/// The operand is of a kind that holds secrets: `secret`, `all,secrets`, `secrets.v1.`, `secret/x`.
fn names_secrets(at: usize, arg: &Arg) -> bool {
    // skipped: one that is not known counts as the worst.
    let text = arg.text().unwrap_or("secret");
    let kinds = match text.split_once('/') {
        Some((kind, _)) => kind,
        None if at == 0 => text,
        // The name of an object.
        None => "",
    };
    kinds.to_ascii_lowercase().contains("secret")
}

/// With `-o name` nothing but names is printed.
fn lists_names(parsed: &Parsed<'_>) -> bool {
    const PLAIN: &[&str] = &[
        "-n",
        "--namespace",
        "--context",
        "-A",
        "--all-namespaces",
        "-l",
        "--selector",
        "--no-headers",
        "--no-headers=true",
        "--ignore-not-found",
    ];
    let is_format = |name: &str| ["-o", "--output"].contains(&name);
    let named = parsed.flags.iter().filter(|flag| is_format(flag.name));
    let mut formats = named.map(|flag| flag.value.as_ref().and_then(value_text));
    let plain = parsed.flags.iter().all(|flag| PLAIN.contains(&flag.name) || is_format(flag.name));
    plain && parsed.has(&["-o", "--output"]) && formats.all(|format| format == Some("name"))
}
