//! Interpreters whose code is not read: they stop unless they only tell about themselves.

use super::super::about::ends_after;
use super::super::spec::{Program, custom};
use crate::effect::Effect;
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::Arg;
use alloc::format;

/// The family. Those with test runners and packages stand among the development tools.
pub const PROGRAMS: &[Program] = &[custom(
    "lua luajit lua5.1 lua5.3 lua5.4 tclsh wish guile scheme racket sbcl clisp ocaml ghci runghc swipl octave matlab julia R \
        Rscript clojure clj jjs rhino raku perl6 m4 dc gnuplot pwsh powershell expect",
    read,
)];

fn read(reading: &mut Reading<'_>, call: &Invocation) {
    if ends_after(&call.name, &call.args) {
        let message = format!("`{}` tells about itself", call.name);
        return reading.add(Effect::Harmless, "help", message, call.span);
    }
    let span = call.args.iter().find(|arg| inline(arg)).map_or(call.span, |arg| arg.span);
    let message = format!("`{}` runs code that is not read", call.name);
    reading.add(Effect::Opaque, "inline_code", message, span);
}

fn inline(arg: &Arg) -> bool {
    arg.text().is_some_and(|text| ["-e", "-E", "-r", "-n", "-p"].iter().any(|flag| text.starts_with(flag)))
}

#[cfg(test)]
const EXAMPLES: &str = r#"
        allow lua -v
        ask   lua -e 'os.execute("id")'
        ask   m4 x
        ask   dc -e '!id'
        allow julia --version
        ask   julia --version < evil.sh
        ask   scheme --version
        ask   Rscript x.R
        ask   pwsh -c x
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_read_as_they_should() {
        crate::effect::program::examples::run(EXAMPLES);
    }
}
