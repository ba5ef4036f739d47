//! Awkward texts, with what is mastiff's put in and taken out again.

use super::*;
use crate::install::Member;
use mastiff_core::json::Json;

const LINE: &str = "'/usr/bin/mastiff' hook --host claude";
const OTHER: &str = r#"{"matcher": "Bash", "hooks": [{"type": "command", "command": "theirs"}]}"#;

fn group(line: &str) -> Json {
    let hook = Json::object([("type", "command".into()), ("command", line.into())]);
    Json::object([("matcher", "*".into()), ("hooks", Json::Array(vec![hook]))])
}

fn claude(line: &str) -> Content {
    let member = |event: &str| Member { at: vec!["hooks".into(), event.to_owned()], value: group(line) };
    Content::Json { given: vec![], members: vec![member("PreToolUse"), member("PostToolUse")] }
}

fn put_in(text: &str) -> Result<String, Trouble> {
    put(&claude(LINE), Host::Claude, Some(text), false)
}

/// Every text keeps its bytes through put and take, without any backup; what is put in is found; twice is once.
#[test]
fn there_and_back() {
    let hooks =
        |inner: &str| format!("{{\n  \"hooks\": {{\n    \"PreToolUse\": [\n      {inner}\n    ]\n  }}\n}}\n");
    let rows: &[&str] = &[
        "{\n  \"model\": \"x\"\n}\n",
        "{\n  \"model\": \"x\"\n}",
        "{\n\t\"model\": \"x\",\n\t\"list\": [\n\t\t1\n\t]\n}\n",
        "{\n   \"odd\": 1\n}\n",
        "{\n\"none\": 1\n}\n",
        "{\r\n  \"model\": \"x\"\r\n}\r\n",
        "\u{feff}{\n  \"model\": \"x\"\n}\n",
        "{\n  \"model\": \"x\",\n}\n",
        "{\n  \"model\": \"x\", // why\n}\n",
        "{\n  \"model\": \"x\" // why\n}\n",
        "{\n  \"model\": \"x\" // a, b */\n  /* c, d */\n}\n",
        "// top\n{\n  /* in */ \"model\": \"x\" /*/ odd */\n}\n// end",
        "{\"model\":\"x\"}",
        "{\"model\": \"x\", \"b\": [1, 2]}\n",
        "{ \"model\": \"x\" }\n",
        "{\"model\": \"x\",}\n",
        "{\"hooks\":{}}",
        "{}",
        "{\"hooks\":{\"PreToolUse\":[]},\"z\":1}",
        "{\n  \"hooks\": {},\n  \"z\": 1\n}\n",
        "{\n  \"hooks\": {\n    \"PreToolUse\": [],\n    \"Stop\": []\n  }\n}\n",
        "{\"hooks\": {\"PreToolUse\": [{\"hooks\": [{\"command\": \"theirs\"}]}]}}\n",
        "{\n  \"hooks\": {\n    // none yet\n  }\n}\n",
        "{\n  \"permissions\": { \"allow\": [ \"Bash(mastiff hook --host claude)\" ] }\n}\n",
        "{\n  \"a\": 1e400, \"b\": 12345678901234567890123, \"c\": \"\\u00e9\\ud83d\\ude00\"\n}\n",
        &hooks(OTHER),
        &hooks(&format!("{OTHER},\n      {OTHER}")),
        &hooks(&format!("{OTHER}, // mine\n      {OTHER},")),
        &hooks(&format!("{OTHER} // mine\n      // and more")),
    ];
    for text in rows {
        let with = put_in(text).unwrap_or_else(|trouble| panic!("{text}: {trouble}"));
        let read = document::read(style::behind_mark(&with).1).unwrap();
        for event in ["PreToolUse", "PostToolUse"] {
            let list = document::of_object(&read).get("hooks").unwrap().get(event).unwrap().clone();
            let Json::Array(list) = list else { panic!("{with}") };
            assert_eq!(list.iter().filter(|item| **item == group(LINE)).count(), 1, "{with}");
        }
        assert_eq!(put_in(&with).as_ref(), Ok(&with), "twice");
        let back = take(&claude(LINE), Host::Claude, &with, Original::Text(text));
        assert_eq!(back.as_ref().map(Option::as_deref), Ok(Some(*text)), "{with}");
        let upgraded =
            put(&claude("'/opt/mastiff' hook --host claude"), Host::Claude, Some(&with), true).unwrap();
        assert_eq!(upgraded, with.replace("/usr/bin/mastiff", "/opt/mastiff"));
        let back = take(&claude(LINE), Host::Claude, &upgraded, Original::Text(text));
        assert_eq!(back.as_ref().map(Option::as_deref), Ok(Some(*text)), "{upgraded}");
    }
}

#[test]
fn it_looks_like_what_is_there() {
    let tabs = put_in("{\r\n\t\"a\": 1,\r\n}\r\n").unwrap();
    assert!(
        tabs.starts_with("{\r\n\t\"a\": 1,\r\n\t\"hooks\": {\r\n\t\t\"PreToolUse\": [\r\n\t\t\t{\r\n"),
        "{tabs}"
    );
    assert!(tabs.ends_with("\t\t]\r\n\t},\r\n}\r\n") && !tabs.replace("\r\n", "").contains('\n'), "{tabs}");
    let short = Content::Json {
        given: vec![("version", 1u64.into())],
        members: vec![Member { at: vec!["hooks".into(), "pre".into()], value: LINE.into() }],
    };
    let rows = [
        (
            "",
            format!(
                "{{\n  \"version\": 1,\n  \"hooks\": {{\n    \"pre\": [\n      \"{LINE}\"\n    ]\n  }}\n}}\n"
            ),
        ),
        (
            "{\"version\":2,\"hooks\":{\"pre\":[\"x\"]}}",
            format!("{{\"version\":2,\"hooks\":{{\"pre\":[\"x\",\"{LINE}\"]}}}}"),
        ),
        (
            "{\"version\": 2, \"a\": []}",
            format!("{{\"version\": 2, \"a\": [], \"hooks\": {{\"pre\": [\"{LINE}\"]}}}}"),
        ),
        (
            "{\n  \"version\": 2 // c\n}",
            format!(
                "{{\n  \"version\": 2, // c\n  \"hooks\": {{\n    \"pre\": [\n      \"{LINE}\"\n    ]\n  }}\n}}"
            ),
        ),
    ];
    for (before, after) in rows {
        assert_eq!(put(&short, Host::Claude, Some(before), false), Ok(after), "{before}");
    }
    let new = put(&short, Host::Claude, None, false).unwrap();
    assert_eq!(take(&short, Host::Claude, &new, Original::Missing), Ok(None));
    // The same file with something of somebody else's stays.
    let more = new.replace("\"version\": 1,", "\"version\": 1, \"x\": 1,");
    assert_eq!(
        take(&short, Host::Claude, &more, Original::Missing),
        Ok(Some("{\n  \"version\": 1, \"x\": 1\n}\n".into()))
    );
}

#[test]
fn a_hook_of_somebody_elses_in_the_same_group_stays() {
    let mixed = format!(
        r#"{{"hooks": {{"PreToolUse": [{{"matcher": "Bash", "hooks": [{{"command": "{LINE}"}}, {{"command": "theirs"}}]}}]}}}}"#
    );
    let theirs = r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"command": "theirs"}]}]}}"#;
    assert_eq!(take(&claude(LINE), Host::Claude, &mixed, Original::Unknown), Ok(Some(theirs.into())));
    let with = put_in(&mixed).unwrap();
    assert_eq!(with, put_in(theirs).unwrap());
    // A line for another host is somebody else's.
    let gemini = mixed.replace("--host claude", "--host gemini");
    assert_eq!(take(&claude(LINE), Host::Claude, &gemini, Original::Unknown), Ok(Some(gemini.clone())));
}

/// Taking out the line end, too, would make the rest of the file part of the comment.
#[test]
fn a_comment_before_it_swallows_nothing() {
    let ours = group(LINE);
    for (before, after) in
        [("[1, // c\n", "[1 // c\n ]"), ("[// c\n", "[// c\n]"), ("[1, /* c */\n", "[1 /* c */ ]")]
    {
        let text = format!("{{\"hooks\": {{\"PreToolUse\": {before}{ours} ]}}}}");
        let expected = format!("{{\"hooks\": {{\"PreToolUse\": {after}}}}}");
        let original = Original::Text(r#"{"hooks": {"PreToolUse": []}}"#);
        assert_eq!(take(&claude(LINE), Host::Claude, &text, original), Ok(Some(expected)), "{text}");
    }
}

/// Older hooks of mastiff's, also by hand and twice, become the one that is wanted, in the place of the first.
#[test]
fn older_ones_are_replaced_where_they_stand() {
    let theirs = r#"{"hooks": [{"command": "theirs"}]}"#;
    let old = r#"{"matcher": "Bash", "hooks": [{"command": "mastiff hook --host claude"}]}"#;
    let text = format!(r#"{{"hooks": {{"PreToolUse": [{old}, {theirs}, {old}]}}}}"#);
    let new = Content::Json {
        given: vec![],
        members: vec![Member { at: vec!["hooks".into(), "PreToolUse".into()], value: group(LINE) }],
    };
    let shown = style::write(&group(LINE), &style::Layout::Inline { spaced: true });
    let expected = format!(r#"{{"hooks": {{"PreToolUse": [{shown}, {theirs}]}}}}"#);
    assert_eq!(put(&new, Host::Claude, Some(&text), false), Ok(expected));
}

#[test]
fn what_is_not_clear_is_left_alone() {
    let rows = [
        ("{", Some((1, 1)), "no JSON"),
        ("{\n  \"a\": 1\n  \"b\": 2\n}", Some((2, 9)), "no JSON"),
        ("{\n  'a': 1\n}", Some((2, 3)), "no JSON"),
        ("[]", Some((1, 1)), "an object was expected"),
        ("{\n  \"é\": 1, \"hooks\": []\n}", Some((2, 20)), "`hooks` is not an object"),
        ("{\"hooks\": {\"PreToolUse\": {}}}", Some((1, 26)), "`PreToolUse` is not a list"),
        ("{\"hooks\": null}", Some((1, 11)), "`hooks` is not an object"),
        ("{\"hooks\": {}, \"hooks\": {}}", Some((1, 15)), "`hooks` stands twice"),
        ("{\"a\": [{\"b\": 1, \"\\u0062\": 2}]}", Some((1, 17)), "`b` stands twice"),
        ("{} {}", Some((1, 4)), "no JSON"),
        ("{\"a\": 1} x", Some((1, 10)), "no JSON"),
    ];
    for (text, at, message) in rows {
        let trouble = put_in(text).expect_err(text);
        assert_eq!(trouble.at, at, "{text}: {trouble}");
        assert!(trouble.message.contains(message) && !trouble.remedy.is_empty(), "{text}: {trouble}");
    }
    let deep = format!("{{\"a\": {}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(put_in(&deep).is_err());
}

const BLOCK: &str = "[[hooks]]\nevent = \"pre_tool_use\"\naction = { type = \"shell\", command = \"mastiff hook --host agent-code\" }\n";

fn block(text: &str) -> Result<String, Trouble> {
    put(&Content::Toml { block: BLOCK.into() }, Host::AgentCode, Some(text), false)
}

#[test]
fn toml_there_and_back() {
    let content = Content::Toml { block: BLOCK.into() };
    for text in [
        "",
        "model = \"x\" # why\n",
        "# top\r\nmodel = \"x\"\r\n\r\n[ui]\r\na = 1\r\n",
        "\u{feff}a = 1\n",
        "[[hooks]]\nevent = \"stop\"\naction = { type = \"shell\", command = \"theirs\" }\n",
    ] {
        let with = block(text).unwrap();
        assert_eq!(block(&with).as_ref(), Ok(&with), "twice");
        assert!(with.contains(BLOCK.lines().last().unwrap()), "{with}");
        assert_eq!(with.contains("\r\n"), text.contains("\r\n"));
        let back = take(&content, Host::AgentCode, &with, Original::Text(text));
        assert_eq!(back, Ok(Some(text.to_owned())));
        let more = format!("{with}\n[more]\nb = 1\n");
        let back = take(&content, Host::AgentCode, &more, Original::Text(text)).unwrap().unwrap();
        assert!(
            back.starts_with(text) && back.ends_with("[more]\nb = 1\n") && !back.contains("mastiff"),
            "{back}"
        );
        let upgraded = put(
            &Content::Toml { block: BLOCK.replace("mastiff", "/opt/mastiff") },
            Host::AgentCode,
            Some(&more),
            false,
        );
        assert_eq!(upgraded, Ok(more.replace("\"mastiff hook", "\"/opt/mastiff hook")));
    }
    let new = put(&content, Host::AgentCode, None, false).unwrap();
    assert_eq!(take(&content, Host::AgentCode, &new, Original::Missing), Ok(None));
    // The host has written the file anew, without comments.
    assert_eq!(block(BLOCK).as_deref(), Ok(BLOCK));
}

/// Hosts write their files anew, without comments and with tables of their own anywhere.
#[test]
fn what_a_host_made_of_its_toml_stays() {
    let content = Content::Toml { block: BLOCK.into() };
    let with = block("a = 1\n").unwrap();
    let inside = with.replace("# <<<", "[mcp_servers.x]\ncommand = \"y\"\n# <<<");
    let indented = with.replace("# <<<", "  [mcp_servers.x]\n  command = \"y\"\n# <<<");
    let anew = "a = 1\n\n[[hooks]]\nevent = \"pre_tool_use\"\n\n[hooks.action]\ntype = \"shell\"\ncommand = \"/old/mastiff hook --host agent-code\"\n\n[[hooks]]\nevent = \"stop\"\n\n[hooks.action]\ntype = \"shell\"\ncommand = \"theirs\"\n";
    for (text, kept) in
        [(inside.as_str(), "[mcp_servers.x]\ncommand = \"y\"\n"), (anew, "command = \"theirs\"\n")]
    {
        let back = take(&content, Host::AgentCode, text, Original::Text("a = 1\n")).unwrap().unwrap();
        assert!(back.contains(kept) && back.contains("a = 1\n") && !back.contains("mastiff"), "{back}");
        let again = block(text).unwrap();
        assert!(again.contains(kept) && again.matches("hook --host agent-code").count() == 1, "{again}");
        assert!(again.trim_end().ends_with("# <<< mastiff"), "{again}");
    }
    // What cannot be told apart line by line is left alone.
    let left = take(&content, Host::AgentCode, &indented, Original::Text("a = 1\n"));
    assert!(left.is_err() || left.unwrap().unwrap().contains("mcp_servers"), "{indented}");
}

#[test]
fn toml_that_is_not_clear_is_left_alone() {
    let with = block("a = 1\n").unwrap();
    let rows = [
        ("a = \n".to_owned(), Some(1), "no TOML"),
        ("a = 1\nhooks = []\n".to_owned(), Some(2), "cannot be added to"),
        ("[hooks]\na = 1\n".to_owned(), Some(1), "cannot be added to"),
        (format!("{with}b = 2\n"), Some(8), "behind mastiff's block"),
        (with.replace("# <<< mastiff", ""), Some(3), "not one pair"),
    ];
    for (text, line, message) in rows {
        let trouble = block(&text).expect_err(&text);
        assert_eq!(trouble.at.map(|(line, _)| line), line, "{text}: {trouble}");
        assert!(trouble.message.contains(message), "{text}: {trouble}");
    }
}

#[test]
fn a_whole_file_is_only_written_over_mastiffs_own() {
    let own = Content::Whole { text: "mastiff\n".into(), executable: false };
    for (text, left, fits) in [
        (None, false, true),
        (Some("mastiff\n"), false, true),
        (Some("older mastiff\n"), true, true),
        (Some("older mastiff\n"), false, false),
        (Some(""), false, false),
        (Some("theirs\n"), false, false),
    ] {
        assert_eq!(put(&own, Host::Copilot, text, left).is_ok(), fits, "{text:?}");
    }
    assert_eq!(take(&own, Host::Copilot, "mastiff\n", Original::Unknown), Ok(None));
    assert_eq!(take(&own, Host::Copilot, "theirs\n", Original::Unknown), Ok(Some("theirs\n".into())));
    assert!(take(&own, Host::Copilot, "mastiff and theirs\n", Original::Unknown).is_err());
}

/// Texts as nobody would write them: whatever stands where, nothing of it gets lost, and twice is once.
#[test]
fn made_up_texts() {
    let mut exact = 0;
    for seed in 0..4_000 {
        let text = Maker { state: seed * 2 + 1 }.document();
        let with = put_in(&text).unwrap_or_else(|trouble| panic!("{seed}: {text}: {trouble}"));
        assert_eq!(put_in(&with).as_ref(), Ok(&with), "{seed}: {text}");
        let back = take(&claude(LINE), Host::Claude, &with, Original::Text(&text)).unwrap().unwrap();
        let tight = |text: &str| text.replace([' ', '\t', '\r', '\n'], "");
        assert_eq!(tight(&back), tight(&text), "{seed}: {with}");
        exact += u32::from(back == text);
    }
    // The blanks inside of an empty list are not kept without a backup.
    assert!(exact > 3_000, "{exact}");
}

/// Makes a text from a number.
struct Maker {
    state: u64,
}

impl Maker {
    fn below(&mut self, count: u64) -> u64 {
        self.state =
            self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) % count
    }

    fn gap(&mut self) -> &'static str {
        let gaps = [
            "",
            "",
            "",
            " ",
            "\n",
            "\n  ",
            "\r\n\t",
            " // a, \"b\" }\n",
            "/* , ] */",
            "/**/",
            " \t",
            "//\r\n",
        ];
        gaps[self.below(gaps.len() as u64) as usize]
    }

    fn document(&mut self) -> String {
        let mut fields = vec![("a", self.value(2)), ("z", self.value(2))];
        match self.below(4) {
            0 => {}
            1 => fields.insert(1, ("hooks", self.list("{", vec![], "}"))),
            2 => {
                let stop = format!("\"Stop\"{}:{}{}", self.gap(), self.gap(), self.value(2));
                fields.insert(self.below(3) as usize, ("hooks", self.list("{", vec![stop], "}")));
            }
            _ => {
                let count = self.below(3);
                let theirs = (0..count).map(|_| "{\"hooks\":[{\"command\":\"x\"}]}".to_owned()).collect();
                let pre = self.list("[", theirs, "]");
                let pre = format!("\"PreToolUse\"{}:{}{pre}", self.gap(), self.gap());
                fields.insert(self.below(3) as usize, ("hooks", self.list("{", vec![pre], "}")));
            }
        }
        fields.truncate(fields.len() - usize::from(self.below(3) == 0));
        let fields =
            fields.into_iter().map(|(name, value)| format!("\"{name}\"{}:{}{value}", self.gap(), self.gap()));
        let fields = fields.collect();
        let all = self.list("{", fields, "}");
        format!("{}{all}{}", self.gap(), self.gap())
    }

    fn value(&mut self, depth: u64) -> String {
        match self.below(if depth == 0 { 3 } else { 5 }) {
            0 => "1".into(),
            1 => "\"a, // b ]\"".into(),
            2 => "null".into(),
            3 => {
                let items = (0..self.below(3)).map(|_| self.value(depth - 1)).collect();
                self.list("[", items, "]")
            }
            _ => {
                let fields =
                    (0..self.below(3)).map(|n| format!("\"k{n}\":{}{}", self.gap(), self.value(depth - 1)));
                let fields = fields.collect();
                self.list("{", fields, "}")
            }
        }
    }

    fn list(&mut self, open: &str, items: Vec<String>, close: &str) -> String {
        let count = items.len();
        let mut out = format!("{open}{}", self.gap());
        for (index, item) in items.into_iter().enumerate() {
            out.push_str(&item);
            out.push_str(self.gap());
            if index + 1 < count || self.below(4) == 0 {
                out.push(',');
                out.push_str(self.gap());
            }
        }
        out + close
    }
}
