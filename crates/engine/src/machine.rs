//! The machine a call is judged on: environment, directories, policy files, disk.
//!
//! The gate and the commands that people use go through here alike, so that `mastiff check` says what the gate would.

use crate::dirs::{Environment, environment, variable};
use crate::disk::resolve;
use crate::ledger::Ledger;
use crate::session::{self, Seen, physical};
use crate::{Dirs, Disk, config};
use mastiff_core::decide::{Judgement, decide};
use mastiff_core::effect::place::within;
use mastiff_core::policy::Level;
use mastiff_core::world::Stands;
use mastiff_core::{Policy, Session, ToolCall};
use std::path::{Path, PathBuf};

/// What is known before there is a call.
pub struct Machine {
    /// The environment of this process.
    pub environment: Environment,
    /// Where mastiff finds and keeps its things.
    pub dirs: Dirs,
    named: Option<PathBuf>,
    level: Option<Level>,
}

/// What holds for a call's session.
pub struct Opened {
    /// Its roots and what is mastiff's own.
    pub session: Session,
    /// The policy in force.
    pub policy: Policy,
    /// The digest of the files it was made of.
    pub digest: String,
}

impl Machine {
    /// This machine, with the policy file that was named.
    pub fn new(policy: Option<&str>) -> Self {
        Machine::of(environment(), policy)
    }

    /// A machine as this environment shows it.
    pub fn of(environment: Environment, policy: Option<&str>) -> Self {
        let dirs = Dirs::of(&environment);
        Machine { environment, dirs, named: policy.map(PathBuf::from), level: None }
    }

    /// The same, with a level that was named in the place of the files' own.
    pub fn at_level(mut self, level: Option<Level>) -> Self {
        self.level = level;
        self
    }

    fn leveled(&self, policy: Policy) -> Policy {
        match self.level {
            Some(level) => policy.at_level(level),
            None => policy,
        }
    }

    /// The same, whatever policy the environment names.
    pub fn ignore_named_policy(mut self) -> Self {
        self.environment.retain(|(name, _)| name != config::VARIABLE);
        self
    }

    /// The same, with its own places as they were when the host was told of it. Nothing in the environment leads elsewhere then.
    pub fn at(mut self, config: Option<&str>, state: Option<&str>) -> Self {
        if let Some(config) = config {
            self.dirs.config = Some(config.into());
            self = self.ignore_named_policy();
        }
        if let Some(state) = state {
            self.dirs.state = Some(state.into());
        }
        self
    }

    /// Finds session and policy. An error is for people: its first line is complete in itself.
    ///
    /// The user's policy lies below `HOME`. Without it nobody can say whether there is one, and a gate that guessed a
    /// home would be a different gate.
    pub fn open(&self, seen: &Seen<'_>) -> Result<Opened, String> {
        if !variable(&self.environment, "HOME").is_some_and(|home| home.starts_with('/')) {
            return Err("`HOME` is not set to an absolute path, so the policy cannot be found".into());
        }
        let is_there = resolve(seen.cwd).is_some_and(|found| found.stands == Stands::Directory);
        // What cannot be followed is asked for as it stands.
        if !is_there && !std::fs::metadata(seen.cwd).is_ok_and(|found| found.is_dir()) {
            return Err(format!("the working directory `{}` is not there", seen.cwd));
        }
        let found = session::open(seen, &self.dirs, &self.environment);
        let mut session = found.session;
        self.stands_apart(&session)?;
        let named = self.named.as_deref().map(Path::new);
        let loaded = config::load(&self.dirs, named, &mut session).map_err(|broken| broken.to_string())?;
        if let Some(unheard) = found.unheard {
            return Err(unheard);
        }
        Ok(Opened { session, digest: loaded.digest(), policy: self.leveled(loaded.policy) })
    }

    /// Where the verdicts of a session are recorded, for as long as its policy says.
    pub fn ledger(&self, opened: &Opened) -> Option<Ledger> {
        self.dirs.ledger().map(|ledger| ledger.keeping(opened.policy.ledger_limits().into()))
    }

    /// The same for a project whose directory is gone: what would hold if it were there, with nothing in it.
    pub fn imagine(&self, root: &str) -> Result<Opened, String> {
        let mut session = session::imagined(root, &self.dirs, &self.environment);
        self.stands_apart(&session)?;
        let loaded = config::load(&self.dirs, self.named.as_deref(), &mut session);
        let loaded = loaded.map_err(|broken| broken.to_string())?;
        Ok(Opened { session, digest: loaded.digest(), policy: self.leveled(loaded.policy) })
    }

    /// What the gate rests on must not come with the project: a repository may have its host set variables.
    fn stands_apart(&self, session: &Session) -> Result<(), String> {
        let named = |name: &str| variable(&self.environment, name).filter(|path| path.starts_with('/'));
        let pinned = |flag: Option<&Path>, path: &str| flag.is_some_and(|pin| !pin.starts_with(path));
        let config = named("XDG_CONFIG_HOME").filter(|path| !pinned(self.dirs.config.as_deref(), path));
        let state = named("XDG_STATE_HOME").filter(|path| !pinned(self.dirs.state.as_deref(), path));
        let inside = |path: &&str| session.roots.iter().any(|root| within(&physical(path), root));
        match [config, state, named(config::VARIABLE)].into_iter().flatten().find(inside) {
            Some(path) => Err(format!(
                "`{path}`, which the environment names, lies in the project, so whoever wrote the project would decide: \
                 let it lie elsewhere"
            )),
            None => Ok(()),
        }
    }

    /// The verdict on a call.
    pub fn judge(&self, call: &ToolCall, opened: &Opened) -> Judgement {
        let disk = Disk::of(&opened.session);
        decide(call, &opened.session, &opened.policy, &disk)
    }
}
