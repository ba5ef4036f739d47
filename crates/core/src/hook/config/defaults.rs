//! What holds for every hook of a file that does not say it itself.

use super::node::{Field, field};
use super::sheet::Sheet;
use crate::hook::{Dialect, OnFailure};
use alloc::vec::Vec;

/// What a failing hook means, in mastiff's own words.
pub const ON_FAILURE: &[(&str, OnFailure)] = &[("open", OnFailure::Open), ("closed", OnFailure::Closed)];

/// The form of an entry: it says which dialect it was written for when nothing else does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `{"matcher": …, "hooks": […]}`
    Group,
    /// `"command"`, `{"command": …}`
    Plain,
    /// TOML `[[hooks]]`
    Own,
}

/// A file's own words.
#[derive(Clone, Copy, Debug, Default)]
pub struct Defaults {
    /// The file says so, or its place does.
    of_file: Option<Dialect>,
    /// What a failing hook means.
    pub on_failure: Option<OnFailure>,
}

impl Defaults {
    /// Reads them from the top of a file.
    pub fn read(sheet: &mut Sheet<'_>, top: &[Field]) -> Defaults {
        let said = field(top, "dialect").and_then(|field| dialect(sheet, field));
        let on_failure = field(top, "on_failure").and_then(|field| sheet.word(field, ON_FAILURE));
        Defaults { of_file: said.or_else(|| by_place(sheet.file)), on_failure }
    }

    /// The dialect of an entry that may name its own.
    pub fn dialect(&self, own: Option<Dialect>, shape: Shape) -> Dialect {
        let by_shape = match shape {
            Shape::Group => Dialect::Claude,
            Shape::Plain => Dialect::HookSystem,
            Shape::Own => Dialect::Veto,
        };
        own.or(self.of_file).unwrap_or(by_shape)
    }
}

/// A field that names a dialect.
pub fn dialect(sheet: &mut Sheet<'_>, field: &Field) -> Option<Dialect> {
    let words: Vec<(&str, Dialect)> = Dialect::all().map(|dialect| (dialect.name(), dialect)).collect();
    sheet.word(field, &words)
}

/// Whose a file is, by where it lies. A directory alone says nothing: homes and repositories have any name.
const PLACES: &[(&str, Dialect)] = &[
    (".codex/hooks.json", Dialect::Codex),
    (".codex/config.toml", Dialect::Codex),
    (".gemini/settings.json", Dialect::Gemini),
    (".claw.json", Dialect::Claw),
    (".claw/settings.json", Dialect::Claw),
    (".claw/settings.local.json", Dialect::Claw),
    (".agent/settings.toml", Dialect::AgentCode),
    (".config/agent-code/config.toml", Dialect::AgentCode),
];

fn by_place(file: &str) -> Option<Dialect> {
    let ends_with = |place: &str| {
        let mut parts = file.rsplit(['/', '\\']);
        place.rsplit('/').all(|part| parts.next() == Some(part))
    };
    PLACES.iter().find(|(place, _)| ends_with(place)).map(|(_, dialect)| *dialect)
}
