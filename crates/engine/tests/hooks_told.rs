//! What hooks are told, and what it means when they cannot be: variables in headers, inputs too long for a variable.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests may fail loudly")]

mod support;

use mastiff_core::Json;
use mastiff_core::hook::{
    Call, Combined, Dialect, Facts, Happened, Hook, Occasion, OnFailure, Opinion, config,
};
use mastiff_engine::hooks::{Cancel, fire};
use support::server::{Server, say};

fn read(text: &str) -> Vec<Hook> {
    config::read("settings.json", text, None).expect("is read").hooks
}

fn told(hooks: &[Hook], command: &str) -> Combined {
    let input = Json::object([("command", command.into())]);
    let call = Call { id: "1".into(), tool: "Bash".into(), input, mcp: None };
    let facts = Facts { cwd: "/".into(), ..Facts::default() };
    fire(hooks, &Occasion { facts: &facts, happened: Happened::Before(&call), now: "" }, &Cancel::default())
        .combined
}

#[test]
fn headers_show_the_variables_of_this_process() {
    let server = Server::new(|s| say(s, "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"));
    let hooks = |allowed: &str, on_failure: &str| {
        read(&format!(
            r#"{{"on_failure":"{on_failure}","hooks":{{"PreToolUse":[{{"hooks":[{{"type":"http","url":"{}",
                "headers":{{"X-Shown":"<$PATH$MASTIFF_UNSET>"}},"allowedEnvVars":[{allowed}]}}]}}]}}}}"#,
            server.url()
        ))
    };
    assert_eq!(told(&hooks(r#""PATH""#, "closed"), "ls").opinion, Opinion::None);
    let shown = format!("<{}>", std::env::var("PATH").unwrap());
    assert!(server.request().contains(&shown), "the variable is not shown");
    assert_eq!(told(&hooks("", "closed"), "ls").opinion, Opinion::None);
    assert!(server.request().contains("<>"), "a variable is shown that is not allowed");
    let said = told(&hooks(r#""MASTIFF_UNSET""#, "closed"), "ls");
    assert_eq!(said.opinion, Opinion::Deny);
    assert!(said.reason().unwrap().contains("the variable `MASTIFF_UNSET` is not set"), "{said:?}");
    let said = told(&hooks(r#""MASTIFF_UNSET""#, "open"), "ls");
    assert!(
        said.opinion == Opinion::None && said.warnings.iter().any(|w| w.contains("is not set")),
        "{said:?}"
    );
    assert!(server.is_untouched(), "a request without its token");
}

/// Padding is no way past a guard that looks where it was told to, unless its own configuration says open.
#[test]
fn an_input_too_long_to_be_seen() {
    let long = "x".repeat(100 * 1024);
    for (dialect, by_itself) in [
        (Dialect::Veto, Opinion::Deny),
        (Dialect::Claw, Opinion::Deny),
        (Dialect::HookSystem, Opinion::None),
        (Dialect::Claude, Opinion::None),
    ] {
        let looks = dialect.input_variable().is_some();
        let strict = if looks { Opinion::Deny } else { Opinion::None };
        for (on_failure, expected) in [
            (None, by_itself),
            (Some(OnFailure::Open), Opinion::None),
            (Some(OnFailure::Block), strict),
            (Some(OnFailure::Closed), strict),
        ] {
            let mut hooks = read(r#"{"hooks":{"PreToolUse":[{"command":"true"}]}}"#);
            hooks.iter_mut().for_each(|hook| (hook.dialect, hook.on_failure) = (dialect, on_failure));
            assert_eq!(told(&hooks, &long).opinion, expected, "{dialect:?} {on_failure:?}");
            assert_eq!(told(&hooks, "short").opinion, Opinion::None, "{dialect:?} {on_failure:?}");
        }
    }
}
