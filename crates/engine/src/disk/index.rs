//! The index of git: which files it tracks, and whether the commit that is checked out holds the same.

use super::{objects, read_bytes};
use mastiff_core::world::{Tracked, Unreadable};
use std::path::Path;

/// A larger index is not read.
const MAX_BYTES: u64 = 64 << 20;

/// What is recorded; `None` when the index is of a form that is not read here.
pub fn tracked(git_dir: &str, common_dir: &str) -> Option<Tracked> {
    let width = width(common_dir);
    let head = head(git_dir, common_dir);
    let data = match read_bytes(&Path::new(git_dir).join("index"), MAX_BYTES) {
        Ok(data) => data,
        // Nothing was ever added; a commit may be there all the same.
        Err(Unreadable::Missing) => {
            return Some(Tracked { names: Vec::new(), is_committed: head == Head::Unborn });
        }
        Err(Unreadable::TooLarge | Unreadable::Other) => return None,
    };
    let (names, tree) = Index { data: &data, at: 0, width }.read()?;
    let is_committed = match head {
        Head::Commit(id) => {
            let of_head = objects::tree_of(Path::new(common_dir).join("objects").to_str()?, &id);
            tree.is_some() && of_head == tree
        }
        Head::Unborn => true,
        Head::Unknown => false,
    };
    Some(Tracked { names, is_committed })
}

/// Directories that are recorded as repositories of their own; `None` when the index is of a form that is not read here.
pub fn nested(git_dir: &str, common_dir: &str) -> Option<Vec<String>> {
    let git_dir = Path::new(git_dir);
    let data = match read_bytes(&git_dir.join("index"), MAX_BYTES) {
        Ok(data) => data,
        Err(Unreadable::Missing) => return Some(Vec::new()),
        Err(Unreadable::TooLarge | Unreadable::Other) => return None,
    };
    if holds_only_files(&data) {
        return Some(Vec::new());
    }
    let width = width(common_dir);
    let (mut names, shared) = Index { data: &data, at: 0, width }.nested()?;
    if let Some(shared) = shared {
        let data = read_bytes(&git_dir.join(format!("sharedindex.{shared}")), MAX_BYTES).ok()?;
        names.extend(Index { data: &data, at: 0, width }.nested()?.0);
    }
    Some(names)
}

/// Neither the mode of a repository nor a link to another index is anywhere in it: large ones are told at one look.
fn holds_only_files(data: &[u8]) -> bool {
    let is_absent = |bytes: &[u8]| memchr::memmem::find(data, bytes).is_none();
    data.starts_with(b"DIRC\0\0\0") && is_absent(b"\0\0\xe0\0") && is_absent(b"link\0")
}

/// Bytes of the name of an object.
fn width(common_dir: &str) -> usize {
    let config = std::fs::read_to_string(Path::new(common_dir).join("config")).unwrap_or_default();
    if config.to_ascii_lowercase().contains("sha256") { 32 } else { 20 }
}

#[derive(PartialEq, Eq)]
enum Head {
    Commit(String),
    /// A branch without a commit.
    Unborn,
    Unknown,
}

fn head(git_dir: &str, common_dir: &str) -> Head {
    let common = Path::new(common_dir);
    let Ok(text) = std::fs::read_to_string(Path::new(git_dir).join("HEAD")) else { return Head::Unknown };
    let is_id =
        |text: &str| [40, 64].contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let commit = |text: &str| match is_id(text) {
        true => Head::Commit(text.to_ascii_lowercase()),
        false => Head::Unknown,
    };
    let Some(branch) = text.trim_end().strip_prefix("ref: refs/heads/") else {
        return commit(text.trim_end());
    };
    if common.join("reftable").exists() || branch.split('/').any(|part| matches!(part, "" | "." | "..")) {
        return Head::Unknown;
    }
    if let Ok(text) = std::fs::read_to_string(common.join("refs/heads").join(branch)) {
        return commit(text.trim_end());
    }
    match std::fs::read_to_string(common.join("packed-refs")) {
        Ok(text) => {
            let named = |line: &str| {
                line.split_once(" refs/heads/").filter(|(_, name)| *name == branch).map(|(id, _)| commit(id))
            };
            text.lines().find_map(named).unwrap_or(Head::Unborn)
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Head::Unborn,
        Err(_) => Head::Unknown,
    }
}

struct Index<'a> {
    data: &'a [u8],
    at: usize,
    /// Bytes of the name of an object.
    width: usize,
}

impl Index<'_> {
    /// The paths, and the tree that they make up where git has noted it.
    fn read(mut self) -> Option<(Vec<String>, Option<String>)> {
        let (version, count) = self.start()?;
        let (mut names, mut name) = (Vec::new(), Vec::new());
        for _ in 0..count {
            self.entry(version, &mut name)?;
            names.push(String::from_utf8_lossy(&name).into_owned());
        }
        let mut tree = None;
        while let Some((kind, body)) = self.extension()? {
            match &kind {
                b"TREE" => tree = self.root(&body),
                // In a lower letter: the entries alone do not say what is tracked.
                [first, ..] if first.is_ascii_lowercase() => return None,
                _ => {}
            }
        }
        Some((names, tree))
    }

    /// The paths of repositories, and the name of the index that this one adds to.
    fn nested(mut self) -> Option<(Vec<String>, Option<String>)> {
        /// What git notes in place of the mode of a file.
        const REPOSITORY: u32 = 0o160_000;
        let (version, count) = self.start()?;
        let (mut names, mut name) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let mode = self.entry(version, &mut name)?;
            if mode & 0o170_000 == REPOSITORY {
                // Without a name it takes the place of an entry of the other index.
                let text = std::str::from_utf8(&name).ok().filter(|text| !text.is_empty())?;
                names.push(text.to_owned());
            }
        }
        let mut shared = None;
        while let Some((kind, body)) = self.extension()? {
            match &kind {
                b"link" => {
                    let id = body.get(..self.width)?;
                    shared = id.iter().any(|byte| *byte != 0).then(|| hex(id));
                }
                // Folders that are not checked out: no repository lies there.
                b"sdir" => {}
                [first, ..] if first.is_ascii_lowercase() => return None,
                _ => {}
            }
        }
        Some((names, shared))
    }

    /// The version and the number of entries.
    fn start(&mut self) -> Option<(u32, u32)> {
        if self.take(4)? != b"DIRC" {
            return None;
        }
        let (version, count) = (self.number()?, self.number()?);
        (2..=4).contains(&version).then_some((version, count))
    }

    /// What follows the entries; `Some(None)` at the end.
    fn extension(&mut self) -> Option<Option<([u8; 4], Vec<u8>)>> {
        if self.at >= self.data.len().checked_sub(self.width)? {
            return Some(None);
        }
        let kind: [u8; 4] = self.take(4)?.try_into().ok()?;
        let size = usize::try_from(self.number()?).ok()?;
        Some(Some((kind, self.take(size)?.to_vec())))
    }

    /// The mode of an entry; `name` goes from the path before to its own. In the fourth version it is told by how it differs.
    fn entry(&mut self, version: u32, name: &mut Vec<u8>) -> Option<u32> {
        let start = self.at;
        self.take(24)?;
        let mode = self.number()?;
        self.take(12 + self.width)?;
        let flags = u16::from_be_bytes(self.take(2)?.try_into().ok()?);
        if flags & 0x4000 != 0 {
            self.take(2)?;
        }
        let kept = if version == 4 { name.len().checked_sub(self.back()?)? } else { 0 };
        name.truncate(kept);
        let rest = self.data.get(self.at..)?;
        let end = rest.iter().position(|byte| *byte == 0)?;
        name.extend(self.take(end)?);
        self.take(1)?;
        if version < 4 {
            let length = self.at - 1 - start;
            self.at = start + (length / 8 + 1) * 8;
        }
        Some(mode)
    }

    /// The tree at the top: a name that is empty, how many entries it stands for, how many trees are below, its name.
    fn root(&self, body: &[u8]) -> Option<String> {
        let body = body.strip_prefix(&[0])?;
        let line = body.iter().position(|byte| *byte == b'\n')?;
        let counts = std::str::from_utf8(body.get(..line)?).ok()?;
        // It was changed since.
        if counts.starts_with('-') {
            return None;
        }
        let id = body.get(line + 1..line + 1 + self.width)?;
        Some(hex(id))
    }

    fn take(&mut self, count: usize) -> Option<&[u8]> {
        let end = self.at.checked_add(count)?;
        let taken = self.data.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    fn number(&mut self) -> Option<u32> {
        Some(u32::from_be_bytes(self.take(4)?.try_into().ok()?))
    }

    fn back(&mut self) -> Option<usize> {
        let mut byte = *self.take(1)?.first()?;
        let mut far = usize::from(byte & 0x7f);
        while byte & 0x80 != 0 {
            byte = *self.take(1)?.first()?;
            far = far.checked_add(1)?.checked_mul(128)?.checked_add(usize::from(byte & 0x7f))?;
        }
        Some(far)
    }
}

fn hex(id: &[u8]) -> String {
    id.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    fn git(dir: &Path, args: &[&str]) {
        let config = ["-c", "user.name=n", "-c", "user.email=e@example.com", "-c", "gc.auto=0"];
        let output = Command::new("git").args(config).args(args).current_dir(dir).output().unwrap();
        assert!(output.status.success(), "{args:?}: {output:?}");
    }

    /// In both formats and all versions, what git says of itself.
    #[test]
    fn names_are_those_that_git_tracks() {
        for (format, version) in
            [("sha1", "2"), ("sha1", "3"), ("sha1", "4"), ("sha256", "2"), ("sha256", "4")]
        {
            let dir =
                std::env::temp_dir().join(format!("mastiff-index-{}-{format}-{version}", std::process::id()));
            std::fs::create_dir_all(dir.join("deep/er")).unwrap();
            git(&dir, &["init", "-q", "-b", "main", &format!("--object-format={format}"), "."]);
            let at = dir.join(".git");
            let look = || tracked(at.to_str().unwrap(), at.to_str().unwrap()).unwrap();
            assert_eq!(look(), Tracked { names: Vec::new(), is_committed: true });
            let names = [".env", "README.md", "deep/a", "deep/er/a-long-name", "deep/er/b", "x"];
            names.iter().for_each(|name| std::fs::write(dir.join(name), name).unwrap());
            git(&dir, &["update-index", "--index-version", version]);
            git(&dir, &["add", "-f", "."]);
            git(&dir, &["commit", "-q", "-m", "x"]);
            for round in 0..8 {
                assert_eq!(
                    look(),
                    Tracked { names: names.map(String::from).to_vec(), is_committed: true },
                    "{round}"
                );
                git(&dir, &["commit", "-q", "--allow-empty", "-m", &format!("{round}")]);
            }
            git(&dir, &["repack", "-q", "-a", "-d"]);
            git(&dir, &["pack-refs", "--all"]);
            assert!(look().is_committed, "packed");
            std::fs::remove_file(dir.join(".env")).unwrap();
            assert!(look().names.contains(&String::from(".env")), "gone from the disk");
            git(&dir, &["rm", "-q", "--cached", ".env"]);
            assert!(!look().names.contains(&String::from(".env")));
            assert!(!look().is_committed, "gone from the index, not from the commit");
            git(&dir, &["write-tree"]);
            assert!(!look().is_committed, "noted as a tree, still not committed");
            git(&dir, &["commit", "-q", "-m", "y"]);
            assert!(look().is_committed);
            git(&dir, &["reset", "-q", "--soft", "HEAD~1"]);
            assert!(!look().is_committed);
            std::fs::remove_dir_all(&dir).unwrap();
        }
    }

    /// Also where the index is split in two, or leaves folders out.
    #[test]
    fn repositories_are_told_from_files() {
        for version in ["2", "3", "4"] {
            let dir = std::env::temp_dir().join(format!("mastiff-nested-{}-{version}", std::process::id()));
            std::fs::create_dir_all(dir.join("deep/sub")).unwrap();
            git(&dir, &["init", "-q", "-b", "main", "."]);
            let at = dir.join(".git");
            let look = || nested(at.to_str().unwrap(), at.to_str().unwrap()).unwrap();
            assert_eq!(look(), Vec::<String>::new());
            ["a", "deep/b", "z"].iter().for_each(|name| std::fs::write(dir.join(name), name).unwrap());
            git(&dir.join("deep/sub"), &["init", "-q", "-b", "main", "."]);
            git(&dir.join("deep/sub"), &["commit", "-q", "--allow-empty", "-m", "x"]);
            git(&dir, &["update-index", "--index-version", version]);
            git(&dir, &["add", "a", "z"]);
            assert_eq!(look(), Vec::<String>::new());
            git(&dir, &["add", "."]);
            assert_eq!(look(), ["deep/sub"]);
            git(&dir, &["commit", "-q", "-m", "x"]);
            git(&dir, &["update-index", "--split-index"]);
            std::fs::write(dir.join("a"), "other").unwrap();
            git(&dir, &["add", "a"]);
            assert_eq!(look(), ["deep/sub"], "split");
            git(&dir, &["update-index", "--no-split-index"]);
            std::fs::write(at.join("index"), "DIRC").unwrap();
            assert_eq!(nested(at.to_str().unwrap(), at.to_str().unwrap()), None);
            std::fs::remove_dir_all(&dir).unwrap();
        }
    }
}
