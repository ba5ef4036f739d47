//! Texts for records and messages: without secrets, safe to show, short.
//!
//! What is a secret is decided in [`mastiff_core::redact`].

use mastiff_core::redact::{self, Known, Redacted};
use mastiff_core::{ToolCall, escape};
use std::sync::OnceLock;

/// A text is looked through this many times further than it is kept: what is masked becomes shorter.
const FURTHER: usize = 16;

/// Secrets that this process has in its environment, as the agent's commands do.
fn own() -> &'static Known {
    static OWN: OnceLock<Known> = OnceLock::new();
    OWN.get_or_init(|| {
        let env = crate::dirs::environment();
        Known::of(env.iter().map(|(name, value)| (name.as_str(), value.as_str())))
    })
}

/// The input of a call as it may be written down.
pub fn call(call: &ToolCall) -> Redacted {
    redact::call_knowing(call, own())
}

/// `text` for the record: secrets masked, safe to show, at most about `limit` bytes.
pub fn summary(text: &str, limit: usize) -> String {
    shown(mask(looked(text, limit)), text, limit)
}

/// The same for a text that speaks of a call.
pub fn said(call: Option<&Redacted>, text: &str, limit: usize) -> String {
    let looked = looked(text, limit);
    let masked = call.map_or_else(|| own().without(redact::text(looked)), |call| call.clean(looked));
    shown(masked, text, limit)
}

/// The same for a name of something: nothing that a call holds changes it, only its own form does.
pub fn named(text: &str, limit: usize) -> String {
    shown(redact::text(looked(text, limit)), text, limit)
}

fn looked(text: &str, limit: usize) -> &str {
    redact::looked(text, limit.saturating_mul(FURTHER))
}

fn shown(masked: String, text: &str, limit: usize) -> String {
    let shown = cut(&escape::for_people(&masked), limit);
    let longer = text.len() > limit.saturating_mul(FURTHER) && !shown.ends_with('…');
    if longer { format!("{shown}…") } else { shown }
}

/// The first `limit` bytes of a masked text, with `…` when something was left out. It ends in no mask.
pub fn cut(text: &str, limit: usize) -> String {
    if text.len() <= limit {
        return text.to_owned();
    }
    format!("{}…", redact::head(text, limit))
}

/// `text`, which may be a command or speak of one, with the values that look like secrets replaced.
pub fn mask(text: &str) -> String {
    own().without(redact::command(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_texts_are_masked() {
        let table = [
            ("GITHUB_TOKEN=abc gh pr list", "GITHUB_TOKEN=REDACTED gh pr list"),
            ("mysql --password hunter2 -e x", "mysql --password REDACTED -e x"),
            ("curl -H 'Cookie: sid=1; id=2' x", "curl -H 'Cookie: REDACTED' x"),
            ("PASSWORD='never closed", "PASSWORD='REDACTED"),
            ("{\"password\":\"hunter2\",\"a\":1}", "{\"password\":\"REDACTED\",\"a\":1}"),
            ("echo ghp_0123456789abcdefghij", "echo REDACTED"),
            ("grep -rn 'password' src/", "grep -rn 'password' src/"),
            ("the working directory isn't known", "the working directory isn't known"),
            ("", ""),
        ];
        for (text, expected) in table {
            assert_eq!(mask(text), expected);
        }
    }

    #[test]
    fn a_cut_keeps_characters_whole() {
        assert_eq!(cut("short", 5), "short");
        assert_eq!(cut("shorter", 5), "short…");
        assert_eq!(cut("äöü", 3), "ä…");
        assert_eq!(cut("a REDACTED b", 5), "a …");
        assert_eq!(cut("a REDACTED b", 10), "a REDACTED…");
        assert_eq!(cut("a RED b", 5), "a RED…");
    }

    #[test]
    fn a_cut_leaves_no_half_of_a_secret() {
        let key = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
        for before in [0, 40, 90, 97, 100, 104, 120, 1_590, 1_598, 1_600] {
            for unit in ["a ", "PASSWORD=hunter2Zq9 "] {
                let text = format!(
                    "{} {key} and more {}",
                    redact::head(&unit.repeat(1_000), before),
                    "b ".repeat(2_000)
                );
                for shown in [summary(&text, 100), said(None, &text, 100), named(&text, 100)] {
                    assert!(!shown.contains("ghp_"), "{before} {shown}");
                    assert!(shown.len() <= 100 + 2 * '…'.len_utf8() && shown.ends_with('…'), "{shown}");
                }
            }
        }
    }

    #[test]
    fn a_summary_is_short_and_safe_to_show() {
        let long = format!("echo {}", "\x1b".repeat(10_000));
        let summary = summary(&long, 4_096);
        assert!(summary.len() <= 4_096 + '…'.len_utf8());
        assert!(!summary.contains('\x1b'));
    }
}
