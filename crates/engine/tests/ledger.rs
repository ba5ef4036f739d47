//! Every verdict leaves one whole line.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

mod support;

use mastiff_core::call::{Change, ShellCall};
use mastiff_core::effect::{Effects, Followed};
use mastiff_core::json::Json;
use mastiff_core::policy::Outcome;
use mastiff_core::{Decision, Reason, Span, Tool, ToolCall, Verdict};
use mastiff_engine::ledger::{LINE, Ledger, Record, human_line};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use support::Scratch;

fn call(name: &str, tool: Tool) -> ToolCall {
    ToolCall {
        name: name.into(),
        tool,
        cwd: "/repo".into(),
        mode: Some("default".into()),
        id: Some("toolu_1".into()),
        agent: None,
        input: Json::Null,
    }
}

fn shell(command: &str) -> ToolCall {
    let tool = Tool::Shell(ShellCall { command: command.into(), ..ShellCall::default() });
    ToolCall { input: Json::object([("command", Json::String(command.into()))]), ..call("Bash", tool) }
}

fn change(name: &str, path: &str) -> ToolCall {
    call(name, Tool::Change(vec![Change { path: path.into(), removes: false, sought: false }]))
}

fn verdict(decision: Decision, rule: &'static str) -> Verdict {
    Verdict::of(Reason::new(decision, rule, format!("says `{rule}`")).at(Span::new(0, 3)))
}

fn outcome(verdict: &Verdict) -> Outcome {
    match verdict.decision() {
        Decision::Allow => Outcome::Allow,
        Decision::Ask => Outcome::Ask,
        Decision::Deny => Outcome::Deny,
    }
}

fn record<'a>(call: &'a ToolCall, verdict: &'a Verdict, roots: &'a [String]) -> Record<'a> {
    Record {
        session: Some("s1"),
        host: "claude",
        call: Some(call),
        verdict,
        outcome: outcome(verdict),
        roots,
        effects: None,
        policy: None,
        headless: false,
        paused: false,
        approved: None,
        exact: None,
        took: Duration::from_micros(123),
        version: "0.1.0",
    }
}

fn append(directory: &Path, record: &Record<'_>) -> std::io::Result<u64> {
    Ledger::at(directory).record(record)
}

fn file(directory: &Path) -> std::path::PathBuf {
    directory.join("000001.jsonl")
}

/// All records but the first, which only says that the file begins.
fn lines(directory: &Path) -> Vec<Json> {
    let text = std::fs::read_to_string(file(directory)).expect("readable");
    assert!(text.ends_with('\n'));
    let mut lines: Vec<Json> =
        text.lines().map(|line| Json::parse(line.as_bytes()).expect("one whole value")).collect();
    assert_eq!(lines.remove(0).get("event").and_then(Json::as_str), Some("begin"));
    lines
}

#[test]
fn people_read_it_in_columns() {
    let roots = vec!["/repo".to_owned()];
    let table = [
        (
            change("Edit", "/repo/calc.py"),
            Decision::Allow,
            "write_scope",
            "[allow] Edit calc.py            via write_scope",
        ),
        (
            shell("python -m pytest"),
            Decision::Allow,
            "check_command",
            "[allow] Bash python -m pytest   via check_command",
        ),
        (
            shell("git push --force"),
            Decision::Deny,
            "force_push",
            "[deny]  Bash git push --force   via force_push",
        ),
        (
            change("Write", ".github/ci.yml"),
            Decision::Deny,
            "safety_floor",
            "[deny]  Write .github/ci.yml    via safety_floor",
        ),
        (
            shell("make x"),
            Decision::Ask,
            "unknown_command",
            "[ask]   Bash make x             via unknown_command",
        ),
        (call("Task", Tool::Talk), Decision::Allow, "talk", "[allow] Task                    via talk"),
    ];
    for (call, decision, rule, expected) in table {
        let verdict = verdict(decision, rule);
        assert_eq!(human_line(&record(&call, &verdict, &roots)), expected);
    }
    let (call, verdict) = (shell("a\n\x1b[2J"), verdict(Decision::Ask, "x"));
    assert!(!human_line(&record(&call, &verdict, &roots)).contains(char::is_control));
}

#[test]
fn a_line_says_everything_and_no_secret() {
    let s = Scratch::new();
    let file = s.path().join("state/ledger");
    let call = shell("TOKEN=abc123 curl https://me:pw@h.example\n");
    let verdict = verdict(Decision::Ask, "network").and(Reason::new(Decision::Allow, "x", "fine"));
    append(&file, &record(&call, &verdict, &["/repo".into()])).expect("appended");
    let text = std::fs::read_to_string(self::file(&file)).expect("readable");
    let text = text.lines().last().expect("a line");
    assert!(text.starts_with("{\"v\":2,\"n\":2,\"time\":\"2"), "{text}");
    assert!(!text.contains("abc123") && !text.contains("pw@"), "{text}");
    let line = lines(&file).remove(0);
    let field = |name: &str| line.get(name).and_then(Json::as_str).map(str::to_owned);
    for (name, value) in [
        ("session", "s1"),
        ("host", "claude"),
        ("call", "toolu_1"),
        ("tool", "Bash"),
        ("mode", "default"),
        ("cwd", "/repo"),
        ("decision", "ask"),
        ("outcome", "ask"),
        ("rule", "network"),
        ("mastiff", "0.1.0"),
    ] {
        assert_eq!(field(name).as_deref(), Some(value), "{name}");
    }
    assert!(text.contains("\"span\":[0,3]") && text.contains("\"micros\":123"), "{text}");
    let mode = |path: &Path| std::fs::metadata(path).expect("exists").permissions().mode() & 0o777;
    let input = line.get("input").and_then(|input| input.get("command")).and_then(Json::as_str);
    assert_eq!(input, Some("TOKEN=REDACTED curl https://me:REDACTED@h.example\n"));
    assert_eq!(mode(&self::file(&file)), 0o600);
    assert_eq!(mode(&file.join("head")), 0o600);
    assert_eq!(mode(&file), 0o700);
}

/// What says which call it was is not changed by what the call holds.
#[test]
fn a_call_blanks_no_field_of_its_record() {
    let many = "Ti_TOKEN=aibi;".repeat(300) + "TOKEN=s1; PASSWORD=default rm -rf /";
    for (command, input) in [
        ("PASSWORD=Bash; ls", "PASSWORD=REDACTED; ls"),
        ("TOKEN=toolu_1; ls", "TOKEN=REDACTED; ls"),
        ("POSTGRES_PASSWORD=repo docker compose ps", "POSTGRES_PASSWORD=REDACTED docker compose ps"),
        (many.as_str(), ""),
    ] {
        let s = Scratch::new();
        let file = s.path().join("ledger");
        let (call, verdict) = (shell(command), verdict(Decision::Ask, "network"));
        append(&file, &record(&call, &verdict, &["/repo".into()])).expect("appended");
        let line = lines(&file).remove(0);
        for (name, value) in
            [("session", "s1"), ("call", "toolu_1"), ("tool", "Bash"), ("mode", "default"), ("cwd", "/repo")]
        {
            assert_eq!(line.get(name).and_then(Json::as_str), Some(value), "{name} of {command}");
        }
        let text = line.to_string();
        assert!(text.contains("\"roots\":[\"/repo\"]") && text.contains("says `network`"), "{text}");
        assert!(text.contains(input), "{text}");
    }
    // A name that is a key by its form is masked all the same.
    let s = Scratch::new();
    let file = s.path().join("ledger");
    let (call, verdict) = (call("ghp_0123456789abcdefghij", Tool::Talk), verdict(Decision::Ask, "network"));
    append(&file, &record(&call, &verdict, &[])).expect("appended");
    assert_eq!(lines(&file).remove(0).get("tool").and_then(Json::as_str), Some("REDACTED"));
}

#[test]
fn a_record_without_a_call_is_a_record() {
    let s = Scratch::new();
    let file = s.path().join("ledger");
    let verdict = Verdict::broken("stdin is empty");
    let call = shell("");
    append(&file, &Record { call: None, session: None, ..record(&call, &verdict, &[]) }).expect("appended");
    assert_eq!(lines(&file)[0].get("tool"), Some(&Json::Null));
}

#[test]
fn a_huge_verdict_stays_one_bounded_line() {
    let s = Scratch::new();
    let file = s.path().join("ledger");
    let call = shell(&"x".repeat(1 << 20));
    let reasons = (0..1_000).map(|_| Reason::new(Decision::Ask, "x", "y".repeat(5_000))).collect();
    append(&file, &record(&call, &Verdict::from_reasons(reasons), &[])).expect("appended");
    assert!(std::fs::metadata(self::file(&file)).expect("exists").len() < 256 * 1024);
    assert_eq!(lines(&file).len(), 1);
}

/// Whatever stands in the place of a file of the ledger, or of its directory.
#[test]
fn what_cannot_be_appended_to_is_an_error() {
    let call = shell("ls");
    let verdict = verdict(Decision::Allow, "x");
    let record = record(&call, &verdict, &[]);
    for name in ["ledger/head", "ledger/000001.jsonl", "ledger"] {
        for kind in ["directory", "fifo", "link", "full", "file"] {
            if (name, kind) == ("ledger", "directory") || name != "ledger" && kind == "file" {
                continue;
            }
            let s = Scratch::new();
            s.file("target", "");
            if name != "ledger" {
                s.dir("ledger");
            }
            match kind {
                "directory" => s.dir(name),
                "fifo" => s.fifo(name),
                "link" => s.link(name, &s.at("target")),
                "full" => s.link(name, "/dev/full"),
                _ => s.file(name, ""),
            };
            assert!(append(&s.path().join("ledger"), &record).is_err(), "{name} {kind}");
        }
    }
}

#[test]
fn a_lock_that_is_never_released_is_not_waited_for() {
    let s = Scratch::new();
    let directory = s.path().join("ledger");
    append(&directory, &record(&shell("ls"), &verdict(Decision::Allow, "x"), &[])).expect("appended");
    let holder = std::fs::File::open(directory.join("head")).expect("is there");
    holder.lock().expect("free");
    let before = std::fs::metadata(file(&directory)).expect("exists").len();
    let error =
        append(&directory, &record(&shell("ls"), &verdict(Decision::Allow, "x"), &[])).expect_err("locked");
    assert_eq!(error.kind(), std::io::ErrorKind::TimedOut);
    assert_eq!(std::fs::metadata(file(&directory)).expect("exists").len(), before);
}

/// Run by the next test in a process whose files may not grow.
#[test]
#[ignore = "a part of another test"]
fn append_until_full() {
    let Some(file) = std::env::var_os("MASTIFF_TEST_LEDGER") else {
        return;
    };
    let call = shell("git status");
    let verdict = verdict(Decision::Allow, "x");
    let failed =
        (0..1_000).map(|_| append(Path::new(&file), &record(&call, &verdict, &[]))).find(Result::is_err);
    assert!(failed.is_some(), "an append that is not whole is an error");
}

#[test]
fn a_full_disk_leaves_whole_lines() {
    let s = Scratch::new();
    let file = s.path().join("ledger");
    let exe = std::env::current_exe().expect("known");
    // Ignored here as the gate ignores it: the write is then cut short, as it is on a full disk.
    let child = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" append_until_full --exact --ignored"])
        .arg(exe)
        .env("MASTIFF_TEST_LEDGER", &file)
        .output()
        .expect("starts");
    assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stdout));
    assert!(lines(&file).len() > 3);
    assert!(Ledger::at(&file).verify(&[], &mut |_| ()).expect("readable").is_intact());
    append(&file, &record(&shell("ls"), &verdict(Decision::Allow, "x"), &[])).expect("there is room again");
    assert!(Ledger::at(&file).verify(&[], &mut |_| ()).expect("readable").is_intact());
}

/// What a verdict relied on can be told apart from what stands there later.
#[test]
fn files_that_were_relied_on_are_recorded_by_their_content() {
    let scratch = Scratch::new();
    let file = scratch.path().join("ledger");
    let (call, verdict) = (shell("bash x.sh"), verdict(Decision::Allow, "script"));
    let followed = |text: &str| Effects {
        followed: vec![Followed { path: "/repo/x.sh".into(), text: text.into() }],
        ..Effects::default()
    };
    append(&file, &record(&call, &verdict, &[])).expect("appended");
    append(&file, &Record { effects: Some(&followed("abc")), ..record(&call, &verdict, &[]) })
        .expect("appended");
    append(&file, &Record { effects: Some(&followed("abd")), ..record(&call, &verdict, &[]) })
        .expect("appended");
    let of = |line: &Json| match line.get("followed") {
        Some(Json::Array(files)) => files
            .iter()
            .map(|file| {
                let text = |key: &str| file.get(key).and_then(Json::as_str).expect("text").to_owned();
                (text("path"), text("sha256"))
            })
            .collect::<Vec<_>>(),
        _ => panic!("no list of files"),
    };
    let lines: Vec<_> = lines(&file).iter().map(of).collect();
    let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert!(lines[0].is_empty());
    assert_eq!(lines[1], [("/repo/x.sh".to_owned(), digest.to_owned())]);
    assert_ne!(lines[1], lines[2]);
}

/// Nothing that a call can bring makes a record that its readers cannot hold.
#[test]
fn no_record_is_too_long_to_be_read() {
    let s = Scratch::new();
    let ledger = Ledger::at(s.path().join("ledger"));
    let long = |from: &str| from.repeat(2_000);
    let shell = shell(&"\u{1}\"".repeat(60_000));
    let input = Json::Array((0..60_000).map(|_| Json::String("\u{1}\u{2}".into())).collect());
    let call = ToolCall { cwd: long("\""), id: Some(long("\\")), agent: Some(long("\"")), input, ..shell };
    let reason = |at: usize| Reason {
        instead: Some(long("\\")),
        ..Reason::new(Decision::Ask, "rule", format!("{at}{}", long("\"")))
    };
    let verdict = Verdict::from_reasons((0..500).map(reason).collect());
    let roots: Vec<String> = (0..500).map(|at| format!("/{at}/{}", long("\""))).collect();
    let followed = |count: usize, path: &str| Effects {
        followed: (0..count)
            .map(|at| Followed { path: format!("/{at}{path}"), text: String::new() })
            .collect(),
        ..Effects::default()
    };
    let (many, few) = (followed(1_000, &"x".repeat(1_000)), followed(3, "x"));
    for (effects, shown, more) in [(&many, 50..=64, 936..=950), (&few, 3..=3, 0..=0)] {
        let record = Record { effects: Some(effects), ..record(&call, &verdict, &roots) };
        let number = ledger.record(&record).expect("recorded");
        let entry = ledger.find(number).expect("readable").expect("there");
        assert!(entry.json().to_string().len() < LINE);
        let Some(Json::Array(followed)) = entry.json().get("followed") else { panic!("a list") };
        assert!(shown.contains(&followed.len()), "{}", followed.len());
        assert!(more.contains(&entry.count("more_followed").expect("said")), "{entry:?}");
        assert!(entry.is("cut") && entry.call().is_none(), "without all roots it cannot be judged again");
    }
    // An event of any size is refused, not written where nobody reads it.
    assert!(ledger.event("note", &[("text", "x".repeat(LINE).into())]).is_err());
    assert!(ledger.event("note", &[("text", "x".repeat(LINE / 2).into())]).is_ok());
    assert!(ledger.verify(&[], &mut |_| ()).expect("readable").is_intact());
}
