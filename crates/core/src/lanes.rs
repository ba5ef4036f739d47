//! Eight bytes looked at in one step, for texts of which each byte would be asked for every call.

/// Eight bytes of a text.
pub type Lanes = [u8; 8];

const ONES: u64 = u64::from_ne_bytes([1; 8]);
const HIGH: u64 = ONES << 7;

/// One of the bytes is `byte`.
pub fn has(bytes: Lanes, byte: u8) -> bool {
    has_zero(differences(bytes, byte))
}

/// At one place stands `one` in `ones` and `other` in `others`.
pub fn meet(ones: Lanes, one: u8, others: Lanes, other: u8) -> bool {
    has_zero(differences(ones, one) | differences(others, other))
}

/// All bytes are printable ASCII.
pub fn are_printable(bytes: Lanes) -> bool {
    let bytes = u64::from_ne_bytes(bytes);
    let below = bytes.wrapping_sub(ONES * u64::from(b' '));
    (bytes | below | bytes.wrapping_add(ONES)) & HIGH == 0
}

/// Zero where a byte is `byte`.
fn differences(bytes: Lanes, byte: u8) -> u64 {
    u64::from_ne_bytes(bytes) ^ (ONES * u64::from(byte))
}

/// A byte borrows only if it, or one below it, is zero.
fn has_zero(bytes: u64) -> bool {
    bytes.wrapping_sub(ONES) & !bytes & HIGH != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_eight_bytes_holds_for_one_of_them() {
        for place in 0..8 {
            for byte in 0..=255 {
                let mut bytes = *b"abcdefgh";
                bytes[place] = byte;
                let printable = (b' '..=b'~').contains(&byte);
                assert_eq!(are_printable(bytes), printable, "{byte} at {place}");
                assert!(has(bytes, byte), "{byte} at {place}");
                assert_eq!(has(bytes, 0), byte == 0, "{byte} at {place}");
                assert!(meet(bytes, byte, *b"12345678", b'1' + u8::try_from(place).unwrap()));
                assert!(!meet(*b"12345678", b'x', bytes, byte));
            }
        }
    }
}
