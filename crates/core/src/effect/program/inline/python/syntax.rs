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
    /// `True`, `False`, `None`, `...`
    Constant,
    /// Literal parts and fields, joined.
    Format(Vec<Part>),
    /// A name with its line.
    Name(String, u32),
    /// `a, b`
    Tuple(Vec<Expr>),
    /// `[a, b]`
    List(Vec<Expr>),
    /// `{a, b}`, `{a: b}`: keys and values alike.
    Bag(Vec<Expr>),
    /// A comprehension or generator.
    Each {
        /// What it makes: two for a dict.
        elements: Vec<Expr>,
        /// Its loops.
        loops: Vec<Loop>,
        /// It makes a dict.
        dict: bool,
    },
    /// `lambda a: b`
    Lambda(Vec<Param>, Box<Expr>),
    /// `a if b else c`, in the order of the text.
    Choice(Box<[Expr; 3]>),
    /// `not a`, `-a`
    Unary(Box<Expr>),
    /// Operators of one precedence.
    Chain(Box<Expr>, Vec<(Op, Expr)>),
    /// `a.b(c)[d]`
    Post(Box<Expr>, Vec<Trailer>),
    /// `(a := b)`
    Walrus(String, Box<Expr>, u32),
    /// `*a`, `**a`
    Star(Box<Expr>),
    /// `yield a`
    Yield(Option<Box<Expr>>),
}

/// A part of an f-string.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Literal text.
    Text(Option<String>),
    /// A value, the parts of its format, and whether it is shown as `str` shows it.
    Field(Expr, Vec<Part>, bool),
}

/// `for target in iter if conditions`
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// What is bound.
    pub target: Expr,
    /// What is gone through.
    pub iter: Expr,
    /// What is asked of each.
    pub conditions: Vec<Expr>,
}

/// What an operator makes of its operands, as far as it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// `+`
    Add,
    /// `/`
    Div,
    /// `and`, `or`
    Either,
    /// `==`, `in`, `is` and their like
    Compare,
    /// Any other.
    Other,
}

/// What stands behind an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Trailer {
    /// `.name`
    Attr(String, u32),
    /// `(…)`
    Call(Vec<Argument>, u32),
    /// `[a]`
    Index(Box<Expr>),
    /// `[a:b]`, `[a, b]`: the expressions in it.
    Slice(Vec<Expr>),
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// `name=`; `**` for whatever a mapping names.
    pub name: Option<String>,
    /// `*a` or `**a`
    pub star: bool,
    /// The value.
    pub value: Expr,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// `*name`, `**name`
    pub star: bool,
    /// Behind `*`: by name only.
    pub keyword_only: bool,
    /// Its default.
    pub default: Option<Expr>,
    /// Its annotation.
    pub annotation: Option<Expr>,
}

/// A statement with its line.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// What it is.
    pub kind: Kind,
    /// Where it begins.
    pub line: u32,
}

/// Kinds of statements.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// An expression by itself.
    Expr(Expr),
    /// `a = b = value`
    Assign(Vec<Expr>, Expr),
    /// `a += value`; the operator may join texts.
    Augment(Expr, Op, Expr),
    /// `a: annotation = value`
    Annotate(Expr, Expr, Option<Expr>),
    /// `import a.b as c`: dotted name and the name it is bound to.
    Import(Vec<(String, Option<String>)>),
    /// `from a import b as c`
    From(String, Vec<(String, Option<String>)>),
    /// `if`/`elif`/`else`
    If(Vec<(Expr, Vec<Stmt>)>, Vec<Stmt>),
    /// `while` with its `else`
    While(Expr, Vec<Stmt>, Vec<Stmt>),
    /// `for` with its `else`
    For(Loop, Vec<Stmt>, Vec<Stmt>),
    /// `with a as b, c as d:`
    With(Vec<(Expr, Option<Expr>)>, Vec<Stmt>),
    /// `try` with handlers (type, name, body), then all other blocks
    Try(Vec<Stmt>, Vec<Handler>, Vec<Vec<Stmt>>),
    /// `def`
    Def(Def),
    /// `return a`
    Return(Option<Expr>),
    /// `raise a from b`, `assert a, b`: the expressions
    Check(Vec<Expr>),
    /// `del a, b`
    Del(Vec<Expr>),
    /// `global a`, `nonlocal a`, `pass`, `break`, `continue`
    Nothing,
}

/// `except type as name:`
#[derive(Clone, Debug, PartialEq)]
pub struct Handler {
    /// What is caught.
    pub caught: Option<Expr>,
    /// Its name.
    pub name: Option<String>,
    /// What is done.
    pub body: Vec<Stmt>,
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Def {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<Param>,
    /// What stands behind `->`.
    pub returns: Option<Expr>,
    /// `@a`
    pub decorators: Vec<Expr>,
    /// What it does.
    pub body: Vec<Stmt>,
}
