//! Puts here-document texts where they were announced, once the commands around them are complete.

use super::cursor::Reader;
use super::syntax::{Command, Kind, Redirect, RedirectOp};

impl Reader<'_> {
    /// Fills in the texts read for `items`. Substitutions inside words did so for themselves.
    pub(super) fn fill(&mut self, items: &mut [super::syntax::Item]) {
        if self.unfilled == 0 {
            return;
        }
        for item in items {
            self.fill_command(&mut item.command);
        }
    }

    fn fill_command(&mut self, command: &mut Command) {
        for redirect in &mut command.redirects {
            self.fill_redirect(redirect);
        }
        match &mut command.kind {
            Kind::Simple { .. } | Kind::Cond(_) | Kind::Arith(_) => {}
            Kind::Pipe(commands) => commands.iter_mut().for_each(|command| self.fill_command(command)),
            Kind::Chain { first, rest } => {
                self.fill_command(first);
                rest.iter_mut().for_each(|(_, command)| self.fill_command(command));
            }
            Kind::Not(inner) | Kind::Time(inner) | Kind::Function { body: inner, .. } => {
                self.fill_command(inner)
            }
            Kind::Subshell(list) | Kind::Group(list) => self.fill(list),
            Kind::If { arms, otherwise } => {
                for (cond, body) in arms {
                    self.fill(cond);
                    self.fill(body);
                }
                self.fill(otherwise.as_mut().map_or(&mut [], |list| list.as_mut_slice()));
            }
            Kind::Loop { cond, body } => {
                self.fill(cond);
                self.fill(body);
            }
            Kind::For { body, .. } | Kind::ForArith { body, .. } => self.fill(body),
            Kind::Case { arms, .. } => arms.iter_mut().for_each(|arm| self.fill(&mut arm.body)),
        }
    }

    fn fill_redirect(&mut self, redirect: &mut Redirect) {
        let RedirectOp::Heredoc(word) = &mut redirect.op else { return };
        if let Some(body) = self.bodies.get_mut(word.span.start as usize).and_then(Option::take) {
            *word = body;
            self.unfilled -= 1;
        }
    }
}
