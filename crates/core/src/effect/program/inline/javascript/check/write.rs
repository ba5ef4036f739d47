//! What is changed: variables of the text and members of what they hold.

use super::{Check, Use, is_called};
use crate::effect::program::inline::javascript::scope::Kind;
use crate::effect::program::inline::javascript::tree::{Expr, Item, Link};
use crate::effect::program::inline::javascript::{Stop, names};
use crate::words::listed;
use alloc::format;

impl<'a> Check<'_, 'a> {
    pub(super) fn assign(
        &mut self,
        target: &Expr<'a>,
        operator: &str,
        value: &Expr<'a>,
        used: Use,
    ) -> Result<(), Stop> {
        // A primitive comes out, whatever goes in.
        let computes = !matches!(operator, "=" | "||=" | "&&=" | "??=");
        self.value(value, if computes { Use::Spent } else { Use::Kept })?;
        self.write_target(target)?;
        let Expr::Chain(_, links) = target else { return Ok(()) };
        // `x[key] ||= value` gives what was there.
        if let (Some(Link::Computed(key)), false, "||=" | "&&=" | "??=") = (links.last(), computes, operator)
        {
            self.foreign |= used == Use::Kept && !self.scopes.is_number(key);
        }
        match links.last() {
            _ if computes => {}
            // What is not of the text may call members of any name.
            Some(Link::Named(key)) if !self.is_plain(value) && !self.holds_own(target) => {
                return Err(Stop(format!(
                    "puts a value that is not certain under `{key}` of what may not be its own"
                )));
            }
            Some(Link::Named(key)) => self.stores_as(key, value)?,
            Some(Link::Computed(key)) => self.stores_under(key, value)?,
            Some(Link::Call(_)) | None => {}
        }
        Ok(())
    }

    /// `target` is a member of a variable that holds an object of the text.
    fn holds_own(&self, target: &Expr<'a>) -> bool {
        let Expr::Chain(base, links) = target else { return false };
        links.len() == 1 && self.is_own(base)
    }

    pub(super) fn update(&mut self, target: &Expr<'a>) -> Result<(), Stop> {
        self.write_target(target)
    }

    /// A value is put under a name.
    pub(super) fn stores_as(&mut self, key: &str, value: &Expr<'a>) -> Result<(), Stop> {
        if self.is_plain(value) {
            return Ok(());
        }
        if is_called(key) {
            return Err(Stop(format!("puts a value that is not certain under `{key}`, which is called")));
        }
        if listed(names::TRUSTED, key) {
            self.needs_own(|| format!("puts a value that is not certain under `{key}`"));
        }
        Ok(())
    }

    /// A value is put under a name that is not certain.
    pub(super) fn stores_under(&self, key: &Expr<'a>, value: &Expr<'a>) -> Result<(), Stop> {
        if self.scopes.is_number(key) || self.is_plain(value) {
            return Ok(());
        }
        Err(Stop::new("puts a value that is not certain under a name that is not certain"))
    }

    /// An object of the text: no function lies in it under a name that is called.
    pub(super) fn is_own(&self, value: &Expr<'a>) -> bool {
        match value {
            Expr::Array(_) | Expr::Object(_) => true,
            Expr::Name(name) => matches!(self.scopes.find(name), Some(Kind::Fresh)),
            Expr::Conditional(parts) => {
                let [_, yes, no] = parts.as_ref();
                self.is_own(yes) && self.is_own(no)
            }
            Expr::Chain(..) => is_parsed(value),
            Expr::Number(_)
            | Expr::Text(_)
            | Expr::Template(..)
            | Expr::Pattern
            | Expr::Literal
            | Expr::Function(_)
            | Expr::New(..)
            | Expr::Unary(..)
            | Expr::Update(_)
            | Expr::Arithmetic(..)
            | Expr::Logical(_)
            | Expr::Assign(..)
            | Expr::Sequence(_)
            | Expr::Await(_) => false,
        }
    }

    /// A variable of the text, or a member of what it holds.
    pub(super) fn write_target(&mut self, target: &Expr<'a>) -> Result<(), Stop> {
        match target {
            Expr::Name(name) => self.write_name(name),
            Expr::Chain(base, links) => self.write_member(base, links),
            Expr::Number(_)
            | Expr::Text(_)
            | Expr::Template(..)
            | Expr::Pattern
            | Expr::Literal
            | Expr::Array(_)
            | Expr::Object(_)
            | Expr::Function(_)
            | Expr::New(..)
            | Expr::Unary(..)
            | Expr::Update(_)
            | Expr::Arithmetic(..)
            | Expr::Logical(_)
            | Expr::Conditional(_)
            | Expr::Assign(..)
            | Expr::Sequence(_)
            | Expr::Await(_) => Err(Stop::new("changes something that is not read")),
        }
    }

    fn write_name(&self, name: &str) -> Result<(), Stop> {
        match self.scopes.find(name) {
            Some(Kind::Data | Kind::Known(_) | Kind::Number | Kind::Fresh) => Ok(()),
            Some(Kind::Function | Kind::Module(_) | Kind::Member(..)) => {
                Err(Stop(format!("gives `{name}` another value")))
            }
            None => Err(Stop(format!("sets `{name}`, which is not declared"))),
        }
    }

    fn write_member(&mut self, base: &Expr<'a>, links: &[Link<'a>]) -> Result<(), Stop> {
        let Expr::Name(name) = base else {
            return Err(Stop::new("changes a member of something that is not a variable"));
        };
        if *name == "process" && matches!(links, [Link::Named(member)] if member == "exitCode") {
            return Ok(());
        }
        self.write_name(name)?;
        for link in links {
            match link {
                Link::Named(member) => self.may_read(member)?,
                Link::Computed(key) => self.value(key, Use::Spent)?,
                Link::Call(_) => return Err(Stop::new("changes a member of what a call gives")),
            }
        }
        // Deeper than one step the way may lead over a prototype.
        let Some((_, way)) = links.split_last() else { return Ok(()) };
        let numbered = |link: &Link<'a>| matches!(link, Link::Computed(key) if self.scopes.is_number(key));
        self.foreign |= !way.iter().all(|link| matches!(link, Link::Named(_)) || numbered(link));
        if !way.is_empty() || !matches!(self.scopes.find(name), Some(Kind::Fresh)) {
            self.needs_own(|| format!("changes members of `{name}`, which may be more than its own"));
        }
        Ok(())
    }

    /// It is certainly no function that came from elsewhere, and no prototype.
    pub(super) fn is_plain(&self, value: &Expr<'a>) -> bool {
        match value {
            Expr::Number(_)
            | Expr::Text(_)
            | Expr::Template(..)
            | Expr::Pattern
            | Expr::Literal
            | Expr::Array(_)
            | Expr::Object(_)
            | Expr::New(..)
            | Expr::Unary(..)
            | Expr::Update(_)
            | Expr::Arithmetic(..) => true,
            Expr::Name(name) => {
                matches!(self.scopes.find(name), Some(Kind::Known(_) | Kind::Number | Kind::Fresh))
            }
            Expr::Logical(values) => values.iter().all(|value| self.is_plain(value)),
            Expr::Conditional(parts) => {
                let [_, yes, no] = parts.as_ref();
                self.is_plain(yes) && self.is_plain(no)
            }
            Expr::Chain(base, links) => gives_plain(links) || self.calls_plain(base, links),
            Expr::Function(_) | Expr::Assign(..) | Expr::Sequence(_) | Expr::Await(_) => false,
        }
    }
}

impl<'a> Check<'_, 'a> {
    /// `[[key, value], …]`, none of whose values is a function.
    pub(super) fn has_plain_entries(&self, list: &Expr<'a>) -> bool {
        let Expr::Array(entries) = list else { return false };
        entries.iter().all(|entry| {
            matches!(&entry.value, Expr::Array(pair) if !entry.spread && matches!(pair.as_slice(),
                [Item { spread: false, .. }, Item { spread: false, value }] if self.is_plain(value)))
        })
    }

    /// A function of the lists that gives a number, a text, or what was parsed.
    fn calls_plain(&self, base: &Expr<'a>, links: &[Link<'a>]) -> bool {
        const PRIMITIVE: &str =
            "Number String Boolean parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent";
        let Expr::Name(name) = base else { return false };
        match (self.scopes.find(name), links) {
            (None, [Link::Call(_)]) => listed(PRIMITIVE, name),
            (None, [Link::Named(_), Link::Call(_)]) => matches!(*name, "Math" | "JSON" | "Number" | "path"),
            (Some(Kind::Module(library)), [Link::Named(_), Link::Call(_)]) => library.name == "path",
            (None | Some(_), _) => false,
        }
    }
}

/// `JSON.parse(text)`
fn is_parsed(value: &Expr<'_>) -> bool {
    let Expr::Chain(base, links) = value else { return false };
    matches!(
        (base.as_ref(), links.as_slice()),
        (Expr::Name("JSON"), [Link::Named(parse), Link::Call(_)]) if parse == "parse"
    )
}

/// The last step of a chain gives a number, a text, or a new list.
fn gives_plain(links: &[Link<'_>]) -> bool {
    match links {
        [.., Link::Named(method), Link::Call(_)] => {
            listed(names::METHODS, method)
                && !listed(names::GIVES_ELEMENT, method)
                && !listed(names::GIVES_ITSELF, method)
        }
        [.., Link::Named(member)] => matches!(member.as_str(), "length" | "size"),
        _ => false,
    }
}
