//! Exactly one JSON value from a stream that may never end.
//!
//! Some hosts keep stdin open after the event. The value says itself where it ends: at the bracket that closes the
//! first one. Whether it is well formed is for the parser to say; here only its end is found.

use std::fmt;
use std::io::{ErrorKind, Read};
use std::time::Duration;

/// The largest event that is read.
pub const BYTES: usize = 8 << 20;
/// The largest event after a call: some hosts put all of its output in there, more than once.
pub const RESULT_BYTES: usize = 32 << 20;
/// Most events fit into the first piece: every page of a larger one would be touched for nothing.
const FIRST: usize = 4 << 10;
const CHUNK: usize = 64 << 10;

/// Why there is no value.
#[derive(Debug)]
pub enum Fault {
    /// Nothing but white space.
    Empty,
    /// The stream ended inside the value.
    Cut,
    /// More bytes than this.
    TooLarge(usize),
    /// Something stands behind the value.
    More,
    /// Not UTF-8.
    NotText,
    /// The stream failed.
    Io(std::io::Error),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Empty => f.write_str("stdin is empty; a JSON event was expected"),
            Fault::Cut => f.write_str("stdin ended in the middle of the event"),
            Fault::TooLarge(most) => write!(f, "the event on stdin is larger than {} MiB", most >> 20),
            Fault::More => f.write_str("something stands behind the event on stdin"),
            Fault::NotText => f.write_str("the event on stdin is not UTF-8"),
            Fault::Io(error) => write!(f, "stdin cannot be read: {error}"),
        }
    }
}

impl std::error::Error for Fault {}

/// Standard input as the kernel gives it: a buffer of the library's in between would be memory that nobody needs.
pub struct Unbuffered;

impl Read for Unbuffered {
    fn read(&mut self, piece: &mut [u8]) -> std::io::Result<usize> {
        Ok(rustix::io::read(rustix::stdio::stdin(), piece)?)
    }
}

/// Reads one value, and no further than to its end.
pub fn one_value(mut stream: impl Read, most: usize) -> Result<String, Fault> {
    let mut bytes = Vec::with_capacity(FIRST);
    let mut scan = Scan::default();
    let mut scanned = 0;
    loop {
        let count = more(&mut stream, &mut bytes)?;
        let fresh = bytes.get(scanned..).unwrap_or_default();
        if let Some(end) = scan.end(fresh) {
            return finish(bytes, scanned + end, most);
        }
        scanned = bytes.len();
        if count == 0 {
            return at_end(bytes, &scan, most);
        }
        if bytes.len() > most {
            return Err(Fault::TooLarge(most));
        }
    }
}

/// Appends what the stream has; 0 at its end.
fn more(stream: &mut impl Read, bytes: &mut Vec<u8>) -> Result<usize, Fault> {
    let start = bytes.len();
    bytes.resize(start + start.clamp(FIRST, CHUNK), 0);
    let count = loop {
        match stream.read(bytes.get_mut(start..).unwrap_or_default()) {
            Ok(count) => break count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            // A host's end may be set to never wait. How long to try is the watchdog's to say.
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                std::thread::sleep(Duration::from_millis(1))
            }
            Err(error) => return Err(Fault::Io(error)),
        }
    };
    bytes.truncate(start + count);
    Ok(count)
}

fn finish(mut bytes: Vec<u8>, end: usize, most: usize) -> Result<String, Fault> {
    if end > most {
        return Err(Fault::TooLarge(most));
    }
    if !bytes.iter().skip(end).all(|byte| is_space(*byte)) {
        return Err(Fault::More);
    }
    bytes.truncate(end);
    String::from_utf8(bytes).map_err(|_| Fault::NotText)
}

/// The stream ended: a bare number or word is whole, a bracket or string is not.
fn at_end(bytes: Vec<u8>, scan: &Scan, most: usize) -> Result<String, Fault> {
    if !scan.started {
        return Err(Fault::Empty);
    }
    if scan.depth > 0 || scan.in_string {
        return Err(Fault::Cut);
    }
    let end = bytes.len();
    finish(bytes, end, most)
}

/// How far the value was followed.
#[derive(Default)]
struct Scan {
    started: bool,
    depth: usize,
    in_string: bool,
    escaped: bool,
}

impl Scan {
    /// Follows more bytes; the place behind the value's last byte, once it is reached.
    fn end(&mut self, bytes: &[u8]) -> Option<usize> {
        bytes.iter().position(|byte| self.ends_with(*byte)).map(|at| at + 1)
    }

    fn ends_with(&mut self, byte: u8) -> bool {
        if self.in_string {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
            return !self.in_string && self.depth == 0;
        }
        let bare = self.started && self.depth == 0;
        match byte {
            b'"' => self.in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                self.started = true;
                return self.depth == 0;
            }
            byte if is_space(byte) => return bare,
            _ => {}
        }
        self.started = true;
        false
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives its pieces one by one, then fails: whoever asks for more than the value is caught.
    struct Pieces<'a>(Vec<&'a [u8]>, bool);

    impl Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            if self.0.is_empty() {
                return if self.1 { Ok(0) } else { panic!("asked for more than the value") };
            }
            let piece = self.0.remove(0);
            buffer[..piece.len()].copy_from_slice(piece);
            Ok(piece.len())
        }
    }

    #[test]
    fn a_value_ends_where_it_says() {
        let table: &[(&[&str], &str)] = &[
            (&["{}"], "{}"),
            (&["{\"a\":[1,{\"b\":\"}\"}]}\n"], "{\"a\":[1,{\"b\":\"}\"}]}"),
            (&["{\"a", "\":\"\\", "\"}", "\"", "}"], "{\"a\":\"\\\"}\"}"),
            (&["{\"a\":\"\\\\", "\"}"], "{\"a\":\"\\\\\"}"),
            (&[" \r\n\t", "[", "]"], " \r\n\t[]"),
            (&["\"x\""], "\"x\""),
            (&["12", "3 "], "123 "),
            (&["{]"], "{]"),
        ];
        for (pieces, expected) in table {
            let stream = Pieces(pieces.iter().map(|piece| piece.as_bytes()).collect(), false);
            assert_eq!(one_value(stream, BYTES).expect("a value"), *expected);
        }
    }

    #[test]
    fn faults_are_told_apart() {
        let fault = |bytes: &[u8]| one_value(bytes, BYTES).expect_err("no value").to_string();
        assert!(fault(b"").contains("empty"));
        assert!(fault(b" \n").contains("empty"));
        assert!(fault(b"{\"a\":").contains("middle"));
        assert!(fault(b"\"a").contains("middle"));
        assert!(fault(b"{} {}").contains("behind"));
        assert!(fault(b"{}x").contains("behind"));
        assert!(fault(b"{\"a\":\"\xff\"}").contains("UTF-8"));
        assert_eq!(one_value(&b"null"[..], BYTES).expect("a value"), "null");
    }

    #[test]
    fn what_is_too_large_is_not_kept() {
        let large = format!("{{\"a\":\"{}\"}}", "x".repeat(BYTES));
        assert!(matches!(one_value(large.as_bytes(), BYTES), Err(Fault::TooLarge(_))));
        assert!(matches!(one_value(std::io::repeat(b'['), BYTES), Err(Fault::TooLarge(_))));
        assert!(matches!(one_value(std::io::repeat(b' '), BYTES), Err(Fault::TooLarge(_))));
        let fits = format!("[{}]", " ".repeat(BYTES - 2));
        assert_eq!(one_value(fits.as_bytes(), BYTES).expect("a value").len(), BYTES);
    }

    #[test]
    fn a_stream_that_would_wait_is_asked_again() {
        struct Shy(u32);
        impl Read for Shy {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                self.0 += 1;
                match self.0 {
                    1 => Err(ErrorKind::WouldBlock.into()),
                    2 => Err(ErrorKind::Interrupted.into()),
                    _ => (&b"{}"[..]).read(buffer),
                }
            }
        }
        assert_eq!(one_value(Shy(0), BYTES).expect("a value"), "{}");
    }
}
