//! The verdict on a command, on a machine made of tables.

use mastiff_core::call::{Session, ShellCall, Tool, ToolCall};
use mastiff_core::tool::McpServer;
use mastiff_core::world::fake::Fake;
use mastiff_core::{Json, Policy, decide, tool};

/// The decision and the rule that made it.
pub fn verdict(command: &str) -> String {
    let input = Json::object([("command", command.into())]);
    let tool = Tool::Shell(ShellCall { command: command.into(), ..ShellCall::default() });
    judged(&ToolCall { tool, ..call("Bash", input) })
}

/// The call of a tool.
pub fn call(name: &str, input: Json) -> ToolCall {
    let tool = tool::read(name, &input, &McpServer::default());
    ToolCall { name: name.into(), tool, cwd: "/repo".into(), mode: None, id: None, agent: None, input }
}

/// The same for any call.
pub fn judged(call: &ToolCall) -> String {
    let session = Session {
        roots: vec!["/repo".into()],
        home: "/home/user".into(),
        env: vec![("PATH".into(), "/usr/bin".into()), ("HOME".into(), "/home/user".into())],
        ..Session::default()
    };
    let machine = Fake::new().file("/repo/.git/HEAD", "").file("/repo/src/a", "").file("/repo/x.txt", "");
    let verdict = decide(call, &session, &Policy::default(), &machine).verdict;
    format!("{} {}", verdict.decision().word(), verdict.deciding().rule)
}
