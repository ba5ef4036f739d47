//! Running hooks the way agents do, for people who build agents.
//!
//! [`load`] finds the hooks of a user and a project, [`fire`] runs those that an occasion is for and says what they
//! say together, and [`Engine`] is all a host needs: ask it before each tool call, tell it after.
//!
//! What a hook is sent and what its answer means is `mastiff_core::hook`; here it becomes a process ([`run`]) or a
//! request ([`http`]). No hook can keep its host waiting longer than its timeout.
//!
//! ```no_run
//! use mastiff_core::Json;
//! use mastiff_core::hook::{Call, Done, Facts};
//! use mastiff_engine::dirs::{Dirs, environment};
//! use mastiff_engine::hooks::{Before, Cancel, Engine, Gate, load};
//!
//! // Once: the user's hooks, the project's trusted ones, and the gate. Nobody is there to be asked.
//! let project = "/home/me/project";
//! let hooks = load::discover(Some(project), &Dirs::of(&environment())).map_err(|broken| broken.to_string())?;
//! let engine = Engine::with_gate(&hooks, Gate::open(project, true)?);
//!
//! // For each tool call:
//! let facts = Facts { cwd: project.into(), project_dir: project.into(), ..Facts::default() };
//! let input = Json::object([("command", "git status".into())]);
//! let call = Call { id: "1".into(), tool: "Bash".into(), input, mcp: None };
//! let cancel = Cancel::default();
//! match engine.before(&facts, &call, &cancel) {
//!     Before::Run(run) => {
//!         // Run the tool with `run.input`, then:
//!         let done = Done { output: "clean".into(), ..Done::default() };
//!         let told = engine.after(&facts, &call, &done, &cancel);
//!         assert!(told.combined.output.is_none(), "no hook replaced the output");
//!     }
//!     Before::Ask(question) | Before::Defer(question) => println!("{}", question.reasons.join("\n")),
//!     Before::Refused(refused) => println!("the model gets: {}", refused.result),
//! }
//! # Ok::<(), String>(())
//! ```
//!
//! `examples/agent_loop.rs` is a whole agent around this.

mod book;
mod cancel;
mod child;
mod engine;
mod exchange;
mod fire;
mod gate;
mod handler;
mod headers;
pub mod http;
pub mod load;
mod pins;
mod pipes;
mod rewriting;
pub mod run;
mod text;

pub use cancel::Cancel;
pub use engine::{Before, Engine, Question, Refused, Run};
pub use fire::{Fired, Firing, fire};
pub use gate::{Gate, Judged};
pub use load::{Loaded, Owner};
pub use pins::Pin;
