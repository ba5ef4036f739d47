//! What programs do with their arguments: one file per family, data where data suffices.
//!
//! A flag that no description names makes the call opaque, hence a stop: the flags of tomorrow's versions are safe
//! by construction. Adding a program is a line in its family's table, with its examples below it.

pub mod about;
mod archive;
mod arguments;
mod binary;
mod container;
mod copy;
mod data;
mod database;
pub mod dev;
#[cfg(test)]
pub mod examples;
mod files;
mod find;
pub mod git;
mod index;
pub mod inline;
mod keys;
pub mod lasting;
mod links;
pub mod listing;
mod look;
mod machine;
mod own;
mod package;
mod remote;
mod search;
mod service;
pub mod spec;
mod system;
mod text;
mod tmux;
mod wrapper;
mod xargs;

pub use index::find;
pub use spec::Program;

/// Every family. A name stands in one of them only; a test checks that.
const FAMILIES: &[&[Program]] = &[
    text::PROGRAMS,
    search::PROGRAMS,
    look::PROGRAMS,
    inline::sed::PROGRAMS,
    inline::awk::PROGRAMS,
    inline::jq::PROGRAMS,
    inline::perl::PROGRAMS,
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
    dev::site::PROGRAMS,
    dev::swift::PROGRAMS,
    dev::task::PROGRAMS,
    archive::PROGRAMS,
    binary::PROGRAMS,
    container::PROGRAMS,
    copy::PROGRAMS,
    data::PROGRAMS,
    database::PROGRAMS,
    files::PROGRAMS,
    inline::unread::PROGRAMS,
    machine::PROGRAMS,
    own::PROGRAMS,
    package::PROGRAMS,
    service::PROGRAMS,
    remote::ansible::PROGRAMS,
    remote::aws::PROGRAMS,
    remote::az::PROGRAMS,
    remote::gcloud::PROGRAMS,
    remote::gh::PROGRAMS,
    remote::glab::PROGRAMS,
    remote::google::PROGRAMS,
    remote::helm::PROGRAMS,
    remote::hosting::PROGRAMS,
    remote::kube_tools::PROGRAMS,
    remote::kubectl::PROGRAMS,
    remote::pulumi::PROGRAMS,
    remote::terraform::PROGRAMS,
    system::PROGRAMS,
    wrapper::PROGRAMS,
];

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
