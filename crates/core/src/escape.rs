//! Text that comes from a command, made safe to show: on a terminal, in a reason, in a record.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

/// Replaces everything that could move a cursor, hide text or turn its direction by a visible escape. The result is
/// one line.
pub fn for_people(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| c.is_control() || is_deceptive(c)) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            c if c.is_control() => shown.push_str(&format!("\\x{:02x}", u32::from(c))),
            c if is_deceptive(c) => shown.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
            c => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// Looks like nothing, or changes how its neighbours are shown: every character that may be left out when text is shown
/// (Unicode's `Default_Ignorable_Code_Point`), every blank that is not the one of ASCII, blanks that count as letters or
/// signs, and marks that only steer.
pub fn is_deceptive(c: char) -> bool {
    if c.is_ascii() {
        return false;
    }
    c.is_whitespace() || is_ignorable(c) || is_blank_sign(c)
}

/// Unassigned ones included: they are set aside for more of their kind.
fn is_ignorable(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Not ignorable by the standard, and still nothing is seen: the empty braille pattern, notes between lines, joiners of
/// hieroglyphs, the empty notehead.
fn is_blank_sign(c: char) -> bool {
    matches!(c, '\u{2800}' | '\u{fff9}'..='\u{fffb}' | '\u{13430}'..='\u{1343f}' | '\u{16fe4}' | '\u{1d159}')
}

/// Makes people read another text than programs do: turns its direction, breaks a line, or hides letters. Joiners and
/// emoji selectors are not among them: ordinary messages hold those.
pub fn misleads(c: char) -> bool {
    matches!(c,
        '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}' | '\u{115f}'..='\u{1160}'
        | '\u{3164}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// Cuts a text after about `limit` bytes, with a sign that something is missing.
pub fn cut(text: &str, limit: usize) -> String {
    if text.len() <= limit {
        return text.into();
    }
    let end = (0..=limit).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    format!("{}…", text.get(..end).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_deceive_is_shown() {
        for (text, shown) in [
            ("ls -l", "ls -l"),
            ("größe 漢字", "größe 漢字"),
            ("a\nb\tc\r", "a\\nb\\tc\\r"),
            ("\u{1b}[2J\u{7f}\u{9b}", "\\x1b[2J\\x7f\\x9b"),
            ("a\u{202e}b\u{200b}c\u{2028}", "a\\u{202e}b\\u{200b}c\\u{2028}"),
            ("\u{e0041}", "\\u{e0041}"),
        ] {
            assert_eq!(for_people(text), shown);
        }
    }

    #[test]
    fn what_looks_like_nothing_is_shown() {
        const NOTHING: &str = "\u{a0}\u{ad}\u{34f}\u{115f}\u{1160}\u{1680}\u{17b4}\u{180e}\u{2000}\u{2009}\u{200a}\u{200d}\u{2029}\u{202f}\
            \u{205f}\u{2060}\u{2800}\u{3000}\u{3164}\u{fe00}\u{fe0f}\u{feff}\u{ffa0}\u{fff3}\u{fffa}\u{13430}\u{1bca2}\u{1d159}\u{1d173}\
            \u{e0020}\u{e007f}\u{e0100}\u{e01ef}";
        for c in NOTHING.chars() {
            let text = format!("rm{c}x");
            assert_eq!(for_people(&text), format!("rm\\u{{{:x}}}x", u32::from(c)));
        }
        let letters =
            "ls -l größe 漢字 かな 한글 ᄀ가 עברית العربية हिन्दी ไทย ქართული ᠮᠣᠩᠭᠣᠯ ខ្មែរ ⠁⠿ 𓀀 𝄞 é 👩 ⚠ €";
        assert_eq!(for_people(letters), letters);
    }

    #[test]
    fn ordinary_messages_do_not_mislead() {
        assert!(!"fix: größe 漢字 👩\u{200d}💻 ⚠\u{fe0f} می\u{200c}خواهم".chars().any(misleads));
        for text in ["ls \u{2028}rm", "a\u{202e}b", "x\u{2066}y", "\u{e0041}", "\u{3164}"] {
            assert!(text.chars().any(misleads), "{text:?}");
        }
    }

    #[test]
    fn cutting_keeps_characters_whole() {
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("aöö", 2), "a…");
        assert_eq!(cut("", 0), "");
    }
}
