//! `mastiff hooks exec`: a small host around one command.

mod child;
mod question;

use super::fire::wait;
use super::here::{Here, tell_idle};
use crate::args::Args;
use crate::exit::{Exit, Failure};
use crate::{human, quote, render};
use child::Ran;
use mastiff_core::hook::{Call, Done, Facts, Happened, Hook, Occasion, select};
use mastiff_core::json::Json;
use mastiff_engine::hooks::{Before, Engine, Firing, Gate, Loaded, Refused};
use mastiff_engine::interrupt::{self, Interrupts, Phase};
use std::thread::JoinHandle;

/// The command was not run because somebody said no; as shells have it for what may not be executed.
const REFUSED: u8 = 126;

/// One command, with all that surrounds it.
struct Host {
    engine: Engine,
    hooks: Vec<Hook>,
    facts: Facts,
    interrupts: &'static Interrupts,
    background: Vec<JoinHandle<()>>,
}

/// Runs the command behind `--`.
pub fn run(args: &Args, operands: &[String]) -> Result<Exit, Failure> {
    let words = args.behind_dashes().filter(|words| !words.is_empty() && words.len() == operands.len());
    let words = words.ok_or_else(|| {
        Failure::new("which command?").hint("it stands behind `--`: mastiff hooks exec -- cargo test")
    })?;
    let call = Call {
        id: "call-1".into(),
        tool: "Bash".into(),
        input: Json::object([("command", quote::line(words).into())]),
        mcp: None,
    };
    let here = Here::from_args(args)?;
    let loaded = here.load(args)?;
    tell_idle(&loaded);
    let mut host = Host {
        engine: engine(&here, &loaded, args)?,
        hooks: loaded.hooks(),
        facts: here.facts(args, "exec"),
        interrupts: interrupt::catch(),
        background: Vec::new(),
    };
    host.tell(Phase::Before, Happened::Started { source: "startup" });
    let exit = host.around(&call);
    host.tell(Phase::After, Happened::Ended { reason: "other" });
    wait(host.background);
    exit
}

fn engine(here: &Here, loaded: &Loaded, args: &Args) -> Result<Engine, Failure> {
    if !args.has("--no-gate") {
        let gate = Gate::open(&here.project, !human::can_be_asked()).map_err(Failure::new)?;
        return Ok(Engine::with_gate(loaded, gate));
    }
    let ledger = here.machine.dirs.ledger();
    let ledger = ledger.ok_or_else(|| Failure::new("there is no home directory to keep the ledger in"))?;
    Ok(Engine::new(loaded.hooks()).recording_in(ledger))
}

impl Host {
    /// Asks, runs, tells.
    fn around(&mut self, call: &Call) -> Result<Exit, Failure> {
        let cancel = self.interrupts.enter(Phase::Before);
        let before = self.engine.before(&self.facts, call, &cancel);
        // Hooks that were called off have not agreed to anything.
        if let Some(signal) = self.interrupts.signal() {
            return Ok(by_signal(signal));
        }
        let input = match before {
            Before::Run(run) => {
                self.said(run.firing);
                run.input
            }
            Before::Ask(question) => {
                let call = Call { input: question.input.clone(), ..call.clone() };
                self.said(question.firing);
                match self.allowed(&call, &question.reasons) {
                    Ok(()) => call.input,
                    Err(refused) => return Ok(self.refused(*refused)),
                }
            }
            Before::Defer(question) => {
                self.said(question.firing);
                let why = format!(
                    "somebody has to decide later, and nothing is kept here: {}",
                    question.reasons.join("; ")
                );
                let refused = self.engine.refused_unasked(&self.facts, call, &why);
                return Ok(self.refused(refused));
            }
            Before::Refused(refused) => return Ok(self.refused(refused)),
        };
        self.execute(Call { input, ..call.clone() })
    }

    /// A human's answer; without one it is no.
    fn allowed(&self, call: &Call, reasons: &[String]) -> Result<(), Box<Refused>> {
        self.interrupts.enter(Phase::Before);
        if !human::can_be_asked() {
            let why = format!("nobody is there to be asked: {}", reasons.join("; "));
            return Err(Box::new(self.engine.refused_unasked(&self.facts, call, &why)));
        }
        if question::yes(call, reasons) {
            let recorded = self.engine.allowed_by_user(&self.facts, call);
            return recorded.map_err(|why| Box::new(self.engine.refused_unasked(&self.facts, call, &why)));
        }
        Err(Box::new(self.engine.refused_by_user(&self.facts, call)))
    }

    fn execute(&mut self, call: Call) -> Result<Exit, Failure> {
        let command = call.input.get("command").and_then(Json::as_str);
        let command = command.ok_or_else(|| Failure::new("a hook left no command to run"))?;
        if let Some(key) = not_honoured(&call.input) {
            return Err(Failure::new(format!("a hook set `{key}`, and nothing here honours that")));
        }
        let awaited = self.is_awaited(&call);
        self.interrupts.enter(Phase::Command);
        if let Some(signal) = self.interrupts.signal() {
            return Ok(by_signal(signal));
        }
        let ran = child::run(command, awaited, self.interrupts)?;
        let done = ran.done(self.interrupts.signal().is_some());
        let firing = self.engine.after(&self.facts, &call, &done, &self.interrupts.enter(Phase::After));
        ran.print(firing.combined.output.as_ref());
        self.said(firing);
        Ok(exit(&ran))
    }

    /// A hook waits for what comes of the call, so that it must be kept.
    fn is_awaited(&self, call: &Call) -> bool {
        let done = |is_error| Done { is_error, ..Done::default() };
        [false, true].into_iter().any(|failed| {
            let happened = Happened::After(call, &done(failed));
            !select(&self.hooks, &Occasion { facts: &self.facts, happened, now: "" }).is_empty()
        })
    }

    fn tell(&mut self, phase: Phase, happened: Happened<'_>) {
        let cancel = self.interrupts.enter(phase);
        let firing = self.engine.fire(&self.facts, happened, &cancel);
        self.said(firing);
    }

    /// What hooks have to say besides their opinion: there is no model here, so somebody reads it.
    fn said(&mut self, firing: Firing) {
        let all = firing.combined;
        for text in all.context.iter().chain(&all.messages).chain(&all.stop) {
            render::remark(text);
        }
        for warning in &all.warnings {
            render::remark(&format!("warning: {warning}"));
        }
        self.background.extend(firing.background);
    }

    fn refused(&mut self, refused: Refused) -> Exit {
        self.said(refused.firing);
        render::remark_as("", &refused.result);
        Exit::Of(REFUSED)
    }
}

/// A field that the gate reads and this host does not: the command would run in another way than it was judged.
fn not_honoured(input: &Json) -> Option<&str> {
    let Json::Object(fields) = input else { return None };
    let known = |key: &str| matches!(key, "command" | "description");
    fields.iter().map(|(key, _)| key.as_str()).find(|key| !known(key))
}

fn exit(ran: &Ran) -> Exit {
    match (ran.status.code(), std::os::unix::process::ExitStatusExt::signal(&ran.status)) {
        (Some(code), _) => Exit::Of(u8::try_from(code).unwrap_or(u8::MAX)),
        (None, Some(signal)) => by_signal(signal),
        (None, None) => Exit::Of(super::NOT_STARTED),
    }
}

fn by_signal(signal: i32) -> Exit {
    Exit::Of(u8::try_from(signal).unwrap_or(0).saturating_add(128))
}
