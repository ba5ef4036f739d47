//! GitLab's client. It sends its token to the host that the repository's remotes name.

use super::super::git;
use super::super::spec::{Parsed, Program, custom, group, safe};
use super::{
    Client, asks, asks_for_help, brings, browses, elsewhere, follows, is_plain_name, lasting, leads_away,
    literal, reaches_in, reveals, settles, shows_secrets, value_text, without_addresses, writes,
};
use crate::effect::reading::{Invocation, Reading};

/// The family.
pub const PROGRAMS: &[Program] = &[custom("glab", read_glab)];

macro_rules! repo {
    ($flags:literal) => {
        concat!("-R: --repo: -F: --output: -p: --page: -P: --per-page: ", $flags)
    };
}

const MR: &[Program] = &[
    asks(
        "list ls",
        repo!(
            "-A --all -a: --assignee: --author: -c --closed -d --draft -g: --group: -l: --label: -M --merged \
             -m: --milestone: --not-draft -o: --order: -r: --reviewer: --search: -S: --sort: -s: \
             --source-branch: -t: --target-branch:"
        ),
        "",
    ),
    asks("view show", repo!("-c --comments -s --system-logs"), ":"),
    asks("diff", "-R: --repo: --color: --raw", ":"),
    asks("issues approvers", repo!(""), ":"),
    writes(
        "approve close create new delete merge note comment rebase reopen revoke subscribe todo unsubscribe \
         update for",
    )
    .instead("`glab mr view` shows the merge request"),
    brings("checkout").instead("`glab mr diff` shows the changes"),
];

const ISSUE: &[Program] = &[
    asks(
        "list ls",
        repo!(
            "-A --all -a: --assignee: --author: -c --closed -C --confidential -e: --epic: -g: --group: --in: \
                 -t: --issue-type: -i: --iteration: -l: --label: -m: --milestone: --order: --search: --sort:"
        ),
        "",
    ),
    asks("view show", repo!("-c --comments -s --system-logs"), ":"),
    writes("board close create new delete note comment reopen subscribe unsubscribe update")
        .instead("`glab issue list` shows what is there"),
];

const CI: &[Program] = &[
    asks(
        "list ls",
        repo!(
            "-n: --name: -o: --orderBy: --ref: --scope: --sha: --sort: --source: -s: --status: -u: --username:"
        ),
        "",
    ),
    asks(
        "get",
        "-R: --repo: -b: --branch: -d --with-job-details -F: --output: --output-format: -p: --pipeline-id:",
        "",
    ),
    asks("status", "-R: --repo: -b: --branch: -c --compact -F: --output:", ""),
    lasting("view trace").instead("`glab ci status` shows how it stands"),
    writes("run create retry delete cancel trigger run-trig lint config")
        .instead("`glab ci status` shows how it stands"),
    brings("artifact"),
];

const SUBS: &[Program] = &[
    group("mr", "-R: --repo:", MR),
    group("issue", "-R: --repo:", ISSUE),
    group("ci pipe pipeline", "-R: --repo:", CI),
    group(
        "release",
        "-R: --repo:",
        &[
            asks("list ls", repo!(""), ""),
            asks("view", repo!(""), ":"),
            writes("create delete upload"),
            brings("download"),
        ],
    ),
    group(
        "repo project",
        "-R: --repo:",
        &[
            asks(
                "list ls",
                repo!(
                    "-a --all -g: --group: -m --mine --member -o: --order: -s: --sort: --starred -u: --user:"
                ),
                "",
            ),
            asks("view", "-b: --branch: -F: --output:", ":"),
            asks("contributors", repo!("-o: --order: -s: --sort:"), ""),
            writes("create new delete fork mirror transfer update"),
            brings("clone archive"),
        ],
    ),
    group("label", "-R: --repo:", &[asks("list ls", repo!(""), ""), writes("create new delete edit")]),
    group(
        "schedule sched",
        "-R: --repo:",
        &[asks("list ls", repo!(""), ""), writes("create delete run update")],
    ),
    // Unlike GitHub's, its list shows the values.
    group("variable var", "-R: --repo:", &[shows_secrets("list ls get export"), writes("set update delete")]),
    group(
        "auth",
        "",
        &[
            asks("status", "-a --all", ""),
            settles("login logout configure-docker"),
            shows_secrets("docker-helper"),
        ],
    ),
    group("config", "", &[shows_secrets("get"), settles("set edit")]),
    group("alias", "", &[safe("list ls", "", ""), settles("set delete")]),
    group("user", "", &[asks("events", "-a --all -p: --page: -P: --per-page: -F: --output:", "")]),
    shows_secrets("token"),
    writes("api").instead("`glab mr list` and its like read"),
    reaches_in("duo"),
    safe("completion", "-s: --shell:", ""),
    safe("version", "", ""),
    safe("help", "", ":*"),
];

const GLAB: Client = Client {
    program: group("glab", "", SUBS).ends_alone(),
    judge,
    known: &[
        follows("ci status", "-l --live"),
        browses("-w --web"),
        reveals("-t --show-token --with-variables"),
        leads_away("--hostname -h"),
    ],
};

fn read_glab(reading: &mut Reading<'_>, call: &Invocation) {
    if asks_for_help(&call.args) || git::may_follow_remotes(reading, call) {
        GLAB.read(reading, call);
    }
}

fn judge(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) -> bool {
    if !literal(reading, call, parsed) || !without_addresses(reading, call, parsed) {
        return false;
    }
    let repository = parsed.flags.iter().filter(|flag| ["-R", "--repo"].contains(&flag.name));
    let mut named = repository.filter_map(|flag| flag.value.as_ref());
    let of_project = call.name.ends_with("repo view") || call.name.ends_with("project view");
    let mut operands = parsed.operands.iter().copied().filter(|_| of_project);
    match named
        .find(|arg| !is_project(value_text(arg)))
        .or_else(|| operands.find(|arg| !is_project(arg.text())))
    {
        Some(arg) => {
            elsewhere(reading, call, arg);
            false
        }
        None => true,
    }
}

/// `GROUP/PROJECT`, with any depth of groups. A first part with a dot would be a host.
fn is_project(text: Option<&str>) -> bool {
    let Some(text) = text else { return false };
    let host = text.split('/').next().is_some_and(|first| first.contains('.') && text.contains('/'));
    !host && text.split('/').all(is_plain_name)
}
