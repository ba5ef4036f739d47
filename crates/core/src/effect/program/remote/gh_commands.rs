//! Subcommands of GitHub's client: which only read, with the flags that keep them so.

use super::super::spec::{Program, custom, group, safe, stop};
use super::{asks, brings, installs, lasting, reaches_in, settles, shows_secrets, writes};
use crate::effect::Hazard;

macro_rules! json {
    () => {
        "--json: -q: --jq: -t: --template: "
    };
}
/// With the repository, which every command of a repository takes.
macro_rules! repo {
    ($flags:literal) => {
        concat!("-R: --repo: --json: -q: --jq: -t: --template: ", $flags)
    };
}
const PR: &[Program] = &[
    asks(
        "list ls",
        repo!(
            "--app: -a: --assignee: -A: --author: -B: --base: -d --draft -H: --head: -l: --label: -L: --limit: \
                 -S: --search: -s: --state:"
        ),
        "",
    ),
    asks("view", repo!("-c --comments"), ":"),
    asks("diff", "-R: --repo: --color: -e: --exclude: --name-only --patch", ":"),
    asks("checks", repo!("--fail-fast --required --watch=false"), ":"),
    asks("status", repo!("-c --conflict-status"), ""),
    writes("create new close comment edit lock merge ready reopen review revert unlock update-branch")
        .instead("`gh pr view` shows the pull request"),
    brings("checkout co").instead("`gh pr diff` shows the changes"),
];

const ISSUE: &[Program] = &[
    asks(
        "list ls",
        repo!(
            "--app: -a: --assignee: -A: --author: -l: --label: -L: --limit: --mention: -m: --milestone: -S: \
                 --search: -s: --state: --type:"
        ),
        "",
    ),
    asks("view", repo!("-c --comments"), ":"),
    asks("status", repo!(""), ""),
    writes("create new close comment delete develop edit lock pin reopen transfer unlock unpin")
        .instead("`gh issue list` shows what is there"),
];

const RUN: &[Program] = &[
    asks(
        "list ls",
        repo!(
            "-a --all -b: --branch: -c: --commit: --created: -e: --event: -L: --limit: -s: --status: -u: \
                 --user: -w: --workflow:"
        ),
        "",
    ),
    asks("view", repo!("-a: --attempt: --exit-status -j: --job: --log --log-failed -v --verbose"), ":"),
    lasting("watch").instead("`gh run view` shows how it stands"),
    writes("rerun cancel delete").instead("`gh run view` shows the run"),
    brings("download").instead("`gh run view --log` shows the log"),
];

const WORKFLOW: &[Program] = &[
    asks("list ls", repo!("-a --all -L: --limit:"), ""),
    asks("view", repo!("-r: --ref: -y --yaml"), ":"),
    writes("run enable disable").instead("`gh workflow list` shows them"),
];

const RELEASE: &[Program] = &[
    asks("list ls", repo!("--exclude-drafts --exclude-pre-releases -L: --limit: -O: --order:"), ""),
    asks("view", repo!(""), ":"),
    writes("create new delete delete-asset edit upload").instead("`gh release list` shows them"),
    brings("download").instead("`gh release view` lists the files"),
];

const REPO: &[Program] = &[
    asks(
        "list ls",
        concat!(
            json!(),
            "--archived --no-archived --fork --source -l: --language: -L: --limit: --topic: --visibility:"
        ),
        ":",
    ),
    asks("view", concat!(json!(), "-b: --branch:"), ":"),
    group("autolink", "-R: --repo:", &[asks("list ls view", repo!(""), ":"), writes("create new delete")]),
    group("deploy-key", "-R: --repo:", &[asks("list ls", repo!(""), ""), writes("add delete")]),
    group("gitignore license", "", &[asks("list ls view", "", ":")]),
    writes("create new archive unarchive delete edit fork rename sync").instead("`gh repo view` shows it"),
    settles("set-default"),
    brings("clone"),
];

const PROJECT: &[Program] = &[
    asks("list ls", concat!(json!(), "--owner: --format: -L: --limit: --closed"), ""),
    asks("view field-list item-list", concat!(json!(), "--owner: --format: -L: --limit: --query:"), ":"),
    writes(
        "close copy create delete edit field-create field-delete item-add item-archive item-create item-delete \
             item-edit link mark-template unlink",
    ),
];

const AUTH: &[Program] = &[
    asks("status", "-a --active", ""),
    shows_secrets("token git-credential"),
    settles("login logout refresh setup-git switch").instead("`gh auth status` shows who is signed in"),
];

/// By name.
pub const SUBS: &[Program] = &[
    group("pr", "-R: --repo:", PR),
    group("issue", "-R: --repo:", ISSUE),
    group("run", "-R: --repo:", RUN),
    group("workflow", "-R: --repo:", WORKFLOW),
    group("release", "-R: --repo:", RELEASE),
    group("repo", "", REPO),
    // Free text, to be looked for everywhere: more than a question about this repository.
    stop("search", Hazard::Network, "network", "sends words to a search of everything that is public")
        .instead("`gh issue list --search WORDS` searches this repository"),
    group("project", "", PROJECT),
    group("auth", "", AUTH),
    group(
        "label",
        "-R: --repo:",
        &[
            asks("list ls", repo!("-L: --limit: --order: -S: --search: --sort:"), ""),
            writes("create new clone delete edit"),
        ],
    ),
    group(
        "gist",
        "",
        &[
            asks("list ls", "--filter: --include-content -L: --limit: --public --secret", ""),
            asks("view", "-f: --filename: --files -r --raw", ":"),
            writes("create new delete edit rename"),
            brings("clone"),
        ],
    ),
    group(
        "cache",
        "-R: --repo:",
        &[
            asks("list ls", repo!("-k: --key: -L: --limit: -O: --order: -r: --ref: -S: --sort:"), ""),
            writes("delete"),
        ],
    ),
    group(
        "ruleset rs",
        "-R: --repo:",
        &[
            asks("list ls view", "-R: --repo: -o: --org: -p --parents -L: --limit:", ":"),
            asks("check", "-R: --repo: --default", ":"),
        ],
    ),
    // Of secrets the service tells names and dates only; variables are no secrets.
    group(
        "secret",
        "-R: --repo:",
        &[
            asks("list ls", repo!("-a: --app: -e: --env: -o: --org: -u --user"), ""),
            writes("set delete remove").instead("`gh secret list` shows the names"),
        ],
    ),
    group(
        "variable",
        "-R: --repo:",
        &[
            asks("list ls", repo!("-e: --env: -o: --org:"), ""),
            asks("get", repo!("-e: --env: -o: --org:"), ":"),
            writes("set delete remove").instead("`gh variable list` shows them"),
        ],
    ),
    group("org", "", &[asks("list ls", "-L: --limit:", "")]),
    group("ssh-key gpg-key", "", &[asks("list ls", "", ""), writes("add delete")]),
    group(
        "codespace cs",
        "",
        &[
            asks("list ls", concat!(json!(), "-L: --limit: -o: --org: -R: --repo: -u: --user:"), ""),
            reaches_in("code cp create delete edit jupyter logs ports rebuild ssh stop view"),
        ],
    ),
    asks("status", "-e: --exclude: -o: --org:", ""),
    custom("browse", super::gh::read_browse),
    custom("api", super::gh_api::read),
    group("alias", "", &[safe("list ls", "", ""), settles("set import delete")]),
    group("config", "", &[safe("list ls", "", ""), shows_secrets("get"), settles("set clear-cache")]),
    group(
        "extension extensions ext",
        "",
        &[safe("list ls", "", ""), installs("install upgrade remove create exec browse")],
    ),
    custom("copilot agent-task agent-tasks", super::super::own::read_agent),
    safe("completion", "-s: --shell:", ""),
    safe("version", "", ""),
    safe("help", "", ":*"),
];
