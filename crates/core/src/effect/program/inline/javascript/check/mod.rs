//! Goes through the tree and proves each call, or stops.
//!
//! Functions of the text are no values: one stands where it is declared, where it is called, or as an argument of a
//! method that calls it. Functions of the runtime can be come by as values: any member that is read may be one. Such a
//! value cannot be called, because nothing that is not certain can. So it must never come to lie under a name that is
//! called, by a method of the list or by the language itself ([`is_called`]): under such a name, and under a name that
//! is not certain, only values that are certainly no functions are put ([`Check::is_plain`]), whatever puts them there:
//! assignments, objects in braces, spreads, the rest of an object that is taken apart, `Object.fromEntries`.
//!
//! A member whose name is not certain (`x[key]`, and `key` could be `__proto__`) may be a prototype besides. A program in
//! which one may get loose ([`Check::foreign`]) must not contain what would change it ([`Check::needs_own`]).

mod call;
mod listed;
mod member;
mod write;

use super::parse::Program;
use super::scope::{Kind, Scopes};
use super::tree::{Body, Declared, EachOf, Expr, Function, Item, Property, Shape, Statement, Target};
use super::{Ground, Stop, known, names};
use crate::words::listed;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// What a harmless program still touches.
#[derive(Debug, Default)]
pub struct Touched {
    /// Files that it reads.
    pub reads: Vec<String>,
    /// Files that it loads as JSON.
    pub loads: Vec<String>,
}

/// Whether what an expression gives can get anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// It is compared, printed, counted, or dropped.
    Spent,
    /// It may be kept.
    Kept,
}

/// Proves a program.
pub fn program(program: &Program<'_>, ground: &Ground) -> Result<Touched, Stop> {
    let mut check = Check {
        scopes: Scopes::new(program, ground),
        touched: Touched::default(),
        foreign: false,
        needs_own: None,
        argv_is_loose: false,
    };
    check.scopes.enter();
    check.scopes.hoist(&program.statements, true)?;
    check.scopes.hoist_vars(&program.statements)?;
    check.statements(&program.statements)?;
    if check.argv_is_loose && ground.argv_relied_on.get() {
        return Err(Stop::new("may change the arguments that it takes file names from"));
    }
    match check.needs_own {
        Some(stop) if check.foreign => Err(stop),
        Some(_) | None => Ok(check.touched),
    }
}

pub(super) struct Check<'p, 'a> {
    scopes: Scopes<'p, 'a>,
    touched: Touched,
    /// A member whose name is not certain was read and kept: it may be any function or prototype.
    foreign: bool,
    /// What must not stand in a program with foreign values.
    needs_own: Option<Stop>,
    /// `process.argv` is used as a whole.
    argv_is_loose: bool,
}

impl<'a> Check<'_, 'a> {
    fn needs_own(&mut self, what: impl FnOnce() -> String) {
        if self.needs_own.is_none() {
            self.needs_own = Some(Stop(what()));
        }
    }

    fn block(&mut self, statements: &[Statement<'a>]) -> Result<(), Stop> {
        self.scopes.enter();
        self.scopes.hoist(statements, false)?;
        self.statements(statements)?;
        self.scopes.leave();
        Ok(())
    }

    fn statements(&mut self, statements: &[Statement<'a>]) -> Result<(), Stop> {
        statements.iter().try_for_each(|statement| self.statement(statement))
    }

    fn statement(&mut self, statement: &Statement<'a>) -> Result<(), Stop> {
        match statement {
            Statement::Value(value) => self.value(value, Use::Spent),
            Statement::Return(value) => value.as_ref().map_or(Ok(()), |value| self.value(value, Use::Kept)),
            Statement::Declare(_, targets) => self.declarations(targets),
            Statement::Function(function) => self.function(function, None, Use::Kept),
            Statement::Import(..) | Statement::Nothing => Ok(()),
            Statement::Block(statements) => self.block(statements),
            Statement::When(tests, bodies) => {
                tests.iter().try_for_each(|test| self.value(test, Use::Spent))?;
                bodies.iter().try_for_each(|body| self.block(core::slice::from_ref(body)))
            }
            Statement::For(first, values, body) => {
                self.scopes.enter();
                if let Some(first) = first {
                    self.scopes.hoist(core::slice::from_ref(first), false)?;
                    self.statement(first)?;
                }
                values.iter().try_for_each(|value| self.value(value, Use::Spent))?;
                self.block(body)?;
                self.scopes.leave();
                Ok(())
            }
            Statement::Each(declared, shape, through, of, body) => {
                self.each((*declared, shape), through, *of, body)
            }
            Statement::Catch(caught, body) => {
                self.scopes.enter();
                if let Some(target) = caught {
                    self.scopes.shape(&target.shape)?;
                    self.target(target)?;
                }
                self.block(body)?;
                self.scopes.leave();
                Ok(())
            }
        }
    }

    fn each(
        &mut self,
        (declared, shape): (Declared, &Shape<'a>),
        through: &Expr<'a>,
        of: EachOf,
        body: &[Statement<'a>],
    ) -> Result<(), Stop> {
        let streams = self.is_standard_input(through);
        if !streams {
            self.value(through, Use::Spent)?;
        }
        let elements = if of == EachOf::Elements { known::elements(&self.scopes, through) } else { None };
        self.scopes.enter();
        if declared == Declared::Block {
            match (shape, elements) {
                (Shape::Name(name), Some(texts)) => self.scopes.declare(name, Kind::Known(texts))?,
                (Shape::Name(_) | Shape::Array(_) | Shape::Object(_), _) => self.scopes.shape(shape)?,
            }
        }
        self.shape(shape)?;
        self.block(body)?;
        self.scopes.leave();
        Ok(())
    }

    fn declarations(&mut self, targets: &[Target<'a>]) -> Result<(), Stop> {
        for target in targets {
            let own = target.otherwise.as_ref().is_some_and(|value| self.is_own(value));
            self.shape_of(&target.shape, own)?;
            let Some(value) = &target.otherwise else { continue };
            if self.scopes.library(value).is_some() {
                continue;
            }
            // The elements of a list are taken as a loop would take them.
            let used = if matches!(target.shape, Shape::Array(_)) { Use::Spent } else { Use::Kept };
            match (value, &target.shape) {
                (Expr::Function(function), Shape::Name(_)) => self.function(function, None, Use::Kept)?,
                (value, Shape::Name(_) | Shape::Array(_) | Shape::Object(_)) => self.value(value, used)?,
            }
        }
        Ok(())
    }

    /// Members and defaults of a shape that anything is taken apart into.
    fn shape(&mut self, shape: &Shape<'a>) -> Result<(), Stop> {
        self.shape_of(shape, false)
    }

    /// The same; `own` when what is taken apart is an object of the text. The rest of any other could hold functions
    /// under names that are called.
    fn shape_of(&mut self, shape: &Shape<'a>, own: bool) -> Result<(), Stop> {
        match shape {
            Shape::Name(_) => Ok(()),
            Shape::Array(targets) => targets.iter().try_for_each(|target| self.target(target)),
            Shape::Object(members) => {
                for (member, target) in members {
                    match member {
                        Some(member) => self.may_read(member)?,
                        None if own => {}
                        None => return Err(Stop::new("keeps the rest of an object that is not certain")),
                    }
                    self.target(target)?;
                }
                Ok(())
            }
        }
    }

    fn target(&mut self, target: &Target<'a>) -> Result<(), Stop> {
        self.shape(&target.shape)?;
        target.otherwise.as_ref().map_or(Ok(()), |value| self.value(value, Use::Kept))
    }

    /// The inside of a function; `first` are the texts that its first parameter can be, `gives` what becomes of an
    /// expression that is its whole body.
    fn function(
        &mut self,
        function: &Function<'a>,
        first: Option<Vec<String>>,
        gives: Use,
    ) -> Result<(), Stop> {
        self.scopes.enter();
        if let Some(name) = function.name {
            self.scopes.declare(name, Kind::Function)?;
        }
        self.scopes.enter();
        let mut first = first;
        for target in &function.params {
            match (&target.shape, first.take(), &target.otherwise) {
                (Shape::Name(name), Some(texts), None) => self.scopes.declare(name, Kind::Known(texts))?,
                (shape @ (Shape::Name(_) | Shape::Array(_) | Shape::Object(_)), _, _) => {
                    self.scopes.shape(shape)?;
                }
            }
        }
        function.params.iter().try_for_each(|target| self.target(target))?;
        match &function.body {
            Body::Value(value) => self.value(value, gives)?,
            Body::Block(statements) => {
                self.scopes.hoist(statements, true)?;
                self.scopes.hoist_vars(statements)?;
                self.statements(statements)?;
            }
        }
        self.scopes.leave();
        self.scopes.leave();
        Ok(())
    }

    /// An expression whose value is used so.
    fn value(&mut self, value: &Expr<'a>, used: Use) -> Result<(), Stop> {
        match value {
            Expr::Number(_) | Expr::Text(_) | Expr::Pattern | Expr::Literal => Ok(()),
            Expr::Template(_, values) | Expr::Arithmetic(values, _) => {
                values.iter().try_for_each(|value| self.value(value, Use::Spent))
            }
            Expr::Name(name) => self.name(name),
            Expr::Array(items) => self.items(items, Use::Kept),
            Expr::Object(members) => self.object(members),
            Expr::Function(_) => Err(Stop::new("has a function at a place where it is not read")),
            Expr::Chain(base, links) => self.chain(base, links, used),
            Expr::New(name, members, arguments) => self.new_object(name, members, arguments),
            Expr::Unary(sign, operand) => self.unary(sign, operand),
            Expr::Update(target) => self.update(target),
            Expr::Logical(values) => values.iter().try_for_each(|value| self.value(value, used)),
            Expr::Conditional(parts) => {
                let [test, yes, no] = parts.as_ref();
                self.value(test, Use::Spent)?;
                self.value(yes, used)?;
                self.value(no, used)
            }
            Expr::Assign(target, operator, value) => self.assign(target, operator, value, used),
            Expr::Sequence(values) => values.iter().try_for_each(|value| self.value(value, used)),
            Expr::Await(value) => self.value(value, used),
        }
    }

    fn name(&self, name: &str) -> Result<(), Stop> {
        match self.scopes.find(name) {
            Some(Kind::Data | Kind::Known(_) | Kind::Number | Kind::Fresh) => Ok(()),
            Some(Kind::Function | Kind::Module(_) | Kind::Member(..)) => {
                Err(Stop(format!("hands `{name}` on, so that it is not certain where it is called")))
            }
            None if listed(names::CONSTANTS, name) => Ok(()),
            None if matches!(name, "__dirname" | "__filename") => Ok(()),
            None => Err(Stop(format!("uses `{name}`, which is not known to be harmless"))),
        }
    }

    fn items(&mut self, items: &[Item<'a>], used: Use) -> Result<(), Stop> {
        items.iter().try_for_each(|item| self.value(&item.value, if item.spread { Use::Spent } else { used }))
    }

    fn object(&mut self, members: &[Property<'a>]) -> Result<(), Stop> {
        for member in members {
            match member {
                Property::Named(key, value) => {
                    self.may_read(key)?;
                    self.value(value, Use::Kept)?;
                    self.stores_as(key, value)?;
                }
                Property::Computed(key, value) => {
                    self.value(key, Use::Spent)?;
                    self.value(value, Use::Kept)?;
                    self.stores_under(key, value)?;
                }
                Property::Spread(value) if self.is_own(value) => self.value(value, Use::Kept)?,
                Property::Spread(_) => return Err(Stop::new("copies an object that is not certain")),
            }
        }
        Ok(())
    }

    fn unary(&mut self, sign: &str, operand: &Expr<'a>) -> Result<(), Stop> {
        match (sign, operand) {
            // Tells whether there is such a thing.
            ("typeof", Expr::Name(_)) => Ok(()),
            ("delete", target) => self.write_target(target),
            (_, operand) => self.value(operand, Use::Spent),
        }
    }
}

/// A member of this name is called somewhere: by a method of the list, or by the language itself.
fn is_called(key: &str) -> bool {
    listed(names::METHODS, key) || listed(names::CALLED, key)
}
