//! A host's view: hooks, gate, denials and ledger together.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests may fail loudly")]

mod support;

use mastiff_core::Json;
use mastiff_core::hook::{Call, Done, Facts};
use mastiff_engine::denial::Source;
use mastiff_engine::dirs::Environment;
use mastiff_engine::hooks::{Before, Cancel, Engine, Gate, Loaded, load};
use mastiff_engine::ledger::{Entry, Ledger};
use mastiff_engine::{Dirs, Machine, approval, trust::Trust};
use std::time::Duration;
use support::Scratch;

/// A home, a repository, and an engine between them.
struct House {
    scratch: Scratch,
    facts: Facts,
    environment: Environment,
}

impl House {
    fn new() -> Self {
        let scratch = Scratch::new();
        scratch.dir("home");
        let repository = scratch.dir("repository");
        scratch.file("repository/.git/HEAD", "ref: refs/heads/main\n");
        scratch.dir("repository/.git/objects");
        scratch.dir("repository/.git/refs");
        let path = std::env::var("PATH").unwrap();
        let environment = vec![("HOME".into(), scratch.at("home")), ("PATH".into(), path)];
        let facts = Facts {
            session_id: "session".into(),
            cwd: repository.clone(),
            project_dir: repository,
            ..Facts::default()
        };
        House { scratch, facts, environment }
    }

    fn dirs(&self) -> Dirs {
        Dirs::of(&self.environment)
    }

    fn loaded(&self) -> Loaded {
        load::discover(Some(&self.facts.project_dir), &self.dirs()).expect("is read")
    }

    fn engine(&self, headless: bool) -> Engine {
        let machine = Machine::of(self.environment.clone(), None);
        let gate = Gate::on(machine, &self.facts.project_dir, headless).expect("opens");
        Engine::with_gate(&self.loaded(), gate)
    }

    fn user_hooks(&self, toml: &str) {
        self.scratch.file("home/.config/mastiff/hooks.toml", toml);
    }

    fn ledger(&self) -> String {
        std::fs::read_to_string(self.scratch.at("home/.local/state/mastiff/ledger/000001.jsonl"))
            .unwrap_or_default()
    }
}

fn bash(command: &str) -> Call {
    Call {
        id: "call-1".into(),
        tool: "Bash".into(),
        input: Json::object([("command", command.into())]),
        mcp: None,
    }
}

fn write(path: &str) -> Call {
    let input = Json::object([("file_path", path.into()), ("content", "x".into())]);
    Call { id: "call-2".into(), tool: "Write".into(), input, mcp: None }
}

const GUARD: &str = r#"
[[hooks]]
event = "pre_tool_use"
tool_name = "Bash"
name = "guard"
action = { type = "shell", command = "if grep -q forbidden; then printf 'not this one\nnor that\n' >&2; exit 1; fi" }

[[hooks]]
event = "permission_denied"
action = { type = "shell", command = "cat >> denied.log" }
"#;

#[test]
fn a_veto_is_refused_recorded_and_told_once() {
    let house = House::new();
    house.user_hooks(GUARD);
    let engine = house.engine(true);
    let cancel = Cancel::default();
    let Before::Refused(refused) = engine.before(&house.facts, &bash("echo forbidden"), &cancel) else {
        panic!("runs")
    };
    assert_eq!(refused.result, "Blocked by pre-tool-use hook: not this one");
    let denial = engine.denials().recent().last().cloned().unwrap();
    assert_eq!(denial, refused.denial);
    assert_eq!((denial.source, denial.by.as_str()), (Source::Hook, "guard"));
    assert_eq!((denial.reason.as_str(), denial.summary.as_str()), ("not this one", "echo forbidden"));
    assert_eq!(denial.call, "call-1");
    let told = std::fs::read_to_string(house.scratch.at("repository/denied.log")).unwrap();
    let told: Vec<Json> = told.lines().map(|line| Json::parse(line.as_bytes()).unwrap()).collect();
    let [told] = told.as_slice() else { panic!("told {} times", told.len()) };
    assert_eq!(told.get("reason"), Some(&"not this one".into()));
    assert_eq!(told.get("tool_use_id"), Some(&"call-1".into()));
    let ledger = house.ledger();
    assert_eq!(ledger.lines().count(), 2, "{ledger}");
    for part in ["\"host\":\"engine\"", "\"outcome\":\"deny\"", "\"rule\":\"hook_veto\"", "hooks.toml:2"] {
        assert!(ledger.contains(part), "{part} in {ledger}");
    }
}

#[test]
fn what_no_hook_minds_the_gate_judges() {
    let house = House::new();
    house.user_hooks(GUARD);
    let engine = house.engine(true);
    let cancel = Cancel::default();
    let Before::Run(run) = engine.before(&house.facts, &bash("git status"), &cancel) else { panic!("stops") };
    assert!(run.approved);
    let Before::Refused(refused) = engine.before(&house.facts, &bash("git push --force"), &cancel) else {
        panic!("runs")
    };
    assert!(refused.result.contains("[force_push]"), "{}", refused.result);
    assert_eq!((refused.denial.source, refused.denial.by.as_str()), (Source::Policy, "force_push"));
    let asked = house.engine(false);
    let Before::Ask(question) = asked.before(&house.facts, &bash("git push --force"), &cancel) else {
        panic!("is not asked")
    };
    assert!(question.reasons.iter().any(|reason| reason.contains("force_push")), "{question:?}");
    let refused = asked.refused_by_user(&house.facts, &bash("git push --force"));
    assert_eq!(refused.denial.source, Source::User);
    assert_eq!(asked.denials().total_of(Source::User), 1);
    let ledger = house.ledger();
    let last = ledger.lines().last().unwrap();
    assert!(last.contains("\"event\":\"answer\"") && last.contains("\"said\":\"no\""), "{last}");
}

/// Every call leaves its verdict and its end, and the end names the verdict.
#[test]
fn what_ran_is_on_record_with_its_verdict() {
    let house = House::new();
    let engine = house.engine(false);
    let (cancel, call) = (Cancel::default(), bash("git push --force"));
    assert!(matches!(engine.before(&house.facts, &call, &cancel), Before::Ask(_)));
    engine.allowed_by_user(&house.facts, &call).unwrap();
    for is_error in [false, true] {
        let _ = engine.after(&house.facts, &call, &Done { is_error, ..Done::default() }, &cancel);
    }
    let records: Vec<Entry> =
        house.ledger().lines().map(|line| Entry::parse(line.as_bytes()).unwrap()).collect();
    let [_, asked, answer, ran, again] = records.as_slice() else { panic!("{}", house.ledger()) };
    let of = Some(asked.number());
    assert_eq!((answer.count("of"), answer.text("said")), (of, Some("yes")));
    assert_eq!((ran.count("of"), ran.is("ok"), ran.text("host")), (of, true, Some("engine")));
    assert_eq!((again.count("of"), again.is("ok")), (None, false), "it is over");
}

/// What a human approved runs once; a hook that minds is not lifted, and a catastrophe neither.
#[test]
fn a_human_approves_for_an_agent_of_ones_own_too() {
    let house = House::new();
    house.user_hooks(GUARD);
    let engine = house.engine(true);
    let before = |command: &str| engine.before(&house.facts, &bash(command), &Cancel::default());
    let record = || Entry::parse(house.ledger().lines().last().unwrap().as_bytes()).unwrap();
    let approve = || {
        let record = record();
        let exact = record.text("exact").expect("can be approved").to_owned();
        approval::grant(&house.dirs(), &exact, record.number(), Duration::from_secs(60)).unwrap();
        record.number()
    };
    let Before::Refused(refused) = before("git push --force") else { panic!("runs") };
    let number = approve();
    assert!(refused.result.contains(&format!("`mastiff approve {number}`")), "{}", refused.result);
    assert!(matches!(before("git push --force # other"), Before::Refused(_)));
    assert!(matches!(before("git push --force"), Before::Run(run) if run.approved));
    assert_eq!(record().count("approved"), Some(number));
    assert!(matches!(before("git push --force"), Before::Refused(_)), "once");
    let _ = before("git push --force forbidden");
    approve();
    assert!(matches!(before("git push --force forbidden"), Before::Refused(_)), "the hook minds");
    let Before::Refused(refused) = before("rm -rf /") else { panic!("runs") };
    assert!(!refused.result.contains("approve") && record().text("exact").is_none(), "{}", refused.result);
}

#[test]
fn a_call_that_is_called_off_does_not_run_and_that_is_told() {
    let house = House::new();
    house.user_hooks(GUARD);
    let cancel = Cancel::default();
    cancel.cancel();
    for call in [bash("git status"), write(&house.scratch.at("repository/x"))] {
        let before = house.engine(true).before(&house.facts, &call, &cancel);
        assert!(matches!(before, Before::Refused(_)), "{before:?}");
    }
    let told = std::fs::read_to_string(house.scratch.at("repository/denied.log")).unwrap();
    assert_eq!(told.lines().count(), 2, "{told}");
}

#[test]
fn a_hook_that_fails_and_stops_nothing_is_in_the_record() {
    let house = House::new();
    house.user_hooks(
        "[[hooks]]\nevent = \"PreToolUse\"\non_failure = \"open\"\naction = { type = \"shell\", command = \"kill -9 $$\" }\n",
    );
    let before = house.engine(true).before(&house.facts, &bash("git status"), &Cancel::default());
    assert!(matches!(before, Before::Run(_)), "{before:?}");
    let ledger = house.ledger();
    assert!(ledger.contains("hook_warning") && ledger.contains("signal 9"), "{ledger}");
}

/// A hook may rewrite; the gate judges what would really run.
#[test]
fn the_gate_judges_the_rewritten_input() {
    let house = House::new();
    let answer = |command: &str| {
        format!(
            r#"{{"hookSpecificOutput":{{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{{"command":"{command}"}}}}}}"#
        )
    };
    for (command, runs) in [("git log -1", true), ("git push --force", false)] {
        let hook = format!(
            "[[hooks]]\nevent = \"PreToolUse\"\ndialect = \"claude\"\naction = {{ type = \"shell\", command = '''echo '{}' ''' }}\n",
            answer(command)
        );
        house.user_hooks(&hook);
        let engine = house.engine(true);
        match engine.before(&house.facts, &bash("git status"), &Cancel::default()) {
            Before::Run(run) => {
                assert!(runs, "{command}");
                assert_eq!(run.input, Json::object([("command", command.into())]));
            }
            Before::Refused(_) => assert!(!runs, "{command}"),
            other @ (Before::Ask(_) | Before::Defer(_)) => panic!("{other:?}"),
        }
    }
}

/// A hook's yes does not lift what the gate stops.
#[test]
fn an_allow_of_a_hook_does_not_loosen_the_gate() {
    let house = House::new();
    let allow = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}"#;
    house.scratch.file(
        "home/.claude/settings.json",
        &format!("{{\"hooks\":{{\"PreToolUse\":[{{\"matcher\":\"*\",\"hooks\":[{{\"type\":\"command\",\"command\":\"echo '{}'\"}}]}}]}}}}", allow.replace('"', "\\\"")),
    );
    let engine = house.engine(true);
    let cancel = Cancel::default();
    assert!(matches!(engine.before(&house.facts, &bash("rm -rf /"), &cancel), Before::Refused(_)));
    assert!(matches!(engine.before(&house.facts, &bash("ls"), &cancel), Before::Run(run) if run.approved));
}

#[test]
fn hooks_of_a_repository_wait_for_trust_of_exactly_that() {
    let house = House::new();
    let file = house.scratch.file(
        "repository/.claude/settings.json",
        r#"{"hooks":{"PreToolUse":[{"command":"bash tools/guard.sh"}]}}"#,
    );
    let script = "#!/bin/sh\necho no\nexit 2\n";
    house.scratch.file("repository/tools/guard.sh", script);
    let stops = || {
        matches!(house.engine(true).before(&house.facts, &bash("ls"), &Cancel::default()), Before::Refused(_))
    };
    assert!(!stops(), "nobody has trusted it");
    assert_eq!(house.loaded().held().count(), 1);
    let trust = || {
        let text = std::fs::read_to_string(&file).unwrap();
        let sealed = load::sealed(&file, &text, &house.facts.project_dir).unwrap().expect("can be trusted");
        Trust::of(&house.dirs()).trust(&file, &sealed.content).unwrap();
    };
    trust();
    assert!(stops());
    let changed = || load::discover(Some(&house.facts.project_dir), &house.dirs()).unwrap_err().to_string();
    house.scratch.file("repository/tools/guard.sh", "#!/bin/sh\nexit 0\n");
    assert!(changed().contains("changed since"), "the script is another one now: no hook falls away quietly");
    house.scratch.file("repository/tools/guard.sh", script);
    assert!(stops(), "and the same again");
    house.scratch.file(
        "repository/.claude/settings.json",
        r#"{"hooks":{"PreToolUse":[{"command":"bash tools/guard.sh "}]}}"#,
    );
    assert!(changed().contains("changed since"), "a changed file is not what was trusted");
    std::fs::remove_file(&file).unwrap();
    assert!(changed().contains("is gone"), "nor does it fall away with its file");
    house.scratch.file(
        "repository/.claude/settings.json",
        r#"{"hooks":{"PreToolUse":[{"command":"bash tools/guard.sh"}]}}"#,
    );
    Trust::of(&house.dirs()).revoke(&file).unwrap();
    assert!(!stops(), "nobody trusts it any more");
}

/// A hook's own log is not what it runs.
#[test]
fn what_a_hook_writes_does_not_end_trust() {
    for command in ["cat >> audit.log", "tee -a audit.log > /dev/null", "bash tools/log.sh 2>audit.log"] {
        let house = House::new();
        let config = Json::object([("command", command.into())]);
        let text = format!("{{\"hooks\":{{\"PreToolUse\":[{config}]}}}}");
        let file = house.scratch.file("repository/.claude.json", &text);
        house.scratch.file("repository/tools/log.sh", "#!/bin/sh\n");
        let sealed = load::sealed(&file, &text, &house.facts.project_dir).unwrap().expect("can be trusted");
        Trust::of(&house.dirs()).trust(&file, &sealed.content).unwrap();
        for _ in 0..2 {
            let _ = house.engine(true).before(&house.facts, &bash("ls"), &Cancel::default());
        }
        assert!(house.scratch.path().join("repository/audit.log").exists(), "{command}");
        assert!(house.loaded().files.iter().all(|file| file.runs()), "{command}");
    }
}

/// The hooks are those of the repository, wherever in it the host was started; and a place that is none is an error.
#[test]
fn the_repository_is_found_from_below() {
    let house = House::new();
    house.scratch.file("repository/.claude.json", r#"{"hooks":{"PreToolUse":["true"]}}"#);
    let below = house.scratch.dir("repository/a/b");
    assert_eq!(load::discover(Some(&below), &house.dirs()).unwrap().held().count(), 1);
    for nowhere in ["", ".", "repository", "/nowhere/at/all"] {
        assert!(load::discover(Some(nowhere), &house.dirs()).is_err(), "{nowhere}");
    }
}

/// The agent cannot take its guards away: their files are below the floor.
#[test]
fn the_files_of_hooks_are_out_of_reach() {
    let house = House::new();
    let file = house.scratch.file(
        "repository/.claude/settings.json",
        r#"{"hooks":{"PostToolUse":[{"command":"bash tools/guard.sh"}]}}"#,
    );
    let guard = house.scratch.file("repository/tools/guard.sh", "#!/bin/sh\n");
    let other = house.scratch.file("repository/tools/other.sh", "#!/bin/sh\n");
    let engine = house.engine(true);
    let runs = |call: &Call| matches!(engine.before(&house.facts, call, &Cancel::default()), Before::Run(_));
    assert!(runs(&write(&other)));
    assert!(!runs(&write(&guard)));
    assert!(!runs(&write(&file)));
    assert!(!runs(&bash("echo > tools/guard.sh")));
    assert!(runs(&bash("echo > tools/other.sh")));

    // A link that a hook runs is as good as its script.
    house.scratch.link("repository/tools/link.sh", "real.sh");
    house.scratch.link("repository/tools/spare.sh", "other.sh");
    house.scratch.link("repository/way", "lib");
    house.scratch.link("repository/spare", "lib2");
    house.scratch.file("repository/lib/g.sh", "");
    house.scratch.file("repository/lib2/g.sh", "");
    house.scratch.file("repository/tools/real.sh", "#!/bin/sh\n");
    house.scratch.file(
        "repository/.claude/settings.json",
        r#"{"hooks":{"PostToolUse":[{"command":"\"$CLAUDE_PROJECT_DIR\"/tools/link.sh; bash way/g.sh"}]}}"#,
    );
    let engine = house.engine(true);
    let runs = |call: &Call| matches!(engine.before(&house.facts, call, &Cancel::default()), Before::Run(_));
    assert!(!runs(&bash("echo > tools/real.sh")));
    for (command, reaches) in [
        ("rm tools/link.sh", true),
        ("rm tools/spare.sh", false),
        ("ln -sf other.sh tools/link.sh", true),
        ("ln -sf other.sh tools/spare.sh", false),
        ("mv tools/spare.sh tools/link.sh", true),
        ("ln -sfn lib2 way", true),
        ("ln -sfn lib2 spare", false),
        ("rm way", true),
        ("rm spare", false),
    ] {
        let own = match engine.before(&house.facts, &bash(command), &Cancel::default()) {
            Before::Refused(refused) => refused.result.contains("belongs to mastiff itself"),
            Before::Run(_) | Before::Ask(_) | Before::Defer(_) => false,
        };
        assert_eq!(own, reaches, "{command}");
    }

    // The user's own hooks may name a script of the repository, and their file may be a link into it.
    let house = House::new();
    let guard = house.scratch.file("repository/tools/guard.sh", "#!/bin/sh\n");
    let real = house.scratch.file(
        "repository/dot/hooks.toml",
        "[[hooks]]\nevent = \"post_tool_use\"\naction = { type = \"shell\", command = \"sh \\\"$CLAUDE_PROJECT_DIR\\\"/tools/guard.sh\" }\n",
    );
    house.scratch.dir("home/.config/mastiff");
    house.scratch.link("home/.config/mastiff/hooks.toml", &real);
    let engine = house.engine(true);
    let runs = |call: &Call| matches!(engine.before(&house.facts, call, &Cancel::default()), Before::Run(_));
    assert!(!runs(&write(&guard)) && !runs(&write(&real)));
    assert!(runs(&write(&house.scratch.at("repository/tools/other.sh"))));
}

#[test]
fn a_broken_file_is_an_error_and_never_no_hooks() {
    let rows = [
        ("home/.claude/settings.json", "{\"hooks\": {", ":1:12: "),
        ("repository/.claude.json", "{\"hooks\":\n  {\"PreToolUse\": [{\"timeout\": 3}]}}", ":2:19: "),
        ("home/.config/mastiff/hooks.toml", "[[hooks]]\nevent = \"pre_tool_use\"\n", ":1:1: "),
        ("repository/.claude/settings.local.json", "", ""),
    ];
    for (name, text, place) in rows {
        let house = House::new();
        let file = house.scratch.file(name, text);
        let broken = load::discover(Some(&house.facts.project_dir), &house.dirs()).unwrap_err().to_string();
        assert!(broken.starts_with(&file) && broken.contains(place), "{name}: {broken}");
    }
    let house = House::new();
    house.scratch.file("elsewhere.json", "{}");
    house.scratch.link("repository/.claude.json", &house.scratch.at("elsewhere.json"));
    assert!(
        load::discover(Some(&house.facts.project_dir), &house.dirs()).is_err(),
        "a link out of the repository"
    );
    assert!(load::named(&["/nowhere/hooks.toml".into()], None).is_err(), "a named file must be there");
}

#[test]
fn a_ledger_that_cannot_be_written_stops_the_call() {
    let house = House::new();
    let blocked = house.scratch.file("a-file", "");
    let engine = Engine::new(Vec::new()).recording_in(Ledger::at(format!("{blocked}/ledger")));
    assert!(matches!(engine.before(&house.facts, &bash("ls"), &Cancel::default()), Before::Refused(_)));
    let engine = Engine::new(Vec::new()).recording_in(Ledger::at(house.scratch.path().join("ledger")));
    assert!(matches!(engine.before(&house.facts, &bash("ls"), &Cancel::default()), Before::Run(_)));
}

#[test]
fn the_result_reaches_the_post_hooks() {
    let house = House::new();
    house.user_hooks(
        "[[hooks]]\nevent = \"PostToolUse\"\ndialect = \"claude\"\naction = { type = \"shell\", command = \"cat >> after.log\" }\n",
    );
    let engine = house.engine(true);
    let cancel = Cancel::default();
    for is_error in [false, true] {
        let done = Done { output: "five passed".into(), is_error, ..Done::default() };
        let firing = engine.after(&house.facts, &bash("cargo test"), &done, &cancel);
        assert_eq!(firing.fired.len(), usize::from(!is_error), "a failure is another event there");
    }
    let told = std::fs::read_to_string(house.scratch.at("repository/after.log")).unwrap();
    assert!(told.contains("five passed"), "{told}");
}
