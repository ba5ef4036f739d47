//! `gh api`: requests that only get. Fields turn a request into a POST unless `-X GET` stands there.

use super::super::spec::{Parsed, Style, parse};
use super::{Known, asks, asks_for_help, help, leads_away, literal, refuse, value_text};
use crate::effect::Hazard;
use crate::effect::reading::{Invocation, Reading};
use alloc::format;

/// Left out: `--input` sends a file, `--hostname` asks another host, `--verbose` shows the request.
const FLAGS: &str = "--cache: -i --include -q: --jq: -X: --method: --paginate -p: --preview: --silent --slurp -t: --template: \
     -f: --raw-field: -F: --field: -H: --header:";

const KNOWN: &[Known] = &[leads_away("--hostname")];

/// Headers that say no more than in which form the answer is wanted.
const HEADERS: &[&str] = &["accept", "x-github-api-version"];

/// Reads one call of it.
pub fn read(reading: &mut Reading<'_>, call: &Invocation) {
    if asks_for_help(&call.args) {
        return help(reading, call);
    }
    let parsed = match parse(Style::Gnu, FLAGS, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return refuse(reading, call, KNOWN, unread),
    };
    if !literal(reading, call, &parsed) || !super::gh::judge(reading, call, &parsed) {
        return;
    }
    match objection(&parsed) {
        Some((hazard, rule, why)) => {
            let instead = "`gh api -X GET ENDPOINT` only reads";
            reading.hazard(hazard, rule, format!("`{}` {why}", call.name), Some(instead), call.span);
        }
        None => asks("api", FLAGS, ":").read(reading, call),
    }
}

type Objection = (Hazard, &'static str, &'static str);

const SENDS: Objection = (Hazard::Publish, "publish", "writes to a service that others use");
const FILE: Objection = (Hazard::Publish, "publish", "sends the content of a file");
const HEADER: Objection =
    (Hazard::Publish, "publish", "sends a header that may change what the request does");
const SECRET: Objection = (Hazard::Secret, "secrets", "asks for a token");

/// Why the request does not pass.
fn objection(parsed: &Parsed<'_>) -> Option<Objection> {
    // skipped: one that is not known was stopped before.
    let endpoint = parsed.operands.first().and_then(|arg| arg.text()).unwrap_or("");
    let path = endpoint.split('?').next().unwrap_or(endpoint);
    let fields = || values_of(parsed, &["-f", "--raw-field", "-F", "--field"]);
    let gets = values_of(parsed, &["-X", "--method"]).all(|method| method == "GET");
    let posts = fields().next().is_some() && !parsed.has(&["-X", "--method"]);
    if values_of(parsed, &["-F", "--field"]).any(names_file) {
        Some(FILE)
    } else if !values_of(parsed, &["-H", "--header"]).all(is_harmless_header) {
        Some(HEADER)
    } else if path.split('/').any(is_token) {
        Some(SECRET)
    } else {
        (is_disguised(path) || !gets || posts).then_some(SENDS)
    }
}

/// `key=@file`; without a `=` it is not known what it would be.
fn names_file(field: &str) -> bool {
    field.split_once('=').is_none_or(|(_, value)| value.starts_with('@'))
}

fn is_token(segment: &str) -> bool {
    let segment = segment.to_ascii_lowercase();
    ["token", "access_tokens", "copilot_internal"].contains(&segment.as_str()) || segment.ends_with("-token")
}

/// The address that takes any operation as a text, or another spelling of an address that is judged by its name.
fn is_disguised(path: &str) -> bool {
    let path = path.strip_prefix('/').unwrap_or(path);
    path.eq_ignore_ascii_case("graphql")
        || path.contains('%')
        || path.split('/').any(|s| ["", ".", ".."].contains(&s))
}

fn values_of<'p>(parsed: &'p Parsed<'_>, names: &'p [&str]) -> impl Iterator<Item = &'p str> {
    let given = parsed.flags.iter().filter(|flag| names.contains(&flag.name));
    given.map(|flag| flag.value.as_ref().and_then(value_text).unwrap_or(""))
}

fn is_harmless_header(header: &str) -> bool {
    header.split_once(':').is_some_and(|(name, value)| {
        let plain = |b: u8| b.is_ascii_alphanumeric() || b" ./+-;=,*".contains(&b);
        HEADERS.contains(&name.to_ascii_lowercase().as_str()) && value.bytes().all(plain)
    })
}
