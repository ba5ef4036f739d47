//! The totals for programs.

use super::asks::{Group, Settled};
use super::difference::Difference;
use super::tally::{Denial, Tally};
use crate::json::{Object, list, quoted};
use mastiff_core::Decision;
use std::cmp::Reverse;

/// One object with everything. `rows`: of each list that may be long.
pub fn overview(tally: &Tally, settled: &Settled, rows: usize) -> String {
    let object = totals(Object::new(), tally)
        .raw("prompts_saved", tally.saved)
        .raw("asks_nobody_could_answer", tally.unanswerable)
        .raw("settled", settled.by_first(rows))
        .raw("unexamined_asks", settled.unexamined)
        .objects("denied", tally.denials().into_iter().take(rows), denial)
        .objects("asks", settled.groups.iter().take(rows), group)
        .objects("rules", rules(tally).into_iter(), |object, (decision, rule, count)| {
            object.word("decision", decision.word()).text("rule", rule).raw("count", count)
        })
        .objects("programs", programs(tally).into_iter().take(rows), |object, (program, [asks, denies])| {
            object.text("program", program).raw("ask", asks).raw("deny", denies)
        })
        .objects("then", tally.then.iter(), |object, ((then, now), count)| {
            object.word("then", then.word()).word("now", now.word()).raw("count", count)
        });
    troubles(object, tally).done() + "\n"
}

/// The end of an object that begins with the differences.
pub fn difference(tally: &Tally, difference: &Difference) -> String {
    let object = totals(Object::new(), tally)
        .raw("same", difference.same)
        .raw("looser", difference.looser)
        .raw("stricter", difference.stricter);
    let whole = troubles(object, tally).done();
    whole.strip_prefix('{').unwrap_or(&whole).to_owned() + "\n"
}

/// The most frequent first.
pub fn rules(tally: &Tally) -> Vec<(Decision, &str, u64)> {
    let mut rules: Vec<_> =
        tally.rules.iter().map(|((decision, rule), count)| (*decision, rule.as_str(), *count)).collect();
    rules.sort_by_key(|(_, _, count)| Reverse(*count));
    rules
}

/// The most frequent first.
pub fn programs(tally: &Tally) -> Vec<(&str, [u64; 2])> {
    let mut programs: Vec<_> =
        tally.programs.iter().map(|(program, counts)| (program.as_str(), *counts)).collect();
    programs.sort_by_key(|(_, [asks, denies])| Reverse(asks + denies));
    programs
}

fn totals(object: Object, tally: &Tally) -> Object {
    let [allow, ask, deny] = tally.decisions;
    let decisions = Object::new().raw("allow", allow).raw("ask", ask).raw("deny", deny).done();
    object
        .raw("calls", tally.calls)
        .raw("transcripts", tally.transcripts)
        .raw("sessions", tally.sessions())
        .maybe("from", tally.first.as_deref())
        .maybe("to", tally.last.as_deref())
        .raw("decisions", decisions)
        .objects("hosts", tally.hosts.iter(), |object, (host, calls)| {
            object.text("host", host).raw("calls", calls)
        })
}

fn troubles(object: Object, tally: &Tally) -> Object {
    object
        .raw("directory_gone", tally.gone)
        .raw("directory_unknown", tally.unplaced)
        .raw("repeated", tally.repeated)
        .raw("unseen_by_hooks", tally.unseen)
        .raw("cut_records", tally.cut)
        .raw("other_files", tally.others)
        .raw("broken", tally.broken)
        .objects("broken_lines", tally.broken_lines.iter(), |object, (file, line, why)| {
            object.text("file", file).raw("line", line).text("why", why)
        })
        .objects("unread", tally.unread.iter(), |object, (file, why)| {
            object.text("file", file).text("why", why)
        })
}

fn denial(object: Object, denial: &Denial) -> Object {
    object
        .raw("count", denial.count)
        .text("tool", &denial.tool)
        .text("text", &denial.text)
        .text("rule", &denial.rule)
        .text("message", &denial.message)
}

fn group(object: Object, group: &Group) -> Object {
    object
        .raw("count", group.count)
        .raw("different_calls", group.calls)
        .text("tool", &group.tool)
        .text("example", &group.example)
        .text("rule", &group.rule)
        .word("settled_by", group.settled_by.word())
        .raw("policy", list(group.lines.iter().map(|lines| quoted(lines))))
        .raw("would_also_allow", list(group.harm.iter().map(|class| quoted(class))))
}
