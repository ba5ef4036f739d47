//! Judges calls of long ago: with the machine as it is where their directory is there, else as in an empty repository.

use super::options::Options;
use crate::exit::Failure;
use mastiff_core::decide::decide;
use mastiff_core::effect::Effects;
use mastiff_core::policy::Outcome;
use mastiff_core::protocol::{Asker, Host};
use mastiff_core::{Decision, ToolCall, Verdict, World};
use mastiff_engine::Disk;
use mastiff_engine::disk::{Absent, Snapshot};
use mastiff_engine::machine::{Machine, Opened};
use mastiff_engine::session::Seen;
use mastiff_engine::transcript::Called;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Where a call ran that does not say so.
const UNKNOWN: &str = "/directory-not-known";
/// Places that are kept open.
const PLACES: usize = 256;
/// Calls that share one look at the machine. What a look has seen is kept, so it must end some time.
const LOOK: u32 = 1 << 14;

/// Judges one call after the other.
pub struct Judge {
    machine: Machine,
    against: Option<Machine>,
    places: HashMap<String, Place>,
    key: String,
    look: Option<Snapshot>,
    left: u32,
}

/// What is known about a call's directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// It is there.
    Real,
    /// It is gone.
    Gone,
    /// The transcript does not say it.
    Unknown,
}

/// A call that was judged.
pub struct Judged {
    /// By the policy in force, or the one that was named.
    pub now: Ruling,
    /// By the one it is compared with.
    pub before: Option<Ruling>,
    pub ground: Ground,
    /// A human could have been asked.
    pub can_ask: bool,
}

/// What one policy says.
pub struct Ruling {
    /// What the agent would have been told; an ask also where nobody is there to answer.
    pub decision: Decision,
    pub verdict: Verdict,
    pub effects: Effects,
}

/// A directory with all that is needed to judge in it.
pub struct Place {
    opened: Result<Opened, String>,
    against: Option<Result<Opened, String>>,
    world: Box<dyn World>,
    ground: Ground,
    cwd: String,
}

impl Judge {
    /// Fails where no call could be judged: a policy that is broken.
    pub fn new(options: &Options) -> Result<Self, Failure> {
        let (machine, against) = options.machines();
        for machine in [Some(&machine), against.as_ref()].into_iter().flatten() {
            // No project has this root: what the user and the machine say is left.
            machine.imagine("/").map_err(Failure::new)?;
        }
        Ok(Judge { machine, against, places: HashMap::new(), key: String::new(), look: None, left: 0 })
    }

    /// The verdicts on a call.
    pub fn judge(&mut self, called: &Called) -> Result<Judged, Failure> {
        let place = self.place(called)?;
        let now = place.rule(called, &place.opened);
        let before = place.against.as_ref().map(|opened| place.rule(called, opened));
        let can_ask = called.attended && Asker::from(called.host).asks;
        Ok(Judged { now, before, ground: place.ground, can_ask })
    }

    /// Asks something about a call in its place; `None` where no policy can be had there.
    pub fn ask<T>(
        &mut self,
        called: &Called,
        ask: impl FnOnce(&ToolCall, &Opened, &dyn World) -> T,
    ) -> Result<Option<T>, Failure> {
        let place = self.place(called)?;
        let call = place.call(called);
        Ok(place.opened.as_ref().ok().map(|opened| ask(&call, opened, place.world.as_ref())))
    }

    fn place(&mut self, called: &Called) -> Result<&Place, Failure> {
        if self.left == 0 || self.places.len() >= PLACES {
            self.places.clear();
            // Not in one step: a look that begins while another lives is part of it.
            self.look = None;
            self.look = Some(Snapshot::begin());
            self.left = LOOK;
        }
        self.left -= 1;
        self.key.clear();
        self.key.extend([called.root.as_str(), "\0", called.call.cwd.as_str()]);
        if !self.places.contains_key(&self.key) {
            let place = self.open(called);
            self.places.insert(self.key.clone(), place);
        }
        self.places.get(&self.key).ok_or_else(|| Failure::new("a directory was not kept"))
    }

    fn open(&self, called: &Called) -> Place {
        let cwd = first_known([&called.call.cwd, &called.root]);
        let root = first_known([&called.root, &called.call.cwd]);
        let ground = match (is_directory(root), is_directory(cwd)) {
            _ if cwd == UNKNOWN => Ground::Unknown,
            (true, true) => Ground::Real,
            (true, false) | (false, _) => Ground::Gone,
        };
        let declared = [root.to_owned()];
        let seen = |cwd| Seen { id: None, declared: &declared, cwd, headless: false };
        let open = |machine: &Machine| match (is_directory(root), is_directory(cwd)) {
            (true, true) => machine.open(&seen(cwd)),
            (true, false) => machine.open(&seen(root)),
            (false, _) => machine.imagine(root),
        };
        let opened = open(&self.machine);
        let disk = match &opened {
            Ok(opened) => Disk::of(&opened.session),
            Err(_) => Disk::new(None, ""),
        };
        let gone = Some(root).filter(|root| !is_directory(root));
        let world: Box<dyn World> = match ground {
            Ground::Real => Box::new(disk),
            Ground::Gone | Ground::Unknown => Box::new(Absent::new(disk, gone, cwd)),
        };
        Place { against: self.against.as_ref().map(open), opened, world, ground, cwd: cwd.to_owned() }
    }
}

impl Place {
    fn call(&self, called: &Called) -> ToolCall {
        ToolCall { cwd: self.cwd.clone(), ..called.call.clone() }
    }

    /// A panic is mastiff's own failure, here as in the gate; so is a policy of the project that cannot be read.
    fn rule(&self, called: &Called, opened: &Result<Opened, String>) -> Ruling {
        let opened = match opened {
            Ok(opened) => opened,
            Err(why) => return failed(why),
        };
        let judge = |call: &ToolCall| decide(call, &opened.session, &opened.policy, self.world.as_ref());
        let judged = catch_unwind(AssertUnwindSafe(|| match called.call.cwd == self.cwd {
            true => judge(&called.call),
            false => judge(&self.call(called)),
        }));
        let Ok(judged) = judged else { return failed("mastiff itself failed while judging this call") };
        let host = called.host.map_or("unknown", Host::id);
        let outcome = opened.policy.outcome_of(&judged.verdict, host, called.call.mode.as_deref(), false);
        let decision = match outcome {
            Outcome::Allow => Decision::Allow,
            Outcome::Silent => judged.verdict.decision(),
            Outcome::Ask => Decision::Ask,
            Outcome::Deny => Decision::Deny,
        };
        Ruling { decision, verdict: judged.verdict, effects: judged.effects }
    }
}

fn failed(why: &str) -> Ruling {
    Ruling { decision: Decision::Deny, verdict: Verdict::broken(why), effects: Effects::default() }
}

fn first_known(paths: [&String; 2]) -> &str {
    paths.into_iter().find(|path| path.starts_with('/')).map_or(UNKNOWN, String::as_str)
}

fn is_directory(path: &str) -> bool {
    std::fs::metadata(path).is_ok_and(|found| found.is_dir())
}
