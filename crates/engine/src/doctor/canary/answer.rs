//! What a host would make of an answer.

use mastiff_core::hook::{Dialect, Ended, Event, OnFailure, Opinion, Ran, first_line, outcome};
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;

/// An answer, as the host reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The call runs, or a human is asked.
    Passed,
    /// It does not run, and why.
    Denied(String),
    /// Nobody can say: the host would take it for a failure of the hook.
    Unclear(String),
}

/// How a host without a reader of its own in the engine reads an answer.
struct Reads {
    /// Any other exit code than 0 refuses; otherwise 2 alone.
    any_failure: bool,
    /// Exit 2 refuses only if something is said on standard error.
    needs_words: bool,
    /// Exit codes mean nothing: only the fields do.
    deaf: bool,
    /// Fields on standard output, with a value that refuses.
    fields: &'static [(&'static [&'static str], &'static str)],
}

const EXIT_2: Reads = Reads { any_failure: false, needs_words: true, deaf: false, fields: &[] };
/// Claude Code's form, which others took over.
const CLAUDE_FORM: &[(&[&str], &str)] = &[
    (&["hookSpecificOutput", "permissionDecision"], "deny"),
    (&["decision"], "block"),
    (&["decision"], "deny"),
];

/// What this host would make of it.
pub fn read(host: Host, ran: &Ran) -> Answer {
    match host {
        Host::Claude => by_dialect(Dialect::Claude, ran),
        Host::Codex => by_dialect(Dialect::Codex, ran),
        Host::Gemini => by_dialect(Dialect::Gemini, ran),
        Host::AgentCode => by_dialect(Dialect::AgentCode, ran),
        Host::Claw => by_dialect(Dialect::Claw, ran),
        Host::Cursor => {
            by(&Reads { needs_words: false, fields: &[(&["permission"], "deny")], ..EXIT_2 }, ran)
        }
        Host::Copilot => {
            by(&Reads { any_failure: true, fields: &[(&["permissionDecision"], "deny")], ..EXIT_2 }, ran)
        }
        Host::Qwen | Host::Droid => by(&Reads { fields: CLAUDE_FORM, ..EXIT_2 }, ran),
        Host::Goose => by(&Reads { fields: &[(&["decision"], "block")], ..EXIT_2 }, ran),
        Host::Kiro | Host::Windsurf => by(&EXIT_2, ran),
        Host::Cline => by(&Reads { deaf: true, fields: &[(&["cancel"], "true")], ..EXIT_2 }, ran),
        Host::Opencode => by_module(ran),
    }
}

/// A failure is told apart from a refusal: the hook of Claude Code is closed, and would look like one.
fn by_dialect(dialect: Dialect, ran: &Ran) -> Answer {
    let on_failure = (dialect == Dialect::Claude).then_some(OnFailure::Block);
    let outcome = outcome(dialect, Event::PreToolUse, ran, on_failure);
    match (outcome.failed, outcome.opinion) {
        (_, Opinion::Deny) => Answer::Denied(outcome.reason.unwrap_or_else(|| said(ran))),
        (Some(why), Opinion::None | Opinion::Allow | Opinion::Ask | Opinion::Defer) => Answer::Unclear(why),
        (None, Opinion::None | Opinion::Allow | Opinion::Ask | Opinion::Defer) => Answer::Passed,
    }
}

fn by(reads: &Reads, ran: &Ran) -> Answer {
    let printed = ran.stdout.text.trim();
    let root = printed.parse::<Json>().ok();
    let Ended::Exited(code) = ran.how else { return Answer::Unclear(format!("it ended with {:?}", ran.how)) };
    let refused = !reads.deaf
        && match code {
            0 => false,
            2 => !reads.needs_words || !ran.stderr.text.trim().is_empty(),
            _ => reads.any_failure,
        };
    let field = |(path, value): &(&[&str], &str)| {
        let found = root.as_ref().and_then(|root| path.iter().try_fold(root, |node, key| node.get(key)));
        found.is_some_and(|found| found.as_str() == Some(value) || found.to_string() == **value)
    };
    if refused || ((code == 0 || reads.deaf) && reads.fields.iter().any(field)) {
        return Answer::Denied(said(ran));
    }
    match (code, reads.deaf) {
        (0, _) | (_, true) if printed.is_empty() || root.is_some() => Answer::Passed,
        (0, _) | (_, true) => Answer::Unclear("standard output is not JSON".into()),
        (code, false) => Answer::Unclear(format!("it ended with exit code {code}")),
    }
}

fn by_module(ran: &Ran) -> Answer {
    match (&ran.how, ran.stdout.text.trim()) {
        (Ended::Exited(0), "passed") => Answer::Passed,
        (Ended::Exited(0), "denied") => Answer::Denied(said(ran)),
        (how, _) => Answer::Unclear(format!("the plugin did not load ({how:?}): {}", said(ran))),
    }
}

/// The first line that says something.
fn said(ran: &Ran) -> String {
    let line = first_line(&ran.stderr.text);
    let line = if line.is_empty() { first_line(&ran.stdout.text) } else { line };
    if line.is_empty() { "nothing was said".into() } else { line.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mastiff_core::hook::Captured;

    fn ran(code: i32, stdout: &str, stderr: &str) -> Ran {
        Ran { how: Ended::Exited(code), stdout: Captured::whole(stdout), stderr: Captured::whole(stderr) }
    }

    #[test]
    fn each_host_reads_its_own_answers() {
        let (deny, block) = (
            r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}"#,
            r#"{"decision":"block","reason":"no"}"#,
        );
        let all: Vec<Host> =
            Host::all().filter(|host| !matches!(host, Host::Cline | Host::Opencode)).collect();
        for host in &all {
            assert!(matches!(read(*host, &ran(2, "", "no\n")), Answer::Denied(_)), "{host:?}");
            assert_eq!(read(*host, &ran(0, "", "")), Answer::Passed, "{host:?}");
        }
        use Host::*;
        let rows: &[(Host, i32, &str, &str, &str)] = &[
            (Claude, 0, deny, "", "denied"),
            (Codex, 0, deny, "", "denied"),
            (Codex, 2, "", "", "unclear"),
            (Gemini, 0, deny, "", "passed"),
            (Gemini, 0, r#"{"decision":"deny","reason":"no"}"#, "", "denied"),
            (AgentCode, 0, deny, "", "passed"),
            (AgentCode, 1, "", "", "denied"),
            (Claw, 0, block, "", "denied"),
            (Cursor, 0, r#"{"permission":"deny"}"#, "", "denied"),
            (Cursor, 0, "{}", "", "passed"),
            (Cursor, 1, "", "x", "unclear"),
            (Copilot, 1, "", "", "denied"),
            (Copilot, 0, r#"{"permissionDecision":"deny"}"#, "", "denied"),
            (Copilot, 0, deny, "", "passed"),
            (Qwen, 0, deny, "", "denied"),
            (Qwen, 2, "", "", "unclear"),
            (Droid, 0, block, "", "denied"),
            (Kiro, 0, deny, "", "passed"),
            (Kiro, 1, "", "no", "unclear"),
            (Goose, 0, block, "", "denied"),
            (Goose, 0, "text", "", "unclear"),
            (Windsurf, 1, "", "no", "unclear"),
            (Cline, 2, "", "no", "passed"),
            (Cline, 0, r#"{"cancel":true,"errorMessage":"no"}"#, "", "denied"),
            (Cline, 2, r#"{"cancel":false}"#, "no", "passed"),
            (Cline, 0, "text", "", "unclear"),
            (Opencode, 0, "denied\n", "no", "denied"),
            (Opencode, 0, "passed\n", "", "passed"),
            (Opencode, 1, "", "SyntaxError", "unclear"),
        ];
        for (host, code, stdout, stderr, expected) in rows {
            let word = match read(*host, &ran(*code, stdout, stderr)) {
                Answer::Passed => "passed",
                Answer::Denied(_) => "denied",
                Answer::Unclear(_) => "unclear",
            };
            assert_eq!(word, *expected, "{host:?} {code} {stdout} {stderr}");
        }
    }

    #[test]
    fn a_hook_that_is_killed_has_not_passed_anything() {
        let killed =
            Ran { how: Ended::Signalled(9), stdout: Captured::default(), stderr: Captured::default() };
        for host in Host::all() {
            assert_ne!(read(host, &killed), Answer::Passed, "{host:?}");
        }
    }
}
