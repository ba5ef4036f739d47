//! Effects in words.

use mastiff_core::effect::{Act, Effect, Hazard, Place};

/// What an effect of a command does, as the end of a sentence about it.
pub fn of_act(act: &Act, effect: &Effect) -> String {
    if let Effect::Delete { place, deep } = effect
        && act.moves()
    {
        return touched("moves or renames", place, *deep);
    }
    describe(effect).1
}

/// What an effect is called in JSON, and what it does, as the end of a sentence about a command.
pub fn describe(effect: &Effect) -> (&'static str, String) {
    match effect {
        Effect::Harmless => ("harmless", "prints or computes".into()),
        Effect::Read { place, deep } => ("read", touched("reads", place, *deep)),
        Effect::Write { place, deep } => ("write", touched("writes", place, *deep)),
        Effect::Delete { place, deep } => ("delete", touched("deletes", place, *deep)),
        Effect::ProjectCode => ("project_code", "runs code of the project".into()),
        Effect::Hazard(hazard) => hazard_words(*hazard),
        Effect::Opaque => ("opaque", "cannot be known before it runs".into()),
        Effect::Catastrophe => ("catastrophe", "does harm that nothing undoes".into()),
    }
}

/// The path an effect is about, as the kernel would be given it.
pub fn path(effect: &Effect) -> Option<&str> {
    match effect {
        Effect::Read { place, .. } | Effect::Write { place, .. } | Effect::Delete { place, .. } => {
            Some(&place.path)
        }
        Effect::Harmless | Effect::ProjectCode | Effect::Hazard(_) | Effect::Opaque | Effect::Catastrophe => {
            None
        }
    }
}

fn touched(verb: &str, place: &Place, deep: bool) -> String {
    let below = if deep { " and what lies below" } else { "" };
    format!("{verb} {}{below}", place.shown)
}

fn hazard_words(hazard: Hazard) -> (&'static str, String) {
    let (kind, words) = match hazard {
        Hazard::Network => ("network", "reaches another machine"),
        Hazard::Install => ("install", "installs packages"),
        Hazard::History => ("history", "rewrites or throws away work"),
        Hazard::Privilege => ("privilege", "raises privilege"),
        Hazard::Machine => ("machine", "changes the machine"),
        Hazard::Secret => ("secret", "shows secrets"),
        Hazard::Lasting => ("lasting", "runs on after the call returns"),
        Hazard::Publish => ("publish", "publishes or writes to a shared service"),
        Hazard::Evasion => ("evasion", "goes around the gate"),
    };
    (kind, words.into())
}
