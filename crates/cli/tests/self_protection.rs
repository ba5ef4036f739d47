//! An agent cannot change the gate through any tool that the gate sees: its files and those of the hosts' hooks, its
//! commands, its surroundings, its process. Each row has a harmless twin.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

mod gate;

use gate::{Gate, MASTIFF};
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::symlink;

/// Files below the user's home that decide whether and how the gate is asked.
const OF_USER: &[&str] = &[
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".claude/plugins/x/hooks/hooks.json",
    ".claude/agents/x.md",
    ".claude/skills/x/SKILL.md",
    ".claude.json",
    ".codex/hooks.json",
    ".codex/config.toml",
    ".gemini/settings.json",
    ".gemini/extensions/x/hooks/hooks.json",
    ".gemini/trustedFolders.json",
    ".gemini/policies/x.toml",
    ".config/agent-code/config.toml",
    ".claw.json",
    ".claw/settings.json",
    ".cursor/hooks.json",
    ".copilot/hooks/mastiff.json",
    ".copilot/settings.json",
    ".qwen/settings.json",
    ".factory/hooks.json",
    ".factory/settings.json",
    ".aws/amazonq/cli-agents/default.json",
    ".kiro/agents/x.json",
    ".kiro/hooks/mastiff.json",
    ".agents/plugins/mastiff/hooks/hooks.json",
    ".config/goose/config.yaml",
    ".codeium/windsurf/hooks.json",
    "Documents/Cline/Hooks/PreToolUse",
    ".cline/hooks/PreToolUse",
    ".config/opencode/plugins/mastiff.js",
    ".config/opencode/opencode.json",
    ".cache/opencode/node_modules/x/index.js",
    ".config/Code/User/settings.json",
    ".config/Cursor/User/settings.json",
    ".local/share/claude/versions/1",
    ".config/mastiff/policy.toml",
    ".local/bin/mastiff",
    ".cargo/bin/mastiff",
    ".bashrc",
    ".profile",
    ".zshenv",
];

/// The same in a project.
const OF_PROJECT: &[&str] = &[
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".mcp.json",
    ".codex/hooks.json",
    ".codex/config.toml",
    ".gemini/settings.json",
    ".agent/settings.toml",
    ".claw.json",
    ".claw/settings.local.json",
    ".cursor/hooks.json",
    ".github/hooks/x.json",
    ".github/copilot/settings.json",
    ".qwen/settings.json",
    ".factory/hooks.json",
    ".kiro/hooks/mastiff.json",
    ".amazonq/cli-agents/x.json",
    ".agents/plugins/x/hooks/hooks.json",
    ".windsurf/hooks.json",
    ".clinerules/hooks/PreToolUse",
    ".cline/hooks/PreToolUse",
    ".opencode/plugins/x.js",
    "opencode.json",
    ".mastiff.toml",
    ".mastiff/hooks.toml",
    ".vscode/settings.json",
];

/// mastiff's own, below the state directory.
const OF_MASTIFF: &[&str] = &[
    "trust/x",
    "ledger/000001.jsonl",
    "calls/x",
    "sessions/x",
    "pause.json",
    "breaches.jsonl",
    "installed/x.json",
    "backup/x",
];

/// From `/` on.
const OF_MACHINE: &[&str] = &[
    "/etc/mastiff/policy.toml",
    "/etc/claude-code/managed-settings.json",
    "/etc/codex/requirements.toml",
    "/etc/gemini-cli/settings.json",
    "/etc/cursor/hooks.json",
    "/etc/github-copilot/policy.d/x.json",
    "/etc/windsurf/hooks.json",
    "/etc/opencode/opencode.json",
    "/etc/qwen-code/settings.json",
    "/bin/sh",
    "/usr/bin/timeout",
    "/usr/local/bin/mastiff",
    MASTIFF,
];

/// Ways of changing a file `F` in the folder `D`, and what becomes of the same with an ordinary file of the project.
const DOORS: &[(&str, &str)] = &[
    ("echo x > F", "allow"),
    ("echo x >> F", "allow"),
    ("echo x >| F", "allow"),
    ("cat src/a <> F", "allow"),
    ("echo x | tee F", "allow"),
    ("echo x | tee -a F", "allow"),
    ("cp src/a F", "allow"),
    ("mv src/a F", "ask"),
    ("mv F src/b", "ask"),
    ("ln -s src/a F", "allow"),
    ("ln -sf src/a F", "allow"),
    ("ln F src/b", "allow"),
    ("sed -i s/a/b/ F", "allow"),
    ("rm F", "ask"),
    ("rm -rf D", "ask"),
    ("chmod 000 F", "allow"),
    ("truncate -s 0 F", "allow"),
    ("dd if=/dev/null of=F", "allow"),
    ("install -m 644 src/a F", "allow"),
    ("touch F", "allow"),
    ("mkdir -p F", "allow"),
    ("sort -o F src/a", "allow"),
    ("tar -xf x.tar -C D", "ask"),
    ("git checkout -- F", "ask"),
    ("git rm F", "ask"),
    ("patch F < src/a", "ask"),
    ("python3 -c \"open('F','w')\"", "ask"),
    ("node -e \"require('fs').writeFileSync('F','')\"", "ask"),
    ("curl -o F https://x.example", "ask"),
    ("bash -c 'echo x > F'", "allow"),
    ("env echo x > F", "allow"),
    ("cd D && echo x > F", "allow"),
    ("find D -type f -exec rm {} +", "ask"),
    ("xargs rm <<< F", "ask"),
];

/// The same by tools that are no shells.
fn tools(path: &str) -> Vec<Value> {
    let patch = |text: &str| json!({ "tool": "apply_patch", "input": { "input": format!("*** Begin Patch\n{text}\n*** End Patch") } });
    vec![
        json!({ "tool": "Write", "input": { "file_path": path, "content": "" } }),
        json!({ "tool": "Edit", "input": { "file_path": path, "old_string": "a", "new_string": "b" } }),
        json!({ "tool": "MultiEdit", "input": { "file_path": path, "edits": [{ "old_string": "a", "new_string": "b" }] } }),
        json!({ "tool": "NotebookEdit", "input": { "notebook_path": path, "new_source": "" } }),
        patch(&format!("*** Add File: {path}\n+x")),
        patch(&format!("*** Update File: src/a\n*** Move to: {path}\n@@\n-a\n+b")),
    ]
}

fn place() -> Gate {
    Gate::new(&[]).file("repo/src/a", "a\n").file("repo/src/notes/n", "n\n").env("PATH", "/usr/bin:/bin")
}

/// One process judges all of them, as the gate would.
fn judge(gate: Gate, questions: &[Value]) -> Vec<(String, String)> {
    let lines: String = questions.iter().map(|question| format!("{question}\n")).collect();
    let answer = gate.stdin(lines).run_with(&["check", "--batch"]);
    let answers: Vec<Value> = answer.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), questions.len(), "{}", answer.stderr);
    let word = |answer: &Value, key: &str| answer[key].as_str().unwrap().to_owned();
    answers.iter().map(|answer| (word(answer, "decision"), word(answer, "rule"))).collect()
}

fn command(text: &str) -> Value {
    json!({ "command": text })
}

fn through(door: &str, path: &str) -> Value {
    let folder = path.rsplit_once('/').map_or(".", |(folder, _)| folder);
    command(
        &door
            .replace(" F", &format!(" {path}"))
            .replace("'F'", &format!("'{path}'"))
            .replace("=F", &format!("={path}"))
            .replace(" D", &format!(" {folder}")),
    )
}

fn protected(gate: &Gate) -> Vec<String> {
    let below = |folder: &str, names: &[&str]| {
        names.iter().map(|name| gate.path(&format!("{folder}/{name}"))).collect::<Vec<_>>()
    };
    let machine = OF_MACHINE.iter().map(ToString::to_string).collect();
    [below("home", OF_USER), below("repo", OF_PROJECT), below("state/mastiff", OF_MASTIFF), machine].concat()
}

#[test]
fn no_door_leads_to_what_the_gate_rests_on() {
    let gate = place();
    let paths = protected(&gate);
    let shell = paths.iter().flat_map(|path| DOORS.iter().map(|(door, _)| through(door, path)));
    let by_tools = paths.iter().flat_map(|path| tools(path));
    let questions: Vec<Value> = shell.chain(by_tools).collect();
    let answers = judge(gate, &questions);
    let open: Vec<&Value> = questions
        .iter()
        .zip(&answers)
        .filter(|(_, answer)| answer.0 == "allow")
        .map(|(question, _)| question)
        .collect();
    assert!(open.is_empty(), "{} of {} pass: {open:#?}", open.len(), questions.len());
    let on_floor = questions.iter().zip(&answers).filter(|(question, _)| question["tool"] == "Write");
    let lifted: Vec<_> = on_floor.filter(|(_, answer)| answer.1 != "safety_floor").collect();
    assert!(lifted.is_empty(), "a policy could lift: {lifted:#?}");
}

#[test]
fn the_same_doors_are_open_to_an_ordinary_file() {
    let gate = place();
    let path = gate.path("repo/src/notes/n");
    let questions: Vec<Value> = DOORS.iter().map(|(door, _)| through(door, &path)).collect();
    let answers = judge(gate, &questions);
    for ((door, expected), (decision, rule)) in DOORS.iter().zip(&answers) {
        assert_eq!(decision, expected, "`{door}`: {rule}");
        assert_ne!(rule, "safety_floor", "`{door}`");
    }
    let gate = place();
    let questions = tools("src/notes/new");
    for (question, (decision, rule)) in questions.iter().zip(judge(gate, &questions)) {
        assert!(decision == "allow" || rule == "delete", "{question}: {decision} {rule}");
    }
}

/// A call through the gate itself, not through `check`.
#[test]
fn the_gate_says_the_same() {
    for (tool, input, said) in [
        ("Write", json!({ "file_path": "HOME/.claude/settings.json", "content": "{}" }), "ask"),
        ("Write", json!({ "file_path": "REPO/src/new.json", "content": "{}" }), "allow"),
        ("Edit", json!({ "file_path": MASTIFF, "old_string": "a", "new_string": "b" }), "ask"),
        ("Bash", json!({ "command": "mastiff uninstall" }), "ask"),
        ("Bash", json!({ "command": "mastiff log" }), "allow"),
    ] {
        let gate = place();
        let input = input.to_string().replace("HOME", &gate.path("home")).replace("REPO", &gate.path("repo"));
        let event = gate.event(tool, serde_json::from_str(&input).unwrap());
        let answer = gate.stdin(event).run_with(&["hook", "--host", "claude"]);
        assert_eq!(answer.decision().as_deref(), Some(said), "{tool} {input}: {answer:?}");
    }
}

/// Links to what is protected, made earlier by somebody else.
#[test]
fn links_do_not_lead_around() {
    let gate = place();
    fs::create_dir_all(gate.base.join("home/.claude")).unwrap();
    symlink(gate.base.join("home/.claude"), gate.base.join("repo/src/link")).unwrap();
    symlink(gate.base.join("state"), gate.base.join("repo/src/state")).unwrap();
    let questions = [
        command("echo x > src/link/settings.json"),
        command("echo x > src/state/mastiff/pause.json"),
        command("rm -rf src/state/mastiff"),
        command("cd src/link && echo x > settings.json"),
        command("echo x > src/notes/settings.json"),
    ];
    let answers = judge(gate, &questions);
    let decisions: Vec<&str> = answers.iter().map(|(decision, _)| decision.as_str()).collect();
    assert_eq!(decisions, ["ask", "ask", "ask", "ask", "allow"], "{answers:?}");
}

/// The name on `PATH` that leads to the binary, and what it leads to.
#[test]
fn the_way_to_the_binary_is_protected() {
    let gate = place();
    fs::create_dir_all(gate.base.join("tools")).unwrap();
    symlink(MASTIFF, gate.base.join("tools/mastiff")).unwrap();
    let path = format!("{}:/usr/bin:/bin", gate.path("tools"));
    let link = gate.path("tools/mastiff");
    let scratch = format!("version = 1\nscratch = [\"{}\"]\n", gate.path("tools"));
    let gate = gate.env("PATH", &path).file("home/.config/mastiff/policy.toml", &scratch);
    let beside = gate.path("tools/other");
    let questions = [
        command(&format!("ln -sf /bin/true {link}")),
        command(&format!("rm {link}")),
        command(&format!("cp src/a {link}")),
        command(&format!("chmod -x {link}")),
        command(&format!("cp src/a {MASTIFF}")),
        command(&format!("cp src/a {beside}")),
    ];
    let answers = judge(gate, &questions);
    let rules: Vec<&str> = answers.iter().map(|(_, rule)| rule.as_str()).collect();
    assert_eq!(rules[..5], ["safety_floor"; 5], "{answers:?}");
    assert_eq!(answers[5].0, "allow", "{answers:?}");
}

/// Variables that put a host's settings somewhere else, also into the repository.
#[test]
fn moved_settings_stay_protected() {
    for name in [
        "CLAUDE_CONFIG_DIR",
        "CODEX_HOME",
        "COPILOT_HOME",
        "CURSOR_CONFIG_DIR",
        "QWEN_HOME",
        "CLAW_CONFIG_HOME",
        "CLINE_DIR",
        "KIRO_HOME",
        "OPENCODE_CONFIG_DIR",
        "OPENCODE_CONFIG",
        "GEMINI_CLI_SYSTEM_SETTINGS_PATH",
        "QWEN_CODE_SYSTEM_SETTINGS_PATH",
        "CLAUDE_ENV_FILE",
    ] {
        let write = |gate: Gate| judge(gate, &[command("echo x > src/moved")]).remove(0);
        assert_eq!(write(place().env(name, "BASE/repo/src/moved")).1, "safety_floor", "{name}");
        assert_eq!(write(place().env(name, "BASE/repo/src/other")).0, "allow", "{name}");
    }
}

/// Commands: what stops, beside what does not; `floor`: neither a rule key nor a pause lifts it.
const COMMANDS: &[(&str, &str)] = &[
    // mastiff's own.
    ("floor", "mastiff init"),
    ("floor", "mastiff init claude --dry-run"),
    ("floor", "mastiff uninstall"),
    ("floor", "mastiff trust --yes"),
    ("floor", "mastiff approve x"),
    ("floor", "mastiff pause 24h --yes"),
    ("floor", "mastiff resume"),
    ("ask", "mastiff policy edit"),
    ("ask", "mastiff doctor"),
    ("floor", "echo '{}' | mastiff hook --host claude"),
    ("allow", "mastiff policy show"),
    ("allow", "mastiff log -n 5"),
    ("allow", "mastiff check 'mastiff trust'"),
    ("allow", "mastiff --version"),
    // Around corners.
    ("floor", "env mastiff trust"),
    ("floor", "env -u CLAUDECODE mastiff pause 30m"),
    ("ask", "unset CLAUDECODE; mastiff trust"),
    ("floor", "sh -c 'mastiff trust'"),
    ("floor", "bash -lc 'mastiff pause 24h --yes'"),
    ("floor", "command mastiff trust"),
    ("floor", "exec mastiff uninstall"),
    ("floor", "nohup mastiff pause 30m"),
    ("floor", "setsid mastiff pause 30m"),
    ("floor", "timeout 5 mastiff uninstall"),
    ("floor", "xargs mastiff uninstall"),
    ("ask", "echo trust | xargs mastiff"),
    ("floor", "find . -maxdepth 0 -exec mastiff uninstall \\;"),
    ("ask", "script -qc 'mastiff pause 30m' /dev/null"),
    ("floor", "busybox sh -c 'mastiff trust'"),
    ("ask", "M=mastiff; $M trust"),
    ("ask", "$(which mastiff) pause 30m"),
    ("ask", "alias m=mastiff; m uninstall"),
    ("ask", "mastiff() { :; }; mastiff check ls"),
    ("ask", "hash -p /tmp/x mastiff"),
    ("ask", "cp $(which mastiff) src/m && src/m trust"),
    ("ask", "./src/copy trust"),
    ("ask", "MASTIFF uninstall"),
    ("ask", "python3 -c \"import os; os.system('mastiff uninstall')\""),
    ("ask", "python3 -c \"import pty; pty.spawn(['mastiff','pause','30m'])\""),
    ("ask", "tmux new -d 'mastiff uninstall'"),
    ("ask", "ssh localhost mastiff uninstall"),
    ("floor", "sudo mastiff uninstall"),
    ("allow", "echo mastiff uninstall"),
    ("allow", "grep -r 'mastiff uninstall' src"),
    // Surroundings.
    ("ask", "MASTIFF_POLICY=/tmp/x ls"),
    ("ask", "export MASTIFF_POLICY=/tmp/x"),
    ("ask", "XDG_STATE_HOME=/tmp ls"),
    ("ask", "XDG_CONFIG_HOME=/tmp git status"),
    ("ask", "export HOME=/tmp"),
    ("ask", "CLAUDE_CONFIG_DIR=/tmp ls"),
    ("ask", "CODEX_HOME=/tmp ls"),
    ("ask", "GEMINI_CLI_HOME=/tmp ls"),
    ("ask", "export PATH=/tmp:$PATH"),
    ("ask", "PATH=/tmp ls"),
    ("ask", "LD_PRELOAD=/tmp/x.so ls"),
    ("ask", "BASH_ENV=/tmp/x bash -c ls"),
    ("floor", "echo 'export HOME=/tmp' >> ~/.bashrc"),
    ("ask", "echo 'export HOME=/tmp' >> \"$CLAUDE_ENV_FILE\""),
    ("ask", "systemctl --user set-environment HOME=/tmp"),
    ("ask", "launchctl setenv HOME /tmp"),
    ("ask", "date -s 2020-01-01"),
    ("allow", "LC_ALL=C ls"),
    ("allow", "date"),
    // Other agents, and the switches of this one.
    ("floor", "claude -p 'fix it'"),
    ("floor", "claude --dangerously-skip-permissions"),
    ("floor", "claude --settings x.json -p y"),
    ("floor", "claude config set disableAllHooks true"),
    ("floor", "claude mcp add x"),
    ("floor", "codex exec ls"),
    ("floor", "codex --dangerously-bypass-hook-trust"),
    ("floor", "codex -c hooks.x=y exec z"),
    ("floor", "gemini hooks disable mastiff"),
    ("floor", "gemini --yolo -p x"),
    ("floor", "qwen -p x"),
    ("floor", "droid exec x"),
    ("floor", "kiro-cli chat x"),
    ("floor", "goose run -t x"),
    ("floor", "opencode run x"),
    ("floor", "cursor-agent -p x"),
    ("floor", "copilot -p x"),
    ("ask", "npx @anthropic-ai/claude-code -p x"),
    ("allow", "claude --version"),
    ("allow", "codex --help"),
    // Its process, and the programs of the hook line.
    ("ask", "kill -9 1234"),
    ("ask", "kill -STOP 1234"),
    ("ask", "pkill mastiff"),
    ("ask", "pkill -f 'mastiff hook'"),
    ("ask", "killall mastiff"),
    ("ask", "pgrep mastiff | xargs kill"),
    ("ask", "fuser -k MASTIFF"),
    ("ask", "prlimit --pid 1 --as=1"),
    ("ask", "gdb -p 1"),
    ("ask", "ulimit -v 1"),
    ("ask", "mount --bind /tmp /usr/local/bin"),
    ("floor", "cp src/a /usr/bin/timeout"),
    ("floor", "mv /bin/sh /bin/sh2"),
    ("ask", "chmod -x $(which mastiff)"),
    ("ask", "dd if=/dev/zero of=$(command -v mastiff)"),
    ("ask", "cargo uninstall mastiff"),
    ("ask", "apt remove mastiff"),
    ("ask", "crontab src/a"),
    ("ask", "at now"),
    ("ask", "systemctl --user stop x"),
    ("ask", "docker run -v /:/h alpine rm /h/usr/local/bin/mastiff"),
    ("allow", "kill -0 1234"),
    ("allow", "pgrep mastiff"),
    ("allow", "timeout 5 ls"),
    ("allow", "crontab -l"),
];

#[test]
fn commands_that_would_change_the_gate() {
    let gate = place().file("repo/src/copy", "\u{7f}ELF");
    let text = |command: &str| command.replace("MASTIFF ", &format!("{MASTIFF} "));
    let questions: Vec<Value> = COMMANDS.iter().map(|(_, line)| command(&text(line))).collect();
    let answers = judge(gate, &questions);
    let wrong: Vec<String> = COMMANDS
        .iter()
        .zip(&answers)
        .filter(|((expected, _), (decision, rule))| match *expected {
            "floor" => decision != "ask" || !matches!(rule.as_str(), "safety_floor" | "nested_agent"),
            expected => decision != expected,
        })
        .map(|((expected, line), (decision, rule))| {
            format!("`{line}`: {expected} expected, {decision} ({rule})")
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), COMMANDS.len(), wrong.join("\n"));
}
