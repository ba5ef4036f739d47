//! Running hooks the way agents do, for people who build agents.
//!
//! [`load`] finds the hooks of a user and a project, [`fire`] runs those that an occasion is for and says what they
//! say together, and [`Engine`] is all a host needs: ask [`Engine::before`] each tool call, tell [`Engine::after`] it.

mod cancel;
mod engine;
mod fire;
pub mod gate;
mod handler;
mod http;
pub mod load;
mod pins;
mod run;

pub use cancel::Cancel;
pub use engine::{Before, Engine, Question, Refused, Run};
pub use fire::{Fired, Firing, fire};
pub use gate::Gate;
pub use http::{Request, request};
pub use load::{Loaded, Owner};
pub use run::{Task, run};
