//! Goes through a program until what its names hold is known, and collects the files it reads.
//!
//! What a name holds is joined over every place that binds it, whatever the order: rounds are repeated until nothing
//! changes. A list that is held by one name is believed as long as that name is only looked at (gone through, indexed,
//! printed); any other use may change it or hand it on, and from then on it holds anything.

use super::calls::parts;
use super::library;
use super::names::Names;
use super::stop::{Read, Stop};
use super::syntax::{Def, Expr, Kind, Loop, Op, Param, Part, Stmt, Trailer};
use super::value::{Known, Paths, Spot};
use super::visit;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Expressions that are looked at, rounds counted each time.
const MAX_STEPS: u32 = 50_000;
/// Files that one program may name.
const MAX_READS: usize = 200;
/// From this round on, what still changes holds anything.
const PATIENCE: u32 = 4;

/// What is known about where the program runs.
#[derive(Debug, Default)]
pub struct Setting {
    /// `sys.argv`, where it is known.
    pub arguments: Option<Vec<Known>>,
    /// `__file__`
    pub file: Option<String>,
    /// The one directory it runs in, links followed.
    pub cwd: Option<String>,
    /// The user's home.
    pub home: String,
}

/// Follows links of an absolute path.
pub type Resolve<'w> = &'w dyn Fn(&str) -> Option<String>;

/// A file or directory that is read, and whether with everything below it.
pub type Reads = Vec<(String, bool)>;

/// Reads a program to its end: what it reads, or why it is not proven harmless.
pub fn judge(body: &[Stmt], setting: &Setting, resolve: Resolve<'_>) -> Read<Reads> {
    let mut judge = Judge {
        names: Names::of(body)?,
        setting,
        resolve,
        values: BTreeMap::new(),
        returns: BTreeMap::new(),
        inside: Vec::new(),
        reads: Vec::new(),
        seen: BTreeSet::new(),
        changed: false,
        round: 0,
        steps: 0,
    };
    loop {
        judge.changed = false;
        judge.reads.clear();
        judge.block(body)?;
        if judge.reads.len() > MAX_READS {
            return Err(Stop::syntax("more files than are followed", 1));
        }
        if !judge.changed {
            judge.saw_all(body)?;
            return Ok(judge.reads);
        }
        judge.round += 1;
    }
}

pub(super) struct Judge<'j> {
    pub(super) names: Names,
    pub(super) setting: &'j Setting,
    pub(super) resolve: Resolve<'j>,
    /// What each name holds.
    values: BTreeMap<String, Known>,
    /// What each function gives back.
    returns: BTreeMap<String, Known>,
    /// Functions around the statement being read.
    inside: Vec<String>,
    reads: Reads,
    /// Expressions that were looked at, by where they lie in memory.
    seen: BTreeSet<usize>,
    changed: bool,
    round: u32,
    steps: u32,
}

impl Judge<'_> {
    /// `expr` was looked at.
    fn see(&mut self, expr: &Expr) {
        self.seen.insert(core::ptr::from_ref(expr).addr());
    }

    /// Nothing that could do something was passed over: a guard against mistakes in this very file.
    fn saw_all(&self, body: &[Stmt]) -> Read<()> {
        let mut passed_over = |expr: &Expr| match expr {
            Expr::Text(_)
            | Expr::Number(_)
            | Expr::Constant
            | Expr::Name(..)
            | Expr::Tuple(_)
            | Expr::List(_)
            | Expr::Star(_) => false,
            Expr::Format(_)
            | Expr::Bag(_)
            | Expr::Each { .. }
            | Expr::Lambda(..)
            | Expr::Choice(_)
            | Expr::Unary(_)
            | Expr::Chain(..)
            | Expr::Post(..)
            | Expr::Walrus(..)
            | Expr::Yield(_) => !self.seen.contains(&core::ptr::from_ref(expr).addr()),
        };
        match visit::find(body, &mut passed_over) {
            Some(expr) => Err(Stop::syntax("a part that was passed over", line_of(expr))),
            None => Ok(()),
        }
    }

    /// `path` is read.
    pub(super) fn reads(&mut self, path: &str, deep: bool) {
        let read = (path.to_string(), deep);
        if self.reads.len() <= MAX_READS && !self.reads.contains(&read) {
            self.reads.push(read);
        }
    }

    /// The content of a file is read: its name must be known.
    pub(super) fn opens(&mut self, path: &Known, line: u32) -> Read<()> {
        match path {
            Known::Nothing => Ok(()),
            Known::Paths(paths) => {
                self.looks_at(paths, true);
                Ok(())
            }
            Known::Plain | Known::Each(_) | Known::Tuple(_) | Known::Class | Known::Any => {
                Err(Stop::path(line))
            }
        }
    }

    /// Names, sizes and times of what is known; with `content` everything below a directory counts.
    pub(super) fn looks_at(&mut self, paths: &Paths, content: bool) {
        for spot in &paths.spots {
            match spot {
                Spot::At(path) => self.reads(path, false),
                Spot::Below(dir) | Spot::BelowSlash(dir) => self.reads(dir, content),
                Spot::Bare => self.reads(".", content),
            }
        }
    }

    /// `name` may also hold `value` from now on.
    pub(super) fn set(&mut self, name: &str, value: Known) {
        let before = self.values.get(name).cloned().unwrap_or(Known::Nothing);
        let after = self.widened(&before, value);
        if after != before {
            self.values.insert(name.to_string(), after);
        }
    }

    fn widened(&mut self, before: &Known, value: Known) -> Known {
        let after = before.clone().join(value);
        if after == *before {
            return after;
        }
        self.changed = true;
        if self.round >= PATIENCE { Known::Any } else { after }
    }

    fn block(&mut self, body: &[Stmt]) -> Read<()> {
        body.iter().try_for_each(|stmt| self.stmt(stmt))
    }

    fn stmt(&mut self, stmt: &Stmt) -> Read<()> {
        let line = stmt.line;
        match &stmt.kind {
            Kind::Expr(value) => self.looked(value).map(drop),
            Kind::Assign(targets, value) => self.assign(targets, value, line),
            Kind::Augment(target, op, value) => self.augment(target, *op, value, line),
            Kind::Annotate(target, annotation, value) => {
                self.raw(annotation)?;
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
                    handler.caught.iter().try_for_each(|caught| self.raw(caught).map(drop))?;
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

    fn gives_back(&mut self, value: Known) {
        let Some(name) = self.inside.last().cloned() else { return };
        let before = self.returns.get(&name).cloned().unwrap_or(Known::Nothing);
        let after = self.widened(&before, value);
        self.returns.insert(name, after);
    }

    /// What calls of a function of the program give.
    pub(super) fn returned(&self, name: &str) -> Known {
        self.returns.get(name).cloned().unwrap_or(Known::Nothing).kept()
    }

    fn assign(&mut self, targets: &[Expr], value: &Expr, line: u32) -> Read<()> {
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
    fn narrows(&self, base: &Expr, trailers: &[Trailer], value: &Known) -> bool {
        let ([Trailer::Slice(parts)], Known::Each(inner)) = (trailers, value) else { return false };
        let bare = |known: &Known| match known {
            Known::Nothing => true,
            Known::Paths(paths) => paths.spots == [Spot::Bare],
            Known::Plain | Known::Each(_) | Known::Tuple(_) | Known::Class | Known::Any => false,
        };
        parts.is_empty() && bare(inner) && matches!(self.held(base), Some(Known::Each(held)) if bare(held))
    }

    fn augment(&mut self, target: &Expr, op: Op, value: &Expr, line: u32) -> Read<()> {
        let value = self.eval(value)?;
        let Expr::Name(name, _) = target else { return self.bind(target, Known::Any, line) };
        let held = self.values.get(name).cloned().unwrap_or(Known::Nothing);
        let is_list = matches!(held, Known::Each(_));
        let after = if is_list { Known::Any } else { combined(held, op, value) };
        self.set(name, after);
        Ok(())
    }

    fn delete(&mut self, target: &Expr, line: u32) -> Read<()> {
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
    fn bind_inside(&mut self, base: &Expr, trailers: &[Trailer], line: u32) -> Read<()> {
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

    fn each(&mut self, each: &Loop, line: u32) -> Read<()> {
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
    fn walk(&mut self, dir: Known, three: &[Expr], line: u32) -> Read<()> {
        let [root, dirs, files] = three else { return Ok(()) };
        let bare = || Known::each(Known::spots(Vec::from([Spot::Bare]), false));
        self.bind(dirs, bare(), line)?;
        self.bind(files, bare(), line)?;
        let steered = self.held(dirs) != Some(&bare());
        let root_value = if steered { Known::Any } else { dir };
        self.bind(root, root_value, line)
    }

    fn def(&mut self, def: &Def, line: u32) -> Read<()> {
        def.decorators.iter().try_for_each(|decorator| self.decorator(decorator, line))?;
        def.returns.iter().try_for_each(|returns| self.raw(returns).map(drop))?;
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

    fn params(&mut self, params: &[Param]) -> Read<()> {
        for param in params {
            param.annotation.iter().try_for_each(|annotation| self.raw(annotation).map(drop))?;
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

    fn decorator(&mut self, decorator: &Expr, line: u32) -> Read<()> {
        const KNOWN: &[&str] = &["functools.lru_cache", "functools.cache", "functools.wraps"];
        let (base, trailers) = parts(decorator);
        let named = self.dotted(base, trailers);
        if !named.is_some_and(|(name, _)| KNOWN.contains(&name.as_str())) {
            return Err(Stop::unlisted("has a decorator that is not known to be harmless", line));
        }
        self.raw(decorator).map(drop)
    }

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

    fn raw(&mut self, expr: &Expr) -> Read<Known> {
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

    fn format(&mut self, parts: &[Part]) -> Read<Known> {
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

    fn tuple(&mut self, items: &[Expr]) -> Read<Known> {
        let mut values = Vec::new();
        for item in items {
            values.push(self.eval(item)?.kept());
        }
        let spread = items.iter().any(|item| matches!(item, Expr::Star(_)));
        Ok(if spread { Known::Any } else { Known::tuple(values) })
    }

    fn list(&mut self, items: &[Expr]) -> Read<Known> {
        let mut element = Known::Nothing;
        for item in items {
            let value =
                if let Expr::Star(inner) = item { self.looked(inner)?.element() } else { self.eval(item)? };
            element = element.join(value.kept());
        }
        Ok(Known::each(element))
    }

    fn comprehension(&mut self, elements: &[Expr], loops: &[Loop], dict: bool) -> Read<Known> {
        loops.iter().try_for_each(|each| self.each(each, line_of(&each.iter)))?;
        let mut element = Known::Nothing;
        for each in elements {
            element = self.eval(each)?;
        }
        Ok(if dict { Known::Any } else { Known::each(element) })
    }

    fn chain(&mut self, first: &Expr, rest: &[(Op, Expr)]) -> Read<Known> {
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
fn combined(left: Known, op: Op, right: Known) -> Known {
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
