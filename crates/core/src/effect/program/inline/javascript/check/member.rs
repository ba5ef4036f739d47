//! Members: which may be read, and whether what is read can get loose.

use super::{Check, Use};
use crate::effect::program::inline::javascript::scope::Kind;
use crate::effect::program::inline::javascript::tree::{Expr, Item, Link};
use crate::effect::program::inline::javascript::{Stop, names};
use crate::words::listed;
use alloc::format;

impl<'a> Check<'_, 'a> {
    /// A member of this name may be read.
    pub(super) fn may_read(&self, name: &str) -> Result<(), Stop> {
        if listed(names::FORBIDDEN, name) {
            return Err(Stop(format!("uses `{name}`, which leads to code that is not read")));
        }
        Ok(())
    }

    /// A member whose name is not certain is read; `rest` are the steps behind it.
    pub(super) fn reads_unclear(&mut self, key: &Expr<'a>, rest: &[Link<'a>], used: Use) -> Result<(), Stop> {
        self.value(key, Use::Spent)?;
        let numbered = self.scopes.is_number(key);
        if !numbered && gets_loose(rest, used) {
            self.foreign = true;
        }
        Ok(())
    }

    /// `process.stdin` in `for await (const x of process.stdin)`
    pub(super) fn is_standard_input(&self, value: &Expr<'a>) -> bool {
        let Expr::Chain(base, links) = value else { return false };
        let Expr::Name("process") = base.as_ref() else { return false };
        self.scopes.find("process").is_none()
            && matches!(links.as_slice(), [Link::Named(member)] if member == "stdin")
    }

    /// Names a variable that is a function of the text.
    pub(super) fn is_own_function(&self, name: &str) -> bool {
        matches!(self.scopes.find(name), Some(Kind::Function))
    }
}

/// Whether a value can be kept by what stands behind it.
pub(super) fn gets_loose(rest: &[Link<'_>], used: Use) -> bool {
    let mut rest = rest;
    loop {
        rest = match rest {
            [] => return used == Use::Kept,
            [Link::Named(method), Link::Call(arguments), tail @ ..] => {
                if !listed(names::GIVES_ITSELF, method) {
                    return listed(names::TAKES_FUNCTION, method) && hands_itself_on(arguments);
                }
                if listed(names::TAKES_FUNCTION, method) && hands_itself_on(arguments) {
                    return true;
                }
                tail
            }
            [Link::Named(member), ..] if member == "length" => return false,
            [_, tail @ ..] => tail,
        };
    }
}

/// The third parameter of a function given to `forEach` and its like is what the method was called on.
fn hands_itself_on(arguments: &[Item<'_>]) -> bool {
    let sees_two = |argument: &Item<'_>| {
        matches!(&argument.value, Expr::Function(function)
            if function.params.len() < 3 && function.params.iter().all(|param| !param.rest))
    };
    !arguments.first().is_some_and(sees_two)
}
