//! Matchers that can match no known tool.

use super::Matcher;
use crate::hook::{Dialect, tools};
use crate::policy::problem::near;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The host's own names of its tools. Tools of MCP servers are known to nobody beforehand.
pub const TOOLS: &[&str] = &[
    "Agent",
    "Artifact",
    "AskUserQuestion",
    "Bash",
    "BashOutput",
    "CronCreate",
    "CronDelete",
    "CronList",
    "Edit",
    "EnterPlanMode",
    "EnterWorktree",
    "ExitPlanMode",
    "ExitWorktree",
    "Glob",
    "Grep",
    "KillShell",
    "LS",
    "LSP",
    "ListMcpResourcesTool",
    "Monitor",
    "MultiEdit",
    "NotebookEdit",
    "NotebookRead",
    "PowerShell",
    "Read",
    "ReadMcpResourceTool",
    "RemoteTrigger",
    "SendMessage",
    "Skill",
    "Task",
    "TaskCreate",
    "TaskGet",
    "TaskList",
    "TaskOutput",
    "TaskStop",
    "TaskUpdate",
    "TodoWrite",
    "ToolSearch",
    "WebFetch",
    "WebSearch",
    "Workflow",
    "Write",
];

/// Who has so much to say about one list is not read to the end.
const MOST: usize = 10;

impl Matcher {
    /// What is odd about a matcher in its dialect: a name or an expression that can match no known tool.
    pub fn oddities(&self, dialect: Dialect) -> Vec<String> {
        let known = known_names(dialect);
        match self {
            Matcher::All => Vec::new(),
            Matcher::Of(written_in, matcher) => matcher.oddities(*written_in),
            Matcher::Names { names, fold, stars } => {
                let alone = |name: &String| Matcher::Names {
                    names: [name.clone()].into(),
                    fold: *fold,
                    stars: *stars,
                };
                let odd = names.iter().filter_map(|name| name_is_odd(&known, name, &alone(name)));
                odd.take(MOST).collect()
            }
            Matcher::Regex(pattern) if mentions_mcp(pattern.text()) || knows_some(&known, self) => Vec::new(),
            Matcher::Regex(pattern) => [regex_is_odd(pattern.text())].into(),
        }
    }
}

fn name_is_odd(known: &[String], name: &str, alone: &Matcher) -> Option<String> {
    if let Some(server) =
        name.strip_prefix("mcp__").filter(|rest| !rest.contains("__") && !rest.contains('*'))
    {
        return Some(format!("`mcp__{server}` names a server and no tool of it, so it never matches"));
    }
    if mentions_mcp(name) || knows_some(known, alone) {
        return None;
    }
    let hint = near(name, known.iter().map(String::as_str)).map(|near| format!("; did you mean `{near}`?"));
    Some(format!("no known tool is called `{name}`{}", hint.unwrap_or_default()))
}

/// Somebody who writes `Bash(git *)` thinks of permission rules.
fn regex_is_odd(text: &str) -> String {
    let rule = text.ends_with(')') && text.split('(').next().is_some_and(|tool| TOOLS.contains(&tool));
    let hint = if rule { "; a rule about the input of a tool stands under `if`" } else { "" };
    format!("the expression `{text}` matches no known tool{hint}")
}

fn mentions_mcp(text: &str) -> bool {
    text.to_ascii_lowercase().contains("mcp")
}

fn knows_some(known: &[String], matcher: &Matcher) -> bool {
    known.iter().any(|name| matcher.matches(&[name]))
}

fn known_names(dialect: Dialect) -> Vec<String> {
    TOOLS.iter().flat_map(|tool| tools::names_of(dialect, tool)).collect()
}
