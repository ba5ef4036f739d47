//! Names, attributes and calls: what stands on a list, and what stops.

use super::judge::Judge;
use super::library::{self, Item, Special};
use super::stop::{Read, Stop};
use super::syntax::{Argument, Expr, Param, Trailer};
use super::value::Known;
use crate::words::listed;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Attributes of modules that tell about them.
const ABOUT: &[&str] = &["__file__", "__version__", "__doc__", "__name__"];

/// Methods that take things out of a list or put them in order: nothing new comes in.
const NARROWING: &[&str] = &["sort", "reverse", "remove", "clear", "pop", "index", "count"];

impl Judge<'_> {
    /// A name that is used as a value.
    pub(super) fn name(&mut self, name: &str, line: u32) -> Read<Known> {
        if let Some(held) = self.held(&Expr::Name(name.to_string(), line)) {
            if !matches!(held, Known::Each(_)) {
                return Ok(held.clone());
            }
            // Whoever gets it may change it.
            self.set(name, Known::Any);
            return Ok(Known::Any);
        }
        if let Some(bound) = self.names.get(name).cloned() {
            return match &bound.import {
                Some(import) => as_value(library::item(import), import, line),
                None => {
                    bound.functions.iter().for_each(|params| self.called_by_others(params));
                    Ok(Known::Any)
                }
            };
        }
        match name {
            "__name__" => Ok(Known::Plain),
            "__file__" => Ok(self.setting.file.as_ref().map_or(Known::Plain, |file| Known::text(file))),
            name => as_value(library::builtin(name), name, line),
        }
    }

    fn called_by_others(&mut self, params: &[Param]) {
        params.iter().for_each(|param| self.set(&param.name, Known::Any));
    }

    /// The dotted name that an expression begins with, and how many trailers belong to it.
    pub(super) fn dotted(&self, base: &Expr, trailers: &[Trailer]) -> Option<(String, usize)> {
        let Expr::Name(name, _) = base else { return None };
        let mut dotted = self.names.get(name)?.import.clone()?;
        let mut taken = 0;
        while let Some(Trailer::Attr(attr, _)) = trailers.get(taken) {
            let longer = format!("{dotted}.{attr}");
            if library::item(&longer).is_none() {
                break;
            }
            dotted = longer;
            taken += 1;
        }
        Some((dotted, taken))
    }

    /// The special value that an expression is, with nothing behind it.
    fn special_value(&self, expr: &Expr) -> Option<Special> {
        match library::item(&self.whole_name(expr)?) {
            Some(Item::Special(special)) => Some(special),
            Some(Item::Module | Item::Call | Item::Value | Item::Placed) | None => None,
        }
    }

    /// The dotted name that an expression is, with nothing behind it.
    pub(super) fn whole_name(&self, expr: &Expr) -> Option<String> {
        let (base, trailers) = parts(expr);
        self.dotted(base, trailers).filter(|(_, taken)| *taken == trailers.len()).map(|(name, _)| name)
    }

    /// `sys.argv` and `sys.path` may be looked at as a whole.
    pub(super) fn shown(&self, expr: &Expr) -> Option<Known> {
        let special = self.special_value(expr)?;
        if special == Special::SearchPath {
            return Some(Known::each(Known::Any));
        }
        (special == Special::Arguments).then(|| Known::each(self.argument_after(0)))
    }

    /// `os.environ`, behind `in`.
    pub(super) fn is_environment(&self, expr: &Expr) -> bool {
        self.special_value(expr) == Some(Special::Environment)
    }

    /// The directory that `os.walk(…)` goes down from.
    pub(super) fn walked(&mut self, expr: &Expr) -> Read<Option<Known>> {
        let Expr::Post(base, trailers) = expr else { return Ok(None) };
        let Some((name, taken)) = self.dotted(base, trailers) else { return Ok(None) };
        match (library::item(&name), trailers.get(taken..)) {
            (Some(Item::Special(Special::Walks)), Some([Trailer::Call(arguments, line)])) => {
                self.walk_from(arguments, *line).map(Some)
            }
            (_, _) => Ok(None),
        }
    }

    /// Any of the arguments from `first` on.
    pub(super) fn argument_after(&self, first: usize) -> Known {
        match &self.setting.arguments {
            Some(all) => all.iter().skip(first).cloned().fold(Known::Nothing, Known::join),
            None => Known::Plain,
        }
    }

    /// `base.a(b)[c]`
    pub(super) fn post(&mut self, base: &Expr, trailers: &[Trailer]) -> Read<Known> {
        let (mut value, mut at) = self.head(base, trailers)?;
        while let Some(trailer) = trailers.get(at) {
            at += 1;
            value = match (trailer, trailers.get(at)) {
                (Trailer::Attr(name, line), Some(Trailer::Call(arguments, _))) => {
                    at += 1;
                    let literal = if at == 2 { literal(base) } else { None };
                    self.method((value, literal), name, arguments, *line)?
                }
                (Trailer::Attr(class, _), Some(Trailer::Attr(name, _)))
                    if class == "__class__" && name == "__name__" =>
                {
                    at += 1;
                    Known::Plain
                }
                (Trailer::Attr(name, line), _) => self.attribute(value, name, *line)?,
                (Trailer::Call(_, line), _) => {
                    return Err(Stop::unlisted("calls a value that is no function of the program", *line));
                }
                (Trailer::Index(index), _) => {
                    self.eval(index)?;
                    indexed(value, index)
                }
                (Trailer::Slice(parts), _) => {
                    parts.iter().try_for_each(|part| self.eval(part).map(drop))?;
                    sliced(value)
                }
            };
        }
        Ok(value)
    }

    /// Expressions inside a subscript or a call.
    pub(super) fn inner(&mut self, trailer: &Trailer) -> Read<()> {
        match trailer {
            Trailer::Attr(..) => Ok(()),
            Trailer::Call(arguments, _) => self.arguments(arguments),
            Trailer::Index(index) => self.eval(index).map(drop),
            Trailer::Slice(parts) => parts.iter().try_for_each(|part| self.eval(part).map(drop)),
        }
    }

    /// What the name at the beginning is, with the trailers that belong to it.
    fn head(&mut self, base: &Expr, trailers: &[Trailer]) -> Read<(Known, usize)> {
        let Expr::Name(name, line) = base else { return Ok((self.eval(base)?, 0)) };
        if let Some((dotted, taken)) = self.dotted(base, trailers) {
            return self.library(&dotted, trailers, taken, *line);
        }
        if let Some(bound) = self.names.get(name).cloned() {
            return match (trailers.first(), trailers.get(1)) {
                (Some(Trailer::Call(arguments, line)), _) => {
                    let callable = !bound.data && (bound.lambda || !bound.functions.is_empty());
                    if !callable {
                        let what = format!("calls `{name}`, which is no function of the program");
                        return Err(Stop::unlisted(&what, *line));
                    }
                    Ok((self.own_call(name, &bound.functions, bound.lambda, arguments)?, 1))
                }
                (Some(Trailer::Index(_) | Trailer::Slice(_)), _) => Ok((self.looked(base)?, 0)),
                (Some(Trailer::Attr(method, _)), Some(Trailer::Call(arguments, _)))
                    if NARROWING.contains(&method.as_str())
                        && matches!(self.held(base), Some(Known::Each(_))) =>
                {
                    let held = self.looked(base)?;
                    self.arguments(arguments)?;
                    Ok((if method == "pop" { held.element() } else { Known::Plain }, 2))
                }
                (_, _) => Ok((self.eval(base)?, 0)),
            };
        }
        match (library::builtin(name), trailers.first()) {
            (Some(Item::Special(special)), Some(Trailer::Call(arguments, line))) => {
                self.special(special, name, arguments, *line, trailers.get(1))
            }
            (Some(Item::Call), Some(Trailer::Call(arguments, line))) => {
                self.library_arguments(name, arguments, *line)?;
                Ok((Known::Any, 1))
            }
            (_, Some(Trailer::Call(_, line))) if !name.starts_with("__") => {
                Err(Stop::unknown("calls", name, *line))
            }
            (_, _) => Ok((self.eval(base)?, 0)),
        }
    }

    /// Something of a module.
    fn library(&mut self, name: &str, trailers: &[Trailer], taken: usize, line: u32) -> Read<(Known, usize)> {
        let next = trailers.get(taken);
        let unknown = |attr: &str| {
            let calls = matches!(trailers.get(taken + 1), Some(Trailer::Call(..)));
            Err(Stop::unknown(if calls { "calls" } else { "uses" }, &format!("{name}.{attr}"), line))
        };
        match (library::item(name), next) {
            (Some(Item::Module), Some(Trailer::Attr(attr, _))) if ABOUT.contains(&attr.as_str()) => {
                Ok((Known::Plain, taken + 1))
            }
            (Some(Item::Module | Item::Call | Item::Placed), Some(Trailer::Attr(attr, _))) => unknown(attr),
            (Some(Item::Call), Some(Trailer::Call(arguments, line))) => {
                self.library_arguments(name, arguments, *line)?;
                Ok((if gives_text(name) { Known::Plain } else { Known::Any }, taken + 1))
            }
            (Some(Item::Value), _) => Ok((as_value(Some(Item::Value), name, line)?, taken)),
            (Some(Item::Special(special)), next) => {
                self.special_name(special, (name, taken), trailers, next, line)
            }
            (item, _) => Ok((as_value(item, name, line)?, taken)),
        }
    }

    fn special_name(
        &mut self,
        special: Special,
        (name, taken): (&str, usize),
        trailers: &[Trailer],
        next: Option<&Trailer>,
        line: u32,
    ) -> Read<(Known, usize)> {
        match (special, next) {
            (Special::Environment, Some(Trailer::Index(index))) => {
                self.variable(Some(index.as_ref()), line)?;
                Ok((Known::Plain, taken + 1))
            }
            (Special::Environment, _) => Err(Stop::environment("shows or changes the environment", line)),
            (Special::Arguments, Some(Trailer::Index(index))) => {
                self.eval(index)?;
                Ok((self.argument(index), taken + 1))
            }
            (Special::Arguments, Some(Trailer::Slice(parts))) => {
                parts.iter().try_for_each(|part| self.eval(part).map(drop))?;
                let first = usize::from(parts.as_slice() == [Expr::Number(Some(1))]);
                Ok((Known::each(self.argument_after(first)), taken + 1))
            }
            (Special::SearchPath, Some(Trailer::Index(_) | Trailer::Slice(_))) => {
                Ok((Known::each(Known::Any), taken))
            }
            (Special::Output, _) => Err(Stop::unlisted(&format!("passes `{name}` on"), line)),
            (special, Some(Trailer::Call(arguments, line))) => {
                let (value, used) = self.special(special, name, arguments, *line, trailers.get(taken + 1))?;
                Ok((value, taken + used))
            }
            (_, Some(Trailer::Attr(attr, line))) => {
                Err(Stop::unknown("uses", &format!("{name}.{attr}"), *line))
            }
            (special, _) => Ok((as_value(Some(Item::Special(special)), name, line)?, taken)),
        }
    }

    fn argument(&self, index: &Expr) -> Known {
        match (index, &self.setting.arguments) {
            (Expr::Number(Some(index)), Some(all)) => all.get(*index).cloned().unwrap_or(Known::Nothing),
            (_, _) => self.argument_after(0),
        }
    }

    /// A variable of the environment, by a name that is written out.
    pub(super) fn variable(&mut self, name: Option<&Expr>, line: u32) -> Read<()> {
        match name {
            Some(Expr::Text(Some(name))) if library::looks_secret(name) => {
                Err(Stop::environment(&format!("shows `{name}`, which may be a secret"), line))
            }
            Some(Expr::Text(Some(_))) => Ok(()),
            Some(_) | None => Err(Stop::environment("shows a variable that is not named", line)),
        }
    }

    /// Arguments of a function that is harmless with any.
    pub(super) fn arguments(&mut self, arguments: &[Argument]) -> Read<()> {
        arguments.iter().try_for_each(|argument| self.eval(&argument.value).map(drop))
    }

    /// Arguments of a function of the library: names that a mapping holds, and those that say which class or which
    /// functions to use, are not read.
    fn library_arguments(&mut self, name: &str, arguments: &[Argument], line: u32) -> Read<()> {
        const UNREAD: &[&str] = &["**", "cls", "dict_type", "converters", "file", "stream", "fp"];
        let unread = |argument: &Argument| match &argument.name {
            Some(keyword) if keyword == "**" => name != "dict",
            Some(keyword) => UNREAD.contains(&keyword.as_str()) && name != "dict",
            None => false,
        };
        if arguments.iter().any(unread) {
            return Err(Stop::unlisted(&format!("calls `{name}` in a way that is not read"), line));
        }
        self.arguments(arguments)
    }

    /// A function of the program: its parameters get what it is given.
    fn own_call(
        &mut self,
        name: &str,
        functions: &[Vec<Param>],
        lambda: bool,
        arguments: &[Argument],
    ) -> Read<Known> {
        let mut given = Vec::new();
        for argument in arguments {
            given.push((argument, self.eval(&argument.value)?.kept()));
        }
        for params in functions {
            self.give(params, &given);
        }
        Ok(if lambda { Known::Any } else { self.returned(name) })
    }

    fn give(&mut self, params: &[Param], given: &[(&Argument, Known)]) {
        if given.iter().any(|(argument, _)| argument.star) {
            return self.called_by_others(params);
        }
        let mut places = params.iter().filter(|param| !param.star && !param.keyword_only);
        for (argument, value) in given {
            let param = match &argument.name {
                Some(name) => params.iter().find(|param| param.name == *name && !param.star),
                None => places.next(),
            };
            if let Some(param) = param {
                self.set(&param.name, value.clone());
            }
        }
    }
}

/// A name of the library that is not called in place.
fn as_value(item: Option<Item>, name: &str, line: u32) -> Read<Known> {
    match item {
        // Types are for annotations.
        Some(Item::Value) if !name.starts_with("typing.") || name == "typing.TYPE_CHECKING" => Ok(Known::Any),
        Some(Item::Call | Item::Special(_)) if library::is_pure(name) => Ok(Known::Any),
        Some(Item::Module | Item::Call | Item::Value | Item::Placed | Item::Special(_)) => {
            Err(Stop::unlisted(&format!("passes `{name}` on"), line))
        }
        None => Err(Stop::unknown("uses", name, line)),
    }
}

/// Functions whose result is a text or a number.
fn gives_text(name: &str) -> bool {
    const NAMES: &str = "json.dumps os.path.basename re.sub re.escape html.escape html.unescape textwrap.dedent \
        textwrap.indent textwrap.fill textwrap.shorten pprint.pformat shlex.quote shlex.join urllib.parse.quote \
        urllib.parse.unquote base64.b64encode base64.b64decode time.strftime time.time os.path.relpath \
        os.path.exists os.path.isfile os.path.isdir platform.system platform.machine traceback.format_exc \
        importlib.metadata.version";
    listed(NAMES, name) || name.starts_with("math.")
}

fn literal(base: &Expr) -> Option<&str> {
    if let Expr::Text(Some(text)) = base { Some(text) } else { None }
}

/// An expression and what stands behind it.
pub(super) fn parts(expr: &Expr) -> (&Expr, &[Trailer]) {
    if let Expr::Post(base, trailers) = expr { (base, trailers) } else { (expr, &[]) }
}

fn indexed(value: Known, index: &Expr) -> Known {
    match (value, index) {
        (Known::Tuple(items), Expr::Number(Some(at))) => items.get(*at).cloned().unwrap_or(Known::Nothing),
        (value, _) => value.element(),
    }
}

fn sliced(value: Known) -> Known {
    match value {
        Known::Each(inner) => Known::Each(inner),
        Known::Tuple(items) => Known::each(Known::Tuple(items).element()),
        Known::Nothing => Known::Nothing,
        Known::Plain => Known::Plain,
        Known::Paths(paths) if !paths.object => Known::Plain,
        Known::Paths(_) | Known::Class | Known::Any => Known::Any,
    }
}
