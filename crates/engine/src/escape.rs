//! Text from a command made safe to show: nothing in it can move a cursor, ring a bell or turn its reading order.

/// `text` on one line, with everything that a terminal would act on spelled out (`\n`, `\x1b`, `\u{202e}`).
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => shown.push_str("\\n"),
            '\t' => shown.push_str("\\t"),
            '\r' => shown.push_str("\\r"),
            c if u32::from(c) < 0x20 || c == '\x7f' => shown.push_str(&format!("\\x{:02x}", u32::from(c))),
            c if hidden(c) => shown.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
            c => shown.push(c),
        }
    }
    shown
}

/// The first `limit` bytes of a text, whole characters only, with `…` when something was left out.
pub fn cut(text: &str, limit: usize) -> String {
    if text.len() <= limit {
        return text.to_owned();
    }
    let end = (0..=limit).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    format!("{}…", text.get(..end).unwrap_or_default())
}

/// Characters that show nothing, or change how their neighbours are shown.
fn hidden(c: char) -> bool {
    matches!(u32::from(c),
        0x80..=0x9f | 0xad | 0x34f | 0x61c | 0x115f..=0x1160 | 0x17b4..=0x17b5 | 0x180b..=0x180f
        | 0x200b..=0x200f | 0x2028..=0x202e | 0x2060..=0x206f | 0x3164 | 0xfe00..=0xfe0f | 0xfeff
        | 0xffa0 | 0xfff0..=0xfffb | 0x1bca0..=0x1bca3 | 0x1d173..=0x1d17a | 0xe0000..=0xe0fff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_act_on_is_spelled_out() {
        let table = [
            ("git status", "git status"),
            ("grüße 日本 🐕", "grüße 日本 🐕"),
            ("a\nb\tc", "a\\nb\\tc"),
            ("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"),
            ("rm \u{202e}x", "rm \\u{202e}x"),
            ("a\u{200b}b\u{9b}31m", "a\\u{200b}b\\u{9b}31m"),
            ("tag\u{e0041}", "tag\\u{e0041}"),
        ];
        for (text, expected) in table {
            assert_eq!(visible(text), expected);
        }
    }

    #[test]
    fn a_cut_keeps_characters_whole() {
        assert_eq!(cut("short", 5), "short");
        assert_eq!(cut("shorter", 5), "short…");
        assert_eq!(cut("äöü", 3), "ä…");
    }
}
