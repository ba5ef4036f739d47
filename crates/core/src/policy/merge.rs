//! Layers put together: whose file may do what.
//!
//! The managed file may set and lock. The user's file may change whatever is not locked. The project's file may only
//! tighten until the user trusts exactly its content; then it may change whatever is not locked. What would loosen
//! without the right to is a problem of the file, never silently left out.

use super::document::Set;
use super::layer::{Answer, Layer, OnAllow, OnStop};
use super::problem::{At, Problem};
use super::rule::Astray;
use super::{Level, OnFailure, Policy, keeping};
use crate::verdict::Decision;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Whether the user has trusted exactly this content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trusted {
    /// With `mastiff trust`.
    Yes,
    /// Not, or the file has changed since.
    No,
}

/// A layer at its place among the others.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub layer: Layer,
    /// It may do more than tighten.
    loosens: bool,
    /// Keys locked by a layer above, and that layer's file.
    locked: Vec<String>,
    locker: String,
    /// It is the one whose locks count.
    pub managed: bool,
    /// It is one of the files of projects, which never loosen each other.
    project: bool,
    /// It is what a level says, below all files.
    built_in: bool,
}

impl Placed {
    /// What a level says.
    fn level(level: Level) -> Placed {
        Placed {
            layer: level.layer(),
            loosens: true,
            locked: Vec::new(),
            locker: String::new(),
            managed: false,
            project: false,
            built_in: true,
        }
    }

    /// Is it the user's own file?
    fn is_users(&self) -> bool {
        !self.managed && !self.project && !self.built_in
    }

    /// May it replace what layers above say about this key?
    pub fn free(&self, key: &Key<'_>) -> bool {
        self.loosens && !self.locked.iter().any(|lock| key.is_locked_by(lock))
    }

    /// May it replace what `before` said? One project's file is not above another's.
    pub fn replaces(&self, key: &Key<'_>, before: Option<&Placed>) -> bool {
        self.free(key) && !(self.project && before.is_some_and(|before| before.project))
    }

    /// The roots that its relative paths start from: a project's file speaks of its own, any other of each.
    pub fn own_roots<'a>(&self, astray: &'a [Astray]) -> &'a [Astray] {
        let folder = self.layer.file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let own = astray.iter().position(|one| self.project && one.root == folder);
        own.and_then(|at| astray.get(at..=at)).unwrap_or(astray)
    }

    /// Does it lock this key for the layers below?
    pub fn locks(&self, key: &Key<'_>) -> bool {
        self.managed && self.layer.lock.iter().any(|lock| key.is_locked_by(&lock.value))
    }
}

/// A key with what stands above it: a lock on `web` locks `web.default`, one on `on_stop` locks it for every host.
pub(super) struct Key<'a> {
    path: Cow<'a, str>,
    last: Option<&'a str>,
}

impl<'a> Key<'a> {
    pub fn of(path: &'a str) -> Self {
        Key { path: Cow::Borrowed(path), last: None }
    }

    pub fn below(table: &str, key: &str) -> Self {
        Key { path: Cow::Owned([table, ".", key].concat()), last: None }
    }

    /// `on_stop` of a host or mode.
    pub fn answer(table: &str, name: &str, key: &'a str) -> Self {
        Key { path: Cow::Owned([table, ".", name, ".", key].concat()), last: Some(key) }
    }

    fn is_locked_by(&self, lock: &str) -> bool {
        let above = self.path.strip_prefix(lock).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        above || self.last == Some(lock)
    }
}

impl Policy {
    /// The policy of all files together at level `strict`, or everything that is wrong between them. A session with several
    /// roots may have several projects.
    pub fn layered(
        managed: Option<Layer>,
        user: Option<Layer>,
        projects: impl IntoIterator<Item = (Layer, Trusted)>,
    ) -> Result<Policy, Vec<Problem>> {
        Policy::layered_on(Level::Strict, managed, user, projects)
    }

    /// The same above `level`, unless a file that may says another one.
    pub fn layered_on(
        level: Level,
        managed: Option<Layer>,
        user: Option<Layer>,
        projects: impl IntoIterator<Item = (Layer, Trusted)>,
    ) -> Result<Policy, Vec<Problem>> {
        let locked: Vec<String> =
            managed.iter().flat_map(|layer| &layer.lock).map(|lock| lock.value.clone()).collect();
        let locker = managed.as_ref().map_or_else(String::new, |layer| layer.file.clone());
        let below = |layer: Layer, loosens: bool| Placed {
            layer,
            loosens,
            locked: locked.clone(),
            locker: locker.clone(),
            managed: false,
            project: false,
            built_in: false,
        };
        let mut placed = alloc::vec![Placed::level(level)];
        placed.extend(managed.map(|layer| Placed {
            locked: Vec::new(),
            managed: true,
            ..below(layer, true)
        }));
        placed.extend(user.map(|layer| below(layer, true)));
        placed.extend(
            projects
                .into_iter()
                .map(|(layer, trusted)| Placed { project: true, ..below(layer, trusted == Trusted::Yes) }),
        );
        let said = Policy { layers: placed, home: String::new() };
        let level = said.level();
        let mut placed = said.layers;
        if let Some(below_all) = placed.first_mut() {
            *below_all = Placed::level(level);
        }
        Policy::stacked(placed)
    }

    /// The same policy as it would be at another level, whatever its files say about that.
    pub fn at_level(mut self, level: Level) -> Policy {
        for placed in &mut self.layers {
            placed.layer.level = None;
        }
        self.layers.retain(|placed| !placed.built_in);
        self.layers.insert(0, Placed::level(level));
        self
    }

    /// The same policy with the lines of `addition` in the user's file, or what would be wrong then. A user without a
    /// file gets one.
    pub fn with(&self, addition: &Layer) -> Result<Policy, Vec<Problem>> {
        let mut placed = self.layers.clone();
        match placed.iter_mut().find(|placed| placed.is_users()) {
            Some(user) => user.layer.join(addition),
            None => {
                let managed = placed.iter().position(|placed| placed.managed);
                let above = managed.and_then(|at| placed.get(at)).map(|placed| &placed.layer);
                let locks = above.map(|layer| layer.lock.iter().map(|lock| lock.value.clone()).collect());
                let user = Placed {
                    layer: addition.clone(),
                    loosens: true,
                    locked: locks.unwrap_or_default(),
                    locker: above.map_or_else(String::new, |layer| layer.file.clone()),
                    managed: false,
                    project: false,
                    built_in: false,
                };
                let below = placed.iter().position(|placed| placed.built_in);
                placed.insert(managed.or(below).map_or(0, |at| at + 1), user);
            }
        }
        Policy::stacked(placed).map(|policy| policy.at_home(&self.home))
    }

    fn stacked(placed: Vec<Placed>) -> Result<Policy, Vec<Problem>> {
        let mut policy = Policy::default();
        let mut problems = Vec::new();
        for layer in placed {
            problems.extend(Check { so_far: &policy, placed: &layer, problems: Vec::new() }.run());
            policy.layers.push(layer);
        }
        if problems.is_empty() { Ok(policy) } else { Err(problems) }
    }

    /// The user's own file limits what may be read outside.
    pub fn user_limits_reading(&self) -> bool {
        let mut users = self.layers.iter().filter(|placed| placed.is_users());
        users.any(|placed| placed.layer.read_scope.is_some())
    }
}

/// Looks for what a layer would loosen without the right to.
struct Check<'a> {
    so_far: &'a Policy,
    placed: &'a Placed,
    problems: Vec<Problem>,
}

impl Check<'_> {
    fn run(mut self) -> Vec<Problem> {
        self.locks();
        self.level();
        self.scratch();
        self.decisions();
        self.web();
        self.answers();
        self.pause();
        self.approve();
        self.ledger();
        self.problems.sort_by_key(|problem| problem.at);
        self.problems
    }

    fn locks(&mut self) {
        if !self.placed.managed {
            for lock in &self.placed.layer.lock {
                self.note(lock.at, "only the managed file may lock keys; leave `lock` out".into());
            }
        }
    }

    fn level(&mut self) {
        let before = self.so_far.level();
        if let Some(set) = self.placed.layer.level.as_ref().filter(|set| set.value < before) {
            self.loosens(Key::of("level"), set.at, &format!("`level = \"{}\"`", set.value.word()));
        }
    }

    fn scratch(&mut self) {
        let placed = self.placed;
        let Some(list) = &placed.layer.scratch else { return };
        let open = |entry: &str| {
            let lists = self.so_far.layers.iter().filter_map(|placed| placed.layer.scratch.as_ref());
            lists
                .flat_map(|list| &list.value)
                .any(|pattern| pattern.text() == entry || pattern.permits(entry, ""))
        };
        if let Some(entry) = list.value.iter().find(|entry| !open(entry.text())) {
            self.loosens(Key::of("scratch"), list.at, &format!("`scratch` opens `{}`", entry.text()));
        }
    }

    fn decisions(&mut self) {
        let placed = self.placed;
        for (id, set) in &placed.layer.rules {
            let before = self.so_far.about_rule(id).map_or(Decision::Ask, |hit| hit.decision);
            if set.value < before {
                let what = format!("`{id} = \"{}\"`", set.value.word());
                self.loosens(Key::below("rules", id), set.at, &what);
            }
        }
        for rule in placed.layer.rule.iter().filter(|rule| rule.decision == Decision::Allow) {
            self.loosens(Key::of("rule"), rule.at, &format!("the rule `{}` allows", rule.name));
        }
        for entry in placed.layer.mcp.iter().filter(|entry| entry.decision == Decision::Allow) {
            self.loosens(Key::of("mcp"), entry.at, &format!("this allows tools of `{}`", entry.server));
        }
    }

    fn web(&mut self) {
        let web = &self.placed.layer.web;
        if let Some(set) = &web.default {
            let before = self.so_far.settle("web.default", |layer| layer.web.default.as_ref());
            if set.value < before.map_or(Decision::Ask, |(value, _)| value) {
                self.loosens(
                    Key::of("web.default"),
                    set.at,
                    &format!("`web.default = \"{}\"`", set.value.word()),
                );
            }
        }
        for entry in &web.allow {
            self.loosens(Key::of("web.allow"), entry.at, &format!("`web.allow` opens `{}`", entry.value));
        }
        let off = |placed: &Placed| placed.layer.web.documentation.as_ref().is_some_and(|set| !set.value);
        if let Some(set) = web.documentation.as_ref().filter(|set| set.value)
            && self.so_far.layers.iter().any(off)
        {
            self.loosens(Key::of("web.documentation"), set.at, "`web.documentation = true`");
        }
    }

    fn answers(&mut self) {
        let (placed, so_far) = (self.placed, self.so_far);
        let answers = &placed.layer.answers;
        let stop = |host: &str, mode: Option<&str>| {
            (so_far.on_stop(host, mode, false), so_far.on_allow(host, mode, false))
        };
        self.answer("", &answers.general, stop("", None));
        for (host, answer) in &answers.host {
            self.answer(&format!("host.{host}"), answer, stop(host, None));
        }
        for (mode, answer) in &answers.mode {
            self.answer(&format!("mode.{mode}"), answer, stop("", Some(mode)));
        }
        let headless = so_far.settle("headless.on_stop", |layer| layer.answers.headless.on_stop.as_ref());
        let allow = so_far.settle("headless.on_allow", |layer| layer.answers.headless.on_allow.as_ref());
        let before = (headless.map_or(OnStop::Deny, |(v, _)| v), allow.map_or(OnAllow::Allow, |(v, _)| v));
        self.answer("headless", &answers.headless, before);
    }

    fn answer(&mut self, table: &str, answer: &Answer, (stop, allow): (OnStop, OnAllow)) {
        let key = |name: &'static str| match table.split_once('.') {
            Some((kind, who)) => Key::answer(kind, who, name),
            None if table.is_empty() => Key::of(name),
            None => Key::below(table, name),
        };
        if let Some(set) = answer.on_stop.as_ref().filter(|set| set.value < stop) {
            self.loosens(key("on_stop"), set.at, &format!("`on_stop = \"{}\"`", set.value.word()));
        }
        if let Some(set) = answer.on_allow.as_ref().filter(|set| set.value < allow) {
            self.loosens(key("on_allow"), set.at, "`on_allow = \"allow\"`");
        }
    }

    fn pause(&mut self) {
        let before = self.so_far.pausing();
        if let Some(set) = self.placed.layer.pause.as_ref().filter(|set| set.value < before) {
            self.loosens(Key::of("pause"), set.at, "`pause = \"allow\"`");
        }
    }

    fn approve(&mut self) {
        let before = self.so_far.approving();
        if let Some(set) = self.placed.layer.approve.as_ref().filter(|set| set.value < before) {
            self.loosens(Key::of("approve"), set.at, "`approve = \"allow\"`");
        }
        let before = self.so_far.on_repeat();
        if let Some(set) = self.placed.layer.repeat.as_ref().filter(|set| set.value < before) {
            self.loosens(Key::of("repeat"), set.at, "`repeat = \"allow\"`");
        }
    }

    fn ledger(&mut self) {
        let before = self.so_far.on_ledger_failure();
        let looser = |set: &&Set<OnFailure>| set.value < before;
        if let Some(set) = self.placed.layer.ledger.on_failure.as_ref().filter(looser) {
            self.loosens(Key::of("ledger.on_failure"), set.at, "`on_failure = \"continue\"`");
        }
        for (index, (key, _)) in keeping::KEYS.iter().enumerate() {
            let before = self.so_far.ledger_limit(index);
            let set = self.placed.layer.ledger.limits.get(index).and_then(Option::as_ref);
            if let Some(set) = set.filter(|set| set.value < before) {
                self.loosens(Key::below("ledger", key), set.at, &format!("`{key} = {}`", set.value));
            }
        }
    }

    /// Notes it, if this layer has no right to.
    fn loosens(&mut self, key: Key<'_>, at: At, what: &str) {
        if self.placed.free(&key) {
            return;
        }
        let message = if self.placed.loosens {
            format!(
                "{what}, but `{}` is locked by {}; leave it out or ask who keeps that file",
                key.path, self.placed.locker
            )
        } else {
            format!(
                "{what}, and a project file may only tighten until it is trusted; read it, then run `mastiff trust`"
            )
        };
        self.note(at, message);
    }

    fn note(&mut self, at: At, message: String) {
        self.problems.push(Problem { file: self.placed.layer.file.clone(), at, message });
    }
}
