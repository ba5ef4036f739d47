//! Statements: what they bind, and what they do.

use super::evaluate::combined;
use super::judge::Judge;
use super::stop::{Read, Stop};
use super::syntax::{Def, Expr, Kind, Loop, Op, Param, Stmt, Trailer};
use super::value::{Known, Spot};
use alloc::vec::Vec;

impl Judge<'_> {
    pub(super) fn block(&mut self, body: &[Stmt]) -> Read<()> {
        body.iter().try_for_each(|stmt| self.stmt(stmt))
    }

    pub(super) fn stmt(&mut self, stmt: &Stmt) -> Read<()> {
        let line = stmt.line;
        match &stmt.kind {
            Kind::Expr(value) => self.looked(value).map(drop),
            Kind::Assign(targets, value) => self.assign(targets, value, line),
            Kind::Augment(target, op, value) => self.augment(target, *op, value, line),
            Kind::Annotate(target, annotation, value) => {
                self.annotation(annotation)?;
                match value {
                    Some(value) => self.assign(core::slice::from_ref(target), value, line),
                    // Of `a[f()]: int` the place is computed all the same.
                    None if matches!(target, Expr::Name(..)) => Ok(()),
                    None => self.bind(target, Known::Any, line),
                }
            }
            Kind::Import(_) | Kind::From(..) | Kind::Nothing => Ok(()),
            Kind::If(arms, otherwise) => {
                for (condition, body) in arms {
                    self.looked(condition)?;
                    self.block(body)?;
                }
                self.block(otherwise)
            }
            Kind::While(condition, body, otherwise) => {
                self.looked(condition)?;
                self.block(body)?;
                self.block(otherwise)
            }
            Kind::For(each, body, otherwise) => {
                self.each(each, line)?;
                self.block(body)?;
                self.block(otherwise)
            }
            Kind::With(items, body) => {
                for (item, bound) in items {
                    self.eval(item)?;
                    bound.iter().try_for_each(|bound| self.bind(bound, Known::Any, line))?;
                }
                self.block(body)
            }
            Kind::Try(body, handlers, others) => {
                self.block(body)?;
                for handler in handlers {
                    handler.caught.iter().try_for_each(|caught| self.classes(caught))?;
                    handler.name.iter().for_each(|name| self.set(name, Known::Any));
                    self.block(&handler.body)?;
                }
                others.iter().try_for_each(|block| self.block(block))
            }
            Kind::Def(def) => self.def(def, line),
            Kind::Return(value) => {
                let value = match value {
                    Some(value) => self.eval(value)?.kept(),
                    None => Known::Plain,
                };
                self.gives_back(value);
                Ok(())
            }
            Kind::Check(all) => all.iter().try_for_each(|value| self.eval(value).map(drop)),
            Kind::Del(all) => all.iter().try_for_each(|target| self.delete(target, line)),
        }
    }

    pub(super) fn gives_back(&mut self, value: Known) {
        let Some(name) = self.inside.last().cloned() else { return };
        let before = self.returns.get(&name).cloned().unwrap_or(Known::Nothing);
        let after = self.widened(&before, value);
        self.returns.insert(name, after);
    }

    /// What calls of a function of the program give.
    pub(super) fn returned(&self, name: &str) -> Known {
        self.returns.get(name).cloned().unwrap_or(Known::Nothing).kept()
    }

    pub(super) fn assign(&mut self, targets: &[Expr], value: &Expr, line: u32) -> Read<()> {
        let value = self.eval(value)?;
        match targets {
            [target @ Expr::Post(base, trailers)] if self.narrows(base, trailers, &value) => {
                self.see(target);
                Ok(())
            }
            [target] => self.bind(target, value, line),
            // Two names of one list.
            many => many.iter().try_for_each(|target| self.bind(target, value.clone().kept(), line)),
        }
    }

    /// `dirs[:] = […]`: names of entries are put where names of entries were.
    pub(super) fn narrows(&self, base: &Expr, trailers: &[Trailer], value: &Known) -> bool {
        let ([Trailer::Slice(parts)], Known::Each(inner)) = (trailers, value) else { return false };
        let bare = |known: &Known| match known {
            Known::Nothing => true,
            Known::Paths(paths) => paths.spots == [Spot::Bare],
            Known::Plain | Known::Each(_) | Known::Tuple(_) | Known::Class | Known::Any => false,
        };
        parts.is_empty() && bare(inner) && matches!(self.held(base), Some(Known::Each(held)) if bare(held))
    }

    pub(super) fn augment(&mut self, target: &Expr, op: Op, value: &Expr, line: u32) -> Read<()> {
        let value = self.eval(value)?;
        let Expr::Name(name, _) = target else { return self.bind(target, Known::Any, line) };
        let held = self.values.get(name).cloned().unwrap_or(Known::Nothing);
        let is_list = matches!(held, Known::Each(_));
        let after = if is_list { Known::Any } else { combined(held, op, value) };
        self.set(name, after);
        Ok(())
    }

    pub(super) fn delete(&mut self, target: &Expr, line: u32) -> Read<()> {
        if let Expr::Tuple(items) = target {
            return items.iter().try_for_each(|item| self.delete(item, line));
        }
        if matches!(target, Expr::Name(..)) { Ok(()) } else { self.bind(target, Known::Any, line) }
    }

    /// Gives a value to a name, to several, or to a place in a container.
    pub(super) fn bind(&mut self, target: &Expr, value: Known, line: u32) -> Read<()> {
        self.see(target);
        match (target, value) {
            (_, Known::Class) => Err(Stop::unlisted("keeps a class that `type` gave", line)),
            (Expr::Name(name, _), value) => {
                self.set(name, value);
                Ok(())
            }
            (Expr::Star(inner), value) => self.bind(inner, Known::each(value), line),
            (Expr::Tuple(items) | Expr::List(items), Known::Tuple(values))
                if items.len() == values.len() && !items.iter().any(|item| matches!(item, Expr::Star(_))) =>
            {
                items.iter().zip(values).try_for_each(|(item, value)| self.bind(item, value, line))
            }
            (Expr::Tuple(items) | Expr::List(items), value) => {
                let element = value.element();
                items.iter().try_for_each(|item| self.bind(item, element.clone(), line))
            }
            (Expr::Post(base, trailers), _) => self.bind_inside(base, trailers, line),
            (_, _) => Err(Stop::syntax("an assignment to what is no name", line)),
        }
    }

    /// `a[i] = …`: whatever holds it may hold anything now. Attributes are not set at all.
    pub(super) fn bind_inside(&mut self, base: &Expr, trailers: &[Trailer], line: u32) -> Read<()> {
        let Some((last, before)) = trailers.split_last() else { return Ok(()) };
        match last {
            Trailer::Index(_) | Trailer::Slice(_) => {
                self.inner(last)?;
                match before {
                    [] => self.eval(base).map(drop),
                    before => self.post(base, before).map(drop),
                }
            }
            Trailer::Attr(name, line) => {
                Err(Stop::unlisted(&alloc::format!("sets the attribute `{name}`"), *line))
            }
            Trailer::Call(..) => Err(Stop::syntax("an assignment to a call", line)),
        }
    }

    pub(super) fn each(&mut self, each: &Loop, line: u32) -> Read<()> {
        match (self.walked(&each.iter)?, &each.target) {
            (Some(dir), Expr::Tuple(three)) if three.len() == 3 => {
                self.see(&each.iter);
                self.walk(dir, three, line)?;
            }
            (_, target) => {
                let value = self.looked(&each.iter)?.element();
                self.bind(target, value, line)?;
            }
        }
        each.conditions.iter().try_for_each(|condition| self.looked(condition).map(drop))
    }

    /// `for root, dirs, files in os.walk(dir)`. Whoever changes `dirs` sends the walk elsewhere.
    pub(super) fn walk(&mut self, dir: Known, three: &[Expr], line: u32) -> Read<()> {
        let [root, dirs, files] = three else { return Ok(()) };
        let bare = || Known::each(Known::spots(Vec::from([Spot::Bare]), false));
        self.bind(dirs, bare(), line)?;
        self.bind(files, bare(), line)?;
        let steered = self.held(dirs) != Some(&bare());
        let root_value = if steered { Known::Any } else { dir };
        self.bind(root, root_value, line)
    }

    pub(super) fn def(&mut self, def: &Def, line: u32) -> Read<()> {
        def.decorators.iter().try_for_each(|decorator| self.decorator(decorator, line))?;
        def.returns.iter().try_for_each(|returns| self.annotation(returns))?;
        self.params(&def.params)?;
        self.inside.push(def.name.clone());
        let result = self.block(&def.body);
        // Off its end it gives `None`.
        if !matches!(def.body.last(), Some(Stmt { kind: Kind::Return(_), .. })) {
            self.gives_back(Known::Plain);
        }
        self.inside.pop();
        result
    }

    pub(super) fn params(&mut self, params: &[Param]) -> Read<()> {
        for param in params {
            param.annotation.iter().try_for_each(|annotation| self.annotation(annotation))?;
            if let Some(default) = &param.default {
                let value = self.eval(default)?.kept();
                self.set(&param.name, value);
            }
            if param.star {
                self.set(&param.name, Known::Any);
            }
        }
        Ok(())
    }
}
