//! SHA-256, as hexadecimal text.

/// The digest of several pieces; each is preceded by its length, so that moving bytes from one piece to the next
/// changes the digest.
pub fn hex(pieces: &[&[u8]]) -> String {
    let mut hash = hmac_sha256::Hash::new();
    for piece in pieces {
        hash.update((piece.len() as u64).to_be_bytes());
        hash.update(piece);
    }
    to_hex(&hash.finalize())
}

/// The digest of one content as other programs print it: `sha256sum` of the file.
pub fn of(content: &[u8]) -> String {
    to_hex(&hmac_sha256::Hash::hash(content))
}

/// Bytes as hexadecimal text.
pub fn to_hex(bytes: &[u8]) -> String {
    let digit = |n: u8| char::from_digit(u32::from(n), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// The digest of several pieces that nobody can try out without the key.
pub fn keyed(key: &[u8], pieces: &[&[u8]]) -> String {
    let mut hash = hmac_sha256::HMAC::new(key);
    for piece in pieces {
        hash.update((piece.len() as u64).to_be_bytes());
        hash.update(piece);
    }
    to_hex(&hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_vector() {
        let digest = of(b"abc");
        assert_eq!(digest, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn pieces_do_not_run_together() {
        assert_ne!(hex(&[b"ab", b"c"]), hex(&[b"a", b"bc"]));
        assert_eq!(hex(&[b"ab", b"c"]), hex(&[b"ab", b"c"]));
    }
}
