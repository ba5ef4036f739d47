//! SHA-256, as hexadecimal text.

use hmac_sha256::HMAC;

/// A digest in the making.
#[derive(Clone, Default)]
pub struct Hash(hmac_sha256::Hash);

impl Hash {
    /// And of this.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Of all of it.
    pub fn hex(self) -> String {
        to_hex(&self.0.finalize())
    }
}

/// The digest of several pieces; each is preceded by its length, so that moving bytes from one piece to the next
/// changes the digest.
pub fn hex(pieces: &[&[u8]]) -> String {
    let mut hash = Hash::default();
    for piece in pieces {
        hash.update(&(piece.len() as u64).to_be_bytes());
        hash.update(piece);
    }
    hash.hex()
}

/// The digest of one content as other programs print it: `sha256sum` of the file.
pub fn of(content: &[u8]) -> String {
    to_hex(&hmac_sha256::Hash::hash(content))
}

/// The digest of several pieces that nobody can try out without the key.
pub fn keyed(key: &[u8], pieces: &[&[u8]]) -> String {
    let mut hash = HMAC::new(key);
    for piece in pieces {
        hash.update((piece.len() as u64).to_be_bytes());
        hash.update(piece);
    }
    to_hex(&hash.finalize())
}

/// Bytes as hexadecimal text.
pub fn to_hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |n: u8| DIGITS.get(usize::from(n)).copied().map_or('0', char::from);
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        text.push(digit(byte >> 4));
        text.push(digit(byte & 15));
    }
    text
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
