//! Who may loosen what: the table of docs/policy.md, as cases.

use super::*;
use crate::verdict::Decision;

/// For each key something that tightens the built-in default and something that loosens it.
const KEYS: &[(&str, &[&str], &[&str])] = &[
    ("write_scope", &["write_scope = [\"src\"]", "write_scope = []"], &[]),
    ("read_scope", &["read_scope = [\"/usr\"]", "read_scope = []"], &[]),
    ("scratch", &["scratch = []"], &["scratch = [\"/tmp\"]"]),
    ("floor", &["[floor]\nextra = [\"x\"]"], &[]),
    ("on_stop", &["on_stop = \"deny\"", "on_stop = \"ask\""], &[]),
    ("on_allow", &["on_allow = \"silent\"", "on_allow = \"allow\""], &[]),
    (
        "headless",
        &["[headless]\non_stop = \"deny\"", "[headless]\non_allow = \"silent\""],
        &["[headless]\non_stop = \"ask\""],
    ),
    ("host", &["[host.claude]\non_stop = \"deny\""], &[]),
    ("mode", &["[mode.plan]\non_stop = \"deny\""], &[]),
    (
        "rules",
        &["[rules]\nnetwork = \"deny\"", "[rules]\nbuild_command = \"ask\""],
        &["[rules]\nnetwork = \"allow\""],
    ),
    ("rule", &[DENY, ASK], &[ALLOW]),
    ("mcp", &[MCP_DENY], &[MCP_ALLOW]),
    (
        "web.default",
        &["[web]\ndefault = \"deny\"", "[web]\ndefault = \"ask\""],
        &["[web]\ndefault = \"allow\""],
    ),
    ("web.documentation", &["[web]\ndocumentation = false", "[web]\ndocumentation = true"], &[]),
    ("web.allow", &["[web]\nallow = []"], &["[web]\nallow = [\"x.example\"]"]),
    ("web.deny", &["[web]\ndeny = [\"docs.rs\"]"], &[]),
    ("pause", &["pause = \"deny\"", "pause = \"allow\""], &[]),
    ("ledger", &["[ledger]\non_failure = \"deny\""], &["[ledger]\non_failure = \"continue\""]),
];

const DENY: &str = "[[rule]]\nname = \"d\"\ndecision = \"deny\"\nprogram = \"x\"";
const ASK: &str = "[[rule]]\nname = \"q\"\ndecision = \"ask\"\nprogram = \"x\"";
const ALLOW: &str = "[[rule]]\nname = \"a\"\ndecision = \"allow\"\nprogram = \"x\"";
const MCP_DENY: &str = "[[mcp]]\nserver = \"s\"\ntools = [\"*\"]\ndecision = \"deny\"";
const MCP_ALLOW: &str = "[[mcp]]\nserver = \"s\"\ntools = [\"*\"]\ndecision = \"allow\"";

#[test]
fn key_by_key() {
    for (key, tighter, looser) in KEYS {
        let lock = alloc::format!("lock = [\"{key}\"]");
        for text in *tighter {
            assert!(Policy::layered(None, None, untrusted(text)).is_ok(), "untrusted: {text}");
            if *key != "floor" {
                assert!(
                    Policy::layered(Some(layer(&lock)), Some(layer(text)), None).is_ok(),
                    "locked: {text}"
                );
            }
        }
        for text in *looser {
            assert!(Policy::layered(None, Some(layer(text)), None).is_ok(), "the user may: {text}");
            assert!(Policy::layered(Some(layer(text)), None, None).is_ok(), "the managed file may: {text}");
            assert!(Policy::layered(None, None, trusted(text)).is_ok(), "a trusted project may: {text}");
            let found = Policy::layered(None, None, untrusted(text)).unwrap_err();
            assert!(found[0].message.contains("run `mastiff trust`"), "{text}: {found:?}");
            let found = Policy::layered(Some(layer(&lock)), Some(layer(text)), None).unwrap_err();
            assert!(found[0].message.contains("is locked by policy.toml"), "{text}: {found:?}");
            let found = Policy::layered(Some(layer(&lock)), None, trusted(text)).unwrap_err();
            assert!(
                found[0].message.contains("is locked by"),
                "trust does not open a lock: {text}: {found:?}"
            );
        }
    }
}

/// What a file above says, and what a file below may then not say.
const AGAINST: &[(&str, &str, &str)] = &[
    ("on_stop", "on_stop = \"deny\"", "on_stop = \"ask\""),
    ("on_stop", "on_stop = \"deny\"", "[host.claude]\non_stop = \"ask\""),
    ("on_stop", "on_stop = \"deny\"", "[mode.plan]\non_stop = \"ask\""),
    ("mode", "[mode.plan]\non_stop = \"deny\"", "[mode.plan]\non_stop = \"ask\""),
    ("host.claude", "[host.claude]\non_stop = \"deny\"", "[host.claude]\non_stop = \"ask\""),
    ("on_allow", "on_allow = \"silent\"", "on_allow = \"allow\""),
    ("on_allow", "on_allow = \"silent\"", "[host.codex]\non_allow = \"allow\""),
    ("headless", "[headless]\non_allow = \"silent\"", "[headless]\non_allow = \"allow\""),
    ("rules", "[rules]\nnetwork = \"deny\"", "[rules]\nnetwork = \"ask\""),
    ("rules.network", "[rules]\nnetwork = \"deny\"", "[rules]\nnetwork = \"allow\""),
    ("web", "[web]\ndefault = \"deny\"", "[web]\ndefault = \"ask\""),
    ("web", "[web]\ndocumentation = false", "[web]\ndocumentation = true"),
    ("scratch", "scratch = [\"/tmp/a\"]", "scratch = [\"/tmp\"]"),
    ("pause", "pause = \"deny\"", "pause = \"allow\""),
    ("ledger", "[ledger]\non_failure = \"deny\"", "[ledger]\non_failure = \"continue\""),
];

#[test]
fn what_stands_above_is_not_loosened() {
    for (key, above, below) in AGAINST {
        let locked = layer(&alloc::format!("lock = [\"{key}\"]\n{above}"));
        assert!(Policy::layered(Some(locked), Some(layer(below)), None).is_err(), "locked {key}: {below}");
        assert!(
            Policy::layered(None, Some(layer(above)), untrusted(below)).is_err(),
            "untrusted: {above} | {below}"
        );
        assert!(
            Policy::layered(None, Some(layer(above)), trusted(below)).is_ok(),
            "trusted: {above} | {below}"
        );
        assert!(
            Policy::layered(Some(layer(above)), Some(layer(below)), None).is_ok(),
            "not locked: {above} | {below}"
        );
    }
}

#[test]
fn scopes_of_an_untrusted_project_meet_the_users() {
    let scope = |list: &str| alloc::format!("write_scope = {list}");
    let (mine, theirs) = (scope("[\"src\", \"docs\"]"), scope("[\"src\", \"secret\"]"));
    let both = Policy::layered(None, Some(layer(&mine)), untrusted(&theirs)).unwrap();
    assert_eq!(["src/a", "docs/a", "secret/a"].map(|p| both.in_write_scope(p)), [true, false, false]);
    let replaced = Policy::layered(None, Some(layer(&mine)), trusted(&theirs)).unwrap();
    assert_eq!(["src/a", "docs/a", "secret/a"].map(|p| replaced.in_write_scope(p)), [true, false, true]);
    let locked = alloc::format!("lock = [\"write_scope\"]\n{mine}");
    let locked = Policy::layered(Some(layer(&locked)), None, trusted(&theirs)).unwrap();
    assert_eq!(["src/a", "docs/a", "secret/a"].map(|p| locked.in_write_scope(p)), [true, false, false]);
}

#[test]
fn scratch_of_an_untrusted_project_only_shrinks() {
    let policy = Policy::layered(
        None,
        Some(layer("scratch = [\"/tmp\", \"/data/x\"]")),
        untrusted("scratch = [\"/tmp/mine\"]"),
    )
    .unwrap();
    assert_eq!(
        ["/tmp/mine/a", "/tmp/other", "/data/x/y"].map(|p| policy.in_scratch(p)),
        [true, false, false]
    );
}

#[test]
fn the_floor_only_grows() {
    let extra = |name: &str| layer(&alloc::format!("[floor]\nextra = [\"{name}\"]"));
    let policy =
        Policy::layered(Some(extra("a")), Some(extra("b")), Some((extra("c"), Trusted::Yes))).unwrap();
    assert_eq!(["a/x", "b/x", "c/x", "d/x"].map(|p| policy.extra_floor(p)), [true, true, true, false]);
}

#[test]
fn rules_across_layers() {
    let says = |managed: Option<&str>, user: Option<&str>, project: Option<(Layer, Trusted)>| {
        let policy = Policy::layered(managed.map(layer), user.map(layer), project).unwrap();
        policy.about_act(&act("x"), &[]).map(|hit| hit.decision)
    };
    use Decision::{Allow, Deny};
    assert_eq!(says(None, Some(ALLOW), None), Some(Allow));
    assert_eq!(says(Some(ASK), Some(ALLOW), None), Some(Allow), "not locked: the nearer file");
    assert_eq!(says(Some(DENY), None, trusted(ALLOW)), Some(Allow));
    assert_eq!(says(None, Some(ALLOW), untrusted(DENY)), Some(Deny));
    assert_eq!(says(None, Some(DENY), untrusted(ASK)), Some(Deny), "an untrusted file does not soften");
    let locked = ["lock = [\"rule.d\"]\n", DENY].concat();
    assert_eq!(says(Some(&locked), Some(ALLOW), None), Some(Deny), "one rule is locked");
    assert_eq!(says(Some(&locked), Some(ALLOW), trusted(ALLOW)), Some(Deny));
    let locked_with_twin = ["lock = [\"rule.d\"]\n", &DENY.replace("\"d\"", "\"e\""), "\n", DENY].concat();
    assert_eq!(says(Some(&locked_with_twin), Some(ALLOW), None), Some(Deny), "also beside one that is not");
    let all_locked = ["lock = [\"rule\"]\n", ASK].concat();
    assert_eq!(says(Some(&all_locked), Some(DENY), None), Some(Deny));
}

#[test]
fn web_across_layers() {
    let open = "[web]\nallow = [\"x.example\"]";
    let shut = "[web]\ndeny = [\"x.example\"]";
    let says = |managed: &str, user: &str| {
        let policy = Policy::layered(Some(layer(managed)), Some(layer(user)), None).unwrap();
        policy.about_web("x.example").map(|hit| hit.decision)
    };
    assert_eq!(says(shut, open), Some(Decision::Allow));
    assert_eq!(says(&["lock = [\"web.deny\"]\n", shut].concat(), open), Some(Decision::Deny));
    assert_eq!(says(open, shut), Some(Decision::Deny));
}

#[test]
fn only_the_managed_file_locks() {
    for layers in [(Some(layer("lock = [\"web\"]")), None), (None, untrusted("lock = [\"web\"]"))] {
        let found = Policy::layered(None, layers.0, layers.1).unwrap_err();
        assert!(found[0].message.contains("only the managed file may lock"), "{found:?}");
    }
}

#[test]
fn problems_of_all_layers_at_once() {
    let managed = layer("lock = [\"rule\", \"scratch\"]");
    let user = layer(&["scratch = [\"/tmp\"]\n", ALLOW].concat());
    let found =
        Policy::layered(Some(managed), Some(user), untrusted("[rules]\nnetwork = \"allow\"")).unwrap_err();
    assert_eq!(found.len(), 3, "{found:?}");
}

#[test]
fn projects_do_not_loosen_each_other() {
    let stop = |a: &str, b: &str| {
        let projects = [(layer(a), Trusted::Yes), (layer(b), Trusted::Yes)];
        Policy::layered(None, None, projects).unwrap()
    };
    for (a, b) in [(DENY, ALLOW), (ALLOW, DENY)] {
        assert_eq!(stop(a, b).about_act(&act("x"), &[]).unwrap().decision, Decision::Deny);
        assert_eq!(stop(a, "").about_act(&act("x"), &[]), stop("", a).about_act(&act("x"), &[]));
    }
    let (open, shut) = ("on_stop = \"ask\"", "on_stop = \"deny\"");
    for policy in [stop(open, shut), stop(shut, open)] {
        assert_eq!(policy.outcome(Decision::Ask, "claude", None, false), crate::policy::Outcome::Deny);
    }
    let (tmp, data) = ("scratch = [\"/tmp\"]", "scratch = [\"/data/x\"]");
    assert!(!stop(tmp, data).in_scratch("/tmp/x") && !stop(data, tmp).in_scratch("/tmp/x"));
    assert!(stop(tmp, "").in_scratch("/tmp/x"));
    let (yes, no) = ("[rules]\nnetwork = \"allow\"", "[rules]\nnetwork = \"ask\"");
    for policy in [stop(yes, no), stop(no, yes)] {
        assert_eq!(policy.about_rule("network").unwrap().decision, Decision::Ask);
    }
}
