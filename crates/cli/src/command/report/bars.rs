//! Small charts of text.

use super::words::number;
use crate::render::{Paint, columns_of, cut, padded};
use mastiff_core::Decision;
use mastiff_core::escape::for_people;
use mastiff_engine::report::{Aspect, Counts, Group, Step, Timeline, Unit};

/// Columns of a bar.
const BAR: usize = 24;
/// Columns of a name.
const NAME: usize = 44;
/// Eighths of a column.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
/// Steps of time that are shown; the newest.
const STEPS: usize = 24;

/// A bar of at most `columns`; what is not nothing is seen.
pub fn bar(part: u64, whole: u64, columns: usize) -> String {
    let room = columns as u64 * 8;
    let eighths = (part * room).checked_div(whole).unwrap_or(0).min(room).max(u64::from(part > 0));
    let full = usize::try_from(eighths / 8).unwrap_or(0);
    let rest = usize::try_from(eighths % 8).unwrap_or(0);
    "█".repeat(full) + EIGHTHS.get(rest).copied().unwrap_or_default()
}

/// What was stopped under each name: `by rule`, a line each. Nothing for a group without stops.
pub fn stops(title: &str, group: &Group, most: usize, paint: Paint) -> String {
    let top = group.top(most, Counts::stopped);
    let Some((_, greatest)) = top.first() else { return String::new() };
    let names: Vec<String> = top.iter().map(|(name, _)| cut(&for_people(name), NAME)).collect();
    let wide = names.iter().map(|name| columns_of(name)).chain([columns_of(title)]).max().unwrap_or(0);
    let head = format!("{}  {:>7} {:>7}", padded(title, wide + 2), "asked", "denied");
    let mut out = format!("{}\n", paint.bold(&head));
    for (name, (_, counts)) in names.iter().zip(&top) {
        let line = format!(
            "  {}  {} {}  {}",
            padded(name, wide),
            paint.decision(Decision::Ask, &format!("{:>7}", number(counts.asked))),
            paint.decision(Decision::Deny, &format!("{:>7}", number(counts.denied))),
            paint.dim(&bar(counts.stopped(), greatest.stopped(), BAR)),
        );
        out.push_str(&format!("{line}\n"));
    }
    let all = group.top(usize::MAX, Counts::stopped).len();
    if all > top.len() {
        out.push_str(&paint.dim(&format!("  and {} more\n", number((all - top.len()) as u64))));
    }
    out
}

/// What a group is called.
pub fn title(aspect: Aspect) -> &'static str {
    match aspect {
        Aspect::Rule => "by rule",
        Aspect::Program => "by program",
        Aspect::Directory => "by directory",
        Aspect::Session => "by session",
        Aspect::Agent => "by agent",
        Aspect::Host => "by host",
        Aspect::Tool => "by tool",
    }
}

/// Verdicts over time, the newest steps.
pub fn over_time(timeline: &Timeline, zone: &str, paint: Paint) -> String {
    let (unit, steps) = timeline.steps();
    let shown = steps.get(steps.len().saturating_sub(STEPS)..).unwrap_or_default();
    let Some(greatest) = shown.iter().map(|step| step.counts.all()).max() else { return String::new() };
    let title = match unit {
        Unit::Hour => format!("by hour ({zone})"),
        Unit::Day => format!("by day ({zone})"),
        Unit::Week => format!("by week ({zone})"),
    };
    let head = format!("{}  {:>7} {:>7} {:>7}", padded(&title, 17), "all", "asked", "denied");
    let mut out = format!("{}\n", paint.bold(&head));
    shown.iter().for_each(|step| out.push_str(&step_line(step, greatest, paint)));
    out
}

fn step_line(step: &Step, greatest: u64, paint: Paint) -> String {
    let counts = &step.counts;
    let name = match step.start.split_once('T') {
        Some((date, hour)) => format!("{date} {hour}:00"),
        None => step.start.clone(),
    };
    let line = format!(
        "  {}{:>7} {} {}  {}",
        padded(&name, 17),
        number(counts.all()),
        paint.decision(Decision::Ask, &format!("{:>7}", number(counts.asked))),
        paint.decision(Decision::Deny, &format!("{:>7}", number(counts.denied))),
        paint.dim(&bar(counts.all(), greatest, BAR)),
    );
    format!("{}\n", line.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use mastiff_engine::report::Told;

    #[test]
    fn bars_are_as_long_as_their_share() {
        for (part, whole, drawn) in
            [(0, 10, ""), (1, 10_000, "▏"), (5, 10, "██"), (9, 32, "█▏"), (10, 10, "████"), (3, 0, "▏")]
        {
            assert_eq!(bar(part, whole, 4), drawn, "{part} of {whole}");
        }
    }

    #[test]
    fn names_are_escaped_and_the_rest_is_counted() {
        let mut group = Group::default();
        for name in ["a\u{1b}[2J", "a\u{1b}[2J", "b", "c"] {
            group.add(name, Told::Ask);
        }
        group.add("d", Told::Allow);
        let shown = stops("by rule", &group, 2, Paint::with(false));
        let expected = "\
by rule       asked  denied
  a\\x1b[2J        2       0  ████████████████████████
  b               1       0  ████████████
  and 1 more
";
        assert_eq!(shown, expected);
        assert_eq!(stops("by rule", &Group::default(), 2, Paint::with(false)), "");
    }
}
