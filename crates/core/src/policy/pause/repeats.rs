//! Calls that do the same whenever they run: what a human agreed to once holds for the next time. Everything else may do something
//! else by then, for a branch, a remote, a folder or a server may have changed in between.

use crate::effect::{Act, Effect, Effects, Finding};
use crate::verdict::Verdict;
use crate::words::listed;

/// They change nothing, or leave only what the text itself says.
const NEUTRAL: &str = "background harmless help read_only_command read_only_tool shell_builtin talk_tool";

/// What they show may have changed; that it is shown was the question.
const READS: &str = "print_environment read_outside_repo remote_read web_documentation web_fetch web_search";

/// What is written was the question too, if nothing but [`TEXT`] stands beside it: what comes from files and folders may be something
/// else by now, and so may what it overwrites, unless it goes into a file that the words name. `echo x > ~/x`, not `cp a ~/x`.
const WRITES: &str = "out_of_scope write_outside_repo write_scope";

/// The shell itself, which says what it is told.
const TEXT: &str = "harmless shell_builtin";

/// Every part of the call does the same the next time.
pub fn does_the_same(verdict: &Verdict, effects: &Effects) -> bool {
    let all_in = |lists: [&str; 2]| {
        verdict.reasons().all(|reason| lists.iter().any(|list| listed(list, &reason.rule)))
    };
    let writes = |finding: &Finding| match &finding.effect {
        Effect::Write { deep, .. } => !deep,
        Effect::Harmless => true,
        Effect::Read { .. }
        | Effect::Delete { .. }
        | Effect::ProjectCode
        | Effect::Hazard(_)
        | Effect::Opaque
        | Effect::Catastrophe => false,
    };
    let prints = |act: &Act| act.program.is_empty() || listed(PRINTERS, &act.program);
    let by_shell = |act: &Act| prints(act) && act.findings.iter().all(writes);
    all_in([NEUTRAL, READS]) || all_in([TEXT, WRITES]) && effects.acts.iter().all(by_shell)
}

/// What prints its words; a redirection has no name.
const PRINTERS: &str = "echo printf true : cd";

#[cfg(test)]
mod tests {
    use super::super::super::ids;
    use super::*;

    #[test]
    fn every_name_is_that_of_a_rule() {
        for id in [NEUTRAL, READS, WRITES, TEXT].iter().flat_map(|list| list.split_whitespace()) {
            assert!(ids::may(id).is_some(), "`{id}` is no rule");
        }
    }
}
