//! Where a command that is stopped anyway puts files, by its own words: `curl -o x`, `scp host:a b`, `docker cp c:/a b`.
//!
//! A rule that permits talking does not make every place writable, so these words are judged as places that are written.

use super::super::reading::Reading;
use super::super::value::{Arg, Value};
use super::brought;
use crate::effect::place;
use crate::words::listed;
use alloc::string::String;
use alloc::vec::Vec;

/// The words of some programs that name what they write.
struct Row {
    /// Their names.
    programs: &'static str,
    /// Subcommands that must come first, flags aside; `a|b` is either.
    path: &'static str,
    /// Flags whose value is a file or a directory that is written. They are written as they are given.
    flags: &'static str,
    /// The last operand is such a place if there are at least so many: two for `cp SOURCE PLACE`.
    last: Option<usize>,
    /// A whole tree comes there.
    deep: bool,
}

const FLAGS: Row = Row { programs: "", path: "", flags: "", last: None, deep: false };

/// What is copied goes to the last operand.
const COPIES: Row = Row { last: Some(2), ..FLAGS };

#[rustfmt::skip]
const ROWS: &[Row] = &[
    Row { programs: "curl curlie", flags: "-o --output --output-dir -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --etag-save --hsts --alt-svc --libcurl", ..FLAGS },
    Row { programs: "wget wget2", flags: "-O -P -o -a --output-document --directory-prefix --output-file --append-output --save-cookies --warc-file --hsts-file --rejected-log", ..FLAGS },
    Row { programs: "aria2c", flags: "-o -d -l --out --dir --log --save-session --save-cookies", ..FLAGS },
    Row { programs: "axel http https httpie xh xhs", flags: "-o --output", ..FLAGS },
    Row { programs: "yt-dlp youtube-dl", flags: "-o -P --output --paths --cookies --download-archive", ..FLAGS },
    Row { programs: "scp rcp", ..COPIES },
    Row { programs: "rsync", flags: "--log-file --backup-dir --partial-dir --temp-dir", ..COPIES },
    Row { programs: "rclone", path: "copy|copyto|sync|move|moveto|bisync|copyurl|mount", flags: "--log-file --backup-dir", last: Some(2), deep: false },
    Row { programs: "s3cmd", path: "get|sync|cp|mv", ..COPIES },
    Row { programs: "gsutil", path: "cp|rsync|mv", ..COPIES },
    Row { programs: "aws", path: "s3 cp|mv|sync", ..COPIES },
    Row { programs: "aws", path: "s3api|lambda get-object|invoke", last: Some(1), ..FLAGS },
    Row { programs: "gcloud", path: "storage|compute cp|rsync|mv|scp", ..COPIES },
    Row { programs: "croc", flags: "--out", ..FLAGS },
    Row { programs: "wormhole magic-wormhole", flags: "-o --output-file", ..FLAGS },
    Row { programs: "tailscale", path: "file get", last: Some(1), ..FLAGS },
    Row { programs: "ssh autossh", flags: "-E", ..FLAGS },
    Row { programs: "tcpdump tshark dumpcap", flags: "-w", ..FLAGS },
    Row { programs: "nmap", flags: "-oN -oX -oG -oA -oS", ..FLAGS },
    Row { programs: "openssl", flags: "-out -keyout -writerand", ..FLAGS },
    Row { programs: "gpg gpg2 age sops", flags: "-o --output", ..FLAGS },
    Row { programs: "docker podman nerdctl", path: "cp", ..COPIES },
    Row { programs: "docker podman nerdctl", path: "container|compose cp", ..COPIES },
    Row { programs: "docker podman nerdctl buildah", path: "build|bud|bake", flags: "-o --output", deep: true, ..FLAGS },
    Row { programs: "docker podman nerdctl", path: "buildx|builder|image build|bake", flags: "-o --output", deep: true, ..FLAGS },
    Row { programs: "docker podman nerdctl", path: "save|export|build|run|create", flags: "--iidfile --cidfile --metadata-file", ..FLAGS },
    Row { programs: "docker podman nerdctl", path: "save|export", flags: "-o --output", ..FLAGS },
    Row { programs: "skopeo", path: "copy|sync", ..COPIES },
    Row { programs: "kubectl oc", path: "cp|rsync", ..COPIES },
    Row { programs: "kubectl oc", flags: "--output-directory", ..FLAGS },
    Row { programs: "helm", flags: "-d --destination --untardir --output-dir", ..FLAGS },
    Row { programs: "gh glab", flags: "-D --dir -O --output", ..FLAGS },
    Row { programs: "gh glab", path: "repo clone", ..COPIES },
    Row { programs: "git", path: "clone", ..COPIES },
    Row { programs: "terraform tofu terragrunt", flags: "-out -state-out -backup", ..FLAGS },
    Row { programs: "npm pnpm", flags: "--prefix --pack-destination", ..FLAGS },
    Row { programs: "pip pip3 uv", flags: "-t --target --prefix --root -d --dest --src --log --report", ..FLAGS },
    Row { programs: "cargo", path: "install", flags: "--root", ..FLAGS },
    Row { programs: "gem", flags: "-i --install-dir -n --bindir", ..FLAGS },
    Row { programs: "qemu-img", path: "convert|create|dd", last: Some(1), ..FLAGS },
];

/// Flags of many programs whose value is where something is put.
const OUTPUT: &str = "--output --output-dir --output-directory --outdir --out-dir --out-file --output-file --dest --destination --pack-destination \
    --prefix --target-dir --download-dir --directory-prefix";

/// Programs that change owners or attributes of what they are given.
const OWNERS: &str = "chown chgrp gchown gchgrp chattr chflags setfacl setfattr xattr chcon";

impl Reading<'_> {
    /// Adds the places that the words of a stopped command name as its targets.
    pub(super) fn add_targets(&mut self, program: &str, args: &[Arg]) {
        let mut targets: Vec<(Arg, bool)> = Vec::new();
        for row in ROWS.iter().filter(|row| listed(row.programs, program)) {
            targets.extend(row.targets(program, args));
        }
        let general = Row { flags: OUTPUT, ..FLAGS };
        targets.extend(general.targets(program, args));
        for (target, deep) in &targets {
            let target = local(target);
            if !is_elsewhere(&target) && target.text() != Some("-") {
                self.write_path(program, &target, *deep);
            }
        }
        self.add_joined(program, args, &targets);
        if listed(OWNERS, program) {
            for arg in args {
                if self.may_be_place(arg) {
                    self.write_path(program, arg, true);
                }
            }
        }
    }

    /// `curl --output-dir .circleci -O http://h/config.yml`: the name that comes is put into the directory.
    fn add_joined(&mut self, program: &str, args: &[Arg], targets: &[(Arg, bool)]) {
        // skipped: a place that is not known was stopped just now.
        let folders: Vec<&str> = targets.iter().filter_map(|(target, _)| target.text()).collect();
        for folder in &folders {
            let others = folders.iter().filter(|other| *other != folder && !other.starts_with('/'));
            for name in others {
                let joined = place::join(folder, name);
                self.add_written(program, &joined, args.first().map(|arg| arg.span).unwrap_or_default());
            }
            for arg in args {
                // skipped: what is not known names nothing, and whatever may bring it stops for that.
                for name in brought::names(arg.text().unwrap_or_default()) {
                    self.add_written(program, &place::join(folder, &name), arg.span);
                }
            }
        }
    }

    /// A word that is a path by its look, or names something that is there; one that is not known may be.
    fn may_be_place(&self, arg: &Arg) -> bool {
        let is_there = |text: &str| {
            let stands = |dir: &String| self.world.resolve(&place::join(dir, text)).map(|found| found.stands);
            self.dirs().iter().any(|dir| stands(dir) != Some(crate::world::Stands::Nothing))
        };
        arg.text().is_none_or(|text| {
            !text.starts_with(['-', '+', '='])
                && (text.contains('/') || text.starts_with('.') || is_there(text))
        })
    }
}

impl Row {
    /// The places that the words name, each with whether a tree comes there.
    fn targets(&self, program: &str, args: &[Arg]) -> Vec<(Arg, bool)> {
        let Some(operands) = self.operands(args) else { return Vec::new() };
        let mut targets: Vec<(Arg, bool)> = Vec::new();
        for (at, arg) in args.iter().enumerate() {
            // skipped: a flag that is not known may be any, and stops where the program is read.
            let Some(word) = arg.text() else { continue };
            for value in self.values(word) {
                let value = match value {
                    "" => args.get(at + 1).cloned(),
                    attached => Some(Arg { value: Value::known(attached), span: arg.span }),
                };
                targets.extend(value.map(|value| (destination(&value), self.deep)));
            }
        }
        let enough = self.last.is_some_and(|least| operands.len() >= least);
        let last = operands.last().filter(|_| enough).map(|arg| (*arg).clone());
        // `skopeo copy docker://x dir:PATH`
        let last = match (program, last.as_ref().and_then(Arg::text).and_then(|text| text.split_once(':'))) {
            ("skopeo", Some((_, path))) if !path.starts_with("//") => {
                last.as_ref().map(|last| Arg { value: Value::known(path), span: last.span })
            }
            _ => last,
        };
        targets.extend(last.map(|last| (last, self.deep)));
        targets
    }

    /// The operands behind the subcommand; `None`: it is another one.
    fn operands<'a>(&self, args: &'a [Arg]) -> Option<Vec<&'a Arg>> {
        let mut path = self.path.split_ascii_whitespace().peekable();
        let mut operands = Vec::new();
        for arg in args {
            let is_flag = arg.text().is_some_and(|text| text.starts_with('-') && text.len() > 1);
            let Some(names) = path.peek().filter(|_| !is_flag) else {
                operands.extend(Some(arg).filter(|_| !is_flag));
                continue;
            };
            // What is not known may be the subcommand. In front of it a word may be the value of a flag.
            if arg.text().is_none_or(|word| names.split('|').any(|name| name == word)) {
                path.next();
            }
        }
        path.peek().is_none().then_some(operands)
    }

    /// What is attached to each of the flags in a word; nothing where its value is the next word.
    fn values<'w>(&self, word: &'w str) -> Vec<&'w str> {
        let mut values = Vec::new();
        if !word.starts_with('-') {
            return values;
        }
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        // Abbreviations of long ones count, as most programs take them.
        let is_begun = |flag: &str| name.len() > 4 && name.starts_with("--") && flag.starts_with(name);
        if listed(self.flags, name) || self.flags.split_ascii_whitespace().any(is_begun) {
            values.push(value);
        }
        let letters = word.get(1..).filter(|rest| !rest.starts_with('-') && !listed(self.flags, word));
        for (at, letter) in letters.unwrap_or_default().char_indices() {
            let is_short = |flag: &str| flag.strip_prefix('-').is_some_and(|rest| rest.chars().eq([letter]));
            if self.flags.split_ascii_whitespace().any(is_short) {
                values.extend(letters.and_then(|letters| letters.get(at + letter.len_utf8()..)));
            }
        }
        values
    }
}

/// `type=local,dest=PATH` is about that path.
fn destination(value: &Arg) -> Arg {
    // skipped: what is not known is judged as it stands.
    let text = value.text().unwrap_or_default();
    let named = text.split(',').find_map(|part| part.strip_prefix("dest=").or(part.strip_prefix("dst=")));
    match named {
        Some(path) => Arg { value: Value::known(path), span: value.span },
        None => value.clone(),
    }
}

/// `file://PATH` is a path here.
fn local(target: &Arg) -> Arg {
    match target.text().and_then(|text| text.strip_prefix("file://")) {
        Some(path) => Arg { value: Value::known(path), span: target.span },
        None => target.clone(),
    }
}

/// `host:x`, `s3://b/x`; not `./a:b`.
fn is_elsewhere(arg: &Arg) -> bool {
    arg.text().is_some_and(|text| text.split_once(':').is_some_and(|(machine, _)| !machine.contains('/')))
}
