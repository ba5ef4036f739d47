//! tmux: lists and the text of a pane. Formats can run programs (`#(…)`), and a word that ends in `;` starts another
//! command.

use super::super::Effect;
use super::super::reading::{Invocation, Reading};
use super::super::value::Arg;
use super::spec::{Style, parse};
use crate::words::listed;
use alloc::format;
use alloc::vec::Vec;

/// Commands that look, with their flags; the last says that a flag must be among them.
const LOOKS: &[(&str, &str, &str)] = &[
    ("ls list-sessions", "-F: -f:", ""),
    ("lsw list-windows", "-a -F: -f: -t:", ""),
    ("lsp list-panes", "-a -s -F: -f: -t:", ""),
    ("lsc list-clients", "-F: -t:", ""),
    ("has has-session", "-t:", ""),
    ("capturep capture-pane", "-a -C -e -E: -J -N -p -q -S: -t: -T", "-p"),
    ("display display-message", "-p -t:", "-p"),
];

pub(super) fn read(reading: &mut Reading<'_>, call: &Invocation) {
    let words: Option<Vec<&str>> = call.args.iter().map(Arg::text).collect();
    let fine = match words.as_deref() {
        Some(["-V" | "--help" | "--version"]) => true,
        Some([name, rest @ ..]) => rest.iter().all(|word| is_harmless(word)) && looks(name, &call.args),
        Some([]) | None => false,
    };
    if fine {
        return reading.add(Effect::Harmless, "read_only_command", "`tmux` only shows", call.span);
    }
    let message = format!("`{}` is interactive, or runs what its own commands say", call.name);
    reading.add(Effect::Opaque, "interactive", message, call.span);
}

fn looks(name: &str, args: &[Arg]) -> bool {
    let Some((_, flags, needed)) = LOOKS.iter().find(|(names, _, _)| listed(names, name)) else {
        return false;
    };
    let rest = args.get(1..).unwrap_or(&[]);
    let most = usize::from(name.starts_with("display"));
    parse(Style::Gnu, flags, rest)
        .is_ok_and(|parsed| parsed.operands.len() <= most && (needed.is_empty() || parsed.has(&[needed])))
}

/// No second command, and formats of plain names only: `#{name}`, `#S`.
fn is_harmless(word: &str) -> bool {
    let mut pieces = word.split('#');
    pieces.next();
    let plain = |piece: &str| match piece.strip_prefix('{') {
        Some(name) => name
            .split_once('}')
            .is_some_and(|(name, _)| name.chars().all(|c| c.is_ascii_lowercase() || c == '_')),
        None => piece.starts_with(|c: char| c.is_ascii_uppercase()),
    };
    !word.contains(';') && pieces.all(plain)
}

#[cfg(test)]
const EXAMPLES: &str = r#"
        allow tmux ls
        allow tmux list-panes -a -F '#{pane_id} #{pane_current_command}'
        allow tmux capture-pane -p -t main:0.1
        allow tmux capture-pane -t main -p -S -100
        allow tmux display-message -p '#S'
        allow tmux has-session -t main
        allow tmux -V
        ask   tmux
        ask   tmux new -d sh
        ask   tmux send-keys -t main 'id' Enter
        ask   tmux kill-server
        ask   tmux capture-pane -t main
        ask   tmux display-message -p '#(id)'
        ask   tmux display-message -p '#{E:x}'
        ask   tmux display-message -p '##(id)'
        ask   tmux list-sessions -F '#(id)'
        ask   tmux list-sessions -f '#(id)'
        ask   tmux ls \; run-shell id
        ask   tmux display-message -p -t 'x;' kill-server
        ask   tmux ls run-shell id
        ask   tmux -f x ls
        ask   tmux -L x ls
        ask   tmux capture-pane -p -t "$PANE"
        ask   tmux run-shell id
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_read_as_they_should() {
        super::super::examples::run(EXAMPLES);
    }
}
