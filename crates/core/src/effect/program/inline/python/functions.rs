//! Functions that need a look at what they are given: they open files, name files, or show things.

use super::judge::Judge;
use super::library::{self, Special};
use super::paths::{below, expanded, matched, normal, parent_text};
use super::stop::{Read, Stop};
use super::syntax::{Argument, Expr, Trailer};
use super::value::{Known, Spot};
use crate::effect::place;
use alloc::format;
use alloc::vec::Vec;

/// Modes of `open` that only read.
const READING: &[&str] = &["r", "rb", "rt", "br", "tr"];

impl Judge<'_> {
    /// A special function called in place; with how many trailers it took.
    pub(super) fn special(
        &mut self,
        special: Special,
        name: &str,
        arguments: &[Argument],
        line: u32,
        behind: Option<&Trailer>,
    ) -> Read<(Known, usize)> {
        if special == Special::Type {
            return self.class_of(arguments, line, behind);
        }
        Ok((self.function(special, name, arguments, line)?, 1))
    }

    fn class_of(
        &mut self,
        arguments: &[Argument],
        line: u32,
        behind: Option<&Trailer>,
    ) -> Read<(Known, usize)> {
        let [Argument { name: None, star: false, value }] = arguments else {
            return Err(Stop::unlisted("makes a class with `type`", line));
        };
        self.looked(value)?;
        match behind {
            Some(Trailer::Attr(name, _)) if name == "__name__" => Ok((Known::Plain, 2)),
            Some(Trailer::Attr(..) | Trailer::Call(..) | Trailer::Index(_) | Trailer::Slice(_)) => {
                Err(Stop::unlisted("uses a class that `type` gave", line))
            }
            None => Ok((Known::Class, 1)),
        }
    }

    fn function(&mut self, special: Special, name: &str, arguments: &[Argument], line: u32) -> Read<Known> {
        let plain = arguments.iter().all(|argument| !argument.star && argument.name.is_none());
        match special {
            Special::Open => self.open(arguments, line),
            Special::Looks => self.look(arguments).map(|_| Known::Any),
            Special::Lists => {
                self.look(arguments)?;
                Ok(Known::each(Known::spots(Vec::from([Spot::Bare]), false)))
            }
            Special::Walks => self.walk_from(arguments, line).map(|_| Known::Any),
            Special::Globs => self.glob(arguments),
            Special::Joins | Special::Path => self.join(arguments, special == Special::Path),
            Special::Parent => Ok(self.changed(arguments)?.mapped(parent_text)),
            Special::Normal => {
                let cwd = self.setting.cwd.clone();
                Ok(self.changed(arguments)?.mapped(|spot| normal(spot, cwd.as_deref())))
            }
            Special::Real => {
                let value = self.changed(arguments)?;
                Ok(self.real(&value))
            }
            Special::Home => Ok(self.changed(arguments)?.mapped(|spot| expanded(spot, &self.setting.home))),
            Special::Here => {
                self.arguments(arguments)?;
                Ok(self.here().turned(name.starts_with("pathlib")))
            }
            Special::HomePath => {
                self.arguments(arguments)?;
                Ok(Known::text(&self.setting.home).turned(true))
            }
            Special::Variable => {
                self.variable(arguments.first().map(|argument| &argument.value), line)?;
                self.arguments(arguments)?;
                Ok(Known::Plain)
            }
            Special::Prints => self.print(name, arguments, line),
            Special::Same => match arguments {
                [] => Ok(Known::each(Known::Nothing)),
                [_, rest @ ..] if rest.iter().all(|argument| argument.name.is_some()) => {
                    let value = self.looked_all(arguments)?;
                    Ok(Known::each(value.into_iter().next().unwrap_or(Known::Any).element()))
                }
                _ => self.looked_all(arguments).map(|_| Known::Any),
            },
            Special::Counts => {
                let value = self.looked_all(arguments)?.into_iter().next().unwrap_or(Known::Any);
                Ok(Known::each(Known::tuple(Vec::from([Known::Plain, value.element()]))))
            }
            Special::Zips if plain => {
                let values = self.looked_all(arguments)?;
                Ok(Known::each(Known::tuple(values.into_iter().map(Known::element).collect())))
            }
            Special::Picks => self.pick(name, arguments, line),
            Special::Shows => self.show(name, arguments),
            Special::Asks => self.asks(arguments, line),
            Special::Has => self.has(arguments, line),
            // Values, and what is answered before.
            Special::Zips
            | Special::Environment
            | Special::Arguments
            | Special::SearchPath
            | Special::Output
            | Special::Type => {
                self.arguments(arguments)?;
                Ok(Known::Any)
            }
        }
    }

    /// `open(path, mode)`, for reading only.
    fn open(&mut self, arguments: &[Argument], line: u32) -> Read<Known> {
        let (path, rest) = match arguments {
            [first, rest @ ..] if !first.star && first.name.as_ref().is_none_or(|name| name == "file") => {
                (&first.value, rest)
            }
            _ => return Err(Stop::unlisted("opens a file in a way that is not read", line)),
        };
        self.only_reads(rest, line)?;
        if *path != Expr::Number(Some(0)) {
            let path = self.eval(path)?;
            self.opens(&path, line)?;
        }
        Ok(Known::Any)
    }

    /// The mode and what else stands behind the path.
    pub(super) fn only_reads(&mut self, rest: &[Argument], line: u32) -> Read<()> {
        for (at, argument) in rest.iter().enumerate() {
            let name = match (&argument.name, at, argument.star) {
                (Some(name), _, false) => name.as_str(),
                (None, 0, false) => "mode",
                (_, _, _) => "",
            };
            match (name, &argument.value) {
                ("mode", Expr::Text(Some(mode))) if READING.contains(&mode.as_str()) => {}
                ("encoding" | "errors" | "newline", value) => self.eval(value).map(drop)?,
                ("mode", _) => return Err(Stop::unlisted("opens a file for more than reading", line)),
                (_, _) => return Err(Stop::unlisted("opens a file in a way that is not read", line)),
            }
        }
        Ok(())
    }

    /// The one argument of a function that changes a path.
    fn changed(&mut self, arguments: &[Argument]) -> Read<Known> {
        match arguments {
            [Argument { star: false, value, .. }] => Ok(self.eval(value)?.turned(false)),
            _ => self.arguments(arguments).map(|()| Known::Any),
        }
    }

    /// Names, sizes and times: no more than a listing shows.
    fn look(&mut self, arguments: &[Argument]) -> Read<()> {
        for argument in arguments {
            let value = self.eval(&argument.value)?;
            if let Some(paths) = value.paths() {
                self.looks_at(paths, false);
            }
        }
        Ok(())
    }

    /// Where `os.walk` may lead.
    pub(super) fn walk_from(&mut self, arguments: &[Argument], line: u32) -> Read<Known> {
        self.look(arguments)?;
        match arguments {
            [Argument { name: None, star: false, value }] => {
                Ok(self.eval(value)?.mapped(below).turned(false))
            }
            _ => Err(Stop::unlisted("walks in a way that is not read", line)),
        }
    }

    /// Names that match a pattern lie below what stands before its first sign.
    fn glob(&mut self, arguments: &[Argument]) -> Read<Known> {
        self.arguments(arguments)?;
        let [Argument { name: None, star: false, value }, rest @ ..] = arguments else {
            return Ok(Known::Any);
        };
        let elsewhere = |argument: &Argument| {
            argument.star
                || !argument.name.as_ref().is_some_and(|name| name == "recursive" || name == "include_hidden")
        };
        if rest.iter().any(elsewhere) {
            return Ok(Known::Any);
        }
        let (find, hidden) = (self.find_secret, !rest.is_empty());
        Ok(Known::each(self.eval(value)?.mapped(|spot| matched(spot, hidden, find)).turned(false)))
    }

    pub(super) fn join(&mut self, arguments: &[Argument], object: bool) -> Read<Known> {
        let mut whole: Option<Known> = None;
        for argument in arguments {
            let value = self.eval(&argument.value)?;
            let value = if argument.star || argument.name.is_some() { Known::Any } else { value };
            whole = Some(match whole {
                None => value,
                Some(whole) => whole.joined(&value),
            });
        }
        let whole = whole.unwrap_or_else(|| Known::text("."));
        let known = whole == Known::Nothing || whole.paths().is_some();
        Ok(if known { whole.turned(object) } else { Known::Any })
    }

    pub(super) fn real(&self, value: &Known) -> Known {
        let cwd = self.setting.cwd.as_deref();
        value.mapped(|spot| match spot {
            Spot::At(path) => (self.resolve)(&place::join(cwd?, path)).map(Spot::At),
            Spot::Below(_) | Spot::BelowSlash(_) | Spot::Among(_) | Spot::Bare => Some(spot.clone()),
        })
    }

    fn here(&self) -> Known {
        self.setting.cwd.as_ref().map_or(Known::Any, |cwd| Known::text(cwd))
    }

    /// Whatever prints does so to standard output or standard error.
    fn print(&mut self, name: &str, arguments: &[Argument], line: u32) -> Read<Known> {
        let place = match name {
            "json.dump" | "pprint.pprint" | "pprint.pp" => Some(1),
            "csv.writer" | "csv.DictWriter" => Some(0),
            "traceback.print_exc" => Some(1),
            _ => None,
        };
        let names: &[&str] = &["file", "fp", "stream", "f", "csvfile", "fileobj"];
        let unknown = || Stop::unlisted(&format!("lets `{name}` write to something that is not known"), line);
        for (at, argument) in arguments.iter().enumerate() {
            let named = argument.name.as_ref().is_some_and(|name| names.contains(&name.as_str()));
            let stream = named || (argument.name.is_none() && place == Some(at));
            // What a list or a mapping holds may be a place to write to; of a list `print` only shows it.
            let hides = argument.star && (name != "print" || argument.name.is_some());
            match (stream, self.is_output(&argument.value)) {
                (_, _) if hides => return Err(unknown()),
                (true, true) => self.see(&argument.value),
                (true, false) => return Err(unknown()),
                (false, _) => self.looked(&argument.value).map(drop)?,
            }
        }
        Ok(if name.starts_with("csv.") { Known::Any } else { Known::Plain })
    }

    /// `sys.stdout`, `sys.stderr`
    fn is_output(&self, value: &Expr) -> bool {
        let output = Some(library::Item::Special(Special::Output));
        self.whole_name(value).is_some_and(|name| library::item(&name) == output)
    }

    pub(super) fn looked_all(&mut self, arguments: &[Argument]) -> Read<Vec<Known>> {
        let mut all = Vec::new();
        for argument in arguments {
            let value = self.looked(&argument.value)?;
            all.push(if argument.star { Known::Any } else { value });
        }
        Ok(all)
    }

    fn pick(&mut self, name: &str, arguments: &[Argument], line: u32) -> Read<Known> {
        let count = arguments.iter().filter(|argument| argument.name.is_none()).count();
        let spread = arguments.iter().any(|argument| argument.star);
        if !spread && (count == 1 || name == "next") {
            let values = self.looked_all(arguments)?;
            if values.contains(&Known::Class) {
                return Err(Stop::unlisted("passes on a class that `type` gave", line));
            }
            let mut values = values.into_iter();
            let picked = values.next().unwrap_or(Known::Any).element();
            let named = arguments.iter().skip(1).zip(values);
            let fallback =
                named.filter(|(argument, _)| argument.name.as_ref().is_none_or(|name| name == "default"));
            return Ok(fallback.fold(picked, |known, (_, value)| known.join(value.kept())));
        }
        self.arguments(arguments)?;
        Ok(Known::Any)
    }

    fn show(&mut self, name: &str, arguments: &[Argument]) -> Read<Known> {
        let shown = self.looked_all(arguments)?;
        Ok(match (name, shown.as_slice()) {
            ("str", [only @ Known::Paths(_)]) => only.clone().turned(false),
            ("str", [Known::Nothing]) => Known::Nothing,
            (_, _) => Known::Plain,
        })
    }
}
