//! The part of the language that is read, as a tree. Chains of operators, members and calls are lists, so that the
//! depth of the tree is the depth of its brackets.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// An expression.
#[derive(Debug)]
pub enum Expr<'a> {
    /// A number; its value when it is a small whole one.
    Number(Option<usize>),
    /// A string, or a template without expressions.
    Text(String),
    /// A template: its texts, one more than its expressions.
    Template(Vec<String>, Vec<Expr<'a>>),
    /// A pattern.
    Pattern,
    /// `null`, `true`, `false`.
    Literal,
    /// A variable.
    Name(&'a str),
    /// `[…]`; holes are left out.
    Array(Vec<Item<'a>>),
    /// `{…}`
    Object(Vec<Property<'a>>),
    /// `() => …`, `function () {…}`
    Function(Box<Function<'a>>),
    /// `a.b[c](d)`
    Chain(Box<Expr<'a>>, Vec<Link<'a>>),
    /// `new a.b(c)`
    New(&'a str, Vec<&'a str>, Vec<Item<'a>>),
    /// `!a`, `-a`, `typeof a`, `void a`, `delete a`
    Unary(&'static str, Box<Expr<'a>>),
    /// `a++`, `--a`
    Update(Box<Expr<'a>>),
    /// `a + b < c`: whatever the operators, a primitive comes out.
    Arithmetic(Vec<Expr<'a>>, Comes),
    /// `a || b`, `a && b`, `a ?? b`: one of the operands comes out.
    Logical(Vec<Expr<'a>>),
    /// `a ? b : c`
    Conditional(Box<[Expr<'a>; 3]>),
    /// `a = b`, `a += b`
    Assign(Box<Expr<'a>>, &'static str, Box<Expr<'a>>),
    /// `a, b`
    Sequence(Vec<Expr<'a>>),
    /// `await a`
    Await(Box<Expr<'a>>),
}

/// What comes out of a chain of operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comes {
    /// A number.
    Number,
    /// Texts joined or numbers added: all operators are `+`.
    Sum,
    /// A number, a text, `true` or `false`.
    Primitive,
}

/// An element or an argument.
#[derive(Debug)]
pub struct Item<'a> {
    /// `...a`
    pub spread: bool,
    /// What stands there.
    pub value: Expr<'a>,
}

/// A member of an object in braces.
#[derive(Debug)]
pub enum Property<'a> {
    /// `name: value`, `"name": value`, `name`
    Named(String, Expr<'a>),
    /// `[key]: value`
    Computed(Expr<'a>, Expr<'a>),
    /// `...value`
    Spread(Expr<'a>),
}

/// A step behind a value.
#[derive(Debug)]
pub enum Link<'a> {
    /// `.name`
    Named(String),
    /// `[key]`
    Computed(Expr<'a>),
    /// `(…)`
    Call(Vec<Item<'a>>),
}

/// A function.
#[derive(Debug)]
pub struct Function<'a> {
    /// Its name, if it has one.
    pub name: Option<&'a str>,
    /// Its parameters.
    pub params: Vec<Target<'a>>,
    /// Its body.
    pub body: Body<'a>,
}

/// What a function does.
#[derive(Debug)]
pub enum Body<'a> {
    /// `=> value`
    Value(Expr<'a>),
    /// `{ … }`
    Block(Vec<Statement<'a>>),
}

/// What is declared, with what it is when nothing comes.
#[derive(Debug)]
pub struct Target<'a> {
    /// The names.
    pub shape: Shape<'a>,
    /// `= value`
    pub otherwise: Option<Expr<'a>>,
    /// `...names`: all that are left.
    pub rest: bool,
}

/// Names that a value is taken apart into.
#[derive(Debug)]
pub enum Shape<'a> {
    /// `name`
    Name(&'a str),
    /// `[a, b, ...c]`
    Array(Vec<Target<'a>>),
    /// `{a, b: c, ...d}`: each with the member it comes from.
    Object(Vec<(Option<String>, Target<'a>)>),
}

/// How a variable is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declared {
    /// `var`: in the whole function.
    Var,
    /// `let` and `const`: in the block.
    Block,
}

/// A statement.
#[derive(Debug)]
pub enum Statement<'a> {
    /// `a;`, `throw a`, and `return a`
    Value(Expr<'a>),
    /// `return a`
    Return(Option<Expr<'a>>),
    /// `const a = b, c = d`
    Declare(Declared, Vec<Target<'a>>),
    /// `function a() {…}`
    Function(Function<'a>),
    /// `import a, {b as c} from "module"`: names with the member they stand for, none for the whole.
    Import(String, Vec<(&'a str, Option<&'a str>)>),
    /// `{…}`, and anything else that holds statements in a scope of their own
    Block(Vec<Statement<'a>>),
    /// `if (a) b else c`, `while (a) b`, `do b while (a)`, `switch (a) …`
    When(Vec<Expr<'a>>, Vec<Statement<'a>>),
    /// `for (a; b; c) d`
    For(Option<Box<Statement<'a>>>, Vec<Expr<'a>>, Vec<Statement<'a>>),
    /// `for (const a of b) c`, `for (const a in b) c`
    Each(Declared, Shape<'a>, Expr<'a>, EachOf, Vec<Statement<'a>>),
    /// `catch (a) {…}`
    Catch(Option<Target<'a>>, Vec<Statement<'a>>),
    /// `;`, `break`, `continue`
    Nothing,
}

/// What a loop goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EachOf {
    /// `of`: the elements.
    Elements,
    /// `in`: the names of the members.
    Names,
}
