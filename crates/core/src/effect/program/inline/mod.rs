//! Programs that are given a program: what it would do is read from its text.
//!
//! `sed`, `awk` and `jq` are read completely. Of the larger languages a small strict grammar is read, enough to prove
//! the common harmless shapes; what does not fit it stops.

pub mod awk;
pub mod javascript;
pub mod jq;
pub mod perl;
pub mod python;
pub mod ruby;
pub mod sed;
pub mod unread;

use alloc::format;
use alloc::string::String;

/// Classes of characters that every reader of patterns knows by name.
const CLASSES: &str = "alnum alpha blank cntrl digit graph lower print punct space upper xdigit";

/// The length of `:alpha:]`, which stands behind a `[` inside of brackets; `None` when it is no class of that list. Where
/// any other one ends, implementations disagree.
fn class_length(behind: &str) -> Option<usize> {
    let (name, _) = behind.strip_prefix(':')?.split_once(":]")?;
    crate::words::listed(CLASSES, name).then_some(name.len() + 3)
}

/// `why` with the line on which byte `at` of `text` stands, where there are several. The line is one of the program: in
/// a here-document it is another line of the command.
fn placed(why: String, text: &str, at: usize) -> String {
    if !text.trim_end().contains('\n') {
        return why;
    }
    let before = text.bytes().take(at).filter(|byte| *byte == b'\n').count();
    format!("{why} (line {} of the program)", before + 1)
}

/// Programs of this family that take up nothing by themselves that could carry harm; see [`super::loaded`].
#[cfg(test)]
pub const LOADS_NOTHING: &str = "sed gsed awk gawk mawk nawk yq perl lua luajit lua5.1 lua5.3 lua5.4 tclsh wish guile scheme racket sbcl \
    clisp ocaml ghci runghc swipl octave matlab julia R Rscript clojure clj jjs rhino raku perl6 m4 dc \
    gnuplot pwsh powershell expect";
