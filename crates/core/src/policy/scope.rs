//! One scope and one floor for every door: write tools, redirections, `tee`, `cp`, patches, inline code.
//!
//! A place is looked at as it is written and as the kernel would find it: links followed, `..` taken from where the
//! links lead, the existing parents of a file that does not exist yet. What cannot be resolved stops.

mod below;
mod device;
pub mod loader;
mod objects;
mod ruin;
mod settings;
mod shared;

pub use below::Searches;
pub use objects::{folder as folder_of_objects, recorded_secret};
pub use ruin::ruins;
pub use settings::{hold_secret, names as names_of_settings, of_git as settings_of_git};

use super::Policy;
use super::floor::linked::{self, Kind};
use super::floor::{self, Ground, Group, Name};
use crate::call::Session;
use crate::effect::Place;
use crate::effect::place::{is_of_windows, normal, within};
use crate::verdict::{Decision, Depth, Reason};
use crate::world::{Resolved, Stands, World};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// What is asked about a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    /// It is read.
    Read,
    /// It is created or changed.
    Write,
    /// It is removed or moved away.
    Delete,
}

/// All that a judgement about a place rests on.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// The machine.
    pub world: &'a dyn World,
    /// The session, with its roots.
    pub session: &'a Session,
    /// The policy, for scope and scratch.
    pub policy: &'a Policy,
    /// What was searched for this call.
    pub searches: &'a Searches,
}

/// A path with what is above it: the innermost root, if it lies in one.
struct Spot<'a> {
    path: &'a str,
    names: Vec<Name<'a>>,
    /// How many of the names are the home's, if it lies in it.
    home: Option<usize>,
    root: Option<&'a str>,
}

impl<'a> Scope<'a> {
    /// The reason that a use of `place` comes to; `deep` includes whatever lies below. An allowed use gets the rule
    /// `rule`.
    pub fn judge(&self, usage: Use, place: &Place, deep: bool, rule: &str) -> Reason {
        let stop = self
            .stop(usage, place, deep)
            .or_else(|| self.by_text(place).and_then(|place| self.stop(usage, &place, deep)));
        stop.unwrap_or_else(|| {
            let scratch = usage != Use::Read && self.root_of(&normal(&place.path)).is_none();
            let rule = if scratch { "scratch" } else { rule };
            Reason::new(Decision::Allow, rule.to_string(), allowed(usage, place))
        })
    }

    fn stop(&self, usage: Use, place: &Place, deep: bool) -> Option<Reason> {
        match usage {
            Use::Read => self.read(place, deep),
            Use::Write => self.write(place, deep),
            Use::Delete => self.delete(place, deep),
        }
    }

    /// Where a path leads by its text alone, if that is elsewhere: the kernel takes `..` from where a link leads, and many
    /// programs from where it stands.
    fn by_text(&self, place: &Place) -> Option<Place> {
        let by_text = Some(normal(&place.path)).filter(|_| place.path.contains("/.."))?;
        let resolved = |path: &str| self.world.resolve(path).map(|found| found.path);
        // A reading that leads nobody knows where is judged too, and stops.
        let same = resolved(&by_text).is_some_and(|path| Some(path) == resolved(&place.path));
        (!same).then(|| Place { shown: place.shown.clone(), path: by_text })
    }

    /// The path in the forms that matter: as resolved, as written, and the last name itself where it is a link.
    pub fn forms(&self, place: &Place) -> Vec<String> {
        self.look(place).map_or_else(|| vec![normal(&place.path)], |seen| seen.paths)
    }

    /// The same forms, relative to the root they lie in; absolute outside of all.
    pub fn forms_in_root(&self, place: &Place) -> Vec<String> {
        let short = |path: String| match self.root_of(&path) {
            Some(root) => path.get(root.len()..).unwrap_or(&path).trim_start_matches('/').into(),
            None => path,
        };
        self.forms(place).into_iter().map(short).collect()
    }

    /// A file of this name would be on the floor by its name, whether it is there or not. Names of secrets are left out: what
    /// is not there has nothing to tell.
    pub fn is_protected_name(&self, path: &str) -> bool {
        let path = normal(path);
        let spot = self.spot(&path);
        match spot.ground().hit_on(self.world, spot.path) {
            Some(hit) => hit.group != Group::Secrets,
            None => self.policy.extra_floor(spot.relative()) || self.policy.extra_floor(spot.path),
        }
    }

    fn read(&self, place: &Place, deep: bool) -> Option<Reason> {
        let lexical = normal(&place.path);
        match device::read(&lexical) {
            device::Device::Fine => return Some(harmless(place)),
            device::Device::Stops(reason) => return Some(named(reason, place)),
            device::Device::None => {}
        }
        let Some(resolved) = self.world.resolve(&place.path) else { return Some(unresolved(place)) };
        let directory = resolved.stands == Stands::Directory;
        let written = Some(lexical.as_str()).filter(|written| *written != resolved.path);
        for path in written.into_iter().chain([resolved.path.as_str()]) {
            let spot = self.spot(path);
            if spot.ground().is_secret(directory) {
                return Some(at_floor(ask("read_secret", format!("`{}` may hold secrets", place.shown))));
            }
            if self.session.is_key(path) {
                let message = format!("`{}` holds the key of mastiff's own records", place.shown);
                return Some(at_floor(ask("read_secret", message)));
            }
            if self.settings_hold_secret(&spot, directory, deep) {
                let message = format!("`{}` holds settings with a password or a token in them", place.shown);
                return Some(at_floor(ask("read_secret", message)));
            }
        }
        if let device::Device::Stops(reason) = device::read(&resolved.path) {
            return Some(named(reason, place));
        }
        if let Some(why) = objects::recorded_secret(self.world, &resolved.path).filter(|_| !directory) {
            return Some(at_floor(ask("read_secret", format!("`{}` {why}", place.shown))));
        }
        // What is not there has nothing to tell.
        let shows = (deep || !directory)
            && resolved.stands != Stands::Nothing
            && linked::may_be_secret(&resolved.path);
        if let Some(link) = shows.then(|| self.linked_secret(&resolved.path, directory)).flatten() {
            let message = format!("`{}` may hold secrets: `{link}` leads to it", place.shown);
            return Some(at_floor(ask("read_secret", message)));
        }
        if deep && directory && self.holds_secrets(&resolved.path) {
            let message = format!("reading everything below `{}` would show secrets", place.shown);
            return Some(at_floor(ask("read_secret", message)));
        }
        let outside = self.root_of(&resolved.path).is_none();
        if outside && !self.policy.may_read_outside(&resolved.path) {
            return Some(ask(
                "read_outside_repo",
                format!("`{}` lies outside what may be read", place.shown),
            ));
        }
        None
    }

    /// The settings at `spot` hold a secret, or those of the repository that is shown as a whole: `grep -r url .git`.
    fn settings_hold_secret(&self, spot: &Spot<'_>, directory: bool, deep: bool) -> bool {
        if !directory {
            return settings::hold_secret(self.world, spot.path, &spot.names);
        }
        let is_git = || spot.names.last().is_some_and(|name| floor::cut(name).ends_with(".git"));
        let holds = |config: &String| settings::hold_secret(self.world, config, &floor::names(config));
        let hold = |found: settings::OfGit| found.more || found.files.iter().any(holds);
        deep && is_git() && hold(settings::of_git(self.world, spot.path))
    }

    /// The name of a secret that is a link to this path.
    fn linked_secret(&self, path: &str, directory: bool) -> Option<String> {
        let names = linked::other_names(self.world, self.session, path, Kind::Secrets);
        names.into_iter().find(|name| self.spot(name).ground().is_secret(directory))
    }

    /// A directory outside the roots in which credentials lie, by its place or by the names in it.
    fn holds_secrets(&self, directory: &str) -> bool {
        let homes = ["/", "/home", "/root", "/Users", "/etc", "/proc", "/var", "/run", "/private"];
        let home = &self.session.home;
        if homes.contains(&directory) || (!home.is_empty() && within(home, directory)) {
            return true;
        }
        if self.session.keys().any(|key| within(&key, directory) && self.exists(&key)) {
            return true;
        }
        if self.root_of(directory).is_some() {
            return false;
        }
        let Some(names) = self.world.list(directory) else { return true };
        names.iter().any(|name| {
            let path = format!("{}/{name}", directory.trim_end_matches('/'));
            floor::secret_to_read(&floor::names(&path), true, false)
        })
    }

    fn write(&self, place: &Place, deep: bool) -> Option<Reason> {
        match device::write(&normal(&place.path)) {
            device::Device::Fine => return Some(harmless(place)),
            device::Device::Stops(reason) => return Some(named(reason, place)),
            device::Device::None => {}
        }
        let Some(seen) = self.look(place) else { return Some(unresolved(place)) };
        if let device::Device::Stops(reason) = device::write(&seen.resolved.path) {
            return Some(named(reason, place));
        }
        if let Some(reason) = self.on_floor(place, &seen, deep, Use::Write) {
            return Some(reason);
        }
        if seen.resolved.stands == (Stands::File { hard_linked: true }) {
            let message = format!(
                "`{}` has another name (a hard link), which may be one that is protected",
                place.shown
            );
            return Some(at_floor(ask("hard_link", message)));
        }
        if seen.resolved.stands == Stands::Other {
            return Some(ask("special_file", format!("`{}` is a device, socket or pipe", place.shown)));
        }
        self.out_of_scope(place, &seen, deep)
    }

    fn delete(&self, place: &Place, deep: bool) -> Option<Reason> {
        let lexical = normal(&place.path);
        let Some(seen) = self.look(place) else { return Some(unresolved(place)) };
        if deep {
            let ruined = [lexical.as_str(), seen.resolved.path.as_str()];
            let stands = seen.resolved.stands;
            if let Some(what) = ruined.iter().find_map(|path| ruin::ruins(path, stands, self.session)) {
                return Some(ruin::denied(&place.shown, what));
            }
        }
        if let Some(reason) = self.on_floor(place, &seen, deep, Use::Delete) {
            return Some(reason);
        }
        if let Some(reason) = self.out_of_scope(place, &seen, deep) {
            return Some(reason);
        }
        if seen.paths.iter().all(|path| self.root_of(path).is_none()) {
            return self.others_in_scratch(place, &seen); // in scratch, or it would have stopped above
        }
        let message = format!("`{}` would be removed", place.shown);
        Some(ask("delete", message))
    }

    /// Something in a scratch directory that is not this session's to remove.
    fn others_in_scratch(&self, place: &Place, seen: &Seen) -> Option<Reason> {
        let is_kept = |path: &str| {
            let (folder, name) = path.rsplit_once('/').unwrap_or_default();
            self.is_scratch_itself(folder) && shared::is_kept(name)
        };
        seen.kernel_paths().any(is_kept).then(|| ask("write_outside_repo", of_others(place)))
    }

    /// The path is a scratch directory, not something in one.
    pub fn is_scratch_itself(&self, path: &str) -> bool {
        let above = path.rsplit_once('/').map_or("", |(above, _)| above);
        self.policy.in_scratch(path) && !self.policy.in_scratch(above)
    }

    fn look(&self, place: &Place) -> Option<Seen> {
        if is_of_windows(&place.shown) {
            return None;
        }
        let resolved = self.world.resolve(&place.path)?;
        let lexical = normal(&place.path);
        let mut paths = vec![resolved.path.clone()];
        if lexical != resolved.path {
            let itself = self.unfollowed(&place.path)?;
            paths.extend([lexical, itself]);
        }
        Some(Seen { resolved, paths })
    }

    /// The path with its parents followed and its last name left: what `rm` and `mv` act on.
    fn unfollowed(&self, path: &str) -> Option<String> {
        let path = path.trim_end_matches(['/']);
        let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
        if matches!(name, "" | "." | "..") {
            return self.world.resolve(path).map(|resolved| resolved.path);
        }
        let parent = self.world.resolve(if parent.is_empty() { "/" } else { parent })?.path;
        Some(format!("{}/{name}", parent.trim_end_matches('/')))
    }

    fn on_floor(&self, place: &Place, seen: &Seen, deep: bool, usage: Use) -> Option<Reason> {
        let program = self.own_program();
        for path in &seen.paths {
            let mut own = self.session.own.iter().chain(&program);
            if let Some(own) = own.find(|own| within(path, own) || (deep && within(own, path))) {
                let message = format!("`{}` belongs to mastiff itself (`{own}`)", place.shown);
                return Some(floor_reason(message));
            }
            let spot = self.spot(path);
            if let Some(hit) = self.floor_hit(&spot) {
                let message = format!("`{}` is {} (`{}`)", place.shown, hit.1, hit.0);
                return Some(floor_reason(message));
            }
            let loaded =
                || loader::takes(self.world, self.session, path, deep).filter(|_| usage == Use::Write);
            if let Some(message) = deep.then(|| self.below(&spot, usage)).flatten().or_else(loaded) {
                return Some(floor_reason(format!("`{}` {message}", place.shown)));
            }
        }
        self.linked_floor(seen, deep).map(|message| floor_reason(format!("`{}` {message}", place.shown)))
    }

    /// A link of the floor leads to the place, or into the tree that is handled as a whole; completes "`x` …".
    fn linked_floor(&self, seen: &Seen, deep: bool) -> Option<String> {
        for path in &seen.paths {
            for name in linked::other_names(self.world, self.session, path, Kind::Floor) {
                if let Some((entry, is)) = self.floor_hit(&self.spot(&name)) {
                    return Some(format!("is where `{name}` leads, which is {is} (`{entry}`)"));
                }
            }
            let into = deep.then(|| linked::link_into(self.world, self.session, path)).flatten();
            if let Some(link) = into {
                return Some(format!("contains what `{}` leads to, which the floor protects", link.path));
            }
        }
        None
    }

    /// The program that hooks start by its name: where it is found, and where that leads.
    fn own_program(&self) -> Vec<String> {
        let found = self.world.program("mastiff");
        let found = found.map(|path| Place { shown: String::new(), path });
        found.map(|place| self.forms(&place)).unwrap_or_default()
    }

    /// The entry that a spot runs into, and what it is.
    fn floor_hit(&self, spot: &Spot<'_>) -> Option<(String, &'static str)> {
        if let Some(hit) = spot.ground().hit_on(self.world, spot.path) {
            return Some((hit.entry.to_string(), hit.group.is()));
        }
        // `.git` counts in the whole path: a root may itself be a common directory of worktrees.
        if spot.names.iter().any(|name| floor::is_called(name, ".git")) {
            return Some((".git".into(), Group::VersionControl.is()));
        }
        if self.policy.extra_floor(spot.relative()) || self.policy.extra_floor(spot.path) {
            return Some((spot.relative().to_string(), "protected by a policy"));
        }
        if let Some(name) = self.short_name(spot.path) {
            return Some((
                name,
                "a short name of the kind that Windows gives, and may stand for a protected one",
            ));
        }
        self.git_directory(spot)
            .map(|directory| (directory, "part of a directory that git takes for a repository"))
    }

    /// A name in the path that may be the short form of a protected one: `CLAUDE~1`. One that is listed as it is written is no
    /// short form.
    fn short_name(&self, path: &str) -> Option<String> {
        if !path.contains('~') {
            return None;
        }
        let mut above = String::new();
        for name in path.split('/').filter(|name| !name.is_empty()) {
            let folder = if above.is_empty() { "/" } else { above.as_str() };
            let is_listed = || {
                let names = self.world.list(folder);
                names.is_some_and(|names| names.iter().any(|listed| listed == name))
            };
            if floor::may_stand_for_floor(name) && !is_listed() {
                return Some(name.into());
            }
            above.push('/');
            above.push_str(name);
        }
        None
    }

    /// The directory that git would take for a repository, if the spot is part of one or makes one.
    fn git_directory(&self, spot: &Spot<'_>) -> Option<String> {
        let mut joints = floor::git_directory_joints(&spot.names).peekable();
        joints.peek()?;
        let parts: Vec<&str> = spot.path.split('/').filter(|part| !part.is_empty()).collect();
        let directory = joints
            .map(|at| (at, format!("/{}", parts.get(..at).unwrap_or_default().join("/"))))
            .find(|(at, directory)| {
                self.is_or_becomes_repository(directory, parts.get(*at..).unwrap_or_default())
            });
        directory.map(|(_, directory)| directory)
    }

    /// git asks for `HEAD`, `objects` and `refs`. Without a `HEAD` the others are ordinary files, so the `HEAD` is
    /// where it is decided: making one, or changing something beside one.
    fn is_or_becomes_repository(&self, directory: &str, below: &[&str]) -> bool {
        let has = |name: &str| self.exists(&format!("{}/{name}", directory.trim_end_matches('/')));
        match below {
            ["HEAD"] => true,
            [name] if name.eq_ignore_ascii_case("HEAD") => has("objects") || has("refs"),
            _ => has("HEAD"),
        }
    }

    fn exists(&self, path: &str) -> bool {
        self.world.resolve(path).is_none_or(|resolved| resolved.stands != Stands::Nothing)
    }

    fn out_of_scope(&self, place: &Place, seen: &Seen, deep: bool) -> Option<Reason> {
        seen.kernel_paths().find_map(|path| {
            // A repository may lie in a scratch directory: what holds in it is its own scope.
            let Some(root) = self.root_of(path) else {
                let message = match self.policy.in_scratch(path) {
                    true if self.is_scratch_itself(path) => "is a folder that all programs share",
                    true if self.top_in_scratch(path).is_some_and(shared::is_private) => {
                        "is another program's"
                    }
                    true if deep && self.holds_socket(path) => "is another program's",
                    true => return None,
                    false => "lies outside the repository",
                };
                return Some(ask("write_outside_repo", format!("`{}` {message}", place.shown)));
            };
            let relative = path.get(root.len()..).unwrap_or_default().trim_start_matches('/');
            // For a whole tree the scope must hold whatever lies below: a name no pattern singles out stands for it.
            let all = !deep || self.policy.in_write_scope(&format!("{relative}/\u{1}/\u{1}"));
            if relative.is_empty() || (all && self.policy.in_write_scope(relative)) {
                return None;
            }
            Some(ask("out_of_scope", format!("`{}` is not in `write_scope`", place.shown)))
        })
    }

    fn spot<'p>(&self, path: &'p str) -> Spot<'p>
    where
        'a: 'p,
    {
        let names = floor::names(path);
        let home = floor::depth_within(path, &self.session.home);
        Spot { path, names, home, root: self.root_of(path) }
    }

    /// The innermost root that holds a path.
    fn root_of(&self, path: &str) -> Option<&'a str> {
        let roots = self.session.roots.iter().map(|root| root.trim_end_matches('/'));
        roots.filter(|root| within(path, root)).max_by_key(|root| root.len())
    }
}

impl<'a> Spot<'a> {
    /// The names below the root; all of them where there is none.
    fn below(&self) -> &[Name<'a>] {
        let above = self.root.map_or(0, floor::depth);
        self.names.get(above..).unwrap_or(&self.names)
    }

    fn ground(&self) -> Ground<'_> {
        Ground { names: &self.names, home: self.home, root: self.root.map(floor::depth) }
    }

    fn relative(&self) -> &str {
        let root = self.root.unwrap_or_default();
        let below = self.path.get(root.len()..).unwrap_or(self.path);
        if self.root.is_some() { below.trim_start_matches('/') } else { below }
    }
}

/// A place as it was looked at.
struct Seen {
    resolved: Resolved,
    /// Resolved first; then as written; then the link itself.
    paths: Vec<String>,
}

impl Seen {
    /// The paths that the kernel would act on: resolved, and the link itself.
    fn kernel_paths(&self) -> impl Iterator<Item = &str> {
        self.paths.first().into_iter().chain(self.paths.get(2)).map(String::as_str)
    }
}

fn allowed(usage: Use, place: &Place) -> String {
    match usage {
        Use::Read => ["`", &place.shown, "` may be read"].concat(),
        Use::Write => ["`", &place.shown, "` may be written"].concat(),
        Use::Delete => ["`", &place.shown, "` may be removed"].concat(),
    }
}

fn of_others(place: &Place) -> String {
    format!("`{}` is another program's", place.shown)
}

fn harmless(place: &Place) -> Reason {
    Reason::new(Decision::Allow, "harmless", format!("`{}` keeps nothing", place.shown))
}

fn ask(rule: &'static str, message: String) -> Reason {
    Reason::new(Decision::Ask, rule, message)
}

fn at_floor(mut reason: Reason) -> Reason {
    reason.depth = Depth::Floor;
    reason
}

fn floor_reason(message: String) -> Reason {
    at_floor(ask("safety_floor", message))
}

fn unresolved(place: &Place) -> Reason {
    at_floor(ask("unresolved_path", format!("it cannot be known where `{}` leads", place.shown)))
}

fn named(mut reason: Reason, place: &Place) -> Reason {
    reason.message = format!("`{}` {}", place.shown, reason.message);
    reason
}
