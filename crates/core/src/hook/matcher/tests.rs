use super::*;
use Dialect::{AgentCode, Claude, Claw, Codex, Gemini, HookSystem, Veto};

/// Dialect, matcher, names that it matches, names that it does not.
const TABLE: &[(Dialect, &str, &[&str], &[&str])] = &[
    (Claude, "", &["Bash", "mcp__a__b"], &[]),
    (Claude, "*", &["Bash", "mcp__a__b"], &[]),
    (Claude, "Bash", &["Bash"], &["bash", "BashOutput", "Bas"]),
    (Claude, "bash", &["bash"], &["Bash"]),
    (Claude, "as", &["as"], &["Bash"]),
    (Claude, "Edit|Write", &["Edit", "Write"], &["NotebookEdit", "Edit|Write"]),
    (Claude, "Edit, Write", &["Edit", "Write"], &["Read"]),
    (Claude, "Edit|", &["Edit"], &["", "Write"]),
    (Claude, "mcp__my-server__x", &["mcp__my-server__x"], &["mcp__my-server__xy"]),
    (Claude, "Ba.*", &["Bash", "BashOutput", "xBa"], &["bash", "Edit"]),
    (Claude, "Edit.*", &["Edit", "NotebookEdit"], &["edit"]),
    (Claude, "^Edit$", &["Edit"], &["NotebookEdit", "MultiEdit"]),
    (Claude, "mcp__memory", &["mcp__memory"], &["mcp__memory__read"]),
    (Claude, "mcp__memory__.*", &["mcp__memory__read"], &["mcp__other__read"]),
    (Claude, "Bash(touch *)", &["Bashtouch", "Bashtouch  "], &["Bash"]),
    (HookSystem, "bash", &["bash", "Bash", "BASH"], &["bashx"]),
    (HookSystem, "Bash|Edit", &["bash", "edit"], &["write"]),
    (HookSystem, "^ba", &["Bash", "bash"], &["Edit"]),
    (Codex, "Bash|apply_patch", &["Bash", "apply_patch"], &["bash", "Bash|apply_patch"]),
    (Codex, "Bash,Edit", &["Bash,Edit"], &["Bash", "Edit"]),
    (Codex, "my-tool", &["my-tool", "xmy-toolx"], &["my_tool"]),
    (Codex, "^Ba.h$", &["Bash"], &["xBash"]),
    (Gemini, "run_shell_command", &["run_shell_command", "run_shell_command_2"], &["run_shell"]),
    (Gemini, "write_.*|replace", &["write_file", "replace"], &["read_file"]),
    (Gemini, "[", &["["], &["x", "Bash"]),
    (Gemini, "*", &["anything"], &[]),
    // No expression in JavaScript either: a name. One that is one there, and not here: everything.
    (Gemini, "run_shell_command|(", &["run_shell_command|("], &["run_shell_command"]),
    (Gemini, "run_shell_command|x{", &["run_shell_command", "read_file"], &[]),
    (Gemini, "run_shell_command|[^]", &["run_shell_command", "read_file"], &[]),
    (Gemini, "run_shell_command|mcp_{", &["run_shell_command", "read_file"], &[]),
    (Gemini, r"run\_shell\_command", &["run_shell_command"], &["read_file"]),
    (Gemini, r"\p{L}un_shell_command", &["run_shell_command", "read_file"], &[]),
    (Gemini, " run_shell_command\u{200b}", &["run_shell_command"], &["read_file"]),
    (Codex, "Bash ", &["Bash"], &["BashOutput"]),
    (Claw, "bash|read_*", &["Bash", "BASH", "read_file", "READ_X"], &["write_file", "bashx"]),
    (Claw, "Bash, *file", &["bash", "write_file"], &["file_x"]),
    (Claw, "[", &["["], &["x"]),
    (Veto, "Bash", &["Bash"], &["bash", "BashOutput"]),
    (Veto, "Bash | File*", &["Bash", "FileRead", "File"], &["NotebookFile", "bash"]),
    (Veto, "/^(Bash|File.*)$/", &["Bash", "FileRead"], &["xBash"]),
    (Veto, "/a/b/", &["a/b"], &["a", "b"]),
    (AgentCode, "Bash,Monitor", &["Bash", "Monitor"], &["Bash,Monitor"]),
    (Veto, "*", &["anything"], &[]),
];

#[test]
fn table() {
    for (dialect, text, yes, no) in TABLE {
        let matcher = Matcher::read(*dialect, text).unwrap();
        for name in *yes {
            assert!(matcher.matches(&[name]), "{dialect:?} `{text}` matches `{name}`");
            assert!(matcher.matches(&["Zzz", name]), "any name counts: {dialect:?} `{text}` `{name}`");
        }
        for name in *no {
            assert!(!matcher.matches(&[name]), "{dialect:?} `{text}` does not match `{name}`");
        }
    }
}

#[test]
fn what_cannot_be_read_is_said() {
    for (dialect, text, part) in [
        (Claude, "[", "`[` is no regular expression: "),
        (Codex, "(", "`(` is no regular expression: "),
        (Veto, "/(/", "`(` is no regular expression: "),
        (Claude, "^(?!Bash)", "uses lookahead, which is not supported"),
        (Claude, "(?<=a)b", "uses lookbehind, which is not supported"),
        (Claude, r"(a)\1", "uses backreferences, which is not supported"),
        (Gemini, "^(?!run_shell)", "uses lookahead, which is not supported"),
        (Claude, "|", "names no tool; write `*` for all"),
        (Claw, " , ", "names no tool; write `*` for all"),
        (Claude, "(a{1000}){1000}", "is no regular expression: "),
        (Gemini, "run_shell_command|(a{1000}){1000}", "is no regular expression: "),
        (Gemini, "a|(?:){4000000000}", "is no regular expression: "),
    ] {
        let problem = Matcher::read(dialect, text).unwrap_err();
        assert!(problem.contains(part), "{text}: {problem}");
    }
    assert!(Matcher::read(Claude, &"(a)".repeat(2_000)).unwrap_err().contains("more than 4096 bytes"));
    assert!(Matcher::read(Gemini, &"(a)".repeat(2_000)).unwrap_err().contains("more than 4096 bytes"));
    assert!(Matcher::read(Gemini, &"a.|".repeat(2_000)).unwrap_err().contains("more than 4096 bytes"));
    assert!(Matcher::read(Claude, r"a\\1").is_ok(), "an escaped backslash refers to nothing");
}

#[test]
fn long_lists_need_no_expression() {
    for dialect in [Claude, HookSystem, Codex, Gemini, Claw, Veto] {
        let list: String = (0..600).map(|n| format!("tool_{n}|")).collect();
        let matcher = Matcher::read(dialect, &(list.clone() + "run_shell_command")).unwrap();
        assert!(matcher.matches(&["run_shell_command"]) && matcher.matches(&["tool_599"]), "{dialect:?}");
        assert!(!matcher.matches(&["read_file"]), "{dialect:?}");
        assert_eq!(matcher.matches(&["run_shell_command_2"]), dialect == Gemini, "{dialect:?}");
        assert!(
            Matcher::read(dialect, &(list.repeat(2) + "x")).unwrap_err().contains("more than 1000 names")
        );
    }
    let empty = "tool|".repeat(600);
    assert_eq!(Matcher::read(Gemini, &empty), Ok(Matcher::All), "nothing is found in every name");
}

#[test]
fn what_matches_no_known_tool_is_noted() {
    for (dialect, text, expected) in [
        (Claude, "Bash|Edit", &[] as &[&str]),
        (Claude, "Ba.*", &[]),
        (Claude, "mcp__memory__.*", &[]),
        (Claude, "mcp__memory__read", &[]),
        (Claude, ".*Mcp.*", &[]),
        (HookSystem, "bash", &[]),
        (Veto, "mcp__*", &[]),
        (Claude, "bash", &["no known tool is called `bash`; did you mean `Bash`?"]),
        (Claude, "Bash|Wriet", &["no known tool is called `Wriet`; did you mean `Write`?"]),
        (Claude, "frobnicate", &["no known tool is called `frobnicate`"]),
        (Claude, "mcp__memory", &["`mcp__memory` names a server and no tool of it, so it never matches"]),
        (
            Claude,
            "Bash(touch *)",
            &[
                "the expression `Bash(touch *)` matches no known tool; a rule about the input of a tool stands under `if`",
            ],
        ),
        (Claude, "^bash$", &["the expression `^bash$` matches no known tool"]),
        (Codex, "Bash,Edit", &["the expression `Bash,Edit` matches no known tool"]),
    ] {
        let matcher = Matcher::read(dialect, text).unwrap();
        assert_eq!(matcher.oddities(dialect), expected, "{dialect:?} {text}");
    }
}

#[test]
fn shown_for_people() {
    for (dialect, text, shown) in [
        (Claude, "", "*"),
        (Claude, "Edit, Write", "Edit|Write"),
        (Claude, "^Ba", "/^Ba/"),
        (Veto, "/^Ba/", "/^Ba/"),
        (Claw, "read_*", "read_*"),
    ] {
        assert_eq!(Matcher::read(dialect, text).unwrap().to_string(), shown);
    }
}
