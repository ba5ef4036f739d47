//! Keys that show themselves by their form, wherever they stand.

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
    ("AKIA", Of::Caps, 16),
    ("ASIA", Of::Caps, 16),
    ("ABIA", Of::Caps, 16),
    ("ACCA", Of::Caps, 16),
    ("AIza", Of::Url, 30),
    ("AGE-SECRET-KEY-", Of::Caps, 20),
    ("ATATT3", Of::Wide, 20),
    ("ATBB", Of::Alnum, 24),
    ("CFPAT-", Of::Url, 20),
    ("GOCSPX-", Of::Url, 20),
    ("PMAK-", Of::Url, 24),
    ("SG.", Of::Wide, 32),
    ("SK", Of::Hex, 32),
    ("cio", Of::Alnum, 32),
    ("dapi", Of::Hex, 32),
    ("dckr_pat_", Of::Url, 16),
    ("dckr_oat_", Of::Url, 16),
    ("doo_v1_", Of::Hex, 32),
    ("dop_v1_", Of::Hex, 32),
    ("dor_v1_", Of::Hex, 32),
    ("dp.pt.", Of::Alnum, 20),
    ("dp.st.", Of::Wide, 20),
    ("eyJ", Of::Wide, 17),
    ("figd_", Of::Url, 20),
    ("fo1_", Of::Url, 20),
    ("fm2_", Of::Wide, 20),
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
    ("nfp_", Of::Alnum, 24),
    ("npm_", Of::Alnum, 24),
    ("ntn_", Of::Alnum, 24),
    ("nvapi-", Of::Url, 24),
    ("ops_eyJ", Of::Wide, 24),
    ("phx_", Of::Alnum, 24),
    ("pplx-", Of::Alnum, 24),
    ("pul-", Of::Hex, 32),
    ("pypi-", Of::Url, 32),
    ("r8_", Of::Alnum, 24),
    ("rk_live_", Of::Alnum, 10),
    ("rk_test_", Of::Alnum, 10),
    ("rubygems_", Of::Hex, 32),
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
    let [first, second, third, ..] = text.as_bytes() else { return None };
    let (cell, bit) = hole(*first, *second, *third);
    if HEADS.get(cell)? & bit == 0 {
        return None;
    }
    FORMS.iter().filter(|form| text.starts_with(form.0)).find_map(|form| of(text, *form))
}

fn of(text: &str, (start, of, least): Form) -> Option<usize> {
    let tail = text.as_bytes().get(start.len()..)?;
    let found = tail.iter().take_while(|byte| of.holds(**byte)).count();
    // Behind a sentence's end.
    let found = found - tail.get(..found)?.iter().rev().take_while(|byte| **byte == b'.').count();
    let body = tail.get(..found)?;
    let digit = of == Of::Caps || body.iter().any(u8::is_ascii_digit) || found >= 40;
    let closed = of != Of::Hex || !tail.get(found).is_some_and(u8::is_ascii_alphanumeric);
    let dotted = start != "eyJ" || found >= 30 || body.contains(&b'.') || text.starts_with("eyJhbGci");
    (found >= least && digit && closed && dotted).then_some(start.len() + found)
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
    let is_token = (8..=12).contains(&before) && (33..=40).contains(&behind);
    is_token.then(|| (colon - before, colon + 1 + behind))
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
