//! `mastiff hook`: the gate.
//!
//! An event comes in on standard input, one JSON document goes out on standard output. There is one way out: every
//! error and every panic becomes a verdict of its own, which denies, and leaves like any other. What cannot be caught
//! (a full stack, no memory, a hang) is left to the guard, which has its answer ready.

mod after;
mod answer;
mod lifted;

use crate::args::{Args, Usage, switch, value};
use crate::exit::{Exit, Failure};
use crate::{fault, help};
use lifted::{Lifted, Stop};
use mastiff_core::decide::Judgement;
use mastiff_core::effect::Effects;
use mastiff_core::policy::{OnFailure, Outcome};
use mastiff_core::protocol::{self, Asker, Event, Host, Reply, Request, Surroundings};
use mastiff_core::{ToolCall, Verdict};
use mastiff_engine::dirs::variable;
use mastiff_engine::disk::Snapshot;
use mastiff_engine::guard::{self, DenyReply};
use mastiff_engine::install::line;
use mastiff_engine::ledger::{Ledger, Record};
use mastiff_engine::machine::{Machine, Opened};
use mastiff_engine::session::{self, Seen};
use mastiff_engine::tripwire::{self, Of, Who};
use mastiff_engine::{input, ledger, pause, redact};
use std::cell::{Cell, OnceCell};
use std::ffi::OsString;
use std::fs::File;
use std::io::IsTerminal;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::time::Instant;

/// What `mastiff hook --help` shows.
pub const USAGE: Usage = Usage {
    name: "hook",
    summary: "the gate: judges the call on standard input, for an agent's hooks",
    operands: "",
    details: "\
Reads one event of the host as JSON on standard input, judges the call, writes one record to the
ledger and answers in the host's dialect. Whatever goes wrong, a wrong flag included, is a deny.
After a call it looks up what was answered before, and says so where a call ran that was denied or never
seen. Other events are answered with \"no opinion\".",
    flags: &[
        value("--host", "NAME", "claude, codex, gemini, cursor, …; told by the event when absent"),
        switch(
            "--headless",
            "nobody is there to answer: a stop becomes what the policy says, by default a deny",
        ),
        value("--policy", "FILE", "this policy instead of the user's; absolute, and it must exist"),
        value(
            line::CONFIG,
            "DIR",
            "the user's configuration of mastiff, whatever the environment says; absolute",
        ),
        value(line::STATE, "DIR", "where mastiff keeps its things, whatever the environment says; absolute"),
        switch(
            line::ACCOUNT,
            "for plugins: both are those of this user's account, and an environment that names others is a deny",
        ),
        switch(line::AFTER, "the line after calls: an event that cannot be read denies nothing"),
        switch(
            line::GUARDED,
            "for the line that `mastiff init` writes: exit 10 for an answer, 12 for a deny",
        ),
    ],
    examples: &[
        (
            "{\"command\": \"mastiff hook --host claude\", \"onFailure\": \"block\"}",
            "a PreToolUse hook of Claude Code",
        ),
        ("mastiff check 'git push --force'", "to try a command by hand, use check"),
    ],
};

/// What the guard says when nothing else can. Cline looks at its own key only.
static LAST_WORDS: DenyReply = DenyReply { stdout: include_bytes!("hook/last-words.json"), exit: 2 };
static LAST_WORDS_CLINE: DenyReply =
    DenyReply { stdout: include_bytes!("hook/last-words.cline.json"), exit: 2 };

/// Whoever sets the variables that a hook runs with would choose the policy.
const OTHER_ACCOUNT: &str = "`HOME`, `XDG_CONFIG_HOME` or `XDG_STATE_HOME` names other folders than this account's own, and the line of \
     a plugin cannot tell who set it; a human runs `mastiff init`, whose line names the folders";

/// After a call there is nothing to deny.
static NO_WORDS: DenyReply = DenyReply { stdout: b"", exit: 0 };

/// Where a panic happened, for whoever reports it.
static FAILED_AT: OnceLock<String> = OnceLock::new();

/// Answers the event on standard input.
pub fn run(words: impl Iterator<Item = OsString>) -> Exit {
    let words: Vec<OsString> = words.collect();
    let cline = words.iter().any(|word| word == "cline" || word == "--host=cline");
    let over = words.iter().any(|word| word == line::AFTER);
    guard::arm(match (over, cline) {
        (true, _) => &NO_WORDS,
        (false, true) => &LAST_WORDS_CLINE,
        (false, false) => &LAST_WORDS,
    });
    guard::deadline(guard::BUDGET);
    std::panic::set_hook(Box::new(|panic| {
        let _ = FAILED_AT.set(panic.location().map(ToString::to_string).unwrap_or_default());
    }));
    let guarded = words.iter().any(|word| word == line::GUARDED);
    let gate = Gate::new();
    let reply = catch_unwind(AssertUnwindSafe(|| gate.reply(words)));
    let reply = reply.unwrap_or_else(|_| protocol::refuse(gate.host.get(), &panicked()));
    answer::send(reply, guarded && !gate.meddled.get(), || gate.not_sent())
}

fn panicked() -> String {
    let place = FAILED_AT.get().map_or("an unknown place", String::as_str);
    format!("mastiff itself failed, at {place}; please report it")
}

/// One event on its way to an answer.
struct Gate {
    /// Who asks, as soon as that is known.
    host: Cell<Option<Host>>,
    machine: OnceCell<Machine>,
    asked: OnceCell<Asked>,
    /// The shell of the hook line may change an answer on its way.
    meddled: Cell<bool>,
    started: Instant,
}

/// A call with all that is needed to judge and record it.
struct Asked {
    request: Request,
    call: ToolCall,
    headless: bool,
}

impl Asked {
    fn who(&self) -> Who<'_> {
        Who { host: self.request.host, session: self.request.session.as_deref() }
    }
}

impl Gate {
    fn new() -> Self {
        Gate {
            host: Cell::new(None),
            machine: OnceCell::new(),
            asked: OnceCell::new(),
            meddled: Cell::new(false),
            started: Instant::now(),
        }
    }

    /// The answer, whatever happens on the way to it.
    fn reply(&self, words: Vec<OsString>) -> Reply {
        let args = match self.args(words) {
            Ok(args) if args.help => return self.help(),
            Ok(args) => args,
            Err(failure) => {
                let why = failure
                    .hint
                    .map_or(failure.message.clone(), |hint| format!("{}; {hint}", failure.message));
                return self.refused(self.machine.get_or_init(|| Machine::new(None)), &why);
            }
        };
        let [config, state] = [line::CONFIG, line::STATE].map(|flag| args.value(flag));
        let by_account = args.has(line::ACCOUNT);
        let machine = self.machine.get_or_init(|| {
            let machine = Machine::new(args.value("--policy")).at(config, state);
            if by_account { machine.ignore_named_policy() } else { machine }
        });
        if by_account && !machine.dirs.is_of_account() {
            return match args.has(line::AFTER) {
                true => protocol::no_opinion(self.host.get()),
                false => self.refused(machine, OTHER_ACCOUNT),
            };
        }
        if let Some(why) = meddles(&machine.environment).filter(|_| args.has(line::GUARDED)) {
            // No code of the line's own: it must not pass on what that shell holds for the answer.
            self.meddled.set(true);
            return self.refused(machine, why);
        }
        self.answer(&args, machine).unwrap_or_else(|why| self.refused(machine, &why))
    }

    /// mastiff itself failed: a deny, on record as far as that is possible. Nothing stricter is left to say if it is not.
    fn refused(&self, machine: &Machine, why: &str) -> Reply {
        // A reason is one line; a policy may have several problems.
        let why = why.lines().collect::<Vec<_>>().join("; ");
        let verdict = Verdict::broken(why.as_str());
        let answered = Answered::new(&verdict, Outcome::Deny);
        let asked = self.asked.get();
        let number = machine.dirs.ledger().and_then(|ledger| self.record(&ledger, asked, &answered).ok());
        if let Some(asked) = asked {
            let of = Of { number, exact: None };
            let _ = tripwire::remember(&machine.dirs, asked.who(), &asked.call, Outcome::Deny, of);
        }
        protocol::refuse(self.host.get(), &why)
    }

    fn args(&self, words: Vec<OsString>) -> Result<Args, Failure> {
        let args = Args::parse(&USAGE, words.into_iter())?;
        if let Some(name) = args.value("--host") {
            let known = Host::from_id(name);
            self.host.set(known);
            let hosts = || Host::all().map(Host::id).collect::<Vec<_>>().join(", ");
            known.ok_or_else(|| {
                Failure::new(format!("there is no host `{name}`")).hint(format!("one of {}", hosts()))
            })?;
        }
        for flag in [line::CONFIG, line::STATE] {
            if args.value(flag).is_some_and(|path| !path.starts_with('/')) {
                return Err(Failure::new(format!("`{flag}` needs a whole path")));
            }
        }
        match args.operands() {
            [] => Ok(args),
            [word, ..] => Err(Failure::new(format!("`mastiff hook` takes no `{word}`"))),
        }
    }

    fn answer(&self, args: &Args, machine: &Machine) -> Result<Reply, String> {
        let over = args.has(line::AFTER);
        let request = self.heard(machine, if over { input::RESULT_BYTES } else { input::BYTES });
        if let (true, Err(why)) = (over, &request) {
            after::unheard(machine, self.host.get(), why);
            return Ok(protocol::no_opinion(self.host.get()));
        }
        let mut request = request?;
        request.headless |= args.has("--headless");
        match request.event {
            Event::PreTool => {}
            Event::PostTool | Event::PostToolFailure => return Ok(after::answer(machine, &request)),
            Event::PermissionRequest | Event::PermissionDenied | Event::Other(_) => {
                return Ok(protocol::no_opinion(request.asker()));
            }
        }
        let Some(call) = request.call.clone() else { return Err("the event names no call".into()) };
        let headless = request.headless;
        self.judge(machine, self.asked.get_or_init(|| Asked { request, call, headless }))
    }

    fn heard(&self, machine: &Machine, most: usize) -> Result<Request, String> {
        let event = input::one_value(input::Unbuffered, most).map_err(|fault| fault.to_string())?;
        guard::event_read();
        fault::provoke();
        self.request(&event, machine)
    }

    fn request(&self, event: &str, machine: &Machine) -> Result<Request, String> {
        // Only where an event does not name its directory; what is not there is noticed when it is needed.
        let cwd = std::env::current_dir().ok().and_then(|dir| dir.into_os_string().into_string().ok());
        let named = self.host.get();
        let around = Surroundings {
            env: &machine.environment,
            cwd: cwd.as_deref().unwrap_or_default(),
            host: named,
            // No other host makes anything of it.
            terminal: named.is_none_or(|host| host == Host::Gemini) && has_terminal(),
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
        let began = request.began.as_deref();
        let bound = began.map(|began| session::bound(request.session.as_deref(), began, &machine.dirs));
        let bound = bound.transpose()?;
        let opened = machine.open(&Seen {
            id: request.session.as_deref(),
            declared: bound.as_deref().unwrap_or(&request.roots),
            cwd: &call.cwd,
            headless: *headless,
        });
        let opened =
            opened.map_err(|why| format!("until a human has corrected it every call is denied: {why}"))?;
        let Judgement { verdict, effects } = machine.judge(call, &opened);
        let paused = opened.policy.yields_to_pause(&verdict) && pause::current(&machine.dirs).is_some();
        let outcome = match paused {
            true => Outcome::Silent,
            false => request.outcome(&opened.policy, &verdict, *headless),
        };
        let stop = Stop { machine, opened: &opened, asked, verdict: &verdict, effects: &effects, outcome };
        let lifted = if paused { Lifted::default() } else { lifted::look(&stop) };
        let outcome = if lifted.by.is_some() { Outcome::Allow } else { outcome };
        let answered = Answered {
            roots: &opened.session.roots,
            effects: Some(&effects),
            policy: Some(&opened.digest),
            paused,
            lifted: Some(&lifted),
            ..Answered::new(&verdict, outcome)
        };
        let kept = self.keep(machine, &opened, asked, &answered);
        match (kept, opened.policy.on_ledger_failure()) {
            (Err(why), OnFailure::Deny) => Err(why),
            (Ok(number), _) => Ok(self.say(machine, &opened, asked, &answered, Some(number))),
            (Err(_), OnFailure::Continue) => Ok(self.say(machine, &opened, asked, &answered, None)),
        }
    }

    fn say(
        &self,
        machine: &Machine,
        opened: &Opened,
        asked: &Asked,
        answered: &Answered<'_>,
        number: Option<u64>,
    ) -> Reply {
        let Answered { verdict, outcome, .. } = *answered;
        let number = number.filter(|_| opened.policy.yields_to_approval(verdict));
        let asker = Asker { approvable: number, ..asked.request.asker() };
        // Where nobody would see it now it waits for an answer in which somebody does.
        let told =
            asker.tells(outcome).then(|| tripwire::take_notice(&machine.dirs, asked.who(), &asked.call));
        let lifted = answered.lifted.and_then(Lifted::verdict);
        let verdict = lifted.as_ref().unwrap_or(verdict);
        protocol::write(asker, &asked.call, verdict, outcome, told.flatten().as_deref())
    }

    /// On record, and in the memory that is looked up when the call has run; the number of the record.
    fn keep(
        &self,
        machine: &Machine,
        opened: &Opened,
        asked: &Asked,
        answered: &Answered<'_>,
    ) -> Result<u64, String> {
        let ledger =
            machine.ledger(opened).ok_or("the ledger cannot be written: there is no directory for it")?;
        let number = self.record(&ledger, Some(asked), answered)?;
        let exact = answered.lifted.and_then(|lifted| lifted.repeatable.as_deref());
        let of = Of { number: Some(number), exact };
        let kept = tripwire::remember(&machine.dirs, asked.who(), &asked.call, answered.outcome, of);
        kept.map(|()| number).map_err(|error| {
            if opened.policy.on_ledger_failure() == OnFailure::Deny {
                self.unsent(&ledger, asked, Some(number));
            }
            format!("the call cannot be remembered: {error}")
        })
    }

    fn record(&self, ledger: &Ledger, asked: Option<&Asked>, answered: &Answered<'_>) -> Result<u64, String> {
        let lifted = answered.lifted;
        let record = Record {
            session: asked.and_then(|asked| asked.request.session.as_deref()),
            host: self.host.get().map_or("unknown", Host::id),
            call: asked.map(|asked| &asked.call),
            verdict: answered.verdict,
            outcome: answered.outcome,
            roots: answered.roots,
            effects: answered.effects,
            policy: answered.policy,
            headless: asked.is_some_and(|asked| asked.headless),
            paused: answered.paused,
            approved: lifted.and_then(Lifted::number),
            exact: lifted.and_then(|lifted| lifted.exact.as_deref()),
            took: self.started.elapsed(),
            version: env!("CARGO_PKG_VERSION"),
        };
        let place = || ledger.directory().display().to_string();
        ledger
            .record(&record)
            .map_err(|error| format!("the ledger cannot be written: `{}`: {error}", place()))
    }

    /// What stands on record was not heard by anybody: the host got a deny by exit code.
    fn not_sent(&self) {
        let (Some(machine), Some(asked)) = (self.machine.get(), self.asked.get()) else { return };
        let _ = tripwire::remember(&machine.dirs, asked.who(), &asked.call, Outcome::Deny, Of::default());
        if let Some(ledger) = machine.dirs.ledger() {
            self.unsent(&ledger, asked, None);
        }
    }

    /// The verdict on record, that of the number if it is known, is not what the host was told.
    fn unsent(&self, ledger: &Ledger, asked: &Asked, of: Option<u64>) {
        let text = |value: Option<&str>| value.map(|value| redact::summary(value, 256)).into();
        let fields = [
            ("session", text(asked.request.session.as_deref())),
            ("host", self.host.get().map_or("unknown", Host::id).into()),
            ("call", text(asked.call.id.as_deref())),
            ("tool", text(Some(&asked.call.name))),
            ("input", ledger::summary(&asked.call).into()),
            ("of", of.into()),
        ];
        let _ = ledger.event("unsent", &fields);
    }

    /// Help is for people. Behind an event it would be read as "no opinion", so there it is a wrong hook line.
    fn help(&self) -> Reply {
        let nobody_asks = std::io::stdin().is_terminal()
            || matches!(input::one_value(std::io::stdin().lock(), input::BYTES), Err(input::Fault::Empty));
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
    paused: bool,
    lifted: Option<&'a Lifted>,
    roots: &'a [String],
    effects: Option<&'a Effects>,
    policy: Option<&'a str>,
}

impl<'a> Answered<'a> {
    fn new(verdict: &'a Verdict, outcome: Outcome) -> Self {
        Answered { verdict, outcome, paused: false, lifted: None, roots: &[], effects: None, policy: None }
    }
}

/// What bash puts before each step that it shows, where nobody has set another text.
const PLAIN_MARK: &str = "+ ";

/// Why no answer on standard output can be relied on. The loader of the shell prints there by itself, or the shell of the hook line
/// shows its own steps, and either not on standard error, or behind a text that it expands before each of them. Expanding a text can
/// set variables, the one that holds the answer too, and the text itself, so that nothing odd is left of it by now. Only the usual text
/// is harmless.
fn meddles(environment: &[(String, String)]) -> Option<&'static str> {
    let value = |name| variable(environment, name);
    if environment.iter().any(|(name, _)| name == "LD_SHOW_AUXV") {
        return Some("every program prints a table where the answer belongs; unset `LD_SHOW_AUXV`");
    }
    let shows = value("SHELLOPTS").is_some_and(|options| options.split(':').any(|option| option == "xtrace"));
    if shows && value("BASH_XTRACEFD").is_some() {
        return Some(
            "the shell around the gate writes its trace where the answer belongs; unset `BASH_XTRACEFD`",
        );
    }
    if shows && value("PS4").is_some_and(|mark| mark != PLAIN_MARK) {
        return Some(
            "the shell around the gate may change the answer while it traces its steps; unset `PS4` or `SHELLOPTS`",
        );
    }
    None
}

/// Somebody may sit in front of this process: it has a terminal that controls it.
fn has_terminal() -> bool {
    File::open("/dev/tty").is_ok()
}
