//! A directory for one test, removed afterwards.
#![allow(dead_code, reason = "each test file uses its own part of this")]

pub mod hooks;
pub mod server;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// Bytes that this thread has read and written so far; `None`: the system does not count them.
pub fn bytes_moved() -> Option<u64> {
    let counted = std::fs::read_to_string("/proc/thread-self/io").ok()?;
    let of =
        |name: &str| counted.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<u64>().ok());
    Some(of("rchar:")? + of("wchar:")?)
}

pub struct Scratch {
    path: PathBuf,
}

impl Scratch {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("mastiff-test-{}-{count}", std::process::id());
        let base = std::env::temp_dir().canonicalize().expect("a temporary directory");
        let path = base.join(name);
        std::fs::create_dir_all(&path).expect("can be created");
        Scratch { path }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn at(&self, relative: &str) -> String {
        let path = if relative.is_empty() { self.path.clone() } else { self.path.join(relative) };
        path.to_str().expect("text").to_owned()
    }

    pub fn dir(&self, relative: &str) -> String {
        std::fs::create_dir_all(self.path.join(relative)).expect("can be created");
        self.at(relative)
    }

    pub fn file(&self, relative: &str, text: &str) -> String {
        let path = self.path.join(relative);
        std::fs::create_dir_all(path.parent().expect("has a parent")).expect("can be created");
        std::fs::write(&path, text).expect("can be written");
        self.at(relative)
    }

    pub fn link(&self, relative: &str, target: &str) -> String {
        std::os::unix::fs::symlink(target, self.path.join(relative)).expect("can be linked");
        self.at(relative)
    }

    pub fn fifo(&self, relative: &str) -> String {
        let path = self.at(relative);
        assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo runs").success());
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = Command::new("chmod").arg("-R").arg("u+rwx").arg(&self.path).status();
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// Permissions do not stop this user.
pub fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("id runs");
    id.stdout.starts_with(b"0\n")
}
