//! Addresses: who logs in, and paths that are a key themselves. Parameters are pairs like any other.

use super::Finder;
use crate::redact::cooked::HOLE;
use crate::redact::{entropy, forms};

/// Where everything behind the name of the service lets its holder in.
const HOOKS: &[&str] = &[
    "hooks.slack.com/services/",
    "hooks.slack.com/workflows/",
    "hooks.slack.com/triggers/",
    "discord.com/api/webhooks/",
    "discordapp.com/api/webhooks/",
    "outlook.office.com/webhook/",
    "webhook.office.com/webhookb2/",
    "api.telegram.org/bot",
    "hooks.zapier.com/hooks/catch/",
    "maker.ifttt.com/use/",
    "chat.googleapis.com/v1/spaces/",
];

impl Finder<'_> {
    /// From `://` on; returns where the host begins.
    pub(super) fn address(&mut self, at: usize) -> usize {
        let start = at + 3;
        let end = self.until(start, |byte| ends_address(byte) || matches!(byte, b'/' | b'?' | b'#'));
        let mut login = self.slice(start, end).rfind('@').map(|length| start + length);
        if login.is_none() && self.has_password(start, end) {
            let whole = self.until_near(start, ends_address);
            login = self.slice(start, whole).rfind('@').map(|length| start + length);
        }
        match login {
            Some(sign) => self.login(start, sign),
            None => self.hook(start),
        }
    }

    /// `user:pa/ss@host`: what stands behind the colon is no port.
    fn has_password(&self, start: usize, end: usize) -> bool {
        let port = |tail: &str| tail.bytes().all(|byte| byte.is_ascii_digit() || byte == 1);
        self.slice(start, end)
            .split_once(':')
            .is_some_and(|(user, tail)| !user.starts_with('[') && !tail.is_empty() && !port(tail))
    }

    fn login(&mut self, start: usize, sign: usize) -> usize {
        let user = self.slice(start, sign);
        let (name, password) = user.split_once(':').map_or((user, None), |(name, rest)| (name, Some(rest)));
        let made = entropy::is_key(name) || entropy::is_peculiar(name);
        if forms::length(name).is_some() || made || name.len() >= 32 {
            self.mark(start, start + name.len());
        }
        if password.is_some_and(is_value) {
            self.mark(start + name.len() + 1, sign);
        }
        sign + 1
    }

    fn hook(&mut self, start: usize) -> usize {
        let rest = self.from(start);
        let host = self.until_near(start, |byte| ends_address(byte) || byte == b'/') - start;
        // The host itself, or one below it: `ptb.discord.com`.
        let below = |hook: &str| {
            let name = hook.find('/').unwrap_or_default();
            host.checked_sub(name).filter(|at| *at == 0 || rest.as_bytes().get(at - 1) == Some(&b'.'))
        };
        let found = HOOKS.iter().find_map(|hook| {
            let at = below(hook)?;
            rest.get(at..)?.starts_with(*hook).then_some((*hook, at))
        });
        let Some((hook, at)) = found else { return start };
        let from = start + at + hook.len();
        let path =
            |byte: u8| !(byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'_' | b'-' | b':' | b'@'));
        let telegram = hook.ends_with("bot");
        let to = self.until(from, |byte| path(byte) || telegram && byte == b'/');
        let short = to - from < 12;
        self.mark(from, if short { from } else { to });
        to.max(start)
    }
}

/// Something was written out; what is substituted or is a placeholder stays.
fn is_value(password: &str) -> bool {
    let plain = password.trim_matches(HOLE);
    let shown = (plain.starts_with('<') && plain.ends_with('>'))
        || (plain.starts_with('{') && plain.ends_with('}'))
        || plain.starts_with("${") && plain.ends_with('}')
        || is_variable(plain)
        || !plain.is_empty() && plain.bytes().all(|byte| matches!(byte, b'*' | b'.' | b'x' | b'X'));
    !plain.is_empty() && !shown
}

fn is_variable(text: &str) -> bool {
    text.strip_prefix('$').is_some_and(|name| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

fn ends_address(byte: u8) -> bool {
    byte <= b' ' && byte != 1 || matches!(byte, b'"' | b'\'' | b'`' | b'<' | b'>' | b'|' | b'\\')
}
