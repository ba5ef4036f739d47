//! A subcommand that git does not have may be an alias of the user's.

use super::super::super::Effect;
use super::super::super::reading::{Invocation, Reading};
use super::super::super::value::{Arg, Value};
use super::trust::Ground;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Aliases that lead to aliases.
const MAX_DEPTH: usize = 5;

/// Expands `name` as git would and reads what comes out.
pub fn read(reading: &mut Reading<'_>, call: &Invocation, ground: &Ground, name: &Arg, depth: usize) {
    let meaning = name.text().and_then(|text| meaning(ground, text));
    let Some(meaning) = meaning.filter(|_| depth < MAX_DEPTH) else {
        let message = format!("`{}` is not a subcommand that mastiff knows", call.name);
        return reading.add(Effect::Opaque, "unknown_command", message, name.span);
    };
    match meaning.strip_prefix('!') {
        Some(text) => shell(reading, call, ground, text),
        None => match words(meaning) {
            Some(words) => {
                let mut words =
                    words.into_iter().map(|word| Arg { value: Value::Known(word), span: name.span });
                let Some(first) = words.next() else { return unclear(reading, call) };
                let args: Vec<Arg> = words.chain(call.args.iter().cloned()).collect();
                super::dispatch(reading, call, ground, &first, args, depth + 1);
            }
            None => unclear(reading, call),
        },
    }
}

/// The last definition counts. More than one is not told apart: a conditional include may or may not apply.
fn meaning<'a>(ground: &'a Ground, name: &str) -> Option<&'a str> {
    let mut found = ground.settings.iter().filter(|setting| {
        setting.section == "alias"
            && (setting.subsection.is_empty() && setting.name.eq_ignore_ascii_case(name)
                || setting.subsection == name && setting.name == "command")
    });
    let first = found.next()?.value.as_deref()?;
    found.all(|other| other.value.as_deref() == Some(first)).then_some(first)
}

/// `!text` is run by the shell at the top of the working tree, arguments behind it.
fn shell(reading: &mut Reading<'_>, call: &Invocation, ground: &Ground, text: &str) {
    let arguments: Option<Vec<String>> = call.args.iter().map(|arg| arg.text().map(quoted)).collect();
    let (Some(arguments), [top]) = (arguments, ground.tops.as_slice()) else {
        return unclear(reading, call);
    };
    let mut script = String::from(text);
    for argument in arguments {
        script.push(' ');
        script.push_str(&argument);
    }
    let saved = reading.outside();
    if let Err(unread) = reading.enter_dir(top, call.span) {
        reading.unread(&call.name, unread);
    }
    reading.with_input(&call.stdin, |reading| reading.script(&script, call.span));
    reading.leave(saved);
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

fn unclear(reading: &mut Reading<'_>, call: &Invocation) {
    let message = format!("`{}` is an alias whose meaning is not certain", call.name);
    reading.add(Effect::Opaque, "git_alias", message, call.span);
}

/// Splits an alias the way git does; `None` when a quote is left open.
fn words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            (c, None) if c.is_ascii_whitespace() => words.extend(word.take()),
            ('\'' | '"', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, Some(open)) if c == open => quote = None,
            ('\\', open) if open != Some('\'') => word.get_or_insert_default().push(chars.next()?),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::words;
    use alloc::string::ToString;

    #[test]
    fn aliases_are_split_as_git_splits_them() {
        let split = |text: &str| words(text).map(|w| w.join("|"));
        assert_eq!(split("log --oneline  -5").as_deref(), Some("log|--oneline|-5"));
        assert_eq!(split("log --format='%h %s'").as_deref(), Some("log|--format=%h %s"));
        assert_eq!(split("a \"b \\\" c\" ''").as_deref(), Some("a|b \" c|"));
        assert_eq!(split("a 'b"), None);
        assert_eq!(split("a b\\"), None);
        assert_eq!(split("").map(|s| s.to_string()).as_deref(), Some(""));
    }
}
