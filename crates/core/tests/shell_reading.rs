//! What words become, and what is refused beside what is not.

#![expect(
    clippy::panic,
    clippy::expect_used,
    clippy::wildcard_enum_match_arm,
    reason = "a test's helpers may fail it"
)]

use mastiff_core::shell::{self, syntax::*};

/// The words of a simple command; `<…>` stands for what is not known before it runs.
fn words(text: &str) -> Vec<String> {
    let script = shell::read(text).unwrap_or_else(|refusal| panic!("{text:?}: {refusal:?}"));
    match &script.body.first().expect("a command").command.kind {
        Kind::Simple { words, .. } => words.iter().map(shown).collect(),
        other => panic!("{text:?}: {other:?}"),
    }
}

fn shown(word: &Word) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Text { text, .. } => text.clone(),
        Piece::Glob(text) => format!("<{text}>"),
        Piece::Tilde(user) => format!("<~{user}>"),
        Piece::Param { param, .. } => format!("<${}>", param.name),
        Piece::Command { .. } => "<$()>".into(),
        Piece::Process { .. } => "<<()>".into(),
        Piece::Arith { .. } => "<(())>".into(),
    };
    word.pieces.iter().map(piece).collect()
}

#[test]
fn words_lose_their_quotes_and_keep_what_is_live_apart() {
    let rows: &[(&str, &[&str])] = &[
        ("a 'b c' \"d e\" f\\ g", &["a", "b c", "d e", "f g"]),
        ("a\"b\"'c'$'\\x64\\te'", &["abcd\te"]),
        ("echo '' \"\"", &["echo", "", ""]),
        ("echo \"a\\n\\\"\\$x\\\\\"", &["echo", "a\\n\"$x\\"]),
        ("echo $x \"$y\" ${z:-1} $1 $@ ${1}0", &["echo", "<$x>", "<$y>", "<$z>", "<$1>", "<$@>", "<$1>0"]),
        ("echo a$(b)c `d` $((1+1)) <(e)", &["echo", "a<$()>c", "<$()>", "<(())>", "<<()>"]),
        ("ls *.rs a? [ab]c [", &["ls", "<*>.rs", "a<?>", "<[ab]>c", "["]),
        ("[ -f x ]", &["[", "-f", "x", "]"]),
        ("ls '*' \"?\" \\*", &["ls", "*", "?", "*"]),
        (
            "ls ~ ~/a ~bob/b a~ '~' --x=~/y x=~/y x=a:~",
            &["ls", "<~>", "<~>/a", "<~bob>/b", "a~", "~", "--x=~/y", "x=<~>/y", "x=a:<~>"],
        ),
        ("a \\\n b#c # d", &["a", "b#c"]),
        (
            "git show stash@{0} HEAD@{1}..HEAD@{2} {} {a}",
            &["git", "show", "stash@{0}", "HEAD@{1}..HEAD@{2}", "{}", "{a}"],
        ),
        (
            "a {b,c}d {1..3} x{,y} {a..c} {08..10} {3..1} {a,{b,c}}",
            &[
                "a", "bd", "cd", "1", "2", "3", "x", "xy", "a", "b", "c", "08", "09", "10", "3", "2", "1",
                "a", "b", "c",
            ],
        ),
        ("a '{b,c}' \"{b,c}\" \\{b,c\\} {b\",\"c}", &["a", "{b,c}", "{b,c}", "{b,c}", "{b,c}"]),
        ("a $x/{b,c}", &["a", "<$x>/b", "<$x>/c"]),
        ("echo a=b =", &["echo", "a=b", "="]),
        ("echo \"a$\" a$ \"$\"", &["echo", "a$", "a$", "$"]),
    ];
    for (text, expected) in rows {
        assert_eq!(words(text), *expected, "{text}");
    }
}

#[test]
fn what_is_refused_stands_beside_what_is_not() {
    // the second of each pair looks like the first and is read
    let pairs = [
        ("echo a\r\nb", "echo 'a' b"),
        ("echo a\0b", "echo ab"),
        ("echo a\\", "echo a\\\\"),
        ("coproc a", "echo coproc a"),
        ("echo ${!x}", "echo ${x}!"),
        ("echo ${x@P}", "echo ${x}@P"),
        ("echo $[1+1]", "echo $((1+1))"),
        ("echo ${ a; }", "echo ${a}"),
        ("echo ${| a; }", "echo '${| a; }'"),
        ("echo ${(e)x}", "echo '${(e)x}'"),
        ("echo `a \\`b\\``", "echo `a b`"),
        ("cat <<E'O'F\nEOF", "cat <<'EOF'\nEOF"),
        ("cat <<E\nE \nE", "cat <<E\nE x\nE"),
        ("cat <<E\n a", "cat <<E\n a\nE"),
        ("cat <<E", "cat <<E\nE"),
        ("$(cat <<E\na\nE)", "$(cat <<E\na\nE\n)"),
        ("shopt -s extglob", "shopt -s globstar"),
        ("shopt -s expand_aliases", "shopt -s nullglob"),
        ("builtin shopt -s extglob", "grep extglob shopt"),
        ("alias ls=rm", "alias"),
        ("set -o posix", "set -euo pipefail"),
        ("ls !(a)", "ls '!(a)'"),
        ("ls *(e:rm:)", "ls *"),
        ("ls @(a|b)", "ls '@(a|b)'"),
        ("echo =ls", "echo a=ls"),
        ("=ls", "x=ls"),
        ("echo =(ls)", "echo '=(ls)'"),
        ("a >!b", "a >'!b'"),
        ("a >>!b", "a >> b"),
        ("a &| b", "a & b"),
        ("a &! b", "a & ! b"),
        ("ls <1-5>", "ls <1 >5"),
        ("ls <->x", "ls <a >x"),
        ("echo hi >& '$(a)'", "echo hi >& a"),
        ("echo hi >& $x", "echo hi >&2"),
        ("echo hi >&-b", "echo hi >&- b"),
        ("a &>b c", "a c &>b"),
        ("((rm -rf x))", "((rm - rf))"),
        ("[[ a && reboot ]]", "[[ a && $x ]]"),
        ("[[ a > b ]]", "[[ a < b ]]"),
        ("echo {a,$(b)}", "echo {a,b}"),
        ("echo {$x,b}", "echo {x,b}"),
        ("echo $x{a,b}", "echo ${x}a"),
        ("echo {a},b}", "echo {a},{b}"),
        ("echo {A..z}", "echo {A..C}"),
        ("echo {1..2000}", "echo {1..20}"),
        ("echo {1..5..2}", "echo {1..5}"),
        ("echo {a..e..2}", "echo {a..e}"),
        ("echo {2..-1}", "echo {2..1}"),
        ("echo {-0..1}", "echo {0..1}"),
        ("echo {0..01}", "echo {00..01}"),
        ("echo {,a}", "echo x{,a}"),
        ("echo {a,}{,b}", "echo {a,b}{,c}"),
        ("echo {=ls,a}", "echo {-=ls,a}"),
        ("echo {b,}=ls", "echo {b,c}ls"),
        ("export A={b,c}", "export A=b"),
        ("export {A=b,C=d}", "export A=b C=d"),
        ("cat <<< {a,}", "cat <<< '{a,}'"),
        ("x=a:=ls", "x=a:ls"),
        ("x=$y:=ls", "x=$y:'=ls'"),
        ("export x=a:=ls", "export x=a:ls"),
        ("echo ${1:-=ls}", "echo ${1:-ls}"),
        ("echo $#x", "echo $# x"),
        ("echo \"$@\"{1,2}", "echo \"$1\"{1,2}"),
        ("echo {1,2}$*", "echo {1,2} $*"),
        ("echo \"$#x\"", "echo \"$#/x\""),
        ("echo f$##", "echo f$#"),
        ("echo ${1:-*(e:ls:)}", "echo \"${1:-*(e:ls:)}\""),
        ("echo src${1:+(+f)}", "echo src${1:+f}"),
        ("echo ${1:-<1-5>}", "echo ${1:-1-5}"),
        ("echo ${1:-a|b}", "echo ${1:-ab}"),
        ("echo ${1#(a)}", "echo ${1#a}"),
        ("echo ${1:-a:=ls}", "echo \"${1:-a:=ls}\""),
        ("a 10>b", "a 9>b"),
        ("a 01>b", "a 1>b"),
        ("echo $\"a\"", "echo \"a\""),
        ("echo $'a\\0b'", "echo $'a\\x62'"),
        ("echo \"${x:-'a'}\"", "echo ${x:-'a'}"),
        ("echo ${x:'$(a)'}", "echo ${x:1}"),
        ("a[$([)]=1", "a[$(b)]=1"),
        ("echo \"$$(a)\"", "echo \"$$ $(a)\" /tmp/x.$$ \"$$\""),
        ("time -x a", "time -p a"),
        ("time", "echo time"),
        ("$(time a)", "time $(a)"),
        ("a | time b", "time a | b"),
        ("a &; b", "a & b"),
        ("{ a }", "{ a; }"),
        ("(a", "(a)"),
        ("echo $~x", "echo \\$~x"),
        ("a ; ; b", "a ; b"),
        ("$(a <<E; b\nE\n)", "$(b; a <<E | c\nE\n)"),
        ("cat <<E<(b)\nE<(b)\nE", "cat <<E <(b)\nE<(b)\nE"),
        ("if<(a) b; then c; fi", "if <(a) b; then c; fi"),
        ("a >&2<(b)", "a >&2 <(b)"),
        ("a ~<(b)", "a ~ <(b)"),
        ("x=(a)<(b)", "x=(a) <(b)"),
        ("x=(a)! b", "x=(a) b"),
        ("echo $((1+$(case a in a) b;; esac)))", "echo $((1+$(case a in (a) b;; esac)))"),
        ("declare -a x=(a)", "x=(a)"),
        ("echo `a\\\nb`", "echo $(a\\\nb)"),
        ("12345678901>a", "1>a"),
        ("echo a\u{b}b", "echo 'a\u{b}b'"),
        ("f () a", "f () { a; }"),
        ("f() { a } ; b; c { d ; }", "f() { a; } ; b; { d ; }"),
        ("a b}", "a {b}"),
        ("a {b", "a '{b'"),
        ("a }", "a '}'"),
        ("for x in a {; do b; done", "for x in a {}; do b; done"),
        ("{a,b}", "a {a,b}"),
        ("x=1 {a}", "x=1 a {a}"),
        ("echo $10", "echo ${10} ${1}0 $1"),
        ("echo \"$12\"", "echo \"$1 2\""),
        ("echo $'\\/etc'", "echo $'\\x2fetc'"),
        ("echo $'.\\git'", "echo $'.\\\\git'"),
        ("echo \"${x/a/'b'}\"", "echo ${x/a/'b'}"),
        ("echo \"${x%'}'}\"", "echo \"${x%\"$y\"}\""),
        ("echo \"${x/a/\\c}\"", "echo \"${x/a/c}\""),
        ("echo \"${x/a/\\/}\"", "echo \"${x/\\//a}\""),
    ];
    for (refused, read) in pairs {
        assert!(shell::read(refused).is_err(), "{refused:?} was read");
        assert!(shell::read(read).is_ok(), "{read:?}: {:?}", shell::read(read));
    }
}

#[test]
fn everyday_shapes_are_read() {
    let texts = [
        "",
        "# nothing\n",
        "cd src && go test ./... 2>&1 | tail -20",
        "git commit -m \"$(cat <<'EOF'\nfix: it's `done` ($x)\n\nBody) \"quoted\"\nEOF\n)\"",
        "for f in *.rs; do wc -l \"$f\"; done | sort -n",
        "if [ -f a ]; then cat a; elif [[ $x == y* && -n ${z:-} ]]; then :; else exit 1; fi",
        "while IFS= read -r line; do echo \"$line\"; done < file",
        "diff <(sort a) <(sort b) > >(tee log) 2>/dev/null",
        "f() { local x=$1; echo \"${x##*/}\" \"${x%.*}\" \"${x//\\//_}\"; }; f a",
        "case $1 in -h|--help) usage;; *) run \"$@\" ;; esac",
        "arr=(a b \"c d\"); echo \"${arr[@]}\" ${#arr[@]} \"${arr[0]}\" ${arr[-1]}",
        "i=0; ((i++)); while (( i < 10 )); do echo $((i * 2)); i=$((i+1)); done",
        "cat > out.txt <<-\"END\"\n\tone\n\tEND",
        "python3 - <<'PY'\nprint(\"$(x)\")\nPY",
        "cat <<EOF\n$HOME and \\$x costs \"5$\"\nEOF",
        "[[ \"$a\" =~ ^([0-9]+)\\.(x|y)$ ]] && echo \"${BASH_REMATCH[1]}\"",
        "make -j$(nproc) 2>&1 | tee build.log; echo ${PIPESTATUS[0]}",
        "A=1 B=2 env | grep -E '^(A|B)=' || true",
        "find . -name '*.go' -exec grep -l foo {} \\; | xargs -I{} echo {}",
        "(cd a && ls) & wait; ! grep -q x y && echo no",
        "mkdir -p src/{a,b}/test && touch {1..3}.txt",
    ];
    for text in texts {
        assert!(shell::read(text).is_ok(), "{text:?}: {:?}", shell::read(text));
    }
}

#[test]
fn spans_show_the_place() {
    let refused = |text: &str| {
        let refusal = shell::read(text).expect_err("refused");
        refusal.span.of(text).expect("a piece of the text").to_owned()
    };
    assert_eq!(refused("echo é; cat a\rb"), "\r");
    assert_eq!(refused("echo ok && echo ${!x} b"), "${");
    let text = "a; b \"$(c d)\" <<E\n$(e)\nE\n";
    let script = shell::read(text).expect("read");
    let command = &script.body[1].command;
    assert_eq!(command.span.of(text), Some("b \"$(c d)\" <<E"));
    let RedirectOp::Heredoc(body) = &command.redirects[0].op else { panic!("a here-document") };
    assert_eq!(body.span.of(text), Some("$(e)\n"));
    let Some(Piece::Command { body, span, .. }) = body.pieces.first() else { panic!("a substitution") };
    assert_eq!(span.of(text), Some("$(e)"));
    assert_eq!(body[0].command.span.of(text), Some("e"));
}
