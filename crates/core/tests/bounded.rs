//! Small inputs that ask for much work: what is too much is a stop, by counted steps. A build that counts no more would run
//! into the time that a test may take.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

use mastiff_core::call::{Session, ShellCall, Tool, ToolCall};
use mastiff_core::json::Json;
use mastiff_core::tool::patch;
use mastiff_core::world::fake::Fake;
use mastiff_core::{Policy, decide};

fn machine() -> Fake {
    let mut machine = Fake::new().file("/repo/.git/HEAD", "").file("/repo/src/a", "");
    for number in 0..1000 {
        machine = machine.file(&format!("/usr/lib/d{}/f{number}", number % 10), "");
    }
    machine
}

fn verdict(command: &str) -> String {
    let session = Session {
        roots: vec!["/repo".into()],
        home: "/home/user".into(),
        env: vec![("PATH".into(), "/usr/bin".into()), ("HOME".into(), "/home/user".into())],
        ..Session::default()
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
    let machine = machine();
    let verdict = decide(&call, &session, &Policy::default(), &machine).verdict;
    verdict.decision().word().into()
}

#[test]
fn much_work_is_bounded() {
    let names = |count: usize| (0..count).map(|n| format!("f{n}")).collect::<Vec<_>>().join(" ");
    let loops = "for i in 1 2 3 4 5 6 7 8; do for j in 1 2 3 4 5 6 7 8; do cp -r /usr/lib src; done; done";
    let mut wrong: Vec<String> = Vec::new();
    let doubled = format!("a=x; {}", "a=$a$a$a$a$a$a$a$a; ".repeat(9));
    for (command, expected) in [
        (format!("{loops}; rm -rf ~"), "deny"),
        ("mv /usr/lib src; ".repeat(200), "deny"),
        (format!("cp {} src", names(1500)), "allow"),
        (format!("cp {} src", names(15_000)), "deny"),
        (format!("ln -s {} src", names(1500)), "allow"),
        (format!("{doubled}echo $a"), "allow"),
        (format!("{doubled}{}", "b=$a$a; echo $b $a $b; ".repeat(1000)), "allow"),
        (format!("{doubled}rm -rf $a"), "ask"),
        ("a=x; echo $a".into(), "allow"),
        (format!("set -- {}; cat $1", names(900)), "ask"),
        (format!("set -- {}; {}touch $1", names(12_000), "shift; ".repeat(1000)), "ask"),
        (format!("set -- {}; {}", names(12_000), "(ls); ".repeat(1500)), "allow"),
        (format!("f() {{ {}; }}; f {}", "cd src || (ls)", names(12_000)), "allow"),
        ((0..3000).map(|n| format!("f{n}(){{ ls;}}; ")).collect::<String>() + &"cd .;".repeat(3000), "deny"),
        ((0..3000).map(|n| format!("v{n}=1; ")).collect::<String>() + &"cd .;".repeat(3000), "deny"),
        (
            (0..4000).map(|n| format!("touch w{n}; ")).collect::<String>() + &"python3 -c 1; ".repeat(500),
            "deny",
        ),
        (
            (0..10).map(|n| format!("cd d{n}||true; ")).collect::<String>() + &"git status; ".repeat(3000),
            "deny",
        ),
    ] {
        let shown: String = command.chars().take(60).collect();
        let decision = verdict(&command);
        if decision != expected {
            wrong.push(format!("{shown}: {decision}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_patch_of_very_many_files_is_refused() {
    let patch = |count: usize| {
        (0..count).map(|n| format!("--- a/f{n}\n+++ b/f{n}\n@@ -1 +1 @@\n")).collect::<String>()
    };
    assert!(patch::changes(&patch(40_000)).is_err());
    assert_eq!(patch::changes(&patch(100)).map(|changes| changes.len()), Ok(300));
}
