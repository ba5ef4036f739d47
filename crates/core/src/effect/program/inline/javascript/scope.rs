//! Which variable a name means, and what is certain about it.

use super::names::{self, Library};
use super::parse::Program;
use super::tree::{Comes, Declared, Expr, Link, Shape, Statement, Target};
use super::{Ground, Stop, known};
use crate::words::listed;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// What is certain about a variable.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Anything that a program can come by.
    Data,
    /// A function of the text: may be called.
    Function,
    /// A module: no value, but its members may be used.
    Module(&'static Library),
    /// A function of a module.
    Member(&'static Library, String),
    /// One of these texts.
    Known(Vec<String>),
    /// A number.
    Number,
    /// An object or array that was made here: no prototype of anything, and no function under a name that is called.
    Fresh,
}

/// Scopes, innermost last.
pub struct Scopes<'p, 'a> {
    program: &'p Program<'a>,
    /// What the text is given.
    pub ground: &'p Ground,
    open: Vec<BTreeMap<&'a str, Kind>>,
}

impl<'p, 'a> Scopes<'p, 'a> {
    /// None open yet.
    pub fn new(program: &'p Program<'a>, ground: &'p Ground) -> Self {
        Scopes { program, ground, open: Vec::new() }
    }

    /// Opens a scope.
    pub fn enter(&mut self) {
        self.open.push(BTreeMap::new());
    }

    /// Closes the innermost scope.
    pub fn leave(&mut self) {
        self.open.pop();
    }

    /// The variable of this name; `None` when it is a global.
    pub fn find(&self, name: &str) -> Option<&Kind> {
        self.open.iter().rev().find_map(|scope| scope.get(name))
    }

    /// Declares a name in the innermost scope.
    pub fn declare(&mut self, name: &'a str, kind: Kind) -> Result<(), Stop> {
        if hides_global(name) {
            return Err(Stop(format!("declares `{name}`, which is a name of the language")));
        }
        let kind = self.certain(name, kind)?;
        let Some(scope) = self.open.last_mut() else { return Ok(()) };
        let kind = match scope.get(name) {
            None => kind,
            Some(Kind::Data | Kind::Known(_) | Kind::Number | Kind::Fresh)
                if matches!(kind, Kind::Data | Kind::Known(_) | Kind::Number | Kind::Fresh) =>
            {
                Kind::Data
            }
            Some(_) => return Err(Stop(format!("declares `{name}` twice"))),
        };
        scope.insert(name, kind);
        Ok(())
    }

    /// What is still certain when the name may be assigned to elsewhere.
    fn certain(&self, name: &str, kind: Kind) -> Result<Kind, Stop> {
        let assigned = self.program.assigned.contains(name);
        let counted = self.program.counted.contains(name);
        match kind {
            Kind::Data => Ok(Kind::Data),
            Kind::Number => Ok(if assigned { Kind::Data } else { Kind::Number }),
            Kind::Known(_) | Kind::Fresh => Ok(if assigned || counted { Kind::Data } else { kind }),
            Kind::Function | Kind::Module(_) | Kind::Member(..) if assigned || counted => {
                Err(Stop(format!("gives `{name}` another value")))
            }
            Kind::Function | Kind::Module(_) | Kind::Member(..) => Ok(kind),
        }
    }

    /// Declares what the statements of a block declare, before any of them runs. The variables of a function's own
    /// block come with it, those of blocks inside from [`Scopes::hoist_vars`].
    pub fn hoist(&mut self, statements: &[Statement<'a>], own: bool) -> Result<(), Stop> {
        for statement in statements {
            match statement {
                Statement::Declare(Declared::Block, targets) => self.targets(targets)?,
                Statement::Declare(Declared::Var, targets) if own => self.targets(targets)?,
                Statement::Function(function) => {
                    if let Some(name) = function.name {
                        self.declare(name, Kind::Function)?;
                    }
                }
                Statement::Import(module, imported) => self.import(module, imported)?,
                Statement::Declare(Declared::Var, _)
                | Statement::Value(_)
                | Statement::Return(_)
                | Statement::Block(_)
                | Statement::When(..)
                | Statement::For(..)
                | Statement::Each(..)
                | Statement::Catch(..)
                | Statement::Nothing => {}
            }
        }
        Ok(())
    }

    /// Declares each `var` in the blocks of a function. The names in its value may mean variables of that block, so
    /// that nothing is certain about it that depends on a name.
    pub fn hoist_vars(&mut self, statements: &[Statement<'a>]) -> Result<(), Stop> {
        for statement in statements {
            match statement {
                Statement::Block(inner) | Statement::When(_, inner) | Statement::Catch(_, inner) => {
                    self.inner_vars(inner)?;
                }
                Statement::For(first, _, inner) => {
                    if let Some(first) = first {
                        self.inner_vars(core::slice::from_ref(first))?;
                    }
                    self.inner_vars(inner)?;
                }
                Statement::Each(declared, shape, _, _, inner) => {
                    if *declared == Declared::Var {
                        self.shape(shape)?;
                    }
                    self.inner_vars(inner)?;
                }
                Statement::Declare(..)
                | Statement::Value(_)
                | Statement::Return(_)
                | Statement::Function(_)
                | Statement::Import(..)
                | Statement::Nothing => {}
            }
        }
        Ok(())
    }

    fn inner_vars(&mut self, statements: &[Statement<'a>]) -> Result<(), Stop> {
        for statement in statements {
            if let Statement::Declare(Declared::Var, targets) = statement {
                for target in targets {
                    match (&target.shape, &target.otherwise) {
                        (Shape::Name(name), Some(Expr::Number(_))) => self.declare(name, Kind::Number)?,
                        (shape @ (Shape::Name(_) | Shape::Array(_) | Shape::Object(_)), _) => {
                            self.shape(shape)?
                        }
                    }
                }
            }
        }
        self.hoist_vars(statements)
    }

    /// Declares the targets of a declaration with what is certain about their values.
    pub fn targets(&mut self, targets: &[Target<'a>]) -> Result<(), Stop> {
        for target in targets {
            match (&target.shape, target.otherwise.as_ref()) {
                (Shape::Name(name), Some(value)) => {
                    let kind = self.kind(value);
                    self.declare(name, kind)?;
                }
                (Shape::Object(members), Some(value)) if self.library(value).is_some() => {
                    self.unpack(members, value)?;
                }
                (shape @ (Shape::Name(_) | Shape::Array(_) | Shape::Object(_)), _) => self.shape(shape)?,
            }
        }
        Ok(())
    }

    /// Declares the names of a shape, of whose values nothing is certain.
    pub fn shape(&mut self, shape: &Shape<'a>) -> Result<(), Stop> {
        match shape {
            Shape::Name(name) => self.declare(name, Kind::Data),
            Shape::Array(targets) => targets.iter().try_for_each(|target| self.shape(&target.shape)),
            Shape::Object(members) => members.iter().try_for_each(|(_, target)| self.shape(&target.shape)),
        }
    }

    /// `const {readFileSync, join: j} = require("…")`
    fn unpack(&mut self, members: &[(Option<String>, Target<'a>)], value: &Expr<'a>) -> Result<(), Stop> {
        let Some(library) = self.library(value) else { return Ok(()) };
        for (member, target) in members {
            let (Some(member), Shape::Name(name), None) = (member, &target.shape, &target.otherwise) else {
                return Err(Stop(format!("takes `{}` apart in a way that is not read", library.name)));
            };
            self.declare(name, member_kind(library, member)?)?;
        }
        Ok(())
    }

    fn import(&mut self, module: &str, imported: &[(&'a str, Option<&'a str>)]) -> Result<(), Stop> {
        let Some(library) = names::module(module).filter(|_| self.ground.loads_modules) else {
            return Err(Stop(format!("loads `{module}`, which is not known to be harmless")));
        };
        for (name, member) in imported {
            let kind = match member {
                None => Kind::Module(library),
                Some(member) => member_kind(library, member)?,
            };
            self.declare(name, kind)?;
        }
        Ok(())
    }

    /// What is certain about a value.
    pub fn kind(&self, value: &Expr<'a>) -> Kind {
        if let Some(library) = self.library(value) {
            return Kind::Module(library);
        }
        if let Expr::Function(_) = value {
            return Kind::Function;
        }
        if let Some(text) = known::texts(self, value) {
            return Kind::Known(text);
        }
        match (self.is_number(value), is_fresh(value)) {
            (true, _) => Kind::Number,
            (false, true) => Kind::Fresh,
            (false, false) => Kind::Data,
        }
    }

    /// The module that `require("…")`, `require("fs").promises` or `await import("…")` gives.
    pub fn library(&self, value: &Expr<'a>) -> Option<&'static Library> {
        let Expr::Chain(base, links) = value else { return None };
        let (Expr::Name("require"), [Link::Call(arguments), rest @ ..]) = (base.as_ref(), links.as_slice())
        else {
            return None;
        };
        let [argument] = arguments.as_slice() else { return None };
        let (Expr::Text(name), false, None) = (&argument.value, argument.spread, self.find("require")) else {
            return None;
        };
        let module = names::module(name).filter(|_| self.ground.loads_modules)?;
        rest.iter().try_fold(module, |library, link| match link {
            Link::Named(name) => library.inner(name),
            Link::Computed(_) | Link::Call(_) => None,
        })
    }

    /// It is certainly a number.
    pub fn is_number(&self, value: &Expr<'a>) -> bool {
        match value {
            Expr::Number(_) => true,
            Expr::Arithmetic(_, comes) => *comes == Comes::Number,
            Expr::Unary(sign, _) => matches!(*sign, "-" | "+" | "~"),
            Expr::Update(_) => true,
            Expr::Name(name) => matches!(self.find(name), Some(Kind::Number)),
            Expr::Text(_)
            | Expr::Template(..)
            | Expr::Pattern
            | Expr::Literal
            | Expr::Array(_)
            | Expr::Object(_)
            | Expr::Function(_)
            | Expr::Chain(..)
            | Expr::New(..)
            | Expr::Logical(_)
            | Expr::Conditional(_)
            | Expr::Assign(..)
            | Expr::Sequence(_)
            | Expr::Await(_) => false,
        }
    }
}

fn member_kind(library: &'static Library, member: &str) -> Result<Kind, Stop> {
    if library.calls(member) {
        return Ok(Kind::Member(library, member.into()));
    }
    if let Some(inner) = library.inner(member) {
        return Ok(Kind::Module(inner));
    }
    if listed(library.constants, member) {
        return Ok(Kind::Data);
    }
    Err(Stop(format!("uses `{}.{member}`, which is not known to be harmless", library.name)))
}

/// A variable of this name would change what the rest of the text means.
fn hides_global(name: &str) -> bool {
    listed(names::FUNCTIONS, name)
        || listed(names::CONSTANTS, name)
        || listed(names::CONSTRUCTORS, name)
        || listed(
            "require module exports global globalThis Function Symbol Reflect Proxy Deno Bun self",
            name,
        )
        || names::GLOBALS.iter().any(|library| library.name == name)
}

/// A new object or array.
fn is_fresh(value: &Expr<'_>) -> bool {
    match value {
        Expr::Array(_) | Expr::Object(_) => true,
        Expr::Chain(base, links) => matches!(
            (base.as_ref(), links.as_slice()),
            (Expr::Name("JSON"), [Link::Named(parse), Link::Call(_)]) if parse == "parse"
        ),
        Expr::Number(_)
        | Expr::Text(_)
        | Expr::Template(..)
        | Expr::Pattern
        | Expr::Literal
        | Expr::Name(_)
        | Expr::Function(_)
        | Expr::New(..)
        | Expr::Unary(..)
        | Expr::Update(_)
        | Expr::Arithmetic(..)
        | Expr::Logical(_)
        | Expr::Conditional(_)
        | Expr::Assign(..)
        | Expr::Sequence(_)
        | Expr::Await(_) => false,
    }
}
