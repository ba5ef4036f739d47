//! A terminal that is drawn on as a whole, and is as it was when that is over: at the end, after a panic, after a signal.
//!
//! Plain ANSI sequences and the system's own settings: what every terminal of the last thirty years knows. The size is asked for
//! at every look, several times a second, so a window that changes needs no signal.

use crate::exit::Failure;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};
use std::io::{Write, stdin, stdout};
use std::sync::Mutex;

/// The other screen, without a cursor, and without wrapping: a line that is too long must not push the rest away.
const ENTER: &str = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J";
const LEAVE: &str = "\x1b[?7h\x1b[?25h\x1b[?1049l";
/// How long a look for keys takes at most.
const TICK: Timespec = Timespec { tv_sec: 0, tv_nsec: 200_000_000 };

/// How the terminal was.
static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

/// A key that means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A letter or a sign.
    Letter(char),
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// A page forward.
    PageDown,
    /// A page back.
    PageUp,
    /// Ctrl-C, Ctrl-D, or nobody is there any more.
    Quit,
    /// Anything else.
    Other,
}

/// Columns and lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Columns.
    pub width: usize,
    /// Lines.
    pub height: usize,
}

/// The terminal, while it is drawn on.
pub struct Terminal {
    drawn: Vec<String>,
}

impl Terminal {
    /// Takes the terminal of standard input and output.
    pub fn open() -> Result<Terminal, Failure> {
        let wrong = |error: Errno| Failure::new(format!("the terminal cannot be used: {error}"));
        let before = tcgetattr(stdin()).map_err(wrong)?;
        if let Ok(mut kept) = BEFORE.lock() {
            *kept = Some(before.clone());
        }
        restore_in_panics();
        let mut raw = before;
        raw.make_raw();
        tcsetattr(stdin(), OptionalActions::Flush, &raw).map_err(wrong)?;
        let terminal = Terminal { drawn: Vec::new() };
        put(ENTER)?;
        Ok(terminal)
    }

    /// How large it is now; what does not say is taken for the usual.
    pub fn size(&self) -> Size {
        let found = tcgetwinsize(stdout()).ok().filter(|size| size.ws_col > 0 && size.ws_row > 0);
        let (width, height) = found.map_or((80, 24), |size| (size.ws_col.into(), size.ws_row.into()));
        Size { width, height }
    }

    /// Draws these lines, if they are others than those that stand there.
    pub fn draw(&mut self, lines: Vec<String>) -> Result<(), Failure> {
        if self.drawn == lines {
            return Ok(());
        }
        let mut out = String::new();
        if self.drawn.len() != lines.len() {
            out.push_str("\x1b[2J");
        }
        for (row, line) in lines.iter().enumerate() {
            // Cleared first: behind a full line that would take its last letter.
            out.push_str(&format!("\x1b[{};1H\x1b[2K{line}\x1b[0m", row + 1));
        }
        self.drawn = lines;
        put(&out)
    }

    /// Draws everything again the next time.
    pub fn forget(&mut self) {
        self.drawn.clear();
    }

    /// The next key; `None`: none was pressed within a moment. Of several that arrive at once, as when something is
    /// pasted, only the first counts.
    pub fn key(&mut self) -> Result<Option<Key>, Failure> {
        let input = stdin();
        let mut waiting = [PollFd::new(&input, PollFlags::IN)];
        match poll(&mut waiting, Some(&TICK)) {
            Ok(0) | Err(Errno::INTR) => return Ok(None),
            Ok(_) => {}
            Err(error) => return Err(Failure::new(format!("the terminal cannot be read: {error}"))),
        }
        let mut bytes = [0; 64];
        Ok(match rustix::io::read(&input, &mut bytes) {
            Ok(count) => Some(key(bytes.get(..count).unwrap_or_default())),
            Err(Errno::INTR | Errno::AGAIN) => None,
            // The terminal is gone.
            Err(_) => Some(Key::Quit),
        })
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back as it was; once.
fn restore() {
    let before = BEFORE.lock().ok().and_then(|mut before| before.take());
    if let Some(before) = before {
        // Nobody is left to tell that it failed.
        let _ = put(LEAVE);
        let _ = tcsetattr(stdin(), OptionalActions::Flush, &before);
    }
}

/// What a panic says would be lost on the other screen.
fn restore_in_panics() {
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        restore();
        told(panic);
    }));
}

fn put(text: &str) -> Result<(), Failure> {
    let mut out = stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|error| Failure::new(format!("the terminal cannot be written to: {error}")))
}

/// The first key of what was read.
fn key(bytes: &[u8]) -> Key {
    match bytes {
        [] | [3 | 4, ..] => Key::Quit,
        [0x1b, b'[' | b'O', b'A', ..] => Key::Up,
        [0x1b, b'[' | b'O', b'B', ..] => Key::Down,
        [0x1b, b'[', b'5', b'~', ..] => Key::PageUp,
        [0x1b, b'[', b'6', b'~', ..] => Key::PageDown,
        [letter @ b' '..=b'~', ..] => Key::Letter(char::from(*letter)),
        [_, ..] => Key::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_told_apart() {
        let rows: &[(&[u8], Key)] = &[
            (b"a", Key::Letter('a')),
            (b"ay", Key::Letter('a')),
            (b" ", Key::Letter(' ')),
            (b"\x1b[A", Key::Up),
            (b"\x1bOB", Key::Down),
            (b"\x1b[6~", Key::PageDown),
            (b"\x1b[5~", Key::PageUp),
            (b"\x1b[200~ay\x1b[201~", Key::Other),
            (b"\x1b", Key::Other),
            (b"\r", Key::Other),
            (b"\x03", Key::Quit),
            (b"", Key::Quit),
            ("é".as_bytes(), Key::Other),
        ];
        for (bytes, expected) in rows {
            assert_eq!(key(bytes), *expected, "{bytes:?}");
        }
    }
}
