//! mastiff itself, and the agents it stands before: what looks and judges is as harmless as reading; what runs hooks,
//! trusts, pauses, changes settings or starts another agent is not for an agent.

use super::super::Effect;
use super::super::Hazard;
use super::super::reading::{Invocation, Reading};
use super::spec::{Program, custom, group, only_asks_for_help, safe, stop};
use alloc::format;

const CALL: &str = "--tool: --input: --cwd/ --root: --policy< --host: --mode: --headless --json";

/// The family.
pub const PROGRAMS: &[Program] = &[
    group(
        "mastiff",
        "-V --version",
        &[
            safe("check explain", CALL, ":"),
            safe("log", "-n: --json --why", ""),
            group(
                "policy",
                "",
                &[safe("show", CALL, ""), safe("lint test", CALL, "<*"), safe("template schema", "", "")],
            )
            .ends_alone(),
            group(
                "hooks",
                "",
                &[
                    safe("list", "--event: --tool: --input: --config< --dialect: --cwd/ --json", ""),
                    safe("lint", "--cwd/ --json", "<*"),
                    safe("template", "", ""),
                    custom("fire exec", read_hooks),
                ],
            )
            .ends_alone(),
            custom("doctor", read_hooks),
            stop(
                "trust approve pause resume",
                Hazard::Evasion,
                "safety_floor",
                "decides what this gate lets pass, and that is a human's",
            ),
            stop(
                "init uninstall",
                Hazard::Evasion,
                "safety_floor",
                "puts this gate before an agent or takes it away, and that is a human's",
            ),
            stop("hook", Hazard::Evasion, "safety_floor", "answers as the gate, and records that it did"),
        ],
    )
    .ends_alone(),
    custom(
        "claude codex gemini qwen droid kiro-cli opencode cursor-agent copilot cline claw agent-code aider amp crush \
         auggie kimi codebuddy iflow qodercli",
        read_agent,
    ),
    // A program of the same name migrates databases.
    group(
        "goose",
        "",
        &[custom("run session acp web schedule", read_agent), custom("configure mcp", read_settings)],
    ),
];

/// Words of agents' own that change settings, or run what changes them.
const SETTINGS: &[&str] = &[
    "config",
    "configure",
    "mcp",
    "plugin",
    "plugins",
    "hook",
    "hooks",
    "extension",
    "extensions",
    "settings",
    "trust",
    "skills",
    "install",
    "update",
    "upgrade",
    "uninstall",
    "migrate-installer",
];

/// Runs whatever the hooks say, and `exec` a command behind another gate's back.
fn read_hooks(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) {
        return reading.add(Effect::Harmless, "help", format!("`{}` prints help", call.name), call.span);
    }
    let message = format!("`{}` runs commands that stand in a file", call.name);
    reading.add(Effect::Opaque, "unread_code", message, call.span);
}

/// Another agent: its calls come through this gate only if its settings say so, and its flags say otherwise.
fn read_agent(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) {
        return reading.add(Effect::Harmless, "help", format!("`{}` prints help", call.name), call.span);
    }
    let first = call.args.iter().filter_map(|arg| arg.text()).find(|word| !word.starts_with('-'));
    if first.is_some_and(|word| SETTINGS.contains(&word)) {
        return read_settings(reading, call);
    }
    let message = format!("`{}` starts another agent, whose settings may leave this gate out", call.name);
    reading.hazard(Hazard::Evasion, "nested_agent", message, None, call.span);
}

fn read_settings(reading: &mut Reading<'_>, call: &Invocation) {
    let message = format!("`{}` would change the settings of an agent", call.name);
    reading.hazard(Hazard::Evasion, "safety_floor", message, None, call.span);
}

#[cfg(test)]
const EXAMPLES: &str = r#"
        allow mastiff --version
        allow mastiff check 'git push --force'
        allow mastiff explain --json 'rm -rf /'
        ask   mastiff check "$(curl -s http://x.example)"
        allow mastiff check --tool Write --input '{"file_path":"x","content":""}'
        ask   mastiff check --policy .env ls
        allow mastiff log -n 5
        allow mastiff log --why
        ask   mastiff log --follow
        allow mastiff policy show
        allow mastiff policy lint README.md
        ask   mastiff policy lint ~/.ssh/id_rsa
        ask   mastiff policy edit
        allow mastiff hooks list
        allow mastiff hooks list --tool Bash --input '{"command":"ls"}' --json
        allow mastiff hooks list --tool fire
        allow mastiff hooks list --config README.md
        ask   mastiff hooks list --config .env
        ask   mastiff hooks list fire
        allow mastiff hooks lint README.md
        ask   mastiff hooks lint .env
        allow mastiff hooks template
        ask   mastiff hooks template > .claude/settings.json
        ask   mastiff hooks fire --event PreToolUse --tool Bash --input '{"command":"ls"}'
        ask   mastiff hooks fire --event SessionStart --config evil.json
        ask   mastiff hooks --config evil.json fire --event SessionStart
        ask   mastiff hooks -- fire --event SessionStart
        ask   mastiff hooks exec -- ls
        ask   mastiff hooks exec --no-gate -- ls
        ask   mastiff hooks "$SUB"
        ask   mastiff hooks run
        allow mastiff hooks exec --help
        ask   mastiff hooks exec -- --help
        ask   mastiff hooks exec -- ls --help
        allow mastiff hooks
        ask   mastiff trust
        ask   mastiff trust --yes .
        ask   mastiff hook
        ask   mastiff pause
        ask   mastiff resume
        ask   mastiff init --dry-run
        ask   mastiff uninstall
        ask   mastiff doctor
        ask   ./mastiff hooks list
        ask   env HOME=/repo mastiff hooks fire --event Stop
        allow claude --version
        ask   claude
        ask   claude -p 'x'
        ask   claude mcp list
        ask   claude "$X"
        allow codex --help
        ask   codex exec ls
        ask   goose run -t x
        ask   goose up
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_read_as_they_should() {
        super::super::examples::run(EXAMPLES);
    }
}
