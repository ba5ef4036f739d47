//! Functions of the lists, and what each may be given.

use super::{Check, Use};
use crate::effect::program::inline::javascript::scope::Kind;
use crate::effect::program::inline::javascript::tree::{Expr, Item, Property};
use crate::effect::program::inline::javascript::{Stop, known, names};
use crate::words::listed;
use alloc::format;

impl<'a> Check<'_, 'a> {
    /// A function of a list.
    pub(super) fn call(&mut self, name: &str, arguments: &[Item<'a>]) -> Result<(), Stop> {
        if listed(names::READS, name) {
            return self.reads_file(name, arguments);
        }
        if listed(names::LOOKS, name) {
            let (first, rest) = first_of(name, arguments)?;
            self.value(first, Use::Spent)?;
            // The names in a directory that is known are judged as `ls` is.
            if name.contains("readdir") || name.contains("readDir") {
                self.touched.reads.extend(known::texts(&self.scopes, first).unwrap_or_default());
            }
            return self.options(name, rest, names::FILE_OPTIONS);
        }
        match name {
            "setTimeout" | "setImmediate" | "queueMicrotask" | "process.nextTick" => {
                let (first, rest) = arguments.split_first().ok_or_else(|| unclear(name))?;
                self.callback(name, first, None, Use::Spent)?;
                self.items(rest, Use::Kept)
            }
            "process.stdin.on" | "process.stdin.once" => match arguments {
                [event, function] if matches!(&event.value, Expr::Text(e) if listed("data end close error readable", e)) => {
                    self.callback(name, function, None, Use::Spent)
                }
                _ => Err(unclear(name)),
            },
            "util.inspect" | "console.dir" | "Deno.inspect" => {
                let (first, rest) = first_of(name, arguments)?;
                self.value(first, Use::Spent)?;
                self.options(name, rest, names::SHOW_OPTIONS)
            }
            "JSON.stringify" => self.stringify(arguments),
            "JSON.parse" | "Array.from" | "Object.groupBy" => self.with_second(name, arguments),
            "Object.create" => match arguments {
                [Item { spread: false, value: Expr::Literal }] => Ok(()),
                _ => Err(unclear(name)),
            },
            "Object.fromEntries" => match arguments {
                [Item { spread: false, value }] if self.has_plain_entries(value) => {
                    self.value(value, Use::Kept)
                }
                _ => Err(Stop::new("puts values that are not certain under names that are not certain")),
            },
            _ => self.plain_call(name, arguments),
        }
    }

    /// A call that computes something of its arguments. An object of options could hold functions that it calls.
    pub(super) fn plain_call(&mut self, name: &str, arguments: &[Item<'a>]) -> Result<(), Stop> {
        const ANY_NUMBER: &str = "path.join path.resolve path.posix.join path.posix.resolve path.win32.join path.win32.resolve \
             String.fromCharCode String.fromCodePoint util.format Array.of Array Date Date.UTC RegExp URL Error TypeError RangeError SyntaxError parseInt \
             Number.parseInt";
        let used = if listed(names::KEEPS, name) { Use::Kept } else { Use::Spent };
        self.items(arguments, used)?;
        let free = listed(ANY_NUMBER, name)
            || ["console.", "Math.", "Object.", "path.", "Buffer."]
                .iter()
                .any(|start| name.starts_with(start));
        // What is compared is not called; what else is given may be.
        let compares = name.starts_with("assert.") && !name.ends_with(".ok") && !name.ends_with(".fail");
        let certain = |(at, argument): (usize, &Item<'a>)| {
            !argument.spread && (at == 0 || (compares && at == 1) || self.is_data(&argument.value))
        };
        if free || arguments.iter().enumerate().all(certain) {
            return Ok(());
        }
        Err(Stop(format!("gives `{name}` a value that is not certain")))
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

    /// `JSON.parse(text)`, `Array.from(list, function)`
    fn with_second(&mut self, name: &str, arguments: &[Item<'a>]) -> Result<(), Stop> {
        let (first, rest) = first_of(name, arguments)?;
        self.value(first, Use::Spent)?;
        match rest {
            [] => Ok(()),
            // What the function gives would lie under names that are not certain.
            [_] if name == "JSON.parse" => Err(unclear(name)),
            [function] => self.callback(name, function, None, Use::Kept),
            [_, _, ..] => Err(unclear(name)),
        }
    }

    fn stringify(&mut self, arguments: &[Item<'a>]) -> Result<(), Stop> {
        let (first, rest) = first_of("JSON.stringify", arguments)?;
        self.value(first, Use::Spent)?;
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
                        listed(allowed, key)
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
}

/// The first argument and those behind it. Spread out, it would be any number of them.
fn first_of<'l, 'a>(name: &str, arguments: &'l [Item<'a>]) -> Result<(&'l Expr<'a>, &'l [Item<'a>]), Stop> {
    match arguments.split_first() {
        Some((Item { spread: false, value }, rest)) => Ok((value, rest)),
        Some(_) | None => Err(unclear(name)),
    }
}

fn unclear(name: &str) -> Stop {
    Stop(format!("calls `{name}` in a way that is not read"))
}
