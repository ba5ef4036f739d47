//! What a verdict becomes, by who asks: `on_stop` and `on_allow`.

use super::document::Set;
use super::layer::{Answer, Answers};
use super::merge::{Key, Placed};
use super::{Level, OnAllow, OnStop, Policy};
use crate::verdict::{Decision, Verdict};

/// What a verdict becomes for this host, mode and run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Say allow.
    Allow,
    /// Say nothing: the host's own rules decide.
    Silent,
    /// Ask a human.
    Ask,
    /// Deny.
    Deny,
}

impl Policy {
    /// What a decision becomes: `on_stop`, `on_allow`, per host, mode and headless run.
    pub fn outcome(&self, decision: Decision, host: &str, mode: Option<&str>, headless: bool) -> Outcome {
        match decision {
            Decision::Allow => match self.on_allow(host, mode, headless) {
                OnAllow::Allow => Outcome::Allow,
                OnAllow::Silent => Outcome::Silent,
            },
            Decision::Ask => match self.on_stop(host, mode, headless) {
                OnStop::Defer | OnStop::Ask => Outcome::Ask,
                OnStop::Deny => Outcome::Deny,
            },
            Decision::Deny => Outcome::Deny,
        }
    }

    /// The same for a verdict: what is merely unknown may be left to the host (`on_stop = "defer"`).
    pub fn outcome_of(&self, verdict: &Verdict, host: &str, mode: Option<&str>, headless: bool) -> Outcome {
        let defers = self.on_stop(host, mode, headless) == OnStop::Defer;
        if defers && verdict.is_merely_unknown() {
            return Outcome::Silent;
        }
        self.outcome(verdict.decision(), host, mode, headless)
    }

    /// What holds where no file says anything: a host that judges for itself what nobody could read is left to do so. Claude
    /// Code's mode `auto` puts a prompt before every call that a hook asks about.
    fn built_in_on_stop(&self, host: &str, mode: Option<&str>) -> OnStop {
        let judges = host == "claude" && mode == Some("auto");
        if judges && self.level() != Level::Strict { OnStop::Defer } else { OnStop::Ask }
    }

    /// What a stop becomes. In a headless run nobody can answer, unless the policy says that somebody can.
    pub(super) fn on_stop(&self, host: &str, mode: Option<&str>, headless: bool) -> OnStop {
        let said = self.answer("on_stop", host, mode, |answer| answer.on_stop.as_ref());
        let here = said.unwrap_or_else(|| self.built_in_on_stop(host, mode));
        if !headless {
            return here;
        }
        let alone = self.settle("headless.on_stop", |layer| layer.answers.headless.on_stop.as_ref());
        here.max(alone.map_or(OnStop::Deny, |(value, _)| value))
    }

    /// What an allow becomes.
    pub(super) fn on_allow(&self, host: &str, mode: Option<&str>, headless: bool) -> OnAllow {
        let here =
            self.answer("on_allow", host, mode, |answer| answer.on_allow.as_ref()).unwrap_or(OnAllow::Allow);
        if !headless {
            return here;
        }
        let alone = self.settle("headless.on_allow", |layer| layer.answers.headless.on_allow.as_ref());
        alone.map_or(here, |(value, _)| here.max(value))
    }

    /// The value for the mode, else for the host, else in general: of the layers that are free the last one, and
    /// nothing below what a layer that is not free, or that locks it, says for this case.
    fn answer<T: Copy + Ord>(
        &self,
        key: &str,
        host: &str,
        mode: Option<&str>,
        get: fn(&Answer) -> Option<&Set<T>>,
    ) -> Option<T> {
        if self.layers.is_empty() {
            return None;
        }
        let levels: [(Key<'_>, Pick<'_, T>); 3] = [
            (Key::answer("mode", mode.unwrap_or_default(), key), &|a| {
                get(a.mode.get(mode?)?).map(|s| s.value)
            }),
            (Key::answer("host", host, key), &|a| get(a.host.get(host)?).map(|s| s.value)),
            (Key::of(key), &|a| get(&a.general).map(|s| s.value)),
        ];
        let said = levels.iter().find_map(|(key, pick)| {
            let mut said: Option<(T, &Placed)> = None;
            for placed in self.layers.iter().filter(|placed| placed.free(key)) {
                let Some(value) = pick(&placed.layer.answers) else { continue };
                if said.is_none_or(|(before, by)| value > before || placed.replaces(key, Some(by))) {
                    said = Some((value, placed));
                }
            }
            said.map(|(value, _)| value)
        });
        let bound = |placed: &Placed| {
            let (key, value) =
                levels.iter().find_map(|(key, pick)| Some((key, pick(&placed.layer.answers)?)))?;
            (!placed.free(key) || placed.locks(key)).then_some(value)
        };
        self.layers.iter().filter_map(bound).fold(said, |said, value| said.max(Some(value)))
    }
}

type Pick<'a, T> = &'a dyn Fn(&Answers) -> Option<T>;
