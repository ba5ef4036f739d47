//! A level of `mastiff init`: one word in the user's policy.

use crate::exit::Failure;
use mastiff_core::policy::{Layer, Level};
use mastiff_engine::Dirs;
use std::path::PathBuf;

/// The level of that name.
pub fn named(word: &str) -> Result<Level, Failure> {
    Level::from_word(word).ok_or_else(|| {
        let words = Level::ALL.map(|level| format!("`{}`: {}", level.word(), level.summary()));
        Failure::new(format!("there is no level `{}`", word.escape_debug())).hint(words.join("\n"))
    })
}

/// A policy file that is to say the level.
pub struct Change {
    file: PathBuf,
    text: String,
    level: Level,
}

impl Change {
    /// What has to be written so that the user's policy says `level`; `None`: it does already.
    pub fn plan(dirs: &Dirs, level: Level) -> Result<Option<Change>, Failure> {
        let Some(file) = dirs.config.as_ref().map(|config| config.join("policy.toml")) else {
            return Err(Failure::new("there is no home directory, so the policy has no place"));
        };
        let before = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::from("version = 1\n"),
            Err(error) => return Err(Failure::new(format!("{} cannot be read: {error}", file.display()))),
        };
        let text = with_level(&before, level);
        let says = |text: &str| {
            let layer = Layer::parse(&file.to_string_lossy(), text).map_err(|problems| {
                let first = problems.first().map_or_else(String::new, ToString::to_string);
                Failure::new(format!("the policy cannot be changed while it is wrong: {first}"))
                    .hint("`mastiff policy lint` shows all that is wrong with it")
            })?;
            Ok::<_, Failure>(layer.level.map(|set| set.value))
        };
        if says(&before)? == Some(level) {
            return Ok(None);
        }
        match says(&text)? == Some(level) {
            true => Ok(Some(Change { file, text, level })),
            false => Err(Failure::new(format!("`level` cannot be found in {}", file.display()))
                .hint(format!("write `level = \"{}\"` at its top", level.word()))),
        }
    }

    /// One line for people.
    pub fn shown(&self) -> String {
        format!("{}: level = \"{}\" ({})", self.file.display(), self.level.word(), self.level.summary())
    }

    /// Writes it.
    pub fn write(&self) -> Result<(), Failure> {
        let cannot = |error: std::io::Error| {
            Failure::new(format!("{} cannot be written: {error}", self.file.display()))
        };
        if let Some(folder) = self.file.parent() {
            std::fs::create_dir_all(folder).map_err(cannot)?;
        }
        std::fs::write(&self.file, &self.text).map_err(cannot)
    }
}

/// The text with this level: in the line that says one, else behind the version. Tables begin where a line starts with `[`.
fn with_level(text: &str, level: Level) -> String {
    let line = format!("level = \"{}\"", level.word());
    let top = text.lines().take_while(|line| !line.trim_start().starts_with('[')).count();
    let is_key = |line: &str, key: &str| {
        line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    let mut lines: Vec<&str> = text.lines().collect();
    let find = |key: &str| text.lines().take(top).position(|line| is_key(line, key));
    match (find("level"), find("version")) {
        (Some(at), _) => lines.splice(at..=at, [line.as_str()]),
        (None, Some(at)) => lines.splice(at + 1..at + 1, [line.as_str()]),
        (None, None) => lines.splice(0..0, [line.as_str()]),
    };
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_the_file_stays() {
        for (before, after) in [
            ("version = 1\n", "version = 1\nlevel = \"quiet\"\n"),
            (
                "# mine\nversion = 1\n\n[rules]\nlevel = 1\n",
                "# mine\nversion = 1\nlevel = \"quiet\"\n\n[rules]\nlevel = 1\n",
            ),
            ("version=1\nlevel=\"strict\" # why\nscratch=[]\n", "version=1\nlevel = \"quiet\"\nscratch=[]\n"),
        ] {
            assert_eq!(with_level(before, Level::Quiet), after);
        }
    }
}
