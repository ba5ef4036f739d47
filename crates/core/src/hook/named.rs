//! What a command line names: every word of it that may be a path, as far as it can be told before it runs.

use super::condition::commands::{self, Part};
use super::condition::doubt::{basename, literal};
use crate::shell::read;
use crate::shell::syntax::{Command, Item, Param, ParamOp, Piece, RedirectOp, Word};
use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Stands in a word for any letters but a slash: what `*` and its like may become. No path can hold it.
pub const ANY: char = '\0';
/// Ways to read one word, at most. The text behind its last unknown piece is always among them.
const WAYS: usize = 32;
/// Variables that name the project, whoever sets them.
const PROJECT: &[&str] = &["CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR", "PWD"];
/// Programs that run the file or text they are given first.
#[rustfmt::skip]
const RUNNERS: &[&str] = &[
    "bash", "sh", "dash", "zsh", "ksh", "source", ".", "eval", "exec", "python", "python2", "python3", "node",
    "nodejs", "deno", "bun", "ruby", "perl", "php", "lua", "pwsh", "osascript",
];

/// Programs that run what some other file says.
#[rustfmt::skip]
const TASKS: &[&str] = &[
    "make", "gmake", "just", "task", "rake", "npm", "npx", "pnpm", "yarn", "uv", "uvx", "poetry", "pipenv", "tox", "nox",
    "bundle", "composer", "mise", "xargs", "parallel", "docker", "podman",
];

/// What a command line names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    /// Words that may be paths: quotes removed and pieces joined. What is known only at run time stands for nothing, and
    /// the text behind it is a word as well. Patterns are among them where they may become something that runs: a
    /// formatter that is given `src/*.js` does not run those.
    pub words: Vec<String>,
    /// Words among them that the line only writes to: what a redirection or `tee` is given, and nothing else is.
    pub written: Vec<String>,
    /// Commands that run something which nobody can name beforehand, as they are written.
    pub unclear: Vec<String>,
}

/// Reads a command line; `None`: it cannot be read.
pub fn named(text: &str) -> Option<Named> {
    let script = read(text).ok()?;
    let (mut named, mut sets) = (Named::default(), Vec::new());
    let (mut patterns, mut lists, mut runs) = (Vec::new(), Vec::new(), false);
    named.written = written(&script.body);
    commands::each(&script.body, &mut |part| match part {
        Part::Sets(name, plain) => sets.push(Set { name: name.to_owned(), plain }),
        Part::Word(word) => named.words.extend(ways(&word.pieces)),
        Part::List(words) => lists.extend(words.iter().flat_map(|word| ways(&word.pieces))),
        Part::Simple(_, words) if runs_something(words) => {
            runs = true;
            patterns.extend(words.iter().flat_map(|word| ways(&word.pieces)));
        }
        Part::Simple(..) => {}
    });
    named.words.retain(|word| !word.contains(ANY));
    named.words.append(&mut patterns);
    named.words.extend(lists.into_iter().filter(|_| runs));
    commands::each(&script.body, &mut |part| {
        let Part::Simple(command, words) = part else { return };
        if is_unclear(command, words, &sets) {
            let (start, end) = (command.span.start as usize, command.span.end as usize);
            named.unclear.push(text.get(start..end).unwrap_or(text).into());
        }
    });
    named.words.retain(|word| !word.is_empty());
    named.words.sort_unstable();
    named.words.dedup();
    Some(named)
}

/// A variable that the line sets.
struct Set {
    name: String,
    /// Its value stands in the line.
    plain: bool,
}

/// Decided by the syntax alone: a sign in quotes writes nothing.
fn written(body: &[Item]) -> Vec<String> {
    let (mut targets, mut all): (BTreeMap<String, usize>, BTreeMap<String, usize>) = Default::default();
    commands::each(body, &mut |part| match part {
        Part::Word(word) => literal(word).into_iter().for_each(|text| *all.entry(text).or_default() += 1),
        Part::Simple(command, words) => {
            let tee = words.first().and_then(literal).is_some_and(|name| basename(&name) == "tee");
            let operands = words.iter().skip(1).filter(|word| tee && !is_flag(word));
            let redirected = command.redirects.iter().filter_map(|redirect| target(&redirect.op));
            let texts = operands.chain(redirected).filter_map(literal);
            texts.for_each(|text| *targets.entry(text).or_default() += 1);
        }
        Part::List(_) | Part::Sets(..) => {}
    });
    targets.into_iter().filter(|(text, count)| all.get(text) == Some(count)).map(|(text, _)| text).collect()
}

fn target(op: &RedirectOp) -> Option<&Word> {
    match op {
        RedirectOp::Write(word)
        | RedirectOp::Append(word)
        | RedirectOp::WriteBoth(word)
        | RedirectOp::AppendBoth(word) => Some(word),
        RedirectOp::Read(_)
        | RedirectOp::ReadWrite(_)
        | RedirectOp::HereString(_)
        | RedirectOp::Heredoc(_)
        | RedirectOp::Duplicate(_)
        | RedirectOp::DuplicateInput(_) => None,
    }
}

/// One way to read a word, so far.
#[derive(Clone, Default)]
struct Way {
    text: String,
    /// It begins behind something unknown, which may be a directory: a slash there is none of the root.
    tail: bool,
}

fn ways(pieces: &[Piece]) -> Vec<String> {
    let mut ways = vec![Way::default()];
    // One with more unknown pieces than that says nothing but its end: nobody waits for a stranger's riddle.
    let mut unknowns = pieces.iter().enumerate().filter(|(_, piece)| !is_text(piece)).map(|(at, _)| at);
    let pieces = match unknowns.clone().count() {
        0..=WAYS => pieces,
        _ => unknowns.next_back().and_then(|last| pieces.get(last..)).unwrap_or(pieces),
    };
    for piece in pieces {
        match piece {
            Piece::Text { text, .. } => ways.iter_mut().for_each(|way| way.text.push_str(text)),
            Piece::Glob(_) => ways.iter_mut().for_each(|way| way.text.push(ANY)),
            Piece::Param { param, .. } => unknown(&mut ways, instead(param)),
            Piece::Tilde(_) | Piece::Command { .. } | Piece::Process { .. } | Piece::Arith { .. } => {
                unknown(&mut ways, Vec::new())
            }
        }
    }
    let text = |way: Way| if way.tail { way.text.trim_start_matches('/').into() } else { way.text };
    ways.into_iter().map(text).collect()
}

fn is_text(piece: &Piece) -> bool {
    matches!(piece, Piece::Text { .. } | Piece::Glob(_))
}

/// It may become nothing, or something that ends where the tail begins, or one of these texts.
fn unknown(ways: &mut Vec<Way>, texts: Vec<String>) {
    let with = |text: &String| {
        let text = text.clone();
        ways.iter().map(move |way| Way { text: [way.text.as_str(), &text].concat(), tail: way.tail })
    };
    let more: Vec<Way> = texts.iter().flat_map(with).take(WAYS).collect();
    ways.insert(0, Way { text: String::new(), tail: true });
    ways.extend(more);
    ways.truncate(WAYS);
}

/// What may stand in the place of a variable.
fn instead(param: &Param) -> Vec<String> {
    match &param.op {
        ParamOp::Default(word) | ParamOp::Assign(word) | ParamOp::Alternative(word) => ways(&word.pieces),
        ParamOp::Plain | ParamOp::Length | ParamOp::Error(_) | ParamOp::Edit(..) | ParamOp::Slice(_) => {
            Vec::new()
        }
    }
}

/// A program that runs what it is given, or one that is known only at run time.
fn runs_something(words: &[Word]) -> bool {
    let plain = |piece: &Piece| matches!(piece, Piece::Text { .. });
    words.iter().any(|word| runner(word).is_some())
        || words.first().is_some_and(|name| !name.pieces.iter().all(plain))
}

fn is_unclear(command: &Command, words: &[Word], sets: &[Set]) -> bool {
    if words.first().is_some_and(|name| hides(name, sets)) {
        return true;
    }
    let names: Vec<String> = words.iter().filter_map(literal).collect();
    if names.iter().any(|name| TASKS.contains(&basename(name))) || names.iter().any(|name| name == "-exec") {
        return true;
    }
    words.iter().enumerate().any(|(at, word)| {
        let Some(runner) = runner(word) else { return false };
        let mut operands = words.iter().skip(at + 1);
        match runner {
            "eval" => operands.any(|word| hides(word, sets)),
            // Without a command it only moves descriptors.
            "exec" => operands.next().is_some_and(|word| hides(word, sets)),
            _ => {
                let inline = operands.clone().take_while(|word| is_flag(word)).any(takes_text);
                match operands.find(|word| !is_flag(word)) {
                    Some(script) => hides(script, sets) || inline && !is_clear(runner, script),
                    None => !is_given_text(command),
                }
            }
        }
    })
}

fn runner(word: &Word) -> Option<&'static str> {
    let text = literal(word)?;
    // `python3.12` is Python as well.
    let name = basename(&text).trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let exact = RUNNERS.iter().copied().find(|runner| *runner == basename(&text));
    exact.or_else(|| RUNNERS.iter().copied().find(|runner| *runner == name))
}

/// `-c`, `-e`: the next word is code.
fn takes_text(word: &Word) -> bool {
    literal(word).is_some_and(|flag| !flag.starts_with("--") && flag.ends_with(['c', 'e', 'p']))
}

/// The text of a shell is read like the line itself; that of other languages may import anything.
fn is_clear(runner: &str, script: &Word) -> bool {
    let shell = matches!(runner, "bash" | "sh" | "dash" | "zsh" | "ksh");
    shell && literal(script).and_then(|text| named(&text)).is_some_and(|inner| inner.unclear.is_empty())
}

fn is_flag(word: &Word) -> bool {
    matches!(filled(word).next(), Some(Piece::Text { text, .. }) if text.starts_with('-'))
}

/// Quotes leave empty pieces.
fn filled(word: &Word) -> impl Iterator<Item = &Piece> {
    word.pieces.iter().filter(|piece| !matches!(piece, Piece::Text { text, .. } if text.is_empty()))
}

/// The script stands in the line itself.
fn is_given_text(command: &Command) -> bool {
    let given = |op: &RedirectOp| matches!(op, RedirectOp::Heredoc(_) | RedirectOp::HereString(_));
    command.redirects.iter().any(|redirect| given(&redirect.op))
}

/// What it names is not in it: an unknown piece anywhere but in front of a slash.
fn hides(word: &Word, sets: &[Set]) -> bool {
    // A value is tried as a word by itself, not as a part of one.
    let alone = filled(word).count() == 1;
    let unknown = |piece: &Piece| match piece {
        Piece::Text { .. } | Piece::Glob(_) | Piece::Tilde(_) => false,
        Piece::Param { param, .. } => !is_known(&param.name, sets, alone),
        Piece::Command { .. } | Piece::Process { .. } | Piece::Arith { .. } => true,
    };
    let leads =
        |next: Option<&Piece>| matches!(next, Some(Piece::Text { text, .. }) if text.starts_with('/'));
    let mut pieces = filled(word).peekable();
    let first = pieces.next().is_some_and(unknown);
    first && !leads(pieces.peek().copied()) || pieces.any(unknown)
}

fn is_known(name: &str, sets: &[Set], alone: bool) -> bool {
    let mut set = sets.iter().filter(|set| set.name == name).peekable();
    PROJECT.contains(&name) || alone && set.peek().is_some() && set.all(|set| set.plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_line_names() {
        for (text, expected) in [
            ("bash tools/guard.sh", "tools/guard.sh"),
            (r#""$CLAUDE_PROJECT_DIR"/.claude/hooks/g.sh"#, ".claude/hooks/g.sh"),
            (r#""${CLAUDE_PROJECT_DIR}/x.sh""#, "x.sh"),
            ("${CLAUDE_PROJECT_DIR:-.}/x.sh", "./x.sh"),
            ("${X:-tools}/g.sh", "tools/g.sh"),
            (r#"bash "my dir/g.sh""#, "my dir/g.sh"),
            (r"bash my\ dir/g.sh", "my dir/g.sh"),
            (r#"tools/gu""ard.sh"#, "tools/guard.sh"),
            ("$(git rev-parse --show-toplevel)/tools/g.sh", "tools/g.sh"),
            ("bash tools/g*.sh", "tools/g\0.sh"),
            ("bash 'tools/g*.sh'", "tools/g*.sh"),
            ("bash tools/{a,b}.sh", "tools/b.sh"),
            ("G=tools/g.sh; bash $G", "tools/g.sh"),
            ("bash tools/guard.sh$EMPTY", "tools/guard.sh"),
            ("bash < tools/g.sh", "tools/g.sh"),
            ("echo $(bash tools/g.sh)", "tools/g.sh"),
            ("~/x/g.sh", "x/g.sh"),
            (&["$A".repeat(100).as_str(), "/x/g.sh"].concat(), "x/g.sh"),
        ] {
            let words = named(text).unwrap().words;
            assert!(words.iter().any(|word| word == expected), "{text}: {words:?}");
        }
        assert!(named("bash 'tools/g.sh").is_none(), "it cannot be read");
    }

    #[test]
    fn only_what_is_written_and_not_run_is_written() {
        for (text, expected) in [
            ("cat >> audit.log", "audit.log"),
            ("tee -a audit.log > /dev/null", "/dev/null audit.log"),
            ("bash tools/g.sh 2> audit.log", "audit.log"),
            ("grep -q \"=>\" ; tools/g.sh", ""),
            ("echo '>' tools/g.sh", ""),
            ("echo hi | tee $(tools/g.sh)", ""),
            ("echo x > \"$(tools/g.sh)\"", ""),
            ("tee >(bash tools/g.sh) > /dev/null", "/dev/null"),
            ("echo x > f; bash f", ""),
        ] {
            assert_eq!(named(text).unwrap().written.join(" "), expected, "{text}");
        }
    }

    #[test]
    fn patterns_count_where_they_may_run() {
        for (text, counts) in [
            ("bash tools/*.sh", true),
            ("tools/g*", true),
            ("for f in tools/*; do bash $f; done", true),
            ("for f in tools/*; do $f; done", true),
            ("for f in tools/*; do cat $f; done", false),
            ("prettier --check src/*.ts", false),
            ("case $X in *rm*) exit 2;; esac", false),
        ] {
            let words = named(text).unwrap().words;
            assert_eq!(words.iter().any(|word| word.contains(ANY)), counts, "{text}: {words:?}");
        }
    }

    #[test]
    fn what_nobody_can_name() {
        for (text, unclear) in [
            (r#"bash "$X""#, true),
            (r#"timeout 5 bash "$X""#, true),
            (r#"eval "$X""#, true),
            ("bash <(curl https://example.com)", true),
            ("curl https://example.com | sh", true),
            ("$X", true),
            (r#"ba""sh "$X""#, true),
            (r#"bash -c "$X""#, true),
            ("bash tools/$X.sh", true),
            (r#". "$(which guard)""#, true),
            ("bash tools/guard.sh", false),
            (r#"bash "$CLAUDE_PROJECT_DIR"/g.sh"#, false),
            (r#"bash "$(git rev-parse --show-toplevel)/g.sh""#, false),
            (r#"G=g.sh; bash "$G""#, false),
            (r#"G=$(ls | head -1); bash "$G""#, true),
            ("a=g; bash tools/$a.sh", true),
            ("for f in $(ls tools); do bash tools/$f; done", true),
            ("bash -c 'bash tools/$0.sh' g", true),
            ("bash -c 'bash tools/g.sh'", false),
            ("find tools -name '*.sh' -exec {} ;", true),
            ("find tools -name '*.sh'", false),
            ("make -s guard", true),
            ("python3 -c 'import tools.gg'", true),
            ("python3.12 \"$X\"", true),
            (r#"for f in tools/*.sh; do bash "$f"; done"#, false),
            (r#"grep -q "$X" && exit 2"#, false),
            ("exec 3>&1", false),
            ("bash <<< 'exit 2'", false),
        ] {
            assert_eq!(!named(text).unwrap().unclear.is_empty(), unclear, "{text}");
        }
    }
}
