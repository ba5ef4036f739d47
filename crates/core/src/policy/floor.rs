//! The floor: below the policy, and no file lifts it.
//!
//! Matching is by names of a path, folded the way the most forgiving file system would fold them: a false hit asks
//! once too often, a false miss opens the floor.

mod copy;
mod elsewhere;
mod ending;
mod entries;
mod ground;
mod grouped;
mod index;
mod letters;
pub mod linked;
mod named;
mod short;
mod singled;
mod spelled;

pub use copy::originals_of_name;
use ending::Ending;
pub use entries::Group;
use entries::{
    ANCHORED, CREDENTIALS_TO_READ, DATA_EXTENSIONS, ENTRIES, GIT_DIRECTORY, PUBLIC_TO_READ, SECRET_TO_READ,
    SECRET_TO_READ_ANCHORED,
};
pub use ground::{Ground, below_checkout, depth_within, is_no_root};
use index::Index;
pub use short::may_stand_for_floor;
pub use singled::{alternatives, bare, each_with_secrets, meant_by, parts as parts_of_glob, singled_out};

use super::scope::names_of_settings as settings_with_secrets;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// A name of a path, folded. Most names are what they fold to, so nothing is copied.
pub type Name<'a> = Cow<'a, str>;

/// An entry of the floor that a path runs into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The entry, as documented.
    pub entry: &'static str,
    /// What kind of entry.
    pub group: Group,
}

/// The names of a path, folded. `path` is absolute or relative to its root. A name with a colon in it is matched as a whole and
/// without what stands behind.
pub fn names(path: &str) -> Vec<Name<'_>> {
    parts(path).map(fold_whole).collect()
}

/// A folded name is this one, for some file system.
pub fn is_called(name: &str, called: &str) -> bool {
    name == called || cut(name) == called
}

/// How many names a path has.
pub fn depth(path: &str) -> usize {
    parts(path).count()
}

fn parts(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|name| !name.is_empty() && *name != ".")
}

/// The entry that a path (by its folded names below a root, or from `/` when it is in none) runs into.
pub fn hit(names: &[Name<'_>], anchored: bool) -> Option<Hit> {
    hit_of(names, anchored, |_| true)
}

/// The same for the entries of one kind.
fn hit_of(names: &[Name<'_>], anchored: bool, is_meant: impl Fn(&str) -> bool) -> Option<Hit> {
    let anywhere = first_met(&FLOOR, &FLOOR_INDEX, names, is_meant).and_then(nth);
    if !anchored {
        return anywhere;
    }
    anywhere.or_else(|| find(ANCHORED, |entry| matches_from_start(entry, names)))
}

/// An entry that would lie below this directory: `.docker` for `.docker/config.json`. Something unpacked there may
/// bring it.
pub fn hit_below(names: &[Name<'_>]) -> Option<Hit> {
    let likely = names.iter().flat_map(|name| FLOOR_INDEX.likely(name));
    let below =
        |at: &usize| FLOOR.get(*at).is_some_and(|entry| entry.contains('/') && lies_below(entry, names));
    likely.filter(below).min().and_then(nth)
}

/// In a folder that tools make anew by themselves, however much lies in it: `node_modules/.cache`.
pub fn is_cache(names: &[Name<'_>]) -> bool {
    names.windows(2).any(|pair| pair == ["node_modules", ".cache"])
}

fn nth(at: usize) -> Option<Hit> {
    let mut all = ENTRIES.iter().flat_map(|(group, entries)| entries.iter().map(|entry| (*group, *entry)));
    all.nth(at).map(|(group, entry)| Hit { entry, group })
}

fn lies_below(entry: &str, names: &[Name<'_>]) -> bool {
    let parts: Vec<&str> = entry.split('/').collect();
    (1..parts.len()).any(|count| {
        let prefix = parts.get(..count).unwrap_or_default();
        let at = names.len().checked_sub(prefix.len());
        at.and_then(|at| names.get(at..)).is_some_and(|tail| sequence(prefix, tail))
    })
}

fn find(table: &[(Group, &[&'static str])], matches: impl Fn(&str) -> bool) -> Option<Hit> {
    table.iter().find_map(|(group, entries)| {
        let entry = entries.iter().find(|entry| matches(entry))?;
        Some(Hit { entry, group: *group })
    })
}

/// Reading it would show a credential. `directory`: a directory stands there.
pub fn secret_to_read(names: &[Name<'_>], anchored: bool, directory: bool) -> bool {
    let is_one_or_copy = |names: &[Name<'_>], anchored| {
        is_secret(names, anchored, directory)
            || copy::originals(names).any(|names| is_secret(&names, anchored, directory))
    };
    is_one_or_copy(names, anchored) || elsewhere::meant_by(names).any(|names| is_one_or_copy(&names, true))
}

fn is_secret(names: &[Name<'_>], anchored: bool, directory: bool) -> bool {
    let named = first_met(&SECRETS, &SECRETS_INDEX, names, |_| true).is_some();
    let placed = || anchored && SECRET_TO_READ_ANCHORED.iter().any(|entry| may_be_copy_at(entry, names));
    let secret = named || placed() || (!directory && secret_data(names));
    secret && !is_public(names)
}

/// Public after all: `.env.example`, `*.pub`.
fn is_public(names: &[Name<'_>]) -> bool {
    // The stream of a file that is not public may be called like one that is.
    let has_stream = names.last().is_some_and(|last| last.contains(':'));
    !has_stream && PUBLIC_TO_READ.iter().any(|entry| matches_at_end(entry, names))
}

/// `secret` in a name, and what it names is data rather than code.
fn secret_data(names: &[Name<'_>]) -> bool {
    let Some(last) = names.last() else { return false };
    let is_data = |name: &str| {
        let extension = name.trim_start_matches('.').rsplit_once('.').map_or("", |(_, extension)| extension);
        DATA_EXTENSIONS.contains(&extension)
    };
    (is_data(last) || is_data(cut(last))) && names.iter().any(|name| name.contains("secret"))
}

/// Names that secrets have: of each entry, and of data that is called one.
pub fn samples_of_secrets() -> Vec<String> {
    let entries = SECRET_TO_READ.iter().chain(CREDENTIALS_TO_READ).copied().chain(settings_with_secrets());
    let last = |entry: &str| String::from(entry.rsplit('/').next().unwrap_or(entry));
    let mut samples: Vec<String> = entries.map(last).collect();
    samples.extend(DATA_EXTENSIONS.iter().map(|ending| ["secrets.", ending].concat()));
    samples.iter().flat_map(|name| [name.replace('*', ""), name.replace('*', "x")]).collect()
}

/// How the names of secrets end.
pub fn endings_of_secrets() -> impl Iterator<Item = &'static str> {
    let entries = SECRET_TO_READ.iter().chain(CREDENTIALS_TO_READ).copied().chain(settings_with_secrets());
    let ending = |entry: &'static str| entry.rsplit('/').next()?.rsplit_once('.').map(|(_, ending)| ending);
    entries.filter_map(ending).chain(DATA_EXTENSIONS.iter().copied())
}

/// The names at which a path enters what may be a directory of git: `a/b/hooks/x` gives 2. The directory is a
/// repository only if it has, or gets, a `HEAD`.
pub fn git_directory_joints(names: &[Name<'_>]) -> impl Iterator<Item = usize> {
    names
        .iter()
        .enumerate()
        .filter(|(_, name)| GIT_DIRECTORY.iter().any(|called| is_called(name, called)))
        .map(|(at, _)| at)
}

/// The first entry that stands somewhere in the path; what lies below it counts.
fn first_met<const COUNT: usize>(
    entries: &[&str; COUNT],
    index: &Index<COUNT>,
    names: &[Name<'_>],
    is_meant: impl Fn(&str) -> bool,
) -> Option<usize> {
    let met = |at: &usize, name: usize| {
        entries.get(*at).is_some_and(|entry| begins_at(entry, names, name) && is_meant(entry))
    };
    let all = names.iter().enumerate();
    all.flat_map(|(place, name)| index.likely(name).filter(move |at| met(at, place))).min()
}

static FLOOR: [&str; count(ENTRIES)] = flat(ENTRIES);
static FLOOR_INDEX: Index<{ count(ENTRIES) }> = Index::of(&flat(ENTRIES));
const ALL_SECRETS: &[(Group, &[&str])] =
    &[(Group::Secrets, SECRET_TO_READ), (Group::Secrets, CREDENTIALS_TO_READ)];
static SECRETS: [&str; count(ALL_SECRETS)] = flat(ALL_SECRETS);
static SECRETS_INDEX: Index<{ count(ALL_SECRETS) }> = Index::of(&flat(ALL_SECRETS));

#[expect(clippy::indexing_slicing, reason = "the compiler runs it: a mistake is an error there")]
const fn count(table: &[(Group, &[&str])]) -> usize {
    let (mut count, mut row) = (0, 0);
    while row < table.len() {
        count += table[row].1.len();
        row += 1;
    }
    count
}

/// All entries of a table in their order.
#[expect(clippy::indexing_slicing, reason = "the compiler runs it: a mistake is an error there")]
const fn flat<const COUNT: usize>(table: &[(Group, &[&'static str])]) -> [&'static str; COUNT] {
    let mut entries = [""; COUNT];
    let (mut filled, mut row) = (0, 0);
    while row < table.len() {
        let mut at = 0;
        while at < table[row].1.len() {
            entries[filled] = table[row].1[at];
            filled += 1;
            at += 1;
        }
        row += 1;
    }
    entries
}

fn begins_at(entry: &str, names: &[Name<'_>], at: usize) -> bool {
    let Some(tail) = names.get(at..).filter(|tail| may_begin(entry, tail)) else { return false };
    match (entry.contains('/'), tail.first()) {
        (true, _) => Parts::of(entry).begin(tail),
        (false, Some(name)) => name_matches(entry, name),
        (false, None) => false,
    }
}

/// The names may begin with the entry: up to its first wildcard they are the same. Rules most of them out, byte by byte.
fn may_begin(entry: &str, names: &[Name<'_>]) -> bool {
    let mut entry = entry.bytes();
    for name in names {
        let mut name = name.bytes();
        loop {
            match (entry.next(), name.next()) {
                // What stands behind a colon does not count, nor do dots and blanks in front of it.
                (None | Some(b'*' | b'<'), _) | (Some(b'/'), Some(b':' | b'.' | b' ')) => return true,
                (Some(b'/'), None) => break,
                (Some(one), Some(other)) if one == other => {}
                (Some(_), _) => return false,
            }
        }
    }
    false
}

/// The entry is what the path ends with.
fn matches_at_end(entry: &str, names: &[Name<'_>]) -> bool {
    let parts: Vec<&str> = entry.split('/').collect();
    let at = names.len().checked_sub(parts.len());
    at.and_then(|at| names.get(at..)).is_some_and(|tail| sequence(&parts, tail))
}

/// The entry (`/etc/x`) is where the path begins.
fn matches_from_start(entry: &str, names: &[Name<'_>]) -> bool {
    let first = names.first().and_then(|name| name.bytes().next());
    if entry.as_bytes().get(1).copied() != first {
        return false;
    }
    Parts::of(entry.trim_start_matches('/')).begin(names)
}

/// The same, or what somebody put beside it: `/etc/shadow.1`, `/etc/shadow-2024`, `/etc/.shadow.swp`. In the places of the
/// machine whatever begins with the name of a secret and goes on with a sign is taken for a copy.
fn may_be_copy_at(entry: &str, names: &[Name<'_>]) -> bool {
    let first = names.first().and_then(|name| name.bytes().next());
    if entry.as_bytes().get(1).copied() != first {
        return false;
    }
    let beside = || {
        let at = entry.split('/').count().saturating_sub(2);
        let stem = copy::stem(names.get(at)?, entry.rsplit('/').next()?)?;
        let mut original = names.get(..=at)?.to_vec();
        *original.last_mut()? = Cow::Borrowed(stem);
        Some(matches_from_start(entry, &original))
    };
    matches_from_start(entry, names) || beside().unwrap_or(false)
}

/// An entry split at its `**`.
struct Parts<'a> {
    front: &'a str,
    back: Option<&'a str>,
}

impl<'a> Parts<'a> {
    fn of(entry: &'a str) -> Self {
        const ANY: &[u8] = b"/**/";
        // By bytes: a searcher for text costs more than the whole entry.
        let joint = entry.as_bytes().windows(ANY.len()).position(|bytes| bytes == ANY);
        let split = joint.and_then(|at| entry.get(..at).zip(entry.get(at + ANY.len()..)));
        split.map_or(Parts { front: entry, back: None }, |(front, back)| Parts { front, back: Some(back) })
    }

    /// `names` begins with it, or lies below it.
    fn begin(&self, names: &[Name<'_>]) -> bool {
        let count = self.front.split('/').count();
        let Some((head, tail)) = names.split_at_checked(count) else { return false };
        if !self.front.split('/').zip(head).all(|(part, name)| name_matches(part, name)) {
            return false;
        }
        self.back.is_none_or(|back| tail.iter().any(|name| name_matches(back, name)))
    }
}

fn sequence(parts: &[&str], names: &[Name<'_>]) -> bool {
    parts.len() == names.len() && parts.iter().zip(names).all(|(part, name)| name_matches(part, name))
}

/// `*` inside one name, and ends that stand for several; a name as it is, or without the name of a stream.
fn name_matches(pattern: &str, name: &str) -> bool {
    let cut = cut(name);
    matches(pattern, name) || (cut.len() < name.len() && matches(pattern, cut))
}

fn matches(pattern: &str, name: &str) -> bool {
    if let Some((stem, ending)) = Ending::split(pattern) {
        return ending.stems(name).any(|found| matches(stem, found));
    }
    // By bytes and not by searching for text: this runs for hundreds of entries on every path of every call.
    let (first, last) = (pattern.as_bytes().first(), pattern.as_bytes().last());
    if first != Some(&b'*') && first != name.as_bytes().first()
        || last != Some(&b'*') && last != name.as_bytes().last()
    {
        return false;
    }
    let Some(star) = pattern.bytes().position(|b| b == b'*') else { return pattern == name };
    let (Some(front), Some(rest)) = (pattern.get(..star), pattern.get(star + 1..)) else { return false };
    let Some(name) = name.strip_prefix(front) else { return false };
    if !rest.bytes().any(|b| b == b'*') {
        return name.ends_with(rest);
    }
    if let Some(middle) = rest.strip_suffix('*').filter(|middle| !middle.contains('*')) {
        return name.len() >= middle.len() && name.contains(middle);
    }
    let places = name.char_indices().map(|(at, _)| at).chain([name.len()]);
    places.filter_map(|at| name.get(at..)).any(|tail| matches(rest, tail))
}

/// A name as the most forgiving file system would compare it: case and compatible letters folded, invisible characters dropped
/// (HFS+), a stream name and trailing dots or blanks cut (NTFS).
pub fn fold(name: &str) -> Name<'_> {
    match fold_whole(name) {
        Cow::Borrowed(name) => Cow::Borrowed(cut(name)),
        Cow::Owned(name) => Cow::Owned(cut(&name).into()),
    }
}

/// The same with what stands behind a colon: most file systems take it for a letter like any other.
fn fold_whole(name: &str) -> Name<'_> {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'_' | b'.');
    if name.bytes().all(plain) && !name.ends_with('.') {
        return Cow::Borrowed(name);
    }
    let mut folded = String::with_capacity(name.len());
    for c in name.chars().filter(|c| !letters::is_invisible(*c)) {
        letters::push(c, &mut folded);
    }
    folded.truncate(folded.trim_end_matches(['.', ' ']).len());
    Cow::Owned(folded)
}

/// A folded name without the name of a stream.
pub fn cut(name: &str) -> &str {
    name.bytes()
        .position(|b| b == b':')
        .and_then(|colon| name.get(..colon))
        .map_or(name, |name| name.trim_end_matches(['.', ' ']))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Beside each name that some file system takes for one of the floor, one that none does.
    #[test]
    fn names_are_compared_as_the_most_forgiving_file_system_does() {
        for (path, floor) in [
            (".masti\u{fb00}.toml", true),
            (".masti\u{fb01}.toml", false),
            (".gitcon\u{fb01}g", true),
            (".gitcon\u{fb02}g", false),
            (".\u{df}h/config", true),
            (".\u{1e9e}H/config", true),
            (".bashrc", true),
            (".ba\u{17f}hrc", true),
            (".b\u{e4}shrc", false),
            (".\u{ff47}\u{ff49}\u{ff54}/config", true),
            ("\u{ff0e}git/config", true),
            (".\u{1d420}it/config", true),
            (".gi\u{2d71}/config", false),
            (".gi\u{34f}t/config", true),
            (".git::$INDEX_ALLOCATION/config", true),
            (".git. :x/config", true),
            (".bashrc:x", true),
            ("x:.bashrc", false),
            ("prod:db.pem", true),
            ("prod.pem:db", true),
            ("prod:db.txt", false),
            ("\u{fb01}le.txt", false),
        ] {
            assert_eq!(hit(&names(path), false).is_some(), floor, "{path:?}");
        }
        for (path, secret) in [
            ("prod:db.env", true),
            ("prod:db.key", true),
            (".env:x.pub", true),
            (".env.bak:x", true),
            ("my-secrets.json:x", true),
            (".env.example", false),
            ("a:b.rs", false),
        ] {
            assert_eq!(secret_to_read(&names(path), false, false), secret, "{path:?}");
        }
    }

    #[test]
    fn copies_of_secrets_are_secrets() {
        for (path, secret) in [
            (".env", true),
            (".env~", true),
            (".npmrc.bak", true),
            ("certs/server.key.old", true),
            (".prod.env.swp", true),
            ("..env.swp", true),
            (".envrc", true),
            (".env.example", false),
            (".netrc.1", true),
            (".netrc-", true),
            (".pgpass.2.gz", true),
            (".pgpass-20240101", true),
            (".git-credentials.bak.1", true),
            (".aws.bak/credentials", true),
            ("certs/server.key.dpkg-old", true),
            ("certs/.server.key.swp", true),
            ("certs/#server.key#", true),
            ("server.key.~1~", true),
            ("deploy.key.pub", false),
            ("main.rs.bak", false),
            ("main.rs.1", false),
            ("man/keyctl.1", false),
            ("release-20240101", false),
            ("notes~", false),
            ("src/environment.rs", false),
        ] {
            assert_eq!(secret_to_read(&names(path), false, false), secret, "{path}");
        }
    }

    /// Beside each place under another name, a neighbour that is no secret.
    #[test]
    fn secrets_are_known_by_other_spellings_of_their_place() {
        for (path, secret) in [
            // Names that are whole paths, as editors keep undo files, swap files and copies.
            ("/home/user/.vim/undo/%home%user%.aws%credentials", true),
            ("/home/user/.vim/backup/%home%user%.aws%credentials~", true),
            ("/home/user/.vim/swap/%home%user%.ssh%id_ed25519.swp", true),
            ("/home/user/.local/state/nvim/undo/%home%user%.netrc", true),
            ("/home/user/.local/state/nvim/swap/%home%user%.netrc.swo", true),
            ("/home/user/.vim/undo/%etc%shadow", true),
            ("/home/user/.config/micro/backups/%2Fhome%2Fuser%2F.netrc", true),
            ("/home/user/.emacs.d/backups/!home!user!.ssh!id_rsa~", true),
            ("/home/user/.emacs.d/backups/!home!user!.netrc.~1~", true),
            ("/home/user/.emacs.d/auto-save/#!home!user!.netrc#", true),
            ("/home/user/.vim/undo/%home%user%project%src%main.rs", false),
            ("/home/user/.vim/undo/%home%user%project%.env.example", false),
            ("/home/user/.emacs.d/backups/!home!user!project!src!main.rs~", false),
            ("src/100%.netrc-free.md", false),
            // The folder of a program below another folder for settings.
            ("/home/user/.config/irssi/config", true),
            ("/home/user/.config/docker/config.json", true),
            ("/home/user/.config/mozilla/firefox/x/prefs.js", true),
            ("/home/user/.config/remmina/x.remmina", true),
            ("/home/user/.local/share/remmina/x.remmina", true),
            ("/home/user/.config/goa-1.0/accounts.conf", true),
            ("/home/user/.config/openstack/clouds.yaml", true),
            ("/home/user/Library/Application Support/Postman/x", true),
            ("/home/user/Library/Application Support/gh/hosts.yml", true),
            ("/home/user/.var/app/org.x.Y/config/google-chrome/Default/x", true),
            ("/home/user/.var/app/org.x.Y/data/keyrings/login.keyring", true),
            ("/home/user/.var/app/org.x.Y/config/gtk-3.0/settings.ini", false),
            ("/home/user/.config/nvim/init.lua", false),
            ("/home/user/.config/git/ignore", false),
            ("/home/user/.config/pgcli/config", false),
            ("/home/user/.local/share/applications/x.desktop", false),
            ("src/config/irssi/config", false),
            // What was typed.
            ("/home/user/.zsh_sessions/X.history", true),
            ("/home/user/.history", true),
            ("/home/user/.local/share/zsh/history", true),
            ("/home/user/.cache/zsh/history", true),
            ("/home/user/.config/pgcli/history", true),
            ("/home/user/.config/litecli/history", true),
            ("/home/user/.mycli-history", true),
            ("/home/user/.local/share/mcfly/history.db", true),
            ("/home/user/.julia/logs/repl_history.jl", true),
            (".Rhistory", true),
            ("/home/user/.lldb/lldb-history", true),
            ("/home/user/.local/state/nvim/shada/main.shada", true),
            ("docs/history.md", false),
            ("src/history.rs", false),
            ("src/history/mod.rs", false),
            (".github/history.md", false),
            (".worktrees/fix-history/src/main.rs", false),
            // Others beside those that were known.
            ("/home/user/.cf/config.json", true),
            ("/home/user/k3s.yaml", true),
            ("admin-openrc.sh", true),
            ("/home/user/.local/share/lftp/bookmarks", true),
            (".mcp.json", false),
            (".hgignore", false),
            ("src/openrc.rs", false),
        ] {
            assert_eq!(secret_to_read(&names(path), false, false), secret, "{path}");
        }
    }

    /// Beside each copy of a secret of the machine, a neighbour that is none.
    #[test]
    fn copies_of_secrets_of_the_machine_are_secrets() {
        for (path, secret) in [
            ("/etc/shadow", true),
            ("/etc/shadow-", true),
            ("/etc/shadow.1", true),
            ("/etc/shadow.bak", true),
            ("/etc/shadow.bak.1", true),
            ("/etc/shadow.edit", true),
            ("/etc/shadow_old", true),
            ("/etc/shadow 2", true),
            ("/etc/shadow.2024-01-01.gz", true),
            ("/etc/.shadow.swp", true),
            ("/etc/#shadow#", true),
            ("/etc/gshadow.old", true),
            ("/etc/sudoers.rpmsave", true),
            ("/var/backups/shadow.bak", true),
            ("/var/backups/gshadow.1.gz", true),
            ("/var/backups/passwd.bak", false),
            ("/etc/ssl/private.old/site.txt", true),
            ("/etc/ssh/deploy_key.old", true),
            ("/etc/ssh/ssh_host_rsa_key.old", true),
            ("/etc/ssh/ssh_host_rsa_key.pub", false),
            ("/etc/ssh/sshd_config.old", false),
            ("/etc/shadowsocks", false),
            ("/etc/shadow/", true),
            ("/etc/passwd-", false),
            ("/etc/hosts.1", false),
            ("/usr/share/doc/shadow.1", false),
            ("/proc/self/status", false),
            ("/proc/self/fdinfo/1", false),
        ] {
            assert_eq!(secret_to_read(&names(path), true, false), secret, "{path}");
        }
    }

    /// Managers of hooks and of versions look for a file of one's own before the shared one, in the root or in `.config`.
    #[test]
    fn files_of_ones_own_beside_those_of_managers() {
        let row = |entry: &str| {
            let mut rows = ENTRIES.iter().filter(|(_, entries)| entries.contains(&entry));
            rows.next().unwrap().1
        };
        let managers: Vec<&str> = [row(".husky"), row(".nvmrc")].concat();
        let mut tried = 0;
        for entry in managers.iter().filter(|entry| entry.ends_with('>')) {
            let Some((stem, form)) = entry.split_once("<+") else {
                // These are files of one's own themselves.
                assert!([".local-overcommit<data>", "captainhook.config<data>"].contains(entry), "{entry}");
                continue;
            };
            let ends: &[&str] = if form == "data>" { &[".yml", ".toml"] } else { &[".json", ".mjs"] };
            for (own, end) in
                ["", ".local", "-local"].iter().flat_map(|own| ends.iter().map(move |end| (own, end)))
            {
                for folder in ["", ".config/", "sub/"] {
                    let path = [folder, stem, own, end].concat();
                    assert!(hit(&names(&path), false).is_some(), "{path}");
                    tried += 1;
                }
            }
        }
        assert!(tried > 300, "{tried}");
        for path in [
            "hk.local.pkl",
            ".config/hk.local.pkl",
            "hk-local.pkl",
            ".config/hk.pkl",
            "hk.toml",
            "aqua.local.yaml",
            ".hkrc.pkl",
        ] {
            assert!(hit(&names(path), false).is_some(), "{path}");
        }
        for path in [
            "config/schema.pkl",
            "hk.locale.pkl",
            "src/local.yml",
            "lefthook.locale.md",
            "docs/hk.local.md",
            "localhk.pkl",
        ] {
            assert!(hit(&names(path), false).is_none(), "{path}");
        }
    }

    /// What the index finds is what a look at every entry finds.
    #[test]
    fn the_index_misses_no_entry() {
        let samples = FLOOR.iter().chain(&SECRETS).flat_map(|entry| {
            let ends = [("<data>", ".yml"), ("<code>", ".mjs"), ("<rc>", ""), ("<module>", ".abi3.so")];
            let entry =
                ends.iter().fold(entry.replace("<+", "<"), |entry, (end, one)| entry.replace(end, one));
            let plain = entry.replace("/**/", "/any/").replace('*', "");
            let filled = entry.replace("/**/", "/").replace('*', "x-");
            [
                plain.clone(),
                filled,
                ["src/", plain.as_str(), "/below"].concat(),
                ["x", plain.as_str()].concat(),
            ]
        });
        for path in samples.chain(["src/main.rs", "a/b/c", "readme.md", "x", ""].map(String::from)) {
            let names = names(&path);
            let scan = |entries: &[&str]| {
                entries.iter().position(|entry| (0..names.len()).any(|at| begins_at(entry, &names, at)))
            };
            assert_eq!(first_met(&FLOOR, &FLOOR_INDEX, &names, |_| true), scan(&FLOOR), "{path}");
            assert_eq!(first_met(&SECRETS, &SECRETS_INDEX, &names, |_| true), scan(&SECRETS), "{path}");
        }
    }
}
