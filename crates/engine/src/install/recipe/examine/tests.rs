use crate::install::recipe::of;
use mastiff_core::protocol::Host;

/// A line of mastiff's, without what it takes to start it.
const OURS: &str = "/x/mastiff hook --host claude";

/// What is found in a text with `OURS` for the line: each as `id` or, if it is fatal, `id!`.
fn found(host: Host, text: &str) -> Vec<String> {
    let text = text.replace("OURS", OURS);
    let flaws = (of(host).unwrap().examine)(&text);
    flaws.iter().map(|flaw| format!("{}{}", flaw.id, if flaw.fatal { "!" } else { "" })).collect()
}

fn check(host: Host, rows: &[(&str, &[&str])]) {
    for (text, expected) in rows {
        assert_eq!(found(host, text), *expected, "{text}");
    }
}

const FINE: &str = r#"{"type":"command","command":"OURS","timeout":30,"onFailure":"block"}"#;

#[test]
fn one_invalid_entry_voids_the_file_of_claude() {
    let beside = |entry: &str| {
        format!(r#"{{"hooks":{{"PreToolUse":[{{"hooks":[{FINE}]}}],"Stop":[{{"hooks":[{entry}]}}]}}}}"#)
    };
    let rows = [
        (r#"{"type":"command","command":"x"}"#, true),
        (r#"{"type":"command"}"#, false),
        (r#"{"command":"x"}"#, false),
        (r#"{"type":"bogus","command":"x"}"#, false),
        (r#"{"type":"command","command":"x","timeout":"5"}"#, false),
        (r#"{"type":"command","command":"x","timeout":0.5}"#, true),
        (r#"{"type":"command","command":"x","onFailure":"bogus"}"#, false),
        (r#"{"type":"command","command":"x","unknown":{}}"#, true),
        (r#"{"type":"prompt","prompt":"x"}"#, true),
        (r#"{"type":"http"}"#, false),
    ];
    for (entry, sound) in rows {
        let expected: &[&str] = if sound { &[] } else { &["invalid_entry!"] };
        assert_eq!(found(Host::Claude, &beside(entry)), expected, "{entry}");
    }
    check(
        Host::Claude,
        &[
            ("{}", &[]),
            ("{", &["unreadable!"]),
            ("[]", &["unreadable!"]),
            ("{// no comments here\n}", &["unreadable!"]),
            (r#"{"hooks":[]}"#, &["invalid_entry!"]),
            (r#"{"hooks":{"Whatever":[]},"unknown":1}"#, &[]),
            (r#"{"hooks":{"Stop":{}}}"#, &["invalid_entry!"]),
            (r#"{"hooks":{"Stop":[{}]}}"#, &["invalid_entry!"]),
            (r#"{"hooks":{"Stop":[{"matcher":1,"hooks":[]}]}}"#, &["invalid_entry!"]),
            (r#"{"permissions":{"deny":["Bash"]},"env":{"A":"1"}}"#, &[]),
            (r#"{"permissions":{"deny":"Bash"}}"#, &["invalid_entry!"]),
            // Measured: a number is taken for its text.
            (r#"{"env":{"A":1}}"#, &[]),
            (r#"{"env":"A"}"#, &["invalid_entry!"]),
            ("", &[]),
            (" \n", &[]),
        ],
    );
}

/// Each voids the user's file, hooks and all (measured).
#[test]
fn one_setting_of_another_kind_voids_the_file_of_claude() {
    let rows = [
        (r#""permissions":{"defaultMode":"foo"}"#, r#""permissions":{"defaultMode":"plan"}"#),
        (
            r#""permissions":{"disableBypassPermissionsMode":true}"#,
            r#""permissions":{"disableBypassPermissionsMode":"disable"}"#,
        ),
        (r#""cleanupPeriodDays":"x""#, r#""cleanupPeriodDays":20"#),
        (r#""statusLine":5"#, r#""statusLine":{"type":"command","command":"x"}"#),
        (r#""sandbox":5"#, r#""sandbox":{}"#),
        (r#""outputStyle":5"#, r#""outputStyle":"x""#),
        (r#""enabledPlugins":[]"#, r#""enabledPlugins":{}"#),
        (r#""spinnerTipsEnabled":"x""#, r#""spinnerTipsEnabled":false"#),
        (r#""alwaysThinkingEnabled":"yes""#, r#""alwaysThinkingEnabled":true"#),
        (r#""companyAnnouncements":5"#, r#""companyAnnouncements":["x"]"#),
        (r#""$schema":5"#, r#""$schema":"x""#),
        (r#""availableModels":5"#, r#""availableModels":["x"]"#),
        (r#""worktree":5"#, r#""worktree":{}"#),
        (r#""terminalProgressBarEnabled":3"#, r#""terminalProgressBarEnabled":true"#),
        (r#""strictKnownMarketplaces":5"#, r#""strictKnownMarketplaces":[]"#),
    ];
    for (harmful, harmless) in rows {
        assert_eq!(found(Host::Claude, &format!("{{{harmful}}}")), ["invalid_entry!"], "{harmful}");
        assert_eq!(found(Host::Claude, &format!("{{{harmless}}}")), [""; 0], "{harmless}");
    }
}

#[test]
fn switches() {
    check(
        Host::Claude,
        &[
            (r#"{"disableAllHooks":true}"#, &["switched_off!"]),
            (r#"{"disableAllHooks":false}"#, &[]),
            (r#"{"disable\u0041llHooks":true}"#, &["switched_off!"]),
            (r#"{"disableAllHooks":1}"#, &["switched_off!", "invalid_entry!"]),
            (r#"{"disableAllHooks":"yes"}"#, &["switched_off!", "invalid_entry!"]),
            (r#"{"disableAllHooks":false,"disableAllHooks":true}"#, &["switched_off!"]),
            (r#"{"disableAllHooks":true,"disableAllHooks":false}"#, &["switched_off!"]),
            (r#"{"disableAllHooks":false,"disableAllHooks":false}"#, &[]),
            (r#"{"disableAllHooks":true,"x":"\ud800"}"#, &["switched_off!"]),
            (r#"{"x":"\ud800"}"#, &[]),
            (r#"{"__proto__":{"disableAllHooks":true}}"#, &["unreadable!"]),
            (r#"{"allowManagedHooksOnly":true}"#, &["managed_only!"]),
            (r#"{"allowManagedHooksOnly":false}"#, &[]),
            (r#"{"strictPluginOnlyCustomization":["hooks"]}"#, &["managed_only!"]),
        ],
    );
    check(
        Host::Gemini,
        &[
            (r#"{"hooksConfig":{"enabled":false}}"#, &["switched_off!"]),
            (r#"{"hooksConfig":{"enabled":true,"disabled":["other"]}} // fine"#, &[]),
            (r#"{"hooksConfig":{"disabled":["mastiff"]}}"#, &["switched_off!"]),
            (r#"{"hooksConfig":{"disabled":["OURS"]}}"#, &["switched_off!"]),
            (r#"{"hooksConfig":{"disabled":"mastiff"}}"#, &["switched_off!"]),
            (r#"{"hooksConfig":{"disabled":["$X"]}}"#, &["switched_off!"]),
            (r#"{"hooksConfig":{"enabled":"false"}}"#, &["switched_off!"]),
            (r#"{"hooksConfig":{"enabled":"true"}}"#, &["switched_off!"]),
            (r#"{"hooksConfig":{"enabled":""}}"#, &["switched_off!"]),
            (r#"{"hooksConfig":{"enabled":0}}"#, &["switched_off!"]),
            (r#"{"hooksConfig":{"enabled":null}}"#, &["switched_off!"]),
            (r#"{"hooksConfig":{"enabled":false},"hooksConfig":{}}"#, &["switched_off!"]),
            (r#"{"hooksConfig":{},"hooksConfig":{"enabled":true}}"#, &[]),
            (r#"{"hooksConfig":null}"#, &["switched_off!", "switched_off!"]),
            (r#"{"tools":{"enableHooks":false}}"#, &["switched_off!"]),
            (r#"{"tools":{"enableHooks":true}}"#, &[]),
            (r#"{"hooks":null}"#, &["shadowed!"]),
            (r#"{"hooks":[]}"#, &["shadowed!"]),
            (r#"{"hooks":{}}"#, &[]),
        ],
    );
    check(
        Host::Qwen,
        &[
            (r#"{"disableAllHooks":"true"}"#, &["switched_off!"]),
            (r#"{"disableAllHooks":false}"#, &[]),
            (r#"{"env":{"MASTIFF_POLICY":"x"}}"#, &["redirected"]),
        ],
    );
    check(
        Host::Droid,
        &[(r#"{"hooksDisabled":1}"#, &["switched_off!"]), (r#"{"hooksDisabled":false} // fine"#, &[])],
    );
    check(Host::Copilot, &[(r#"{"disableAllHooks":true}"#, &["switched_off!"]), ("{}", &[])]);
    let listed = |on: &str| {
        format!(r#"{{"hooks":[{{"action":{{"command":"OURS"}},"enabled":{on}}},{{"enabled":false}}]}}"#)
    };
    check(
        Host::Kiro,
        &[
            (&listed("true"), &[]),
            (&listed("false"), &["switched_off!"]),
            (&listed("0"), &["switched_off!"]),
            (
                r#"{"hooks":[{"trigger":"PreToolUse","matcher":"fs_write","action":{"command":"OURS"}}]}"#,
                &["narrowed!"],
            ),
        ],
    );
}

#[test]
fn variables_that_a_file_sets() {
    let rows: &[(&str, &[&str])] = &[
        ("\"CLAUDE_CODE_SIMPLE\":\"1\"", &["switched_off!"]),
        ("\"CLAUDE_CODE_SIMPLE\":\"0\"", &[]),
        ("\"CLAUDE_CODE_SAFE_MODE\":\"1\"", &["switched_off!"]),
        ("\"CLAUDE_CODE_PERSONAL_HOOKS_OFF\":1", &["switched_off!"]),
        ("\"CLAUDE_CODE_SHELL_PREFIX\":\"./p.sh\"", &["switched_off!"]),
        ("\"CLAUDE_CONFIG_DIR\":\"/x\"", &["switched_off!"]),
        ("\"MASTIFF_POLICY\":\"x\"", &["redirected"]),
        ("\"XDG_CONFIG_HOME\":\"x\"", &["redirected"]),
        ("\"LD_PRELOAD\":\"x\"", &["redirected"]),
        ("\"BASH_ENV\":\"x\"", &["redirected"]),
        ("\"PATH\":\"x\"", &["environment"]),
        ("\"XDG_CACHE_HOME\":\"x\"", &["environment"]),
        ("\"FOO\":\"MASTIFF_POLICY\"", &[]),
        ("\"CLAUDE_CODE_MAX_OUTPUT_TOKENS\":\"5\"", &[]),
    ];
    for (variable, expected) in rows {
        assert_eq!(found(Host::Claude, &format!("{{\"env\":{{{variable}}}}}")), *expected, "{variable}");
    }
}

#[test]
fn variables_that_a_dotenv_sets() {
    let rows: &[(&str, Option<usize>)] = &[
        ("A=1\nMASTIFF_POLICY=/x\n", Some(2)),
        ("  export   MASTIFF_POLICY = /x", Some(1)),
        ("MASTIFF_POLICY: /x", Some(1)),
        ("MASTIFF_POLICY\n=/x", Some(1)),
        ("A=1\rLD_PRELOAD=x", Some(2)),
        ("A=1\r\nBASH_ENV=x", Some(2)),
        ("A=1\u{2028}BASH_ENV=x", Some(2)),
        ("\u{feff}XDG_CONFIG_HOME=/x", Some(1)),
        ("GEMINI_CLI_HOME=/x", Some(1)),
        ("# MASTIFF_POLICY=/x\nGEMINI_API_KEY=x\nNODE_ENV=x\nENV=dev\nMASTIFFS=2", None),
        ("exportMASTIFF_POLICY=x\nA=MASTIFF_POLICY", None),
        ("", None),
    ];
    for (text, line) in rows {
        let flaws = super::variables::dotenv(text);
        assert_eq!(flaws.first().and_then(|flaw| flaw.at).map(|(line, _)| line), *line, "{text:?}");
    }
}

#[test]
fn what_weakens_an_entry_of_ours() {
    let with = |matcher: &str, fields: &str| {
        format!(
            r#"{{"hooks":{{"PreToolUse":[{{"matcher":"{matcher}","hooks":[{{"type":"command","command":"OURS"{fields}}}]}}]}}}}"#
        )
    };
    let closed = r#","onFailure":"block""#;
    let rows: &[(&str, &str, &[&str])] = &[
        ("*", closed, &[]),
        ("", closed, &[]),
        (".*", closed, &[]),
        ("Bash", closed, &["narrowed!"]),
        ("Bash|Edit", closed, &["narrowed!"]),
        ("*", "", &["open_on_failure"]),
        ("*", r#","onFailure":"continue""#, &["open_on_failure"]),
        ("*", r#","onFailure":"block","async":true"#, &["not_waited_for!"]),
        ("*", r#","onFailure":"block","async":false"#, &[]),
        ("*", r#","onFailure":"block","if":"Bash(git *)""#, &["conditional!"]),
        ("*", r#","onFailure":"block","timeout":5"#, &["impatient"]),
        ("*", r#","onFailure":"block","timeout":0.001"#, &["impatient!"]),
        ("*", r#","onFailure":"block","timeout":30,"timeout":0.001"#, &["impatient!"]),
        ("*", r#","onFailure":"block","onFailure":"continue""#, &["open_on_failure"]),
        ("*", r#","onFailure":"block","args":[]"#, &["entry_differs!"]),
        ("*", r#","onFailure":"block","shell":"powershell""#, &["entry_differs!"]),
        ("*", r#","onFailure":"block","shell":"bash""#, &[]),
        ("*", r#","timeout":5"#, &["open_on_failure", "impatient!"]),
        ("*", r#","onFailure":"block","timeout":30"#, &[]),
    ];
    for (matcher, fields, expected) in rows {
        assert_eq!(found(Host::Claude, &with(matcher, fields)), *expected, "{matcher} {fields}");
    }
    // Of others only that they are there, and only where they could change a call.
    let other = r#"{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"x","async":true}]}]}}"#;
    check(Host::Claude, &[(other, &["other_hook"])]);
    check(Host::Windsurf, &[(r#"{"hooks":{"pre_run_command":[{"command":"x"}]}}"#, &[])]);
}

#[test]
fn units_and_names_of_other_hosts() {
    let gemini = |timeout: &str| {
        format!(r#"{{"hooks":{{"BeforeTool":[{{"hooks":[{{"command":"OURS","timeout":{timeout}}}]}}]}}}}"#)
    };
    let typed = |kind: &str, matcher: &str| {
        format!(
            r#"{{"hooks":{{"BeforeTool":[{{"matcher":{matcher},"hooks":[{{"type":"{kind}","command":"OURS"}}]}}]}}}}"#
        )
    };
    check(
        Host::Gemini,
        &[
            (&gemini("30000"), &[]),
            (&gemini("30"), &["impatient!"]),
            (&gemini("\"30000\""), &["impatient!"]),
            (&typed("command", "\".*\""), &[]),
            (&typed("x", "\".*\""), &["not_asked!"]),
            (&typed("command", "[\".*\"]"), &["narrowed!"]),
        ],
    );
    let cursor =
        |fields: &str| format!(r#"{{"version":1,"hooks":{{"preToolUse":[{{"command":"OURS"{fields}}}]}}}}"#);
    check(
        Host::Cursor,
        &[
            (&cursor(r#","failClosed":true"#), &[]),
            (&cursor(""), &["open_on_failure"]),
            (&cursor(r#","failClosed":true,"matcher":"Shell""#), &["narrowed!"]),
        ],
    );
    let kiro = |fields: &str| {
        format!(r#"{{"hooks":{{"preToolUse":[{{"matcher":"*","command":"OURS"{fields}}}]}}}}"#)
    };
    check(
        Host::Kiro,
        &[
            (&kiro(""), &[]),
            (&kiro(r#","cache_ttl_seconds":0"#), &[]),
            (&kiro(r#","cache_ttl_seconds":60"#), &["cached!"]),
        ],
    );
}

#[test]
fn codex_takes_nothing_that_it_does_not_know() {
    let entry = |entry: &str| format!(r#"{{"hooks":{{"PreToolUse":[{{"hooks":[{entry}]}}]}}}}"#);
    check(
        Host::Codex,
        &[
            (&entry(r#"{"type":"command","command":"OURS","timeout":30}"#), &[]),
            (&entry(r#"{"type":"command","command":"OURS","timeout":30.5}"#), &["invalid_entry!"]),
            (&entry(r#"{"type":"http","url":"https://x"}"#), &["invalid_entry!", "other_hook"]),
            (r#"{"description":"x","hooks":{}}"#, &[]),
            (r#"{"version":1,"hooks":{}}"#, &["invalid_entry!"]),
            (
                &entry(r#"{"type":"command","command":"x","additionalContextLimit":"x"}"#),
                &["invalid_entry!", "other_hook"],
            ),
            (&entry(r#"{"type":"command","command":"x","additionalContextLimit":9}"#), &["other_hook"]),
            (
                &entry(r#"{"type":"mcp_tool","server":"s","tool":"t","input":5}"#),
                &["invalid_entry!", "other_hook"],
            ),
            (
                &entry(r#"{"type":"command","command":"x","command_windows":5}"#),
                &["invalid_entry!", "other_hook"],
            ),
        ],
    );
}

#[test]
fn agent_code() {
    let hook = |fields: &str| {
        format!(
            "[[hooks]]\nevent = \"pre_tool_use\"\n{fields}action = {{ type = \"shell\", command = \"OURS\" }}\n"
        )
    };
    check(
        Host::AgentCode,
        &[
            ("", &[]),
            ("[api]\nmodel = \"x\"\n", &[]),
            (&hook(""), &[]),
            (&hook("tool_name = \"Bash\"\n"), &["narrowed!"]),
            ("[[hooks]", &["unreadable!"]),
        ],
    );
}

#[test]
fn a_flaw_has_its_place() {
    let text = "{\n  \"hooks\": {\n    \"Stop\": [{\"hooks\": [\n      {\"type\": \"no\"}\n    ]}]\n  }\n}";
    let flaws = (of(Host::Claude).unwrap().examine)(text);
    assert_eq!(flaws[0].at, Some((4, 7)));
    let flaws = (of(Host::Gemini).unwrap().examine)("{ /* a\n b */ \"hooksConfig\": {\"enabled\": false}}");
    assert_eq!(flaws[0].at, Some((2, 34)));
}
