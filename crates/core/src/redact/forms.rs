//! Keys that show themselves by their form, wherever they stand.

use crate::steps;
use crate::words::listed;

/// What may stand behind a beginning.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    /// Letters and digits.
    Alnum,
    /// Capital letters and digits.
    Caps,
    /// Hexadecimal digits.
    Hex,
    /// Letters, digits, `_` and `-`.
    Url,
    /// The same and dots, slashes, `+` and `=`.
    Wide,
}

/// A beginning, what follows, how much of it at least.
type Form = (&'static str, Of, usize);

/// In the order of the alphabet.
const FORMS: &[Form] = &[
    ("ABIA", Of::Caps, 16),
    ("ACCA", Of::Caps, 16),
    ("AGE-SECRET-KEY-", Of::Caps, 20),
    ("AIza", Of::Url, 30),
    ("AKCp", Of::Alnum, 60),
    ("AKIA", Of::Caps, 16),
    ("ASIA", Of::Caps, 16),
    ("ATATT3", Of::Wide, 20),
    ("ATBB", Of::Alnum, 24),
    ("CCIPAT_", Of::Url, 30),
    ("CFPAT-", Of::Url, 20),
    ("EAAA", Of::Url, 56),
    ("EAAB", Of::Alnum, 56),
    ("EAAC", Of::Alnum, 56),
    ("EAAG", Of::Alnum, 56),
    ("GOCSPX-", Of::Url, 20),
    // First lines of private keys: EC, Ed25519, RSA as PKCS #1 and #8.
    ("MC4CAQAwBQYDK2V", Of::Wide, 24),
    ("MHQCAQEEI", Of::Wide, 24),
    ("MHcCAQEEI", Of::Wide, 24),
    ("MIGEAgEAMB", Of::Wide, 24),
    ("MIGHAgEAMB", Of::Wide, 24),
    ("MIICWwIBAAKB", Of::Wide, 24),
    ("MIICXAIBAAKB", Of::Wide, 24),
    ("MIICXQIBAAKB", Of::Wide, 24),
    ("MIIEogIBAAKC", Of::Wide, 24),
    ("MIIEowIBAAKC", Of::Wide, 24),
    ("MIIEpAIBAAKC", Of::Wide, 24),
    ("MIIEpQIBAAKC", Of::Wide, 24),
    ("MIIEvAIBADAN", Of::Wide, 24),
    ("MIIEvQIBADAN", Of::Wide, 24),
    ("MIIEvgIBADAN", Of::Wide, 24),
    ("MIIJJwIBAAKC", Of::Wide, 24),
    ("MIIJKAIBAAKC", Of::Wide, 24),
    ("MIIJKQIBAAKC", Of::Wide, 24),
    ("MIIJKgIBAAKC", Of::Wide, 24),
    ("MIIJQQIBADAN", Of::Wide, 24),
    ("MIIJQgIBADAN", Of::Wide, 24),
    ("MIIJQwIBADAN", Of::Wide, 24),
    ("NRAK-", Of::Caps, 24),
    ("PMAK-", Of::Url, 24),
    ("SG.", Of::Wide, 32),
    ("SK", Of::Hex, 32),
    ("b3BlbnNzaC1rZXktdjE", Of::Wide, 16),
    ("bkua_", Of::Hex, 32),
    ("cio", Of::Alnum, 32),
    ("dapi", Of::Hex, 32),
    ("dckr_oat_", Of::Url, 16),
    ("dckr_pat_", Of::Url, 16),
    ("doo_v1_", Of::Hex, 32),
    ("dop_v1_", Of::Hex, 32),
    ("dor_v1_", Of::Hex, 32),
    ("dp.pt.", Of::Alnum, 20),
    ("dp.st.", Of::Wide, 20),
    ("eyJ", Of::Wide, 17),
    ("figd_", Of::Url, 20),
    ("fm2_", Of::Wide, 20),
    ("fo1_", Of::Url, 20),
    ("gho_", Of::Alnum, 16),
    ("ghp_", Of::Alnum, 16),
    ("ghr_", Of::Alnum, 16),
    ("ghs_", Of::Alnum, 16),
    ("ghu_", Of::Alnum, 16),
    ("github_pat_", Of::Url, 16),
    ("glagent-", Of::Wide, 16),
    ("glc_", Of::Wide, 24),
    ("glcbt-", Of::Wide, 16),
    ("gldt-", Of::Wide, 16),
    ("glimt-", Of::Wide, 16),
    ("gloas-", Of::Wide, 16),
    ("glpat-", Of::Wide, 16),
    ("glptt-", Of::Wide, 16),
    ("glrt-", Of::Wide, 16),
    ("glsa_", Of::Url, 24),
    ("gsk_", Of::Alnum, 24),
    ("hf_", Of::Alnum, 24),
    ("hvb.", Of::Url, 20),
    ("hvs.", Of::Url, 20),
    ("key-", Of::Hex, 32),
    ("lin_api_", Of::Alnum, 20),
    ("lsv2_", Of::Url, 30),
    ("nfp_", Of::Alnum, 24),
    ("npm_", Of::Alnum, 24),
    ("ntn_", Of::Alnum, 24),
    ("nvapi-", Of::Url, 24),
    ("ops_eyJ", Of::Wide, 24),
    ("oy2", Of::Alnum, 43),
    ("pat-eu1-", Of::Url, 32),
    ("pat-na1-", Of::Url, 32),
    ("pcsk_", Of::Url, 40),
    ("phx_", Of::Alnum, 24),
    ("pplx-", Of::Alnum, 24),
    ("pscale_oauth_", Of::Url, 24),
    ("pscale_pw_", Of::Url, 24),
    ("pscale_tkn_", Of::Url, 24),
    ("pul-", Of::Hex, 32),
    ("pypi-", Of::Url, 32),
    ("r8_", Of::Alnum, 24),
    ("rk_live_", Of::Alnum, 10),
    ("rk_test_", Of::Alnum, 10),
    ("rubygems_", Of::Hex, 32),
    ("sb_secret_", Of::Url, 20),
    ("sbp_", Of::Hex, 24),
    ("secret_", Of::Alnum, 32),
    ("shpat_", Of::Hex, 24),
    ("shpca_", Of::Hex, 24),
    ("shppa_", Of::Hex, 24),
    ("shpss_", Of::Hex, 24),
    ("sk-", Of::Url, 18),
    ("sk_live_", Of::Alnum, 10),
    ("sk_test_", Of::Alnum, 10),
    ("sl.", Of::Url, 60),
    ("sntrys_", Of::Wide, 24),
    ("sntryu_", Of::Hex, 24),
    ("sq0atp-", Of::Url, 16),
    ("sq0csp-", Of::Url, 16),
    ("tskey-", Of::Url, 16),
    ("vcp_", Of::Alnum, 24),
    ("whsec_", Of::Wide, 10),
    ("xai-", Of::Alnum, 24),
    ("xapp-", Of::Url, 16),
    ("xkeysib-", Of::Url, 24),
    ("xoxa-", Of::Url, 10),
    ("xoxb-", Of::Url, 10),
    ("xoxc-", Of::Url, 10),
    ("xoxd-", Of::Wide, 10),
    ("xoxe-", Of::Url, 10),
    ("xoxe.", Of::Wide, 10),
    ("xoxo-", Of::Url, 10),
    ("xoxp-", Of::Url, 10),
    ("xoxr-", Of::Url, 10),
    ("xoxs-", Of::Url, 10),
    ("ya29.", Of::Url, 20),
];

/// Beginnings that mean nothing else, whatever follows.
const SURE: &str =
    "fm2_ fo1_ github_pat_ glpat- tskey- pscale_tkn_ pscale_pw_ pscale_oauth_ sb_secret_ sk_live_ rk_live_";

/// Beginnings of three bytes, as bits: most words are ruled out at one look.
static HEADS: [u64; 32] = heads();

const fn hole(first: u8, second: u8, third: u8) -> (usize, u64) {
    let mixed = (first as usize) * 37 + (second as usize) * 101 + (third as usize) * 211;
    (mixed / 64 % 32, 1 << (mixed % 64))
}

#[expect(clippy::indexing_slicing, reason = "the compiler runs it: a mistake is an error there")]
const fn heads() -> [u64; 32] {
    let (mut heads, mut index) = ([0; 32], 0);
    while index < FORMS.len() {
        let form = FORMS[index].0.as_bytes();
        // Behind a beginning of two letters stands a digit of a hexadecimal number.
        let thirds: &[u8] = if form.len() > 2 { &[form[2]] } else { b"0123456789abcdefABCDEF" };
        let mut third = 0;
        while third < thirds.len() {
            let (cell, bit) = hole(form[0], form[1], thirds[third]);
            heads[cell] |= bit;
            third += 1;
        }
        index += 1;
    }
    heads
}

/// How many bytes at the beginning of `text` are a key.
pub fn length(text: &str) -> Option<usize> {
    known(text, 0)
}

/// The same inside a longer word, where a short beginning may be the end of any name.
pub fn length_inside(text: &str) -> Option<usize> {
    known(text, 4)
}

fn known(text: &str, shortest: usize) -> Option<usize> {
    let [first, second, third, ..] = text.as_bytes() else { return None };
    let (cell, bit) = hole(*first, *second, *third);
    if HEADS.get(cell)? & bit == 0 {
        return None;
    }
    let begins = |form: &&Form| form.0.len() >= shortest && text.starts_with(form.0);
    FORMS.iter().filter(begins).find_map(|form| of(text, *form))
}

fn of(text: &str, (start, of, least): Form) -> Option<usize> {
    let tail = text.as_bytes().get(start.len()..)?;
    let found = tail.iter().take_while(|byte| of.holds(**byte)).count();
    steps::add(found);
    // Behind a sentence's end.
    let found = found - tail.get(..found)?.iter().rev().take_while(|byte| **byte == b'.').count();
    let body = tail.get(..found)?;
    let made = of == Of::Caps || body.iter().any(u8::is_ascii_digit) || found >= 40 || is_enough(start, body);
    let closed = of != Of::Hex || !tail.get(found).is_some_and(u8::is_ascii_alphanumeric);
    let dotted = start != "eyJ" || found >= 30 || body.contains(&b'.') || text.starts_with("eyJhbGci");
    (found >= least && made && closed && dotted).then_some(start.len() + found)
}

/// A body without a digit: behind a beginning that ends in a sign, one word that is too long or too mixed for a name.
fn is_enough(start: &str, body: &[u8]) -> bool {
    let signed = start.ends_with(['_', '-', '.']);
    let mixed = |run: &[u8]| {
        run.windows(2).any(|two| {
            two.first().is_some_and(u8::is_ascii_lowercase) && two.last().is_some_and(u8::is_ascii_uppercase)
        })
    };
    let mut runs = body.split(|byte| !byte.is_ascii_alphanumeric());
    signed && (listed(SURE, start) || runs.any(|run| run.len() >= 16 || run.len() >= 12 && mixed(run)))
}

impl Of {
    fn holds(self, byte: u8) -> bool {
        match self {
            Of::Alnum => byte.is_ascii_alphanumeric(),
            Of::Caps => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Of::Hex => byte.is_ascii_hexdigit(),
            Of::Url => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'),
            Of::Wide => {
                byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'+' | b'/' | b'=' | b'%')
            }
        }
    }
}

/// `123456789:AAF…`: a bot's token, whose colon is at `colon`.
pub fn bot_token(text: &str, colon: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let before = bytes.get(..colon)?.iter().rev().take(13).take_while(|byte| byte.is_ascii_digit()).count();
    let behind = bytes.get(colon + 1..)?.iter().take_while(|byte| Of::Url.holds(**byte)).count();
    steps::add(behind);
    let is_token = (8..=12).contains(&before) && (33..=40).contains(&behind);
    is_token.then(|| (colon - before, colon + 1 + behind))
}

/// Where a key of several parts is of which the word at `from..to` is one.
pub fn in_parts(text: &str, from: usize, to: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let (before, next) = (from.checked_sub(1).and_then(|at| bytes.get(at)), bytes.get(to).copied());
    let run = |at: usize, of: fn(u8) -> bool| {
        bytes.get(at..).unwrap_or_default().iter().take_while(|b| of(**b)).count()
    };
    let word = bytes.get(from..to)?;
    match next? {
        b'.' if word == b"atlasv1" && before == Some(&b'.') => {
            let head =
                bytes.get(..from - 1)?.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
            let tail = run(to + 1, is_url);
            (head >= 10 && tail >= 30).then_some((from - 1 - head, to + 1 + tail))
        }
        // A bot's: three parts, the first of which is a number.
        b'.' if matches!(word.first(), Some(b'M' | b'N' | b'O')) && (24..=28).contains(&word.len()) => {
            let second = run(to + 1, is_url);
            let third = to + 1 + second + 1;
            let tail = run(third, is_url);
            let is_token = (6..=7).contains(&second) && bytes.get(third - 1) == Some(&b'.') && tail >= 27;
            is_token.then_some((from, third + tail))
        }
        b'.' if word.starts_with(b"pat") && word.len() == 17 => {
            let tail = run(to + 1, |byte| byte.is_ascii_hexdigit());
            (tail == 64).then_some((from, to + 1 + tail))
        }
        b'~' if word.ends_with(b"Q") && word.get(word.len().checked_sub(2)?)?.is_ascii_digit() => {
            let tail = run(to + 1, |byte| is_url(byte) || matches!(byte, b'~' | b'.'));
            let head = word.len().min(5);
            (tail >= 30).then_some((to - head, to + 1 + tail))
        }
        // `$6$salt$hash`
        b'$' if before == Some(&b'$') && listed(HASHES, core::str::from_utf8(word).ok()?) => {
            let tail = run(to + 1, |byte| byte.is_ascii_alphanumeric() || b"./$=,+-".contains(&byte));
            (tail >= 20).then_some((to + 1, to + 1 + tail))
        }
        _ => None,
    }
}

/// How hashes of passwords begin, between dollars.
const HASHES: &str = "1 2a 2b 2y 5 6 7 y argon2i argon2d argon2id scrypt pbkdf2-sha256";

fn is_url(byte: u8) -> bool {
    Of::Url.holds(byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_have_a_least_length() {
        assert_eq!(length("ghp_0123456789abcdefghij rest"), Some(24));
        for text in
            ["ghp_short", "sk-lint", "npm_config_registry_url_of_mine", "eyJ", "SK", "", "ü", "AKIAshort"]
        {
            assert_eq!(length(text), None, "{text}");
        }
    }
}
