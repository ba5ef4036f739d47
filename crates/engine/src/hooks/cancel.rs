//! Calling hooks off.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How often whoever waits for a hook looks whether it has been called off.
pub(super) const LOOK: Duration = Duration::from_millis(20);

/// A switch that many hooks share: once it is on, whoever waits for one of them ends it and stops waiting.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A switch that is off.
    pub fn new() -> Self {
        Self::default()
    }

    /// Turns it on, for good.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// It is on.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}
