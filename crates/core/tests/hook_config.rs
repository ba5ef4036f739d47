//! Configuration files of hooks: every shape, every problem with its place, and mastiff's own template.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::wildcard_enum_match_arm,
    reason = "tests may fail loudly"
)]

use mastiff_core::hook::config::{Config, read, template};
use mastiff_core::hook::{
    Action, Call, Dialect, Event, Facts, Happened, Hook, Http, Matcher, Method, Occasion, OnFailure, Shell,
    select,
};
use mastiff_core::json::Json;
use std::time::Duration;

const SETTINGS: &str = ".claude/settings.json";

fn good(file: &str, text: &str) -> Config {
    read(file, text, None).unwrap_or_else(|problems| panic!("{text}\n{problems:?}"))
}

fn pre(entry: &str) -> String {
    format!(r#"{{"hooks":{{"PreToolUse":[{entry}]}}}}"#)
}

fn one(file: &str, entry: &str) -> Hook {
    let config = good(file, &pre(entry));
    assert_eq!(config.hooks.len(), 1, "{entry}");
    config.hooks[0].clone()
}

fn shell(command: &str) -> Action {
    Action::Shell { command: command.into(), shell: None }
}

fn notes(config: &Config) -> Vec<String> {
    config.notes.iter().map(ToString::to_string).collect()
}

#[test]
fn every_shape_in_one_array() {
    let config = good(
        SETTINGS,
        r#"{
  "permissions": {"deny": ["Bash(rm *)"]},
  "model": "x",
  "hooks": {
    "PreToolUse": [
      "first",
      {"command": "second"},
      {"type": "command", "command": "third", "tool_name": "bash", "timeout": 2.5, "on_failure": "closed"},
      {"matcher": "Bash|Edit", "hooks": [
        {"type": "command", "command": "fourth", "args": ["a b", "c"]},
        {"type": "http", "url": "https://example.com/h", "headers": {"A": "$B"}, "allowedEnvVars": ["B"]}
      ]}
    ],
    "PostToolUse": ["sixth"]
  }
}"#,
    );
    assert_eq!(notes(&config), [] as [&str; 0]);
    let rows: Vec<(Dialect, String, u32)> =
        config.hooks.iter().map(|h| (h.dialect, h.matcher.to_string(), h.source.at.line)).collect();
    assert_eq!(
        rows,
        [
            (Dialect::HookSystem, "*".into(), 6),
            (Dialect::HookSystem, "*".into(), 7),
            (Dialect::HookSystem, "bash".into(), 8),
            (Dialect::Claude, "Bash|Edit".into(), 10),
            (Dialect::Claude, "Bash|Edit".into(), 11),
            (Dialect::HookSystem, "*".into(), 14),
        ]
    );
    let actions: Vec<Action> = config.hooks.iter().map(|hook| hook.action.clone()).collect();
    let http = Http {
        url: "https://example.com/h".into(),
        method: Method::Post,
        headers: vec![("A".into(), "$B".into())],
        allowed_env: vec!["B".into()],
    };
    let exec = Action::Exec { program: "fourth".into(), args: vec!["a b".into(), "c".into()] };
    assert_eq!(
        actions,
        [shell("first"), shell("second"), shell("third"), exec, Action::Http(http), shell("sixth")]
    );
    assert_eq!(config.hooks[2].timeout, Some(Duration::from_millis(2500)));
    assert_eq!(config.hooks[2].on_failure, Some(OnFailure::Closed));
    assert_eq!(config.hooks[5].event, Event::PostToolUse);
}

#[test]
fn fields_of_a_handler() {
    let hook =
        |fields: &str| one(SETTINGS, &format!(r#"{{"matcher":"","hooks":[{{"command":"x",{fields}}}]}}"#));
    assert_eq!(
        hook(r#""shell":"bash""#).action,
        Action::Shell { command: "x".into(), shell: Some(Shell::Bash) }
    );
    assert_eq!(hook(r#""shell":"sh""#).action, Action::Shell { command: "x".into(), shell: Some(Shell::Sh) });
    assert_eq!(hook(r#""args":[]"#).action, Action::Exec { program: "x".into(), args: vec![] });
    assert_eq!(hook(r#""onFailure":"block""#).on_failure, Some(OnFailure::Block));
    assert_eq!(hook(r#""onFailure":"continue""#).on_failure, Some(OnFailure::Open));
    assert_eq!(hook(r#""onFailure":"block","on_failure":"open""#).on_failure, Some(OnFailure::Open));
    assert_eq!(hook(r#""onFailure":"continue","on_failure":"closed""#).on_failure, Some(OnFailure::Closed));
    assert_eq!(hook(r#""timeout":5"#).on_failure, None);
    assert!(hook(r#""async":true"#).background);
    assert!(hook(r#""asyncRewake":true"#).background);
    assert!(!hook(r#""async":false"#).background);
    assert_eq!(hook(r#""name":"guard""#).label(), "guard");
    assert_eq!(hook(r#""env":{"A":"1"}"#).env, [("A".to_string(), "1".to_string())]);
    assert_eq!(hook(r#""dialect":"codex""#).dialect, Dialect::Codex);
    assert_eq!(hook(r#""if":"Bash(git *)""#).condition.unwrap().to_string(), "Bash(git *)");
    assert_eq!(
        hook(r#""statusMessage":"a","description":"b","commandWindows":"c","once":false"#).action,
        shell("x")
    );
}

#[test]
fn the_file_speaks_for_hooks_that_do_not() {
    for (top, handler, expected) in [
        (r#""on_failure":"closed""#, "", Some(OnFailure::Closed)),
        (r#""on_failure":"open""#, "", Some(OnFailure::Open)),
        (r#""on_failure":"closed""#, r#","on_failure":"open""#, Some(OnFailure::Open)),
        (r#""on_failure":"closed""#, r#","onFailure":"continue""#, Some(OnFailure::Open)),
        (r#""on_failure":"closed""#, r#","onFailure":"block""#, Some(OnFailure::Closed)),
        (r#""on_failure":"open""#, r#","onFailure":"block""#, Some(OnFailure::Block)),
        (r#""model":"x""#, "", None),
    ] {
        let text = format!(r#"{{{top},"hooks":{{"PreToolUse":[{{"command":"x"{handler}}}]}}}}"#);
        assert_eq!(good(SETTINGS, &text).hooks[0].on_failure, expected, "{text}");
    }
}

#[test]
fn dialects_by_place_and_shape() {
    let group = pre(r#"{"hooks":[{"command":"x"}]}"#);
    let plain = pre(r#"{"command":"x"}"#);
    let toml = "[[hooks]]\nevent = \"pre_tool_use\"\naction = { type = \"shell\", command = \"x\" }\n";
    for (file, text, expected) in [
        (".claude.json", &plain, Dialect::HookSystem),
        (".claude.json", &group, Dialect::Claude),
        ("/home/me/.claude/settings.local.json", &group, Dialect::Claude),
        ("my.json", &pre("\"x\""), Dialect::HookSystem),
        (".codex/hooks.json", &group, Dialect::Codex),
        (".codex/hooks.json", &plain, Dialect::Codex),
        ("/home/me/.gemini/settings.json", &group, Dialect::Gemini),
        (".claw.json", &plain, Dialect::Claw),
        (".claw/settings.json", &group, Dialect::Claw),
        ("C:\\x\\.claw\\settings.json", &group, Dialect::Claw),
        (".agent/settings.toml", &toml.to_string(), Dialect::AgentCode),
        ("/home/me/.config/agent-code/config.toml", &toml.to_string(), Dialect::AgentCode),
        ("/src/agent-code/.claude/settings.json", &group, Dialect::Claude),
        ("hooks.toml", &toml.to_string(), Dialect::Veto),
        // A directory's name alone says nothing about a file of somebody else in it.
        ("/home/agent-code/.claude.json", &group, Dialect::Claude),
        ("/home/.gemini/.claude.json", &group, Dialect::Claude),
        ("/src/.codex/.claude/settings.json", &group, Dialect::Claude),
        ("/src/.claw/notes.json", &group, Dialect::Claude),
        ("/src/agent-code/config.toml", &toml.to_string(), Dialect::Veto),
        ("/home/me/.codex/sub/hooks.json", &group, Dialect::Claude),
        ("/x.claw.json", &group, Dialect::Claude),
        (".claw/settings.local.json", &group, Dialect::Claw),
        (".codex/config.toml", &"[[hooks.PreToolUse]]\ncommand = \"x\"\n".to_string(), Dialect::Codex),
    ] {
        let hooks = good(file, text).hooks;
        assert_eq!(hooks[0].dialect, expected, "{file}");
        let wanted = read(file, text, Some(Dialect::Gemini)).unwrap().hooks;
        assert_eq!(wanted[0].dialect, Dialect::Gemini, "{file}: who reads it wins");
    }
    let named = r#"{"dialect":"claw","hooks":{"PreToolUse":["x"]}}"#;
    assert_eq!(good(".codex/hooks.json", named).hooks[0].dialect, Dialect::Claw);
    let named = format!("dialect = \"hook-system\"\n{toml}");
    assert_eq!(good("hooks.toml", &named).hooks[0].dialect, Dialect::HookSystem);
    let inside = format!("{named}dialect = \"claude\"\n");
    assert_eq!(good("hooks.toml", &inside).hooks[0].dialect, Dialect::Claude);
}

#[test]
fn gemini_counts_milliseconds_and_runs_in_sequence() {
    let text = r#"{"hooks":{"BeforeTool":[{"matcher":"run_shell_command","sequential":true,
        "hooks":[{"type":"command","command":"x","name":"n","timeout":1500,"description":"d","env":{}}]}]}}"#;
    let config = good(".gemini/settings.json", text);
    assert_eq!(notes(&config), [] as [&str; 0]);
    let hook = &config.hooks[0];
    assert_eq!((hook.event, hook.timeout), (Event::PreToolUse, Some(Duration::from_millis(1500))));
    assert!(hook.sequential);
    let claude = good(SETTINGS, &pre(r#"{"hooks":[{"command":"x","timeout":1500}]}"#));
    assert_eq!(claude.hooks[0].timeout, Some(Duration::from_secs(1500)));
}

/// Who speaks another dialect with a hook does not change what its file says.
#[test]
fn another_dialect_changes_no_units_and_no_names() {
    let text = r#"{"hooks":{"PreToolUse":[{"matcher":"TOOL","hooks":[{"command":"x","timeout":2000,"if":"TOOL(rm *)"}]}]}}"#;
    for (file, tool, wanted, timeout) in [
        (".gemini/settings.json", "run_shell_command", Dialect::Claude, Duration::from_secs(2)),
        (SETTINGS, "Bash", Dialect::Gemini, Duration::from_secs(2000)),
    ] {
        let text = text.replace("TOOL", tool);
        let hooks = read(file, &text, Some(wanted)).unwrap().hooks;
        assert_eq!((hooks[0].dialect, hooks[0].timeout), (wanted, Some(timeout)), "{file}");
        assert_eq!(hooks[0].matcher.to_string().trim_matches('/'), tool);
        let facts = Facts { cwd: "/r".into(), project_dir: "/r".into(), ..Facts::default() };
        for (tool, command, expected) in [("Bash", "rm x", 1), ("Bash", "ls", 0), ("Read", "rm x", 0)] {
            let input = Json::object([("command", command.into())]);
            let call = Call { id: "1".into(), tool: tool.into(), input, mcp: None };
            let occasion = Occasion { facts: &facts, happened: Happened::Before(&call), now: "" };
            assert_eq!(select(&hooks, &occasion).len(), expected, "{file}: {tool} {command}");
        }
    }
}

#[test]
fn unknown_events_and_fields_are_told_and_not_fatal() {
    for (file, text, expected) in TOLD {
        let config = good(file, text);
        let told: Vec<String> = config.lost.iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), expected.len(), "{text}: {told:?}");
        for (told, expected) in told.iter().zip(*expected) {
            assert!(told.starts_with(expected), "{told}");
        }
    }
}

const TOLD: &[(&str, &str, &[&str])] = &[
    (
        "hooks.json",
        r#"{"permissions":{}}"#,
        &["hooks.json:1:2: the field `permissions` is not known; possible: "],
    ),
    (
        "hooks.json",
        r#"{"hooks":{"PreToolUsed":["x"],"PreCompact":["y"]}}"#,
        &[
            "hooks.json:1:11: the event `PreToolUsed` is not known, its hooks do not run; did you mean `PreToolUse`?",
        ],
    ),
    (
        "hooks.toml",
        "on_failur = \"closed\"\n[api]\n",
        &[
            "hooks.toml:1:1: the field `on_failur` is not known; did you mean `on_failure`?",
            "hooks.toml:2:2: the field `api` is not known; possible: ",
        ],
    ),
    (
        "hooks.toml",
        "[[hooks]]\nevent = \"pre_tool_used\"\n",
        &[
            "hooks.toml:2:9: the event `pre_tool_used` is not known, its hooks do not run; did you mean `pre_tool_use`?",
        ],
    ),
];

#[test]
fn what_is_lost_is_told_apart_from_what_is_odd() {
    for (text, lost) in [
        (r#"{"hooks":{"PreToolUsed":["x"]}}"#, 1),
        (r#"{"hooks":{"Frobnicate":["x"]}}"#, 1),
        (r#"{"hooks":{"Stop":[{"command":"x","if":"Bash"}]}}"#, 1),
        (r#"{"disableAllHooks":true,"hooks":{"PreToolUse":["x"]}}"#, 1),
        (r#"{"hooks":{"Notification":["x"]}}"#, 0),
        (r#"{"hooks":{"PreToolUse":[{"command":"x","frobnicate":1}]}}"#, 0),
    ] {
        let config = good(SETTINGS, text);
        assert_eq!((config.lost.len(), config.notes.len()), (lost, 1), "{text}");
        assert!(config.lost.iter().all(|lost| config.notes.contains(lost)), "{text}");
    }
}

#[test]
fn blanks_around_names_mean_nothing() {
    for text in [
        r#"{"hooks":{"PreToolUse ":[{"command":"x"}]}}"#,
        r#"{"hooks":{"\u200bPreToolUse":[{"tool_name":" bash","command":"x"}]}}"#,
        r#"{"hooks":{"PreToolUse":[{"matcher":" Bash\t","hooks":[{"command":"x"}]}]}}"#,
    ] {
        let config = good(SETTINGS, text);
        assert_eq!(notes(&config), [] as [&str; 0], "{text}");
        let (hook, names) = (&config.hooks[0], ["Bash", "bash"]);
        assert!(hook.event == Event::PreToolUse && hook.matcher.matches(&names), "{text}");
    }
    let toml = "[[hooks]]\nevent = \"pre_tool_use \"\ntool_name = \"Bash \"\naction = { type = \"shell\", command = \"x\" }\n";
    assert_eq!(good("hooks.toml", toml).hooks[0].matcher, Matcher::exact("Bash"));
}

/// A stranger's file keeps nobody busy.
#[test]
fn a_large_file_is_bounded() {
    let many = |count: usize, entry: &dyn Fn(usize) -> String| {
        pre(&(0..count).map(entry).collect::<Vec<_>>().join(","))
    };
    assert_eq!(good("a.json", &many(1000, &|n| format!("\"{n}\""))).hooks.len(), 1000);
    let rows: &[(String, usize, &str)] = &[
        (many(17_000, &|n| format!("\"{n}\"")), 1, "more than 1000 hooks"),
        (
            many(900, &|n| format!(r#"{{"matcher":"[a-z]{{25{n:02}}}","hooks":[{{"command":"x"}}]}}"#)),
            900,
            "take more than 4 MiB",
        ),
        (many(20_000, &|_| "{}".into()), 1001, "needs a `command`"),
    ];
    for (text, most, part) in rows {
        let problems = read("a.json", text, None).unwrap_err();
        assert!(problems.len() <= *most, "{part}: {}", problems.len());
        assert!(problems.iter().any(|problem| problem.message.contains(part)), "{part}: {:?}", problems[0]);
    }
    let same = r#"{"command":"x"},"#.repeat(999) + r#"{"command":"x"}"#;
    let same = pre(&format!(r#"{{"matcher":"[a-z]{{2500}}","hooks":[{same}]}}"#));
    assert_eq!(good("a.json", &same).hooks.len(), 1000, "one expression for all of a group");
    let fields: String = (0..100_000).map(|n| format!(",\"f{n}\":0")).collect();
    let odd = good("a.json", &pre(&format!(r#"{{"command":"x"{fields}}}"#)));
    assert_eq!(odd.notes.len(), 1001);
    assert_eq!(odd.notes[1000].message, "more of this is not shown");
}

/// A host's state is large, in one line, and about other things.
#[test]
fn what_is_not_about_hooks_is_passed_quickly() {
    let item = r#"{"é":[1,"x\\\"]}",{"a":null}],"b":"text"},"#;
    let state = format!(r#"{{"projects":[{}0],"hooks":{{"Stop":["x"]}}}}"#, item.repeat(400_000));
    let hooks = good("/home/me/.claude.json", &state).hooks;
    assert_eq!((hooks.len(), hooks[0].source.at.line), (1, 1));
    let column = state.find(r#""x"]}}"#).map(|at| state.get(..at).unwrap().chars().count() + 1);
    assert_eq!(Some(hooks[0].source.at.column as usize), column);
}

#[test]
fn toml_tables() {
    let config = good(
        "hooks.toml",
        r#"
on_failure = "closed"

[[hooks]]
event     = "pre_tool_use"
tool_name = "Bash"
action    = { type = "shell", command = '''
  if echo "$TOOL_INPUT" | grep -q 'rm -rf /'; then
    echo "refusing destructive root delete" >&2
    exit 1
  fi
''' }

[[hooks]]
event = "PostToolUse"
matcher = "Bash|mcp__*"
action = { type = "exec", program = "log", args = ["-x"] }
timeout = 1.5
on_failure = "open"
name = "audit"
env = { A = "1" }

[[hooks]]
event = "permission_denied"
[hooks.action]
type = "http"
url = "http://localhost:1/x"
method = "get"
headers = { A = "b" }
allowed_env = ["C"]
"#,
    );
    assert_eq!(notes(&config), [] as [&str; 0]);
    let [veto, audit, denied] = &config.hooks[..] else { panic!("three hooks") };
    assert_eq!((veto.event, &veto.matcher), (Event::PreToolUse, &Matcher::exact("Bash")));
    assert_eq!((veto.on_failure, veto.source.at.line), (Some(OnFailure::Closed), 4));
    assert!(matches!(&veto.action, Action::Shell { command, .. } if command.contains("$TOOL_INPUT")));
    assert_eq!((audit.event, audit.matcher.to_string().as_str()), (Event::PostToolUse, "Bash|mcp__*"));
    assert_eq!((audit.on_failure, audit.timeout), (Some(OnFailure::Open), Some(Duration::from_millis(1500))));
    assert_eq!((audit.label(), audit.env.len()), ("audit".to_string(), 1));
    assert_eq!(audit.action, Action::Exec { program: "log".into(), args: vec!["-x".into()] });
    assert_eq!(denied.event, Event::PermissionDenied);
    let http = Http {
        url: "http://localhost:1/x".into(),
        method: Method::Get,
        headers: vec![("A".into(), "b".into())],
        allowed_env: vec!["C".into()],
    };
    assert_eq!(denied.action, Action::Http(http));
}

#[test]
fn toml_by_event() {
    let text = "[[hooks.PreToolUse]]\nmatcher = \"Bash\"\n[[hooks.PreToolUse.hooks]]\ncommand = \"x\"\n";
    let config = good(".codex/config.toml", text);
    assert_eq!((config.hooks[0].dialect, &config.hooks[0].action), (Dialect::Codex, &shell("x")));
}

#[test]
fn no_hooks_are_no_problem() {
    for (file, text) in [
        (SETTINGS, "{}"),
        (SETTINGS, r#"{"permissions":{}}"#),
        (SETTINGS, "\u{feff}{\"hooks\":{}}"),
        (SETTINGS, r#"{"hooks":{"PreToolUse":[]}}"#),
        (SETTINGS, r#"{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[]}]}}"#),
        (".agent/settings.toml", "[api]\nmodel = \"x\"\n"),
    ] {
        assert_eq!(good(file, text), Config::default(), "{text}");
    }
}

#[test]
fn disabled_hooks_are_still_read() {
    let config = good(SETTINGS, r#"{"disableAllHooks":true,"hooks":{"PreToolUse":["x"]}}"#);
    assert!(config.hooks.is_empty());
    assert_eq!(
        notes(&config),
        [
            ".claude/settings.json:1:2: `disableAllHooks` switches off the hooks of this file; those of others run"
        ]
    );
    assert_eq!(good(SETTINGS, r#"{"disableAllHooks":false,"hooks":{"PreToolUse":["x"]}}"#).hooks.len(), 1);
    assert!(read(SETTINGS, r#"{"disableAllHooks":true,"hooks":{"PreToolUse":[1]}}"#, None).is_err());
}

/// File, text, the beginning of each note; the hooks of the file are read all the same.
const NOTES: &[(&str, &str, usize, &[&str])] = &[
    (
        "a.json",
        r#"{"hooks":{"PreToolUsed":["x"],"PreToolUse":["y"]}}"#,
        1,
        &[
            "a.json:1:11: the event `PreToolUsed` is not known, its hooks do not run; did you mean `PreToolUse`?",
        ],
    ),
    ("a.json", r#"{"hooks":{"PreCompact":["x"]}}"#, 0, &["a.json:1:11: `PreCompact` is never fired here"]),
    (
        "a.json",
        r#"{"hooks":{"PreToolUse":[{"command":"x","timeuot":5}]}}"#,
        1,
        &["a.json:1:40: the field `timeuot` is not known; did you mean `timeout`?"],
    ),
    (
        "a.json",
        r#"{"hooks":{"PreToolUse":[{"matchr":"x","hooks":[{"command":"x","matcher":"Bash"}]}]}}"#,
        1,
        &[
            "a.json:1:26: the field `matchr` is not known; did you mean `matcher`?",
            "a.json:1:63: the field `matcher` is not known; possible: type, command, ",
        ],
    ),
    (
        "a.json",
        r#"{"hooks":{"PreToolUse":[{"matcher":"bash","hooks":[{"command":"x"},{"command":"y"}]}]}}"#,
        2,
        &["a.json:1:36: no known tool is called `bash`; did you mean `Bash`?"],
    ),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"matcher":"whatever","hooks":[{"command":"x","if":"Bash(a)"}]}]}}"#,
        1,
        &["a.json:1:65: `if` speaks of tool calls: on `Stop` this hook never runs"],
    ),
    (
        "a.json",
        r#"{"hooks":{"PreToolUse":[{"command":"x","if":"Bash(a"},{"command":"y","if":"Agent(b)"}]}}"#,
        2,
        &[
            "a.json:1:45: `Bash(a` is no rule like `Bash(git *)`, so the hook runs for every call",
            "a.json:1:75: `b` is not understood, so the hook runs for every call of `Agent`",
        ],
    ),
    (
        "a.json",
        r#"{"hooks":{"PreToolUse":[{"type":"prompt","prompt":"x"}]}}"#,
        1,
        &["a.json:1:25: a hook of type `prompt` cannot run here: it counts as one that failed"],
    ),
    (
        "a.json",
        r#"{"hooks":{"PreToolUse":[{"command":"x","async":true}],"PostToolUse":[{"command":"x","async":true}]}}"#,
        2,
        &["a.json:1:40: nobody waits for a hook with `async`: it cannot stop anything"],
    ),
    (
        "a.json",
        r#"{"hooks":{"PreToolUse":[{"command":"x","once":true,"args":[],"shell":"bash"}]}}"#,
        1,
        &["a.json:1:40: `once` means nothing here", "a.json:1:62: no shell reads a hook with `args`"],
    ),
    (
        ".gemini/settings.json",
        r#"{"hooksConfig":{"enabled":false},"hooks":{}}"#,
        0,
        &[".gemini/settings.json:1:2: `hooksConfig` is not followed here"],
    ),
    (
        "a.json",
        r#"{"onFailure":"closed","hook":"x","tools":{}}"#,
        0,
        &[
            "a.json:1:2: `onFailure` means nothing here; did you mean `on_failure`?",
            "a.json:1:23: `hook` means nothing here; did you mean `hooks`?",
        ],
    ),
    (
        "a.toml",
        "[[hooks]]\nevent = \"pre_tool_used\"\n[[hooks]]\nevent = \"stop\"\nx = 1\naction = { type = \"shell\", command = \"x\", y = 2 }\n",
        1,
        &[
            "a.toml:2:9: the event `pre_tool_used` is not known, its hooks do not run; did you mean `pre_tool_use`?",
            "a.toml:5:1: the field `x` is not known; possible: event, ",
            "a.toml:6:43: the field `y` is not known; possible: type, ",
        ],
    ),
    (
        ".gemini/settings.json",
        r#"{"hooks":{"BeforeTool":[{"matcher":"run_shell_command|x{","hooks":[{"command":"x"}]}]}}"#,
        1,
        &[
            ".gemini/settings.json:1:36: `run_shell_command|x{` cannot be read here, so the hook is for every tool",
        ],
    ),
    (
        "a.json",
        r#"{"hooks":{"PreToolUse":[{"command":"x","if":"frob(a)"},{"command":"y","if":"Bash(a), Bash(b)"}]}}"#,
        2,
        &[
            "a.json:1:45: no known tool is called `frob`, so the hook runs for every call",
            "a.json:1:76: `Bash(a), Bash(b)` is no rule like `Bash(git *)`, so the hook runs for every call",
        ],
    ),
    (
        "a.json",
        r#"{"hooks":{"enabled":true,"PreToolUse":["x"]},"tools":{},"books":1}"#,
        1,
        &["a.json:1:11: the event `enabled` ", "a.json:1:57: `books` means nothing here"],
    ),
    (
        ".agent/settings.toml",
        "[[hooks]]\nevent = \"pre_tool_use\"\naction = { type = \"http\", url = \"http://a\", method = \"PUT\" }\n",
        1,
        &[".agent/settings.toml:3:54: `method` `PUT` is sent as `POST`"],
    ),
];

#[test]
fn what_is_odd_is_noted_and_read() {
    for (file, text, hooks, expected) in NOTES {
        let config = good(file, text);
        let found = notes(&config);
        assert_eq!(found.len(), expected.len(), "{text}\n{found:#?}");
        for (found, expected) in found.iter().zip(*expected) {
            assert!(found.starts_with(expected), "{text}\n   found {found}\nexpected {expected}");
        }
        assert_eq!(config.hooks.len(), *hooks, "{text}");
    }
}

/// File, text, the beginning of each problem.
const PROBLEMS: &[(&str, &str, &[&str])] = &[
    // No JSON at all.
    ("a.json", "", &["a.json:1:1: the file is empty"]),
    ("a.json", " \n\n", &["a.json:1:1: the file is empty"]),
    ("a.json", "\u{feff}", &["a.json:1:1: the file is empty"]),
    ("hooks.toml", "\n", &["hooks.toml:1:1: the file is empty"]),
    ("a.json", "{", &["a.json:1:2: this is not JSON: EOF while parsing an object"]),
    ("a.json", "{\n  \"hooks\": {", &["a.json:2:13: this is not JSON: EOF while parsing an object"]),
    ("a.json", "{\"hooks\": {},}", &["a.json:1:14: this is not JSON: nothing follows the last comma"]),
    ("a.json", "{\"a\": [1,\n ]}", &["a.json:2:2: this is not JSON: nothing follows the last comma"]),
    ("a.json", "{\n  \"hooks\": {}\n  \"x\": 1\n}", &["a.json:3:3: this is not JSON: expected `,` or `}`"]),
    ("a.json", "{\n  // hooks\n  \"hooks\": {}\n}", &["a.json:2:3: this is not JSON: it has no comments"]),
    ("a.json", "{\"hooks\": /* none */ {}}", &["a.json:1:11: this is not JSON: it has no comments"]),
    ("a.json", "# hooks\n{}", &["a.json:1:1: this is not JSON: it has no comments"]),
    ("a.json", "{} {}", &["a.json:1:4: this is not JSON: trailing characters"]),
    ("a.json", "{'hooks': {}}", &["a.json:1:2: this is not JSON: key must be a string"]),
    ("a.json", "{\"ö\": x}", &["a.json:1:7: this is not JSON: expected value"]),
    ("a.json", "{\"a\": \"\\ud800\"}", &["a.json:1:7: this string holds half a character"]),
    (
        "a.json",
        "{\"hooks\": {\"Stop\": [{\"command\": \"a\",\n  \"command\": \"b\"}]}}",
        &["a.json:2:3: the key `command` stands twice in one object"],
    ),
    (
        "a.json",
        "{\"h\\u006foks\": {}, \"hooks\": {}}",
        &["a.json:1:20: the key `hooks` stands twice in one object"],
    ),
    // JSON of the wrong form.
    ("a.json", "[]", &["a.json:1:1: a configuration is an object with `hooks`, not a list"]),
    ("a.json", "\n null", &["a.json:2:2: a configuration is an object with `hooks`, not null"]),
    ("a.json", r#"{"hooks": []}"#, &["a.json:1:11: `hooks` must be a table of events, not a list"]),
    ("a.json", r#"{"hooks": null}"#, &["a.json:1:11: `hooks` must be a table of events, not null"]),
    ("a.json", r#"{"hooks": "x"}"#, &["a.json:1:11: `hooks` must be a table of events, not a string"]),
    ("a.json", r#"{"hooks":{"Stop":"x"}}"#, &["a.json:1:18: `Stop` must be a list, not a string"]),
    (
        "a.json",
        r#"{"hooks":{"Stop":[5]}}"#,
        &["a.json:1:19: `Stop` must be a list of commands and tables, not a number"],
    ),
    ("a.json", r#"{"hooks":{"Stop":[""]}}"#, &["a.json:1:19: `command` is empty"]),
    ("a.json", r#"{"hooks":{"Stop":[{"hooks":{}}]}}"#, &["a.json:1:28: `hooks` must be a list, not a table"]),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"hooks":["x"]}]}}"#,
        &["a.json:1:29: `hooks` must be a table, not a string"],
    ),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"sequential":1,"hooks":[]}]}}"#,
        &["a.json:1:33: `sequential` must be true or false, not a number"],
    ),
    // Handlers.
    ("a.json", r#"{"hooks":{"Stop":[{}]}}"#, &["a.json:1:19: a hook of this type needs a `command`"]),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"command":5}]}}"#,
        &["a.json:1:30: `command` must be a string, not a number"],
    ),
    ("a.json", r#"{"hooks":{"Stop":[{"command":" "}]}}"#, &["a.json:1:30: `command` is empty"]),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"type":"bogus","command":"x"}]}}"#,
        &["a.json:1:27: there is no hook of type `bogus`; possible: command, http, "],
    ),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"type":"comand","command":"x"}]}}"#,
        &["a.json:1:27: there is no hook of type `comand`; did you mean `command`?"],
    ),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"type":"http"}]}}"#,
        &["a.json:1:19: a hook of this type needs a `url`"],
    ),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"url":"ftp://x"}]}}"#,
        &["a.json:1:26: no request can be sent to `ftp://x`: it must start with `http://` or `https://`"],
    ),
    (
        "a.json",
        "{\"hooks\":{\"PreToolUse\":[{\"hooks\":[\n  {\"type\":\"http\",\"url\":\"http://127.0.0.1:99999/\"},\n  {\"type\":\"http\",\"url\":\"http://127.0.0.1:/\"}]}]}}",
        &[
            "a.json:2:24: no request can be sent to `http://127.0.0.1:99999/`: its port must be a number from 1 to 65535",
            "a.json:3:24: no request can be sent to `http://127.0.0.1:/`: its port must be a number from 1 to 65535",
        ],
    ),
    (
        "hooks.toml",
        "[[hooks]]\nevent = \"pre_tool_use\"\naction = { type = \"http\", url = \"http://localhost:0\" }\n",
        &["hooks.toml:3:33: no request can be sent to `http://localhost:0`: its port"],
    ),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"url":"http://x","method":"PUT"}]}}"#,
        &["a.json:1:46: `method` cannot be `PUT`; possible: GET, POST"],
    ),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"url":"http://x","headers":{"A":1,"B C":"x","D":"a\nE: b"}}]}}"#,
        &[
            "a.json:1:52: `A` must be a string, not a number",
            "a.json:1:54: `B C` of `headers` has characters it cannot have",
            "a.json:1:64: `D` of `headers` has characters it cannot have",
        ],
    ),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"command":"x","args":["a",1]}]}}"#,
        &["a.json:1:46: `args` must be a list of strings, not a number"],
    ),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"command":"x","args":"a"}]}}"#,
        &["a.json:1:41: `args` must be a list, not a string"],
    ),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"command":"x","env":{"A=B":"x"}}]}}"#,
        &["a.json:1:41: `A=B` of `env` has characters it cannot have"],
    ),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"command":"x","timeout":"5"}]}}"#,
        &["a.json:1:44: `timeout` must be a number, not a string"],
    ),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"command":"x","timeout":0}]}}"#,
        &["a.json:1:44: `timeout` must be more than 0 and at most 86400 seconds, not 0"],
    ),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"command":"x","timeout":-5}]}}"#,
        &["a.json:1:44: `timeout` must be more than 0"],
    ),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"command":"x","timeout":86401}]}}"#,
        &["a.json:1:44: `timeout` must be more than 0"],
    ),
    ("a.json", r#"{"hooks":{"Stop":[{"command":"x","timeout":1e999}]}}"#, &["a.json:1:44: "]),
    (
        ".codex/hooks.json",
        r#"{"hooks":{"Stop":[{"command":"x","timeout":1.5}]}}"#,
        &[".codex/hooks.json:1:44: Codex takes whole seconds alone as a `timeout`"],
    ),
    (
        ".gemini/settings.json",
        r#"{"hooks":{"Stop":[{"command":"x","timeout":86400001}]}}"#,
        &[".gemini/settings.json:1:44: `timeout` must be more than 0 and at most 86400000 milliseconds"],
    ),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"command":"x","onFailure":"bogus"}]}}"#,
        &["a.json:1:46: `onFailure` cannot be `bogus`; possible: continue, block"],
    ),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"command":"x","on_failure":"block"}]}}"#,
        &["a.json:1:47: `on_failure` cannot be `block`; possible: open, closed"],
    ),
    (
        "a.json",
        r#"{"on_failure":"close"}"#,
        &["a.json:1:15: `on_failure` cannot be `close`; did you mean `closed`?"],
    ),
    ("a.json", r#"{"on_failure":true}"#, &["a.json:1:15: `on_failure` must be a string, not true or false"]),
    (
        "a.json",
        r#"{"dialect":"cladue"}"#,
        &["a.json:1:12: `dialect` cannot be `cladue`; did you mean `claude`?"],
    ),
    (
        "a.json",
        r#"{"disableAllHooks":"yes"}"#,
        &["a.json:1:20: `disableAllHooks` must be true or false, not a string"],
    ),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"command":"x","shell":"powershell"}]}}"#,
        &["a.json:1:42: `powershell` is not supported"],
    ),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"command":"x","shell":"zsh"}]}}"#,
        &["a.json:1:42: `shell` cannot be `zsh`"],
    ),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"command":"x","async":"no"}]}}"#,
        &["a.json:1:42: `async` must be true or false"],
    ),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"command":"x","if":5}]}}"#,
        &["a.json:1:39: `if` must be a string, not a number"],
    ),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"command":"x","statusMessage":5}]}}"#,
        &["a.json:1:50: `statusMessage` must be a string"],
    ),
    // Matchers: once for all hooks of a group.
    (
        "a.json",
        r#"{"hooks":{"PreToolUse":[{"matcher":"[","hooks":[{"command":"x"},{"command":"y"}]}]}}"#,
        &["a.json:1:36: `[` is no regular expression: "],
    ),
    (
        "a.json",
        r#"{"hooks":{"PreToolUse":[{"matcher":"^(?!Read)","hooks":[{"command":"x"}]}]}}"#,
        &["a.json:1:36: the regular expression `^(?!Read)` uses lookahead, which is not supported"],
    ),
    (
        "a.json",
        r#"{"hooks":{"PreToolUse":[{"matcher":["Bash"],"hooks":[{"command":"x"}]}]}}"#,
        &["a.json:1:36: `matcher` must be a string, not a list"],
    ),
    (
        "a.json",
        r#"{"hooks":{"PreToolUse":[{"matcher":"Bash","tool_name":"Bash","command":"x"}]}}"#,
        &["a.json:1:26: a hook has a `matcher` or a `tool_name`, not both"],
    ),
    // All of them at once, in the order of the file.
    (
        "a.json",
        "{\"hooks\": {\n  \"Stop\": [{\"timeout\": -1}],\n  \"PreToolUse\": [{\"command\": 1, \"timeout\": 0}]\n}}",
        &[
            "a.json:2:12: a hook of this type needs a `command`",
            "a.json:2:24: `timeout` must be",
            "a.json:3:30: `command` must be",
            "a.json:3:44: `timeout` must be",
        ],
    ),
    // Slips that would leave a file without its hooks.
    (
        "a.json",
        r#"{"Hooks":{"PreToolUse":["x"]}}"#,
        &["a.json:1:2: `Hooks` means nothing, and its hooks would not run"],
    ),
    ("a.json", r#"{"hooks ":{"PreToolUse":["x"]}}"#, &["a.json:1:2: `hooks ` means nothing"]),
    ("a.json", r#"{"hook":[]}"#, &["a.json:1:2: `hook` means nothing"]),
    (
        "a.json",
        r#"{"hooks":{"hooks":{"PreToolUse":["x"]}}}"#,
        &["a.json:1:11: `hooks` holds events, and `hooks` is none"],
    ),
    (
        "a.json",
        r#"{"hooks":{"Stop":[{"command":"x","hooks":[]}]}}"#,
        &["a.json:1:20: a group has no `command` of its own"],
    ),
    ("a.toml", "[[hook]]\nevent = \"stop\"\n", &["a.toml:1:3: `hook` means nothing"]),
    ("hooks.toml", "[[Hooks]]\nevent = \"stop\"\n", &["hooks.toml:1:3: `Hooks` means nothing"]),
    (
        "hooks.toml",
        "[hooks]\nevent = \"stop\"\naction = { type = \"shell\", command = \"x\" }\n",
        &["hooks.toml:2:1: `hooks` holds events, and `event` is none; write `[[hooks]]`", "hooks.toml:3:1: "],
    ),
    // TOML.
    ("hooks.toml", "[[hooks]\n", &["hooks.toml:1:9: this is not TOML: "]),
    ("hooks.toml", "hooks = 5\n", &["hooks.toml:1:9: `hooks` must be a table of events, not a number"]),
    ("hooks.toml", "hooks = [5]\n", &["hooks.toml:1:10: `hooks` must be a table, not a number"]),
    ("hooks.toml", "version = 2\n", &["hooks.toml:1:11: `version` must be 1"]),
    ("hooks.toml", "a = 1\na = 2\n", &["hooks.toml:2:1: this is not TOML: duplicate key"]),
    ("hooks.toml", "\n[[hooks]]\nname = \"x\"\n", &["hooks.toml:2:1: a hook needs an `event`"]),
    ("hooks.toml", "[[hooks]]\nevent = \"stop\"\n", &["hooks.toml:1:1: a hook needs an `action`"]),
    (
        "hooks.toml",
        "[[hooks]]\nevent = \"stop\"\naction = \"x\"\n",
        &["hooks.toml:3:10: `action` must be a table"],
    ),
    (
        "hooks.toml",
        "[[hooks]]\nevent = \"stop\"\naction = { command = \"x\" }\n",
        &["hooks.toml:3:10: an `action` needs a `type`"],
    ),
    (
        "hooks.toml",
        "[[hooks]]\nevent = \"stop\"\naction = { type = \"command\", command = \"x\" }\n",
        &["hooks.toml:3:19: there is no hook of type `command`; possible: shell, exec, http"],
    ),
    (
        "hooks.toml",
        "[[hooks]]\nevent = \"stop\"\naction = { type = \"exec\", args = [] }\n",
        &["hooks.toml:3:10: a hook of this type needs a `program`"],
    ),
    (
        "hooks.toml",
        "[[hooks]]\nevent = \"pre_tool_use\"\ntool_name = \"\"\nmatcher = \"/(/\"\ntimeout = 1979-05-27\naction = { type = \"shell\", command = \"x\" }\n",
        &[
            "hooks.toml:4:1: a hook has a `matcher` or a `tool_name`, not both",
            "hooks.toml:4:11: `(` is no regular expression: ",
            "hooks.toml:5:11: `timeout` must be a number, not a date",
        ],
    ),
];

#[test]
fn every_problem_has_its_place() {
    let mut wrong = Vec::new();
    for (file, text, expected) in PROBLEMS {
        let found: Vec<String> = match read(file, text, None) {
            Ok(config) => panic!("{text}\nwas read as {config:?}"),
            Err(problems) => problems.iter().map(ToString::to_string).collect(),
        };
        let same = |(found, expected): (&String, &&str)| found.starts_with(expected);
        if found.len() != expected.len() || !found.iter().zip(*expected).all(same) {
            wrong.push(format!("{text}\n   found {found:#?}\nexpected {expected:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn depth_is_bounded() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let deep = format!("{}1{}", open.repeat(100_000), close.repeat(100_000));
        let problems = read("a.json", &deep, None).unwrap_err();
        assert!(problems[0].message.contains("nested deeper than 128"), "{problems:?}");
    }
}

/// Whatever is cut off a file leaves a problem or the whole: never fewer hooks.
#[test]
fn a_cut_file_is_never_a_file_without_hooks() {
    let whole = r#"{"on_failure":"closed","hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"command":"é\"x\\"}]}]}}"#;
    assert_eq!(good("a.json", whole).hooks.len(), 1);
    for cut in (0..whole.len()).filter_map(|end| whole.get(..end)) {
        assert!(read("a.json", cut, None).is_err(), "{cut}");
    }
}

#[test]
fn the_template_is_read_without_a_note() {
    let config = good("hooks.toml", template());
    assert_eq!(config, Config::default());
    assert!(template().contains("\non_failure = \"closed\"\n"), "in force");
}

/// The examples are the blocks that start with `# [[hooks]]`.
fn uncommented() -> String {
    let mut inside = false;
    let line = |line: &'static str| {
        inside = line.starts_with("# [[hooks]]") || (inside && line.starts_with('#'));
        if inside {
            line.strip_prefix('#').map_or(line, |rest| rest.strip_prefix(' ').unwrap_or(rest))
        } else {
            line
        }
    };
    template().lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_examples_of_the_template_are_read_without_a_note() {
    let config = good("hooks.toml", &uncommented());
    assert_eq!(notes(&config), [] as [&str; 0]);
    let labels: Vec<String> = config.hooks.iter().map(Hook::label).collect();
    assert_eq!(labels, ["no_root_delete", "audit", "push_guard"]);
    let rows: Vec<_> = config.hooks.iter().map(|hook| (hook.dialect, hook.on_failure)).collect();
    assert_eq!(
        rows,
        [
            (Dialect::Veto, Some(OnFailure::Closed)),
            (Dialect::Veto, Some(OnFailure::Open)),
            (Dialect::Claude, Some(OnFailure::Closed)),
        ]
    );
}

#[test]
fn the_examples_of_the_template_meet_their_calls() {
    let config = good("hooks.toml", &uncommented());
    let facts = Facts { cwd: "/r".into(), project_dir: "/r".into(), ..Facts::default() };
    for (tool, command, expected) in [
        ("Bash", "ls", &["no_root_delete"] as &[&str]),
        ("Bash", "git push origin", &["no_root_delete", "push_guard"]),
        ("Read", "", &[]),
    ] {
        let input = Json::object([("command", command.into())]);
        let call = Call { id: "1".into(), tool: tool.into(), input, mcp: None };
        let occasion = Occasion { facts: &facts, happened: Happened::Before(&call), now: "" };
        let labels: Vec<String> = select(&config.hooks, &occasion).iter().map(|hook| hook.label()).collect();
        assert_eq!(labels, expected, "{tool} {command}");
    }
}
