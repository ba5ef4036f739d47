//! Who may loosen what: built-in defaults, then the managed, the user's and the project's file.
//!
//! The judge asks a policy questions; it never looks at files or layers itself. Each question goes through the layers
//! from the managed file to the project's. A layer that is free for a key replaces what was said before; one that is
//! not (the key is locked, or the project's file is not trusted) is heard only where it is stricter.

pub mod document;
mod example;
pub mod expect;
pub mod ids;
pub mod keeping;
pub mod layer;
mod level;
mod merge;
mod never;
mod outcome;
pub mod pattern;
mod pause;
pub mod problem;
pub(crate) mod read;
mod read_rule;
pub mod rule;
mod show;
mod template;
pub mod web;

pub mod floor;
pub mod glob;
pub mod scope;
#[cfg(test)]
mod tests;

use crate::effect::Act;
use crate::verdict::{Decision, Origin, RuleId};
use alloc::string::String;
use alloc::vec::Vec;
use document::Set;
pub use layer::{ByHuman, Layer, OnFailure, OnRepeat};
use layer::{Mcp, OnAllow, OnStop};
pub use level::Level;
pub use merge::Trusted;
use merge::{Key, Placed};
pub use outcome::Outcome;
use pattern::Pattern;
pub use problem::Problem;
use rule::{Astray, Match, Rule, Subject};
pub use show::Setting;
pub use template::{schema, template};

/// Sources of MCP servers that no repository brings along: their names are the user's, or the machine's. Any other may be a
/// repository's, whose name for a server says nothing.
const SOURCES_OF_THE_USER: &[&str] = &["user", "local", "managed", "enterprise", "claudeai", "sdk", "plugin"];

/// The policy in force: all layers, in the order managed, user, project.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    layers: Vec<Placed>,
    /// The user's home; empty when unknown.
    home: String,
}

/// What a policy says about something, and where it says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The decision of the policy.
    pub decision: Decision,
    /// The rule's id: the name the user gave it, or the key.
    pub rule: RuleId,
    /// File and line.
    pub origin: Origin,
    /// What the rule's author says about it.
    pub because: Option<String>,
    /// An allow that names paths, and all that were given are among them: it speaks of places outside the scope too.
    pub names_paths: bool,
    /// How many words behind the program the rule says itself.
    pub words: usize,
}

impl Policy {
    /// The same policy for a user whose home is `home`: what `~/` in its patterns means.
    pub fn at_home(mut self, home: &str) -> Self {
        self.home = home.into();
        self
    }

    /// A rule of the user's about one simple command: the strictest that matches. Rules that allow some paths only do
    /// not match, because nobody says which paths these are. `astray`: the words that lead elsewhere than from each root.
    pub fn about_act(&self, act: &Act, astray: &[Astray]) -> Option<Hit> {
        self.about(Subject { act, places: None, home: &self.home, astray })
    }

    /// The same, with all paths that the command touches: links followed, relative to their root, absolute outside.
    pub fn about_act_at(&self, act: &Act, places: &[String], astray: &[Astray]) -> Option<Hit> {
        self.about(Subject { act, places: Some(places), home: &self.home, astray })
    }

    /// Is there a rule about this program at all?
    pub fn speaks_of(&self, program: &str) -> bool {
        self.layers.iter().any(|placed| placed.layer.rule.about(program).next().is_some())
    }

    /// Does a rule allow this program with words of its own? Then it matters which files these are.
    pub fn allows_words(&self, program: &str) -> bool {
        let says = |rule: &Rule| !rule.args.is_empty() || !rule.flags.is_empty();
        let allows = |rule: &Rule| rule.decision == Decision::Allow && says(rule);
        self.layers.iter().any(|placed| placed.layer.rule.about(program).any(allows))
    }

    /// Does a rule about this program speak of paths? Then [`Policy::about_act_at`] is the question to ask.
    pub fn asks_for_paths(&self, program: &str) -> bool {
        self.layers.iter().any(|placed| placed.layer.rule.about(program).any(|rule| !rule.paths.is_empty()))
    }

    fn about(&self, subject: Subject<'_>) -> Option<Hit> {
        let mut said = Said::default();
        for placed in &self.layers {
            let rules = placed.layer.rule.about(&subject.act.program);
            let subject = Subject { astray: placed.own_roots(subject.astray), ..subject };
            let hits = rules.filter_map(|rule| hit(placed, rule, subject));
            let strict = |hit: &Hit| (hit.decision, self.locks_rule(&hit.rule));
            let first_of_strictest =
                hits.reduce(|best, hit| if strict(&hit) > strict(&best) { hit } else { best });
            let Some(hit) = first_of_strictest else { continue };
            let locked = said.hit.as_ref().is_some_and(|before| self.locks_rule(&before.rule));
            let free = !locked && placed.replaces(&Key::of("rule"), said.by);
            said.hear(placed, hit, free);
        }
        said.hit
    }

    fn locks_rule(&self, name: &str) -> bool {
        self.layers.iter().any(|placed| placed.locks(&Key::below("rule", name)))
    }

    /// Another decision for a built-in rule id (`build_command = "ask"`). For rules that can only be tightened the
    /// answer is never `allow`.
    pub fn about_rule(&self, rule: &str) -> Option<Hit> {
        let mut said = Said::default();
        for placed in &self.layers {
            let wider = ids::wider(rule);
            let set = placed.layer.rules.get(rule).or_else(|| placed.layer.rules.get(wider?));
            let Some(set) = set else { continue };
            let free = [Some(rule), wider]
                .into_iter()
                .flatten()
                .all(|rule| placed.replaces(&Key::below("rules", rule), said.by));
            said.hear(placed, plain_hit(placed, set.value, rule, set), free);
        }
        said.hit
    }

    /// The level that holds.
    pub fn level(&self) -> Level {
        self.settle("level", |layer| layer.level.as_ref()).map_or(Level::Strict, |(level, _)| level)
    }

    /// What its files say and nobody hears.
    pub fn idle(&self) -> Vec<Problem> {
        let files = self.layers.iter().filter(|placed| !placed.layer.file.is_empty());
        files.flat_map(|placed| placed.layer.idle(&self.home)).collect()
    }

    /// A file has a table `[mode.NAME]` of this name.
    pub fn names_mode(&self, mode: &str) -> bool {
        self.layers.iter().any(|placed| placed.layer.answers.mode.contains_key(mode))
    }

    /// A path below a root, relative to it: does `write_scope` hold it?
    pub fn in_write_scope(&self, relative: &str) -> bool {
        let held = |list: &[Pattern]| list.iter().any(|pattern| pattern.permits(relative, &self.home));
        self.in_lists("write_scope", true, |layer| layer.write_scope.as_ref(), held)
    }

    /// An absolute resolved path: is it in a `scratch` directory?
    pub fn in_scratch(&self, path: &str) -> bool {
        let holds = |pattern: &Pattern| !pattern.holds_home(&self.home) && pattern.permits(path, &self.home);
        let held = |list: &[Pattern]| list.iter().any(holds);
        self.in_lists("scratch", false, |layer| layer.scratch.as_ref(), held)
    }

    /// An absolute resolved path outside the roots: may it be read? (`read_scope`; default: yes)
    pub fn may_read_outside(&self, path: &str) -> bool {
        let held = |list: &[Pattern]| list.iter().any(|pattern| pattern.permits(path, &self.home));
        self.in_lists("read_scope", true, |layer| layer.read_scope.as_ref(), held)
    }

    /// A path (relative to its root, or absolute): does an extra floor entry hold it?
    pub fn extra_floor(&self, path: &str) -> bool {
        self.floor().any(|pattern| pattern.forbids(path, &self.home))
    }

    /// A directory: may an extra floor entry lie somewhere below it? Asked when a whole tree changes.
    pub fn extra_floor_below(&self, directory: &str) -> bool {
        self.floor().any(|pattern| pattern.may_lie_below(directory, &self.home))
    }

    fn floor(&self) -> impl Iterator<Item = &Pattern> {
        self.layers.iter().flat_map(|placed| &placed.layer.floor).map(|set| &set.value)
    }

    /// A tool of an MCP server. `claimed`: where the host does not say where the server is configured, a file of the project
    /// may be the one that does.
    pub fn about_mcp(
        &self,
        server: &str,
        source: Option<&str>,
        tool: &str,
        claimed: &dyn Fn() -> bool,
    ) -> Option<Hit> {
        let mut said = Said::default();
        for placed in &self.layers {
            let entries = placed.layer.mcp.iter();
            let entries = entries.filter(|entry| speaks_of(entry, server, source, tool, claimed));
            let Some(entry) = entries.max_by_key(|entry| entry.decision) else { continue };
            let set = Set { value: (), at: entry.at };
            let free = placed.replaces(&Key::of("mcp"), said.by);
            said.hear(placed, plain_hit(placed, entry.decision, "mcp", &set), free);
        }
        said.hit
    }

    /// A web address's host name; the built-in list of documentation sites is part of it.
    pub fn about_web(&self, host: &str) -> Option<Hit> {
        let host = web::plain(host)?;
        self.web_lists(&host).or_else(|| self.web_documentation(&host)).or_else(|| {
            let (decision, origin) = self.settle("web.default", |layer| layer.web.default.as_ref())?;
            Some(Hit {
                decision,
                rule: "web_fetch".into(),
                origin,
                because: None,
                names_paths: false,
                words: 0,
            })
        })
    }

    /// What holds for hosts in no list.
    pub fn web_default(&self) -> Decision {
        let said = self.settle("web.default", |layer| layer.web.default.as_ref());
        said.map_or(Decision::Ask, |(decision, _)| decision)
    }

    fn web_lists(&self, host: &str) -> Option<Hit> {
        let mut said = Said::default();
        for placed in &self.layers {
            let web = &placed.layer.web;
            let find =
                |list: &[Set<String>]| list.iter().find(|entry| web::holds(&entry.value, host)).cloned();
            if let Some(entry) = find(&web.deny) {
                said.hear(placed, plain_hit(placed, Decision::Deny, "web.deny", &entry), false);
            } else if let Some(entry) = find(&web.allow) {
                let denied = said.hit.as_ref().is_some_and(|before| before.decision == Decision::Deny);
                let may_lift = !denied || placed.replaces(&Key::of("web.deny"), said.by);
                let free = may_lift && placed.free(&Key::of("web.allow"));
                said.hear(placed, plain_hit(placed, Decision::Allow, "web.allow", &entry), free);
            }
        }
        said.hit
    }

    fn web_documentation(&self, host: &str) -> Option<Hit> {
        // `false` is the strict answer, so this is settled as a list is.
        let (mut counts, mut by) = (true, None);
        for placed in &self.layers {
            let Some(set) = &placed.layer.web.documentation else { continue };
            counts = set.value && (counts || placed.replaces(&Key::of("web.documentation"), by));
            by = Some(placed);
        }
        let listed = counts && web::DOCUMENTATION.binary_search(&host).is_ok();
        let origin = Origin::BuiltIn;
        listed.then(|| Hit {
            decision: Decision::Allow,
            rule: "web_documentation".into(),
            origin,
            because: None,
            names_paths: false,
            words: 0,
        })
    }

    /// What it means when the record of a verdict cannot be written.
    pub fn on_ledger_failure(&self) -> OnFailure {
        let said = self.settle("ledger.on_failure", |layer| layer.ledger.on_failure.as_ref());
        said.map_or(OnFailure::Deny, |(value, _)| value)
    }

    /// The value of a key that holds one word, and who said it; `None`: the built-in one.
    fn settle<T: Copy + Ord>(
        &self,
        key: &str,
        get: impl Fn(&Layer) -> Option<&Set<T>>,
    ) -> Option<(T, Origin)> {
        let mut said: Option<(T, &Placed, &Set<T>)> = None;
        for placed in &self.layers {
            let Some(set) = get(&placed.layer) else { continue };
            let stricter = said.is_none_or(|(before, ..)| set.value > before);
            if stricter || placed.replaces(&Key::of(key), said.map(|(_, by, _)| by)) {
                said = Some((set.value, placed, set));
            }
        }
        said.map(|(value, by, set)| (value, by.layer.origin(set.at)))
    }

    /// Whether the lists of a key hold something: the last one that may replace the others, and all behind it.
    fn in_lists(
        &self,
        key: &str,
        default: bool,
        get: impl Fn(&Layer) -> Option<&Set<Vec<Pattern>>>,
        held: impl Fn(&[Pattern]) -> bool,
    ) -> bool {
        let (mut said, mut by) = (default, None);
        for placed in &self.layers {
            let Some(list) = get(&placed.layer) else { continue };
            said = held(&list.value) && (said || placed.replaces(&Key::of(key), by));
            by = Some(placed);
        }
        said
    }
}

/// What was said so far, and by whom.
#[derive(Default)]
struct Said<'a> {
    hit: Option<Hit>,
    by: Option<&'a Placed>,
}

impl<'a> Said<'a> {
    /// A free layer replaces what was said; any other is heard only where it is stricter, and never allows.
    fn hear(&mut self, by: &'a Placed, hit: Hit, free: bool) {
        let before = self.hit.as_ref().map_or(Decision::Allow, |before| before.decision);
        if free || hit.decision > before {
            (self.hit, self.by) = (Some(hit), Some(by));
        }
    }
}

/// What a rule of a layer says about a command. What only may be meant is never denied, and never let pass.
fn hit(placed: &Placed, rule: &Rule, subject: Subject<'_>) -> Option<Hit> {
    let decision = match rule.matches(subject) {
        Match::Yes => rule.decision,
        Match::Maybe => Decision::Ask,
        Match::No(_) => return None,
    };
    Some(Hit {
        decision,
        rule: rule.name.clone().into(),
        origin: placed.layer.origin(rule.at),
        because: rule.reason.clone(),
        names_paths: decision == Decision::Allow && !rule.paths.is_empty(),
        words: rule.args.len(),
    })
}

fn plain_hit<T>(placed: &Placed, decision: Decision, rule: &str, set: &Set<T>) -> Hit {
    let origin = placed.layer.origin(set.at);
    Hit { decision, rule: String::from(rule).into(), origin, because: None, names_paths: false, words: 0 }
}

fn speaks_of(
    entry: &Mcp,
    server: &str,
    source: Option<&str>,
    tool: &str,
    claimed: &dyn Fn() -> bool,
) -> bool {
    let named = glob::matches_name(&entry.server, server)
        && entry.tools.iter().any(|pattern| glob::matches_name(pattern, tool));
    let stops = entry.decision != Decision::Allow;
    named
        && match (&entry.source, source) {
            (Some(wanted), Some(source)) => wanted == source,
            (Some(_), None) => stops,
            (None, Some(source)) => stops || SOURCES_OF_THE_USER.contains(&source),
            (None, None) => stops || !claimed(),
        }
}
