//! Calls whose arguments are not just values: what opens, prints and asks.

use super::check::Checker;
use super::library::{self, Item};
use super::names::{Bound, Text};
use super::stop::{Read, Stop};
use super::syntax::{Argument, Expr, Trailer};

/// Files that one program may name.
const MAX_READS: usize = 200;

impl Checker<'_> {
    /// Fields of `format` may reach into what they show: only plain ones, of a text that is written out, are read.
    pub(super) fn formatted<'t>(
        &mut self,
        text: Option<&str>,
        trailers: &'t [Trailer],
    ) -> Read<&'t [Trailer]> {
        match trailers {
            [Trailer::Attr(name, _), Trailer::Call(arguments, line), rest @ ..]
                if name == "format" && text.is_some_and(has_plain_fields) =>
            {
                self.arguments(arguments, *line)?;
                Ok(rest)
            }
            trailers => Ok(trailers),
        }
    }

    /// An error by its message: what is given by name may be looked up by what shows the error.
    pub(super) fn error(&mut self, arguments: &[Argument], line: u32) -> Read<()> {
        if arguments.iter().any(|argument| argument.name.is_some()) {
            return Err(Stop::unlisted("makes an error in a way that is not read", line));
        }
        arguments.iter().try_for_each(|argument| self.value(&argument.value))
    }

    pub(super) fn print(&mut self, arguments: &[Argument], line: u32) -> Read<()> {
        arguments.iter().try_for_each(|argument| match argument.name.as_deref() {
            None => self.shown(&argument.value),
            Some("sep" | "end" | "flush") => self.value(&argument.value),
            Some("file") => self.output(&argument.value, line),
            Some(_) => Err(Stop::unlisted("prints in a way that is not read", line)),
        })
    }

    /// `json.dump(value, sys.stdout)`
    pub(super) fn dump(&mut self, arguments: &[Argument], line: u32) -> Read<()> {
        let [Argument { name: None, value }, Argument { name: None, value: output }, rest @ ..] = arguments
        else {
            return Err(Stop::unlisted("writes JSON in a way that is not read", line));
        };
        self.value(value)?;
        self.output(output, line)?;
        if rest.iter().any(|argument| !matches!(argument.name.as_deref(), Some("indent" | "sort_keys"))) {
            return Err(Stop::unlisted("writes JSON in a way that is not read", line));
        }
        self.arguments(rest, line)
    }

    fn output(&self, expr: &Expr, line: u32) -> Read<()> {
        match self.whole_item(expr) {
            Some(Item::Output) => Ok(()),
            Some(_) | None => Err(Stop::unlisted("prints to something that is not known", line)),
        }
    }

    /// `isinstance(x, (A, B))`
    pub(super) fn asks(&mut self, arguments: &[Argument], line: u32) -> Read<()> {
        let stop = || Stop::unlisted("asks about a class in a way that is not read", line);
        let [Argument { name: None, value }, Argument { name: None, value: classes }] = arguments else {
            return Err(stop());
        };
        self.value(value)?;
        let classes =
            if let Expr::Group(classes) = classes { classes } else { core::slice::from_ref(classes) };
        let known = classes.iter().all(|class| self.unbound(class).is_some_and(library::is_class));
        if known { Ok(()) } else { Err(stop()) }
    }

    /// `open(…)` and nothing behind it.
    pub(super) fn is_open(&self, expr: &Expr) -> bool {
        let Expr::Post(base, trailers) = expr else { return false };
        let (Some(Trailer::Call(..)), before) = (trailers.last(), trailers.len().saturating_sub(1)) else {
            return false;
        };
        let before = trailers.get(..before).unwrap_or(&[]);
        match self.unbound(base) {
            Some(name) => name == "open" && before.is_empty(),
            None => self.item(base, before) == Some((Item::Open, before.len())),
        }
    }

    /// `open(path, mode, encoding=…, errors=…)`, for reading only.
    pub(super) fn open(&mut self, arguments: &[Argument], line: u32) -> Read<()> {
        let [Argument { name: None, value: path }, rest @ ..] = arguments else {
            return Err(Stop::unlisted("opens a file in a way that is not read", line));
        };
        for (at, argument) in rest.iter().enumerate() {
            let Expr::Text(Some(text)) = &argument.value else {
                return Err(Stop::unlisted("opens a file in a way that is not read", line));
            };
            let known = match argument.name.as_deref() {
                None => at == 0 && library::only_reads(text),
                Some("mode") => library::only_reads(text),
                Some("encoding" | "errors") => library::is_encoding(text),
                Some(_) => false,
            };
            if !known {
                return Err(Stop::unlisted("opens a file for more than reading", line));
            }
        }
        self.value(path)?;
        self.reads(path, line)
    }

    /// The path must be a text that is known before the program runs.
    fn reads(&mut self, path: &Expr, line: u32) -> Read<()> {
        let names = self.names;
        let one = Text::of(path);
        let texts = match (&one, path) {
            (Some(text), _) => core::slice::from_ref(text),
            (None, Expr::Name(name, _)) => match names.get(name) {
                Some(Bound::Value(Some(texts))) => texts.as_slice(),
                Some(Bound::Value(None) | Bound::Import(_) | Bound::Function) | None => {
                    return Err(Stop::path(line));
                }
            },
            (None, _) => return Err(Stop::path(line)),
        };
        texts.iter().try_for_each(|text| self.read(text, line))
    }

    fn read(&mut self, text: &Text, line: u32) -> Read<()> {
        let path = match text {
            Text::Written(path) => path.clone(),
            Text::Argument(index) => {
                let known = index.checked_sub(1).and_then(|at| self.arguments.as_ref()?.get(at)?.clone());
                known.ok_or_else(|| Stop::path(line))?
            }
        };
        // How other letters become the bytes of a name depends on the locale.
        if !path.is_ascii() {
            return Err(Stop::path(line));
        }
        if !self.reads.contains(&path) {
            self.reads.push(path);
        }
        if self.reads.len() > MAX_READS {
            return Err(Stop::syntax("more files than are followed", line));
        }
        Ok(())
    }
}

/// Fields `{}`, `{0}`, `{name}`, with how to show them behind `!` and `:`. Others reach into attributes. A brace that is
/// written twice is not read.
fn has_plain_fields(text: &str) -> bool {
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        let Some((field, after)) = behind.split_once('}') else { return false };
        let name = field.split([':', '!']).next().unwrap_or("");
        let plain = name.bytes().all(|b| b.is_ascii_alphanumeric());
        if before.contains('}') || field.contains('{') || !plain {
            return false;
        }
        rest = after;
    }
    !rest.contains('}')
}
