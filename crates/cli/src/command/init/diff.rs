//! Two texts, line by line.

use crate::render::Paint;
use mastiff_core::Decision;
use mastiff_core::escape::for_people;

/// Lines around a change.
const AROUND: usize = 2;
/// Pairs of lines that are compared; beyond that everything between the first and the last change is shown as new.
const PAIRS: usize = 1 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Both,
    Old,
    New,
}

/// What changes from one text to the other, with a few lines around it, each behind `indent`.
pub fn show(before: &str, after: &str, indent: &str, paint: Paint) -> String {
    let lines = compare(&split(before), &split(after));
    let near = |at: usize| {
        let around = lines.iter().skip(at.saturating_sub(AROUND)).take(at.min(AROUND) + AROUND + 1);
        around.into_iter().any(|(side, _)| *side != Side::Both)
    };
    let mut out = String::new();
    let mut gap = false;
    for (at, (side, line)) in lines.iter().enumerate() {
        if !near(at) {
            gap = true;
            continue;
        }
        if gap && !out.is_empty() {
            out.push_str(&format!("{indent}{}\n", paint.dim("…")));
        }
        gap = false;
        let line = indented(line);
        let line = for_people(&line);
        let shown = match side {
            Side::Both => format!("  {line}"),
            Side::Old => paint.decision(Decision::Deny, &format!("- {line}")),
            Side::New => paint.decision(Decision::Allow, &format!("+ {line}")),
        };
        out.push_str(&format!("{indent}{}\n", shown.trim_end()));
    }
    out
}

/// Tabs before a line are shown as what they look like.
fn indented(line: &str) -> String {
    let rest = line.trim_start_matches([' ', '\t']);
    let before = line.strip_suffix(rest).unwrap_or_default();
    before.replace('\t', "    ") + rest
}

/// With their line ends, so that a change of those is one; a `\r` that stays is not shown.
fn split(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn compare<'a>(before: &[&'a str], after: &[&'a str]) -> Vec<(Side, &'a str)> {
    let start = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let (old, new) = (before.get(start..).unwrap_or_default(), after.get(start..).unwrap_or_default());
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let old = old.get(..old.len() - end).unwrap_or_default();
    let new = new.get(..new.len() - end).unwrap_or_default();
    let same = |lines: &[&'a str]| lines.iter().map(|line| (Side::Both, trim(line))).collect::<Vec<_>>();
    let mut lines = same(before.get(..start).unwrap_or_default());
    lines.extend(between(old, new));
    lines.extend(same(before.get(before.len() - end..).unwrap_or_default()));
    lines
}

fn trim(line: &str) -> &str {
    line.strip_suffix("\r\n").or(line.strip_suffix('\n')).unwrap_or(line)
}

/// The longest common lines stay; of two ways the one that takes out first.
fn between<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<(Side, &'a str)> {
    let as_old = |line: &&'a str| (Side::Old, trim(line));
    let as_new = |line: &&'a str| (Side::New, trim(line));
    if old.len() * new.len() > PAIRS {
        return old.iter().map(as_old).chain(new.iter().map(as_new)).collect();
    }
    let common = common(old, new);
    let length = |i: usize, j: usize| common.get(i).and_then(|row| row.get(j)).copied().unwrap_or(0);
    let (mut i, mut j, mut lines) = (0, 0, Vec::new());
    loop {
        match (old.get(i), new.get(j)) {
            (Some(a), Some(b)) if a == b => {
                lines.push((Side::Both, trim(a)));
                (i, j) = (i + 1, j + 1);
            }
            (Some(a), b) if b.is_none() || length(i + 1, j) >= length(i, j + 1) => {
                lines.push(as_old(a));
                i += 1;
            }
            (_, Some(b)) => {
                lines.push(as_new(b));
                j += 1;
            }
            (_, None) => return lines,
        }
    }
}

/// How many lines the ends have in common, from each pair of places on.
fn common(old: &[&str], new: &[&str]) -> Vec<Vec<u32>> {
    let mut rows = vec![vec![0; new.len() + 1]];
    for a in old.iter().rev() {
        let mut row = vec![0];
        let below = rows.last().cloned().unwrap_or_default();
        for (at, b) in new.iter().enumerate().rev() {
            let below = |at: usize| below.get(at).copied().unwrap_or(0);
            let right = row.last().copied().unwrap_or(0);
            row.push(if a == b { below(at + 1) + 1 } else { right.max(below(at)) });
        }
        row.reverse();
        rows.push(row);
    }
    rows.reverse();
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_changes_is_marked() {
        let rows = [
            ("", "a\n", "+ a\n"),
            ("a\n", "", "- a\n"),
            ("a\nb\n", "a\nx\nb\n", "  a\n+ x\n  b\n"),
            ("a\nb\nc\n", "a\nc\nd\n", "  a\n- b\n  c\n+ d\n"),
            ("1\n2\n3\n4\n5\nx\n", "1\n2\n3\n4\n5\ny\n", "  4\n  5\n- x\n+ y\n"),
            ("x\n1\n2\n3\n4\n5\nx\n", "y\n1\n2\n3\n4\n5\ny\n", "- x\n+ y\n  1\n  2\n…\n  4\n  5\n- x\n+ y\n"),
            ("a", "a\n", "- a\n+ a\n"),
            ("a\r\nb\u{1b}\r\n", "a\r\n", "  a\n- b\\x1b\n"),
            ("a\n", "a\n\tb\tc\n", "  a\n+     b\\tc\n"),
            ("a\n", "a\n", ""),
        ];
        for (before, after, shown) in rows {
            assert_eq!(show(before, after, "", Paint::with(false)), shown, "{before:?} {after:?}");
        }
    }
}
