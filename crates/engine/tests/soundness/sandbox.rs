//! A place where commands can harm nothing: own user, mount, network, process and IPC namespaces, a root made of
//! read-only system folders and tmpfs, the old root gone. Workers run beside each other, each with a part of the rows.

use crate::fixture::Fixture;
use crate::report::{Report, Status};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// One call.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it is called in the report.
    pub id: String,
    /// What mastiff is asked about.
    pub command: String,
    /// What is run: the same, except where the harness itself is tested.
    pub really: String,
}

impl Row {
    /// A command that is run as it is judged.
    pub fn new(id: impl Into<String>, command: impl Into<String>) -> Self {
        let command = command.into();
        Row { id: id.into(), really: command.clone(), command }
    }
}

/// Ids that begin so want to know what was printed.
pub const PRINTS: &str = "prints:";

/// Where the commands' `PATH` leads.
pub const PATH: &str = "/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin";

/// Makes the root, leaves the old one, becomes the driver. `/io` is the one folder shared with the outside.
const SETUP: &str = r#"
set -e
mount -t tmpfs -o size=512m tmpfs "$1"
cd "$1"
mkdir -p dev proc io old repo home/user tmp var/tmp run etc mnt stand-ins
for d in usr bin sbin lib lib32 lib64 opt; do
  [ -e "/$d" ] || continue
  if [ -L "/$d" ]; then cp -a "/$d" "$d"; continue; fi
  mkdir "$d"; mount --rbind "/$d" "$d"
done
# What is mounted inside those folders is a mount of its own.
awk -v root="$1/" 'index($5, root) == 1 { print $6, $5 }' /proc/self/mountinfo | while read -r options point; do
  mount -o "remount,bind,ro,${options#r?,}" "$point"
done
for f in alternatives ld.so.cache ld.so.conf ld.so.conf.d hosts nsswitch.conf protocols services os-release magic; do
  if [ -e "/etc/$f" ]; then cp -a "/etc/$f" etc/; fi
done
printf 'root:x:0:0:root:/home/user:/bin/bash\nnobody:x:65534:65534:nobody:/:/bin/false\n' >etc/passwd
printf 'root:x:0:\nnogroup:x:65534:\n' >etc/group
for d in null zero full random urandom; do touch "dev/$d"; mount --bind "/dev/$d" "dev/$d"; done
ln -s /proc/self/fd dev/fd
ln -s /proc/self/fd/0 dev/stdin; ln -s /proc/self/fd/1 dev/stdout; ln -s /proc/self/fd/2 dev/stderr
mount -t proc proc proc
mount --bind "$2" io
cp -a "$3/repo/." repo/; cp -a "$3/home/." home/user/
cp "$4" driver
for f in populate haste; do if [ -e "$3/$f" ]; then touch "$f"; fi; done
pivot_root . old
umount -l /old
cd /
exec ./driver --exact inside --ignored --nocapture --test-threads=1 >/dev/null
"#;

/// Runs all rows; `Err` says why that cannot be done here.
pub fn run(rows: &[Row]) -> Result<Report, String> {
    run_in(rows, &Fixture::new()?)
}

/// The same in a repository that has the files which the rows name.
pub fn run_among_files(rows: &[Row]) -> Result<Report, String> {
    let fixture = Fixture::new()?;
    std::fs::write(fixture.path.join("populate"), "").map_err(text)?;
    run_in(rows, &fixture)
}

/// The same with many rows under one tracer.
pub fn run_in_haste(rows: &[Row]) -> Result<Report, String> {
    let fixture = Fixture::new()?;
    std::fs::write(fixture.path.join("haste"), "").map_err(text)?;
    run_in(rows, &fixture)
}

/// The files that rows name are to be made.
pub fn wants_files() -> bool {
    Path::new("/populate").exists()
}

/// Many rows are to be run under one tracer.
pub fn wants_haste() -> bool {
    Path::new("/haste").exists()
}

fn run_in(rows: &[Row], fixture: &Fixture) -> Result<Report, String> {
    for tool in ["unshare", "strace", "setpriv", "git", "pivot_root"] {
        on_path(tool).ok_or_else(|| format!("`{tool}` is not installed"))?;
    }
    let workers = std::thread::available_parallelism().map_or(2, usize::from).clamp(1, 8);
    let mut parts = vec![Vec::new(); workers.min(rows.len())];
    for (at, row) in rows.iter().enumerate() {
        let count = parts.len();
        parts[at % count].push(row.clone());
    }
    let reports: Vec<Result<Report, String>> = std::thread::scope(|scope| {
        let start = |part| scope.spawn(move || run_part(part, fixture));
        let handles: Vec<_> = parts.iter().map(Vec::as_slice).map(start).collect();
        handles.into_iter().map(|handle| handle.join().expect("a worker does not panic")).collect()
    });
    let reports: Result<Vec<Report>, String> = reports.into_iter().collect();
    Ok(Report::joined(reports?))
}

fn on_path(tool: &str) -> Option<PathBuf> {
    "/usr/sbin:/usr/bin:/sbin:/bin".split(':').map(|dir| Path::new(dir).join(tool)).find(|path| path.exists())
}

fn run_part(rows: &[Row], fixture: &Fixture) -> Result<Report, String> {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let scratch = fixture.path.join(format!("worker-{}", NEXT.fetch_add(1, Ordering::Relaxed)));
    let (root, io) = (scratch.join("root"), scratch.join("io"));
    for dir in [&root, &io] {
        std::fs::create_dir_all(dir).map_err(text)?;
    }
    let words = rows.iter().flat_map(|row| [&row.id, &row.command, &row.really]);
    let words: String = words.map(|word| format!("{word}\0")).collect();
    std::fs::write(io.join("rows"), words).map_err(text)?;
    let driver = std::env::current_exe().map_err(text)?;
    let ended = Command::new("unshare")
        .args(["-rmnpiu", "--fork", "--kill-child", "bash", "-c", SETUP, "setup"])
        .args([&root, &io, &fixture.path, &driver])
        .env_clear()
        .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status()
        .map_err(text)?;
    let results = std::fs::read(io.join("results")).unwrap_or_default();
    let report = Report::read(&results);
    if report.len() == rows.len() {
        return Ok(report);
    }
    Err(format!("{} of {} rows were answered, {ended}", report.len(), rows.len()))
}

/// What the driver needs: its rows, and a way to answer.
pub fn rows_inside() -> Vec<Row> {
    let text = std::fs::read_to_string("/io/rows").expect("the rows");
    let words: Vec<&str> = text.split_terminator('\0').collect();
    let row = |three: &[&str]| Row { id: three[0].into(), command: three[1].into(), really: three[2].into() };
    words.chunks_exact(3).map(row).collect()
}

/// Appends one answer.
pub fn answer(id: &str, status: Status, details: &str) {
    use std::io::Write;
    let file = std::fs::OpenOptions::new().create(true).append(true).open("/io/results");
    let record = format!("{id}\0{}\0{details}\0", status.word());
    file.and_then(|mut file| file.write_all(record.as_bytes())).expect("an answer");
}

fn text(error: std::io::Error) -> String {
    error.to_string()
}
