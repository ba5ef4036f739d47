//! A command with pieces of it underlined.
//!
//! Works on any text: several lines, wide characters, lines longer than the window, characters that must not reach a
//! terminal. Every character is escaped on its own, so that the marks below stand where the piece stands.

use super::Paint;
use mastiff_core::{Decision, Span, escape};

/// Commands of at most so many lines are shown whole; of longer ones only the lines with marks.
const WHOLE: usize = 12;

/// At most so many lines with marks.
const MARKED: usize = 12;

/// A piece of the text and the colour of its mark.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// The piece.
    pub span: Span,
    /// What was decided about it.
    pub decision: Decision,
}

/// `text` behind `indent` columns and within `width`, with carets below every marked piece.
pub fn underlined(text: &str, marks: &[Mark], indent: usize, width: usize, paint: Paint) -> String {
    let lines = lines(text, marks);
    let whole = lines.len() <= WHOLE;
    let gutter = if lines.len() > 1 { lines.len().to_string().len() + 2 } else { 0 };
    let room = width.saturating_sub(indent + gutter).max(20);
    let (mut out, mut skipped, mut shown) = (String::new(), 0, 0);
    for (at, line) in lines.iter().enumerate() {
        let marked = line.iter().any(|cell| cell.mark.is_some());
        if shown == MARKED || !(whole || marked) {
            skipped += 1;
            continue;
        }
        shown += usize::from(marked);
        gap(&mut out, &mut skipped, indent, paint);
        let number = if gutter == 0 { String::new() } else { format!("{:>1$}  ", at + 1, gutter - 2) };
        put(&mut out, line, &" ".repeat(indent), &number, room, paint);
    }
    gap(&mut out, &mut skipped, indent, paint);
    out
}

/// All of `text` in lines of at most `width`, with carets below every marked piece. Nothing is left out: blank lines that follow
/// each other are counted.
pub fn whole(text: &str, marks: &[Mark], indent: usize, width: usize, paint: Paint) -> Vec<String> {
    let room = width.saturating_sub(indent).max(20);
    let margin = " ".repeat(indent);
    let (mut out, mut blank) = (Vec::new(), 0);
    for line in &lines(text, marks) {
        let mut rest = line.as_slice();
        loop {
            let (now, later) =
                rest.split_at_checked(fitting(rest.iter(), room).max(1)).unwrap_or((rest, &[]));
            let shown: String = now.iter().map(|cell| cell.shown.as_str()).collect();
            let is_marked = now.iter().any(|cell| cell.mark.is_some());
            if shown.trim().is_empty() && !is_marked {
                blank += 1;
            } else {
                count_blank(&mut out, &mut blank, &margin);
                out.push(format!("{margin}{}", shown.trim_end()));
                out.extend(is_marked.then(|| format!("{margin}{}", carets(now, paint))));
            }
            rest = later;
            if rest.is_empty() {
                break;
            }
        }
    }
    count_blank(&mut out, &mut blank, &margin);
    out
}

fn count_blank(out: &mut Vec<String>, blank: &mut usize, margin: &str) {
    match std::mem::take(blank) {
        0 => {}
        1 => out.push(String::new()),
        count => out.push(format!("{margin}({count} blank lines)")),
    }
}

/// Columns of one character that may be shown.
pub fn width(c: char) -> usize {
    unicode_width::UnicodeWidthChar::width(c).unwrap_or(0)
}

/// One character as it is shown.
struct Cell {
    shown: String,
    width: usize,
    mark: Option<Decision>,
}

/// The text's lines in cells. A mark of no width, or one on a line's end, stands on a blank behind the line.
fn lines(text: &str, marks: &[Mark]) -> Vec<Vec<Cell>> {
    let mut lines = vec![];
    let mut start = 0;
    for line in text.split('\n') {
        let mut cells: Vec<Cell> =
            line.char_indices().map(|(i, c)| cell(c, mark_at(marks, start + i, c.len_utf8()))).collect();
        unmark_margins(&mut cells);
        let end = start + line.len();
        if let Some(mark) = marks.iter().find(|m| points_at(m.span, end)) {
            cells.push(Cell { shown: " ".into(), width: 1, mark: Some(mark.decision) });
        }
        lines.push(cells);
        start = end + 1;
    }
    // A command usually ends with its last line, not with an empty one behind it.
    if lines.len() > 1 && lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    lines
}

fn cell(c: char, mark: Option<Decision>) -> Cell {
    let mut buffer = [0; 4];
    let shown = escape::for_people(c.encode_utf8(&mut buffer)).into_owned();
    let width = super::columns_of(&shown);
    Cell { shown, width, mark }
}

/// The strictest mark over the character of `len` bytes at `at`.
fn mark_at(marks: &[Mark], at: usize, len: usize) -> Option<Decision> {
    let covers = |span: Span| {
        let (start, end) = (span.start as usize, span.end as usize);
        if start == end { (at..at + len).contains(&start) } else { start < at + len && at < end }
    };
    marks.iter().filter(|m| covers(m.span)).map(|m| m.decision).max()
}

/// A span that has nothing but the end of this line to point at.
fn points_at(span: Span, end: usize) -> bool {
    let (from, to) = (span.start as usize, span.end as usize);
    from == end && to <= end + 1
}

/// Blanks at both ends of a line are no piece of a command that goes over several lines.
fn unmark_margins(cells: &mut [Cell]) {
    let blank = |cell: &Cell| cell.shown == " ";
    if cells.iter().filter(|c| c.mark.is_some()).all(blank) {
        return;
    }
    cells.iter_mut().take_while(|c| blank(c)).for_each(|c| c.mark = None);
    cells.iter_mut().rev().take_while(|c| blank(c)).for_each(|c| c.mark = None);
}

fn gap(out: &mut String, skipped: &mut usize, indent: usize, paint: Paint) {
    if *skipped > 0 {
        let lines = if *skipped == 1 { "line" } else { "lines" };
        out.push_str(&" ".repeat(indent));
        out.push_str(&paint.dim(&format!("… {skipped} {lines}")));
        out.push('\n');
        *skipped = 0;
    }
}

fn put(out: &mut String, line: &[Cell], indent: &str, number: &str, room: usize, paint: Paint) {
    let (before, cells, after) = window(line, room);
    out.push_str(indent);
    out.push_str(&paint.dim(number));
    out.push_str(before);
    cells.iter().for_each(|cell| out.push_str(&cell.shown));
    out.push_str(after);
    out.truncate(out.trim_end_matches(' ').len());
    out.push('\n');
    if cells.iter().any(|cell| cell.mark.is_some()) {
        out.push_str(indent);
        out.push_str(&" ".repeat(super::columns_of(number) + super::columns_of(before)));
        out.push_str(&carets(cells, paint));
        out.push('\n');
    }
}

/// The part of a line that fits, around its first mark, with `…` where something is missing.
fn window(line: &[Cell], room: usize) -> (&'static str, &[Cell], &'static str) {
    let total: usize = line.iter().map(|cell| cell.width).sum();
    if total <= room {
        return ("", line, "");
    }
    let room = room - 2;
    let mark = line.iter().position(|cell| cell.mark.is_some()).unwrap_or(0);
    let from = mark - fitting(line.get(..mark).unwrap_or_default().iter().rev(), room / 4);
    let shown = line.get(from..).unwrap_or_default();
    let count = fitting(shown.iter(), room);
    let missing = |is: bool| if is { "…" } else { "" };
    (missing(from > 0), shown.get(..count).unwrap_or_default(), missing(from + count < line.len()))
}

/// How many of `cells` fit into `room` columns.
fn fitting<'a>(cells: impl Iterator<Item = &'a Cell>, room: usize) -> usize {
    let mut used = 0;
    cells
        .take_while(|cell| {
            used += cell.width;
            used <= room
        })
        .count()
}

fn carets(cells: &[Cell], paint: Paint) -> String {
    let mut out = String::new();
    for run in cells.chunk_by(|a, b| a.mark == b.mark) {
        let width = run.iter().map(|cell| cell.width).sum();
        match run.first().and_then(|cell| cell.mark) {
            Some(decision) => out.push_str(&paint.decision(decision, &"^".repeat(width))),
            None => out.push_str(&" ".repeat(width)),
        }
    }
    out.truncate(out.trim_end_matches(' ').len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Marks the pieces given; each must stand in the text.
    fn show(text: &str, pieces: &[&str], width: usize) -> String {
        let marks: Vec<Mark> = pieces
            .iter()
            .map(|piece| {
                let start = text.find(piece).unwrap();
                Mark { span: Span::new(start, start + piece.len()), decision: Decision::Ask }
            })
            .collect();
        underlined(text, &marks, 2, width, Paint::with(false))
    }

    #[test]
    fn pieces_of_one_line() {
        assert_eq!(show("git push --force", &["--force"], 80), "  git push --force\n           ^^^^^^^\n");
        assert_eq!(show("a; rm x; rm y", &["rm x", "rm y"], 80), "  a; rm x; rm y\n     ^^^^  ^^^^\n");
        assert_eq!(show("ls", &[], 80), "  ls\n");
    }

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!(show("echo 日本 && rm x", &["rm x"], 80), "  echo 日本 && rm x\n               ^^^^\n");
        assert_eq!(show("rm 日本", &["日本"], 80), "  rm 日本\n     ^^^^\n");
    }

    #[test]
    fn what_must_not_reach_a_terminal_is_escaped_and_keeps_its_place() {
        let shown = show("echo \x1b[2J\u{202e}; rm x", &["rm x"], 80);
        assert!(!shown.contains(['\x1b', '\u{202e}']), "{shown:?}");
        let (line, carets) = shown.split_once('\n').unwrap();
        assert_eq!(line.find("rm x"), carets.find('^'));
    }

    #[test]
    fn several_lines_have_numbers() {
        let text = "cd src &&\n  rm -rf \\\n  build\n";
        let expected = "  1  cd src &&\n  2    rm -rf \\\n       ^^^^^^^^\n  3    build\n       ^^^^^\n";
        assert_eq!(show(text, &["rm -rf \\\n  build"], 80), expected);
    }

    #[test]
    fn long_texts_show_the_lines_that_matter() {
        let text = format!("{}rm x\n{}", "ls\n".repeat(20), "ls\n".repeat(9));
        assert_eq!(show(&text, &["rm x"], 80), "  … 20 lines\n  21  rm x\n      ^^^^\n  … 9 lines\n");
    }

    #[test]
    fn long_lines_are_cut_around_the_piece() {
        let text = format!("{}; rm x; {}", "a".repeat(200), "b".repeat(200));
        let shown = show(&text, &["rm x"], 42);
        let (line, carets) = shown.split_once('\n').unwrap();
        assert_eq!(line, "  …aaaaaaa; rm x; bbbbbbbbbbbbbbbbbbbbbbb…");
        assert_eq!(carets, "            ^^^^\n");
        assert_eq!(line.chars().count(), 42);
    }

    #[test]
    fn nothing_is_left_out_of_the_whole() {
        let long = format!("{} {}; rm x", "a".repeat(30), " ".repeat(200));
        let at = long.find("rm x").unwrap();
        let mark = Mark { span: Span::new(at, at + 4), decision: Decision::Ask };
        let shown = whole(&long, &[mark], 2, 42, Paint::with(false));
        assert!(shown.iter().all(|line| line.chars().count() <= 42), "{shown:?}");
        assert!(shown.iter().any(|line| line.contains("blank lines")), "{shown:?}");
        let [.., line, carets] = shown.as_slice() else { panic!("{shown:?}") };
        assert_eq!(line.find("rm x"), carets.find('^'), "{shown:?}");
        let many = "ls\n".repeat(50);
        assert_eq!(whole(&many, &[], 0, 80, Paint::with(false)).len(), 50);
    }

    #[test]
    fn a_place_without_width_still_gets_a_caret() {
        let at = |n| {
            underlined(
                "ab",
                &[Mark { span: Span::new(n, n), decision: Decision::Ask }],
                0,
                80,
                Paint::with(false),
            )
        };
        assert_eq!(at(1), "ab\n ^\n");
        assert_eq!(at(2), "ab\n  ^\n");
        assert_eq!(at(99), "ab\n", "a span that is not in the text marks nothing");
    }
}
