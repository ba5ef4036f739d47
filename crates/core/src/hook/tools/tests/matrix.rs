//! Every dialect × every kind of tool, as hosts spell them: what a hook is told, that what it wants instead comes back in
//! the host's fields, and which calls cannot be told.

use super::*;

const DIALECTS: [Dialect; 5] =
    [Dialect::Claude, Dialect::HookSystem, Dialect::Gemini, Dialect::AgentCode, Dialect::Codex];

/// One call of some host, and what hooks of `claude`, `hook-system` (and `claw`), `gemini`, `agent-code` (and `veto`) and
/// `codex` are told: the tool and a field that guards look at. `=`: the same as `claude`. `-`: it cannot be told.
struct Row(&'static str, &'static str, [&'static str; 5]);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    // A shell.
    Row("Bash", r#"{"command":"ls"}"#,
        ["Bash command=ls", "bash command=ls", "run_shell_command command=ls", "=", "="]),
    Row("bash", r#"{"command":"ls"}"#,
        ["Bash command=ls", "bash command=ls", "run_shell_command command=ls", "=", "="]),
    Row("BASH", r#"{"command":"ls"}"#,
        ["Bash command=ls", "bash command=ls", "run_shell_command command=ls", "=", "="]),
    Row("run_shell_command", r#"{"command":"ls","dir_path":"d"}"#,
        ["Bash command=ls", "bash command=ls", "run_shell_command dir_path=d", "=", "="]),
    Row("exec_command", r#"{"cmd":"ls"}"#,
        ["Bash command=ls", "bash command=ls", "run_shell_command command=ls", "=", "="]),
    Row("shell", r#"{"command_line":"ls"}"#,
        ["Bash command=ls", "bash command=ls", "run_shell_command command=ls", "=", "="]),
    Row("shell", r#"{"command":["bash","-lc","ls"]}"#,   ["-", "-", "-", "-", "-"]),
    Row("shell", r#"{"command":"python3","args":["x"]}"#, ["-", "-", "-", "-", "-"]),
    Row("shell", r#"{"command":"ls","cmd":"rm x"}"#,     ["-", "-", "-", "-", "-"]),
    Row("shell", "{}",                                   ["-", "-", "-", "-", "-"]),
    Row("run_commands", r#"{"commands":["ls","pwd"]}"#,  ["-", "-", "-", "-", "-"]),
    Row("Bash", r#"{"cmd":"ls"}"#,                       ["-", "-", "-", "-", "-"]),
    Row("Bash", r#"{"command":["ls"]}"#,                 ["-", "-", "-", "-", "-"]),
    Row("monitor", r#"{"command":"ls"}"#,                ["Monitor command=ls", "=", "=", "=", "="]),
    Row("pwsh", r#"{"command":"ls"}"#,                   ["PowerShell command=ls", "=", "=", "=", "="]),
    // Reading.
    Row("Read", r#"{"file_path":"a"}"#,
        ["Read file_path=a", "read_file path=a", "read_file file_path=a", "FileRead file_path=a", "="]),
    Row("read_file", r#"{"path":"a"}"#,
        ["Read file_path=a", "read_file path=a", "read_file file_path=a", "FileRead file_path=a", "="]),
    Row("read_file", r#"{"file_path":"a"}"#,
        ["Read file_path=a", "read_file path=a", "read_file file_path=a", "FileRead file_path=a", "="]),
    Row("read_file", r#"{"absolute_path":"/a"}"#,
        ["Read file_path=/a", "read_file path=/a", "read_file file_path=/a", "FileRead file_path=/a", "="]),
    Row("view", r#"{"filePath":"a"}"#,
        ["Read file_path=a", "read_file path=a", "read_file file_path=a", "FileRead file_path=a", "="]),
    Row("read_many_files", r#"{"paths":["a"]}"#,
        ["Read file_path=a", "read_file path=a", "read_many_files", "FileRead file_path=a", "="]),
    Row("read_many_files", r#"{"paths":["a","b"]}"#,     ["-", "-", "read_many_files", "-", "-"]),
    Row("view_image", r#"{"path":"a"}"#,
        ["Read file_path=a", "read_file path=a", "read_file file_path=a", "FileRead file_path=a", "view_image path=a"]),
    Row("read_file", r#"{"path":"safe","file_path":"/etc/shadow"}"#, ["-", "-", "-", "-", "-"]),
    Row("read_file", r#"{"target":"a"}"#,                ["-", "-", "-", "-", "-"]),
    Row("Read", r#"{"path":"a"}"#,                       ["-", "-", "-", "-", "-"]),
    Row("list_directory", r#"{"dir_path":"d"}"#,
        ["LS path=d", "=", "list_directory dir_path=d", "=", "="]),
    Row("LS", r#"{"path":"d"}"#,
        ["LS path=d", "=", "list_directory dir_path=d", "=", "="]),
    Row("LS", r#"{"dir_path":"d"}"#,                     ["-", "-", "-", "-", "-"]),
    // Writing.
    Row("Write", r#"{"file_path":"a","content":"x"}"#,
        ["Write file_path=a", "write_file path=a", "write_file file_path=a", "FileWrite file_path=a", "apply_patch command~*** Add File: a"]),
    Row("write_file", r#"{"path":"a","content":"x"}"#,
        ["Write file_path=a", "write_file path=a", "write_file file_path=a", "FileWrite file_path=a", "apply_patch command~*** Add File: a"]),
    Row("write_to_file", r#"{"path":"a","contents":"x"}"#,
        ["Write content=x", "write_file content=x", "write_file content=x", "FileWrite content=x", "apply_patch command~+x"]),
    Row("write_file", r#"{"path":"a"}"#,                 ["-", "-", "-", "-", "-"]),
    Row("str_replace_editor", r#"{"command":"create","path":"a","file_text":"x"}"#,
        ["Write file_path=a", "write_file path=a", "write_file file_path=a", "FileWrite file_path=a", "apply_patch command~*** Add File: a"]),
    // Editing.
    Row("Edit", r#"{"file_path":"a","old_string":"x","new_string":"y"}"#,
        ["Edit file_path=a", "edit_file path=a", "replace file_path=a", "FileEdit file_path=a", "apply_patch command~*** Update File: a"]),
    Row("edit_file", r#"{"path":"a","old_string":"x","new_string":"y"}"#,
        ["Edit file_path=a", "edit_file path=a", "replace file_path=a", "FileEdit file_path=a", "apply_patch command~*** Update File: a"]),
    Row("replace", r#"{"file_path":"a","old_string":"x","new_string":"y"}"#,
        ["Edit new_string=y", "edit_file new_string=y", "replace new_string=y", "FileEdit new_string=y", "apply_patch command~+y"]),
    Row("replace_string_in_file", r#"{"filePath":"a","oldString":"x","newString":"y"}"#,
        ["Edit new_string=y", "edit_file new_string=y", "replace new_string=y", "FileEdit new_string=y", "apply_patch command~+y"]),
    Row("str_replace_editor", r#"{"command":"str_replace","path":"a","old_str":"x","new_str":"y"}"#,
        ["Edit new_string=y", "edit_file new_string=y", "replace new_string=y", "FileEdit new_string=y", "apply_patch command~+y"]),
    Row("str_replace_editor", r#"{"command":"view","path":"a"}"#,
        ["Read file_path=a", "read_file path=a", "read_file file_path=a", "FileRead file_path=a", "="]),
    Row("str_replace_editor", r#"{"command":"insert","path":"a","insert_line":1}"#, ["-", "-", "-", "-", "-"]),
    Row("edit_file", r#"{"target_file":"a","code_edit":"x"}"#, ["-", "-", "-", "-", "-"]),
    Row("replace_in_file", r#"{"path":"a","diff":"x"}"#, ["-", "-", "-", "-", "-"]),
    Row("delete_file", r#"{"path":"a"}"#,                ["-", "-", "-", "-", "-"]),
    // Several edits of one file.
    Row("MultiEdit", r#"{"file_path":"a","edits":[]}"#,
        ["MultiEdit file_path=a", "MultiEdit path=a", "MultiEdit file_path=a", "MultiEdit file_path=a", "-"]),
    Row("multi_edit", r#"{"path":"a","edits":[{"old_string":"x","new_string":"y"}]}"#,
        ["MultiEdit file_path=a", "MultiEdit path=a", "MultiEdit file_path=a", "MultiEdit file_path=a", "-"]),
    Row("multi_edit", r#"{"path":"a","edits":[{"file_path":"b","old_string":"x","new_string":"y"}]}"#, ["-", "-", "-", "-", "-"]),
    Row("multi_edit", r#"{"path":"a","edits":[{"search":"x"}]}"#, ["-", "-", "-", "-", "-"]),
    // Patches.
    Row("apply_patch", r#"{"command":"*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\n"}"#,
        ["Write file_path=a", "write_file path=a", "write_file file_path=a", "ApplyPatch patch~Add File: a", "apply_patch command~Add File: a"]),
    Row("apply_patch", r#"{"input":"*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End Patch\n"}"#,
        ["Edit new_string=y", "edit_file new_string=y", "replace new_string=y", "ApplyPatch patch~Update File: a", "apply_patch command~Update File: a"]),
    Row("ApplyPatch", r#"{"patch":"*** Begin Patch\n*** Delete File: a\n*** End Patch\n"}"#,
        ["-", "-", "-", "ApplyPatch patch~Delete File: a", "apply_patch command~Delete File: a"]),
    Row("apply_patch", r#"{"command":"*** Begin Patch\n*** Add File: a\n+x\n*** Add File: b\n+x\n*** End Patch\n"}"#,
        ["-", "-", "-", "ApplyPatch patch~Add File: b", "apply_patch command~Add File: b"]),
    Row("apply_patch", r#"{"command":"a","patch":"b"}"#, ["-", "-", "-", "-", "-"]),
    // Notebooks.
    Row("NotebookEdit", r#"{"notebook_path":"a","new_source":"x"}"#,
        ["NotebookEdit notebook_path=a", "NotebookEdit path=a", "NotebookEdit file_path=a", "NotebookEdit file_path=a", "-"]),
    Row("notebook_edit", r#"{"path":"a","new_source":"x"}"#,
        ["NotebookEdit notebook_path=a", "NotebookEdit path=a", "NotebookEdit file_path=a", "NotebookEdit file_path=a", "-"]),
    Row("NotebookEdit", r#"{"path":"a","new_source":"x"}"#, ["-", "-", "-", "-", "-"]),
    // Looking for names and for text.
    Row("Glob", r#"{"pattern":"*.rs","path":"d"}"#,
        ["Glob path=d", "glob_search path=d", "glob dir_path=d", "=", "="]),
    Row("glob", r#"{"pattern":"*.rs","dir_path":"d"}"#,
        ["Glob path=d", "glob_search path=d", "glob dir_path=d", "=", "="]),
    Row("file_search", r#"{"query":"*.rs"}"#,
        ["Glob pattern=*.rs", "glob_search pattern=*.rs", "glob pattern=*.rs", "=", "="]),
    Row("Grep", r#"{"pattern":"x","path":"d","glob":"*.rs"}"#,
        ["Grep glob=*.rs", "grep_search glob=*.rs", "grep_search include_pattern=*.rs", "=", "="]),
    Row("grep_search", r#"{"pattern":"x","dir_path":"d","include_pattern":"*.rs"}"#,
        ["Grep glob=*.rs", "grep_search glob=*.rs", "grep_search include_pattern=*.rs", "=", "="]),
    Row("search_files", r#"{"regex":"x","path":"d"}"#,
        ["Grep pattern=x", "grep_search pattern=x", "grep_search dir_path=d", "=", "="]),
    // The web.
    Row("WebFetch", r#"{"url":"http://a/","prompt":"p"}"#,
        ["WebFetch url=http://a/", "=", "web_fetch prompt=http://a/ p", "=", "="]),
    Row("web_fetch", r#"{"prompt":"read http://a/"}"#,
        ["WebFetch url=http://a/", "=", "web_fetch prompt=read http://a/", "=", "="]),
    Row("web_fetch", r#"{"prompt":"read http://a/ and http://b/"}"#,
        ["-", "-", "web_fetch prompt=read http://a/ and http://b/", "-", "-"]),
    Row("fetch", r#"{"uri":"http://a/"}"#,
        ["WebFetch url=http://a/", "=", "web_fetch prompt=http://a/", "=", "="]),
    Row("WebFetch", r#"{"uri":"http://a/"}"#,            ["-", "-", "-", "-", "-"]),
    Row("WebSearch", r#"{"query":"q"}"#,
        ["WebSearch query=q", "=", "google_web_search query=q", "=", "="]),
    Row("web_search", r#"{"search_term":"q"}"#,
        ["WebSearch query=q", "=", "google_web_search query=q", "=", "="]),
    // Servers' tools.
    Row("mcp__s__t", r#"{"a":"b"}"#,
        ["mcp__s__t a=b", "=", "mcp_s_t a=b", "=", "="]),
    Row("mcp_s_t", r#"{"a":"b"}"#,
        ["mcp__s__t a=b", "=", "mcp_s_t a=b", "=", "="]),
    Row("@s/t", r#"{"a":"b"}"#,
        ["mcp__s__t a=b", "=", "mcp_s_t a=b", "=", "="]),
    Row("MCP:t", r#"{"a":"b"}"#,                         ["-", "-", "-", "-", "-"]),
    // Others.
    Row("spawn_agent", r#"{"message":"m"}"#,
        ["Agent prompt=m", "=", "=", "=", "spawn_agent message=m"]),
    Row("Task", r#"{"prompt":"m"}"#,
        ["Task prompt=m", "=", "=", "Agent prompt=m", "spawn_agent prompt=m"]),
    Row("write_todos", r#"{"todos":"x"}"#,
        ["TodoWrite todos=x", "=", "write_todos todos=x", "=", "="]),
    Row("Tomorrow", r#"{"path":"x"}"#,                   ["Tomorrow path=x", "=", "=", "=", "="]),
];

#[test]
fn what_a_hook_is_told() {
    for Row(tool, given, expected) in ROWS {
        for (dialect, column) in DIALECTS.into_iter().zip(expected) {
            let column = if *column == "=" { expected[0] } else { *column };
            let call = call(tool, json(given));
            let told = told(dialect, &call);
            let about = alloc::format!("{dialect:?} {tool} {given}: {told:?}");
            assert_eq!(told.untold.is_some(), column == "-", "{about}");
            if column == "-" {
                continue;
            }
            let (name, field) = column.split_once(' ').unwrap_or((column, ""));
            assert_eq!(told.tool, name, "{about}");
            if field.is_empty() {
                continue;
            }
            let seen = |key: &str| told.input.get(key).and_then(Json::as_str).map(String::from);
            match field.split_once('~') {
                Some((key, part)) => assert!(seen(key).is_some_and(|text| text.contains(part)), "{about}"),
                None => {
                    let (key, value) = field.split_once('=').expect(field);
                    assert_eq!(seen(key).as_deref(), Some(value), "{about}");
                }
            }
        }
    }
}

/// Families in pairs: what one is told the other is.
#[test]
fn dialects_of_one_family_are_told_the_same() {
    for Row(tool, given, _) in ROWS {
        let call = call(tool, json(given));
        assert_eq!(told(Dialect::HookSystem, &call), told(Dialect::Claw, &call), "{tool} {given}");
        assert_eq!(told(Dialect::Veto, &call), told(Dialect::AgentCode, &call), "{tool} {given}");
    }
}

/// A hook that answers with what it was sent changes nothing.
#[test]
fn the_same_input_comes_back_as_it_was() {
    for Row(tool, given, _) in ROWS {
        for dialect in ALL {
            let call = call(tool, json(given));
            let told = told(dialect, &call);
            if told.untold.is_none() {
                let back = told.back(dialect, &call, told.input.clone());
                assert_eq!(back.as_ref(), Some(&call.input), "{dialect:?} {tool} {given}");
            }
        }
    }
}

/// What a guard of a dialect matches by is among the names of every call that is told to it.
#[test]
fn the_name_that_is_told_is_one_that_matches() {
    for Row(tool, given, _) in ROWS {
        for dialect in ALL {
            let call = call(tool, json(given));
            let told = told(dialect, &call);
            let names = names(dialect, &call);
            assert!(names.contains(&told.tool), "{dialect:?} {tool} {given}: {} {names:?}", told.tool);
        }
    }
}

#[test]
fn what_a_hook_wants_instead_comes_back_in_the_hosts_fields() {
    #[rustfmt::skip]
    let rows: &[(Dialect, &str, &str, &str, Option<&str>)] = &[
        (Dialect::Claude, "exec_command", r#"{"cmd":"ls","timeout_ms":5}"#, r#"{"command":"pwd","timeout_ms":5}"#, Some(r#"{"cmd":"pwd","timeout_ms":5}"#)),
        (Dialect::Claude, "exec_command", r#"{"cmd":"ls"}"#, r#"{"command":"pwd","cmd":"ls"}"#, None),
        (Dialect::Claude, "exec_command", r#"{"cmd":"ls"}"#, r#"["pwd"]"#, None),
        (Dialect::Gemini, "exec_command", r#"{"cmd":"ls"}"#, r#"{"command":"pwd"}"#, Some(r#"{"cmd":"pwd"}"#)),
        (Dialect::Claw, "write_file", r#"{"file_path":"a","content":"x"}"#, r#"{"path":"b","content":"x"}"#, Some(r#"{"file_path":"b","content":"x"}"#)),
        (Dialect::Claude, "write_file", r#"{"path":"a","content":"x"}"#, r#"{"file_path":"b","content":"y"}"#, Some(r#"{"path":"b","content":"y"}"#)),
        (Dialect::Codex, "write_file", r#"{"path":"a","content":"x\n"}"#, r#"{"command":"*** Begin Patch\n*** Add File: b\n+x\n*** End Patch\n"}"#, Some(r#"{"path":"b","content":"x\n"}"#)),
        (Dialect::Claude, "str_replace_editor", r#"{"command":"create","path":"a","file_text":"x"}"#, r#"{"file_path":"b","content":"x"}"#, Some(r#"{"command":"create","path":"b","file_text":"x"}"#)),
        (Dialect::Claude, "str_replace_editor", r#"{"command":"create","path":"a","file_text":"x"}"#, r#"{"file_path":"b","content":"x","command":"view"}"#, None),
        (Dialect::Claude, "apply_patch", r#"{"patch":"*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\n"}"#, r#"{"file_path":"b","content":"x\n"}"#, Some(r#"{"patch":"*** Begin Patch\n*** Add File: b\n+x\n*** End Patch\n"}"#)),
        (Dialect::Claude, "read_many_files", r#"{"paths":["a"]}"#, r#"{"file_path":"b"}"#, None),
        (Dialect::Claude, "web_fetch", r#"{"prompt":"read http://a/"}"#, r#"{"url":"http://b/","prompt":"read"}"#, None),
        (Dialect::Claude, "run_commands", r#"{"commands":["ls"]}"#, r#"{"command":"pwd"}"#, None),
    ];
    for (dialect, tool, given, wanted, expected) in rows {
        let call = call(tool, json(given));
        let back = told(*dialect, &call).back(*dialect, &call, json(wanted));
        assert_eq!(back.map(|back| back.to_string()).as_deref(), *expected, "{dialect:?} {tool} {wanted}");
    }
}

/// What the host says about a server counts more than the name of its tool.
#[test]
fn a_servers_tool_is_no_tool_of_the_host() {
    let of = |tool: &str, mcp: &str| Call { mcp: Some(json(mcp)), ..call(tool, json(r#"{"path":"a"}"#)) };
    for (tool, mcp, expected) in [
        ("read_file", r#"{"name":"fs"}"#, Some("mcp__fs__read_file")),
        ("Bash", r#"{"server_name":"fs"}"#, Some("mcp__fs__Bash")),
        ("mcp_my_fs_read_file", r#"{"name":"my_fs"}"#, Some("mcp__my_fs__read_file")),
        ("mcp_my_fs_read_file", "{}", None),
        ("mcp_fs_read", "null", Some("mcp__fs__read")),
        ("Bash", "{}", None),
        ("mcp__fs__read", "{}", Some("mcp__fs__read")),
    ] {
        let call = of(tool, mcp);
        let told = told(Dialect::Claude, &call);
        assert_eq!(told.untold.is_none().then_some(told.tool.as_str()), expected, "{tool} {mcp}");
    }
    let names = names(Dialect::Claude, &of("mcp_my_fs_read", "{}"));
    assert!(
        names.contains(&"mcp__my_fs__read".into()) && names.contains(&"mcp__my__fs_read".into()),
        "{names:?}"
    );
}
