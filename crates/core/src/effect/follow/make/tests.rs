use super::{Around, Asked, plan};
use crate::effect::follow::plan::Plan;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Files by name, in one folder.
#[derive(Default)]
struct Folder(BTreeMap<String, String>);

impl Around for Folder {
    fn variable(&self, name: &str) -> Result<Option<String>, ()> {
        match name {
            "HOME" => Ok(Some("/home/user".into())),
            "SET" => Err(()),
            _ => Ok(None),
        }
    }

    fn hides(&self, name: &str) -> bool {
        name == "HIDDEN"
    }

    fn export(&mut self, name: &str, _value: &str) -> bool {
        name == "CI"
    }

    fn list(&self, directory: &str) -> Option<Vec<String>> {
        Some(if directory == "." { self.0.keys().cloned().collect() } else { Vec::new() })
    }

    fn open(&mut self, path: &str) -> Result<Option<String>, ()> {
        Ok(self.0.get(path).cloned())
    }

    fn directory(&self) -> &str {
        "/repo"
    }

    fn is_check(&self, target: &str) -> bool {
        target == "test"
    }
}

fn read(text: &str, goal: &str) -> Option<Plan> {
    with(text, goal, &[])
}

fn with(text: &str, goal: &str, files: &[(&str, &str)]) -> Option<Plan> {
    let mut folder = Folder::default();
    folder.0.insert("Makefile".into(), text.into());
    for (name, text) in files {
        folder.0.insert(name.to_string(), text.to_string());
    }
    let goals: Vec<String> = goal.split_whitespace().map(ToString::to_string).collect();
    let variables = [("GIVEN".to_string(), "1".to_string())];
    plan(
        text,
        &Asked { goals: &goals, variables: &variables, file: "Makefile", parallel: false, dry: false },
        &mut folder,
        1 << 22,
    )
    .0
}

/// Certain: exactly these texts run.
#[track_caller]
fn certain(text: &str, goal: &str, expected: &[&str]) {
    let plan = read(text, goal).expect("defined");
    assert_eq!(plan.gap, None, "{text}");
    assert_eq!(plan.texts(), expected, "{text}");
}

#[test]
fn variables_are_expanded() {
    for (text, expected) in [
        ("A = b\na:\n\techo $(A) ${A} $A\n", "echo b b b"),
        ("A = $(B)\nB = c\na:\n\techo $(A)\n", "echo c"),
        ("B = 1\nA := $(B)\nB = 2\na:\n\techo $(A)\n", "echo 1"),
        ("A ?= 1\nA ?= 2\na:\n\techo $(A)\n", "echo 1"),
        ("A = 1\nA += 2\na:\n\techo $(A)\n", "echo 1 2"),
        ("A := 1\nA += 2 \\\n  3\na:\n\techo $(A)\n", "echo 1 2 3"),
        ("GIVEN = 2\na:\n\techo $(GIVEN)\n", "echo 1"),
        ("override GIVEN = 2\na:\n\techo $(GIVEN)\n", "echo 2"),
        ("A = 1 # x\na:\n\techo $(A)2\n", "echo 1 2"),
        ("a:\n\techo $$HOME $(HOME) $(NONE)\n", "echo $HOME /home/user "),
        ("A = x\nx = 1\na:\n\techo $($(A))\n", "echo 1"),
        ("a: b c b | d\n\techo $@ $< $^ $+ $| $(@F)\nb c d:\n", "echo a b b c b c b d a"),
        ("a: b | b c\n\techo $|\nb c:\n", "echo c"),
        ("A = a.c b.c\na:\n\techo $(A:.c=.o) $(A:%.c=x/%)\n", "echo a.o b.o x/a x/b"),
        ("a:\n\techo $(CURDIR) $(MAKE) $(RM)\n", "echo /repo make GIVEN=1 rm -f"),
        ("define A\n1\nendef\na:\n\techo $(A)\n", "echo 1"),
        ("define A\n\tendef\nendef\na:\n\techo $(words $(A))\n", "echo 1"),
    ] {
        certain(text, "a", &[expected]);
    }
}

#[test]
fn functions_are_computed() {
    for (call, expected) in [
        ("$(subst a,b,aa c)", "bb c"),
        ("$(patsubst %.c,%.o,a.c b.h)", "a.o b.h"),
        ("$(strip  a   b )", "a b"),
        ("$(filter %.c x,a.c b x)", "a.c x"),
        ("$(filter-out %.c,a.c b)", "b"),
        ("$(sort b a b)", "a b"),
        ("$(word 2,a b c) $(words a b) $(firstword a b) $(lastword a b)", "b 2 a b"),
        ("$(dir x/a b) $(notdir x/a) $(suffix a.c) $(basename x/a.c)", "x/ ./ a .c x/a"),
        ("$(addsuffix .c,a b) $(addprefix x/,a)", "a.c b.c x/a"),
        ("$(if x,a,b) $(if ,a,b) $(if ,a)", "a b "),
        ("$(or ,a,b) $(and a,b) $(and a,)", "a b "),
        ("$(foreach i,1 2,x$(i))", "x1 x2"),
        ("$(call f,1,2)", "<1 2 f>"),
        ("$(abspath x/../y)", "/repo/y"),
        ("$(info hello)", ""),
    ] {
        certain(
            &alloc::format!("f = <$(1) $(2) $(0)>\na:\n\techo {call}\n"),
            "a",
            &[&alloc::format!("echo {expected}")],
        );
    }
}

#[test]
fn rules_are_followed_in_order() {
    let text = ".PHONY: all a b\nall: a b\n\techo all\na: c\n\t@echo a\n\t-echo a2\nb: c ; echo b\n\techo b2\nc:\n\t+echo c\n";
    certain(text, "all", &["echo c", "echo a", "echo a2", "echo b", "echo b2", "echo all"]);
    certain(text, "", &["echo c", "echo a", "echo a2", "echo b", "echo b2", "echo all"]);
    certain("a::\n\techo 1\na:: \n\techo 2\n", "a", &["echo 1", "echo 2"]);
    certain("a:\n\techo 1; \\\n\techo 2\n", "a", &["echo 1; \\\necho 2"]);
    certain("define A\necho 1\n@echo 2\nendef\na:\n\t$(A)\n", "a", &["echo 1", "echo 2"]);
    certain(".ONESHELL:\na:\n\tcd x\n\tls\n", "a", &["cd x\nls"]);
    certain(".DEFAULT_GOAL := b\na:\n\techo a\nb:\n\techo b\n", "", &["echo b"]);
    certain("A := $(shell git rev-parse HEAD)\na:\n\techo 1\n", "a", &["git rev-parse HEAD", "echo 1"]);
    certain("A = $(shell id)\na:\n\techo 1\n", "a", &["echo 1"]);
    assert!(read("a:\n\techo 1\n", "b").is_none());
}

#[test]
fn conditions_are_decided() {
    for (condition, taken) in [
        ("ifeq (a,a)", true),
        ("ifeq (a, a)", true),
        ("ifeq ($(X),)", true),
        ("ifneq ($(GIVEN),)", true),
        ("ifeq \"a\" 'b'", false),
        ("ifdef HOME", true),
        ("ifdef NONE", false),
        ("ifndef NONE", true),
        ("ifeq (a,b)\nelse ifeq (a,a)", true),
        ("ifeq (a,a)\nelse ifeq (a,a)", false),
        ("ifeq (a,b)\nifeq (a,a)\nelse\nendif\nelse", true),
    ] {
        let text = alloc::format!("a:\n{condition}\n\techo 1\nendif\n\techo 2\n");
        certain(&text, "a", if taken { &["echo 1", "echo 2"] } else { &["echo 2"] });
    }
}

/// A check among the prerequisites is marked, and what is not understood in it is no gap.
#[test]
fn checks_keep_their_name() {
    let plan = read("all: test\n\techo 1\ntest: gen\n\tgo test $(shell go list)\ngen:\n\t$(eval x)\n", "all")
        .unwrap();
    assert_eq!(plan.gap, None);
    let marks: Vec<(&str, bool)> = plan.steps.iter().map(|step| (step.text.as_str(), step.by_name)).collect();
    assert!(
        marks.contains(&("echo 1", false)) && marks.iter().filter(|(_, by_name)| *by_name).count() == 3,
        "{marks:?}"
    );
}

/// Each leaves a gap, whatever else it does.
#[test]
fn what_is_not_understood_leaves_a_gap() {
    for text in [
        "a:\n\techo $(shell id)\n",
        "A != id\na:\n\techo $(A)\n",
        "a:\n\techo $(SET)\n",
        "a:\n\techo $?\nb:\na: b\n",
        "a:\n\techo $*\n",
        "a:\n\techo $(wildcard *)\n",
        "a:\n\techo $(MAKEFLAGS)\n",
        "a:\n\techo $(if ,{,; id #})\n",
        "a:\n\techo $(call foreach,x)\n",
        "$(eval a:;id)\na:\n\ttrue\n",
        "make-rule = b: ; id\n$(call make-rule,x)\na:\n\ttrue\n",
        "include x.mk\na:\n\ttrue\n",
        "include $(shell ls)\na:\n\ttrue\n",
        "include *.mk\na:\n\ttrue\n",
        "SHELL = ./x\na:\n\ttrue\n",
        "SHELL := $(shell which bash)\na:\n\ttrue\n",
        ".SHELLFLAGS = -c x\na:\n\ttrue\n",
        "MAKEFLAGS += --eval=x\na:\n\ttrue\n",
        "MAKE = ./x\na:\n\ttrue\n",
        "VPATH = x\na:\n\ttrue\n",
        "vpath %.c x\na:\n\ttrue\n",
        ".RECIPEPREFIX = >\na:\n> true\n",
        "export PATH := x\na:\n\ttrue\n",
        "export NODE_OPTIONS\na:\n\ttrue\n",
        "HOME = x\na:\n\ttrue\n",
        "export\na:\n\ttrue\n",
        ".EXPORT_ALL_VARIABLES:\na:\n\ttrue\n",
        "a: X = 1\na:\n\ttrue\n",
        "%: X = 1\na:\n\ttrue\n",
        "a: SHELL = ./x\na:\n\ttrue\n",
        "a b: %: %.c\n\ttrue\n",
        "a b &: c\n\ttrue\n",
        "a: $(shell ls)\n\ttrue\n",
        "a: *.c\n\ttrue\n",
        "a:\n\ttrue\na:\n\tid\n",
        "a: b\n\ttrue\n%: ; id\n",
        "a: b.o\n\ttrue\n%.o: %.c\n\tcc $<\n",
        "%: ; id\na:\n\ttrue\n",
        "Makefile: x\n\tid\na:\n\ttrue\n",
        ".DEFAULT:\n\tid\na: b\n\ttrue\n",
        ".SECONDEXPANSION:\na: $$(shell id)\n\ttrue\n",
        ".c.o:\n\tid\na:\n\ttrue\n",
        "ifeq ($(shell id),x)\nendif\na:\n\ttrue\n",
        "ifeq ($(SET),x)\nendif\na:\n\ttrue\n",
        "ifeq(a,b)\nendif\na:\n\ttrue\n",
        "ifeq (a,b)\na:\n\ttrue\n",
        "a:\n\ttrue\n\nX = 1\n\tid\n",
        "\tid\na:\n\ttrue\n",
        "load x.so\na:\n\ttrue\n",
        "a:\n\techo $(file >x,y)\n",
        "a:\n\techo $(open\n",
        "A = $(A)\na:\n\techo $(A)\n",
        "A := $(shell echo \\#)\na:\n\ttrue\n",
        "A = $(shell echo #)\na:\n\ttrue\n",
        "a:\r\n\ttrue\r\n",
        "define A\nx\na:\n\ttrue\n",
        "define A\nx \\\nendef\nendef\na:\n\ttrue\n",
        ".ONESHELL:\na:\n\ttrue\n\t-id\n",
        "a: b\nb: a\n\ttrue\n",
        "a: a\n\techo $^\n",
        "a: (b)\n\ttrue\n",
        "a: -lfoo\n\ttrue\n",
        "private A = 1\na:\n\ttrue\n",
        "a:: b\n\ttrue\na:\n\tid\n a: c\n\tid\n",
    ] {
        // The goal may be lost as well: that stops too.
        let plan = read(text, "a");
        assert!(plan.as_ref().is_none_or(|plan| plan.gap.is_some()), "{text}\n{plan:?}");
    }
}

/// `else: x` is a rule, and what follows it counts.
#[test]
fn a_rule_named_like_a_directive_is_a_rule() {
    let text = "ifeq (a,a)\nelse: b\na:\n\tid\nendif\n";
    assert_eq!(read(text, "a").unwrap().texts(), ["id"]);
}

#[test]
fn make_knows_ways_of_its_own() {
    for (files, gap) in [
        (&["b.c"][..], true),
        (&["b.sh"], true),
        (&["b.y"], true),
        (&["RCS"], true),
        (&["s.b"], true),
        (&["b.md"], false),
        (&["c.c"], false),
        (&["b"], false),
        (&["Makefile.sh"], true),
        (&["Makefile.c"], true),
        (&["Makefile.am"], false),
    ] {
        let files: Vec<(&str, &str)> = files.iter().map(|name| (*name, "")).collect();
        let plan = with("a: b\n\techo 1\n", "a", &files).unwrap();
        assert_eq!(plan.gap.is_some(), gap, "{files:?}");
    }
    let phony = with(".PHONY: b\na: b\n\techo 1\n", "a", &[("b.c", "")]).unwrap();
    assert_eq!(phony.gap, None);
}

#[test]
fn includes_are_read() {
    let plan = with("include x.mk\na:\n\techo $(X)\n", "a", &[("x.mk", "X := 1\n")]).unwrap();
    assert_eq!((plan.gap.as_deref(), plan.texts()), (None, alloc::vec!["echo 1"]));
    let plan = with("-include none.mk\na:\n\techo 1\n", "a", &[]).unwrap();
    assert_eq!(plan.gap, None);
    let plan = with("include x.mk\na:\n\techo 1\n", "a", &[("x.mk", "include x.mk\n")]).unwrap();
    assert!(plan.gap.is_some());
}

/// Work is bounded, and running out of it is a gap.
#[test]
fn hostile_files_end_soon() {
    let mut doubling = String::from("X0 = aaaaaaaaaa\n");
    for n in 1..40 {
        doubling.push_str(&alloc::format!("X{n} = $(X{})$(X{})\n", n - 1, n - 1));
    }
    doubling.push_str("a:\n\techo $(X39)\n");
    assert!(read(&doubling, "a").unwrap().gap.is_some());
    let deep = alloc::format!("a:\n\techo {}x{}\n", "$(".repeat(5_000), ")".repeat(5_000));
    assert!(read(&deep, "a").unwrap().gap.is_some());
    let mut wide = String::from("a: ");
    (0..20_000).for_each(|n| wide.push_str(&alloc::format!("t{n} ")));
    assert!(read(&alloc::format!("{wide}\n\ttrue\n"), "a").unwrap().gap.is_some());
}

/// Secrets of the session are never filled in, and whoever prints one is seen. `HIDDEN` is such a variable.
#[test]
fn secrets_stay_hidden() {
    for text in [
        "t:\n\techo $(HIDDEN)\n",
        "t:\n\techo '$(HIDDEN)'\n",
        "t:\n\techo ${HIDDEN}\n",
        "X = $(HIDDEN)\nt:\n\techo $(X)\n",
        "X := $(HIDDEN)\nt:\n\techo $(strip $(X))\n",
        "t:\n\techo $(HIDDEN:a=b)\n",
        "t:\n\t$(info $(HIDDEN))true\n",
        "HIDDEN ?= x\nt:\n\techo $(HIDDEN)\n",
    ] {
        let plan = read(text, "t").unwrap();
        assert!(plan.texts().contains(&"echo \"$HIDDEN\""), "{text}: {plan:?}");
    }
    for text in [
        "X := $(HIDDEN)\nt:\n\techo a\n",
        "t:\n\techo $(HOME)\n",
        "ifdef HIDDEN\nX = 1\nendif\nt:\n\techo $(X)\n",
        "t:\n\techo $(CURDIR)\n",
    ] {
        let plan = read(text, "t").unwrap();
        assert!(!plan.texts().iter().any(|step| step.contains("HIDDEN")), "{text}: {plan:?}");
        assert!(!plan.gap.as_deref().unwrap_or_default().contains(super::SECRET), "{text}");
    }
}
