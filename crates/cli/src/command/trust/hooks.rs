//! What a repository's hooks would do if they were trusted.

use super::target::problems;
use crate::command::hooks::does;
use crate::exit::Failure;
use mastiff_core::escape::for_people;
use mastiff_core::hook::{Action, Hook, config};

/// For people who are about to trust it: every command, whole, every file that is trusted with it, and every command that
/// runs what no trust can cover. `None`: the file has no hooks.
pub fn description(
    file: &str,
    text: &str,
    pinned: &[String],
    unclear: &[String],
) -> Result<Option<String>, Failure> {
    let hooks = config::read(file, text, None).map_err(|found| problems(&found))?.hooks;
    if hooks.is_empty() {
        return Ok(None);
    }
    let mut out = format!("`{}` would run:\n", for_people(file));
    out.extend(hooks.iter().map(row));
    if !pinned.is_empty() {
        out.push_str("with these files of the repository, as they are now:\n");
        out.extend(pinned.iter().map(|path| format!("  {}\n", for_people(path))));
    }
    if !unclear.is_empty() {
        out.push_str("what these run cannot be pinned; it may change without your being asked again:\n");
        out.extend(unclear.iter().map(|command| format!("  {}\n", for_people(command))));
    }
    Ok(Some(out))
}

fn row(hook: &Hook) -> String {
    let env: String = hook.env.iter().map(|(name, value)| format!("{name}={value} ")).collect();
    let when = format!("line {}: {} {}", hook.source.at.line, hook.event.name(), hook.matcher);
    format!(
        "  {}: {}\n",
        for_people(&when),
        for_people(&format!("{env}{}{}", does(&hook.action), shows(hook)))
    )
}

/// What a request tells its server besides the call.
fn shows(hook: &Hook) -> String {
    match &hook.action {
        Action::Http(http) if !http.allowed_env.is_empty() => {
            format!(" with ${}", http.allowed_env.join(" $"))
        }
        Action::Http(_) | Action::Shell { .. } | Action::Exec { .. } | Action::Unsupported { .. } => {
            String::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_runs_is_hidden() {
        let text = r#"{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[
            {"type":"command","command":"true\nevil --now"}]}]}}"#;
        let shown = description(".claude/settings.json", text, &["/r/x.sh".into()], &[]).unwrap().unwrap();
        assert!(shown.contains(r"PreToolUse Bash: true\nevil --now"), "{shown}");
        assert!(shown.ends_with("as they are now:\n  /r/x.sh\n"), "{shown}");
        let unclear = [r#"bash "$X""#.into()];
        let shown = description(".claude/settings.json", text, &[], &unclear).unwrap().unwrap();
        assert!(shown.contains("cannot be pinned") && shown.ends_with("  bash \"$X\"\n"), "{shown}");
        let text = r#"{"hooks":{"PreToolUse":[{"hooks":[
            {"type":"http","url":"http://127.0.0.1/","allowedEnvVars":["TOKEN","KEY"]}]}]}}"#;
        let shown = description(".claude/settings.json", text, &[], &[]).unwrap().unwrap();
        assert!(shown.ends_with("POST http://127.0.0.1/ with $TOKEN $KEY\n"), "{shown}");
        assert!(description(".claude/settings.json", "{}", &[], &[]).unwrap().is_none());
        assert!(description(".claude/settings.json", "{", &[], &[]).is_err());
    }
}
