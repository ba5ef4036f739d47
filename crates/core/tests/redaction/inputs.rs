//! Fields of inputs: what their names say of what they hold.

use crate::judge::call;
use mastiff_core::redact;

/// `@` is an ordinary word, which only its place makes a secret.
const SECRETS: &[&str] = &[
    r#"{"Authorization":"Bearer @"}"#,
    r#"{"headers":{"proxy-authorization":"Basic @","COOKIE":"sid=@","Set-Cookie":"sid=@"}}"#,
    r#"{"headers":[["Authorization","Bearer @"]]}"#,
    r#"{"headers":["X-Api-Key","@"]}"#,
    r#"{"secrets":{"FOO":"@","more":["@",{"x":"@"}]}}"#,
    r#"{"token":{"v":"@"}}"#,
    r#"{"auth":["me","@"]}"#,
    r#"{"args":["--password","@"]}"#,
    r#"{"args":["-u","me","--token=@"]}"#,
    r#"{"dsn":"me:@@tcp(h:3306)/db"}"#,
    r#"{"dsn":"postgres://me:@@h/db"}"#,
    r#"{"pw":"@","pwd":"@","pin":"@","otp":"@"}"#,
    r#"{"name":"API_TOKEN","value":"@"}"#,
    r##"{"selector":"#password","text":"@"}"##,
    r#"{"element":"Password field","value":"@"}"#,
    r#"{"label":"the password","val":"@"}"#,
    r#"{"fields":[{"field":"login_password","value":"@"}]}"#,
];

#[test]
fn names_of_fields_announce_secrets() {
    for input in SECRETS {
        let text = input.replace("@@", "@\u{2}").replace('@', "correcthorse").replace('\u{2}', "@");
        let redacted = redact::call(&call("mcp__a__b", text.parse().expect(&text)));
        let masked = redacted.input().to_string();
        assert!(!masked.contains("correcthorse") && masked.contains("REDACTED"), "{text}\n{masked}");
        let again = redact::call(&call("mcp__a__b", redacted.input().clone()));
        assert_eq!(again.input(), redacted.input(), "a second time");
    }
}

#[test]
fn other_fields_stay() {
    for input in [
        r#"{"headers":{"Accept":"text/html","Authorization":"Bearer ${TOKEN}"}}"#,
        r#"{"headers":[["Accept","text/html"]]}"#,
        r#"{"tokens":{"max":4096}}"#,
        r#"{"auth":"none","author":["me","you"]}"#,
        r#"{"args":["--verbose","x"]}"#,
        r#"{"dsn":"sqlite:///repo/x.db"}"#,
        r#"{"pwd":"/repo","pin":true,"spin":"fast"}"#,
        r#"{"name":"mode","value":"fast"}"#,
        r##"{"selector":"#search","text":"correct horse"}"##,
        r#"{"element":"Submit","text":"go"}"#,
        r#"{"to":"a:b c@d.example"}"#,
        r#"{"image":"registry.example/a:1@sha256:0123"}"#,
    ] {
        let redacted = redact::call(&call("mcp__a__b", input.parse().expect(input)));
        assert_eq!(redacted.input().to_string(), input);
    }
}

#[test]
fn a_variable_that_may_be_any_word_is_not_judged_again() {
    let cut = |command: &str| {
        let input = format!("{{\"command\":{}}}", mastiff_core::Json::String(command.into()));
        redact::call(&call("Bash", input.parse().expect("JSON"))).cut()
    };
    for command in
        ["TOKEN=rm; $TOKEN -rf /", "PASSWORD=etc; rm -rf /${PASSWORD}", "bash -c 'TOKEN=rm; $TOKEN -rf /'"]
    {
        assert!(cut(command), "{command}");
    }
    for command in
        ["TOKEN=rm make", "TOKEN=q7Zk29fLw0; curl $TOKEN", "TOKEN=$(cat x); curl $TOKEN", "A=rm; $A x"]
    {
        assert!(!cut(command), "{command}");
    }
}
