//! What the screen shows, and what was seen of it.

use crate::command::suggest::{Found, Target};
use crate::pending::Waiting;
use mastiff_core::escape::for_people;
use std::rc::Rc;

/// What is asked at the foot of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Let the chosen call through?
    Approve,
    /// Add the lines to the policy?
    Add,
}

/// A rule for the chosen call.
pub struct Offer {
    /// What would settle it.
    pub found: Found,
    /// Where it would be written.
    pub target: Target,
}

/// The state of the screen.
#[derive(Default)]
pub struct View {
    /// What waits, newest first.
    pub waiting: Vec<Rc<Waiting>>,
    /// The record that is chosen. By its number: what comes later does not move the choice.
    number: u64,
    /// The first line of its description on the screen.
    pub top: usize,
    /// Lines of the description that were on the screen.
    pub seen: usize,
    /// Columns at the last drawing.
    pub width: usize,
    /// Lines that describe the call.
    pub call: usize,
    /// The same with a rule below it.
    pub lines: usize,
    /// How many of them fit.
    pub room: usize,
    /// What is asked.
    pub question: Option<Question>,
    /// What was done, or why not.
    pub said: String,
    /// The rule that is shown.
    pub offer: Option<Offer>,
}

impl View {
    /// Takes what waits now; what of it is new, in words.
    pub fn show(&mut self, waiting: Vec<Rc<Waiting>>) -> Vec<String> {
        let known =
            |one: &Rc<Waiting>| self.waiting.iter().any(|old| old.entry.number() == one.entry.number());
        let new = waiting.iter().filter(|one| !known(one)).map(|one| title(one)).collect();
        let at = self.place();
        self.waiting = waiting;
        if self.chosen().is_none() {
            // What took its place is another call: nothing that was asked or seen holds for it.
            let next = at.min(self.waiting.len().saturating_sub(1));
            self.choose_number(self.waiting.get(next).map_or(0, |one| one.entry.number()));
        }
        new
    }

    /// The call that is chosen.
    pub fn chosen(&self) -> Option<&Rc<Waiting>> {
        self.waiting.iter().find(|one| one.entry.number() == self.number)
    }

    /// Where it stands in the list.
    pub fn place(&self) -> usize {
        self.waiting.iter().position(|one| one.entry.number() == self.number).unwrap_or(0)
    }

    /// Chooses the next one down or up.
    pub fn choose(&mut self, step: isize) {
        let last = self.waiting.len().saturating_sub(1);
        let to = self.place().saturating_add_signed(step).min(last);
        if let Some(one) = self.waiting.get(to).cloned() {
            self.choose_number(one.entry.number());
        }
    }

    fn choose_number(&mut self, number: u64) {
        if self.number != number {
            self.number = number;
            (self.top, self.seen, self.question, self.offer) = (0, 0, None, None);
        }
    }

    /// The next or the previous page of the description.
    pub fn turn(&mut self, forward: bool) {
        let page = self.room.saturating_sub(1).max(1);
        let last = self.lines.saturating_sub(self.room);
        self.top = if forward { (self.top + page).min(last) } else { self.top.saturating_sub(page) };
    }

    /// How many lines of the description nobody has seen yet.
    pub fn unseen(&self) -> usize {
        self.call.saturating_sub(self.seen)
    }

    /// Asks, once all of the call was on the screen.
    pub fn ask_to_approve(&mut self) {
        match (self.chosen().is_some(), self.unseen()) {
            (false, _) => self.said = "nothing waits".into(),
            (true, 0) => self.question = Some(Question::Approve),
            (true, more) => {
                self.said = format!("{more} lines of it are still below: look at them first (space)")
            }
        }
    }

    /// Shows a rule, and asks about it where it is a good one.
    pub fn offer(&mut self, offer: Offer) {
        let may_add = !offer.found.proposals.is_empty() && offer.found.attacks.is_empty();
        self.question = may_add.then_some(Question::Add);
        self.offer = Some(offer);
        // It stands at the end of the description.
        self.top = usize::MAX;
    }
}

/// A call in one line.
pub fn title(one: &Waiting) -> String {
    let summary = one.entry.summary();
    let line = summary.split_whitespace().collect::<Vec<_>>().join(" ");
    for_people(format!("{} {line}", one.judged.tool).trim()).into_owned()
}
