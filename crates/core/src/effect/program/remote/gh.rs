//! GitHub's client: reads of the host that is configured, without a browser.

use super::super::git;
use super::super::inline::jq;
use super::super::spec::{Parsed, Program, Style, Unread, custom, group, parse};
use super::gh_commands::SUBS;
use super::{Client, asks, asks_for_help, browses, follows, help, leads_away, operands, reveals, value_text};
use crate::effect::Effect;
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::Arg;
use alloc::format;

/// The family.
pub const PROGRAMS: &[Program] = &[custom("gh", read_gh)];

const GH: Client = Client {
    program: group("gh", "", SUBS).ends_alone(),
    judge,
    known: &[
        follows("", "--watch"),
        // Where `-w` is something else, it is in the table.
        browses("-w --web"),
        reveals("--show-token"),
        leads_away("--hostname"),
    ],
};

fn read_gh(reading: &mut Reading<'_>, call: &Invocation) {
    // It asks git for the remotes of the directory it is in.
    if asks_for_help(&call.args) || git::may_start_here(reading, call) {
        GH.read(reading, call);
    }
}

/// The repository, the expressions and the operands of a call.
pub(super) fn judge(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) -> bool {
    for flag in &parsed.flags {
        let Some(value) = &flag.value else { continue };
        match flag.name {
            "-R" | "--repo" if !value_text(value).is_some_and(is_repository) => {
                return other_host(reading, call, value);
            }
            "-q" | "--jq" if !jq::judge_expression(reading, call, value) => return false,
            _ => {}
        }
    }
    for operand in operands(parsed) {
        match operand.text() {
            Some(text) if stays_on_host(&call.name, text) => {}
            Some(_) => return other_host(reading, call, operand),
            None => {
                reading.unread(&call.name, Unread::value(operand));
                return false;
            }
        }
    }
    true
}

/// An operand is a number, a branch, or a name, or an address on github.com.
fn stays_on_host(command: &str, text: &str) -> bool {
    if text.starts_with("https://github.com/") || text.starts_with("https://gist.github.com/") {
        return true;
    }
    let names_host = command == "gh repo view" && text.matches('/').count() > 1;
    !names_host && !text.contains("://") && !text.contains('@')
}

/// `OWNER/REPO`, alone or on github.com. A third part would be a host.
fn is_repository(text: &str) -> bool {
    let name = text.strip_prefix("https://github.com/").unwrap_or(text);
    let mut parts = name.split('/');
    let named = parts.by_ref().take(2).filter(|part| super::is_plain_name(part)).count();
    named == 2 && parts.next().is_none()
}

fn other_host(reading: &mut Reading<'_>, call: &Invocation, arg: &Arg) -> bool {
    let shown = arg.value.prefix();
    let message = format!("`{}` would ask a host that `{shown}` names", call.name);
    reading.add(Effect::Opaque, "network", message, arg.span);
    false
}

/// Without `-n` a browser opens.
pub(super) fn read_browse(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str = "-n --no-browser -b: --branch: -c? --commit? --blame -a --actions -p --projects -r --releases -s \
         --settings -w --wiki -R: --repo:";
    if asks_for_help(&call.args) {
        return help(reading, call);
    }
    let parsed = match parse(Style::Gnu, FLAGS, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    if !parsed.has(&["-n", "--no-browser"]) {
        let message = format!("`{}` opens a browser", call.name);
        let instead = Some("`gh browse -n` prints the address");
        return reading.hazard_opaque("interactive", &message, instead, call.span);
    }
    if judge(reading, call, &parsed) {
        asks("browse", FLAGS, ":").read(reading, call);
    }
}
