//! One child more or less in an object or a list, as text.

use super::style::{Layout, eol, indent_at, starts_line};
use super::{piece, splice};
use jsonc_parser::ast::{Array, Object};
use jsonc_parser::common::{Range, Ranged};

/// Where an object or a list stands, and its children.
pub struct Container {
    /// Behind its opening bracket.
    open: usize,
    /// Its closing bracket.
    close: usize,
    children: Vec<Range>,
}

impl Container {
    pub fn of_object(object: &Object<'_>) -> Self {
        Container::of(object.range, object.properties.iter().map(Ranged::range))
    }

    pub fn of_list(list: &Array<'_>) -> Self {
        Container::of(list.range, list.elements.iter().map(Ranged::range))
    }

    fn of(range: Range, children: impl Iterator<Item = Range>) -> Self {
        Container { open: range.start + 1, close: range.end - 1, children: children.collect() }
    }

    /// The text with a child more, behind the others.
    pub fn append(&self, text: &str, unit: &str, write: impl Fn(&Layout) -> String) -> String {
        match (self.children.first(), self.children.last()) {
            (Some(first), Some(last)) => self.append_behind(text, unit, *first, *last, write),
            (None, _) | (_, None) => self.fill(text, unit, write),
        }
    }

    /// The text with a child replaced.
    pub fn replace(&self, text: &str, index: usize, unit: &str, write: impl Fn(&Layout) -> String) -> String {
        let Some(child) = self.children.get(index) else { return text.to_owned() };
        let one_line = !starts_line(text, child.start) && !piece(text, child.start, child.end).contains('\n');
        let layout =
            if one_line { self.inline(text) } else { lines(text, indent_at(text, child.start), unit) };
        splice(text, child.start, child.end, &write(&layout))
    }

    /// The text with a child less.
    pub fn remove(&self, text: &str, index: usize) -> String {
        let Some(child) = self.children.get(index).copied() else { return text.to_owned() };
        let before = index.checked_sub(1).and_then(|i| self.children.get(i)).map_or(self.open, |c| c.end);
        let next = self.children.get(index + 1).map_or(self.close, |c| c.start);
        let comma = comma_between(text, child.end, next);
        let end = comma.map_or(child.end, |comma| comma + 1);
        if self.children.len() == 1 && is_blank(text, before, child.start) && is_blank(text, end, next) {
            return splice(text, self.open, self.close, "");
        }
        let from = from_where(text, before, child.start, end);
        if comma.is_some() || index == 0 {
            let rest = piece(text, end, next);
            let blanks = rest.len() - rest.trim_start_matches(' ').len();
            return splice(text, from, if from == child.start { end + blanks } else { end }, "");
        }
        // The last, and the one before it has the comma that is not wanted any more.
        let shorter = splice(text, from, end, "");
        match comma_between(text, before, child.start) {
            Some(comma) => splice(&shorter, comma, comma + 1, ""),
            None => shorter,
        }
    }

    fn fill(&self, text: &str, unit: &str, write: impl Fn(&Layout) -> String) -> String {
        let kept = piece(text, self.open, self.close).trim_end();
        let alone = piece(text, 0, self.open).trim() == "{";
        if kept.is_empty() && !alone && !text.trim_end().contains('\n') {
            return splice(
                text,
                self.open,
                self.close,
                &write(&Layout::Inline { spaced: text.contains("\": ") }),
            );
        }
        let (outer, eol) = (indent_at(text, self.open), eol(text));
        let child = write(&lines(text, &format!("{outer}{unit}"), unit));
        splice(text, self.open, self.close, &format!("{kept}{eol}{outer}{unit}{child}{eol}{outer}"))
    }

    fn append_behind(
        &self,
        text: &str,
        unit: &str,
        first: Range,
        last: Range,
        write: impl Fn(&Layout) -> String,
    ) -> String {
        let gap = piece(text, last.end, self.close);
        let kept = gap.trim_end();
        let comma = comma_between(text, last.end, self.close);
        let layout = if starts_line(text, first.start) {
            lines(text, indent_at(text, first.start), unit)
        } else if gap.contains('\n') {
            lines(text, &format!("{}{unit}", indent_at(text, self.open)), unit)
        } else {
            self.inline(text)
        };
        let lead = match &layout {
            Layout::Lines { indent, eol, .. } => format!("{eol}{indent}"),
            Layout::Inline { spaced } => (if *spaced { " " } else { "" }).to_owned(),
        };
        let (between, behind) = if comma.is_some() { ("", ",") } else { (",", "") };
        let new = [between, kept, &lead, &write(&layout), behind].concat();
        splice(text, last.end, last.end + kept.len(), &new)
    }

    /// With blanks where this one has them.
    fn inline(&self, text: &str) -> Layout {
        let inner = piece(text, self.open, self.close);
        let sign = if inner.contains("\":") { "\": " } else { ", " };
        Layout::Inline { spaced: inner.contains(sign) }
    }
}

fn lines(text: &str, indent: &str, unit: &str) -> Layout {
    Layout::Lines { indent: indent.to_owned(), unit: unit.to_owned(), eol: eol(text) }
}

/// Where to start taking out: with the white space before the child, unless a comment up to the end of its line stands before
/// that and would swallow what comes behind.
fn from_where(text: &str, before: usize, start: usize, end: usize) -> usize {
    let kept = piece(text, before, start).trim_end();
    let rest = piece(text, end, text.len()).trim_start_matches([' ', '\t']);
    let swallows = ends_in_comment(kept) && !rest.starts_with(['\n', '\r']);
    if swallows { start } else { before + kept.len() }
}

fn is_blank(text: &str, from: usize, to: usize) -> bool {
    piece(text, from, to).trim().is_empty()
}

/// The comma between two values, past comments.
fn comma_between(text: &str, from: usize, to: usize) -> Option<usize> {
    let gap = piece(text, from, to);
    let comments = comments(gap);
    let outside = |at: &usize| !comments.iter().any(|comment| comment.range.contains(at));
    gap.match_indices(',').map(|(at, _)| at).find(outside).map(|at| from + at)
}

/// The text ends in a comment that only the end of the line ends.
fn ends_in_comment(gap: &str) -> bool {
    comments(gap).last().is_some_and(|comment| comment.of_line && comment.range.end == gap.len())
}

struct Comment {
    range: std::ops::Range<usize>,
    of_line: bool,
}

/// The comments between two values, where nothing else can hold their signs.
fn comments(gap: &str) -> Vec<Comment> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = piece(gap, at, gap.len()).find('/').map(|start| at + start) {
        let rest = piece(gap, start, gap.len());
        let of_line = rest.starts_with("//");
        let ends =
            if of_line { rest.find('\n') } else { piece(rest, 2, rest.len()).find("*/").map(|end| end + 4) };
        at = start + ends.unwrap_or(rest.len());
        found.push(Comment { range: start..at, of_line });
    }
    found
}
