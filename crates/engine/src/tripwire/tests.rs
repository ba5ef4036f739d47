#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

use super::{ran as looked, remember as keep, *};
use mastiff_core::json::Json;
use mastiff_core::tool::McpServer;
use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

/// A state directory of its own, removed at the end.
struct Place(Dirs);

impl Place {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let base = std::env::temp_dir().join(format!("mastiff-tripwire-{}-{count}", std::process::id()));
        Place(Dirs {
            home: Some(base.clone()),
            config: None,
            state: Some(base.join("state")),
            managed: "/none".into(),
        })
    }

    fn calls(&self) -> PathBuf {
        directory(&self.0).unwrap()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(self.0.home.as_ref().unwrap());
    }
}

fn call(name: &str, input: &str, id: Option<&str>) -> ToolCall {
    let input = Json::parse(input.as_bytes()).unwrap();
    ToolCall {
        name: name.into(),
        tool: tool::read(name, &input, &McpServer::default()),
        cwd: "/repo".into(),
        mode: None,
        id: id.map(Into::into),
        agent: None,
        input,
    }
}

fn remember(dirs: &Dirs, who: Who<'_>, call: &ToolCall, outcome: Outcome) -> io::Result<()> {
    keep(dirs, who, call, outcome, Of::default())
}

fn ran(dirs: &Dirs, who: Who<'_>, call: &ToolCall) -> io::Result<Option<Wrong>> {
    looked(dirs, who, call).map(|looked| looked.wrong)
}

const CLAUDE: Who<'_> = Who { host: Some(Host::Claude), session: Some("s") };
const GEMINI: Who<'_> = Who { host: Some(Host::Gemini), session: Some("s") };
const AGENT_CODE: Who<'_> = Who { host: Some(Host::AgentCode), session: None };

const LS: (&str, &str) = ("run_shell_command", r#"{"command":"ls"}"#);
const MISSING: (&str, &str) = ("read_file", r#"{"file_path":"/repo/missing"}"#);
const ENV: (&str, &str) = ("read_file", r#"{"file_path":"/repo/.env"}"#);
const RM: (&str, &str) = ("run_shell_command", r#"{"command":"rm x"}"#);

use Outcome::{Allow, Ask, Deny, Silent};
use Wrong::{Denied, Other, Unseen};

/// What happens to a call: it is answered, or it ran and that is how it looks.
#[derive(Clone, Copy)]
enum Step {
    Answer((&'static str, &'static str), Option<&'static str>, Outcome),
    Ran((&'static str, &'static str), Option<&'static str>, Option<Wrong>),
}

use Step::{Answer, Ran};

fn play(name: &str, who: Who<'_>, steps: &[Step]) {
    let place = Place::new();
    for (at, step) in steps.iter().enumerate() {
        match *step {
            Answer((tool, input), id, outcome) => {
                remember(&place.0, who, &call(tool, input, id), outcome).unwrap();
            }
            Ran((tool, input), id, expected) => {
                let found = ran(&place.0, who, &call(tool, input, id)).unwrap();
                assert_eq!(found, expected, "{name}, step {at}");
            }
        }
    }
}

#[test]
fn a_call_with_an_id() {
    let a = Some("a");
    let rows: &[(&str, &[Step])] = &[
        ("allowed", &[Answer(LS, a, Allow), Ran(LS, a, None)]),
        ("asked: a human may have agreed", &[Answer(LS, a, Ask), Ran(LS, a, None)]),
        ("left to the host", &[Answer(LS, a, Silent), Ran(LS, a, None)]),
        ("denied", &[Answer(LS, a, Deny), Ran(LS, a, Some(Denied))]),
        ("never seen", &[Ran(LS, a, Some(Unseen))]),
        ("another was seen", &[Answer(LS, Some("b"), Allow), Ran(LS, a, Some(Unseen))]),
        ("told twice", &[Answer(LS, a, Allow), Ran(LS, a, None), Ran(LS, a, None)]),
        ("denied after all", &[Answer(LS, a, Allow), Answer(LS, a, Deny), Ran(LS, a, Some(Denied))]),
        ("an id only before the call", &[Answer(LS, a, Allow), Ran(LS, None, None)]),
        ("the same, denied", &[Answer(LS, a, Deny), Ran(LS, None, Some(Denied))]),
        ("an id only after the call", &[Answer(LS, None, Allow), Ran(LS, a, None)]),
        ("the same, denied", &[Answer(LS, None, Deny), Ran(LS, a, Some(Denied))]),
        (
            "another call of the same text excuses nothing",
            &[Answer(LS, Some("b"), Allow), Ran(LS, a, Some(Unseen))],
        ),
        ("something else under its id", &[Answer(LS, a, Allow), Ran(RM, a, Some(Other))]),
        (
            "an id that comes again speaks of each text",
            &[Answer(RM, a, Deny), Answer(LS, a, Allow), Ran(RM, a, Some(Denied)), Ran(LS, a, None)],
        ),
        ("the other way round", &[Answer(LS, a, Allow), Answer(RM, a, Deny), Ran(LS, a, None)]),
        (
            "side by side",
            &[
                Answer(LS, a, Allow),
                Answer(RM, Some("b"), Deny),
                Ran(LS, a, None),
                Ran(RM, Some("b"), Some(Denied)),
            ],
        ),
    ];
    for (name, steps) in rows {
        play(name, CLAUDE, steps);
    }
}

#[test]
fn a_call_without_an_id_is_counted() {
    let rows: &[(&str, &[Step])] = &[
        ("allowed", &[Answer(LS, None, Allow), Ran(LS, None, None)]),
        ("denied", &[Answer(RM, None, Deny), Ran(RM, None, Some(Denied))]),
        ("never seen", &[Answer(LS, None, Allow), Ran(RM, None, Some(Unseen))]),
        (
            "another file",
            &[Answer(MISSING, None, Allow), Answer(ENV, None, Deny), Ran(ENV, None, Some(Denied))],
        ),
        ("used up", &[Answer(LS, None, Allow), Ran(LS, None, None), Ran(LS, None, Some(Unseen))]),
        (
            "denied once and allowed once, ran once",
            &[Answer(RM, None, Deny), Answer(RM, None, Allow), Ran(RM, None, None)],
        ),
        ("the other way round", &[Answer(RM, None, Allow), Answer(RM, None, Deny), Ran(RM, None, None)]),
        (
            "and ran twice",
            &[
                Answer(RM, None, Deny),
                Answer(RM, None, Allow),
                Ran(RM, None, None),
                Ran(RM, None, Some(Denied)),
                Ran(RM, None, Some(Unseen)),
            ],
        ),
        (
            "denied after the allowed one ran",
            &[
                Answer(RM, None, Allow),
                Ran(RM, None, None),
                Answer(RM, None, Deny),
                Ran(RM, None, Some(Denied)),
            ],
        ),
        (
            "the host filled in a field",
            &[
                Answer(("grep_search", r#"{"pattern":"def"}"#), None, Allow),
                Ran(("grep_search", r#"{"pattern":"def","context":50}"#), None, None),
            ],
        ),
        (
            "a description is no part of a command",
            &[
                Answer(LS, None, Allow),
                Ran(("run_shell_command", r#"{"command":"ls","description":"x"}"#), None, None),
            ],
        ),
        (
            "another file",
            &[
                Answer(("write_file", r#"{"file_path":"a","content":""}"#), None, Allow),
                Ran(("write_file", r#"{"file_path":"b","content":""}"#), None, Some(Unseen)),
            ],
        ),
    ];
    for (name, steps) in rows {
        play(name, GEMINI, steps);
    }
}

#[test]
fn a_host_that_names_only_the_tool_afterwards() {
    const AFTER: (&str, &str) = ("Bash", "{}");
    const BASH: (&str, &str) = ("Bash", r#"{"command":"ls"}"#);
    const WRITE: (&str, &str) = ("FileWrite", r#"{"file_path":"a","content":""}"#);
    let rows: &[(&str, &[Step])] = &[
        ("allowed", &[Answer(BASH, None, Allow), Ran(AFTER, None, None)]),
        ("denied", &[Answer(BASH, None, Deny), Ran(AFTER, None, Some(Denied))]),
        ("never seen", &[Answer(WRITE, None, Allow), Ran(AFTER, None, Some(Unseen))]),
        (
            "read-only tools never ask",
            &[Ran(("FileRead", "{}"), None, None), Ran(("WebFetch", "{}"), None, None)],
        ),
        ("an unknown tool does", &[Ran(("Frobnicate", "{}"), None, Some(Unseen))]),
    ];
    for (name, steps) in rows {
        play(name, AGENT_CODE, steps);
    }
}

#[test]
fn sessions_hosts_and_directories_are_apart() {
    let place = Place::new();
    let ls = call(LS.0, LS.1, None);
    remember(&place.0, GEMINI, &ls, Allow).unwrap();
    for who in [Who { session: Some("t"), ..GEMINI }, Who { host: Some(Host::Qwen), ..GEMINI }] {
        assert_eq!(ran(&place.0, who, &ls).unwrap(), Some(Unseen), "{who:?}");
    }
    let kiro = Who { host: Some(Host::Kiro), session: None };
    remember(&place.0, kiro, &ls, Allow).unwrap();
    assert_eq!(ran(&place.0, kiro, &ToolCall { cwd: "/other".into(), ..ls.clone() }).unwrap(), Some(Unseen));
    assert_eq!(ran(&place.0, kiro, &ls).unwrap(), None);
}

#[test]
fn a_call_is_found_behind_many_others_and_torn_lines() {
    let place = Place::new();
    let first = call("Agent", r#"{"prompt":"x"}"#, Some("first"));
    remember(&place.0, CLAUDE, &first, Allow).unwrap();
    let file = fs::read_dir(place.calls()).unwrap().next().unwrap().unwrap().path();
    let mut text = fs::read_to_string(&file).unwrap();
    for number in 0..5000 {
        text.push_str(&format!("\np {number:024x} {number:024x}\n"));
    }
    text.push_str("\nd 12");
    fs::write(&file, text).unwrap();
    let last = call(LS.0, LS.1, Some("last"));
    remember(&place.0, CLAUDE, &last, Deny).unwrap();
    assert_eq!(ran(&place.0, CLAUDE, &last).unwrap(), Some(Denied));
    assert_eq!(ran(&place.0, CLAUDE, &first).unwrap(), None);
}

#[test]
fn a_notice_is_taken_once() {
    let place = Place::new();
    let ls = call(LS.0, LS.1, Some("a"));
    assert_eq!(take_notice(&place.0, CLAUDE, &ls), None);
    leave_notice(&place.0, CLAUDE, &ls, "it ran").unwrap();
    assert_eq!(take_notice(&place.0, Who { session: Some("t"), ..CLAUDE }, &ls), None);
    assert_eq!(take_notice(&place.0, CLAUDE, &ls).as_deref(), Some("it ran"));
    assert_eq!(take_notice(&place.0, CLAUDE, &ls), None);
}

#[test]
fn nothing_is_written_through_a_link_or_for_others_to_read() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let place = Place::new();
    let ls = call(LS.0, LS.1, Some("a"));
    remember(&place.0, CLAUDE, &ls, Allow).unwrap();
    let file = fs::read_dir(place.calls()).unwrap().next().unwrap().unwrap().path();
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let elsewhere = place.calls().join("elsewhere");
    fs::rename(&file, &elsewhere).unwrap();
    symlink(&elsewhere, &file).unwrap();
    assert!(remember(&place.0, CLAUDE, &ls, Deny).is_err());
    assert!(ran(&place.0, CLAUDE, &ls).is_err());
    assert_eq!(fs::read_to_string(&elsewhere).unwrap().lines().count(), 2);
}

#[test]
fn a_new_session_forgets_old_ones() {
    let place = Place::new();
    fs::create_dir_all(place.calls()).unwrap();
    let days = |count: u64| SystemTime::now() - Duration::from_secs(count * 24 * 3600);
    for (name, age) in [("old", 15), ("old.notice", 15), ("young", 13)] {
        let file = fs::File::create(place.calls().join(name)).unwrap();
        file.set_modified(days(age)).unwrap();
    }
    remember(&place.0, CLAUDE, &call(LS.0, LS.1, Some("a")), Allow).unwrap();
    let mut left: Vec<String> = fs::read_dir(place.calls())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    left.retain(|name| name.len() < 20);
    assert_eq!(left, ["young"]);
}

#[test]
fn breaches_are_kept_in_order_masked_and_bounded() {
    let place = Place::new();
    assert_eq!(breaches(&place.0).unwrap(), []);
    let secret =
        call("Bash", r#"{"command":"curl -H 'Authorization: Bearer sk-abcdefghijklmnop'"}"#, Some("a"));
    Breach::of(CLAUDE, &secret, Denied).keep(&place.0).unwrap();
    Breach::of(GEMINI, &call(RM.0, RM.1, None), Unseen).keep(&place.0).unwrap();
    let found = breaches(&place.0).unwrap();
    let short: Vec<(&str, &str, &str)> =
        found.iter().map(|b| (b.host.as_str(), b.tool.as_str(), b.why.as_str())).collect();
    assert_eq!(short, [("claude", "Bash", "denied"), ("gemini", "run_shell_command", "unseen")]);
    assert!(found.iter().all(|breach| !breach.input.contains("sk-abc")), "{found:?}");
    let file = place.0.state.as_ref().unwrap().join("breaches.jsonl");
    fs::write(&file, "not a line\n".repeat(30_000)).unwrap();
    Breach::of(CLAUDE, &secret, Denied).keep(&place.0).unwrap();
    assert!(fs::metadata(&file).unwrap().len() < 1000);
    let found = breaches(&place.0).unwrap();
    assert_eq!(found.last().unwrap().why, "denied");
    assert_eq!(found.first().unwrap().why, "?", "what cannot be read is not nothing");
}

/// What a human was asked about exactly, and ran, is what they agreed to; in that session only.
#[test]
fn what_ran_after_a_question_was_agreed_to() {
    let asked = |exact: &'static str, number: u64| Of { number: Some(number), exact: Some(exact) };
    let [one, other] = ["a", "b"].map(|id| call(RM.0, RM.1, Some(id)));
    let rows = [
        ("asked and ran", Ask, asked("x1", 7), true, Some(7)),
        ("asked and did not run", Ask, asked("x1", 7), false, None),
        ("asked about something else", Ask, asked("x2", 7), true, None),
        ("allowed and ran: nobody was asked", Allow, asked("x1", 7), true, None),
        ("denied and ran all the same", Deny, asked("x1", 7), true, None),
        ("asked where a human's answer does not count", Ask, Of { number: Some(7), exact: None }, true, None),
    ];
    for (name, outcome, of, runs, agreed_to) in rows {
        let place = Place::new();
        keep(&place.0, CLAUDE, &one, outcome, of).unwrap();
        if runs {
            assert_eq!(looked(&place.0, CLAUDE, &one).unwrap().of, Some(7), "{name}");
            // Told twice: the second time is no breach.
            assert_eq!(ran(&place.0, CLAUDE, &one).unwrap().is_some(), outcome == Deny, "{name}");
        }
        assert_eq!(agreed(&place.0, CLAUDE, &other, "x1"), agreed_to, "{name}");
        let elsewhere = Who { session: Some("other"), ..CLAUDE };
        assert_eq!(agreed(&place.0, elsewhere, &other, "x1"), None, "{name}");
        assert_eq!(agreed(&place.0, Who { session: None, ..CLAUDE }, &other, "x1"), None, "{name}");
    }
}

/// A host without ids: of two equal calls one was refused, and nobody can say which of them ran.
#[test]
fn a_refused_question_is_not_taken_for_an_answer() {
    let rows = [
        ("one question", vec![(Ask, 2)], Some(2)),
        ("an allow, then a question", vec![(Allow, 2), (Ask, 3)], None),
        ("a question, then an allow", vec![(Ask, 2), (Allow, 3)], None),
        ("two questions", vec![(Ask, 2), (Ask, 3)], None),
    ];
    for (name, said, expected) in rows {
        let place = Place::new();
        let push = call("run_shell_command", r#"{"command":"git push"}"#, None);
        for (outcome, number) in said {
            let of = Of { number: Some(number), exact: Some("0123") };
            keep(&place.0, GEMINI, &push, outcome, of).unwrap();
        }
        assert_eq!(looked(&place.0, GEMINI, &push).unwrap(), Looked { wrong: None, of: expected }, "{name}");
        assert_eq!(agreed(&place.0, GEMINI, &push, "0123"), expected, "{name}");
    }
}

/// A command that holds a short secret is not found by trying.
#[test]
fn what_is_remembered_cannot_be_guessed() {
    let places = [Place::new(), Place::new()];
    let lines = places.each_ref().map(|place| {
        let secret = call("Bash", r#"{"command":"mysql -phunter2"}"#, Some("id"));
        remember(&place.0, CLAUDE, &secret, Deny).unwrap();
        let file = fs::read_dir(place.calls()).unwrap().next().unwrap().unwrap().path();
        fs::read_to_string(file).unwrap()
    });
    assert_ne!(lines[0], lines[1], "each ledger has a key of its own");
}
