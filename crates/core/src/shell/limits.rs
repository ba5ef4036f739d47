//! How much the reader takes on. All limits stand here; reaching one is a refusal.

use super::Refusal;
use super::cursor::{Read, Reader};

/// Longest text, in bytes.
pub const MAX_LENGTH: usize = 128 * 1024;

/// Deepest nesting of commands, substitutions and expansions. Each level costs some ten stack frames; the value keeps
/// the reader and whoever walks its tree far inside a stack of 2 MiB, also without optimisation.
pub const MAX_DEPTH: u32 = 100;

/// Most brackets open at once, wherever they stand, also in quotes: nobody means them, and shells themselves fall over
/// them. Far above [`MAX_DEPTH`], because prose and data may hold some that are never closed.
pub(super) const MAX_OPEN: usize = 1_000;

/// Most here-documents waiting on one line: bash itself gives up beyond.
pub(super) const MAX_PENDING: usize = 16;

/// What may still be spent on a text; shared by the readers of its nested texts.
#[derive(Clone, Copy)]
pub(super) struct Budget {
    /// Words that brace lists may still become.
    pub spread_words: usize,
    /// Pieces and bytes that brace lists may still be copied into.
    pub spread_size: usize,
    /// Bytes that may be looked at before it is known how to read them.
    pub lookahead: usize,
}

impl Budget {
    /// The budget for a text of `length` bytes.
    pub fn new(length: usize) -> Self {
        Budget { spread_words: 1_000, spread_size: 64 * 1024, lookahead: 4 * length + 64 }
    }
}

impl Reader<'_> {
    /// One level deeper. A refusal ends the whole reading, so that only success has to [`Reader::leave`].
    pub(super) fn enter(&mut self) -> Read<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.too_deep());
        }
        Ok(())
    }

    /// Back up one level.
    pub(super) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    #[cold]
    fn too_deep(&self) -> Refusal {
        let why = "commands or expansions nested too deeply to be read";
        Refusal { limit: true, ..self.refusal(self.pos, why) }
    }
}
