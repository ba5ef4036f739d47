//! What a file is, by its beginning.

use mastiff_core::protocol::Host;
use memchr::memmem::find;

/// The transcripts that are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Claude Code: a line per message.
    Claude,
    /// Codex: a rollout.
    Codex,
    /// Gemini CLI: a line per message.
    Gemini,
    /// Gemini CLI as it was: one object with all messages.
    GeminiWhole,
    /// mastiff's own record.
    Ledger,
}

/// A format, and what tells it: one text of each group stands in the first lines. The first that fits counts.
const MARKS: &[(Format, &[&[&str]])] = &[
    (
        Format::Codex,
        &[&["\"payload\""], &["\"session_meta\"", "\"response_item\"", "\"event_msg\"", "\"turn_context\""]],
    ),
    // Rollouts of the first versions: the items themselves.
    (Format::Codex, &[&["\"function_call\"", "\"local_shell_call\"", "\"record_type\""]]),
    (Format::Gemini, &[&["\"projectHash\""]]),
    (
        Format::Claude,
        &[&["\"type\""], &["\"sessionId\"", "\"parentUuid\"", "\"leafUuid\"", "\"file-history-snapshot\""]],
    ),
];

impl Format {
    /// The format of a file that begins like this; `None`: no transcript.
    pub fn of(head: &[u8]) -> Option<Format> {
        let head = head.trim_ascii_start();
        let inside = head.strip_prefix(b"{")?;
        if inside.trim_ascii_start().starts_with(b"\"v\":")
            && has(head, "\"mastiff\":") | has(head, "\"event\":")
        {
            return Some(Format::Ledger);
        }
        if is_whole(inside) {
            return Some(Format::GeminiWhole);
        }
        let fits = |groups: &[&[&str]]| groups.iter().all(|group| group.iter().any(|mark| has(head, mark)));
        MARKS.iter().find(|(_, groups)| fits(groups)).map(|(format, _)| *format)
    }

    /// The agent that writes it; none for ledgers, which hold those of all.
    pub fn host(self) -> Option<Host> {
        match self {
            Format::Claude => Some(Host::Claude),
            Format::Codex => Some(Host::Codex),
            Format::Gemini | Format::GeminiWhole => Some(Host::Gemini),
            Format::Ledger => None,
        }
    }
}

/// One object that holds all messages: its list begins before the first line or message ends.
fn is_whole(inside: &[u8]) -> bool {
    let until = find(inside, b"}").unwrap_or(inside.len());
    let first = inside.get(..until).unwrap_or_default();
    has(first, "\"messages\"") && has(first, "\"sessionId\"") && !has(first, "\"$set\"")
}

fn has(text: &[u8], mark: &str) -> bool {
    find(text, mark.as_bytes()).is_some()
}
