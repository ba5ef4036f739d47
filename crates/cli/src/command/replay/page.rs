//! The totals for people.

use super::asks::{Group, Settled};
use super::difference::Difference;
use super::options::Options;
use super::program::{programs, rules};
use super::tally::Tally;
use crate::render::{Paint, columns, columns_of, cut, padded, paragraph};
use mastiff_core::Decision;
use mastiff_core::escape::for_people;
use mastiff_engine::clock::Zone;

/// Columns of the widest bar.
const BAR: u64 = 32;
const DECISIONS: [(Decision, &str); 3] = [
    (Decision::Allow, "run without a prompt"),
    (Decision::Ask, "a human decides"),
    (Decision::Deny, "do not run"),
];

/// Everything, the disasters first.
pub fn overview(tally: &Tally, settled: &Settled, options: &Options) -> String {
    let page = Page { tally, paint: Paint::for_stdout(), rows: options.limit(), width: columns() };
    if tally.calls == 0 {
        return page.nothing(options);
    }
    let mut out = page.headline();
    out.push_str(&page.bars());
    if options.overview() {
        let parts =
            [page.denials(), page.asks(settled), page.saved(), page.rules(), page.programs(), page.then()];
        out.extend(parts);
    }
    out + &page.remarks()
}

/// How two policies compare; the calls stand above.
pub fn difference(tally: &Tally, difference: &Difference, options: &Options) -> String {
    let page = Page { tally, paint: Paint::for_stdout(), rows: options.limit(), width: columns() };
    if tally.calls == 0 {
        return page.nothing(options);
    }
    let [from, to] = options.compared.each_ref().map(Option::as_deref);
    let (from, to) = (from.unwrap_or_default(), to.unwrap_or("the policy in force"));
    let mut out = format!("\nfrom {} to {}\n", for_people(from), for_people(to));
    for (count, what) in
        [(difference.same, "same"), (difference.looser, "looser"), (difference.stricter, "stricter")]
    {
        out.push_str(&format!("  {:>9}  {what}\n", number(count)));
    }
    for ((from, to), count) in &difference.changes {
        out.push_str(&format!("  {:>9}  {} → {}\n", number(*count), from.word(), to.word()));
    }
    out + &page.remarks()
}

struct Page<'a> {
    tally: &'a Tally,
    paint: Paint,
    rows: usize,
    width: usize,
}

impl Page<'_> {
    fn nothing(&self, options: &Options) -> String {
        let mut out = match (self.tally.transcripts, options.of_machine()) {
            (0, true) => "no transcripts of Claude Code, Codex or Gemini CLI were found on this machine\n\
                          name a file or a folder: mastiff replay PATH\n"
                .to_owned(),
            (0, false) => "there is no transcript in what was named\n".to_owned(),
            (count, _) => format!("no calls in {}\n", counted(count, "transcript")),
        };
        out.push_str(&self.remarks());
        out
    }

    /// `1,234 calls of 12 sessions in 14 transcripts, 2026-10-01 to 2026-11-16`
    fn headline(&self) -> String {
        let tally = self.tally;
        let date = |time: &Option<String>| {
            let shown = time.as_deref().map(|time| Zone::Local.shown(time));
            shown.as_deref().and_then(|time| time.get(..10)).map(|date| for_people(date).into_owned())
        };
        let span = match (date(&tally.first), date(&tally.last)) {
            (Some(first), Some(last)) if first != last => format!(", {first} to {last}"),
            (Some(first), _) => format!(", {first}"),
            (None, _) => String::new(),
        };
        let what = format!(
            "{} of {} in {}{span}",
            counted(tally.calls, "call"),
            counted(tally.sessions() as u64, "session"),
            counted(tally.transcripts, "transcript")
        );
        let hosts: Vec<String> =
            tally.hosts.iter().map(|(host, calls)| format!("{host} {}", number(*calls))).collect();
        format!("{}\n{}\n\n", self.paint.bold(&what), self.paint.dim(&hosts.join(" · ")))
    }

    fn bars(&self) -> String {
        let mut out = String::new();
        for ((decision, words), count) in DECISIONS.into_iter().zip(self.tally.decisions) {
            let share = count * BAR / self.tally.calls.max(1);
            // What happened at all is seen.
            let filled = if count > 0 { share.max(1) } else { 0 };
            let bar =
                padded(&"█".repeat(usize::try_from(filled).unwrap_or(0)), usize::try_from(BAR).unwrap_or(0));
            let row = format!("{:>9} {:>7}", number(count), percent(count, self.tally.calls));
            out.push_str(&format!(
                "  {:<6}{} {row}  {}\n",
                decision.word(),
                self.paint.decision(decision, &bar),
                self.paint.dim(words)
            ));
        }
        out
    }

    fn denials(&self) -> String {
        let denials = self.tally.denials();
        if denials.is_empty() {
            return String::new();
        }
        let mut out = self.title("would not have run");
        for denial in denials.iter().take(self.rows) {
            let what = format!("{} {}", denial.tool, denial.text);
            out.push_str(&self.row(denial.count, &self.paint.decision(Decision::Deny, &self.fit(&what))));
            out.push_str(&self.under(&format!("{} [{}]", denial.message, denial.rule)));
        }
        out + &self.more(denials.len())
    }

    fn asks(&self, settled: &Settled) -> String {
        let asks = self.tally.decisions[1];
        if asks == 0 {
            return String::new();
        }
        let mut out = self.title("asked about most, with the lines of a policy that would settle it");
        for group in settled.groups.iter().take(self.rows) {
            out.push_str(&self.group(group));
        }
        out.push_str(&self.more(settled.groups.len()));
        let by_these = settled.by_first(self.rows);
        out.push_str(&format!("\n  would have asked {}; ", times(asks)));
        let are = if by_these == 1 { "is" } else { "are" };
        out.push_str(&format!("{} of them {are} settled by the lines above\n", number(by_these)));
        if self.tally.unanswerable > 0 {
            let text = format!(
                "{} of the asks came where nobody could have answered (an agent that cannot ask, or a run without a \
                 human): there mastiff refuses, and says why",
                number(self.tally.unanswerable)
            );
            out.push_str(&self.note(&text));
        }
        if settled.unexamined > 0 {
            let text = format!(
                "{} of the asks were not looked at for lines: there are too many different ones",
                number(settled.unexamined)
            );
            out.push_str(&self.note(&text));
        }
        out
    }

    fn group(&self, group: &Group) -> String {
        let others = if group.calls > 1 {
            format!("  and {} like it", number(group.calls - 1))
        } else {
            String::new()
        };
        let what = self.fit(&format!("{} {}", group.tool, group.example));
        let mut out = self.row(group.count, &format!("{what}{}", self.paint.dim(&others)));
        if group.lines.is_empty() {
            out.push_str(&self.under(&format!("{}: {}", group.settled_by.says(), group.rule)));
        }
        for line in group.lines.iter().flat_map(|lines| lines.lines()) {
            for part in broken(line, self.width.saturating_sub(14)) {
                out.push_str(&format!(
                    "{:>13}{}\n",
                    "",
                    self.paint.decision(Decision::Allow, &for_people(&part))
                ));
            }
        }
        if !group.harm.is_empty() {
            out.push_str(&self.under(&format!("wide: it would also allow {}", group.harm.join(", "))));
        }
        out
    }

    fn saved(&self) -> String {
        let text = format!(
            "prompts saved: up to {}. So many calls of tools that can do more than look, every command among them, run without a question; how many of \
             them the agent would have asked about by itself, no transcript says",
            number(self.tally.saved)
        );
        format!("\n{}", self.note(&text))
    }

    fn rules(&self) -> String {
        let rules = rules(self.tally);
        if rules.is_empty() {
            return String::new();
        }
        let wide = rules.iter().take(self.rows).map(|(_, rule, _)| columns_of(rule)).max().unwrap_or(0);
        let mut out = self.title("why it stopped");
        for (decision, rule, count) in rules.iter().take(self.rows) {
            let word = self.paint.decision(*decision, decision.word());
            out.push_str(&self.row(*count, &format!("{}  {word}", padded(&for_people(rule), wide))));
        }
        out + &self.more(rules.len())
    }

    fn programs(&self) -> String {
        let programs = programs(self.tally);
        if programs.is_empty() {
            return String::new();
        }
        let mut out = self.title("what stopped");
        for (program, [asks, denies]) in programs.iter().take(self.rows) {
            let denied = if *denies > 0 { format!("  {} denied", number(*denies)) } else { String::new() };
            let name = cut(&for_people(program), 40);
            out.push_str(&self.row(asks + denies, &format!("{name}{}", self.paint.dim(&denied))));
        }
        out + &self.more(programs.len())
    }

    /// What the ledger says was answered, where that is another answer than today's.
    fn then(&self) -> String {
        let changed: Vec<_> = self.tally.then.iter().filter(|((then, now), _)| then != now).collect();
        if changed.is_empty() {
            return String::new();
        }
        let mut out = self.title("answered otherwise when it was recorded");
        for ((then, now), count) in changed {
            out.push_str(&self.row(*count, &format!("then {}, now {}", then.word(), now.word())));
        }
        out
    }

    /// What makes these numbers less than the whole truth.
    fn remarks(&self) -> String {
        let tally = self.tally;
        let rows = [
            (
                tally.gone,
                "judged as in an empty repository: the directory is gone, so scripts and task files in it could not be read",
            ),
            (tally.unplaced, "judged as in an empty repository: the transcript does not say where"),
            (tally.unseen, "not judged: the agent shows them to no hook"),
            (tally.cut, "not judged: the ledger holds too little of them"),
            (
                tally.repeated,
                "found in more than one place (a resumed or forked session, the ledger), counted once",
            ),
        ];
        let mut out = String::new();
        for (count, what) in rows.into_iter().filter(|(count, _)| *count > 0) {
            out.push_str(&self.note(&format!("{} {what}", counted(count, "call"))));
        }
        if tally.broken > 0 {
            out.push_str(&self.note(&format!("{} could not be read:", counted(tally.broken, "line"))));
            for (file, line, why) in &tally.broken_lines {
                out.push_str(&format!("    {}\n", for_people(&format!("{file}:{line}: {why}"))));
            }
        }
        for (file, why) in &tally.unread {
            out.push_str(&format!("  {}\n", for_people(&format!("not read: {file}: {why}"))));
        }
        if out.is_empty() { out } else { format!("\n{out}") }
    }

    fn title(&self, text: &str) -> String {
        format!("\n{}\n", self.paint.bold(text))
    }

    fn row(&self, count: u64, text: &str) -> String {
        format!("  {:>8}×  {text}\n", number(count))
    }

    fn under(&self, text: &str) -> String {
        let text = paragraph(&for_people(text), 13, self.width);
        text.lines().map(|line| self.paint.dim(line) + "\n").collect()
    }

    fn note(&self, text: &str) -> String {
        paragraph(&for_people(text), 2, self.width)
    }

    fn more(&self, all: usize) -> String {
        match all.saturating_sub(self.rows) {
            0 => String::new(),
            more => format!("{:>13}{}\n", "", self.paint.dim(&format!("and {} more", number(more as u64)))),
        }
    }

    fn fit(&self, text: &str) -> String {
        cut(&for_people(text.trim_end()), self.width.saturating_sub(30).max(24))
    }
}

/// A line of a policy with a long list, broken between its texts; it stays what it is.
fn broken(line: &str, width: usize) -> Vec<String> {
    const BETWEEN: &str = "\", \"";
    let mut parts = vec![String::new()];
    // Inside a text a quote has a backslash before it, so this stands between two of them alone.
    for item in line.split_inclusive(BETWEEN) {
        let (item, next) = match item.strip_suffix(BETWEEN) {
            Some(front) => (format!("{front}\","), true),
            None => (item.to_owned(), false),
        };
        let Some(last) = parts.last_mut() else { break };
        if columns_of(last) + columns_of(&item) > width && !last.trim().is_empty() {
            let start = last.strip_suffix(" \"").map(str::to_owned);
            if let Some(start) = start {
                *last = start;
                parts.push(format!("    \"{item}"));
            } else {
                parts.push(item);
            }
        } else {
            last.push_str(&item);
        }
        if let Some(last) = parts.last_mut().filter(|_| next) {
            last.push_str(" \"");
        }
    }
    parts
}

/// `1,234,567`
fn number(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn counted(count: u64, what: &str) -> String {
    format!("{} {what}{}", number(count), if count == 1 { "" } else { "s" })
}

fn times(count: u64) -> String {
    if count == 1 { "once".into() } else { format!("{} times", number(count)) }
}

/// `12.3 %`
fn percent(part: u64, whole: u64) -> String {
    let tenths = (part * 1_000 + whole / 2) / whole.max(1);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_broken_and_mean_the_same() {
        let names: Vec<String> = (0..40).map(|n| format!("build/{n}, \\\", \\\"x")).collect();
        let line = format!("paths = [\"{}\"]", names.join("\", \""));
        let parts = broken(&line, 60);
        assert!(parts.len() > 10 && parts.iter().all(|part| columns_of(part) < 80), "{parts:#?}");
        let joined: Vec<&str> = parts.iter().map(|part| part.trim_start()).collect();
        assert_eq!(joined.join(" "), line);
        assert_eq!(broken("decision = \"allow\"", 10), ["decision = \"allow\""]);
    }

    #[test]
    fn numbers_for_people() {
        for (count, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(number(count), text);
        }
        for (part, whole, text) in
            [(0, 0, "0.0 %"), (1, 3, "33.3 %"), (3, 3, "100.0 %"), (1, 100_000, "0.0 %")]
        {
            assert_eq!(percent(part, whole), text);
        }
    }
}
