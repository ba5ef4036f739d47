//! What may be written down of a call: secrets planted in commands and inputs, tables of shapes and look-alikes.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test that cannot go on says so"
)]

mod blocks;
mod bounded;
mod elsewhere;
mod forms;
mod inputs;
mod judge;
mod logins;
mod places;
mod plant;
mod planted;
#[path = "../metamorphic/random.rs"]
mod random;
mod refused;
mod shape;
mod table;
mod typed;
