//! Letters that some file system, or a host before it, takes for letters of ASCII: by folding case in full (`ß` is `ss`) or by
//! reading a letter's compatible form (`ｇ`, `𝐠` and `ⓖ` are `g`).

use alloc::string::String;

/// Rows of letters that stand for consecutive ones: the first, the last, and what the first stands for.
#[rustfmt::skip]
const ROWS: &[(char, char, u8)] = &[
    ('\u{1d33}', '\u{1d3a}', b'g'), ('\u{2074}', '\u{2079}', b'4'), ('\u{2080}', '\u{2089}', b'0'),
    ('\u{2096}', '\u{2099}', b'k'), ('\u{2119}', '\u{211b}', b'p'), ('\u{2460}', '\u{2468}', b'1'),
    ('\u{24b6}', '\u{24cf}', b'a'), ('\u{24d0}', '\u{24e9}', b'a'), ('\u{ff10}', '\u{ff19}', b'0'),
    ('\u{ff21}', '\u{ff3a}', b'a'), ('\u{ff41}', '\u{ff5a}', b'a'), ('\u{1d400}', '\u{1d419}', b'a'),
    ('\u{1d41a}', '\u{1d433}', b'a'), ('\u{1d434}', '\u{1d44d}', b'a'), ('\u{1d44e}', '\u{1d454}', b'a'),
    ('\u{1d456}', '\u{1d467}', b'i'), ('\u{1d468}', '\u{1d481}', b'a'), ('\u{1d482}', '\u{1d49b}', b'a'),
    ('\u{1d4a9}', '\u{1d4ac}', b'n'), ('\u{1d4ae}', '\u{1d4b5}', b's'), ('\u{1d4b6}', '\u{1d4b9}', b'a'),
    ('\u{1d4bd}', '\u{1d4c3}', b'h'), ('\u{1d4c5}', '\u{1d4cf}', b'p'), ('\u{1d4d0}', '\u{1d4e9}', b'a'),
    ('\u{1d4ea}', '\u{1d503}', b'a'), ('\u{1d507}', '\u{1d50a}', b'd'), ('\u{1d50d}', '\u{1d514}', b'j'),
    ('\u{1d516}', '\u{1d51c}', b's'), ('\u{1d51e}', '\u{1d537}', b'a'), ('\u{1d53b}', '\u{1d53e}', b'd'),
    ('\u{1d540}', '\u{1d544}', b'i'), ('\u{1d54a}', '\u{1d550}', b's'), ('\u{1d552}', '\u{1d56b}', b'a'),
    ('\u{1d56c}', '\u{1d585}', b'a'), ('\u{1d586}', '\u{1d59f}', b'a'), ('\u{1d5a0}', '\u{1d5b9}', b'a'),
    ('\u{1d5ba}', '\u{1d5d3}', b'a'), ('\u{1d5d4}', '\u{1d5ed}', b'a'), ('\u{1d5ee}', '\u{1d607}', b'a'),
    ('\u{1d608}', '\u{1d621}', b'a'), ('\u{1d622}', '\u{1d63b}', b'a'), ('\u{1d63c}', '\u{1d655}', b'a'),
    ('\u{1d656}', '\u{1d66f}', b'a'), ('\u{1d670}', '\u{1d689}', b'a'), ('\u{1d68a}', '\u{1d6a3}', b'a'),
    ('\u{1d7ce}', '\u{1d7d7}', b'0'), ('\u{1d7d8}', '\u{1d7e1}', b'0'), ('\u{1d7e2}', '\u{1d7eb}', b'0'),
    ('\u{1d7ec}', '\u{1d7f5}', b'0'), ('\u{1d7f6}', '\u{1d7ff}', b'0'), ('\u{1f130}', '\u{1f149}', b'a'),
    ('\u{1fbf0}', '\u{1fbf9}', b'0'),
];

/// All others, each followed by what it stands for.
const SINGLE: &str = "\
    \u{aa}a\u{b2}2\u{b3}3\u{b9}1\u{ba}o\u{df}ss\u{130}i\u{131}i\u{132}ij\u{133}ij\u{17f}s\u{1c7}lj\u{1c8}lj\u{1c9}lj\
    \u{1ca}nj\u{1cb}nj\u{1cc}nj\u{1f1}dz\u{1f2}dz\u{1f3}dz\u{2b0}h\u{2b2}j\u{2b3}r\u{2b7}w\u{2b8}y\u{2e1}l\u{2e2}s\
    \u{2e3}x\u{1d2c}a\u{1d2e}b\u{1d30}d\u{1d31}e\u{1d3c}o\u{1d3e}p\u{1d3f}r\u{1d40}t\u{1d41}u\u{1d42}w\u{1d43}a\
    \u{1d47}b\u{1d48}d\u{1d49}e\u{1d4d}g\u{1d4f}k\u{1d50}m\u{1d52}o\u{1d56}p\u{1d57}t\u{1d58}u\u{1d5b}v\u{1d62}i\
    \u{1d63}r\u{1d64}u\u{1d65}v\u{1d9c}c\u{1da0}f\u{1dbb}z\u{1e9e}ss\u{2024}.\u{2025}..\u{2026}...\u{2070}0\u{2071}i\
    \u{207f}n\u{2090}a\u{2091}e\u{2092}o\u{2093}x\u{2095}h\u{209a}p\u{209b}s\u{209c}t\u{20a8}rs\u{2102}c\u{210a}g\
    \u{210b}h\u{210c}h\u{210d}h\u{210e}h\u{2110}i\u{2111}i\u{2112}l\u{2113}l\u{2115}n\u{2116}no\u{211c}r\u{211d}r\
    \u{2120}sm\u{2121}tel\u{2122}tm\u{2124}z\u{2128}z\u{212a}k\u{212c}b\u{212d}c\u{212f}e\u{2130}e\u{2131}f\u{2133}m\
    \u{2134}o\u{2139}i\u{213b}fax\u{2145}d\u{2146}d\u{2147}e\u{2148}i\u{2149}j\u{2160}i\u{2161}ii\u{2162}iii\
    \u{2163}iv\u{2164}v\u{2165}vi\u{2166}vii\u{2167}viii\u{2168}ix\u{2169}x\u{216a}xi\u{216b}xii\u{216c}l\u{216d}c\
    \u{216e}d\u{216f}m\u{2170}i\u{2171}ii\u{2172}iii\u{2173}iv\u{2174}v\u{2175}vi\u{2176}vii\u{2177}viii\u{2178}ix\
    \u{2179}x\u{217a}xi\u{217b}xii\u{217c}l\u{217d}c\u{217e}d\u{217f}m\u{2469}10\u{246a}11\u{246b}12\u{246c}13\
    \u{246d}14\u{246e}15\u{246f}16\u{2470}17\u{2471}18\u{2472}19\u{2473}20\u{2488}1.\u{2489}2.\u{248a}3.\u{248b}4.\
    \u{248c}5.\u{248d}6.\u{248e}7.\u{248f}8.\u{2490}9.\u{2491}10.\u{2492}11.\u{2493}12.\u{2494}13.\u{2495}14.\
    \u{2496}15.\u{2497}16.\u{2498}17.\u{2499}18.\u{249a}19.\u{249b}20.\u{24ea}0\u{2c7c}j\u{2c7d}v\u{3250}pte\
    \u{3251}21\u{3252}22\u{3253}23\u{3254}24\u{3255}25\u{3256}26\u{3257}27\u{3258}28\u{3259}29\u{325a}30\u{325b}31\
    \u{325c}32\u{325d}33\u{325e}34\u{325f}35\u{32b1}36\u{32b2}37\u{32b3}38\u{32b4}39\u{32b5}40\u{32b6}41\u{32b7}42\
    \u{32b8}43\u{32b9}44\u{32ba}45\u{32bb}46\u{32bc}47\u{32bd}48\u{32be}49\u{32bf}50\u{32cc}hg\u{32cd}erg\u{32ce}ev\
    \u{32cf}ltd\u{3371}hpa\u{3372}da\u{3373}au\u{3374}bar\u{3375}ov\u{3376}pc\u{3377}dm\u{3378}dm2\u{3379}dm3\
    \u{337a}iu\u{3380}pa\u{3381}na\u{3383}ma\u{3384}ka\u{3385}kb\u{3386}mb\u{3387}gb\u{3388}cal\u{3389}kcal\
    \u{338a}pf\u{338b}nf\u{338e}mg\u{338f}kg\u{3390}hz\u{3391}khz\u{3392}mhz\u{3393}ghz\u{3394}thz\u{3396}ml\
    \u{3397}dl\u{3398}kl\u{3399}fm\u{339a}nm\u{339c}mm\u{339d}cm\u{339e}km\u{339f}mm2\u{33a0}cm2\u{33a1}m2\
    \u{33a2}km2\u{33a3}mm3\u{33a4}cm3\u{33a5}m3\u{33a6}km3\u{33a9}pa\u{33aa}kpa\u{33ab}mpa\u{33ac}gpa\u{33ad}rad\
    \u{33b0}ps\u{33b1}ns\u{33b3}ms\u{33b4}pv\u{33b5}nv\u{33b7}mv\u{33b8}kv\u{33b9}mv\u{33ba}pw\u{33bb}nw\u{33bd}mw\
    \u{33be}kw\u{33bf}mw\u{33c2}a.m.\u{33c3}bq\u{33c4}cc\u{33c5}cd\u{33c7}co.\u{33c8}db\u{33c9}gy\u{33ca}ha\
    \u{33cb}hp\u{33cc}in\u{33cd}kk\u{33ce}km\u{33cf}kt\u{33d0}lm\u{33d1}ln\u{33d2}log\u{33d3}lx\u{33d4}mb\u{33d5}mil\
    \u{33d6}mol\u{33d7}ph\u{33d8}p.m.\u{33d9}ppm\u{33da}pr\u{33db}sr\u{33dc}sv\u{33dd}wb\u{33ff}gal\u{a7f2}c\
    \u{a7f3}f\u{a7f4}q\u{fb00}ff\u{fb01}fi\u{fb02}fl\u{fb03}ffi\u{fb04}ffl\u{fb05}st\u{fb06}st\u{fe19}...\u{fe30}..\
    \u{fe33}_\u{fe34}_\u{fe4d}_\u{fe4e}_\u{fe4f}_\u{fe52}.\u{fe63}-\u{ff0d}-\u{ff0e}.\u{ff3f}_\u{ff5e}~\u{107a5}q\
    \u{1d49c}a\u{1d49e}c\u{1d49f}d\u{1d4a2}g\u{1d4a5}j\u{1d4a6}k\u{1d4bb}f\u{1d504}a\u{1d505}b\u{1d538}a\u{1d539}b\
    \u{1d546}o\u{1f100}0.\u{1f12b}c\u{1f12c}r\u{1f12d}cd\u{1f12e}wz\u{1f14a}hv\u{1f14b}mv\u{1f14c}sd\u{1f14d}ss\
    \u{1f14e}ppv\u{1f14f}wc\u{1f16a}mc\u{1f16b}md\u{1f16c}mr\u{1f190}dj";

/// Not shown, and left out by file systems that fold: what Unicode says may be ignored by default.
pub fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Adds a letter in its plainest form.
pub fn push(c: char, folded: &mut String) {
    if c.is_ascii() {
        folded.push(c.to_ascii_lowercase());
    } else if let Some((first, _, plain)) = ROWS.iter().find(|(first, last, _)| (*first..=*last).contains(&c))
    {
        // No row is longer than the alphabet.
        let along = u8::try_from(u32::from(c) - u32::from(*first)).unwrap_or_default();
        folded.push(char::from(plain.saturating_add(along)));
    } else if let Some(at) = SINGLE.find(c) {
        let behind = SINGLE.get(at + c.len_utf8()..).unwrap_or_default();
        folded.extend(behind.chars().take_while(char::is_ascii));
    } else {
        folded.extend(c.to_lowercase());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_fold_to_what_they_are_taken_for() {
        for (letters, plain) in [
            ("\u{df}\u{1e9e}", "ssss"),
            ("\u{fb00}\u{fb01}\u{fb02}\u{fb03}\u{fb04}\u{fb05}\u{fb06}", "fffiflffifflstst"),
            ("\u{17f}\u{131}\u{130}\u{212a}", "siik"),
            ("\u{ff27}\u{ff47}\u{ff0e}\u{ff10}", "gg.0"),
            ("\u{1d420}\u{1d406}\u{24d6}\u{24bc}\u{210a}", "ggggg"),
            ("\u{2024}\u{2025}\u{2177}", "...viii"),
            ("Aé中", "aé中"),
        ] {
            let mut folded = String::new();
            letters.chars().for_each(|c| push(c, &mut folded));
            assert_eq!(folded, plain, "{letters}");
        }
    }
}
