//! Links that stand where the floor has an entry: `~/.claude/settings.json → ~/dotfiles/claude/settings.json`. Whoever
//! writes or reads the other end does so to the entry, so the other end has the entry's name as well.
//!
//! Looked for at the home and at the roots, in a bounded number of folders: the places where dotfiles are kept and where
//! programs look for them. Folders of programs (`.local/bin`, `node_modules/.bin`) are left out: what is linked from there
//! is what people are working on.

use super::entries::{ENTRIES, Group, SECRET_TO_READ};
use super::named::named;
use super::{FLOOR, FLOOR_INDEX, Name, SECRETS, SECRETS_INDEX, begins_at, fold, may_begin};
use crate::call::Session;
use crate::effect::place::{join, normal, within};
use crate::effect::program::git::{InTree, in_tree_of};
use crate::words::{Sieve, sieve};
use crate::world::{Branches, Stands, World, kept};
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// Folders that are listed below one home or root.
const MAX_FOLDERS: usize = 96;
/// Links in a row.
const MAX_HOPS: usize = 8;

/// Folders of programs: the names in them are the floor's, what they lead to is somebody's work.
const PROGRAMS: &[&str] =
    &[".local/bin", ".local/lib", ".cargo/bin", "node_modules/.bin", "node_modules/.hooks"];

/// Folders inside an entry that hold what is run or obeyed, or lead there: `.codeium/windsurf`, `.docker/cli-plugins`.
#[rustfmt::skip]
const INNER: &[&str] = &[
    "hooks", "commands", "agents", "skills", "rules", "plugins", "user", "conf.d", "workflows", "actions", "windsurf", "amazonq",
    "cli-agents", "cli-plugins", "plugin", "tool", "tools", "functions", "custom", "policies", "lua", "after", "autoload",
    "startup", "profile_default", "template", "extensions", "runconfigurations", "wrapper", "ci", "init.d", "_", "mastiff",
];

/// So many folders of that list may follow each other: `plugins/mastiff/hooks`.
const INNER_DEPTH: usize = 3;

/// Ends of texts for people and models. In a project one text often stands under several names.
const PROSE: &[&str] = &[".md", ".mdc", ".txt"];

/// Which entries are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What may not be written.
    Floor,
    /// What may not be read.
    Secrets,
}

/// A link in the place of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where it stands, by the names of the entry.
    pub path: String,
    /// Where it leads, step by step; the last one is the end.
    pub ends: Vec<String>,
}

/// Variables that move a place of the floor, and where it lies without them.
#[rustfmt::skip]
const MOVED: &[(&str, &str)] = &[
    ("CLAUDE_CONFIG_DIR", ".claude"), ("CODEX_HOME", ".codex"), ("COPILOT_HOME", ".copilot"), ("QWEN_HOME", ".qwen"),
    ("CURSOR_CONFIG_DIR", ".cursor"), ("KIRO_HOME", ".kiro"), ("CLAW_CONFIG_HOME", ".claw"),
    ("OPENCODE_CONFIG_DIR", ".config/opencode"), ("XDG_CONFIG_HOME", ".config"), ("XDG_DATA_HOME", ".local/share"),
    ("XDG_STATE_HOME", ".local/state"), ("CARGO_HOME", ".cargo"), ("DOCKER_CONFIG", ".docker"),
    ("GNUPGHOME", ".gnupg"), ("KUBECONFIG", ".kube/config"), ("AWS_CONFIG_FILE", ".aws/config"),
    ("AWS_SHARED_CREDENTIALS_FILE", ".aws/credentials"), ("AZURE_CONFIG_DIR", ".azure"),
    ("CLOUDSDK_CONFIG", ".config/gcloud"), ("GH_CONFIG_DIR", ".config/gh"),
    ("GLAB_CONFIG_DIR", ".config/glab-cli"), ("GOOGLE_APPLICATION_CREDENTIALS", ".config/gcloud/key"),
    ("NETRC", ".netrc"), ("PGPASSFILE", ".pgpass"), ("PASSWORD_STORE_DIR", ".password-store"),
    ("NPM_CONFIG_USERCONFIG", ".npmrc"), ("npm_config_userconfig", ".npmrc"), ("PIP_CONFIG_FILE", ".pip/pip.conf"),
    ("HF_HOME", ".cache/huggingface"), ("HF_TOKEN_PATH", ".cache/huggingface/token"),
    ("REGISTRY_AUTH_FILE", ".docker/config.json"), ("SOPS_AGE_KEY_FILE", ".config/sops/age/keys.txt"),
    ("ANSIBLE_VAULT_PASSWORD_FILE", ".vault_pass"), ("RCLONE_CONFIG", ".config/rclone/rclone.conf"),
    ("RESTIC_PASSWORD_FILE", ".vault_pass"), ("TF_CLI_CONFIG_FILE", ".terraformrc"), ("WGETRC", ".netrc"),
    ("BOTO_CONFIG", ".boto"), ("HISTFILE", ".bash_history"), ("ZDOTDIR", ".config/zsh"),
];

/// Rules out most variables at one look: every word of a hazard is asked about all of them.
static MOVERS: Sieve = sieve!(MOVED, 0);

struct Writes(Vec<Link>);
struct Reads(Vec<Link>);
struct Configured(Vec<Link>);
struct Named(Vec<Link>);

/// The links of a session.
pub fn links(world: &dyn World, session: &Session, kind: Kind) -> Vec<Link> {
    with_links(world, session, kind, <[Link]>::to_vec)
}

/// What the links of a session rest on beside the machine.
fn key(session: &Session) -> String {
    let mut key = session.home.clone();
    for root in &session.roots {
        key.push('\0');
        key.push_str(root);
    }
    key
}

/// What is made of the links of a session, which are found once for a look at the machine.
fn with_links<T>(world: &dyn World, session: &Session, kind: Kind, make: impl Fn(&[Link]) -> T) -> T {
    let key = key(session);
    let find = || find_links(world, &session.home, &session.roots, kind);
    match kind {
        Kind::Floor => make(&kept(world, &key, || Writes(find())).0),
        Kind::Secrets => make(&kept(world, &key, || Reads(find())).0),
    }
}

/// A variable that names another place is a link to it from the usual one.
fn moved(world: &dyn World, session: &Session) -> Vec<Link> {
    let mut links = Vec::new();
    for (name, value) in session.env.iter().filter(|(name, _)| MOVERS.may_hold(name)) {
        let usual =
            MOVED.iter().find(|(moved, _)| moved == name).map(|(_, usual)| join(&session.home, usual));
        let Some(path) = usual.filter(|_| !session.home.is_empty()) else { continue };
        // Some are lists. What is relative is so from wherever the program runs: mostly a root.
        let is_whole = |value: &&str| value.starts_with('/');
        let (whole, relative): (Vec<&str>, Vec<&str>) =
            value.split(':').filter(|value| !value.is_empty()).partition(is_whole);
        let from_roots =
            session.roots.iter().flat_map(|root| relative.iter().map(move |value| join(root, value)));
        for value in whole.into_iter().map(String::from).chain(from_roots) {
            let end = world.resolve(&value).map_or_else(|| normal(&value), |found| found.path);
            if end != path && end != "/" && !within(&session.home, &end) && !within(&end, "/dev") {
                links.push(Link { path: path.clone(), ends: vec![end] });
            }
        }
    }
    links
}

/// What takes the place of `.git/hooks` and `.git/config` by git's configuration is a link to it from there.
fn configured(world: &dyn World, session: &Session) -> Vec<Link> {
    let mut key = key(session);
    for name in ["GIT_CONFIG_GLOBAL", "XDG_CONFIG_HOME", "PATH"] {
        key.push('\0');
        key.push_str(session.variable(name).unwrap_or_default());
    }
    let link = |named: InTree| Link { path: named.stands_for, ends: vec![named.path] };
    let find = || Configured(in_tree_of(world, session).into_iter().map(link).collect());
    kept(world, &key, find).0.clone()
}

/// What a start-up file at a root names is a link to it from there. Looked for where `path` lies in a root: `.envrc` is read for no
/// other.
fn named_at_start(world: &dyn World, session: &Session, path: &str) -> Vec<Link> {
    if !session.roots.iter().any(|root| within_folded(path, root.trim_end_matches('/'))) {
        return Vec::new();
    }
    kept(world, &key(session), || Named(named(world, &session.roots, &session.home))).0.clone()
}

/// The names that a path has through such links: for the end of a link, or what lies below it, the link's own name.
pub fn other_names(world: &dyn World, session: &Session, path: &str, kind: Kind) -> Vec<String> {
    let mut moved = moved(world, session);
    if kind == Kind::Floor {
        moved.extend(configured(world, session));
        moved.extend(named_at_start(world, session, path));
    }
    let name = |link: &Link| {
        // On some disks letters of both cases lead to the same file.
        let end = link.ends.iter().find(|end| within_folded(path, end))?;
        let mut name = link.path.clone();
        name.push_str(path.get(end.len()..).unwrap_or_default());
        Some(name)
    };
    let names =
        |links: &[Link]| links.iter().chain(&moved).filter_map(name).filter(|name| name != path).collect();
    with_links(world, session, kind, names)
}

fn within_folded(path: &str, end: &str) -> bool {
    within(path, end) || within(&path.to_lowercase(), &end.to_lowercase())
}

/// Ends of names that nobody gives to a credential: the look for links is spared for what is read most.
#[rustfmt::skip]
const SOURCES: &[&str] = &[
    "rs", "go", "py", "pyi", "js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "c", "h", "cc", "cpp", "hpp", "cs", "java",
    "kt", "kts", "scala", "swift", "rb", "erb", "php", "ex", "exs", "dart", "md", "mdx", "rst", "html", "css", "scss", "vue",
    "svelte", "astro", "graphql", "proto", "lock", "svg", "png", "snap",
];

/// The other end of a link to a credential may have this name.
pub fn may_be_secret(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').is_none_or(|(_, extension)| !SOURCES.contains(&extension))
}

/// The link that leads into what lies below `directory`.
pub fn link_into(world: &dyn World, session: &Session, directory: &str) -> Option<Link> {
    let leads = |link: &Link| link.ends.iter().any(|end| within(end, directory));
    let linked =
        with_links(world, session, Kind::Floor, |links| links.iter().find(|link| leads(link)).cloned());
    let named = || named_at_start(world, session, directory).into_iter().find(leads);
    linked.or_else(|| configured(world, session).into_iter().find(leads)).or_else(named)
}

fn find_links(world: &dyn World, home: &str, roots: &[String], kind: Kind) -> Vec<Link> {
    let mut search = Search { world, kind, home, waiting: Default::default(), found: Vec::new() };
    if !home.is_empty() {
        search.look_through(home);
    }
    for root in roots.iter().filter(|root| *root != home) {
        search.look_through(root);
    }
    search.found
}

/// Which folders are looked at first, where there are more of them than are listed: those of mastiff's own files and of agents' settings,
/// then those of credentials, then the rest.
const RANKS: usize = 3;

/// A folder that is to be looked through. `shown` is its path by the names below its base, `path` where that leads: behind
/// `~/.claude → dots/claude` there may be links as well.
struct Folder {
    path: String,
    shown: String,
    names: Vec<String>,
}

struct Search<'a> {
    world: &'a dyn World,
    kind: Kind,
    home: &'a str,
    /// Folders that wait, by rank.
    waiting: [VecDeque<Folder>; RANKS],
    found: Vec<Link>,
}

impl Search<'_> {
    /// Looks through a home or a root.
    fn look_through(&mut self, base: &str) {
        self.waiting.iter_mut().for_each(VecDeque::clear);
        self.look(&Folder { path: base.into(), shown: base.into(), names: Vec::new() });
        for _ in 1..MAX_FOLDERS {
            let Some(next) = self.waiting.iter_mut().find_map(VecDeque::pop_front) else { return };
            self.look(&next);
        }
    }

    fn look(&mut self, folder: &Folder) {
        let above: Vec<Name<'_>> = folder.names.iter().map(|name| Name::Borrowed(name.as_str())).collect();
        let Some(Branches { folders, links, .. }) = self.world.branches(&folder.path) else {
            return self.look_one_by_one(&folder.path, &above);
        };
        for name in links {
            let names = below(&above, &name);
            let (path, shown) = (join(&folder.path, &name), join(&folder.shown, &name));
            if self.stands_for_entry(&names) {
                self.add(&path, &shown);
            }
            let rank = self.rank(&names);
            let leads = self.world.resolve(&path).filter(|_| rank.is_some());
            if let Some(led) = leads.filter(|led| led.stands == Stands::Directory) {
                self.wait(rank, led.path, shown, &names);
            }
        }
        for name in folders {
            let names = below(&above, &name);
            let rank = self.rank(&names);
            if rank.is_some() {
                self.wait(rank, join(&folder.path, &name), join(&folder.shown, &name), &names);
            }
        }
    }

    fn wait(&mut self, rank: Option<usize>, path: String, shown: String, names: &[Name<'_>]) {
        let names = names.iter().map(|name| String::from(name.as_ref())).collect();
        if let Some(waiting) = rank.and_then(|rank| self.waiting.get_mut(rank)) {
            waiting.push_back(Folder { path, shown, names });
        }
    }

    /// What cannot be listed is asked for by the names of all entries.
    fn look_one_by_one(&mut self, folder: &str, names: &[Name<'_>]) {
        for entry in self.entries().iter().filter(|entry| names.is_empty() && !entry.contains(['*', '<'])) {
            let path = join(folder, entry);
            if self.world.link(&path).is_some() {
                self.add(&path, &path);
            }
        }
    }

    fn entries(&self) -> &'static [&'static str] {
        match self.kind {
            Kind::Floor => &FLOOR,
            Kind::Secrets => &SECRETS,
        }
    }

    /// A link of these names stands in the place of an entry, above one or below one.
    fn stands_for_entry(&self, names: &[Name<'_>]) -> bool {
        self.followed(names).any(|entry| begins_at(entry, names, 0) || begins(names, entry))
    }

    /// A folder in which links are looked for: on the way to an entry, an entry, or what an entry runs. How soon, by the first
    /// of its entries that counts.
    fn rank(&self, names: &[Name<'_>]) -> Option<usize> {
        let is_hidden = names.first().is_some_and(|first| first.starts_with('.'));
        let inner = names.iter().rev().take_while(|name| INNER.contains(&name.as_ref())).count();
        let above = |count: usize| names.get(..names.len() - count).unwrap_or_default();
        // So many names follow the entry; `None` if the entry is longer.
        let behind = |depth: u8| names.len().checked_sub(usize::from(depth));
        let is_entry =
            |entry: &str, count: usize| may_begin(entry, names) && begins_at(entry, above(count), 0);
        // What is not hidden is people's own work, but for the few ways to an entry: `Documents/Cline`.
        let is_followed =
            |entry: &str| is_hidden || (!entry.starts_with('.') && entry.bytes().any(|byte| byte == b'/'));
        let mut soonest = None;
        for (at, depth, entry) in self.followed_at(names) {
            let rank = self.rank_of(at);
            // Hundreds of entries begin with `.config`: those that change nothing are not compared.
            if soonest.is_some_and(|soonest| rank >= soonest) || !is_followed(entry) {
                continue;
            }
            let holds = match behind(depth) {
                None => begins(names, entry),
                Some(count) => count <= inner.min(INNER_DEPTH) && is_entry(entry, count),
            };
            if holds {
                soonest = Some(rank);
            }
            if soonest == Some(0) {
                break;
            }
        }
        soonest
    }

    fn rank_of(&self, at: usize) -> usize {
        match self.kind {
            Kind::Floor if AGENTS.contains(&at) => 0,
            Kind::Floor if KEYS.contains(&at) => 1,
            Kind::Floor => 2,
            // Names that say it first, then whoever keeps one somewhere.
            Kind::Secrets if at < SECRET_TO_READ.len() => 1,
            Kind::Secrets => 2,
        }
    }

    /// The entries that may begin with the first of these names.
    fn followed(&self, names: &[Name<'_>]) -> impl Iterator<Item = &'static str> {
        self.followed_at(names).map(|(.., entry)| entry)
    }

    /// The same with their places and how many names each has.
    fn followed_at(&self, names: &[Name<'_>]) -> impl Iterator<Item = (usize, u8, &'static str)> {
        let first = names.first().map_or("", AsRef::as_ref);
        let (floor, secrets) = match self.kind {
            Kind::Floor => (Some(FLOOR_INDEX.likely(first)), None),
            Kind::Secrets => (None, Some(SECRETS_INDEX.likely(first))),
        };
        let (entries, followed) = (self.entries(), self.followed_entries());
        let likely = floor.into_iter().flatten().chain(secrets.into_iter().flatten());
        let entry = |at: usize| Some((at, (*followed.get(at)?)?, *entries.get(at)?));
        likely.filter_map(entry).filter(|(.., entry)| may_begin_with(entry, first))
    }

    /// For each of the entries in whose place links are looked for: how many names it has.
    fn followed_entries(&self) -> &'static [Option<u8>] {
        match self.kind {
            Kind::Floor => &FOLLOWED_ON_FLOOR,
            Kind::Secrets => &FOLLOWED_SECRETS,
        }
    }

    fn add(&mut self, path: &str, shown: &str) {
        let Some(found) = self.world.resolve(path) else { return };
        let above_home = !self.home.is_empty() && within(self.home, &found.path);
        let prose = found.stands != Stands::Directory
            && !within(shown, self.home)
            && PROSE.iter().any(|end| found.path.ends_with(end));
        if found.path == "/" || above_home || prose {
            return;
        }
        let mut ends = self.hops(path);
        if !ends.contains(&found.path) {
            ends.push(found.path);
        }
        self.found.push(Link { path: shown.into(), ends });
    }

    /// The links that a link leads to, each in its own folder.
    fn hops(&self, path: &str) -> Vec<String> {
        let mut hops: Vec<String> = Vec::new();
        let mut at = String::from(path);
        while let Some(text) = self.world.link(&at).filter(|_| hops.len() < MAX_HOPS) {
            let folder = at.rsplit_once('/').map_or("/", |(folder, _)| folder);
            let next = join(if folder.is_empty() { "/" } else { folder }, &text);
            let Some((above, name)) = next.trim_end_matches('/').rsplit_once('/') else { break };
            if matches!(name, "." | "..") {
                break;
            }
            let above = self.world.resolve(if above.is_empty() { "/" } else { above });
            let Some(above) = above else { break };
            at = normal(&join(&above.path, name));
            if at == path || hops.contains(&at) {
                break;
            }
            hops.push(at.clone());
        }
        hops
    }
}

static FOLLOWED_ON_FLOOR: [Option<u8>; FLOOR.len()] = followed(&FLOOR);
static FOLLOWED_SECRETS: [Option<u8>; SECRETS.len()] = followed(&SECRETS);

/// Not followed are folders of programs, and entries that may stand anywhere below a folder.
#[expect(clippy::indexing_slicing, reason = "the compiler runs it: a mistake is an error there")]
const fn followed<const COUNT: usize>(entries: &[&str; COUNT]) -> [Option<u8>; COUNT] {
    let mut followed = [None; COUNT];
    let mut at = 0;
    while at < COUNT {
        let entry = entries[at].as_bytes();
        let (mut is_deep, mut byte, mut depth) = (false, 1, 1);
        while byte < entry.len() {
            is_deep |= entry[byte - 1] == b'*' && entry[byte] == b'*';
            if entry[byte] == b'/' {
                depth += 1;
            }
            byte += 1;
        }
        let (mut is_program, mut row) = (false, 0);
        while row < PROGRAMS.len() {
            is_program |= is_same(entry, PROGRAMS[row].as_bytes());
            row += 1;
        }
        if !is_deep && !is_program {
            followed[at] = Some(depth);
        }
        at += 1;
    }
    followed
}

#[expect(clippy::indexing_slicing, reason = "the compiler runs it: a mistake is an error there")]
const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// Where the entries of agents' settings and of secrets stand in the floor.
static AGENTS: Range<usize> = places_of(Group::AgentSettings);
static KEYS: Range<usize> = places_of(Group::Secrets);

/// The places of a group, which stands in one row of the table.
#[expect(clippy::indexing_slicing, reason = "the compiler runs it: a mistake is an error there")]
const fn places_of(group: Group) -> Range<usize> {
    let (mut before, mut row) = (0, 0);
    while row < ENTRIES.len() {
        if ENTRIES[row].0 as u8 == group as u8 {
            return before..before + ENTRIES[row].1.len();
        }
        before += ENTRIES[row].1.len();
        row += 1;
    }
    before..before
}

/// The names of what lies in a folder of these names, folded.
fn below<'a>(names: &'a [Name<'_>], name: &'a str) -> Vec<Name<'a>> {
    names.iter().map(|above| Name::Borrowed(above.as_ref())).chain([fold(name)]).collect()
}

/// The entry may match a path that begins with this name: up to its first wildcard they are the same. Rules most of them out.
fn may_begin_with(entry: &str, name: &str) -> bool {
    let differing = entry.bytes().zip(name.bytes()).find(|(one, other)| one != other);
    differing.is_none_or(|(one, _)| one == b'*' || one == b'<')
}

/// The names are the first ones of a longer entry.
fn begins(names: &[Name<'_>], entry: &str) -> bool {
    let mut rest = entry.as_bytes();
    for name in names {
        let Some((b'/', behind)) = rest.strip_prefix(name.as_bytes()).and_then(|behind| behind.split_first())
        else {
            return false;
        };
        rest = behind;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::fake::Fake;

    #[test]
    fn links_in_the_place_of_entries() {
        let world = Fake::new()
            .file("/h/dots/claude.json", "")
            .link("/h/.claude/settings.json", "../dots/middle.json")
            .link("/h/dots/middle.json", "claude.json")
            .link("/h/.ssh", "/h/dots/ssh")
            .link("/h/.config/nvim", "../dots/nvim")
            .link("/h/.local/bin/tool", "/repo/tool.sh")
            .link("/h/work", "/repo")
            .link("/repo/.claude/CLAUDE.md", "../AGENTS.md")
            .link("/repo/.envrc", "dev/env.sh")
            .link("/repo/.git/hooks/pre-commit", "../../scripts/check.sh")
            .link("/repo/src/x", "/etc")
            .link("/h/.codex", "dots/codex")
            .link("/h/dots/codex/config.toml", "../shared/codex.toml")
            .file("/h/dots/shared/codex.toml", "")
            .file("/h/dots/codex/hooks.json", "")
            .link("/h/.codeium/windsurf/hooks.json", "/h/dots/windsurf.json")
            .link("/h/Documents/Cline/Hooks/PreToolUse", "/h/dots/cline.sh")
            .file("/repo/AGENTS.md", "");
        let session = Session { roots: vec!["/repo".into()], home: "/h".into(), ..Session::default() };
        let found = links(&world, &session, Kind::Floor);
        let shown: Vec<String> =
            found.iter().map(|link| alloc::format!("{} {}", link.path, link.ends.join(" "))).collect();
        assert_eq!(
            shown,
            [
                "/h/.codex /h/dots/codex",
                "/h/.ssh /h/dots/ssh",
                "/h/.codex/config.toml /h/dots/shared/codex.toml",
                "/h/.claude/settings.json /h/dots/middle.json /h/dots/claude.json",
                "/h/.config/nvim /h/dots/nvim",
                "/h/.codeium/windsurf/hooks.json /h/dots/windsurf.json",
                "/h/Documents/Cline/Hooks/PreToolUse /h/dots/cline.sh",
                "/repo/.envrc /repo/dev/env.sh",
                "/repo/.git/hooks/pre-commit /repo/scripts/check.sh",
            ]
        );
        let names = |path: &str| other_names(&world, &session, path, Kind::Floor);
        assert_eq!(names("/h/dots/ssh/config"), ["/h/.ssh/config"]);
        assert_eq!(names("/h/dots/middle.json"), ["/h/.claude/settings.json"]);
        assert!(names("/h/dots/other.json").is_empty());
        let env =
            [("CODEX_HOME", "/repo/codex"), ("XDG_CONFIG_HOME", "/h/.config"), ("HISTFILE", "/dev/null")];
        let env = env.map(|(name, value)| (name.into(), value.into())).to_vec();
        let moved = Session { env, ..session.clone() };
        let names = |path: &str| other_names(&world, &moved, path, Kind::Secrets);
        assert_eq!(names("/repo/codex/auth.json"), ["/h/.codex/auth.json"]);
        let relative = Session { env: vec![("CODEX_HOME".into(), "codex".into())], ..session.clone() };
        let names_from_root = other_names(&world, &relative, "/repo/codex/auth.json", Kind::Secrets);
        assert_eq!(names_from_root, ["/h/.codex/auth.json"]);
        assert!(names("/h/.config/gh/hosts.yml").is_empty());
    }

    /// Where there are more folders than are listed, the settings of agents come first, then credentials.
    #[test]
    fn what_could_switch_the_gate_off_is_looked_for_first() {
        let plain = |entry: &&str| entry.starts_with('.') && !entry.contains(['*', '<', '/']);
        let folders = || FLOOR.iter().copied().filter(plain);
        assert!(folders().count() > 2 * MAX_FOLDERS);
        let full =
            folders().fold(Fake::new(), |world, entry| world.file(&alloc::format!("/h/{entry}/x"), ""));
        let links = [
            "/h/.qwen/settings.json",
            "/h/.kiro/agents/mine.json",
            "/h/.config/mastiff/policy.toml",
            "/h/.config/opencode/plugins/mastiff.js",
            "/h/.agents/plugins/mastiff/hooks/hooks.json",
            "/h/.codeium/windsurf/hooks.json",
            "/h/.zencoder/x.json",
            "/h/Documents/Cline/Hooks/PreToolUse",
        ];
        let world =
            links.iter().fold(full, |world, link| world.link(link, "/h/dots/x")).file("/h/dots/x", "");
        let session = Session { home: "/h".into(), ..Session::default() };
        let found = super::links(&world, &session, Kind::Floor);
        for link in links {
            assert!(found.iter().any(|one| one.path == link), "{link}");
        }
    }

    #[test]
    fn groups_stand_in_one_row() {
        for (group, range) in [(Group::AgentSettings, &AGENTS), (Group::Secrets, &KEYS)] {
            let rows = ENTRIES.iter().filter(|(other, _)| *other == group).count();
            assert_eq!(rows, 1, "{group:?}");
            assert!(!range.is_empty());
        }
        assert_eq!(FLOOR.get(AGENTS.start), Some(&".claude"));
    }
}
