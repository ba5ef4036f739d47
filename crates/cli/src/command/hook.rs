//! `mastiff hook`: the gate.
//!
//! An event comes in on standard input, one JSON document goes out on standard output. There is one way out: every
//! error and every panic becomes a verdict of its own, which denies, and leaves like any other. What cannot be caught
//! (a full stack, no memory, a hang) is left to the guard, which has its answer ready.

mod answer;

use crate::args::{Args, Usage, switch, value};
use crate::exit::{Exit, Failure};
use crate::{fault, help};
use mastiff_core::decide::Judgement;
use mastiff_core::effect::Followed;
use mastiff_core::policy::{OnFailure, Outcome};
use mastiff_core::protocol::{self, Event, Host, Reply, Request, Surroundings};
use mastiff_core::{ToolCall, Verdict};
use mastiff_engine::disk::Snapshot;
use mastiff_engine::guard::{self, DenyReply};
use mastiff_engine::install::line;
use mastiff_engine::machine::Machine;
use mastiff_engine::session::Seen;
use mastiff_engine::{input, ledger};
use std::cell::Cell;
use std::ffi::OsString;
use std::fs::File;
use std::io::IsTerminal;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::time::Instant;

/// What `mastiff hook --help` shows.
pub const USAGE: Usage = Usage {
    name: "hook",
    summary: "the gate: judge the tool call on standard input, for an agent's hook settings",
    operands: "",
    details: "\
Reads one event of the host as JSON on standard input, judges the call, writes one record to the
ledger and answers in the host's dialect. Whatever goes wrong, a wrong flag included, is a deny.
Events that are not about a call about to run are answered with \"no opinion\".",
    flags: &[
        value("--host", "NAME", "claude, codex, gemini, cursor, …; told by the event when absent"),
        switch(
            "--headless",
            "nobody is there to answer: a stop becomes what the policy says, by default a deny",
        ),
        value("--policy", "FILE", "this policy instead of the user's; absolute, and it must exist"),
        switch(
            line::GUARDED,
            "for the line that `mastiff init` writes: exit 10 for an answer, 12 for a deny",
        ),
    ],
    examples: &[
        (
            "{\"type\": \"command\", \"command\": \"mastiff hook --host claude\", \"onFailure\": \"block\"}",
            "a PreToolUse hook of Claude Code",
        ),
        ("mastiff check 'git push --force'", "to try a command by hand, use check"),
    ],
};

/// What the guard says when nothing else can. Cline looks at its own key only.
static LAST_WORDS: DenyReply = DenyReply { stdout: include_bytes!("hook/last-words.json"), exit: 2 };
static LAST_WORDS_CLINE: DenyReply =
    DenyReply { stdout: include_bytes!("hook/last-words.cline.json"), exit: 2 };

/// Where a panic happened, for whoever reports it.
static FAILED_AT: OnceLock<String> = OnceLock::new();

/// Answers the event on standard input.
pub fn run(words: impl Iterator<Item = OsString>) -> Exit {
    let words: Vec<OsString> = words.collect();
    let cline = words.iter().any(|word| word == "cline" || word == "--host=cline");
    guard::arm(if cline { &LAST_WORDS_CLINE } else { &LAST_WORDS });
    guard::deadline(guard::BUDGET);
    std::panic::set_hook(Box::new(|panic| {
        let _ = FAILED_AT.set(panic.location().map(ToString::to_string).unwrap_or_default());
    }));
    let host = Cell::new(None);
    let guarded = words.iter().any(|word| word == line::GUARDED);
    let reply = catch_unwind(AssertUnwindSafe(|| Gate::new(&host).reply(words)));
    answer::send(reply.unwrap_or_else(|_| protocol::refuse(host.get(), &panicked())), guarded)
}

fn panicked() -> String {
    let place = FAILED_AT.get().map_or("an unknown place", String::as_str);
    format!("mastiff itself failed, at {place}; please report it")
}

/// One event on its way to an answer.
struct Gate<'a> {
    /// Who asks, as soon as that is known.
    host: &'a Cell<Option<Host>>,
    started: Instant,
}

/// A call with all that is needed to judge and record it.
struct Asked {
    request: Request,
    call: ToolCall,
    headless: bool,
}

impl<'a> Gate<'a> {
    fn new(host: &'a Cell<Option<Host>>) -> Self {
        Gate { host, started: Instant::now() }
    }

    /// The answer, whatever happens on the way to it.
    fn reply(&self, words: Vec<OsString>) -> Reply {
        let args = match self.args(words) {
            Ok(args) => args,
            Err(failure) => return protocol::refuse(self.host.get(), &failure.message),
        };
        if args.help {
            return self.help();
        }
        let machine = Machine::new(args.value("--policy"));
        match self.answer(&args, &machine) {
            Ok(reply) => reply,
            Err(why) => {
                // A reason is one line; a policy may have several problems.
                let why = why.lines().collect::<Vec<_>>().join("; ");
                let verdict = Verdict::broken(why.as_str());
                // Nothing stricter is left to say if this record fails too.
                let answered =
                    Answered { verdict: &verdict, outcome: Outcome::Deny, roots: &[], followed: &[] };
                let _ = self.record(&machine, None, &answered);
                protocol::refuse(self.host.get(), &why)
            }
        }
    }

    fn args(&self, words: Vec<OsString>) -> Result<Args, Failure> {
        let args = Args::parse(&USAGE, words.into_iter())?;
        if let Some(name) = args.value("--host") {
            let known = Host::from_id(name);
            self.host.set(known);
            known.ok_or_else(|| Failure::new(format!("there is no host `{name}`")))?;
        }
        match args.operands() {
            [] => Ok(args),
            [word, ..] => Err(Failure::new(format!("`mastiff hook` takes no `{word}`"))),
        }
    }

    fn answer(&self, args: &Args, machine: &Machine) -> Result<Reply, String> {
        let event = input::one_value(std::io::stdin().lock()).map_err(|fault| fault.to_string())?;
        guard::event_read();
        fault::provoke();
        let mut request = self.request(&event, machine)?;
        request.headless |= args.has("--headless");
        let (Event::PreTool, Some(call)) = (&request.event, request.call.clone()) else {
            return Ok(protocol::no_opinion(request.asker()));
        };
        let headless = request.headless;
        self.judge(machine, &Asked { request, call, headless })
    }

    fn request(&self, event: &str, machine: &Machine) -> Result<Request, String> {
        // Only where an event does not name its directory; what is not there is noticed when it is needed.
        let cwd = std::env::current_dir().ok().and_then(|dir| dir.into_os_string().into_string().ok());
        let around = Surroundings {
            env: &machine.environment,
            cwd: cwd.as_deref().unwrap_or_default(),
            host: self.host.get(),
            terminal: has_terminal(),
        };
        let request = protocol::read(event.as_bytes(), &around);
        self.host.set(match &request {
            Ok(request) => request.host,
            Err(broken) => broken.host,
        });
        request.map_err(|broken| broken.why)
    }

    fn judge(&self, machine: &Machine, asked: &Asked) -> Result<Reply, String> {
        let _one_look = Snapshot::begin();
        let Asked { request, call, headless } = asked;
        let opened = machine.open(&Seen {
            id: request.session.as_deref(),
            declared: &request.roots,
            cwd: &call.cwd,
            headless: *headless,
        })?;
        let Judgement { verdict, effects } = machine.judge(call, &opened);
        let outcome = request.outcome(&opened.policy, verdict.decision(), *headless);
        let roots = &opened.session.roots;
        let answered = Answered { verdict: &verdict, outcome, roots, followed: &effects.followed };
        let recorded = self.record(machine, Some(asked), &answered);
        match (recorded, opened.policy.on_ledger_failure()) {
            (Err(why), OnFailure::Deny) => Err(format!("the ledger cannot be written: {why}")),
            (Ok(()), _) | (Err(_), OnFailure::Continue) => {
                Ok(protocol::write(request.asker(), call, &verdict, outcome, None))
            }
        }
    }

    fn record(
        &self,
        machine: &Machine,
        asked: Option<&Asked>,
        answered: &Answered<'_>,
    ) -> Result<(), String> {
        let file = machine.dirs.ledger().ok_or("there is no directory for it")?;
        let record = ledger::Record {
            session: asked.and_then(|asked| asked.request.session.as_deref()),
            host: self.host.get().map_or("unknown", Host::id),
            call: asked.map(|asked| &asked.call),
            verdict: answered.verdict,
            outcome: answered.outcome,
            roots: answered.roots,
            followed: answered.followed,
            took: self.started.elapsed(),
            version: env!("CARGO_PKG_VERSION"),
        };
        ledger::append(&file, &record).map_err(|error| format!("`{}`: {error}", file.display()))
    }

    /// Help is for people. Behind an event it would be read as "no opinion", so there it is a wrong hook line.
    fn help(&self) -> Reply {
        let nobody_asks = std::io::stdin().is_terminal()
            || matches!(input::one_value(std::io::stdin().lock()), Err(input::Fault::Empty));
        if nobody_asks {
            return Reply { stdout: help::page(&USAGE), ..Reply::default() };
        }
        protocol::refuse(self.host.get(), "`--help` stands in the line of the hook")
    }
}

/// An answer, and what it rests on.
struct Answered<'a> {
    verdict: &'a Verdict,
    outcome: Outcome,
    roots: &'a [String],
    followed: &'a [Followed],
}

/// Somebody may sit in front of this process: it has a terminal that controls it.
fn has_terminal() -> bool {
    File::open("/dev/tty").is_ok()
}
