//! Azure: `list` and `show` of the kinds in the table. A value that begins with `@` is a file.

use super::super::loaded::Load;
use super::super::spec::{Parsed, Program, custom, safe};
use super::tree::{Row, Tree, row};
use super::{
    Known, asks, installs, leads_away, literal, reaches_in, reveals, settles, shows_secrets,
    without_addresses, writes,
};
use crate::effect::reading::{Invocation, Reading};

/// The family.
pub const PROGRAMS: &[Program] =
    &[custom("az", read_az).loads(&[Load::above(".azure/config").yours_if_guarded()])];

macro_rules! global {
    ($flags:literal) => {
        concat!("-o: --output: --query: --subscription: --only-show-errors ", $flags)
    };
}

const READS: &str = "list show";

const ROWS: &[Row] = &[
    row("account", "", "list show list-locations"),
    row("account", "management-group tenant lock", READS),
    row("acr", "", READS),
    row("acr", "repository", "list show show-tags"),
    row("ad", "user group sp app", READS),
    row("ad", "signed-in-user", "show"),
    row("ad group", "member", "list"),
    row("aks", "", "list show get-versions get-upgrades"),
    row("aks", "nodepool", READS),
    row("appservice", "plan", READS),
    row("cosmosdb", "", READS),
    row("deployment", "group sub", READS),
    row("deployment operation", "group sub", "list"),
    row("disk", "", READS),
    row("eventhubs", "namespace eventhub", READS),
    row("extension", "", READS),
    row("functionapp", "", READS),
    row("group", "", "list show exists"),
    row("identity", "", READS),
    row("image", "", READS),
    row("keyvault", "", READS),
    row("keyvault", "secret", "list"),
    row("lock", "", READS),
    row("monitor", "activity-log metrics", "list"),
    row("monitor metrics", "alert", READS),
    row("monitor log-analytics", "workspace", READS),
    row("mysql", "flexible-server", READS),
    row("network", "vnet nsg lb public-ip nic route-table private-endpoint watcher nat asg", READS),
    row("network vnet", "subnet peering", READS),
    row("network nsg", "rule", READS),
    row("network dns", "zone record-set", READS),
    row("policy", "assignment definition", READS),
    row("postgres", "flexible-server", READS),
    row("provider", "", READS),
    row("redis", "", READS),
    row("resource", "", READS),
    row("role", "assignment definition", "list"),
    row("servicebus", "namespace queue topic", READS),
    row("snapshot", "", READS),
    row("sql", "server db", READS),
    row("sshkey", "", READS),
    row("staticwebapp", "", READS),
    row("storage", "account", READS),
    row("tag", "", "list"),
    row("vm", "", "list show list-sizes list-ip-addresses get-instance-view"),
    row("vm", "image", "list"),
    row("vmss", "", READS),
    row("webapp", "", READS),
    row("webapp deployment", "slot", "list"),
];

const LEAVES: &[Program] = &[
    safe("version", global!(""), ""),
    safe("help", "", ""),
    asks("cloud list", global!("--all"), ""),
    shows_secrets("account get-access-token"),
    shows_secrets("keyvault secret show|download|backup"),
    shows_secrets("keyvault key|certificate"),
    shows_secrets("storage account keys|show-connection-string|generate-sas"),
    shows_secrets("cosmosdb keys|list-keys|list-connection-strings"),
    shows_secrets("redis list-keys"),
    shows_secrets("acr credential|login|token"),
    shows_secrets("webapp config|auth"),
    shows_secrets("functionapp config|keys|function"),
    shows_secrets("ad sp credential"),
    shows_secrets("ad app credential"),
    settles("aks get-credentials"),
    settles("login"),
    settles("logout"),
    settles("config"),
    settles("configure"),
    settles("account set|clear"),
    reaches_in("rest"),
    reaches_in("ssh"),
    reaches_in("vm run-command"),
    reaches_in("aks command"),
    reaches_in("webapp ssh|log|create-remote-connection"),
    installs("extension add|remove|update"),
    installs("upgrade"),
];

const STOPS: &[Program] = &[writes(
    "create delete update set add remove start stop restart deallocate up deploy import export move purge cancel assign attach \
     detach scale upgrade invoke invoke-action run build push restore failover swap reset tag wait rotate regenerate recover",
)];

const KNOWN: &[Known] = &[
    reveals("--debug"),
    leads_away("--organization --org --endpoint --account-key --sas-token --connection-string"),
];

const AZ: Tree = Tree {
    globals: global!(""),
    flags: global!(
        "-g: --resource-group: -n: --name: --ids: -l: --location: --all -d --show-details --scope: --assignee: \
         --vault-name: -s: --server: --cluster-name: --vnet-name: --nsg-name: --workspace-name: --offset: --max-events: \
         --start-time: --end-time: --registry: -r: --repository: --top: --orderby: --tag: --resource-type: --resource: --namespace: \
         --metric: --metrics: --interval: --filter: --display-name: --id: --upn-or-object-id: --group: --zone-name: -z: \
         --lb-name: --role: --publisher: --offer: --sku: --namespace-name: --account-name: --include-inherited"
    ),
    operands: "",
    rows: ROWS,
    leaves: LEAVES,
    stops: STOPS,
    judge,
    known: KNOWN,
};

fn read_az(reading: &mut Reading<'_>, call: &Invocation) {
    let file = call.args.iter().find(|arg| {
        let text = arg.value.prefix();
        text.starts_with('@') || text.split_once('=').is_some_and(|(_, value)| value.starts_with('@'))
    });
    match file.cloned() {
        Some(file) => super::elsewhere(reading, call, &file),
        None => AZ.read(reading, call),
    }
}

fn judge(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) -> bool {
    literal(reading, call, parsed) && without_addresses(reading, call, parsed)
}
