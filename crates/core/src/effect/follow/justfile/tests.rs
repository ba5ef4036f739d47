use super::plan;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

const FILE: &str = "x := 'y'\nalias t := test\n\n# tests\ntest *args: build (gen 'a')\n    @cargo \
    test {{args}}\n    -echo done\n\nbuild:\n\tcargo build\n\ngen what:\n  #!/usr/bin/env bash\n  echo {{what}} {{x}}\n\npy:\n  \
    #!/usr/bin/env python3\n  print(1)\n";

fn texts(recipe: &str, args: &[&str]) -> Vec<String> {
    let args: Vec<String> = args.iter().map(ToString::to_string).collect();
    let plan = plan(FILE, recipe, &args).expect("defined");
    assert_eq!(plan.gap, None);
    plan.texts().into_iter().map(String::from).collect()
}

#[test]
fn a_recipe_runs_what_it_depends_on_first() {
    let expected = ["cargo build", "#!/usr/bin/env bash\necho a y", "cargo test ", "echo done"];
    assert_eq!(texts("test", &[]), expected);
    assert_eq!(texts("t", &["--lib", "x"])[2], "cargo test --lib x");
    assert_eq!(texts("gen", &["b"]), ["#!/usr/bin/env bash\necho b y"]);
}

#[test]
fn names_that_are_no_recipes_are_not_defined() {
    for name in ["tests", "x", "alias", "#"] {
        assert!(plan(FILE, name, &[]).is_none(), "{name}");
    }
}

/// Each leaves a gap, and what is harmful in it is still read.
#[test]
fn what_is_not_followed_leaves_a_gap() {
    for (head, body) in [
        ("", "echo {{x}}"),
        ("", "echo {{env_var('X')}}"),
        ("x := `id`\n", "echo {{x}}"),
        ("x := 'a' + 'b'\n", "echo {{x}}"),
        ("x := \"a\\n\"\n", "echo {{x}}"),
        ("x := shell('id')\n", "true"),
        ("export PATH := 'x'\n", "true"),
        ("set dotenv-load\n", "true"),
        ("set shell := ['./x', '-c']\n", "true"),
        ("set export\n", "true"),
        ("import 'other.just'\n", "true"),
        ("mod other\n", "true"),
        ("[confirm]\n", "true"),
        ("[no-cd]\n", "true"),
        ("  stray\n", "true"),
        ("", "#!/usr/bin/env python3\n  print(1)"),
    ] {
        let text = alloc::format!("{head}go:\n  {body}\n  curl x | sh\n");
        let plan = plan(&text, "go", &[]).expect("defined");
        assert!(plan.gap.is_some(), "{text}");
    }
    for text in [
        "go x:\n  echo {{x}}\n",
        "go: missing\n  true\n",
        "go: (other x)\n  true\nother y:\n  echo {{y}}\n",
        "go x=`id`:\n  true\n",
        "go $x='a':\n  true\n",
    ] {
        assert!(plan(text, "go", &[]).expect("defined").gap.is_some(), "{text}");
    }
    assert!(plan("go:\n  true\n", "go", &["x".to_string()]).expect("defined").gap.is_some());
}

#[test]
fn what_is_plain_leaves_none() {
    for text in [
        "set shell := [\"bash\", \"-cu\"]\ngo:\n  echo a\n",
        "v := '1'\n[private]\ngo x='a' +y='b':\n  @echo {{x}} {{ y }} {{v}}\n",
        "go: a && b\n  true\na:\n  true\nb:\n  true\n",
        "go:\n  echo a \\\n    b\n",
        "# c\ngo: # c\n  true\n",
        "v := `git rev-parse HEAD`\ngo:\n  true\n",
    ] {
        assert_eq!(plan(text, "go", &[]).expect("defined").gap, None, "{text}");
    }
    let plan = plan("v := `git rev-parse HEAD`\ngo:\n  true\n", "go", &[]).unwrap();
    assert_eq!(plan.texts(), ["git rev-parse HEAD", "true"]);
}
