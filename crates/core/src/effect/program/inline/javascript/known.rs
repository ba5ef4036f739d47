//! Texts that are certain before the program runs: names of files, mostly.

use super::scope::{Kind, Scopes};
use super::tree::{Comes, Expr, Item, Link};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// Most texts that one value may be.
const MOST: usize = 32;

/// Every text that a value can be; `None` when that is not certain.
pub fn texts<'a>(scopes: &Scopes<'_, 'a>, value: &Expr<'a>) -> Option<Vec<String>> {
    match value {
        Expr::Text(text) => Some(vec![text.clone()]),
        Expr::Name("__dirname") if scopes.find("__dirname").is_none() => {
            scopes.ground.folder.clone().map(|folder| vec![folder])
        }
        Expr::Name(name) => match scopes.find(name) {
            Some(Kind::Known(texts)) => Some(texts.clone()),
            Some(
                Kind::Data | Kind::Function | Kind::Module(_) | Kind::Member(..) | Kind::Number | Kind::Fresh,
            )
            | None => None,
        },
        Expr::Template(pieces, values) => template(scopes, pieces, values),
        Expr::Arithmetic(all, Comes::Sum) => sum(scopes, all),
        Expr::Chain(base, links) => called(scopes, base, links),
        Expr::Number(_)
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
        | Expr::Await(_) => None,
    }
}

/// Every text that an element of a list can be: `["a", "b"]`.
pub fn elements<'a>(scopes: &Scopes<'_, 'a>, list: &Expr<'a>) -> Option<Vec<String>> {
    let Expr::Array(items) = list else { return None };
    let mut all = Vec::new();
    for item in items {
        if item.spread {
            return None;
        }
        all.extend(texts(scopes, &item.value)?);
    }
    (all.len() <= MOST).then_some(all)
}

fn template<'a>(scopes: &Scopes<'_, 'a>, pieces: &[String], values: &[Expr<'a>]) -> Option<Vec<String>> {
    let (first, rest) = pieces.split_first()?;
    let mut all = vec![first.clone()];
    for (value, piece) in values.iter().zip(rest) {
        all = product(&all, &texts(scopes, value)?)?;
        all.iter_mut().for_each(|text| text.push_str(piece));
    }
    Some(all)
}

fn sum<'a>(scopes: &Scopes<'_, 'a>, all: &[Expr<'a>]) -> Option<Vec<String>> {
    all.iter().try_fold(vec![String::new()], |joined, part| product(&joined, &texts(scopes, part)?))
}

fn product(left: &[String], right: &[String]) -> Option<Vec<String>> {
    if left.len().saturating_mul(right.len()) > MOST {
        return None;
    }
    let join = |a: &String, b: &String| {
        let mut text = a.clone();
        text.push_str(b);
        text
    };
    Some(left.iter().flat_map(|a| right.iter().map(move |b| join(a, b))).collect())
}

/// `path.join(…)`, `path.resolve(…)`, `process.argv[2]`
fn called<'a>(scopes: &Scopes<'_, 'a>, base: &Expr<'a>, links: &[Link<'a>]) -> Option<Vec<String>> {
    let Expr::Name(name) = base else { return None };
    match (scopes.find(name), links) {
        (Some(Kind::Module(library)), [Link::Named(function), Link::Call(arguments)])
            if library.name == "path" =>
        {
            paths(scopes, function, arguments)
        }
        (Some(Kind::Member(library, function)), [Link::Call(arguments)]) if library.name == "path" => {
            paths(scopes, function, arguments)
        }
        (None, [Link::Named(function), Link::Call(arguments)])
            if *name == "path" && scopes.ground.modules_are_globals =>
        {
            paths(scopes, function, arguments)
        }
        (None, [Link::Named(argv), Link::Computed(Expr::Number(Some(at)))])
            if *name == "process" && argv == "argv" =>
        {
            let argument = scopes.ground.argv.get(*at).cloned().flatten()?;
            scopes.ground.argv_relied_on.set(true);
            Some(vec![argument])
        }
        (None | Some(_), _) => None,
    }
}

/// Not with `..` in it: these take a name away, and the kernel follows links.
fn paths<'a>(scopes: &Scopes<'_, 'a>, function: &str, arguments: &[Item<'a>]) -> Option<Vec<String>> {
    let restarts = match function {
        "join" => false,
        "resolve" => true,
        _ => return None,
    };
    let mut all = vec![String::new()];
    for argument in arguments {
        let parts = if argument.spread { None } else { texts(scopes, &argument.value) }?;
        if parts.iter().any(|part| part.split('/').any(|step| step == "..")) {
            return None;
        }
        if restarts && parts.iter().any(|part| part.starts_with('/')) {
            all = parts.iter().all(|part| part.starts_with('/')).then_some(parts)?;
            continue;
        }
        if all.iter().any(|text| !text.is_empty()) {
            all.iter_mut().for_each(|text| text.push('/'));
        }
        all = product(&all, &parts)?;
    }
    all.iter().all(|path| !path.is_empty()).then_some(all)
}

/// The first parameter of a function given to `["a", "b"].map(…)`.
pub fn first_parameter<'a>(
    scopes: &Scopes<'_, 'a>,
    base: &Expr<'a>,
    links: &[Link<'a>],
) -> Option<Vec<String>> {
    match links {
        [Link::Named(method), Link::Call(arguments), ..]
            if sees_no_list(arguments)
                && matches!(
                    method.as_str(),
                    "map" | "forEach" | "filter" | "flatMap" | "some" | "every" | "find"
                ) =>
        {
            elements(scopes, base)
        }
        _ => None,
    }
}

/// The third parameter of such a function is the list itself, whose elements it could change.
fn sees_no_list(arguments: &[Item<'_>]) -> bool {
    let [Item { spread: false, value: Expr::Function(function) }] = arguments else { return false };
    function.params.len() < 3 && function.params.iter().all(|param| !param.rest)
}

/// A text for messages.
pub fn shown(value: &Expr<'_>) -> String {
    if let Expr::Text(text) = value { text.clone() } else { "…".to_string() }
}
