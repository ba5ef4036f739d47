//! Names that announce a secret.

use crate::words::Words;
use alloc::string::String;

/// How surely a name announces one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Announces {
    /// Not at all.
    Nothing,
    /// Only if the value looks made: `key`, `auth`, `sig`.
    Perhaps,
    /// Whatever the value is: `password`, `API_TOKEN`.
    Secret,
}

/// A part of a name that ends in one of these announces a secret.
const ENDINGS: &[&str] = &[
    "password",
    "passwords",
    "passwd",
    "passwort",
    "passphrase",
    "passcode",
    "secret",
    "secrets",
    "token",
    "tokens",
    "apikey",
    "apisecret",
    "secretkey",
    "accesskey",
    "privatekey",
    "authkey",
    "accountkey",
    "credential",
    "credentials",
    "creds",
];
/// The same for whole parts.
static PARTS: Words = Words::new(
    "pass pwd pw dbpw rootpw adminpw userpw passw pswd pword dbpass dbpwd sshpass smtppass mailpass userpass rootpass userpwd remotepass localpass imappass bindpass httppass ftppass proxypass adminpass upw opw psk \
    mnemonic pgpass signingkey encryptionkey masterkey sharedaccesskey",
);
/// A `key` behind one of these is a secret.
static OF_KEY: Words = Words::new(
    "api access private secret signing encryption master auth account shared session deploy storage \
    admin app client webhook jwt hmac aes subscription function functions consumer service project write \
    ingest server stripe openai anthropic gemini",
);
/// Parts that announce one if the value looks made.
static WEAK: Words = Words::new(
    "key keys auth sig signature session sessionid sessid sid csrf xsrf otp totp salt bearer cookie seed \
    credential pat authentication license dsn jsessionid phpsessid",
);
/// At the end of a name: it names something about a secret.
static ABOUT: Words = Words::new(
    "file files path paths name names type types count counts limit limits url urls uri endpoint expiry \
    expires expiration ttl length len size field fields label policy policies ref refs stdin prompt reader test tests env \
    var vars min max required enabled disabled version manager store dir folder age rotation usage used budget index format \
    regex pattern hint reset provider source parser kind class handler column columns input output cost price rate window \
    threshold estimate estimates stats per total totals buffer stream streams list map set config settings option \
    options service server client error errors mode state status valid invalid exists missing strategy scope scopes \
    template validator validation strength command helper mount mounts volume permissions location arn region id ids \
    rs py ts js go md json toml yaml yml txt sh rb java c h cpp cc hpp lock log csv html css tsx jsx vue svelte kt swift \
    php sql xml ini cfg conf pem crt cer pub example sample md5 sha1 sha256 digest filter checker generator scanner checking agent exchange pair board fd stdout",
);

/// What `name` announces. Parts are told apart by signs and by capital letters.
pub fn announces(name: &str) -> Announces {
    if name.len() < 2 || name.len() > 96 || !may_announce(name.as_bytes()) {
        return Announces::Nothing;
    }
    let parts = Parts { rest: name };
    let (mut found, mut before, mut last) = (Announces::Nothing, String::new(), String::new());
    for part in parts {
        let part = part.trim_end_matches(|c: char| c.is_ascii_digit());
        if part.is_empty() {
            continue;
        }
        before = core::mem::replace(&mut last, part.to_ascii_lowercase());
        found = found.max(of_part(&before, &last));
    }
    if found != Announces::Nothing && is_about(&before, &last) {
        return Announces::Nothing;
    }
    // Where the shell is and was.
    if matches!(name, "PWD" | "OLDPWD" | "pwd" | "oldpwd") { Announces::Nothing } else { found }
}

/// The same for a field of a record, which is no variable of a shell: `pwd`, `pin`, `otp` hold what they say.
pub fn announces_field(name: &str) -> Announces {
    let alone = ["pwd", "pin", "otp", "passkey"].iter().any(|field| name.eq_ignore_ascii_case(field));
    if alone { Announces::Secret } else { announces(name) }
}

/// Three letters that every name has which announces something; asked about every `=` and `:` of a text.
pub fn may_announce(name: &[u8]) -> bool {
    let ends = name.last_chunk().is_some_and(|[a, b]| [a | 0x20, b | 0x20] == *b"pw");
    ends || name.windows(3).any(|letters| {
        let [a, b, c] = letters else { return false };
        matches!(
            &[a | 0x20, b | 0x20, c | 0x20],
            b"pas"
                | b"pwd"
                | b"psw"
                | b"pwo"
                | b"sec"
                | b"tok"
                | b"key"
                | b"cre"
                | b"aut"
                | b"sig"
                | b"ses"
                | b"sid"
                | b"srf"
                | b"otp"
                | b"sal"
                | b"bea"
                | b"ook"
                | b"see"
                | b"pat"
                | b"lic"
                | b"dsn"
                | b"psk"
                | b"mne"
        )
    })
}

fn is_about(before: &str, last: &str) -> bool {
    // An id of a secret in a vault is one, and so is half of a pair of keys.
    ABOUT.has(last) && !(last == "id" && before == "secret")
}

fn of_part(before: &str, part: &str) -> Announces {
    if ENDINGS.iter().any(|ending| part.ends_with(ending)) || PARTS.has(part) {
        return Announces::Secret;
    }
    if matches!(part, "key" | "keys") && OF_KEY.has(before) {
        return Announces::Secret;
    }
    if WEAK.has(part) { Announces::Perhaps } else { Announces::Nothing }
}

/// The name counts tokens, or what passed: a small number is no secret.
pub fn counts(name: &str) -> bool {
    let name = name.trim_end_matches(['"', '\'']);
    ["tokens", "pass", "passes", "keys", "session"].iter().any(|end| ends_with(name, end))
}

/// `text` ends with `end`, whatever its case.
pub fn ends_with(text: &str, end: &str) -> bool {
    let start = text.len().checked_sub(end.len());
    start.and_then(|start| text.get(start..)).is_some_and(|tail| tail.eq_ignore_ascii_case(end))
}

/// `text` starts with `start`, whatever its case.
pub fn starts_with(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start))
}

/// The parts of a name: `dbPassword`, `DB_PASSWORD`, `db-password`, `APIKey`.
struct Parts<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Parts<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let start = self.rest.find(|c: char| c.is_ascii_alphanumeric())?;
        let rest = self.rest.get(start..)?;
        let end = part_end(rest.as_bytes());
        self.rest = rest.get(end..)?;
        rest.get(..end)
    }
}

fn part_end(bytes: &[u8]) -> usize {
    let at = |index: usize| bytes.get(index).copied().unwrap_or(0);
    (1..bytes.len())
        .find(|&index| {
            let (before, here, next) = (at(index - 1), at(index), at(index + 1));
            !here.is_ascii_alphanumeric()
                || (here.is_ascii_uppercase() && !before.is_ascii_uppercase())
                || (here.is_ascii_uppercase() && before.is_ascii_uppercase() && next.is_ascii_lowercase())
        })
        .unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_announce_secrets_or_speak_about_them() {
        let secret = "PASSWORD DB_PASS dbPassword GITHUB_TOKEN _authToken AWSSecretKey apiKey APIKEY API_KEY_PROD api-key \
            AWS_SECRET_ACCESS_KEY secret_key_base MYSQL_PWD PGPASSWORD token2 client_secret X-Api-Key STRIPE_KEY \
            PW DB_PW rootPw passwordConfirmation AccountKey userpwd X-Amz-Security-Token mysqlpassword private_key secret_id";
        let perhaps = "KEY auth sig X-Amz-Signature cache-key PHPSESSID cacheKeys";
        let nothing = "PWD OLDPWD tokenizer token_reader TOKEN_FILE password_hash_test token.rs secretName passwordless \
            tokenType keyboard monkey path secretary compass bypass token_count accessKeyId x a FOO secret-url";
        for (names, announced) in
            [(secret, Announces::Secret), (perhaps, Announces::Perhaps), (nothing, Announces::Nothing)]
        {
            for name in names.split_whitespace() {
                assert_eq!(announces(name), announced, "{name}");
            }
        }
    }
}
