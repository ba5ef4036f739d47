//! Calling hooks off.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Shared by the host and the hooks that run for it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Ends everything that runs under it, soon.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// It was called off.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
