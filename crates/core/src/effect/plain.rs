//! The part of the shell's language in which values are followed.
//!
//! Outside of it a variable may hold anything, whatever was assigned to it. So the corners in which shells differ, or in
//! which a value may change unseen, need not be read to the letter: there only what stands in the text is certain.

use crate::shell::syntax::{
    Arith, Assign, AssignValue, CaseArm, Command, CondTerm, Edit, Fd, Item, Kind, Param, ParamOp, Piece,
    Redirect, RedirectOp, Word,
};
use crate::words::Words;
use alloc::borrow::Cow;

/// Words of bash, zsh or sh that change variables, the rules of the shell, or the way through the text.
static STEERS: Words = Words::new(
    "eval exec source . trap readonly declare typeset local integer float private nameref let getopts enable alias \
     unalias unset shopt setopt unsetopt emulate options select coproc return break continue shift mapfile readarray \
     hash builtin noglob nocorrect autoload functions zmodload zparseopts zstyle fc history bind complete compgen wait \
     print vared set",
);

/// Nothing in the text can change a value unseen.
pub fn is_plain(list: &[Item]) -> bool {
    list.iter().all(|item| !item.background && command(&item.command))
}

/// A builtin that no variable may name: who reads the text would not see it.
pub fn steers(name: &str) -> bool {
    STEERS.has(name) || matches!(name, "export" | "read" | "printf" | "command")
}

fn command(one: &Command) -> bool {
    one.redirects.iter().all(redirect) && kind(&one.kind)
}

fn kind(kind: &Kind) -> bool {
    match kind {
        Kind::Simple { assigns, words } => {
            assigns.iter().all(assign) && words.iter().all(word) && simple(words)
        }
        Kind::Pipe(stages) => stages.iter().all(command) && stages.last().is_some_and(leaves_nothing),
        Kind::Chain { first, rest } => command(first) && rest.iter().all(|(_, one)| command(one)),
        Kind::Not(inner) | Kind::Time(inner) => command(inner),
        Kind::Subshell(list) | Kind::Group(list) => is_plain(list),
        Kind::If { arms, otherwise } => {
            arms.iter().all(|(condition, body)| is_plain(condition) && is_plain(body))
                && otherwise.iter().all(|body| is_plain(body))
        }
        Kind::Loop { cond, body } => is_plain(cond) && is_plain(body),
        Kind::For { name: _, words, body, asks } => {
            !asks && words.iter().flatten().all(word) && is_plain(body)
        }
        Kind::Case { subject, arms } => {
            let arm = |arm: &CaseArm| arm.patterns.iter().all(is_literal) && is_plain(&arm.body);
            word(subject) && arms.iter().all(arm)
        }
        Kind::Function { name: _, body } => command(body),
        Kind::Cond(terms) => terms.iter().all(condition),
        Kind::Arith(_) | Kind::ForArith { .. } => false,
    }
}

/// zsh runs the last part of a pipe in the shell itself, others in a child.
fn leaves_nothing(stage: &Command) -> bool {
    matches!(&stage.kind, Kind::Simple { words, .. } if words.first().is_some_and(is_literal))
}

fn simple(words: &[Word]) -> bool {
    let Some((name, args)) = words.split_first() else { return true };
    let Some(name) = literal(name) else { return true };
    let mut args = args.iter();
    match name.as_ref() {
        "set" => args.all(|arg| literal(arg).is_some_and(|arg| is_strict(&arg))),
        "export" => args.all(|arg| literal(arg).is_some_and(|arg| !arg.starts_with('-'))),
        "printf" => args.next().is_none_or(|format| literal(format).is_some_and(|format| format != "-v")),
        "read" => args.all(is_literal),
        "command" => args.find_map(literal_name).is_none_or(|name| !steers(&name)),
        name => !STEERS.has(name),
    }
}

/// An argument of `set` that changes when a text ends, not what it means.
fn is_strict(arg: &str) -> bool {
    let letters =
        |letters: &str| letters.trim_end_matches('o').bytes().all(|letter| b"eux".contains(&letter));
    matches!(arg, "pipefail" | "errexit" | "nounset" | "xtrace")
        || arg.strip_prefix('-').is_some_and(|arg| !arg.is_empty() && letters(arg))
}

/// The first argument that is no flag; what is not written out counts as the worst.
fn literal_name(arg: &Word) -> Option<Cow<'_, str>> {
    match literal(arg) {
        Some(flag) if flag.starts_with('-') => None,
        Some(name) => Some(name),
        None => Some(Cow::Borrowed("eval")),
    }
}

fn assign(one: &Assign) -> bool {
    let value = match &one.value {
        AssignValue::Word(value) => word(value),
        AssignValue::Array(_) => false,
    };
    value && one.subscript.is_none() && !one.append
}

fn redirect(one: &Redirect) -> bool {
    let fd = match &one.fd {
        Fd::Default | Fd::Number(0..=2) => true,
        Fd::Number(_) | Fd::Variable(_) => false,
    };
    fd && match &one.op {
        RedirectOp::Read(target)
        | RedirectOp::Write(target)
        | RedirectOp::Append(target)
        | RedirectOp::WriteBoth(target)
        | RedirectOp::AppendBoth(target)
        | RedirectOp::HereString(target)
        | RedirectOp::Heredoc(target) => word(target),
        RedirectOp::Duplicate(to) => matches!(to.as_str(), "1" | "2") && one.fd != Fd::Number(0),
        RedirectOp::ReadWrite(_) | RedirectOp::DuplicateInput(_) => false,
    }
}

/// Comparisons of numbers evaluate what they compare.
fn condition(term: &CondTerm) -> bool {
    match term {
        CondTerm::Unary { op, word: operand } => op != "-v" && word(operand),
        CondTerm::Word(operand) => word(operand),
        CondTerm::Binary { op, left, right } => !op.starts_with('-') && word(left) && word(right),
    }
}

fn word(one: &Word) -> bool {
    one.pieces.iter().all(piece)
}

fn piece(piece: &Piece) -> bool {
    match piece {
        Piece::Text { .. } | Piece::Glob(_) | Piece::Tilde(_) => true,
        Piece::Param { param, .. } => parameter(param),
        Piece::Command { body, .. } => is_plain(body),
        Piece::Arith { arith, .. } => computes(arith),
        Piece::Process { .. } => false,
    }
}

fn parameter(param: &Param) -> bool {
    let op = match &param.op {
        ParamOp::Plain | ParamOp::Length => true,
        ParamOp::Default(word) | ParamOp::Alternative(word) => is_literal(word),
        ParamOp::Edit(kind, words) => {
            let everywhere = matches!(kind, Edit::Start | Edit::LongestStart | Edit::End | Edit::LongestEnd);
            everywhere && words.iter().all(is_literal)
        }
        ParamOp::Assign(_) | ParamOp::Error(_) | ParamOp::Slice(_) => false,
    };
    op && param.subscript.is_none()
}

/// Arithmetic that assigns nothing.
fn computes(arith: &Arith) -> bool {
    arith.pieces.iter().all(|piece| match piece {
        Piece::Text { text, .. } => {
            !text.contains(['=', '[']) && !text.contains("++") && !text.contains("--")
        }
        Piece::Param { param, .. } => parameter(param),
        Piece::Command { body, .. } => is_plain(body),
        Piece::Glob(_) | Piece::Tilde(_) | Piece::Process { .. } | Piece::Arith { .. } => false,
    })
}

fn is_literal(word: &Word) -> bool {
    literal(word).is_some()
}

fn literal(word: &Word) -> Option<Cow<'_, str>> {
    super::expand::literal(word)
}

#[cfg(test)]
mod tests {
    use super::is_plain;

    fn plain(text: &str) -> bool {
        crate::shell::read(text).is_ok_and(|script| is_plain(&script.body))
    }

    #[test]
    fn everyday_texts_are_plain() {
        for text in [
            "x=src; ls \"$x\"",
            "cd src && make test 2>&1 | tail -5",
            "for f in a b; do cat \"$f\"; done",
            "d=$(git rev-parse --show-toplevel); ls \"$d\"",
            "f() { cat \"$@\"; }; f a b",
            "set -euo pipefail; true",
            "set -e; x=1; echo \"${x:-none} ${x%.rs} $((x + 1))\"",
            "if [ -f a ]; then cat a; else echo none; fi",
            "git commit -m \"$(cat <<'EOF'\ntext\nEOF\n)\"",
            "export CI=1; command -v cargo",
            "[[ $x == a* ]] && ls",
        ] {
            assert!(plain(text), "{text}");
        }
    }

    #[test]
    fn what_may_change_a_value_unseen_is_not() {
        for text in [
            "eval 'x=1'",
            "\\eval 'x=1'",
            "command eval 'x=1'",
            "command $x 'x=1'",
            "x=1; (( x = 2 ))",
            "echo $((x = 2))",
            "echo $((x++))",
            "echo ${x:=a}",
            "echo ${x?no}",
            "echo ${x:-$((j=0))}",
            "echo ${x:0:3}",
            "echo ${x/a/b}",
            "echo ${a[1]}",
            "a=(1 2)",
            "a+=x",
            "f() { return; }",
            "f() { local x=1; }",
            "readonly x=1",
            "export -n x",
            "printf -v x a",
            "set -n",
            "set -",
            "set +e",
            "set -- a b",
            "exec < a",
            "cat 3< a",
            "cat 0>&1",
            "cat <&1",
            "cat {x}> a",
            "cat <(ls)",
            "echo a | x=1",
            "echo a | { x=1; }",
            "echo a | while read x; do :; done",
            "sleep 1 &",
            "[[ $x -eq 1 ]]",
            "[[ -v x ]]",
            "case $x in $y) ;; esac",
            "for ((i=0;i<3;i++)); do :; done",
            "echo $(eval x=1)",
            "cat <<E\n$((x=1))\nE",
        ] {
            assert!(!plain(text), "{text}");
        }
    }
}
