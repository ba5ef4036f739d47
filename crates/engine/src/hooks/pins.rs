//! The files of a repository that its hooks run.
//!
//! Trusting `bash tools/guard.sh` means to trust what stands in `tools/guard.sh`: trust covers the files that a hook's
//! command line names and that lie in the repository, with their content. What those files run in turn is not seen.

use crate::disk::resolve;
use crate::sha256;
use mastiff_core::effect::place;
use mastiff_core::hook::{Action, Hook};
use mastiff_core::world::Stands;
use std::fs::File;
use std::io::Read;

/// The longest file whose content is looked at.
const LONGEST: u64 = 16 << 20;
/// How a command line names the project.
const PROJECT: &[&str] = &[
    "${CLAUDE_PROJECT_DIR}",
    "$CLAUDE_PROJECT_DIR",
    "${GEMINI_PROJECT_DIR}",
    "$GEMINI_PROJECT_DIR",
    "${PWD}",
    "$PWD",
];

/// One such file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    /// Where it lies, resolved.
    pub path: String,
    /// Its digest; `None`: it cannot be read, or is too long to be.
    pub digest: Option<String>,
}

/// The files below `root` that the hooks name, each once.
pub fn pins(hooks: &[Hook], root: &str) -> Vec<Pin> {
    let mut pins: Vec<Pin> = Vec::new();
    for word in hooks.iter().flat_map(words) {
        let Some(pin) = pin(&word, root) else { continue };
        if !pins.contains(&pin) {
            pins.push(pin);
        }
    }
    pins
}

/// What is trusted: the configuration, and with it every file it names. A file that cannot be read cannot be trusted.
pub fn sealed(text: &str, pins: &[Pin]) -> Option<String> {
    let mut sealed = text.to_owned();
    for pin in pins {
        sealed.push_str(&format!("\0{}\0{}", pin.path, pin.digest.as_ref()?));
    }
    Some(sealed)
}

fn words(hook: &Hook) -> Vec<String> {
    match &hook.action {
        Action::Shell { command, .. } => split(command),
        Action::Exec { program, args } => {
            std::iter::once(program).chain(args).flat_map(|word| split(word)).collect()
        }
        Action::Http(_) | Action::Unsupported { .. } => Vec::new(),
    }
}

/// Everything in a command line that may be a path. Too much does no harm: it names no file.
fn split(command: &str) -> Vec<String> {
    let command = PROJECT.iter().fold(command.to_owned(), |text, name| text.replace(name, "."));
    let no_path = |c: char| c.is_whitespace() || "\"'`;|&()<>=$*?[]{}\\".contains(c);
    command.split(no_path).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn pin(word: &str, root: &str) -> Option<Pin> {
    let found = resolve(&place::join(root, word))?;
    let inside = found.path.strip_prefix(root).is_some_and(|below| below.starts_with('/'));
    let file = matches!(found.stands, Stands::File { .. });
    (inside && file).then(|| Pin { digest: digest(&found.path), path: found.path })
}

fn digest(path: &str) -> Option<String> {
    let mut content = Vec::new();
    let read = File::open(path).ok()?.take(LONGEST + 1).read_to_end(&mut content).ok()?;
    (read as u64 <= LONGEST).then(|| sha256::hex(&[&content]))
}
