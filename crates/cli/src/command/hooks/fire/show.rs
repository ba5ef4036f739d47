//! What the hooks of one event said, for people and for programs.

use super::super::here::{self, counted};
use super::super::occasion::Given;
use crate::json::{self, Object};
use crate::render::Paint;
use mastiff_core::Decision;
use mastiff_core::escape::for_people;
use mastiff_core::hook::{Event, Hook, Opinion, Outcome, first_line};
use mastiff_core::json::Json;
use mastiff_engine::hooks::{Fired, Firing, Loaded};
use std::time::Duration;

/// Everything there is to show.
pub struct Shown<'a> {
    /// The event, as it came to be: a tool that failed is another one.
    pub event: Event,
    /// What happened.
    pub given: &'a Given,
    /// The files.
    pub loaded: &'a Loaded,
    /// What the hooks said.
    pub firing: &'a Firing,
    /// How many run in the background.
    pub aside: usize,
}

impl Shown<'_> {
    /// A line for each hook, then what they say together.
    pub fn as_text(&self, paint: Paint) -> String {
        let mut out: String = self.firing.fired.iter().map(|fired| row(fired, paint)).collect();
        for hook in &self.firing.skipped {
            out.push_str(&line("skipped", &format!("{}  an earlier hook said no", name(hook))));
        }
        if self.aside > 0 {
            out.push_str(&line("aside", &format!("{} in the background", counted(self.aside, "hook"))));
        }
        if self.firing.fired.is_empty() && self.aside == 0 {
            out.push_str("no hook matches\n");
        }
        out + &self.together(paint)
    }

    fn together(&self, paint: Paint) -> String {
        let all = &self.firing.combined;
        let mut out = String::new();
        let texts = [
            ("input", all.input.as_ref().map(Json::to_string)),
            ("output", all.output.as_ref().map(Json::to_string)),
            ("stop", all.stop.clone()),
        ];
        let lists = [("context", &all.context), ("message", &all.messages), ("warning", &all.warnings)];
        let lists =
            lists.into_iter().flat_map(|(what, texts)| texts.iter().map(move |text| (what, text.clone())));
        for (what, text) in texts.into_iter().filter_map(|(what, text)| Some((what, text?))).chain(lists) {
            out.push_str(&line(what, &text));
        }
        out + &painted(all.opinion, verdict(all.opinion), paint) + &self.because() + "\n"
    }

    /// Every reason of the strictest opinion, with its place.
    fn because(&self) -> String {
        let said = self.firing.combined.deciding().map(|said| {
            format!("{} ({}:{})", first_line(&said.reason), said.source.file, said.source.at.line)
        });
        let said = said.collect::<Vec<_>>().join("; ");
        if said.is_empty() { said } else { format!(": {}", for_people(&said)) }
    }

    /// One document.
    pub fn as_json(&self) -> String {
        let all = &self.firing.combined;
        let said = all.said.iter().map(|said| {
            Object::new()
                .text("hook", &said.hook)
                .text("file", &said.source.file)
                .raw("line", said.source.at.line)
                .text("opinion", said.opinion.word())
                .text("reason", &said.reason)
                .done()
        });
        let held = self.loaded.held().map(|file| {
            Object::new()
                .text("file", &file.path)
                .raw("hooks", file.config.hooks.len())
                .text("trust", &here::way(&file.path))
                .done()
        });
        let object = Object::new().text("event", self.event.name());
        let object = match self.given.call() {
            Some(call) => object.text("tool", &call.tool).raw("input", &call.input),
            None => object,
        };
        let object = object.text("opinion", all.opinion.word()).raw("reasons", json::list(said));
        value(value(object, "updated_input", all.input.as_ref()), "updated_output", all.output.as_ref())
            .maybe("stop", all.stop.as_deref())
            .raw("context", texts(&all.context))
            .raw("messages", texts(&all.messages))
            .raw("warnings", texts(&all.warnings))
            .raw("hooks", json::list(self.firing.fired.iter().map(fired_json)))
            .raw("skipped", json::list(self.firing.skipped.iter().map(|hook| place(hook).done())))
            .raw("background", self.aside)
            .raw("held", json::list(held))
            .done()
            + "\n"
    }
}

fn row(fired: &Fired, paint: Paint) -> String {
    let Outcome { opinion, reason, failed, .. } = &fired.outcome;
    let said = failed.as_deref().or(reason.as_deref()).map(first_line).unwrap_or_default();
    let word = if failed.is_some() && *opinion == Opinion::None { "failed" } else { opinion.word() };
    let text = format!("{}  {}  {said}", name(&fired.hook), time(fired.took));
    format!("{}{}\n", painted(*opinion, &format!("{word:<9}"), paint), for_people(text.trim_end()))
}

fn line(what: &str, text: &str) -> String {
    format!("{what:<9}{}\n", for_people(text))
}

fn name(hook: &Hook) -> String {
    crate::render::cut(&hook.label(), 60)
}

fn time(took: Duration) -> String {
    format!("{:.1} ms", millis(took))
}

fn millis(took: Duration) -> f64 {
    (took.as_secs_f64() * 10_000.0).round() / 10.0
}

fn verdict(opinion: Opinion) -> &'static str {
    match opinion {
        Opinion::None => "no objection",
        Opinion::Allow | Opinion::Ask | Opinion::Defer | Opinion::Deny => opinion.word(),
    }
}

fn painted(opinion: Opinion, text: &str, paint: Paint) -> String {
    match opinion {
        Opinion::None => text.to_owned(),
        Opinion::Allow => paint.decision(Decision::Allow, text),
        Opinion::Ask | Opinion::Defer => paint.decision(Decision::Ask, text),
        Opinion::Deny => paint.decision(Decision::Deny, text),
    }
}

fn fired_json(fired: &Fired) -> String {
    let Outcome { opinion, reason, context, message, input, output, stop, failed, warnings } = &fired.outcome;
    let object = place(&fired.hook)
        .text("opinion", opinion.word())
        .maybe("reason", reason.as_deref())
        .maybe("failed", failed.as_deref())
        .maybe("context", context.as_deref())
        .maybe("message", message.as_deref())
        .maybe("stop", stop.as_deref());
    value(value(object, "updated_input", input.as_ref()), "updated_output", output.as_ref())
        .raw("warnings", texts(warnings))
        .raw("milliseconds", millis(fired.took))
        .done()
}

fn place(hook: &Hook) -> Object {
    Object::new()
        .text("hook", &hook.label())
        .text("event", hook.event.name())
        .text("dialect", hook.dialect.name())
        .text("file", &hook.source.file)
        .raw("line", hook.source.at.line)
}

fn value(object: Object, key: &'static str, value: Option<&Json>) -> Object {
    match value {
        Some(value) => object.raw(key, value),
        None => object,
    }
}

fn texts(texts: &[String]) -> String {
    json::list(texts.iter().map(|text| json::quoted(text)))
}
