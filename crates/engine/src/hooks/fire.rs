//! All hooks of one occasion: side by side or one after the other, as their dialects do it.

use super::Cancel;
use super::handler::{handle, start};
use super::rewriting::checked;
use mastiff_core::hook::{
    Answer, Call, Combined, Dialect, Happened, Hook, Occasion, Opinion, Order, Outcome, agreed, combine,
    message, select,
};
use mastiff_core::json::Json;
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Hooks that run at the same time, at most.
const AT_ONCE: usize = 32;

/// One hook that ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Fired {
    /// Which.
    pub hook: Hook,
    /// What it said.
    pub outcome: Outcome,
    /// How long it took.
    pub took: Duration,
    /// It was asked about an input that another hook rewrote after this one had seen it, or for the first time then.
    pub again: bool,
}

/// What came of an occasion.
#[derive(Debug, Default)]
pub struct Firing {
    /// What the hooks say together.
    pub combined: Combined,
    /// Each of them, in the order of the configuration.
    pub fired: Vec<Fired>,
    /// Those that an earlier no made superfluous.
    pub skipped: Vec<Hook>,
    /// Those that nobody waits for. A host that ends may want to.
    pub background: Vec<JoinHandle<()>>,
}

/// Runs the hooks that an occasion is for.
///
/// Hooks of one dialect run together, by its rule; one dialect follows the other. A rewritten input is what the next
/// ones see; and those who have not seen what the call would run with in the end are asked once more.
///
/// ```
/// use mastiff_core::Json;
/// use mastiff_core::hook::{Call, Facts, Happened, Occasion, Opinion, config};
/// use mastiff_engine::hooks::{Cancel, fire};
///
/// let text = r#"{"hooks": {"PreToolUse": [{"command": "echo 'not today'; exit 2"}]}}"#;
/// let hooks = config::read("settings.json", text, None).unwrap().hooks;
/// let facts = Facts { cwd: "/".into(), ..Facts::default() };
/// let input = Json::object([("command", "ls".into())]);
/// let call = Call { id: "1".into(), tool: "Bash".into(), input, mcp: None };
/// let occasion = Occasion { facts: &facts, happened: Happened::Before(&call), now: "2026-01-01T00:00:00.000Z" };
///
/// let firing = fire(&hooks, &occasion, &Cancel::default());
/// assert_eq!(firing.combined.opinion, Opinion::Deny);
/// assert_eq!(firing.combined.reason(), Some("not today"));
/// ```
pub fn fire(hooks: &[Hook], occasion: &Occasion<'_>, cancel: &Cancel) -> Firing {
    let chosen = select(hooks, occasion);
    let mut round = Round::new(occasion, cancel);
    for dialect in Dialect::all() {
        let of_dialect = chosen.iter().enumerate().filter(|(_, hook)| hook.dialect == dialect);
        let (aside, group): (Vec<Numbered<'_>>, Vec<Numbered<'_>>) =
            of_dialect.map(|(number, hook)| (number, &**hook)).partition(|(_, hook)| hook.background);
        for (_, hook) in aside {
            round.background.extend(in_background(hook, &round.occasion(), cancel));
        }
        match order(dialect, &group) {
            Order::Concurrent => round.side_by_side(&group),
            Order::EveryOne => round.one_by_one(&group, false),
            Order::UntilNo => round.one_by_one(&group, true),
        }
    }
    round.ask_again(hooks);
    round.finish()
}

/// A hook with its place in the configuration.
type Numbered<'h> = (usize, &'h Hook);

/// One occasion on its way through the hooks.
struct Round<'a> {
    asked: Occasion<'a>,
    cancel: &'a Cancel,
    /// The call, with the input as it is by now.
    call: Option<Call>,
    /// How often the input was rewritten.
    rewritings: usize,
    /// What has been asked, and how often the input had been rewritten then.
    seen: Vec<(Hook, usize)>,
    fired: Vec<(usize, Fired)>,
    skipped: Vec<Hook>,
    background: Vec<JoinHandle<()>>,
}

impl<'a> Round<'a> {
    fn new(asked: &Occasion<'a>, cancel: &'a Cancel) -> Self {
        Round {
            asked: *asked,
            cancel,
            call: asked.call().cloned(),
            rewritings: 0,
            seen: Vec::new(),
            fired: Vec::new(),
            skipped: Vec::new(),
            background: Vec::new(),
        }
    }

    /// The occasion as the next hook sees it.
    fn occasion(&self) -> Occasion<'_> {
        let happened = match (self.asked.happened, &self.call) {
            (Happened::Before(_), Some(call)) => Happened::Before(call),
            (happened, _) => happened,
        };
        Occasion { happened, ..self.asked }
    }

    fn one_by_one(&mut self, group: &[Numbered<'_>], until_no: bool) {
        let mut no = false;
        for (number, hook) in group {
            if no && until_no {
                self.skipped.push((*hook).clone());
                continue;
            }
            let (outcome, took) = handle(hook, &self.occasion(), self.cancel);
            let outcome = checked(outcome, hook, self.call.as_ref());
            no = no || outcome.opinion == Opinion::Deny;
            self.take(outcome.input.clone());
            self.seen.push(((*hook).clone(), self.rewritings));
            self.fired.push((*number, Fired { hook: (*hook).clone(), outcome, took, again: false }));
        }
    }

    /// Whoever rewrites last would otherwise decide past every guard before it, and past those whose matcher did not
    /// fit before. Those that rewrote in their turn had their say; one that would do so only now does not agree with
    /// what would run. And an allow that was given to another input is none.
    fn ask_again(&mut self, hooks: &[Hook]) {
        if self.rewritings == 0 || self.fired.iter().any(|(_, one)| one.outcome.opinion == Opinion::Deny) {
            return;
        }
        let rewritings = self.rewritings;
        let chosen = select(hooks, &self.occasion());
        let seen =
            |hook: &Hook| self.seen.iter().filter(|(seen, _)| alike(seen, hook)).map(|(_, when)| *when).max();
        let rewrote = |hook: &Hook| {
            self.fired.iter().any(|(_, one)| alike(&one.hook, hook) && one.outcome.input.is_some())
        };
        let blind = |hook: &&Hook| !hook.background && seen(hook) != Some(rewritings) && !rewrote(hook);
        let group: Vec<Numbered<'_>> =
            chosen.iter().map(|hook| &**hook).filter(blind).map(|hook| (usize::MAX, hook)).collect();
        let answers = all_at_once(&group, &self.occasion(), self.cancel);
        let stale: Vec<bool> =
            self.fired.iter().map(|(_, one)| seen(&one.hook) != Some(rewritings)).collect();
        for ((_, one), stale) in self.fired.iter_mut().zip(stale) {
            if stale && one.outcome.opinion == Opinion::Allow {
                one.outcome.opinion = Opinion::None;
            }
        }
        for ((number, hook), (outcome, took)) in group.iter().zip(answers) {
            let outcome = self.agreeing(checked(outcome, hook, self.call.as_ref()));
            self.fired.push((*number, Fired { hook: (*hook).clone(), outcome, took, again: true }));
        }
    }

    fn agreeing(&self, mut outcome: Outcome) -> Outcome {
        let wanted = outcome.input.take();
        if wanted.is_some_and(|wanted| self.call.as_ref().is_none_or(|call| call.input != wanted)) {
            outcome.opinion = Opinion::Deny;
            outcome.reason =
                Some("another hook rewrote the input, and this one wants a different one".into());
        }
        outcome
    }

    fn side_by_side(&mut self, group: &[Numbered<'_>]) {
        let results = all_at_once(group, &self.occasion(), self.cancel);
        let mut fired: Vec<(usize, Fired)> = Vec::new();
        for ((number, hook), (outcome, took)) in group.iter().zip(results) {
            let outcome = checked(outcome, hook, self.call.as_ref());
            fired.push((*number, Fired { hook: (*hook).clone(), outcome, took, again: false }));
        }
        let before = self.rewritings;
        let asked = fired.iter().filter_map(|(_, one)| Some((one.hook.label(), one.outcome.input.as_ref()?)));
        let asked: Vec<(String, &Json)> = asked.collect();
        match agreed(asked.iter().map(|(hook, input)| (hook.as_str(), *input))) {
            Ok(input) => self.take(input),
            Err(why) => refuse_rewriting(&mut fired, &why),
        }
        // Who asked for the new input knows it; the others saw the old one.
        let saw = |one: &Fired| if one.outcome.input.is_some() { self.rewritings } else { before };
        self.seen.extend(fired.iter().map(|(_, one)| (one.hook.clone(), saw(one))));
        self.fired.extend(fired);
    }

    fn take(&mut self, input: Option<Json>) {
        if let (Some(input), Some(call)) = (input, &mut self.call) {
            if call.input != input {
                self.rewritings += 1;
            }
            call.input = input;
        }
    }

    fn finish(mut self) -> Firing {
        self.fired.sort_by_key(|(number, _)| *number);
        let fired: Vec<Fired> = self.fired.into_iter().map(|(_, fired)| fired).collect();
        let answers: Vec<Answer> = fired.iter().map(answer).collect();
        let mut combined = combine(&answers);
        combined.input = self.call.filter(|_| self.rewritings > 0).map(|call| call.input);
        Firing { combined, fired, skipped: self.skipped, background: self.background }
    }
}

/// The same entry of the configuration.
fn alike(a: &Hook, b: &Hook) -> bool {
    a.source == b.source && a.event == b.event && a.action == b.action
}

/// Gemini: one group that wants order makes all wait their turn.
fn order(dialect: Dialect, group: &[Numbered<'_>]) -> Order {
    if group.iter().any(|(_, hook)| hook.sequential) { Order::EveryOne } else { dialect.rules().order }
}

fn all_at_once(group: &[Numbered<'_>], occasion: &Occasion<'_>, cancel: &Cancel) -> Vec<(Outcome, Duration)> {
    if let [(_, hook)] = group {
        return vec![handle(hook, occasion, cancel)];
    }
    let mut results = Vec::new();
    for some in group.chunks(AT_ONCE) {
        thread::scope(|scope| {
            let started: Vec<_> = some
                .iter()
                .map(|(_, hook)| {
                    thread::Builder::new().spawn_scoped(scope, || handle(hook, occasion, cancel)).ok()
                })
                .collect();
            for ((_, hook), thread) in some.iter().zip(started) {
                results.push(match thread {
                    Some(thread) => thread.join().unwrap_or_else(|_| lost()),
                    // No thread to be had: then in this one.
                    None => handle(hook, occasion, cancel),
                });
            }
        });
    }
    results
}

/// The thread of a hook panicked: nobody knows what the hook would have said.
fn lost() -> (Outcome, Duration) {
    let why = "the engine itself failed while this hook ran".to_owned();
    let outcome = Outcome {
        opinion: Opinion::Deny,
        reason: Some(why.clone()),
        failed: Some(why),
        ..Outcome::default()
    };
    (outcome, Duration::ZERO)
}

fn in_background(hook: &Hook, occasion: &Occasion<'_>, cancel: &Cancel) -> Option<JoinHandle<()>> {
    let message = message(hook.dialect, occasion);
    let (hook, cwd, cancel) = (hook.clone(), occasion.facts.cwd.clone(), cancel.clone());
    let run = move || drop(start(&hook, &message, &cwd, &cancel));
    thread::Builder::new().spawn(run).ok()
}

fn refuse_rewriting(fired: &mut [(usize, Fired)], why: &str) {
    for (_, one) in fired.iter_mut().filter(|(_, one)| one.outcome.input.is_some()) {
        one.outcome.input = None;
        one.outcome.opinion = Opinion::Deny;
        one.outcome.reason = Some(why.to_owned());
    }
}

fn answer(fired: &Fired) -> Answer {
    Answer {
        hook: fired.hook.label(),
        dialect: fired.hook.dialect,
        source: fired.hook.source.clone(),
        outcome: fired.outcome.clone(),
    }
}
