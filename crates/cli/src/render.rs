//! What goes to the terminal: colour, wrapping, and text cut to the window.

use crate::args::{Flag, value};
use crate::exit::Failure;
use mastiff_core::Decision;
use mastiff_core::escape::for_people;
use mastiff_engine::terminal_columns;
use std::env::{var, var_os};
use std::io::{ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicU8, Ordering};

pub mod excerpt;

/// The width of a line where nobody says how wide the window is: no `COLUMNS`, no terminal, so it goes into a file.
const WIDTH: usize = 100;
/// Narrower windows get lines that the terminal breaks, wider ones lines that stay easy to read.
const NARROWEST: usize = 30;
const WIDEST: usize = 200;

/// `--color WHEN`
pub const COLOR: Flag =
    value("--color", "auto|always|never", "colour only on a terminal, always or never (auto)");

/// What `--color` said: 0 nothing, 1 always, 2 never.
static CHOSEN: AtomicU8 = AtomicU8::new(0);

/// Takes up what `--color` says.
pub fn choose_colour(when: Option<&str>) -> Result<(), Failure> {
    let chosen = match when {
        None | Some("auto") => 0,
        Some("always") => 1,
        Some("never") => 2,
        Some(other) => {
            let failure = Failure::new(format!("`--color {}` is not known", other.escape_debug()));
            return Err(failure.hint("one of auto, always, never"));
        }
    };
    CHOSEN.store(chosen, Ordering::Relaxed);
    Ok(())
}

/// Colour, or none: as `--color` says, else as `NO_COLOR` and `CLICOLOR_FORCE` say, else on a terminal alone.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    on: bool,
}

impl Paint {
    /// As fits standard output.
    pub fn for_stdout() -> Self {
        let is_set = |name: &str| var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
        let refused = || var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let fits = || std::io::stdout().is_terminal() && var_os("TERM").is_none_or(|term| term != "dumb");
        let on = match CHOSEN.load(Ordering::Relaxed) {
            1 => true,
            2 => false,
            _ => !refused() && (is_set("CLICOLOR_FORCE") || fits()),
        };
        Paint { on }
    }

    /// In the colour of a decision.
    pub fn decision(self, decision: Decision, text: &str) -> String {
        self.wrap(colour(decision), text)
    }

    /// Set back.
    pub fn dim(self, text: &str) -> String {
        self.wrap("2", text)
    }

    /// In reverse: the row that is chosen.
    pub fn chosen(self, text: &str) -> String {
        self.wrap("7", text)
    }

    /// Brought forward.
    pub fn bold(self, text: &str) -> String {
        self.wrap("1", text)
    }

    fn wrap(self, code: &str, text: &str) -> String {
        if self.on && !text.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    #[cfg(test)]
    pub const OFF: Paint = Paint { on: false };

    #[cfg(test)]
    pub fn with(on: bool) -> Self {
        Paint { on }
    }
}

/// How many columns there are to write in: as `COLUMNS` says, else as the terminal does.
pub fn columns() -> usize {
    let given = var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok()).filter(|c| *c > 0);
    let asked = || terminal_columns().map(usize::from);
    given.or_else(asked).unwrap_or(WIDTH).clamp(NARROWEST, WIDEST)
}

/// All of it to standard output. A reader that went away (`| head`) is no failure.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("standard output could not be written: {error}")))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// A failure to standard error.
pub fn complain(failure: &Failure) {
    let mut text = format!("mastiff: {}\n", shown(&failure.message));
    if let Some(hint) = &failure.hint {
        text.push_str(&format!("         {}\n", shown(hint)));
    }
    // Nowhere left to say that even this failed.
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Each line escaped: paths and names are whatever somebody made them.
fn shown(text: &str) -> String {
    text.lines().map(|line| for_people(line)).collect::<Vec<_>>().join("\n")
}

/// Something that somebody should know, to standard error; each line escaped.
pub fn remark(text: &str) {
    remark_as("mastiff: ", text);
}

/// The same, each line behind something else.
pub fn remark_as(before: &str, text: &str) {
    let lines = text.lines().map(|line| format!("{before}{}\n", for_people(line)));
    // As above.
    let _ = std::io::stderr().lock().write_all(lines.collect::<String>().as_bytes());
}

/// `text` broken between words into lines of at most `width`, each behind `indent` columns.
pub fn paragraph(text: &str, indent: usize, width: usize) -> String {
    let room = width.saturating_sub(indent).max(20);
    let mut out = String::new();
    for line in lines(text, room) {
        out.push_str(&" ".repeat(indent));
        out.push_str(&line);
        out.push('\n');
    }
    out
}

/// All of `text` in lines of at most `width` columns, broken wherever one is full: nothing of it is left out.
pub fn broken(text: &str, width: usize) -> Vec<String> {
    let (mut lines, mut line, mut used) = (Vec::new(), String::new(), 0);
    for c in text.chars() {
        let wide = excerpt::width(c);
        if used + wide > width.max(1) {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        used += wide;
        line.push(c);
    }
    lines.push(line);
    lines
}

/// At most `width` columns of `text`, the end replaced by `…` if there is more.
pub fn cut(text: &str, width: usize) -> String {
    if columns_of(text) <= width {
        return text.to_owned();
    }
    let mut used = 1;
    let kept = text.chars().take_while(|c| {
        used += excerpt::width(*c);
        used <= width
    });
    kept.chain(['…']).collect()
}

/// `text` with blanks behind it up to `width` columns; `{:<n}` would count characters.
pub fn padded(text: &str, width: usize) -> String {
    text.to_owned() + &" ".repeat(width.saturating_sub(columns_of(text)))
}

/// Columns that `text` takes on a terminal.
pub fn columns_of(text: &str) -> usize {
    text.chars().map(excerpt::width).sum()
}

fn lines(text: &str, room: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let Some(line) = lines.last_mut() else { break };
        if line.is_empty() {
            line.push_str(word);
        } else if columns_of(line) + 1 + columns_of(word) <= room {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

fn colour(decision: Decision) -> &'static str {
    match decision {
        Decision::Allow => "32",
        Decision::Ask => "33",
        Decision::Deny => "31",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_break_between_words() {
        assert_eq!(paragraph("one two three four five", 2, 22), "  one two three four\n  five\n");
        assert_eq!(paragraph("日本語日本語 日本語日本語", 0, 20), "日本語日本語\n日本語日本語\n");
        assert_eq!(paragraph("", 2, 40), "  \n");
    }

    #[test]
    fn cutting_counts_columns() {
        assert_eq!(cut("short", 5), "short");
        assert_eq!(cut("longer", 5), "long…");
        assert_eq!(cut("日本語", 5), "日本…");
    }

    #[test]
    fn breaking_keeps_everything() {
        assert_eq!(broken("", 4), [""]);
        assert_eq!(broken("abcdefghi", 4), ["abcd", "efgh", "i"]);
        assert_eq!(broken("日本語", 5), ["日本", "語"]);
    }

    #[test]
    fn colour_only_when_on() {
        assert_eq!(Paint::with(false).bold("x"), "x");
        assert_eq!(Paint::with(true).decision(Decision::Deny, "x"), "\x1b[31mx\x1b[0m");
    }
}
