//! A host that ignores `SIGCHLD` never learns how its children ended: in a process of its own, because that is one setting.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests may fail loudly")]

mod support;

use mastiff_core::Json;
use mastiff_core::hook::{Call, Dialect, Ended, Facts, Happened, Occasion, OnFailure, Opinion, config};
use mastiff_engine::hooks::{Cancel, fire};
use mastiff_engine::interrupt;
use support::hooks::script;

#[test]
fn what_nobody_heard_may_have_been_a_no() {
    // SAFETY: no handler, and no other thread of this test starts children.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_IGN) };
    let lost = |script: &str| {
        let text = Json::object([("command", script.into())]).to_string();
        let hooks = config::read(
            "x",
            &format!(r#"{{"hooks":{{"PreToolUse":[{text}],"PostToolUse":[{text}]}}}}"#),
            None,
        );
        let mut said = Vec::new();
        for dialect in Dialect::all() {
            for on_failure in [None, Some(OnFailure::Open), Some(OnFailure::Closed)] {
                let mut hooks = hooks.clone().unwrap().hooks;
                hooks.iter_mut().for_each(|hook| (hook.dialect, hook.on_failure) = (dialect, on_failure));
                let input = Json::object([("command", "ls".into())]);
                let call = Call { id: "1".into(), tool: "Bash".into(), input, mcp: None };
                let facts = Facts { cwd: "/".into(), ..Facts::default() };
                let occasion = Occasion { facts: &facts, happened: Happened::Before(&call), now: "" };
                said.push(fire(&hooks, &occasion, &Cancel::default()).combined.opinion);
            }
        }
        said
    };
    let ran = script("echo no; exit 2", "", support::hooks::LONG);
    assert!(matches!(&ran.how, Ended::Lost(why) if !why.is_empty()), "{ran:?}");
    assert!(lost("exit 2").iter().all(|opinion| *opinion == Opinion::Deny));
    assert!(lost("exit 0").iter().all(|opinion| *opinion == Opinion::Deny));
    interrupt::hear_of_children();
    let ran = script("echo no; exit 2", "", support::hooks::LONG);
    assert_eq!(ran.how, Ended::Exited(2));
    assert!(lost("exit 0").iter().all(|opinion| *opinion == Opinion::None));
}
