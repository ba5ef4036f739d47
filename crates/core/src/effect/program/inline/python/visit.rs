//! Every expression of a program, wherever it stands.

use super::syntax::{Expr, Kind, Loop, Param, Part, Stmt, Trailer};

/// Goes through all expressions of `body`, outer ones first, until `found` says so.
pub fn find<'t>(body: &'t [Stmt], found: &mut impl FnMut(&'t Expr) -> bool) -> Option<&'t Expr> {
    body.iter().find_map(|stmt| in_kind(&stmt.kind, found))
}

fn in_kind<'t>(kind: &'t Kind, found: &mut impl FnMut(&'t Expr) -> bool) -> Option<&'t Expr> {
    match kind {
        Kind::Expr(value) => in_expr(value, found),
        Kind::Assign(targets, value) => in_all(targets, found).or_else(|| in_expr(value, found)),
        Kind::Augment(target, _, value) => in_expr(target, found).or_else(|| in_expr(value, found)),
        Kind::Annotate(target, annotation, value) => {
            [target, annotation].into_iter().chain(value).find_map(|part| in_expr(part, found))
        }
        Kind::Import(_) | Kind::From(..) | Kind::Nothing => None,
        Kind::If(arms, otherwise) => arms
            .iter()
            .find_map(|(condition, body)| in_expr(condition, found).or_else(|| find(body, found)))
            .or_else(|| find(otherwise, found)),
        Kind::While(condition, body, otherwise) => {
            in_expr(condition, found).or_else(|| find(body, found)).or_else(|| find(otherwise, found))
        }
        Kind::For(each, body, otherwise) => {
            in_loop(each, found).or_else(|| find(body, found)).or_else(|| find(otherwise, found))
        }
        Kind::With(items, body) => items
            .iter()
            .find_map(|(item, bound)| {
                in_expr(item, found).or_else(|| bound.as_ref().and_then(|bound| in_expr(bound, found)))
            })
            .or_else(|| find(body, found)),
        Kind::Try(body, handlers, others) => find(body, found)
            .or_else(|| {
                handlers.iter().find_map(|handler| {
                    handler
                        .caught
                        .as_ref()
                        .and_then(|caught| in_expr(caught, found))
                        .or_else(|| find(&handler.body, found))
                })
            })
            .or_else(|| others.iter().find_map(|block| find(block, found))),
        Kind::Def(def) => in_params(&def.params, found)
            .or_else(|| in_all(&def.decorators, found))
            .or_else(|| def.returns.as_ref().and_then(|returns| in_expr(returns, found)))
            .or_else(|| find(&def.body, found)),
        Kind::Return(value) => value.as_ref().and_then(|value| in_expr(value, found)),
        Kind::Check(all) | Kind::Del(all) => in_all(all, found),
    }
}

fn in_all<'t>(all: &'t [Expr], found: &mut impl FnMut(&'t Expr) -> bool) -> Option<&'t Expr> {
    all.iter().find_map(|expr| in_expr(expr, found))
}

fn in_loop<'t>(each: &'t Loop, found: &mut impl FnMut(&'t Expr) -> bool) -> Option<&'t Expr> {
    [&each.target, &each.iter].into_iter().chain(&each.conditions).find_map(|part| in_expr(part, found))
}

fn in_params<'t>(params: &'t [Param], found: &mut impl FnMut(&'t Expr) -> bool) -> Option<&'t Expr> {
    let parts = params.iter().flat_map(|param| param.default.iter().chain(&param.annotation));
    parts.into_iter().find_map(|part| in_expr(part, found))
}

fn in_parts<'t>(parts: &'t [Part], found: &mut impl FnMut(&'t Expr) -> bool) -> Option<&'t Expr> {
    parts.iter().find_map(|part| match part {
        Part::Text(_) => None,
        Part::Field(value, spec, _) => in_expr(value, found).or_else(|| in_parts(spec, found)),
    })
}

fn in_trailer<'t>(trailer: &'t Trailer, found: &mut impl FnMut(&'t Expr) -> bool) -> Option<&'t Expr> {
    match trailer {
        Trailer::Attr(..) => None,
        Trailer::Call(arguments, _) => arguments.iter().find_map(|argument| in_expr(&argument.value, found)),
        Trailer::Index(index) => in_expr(index, found),
        Trailer::Slice(parts) => in_all(parts, found),
    }
}

fn in_expr<'t>(expr: &'t Expr, found: &mut impl FnMut(&'t Expr) -> bool) -> Option<&'t Expr> {
    if found(expr) {
        return Some(expr);
    }
    match expr {
        Expr::Text(_) | Expr::Number(_) | Expr::Constant | Expr::Name(..) => None,
        Expr::Format(parts) => in_parts(parts, found),
        Expr::Tuple(items) | Expr::List(items) | Expr::Bag(items) => in_all(items, found),
        Expr::Each { elements, loops, .. } => {
            in_all(elements, found).or_else(|| loops.iter().find_map(|each| in_loop(each, found)))
        }
        Expr::Lambda(params, body) => in_params(params, found).or_else(|| in_expr(body, found)),
        Expr::Choice(three) => in_all(three.as_slice(), found),
        Expr::Unary(inner) | Expr::Star(inner) => in_expr(inner, found),
        Expr::Chain(first, rest) => {
            in_expr(first, found).or_else(|| rest.iter().find_map(|(_, part)| in_expr(part, found)))
        }
        Expr::Post(base, trailers) => {
            in_expr(base, found).or_else(|| trailers.iter().find_map(|trailer| in_trailer(trailer, found)))
        }
        Expr::Walrus(_, value, _) => in_expr(value, found),
        Expr::Yield(value) => value.as_ref().and_then(|value| in_expr(value, found)),
    }
}
