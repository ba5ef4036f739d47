//! Programs that look into compiled files. All of GNU's take options from a file named `@file`.

use super::super::Effect;
use super::super::Hazard;
use super::super::reading::{Invocation, Reading};
use super::spec::{Program, custom, safe, stop};
use alloc::format;

/// The family.
pub const PROGRAMS: &[Program] = &[
    custom("nm gnm llvm-nm", |reading, call| read(reading, call, NM)),
    custom("objdump gobjdump llvm-objdump", |reading, call| read(reading, call, OBJDUMP)),
    custom("readelf greadelf llvm-readelf", |reading, call| read(reading, call, READELF)),
    custom("size gsize llvm-size", |reading, call| {
        read(reading, call, "-A -B -G -d -o -x -t -f --format: --radix: --totals --common")
    }),
    custom("strings gstrings", |reading, call| read(reading, call, STRINGS)),
    custom("otool", |reading, call| {
        read(reading, call, "-a -f -h -l -L -D -t -d -o -r -S -T -M -R -I -H -G -v -V -x -X -A -C -P -arch:")
    }),
    custom("c++filt addr2line", |reading, call| {
        read(
            reading,
            call,
            "-a -C -e< -f -i -n -p -r -s: -t -_ --addresses --basenames --demangle? --exe< --functions --inlines --pretty-print",
        )
    }),
    custom("dwarfdump lipo", |reading, call| {
        read(reading, call, "-info -archs --debug-info --debug-line --summarize-types")
    }),
    // It starts the program with a loader that the file itself may name.
    stop(
        "ldd ld.so ld-linux.so ld-linux-x86-64.so.2",
        Hazard::Machine,
        "machine",
        "may run the file it looks at",
    )
    .instead("`objdump -p FILE` or `readelf -d FILE` list the libraries"),
];

const NM: &str = "-a -A -B -C -D -e -f: -g -h -i -j -l -n -o -p -P -r -s -S -t: -u -U -v -x -X: --debug-syms --defined-only --demangle? --dynamic \
     --extern-only --format: --just-symbols --line-numbers --no-sort --numeric-sort --print-armap --print-file-name \
     --print-size --radix: --reverse-sort --size-sort --special-syms --synthetic --undefined-only --with-symbol-versions --no-demangle";

/// Without the flags that print sources: what is compiled says which file that is.
const OBJDUMP: &str = "-a -b: -C -d -D -e -f -F -g -G -h -H -i -j: -l -m: -M: -p -P: -r -R -s -t -T -V -w -W? -x -z --all-headers \
     --archive-headers --architecture: --debugging --demangle? --disassemble? --disassemble-all --disassembler-options: \
     --dwarf? --dynamic-reloc --dynamic-syms --file-headers --full-contents --headers --line-numbers --no-addresses \
     --no-show-raw-insn --private-headers --reloc --section: --section-headers --show-raw-insn --start-address: \
     --stop-address: --syms --wide";

const READELF: &str = "-a -A -c -C -d -D -e -g -h -I -l -n -p: -r -R: -s -S -t -u -V -w? -W -x: -z --all --arch-specific --debug-dump? --demangle? \
     --dyn-syms --dynamic --file-header --headers --hex-dump: --histogram --notes --program-headers --relocs \
     --section-details --section-headers --sections --segments --string-dump: --symbols --syms --unwind --use-dynamic \
     --version-info --wide";

const STRINGS: &str = "-# -a -d -e: -f -n: -o -s: -t: -T: -U: -w --all --bytes: --data --encoding: --include-all-whitespace --output-separator: \
     --print-file-name --radix: --target: --unicode:";

fn read(reading: &mut Reading<'_>, call: &Invocation, flags: &'static str) {
    let more_options = call.args.iter().find(|arg| arg.value.prefix().starts_with('@'));
    match more_options {
        Some(arg) => {
            let message = format!("`{}` takes options from a file", call.name);
            reading.add(Effect::Opaque, "unknown_flag", message, arg.span);
        }
        None => safe("binutil", flags, "<*").read(reading, call),
    }
}

/// Programs of this family that take up nothing by themselves that could carry harm; see [`super::loaded`].
#[cfg(test)]
pub const LOADS_NOTHING: &str = "nm gnm llvm-nm objdump gobjdump llvm-objdump readelf greadelf llvm-readelf size gsize llvm-size strings \
    gstrings otool c++filt addr2line dwarfdump lipo";

#[cfg(test)]
const EXAMPLES: &str = r#"
        allow nm a.o
        allow objdump -d a.o
        allow readelf -h a.o
        ask   nm @list
        ask   ldd ./a.out
        ask   objdump --dwarf-start=1 @x
        allow strings a.o
        ask   strings .env
        allow size a.o
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_read_as_they_should() {
        super::super::examples::run(EXAMPLES);
    }
}
