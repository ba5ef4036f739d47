//! Where mastiff finds and keeps its things, from the environment alone.

use crate::ledger::Ledger;
use crate::sys;
use mastiff_core::protocol::Host;
use std::path::{Path, PathBuf};

/// The environment as text, in its order.
pub type Environment = Vec<(String, String)>;

/// The directories of this user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dirs {
    /// The user's home; `None` when neither the environment nor the user database names one.
    pub home: Option<PathBuf>,
    /// The user's configuration of mastiff.
    pub config: Option<PathBuf>,
    /// What mastiff remembers: sessions, trust, the ledger.
    pub state: Option<PathBuf>,
    /// The machine's configuration of mastiff.
    pub managed: PathBuf,
}

/// Variables that say where a policy, the state or the project is.
const PLACES: &[&str] = &["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "MASTIFF_POLICY"];

/// Stands where bytes were that are no text.
const NOT_TEXT: char = '\u{fffd}';

impl Dirs {
    /// Reads `HOME`, `XDG_CONFIG_HOME` and `XDG_STATE_HOME`; as their specification asks, only absolute values count.
    /// One that is not text names a directory that cannot be told: there is none then, rather than another one.
    pub fn of(environment: &[(String, String)]) -> Self {
        let garbled = |name: &str| variable(environment, name).is_some_and(|value| value.contains(NOT_TEXT));
        let of_user = || sys::home_of_user().filter(|home| home.is_absolute());
        let home = if garbled("HOME") { None } else { absolute(environment, "HOME").or_else(of_user) };
        let below = |variable: &str, default: &str| {
            if garbled(variable) {
                return None;
            }
            let base =
                absolute(environment, variable).or_else(|| home.as_ref().map(|home| home.join(default)));
            base.map(|base| base.join("mastiff"))
        };
        Dirs {
            config: below("XDG_CONFIG_HOME", ".config"),
            state: below("XDG_STATE_HOME", ".local/state"),
            managed: PathBuf::from("/etc/mastiff"),
            home,
        }
    }

    /// The configuration and the state are where this user's account has them, whatever the environment says.
    pub fn is_of_account(&self) -> bool {
        let home = sys::home_of_user().and_then(|home| home.to_str().map(str::to_owned));
        home.is_some_and(|home| {
            let own = Dirs::of(&[("HOME".to_owned(), home)]);
            own.config.is_some() && (&own.config, &own.state) == (&self.config, &self.state)
        })
    }

    /// The ledger. The configuration remembers that there is one, so that it is missed when the whole state is removed.
    pub fn ledger(&self) -> Option<Ledger> {
        let ledger = self.state.as_ref().map(|state| Ledger::at(state.join("ledger")))?;
        Some(match &self.config {
            Some(config) => ledger.remembered_in(config),
            None => ledger,
        })
    }
}

/// The environment of this process. What is not text keeps its place with `U+FFFD` in it, so that it neither
/// vanishes (and reads as unset) nor equals anything known.
pub fn environment() -> Environment {
    let lossy = |value: std::ffi::OsString| value.to_string_lossy().into_owned();
    let text = |value: std::ffi::OsString| value.into_string().unwrap_or_else(lossy);
    std::env::vars_os().map(|(name, value)| (text(name), text(value))).collect()
}

/// A variable that says where something of mastiff's or the project is, with a value that is not text: what it names
/// cannot be told, and reading on would mean to use other files than the user's.
pub fn garbled(environment: &[(String, String)]) -> Option<(&str, &str)> {
    let of_hosts = Host::all().flat_map(|host| host.project_variables());
    let mut names = PLACES.iter().chain(of_hosts).copied();
    names.find_map(|name| {
        let found = environment.iter().find(|(n, value)| n == name && value.contains(NOT_TEXT))?;
        Some((found.0.as_str(), found.1.as_str()))
    })
}

/// A variable's value.
pub fn variable<'a>(environment: &'a [(String, String)], name: &str) -> Option<&'a str> {
    environment.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
}

fn absolute(environment: &[(String, String)], name: &str) -> Option<PathBuf> {
    variable(environment, name).map(Path::new).filter(|path| path.is_absolute()).map(Path::to_path_buf)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn env(pairs: &[(&str, &str)]) -> Environment {
        pairs.iter().map(|(n, v)| ((*n).into(), (*v).into())).collect()
    }

    #[test]
    fn the_defaults_lie_below_home() {
        let dirs = Dirs::of(&env(&[("HOME", "/home/user")]));
        assert_eq!(dirs.config, Some("/home/user/.config/mastiff".into()));
        assert_eq!(dirs.state, Some("/home/user/.local/state/mastiff".into()));
        let ledger = dirs.ledger().map(|ledger| ledger.directory().to_owned());
        assert_eq!(ledger, Some("/home/user/.local/state/mastiff/ledger".into()));
    }

    #[test]
    fn only_absolute_variables_count() {
        let dirs = Dirs::of(&env(&[("HOME", "/h"), ("XDG_CONFIG_HOME", "x"), ("XDG_STATE_HOME", "/s")]));
        assert_eq!(dirs.config, Some("/h/.config/mastiff".into()));
        assert_eq!(dirs.state, Some("/s/mastiff".into()));
        let dirs = Dirs::of(&env(&[("HOME", "")]));
        assert_eq!(dirs.home, sys::home_of_user());
    }

    #[test]
    fn whoever_moves_the_home_is_not_the_account() {
        let Some(home) = sys::home_of_user().and_then(|home| home.to_str().map(str::to_owned)) else {
            return;
        };
        assert!(Dirs::of(&env(&[("HOME", &home)])).is_of_account());
        assert!(
            Dirs::of(&env(&[("HOME", &home), ("XDG_CONFIG_HOME", &format!("{home}/.config"))]))
                .is_of_account()
        );
        for other in [("HOME", "/other"), ("XDG_CONFIG_HOME", "/other"), ("XDG_STATE_HOME", "/other")] {
            assert!(!Dirs::of(&env(&[other, ("HOME", &home)])).is_of_account(), "{other:?}");
        }
    }

    #[test]
    fn a_place_that_is_not_text_is_no_place() {
        let odd = "/odd/\u{fffd}";
        let dirs = Dirs::of(&env(&[("HOME", odd)]));
        assert_eq!((dirs.home, dirs.config, dirs.state), (None, None, None));
        let dirs = Dirs::of(&env(&[("HOME", "/h"), ("XDG_CONFIG_HOME", odd)]));
        assert_eq!((dirs.config, dirs.state), (None, Some("/h/.local/state/mastiff".into())));
        let dirs = Dirs::of(&env(&[("HOME", "/h"), ("XDG_STATE_HOME", odd)]));
        assert_eq!((dirs.config, dirs.state), (Some("/h/.config/mastiff".into()), None));
        for name in PLACES.iter().chain(&["CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR"]) {
            let env = env(&[("LANG", odd), (name, odd)]);
            assert_eq!(garbled(&env), Some((*name, odd)));
        }
        assert_eq!(garbled(&env(&[("HOME", "/日本"), ("LANG", odd)])), None);
    }
}
