//! Plans against a disk that changes meanwhile.

use super::plan::{self, Kind};
use super::record::Records;
use super::{Recipe, Scope, Site, recipe, write};
use crate::dirs::Dirs;
use crate::install::Places;
use mastiff_core::protocol::Host;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

struct Place {
    base: PathBuf,
    site: Site,
    records: Records,
}

fn place() -> Place {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let base = std::env::temp_dir().join(format!("mastiff-install-{}-{count}", std::process::id()));
    fs::create_dir_all(base.join(".claude")).unwrap();
    let base = base.canonicalize().unwrap();
    let site = Site {
        home: base.clone(),
        root: None,
        environment: Vec::new(),
        scope: Scope::User,
        mastiff: "/usr/bin/mastiff".into(),
        places: Places::below("/h"),
        timeout: None,
    };
    let text = |path: PathBuf| path.to_str().unwrap().to_owned();
    let dirs =
        Dirs::of(&[("HOME".into(), text(base.clone())), ("XDG_STATE_HOME".into(), text(base.join("state")))]);
    Place { records: Records::of(&dirs).unwrap(), site, base }
}

fn claude() -> &'static Recipe {
    recipe::of(Host::Claude).unwrap()
}

impl Place {
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.base.join(".claude")).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.base);
    }
}

#[test]
fn a_file_that_changed_since_the_plan_is_left_alone() {
    let place = place();
    let file = place.base.join(".claude/settings.json");
    let changes: [fn(&PathBuf); 3] = [
        |file| fs::write(file, "{\"b\": 2}").unwrap(),
        |file| fs::remove_file(file).unwrap(),
        |file| {
            fs::remove_file(file).unwrap();
            std::os::unix::fs::symlink("/etc/passwd", file).unwrap();
        },
    ];
    for change in changes {
        let _ = fs::remove_file(&file);
        fs::write(&file, "{\"a\": 1}").unwrap();
        let plan = plan::install(claude(), &place.site, &place.records).unwrap();
        change(&file);
        let now = fs::read(&file).ok();
        assert!(write::install(&plan, &place.records).is_err());
        assert_eq!(fs::read(&file).ok(), now);
        assert!(place.records.list().is_empty());
        assert!(place.names().iter().all(|name| name == "settings.json"), "{:?}", place.names());
    }
}

/// The second change cannot be made: its draft is gone by then. So the first is undone.
#[test]
fn a_host_is_written_whole_or_not_at_all() {
    for before in [Some("{\"a\": 1}"), None] {
        let place = place();
        let file = place.base.join(".claude/settings.json");
        before.inspect(|text| fs::write(&file, text).unwrap());
        let mut plan = plan::install(claude(), &place.site, &place.records).unwrap();
        plan.changes.extend(plan.changes.clone());
        assert!(write::install(&plan, &place.records).is_err());
        assert_eq!(fs::read_to_string(&file).ok().as_deref(), before);
        assert!(place.records.list().is_empty());
        assert_eq!(place.names().len(), usize::from(before.is_some()), "{:?}", place.names());
    }
}

#[test]
fn two_installers_keep_apart() {
    let place = place();
    let lock = place.records.lock().unwrap();
    assert!(place.records.lock().is_err());
    drop(lock);
    assert!(place.records.lock().is_ok());
}

/// The variable that moved the files is gone: what was written where it led is found by its record.
#[test]
fn files_that_were_moved_are_found_again() {
    let mut place = place();
    let moved = place.base.join("moved");
    place.site.environment = vec![("CLAUDE_CONFIG_DIR".into(), moved.to_str().unwrap().into())];
    let plan = plan::install(claude(), &place.site, &place.records).unwrap();
    write::install(&plan, &place.records).unwrap();
    assert!(moved.join("settings.json").exists());
    place.site.environment.clear();
    let plan = plan::uninstall(claude(), &place.site, &place.records).unwrap();
    let kinds: Vec<Kind> = plan.changes.iter().map(|change| change.kind).collect();
    assert_eq!(kinds, [Kind::None, Kind::Remove]);
    write::uninstall(&plan, &place.records).unwrap();
    assert!(!moved.exists() && place.records.list().is_empty());
}
