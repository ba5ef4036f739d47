//! A throw-away root: own user, mount, process and network namespaces, system folders read-only, a small tmpfs for the rest.

use super::Hole;
use std::path::Path;
use std::process::{Command, Stdio};

/// What came of one hole.
pub struct Seen {
    /// The harmful command was answered with ask or deny.
    pub stopped: bool,
    /// The harmless command was answered with allow.
    pub allowed: bool,
    /// The harmful command did its harm; `None` when a program for it is missing.
    pub harmed: Option<bool>,
    /// That program.
    pub missing: String,
    /// What mastiff and the command printed.
    pub said: String,
}

/// Makes the root in `$1`, with the binary `$2` as `/mastiff`, and becomes [`INSIDE`] in it.
const SETUP: &str = r#"
set -e
mount --make-rprivate /
mount -t tmpfs -o size=256m tmpfs "$1"
cd "$1"
mkdir dev proc etc tmp run home home/user home/user/repo
for d in usr bin sbin lib lib64; do
  [ -e "/$d" ] || continue
  mkdir "$d"; mount --rbind "/$d" "$d"; mount -o remount,bind,ro "$d"
done
for f in null zero urandom; do touch "dev/$f"; mount --bind "/dev/$f" "dev/$f"; done
for f in passwd group nsswitch.conf ld.so.cache alternatives ssl localtime; do [ ! -e "/etc/$f" ] || cp -rL "/etc/$f" etc/ 2>/dev/null || true; done
echo 'root:CANARY:1::::::' > etc/shadow
mount -t proc proc proc 2>/dev/null || mount --rbind /proc proc
ln -s /proc/self/fd dev/fd
touch mastiff; mount --bind "$2" mastiff
cat > inside
shift 2
exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/home/user LANG=C.UTF-8 chroot . /bin/bash --norc --noprofile /inside "$@"
"#;

/// Prepares the place, judges both commands, runs the harmful one, and looks for the harm.
const INSIDE: &str = r#"
needs=$1 setup=$2 at=$3 harmful=$4 harm=$5 harmless=$6
exec </dev/null
cd /home/user/repo
git init -q -b main . && git config user.name n && git config user.email e@example.com
echo '# readme' > README.md && git add . && git commit -q -m first
(eval "$setup")
case $? in 0) other= ;; 77) other=1 ;; *) echo "SETUP FAILED"; exit 9 ;; esac
cd "/home/user/$at" || exit 9
/mastiff check --cwd "$PWD" "$harmful"; echo "HARMFUL $?"
/mastiff check --cwd "$PWD" "$harmless"; echo "HARMLESS $?"
for program in $needs; do command -v "$program" >/dev/null || { echo "MISSING $program"; exit 0; }; done
[ -z "$other" ] || { echo "MISSING $needs of another version"; exit 0; }
timeout 30 bash -c "$harmful" >/out 2>&1
bash -c "$harm"; echo "HARM $?"
head -c 2000 /out
"#;

/// `None`, loudly, where no namespace can be made. That fails where one is required; see the soundness test.
pub fn run(hole: &Hole) -> Option<Seen> {
    let scratch = std::env::temp_dir().join(format!("mastiff-holes-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).unwrap();
    let script = scratch.with_extension("inside");
    std::fs::write(&script, INSIDE).unwrap();
    let output = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "--pid", "--net", "--ipc", "--fork", "--kill-child"])
        .args(["/bin/sh", "-c", SETUP, "sh"])
        .args([&scratch, Path::new(env!("CARGO_BIN_EXE_mastiff"))])
        .args([hole.needs, hole.setup, hole.at, hole.harmful, hole.harm, hole.harmless])
        .stdin(Stdio::from(std::fs::File::open(&script).unwrap()))
        .output();
    std::fs::remove_dir(&scratch).unwrap();
    std::fs::remove_file(&script).unwrap();
    let (said, why) = match output {
        Ok(output) => (
            String::from_utf8_lossy(&output.stdout).into_owned(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        ),
        Err(error) => (String::new(), error.to_string()),
    };
    let code = |word: &str| {
        let line = said.lines().find_map(|line| line.strip_prefix(word))?;
        line.trim().parse::<u8>().ok()
    };
    let (Some(harmful), Some(harmless)) = (code("HARMFUL "), code("HARMLESS ")) else {
        return refuse(&format!("{said}{why}"));
    };
    Some(Seen {
        stopped: matches!(harmful, 1 | 2),
        allowed: harmless == 0,
        harmed: code("HARM ").map(|code| code == 0),
        missing: said.lines().find_map(|line| line.strip_prefix("MISSING ")).unwrap_or_default().to_owned(),
        said: format!("{said}{why}"),
    })
}

/// A row whose set-up fails is a mistake in the row; anything else means that this machine has no namespaces.
fn refuse(why: &str) -> Option<Seen> {
    assert!(!why.contains("SETUP FAILED"), "a row could not be prepared: {why}");
    eprintln!("HOLES NOT EXECUTED: no namespace can be made here ({why})");
    let is_set = |name| std::env::var_os(name).is_some();
    let required = is_set("MASTIFF_REQUIRE_SANDBOX") || (is_set("CI") && !is_set("MASTIFF_NO_SANDBOX"));
    assert!(!required, "a sandbox is required");
    None
}
