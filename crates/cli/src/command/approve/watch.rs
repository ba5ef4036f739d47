//! `mastiff approve --watch`: what waits, on one screen, as it comes.

mod detail;
mod notify;
mod screen;
mod view;

use super::{grant, judge_again, record};
use crate::command::{log, pending, suggest};
use crate::exit::{Exit, Failure};
use crate::pending::Finder;
use crate::render::Paint;
use crate::terminal::{Key, Terminal};
use mastiff_engine::clock::Zone;
use mastiff_engine::interrupt;
use mastiff_engine::ledger::{Entry, Ledger, Tail};
use mastiff_engine::machine::Machine;
use std::time::Duration;
use view::{Offer, Question, View};

/// Shows, hears and does, until somebody quits or a signal comes.
pub fn run(length: Duration, all: bool, notify: bool) -> Result<Exit, Failure> {
    let ledger = log::ledger()?;
    let mut watch = Watch::new(ledger, length, all)?;
    watch.look()?;
    let signals = interrupt::catch();
    let mut terminal = Terminal::open()?;
    let paint = Paint::for_stdout();
    loop {
        let lines = screen::frame(&mut watch.view, terminal.size(), paint);
        terminal.draw(lines)?;
        let key = terminal.key()?;
        if let Some(signal) = signals.signal() {
            return Ok(Exit::Of(u8::try_from(128 + signal).unwrap_or(u8::MAX)));
        }
        match key {
            None => {}
            Some(Key::Quit) => return Ok(Exit::Fine),
            Some(Key::Letter('q')) if watch.view.question.is_none() => return Ok(Exit::Fine),
            // Ctrl-L: something else has written on the terminal.
            Some(Key::Other) if watch.view.question.is_none() => terminal.forget(),
            Some(key) => watch.press(key),
        }
        let come = watch.take_up()?;
        if notify && !come.is_empty() {
            notify::tell(&come);
        }
    }
}

struct Watch {
    machine: Machine,
    ledger: Ledger,
    tail: Tail,
    finder: Finder,
    view: View,
    length: Duration,
    all: bool,
}

impl Watch {
    fn new(ledger: Ledger, length: Duration, all: bool) -> Result<Self, Failure> {
        let tail = Tail::of(&ledger).map_err(|error| log::unreadable(&ledger, &error))?;
        Ok(Watch {
            machine: Machine::new(None),
            ledger,
            tail,
            finder: Finder::default(),
            view: View::default(),
            length,
            all,
        })
    }

    /// Looks again if something was recorded since; what waits that did not before, in words.
    fn take_up(&mut self) -> Result<Vec<String>, Failure> {
        let lines = self.tail.lines().map_err(|error| log::unreadable(&self.ledger, &error))?;
        if lines.is_empty() { Ok(Vec::new()) } else { self.look() }
    }

    fn look(&mut self) -> Result<Vec<String>, Failure> {
        let since = if self.all { None } else { Some(pending::recent()) };
        let found = self.finder.find(&self.machine, &self.ledger, since.as_deref());
        let found = found.map_err(|error| log::unreadable(&self.ledger, &error))?;
        Ok(self.view.show(found))
    }

    fn press(&mut self, key: Key) {
        let Some(question) = self.view.question.take() else { return self.command(key) };
        // The same grammar as everywhere: `y` is yes, everything else is no.
        let is_yes = matches!(key, Key::Letter('y' | 'Y'));
        let done = match (is_yes, question) {
            (false, _) => Ok("nothing was changed".into()),
            (true, Question::Approve) => self.approve(),
            (true, Question::Add) => self.add(),
        };
        self.say(done);
    }

    fn command(&mut self, key: Key) {
        self.view.said.clear();
        match key {
            Key::Letter('j') | Key::Down => self.view.choose(1),
            Key::Letter('k') | Key::Up => self.view.choose(-1),
            Key::Letter(' ') | Key::PageDown => self.view.turn(true),
            Key::Letter('b') | Key::PageUp => self.view.turn(false),
            Key::Letter('a') => self.view.ask_to_approve(),
            Key::Letter('x') => {
                let done = self.refuse();
                self.say(done);
            }
            Key::Letter('r') => {
                if let Err(failure) = self.propose() {
                    self.view.said = failure.message;
                }
            }
            Key::Letter(_) | Key::Quit | Key::Other => {}
        }
    }

    fn say(&mut self, done: Result<String, Failure>) {
        self.view.said = done.unwrap_or_else(|failure| failure.message);
    }

    fn chosen(&self) -> Result<Entry, Failure> {
        let chosen = self.view.chosen().map(|one| one.entry.clone());
        chosen.ok_or_else(|| Failure::new("nothing waits"))
    }

    /// As it is judged now: files and policy may have changed since it was shown.
    fn approve(&mut self) -> Result<String, Failure> {
        let entry = self.chosen()?;
        judge_again(&self.machine, &entry)?;
        let until = grant(&self.machine, &self.ledger, &entry, self.length)?;
        Ok(format!("record {} may run once, until {}", entry.number(), Zone::Local.shown(&until)))
    }

    fn refuse(&mut self) -> Result<String, Failure> {
        let number = self.chosen()?.number();
        record(&self.ledger, "refuse", &[("of", number.into())])?;
        Ok(format!("record {number} was refused"))
    }

    fn propose(&mut self) -> Result<(), Failure> {
        let entry = self.chosen()?;
        let found = suggest::for_record(&entry)?;
        let target = suggest::Target::find(None)?;
        self.view.offer(Offer { found, target });
        Ok(())
    }

    fn add(&mut self) -> Result<String, Failure> {
        let Some(mut offer) = self.view.offer.take() else { return Ok("nothing was changed".into()) };
        offer.target.add(&offer.found.proposals)?;
        // What the policy allows by now does not wait any more.
        self.finder = Finder::default();
        self.look()?;
        Ok(format!("added to `{}`", offer.target.shown()))
    }
}
