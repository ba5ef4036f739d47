//! Hosts that throw a whole file away for one entry that they do not understand, without a word (measured for Claude Code
//! and Codex): every entry is checked here before it is trusted to them.

mod claude;

use super::place::Step;
use super::{Look, items};
use mastiff_core::json::Json;

/// What such a host understands.
pub struct Strict {
    /// Kinds of handlers, each with the texts that it needs.
    kinds: &'static [(&'static str, &'static [&'static str])],
    /// The fields of a handler whose kind is checked.
    fields: &'static [(&'static str, Kind)],
    /// The only fields at the top, if others are refused.
    top: Option<&'static [&'static str]>,
    /// Other settings of the file.
    settings: &'static [(&'static [&'static str], Kind)],
    /// What fields at the top must be.
    kinds_of_top: &'static [(Kind, &'static [&'static str])],
}

/// What a value must be.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    Flag,
    /// More than 0.
    Number,
    /// Without a point.
    Whole,
    Texts,
    List,
    /// Names with a text each.
    Pairs,
    Table,
    OneOf(&'static [&'static str]),
}

/// Claude Code. Measured: a missing `command`, and unknown `type`, `timeout` and `onFailure`; that unknown events and fields
/// do no harm. The rest of the table is from its published types.
pub const CLAUDE: Strict = Strict {
    kinds: &[
        ("command", &["command"]),
        ("http", &["url"]),
        ("mcp_tool", &["server", "tool"]),
        ("prompt", &["prompt"]),
        ("agent", &["prompt"]),
    ],
    fields: &[
        ("timeout", Kind::Number),
        ("onFailure", Kind::OneOf(&["continue", "block"])),
        ("async", Kind::Flag),
        ("asyncRewake", Kind::Flag),
        ("once", Kind::Flag),
        ("if", Kind::Text),
        ("statusMessage", Kind::Text),
        ("shell", Kind::OneOf(&["bash", "powershell"])),
        ("args", Kind::Texts),
        ("model", Kind::Text),
        ("headers", Kind::Pairs),
        ("allowedEnvVars", Kind::Texts),
    ],
    top: None,
    settings: &[
        (&["permissions", "allow"], Kind::Texts),
        (&["permissions", "ask"], Kind::Texts),
        (&["permissions", "deny"], Kind::Texts),
        (&["permissions", "additionalDirectories"], Kind::Texts),
        (&["permissions", "defaultMode"], Kind::OneOf(claude::MODES)),
        (&["permissions", "disableBypassPermissionsMode"], Kind::OneOf(&["disable"])),
        (&["permissions", "disableAutoMode"], Kind::OneOf(&["disable"])),
    ],
    kinds_of_top: claude::TOP,
};

/// Codex. Measured: an unknown kind and a timeout with a point; the rest is from its source.
pub const CODEX: Strict = Strict {
    kinds: &[("command", &["command"]), ("mcp_tool", &["server", "tool"]), ("prompt", &[]), ("agent", &[])],
    fields: &[
        ("timeout", Kind::Whole),
        ("async", Kind::Flag),
        ("statusMessage", Kind::Text),
        ("commandWindows", Kind::Text),
        ("command_windows", Kind::Text),
        ("additionalContextLimit", Kind::Whole),
        ("input", Kind::Table),
    ],
    top: Some(&["description", "hooks"]),
    settings: &[(&["description"], Kind::Text)],
    kinds_of_top: &[],
};

/// Checks a whole file.
pub(super) fn look(look: &mut Look<'_>, strict: &Strict, root: &Json) {
    let top =
        strict.kinds_of_top.iter().flat_map(|(kind, names)| names.iter().map(move |name| (*kind, name)));
    for (kind, name) in top {
        if let Some(value) = root.get(name) {
            kind.check(look, &[Step::Key(name)], name, value);
        }
    }
    for (path, kind) in strict.settings {
        if let Some(value) = path.iter().try_fold(root, |value, key| value.get(key)) {
            let way: Vec<Step<'_>> = path.iter().map(|key| Step::Key(key)).collect();
            kind.check(look, &way, &path.join("."), value);
        }
    }
    if let (Some(known), Json::Object(fields)) = (strict.top, root) {
        for (key, _) in fields.iter().filter(|(key, _)| !known.contains(&key.as_str())) {
            invalid(look, &[Step::Key(key)], format!("the field `{key}` is refused at the top"));
        }
    }
    let Some(hooks) = root.get("hooks") else { return };
    let Json::Object(events) = hooks else {
        return invalid(look, &[Step::Key("hooks")], "`hooks` is no object of events".into());
    };
    for (event, list) in events {
        groups(look, strict, &[Step::Key("hooks"), Step::Key(event)], list);
    }
}

fn groups(look: &mut Look<'_>, strict: &Strict, way: &[Step<'_>], list: &Json) {
    if !matches!(list, Json::Array(_)) {
        return invalid(look, way, "an event holds a list of groups".into());
    }
    for (index, group) in items(list).iter().enumerate() {
        let way = [way, &[Step::Item(index)]].concat();
        if let Some(matcher) = group.get("matcher") {
            Kind::Text.check(look, &way, "matcher", matcher);
        }
        let Some(Json::Array(handlers)) = group.get("hooks") else {
            invalid(look, &way, "a group needs a list `hooks`".into());
            continue;
        };
        for (index, handler) in handlers.iter().enumerate() {
            let way = [way.as_slice(), &[Step::Key("hooks"), Step::Item(index)]].concat();
            check_handler(look, strict, &way, handler);
        }
    }
}

fn check_handler(look: &mut Look<'_>, strict: &Strict, way: &[Step<'_>], handler: &Json) {
    let kind = handler.get("type").and_then(Json::as_str);
    let Some((kind, needed)) = strict.kinds.iter().find(|(name, _)| Some(*name) == kind) else {
        let known: Vec<&str> = strict.kinds.iter().map(|(name, _)| *name).collect();
        return invalid(look, way, format!("a hook needs a `type`, one of: {}", known.join(", ")));
    };
    for field in needed.iter().filter(|field| handler.get(field).and_then(Json::as_str).is_none()) {
        invalid(look, way, format!("a hook of type `{kind}` needs a text `{field}`"));
    }
    for (field, kind) in strict.fields {
        if let Some(value) = handler.get(field) {
            kind.check(look, &[way, &[Step::Key(field)]].concat(), field, value);
        }
    }
}

impl Kind {
    fn check(self, look: &mut Look<'_>, way: &[Step<'_>], name: &str, value: &Json) {
        if !self.fits(value) {
            invalid(look, way, format!("`{name}` must be {}", self.words()));
        }
    }

    fn fits(self, value: &Json) -> bool {
        match (self, value) {
            (Kind::Text, Json::String(_))
            | (Kind::Flag, Json::Bool(_))
            | (Kind::Table, Json::Object(_))
            | (Kind::List, Json::Array(_)) => true,
            (Kind::Number, Json::Number(number)) => number.as_f64().is_some_and(|number| number > 0.0),
            (Kind::Whole, Json::Number(number)) => number.is_u64(),
            (Kind::Texts, Json::Array(items)) => items.iter().all(|item| item.as_str().is_some()),
            (Kind::Pairs, Json::Object(pairs)) => pairs.iter().all(|(_, value)| value.as_str().is_some()),
            (Kind::OneOf(words), Json::String(text)) => words.contains(&text.as_str()),
            _ => false,
        }
    }

    fn words(self) -> String {
        match self {
            Kind::Text => "a text".into(),
            Kind::Flag => "true or false".into(),
            Kind::Number => "a number above 0".into(),
            Kind::Whole => "a whole number".into(),
            Kind::Texts => "a list of texts".into(),
            Kind::List => "a list".into(),
            Kind::Pairs => "an object of texts".into(),
            Kind::Table => "an object".into(),
            Kind::OneOf(words) => format!("one of: {}", words.join(", ")),
        }
    }
}

fn invalid(look: &mut Look<'_>, way: &[Step<'_>], what: String) {
    let message = format!("{what}; the host throws the whole file away for it, without a word");
    look.add("invalid_entry", true, way, message, "correct or remove this entry");
}
