//! Settings that hold secrets, by their names.

use super::super::Hazard;
use super::super::place;
use super::super::reading::{Invocation, Reading};
use super::loaded::may_say;
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
    if let Some(file) = fills_in_variables(reading, call) {
        let message =
            format!("`{}` shows settings, and `{file}` fills in variables of the session", call.name);
        return reading.hazard(Hazard::Secret, "secrets", message, None, call.span);
    }
    if let Some(file) = yarn_login(reading, call) {
        let message = format!("`{}` shows settings, and an address in `{file}` has a password", call.name);
        return reading.hazard(Hazard::Secret, "secrets", message, None, call.span);
    }
    match keys {
        Ok(false) => lists_all("get").read(reading, call),
        Ok(true) | Err(_) => program.read(reading, call),
    }
}

/// A file of settings, here or above, that takes values from variables: `x=${GITHUB_TOKEN}`.
fn fills_in_variables(reading: &Reading<'_>, call: &Invocation) -> Option<String> {
    settings_with(reading, call, |text| text.contains("${") || (is_yarn(call) && may_say(text, &[])))
}

/// Files of npm's settings. yarn has its own, and yarn 1 reads both.
fn files(call: &Invocation) -> &'static [&'static str] {
    if is_yarn(call) { &[".npmrc", ".yarnrc.yml", ".yarnrc"] } else { &[".npmrc"] }
}

fn is_yarn(call: &Invocation) -> bool {
    call.name.starts_with("yarn")
}

/// Settings of yarn in which an address has a password. It hides tokens by their keys, and knows nothing of addresses.
fn yarn_login(reading: &Reading<'_>, call: &Invocation) -> Option<String> {
    let has_login = |text: &str| {
        let hosts = text.split("://").skip(1).filter_map(|rest| rest.split(['/', '"', '\'', '\n']).next());
        hosts.into_iter().any(|host| host.contains('@'))
    };
    let at_home = || {
        let file = place::join(&reading.session.home, ".yarnrc.yml");
        reading.world.read(&file).is_ok_and(|text| has_login(&text)).then_some(file)
    };
    is_yarn(call).then(|| settings_with(reading, call, has_login).or_else(at_home)).flatten()
}

/// Stops where such a file puts a variable into an address: npm asks its registry whatever it is told to do, and sends it along.
pub fn stop_sent_variables(reading: &mut Reading<'_>, call: &Invocation) {
    let is_sent = |line: &str| line.contains("${") && line.contains("://");
    if let Some(file) = settings_with(reading, call, |text| text.lines().any(is_sent)) {
        let message =
            format!("`{}` would send a variable of the session to an address in `{file}`", call.name);
        reading.hazard(Hazard::Secret, "secrets", message, None, call.span);
    }
}

/// The first file of settings in the project, from here on upwards, of which `test` holds. One that cannot be read may.
fn settings_with(reading: &Reading<'_>, call: &Invocation, test: impl Fn(&str) -> bool) -> Option<String> {
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
    let in_folder =
        |folder: &String| files(call).iter().map(|file| place::join(folder, file)).collect::<Vec<_>>();
    folders.iter().flat_map(in_folder).find(|file| match reading.world.read(file) {
        Ok(text) => test(&text),
        Err(Unreadable::Missing) => false,
        Err(Unreadable::TooLarge | Unreadable::Other) => true,
    })
}

#[cfg(test)]
mod tests {
    use super::may_hold_secret;
    use crate::effect::program::examples::{machine, run_on};

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

    /// yarn prints what its own file says, with variables filled in.
    #[test]
    fn settings_of_yarn_are_shown_where_they_hold_no_secret() {
        for (text, one, runs) in [
            ("nodeLinker: node-modules\nnpmRegistryServer: \"https://npm.example\"\n", "allow", "allow"),
            ("npmRegistryServer: \"https://me:x1234567@npm.example\"\n", "ask", "allow"),
            ("npmScopes:\n  x:\n    npmRegistryServer: https://me:x1234567@npm.example/a\n", "ask", "allow"),
            ("initScope: \"${GITHUB_TOKEN}\"\n", "ask", "allow"),
            ("initScope: \"\\x24{GITHUB_TOKEN}\"\n", "ask", "allow"),
            ("npmRegistryServer: \"https://x.example/${GITHUB_TOKEN}\"\n", "ask", "ask"),
            ("npmAuthToken: \"${NPM_TOKEN}\"\n", "ask", "allow"),
        ] {
            let machine = machine().file("/repo/.yarnrc.yml", text);
            let rows = "ONE yarn config get initScope\nONE yarn config get npmRegistryServer\nRUNS yarn test\nallow npm test";
            run_on(&machine, &rows.replace("ONE", one).replace("RUNS", runs));
        }
        let at_home =
            machine().file("/home/user/.yarnrc.yml", "httpProxy: http://me:x1234567@proxy.example\n");
        run_on(&at_home, "ask yarn config get networkSettings\nallow npm config get registry");
    }
}
