//! The files of a repository that its hooks run.
//!
//! Trusting `bash tools/guard.sh` means to trust what stands in `tools/guard.sh`: trust covers the files that a hook's
//! command line or its variables name and that lie in the repository, with their content; and links in the repository,
//! with where they lead and the content there. What those files run in turn is not seen.

mod search;
mod words;

use crate::sha256;
use mastiff_core::effect::place;
use mastiff_core::hook::{Hook, Loose, loose};
use search::Search;
use std::fs::File;
use std::io::Read;

/// The longest file whose content is looked at.
const LONGEST: u64 = 16 << 20;
/// What is read in all for one configuration. Trust is looked up whenever hooks are loaded: a stranger's file must not
/// make that slow.
const IN_ALL: u64 = 64 << 20;
/// Files and links of one configuration, at most.
const MOST: usize = 1_000;

/// One such file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    /// Where it lies, resolved; of a link, where the link itself lies.
    pub path: String,
    /// Its digest; `None`: it cannot be read, or is too long to be.
    pub digest: Option<String>,
}

/// What trusting hooks covers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pinned {
    /// Files and links, by path.
    pub pins: Vec<Pin>,
    /// Commands that run what nobody can name beforehand, as they are written: no trust covers that.
    pub unclear: Vec<String>,
    /// There is more than anybody could look at.
    too_much: bool,
}

/// What the hooks name below `root`, each once.
pub fn pins(hooks: &[Hook], root: &str) -> Pinned {
    let mut search = Search::new(root);
    let mut unclear: Vec<String> = Vec::new();
    for hook in hooks {
        let line = words::of(hook);
        search.look(&line);
        unclear.extend(line.unclear);
    }
    unclear.append(&mut search.odd);
    unclear.sort_unstable();
    unclear.dedup();
    let too_much = search.is_over
        || search.files.len() + search.links.len() > MOST
        || search.files.values().fold(0, |sum: u64, length| sum.saturating_add(*length)) > IN_ALL;
    let files = search
        .files
        .keys()
        .map(|path| Pin { path: path.clone(), digest: if too_much { None } else { digest(path) } });
    let links = search.links.iter().map(|(path, target)| Pin {
        path: path.clone(),
        digest: Some(sha256::hex(&[b"link", target.as_bytes()])),
    });
    let mut pins: Vec<Pin> = files.chain(links).take(MOST).collect();
    pins.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    Pinned { pins, unclear, too_much }
}

/// What hooks run and no pin covers, each once: a path does not count that lies in the repository, where hooks run.
pub fn unpinned(hooks: &[Hook], root: &str) -> Vec<Loose> {
    let is_outside = |path: &str| {
        path.starts_with('~')
            || !place::within(&place::normal(&place::join(root, path)), &place::normal(root))
    };
    let mut found: Vec<Loose> = hooks.iter().flat_map(loose).collect();
    found.sort_unstable();
    found.dedup();
    found.retain(|one| match one {
        Loose::Path(path) => is_outside(path),
        Loose::Program(_)
        | Loose::Module(_)
        | Loose::Code(_)
        | Loose::Package(_)
        | Loose::Task(_)
        | Loose::Unknown(_)
        | Loose::Server(_)
        | Loose::Loads(_)
        | Loose::Unread(_) => true,
    });
    found
}

impl Pinned {
    /// What is trusted: the configuration, and with it every file it names. `None`: a file that cannot be read cannot
    /// be trusted, nor can more than is looked at.
    pub fn sealed(&self, text: &str) -> Option<String> {
        let mut sealed = text.to_owned();
        for pin in self.pins.iter().filter(|_| !self.too_much) {
            sealed.push_str(&format!("\0{}\0{}", pin.path, pin.digest.as_ref()?));
        }
        (!self.too_much).then_some(sealed)
    }
}

fn digest(path: &str) -> Option<String> {
    let mut content = Vec::new();
    let read = File::open(path).ok()?.take(LONGEST + 1).read_to_end(&mut content).ok()?;
    (read as u64 <= LONGEST).then(|| sha256::hex(&[&content]))
}
