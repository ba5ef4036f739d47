//! Places where a class of the library may stand, which is no value anywhere else.

use super::calls::parts;
use super::judge::Judge;
use super::library;
use super::stop::{Read, Stop};
use super::syntax::{Argument, Expr, Op, Trailer};
use super::value::Known;

impl Judge<'_> {
    /// A class, or several of them: behind `except`, in `isinstance`.
    pub(super) fn classes(&mut self, expr: &Expr) -> Read<()> {
        if let Expr::Tuple(items) = expr {
            return items.iter().try_for_each(|item| self.classes(item));
        }
        if self.is_class(expr) {
            self.see(expr);
            return Ok(());
        }
        self.looked(expr).map(drop)
    }

    /// `int`, `List[str]`, `Path | None`
    pub(super) fn annotation(&mut self, expr: &Expr) -> Read<()> {
        if self.is_class(expr) {
            self.see(expr);
            return Ok(());
        }
        match expr {
            Expr::Tuple(items) | Expr::List(items) => items.iter().try_for_each(|item| self.annotation(item)),
            Expr::Chain(first, rest) if rest.iter().all(|(op, _)| *op == Op::Other) => {
                self.see(expr);
                self.annotation(first)?;
                rest.iter().try_for_each(|(_, next)| self.annotation(next))
            }
            Expr::Post(base, trailers) => match trailers.split_last() {
                Some((Trailer::Index(inner), before)) if self.is_named_class(base, before) => {
                    self.see(expr);
                    self.annotation(inner)
                }
                Some((Trailer::Slice(inner), before)) if self.is_named_class(base, before) => {
                    self.see(expr);
                    inner.iter().try_for_each(|part| self.annotation(part))
                }
                Some((Trailer::Index(_) | Trailer::Slice(_) | Trailer::Attr(..) | Trailer::Call(..), _))
                | None => self.eval(expr).map(drop),
            },
            Expr::Text(_)
            | Expr::Number(_)
            | Expr::Constant
            | Expr::Format(_)
            | Expr::Name(..)
            | Expr::Bag(_)
            | Expr::Each { .. }
            | Expr::Lambda(..)
            | Expr::Choice(_)
            | Expr::Unary(_)
            | Expr::Chain(..)
            | Expr::Walrus(..)
            | Expr::Star(_)
            | Expr::Yield(_) => self.eval(expr).map(drop),
        }
    }

    /// `isinstance(x, (A, B))`
    pub(super) fn asks(&mut self, arguments: &[Argument], line: u32) -> Read<Known> {
        match arguments {
            [
                Argument { name: None, star: false, value },
                Argument { name: None, star: false, value: classes },
            ] => {
                self.looked(value)?;
                self.classes(classes)?;
                Ok(Known::Plain)
            }
            _ => Err(Stop::unlisted("asks about a class in a way that is not read", line)),
        }
    }

    /// `hasattr(x, "name")`
    pub(super) fn has(&mut self, arguments: &[Argument], line: u32) -> Read<Known> {
        match arguments {
            [
                Argument { name: None, star: false, value },
                Argument { name: None, star: false, value: Expr::Text(Some(name)) },
            ] if !name.starts_with('_') => {
                self.looked(value)?;
                Ok(Known::Plain)
            }
            _ => Err(Stop::unlisted("asks about an attribute that is not named", line)),
        }
    }

    /// `@cache`, `@lru_cache(maxsize=None)`
    pub(super) fn decorator(&mut self, decorator: &Expr, line: u32) -> Read<()> {
        let (base, trailers) = parts(decorator);
        let plain = |argument: &Argument| {
            !argument.star
                && argument.name.as_ref().is_none_or(|name| name == "maxsize")
                && matches!(argument.value, Expr::Number(_) | Expr::Constant)
        };
        let fine = match self.dotted(base, trailers) {
            Some((name, taken)) => match (name.as_str(), trailers.get(taken..)) {
                ("functools.cache" | "functools.lru_cache", Some([])) => true,
                ("functools.lru_cache", Some([Trailer::Call(arguments, _)])) => arguments.iter().all(plain),
                (_, _) => false,
            },
            None => false,
        };
        if !fine {
            return Err(Stop::unlisted("has a decorator that is not known to be harmless", line));
        }
        self.see(decorator);
        Ok(())
    }

    fn is_class(&self, expr: &Expr) -> bool {
        let (base, trailers) = parts(expr);
        self.is_named_class(base, trailers)
    }

    fn is_named_class(&self, base: &Expr, trailers: &[Trailer]) -> bool {
        let Expr::Name(name, _) = base else { return false };
        match self.names.get(name) {
            Some(_) => self
                .dotted(base, trailers)
                .is_some_and(|(dotted, taken)| taken == trailers.len() && library::is_class(&dotted)),
            None => trailers.is_empty() && library::builtin(name).is_some() && library::is_class(name),
        }
    }
}
