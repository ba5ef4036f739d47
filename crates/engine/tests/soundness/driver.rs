//! The half that runs inside the sandbox: asks mastiff, runs what is allowed, compares.

use crate::compare::{self, After};
use crate::populate;
use crate::predict::{Prediction, predict};
use crate::report::Status;
use crate::sandbox::{PATH, PRINTS, Row, answer, rows_inside, wants_files, wants_haste};
use crate::trace;
use mastiff_engine::Machine;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// How long a command may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a command can change, and is given back fresh to the next.
const FOLDERS: &str = "/repo /home/user /tmp /var/tmp";

/// Fresh folders, stand-ins on `PATH`, then the shell under the tracer without any capability.
const RUN: &str = r#"
set -e
mount -t proc proc /proc
for d in $FOLDERS; do
  mount -t tmpfs -o size=256m tmpfs /mnt; cp -a "$d/." /mnt/; mount --move /mnt "$d"
done
mount -t tmpfs tmpfs /stand-ins
for name in $STANDS_IN; do printf '#!/usr/bin/true\n' >"/stand-ins/$name"; chmod 755 "/stand-ins/$name"; done
unset STANDS_IN
cd /repo
ulimit -c 0 -f 100000 -t 20 -n 256
PATH=/stand-ins:$PATH setpriv --no-new-privs --bounding-set=-all --inh-caps=-all --ambient-caps=-all \
  env -u FOLDERS strace -f -qq -y -s 8192 --seccomp-bpf -e signal=none -e "$1" -o /io/trace \
  bash --norc --noprofile -c "$2" </dev/null 2>&1 | { head -c 300000 >/io/output; cat >/dev/null; }
find $FOLDERS ! -type d -printf '%p\t%s\t%T@\t%m\t%l\0' >/io/after
"#;

/// The environment that commands get and mastiff is told of.
const ENVIRONMENT: &[(&str, &str)] =
    &[("HOME", "/home/user"), ("PATH", PATH), ("LC_ALL", "C.UTF-8"), ("TERM", "dumb"), ("PWD", "/repo")];

/// Answers every row.
pub fn run() {
    let environment = ENVIRONMENT.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
    let machine = Machine::of(environment, None);
    let rows = rows_inside();
    if wants_files() {
        populate::populate(&machine, &rows);
    }
    let before = listing(FOLDERS);
    let size = if wants_haste() { BATCH } else { 1 };
    for (at, part) in rows.chunks(size).enumerate() {
        if (at * size) % 500 < size && at > 0 {
            eprintln!("soundness: {} of {}", at * size, rows.len());
        }
        run_part(part, &machine, &before);
    }
}

/// Rows that are run under one tracer where haste is wanted; if anything is odd, each is run again on its own.
const BATCH: usize = 100;

fn run_part(rows: &[Row], machine: &Machine, before: &Listing) {
    let mut plain: Vec<(&Row, Prediction)> = Vec::new();
    let mut single: Vec<(&Row, Prediction)> = Vec::new();
    for row in rows {
        match predict(machine, &row.command) {
            None => answer(&row.id, Status::Asked, ""),
            Some(prediction) if rows.len() > 1 && stand_ins(&prediction).is_empty() => {
                plain.push((row, prediction))
            }
            Some(prediction) => single.push((row, prediction)),
        }
    }
    if !plain.is_empty() && run_together(&plain, before) {
        plain.iter().for_each(|(row, _)| answer(&row.id, Status::Clean, ""));
    } else {
        single.extend(plain);
    }
    for (row, prediction) in single {
        let (status, details) = execute(row, &prediction, before);
        answer(&row.id, status, &details);
    }
}

/// `true` if all of them together did what was predicted for all of them together.
fn run_together(rows: &[(&Row, Prediction)], before: &Listing) -> bool {
    let commands: String = rows.iter().map(|(row, _)| format!("( {}\n)\n", row.really)).collect();
    let together = rows.iter().fold(Prediction::default(), |all, (_, one)| all.with(one));
    let row = Row::new("together", commands);
    execute(&row, &together, before).0 == Status::Clean
}

fn execute(row: &Row, prediction: &Prediction, before: &Listing) -> (Status, String) {
    let replaced: Vec<&str> = stand_ins(prediction);
    let by_path = prediction.project.iter().any(|name| !replaced.contains(&name.as_str()) && name != "git");
    if by_path {
        return (Status::ProjectCode, String::new());
    }
    let ended = run_traced(&row.really, &replaced);
    let trace = std::fs::read(Path::new("/io/trace")).unwrap_or_default();
    let observed = trace::read(&String::from_utf8_lossy(&trace), "/repo");
    let after = if ended { changes(before) } else { After::default() };
    let surprises = compare::surprises(prediction, &observed, &after);
    let details = format!("  command: {}\n{prediction}", row.really);
    match (surprises.is_empty(), ended) {
        (false, _) => (Status::Violation, format!("{details}{}", told(&surprises))),
        (true, false) => (Status::TimedOut, details),
        (true, true) if replaced.is_empty() => (Status::Clean, output(row)),
        (true, true) => (Status::StandIns, String::new()),
    }
}

/// What was printed, for rows that ask for it.
fn output(row: &Row) -> String {
    let wanted = row.id.starts_with(PRINTS);
    let printed = || std::fs::read("/io/output").unwrap_or_default();
    if wanted { String::from_utf8_lossy(&printed()).replace('\0', " ") } else { String::new() }
}

/// The first of many tell enough.
fn told(surprises: &[String]) -> String {
    const SHOWN: usize = 12;
    let shown: String = surprises.iter().take(SHOWN).map(|one| format!("  seen: {one}\n")).collect();
    let more = surprises.len().saturating_sub(SHOWN);
    if more == 0 { shown } else { format!("{shown}  and {more} more\n") }
}

/// Programs of project code and programs that are not there, as far as a name on `PATH` starts them.
fn stand_ins(prediction: &Prediction) -> Vec<&str> {
    let names = prediction.programs.iter().map(|(name, _)| name.as_str());
    let replaced =
        |name: &&str| (prediction.project.contains(*name) && *name != "git") || !is_installed(name);
    let plain = |name: &&str| {
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.+".contains(&b))
    };
    // a file of the repository that the command names by its path is not on `PATH`
    let mut names: Vec<&str> = names
        .filter(plain)
        .filter(replaced)
        .filter(|name| !is_builtin(name) && !name.ends_with(".sh"))
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn is_installed(name: &str) -> bool {
    PATH.split(':').any(|dir| Path::new(dir).join(name).exists())
}

fn is_builtin(name: &str) -> bool {
    static BUILTINS: OnceLock<String> = OnceLock::new();
    let builtins = BUILTINS.get_or_init(|| {
        let listed = Command::new("bash").args(["--norc", "-c", "compgen -b; compgen -k"]).output();
        String::from_utf8_lossy(&listed.expect("bash runs").stdout).into_owned()
    });
    builtins.lines().any(|builtin| builtin == name)
}

/// `false` if it had to be killed, with everything it started.
fn run_traced(command: &str, stand_ins: &[&str]) -> bool {
    let _ = std::fs::remove_file("/io/trace");
    let _ = std::fs::remove_file("/io/after");
    let mut child = Command::new("unshare")
        .args([
            "-mp",
            "--fork",
            "--kill-child",
            "bash",
            "--norc",
            "-c",
            RUN,
            "run",
            &trace::watched(),
            command,
        ])
        .env_clear()
        .envs(ENVIRONMENT.iter().copied())
        .env("FOLDERS", FOLDERS)
        .env("STANDS_IN", stand_ins.join(" "))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("unshare starts");
    let since = Instant::now();
    loop {
        if let Ok(Some(_)) = child.try_wait() {
            return true;
        }
        if since.elapsed() > PATIENCE {
            let _ = child.kill();
            let _ = child.wait();
            return false;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Files with size, time, mode and target.
type Listing = BTreeMap<String, String>;

fn listing(folders: &str) -> Listing {
    let found = Command::new("find")
        .args(folders.split(' '))
        .args(["!", "-type", "d", "-printf", "%p\\t%s\\t%T@\\t%m\\t%l\\0"])
        .output()
        .expect("find runs");
    listed(&found.stdout)
}

fn listed(bytes: &[u8]) -> Listing {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let entry = |entry: &str| entry.split_once('\t').map(|(path, rest)| (path.to_owned(), rest.to_owned()));
    text.split_terminator('\0').filter_map(entry).collect()
}

fn changes(before: &Listing) -> After {
    let after = listed(&std::fs::read("/io/after").expect("a listing of what is there afterwards"));
    let gone = before.keys().filter(|path| !after.contains_key(*path));
    let new = after.iter().filter(|(path, what)| before.get(*path) != Some(what)).map(|(path, _)| path);
    After { changed: gone.chain(new).cloned().collect() }
}
