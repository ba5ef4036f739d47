//! Every simple command and every word of a script, wherever it stands: in substitutions, loops, functions,
//! here-documents.

use crate::shell::syntax::{
    Arith, ArrayItem, Assign, AssignValue, Command, CondTerm, Item, Kind, Param, ParamOp, Piece, Redirect,
    RedirectOp, Word,
};

/// What is told on the way.
pub enum Part<'a> {
    /// A simple command with its words; assignments in front of it are not among them.
    Simple(&'a Command, &'a [Word]),
    /// Any word at all, those of commands included.
    Word(&'a Word),
    /// What a `for` goes through.
    List(&'a [Word]),
    /// A variable that the script itself sets, and whether its value stands in the script.
    Sets(&'a str, bool),
}

/// Is told each of them.
pub type Found<'f> = dyn FnMut(Part<'_>) + 'f;

/// Goes through a list.
pub fn each(list: &[Item], found: &mut Found<'_>) {
    list.iter().for_each(|item| command(&item.command, found));
}

fn command(one: &Command, found: &mut Found<'_>) {
    one.redirects.iter().for_each(|r| redirect(r, found));
    match &one.kind {
        Kind::Simple { assigns, words: all } => {
            found(Part::Simple(one, all));
            assigns.iter().for_each(|a| assign(a, found));
            words(all, found);
        }
        Kind::Pipe(commands) => commands.iter().for_each(|c| command(c, found)),
        Kind::Chain { first, rest } => {
            command(first, found);
            rest.iter().for_each(|(_, c)| command(c, found));
        }
        Kind::Not(inner) | Kind::Time(inner) => command(inner, found),
        Kind::Subshell(list) | Kind::Group(list) => each(list, found),
        Kind::If { arms, otherwise } => {
            for (condition, body) in arms {
                each(condition, found);
                each(body, found);
            }
            otherwise.iter().for_each(|body| each(body, found));
        }
        Kind::Loop { cond, body } => {
            each(cond, found);
            each(body, found);
        }
        Kind::For { name, words: all, body, asks: _ } => {
            all.iter().for_each(|all| {
                found(Part::Sets(name, all.iter().all(is_plain)));
                found(Part::List(all));
            });
            all.iter().for_each(|all| words(all, found));
            each(body, found);
        }
        Kind::ForArith { parts, body } => {
            parts.iter().for_each(|part| arith(part, found));
            each(body, found);
        }
        Kind::Case { subject, arms } => {
            word(subject, found);
            for arm in arms {
                words(&arm.patterns, found);
                each(&arm.body, found);
            }
        }
        Kind::Function { name: _, body } => command(body, found),
        Kind::Cond(terms) => terms.iter().for_each(|term| condition(term, found)),
        Kind::Arith(expression) => arith(expression, found),
    }
}

fn condition(term: &CondTerm, found: &mut Found<'_>) {
    match term {
        CondTerm::Unary { op: _, word: operand } | CondTerm::Word(operand) => word(operand, found),
        CondTerm::Binary { op: _, left, right } => {
            word(left, found);
            word(right, found);
        }
    }
}

fn assign(one: &Assign, found: &mut Found<'_>) {
    let plain = match &one.value {
        AssignValue::Word(value) => is_plain(value),
        AssignValue::Array(_) => false,
    };
    found(Part::Sets(&one.name, plain));
    one.subscript.iter().for_each(|s| arith(s, found));
    match &one.value {
        AssignValue::Word(value) => word(value, found),
        AssignValue::Array(items) => {
            for ArrayItem { subscript, word: value } in items {
                subscript.iter().for_each(|s| arith(s, found));
                word(value, found);
            }
        }
    }
}

fn redirect(one: &Redirect, found: &mut Found<'_>) {
    match &one.op {
        RedirectOp::Read(target)
        | RedirectOp::Write(target)
        | RedirectOp::Append(target)
        | RedirectOp::ReadWrite(target)
        | RedirectOp::WriteBoth(target)
        | RedirectOp::AppendBoth(target)
        | RedirectOp::HereString(target)
        | RedirectOp::Heredoc(target) => word(target, found),
        RedirectOp::Duplicate(_) | RedirectOp::DuplicateInput(_) => {}
    }
}

fn words(all: &[Word], found: &mut Found<'_>) {
    all.iter().for_each(|one| word(one, found));
}

fn word(one: &Word, found: &mut Found<'_>) {
    found(Part::Word(one));
    pieces(&one.pieces, found);
}

fn arith(one: &Arith, found: &mut Found<'_>) {
    pieces(&one.pieces, found);
}

fn pieces(all: &[Piece], found: &mut Found<'_>) {
    for piece in all {
        match piece {
            Piece::Text { .. } | Piece::Glob(_) | Piece::Tilde(_) => {}
            Piece::Param { param: inner, .. } => param(inner, found),
            Piece::Command { body, .. } | Piece::Process { body, .. } => each(body, found),
            Piece::Arith { arith: inner, .. } => arith(inner, found),
        }
    }
}

fn param(one: &Param, found: &mut Found<'_>) {
    one.subscript.iter().for_each(|s| arith(s, found));
    match &one.op {
        ParamOp::Plain | ParamOp::Length => {}
        ParamOp::Default(w) | ParamOp::Assign(w) | ParamOp::Alternative(w) | ParamOp::Error(w) => {
            word(w, found)
        }
        ParamOp::Edit(_, all) => words(all, found),
        ParamOp::Slice(parts) => parts.iter().for_each(|part| arith(part, found)),
    }
}

/// It says what it is before it runs, but for patterns.
fn is_plain(word: &Word) -> bool {
    word.pieces.iter().all(|piece| match piece {
        Piece::Text { .. } | Piece::Glob(_) => true,
        Piece::Tilde(_)
        | Piece::Param { .. }
        | Piece::Command { .. }
        | Piece::Process { .. }
        | Piece::Arith { .. } => false,
    })
}
