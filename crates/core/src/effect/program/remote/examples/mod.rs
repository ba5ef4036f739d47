//! What the clients' tables allow, with the harmful twin and the look-alike beside it.

mod cloud;
mod cluster;
mod github;
mod project;

use crate::effect::program::examples::{judge, run};
