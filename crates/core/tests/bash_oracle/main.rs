//! The reader against the installed bash: what bash really runs must have been predicted.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::wildcard_enum_match_arm,
    reason = "a test's helpers may fail it"
)]

mod check;
mod generate;
mod predict;
mod sandbox;
mod second_opinion;
mod state;
mod table;
mod templates;
mod tricky;
