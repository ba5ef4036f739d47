//! What was asked, and what became of it.
//!
//! An ask was approved if the host reported afterwards that the call ran, and a human could be asked in that mode. An ask
//! that was not followed by its call was denied, in a session whose host reports calls at all.

use mastiff_core::ToolCall;
use mastiff_core::json::Json;
use mastiff_core::protocol::mode;
use mastiff_engine::ledger::{Entry, Kind};
use std::collections::{BTreeMap, BTreeSet};

/// Different calls that are kept. More than that is beyond what anybody approves by hand.
const MOST: usize = 20_000;

/// Stopped calls, each once.
#[derive(Default)]
pub struct History {
    /// In the order in which they came first.
    pub stops: Vec<Stop>,
    /// Records that say too little to be judged again.
    pub unreadable: usize,
    /// Records beyond the number that is kept.
    pub beyond: usize,
}

/// A call that did not simply run.
pub struct Stop {
    /// The call, with secrets masked.
    pub call: ToolCall,
    /// The session's roots then.
    pub roots: Vec<String>,
    /// How often a human let it run.
    pub approved: u32,
    /// How often a human was asked and it did not run.
    pub denied: u32,
    /// How often it was stopped in any other way, or nobody knows how it ended.
    pub other: u32,
}

/// A stop that waits for its end.
struct Waiting {
    stop: usize,
    session: Option<String>,
    call: Option<String>,
    end: End,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// A human was asked, and nothing more is known.
    Asked,
    Ran,
    /// Tried, and it failed: a host may say so of what was refused as well.
    Failed,
    /// No human was asked.
    Unasked,
}

impl History {
    /// Reads a ledger, oldest line first.
    pub fn of(entries: impl Iterator<Item = Entry>) -> Self {
        let mut reading = Reading::default();
        for entry in entries {
            match entry.kind() {
                Kind::Verdict if entry.is_probe() => {}
                Kind::Verdict => reading.verdict(&entry),
                Kind::Ran => reading.ran(&entry),
                // The host says that it is over, not that it ran.
                Kind::Event("after") => reading.ended(&entry, End::Failed),
                // The question never reached the host, or the call ran although it was refused: no human's answer.
                Kind::Breach | Kind::Event("unsent") => reading.ended(&entry, End::Unasked),
                Kind::Event(_) => {}
            }
        }
        reading.finish()
    }
}

#[derive(Default)]
struct Reading {
    history: History,
    known: BTreeMap<String, usize>,
    waiting: BTreeMap<u64, Waiting>,
    by_call: BTreeMap<(String, String), u64>,
    /// The last stop of each session.
    last: BTreeMap<String, u64>,
    /// Sessions whose host reports what ran.
    reporting: BTreeSet<String>,
    /// For lines without a number.
    next: u64,
}

impl Reading {
    fn verdict(&mut self, entry: &Entry) {
        let outcome = entry.outcome();
        if !matches!(outcome, "ask" | "deny") {
            return;
        }
        let Some(call) = entry.call().filter(|call| call.cwd.starts_with('/')) else {
            self.history.unreadable += 1;
            return;
        };
        // Where a host does not say: what is proposed is a human's to take.
        let answers = mode::human_answers(&call).unwrap_or(true);
        let human = outcome == "ask" && !entry.is("headless") && !entry.is("paused") && answers;
        let Some(stop) = self.stop(entry, call) else { return };
        let text = |name: &str| entry.text(name).map(str::to_owned);
        let waiting = Waiting {
            stop,
            session: text("session"),
            call: text("call"),
            end: if human { End::Asked } else { End::Unasked },
        };
        // Lines of one ledger have their numbers; beyond them nothing is looked up by number.
        let number = match entry.number() {
            0 => {
                self.next += 1;
                u64::MAX - self.next
            }
            number => number,
        };
        if let Some(session) = &waiting.session {
            self.last.insert(session.clone(), number);
            if let Some(call) = &waiting.call {
                self.by_call.insert((session.clone(), call.clone()), number);
            }
        }
        self.waiting.insert(number, waiting);
    }

    /// The call among those that are known; `None`: there are too many.
    fn stop(&mut self, entry: &Entry, call: ToolCall) -> Option<usize> {
        let roots: Vec<String> = entry.texts("roots").into_iter().map(str::to_owned).collect();
        let (mcp, source) = (entry.text("mcp"), entry.text("mcp_source"));
        let key = format!("{:?}", (&call.cwd, &roots, &call.name, mcp, source, &call.input));
        if let Some(stop) = self.known.get(&key) {
            return Some(*stop);
        }
        if self.history.stops.len() >= MOST {
            self.history.beyond += 1;
            return None;
        }
        let stop = self.history.stops.len();
        self.history.stops.push(Stop { call, roots, approved: 0, denied: 0, other: 0 });
        self.known.insert(key, stop);
        Some(stop)
    }

    fn ran(&mut self, entry: &Entry) {
        self.reporting.extend(entry.text("session").map(str::to_owned));
        self.ended(entry, if failed(entry) { End::Failed } else { End::Ran });
    }

    /// The event that belongs to a verdict: by its number, or the host's id of the call. Not by what was called: of two equal
    /// calls one may have been refused.
    fn ended(&mut self, entry: &Entry, end: End) {
        let session = entry.text("session").map(str::to_owned);
        let by_call = || {
            let key = (session.clone()?, entry.text("call")?.to_owned());
            self.by_call.get(&key).copied()
        };
        let number = entry.count("of").or_else(by_call);
        // A question that got lost is the session's last, where the host gives calls no id.
        let last = || self.last.get(session.as_ref()?).copied().filter(|_| end == End::Unasked);
        let number = number.or_else(last);
        let Some(waiting) = number.and_then(|number| self.waiting.get_mut(&number)) else { return };
        // What belongs to another session was not answered in this one.
        if waiting.session == session && (waiting.end == End::Asked || end == End::Unasked) {
            waiting.end = end;
        }
    }

    fn finish(mut self) -> History {
        for waiting in self.waiting.values() {
            let Some(stop) = self.history.stops.get_mut(waiting.stop) else { continue };
            let reports = waiting.session.as_ref().is_some_and(|session| self.reporting.contains(session));
            match waiting.end {
                End::Ran => stop.approved += 1,
                End::Asked if reports => stop.denied += 1,
                End::Asked | End::Failed | End::Unasked => stop.other += 1,
            }
        }
        self.history
    }
}

/// It did not run, or it failed and the host does not say whether it ran.
fn failed(entry: &Entry) -> bool {
    let is = |name: &str, value: bool| entry.json().get(name) == Some(&Json::Bool(value));
    is("ran", false) || (is("ok", false) && !is("ran", true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// A verdict about `workmux status` in a session of its own, with some fields changed.
    fn ask(n: u64, changes: Value) -> Value {
        let mut line = json!({
            "v": 2, "n": n, "session": "s", "host": "claude", "call": format!("c{n}"), "mode": "default",
            "headless": false, "cwd": "/repo", "tool": "Bash", "input": {"command": "workmux status"},
            "digest": format!("d{n}"), "decision": "ask", "outcome": "ask", "roots": ["/repo"], "paused": false,
        });
        for (key, value) in changes.as_object().unwrap() {
            line[key] = value.clone();
        }
        line
    }

    fn ran(fields: Value) -> Value {
        let mut line = json!({ "v": 2, "n": 99, "event": "ran", "session": "s", "ok": true });
        for (key, value) in fields.as_object().unwrap() {
            line[key] = value.clone();
        }
        line
    }

    /// Approved, denied, other.
    fn counts(lines: &[Value]) -> (u32, u32, u32) {
        let entries = lines.iter().map(|line| Entry::parse(line.to_string().as_bytes()).unwrap());
        let stops = History::of(entries).stops;
        let sum = |count: fn(&Stop) -> u32| stops.iter().map(count).sum();
        (sum(|stop| stop.approved), sum(|stop| stop.denied), sum(|stop| stop.other))
    }

    #[test]
    fn what_counts_as_approved() {
        let rows = [
            ("by number", ask(1, json!({})), ran(json!({"of": 1})), (1, 0, 0)),
            ("by id", ask(1, json!({})), ran(json!({"call": "c1"})), (1, 0, 0)),
            ("by what it is alone", ask(1, json!({})), ran(json!({"digest": "d1"})), (0, 1, 0)),
            ("no mode", ask(1, json!({"mode": null})), ran(json!({"of": 1})), (1, 0, 0)),
            ("another call", ask(1, json!({})), ran(json!({"of": 7})), (0, 1, 0)),
            ("another session", ask(1, json!({})), ran(json!({"of": 1, "session": "t"})), (0, 0, 1)),
            ("it failed", ask(1, json!({})), ran(json!({"of": 1, "ok": false})), (0, 0, 1)),
            (
                "it ran and failed",
                ask(1, json!({})),
                ran(json!({"of": 1, "ok": false, "ran": true})),
                (1, 0, 0),
            ),
            ("nobody says", ask(1, json!({})), ran(json!({"of": 1, "event": "after"})), (0, 0, 1)),
            ("it did not run", ask(1, json!({})), ran(json!({"of": 1, "ran": false})), (0, 0, 1)),
            ("no human", ask(1, json!({"headless": true})), ran(json!({"of": 1})), (0, 0, 1)),
            ("paused", ask(1, json!({"paused": true})), ran(json!({"of": 1})), (0, 0, 1)),
            ("bypass", ask(1, json!({"mode": "bypassPermissions"})), ran(json!({"of": 1})), (0, 0, 1)),
            ("yolo", ask(1, json!({"mode": "yolo"})), ran(json!({"of": 1})), (0, 0, 1)),
            ("dontAsk", ask(1, json!({"mode": "dontAsk"})), ran(json!({"of": 1})), (0, 0, 1)),
            ("edits, but no edit", ask(1, json!({"mode": "acceptEdits"})), ran(json!({"of": 1})), (1, 0, 0)),
            (
                "edits",
                ask(
                    1,
                    json!({"mode": "acceptEdits", "tool": "Write", "input": {"file_path": "/x", "content": ""}}),
                ),
                ran(json!({"of": 1})),
                (0, 0, 1),
            ),
            ("auto", ask(1, json!({"mode": "auto-high"})), ran(json!({"of": 1})), (0, 0, 1)),
            ("of tomorrow", ask(1, json!({"mode": "turbo"})), ran(json!({"of": 1})), (0, 0, 1)),
            ("a deny", ask(1, json!({"outcome": "deny"})), ran(json!({"of": 1})), (0, 0, 1)),
            ("an allow", ask(1, json!({"outcome": "allow"})), ran(json!({"of": 1})), (0, 0, 0)),
            ("too little", ask(1, json!({"cut": true})), ran(json!({"of": 1})), (0, 0, 0)),
        ];
        for (name, verdict, event, expected) in rows {
            assert_eq!(counts(&[verdict, event]), expected, "{name}");
        }
        assert_eq!(counts(&[ask(1, json!({}))]), (0, 0, 1), "a host that reports nothing");
        let lost = |event: Value| counts(&[ask(1, json!({})), event, ran(json!({"of": 1}))]);
        let unsent = json!({"v": 2, "n": 2, "event": "unsent", "session": "s", "call": "c1"});
        assert_eq!(lost(unsent), (0, 0, 1), "the question never reached the host");
        let unnamed = json!({"v": 2, "n": 2, "event": "unsent", "session": "s", "call": null});
        assert_eq!(lost(unnamed), (0, 0, 1), "nor did the last one");
        let late = [ask(1, json!({})), ran(json!({"of": 1})), ran(json!({"of": 1, "event": "breach"}))];
        assert_eq!(counts(&late), (0, 0, 1), "it ran although it was refused");
        let twice = [ask(1, json!({})), ran(json!({"of": 1})), ran(json!({"of": 1}))];
        assert_eq!(counts(&twice), (1, 0, 0), "one approval");
    }
}
