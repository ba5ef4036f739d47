//! What verdicts become.

use super::*;
use crate::policy::{OnFailure, Outcome};
use crate::verdict::Decision;

/// outcome of an ask, of an allow; host, mode, headless
const TABLE: &str = "
    Ask   Allow   claude  default            no
    Deny  Silent  claude  default            yes
    Ask   Silent  codex   default            no
    Deny  Allow   claude  bypassPermissions  no
    Deny  Silent  codex   bypassPermissions  yes
    Ask   Allow   codex   plan               no
    Deny  Silent  codex   plan               yes
    Ask   Allow   nobody  -                  no
";

#[test]
fn mode_before_host_before_general_and_headless_on_top() {
    let policy = user(
        "[host.codex]\non_allow = \"silent\"\n[mode.bypassPermissions]\non_stop = \"deny\"\n\
         [mode.plan]\non_allow = \"allow\"\n[headless]\non_allow = \"silent\"",
    );
    for row in rows(TABLE) {
        let [stop, allow, host, mode, headless] = row[..] else { panic!("five columns: {row:?}") };
        let mode = (mode != "-").then_some(mode);
        let of = |decision| alloc::format!("{:?}", policy.outcome(decision, host, mode, headless == "yes"));
        assert_eq!(
            [of(Decision::Ask), of(Decision::Allow), of(Decision::Deny)],
            [stop, allow, "Deny"],
            "{row:?}"
        );
    }
}

#[test]
fn defaults() {
    let policy = Policy::default();
    assert_eq!(policy.outcome(Decision::Ask, "claude", Some("default"), false), Outcome::Ask);
    assert_eq!(policy.outcome(Decision::Ask, "claude", None, true), Outcome::Deny, "nobody can answer");
    assert_eq!(policy.outcome(Decision::Allow, "claude", None, true), Outcome::Allow);
    assert_eq!(policy.on_ledger_failure(), OnFailure::Deny);
}

#[test]
fn headless_may_ask_where_the_user_says_that_somebody_answers() {
    let policy = user("[headless]\non_stop = \"ask\"");
    assert_eq!(policy.outcome(Decision::Ask, "claude", None, true), Outcome::Ask);
    let policy = user("on_stop = \"deny\"\n[headless]\non_stop = \"ask\"");
    assert_eq!(
        policy.outcome(Decision::Ask, "claude", None, true),
        Outcome::Deny,
        "never looser than with a human"
    );
}

#[test]
fn no_layer_gets_around_a_lock_by_being_more_special() {
    let stop = |managed: &str, user: &str| {
        let policy = Policy::layered(Some(layer(managed)), Some(layer(user)), None);
        policy.map(|policy| policy.outcome(Decision::Ask, "claude", Some("plan"), false)).ok()
    };
    let locked = "lock = [\"host\"]\n[host.claude]\non_stop = \"deny\"";
    assert_eq!(stop(locked, "[mode.plan]\non_stop = \"ask\""), Some(Outcome::Deny));
    assert_eq!(stop("lock = [\"on_stop\"]\non_stop = \"deny\"", "[mode.plan]\non_stop = \"ask\""), None);
    assert_eq!(
        stop("lock = [\"mode\"]", "[mode.plan]\non_stop = \"deny\""),
        Some(Outcome::Deny),
        "tightening stays"
    );
    assert_eq!(
        stop("on_stop = \"deny\"", "[mode.plan]\non_stop = \"ask\""),
        Some(Outcome::Ask),
        "not locked"
    );
}

#[test]
fn an_untrusted_project_tightens_whatever_the_user_says() {
    let stop = |user: &str, project: &str| {
        let policy = Policy::layered(None, Some(layer(user)), untrusted(project)).unwrap();
        policy.outcome(Decision::Ask, "claude", Some("plan"), false)
    };
    assert_eq!(stop("[mode.plan]\non_stop = \"ask\"", "on_stop = \"deny\""), Outcome::Deny);
    assert_eq!(stop("[host.claude]\non_stop = \"ask\"", "[mode.plan]\non_stop = \"deny\""), Outcome::Deny);
    assert_eq!(stop("", "[mode.other]\non_stop = \"deny\""), Outcome::Ask);
}
