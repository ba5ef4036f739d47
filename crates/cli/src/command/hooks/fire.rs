//! `mastiff hooks fire`: runs the hooks of one event, and shows what they say.

mod show;

use super::here::{Here, tell_idle};
use super::no_operands;
use super::occasion::Given;
use crate::args::Args;
use crate::exit::{Exit, Failure};
use crate::render::{self, Paint};
use mastiff_core::hook::{Occasion, Opinion};
use mastiff_engine::clock;
use mastiff_engine::hooks::{Firing, fire};
use mastiff_engine::interrupt::{self, Interrupts, Phase};
use std::thread::JoinHandle;

/// Runs them.
pub fn run(args: &Args, operands: &[String]) -> Result<Exit, Failure> {
    no_operands(operands)?;
    let given = Given::from_args(args)?;
    let here = Here::from_args(args)?;
    let loaded = here.load(args)?;
    tell_idle(&loaded);
    let interrupts = interrupt::catch();
    let cancel = interrupts.enter(Phase::Before);
    let facts = here.facts(args, "fire");
    let occasion = Occasion { facts: &facts, happened: given.happened(), now: &clock::now() };
    let mut firing = fire(&loaded.hooks(), &occasion, &cancel);
    let background = std::mem::take(&mut firing.background);
    let shown = show::Shown {
        event: occasion.event(),
        given: &given,
        loaded: &loaded,
        firing: &firing,
        aside: background.len(),
    };
    render::print(&if args.has("--json") { shown.as_json() } else { shown.as_text(Paint::for_stdout()) })?;
    wait(background);
    Ok(exit(&firing, interrupts))
}

/// Hooks that run beside everything: this process has to stay for them to have their time, and no more than it.
pub fn wait(background: Vec<JoinHandle<()>>) {
    for thread in background {
        // A thread that panicked ran for nobody.
        let _ = thread.join();
    }
}

fn exit(firing: &Firing, interrupts: &Interrupts) -> Exit {
    match (interrupts.signal(), firing.combined.opinion) {
        (_, Opinion::Deny) => Exit::Deny,
        // What was called off might have said anything.
        (Some(_), _) => Exit::Failed,
        (None, Opinion::Ask | Opinion::Defer) => Exit::Ask,
        (None, Opinion::None | Opinion::Allow) => Exit::Fine,
    }
}
