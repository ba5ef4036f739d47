//! Rules under which the same text may do something else the next time: what a human agreed to once was what it did then.

/// The rule, or its family, and what may have changed.
const DIFFERS: &[(&str, &str)] = &[
    ("build_command", PROJECT),
    ("changed_before", FILES),
    ("check_command", PROJECT),
    ("code_outside_repo", FILES),
    ("database", "a file or a server says what is done"),
    ("delete", LOSS),
    ("environment", PROGRAM),
    ("force_push", SENT),
    ("foreign_code", UNREAD),
    ("formatter", PROJECT),
    ("git_am", FILES),
    ("git_alias", PROGRAM),
    ("git_bisect", PROGRAM),
    ("git_branch", LOSS),
    ("git_checkout", LOSS),
    ("git_clean", LOSS),
    ("git_config_in_tree", PROGRAM),
    ("git_config_unread", PROGRAM),
    ("git_difftool", PROGRAM),
    ("git_environment", PROGRAM),
    ("git_filter_branch", PROGRAM),
    ("git_filter_repo", PROGRAM),
    ("git_foreign_repository", PROGRAM),
    ("git_mergetool", PROGRAM),
    ("git_push", SENT),
    ("git_push_branch", SENT),
    ("git_rebase", PROGRAM),
    ("git_reset", LOSS),
    ("git_restore", LOSS),
    ("git_rm", LOSS),
    ("git_setting", PROGRAM),
    ("git_stash", LOSS),
    ("git_submodule", PROGRAM),
    ("hook_*", "the hook may say something else"),
    ("inline_code", UNREAD),
    ("interactive", UNREAD),
    ("lasting", PROJECT),
    ("machine", "a service, a container or a file says what is started"),
    ("mcp_tool", "the server says what its tool does"),
    ("network", "what is sent, and what comes, may be something else"),
    ("network_loopback", "a server on this machine may do something else"),
    ("nothing_read", UNREAD),
    ("package_install", "a package may have a new version, and its scripts run"),
    ("process", "another process may have the number or the name"),
    ("publish", "what is published may be something else"),
    ("runtime_evaluation", UNREAD),
    ("script", FILES),
    ("shadowed_program", PROGRAM),
    ("stray_program", PROGRAM),
    ("unknown_command", UNREAD),
    ("unknown_field", UNREAD),
    ("unknown_flag", UNREAD),
    ("unknown_members", FILES),
    ("unknown_read", UNREAD),
    ("unknown_script", FILES),
    ("unknown_subcommand", UNREAD),
    ("unknown_task", PROJECT),
    ("unknown_tool", UNREAD),
    ("unknown_value", "a value that is not known may be another"),
    ("unread_code", FILES),
    ("unread_task", PROJECT),
    ("unreadable", UNREAD),
    ("unresolved_path", FILES),
    ("unsettled_path", FILES),
];

const FILES: &str = "a file that nobody read may hold something else";
const PROGRAM: &str = "another program may be started";
const LOSS: &str = "what is thrown away may be something else by now";
const SENT: &str = "what is sent, and what it overwrites, may be something else by now";
const PROJECT: &str = "code of the project runs, and may have been changed";
const UNREAD: &str = "it was not read, so nobody knows what it depends on";

/// Why the same text may do something else; `None`: it does the same.
pub fn why(rule: &str) -> Option<&'static str> {
    let is = |name: &str| match name.strip_suffix('*') {
        Some(family) => rule.starts_with(family),
        None => name == rule,
    };
    DIFFERS.iter().find(|(name, _)| is(name)).map(|(_, why)| *why)
}

#[cfg(test)]
mod tests {
    use super::super::super::ids;
    use super::*;

    /// The same text does the same, or a policy and a pause leave it alone anyway.
    const SAME: &str = "agent_mode approved background broken catastrophic_* device_write disk fork_bomb git_* hard_link \
        harmless help inline_harmless malformed_input misleading_text nested_agent network_into_shell out_of_scope \
        print_environment privilege read_only_command read_only_tool read_outside_repo read_secret remote_read repeated \
        safety_floor schedule_tool scratch secrets shell_builtin special_file sub_agent talk_tool too_deep too_long too_much \
        unsandboxed user_* web_documentation web_fetch web_search wrapper write_outside_repo write_scope";

    /// A rule that appears tomorrow is sorted by somebody.
    #[test]
    fn every_rule_is_in_one_of_the_tables() {
        for id in ids::all() {
            let same = crate::words::listed(SAME, id);
            assert!(
                same != DIFFERS.iter().any(|(name, _)| *name == id),
                "`{id}` is in both tables, or in none"
            );
        }
        for (id, _) in DIFFERS {
            assert!(ids::may(id).is_some(), "`{id}` is no rule");
        }
    }
}
