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
            (r#"{"env":{"A":1}}"#, &["invalid_entry!"]),
        ],
    );
}

#[test]
fn switches() {
    check(
        Host::Claude,
        &[
            (r#"{"disableAllHooks":true}"#, &["switched_off!"]),
            (r#"{"disableAllHooks":false}"#, &[]),
            (r#"{"allowManagedHooksOnly":true}"#, &["managed_only!"]),
        ],
    );
    check(
        Host::Gemini,
        &[
            (r#"{"hooksConfig":{"enabled":false}}"#, &["switched_off!"]),
            (r#"{"hooksConfig":{"enabled":true,"disabled":["other"]}} // fine"#, &[]),
            (r#"{"hooksConfig":{"disabled":["mastiff"]}}"#, &["switched_off!"]),
            (r#"{"hooksConfig":{"disabled":["OURS"]}}"#, &["switched_off!"]),
        ],
    );
    check(Host::Copilot, &[(r#"{"disableAllHooks":true}"#, &["switched_off!"]), ("{}", &[])]);
    let listed = |on: &str| {
        format!(r#"{{"hooks":[{{"action":{{"command":"OURS"}},"enabled":{on}}},{{"enabled":false}}]}}"#)
    };
    check(Host::Kiro, &[(&listed("true"), &[]), (&listed("false"), &["switched_off!"])]);
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
    check(Host::Gemini, &[(&gemini("30000"), &[]), (&gemini("30"), &["impatient!"])]);
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
