use super::*;
use mastiff_core::effect::{Effects, Finding, Hazard, Place};
use mastiff_core::policy::Outcome;
use mastiff_core::{Span, Verdict};

fn span(text: &str, piece: &str) -> Span {
    let start = text.find(piece).unwrap();
    Span::new(start, start + piece.len())
}

fn act(text: &str, piece: &str, effects: Vec<Effect>) -> Act {
    let span = span(text, piece);
    let finding = |effect| Finding { effect, rule: "x".into(), message: String::new(), instead: None, span };
    let findings = effects.into_iter().map(finding).collect();
    Act {
        program: piece.into(),
        args: vec![],
        findings,
        span,
        followed: false,
        fed: false,
        elsewhere: false,
        dirs: vec![],
    }
}

/// A chain with a policy line, a suggestion and characters that must not reach a terminal.
pub fn sample() -> Judged {
    let text = "cd src && cp a.txt b.txt && git push --force origin 日本\u{202e}";
    let push = "git push --force origin 日本\u{202e}";
    let mut history =
        Reason::new(Decision::Ask, "force_push", "`git push --force` overwrites what others may have")
            .at(span(text, "--force"));
    history.instead = Some("`git push`, after a `git pull --rebase` by a human".into());
    let mut policy = Reason::new(Decision::Deny, "no_push", "a rule of the policy says so about `git`");
    policy.span = Some(span(text, push));
    policy.origin = Origin::Policy { file: "/etc/none/policy.toml".into(), line: 12 };
    let copy = Reason::new(Decision::Allow, "write_scope", "writes `b.txt`").at(span(text, "cp a.txt b.txt"));
    let read = Effect::Read { place: Place::new("/repo/src", "a.txt"), deep: false };
    let write = Effect::Write { place: Place::new("/repo/src", "b.txt"), deep: false };
    let acts = vec![
        act(text, "cd src", vec![Effect::Harmless]),
        act(text, "cp a.txt b.txt", vec![read, write, Effect::Harmless]),
        act(text, push, vec![Effect::Hazard(Hazard::Network), Effect::Hazard(Hazard::History)]),
    ];
    Judged {
        tool: "Bash".into(),
        text: text.into(),
        spans: true,
        cwd: "/repo".into(),
        verdict: Verdict::from_reasons(vec![copy, history, policy]),
        effects: Effects { acts, ..Effects::default() },
        outcome: Outcome::Deny,
    }
}

#[test]
fn a_page() {
    let expected = "\
deny   no_push

  cd src && cp a.txt b.txt && git push --force origin 日本\\u{202e}
                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

what it would do
  cd src                                prints or computes
  cp a.txt b.txt                        reads a.txt
                                        writes b.txt
  git push --force origin 日本\\u{202e}  reaches another machine
                                        rewrites or throws away work

rules
  deny   no_push      your policy
         a rule of the policy says so about `git`
  ask    force_push   docs/rules.md#force_push
         `git push --force` overwrites what others may have
  allow  write_scope  docs/rules.md#write_scope

policy
  /etc/none/policy.toml:12
";
    assert_eq!(page(&sample(), Paint::with(false), 100), expected);
}

#[test]
fn what_a_policy_makes_of_it() {
    let mut judged = sample();
    judged.verdict = Verdict::of(Reason::new(Decision::Ask, "force_push", "x"));
    assert_eq!(
        headline(&judged, Paint::with(false)),
        "deny   force_push   (judged ask; here that becomes deny)"
    );
    judged.outcome = Outcome::Ask;
    assert_eq!(headline(&judged, Paint::with(false)), "ask    force_push");
}
