//! Keys that show themselves by their form, wherever and behind whatever they stand.

use crate::table::{are_masked, stay};
use mastiff_core::redact;

/// Forms; every `@` is a letter or a digit that the form takes.
const FORMS: &[(&str, usize)] = &[
    ("hf_", 34),
    ("hvs.", 24),
    ("sk_test_", 24),
    ("tskey-auth-", 16),
    ("fm2_", 30),
    ("glpat-", 20),
    ("ghp_", 36),
    ("pscale_tkn_", 32),
    ("pscale_pw_", 32),
    ("EAAA", 60),
    ("EAAC", 120),
    ("AKCp", 69),
    ("pat-na1-", 36),
    ("sb_secret_", 31),
    ("vcp_", 40),
    ("lsv2_pt_", 40),
    ("pcsk_", 60),
    ("CCIPAT_", 60),
    ("oy2", 43),
];

#[test]
fn a_form_needs_no_digit_and_nothing_in_front_of_it() {
    let words = "Abcdefgh".repeat(20);
    let digits = "a1b2c3d4".repeat(20);
    let mut wrong = Vec::new();
    for (start, length) in FORMS {
        let mut bodies = vec![&digits[..*length]];
        // A beginning without a sign could be a word.
        if start.ends_with(['_', '-', '.']) {
            bodies.push(&words[..*length]);
        }
        for body in bodies {
            let key = format!("{start}{body}");
            let fronts =
                ["", "a ", "x=", "'", "backup_", "%3D", "%22", "\\u0022", "\\n", "\\x3d", "\\033[32m"];
            for front in fronts {
                let text = format!("see {front}{key}");
                let masked = redact::text(&text);
                if masked.contains(&key[start.len()..]) {
                    wrong.push(format!("{text} {masked}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn keys_are_masked() {
    are_masked(&[
        ("echo backup_ghp_0123456789abcdefghij.txt", "echo backup_REDACTED.txt"),
        ("echo key_AKIA0123456789ABCDEF", "echo key_REDACTED"),
        ("echo 'a%3Dghp_0123456789abcdefghij'", "echo 'a%3DREDACTED'"),
        (
            "curl 'https://h.example/?x=access_token%3Dabcdef12345'",
            "curl 'https://h.example/?x=access_token%3DREDACTED'",
        ),
        ("echo bkua_0123456789abcdef0123456789abcdef01234567", "echo REDACTED"),
        ("echo NRAK-ABCDEFGHIJKLMNOPQRSTUVWXYZ1", "echo REDACTED"),
        ("echo a1b2c3d4e5f6g7.atlasv1.abcdefghijklmnopqrstuvwxyz0123456789", "echo REDACTED"),
        ("echo abc8Q~abcdefghijklmnopqrstuvwxyz012345", "echo REDACTED"),
        ("echo MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabc1d.abcdefghijklmnopqrstuvwxyz0123456789ab", "echo REDACTED"),
        (
            "echo patAbcdefghijklmn.0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
            "echo REDACTED",
        ),
        ("echo 'root:$6$saltsalt$abcdefghijklmnopqrstuvwxyz012345'", "echo 'root:$6$REDACTED'"),
        ("echo '$2b$12$abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQ'", "echo '$2b$REDACTED'"),
        (
            "curl https://ptb.discord.com/api/webhooks/123456789/abcdefghijkl",
            "curl https://ptb.discord.com/api/webhooks/REDACTED",
        ),
        (
            "curl https://me.webhook.office.com/webhookb2/0123-4567@89ab/IncomingWebhook/cdef",
            "curl https://me.webhook.office.com/webhookb2/REDACTED",
        ),
        ("git clone https://k3Yz9Qa8w2@h.example/x", "git clone https://REDACTED@h.example/x"),
    ]);
}

#[test]
fn names_stay() {
    stay(&[
        "echo npm_config_registry_url_of_mine",
        "echo task-0123456789abcdefghij",
        "echo sk-some-words-that-are-joined-by-dashes",
        "echo hf_transformers_cache_directory",
        "echo hvs.some_method_of_an_object_here",
        "echo my_secret_of_configuration",
        "echo EAAAfoo EAACbar oy2 patch.0123456789abcdef",
        "echo '$6$ and $1$ are dollars'",
        "echo 100%20of%3Dthem",
        "echo abc8Q~short MTIz.x.y",
        "curl https://discord.com/api/v10/users",
        "curl https://notdiscord.com/api/webhooks/123456789/abcdefghijkl",
        "git clone https://builder@h.example/x",
    ]);
}
