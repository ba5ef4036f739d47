//! Calls that do the same whenever they run: what a human agreed to once holds for the next time. Everything else may do something
//! else by then, for a branch, a remote, a folder or a server may have changed in between.

use crate::effect::{Effect, Effects};
use crate::verdict::Verdict;
use crate::words::listed;

/// They change nothing, or leave only what the text itself says.
const NEUTRAL: &str = "background harmless help read_only_command read_only_tool shell_builtin talk_tool";

/// What they show may have changed; that it is shown was the question.
const READS: &str = "print_environment read_outside_repo remote_read web_documentation web_fetch web_search";

/// What is written was the question too, and the files that a call names are compared. What comes from a folder or from anywhere else
/// is not, so nothing but [`NEUTRAL`] may stand beside: `cp a ~/x`, not `cp -r dist ~/x`.
const WRITES: &str = "out_of_scope write_outside_repo write_scope";

/// Every part of the call does the same the next time.
pub fn does_the_same(verdict: &Verdict, effects: &Effects) -> bool {
    let all_in = |lists: [&str; 2]| {
        verdict.reasons().all(|reason| lists.iter().any(|list| listed(list, &reason.rule)))
    };
    let findings = || effects.acts.iter().flat_map(|act| &act.findings);
    let reads_folder = || findings().any(|finding| matches!(finding.effect, Effect::Read { deep: true, .. }));
    all_in([NEUTRAL, READS]) || all_in([NEUTRAL, WRITES]) && !reads_folder()
}

#[cfg(test)]
mod tests {
    use super::super::super::ids;
    use super::*;

    #[test]
    fn every_name_is_that_of_a_rule() {
        for id in [NEUTRAL, READS, WRITES].iter().flat_map(|list| list.split_whitespace()) {
            assert!(ids::may(id).is_some(), "`{id}` is no rule");
        }
    }
}
