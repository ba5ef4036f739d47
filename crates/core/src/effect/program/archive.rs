//! Archives: listing and printing reads, making one writes it, unpacking writes what nobody named.

use super::super::reading::{Invocation, Reading};
use super::super::value::{Arg, Value};
use super::super::{Effect, Hazard};
use super::spec::{Parsed, Program, Style, Unread, custom, only_asks_for_help, operands, parse, safe};
use super::whole::{self, Picks, Test};
use crate::policy::floor::meant_by;
use crate::words::listed;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The family.
pub const PROGRAMS: &[Program] = &[
    custom("tar gtar bsdtar", read_tar),
    custom("unzip", read_unzip),
    safe("zipinfo", "-1 -2 -C -h -l -m -M -s -t -T -v -z", "< :*"),
    // Left out: `-T` and `-TT`, which run, `-m`, which removes, and `-@`, which takes names from input.
    custom("zip", read_zip),
    custom(
        "gzip gunzip bzip2 bunzip2 xz unxz lzma unlzma zstd unzstd lz4 unlz4 compress uncompress pigz unpigz",
        read_compressor,
    ),
    custom("7z 7za 7zz 7zr", read_7z),
    custom("cpio", read_cpio),
    custom("ar", read_ar),
];

/// Left out: whatever runs a program (`-I`, `--to-command`, `--checkpoint-action`, `-F`, `--rsh-command`), takes
/// names from a file (`-T`), or a word from one tar and none from another (`-H`, `-s`).
const TAR: &str = "-a -A -b: -B -c -C/ -d -f: -h+ -i -j -J -k -l -m -n -o -O -p -P -r -R -S -t -u -U -v -w -x -X< -z -Z \
     --absolute-names --append --auto-compress --bzip2 --catenate --compare --concatenate --create --delete \
     --dereference+ --diff --directory/ --exclude: --exclude-backups --exclude-caches --exclude-from< --exclude-vcs \
     --exclude-vcs-ignores --extract --file: --format: --full-time --get --group: --gunzip --gzip --ignore-failed-read \
     --keep-newer-files --keep-old-files --list --lzip --lzma --mode: --mtime: --no-auto-compress --no-recursion \
     --no-same-owner --no-same-permissions --numeric-owner --one-file-system --overwrite --owner: --pax-option: \
     --preserve-permissions --recursion --same-owner --show-transformed-names --skip-old-files --sort: --sparse \
     --strip-components: --to-stdout --totals? --transform: --ungzip --update --utc --verbose --verify --wildcards \
     --no-wildcards --xform: --xz --zstd";

/// Letters that take a word when they stand in a first argument without a dash (`tar czf out.tgz .`).
const TAR_TAKES: &str = "bCfX";

fn read_tar(reading: &mut Reading<'_>, call: &Invocation) {
    if helped(reading, call) {
        return;
    }
    // The first word may hold letters that are flags.
    if let Some(first) = call.args.first().filter(|first| first.text().is_none()) {
        return reading.unread(&call.name, Unread::value(first));
    }
    let args = dashed(&call.args);
    let parsed = match parse(Style::Gnu, TAR, &args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    let files: Vec<&Arg> = parsed
        .flags
        .iter()
        .filter(|flag| ["-f", "--file"].contains(&flag.name))
        .filter_map(|flag| flag.value.as_ref())
        .filter(|file| file.text() != Some("-"))
        .collect();
    if let Some(remote) = files.iter().find(|file| file.value.prefix().contains(':')) {
        let message = "`tar` takes `host:file` for a file on another machine";
        reading.hazard(Hazard::Network, "network", message, None, remote.span);
        // Of a list, or of what is made, only names leave the other machine.
        if !parsed.has(&["-t", "--list", "-c", "--create"]) {
            unknown_members(reading, call);
        }
        return;
    }
    // Behind a name, `-C` goes for the names that follow, and bsdtar takes all of it for names.
    if let Some(unread) = parsed.unclear_operands(&["-C", "--directory", "-f", "--file"]) {
        return reading.unread(&call.name, unread);
    }
    if parsed.flags.iter().filter(|flag| ["-C", "--directory"].contains(&flag.name)).count() > 1 {
        let unread = Unread::flag("-C (more than once)", call.span);
        return reading.unread(&call.name, unread);
    }
    // It undoes them in names: `\056env` is `.env`.
    let moved = parsed.value(&["-C", "--directory"]);
    let mut names = parsed.operands.iter().copied().chain(moved);
    if let Some(odd) = names.find(|name| name.value.prefix().contains('\\')) {
        return reading.unread(&call.name, Unread::flag("a backslash in a name", odd.span));
    }
    parsed.value_effects(reading, call);
    let creates = parsed.has(&["-c", "--create"]);
    let changes =
        parsed.has(&["-r", "-u", "-A", "--append", "--update", "--catenate", "--concatenate", "--delete"]);
    let extracts = parsed.has(&["-x", "--extract", "--get"]) && !parsed.has_early(&["-O", "--to-stdout"]);
    for file in &files {
        match creates || changes {
            true => reading.write_path(&call.name, file, false),
            false => reading.read_path(&call.name, file, false),
        }
    }
    if extracts {
        unknown_members(reading, call);
    } else if parsed.has(&["-x", "--extract", "--get"]) {
        // A member is shown: a secret's name means that this secret is meant.
        operands(reading, call, "<*", &parsed);
        members_meant(reading, call, &parsed.operands);
        // What git or tar pack and hand over was judged as it was packed.
        let is_handed_over = files.is_empty()
            && reading.effects.acts.last().is_some_and(|act| listed("git tar gtar bsdtar", &act.program));
        if !is_handed_over {
            stop_all_shown(reading, call, &parsed.operands);
        }
    }
    if creates || changes || parsed.has(&["-d", "--diff", "--compare"]) {
        let saved = parsed.enter(reading, call);
        operands(reading, call, "<<*", &parsed);
        // An archive is printed at once, or by the next command under an ordinary name.
        if creates || changes {
            let left: Vec<String> = left_out(&parsed);
            let follows = parsed.has(&["-h", "--dereference"]);
            let links = if follows { whole::Links::All } else { whole::Links::Left };
            let picks = Picks { links, ..Picks::default() };
            let picks = picks.and(Test::NotNamed(left.clone())).and(Test::NotIn(left));
            whole::below_all(reading, call, &parsed.operands, &picks);
        }
        reading.leave(saved);
    }
    reading.add(Effect::Harmless, "read_only_command", "`tar` is understood", call.span);
}

/// What `--exclude` leaves out. Flags that change what a pattern means make it leave out nothing.
fn left_out(parsed: &Parsed<'_>) -> Vec<String> {
    let is_read_otherwise = |flag: &super::arguments::Flag<'_>| {
        ["wildcards", "anchored", "ignore-case"].iter().any(|part| flag.name.contains(part))
    };
    if parsed.flags.iter().any(is_read_otherwise) {
        return Vec::new();
    }
    // Behind an operand it leaves out nothing of that one.
    let given = parsed.flags.iter().filter(|flag| flag.name == "--exclude" && !flag.late);
    // skipped: what is not known leaves nothing out.
    given.filter_map(|flag| flag.value.as_ref().and_then(Arg::text)).map(String::from).collect()
}

/// A name or pattern of members that are shown, or listed: a secret's name means that this secret is meant.
fn members_meant(reading: &mut Reading<'_>, call: &Invocation, members: &[&Arg]) {
    for member in members {
        let Some(names) = member.text().and_then(meant_by) else {
            reading.unread(&call.name, Unread::value(member));
            continue;
        };
        for name in names {
            let name = Arg { value: Value::known(name), span: member.span };
            reading.read_path(&call.name, &name, false);
        }
    }
}

/// The old form, in which the first word holds the letters, made into the usual one.
fn dashed(args: &[Arg]) -> Vec<Arg> {
    let letters = match args.split_first() {
        Some((first, rest)) => {
            first.text().filter(|text| !text.starts_with('-')).map(|text| (text, first.span, rest))
        }
        None => None,
    };
    let Some((letters, span, mut rest)) = letters else { return args.to_vec() };
    let mut spread = Vec::new();
    for letter in letters.chars() {
        spread.push(Arg { value: Value::known(format!("-{letter}")), span });
        if let (true, Some((value, behind))) = (TAR_TAKES.contains(letter), rest.split_first()) {
            spread.push(value.clone());
            rest = behind;
        }
    }
    spread.extend(rest.iter().cloned());
    spread
}

fn helped(reading: &mut Reading<'_>, call: &Invocation) -> bool {
    let help = only_asks_for_help(&call.args);
    if help {
        reading.add(Effect::Harmless, "help", format!("`{}` prints help", call.name), call.span);
    }
    help
}

/// Adds the stop for an archive that is printed as a whole: a secret may be in it.
fn stop_all_shown(reading: &mut Reading<'_>, call: &Invocation, members: &[&Arg]) {
    // A name is one member to `unzip`, and to `tar` a folder with all that lies in it.
    let is_whole = |text: &str| call.name != "unzip" || text.contains(['*', '?', '[']);
    let is_any = |member: &&Arg| member.text().is_some_and(|text| is_whole(text) && !is_one_file(text));
    // What follows is left out.
    let mut named = members.iter().copied().take_while(|member| !member.is_text("-x")).peekable();
    if named.peek().is_none() || named.any(|member| is_any(&member)) {
        let message = format!("`{}` prints files that only the archive names", call.name);
        reading.add(Effect::Opaque, "unknown_members", message, call.span);
    }
}

/// A member by the name of a file: it has an extension, or one of the usual names without. A folder is shown with all that
/// lies in it: `tar xOf a.tar conf`.
fn is_one_file(member: &str) -> bool {
    const USUAL: &str = "Makefile Dockerfile LICENSE COPYING README CHANGELOG NEWS AUTHORS VERSION MANIFEST PKG-INFO METADATA RECORD \
        control Gemfile Rakefile Procfile";
    let name = member.rsplit('/').next().unwrap_or(member);
    // `.config` and `conf.d` are folders.
    let named = name.rsplit_once('.').filter(|(stem, extension)| !stem.is_empty() && *extension != "d");
    let extension = named.map_or("", |(_, extension)| extension);
    let is_extension = extension.starts_with(|c: char| c.is_ascii_alphabetic())
        && extension.chars().all(|c| c.is_ascii_alphanumeric());
    listed(USUAL, name) || (is_extension && !name.starts_with("*.*"))
}

fn unknown_members(reading: &mut Reading<'_>, call: &Invocation) {
    let message = format!("`{}` writes files that only the archive names", call.name);
    reading.add(Effect::Opaque, "unknown_members", message, call.span);
}

/// Two letters may be one flag (`-li` is not `-l -i`), so that only common clusters are listed.
const ZIP: &str = "-# -0 -1 -9 -D -j -l -ll -o -q -r% -rq% -qr% -r9% -9r% -ry% -yr% -u -v -X -y --junk-paths --quiet \
         --recurse-paths% --symlinks --update --verbose";

/// Flags that take all words behind them for patterns.
const ZIP_LISTS: &[&str] = &["-x", "-i", "--exclude", "--include"];

/// A list of patterns must come last: a lone `@` would end it, and so would a flag.
fn read_zip(reading: &mut Reading<'_>, call: &Invocation) {
    let is_list = |arg: &Arg| arg.text().is_some_and(|text| ZIP_LISTS.contains(&text));
    let at = call.args.iter().position(is_list).unwrap_or(call.args.len());
    let (head, list) = call.args.split_at(at);
    let ends = |arg: &&Arg| arg.value.may_be_flag() || arg.value.prefix().starts_with('@');
    if let Some(end) = list.iter().skip(1).find(ends).or_else(|| head.iter().find(|arg| is_at(arg))) {
        return reading.unread(&call.name, Unread::value(end));
    }
    let inner = Invocation { args: head.to_vec(), ..call.clone() };
    let program = safe("zip", ZIP, "> <*").style(Style::Whole).rule("write_scope");
    match parse(program.style, program.flags, head) {
        Ok(parsed) if parsed.operands.len() < 2 && !only_asks_for_help(head) => {
            reading.unread(&call.name, Unread::flag("without an archive and files in front", call.span));
        }
        Ok(_) | Err(_) => zip_archive(reading, &inner, &program),
    }
}

fn is_at(arg: &Arg) -> bool {
    arg.value.prefix().starts_with('@')
}

/// A name without an ending gets one: `zip x y` writes `x.zip`.
fn zip_archive(reading: &mut Reading<'_>, call: &Invocation, program: &Program) {
    program.read(reading, call);
    let Ok(parsed) = parse(program.style, program.flags, &call.args) else { return };
    let Some(archive) = parsed.operands.first() else { return };
    // skipped: a name that is not known stopped as a path that is written.
    if let Some(text) = archive.text().filter(|text| !text.rsplit('/').next().unwrap_or("").contains('.')) {
        let ended = Arg { value: Value::known(format!("{text}.zip")), ..(*archive).clone() };
        reading.write_path(&call.name, &ended, false);
    }
}

/// Flags stand before the archive only, and a dash among them takes back the one behind it: `-l -- -l` unpacks.
fn read_unzip(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str = "-l -v -t -p -c -q -qq -Z -1 -a -aa -b -C -j -L -z -s -n -o -u -f -d:";
    if helped(reading, call) {
        return;
    }
    if let Some(taken_back) = call.args.iter().find(|arg| takes_back(arg)) {
        return reading.unread(&call.name, Unread::flag(taken_back.value.prefix(), taken_back.span));
    }
    match parse(Style::Posix, FLAGS, &call.args) {
        Ok(parsed) => {
            operands(reading, call, "< :*", &parsed);
            let members = parsed.operands.get(1..).unwrap_or_default();
            members_meant(reading, call, members);
            if parsed.has(&["-p", "-c"]) {
                stop_all_shown(reading, call, members);
            }
            if !parsed.has(&["-l", "-v", "-t", "-p", "-c", "-Z", "-z"]) {
                unknown_members(reading, call);
            }
            reading.add(Effect::Harmless, "read_only_command", "`unzip` is understood", call.span);
        }
        Err(unread) => reading.unread(&call.name, unread),
    }
}

fn takes_back(arg: &Arg) -> bool {
    arg.value.prefix().strip_prefix('-').is_some_and(|letters| letters.contains('-') || arg.text().is_none())
}

/// What a compressor adds to a name, and whether its `-l` only lists.
struct Compressor {
    names: &'static [&'static str],
    ending: &'static str,
    lists: bool,
}

const COMPRESSORS: &[Compressor] = &[
    Compressor { names: &["gzip", "gunzip", "pigz", "unpigz"], ending: ".gz", lists: true },
    Compressor { names: &["bzip2", "bunzip2"], ending: ".bz2", lists: false },
    Compressor { names: &["xz", "unxz"], ending: ".xz", lists: true },
    Compressor { names: &["lzma", "unlzma"], ending: ".lzma", lists: true },
    Compressor { names: &["zstd", "unzstd"], ending: ".zst", lists: true },
    // Its `-l` is a format.
    Compressor { names: &["lz4", "unlz4"], ending: ".lz4", lists: false },
    Compressor { names: &["compress", "uncompress"], ending: ".Z", lists: false },
];

/// Packs or unpacks each operand into a file beside it, unless it goes to standard output or is only looked at.
fn read_compressor(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str = "-# -0 -1 -2 -3 -4 -5 -6 -7 -8 -9 -c -d -e -f -k -l -n -q -r+ -t -T: -v -z --best --compress --decompress \
         --extreme --fast? --force --keep --list --no-name --quiet --recursive+ --rsyncable --stdout --test --threads: \
         --to-stdout --uncompress --verbose --rm";
    if helped(reading, call) {
        return;
    }
    let parsed = match parse(Style::Gnu, FLAGS, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    let known = COMPRESSORS.iter().find(|known| known.names.contains(&call.name.as_str()));
    let Some(compressor) = known.filter(|compressor| is_plain(compressor, &parsed)) else {
        let unread = Unread::flag("or operand that means another thing to it", call.span);
        return reading.unread(&call.name, unread);
    };
    // Of several modes the last one counts.
    let works = parsed.has(&["-d", "-z", "--decompress", "--uncompress", "--compress"]);
    let looks = parsed.has_early(&["-c", "--stdout", "--to-stdout"])
        || (!works && parsed.has_early(&["-l", "-t", "--list", "--test"]));
    let removes = parsed.has(&["--rm"]);
    if looks && !removes {
        operands(reading, call, "<*", &parsed);
        // What is printed is packed, and whole: `gzip -rc . | zcat`.
        if parsed.has(&["-r", "--recursive"]) && parsed.has(&["-c", "--stdout", "--to-stdout"]) {
            whole::below_all(reading, call, &parsed.operands, &Picks::default());
        }
    } else {
        if parsed.has(&["-r", "--recursive"]) {
            unknown_members(reading, call);
        }
        operands(reading, call, ">*", &parsed);
        let unpacks = call.name.starts_with("un")
            || ["gunzip", "bunzip2"].contains(&call.name.as_str())
            || parsed.has(&["-d", "--decompress", "--uncompress"]);
        for operand in &parsed.operands {
            beside(reading, call, operand, compressor, unpacks);
        }
    }
    reading.add(Effect::Harmless, "write_scope", format!("`{}` is understood", call.name), call.span);
}

/// Nothing is given that means one thing to this compressor and another to its kin.
fn is_plain(compressor: &Compressor, parsed: &Parsed<'_>) -> bool {
    let number = |value: &Arg| value.text().is_some_and(|text| text.bytes().all(|b| b.is_ascii_digit()));
    let threads = parsed.value(&["-T", "--threads"]).is_none_or(number);
    let lists = compressor.lists || !parsed.has(&["-l", "--list"]);
    // lz4 writes its second operand.
    let operands = compressor.ending != ".lz4" || parsed.operands.len() < 2;
    threads && lists && operands
}

/// Endings that unpacking takes away; all others make names that differ between compressors.
const ENDINGS: &[&str] = &[".gz", ".bz2", ".xz", ".lzma", ".zst", ".lz4", ".Z"];

/// Endings that unpacking makes into `.tar`.
const TAR_ENDINGS: &[&str] = &[".tgz", ".txz", ".tbz2", ".tzst"];

/// The file that is made beside an operand.
fn beside(
    reading: &mut Reading<'_>,
    call: &Invocation,
    operand: &Arg,
    compressor: &Compressor,
    unpacks: bool,
) {
    let text = match operand.text() {
        Some("-") => return,
        Some(text) => text,
        // What is made has a name of its own: `.mcp.json` from `.mcp.json.gz`.
        None if unpacks => return reading.unread(&call.name, Unread::value(operand)),
        // No name that matters ends like one of these.
        None => return,
    };
    let stem = |endings: &[&str]| endings.iter().find_map(|ending| text.strip_suffix(ending));
    let made: Option<String> = match unpacks {
        false => Some(format!("{text}{}", compressor.ending)),
        true => {
            stem(ENDINGS).map(String::from).or_else(|| stem(TAR_ENDINGS).map(|stem| format!("{stem}.tar")))
        }
    };
    match made {
        Some(made) => {
            let made = Arg { value: Value::known(made), span: operand.span };
            reading.write_path(&call.name, &made, false);
        }
        None => {
            let message = format!("`{}` makes a file whose name is not clear", call.name);
            reading.add(Effect::Opaque, "unknown_members", message, operand.span);
        }
    }
}

/// `7z l` and `7z t` look; everything else writes.
fn read_7z(reading: &mut Reading<'_>, call: &Invocation) {
    let looks = |parsed: &Parsed<'_>| {
        parsed.operands.first().and_then(|verb| verb.text()).is_some_and(|verb| verb == "l" || verb == "t")
    };
    // A file with names of files, or with switches.
    if let Some(list) = call.args.iter().find(|arg| arg.value.prefix().starts_with(['@', '!'])) {
        return reading.unread(&call.name, Unread::value(list));
    }
    match parse(Style::Whole, "-ba -bd -slt -sccUTF-8", &call.args) {
        Ok(parsed) if looks(&parsed) => {
            operands(reading, call, ": < :*", &parsed);
            reading.add(Effect::Harmless, "read_only_command", "`7z` looks into an archive", call.span);
        }
        Ok(_) => unknown_members(reading, call),
        Err(unread) => reading.unread(&call.name, unread),
    }
}

fn read_cpio(reading: &mut Reading<'_>, call: &Invocation) {
    match parse(Style::Gnu, "-i -t -v -n --list --verbose --numeric-uid-gid --quiet", &call.args) {
        Ok(parsed) if parsed.has_early(&["-t", "--list"]) => {
            operands(reading, call, ":*", &parsed);
            reading.add(Effect::Harmless, "read_only_command", "`cpio` lists an archive", call.span);
        }
        Ok(_) => unknown_members(reading, call),
        Err(unread) => reading.unread(&call.name, unread),
    }
}

/// `ar t` looks; `ar p` prints whatever file a thin archive, which is plain text, names; its first word is letters, with or without a dash.
fn read_ar(reading: &mut Reading<'_>, call: &Invocation) {
    let verb = call.args.first().and_then(Arg::text).map(|verb| verb.trim_start_matches('-'));
    let looks = verb.is_some_and(|verb| verb.starts_with('t') && verb.chars().all(|c| "tvoO".contains(c)));
    let files = call.args.get(1..).unwrap_or(&[]);
    match files.iter().find(|file| file.value.may_be_flag() || file.value.prefix().starts_with('@')) {
        None if looks => {
            if let Some(archive) = files.first() {
                reading.read_path(&call.name, archive, false);
            }
            let members: Vec<&Arg> = files.iter().skip(1).collect();
            members_meant(reading, call, &members);
            reading.add(Effect::Harmless, "read_only_command", "`ar` looks into an archive", call.span);
        }
        Some(file) if looks => reading.unread(&call.name, Unread::value(file)),
        Some(_) | None => unknown_members(reading, call),
    }
}

/// Programs of this family that take up nothing by themselves that could carry harm; see [`super::loaded`].
#[cfg(test)]
pub const LOADS_NOTHING: &str = "tar gtar bsdtar unzip zipinfo zip gzip gunzip bzip2 bunzip2 xz unxz lzma unlzma zstd unzstd lz4 unlz4 \
    compress uncompress pigz unpigz 7z 7za 7zz 7zr cpio ar";

#[cfg(test)]
const EXAMPLES: &str = r#"
        allow tar tzf a.tgz
        allow tar -tvf a.tar
        allow tar xOf a.tar x.txt
        ask   tar xOf a.tar x
        ask   tar xzOf a.tgz x-0.1
        ask   tar xOf a.tar .config
        ask   tar xOf a.tar conf.d
        ask   unzip -p a.zip 'conf/*'
        allow tar xOf a.tar x-0.1/docs/a.md
        allow tar xOf a.tar x-0.1/Makefile
        ask   tar xOf a.tar
        ask   tar xzOf a.tgz --exclude=docs
        ask   unzip -p a.zip
        ask   unzip -p a.zip '*'
        ask   unzip -p a.zip -x docs/a.md
        ask   zcat a.tgz | tar xO
        ask   git status; zcat a.tgz | tar xO
        allow unzip -p a.zip docs/a.md
        allow unzip -l a.zip
        ask   tar xOf a.tar .env
        ask   tar -xf a.tar x -O
        ask   tar xf a.tar x --to-stdout
        ask   tar -xOf a.tar --wildcards './.e*'
        ask   unzip -p a.zip .env
        allow unzip -p a.zip README.md
        allow tar -xOf a.tar x.txt
        ask   tar cf out.tar ../other -C src
        ask   tar cf out.tar src -C src /etc
        ask   tar cf out.tar src --exclude /etc/x
        allow tar czf out.tgz src --exclude=target
        allow tar czf out.tgz --exclude target src
        ask   git archive HEAD | tar -xO .env
        ask   git archive HEAD | tar -xO
        ask   git archive HEAD | tar -xO README.md
        allow git archive HEAD README.md | tar -xO
        ask   tar cO .
        ask   tar c .
        ask   tar cf - .
        ask   tar -cf /dev/stdout .
        ask   tar -cz --exclude=target .
        allow tar c --exclude=.env .
        allow tar c src
        ask   tar cf - -C / repo
        allow tar cf - -C src .
        ask   tar xzf a.tgz
        ask   tar -x -f a.tar -C /
        allow tar czf out.tgz src
        allow tar -C src -cf out.tar .
        ask   tar czf /etc/out.tgz src
        ask   tar czf out.tgz ~/.ssh
        ask   tar cf host:out.tar src
        ask   tar cf out.tar --checkpoint=1 --checkpoint-action=exec=sh src
        ask   tar tf a.tar -I 'sh -c id'
        ask   tar xf a.tar --to-command=sh
        ask   tar tf a.tar --use-compress-program=sh
        ask   tar cf out.tar -T list
        allow unzip -l a.zip
        allow unzip -p a.zip x
        ask   unzip a.zip
        ask   unzip -o a.zip -d /
        ask   unzip -o -l -- -l a.zip
        ask   unzip -o -l --l a.zip
        ask   unzip -ol-l a.zip
        ask   unzip -o a.zip '*' -l
        ask   unzip -o -x a.zip
        allow unzip -qq -l a.zip 'src/*'
        allow unzip -p a.zip x.txt -x y
        allow zip -r out.zip src
        ask   zip -r /etc/out.zip src
        allow zip -r out src
        allow zip -rq out.zip src -x '*.o' '*.tmp'
        ask   zip -li .git/out.zip src
        ask   zip -x foo @ .git/out.zip src
        ask   zip a.zip src -x foo @ ~/.ssh/id_rsa
        ask   zip a.zip -li ~/.ssh/id_rsa
        ask   zip a.zip src -i x -r /etc
        ask   zip -x foo out.zip src
        ask   zip -r linked src
        ask   zip out.zip src -T -TT 'sh #'
        ask   zip -r out.zip ~/.ssh
        allow gzip -dc a.gz
        allow gunzip -c a.gz
        ask   gunzip /etc/a.gz -c
        allow gunzip -c /etc/a.gz
        allow gzip -k README.md
        ask   gzip /etc/x
        ask   gzip .env
        ask   gunzip .git/config.gz
        allow gunzip data.json.gz
        ask   find .mcp.json.gz -exec gunzip -k {} +
        ask   find src -name '*.gz' -exec xz -dk {} +
        allow find src -name '*.log' -exec gzip -k {} +
        allow find src -name '*.gz' -exec gunzip -c {} +
        ask   gunzip .npmrc.gz
        ask   gunzip .npmrc-gz
        ask   gunzip .npmrc.z
        ask   gzip -d .npmrc_z
        ask   gunzip .npmrc.GZ
        ask   bunzip2 .npmrc.bz
        ask   bzip2 -d .env.tbz
        ask   gunzip .npmrc
        ask   gunzip -r src
        allow gzip -l a.gz
        allow xz -t a.xz
        ask   xz -l -d .mcp.json.xz
        ask   bzip2 -t -d .mcp.json.bz2
        ask   zstd -t --decompress .mcp.json.zst
        ask   xz -tz .env
        allow xz -k -T 0 README.md
        allow zstd -T0 README.md
        ask   zstd -T .env
        ask   lz4 -l README.md /etc/foo
        ask   lz4 README.md /etc/foo
        ask   lz4 -l README.md
        allow lz4 -k README.md
        allow lz4 -dc a.lz4
        ask   lz4 -dc a.lz4 src/out
        allow 7z l a.7z
        ask   7z x a.7z
        ask   7z l @list
        ask   7z l a.7z @.env
        ask   tar -cf out.tar -H .env src
        ask   tar -cf out.tar @.env
        allow ar t a.a
        ask   ar p a.a x.o
        ask   ar p a.a
        allow ar tv a.a
        ask   ar p a.a .env
        ask   ar pv a.a .env
        ask   ar -p a.a "$UNKNOWN"
        ask   tar cf - '\056env'
        ask   tar cf - '\056env' | tar xO
        ask   tar cf - '../sec/\056env' | tar xO
        ask   tar xOf a.tar '\056env'
        ask   tar cf x.tar '.en\x76'
        ask   tar -C '\056git' -cf x.tar .
        allow tar cf x.tar 'src/main.rs'
        allow tar czf x.tgz --exclude='*.o' src
        ask   ar x a.a
        ask   cpio -i
        ask   cpio -i x -t
        allow cpio -it
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_read_as_they_should() {
        super::super::examples::run(EXAMPLES);
    }
}
