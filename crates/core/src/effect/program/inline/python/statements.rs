//! Tokens to statements.

use super::expressions::Parser;
use super::names::{Names, Text};
use super::stop::{Read, Stop};
use super::syntax::{Expr, Kind, Stmt};
use super::tokens::{self, Token};
use alloc::vec::Vec;

/// Reads a whole program: its statements, and what its names are bound to.
pub fn program(text: &str) -> Read<(Vec<Stmt>, Names)> {
    let tokens = tokens::tokens(text)?;
    let mut parser = Parser::new(&tokens);
    let mut body = Vec::new();
    while parser.peek().is_some() {
        statement(&mut parser, &mut body)?;
    }
    Ok((body, parser.names))
}

/// How a statement goes on behind its first word.
type Rest = fn(&mut Parser<'_>) -> Read<Kind>;

fn statement(parser: &mut Parser<'_>, body: &mut Vec<Stmt>) -> Read<()> {
    let line = parser.line();
    let Some(Token::Name(word)) = parser.peek() else { return simple_line(parser, body) };
    let rest: Rest = match word.as_str() {
        "if" => conditional,
        "while" => while_loop,
        "for" => for_loop,
        "with" => with,
        "try" => attempt,
        "def" => define,
        _ => return simple_line(parser, body),
    };
    let kind = parser.deeper(|parser| {
        parser.step();
        rest(parser)
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
    let rest: Rest = match word.as_str() {
        "pass" | "break" | "continue" => |_| Ok(does(Vec::new(), Vec::new())),
        "return" => returned,
        "raise" => |parser| Ok(Kind::Raise(parser.expression()?)),
        "assert" => |parser| Ok(does(Vec::from([parser.expressions()?]), Vec::new())),
        "import" => import,
        "from" => from_import,
        _ => return assignment(parser),
    };
    parser.step();
    rest(parser)
}

fn does(values: Vec<Expr>, blocks: Vec<Vec<Stmt>>) -> Kind {
    Kind::Does(values, blocks)
}

fn returned(parser: &mut Parser<'_>) -> Read<Kind> {
    let ends = matches!(parser.peek(), Some(Token::Newline) | None) || parser.is(";");
    let value = if ends { Vec::new() } else { Vec::from([parser.expressions()?]) };
    Ok(does(value, Vec::new()))
}

/// `import a as b, c`: no module inside another.
fn import(parser: &mut Parser<'_>) -> Read<Kind> {
    loop {
        let line = parser.line();
        let module = parser.name()?;
        if parser.is(".") {
            return Err(Stop::unknown("imports a module of", &module, line));
        }
        let name = if parser.take("as") { parser.name()? } else { module.clone() };
        parser.names.module(&module, &name, line)?;
        if !parser.take(",") {
            return Ok(does(Vec::new(), Vec::new()));
        }
    }
}

/// `from a import b as c, d`
fn from_import(parser: &mut Parser<'_>) -> Read<Kind> {
    let module = parser.name()?;
    parser.expect("import")?;
    loop {
        let line = parser.line();
        let item = parser.name()?;
        let name = if parser.take("as") { parser.name()? } else { item.clone() };
        parser.names.item(&module, &item, &name, line)?;
        if !parser.take(",") {
            return Ok(does(Vec::new(), Vec::new()));
        }
    }
}

const AUGMENTED: &[&str] = &["+=", "-=", "*=", "/=", "//=", "%=", "|=", "&=", "^=", "**=", ">>=", "<<="];

/// An expression, or what it is assigned.
fn assignment(parser: &mut Parser<'_>) -> Read<Kind> {
    let line = parser.line();
    let first = parser.expressions()?;
    if AUGMENTED.iter().any(|sign| parser.take(sign)) {
        parser.names.target(&first, None, line)?;
        return Ok(Kind::Assign(Vec::from([first]), parser.expressions()?));
    }
    let mut all = Vec::from([first]);
    while parser.take("=") {
        if parser.is("lambda") {
            return named_lambda(parser, &all, line);
        }
        all.push(parser.expressions()?);
    }
    match (all.pop(), all.as_slice()) {
        (Some(only), []) => Ok(does(Vec::from([only]), Vec::new())),
        (Some(value), targets) => {
            let texts = Text::of(&value).map(|text| Vec::from([text]));
            targets.iter().try_for_each(|target| parser.names.target(target, texts.clone(), line))?;
            Ok(Kind::Assign(all, value))
        }
        (None, _) => parser.unread(),
    }
}

/// `name = lambda a: b`
fn named_lambda(parser: &mut Parser<'_>, targets: &[Expr], line: u32) -> Read<Kind> {
    let [Expr::Name(name, _)] = targets else { return parser.unread() };
    parser.names.function(name, line)?;
    Ok(does(Vec::from([parser.lambda()?]), Vec::new()))
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

/// Pushes the block behind `word`, if there is one.
fn maybe_block(parser: &mut Parser<'_>, word: &str, blocks: &mut Vec<Vec<Stmt>>) -> Read<()> {
    if parser.take(word) {
        blocks.push(block(parser)?);
    }
    Ok(())
}

fn conditional(parser: &mut Parser<'_>) -> Read<Kind> {
    let mut conditions = Vec::from([parser.expression()?]);
    let mut blocks = Vec::from([block(parser)?]);
    while parser.take("elif") {
        conditions.push(parser.expression()?);
        blocks.push(block(parser)?);
    }
    maybe_block(parser, "else", &mut blocks)?;
    Ok(does(conditions, blocks))
}

fn while_loop(parser: &mut Parser<'_>) -> Read<Kind> {
    let condition = parser.expression()?;
    let mut blocks = Vec::from([block(parser)?]);
    maybe_block(parser, "else", &mut blocks)?;
    Ok(does(Vec::from([condition]), blocks))
}

fn for_loop(parser: &mut Parser<'_>) -> Read<Kind> {
    let iter = parser.each(Parser::expressions)?;
    let mut blocks = Vec::from([block(parser)?]);
    maybe_block(parser, "else", &mut blocks)?;
    Ok(does(Vec::from([iter]), blocks))
}

/// One file, with a name.
fn with(parser: &mut Parser<'_>) -> Read<Kind> {
    let line = parser.line();
    let file = parser.expression()?;
    parser.expect("as")?;
    let name = parser.name()?;
    parser.names.value(&name, None, line)?;
    Ok(Kind::With(file, block(parser)?))
}

fn attempt(parser: &mut Parser<'_>) -> Read<Kind> {
    let mut blocks = Vec::from([block(parser)?]);
    let mut caught = Vec::new();
    while parser.take("except") {
        let line = parser.line();
        if !parser.is(":") {
            caught.push(parser.expression()?);
        }
        if parser.take("as") {
            let name = parser.name()?;
            parser.names.value(&name, None, line)?;
        }
        blocks.push(block(parser)?);
    }
    maybe_block(parser, "else", &mut blocks)?;
    maybe_block(parser, "finally", &mut blocks)?;
    Ok(Kind::Try(caught, blocks))
}

/// Parameters have neither defaults nor annotations.
fn define(parser: &mut Parser<'_>) -> Read<Kind> {
    let line = parser.line();
    let name = parser.name()?;
    parser.names.function(&name, line)?;
    parser.expect("(")?;
    parser.params(")")?;
    Ok(does(Vec::new(), Vec::from([block(parser)?])))
}
