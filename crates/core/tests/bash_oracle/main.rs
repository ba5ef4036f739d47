//! The reader against the installed bash: what bash really runs must have been predicted.

mod check;
mod generate;
mod predict;
mod sandbox;
mod second_opinion;
mod table;
mod templates;
mod tricky;
