//! What a command that is stopped anyway does beside what it is stopped for, and by a sharper name: it overwrites a disk,
//! raises privilege, shows secrets.

use super::super::program::spec::Unread;
use super::super::reading::Reading;
use super::super::value::Arg;
use super::super::{Effect, Hazard};
use crate::effect::environment;
use crate::verdict::Span;
use crate::words::listed;

/// Some words of some programs.
struct Row {
    programs: &'static str,
    /// One of them must be there, also with a value attached; empty: none needs to.
    words: &'static str,
    /// A disk must be named.
    disk: bool,
}

const fn row(programs: &'static str, words: &'static str) -> Row {
    Row { programs, words, disk: false }
}

const fn disk(programs: &'static str, words: &'static str) -> Row {
    Row { programs, words, disk: true }
}

/// File systems and disks are overwritten, or gone with everything on them.
const DISKS: &[Row] = &[
    disk("cryptsetup", "luksFormat reencrypt erase luksErase luksHeaderRestore"),
    disk("qemu-img", "convert dd create commit rebase resize"),
    disk("pvcreate vgcreate vgextend pvremove", ""),
    disk("lvm", "pvcreate vgcreate vgextend pvremove"),
    disk("zpool", "create add replace attach labelclear"),
    disk("mdadm", "--zero-superblock --create -C --add -a"),
    disk(
        "hdparm",
        "--security-erase --security-erase-enhanced --write-sector --trim-sector-ranges --dco-restore",
    ),
    disk("btrfs", "add replace"),
    disk("debugfs", "-w"),
    row("zpool zfs", "destroy"),
    row("lvremove vgremove", ""),
    row("lvm", "lvremove vgremove"),
];

/// Who may do what on this machine is changed, or the kernel is.
const PRIVILEGED: &[Row] = &[
    row(
        "insmod modprobe kldload kexec setcap visudo vipw login usermod groupmod gpasswd chsh passwd chpasswd useradd adduser",
        "",
    ),
    row("update-alternatives alternatives", "--install --set --config"),
];

/// Secrets are printed, or used for an address that the call names.
const SHOWN: &[Row] = &[
    row("vault", "read kv unwrap token print write"),
    row("consul", "kv"),
    row("nomad", "var"),
    row("railway", "variables variable vars"),
    row("nmcli", "-s --show-secrets show-password"),
    row("cryptsetup", "--dump-master-key --dump-volume-key"),
    row("wg", "private-key preshared-keys showconf dump"),
    row("s3cmd", "--dump-config"),
    row("rclone", "--dump"),
    row("yt-dlp youtube-dl", "--cookies-from-browser"),
    disk("debugfs", ""),
];

/// Flags of containers that hand on a variable by its name.
const HANDS_ON: &[&str] = &["-e", "--env", "--build-arg"];

impl Reading<'_> {
    /// Adds what the words of a stopped command do that no loosened rule of another kind speaks of.
    pub(super) fn add_sharper(&mut self, program: &str, args: &[Arg]) {
        let Some(span) = args.first().map(|arg| arg.span) else { return };
        let has = |rows: &[Row]| rows.iter().any(|row| row.may_hold(program, args));
        // A snapshot is no file system: `zfs destroy x@y`.
        let is_snapshot = |arg: &Arg| arg.text().is_some_and(|text| text.contains('@'));
        if has(DISKS) && !(program == "zfs" && args.iter().any(is_snapshot)) {
            let message = ["`", program, "` overwrites or gives up a disk or a file system"].concat();
            self.add(Effect::Catastrophe, "disk", message, span);
        }
        if has(PRIVILEGED) {
            let message = ["`", program, "` changes who may do what, or the kernel"].concat();
            self.hazard(Hazard::Privilege, "privilege", message, None, span);
        }
        if has(SHOWN) {
            let message = ["`", program, "` shows secrets, or uses them"].concat();
            self.hazard(Hazard::Secret, "secrets", message, None, span);
        }
        if program == "btrfs" && args.iter().any(|arg| arg.may_be("delete")) {
            for arg in args.iter().filter(|arg| arg.text().is_none_or(|text| text.contains('/'))) {
                self.delete_path(program, arg, true);
            }
        }
    }

    /// `docker run -e GITHUB_TOKEN x` gives the container the value of that variable.
    pub(super) fn add_handed_on(&mut self, program: &str, before: &str, word: &str, span: Span) {
        let attached = HANDS_ON.iter().find_map(|flag| {
            let rest = word.strip_prefix(flag)?;
            rest.strip_prefix('=').or((*flag == "-e" && !rest.is_empty()).then_some(rest))
        });
        let given = if HANDS_ON.contains(&before) { Some(word) } else { attached };
        let named = word.split(',').find_map(|part| part.strip_prefix("env="));
        let is_handed_on = |name: &&str| !name.contains('=') && environment::is_secret(name);
        if let Some(name) = given.or(named).filter(is_handed_on) {
            let message = ["`", program, "` hands on `", name, "`, which looks like a secret"].concat();
            self.hazard(Hazard::Secret, "print_environment", message, None, span);
        }
    }

    /// gh looks for files by a pattern itself: `gh gist create 'serv*'`.
    pub(super) fn add_matched(&mut self, program: &str, word: &str, arg: &Arg) {
        if !listed("gh glab", program)
            || !word.contains(['*', '?', '['])
            || word.contains(char::is_whitespace)
        {
            return;
        }
        let is_secret = |dir: &alloc::string::String| {
            let matches = |name: &alloc::string::String| crate::policy::glob::matches_name(word, name);
            let names = self.world.list(dir);
            names.is_none_or(|names| {
                names
                    .iter()
                    .filter(|name| matches(name))
                    .any(|name| self.is_secret(&crate::effect::place::join(dir, name)))
            })
        };
        if word.contains('/') || self.dirs().iter().any(is_secret) {
            self.unread(program, Unread::flag("with a pattern for files", arg.span));
        }
    }
}

impl Row {
    fn may_hold(&self, program: &str, args: &[Arg]) -> bool {
        let is_named = |arg: &Arg| {
            arg.text().is_none_or(|text| listed(self.words, text.split('=').next().unwrap_or(text)))
        };
        listed(self.programs, program)
            && (self.words.is_empty() || args.iter().any(is_named))
            && (!self.disk || args.iter().any(|arg| is_disk(arg.value.prefix())))
    }
}

/// `/dev/sda`, `of=/dev/nvme0n1`, `/dev/mapper/x`.
fn is_disk(word: &str) -> bool {
    const DISKS: &[&str] = &[
        "sd", "nvme", "vd", "hd", "xvd", "disk", "rdisk", "mapper/", "dm-", "mmcblk", "md", "loop", "zd",
        "vg",
    ];
    let mut devices = word.split("/dev/").skip(1);
    devices.any(|device| DISKS.iter().any(|disk| device.starts_with(disk)))
}
