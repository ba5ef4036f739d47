//! Whether git may be started here at all: whose repository it is, and what its configuration would run.

use super::super::super::Effect;
use super::super::super::place::{join, normal, within};
use super::super::super::reading::{Invocation, Reading};
use super::super::super::value::Arg;
use super::super::spec::{Parsed, Unread};
use super::config::Setting;
use super::repository::{self, Repository};
use super::settings::{self, Kind};
use crate::call::Session;
use crate::policy::floor;
use crate::world::{Stands, World};
use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

/// What the rest of the reading needs to know about where git runs.
#[derive(Debug, Default)]
pub struct Ground {
    /// Git may settle on a repository that is not the session's.
    pub foreign: bool,
    /// `--git-dir` or `--work-tree` was given.
    pub by_hand: bool,
    /// Settings of the user and of the session's repository.
    pub settings: Vec<Rc<Setting>>,
    /// Top directories of the repositories.
    pub tops: Vec<String>,
    /// From one of the directories it may be in, git finds no repository.
    pub outside: bool,
    /// Where their objects are.
    pub git_dirs: Vec<String>,
    /// The repositories themselves.
    pub repositories: Vec<Repository>,
}

/// Files that an include may lead through.
const MAX_INCLUDES: usize = 10;

/// Looks at every repository git may use from here; `None` when one of them stopped the call.
pub fn survey(reading: &mut Reading<'_>, call: &Invocation, options: &Parsed<'_>) -> Option<Ground> {
    let mut ground = Ground::default();
    let mut stops: Vec<Stop> = Vec::new();
    if reading.shell.lost && !enters_absolute(options) {
        stops.push(("unknown_value", String::from("git would run in a directory that is not known")));
    }
    for dir in reading.dirs().to_vec() {
        let repositories = match located(reading, options, &dir) {
            Ok(repositories) => repositories,
            Err(why) => {
                stops.push(("git_foreign_repository", why));
                continue;
            }
        };
        ground.by_hand = options.has(&["--git-dir", "--work-tree"]);
        let top = repositories.first().map_or(dir.as_str(), |repository| repository.worktree.as_str());
        stops.extend(users_settings(reading, top, &mut ground).err());
        ground.outside |= repositories.is_empty();
        for repository in &repositories {
            ground.tops.push(repository.worktree.clone());
            ground.git_dirs.push(repository.common_dir.clone());
            stops.extend(inspect(reading, repository, &mut ground).err());
        }
        ground.repositories.extend(repositories);
    }
    let stopped = !stops.is_empty();
    for (rule, message) in stops {
        reading.add(Effect::Opaque, rule, message, call.span);
    }
    (!stopped).then_some(ground)
}

/// The repositories git may use from `dir`, with the settings that hold there; `None` where one would stop git.
pub fn surveyed(reading: &Reading<'_>, options: &Parsed<'_>, dir: &str) -> Option<(Vec<Repository>, Ground)> {
    let mut ground = Ground::default();
    let repositories = located(reading, options, dir).ok()?;
    users_settings(reading, repositories.first()?.worktree.as_str(), &mut ground).ok()?;
    for repository in &repositories {
        inspect(reading, repository, &mut ground).ok()?;
    }
    Some((repositories, ground))
}

/// The repositories git may use from `dir`.
fn located(reading: &Reading<'_>, options: &Parsed<'_>, dir: &str) -> Result<Vec<Repository>, String> {
    let work_tree = path_option(options, "--work-tree")?.map(|path| join(dir, path));
    let given = path_option(options, "--git-dir")?.map(|path| join(dir, path));
    if let Some(path) = [&work_tree, &given]
        .into_iter()
        .flatten()
        .find(|path| reading.was_written(path) || reading.leads_astray(path))
    {
        return Err(format!("`{path}` is written earlier in the same call"));
    }
    if let Some(tree) = &work_tree {
        let resolved = reading.world.resolve(tree).map(|r| r.path);
        if !resolved.is_some_and(|path| reading.session.roots.iter().any(|root| within(&path, root))) {
            return Err(format!("`--work-tree` leads out of the session's directories: `{tree}`"));
        }
    }
    let from_environment = reading.session.variable("GIT_DIR");
    if let Some(git_dir) = path_option(options, "--git-dir")?.or(from_environment) {
        let tree = work_tree.as_deref().unwrap_or(dir);
        // A file would lead to another one.
        if !is_directory(reading, &join(dir, git_dir)) {
            return Err(String::from("`--git-dir` names no directory"));
        }
        return repository::open(reading.world, &join(dir, git_dir), tree, false)
            .map(|repository| alloc::vec![repository])
            .ok_or_else(|| String::from("the directory that `--git-dir` names cannot be looked at"));
    }
    let found = repository::find(reading.world, dir);
    if let Some(why) = found.unsure {
        return Err(format!("which repository git would use is not known: {why}"));
    }
    let top = found.candidates.first().map_or("/", |repository| repository.worktree.as_str());
    let real = reading.world.resolve(dir).map(|found| found.path).filter(|real| *real != normal(dir));
    for start in [Some(normal(dir)), real].into_iter().flatten() {
        let mut at = start;
        while within(&at, top) && at != top && at != "/" {
            if repository::is_in_flux(reading, &at) {
                return Err(format!(
                    "`{at}` is written earlier in the same call, so git may find another repository"
                ));
            }
            at.truncate(at.rfind('/').filter(|slash| *slash > 0).unwrap_or(1));
        }
    }
    Ok(found.candidates.clone())
}

fn is_directory(reading: &Reading<'_>, path: &str) -> bool {
    reading.world.resolve(path).is_some_and(|found| found.stands == Stands::Directory)
}

fn path_option<'a>(options: &'a Parsed<'_>, name: &str) -> Result<Option<&'a str>, String> {
    match options.value(&[name]) {
        None => Ok(None),
        Some(arg) => arg.text().map(Some).ok_or_else(|| format!("`{name}` has a value that is not known")),
    }
}

/// Rule and message.
pub type Stop = (&'static str, String);

/// Judges one repository's own configuration.
pub fn inspect(reading: &Reading<'_>, repository: &Repository, ground: &mut Ground) -> Result<(), Stop> {
    let own = repository.is_own(reading.world, reading.session);
    for file in repository.config_files() {
        if own {
            own_settings(reading, &file, &repository.worktree, ground, 0)?;
        } else {
            foreign_settings(reading, &file)?;
        }
    }
    if !own && repository.bare && !is_named_git(&repository.git_dir) {
        return Err(foreign(&repository.git_dir, "is a bare one that git finds by itself"));
    }
    if !own {
        ground.foreign = true;
        if repository.hooks_reading(reading.world) {
            return Err(foreign(&repository.git_dir, "has a hook that runs when git refreshes its index"));
        }
    }
    Ok(())
}

/// `.git` of a working tree, or what lies in one: found from inside, it is no bare repository.
fn is_named_git(git_dir: &str) -> bool {
    git_dir.split('/').any(|name| name == ".git")
}

fn foreign_settings(reading: &Reading<'_>, file: &str) -> Result<(), Stop> {
    let settings = settings::of_file(reading.world, file);
    let settings = settings.as_ref().as_ref().map_err(|why| foreign(file, why))?;
    match settings.iter().find(|(_, kind)| *kind != Kind::Harmless) {
        Some((setting, _)) => {
            let what =
                format!("sets `{}.{}`, which could make git run something", setting.section, setting.name);
            Err(foreign(file, &what))
        }
        None => Ok(()),
    }
}

fn foreign(what: &str, why: &str) -> Stop {
    (
        "git_foreign_repository",
        format!("git would use a repository that is not this session's: `{what}` {why}"),
    )
}

/// The user's global configuration and the machine's.
fn users_settings(reading: &Reading<'_>, top: &str, ground: &mut Ground) -> Result<(), Stop> {
    users_files(reading).iter().try_for_each(|file| own_settings(reading, file, top, ground, 0))
}

fn users_files(reading: &Reading<'_>) -> Vec<String> {
    let home = reading.session.home.as_str();
    let mut files = alloc::vec![String::from("/etc/gitconfig")];
    match reading.session.variable("GIT_CONFIG_GLOBAL") {
        Some(file) => files.push(file.into()),
        None if home.is_empty() => {}
        None => {
            let config = reading.session.variable("XDG_CONFIG_HOME").filter(|dir| dir.starts_with('/'));
            files
                .push(config.map_or_else(|| join(home, ".config/git/config"), |dir| join(dir, "git/config")));
            files.push(join(home, ".gitconfig"));
        }
    }
    files
}

/// The files that `core.excludesFile` names in the settings of the user and of the repositories around, and in what those include
/// under whatever condition. `None`: settings that cannot be read may name any.
pub fn excludes(reading: &Reading<'_>) -> Option<Vec<String>> {
    let mut found = Vec::new();
    for dir in reading.dirs() {
        let repositories = repository::find(reading.world, dir);
        let first = repositories.candidates.first();
        let top = first.map_or(dir.as_str(), |repository| repository.worktree.as_str());
        let own = repositories.candidates.iter().flat_map(Repository::config_files);
        for file in users_files(reading).into_iter().chain(own) {
            excludes_of(reading, &file, top, &mut found, 0)?;
        }
    }
    Some(found)
}

fn excludes_of(
    reading: &Reading<'_>,
    file: &str,
    top: &str,
    found: &mut Vec<String>,
    depth: usize,
) -> Option<()> {
    let settings = settings::of_file(reading.world, file);
    for (setting, _) in settings.as_ref().as_ref().ok()? {
        let path = || setting_path(reading, setting, file, top);
        if is_include(setting) {
            if depth >= MAX_INCLUDES {
                return None;
            }
            excludes_of(reading, &path(), top, found, depth + 1)?;
        } else if setting.is("core", "excludesfile") {
            found.push(path());
        }
    }
    Some(())
}

/// Collects the settings of a file of the user's and of what it includes; stops where one leads into the tree.
fn own_settings(
    reading: &Reading<'_>,
    file: &str,
    top: &str,
    ground: &mut Ground,
    depth: usize,
) -> Result<(), Stop> {
    let stop = |why: &str| ("git_config_unread", format!("git's configuration `{file}` {why}"));
    let settings = settings::of_file(reading.world, file);
    for (setting, kind) in settings.as_ref().as_ref().map_err(|why| stop(why))? {
        if let Some(path) = leads_into_tree(reading, (setting, *kind), file, top) {
            let message = format!(
                "git's `{}.{}` leads to `{path}`, which the agent may have written",
                setting.section, setting.name
            );
            return Err(("git_config_in_tree", message));
        }
        if is_include(setting) {
            if depth >= MAX_INCLUDES {
                return Err(stop("includes too many files"));
            }
            let included = setting_path(reading, setting, file, top);
            own_settings(reading, &included, top, ground, depth + 1)?;
        }
        ground.settings.push(setting.clone());
    }
    Ok(())
}

/// What git's configuration names where the agent may write, in the place of a file of `.git`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InTree {
    /// What it stands for: `.git/hooks` or `.git/config` of the repository.
    pub stands_for: String,
    /// Where it lies.
    pub path: String,
}

/// Hooks, more configuration and programs that git would take from the tree, by the settings of the user and of the
/// repositories around the session's roots. What cannot be read stops git itself.
pub fn in_tree_of(world: &dyn World, session: &Session) -> Vec<InTree> {
    let mut found = Vec::new();
    for root in &session.roots {
        let reading = Reading::new(world, session, root);
        let repositories = repository::find(world, root);
        let own = || repositories.candidates.iter().filter(|repository| repository.is_own(world, session));
        let top = own().next().map_or(root.as_str(), |repository| repository.worktree.as_str());
        for file in users_files(&reading) {
            collect_in_tree(&reading, &file, top, &mut found, 0);
        }
        for repository in own() {
            for file in repository.config_files() {
                collect_in_tree(&reading, &file, &repository.worktree, &mut found, 0);
            }
        }
    }
    found
}

fn collect_in_tree(reading: &Reading<'_>, file: &str, top: &str, found: &mut Vec<InTree>, depth: usize) {
    let settings = settings::of_file(reading.world, file);
    let Ok(settings) = settings.as_ref() else { return };
    let mut add = |inside: &str, path: String| {
        let one = InTree { stands_for: join(top, inside), path };
        if !found.contains(&one) {
            found.push(one);
        }
    };
    let mut included = Vec::new();
    for (setting, kind) in settings {
        let path = || {
            let path = setting_path(reading, setting, file, top);
            reading.world.resolve(&path).map_or_else(|| normal(&path), |resolved| resolved.path)
        };
        if is_include(setting) {
            let path = path();
            if in_tree(reading, &path, top) {
                add(".git/config", path.clone());
            }
            included.push(path);
        } else if setting.is("core", "hookspath") || setting.is("init", "templatedir") {
            let path = path();
            if !in_tree(reading, &path, top) {
                continue;
            }
            // The top itself holds everything else, too.
            match within(top, &path) {
                true => HOOKS
                    .split_ascii_whitespace()
                    .for_each(|hook| add(&join(".git/hooks", hook), join(&path, hook))),
                false => add(".git/hooks", path),
            }
        } else if runs(setting, *kind) {
            started_in_tree(reading, setting, top)
                .into_iter()
                .for_each(|path| add(".git/hooks/program", path));
        }
    }
    for path in included.iter().filter(|_| depth < MAX_INCLUDES) {
        collect_in_tree(reading, path, top, found, depth + 1);
    }
}

/// Hooks of a working tree.
const HOOKS: &str = "applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg \
    post-commit pre-rebase post-checkout post-merge pre-push reference-transaction push-to-checkout pre-auto-gc post-rewrite \
    sendemail-validate fsmonitor-watchman post-index-change pre-receive update post-receive post-update";

/// A setting, or an alias, whose text is a command.
fn runs(setting: &Setting, kind: Kind) -> bool {
    match kind {
        Kind::Runs | Kind::Unknown => !setting.is("core", "worktree"),
        Kind::Alias => setting.text().starts_with('!'),
        Kind::Harmless | Kind::Data => false,
    }
}

/// The files of the tree that a command of the configuration would start or read.
fn started_in_tree(reading: &Reading<'_>, setting: &Setting, top: &str) -> Vec<String> {
    let text = expand_home(reading, setting.text());
    let words = text.split(|c: char| c.is_whitespace() || "'\"`;|&()<>{}$=!,".contains(c));
    let mut found = Vec::new();
    for (index, word) in words.filter(|word| !word.is_empty()).enumerate() {
        let resolved = reading.world.resolve(&join(top, &expand_home(reading, word)));
        let named = resolved.filter(|resolved| match resolved.stands {
            Stands::File { .. } | Stands::Other => word.contains('/') || index > 0,
            // Once it is there, it is started.
            Stands::Nothing => word.contains('/') && index == 0,
            Stands::Directory => false,
        });
        found.extend(named.map(|resolved| resolved.path));
        if !word.contains('/') {
            found.extend(reading.files_named(word));
        }
    }
    found.retain(|path| in_tree(reading, path, top));
    found
}

/// The part of a setting that names something the agent may write and the floor does not guard.
fn leads_into_tree(
    reading: &Reading<'_>,
    (setting, kind): (&Setting, Kind),
    file: &str,
    top: &str,
) -> Option<String> {
    if matches!(kind, Kind::Harmless | Kind::Data | Kind::Alias) {
        return None;
    }
    if is_include(setting) || setting.is("core", "hookspath") {
        let path = setting_path(reading, setting, file, top);
        let resolved = reading.world.resolve(&path).map_or_else(|| normal(&path), |resolved| resolved.path);
        return in_tree(reading, &resolved, top).then_some(resolved);
    }
    let text = expand_home(reading, setting.text());
    let words = text.split(|c: char| c.is_whitespace() || "'\"`;|&()<>{}$=!,".contains(c));
    let mut words = words.filter(|word| !word.is_empty()).enumerate();
    words.find_map(|(index, word)| {
        let path = join(top, &expand_home(reading, word));
        let resolved = reading.world.resolve(&path)?;
        let exists = resolved.stands != Stands::Nothing;
        let names_path = match kind {
            Kind::Runs => {
                word.contains('/') || exists || (index > 0 && word.contains('.') && !word.starts_with('-'))
            }
            Kind::Harmless | Kind::Data | Kind::Alias | Kind::Unknown => {
                matches!(resolved.stands, Stands::File { .. })
            }
        };
        let on_path = || reading.files_named(word).into_iter().find(|found| in_tree(reading, found, top));
        if names_path && in_tree(reading, &resolved.path, top) { Some(resolved.path) } else { on_path() }
    })
}

fn is_include(setting: &Setting) -> bool {
    setting.is("include", "path") || setting.is("includeif", "path")
}

/// A setting that is a path: an include counts from its file, everything else from the top of the working tree.
fn setting_path(reading: &Reading<'_>, setting: &Setting, file: &str, top: &str) -> String {
    let folder = file.rsplit_once('/').map_or("/", |(folder, _)| folder);
    join(if is_include(setting) { folder } else { top }, &expand_home(reading, setting.text()))
}

/// `path` lies where the agent may write, and no floor entry guards it.
fn in_tree(reading: &Reading<'_>, path: &str, top: &str) -> bool {
    let roots = reading.session.roots.iter().map(String::as_str);
    roots
        .chain([top])
        .any(|root| root != "/" && within(path, root) && !guarded(path.get(root.len()..).unwrap_or("")))
}

/// The floor keeps what lies there from the agent.
fn guarded(relative: &str) -> bool {
    floor::hit(&floor::names(relative), false).is_some()
}

fn expand_home(reading: &Reading<'_>, text: &str) -> String {
    let home = reading.session.home.as_str();
    let text =
        if text.contains('$') { text.replace("${HOME}", home).replace("$HOME", home) } else { text.into() };
    match text.strip_prefix("~/") {
        Some(rest) => join(home, rest),
        None => text,
    }
}

/// Enters the directories that `-C` names; `false` when one is not known, and the stop was added.
pub fn enter(reading: &mut Reading<'_>, call: &Invocation, options: &Parsed<'_>) -> bool {
    for flag in options.flags.iter().filter(|flag| flag.name == "-C") {
        match flag.value.as_ref().and_then(Arg::text) {
            Some("") => {}
            Some(dir) => {
                reading.stop_astray(dir, flag.span);
                enter_physically(reading, dir);
            }
            None => {
                let unread = flag.value.as_ref().map(Unread::value);
                if let Some(unread) = unread {
                    reading.unread(&call.name, unread);
                }
                return false;
            }
        }
    }
    true
}

/// Git changes its directory as the kernel does, links before `..`; a shell's `cd` does not.
fn enter_physically(reading: &mut Reading<'_>, dir: &str) {
    let world = reading.world;
    let physical = |cwd: &String| {
        let path = join(cwd, dir);
        world.resolve(&path).map_or(path, |resolved| resolved.path)
    };
    reading.shell.dirs = reading.shell.dirs.iter().map(physical).collect();
}

/// A `-C` with an absolute path: wherever the shell is.
fn enters_absolute(options: &Parsed<'_>) -> bool {
    let mut dirs = options.flags.iter().filter(|flag| flag.name == "-C");
    dirs.any(|flag| flag.value.as_ref().and_then(Arg::text).is_some_and(|dir| dir.starts_with('/')))
}

/// Subcommands that are programs of their own, found on `PATH`.
const EXTERNAL: &[&str] = &["lfs"];

/// Where such a program lies, if the agent may have put it there.
pub fn shadowed(reading: &Reading<'_>, ground: &Ground, name: &str) -> Option<String> {
    if !EXTERNAL.contains(&name) {
        return None;
    }
    let programs = reading.files_named(&format!("git-{name}"));
    let resolved =
        |program: String| reading.world.resolve(&program).map_or(program, |resolved| resolved.path);
    let mut tops = ground.tops.iter().map(String::as_str).chain(["/"]);
    programs.into_iter().map(resolved).find(|program| tops.any(|top| in_tree(reading, program, top)))
}

#[cfg(test)]
mod tests {
    use super::super::super::examples::{judge_on, machine};
    use crate::world::fake::Fake;
    use alloc::string::String;

    /// What git's configuration takes from the tree stands for `.git/hooks` and `.git/config`.
    #[test]
    fn what_the_configuration_names_is_kept_as_git_s_own_files_are() {
        let own = "[core]\n\thooksPath = tools/hooks\n\tfsmonitor = tools/watch\n[include]\n\tpath = ../shared/gitinc\n\
            [filter \"x\"]\n\tclean = tools/clean --a\n[diff \"p\"]\n\ttextconv = sh tools/conv.sh\n\
            [alias]\n\tz = !tools/z\n\tl = log src/main.rs\n\tt = !cargo test src\n[commit]\n\ttemplate = message\n";
        let inner = "[core]\n\teditor = tools/edit\n";
        let configured = machine()
            .file("/repo/.git/config", own)
            .file("/repo/shared/gitinc", inner)
            .file("/repo/message", "")
            .file("/repo/tools/conv.sh", "");
        let users = machine().file("/home/user/.gitconfig", "[core]\n\thooksPath = tools/hooks\n");
        let word =
            |machine: &Fake, command: &str| judge_on(machine, command).split(' ').next().map(String::from);
        for command in [
            "echo x > tools/hooks/pre-commit",
            "chmod +x tools/hooks/pre-commit",
            "cp README.md tools/hooks/",
            "echo x > shared/gitinc",
            "echo x > tools/watch",
            "echo x > tools/clean",
            "echo x > tools/conv.sh",
            "echo x > tools/z",
            "echo x > tools/edit",
        ] {
            assert_eq!(word(&configured, command).as_deref(), Some("ask"), "{command}");
            assert_eq!(word(&machine(), command).as_deref(), Some("allow"), "{command}");
        }
        assert_eq!(word(&users, "echo x > tools/hooks/pre-commit").as_deref(), Some("ask"));
        for command in [
            "echo x > tools/other",
            "echo x > src/main.rs",
            "echo x > shared/other",
            "echo x > message",
            "cat tools/hooks/pre-commit shared/gitinc",
            "mkdir -p src/new",
        ] {
            assert_eq!(word(&configured, command).as_deref(), Some("allow"), "{command}");
        }
        // The top as the folder of hooks: names of hooks in it, and nothing else.
        let top = machine().file("/repo/.git/config", "[core]\n\thooksPath = .\n");
        assert_eq!(word(&top, "echo x > pre-commit").as_deref(), Some("ask"));
        assert_eq!(word(&top, "echo x > src/main.rs").as_deref(), Some("allow"));
    }
}
