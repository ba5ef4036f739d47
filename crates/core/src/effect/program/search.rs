//! Programs that search in files. Those that read whole trees are described as deep reads.

use super::super::Effect;
use super::super::reading::{Invocation, Reading};
use super::super::value::{Arg, Value};
use super::arguments::{Flag, tell_apart};
use super::find::as_glob;
use super::loaded::Load;
use super::spec::{Consults, Parsed, Program, Unread, custom, parse, safe};
use crate::policy::floor::meant_by;
use crate::words::listed;
use alloc::format;
use alloc::string::ToString;

mod shown;

pub use shown::{Word, picks_of, show, told};

/// The family. A pattern that picks the files to search (`--include`, `-g`) counts as a path that is read, so that the
/// name of a secret in it is seen.
pub const PROGRAMS: &[Program] = &[
    // No flag of any grep writes or runs; `-f` reads patterns.
    custom("grep ggrep", read_grep).ignores_variables().shows_at_worst(),
    // Scripts around grep on some machines.
    custom("egrep fgrep gegrep gfgrep", read_grep).shows_at_worst(),
    custom("rgrep", |reading, call| counted(reading, call, &safe("rgrep", GREP, ": <<*").shows_at_worst()))
        .shows_at_worst(),
    // Shell scripts around grep and a fixed decompressor.
    custom("zgrep zegrep zfgrep bzgrep xzgrep lzgrep zstdgrep", |reading, call| {
        if is_plain_for_script(reading, call) {
            counted(reading, call, &safe("zgrep", ZGREP, ": <*"));
        }
    }),
    // Left out: `--pre` and `--hostname-bin` run, `-z` runs decompressors from PATH, `--generate` and
    // `--ignore-file` of tomorrow.
    custom("rg", |reading, call| counted(reading, call, &safe("rg", RG, ": <<*"))).ignores_variables(),
    // Left out of grep's letters: `-O` picks files by their extensions here, `-y` shows every line, `-z` starts decompressors,
    // `-Z` finds what is like the pattern.
    custom("ugrep", |reading, call| counted(reading, call, &safe("ugrep", UGREP, ": <<*")))
        .consults(Consults::Settings),
    // Left out: `--pager`, and `-p` that names a file with patterns to ignore.
    custom("ag", |reading, call| counted(reading, call, &safe("ag", AG, ": <<*")))
        .consults(Consults::Settings),
    // Left out: `-x` (names from input), `--pager`, `--output` (evaluated as Perl), `--ackrc`, `--type-set` and the like.
    custom("ack ack-grep", |reading, call| counted(reading, call, &safe("ack", ACK, ": <<*")))
        .loads(ACK_LOADS)
        .consults(Consults::Settings),
    // Names only. Left out: `-x` and `-X`, which run.
    custom("fd fdfind", read_fd).consults(Consults::Settings),
    safe(
        "locate mlocate plocate",
        "-0 -A -b -c -e -i -l: -m -n: -P -q -r: -s -S -w --all --basename --count --existing --follow --ignore-case \
         --limit: --null --quiet --regexp: --regex --statistics --wholename",
        ":*",
    ),
    safe("mdfind", "-0 -count -live -name: -onlyin< -literal -interpret", ":*")
        .style(super::spec::Style::Single),
    safe("look", "-a -d -f -t: --alternative --alphanum --ignore-case --terminate:", ": <").shows_at_worst(),
];

/// Flags, one a line.
const ACK_LOADS: &[Load] =
    &[Load::above(".ackrc _ackrc").unless(is_plain_ackrc), Load::home(".ackrc").unless(is_plain_ackrc)];

/// Every line is a comment or a flag that names types, leaves files out, or says how matches look.
fn is_plain_ackrc(text: &str) -> bool {
    const PLAIN: &str = "--ignore-dir --ignore-directory --noignore-dir --noignore-directory --ignore-file --type-add --type-set --type-del \
        --type --sort-files --smart-case --no-smart-case --ignore-case --color --nocolor --colour --nocolour --color-match \
        --color-filename --color-lineno --color-colno --heading --noheading --break --nobreak --group --nogroup --column \
        --underline --with-filename --no-filename --word-regexp --literal --max-count -S -i -H -h -w -Q -s";
    let is_plain = |line: &str| {
        let flag = line.split(['=', ' ', '\t']).next().unwrap_or_default();
        listed(PLAIN, flag)
    };
    text.lines().map(str::trim).all(|line| line.is_empty() || line.starts_with('#') || is_plain(line))
}

/// Some versions take no word behind these, or only one that is a number: any other word would be the pattern, and the
/// pattern a file.
const COUNTS: &[&str] = &[
    "-A",
    "-B",
    "-C",
    "-m",
    "-W",
    "--after-context",
    "--before-context",
    "--context",
    "--max-count",
    "--width",
    "--depth",
];

/// A program that is a shell script may split its arguments again, or hand them to `eval`: words with blanks, patterns or
/// signs of the shell stop. Names of files that a pattern found stand behind its own quotes.
pub(super) fn is_plain_for_script(reading: &mut Reading<'_>, call: &Invocation) -> bool {
    let plain = |c: char| c.is_alphanumeric() || "._-/,=:+@%^".contains(c);
    let is_plain = |arg: &Arg| arg.is_judged() || arg.text().is_some_and(|text| text.chars().all(plain));
    let odd = call.args.iter().find(|arg| !is_plain(arg));
    if let Some(odd) = odd {
        let message = format!("`{}` is a script, and its arguments must be plain words", call.name);
        reading.add(Effect::Opaque, "unknown_value", message, odd.span);
    }
    odd.is_none()
}

fn read_grep(reading: &mut Reading<'_>, call: &Invocation) {
    counted(reading, call, &safe("grep", GREP, ": <*").shows_at_worst());
}

fn counted(reading: &mut Reading<'_>, call: &Invocation, program: &Program) {
    counted_as_written(reading, call, program);
    if let Some(args) = shown::with_counts_attached(program.flags, &call.args) {
        counted_as_written(reading, &Invocation { args, ..call.clone() }, program);
    }
}

fn counted_as_written(reading: &mut Reading<'_>, call: &Invocation, program: &Program) {
    let below = Program { operands: ": <<*", ..*program };
    let program = match parse(program.style, program.flags, &call.args) {
        Ok(parsed) if goes_down(&parsed) => &below,
        Ok(_) | Err(_) => program,
    };
    if let Ok(parsed) = parse(program.style, program.flags, &call.args) {
        let is_count = |value: &Arg| {
            value.text().is_some_and(|text| {
                text.strip_prefix('-').unwrap_or(text).bytes().all(|b| b.is_ascii_digit())
            })
        };
        let values = parsed.flags.iter().filter(|flag| COUNTS.contains(&flag.name));
        if let Some(value) = values.filter_map(|flag| flag.value.as_ref()).find(|value| !is_count(value)) {
            return reading.unread(&call.name, Unread::value(value));
        }
        for flag in parsed.flags.iter().filter(|flag| FILTERS.contains(&flag.name)) {
            filter(reading, call, flag);
        }
    }
    program.read(reading, call);
    // What cannot be told apart even so was stopped just now.
    let Ok(parsed) = tell_apart(program.style, program.flags, &call.args, program.at_worst) else { return };
    if parsed.may_hide_flag() && !parsed.shows_less() {
        // `grep "$x" README.md` shows every line of every file from here on where it is `-rv`.
        shown::any_files(reading, call, &parsed);
    }
    if program.operands.contains("<<") || parsed.marked('%') || parsed.marked('+') {
        shown::whole_files(reading, call, &parsed);
    }
}

/// `-d recurse`, which may be shortened, is `-r`.
fn goes_down(parsed: &Parsed<'_>) -> bool {
    parsed.value(&["-d", "--directories"]).is_some_and(|value| !matches!(value.text(), Some("read" | "skip")))
}

/// Flags whose value picks the files to search by their names.
const FILTERS: &[&str] =
    &["--include", "--include-dir", "-g", "--glob", "--iglob", "--type-add", "-G", "--file-search-regex"];

/// A filter that singles out a secret means that this one is read, also where it does not spell its name.
fn filter(reading: &mut Reading<'_>, call: &Invocation, flag: &Flag<'_>) {
    let Some(value) = &flag.value else { return };
    let globs = match (flag.name, value.text()) {
        (_, None) => return reading.unread(&call.name, Unread::value(value)),
        // The name of the type stands in front.
        ("--type-add", Some(text)) => text.split_once(':').map_or(text, |(_, globs)| globs).to_string(),
        ("-G" | "--file-search-regex", Some(regex)) => {
            let glob = as_glob(regex);
            format!("{glob},*{glob}")
        }
        (_, Some(text)) => text.to_string(),
    };
    let Some(names) = meant_by(&globs) else { return reading.unread(&call.name, Unread::value(value)) };
    for name in names {
        reading.read_path(&call.name, &Arg { value: Value::known(name), span: value.span }, false);
    }
}

const GREP: &str = "-# -a -A: -b -B: -c~ -C: -d: -D: -e:^ -E -f<^ -F -G -h -H -i -I -l~ -L~ -m: -n -o -O+ -p -P -q~ -r% -R+ \
     -s -S+ -T -u -U -v -V -w -x -y -z -Z --extended-regexp --fixed-strings --basic-regexp --perl-regexp --regexp:^ \
     --file<^ --ignore-case --no-ignore-case --word-regexp --line-regexp --null-data --no-messages --invert-match \
     --max-count: --byte-offset --line-number --line-buffered --with-filename --no-filename --label: --only-matching \
     --quiet~ --silent~ --binary-files: --text --directories: --devices: --recursive% --dereference-recursive+ \
     --include< --exclude: --exclude-from< --exclude-dir: --include-dir: --files-without-match~ --files-with-matches~ \
     --count~ --initial-tab --null --before-context: --after-context: --context? --group-separator: \
     --no-group-separator --color? --colour? --binary --unix-byte-offsets";

const UGREP: &str = "-# -a -A: -b -B: -c~ -C: -d: -D: -e:^ -E -f<^ -F -G -h -H -i -I -l~ -L~ -m: -n -o -p -P -q~ -r% -R+ \
     -s -S+ -T -u -U -v -V -w -x --extended-regexp --fixed-strings --basic-regexp --perl-regexp --regexp:^ \
     --file<^ --ignore-case --no-ignore-case --word-regexp --line-regexp --no-messages --invert-match \
     --max-count: --byte-offset --line-number --line-buffered --with-filename --no-filename --label: --only-matching \
     --quiet~ --silent~ --binary-files: --text --directories: --devices: --recursive% --dereference-recursive+ \
     --include< --exclude: --exclude-from< --exclude-dir: --include-dir: --files-without-match~ --files-with-matches~ \
     --count~ --initial-tab --before-context: --after-context: --context? --group-separator: \
     --no-group-separator --color? --colour? --binary --unix-byte-offsets";

const ZGREP: &str = "-# -a -A: -b -B: -c -C: -e:^ -E -F -G -h -H -i -I -l -L -m: -n -o -P -q -s -v -w -x --ignore-case \
     --count --only-matching --line-number --max-count: --extended-regexp --fixed-strings --regexp:^ --no-filename \
     --with-filename --files-with-matches --invert-match --word-regexp --color?";

const RG: &str = "-# -. -0 -a -A: -b -B: -c -C: -d: -E: -e:^ -f<^ -F -g: -H -h -i -I -j: -l -L+ -m: -M: -n -N -o -p -P -q -r: \
     -s -S -t: -T: -u -uu -uuu -U -v -w -x --after-context: --auto-hybrid-regex --before-context: --binary \
     --block-buffered --byte-offset --case-sensitive --color: --colors: --column --context: --context-separator: \
     --count --count-matches --crlf --debug --dfa-size-limit: --encoding: --engine: --field-context-separator: \
     --field-match-separator: --file<^ --files^ --files-with-matches --files-without-match --fixed-strings --follow+ \
     --glob: --glob-case-insensitive --heading --hidden --hyperlink-format: --iglob: --ignore --ignore-case \
     --ignore-dot --ignore-exclude --ignore-file< --ignore-file-case-insensitive --ignore-files --ignore-global \
     --ignore-messages --ignore-parent --ignore-vcs --include-zero --invert-match --json --line-buffered --line-number \
     --line-regexp --max-columns: --max-columns-preview --max-count: --max-depth: --maxdepth: --max-filesize: \
     --messages --mmap --multiline --multiline-dotall --no-binary --no-block-buffered --no-column --no-config \
     --no-context-separator --no-crlf --no-encoding --no-filename --no-fixed-strings --no-follow \
     --no-glob-case-insensitive --no-heading --no-hidden --no-ignore --no-ignore-dot --no-ignore-exclude \
     --no-ignore-file-case-insensitive --no-ignore-files --no-ignore-global --no-ignore-messages --no-ignore-parent \
     --no-ignore-vcs --no-include-zero --no-invert-match --no-json --no-line-buffered --no-line-number \
     --no-max-columns-preview --no-messages --no-mmap --no-multiline --no-multiline-dotall --no-one-file-system \
     --no-pcre2 --no-pre --no-require-git --no-search-zip --no-sort-files --no-stats --no-text --no-trim --no-unicode \
     --null --null-data --one-file-system --only-matching --passthru --passthrough --path-separator: --pcre2 \
     --pcre2-version --pretty --quiet --regex-size-limit: --regexp:^ --replace: --require-git --smart-case --sort: \
     --sortr: --sort-files --stats --stop-on-nonmatch --text --threads: --trace --trim --type: --type-add: \
     --type-clear: --type-list^ --type-not: --unicode --unrestricted --vimgrep --with-filename --word-regexp";

const AG: &str = "-# -0 -a -A: -B: -c -C: -D -f+ -F -g: -G: -h -H -i -l -L -m: -n -o -Q -r -R -s -S -t -u -U -v -V -w -W: \
     --ackmate --after? --before? --break --nobreak --count --color --nocolor --column --context? --depth: --filename \
     --nofilename --files-with-matches --files-without-matches --follow+ --group --nogroup --heading --noheading \
     --hidden --ignore: --ignore-dir: --ignore-case --literal --max-count: --multiline --nomultiline --norecurse \
     --null --numbers --nonumbers --one-device --only-matching --parallel --print-all-files --print-long-lines \
     --recurse --search-binary --silent --skip-vcs-ignores --smart-case --nosmart-case --stats --stats-only \
     --unrestricted --vimgrep --invert-match --width: --word-regexp --all-text --all-types --case-sensitive \
     --file-search-regex: --fixed-strings --passthrough --js --py --ts --go --rust --java --ruby --cpp --cc --html \
     --css --json --md --yaml --shell --php";

const ACK: &str = "-# -1 -a -A: -B: -c -C? -f -g -h -H -i -I -k -l -L -m: -n -o -Q -r -R -s -S -t: -v -w --after-context: \
     --before-context: --break --nobreak --color --nocolor --colour --nocolour --column --nocolumn --context? --count \
     --files-with-matches --files-without-matches --follow+ --nofollow --group --nogroup --heading --noheading \
     --ignore-case --ignore-dir: --ignore-directory: --ignore-file: --invert-match --known-types --literal --match:^ \
     --max-count: --no-filename --no-recurse --passthru --print0 --range-start: --range-end: --recurse --smart-case \
     --sort-files --type: --underline --with-filename --word-regexp --js --py --ts --go --rust --java --ruby --cpp \
     --cc --html --css --json --md --yaml --shell --php --perl";

/// One widely used set of aliases makes `fd` out of `find . -type d -name`: actions of find are no flags of fd.
fn read_fd(reading: &mut Reading<'_>, call: &Invocation) {
    const ACTIONS: &[&str] = &["-delete", "-exec", "-ok", "-fprint", "-fls", "-print", "-ls", "-files0"];
    let acts = |arg: &&Arg| ACTIONS.iter().any(|action| arg.value.prefix().starts_with(action));
    match call.args.iter().find(acts) {
        Some(arg) => reading.unread(&call.name, Unread::flag(arg.value.prefix(), arg.span)),
        None => safe("fd", FD, ": <*").read(reading, call),
    }
}

const FD: &str = "-# -0 -1 -a -c: -d: -e: -E: -F -g -H -i -I -j: -l -L -o: -p -q -s -S: -t: -u -uu --absolute-path --and: \
     --base-directory/ --case-sensitive --changed-after: --changed-before: --changed-within: --change-newer-than: \
     --change-older-than: --color: --exact-depth: --exclude: --extension: --fixed-strings --follow --format: --full-path \
     --glob --has-results --hidden --hyperlink? --ignore-case --ignore-file< --list-details --max-depth: --max-results: \
     --maxdepth: --min-depth: --mindepth: --newer: --no-hidden --no-ignore --no-ignore-parent --no-ignore-vcs \
     --no-require-git --older: --one-file-system --owner: --path-separator: --print0 --prune --quiet --regex \
     --relative-path --search-path< --show-errors --size: --strip-cwd-prefix? --threads: --type: --unrestricted";

/// Programs of this family that take up nothing by themselves that could carry harm; see [`super::loaded`].
#[cfg(test)]
pub const LOADS_NOTHING: &str = "grep egrep fgrep ggrep gegrep gfgrep rgrep zgrep zegrep zfgrep bzgrep xzgrep lzgrep zstdgrep rg ugrep ag \
    fd fdfind locate mlocate plocate mdfind look";

#[cfg(test)]
const EXAMPLES: &str = r#"
        ask   fd x -delete
        ask   fd x -exec rm
        allow fd -d 2 x
        allow grep -n foo README.md
        allow grep -rn "foo|bar" src --include=*.rs
        ask   grep -n KEY .env
        ask   grep -r KEY . --include=.env
        ask   grep -f .env README.md
        allow grep -rln foo src | head -5
        ask   grep -r foo ~/.ssh
        ask   cd ~/.ssh && grep -r .
        ask   grep --frobnicate foo README.md
        allow grep -e foo -e bar README.md
        allow grep -A3 -B 2 foo README.md
        allow grep -c foo README.md
        allow grep foo <<< bar
        allow rg -n foo src
        allow rg --files -g '*.rs'
        ask   rg --pre sh foo .
        ask   rg --pre=./x.sh foo .
        ask   rg --hostname-bin ./x foo
        ask   rg -z foo
        ask   rg KEY -g .env
        ask   rg foo ~/.ssh
        ask   rg foo "$UNKNOWN"
        allow rg -l foo | xargs wc -l
        ask   grep -rh --include='.e?v' . .
        ask   grep -rh --include='.en[v]' . .
        ask   grep -rh --include='[.]env' . .
        ask   grep -rh --include='.en\v' . .
        ask   grep -rh --include='.en[[:alpha:]]' . .
        ask   grep -rh --include='*.k*' . .
        ask   grep -rh --include='my-s?cret*' . .
        ask   grep -rh --include="$UNKNOWN" . .
        ask   rg --hidden -g '.e*' .
        ask   rg --hidden -g '**/.e*' .
        ask   rg --hidden -g '*.{env,key}' .
        ask   rg --hidden -g'*.pe?' .
        ask   rg --hidden --type-add 'x:.env' -tx .
        ask   rg --hidden --type-add 'x:.e*' -tx .
        ask   rg -uu --iglob '.E*' .
        ask   rg --hidden --glob='.s?h/**' .
        allow grep -rn foo --include='*.rs' src
        allow grep -rn foo --include='*.{ts,tsx}' .
        allow grep -rn foo --include='*.json' .
        allow rg --hidden -g '*.json' foo
        allow rg -g 'src/**' foo
        allow rg -g '*.{ts,tsx}' foo
        allow rg -g '!*.lock' foo
        allow rg -g '!.env' foo
        allow rg -g '!*.pem' foo
        allow rg -g '**/*_test.go' foo
        allow rg --type-add 'web:*.{html,css,js}' -tweb foo
        allow rg --hidden -g '.github/**' foo
        ask   ag -G '\.e.v' . .
        ask   ag -G 'env$' . .
        allow ag -G '\.rs$' foo src
        ask   ugrep -O env . .
        ask   ugrep -Oenv . .
        ask   ugrep -y foo src
        ask   ugrep -ryn foo .
        ask   ugrep -Z9 foo src
        allow ugrep foo src
        allow ugrep -rn foo src
        allow rg -t rust -C 3 'fn main' src
        allow ag foo src
        ask   ag -A SECRET .env
        ask   ag -C SECRET README.md
        allow ag -A 3 foo src
        ask   ack -A SECRET .env
        ask   ack --context=x foo README.md
        allow ack -A 3 foo src
        ask   ack -x foo < list
        ask   grep -C foo .env
        ask   grep -C foo README.md
        allow grep -C 3 foo README.md
        allow grep -C3 foo README.md
        allow grep -m1 foo README.md
        ask   ag --pager sh foo
        allow fd -e rs
        ask   fd -e rs -x rm
        ask   fd -e rs -X sh
        ask   ack --pager=sh foo
        allow zgrep foo a.gz
        allow zgrep -m 3 foo a.gz
        ask   bzgrep -m '9 S .env' x a.bz2
        ask   bzgrep --max-count='9 S .env' x a.bz2
        ask   zstdgrep -A '9 S .env' x a.zst
        ask   zstdgrep -m9 'x*' a.zst
        ask   zgrep -m x foo a.gz
        ask   zgrep 'foo;id' a.gz
        ask   xzgrep foo '$(id).xz'
        ask   grep KEY "$(cat list)" -l
        ask   grep "$x" README.md
        ask   echo a | grep "$x"
        ask   grep "$x" .
        allow grep -e "$x" README.md
        allow grep -- "$x" README.md
        allow echo a | grep -e "$x"
        allow grep "a$x" README.md
        allow grep -l "$x" README.md
        ask   grep -e "$x" -r .
        allow grep foo README.md -n
        allow grep foo README.md -A 3
        ask   grep foo README.md -e .env
        allow grep foo src -r --exclude-dir node_modules
        ask   RIPGREP_CONFIG_PATH=x rg foo
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_read_as_they_should() {
        super::super::examples::run(EXAMPLES);
    }
}
