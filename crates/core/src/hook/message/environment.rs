//! The variables of a hook.
//!
//! Whatever the dialect, a hook finds `HOOK_EVENT`, and about a tool `HOOK_TOOL_NAME`, `HOOK_TOOL_INPUT`, `TOOL_INPUT`
//! and, once it ran, `HOOK_TOOL_IS_ERROR` and `HOOK_TOOL_OUTPUT`. Inputs are JSON; `HOOK_TOOL_INPUT` of a plain hook
//! is the same text as `tool_input` in its payload. What a dialect's host sets comes on top.
//!
//! The kernel limits variables and standard input does not: a text over [`LIMIT`] (or [`EXTRA_LIMIT`]) is cut, and `NAME_TRUNCATED` says
//! so.

use super::super::Dialect;
use super::scene::{Scene, Tool};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Most bytes of a value: Linux takes 128 KiB. All of them together stay far below what a process may be started with.
pub const LIMIT: usize = 96 * 1024;
/// The same where a dialect does not tell its hooks to look: a host with a small stack takes 128 KiB for everything,
/// and what nobody asked for must not keep a guard from starting.
pub const EXTRA_LIMIT: usize = 16 * 1024;
/// The same for agent-code's own, as that host has it.
pub const AGENT_CODE_LIMIT: usize = 16 * 1024;

/// What this module sets. A hook must not take the variables of a hook around its host for its own.
macro_rules! own {
    ($($more:literal),*) => {
        &[
            "HOOK_EVENT",
            "HOOK_TOOL_*",
            "TOOL_INPUT",
            "TOOL_INPUT_TRUNCATED",
            "TOOL_NAME",
            "TOOL_NAME_TRUNCATED",
            "AGENT_CODE_HOOK_*",
            $($more),*
        ]
    };
}

/// Variables in the making.
#[derive(Default)]
pub struct Environment {
    /// Names and values.
    pub variables: Vec<(String, String)>,
    /// Names whose values are not whole.
    pub cut: Vec<&'static str>,
}

/// The variables of a dialect's hook; `payload` is what it reads.
pub fn environment(scene: &Scene<'_>, payload: &str) -> Environment {
    let mut env = Environment::default();
    env.put("HOOK_EVENT", scene.event.name());
    if let Some(tool) = &scene.tool {
        put_tool(scene, tool, &mut env);
    }
    match scene.dialect {
        Dialect::Claude | Dialect::HookSystem => env.put("CLAUDE_PROJECT_DIR", &scene.facts.project_dir),
        Dialect::Gemini => put_gemini(scene, &mut env),
        Dialect::AgentCode => put_agent_code(scene, payload, &mut env),
        Dialect::Veto => {
            put_agent_code(scene, payload, &mut env);
            env.put("TOOL_NAME", scene.tool.as_ref().map_or("", |tool| &tool.name));
        }
        Dialect::Codex | Dialect::Claw => {}
    }
    env
}

/// The variables that a dialect's hook does not inherit.
pub fn not_inherited(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::Claude => own!("OTEL_*"),
        Dialect::HookSystem
        | Dialect::Veto
        | Dialect::Codex
        | Dialect::Gemini
        | Dialect::Claw
        | Dialect::AgentCode => own!(),
    }
}

fn put_tool(scene: &Scene<'_>, tool: &Tool<'_>, env: &mut Environment) {
    let plain = scene.dialect == Dialect::HookSystem;
    env.put("HOOK_TOOL_NAME", &tool.name);
    let limit = |name| if asked_for(scene.dialect, name) { LIMIT } else { EXTRA_LIMIT };
    let (own, input) = ("HOOK_TOOL_INPUT", "TOOL_INPUT");
    env.put_up_to(limit(own), own, &if plain { tool.said() } else { tool.raw() });
    env.put_up_to(limit(input), input, &tool.input.to_string());
    let failed = scene.done().map(|done| done.is_error);
    match (scene.dialect, failed) {
        (Dialect::Claw, _) => env.put("HOOK_TOOL_IS_ERROR", if failed == Some(true) { "1" } else { "0" }),
        (_, Some(failed)) => env.put("HOOK_TOOL_IS_ERROR", if failed { "true" } else { "false" }),
        (_, None) => {}
    }
    if let Some(done) = scene.done() {
        // Whoever has one of them has the other.
        env.put_up_to(limit(own), "HOOK_TOOL_OUTPUT", &done.output);
    }
}

/// The dialect tells its hooks to look for the input there.
fn asked_for(dialect: Dialect, name: &str) -> bool {
    dialect.input_variable() == Some(name)
}

fn put_gemini(scene: &Scene<'_>, env: &mut Environment) {
    let facts = scene.facts;
    env.put("GEMINI_PROJECT_DIR", &facts.project_dir);
    env.put("GEMINI_CWD", &facts.cwd);
    env.put("GEMINI_SESSION_ID", &facts.session_id);
    env.put("CLAUDE_PROJECT_DIR", &facts.project_dir);
}

/// This host leaves out what is too long instead of cutting it, and names no tool as the empty text.
fn put_agent_code(scene: &Scene<'_>, payload: &str, env: &mut Environment) {
    env.put("AGENT_CODE_HOOK_EVENT", scene.event.snake());
    env.put("AGENT_CODE_HOOK_TOOL", scene.tool.as_ref().map_or("", |tool| &tool.name));
    match payload.len() {
        0..=AGENT_CODE_LIMIT => env.put("AGENT_CODE_HOOK_CONTEXT", payload),
        _ => env.is_cut("AGENT_CODE_HOOK_CONTEXT"),
    }
}

impl Environment {
    fn put(&mut self, name: &'static str, value: &str) {
        self.put_up_to(LIMIT, name, value);
    }

    /// Sets a variable. No variable can hold a NUL, and starting a process with one fails: the sign for what cannot be
    /// shown stands in its place.
    fn put_up_to(&mut self, limit: usize, name: &'static str, value: &str) {
        let value = value.replace('\0', "\u{fffd}");
        let end = (0..=limit.min(value.len())).rev().find(|at| value.is_char_boundary(*at)).unwrap_or(0);
        let kept = value.get(..end).unwrap_or_default();
        self.variables.push((name.into(), kept.into()));
        if kept.len() < value.len() {
            self.is_cut(name);
        }
    }

    fn is_cut(&mut self, name: &'static str) {
        self.variables.push((format!("{name}_TRUNCATED"), "1".into()));
        self.cut.push(name);
    }
}
