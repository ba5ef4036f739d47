//! The text of a help page in pieces, so that a terminal and a manual page can each set it in its own way.

/// A piece of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Sentences that may be broken anywhere between words.
    Text(String),
    /// A row of a small table, as in `  show ID   one record in full`.
    Row {
        /// Blanks in front.
        indent: usize,
        /// What the row is about.
        term: String,
        /// The column in which its explanation begins.
        column: usize,
        /// The explanation.
        text: String,
    },
    /// An empty line.
    Gap,
}

/// The pieces of a text: `show   one record` is a row, deeper lines go on with it, everything else is prose.
pub fn pieces(details: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for line in details.trim().lines() {
        let indent = line.len() - line.trim_start().len();
        match (pieces.last_mut(), row(line)) {
            _ if line.trim().is_empty() => pieces.push(Piece::Gap),
            (Some(Piece::Row { column, text, .. }), _) if indent >= *column => join(text, line),
            (_, Some(row)) => pieces.push(row),
            (Some(Piece::Text(text)), None) if indent == 0 => join(text, line),
            (_, None) if indent == 0 => pieces.push(Piece::Text(line.trim().to_owned())),
            (_, None) => pieces.push(alone(line, indent)),
        }
    }
    pieces
}

/// A row, if two blanks stand between its parts.
fn row(line: &str) -> Option<Piece> {
    let indent = line.len() - line.trim_start().len();
    let (term, behind) = line.trim_start().split_once("  ")?;
    let text = behind.trim_start();
    let column = line.len() - text.len();
    Some(Piece::Row { indent, term: term.to_owned(), column, text: text.to_owned() })
}

/// A line that is set in and stays as it is: a command, a pattern.
fn alone(line: &str, indent: usize) -> Piece {
    Piece::Row { indent, term: line.trim().to_owned(), column: usize::MAX, text: String::new() }
}

fn join(text: &mut String, line: &str) {
    text.push(' ');
    text.push_str(line.trim());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_tables_and_gaps() {
        let text = "One sentence\nand its end.\n\n  show ID   one record\n            in full\n  verify    all\nMore.";
        let row = |term: &str, text: &str| Piece::Row {
            indent: 2,
            term: term.into(),
            column: 12,
            text: text.into(),
        };
        let expected = [
            Piece::Text("One sentence and its end.".into()),
            Piece::Gap,
            row("show ID", "one record in full"),
            row("verify", "all"),
            Piece::Text("More.".into()),
        ];
        assert_eq!(pieces(text), expected);
    }
}
