//! Records for people: a line each, aligned, and what nobody should overlook set off.

use crate::render::{Paint, columns_of, cut, padded};
use mastiff_core::Decision;
use mastiff_core::escape::for_people;
use mastiff_core::json::Json;

/// Columns for what a call was about; more is cut.
const WIDEST: usize = 72;
/// Columns for a reason.
const REASON: usize = 160;
/// Characters of a session's id.
const SESSION: usize = 8;

/// All lines of a part of the ledger. `why`: each stop with its reasons.
pub fn people(text: &str, why: bool, paint: Paint) -> String {
    let rows: Vec<Row> = text.lines().map(row).collect();
    let wide = |of: fn(&Row) -> &str| rows.iter().map(|row| columns_of(of(row))).max().unwrap_or(0);
    let (who, what) = (wide(|row| &row.who), wide(|row| &row.what));
    let mut out = String::new();
    let mut date = "";
    for row in &rows {
        if row.date != date && !row.date.is_empty() {
            date = &row.date;
            out.push_str(&format!("{}\n", paint.dim(&format!("{date} (UTC)"))));
        }
        out.push_str(&row.line(who, what, paint));
        for reason in row.reasons.iter().filter(|_| why) {
            out.push_str(&format!("          {}\n", paint.dim(reason)));
        }
    }
    out
}

/// One record: `16:04:05  claude 3f2a91c0  [deny]  Bash git push --force   via force_push`.
struct Row {
    date: String,
    time: String,
    who: String,
    word: String,
    what: String,
    end: String,
    reasons: Vec<String>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Verdict,
    /// Something that was done to the gate.
    Event,
    /// The gate did not hold.
    Alarm,
}

impl Row {
    fn line(&self, who: usize, what: usize, paint: Paint) -> String {
        let word = format!("{:<8}", format!("[{}]", self.word));
        let start = format!("{}  {}", paint.dim(&padded(&self.time, 8)), paint.dim(&padded(&self.who, who)));
        if self.kind == Kind::Alarm {
            // Not behind columns of others: nobody may take it for one of them.
            let text = format!("!! [{}] {}: {}", self.word, self.what, self.end);
            return format!("{start}  {}\n", paint.bold(&paint.decision(Decision::Deny, &text)));
        }
        let word = match self.word.as_str() {
            "allow" => paint.decision(Decision::Allow, &word),
            "ask" => paint.decision(Decision::Ask, &word),
            "deny" => paint.decision(Decision::Deny, &word),
            _ => paint.bold(&word),
        };
        let line = format!("{start}  {word}{}   {}", padded(&self.what, what), paint.dim(&self.end));
        format!("{}\n", line.trim_end())
    }
}

fn row(line: &str) -> Row {
    let Ok(record) = Json::parse(line.as_bytes()) else {
        return Row { word: "?".into(), what: "a line that cannot be read".into(), ..empty() };
    };
    let text = |key: &str| record.get(key).and_then(Json::as_str).unwrap_or_default();
    let (date, time) = text("time").split_once('T').unwrap_or_default();
    let session: String = text("session").chars().take(SESSION).collect();
    let (word, end, kind) = match record.get("event").and_then(Json::as_str) {
        Some(event) => said_of_event(event, &record),
        None => said_of_verdict(&record),
    };
    let what = format!("{} {}", text("tool"), without_root(text("input"), &record));
    Row {
        date: plain(date),
        time: plain(time.get(..8).unwrap_or(time)),
        who: plain(format!("{} {session}", text("host")).trim()),
        word: plain(&word),
        what: cut(&plain(what.trim()), WIDEST),
        end: cut(&plain(&end), REASON),
        reasons: reasons(&record),
        kind,
    }
}

fn said_of_verdict(record: &Json) -> (String, String, Kind) {
    let text = |key: &str| record.get(key).and_then(Json::as_str).unwrap_or_default();
    // Where mastiff said nothing, its decision is what there is to say.
    let outcome = if text("outcome") == "silent" { text("decision") } else { text("outcome") };
    let paused = matches!(record.get("paused"), Some(Json::Bool(true)));
    let end = match (paused, text("decision"), outcome) {
        (true, ..) => ", left to the host in a pause",
        (false, "ask", "deny") => ", judged ask: nobody could be asked",
        (false, ..) => "",
    };
    (outcome.to_owned(), format!("via {}{end}", text("rule")), Kind::Verdict)
}

fn said_of_event(event: &str, record: &Json) -> (String, String, Kind) {
    let text = |key: &str| record.get(key).and_then(Json::as_str).unwrap_or_default();
    let (end, kind) = match event {
        "breach" if text("why") == "denied" => ("was denied and ran all the same".into(), Kind::Alarm),
        "breach" if text("why") == "other" => {
            ("ran, and it is not what the gate was asked about".into(), Kind::Alarm)
        }
        "breach" => ("ran, and the gate was never asked about it".into(), Kind::Alarm),
        "pause" => (format!("until {}", text("until")), Kind::Event),
        "resume" => ("the pause was ended".into(), Kind::Event),
        "unsent" => ("the answer could not be sent, so the host got a deny".into(), Kind::Event),
        "unwatched" => (format!("what ran could not be looked up: {}", text("why")), Kind::Event),
        // Of a later version.
        _ => (String::new(), Kind::Event),
    };
    let word = if kind == Kind::Alarm { "BREACH" } else { event };
    (word.to_owned(), end, kind)
}

/// Messages of what stopped, in their order.
fn reasons(record: &Json) -> Vec<String> {
    let Some(Json::Array(reasons)) = record.get("reasons") else { return Vec::new() };
    let text =
        |reason: &Json, key: &str| reason.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
    let stops = reasons.iter().filter(|reason| text(reason, "decision") != "allow");
    let line = |reason: &Json| format!("{} [{}]", text(reason, "message"), text(reason, "rule"));
    stops.map(|reason| cut(&plain(&line(reason)), REASON)).collect()
}

/// A path below a root of the session is shown without it.
fn without_root<'a>(input: &'a str, record: &Json) -> &'a str {
    let Some(Json::Array(roots)) = record.get("roots") else { return input };
    let below = |root: &Json| input.strip_prefix(root.as_str()?)?.strip_prefix('/');
    roots.iter().find_map(below).unwrap_or(input)
}

fn plain(text: &str) -> String {
    for_people(text).into_owned()
}

fn empty() -> Row {
    let none = String::new;
    Row {
        date: none(),
        time: none(),
        who: none(),
        word: none(),
        what: none(),
        end: none(),
        reasons: Vec::new(),
        kind: Kind::Verdict,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEDGER: &str = concat!(
        r#"{"time":"2026-11-15T23:59:58.123Z","session":"0123456789","host":"claude","outcome":"allow","tool":"Edit","input":"/r/calc.py","rule":"write_scope","roots":["/r"]}"#,
        "\n",
        r#"{"time":"2026-11-16T00:00:01.000Z","session":null,"host":"codex","outcome":"deny","tool":"Bash","input":"git push\u001b[2J --force","rule":"force_push","roots":[],"reasons":[{"decision":"allow","rule":"x","message":"fine"},{"decision":"ask","rule":"force_push","message":"rewrites\u001b[2J"}]}"#,
        "\n",
        r#"{"time":"2026-11-16T00:00:02.000Z","event":"breach","session":"s","host":"codex","tool":"Bash","input":"git push --force","why":"denied"}"#,
        "\n",
        r#"{"time":"2026-11-16T00:00:03.000Z","event":"pause","until":"2026-11-16T00:30:03.000Z"}"#,
        "\n",
        r#"{"time":"2026-11-16T00:00:04.000Z","host":"codex","outcome":"silent","decision":"ask","paused":true,"tool":"Bash","input":"env","rule":"print_environment"}"#,
        "\n",
        r#"{"time":"2026-11-16T00:00:05.000Z","event":"of\u001b[2Jtomorrow","more":1}"#,
        "\nnot a record\n"
    );

    #[test]
    fn records_are_aligned_and_escaped_and_a_breach_stands_out() {
        let expected = "\
2026-11-15 (UTC)
23:59:58  claude 01234567  [allow] Edit calc.py                   via write_scope
2026-11-16 (UTC)
00:00:01  codex            [deny]  Bash git push\\x1b[2J --force   via force_push
00:00:02  codex s          !! [BREACH] Bash git push --force: was denied and ran all the same
00:00:03                   [pause]                                until 2026-11-16T00:30:03.000Z
00:00:04  codex            [ask]   Bash env                       via print_environment, left to the host in a pause
00:00:05                   [of\\x1b[2Jtomorrow]
                           [?]     a line that cannot be read
";
        assert_eq!(people(LEDGER, false, Paint::with(false)), expected);
    }

    #[test]
    fn reasons_of_stops_on_request() {
        let shown = people(LEDGER, true, Paint::with(false));
        assert!(shown.contains("via force_push\n          rewrites\\x1b[2J [force_push]\n"), "{shown}");
        assert!(!shown.contains("fine"), "{shown}");
    }
}
