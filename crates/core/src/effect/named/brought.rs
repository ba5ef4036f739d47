//! Files whose names come from elsewhere: from the address (`curl -O http://h/.envrc`), from the copied path (`rsync h:.envrc .`), or
//! from whoever answers (`wget -r`).

use super::super::value::Arg;
use crate::words::listed;
use alloc::string::String;
use alloc::vec::Vec;

/// The names that a file may get from an address or from a path of another machine in this word: the last one, and all behind
/// the machine's.
pub fn names(word: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for address in addresses(word) {
        let path = address.split(['?', '#']).next().unwrap_or(address).trim_matches('/');
        // wget saves `%2egit` as `.git`.
        for path in [String::from(path), decoded(path)] {
            names.extend(path.rsplit('/').next().map(String::from));
            // curl fills in lists: `http://h/{.envrc,x}`.
            names.extend(path.split(['{', '}', '[', ']', ',', '/']).map(String::from));
            names.push(path);
        }
    }
    names.retain(|name| !matches!(name.as_str(), "" | "." | ".."));
    names.sort();
    names.dedup();
    names
}

/// The text with `%2e` as the sign that it stands for.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let sign = behind.first_chunk::<2>().filter(|_| *first == b'%').and_then(|digits| {
            let digits = core::str::from_utf8(digits).ok()?;
            u8::from_str_radix(digits, 16).ok()
        });
        bytes.push(sign.unwrap_or(*first));
        rest = behind.get(if sign.is_some() { 2 } else { 0 }..).unwrap_or_default();
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// curl makes a name by itself: `#1` of `-o` is what a list in the address holds, and `-O` takes the last name with its lists
/// filled in.
pub fn is_made_by_curl(program: &str, args: &[Arg]) -> bool {
    let any = |test: fn(&str) -> bool| args.iter().any(|arg| arg.text().is_none_or(test));
    let is_filled_in = |text: &str| text.contains(['{', '[']);
    let has_number =
        |text: &str| text.split('#').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let takes_name = |text: &str| match text.strip_prefix('-') {
        // curl knows long flags by their beginnings.
        Some(long) if long.starts_with('-') => {
            long.starts_with("-remote-name") || "-remote-name".starts_with(long)
        }
        Some(letters) => letters.contains('O'),
        None => false,
    };
    listed("curl curlie", program) && any(is_filled_in) && (any(has_number) || any(takes_name))
}

/// `--url @FILE`, `-w @FILE`: addresses, or a format that may name files, stand in a file. curl knows long flags by their beginnings.
pub fn takes_file_of_curl(program: &str, before: &str, word: &str) -> bool {
    let is_url = |flag: &str| {
        let is_begun = |whole: &str| flag.len() > 3 && whole.starts_with(flag);
        is_begun("--url") || is_begun("--write-out")
    };
    // Letters of short flags may stand in front of it: `-sw@f`.
    let is_short = |flag: &str| flag.starts_with('-') && !flag.starts_with("--") && flag.ends_with('w');
    let attached = word.split_once('=').filter(|(flag, _)| is_url(flag)).map(|(_, value)| value);
    let short = word.find("w@").filter(|at| is_short(word.get(..at + 1).unwrap_or_default()));
    let value = attached
        .or((is_url(before) || is_short(before)).then_some(word))
        .or(short.and_then(|at| word.get(at + 1..)));
    listed("curl curlie", program) && value.is_some_and(|value| value.starts_with('@'))
}

/// curl puts text into the value of a flag by itself: `--expand-data '{{TOKEN}}'`, `--variable '%TOKEN'`.
pub fn is_expanded_by_curl(program: &str, word: &str) -> bool {
    listed("curl curlie", program) && (word.starts_with("--exp") || word.starts_with("--var"))
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
        // Behind `run` and `exec` it is a word of another command.
        let inside = args.iter().any(|arg| listed("run exec", arg.value.prefix()));
        let is_named = |arg: &Arg| listed(row.words, arg.value.prefix()) && !(inside && row.words == "cp");
        // The other side fills it in: `scp 'h:*.json' .`
        let is_filled_in = |arg: &Arg| {
            row.copies && is_elsewhere(arg) && arg.value.prefix().contains(['*', '?', '[', '{', '$', '`'])
        };
        let has_letter = |arg: &Arg| {
            let short = arg.value.prefix().strip_prefix('-').filter(|rest| !rest.starts_with('-'));
            let flags = short.map(|rest| rest.split(row.valued).next().unwrap_or(rest));
            flags.is_some_and(|flags| flags.contains(row.letters))
        };
        let is_unclear = |arg: &Arg| arg.text().is_none() && arg.value.may_be_flag();
        let always = row.words.is_empty() && row.letters.is_empty();
        let sends =
            row.copies && args.iter().rev().find(|arg| !arg.value.may_be_flag()).is_some_and(is_elsewhere);
        !sends
            && (always
                || args
                    .iter()
                    .any(|arg| is_named(arg) || has_letter(arg) || is_unclear(arg) || is_filled_in(arg)))
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
            ("http://h/%2egit/hooks/x", ".git/hooks/x"),
            ("http://h/.mcp%2Ejson", ".mcp.json"),
            ("http://h/100%/.mcp.json", ".mcp.json"),
        ] {
            assert!(names(word).iter().any(|found| found == name), "{word}: {:?}", names(word));
        }
        assert!(names("a/b").is_empty() && names("http://h").is_empty());
    }
}
