//! Interpreters whose code is not read: they stop unless they only tell about themselves.

use super::super::Effect;
use super::super::reading::{Invocation, Reading};
use super::super::value::Arg;
use super::spec::{Program, Style, custom, parse};
use alloc::format;

/// The family. Python and node belong to the development tools.
pub const PROGRAMS: &[Program] = &[
    custom("perl", |reading, call| read(reading, call, "-c -v -V -w -W")),
    custom("ruby", |reading, call| read(reading, call, "-c -v -w -W? --version")),
    custom("php", |reading, call| read(reading, call, "-l -v -m -i")),
    custom("lua luajit lua5.1 lua5.3 lua5.4", |reading, call| read(reading, call, "-v")),
    custom(
        "tclsh wish guile scheme racket sbcl clisp ocaml ghci runghc swipl octave matlab julia R Rscript scala kotlin groovy \
            clojure clj erl escript elixir iex jshell jjs rhino dart raku perl6 m4 dc gnuplot pwsh powershell",
        |reading, call| read(reading, call, ""),
    ),
];

/// Flags that make it check or describe instead of run.
const TELLS: &[&str] = &["--version", "-v", "-V", "--help", "-m"];

fn read(reading: &mut Reading<'_>, call: &Invocation, flags: &'static str) {
    let alone = matches!(call.args.as_slice(), [only] if only.text().is_some_and(|text| {
        TELLS.contains(&text) && (text.starts_with("--") || flags.split(' ').any(|flag| flag == text))
    }));
    if alone {
        return reading.add(
            Effect::Harmless,
            "help",
            format!("`{}` tells about itself", call.name),
            call.span,
        );
    }
    // A syntax check of PHP compiles and does not run. Perl and Ruby run `BEGIN` blocks even then.
    if call.name == "php"
        && let Ok(parsed) = parse(Style::Gnu, "-l", &call.args)
        && parsed.has(&["-l"])
    {
        for file in &parsed.operands {
            reading.read_path(&call.name, file, false);
        }
        return reading.add(Effect::Harmless, "check_command", "`php -l` checks syntax", call.span);
    }
    let span = call.args.iter().find(|arg| inline(arg)).map_or(call.span, |arg| arg.span);
    let message = format!("`{}` runs code that is not read", call.name);
    reading.add(Effect::Opaque, "inline_code", message, span);
}

fn inline(arg: &Arg) -> bool {
    arg.text().is_some_and(|text| ["-e", "-E", "-r", "-n", "-p"].iter().any(|flag| text.starts_with(flag)))
}
