//! Which names a program binds, and to what. A name that is bound anywhere is the program's own everywhere.

use super::library::{self, Item};
use super::stop::{Read, Stop};
use super::syntax::{Def, Expr, Kind, Loop, Param, Part, Stmt, Trailer};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// All that a name is bound to.
#[derive(Clone, Debug, Default)]
pub struct Bound {
    /// A module or something of one, by its dotted name.
    pub import: Option<String>,
    /// Parameters of each function of that name.
    pub functions: Vec<Vec<Param>>,
    /// A lambda.
    pub lambda: bool,
    /// A value.
    pub data: bool,
}

/// Every name of a program.
#[derive(Debug, Default)]
pub struct Names {
    bound: BTreeMap<String, Bound>,
    imported: Vec<String>,
}

impl Names {
    /// Goes through a program. Stops where a name could mean two things.
    pub fn of(body: &[Stmt]) -> Read<Names> {
        let mut names = Names::default();
        names.block(body)?;
        for (name, bound) in &names.bound {
            let function = bound.lambda || !bound.functions.is_empty();
            let twice = bound.import.is_some() && (function || bound.data);
            // In another scope the name may still be the builtin.
            if twice || (function && library::builtin(name).is_some()) {
                return Err(Stop::unlisted(&format!("gives the name `{name}` to different things"), 1));
            }
        }
        Ok(names)
    }

    /// What `name` is bound to, if it is.
    pub fn get(&self, name: &str) -> Option<&Bound> {
        self.bound.get(name)
    }

    /// Something of this module is imported.
    pub fn imports(&self, module: &str) -> bool {
        self.imported
            .iter()
            .any(|name| name == module || name.strip_prefix(module).is_some_and(|rest| rest.starts_with('.')))
    }

    fn bind(&mut self, name: &str, line: u32) -> Read<&mut Bound> {
        if name.starts_with("__") || library::is_kept(name) {
            return Err(Stop::unlisted(&format!("gives the name `{name}` to something of its own"), line));
        }
        Ok(self.bound.entry(name.to_string()).or_default())
    }

    fn data(&mut self, name: &str, line: u32) -> Read<()> {
        self.bind(name, line)?.data = true;
        Ok(())
    }

    fn import(&mut self, dotted: &str, bound: &str, line: u32) -> Read<()> {
        if library::item(dotted).is_none() || dotted.starts_with("__main__") {
            return Err(Stop::unknown("imports", dotted, line));
        }
        self.imported.push(dotted.to_string());
        let entry = self.bind(bound, line)?;
        if entry.import.as_ref().is_some_and(|before| before != dotted) {
            return Err(Stop::unlisted(&format!("gives the name `{bound}` to different things"), line));
        }
        entry.import = Some(dotted.to_string());
        Ok(())
    }

    fn imports_of(&mut self, all: &[(String, Option<String>)], line: u32) -> Read<()> {
        for (name, bound) in all {
            if library::item(name) != Some(Item::Module) {
                return Err(Stop::unknown("imports", name, line));
            }
            let first = name.split('.').next().unwrap_or(name);
            match bound {
                Some(bound) => self.import(name, bound, line)?,
                None => {
                    self.imported.push(name.clone());
                    self.import(first, first, line)?;
                }
            }
        }
        Ok(())
    }

    fn block(&mut self, body: &[Stmt]) -> Read<()> {
        body.iter().try_for_each(|stmt| self.stmt(stmt))
    }

    fn stmt(&mut self, stmt: &Stmt) -> Read<()> {
        let line = stmt.line;
        match &stmt.kind {
            Kind::Expr(value) => self.expr(value),
            Kind::Assign(targets, value) => self.assign(targets, value, line),
            Kind::Augment(target, _, value) => {
                self.target(target, line)?;
                self.expr(value)
            }
            Kind::Annotate(target, annotation, value) => {
                self.target(target, line)?;
                self.expr(annotation)?;
                value.iter().try_for_each(|value| self.expr(value))
            }
            Kind::Import(all) => self.imports_of(all, line),
            Kind::From(module, all) => all.iter().try_for_each(|(name, bound)| {
                if library::item(module) != Some(Item::Module) {
                    return Err(Stop::unknown("imports", module, line));
                }
                self.import(&format!("{module}.{name}"), bound.as_ref().unwrap_or(name), line)
            }),
            Kind::If(arms, otherwise) => {
                for (condition, body) in arms {
                    self.expr(condition)?;
                    self.block(body)?;
                }
                self.block(otherwise)
            }
            Kind::While(condition, body, otherwise) => {
                self.expr(condition)?;
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
                    self.expr(item)?;
                    bound.iter().try_for_each(|bound| self.target(bound, line))?;
                }
                self.block(body)
            }
            Kind::Try(body, handlers, others) => {
                self.block(body)?;
                for handler in handlers {
                    handler.caught.iter().try_for_each(|caught| self.expr(caught))?;
                    handler.name.iter().try_for_each(|name| self.data(name, line))?;
                    self.block(&handler.body)?;
                }
                others.iter().try_for_each(|block| self.block(block))
            }
            Kind::Def(def) => self.def(def, line),
            Kind::Return(value) => value.iter().try_for_each(|value| self.expr(value)),
            Kind::Check(all) => all.iter().try_for_each(|value| self.expr(value)),
            Kind::Del(all) => all.iter().try_for_each(|target| self.target(target, line)),
            Kind::Nothing => Ok(()),
        }
    }

    fn assign(&mut self, targets: &[Expr], value: &Expr, line: u32) -> Read<()> {
        self.expr(value)?;
        if let ([Expr::Name(name, _)], Expr::Lambda(..)) = (targets, value) {
            self.bind(name, line)?.lambda = true;
            return Ok(());
        }
        targets.iter().try_for_each(|target| self.target(target, line))
    }

    fn def(&mut self, def: &Def, line: u32) -> Read<()> {
        self.bind(&def.name, line)?.functions.push(def.params.clone());
        def.decorators.iter().chain(&def.returns).try_for_each(|part| self.expr(part))?;
        self.params(&def.params, line)?;
        self.block(&def.body)
    }

    fn params(&mut self, params: &[Param], line: u32) -> Read<()> {
        params.iter().try_for_each(|param| {
            self.data(&param.name, line)?;
            param.default.iter().chain(&param.annotation).try_for_each(|part| self.expr(part))
        })
    }

    fn target(&mut self, target: &Expr, line: u32) -> Read<()> {
        match target {
            Expr::Name(name, line) => self.data(name, *line),
            Expr::Tuple(items) | Expr::List(items) => {
                items.iter().try_for_each(|item| self.target(item, line))
            }
            Expr::Star(inner) => self.target(inner, line),
            Expr::Post(..) => self.expr(target),
            Expr::Text(_)
            | Expr::Number(_)
            | Expr::Constant
            | Expr::Format(_)
            | Expr::Bag(_)
            | Expr::Each { .. }
            | Expr::Lambda(..)
            | Expr::Choice(_)
            | Expr::Unary(_)
            | Expr::Chain(..)
            | Expr::Walrus(..)
            | Expr::Yield(_) => Err(Stop::syntax("an assignment to what is no name", line)),
        }
    }

    fn each(&mut self, each: &Loop, line: u32) -> Read<()> {
        self.target(&each.target, line)?;
        self.expr(&each.iter)?;
        each.conditions.iter().try_for_each(|condition| self.expr(condition))
    }

    /// Only what binds names inside expressions: comprehensions, lambdas, `:=`.
    fn expr(&mut self, expr: &Expr) -> Read<()> {
        match expr {
            Expr::Text(_) | Expr::Number(_) | Expr::Constant | Expr::Name(..) => Ok(()),
            Expr::Format(parts) => self.parts(parts),
            Expr::Tuple(items) | Expr::List(items) | Expr::Bag(items) => {
                items.iter().try_for_each(|item| self.expr(item))
            }
            Expr::Each { elements, loops, .. } => {
                loops.iter().try_for_each(|each| self.each(each, 1))?;
                elements.iter().try_for_each(|element| self.expr(element))
            }
            Expr::Lambda(params, body) => {
                self.params(params, 1)?;
                self.expr(body)
            }
            Expr::Choice(three) => three.iter().try_for_each(|part| self.expr(part)),
            Expr::Unary(inner) | Expr::Star(inner) => self.expr(inner),
            Expr::Chain(first, rest) => {
                self.expr(first)?;
                rest.iter().try_for_each(|(_, part)| self.expr(part))
            }
            Expr::Post(base, trailers) => {
                self.expr(base)?;
                trailers.iter().try_for_each(|trailer| self.trailer(trailer))
            }
            Expr::Walrus(name, value, line) => {
                self.data(name, *line)?;
                self.expr(value)
            }
            Expr::Yield(value) => value.iter().try_for_each(|value| self.expr(value)),
        }
    }

    fn parts(&mut self, parts: &[Part]) -> Read<()> {
        parts.iter().try_for_each(|part| match part {
            Part::Text(_) => Ok(()),
            Part::Field(value, spec, _) => {
                self.expr(value)?;
                self.parts(spec)
            }
        })
    }

    fn trailer(&mut self, trailer: &Trailer) -> Read<()> {
        match trailer {
            Trailer::Attr(..) => Ok(()),
            Trailer::Call(arguments, line) => arguments.iter().try_for_each(|argument| {
                // Whoever sets attributes by such names changes what a value is.
                match &argument.name {
                    Some(name) if name.starts_with('_') => Err(Stop::unknown("passes", name, *line)),
                    Some(_) | None => self.expr(&argument.value),
                }
            }),
            Trailer::Index(index) => self.expr(index),
            Trailer::Slice(parts) => parts.iter().try_for_each(|part| self.expr(part)),
        }
    }
}
