//! Runs lines under the installed bash where they can harm nothing: own user, mount, network and process namespaces, a
//! root of read-only system folders, one small tmpfs as the only writable place, no program on `PATH`.
//!
//! Every command that is no builtin is a stub: bash calls `command_not_found_handle` for it, which records its words
//! with one write. That costs a fork and no program start.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What happened to one line.
#[derive(Debug, Default, Clone)]
pub struct Outcome {
    /// Words of each command that ran.
    pub ran: BTreeSet<Vec<String>>,
    /// Files it left.
    pub files: BTreeSet<String>,
}

/// Longest silence of the driver before a line counts as endless.
const PATIENCE: Duration = Duration::from_secs(20);

/// Makes a small root, then becomes the driver in it.
const SETUP: &str = r#"
set -e
mount -t tmpfs -o size=64m tmpfs "$1"
cd "$1"
mkdir w dev proc
for d in usr bin lib lib64; do
  [ -e "/$d" ] || continue
  mkdir "$d"; mount --rbind "/$d" "$d"; mount -o remount,bind,ro "$d"
done
touch dev/null; mount --bind /dev/null dev/null
mount -t proc proc proc 2>/dev/null || mount --rbind /proc proc
ln -s /proc/self/fd dev/fd
mkdir w/d w/c; mkfifo w/never; cat >w/driver; cat <"$2" >w/lines; touch w/log
seq -f 'w/d/%.0f' 0 "$4" | xargs mkdir
mount --bind "$3" w/log
exec chroot . /bin/bash --norc --noprofile /w/driver
"#;

/// Reads all lines, runs each up to three times: variables unset, plain, and holding a subscript with a command in it.
const DRIVER: &str = r#"
exec </dev/null >/dev/null 2>&1
PATH=/nothing FUNCNEST=20
ulimit -c 0 -f 40000 -v 400000
command_not_found_handle() {
  # a line end would make two writes of it
  printf '%s\0' "R$__id" "$#" "${@//$'\n'/$'\002'}" >>/w/log
  # an endless loop ends itself
  printf x >>"/w/c/$__id"
  read -r -N 150 __calls <"/w/c/$__id" && kill -9 -- "-$__top"
  return 0
}
set -m
mapfile -d '' -t __lines </w/lines
for __id in "${!__lines[@]}"; do
  cd "/w/d/$__id"
  printf 'S%s\0' "$__id" >>/w/log
  for __v in 0 1 2; do
    # without a variable or arithmetic once is enough
    case $__v${__lines[$__id]} in 0* | *'$'* | *'(('* | *'['*) ;; *) break ;; esac
    (
      set +m
      __top=$BASHPID
      ulimit -t 1
      case $__v in
        0) ;;
        1) x=v y=2 i=1 ;;
        2) x='a[$(ZX)]' y='a[$(ZX)]' i='a[$(ZX)]' ;;
      esac
      unset __v
      set -- p q
      eval "${__lines[$__id]}
wait"
    )
  done
done
# late ones: background commands and process substitutions
read -t 0.3 <>/w/never
shopt -s nullglob dotglob
for __id in "${!__lines[@]}"; do
  cd "/w/d/$__id"
  __files=(*)
  [ ${#__files[@]} -eq 0 ] || printf '%s\0' "F$__id" "${#__files[@]}" "${__files[@]//$'\n'/$'\002'}" >>/w/log
done
printf 'E\0' >>/w/log
"#;

/// Runs all lines; `Err` says why no sandbox can be made here.
pub fn run(lines: &[String], workers: usize) -> Result<Vec<Outcome>, String> {
    probe()?;
    let chunk = lines.len().div_ceil(workers.max(1)).max(1);
    let parts: Vec<Result<Vec<Outcome>, String>> = std::thread::scope(|scope| {
        let handles: Vec<_> = lines.chunks(chunk).map(|part| scope.spawn(move || run_part(part))).collect();
        handles.into_iter().map(|handle| handle.join().expect("a worker does not panic")).collect()
    });
    let parts: Result<Vec<_>, _> = parts.into_iter().collect();
    Ok(parts?.concat())
}

/// A sandbox works here.
fn probe() -> Result<(), String> {
    let outcomes = run_part(&["ZA b".to_owned()])?;
    let expected: BTreeSet<Vec<String>> = [vec!["ZA".to_owned(), "b".to_owned()]].into();
    match outcomes.first() {
        Some(outcome) if outcome.ran == expected => Ok(()),
        other => Err(format!("the probe ran {other:?}")),
    }
}

/// Runs lines one after another; a driver that hangs is killed and the rest goes to a new one.
fn run_part(lines: &[String]) -> Result<Vec<Outcome>, String> {
    let mut outcomes = vec![Outcome::default(); lines.len()];
    let mut done = 0;
    while done < lines.len() {
        let scratch = Scratch::new()?;
        std::fs::write(scratch.lines(), lines[done..].join("\0") + "\0").map_err(text)?;
        let mut driver = start(&scratch, lines.len() - done)?;
        let ended = watch(&mut driver, &scratch.log());
        let records = Records::read(&scratch.log(), &mut outcomes[done..]);
        match (ended, records.last_started) {
            (true, _) if records.ended => done = lines.len(),
            (_, Some(line)) => {
                println!("gave up on an endless line: {:?}", lines[done + line]);
                done += line + 1;
            }
            (_, None) => {
                return Err("the driver did not start: no namespaces, or no usual system folders".into());
            }
        }
    }
    Ok(outcomes)
}

fn start(scratch: &Scratch, count: usize) -> Result<Child, String> {
    let mut driver = Command::new("unshare")
        .args(["-rmnp", "--fork", "--kill-child", "bash", "-c", SETUP, "setup"])
        .args([scratch.root(), scratch.lines(), scratch.log()])
        .arg(count.to_string())
        .env_clear()
        .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(text)?;
    if let Some(mut stdin) = driver.stdin.take() {
        // a driver that could not start does not read; that shows in the log
        let _ = stdin.write_all(DRIVER.as_bytes());
    }
    Ok(driver)
}

/// Waits for the driver; `false` if it had to be killed because the log stood still.
fn watch(driver: &mut Child, log: &Path) -> bool {
    let (mut size, mut since) = (0, Instant::now());
    loop {
        if let Ok(Some(_)) = driver.try_wait() {
            return true;
        }
        let now = std::fs::metadata(log).map_or(0, |data| data.len());
        if now != size {
            (size, since) = (now, Instant::now());
        }
        if since.elapsed() > PATIENCE || size > 64 << 20 {
            let _ = driver.kill();
            let _ = driver.wait();
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The log, read.
struct Records {
    ended: bool,
    last_started: Option<usize>,
}

impl Records {
    fn read(log: &Path, outcomes: &mut [Outcome]) -> Records {
        let bytes = std::fs::read(log).unwrap_or_default();
        let mut words =
            bytes.split(|&byte| byte == 0).map(|word| String::from_utf8_lossy(word).replace('\u{2}', "\n"));
        let mut records = Records { ended: false, last_started: None };
        while let Some(head) = words.next() {
            let line = head.get(1..).and_then(|number| number.parse::<usize>().ok());
            match (head.chars().next(), line) {
                (Some('S'), Some(line)) => records.last_started = Some(line),
                (Some('E'), _) => records.ended = true,
                (Some(kind @ ('R' | 'F')), Some(line)) => {
                    let count = words.next().and_then(|count| count.parse().ok()).unwrap_or(0);
                    let found = words.by_ref().take(count).collect::<Vec<_>>();
                    let Some(outcome) = outcomes.get_mut(line) else { continue };
                    if kind == 'R' {
                        outcome.ran.insert(found);
                    } else {
                        outcome.files.extend(found);
                    }
                }
                _ => {}
            }
        }
        records
    }
}

/// A folder of one run, removed afterwards.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self, String> {
        use std::sync::atomic::{AtomicUsize, Ordering};
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("oracle-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let scratch = Scratch(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
        std::fs::create_dir_all(scratch.root()).map_err(text)?;
        std::fs::write(scratch.log(), "").map_err(text)?;
        Ok(scratch)
    }

    fn root(&self) -> PathBuf {
        self.0.join("root")
    }

    fn lines(&self) -> PathBuf {
        self.0.join("lines")
    }

    fn log(&self) -> PathBuf {
        self.0.join("log")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn text(error: std::io::Error) -> String {
    error.to_string()
}
