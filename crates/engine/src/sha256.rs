//! SHA-256, as hexadecimal text.

use ring::{digest, hmac};

/// A digest in the making.
#[derive(Clone)]
pub struct Hash(digest::Context);

impl Default for Hash {
    fn default() -> Self {
        Hash(digest::Context::new(&digest::SHA256))
    }
}

impl Hash {
    /// And of this.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Of all of it.
    pub fn hex(self) -> String {
        to_hex(self.0.finish().as_ref())
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
    to_hex(digest::digest(&digest::SHA256, content).as_ref())
}

/// The digest of several pieces that nobody can try out without the key.
pub fn keyed(key: &[u8], pieces: &[&[u8]]) -> String {
    let mut hash = hmac::Context::with_key(&hmac::Key::new(hmac::HMAC_SHA256, key));
    for piece in pieces {
        hash.update(&(piece.len() as u64).to_be_bytes());
        hash.update(piece);
    }
    to_hex(hash.sign().as_ref())
}

/// Bytes as hexadecimal text.
pub fn to_hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |n: u8| DIGITS.get(usize::from(n)).copied().map_or('0', char::from);
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        text.extend([digit(byte >> 4), digit(byte & 15)]);
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
