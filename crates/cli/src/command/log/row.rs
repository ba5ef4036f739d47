//! Records for people: a line each, aligned, and what nobody should overlook set off.

use super::list::Line;
use crate::filter::answer;
use crate::render::{Paint, columns, columns_of, cut, padded};
use mastiff_core::Decision;
use mastiff_core::escape::for_people;
use mastiff_engine::clock::Zone;
use mastiff_engine::ledger::{self, Entry};
use std::io::IsTerminal;

/// Columns for what a call was about; more is cut.
const WIDEST: usize = 72;
/// So many it gets in any window.
const LEAST: usize = 16;
/// Columns for a reason.
const REASON: usize = 160;
/// Characters of a session's id.
const SESSION: usize = 8;
/// Columns of a time, and of what was answered.
const TIME: usize = 8;
const WORD: usize = 8;

/// How records are shown.
#[derive(Clone, Copy, Debug)]
pub struct Sheet {
    /// In colour, or not.
    pub paint: Paint,
    /// On whose clock.
    pub zone: Zone,
    /// Columns of the window; `None`: it goes into a file or another program.
    pub width: Option<usize>,
}

impl Sheet {
    /// As fits standard output.
    pub fn for_stdout() -> Self {
        let width = std::io::stdout().is_terminal().then(columns);
        Sheet { paint: Paint::for_stdout(), zone: Zone::Local, width }
    }
}

/// All lines of a part of the ledger. `why`: each stop with its reasons.
pub fn people(lines: &[Line], why: bool, sheet: Sheet) -> String {
    let Sheet { paint, zone, width } = sheet;
    let mut rows: Vec<Row> = lines.iter().map(|line| row(line, zone)).collect();
    let wide =
        |rows: &[Row], of: fn(&Row) -> &str| rows.iter().map(|row| columns_of(of(row))).max().unwrap_or(0);
    let [id, who] = [wide(&rows, |row| &row.id), wide(&rows, |row| &row.who)];
    // What an event has to say may be long; it is not what the commands are cut for.
    let ends = rows.iter().filter(|row| row.kind == Kind::Verdict).map(|row| columns_of(&row.end));
    let end = ends.max().unwrap_or(0);
    // Between the parts stand blanks, and a word in brackets.
    let others = id + 2 + TIME + 2 + who + 2 + WORD + 3 + end;
    let room = width.map_or(WIDEST, |width| width.saturating_sub(others).clamp(LEAST, WIDEST));
    rows.iter_mut().filter(|row| row.kind != Kind::Alarm).for_each(|row| row.what = cut(&row.what, room));
    let wide = Wide { id, who, what: wide(&rows, |row| &row.what) };
    let mut out = String::new();
    let mut date = "";
    for row in &rows {
        if row.date != date && !row.date.is_empty() {
            date = &row.date;
            out.push_str(&format!("{}\n", paint.dim(date)));
        }
        out.push_str(&row.line(&wide, paint));
        for reason in row.reasons.iter().filter(|_| why) {
            out.push_str(&format!("          {}\n", paint.dim(reason)));
        }
    }
    out
}

/// The same for one record, as a heading.
pub fn title(entry: &Entry, paint: Paint) -> String {
    let row = of_entry(entry, Zone::Local);
    let wide = Wide { id: columns_of(&row.id), who: columns_of(&row.who), what: columns_of(&row.what) };
    row.line(&wide, paint).trim_end().to_owned()
}

/// Columns of what is aligned.
struct Wide {
    id: usize,
    who: usize,
    what: usize,
}

/// One record: `12  16:04:05  claude 3f2a91c0  [deny]  Bash git push --force   via force_push`.
struct Row {
    id: String,
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
    fn line(&self, wide: &Wide, paint: Paint) -> String {
        let word = format!("{:<WORD$}", format!("[{}]", self.word));
        let id = format!("{}{}", " ".repeat(wide.id.saturating_sub(columns_of(&self.id))), self.id);
        let [time, who] =
            [padded(&self.time, TIME), padded(&self.who, wide.who)].map(|text| paint.dim(&text));
        let start = format!("{id}  {time}  {who}");
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
        let line = format!("{start}  {word}{}   {}", padded(&self.what, wide.what), paint.dim(&self.end));
        format!("{}\n", line.trim_end())
    }
}

fn row(line: &Line, zone: Zone) -> Row {
    match line {
        Line::Record(entry, _) => of_entry(entry, zone),
        Line::Settled(entry, _) => {
            let row = of_entry(entry, zone);
            let end = format!("{}, acknowledged", row.end);
            Row { word: row.word.to_lowercase(), end, kind: Kind::Event, ..row }
        }
        Line::Other(_) => Row { word: "?".into(), what: "a line that cannot be read".into(), ..empty() },
    }
}

fn of_entry(entry: &Entry, zone: Zone) -> Row {
    let text = |key: &str| entry.text(key).unwrap_or_default();
    let wall = zone.wall(entry.time());
    let (date, time) =
        wall.map(|wall| (format!("{} ({})", wall.date, wall.zone), wall.time)).unwrap_or_default();
    let session: String = text("session").chars().take(SESSION).collect();
    let (word, end, kind) = match entry.kind() {
        ledger::Kind::Verdict => said_of_verdict(entry),
        ledger::Kind::Ran => said_of_event("ran", entry, zone),
        ledger::Kind::Breach => said_of_event("breach", entry, zone),
        ledger::Kind::Event(event) => said_of_event(event, entry, zone),
    };
    let what = format!("{} {}", text("tool"), without_root(&entry.summary(), entry));
    Row {
        id: if entry.number() > 0 { entry.number().to_string() } else { String::new() },
        date: plain(&date),
        time: plain(&time),
        who: plain(format!("{} {session}", text("host")).trim()),
        word: plain(&word),
        what: cut(&plain(what.trim()), WIDEST),
        end: cut(&plain(&end), REASON),
        reasons: reasons(entry),
        kind,
    }
}

fn said_of_verdict(entry: &Entry) -> (String, String, Kind) {
    let outcome = answer(entry).unwrap_or_default();
    let lifted = entry.count("approved").map(|number| format!(", a human agreed (record {number})"));
    let tried = if entry.is_probe() { ", tried by `mastiff doctor`" } else { "" };
    let end = match (entry.is("paused"), entry.text("decision"), outcome) {
        (true, ..) => ", left to the host in a pause",
        (false, Some("ask"), "deny") => ", judged ask: nobody could be asked",
        (false, ..) => "",
    };
    let rule = entry.text("rule").unwrap_or_default();
    (outcome.to_owned(), format!("via {rule}{end}{tried}{}", lifted.unwrap_or_default()), Kind::Verdict)
}

fn said_of_event(event: &str, entry: &Entry, zone: Zone) -> (String, String, Kind) {
    let text = |key: &str| entry.text(key).unwrap_or_default();
    let number = |key: &str| entry.count(key).unwrap_or(0);
    let (end, kind) = match event {
        "breach" if text("why") == "denied" => ("was denied and ran all the same".into(), Kind::Alarm),
        "breach" if text("why") == "other" => {
            ("ran, and it is not what the gate was asked about".into(), Kind::Alarm)
        }
        "breach" => ("ran, and the gate was never asked about it".into(), Kind::Alarm),
        "pause" => (format!("until {}", zone.shown(text("until"))), Kind::Event),
        "resume" => ("the pause was ended".into(), Kind::Event),
        "approve" => {
            (format!("record {} may run once until {}", number("of"), zone.shown(text("until"))), Kind::Event)
        }
        "refuse" => (format!("record {} was refused", number("of")), Kind::Event),
        "acknowledge" => (
            match number("of") {
                0 => "a human has looked at the breaches".into(),
                of => format!("a human has looked at the breach of record {of}"),
            },
            Kind::Event,
        ),
        "answer" => (format!("the answer to record {}: {}", number("of"), text("said")), Kind::Event),
        "unsent" => ("the answer could not be sent, so the host got a deny".into(), Kind::Event),
        "unwatched" => (format!("what ran could not be looked up: {}", text("why")), Kind::Event),
        "ran" if number("of") > 0 => (format!("after record {}", number("of")), Kind::Event),
        "begin" => (format!("file {} begins", number("file")), Kind::Event),
        "torn" => {
            (format!("{} bytes before this are what was left of a record", number("bytes")), Kind::Event)
        }
        "purge" => (format!("records up to {} were removed", number("through")), Kind::Event),
        "lost" => ("the end of the ledger was cut off before this".into(), Kind::Alarm),
        "unanchored" => ("the anchor of the ledger was lost before this".into(), Kind::Alarm),
        "unmarked" => (format!("the ledger's mark at {} had been removed", text("path")), Kind::Alarm),
        "forgotten" => (
            format!("a human gave up a ledger that was gone, of at least {} records", number("through")),
            Kind::Event,
        ),
        // Of a later version.
        _ => (String::new(), Kind::Event),
    };
    let word = if kind == Kind::Alarm { event.to_uppercase() } else { event.to_owned() };
    (word, end, kind)
}

/// Messages of what stopped, in their order.
fn reasons(entry: &Entry) -> Vec<String> {
    let stops = entry.reasons().filter(|reason| reason.decision != "allow");
    let line = |message: &str, rule: &str| cut(&plain(&format!("{message} [{rule}]")), REASON);
    stops.map(|reason| line(reason.message, reason.rule)).collect()
}

/// A path below a root of the session is shown without it.
fn without_root(input: &str, entry: &Entry) -> String {
    let roots = entry.texts("roots");
    let below = |root: &&str| input.strip_prefix(*root)?.strip_prefix('/');
    roots.iter().find_map(below).unwrap_or(input).to_owned()
}

fn plain(text: &str) -> String {
    for_people(text).into_owned()
}

fn empty() -> Row {
    let none = String::new;
    Row {
        id: none(),
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
        r#"{"n":9,"time":"2026-11-15T23:59:58.123Z","session":"0123456789","host":"claude","outcome":"allow","tool":"Edit","input":"/r/calc.py","rule":"write_scope","roots":["/r"]}"#,
        "\n",
        r#"{"n":10,"time":"2026-11-16T00:00:01.000Z","session":null,"host":"codex","outcome":"deny","tool":"Bash","input":"git push\u001b[2J --force","rule":"force_push","roots":[],"reasons":[{"decision":"allow","rule":"x","message":"fine"},{"decision":"ask","rule":"force_push","message":"rewrites\u001b[2J"}]}"#,
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

    const SHEET: Sheet = Sheet { paint: Paint::OFF, zone: Zone::Utc, width: None };

    fn lines() -> Vec<Line> {
        LEDGER.lines().map(|line| Line::of(line.as_bytes())).collect()
    }

    #[test]
    fn records_are_aligned_and_escaped_and_a_breach_stands_out() {
        let expected = "\
2026-11-15 (UTC)
 9  23:59:58  claude 01234567  [allow] Edit calc.py                   via write_scope
2026-11-16 (UTC)
10  00:00:01  codex            [deny]  Bash git push\\x1b[2J --force   via force_push
    00:00:02  codex s          !! [BREACH] Bash git push --force: was denied and ran all the same
    00:00:03                   [pause]                                until 2026-11-16 00:30:03 UTC
    00:00:04  codex            [ask]   Bash env                       via print_environment, left to the host in a pause
    00:00:05                   [of\\x1b[2Jtomorrow]
                               [?]     a line that cannot be read
";
        assert_eq!(people(&lines(), false, SHEET), expected);
    }

    #[test]
    fn in_a_narrow_window_the_command_is_cut() {
        let long = LEDGER.replace("git push\\u001b[2J --force", &"git push ".repeat(9));
        let lines: Vec<Line> = long.lines().take(2).map(|line| Line::of(line.as_bytes())).collect();
        for (width, cut) in
            [(80, "Bash git push git push…"), (100, "Bash git push git push git push git push g…")]
        {
            let shown = people(&lines, false, Sheet { width: Some(width), ..SHEET });
            assert!(shown.contains(&format!("{cut} ")), "{shown}");
            assert!(shown.lines().all(|line| columns_of(line) <= width), "{shown}");
        }
    }

    #[test]
    fn reasons_of_stops_on_request() {
        let shown = people(&lines(), true, SHEET);
        assert!(shown.contains("via force_push\n          rewrites\\x1b[2J [force_push]\n"), "{shown}");
        assert!(!shown.contains("fine"), "{shown}");
    }
}
