//! Which hooks an occasion is for.

use super::{Dialect, Happened, Hook, Occasion, tools};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The hooks that an occasion is for, in the order of the configuration, identical ones once. Of two that differ only
/// in how long they may take and what their failure means, the one that runs takes the longer time and the stricter
/// meaning: who wrote either is not let down.
pub fn select<'h>(hooks: &'h [Hook], occasion: &Occasion<'_>) -> Vec<Cow<'h, Hook>> {
    let mut selected: Vec<Cow<'h, Hook>> = Vec::new();
    for hook in hooks.iter().filter(|hook| is_for(hook, occasion)) {
        match selected.iter_mut().find(|other| same(other, hook, &occasion.facts.cwd)) {
            Some(other) => join(other, hook),
            None => selected.push(Cow::Borrowed(hook)),
        }
    }
    selected
}

fn is_for(hook: &Hook, occasion: &Occasion<'_>) -> bool {
    waits_for(hook, occasion) && matches(hook, occasion) && holds(hook, occasion)
}

/// Where a dialect has no event for a tool that failed, those who wait for its result hear of it.
fn waits_for(hook: &Hook, occasion: &Occasion<'_>) -> bool {
    hook.event == occasion.event() || hook.event == occasion.event_in(hook.dialect)
}

fn matches(hook: &Hook, occasion: &Occasion<'_>) -> bool {
    let names = names(hook.matcher.dialect().unwrap_or(hook.dialect), occasion);
    let names: Option<Vec<&str>> = names.as_ref().map(|names| names.iter().map(String::as_str).collect());
    names.is_none_or(|names| hook.matcher.matches(&names))
}

/// What a matcher is compared with; prompts and stops have nothing of the kind.
fn names(dialect: Dialect, occasion: &Occasion<'_>) -> Option<Vec<String>> {
    match occasion.happened {
        Happened::Before(call) | Happened::After(call, _) | Happened::Denied(call, _) => {
            Some(tools::names(dialect, call))
        }
        Happened::Started { source } => Some(vec![source.into()]),
        Happened::Ended { reason } => Some(vec![reason.into()]),
        Happened::Prompted { .. } | Happened::Stopping { .. } => None,
    }
}

/// A rule about calls never holds where there is no call.
fn holds(hook: &Hook, occasion: &Occasion<'_>) -> bool {
    let Some(condition) = &hook.condition else { return true };
    occasion.call().is_some_and(|call| condition.holds(call, occasion.facts))
}

/// Gemini tells two hooks apart by their names; the others look at what is done.
fn same(a: &Hook, b: &Hook, cwd: &str) -> bool {
    let named_apart = a.dialect == Dialect::Gemini && a.name != b.name;
    let of = |hook: &Hook| (hook.dialect, hook.event);
    let same_place = a.directory.as_deref().unwrap_or(cwd) == b.directory.as_deref().unwrap_or(cwd);
    of(a) == of(b) && same_place && a.action == b.action && a.env == b.env && !named_apart
}

fn join(kept: &mut Cow<'_, Hook>, other: &Hook) {
    let rules = kept.dialect.rules();
    let timeout = |hook: &Hook| hook.timeout.unwrap_or(rules.timeout);
    if timeout(other) > timeout(kept) {
        kept.to_mut().timeout = Some(timeout(other));
    }
    let on_failure = |hook: &Hook| hook.on_failure.unwrap_or(rules.on_failure);
    if on_failure(other) > on_failure(kept) {
        kept.to_mut().on_failure = Some(on_failure(other));
    }
    // One that nobody waits for must not stand in for one that may say no.
    if kept.background && !other.background {
        kept.to_mut().background = false;
    }
    if other.sequential && !kept.sequential {
        kept.to_mut().sequential = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hook::{Action, Call, Condition, Denied, Done, Event, Facts, Matcher, OnFailure, Source};
    use crate::json::Json;
    use alloc::string::ToString;
    use core::time::Duration;

    fn hook(dialect: Dialect, event: Event, matcher: &str, command: &str) -> Hook {
        Hook {
            event,
            matcher: Matcher::read(dialect, matcher).unwrap(),
            condition: None,
            action: Action::Shell { command: command.into(), shell: None },
            timeout: None,
            on_failure: None,
            dialect,
            source: Source::default(),
            name: None,
            sequential: false,
            background: false,
            env: Vec::new(),
            directory: None,
        }
    }

    fn pre(dialect: Dialect, matcher: &str, command: &str) -> Hook {
        hook(dialect, Event::PreToolUse, matcher, command)
    }

    fn selected<'h>(hooks: &'h [Hook], happened: Happened<'_>) -> Vec<Cow<'h, Hook>> {
        select(hooks, &Occasion { facts: &Facts::default(), happened, now: "" })
    }

    fn before<'h>(hooks: &'h [Hook], tool: &str, command: &str) -> Vec<Cow<'h, Hook>> {
        let input = Json::object([("command", command.into())]);
        let call = Call { id: "1".into(), tool: tool.into(), input, mcp: None };
        selected(hooks, Happened::Before(&call))
    }

    fn labels(hooks: &[Cow<'_, Hook>]) -> Vec<String> {
        hooks.iter().map(|hook| hook.action.label()).collect()
    }

    #[test]
    fn matcher_and_condition_choose_in_the_order_of_the_file() {
        let mut conditional = pre(Dialect::Claude, "Bash", "c");
        conditional.condition = Some(Condition::read(Dialect::Claude, "Bash(git *)").unwrap());
        let hooks = [
            pre(Dialect::Claude, "", "z"),
            pre(Dialect::Claude, "Edit", "a"),
            conditional,
            pre(Dialect::HookSystem, "bash", "b"),
        ];
        assert_eq!(labels(&before(&hooks, "Bash", "ls")), ["z", "b"]);
        assert_eq!(labels(&before(&hooks, "Bash", "git x")), ["z", "c", "b"]);
        assert_eq!(labels(&before(&hooks, "Edit", "")), ["z", "a"]);
    }

    #[test]
    fn each_event_has_its_hooks() {
        let hooks: Vec<Hook> =
            Event::all().map(|event| hook(Dialect::Claude, event, "", event.name())).collect();
        let call = Call { id: "1".into(), tool: "Bash".into(), input: Json::Null, mcp: None };
        let (done, failed) = (Done::default(), Done { is_error: true, ..Done::default() });
        let denied = Denied::default();
        for happened in [
            Happened::Before(&call),
            Happened::After(&call, &done),
            Happened::After(&call, &failed),
            Happened::Denied(&call, &denied),
            Happened::Started { source: "startup" },
            Happened::Ended { reason: "other" },
            Happened::Prompted { prompt: "hello" },
            Happened::Stopping { again: false, last_message: None },
        ] {
            let event = Occasion { facts: &Facts::default(), happened, now: "" }.event();
            assert_eq!(labels(&selected(&hooks, happened)), [event.name()]);
        }
    }

    #[test]
    fn without_a_call_matchers_see_the_source_and_conditions_never_hold() {
        let start = hook(Dialect::Claude, Event::SessionStart, "resume", "a");
        assert_eq!(selected(core::slice::from_ref(&start), Happened::Started { source: "resume" }).len(), 1);
        assert_eq!(selected(&[start], Happened::Started { source: "startup" }).len(), 0);
        let mut prompt = hook(Dialect::Claude, Event::UserPromptSubmit, "Bash", "a");
        assert_eq!(selected(core::slice::from_ref(&prompt), Happened::Prompted { prompt: "x" }).len(), 1);
        prompt.condition = Some(Condition::unclear("x"));
        assert_eq!(selected(&[prompt], Happened::Prompted { prompt: "x" }).len(), 0);
    }

    #[test]
    fn identical_hooks_run_once_and_keep_the_stricter_word() {
        let second = Duration::from_secs(1);
        let mut hooks = [pre(Dialect::Claude, "Bash", "a"), pre(Dialect::Claude, "", "a")];
        hooks[0].timeout = Some(second);
        hooks[1].on_failure = Some(OnFailure::Closed);
        let both = before(&hooks, "Bash", "ls");
        assert_eq!(both.len(), 1);
        assert_eq!(both[0].on_failure, Some(OnFailure::Closed));
        assert_eq!(both[0].timeout, Some(Duration::from_secs(600)), "the other has its dialect's default");

        hooks.swap(0, 1);
        let both = before(&hooks, "Bash", "ls");
        assert_eq!((both.len(), both[0].on_failure, both[0].timeout), (1, Some(OnFailure::Closed), None));
        assert!(matches!(both[0], Cow::Borrowed(_)));

        let mut hooks = [pre(Dialect::Claude, "", "a"), pre(Dialect::Claude, "", "a")];
        hooks[0].background = true;
        assert!(!before(&hooks, "Bash", "ls")[0].background, "one of them is waited for");
    }

    #[test]
    fn what_differs_runs_twice() {
        let base = pre(Dialect::Gemini, "", "a");
        let mut named = base.clone();
        named.name = Some("guard".to_string());
        let mut env = base.clone();
        env.env = vec![("A".into(), "1".into())];
        let other = [named.clone(), env, pre(Dialect::Claude, "", "a"), pre(Dialect::Gemini, "", "b")];
        for other in other {
            assert_eq!(before(&[base.clone(), other], "Bash", "ls").len(), 2);
        }
        let mut claude = pre(Dialect::Claude, "", "a");
        claude.name = named.name;
        assert_eq!(before(&[pre(Dialect::Claude, "", "a"), claude], "Bash", "ls").len(), 1);
    }
}
