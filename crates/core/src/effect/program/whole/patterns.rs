//! Patterns of the shell whose matches are not certain: each secret among them counts as named.

use crate::effect::program::examples::{machine, run_on};
use crate::world::fake::Fake;
use alloc::format;

fn keys() -> Fake {
    machine()
        .file("/repo/keys/id_rsa", "")
        .file("/repo/keys/server.pem", "")
        .file("/repo/keys/notes.txt", "")
        .file("/repo/keys/deep/id_rsa", "")
        .file("/repo/docs/a.md", "")
        .file("/repo/docs/b.md", "")
}

#[test]
fn a_pattern_that_is_not_expanded_still_shows_secrets() {
    let table = "
        ask   cat keys/[a-z]*
        ask   cat keys/i[a-z]_rsa
        ask   cat keys/[i-j]d_rsa
        ask   cat keys/[[:alpha:]]*
        ask   cat keys/[[:alpha:][:digit:]_]d_rsa
        ask   cat keys/[^x]*
        ask   cat keys/**
        ask   touch out.txt && cat keys/*
        ask   mkdir -p build && cat keys/*
        ask   echo hi > out.txt; cat keys/*.pem
        ask   echo hi | tee out.txt; head keys/*
        ask   IFS=,; cat keys/*
        ask   shopt -s nullglob; cat keys/*
        ask   set -f; cat keys/*
        ask   cp keys/[a-z]* out.txt
        ask   git add keys/[a-z]*
        ask   sort -o out.txt keys/[a-z]*
        ask   awk 1 keys/[a-z]*
        ask   sed -n p keys/[a-z]*
        ask   grep '' keys/[a-z]*
        ask   for f in keys/[a-z]*; do cat \"$f\"; done
        ask   cd keys; cat *
        ask   cd keys; head *.pem
        ask   cd keys; cat ?d_rsa
        ask   cd keys; cat [i]*
        ask   cd keys; cat ./*
        ask   cd docs; cat ../keys/*
        ask   (cd keys; head *)
        ask   cd keys || exit; cat *
        ask   if cd keys; then cat *; fi
        ask   pushd keys; cat *
        ask   cd keys; for f in *; do cat \"$f\"; done
        ask   for d in docs keys; do (cd $d; cat *); done
        allow cat docs/[a-z]*
        allow cat docs/**
        allow cat keys/[n]otes*
        allow cat keys/[a-z]*.txt
        allow cat keys/*.txt
        allow mkdir -p build && cat docs/*
        allow mkdir -p build && cat keys/*.txt
        allow mkdir -p build && cat keys/n*
        allow mkdir -p build && cat build/*
        allow IFS=,; cat docs/*
        allow cd docs; cat *
        allow cd docs; head *.md
        allow cd keys; cat *.txt
        allow for d in docs src; do (cd $d; cat *); done
        allow cd docs; for f in *; do cat \"$f\"; done
        allow for f in docs/[a-z]*; do cat \"$f\"; done
    ";
    run_on(&keys(), table);
    let accented = keys().file("/repo/keys/é", "").file("/repo/docs/é", "");
    run_on(&accented, "ask cat keys/?d_rsa\nallow cat docs/?.md");
    let mut many = keys();
    for number in 0..520 {
        many = many.file(&format!("/repo/keys/{number}"), "").file(&format!("/repo/docs/{number}"), "");
    }
    run_on(&many, "ask cat keys/*\nallow cat docs/*");
}
