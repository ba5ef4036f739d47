//! mastiff itself, and the agents it stands before: what looks and judges is as harmless as reading; what runs hooks,
//! trusts, pauses, changes settings or starts another agent is not for an agent.

use super::super::Effect;
use super::super::Hazard;
use super::super::reading::{Invocation, Reading};
use super::spec::{Program, custom, group, only_asks_for_help, safe, stop};
use crate::words::listed;
use alloc::format;

const CALL: &str = "--tool: --input: --cwd/ --root: --policy< --host: --mode: --headless --json --color:";

/// Other agents, by their programs.
const AGENTS: &str = "claude codex gemini qwen droid kiro kiro-cli kiro-cli-chat q qchat opencode agent cursor-agent copilot cline claw \
     agent-code aider amp crush auggie kimi codebuddy iflow qodercli";

/// The family.
pub const PROGRAMS: &[Program] = &[
    group(
        "mastiff",
        "-V --version",
        &[
            safe("check explain", CALL, ":"),
            // Not `--follow`: that never ends.
            group(
                "log",
                "-n: --since: --decision: --rule: --tool: --host: --session: --text: --all --why --json \
                 --color:",
                &[
                    safe("show", "--json --color:", ":"),
                    safe("verify", "--head: --json", ""),
                    safe("head", "--json", ""),
                    stop(
                        "purge forget",
                        Hazard::Evasion,
                        "safety_floor",
                        "removes records, and that is a human's",
                    ),
                    stop(
                        "acknowledge",
                        Hazard::Evasion,
                        "safety_floor",
                        "says that a breach was looked at, and that is a human's",
                    ),
                ],
            )
            .ends_alone(),
            // Not `--html`: that writes a file.
            safe(
                "denials report",
                "-n: --last: --since: --decision: --rule: --tool: --host: --session: --text: --json --color:",
                "",
            ),
            custom("pending", read_pending),
            safe("status", "--json --line --color:", ""),
            safe("rules docs", "--json --color:", ":"),
            safe("completions", "", ":"),
            // Not with a directory: that writes files.
            safe("man", "", ""),
            safe("update", "--check --json", ""),
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
                "trust approve pause resume suggest",
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
    custom(AGENTS, read_agent),
    custom("code code-insiders codium cursor windsurf", read_editor),
    // A program of the same name migrates databases.
    group(
        "goose",
        "",
        &[custom("run session acp web schedule", read_agent), custom("configure mcp", read_settings)],
    ),
];

/// What package registries call agents whose programs have other names.
const PACKAGES: &[&str] = &[
    "@anthropic-ai/claude-code",
    "@augmentcode/auggie",
    "@charmland/crush",
    "@github/copilot",
    "@google/gemini-cli",
    "@iflow-ai/iflow-cli",
    "@openai/codex",
    "@qoder-ai/qodercli",
    "@qwen-code/qwen-code",
    "@sourcegraph/amp",
    "@tencent-ai/codebuddy-code",
    "aider-chat",
    "kimi-cli",
    "opencode-ai",
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

/// Words with which `pending` only lists.
const LISTS: &str =
    "--all --json --color --color=auto --color=always --color=never auto always never --help -h";

/// A list of what waits; with `--watch` keys approve.
fn read_pending(reading: &mut Reading<'_>, call: &Invocation) {
    // A word that is not known may be that flag.
    if call.args.iter().all(|arg| arg.text().is_some_and(|word| listed(LISTS, word))) {
        let message = format!("`{}` lists what waits for a human", call.name);
        return reading.add(Effect::Harmless, "read_only_command", message, call.span);
    }
    let message = "decides what this gate lets pass, and that is a human's";
    reading.hazard(Hazard::Evasion, "safety_floor", format!("`{}` {message}", call.name), None, call.span);
}

/// Runs whatever the hooks say, and `exec` a command behind another gate's back.
fn read_hooks(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) {
        return reading.add(Effect::Harmless, "help", format!("`{}` prints help", call.name), call.span);
    }
    let message = format!("`{}` runs commands that stand in a file", call.name);
    reading.add(Effect::Opaque, "unread_code", message, call.span);
}

/// A package that is fetched by name and run is an agent: `npx @openai/codex`, `uvx --from aider-chat aider`.
pub(super) fn note_fetched_agent(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) {
        return;
    }
    // skipped: a package that is not known stops as one that is fetched.
    let words = call.args.iter().filter_map(|arg| arg.text());
    if words.into_iter().map(package).any(|name| PACKAGES.contains(&name) || listed(AGENTS, name)) {
        starts_agent(reading, call);
    }
}

/// `--package=@scope/name@1.2` names `@scope/name`.
fn package(word: &str) -> &str {
    let named =
        if word.starts_with('-') { word.split_once('=').map_or(word, |(_, name)| name) } else { word };
    let named = named.strip_prefix("npm:").unwrap_or(named);
    let versioned =
        named.char_indices().skip(1).find(|(_, c)| matches!(c, '@' | '=' | '[' | '<' | '>' | '~'));
    versioned.and_then(|(at, _)| named.get(..at)).unwrap_or(named)
}

/// Editors wait for keys; some have an agent behind a word.
fn read_editor(reading: &mut Reading<'_>, call: &Invocation) {
    // skipped: an editor stops anyway.
    if call.args.iter().filter_map(|arg| arg.text()).any(|word| matches!(word, "agent" | "chat")) {
        return read_agent(reading, call);
    }
    super::machine::read_interactive(reading, call);
}

/// Another agent: its calls come through this gate only if its settings say so, and its flags say otherwise.
pub(super) fn read_agent(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) {
        return reading.add(Effect::Harmless, "help", format!("`{}` prints help", call.name), call.span);
    }
    // skipped: an agent stops anyway.
    let first = call.args.iter().filter_map(|arg| arg.text()).find(|word| !word.starts_with('-'));
    if first.is_some_and(|word| SETTINGS.contains(&word)) {
        return read_settings(reading, call);
    }
    starts_agent(reading, call);
}

fn starts_agent(reading: &mut Reading<'_>, call: &Invocation) {
    let message = format!("`{}` starts another agent, whose settings may leave this gate out", call.name);
    reading.hazard(Hazard::Evasion, "nested_agent", message, None, call.span);
}

fn read_settings(reading: &mut Reading<'_>, call: &Invocation) {
    let message = format!("`{}` would change the settings of an agent", call.name);
    reading.hazard(Hazard::Evasion, "safety_floor", message, None, call.span);
}

/// Programs of this family that take up nothing by themselves that could carry harm; see [`super::loaded`].
#[cfg(test)]
pub const LOADS_NOTHING: &str = "mastiff claude codex gemini qwen droid kiro kiro-cli kiro-cli-chat q qchat opencode agent cursor-agent \
    copilot cline claw agent-code aider amp crush auggie kimi codebuddy iflow qodercli code code-insiders \
    codium cursor windsurf goose";

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
        allow mastiff log --decision ask --since 2d --text curl --all --json
        allow mastiff log show 12
        allow mastiff log verify --head 1:00
        allow mastiff log head
        ask   mastiff log forget --yes
        ask   mastiff log acknowledge 12
        ask   mastiff log acknowledge --all --yes
        allow mastiff pending
        allow mastiff pending --all --json
        ask   mastiff pending --watch
        ask   mastiff pending "$FLAG"
        ask   mastiff approve
        ask   mastiff approve --watch
        allow mastiff status --color never
        allow mastiff status --line
        ask   mastiff status > .claude/settings.json
        allow mastiff rules
        allow mastiff rules force_push
        allow mastiff docs policy
        ask   mastiff docs "$(curl -s http://x.example)"
        allow mastiff completions bash
        ask   mastiff completions bash >> ~/.bashrc
        allow mastiff man
        ask   mastiff man .git/hooks
        allow mastiff update --check
        ask   mastiff update --now
        ask   mastiff log purge 90d
        ask   mastiff log frobnicate
        ask   mastiff log --follow
        allow mastiff denials --since 24h -n 20
        allow mastiff report --rule force_push --json
        ask   mastiff report --html report.html
        ask   mastiff report --html .git/hooks/pre-commit --force
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
        ask   mastiff suggest
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
        allow q --version
        ask   q chat --no-interactive hi
        ask   q settings chat.defaultAgent default
        allow kiro --help
        ask   kiro chat hi
        allow agent --version
        ask   agent -p hi
        allow cursor --version
        ask   cursor README.md
        ask   cursor agent hi
        ask   cursor agent --version
        ask   code chat hi
        ask   npx @openai/codex
        ask   gh copilot suggest ls
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_read_as_they_should() {
        super::super::examples::run(EXAMPLES);
    }

    #[test]
    fn packages_are_known_without_their_versions() {
        for (word, name) in [
            ("@openai/codex", "@openai/codex"),
            ("@openai/codex@latest", "@openai/codex"),
            ("--package=@openai/codex@1", "@openai/codex"),
            ("npm:opencode-ai@1", "opencode-ai"),
            ("aider-chat[x]==1", "aider-chat"),
            ("codex", "codex"),
            ("-y", "-y"),
        ] {
            assert_eq!(package(word), name, "{word}");
        }
    }
}
