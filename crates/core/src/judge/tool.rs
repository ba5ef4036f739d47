//! Tools other than shells: most say by their name what they do.

use super::{claimed, lift, web};
use crate::call::{Change, Session, Tool, ToolCall};
use crate::effect::place::{is_of_windows, join};
use crate::effect::{Act, Effect, Effects, Finding, Place};
use crate::policy::Policy;
use crate::verdict::{Decision, Reason, Span};
use crate::world::{Stands, World};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Permission modes of sub-agents that do not loosen anything.
const HARMLESS_MODES: &[&str] = &["default", "plan", "manual"];

/// What a tool that works on files does; `None` for the others.
pub fn effects(call: &ToolCall, world: &dyn World) -> Option<Effects> {
    let findings = match &call.tool {
        Tool::Look { paths, deep } if paths.is_empty() => vec![look(call, ".", *deep)],
        Tool::Look { paths, deep } => paths.iter().map(|path| look(call, path, *deep)).collect(),
        Tool::Change(changes) => changes.iter().flat_map(|one| change(call, one, world)).collect(),
        Tool::Shell(_)
        | Tool::Fetch { .. }
        | Tool::Search
        | Tool::Mcp { .. }
        | Tool::Talk
        | Tool::SubAgent { .. }
        | Tool::Schedule
        | Tool::Foreign { .. }
        | Tool::Unknown
        | Tool::Malformed { .. } => return None,
    };
    let act = Act {
        program: String::new(),
        args: vec![],
        findings,
        span: Span::default(),
        followed: false,
        fed: false,
        elsewhere: false,
        dirs: Vec::new(),
    };
    Some(Effects { acts: vec![act], followed: Vec::new() })
}

fn look(call: &ToolCall, path: &str, deep: bool) -> Finding {
    if is_of_windows(path) {
        // Some hosts find the drive below `/mnt`, others a file of that odd name here.
        return finding(
            Effect::Opaque,
            "unresolved_path",
            format!("it cannot be known where `{path}` leads"),
        );
    }
    // To a tool these are the open files of the host itself.
    if path.starts_with("/dev/fd") || path.starts_with("/proc/self/fd") {
        let message = format!("`{path}` is whatever the host has open");
        return finding(Effect::Opaque, "unresolved_path", message);
    }
    finding(Effect::Read { place: place(call, path), deep }, "read_only_tool", format!("reads `{path}`"))
}

fn change(call: &ToolCall, change: &Change, world: &dyn World) -> Vec<Finding> {
    let place = place(call, &change.path);
    let mut findings = Vec::new();
    if change.sought && is_missing(call, change, world) {
        findings.push(finding(
            Effect::Opaque,
            "unresolved_path",
            format!("nothing stands at `{}`, and the host may find another file of that name", change.path),
        ));
    }
    findings.push(match change.removes {
        true => {
            finding(Effect::Delete { place, deep: false }, "delete", format!("removes `{}`", change.path))
        }
        false => {
            finding(Effect::Write { place, deep: false }, "write_scope", format!("writes `{}`", change.path))
        }
    });
    findings
}

/// Nothing stands at a path, nor at the one that it is with a mark before it.
fn is_missing(call: &ToolCall, change: &Change, world: &dyn World) -> bool {
    let stands = |path: &str| {
        let found = world.resolve(&join(&call.cwd, path));
        found.is_some_and(|found| found.stands != Stands::Nothing)
    };
    let unmarked = change.path.strip_prefix('@').map(|behind| behind.trim_start_matches('/'));
    !stands(&change.path) && !unmarked.is_some_and(stands)
}

fn place(call: &ToolCall, path: &str) -> Place {
    Place { shown: path.into(), path: join(&call.cwd, path) }
}

fn finding(effect: Effect, rule: &'static str, message: String) -> Finding {
    Finding { effect, rule: rule.into(), message, instead: None, span: Span::default() }
}

/// The reason that a tool comes to which works on nothing that a place could be named for.
pub fn reason(call: &ToolCall, session: &Session, policy: &Policy, world: &dyn World) -> Reason {
    let name = &call.name;
    let mut reason = match &call.tool {
        Tool::Fetch { url } => web::fetch(url, policy),
        Tool::Mcp { server, source, tool } => {
            let claimed = || claimed::may_be(server, &call.cwd, session, world);
            mcp(server, source.as_deref(), tool, policy, &claimed)
        }
        Tool::Search => search(policy),
        Tool::Talk => allow("talk_tool", format!("`{name}` only talks")),
        Tool::SubAgent { mode } => sub_agent(mode.as_deref()),
        Tool::Schedule => ask("schedule_tool", format!("`{name}` leads to work that this gate may not see")),
        Tool::Foreign { what } => ask("foreign_code", format!("nothing here reads {what}")),
        // A host that checks its calls never sends this, so there is nothing that a human could judge.
        Tool::Malformed { why } => Reason {
            decision: Decision::Deny,
            ..ask("malformed_input", format!("the input of `{name}` {why}"))
        },
        Tool::Unknown | Tool::Look { .. } | Tool::Change(_) | Tool::Shell(_) => {
            ask("unknown_tool", format!("`{name}` is no tool that mastiff knows"))
        }
    };
    // Sites and servers have lists of their own; a key for their rule may only tighten what those say.
    let listed = matches!(call.tool, Tool::Fetch { .. } | Tool::Mcp { .. });
    let read = !listed && !matches!(call.tool, Tool::Malformed { .. } | Tool::Foreign { .. } | Tool::Unknown);
    lift::decided(&mut reason, read, policy);
    reason
}

/// A search reads, like `Read` and `Grep`. A policy that names `web_search` decides about searches alone.
fn search(policy: &Policy) -> Reason {
    let apart = policy.about_rule("web_search").is_some();
    allow(if apart { "web_search" } else { "read_only_tool" }, "a web search only reads".into())
}

fn mcp(
    server: &str,
    source: Option<&str>,
    tool: &str,
    policy: &Policy,
    claimed: &dyn Fn() -> bool,
) -> Reason {
    match policy.about_mcp(server, source, tool, claimed) {
        Some(hit) => {
            let message = format!("the policy names `{tool}` of the server `{server}`");
            let mut reason = Reason::new(hit.decision, hit.rule, message);
            reason.origin = hit.origin;
            reason
        }
        None => ask("mcp_tool", format!("no policy names `{tool}` of the MCP server `{server}`")),
    }
}

fn sub_agent(mode: Option<&str>) -> Reason {
    match mode {
        Some(mode) if !HARMLESS_MODES.contains(&mode) => {
            ask("agent_mode", format!("the sub-agent would get the permission mode `{mode}`"))
        }
        Some(_) | None => allow("sub_agent", "a sub-agent's own calls come through this gate too".into()),
    }
}

fn allow(rule: &'static str, message: String) -> Reason {
    Reason::new(Decision::Allow, rule, message)
}

fn ask(rule: &'static str, message: String) -> Reason {
    Reason::new(Decision::Ask, rule, message)
}
