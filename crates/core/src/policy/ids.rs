//! Which built-in rules a policy may change, and in which direction.
//!
//! `allow` is open only for what is listed as open: a rule that appears tomorrow cannot be switched off by a policy
//! of today. A name that ends in `*` stands for a family.

/// Understood, and reasonable people disagree about it: a policy may loosen and tighten.
pub const OPEN: &[&str] = &[
    "background",
    "build_command",
    "check_command",
    "database",
    "delete",
    "force_push",
    "formatter",
    "git_*",
    "harmless",
    "help",
    "inline_harmless",
    "interactive",
    "lasting",
    "machine",
    "network",
    "network_loopback",
    "package_install",
    "print_environment",
    "privilege",
    "process",
    "publish",
    "read_only_command",
    "read_only_tool",
    "read_outside_repo",
    "remote_read",
    "scratch",
    "script",
    "shell_builtin",
    "sub_agent",
    "talk_tool",
    "web_search",
    "wrapper",
];

/// Not read, not knowable, or below every policy: may only become stricter. With each its way out.
pub const CLOSED: &[(&str, &str)] = &[
    ("agent_mode", APPROVE),
    ("approved", "set `approve` to \"deny\""),
    ("broken", NOTHING),
    ("catastrophic_*", NOTHING),
    ("changed_before", "run it in a call of its own"),
    ("code_outside_repo", APPROVE),
    ("device_write", NOTHING),
    ("disk", NOTHING),
    ("environment", APPROVE),
    ("foreign_code", APPROVE),
    ("fork_bomb", NOTHING),
    ("git_alias", APPROVE),
    ("git_config_in_tree", APPROVE),
    ("git_config_unread", APPROVE),
    ("git_environment", APPROVE),
    ("git_foreign_repository", APPROVE),
    ("git_setting", APPROVE),
    ("hard_link", APPROVE),
    ("hook_*", "change the hook that said so"),
    ("inline_code", APPROVE),
    ("malformed_input", NOTHING),
    ("mcp_tool", "write an `[[mcp]]` entry for its server"),
    ("misleading_text", APPROVE),
    ("network_into_shell", NOTHING),
    ("nested_agent", RULE),
    ("nothing_read", RULE),
    ("out_of_scope", "widen `write_scope`"),
    ("read_secret", APPROVE),
    ("repeated", "set `repeat` to \"ask\""),
    ("runtime_evaluation", APPROVE),
    ("safety_floor", APPROVE),
    ("schedule_tool", APPROVE),
    ("secrets", APPROVE),
    ("shadowed_program", "install the program, or name it by its installed path"),
    ("special_file", APPROVE),
    ("stray_program", "install the program, or name it by its installed path"),
    ("too_deep", PARTS),
    ("too_long", PARTS),
    ("too_much", PARTS),
    ("unknown_command", RULE),
    ("unknown_field", APPROVE),
    ("unknown_flag", RULE),
    ("unknown_members", APPROVE),
    ("unknown_read", RULE),
    ("unknown_script", APPROVE),
    ("unknown_subcommand", RULE),
    ("unknown_task", RULE),
    ("unknown_tool", APPROVE),
    ("unknown_value", APPROVE),
    ("unread_code", APPROVE),
    ("unread_task", APPROVE),
    ("unreadable", APPROVE),
    ("unresolved_path", APPROVE),
    ("unsandboxed", APPROVE),
    ("unsettled_path", APPROVE),
    ("user_*", NOTHING),
    ("web_documentation", "it is allowed unless `web.documentation` says otherwise"),
    ("web_fetch", "set `web.default`, or name the host in `web.allow`"),
    ("write_outside_repo", "name the directory in `scratch`"),
    ("write_scope", "widen `write_scope`"),
];

/// Said of what no policy and no human lifts.
pub const NOTHING: &str = "nothing lifts it";
/// Said of what was not read to its end: nobody can say yes to what nobody saw.
pub const PARTS: &str = "call its parts one by one";
const RULE: &str = "write a `[[rule]]` for this program instead";
const APPROVE: &str = "a human approves one call at a time";

/// Rules about the harmless part of what a wider rule is about. Where a file speaks of the wider one alone, that holds for both:
/// `git_stash = "deny"` denies `git stash`, too.
const NARROWER: &[(&str, &str)] = &[
    ("git_fetch_remote", "git_fetch"),
    ("git_push_branch", "git_push"),
    ("git_reset_index", "git_reset"),
    ("git_restore_staged", "git_restore"),
    ("git_rm_cached", "git_rm"),
    ("git_stash_keep", "git_stash"),
    ("network_loopback", "network"),
];

/// The wider rule of a narrower one.
pub fn wider(id: &str) -> Option<&'static str> {
    NARROWER.iter().find(|(narrow, _)| *narrow == id).map(|(_, wide)| *wide)
}

/// What a policy may do with a rule id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum May {
    /// Any decision.
    Anything,
    /// `ask` or `deny`; the text says what helps instead.
    Tighten(&'static str),
}

/// What a policy may do with `id`; `None`: there is no such rule.
pub fn may(id: &str) -> Option<May> {
    // Closed first: `git_*` must not open a git rule that is closed by its own name.
    if let Some((_, instead)) = CLOSED.iter().find(|(name, _)| is(name, id)) {
        return Some(May::Tighten(instead));
    }
    OPEN.iter().any(|name| is(name, id)).then_some(May::Anything)
}

/// The name under which docs/rules.md speaks of `id`: its own, or its family's.
pub fn entry(id: &str) -> &str {
    let mut names = all().filter(|name| is(name, id));
    names.clone().find(|name| *name == id).or_else(|| names.next()).unwrap_or(id)
}

/// All names, for suggestions.
pub fn all() -> impl Iterator<Item = &'static str> + Clone {
    OPEN.iter().copied().chain(CLOSED.iter().map(|(name, _)| *name))
}

fn is(name: &str, id: &str) -> bool {
    match name.strip_suffix('*') {
        Some(family) => {
            id.strip_prefix(family).is_some_and(|rest| !rest.is_empty() || !family.ends_with('_'))
        }
        None => name == id,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_id_is_both() {
        assert!(OPEN.iter().all(|id| may(id) == Some(May::Anything)), "open");
        assert!(CLOSED.iter().all(|(id, _)| matches!(may(id), Some(May::Tighten(_)))), "closed");
        assert_eq!(may("git_commit_amend"), Some(May::Anything));
        assert_eq!(may("git_"), None);
        assert_eq!(may("gitcommit"), None);
        assert_eq!(may("unknown_commands"), None);
        assert!(matches!(may("catastrophic_delete"), Some(May::Tighten(_))));
        assert!(matches!(may("git_alias"), Some(May::Tighten(_))), "closed by its own name");
    }
}
