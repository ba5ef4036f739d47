//! Settings that hold secrets, by their names.

use super::super::Hazard;
use super::super::place;
use super::super::reading::{Invocation, Reading};
use super::spec::{Program, safe, stop};
use crate::world::Unreadable;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Words in the names of settings that hold tokens, passwords, or addresses with them.
const WORDS: &[&str] = &[
    "token",
    "auth",
    "pass",
    "secret",
    "extraheader",
    "credential",
    "cookie",
    "proxy",
    "apikey",
    "api-key",
    "api_key",
    "privatekey",
    "private_key",
    "accesskey",
    "access_key",
    // Addresses of package indexes, in which a name and a password may stand.
    "index-url",
    "index_url",
    "find-links",
    "find_links",
];

/// The setting `key` may hold a secret: by its name, or because an address with a user stands in it.
pub fn may_hold_secret(key: &str) -> bool {
    // `author.name` is no secret.
    let key = key.to_ascii_lowercase().replace("author.", "");
    let last = key.rsplit(['.', ':', '/']).next().unwrap_or(&key);
    ["key", "cert"].contains(&last)
        || WORDS.iter().any(|word| key.contains(word))
        || (key.contains("://") && key.contains('@'))
}

/// `tool config list`: all settings, whatever they hold.
pub const fn lists_all(names: &'static str) -> Program {
    stop(names, Hazard::Secret, "secrets", "shows all settings, and tokens may be among them")
}

/// `tool config get KEY`.
pub fn shows_one(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str = "--json -g --global --user --site --location: --why --no-defaults";
    let program = safe("get", FLAGS, ":*");
    let keys = super::spec::parse(program.style, FLAGS, &call.args).map(|parsed| {
        let known = |key: &&super::super::value::Arg| key.text().is_some_and(|key| !may_hold_secret(key));
        !parsed.operands.is_empty() && parsed.operands.iter().all(known)
    });
    if let Some(file) = fills_in_variables(reading) {
        let message =
            format!("`{}` shows settings, and `{file}` fills in variables of the session", call.name);
        return reading.hazard(Hazard::Secret, "secrets", message, None, call.span);
    }
    match keys {
        Ok(false) => lists_all("get").read(reading, call),
        Ok(true) | Err(_) => program.read(reading, call),
    }
}

/// A file of npm's settings, here or above, that takes values from variables: `x=${GITHUB_TOKEN}`.
fn fills_in_variables(reading: &Reading<'_>) -> Option<String> {
    npmrc_with(reading, |text| text.contains("${"))
}

/// Stops where such a file puts a variable into an address: npm asks its registry whatever it is told to do, and sends it along.
pub fn stop_sent_variables(reading: &mut Reading<'_>, call: &Invocation) {
    let is_sent = |line: &str| {
        line.split_once('=').is_some_and(|(_, value)| value.contains("${") && value.contains("://"))
    };
    if let Some(file) = npmrc_with(reading, |text| text.lines().any(is_sent)) {
        let message =
            format!("`{}` would send a variable of the session to an address in `{file}`", call.name);
        reading.hazard(Hazard::Secret, "secrets", message, None, call.span);
    }
}

/// The first file of npm's settings in the project, from here on upwards, of which `test` holds. One that cannot be read may.
fn npmrc_with(reading: &Reading<'_>, test: impl Fn(&str) -> bool) -> Option<String> {
    let mut folders: Vec<String> = Vec::new();
    for root in &reading.session.roots {
        folders.push(root.clone());
        for dir in reading.dirs().iter().filter(|dir| place::within(dir, root)) {
            let mut at = dir.as_str();
            while at.len() > root.len() {
                folders.push(at.into());
                at = at.rsplit_once('/').map_or("", |(above, _)| above);
            }
        }
    }
    folders.extend(reading.dirs().iter().cloned());
    let mut files = folders.iter().map(|folder| place::join(folder, ".npmrc"));
    files.find(|file| match reading.world.read(file) {
        Ok(text) => test(&text),
        Err(Unreadable::Missing) => false,
        Err(Unreadable::TooLarge | Unreadable::Other) => true,
    })
}

#[cfg(test)]
mod tests {
    use super::may_hold_secret;

    #[test]
    fn secrets_are_told_by_name() {
        for key in [
            "http.extraheader",
            "http.https://github.com/.extraHeader",
            "//registry.npmjs.org/:_authToken",
            "npmAuthToken",
            "sendemail.smtpPass",
            "github.oauth-token",
            "url.https://me:x@host/.insteadOf",
            "http.proxy",
            "global.index-url",
            "install.extra-index-url",
            "key",
        ] {
            assert!(may_hold_secret(key), "{key}");
        }
        for key in [
            "user.name",
            "author.email",
            "user.signingkey",
            "registry",
            "global.timeout",
            "remote.origin.url",
        ] {
            assert!(!may_hold_secret(key), "{key}");
        }
    }
}
