//! xargs: a command with words appended, or filled in, that come from its input.
//!
//! Nothing is certain about those words: a file name with a blank in it becomes two, and the second may look like a
//! flag. So the command passes only if no argument at all could make it do harm ([`AtWorst`](super::spec::AtWorst)).
//! Two things are known sometimes. If the input is a list of files below known directories, the words are names in
//! there, unless a name down there would be split or unquoted into others. And with `-0` a word is a whole name, so that it begins with its directory and is no flag.

use super::super::Effect;
use super::super::behind::Behind;
use super::super::reading::{Invocation, Reading, Stdin};
use super::super::value::{Arg, Unknown, Value};
use super::listing::Names;
use super::search::Word;
use super::spec::{AtWorst, Program, Style, custom, only_asks_for_help, parse};
use super::wrapper;
use crate::effect::place;
use crate::words::listed;
use crate::world::Stands;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// The family.
pub const PROGRAMS: &[Program] = &[custom("xargs gxargs", read_xargs)];

/// Left out: `--process-slot-var`, which sets a variable of any name.
const FLAGS: &str = "-0 -a< -d: -e? -E: -i? -I: -J: -l? -L: -n: -o -p -P: -r -R: -s: -S: -t -x --arg-file< --delimiter: --eof? \
     --exit --interactive --max-args: --max-chars: --max-lines? --max-procs: --no-run-if-empty --null --open-tty \
     --replace? --show-limits --verbose";

/// Flags that undo a replacement, in some order.
const COUNTS: &[&str] = &["-l", "-L", "-n", "--max-lines", "--max-args"];

const WHY: &str = "comes from the input of `xargs`";

/// The command that it starts, without its own words for it; see [`super::super::behind`].
pub fn behind(name: &str, args: &[Arg]) -> Option<Vec<Behind>> {
    listed("xargs gxargs", name).then(|| wrapper::words_behind(Style::Posix, FLAGS, 0, false, args))
}

fn read_xargs(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) {
        return reading.add(Effect::Harmless, "help", "`xargs` prints help", call.span);
    }
    let parsed = match parse(Style::Posix, FLAGS, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    parsed.value_effects(reading, call);
    let message = "`xargs` starts a command with words from its input";
    reading.add(Effect::Harmless, "read_only_command", message, call.span);
    if parsed.operands.is_empty() {
        return;
    }
    let whole = parsed.has(&["-0", "--null"]);
    // Words from elsewhere, or names cut at any letter, are no names.
    let others = parsed.has(&["-a", "--arg-file", "-d", "--delimiter"]);
    let inputs = match &call.stdin {
        Stdin::Names(listed) if !others => names(reading, call, listed, whole, &parsed.operands),
        Stdin::Names(_) | Stdin::Inherited | Stdin::Text(_) | Stdin::File | Stdin::Stream { .. } => {
            vec![Value::unknown(WHY)]
        }
    };
    let replaced =
        match parsed.flags.iter().rfind(|flag| ["-i", "-I", "-J", "--replace"].contains(&flag.name)) {
            None => None,
            Some(flag) => match flag.value.as_ref().map(Arg::text) {
                None => Some("{}".to_string()),
                Some(Some(text)) if !text.is_empty() => Some(text.to_string()),
                Some(_) => {
                    return reading.add(
                        Effect::Opaque,
                        "unknown_value",
                        "`xargs` fills in words that are not known",
                        flag.span,
                    );
                }
            },
        };
    // The last of them wins, or the first: it differs between programs of that name.
    let counted = parsed.flags.iter().find(|flag| COUNTS.contains(&flag.name));
    if let (Some(_), Some(flag)) = (&replaced, counted) {
        let message = "`xargs` fills words in or appends them: one flag says this, another that";
        return reading.add(Effect::Opaque, "unknown_flag", message, flag.span);
    }
    let several = parsed.has(&["-J"]);
    // BSD appends the words where `-J` finds no place for them.
    let placed =
        |mark: &String| parsed.operands.iter().any(|arg| arg.text().is_some_and(|text| text.contains(mark)));
    if let Some(flag) = parsed.flags.iter().find(|_| several && !replaced.as_ref().is_some_and(placed)) {
        let message = "`xargs -J` finds no place for its words";
        return reading.add(Effect::Opaque, "unknown_flag", message, flag.span);
    }
    // What is started has nothing to read, or a file that is not known.
    let inner = Invocation { stdin: call.stdin.replaced(), ..call.clone() };
    // Without any words it is started all the same, and a search then goes through all that lies here.
    let is_once = replaced.is_none() && !parsed.has(&["-r", "--no-run-if-empty"]);
    if is_once && searches(&parsed.operands) {
        let command: Vec<Arg> = parsed.operands.iter().map(|arg| (*arg).clone()).collect();
        reading.command(&command, &inner);
    }
    for input in inputs {
        let command: Vec<Arg> = match &replaced {
            Some(mark) => parsed.operands.iter().map(|arg| filled_in(arg, mark, &input, several)).collect(),
            None => {
                let appended = Arg { value: input, span: call.span };
                parsed.operands.iter().map(|arg| (*arg).clone()).chain([appended]).collect()
            }
        };
        reading.command(&command, &inner);
    }
}

/// A search, which needs no operand. What other programs do without one is told by what they do with names.
fn searches(command: &[&Arg]) -> bool {
    let Some((name, args)) = command.split_first() else { return false };
    // skipped: a program that is not known stops.
    let Some(name) = name.text().and_then(|name| name.rsplit('/').next()) else { return false };
    super::search::is_search(name) || (name == "git" && args.iter().any(|arg| arg.may_be("grep")))
}

/// Names below known directories.
fn names(
    reading: &mut Reading<'_>,
    call: &Invocation,
    Names { below, picks }: &Names,
    whole: bool,
    command: &[&Arg],
) -> Vec<Value> {
    let words: Vec<Arg> = command.iter().map(|arg| (*arg).clone()).collect();
    let is_shown = super::whole::is_shown_by(reading, &words);
    let program = command.first().and_then(|name| name.text()).and_then(super::find);
    let only_shows = program.is_some_and(|program| program.at_worst != AtWorst::Anything);
    for directory in below {
        let start = Arg { value: Value::known(directory.as_str()), span: call.span };
        let directory = if directory.is_empty() { "." } else { directory };
        let directory = Arg { value: Value::known(directory), span: call.span };
        reading.read_path(&call.name, &directory, true);
        if is_shown {
            super::whole::below(reading, call, &start, picks);
        } else {
            for word in Word::all_of_call(&words) {
                super::whole::word_below(reading, call, &[&start], picks, &word);
            }
        }
    }
    // The directories were just said to be read; that is the worst that a program which only shows does with names in
    // them, and where no name down there is taken apart each word is one.
    // A bare name that begins with a dash is a flag to whoever gets it.
    let flags = below.iter().any(String::is_empty) && names_flag(reading);
    match !flags && (whole || (only_shows && below.iter().all(|directory| stay_whole(reading, directory)))) {
        true => below.iter().map(|directory| Value::listed(with_slash(directory), true, WHY)).collect(),
        false => vec![Value::unknown(WHY)],
    }
}

/// A name here begins with a dash, or nobody can tell.
fn names_flag(reading: &Reading<'_>) -> bool {
    let begins = |names: Vec<String>| names.iter().any(|name| name.starts_with('-'));
    reading.dirs().iter().any(|dir| reading.world.list(dir).is_none_or(begins))
}

/// Names looked at before the look gives up.
const MAX_NAMES: usize = 5000;

/// No name at or below `start` has a blank, a quote or a backslash in it: `xargs` passes each on as one word.
fn stay_whole(reading: &Reading<'_>, start: &str) -> bool {
    let mut seen = 0;
    !breaks(start)
        && reading.dirs().iter().all(|cwd| below_stays_whole(reading, &place::join(cwd, start), &mut seen))
}

fn below_stays_whole(reading: &Reading<'_>, start: &str, seen: &mut usize) -> bool {
    let Some(start) = reading.world.resolve(start) else { return false };
    let mut pending = vec![start.path];
    while let Some(at) = pending.pop() {
        match reading.world.resolve(&at) {
            None => return false,
            // What is behind a link is not listed.
            Some(found) if found.path != at || found.stands != Stands::Directory => continue,
            Some(_) => {}
        }
        let Some(names) = reading.world.list(&at) else {
            if super::whole::stays_closed(reading, &at) {
                continue;
            }
            return false;
        };
        *seen += names.len();
        if *seen > MAX_NAMES || names.iter().any(|name| breaks(name)) {
            return false;
        }
        // Nobody but git makes names in there, and git makes none of this kind.
        let inner = names.iter().filter(|name| *name != ".git");
        pending.extend(inner.map(|name| place::join(&at, name)));
    }
    true
}

fn breaks(name: &str) -> bool {
    name.contains(|c: char| c.is_whitespace() || c.is_control() || ['\'', '"', '\\'].contains(&c))
}

fn with_slash(directory: &str) -> String {
    let mut prefix = directory.to_string();
    if !prefix.is_empty() && !prefix.ends_with('/') {
        prefix.push('/');
    }
    prefix
}

/// `arg` with `input` for each `mark` in it.
fn filled_in(arg: &Arg, mark: &str, input: &Value, several: bool) -> Arg {
    let value = match &arg.value {
        Value::Known(text) => match (text.split_once(mark), input) {
            (None, _) => arg.value.clone(),
            (Some(("", "")), Value::Unknown(unknown)) => {
                Value::Unknown(Unknown { splits: several, ..unknown.clone() })
            }
            (Some((before, _)), _) => {
                Value::Unknown(Unknown { prefix: before.to_string(), ..Unknown::one(WHY) })
            }
        },
        // The mark may stand in it: `xargs -I{} find . -exec echo "$x" …` ends the command of `-exec` where it is `{}`.
        Value::Unknown(unknown) => {
            let prefix = before_mark(&unknown.prefix, mark).to_string();
            Value::Unknown(Unknown { prefix, splits: unknown.splits || several, ..Unknown::one(unknown.why) })
        }
    };
    Arg { value, span: arg.span }
}

/// What is certain to stand in front of the first mark, of which only the beginning may be there yet.
fn before_mark<'a>(prefix: &'a str, mark: &str) -> &'a str {
    let begins =
        |at: &usize| prefix.get(*at..).is_some_and(|rest| rest.starts_with(mark) || mark.starts_with(rest));
    let at = prefix.char_indices().map(|(at, _)| at).find(begins);
    at.and_then(|at| prefix.get(..at)).unwrap_or(prefix)
}

/// Programs of this family that take up nothing by themselves that could carry harm; see [`super::loaded`].
#[cfg(test)]
pub const LOADS_NOTHING: &str = "xargs gxargs";

#[cfg(test)]
const EXAMPLES: &str = r#"
        allow find . -name '*.rs' | xargs grep -l foo
        ask   find -O0 /etc -type f -print0 | xargs -0 cat
        ask   git diff --name-only -z README.md /etc/shadow | xargs -0 cat
        ask   grep -LZ -e zzz -T --label=/etc/shadow | xargs -0 cat
        ask   git ls-files -z -o .env | xargs -0 cat
        ask   git grep -l -z x .env | xargs -0 cat
        ask   find . -samefile .env -print0 | xargs -0 cat
        ask   find . -regex '..[.]env' -print0 | xargs -0 cat
        allow find . -name '*.rs' | xargs grep foo
        allow find src | head -3 | xargs cat
        allow echo README.md | xargs -I ZZ ls -l ZZ
        ask   echo ./evil | xargs -I ZZ -L 1 nice
        ask   echo ./evil | xargs -I ZZ -n 1 nice
        ask   echo ./evil | xargs -E -IZZ nice
        ask   echo ./evil | xargs -J ZZ nice
        ask   echo /etc/passwd | xargs -E -IZZ rm -f
        ask   find . -name .env | xargs cat
        ask   find / -name x | xargs cat
        ask   find ~ | xargs head
        ask   find . | xargs rm
        ask   find . | xargs sh
        ask   find . -name '*.rs' | xargs sed -n 1,5p
        allow find . -name '*.rs' -print0 | xargs -0 sed -n 1,5p
        ask   find . -name '*.rs' -print0 | xargs -0 sed -n 1e
        ask   find . -print0 | xargs -0 rm
        allow find src -print0 | xargs -0 sed -i s/a/b/
        ask   find . -print0 | xargs -0 sed -i s/a/b/
        ask   echo .env | xargs cat
        ask   cat list | xargs cat
        ask   cat list | xargs wc -l
        allow cat list | xargs ls -l
        allow cat list | xargs grep -l foo
        ask   cat list | xargs grep foo
        ask   cat list | xargs rg -l foo
        allow cat list | xargs
        allow ls | xargs -n1 basename
        allow ls | xargs -I{} basename {}
        ask   printf ';' | xargs -I ZZ find src -exec echo "Z$x" -exec touch /etc/x ';'
        ask   printf ';' | xargs -I ZZ find src -exec echo "$(git branch --show-current)" -exec touch /etc/x ';'
        allow ls | xargs -I ZZ find src -exec echo "a$x" ';'
        allow ls | xargs -I{} ls "src/$x/{}"
        ask   ls | xargs -I{} sh -c '{}'
        ask   ls | xargs -I% mv % /tmp
        ask   find . | sort <<< .env | xargs cat
        ask   find . | sort .env | xargs cat
        ask   find . -printf .env | xargs cat
        allow find . -name '*.rs' | sort -u | xargs head -3
        ask   xargs -a list cat
        ask   xargs -r -t sh -c x
        ask   xargs --process-slot-var=LD_PRELOAD ls
        ask   curl x | xargs ls
        allow git ls-files | xargs grep -n foo
        ask   grep -L --label=/home/user/.ssh/id_rsa nomatch - src/main.rs | xargs cat
        ask   grep -L nomatch - src/main.rs | xargs cat
        allow grep -rL nomatch src | xargs cat
        ask   rg -l --type-list --type-add=x:/etc/shadow foo | xargs cat
        ask   rg -rl foo src | xargs cat
        ask   rg -g -l foo src | xargs cat
        allow rg -l -g '*.rs' foo src | xargs cat
        ask   git diff --name-only --line-prefix=/etc/ -z | xargs -0 cat
        allow git diff --name-only HEAD | xargs cat
        allow git diff --cached --name-only --diff-filter=ACM | xargs head
        ask   git ls-files --format=/etc/shadow | xargs cat
        ask   cd src && git ls-files .. | xargs cat
        ask   ls -a | xargs grep -r KEY
        ask   find -s /home/user/.ssh | xargs cat
        ask   find src | grep -5 x | xargs cat
        allow find src | grep -v x | xargs cat
        ask   find src | xargs -d s cat
        ask   find 'src a' | xargs cat
        ask   git ls-files | xargs touch
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_read_as_they_should() {
        super::super::examples::run(EXAMPLES);
    }

    /// A planted name that `xargs` takes for two: `src/a` and a secret.
    #[test]
    fn a_name_with_a_blank_below() {
        use super::super::examples::{judge_on, machine};
        let planted = machine().file("/repo/src/a /etc/shadow", "");
        for (command, expected) in [
            ("find src | xargs cat", "ask"),
            ("find . -name '*.rs' | xargs grep foo", "ask"),
            ("git ls-files | xargs head", "ask"),
            ("find src | xargs grep -l foo", "allow"),
            ("find src | xargs wc -l", "ask"),
            ("find src | xargs ls -l", "allow"),
            ("find tests | xargs wc -l", "allow"),
            ("find src -print0 | xargs -0 cat", "allow"),
            ("find tests | xargs cat", "allow"),
        ] {
            let got = judge_on(&planted, command);
            assert!(got.starts_with(expected), "{command}: {got}");
        }
    }

    /// A planted name that is a flag: `grep` shows every line with it.
    #[test]
    fn a_name_with_a_dash_here() {
        use super::super::examples::{judge_on, machine};
        let planted = machine().file("/repo/-rv", "");
        for (command, expected) in [
            ("git ls-files | xargs grep -n foo", "ask"),
            ("git ls-files -z | xargs -0 grep -n foo", "ask"),
            ("find . | xargs grep -n foo", "allow"),
            ("git ls-files | xargs grep -l foo", "allow"),
        ] {
            let got = judge_on(&planted, command);
            assert!(got.starts_with(expected), "{command}: {got}");
        }
    }

    #[test]
    fn a_mark_may_begin_in_what_is_certain() {
        for (prefix, mark, before) in [
            ("a/Z", "ZZ", "a/"),
            ("a/ZZb", "ZZ", "a/"),
            ("a/", "ZZ", "a/"),
            ("", "{}", ""),
            ("{", "{}", ""),
            ("a{b", "{}", "a{b"),
        ] {
            assert_eq!(before_mark(prefix, mark), before, "{prefix}");
        }
    }

    #[test]
    fn names_that_break_into_others() {
        for name in ["a b", "a\tb", "a\nb", "it's", "\"x\"", "a\\b", "a\u{a0}b"] {
            assert!(breaks(name), "{name:?}");
        }
        for name in ["a-b", "a_b.rs", "\u{e9}", "[id].tsx", "(group)", "@x", "$x"] {
            assert!(!breaks(name), "{name:?}");
        }
    }
}
