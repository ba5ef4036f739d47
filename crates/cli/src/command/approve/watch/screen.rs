//! The screen in lines: a list, the call that is chosen, the keys.

use super::detail;
use super::view::{Question, View, title};
use crate::pending::Waiting;
use crate::render::{Paint, cut, padded};
use crate::terminal::Size;
use mastiff_core::escape::for_people;
use mastiff_engine::clock::Zone;

const KEYS: &str = "a approve once  x refuse  r rule  space/b more  j/k choose  q quit";

/// Every line of the screen. What of the chosen call is among them counts as seen.
pub fn frame(view: &mut View, size: Size, paint: Paint) -> Vec<String> {
    let Size { width, height } = size;
    let rule = paint.dim(&"-".repeat(width));
    let mut lines = vec![paint.bold(&cut(&head(view), width))];
    lines.extend(list(view, width, (height / 4).max(1), paint));
    lines.push(rule.clone());
    let room = height.saturating_sub(lines.len() + 3).max(1);
    lines.extend(description(view, width, room, paint));
    lines.resize(height.saturating_sub(3), String::new());
    lines.extend([rule, paint.bold(&cut(&foot(view), width)), cut(KEYS, width)]);
    lines.truncate(height);
    lines
}

fn head(view: &View) -> String {
    match view.waiting.len() {
        0 => "mastiff: nothing waits; what is stopped appears here".into(),
        1 => "mastiff: 1 call waits for you".into(),
        count => format!("mastiff: {count} calls wait for you"),
    }
}

/// The rows around the chosen one.
fn list(view: &View, width: usize, most: usize, paint: Paint) -> Vec<String> {
    let chosen = view.place();
    let from = (chosen + 1).saturating_sub(most);
    let rows = view.waiting.iter().enumerate().skip(from).take(most);
    rows.map(|(at, one)| {
        let mark = if at == chosen { ">" } else { " " };
        let row = padded(&cut(&format!("{mark} {}", row(one)), width), width);
        if at == chosen { paint.chosen(&row) } else { row.trim_end().to_owned() }
    })
    .collect()
}

fn row(one: &Waiting) -> String {
    let time = Zone::Local.wall(one.entry.time()).map(|wall| wall.time).unwrap_or_default();
    let host = for_people(one.entry.text("host").unwrap_or("?")).into_owned();
    format!("{:>4}  {time}  {}  {}", one.entry.number(), padded(&host, 8), title(one))
}

/// As much of the chosen call as there is room for.
fn description(view: &mut View, width: usize, room: usize, paint: Paint) -> Vec<String> {
    let Some(one) = view.chosen() else { return Vec::new() };
    let call = detail::lines(one, width, paint);
    let offer = view.offer.as_ref().map(|offer| detail::offer(offer, width)).unwrap_or_default();
    let total = call.len() + offer.len();
    if view.width != width || view.call != call.len() {
        // Its lines are others now: what was seen is counted anew.
        view.seen = 0;
    }
    (view.width, view.call, view.lines, view.room) = (width, call.len(), total, room);
    view.top = view.top.min(total.saturating_sub(room));
    // Without a gap: what was jumped over was not seen.
    if view.top <= view.seen {
        view.seen = view.seen.max((view.top + room).min(total));
    }
    call.into_iter().chain(offer).skip(view.top).take(room).collect()
}

fn foot(view: &View) -> String {
    match view.question {
        Some(Question::Approve) => "let exactly this call through once? [y/N]".into(),
        Some(Question::Add) => "add these lines to your policy? [y/N]".into(),
        None if !view.said.is_empty() => for_people(&view.said).into_owned(),
        None if view.unseen() > 0 => format!("{} more lines (space)", view.unseen()),
        None => String::new(),
    }
}
