//! Programs that read text or bytes and print something made of it.

use super::super::Hazard;
use super::super::place;
use super::super::reading::{Invocation, Reading};
use super::super::value::{Arg, Value};
use super::lasting::unless;
use super::loaded::Load;
use super::spec::{Consults, Parsed, Program, Style, Unread, custom, parse, safe, stop};
use super::whole::{self, Links, Picks, Test};
use crate::world::Stands;
use alloc::string::String;
use alloc::vec::Vec;

/// The family. Flags are those of GNU, BSD and macOS; one that writes, runs or takes names from a file is left out
/// or marked.
pub const PROGRAMS: &[Program] = &[
    // Whole files and their ends. None of these has a flag that writes or runs.
    safe(
        "cat gcat",
        "-A -b -e -E -l -n -s -t -T -u -v --show-all --number-nonblank --show-ends --number --squeeze-blank \
         --show-tabs --show-nonprinting",
        "<*",
    ).ignores_variables()
    .shows_at_worst(),
    safe("tac gtac", "-b -r -s: --before --regex --separator:", "<*").ignores_variables().shows_at_worst(),
    safe(
        "head ghead",
        "-# -c: -n: -q -v -z --bytes: --lines: --quiet --silent --verbose --zero-terminated",
        "<*",
    ).ignores_variables()
    .shows_at_worst(),
    custom("tail gtail", read_tail).ignores_variables().shows_at_worst(),
    safe(
        "nl gnl",
        "-b: -d: -f: -h: -i: -l: -n: -p -s: -v: -w: --body-numbering: --section-delimiter: --footer-numbering: \
         --header-numbering: --line-increment: --join-blank-lines: --number-format: --no-renumber \
         --number-separator: --starting-line-number: --number-width:",
        "<*",
    ).ignores_variables()
    .shows_at_worst(),
    // `--files0-from` names its files in a file, and what lies in that one is shown in messages: it is left out.
    safe("wc", "-c -l -L -m -w --bytes --chars --lines --max-line-length --words --total?", "<*").ignores_variables().shows_at_worst(),
    safe("rev", "-0 --zero", "<*").ignores_variables().shows_at_worst(),
    safe("fold gfold", "-b -s -w: -# --bytes --spaces --width:", "<*").ignores_variables().shows_at_worst(),
    // Left out: `-p`, which takes a word from GNU only.
    safe(
        "fmt gfmt",
        "-# -c -g: -s -t -u -w: --crown-margin --goal: --prefix: --split-only --tagged-paragraph \
         --uniform-spacing --width:",
        "<*",
    )
    .shows_at_worst(),
    // Left out: `-n`, which takes a word from Linux only.
    safe(
        "column",
        "-c: -d -e -H: -i: -J -l: -L -N: -o: -O: -p: -r: -R: -s: -t -T: -W: -x -E: --output-width: \
         --table-noheadings --table-header-repeat --table-hide: --tree-id: --json --table-columns-limit: \
         --keep-empty-lines --table-name: --table-columns: --output-separator: --table-order: --tree-parent: --tree: \
         --table-right: --separator: --table --table-truncate: --table-wrap: --fillrows --table-empty-lines \
         --table-noextreme:",
        "<*",
    )
    .shows_at_worst(),
    safe("expand gexpand", "-# -i -t: --initial --tabs:", "<*").ignores_variables().shows_at_worst(),
    safe("unexpand gunexpand", "-a -t: --all --first-only --tabs:", "<*").ignores_variables().shows_at_worst(),
    safe("pr", "-# -a -d -D: -e? -f -F -h: -i? -J -l: -m -n? -N: -o: -r -s? -t -T -v -w: -W:", "<*").shows_at_worst(),
    safe("col colrm", "-b -f -h -l: -p -x", ":*").shows_at_worst(),
    // Columns and sets.
    safe(
        "cut gcut",
        "-b: -c: -d: -f: -n -s -w -z --bytes: --characters: --delimiter: --fields: --complement --only-delimited \
         --output-delimiter: --zero-terminated",
        "<*",
    ).ignores_variables()
    .shows_at_worst(),
    safe("paste gpaste", "-d: -s -z --delimiters: --serial --zero-terminated", "<*").ignores_variables().shows_at_worst(),
    safe(
        "join gjoin",
        "-a: -e: -i -j: -o: -t: -v: -z -1: -2: --ignore-case --check-order --nocheck-order --header \
         --zero-terminated",
        "< <",
    )
    .ignores_variables()
    .shows_at_worst(),
    safe(
        "comm gcomm",
        "-1 -2 -3 -i -z --check-order --nocheck-order --output-delimiter: --total --zero-terminated",
        "< <",
    ).ignores_variables()
    .shows_at_worst(),
    safe("tr", "-c -C -d -s -t -u --complement --delete --squeeze-repeats --truncate-set1", ": :").ignores_variables().shows_at_worst(),
    // `-o` writes, `--compress-program` runs, `-T` is where temporary files are written.
    safe(
        "sort gsort",
        "-b -c -C -d -f -g -h -i -k: -m -M -n -o> -r -R -s -S: -t: -T> -u -V -z --ignore-leading-blanks \
         --dictionary-order --ignore-case --general-numeric-sort --ignore-nonprinting --month-sort \
         --human-numeric-sort --numeric-sort --random-sort --reverse --sort: --version-sort --batch-size: --check? \
         --debug --key: --merge --output> --stable --buffer-size: --field-separator: --parallel: --unique \
         --zero-terminated --random-source<",
        "<*",
    ).ignores_variables(),
    // The second operand is written.
    safe(
        "uniq guniq",
        "-# -c -d -D -f: -i -s: -u -w: -z --count --repeated --all-repeated? --skip-fields: --group? --ignore-case \
         --skip-chars: --unique --zero-terminated --check-chars:",
        "< >",
    ).ignores_variables(),
    safe("tsort gtsort", "", "<").shows_at_worst(),
    safe(
        "shuf gshuf",
        "-e -i: -n: -o> -r -z --echo --input-range: --head-count: --output> --random-source< --repeat \
         --zero-terminated",
        "<*",
    ),
    safe(
        "numfmt gnumfmt",
        "-d: -z --debug --delimiter: --field: --format: --from: --from-unit: --grouping --header? --invalid: \
         --padding: --round: --suffix: --to: --to-unit: --zero-terminated",
        ":*",
    )
    .shows_at_worst(),
    safe(
        "iconv",
        "-c -f: -l -o> -s -t: --from-code: --list --output> --silent --to-code: --verbose --byte-subst: \
         --unicode-subst:",
        "<*",
    ),
    // Bytes.
    safe(
        "od god",
        "-a -A: -b -B -c -d -D -e -f -F -h -H -i -I -j: -l -L -N: -o -O -s -S: -t: -v -w? -x -X --address-radix: \
         --endian: --skip-bytes: --read-bytes: --strings? --format: --output-duplicates --width? --traditional",
        "<*",
    )
    .shows_at_worst(),
    // `-f` names a file with formats; the rest only prints.
    safe(
        "hexdump hd",
        "-b -c -C -d -e: -f< -L? -n: -o -s: -v -x -X --one-byte-octal --one-byte-hex --one-byte-char --canonical \
         --two-bytes-decimal --two-bytes-octal --two-bytes-hex --format: --format-file< --length: --skip: \
         --no-squeezing --color?",
        "<*",
    )
    .shows_at_worst(),
    // The second operand is written, with `-r` too. There are no clusters: of `-rc` it sees `-r` alone. Long names of
    // flags with a value are left out, because it takes `-cols=8` for `-cols`.
    safe(
        "xxd",
        "-a -autoskip -b -bits -c: -C -capitalize -d -e -E -EBCDIC -g: -i -include -l: -n: -o: -p -ps -postscript -plain \
         -r -revert -s: -u -uppercase",
        "< >",
    )
    .style(Style::Go),
    safe(
        "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum gmd5sum gsha1sum gsha256sum gsha512sum",
        "-a: -b -c -l: -o: -r -s -t -w -z --algorithm: --base64 --binary --check --debug --ignore-missing --length: \
         --quiet --raw --status --strict --sysv --tag --text --untagged --warn --zero",
        "<*",
    )
    .ignores_variables()
    .names_at_worst(),
    safe(
        "md5 sha1 sha256 sha512 shasum",
        "-0 -1 -a: -b -c -n -p -q -r -s: -t -U -w --algorithm: --binary --check --ignore-missing --quiet --status \
         --strict --tag --text --UNIVERSAL --warn --01",
        "<*",
    )
    .names_at_worst(),
    safe("b3sum", "-c -l: --check --length: --no-mmap --no-names --num-threads: --quiet --raw --seek: --tag", "<*").names_at_worst(),
    safe("units", "-1 -q -s -t -v --one-line --quiet --strict --terse --verbose", ":*").consults(Consults::Settings),
    custom("ts", read_ts),
    // `-o` of macOS writes.
    safe(
        "base64 gbase64 base32 basenc",
        "-b: -d -D -i -o> -w: --break: --decode --ignore-garbage --output> --wrap: --base64 --base64url --base32 \
         --base32hex --base16 --base2lsbf --base2msbf --z85 --base58",
        "<",
    ),
    // Two files. `diff -r` reads below both; `-l` pipes through `pr`, and sdiff's `-o` starts an editor.
    custom("diff gdiff", |reading, call| compared(reading, call, &safe("diff", DIFF, "< <"))),
    custom("colordiff", |reading, call| compared(reading, call, &safe("colordiff", DIFF, "< <")))
        .consults(Consults::Settings),
    safe(
        "diff3",
        "-A -e -E -i -m -T -x -X -3 -L: -a --show-all --ed --show-overlap --easy-only --overlap-only --merge \
         --initial-tab --label: --text --strip-trailing-cr",
        "< < <",
    ),
    safe(
        "sdiff",
        "-a -b -B -d -E -H -i -I: -l -s -t -w: -W --ignore-case --ignore-tab-expansion --ignore-trailing-space \
         --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines: --strip-trailing-cr \
         --text --width: --left-column --suppress-common-lines --expand-tabs --tabsize: --minimal --speed-large-files",
        "< <",
    ),
    safe(
        "cmp gcmp",
        "-b -h -i: -l -n: -s -x -z --print-bytes --ignore-initial: --verbose --bytes: --quiet --silent",
        "< < : :",
    )
    .ignores_variables()
    .shows_at_worst(),
    custom("delta", |reading, call| compared(reading, call, &DELTA))
    .loads(&[Load::git()])
    .consults(Consults::Settings),
    custom("difft", |reading, call| compared(reading, call, &DIFFT)).consults(Consults::Settings),
    custom("icdiff", |reading, call| compared(reading, call, &ICDIFF)).consults(Consults::Settings),
    safe("wdiff", "-1 -2 -3 -i -n -s --avoid-wraps --ignore-case --no-common --no-deleted --no-inserted --statistics", "< <"),
    custom("diffstat", |reading, call| {
        plainly_named(reading, call, &safe("diffstat", "-b -c -C -E -k -l -m -n: -p: -r: -s -t -u -w:", "<*"));
    }),
    safe("lsdiff", "-h -n -N -p: -s --line-number --number-files --status --strip:", "<*"),
    // Compressed text, to standard output.
    custom("zcat gzcat bzcat xzcat lzcat zstdcat lz4cat", |reading, call| scripted(reading, call, &ZCAT)),
    custom("zcmp zdiff", |reading, call| scripted(reading, call, &ZDIFF)),
    // Numbers and nothing.
    safe("seq gseq", "-f: -s: -t: -w --format: --separator: --equal-width -#", ":*").ignores_variables().shows_at_worst(),
    stop("yes", Hazard::Lasting, "lasting", "prints until something stops it"),
    safe("factor gfactor primes", "-h --exponents", ":*").shows_at_worst(),
    safe("expr gexpr", "", ":*").style(Style::Free).shows_at_worst(),
    safe("sleep gsleep", "", ":*").ignores_variables().shows_at_worst(),
    // A file of bc or dc is a program that can only compute; dc's `!` runs, so dc is not here.
    safe("bc", "-c -h -i -l -q -s -w --interactive --mathlib --quiet --standard --warn", "<*"),
    // Code statistics.
    safe(
        "tokei",
        "-C -c: -e: -f -l -n: -o: -s: -S: -r: -t: -v -V --columns: --compact --exclude: --files --hidden --languages \
         --no-ignore --no-ignore-dot --no-ignore-parent --no-ignore-vcs --num-format: --output: --rsort: --sort: \
         --streaming: --type: --types: --verbose",
        "<*",
    ).consults(Consults::Settings),
    safe(
        "scc",
        "--avg-wage: --by-file --ci --count-as: --cocomo-project-type: --debug --exclude-dir: --exclude-ext: \
         --exclude-file: -x: -n: --file-gc-count: -f: --format: --gen -i: --include-ext: --include-symlinks \
         -l --languages --large-byte-count: --large-line-count: --min -z --min-gen --no-cocomo -c --no-complexity \
         -d --no-duplicates --no-gen --no-ignore --no-gitignore --no-large --no-min --no-size -M: --not-match: \
         -s: --sort: -t --trace -v --verbose -w --wide -u --uloc -a --dryness -p --percent --size-unit:",
        "<*",
    ).consults(Consults::Settings),
    custom("cloc", |reading, call| plainly_named(reading, call, &CLOC)).consults(Consults::Settings),
];

const ZCAT: Program = safe("zcat", "-f -k -q -v --force --keep --quiet --verbose", "<*");
/// Left out: `-@`/`--diff-args` and `--pager`, which reach other programs. Folders are compared as with `-rN`.
const DELTA: Program = safe(
    "delta",
    "-n -s -w: --color-only --dark --diff-highlight --diff-so-fancy --features: --file-style: --hunk-header-style: --keep-plus-minus-markers \
         --light --line-numbers --max-line-length: --navigate --no-gitconfig --paging=never --raw --side-by-side --syntax-theme: --tabs: --width:",
    "<< <<",
);

const DIFFT: Program = safe(
    "difft",
    "--background: --byte-limit: --check-only --color: --context: --display: --exit-code --graph-limit: --ignore-comments --list-languages \
         --missing-as-empty --override: --parse-error-limit: --skip-unchanged --sort-paths --strip-cr: --syntax-highlight: --tab-width: --width:",
    "<< <<",
);

const ICDIFF: Program = safe(
    "icdiff",
    "-H -L: -N -r+ -U: -W --cols: --highlight --label: --line-numbers --no-bold --no-headers --recursive+ --tabsize: --unified: --whole-file",
    "< <",
);

/// Of two folders it compares the files that lie in them, and below them with `-r`; what only one of them has is shown whole
/// with `-N`.
fn compared(reading: &mut Reading<'_>, call: &Invocation, program: &Program) {
    let Ok(parsed) = parse(program.style, program.flags, &call.args) else {
        return program.read(reading, call);
    };
    let given = parsed.flags.iter().filter(|flag| ["--from-file", "--to-file"].contains(&flag.name));
    let named = given.filter_map(|flag| flag.value.as_ref()).chain(parsed.operands.iter().copied());
    let folders: Vec<&Arg> = named.filter(|arg| may_be_folder(reading, arg)).collect();
    let below = Program { operands: "<< <<", ..*program };
    if folders.is_empty() {
        return program.read(reading, call);
    }
    below.read(reading, call);
    if !parsed.shows_less() {
        let goes_deep = parsed.marked('+') || program.operands.contains("<<");
        for folder in folders {
            // Of names that `find` hands over only the folder above all of them is known.
            let all = goes_deep || folder.text().is_none();
            // It goes through links, unless it is told not to.
            let follows = !parsed.has(&["--no-dereference"]);
            let links = if follows { Links::All } else { Links::Left };
            let picks = Picks { links, ..Picks::default() };
            let picks = if all { picks } else { picks.and(Test::Find(here_only())) };
            whole::below(reading, call, folder, &picks);
        }
    }
}

/// Puts times in front of lines, in the format that it is given: `ts %H:%M`. Another program of this name runs its words:
/// `ts ./x`.
fn read_ts(reading: &mut Reading<'_>, call: &Invocation) {
    let program = safe("ts", "-i -m -r -s", ":");
    let is_format = |text: &str| text.contains('%') && !text.contains('/');
    match parse(program.style, program.flags, &call.args) {
        Ok(parsed) => match parsed.operands.iter().find(|operand| !operand.text().is_some_and(is_format)) {
            Some(word) => reading.unread(&call.name, Unread::value(word)),
            None => program.read(reading, call),
        },
        Err(unread) => reading.unread(&call.name, unread),
    }
}

fn here_only() -> Vec<String> {
    ["-maxdepth", "1"].map(String::from).to_vec()
}

/// Names that `find` hands over may be folders too, the one it starts at among them.
fn may_be_folder(reading: &Reading<'_>, arg: &Arg) -> bool {
    let stands = |path: &str| {
        let at = |dir: &String| reading.world.resolve(&place::join(dir, path)).map(|found| found.stands);
        reading.dirs().iter().any(|dir| at(dir) == Some(Stands::Directory))
    };
    match &arg.value {
        Value::Unknown(unknown) if unknown.listed => true,
        value @ (Value::Known(_) | Value::Unknown(_)) => {
            value.texts().is_some_and(|texts| texts.iter().any(|text| stands(text)))
        }
    }
}

const ZDIFF: Program = safe("zdiff", "-b -B -c -i -l -q -r% -s -u -U: -w --brief --unified?", "< <");

/// Some of them are shell scripts.
fn scripted(reading: &mut Reading<'_>, call: &Invocation, program: &Program) {
    if super::search::is_plain_for_script(reading, call) {
        program.read(reading, call);
    }
}

const CLOC: Program = safe(
    "cloc",
    "--by-file --by-file-by-lang --by-percent: --csv --csv-delimiter: --exclude-dir: --exclude-ext: --exclude-lang: \
     --force-lang: --fullpath --hide-rate --include-ext: --include-lang: --json --max-file-size: --md \
     --progress-rate: --quiet --show-ext? --show-lang? --skip-uniqueness --sum-one --timeout: --unicode --v? \
     --xml --yaml",
    "<*",
);

/// They unpack archives by a shell command with the name in it: a name must be plain.
fn plainly_named(reading: &mut Reading<'_>, call: &Invocation, program: &Program) {
    let plain = |c: char| c.is_alphanumeric() || "._-/,=:+".contains(c);
    match call.args.iter().find(|arg| !arg.text().is_some_and(|text| text.chars().all(plain))) {
        Some(odd) => reading.unread(&call.name, Unread::value(odd)),
        None => program.read(reading, call),
    }
}

/// Left out: `-b`, which takes a word from BSD only; GNU shows the file of that name.
const TAIL: Program = safe(
    "tail gtail",
    "-# -c: -f -F -n: -q -r -s: -v -z --bytes: --lines: --quiet --silent --verbose --zero-terminated --follow? --retry --pid: \
     --sleep-interval: --max-unchanged-stats:",
    "<*",
)
.shows_at_worst();

/// The end of a file; following it goes on until somebody stops it, or the process does that `--pid` names.
fn read_tail(reading: &mut Reading<'_>, call: &Invocation) {
    let follows = |parsed: &Parsed<'_>| parsed.has(&["-f", "-F", "--follow"]) && !parsed.has(&["--pid"]);
    unless(reading, call, &TAIL, follows, "`tail -n 100 FILE` shows the end once");
}

const DIFF: &str = "-# -a -b -B -c -C: -d -D: -e -E -F: -h -H -i -I: -L: -n -N -p -P -q~ -r+ -s -S: -t -T -u -U: -v -w \
     -W: -x: -X< -y -Z --normal --brief~ --report-identical-files --context? --unified? --ed --rcs --side-by-side --width: \
     --left-column --suppress-common-lines --show-c-function --show-function-line: --label: --expand-tabs --initial-tab \
     --tabsize: --suppress-blank-empty --recursive+ --no-dereference --new-file --unidirectional-new-file \
     --ignore-file-name-case --no-ignore-file-name-case --exclude: --exclude-from< --starting-file: --from-file< \
     --to-file< --ignore-case --ignore-tab-expansion --ignore-trailing-space --ignore-space-change --ignore-all-space \
     --ignore-blank-lines --ignore-matching-lines: --text --strip-trailing-cr --ifdef: --line-format: --minimal \
     --horizon-lines: --speed-large-files --color? --palette: --old-line-format: --new-line-format: \
     --unchanged-line-format: --old-group-format: --new-group-format: --unchanged-group-format: \
     --changed-group-format: --GTYPE-group-format: --LTYPE-line-format:";

/// Programs of this family that take up nothing by themselves that could carry harm; see [`super::loaded`].
#[cfg(test)]
pub const LOADS_NOTHING: &str = "cat gcat tac gtac head ghead tail gtail nl gnl wc gwc rev fold gfold fmt gfmt column expand gexpand \
    unexpand gunexpand pr col colrm cut gcut paste gpaste join gjoin comm gcomm tr gtr sort gsort uniq guniq \
    tsort gtsort shuf gshuf numfmt gnumfmt iconv od god hexdump hd xxd md5sum sha1sum sha224sum sha256sum \
    sha384sum sha512sum b2sum cksum sum gmd5sum gsha1sum gsha256sum gsha512sum md5 sha1 sha256 sha512 shasum \
    b3sum units ts base64 gbase64 base32 basenc diff gdiff colordiff diff3 sdiff cmp gcmp difft icdiff wdiff \
    diffstat lsdiff zcat gzcat bzcat xzcat lzcat zstdcat lz4cat zcmp zdiff seq gseq factor gfactor primes \
    expr gexpr sleep gsleep bc tokei scc cloc";

#[cfg(test)]
const EXAMPLES: &str = r#"
        allow cat README.md src/main.rs
        ask   cat README.md .env
        ask   tail -b .env
        ask   tail -b 5 README.md
        allow tail -n 5 README.md
        allow make test 2>&1 | ts
        allow make test 2>&1 | ts -s %H:%M:%S
        allow make test 2>&1 | ts '[%Y-%m-%d]'
        ask   ts ./x
        ask   ts evil.sh
        ask   ts ./%x
        ask   ts sh -c x
        ask   ts "$x"
        allow head README.md -n 5
        ask   head README.md -n .env
        ask   sort README.md -t ~/.ssh/id_rsa
        allow sort README.md -t , -k 2
        allow zcat a.gz
        ask   zcat 'a b.gz'
        ask   zdiff a.gz 'b;id.gz'
        allow zdiff a.gz b.gz
        ask   cat ~/.ssh/id_rsa
        allow cat -n README.md
        ask   cat --output=x README.md
        ask   cat README.md > .git/config
        allow head -20 README.md
        allow head -n 5 README.md src/main.rs
        ask   head -n 5 .env
        allow tail -n +3 README.md
        allow tail -c 20 README.md
        ask   tail -5 /home/user/.ssh/id_rsa
        ask   tail -f README.md
        ask   tail -qf README.md
        allow git diff | delta --side-by-side
        ask   delta --pager=sh a b
        ask   delta --diff-args=-x a b
        allow difft README.md src/main.rs
        ask   difft README.md .env
        allow diffstat x.patch
        ask   diffstat -o /etc/x x.patch
        ask   diffstat 'x;id;.gz'
        allow wdiff README.md src/main.rs
        ask   wdiff -a README.md src/main.rs
        allow b3sum README.md
        allow units '3 km' mi
        ask   units -f .env
        allow wc -l src/main.rs
        allow cat README.md | wc -l
        ask   wc --files0-from=list
        ask   wc -l $(cat list)
        ask   wc -l "$UNKNOWN"
        allow sort -u README.md
        allow sort -t: -k2,2n -r README.md
        allow sort -o sorted.txt README.md
        ask   sort -o .env README.md
        ask   sort -T .git/hooks README.md
        allow sort -T build README.md
        ask   sort -o/etc/x README.md
        ask   sort --compress-program=sh README.md
        ask   sort --compress-prog=sh README.md
        ask   sort --files0-from=list
        ask   sort '-o>' README.md -o /etc/x
        allow uniq -c README.md
        allow uniq README.md out.txt
        ask   uniq README.md .git/config
        ask   uniq README.md /etc/x
        allow cut -d: -f1 README.md
        ask   cut -d: -f1 .env
        allow paste -sd, README.md
        allow tr -d x
        allow comm -12 a b
        ask   comm -12 a .env
        allow xxd README.md
        ask   xxd -r dump .git/hooks/pre-commit
        allow xxd -l 16 -c 8 README.md
        allow xxd -r -p dump src/out
        ask   xxd -rc dump .git/hooks/pre-commit
        ask   xxd -rl dump src/out
        ask   xxd -cols=8 README.md
        ask   xxd README.md -r
        allow od -c README.md
        allow base64 -d README.md
        ask   base64 -i README.md -o /etc/x
        allow shuf -n 3 README.md
        ask   shuf -o /etc/x README.md
        allow iconv -f utf8 -t latin1 README.md
        ask   iconv -o /etc/x README.md
        allow diff -u README.md src/main.rs
        allow diff -r src tests
        ask   diff -r src /home/user
        ask   diff -l README.md src/main.rs
        allow sha256sum README.md
        allow md5 README.md
        allow nl -ba README.md
        allow fold -w 80 README.md
        allow fmt -w 80 README.md
        ask   fmt -p .env
        ask   column -n .env
        allow column -t -s, README.md
        allow seq 1 5
        allow sleep 1
        ask   hexdump -f .env README.md
        ask   cloc --vcs='sh -c id' .
        allow cloc --json src
        ask   cloc 'a.zip;id'
        ask   cloc 'a$(id).tar'
        allow scc src
        ask   scc @flags.txt
        allow tokei src
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_read_as_they_should() {
        super::super::examples::run(EXAMPLES);
    }
}
