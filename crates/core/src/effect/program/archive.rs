//! Archives: listing and printing reads, making one writes it, unpacking writes what nobody named.

use super::super::reading::{Invocation, Reading};
use super::super::value::{Arg, Value};
use super::super::{Effect, Hazard};
use super::spec::{Parsed, Program, Style, Unread, custom, only_asks_for_help, operands, parse, safe};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The family.
pub const PROGRAMS: &[Program] = &[
    custom("tar gtar bsdtar", read_tar),
    custom("unzip", read_unzip),
    safe("zipinfo", "-1 -2 -C -h -l -m -M -s -t -T -v -z", "< :*"),
    // Left out: `-T` and `-TT`, which run, `-m`, which removes, and `-@`, which takes names from input.
    safe(
        "zip",
        "-# -0 -1 -9 -D -j -l -ll -n: -o -q -r% -u -v -x: -X -y --exclude: --include: -i: --junk-paths --quiet \
         --recurse-paths% --symlinks --update --verbose",
        "> <*",
    )
    .rule("write_scope"),
    custom("gzip gunzip bzip2 bunzip2 xz unxz lzma unlzma zstd unzstd lz4 unlz4 compress uncompress pigz unpigz", read_compressor),
    custom("7z 7za 7zz 7zr", read_7z),
    custom("cpio", read_cpio),
    custom("ar", read_ar),
];

/// Left out: whatever runs a program (`-I`, `--to-command`, `--checkpoint-action`, `-F`, `--rsh-command`) or takes
/// names from a file (`-T`).
const TAR: &str = "-a -A -b: -B -c -C/ -d -f: -h -H: -i -j -J -k -l -m -n -o -O -p -P -r -R -s -S -t -u -U -v -w -x -X< -z -Z \
     --absolute-names --append --auto-compress --bzip2 --catenate --compare --concatenate --create --delete \
     --dereference --diff --directory/ --exclude: --exclude-backups --exclude-caches --exclude-from< --exclude-vcs \
     --exclude-vcs-ignores --extract --file: --format: --full-time --get --group: --gunzip --gzip --ignore-failed-read \
     --keep-newer-files --keep-old-files --list --lzip --lzma --mode: --mtime: --no-auto-compress --no-recursion \
     --no-same-owner --no-same-permissions --numeric-owner --one-file-system --overwrite --owner: --pax-option: \
     --preserve-permissions --recursion --same-owner --show-transformed-names --skip-old-files --sort: --sparse \
     --strip-components: --to-stdout --totals? --transform: --ungzip --update --utc --verbose --verify --wildcards \
     --no-wildcards --xform: --xz --zstd";

/// Letters that take a word when they stand in a first argument without a dash (`tar czf out.tgz .`).
const TAR_TAKES: &str = "bCfHX";

fn read_tar(reading: &mut Reading<'_>, call: &Invocation) {
    if helped(reading, call) {
        return;
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
        return reading.hazard(Hazard::Network, "network", message, None, remote.span);
    }
    if parsed.flags.iter().filter(|flag| ["-C", "--directory"].contains(&flag.name)).count() > 1 {
        let unread = Unread::flag("-C (more than once)", call.span);
        return reading.unread(&call.name, unread);
    }
    parsed.value_effects(reading, call);
    let creates = parsed.has(&["-c", "--create"]);
    let changes =
        parsed.has(&["-r", "-u", "-A", "--append", "--update", "--catenate", "--concatenate", "--delete"]);
    let extracts = parsed.has(&["-x", "--extract", "--get"]) && !parsed.has(&["-O", "--to-stdout"]);
    for file in files {
        match creates || changes {
            true => reading.write_path(&call.name, file, false),
            false => reading.read_path(&call.name, file, false),
        }
    }
    if extracts {
        unknown_members(reading, call);
    }
    if creates || changes || parsed.has(&["-d", "--diff", "--compare"]) {
        let saved = parsed.enter(reading);
        operands(reading, call, "<<*", &parsed);
        reading.leave(saved);
    }
    reading.add(Effect::Harmless, "read_only_command", "`tar` is understood", call.span);
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

fn unknown_members(reading: &mut Reading<'_>, call: &Invocation) {
    let message = format!("`{}` writes files that only the archive names", call.name);
    reading.add(Effect::Opaque, "unknown_members", message, call.span);
}

fn read_unzip(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str = "-l -v -t -p -c -q -qq -Z -1 -a -aa -b -C -j -L -z -s -n -o -u -f -x: -d:";
    if helped(reading, call) {
        return;
    }
    match parse(Style::Gnu, FLAGS, &call.args) {
        Ok(parsed) => {
            operands(reading, call, "< :*", &parsed);
            if !parsed.has(&["-l", "-v", "-t", "-p", "-c", "-Z", "-z"]) {
                unknown_members(reading, call);
            }
            reading.add(Effect::Harmless, "read_only_command", "`unzip` is understood", call.span);
        }
        Err(unread) => reading.unread(&call.name, unread),
    }
}

/// Packs or unpacks each operand into a file beside it, unless it goes to standard output or is only looked at.
fn read_compressor(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str = "-# -0 -1 -2 -3 -4 -5 -6 -7 -8 -9 -c -d -e -f -k -l -n -q -r% -t -T: -v -z --best --compress --decompress \
         --extreme --fast? --force --keep --list --no-name --quiet --recursive% --rsyncable --stdout --test --threads: \
         --to-stdout --uncompress --verbose --rm";
    if helped(reading, call) {
        return;
    }
    let parsed = match parse(Style::Gnu, FLAGS, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    if parsed.has(&["-c", "-l", "-t", "--stdout", "--to-stdout", "--list", "--test"]) {
        operands(reading, call, "<*", &parsed);
    } else {
        operands(reading, call, ">*", &parsed);
        for operand in &parsed.operands {
            beside(reading, call, operand);
        }
    }
    reading.add(Effect::Harmless, "write_scope", format!("`{}` is understood", call.name), call.span);
}

/// Endings that packing adds and unpacking takes away.
const ENDINGS: &[&str] =
    &[".gz", ".bz2", ".xz", ".lzma", ".zst", ".lz4", ".Z", ".tgz", ".txz", ".tbz2", ".tzst"];

fn beside(reading: &mut Reading<'_>, call: &Invocation, operand: &Arg) {
    let Some(text) = operand.text().filter(|text| *text != "-") else { return };
    let unpacked = ENDINGS.iter().find_map(|ending| text.strip_suffix(ending));
    let packed = format!("{text}.gz");
    let made: String = unpacked.map_or(packed, String::from);
    reading.write_path(&call.name, &Arg { value: Value::known(made), span: operand.span }, false);
}

/// `7z l` and `7z t` look; everything else writes.
fn read_7z(reading: &mut Reading<'_>, call: &Invocation) {
    let looks = |parsed: &Parsed<'_>| {
        parsed.operands.first().and_then(|verb| verb.text()).is_some_and(|verb| verb == "l" || verb == "t")
    };
    match parse(Style::Gnu, "-ba -bd -slt -sccUTF-8", &call.args) {
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
        Ok(parsed) if parsed.has(&["-t", "--list"]) => {
            operands(reading, call, ":*", &parsed);
            reading.add(Effect::Harmless, "read_only_command", "`cpio` lists an archive", call.span);
        }
        Ok(_) => unknown_members(reading, call),
        Err(unread) => reading.unread(&call.name, unread),
    }
}

/// `ar t` and `ar p` look; its first word is letters, with or without a dash.
fn read_ar(reading: &mut Reading<'_>, call: &Invocation) {
    let verb = call.args.first().and_then(Arg::text).map(|verb| verb.trim_start_matches('-'));
    let looks =
        verb.is_some_and(|verb| verb.starts_with(['t', 'p']) && verb.chars().all(|c| "tpvoO".contains(c)));
    let files = call.args.get(1..).unwrap_or(&[]);
    match files.iter().find(|file| file.value.may_be_flag() || file.value.prefix().starts_with('@')) {
        None if looks => {
            if let Some(archive) = files.first() {
                reading.read_path(&call.name, archive, false);
            }
            reading.add(Effect::Harmless, "read_only_command", "`ar` looks into an archive", call.span);
        }
        Some(file) if looks => reading.unread(&call.name, Unread::value(file)),
        Some(_) | None => unknown_members(reading, call),
    }
}

#[cfg(test)]
const EXAMPLES: &str = r#"
        allow tar tzf a.tgz
        allow tar -tvf a.tar
        allow tar xOf a.tar x
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
        allow zip -r out.zip src
        ask   zip -r /etc/out.zip src
        ask   zip out.zip src -T -TT 'sh #'
        ask   zip -r out.zip ~/.ssh
        allow gzip -dc a.gz
        allow gunzip -c a.gz
        allow gzip -k README.md
        ask   gzip /etc/x
        ask   gzip .env
        ask   gunzip .git/config.gz
        allow 7z l a.7z
        ask   7z x a.7z
        allow ar t a.a
        ask   ar x a.a
        ask   cpio -i
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
