//! Every denial in one place, whoever said no.
//!
//! Memory is bounded: the last few are kept whole, all of them are counted.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::{self, Write};

/// Denials that are kept whole.
const KEPT: usize = 256;
/// Tools that are counted by name; the rest is counted together.
const NAMED: usize = 256;
/// What the rest is called.
const OTHERS: &str = "(others)";

/// Who said no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// A hook.
    Hook,
    /// The gate, by its rules and the policy.
    Policy,
    /// The user, when asked.
    User,
}

impl Source {
    /// The word in reports and in the ledger.
    pub fn word(self) -> &'static str {
        match self {
            Source::Hook => "hook",
            Source::Policy => "policy",
            Source::User => "user",
        }
    }
}

/// One denial. Its texts are redacted and one line each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denial {
    /// The tool.
    pub tool: String,
    /// The host's id of the call.
    pub call: String,
    /// The rule or the hook.
    pub by: String,
    /// Why: the first line.
    pub reason: String,
    /// When, as ISO 8601 in UTC.
    pub time: String,
    /// What was asked for.
    pub summary: String,
    /// Who said no.
    pub source: Source,
}

/// All denials of a host's life.
#[derive(Clone, Debug, Default)]
pub struct DenialTracker {
    recent: VecDeque<Denial>,
    total: u64,
    by_source: BTreeMap<Source, u64>,
    by_tool: BTreeMap<String, u64>,
}

impl DenialTracker {
    /// Takes one down.
    pub fn record(&mut self, denial: Denial) {
        self.total += 1;
        *self.by_source.entry(denial.source).or_default() += 1;
        let known = self.by_tool.contains_key(&denial.tool) || self.by_tool.len() < NAMED;
        let tool = if known { denial.tool.as_str() } else { OTHERS };
        *self.by_tool.entry(tool.to_owned()).or_default() += 1;
        if self.recent.len() == KEPT {
            self.recent.pop_front();
        }
        self.recent.push_back(denial);
    }

    /// How many there were, exactly, kept or not.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// How many of them a source said, exactly.
    pub fn total_of(&self, source: Source) -> u64 {
        self.by_source.get(&source).copied().unwrap_or(0)
    }

    /// How many there were per tool, exactly; beyond the first few hundred names together.
    pub fn by_tool(&self) -> impl Iterator<Item = (&str, u64)> {
        self.by_tool.iter().map(|(tool, count)| (tool.as_str(), *count))
    }

    /// The last ones, oldest first.
    pub fn recent(&self) -> impl DoubleEndedIterator<Item = &Denial> {
        self.recent.iter()
    }

    /// The last ones of a tool, oldest first.
    pub fn recent_of<'a>(&'a self, tool: &'a str) -> impl DoubleEndedIterator<Item = &'a Denial> {
        self.recent.iter().filter(move |denial| denial.tool == tool)
    }

    /// The last ones at or after a time, oldest first.
    pub fn since<'a>(&'a self, time: &'a str) -> impl DoubleEndedIterator<Item = &'a Denial> {
        self.recent.iter().filter(move |denial| denial.time.as_str() >= time)
    }
}

/// The report for people.
impl fmt::Display for DenialTracker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sources = [Source::Hook, Source::Policy, Source::User];
        let counted = sources.iter().filter(|source| self.total_of(**source) > 0);
        let counted: Vec<String> =
            counted.map(|source| format!("{} by {}", self.total_of(*source), source.word())).collect();
        match self.total {
            0 => return f.write_str("nothing was denied\n"),
            1 => writeln!(f, "1 call was denied: {}", counted.join(", "))?,
            total => writeln!(f, "{total} calls were denied: {}", counted.join(", "))?,
        }
        for (tool, count) in self.by_tool() {
            writeln!(f, "  {count:>6}  {}", shown(tool))?;
        }
        let left_out = self.total.saturating_sub(self.recent.len() as u64);
        if left_out > 0 {
            writeln!(f, "  the first {left_out} are counted only")?;
        }
        for denial in self.recent() {
            writeln!(f, "{}", line(denial))?;
        }
        Ok(())
    }
}

fn line(denial: &Denial) -> String {
    let mut line = format!("{}  [{}]  {}", denial.time, denial.source.word(), shown(&denial.tool));
    let _ = write!(line, " {}   {} via {}", shown(&denial.summary), shown(&denial.reason), shown(&denial.by));
    line
}

fn shown(text: &str) -> std::borrow::Cow<'_, str> {
    mastiff_core::escape::for_people(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn denial(tool: &str, source: Source, number: u64) -> Denial {
        Denial {
            tool: tool.into(),
            call: number.to_string(),
            by: "guard.sh".into(),
            reason: "no".into(),
            time: format!("2026-01-01T00:00:{:02}.000Z", number % 60),
            summary: "rm -rf /".into(),
            source,
        }
    }

    #[test]
    fn totals_are_exact_and_memory_is_bounded() {
        let mut tracker = DenialTracker::default();
        for number in 0..10_000 {
            let source = if number % 4 == 0 { Source::User } else { Source::Hook };
            tracker.record(denial(&format!("tool{}", number % 1_000), source, number));
        }
        assert_eq!(tracker.total(), 10_000);
        assert_eq!(tracker.total_of(Source::User), 2_500);
        assert_eq!(tracker.total_of(Source::Hook), 7_500);
        assert_eq!(tracker.total_of(Source::Policy), 0);
        assert_eq!(tracker.recent().count(), KEPT);
        assert_eq!(tracker.recent().last().map(|d| d.call.as_str()), Some("9999"));
        assert_eq!(tracker.by_tool().count(), NAMED + 1);
        assert_eq!(tracker.by_tool().map(|(_, count)| count).sum::<u64>(), 10_000);
    }

    #[test]
    fn it_answers_by_tool_and_time() {
        let mut tracker = DenialTracker::default();
        tracker.record(denial("Bash", Source::Hook, 1));
        tracker.record(denial("Write", Source::Policy, 2));
        tracker.record(denial("Bash", Source::User, 3));
        assert_eq!(tracker.recent_of("Bash").count(), 2);
        assert_eq!(tracker.recent_of("bash").count(), 0);
        assert_eq!(tracker.since("2026-01-01T00:00:02.000Z").count(), 2);
    }

    #[test]
    fn the_report_names_everything_and_escapes_it() {
        let mut tracker = DenialTracker::default();
        assert_eq!(tracker.to_string(), "nothing was denied\n");
        let mut odd = denial("Bash", Source::Hook, 1);
        odd.reason = "no\u{1b}[31m".into();
        tracker.record(odd);
        let report = tracker.to_string();
        assert!(report.starts_with("1 call was denied: 1 by hook\n       1  Bash\n"), "{report}");
        assert!(report.contains("[hook]  Bash rm -rf /   no") && report.contains("via guard.sh"), "{report}");
        assert!(!report.contains('\u{1b}'), "{report}");
    }
}
