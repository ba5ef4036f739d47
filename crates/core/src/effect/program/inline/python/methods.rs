//! Methods and attributes of values.

use super::judge::Judge;
use super::library;
use super::paths::{absolute, below, expanded, found_in, parent};
use super::stop::{Read, Stop};
use super::syntax::{Argument, Expr};
use super::value::{Known, Spot, climbs};
use crate::words::listed;
use alloc::format;

impl Judge<'_> {
    /// A method of a value; `literal` is the text it is called on, where that is written out.
    pub(super) fn method(
        &mut self,
        (value, literal): (Known, Option<&str>),
        name: &str,
        arguments: &[Argument],
        line: u32,
    ) -> Read<Known> {
        match name {
            "format" => self.format_method(literal, arguments, line),
            "replace" => self.replace(&value, arguments, line),
            "copy" if arguments.is_empty() => Ok(Known::Any),
            "read" => self.read_method(arguments, line),
            "read_text" | "read_bytes" => {
                self.arguments(arguments)?;
                self.opens(&value, line)?;
                Ok(Known::Plain)
            }
            "open" => {
                self.only_reads(arguments, line)?;
                self.opens(&value, line)?;
                Ok(Known::Any)
            }
            "join" => self.looked_all(arguments).map(|_| Known::Plain),
            "glob" | "rglob" => self.glob_method(&value, name == "rglob", arguments),
            "iterdir" if arguments.is_empty() => Ok(Known::each(value.mapped(below))),
            "joinpath" => {
                let behind = self.join(arguments, true)?;
                Ok(if arguments.is_empty() { value } else { value.joined(&behind).turned(true) })
            }
            "resolve" => {
                self.arguments(arguments)?;
                Ok(self.real(&value))
            }
            "absolute" if arguments.is_empty() => {
                let cwd = self.setting.cwd.clone();
                Ok(value.mapped(|spot| absolute(spot, cwd.as_deref())))
            }
            "expanduser" if arguments.is_empty() => {
                Ok(value.mapped(|spot| expanded(spot, &self.setting.home)))
            }
            "as_posix" if arguments.is_empty() && value.paths().is_some() => Ok(value.turned(false)),
            name if library::is_harmless_attribute(name) => {
                self.arguments(arguments)?;
                Ok(result_of(name))
            }
            name => Err(Stop::unknown("calls", &format!(".{name}"), line)),
        }
    }

    /// Fields of a format may reach into what they show: only those written out are read.
    fn format_method(&mut self, literal: Option<&str>, arguments: &[Argument], line: u32) -> Read<Known> {
        if !literal.is_some_and(has_plain_fields) {
            return Err(Stop::unknown("calls", ".format", line));
        }
        self.looked_all(arguments)?;
        Ok(Known::Plain)
    }

    /// Of a text it makes another; of a path it would overwrite a file.
    fn replace(&mut self, value: &Known, arguments: &[Argument], line: u32) -> Read<Known> {
        if self.names.imports("pathlib") && !value.is_no_path_object() {
            return Err(Stop::unlisted("calls `.replace` on what may be a path", line));
        }
        self.arguments(arguments)?;
        Ok(if *value == Known::Any { Known::Any } else { Known::Plain })
    }

    /// Of a file it takes a size; of a `ConfigParser` the files to read.
    fn read_method(&mut self, arguments: &[Argument], line: u32) -> Read<Known> {
        let parser = self.names.imports("configparser");
        for argument in arguments {
            let value = self.looked(&argument.value)?;
            let size = matches!(argument.value, Expr::Number(_))
                || argument.name.as_ref().is_some_and(|name| name == "encoding");
            if parser && !size {
                let paths =
                    if let Known::Each(_) | Known::Tuple(_) = value { value.element() } else { value };
                self.opens(&paths, line)?;
            }
        }
        Ok(if parser { Known::Any } else { Known::Plain })
    }

    fn glob_method(&mut self, value: &Known, deep: bool, arguments: &[Argument]) -> Read<Known> {
        self.arguments(arguments)?;
        match arguments {
            [Argument { name: None, star: false, value: Expr::Text(Some(pattern)) }]
                if !climbs(pattern) && !pattern.starts_with('/') =>
            {
                let find = self.find_secret;
                let pattern = if deep { format!("**/{pattern}") } else { pattern.clone() };
                Ok(Known::each(value.mapped(|spot| match spot {
                    Spot::At(dir) => Some(found_in(dir, &pattern, true, find)),
                    Spot::Below(_) | Spot::BelowSlash(_) | Spot::Among(_) | Spot::Bare => below(spot),
                })))
            }
            _ => Ok(Known::Any),
        }
    }

    /// An attribute that is not called.
    pub(super) fn attribute(&mut self, value: Known, name: &str, line: u32) -> Read<Known> {
        match name {
            "__name__" => Ok(Known::Plain),
            "parent" => Ok(value.mapped(parent)),
            "name" | "stem" | "suffix" if value.paths().is_some() => Ok(Known::Plain),
            name if library::is_harmless_attribute(name) => Ok(Known::Any),
            name => Err(Stop::unknown("uses", &format!(".{name}"), line)),
        }
    }
}

/// Fields `{}`, `{0}`, `{name}`, with how to show them behind `!` and `:`. Others reach into attributes.
fn has_plain_fields(text: &str) -> bool {
    let text = text.replace("{{", "").replace("}}", "");
    let mut rest = text.as_str();
    while let Some((before, behind)) = rest.split_once('{') {
        let Some((field, after)) = behind.split_once('}') else { return false };
        let name = field.split([':', '!']).next().unwrap_or("");
        let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') && !name.starts_with('_');
        if before.contains('}') || field.contains('{') || !plain {
            return false;
        }
        rest = after;
    }
    !rest.contains('}')
}

/// What methods give that only texts, or files, have.
fn result_of(name: &str) -> Known {
    const TEXTS: &str = "strip lstrip rstrip lower upper title capitalize casefold removeprefix removesuffix zfill ljust rjust \
        center decode encode isoformat strftime hexdigest digest readline getvalue swapcase expandtabs translate hex \
        startswith endswith isdigit isalpha isalnum isspace find rfind exists is_file is_dir total_seconds timestamp";
    match name {
        "split" | "rsplit" | "splitlines" | "readlines" => Known::each(Known::Plain),
        name if listed(TEXTS, name) => Known::Plain,
        _ => Known::Any,
    }
}
