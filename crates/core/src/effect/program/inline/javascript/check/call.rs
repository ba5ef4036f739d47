//! Calls: of functions of the text, of functions and methods on the lists, of nothing else.

use super::{Check, Use};
use crate::effect::program::inline::javascript::names::{self, Library};
use crate::effect::program::inline::javascript::scope::Kind;
use crate::effect::program::inline::javascript::tree::{Expr, Item, Link};
use crate::effect::program::inline::javascript::{Stop, known};
use crate::words::listed;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What a chain has come to.
pub(super) enum At {
    /// A value.
    Value,
    /// A global with members, or a module: no value.
    Library(&'static Library),
    /// A function on a list, by its full name: to be called.
    Listed(String),
    /// A function of the text: to be called.
    Own,
    /// What a function on a list gave that has more to it than data (a stream, a timer): no value.
    Closed(String),
}

impl<'a> Check<'_, 'a> {
    /// `base.member[key](argument)…`
    pub(super) fn chain(&mut self, base: &Expr<'a>, links: &[Link<'a>], used: Use) -> Result<(), Stop> {
        let texts = known::first_parameter(&self.scopes, base, links);
        let (mut at, mut rest) = self.start(base, links, used)?;
        let mut texts = texts;
        while let Some((link, tail)) = rest.split_first() {
            (at, rest) = match (at, link, tail) {
                (At::Value, Link::Named(method), [Link::Call(arguments), tail @ ..]) => {
                    self.method(method, arguments, texts.take())?;
                    (At::Value, tail)
                }
                (At::Closed(name), Link::Named(method), [Link::Call(arguments), tail @ ..])
                    if matches!(method.as_str(), "update" | "digest") && !is_timer(&name) =>
                {
                    self.plain_call(&name, arguments)?;
                    (if method == "update" { At::Closed(name) } else { At::Value }, tail)
                }
                (at, link, tail) => (self.step(at, link, tail, used)?, tail),
            };
        }
        match at {
            At::Value => Ok(()),
            // What `process.stdin.on(…)` gives, dropped.
            At::Library(library) if library.name == "process.stdin" && used == Use::Spent => Ok(()),
            At::Library(library) => {
                Err(Stop(format!("hands `{}` on, so that it is not certain what is called", library.name)))
            }
            At::Listed(name) => {
                Err(Stop(format!("hands `{name}` on, so that it is not certain where it is called")))
            }
            At::Own => Err(Stop::new("hands a function on, so that it is not certain where it is called")),
            At::Closed(name) if is_timer(&name) && used == Use::Spent => Ok(()),
            At::Closed(name) => Err(Stop(format!("keeps what `{name}` gives, which is more than data"))),
        }
    }

    /// What a chain begins with, and the links that are left.
    fn start<'l>(
        &mut self,
        base: &Expr<'a>,
        links: &'l [Link<'a>],
        used: Use,
    ) -> Result<(At, &'l [Link<'a>]), Stop> {
        match (base, links) {
            (Expr::Name("require"), [Link::Call(arguments), rest @ ..]) => {
                Ok((self.required(arguments)?, rest))
            }
            (Expr::Name(name), links) => Ok((self.start_name(name, links)?, links)),
            (Expr::Function(function), [Link::Call(arguments), rest @ ..]) => {
                self.function(function, None, Use::Kept)?;
                self.items(arguments, Use::Kept)?;
                Ok((At::Value, rest))
            }
            (base, links) => {
                let kept = super::member::gets_loose(links, used);
                self.value(base, if kept { Use::Kept } else { Use::Spent })?;
                Ok((At::Value, links))
            }
        }
    }

    fn start_name(&mut self, name: &str, links: &[Link<'a>]) -> Result<At, Stop> {
        match self.scopes.find(name) {
            Some(Kind::Data | Kind::Known(_) | Kind::Number | Kind::Fresh) => return Ok(At::Value),
            Some(Kind::Function) => return Ok(At::Own),
            Some(Kind::Module(library)) => return Ok(At::Library(library)),
            Some(Kind::Member(library, member)) => {
                return Ok(At::Listed(format!("{}.{member}", library.name)));
            }
            None => {}
        }
        if listed(names::FUNCTIONS, name) && matches!(links, [Link::Call(_), ..]) {
            return Ok(At::Listed(name.to_string()));
        }
        if name == "process" {
            self.whole_process(links)?;
        }
        let global = names::GLOBALS.iter().find(|library| library.name == name);
        let global = global.or_else(|| (self.scopes.ground.deno && name == "Deno").then_some(names::DENO));
        let global = global.or_else(|| {
            let shown = self.scopes.ground.modules_are_globals;
            names::module(name).filter(|_| shown)
        });
        match global {
            Some(library) => Ok(At::Library(library)),
            None => self.name(name).map(|()| At::Value),
        }
    }

    /// `process.env.NAME` shows one variable, as the shell would; without a name it is all of them.
    fn whole_process(&mut self, links: &[Link<'a>]) -> Result<(), Stop> {
        match links {
            [Link::Named(env), Link::Named(_), ..] if env == "env" => Ok(()),
            [Link::Named(env), ..] if env == "env" => Err(Stop::new("shows the whole environment")),
            [Link::Named(argv), Link::Computed(Expr::Number(_)), ..] if argv == "argv" => Ok(()),
            [Link::Named(argv), ..] if argv == "argv" => {
                self.argv_is_loose = true;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn step(&mut self, at: At, link: &Link<'a>, tail: &[Link<'a>], used: Use) -> Result<At, Stop> {
        match (at, link) {
            (At::Value, Link::Named(member)) => {
                // A method that is not called: it calls what it is given, so nothing may hold it.
                let calls = listed(names::TAKES_FUNCTION, member);
                self.foreign |= calls && super::member::gets_loose(tail, used);
                self.may_read(member).map(|()| At::Value)
            }
            (At::Value, Link::Computed(_)) if matches!(tail, [Link::Call(_), ..]) => {
                Err(Stop::new("calls a method whose name is not certain"))
            }
            (At::Value, Link::Computed(key)) => self.reads_unclear(key, tail, used).map(|()| At::Value),
            (At::Value, Link::Call(_)) => Err(Stop::new("calls a value, and it is not certain what that is")),
            (At::Library(library), Link::Named(member)) => member_of(library, member),
            (At::Library(library), Link::Call(arguments)) if library.name == "assert" => {
                self.call("assert.ok", arguments).map(|()| At::Value)
            }
            (At::Library(library), Link::Computed(_) | Link::Call(_)) => {
                Err(Stop(format!("uses `{}` in a way that is not known to be harmless", library.name)))
            }
            (At::Listed(name), Link::Call(arguments)) => {
                self.call(&name, arguments)?;
                // Its methods give itself, and that is no value.
                let stream = name.starts_with("process.stdin.").then(names::stdin).flatten();
                match stream {
                    Some(stream) => Ok(At::Library(stream)),
                    None if is_timer(&name) || listed(names::STREAMS, &name) => Ok(At::Closed(name)),
                    None => Ok(At::Value),
                }
            }
            (At::Closed(name), Link::Named(_) | Link::Computed(_) | Link::Call(_)) => {
                Err(Stop(format!("uses a member of what `{name}` gives, which is not known to be harmless")))
            }
            (At::Own, Link::Call(arguments)) => self.items(arguments, Use::Kept).map(|()| At::Value),
            (At::Listed(name), Link::Named(_) | Link::Computed(_)) => {
                Err(Stop(format!("uses a member of `{name}`, which is not known to be harmless")))
            }
            (At::Own, Link::Named(_) | Link::Computed(_)) => {
                Err(Stop::new("uses a member of a function, which is not known to be harmless"))
            }
        }
    }

    /// `require("…")`
    fn required(&mut self, arguments: &[Item<'a>]) -> Result<At, Stop> {
        let [Item { spread: false, value }] = arguments else {
            return Err(Stop::new("loads something that is not known"));
        };
        if let (Expr::Text(name), true) = (value, self.scopes.ground.loads_modules)
            && let Some(library) = names::module(name)
        {
            return Ok(At::Library(library));
        }
        let files = known::texts(&self.scopes, value);
        let is_json = |file: &String| {
            ["./", "../", "/"].iter().any(|start| file.starts_with(start)) && file.ends_with(".json")
        };
        match files {
            Some(files) if self.scopes.ground.loads_modules && files.iter().all(is_json) => {
                self.touched.loads.extend(files);
                Ok(At::Value)
            }
            Some(_) | None => {
                let shown = known::shown(value);
                Err(Stop(format!("loads `{shown}`, which is not known to be harmless")))
            }
        }
    }

    /// A method of a value; `texts` are the elements that a function given to it gets.
    fn method(
        &mut self,
        method: &str,
        arguments: &[Item<'a>],
        texts: Option<Vec<String>>,
    ) -> Result<(), Stop> {
        if !listed(names::METHODS, method) {
            return Err(Stop(format!("calls the method `{method}`, which is not known to be harmless")));
        }
        if listed(names::TAKES_FUNCTION, method) {
            return self.with_functions(method, arguments, texts);
        }
        if listed(names::TAKES_FUNCTION_SECOND, method) {
            return self.replaces(arguments);
        }
        let used = if listed(names::HOLDS, method) { Use::Kept } else { Use::Spent };
        self.items(arguments, used)
    }

    fn with_functions(
        &mut self,
        method: &str,
        arguments: &[Item<'a>],
        texts: Option<Vec<String>>,
    ) -> Result<(), Stop> {
        let Some((first, rest)) = arguments.split_first() else { return Ok(()) };
        let keeps = matches!(method, "map" | "flatMap" | "reduce" | "reduceRight" | "then" | "catch");
        let gives = if keeps { Use::Kept } else { Use::Spent };
        self.callback(method, first, texts, gives)?;
        match (method, rest) {
            ("then", []) => Ok(()),
            ("then", [second]) => self.callback(method, second, None, gives),
            ("then", [_, _, ..]) => Err(Stop::new("calls `then` in a way that is not read")),
            (_, rest) => self.items(rest, Use::Kept),
        }
    }

    /// `text.replace(what, by)`
    fn replaces(&mut self, arguments: &[Item<'a>]) -> Result<(), Stop> {
        match arguments {
            [what, by] if !what.spread && !by.spread => {
                self.value(&what.value, Use::Spent)?;
                if let Expr::Function(_) = by.value {
                    return self.callback("replace", by, None, Use::Spent);
                }
                self.value(&by.value, Use::Spent)?;
                match self.is_plain(&by.value) {
                    true => Ok(()),
                    false => Err(Stop::new("replaces by a value that is not certain")),
                }
            }
            _ => Err(Stop::new("calls `replace` in a way that is not read")),
        }
    }

    /// A function that is given to something that calls it.
    pub(super) fn callback(
        &mut self,
        method: &str,
        argument: &Item<'a>,
        texts: Option<Vec<String>>,
        gives: Use,
    ) -> Result<(), Stop> {
        const PLAIN: &str =
            "Number String Boolean parseFloat parseInt isNaN isFinite encodeURIComponent decodeURIComponent";
        const MEMBERS: &str = "console.log console.error console.warn console.info Math.abs Math.ceil Math.floor \
             Math.round Math.sqrt Math.trunc Number.isInteger path.basename path.dirname path.extname path.normalize";
        let goes_through =
            matches!(method, "map" | "filter" | "forEach" | "flatMap" | "some" | "every" | "then");
        match &argument.value {
            _ if argument.spread => Err(Stop::new("hands on functions that are not certain")),
            Expr::Function(function) => self.function(function, texts, gives),
            Expr::Name(name) if self.is_own_function(name) => Ok(()),
            Expr::Name(name) if self.scopes.find(name).is_none() && listed(PLAIN, name) => Ok(()),
            Expr::Chain(base, links) => {
                let ([Link::Named(member)], Expr::Name(name)) = (links.as_slice(), base.as_ref()) else {
                    return Err(Stop(format!("gives `{method}` a function that is not certain")));
                };
                let At::Library(library) = self.start_name(name, links)? else {
                    return Err(Stop(format!("gives `{method}` a function that is not certain")));
                };
                let full = format!("{}.{member}", library.name);
                match goes_through
                    && (listed(MEMBERS, &full)
                        || (method == "map" && listed("JSON.parse JSON.stringify", &full)))
                {
                    true => Ok(()),
                    false => Err(Stop(format!("gives `{method}` the function `{full}`, which is not read"))),
                }
            }
            Expr::Name(name) => {
                Err(Stop(format!("gives `{method}` the function `{name}`, which is not certain")))
            }
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
            | Expr::Arithmetic(..)
            | Expr::Logical(_)
            | Expr::Conditional(_)
            | Expr::Assign(..)
            | Expr::Sequence(_)
            | Expr::Await(_) => Err(Stop(format!("gives `{method}` a function that is not certain"))),
        }
    }

    /// `new Name(…)`
    pub(super) fn new_object(
        &mut self,
        name: &str,
        members: &[&str],
        arguments: &[Item<'a>],
    ) -> Result<(), Stop> {
        let mut full = name.to_string();
        for member in members {
            full.push('.');
            full.push_str(member);
        }
        if self.scopes.find(name).is_some() || !listed(names::CONSTRUCTORS, &full) {
            return Err(Stop(format!("makes a `{full}`, which is not known to be harmless")));
        }
        self.plain_call(&full, arguments)
    }
}

fn is_timer(name: &str) -> bool {
    matches!(name, "setTimeout" | "setImmediate")
}

fn member_of(library: &'static Library, member: &str) -> Result<At, Stop> {
    if library.calls(member) {
        return Ok(At::Listed(format!("{}.{member}", library.name)));
    }
    if let Some(inner) = library.inner(member) {
        return Ok(At::Library(inner));
    }
    if listed(library.constants, member) || (library.name == "process" && member == "env") {
        return Ok(At::Value);
    }
    Err(Stop(format!("uses `{}.{member}`, which is not known to be harmless", library.name)))
}
