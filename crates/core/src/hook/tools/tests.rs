use super::*;
use alloc::string::ToString;

const ALL: [Dialect; 7] = [
    Dialect::HookSystem,
    Dialect::Veto,
    Dialect::Claude,
    Dialect::Codex,
    Dialect::Gemini,
    Dialect::Claw,
    Dialect::AgentCode,
];

fn json(text: &str) -> Json {
    Json::parse(text.as_bytes()).expect(text)
}

fn call(tool: &str, input: Json) -> Call {
    Call { id: "1".into(), tool: tool.into(), input, mcp: None }
}

fn by_name(dialect: Dialect, tool: &str) -> Vec<String> {
    names(dialect, &call(tool, Json::Null))
}

#[test]
fn the_names_of_a_tool() {
    for (dialect, tool, expected) in [
        (Dialect::Claude, "Bash", "Bash"),
        (Dialect::Claude, "Agent", "Agent Task"),
        (Dialect::Claude, "Task", "Task Agent"),
        (Dialect::Claude, "mcp__lab__echo", "mcp__lab__echo"),
        (Dialect::HookSystem, "Bash", "Bash bash"),
        (Dialect::HookSystem, "bash", "bash Bash"),
        (Dialect::Claw, "Read", "Read read_file"),
        (Dialect::Claw, "Write", "Write write_file"),
        (Dialect::Claw, "Edit", "Edit edit_file"),
        (Dialect::Claw, "Glob", "Glob glob_search"),
        (Dialect::Claw, "Grep", "Grep grep_search"),
        (Dialect::Claw, "WebFetch", "WebFetch"),
        (Dialect::Claude, "MultiEdit", "MultiEdit"),
        (Dialect::Claw, "MultiEdit", "MultiEdit edit_file Edit"),
        (Dialect::HookSystem, "NotebookEdit", "NotebookEdit edit_file Edit"),
        (Dialect::AgentCode, "MultiEdit", "MultiEdit FileEdit Edit"),
        (Dialect::Veto, "NotebookEdit", "NotebookEdit FileEdit Edit"),
        (Dialect::Codex, "MultiEdit", "MultiEdit apply_patch Write Edit"),
        (Dialect::Codex, "NotebookEdit", "NotebookEdit apply_patch Write Edit"),
        (Dialect::Gemini, "NotebookEdit", "NotebookEdit replace Edit"),
        (Dialect::Claw, "NotebookRead", "NotebookRead"),
        (Dialect::Gemini, "Bash", "Bash run_shell_command"),
        (Dialect::Gemini, "run_shell_command", "run_shell_command Bash"),
        (Dialect::Gemini, "Edit", "Edit replace"),
        (Dialect::Gemini, "MultiEdit", "MultiEdit replace Edit"),
        (Dialect::Gemini, "LS", "LS list_directory"),
        (Dialect::Gemini, "WebSearch", "WebSearch google_web_search"),
        (Dialect::Gemini, "mcp__lab__echo", "mcp__lab__echo mcp_lab_echo"),
        (Dialect::Gemini, "mcp__lab__a__b", "mcp__lab__a__b mcp_lab_a__b"),
        (Dialect::Gemini, "mcp_lab_echo", "mcp_lab_echo mcp__lab__echo"),
        (Dialect::AgentCode, "Bash", "Bash"),
        (Dialect::AgentCode, "Read", "Read FileRead"),
        (Dialect::AgentCode, "apply_patch", "apply_patch ApplyPatch Write FileWrite Edit FileEdit"),
        (Dialect::Veto, "Write", "Write FileWrite"),
        (Dialect::Codex, "Bash", "Bash"),
        (Dialect::Codex, "Read", "Read"),
        (Dialect::Codex, "Write", "Write apply_patch Edit"),
        (Dialect::Codex, "Edit", "Edit apply_patch Write"),
        (Dialect::Codex, "apply_patch", "apply_patch Write Edit"),
        (Dialect::Codex, "spawn_agent", "spawn_agent Agent"),
        (Dialect::Codex, "Agent", "Agent spawn_agent"),
        (Dialect::Codex, "Tomorrow", "Tomorrow"),
    ] {
        let found = by_name(dialect, tool).join(" ");
        assert_eq!(found, expected, "{dialect:?} {tool}");
    }
}

#[test]
fn what_the_payload_says_is_among_the_names() {
    for dialect in ALL {
        for tool in ["Bash", "Read", "Write", "Edit", "Glob", "mcp__s__t", "bash", "Tomorrow", ""] {
            let names = by_name(dialect, tool);
            assert_eq!(names.first().map(String::as_str), Some(tool));
            assert!(names.contains(&name(dialect, tool)), "{dialect:?} {tool}");
        }
    }
}

#[test]
fn inputs_in_the_fields_of_a_dialect() {
    for (dialect, tool, host, own) in [
        (Dialect::Claw, "Read", r#"{"a":1,"file_path":"x","limit":2}"#, r#"{"a":1,"path":"x","limit":2}"#),
        (Dialect::HookSystem, "Write", r#"{"file_path":"x","content":"c"}"#, r#"{"path":"x","content":"c"}"#),
        (Dialect::Claw, "Grep", r#"{"pattern":"p","path":"x"}"#, r#"{"pattern":"p","path":"x"}"#),
        (
            Dialect::Gemini,
            "Grep",
            r#"{"path":"x","glob":"*.rs"}"#,
            r#"{"dir_path":"x","include_pattern":"*.rs"}"#,
        ),
        (Dialect::Gemini, "LS", r#"{"path":"x"}"#, r#"{"dir_path":"x"}"#),
        (Dialect::Gemini, "Read", r#"{"file_path":"x"}"#, r#"{"file_path":"x"}"#),
        (Dialect::Gemini, "Edit", r#"{"replace_all":true}"#, r#"{"allow_multiple":true}"#),
        (
            Dialect::Gemini,
            "WebFetch",
            r#"{"url":"http://a/b","prompt":"what"}"#,
            r#"{"prompt":"http://a/b what"}"#,
        ),
        (Dialect::Gemini, "WebFetch", r#"{"url":"http://a/b"}"#, r#"{"prompt":"http://a/b"}"#),
        (Dialect::Claw, "MultiEdit", r#"{"file_path":"x","edits":[]}"#, r#"{"path":"x","edits":[]}"#),
        (
            Dialect::HookSystem,
            "NotebookEdit",
            r#"{"a":1,"notebook_path":"x","new_source":"s"}"#,
            r#"{"a":1,"notebook_path":"x","path":"x","new_source":"s"}"#,
        ),
        (
            Dialect::Gemini,
            "NotebookEdit",
            r#"{"notebook_path":"x"}"#,
            r#"{"notebook_path":"x","file_path":"x"}"#,
        ),
        (
            Dialect::AgentCode,
            "NotebookEdit",
            r#"{"notebook_path":"x"}"#,
            r#"{"notebook_path":"x","file_path":"x"}"#,
        ),
        (Dialect::Claude, "NotebookEdit", r#"{"notebook_path":"x"}"#, r#"{"notebook_path":"x"}"#),
        (Dialect::AgentCode, "Write", r#"{"file_path":"x"}"#, r#"{"file_path":"x"}"#),
        (Dialect::AgentCode, "apply_patch", r#"{"command":"p"}"#, r#"{"patch":"p"}"#),
        (Dialect::Claude, "Read", r#"{"file_path":"x"}"#, r#"{"file_path":"x"}"#),
        (Dialect::Codex, "Bash", r#"{"command":"ls","timeout":5}"#, r#"{"command":"ls","timeout":5}"#),
        (
            Dialect::Codex,
            "Write",
            r#"{"file_path":"x","content":"a\nb\n"}"#,
            r#"{"command":"*** Begin Patch\n*** Add File: x\n+a\n+b\n*** End Patch\n"}"#,
        ),
        (
            Dialect::Codex,
            "Edit",
            r#"{"file_path":"x","old_string":"a","new_string":"b\nc","replace_all":true}"#,
            r#"{"command":"*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n+c\n*** End Patch\n","replace_all":true}"#,
        ),
    ] {
        assert_eq!(input(dialect, tool, &json(host)).to_string(), own, "{dialect:?} {tool}");
        assert_eq!(input_back(dialect, tool, json(own)).to_string(), host, "{dialect:?} {tool}");
    }
}

#[test]
fn a_field_cannot_hide_behind_another() {
    let sly = json(r#"{"path":"harmless","file_path":"/etc/passwd"}"#);
    assert_eq!(input(Dialect::Claw, "Write", &sly).to_string(), r#"{"path":"/etc/passwd"}"#);
    assert_eq!(input_back(Dialect::Claw, "Write", sly).to_string(), r#"{"file_path":"harmless"}"#);
    let sly = json(r#"{"command":"x","file_path":"/etc/passwd","content":"c"}"#);
    let patch = input(Dialect::Codex, "Write", &sly);
    assert_eq!(
        patch.get("command").and_then(Json::as_str).map(|text| text.contains("/etc/passwd")),
        Some(true)
    );
}

const SAFE: &str = r"*** Begin Patch\n*** Add File: safe\n*** End Patch";

#[test]
fn what_cannot_be_said_is_not_said_by_a_decoy() {
    let decoy = |rest: &str| alloc::format!(r#"{{"command":"{SAFE}",{rest}}}"#);
    for (dialect, tool, host, seen) in [
        (
            Dialect::Codex,
            "Write",
            decoy(r#""file_path":"/etc/x\n","content":"c""#),
            r#"{"file_path":"/etc/x\n","content":"c"}"#,
        ),
        (Dialect::Codex, "Write", decoy(r#""file_path":"/etc/x""#), r#"{"file_path":"/etc/x"}"#),
        (
            Dialect::Codex,
            "Edit",
            decoy(r#""file_path":"/etc/x","old_string":"o""#),
            r#"{"file_path":"/etc/x","old_string":"o"}"#,
        ),
        (
            Dialect::Codex,
            "MultiEdit",
            decoy(r#""file_path":"/etc/x","edits":[]"#),
            r#"{"file_path":"/etc/x","edits":[]}"#,
        ),
        (
            Dialect::Codex,
            "NotebookEdit",
            decoy(r#""notebook_path":"/etc/x""#),
            r#"{"notebook_path":"/etc/x"}"#,
        ),
        (
            Dialect::Gemini,
            "WebFetch",
            r#"{"url":"evil.example","prompt":"https://ok/ read"}"#.into(),
            r#"{"url":"evil.example"}"#,
        ),
        (
            Dialect::Gemini,
            "WebFetch",
            r#"{"url":"http://evil ","prompt":"https://ok/"}"#.into(),
            r#"{"url":"http://evil "}"#,
        ),
        (
            Dialect::Gemini,
            "WebFetch",
            r#"{"url":"http://evil","prompt":["https://ok/"]}"#.into(),
            r#"{"url":"http://evil"}"#,
        ),
        (Dialect::Gemini, "WebFetch", r#"{"prompt":"https://ok/"}"#.into(), "{}"),
        (Dialect::Claw, "Write", r#"{"path":"safe","content":"c"}"#.into(), r#"{"content":"c"}"#),
        (Dialect::Claw, "MultiEdit", r#"{"path":"safe","edits":[]}"#.into(), r#"{"edits":[]}"#),
        (
            Dialect::HookSystem,
            "NotebookEdit",
            r#"{"path":"safe","new_source":"s"}"#.into(),
            r#"{"new_source":"s"}"#,
        ),
        (
            Dialect::AgentCode,
            "NotebookEdit",
            r#"{"file_path":"safe","new_source":"s"}"#.into(),
            r#"{"new_source":"s"}"#,
        ),
        (Dialect::AgentCode, "apply_patch", r#"{"patch":"safe","x":1}"#.into(), r#"{"x":1}"#),
        (Dialect::Gemini, "Grep", r#"{"path":"p","include_pattern":"safe"}"#.into(), r#"{"dir_path":"p"}"#),
    ] {
        let host = json(&host);
        assert_eq!(input(dialect, tool, &host).to_string(), seen, "{dialect:?} {tool} {host}");
        assert!(untranslatable(dialect, tool, &host), "{dialect:?} {tool} {host}");
    }
}

#[test]
fn a_decoy_beside_what_is_said_goes_too() {
    for (dialect, tool, host, seen) in [
        (
            Dialect::Claw,
            "MultiEdit",
            r#"{"path":"safe","file_path":"x","new_string":"safe","edits":[]}"#,
            r#"{"path":"x","edits":[]}"#,
        ),
        (
            Dialect::HookSystem,
            "NotebookEdit",
            r#"{"path":"safe","notebook_path":"x"}"#,
            r#"{"notebook_path":"x","path":"x"}"#,
        ),
        (
            Dialect::Gemini,
            "MultiEdit",
            r#"{"file_path":"x","old_string":"safe","edits":[]}"#,
            r#"{"file_path":"x","edits":[]}"#,
        ),
        (
            Dialect::AgentCode,
            "NotebookEdit",
            r#"{"file_path":"safe","notebook_path":"x","new_string":"s"}"#,
            r#"{"notebook_path":"x","file_path":"x"}"#,
        ),
        (
            Dialect::Gemini,
            "WebFetch",
            r#"{"url":"http://a","prompt":"http://b"}"#,
            r#"{"prompt":"http://a http://b"}"#,
        ),
        (
            Dialect::Claude,
            "MultiEdit",
            r#"{"file_path":"x","new_string":"s"}"#,
            r#"{"file_path":"x","new_string":"s"}"#,
        ),
        (Dialect::Claw, "Tomorrow", r#"{"path":"x"}"#, r#"{"path":"x"}"#),
        (Dialect::Codex, "apply_patch", r#"{"command":"x"}"#, r#"{"command":"x"}"#),
        (Dialect::Codex, "Bash", "[]", "[]"),
    ] {
        assert_eq!(input(dialect, tool, &json(host)).to_string(), seen, "{dialect:?} {tool} {host}");
        assert!(!untranslatable(dialect, tool, &json(host)), "{dialect:?} {tool} {host}");
    }
}

#[test]
fn what_cannot_be_said_back_is_refused_and_no_mixture() {
    for (dialect, tool, own) in [
        (Dialect::Codex, "Write", r#"{"command":"no patch","file_path":"/etc/x","content":"c"}"#),
        (Dialect::Codex, "Write", r#"{"file_path":"/etc/x\n","content":"c"}"#),
        (Dialect::Codex, "Edit", r#"{"command":["ls"],"file_path":"x","old_string":"o","new_string":"n"}"#),
        (Dialect::Codex, "MultiEdit", r#"{"file_path":"x","edits":[]}"#),
        (Dialect::Codex, "NotebookEdit", r#"{"notebook_path":"x","new_source":"s"}"#),
        (Dialect::Gemini, "WebFetch", r#"{"url":"https://evil","prompt":"https://ok/ read"}"#),
        (Dialect::Gemini, "WebFetch", r#"{"prompt":"nothing to fetch"}"#),
        (Dialect::Claw, "NotebookEdit", r#"{"notebook_path":"x","path":"y","new_source":"s"}"#),
    ] {
        let back = input_back(dialect, tool, json(own));
        let read = crate::tool::read(tool, &back, &crate::tool::McpServer::default());
        assert!(matches!(read, crate::call::Tool::Malformed { .. }), "{dialect:?} {tool} {back}");
        let Json::Object(fields) = back else { panic!("{back}") };
        assert!(
            fields.len() == 1
                && (fields[0].1 == json(own) || json(own).get(&fields[0].0) == Some(&fields[0].1))
        );
    }
}

#[test]
fn a_path_or_content_cannot_forge_lines_of_a_patch() {
    let sly = json(r#"{"file_path":"a\n*** Add File: b","content":"c"}"#);
    assert_eq!(input(Dialect::Codex, "Write", &sly), sly);
    let sly = json(r#"{"file_path":"a","content":"*** End Patch\n*** Add File: b\n"}"#);
    assert_eq!(input_back(Dialect::Codex, "Write", input(Dialect::Codex, "Write", &sly)), sly);
}

#[test]
fn a_patch_that_is_no_write_stays_a_patch() {
    for (tool, patch) in [
        ("Write", "*** Begin Patch\n*** Delete File: x\n*** End Patch\n"),
        ("Write", "*** Begin Patch\n*** Add File: x\n+a\n*** Add File: y\n+b\n*** End Patch\n"),
        ("Write", "*** Begin Patch\n*** Add File: x\n+a\n"),
        ("Write", ""),
        ("Edit", "*** Begin Patch\n*** Add File: x\n+a\n*** End Patch\n"),
        ("Edit", "*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n@@\n-c\n+d\n*** End Patch\n"),
        ("Edit", "*** Begin Patch\n*** Update File: x\n*** End Patch"),
        ("Edit", "*** Begin Patch\n*** Update File: x\n@@\n\u{e9}\n*** End Patch"),
    ] {
        let input = Json::object([("command", patch.into())]);
        assert_eq!(input_back(Dialect::Codex, tool, input.clone()), input, "{patch}");
    }
}

#[test]
fn a_prompt_names_its_address() {
    for (prompt, url) in [
        ("fetch http://127.0.0.1:8080/page", Some("http://127.0.0.1:8080/page")),
        ("http://a b", Some("http://a")),
        ("nothing to fetch", None),
    ] {
        let back = input_back(Dialect::Gemini, "WebFetch", Json::object([("prompt", prompt.into())]));
        assert_eq!(back.get("url").and_then(Json::as_str), url, "{prompt}");
    }
}

#[test]
fn the_command_line_of_a_shell_tool() {
    let ls = json(r#"{"command":"ls"}"#);
    assert_eq!(command("Bash", &ls), Some("ls"));
    assert_eq!(command("bash", &ls), Some("ls"));
    assert_eq!(command("apply_patch", &ls), None);
    assert_eq!(command("Bash", &json(r#"{"command":["ls"]}"#)), None);
}

/// Numbers that look random and are the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % end
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// Fields that the host's tools have, and some that nobody knows.
const HOST_FIELDS: &[&str] = &[
    "file_path",
    "path",
    "content",
    "old_string",
    "new_string",
    "replace_all",
    "notebook_path",
    "command",
    "pattern",
    "glob",
    "url",
    "prompt",
    "description",
    "run_in_background",
    "brand_new",
];

const TEXTS: &[&str] = &[
    "",
    "\n",
    "x",
    "x\n",
    "a\nb",
    "\n\n",
    "a\r\nb\n",
    "*** End Patch\n",
    "@@\n",
    "+x\n",
    "-x\n",
    " x\n",
    "é\n",
    "http://a/b",
    "ftp://é",
    "see http://a/b now",
    " ",
    "\0\n",
    "/etc/passwd",
];

fn value(numbers: &mut Numbers) -> Json {
    match numbers.below(12) {
        0 => Json::Null,
        1 => Json::Bool(true),
        2 => 7u64.into(),
        3 => json(r#"{"path":[1,{"file_path":"x"}]}"#),
        _ => numbers.pick(TEXTS).into(),
    }
}

fn sorted(json: Json) -> Vec<(String, Json)> {
    let Json::Object(mut fields) = json else { panic!("{json}") };
    fields.sort_by(|a, b| a.0.cmp(&b.0));
    fields
}

/// A patch's added file ends with a newline, and a field that the dialect uses for another is not one of the host's.
fn is_lossless(dialect: Dialect, tool: &str, host: &Json) -> bool {
    if untranslatable(dialect, tool, host) {
        return false;
    }
    let text = |key: &str| host.get(key).and_then(Json::as_str);
    match (dialect, tool) {
        (Dialect::Codex, "Write") => {
            text("content").is_none_or(|content| content.is_empty() || content.ends_with('\n'))
                && host.get("command").is_none()
        }
        (Dialect::Codex, "Edit") => host.get("command").is_none(),
        (Dialect::Gemini, "WebFetch") => host.get("url").is_some(),
        (Dialect::Claw | Dialect::HookSystem, "Read" | "Write" | "Edit") => host.get("path").is_none(),
        (Dialect::Claw, "MultiEdit" | "NotebookEdit") => {
            ["path", "old_string", "new_string"].iter().all(|key| host.get(key).is_none())
        }
        _ => true,
    }
}

/// Pairs whose inputs differ, and some whose do not.
const PAIRS: &[(Dialect, &str, bool)] = &[
    (Dialect::Claude, "Write", false),
    (Dialect::AgentCode, "Write", false),
    (Dialect::Claw, "write_file", false),
    (Dialect::HookSystem, "Read", true),
    (Dialect::Claw, "Write", true),
    (Dialect::Claw, "MultiEdit", true),
    (Dialect::Claw, "NotebookEdit", true),
    (Dialect::Gemini, "Bash", true),
    (Dialect::Gemini, "Edit", true),
    (Dialect::Gemini, "Grep", true),
    (Dialect::Gemini, "WebFetch", true),
    (Dialect::Veto, "apply_patch", true),
    (Dialect::Codex, "Write", true),
    (Dialect::Codex, "Edit", true),
];

#[test]
fn what_goes_out_comes_back() {
    let mut numbers = Numbers(42);
    for (dialect, tool, differs) in PAIRS.iter().copied() {
        let mut changed = 0;
        for _ in 0..4_000 {
            let fields = HOST_FIELDS.iter().filter(|_| numbers.below(2) == 0).copied().collect::<Vec<_>>();
            let host = Json::object(fields.into_iter().map(|field| (field, value(&mut numbers))));
            if is_lossless(dialect, tool, &host) {
                let own = input(dialect, tool, &host);
                changed += usize::from(own != host);
                assert_eq!(
                    sorted(input_back(dialect, tool, own)),
                    sorted(host.clone()),
                    "{dialect:?} {tool} {host}"
                );
            }
        }
        assert_eq!(changed > 10, differs, "{dialect:?} {tool} {changed}");
    }
}

/// A host may call its tools as it likes; a guard for what they do is asked.
#[test]
fn a_tool_by_any_name_meets_its_guards() {
    let rows: &[(Dialect, &str, &str, bool)] = &[
        (Dialect::Claude, "bash", "Bash", true),
        (Dialect::Claude, "run_shell_command", "Bash", true),
        (Dialect::Claude, "execute_command", "Bash", true),
        (Dialect::Gemini, "shell", "run_shell_command", true),
        (Dialect::Claw, "terminal", "bash", true),
        (Dialect::Claude, "write_file", "Write", true),
        (Dialect::Claude, "apply_patch", "Edit", true),
        (Dialect::Gemini, "apply_patch", "replace", true),
        (Dialect::Claude, "FileRead", "Read", true),
        (Dialect::Claude, "read_file", "Bash", false),
        (Dialect::Claude, "MultiEdit", "Edit", false),
        (Dialect::Claude, "mcp__x__bash", "Bash", false),
        (Dialect::Claude, "shellac", "Bash", false),
    ];
    for (dialect, tool, name, expected) in rows {
        let found = by_name(*dialect, tool);
        assert_eq!(found.iter().any(|one| one == name), *expected, "{dialect:?} {tool} {name}: {found:?}");
        assert_eq!(found.first().map(String::as_str), Some(*tool));
    }
}

/// What a guard looks at stands where its dialect has it, or the guard counts as blind.
#[test]
fn another_hosts_fields_are_told_or_doubted() {
    let claw = told(Dialect::Claw, &call("create_file", json(r#"{"file_path":"a","content":"x"}"#)));
    assert_eq!(claw.input.get("path"), Some(&"a".into()), "{claw:?}");
    let rows: &[(&str, &str, bool)] = &[
        ("bash", r#"{"command":"ls"}"#, false),
        ("exec_command", r#"{"cmd":"ls"}"#, false),
        ("exec_command", r#"{"cmd":"rm x","command":"ls"}"#, true),
        ("run_commands", r#"{"commands":["ls"]}"#, true),
        ("create_file", r#"{"file_path":"a","content":"x"}"#, false),
        ("create_file", r#"{"path":"a","content":"x"}"#, false),
        ("Bash", r#"{"command":"ls"}"#, false),
    ];
    for (tool, given, expected) in rows {
        let told = told(Dialect::Claude, &call(tool, json(given)));
        assert_eq!(told.untold.is_some(), *expected, "{tool} {given} {told:?}");
    }
}

mod matrix;

/// A second file makes every guard blind, in whatever words the call comes; what stands there twice is no second one.
#[test]
fn a_second_file_is_doubted_in_every_dialect() {
    let patch = "*** Begin Patch\\n*** Add File: ok\\n+x\\n*** End Patch";
    let patched = |more: &str| alloc::format!(r#"{{"command":"{patch}"{more}}}"#);
    let rows: &[(&str, &str, bool)] = &[
        ("Write", r#"{"file_path":"ok","path":"EVIL","content":"x"}"#, true),
        ("Write", r#"{"file_path":"ok","path":"ok","content":"x"}"#, false),
        ("Write", r#"{"file_path":"ok","path":null,"content":"x"}"#, false),
        ("Write", r#"{"file_path":"ok","files":["EVIL"],"content":"x"}"#, true),
        ("Edit", r#"{"file_path":"ok","filename":"EVIL","old_string":"a","new_string":"b"}"#, true),
        ("Edit", r#"{"file_path":"ok","old_string":"a","new_string":"b"}"#, false),
        ("Read", r#"{"file_path":"ok","target_file":"EVIL"}"#, true),
        ("Read", r#"{"file_path":"ok","limit":3}"#, false),
        ("write_file", r#"{"file_path":"ok","path":"EVIL","content":"x"}"#, true),
        (
            "MultiEdit",
            r#"{"file_path":"ok","edits":[{"file_path":"EVIL","old_string":"a","new_string":"b"}]}"#,
            true,
        ),
        (
            "MultiEdit",
            r#"{"file_path":"ok","edits":[{"old_string":"a","new_string":"b"}],"paths":["EVIL"]}"#,
            true,
        ),
        ("apply_patch", &patched(r#","path":"EVIL""#), true),
        ("apply_patch", &patched(r#","workdir":".git""#), true),
        ("apply_patch", &patched(""), false),
    ];
    for (tool, given, expected) in rows {
        for dialect in ALL {
            let told = told(dialect, &call(tool, json(given)));
            assert_eq!(told.untold.is_some(), *expected, "{dialect:?} {tool} {given} {told:?}");
        }
    }
}

/// A command line is half of a call whose other fields change what runs.
#[test]
fn fields_that_change_a_command_are_doubted_in_every_dialect() {
    let rows: &[(&str, &str, bool)] = &[
        ("Bash", r#"{"command":"env","args":["rm","-rf","src"]}"#, true),
        ("Bash", r#"{"command":"ls","argv":["x"]}"#, true),
        ("Bash", r#"{"command":"ls","env":{"LD_PRELOAD":"./x.so"}}"#, true),
        ("Bash", r#"{"command":"sh","stdin":"rm -rf src"}"#, true),
        ("Bash", r#"{"command":"ls","user":"root"}"#, true),
        ("Bash", r#"{"command":"ls","shell":"python3"}"#, true),
        ("Bash", r#"{"command":"ls","postlude":"rm -rf src"}"#, true),
        ("Bash", r#"{"command":"ls","args":null}"#, false),
        ("Bash", r#"{"command":"ls"}"#, false),
        ("Bash", r#"{"command":"ls","timeout":5,"description":"lists","run_in_background":false}"#, false),
        ("Bash", r#"{"command":"ls","shell":"/bin/bash"}"#, false),
        ("run_shell_command", r#"{"command":"env","args":["rm"]}"#, true),
        ("run_shell_command", r#"{"command":"ls","description":"lists"}"#, false),
        ("bash", r#"{"command":"env","args":["rm"]}"#, true),
        ("exec_command", r#"{"cmd":"env","args":["rm"]}"#, true),
        ("exec_command", r#"{"cmd":"ls"}"#, false),
        ("Monitor", r#"{"command":"env","args":["rm"]}"#, true),
        ("PowerShell", r#"{"command":"env","args":["rm"]}"#, true),
        ("PowerShell", r#"{"command":"ls"}"#, false),
        ("Read", r#"{"file_path":"ok","offset":3}"#, false),
    ];
    for (tool, given, expected) in rows {
        for dialect in ALL {
            let told = told(dialect, &call(tool, json(given)));
            assert_eq!(told.untold.is_some(), *expected, "{dialect:?} {tool} {given} {told:?}");
        }
    }
}

/// Two fields that may name what a tool works on: a guard looks at one of them.
#[test]
fn a_second_name_for_the_same_thing_is_doubted() {
    let rows: &[(&str, &str, bool)] = &[
        ("read_many_files", r#"{"include":["EVIL"],"paths":["a"]}"#, true),
        ("read_many_files", r#"{"include":["EVIL"]}"#, true),
        ("read_many_files", r#"{"paths":["a"]}"#, false),
        ("read_file", r#"{"file_path":"a","include":["EVIL"]}"#, true),
        ("read_file", r#"{"paths":["a"],"files":["EVIL"]}"#, true),
        ("read_file", r#"{"paths":["a"],"files":["a"]}"#, false),
        ("read_file", r#"{"paths":["a"],"exclude":["b"]}"#, false),
        ("analyze", r#"{"path":"a","include":"EVIL"}"#, true),
        ("Read", r#"{"file_path":"a","include":["EVIL"]}"#, true),
        ("Read", r#"{"file_path":"a","include":null}"#, false),
        ("LS", r#"{"path":"a","include":["EVIL"]}"#, true),
        ("LS", r#"{"path":"a","ignore":["b"]}"#, false),
        ("WebFetch", r#"{"url":"http://a","uri":"http://EVIL"}"#, true),
        ("WebFetch", r#"{"url":"http://a","urls":["http://EVIL"]}"#, true),
        ("WebFetch", r#"{"url":"http://a","requests":[{"url":"http://EVIL"}]}"#, true),
        ("WebFetch", r#"{"url":"http://a","uri":"http://a"}"#, false),
        ("WebFetch", r#"{"url":"http://a","prompt":"see http://b"}"#, false),
        ("fetch", r#"{"url":"http://a","uri":"http://EVIL"}"#, true),
        ("fetch", r#"{"uri":"http://a"}"#, false),
        ("Bash", r#"{"command":"ls","cmd":"EVIL"}"#, true),
        ("Bash", r#"{"command":"ls","script":"EVIL"}"#, true),
        ("Bash", r#"{"command":"ls","command_line":"EVIL"}"#, true),
        ("Bash", r#"{"command":"ls","commands":["EVIL"]}"#, true),
        ("Bash", r#"{"command":"ls","input":"EVIL"}"#, true),
        ("Bash", r#"{"command":"ls","cmd":"ls"}"#, false),
        ("PowerShell", r#"{"command":"ls","cmd":"EVIL"}"#, true),
        ("Monitor", r#"{"command":"ls","cmd":"EVIL"}"#, true),
        ("Grep", r#"{"pattern":"a","query":"EVIL"}"#, true),
        ("Grep", r#"{"pattern":"a","include":"EVIL"}"#, true),
        ("Grep", r#"{"pattern":"a","glob":"*.rs","include":"EVIL"}"#, true),
        ("Grep", r#"{"pattern":"a","path":"src","files":["EVIL"]}"#, true),
        ("Grep", r#"{"pattern":"a","glob":"*.rs","type":"rust"}"#, false),
        ("Glob", r#"{"pattern":"a","glob":"EVIL"}"#, true),
        ("Glob", r#"{"pattern":"a","path":"src"}"#, false),
        ("WebSearch", r#"{"query":"a","search_term":"EVIL"}"#, true),
        ("WebSearch", r#"{"query":"a"}"#, false),
        ("Task", r#"{"prompt":"a","task":"EVIL"}"#, true),
        ("Task", r#"{"prompt":"a","subagent_type":"x"}"#, false),
        ("Edit", r#"{"file_path":"a","old_string":"o","new_string":"n","new_str":"EVIL"}"#, true),
        (
            "Edit",
            r#"{"file_path":"a","old_string":"o","new_string":"n","edits":[{"old_string":"o","new_string":"EVIL"}]}"#,
            true,
        ),
        ("Edit", r#"{"file_path":"a","old_string":"o","new_string":"n","replace_all":true}"#, false),
        ("Write", r#"{"file_path":"a","content":"c","contents":"EVIL"}"#, true),
        ("Write", r#"{"file_path":"a","file_text":"EVIL"}"#, true),
        ("Write", r#"{"file_path":"a","content":"c"}"#, false),
        ("ReadMcpResourceTool", r#"{"server":"a","server_name":"EVIL","uri":"x"}"#, true),
        ("ReadMcpResourceTool", r#"{"server":"a","uri":"x"}"#, false),
    ];
    for (tool, given, expected) in rows {
        let told = told(Dialect::Claude, &call(tool, json(given)));
        assert_eq!(told.untold.is_some(), *expected, "{tool} {given} {told:?}");
    }
    // Gemini CLI's own tool has both fields, and its guards know them.
    let both = json(r#"{"include":["b"],"paths":["a"]}"#);
    assert_eq!(told(Dialect::Gemini, &call("read_many_files", both)).untold, None);
}
