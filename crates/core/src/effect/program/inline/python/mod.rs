//! Python: a strict small grammar that proves the commonest harmless programs.
//!
//! Why a program that passes does no harm, although Python is dynamic:
//!
//! 1. **The text is the program.** It is known to the letter, and only texts that all versions read alike become tokens
//!    (`tokens`): no encodings, no control characters, no names beyond ASCII, no numbers with a leading zero. What the
//!    grammar (`expressions`, `statements`) does not have stops: classes, decorators, defaults, annotations, stars, `:=`,
//!    `global`, `del`, `yield`, `async`, `match`, and any `with` other than that of a file.
//! 2. **A name means one thing in the whole program** (`names`): a module, a function of the program, or a value. No name
//!    of a builtin and no name of a module may be bound to anything else, whatever the scope.
//! 3. **Only what is listed is called** (`check`, `calls`, `library`): listed builtins, listed functions of listed modules, functions
//!    of the text, and methods by listed names. Values are not called, neither by the program nor for it: modules, classes
//!    and functions of the library are no values, but for a few builtins that only compute and stand as an argument.
//! 4. **No value reaches further.** Listed functions give texts, numbers, collections, matches, dates, sums, errors and
//!    files that are open for reading. Each listed method and attribute is harmless on all of them, and no attribute is set.
//!    `sys.argv` is used by its elements, and `sys.stdout` is only printed to.
//! 5. **What is read is written out.** `open` takes a text of the program, a name that holds nothing but such texts, or an
//!    argument of the command by its place. Nothing is worked out. These files become effects like those of `cat`.
//! 6. **The library is the library.** No file in the directory where Python looks first has the name of a module
//!    (`shadow`), and the interpreter is not one of the project's own, whose start-up code could have been written.
//!
//! Not covered: programs that use up time or memory.

mod calls;
mod check;
mod command;
mod expressions;
mod fstrings;
mod library;
mod names;
mod shadow;
mod statements;
mod stop;
mod syntax;
mod tokens;

#[cfg(test)]
mod examples;

pub use command::{read, run};
pub use shadow::{module_shadow, shadow};
