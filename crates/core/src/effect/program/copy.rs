//! cp, mv, ln, install and rsync: what is read, what is written, and what is no longer there afterwards.

use super::super::reading::{Invocation, Reading};
use super::super::value::{Arg, Value};
use super::super::{Effect, Hazard};
use super::spec::{Consults, Parsed, Program, Style, Unread, custom, only_asks_for_help, parse};
use crate::effect::place;
use crate::world::Stands;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};

/// The family.
pub const PROGRAMS: &[Program] = &[
    custom("cp", |reading, call| read(reading, call, &CP)),
    custom("mv gmv", |reading, call| read(reading, call, &MV)),
    custom("ln gln link", |reading, call| read(reading, call, &LN)),
    custom("install ginstall", |reading, call| read(reading, call, &INSTALL)),
    custom("rsync", read_rsync).consults(Consults::Credentials),
];

/// How one of them treats its operands.
struct Copier {
    flags: &'static str,
    /// Sources go away.
    moves: bool,
    /// Sources and destination become one file.
    links: bool,
}

/// Left out everywhere: `--parents`, and backups under names of their own.
const CP: Copier = Copier {
    flags: "-a -b -c -d -f -H -i -l -L -n -N -p -P -r -R -s -t: -T -u -v -x -X -Z --archive --attributes-only --backup? \
         --copy-contents --debug --dereference --force --interactive --keep-directory-symlink --link --no-clobber \
         --no-dereference --no-preserve: --no-target-directory --one-file-system --preserve? --recursive --reflink? \
         --remove-destination --sparse: --strip-trailing-slashes --symbolic-link --target-directory: --update? --verbose",
    moves: false,
    links: false,
};

const MV: Copier = Copier {
    flags: "-b -f -h -i -n -t: -T -u -v -Z --backup? --debug --force --interactive --no-clobber --no-copy \
         --no-target-directory --strip-trailing-slashes --target-directory: --update? --verbose",
    moves: true,
    links: false,
};

const LN: Copier = Copier {
    flags: "-b -f -F -h -i -L -n -P -r -s -t: -T -v --backup? --force --interactive --logical --no-dereference \
         --no-target-directory --physical --relative --symbolic --target-directory: --verbose",
    moves: false,
    links: true,
};

/// Left out: `-s` and `--strip-program`, which run, `-S`, which takes a word from GNU only, and `-d` with its different
/// operands.
const INSTALL: Copier = Copier {
    flags: "-b -c -C -D -p -t: -T -v --backup? --compare --no-target-directory --preserve-timestamps \
         --target-directory: --verbose -m: --mode:",
    moves: false,
    links: false,
};

fn read(reading: &mut Reading<'_>, call: &Invocation, copier: &Copier) {
    if only_asks_for_help(&call.args) {
        return reading.add(Effect::Harmless, "help", format!("`{}` prints help", call.name), call.span);
    }
    let parsed = match parse(Style::Gnu, copier.flags, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    super::files::stop_special_mode(reading, call, &parsed);
    if let Some(unread) = parsed.unclear_operands(MOVES_ROLES) {
        return reading.unread(&call.name, unread);
    }
    if let Some(again) = parsed.values(&["-t", "--target-directory"]).nth(1) {
        return reading.unread(&call.name, Unread::second_directory(again));
    }
    let (sources, destination) =
        match (parsed.value(&["-t", "--target-directory"]), parsed.operands.split_last()) {
            (Some(folder), _) => (parsed.operands.as_slice(), folder.clone()),
            // `ln target` makes a link of the same name here.
            (None, Some((only, []))) if copier.links && !only.splits() => {
                (core::slice::from_ref(only), Arg { value: Value::known("."), span: call.span })
            }
            (None, Some((last, sources))) if !sources.is_empty() => (sources, (*last).clone()),
            (None, Some(_) | None) => {
                let unread = Unread::flag("without a destination", call.span);
                return reading.unread(&call.name, unread);
            }
        };
    if destination.splits() {
        return reading.unread(&call.name, Unread::value(&destination));
    }
    if (is_deep(copier, &parsed) || makes_links(copier, &parsed)) && may_meet(sources) {
        let message = format!(
            "`{}` puts two trees into one, and links of the first may lead the second away",
            call.name
        );
        return reading.add(Effect::Opaque, "changed_before", message, call.span);
    }
    for source in sources.iter().filter(|source| !source.is_judged()) {
        source_effects(reading, call, copier, &parsed, source, &destination);
        destination_effects(reading, call, copier, &parsed, source, &destination, sources.len() > 1);
    }
    reading.add(Effect::Harmless, "write_scope", format!("`{}` is understood", call.name), call.span);
}

/// Two of the sources may bring files of the same name to the same place.
fn may_meet(sources: &[&Arg]) -> bool {
    let name = |source: &&Arg| {
        let last = source.text()?.rsplit('/').next()?;
        (!matches!(last, "" | "." | "..")).then(|| last.to_lowercase())
    };
    let names: Option<BTreeSet<String>> = sources.iter().map(name).collect();
    sources.len() > 1 && names.is_none_or(|names| names.len() < sources.len())
}

/// Behind an operand they are operands for BSD, and the last word is another destination.
const MOVES_ROLES: &[&str] = &[
    "-t",
    "--target-directory",
    "-T",
    "--no-target-directory",
    "-s",
    "--symbolic",
    "--symbolic-link",
    "--relative",
];

fn source_effects(
    reading: &mut Reading<'_>,
    call: &Invocation,
    copier: &Copier,
    parsed: &Parsed<'_>,
    source: &Arg,
    destination: &Arg,
) {
    let deep = is_deep(copier, parsed);
    if copier.moves {
        return reading.delete_path(&call.name, source, true);
    }
    let symbolic = parsed.has(&["-s", "--symbolic", "--symbolic-link"]);
    let linked = copier.links || parsed.has(&["-l", "--link"]) || symbolic;
    if !linked {
        // A link that is copied as a link counts as a tree: it may lead elsewhere from its new place.
        return reading.read_path(&call.name, source, deep || makes_links(copier, parsed));
    }
    if symbolic && may_move(reading, source, destination, parsed.has(&["-r", "--relative"])) {
        let shown = source.value.prefix();
        let message = format!(
            "`{}` makes a link through another link, `{shown}`, which may lead elsewhere later",
            call.name
        );
        reading.add(Effect::Opaque, "unknown_value", message, source.span);
    }
    // Whoever writes to the link later writes to what it leads to: both must be in scope.
    let target = match (symbolic, source.text()) {
        (true, Some(text)) if !parsed.has(&["-r", "--relative"]) => {
            &Arg { value: Value::known(beside(reading, text, destination)), span: source.span }
        }
        (true | false, _) => source,
    };
    reading.read_path(&call.name, target, true);
    reading.write_path(&call.name, target, true);
}

/// The way to the target of a symbolic link goes up behind a name, or through another link: where it leads is then not
/// settled by what is judged now.
fn may_move(reading: &Reading<'_>, target: &Arg, destination: &Arg, relative: bool) -> bool {
    // skipped: one that is not known may move.
    let Some(text) = target.text() else { return true };
    let mut names =
        text.split('/').filter(|name| !matches!(*name, "" | ".")).skip_while(|name| *name == "..");
    if names.any(|name| name == "..") {
        return true;
    }
    let Some((folder, _)) = text.trim_end_matches('/').rsplit_once('/') else { return false };
    let from = if relative { "." } else { destination.text().map_or(".", |to| folder_of(reading, to)) };
    reading.dirs().iter().any(|cwd| is_behind_link(reading, &place::join(cwd, from), folder))
}

/// A name on the way from `from` to `folder` is a link. Above the session's roots nobody exchanges one.
fn is_behind_link(reading: &Reading<'_>, from: &str, folder: &str) -> bool {
    let Some(from) = reading.world.resolve(from) else { return true };
    let written = place::normal(&place::join(&from.path, folder));
    let Some(found) = reading.world.resolve(&written) else { return true };
    let mut roots = reading.session.roots.iter();
    found.path != written
        && roots.any(|root| place::within(&written, root) || place::within(&found.path, root))
}

/// The target of a symbolic link is relative to where the link stands.
fn beside(reading: &Reading<'_>, target: &str, destination: &Arg) -> String {
    let Some(destination) = destination.text() else { return target.to_string() };
    place::join(folder_of(reading, destination), target)
}

/// The folder in which a link of this name is made.
fn folder_of<'d>(reading: &Reading<'_>, destination: &'d str) -> &'d str {
    match is_directory(reading, destination) {
        true => destination,
        false => destination
            .rsplit_once('/')
            .map_or(".", |(folder, _)| if folder.is_empty() { "/" } else { folder }),
    }
}

fn is_deep(copier: &Copier, parsed: &Parsed<'_>) -> bool {
    copier.moves || parsed.has(&["-r", "-R", "-a", "--recursive", "--archive"])
}

/// The destination becomes a link, or may: whatever its name protects below would then lie elsewhere, under a name
/// that protects nothing. So it counts as written with everything below it.
fn makes_links(copier: &Copier, parsed: &Parsed<'_>) -> bool {
    copier.links || parsed.has(&["-P", "-d", "-l", "-s", "--no-dereference", "--link", "--symbolic-link"])
}

/// What is written: the destination, or the name inside it where that is a directory.
fn destination_effects(
    reading: &mut Reading<'_>,
    call: &Invocation,
    copier: &Copier,
    parsed: &Parsed<'_>,
    source: &Arg,
    destination: &Arg,
    several: bool,
) {
    let deep = is_deep(copier, parsed) || makes_links(copier, parsed);
    let Some(folder) = destination.text() else {
        return reading.write_path(&call.name, destination, true);
    };
    let as_file = parsed.has(&["-T", "--no-target-directory"]);
    let as_folder = several || folder.ends_with('/') || parsed.has(&["-t", "--target-directory"]);
    if as_file || !(as_folder || is_directory(reading, folder)) {
        return reading.write_path(&call.name, destination, deep);
    }
    // With these a link to a directory, or a directory, is itself replaced.
    if copier.links && parsed.has(&["-n", "-h", "-F", "--no-dereference"]) {
        reading.write_path(&call.name, destination, deep);
    }
    let name = source.text().map(|text| text.trim_end_matches('/').rsplit('/').next().unwrap_or(""));
    match name {
        // `cp -r a/. b` and names that are not known fill the directory itself.
        None | Some("" | "." | "..") => reading.write_path(&call.name, destination, true),
        Some(name) => {
            if deep && !copier.moves && !copier.links && source.text().is_some_and(|text| text.ends_with('/'))
            {
                write_members(reading, call, source, destination);
            }
            let inside = format!("{}/{name}", folder.trim_end_matches('/'));
            reading.write_path(
                &call.name,
                &Arg { value: Value::known(inside), span: destination.span },
                deep,
            );
        }
    }
}

/// Names in a directory that are looked at one by one.
const MEMBERS: usize = 256;

/// `cp -R a/ b`: BSD copies what lies in `a`, GNU the directory itself.
fn write_members(reading: &mut Reading<'_>, call: &Invocation, source: &Arg, destination: &Arg) {
    let (Some(folder), Some(from)) = (destination.text(), source.text()) else {
        return reading.write_path(&call.name, destination, true);
    };
    let (folder, from) = (String::from(folder.trim_end_matches('/')), String::from(from));
    for cwd in reading.dirs().to_vec() {
        let from = place::join(&cwd, &from);
        let names = reading.world.list(&from).filter(|names| names.len() <= MEMBERS);
        let Some(names) = names.filter(|_| !reading.was_written(&from)) else {
            return reading.write_path(&call.name, destination, true);
        };
        for name in names {
            let inside = Arg { value: Value::known(format!("{folder}/{name}")), span: destination.span };
            reading.write_path(&call.name, &inside, true);
        }
    }
}

/// In some directory that the command may run in, `path` is a directory.
fn is_directory(reading: &Reading<'_>, path: &str) -> bool {
    reading.dirs().iter().any(|cwd| {
        let found = reading.world.resolve(&place::join(cwd, path));
        found.is_none_or(|found| found.stands == Stands::Directory)
    })
}

/// Left out: whatever runs (`-e`, `--rsync-path`), reads names from files, or makes a daemon.
const RSYNC: &str = "-0 -a -A -c -C -D -E -g -h -H -i -I -k -K -l -L -m -n -o -O -p -P -q -r -R -S -t -u -v -W -x -X -z --acls \
     --archive --checksum --copy-links --cvs-exclude --delete --delete-after --delete-before --delete-delay \
     --delete-during --delete-excluded --dry-run --exclude: --exclude-from< --executability --existing --group \
     --hard-links --human-readable --ignore-existing --ignore-times --include: --include-from< --info: \
     --itemize-changes --links --max-size: --min-size: --no-group --no-owner --no-perms --no-times --omit-dir-times \
     --one-file-system --owner --partial --perms --progress --prune-empty-dirs --quiet --recursive --relative \
     --remove-source-files --safe-links --size-only --sparse --stats --times --update --verbose --whole-file --xattrs";

fn read_rsync(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) {
        return reading.add(Effect::Harmless, "help", "`rsync` prints help", call.span);
    }
    if let Some(remote) = call.args.iter().find(|arg| is_remote(arg)) {
        let message = "`rsync` talks to another machine";
        return reading.hazard(Hazard::Network, "network", message, None, remote.span);
    }
    let parsed = match parse(Style::Gnu, RSYNC, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    // Behind `--` also a name that begins with a dash is one of another machine.
    if let Some(remote) = parsed.operands.iter().find(|arg| names_host(arg)) {
        let message = "`rsync` talks to another machine";
        return reading.hazard(Hazard::Network, "network", message, None, remote.span);
    }
    if let Some(last) = parsed.operands.last().filter(|last| last.splits()) {
        return reading.unread(&call.name, Unread::value(last));
    }
    parsed.value_effects(reading, call);
    let dry = parsed.has_early(&["-n", "--dry-run"]);
    let deletes = parsed.flags.iter().any(|flag| flag.name.starts_with("--delete"));
    let (destination, sources) = match parsed.operands.split_last() {
        Some((last, sources)) if !sources.is_empty() => (Some(last), sources),
        Some(_) | None => (None, parsed.operands.as_slice()),
    };
    for source in sources.iter().filter(|source| !source.is_judged()) {
        reading.read_path(&call.name, source, true);
        if parsed.has(&["--remove-source-files"]) && !dry {
            reading.delete_path(&call.name, source, true);
        }
    }
    if let (Some(destination), false) = (destination, dry) {
        reading.write_path(&call.name, destination, true);
        if parsed.has(&["-R", "--relative"]) {
            // The whole path of a source comes there, not its last name alone.
            // skipped: one that is not known was stopped as it was read or written.
            for (source, folder) in sources.iter().filter_map(|source| source.text().zip(destination.text()))
            {
                let below =
                    source.rsplit_once("/./").map_or(source, |(_, below)| below).trim_start_matches('/');
                let value = Value::known(format!("{}/{below}", folder.trim_end_matches('/')));
                reading.write_path(&call.name, &Arg { value, span: destination.span }, true);
            }
        }
        if deletes {
            reading.delete_path(&call.name, destination, true);
        }
    }
    reading.add(Effect::Harmless, "write_scope", "`rsync` copies files", call.span);
}

fn is_remote(arg: &Arg) -> bool {
    !arg.value.prefix().starts_with('-') && names_host(arg)
}

/// `host:path`, `rsync://…`: a colon before any slash.
fn names_host(arg: &Arg) -> bool {
    arg.value.prefix().split('/').next().is_some_and(|first| first.contains(':'))
}

/// Programs of this family that take up nothing by themselves that could carry harm; see [`super::loaded`].
#[cfg(test)]
pub const LOADS_NOTHING: &str = "cp gcp mv gmv ln gln link install ginstall rsync";

#[cfg(test)]
const EXAMPLES: &str = r#"
        ask   cp -R made/ .
        ask   rsync -aR ./.git/config docs
        ask   rsync -aR src/./.git/config docs
        allow rsync -aR ./src/main.rs docs
        allow cp -R src/ docs
        allow cp README.md copy.md
        allow cp README.md src/
        allow cp README.md src/main.rs tests
        ask   cp README.md .git/hooks/pre-commit
        ask   cp README.md .git/hooks/
        ask   cp .env copy
        ask   cp ~/.ssh/id_rsa .
        ask   cp README.md /etc/
        ask   cp README.md link-to-etc/
        ask   cp README.md ~/.bashrc
        allow cp -r src src2
        ask   cp -r a/b/. a2/. docs
        ask   cp -r a/x b/x docs
        ask   cp -r a/ b/ docs
        ask   cp -P a/x b/x docs
        ask   cp -r src /opt/
        ask   cp -r . /tmp/x
        ask   cp -r src/. .
        ask   cp x/.npmrc .
        ask   cp -t .github README.md
        ask   cp --parents src/main.rs out
        ask   cp $UNKNOWN src
        ask   cp README.md $UNKNOWN
        allow cp -t src README.md hello.sh
        ask   cp README.md -t src .git/hooks
        ask   cp README.md -t src /etc
        ask   cp README.md --target-directory=src /etc
        allow cp README.md copy.md -f
        allow cp src src2 -r
        ask   mv README.md -t src .git/hooks
        ask   ln README.md src/x -s
        ask   install hello.sh src/x -m .git/hooks
        ask   install -m 755 hello.sh -t src .git/hooks
        allow install hello.sh src/x -m 755
        ask   cp README.md copy.md --backup=/../../etc
        ask   mv .github g
        ask   mv src/main.rs /etc/
        ask   mv README.md .git/config
        deny  mv ~ x
        ask   ln -s /etc x
        ask   ln .env x
        ask   ln -s ../../etc x
        ask   ln -s .git/config x
        ask   ln -s ../.git/config src/x
        ask   ln -s ../src/../README.md tests/x
        ask   ln -s src/../README.md x
        ask   ln -s ../link-in/main.rs tests/x
        ask   ln -s link-in/main.rs x
        ask   ln -sr link-in/main.rs tests/x
        ask   ln -s /repo/link-in/main.rs x
        ask   cp -s link-in/main.rs x
        allow ln -s ../src/main.rs tests/x
        allow ln -s /repo/src/main.rs tests/x
        allow ln -s ./src/main.rs x
        allow ln -s README.md src/readme
        allow ln -s ../README.md src/readme
        ask   ln -sf /etc/passwd README.md
        ask   ln -s nm web/node_modules
        ask   ln -s src .venv
        ask   ln -s src venv
        ask   ln -s src web/.cargo
        ask   ln -s src .config
        ask   ln -s src .yarn
        ask   ln -s src gradle
        ask   ln src/main.rs .config
        ask   ln -s src/node_modules .
        ask   ln -s ../src/.venv web
        ask   ln -sfn src node_modules
        ask   cp -P link .venv
        ask   cp -d link web/node_modules
        ask   cp -s src/main.rs .config
        ask   cp -l src/main.rs .config
        ask   cp -a link web/.cargo
        ask   mv src .venv
        allow ln -s src lib
        allow ln -s main.rs src/config.rs
        allow ln -sfn src current
        allow ln -s src node_modules2
        allow cp -P README.md copy.md
        allow install -m 755 hello.sh src/hello
        ask   install -m 755 hello.sh /usr/local/bin/hello
        ask   install -s hello.sh src/hello
        allow install -bt src README.md
        ask   install -bSt sub README.md /etc/x
        ask   rsync -a -- src/ '-u@127.0.0.1::mod/x'
        allow rsync -a -- src/ copy/
        allow rsync -a src/ copy/
        allow rsync -an --delete src/ tests/
        ask   rsync -a --delete src/ tests/
        ask   rsync -a --delete src/ tests/ --dry-run
        ask   rsync -a src/ /etc/ -n
        allow rsync -an src/ /etc/
        allow rsync -a src/ copy/ --dry-run
        ask   rsync -a src/ host:x
        ask   rsync -a rsync://host/x src/
        ask   rsync -e 'sh -c id' a b
        ask   rsync -a src/ .
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_read_as_they_should() {
        super::super::examples::run(EXAMPLES);
    }

    #[test]
    fn a_move_is_called_one() {
        for (command, said) in [
            ("mv README.md other.md", "`README.md` would be moved or renamed"),
            ("git mv README.md other.md", "`README.md` would be moved or renamed"),
            ("rm README.md", "`README.md` would be removed"),
            ("git rm mv README.md", "would be"),
            ("mv .env x", "`.env` is"),
        ] {
            let judged = super::super::examples::judge(command);
            assert!(judged.starts_with("ask") && judged.contains(said), "{command}: {judged}");
        }
    }
}
