//! Programs that read their arguments or their input as code: what is masked there must leave the code as it is.

use super::shape::Shape;
use crate::redact::text::Place;
use crate::words::Words;

static SHELLS: Words = Words::new("sh bash zsh dash ksh ash fish");
static EDITORS: Words = Words::new("sed gsed ssed perl");
static INTERPRETERS: Words = Words::new(
    "python python2 python3 node nodejs deno bun ruby php lua awk gawk mawk nawk jq yq perl osascript psql mysql mariadb \
    sqlite3 duckdb mongosh mongo redis-cli sqlcmd Rscript julia pwsh powershell pwsh.exe powershell.exe",
);
static TALKS: Words = Words::new("expect expectk dexpect autoexpect tclsh wish jimsh");

/// What a program reads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    /// Commands.
    Shell,
    /// Scripts that cut their text at a sign of their own.
    Cuts,
    /// Another language.
    Language,
    /// Scripts that type what a person would type.
    Talk,
}

impl Reads {
    /// By the program's name.
    pub fn of(program: &str) -> Option<Reads> {
        match () {
            () if SHELLS.has(program) => Some(Reads::Shell),
            () if EDITORS.has(program) => Some(Reads::Cuts),
            () if TALKS.has(program) => Some(Reads::Talk),
            () if INTERPRETERS.has(program) => Some(Reads::Language),
            () => None,
        }
    }

    /// How a text on its standard input is looked through.
    pub fn shape(self) -> Shape {
        match self {
            Reads::Shell => Shape::Code,
            Reads::Cuts | Reads::Language | Reads::Talk => Shape::Inline,
        }
    }

    /// How one of its arguments is.
    pub fn place(self, argument: &str) -> Place {
        match self {
            Reads::Shell => Place::Argument,
            Reads::Cuts => cut_at(argument).map_or(Place::Code, Place::Cut),
            Reads::Language | Reads::Talk => Place::Code,
        }
    }
}

/// The sign at which `s/a/b/` is cut.
fn cut_at(script: &str) -> Option<u8> {
    let at = script.find(['s', 'y'])?;
    script.as_bytes().get(at + 1).copied().filter(u8::is_ascii_punctuation)
}
