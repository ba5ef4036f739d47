//! Which hooks an occasion is for.

use super::{Hook, Occasion};
use alloc::vec::Vec;

/// The hooks that an occasion is for, in the order of the configuration, identical ones once.
pub fn select<'h>(_hooks: &'h [Hook], _occasion: &Occasion<'_>) -> Vec<&'h Hook> {
    Vec::new()
}
