//! A hook's headers, with the variables that they may show.

use mastiff_core::hook::Http;
use std::env::VarError;

/// Headers that say where a body ends. If a configuration set them, a server could read another request than was sent.
const FRAMING: &[&str] =
    &["content-length", "transfer-encoding", "connection", "expect", "trailer", "upgrade"];

/// The headers to send; or why nothing may be sent. Values never stand in a reason: they hold secrets.
pub fn headers(http: &Http, env: &[(String, String)]) -> Result<Vec<(String, String)>, String> {
    http.headers
        .iter()
        .map(|(name, value)| header(name, &interpolated(value, &http.allowed_env, env)?))
        .collect()
}

fn header(name: &str, value: &str) -> Result<(String, String), String> {
    if FRAMING.contains(&name.to_ascii_lowercase().as_str()) {
        return Err(format!("the header `{name}` is not for a hook to set"));
    }
    if value.chars().any(|c| c.is_control() && c != '\t') {
        return Err(format!(
            "the value of the header `{name}` holds a line break or another control character"
        ));
    }
    Ok((name.to_owned(), value.to_owned()))
}

/// A dollar that no name follows is a dollar.
fn interpolated(mut text: &str, allowed: &[String], env: &[(String, String)]) -> Result<String, String> {
    let mut out = String::new();
    while let Some((before, after)) = text.split_once('$') {
        out.push_str(before);
        text = match variable(after) {
            Some((name, rest)) => {
                out.push_str(&value(name, allowed, env)?);
                rest
            }
            None => {
                out.push('$');
                after
            }
        };
    }
    Ok(out + text)
}

/// The name at the beginning, in braces or bare, and what comes behind it.
fn variable(text: &str) -> Option<(&str, &str)> {
    match text.strip_prefix('{') {
        Some(inside) => inside
            .split_once('}')
            .filter(|(name, _)| split_name(name).is_some_and(|(_, rest)| rest.is_empty())),
        None => split_name(text),
    }
}

fn split_name(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    let (name, rest) = text.split_at_checked(end)?;
    let first = name.chars().next()?;
    (!first.is_ascii_digit()).then_some((name, rest))
}

/// As in a hook's environment: its own variables, the last of equal names, then those of this process. One that is not
/// allowed reads as empty. One that is and is not set is a failure: a request without its token is not what was meant.
fn value(name: &str, allowed: &[String], env: &[(String, String)]) -> Result<String, String> {
    if !allowed.iter().any(|allowed| allowed == name) {
        return Ok(String::new());
    }
    let own = env.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.clone());
    match own.map_or_else(|| std::env::var(name), Ok) {
        Ok(value) => Ok(value),
        Err(VarError::NotPresent) => Err(format!("the variable `{name}` is not set")),
        Err(VarError::NotUnicode(_)) => Err(format!("the variable `{name}` holds no text")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_allowed_variables_show() {
        let env = [("TOKEN", "old"), ("TOKEN", "t0k"), ("SECRET", "s3c"), ("B_1", "$TOKEN")];
        let env: Vec<_> = env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let allowed: Vec<_> = ["TOKEN", "B_1", "PATH", "MASTIFF_UNSET"].map(str::to_owned).into();
        for (text, expected) in [
            ("Bearer $TOKEN", "Bearer t0k"),
            ("Bearer ${TOKEN}", "Bearer t0k"),
            ("$TOKEN$TOKEN/${TOKEN}x", "t0kt0k/t0kx"),
            ("$SECRET", ""),
            ("a${SECRET}b", "ab"),
            ("$TOKENS", ""),
            ("$TOKEN-$B_1", "t0k-$TOKEN"),
            ("5$", "5$"),
            ("$$TOKEN", "$t0k"),
            ("$1 ${1}", "$1 ${1}"),
            ("${TOKEN", "${TOKEN"),
            ("${}", "${}"),
            ("${TOKEN:-x}", "${TOKEN:-x}"),
            ("é$TOKENé", "ét0ké"),
            ("$HOME", ""),
            ("", ""),
        ] {
            assert_eq!(interpolated(text, &allowed, &env).as_deref(), Ok(expected), "{text}");
        }
        assert_eq!(interpolated("$PATH", &allowed, &env).ok(), std::env::var("PATH").ok());
        let unset = interpolated("Bearer $MASTIFF_UNSET", &allowed, &env);
        assert_eq!(unset, Err("the variable `MASTIFF_UNSET` is not set".to_owned()));
    }

    #[test]
    fn no_header_makes_another() {
        for (name, value, fine) in [
            ("X-A", "one\ttwo", true),
            ("X-A", "one\r\nX-B: two", false),
            ("X-A", "one\nX-B: two", false),
            ("X-A", "one\0", false),
            ("Content-Length", "0", false),
            ("transfer-encoding", "chunked", false),
            ("Content-Type", "application/json; charset=utf-8", true),
        ] {
            assert_eq!(header(name, value).is_ok(), fine, "{name}: {value:?}");
        }
    }
}
