//! A command line cut into words and what stands between them, as far as that is plain.

/// A piece of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A word, quotes included.
    Word(String),
    /// `|`, `&&`, `;`, `> `, `2>&1`.
    Operator(String),
}

impl Piece {
    /// As it was written.
    pub fn text(&self) -> &str {
        match self {
            Piece::Word(text) | Piece::Operator(text) => text,
        }
    }
}

/// The pieces; `None` for what only a real reader of the shell can cut: substitutions, here-documents, groups, lines.
pub fn cut(command: &str) -> Option<Vec<Piece>> {
    if command.contains(['\n', '`', '(', ')', '{', '}']) || command.contains("<<") || has_keyword(command) {
        return None;
    }
    let mut pieces = Vec::new();
    let mut rest = command.trim();
    while !rest.is_empty() {
        let (piece, length) = first(rest)?;
        pieces.push(piece);
        rest = rest[length..].trim_start_matches([' ', '\t']);
    }
    Some(pieces)
}

/// The command line again.
pub fn join(pieces: &[Piece], between: &str) -> String {
    pieces.iter().map(Piece::text).collect::<Vec<_>>().join(between)
}

/// Places of words that name a program: the first of each simple command.
pub fn names(pieces: &[Piece]) -> Vec<usize> {
    let begins = |at: usize| at == 0 || matches!(pieces[at - 1].text(), "|" | "&&" | "||" | ";" | "&");
    (0..pieces.len()).filter(|at| begins(*at) && matches!(pieces[*at], Piece::Word(_))).collect()
}

fn has_keyword(command: &str) -> bool {
    let keywords = ["if", "for", "while", "until", "case", "function", "select", "[[", "time", "!", "coproc"];
    command.split_ascii_whitespace().any(|word| keywords.contains(&word))
}

fn first(text: &str) -> Option<(Piece, usize)> {
    const OPERATORS: &[&str] = &[
        "2>&1", "&&", "||", "&>>", "&>", "2>>", "2>", "1>", ">>", ">|", ">&2", "|&", "|", ";", "&", ">", "<",
    ];
    if let Some(operator) = OPERATORS.iter().find(|operator| text.starts_with(**operator)) {
        return Some((Piece::Operator((*operator).into()), operator.len()));
    }
    let length = word_length(text)?;
    Some((Piece::Word(text[..length].into()), length))
}

fn word_length(text: &str) -> Option<usize> {
    let (mut quote, mut escaped) = (None, false);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (Some('\''), '\'') | (Some('"'), '"') => quote = None,
            (Some('"') | None, '\\') => escaped = true,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, ' ' | '\t' | '|' | '&' | ';' | '>' | '<') => return Some(at),
            (None, _) => {}
        }
    }
    (quote.is_none() && !escaped).then_some(text.len())
}
