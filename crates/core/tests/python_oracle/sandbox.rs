//! A small root of its own for Python: read-only system folders, one tmpfs, no network, no other process.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const SETUP: &str = r#"
set -e
mount -t tmpfs -o size=64m tmpfs "$1"
cd "$1"
mkdir w dev proc
for d in usr bin lib lib64; do
  [ -e "/$d" ] || continue
  mkdir "$d"; mount --rbind "/$d" "$d"; mount -o remount,bind,ro "$d"
done
for d in null urandom random; do touch dev/$d; mount --bind /dev/$d dev/$d; done
mount -t proc proc proc 2>/dev/null || mount --rbind /proc proc
mkdir -p w/repo/.git w/repo/src w/home
printf 'ref: refs/heads/main\n' >w/repo/.git/HEAD
printf 'a,b\n1,2\n' >w/repo/README.md
printf '<a/>\n' >w/repo/doc.xml
printf 'x = 1\n' >w/repo/src/a.py
printf 'x\n' >w/home/note
printf '{"a": [1, 2]}\n' >w/stdin
cat >w/driver.py; cat <"$2" >w/programs; touch w/log
mount --bind "$3" w/log
cd w/repo
exec chroot "$1" /usr/bin/env -i HOME=/w/home PATH=/usr/bin:/bin LC_ALL=C.UTF-8 \
  sh -c 'cd /w/repo && exec python3 -I -B /w/driver.py "$1"' sh "$4" </dev/null
"#;

/// Runs a Python program there with `/w/programs` holding `input`; the lines it wrote to `/w/log`.
pub fn run(driver: &str, input: &str, argument: &str) -> Result<Vec<String>, String> {
    let name = format!("python-oracle-{}-{}", std::process::id(), driver.len());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let result = run_in(&folder, driver, input, argument);
    let _ = std::fs::remove_dir_all(&folder);
    result
}

fn run_in(folder: &Path, driver: &str, input: &str, argument: &str) -> Result<Vec<String>, String> {
    let text = |error: std::io::Error| error.to_string();
    let [root, programs, log] = ["root", "programs", "log"].map(|name| folder.join(name));
    std::fs::create_dir_all(&root).map_err(text)?;
    std::fs::write(&programs, input).map_err(text)?;
    std::fs::write(&log, "").map_err(text)?;
    let mut child = Command::new("unshare")
        .args(["-rmnp", "--fork", "--kill-child", "sh", "-c", SETUP, "setup"])
        .args([&root, &programs, &log])
        .arg(argument)
        .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(text)?;
    if let Some(mut stdin) = child.stdin.take() {
        let _ = stdin.write_all(driver.as_bytes());
    }
    let output = child.wait_with_output().map_err(text)?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(std::fs::read_to_string(&log).map_err(text)?.lines().map(str::to_owned).collect())
}
