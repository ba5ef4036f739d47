//! Expressions: what is known of their values.

use super::judge::{Judge, MAX_STEPS};
use super::library;
use super::stop::{Read, Stop};
use super::syntax::{Expr, Loop, Op, Part, Trailer};
use super::value::Known;
use alloc::vec::Vec;

impl Judge<'_> {
    /// The value of an expression that is kept or passed on.
    pub(super) fn eval(&mut self, expr: &Expr) -> Read<Known> {
        let value = self.raw(expr)?;
        if value == Known::Class {
            return Err(Stop::unlisted("keeps or passes on a class that `type` gave", line_of(expr)));
        }
        Ok(value)
    }

    /// What a name of the program holds; `None` for whatever is no such name.
    pub(super) fn held(&self, expr: &Expr) -> Option<&Known> {
        let Expr::Name(name, _) = expr else { return None };
        let bound = self.names.get(name)?;
        let data = bound.data && bound.import.is_none() && bound.functions.is_empty() && !bound.lambda;
        if !data || library::builtin(name).is_some() {
            return None;
        }
        Some(self.values.get(name).unwrap_or(&Known::Nothing))
    }

    /// The value of an expression that is only looked at.
    pub(super) fn looked(&mut self, expr: &Expr) -> Read<Known> {
        if let Some(held) = self.held(expr) {
            return Ok(held.clone());
        }
        if let Some(shown) = self.shown(expr) {
            self.see(expr);
            return Ok(shown);
        }
        if let Expr::Star(inner) = expr {
            return self.looked(inner).map(Known::element);
        }
        self.raw(expr)
    }

    pub(super) fn raw(&mut self, expr: &Expr) -> Read<Known> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Err(Stop::syntax("more steps than are followed", line_of(expr)));
        }
        self.see(expr);
        match expr {
            Expr::Text(Some(text)) => Ok(Known::text(text)),
            Expr::Text(None) | Expr::Number(_) | Expr::Constant => Ok(Known::Plain),
            Expr::Format(parts) => self.format(parts),
            Expr::Name(name, line) => self.name(name, *line),
            Expr::Tuple(items) => self.tuple(items),
            Expr::List(items) => self.list(items),
            Expr::Bag(items) => {
                items.iter().try_for_each(|item| self.eval(item).map(drop))?;
                Ok(Known::Any)
            }
            Expr::Each { elements, loops, dict } => self.comprehension(elements, loops, *dict),
            Expr::Lambda(params, body) => {
                self.params(params)?;
                params.iter().for_each(|param| self.set(&param.name, Known::Any));
                self.eval(body)?;
                Ok(Known::Any)
            }
            Expr::Choice(three) => {
                let [value, condition, otherwise] = three.as_ref();
                self.looked(condition)?;
                Ok(self.eval(value)?.join(self.eval(otherwise)?))
            }
            Expr::Unary(inner) => {
                let inner = self.looked(inner)?;
                Ok(if inner.is_no_path_object() && inner.paths().is_some() || inner == Known::Plain {
                    Known::Plain
                } else {
                    Known::Any
                })
            }
            Expr::Chain(first, rest) => self.chain(first, rest),
            Expr::Post(base, trailers) => self.post(base, trailers),
            Expr::Walrus(name, value, _) => {
                let value = self.eval(value)?.kept();
                self.set(name, value.clone());
                Ok(value)
            }
            Expr::Star(inner) => {
                self.eval(inner)?;
                Ok(Known::Any)
            }
            Expr::Yield(value) => {
                value.iter().try_for_each(|value| self.eval(value).map(drop))?;
                self.gives_back(Known::Any);
                Ok(Known::Any)
            }
        }
    }

    pub(super) fn format(&mut self, parts: &[Part]) -> Read<Known> {
        let mut text = Known::text("");
        for part in parts {
            let next = match part {
                Part::Text(Some(literal)) => Known::text(literal),
                Part::Text(None) => Known::Plain,
                Part::Field(value, spec, plain) => {
                    let value = self.looked(value)?;
                    self.format(spec)?;
                    let kept = value == Known::Nothing || (*plain && value.paths().is_some());
                    if kept { value.turned(false) } else { Known::Plain }
                }
            };
            text = text.concat(&next);
        }
        Ok(text)
    }

    pub(super) fn tuple(&mut self, items: &[Expr]) -> Read<Known> {
        let mut values = Vec::new();
        for item in items {
            values.push(self.eval(item)?.kept());
        }
        let spread = items.iter().any(|item| matches!(item, Expr::Star(_)));
        Ok(if spread { Known::Any } else { Known::tuple(values) })
    }

    pub(super) fn list(&mut self, items: &[Expr]) -> Read<Known> {
        let mut element = Known::Nothing;
        for item in items {
            let value =
                if let Expr::Star(inner) = item { self.looked(inner)?.element() } else { self.eval(item)? };
            element = element.join(value.kept());
        }
        Ok(Known::each(element))
    }

    pub(super) fn comprehension(&mut self, elements: &[Expr], loops: &[Loop], dict: bool) -> Read<Known> {
        loops.iter().try_for_each(|each| self.each(each, line_of(&each.iter)))?;
        let mut element = Known::Nothing;
        for each in elements {
            element = self.eval(each)?;
        }
        Ok(if dict { Known::Any } else { Known::each(element) })
    }

    pub(super) fn chain(&mut self, first: &Expr, rest: &[(Op, Expr)]) -> Read<Known> {
        let compares = rest.iter().all(|(op, _)| *op == Op::Compare);
        let mut value = if compares { self.looked(first)? } else { self.eval(first)? };
        for (op, next) in rest {
            let looks = *op == Op::Compare;
            let right = match looks {
                true if self.is_environment(next) => {
                    self.see(next);
                    Known::Plain
                }
                true => self.looked(next)?,
                false => self.eval(next)?,
            };
            value = combined(value, *op, right);
        }
        Ok(value)
    }
}

/// What an operator makes of two values.
pub(super) fn combined(left: Known, op: Op, right: Known) -> Known {
    let is_text = |known: &Known| known.paths().is_some_and(|paths| !paths.object);
    match op {
        Op::Add => match (&left, &right) {
            (Known::Each(a), Known::Each(b)) => Known::each(a.as_ref().clone().join(b.as_ref().clone())),
            (_, _) => left.concat(&right),
        },
        Op::Div if left.paths().or(right.paths()).is_some() => left.joined(&right).turned(true),
        Op::Either => left.join(right),
        Op::Compare => Known::Plain,
        Op::Div | Op::Other => match (&left, &right) {
            (Known::Plain, Known::Plain) => Known::Plain,
            // `%` and `*` of a text.
            (left, _) if is_text(left) => Known::Plain,
            (_, _) => Known::Any,
        },
    }
}

/// A line of an expression, for messages.
pub(super) fn line_of(expr: &Expr) -> u32 {
    match expr {
        Expr::Name(_, line) | Expr::Walrus(_, _, line) => *line,
        Expr::Post(base, trailers) => trailers
            .iter()
            .find_map(|trailer| match trailer {
                Trailer::Attr(_, line) | Trailer::Call(_, line) => Some(*line),
                Trailer::Index(_) | Trailer::Slice(_) => None,
            })
            .unwrap_or_else(|| line_of(base)),
        Expr::Chain(first, _) => line_of(first),
        Expr::Tuple(items) | Expr::List(items) | Expr::Bag(items) => items.first().map_or(1, line_of),
        Expr::Each { loops, .. } => loops.first().map_or(1, |each| line_of(&each.iter)),
        Expr::Unary(inner) | Expr::Star(inner) => line_of(inner),
        Expr::Choice(three) => {
            let [first, ..] = three.as_ref();
            line_of(first)
        }
        Expr::Text(_)
        | Expr::Number(_)
        | Expr::Constant
        | Expr::Format(_)
        | Expr::Lambda(..)
        | Expr::Yield(_) => 1,
    }
}
