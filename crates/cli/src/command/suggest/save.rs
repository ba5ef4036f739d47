//! The policy file that proposals are written to.

use crate::exit::Failure;
use mastiff_core::policy::Problem;
use mastiff_core::suggest::{Proposal, Refused, insert};
use mastiff_core::world::Unreadable;
use mastiff_engine::dirs::{environment, variable};
use mastiff_engine::{Dirs, disk, store};
use std::fs;
use std::path::{Path, PathBuf};

/// Names a policy that stands in for the user's.
const VARIABLE: &str = "MASTIFF_POLICY";

/// The file, as it was read.
pub struct Target {
    /// Links followed: a file in dotfiles stays a link's target.
    file: PathBuf,
    /// `None`: there is none yet.
    text: Option<String>,
    added: Vec<Proposal>,
}

impl Target {
    /// The file that was named, or the user's.
    pub fn find(named: Option<&str>) -> Result<Self, Failure> {
        let environment = environment();
        let named = named.or_else(|| variable(&environment, VARIABLE));
        let file = match named {
            Some(file) => std::path::absolute(file)?,
            None => {
                let config = Dirs::of(&environment).config;
                let config = config.ok_or_else(|| Failure::new("there is no home directory for a policy"))?;
                config.join("policy.toml")
            }
        };
        let there = fs::symlink_metadata(&file).is_ok();
        if named.is_some() && !there {
            let message = format!("`{}` does not exist", file.display());
            return Err(Failure::new(message).hint("begin it with the line `version = 1`"));
        }
        let file =
            if there { fs::canonicalize(&file).map_err(|error| unreadable(&file, &error))? } else { file };
        let text = read(&file)?;
        Ok(Target { file, text, added: Vec::new() })
    }

    /// Its path.
    pub fn shown(&self) -> String {
        self.file.display().to_string()
    }

    /// All of these were added.
    pub fn has(&self, proposals: &[Proposal]) -> bool {
        proposals.iter().all(|one| self.added.contains(one))
    }

    /// Writes the file with these proposals in it, or leaves it as it is.
    pub fn add(&mut self, proposals: &[Proposal]) -> Result<(), Failure> {
        let mut text = self.text.clone().unwrap_or_default();
        let new: Vec<&Proposal> = proposals.iter().filter(|one| !self.added.contains(one)).collect();
        for proposal in &new {
            text = insert(&self.shown(), &text, proposal).map_err(|refused| self.refusal(refused))?;
        }
        if read(&self.file)? != self.text {
            return Err(
                Failure::new(format!("`{}` changed while you read this", self.shown())).hint("look again")
            );
        }
        let mode = fs::metadata(&self.file).ok().map(|meta| meta.permissions());
        store::replace(&self.file, &text)?;
        if let Some(mode) = mode {
            fs::set_permissions(&self.file, mode)?;
        }
        let new: Vec<Proposal> = new.into_iter().cloned().collect();
        self.added.extend(new);
        self.text = Some(text);
        Ok(())
    }

    fn refusal(&self, refused: Refused) -> Failure {
        let shown = self.shown();
        match refused {
            Refused::NoRoom => Failure::new(format!("`{shown}` is written in a way that has no room for it"))
                .hint("add the lines yourself; nothing was changed"),
            Refused::Wrong(problems) => {
                let lines: Vec<String> = problems.iter().map(Problem::to_string).collect();
                Failure::new(format!("nothing was changed; it would be wrong:\n{}", lines.join("\n")))
            }
        }
    }
}

fn read(file: &Path) -> Result<Option<String>, Failure> {
    let wrong = |why: &str| Failure::new(format!("the policy `{}` {why}", file.display()));
    match disk::read_regular(file, disk::FILE_BYTES) {
        Ok(text) => Ok(Some(text)),
        Err(Unreadable::Missing) => Ok(None),
        Err(Unreadable::TooLarge) => Err(wrong("is larger than 1 MiB")),
        Err(Unreadable::Other) => Err(wrong("is no regular file with UTF-8 text that you may read")),
    }
}

fn unreadable(file: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("the policy `{}` cannot be read: {error}", file.display()))
}
