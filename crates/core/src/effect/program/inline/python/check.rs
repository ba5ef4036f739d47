//! Looks at every part of a program: each must be on a list, or be made of parts that are.

use super::library::{self, Item};
use super::names::{Bound, Names};
use super::stop::{Read, Stop};
use super::syntax::{Argument, Expr, Kind, Loop, Stmt, Trailer};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// `sys.argv` behind its first element, where it is known; elements that are not known are `None`.
pub type Arguments = Option<Vec<Option<String>>>;

/// The files that a program reads, or why it is not proven harmless.
pub fn check(body: &[Stmt], names: &Names, arguments: &Arguments) -> Read<Vec<String>> {
    let mut checker = Checker { names, arguments, reads: Vec::new() };
    checker.block(body)?;
    Ok(checker.reads)
}

pub(super) struct Checker<'c> {
    pub(super) names: &'c Names,
    pub(super) arguments: &'c Arguments,
    pub(super) reads: Vec<String>,
}

impl Checker<'_> {
    fn block(&mut self, body: &[Stmt]) -> Read<()> {
        body.iter().try_for_each(|stmt| self.stmt(stmt))
    }

    fn stmt(&mut self, stmt: &Stmt) -> Read<()> {
        match &stmt.kind {
            Kind::Does(values, blocks) => {
                self.values(values)?;
                blocks.iter().try_for_each(|block| self.block(block))
            }
            Kind::Assign(targets, value) => {
                self.value(value)?;
                targets.iter().try_for_each(|target| self.target(target, stmt.line))
            }
            Kind::With(file, block) => {
                if !self.is_open(file) {
                    return Err(Stop::unlisted("enters something other than an open file", stmt.line));
                }
                self.value(file)?;
                self.block(block)
            }
            Kind::Try(caught, blocks) => {
                caught.iter().try_for_each(|caught| self.caught(caught, stmt.line))?;
                blocks.iter().try_for_each(|block| self.block(block))
            }
            Kind::Raise(error) if self.unbound(error).is_some_and(library::is_raised) => Ok(()),
            Kind::Raise(error) => self.value(error),
        }
    }

    /// Names are bound already; an element belongs to a value of the program.
    fn target(&mut self, target: &Expr, line: u32) -> Read<()> {
        match target {
            Expr::Name(..) => Ok(()),
            Expr::Group(items) => items.iter().try_for_each(|item| self.target(item, line)),
            Expr::Post(base, trailers)
                if matches!(trailers.last(), Some(Trailer::Index(..))) && self.is_value(base) =>
            {
                self.value(target)
            }
            Expr::Post(..)
            | Expr::Text(_)
            | Expr::Number(_)
            | Expr::Constant
            | Expr::Operands(_)
            | Expr::Format(_)
            | Expr::Each(..)
            | Expr::Lambda(_) => Err(Stop::unlisted("sets what is not its own", line)),
        }
    }

    fn is_value(&self, expr: &Expr) -> bool {
        let Expr::Name(name, _) = expr else { return false };
        matches!(self.names.get(name), Some(Bound::Value(_)))
    }

    /// A class of errors, or several of them.
    fn caught(&self, expr: &Expr, line: u32) -> Read<()> {
        if let Expr::Group(items) = expr {
            return items.iter().try_for_each(|item| self.caught(item, line));
        }
        let listed = self.unbound(expr).is_some_and(library::is_caught);
        if listed || self.whole_item(expr) == Some(Item::Caught) {
            return Ok(());
        }
        Err(Stop::unlisted("catches something other than a known error", line))
    }

    fn values(&mut self, all: &[Expr]) -> Read<()> {
        all.iter().try_for_each(|value| self.value(value))
    }

    /// An expression that becomes a value: no module, no function, no class.
    pub(super) fn value(&mut self, expr: &Expr) -> Read<()> {
        match expr {
            Expr::Text(_) | Expr::Number(_) | Expr::Constant => Ok(()),
            Expr::Name(name, line) => self.name(name, *line),
            Expr::Group(all) | Expr::Operands(all) => self.values(all),
            Expr::Format(fields) => fields.iter().try_for_each(|field| self.shown(field)),
            Expr::Each(elements, loops) => {
                loops.iter().try_for_each(|each| self.each(each))?;
                self.values(elements)
            }
            Expr::Lambda(body) => self.value(body),
            Expr::Post(base, trailers) => self.post(base, trailers),
        }
    }

    fn each(&mut self, each: &Loop) -> Read<()> {
        self.value(&each.iter)?;
        self.values(&each.conditions)
    }

    fn name(&self, name: &str, line: u32) -> Read<()> {
        let known = match self.names.get(name) {
            Some(Bound::Value(_)) => true,
            Some(Bound::Import(dotted)) => library::item(dotted) == Some(Item::Value),
            Some(Bound::Function) => false,
            None => name == "__name__",
        };
        if known { Ok(()) } else { Err(Stop::unknown("uses", name, line)) }
    }

    /// An argument may also be a function that only computes, or one of the program's own.
    fn argument(&mut self, expr: &Expr) -> Read<()> {
        match expr {
            Expr::Name(name, _) if self.names.get(name) == Some(&Bound::Function) => Ok(()),
            expr if self.unbound(expr).is_some_and(library::is_passed) => Ok(()),
            Expr::Post(base, trailers) => match (self.unbound(base), trailers.as_slice()) {
                (Some(class), [Trailer::Attr(method, _)])
                    if library::is_passed(&format!("{class}.{method}")) =>
                {
                    Ok(())
                }
                (_, _) => self.value(expr),
            },
            Expr::Text(_)
            | Expr::Number(_)
            | Expr::Constant
            | Expr::Name(..)
            | Expr::Group(_)
            | Expr::Operands(_)
            | Expr::Format(_)
            | Expr::Each(..)
            | Expr::Lambda(_) => self.value(expr),
        }
    }

    pub(super) fn arguments(&mut self, all: &[Argument], line: u32) -> Read<()> {
        all.iter().try_for_each(|argument| {
            if argument.name.as_ref().is_some_and(|name| name.starts_with('_')) {
                return Err(Stop::unlisted("gives an argument with an inner name", line));
            }
            self.argument(&argument.value)
        })
    }

    /// What is only shown may also be `type(x)`.
    pub(super) fn shown(&mut self, expr: &Expr) -> Read<()> {
        match type_of(expr) {
            Some((inner, [])) => self.value(inner),
            Some(_) | None => self.value(expr),
        }
    }

    /// A name that the program does not bind.
    pub(super) fn unbound<'e>(&self, expr: &'e Expr) -> Option<&'e str> {
        let Expr::Name(name, _) = expr else { return None };
        self.names.get(name).is_none().then_some(name)
    }

    /// What `base.a.b` names of the library, and how many trailers that takes.
    pub(super) fn item(&self, base: &Expr, trailers: &[Trailer]) -> Option<(Item, usize)> {
        let Expr::Name(name, _) = base else { return None };
        let Some(Bound::Import(dotted)) = self.names.get(name) else { return None };
        let mut found = (library::item(dotted)?, 0);
        let mut dotted = dotted.clone();
        for (at, trailer) in trailers.iter().enumerate().take(2) {
            let Trailer::Attr(name, _) = trailer else { break };
            dotted = format!("{dotted}.{name}");
            if let Some(item) = library::item(&dotted) {
                found = (item, at + 1);
            }
        }
        Some(found)
    }

    /// What the whole of an expression names of the library.
    pub(super) fn whole_item(&self, expr: &Expr) -> Option<Item> {
        match expr {
            Expr::Post(base, trailers) => {
                self.item(base, trailers).filter(|(_, taken)| *taken == trailers.len()).map(|(item, _)| item)
            }
            Expr::Name(..) => self.item(expr, &[]).map(|(item, _)| item),
            Expr::Text(_)
            | Expr::Number(_)
            | Expr::Constant
            | Expr::Group(_)
            | Expr::Operands(_)
            | Expr::Format(_)
            | Expr::Each(..)
            | Expr::Lambda(_) => None,
        }
    }

    fn post(&mut self, base: &Expr, trailers: &[Trailer]) -> Read<()> {
        let rest = match base {
            Expr::Name(name, line) => match self.names.get(name) {
                Some(Bound::Value(_)) => trailers,
                Some(Bound::Import(_)) => self.library(base, trailers, *line)?,
                Some(Bound::Function) => self.own(name, trailers, *line)?,
                None => self.builtin(name, trailers, *line)?,
            },
            Expr::Text(text) => self.formatted(text.as_deref(), trailers)?,
            Expr::Number(_)
            | Expr::Constant
            | Expr::Group(_)
            | Expr::Operands(_)
            | Expr::Format(_)
            | Expr::Each(..)
            | Expr::Lambda(_)
            | Expr::Post(..) => {
                self.value(base)?;
                trailers
            }
        };
        self.trailers(rest)
    }

    /// Methods, attributes and elements of a value. Values are not called.
    fn trailers(&mut self, mut rest: &[Trailer]) -> Read<()> {
        loop {
            rest = match rest {
                [] => return Ok(()),
                [Trailer::Attr(name, _), Trailer::Call(arguments, line), rest @ ..]
                    if library::is_method(name) =>
                {
                    self.arguments(arguments, *line)?;
                    rest
                }
                [Trailer::Attr(_, _), Trailer::Call(_, _), ..] => return Err(unlisted(rest)),
                [Trailer::Attr(name, _), rest @ ..] if library::is_attribute(name) => rest,
                [Trailer::Index(parts, _), rest @ ..] => {
                    self.values(parts)?;
                    rest
                }
                [Trailer::Attr(..) | Trailer::Call(..), ..] => return Err(unlisted(rest)),
            };
        }
    }

    /// `json.loads(…)`, `sys.argv[1]`, `math.pi`: what stands behind it.
    fn library<'t>(&mut self, base: &Expr, trailers: &'t [Trailer], line: u32) -> Read<&'t [Trailer]> {
        let (item, taken) = self.item(base, trailers).ok_or_else(|| Stop::syntax("an import", line))?;
        let behind = trailers.get(taken..).unwrap_or(&[]);
        match (item, behind) {
            (Item::Value, _) => return Ok(behind),
            (Item::Arguments, [Trailer::Index(_, Some(_)), ..]) => {}
            (Item::Call, [Trailer::Call(arguments, line), ..]) => self.arguments(arguments, *line)?,
            (Item::Open, [Trailer::Call(arguments, line), ..]) => self.open(arguments, *line)?,
            (Item::Dump, [Trailer::Call(arguments, line), ..]) => self.dump(arguments, *line)?,
            (
                Item::Module
                | Item::Call
                | Item::Arguments
                | Item::Output
                | Item::Dump
                | Item::Open
                | Item::Caught,
                _,
            ) => {
                return Err(Stop::unlisted(
                    "uses the library in a way that is not known to be harmless",
                    line,
                ));
            }
        }
        Ok(behind.get(1..).unwrap_or(&[]))
    }

    /// A call of a function of the text, which is looked at where it stands.
    fn own<'t>(&mut self, name: &str, trailers: &'t [Trailer], line: u32) -> Read<&'t [Trailer]> {
        let [Trailer::Call(arguments, line), rest @ ..] = trailers else {
            return Err(Stop::unknown("uses", name, line));
        };
        self.arguments(arguments, *line)?;
        Ok(rest)
    }

    fn builtin<'t>(&mut self, name: &str, trailers: &'t [Trailer], line: u32) -> Read<&'t [Trailer]> {
        match (name, trailers) {
            ("open", [Trailer::Call(arguments, line), rest @ ..]) => {
                self.open(arguments, *line)?;
                Ok(rest)
            }
            ("print", [Trailer::Call(arguments, line), rest @ ..]) => {
                self.print(arguments, *line)?;
                Ok(rest)
            }
            ("isinstance", [Trailer::Call(arguments, line), rest @ ..]) => {
                self.asks(arguments, *line)?;
                Ok(rest)
            }
            ("type", [Trailer::Call(arguments, _), Trailer::Attr(attribute, _), rest @ ..])
                if attribute == "__name__" =>
            {
                let [Argument { name: None, value }] = arguments.as_slice() else {
                    return Err(Stop::unknown("calls", "type", line));
                };
                self.value(value)?;
                Ok(rest)
            }
            (name, [Trailer::Call(arguments, line), rest @ ..]) if library::is_raised(name) => {
                self.error(arguments, *line)?;
                Ok(rest)
            }
            (name, [Trailer::Call(arguments, line), rest @ ..]) if library::is_called(name) => {
                self.arguments(arguments, *line)?;
                Ok(rest)
            }
            (name, [Trailer::Attr(method, _), Trailer::Call(arguments, line), rest @ ..])
                if library::is_called(&format!("{name}.{method}")) =>
            {
                self.arguments(arguments, *line)?;
                Ok(rest)
            }
            (name, _) => Err(Stop::unknown("uses", name, line)),
        }
    }
}

/// `type(x)` and what stands behind it.
fn type_of(expr: &Expr) -> Option<(&Expr, &[Trailer])> {
    let Expr::Post(base, trailers) = expr else { return None };
    let (Expr::Name(name, _), [Trailer::Call(arguments, _), rest @ ..]) =
        (base.as_ref(), trailers.as_slice())
    else {
        return None;
    };
    match arguments.as_slice() {
        [Argument { name: None, value }] if name == "type" => Some((value, rest)),
        _ => None,
    }
}

fn unlisted(rest: &[Trailer]) -> Stop {
    match rest.first() {
        Some(Trailer::Attr(name, line)) => Stop::unknown("uses", &format!(".{name}"), *line),
        Some(Trailer::Call(_, line)) => Stop::unlisted("calls a value", *line),
        Some(Trailer::Index(..)) | None => Stop::unlisted("uses a value in a way that is not read", 1),
    }
}
