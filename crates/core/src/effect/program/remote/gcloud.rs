//! Google Cloud: `list` and `describe` of the kinds in the table.

use super::super::spec::{Parsed, Program, custom, safe, stop};
use super::tree::{Row, Tree, row};
use super::{
    Known, asks, follows, installs, leads_away, literal, reaches_in, reveals, settles, shows_secrets,
    value_text, writes,
};
use crate::effect::Hazard;
use crate::effect::reading::{Invocation, Reading};
use alloc::format;

/// The family.
pub const PROGRAMS: &[Program] = &[custom("gcloud", |reading, call| GCLOUD.read(reading, call))];

macro_rules! global {
    ($flags:literal) => {
        concat!("--project: --format: --verbosity: --configuration: --billing-project: -q --quiet ", $flags)
    };
}

const READS: &str = "list describe";

const ROWS: &[Row] = &[
    row("artifacts", "repositories packages versions tags", READS),
    row("artifacts docker", "images tags", "list"),
    row("asset", "feeds", "list"),
    row("billing", "accounts", READS),
    row("billing", "projects", "list"),
    row("builds", "", READS),
    row(
        "compute",
        "addresses backend-buckets backend-services disks firewall-rules forwarding-rules health-checks images \
         instance-groups interconnects machine-types networks operations regions resource-policies \
         routers routes snapshots ssl-certificates target-http-proxies target-https-proxies target-pools url-maps zones \
         disk-types",
        READS,
    ),
    row("compute", "instances instance-templates", READS),
    row("compute networks", "subnets peerings", READS),
    row("compute instance-groups", "managed unmanaged", READS),
    row("config", "configurations", READS),
    row("container", "clusters", READS),
    row("container", "node-pools operations", READS),
    row("container", "images", "list list-tags"),
    row("dns", "managed-zones record-sets", READS),
    row("firestore", "databases indexes", READS),
    row("functions", "", READS),
    row("iam", "roles service-accounts", READS),
    row("iam service-accounts", "keys", "list"),
    row("kms", "keyrings keys locations", READS),
    row("kms keys", "versions", READS),
    row("logging", "logs sinks metrics buckets", "list"),
    row("monitoring", "dashboards policies", "list"),
    row("organizations", "", READS),
    row("projects", "", "list describe get-iam-policy"),
    row("pubsub", "topics snapshots schemas", READS),
    row("redis", "instances", READS),
    row("resource-manager", "folders", READS),
    row("run", "services jobs revisions", READS),
    row("run", "regions", "list"),
    row("run jobs", "executions", READS),
    row("scheduler", "jobs", "list"),
    row("secrets", "", READS),
    row("secrets", "versions", READS),
    row("services", "", "list"),
    row("spanner", "instances databases", READS),
    row("sql", "instances databases operations backups", READS),
    row("sql", "users tiers", "list"),
    row("storage", "buckets", READS),
    row("tasks", "queues", READS),
];

/// Things that carry environments, start-up scripts or keys: only named columns of them are shown.
const CARRY: &[&str] = &[
    "run services",
    "run jobs",
    "run revisions",
    "run jobs executions",
    "functions",
    "compute instances",
    "compute instance-templates",
    "container clusters",
    "builds",
    "scheduler jobs",
];

/// Columns that hold none of those, by their beginnings.
const COLUMNS: &[&str] = &[
    "name",
    "metadata.name",
    "status",
    "state",
    "uri",
    "url",
    "serviceConfig.uri",
    "httpsTrigger.url",
    "zone",
    "region",
    "location",
    "machineType",
    "networkInterfaces",
    "id",
    "createTime",
    "updateTime",
    "creationTimestamp",
    "endpoint",
    "currentMasterVersion",
    "currentNodeCount",
    "logUrl",
    "finishTime",
    "startTime",
];

const LEAVES: &[Program] = &[
    asks(
        "logging read",
        global!("--limit: --freshness: --order: --resource-names: --bucket: --location: --view:"),
        ":",
    ),
    asks("builds log", global!("--region:"), ":"),
    asks(
        "storage ls",
        global!(
            "-l --long -L --full -r -R --recursive --readable-sizes -b --buckets -e --etag -a --all-versions"
        ),
        ":*",
    ),
    asks("storage du", global!("-s --summarize -r --readable-sizes -a --all-versions -c --total"), ":*"),
    safe("config list", global!("--all --filter: --limit: --sort-by:"), ":"),
    safe("config get|get-value", global!(""), ":"),
    safe("auth list", global!("--filter: --limit: --sort-by: --filter-account:"), ""),
    safe("components list", global!("--filter: --limit: --sort-by:"), ""),
    safe("info", global!(""), ""),
    safe("version", global!(""), ""),
    stop("help", Hazard::Machine, "interactive", "opens a pager"),
    shows_secrets("auth print-access-token|print-identity-token"),
    shows_secrets("auth application-default print-access-token"),
    shows_secrets("secrets versions access"),
    shows_secrets("sql generate-login-token"),
    shows_secrets("redis instances get-auth-string"),
    shows_secrets("kms decrypt|asymmetric-decrypt|raw-decrypt"),
    settles("auth login|revoke|activate-service-account|configure-docker"),
    settles("auth application-default login|revoke|set-quota-project"),
    settles("container clusters get-credentials"),
    settles("init"),
    writes("app deploy").instead("`gcloud projects list` and its like read"),
    reaches_in("compute ssh|scp|start-iap-tunnel|connect-to-serial-port|reset-windows-password"),
    reaches_in("sql connect"),
    reaches_in("cloud-shell ssh|scp"),
    reaches_in("storage cp|mv|rm|rsync|cat|sign-url"),
    installs("components install|update|remove"),
];

const STOPS: &[Program] = &[
    writes(
        "create delete update deploy submit patch import export add remove set-iam-policy add-iam-policy-binding \
         remove-iam-policy-binding enable disable start stop reset suspend resume restart resize move clone replace call execute \
         publish pull ack promote rollback cancel run destroy restore undelete add-metadata remove-metadata add-tags remove-tags \
         add-labels remove-labels set-machine-type update-traffic update-container attach-disk detach-disk",
    ),
    settles("set unset activate rename"),
    stop("ssh scp connect tail", Hazard::Machine, "machine", "opens a connection to another machine"),
];

const KNOWN: &[Known] = &[
    follows("builds log", "--stream"),
    leads_away(
        "--impersonate-service-account --access-token-file --account --flags-file --trace-token \
             --api-endpoint-overrides",
    ),
    reveals("--log-http"),
];

const GCLOUD: Tree = Tree {
    globals: global!(""),
    flags: global!(
        "--filter: --limit: --sort-by: --page-size: --uri --flatten: --region: --regions: --zone: --zones: --location: --global \
         --cluster: -i: --instance: --service: --platform: --repository: --package: --folder: --organization: --iam-account: \
         --keyring: --key: --enabled --available --job: --secret: --include-tags --ongoing --billing-account:"
    ),
    operands: ":*",
    rows: ROWS,
    leaves: LEAVES,
    stops: STOPS,
    judge,
    known: KNOWN,
};

fn judge(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) -> bool {
    if !literal(reading, call, parsed) {
        return false;
    }
    let strange = |text: &str| {
        text.contains("://") && !text.starts_with("gs://") && !call.name.ends_with("logging read")
    };
    let address = super::operands(parsed).find(|arg| arg.text().is_some_and(strange)).cloned();
    if let Some(arg) = address {
        super::elsewhere(reading, call, &arg);
        return false;
    }
    let path = call.name.strip_prefix("gcloud ").unwrap_or(&call.name);
    let (path, verb) = path.rsplit_once(' ').unwrap_or((path, ""));
    if !CARRY.contains(&path) || !["list", "describe"].contains(&verb) {
        return true;
    }
    let formats = parsed.flags.iter().filter(|flag| flag.name == "--format");
    let mut texts = formats.map(|flag| flag.value.as_ref().and_then(value_text).unwrap_or(""));
    let named = texts.clone().next().is_some() && texts.all(shows_named_columns);
    let bare = !parsed.has(&["--format"]) && verb == "list";
    if named || bare {
        return true;
    }
    let message = format!("`{}` shows settings that may hold secrets", call.name);
    let instead = Some("`gcloud run services list` shows names and addresses");
    reading.hazard(Hazard::Secret, "secrets", message, instead, call.span);
    false
}

/// `value(name,status.url)`: nothing but columns that hold no secrets.
fn shows_named_columns(format: &str) -> bool {
    let Some((kind, rest)) = format.split_once('(') else { return false };
    let Some(columns) = rest.strip_suffix(')') else { return false };
    let is_column = |column: &str| {
        let plain = column.bytes().all(|b| b.is_ascii_alphanumeric() || b"._[]".contains(&b));
        let known = COLUMNS.iter().any(|start| {
            column.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        });
        plain && known
    };
    ["value", "table", "csv", "get", "json", "yaml"].contains(&kind)
        && columns.split(',').map(str::trim).all(is_column)
}
