//! Which names a program binds, and to what. A name means one thing in the whole program, whatever its scopes.

use super::library::{self, Item};
use super::stop::{Read, Stop};
use super::syntax::{Expr, Trailer};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Texts that one name may hold.
const MAX_TEXTS: usize = 50;

/// What a name is bound to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// A module or something of one, by its dotted name.
    Import(String),
    /// A `def` or a lambda.
    Function,
    /// A value: one of these texts, where all that bind it are written out.
    Value(Option<Vec<Text>>),
}

/// A text that is known before the program runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Text {
    /// It is written out.
    Written(String),
    /// `sys.argv[N]`
    Argument(usize),
}

impl Text {
    /// Of an expression that is nothing else.
    pub fn of(expr: &Expr) -> Option<Text> {
        match expr {
            Expr::Text(text) => text.clone().map(Text::Written),
            Expr::Post(base, trailers) => match (base.as_ref(), trailers.as_slice()) {
                (Expr::Name(sys, _), [Trailer::Attr(argv, _), Trailer::Index(_, Some(index))])
                    if sys == "sys" && argv == "argv" =>
                {
                    Some(Text::Argument(*index))
                }
                (_, _) => None,
            },
            Expr::Number(_)
            | Expr::Constant
            | Expr::Name(..)
            | Expr::Group(_)
            | Expr::Operands(_)
            | Expr::Format(_)
            | Expr::Each(..)
            | Expr::Lambda(_) => None,
        }
    }

    /// Of each element of a tuple or list that is written out.
    pub fn each_of(expr: &Expr) -> Option<Vec<Text>> {
        let Expr::Group(items) = expr else { return None };
        items.iter().map(Text::of).collect()
    }
}

/// Every name of a program.
#[derive(Debug, Default)]
pub struct Names {
    bound: BTreeMap<String, Bound>,
}

impl Names {
    /// What `name` is bound to, if it is.
    pub fn get(&self, name: &str) -> Option<&Bound> {
        self.bound.get(name)
    }

    /// `name` holds one of these texts, or anything.
    pub fn value(&mut self, name: &str, texts: Option<Vec<Text>>, line: u32) -> Read<()> {
        self.bind(name, Bound::Value(texts), line)
    }

    /// `name` is a function of the program.
    pub fn function(&mut self, name: &str, line: u32) -> Read<()> {
        self.bind(name, Bound::Function, line)
    }

    /// Whatever may stand on the left of `=`; elements of values are no names.
    pub fn target(&mut self, target: &Expr, texts: Option<Vec<Text>>, line: u32) -> Read<()> {
        match target {
            Expr::Name(name, line) => self.value(name, texts, *line),
            Expr::Group(items) => items.iter().try_for_each(|item| self.target(item, None, line)),
            Expr::Post(..) => Ok(()),
            Expr::Text(_)
            | Expr::Number(_)
            | Expr::Constant
            | Expr::Operands(_)
            | Expr::Format(_)
            | Expr::Each(..)
            | Expr::Lambda(_) => Err(Stop::syntax("an assignment to what is no name", line)),
        }
    }

    /// `import module as name`
    pub fn module(&mut self, module: &str, name: &str, line: u32) -> Read<()> {
        if library::item(module) != Some(Item::Module) {
            return Err(Stop::unknown("imports", module, line));
        }
        self.bind(name, Bound::Import(module.to_string()), line)
    }

    /// `from module import item as name`
    pub fn item(&mut self, module: &str, item: &str, name: &str, line: u32) -> Read<()> {
        let dotted = format!("{module}.{item}");
        if library::item(module) != Some(Item::Module) || library::item(&dotted).is_none() {
            return Err(Stop::unknown("imports", &dotted, line));
        }
        self.bind(name, Bound::Import(dotted), line)
    }

    /// A builtin keeps its name: in another scope the name would still mean the builtin.
    fn bind(&mut self, name: &str, bound: Bound, line: u32) -> Read<()> {
        if name.starts_with("__") || library::is_builtin(name) {
            return Err(Stop::unlisted(&format!("gives the name `{name}` to something of its own"), line));
        }
        let twice = || Stop::unlisted(&format!("gives the name `{name}` to different things"), line);
        let after = match (self.bound.remove(name), bound) {
            (None, bound) => bound,
            (Some(Bound::Import(before)), Bound::Import(after)) if before == after => Bound::Import(after),
            (Some(Bound::Value(before)), Bound::Value(after)) => Bound::Value(both(before, after)),
            (Some(Bound::Import(_) | Bound::Function | Bound::Value(_)), _) => return Err(twice()),
        };
        self.bound.insert(name.to_string(), after);
        Ok(())
    }
}

fn both(before: Option<Vec<Text>>, after: Option<Vec<Text>>) -> Option<Vec<Text>> {
    let (mut all, after) = (before?, after?);
    all.extend(after);
    (all.len() <= MAX_TEXTS).then_some(all)
}
