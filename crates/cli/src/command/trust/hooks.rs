//! What a repository's hooks would do if they were trusted.

use super::target::problems;
use crate::exit::Failure;
use crate::quote;
use mastiff_core::escape::for_people;
use mastiff_core::hook::{Action, Hook, OnFailure, config};

/// For people who are about to trust it: every command, whole, every file that is trusted with it, and everything that runs
/// and is not pinned, with why. `None`: the file has no hooks.
pub fn description(
    file: &str,
    text: &str,
    pinned: &[String],
    loose: &[(String, &str)],
) -> Result<Option<String>, Failure> {
    let hooks = config::read(file, text, None).map_err(|found| problems(&found))?.hooks;
    if hooks.is_empty() {
        return Ok(None);
    }
    let count = if hooks.len() == 1 { "1 hook".into() } else { format!("{} hooks", hooks.len()) };
    let mut out = format!("`{}` would run {count}:\n", for_people(file));
    out.extend(hooks.iter().map(rows));
    if !pinned.is_empty() {
        out.push_str("with these files of the repository, as they are now:\n");
        out.extend(pinned.iter().map(|path| format!("  {}\n", visible(path))));
    }
    if !loose.is_empty() {
        out.push_str("the code of these is not pinned; it may change without your being asked again:\n");
        out.extend(loose.iter().map(|(what, why)| format!("  `{}` {why}\n", visible(what.trim()))));
    }
    if !pinned.is_empty() {
        out.push_str("nor is what the files named above run or load in turn\n");
    }
    Ok(Some(out))
}

/// One line for when it runs, and one for everything that has a say in what happens then. What is not shown here is not
/// trusted knowingly.
fn rows(hook: &Hook) -> String {
    let mut rows = vec![format!("line {}: {} {}", hook.source.at.line, hook.event.name(), hook.matcher)];
    rows.extend(hook.condition.as_ref().map(|rule| format!("  if: {rule}")));
    match &hook.action {
        Action::Shell { command, shell } => {
            let shell = shell.map(|shell| format!(" in {shell:?}")).unwrap_or_default();
            rows.push(format!("  runs{shell}: {command}"));
        }
        Action::Exec { program, args } => {
            rows.push(format!("  runs the program: {}", quote::word(program)));
            rows.extend(args.iter().map(|word| format!("  with the argument: {}", quote::word(word))));
        }
        Action::Http(http) => {
            rows.push(format!("  asks: {} {}", http.method.word(), http.url));
            rows.extend(http.headers.iter().map(|(name, value)| format!("  sends: {name}: {value}")));
            rows.extend(http.allowed_env.iter().map(|name| format!("  shows the variable: ${name}")));
        }
        Action::Unsupported { kind } => rows.push(format!("  is of type `{kind}`, which never runs")),
    }
    rows.extend(hook.env.iter().map(|(name, value)| format!("  sets: {name}={}", quote::word(value))));
    let failing = hook.on_failure.map(|rule| format!(", on failure {}", on_failure(rule)));
    let background = if hook.background { ", not waited for" } else { "" };
    rows.push(format!("  speaks {}{}{background}", hook.dialect.name(), failing.unwrap_or_default()));
    rows.iter().map(|row| format!("  {}\n", visible(row))).collect()
}

fn on_failure(rule: OnFailure) -> &'static str {
    match rule {
        OnFailure::Open => "open",
        OnFailure::Block => "block",
        OnFailure::Closed => "closed",
    }
}

/// Blanks that no keyboard types, and so many of them that the rest leaves the window, are counted instead.
fn visible(text: &str) -> String {
    const MANY: usize = 16;
    let mut out = String::new();
    let mut blanks = 0;
    for c in text.chars().chain(['\0']) {
        if c == ' ' {
            blanks += 1;
            continue;
        }
        out.push_str(&if blanks > MANY { format!("[{blanks} blanks]") } else { " ".repeat(blanks) });
        blanks = 0;
        match c {
            '\0' => {}
            c if (c.is_whitespace() && !c.is_control()) || is_combining(c) || c == '\u{2800}' => {
                out.extend(c.escape_unicode());
            }
            c => out.push(c),
        }
    }
    for_people(&out).into_owned()
}

/// Marks that are drawn over the letter before.
fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_runs_is_hidden() {
        let text = r#"{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[
            {"type":"command","command":"true\nevil --now"}]}]}}"#;
        let shown = description(".claude/settings.json", text, &["/r/x.sh".into()], &[]).unwrap().unwrap();
        assert!(
            shown.contains("PreToolUse Bash\n    runs: true\\nevil --now\n    speaks claude\n"),
            "{shown}"
        );
        assert!(shown.contains("as they are now:\n  /r/x.sh\nnor is what the files"), "{shown}");
        let loose = [(r#"bash "$X""#.into(), "is known later")];
        let shown = description(".claude/settings.json", text, &[], &loose).unwrap().unwrap();
        assert!(
            shown.contains("not pinned") && shown.ends_with("  `bash \"$X\"` is known later\n"),
            "{shown}"
        );
        let text = r#"{"hooks":{"PreToolUse":[{"hooks":[
            {"type":"http","url":"http://127.0.0.1/","headers":{"A":"$TOKEN"},"allowedEnvVars":["TOKEN"]},
            {"type":"command","command":"evil                    --now","env":{"A":"1 true #"},"async":true,
             "if":"Bash(ls)"}]}]}}"#;
        let shown = description(".claude/settings.json", text, &[], &[]).unwrap().unwrap();
        for part in [
            "would run 2 hooks:",
            "asks: POST http://127.0.0.1/\n    sends: A: $TOKEN\n    shows the variable: $TOKEN\n",
            "if: Bash(ls)\n    runs: evil[20 blanks]--now\n    sets: A='1 true #'\n",
            "not waited for",
        ] {
            assert!(shown.contains(part), "{part}: {shown}");
        }
        assert_eq!(visible("a\u{2800}b\u{3000}c\u{336}"), r"a\u{2800}b\u{3000}c\u{336}");
        assert!(description(".claude/settings.json", "{}", &[], &[]).unwrap().is_none());
        assert!(description(".claude/settings.json", "{", &[], &[]).is_err());
    }
}
