//! Running hooks the way agents do, for people who build agents.
//!
//! [`load`] finds the hooks of a user and a project, [`fire`] runs those that an occasion is for and says what they
//! say together, and [`Engine`] is all a host needs: ask it before each tool call, tell it after.
//!
//! What a hook is sent and what its answer means is `mastiff_core::hook`; here it becomes a process ([`run`]) or a
//! request ([`http`]). No hook can keep its host waiting longer than its timeout.

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
pub mod run;
mod text;

pub use cancel::Cancel;
pub use engine::{Before, Engine, Question, Refused, Run};
pub use fire::{Fired, Firing, fire};
pub use gate::{Gate, Judged};
pub use load::{Loaded, Owner};
