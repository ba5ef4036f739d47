//! Soundness by execution: programs that pass as harmless are run, traced, in an empty directory without network.
//! Nothing may be written and nothing but the interpreter executed. Skipped, visibly, where an interpreter, `strace` or
//! the right to make a namespace is missing.

#![allow(clippy::expect_used, reason = "a test that cannot go on says so")]

mod frozen;

use frozen::decide;
use mastiff_core::Policy;
use mastiff_core::call::{Session, ShellCall, Tool, ToolCall};
use mastiff_core::json::Json;
use mastiff_core::world::fake::Fake;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

const JAVASCRIPT: &[&str] = &[
    "console.log([1, 2].map(x => x * 2), `a${1 + 1}b`, /x\\/[/]/.test('a'))",
    "const m = new Map(); for (const w of 'a b a'.split(' ')) m.set(w, (m.get(w) || 0) + 1); console.table([...m])",
    "const k = ['con', 'structor'].join(''); console.log([][k], typeof {}[k])",
    "const k = ['con', 'structor'].join(''); const f = [][k]; console.log(f.name, [f].length, JSON.stringify({f}), `${f}`)",
    "const k = ['__pro', 'to__'].join(''); const p = {}[k]; console.log(p, require('fs').readFileSync('README.md', {encoding: 'utf8'}))",
    "const k = ['__pro', 'to__'].join(''); console.log([][k].map(x => x), [...[][k]].sort(), [][k].concat([1]))",
    "const d = JSON.parse('{\"__proto__\": {\"flag\": \"w\"}, \"toJSON\": 1}'); console.log(d, require('fs').readFileSync('README.md', {encoding: 'utf8'}))",
    "const o = {test: 1, map: 'x', a: [].at}; try { o.map(x => x) } catch (e) { console.log(e.message, JSON.stringify(o)) }",
    "console.log(require('fs').readFileSync('README.md', 'utf8').split('\\n').length)",
    "console.log(require('./data.json').a, require('node:fs').readFileSync('README.md').toString())",
    "console.log(require('fs').readFileSync(0, 'utf8').length)",
    "console.log(new Date(0).toISOString(), 'b'.localeCompare('a'), (1234.5).toLocaleString('en'))",
    "const {a, b} = {a: 1, b: 2}; const [x] = []; console.log(a, b, x?.y ?? 'n')",
    "try { JSON.parse('{') } catch (e) { console.error(e.message) }",
    "let a = 4\nconst b = a /2/1\nconsole.log(b)",
    "const f = n => { if (n < 1) return 0\nreturn n + f(n - 1) }; console.log(f(4))",
    "let s = 0; for (let i = 0, n = 3; i < n; i++) { if (i === 1) continue; s += i } console.log(s)",
    "console.log('x'.replace(/x/, (m, at) => m + at), [3, 1].sort((a, b) => a - b), Array.from({length: 2}, (_, i) => i))",
    "console.log(Object.entries({a: 1}).filter(([k, v]) => v).flatMap(x => x), ['1'].map(Number), process.argv.length)",
];

const PERL: &[(&str, &str)] = &[
    ("-e", r#"print "a\n", 'b' . 2 * 3; print(2 ** 10)"#),
    ("-le", r#"print 1.5 + 2 . "x" . '$y@z'"#),
    ("-E", r#"say "a$_-$1:$&(x)""#),
    ("-ne", "print if /x/ || $. > 1 and $_ !~ /^z$|(w$)/i"),
    ("-ne", "/x/ .. 2 and print; next if $.<2; last unless !/q/"),
    ("-pe", r"s/(\w+)/<$1>/g; tr/a-z/A-Z/; s|X|/$&#\\|gi"),
    ("-lne", r#"print "$.: $1-$2 $_" if /(\w) (\d)/"#),
    ("-0777 -ne", r#"print "$.\t$_"; print $1.$&.":" if /x\s(?:1|2)(?=\n)/s"#),
    ("-00pe", "s/1$/#/m unless 3..5"),
];

#[test]
fn harmless_javascript_only_prints() {
    let Some(ground) = Ground::new("node") else { return };
    for text in JAVASCRIPT {
        ground.prove(&["node", "-e", text]);
    }
}

#[test]
fn harmless_perl_only_prints() {
    let Some(ground) = Ground::new("perl") else { return };
    for (flags, text) in PERL {
        let mut words = vec!["perl"];
        words.extend(flags.split(' '));
        words.push(text);
        if flags.contains('n') || flags.contains('p') {
            words.push("README.md");
        }
        ground.prove(&words);
    }
}

struct Ground {
    folder: PathBuf,
}

const TRACED: &str = "trace=execve,execveat,open,openat,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,rmdir,link,linkat,\
    symlink,symlinkat,truncate,ftruncate,chmod,fchmod,fchmodat,chown,connect,bind,kill,mknod,mknodat";

impl Ground {
    /// `None`, said aloud, when this machine cannot run the test.
    fn new(interpreter: &str) -> Option<Self> {
        let works = |words: &[&str]| {
            let (program, args) = words.split_first().expect("a program");
            let quiet = Command::new(program).args(args).stdout(Stdio::null()).stderr(Stdio::null()).status();
            quiet.is_ok_and(|status| status.success())
        };
        let folder =
            std::env::temp_dir().join(format!("mastiff-inline-{interpreter}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a scratch directory");
        let ready = works(&[interpreter, "-v"])
            && works(&["unshare", "-rn", "strace", "-f", "-o", "/dev/null", "true"]);
        if !ready {
            eprintln!("skipped: `{interpreter}`, `strace` or `unshare` cannot be used here");
            return None;
        }
        fs::write(folder.join("README.md"), "x 1\ny 22\n").expect("a file");
        fs::write(folder.join("data.json"), "{\"a\": 1}").expect("a file");
        Some(Ground { folder })
    }

    /// Passes, and is as harmless as that says.
    fn prove(&self, words: &[&str]) {
        let quoted: Vec<String> =
            words.iter().map(|word| format!("'{}'", word.replace('\'', r"'\''"))).collect();
        let command = format!("echo x | {}", quoted.join(" "));
        assert_eq!(judge(&command), "allow", "{command}");
        let log = self.folder.with_extension("log");
        let traced = Command::new("unshare")
            .args(["-rn", "strace", "-f", "-qq", "-e", TRACED, "-o"])
            .arg(&log)
            .args(words)
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .output()
            .expect("strace runs");
        assert!(traced.status.success(), "{command}: {}", String::from_utf8_lossy(&traced.stderr));
        let touched = harm(&fs::read_to_string(&log).expect("a log"));
        fs::remove_file(log).expect("the log goes");
        assert!(touched.is_empty(), "{command} did more than print:\n{}", touched.join("\n"));
        self.assert_unchanged(&command);
    }

    fn assert_unchanged(&self, command: &str) {
        let mut names: Vec<_> = fs::read_dir(&self.folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        names.sort();
        assert_eq!(names, ["README.md", "data.json"], "{command}");
        let text = fs::read_to_string(self.folder.join("README.md")).expect("a file");
        assert_eq!(text, "x 1\ny 22\n", "{command}");
    }
}

impl Drop for Ground {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Traced calls other than the start of the interpreter and opening for reading.
fn harm(log: &str) -> Vec<String> {
    let done = log.lines().filter(|line| !line.contains(" = -1 ") && line.contains('('));
    let harmful = done.filter(|line| {
        let call = line.split_once(' ').map_or(*line, |(_, call)| call.trim_start());
        let opens = call.starts_with("open");
        let writes =
            ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND"].iter().any(|flag| call.contains(flag));
        (writes || !opens) && !call.contains("\"/dev/null\"")
    });
    // The first is how the interpreter came to run.
    harmful.skip(1).map(ToString::to_string).collect()
}

#[test]
fn harm_is_seen_in_a_log() {
    let log = "7 execve(\"/usr/bin/node\", …) = 0\n7 openat(AT_FDCWD, \"x\", O_RDONLY) = 3\n\
        7 openat(AT_FDCWD, \"x\", O_WRONLY|O_CREAT, 0666) = 3\n7 execve(\"/bin/sh\", …) = 0\n7 unlink(\"y\") = -1 ENOENT\n";
    assert_eq!(harm(log).len(), 2);
}

fn judge(command: &str) -> &'static str {
    let world = Fake::new()
        .file("/repo/.git/HEAD", "ref: refs/heads/main\n")
        .file("/repo/README.md", "x\n")
        .file("/repo/data.json", "{}")
        .file("/usr/bin/node", "")
        .file("/usr/bin/perl", "");
    let session = Session {
        roots: vec!["/repo".into()],
        home: "/home/user".into(),
        own: Vec::new(),
        env: vec![("PATH".into(), "/usr/bin:/bin".into()), ("HOME".into(), "/home/user".into())],
        headless: false,
    };
    let call = ToolCall {
        name: "Bash".into(),
        tool: Tool::Shell(ShellCall { command: command.into(), ..ShellCall::default() }),
        cwd: "/repo".into(),
        mode: None,
        id: None,
        agent: None,
        input: Json::Null,
    };
    let verdict = decide(&call, &session, &Policy::default(), &world).verdict;
    if verdict.decision().word() != "allow" {
        eprintln!("{}: {}", verdict.rule(), verdict.deciding().message);
    }
    verdict.decision().word()
}
