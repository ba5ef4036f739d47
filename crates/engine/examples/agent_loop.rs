//! A tiny agent: a model that was scripted beforehand, two tools, and mastiff between them.
//!
//! ```text
//! cargo run -p mastiff-engine --example agent_loop -- 'git status' 'git push --force'
//! ```
//!
//! Each argument is a command that the model "wants" to run. The loop is the part to copy: ask before each call, run
//! the tool with the input that the engine gives back, tell the hooks, and hand the model what came of it.

use mastiff_core::Json;
use mastiff_core::hook::{Call, Done, Facts, Happened};
use mastiff_engine::dirs::{Dirs, environment};
use mastiff_engine::hooks::{Before, Cancel, Engine, Gate, load};
use std::process::{Command, ExitCode};
use std::time::Instant;

fn main() -> ExitCode {
    let project = std::env::current_dir().unwrap_or_default().display().to_string();
    // A broken hook file or policy is an error here, before any tool runs.
    let engine = match open(&project) {
        Ok(engine) => engine,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::FAILURE;
        }
    };
    let facts = Facts {
        session_id: format!("example-{}", std::process::id()),
        cwd: project.clone(),
        project_dir: project,
        ..Facts::default()
    };
    let cancel = Cancel::default();
    let _ = engine.fire(&facts, Happened::Started { source: "startup" }, &cancel);
    for (number, command) in std::env::args().skip(1).enumerate() {
        let call = Call {
            id: format!("call-{number}"),
            tool: "Bash".into(),
            input: Json::object([("command", command.as_str().into())]),
            mcp: None,
        };
        let done = turn(&engine, &facts, &call, &cancel);
        let word = if done.is_error { "error" } else { "ok" };
        println!("{} [{word}] {}", call.id, done.output.trim_end());
    }
    let _ = engine.fire(&facts, Happened::Ended { reason: "other" }, &cancel);
    print!("{}", engine.denials());
    ExitCode::SUCCESS
}

/// The user's hooks, the project's trusted ones, and the gate. Nobody is there to be asked.
fn open(project: &str) -> Result<Engine, String> {
    let hooks =
        load::discover(Some(project), &Dirs::of(&environment())).map_err(|broken| broken.to_string())?;
    for held in hooks.held() {
        eprintln!("the hooks of {} are not trusted and do not run; see `mastiff trust`", held.path);
    }
    Ok(Engine::with_gate(&hooks, Gate::open(project, true)?))
}

/// One call, from the model's wish to the result it gets.
fn turn(engine: &Engine, facts: &Facts, call: &Call, cancel: &Cancel) -> Done {
    let run = match engine.before(facts, call, cancel) {
        Before::Run(run) => run,
        // A host with somebody in front of it asks here, and then runs `question.input`.
        Before::Ask(question) | Before::Defer(question) => {
            let why = format!("nobody is there to be asked: {}", question.reasons.join("; "));
            return error(engine.refused_unasked(facts, call, &why).result);
        }
        Before::Refused(refused) => return error(refused.result),
    };
    let call = Call { input: run.input, ..call.clone() };
    let mut done = bash(&call);
    let told = engine.after(facts, &call, &done, cancel);
    if let Some(Json::String(output)) = told.combined.output {
        done.output = output;
    }
    let context = run.firing.combined.context.into_iter().chain(told.combined.context);
    done.output.extend(context.map(|text| format!("\n{text}")));
    done
}

/// The tool itself.
fn bash(call: &Call) -> Done {
    let started = Instant::now();
    let command = call.input.get("command").and_then(Json::as_str).unwrap_or_default();
    match Command::new("bash").arg("-c").arg(command).output() {
        Ok(ran) => Done {
            output: String::from_utf8_lossy(&[ran.stdout, ran.stderr].concat()).into_owned(),
            is_error: !ran.status.success(),
            duration: Some(started.elapsed()),
            ..Done::default()
        },
        Err(why) => error(why.to_string()),
    }
}

/// What the model gets for a call that did not run.
fn error(output: String) -> Done {
    Done { output, is_error: true, ..Done::default() }
}
