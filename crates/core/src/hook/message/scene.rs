//! An occasion as a dialect sees it.

use super::super::tools::Told;
use super::super::{Call, Dialect, Done, Event, Facts, Happened, Occasion, tools};
use super::fields::Fields;
use crate::json::Json;
use alloc::string::String;

/// An occasion in a dialect's words.
pub struct Scene<'a> {
    /// The dialect.
    pub dialect: Dialect,
    /// The session.
    pub facts: &'a Facts,
    /// What happened.
    pub happened: Happened<'a>,
    /// The event, as the dialect knows it.
    pub event: Event,
    /// When, for dialects that tell.
    pub now: &'a str,
    /// The tool that it is about.
    pub tool: Option<Tool<'a>>,
}

/// A tool call in a dialect's words.
pub struct Tool<'a> {
    /// The call as the host made it.
    pub call: &'a Call,
    /// The tool's name.
    pub name: String,
    /// The input.
    pub input: Json,
    told: Told,
}

impl Tool<'_> {
    /// The input as text.
    pub fn raw(&self) -> String {
        self.told.raw()
    }

    /// The command line of a shell tool, the input as text of any other.
    pub fn said(&self) -> String {
        self.told.said()
    }
}

impl<'a> Scene<'a> {
    /// Translates an occasion.
    pub fn new(dialect: Dialect, occasion: &Occasion<'a>) -> Self {
        let translated = |call: &'a Call| {
            let told = tools::told(dialect, call);
            Tool { call, name: told.tool.clone(), input: told.input.clone(), told }
        };
        Scene {
            dialect,
            facts: occasion.facts,
            happened: occasion.happened,
            event: occasion.event_in(dialect),
            now: occasion.now,
            tool: occasion.call().map(translated),
        }
    }

    /// What the call came to, if it ran.
    pub fn done(&self) -> Option<&'a Done> {
        match self.happened {
            Happened::After(_, done) => Some(done),
            Happened::Before(_)
            | Happened::Denied(..)
            | Happened::Started { .. }
            | Happened::Ended { .. }
            | Happened::Prompted { .. }
            | Happened::Stopping { .. } => None,
        }
    }

    /// Why the call was refused, if it was.
    pub fn reason(&self) -> Option<&'a str> {
        match self.happened {
            Happened::Denied(_, denied) => Some(&denied.reason),
            Happened::Before(_)
            | Happened::After(..)
            | Happened::Started { .. }
            | Happened::Ended { .. }
            | Happened::Prompted { .. }
            | Happened::Stopping { .. } => None,
        }
    }

    /// What most dialects tell about an event of the session.
    pub fn put_session(&self, fields: &mut Fields) {
        match self.happened {
            Happened::Started { source } => fields.put("source", source),
            Happened::Ended { reason } => fields.put("reason", reason),
            Happened::Prompted { prompt } => fields.put("prompt", prompt),
            Happened::Stopping { again, last_message } => {
                fields.put("stop_hook_active", again);
                fields.put_some("last_assistant_message", last_message);
            }
            Happened::Before(_) | Happened::After(..) | Happened::Denied(..) => {}
        }
    }
}
