//! What happened, from flags.

use crate::args::{Args, near_miss};
use crate::exit::Failure;
use mastiff_core::escape::for_people;
use mastiff_core::hook::{Call, Denied, Done, Event, Happened};
use mastiff_core::json::Json;
use mastiff_engine::clock;
use mastiff_engine::redact;

/// Something that hooks can be told.
pub struct Given {
    event: Event,
    call: Call,
    done: Done,
    denied: Denied,
    text: Option<String>,
}

impl Given {
    /// From the flags of `fire`. One that means nothing for the event is refused: it would be believed.
    pub fn from_args(args: &Args) -> Result<Self, Failure> {
        let event = event(args)?.ok_or_else(|| Failure::new("which event?").hint("--event PreToolUse"))?;
        let about = ["--tool", "--input", "--output", "--error", "--prompt"];
        let mut strange =
            args.given().filter(|flag| about.contains(flag) && !understood(event).contains(flag));
        if let Some(flag) = strange.next() {
            return Err(Failure::new(format!("`{flag}` means nothing for {}", event.name())));
        }
        let call = match (event.has_tool(), call(args)?) {
            (true, None) => {
                return Err(Failure::new(format!(
                    "{} is about a tool: --tool NAME --input JSON",
                    event.name()
                )));
            }
            (_, call) => call.unwrap_or_else(nothing),
        };
        let prompt = args.value("--prompt").map(Into::into);
        if event == Event::UserPromptSubmit && prompt.is_none() {
            return Err(Failure::new("what did the user say? --prompt TEXT"));
        }
        let output = args.value("--output").map(str::to_owned);
        Ok(Given {
            done: Done {
                output: output.clone().unwrap_or_default(),
                is_error: args.has("--error") || event == Event::PostToolUseFailure,
                ..Done::default()
            },
            denied: Denied {
                reason: output.clone().unwrap_or_else(|| "refused".into()),
                summary: redact::summary(&call.input.to_string(), 256),
                time: clock::now(),
                turn: 1,
            },
            text: prompt.or(output),
            event,
            call,
        })
    }

    /// The same, as hooks are told.
    pub fn happened(&self) -> Happened<'_> {
        match self.event {
            Event::PreToolUse => Happened::Before(&self.call),
            Event::PostToolUse | Event::PostToolUseFailure => Happened::After(&self.call, &self.done),
            Event::PermissionDenied => Happened::Denied(&self.call, &self.denied),
            Event::SessionStart => Happened::Started { source: "startup" },
            Event::SessionEnd => Happened::Ended { reason: "other" },
            Event::UserPromptSubmit => {
                Happened::Prompted { prompt: self.text.as_deref().unwrap_or_default() }
            }
            Event::Stop => Happened::Stopping { again: false, last_message: self.text.as_deref() },
        }
    }

    /// The call it is about.
    pub fn call(&self) -> Option<&Call> {
        self.event.has_tool().then_some(&self.call)
    }
}

/// `--event`, in any host's spelling.
pub fn event(args: &Args) -> Result<Option<Event>, Failure> {
    let Some(name) = args.value("--event") else { return Ok(None) };
    if let Some(event) = Event::from_name(name) {
        return Ok(Some(event));
    }
    let shown = for_people(name);
    if Event::is_known_elsewhere(name) {
        return Err(Failure::new(format!("`{shown}` is an event that this engine does not fire")));
    }
    let failure = Failure::new(format!("there is no event `{shown}`"));
    let names = Event::all().map(Event::name);
    Err(match near_miss(name, names.clone()) {
        Some(near) => failure.hint(format!("did you mean `{near}`?")),
        None => failure.hint(format!("one of {}", names.collect::<Vec<_>>().join(", "))),
    })
}

/// `--tool` and `--input`.
pub fn call(args: &Args) -> Result<Option<Call>, Failure> {
    let (tool, input) = match (args.value("--tool"), args.value("--input")) {
        (None, None) => return Ok(None),
        (None, Some(_)) => return Err(Failure::new("`--input` needs `--tool NAME`")),
        (Some(tool), input) => (tool, input.unwrap_or("{}")),
    };
    match Json::parse(input.as_bytes()) {
        Ok(input @ Json::Object(_)) => {
            Ok(Some(Call { id: "call-1".into(), tool: tool.into(), input, mcp: None }))
        }
        Ok(_) => Err(Failure::new("`--input` is no JSON object")),
        Err(error) => Err(Failure::new(format!("`--input` is not JSON: {error}"))),
    }
}

fn nothing() -> Call {
    Call { id: String::new(), tool: String::new(), input: Json::Object(Vec::new()), mcp: None }
}

fn understood(event: Event) -> &'static [&'static str] {
    match event {
        Event::PreToolUse => &["--tool", "--input"],
        Event::PostToolUse | Event::PostToolUseFailure => &["--tool", "--input", "--output", "--error"],
        Event::PermissionDenied => &["--tool", "--input", "--output"],
        Event::UserPromptSubmit => &["--prompt"],
        Event::Stop => &["--output"],
        Event::SessionStart | Event::SessionEnd => &[],
    }
}
