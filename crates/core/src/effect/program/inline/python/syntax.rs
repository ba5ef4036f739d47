//! The part of Python's tree that is read. Chains are flat, so that only real nesting is deep.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A text (`None`: its value was not worked out).
    Text(Option<String>),
    /// A number; an index where it is a small whole one.
    Number(Option<usize>),
    /// `True`, `False`, `None`
    Constant,
    /// A name with its line.
    Name(String, u32),
    /// What a tuple, list, set or dict holds: keys and values alike.
    Group(Vec<Expr>),
    /// What operators work on, whichever they are.
    Operands(Vec<Expr>),
    /// The fields of an f-string.
    Format(Vec<Expr>),
    /// A comprehension or generator: what it makes, and from what.
    Each(Vec<Expr>, Vec<Loop>),
    /// `lambda a: b`; its parameters are among the names.
    Lambda(Box<Expr>),
    /// `a.b(c)[d]`
    Post(Box<Expr>, Vec<Trailer>),
}

/// `for target in iter if conditions`
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// What is gone through.
    pub iter: Expr,
    /// What is asked of each.
    pub conditions: Vec<Expr>,
}

/// What stands behind an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Trailer {
    /// `.name`
    Attr(String, u32),
    /// `(…)`
    Call(Vec<Argument>, u32),
    /// `[a]`, `[a:b]`: the expressions in it; an index is known where it is the whole of it.
    Index(Vec<Expr>, Option<usize>),
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// `name=`
    pub name: Option<String>,
    /// The value.
    pub value: Expr,
}

/// A statement with its line.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// What it is.
    pub kind: Kind,
    /// Where it begins.
    pub line: u32,
}

/// Kinds of statements. Names that they bind are among the names.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Values that are worked out, and blocks that run, some of them or none.
    Does(Vec<Expr>, Vec<Vec<Stmt>>),
    /// `a = b[c] = value`
    Assign(Vec<Expr>, Expr),
    /// `with open(…) as name:`
    With(Expr, Vec<Stmt>),
    /// `try` with what is caught, and all its blocks
    Try(Vec<Expr>, Vec<Vec<Stmt>>),
    /// `raise a`
    Raise(Expr),
}
