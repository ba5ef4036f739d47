//! Google's older clients: gsutil and bq.

use super::super::spec::{Parsed, Program, Style, custom, group, parse, safe};
use super::{
    Client, asks, asks_for_help, help, leads_away, literal, reaches_in, settles, shows_secrets, writes,
};
use crate::effect::Hazard;
use crate::effect::reading::{Invocation, Reading};
use alloc::format;

/// The family.
pub const PROGRAMS: &[Program] = &[
    custom("gsutil", |reading, call| GSUTIL.read(reading, call)),
    custom("bq", |reading, call| BQ.read(reading, call)),
];

const GSUTIL: Client = Client {
    // Left out: `-o` sets options of the configuration, the host among them; `-h` sends headers; `-i` is another identity.
    program: group(
        "gsutil",
        "-m -q",
        &[
            asks("ls", "-l -L -d -b -a -r -R -h -e -p:", ":*"),
            asks("stat", "", ":*"),
            asks("du", "-0 -a -c -e: -h -s", ":*"),
            safe("version", "-l", ""),
            writes("cp mv rm rsync mb rb cat compose rewrite setmeta acl defacl iam cors lifecycle versioning \
                 web logging notification label retention hold kms ubla pap rpo defstorageclass requesterpays \
                 bucketpolicyonly autoclass")
                .instead("`gsutil ls` lists what is there"),
            shows_secrets("signurl hmac"),
            settles("config update"),
            reaches_in("perfdiag test"),
        ],
    ),
    judge: on_google,
    known: &[leads_away("-o -h -i -u")],
};

/// Objects of buckets only.
fn on_google(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) -> bool {
    if !literal(reading, call, parsed) {
        return false;
    }
    let strange = |text: &str| text.contains("://") && !text.starts_with("gs://");
    let found = super::operands(parsed).find(|arg| arg.text().is_some_and(strange)).cloned();
    if let Some(arg) = &found {
        super::elsewhere(reading, call, arg);
    }
    found.is_none()
}

macro_rules! bq {
    ($flags:literal) => {
        concat!("--project_id: --location: --format: --headless --quiet -q ", $flags)
    };
}

const BQ: Client = Client {
    // Left out: `--api` is another host, `--flagfile` and `--bigqueryrc` are files with flags, `--apilog` writes.
    program: group(
        "bq",
        bq!(""),
        &[
            asks(
                "ls",
                bq!("-a --all -d --datasets -j --jobs -m --models -n: --max_results: -p --projects \
                 --filter: --routines"),
                ":",
            )
            .style(Style::Single),
            asks(
                "show",
                bq!("--schema -d --dataset -j --job --view -m --model --routine --materialized_view"),
                ":",
            )
            .style(Style::Single),
            custom("query", read_query),
            writes(
                "mk rm cp insert load extract update cancel partition add-iam-policy-binding \
                 remove-iam-policy-binding set-iam-policy truncate undelete",
            )
            .instead("`bq ls` lists what is there"),
            reaches_in("shell"),
            settles("init"),
            safe("version", "", ""),
        ],
    ),
    judge: literal,
    known: &[leads_away(
        "--api -api --flagfile -flagfile --bigqueryrc -bigqueryrc \
         --service_account_credential_file",
    )],
};

/// A query may write: only one that is not run passes.
fn read_query(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str = bq!(
        "--dry_run --dry_run=true --use_legacy_sql=false --nouse_legacy_sql -n: --max_rows: --maximum_bytes_billed:"
    );
    if asks_for_help(&call.args) {
        return help(reading, call);
    }
    let parsed = match parse(Style::Single, FLAGS, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return BQ.refuse(reading, call, unread),
    };
    if !parsed.has(&["--dry_run", "--dry_run=true"]) {
        let message = format!("`{}` runs a query, which may write and costs", call.name);
        let instead = Some("`bq query --dry_run 'SELECT 1'` checks it only");
        return reading.hazard(Hazard::Machine, "database", message, instead, call.span);
    }
    if literal(reading, call, &parsed) {
        asks("query", FLAGS, ":").style(Style::Single).read(reading, call);
    }
}
