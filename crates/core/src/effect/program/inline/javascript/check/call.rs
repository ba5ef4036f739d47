//! Calls: of functions of the text, of functions and methods on the lists, of nothing else.

use super::{Check, Use};
use crate::effect::program::inline::javascript::names::{self, Library};
use crate::effect::program::inline::javascript::scope::Kind;
use crate::effect::program::inline::javascript::tree::{Expr, Item, Link, Property};
use crate::effect::program::inline::javascript::{Stop, known};
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
        if names::has(names::FUNCTIONS, name) && matches!(links, [Link::Call(_), ..]) {
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
                let calls = names::has(names::TAKES_FUNCTION, member);
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
                Ok(stream.map_or(At::Value, At::Library))
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
        if !names::has(names::METHODS, method) {
            return Err(Stop(format!("calls the method `{method}`, which is not known to be harmless")));
        }
        if names::has(names::TAKES_FUNCTION, method) {
            return self.with_functions(method, arguments, texts);
        }
        if names::has(names::TAKES_FUNCTION_SECOND, method) {
            return self.replaces(arguments);
        }
        let used = if names::has(names::HOLDS, method) { Use::Kept } else { Use::Spent };
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
            ("then", [second]) => self.callback(method, second, None, gives),
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
                if !self.is_plain(&by.value) {
                    self.needs_own(|| "replaces by a value that is not certain".to_string());
                }
                Ok(())
            }
            _ => Err(Stop::new("calls `replace` in a way that is not read")),
        }
    }

    /// A function that is given to something that calls it.
    fn callback(
        &mut self,
        method: &str,
        argument: &Item<'a>,
        texts: Option<Vec<String>>,
        gives: Use,
    ) -> Result<(), Stop> {
        const PLAIN: &str =
            "Number String Boolean parseFloat parseInt isNaN isFinite encodeURIComponent decodeURIComponent";
        const MEMBERS: &str = "console.log console.error console.warn console.info JSON.stringify Math.abs Math.ceil Math.floor \
             Math.round Math.sqrt Math.trunc Number.isInteger path.basename path.dirname path.extname path.normalize";
        let goes_through =
            matches!(method, "map" | "filter" | "forEach" | "flatMap" | "some" | "every" | "then");
        match &argument.value {
            _ if argument.spread => Err(Stop::new("hands on functions that are not certain")),
            Expr::Function(function) => self.function(function, texts, gives),
            Expr::Name(name) if self.is_own_function(name) => Ok(()),
            Expr::Name(name) if self.scopes.find(name).is_none() && names::has(PLAIN, name) => Ok(()),
            Expr::Chain(base, links) => {
                let ([Link::Named(member)], Expr::Name(name)) = (links.as_slice(), base.as_ref()) else {
                    return Err(Stop(format!("gives `{method}` a function that is not certain")));
                };
                let At::Library(library) = self.start_name(name, links)? else {
                    return Err(Stop(format!("gives `{method}` a function that is not certain")));
                };
                let full = format!("{}.{member}", library.name);
                match goes_through
                    && (names::has(MEMBERS, &full) || (full == "JSON.parse" && method == "map"))
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

    /// A function of a list.
    fn call(&mut self, name: &str, arguments: &[Item<'a>]) -> Result<(), Stop> {
        if names::has(names::READS, name) {
            return self.reads_file(name, arguments);
        }
        if names::has(names::LOOKS, name) {
            let (first, rest) = arguments.split_first().ok_or_else(|| unclear(name))?;
            self.items(core::slice::from_ref(first), Use::Spent)?;
            return self.options(name, rest, names::FILE_OPTIONS);
        }
        match name {
            "setTimeout" | "setImmediate" | "queueMicrotask" | "process.nextTick" => {
                let (first, rest) = arguments.split_first().ok_or_else(|| unclear(name))?;
                self.callback(name, first, None, Use::Spent)?;
                self.items(rest, Use::Kept)
            }
            "process.stdin.on" | "process.stdin.once" => match arguments {
                [event, function] if matches!(&event.value, Expr::Text(e) if names::has("data end close error readable", e)) => {
                    self.callback(name, function, None, Use::Spent)
                }
                _ => Err(unclear(name)),
            },
            "util.inspect" | "console.dir" | "Deno.inspect" => {
                let (first, rest) = arguments.split_first().ok_or_else(|| unclear(name))?;
                self.items(core::slice::from_ref(first), Use::Spent)?;
                self.options(name, rest, names::SHOW_OPTIONS)
            }
            "JSON.stringify" => self.stringify(arguments),
            "JSON.parse" | "Array.from" | "Object.groupBy" => self.with_second(name, arguments),
            "Object.create" => match arguments {
                [Item { spread: false, value: Expr::Literal }] => Ok(()),
                _ => Err(unclear(name)),
            },
            "Object.assign" => {
                let fresh = matches!(arguments, [Item { spread: false, value: Expr::Object(_) }, ..]);
                if !fresh {
                    self.needs_own(|| "changes members of what may be more than its own".to_string());
                }
                self.items(arguments, Use::Kept)
            }
            "Object.fromEntries" => {
                self.needs_own(|| {
                    "puts values that are not certain under names that are not certain".to_string()
                });
                self.items(arguments, Use::Kept)
            }
            _ => self.plain_call(name, arguments),
        }
    }

    /// A call that computes something of its arguments. An object of options could hold functions that it calls.
    pub(super) fn plain_call(&mut self, name: &str, arguments: &[Item<'a>]) -> Result<(), Stop> {
        const ANY_NUMBER: &str = "path.join path.resolve path.posix.join path.posix.resolve path.win32.join path.win32.resolve \
             String.fromCharCode String.fromCodePoint util.format Array.of Array Date Date.UTC Buffer.concat";
        let used = if names::has(names::KEEPS, name) { Use::Kept } else { Use::Spent };
        self.items(arguments, used)?;
        let free = names::has(ANY_NUMBER, name)
            || ["console.", "Math.", "Object."].iter().any(|start| name.starts_with(start));
        if !free
            && !arguments.iter().skip(1).all(|argument| !argument.spread && self.is_data(&argument.value))
        {
            self.needs_own(|| format!("gives `{name}` a value that is not certain"));
        }
        Ok(())
    }

    /// Numbers and texts, and objects of such.
    fn is_data(&self, value: &Expr<'a>) -> bool {
        match value {
            Expr::Array(items) => items.iter().all(|item| !item.spread && self.is_data(&item.value)),
            Expr::Object(members) => members.iter().all(|member| match member {
                Property::Named(_, value) => self.is_data(value),
                Property::Computed(..) | Property::Spread(_) => false,
            }),
            Expr::Name(name) => {
                matches!(self.scopes.find(name), Some(Kind::Known(_) | Kind::Number))
            }
            Expr::Logical(values) => values.iter().all(|value| self.is_data(value)),
            Expr::New(..) | Expr::Function(_) | Expr::Assign(..) | Expr::Sequence(_) | Expr::Await(_) => {
                false
            }
            Expr::Number(_)
            | Expr::Text(_)
            | Expr::Template(..)
            | Expr::Pattern
            | Expr::Literal
            | Expr::Chain(..)
            | Expr::Unary(..)
            | Expr::Update(_)
            | Expr::Arithmetic(..)
            | Expr::Conditional(_) => self.is_plain(value),
        }
    }

    /// `JSON.parse(text, function)`, `Array.from(list, function)`
    fn with_second(&mut self, name: &str, arguments: &[Item<'a>]) -> Result<(), Stop> {
        let (first, rest) = arguments.split_first().ok_or_else(|| unclear(name))?;
        self.items(core::slice::from_ref(first), Use::Spent)?;
        match rest {
            [] => Ok(()),
            [function] => {
                if name == "JSON.parse" {
                    self.needs_own(|| "puts values that are not certain into what it parses".to_string());
                }
                self.callback(name, function, None, Use::Kept)
            }
            [_, _, ..] => Err(unclear(name)),
        }
    }

    fn stringify(&mut self, arguments: &[Item<'a>]) -> Result<(), Stop> {
        let (first, rest) = arguments.split_first().ok_or_else(|| unclear("JSON.stringify"))?;
        self.items(core::slice::from_ref(first), Use::Spent)?;
        let Some((replacer, rest)) = rest.split_first() else { return Ok(()) };
        if replacer.spread {
            return Err(unclear("JSON.stringify"));
        }
        if let Expr::Array(items) = &replacer.value {
            self.items(items, Use::Spent)?;
        } else if !matches!(replacer.value, Expr::Literal | Expr::Name("undefined")) {
            self.callback("JSON.stringify", replacer, None, Use::Spent)?;
        }
        self.items(rest, Use::Spent)
    }

    fn reads_file(&mut self, name: &str, arguments: &[Item<'a>]) -> Result<(), Stop> {
        let (first, rest) = arguments.split_first().ok_or_else(|| unclear(name))?;
        self.options(name, rest, names::FILE_OPTIONS)?;
        if first.spread {
            return Err(unclear(name));
        }
        if let Expr::Number(Some(0)) = first.value {
            return Ok(());
        }
        self.value(&first.value, Use::Spent)?;
        let files = known::texts(&self.scopes, &first.value)
            .ok_or_else(|| Stop::new("reads a file whose name is not certain"))?;
        self.touched.reads.extend(files.into_iter().filter(|file| file != "/dev/stdin"));
        Ok(())
    }

    /// One more argument at most: a text, or an object that holds nothing but these.
    fn options(&mut self, name: &str, arguments: &[Item<'a>], allowed: &str) -> Result<(), Stop> {
        let fine = match arguments {
            [] => true,
            [Item { spread: false, value: Expr::Text(_) | Expr::Literal }] => true,
            [Item { spread: false, value: Expr::Object(members) }] => {
                members.iter().all(|member| match member {
                    Property::Named(key, value) => {
                        names::has(allowed, key)
                            && matches!(
                                value,
                                Expr::Text(_) | Expr::Literal | Expr::Number(_) | Expr::Name("Infinity")
                            )
                    }
                    Property::Computed(..) | Property::Spread(_) => false,
                })
            }
            [_, ..] => false,
        };
        if fine { Ok(()) } else { Err(Stop(format!("gives `{name}` options that are not read"))) }
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
        if self.scopes.find(name).is_some() || !names::has(names::CONSTRUCTORS, &full) {
            return Err(Stop(format!("makes a `{full}`, which is not known to be harmless")));
        }
        self.plain_call(&full, arguments)
    }
}

fn member_of(library: &'static Library, member: &str) -> Result<At, Stop> {
    if library.calls(member) {
        return Ok(At::Listed(format!("{}.{member}", library.name)));
    }
    if let Some(inner) = library.inner(member) {
        return Ok(At::Library(inner));
    }
    if names::has(library.constants, member) || (library.name == "process" && member == "env") {
        return Ok(At::Value);
    }
    Err(Stop(format!("uses `{}.{member}`, which is not known to be harmless", library.name)))
}

fn unclear(name: &str) -> Stop {
    Stop(format!("calls `{name}` in a way that is not read"))
}
