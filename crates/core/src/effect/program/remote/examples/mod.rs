//! What the clients' tables allow, with the harmful twin and the look-alike beside it.

mod cloud;
mod cluster;
mod github;
mod project;

use crate::effect::program::examples::{judge, run};

/// Sources of the tables: a suggestion is what a string behind the word `instead` has in backticks.
const SOURCES: &[&str] = &[
    include_str!("../ansible.rs"),
    include_str!("../aws.rs"),
    include_str!("../az.rs"),
    include_str!("../gcloud.rs"),
    include_str!("../gh.rs"),
    include_str!("../gh_api.rs"),
    include_str!("../gh_commands.rs"),
    include_str!("../glab.rs"),
    include_str!("../google.rs"),
    include_str!("../helm.rs"),
    include_str!("../hosting.rs"),
    include_str!("../kube_tools.rs"),
    include_str!("../kubectl.rs"),
    include_str!("../terraform.rs"),
];

#[test]
fn what_is_suggested_is_allowed() {
    let mut tried = 0;
    for place in SOURCES.iter().flat_map(|source| source.split("instead").skip(1)) {
        let Some(text) = place.split('"').nth(1).filter(|text| text.starts_with('`')) else { continue };
        for command in text.split('`').skip(1).step_by(2) {
            tried += 1;
            assert!(judge(command).starts_with("allow "), "{command}: {}", judge(command));
        }
    }
    assert!(tried > 40, "only {tried} suggestions were found");
}
