//! Flags that announce a secret by their name.

use super::names::{Announces, announces};
use crate::words::listed;

/// First parts of flags that take no value or none that is secret: `--show-token`, `--no-password`.
const SWITCHES: &str = "show with use no ask print list get delete skip allow disable enable check require without has is \
    need reveal display rotate generate prompt force ignore include exclude export refresh revoke validate max min mask \
    hide detect scan only verify";

/// The flag `name` (without its dashes) has a secret as its value.
pub fn takes_secret(name: &str) -> bool {
    let head = name.split(['-', '_']).next().unwrap_or_default();
    announces_flag(name) == Announces::Secret
        && !listed(SWITCHES, &head.to_ascii_lowercase())
        && !is_count(name)
}

/// The flag may have one: `--auth x`, `--bearer x`.
pub fn may_take_secret(name: &str) -> bool {
    matches!(name, "auth" | "bearer" | "authorization" | "cookie")
}

/// `--pwd` is no variable of a shell.
fn announces_flag(name: &str) -> Announces {
    if name == "pwd" { Announces::Secret } else { announces(name) }
}

/// `--max-tokens`, `--tokens 100`; which secret of a store is meant.
fn is_count(name: &str) -> bool {
    name.ends_with("tokens") || name == "secret-id"
}
