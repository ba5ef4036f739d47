//! What was counted, as JSON: for programs, and for the page.

use super::read::Look;
use crate::json::{Object, list, quoted};
use mastiff_engine::clock::Zone;
use mastiff_engine::report::{Aspect, Counts, Group, Speed, Summary, Timeline, Unit};

/// Names in each group, at most.
const NAMES: usize = 100;

/// How a text from a call is given: as it is for programs, escaped for people.
pub type Shown = fn(&str) -> String;

/// Everything.
pub fn object(look: &Look, shown: Shown) -> Object {
    let summary = &look.summary;
    let span = summary.span.as_ref();
    let time = |time: &String| match look.zone {
        Zone::Utc => time.clone(),
        Zone::Local => look.zone.shown(time),
    };
    let object = Object::new()
        .maybe("from", span.map(|(first, _)| time(first)).as_deref())
        .maybe("to", span.map(|(_, last)| time(last)).as_deref())
        .raw("filter", chosen(look, shown))
        .raw("verdicts", counts(&summary.verdicts));
    totals(object, summary)
        .raw("unreadable_lines", look.unreadable)
        .raw("micros", speed(&summary.speed))
        .raw("timeline", timeline(&summary.timeline))
        .raw("by", groups(summary, shown))
}

fn totals(object: Object, summary: &Summary) -> Object {
    let events = &summary.events;
    object
        .raw("prompts_avoided", summary.prompts_avoided)
        .raw("asks_run", summary.asks_run)
        .raw("asks_not_run", summary.asks_not_run())
        .raw("nobody_to_ask", summary.nobody_to_ask)
        .raw("paused", summary.paused)
        .raw("approved", summary.approved)
        .raw("breaches", events.breaches)
        .raw("unwatched", events.unwatched)
        .raw("unsent", events.unsent)
        .raw("pauses", events.pauses)
        .raw("approvals", events.approvals)
        .raw("ran", events.ran)
        .raw("other_events", events.others)
}

fn chosen(look: &Look, shown: Shown) -> String {
    look.chosen.iter().fold(Object::new(), |object, (name, value)| object.text(name, &shown(value))).done()
}

fn counts(counts: &Counts) -> String {
    with_counts(Object::new(), counts).done()
}

fn with_counts(object: Object, counts: &Counts) -> Object {
    object
        .raw("allowed", counts.allowed)
        .raw("asked", counts.asked)
        .raw("denied", counts.denied)
        .raw("silent", counts.silent)
}

fn speed(speed: &Speed) -> String {
    Object::new()
        .raw("median", speed.within(50))
        .raw("within_95", speed.within(95))
        .raw("longest", speed.longest())
        .done()
}

fn timeline(timeline: &Timeline) -> String {
    let (unit, steps) = timeline.steps();
    let unit = match unit {
        Unit::Hour => "hour",
        Unit::Day => "day",
        Unit::Week => "week",
    };
    let steps =
        steps.iter().map(|step| with_counts(Object::new().text("start", &step.start), &step.counts).done());
    Object::new().word("unit", unit).raw("steps", list(steps)).done()
}

fn groups(summary: &Summary, shown: Shown) -> String {
    let group =
        |aspect: Aspect| format!("{}:{}", quoted(aspect.id()), group(summary.groups.of(aspect), shown));
    format!("{{{}}}", Aspect::ALL.map(group).join(","))
}

fn group(group: &Group, shown: Shown) -> String {
    let top = group.top(NAMES, |counts| (counts.stopped() << 32) + counts.all().min(u64::from(u32::MAX)));
    let named = top.iter().map(|(name, n)| with_counts(Object::new().text("name", &shown(name)), n).done());
    let others = self::counts(&group.others);
    Object::new().raw("names", group.len()).raw("top", list(named)).raw("forgotten", others).done()
}
