//! What programs do with their arguments: one file per family, data where data suffices.
//!
//! A flag that no description names makes the call opaque, hence a stop: the flags of tomorrow's versions are safe
//! by construction. Adding a program is a line in its family's table, with its examples below it.

mod archive;
mod arguments;
mod binary;
mod copy;
pub mod dev;
#[cfg(test)]
pub mod examples;
mod files;
mod find;
pub mod git;
pub mod inline;
pub mod listing;
mod look;
mod machine;
mod own;
mod search;
pub mod spec;
mod system;
mod text;
mod wrapper;
mod xargs;

pub use spec::Program;

/// Every family. A name stands in one of them only; a test checks that.
const FAMILIES: &[&[Program]] = &[
    text::PROGRAMS,
    search::PROGRAMS,
    look::PROGRAMS,
    inline::sed::PROGRAMS,
    inline::awk::PROGRAMS,
    inline::jq::PROGRAMS,
    find::PROGRAMS,
    xargs::PROGRAMS,
    git::PROGRAMS,
    dev::c::PROGRAMS,
    dev::dotnet::PROGRAMS,
    dev::elixir::PROGRAMS,
    dev::go::PROGRAMS,
    dev::interpreter::PROGRAMS,
    dev::javascript::PROGRAMS,
    dev::jvm::PROGRAMS,
    dev::lint::PROGRAMS,
    dev::npm::PROGRAMS,
    dev::php::PROGRAMS,
    dev::python::PROGRAMS,
    dev::ruby::PROGRAMS,
    dev::rust::PROGRAMS,
    dev::swift::PROGRAMS,
    dev::task::PROGRAMS,
    archive::PROGRAMS,
    binary::PROGRAMS,
    copy::PROGRAMS,
    files::PROGRAMS,
    inline::unread::PROGRAMS,
    machine::PROGRAMS,
    own::PROGRAMS,
    system::PROGRAMS,
    wrapper::PROGRAMS,
];

/// The description of a program, by its name without directory.
pub fn find(name: &str) -> Option<&'static Program> {
    FAMILIES.iter().flat_map(|family| family.iter()).find(|program| program.is_named(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use alloc::vec::Vec;

    #[test]
    fn a_name_stands_in_one_family_only() {
        let mut seen = BTreeSet::new();
        let names =
            FAMILIES.iter().flat_map(|family| family.iter()).flat_map(|program| program.names.split(' '));
        let twice: Vec<&str> = names.filter(|name| !seen.insert(*name)).collect();
        assert!(twice.is_empty(), "described twice: {twice:?}");
    }
}
