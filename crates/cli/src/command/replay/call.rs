//! One call as it is shown: masked, and harmless to look at.

use super::judge::{Ground, Judged, Ruling};
use crate::json::Object;
use crate::render::{Paint, cut, padded};
use mastiff_core::Decision;
use mastiff_core::escape::for_people;
use mastiff_core::protocol::Host;
use mastiff_core::redact::Redacted;
use mastiff_engine::clock::Zone;
use mastiff_engine::transcript::Called;
use mastiff_engine::{ledger, redact};

/// The longest text of a call for programs.
const TEXT: usize = 4_096;
/// Columns for a call, for its rule.
const WIDEST: usize = 88;

/// A call and what is said of it.
pub struct Shown<'a> {
    called: &'a Called,
    judged: &'a Judged,
    text: String,
}

impl<'a> Shown<'a> {
    pub fn new(called: &'a Called, judged: &'a Judged) -> Self {
        let text = redact::cut(&ledger::summary(&called.call), TEXT);
        Shown { called, judged, text }
    }

    /// `2026-11-16 19:04  claude  [deny]  Bash rm -rf ~   via catastrophe`
    pub fn line(&self, paint: Paint) -> String {
        let time = Zone::Local.shown(self.called.time.as_deref().unwrap_or_default());
        let time = for_people(time.get(..16).unwrap_or_default()).into_owned();
        let host = self.called.host.map_or("?", Host::id);
        let what = format!("{} {}", redact::summary(&self.called.call.name, 64), self.text);
        let what = cut(&for_people(what.trim_end()), WIDEST);
        let start = format!(
            "{}  {}  {}",
            paint.dim(&padded(&time, 16)),
            paint.dim(&padded(host, 6)),
            self.word(paint)
        );
        format!("{start}  {what}   {}\n", paint.dim(&self.rule()))
    }

    fn word(&self, paint: Paint) -> String {
        let now = self.judged.now.decision;
        match &self.judged.before {
            None => paint.decision(now, &padded(&format!("[{}]", now.word()), 7)),
            Some(before) => {
                let change = format!("[{} → {}]", before.decision.word(), now.word());
                paint.decision(now, &padded(&change, 14))
            }
        }
    }

    fn rule(&self) -> String {
        let rule = |ruling: &Ruling| redact::cut(&ruling.verdict.rule(), 120);
        let now = rule(&self.judged.now);
        let text = match &self.judged.before {
            None => format!("via {now}"),
            Some(before) => format!("via {} → {now}", rule(before)),
        };
        for_people(&text).into_owned()
    }

    /// The same for programs.
    pub fn json(&self) -> String {
        let called = self.called;
        let object = Object::new()
            .maybe("time", called.time.as_deref())
            .text("host", called.host.map_or("unknown", Host::id))
            .maybe("session", called.session.as_deref())
            .maybe("call", called.call.id.as_deref())
            .text("tool", &redact::summary(&called.call.name, 256))
            .text("text", &self.text)
            .text("cwd", &called.call.cwd)
            .word("ground", word_of_ground(self.judged.ground));
        let redacted = redact::call(&called.call);
        let object = ruled(object, &self.judged.now, &redacted);
        let object = match &self.judged.before {
            Some(before) => object.raw("against", ruled(Object::new(), before, &redacted).done()),
            None => object,
        };
        match called.then {
            Some(then) => object.word("then", then.word()),
            None => object,
        }
        .done()
    }
}

fn ruled(object: Object, ruling: &Ruling, call: &Redacted) -> Object {
    let object = object.word("decision", ruling.decision.word()).text("rule", &ruling.verdict.rule());
    match ruling.verdict.decision() {
        Decision::Allow => object,
        Decision::Ask | Decision::Deny => {
            object.text("message", &redact::said(Some(call), &ruling.verdict.deciding().message, 1_024))
        }
    }
}

fn word_of_ground(ground: Ground) -> &'static str {
    match ground {
        Ground::Real => "real",
        Ground::Gone => "gone",
        Ground::Unknown => "unknown",
    }
}
