//! A makefile among the files, variables and names of this machine.

use super::make::{self, Around, Asked};
use super::open::Unopened;
use super::plan::Plan;
use crate::effect::environment::{self, may_export};
use crate::effect::place;
use crate::effect::program::dev::task::{Kind, kind};
use crate::effect::reading::Reading;
use crate::effect::value::Value;
use crate::redact;
use crate::world::Stands;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What make runs in `folder`; `None` when the file does not know the goal.
pub fn make_plan(reading: &mut Reading<'_>, folder: &str, text: &str, asked: &Asked<'_>) -> Option<Plan> {
    let folder = reading.world.resolve(folder).map_or_else(|| folder.to_string(), |found| found.path);
    let mut here = Here { reading, folder };
    let left = here.reading.opened.work_left();
    let (plan, used) = make::plan(text, asked, &mut here, left);
    reading.opened.worked(used);
    plan
}

struct Here<'r, 'a> {
    reading: &'r mut Reading<'a>,
    folder: String,
}

impl Around for Here<'_, '_> {
    fn variable(&self, name: &str) -> Result<Option<String>, ()> {
        if self.reading.was_set(name) || self.hides(name) {
            return Err(());
        }
        Ok(self.reading.session.variable(name).map(ToString::to_string))
    }

    fn hides(&self, name: &str) -> bool {
        let value = self.reading.session.variable(name).filter(|value| !value.is_empty());
        // Paths have long names in them that look made.
        let by_value = |value: &str| !value.starts_with('/') && redact::holds_secret(value);
        value.is_some_and(|value| {
            environment::is_secret(name) || redact::names_secret(name) || by_value(value)
        })
    }

    fn export(&mut self, name: &str, value: &str) -> bool {
        self.reading.note_set(name);
        may_export(name, &Value::known(value))
    }

    fn list(&self, directory: &str) -> Option<Vec<String>> {
        let path = place::join(&self.folder, directory);
        let mut names = match self.reading.world.resolve(&path)?.stands {
            Stands::Directory => self.reading.world.list(&path)?,
            Stands::Nothing => Vec::new(),
            Stands::File { .. } | Stands::Other => return None,
        };
        // What the same command puts there, make will find as well.
        names.extend(self.reading.written_in(&path)?);
        Some(names)
    }

    fn open(&mut self, path: &str) -> Result<Option<String>, ()> {
        let path = place::join(&self.folder, path);
        // `include .env` is common, and make shows nothing of it by itself: what it sets is not known, no more.
        let found = self.reading.world.resolve(&path).ok_or(())?;
        if found.stands != Stands::Nothing && self.reading.is_secret(&path) {
            return Err(());
        }
        match self.reading.open(&path) {
            Ok(text) => Ok(Some(text)),
            Err(Unopened::Missing) => Ok(None),
            Err(
                Unopened::Changed
                | Unopened::TooLarge
                | Unopened::TooMuch
                | Unopened::Secret
                | Unopened::Other,
            ) => Err(()),
        }
    }

    fn directory(&self) -> &str {
        &self.folder
    }

    fn is_check(&self, target: &str) -> bool {
        matches!(kind(target), Kind::Check | Kind::Format | Kind::Build)
    }
}

#[cfg(test)]
mod tests {
    use crate::call::Session;
    use crate::effect::program::examples;
    use crate::{Decision, Policy};

    fn session() -> Session {
        let mut session = examples::session();
        session.env.push(("GITHUB_TOKEN".into(), "hunter2Blahblah".into()));
        session.env.push(("PLAIN".into(), "1".into()));
        session
    }

    /// A check that prints a secret of the session, in the spelling of its runner, and its twin that does not.
    #[test]
    fn tasks_that_print_secrets() {
        for (file, text, command, expected) in [
            ("Makefile", "lint:\n\techo $(GITHUB_TOKEN)\n", "make lint", "ask"),
            ("Makefile", "lint:\n\techo ${GITHUB_TOKEN}\n", "make -n lint", "ask"),
            ("Makefile", "X := $(GITHUB_TOKEN)\nlint:\n\techo $(X)\n", "make lint", "ask"),
            ("Makefile", "$(info $(GITHUB_TOKEN))\nlint:\n\ttrue\n", "make lint", "ask"),
            ("Makefile", "test:\n\techo $(file <.env)\n", "make test", "ask"),
            ("Makefile", "include .env\nbuild:\n\techo $(DB_PASSWORD)\n", "make build", "ask"),
            ("Makefile", "include .env\nbuild:\n\techo $(PORT)\n", "make build", "allow"),
            ("Makefile", "test:\n\techo $(file <README.md)\n", "make test", "allow"),
            ("Makefile", "lint:\n\techo $(PLAIN)\n", "make lint", "allow"),
            (
                "Makefile",
                "ifdef GITHUB_TOKEN\nX = 1\nendif\nlint:\n\techo $(X) $(CURDIR)\n",
                "make lint",
                "allow",
            ),
            ("Makefile", "X := $(GITHUB_TOKEN)\nlint:\n\techo a\n", "make lint", "allow"),
            ("justfile", "lint:\n    echo {{env(\"GITHUB_TOKEN\")}}\n", "just lint", "ask"),
            ("justfile", "lint:\n    echo {{env(\"PLAIN\")}}\n", "just lint", "allow"),
            ("justfile", "x := env(\"GITHUB_TOKEN\")\nlint:\n    echo {{x}}\n", "just lint", "ask"),
            ("justfile", "x := env(\"GITHUB_TOKEN\")\nlint:\n    echo a\n", "just lint", "allow"),
            ("Taskfile.yml", "version: '3'\n\ntasks:\n  lint: echo {{.GITHUB_TOKEN}}\n", "task lint", "ask"),
            ("Taskfile.yml", "version: '3'\n\ntasks:\n  lint: echo {{.PLAIN}}\n", "task lint", "allow"),
            (
                "Taskfile.yml",
                "version: '3'\n\ntasks:\n  x:\n    desc: \"{{.GITHUB_TOKEN}}\"\n",
                "task --list",
                "ask",
            ),
            (
                "Taskfile.yml",
                "version: '3'\n\ntasks:\n  x:\n    desc: \"{{.PLAIN}}\"\n",
                "task --list",
                "allow",
            ),
        ] {
            let machine = examples::machine().file(&alloc::format!("/repo/{file}"), text);
            assert_eq!(examples::word(&machine, &session(), command), expected, "{command}: {text}");
        }
    }

    /// No message tells the value.
    #[test]
    fn reasons_tell_no_secret() {
        for text in [
            "X=$(GITHUB_TOKEN)\ny:\n\techo $(X) $(value X)\n",
            "y:\n\techo x > /etc/$(GITHUB_TOKEN)\n",
            "y: $(GITHUB_TOKEN)\n\ttrue\n",
            "include $(GITHUB_TOKEN)\ny:\n\ttrue\n",
        ] {
            let machine = examples::machine().file("/repo/Makefile", text);
            let judgement =
                crate::decide(&examples::call("make y"), &session(), &Policy::default(), &machine);
            assert_ne!(judgement.verdict.decision(), Decision::Allow, "{text}");
            let said = alloc::format!("{:?} {:?}", judgement.verdict, judgement.effects);
            assert!(!said.contains("hunter2"), "{text}: {said}");
        }
    }
}
