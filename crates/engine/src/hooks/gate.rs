//! The gate as a built-in hook: the same judge, without a process start.

use crate::approval;
use crate::disk::Snapshot;
use crate::ledger::Ledger;
use crate::machine::{Machine, Opened};
use crate::session::Seen;
use mastiff_core::effect::Effects;
use mastiff_core::hook::{Call, Facts, Opinion};
use mastiff_core::policy::{OnFailure, Outcome};
use mastiff_core::protocol::{self, line};
use mastiff_core::{Json, ToolCall, Verdict, tool};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The name by which a policy knows a host that embeds the gate.
pub const HOST: &str = "engine";

/// The judge with the policy of one project, loaded once.
pub struct Gate {
    machine: Machine,
    opened: Opened,
    headless: bool,
}

/// What the gate says about one call.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Every reason.
    pub verdict: Verdict,
    /// What the policy makes of it.
    pub outcome: Outcome,
    /// The same as a hook's opinion.
    pub opinion: Opinion,
    /// The reason in one line.
    pub line: String,
    /// What the call would do, and the files that were read to know it.
    pub effects: Effects,
}

impl Gate {
    /// The gate for a project's directory, with this machine's policy files. `headless`: nobody can be asked.
    ///
    /// An error is for people, and a host that gets one must not run tools: a gate without its policy is another gate.
    pub fn open(project: &str, headless: bool) -> Result<Gate, String> {
        Gate::on(Machine::new(None), project, headless)
    }

    /// The same on a machine that the caller describes.
    pub fn on(machine: Machine, project: &str, headless: bool) -> Result<Gate, String> {
        let declared = [project.to_owned()];
        let opened = machine.open(&Seen { id: None, declared: &declared, cwd: project, headless })?;
        Ok(Gate { machine, opened, headless })
    }

    /// Puts files below the floor: the hooks' own configuration and scripts, which the agent must not change.
    pub fn protect(&mut self, paths: impl IntoIterator<Item = String>) {
        self.opened.session.own.extend(paths);
    }

    /// Judges a call. Whatever goes wrong is a deny.
    pub fn judge(&self, call: &Call, facts: &Facts) -> Judged {
        let judged = catch_unwind(AssertUnwindSafe(|| self.look(call, facts)));
        judged.unwrap_or_else(|_| {
            let verdict = Verdict::broken("mastiff itself failed; please report it");
            self.said(verdict, Effects::default(), facts)
        })
    }

    /// Where its verdicts are recorded, if anywhere.
    pub(super) fn ledger(&self) -> Option<Ledger> {
        self.machine.ledger(&self.opened)
    }

    /// The digest of the policy in force.
    pub(super) fn policy(&self) -> &str {
        &self.opened.digest
    }

    /// Nobody can be asked.
    pub(super) fn headless(&self) -> bool {
        self.headless
    }

    /// The digest of exactly this call, if it is one that stops and that a human may let through.
    pub(super) fn exact(&self, call: &ToolCall, judged: &Judged) -> Option<String> {
        let key =
            self.machine.dirs.ledger().filter(|_| self.opened.policy.yields_to_approval(&judged.verdict))?;
        approval::exact(&self.machine.dirs, &key.key().ok()?, call, &judged.verdict, &judged.effects)
    }

    /// A human let it through: the number of the record that they approved. Uses the approval up.
    pub(super) fn approved(&self, exact: &str) -> Option<u64> {
        approval::take(&self.machine.dirs, exact)
    }

    /// What it means when that fails.
    pub(super) fn on_ledger_failure(&self) -> OnFailure {
        self.opened.policy.on_ledger_failure()
    }

    /// The session's roots.
    pub(super) fn roots(&self) -> &[String] {
        &self.opened.session.roots
    }

    fn look(&self, call: &Call, facts: &Facts) -> Judged {
        let _one_look = Snapshot::begin();
        let judgement = self.machine.judge(&tool_call(call, facts), &self.opened);
        self.said(judgement.verdict, judgement.effects, facts)
    }

    fn said(&self, verdict: Verdict, effects: Effects, facts: &Facts) -> Judged {
        let mode = facts.permission_mode.as_deref();
        let outcome = self.opened.policy.outcome_of(&verdict, HOST, mode, self.headless);
        let opinion = match outcome {
            Outcome::Allow => Opinion::Allow,
            Outcome::Silent => Opinion::None,
            Outcome::Ask => Opinion::Ask,
            Outcome::Deny => Opinion::Deny,
        };
        Judged { line: line(&verdict, outcome), verdict, outcome, opinion, effects }
    }
}

/// The call as the judge reads it.
pub(super) fn tool_call(call: &Call, facts: &Facts) -> ToolCall {
    // Whose tools these are is not known.
    let input = protocol::with_defaults(None, &call.tool, call.input.clone());
    ToolCall {
        name: call.tool.clone(),
        tool: tool::read(&call.tool, &input, &server(call)),
        cwd: facts.cwd.clone(),
        mode: facts.permission_mode.clone(),
        id: Some(call.id.clone()),
        agent: facts.agent.as_ref().map(|agent| agent.id.clone()),
        input,
    }
}

/// The server of a call's tool, by whatever name the host gives it. A host that says anything about a server says that the
/// tool is none of its own: a server's `Read` is not the host's.
pub(super) fn server(call: &Call) -> tool::McpServer {
    let Some(mcp) = call.mcp.as_ref().filter(|mcp| **mcp != Json::Null) else {
        return tool::McpServer::default();
    };
    let text = |key: &str| mcp.get(key).and_then(Json::as_str).map(str::to_owned);
    let name = text("name").or_else(|| text("server_name")).unwrap_or_default();
    tool::McpServer { name: Some(name), source: text("source") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_servers_tool_is_no_tool_of_the_host() {
        for (mcp, expected) in [
            (None, "the host's"),
            (Some("null"), "the host's"),
            (Some(r#"{"name":"fs"}"#), "fs"),
            (Some(r#"{"server_name":"fs"}"#), "fs"),
            (Some("{}"), "unnamed"),
            (Some(r#"{"command":"x"}"#), "unnamed"),
        ] {
            let mcp = mcp.map(|text| Json::parse(text.as_bytes()).unwrap());
            let input = Json::object([("file_path", "a".into())]);
            let call = Call { id: "1".into(), tool: "Read".into(), input, mcp };
            let tool = tool_call(&call, &Facts::default()).tool;
            #[expect(clippy::wildcard_enum_match_arm, reason = "every other tool is the host's")]
            let found = match &tool {
                mastiff_core::Tool::Mcp { server, .. } if server.is_empty() => "unnamed",
                mastiff_core::Tool::Mcp { server, .. } => server.as_str(),
                host => {
                    assert_ne!(*host, mastiff_core::Tool::Unknown);
                    "the host's"
                }
            };
            assert_eq!(found, expected, "{:?}", call.mcp);
        }
    }
}
