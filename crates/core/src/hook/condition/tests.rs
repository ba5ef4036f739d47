use super::*;
use alloc::string::ToString;

fn call(tool: &str, key: &str, value: &str) -> Call {
    Call { id: "1".into(), tool: tool.into(), input: Json::object([(key, value.into())]), mcp: None }
}

fn facts() -> Facts {
    Facts { cwd: "/repo/web".into(), project_dir: "/repo".into(), ..Facts::default() }
}

fn holds(rule: &str, call: &Call) -> bool {
    in_dialect(Dialect::Claude, rule, call)
}

fn in_dialect(dialect: Dialect, rule: &str, call: &Call) -> bool {
    Condition::read(dialect, rule).unwrap().holds(call, &facts())
}

/// Rule, command, holds.
const COMMANDS: &[(&str, &str, bool)] = &[
    // As measured with Claude Code.
    ("Bash(git *)", "ls; git status", true),
    ("Bash(git *)", "X=1 git status", true),
    ("Bash(git *)", "echo $(git status)", true),
    // Claude Code does not ask the hook about these. Here it runs: who guards `git` means this as well.
    ("Bash(git *)", "bash -c 'git status'", true),
    ("Bash(git *)", "/usr/bin/git status", true),
    ("Bash(git *)", "env git status", true),
    // What runs other commands, and what only looks like it.
    ("Bash(git *)", "command git x", true),
    ("Bash(git *)", "exec git x", true),
    ("Bash(git *)", "eval 'git x'", true),
    ("Bash(git *)", "nohup git x", true),
    ("Bash(git *)", "nice -n 5 git x", true),
    ("Bash(git *)", "timeout 5 git x", true),
    ("Bash(git *)", "sudo -u me git x", true),
    ("Bash(git *)", "/usr/bin/env git x", true),
    ("Bash(git *)", "echo x | xargs git", true),
    ("Bash(git *)", "find . -exec git x {} ;", true),
    ("Bash(git *)", "find . -name git", false),
    ("Bash(git *)", "sh <<E\ngit x\nE", true),
    ("Bash(git *)", "cat <<E\ngit x\nE", false),
    ("Bash(git *)", "echo git x | sh", true),
    ("Bash(git *)", "echo git x | cat", false),
    ("Bash(git *)", "python3.12 -c 'x'", true),
    ("Bash(git *)", "pythonic x", false),
    ("Bash(git *)", "alias g=git; g x", true),
    ("Bash(git *)", "{git,x}", true),
    ("Bash(git *)", "/opt/gitk x", false),
    ("Bash(/usr/bin/git *)", "git x", true),
    ("Bash(/usr/bin/git *)", "/bin/git x", true),
    ("Bash(/usr/bin/git *)", "gitk x", false),
    ("Bash(./deploy.sh *)", "cd x && ../deploy.sh now", true),
    ("Bash(./deploy.sh *)", "./test.sh", false),
    ("Bash(git push *)", "git -C . push", true),
    ("Bash(git push *)", "git --no-pager push x", true),
    ("Bash(git push *)", "git log --oneline", false),
    ("Bash(git push --force *)", "git push --forc{e,}", true),
    ("Bash(git push --force *)", "git push '--forc{e,}'", false),
    ("Bash(!rm *)", "ls", true),
    // Everywhere a command may stand.
    ("Bash(git *)", "ls", false),
    ("Bash(git *)", "git status", true),
    ("Bash(git *)", "git", true),
    ("Bash(git *)", "gitk --all", false),
    ("Bash(git *)", "echo git status", false),
    ("Bash(git *)", "echo 'git status'", false),
    ("Bash(git *)", "a && git x", true),
    ("Bash(git *)", "a || b | git x", true),
    ("Bash(git *)", "(cd x && git x)", true),
    ("Bash(git *)", "{ git x; }", true),
    ("Bash(git *)", "! git x", true),
    ("Bash(git *)", "time git x", true),
    ("Bash(git *)", "git x &", true),
    ("Bash(git *)", "if git x; then a; fi", true),
    ("Bash(git *)", "if a; then b; elif c; then git x; fi", true),
    ("Bash(git *)", "if a; then b; else git x; fi", true),
    ("Bash(git *)", "if a; then b; else c; fi", false),
    ("Bash(git *)", "while git x; do a; done", true),
    ("Bash(git *)", "while a; do git x; done", true),
    ("Bash(git *)", "for f in a b; do git x; done", true),
    ("Bash(git *)", "for f in $(git ls-files); do cat x; done", true),
    ("Bash(git *)", "for f in git status; do cat x; done", false),
    ("Bash(git *)", "case a in b) git x;; esac", true),
    ("Bash(git *)", "case $(git x) in b) a;; esac", true),
    ("Bash(git *)", "f() { git x; }; f", true),
    ("Bash(git *)", "[[ -n $(git x) ]] && a", true),
    ("Bash(git *)", "[[ a == $(git x) ]] && a", true),
    ("Bash(git *)", "echo $(( $(git x) + 1 ))", true),
    ("Bash(git *)", "(( $(git x) )) && a", true),
    ("Bash(git *)", "X=$(git x)", true),
    ("Bash(git *)", "X=(a $(git x))", true),
    ("Bash(git *)", "echo \"${X:-$(git x)}\"", true),
    ("Bash(git *)", "echo `git x`", true),
    ("Bash(git *)", "diff <(git x) b", true),
    ("Bash(git *)", "cat < $(git x)", true),
    ("Bash(git *)", "cat > \"$(git x)\"", true),
    ("Bash(git *)", "cat <<E\n$(git x)\nE", true),
    ("Bash(git *)", "cat <<'E'\n$(git x)\nE", false),
    ("Bash(git *)", "cat <<< $(git x)", true),
    ("Bash(git *)", "ls # git x", false),
    // Quotes and unknown words.
    ("Bash(git *)", "'git' status", true),
    ("Bash(git *)", "g\\it status", true),
    ("Bash(git *)", "$GIT status", true),
    ("Bash(git *)", "$(which git) status", true),
    ("Bash(git *)", "ls $GIT", false),
    ("Bash(git push)", "git $WHAT", true),
    ("Bash(git push)", "git $WHAT origin", false),
    ("Bash(git push)", "git push", true),
    ("Bash(git push)", "git push > log", true),
    ("Bash(git push)", "git push --force", false),
    ("Bash(git push *)", "git push --force", true),
    ("Bash(git push *)", "git pull", false),
    ("Bash(git push:*)", "git push", true),
    ("Bash(git push:*)", "git push origin", true),
    ("Bash(git push:*)", "git pushy", false),
    ("Bash(* --force*)", "git push --force-with-lease", true),
    ("Bash(* --force*)", "git push", false),
    ("Bash(git commit -m \"wip*)", "git commit -m \"wip: x\"", true),
    ("Bash(rm *.o)", "rm *.o", true),
    ("Bash(rm *.o)", "rm a.c", false),
    ("Bash(make && make install)", "make && make install", true),
    ("Bash(make && make install)", "make && make check", false),
    // Not readable: it could be anything.
    ("Bash(git *)", "ls 'open", true),
    ("Bash(git *)", "ls $(", true),
    ("Bash(git *)", "", false),
    ("Bash", "ls", true),
    ("Bash(*)", "ls", true),
    ("Bash()", "ls", true),
];

#[test]
fn commands() {
    for (rule, command, expected) in COMMANDS {
        assert_eq!(holds(rule, &call("Bash", "command", command)), *expected, "{rule}: {command}");
    }
    let odd = Call { input: Json::object([("command", Json::Null)]), ..call("Bash", "x", "y") };
    assert!(holds("Bash(git *)", &odd), "a command that is no text could be anything");
}

/// Rule, tool, path, holds.
const PATHS: &[(&str, &str, &str, bool)] = &[
    ("Read(*.env)", "Read", "/repo/a/b/prod.env", true),
    ("Read(*.env)", "Read", "/elsewhere/prod.env", true),
    ("Read(*.env)", "Read", "/repo/a/env", false),
    ("Read(.env)", "Read", "/repo/web/.env", true),
    ("Read(.env)", "Read", "/repo/web/.env.example", false),
    ("Read(.env)", "Write", "/repo/.env", false),
    ("Read(.env)", "Grep", "/repo/.env", true),
    ("Edit(src/**)", "Edit", "/repo/src/a/b.rs", true),
    ("Edit(src/**)", "Edit", "/repo/web/src/b.rs", true),
    ("Edit(src/**)", "Edit", "src/b.rs", true),
    ("Edit(src/**)", "Edit", "/repo/lib/src/b.rs", false),
    ("Edit(src/**)", "Edit", "/src/b.rs", false),
    ("Edit(src/**)", "Write", "/repo/src/new.rs", true),
    ("Edit(src/**)", "NotebookEdit", "/repo/src/a.ipynb", true),
    ("Edit(src/**)", "Read", "/repo/src/a.rs", false),
    ("Edit(src/**)", "Edit", "/repo/lib/../src/a.rs", true),
    ("Edit(src/**)", "Edit", "/repo/src/../lib/a.rs", false),
    ("Edit(src)", "Edit", "/repo/src/a.rs", true),
    ("Edit(src/)", "Edit", "/repo/x/src/a.rs", true),
    ("Edit(src/)", "Edit", "/repo/x/srcs/a.rs", false),
    ("Edit(/src/*.ts)", "Edit", "/repo/src/a.ts", true),
    ("Edit(/src/*.ts)", "Edit", "/repo/web/src/a.ts", false),
    ("Edit(./src/*.ts)", "Edit", "/repo/web/src/a.ts", true),
    ("Edit(//etc/**)", "Edit", "/etc/passwd", true),
    ("Edit(//etc/**)", "Edit", "/repo/etc/passwd", false),
    ("Edit(~/.ssh/**)", "Edit", "/home/me/.ssh/config", true),
    ("Edit(~/.ssh/**)", "Edit", "/home/me/ssh/config", false),
    ("Write(*.md)", "Write", "/repo/a.md", true),
    ("Write(*.md)", "Edit", "/repo/a.md", false),
    ("Edit(*.MD)", "Edit", "/repo/a.md", true),
    ("Edit", "Edit", "/repo/a.md", true),
    ("Edit", "Bash", "/repo/a.md", false),
];

/// Rule, tool, fields of its input, holds.
type Search = (&'static str, &'static str, &'static [(&'static str, &'static str)], bool);

/// A search is about all that it may come upon.
const SEARCHES: &[Search] = &[
    ("Read(secrets/**)", "Grep", &[("path", "."), ("glob", "secrets/**")], true),
    ("Read(secrets/**)", "Glob", &[("path", "."), ("pattern", "secrets/*")], true),
    ("Read(secrets/**)", "Glob", &[("pattern", "*")], true),
    ("Read(secrets/**)", "Glob", &[("path", "/repo"), ("pattern", "*")], true),
    ("Read(secrets/**)", "LS", &[("path", "/")], true),
    ("Read(secrets/**)", "Grep", &[("path", "/repo/web/secrets/deep")], true),
    ("Read(secrets/**)", "Grep", &[("path", "/repo/src")], false),
    ("Read(secrets/**)", "Grep", &[("path", "/elsewhere")], false),
    ("Read(/a/*/keys/**)", "Grep", &[("path", "/repo/a/b")], true),
    ("Read(/a/*/keys/**)", "Grep", &[("path", "/repo/a/b/locks")], false),
    ("Read(/a/**/keys)", "Grep", &[("path", "/repo/a/b/c/d")], true),
    ("Read(//etc/ssl/**)", "Grep", &[("path", "/etc")], true),
    ("Read(//etc/ssl/**)", "Grep", &[("path", "/repo")], false),
    ("Read(.env)", "Grep", &[("path", "/repo/src")], true),
    ("Read(/secrets/**)", "Glob", &[("path", "/repo/src"), ("pattern", "../secrets/*")], true),
    ("Read(/secrets/**)", "Glob", &[("path", "/repo/src"), ("pattern", "/repo/secrets/*")], true),
    ("Read(/secrets/**)", "Glob", &[("path", "/repo/src"), ("pattern", "*.rs")], false),
    // One file is read, and not what lies around it.
    ("Read(secrets/**)", "Read", &[("file_path", "/repo")], false),
];

#[test]
fn searches() {
    for (rule, tool, fields, expected) in SEARCHES {
        let pattern = fields.iter().all(|(key, _)| *key != "pattern").then_some(&("pattern", "x"));
        let fields = fields.iter().chain(pattern);
        let input = Json::object(fields.map(|(key, value)| (*key, (*value).into())));
        let call = Call { input, ..call(tool, "x", "y") };
        assert_eq!(holds(rule, &call), *expected, "{rule}: {tool} {}", call.input);
    }
}

/// Dialect, rule, tool, field, value, holds: a rule may use the names of its dialect, and those of the host.
const DIALECTS: &[(Dialect, &str, &str, &str, &str, bool)] = &[
    (Dialect::Gemini, "run_shell_command(rm *)", "Bash", "command", "rm -r x", true),
    (Dialect::Gemini, "run_shell_command(rm *)", "run_shell_command", "command", "rm -r x", true),
    (Dialect::Gemini, "run_shell_command(rm *)", "Bash", "command", "ls", false),
    (Dialect::Gemini, "run_shell_command(rm *)", "Read", "file_path", "rm", false),
    (Dialect::Gemini, "Bash(rm *)", "run_shell_command", "command", "rm x", true),
    (Dialect::Gemini, "write_file(src/**)", "Write", "file_path", "/repo/src/a", true),
    (Dialect::Gemini, "write_file(src/**)", "Write", "file_path", "/repo/lib/a", false),
    (Dialect::Gemini, "replace(src/**)", "MultiEdit", "file_path", "/repo/src/a", true),
    (Dialect::Gemini, "read_file(keys/**)", "Grep", "path", "/repo", true),
    (Dialect::Gemini, "web_fetch(domain:a.org)", "WebFetch", "url", "https://a.org/", true),
    (Dialect::Gemini, "web_fetch(domain:a.org)", "WebFetch", "url", "https://b.org/", false),
    (Dialect::Gemini, "mcp_lab_echo", "mcp__lab__echo", "a", "b", true),
    (Dialect::Gemini, "mcp_lab", "mcp__lab__echo", "a", "b", true),
    (Dialect::Gemini, "mcp_la", "mcp__lab__echo", "a", "b", false),
    (Dialect::Claw, "bash(rm *)", "Bash", "command", "rm x", true),
    (Dialect::Claw, "bash(rm *)", "Bash", "command", "ls", false),
    (Dialect::HookSystem, "bash(rm *)", "Bash", "command", "rm x", true),
    (Dialect::HookSystem, "bash(rm *)", "Bash", "command", "ls", false),
    (Dialect::HookSystem, "edit_file(src/**)", "Write", "file_path", "/repo/src/a", true),
    (Dialect::Veto, "bash(rm *)", "Bash", "command", "rm x", true),
    (Dialect::Veto, "bash(rm *)", "Bash", "command", "ls", false),
    (Dialect::Veto, "FileWrite(src/**)", "Write", "file_path", "/repo/src/a", true),
    (Dialect::Veto, "FileWrite(src/**)", "Write", "file_path", "/repo/lib/a", false),
    (Dialect::AgentCode, "FileWrite(src/**)", "Read", "file_path", "/repo/src/a", false),
    (Dialect::Claude, "bash", "Bash", "command", "ls", true),
    (Dialect::Claude, "bash", "Read", "file_path", "x", false),
    (Dialect::Claude, "FileWrite(src/**)", "Write", "file_path", "/repo/src/a", true),
    (Dialect::Codex, "apply_patch(src/**)", "Edit", "file_path", "/repo/src/a", true),
    (Dialect::Codex, "apply_patch(src/**)", "Edit", "file_path", "/repo/lib/a", false),
    (Dialect::Codex, "apply_patch(src/**)", "apply_patch", "command", "*** Begin Patch", true),
];

#[test]
fn dialects() {
    for (dialect, rule, tool, key, value, expected) in DIALECTS {
        let found = in_dialect(*dialect, rule, &call(tool, key, value));
        assert_eq!(found, *expected, "{dialect:?} {rule}: {tool} {value}");
    }
}

#[test]
fn paths() {
    for (rule, tool, path, expected) in PATHS {
        assert_eq!(holds(rule, &call(tool, "file_path", path)), *expected, "{rule}: {tool} {path}");
    }
    assert!(holds("Edit(*.ipynb)", &call("NotebookEdit", "notebook_path", "/repo/a.ipynb")));
    assert!(!holds("Edit(*.ipynb)", &call("NotebookEdit", "notebook_path", "/repo/a.py")));
    assert!(holds("Read(*.env)", &call("Grep", "pattern", "x")), "it looks everywhere");
    assert!(holds("Edit(*.rs)", &call("Edit", "file_path", "~/a.md")), "whose home is not known here");
}

#[test]
fn other_tools() {
    for (rule, tool, key, value, expected) in [
        ("WebFetch(domain:example.com)", "WebFetch", "url", "https://example.com/x", true),
        ("WebFetch(domain:Example.com)", "WebFetch", "url", "https://EXAMPLE.com/x", true),
        ("WebFetch(domain:example.com)", "WebFetch", "url", "https://example.com.evil.org/", false),
        ("WebFetch(domain:example.com)", "WebFetch", "url", "https://docs.example.com/", false),
        ("WebFetch(domain:*.example.com)", "WebFetch", "url", "https://docs.example.com/", true),
        ("WebFetch(domain:example.com)", "WebFetch", "url", "https://u@other.org/", true),
        ("WebFetch(domain:example.com)", "WebSearch", "query", "example.com", false),
        ("mcp__memory", "mcp__memory__read", "a", "b", true),
        ("mcp__memory", "mcp__memory2__read", "a", "b", false),
        ("mcp__memory__*", "mcp__memory__read", "a", "b", true),
        ("mcp__memory__*", "mcp__other__read", "a", "b", false),
        ("mcp__memory__read", "mcp__memory__read", "a", "b", true),
        ("mcp__memory__read", "mcp__memory__write", "a", "b", false),
        ("Agent(Explore)", "Agent", "subagent_type", "Plan", true),
        ("Agent(Explore)", "Bash", "command", "ls", false),
        ("Monitor(git *)", "Monitor", "command", "git log", true),
        ("Monitor(git *)", "Monitor", "command", "tail -f x", false),
    ] {
        assert_eq!(holds(rule, &call(tool, key, value)), expected, "{rule}: {tool} {value}");
    }
}

#[test]
fn what_is_not_understood_holds_and_is_said() {
    for text in [
        "",
        "Bash(git *",
        "Bash(git *), Edit",
        "Bash(ls), Bash(rm)",
        "Bash(ls) || Bash(rm)",
        "Bash(Bash(rm))",
        "Bash(rm))",
        "Bash|Edit",
        "(git *)",
        "Bash (git *)",
        "*",
        "frobnicate",
        "Bsah(rm *)",
    ] {
        assert!(Condition::read(Dialect::Claude, text).is_err(), "{text}");
        assert!(Condition::unclear(text).holds(&call("Anything", "a", "b"), &facts()));
    }
    for (text, doubtful) in [
        ("Bash(git *)", false),
        ("Agent(Explore)", true),
        ("Edit({a,b})", true),
        ("Edit(!a)", true),
        ("Bash(!a)", true),
        ("bash(git *)", false),
        ("mcp__a__b(c)", true),
        ("WebFetch(example.com)", true),
        ("WebFetch(domain:exa mple)", true),
        ("Edit(a)", false),
    ] {
        assert_eq!(Condition::read(Dialect::Claude, text).unwrap().doubt().is_some(), doubtful, "{text}");
        assert_eq!(Condition::read(Dialect::Claude, text).unwrap().to_string(), text);
    }
}

/// A rule for what a tool does holds for it under every name that hosts have.
#[test]
fn tools_by_other_names() {
    let rows: &[(&str, &str, &str, bool)] = &[
        ("Bash(rm *)", "bash", r#"{"command":"rm x"}"#, true),
        ("Bash(rm *)", "run_shell_command", r#"{"command":"rm x"}"#, true),
        ("Bash(rm *)", "exec_command", r#"{"cmd":"rm x"}"#, true),
        ("Bash(rm *)", "exec_command", r#"{"cmd":"rm x","command":"ls"}"#, true),
        ("Bash(rm *)", "shell", r#"{"command":"ls"}"#, false),
        ("Bash(rm *)", "exec_command", r#"{"cmd":"ls"}"#, false),
        ("Bash(rm *)", "SHELL", r#"{"cmd":"rm x"}"#, true),
        ("Bash(rm *)", "run_commands", r#"{"commands":["ls"]}"#, true),
        ("Edit(src/**)", "write_file", r#"{"file_path":"src/a"}"#, true),
        ("Edit(src/**)", "str_replace_editor", r#"{"path":"src/a"}"#, true),
        ("Edit(src/**)", "write_file", r#"{"file_path":"docs/a","content":""}"#, false),
        ("Edit(src/**)", "write_file", r#"{"filePath":"docs/a","content":""}"#, false),
        ("Edit(src/**)", "write_file", r#"{"filePath":"src/a","content":""}"#, true),
        ("Edit(src/**)", "write_file", r#"{"path":"docs/a","filePath":"src/a","content":""}"#, true),
        ("Edit(src/**)", "delete_file", r#"{"path":"src/a"}"#, true),
        ("Read(src/**)", "str_replace_editor", r#"{"command":"view","path":"src/a"}"#, true),
        ("Read(src/**)", "str_replace_editor", r#"{"command":"view","path":"docs/a"}"#, false),
        ("Read(src/**)", "read_many_files", r#"{"paths":["docs/a","src/a"]}"#, true),
        (
            "Edit(src/**)",
            "apply_patch",
            r#"{"input":"*** Begin Patch\n*** Add File: src/a\n+x\n*** End Patch"}"#,
            true,
        ),
        (
            "Edit(src/**)",
            "apply_patch",
            r#"{"input":"*** Begin Patch\n*** Add File: docs/a\n+x\n*** End Patch"}"#,
            false,
        ),
        ("mcp__fs", "mcp_fs_read", "{}", true),
        ("mcp__fs", "mcp_other_read", "{}", false),
        ("WebFetch(domain:example.com)", "web_fetch", r#"{"prompt":"see https://example.com/"}"#, true),
        ("WebFetch(domain:example.com)", "web_fetch", r#"{"prompt":"see https://example.org/"}"#, false),
        ("WebFetch(domain:example.com)", "fetch", r#"{"url":"https://example.com/"}"#, true),
        ("WebFetch(domain:example.com)", "fetch", r#"{"url":"https://example.org/"}"#, false),
    ];
    let facts = Facts { cwd: "/repo".into(), project_dir: "/repo".into(), ..Facts::default() };
    for (rule, tool, input, expected) in rows {
        let call = Call {
            id: "1".into(),
            tool: (*tool).into(),
            input: Json::parse(input.as_bytes()).unwrap(),
            mcp: None,
        };
        let rule = Condition::read(Dialect::Claude, rule).unwrap();
        assert_eq!(rule.holds(&call, &facts), *expected, "{rule}: {tool} {input}");
    }
}
