//! Digests in two thirds of the room.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Base64 without padding of what this hexadecimal text stands for; `None`: it is none.
pub fn of_hex(hex: &str) -> Option<String> {
    let digits: Vec<u32> = hex.chars().map(|c| c.to_digit(16)).collect::<Option<_>>()?;
    let lower = !hex.bytes().any(|byte| byte.is_ascii_uppercase());
    if digits.is_empty() || !digits.len().is_multiple_of(2) || !lower {
        return None;
    }
    // Three digits of four bits are two of six; what is missing at the end counts as zero.
    let pair = |chunk: &[u32]| {
        let bits = (0..3).fold(0, |bits, at| bits << 4 | chunk.get(at).copied().unwrap_or(0));
        let letter = |six: u32| DIGITS.get(six as usize & 63).map(|byte| char::from(*byte));
        let wanted = if chunk.len() == 1 { 1 } else { 2 };
        [letter(bits >> 6), letter(bits)].into_iter().flatten().take(wanted).collect::<String>()
    };
    Some(digits.chunks(3).map(pair).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_texts() {
        for (hex, expected) in [
            ("66", Some("Zg")),
            ("666f", Some("Zm8")),
            ("666f6f", Some("Zm9v")),
            ("666f6f62", Some("Zm9vYg")),
            ("ffff", Some("//8")),
            ("", None),
            ("6", None),
            ("6g", None),
            ("FF", None),
        ] {
            assert_eq!(of_hex(hex).as_deref(), expected, "{hex}");
        }
        assert_eq!(of_hex(&"0f".repeat(32)).unwrap().len(), 43);
    }
}
