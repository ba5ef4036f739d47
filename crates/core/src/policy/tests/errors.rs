//! Every kind of problem, with its place and its way out.

use super::*;

/// A text behind `version = 1\n`, and parts of the one line that complains.
const KINDS: &[(&str, &[&str])] = &[
    ("write_scop = []", &["p.toml:2:1: ", "no key `write_scop`", "did you mean `write_scope`?"]),
    ("[web]\ndefualt = \"ask\"", &["p.toml:3:1: ", "`web.defualt`", "did you mean `default`?"]),
    ("frobnicate = 1", &["2:1", "possible: version, level, write_scope"]),
    (
        "write_scope = \"src\"",
        &["2:15", "must be a list of strings, not a string", "`write_scope = [\"…\"]`"],
    ),
    ("write_scope = [1]", &["2:16", "must be a string, not an integer"]),
    ("write_scope = [\"src/**.rs\"]", &["2:16", "`src/**.rs`", "`**` stands alone"]),
    ("write_scope = [\"../x\"]", &["resolved before they are compared"]),
    ("write_scope = [\"/etc\"]", &["relative to the repository", "`scratch`"]),
    ("write_scope = [\"{a,b}\"]", &["write two patterns"]),
    ("write_scope = [\"a[b\"]", &["never closed"]),
    ("read_scope = [\"src\"]", &["start it with `/`, `~/` or `**/`"]),
    ("scratch = [\"tmp\"]", &["a scratch directory is absolute"]),
    ("scratch = [\"/\"]", &["far more than a scratch directory"]),
    ("scratch = [\"/**\"]", &["far more than a scratch directory"]),
    ("scratch = [\"/home\"]", &["far more than a scratch directory"]),
    ("scratch = [\"/etc/**\"]", &["far more than a scratch directory"]),
    ("scratch = [\"~/\"]", &["far more than a scratch directory"]),
    ("scratch = [\"~/*\"]", &["far more than a scratch directory"]),
    ("on_stop = \"allow\"", &["2:11", "cannot be `allow`", "\"ask\", \"deny\""]),
    ("on_allow = true", &["must be a string, not true or false"]),
    ("lock = [\"webb\"]", &["cannot be locked", "did you mean `web`?"]),
    ("lock = [\"floor\"]", &["cannot be locked"]),
    ("lock = [\"web.defaults\"]", &["no key `web.defaults`"]),
    ("lock = [\"scratch.x\"]", &["no key `scratch.x`", "write `scratch`"]),
    ("[floor]\nextra = [\"x/**y\"]", &["3:10", "`floor.extra` cannot hold `x/**y`"]),
    ("floor = []", &["must be a table, not a list", "[floor]"]),
    (
        "[rules]\nbuild_comand = \"ask\"",
        &["3:1", "no built-in rule `build_comand`", "did you mean `build_command`?"],
    ),
    ("[rules]\nterraform = \"ask\"", &["no built-in rule", "write a `[[rule]]`"]),
    ("[rules]\nunknown_command = \"allow\"", &["3:19", "tightened, never allowed", "`[[rule]]`"]),
    ("[rules]\nunknown_flag = \"allow\"", &["tightened, never allowed"]),
    ("[rules]\nunknown_value = \"allow\"", &["tightened, never allowed"]),
    ("[rules]\nunreadable = \"allow\"", &["tightened, never allowed"]),
    ("[rules]\nsafety_floor = \"allow\"", &["tightened, never allowed"]),
    ("[rules]\nwrite_outside_repo = \"allow\"", &["`scratch`"]),
    ("[rules]\nnetwork = \"no\"", &["`rules.network` cannot be `no`"]),
    ("[[rule]]\ndecision = \"ask\"\nprogram = \"x\"", &["p.toml:2:1: ", "needs `name`"]),
    ("[[rule]]\nname = \"a\"\nprogram = \"x\"", &["needs `decision`"]),
    ("[[rule]]\nname = \"a\"\ndecision = \"ask\"", &["needs `program`", "match nothing"]),
    ("[[rule]]\nname = \"a\"\ndecision = \"ask\"\nprogram = []", &["matches nothing"]),
    ("[[rule]]\nname = \"A-b\"\ndecision = \"ask\"\nprogram = \"x\"", &["3:8", "no rule name"]),
    ("[[rule]]\nname = \"network\"\ndecision = \"ask\"\nprogram = \"x\"", &["is a built-in rule"]),
    ("[[rule]]\nname = \"git_thing\"\ndecision = \"ask\"\nprogram = \"x\"", &["is a built-in rule"]),
    ("[[rule]]\nname = \"a\"\ndecision = \"ask\"\nprogram = \"/bin/x\"", &["5:11", "without directory"]),
    ("[[rule]]\nname = \"a\"\ndecision = \"ask\"\nprogram = \"git push\"", &["its words in `args`"]),
    ("[[rule]]\nname = \"a\"\ndecision = \"ask\"\nprogram = \"g*\"", &["named in full"]),
    (
        "[[rule]]\nname = \"a\"\ndecision = \"ask\"\nprogram = \"x\"\nargs = \"y\"",
        &["must be a list of words"],
    ),
    (
        "[[rule]]\nname = \"a\"\ndecision = \"ask\"\nprogram = \"x\"\nargs = [\"y z\"]",
        &["more than one word"],
    ),
    ("[[rule]]\nname = \"a\"\ndecision = \"ask\"\nprogram = \"x\"\nargs = [[]]", &["an empty word"]),
    (
        "[[rule]]\nname = \"a\"\ndecision = \"ask\"\nprogram = \"x\"\nflags = [\"v\"]",
        &["no flag", "with its dash"],
    ),
    ("[[rule]]\nname = \"a\"\ndecision = \"deny\"\nprogram = \"x\"\nflags = [\"*\"]", &["leave `flags` out"]),
    (
        "[[rule]]\nname = \"a\"\ndecision = \"deny\"\nprogram = \"x\"\noperands = true",
        &["belongs to `allow` rules"],
    ),
    (
        "[[rule]]\nname = \"a\"\ndecision = \"ask\"\nprogram = \"x\"\ninput = true",
        &["`input` belongs to `allow` rules"],
    ),
    (
        "[[rule]]\nname = \"a\"\ndecision = \"allow\"\nprogram = \"x\"\nexamples = { match = [\"x <<< y\"] }",
        &["permit that with `input = true`"],
    ),
    (
        "[[rule]]\nname = \"a\"\ndecision = \"allow\"\nprogram = \"x\"\nexcept_flags = [\"-x\"]",
        &["use `flags` instead"],
    ),
    ("[[rule]]\nname = \"a\"\ndecision = \"allow\"\nprogram = \"*\"", &["allows everything"]),
    (
        "[[rule]]\nname = \"a\"\ndecision = \"allow\"\nprogram = \"sudo\"",
        &["`sudo` runs whatever it is given"],
    ),
    (
        "[[rule]]\nname = \"a\"\ndecision = \"allow\"\nprogram = \"xargs\"\nargs = [\"ls\"]",
        &["runs whatever it is given"],
    ),
    ("[[rule]]\nname = \"a\"\ndecision = \"allow\"\nprogram = \"python\"", &["name the file"]),
    (
        "[[rule]]\nname = \"a\"\ndecision = \"allow\"\nprogram = \"python\"\nargs = [\"-c\"]",
        &["name the file"],
    ),
    (
        "[[rule]]\nname = \"a\"\ndecision = \"ask\"\nprogram = \"x\"\npaths = [\"..\"]",
        &["`paths` cannot hold"],
    ),
    ("[[rule]]\nname = \"a\"\ndecision = \"ask\"\nprogram = \"x\"\nregex = \"y\"", &["no key `rule.regex`"]),
    ("rule = 1", &["must be a list of tables", "[[rule]]"]),
    ("rule = [1]", &["must be a table, not an integer"]),
    ("[[mcp]]\ntools = [\"x\"]\ndecision = \"ask\"", &["needs a server"]),
    ("[[mcp]]\nserver = \"x\"\ndecision = \"ask\"", &["needs its tools"]),
    ("[[mcp]]\nserver = \"x\"\ntools = [\"y\"]", &["needs a decision"]),
    ("[[mcp]]\nserver = \"*\"\ntools = [\"y\"]\ndecision = \"allow\"", &["name the server"]),
    ("[web]\nallow = [\"https://x.example/\"]", &["3:10", "leave scheme and path out"]),
    ("[web]\nallow = [\"*\"]", &["for all hosts set `default`"]),
    ("[web]\nallow = [\"*.com\"]", &["whole top-level domain"]),
    ("[web]\nallow = [\"münchen.example\"]", &["`xn--…`"]),
    ("[web]\ndocumentation = \"no\"", &["must be true or false"]),
    ("[host.claud]\non_stop = \"deny\"", &["no key `host.claud`", "did you mean `claude`?"]),
    ("[host.claude]\non_stopp = \"deny\"", &["`host.claude.on_stopp`", "did you mean `on_stop`?"]),
    ("[mode.plan]\non_stop = \"never\"", &["`mode.plan.on_stop` cannot be `never`"]),
    ("[headless]\nask = true", &["no key `headless.ask`"]),
    ("pause = \"never\"", &["`pause` cannot be `never`", "\"allow\", \"deny\""]),
    ("[ledger]\non_failure = \"allow\"", &["\"continue\", \"deny\""]),
    ("on_stop = ", &["2:", "this is not TOML"]),
    ("on_stop = \"ask\"\non_stop = \"deny\"", &["3:1", "duplicate key"]),
];

#[test]
fn every_kind_has_its_place_and_its_way_out() {
    let mut wrong = Vec::new();
    for (text, parts) in KINDS {
        let found = problems(&["version = 1\n", text].concat());
        if !found.iter().any(|line| parts.iter().all(|part| line.contains(part))) {
            wrong.push(alloc::format!("{text}\n    wanted {parts:?}\n    got {found:?}"));
        }
        if found.len() > 2 {
            wrong.push(alloc::format!("{text}\n    one mistake, {} problems: {found:?}", found.len()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn version() {
    assert!(problems("")[0].contains("p.toml:1:1: the file does not say its version; add `version = 1`"));
    assert!(problems("version = 2")[0].contains("reads version 1, not 2"));
    assert!(problems("version = \"1\"")[0].contains("must be an integer, not a string"));
    assert!(problems("version = 0x1")[0].contains("not 0x1"), "one spelling, as the schema has it");
    assert_eq!(problems("version = 1"), Vec::<String>::new());
}

#[test]
fn all_problems_of_a_file_at_once_in_its_order() {
    let text = "version = 3\nwrite_scpe = []\non_stop = \"x\"\n[web]\nallow = [\"a b\", \"ok.example\", \"c/d\"]\n\
                [[rule]]\nname = \"a\"\n[[rule]]\nname = \"b\"\ndecision = \"ask\"\nprogram = \"x\"\nzzz = 1\n";
    let found = problems(text);
    let lines: Vec<&str> = found.iter().map(|line| line.split(':').nth(1).unwrap()).collect();
    assert_eq!(lines, ["1", "2", "3", "5", "5", "6", "6", "12"], "{found:#?}");
}

#[test]
fn a_syntax_error_does_not_hide_the_rest() {
    let found = problems("version = 1\nscratch = [\n[web]\ndefualt = \"ask\"\n");
    assert!(found.iter().any(|line| line.contains("not TOML")), "{found:?}");
}

#[test]
fn a_name_stands_once() {
    let rule = "[[rule]]\nname = \"a\"\ndecision = \"ask\"\nprogram = \"x\"\n";
    let found = problems(&["version = 1\n", rule, rule].concat());
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("p.toml:6:1: the name `a` is taken by the rule in line 2"), "{found:?}");
}

#[test]
fn examples_are_tried() {
    let with = |examples: &str| {
        let rule = "version = 1\n[[rule]]\nname = \"a\"\ndecision = \"allow\"\nprogram = \"kubectl\"\nargs = [\"get\"]\n";
        problems(&[rule, "examples = ", examples].concat())
    };
    assert_eq!(
        with("{ match = [\"kubectl get\"], no_match = [\"kubectl delete\", \"kubectl get x\"] }"),
        Vec::<String>::new()
    );
    let found = with("{ match = [\"kubectl get pods\", \"kubectl get -A\", \"echo get\"] }");
    assert_eq!(found.len(), 3);
    assert!(found[0].contains("7:23: ") && found[0].contains("operands = true"), "{found:?}");
    assert!(found[1].contains("the flag `-A` is not in `flags`"), "{found:?}");
    assert!(found[2].contains("it runs `echo`, not `kubectl`"), "{found:?}");
    let found = with("{ no_match = [\"cd x && bash -c 'kubectl get'\"] }");
    assert!(found[0].contains("which it must not"), "examples are read as the gate reads: {found:?}");
    assert!(with("{ match = [] , nomatch = [] }")[0].contains("did you mean `no_match`?"));
}

#[test]
fn texts_of_strangers_do_not_panic() {
    for text in [
        "\0",
        "version = 1\n[[[",
        "version = 1\n\"\" = 1",
        "version=1\n[rule.x]\n",
        "\u{feff}version = 1",
        "=",
        "[a",
        "a.b.c = {}",
    ] {
        let _ = Layer::parse("x", text);
    }
    let deep = ["version = 1\nwrite_scope = ", &"[".repeat(5_000)].concat();
    assert!(Layer::parse("x", &deep).is_err());
}
