use super::*;
use crate::install::Scope;
use mastiff_core::json::Json;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder that goes away with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("mastiff-script-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn put(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        // Written and renamed: a file that is open for writing cannot be run.
        let draft = self.0.join("draft");
        std::fs::write(&draft, text).unwrap();
        std::fs::set_permissions(&draft, std::fs::Permissions::from_mode(0o755)).unwrap();
        std::fs::rename(&draft, &path).unwrap();
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn site(gate: &Path, timeout: Option<&str>) -> Site {
    Site {
        home: "/h".into(),
        root: None,
        environment: Vec::new(),
        scope: Scope::User,
        mastiff: gate.display().to_string(),
        places: Places::below("/h"),
        timeout: timeout.map(str::to_owned),
    }
}

fn run(program: &Path, args: &[&str], stdin: &str) -> (String, String, Option<i32>) {
    let mut child = Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
    let ended = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(ended.stdout), text(ended.stderr), ended.status.code())
}

/// What a gate does, and whether the call may run then.
const GATES: &[(&str, bool)] = &[
    ("#!/bin/sh\ncat >/dev/null; echo '{}'; exit 10\n", true),
    ("#!/bin/sh\nexit 10\n", true),
    ("#!/bin/sh\necho '{\"cancel\":true,\"errorMessage\":\"no\"}'; echo no >&2; exit 12\n", false),
    ("#!/bin/sh\necho '{}'; exit 12\n", false),
    ("#!/bin/sh\necho '{}'; exit 0\n", false),
    ("#!/bin/sh\nexit 0\n", false),
    ("#!/bin/sh\necho '{}'; kill -9 $$\n", false),
    ("#!/bin/sh\necho '{}'; exit 101\n", false),
    ("", false),
    ("#!/no/such/interpreter\n", false),
];

#[test]
fn cline_prints_a_refusal_unless_the_gate_has_answered() {
    for timeout in [None, Some("/usr/bin/timeout").filter(|path| Path::new(path).exists())] {
        let scratch = Scratch::new("cline");
        for (gate, runs) in GATES {
            let gate_file = scratch.put("mastiff", gate);
            let script = scratch.put("PreToolUse", &cline_before(&site(&gate_file, timeout)));
            let (stdout, _, code) = run(&script, &[], "{}");
            let answer: Json = stdout.parse().unwrap_or_else(|_| panic!("{gate:?}: {stdout:?}"));
            assert_eq!(answer.get("cancel") != Some(&Json::Bool(true)), *runs, "{gate:?}: {stdout}");
            assert_eq!(code, Some(0));
        }
        let missing = scratch.put("PreToolUse", &cline_before(&site(&scratch.0.join("none"), timeout)));
        assert!(run(&missing, &[], "{}").0.contains("\"cancel\":true"));
    }
}

/// Loads the plugin, and says how the call ended.
const DRIVER: &str = r#"
const { Mastiff } = await import(process.argv[2])
const hooks = await Mastiff({ directory: "/repo" })
const input = { tool: "bash", sessionID: "s", callID: "c" }
try {
  await hooks["tool.execute.before"](input, { args: { command: "ls" } })
  console.log("runs")
} catch (error) {
  console.log("stopped: " + error.message)
}
await hooks["tool.execute.after"](input, { title: "", output: "", metadata: {} })
"#;

#[test]
fn opencode_throws_unless_the_gate_has_answered() {
    let Ok(node) = which("node") else {
        eprintln!("SKIPPED: there is no `node` to load the plugin of opencode with");
        return;
    };
    let scratch = Scratch::new("opencode");
    let driver = scratch.put("driver.mjs", DRIVER);
    let mut rows: Vec<(PathBuf, &str, bool)> = Vec::new();
    for (index, (gate, runs)) in GATES.iter().enumerate() {
        let folder = scratch.put(&format!("mastiff{index}"), gate);
        rows.push((folder, gate, *runs));
    }
    rows.push((scratch.0.join("none"), "missing", false));
    for (gate_file, gate, runs) in rows {
        let plugin = scratch.put("mastiff.mjs", &opencode(&site(&gate_file, None)));
        let (stdout, stderr, _) = run(&node, &[driver.to_str().unwrap(), plugin.to_str().unwrap()], "");
        assert_eq!(stdout.starts_with("runs"), runs, "{gate:?}: {stdout} {stderr}");
        assert!(runs || stdout.starts_with("stopped: "), "{gate:?}: {stdout} {stderr}");
    }
}

#[test]
fn opencode_says_what_is_called_and_why_it_is_stopped() {
    let Ok(node) = which("node") else {
        eprintln!("SKIPPED: there is no `node` to load the plugin of opencode with");
        return;
    };
    let scratch = Scratch::new("opencode-says");
    let gate = scratch.put("mastiff", "#!/bin/sh\necho \"$* $(cat)\" >&2\nexit 12\n");
    let plugin = scratch.put("mastiff.mjs", &opencode(&site(&gate, None)));
    let driver = scratch.put("driver.mjs", DRIVER);
    let (stdout, stderr, _) = run(&node, &[driver.to_str().unwrap(), plugin.to_str().unwrap()], "");
    let (words, payload) = stdout.split_once(" {").unwrap_or_else(|| panic!("{stdout} {stderr}"));
    let places = "--config /h/.config/mastiff --state /h/.local/state/mastiff";
    assert_eq!(words, format!("stopped: hook --host opencode {places} --guarded"));
    let payload: Json = format!("{{{payload}").trim().parse().unwrap();
    let expected = r#"{"hook_event_name":"tool.execute.before","session_id":"s","tool_name":"bash","tool_input":{"command":"ls"},"tool_use_id":"c","cwd":"/repo"}"#;
    assert_eq!(payload.to_string(), expected);
}

#[test]
fn the_gate_of_a_script_is_found_again() {
    let site = site(Path::new("/opt/my tools/mastiff"), None);
    assert_eq!(gate_of(&cline_before(&site)), Some(("/opt/my tools/mastiff", Host::Cline)));
    assert_eq!(gate_of(&opencode(&site)), Some(("/opt/my tools/mastiff", Host::Opencode)));
    for text in [cline_before(&site), cline_after(&site), opencode(&site)] {
        assert_eq!(places_of(&text).as_ref(), Some(&site.places), "{text}");
    }
    assert_eq!(gate_of("gate='x'\n--host cline"), None, "a relative path is no gate");
    assert_eq!(gate_of("#!/bin/sh\nexit 0\n"), None);
}

fn which(name: &str) -> Result<PathBuf, ()> {
    let path = std::env::var_os("PATH").ok_or(())?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file()).ok_or(())
}

/// Where `sh` is bash, functions and options come with the environment.
#[test]
fn cline_is_not_misled_by_its_environment() {
    let scratch = Scratch::new("cline-environment");
    let gate = scratch.put("mastiff", "#!/bin/sh\nexit 0\n");
    let script = cline_before(&site(&gate, None));
    assert!(earlier(&script).is_some_and(|earlier| earlier.starts_with("#!/bin/sh\n") && earlier != script));
    let forged = "() { builtin printf '{}'; builtin exit 0; }";
    for (name, value) in [
        ("A", "1"),
        ("BASH_FUNC_printf%%", forged),
        ("BASH_FUNC_echo%%", forged),
        ("BASH_FUNC_unset%%", forged),
        ("BASH_FUNC_set%%", forged),
        ("SHELLOPTS", "errexit"),
        ("SHELLOPTS", "nounset"),
        ("SHELLOPTS", "xtrace"),
        ("SHELLOPTS", "errexit:verbose:xtrace"),
    ] {
        let script = scratch.put("hook", &script.replacen("#!/bin/sh", "#!/bin/bash", 1));
        let mut child = Command::new(&script)
            .env(name, value)
            .env("BASH_XTRACEFD", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut said = String::new();
        std::io::Read::read_to_string(&mut child.stdout.take().unwrap(), &mut said).unwrap();
        child.wait().unwrap();
        assert!(said.starts_with("{\"cancel\":true"), "{name}={value}: {said}");
    }
}
