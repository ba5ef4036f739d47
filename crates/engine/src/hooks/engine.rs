//! All that a host needs: ask before each tool call, tell after it, and nothing gets lost.

use super::book::{Answer, Book};
use super::fire::{Firing, fire};
use super::gate::{self, Gate, Judged};
use super::{Cancel, Loaded};
use crate::denial::{Denial, DenialTracker, Source};
use crate::ledger::{Ledger, Record};
use crate::{clock, redact};
use mastiff_core::effect::Effects;
use mastiff_core::hook::{
    Call, Combined, Denied, Done, Facts, Happened, Hook, Occasion, Opinion, Said, first_line, refusal,
};
use mastiff_core::policy::Outcome;
use mastiff_core::protocol::{approvable as line_of_approvable, line};
use mastiff_core::{Decision, Json, Origin, Reason, Verdict};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The rule of a human's no.
const USER_DENIED: &str = "user_denied";

/// Runs the hooks and the gate of a host.
pub struct Engine {
    hooks: Vec<Hook>,
    gate: Option<Gate>,
    book: Book,
    denials: Mutex<DenialTracker>,
}

/// What a host does with a call.
#[must_use]
#[derive(Debug)]
pub enum Before {
    /// Run it.
    Run(Run),
    /// Ask a human, then tell [`Engine::allowed_by_user`] and run it, or tell [`Engine::refused_by_user`].
    Ask(Question),
    /// End this run and keep the call: somebody decides later.
    Defer(Question),
    /// Do not run it, and give the model this result instead.
    Refused(Refused),
}

/// How a call runs.
#[derive(Debug)]
pub struct Run {
    /// The input: the call's own, or what hooks made of it.
    pub input: Json,
    /// A hook or the gate said that no prompt is needed. Without that the host's own rules decide.
    pub approved: bool,
    /// What else the hooks said.
    pub firing: Firing,
}

/// What a human is asked.
#[derive(Debug)]
pub struct Question {
    /// Why, one line each.
    pub reasons: Vec<String>,
    /// The input the call would run with.
    pub input: Json,
    /// What else the hooks said.
    pub firing: Firing,
}

/// A call that does not run.
#[derive(Debug)]
pub struct Refused {
    /// What the model gets as the call's result, marked as an error.
    pub result: String,
    /// The record of it.
    pub denial: Denial,
    /// What else the hooks said.
    pub firing: Firing,
}

impl Engine {
    /// An engine with these hooks, without a gate and without a ledger.
    pub fn new(hooks: Vec<Hook>) -> Self {
        Engine { hooks, gate: None, book: Book::default(), denials: Mutex::default() }
    }

    /// An engine with the hooks that were found, which it keeps the agent's hands off, and the gate.
    pub fn with_gate(loaded: &Loaded, mut gate: Gate) -> Self {
        gate.protect(loaded.protected());
        let book = Book::of(&gate);
        Engine { gate: Some(gate), book, ..Engine::new(loaded.hooks()) }
    }

    /// The same, with its verdicts recorded there.
    pub fn recording_in(mut self, ledger: Ledger) -> Self {
        self.book.move_to(ledger);
        self
    }

    /// Asks the hooks, then the gate, before a call runs. The gate judges the input that the hooks left.
    pub fn before(&self, facts: &Facts, call: &Call, cancel: &Cancel) -> Before {
        let started = Instant::now();
        let firing = self.fire(facts, Happened::Before(call), cancel);
        let call = match &firing.combined.input {
            Some(input) => &Call { input: input.clone(), ..call.clone() },
            None => call,
        };
        let judged = self.gate.as_ref().map(|gate| gate.judge(call, facts));
        let word = judged.as_ref().map(|judged| self.word(facts, call, judged, &firing)).unwrap_or_default();
        let gates = match word.approved {
            Some(_) => Opinion::Allow,
            None => judged.as_ref().map_or(Opinion::None, |judged| judged.opinion),
        };
        let mut opinion = firing.combined.opinion.max(gates);
        let mut verdict = verdict(&firing.combined, judged.as_ref());
        // Whoever called it off has not agreed to anything.
        if cancel.is_cancelled() && opinion != Opinion::Deny {
            verdict = verdict.and(Reason::new(Decision::Deny, "hook_veto", "the call was called off"));
            opinion = Opinion::Deny;
        }
        let effects = judged.as_ref().map(|judged| &judged.effects);
        let answered = Answered { verdict: &verdict, outcome: outcome(opinion), effects, word: &word };
        let recorded = self.record(facts, call, &answered, started);
        if let Err(why) = &recorded {
            verdict = verdict.and(Reason::new(Decision::Deny, "broken", why.as_str()));
            opinion = Opinion::Deny;
        }
        let approvable = recorded.ok().flatten().filter(|_| word.exact.is_some());
        let input = call.input.clone();
        match opinion {
            Opinion::None | Opinion::Allow => {
                Before::Run(Run { input, approved: opinion == Opinion::Allow, firing })
            }
            Opinion::Ask => Before::Ask(Question { reasons: reasons(&verdict), input, firing }),
            Opinion::Defer => Before::Defer(Question { reasons: reasons(&verdict), input, firing }),
            Opinion::Deny => Before::Refused(self.refuse(facts, call, &verdict, firing, approvable)),
        }
    }

    /// Tells the hooks what came of a call. They cannot stop anything any more; they may replace the output.
    pub fn after(&self, facts: &Facts, call: &Call, done: &Done, cancel: &Cancel) -> Firing {
        self.book.ran(facts, call, done);
        self.fire(facts, Happened::After(call, done), cancel)
    }

    /// The human who was asked said no.
    pub fn refused_by_user(&self, facts: &Facts, call: &Call) -> Refused {
        let no = Reason::new(Decision::Deny, USER_DENIED, "the user said no");
        self.refused_after_all(facts, call, no, Answer::No)
    }

    /// The human who was asked said yes: in the record too, so that it is told from a question nobody answered.
    pub fn allowed_by_user(&self, facts: &Facts, call: &Call) -> Result<(), String> {
        self.book.answer(facts, call, Answer::Yes)
    }

    /// Somebody should have decided, and `why` says why nobody could.
    pub fn refused_unasked(&self, facts: &Facts, call: &Call, why: &str) -> Refused {
        let no = Reason::new(Decision::Deny, "hook_unasked", why);
        self.refused_after_all(facts, call, no, Answer::Nobody)
    }

    fn refused_after_all(&self, facts: &Facts, call: &Call, no: Reason, said: Answer) -> Refused {
        let recorded = self.book.answer(facts, call, said);
        let mut firing = Firing::default();
        // It does not run anyway: a ledger that fails cannot make it stricter.
        firing.combined.warnings.extend(recorded.err());
        self.refuse(facts, call, &Verdict::of(no), firing, None)
    }

    /// Fires the hooks of an event that is no tool call: a session that starts or ends, a prompt, the end of a turn.
    pub fn fire(&self, facts: &Facts, happened: Happened<'_>, cancel: &Cancel) -> Firing {
        fire(&self.hooks, &Occasion { facts, happened, now: &clock::now() }, cancel)
    }

    /// All denials so far.
    pub fn denials(&self) -> DenialTracker {
        self.tracker().clone()
    }

    /// Takes the denial down and tells those who want to know, once.
    fn refuse(
        &self,
        facts: &Facts,
        call: &Call,
        verdict: &Verdict,
        mut firing: Firing,
        approvable: Option<u64>,
    ) -> Refused {
        self.book.refused(call);
        let denial = denial(call, verdict, &firing.combined);
        self.tracker().record(denial.clone());
        let result = result(call, verdict, &firing.combined, approvable);
        let told = Denied {
            reason: denial.reason.clone(),
            summary: denial.summary.clone(),
            time: denial.time.clone(),
            turn: facts.turn.as_ref().and_then(|turn| turn.parse().ok()).unwrap_or(0),
        };
        // With a switch of its own: a call that was called off is denied, and that is told too.
        let informed = self.fire(facts, Happened::Denied(call, &told), &Cancel::default());
        firing.combined.context.extend(informed.combined.context);
        firing.combined.warnings.extend(informed.combined.warnings);
        firing.background.extend(informed.background);
        Refused { result, denial, firing }
    }

    fn record(
        &self,
        facts: &Facts,
        call: &Call,
        answered: &Answered<'_>,
        started: Instant,
    ) -> Result<Option<u64>, String> {
        let gate = self.gate.as_ref();
        let record = Record {
            session: Some(&facts.session_id),
            host: gate::HOST,
            call: Some(&gate::tool_call(call, facts)),
            verdict: answered.verdict,
            outcome: answered.outcome,
            effects: answered.effects,
            roots: gate.map_or(&[], Gate::roots),
            policy: gate.map(Gate::policy),
            headless: gate.is_some_and(Gate::headless),
            paused: false,
            approved: answered.word.approved,
            exact: answered.word.exact.as_deref(),
            took: started.elapsed(),
            version: env!("CARGO_PKG_VERSION"),
        };
        self.book.verdict(&call.id, &record)
    }

    /// What a human said beforehand about a call that the gate stops. What a hook minds they have not lifted.
    fn word(&self, facts: &Facts, call: &Call, judged: &Judged, firing: &Firing) -> Word {
        let Some(gate) = &self.gate else { return Word::default() };
        let own = gate.ledger().map(|ledger| ledger.directory().to_owned());
        // `mastiff approve` finds records in one place.
        if own.is_none() || own.as_deref() != self.book.directory() {
            return Word::default();
        }
        let exact = gate.exact(&gate::tool_call(call, facts), judged);
        let minded = firing.combined.opinion > Opinion::Allow;
        let approved = exact.as_deref().filter(|_| !minded).and_then(|exact| gate.approved(exact));
        Word { exact, approved }
    }

    fn tracker(&self) -> MutexGuard<'_, DenialTracker> {
        self.denials.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An answer, and what it rests on.
struct Answered<'a> {
    verdict: &'a Verdict,
    outcome: Outcome,
    effects: Option<&'a Effects>,
    word: &'a Word,
}

/// A human's word on exactly this call.
#[derive(Default)]
struct Word {
    /// The digest of the call, where a human may let it through.
    exact: Option<String>,
    /// The record that they approved.
    approved: Option<u64>,
}

/// What hooks and gate say, as one verdict.
fn verdict(combined: &Combined, judged: Option<&Judged>) -> Verdict {
    let mut reasons: Vec<Reason> = combined.said.iter().map(reason).collect();
    // A hook that failed and did not stop anything is in the record all the same.
    let warned =
        combined.warnings.iter().map(|text| Reason::new(Decision::Allow, "hook_warning", text.as_str()));
    reasons.extend(warned);
    reasons.extend(judged.iter().flat_map(|judged| judged.verdict.reasons().cloned()));
    if reasons.is_empty() {
        reasons.push(Reason::new(Decision::Allow, "hook_silent", "no hook objects"));
    }
    Verdict::from_reasons(reasons)
}

fn reason(said: &Said) -> Reason {
    let (decision, rule) = match said.opinion {
        Opinion::None => (Decision::Allow, "hook_silent"),
        Opinion::Allow => (Decision::Allow, "hook_allow"),
        Opinion::Ask => (Decision::Ask, "hook_ask"),
        Opinion::Defer => (Decision::Ask, "hook_defer"),
        Opinion::Deny => (Decision::Deny, "hook_veto"),
    };
    let mut reason = Reason::new(decision, rule, format!("`{}`: {}", said.hook, first_line(&said.reason)));
    reason.origin = Origin::Policy { file: said.source.file.clone(), line: said.source.at.line };
    reason
}

fn outcome(opinion: Opinion) -> Outcome {
    match opinion {
        Opinion::None => Outcome::Silent,
        Opinion::Allow => Outcome::Allow,
        Opinion::Ask | Opinion::Defer => Outcome::Ask,
        Opinion::Deny => Outcome::Deny,
    }
}

fn reasons(verdict: &Verdict) -> Vec<String> {
    let stops = verdict.reasons().filter(|reason| reason.decision != Decision::Allow);
    stops.map(|reason| format!("{} [{}]", reason.message, reason.rule)).collect()
}

/// What the model gets: in the words of the host whose hook said no, else the reason itself.
fn result(call: &Call, verdict: &Verdict, combined: &Combined, approvable: Option<u64>) -> String {
    let command = call.input.get("command").and_then(Json::as_str);
    match deciding_hook(combined) {
        Some(said) => refusal(said.dialect, &call.tool, command, &said.reason),
        None => approvable.map_or_else(
            || line(verdict, Outcome::Deny),
            |number| line_of_approvable(verdict, Outcome::Deny, number),
        ),
    }
}

fn deciding_hook(combined: &Combined) -> Option<&Said> {
    combined.deciding().find(|said| said.opinion == Opinion::Deny)
}

fn denial(call: &Call, verdict: &Verdict, combined: &Combined) -> Denial {
    let deciding = verdict.deciding();
    let (source, by, reason) = match deciding_hook(combined) {
        Some(said) => (Source::Hook, said.hook.clone(), said.reason.as_str()),
        None if deciding.rule == USER_DENIED => (Source::User, "user".into(), deciding.message.as_str()),
        None => (Source::Policy, verdict.rule(), deciding.message.as_str()),
    };
    Denial {
        tool: redact::summary(&call.tool, 128),
        call: redact::summary(&call.id, 128),
        by: redact::summary(&by, 256),
        reason: redact::summary(first_line(reason), 512),
        time: clock::now(),
        summary: redact::summary(&summary(call), 256),
        source,
    }
}

/// What a call is about: the command, the path, else its input.
fn summary(call: &Call) -> String {
    let said = ["command", "file_path", "notebook_path", "path", "url", "pattern"];
    let said = said.iter().find_map(|key| call.input.get(key).and_then(Json::as_str));
    said.map_or_else(|| call.input.to_string(), |text| first_line(text).to_owned())
}
