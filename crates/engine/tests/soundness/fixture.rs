//! The scratch repository and home, made once and copied for every command.

use crate::repository::{HISTORY, HOME, LINKS, TRACKED, UNTRACKED};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder with `repo` and `home` in it, removed afterwards.
pub struct Fixture {
    /// That folder.
    pub path: PathBuf,
}

impl Fixture {
    /// Builds both.
    pub fn new() -> Result<Self, String> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("soundness-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let fixture = Fixture { path: Path::new(env!("CARGO_TARGET_TMPDIR")).join(name) };
        let (repo, home) = (fixture.path.join("repo"), fixture.path.join("home"));
        write(&home, HOME)?;
        write(&repo, TRACKED)?;
        executable(&repo.join("scripts/hello.sh"))?;
        history(&repo, &home)?;
        write(&repo, UNTRACKED)?;
        for (link, target) in LINKS {
            std::os::unix::fs::symlink(target, repo.join(link)).map_err(text)?;
        }
        Ok(fixture)
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

fn write(base: &Path, files: &[(&str, &str)]) -> Result<(), String> {
    for (name, content) in files {
        let path = base.join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(base)).map_err(text)?;
        std::fs::write(path, content).map_err(text)?;
    }
    Ok(())
}

fn executable(path: &Path) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).map_err(text)
}

fn history(repo: &Path, home: &Path) -> Result<(), String> {
    let made = Command::new("bash")
        .args(["--norc", "--noprofile", "-c", HISTORY])
        .current_dir(repo)
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("HOME", home)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .map_err(text)?;
    if made.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&made.stderr).into_owned()) }
}

fn text(error: std::io::Error) -> String {
    error.to_string()
}
