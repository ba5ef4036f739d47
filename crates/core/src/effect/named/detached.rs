//! File systems that are taken away from everything that runs on them: `umount -l /`, `fuser -km /`.

use super::super::Effect;
use super::super::place::{join, normal, within};
use super::super::program::spec::Unread;
use super::super::reading::Reading;
use super::super::value::Arg;
use crate::policy::scope::ruins;
use crate::words::listed;
use crate::world::Stands;
use alloc::string::String;
use alloc::vec::Vec;

/// Below these people put disks that come and go.
const PLUGGED: &[&str] = &["/mnt", "/media", "/run/media", "/Volumes"];

impl Reading<'_> {
    /// Adds the catastrophe of a command that detaches, or ends all processes on, what nothing runs without.
    pub(super) fn add_detached(&mut self, program: &str, args: &[Arg]) {
        let takes = match program {
            "umount" => Takes::of_umount(args),
            "fuser" => Takes::of_fuser(args),
            _ => return,
        };
        if let Some(arg) = args.iter().find(|arg| arg.text().is_none()) {
            return self.unread(program, Unread::value(arg));
        }
        // skipped: a word that is not known was stopped just now.
        let words = args.iter().filter_map(|arg| arg.text().map(|text| (text, arg.span)));
        let operands: Vec<_> = words.filter(|(text, _)| !text.starts_with('-')).collect();
        let (what, found) = match takes {
            Takes::Nothing => return,
            Takes::All => ("everything that is mounted", args.first().map(|arg| arg.span)),
            Takes::Disks => {
                ("all that uses the disk on which a place lies", operands.first().map(|one| one.1))
            }
            Takes::Places => {
                let lost =
                    operands.iter().find_map(|(text, span)| Some((self.lost_with(program, text)?, *span)));
                lost.map_or(("", None), |(what, span)| (what, Some(span)))
            }
        };
        if let Some(span) = found {
            let verb = if program == "fuser" { "` ends what runs on " } else { "` detaches " };
            self.add(Effect::Catastrophe, "disk", ["`", program, verb, what].concat(), span);
        }
    }

    /// What nothing runs without, if the word names it.
    fn lost_with(&self, program: &str, word: &str) -> Option<&'static str> {
        let is_plugged = |path: &str| program == "umount" && PLUGGED.iter().any(|top| within(path, top));
        let lost = |path: &String| {
            let found = self.world.resolve(path);
            let stands = found.as_ref().map_or(Stands::Directory, |found| found.stands);
            let forms = [Some(normal(path)), found.map(|found| found.path)];
            let mut forms = forms.into_iter().flatten().filter(|path| !is_plugged(path));
            forms.find_map(|path| ruins(&path, stands, self.session))
        };
        self.dirs().iter().map(|dir| join(dir, word)).collect::<Vec<_>>().iter().find_map(lost)
    }
}

/// What a command takes away.
enum Takes {
    /// Nothing.
    Nothing,
    /// The places that it names.
    Places,
    /// Everything on the disks of the places that it names.
    Disks,
    /// Everything.
    All,
}

impl Takes {
    fn of_umount(args: &[Arg]) -> Self {
        if has(args, 'a', &["--all"]) && !picks_types(args) { Takes::All } else { Takes::Places }
    }

    fn of_fuser(args: &[Arg]) -> Self {
        let ends = has(args, 'k', &["--kill"]);
        let disk = has(args, 'm', &["--mount"]) || has(args, 'c', &[]);
        match (ends, disk) {
            (false, _) => Takes::Nothing,
            (true, false) => Takes::Places,
            (true, true) => Takes::Disks,
        }
    }
}

/// Types of file systems that nothing runs on: of the network, and of disks that come and go.
const PASSING: &str = "nfs nfs4 cifs smb3 smbfs sshfs fuse.sshfs davfs fuse.rclone vfat exfat iso9660 udf";

/// `-t nfs,cifs`, as a word of its own or behind the letter. Not `-t ext4`, and not `-t noproc`, which is all but one.
fn picks_types(args: &[Arg]) -> bool {
    let are_passing = |types: &str| types.split(',').all(|one| listed(PASSING, one));
    let behind = args.iter().skip(1).map(Arg::text).chain([None]);
    let value = |(arg, next): (&Arg, Option<&str>)| {
        // skipped: a word that is not known stops the command.
        let text = arg.text().unwrap_or_default();
        let value = match text.strip_prefix("--types") {
            Some(value) => value,
            None if text.starts_with("--") => return None,
            None => text.strip_prefix('-')?.split_once('t')?.1,
        };
        let value = value.strip_prefix('=').unwrap_or(value);
        Some(if value.is_empty() { next.is_some_and(are_passing) } else { are_passing(value) })
    };
    let given: Vec<bool> = args.iter().zip(behind).filter_map(value).collect();
    !given.is_empty() && given.into_iter().all(|is_passing| is_passing)
}

/// The letter stands in a word of short flags, or a long one is given, also shortened.
fn has(args: &[Arg], letter: char, long: &[&str]) -> bool {
    // skipped: a word that is not known stops the command.
    args.iter().filter_map(Arg::text).any(|text| match text.strip_prefix("--") {
        Some(name) => !name.is_empty() && long.iter().any(|flag| flag.starts_with(text)),
        None => text.strip_prefix('-').is_some_and(|letters| letters.contains(letter)),
    })
}
