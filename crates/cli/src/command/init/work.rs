//! From plans to files: show, ask, write, say what came of it.

use super::report;
use crate::args::Args;
use crate::exit::{Exit, Failure};
use crate::{human, render};
use mastiff_engine::install::Recipe;
use mastiff_engine::install::look::Refusal;
use mastiff_engine::install::plan::Plan;
use mastiff_engine::install::record::Records;
use std::io::IsTerminal;

/// Putting in or taking out.
pub struct Deed<'a> {
    /// What is to change for a host.
    pub plan: &'a dyn Fn(&'static Recipe) -> Result<Plan, Refusal>,
    /// Changes it.
    pub write: fn(&Plan, &Records) -> Result<(), Refusal>,
    /// What a human is asked.
    pub question: &'static str,
    /// The command.
    pub name: &'static str,
}

/// One host, and how far it got.
pub struct Row {
    /// The host.
    pub recipe: &'static Recipe,
    /// What is to change.
    pub plan: Result<Plan, Refusal>,
    /// It was changed.
    pub written: bool,
    /// Writing went wrong.
    pub failed: bool,
}

/// Everything that is to be done.
pub struct Work<'a> {
    rows: Vec<Row>,
    deed: Deed<'a>,
    records: &'a Records,
}

impl<'a> Work<'a> {
    /// The plans for these hosts.
    pub fn of(hosts: &[&'static Recipe], deed: Deed<'a>, records: &'a Records) -> Self {
        let row = |recipe: &&'static Recipe| Row {
            recipe,
            plan: (deed.plan)(recipe),
            written: false,
            failed: false,
        };
        Work { rows: hosts.iter().map(row).collect(), deed, records }
    }

    /// Shows, asks and writes, as far as the arguments say.
    pub fn carry_out(mut self, args: &Args) -> Result<Exit, Failure> {
        let (json, dry) = (args.has("--json"), args.has("--dry-run"));
        let changes = self.rows.iter().any(|row| row.plan.as_ref().is_ok_and(Plan::changes_something));
        // Whoever only looks wants to see it; whoever is asked wants to know what about.
        let brief = changes && !dry && !args.has("--verbose");
        if !json {
            let page = if brief { report::short } else { report::plans };
            render::print(&page(&self.rows, self.deed.name))?;
        }
        if changes && !dry {
            if !self.is_agreed(args)? {
                return Ok(Exit::Ask);
            }
            self.write()?;
        }
        let page = if json {
            report::json(&self.rows, self.deed.name, dry)
        } else {
            report::left_alone(&self.rows, brief) + &report::outcome(&self.rows, self.deed.name, dry)
        };
        render::print(&page)?;
        Ok(self.exit())
    }

    fn is_agreed(&self, args: &Args) -> Result<bool, Failure> {
        if args.has("--yes") {
            return Ok(true);
        }
        let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        if args.has("--json") || !is_terminal {
            let hint = format!(
                "`mastiff {} --yes`, with the same words behind it, writes it without a question",
                self.deed.name
            );
            render::complain(&Failure::new("nobody can be asked, so nothing was changed").hint(hint));
            return Ok(false);
        }
        let agreed = human::confirmed(self.deed.question)?;
        if !agreed {
            render::print("nothing was changed\n")?;
        }
        Ok(agreed)
    }

    /// Host by host; one that fails leaves the others alone. Between question and answer a file may have become another.
    fn write(&mut self) -> Result<(), Failure> {
        let _lock = self.records.lock()?;
        for row in &mut self.rows {
            let Ok(shown) = &row.plan else { continue };
            let done = (self.deed.plan)(row.recipe).and_then(|now| match now.changed_since(shown) {
                Some(refusal) => Err(refusal),
                None => (self.deed.write)(&now, self.records),
            });
            match done {
                Ok(()) => row.written = shown.changes_something(),
                Err(refusal) => (row.plan, row.failed) = (Err(refusal), true),
            }
        }
        Ok(())
    }

    fn exit(&self) -> Exit {
        if self.rows.iter().any(|row| row.failed) {
            Exit::Failed
        } else if self.rows.iter().any(|row| row.plan.is_err()) {
            Exit::Ask
        } else {
            Exit::Fine
        }
    }
}
