//! Effects in words.

use mastiff_core::effect::{Act, Effect, Hazard, Place};

/// What an effect of a command does, as the end of a sentence about it.
pub fn of_act(act: &Act, effect: &Effect) -> String {
    if let Effect::Delete { place, deep } = effect
        && act.moves()
    {
        return touched("moves or renames", place, *deep);
    }
    describe(effect)
}

/// What an effect does, as the end of a sentence about a command.
pub fn describe(effect: &Effect) -> String {
    match effect {
        Effect::Harmless => "prints or computes".into(),
        Effect::Read { place, deep } => touched("reads", place, *deep),
        Effect::Write { place, deep } => touched("writes", place, *deep),
        Effect::Delete { place, deep } => touched("deletes", place, *deep),
        Effect::ProjectCode => "runs code of the project".into(),
        Effect::Hazard(hazard) => hazard_words(*hazard).into(),
        Effect::Opaque => "cannot be known before it runs".into(),
        Effect::Catastrophe => "does harm that nothing undoes".into(),
    }
}

fn touched(verb: &str, place: &Place, deep: bool) -> String {
    let below = if deep { " and what lies below" } else { "" };
    format!("{verb} {}{below}", place.shown)
}

fn hazard_words(hazard: Hazard) -> &'static str {
    match hazard {
        Hazard::Network => "reaches another machine",
        Hazard::Install => "installs packages",
        Hazard::History => "rewrites or throws away work",
        Hazard::Privilege => "raises privilege",
        Hazard::Machine => "changes the machine",
        Hazard::Secret => "shows secrets",
        Hazard::Lasting => "runs on after the call returns",
        Hazard::Publish => "publishes or writes to a shared service",
        Hazard::Evasion => "goes around the gate",
    }
}
