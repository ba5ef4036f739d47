//! Verdicts over time: by hour while that can be read, else by day or week.

use super::told::{Counts, Told};
use crate::clock::{self, Zone};
use std::collections::BTreeMap;
use std::time::Duration;

/// Hours that are shown one by one.
const HOURS: u64 = 72;
/// Days that are shown one by one.
const DAYS: u64 = 120;
/// Hours that are kept: more are never shown as such.
const KEPT_HOURS: usize = 256;
/// Days that are kept; the newest.
const KEPT_DAYS: usize = 3_660;
/// Steps that are given out at most; the newest.
const STEPS: u64 = 520;

/// What one step stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// `2026-11-15T22`
    Hour,
    /// `2026-11-15`
    Day,
    /// Seven days from this one on.
    Week,
}

/// One step of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// When it begins on the clock of the timeline, as exactly as its unit is.
    pub start: String,
    /// What was said in it.
    pub counts: Counts,
}

/// Counts by hour and by day.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    /// Whose hours and days.
    zone: Zone,
    hours: BTreeMap<u64, Counts>,
    days: BTreeMap<u64, Counts>,
}

impl Timeline {
    /// Nothing yet, on this clock.
    pub fn on(zone: Zone) -> Self {
        Timeline { zone, ..Timeline::default() }
    }

    /// One more at this time; a time that cannot be read is passed over.
    pub fn add(&mut self, time: &str, told: Told) {
        let Some(seconds) = clock::seconds_of(time) else { return };
        let hour = self.zone.wall_seconds(seconds) / 3_600;
        add(&mut self.hours, hour, told, KEPT_HOURS);
        add(&mut self.days, hour / 24, told, KEPT_DAYS);
    }

    /// The steps from the first to the last, also those in which nothing happened.
    pub fn steps(&self) -> (Unit, Vec<Step>) {
        let unit = match (span(&self.days), span(&self.hours)) {
            (days, hours) if days * 24 <= HOURS + 24 && hours <= HOURS => Unit::Hour,
            (days, _) if days <= DAYS => Unit::Day,
            (_, _) => Unit::Week,
        };
        let (counts, hours_each) = match unit {
            Unit::Hour => (&self.hours, 1),
            Unit::Day | Unit::Week => (&self.days, 24),
        };
        let wide = if unit == Unit::Week { 7 } else { 1 };
        (unit, steps(counts, hours_each, wide))
    }
}

fn add(counts: &mut BTreeMap<u64, Counts>, at: u64, told: Told, kept: usize) {
    counts.entry(at).or_default().add(told);
    if counts.len() > kept {
        counts.pop_first();
    }
}

/// How many there are from the first to the last.
fn span(counts: &BTreeMap<u64, Counts>) -> u64 {
    match (counts.first_key_value(), counts.last_key_value()) {
        (Some((first, _)), Some((last, _))) => last - first + 1,
        (_, _) => 0,
    }
}

fn steps(counts: &BTreeMap<u64, Counts>, hours_each: u64, wide: u64) -> Vec<Step> {
    let Some((last, _)) = counts.last_key_value() else { return Vec::new() };
    let number = span(counts).div_ceil(wide).min(STEPS);
    let first = (last + 1).saturating_sub(number * wide);
    let step = |index: u64| {
        let start = first + index * wide;
        let mut sum = Counts::default();
        counts.range(start..start + wide).for_each(|(_, counts)| sum.join(*counts));
        let text = clock::rfc3339(Duration::from_secs(start * hours_each * 3_600));
        let exact = if hours_each == 1 { 13 } else { 10 };
        Step { start: text.get(..exact).unwrap_or_default().to_owned(), counts: sum }
    };
    (0..number).map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(times: &[&str]) -> (Unit, Vec<(String, u64)>) {
        let mut line = Timeline::default();
        times.iter().for_each(|time| line.add(time, Told::Allow));
        let (unit, steps) = line.steps();
        (unit, steps.into_iter().map(|step| (step.start, step.counts.all())).collect())
    }

    #[test]
    fn gaps_are_filled_and_the_unit_fits_the_span() {
        let row = |start: &str, count| (start.to_owned(), count);
        let (unit, steps) = of(&["2026-11-15T22:10:00Z", "2026-11-15T22:50:00Z", "2026-11-16T00:01:00Z"]);
        assert_eq!(unit, Unit::Hour);
        assert_eq!(steps, [row("2026-11-15T22", 2), row("2026-11-15T23", 0), row("2026-11-16T00", 1)]);
        let (unit, steps) = of(&["2026-11-01T00:00:00Z", "2026-11-05T23:00:00Z"]);
        assert_eq!((unit, steps.len()), (Unit::Day, 5));
        assert_eq!(steps.last().unwrap(), &row("2026-11-05", 1));
        let (unit, steps) = of(&["2025-01-01T00:00:00Z", "2026-11-05T23:00:00Z"]);
        assert_eq!((unit, steps.len()), (Unit::Week, 97));
        assert_eq!(steps.iter().map(|(_, count)| count).sum::<u64>(), 2);
    }

    #[test]
    fn no_time_makes_it_endless() {
        assert_eq!(of(&[]).1, []);
        assert_eq!(of(&["", "yesterday", "99999-01-01T00", "2026-13-01T00:00:00Z"]).1, []);
        assert!(of(&["1970-01-01T00:00:00Z", "9999-12-31T23:00:00Z"]).1.len() <= STEPS as usize);
    }
}
