//! `docker inspect`: everything about a container, an image or a volume, its environment and passwords too, so a template must pick what is harmless.

use super::super::super::Hazard;
use super::super::super::reading::{Invocation, Reading};
use super::super::super::value::Arg;
use super::super::spec::{Style, Unread, only_asks_for_help, parse};
use super::{asks, known, passes};
use crate::words::listed;
use alloc::format;
use alloc::vec::Vec;

const FLAGS: &str = "-f: --format: -s --size --type: -v --verbose --platform:";

/// Kinds of objects that have no environment.
const WITHOUT_ENVIRONMENT: &[&str] = &["network"];

/// Passes with a template that names harmless fields only, or for a kind of object that holds no environment.
pub(super) fn read_inspect(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) {
        return asks("inspect", FLAGS, ":*").read(reading, call);
    }
    let parsed = match parse(Style::Gnu, FLAGS, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    let kinds = || parsed.values(&["--type"]);
    let is_bare = |kind: &Arg| kind.text().is_some_and(|kind| WITHOUT_ENVIRONMENT.contains(&kind));
    if kinds().next().is_some() && kinds().all(is_bare) {
        return passes(reading, call);
    }
    if let Some(again) = parsed.values(&["-f", "--format"]).nth(1) {
        return reading.unread(&call.name, Unread::value(again));
    }
    let template = match parsed.value(&["-f", "--format"]) {
        Some(template) => known(reading, call, template),
        None => Some("json"),
    };
    match template {
        Some(template) if only_harmless_fields(template) => passes(reading, call),
        Some(_) => {
            let message = format!("`{}` may show the environment of a container or an image", call.name);
            let instead = "`docker inspect -f '{{.State.Status}}' NAME` shows one field";
            reading.hazard(Hazard::Secret, "print_environment", message, Some(instead), call.span);
        }
        None => {}
    }
}

/// Fields of a container, and fields of those, that hold no environment and no command line.
const FIELDS: &str = "State Status Running Paused Restarting OOMKilled Dead Pid ExitCode Error StartedAt FinishedAt Health FailingStreak \
     Log Output Start End Name Id ID Created Image RestartCount Platform Driver NetworkSettings Networks IPAddress Gateway MacAddress \
     Ports HostIp HostPort NetworkID EndpointID Aliases DNSNames IPPrefixLen Mounts Source Destination Type Mode RW Propagation \
     RestartPolicy NetworkMode Memory NanoCpus LogPath RepoTags RepoDigests Size Architecture Os VirtualSize SizeRw SizeRootFs \
     Mountpoint Scope";

/// Words of the template language that only pick, join and compare.
const WORDS: &str = "json range end if else with println print printf index len eq ne gt lt ge le and or not join split upper lower \
     title truncate slice";

fn only_harmless_fields(template: &str) -> bool {
    let mut rest = template;
    let mut holds = false;
    while let Some((_, behind)) = rest.split_once("{{") {
        let Some((action, tail)) = behind.split_once("}}") else { return false };
        if !is_harmless(action) {
            return false;
        }
        holds = true;
        rest = tail;
    }
    holds
}

/// One `{{…}}`: known words, variables, literals without escapes, and fields that are all listed. A bare `.` or `$` is
/// everything.
fn is_harmless(action: &str) -> bool {
    let unquoted: Vec<&str> = action.split('"').collect();
    let plain = unquoted.len() % 2 == 1 && !action.contains(['`', '\\', '\'']);
    plain
        && unquoted
            .iter()
            .step_by(2)
            .flat_map(|part| part.split(|c: char| c.is_whitespace() || "()|,:=-".contains(c)))
            .filter(|word| !word.is_empty())
            .all(is_harmless_word)
}

fn is_harmless_word(word: &str) -> bool {
    let (head, fields) = match word.split_once('.') {
        Some((head, fields)) => (head, Some(fields)),
        None => (word, None),
    };
    let head_is_fine = match head.strip_prefix('$') {
        Some(name) => !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric()),
        None if fields.is_some() => head.is_empty(),
        None => listed(WORDS, head) || head.chars().all(|c| c.is_ascii_digit()),
    };
    head_is_fine && fields.is_none_or(|fields| fields.split('.').all(|field| listed(FIELDS, field)))
}

#[cfg(test)]
mod tests {
    use super::only_harmless_fields;

    #[test]
    fn a_template_shows_what_it_names() {
        for template in [
            "{{.State.Status}}",
            "{{.State.Health.Status}} {{.Name}}",
            "{{json .State}}",
            "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}",
            "{{range $k, $v := .NetworkSettings.Networks}}{{$k}}={{$v.IPAddress}}{{end}}",
            "{{index .NetworkSettings.Ports \"80/tcp\"}}",
        ] {
            assert!(only_harmless_fields(template), "{template}");
        }
        for template in [
            "json",
            "",
            "text",
            "{{json .}}",
            "{{.}}",
            "{{$}}",
            "{{$.Config.Env}}",
            "{{.Config.Env}}",
            "{{.Config}}",
            "{{json .Config}}",
            "{{range .Config.Env}}{{.}}{{end}}",
            "{{.State.Status}}{{json .}}",
            "{{.Args}}",
            "{{.State",
            "{{with .}}{{json .State}}{{end}}",
            "{{index . \"Config\"}}",
            "{{(index . `Config`).Env}}",
            "{{template \"x\"}}",
        ] {
            assert!(!only_harmless_fields(template), "{template}");
        }
    }
}
