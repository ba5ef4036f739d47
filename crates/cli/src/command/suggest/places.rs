//! Where past calls were made, as it is there now.

use super::history::Stop;
use crate::exit::Failure;
use mastiff_core::decide::{Judgement, decide};
use mastiff_core::suggest::{self, Proposal};
use mastiff_core::{Policy, Session, ToolCall};
use mastiff_engine::Disk;
use mastiff_engine::config;
use mastiff_engine::disk::Snapshot;
use mastiff_engine::machine::{Machine, Opened};
use mastiff_engine::session::Seen;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// Session, policy and disk by directory and roots.
pub struct Places {
    machine: Machine,
    named: Option<PathBuf>,
    known: BTreeMap<(String, Vec<String>), Option<Place>>,
    _snapshot: Snapshot,
}

/// One of them.
pub struct Place {
    opened: Opened,
    disk: Disk,
}

impl Places {
    /// None yet.
    pub fn new(policy: Option<&str>) -> Self {
        Places {
            machine: Machine::new(policy),
            named: policy.map(PathBuf::from),
            known: BTreeMap::new(),
            _snapshot: Snapshot::begin(),
        }
    }

    /// The policy of the machine and the user, without any project's.
    pub fn base(&self) -> Result<Policy, Failure> {
        let mut session = Session { env: self.machine.environment.clone(), ..Session::default() };
        let loaded = config::load(&self.machine.dirs, self.named.as_deref(), &mut session);
        loaded.map(|loaded| loaded.policy).map_err(|broken| Failure::new(broken.to_string()))
    }

    /// The place in which a call was made; `None`: it is gone, or its policy cannot be used.
    pub fn of(&mut self, stop: &Stop) -> Option<&Place> {
        let key = (stop.call.cwd.clone(), stop.roots.clone());
        if !self.known.contains_key(&key) {
            let place = self.open(stop);
            self.known.insert(key.clone(), place);
        }
        self.known.get(&key)?.as_ref()
    }

    fn open(&self, stop: &Stop) -> Option<Place> {
        // Roots of the record count only as far as a host could have named them: what is too wide to be one is none.
        if !stop.roots.iter().all(|root| Path::new(root).is_dir()) {
            return None;
        }
        let seen = Seen { id: None, declared: &stop.roots, cwd: &stop.call.cwd, headless: false };
        let opened = self.machine.open(&seen).ok()?;
        let disk = Disk::of(&opened.session);
        Some(Place { opened, disk })
    }
}

impl Place {
    /// The policy that holds there.
    pub fn policy(&self) -> &Policy {
        &self.opened.policy
    }

    /// The verdict on a call under a policy; `None`: mastiff itself failed.
    pub fn judge(&self, call: &ToolCall, policy: &Policy) -> Option<Judgement> {
        catch_unwind(AssertUnwindSafe(|| decide(call, &self.opened.session, policy, &self.disk))).ok()
    }

    /// What would settle a call there.
    pub fn settle(&self, call: &ToolCall) -> Vec<Proposal> {
        let settle = || suggest::settle(call, &self.opened.session, &self.opened.policy, &self.disk);
        catch_unwind(AssertUnwindSafe(settle)).unwrap_or_default()
    }
}
