//! Kinds of git's objects, by their names: whether `git show 1a2b3c4` shows a commit or a file. Of contents no more is read
//! than which tree a commit holds.

use mastiff_core::world::ObjectKind;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

mod inflate;

/// Packs that are looked into; with more, nothing is known.
const MAX_PACKS: usize = 2000;
/// Objects of one beginning that are looked at.
const MAX_MATCHES: usize = 64;
/// Steps from a difference to what it is a difference to.
const MAX_DELTAS: usize = 4096;
/// Object directories that lead to others.
const MAX_ALTERNATES: usize = 16;

/// The kinds of all objects in `directory` whose name begins with `id`.
pub fn kinds(directory: &str, id: &str) -> Vec<ObjectKind> {
    let id = id.to_ascii_lowercase();
    let mut found = Vec::new();
    let mut pending = vec![PathBuf::from(directory)];
    let mut seen = 0;
    while let Some(objects) = pending.pop() {
        seen += 1;
        if seen > MAX_ALTERNATES {
            found.push(ObjectKind::Unknown);
            break;
        }
        loose(&objects, &id, &mut found);
        packed(&objects, &id, &mut found);
        let others = std::fs::read_to_string(objects.join("info/alternates")).unwrap_or_default();
        pending.extend(others.lines().filter(|line| !line.is_empty()).map(|line| objects.join(line)));
    }
    found
}

/// `objects/1a/2b3c…`: a compressed text that begins with its kind.
fn loose(objects: &Path, id: &str, found: &mut Vec<ObjectKind>) {
    let Some((folder, rest)) = id.split_at_checked(2) else { return };
    let Ok(entries) = std::fs::read_dir(objects.join(folder)) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| name.starts_with(rest)) && found.len() < MAX_MATCHES {
            found.push(loose_kind(&entry.path()).unwrap_or(ObjectKind::Unknown));
        }
    }
}

/// The tree of a commit by its whole name, where that can be read.
pub fn tree_of(directory: &str, id: &str) -> Option<String> {
    let objects = Path::new(directory);
    let (folder, rest) = id.split_at_checked(2)?;
    let text = match File::open(objects.join(folder).join(rest)) {
        Ok(file) => {
            let text = inflated(&file, 0)?;
            let end = text.iter().position(|byte| *byte == 0)?;
            text.get(end + 1..)?.to_vec()
        }
        Err(_) => packed_commit(objects, id)?,
    };
    let line = text.strip_prefix(b"tree ")?.get(..id.len())?;
    let tree = String::from_utf8(line.to_vec()).ok()?;
    tree.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(tree)
}

fn packed_commit(objects: &Path, id: &str) -> Option<Vec<u8>> {
    let names = std::fs::read_dir(objects.join("pack")).ok()?.flatten().map(|entry| entry.path());
    let indexes = names.filter(|path| path.extension().is_some_and(|ending| ending == "idx"));
    indexes.take(MAX_PACKS).find_map(|path| Pack::open(&path)?.commit(id))
}

/// The first bytes of a text that is compressed from `at` on.
fn inflated(file: &File, at: u64) -> Option<Vec<u8>> {
    let mut start = [0; 512];
    let count = file.read_at(&mut start, at).ok()?;
    // Two bytes say how it is compressed.
    inflate::start(start.get(2..count)?, 96)
}

fn loose_kind(path: &Path) -> Option<ObjectKind> {
    let mut start = [0; 512];
    let count = File::open(path).ok()?.read_at(&mut start, 0).ok()?;
    // Two bytes say how it is compressed.
    let header = inflate::start(start.get(2..count)?, 5)?;
    Some(match header.as_slice() {
        b"commi" => ObjectKind::Commit,
        b"tree " => ObjectKind::Tree,
        b"blob " => ObjectKind::Blob,
        [b't', b'a', b'g', b' ', ..] => ObjectKind::Tag,
        _ => ObjectKind::Unknown,
    })
}

fn packed(objects: &Path, id: &str, found: &mut Vec<ObjectKind>) {
    let Ok(entries) = std::fs::read_dir(objects.join("pack")) else { return };
    let names = entries.flatten().map(|entry| entry.path());
    let mut packs = 0;
    for path in names.filter(|path| path.extension().is_some_and(|ending| ending == "idx")) {
        packs += 1;
        if packs > MAX_PACKS || found.len() >= MAX_MATCHES {
            return found.push(ObjectKind::Unknown);
        }
        match Pack::open(&path) {
            Some(pack) => pack.find(id, found),
            None => found.push(ObjectKind::Unknown),
        }
    }
}

/// A pack with its index, of the second version.
struct Pack {
    index: File,
    pack: File,
    count: u64,
    /// Bytes of one name.
    width: u64,
}

const NAMES: u64 = 8 + 256 * 4;

impl Pack {
    fn open(path: &Path) -> Option<Pack> {
        let index = File::open(path).ok()?;
        if bytes::<8>(&index, 0)? != *b"\xfftOc\0\0\0\x02" {
            return None;
        }
        let count = u64::from(u32::from_be_bytes(bytes(&index, 8 + 255 * 4)?));
        let size = index.metadata().ok()?.len();
        // Two sums stand at the end; large packs have eight more bytes for some objects.
        let width = if size >= NAMES + count * (32 + 8) + 64
            && (size - NAMES - count * 40 - 64).is_multiple_of(8)
            && count > 0
        {
            width_by_order(&index, count)?
        } else {
            20
        };
        Some(Pack { index, pack: File::open(path.with_extension("pack")).ok()?, count, width })
    }

    fn find(&self, id: &str, found: &mut Vec<ObjectKind>) {
        let Some(first) = self.first_not_before(id) else { return found.push(ObjectKind::Unknown) };
        for at in first..self.count {
            match self.name(at) {
                Some(name) if name.starts_with(id) && found.len() < MAX_MATCHES => {
                    found.push(self.kind(at).unwrap_or(ObjectKind::Unknown));
                }
                Some(name) if name.starts_with(id) => return,
                Some(_) => return,
                None => return found.push(ObjectKind::Unknown),
            }
        }
    }

    fn first_not_before(&self, id: &str) -> Option<u64> {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.name(middle)?.as_str() < id { low = middle + 1 } else { high = middle }
        }
        Some(low)
    }

    fn name(&self, at: u64) -> Option<String> {
        let mut name = vec![0; usize::try_from(self.width).ok()?];
        self.index.read_exact_at(&mut name, NAMES + at * self.width).ok()?;
        Some(name.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    fn offset(&self, at: u64) -> Option<u64> {
        let offsets = NAMES + self.count * (self.width + 4);
        let offset = u32::from_be_bytes(bytes(&self.index, offsets + at * 4)?);
        if offset & 0x8000_0000 == 0 {
            return Some(u64::from(offset));
        }
        let large = offsets + self.count * 4 + u64::from(offset & 0x7fff_ffff) * 8;
        Some(u64::from_be_bytes(bytes(&self.index, large)?))
    }

    /// The beginning of a commit that stands there whole, not as a difference.
    fn commit(&self, id: &str) -> Option<Vec<u8>> {
        let at = self.first_not_before(id)?;
        if at >= self.count || self.name(at)? != id {
            return None;
        }
        let offset = self.offset(at)?;
        let head = bytes::<10>(&self.pack, offset)?;
        let size = head.iter().position(|byte| byte & 0x80 == 0)?;
        let is_commit = head.first().is_some_and(|first| (first >> 4) & 7 == 1);
        is_commit.then(|| inflated(&self.pack, offset + u64::try_from(size + 1).ok()?))?
    }

    /// A difference is of the kind of what it is a difference to.
    fn kind(&self, at: u64) -> Option<ObjectKind> {
        let mut offset = self.offset(at)?;
        for _ in 0..MAX_DELTAS {
            let mut head = [0; 64];
            let count = self.pack.read_at(&mut head, offset).ok()?;
            let mut head = head.get(..count)?.iter().copied();
            let first = head.next()?;
            let mut more = first;
            while more & 0x80 != 0 {
                more = head.next()?;
            }
            match (first >> 4) & 7 {
                1 => return Some(ObjectKind::Commit),
                2 => return Some(ObjectKind::Tree),
                3 => return Some(ObjectKind::Blob),
                4 => return Some(ObjectKind::Tag),
                6 => offset = offset.checked_sub(back(&mut head)?)?,
                7 => {
                    let width = usize::try_from(self.width).ok()?;
                    let name: String = head.take(width).map(|byte| format!("{byte:02x}")).collect();
                    let base = self.first_not_before(&name)?;
                    if self.name(base)? != name {
                        return None;
                    }
                    offset = self.offset(base)?;
                }
                _ => return None,
            }
        }
        None
    }
}

/// How far back the base of a difference lies.
fn back(head: &mut impl Iterator<Item = u8>) -> Option<u64> {
    let mut byte = head.next()?;
    let mut far = u64::from(byte & 0x7f);
    while byte & 0x80 != 0 {
        byte = head.next()?;
        far = far.checked_add(1)?.checked_mul(128)?.checked_add(u64::from(byte & 0x7f))?;
    }
    Some(far)
}

/// Names stand in order: with the wrong width they do not.
fn width_by_order(index: &File, count: u64) -> Option<u64> {
    let name = |at: u64| bytes::<20>(index, NAMES + at * 32);
    let mut last = [0; 20];
    for at in 0..count.min(64) {
        let next = name(at)?;
        if next < last {
            return Some(20);
        }
        last = next;
    }
    Some(32)
}

fn bytes<const COUNT: usize>(file: &File, at: u64) -> Option<[u8; COUNT]> {
    let mut bytes = [0; COUNT];
    file.read_exact_at(&mut bytes, at).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    fn git(dir: &Path, args: &[&str]) -> String {
        let config = ["-c", "user.name=n", "-c", "user.email=e@example.com", "-c", "gc.auto=0"];
        let output = Command::new("git").args(config).args(args).current_dir(dir).output().unwrap();
        assert!(output.status.success(), "{args:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// Every object of a repository, by its whole name and by a short one, loose and packed, in both formats.
    #[test]
    fn kinds_are_those_that_git_names() {
        for format in ["sha1", "sha256"] {
            let dir = std::env::temp_dir().join(format!("mastiff-objects-{}-{format}", std::process::id()));
            std::fs::create_dir_all(&dir).unwrap();
            git(&dir, &["init", "-q", &format!("--object-format={format}"), "."]);
            for round in 0..6 {
                let text: String =
                    (0..200).map(|line| format!("line {line} of {}\n", round * line)).collect();
                std::fs::write(dir.join("a"), &text).unwrap();
                std::fs::write(dir.join(format!("b{round}")), format!("short {round}\n")).unwrap();
                git(&dir, &["add", "."]);
                git(&dir, &["commit", "-q", "-m", "x"]);
                git(&dir, &["tag", "-a", "-m", "t", &format!("v{round}")]);
            }
            std::fs::write(dir.join("empty"), "").unwrap();
            git(&dir, &["add", "."]);
            let objects = dir.join(".git/objects");
            let check = |stage: &str| {
                let all = git(&dir, &["cat-file", "--batch-all-objects", "--batch-check"]);
                for line in all.lines() {
                    let words: Vec<&str> = line.split(' ').collect();
                    let expected = match words[1] {
                        "commit" => ObjectKind::Commit,
                        "tree" => ObjectKind::Tree,
                        "blob" => ObjectKind::Blob,
                        "tag" => ObjectKind::Tag,
                        other => panic!("{other}"),
                    };
                    let got = kinds(objects.to_str().unwrap(), words[0]);
                    assert!(
                        !got.is_empty() && got.iter().all(|kind| *kind == expected),
                        "{stage} {line}: {got:?}"
                    );
                    assert!(
                        kinds(objects.to_str().unwrap(), words[0].get(..7).unwrap()).contains(&expected),
                        "{stage} {line}"
                    );
                }
            };
            check("loose");
            git(&dir, &["repack", "-q", "-a", "-d", "-f"]);
            check("packed");
            git(&dir, &["-c", "repack.useDeltaBaseOffset=false", "repack", "-q", "-a", "-d", "-f"]);
            check("packed by names");
            assert_eq!(kinds(objects.to_str().unwrap(), "ffffffffffff"), []);
            std::fs::remove_dir_all(&dir).unwrap();
        }
    }
}
