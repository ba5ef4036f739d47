//! The tree that the reader makes and the walk goes through, exhaustively.
//!
//! Everything that bash would run, expand or open stands somewhere in this tree as a typed node; no field holds raw
//! shell text for a caller to open later.

use crate::verdict::Span;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// A whole text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// Its commands.
    pub body: List,
}

/// Commands in sequence.
pub type List = Vec<Item>;

/// One element of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The command.
    pub command: Command,
    /// Ended with `&`.
    pub background: bool,
}

/// A command with its redirections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// What it is.
    pub kind: Kind,
    /// In order; for a simple command wherever they stood.
    pub redirects: Vec<Redirect>,
    /// The whole of it.
    pub span: Span,
}

/// Every kind of command there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Assignments, a name, arguments. `words` may be empty.
    Simple {
        /// `A=1 B=2` before the name.
        assigns: Vec<Assign>,
        /// Name and arguments, before expansion; literal brace lists are already spread out.
        words: Vec<Word>,
    },
    /// `a | b`, two or more.
    Pipe(Vec<Command>),
    /// `a && b || c`: one command and what hangs on its outcome.
    Chain {
        /// The first.
        first: Box<Command>,
        /// The others with their operator.
        rest: Vec<(Link, Command)>,
    },
    /// `! a`
    Not(Box<Command>),
    /// `time a`
    Time(Box<Command>),
    /// `( … )`
    Subshell(List),
    /// `{ …; }`
    Group(List),
    /// `if … then … elif … else … fi`
    If {
        /// Condition and body of each arm.
        arms: Vec<(List, List)>,
        /// `else`
        otherwise: Option<List>,
    },
    /// `while` and `until`
    Loop {
        /// Condition.
        cond: List,
        /// Body.
        body: List,
    },
    /// `for name in words` and `select`
    For {
        /// The variable.
        name: String,
        /// `None` means `"$@"`.
        words: Option<Vec<Word>>,
        /// Body.
        body: List,
        /// It is `select`.
        asks: bool,
    },
    /// `for ((a; b; c))`
    ForArith {
        /// The three expressions.
        parts: Vec<Arith>,
        /// Body.
        body: List,
    },
    /// `case … in … esac`
    Case {
        /// What is compared.
        subject: Word,
        /// Its arms.
        arms: Vec<CaseArm>,
    },
    /// `name() …`
    Function {
        /// Its name, unquoted.
        name: String,
        /// Its body, redirections included.
        body: Box<Command>,
    },
    /// `[[ … ]]`, flattened: nothing hangs on the order.
    Cond(Vec<CondTerm>),
    /// `(( … ))`
    Arith(Arith),
}

/// What joins two commands of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// `&&`
    And,
    /// `||`
    Or,
}

/// One arm of `case`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseArm {
    /// Patterns.
    pub patterns: Vec<Word>,
    /// Body.
    pub body: List,
}

/// One test of `[[ ]]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CondTerm {
    /// `-f x`, `-v name`
    Unary {
        /// With its dash.
        op: String,
        /// Operand.
        word: Word,
    },
    /// `a == b`, `a -eq b`, `a =~ b`
    Binary {
        /// The operator.
        op: String,
        /// Left.
        left: Word,
        /// Right.
        right: Word,
    },
    /// A word alone.
    Word(Word),
}

/// `name=value`, `name+=value`, `name[i]=value`, `name=( … )`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assign {
    /// Variable.
    pub name: String,
    /// `[…]`: evaluated as arithmetic (or as a key), substitutions included.
    pub subscript: Option<Arith>,
    /// `+=`
    pub append: bool,
    /// What is assigned.
    pub value: AssignValue,
    /// The whole of it.
    pub span: Span,
}

/// Right-hand side of an assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssignValue {
    /// A word: no splitting, no globbing.
    Word(Word),
    /// `( … )`
    Array(Vec<ArrayItem>),
}

/// One element of an array literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayItem {
    /// `[…]=`
    pub subscript: Option<Arith>,
    /// The value.
    pub word: Word,
}

/// A word: pieces that stand side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// In order. An empty word (`''`) has one empty quoted text.
    pub pieces: Vec<Piece>,
    /// Where it stands.
    pub span: Span,
}

/// A piece of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text after quote removal. Unquoted text here holds no glob character: those are [`Piece::Glob`].
    Text {
        /// Unquoted and unescaped.
        text: String,
        /// It stood in quotes or behind a backslash.
        quoted: bool,
    },
    /// An unquoted `*`, `?` or `[…]`, as written.
    Glob(String),
    /// `~` (empty), `~user`, `~+`, at a place where bash expands it.
    Tilde(String),
    /// `$x`, `${x…}`
    Param {
        /// Which, and what is done to it. Most pieces are text, and should not take the room of this one.
        param: Box<Param>,
        /// In double quotes: one field, not split.
        quoted: bool,
        /// Where.
        span: Span,
    },
    /// `$( … )` and backticks.
    Command {
        /// What runs.
        body: List,
        /// In double quotes.
        quoted: bool,
        /// Where.
        span: Span,
    },
    /// `<( … )`, `>( … )`
    Process {
        /// What runs.
        body: List,
        /// Where.
        span: Span,
    },
    /// `$(( … ))`
    Arith {
        /// The expression.
        arith: Arith,
        /// In double quotes.
        quoted: bool,
    },
}

/// A parameter expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// An identifier, a number, or one of `@ * # ? - $ ! _`.
    pub name: String,
    /// `[…]`; `@` and `*` come as text.
    pub subscript: Option<Arith>,
    /// What is done with the value.
    pub op: ParamOp,
    /// A colon stands before `-`, `=`, `?` or `+`: an empty value counts as none.
    pub colon: bool,
}

/// Operators of `${…}`. Indirection (`${!x}`) and `${x@…}` are refused by the reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamOp {
    /// `$x`
    Plain,
    /// `${#x}`
    Length,
    /// `${x-w}`, `${x:-w}`
    Default(Word),
    /// `${x=w}`, `${x:=w}`
    Assign(Word),
    /// `${x+w}`, `${x:+w}`
    Alternative(Word),
    /// `${x?w}`, `${x:?w}`
    Error(Word),
    /// `${x%p}`, `${x##p}`, `${x^p}`, `${x/p/r}`: patterns and replacements.
    Edit(Edit, Vec<Word>),
    /// `${x:offset:length}`: arithmetic.
    Slice(Vec<Arith>),
}

/// How `${x…}` cuts or changes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// `#`, `##`: a matching beginning goes.
    Start,
    /// The same, the longest.
    LongestStart,
    /// `%`, `%%`: a matching end goes.
    End,
    /// The same, the longest.
    LongestEnd,
    /// `^`, `^^`, `,`, `,,`: upper and lower case.
    Case {
        /// Up, not down.
        upper: bool,
        /// Not only the first letter.
        all: bool,
    },
    /// `/p/r`: the first match is replaced.
    First,
    /// `//p/r`: every match is.
    Every,
}

/// An arithmetic text. Names in it are evaluated again by bash when it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arith {
    /// Text and what is substituted in it, all as if double-quoted.
    pub pieces: Vec<Piece>,
    /// Where.
    pub span: Span,
}

/// A redirection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirect {
    /// The descriptor in front.
    pub fd: Fd,
    /// What is done.
    pub op: RedirectOp,
    /// The whole of it.
    pub span: Span,
}

/// The descriptor a redirection names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fd {
    /// None written: 0 or 1 by the operator.
    Default,
    /// `2>`
    Number(u32),
    /// `{name}>`: also assigns the variable.
    Variable(String),
}

/// Redirection operators with what they take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RedirectOp {
    /// `< w`
    Read(Word),
    /// `> w`, `>| w`
    Write(Word),
    /// `>> w`
    Append(Word),
    /// `<> w`
    ReadWrite(Word),
    /// `&> w`, `>& w` with a plain file name
    WriteBoth(Word),
    /// `&>> w`
    AppendBoth(Word),
    /// `2>&1`, `>&-`: digits or `-` only; anything else after `>&` is refused or `WriteBoth`.
    Duplicate(String),
    /// `<&3`, `<&-`
    DuplicateInput(String),
    /// `<<< w`
    HereString(Word),
    /// `<< E`: its body; literal text, or live text with what is substituted in it.
    Heredoc(Word),
}
