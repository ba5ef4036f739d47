//! What a hook does: a command line, a program, a request.

use super::address;
use super::node::{Field, field};
use super::sheet::Sheet;
use crate::hook::{Action, Dialect, Http, Method, Shell};
use crate::policy::problem::{At, suggest};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Kinds of handlers that hosts have and this engine cannot run.
const UNSUPPORTED: &[&str] = &["prompt", "agent", "mcp_tool"];

const SHELLS: &[(&str, Option<Shell>)] =
    &[("bash", Some(Shell::Bash)), ("sh", Some(Shell::Sh)), ("powershell", None)];

/// The handler of a host: `type` says what it is, `args` makes a program of a command line.
pub fn handler(sheet: &mut Sheet<'_>, at: At, fields: &[Field], dialect: Dialect) -> Option<Action> {
    let has = |key: &str| field(fields, key).is_some();
    let kind = match field(fields, "type") {
        Some(kind) => sheet.text(kind)?,
        None if has("url") && !has("command") => "http",
        None => "command",
    };
    match kind {
        "command" if has("args") => exec(sheet, at, fields, "command"),
        "command" => shell(sheet, at, fields),
        "http" => http(sheet, at, fields, dialect),
        kind if UNSUPPORTED.contains(&kind) => {
            sheet.note(at, format!("a hook of type `{kind}` cannot run here: it counts as one that failed"));
            Some(Action::Unsupported { kind: kind.into() })
        }
        kind => unknown(sheet, fields, kind, &["command", "http", "prompt", "agent", "mcp_tool"]),
    }
}

/// Fields of the `action` of a TOML `[[hooks]]`.
const ACTION: &[&str] =
    &["type", "command", "shell", "program", "args", "url", "method", "headers", "allowed_env"];

/// The `action` of a TOML `[[hooks]]`.
pub fn action(sheet: &mut Sheet<'_>, action: &Field, dialect: Dialect) -> Option<Action> {
    let fields = sheet.table("action", &action.node)?;
    sheet.only(fields, ACTION);
    let at = action.node.at;
    let Some(kind) = field(fields, "type") else {
        sheet.problem(at, "an `action` needs a `type`: `shell`, `exec` or `http`");
        return None;
    };
    match sheet.text(kind)? {
        "shell" => shell(sheet, at, fields),
        "exec" => exec(sheet, at, fields, "program"),
        "http" => http(sheet, at, fields, dialect),
        kind => unknown(sheet, fields, kind, &["shell", "exec", "http"]),
    }
}

fn unknown(sheet: &mut Sheet<'_>, fields: &[Field], kind: &str, known: &[&str]) -> Option<Action> {
    let at = field(fields, "type").map(|field| field.node.at).unwrap_or_default();
    sheet.problem(at, format!("there is no hook of type `{kind}`{}", suggest(kind, known.iter().copied())));
    None
}

fn shell(sheet: &mut Sheet<'_>, at: At, fields: &[Field]) -> Option<Action> {
    let command = needed(sheet, at, fields, "command")?;
    let shell = field(fields, "shell").and_then(|named| {
        let shell = sheet.word(named, SHELLS)?;
        if shell.is_none() {
            sheet.problem(named.node.at, "`powershell` is not supported");
        }
        shell
    });
    Some(Action::Shell { command, shell })
}

fn exec(sheet: &mut Sheet<'_>, at: At, fields: &[Field], key: &str) -> Option<Action> {
    if let Some(shell) = field(fields, "shell") {
        sheet.note(shell.at, "no shell reads a hook with `args`: `shell` means nothing");
    }
    let program = needed(sheet, at, fields, key)?;
    let args = field(fields, "args").map_or_else(Vec::new, |args| sheet.texts(args));
    Some(Action::Exec { program, args })
}

fn http(sheet: &mut Sheet<'_>, at: At, fields: &[Field], dialect: Dialect) -> Option<Action> {
    let url = needed(sheet, at, fields, "url")?;
    if let Err(why) = address::check(&url) {
        let at = field(fields, "url").map_or(at, |field| field.node.at);
        sheet.problem(at, format!("no request can be sent to `{url}`: {why}"));
    }
    let method = field(fields, "method").and_then(|named| method(sheet, named, dialect));
    let headers = field(fields, "headers").map(|headers| sheet.pairs(headers, header));
    let allowed = field(fields, "allowedEnvVars").or_else(|| field(fields, "allowed_env"));
    let allowed_env = allowed.map(|allowed| sheet.texts(allowed)).unwrap_or_default();
    let (method, headers) = (method.unwrap_or(Method::Post), headers.unwrap_or_default());
    Some(Action::Http(Http { url, method, headers, allowed_env }))
}

fn needed(sheet: &mut Sheet<'_>, at: At, fields: &[Field], key: &str) -> Option<String> {
    match field(fields, key) {
        Some(field) => sheet.filled(field).map(ToString::to_string),
        None => {
            sheet.problem(at, format!("a hook of this type needs a `{key}`"));
            None
        }
    }
}

/// agent-code posts whatever is not `GET`.
fn method(sheet: &mut Sheet<'_>, named: &Field, dialect: Dialect) -> Option<Method> {
    let text = sheet.text(named)?;
    match text.to_ascii_uppercase().as_str() {
        "GET" => Some(Method::Get),
        "POST" => Some(Method::Post),
        _ if dialect == Dialect::AgentCode => {
            sheet.note(named.node.at, format!("`method` `{text}` is sent as `POST`"));
            Some(Method::Post)
        }
        _ => {
            sheet.problem(named.node.at, format!("`method` cannot be `{text}`; possible: GET, POST"));
            None
        }
    }
}

/// A header that stays one header.
fn header(name: &str, value: &str) -> bool {
    let token = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
    !name.is_empty() && name.bytes().all(token) && !value.chars().any(|c| c.is_control() && c != '\t')
}
