//! Programs that change files where their operands say so. The judge decides about the places.

use super::super::reading::{Invocation, Reading};
use super::super::value::{Arg, Value};
use super::super::{Effect, Hazard};
use super::spec::{Parsed, Program, Style, Unread, custom, only_asks_for_help, operands, parse, safe, stop};
use crate::effect::place;
use crate::world::Stands;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The family.
pub const PROGRAMS: &[Program] = &[
    custom("mkdir gmkdir", |reading, call| {
        read_made(reading, call, &changes("mkdir", "-p -v -m: -Z --parents --verbose --mode: --context?", ">*"));
    }),
    // Left out: `-p`, which removes parents too.
    removes("rmdir", "-v --verbose --ignore-fail-on-non-empty", "x*"),
    removes(
        "rm grm",
        "-d -f -i -I -P -r% -R% -v -W -x --dir --force --interactive? --no-preserve-root --one-file-system \
         --preserve-root? --recursive% --verbose",
        "x*",
    ),
    removes("unlink", "", "x"),
    removes("trash trash-put rmtrash", "-r% -f -v -F -s", "x*"),
    changes(
        "touch gtouch",
        "-a -A: -c -d: -f -h -m -r< -t: --date: --no-create --no-dereference --reference< --time:",
        ">*",
    ),
    changes("tee gtee", "-a -i -p -u --append --ignore-interrupts --output-error?", ">*"),
    changes("sponge", "-a", ">"),
    changes("truncate gtruncate", "-c -o -r< -s: --io-blocks --no-create --reference< --size:", ">*"),
    changes("fallocate", "-c -d -i -l: -n -o: -p -v -x -z", ">"),
    custom("mkfifo", |reading, call| read_made(reading, call, &changes("mkfifo", "-m: --mode:", ">*"))),
    // With `-n` the second of each pair is written; the first is called written too.
    changes(
        "dos2unix unix2dos mac2unix unix2mac",
        "-437 -7 -ascii -b -c: -D -e -f -F -k -l -m -n -o -q -r -s -S -u -v --add-eol --ascii --convmode: --force \
         --keepdate --keep-bom --newfile --newline --no-add-eol --oldfile --quiet --remove-bom --safe --verbose",
        ">*",
    )
    // No clusters: what is not one of its words may be taken for a file.
    .style(Style::Whole),
    custom("split gsplit", read_split),
    custom("chmod gchmod", read_chmod),
    custom("mktemp gmktemp", read_mktemp),
    custom("dd gdd", read_dd),
    custom("patch gpatch", read_patch),
    custom("shred gshred srm wipe", read_shred),
    stop(
        "chown chgrp gchown gchgrp chattr chflags setfacl setfattr xattr mknod",
        Hazard::Machine,
        "machine",
        "changes owners, attributes or devices",
    ),
];

const fn changes(names: &'static str, flags: &'static str, operands: &'static str) -> Program {
    safe(names, flags, operands).rule("write_scope")
}

const fn removes(names: &'static str, flags: &'static str, operands: &'static str) -> Program {
    safe(names, flags, operands).rule("delete")
}

/// A mode such as `-x` looks like a flag.
fn read_chmod(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str = "-c -f -h -v -R% --changes --silent --quiet --verbose --recursive% --reference<^ --no-preserve-root \
         --preserve-root --dereference --no-dereference";
    let mode = |arg: &Arg| {
        arg.text()
            .and_then(|text| text.strip_prefix('-'))
            .is_some_and(|bits| !bits.is_empty() && bits.chars().all(|c| "rwxXst".contains(c)))
    };
    let mut inner = call.clone();
    for arg in inner.args.iter_mut().filter(|arg| mode(arg)) {
        arg.value = Value::known(format!("a{}", arg.value.prefix()));
    }
    match parse(Style::Gnu, FLAGS, &inner.args) {
        Err(unread) => reading.unread(&call.name, unread),
        Ok(parsed) => {
            let first = parsed.operands.first();
            if let Some(mode) = first.filter(|mode| mode.text().is_none_or(is_special)) {
                let message = "`chmod` sets a mode with special bits, or one that is not known";
                reading.hazard(Hazard::Privilege, "privilege", message, None, mode.span);
            }
            parsed.value_effects(reading, &inner);
            operands(reading, &inner, ": >*", &parsed);
            reading.add(Effect::Harmless, "write_scope", "`chmod` changes modes", call.span);
        }
    }
}

/// A mode that gives a program the rights of its owner, or a folder a sticky bit: `u+s`, `4755`.
fn is_special(mode: &str) -> bool {
    let is_number = mode.chars().all(|c| c.is_ascii_digit());
    mode.contains(['s', 't']) || (is_number && mode.trim_start_matches('0').len() > 3)
}

/// Stops where `-m` sets such a mode, or one that is not known.
pub fn stop_special_mode(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) {
    let is_odd = |mode: &&Arg| mode.text().is_none_or(is_special);
    if let Some(mode) = parsed.values(&["-m", "--mode"]).find(is_odd) {
        let message = format!("`{}` sets a mode with special bits, or one that is not known", call.name);
        reading.hazard(Hazard::Privilege, "privilege", message, None, mode.span);
    }
}

/// Makes folders or pipes, with a mode.
fn read_made(reading: &mut Reading<'_>, call: &Invocation, program: &Program) {
    if let Ok(parsed) = parse(program.style, program.flags, &call.args) {
        stop_special_mode(reading, call, &parsed);
    }
    // What could not be told apart stops there.
    program.read(reading, call);
}

/// Pieces are named after the second operand. Left out: `--filter`, which runs.
fn read_split(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str = "-# -a: -b: -C: -d -e -l: -n: -p: -t: -u -x --bytes: --elide-empty-files --hex-suffixes? --line-bytes: \
         --lines: --number: --numeric-suffixes? --separator: --suffix-length: --unbuffered --verbose";
    match parse(Style::Gnu, FLAGS, &call.args) {
        Ok(parsed) => {
            if let Some(unread) = parsed.unclear_operands(&[]) {
                return reading.unread(&call.name, unread);
            }
            operands(reading, call, "< :", &parsed);
            let default = Arg { value: Value::known("x"), span: call.span };
            pieces(reading, call, &parsed, parsed.operands.get(1).copied().unwrap_or(&default));
            reading.add(Effect::Harmless, "write_scope", "`split` writes pieces", call.span);
        }
        Err(unread) => reading.unread(&call.name, unread),
    }
}

/// Names on the floor that letters behind a harmless beginning could complete; with a dot in it, any could.
const COMPLETED: &[&str] = &[
    "jenkinsfile",
    "secret",
    "id_rsa",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
    "launchagents",
    "head",
    "config",
    "commondir",
    "gitdir",
];

/// Files whose names begin with `prefix` and go on with letters or digits: each that is there already may be
/// overwritten, or lead elsewhere.
fn pieces(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>, prefix: &Arg) {
    // skipped: of no name at all every name may come, which stops.
    let text = prefix.text().unwrap_or("");
    let (folder, name) = text.rsplit_once('/').map_or((".", text), |(folder, name)| (folder, name));
    let folder = if folder.is_empty() { "/" } else { folder };
    let name = name.to_lowercase();
    let there = pieces_there(reading, folder, &name);
    let long = parsed
        .value(&["-a", "--suffix-length"])
        .is_some_and(|count| !count.text().is_some_and(|count| ["1", "2", "3", "4"].contains(&count)));
    let completes = COMPLETED.iter().any(|entry| entry.starts_with(&name))
        || ["se", "sec", "secr", "secre"].iter().any(|tail| name.ends_with(tail));
    let (false, false, false, Some(there)) = (long, name.contains('.'), completes, there) else {
        let message = "`split` writes files whose names only begin as said";
        return reading.add(Effect::Opaque, "unknown_members", message, prefix.span);
    };
    for path in there.into_iter().chain([format!("{text}aa")]) {
        reading.write_path(&call.name, &Arg { value: Value::known(path), span: prefix.span }, false);
    }
}

/// What begins with `name` already; `None` when that cannot be seen.
fn pieces_there(reading: &Reading<'_>, folder: &str, name: &str) -> Option<Vec<String>> {
    let mut there = Vec::new();
    for cwd in reading.dirs() {
        let directory = place::join(cwd, folder);
        if reading.world.resolve(&directory)?.stands == Stands::Nothing {
            continue;
        }
        let names = reading.world.list(&directory)?.into_iter();
        let begin = names.filter(|piece| piece.to_lowercase().starts_with(name));
        there.extend(begin.map(|piece| place::join(&directory, &piece)));
    }
    Some(there)
}

/// It makes its file in the directory for temporary files unless a template says otherwise.
fn read_mktemp(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str = "-d -q -t? -u -p: --directory --quiet --dry-run --suffix: --tmpdir?";
    if only_asks_for_help(&call.args) {
        return reading.add(Effect::Harmless, "help", "`mktemp` prints help", call.span);
    }
    let parsed = match parse(Style::Gnu, FLAGS, &call.args) {
        Err(unread) => return reading.unread(&call.name, unread),
        Ok(parsed) => parsed,
    };
    if let Some(unread) = parsed.unclear_operands(&["-p", "--tmpdir", "-t"]) {
        return reading.unread(&call.name, unread);
    }
    // BSD takes each of them for a template.
    if parsed.operands.len() > 1 {
        return reading.unread(&call.name, Unread::flag("with several templates", call.span));
    }
    // Which of several folders counts differs.
    if parsed.flags.iter().filter(|flag| ["-p", "--tmpdir", "-t"].contains(&flag.name)).count() > 1 {
        return reading.unread(&call.name, Unread::flag("-p (with another folder)", call.span));
    }
    let folder = parsed.value(&["-p", "--tmpdir"]).map_or_else(
        || Some(reading.session.variable("TMPDIR").unwrap_or("/tmp").into()),
        |folder| folder.text().map(String::from),
    );
    let in_folder = parsed.has(&["-p", "--tmpdir", "-t"]);
    let template = parsed.operands.first().map_or(Some("tmp.XXXXXXXXXX"), |template| template.text());
    let (Some(folder), Some(template)) = (folder, template) else {
        let unread = Unread::flag("template", call.span);
        return reading.unread(&call.name, unread);
    };
    let suffix = match parsed.value(&["--suffix"]) {
        None => "",
        Some(suffix) => match suffix.text() {
            Some(text) => text,
            None => return reading.unread(&call.name, Unread::value(suffix)),
        },
    };
    let written =
        |path: String| Arg { value: Value::known([path.as_str(), suffix].concat()), span: call.span };
    if in_folder || parsed.operands.is_empty() {
        let path = format!("{}/{template}", folder.trim_end_matches('/'));
        reading.write_path(&call.name, &written(path), false);
    }
    // Beside a template BSD leaves the folder out of account.
    if !parsed.operands.is_empty() {
        reading.write_path(&call.name, &written(template.into()), false);
    }
}

/// Names under which disks stand.
const DISKS: &[&str] = &[
    "/dev/sd",
    "/dev/hd",
    "/dev/vd",
    "/dev/xvd",
    "/dev/nvme",
    "/dev/mmcblk",
    "/dev/disk",
    "/dev/rdisk",
    "/dev/mapper/",
    "/dev/dm-",
    "/dev/md",
    "/dev/mem",
    "/dev/kmem",
    "/dev/port",
];

/// `path` is a disk or the memory of the machine.
pub fn is_disk(path: &str) -> bool {
    DISKS.iter().any(|disk| path.starts_with(disk))
}

fn read_dd(reading: &mut Reading<'_>, call: &Invocation) {
    const DATA: &[&str] = &[
        "bs", "ibs", "obs", "cbs", "count", "skip", "seek", "iseek", "oseek", "conv", "iflag", "oflag",
        "status", "files", "speed",
    ];
    if only_asks_for_help(&call.args) {
        return reading.add(Effect::Harmless, "help", "`dd` prints help", call.span);
    }
    for arg in &call.args {
        let text = arg.value.prefix();
        let value = |value: &str| match arg.text() {
            Some(_) => Arg { value: Value::known(value), span: arg.span },
            None => Arg { value: Value::unknown("is not known"), span: arg.span },
        };
        match text.split_once('=') {
            _ if arg.splits() => reading.unread(&call.name, Unread::value(arg)),
            Some(("of", disk)) if is_disk(disk) => {
                let message = format!("`dd` overwrites the disk `{disk}`");
                reading.add(Effect::Catastrophe, "disk", message, arg.span);
            }
            Some(("of", path)) => reading.write_path(&call.name, &value(path), false),
            Some(("if", path)) => reading.read_path(&call.name, &value(path), false),
            Some((name, _)) if DATA.contains(&name) => {}
            Some(_) | None => reading.unread(&call.name, Unread::flag(text, arg.span)),
        }
    }
    reading.add(Effect::Harmless, "write_scope", "`dd` copies bytes", call.span);
}

/// A patch names the files it changes; only a dry run changes none.
fn read_patch(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str = "-b -c -d/ -e -E -f -F: -g: -i< -l -n -N -p: -R -s -t -T -u -v -Z --dry-run --check -C --directory/ \
         --force --forward --fuzz: --ignore-whitespace --input< --quiet --reverse --silent --strip: --unified \
         --verbose --batch --binary --context --normal";
    if only_asks_for_help(&call.args) {
        return reading.add(Effect::Harmless, "help", "`patch` prints help", call.span);
    }
    match parse(Style::Gnu, FLAGS, &call.args) {
        Ok(parsed) if parsed.has_early(&["--dry-run"]) => {
            parsed.value_effects(reading, call);
            operands(reading, call, "< <", &parsed);
            reading.add(Effect::Harmless, "read_only_command", "`patch` only tries", call.span);
        }
        Ok(_) => {
            let message = "`patch` changes the files that its input names";
            reading.add(Effect::Opaque, "unknown_members", message, call.span);
        }
        Err(unread) => reading.unread(&call.name, unread),
    }
}

fn read_shred(reading: &mut Reading<'_>, call: &Invocation) {
    // skipped: whatever it is given it stops; a disk makes that a catastrophe.
    let disks: Vec<&str> = call.args.iter().filter_map(Arg::text).filter(|text| is_disk(text)).collect();
    match disks.first() {
        Some(disk) => {
            let message = format!("`{}` overwrites the disk `{disk}`", call.name);
            reading.add(Effect::Catastrophe, "disk", message, call.span);
        }
        None => {
            let message = format!("`{}` destroys files beyond recovery", call.name);
            reading.hazard(Hazard::History, "delete", message, None, call.span);
        }
    }
}

/// Programs of this family that take up nothing by themselves that could carry harm; see [`super::loaded`].
#[cfg(test)]
pub const LOADS_NOTHING: &str = "mkdir gmkdir rmdir rm grm unlink trash trash-put rmtrash touch gtouch tee gtee sponge truncate gtruncate \
    fallocate mkfifo dos2unix unix2dos mac2unix unix2mac split gsplit chmod gchmod mktemp gmktemp dd gdd \
    patch gpatch shred gshred srm wipe";

#[cfg(test)]
const EXAMPLES: &str = r#"
        allow mkdir -p src/a/b
        ask   mkdir -p ~/x
        ask   mkdir .git/hooks/x
        allow touch src/new.rs
        ask   touch /etc/x
        ask   touch .env
        ask   rm src/main.rs
        ask   rm -rf src
        deny  rm -rf /
        deny  rm -rf ~
        deny  rm -rf --no-preserve-root /
        deny  rm -r -f "$HOME"
        ask   rmdir src/empty
        ask   rmdir -p src/empty
        allow echo x | tee out.txt
        ask   echo x | tee .git/config
        ask   echo x | tee -a ~/.bashrc
        ask   truncate -s 0 /etc/x
        allow truncate -s 0 out.txt
        ask   mkdir -m 2777 x
        ask   mkdir -m u+s x
        allow mkdir -p -m 755 x
        ask   install -m 4755 README.md src/b
        ask   install --mode=6755 README.md src/b
        allow install -m 755 README.md src/b
        allow chmod +x hello.sh
        allow chmod -x hello.sh
        allow chmod 755 hello.sh
        ask   chmod 4755 hello.sh
        ask   chmod u+s hello.sh
        ask   chmod -R 777 .
        ask   chmod 644 /etc/passwd
        ask   chown root hello.sh
        ask   chown -R root /
        ask   mktemp
        allow mktemp src/tmp.XXXX
        ask   mktemp -p /etc
        allow mktemp -p src foo.XXXX
        allow mktemp -p src --suffix .rs
        ask   mktemp -p src --suffix "$x"
        ask   mktemp -p src --suffix .env
        ask   mktemp -p src --suffix ' .env x'; find src -type f | xargs cat
        ask   mktemp --suffix=' .env ' src/XXXXXX; find src -type f | xargs cat
        ask   mktemp --tmpdir=src --suffix=' -e 1e c.txt'; for f in src/*; do sed -n 1p $f; done
        allow mktemp -p src --suffix .rs; find src -name '*.rs' | xargs wc -l
        allow mktemp -p src --suffix .rs; find src -type f | xargs grep foo
        ask   mktemp /etc/x.XXXX -p src
        ask   mktemp src/a.XXXX /etc/b.XXXX
        ask   mktemp -d src/a.XXXX .git/hooks/pre-commit
        ask   mktemp -p src ../x.XXXX
        ask   mktemp src/a.XXXX --tmpdir=src
        allow mktemp -d src/a.XXXX
        ask   touch src/x -d /etc/x
        allow touch -d yesterday src/x
        ask   mkdir src/x -m /etc/x
        allow mkdir src/x -m 755
        ask   mktemp --tmpdir=src -tp /etc foo.XXXX
        ask   mktemp -p src -t foo.XXXX
        deny  dd if=/dev/zero of=/dev/sda
        deny  dd of=/dev/nvme0n1 if=x
        allow dd if=README.md of=copy.txt bs=1k count=1
        ask   dd if=.env of=copy.txt
        ask   dd if=README.md of=/etc/x
        ask   dd of=$UNKNOWN
        ask   patch -p1 < x.diff
        allow patch --dry-run -p1 < x.diff
        ask   patch README.md x.diff --dry-run
        allow patch --dry-run README.md x.diff
        deny  shred /dev/sda
        ask   shred README.md
        allow split README.md src/part
        allow split -l 100 README.md
        ask   split -l1 -a2 README.md .e
        ask   split README.md src/
        ask   split -a 1 README.md Jenkinsfil
        ask   split -a 9 README.md x
        ask   split README.md $UNKNOWN
        ask   split README.md link-to-e
        ask   split README.md /etc/part
        ask   split --filter=sh README.md
        ask   cd /etc && split /repo/README.md
        allow dos2unix README.md
        ask   dos2unix -n README.md /etc/x
        ask   dos2unix -qc /etc/x
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_read_as_they_should() {
        super::super::examples::run(EXAMPLES);
    }

    #[test]
    fn a_piece_that_leads_elsewhere() {
        use super::super::examples::{judge_on, machine};
        let planted = machine().link("/repo/src/xaq", "/etc/passwd");
        for (command, expected) in [
            ("split -l 1 README.md src/x", "ask"),
            ("cd src && split ../README.md", "ask"),
            ("split README.md src/part", "allow"),
            ("split README.md tests/x", "allow"),
        ] {
            let got = judge_on(&planted, command);
            assert!(got.starts_with(expected), "{command}: {got}");
        }
    }
}
