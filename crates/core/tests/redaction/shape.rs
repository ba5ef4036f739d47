//! The structure of a command: which programs, how many words, what is around them.

use mastiff_core::shell::syntax::{
    AssignValue, Command, CondTerm, Item, Kind, ParamOp, Piece, RedirectOp, Word,
};
use std::fmt::Write;

/// The structure of a text that the shell reader accepts.
pub fn shape(text: &str) -> Option<String> {
    let script = mastiff_core::shell::read(text).ok()?;
    let mut out = String::new();
    list(&script.body, &mut out);
    Some(out)
}

fn list(items: &[Item], out: &mut String) {
    for item in items {
        command(&item.command, out);
        out.push_str(if item.background { " &" } else { ";" });
    }
}

fn command(one: &Command, out: &mut String) {
    match &one.kind {
        Kind::Simple { assigns, words } => {
            let name = words.first().map(literal).unwrap_or_default();
            write!(out, "[{name} {}", words.len()).expect("written");
            for assign in assigns {
                write!(out, " {}=", assign.name).expect("written");
                match &assign.value {
                    AssignValue::Word(value) => word(value, out),
                    AssignValue::Array(values) => values.iter().for_each(|value| word(&value.word, out)),
                }
            }
            words.iter().for_each(|one| word(one, out));
            out.push(']');
        }
        Kind::Pipe(commands) => commands.iter().for_each(|one| command(one, out)),
        Kind::Chain { first, rest } => {
            command(first, out);
            rest.iter().for_each(|(_, one)| command(one, out));
        }
        Kind::Not(inner) | Kind::Time(inner) | Kind::Function { body: inner, .. } => command(inner, out),
        Kind::Subshell(items) | Kind::Group(items) => list(items, out),
        Kind::If { arms, otherwise } => {
            arms.iter().for_each(|(cond, body)| {
                list(cond, out);
                list(body, out);
            });
            list(otherwise.as_deref().unwrap_or_default(), out);
        }
        Kind::Loop { cond, body } => {
            list(cond, out);
            list(body, out);
        }
        Kind::For { words, body, .. } => {
            words.iter().flatten().for_each(|one| word(one, out));
            list(body, out);
        }
        Kind::ForArith { body, .. } => list(body, out),
        Kind::Case { subject, arms } => {
            word(subject, out);
            arms.iter().for_each(|arm| list(&arm.body, out));
        }
        Kind::Cond(terms) => terms.iter().for_each(|term| match term {
            CondTerm::Unary { word: one, .. } | CondTerm::Word(one) => word(one, out),
            CondTerm::Binary { left, right, .. } => {
                word(left, out);
                word(right, out);
            }
        }),
        Kind::Arith(_) => out.push_str("(())"),
    }
    for redirect in &one.redirects {
        match &redirect.op {
            RedirectOp::Read(one)
            | RedirectOp::Write(one)
            | RedirectOp::Append(one)
            | RedirectOp::ReadWrite(one)
            | RedirectOp::WriteBoth(one)
            | RedirectOp::AppendBoth(one)
            | RedirectOp::HereString(one)
            | RedirectOp::Heredoc(one) => word(one, out),
            RedirectOp::Duplicate(_) | RedirectOp::DuplicateInput(_) => out.push('='),
        }
    }
}

/// What runs in a word; its text is its own.
fn word(one: &Word, out: &mut String) {
    for piece in &one.pieces {
        match piece {
            Piece::Text { .. } => {}
            Piece::Glob(glob) => out.push_str(glob),
            Piece::Tilde(user) => write!(out, "~{user}").expect("written"),
            Piece::Param { param, .. } => {
                write!(out, "${}", param.name).expect("written");
                match &param.op {
                    ParamOp::Default(one)
                    | ParamOp::Assign(one)
                    | ParamOp::Alternative(one)
                    | ParamOp::Error(one) => word(one, out),
                    ParamOp::Plain | ParamOp::Length | ParamOp::Edit(..) | ParamOp::Slice(_) => {}
                }
            }
            Piece::Command { body, .. } | Piece::Process { body, .. } => {
                out.push('(');
                list(body, out);
                out.push(')');
            }
            Piece::Arith { .. } => out.push_str("$(())"),
        }
    }
}

fn literal(word: &Word) -> String {
    let text = |piece: &Piece| match piece {
        Piece::Text { text, .. } => text.clone(),
        Piece::Glob(_)
        | Piece::Tilde(_)
        | Piece::Param { .. }
        | Piece::Command { .. }
        | Piece::Process { .. }
        | Piece::Arith { .. } => "?".into(),
    };
    word.pieces.iter().map(text).collect()
}
