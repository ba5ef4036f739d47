//! Examples for the tools of the trade: harmless, harmful and look-alike beside each other.

mod javascript;
mod native;
mod other;
mod python;
mod tasks;
mod values;

use super::super::FAMILIES;

/// What a description may hold: dashes in front, marks of the language behind, roles that exist.
#[test]
fn descriptions_are_well_formed() {
    fn look(program: &super::Program, path: &str) {
        for flag in program.flags.split_ascii_whitespace() {
            assert!(flag.starts_with(['-', '+']) && flag.len() > 1, "`{path}`: `{flag}` is no flag");
        }
        for role in program.operands.split_ascii_whitespace() {
            let roles = [":", "<", "<<", ">", "@", "x", "xx", "!"];
            assert!(roles.contains(&role.trim_end_matches('*')), "`{path}`: `{role}` is no role");
        }
        for sub in program.subs {
            look(sub, &alloc::format!("{path} {}", sub.names));
        }
    }
    for program in FAMILIES.iter().flat_map(|family| family.programs) {
        look(program, program.names);
    }
}
