//! Tokens to statements.

use super::expressions::Parser;
use super::stop::{Read, Stop};
use super::syntax::{Def, Expr, Handler, Kind, Loop, Op, Stmt};
use super::tokens::{self, Token};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Reads a whole program.
pub fn program(text: &str) -> Read<Vec<Stmt>> {
    let tokens = tokens::tokens(text)?;
    let mut parser = Parser::new(&tokens, 0);
    let mut body = Vec::new();
    while parser.peek().is_some() {
        statement(&mut parser, &mut body)?;
    }
    Ok(body)
}

/// Statements that are known and not read.
const UNREAD: &[&str] = &["class", "async", "await"];

fn statement(parser: &mut Parser<'_>, body: &mut Vec<Stmt>) -> Read<()> {
    let line = parser.line();
    let Some(Token::Name(word)) = parser.peek() else {
        if parser.is("@") {
            let kind = parser.deeper(decorated)?;
            body.push(Stmt { kind, line });
            return Ok(());
        }
        return simple_line(parser, body);
    };
    if UNREAD.contains(&word.as_str()) {
        return Err(Stop::syntax(&format!("`{word}`"), line));
    }
    let read: fn(&mut Parser<'_>) -> Read<Kind> = match word.as_str() {
        "if" => conditional,
        "while" => while_loop,
        "for" => for_loop,
        "with" => with,
        "try" => attempt,
        "def" => |parser| define(parser, Vec::new()),
        _ => return simple_line(parser, body),
    };
    let kind = parser.deeper(|parser| {
        parser.step();
        read(parser)
    })?;
    body.push(Stmt { kind, line });
    Ok(())
}

/// Small statements up to the end of the line.
fn simple_line(parser: &mut Parser<'_>, body: &mut Vec<Stmt>) -> Read<()> {
    loop {
        let line = parser.line();
        let kind = simple(parser)?;
        body.push(Stmt { kind, line });
        let more = parser.take(";");
        if matches!(parser.peek(), Some(Token::Newline)) {
            parser.step();
            return Ok(());
        }
        if !more {
            return parser.unread();
        }
    }
}

fn simple(parser: &mut Parser<'_>) -> Read<Kind> {
    let Some(Token::Name(word)) = parser.peek() else { return assignment(parser) };
    let read: fn(&mut Parser<'_>) -> Read<Kind> = match word.as_str() {
        "pass" | "break" | "continue" => |_| Ok(Kind::Nothing),
        "return" => |parser| Ok(Kind::Return(optional(parser)?)),
        "raise" => raise,
        "assert" => assert,
        "del" => |parser| Ok(Kind::Del(Vec::from([parser.targets()?]))),
        "global" | "nonlocal" => shared,
        "import" => import,
        "from" => from_import,
        _ => return assignment(parser),
    };
    parser.step();
    read(parser)
}

fn optional(parser: &mut Parser<'_>) -> Read<Option<Expr>> {
    if matches!(parser.peek(), Some(Token::Newline) | None) || parser.is(";") {
        return Ok(None);
    }
    parser.expressions().map(Some)
}

fn raise(parser: &mut Parser<'_>) -> Read<Kind> {
    let mut all: Vec<Expr> = optional(parser)?.into_iter().collect();
    if parser.take("from") {
        all.push(parser.expression()?);
    }
    Ok(Kind::Check(all))
}

fn assert(parser: &mut Parser<'_>) -> Read<Kind> {
    let mut all = Vec::from([parser.expression()?]);
    if parser.take(",") {
        all.push(parser.expression()?);
    }
    Ok(Kind::Check(all))
}

fn shared(parser: &mut Parser<'_>) -> Read<Kind> {
    parser.name()?;
    while parser.take(",") {
        parser.name()?;
    }
    Ok(Kind::Nothing)
}

fn dotted(parser: &mut Parser<'_>) -> Read<String> {
    let mut name = parser.name()?;
    while parser.take(".") {
        name.push('.');
        name.push_str(&parser.name()?);
    }
    Ok(name)
}

fn import(parser: &mut Parser<'_>) -> Read<Kind> {
    let mut all = Vec::new();
    loop {
        let name = dotted(parser)?;
        let bound = if parser.take("as") { Some(parser.name()?) } else { None };
        all.push((name, bound));
        if !parser.take(",") {
            return Ok(Kind::Import(all));
        }
    }
}

fn from_import(parser: &mut Parser<'_>) -> Read<Kind> {
    if parser.is(".") || parser.is("...") {
        return Err(Stop::syntax("an import of the project's own code", parser.line()));
    }
    let module = dotted(parser)?;
    parser.expect("import")?;
    let bracket = parser.take("(");
    let mut all = Vec::new();
    loop {
        let name = parser.name()?;
        let bound = if parser.take("as") { Some(parser.name()?) } else { None };
        all.push((name, bound));
        if !parser.take(",") || (bracket && parser.is(")")) {
            break;
        }
    }
    if bracket {
        parser.expect(")")?;
    }
    Ok(Kind::From(module, all))
}

fn value(parser: &mut Parser<'_>) -> Read<Expr> {
    if parser.is("yield") { parser.yielded() } else { parser.expressions() }
}

/// An expression, or what it is assigned.
fn assignment(parser: &mut Parser<'_>) -> Read<Kind> {
    let first = value(parser)?;
    if parser.take(":") {
        let annotation = parser.expression()?;
        let assigned = if parser.take("=") { Some(value(parser)?) } else { None };
        return Ok(Kind::Annotate(first, annotation, assigned));
    }
    if let Some(Token::Sign(sign)) = parser.peek()
        && sign.len() > 1
        && sign.ends_with('=')
        && !["==", "!=", "<=", ">=", ":="].contains(sign)
    {
        let op = match *sign {
            "+=" => Op::Add,
            "/=" => Op::Div,
            _ => Op::Other,
        };
        parser.step();
        return Ok(Kind::Augment(first, op, value(parser)?));
    }
    let mut all = Vec::from([first]);
    while parser.take("=") {
        all.push(value(parser)?);
    }
    match (all.pop(), all.is_empty()) {
        (Some(only), true) => Ok(Kind::Expr(only)),
        (Some(last), false) => Ok(Kind::Assign(all, last)),
        (None, _) => parser.unread(),
    }
}

/// `:` and what belongs to it, on the same line or indented.
fn block(parser: &mut Parser<'_>) -> Read<Vec<Stmt>> {
    parser.expect(":")?;
    let mut body = Vec::new();
    if !matches!(parser.peek(), Some(Token::Newline)) {
        simple_line(parser, &mut body)?;
        return Ok(body);
    }
    parser.step();
    if !matches!(parser.peek(), Some(Token::Indent)) {
        return parser.unread();
    }
    parser.step();
    while !matches!(parser.peek(), Some(Token::Dedent)) {
        statement(parser, &mut body)?;
    }
    parser.step();
    Ok(body)
}

fn otherwise(parser: &mut Parser<'_>) -> Read<Vec<Stmt>> {
    if parser.take("else") { block(parser) } else { Ok(Vec::new()) }
}

fn conditional(parser: &mut Parser<'_>) -> Read<Kind> {
    let mut arms = Vec::from([(parser.expression()?, block(parser)?)]);
    while parser.take("elif") {
        arms.push((parser.expression()?, block(parser)?));
    }
    Ok(Kind::If(arms, otherwise(parser)?))
}

fn while_loop(parser: &mut Parser<'_>) -> Read<Kind> {
    Ok(Kind::While(parser.expression()?, block(parser)?, otherwise(parser)?))
}

fn for_loop(parser: &mut Parser<'_>) -> Read<Kind> {
    let target = parser.targets()?;
    parser.expect("in")?;
    let iter = parser.expressions()?;
    let each = Loop { target, iter, conditions: Vec::new() };
    Ok(Kind::For(each, block(parser)?, otherwise(parser)?))
}

/// With brackets around several it is not read.
fn with(parser: &mut Parser<'_>) -> Read<Kind> {
    let mut items = Vec::new();
    loop {
        let item = parser.expression()?;
        let bound = if parser.take("as") { Some(parser.target()?) } else { None };
        items.push((item, bound));
        if !parser.take(",") {
            break;
        }
    }
    Ok(Kind::With(items, block(parser)?))
}

fn attempt(parser: &mut Parser<'_>) -> Read<Kind> {
    let body = block(parser)?;
    let mut handlers = Vec::new();
    let mut others = Vec::new();
    while parser.take("except") {
        let caught = if parser.is(":") { None } else { Some(parser.expression()?) };
        let name = if parser.take("as") { Some(parser.name()?) } else { None };
        handlers.push(Handler { caught, name, body: block(parser)? });
    }
    others.push(otherwise(parser)?);
    if parser.take("finally") {
        others.push(block(parser)?);
    }
    Ok(Kind::Try(body, handlers, others))
}

fn decorated(parser: &mut Parser<'_>) -> Read<Kind> {
    let mut decorators = Vec::new();
    while parser.take("@") {
        decorators.push(parser.expression()?);
        if !matches!(parser.peek(), Some(Token::Newline)) {
            return parser.unread();
        }
        parser.step();
    }
    parser.expect("def")?;
    define(parser, decorators)
}

fn define(parser: &mut Parser<'_>, decorators: Vec<Expr>) -> Read<Kind> {
    let name = parser.name()?;
    parser.expect("(")?;
    let params = parser.params(")", true)?;
    let returns = if parser.take("->") { Some(parser.expression()?) } else { None };
    Ok(Kind::Def(Def { name, params, returns, decorators, body: block(parser)? }))
}
