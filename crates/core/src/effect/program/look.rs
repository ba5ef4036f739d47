//! Programs that show names, sizes, dates and kinds of files, not what is in them.

use super::super::Effect;
use super::super::reading::{Invocation, Reading};
use super::loaded::Load;
use super::spec::{Consults, Program, Style, custom, only_asks_for_help, safe};
use alloc::format;

/// The family.
pub const PROGRAMS: &[Program] = &[
    safe("ls dir vdir", LS, "<*").ignores_variables().names_at_worst(),
    safe("basename gbasename", "-a -s: -z --multiple --suffix: --zero", ":*").ignores_variables().names_at_worst(),
    safe("dirname gdirname", "-z --zero", ":*").ignores_variables().names_at_worst(),
    safe("pathchk", "-p -P --portability", ":*").names_at_worst(),
    safe(
        "realpath grealpath",
        "-e -E -L -m -P -q -s -z --canonicalize --canonicalize-existing --canonicalize-missing --logical --no-symlinks \
         --physical --quiet --relative-base: --relative-to: --strip --zero",
        ":*",
    ).ignores_variables()
    .names_at_worst(),
    safe(
        "readlink greadlink",
        "-e -f -m -n -q -s -v -z --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet \
         --silent --verbose --zero",
        ":*",
    ).ignores_variables()
    .names_at_worst(),
    // GNU `-f` and `-c` take what BSD's `-f` takes: a format, or nothing; either way the rest are names.
    safe(
        "stat gstat",
        "-c: -f -F -l -L -n -q -r -s -t -x --cached: --dereference --file-system --format: --printf: --terse",
        "<*",
    ).ignores_variables()
    .names_at_worst(),
    safe(
        "du",
        "-0 -a -A -b -B: -c -d: -D -g -h -H -I: -k -l -L -m -n -P -r -s -S -t: -x -X< --all --apparent-size \
         --block-size: --bytes --count-links --dereference --dereference-args --exclude: --exclude-from< \
         --human-readable --inodes --max-depth: --no-dereference --null --one-file-system --separate-dirs --si \
         --summarize --threshold: --time? --time-style: --total",
        "<*",
    ).ignores_variables()
    // `--files0-from` and `-X` show in messages what lies in a file.
    .shows_at_worst(),
    safe(
        "df gdf",
        "-a -b -B: -g -h -H -i -I -k -l -m -n -P -t: -T -x: -Y --all --block-size: --human-readable --inodes --local \
         --no-sync --output? --portability --print-type --si --sync --total --type: --exclude-type:",
        "<*",
    ).ignores_variables()
    .names_at_worst(),
    // `-o` writes; `-R` with `-H`/`-o` writes `00Tree.html` into each directory, so `-R` is left out.
    // Of a cluster every letter counts, and one with a value takes the next word: common clusters are listed.
    safe("tree", TREE, "<*").style(Style::Whole),
    // Left out: `-C` compiles and writes, `-m` and `-M` take lists of files, `-f` names its files in one.
    // `-z` and `-Z` start decompressors, `-S` leaves file's own sandbox, `-p` sets times, `-d` shows how files begin.
    safe(
        "file",
        "-0 -b -c -e: -E -F: -h -i -I -k -l -L -n -N -P: -r -s --apple --brief --checking-printout \
         --dereference --exclude: --exclude-quiet: --extension --keep-going --list --mime \
         --mime-encoding --mime-type --no-buffer --no-dereference --no-pad --parameter: --print0 --raw \
         --separator: --special-files",
        "<*",
    ),
    // The three are kin and spell their flags differently: `-e` takes a value with one of them only. Left out: `--sysroot`.
    safe("lsblk", "-a -A -b -d -D -e: -f -h -i -I: -J -l -m -M -n -N -o: -O -p -P -r -s -S -t -T? -v -w: -x: -y -z --all --ascii --bytes \
         --discard --exclude: --fs --include: --inverse --json --list --merge --nodeps --noempty --noheadings --output: --output-all \
         --pairs --paths --perms --raw --scsi --sort: --topology --tree? --width: --zoned", ":*"),
    // Left out: `-c`, which names a file, and `-g`, which changes one.
    safe("blkid", "-d -D -h -i -k -l -L: -n: -o: -O: -p -s: -S: -t: -u: -U: --info --label: --list-filesystems --list-one --match-tag: \
         --match-token: --output: --probe --uuid:", ":*"),
    // `-F` shows another table of file systems, word by word. Left out: `-p`, which waits, and `-N`.
    safe("findmnt", "-a -A -b -c -C -d: -D -e -f -F< -h -i -J -k -l -m -M: -n -o: -O: -P -r -R -s -S: -t: -T: -u -U -v -x -y --all --ascii \
         --bytes --canonicalize --df --direction: --evaluate --first-only --fstab --invert --json --kernel --list --mountpoint: --mtab \
         --nocanonicalize --nofsroot --noheadings --notruncate --options: --output: --output-all --pairs --pseudo --raw --real \
         --shadowed --shell --source: --submounts --tab-file< --target: --tree --types: --uniq --verbose --verify --vfs-all", ":*"),
    safe("lsattr getfacl getfattr", "-a -c -d -D -e -h -l -n -p -R -v --absolute-names --access --all-effective \
         --default --dump --no-dereference --numeric --omit-header --only-values --recursive", "<*"),
    // They ask git's own library, not git.
    safe("eza exa", EZA, "<*").consults(Consults::Settings).names_at_worst(),
    safe(
        "lsd",
        "-1 -a -A -d -F -g -h -i -I: -l -L -r -R -s -S -t -v -X -Z --all --almost-all --blocks: --classic --classify --color: --context --date: \
         --depth: --dereference --directory-only --extensionsort --git --group-dirs: --group-directories-first --header --human-readable --hyperlink: \
         --icon: --ignore-glob: --inode --literal --long --no-symlink --oneline --permission: --recursive --reverse --size: --sizesort --sort: \
         --timesort --total-size --tree --truncate-owner-after: --versionsort",
        "<*",
    ).consults(Consults::Settings),
    safe(
        "dust",
        "-b -c -d: -D -e: -f -F -H -i -j -n: -p -P -r -s -t -v: -w: -x -X: -z: --apparent-size --depth: --file-types --filecount --filter: --full-paths \
         --ignore-directory: --ignore-hidden --invert-filter: --limit-filesystem --min-size: --no-colors --no-percent-bars --no-progress \
         --number-of-lines: --only-dir --only-file --output-format: --output-json --reverse --skip-total --terminal-width:",
        "<*",
    ),
    safe("duf", "-all -hide: -hide-fs: -hide-mp: -inodes -json -only: -only-fs: -only-mp: -output: -sort: -style: -theme: -warnings -width:", "<*").style(Style::Single),
    safe("namei", "-l -m -n -o -v -x --long --modes --mountpoints --nosymlinks --owners --vertical", "<*").names_at_worst(),
    safe("mdls", "-n: -name: -raw -r", "<*").style(Style::Single),
    // Non-interactive: they print the file. Interactive, their keys are the human's.
    custom("less zless", read_less).loads(&[Load::home(".less .lesskey .lessfilter .config/lesskey")]).consults(Consults::Settings),
    custom("more zmore", read_more).consults(Consults::Settings),
    custom("bat batcat", read_bat).loads(&[Load::home(".config/bat/config")]).consults(Consults::Settings),
];

const LS: &str = "-# -1 -a -A -b -B -c -C -d -D -e -f -F -g -G -h -H -i -I: -k -l -L -m -n -N -o -O -p -P -q -Q -r -R -s -S -t -T \
     -u -U -v -w: -W -x -X -y -Z --all --almost-all --author --block-size: --classify? --color? --context --dereference \
     --dereference-command-line --dereference-command-line-symlink-to-dir --directory --dired --escape --file-type \
     --format: --full-time --group-directories-first --hide: --hide-control-chars --human-readable --hyperlink? --ignore: \
     --ignore-backups --indicator-style: --inode --kibibytes --literal --no-group --numeric-uid-gid --quote-name \
     --quoting-style: --recursive --reverse --show-control-chars --si --size --sort: --tabsize: --time: --time-style: \
     --width: --zero";

const EZA: &str = "-1 -a -A -b -B -d -D -f -F? -g -G -h -H -i -I: -l -L: -m -M -n -o -O -r -R -s: -S -t: -T -u -U -w: -x -X -Z --accessed --across --all \
     --almost-all --binary --blocksize --bytes --changed --classify? --color: --color-scale? --color-scale-mode: --colour: --context --created \
     --dereference --extended --git --git-ignore --git-repos --git-repos-no-status --grid --group --group-directories-first \
     --group-directories-last --header --hyperlink --icons? --ignore-glob: --inode --level: --links --list-dirs --long --modified --mounts \
     --no-filesize --no-git --no-icons --no-permissions --no-quotes --no-time --no-user --numeric --octal-permissions --oneline --only-dirs \
     --only-files --recurse --reverse --show-symlinks --smart-group --sort: --time: --time-style: --total-size --tree --width:";

const TREE: &str = "-ad -da -af -fa -if -fi -aif -afi -aL: -dL: -adL: -ap -pa -aC -Ca -ah -sh -hs -a -A -C -d -D -f -F -g -h -H: -i -I: -J -l -L: -n -N -o> -p -P: -q -Q -r -s -S -t -T: -u -U -v -x -X -c \
     --charset: --compress: --device --dirsfirst --du --fflinks --filelimit: --filesfirst --fromfile --fromtabfile \
     --gitfile< --gitignore --hintro< --houtro< --hyperlink --ignore-case --info --infofile< --inodes --matchdirs --metafirst \
     --noreport --nolinks --opt-toggle --prune --scheme: --authority: --si --sort: --timefmt:";

const LESS: Program = safe(
    "less zless",
    "-# -a -A -B -c -C -e -E -f -F -g -G -i -I -J -K -L -m -M -n -N -q -Q -r -R -s -S -u -U -w -W -X -~ \
     --chop-long-lines --ignore-case --IGNORE-CASE --LINE-NUMBERS --line-numbers --no-init --quiet \
     --quit-at-eof --QUIT-AT-EOF --quit-if-one-screen --quit-on-intr --RAW-CONTROL-CHARS --raw-control-chars \
     --squeeze-blank-lines --no-lessopen --force --use-color --wordwrap",
    "<*",
);

/// `+cmd` runs a command of less, and those can run a shell; `-o`, `-O` and `-k` are not described. Neither is any flag
/// with a value: behind a number or a `$` more flags may follow in the same word.
fn read_less(reading: &mut Reading<'_>, call: &Invocation) {
    if call.name.starts_with('z') && !super::search::is_plain_for_script(reading, call) {
        return;
    }
    without_start_commands(reading, call, &LESS);
}

const MORE: Program = safe(
    "more zmore",
    "-# -c -d -e -f -s -u --silent --logical --no-pause --exit-on-eof --print-over --clean-print --squeeze --plain",
    "<*",
);

fn read_more(reading: &mut Reading<'_>, call: &Invocation) {
    if call.name.starts_with('z') && !super::search::is_plain_for_script(reading, call) {
        return;
    }
    without_start_commands(reading, call, &MORE);
}

fn without_start_commands(reading: &mut Reading<'_>, call: &Invocation, program: &Program) {
    let start = call.args.iter().find(|arg| {
        let prefix = arg.value.prefix();
        prefix.starts_with('+') || (prefix.is_empty() && arg.text().is_none())
    });
    match start {
        Some(arg) => {
            let message = format!("`{}` may be given a command to start with", call.name);
            reading.add(Effect::Opaque, "unknown_flag", message, arg.span);
        }
        None => program.read(reading, call),
    }
}

/// Paging is left out, and so is everything that builds or clears caches.
const BAT: Program = safe(
    "bat batcat",
    "-A -d -f -H: -l: -L -m: -n -p -pp -P -r: -s -S -u --binary: --chop-long-lines --color: --decorations: --diff \
     --diff-context: --file-name: --force-colorization --highlight-line: --italic-text: --language: --line-range: \
     --list-languages --list-themes --map-syntax: --no-paging --nonprintable-notation: --number --plain --show-all \
     --squeeze-blank --squeeze-limit: --strip-ansi: --style: --tabs: --terminal-width: --theme: --theme-dark: \
     --theme-light: --unbuffered --wrap:",
    "<*",
);

/// `--paging=never` is as good as none; any other value starts a pager on purpose.
fn read_bat(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) {
        return BAT.read(reading, call);
    }
    let mut inner = call.clone();
    inner.args.retain(|arg| arg.text() != Some("--paging=never"));
    BAT.read(reading, &inner);
}

/// Programs of this family that take up nothing by themselves that could carry harm; see [`super::loaded`].
#[cfg(test)]
pub const LOADS_NOTHING: &str = "ls gls dir vdir basename gbasename dirname gdirname pathchk realpath grealpath readlink greadlink stat \
    gstat du gdu df gdf tree file lsblk blkid findmnt lsattr getfacl getfattr eza exa lsd dust duf namei mdls \
    more zmore";

#[cfg(test)]
const EXAMPLES: &str = r#"
        allow ls -la
        allow ls src "$UNKNOWN"
        allow ls -ltrh ~
        ask   ls --frobnicate
        allow stat -c %s README.md
        allow du -sh .
        allow df -h
        allow tree -L 2 src
        allow tree -a -I target src
        allow tree -aL 2 src
        ask   tree -oa .git/config
        ask   tree -oa /etc/x
        ask   tree -La 2 src
        ask   du -sh $(cat list)
        ask   file -m README.md:.env README.md
        allow tree -o out.txt
        ask   tree -o /etc/x
        ask   tree -R -H x
        allow file README.md
        ask   file -C -m magic
        ask   file -f list
        ask   findmnt -F ~/.aws/credentials
        ask   findmnt -e -F ~/.aws/credentials
        ask   findmnt -UF ~/.aws/credentials
        allow findmnt -e
        allow findmnt -Ue -o TARGET
        allow lsblk -e 7 -o NAME,SIZE
        ask   lsblk --sysroot fake
        allow blkid -s TYPE
        ask   blkid -c .env
        ask   findmnt -F.env
        ask   findmnt -lF /etc/shadow
        allow findmnt -F /etc/fstab
        allow findmnt -T src
        ask   tree --info --infofile=.env
        ask   tree --gitfile .env src
        allow tree --gitfile=.gitignore src
        allow eza -la --git src
        ask   eza --frobnicate
        allow lsd -l src
        ask   lsd --config-file x
        allow dust -d 2 src
        ask   dust --config x
        allow duf
        ask   duf --frobnicate
        allow namei -l src/main.rs
        allow basename src/main.rs .rs
        allow dirname src/main.rs
        allow realpath src
        allow readlink -f src
        allow less README.md
        ask   less .env
        ask   less +!id README.md
        allow less -NSR README.md
        allow less -FRX README.md
        ask   less -z5kkeys README.md
        ask   less '-Px$kkeys' README.md
        ask   less '-pfoo$kkeys' README.md
        ask   less '--pattern=x$kkeys' README.md
        ask   less -x4k keys README.md
        ask   less -h5kkeys README.md
        ask   less README.md '+!id'
        ask   less -o log README.md
        ask   less -k key README.md
        ask   LESSOPEN='|sh %s' less README.md
        allow more README.md
        ask   more +/x README.md
        ask   more -nkkeys README.md
        ask   more -p '!id' README.md
        allow bat -n README.md
        allow bat --paging=never README.md
        ask   bat --paging=always README.md
        ask   bat --pager=sh README.md
        ask   bat cache --build
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_read_as_they_should() {
        super::super::examples::run(EXAMPLES);
    }
}
