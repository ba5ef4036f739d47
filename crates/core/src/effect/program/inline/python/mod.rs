//! Python: a strict small grammar that proves the common harmless programs.
//!
//! Why a program that passes does no harm, although Python is dynamic:
//!
//! 1. **The text is the program.** It is known to the letter, and only texts that all versions read alike become tokens
//!    (`tokens`): no encodings, no control characters, no names beyond ASCII, no f-strings that versions end at
//!    different places. What the grammar (`expressions`, `statements`) does not have stops: classes, `async`, `match`,
//!    relative and star imports.
//! 2. **A name means one thing.** A name that is bound anywhere is the program's own everywhere (`names`). Names of
//!    builtins that reach out (`open`, `type`, `eval` …) may not be bound at all, no builtin may be given to a function,
//!    and a name that is imported may not be anything else. There is no other way to bind a name: what could (`exec`,
//!    `globals`, `setattr`, `import *`) is on no list.
//! 3. **Only what is listed is called.** The callee is a listed builtin, a listed function of a listed module, a `def` or
//!    lambda of the text, or a method by a listed name (`library`). Values are not called: not parameters, not elements,
//!    not results.
//! 4. **Every value is harmless to everybody.** Modules, functions and classes of the library are no values, but for a few
//!    builtins that only compute; they are called in place, with their arguments looked at (`functions`). So whatever
//!    `map`, `sorted` or a default factory calls is the program's own or only computes, and whatever copies attributes
//!    finds none. Classes stand in annotations, behind `except` and in `isinstance` (`places`); one that `type(x)` gave
//!    may be shown and compared, nothing else: the class of an unbuffered file would open files for writing.
//! 5. **An attribute is listed by its name when it is harmless on every value that can be made by 3 and 4.** Names with
//!    two underscores in front stop, attributes are never set. Methods that are harmless on one kind of value and not on
//!    another are looked at: `replace` and `copy` (texts and lists, but also `pathlib.Path`), `read` (files, but also
//!    `ConfigParser`), `open`, `format` (fields reach into values).
//! 6. **No file is open for writing.** `open` takes a mode that is written out and only reads. And
//!    `print(file=…)`, `json.dump` and their like take `sys.stdout` and `sys.stderr` by these names alone.
//! 7. **What is read is known.** The content of a file is read only where its name is known: written out, put together
//!    from known parts, or found below a known directory (`value`, `judge`). These names become effects like those of
//!    `cat` and `grep -r`, so that secrets still ask; what a listing may find is listed now (`secrets`). `os.environ` as a whole, and variables that look secret, stop.
//! 8. **The library is the library.** No file in the directory where Python looks first has the name of a module
//!    (`shadow`), and the interpreter is not one of the project's own, whose start-up code could have been written.
//!
//! Nothing of the text is passed over: when all is done, every expression must have been looked at (`visit`).
//!
//! Not covered: programs that use up time or memory.

mod calls;
mod command;
mod effects;
mod evaluate;
mod expressions;
mod fstrings;
mod functions;
mod judge;
mod library;
mod methods;
mod names;
mod paths;
mod places;
mod secrets;
mod shadow;
mod statements;
mod stop;
mod syntax;
mod tokens;
mod value;
mod visit;

#[cfg(test)]
mod examples;

pub use command::{read, run};
pub use shadow::module_shadow;
