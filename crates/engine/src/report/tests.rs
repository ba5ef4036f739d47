use super::*;

/// What happened, in the order in which it did.
const LEDGER: &str = concat!(
    r#"{"v":2,"n":0,"time":"2026-11-15T09:00:00.000Z","event":"begin"}"#,
    "\n",
    r#"{"v":2,"n":1,"time":"2026-11-15T10:00:00.000Z","session":"s-one","host":"claude","tool":"Read","decision":"allow","outcome":"allow","rule":"read_only_tool","micros":100}"#,
    "\n",
    r#"{"v":2,"n":2,"time":"2026-11-15T10:00:01.000Z","session":"s-one","host":"claude","tool":"Bash","decision":"allow","outcome":"allow","rule":"git_status+check_command","micros":200}"#,
    "\n",
    r#"{"v":2,"n":3,"time":"2026-11-15T11:00:00.000Z","session":"s-one","host":"claude","agent":"Explore","tool":"Bash","decision":"ask","outcome":"ask","rule":"network","reasons":[{"decision":"ask","rule":"network","message":"m"},{"decision":"ask","rule":"package_install","message":"m"}],"effects":[{"program":"npm","does":"network"},{"program":"npm","does":"write","path":"/r/node_modules/x"}],"roots":["/r"],"micros":900}"#,
    "\n",
    r#"{"v":2,"n":4,"time":"2026-11-15T11:00:09.000Z","event":"ran","session":"s-one","host":"claude","tool":"Bash","of":3,"ok":true}"#,
    "\n",
    r#"{"v":2,"n":5,"time":"2026-11-15T11:00:10.000Z","event":"ran","session":"s-one","host":"claude","tool":"Bash","of":3,"ok":true}"#,
    "\n",
    r#"{"v":2,"n":6,"time":"2026-11-16T09:00:00.000Z","session":"s-two","host":"codex","tool":"shell","decision":"ask","outcome":"ask","rule":"delete"}"#,
    "\n",
    r#"{"v":2,"n":7,"time":"2026-11-16T09:00:01.000Z","session":"s-two","host":"codex","tool":"shell","decision":"ask","outcome":"deny","rule":"force_push"}"#,
    "\n",
    r#"{"v":2,"n":8,"time":"2026-11-16T09:00:02.000Z","session":"s-two","host":"codex","tool":"shell","decision":"ask","outcome":"silent","paused":true,"rule":"delete"}"#,
    "\n",
    r#"{"v":2,"n":9,"time":"2026-11-16T09:00:03.000Z","event":"breach","session":"s-two","host":"codex","tool":"shell","why":"denied"}"#,
    "\n",
    r#"{"v":2,"n":10,"time":"2026-11-16T09:00:04.000Z","event":"pause"}"#,
    "\n",
    r#"{"v":2,"n":11,"time":"2026-11-16T09:00:05.000Z","event":"of tomorrow"}"#,
    "\n",
    r#"{"v":2,"n":12,"time":"2026-11-16T09:00:06.000Z","session":"s-two","host":"codex","tool":"shell","decision":"allow","outcome":"allow","approved":6,"rule":"approved"}"#,
    "\n",
);

fn entries() -> impl Iterator<Item = Entry> {
    LEDGER.lines().map(|line| Entry::parse(line.as_bytes()).unwrap())
}

fn counted() -> Summary {
    Summary::of(entries(), |_| true)
}

#[test]
fn everything_is_counted_once() {
    let all = counted();
    assert_eq!(all.verdicts, Counts { allowed: 3, asked: 2, denied: 1, silent: 1 });
    assert_eq!((all.nobody_to_ask, all.paused, all.approved), (1, 1, 1));
    // Not the call that only looks, and not the one that a human agreed to.
    assert_eq!((all.prompts_avoided, all.asks_run, all.asks_not_run()), (1, 1, 1));
    let events = Events { breaches: 1, pauses: 1, ran: 2, others: 1, ..Events::default() };
    assert_eq!(all.events, events);
    assert_eq!((all.speed.count(), all.speed.longest()), (3, 900));
    let (first, last) = all.span.unwrap();
    assert_eq!((first.as_str(), last.as_str()), ("2026-11-15T10:00:00.000Z", "2026-11-16T09:00:06.000Z"));
    assert_eq!(all.timeline.steps().1.len(), 24);
}

#[test]
fn stops_by_every_aspect() {
    let all = counted();
    let top = |aspect| {
        let top = all.groups.of(aspect).top(9, Counts::stopped);
        top.into_iter()
            .map(|(name, counts)| format!("{name} {}+{}", counts.asked, counts.denied))
            .collect::<Vec<_>>()
    };
    assert_eq!(top(Aspect::Rule), ["delete 1+0", "force_push 0+1", "network 1+0"]);
    assert_eq!(top(Aspect::Program), ["npm 1+0"]);
    assert_eq!(top(Aspect::Directory), ["node_modules/ 1+0"]);
    assert_eq!(top(Aspect::Session), ["s-two 1+1", "s-one 1+0"]);
    assert_eq!(top(Aspect::Agent), ["main agent 1+1", "Explore 1+0"]);
    assert_eq!(top(Aspect::Host), ["codex 1+1", "claude 1+0"]);
    assert_eq!(top(Aspect::Tool), ["shell 1+1", "Bash 1+0"]);
    let allowed = all.groups.of(Aspect::Rule).top(9, |counts| counts.allowed);
    assert!(allowed.iter().any(|(name, _)| *name == "check_command"), "{allowed:?}");
}

#[test]
fn what_is_not_wanted_is_not_counted_and_the_end_of_an_ask_is_its_own() {
    let of_rule = |entry: &Entry| entry.text("rule") == Some("network");
    let some = Summary::of(entries(), of_rule);
    assert_eq!((some.verdicts.all(), some.verdicts.asked, some.asks_run), (1, 1, 1));
    assert_eq!(some.events, Events::default());
    let other = Summary::of(entries(), |entry| entry.text("rule") == Some("delete"));
    assert_eq!((other.verdicts.asked, other.asks_run, other.asks_not_run()), (1, 0, 1));
    assert!(Summary::of(entries(), |_| false).is_empty());
}

#[test]
fn what_says_nothing_of_its_call_counts_as_a_deny() {
    let told = |line: &str| Told::of(&Entry::parse(line.as_bytes()).unwrap());
    for (line, expected) in [
        (r#"{"outcome":"allow","decision":"ask"}"#, Told::Allow),
        (r#"{"decision":"allow"}"#, Told::Allow),
        (r#"{"decision":"perhaps"}"#, Told::Deny),
        (r#"{"outcome":"of tomorrow","decision":"ask"}"#, Told::Ask),
        ("{}", Told::Deny),
    ] {
        assert_eq!(told(line), expected, "{line}");
    }
}
