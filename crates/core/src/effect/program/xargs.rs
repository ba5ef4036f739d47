//! xargs: a command with words appended, or filled in, that come from its input.
//!
//! Nothing is certain about those words: a file name with a blank in it becomes two, and the second may look like a
//! flag. So the command passes only if no argument at all could make it do harm ([`AtWorst`](super::spec::AtWorst)).
//! Two things are known sometimes. If the input is a list of files below known directories, the words are names in
//! there, unless a name down there would be split or unquoted into others. And with `-0` a word is a whole name, so that it begins with
//! its directory and is no flag, unless a filter in front of it goes by lines.

use super::super::Effect;
use super::super::behind::Behind;
use super::super::reading::{Invocation, Reading, Stdin};
use super::super::value::{Arg, Unknown, Value};
use super::git::{only_reads, repository_of};
use super::listing::{Names, Revisions};
use super::search::Word;
use super::spec::{AtWorst, Program, Style, custom, only_asks_for_help, parse};
use super::whole::Test;
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
    let nulls = parsed.has(&["-0", "--null"]);
    // Words from elsewhere, or names cut at any letter, are no names.
    let others = parsed.has(&["-a", "--arg-file", "-d", "--delimiter"]);
    let inputs = match &call.stdin {
        Stdin::Names(listed) if !others => names(reading, call, listed, nulls, &parsed.operands),
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
    let before = (reading.writes(), reading.ran_code);
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
    // Without any words it is started all the same, and does what it does when it is given none: a search goes through all that
    // lies here. What writes or runs code with words shows nothing without, and would be taken for a second command.
    let may_be_none = replaced.is_none() && !parsed.has(&["-r", "--no-run-if-empty"]);
    if may_be_none && before == (reading.writes(), reading.ran_code) {
        let command: Vec<Arg> = parsed.operands.iter().map(|arg| (*arg).clone()).collect();
        reading.command(&command, &inner);
    }
}

/// Names below known directories.
fn names(
    reading: &mut Reading<'_>,
    call: &Invocation,
    Names { below, picks, recorded, cut_at_lines }: &Names,
    nulls: bool,
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
    let recorded_by_git = recorded.is_some();
    let recorded = match recorded {
        None => Some(Vec::new()),
        Some(revisions) => recorded_names(reading, revisions),
    };
    // A bare name that begins with a dash is a flag to whoever gets it.
    let may_be_flag =
        |names: &Vec<String>| names.iter().any(|name| name.split('/').any(|part| part.starts_with('-')));
    let flags = below.iter().any(String::is_empty)
        && (reading.names_flag() || recorded.as_ref().is_none_or(may_be_flag));
    // Git lists nothing of its own files, and others do not where they are told so: `find . -name .git -prune -o -print`.
    // A start that is named is gone through all the same, unless an expression of `find` speaks of it too.
    let is_find = picks.tests.iter().any(|test| matches!(test, Test::Find(_)));
    let leaves_out = |shown: &str, depth: usize| {
        (depth > 0 && (recorded_by_git || picks.passes_over(".git")))
            || ((depth > 0 || is_find) && picks.leaves_out(shown, ".git", depth))
    };
    let stay = |breaks: fn(&str) -> bool| {
        recorded.as_ref().is_some_and(|names| !names.iter().any(|name| breaks(name)))
            && below.iter().all(|directory| reading.stay_whole_but(directory, &leaves_out, &breaks))
    };
    let whole = || nulls && (!cut_at_lines || stay(|name| name.contains('\n')));
    match !flags && (whole() || (only_shows && stay(breaks))) {
        true => below.iter().map(|directory| Value::listed(with_slash(directory), true, WHY)).collect(),
        false => vec![Value::unknown(WHY)],
    }
}

/// Subcommands that bring no name into the index which was neither there nor on the disk.
const RECORDS_NO_NAME: &str = "add branch commit config push rm tag";

/// The names that git has recorded: in its index, and in the commits it is asked about. `None` when they are not known.
fn recorded_names(reading: &Reading<'_>, revisions: &Revisions) -> Option<Vec<String>> {
    let keeps = |sub: &str| only_reads(sub) || listed(RECORDS_NO_NAME, sub);
    let mut calls = reading.effects.acts.iter().filter(|act| act.program == "git");
    if calls.any(|act| !act.args.first().and_then(Option::as_deref).is_some_and(keeps)) {
        return None;
    }
    let mut names = Vec::new();
    for dir in reading.dirs() {
        let here = reading.world.resolve(dir)?.path;
        let repository = repository_of(reading.world, &here)?;
        let tracked = reading.world.tracked(&repository.git_dir, &repository.common_dir)?;
        let stands = |word: &str| reading.world.resolve(&place::join(&here, word)).map(|found| found.stands);
        let is_file = |word: &str| {
            revisions.may_be_files && matches!(stands(word), Some(Stands::File { .. } | Stands::Directory))
        };
        // The commit that is checked out has the names of the index where nothing is staged. Others are not looked through.
        let is_known = |word: &String| is_file(word) || (tracked.is_committed && word == "HEAD");
        // A folder that is recorded as one: a sparse index has no names of what lies in it.
        let is_folder = |name: &String| name.ends_with('/');
        if !revisions.words.iter().all(is_known) || tracked.names.iter().any(is_folder) {
            return None;
        }
        names.extend(tracked.names);
    }
    Some(names)
}

/// It is split, or a quote is taken off.
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
        allow git diff --name-only HEAD -- src | xargs cat
        allow git diff --name-only src | xargs cat
        ask   git diff --name-only main | xargs cat
        ask   git diff --name-only README.md -- | xargs cat
        allow git diff --name-only --diff-filter=d main | xargs cat
        allow git diff --name-only --diff-filter=ACM main | xargs cat
        allow git diff --name-only --diff-filter=d main~2 | xargs cat
        allow git diff --name-only --diff-filter=d HEAD^ | xargs cat
        allow git diff --name-only --diff-filter=d @{u} | xargs cat
        allow git diff --name-only --diff-filter=d main^2~3 -- src | xargs cat
        ask   git diff --name-only --diff-filter=ACM main^! | xargs grep -n foo
        ask   git diff --name-only --diff-filter=d main^- | xargs head -5
        ask   git diff --name-only --diff-filter=d main^-1 | xargs head -5
        ask   git diff --name-only --diff-filter=d main^@ | xargs head -5
        ask   git diff --name-only --diff-filter=d ^main | xargs head -5
        ask   git diff --name-only -z --diff-filter=d main^! | xargs -0 grep -n foo
        ask   git diff --name-only --diff-filter=AD main | xargs cat
        ask   git diff --name-only HEAD~1 HEAD | xargs cat
        ask   git diff --name-only -z HEAD~1 HEAD | xargs -0 cat
        ask   git grep -l x main | xargs grep -n foo
        allow git grep -l x src | xargs grep -n foo
        allow git grep -l x HEAD | xargs grep -n foo
        ask   git checkout main && git ls-files | xargs grep -n foo
        allow git add -A && git ls-files | xargs grep -n foo
        allow git add -A src && git ls-files | xargs grep -n foo
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

    /// A name that the command itself makes just before, with a blank in it or a dash in front.
    #[test]
    fn a_name_that_the_same_command_makes() {
        super::super::examples::run(
            r#"
        ask   touch 'a .env x'; ls | xargs cat
        ask   touch 'src/z .env x.yml'; find src -type f | xargs cat
        ask   touch 'src/z .env x.yml'; rg --files | xargs cat
        ask   touch 'src/z .env x.yml'; git ls-files -o src | xargs cat
        ask   echo x > 'src/z .env x.yml'; grep -rl x src | xargs cat
        ask   touch -- '-rv'; git ls-files -o | xargs grep foo
        ask   touch -- '-rv'; git ls-files -o -z | xargs -0 grep foo
        ask   cp README.md 'src/z .env x.yml' && find src -name '*.yml' -exec sh -c 'cat $1' _ {} \;
        ask   touch 'src/z .env x.yml'; for f in src/*; do head -1 $f; done
        ask   for i in 1 2; do ls src | xargs cat; touch 'src/a .env x'; done
        ask   for i in 1 2; do find src | xargs cat; touch 'src/a .env x'; done
        ask   for i in 1 2; do for f in src/*; do cat $f; done; touch 'src/z .env x'; done
        ask   f() { for g in src/*; do cat $g; done; touch 'src/z .env x'; }; f; f
        ask   touch 'src/z .env x' | { sleep 1; find src | xargs cat; }
        ask   { sleep 1; find src | xargs cat >&2; } | touch 'src/z .env x'
        ask   echo 'touch x' > src/z; touch 'src/z -e 1e x'; for f in src/*; do sed -n 1p $f; done
        ask   touch 'src/z -fprint .envrc'; for f in src/*; do find $f; done
        ask   touch 'src/z -fprint .envrc'; find src -type f -exec sh -c 'find $1' _ {} \;
        allow for i in 1 2; do find src | xargs cat; touch src/new.rs; done
        allow for f in src/*; do sed -n 1p $f; done
        allow touch 'src/z x'; for f in src/*; do head -1 "$f"; done
        ask   cp -r tests src/more; find src | xargs cat
        ask   cp "$x" src/; find src | xargs cat
        allow touch src/new.rs; find src -name '*.rs' | xargs wc -l
        allow touch src/new.rs; git ls-files | xargs grep -n foo
        allow touch 'src/z .env x.yml'; find src -type f -print0 | xargs -0 grep -n foo
        allow touch src/new.rs; for f in src/*; do head -1 $f; done
        allow cp README.md src/new.md; find src | xargs wc -l
        allow cargo fmt && git ls-files | xargs wc -l
"#,
        );
    }

    /// A planted name that a shell splits where a variable has no quotes.
    #[test]
    fn a_name_that_a_shell_takes_apart() {
        use super::super::examples::{machine, run_on};
        let rows = |expected: &str| {
            [
                r"find src -name '*.yml' -exec sh -c 'cat $1' _ {} \;",
                r"find src -name '*.yml' -exec sh -c 'cat ${1}' _ {} \;",
                r"find src -name '*.yml' -exec sh -c 'sed -n 1p $1' _ {} \;",
                r"find src -name '*.yml' -exec sh -c 'touch $1' _ {} \;",
                r"find src -name '*.yml' -exec sh -c 'sed -i s/a/b/ $1' _ {} \;",
                r"find src -name '*.yml' -exec sh -c 'x=$1; cat $x' _ {} \;",
                r#"find src -name '*.yml' -exec sh -c 'f() { cat $1; }; f "$1"' _ {} \;"#,
                r"find src -name '*.yml' -exec sh -c 'for f in $1; do cat $f; done' _ {} \;",
                r#"find src -name '*.yml' -exec sh -c 'for f in "$1"; do cat $f; done' _ {} \;"#,
                r"find src -name '*.yml' -exec bash p.sh {} \;",
                r"find src -name '*.yml' -exec sh -c 'env cat $1' _ {} \;",
                r#"for f in src/[a-z]*; do x="$f"; cat $x; done"#,
                r"for d in src tests; do for f in $d/[a-z]*; do cat $f; done; done",
                r"find src -name '*.yml' -print0 | xargs -0 -I{} sh -c 'cat $1' _ {}",
            ]
            .map(|command| alloc::format!("{expected} {command}"))
            .join("\n")
        };
        let with = |name: &str| machine().file("/repo/p.sh", "cat $1\n").file(name, "");
        run_on(&with("/repo/src/z.yml"), &rows("allow"));
        run_on(&with("/repo/src/z .env x.yml"), &rows("ask"));
        run_on(&with("/repo/src/z*.yml"), &rows("ask"));
        run_on(
            &with("/repo/src/z .env x.yml"),
            r#"
        allow find src -name '*.yml' -exec sh -c 'cat "$1"' _ {} \;
        allow find src -name '*.yml' -exec cat {} +
        allow find tests -exec sh -c 'cat $1' _ {} \;
"#,
        );
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

    /// A name that only git knows: of a file that was deleted, or of one that a sparse checkout leaves out.
    #[test]
    fn a_name_that_is_recorded_and_not_on_the_disk() {
        use super::super::examples::{machine, run_on};
        use crate::world::Tracked;
        let tracked = |names: &[&str], is_committed| {
            let names = names.iter().map(ToString::to_string).collect();
            machine().tracked("/repo/.git", Some(Tracked { names, is_committed }))
        };
        let rows = |expected: &str| {
            [
                "git ls-files | xargs grep -h foo",
                "git ls-files '*.rs' | xargs grep -h K",
                "git ls-files src | xargs -n1 head",
                "git grep -l x | xargs grep -n foo",
                "git diff --name-only | xargs cat",
                "git diff --name-only HEAD | xargs cat",
                "git diff --name-only --cached | xargs cat",
                "git diff --name-only --diff-filter=D | xargs cat",
                "cd src && git diff --name-only | xargs cat",
            ]
            .map(|command| alloc::format!("{expected} {command}"))
            .join("\n")
        };
        run_on(&tracked(&["src/main.rs", "README.md"], true), &rows("allow"));
        run_on(&tracked(&["src/main.rs", "q /home/user/.ssh/id_rsa .rs"], true), &rows("ask"));
        run_on(&tracked(&["src/main.rs", "a .env"], true), &rows("ask"));
        run_on(&tracked(&["src/main.rs", "vendor/"], true), &rows("ask"));
        run_on(&machine().tracked("/repo/.git", None), &rows("ask"));
        let blank = tracked(&["a .env"], true);
        run_on(
            &blank,
            "allow git ls-files -z | xargs -0 grep -n foo\nallow git ls-files | xargs ls -l\nallow find src | xargs cat",
        );
        let dashed = tracked(&["-rv"], true);
        run_on(&dashed, "ask git ls-files -z | xargs -0 grep -n foo\nask git ls-files | xargs grep -n foo");
        let staged = tracked(&["src/main.rs"], false);
        run_on(
            &staged,
            "allow git ls-files | xargs grep -n foo\nask git diff --name-only HEAD | xargs cat\n\
             ask git diff --name-only --cached | xargs cat\n\
             allow git diff --name-only --cached --diff-filter=ACM | xargs cat",
        );
    }

    /// A name with a line end in it, and filters that cut it there.
    #[test]
    fn names_that_filters_cut() {
        use super::super::examples::{machine, run_on};
        let rows = |word: &str| {
            "
            WORD  find src -type f -print0 | tail -n 1 | xargs -0 sed -n 1p
            WORD  find src -type f -print0 | tail -1 | xargs -0 grep foo
            WORD  find src -type f -print0 | sort | xargs -0 grep foo
            WORD  find src -type f | tail -1 | xargs -0 grep foo
            WORD  find src -type f -print0 | sort -z | tail -1 | xargs -0 grep foo
            WORD  find src -type f -print0 | grep x | xargs -0 grep foo
            WORD  rg --files -0 src | sort | xargs -0 grep foo
            ask   find src -type f -print0 | sort | xargs -0 sed -i s/a/b/
            ask   find src -type f -print0 | tail -n 1 | xargs -0 touch
            allow find src -type f -print0 | sort -z | xargs -0 wc -l
            allow find src -type f -print0 | sort -zu | xargs -0 grep foo
            allow find src -type f -print0 | xargs -0 cat
            allow find src -type f -print0 | xargs -0 sed -n 1p
            allow find src -type f -print0 | sort -z | xargs -0 sed -i s/a/b/
            "
            .replace("WORD", word)
        };
        run_on(&machine().file("/repo/src/q\n-rv", ""), &rows("ask"));
        run_on(&machine(), &rows("allow"));
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
