//! What was seen against what was predicted.

use crate::exceptions;
use crate::predict::{Prediction, settled};
use crate::repository::SECRETS;
use crate::trace::{Deed, Observed, base_name};
use mastiff_core::effect::place;

/// What was done and not predicted, for people.
pub fn surprises(prediction: &Prediction, observed: &[Observed], after: &After) -> Vec<String> {
    let deeds = observed.iter().filter(|one| !is_predicted(prediction, one));
    let deeds = deeds.filter(|one| !exceptions::covers(prediction, one));
    let deeds = deeds.map(|one| format!("{} {:?}", one.by, one.deed));
    let unseen = after.changed.iter().filter(|path| !was_seen(observed, path));
    deeds.chain(unseen.map(|path| format!("the tracer did not see the change of {path}"))).collect()
}

/// How the folders differ from what they were before.
#[derive(Debug, Default)]
pub struct After {
    /// Files that are new, different or gone.
    pub changed: Vec<String>,
}

fn is_predicted(prediction: &Prediction, one: &Observed) -> bool {
    match &one.deed {
        Deed::Read(path) => {
            !SECRETS.contains(&path.as_str()) || prediction.changes(path) || prediction.reads(path)
        }
        Deed::Write(path) | Deed::Delete(path) => changes(prediction, path),
        Deed::MakeDirectory(path) => {
            changes(prediction, path) || prediction.leads_to_change(&settled(&place::normal(path)))
        }
        Deed::Run(path, words) => {
            let name = base_name(path);
            if one.by == "bash" || one.by == "sh" {
                prediction.runs_with(name, words)
            } else {
                prediction.runs(name)
            }
        }
        Deed::Reach(_) => false,
    }
}

fn changes(prediction: &Prediction, path: &str) -> bool {
    let normal = place::normal(path);
    prediction.changes(&settled(path)) || prediction.changes(&settled(&normal)) || prediction.changes(&normal)
}

/// The tracer told of the path, or of one above it that was moved.
fn was_seen(observed: &[Observed], path: &str) -> bool {
    observed.iter().any(|one| match &one.deed {
        Deed::Write(seen) | Deed::Delete(seen) | Deed::MakeDirectory(seen) => {
            place::within(path, &place::normal(seen)) || place::within(path, &settled(seen))
        }
        Deed::Read(_) | Deed::Run(..) | Deed::Reach(_) => false,
    })
}
