//! `@FILE` among the words of a program that takes more arguments from there, wherever it stands: in the place of a flag's
//! value as well (`rustc --print @args`). What the file holds is arguments that nobody read, or shown in a message.

use super::super::Effect;
use super::super::reading::{Invocation, Reading};
use super::super::value::Arg;
use super::spec::Unread;
use crate::words::{Words, listed};
use alloc::format;

/// Programs that take arguments from files, by whatever they were built with: compilers, binutils, LLVM's tools, Java's,
/// and those whose library for arguments does so unasked.
static TAKERS: Words = Words::new(
    "
    rustc rustdoc clippy-driver gcc g++ cc c++ clang clang++ c99 c89 cpp clang-cpp clang-format clang-tidy clang-check ld
    ld.lld lld ld.gold ar ranlib nm objdump objcopy readelf size strip strings addr2line c++filt elfedit gprof as dwarfdump
    llvm-ar llvm-nm llvm-objdump llvm-readelf llvm-size llvm-strings llvm-dwarfdump llvm-cov llvm-profdata
    java javac javadoc jar javap jlink jpackage jdeps kotlinc kotlin scalac scala groovyc ktlint detekt checkstyle pmd
    msbuild dotnet csc vbc fsc protoc swiftc swift ghc ghci runghc hlint tsc mypy dmypy pytest py.test ruff pylint emcc em++
    dmd ldc2 nvcc ifort gfortran go-tool fpc nasm windres dlltool cl link lib",
);

/// Adds the stop for such a word.
pub fn stops(reading: &mut Reading<'_>, call: &Invocation) -> bool {
    let Some(word) = call.args.iter().find(|arg| arg.value.prefix().starts_with('@')) else { return false };
    if !takes_them(call) {
        return false;
    }
    let message = format!("`{}` takes arguments from a file by `{}`", call.name, word.value.prefix());
    reading.add(Effect::Opaque, "unknown_flag", message, word.span);
    true
}

/// Adds the stop for a word that may turn out to be one, where nothing else stops the call: `nm -f "$x"`.
pub fn stop_unknown(reading: &mut Reading<'_>, call: &Invocation) {
    // Of several files each was judged by its name.
    let may_name_file = |arg: &&Arg| arg.text().is_none() && !arg.is_judged() && arg.may_be("@x");
    if let Some(word) = call.args.iter().find(may_name_file)
        && takes_them(call)
        && !reading.found_stop()
    {
        reading.unread(&call.name, Unread::value(word));
    }
}

/// It is a program that takes them, or hands its words to one.
fn takes_them(call: &Invocation) -> bool {
    // `python3 -m mypy`, `cargo clippy -- …`: who takes them stands among the words.
    let passes_on = || {
        let compiles = |arg: &Arg| arg.text().is_some_and(|text| listed("rustc rustdoc clippy", text));
        call.name.starts_with("cargo") && call.args.iter().any(compiles)
    };
    call.name.split(' ').any(|name| TAKERS.has(name)) || passes_on()
}

#[cfg(test)]
mod tests {
    #[test]
    fn arguments_from_files_are_not_read() {
        crate::effect::program::examples::run(
            r#"
            ask   rustc --print @args
            ask   rustc --explain @.env
            ask   rustc --explain @args
            allow rustc --explain E0308
            allow rustc --print sysroot
            ask   gcc -o @args -c src/a.c
            ask   gcc @args
            ask   tsc --noEmit @args
            allow tsc --noEmit
            ask   mypy --python-version @args src
            allow mypy src
            ask   pytest -k @args
            ask   ruff check --select @args
            ask   nm -f @args src/a.o
            ask   nm -f "$x" src/a.o
            allow nm -f posix src/a.o
            ask   rustc --explain "$x"
            allow rustc --explain "E$x"
            ask   pytest -k "$x"
            allow pytest -k "test_$x"
            ask   npx tsc -p @args
            ask   python3 -m mypy --python-version @args src
            ask   cargo clippy -- @args
            ask   cargo rustc -- @args
            allow cargo clippy -- -D warnings
            allow npm test --workspace @scope/pkg
            allow npx jest -t @smoke
            "#,
        );
    }
}
