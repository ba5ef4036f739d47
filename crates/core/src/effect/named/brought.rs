//! Files whose names come from elsewhere: from the address (`curl -O http://h/.envrc`), from the copied path (`rsync h:.envrc .`), or
//! from whoever answers (`wget -r`).

use super::super::value::Arg;
use crate::words::listed;
use alloc::vec::Vec;

/// The names that a file may get from an address or from a path of another machine in this word: the last one, and all behind
/// the machine's.
pub fn names(word: &str) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for address in addresses(word) {
        let path = address.split(['?', '#']).next().unwrap_or(address).trim_matches('/');
        names.push(path);
        names.extend(path.rsplit('/').next());
        // curl fills in lists: `http://h/{.envrc,x}`.
        names.extend(path.split(['{', '}', '[', ']', ',', '/']));
    }
    names.retain(|name| !name.is_empty() && *name != "." && *name != "..");
    names
}

/// What stands behind the name of a machine: `a/b` of `http://h/a/b`, and of `h:a/b`.
fn addresses(word: &str) -> Vec<&str> {
    let behind_scheme =
        word.split("://").skip(1).filter_map(|rest| rest.split_once('/')).map(|(_, path)| path);
    let mut addresses: Vec<&str> = behind_scheme.collect();
    if addresses.is_empty() && !word.contains("://") {
        addresses.extend(word.split_once(':').map(|(_, path)| path));
    }
    addresses
}

/// Flags of a program with which whoever answers chooses names or brings a whole tree.
struct Chooses {
    programs: &'static str,
    /// Words that must be among the arguments; none: whatever they are.
    words: &'static str,
    /// Letters of short flags.
    letters: &'static [char],
    /// Letters behind which the rest of the word is a value: `K` in `-HKeep-Alive` is no flag.
    valued: &'static [char],
    /// It copies either way: nothing is brought where the last word is on another machine.
    copies: bool,
}

#[rustfmt::skip]
const CHOOSES: &[Chooses] = &[
    Chooses { programs: "wget wget2", words: "--recursive --mirror --content-disposition --trust-server-names --page-requisites", letters: &['r', 'm', 'p'], valued: &['O', 'P', 'o', 'e', 'U', 't', 'T', 'w', 'Q', 'l', 'A', 'D', 'I', 'X', 'B'], copies: false },
    Chooses { programs: "curl curlie", words: "--remote-header-name --config --remote-name-all", letters: &['J', 'K'], valued: &['H', 'd', 'o', 'u', 'A', 'e', 'b', 'c', 'X', 'm', 'T', 'F', 'w', 'r', 'x', 'E', 'U', 'D', 'Q', 't', 'z', 'y', 'Y', 'P', 'C'], copies: false },
    Chooses { programs: "rsync rclone rcp unison", words: "", letters: &[], valued: &[], copies: true },
    Chooses { programs: "sftp lftp croc wormhole", words: "", letters: &[], valued: &[], copies: false },
    Chooses { programs: "scp", words: "", letters: &['r'], valued: &['i', 'P', 'l', 'o', 'F', 'c', 'J', 'S', 'D', 'X'], copies: true },
    Chooses { programs: "aws", words: "sync --recursive", letters: &[], valued: &[], copies: true },
    Chooses { programs: "gsutil", words: "rsync -m -r -R", letters: &['r', 'R'], valued: &[], copies: true },
    Chooses { programs: "gcloud", words: "rsync --recursive -r -R", letters: &['r', 'R'], valued: &[], copies: true },
    Chooses { programs: "s3cmd", words: "sync --recursive -r", letters: &['r'], valued: &[], copies: true },
    Chooses { programs: "gh glab", words: "download clone", letters: &[], valued: &[], copies: false },
    Chooses { programs: "docker podman nerdctl kubectl oc", words: "cp", letters: &[], valued: &[], copies: true },
    Chooses { programs: "aria2c axel", words: "", letters: &[], valued: &[], copies: false },
    Chooses { programs: "http https xh xhs", words: "--download", letters: &['d'], valued: &[], copies: false },
    Chooses { programs: "helm", words: "pull fetch --untar", letters: &[], valued: &[], copies: false },
];

/// The names of the files that come are not in the command. A word that is not known may be a flag that does so.
pub fn are_chosen_elsewhere(program: &str, args: &[Arg]) -> bool {
    let rows = CHOOSES.iter().filter(|row| listed(row.programs, program));
    rows.into_iter().any(|row| {
        let is_named = |arg: &Arg| listed(row.words, arg.value.prefix());
        let has_letter = |arg: &Arg| {
            let short = arg.value.prefix().strip_prefix('-').filter(|rest| !rest.starts_with('-'));
            let flags = short.map(|rest| rest.split(row.valued).next().unwrap_or(rest));
            flags.is_some_and(|flags| flags.contains(row.letters))
        };
        let is_unclear = |arg: &Arg| arg.text().is_none() && arg.value.may_be_flag();
        let always = row.words.is_empty() && row.letters.is_empty();
        let sends =
            row.copies && args.iter().rev().find(|arg| !arg.value.may_be_flag()).is_some_and(is_elsewhere);
        !sends && (always || args.iter().any(|arg| is_named(arg) || has_letter(arg) || is_unclear(arg)))
    })
}

/// `h:x`, `s3://b/x`; not `./a:b`.
fn is_elsewhere(arg: &Arg) -> bool {
    arg.text().is_some_and(|text| text.split_once(':').is_some_and(|(machine, _)| !machine.contains('/')))
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn names_in_addresses() {
        for (word, name) in [
            ("http://h/.envrc", ".envrc"),
            ("http://h/a/../.envrc?x=1", ".envrc"),
            ("http://h/.github/a", ".github/a"),
            ("--url=https://h/{.envrc,b}", ".envrc"),
            ("s3://bucket/.envrc", ".envrc"),
            ("h:.envrc", ".envrc"),
            ("u@h:a/.envrc", ".envrc"),
        ] {
            assert!(names(word).contains(&name), "{word}: {:?}", names(word));
        }
        assert!(names("a/b").is_empty() && names("http://h").is_empty());
    }
}
