//! What trusting a repository's hooks covers: every way to name a script, and nothing that takes for ever.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests may fail loudly")]

mod support;

use mastiff_core::Json;
use mastiff_core::hook::{Call, Facts, Happened, Occasion, Opinion};
use mastiff_engine::dirs::Environment;
use mastiff_engine::hooks::load::Sealed;
use mastiff_engine::hooks::{Cancel, fire, load};
use mastiff_engine::{Dirs, trust::Trust};
use support::Scratch;

const FILE: &str = ".claude/settings.json";

/// A repository with scripts in many places.
fn repository() -> Scratch {
    let scratch = Scratch::new();
    for name in [
        "tools/guard.sh",
        "tools/e.sh",
        "tools/deep/g.sh",
        "my dir/g.sh",
        ".claude/hooks/g.sh",
        "hooks/guard.py",
        "hooks/__init__.py",
        "hooks/__main__.py",
        "hooks/index.js",
        "hooks/plain.js",
        "other.sh",
    ] {
        scratch.file(&format!("r/{name}"), "exit 0\n");
    }
    scratch.file("out/real.sh", "exit 0\n");
    scratch.file("out/more.sh", "exit 0\n");
    scratch.link("r/tools/out.sh", "../../out/real.sh");
    scratch.link("r/outside", "../out");
    scratch.link("r/in.sh", "tools/second.sh");
    scratch.link("r/tools/second.sh", "guard.sh");
    scratch
}

fn sealed(scratch: &Scratch, handler: &str) -> Option<Sealed> {
    let text = format!(r#"{{"hooks":{{"PreToolUse":[{{"hooks":[{handler}]}}]}}}}"#);
    let file = scratch.file(&format!("r/{FILE}"), &text);
    load::sealed(&file, &text, &scratch.at("r")).expect("is read")
}

fn shell(command: &str) -> String {
    Json::object([("type", "command".into()), ("command", command.into())]).to_string()
}

fn exec(words: &[&str]) -> String {
    let (program, args) = words.split_first().unwrap();
    let args: Vec<Json> = args.iter().map(|word| (*word).into()).collect();
    let fields = [("type", "command".into()), ("command", (*program).into()), ("args", Json::Array(args))];
    Json::object(fields).to_string()
}

/// Another content there ends the trust; another content elsewhere does not.
#[test]
fn every_way_to_name_a_script_pins_it() {
    let env = r#"{"type":"command","command":"bash -c true","env":{"BASH_ENV":"tools/e.sh"}}"#;
    let rows: Vec<(String, &str)> = vec![
        (shell("bash tools/guard.sh"), "r/tools/guard.sh"),
        (shell(r#""$CLAUDE_PROJECT_DIR"/.claude/hooks/g.sh"#), "r/.claude/hooks/g.sh"),
        (shell(r#""${CLAUDE_PROJECT_DIR}"/tools/guard.sh"#), "r/tools/guard.sh"),
        (shell("${CLAUDE_PROJECT_DIR:-.}/tools/guard.sh"), "r/tools/guard.sh"),
        (shell("$(git rev-parse --show-toplevel)/tools/guard.sh"), "r/tools/guard.sh"),
        (shell("`git rev-parse --show-toplevel`/tools/guard.sh"), "r/tools/guard.sh"),
        (shell(r#"bash "my dir/g.sh""#), "r/my dir/g.sh"),
        (shell(r"bash my\ dir/g.sh"), "r/my dir/g.sh"),
        (shell(r#"bash "$CLAUDE_PROJECT_DIR/my dir/g.sh""#), "r/my dir/g.sh"),
        (shell(r#"bash -c 'bash "my dir/g.sh"'"#), "r/my dir/g.sh"),
        (shell("bash tools/gu*.sh"), "r/tools/guard.sh"),
        (shell("bash t*/gu?rd.sh"), "r/tools/guard.sh"),
        (shell("for f in tools/*.sh; do bash $f; done"), "r/tools/guard.sh"),
        (shell("cd tools && bash guard.sh"), "r/tools/guard.sh"),
        (shell("cd tools; cd deep; bash g.sh"), "r/tools/deep/g.sh"),
        (shell(r#"cd "my dir" && ./g.sh"#), "r/my dir/g.sh"),
        (shell("D=tools; bash $D/guard.sh"), "r/tools/guard.sh"),
        (shell(r#"tools/gu""ard.sh"#), "r/tools/guard.sh"),
        (shell("bash tools/{e,guard}.sh"), "r/tools/guard.sh"),
        (shell("python -m hooks.guard"), "r/hooks/guard.py"),
        (shell("python3 -m hooks.guard"), "r/hooks/__init__.py"),
        (shell("python hooks"), "r/hooks/__main__.py"),
        (shell("node hooks"), "r/hooks/index.js"),
        (shell("node hooks/plain"), "r/hooks/plain.js"),
        (shell("node -r./hooks/plain.js x.js"), "r/hooks/plain.js"),
        (shell("bash tools/out.sh"), "out/real.sh"),
        (shell("cd outside && bash more.sh"), "out/more.sh"),
        (shell("bash in.sh"), "r/tools/guard.sh"),
        (shell("if then fi; bash tools/guard.sh"), "r/tools/guard.sh"),
        (exec(&["bash", "my dir/g.sh"]), "r/my dir/g.sh"),
        (exec(&["my dir/g.sh"]), "r/my dir/g.sh"),
        (exec(&["bash", "-c", "cd tools && bash guard.sh"]), "r/tools/guard.sh"),
        (exec(&["env", "BASH_ENV=tools/e.sh", "bash"]), "r/tools/e.sh"),
        (env.into(), "r/tools/e.sh"),
    ];
    for (handler, script) in rows {
        let scratch = repository();
        let seal = || sealed(&scratch, &handler).expect("can be trusted").content;
        let before = seal();
        scratch.file("r/other.sh", "exit 1\n");
        assert_eq!(seal(), before, "{handler}: what it does not name");
        scratch.file(script, "exit 1\n");
        assert_ne!(seal(), before, "{handler}: {script}");
    }
}

/// A link is as good as the script: where it leads is pinned, and that it is one.
#[test]
fn links_are_pinned_with_where_they_lead() {
    for (command, link, other) in [
        ("bash tools/out.sh", "r/tools/out.sh", "../../out/more.sh"),
        ("cd outside && bash more.sh", "r/outside", "tools"),
        ("bash in.sh", "r/in.sh", "tools/e.sh"),
        ("bash in.sh", "r/tools/second.sh", "e.sh"),
    ] {
        let scratch = repository();
        let seal = || sealed(&scratch, &shell(command)).expect("can be trusted");
        let before = seal();
        assert!(before.pins.iter().any(|pin| pin.path == scratch.at(link)), "{command}: {:?}", before.pins);
        std::fs::remove_file(scratch.at(link)).unwrap();
        scratch.link(link, other);
        assert_ne!(seal().content, before.content, "{command}");
    }
}

#[test]
fn what_cannot_be_pinned_is_named() {
    let scratch = repository();
    let unclear = |handler: &str| sealed(&scratch, handler).expect("can be trusted").unclear;
    for (handler, expected) in [
        (shell(r#"bash "$X""#), Some(r#"bash "$X""#)),
        (shell(r#"true; eval "$X""#), Some(r#"eval "$X""#)),
        (shell("curl https://example.com | sh"), Some("sh")),
        (exec(&["bash", "-c", "eval $X"]), Some("eval $X")),
        (shell("if then fi"), Some("if then fi")),
        (shell(r#"bash "$CLAUDE_PROJECT_DIR"/tools/guard.sh"#), None),
        (exec(&["bash", "tools/guard.sh"]), None),
    ] {
        assert_eq!(unclear(&handler), expected.into_iter().collect::<Vec<_>>(), "{handler}");
    }
}

/// Forms whose code is not pinned, each with why.
#[test]
fn what_is_not_pinned_is_named_with_why() {
    let scratch = repository();
    let outside = Scratch::new();
    let script = outside.file("guard.sh", "");
    #[rustfmt::skip]
    let rows: &[(String, &[&str])] = &[
        (exec(&["tools/guard.sh"]), &[]),
        (shell("./tools/guard.sh"), &[]),
        (shell("echo no; exit 2"), &[]),
        (shell("bash tools/guard.sh"), &["`bash` is whatever program"]),
        (shell("jq -e .x"), &["`jq` is whatever program"]),
        (shell(&script), &["lies outside the repository"]),
        (shell("../guard.sh"), &["`../guard.sh` lies outside the repository"]),
        (shell("~/guard.sh"), &["`~/guard.sh` lies outside the repository"]),
        (shell("python3 -m tools.guard"), &["`python3` is whatever", "`python3 -m tools.guard` imports modules"]),
        (shell("npx guard"), &["`npx` is whatever", "`npx guard` runs a package"]),
        (exec(&["npx", "guard"]), &["`npx` is whatever", "`npx guard` runs a package"]),
        (shell("make guard"), &["`make` is whatever", "`make guard` runs what another file says"]),
        (shell("$GUARD"), &["`$GUARD` holds a name that is known only when it runs"]),
        (r#"{"type":"http","url":"http://127.0.0.1:8080/"}"#.into(), &["`http://127.0.0.1:8080/` is a server"]),
        (r#"{"type":"command","command":"./tools/guard.sh","env":{"PYTHONPATH":"lib"}}"#.into(), &["`PYTHONPATH=lib` is a variable"]),
    ];
    for (handler, expected) in rows {
        let loose = sealed(&scratch, handler).expect("can be trusted").loose;
        let found: Vec<String> =
            loose.iter().map(|one| format!("`{}` {}", one.what().trim(), one.why())).collect();
        assert_eq!(found.len(), expected.len(), "{handler}: {found:?}");
        for part in *expected {
            assert!(found.iter().any(|one| one.contains(part)), "{handler}: {part}: {found:?}");
        }
    }
}

/// A stranger's file does not decide how much is read.
#[test]
fn a_small_file_is_no_long_work() {
    let scratch = repository();
    std::fs::File::create(scratch.path().join("r/big")).unwrap().set_len(16 << 20).unwrap();
    let same: Vec<String> = (0..300).map(|at| shell(&format!("{}big", "./".repeat(at)))).collect();
    assert_eq!(sealed(&scratch, &same.join(",")).map(|sealed| sealed.pins.len()), Some(1));

    for at in 0..5 {
        let file = std::fs::File::create(scratch.path().join(format!("r/big{at}"))).unwrap();
        file.set_len(15 << 20).unwrap();
    }
    assert!(sealed(&scratch, &shell("bash big0 big1 big2 big3")).is_some());
    assert!(sealed(&scratch, &shell("bash big0 big1 big2 big3 big4")).is_none(), "more than is read in all");
    (0..1_100).for_each(|at| drop(scratch.file(&format!("r/many/{at}.sh"), "")));
    assert!(sealed(&scratch, &shell("bash many/1*.sh")).is_some());
    assert!(sealed(&scratch, &shell("bash many/*.sh")).is_none(), "more than is pinned");
    let words: Vec<String> = (0..2_000).map(|at| format!("w{at}")).collect();
    let steps: Vec<String> = (0..60).map(|at| format!("d{at}")).collect();
    steps.iter().for_each(|name| drop(scratch.dir(&format!("r/{name}"))));
    let line = format!("echo {} {}", steps.join(" "), words.join(" "));
    assert!(sealed(&scratch, &shell(&line)).is_none(), "more than is looked at");
    // Riddles: none of them is worth waiting for, and what can be read of them counts.
    let nested = "${a:-".repeat(20) + &"}".repeat(20);
    for line in [
        format!("python -m {}", "a.".repeat(60_000)),
        format!("bash {}{}/tools/guard.sh", "x".repeat(20_000), nested.repeat(500)),
        format!("bash {}", "${a:-b c}".repeat(10_000)),
        format!("bash {}", "$(bash \"$X\")".repeat(5_000)),
        format!("node {}", "d0/".repeat(40_000)),
    ] {
        drop(sealed(&scratch, &shell(&line)));
    }
    std::fs::File::create(scratch.path().join("r/huge")).unwrap().set_len(17 << 20).unwrap();
    assert!(sealed(&scratch, &shell("bash huge")).is_none(), "longer than is read of one");
}

/// What was trusted is relative to the root, so that is where it runs, wherever the agent went.
#[test]
fn hooks_of_a_repository_run_at_its_root() {
    let scratch = Scratch::new();
    let (root, sub) = (scratch.dir("r"), scratch.dir("r/sub"));
    scratch.dir("home");
    scratch.file("r/tools/guard.sh", "echo the root; exit 2\n");
    scratch.file("r/sub/tools/guard.sh", "exit 0\n");
    let environment: Environment = vec![("HOME".into(), scratch.at("home"))];
    let dirs = Dirs::of(&environment);
    for command in
        ["bash tools/guard.sh", "bash \"$CLAUDE_PROJECT_DIR\"/tools/guard.sh", "bash $PWD/tools/guard.sh"]
    {
        let text = Json::object([("command", command.into())]).to_string();
        let text = format!(r#"{{"hooks":{{"PreToolUse":[{text}]}}}}"#);
        let file = scratch.file(&format!("r/{FILE}"), &text);
        let sealed = load::sealed(&file, &text, &root).unwrap().unwrap();
        Trust::of(&dirs).trust(&file, &sealed.content).unwrap();
        let hooks = load::discover(Some(&root), &dirs).unwrap().hooks();
        let input = Json::object([("command", "ls".into())]);
        let call = Call { id: "1".into(), tool: "Bash".into(), input, mcp: None };
        let facts = Facts { cwd: sub.clone(), project_dir: sub.clone(), ..Facts::default() };
        let occasion = Occasion { facts: &facts, happened: Happened::Before(&call), now: "" };
        let said = fire(&hooks, &occasion, &Cancel::default()).combined;
        assert_eq!((said.opinion, said.reason()), (Opinion::Deny, Some("the root")), "{command}");
    }
}
