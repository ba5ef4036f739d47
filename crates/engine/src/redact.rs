//! Texts for records and messages: without secrets, safe to show, short.
//!
//! What is a secret is decided in [`mastiff_core::redact`].

use mastiff_core::escape;
use mastiff_core::redact;

/// `text` for the record: secrets masked, safe to show, at most about `limit` bytes.
pub fn summary(text: &str, limit: usize) -> String {
    // Cut first: the work stays bounded. Masked with what stands behind the cut, so that it falls into no secret.
    let masked = mask(&cut(text, limit.saturating_mul(2)));
    cut(&escape::for_people(&masked), limit)
}

/// The first `limit` bytes of a text, whole characters only, with `…` when something was left out.
pub fn cut(text: &str, limit: usize) -> String {
    if text.len() <= limit {
        return text.to_owned();
    }
    let end = (0..=limit).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    format!("{}…", text.get(..end).unwrap_or_default())
}

/// `text`, which may be a command or speak of one, with the values that look like secrets replaced.
pub fn mask(text: &str) -> String {
    redact::command(text)
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
    }

    #[test]
    fn a_summary_is_short_and_safe_to_show() {
        let long = format!("echo {}", "\x1b".repeat(10_000));
        let summary = summary(&long, 4_096);
        assert!(summary.len() <= 4_096 + '…'.len_utf8());
        assert!(!summary.contains('\x1b'));
    }
}
