//! One builder for every end-to-end test: the real binary, in a home and a repository of its own.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

pub mod hooks;
pub mod house;
pub mod install;
pub mod screen;

use serde_json::{Value, json};
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// The binary under test.
pub const MASTIFF: &str = env!("CARGO_BIN_EXE_mastiff");

/// What takes longer hangs: far more than anything takes on a machine that is busy. No test asks how long something took.
pub const PATIENCE: Duration = Duration::from_secs(150);

/// A run of the binary, being set up.
pub struct Gate {
    /// Everything lives below; removed at the end.
    pub base: PathBuf,
    args: Vec<String>,
    env: Vec<(String, Option<String>)>,
    stdin: Stdin,
    /// A shell script around it: `"$@"` is the binary with its arguments.
    script: Option<String>,
}

/// What the binary finds on standard input.
pub enum Stdin {
    /// These bytes, then the end.
    Bytes(Vec<u8>),
    /// These bytes, and the pipe stays open.
    Open(Vec<u8>),
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Gate {
    /// `mastiff` with these arguments, in a fresh repository.
    pub fn new(args: &[&str]) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("mastiff-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let base = std::env::temp_dir().join(name);
        for dir in ["home", "state", "repo/src", "repo/.git/refs", "repo/.git/objects"] {
            fs::create_dir_all(base.join(dir)).unwrap();
        }
        fs::write(base.join("repo/.git/HEAD"), "ref: refs/heads/main\n").unwrap();
        fs::write(base.join("repo/.git/config"), "[core]\n\tbare = false\n").unwrap();
        let base = base.canonicalize().unwrap();
        let args = args.iter().map(ToString::to_string).collect();
        Gate { base, args, env: vec![], stdin: Stdin::Bytes(vec![]), script: None }
    }

    /// The gate as Claude Code starts it, with a command line to judge.
    pub fn hook(command: &str) -> Self {
        let gate = Gate::new(&["hook", "--host", "claude"]);
        let event = gate.event("Bash", json!({ "command": command }));
        gate.stdin(event)
    }

    /// An event of Claude Code.
    pub fn event(&self, tool: &str, input: Value) -> Vec<u8> {
        let event = json!({
            "session_id": "00000000-0000-4000-8000-000000000001",
            "transcript_path": self.path("home/.claude/t.jsonl"),
            "cwd": self.path("repo"),
            "permission_mode": "default",
            "hook_event_name": "PreToolUse",
            "tool_name": tool,
            "tool_input": input,
            "tool_use_id": "toolu_1"
        });
        event.to_string().into_bytes()
    }

    /// A path below the base, as text.
    pub fn path(&self, relative: &str) -> String {
        self.base.join(relative).to_str().unwrap().to_owned()
    }

    pub fn arg(mut self, arg: &str) -> Self {
        self.args.push(arg.replace("BASE", self.base.to_str().unwrap()));
        self
    }

    pub fn stdin(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.stdin = Stdin::Bytes(bytes.into());
        self
    }

    pub fn stdin_left_open(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.stdin = Stdin::Open(bytes.into());
        self
    }

    /// The same event, and the pipe stays open behind it.
    pub fn left_open(mut self) -> Self {
        if let Stdin::Bytes(bytes) = &self.stdin {
            self.stdin = Stdin::Open(bytes.clone());
        }
        self
    }

    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.env.push((name.into(), Some(value.replace("BASE", self.base.to_str().unwrap()))));
        self
    }

    pub fn without_env(mut self, name: &str) -> Self {
        self.env.push((name.into(), None));
        self
    }

    /// Runs it from a shell script in which `"$@"` is the binary, and `BASE` the base.
    pub fn inside(mut self, script: &str) -> Self {
        self.script = Some(script.replace("BASE", self.base.to_str().unwrap()));
        self
    }

    /// With a file below the base.
    pub fn file(self, relative: &str, text: &str) -> Self {
        let path = self.base.join(relative);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    /// Another run in the same home and repository, with nothing on standard input.
    pub fn again(&self, words: &[String]) -> Answer {
        let mut command = Command::new(MASTIFF);
        command.args(words).current_dir(self.base.join("repo")).env_clear().stdin(Stdio::null());
        command.env("HOME", self.base.join("home")).env("XDG_STATE_HOME", self.base.join("state"));
        let out = command.output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Answer { code: out.status.code(), stdout: text(out.stdout), stderr: text(out.stderr) }
    }

    /// Runs it and waits, but not for ever.
    pub fn run(&self) -> Answer {
        self.wait_for(self.command(&self.args))
    }

    /// The same with other arguments, in the same home and repository.
    pub fn run_with(&self, args: &[&str]) -> Answer {
        let args: Vec<String> =
            args.iter().map(|arg| arg.replace("BASE", self.base.to_str().unwrap())).collect();
        self.wait_for(self.command(&args))
    }

    fn wait_for(&self, mut command: Command) -> Answer {
        let started = Instant::now();
        let mut child = command.spawn().unwrap();
        let kept_open = self.feed(&mut child);
        let stdout = drain(child.stdout.take());
        let stderr = drain(child.stderr.take());
        let code = wait(&mut child, started);
        drop(kept_open);
        Answer { code, stdout: stdout.join().unwrap(), stderr: stderr.join().unwrap() }
    }

    /// The binary with these arguments, ready to be started.
    pub fn command(&self, args: &[String]) -> Command {
        let mut command = match &self.script {
            Some(script) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", script, "sh", MASTIFF]);
                shell
            }
            None => Command::new(MASTIFF),
        };
        command.args(args).current_dir(self.base.join("repo")).env_clear();
        for name in ["PATH", "CARGO_BIN_EXE_mastiff", "LLVM_PROFILE_FILE"] {
            std::env::var_os(name).map(|value| command.env(name, value));
        }
        command.env("HOME", self.base.join("home")).env("XDG_STATE_HOME", self.base.join("state"));
        for (name, value) in &self.env {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn feed(&self, child: &mut Child) -> impl Drop + use<> {
        let mut pipe = child.stdin.take().unwrap();
        let (bytes, open) = match &self.stdin {
            Stdin::Bytes(bytes) => (bytes.clone(), false),
            Stdin::Open(bytes) => (bytes.clone(), true),
        };
        let (hold, held) = std::sync::mpsc::channel::<()>();
        std::thread::spawn(move || {
            // A gate that has read enough may be gone before the last byte.
            let _ = pipe.write_all(&bytes);
            if open {
                let _ = held.recv();
            }
        });
        Hold { _hold: hold }
    }
}

struct Hold {
    _hold: std::sync::mpsc::Sender<()>,
}

impl Drop for Hold {
    fn drop(&mut self) {}
}

impl Drop for Gate {
    fn drop(&mut self) {
        make_removable(&self.base);
        let _ = fs::remove_dir_all(&self.base);
    }
}

impl Answer {
    /// The one JSON document on standard output.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }

    /// `permissionDecision`, as Claude Code reads it.
    pub fn decision(&self) -> Option<String> {
        let answer: Value = serde_json::from_str(&self.stdout).ok()?;
        let output = answer.get("hookSpecificOutput")?;
        (output.get("hookEventName")? == "PreToolUse").then_some(())?;
        Some(output.get("permissionDecision")?.as_str()?.to_owned())
    }

    /// The reason that reaches the model.
    pub fn reason(&self) -> String {
        let text = serde_json::from_str::<Value>(&self.stdout).ok().and_then(|answer| {
            Some(answer.get("hookSpecificOutput")?.get("permissionDecisionReason")?.as_str()?.to_owned())
        });
        text.unwrap_or_else(|| self.stderr.clone())
    }

    /// Claude Code would not run the tool: exit 0 with a deny that it can read, or exit 2 with a reason on stderr.
    /// On exit 2 standard output is empty, one document that denies, or was cut off by whatever went wrong with it.
    pub fn refuses(&self) -> Result<(), String> {
        let denied = self.decision().as_deref() == Some("deny") && !self.reason().trim().is_empty();
        let refused = match self.code {
            Some(0) => denied,
            Some(2) => !self.stderr.trim().is_empty() && (self.stdout.is_empty() || denied),
            _ => false,
        };
        if !refused {
            return Err("the tool would run".into());
        }
        if self.stdout.contains("\"allow\"") || self.stdout.contains("\"approve\"") {
            return Err("an allow stands in the answer".into());
        }
        Ok(())
    }
}

/// One fault: what it is called, and how it is brought about.
pub type Fault = (&'static str, fn() -> Gate);

/// Every row of a table must end in a refusal; all rows that do not are reported at once.
pub fn all_refuse(rows: &[Fault]) {
    let mut wrong = vec![];
    for (name, gate) in rows {
        let answer = gate().run();
        if let Err(why) = answer.refuses() {
            wrong.push(format!("{name}: {why}\n    {}", brief(&answer)));
        }
    }
    assert!(wrong.is_empty(), "{} of {} rows:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

/// Whether this machine lets us make a mount namespace.
pub fn can_mount() -> bool {
    let probe = format!("{UNSHARE} mount -t tmpfs none /mnt");
    Command::new("sh").args(["-c", &probe]).stderr(Stdio::null()).status().is_ok_and(|s| s.success())
}

/// Starts a command in a mount namespace of its own.
pub const UNSHARE: &str = "unshare --map-root-user --mount";

fn brief(answer: &Answer) -> String {
    let cut = |text: &str| text.chars().take(300).collect::<String>();
    format!(
        "exit {:?}\n    stdout {:?}\n    stderr {:?}",
        answer.code,
        cut(&answer.stdout),
        cut(&answer.stderr)
    )
}

fn drain(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    let mut pipe = pipe.unwrap();
    std::thread::spawn(move || {
        let mut bytes = vec![];
        let _ = pipe.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn wait(child: &mut Child, started: Instant) -> Option<i32> {
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if started.elapsed() > PATIENCE {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Gives back the rights that a test took from its own directories.
fn make_removable(dir: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let Ok(meta) = fs::symlink_metadata(dir) else { return };
    if meta.is_dir() {
        let _ = fs::set_permissions(dir, fs::Permissions::from_mode(0o700));
        for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
            make_removable(&entry.path());
        }
    }
}
