//! Hosting services: Vercel, Netlify, Fly and Heroku. Lists and states; a bare `vercel` deploys.

use super::super::spec::{Parsed, Program, Style, custom, group, parse, safe};
use super::{
    Client, asks, asks_for_help, brings, follows, lasting, leads_away, literal, reaches_in, reveals, settles,
    shows_secrets, writes,
};
use crate::effect::Hazard;
use crate::effect::reading::{Invocation, Reading};
use alloc::format;

/// The family.
pub const PROGRAMS: &[Program] = &[
    custom("vercel vc now", read_vercel),
    custom("netlify ntl", |reading, call| NETLIFY.read(reading, call)),
    custom("fly flyctl", |reading, call| FLY.read(reading, call)),
    custom("heroku", |reading, call| HEROKU.read(reading, call)),
];

macro_rules! vercel {
    ($flags:literal) => {
        concat!("-S: --scope: -T: --team: --no-color -F: --format: --json -N: --next: ", $flags)
    };
}
const NAMED: &[Program] =
    &[asks("ls list", vercel!("--limit:"), ":*"), asks("inspect", vercel!(""), ":"), writes(VERCEL_WRITES)];
const VERCEL_WRITES: &str =
    "add remove rm set buy move transfer-in invite switch issue import create verify update";

const VERCEL: Client = Client {
    program: group(
        "vercel",
        "-S: --scope: -T: --team: --no-color",
        &[
            asks("ls list", vercel!("-m: --meta: --environment: --prod --status: -p: --policy:"), ":*"),
            asks("inspect", vercel!(""), ":"),
            asks("whoami", vercel!(""), ""),
            group("domains domain dns certs cert project projects teams team", "", NAMED),
            // The list has names; `pull` writes the values.
            group(
                "env",
                "",
                &[
                    asks("ls list", vercel!(""), ":*"),
                    writes("add rm remove update"),
                    shows_secrets("pull run"),
                ],
            ),
            lasting("logs log dev develop").instead("`vercel ls` lists deployments"),
            writes(
                "deploy alias promote redeploy rollback remove rm link unlink git init target \
                 rolling-release bisect blob curl integration integration-resource install microfrontends \
                 cache",
            )
            .instead("`vercel ls` lists deployments"),
            brings("pull build"),
            settles("login logout switch telemetry"),
            safe("help", "", ":*"),
        ],
    ),
    judge: literal,
    known: &[
        leads_away("-t --token --api -A --local-config -Q --global-config --cwd"),
        follows("", "--wait -f --follow"),
    ],
};

fn read_vercel(reading: &mut Reading<'_>, call: &Invocation) {
    let bare =
        parse(Style::Posix, VERCEL.program.flags, &call.args).is_ok_and(|parsed| parsed.operands.is_empty());
    if bare && !asks_for_help(&call.args) {
        let message = format!("`{}` without a subcommand deploys", call.name);
        let instead = Some("`vercel ls` lists deployments");
        return reading.hazard(Hazard::Publish, "publish", message, instead, call.span);
    }
    VERCEL.read(reading, call);
}

const NETLIFY: Client = Client {
    program: group(
        "netlify",
        "",
        &[
            asks("status", "--json --verbose", ""),
            asks("sites:list", "--json", ""),
            lasting("watch dev logs logs:function logs:deploy logs:functions serve")
                .instead("`netlify status` shows how it stands"),
            shows_secrets("env env:list env:get env:import env:set env:unset env:clone"),
            writes(
                "api deploy build sites:create sites:delete functions:invoke link unlink init clone recipes \
                 integration blobs blobs:set blobs:delete blobs:get blobs:list addons:create addons:delete",
            )
            .instead("`netlify status` shows how it stands"),
            settles("login logout switch"),
            reaches_in("open open:site open:admin"),
            safe("help", "", ":*"),
        ],
    ),
    judge: literal,
    known: &[leads_away("--auth --http-proxy --http-proxy-certificate-filename")],
};

macro_rules! fly {
    ($flags:literal) => {
        concat!("-a: --app: -j --json -o: --org: ", $flags)
    };
}
const FLY_LISTS: &[Program] = &[
    asks("list ls show status", fly!("--all -q --quiet"), ":*"),
    writes(
        "create destroy delete add remove set unset import deploy allocate allocate-v4 allocate-v6 release restart start stop \
         suspend resume update clone kill run extend fork snapshots count vm memory move check setup",
    ),
    reaches_in("exec attach detach connect proxy"),
];

const FLY: Client = Client {
    program: group(
        "fly",
        "",
        &[
            asks("status", fly!("--all"), ""),
            asks("releases", fly!("--image"), ""),
            custom("logs", read_fly_logs),
            group(
                "apps app machine machines m volumes volume vol ips ip certs certificates secrets orgs regions postgres pg \
                 services checks scale image",
                "",
                FLY_LISTS,
            ),
            group("platform", "", &[asks("regions vm-sizes status", "-j --json", "")]),
            group(
                "auth",
                "",
                &[
                    asks("whoami", "-j --json", ""),
                    shows_secrets("token docker"),
                    settles(
                        "login \
                 logout signup",
                    ),
                ],
            ),
            shows_secrets("tokens token config"),
            safe("version", "-j --json", ""),
            reaches_in("ssh console sftp mcp"),
            lasting("proxy dashboard"),
            writes(
                "deploy launch create destroy restart suspend resume wireguard extensions ext redis consul \
                 open move dns-records domains",
            )
            .instead("`fly status` shows how it stands"),
            safe("help", "", ":*"),
        ],
    ),
    judge: literal,
    known: &[follows("", "--watch"), leads_away("-t --access-token")],
};

/// It follows unless it is told not to.
fn read_fly_logs(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str = "-a: --app: -j --json -n --no-tail -r: --region: --machine: -i: --instance:";
    let parsed: Result<Parsed<'_>, _> = parse(Style::Gnu, FLAGS, &call.args);
    match parsed {
        Err(unread) => FLY.refuse(reading, call, unread),
        Ok(parsed) if !parsed.has(&["-n", "--no-tail"]) => {
            let message = format!("`{}` follows logs until somebody stops it", call.name);
            let instead = Some("`fly logs --no-tail` shows what is there");
            reading.hazard(Hazard::Lasting, "lasting", message, instead, call.span);
        }
        Ok(parsed) => {
            if literal(reading, call, &parsed) {
                asks("logs", FLAGS, "").read(reading, call);
            }
        }
    }
}

macro_rules! heroku {
    ($flags:literal) => {
        concat!("-a: --app: -r: --remote: --json ", $flags)
    };
}

const HEROKU: Client = Client {
    program: group(
        "heroku",
        "",
        &[
            asks("apps apps:list list", heroku!("-A --all -p --personal -s: --space: -t: --team:"), ""),
            asks("apps:info info", heroku!("-s --shell -j"), ":"),
            asks(
                "releases addons domains buildpacks labs features stack pipelines regions status maintenance certs",
                heroku!("-n: --num: -x --extended --all -A"),
                "",
            ),
            // A word behind `ps` may be its subcommand: `heroku ps restart`.
            asks("ps", heroku!("-x --extended"), ""),
            asks("pipelines:info pg:info certs:info", heroku!("-x --extended"), ":"),
            asks("logs", heroku!("-n: --num: -d: --dyno: -p: --ps: -s: --source: --process-type: \
                 --force-colors --no-color"), ""),
            asks("auth:whoami whoami", "", ""),
            shows_secrets("config config:get config:edit releases:info auth:token pg:credentials:url authorizations \
                 authorizations:info clients"),
            settles("login logout auth:login auth:logout git:remote plugins plugins:install update"),
            reaches_in("run run:detached run:inside ps:exec ps:copy ps:forward ps:socks pg:psql redis:cli"),
            writes("create destroy apps:create apps:destroy apps:rename apps:transfer config:set config:unset \
                 addons:create addons:destroy addons:attach addons:detach ps:restart restart dyno:restart \
                 dyno:kill ps:kill ps:stop ps:scale scale ps:resize releases:rollback rollback maintenance:on \
                 maintenance:off domains:add domains:remove container:push container:release pg:reset \
                 pg:backups:restore pg:push pg:pull pg:copy pg:promote access:add pipelines:promote fork")
                .instead("`heroku apps:info` tells about the app"),
            safe("version", "", ""),
            safe("help", "", ":*"),
        ],
    ),
    judge: literal,
    known: &[follows("logs", "-t --tail"), reveals("--show-token")],
};
